/*
 * Mynd\Pool: a limited number of connections, which a function of the program makes.
 *
 * The pool stores no objects. acquire() calls the function, whose `new PDO` or `new mysqli` waits for a place
 * in the pool's group and gets an idle connection of the group, like a persistent one, or a new one.
 * release() takes the connection away from its object. So each user gets an object of its own. Between two
 * users a connection is reset, as a persistent connection is, if the first has left something in its session
 * (src/pool/hand_on.c).
 *
 * Always true: an entry of MYND_G(opening) exists exactly while the function runs, unless a fatal error has
 * ended the function. An object that the program drops without release() releases its connection, too.
 * Not here: places, and the waits for them (src/pool/places.c); limits of age (src/pool/idle.c).
 */
#include "pool.h"

#include <math.h>

#include "callable.h"
#include "pool_statement.h"
#include "steps.h"
#include "transaction.h"
#include "../mysqli/mysqli.h"
#include "../pdo/startup.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"

#define NEVER      (-1)
#define CHECK_TIME 5.0 /* longest time in seconds for the answer of a checked connection */

typedef struct pool_object {
	zval connect;
	mynd_pool_group *group; /* NULL: the constructor has not run */
	double acquire_timeout; /* seconds; 0: acquire() does not wait */
	zend_object std;
} pool_object;

/* A running call of a pool's function, in a fiber. */
typedef struct opening {
	struct opening *previous; /* the outer call in this fiber, if a pool's function uses another pool */
	pool_object *pool;
	double limit; /* seconds */
	bool after_fatal_error;
	/* frame of the newest call that has connected, and its function; NULL: none. The call may have ended */
	const zend_execute_data *connect;
	const zend_function *function;
} opening;

static zend_class_entry *pool_ce, *exhausted_ce;
static zend_object_handlers pool_handlers;

static pool_object *pool_of(const zend_object *object)
{
	return (pool_object *) ((char *) object - offsetof(pool_object, std));
}

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
		zend_throw_exception(exhausted_ce, "Mynd\\Pool: the pool is closed", 0);
		return;
	}
	zend_string *use = describe_use(o->pool->group);
	zend_long most = mynd_group_limits(o->pool->group)->max_waiting;
	if (o->limit > 0 && refusal->waited == 0 && most >= 0 && refusal->others_wait >= most) {
		zend_throw_exception_ex(exhausted_ce, 0,
		    "Mynd\\Pool: all " ZEND_LONG_FMT " connections are in use, and " ZEND_LONG_FMT
		    " others wait, as many as may%s",
		    refusal->in_use, refusal->others_wait, ZSTR_VAL(use));
	} else if (refusal->waited > 0) {
		zend_throw_exception_ex(exhausted_ce, 0,
		    "Mynd\\Pool: all " ZEND_LONG_FMT
		    " connections are in use, and none was given back in %.3f seconds; " ZEND_LONG_FMT
		    " others wait%s",
		    refusal->in_use, refusal->waited, refusal->others_wait, ZSTR_VAL(use));
	} else {
		zend_throw_exception_ex(exhausted_ce, 0,
		    "Mynd\\Pool: all " ZEND_LONG_FMT " connections are in use, and this call does not wait%s",
		    refusal->in_use, ZSTR_VAL(use));
	}
	zend_string_release(use);
}

static void begin_opening(pool_object *self, double limit)
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

/* Returns true if the link is a connection of the pool that nobody has acquired yet. */
static bool is_new_of_pool(const pool_object *self, const mynd_link *link)
{
	return link != NULL && mynd_group_has(self->group, link) && !mynd_group_is_given_out(link);
}

