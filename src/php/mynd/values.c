/* Implements values.h. */
#include "values.h"

#include <inttypes.h>

int mynd_named_read(const char *function, zend_object *pdo, zend_string *sql, mynd_pdo_named *named)
{
	*named = (mynd_pdo_named){.text = NULL};
	if (pdo == NULL) {
		named->text = zend_string_copy(sql);
		return MYND_OK;
	}
	int rc = mynd_pdo_name_placeholders(pdo, sql, named);
	if (rc == MYND_MORE) {
		zend_value_error("%s: a text must have names or question marks, not both", function);
	}
	return rc;
}

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

zval *mynd_named_value(HashTable *values, const zend_string *name)
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
		zval *value = mynd_named_value(values, named->names[i]);
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

bool mynd_values_to_arguments(HashTable *list, mysqli_arguments *arguments)
{
	mysqli_binding *binding = mysqli_binding_of_values(list);
	bool made = mysqli_arguments_make(arguments, binding);
	mysqli_binding_release(binding);
	return made;
}
