/*
 * Mynd\Pool: a limited number of connections, which a function of the program makes.
 *
 * The pool stores no objects. acquire() calls the function, whose `new PDO` or `new mysqli` waits for a place
 * in the pool's group and gets an idle connection of the group, like a persistent one, or a new one.
 * release() takes the connection away from its object. So each user gets an object of its own. Between two
 * users a connection is reset, as a persistent connection is, if the first has left something in its session
 * (src/pool/hand_on.c).
 *
 * Always true: an object that the program drops without release() releases its connection, too.
 * Not here: the calls of the pool's functions (pool_use.c); places, and the waits for them
 * (src/pool/places.c); limits of age (src/pool/idle.c).
 */
#include "pool.h"

#include <math.h>

#include "callable.h"
#include "pool_object.h"
#include "pool_statement.h"
#include "steps.h"
#include "transaction.h"
#include "within.h"
#include "../mysqli/mysqli.h"

#define NEVER      (-1)
#define CHECK_TIME 5.0 /* longest time in seconds for the answer of a checked connection */

zend_class_entry *mynd_pool_exhausted_ce;
static zend_object_handlers pool_handlers;

static mynd_pool_object *pool_of(const zend_object *object)
{
	return (mynd_pool_object *) ((char *) object - offsetof(mynd_pool_object, std));
}

/* --- arguments --- */

/* Returns NULL if it threw. */
static mynd_pool_object *pool_in(zval *object)
{
	mynd_pool_object *self = pool_of(Z_OBJ_P(object));
	if (self->group == NULL) {
		zend_throw_error(NULL, "Mynd\\Pool: the constructor was not called");
		return NULL;
	}
	return self;
}

/* Returns false if it threw. */
static bool read_limit(const mynd_pool_object *self, double *limit, bool is_null, uint32_t arg)
{
	if (is_null) {
		*limit = self->acquire_timeout;
	} else if (!(*limit >= 0) || isinf(*limit)) {
		zend_argument_value_error(arg, "must be a number of seconds, 0 or more");
		return false;
	}
	return true;
}

/* The arguments $timeout and $within of a method that takes a connection and gives it back. */
typedef struct times {
	double limit, within; /* seconds: for the wait for a connection, and for all */
	bool no_limit, no_within;
	mynd_scope *scope; /* NULL: not limited */
} times;

#define NO_TIMES ((times){.no_limit = true, .no_within = true})

/*
 * Takes a connection, within the times, which are the method's arguments from `arg` on. Returns false if it
 * threw; if not, the caller calls end_use().
 */
static bool begin_use(mynd_pool_object *self, times *t, uint32_t arg, zval *connection)
{
	if (self == NULL || !read_limit(self, &t->limit, t->no_limit, arg) ||
	    (!t->no_within && !mynd_within_check(t->within, arg + 1))) {
		return false;
	}
	t->scope = t->no_within ? NULL : mynd_within_begin(t->within);
	if (mynd_pool_object_acquire(self, t->limit, connection)) {
		return true;
	}
	if (t->scope != NULL) {
		mynd_scope_end(t->scope);
	}
	return false;
}