/* Returns false if it threw. */
static bool call_connect(pool_object *self, double limit, zval *out)
{
	zval function;
	ZVAL_COPY(&function, &self->connect);
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
	if (Z_TYPE_P(out) == IS_OBJECT && is_new_of_pool(self, mynd_link_now_of(Z_OBJ_P(out)))) {
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

/* Sets *out to an object with a connection; the caller owns the object. Returns false if it threw. */
static bool acquire(pool_object *self, double limit, zval *out)
{
	if (!call_connect(self, limit, out)) {
		return false;
	}
	mynd_group_give_out(
	    mynd_link_now_of(Z_OBJ_P(out)), zend_get_executed_filename(), zend_get_executed_lineno());
	return true;
}

/* Gives the connection back, if the program has not, and frees the object. */
static void release(const pool_object *self, zval *connection)
{
	mynd_link *link = mynd_link_now_of(Z_OBJ_P(connection));
	if (link != NULL && mynd_group_has(self->group, link)) {
		give_up(Z_OBJ_P(connection));
	}
	zval_ptr_dtor(connection);
}

/* --- arguments --- */

/* Returns NULL if it threw. */
static pool_object *pool_in(zval *object)
{
	pool_object *self = pool_of(Z_OBJ_P(object));
	if (self->group == NULL) {
		zend_throw_error(NULL, "Mynd\\Pool: the constructor was not called");
		return NULL;
	}
	return self;
}

/* Returns false if it threw. */
static bool read_limit(const pool_object *self, double *limit, bool is_null, uint32_t arg)
{
	if (is_null) {
		*limit = self->acquire_timeout;
	} else if (!(*limit >= 0) || isinf(*limit)) {
		zend_argument_value_error(arg, "must be a number of seconds, 0 or more");
		return false;
	}
	return true;
}

/* Returns false if it threw. */
static bool check_arguments(zend_long maximum, zend_long minimum, double acquire_timeout,
    zend_long idle_timeout, zend_long max_lifetime, zend_long check_after, zend_long login_lifetime,
    zend_long max_waiting)
{
	if (maximum < 1 || maximum > INT32_MAX) {
		zend_argument_value_error(2, "must be 1 or more");
	} else if (minimum < 0 || minimum > maximum) {
		zend_argument_value_error(3, "must be between 0 and $maximum");
	} else if (!(acquire_timeout >= 0) || isinf(acquire_timeout)) {
		zend_argument_value_error(4, "must be a number of seconds, 0 or more");
	} else if (idle_timeout < 0 || idle_timeout > INT32_MAX) {
		zend_argument_value_error(5, "must be a number of seconds, 0 or more");
	} else if (max_lifetime < 0 || max_lifetime > INT32_MAX) {
		zend_argument_value_error(6, "must be a number of seconds, 0 or more");
	} else if (check_after < 0) {
		zend_argument_value_error(7, "must be a number of seconds, 0 or more, or null");
	} else if (login_lifetime < 0 || login_lifetime > INT32_MAX) {
		zend_argument_value_error(8, "must be a number of seconds, 0 or more");
	} else if (max_waiting < 0) {
		zend_argument_value_error(10, "must be 0 or more, or null");
	}
	return !EG(exception);
}

/* Returns false if it threw. */
static bool read_reset(const zend_string *text, mynd_group_reset *reset)
{
	static const char *const names[] = {
	    [MYND_RESET_IF_NEEDED] = "if_needed", [MYND_RESET_ALWAYS] = "always", [MYND_RESET_NEVER] = "never"};
	*reset = MYND_RESET_IF_NEEDED;
	for (unsigned i = 0; text != NULL && i < sizeof names / sizeof *names; i++) {
		if (zend_string_equals_cstr(text, names[i], strlen(names[i]))) {
			*reset = (mynd_group_reset) i;
			return true;
		}
	}
	if (text != NULL) {
		zend_argument_value_error(9, "must be one of \"if_needed\", \"always\", or \"never\"");
	}
	return text == NULL;
}

/* --- methods --- */

/*
 * Opens the minimum of connections. Releases them only when all are open: a connection released before would
 * be acquired again instead of a new one.
 */
static void fill(pool_object *self, zend_long count)
{
	zval open, one;
	array_init(&open);
	while (count-- > 0 && acquire(self, self->acquire_timeout, &one)) {
		add_next_index_zval(&open, &one);
	}
	zval_ptr_dtor(&open);
}

ZEND_METHOD(Mynd_Pool, __construct)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	zend_long maximum = 10, minimum = 0, idle_timeout = 600, max_lifetime = 1800, check_after = 30,
	          login_lifetime = 60, max_waiting = 0;
	bool never_check = false, any_may_wait = true;
	double acquire_timeout = 30;
	zend_string *reset_name = NULL;
	mynd_group_reset reset;
	ZEND_PARSE_PARAMETERS_START(1, 10)
	Z_PARAM_FUNC(call, cache)
	Z_PARAM_OPTIONAL
	Z_PARAM_LONG(maximum)
	Z_PARAM_LONG(minimum)
	Z_PARAM_DOUBLE(acquire_timeout)
	Z_PARAM_LONG(idle_timeout)
	Z_PARAM_LONG(max_lifetime)
	Z_PARAM_LONG_OR_NULL(check_after, never_check)
	Z_PARAM_LONG(login_lifetime)
	Z_PARAM_STR(reset_name)
	Z_PARAM_LONG_OR_NULL(max_waiting, any_may_wait)
	ZEND_PARSE_PARAMETERS_END();
	pool_object *self = pool_of(Z_OBJ_P(ZEND_THIS));
	if (self->group != NULL) {
		zend_release_fcall_info_cache(&cache);
		zend_throw_error(NULL, "Mynd\\Pool: the constructor was called before");
		RETURN_THROWS();
	}
	if (!check_arguments(maximum, minimum, acquire_timeout, idle_timeout, max_lifetime, check_after,
	        login_lifetime, max_waiting) ||
	    !read_reset(reset_name, &reset)) {
		zend_release_fcall_info_cache(&cache);
		RETURN_THROWS();
	}
	self->group = mynd_group_new(&(mynd_group_settings){
	    .max_waiting = any_may_wait ? -1 : max_waiting,
	    .maximum = maximum,
	    .minimum = minimum,
	    .idle_timeout = idle_timeout,
	    .max_lifetime = max_lifetime,
	    .login_lifetime = login_lifetime,
	    .check_after = never_check ? NEVER : check_after,
	    .check_time = acquire_timeout > 0 ? MIN(acquire_timeout, CHECK_TIME) : CHECK_TIME,
	    .reset = reset,
	});
	mynd_keep_callable(&self->connect, &call, &cache);
	self->acquire_timeout = acquire_timeout;
	fill(self, minimum);
}

ZEND_METHOD(Mynd_Pool, acquire)
{
	double limit = 0;
	bool is_null = true;
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_DOUBLE_OR_NULL(limit, is_null)
	ZEND_PARSE_PARAMETERS_END();
	pool_object *self = pool_in(ZEND_THIS);
	if (self == NULL || !read_limit(self, &limit, is_null, 1) || !acquire(self, limit, return_value)) {
		ZVAL_UNDEF(return_value);
		RETURN_THROWS();
	}
}

/* Releases a connection. Does nothing for a mysqli object that the program has closed. */
ZEND_METHOD(Mynd_Pool, release)
{
	zend_object *object;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_OBJ(object)
	ZEND_PARSE_PARAMETERS_END();
	pool_object *self = pool_in(ZEND_THIS);
	if (self == NULL) {
		RETURN_THROWS();
	}
	bool is_mysqli = object->handlers == &mysqli_link_class.handlers;
	mynd_link *link = mynd_link_now_of(object);
	if (is_mysqli && link == NULL) {
		return;
	}
	if (link == NULL || !mynd_group_has(self->group, link) || !mynd_group_is_given_out(link)) {
		zend_throw_error(
		    NULL, "Mynd\\Pool::release(): this is no connection of the pool, or was given back before");
		RETURN_THROWS();
	}
	give_up(object);
}

ZEND_METHOD(Mynd_Pool, use)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	double limit = 0;
	bool is_null = true;
	zval connection;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_FUNC(call, cache)
	Z_PARAM_OPTIONAL
	Z_PARAM_DOUBLE_OR_NULL(limit, is_null)
	ZEND_PARSE_PARAMETERS_END();
	pool_object *self = pool_in(ZEND_THIS);
	if (self == NULL || !read_limit(self, &limit, is_null, 2) || !acquire(self, limit, &connection)) {
		zend_release_fcall_info_cache(&cache);
		RETURN_THROWS();
	}
	call.retval = return_value;
	call.param_count = 1;
	call.params = &connection;
	zend_call_function(&call, &cache);
	mynd_unwrap(return_value);
	release(self, &connection);
}

