/*
 * How a Mynd\Pool gets a connection, and gives it back: the calls of its functions.
 *
 * Always true: an entry of MYND_G(opening) exists exactly while the function that connects runs, unless a
 * fatal error has ended it. A connection is given out only after the pool's functions have seen it.
 */
#include "pool_object.h"

#include "../../command/report.h"
#include "callable.h"
#include "pool.h"
#include "steps.h"
#include "../mysqli/mysqli.h"
#include "../pdo/startup.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"

/* A running call of a pool's function that connects, in a fiber. */
typedef struct opening {
	struct opening *previous; /* the outer call in this fiber, if a pool's function uses another pool */
	mynd_pool_object *pool;
	double limit; /* seconds */
	bool after_fatal_error;
	/* frame of the newest call that has connected, and its function; NULL: none. The call may have ended */
	const zend_execute_data *connect;
	const zend_function *function;
} opening;

/* --- the connects of the function --- */

static zend_ulong this_fiber(void)
{
	return (zend_ulong) (uintptr_t) EG(active_fiber);
}

/*
 * Returns this fiber's entry. Returns NULL if there is none, or if shutdown functions run now and the entry
 * is from before the fatal error.
 */
static opening *opening_here(void)
{
	if (zend_hash_num_elements(&MYND_G(opening)) == 0) {
		return NULL;
	}
	opening *o = zend_hash_index_find_ptr(&MYND_G(opening), this_fiber());
	return o != NULL && o->after_fatal_error == (bool) CG(unclean_shutdown) ? o : NULL;
}

/*
 * Returns true if the current code, such as an interceptor, runs inside a connect of the function.
 * Connections that such code makes are not the pool's.
 */
static bool is_within_connect(const opening *o)
{
	const zend_execute_data *call = EG(current_execute_data)->prev_execute_data;
	while (call != NULL && !(call == o->connect && call->func == o->function)) {
		call = call->prev_execute_data;
	}
	return call != NULL;
}

bool mynd_opening_decide(mynd_connect *with)
{
	opening *o = opening_here();
	if (o == NULL || is_within_connect(o)) {
		return false;
	}
	o->connect = EG(current_execute_data);
	o->function = o->connect->func;
	with->group = o->pool->group;
	with->acquire_timeout = o->limit;
	return true;
}

static zend_string *describe_use(const mynd_pool_group *group)
{
	double seconds;
	const char *by = mynd_group_longest_use(group, &seconds);
	return by == NULL ? ZSTR_EMPTY_ALLOC()
	                  : zend_strpprintf(
	                        0, ". The one in use for longest: %.0f seconds, acquired at %s", seconds, by);
}

void mynd_opening_throw(const mynd_refusal *refusal, bool closed)
{
	const opening *o = opening_here();
	if (o == NULL || closed) {
		zend_throw_exception(mynd_pool_exhausted_ce, "Mynd\\Pool: the pool is closed", 0);
		return;
	}
	zend_string *use = describe_use(o->pool->group);
	zend_long most = mynd_group_limits(o->pool->group)->max_waiting;
	if (o->limit > 0 && refusal->waited == 0 && most >= 0 && refusal->others_wait >= most) {
		zend_throw_exception_ex(mynd_pool_exhausted_ce, 0,
		    "Mynd\\Pool: all " ZEND_LONG_FMT " connections are in use, and " ZEND_LONG_FMT
		    " others wait, as many as may%s",
		    refusal->in_use, refusal->others_wait, ZSTR_VAL(use));
	} else if (refusal->waited > 0) {
		zend_throw_exception_ex(mynd_pool_exhausted_ce, 0,
		    "Mynd\\Pool: all " ZEND_LONG_FMT
		    " connections are in use, and none was given back in %.3f seconds; " ZEND_LONG_FMT
		    " others wait%s",
		    refusal->in_use, refusal->waited, refusal->others_wait, ZSTR_VAL(use));
	} else {
		zend_throw_exception_ex(mynd_pool_exhausted_ce, 0,
		    "Mynd\\Pool: all " ZEND_LONG_FMT " connections are in use, and this call does not wait%s",
		    refusal->in_use, ZSTR_VAL(use));
	}
	zend_string_release(use);
}

