/* Implements values.h. */
#include "values.h"

#include <inttypes.h>

void mynd_named_free(mynd_pdo_named *named)
{
	for (uint32_t i = 0; i < named->count; i++) {
		zend_string_release(named->names[i]);
	}
	if (named->names != NULL) {
		efree(named->names);
	}
	zend_string_release(named->text);
}

static zval *named_value(HashTable *values, const zend_string *name)
{
	zval *value = zend_symtable_str_find(values, ZSTR_VAL(name) + 1, ZSTR_LEN(name) - 1);
	return value != NULL ? value : zend_hash_str_find(values, ZSTR_VAL(name), ZSTR_LEN(name));
}

bool mynd_values_refuse_count(const char *function, uint32_t wanted, uint32_t present)
{
	zend_value_error("%s: a command must have as many values as parameters, %" PRIu32 " needed, %" PRIu32
	                 " present",
	    function, wanted, present);
	return false;
}

/* Returns the named values as a list in the order of the placeholders. Returns NULL if it threw. */
static HashTable *list_named(const char *function, const mynd_pdo_named *named, HashTable *values)
{
	HashTable *list = zend_new_array(named->count);
	for (uint32_t i = 0; i < named->count; i++) {
		zval *value = named_value(values, named->names[i]);
		if (value == NULL) {
			zend_value_error("%s: a command must have a value for each name, none for %s", function,
			    ZSTR_VAL(named->names[i]));
			zend_array_destroy(list);
			return NULL;
		}
		Z_TRY_ADDREF_P(value);
		zend_hash_next_index_insert_new(list, value);
	}
	if (zend_hash_num_elements(values) != named->different) {
		mynd_values_refuse_count(function, named->different, zend_hash_num_elements(values));
		zend_array_destroy(list);
		return NULL;
	}
	return list;
}

HashTable *mynd_values_list(const char *function, const mynd_pdo_named *named, HashTable *values)
{
	if (named->count > 0) {
		return list_named(function, named, values);
	}
	if (!zend_array_is_list(values)) {
		zend_type_error("%s: values without names must be a list", function);
		return NULL;
	}
	GC_TRY_ADDREF(values);
	return values;
}