ZEND_METHOD(Mynd_Pool, transaction)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	zend_long retries = 0;
	zend_string *isolation = NULL;
	double limit = 0;
	bool is_null = true;
	zval connection, result;
	mynd_transaction_options options;
	ZEND_PARSE_PARAMETERS_START(1, 4)
	Z_PARAM_FUNC(call, cache)
	Z_PARAM_OPTIONAL
	Z_PARAM_LONG(retries)
	Z_PARAM_STR_OR_NULL(isolation)
	Z_PARAM_DOUBLE_OR_NULL(limit, is_null)
	ZEND_PARSE_PARAMETERS_END();
	zval function;
	mynd_keep_callable(&function, &call, &cache);
	zend_fcall_info_init(&function, 0, &call, &cache, NULL, NULL);
	pool_object *self = pool_in(ZEND_THIS);
	if (self != NULL && mynd_transaction_read(&options, retries, isolation, 2) &&
	    read_limit(self, &limit, is_null, 4) && acquire(self, limit, &connection)) {
		options.is_outermost = true;
		mynd_transaction_run(Z_OBJ(connection), &call, &cache, &options, &result);
		release(self, &connection);
		if (EG(exception)) {
			zval_ptr_dtor(&result);
		} else {
			RETVAL_COPY_VALUE(&result);
		}
	}
	zend_release_fcall_info_cache(&cache);
	zval_ptr_dtor(&function);
}

