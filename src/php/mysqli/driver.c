/*
 * The class mysqli_driver: the report mode as a property, and the client's name and version.
 */
#include "mysqli.h"

#define DRIVER_VERSION 101009 /* stock's number, which never changes */

zend_class_entry *mysqli_driver_ce;
mysqli_class mysqli_driver_class;

static mysqli_state always(const zend_object *object)
{
	return MYSQLI_CONNECTED;
}

bool mysqli_read_client_info(zend_object *object, zval *out, bool quiet)
{
	ZVAL_STRING(out, mynd_client_info());
	return true;
}

bool mysqli_read_client_version(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, mynd_client_version());
	return true;
}

/*
 * For isset() and var_dump(), driver_version does not exist, because reading it raises a deprecation message.
 */
static bool read_driver_version(zend_object *object, zval *out, bool quiet)
{
	if (quiet) {
		return false;
	}
	zend_error(E_DEPRECATED, "The driver_version property is deprecated");
	ZVAL_LONG(out, DRIVER_VERSION);
	return !EG(exception);
}

static bool read_report_mode(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, MYND_G(report_mode));
	return true;
}

/* Checks the value as PHP checks a declared property: strictly if the caller uses strict types. */
static void write_report_mode(zend_object *object, zval *value)
{
	zend_property_info *info =
	    zend_hash_str_find_ptr(&mysqli_driver_ce->properties_info, ZEND_STRL("report_mode"));
	zval mode;
	ZVAL_COPY_DEREF(&mode, value);
	bool strict = EG(current_execute_data) && ZEND_CALL_USES_STRICT_TYPES(EG(current_execute_data));
	if (zend_verify_property_type(info, &mode, strict)) {
		MYND_G(report_mode) = Z_LVAL(mode);
	}
	zval_ptr_dtor(&mode);
}

static const mysqli_property properties[] = {
    {ZEND_STRL("client_info"), MYSQLI_CLOSED, false, mysqli_read_client_info, NULL},
    {ZEND_STRL("client_version"), MYSQLI_CLOSED, false, mysqli_read_client_version, NULL},
    {ZEND_STRL("driver_version"), MYSQLI_CLOSED, false, read_driver_version, NULL},
    {ZEND_STRL("report_mode"), MYSQLI_CLOSED, false, read_report_mode, write_report_mode},
    {0},
};

static zend_object *create(zend_class_entry *ce)
{
	zend_object *object = zend_objects_new(ce);
	object_properties_init(object, ce);
	object->handlers = &mysqli_driver_class.handlers;
	return object;
}

void mysqli_driver_startup(zend_class_entry *ce)
{
	mysqli_driver_ce = ce;
	mysqli_class_init(&mysqli_driver_class, properties, always);
	ce->create_object = create;
#if PHP_VERSION_ID >= 80300
	ce->default_object_handlers = &mysqli_driver_class.handlers;
#endif
}
