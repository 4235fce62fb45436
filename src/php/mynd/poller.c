/*
 * Mynd\Poller: one stream for all waits, for event loops that cannot watch many streams (src/net/poller.h).
 *
 * The poller's function is called at the beginning of a wait, with the number of the wait as its only
 * argument. The function suspends its fiber. When ready() has returned that number, the program resumes the
 * fiber, and the function returns.
 *
 * Always true: each wait has a reference to the object, so the object lives as long as its waits. At the end
 * of a request the engine frees the objects in spite of these references, but no wait returns after that.
 */
#include "callable.h"
#include "waiter.h"

#include <errno.h>
#include <string.h>

#include "../../net/poller.h"

typedef struct poller_object {
	zval waiter;
	mynd_poller *poller; /* NULL: the constructor has not run */
	zend_object std;
} poller_object;

static zend_class_entry *poller_ce;
static zend_object_handlers poller_handlers;

static poller_object *poller_of(const zend_object *object)
{
	return (poller_object *) ((char *) object - offsetof(poller_object, std));
}

/* Returns NULL if the constructor has not run; an exception was thrown then. */
static mynd_poller *poller_in(const zval *object)
{
	mynd_poller *poller = poller_of(Z_OBJ_P(object))->poller;
	if (poller == NULL) {
		zend_throw_error(NULL, "Mynd\\Poller: the constructor was not called");
	}
	return poller;
}

bool mynd_is_poller(const zval *value)
{
	return Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) == poller_ce &&
	       poller_of(Z_OBJ_P(value))->poller != NULL;
}

/* Returns as the poller's function does. */
static int suspend(const poller_object *self, const mynd_polled *wait)
{
	zval waiter, number;
	ZVAL_COPY_VALUE(&waiter, &self->waiter); /* the object has a reference */
	ZVAL_LONG(&number, (zend_long) mynd_polled_number(wait));
	return mynd_waiter_ask(&waiter, 1, &number);
}

int mynd_poller_wait(zend_object *object, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	const poller_object *self = poller_of(object);
	mynd_polled *wait = mynd_polled_begin(self->poller, fds, count, deadline);
	if (wait == NULL) {
		return MYND_WAIT_BLOCK;
	}
	int rc = suspend(self, wait);
	mynd_polled_end(wait, fds, count, rc == MYND_OK);
	return rc;
}

int mynd_poller_wait_for_call(zend_object *object, mynd_polled **polled, mynd_deadline deadline)
{
	const poller_object *self = poller_of(object);
	mynd_polled *wait = mynd_polled_begin_call(self->poller, polled, deadline);
	if (wait == NULL) {
		return MYND_WAIT_BLOCK;
	}
	int rc = suspend(self, wait);
	mynd_polled_end(wait, NULL, 0, false);
	return rc;
}

/* --- for programs --- */

/* Returns false if it threw. */
static bool begin(poller_object *self)
{
	if (self->poller != NULL) {
		zend_throw_error(NULL, "Mynd\\Poller: the constructor was called before");
		return false;
	}
	if (mynd_refuses_after_request()) {
		return false;
	}
	self->poller = mynd_poller_new();
	if (self->poller == NULL) {
		zend_throw_error(NULL, "Mynd\\Poller: no descriptor for it (%s)", strerror(errno));
	}
	return self->poller != NULL;
}

ZEND_METHOD(Mynd_Poller, __construct)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_FUNC(call, cache)
	ZEND_PARSE_PARAMETERS_END();
	poller_object *self = poller_of(Z_OBJ_P(ZEND_THIS));
	if (!begin(self)) {
		zend_release_fcall_info_cache(&cache);
		RETURN_THROWS();
	}
	mynd_keep_callable(&self->waiter, &call, &cache);
}

ZEND_METHOD(Mynd_Poller, stream)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const mynd_poller *poller = poller_in(ZEND_THIS);
	if (poller == NULL) {
		RETURN_THROWS();
	}
	zend_resource *stream = mynd_stream_of_descriptor(mynd_poller_fd(poller));
	GC_ADDREF(stream);
	RETURN_RES(stream);
}

ZEND_METHOD(Mynd_Poller, ready)
{
	uint64_t number;
	bool is_ready, again = false;
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_BOOL(again)
	ZEND_PARSE_PARAMETERS_END();
	mynd_poller *poller = poller_in(ZEND_THIS);
	if (poller == NULL) {
		RETURN_THROWS();
	}
	array_init(return_value);
	mynd_poller_look(poller);
	while (mynd_poller_next(poller, &number, &is_ready)) {
		add_index_bool(return_value, number, is_ready);
	}
	if (again && zend_hash_num_elements(Z_ARRVAL_P(return_value)) > 0) {
		mynd_poller_look_again(poller);
	}
}

/* --- life --- */

static zend_object *poller_create(zend_class_entry *ce)
{
	poller_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &poller_handlers;
	ZVAL_UNDEF(&self->waiter);
	self->poller = NULL;
	return &self->std;
}

static void poller_free(zend_object *object)
{
	poller_object *self = poller_of(object);
	if (self->poller != NULL) {
		mynd_poller_free(self->poller);
		self->poller = NULL;
	}
	zval_ptr_dtor(&self->waiter);
	zend_object_std_dtor(object);
}

static HashTable *poller_gc(zend_object *object, zval **table, int *n)
{
	*table = &poller_of(object)->waiter;
	*n = 1;
	return zend_std_get_properties(object);
}

void mynd_poller_startup(zend_class_entry *ce)
{
	poller_ce = ce;
	ce->create_object = poller_create;
	memcpy(&poller_handlers, &std_object_handlers, sizeof poller_handlers);
	poller_handlers.offset = offsetof(poller_object, std);
	poller_handlers.free_obj = poller_free;
	poller_handlers.get_gc = poller_gc;
	poller_handlers.clone_obj = NULL;
}