static void begin_opening(mynd_pool_object *self, double limit)
{
	opening *o = emalloc(sizeof *o);
	*o = (opening){.previous = zend_hash_index_find_ptr(&MYND_G(opening), this_fiber()),
	    .pool = self,
	    .limit = limit,
	    .after_fatal_error = CG(unclean_shutdown)};
	zend_hash_index_update_ptr(&MYND_G(opening), this_fiber(), o);
}

static void end_opening(void)
{
	opening *o = zend_hash_index_find_ptr(&MYND_G(opening), this_fiber());
	if (o->previous != NULL) {
		zend_hash_index_update_ptr(&MYND_G(opening), this_fiber(), o->previous);
	} else {
		zend_hash_index_del(&MYND_G(opening), this_fiber());
	}
	efree(o);
}

/* --- acquire --- */

/* Returns the link that the object has now, if it is a connection of the pool; else NULL. */
static mynd_link *link_of(const mynd_pool_object *self, const zval *connection)
{
	mynd_link *link = mynd_link_now_of(Z_OBJ_P(connection));
	return link != NULL && mynd_group_has(self->group, link) ? link : NULL;
}

/* Returns true if the object has a connection of the pool that nobody has acquired yet. */
static bool is_new_of_pool(const mynd_pool_object *self, const zval *connection)
{
	const mynd_link *link = link_of(self, connection);
	return link != NULL && !mynd_group_is_given_out(link);
}

/* Returns false if it threw. */
static bool call_connect(mynd_pool_object *self, double limit, zval *out)
{
	zval function;
	ZVAL_COPY(&function, &self->functions[MYND_POOL_CONNECT]);
	ZVAL_UNDEF(out);
	begin_opening(self, limit);
	call_user_function(NULL, NULL, &function, out, 0, NULL);
	mynd_unwrap(out);
	end_opening();
	zval_ptr_dtor(&function);
	if (EG(exception)) {
		zval_ptr_dtor(out);
		return false;
	}
	if (Z_TYPE_P(out) == IS_OBJECT && is_new_of_pool(self, out)) {
		return true;
	}
	zval_ptr_dtor(out);
	if (!EG(exception)) {
		zend_type_error(
		    "Mynd\\Pool: the function must return a new connection of mysqli or PDO, connected in its call");
	}
	return false;
}

static void give_up(zend_object *object)
{
	if (object->handlers == &mysqli_link_class.handlers) {
		mysqli_link_give_up(object);
	} else {
		mynd_pdo_give_up(object);
	}
}

/* --- the functions that see the connections --- */

/*
 * Returns the connection's link, if the function to which it was given has left it as it is. Returns NULL if
 * it threw.
 */
static mynd_link *still_there(const mynd_pool_object *self, const zval *connection)
{
	mynd_link *link = EG(exception) == NULL ? link_of(self, connection) : NULL;
	if (link == NULL && EG(exception) == NULL) {
		zend_throw_error(NULL, "Mynd\\Pool: a function of the pool has closed or released the connection");
	}
	return link;
}

/* Calls one of the pool's functions with a connection. Returns whether it has returned false. May throw. */
static bool refuses(const mynd_pool_object *self, mynd_pool_function which, zval *connection)
{
	zval function, answer;
	ZVAL_COPY(&function, &self->functions[which]);
	ZVAL_UNDEF(&answer);
	call_user_function(NULL, NULL, &function, &answer, 1, connection);
	mynd_unwrap(&answer);
	bool refused = Z_TYPE(answer) == IS_FALSE;
	zval_ptr_dtor(&answer);
	zval_ptr_dtor(&function);
	return refused;
}

static bool has(const mynd_pool_object *self, mynd_pool_function which)
{
	return Z_TYPE(self->functions[which]) != IS_UNDEF;
}

/* Frees the object, and closes its connection, if it still has one of the pool's. */
static void discard(const mynd_pool_object *self, zval *connection)
{
	mynd_link *link = link_of(self, connection);
	if (link != NULL) {
		mynd_group_retire(link);
		give_up(Z_OBJ_P(connection));
	}
	zval_ptr_dtor(connection);
}

