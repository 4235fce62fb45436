/*
 * Rows that become PHP values: the functions of the test extension that need no store.
 */
#include "rows_test.h"
#include "rows/columns.h"
#include "zend_strtod.h"

#define all rows_all

PHP_FUNCTION(rows_build)
{
	rows_arguments a;
	if (!rows_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	int rc = mynd_row_build(all.columns, &a.row, false, (mynd_shape) a.number, return_value);
	rows_row_free(&a.row);
	if (rc != MYND_OK) {
		ZEND_ASSERT(Z_TYPE_P(return_value) == IS_UNDEF);
		RETURN_FALSE;
	}
}

PHP_FUNCTION(rows_column)
{
	rows_arguments a;
	if (!rows_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	int rc = mynd_row_column(all.columns, &a.row, false, (uint32_t) a.number, return_value);
	rows_row_free(&a.row);
	if (rc != MYND_OK) {
		RETURN_FALSE;
	}
}

/* rows_values($cells, 0, $large, $tail): the values, as a list that the test makes */
PHP_FUNCTION(rows_values)
{
	rows_arguments a;
	if (!rows_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	uint32_t count = mynd_columns_count(all.columns);
	zval *values = safe_emalloc(count, sizeof *values, 0);
	int rc = mynd_row_values(all.columns, &a.row, false, values);
	rows_row_free(&a.row);
	array_init(return_value);
	for (uint32_t i = 0; rc == MYND_OK && i < count; i++) {
		add_next_index_zval(return_value, &values[i]);
	}
	efree(values);
	if (rc != MYND_OK) {
		zval_ptr_dtor(return_value);
		RETURN_FALSE;
	}
}

/* rows_single(float $value, int $decimals): the value of a FLOAT; and as the engine prints and reads it */
PHP_FUNCTION(rows_single)
{
	double value;
	zend_long decimals;
	char text[512];
	ZEND_PARSE_PARAMETERS_START(2, 2)
	Z_PARAM_DOUBLE(value)
	Z_PARAM_LONG(decimals)
	ZEND_PARSE_PARAMETERS_END();
	if (decimals >= 31) {
		zend_gcvt((float) value, 6, '.', 'e', text);
	} else {
		snprintf(text, sizeof text, "%.*F", (int) decimals, (float) value);
	}
	array_init(return_value);
	add_next_index_double(return_value, mynd_single_value((float) value, (uint8_t) decimals));
	add_next_index_double(return_value, zend_strtod(text, NULL));
}

/*
 * rows_singles($from, $step, $count, $decimals): of so many floats, by their bits, the first whose value is
 * another; or null
 */
PHP_FUNCTION(rows_singles)
{
	zend_long from, step, count, decimals;
	char text[512];
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "llll", &from, &step, &count, &decimals) != SUCCESS) {
		RETURN_THROWS();
	}
	for (zend_long i = 0; i < count; i++) {
		uint32_t bits = (uint32_t) (from + i * step);
		float single;
		memcpy(&single, &bits, sizeof single);
		if (!zend_finite(single)) {
			continue;
		}
		if (decimals >= 31) {
			zend_gcvt(single, 6, '.', 'e', text);
		} else {
			snprintf(text, sizeof text, "%.*F", (int) decimals, single);
		}
		double is = mynd_single_value(single, (uint8_t) decimals), should = zend_strtod(text, NULL);
		if (memcmp(&is, &should, sizeof is) != 0) {
			RETURN_LONG(bits);
		}
	}
}

PHP_FUNCTION(rows_lengths)
{
	rows_arguments a;
	if (!rows_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	uint32_t count = mynd_columns_count(all.columns);
	zend_ulong *lengths = safe_emalloc(count, sizeof *lengths, 0);
	int rc = mynd_row_lengths(all.columns, &a.row, lengths);
	mynd_row_drop(all.columns, &a.row);
	rows_row_free(&a.row);
	array_init(return_value);
	for (uint32_t i = 0; rc == MYND_OK && i < count; i++) {
		add_next_index_long(return_value, (zend_long) lengths[i]);
	}
	efree(lengths);
}

PHP_FUNCTION(rows_check)
{
	rows_arguments a;
	if (!rows_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	int rc = mynd_row_check(all.columns, &a.row);
	mynd_row_drop(all.columns, &a.row);
	rows_row_free(&a.row);
	RETURN_BOOL(rc == MYND_OK);
}

/* rows_fault($cells, 0, $large, $tail): why it is no row, in stock's words */
PHP_FUNCTION(rows_fault)
{
	rows_arguments a;
	if (!rows_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	const char *fault = mynd_row_fault(all.columns, &a.row);
	mynd_row_drop(all.columns, &a.row);
	rows_row_free(&a.row);
	RETURN_STRING(fault);
}

/*
 * rows_list(array $rows, $shape, $large, $go_on): a list built by mynd_row_append; false if a row was none,
 * unless it goes on
 */
PHP_FUNCTION(rows_list)
{
	zval *cells;
	HashTable *rows;
	zend_long shape, large = ZEND_LONG_MAX;
	bool go_on = false;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "hl|lb", &rows, &shape, &large, &go_on) != SUCCESS) {
		RETURN_THROWS();
	}
	array_init(return_value);
	zend_hash_real_init_packed(Z_ARRVAL_P(return_value));
	ZEND_HASH_FOREACH_VAL (rows, cells) {
		mynd_row row = rows_row_of(cells, large, NULL);
		int rc = mynd_row_append(all.columns, &row, false, (mynd_shape) shape, return_value);
		rows_row_free(&row);
		if (rc != MYND_OK && !go_on) {
			zval_ptr_dtor(return_value);
			RETURN_FALSE;
		}
	}
	ZEND_HASH_FOREACH_END();
}
