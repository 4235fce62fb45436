/*
 * Objects whose readonly properties are made when they are first read, because most interceptors read few of
 * them.
 *
 * Always true: a property's slot is IS_UNDEF until the property is first read, and has the value from then
 * on, so that the engine's standard handlers find it there.
 */
#include "intercept.h"

static const mynd_lazy_class *class_of(const zend_object *object)
{
	return (const mynd_lazy_class *) object->handlers;
}

static void fill_one(zend_object *object, const zend_property_info *info)
{
	uint32_t number = OBJ_PROP_TO_NUM(info->offset);
	zval *place = OBJ_PROP_NUM(object, number);
	if (Z_TYPE_P(place) == IS_UNDEF) {
		class_of(object)->make(object, number, place);
	}
}

/* Returns false if the class has no property of that name. */
static bool fill(zend_object *object, const zend_string *name)
{
	const zend_property_info *info = zend_hash_find_ptr(&object->ce->properties_info, (zend_string *) name);
	if (info != NULL) {
		fill_one(object, info);
	}
	return info != NULL;
}

/* Returns today's name of a property that is asked for by its former one, or NULL. */
static zend_string *name_of_today(const zend_object *object, const zend_string *name)
{
	for (const mynd_former_name *f = class_of(object)->former; f->name != NULL; f++) {
		if (zend_string_equals_cstr(name, f->name, strlen(f->name))) {
			return zend_string_init(f->today, strlen(f->today), false);
		}
	}
	return NULL;
}

/* Reads a property by its former name. The value is copied: an error handler may free the object. */
static zval *read_by_former_name(zend_object *object, const zend_string *name, zend_string *today, zval *rv)
{
	const char *class = ZSTR_VAL(object->ce->name);
	GC_ADDREF(object);
	zend_error(E_DEPRECATED, "Property %s::$%s is deprecated, use %s::$%s instead", class, ZSTR_VAL(name),
	    class, ZSTR_VAL(today));
	ZVAL_UNDEF(rv);
	if (!EG(exception)) {
		fill(object, today);
		ZVAL_COPY(rv, zend_std_read_property(object, today, BP_VAR_R, NULL, rv));
	}
	zend_string_release(today);
	OBJ_RELEASE(object);
	return Z_ISUNDEF_P(rv) ? &EG(uninitialized_zval) : rv;
}

static void fill_all(zend_object *object)
{
	const zend_property_info *info;
	ZEND_HASH_FOREACH_PTR(&object->ce->properties_info, info)
	{
		fill_one(object, info);
	}
	ZEND_HASH_FOREACH_END();
}

/*
 * Returns the property that the engine has found at this place of the program before, or NULL if it has not,
 * or the property has no value.
 */
static zval *read_known(zend_object *object, void **cache_slot)
{
	if (cache_slot == NULL || CACHED_PTR_EX(cache_slot) != object->ce) {
		return NULL;
	}
	uintptr_t offset = (uintptr_t) CACHED_PTR_EX(cache_slot + 1);
	if (!IS_VALID_PROPERTY_OFFSET(offset)) {
		return NULL;
	}
	zval *place = OBJ_PROP(object, offset);
	if (Z_TYPE_P(place) == IS_UNDEF) {
		class_of(object)->make(object, OBJ_PROP_TO_NUM(offset), place);
	}
	return Z_TYPE_P(place) == IS_UNDEF ? NULL : place;
}

static zval *read_property(zend_object *object, zend_string *name, int type, void **cache_slot, zval *rv)
{
	zval *known = type == BP_VAR_R || type == BP_VAR_IS ? read_known(object, cache_slot) : NULL;
	if (EXPECTED(known != NULL)) {
		return known;
	}
	if (!fill(object, name)) {
		zend_string *today = name_of_today(object, name);
		if (today != NULL) {
			return read_by_former_name(object, name, today, rv);
		}
	}
	return zend_std_read_property(object, name, type, cache_slot, rv);
}

static zval *get_property_ptr_ptr(zend_object *object, zend_string *name, int type, void **cache_slot)
{
	fill(object, name);
	return zend_std_get_property_ptr_ptr(object, name, type, cache_slot);
}

static zval *write_property(zend_object *object, zend_string *name, zval *value, void **cache_slot)
{
	fill(object, name);
	return zend_std_write_property(object, name, value, cache_slot);
}

static void unset_property(zend_object *object, zend_string *name, void **cache_slot)
{
	fill(object, name);
	zend_std_unset_property(object, name, cache_slot);
}

static int check_property(zend_object *object, zend_string *name, int kind, void **cache_slot)
{
	if (!fill(object, name)) {
		zend_string *today = name_of_today(object, name);
		if (today != NULL) {
			fill(object, today);
			int has = zend_std_has_property(object, today, kind, NULL);
			zend_string_release(today);
			return has;
		}
	}
	return zend_std_has_property(object, name, kind, cache_slot);
}

static HashTable *get_properties(zend_object *object)
{
	fill_all(object);
	return zend_std_get_properties(object);
}

static int compare(zval *a, zval *b)
{
	if (Z_TYPE_P(a) == IS_OBJECT && Z_TYPE_P(b) == IS_OBJECT && Z_OBJCE_P(a) == Z_OBJCE_P(b)) {
		fill_all(Z_OBJ_P(a));
		fill_all(Z_OBJ_P(b));
	}
	return zend_std_compare_objects(a, b);
}

void mynd_lazy_class_init(
    mynd_lazy_class *class, size_t offset, mynd_make_property make, const mynd_former_name *former)
{
	zend_object_handlers *handlers = &class->handlers;
	memcpy(handlers, &std_object_handlers, sizeof *handlers);
	handlers->offset = (int) offset;
	handlers->clone_obj = NULL;
	handlers->read_property = read_property;
	handlers->get_property_ptr_ptr = get_property_ptr_ptr;
	handlers->write_property = write_property;
	handlers->unset_property = unset_property;
	handlers->has_property = check_property;
	handlers->get_properties = get_properties;
	handlers->compare = compare;
	class->make = make;
	class->former = former;
}

void mynd_lazy_count(zval *out, uint64_t value)
{
	if (value == (uint64_t) -1) {
		ZVAL_LONG(out, -1);
	} else if (value <= ZEND_LONG_MAX) {
		ZVAL_LONG(out, (zend_long) value);
	} else {
		ZVAL_STR(out, zend_u64_to_str(value));
	}
}