/* Runs one command on a connection of the pool. `values`: NULL for a query without values. */
static void run_one(zval *this, const char *method, zend_string *sql, HashTable *values, double limit,
    bool is_null, uint32_t limit_arg, zval *return_value)
{
	zval connection;
	pool_object *self = pool_in(this);
	if (self != NULL && read_limit(self, &limit, is_null, limit_arg) && acquire(self, limit, &connection)) {
		mynd_pool_run_statement(method, Z_OBJ(connection), sql, values, return_value);
		release(self, &connection);
	}
}

ZEND_METHOD(Mynd_Pool, query)
{
	zend_string *sql;
	double limit = 0;
	bool is_null = true;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_STR(sql)
	Z_PARAM_OPTIONAL
	Z_PARAM_DOUBLE_OR_NULL(limit, is_null)
	ZEND_PARSE_PARAMETERS_END();
	run_one(ZEND_THIS, "Mynd\\Pool::query()", sql, NULL, limit, is_null, 2, return_value);
}

ZEND_METHOD(Mynd_Pool, execute)
{
	zend_string *sql;
	HashTable *values = (HashTable *) &zend_empty_array;
	double limit = 0;
	bool is_null = true;
	ZEND_PARSE_PARAMETERS_START(1, 3)
	Z_PARAM_STR(sql)
	Z_PARAM_OPTIONAL
	Z_PARAM_ARRAY_HT(values)
	Z_PARAM_DOUBLE_OR_NULL(limit, is_null)
	ZEND_PARSE_PARAMETERS_END();
	run_one(ZEND_THIS, "Mynd\\Pool::execute()", sql, values, limit, is_null, 3, return_value);
}

ZEND_METHOD(Mynd_Pool, close)
{
	double limit = 0;
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_DOUBLE(limit)
	ZEND_PARSE_PARAMETERS_END();
	pool_object *self = pool_in(ZEND_THIS);
	if (self == NULL || !read_limit(self, &limit, false, 1)) {
		RETURN_THROWS();
	}
	mynd_group_close(self->group);
	RETVAL_BOOL(mynd_group_wait_until_unused(self->group, limit));
}

ZEND_METHOD(Mynd_Pool, stats)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const pool_object *self = pool_in(ZEND_THIS);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_group_numbers n = mynd_group_look(self->group);
	const mynd_group_settings *limits = mynd_group_limits(self->group);
	double longest_use = 0;
	mynd_group_longest_use(self->group, &longest_use);
	array_init_size(return_value, 15);
	add_assoc_long(return_value, "maximum", limits->maximum);
	add_assoc_long(return_value, "minimum", limits->minimum);
	if (limits->max_waiting >= 0) {
		add_assoc_long(return_value, "max_waiting", limits->max_waiting);
	} else {
		add_assoc_null(return_value, "max_waiting");
	}
	add_assoc_long(return_value, "in_use", n.in_use);
	add_assoc_long(return_value, "idle", n.idle);
	add_assoc_long(return_value, "waiting", n.waiting);
	add_assoc_long(return_value, "acquired", (zend_long) n.acquired);
	add_assoc_long(return_value, "created", (zend_long) n.made);
	add_assoc_long(return_value, "closed", (zend_long) n.closed);
	add_assoc_long(return_value, "resets", (zend_long) n.resets);
	add_assoc_long(return_value, "waits", (zend_long) n.waits);
	add_assoc_long(return_value, "timeouts", (zend_long) n.timeouts);
	add_assoc_double(return_value, "wait_seconds", n.wait_seconds);
	add_assoc_double(return_value, "longest_wait", n.longest_wait);
	add_assoc_double(return_value, "longest_use", longest_use);
}

/* --- life --- */

static zend_object *pool_create(zend_class_entry *ce)
{
	pool_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &pool_handlers;
	ZVAL_UNDEF(&self->connect);
	self->group = NULL;
	return &self->std;
}

static void pool_free(zend_object *object)
{
	pool_object *self = pool_of(object);
	if (self->group != NULL) {
		mynd_group_close(self->group);
		mynd_group_release(self->group);
		self->group = NULL;
	}
	zval_ptr_dtor(&self->connect);
	zend_object_std_dtor(object);
}

static HashTable *pool_gc(zend_object *object, zval **table, int *n)
{
	*table = &pool_of(object)->connect;
	*n = 1;
	return zend_std_get_properties(object);
}

void mynd_pool_startup(zend_class_entry *pool, zend_class_entry *exhausted)
{
	pool_ce = pool;
	exhausted_ce = exhausted;
	pool->create_object = pool_create;
	memcpy(&pool_handlers, &std_object_handlers, sizeof pool_handlers);
	pool_handlers.offset = offsetof(pool_object, std);
	pool_handlers.free_obj = pool_free;
	pool_handlers.get_gc = pool_gc;
	pool_handlers.clone_obj = NULL;
}