/* Gives the connection back, if the program has not, and frees the object. */
static void end_use(const mynd_pool_object *self, const times *t, zval *connection)
{
	mynd_pool_object_release(self, connection);
	if (t->scope != NULL) {
		mynd_scope_end(t->scope);
	}
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
static void fill(mynd_pool_object *self, zend_long count)
{
	zval open, one;
	array_init(&open);
	while (count-- > 0 && mynd_pool_object_open(self, self->acquire_timeout, &one)) {
		mynd_pool_object_give_out(mynd_link_now_of(Z_OBJ(one)));
		add_next_index_zval(&open, &one);
	}
	zval_ptr_dtor(&open);
}

static void release_caches(zend_fcall_info_cache caches[MYND_POOL_FUNCTIONS])
{
	for (unsigned i = 0; i < MYND_POOL_FUNCTIONS; i++) {
		zend_release_fcall_info_cache(&caches[i]);
	}
}

ZEND_METHOD(Mynd_Pool, __construct)
{
	zend_fcall_info call[MYND_POOL_FUNCTIONS];
	zend_fcall_info_cache cache[MYND_POOL_FUNCTIONS];
	zend_long maximum = 10, minimum = 0, idle_timeout = 600, max_lifetime = 1800, check_after = 30,
	          login_lifetime = 60, max_waiting = 0;
	bool never_check = false, any_may_wait = true;
	double acquire_timeout = 30;
	zend_string *reset_name = NULL;
	mynd_group_reset reset;
	for (unsigned i = 0; i < MYND_POOL_FUNCTIONS; i++) {
		call[i] = empty_fcall_info;
		cache[i] = empty_fcall_info_cache;
	}
	ZEND_PARSE_PARAMETERS_START(1, 13)
	Z_PARAM_FUNC(call[MYND_POOL_CONNECT], cache[MYND_POOL_CONNECT])
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
	Z_PARAM_FUNC_OR_NULL(call[MYND_POOL_ON_CONNECT], cache[MYND_POOL_ON_CONNECT])
	Z_PARAM_FUNC_OR_NULL(call[MYND_POOL_BEFORE_ACQUIRE], cache[MYND_POOL_BEFORE_ACQUIRE])
	Z_PARAM_FUNC_OR_NULL(call[MYND_POOL_AFTER_RELEASE], cache[MYND_POOL_AFTER_RELEASE])
	ZEND_PARSE_PARAMETERS_END();
	mynd_pool_object *self = pool_of(Z_OBJ_P(ZEND_THIS));
	if (self->group != NULL) {
		zend_throw_error(NULL, "Mynd\\Pool: the constructor was called before");
	}
	if (EG(exception) ||
	    !check_arguments(maximum, minimum, acquire_timeout, idle_timeout, max_lifetime, check_after,
	        login_lifetime, max_waiting) ||
	    !read_reset(reset_name, &reset)) {
		release_caches(cache);
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
	for (unsigned i = 0; i < MYND_POOL_FUNCTIONS; i++) {
		if (ZEND_FCI_INITIALIZED(call[i])) {
			mynd_keep_callable(&self->functions[i], &call[i], &cache[i]);
		}
	}
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
	mynd_pool_object *self = pool_in(ZEND_THIS);
	if (self == NULL || !read_limit(self, &limit, is_null, 1) ||
	    !mynd_pool_object_acquire(self, limit, return_value)) {
		ZVAL_UNDEF(return_value);
		RETURN_THROWS();
	}
}

/* Releases a connection. Does nothing for a mysqli object that the program has closed. */
ZEND_METHOD(Mynd_Pool, release)
{
	zval *connection;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_OBJECT(connection)
	ZEND_PARSE_PARAMETERS_END();
	const mynd_pool_object *self = pool_in(ZEND_THIS);
	if (self == NULL) {
		RETURN_THROWS();
	}
	bool is_mysqli = Z_OBJ_P(connection)->handlers == &mysqli_link_class.handlers;
	mynd_link *link = mynd_link_now_of(Z_OBJ_P(connection));
	if (is_mysqli && link == NULL) {
		return;
	}
	if (link == NULL || !mynd_group_has(self->group, link) || !mynd_group_is_given_out(link)) {
		zend_throw_error(
		    NULL, "Mynd\\Pool::release(): this is no connection of the pool, or was given back before");
		RETURN_THROWS();
	}
	mynd_pool_object_give_back(self, connection);
}

ZEND_METHOD(Mynd_Pool, use)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	times t = NO_TIMES;
	zval connection;
	ZEND_PARSE_PARAMETERS_START(1, 3)
	Z_PARAM_FUNC(call, cache)
	Z_PARAM_OPTIONAL
	Z_PARAM_DOUBLE_OR_NULL(t.limit, t.no_limit)
	Z_PARAM_DOUBLE_OR_NULL(t.within, t.no_within)
	ZEND_PARSE_PARAMETERS_END();
	mynd_pool_object *self = pool_in(ZEND_THIS);
	if (!begin_use(self, &t, 2, &connection)) {
		zend_release_fcall_info_cache(&cache);
		RETURN_THROWS();
	}
	call.retval = return_value;
	call.param_count = 1;
	call.params = &connection;
	zend_call_function(&call, &cache);
	mynd_unwrap(return_value);
	end_use(self, &t, &connection);
}

ZEND_METHOD(Mynd_Pool, transaction)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	zend_long retries = 0;
	zend_string *isolation = NULL;
	times t = NO_TIMES;
	zval connection, result;
	mynd_transaction_options options;
	ZEND_PARSE_PARAMETERS_START(1, 5)
	Z_PARAM_FUNC(call, cache)
	Z_PARAM_OPTIONAL
	Z_PARAM_LONG(retries)
	Z_PARAM_STR_OR_NULL(isolation)
	Z_PARAM_DOUBLE_OR_NULL(t.limit, t.no_limit)
	Z_PARAM_DOUBLE_OR_NULL(t.within, t.no_within)
	ZEND_PARSE_PARAMETERS_END();
	zval function;
	mynd_keep_callable(&function, &call, &cache);
	zend_fcall_info_init(&function, 0, &call, &cache, NULL, NULL);
	mynd_pool_object *self = pool_in(ZEND_THIS);
	if (self != NULL && mynd_transaction_read(&options, retries, isolation, 2) &&
	    begin_use(self, &t, 4, &connection)) {
		options.is_outermost = true;
		mynd_transaction_run(Z_OBJ(connection), &call, &cache, &options, &result);
		end_use(self, &t, &connection);
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
static void run_one(zval *this, const char *method, zend_string *sql, HashTable *values, times *t,
    uint32_t times_arg, zval *return_value)
{
	zval connection;
	mynd_pool_object *self = pool_in(this);
	if (begin_use(self, t, times_arg, &connection)) {
		mynd_pool_run_statement(method, Z_OBJ(connection), sql, values, return_value);
		end_use(self, t, &connection);
	}
}

ZEND_METHOD(Mynd_Pool, query)
{
	zend_string *sql;
	times t = NO_TIMES;
	ZEND_PARSE_PARAMETERS_START(1, 3)
	Z_PARAM_STR(sql)
	Z_PARAM_OPTIONAL
	Z_PARAM_DOUBLE_OR_NULL(t.limit, t.no_limit)
	Z_PARAM_DOUBLE_OR_NULL(t.within, t.no_within)
	ZEND_PARSE_PARAMETERS_END();
	run_one(ZEND_THIS, "Mynd\\Pool::query()", sql, NULL, &t, 2, return_value);
}

ZEND_METHOD(Mynd_Pool, execute)
{
	zend_string *sql;
	HashTable *values = (HashTable *) &zend_empty_array;
	times t = NO_TIMES;
	ZEND_PARSE_PARAMETERS_START(1, 4)
	Z_PARAM_STR(sql)
	Z_PARAM_OPTIONAL
	Z_PARAM_ARRAY_HT(values)
	Z_PARAM_DOUBLE_OR_NULL(t.limit, t.no_limit)
	Z_PARAM_DOUBLE_OR_NULL(t.within, t.no_within)
	ZEND_PARSE_PARAMETERS_END();
	run_one(ZEND_THIS, "Mynd\\Pool::execute()", sql, values, &t, 3, return_value);
}

ZEND_METHOD(Mynd_Pool, close)
{
	double limit = 0;
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_DOUBLE(limit)
	ZEND_PARSE_PARAMETERS_END();
	mynd_pool_object *self = pool_in(ZEND_THIS);
	if (self == NULL || !read_limit(self, &limit, false, 1)) {
		RETURN_THROWS();
	}
	mynd_group_close(self->group);
	RETVAL_BOOL(mynd_group_wait_until_unused(self->group, limit));
}

ZEND_METHOD(Mynd_Pool, stats)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const mynd_pool_object *self = pool_in(ZEND_THIS);
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
	mynd_pool_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &pool_handlers;
	for (unsigned i = 0; i < MYND_POOL_FUNCTIONS; i++) {
		ZVAL_UNDEF(&self->functions[i]);
	}
	self->group = NULL;
	return &self->std;
}

static void pool_free(zend_object *object)
{
	mynd_pool_object *self = pool_of(object);
	if (self->group != NULL) {
		mynd_group_close(self->group);
		mynd_group_release(self->group);
		self->group = NULL;
	}
	for (unsigned i = 0; i < MYND_POOL_FUNCTIONS; i++) {
		zval_ptr_dtor(&self->functions[i]);
	}
	zend_object_std_dtor(object);
}

static HashTable *pool_gc(zend_object *object, zval **table, int *n)
{
	*table = pool_of(object)->functions;
	*n = MYND_POOL_FUNCTIONS;
	return zend_std_get_properties(object);
}

void mynd_pool_startup(zend_class_entry *pool, zend_class_entry *exhausted)
{
	mynd_pool_exhausted_ce = exhausted;
	pool->create_object = pool_create;
	memcpy(&pool_handlers, &std_object_handlers, sizeof pool_handlers);
	pool_handlers.offset = offsetof(mynd_pool_object, std);
	pool_handlers.free_obj = pool_free;
	pool_handlers.get_gc = pool_gc;
	pool_handlers.clone_obj = NULL;
}
