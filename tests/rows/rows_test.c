/*
 * A PHP extension that feeds rows into src/rows, so that PHP programs can test it: functions over one set of
 * columns and one store, both in globals. Never shipped.
 *
 * Here: the module, columns, counts. Not here: rows (rows_values.c), the store (rows_store.c), packing
 * (rows_pack.c), sessions (rows_session.c), times (rows_bench.c).
 */
#include "rows_test.h"
#include "rows/columns.h"

rows_globals rows_all;
#define all rows_all

/* --- columns --- */

static mynd_slice slice_of(HashTable *definition, const char *key)
{
	zval *value = zend_hash_str_find(definition, key, strlen(key));
	return value ? (mynd_slice){(uint8_t *) Z_STRVAL_P(value), Z_STRLEN_P(value)} : (mynd_slice){0};
}

static zend_long long_of(HashTable *definition, const char *key, zend_long otherwise)
{
	zval *value = zend_hash_str_find(definition, key, strlen(key));
	return value ? Z_LVAL_P(value) : otherwise;
}

void rows_free_all(void)
{
	if (all.store != NULL) {
		mynd_store_free(all.store);
		all.store = NULL;
	}
	if (all.columns != NULL) {
		mynd_columns_release(all.columns);
		all.columns = NULL;
		all.types = NULL;
	}
}

/* rows_columns(array $definitions, bool $binary = false): each has name, type, flags ... */
PHP_FUNCTION(rows_columns)
{
	HashTable *definitions;
	zval *definition;
	bool binary = false;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_ARRAY_HT(definitions)
	Z_PARAM_OPTIONAL
	Z_PARAM_BOOL(binary)
	ZEND_PARSE_PARAMETERS_END();
	rows_free_all();
	all.columns = mynd_columns_new(zend_hash_num_elements(definitions), &all.counts);
	if (binary) {
		mynd_columns_binary(all.columns);
		all.types = mynd_columns_types(all.columns);
	}
	ZEND_HASH_FOREACH_VAL (definitions, definition) {
		HashTable *d = Z_ARRVAL_P(definition);
		mynd_column column = {
		    .catalog = slice_of(d, "catalog"),
		    .schema = slice_of(d, "schema"),
		    .table = slice_of(d, "table"),
		    .org_table = slice_of(d, "org_table"),
		    .name = slice_of(d, "name"),
		    .org_name = slice_of(d, "org_name"),
		    .charset = (uint16_t) long_of(d, "charset", 45),
		    .length = (uint32_t) long_of(d, "length", 0),
		    .type = (uint8_t) long_of(d, "type", MYND_TYPE_VAR_STRING),
		    .flags = (uint16_t) long_of(d, "flags", 0),
		    .decimals = (uint8_t) long_of(d, "decimals", 0),
		};
		mynd_columns_add(all.columns, &column);
	}
	ZEND_HASH_FOREACH_END();
}

PHP_FUNCTION(rows_native)
{
	bool native;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_BOOL(native)
	ZEND_PARSE_PARAMETERS_END();
	mynd_columns_native(all.columns, native);
}

PHP_FUNCTION(rows_field)
{
	zend_long i;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(i)
	ZEND_PARSE_PARAMETERS_END();
	const mynd_field *field = mynd_columns_field(all.columns, (uint32_t) i);
	if (field == NULL) {
		RETURN_NULL();
	}
	array_init(return_value);
	add_assoc_str(return_value, "name", zend_string_copy(field->name));
	add_assoc_str(return_value, "org_name", zend_string_copy(field->org_name));
	add_assoc_str(return_value, "table", zend_string_copy(field->table));
	add_assoc_str(return_value, "org_table", zend_string_copy(field->org_table));
	add_assoc_str(return_value, "schema", zend_string_copy(field->schema));
	add_assoc_str(return_value, "catalog", zend_string_copy(field->catalog));
	add_assoc_long(return_value, "length", (zend_long) field->length);
	add_assoc_long(return_value, "charset", field->charset);
	add_assoc_long(return_value, "flags", field->flags);
	add_assoc_long(return_value, "type", field->type);
	add_assoc_long(return_value, "decimals", field->decimals);
}

/* The types from 245 on stand behind the small ones. */
static unsigned type_of_slot(unsigned slot)
{
	return slot >= MYND_TYPE_SLOT(MYND_TYPE_JSON) ? slot - MYND_TYPE_SLOT(MYND_TYPE_JSON) + MYND_TYPE_JSON
	                                              : slot;
}

/* rows_counts(): the counts since the last call; those by type as "text_<type>". */
PHP_FUNCTION(rows_counts)
{
	char key[32];
	if (all.columns != NULL) {
		mynd_columns_fold(all.columns);
	}
	array_init(return_value);
	for (unsigned slot = 0; slot < MYND_TYPE_SLOTS; slot++) {
		if (all.counts.text_by_type[slot] != 0) {
			snprintf(key, sizeof key, "text_%u", type_of_slot(slot));
			add_assoc_long(return_value, key, (zend_long) all.counts.text_by_type[slot]);
		}
	}
	for (unsigned slot = 0; slot < MYND_TYPE_SLOTS; slot++) {
		if (all.counts.binary_by_type[slot] != 0) {
			snprintf(key, sizeof key, "binary_%u", type_of_slot(slot));
			add_assoc_long(return_value, key, (zend_long) all.counts.binary_by_type[slot]);
		}
	}
	if (all.types != NULL) {
		add_assoc_long(return_value, "binary_null", (zend_long) all.counts.binary_null);
		add_assoc_long(return_value, "binary_bytes", (zend_long) all.counts.binary_bytes);
	}
	add_assoc_long(return_value, "null", (zend_long) all.counts.text_null);
	add_assoc_long(return_value, "bytes", (zend_long) all.counts.text_bytes);
	add_assoc_long(return_value, "saved", (zend_long) all.counts.copy_on_write_saved);
	add_assoc_long(return_value, "performed", (zend_long) all.counts.copy_on_write_performed);
	add_assoc_long(return_value, "allocations", (zend_long) all.counts.allocations);
	add_assoc_long(return_value, "allocated_bytes", (zend_long) all.counts.allocated_bytes);
	add_assoc_long(return_value, "frees", (zend_long) all.counts.frees);
	add_assoc_long(return_value, "freed_bytes", (zend_long) all.counts.freed_bytes);
	memset(&all.counts, 0, sizeof all.counts);
}

PHP_FUNCTION(rows_free)
{
	rows_free_all();
}

/* --- the module --- */

ZEND_BEGIN_ARG_INFO_EX(any_arguments, 0, 0, 0)
ZEND_ARG_VARIADIC_INFO(0, arguments)
ZEND_END_ARG_INFO()

#define ENTRY(name) PHP_FE(name, any_arguments)
static const zend_function_entry functions[] = {ROWS_FUNCTIONS(ENTRY) PHP_FE_END};
#undef ENTRY

/* After a bailout all request memory is gone, so nothing may point there any more. */
static PHP_RSHUTDOWN_FUNCTION(rowstest)
{
	if (!CG(unclean_shutdown)) {
		rows_free_all();
	}
	return SUCCESS;
}

zend_module_entry rowstest_module_entry = {STANDARD_MODULE_HEADER, "rowstest", functions, NULL, NULL, NULL,
    PHP_RSHUTDOWN(rowstest), NULL, "0", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(rowstest)
