/*
 * Mynd\filter(), which puts PHP's stream filters on connections, and the Mynd\Filter that it returns.
 */
#include "filter.h"

#include "../mynd.h"

typedef struct filter_object {
	zend_ulong number;
	zend_object std;
} filter_object;

static zend_class_entry *filter_ce;
static zend_object_handlers filter_handlers;

static filter_object *filter_of(zend_object *object)
{
	return (filter_object *) ((char *) object - offsetof(filter_object, std));
}

static zend_object *filter_create(zend_class_entry *ce)
{
	filter_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &filter_handlers;
	self->number = 0;
	return &self->std;
}

void mynd_filter_startup(zend_class_entry *ce)
{
	filter_ce = ce;
	ce->create_object = filter_create;
	memcpy(&filter_handlers, &std_object_handlers, sizeof filter_handlers);
	filter_handlers.offset = offsetof(filter_object, std);
	filter_handlers.clone_obj = NULL;
}

ZEND_FUNCTION(Mynd_filter)
{
	zend_string *name;
	zval *params = NULL, none;
	zend_long direction = MYND_FILTERS_READ | MYND_FILTERS_WRITE;
	ZEND_PARSE_PARAMETERS_START(1, 3)
	Z_PARAM_STR(name)
	Z_PARAM_OPTIONAL
	Z_PARAM_ZVAL(params)
	Z_PARAM_LONG(direction)
	ZEND_PARSE_PARAMETERS_END();
	if (mynd_refuses_hooks()) {
		RETURN_THROWS();
	}
	if (!mynd_filters_are_known(name)) {
		zend_argument_value_error(
		    1, "must be the name of a stream filter, there is no \"%s\"", ZSTR_VAL(name));
		RETURN_THROWS();
	}
	if (direction < MYND_FILTERS_READ || direction > (MYND_FILTERS_READ | MYND_FILTERS_WRITE)) {
		zend_argument_value_error(3, "must be STREAM_FILTER_READ, STREAM_FILTER_WRITE, or both");
		RETURN_THROWS();
	}
	if (params == NULL) {
		ZVAL_NULL(&none);
		params = &none;
	}
	object_init_ex(return_value, filter_ce);
	filter_of(Z_OBJ_P(return_value))->number = mynd_filters_add(name, params, (unsigned) direction);
}

/* Private: a program cannot make a Filter itself. */
ZEND_METHOD(Mynd_Filter, __construct)
{
}

ZEND_METHOD(Mynd_Filter, remove)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(mynd_filters_remove(filter_of(Z_OBJ_P(ZEND_THIS))->number));
}
