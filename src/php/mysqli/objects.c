/*
 * The objects of connections and results: how they are made and freed, and how a function of mysqli gets the
 * link or the result of an object.
 *
 * Always true: an object owns one reference to its link or its result; an object without one is closed. A
 * result does not keep its mysqli object alive: when that object is freed, its connection is closed, and
 * unread rows of its results are lost. For connections of the host "p:..." see mynd_pool_let_go_last().
 */
#include "mysqli.h"

zend_class_entry *mysqli_link_ce, *mysqli_result_ce;
mysqli_class mysqli_link_class, mysqli_result_class;

/* --- links --- */

static mysqli_state link_state(const zend_object *object)
{
	const mysqli_link_object *self = mysqli_link_object_of(object);
	if (self->link == NULL) {
		return MYSQLI_CLOSED;
	}
	return self->connected ? MYSQLI_CONNECTED : MYSQLI_INITIALIZED;
}

void mysqli_link_open(mysqli_link_object *self)
{
	self->link = mynd_link_open("mysqli");
	self->connected = self->hollow = self->tls_wanted = self->multi_statements = self->takes_turns = false;
}

void mysqli_link_shut(mysqli_link_object *self, mynd_close_reason reason)
{
	mynd_link *link = self->link;
	if (link == NULL) {
		return;
	}
	self->link = NULL;
	self->connected = false;
	mynd_pool_let_go_last(link, reason);
}

/*
 * Afterwards the object behaves as after a lost connection: each command fails with 2006, so programs
 * reconnect.
 */
void mysqli_link_give_up(zend_object *object)
{
	mysqli_link_object *self = mysqli_link_object_of(object);
	mynd_link *link = self->link;
	self->link = mynd_link_new_after(link);
	mynd_pool_let_go(link, MYND_CLOSE_IMPLICIT);
}

void mysqli_link_hand_back(zend_object *object)
{
	if (mysqli_link_ce == NULL || !instanceof_function(object->ce, mysqli_link_ce)) {
		return;
	}
	mysqli_link_object *self = mysqli_link_object_of(object);
	if (self->connected && mynd_pool_takes_back(self->link)) {
		mysqli_link_give_up(object);
	}
}

static void link_free(zend_object *object)
{
	mysqli_link_object *self = mysqli_link_object_of(object);
	if (self->connected) {
		mynd_link_probe_later(self->link);
	}
	mysqli_link_shut(self, MYND_CLOSE_IMPLICIT);
	zend_object_std_dtor(object);
}

static zend_object *link_create(zend_class_entry *ce)
{
	mysqli_link_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &mysqli_link_class.handlers;
	return &self->std;
}

/* --- results --- */

static mysqli_state result_state(const zend_object *object)
{
	return mysqli_result_object_of(object)->result == NULL ? MYSQLI_CLOSED : MYSQLI_CONNECTED;
}

void mysqli_result_end(mynd_result *result, bool explicit_free)
{
	mynd_link *link = mynd_pool_outlived(mynd_result_link(result));
	if (UNEXPECTED(link != NULL)) {
		mynd_link_addref(link);
	}
	if (explicit_free) {
		mynd_result_free(result, true);
	} else {
		mynd_result_abandon(result);
	}
	if (UNEXPECTED(link != NULL)) {
		mynd_pool_look_for_users(link);
		mynd_link_release(link);
	}
}

static void result_free(zend_object *object)
{
	mysqli_result_object *self = mysqli_result_object_of(object);
	if (self->result != NULL) {
		mysqli_result_end(self->result, false);
		self->result = NULL;
	}
	zend_object_std_dtor(object);
}

static zend_object *result_create(zend_class_entry *ce)
{
	mysqli_result_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &mysqli_result_class.handlers;
	return &self->std;
}

void mysqli_result_wrap(zval *out, mynd_result *result)
{
	object_init_ex(out, mysqli_result_ce);
	mysqli_result_object_of(Z_OBJ_P(out))->result = result;
}

/* --- the object of a call --- */

