/*
 * Properties whose values come from functions: the handlers that all classes of mysqli share.
 *
 * The properties are declared, typed, and never initialised. Reading a property calls its function in the
 * table of the class; so do var_dump() and isset(). Casts, get_object_vars() and serialize() read the slots
 * of the object itself, which are empty. Both are as in stock.
 */
#include "mysqli.h"

static const mysqli_class *class_of(const zend_object *object)
{
	return (const mysqli_class *) object->handlers;
}

static const mysqli_property *find(const zend_object *object, const zend_string *name)
{
	for (const mysqli_property *p = class_of(object)->properties; p->name != NULL; p++) {
		if (zend_string_equals_cstr(name, p->name, p->len)) {
			return p;
		}
	}
	return NULL;
}

/* Returns false if the property cannot be read now; an Error was thrown unless `quiet`. */
static bool check_readable(zend_object *object, const mysqli_property *property, bool quiet)
{
	mysqli_state state = class_of(object)->state(object);
	if (state >= property->needs) {
		return true;
	}
	if (quiet) {
		return false;
	}
	if (state == MYSQLI_CLOSED && !property->vague_when_closed) {
		zend_throw_error(NULL, "%s object is already closed", ZSTR_VAL(object->ce->name));
	} else {
		zend_throw_error(NULL, "Property access is not allowed yet");
	}
	return false;
}

/* Counts a reference to the object during the read, which may wait, because the engine counts none. */
static bool read_value(zend_object *object, const mysqli_property *property, zval *out, bool quiet)
{
	GC_ADDREF(object);
	bool has = check_readable(object, property, quiet) && property->read(object, out, quiet);
	OBJ_RELEASE(object);
	return has;
}

static zval *read_property(zend_object *object, zend_string *name, int type, void **cache_slot, zval *rv)
{
	const mysqli_property *property = find(object, name);
	if (property == NULL) {
		return zend_std_read_property(object, name, type, cache_slot, rv);
	}
	return read_value(object, property, rv, type == BP_VAR_IS) ? rv : &EG(uninitialized_zval);
}

static zval *write_property(zend_object *object, zend_string *name, zval *value, void **cache_slot)
{
	const mysqli_property *property = find(object, name);
	if (property == NULL) {
		return zend_std_write_property(object, name, value, cache_slot);
	}
	if (property->write == NULL) {
		zend_throw_error(
		    NULL, "Cannot write read-only property %s::$%s", ZSTR_VAL(object->ce->name), ZSTR_VAL(name));
	} else {
		property->write(object, value);
	}
	return value;
}

static int check_property(zend_object *object, zend_string *name, int kind, void **cache_slot)
{
	const mysqli_property *property = find(object, name);
	if (property == NULL) {
		return zend_std_has_property(object, name, kind, cache_slot);
	}
	if (kind == ZEND_PROPERTY_EXISTS) {
		return 1;
	}
	zval value;
	if (!read_value(object, property, &value, true)) {
		return 0;
	}
	int has = kind == ZEND_PROPERTY_NOT_EMPTY ? zend_is_true(&value) : Z_TYPE(value) != IS_NULL;
	zval_ptr_dtor(&value);
	return has;
}

static HashTable *get_debug_info(zend_object *object, int *is_temporary)
{
	HashTable *info = zend_new_array(0);
	for (const mysqli_property *p = class_of(object)->properties; p->name != NULL; p++) {
		zval value;
		if (read_value(object, p, &value, true)) {
			zend_hash_str_add_new(info, p->name, p->len, &value);
		}
	}
	*is_temporary = 1;
	return info;
}

void mysqli_class_init(
    mysqli_class *class, const mysqli_property *properties, mysqli_state (*state)(const zend_object *object))
{
	memcpy(&class->handlers, &std_object_handlers, sizeof class->handlers);
	class->handlers.clone_obj = NULL;
	class->handlers.read_property = read_property;
	class->handlers.write_property = write_property;
	class->handlers.has_property = check_property;
	class->handlers.get_debug_info = get_debug_info;
	class->properties = properties;
	class->state = state;
}