/* Has $onConnect set the session up, if it is a new one. Returns false if it threw. */
static bool set_up(const mynd_pool_object *self, zval *connection)
{
	mynd_link *link = mynd_link_now_of(Z_OBJ_P(connection));
	if (!has(self, MYND_POOL_ON_CONNECT) || mynd_group_has_begun(link)) {
		return true;
	}
	refuses(self, MYND_POOL_ON_CONNECT, connection);
	link = still_there(self, connection);
	if (link != NULL) {
		mynd_group_note_begun(link);
	}
	return link != NULL;
}

/*
 * Returns whether there is time for the functions that see the connection. If there is none, gives the
 * connection back, frees the object, and throws the error that a command would have.
 */
static bool has_time(const mynd_pool_object *self, zval *connection)
{
	zend_object *pdo;
	mynd_error error;
	mynd_link *link = mynd_connection_link_of(Z_OBJ_P(connection), &pdo);
	bool calls = has(self, MYND_POOL_ON_CONNECT) || has(self, MYND_POOL_BEFORE_ACQUIRE);
	if (!calls || link == NULL || mynd_link_look_for_time(link, &error)) {
		return true;
	}
	mynd_throw_error(pdo, &error);
	give_up(Z_OBJ_P(connection));
	zval_ptr_dtor(connection);
	return false;
}

bool mynd_pool_object_open(mynd_pool_object *self, double limit, zval *out)
{
	if (!call_connect(self, limit, out) || !has_time(self, out)) {
		return false;
	}
	if (set_up(self, out)) {
		return true;
	}
	discard(self, out);
	return false;
}

void mynd_pool_object_give_out(mynd_link *link)
{
	uint32_t line;
	const char *file = mynd_report_place(&line);
	mynd_group_give_out(link, file, line);
}

bool mynd_pool_object_acquire(mynd_pool_object *self, double limit, zval *out)
{
	zend_long most = mynd_group_limits(self->group)->maximum;
	for (zend_long refused = 0; mynd_pool_object_open(self, limit, out); refused++) {
		bool is_refused = has(self, MYND_POOL_BEFORE_ACQUIRE) && refuses(self, MYND_POOL_BEFORE_ACQUIRE, out);
		mynd_link *link = still_there(self, out);
		if (link != NULL && !is_refused) {
			mynd_pool_object_give_out(link);
			return true;
		}
		discard(self, out);
		if (link == NULL) {
			return false;
		}
		if (refused == most) { /* probably no connection is left that it has not refused */
			zend_throw_exception(
			    mynd_pool_exhausted_ce, "Mynd\\Pool: $beforeAcquire has refused all connections", 0);
			return false;
		}
	}
	return false;
}

/*
 * Calls $afterRelease. What it throws goes on behind the exception that may be on its way; not while the
 * program or the fiber ends.
 */
static void look_after(const mynd_pool_object *self, zval *connection, mynd_link *link)
{
	zend_object *pending = EG(exception);
	if (!has(self, MYND_POOL_AFTER_RELEASE) ||
	    (pending != NULL && (zend_is_unwind_exit(pending) || zend_is_graceful_exit(pending)))) {
		return;
	}
	mynd_group_take_back(link);
	EG(exception) = NULL;
	bool closes = refuses(self, MYND_POOL_AFTER_RELEASE, connection) || EG(exception) != NULL;
	if (pending != NULL && EG(exception) != NULL) {
		zend_exception_set_previous(EG(exception), pending);
	} else if (pending != NULL) {
		EG(exception) = pending;
	}
	link = link_of(self, connection);
	if (closes && link != NULL) {
		mynd_group_retire(link);
	}
}

void mynd_pool_object_give_back(const mynd_pool_object *self, zval *connection)
{
	mynd_link *link = link_of(self, connection);
	if (link != NULL) {
		look_after(self, connection, link);
	}
	if (link_of(self, connection) != NULL) { /* $afterRelease may have closed it */
		give_up(Z_OBJ_P(connection));
	}
}

void mynd_pool_object_release(const mynd_pool_object *self, zval *connection)
{
	mynd_pool_object_give_back(self, connection);
	zval_ptr_dtor(connection);
}