mysqli_link_object *mysqli_link_in(zval *self, mysqli_state needed)
{
	zend_object *object = Z_OBJ_P(self);
	mysqli_state state = link_state(object);
	if (state >= needed) {
		return mysqli_link_object_of(object);
	}
	bool closed = state == MYSQLI_CLOSED && !mysqli_link_object_of(object)->hollow;
	zend_throw_error(NULL, "%s object is %s", ZSTR_VAL(object->ce->name),
	    closed ? "already closed" : "not fully initialized");
	return NULL;
}

mysqli_link_object *mysqli_link_and_text(INTERNAL_FUNCTION_PARAMETERS, char **text, size_t *len)
{
	zval *object = mysqli_object_and_text(execute_data, text, len);
	if (object == NULL && zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Os",
	                          &object, mysqli_link_ce, text, len) == FAILURE) {
		return NULL;
	}
	return mysqli_link_in(object, MYSQLI_CONNECTED);
}

mysqli_result_object *mysqli_result_live(zval *self)
{
	zend_object *object = Z_OBJ_P(self);
	if (mysqli_result_object_of(object)->result != NULL) {
		return mysqli_result_object_of(object);
	}
	zend_throw_error(NULL, "%s object is already closed", ZSTR_VAL(object->ce->name));
	return NULL;
}

zval *mysqli_only_object(zend_execute_data *call, const mysqli_class *class)
{
	if (Z_TYPE(call->This) == IS_OBJECT) {
		return ZEND_CALL_NUM_ARGS(call) == 0 ? &call->This : NULL;
	}
	if (ZEND_CALL_NUM_ARGS(call) != 1) {
		return NULL;
	}
	zval *argument = ZEND_CALL_ARG(call, 1);
	return Z_TYPE_P(argument) == IS_OBJECT && Z_OBJ_HT_P(argument) == &class->handlers ? argument : NULL;
}

mysqli_link_object *mysqli_link_alone(INTERNAL_FUNCTION_PARAMETERS)
{
	zval *self = mysqli_only_object(execute_data, &mysqli_link_class);
	if (self == NULL && zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O", &self,
	                        mysqli_link_ce) == FAILURE) {
		return NULL;
	}
	return mysqli_link_in(self, MYSQLI_CONNECTED);
}

mysqli_result_object *mysqli_result_alone(INTERNAL_FUNCTION_PARAMETERS)
{
	zval *self = mysqli_only_object(execute_data, &mysqli_result_class);
	if (self == NULL && zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O", &self,
	                        mysqli_result_ce) == FAILURE) {
		return NULL;
	}
	return mysqli_result_live(self);
}

mynd_link *mynd_link_of_object(zend_object *object, uint32_t arg)
{
	if (object->handlers != &mysqli_link_class.handlers) {
		zend_argument_type_error(arg, "must be a connection of mynd, %s given", ZSTR_VAL(object->ce->name));
		return NULL;
	}
	mynd_link *link = mysqli_link_object_of(object)->link;
	if (link == NULL) {
		zend_throw_error(NULL, "%s object is already closed", ZSTR_VAL(object->ce->name));
	}
	return link;
}

/* --- module start --- */

void mysqli_own_objects(
    zend_class_entry *ce, mysqli_class *class, zend_object *(*create)(zend_class_entry *) )
{
	ce->create_object = create;
#if PHP_VERSION_ID >= 80300
	ce->default_object_handlers = &class->handlers;
#else
	(void) class;
#endif
}

void mysqli_objects_startup(void)
{
	mysqli_class_init(&mysqli_link_class, mysqli_link_properties, link_state);
	mysqli_link_class.handlers.offset = offsetof(mysqli_link_object, std);
	mysqli_link_class.handlers.free_obj = link_free;
	mysqli_own_objects(mysqli_link_ce, &mysqli_link_class, link_create);

	mysqli_class_init(&mysqli_result_class, mysqli_result_properties, result_state);
	mysqli_result_class.handlers.offset = offsetof(mysqli_result_object, std);
	mysqli_result_class.handlers.free_obj = result_free;
	mysqli_own_objects(mysqli_result_ce, &mysqli_result_class, result_create);
	mysqli_result_ce->get_iterator = mysqli_result_get_iterator;
}
