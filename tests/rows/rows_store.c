/*
 * Memory and the store: the functions of the test extension that keep rows, and allocations that fail when
 * they are told to.
 */
#include "rows_test.h"
#include "rows/columns.h"

#define all rows_all

/* --- allocations that fail; the linker puts these before the room's own --- */

zend_long rows_fail_at = -1;

static bool fails_now(void)
{
	return rows_fail_at >= 0 && rows_fail_at-- == 0;
}

void *__real_mynd_try_emalloc(size_t size);
void *__wrap_mynd_try_emalloc(size_t size)
{
	return fails_now() ? NULL : __real_mynd_try_emalloc(size);
}

zend_string *__real_mynd_large_new(mynd_rows_counts *counts, size_t len);
zend_string *__wrap_mynd_large_new(mynd_rows_counts *counts, size_t len)
{
	return fails_now() ? NULL : __real_mynd_large_new(counts, len);
}

/* --- memory --- */

/* rows_try($size): whether it fits; the memory is freed again */
PHP_FUNCTION(rows_try)
{
	zend_long size;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(size)
	ZEND_PARSE_PARAMETERS_END();
	void *ptr = mynd_try_emalloc((size_t) size);
	if (ptr != NULL) {
		efree(ptr);
	}
	RETURN_BOOL(ptr != NULL);
}

/* rows_large($len): an allocator's string filled with "x", or null */
PHP_FUNCTION(rows_large)
{
	zend_long len;
	uint8_t *body;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(len)
	ZEND_PARSE_PARAMETERS_END();
	mynd_allocator allocator = mynd_rows_allocator(&all.counts);
	void *large = allocator.alloc(allocator.context, (size_t) len, &body);
	if (large == NULL) {
		RETURN_NULL();
	}
	memset(body, 'x', (size_t) len);
	RETURN_STR(large);
}

/* --- the store --- */

PHP_FUNCTION(store_new)
{
	if (all.store != NULL) {
		mynd_store_free(all.store);
	}
	all.store = mynd_store_new(all.columns);
}

/* store_add($cells, $times = 1, $large, $tail): "ok", "more" or "bad" */
PHP_FUNCTION(store_add)
{
	rows_arguments a;
	if (!rows_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	int rc = MYND_OK;
	for (zend_long i = 0; rc == MYND_OK && i < a.number; i++) {
		rc = mynd_store_add(all.store, &a.row);
	}
	if (rc == MYND_MORE && !a.row.has_large && mynd_store_add(all.store, &a.row) != MYND_MORE) {
		rc = -2; /* what did not fit does not fit a moment later */
	}
	rows_row_free(&a.row);
	RETURN_STRING(rc == MYND_OK ? "ok" : rc == MYND_MORE ? "more" : rc == MYND_BAD ? "bad" : "odd");
}

/* store_add_failing($cells, $large, $n): adds a row, and its allocation number $n (from 0) answers NULL */
PHP_FUNCTION(store_add_failing)
{
	zval *cells;
	zend_long large, n;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "zll", &cells, &large, &n) != SUCCESS) {
		RETURN_THROWS();
	}
	mynd_row row = rows_row_of(cells, large, NULL);
	rows_fail_at = n;
	int rc = mynd_store_add(all.store, &row);
	rows_fail_at = -1;
	rows_row_free(&row);
	RETURN_STRING(rc == MYND_OK ? "ok" : rc == MYND_MORE ? "more" : "bad");
}

/* store_part($least): a part is asked for; how many bytes it has, or 0: there is none */
PHP_FUNCTION(store_part)
{
	zend_long least;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(least)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_LONG((zend_long) mynd_store_part(all.store, (size_t) least).len);
}

PHP_FUNCTION(store_part_over)
{
	mynd_store_part_over(all.store);
}

PHP_FUNCTION(store_trim)
{
	mynd_store_trim(all.store);
}

/* store_finish($n = -1): the allocation number $n answers NULL */
PHP_FUNCTION(store_finish)
{
	zend_long n = -1;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "|l", &n) != SUCCESS) {
		RETURN_THROWS();
	}
	rows_fail_at = n;
	mynd_store_finish(all.store);
	rows_fail_at = -1;
}

PHP_FUNCTION(store_count)
{
	RETURN_LONG((zend_long) mynd_store_count(all.store));
}

PHP_FUNCTION(store_position)
{
	RETURN_LONG((zend_long) mynd_store_position(all.store));
}

PHP_FUNCTION(store_seek)
{
	zend_long position;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(position)
	ZEND_PARSE_PARAMETERS_END();
	mynd_store_seek(all.store, (uint64_t) position);
}

/* store_fetch($shape = 1): the next row, or null */
PHP_FUNCTION(store_fetch)
{
	zend_long shape = MYND_SHAPE_ASSOC;
	mynd_row row;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "|l", &shape) != SUCCESS) {
		RETURN_THROWS();
	}
	if (!mynd_store_next(all.store, &row)) {
		RETURN_NULL();
	}
	if (mynd_row_build(all.columns, &row, true, (mynd_shape) shape, return_value) != MYND_OK) {
		RETURN_FALSE;
	}
}

PHP_FUNCTION(store_column)
{
	zend_long i;
	mynd_row row;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(i)
	ZEND_PARSE_PARAMETERS_END();
	if (!mynd_store_next(all.store, &row)) {
		RETURN_FALSE;
	}
	mynd_row_column(all.columns, &row, true, (uint32_t) i, return_value);
}

PHP_FUNCTION(store_all)
{
	zend_long shape = MYND_SHAPE_ASSOC;
	mynd_row row;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "|l", &shape) != SUCCESS) {
		RETURN_THROWS();
	}
	array_init_size(return_value, (uint32_t) mynd_store_count(all.store));
	zend_hash_real_init_packed(Z_ARRVAL_P(return_value));
	while (mynd_store_next(all.store, &row)) {
		mynd_row_append(all.columns, &row, true, (mynd_shape) shape, return_value);
	}
}

/* The store's rows as bytes, as they are stored outside (captured_rows.c). NULL: they cannot be. */
static zend_string *rows_as_bytes(void)
{
	size_t size = mynd_store_size_as_bytes(all.store);
	if (size == SIZE_MAX) {
		return NULL;
	}
	zend_string *bytes = zend_string_alloc(size, 0);
	mynd_writer writer = mynd_writer_over((uint8_t *) ZSTR_VAL(bytes), size);
	ZSTR_VAL(bytes)[size] = '\0';
	if (mynd_store_write_bytes(all.store, &writer) != MYND_OK || mynd_writer_room(&writer) > 0) {
		php_error_docref(NULL, E_WARNING, "rows take not as many bytes as was said");
	}
	return bytes;
}

/* The store becomes one of these bytes, if they are rows. */
static int take_bytes(zend_string *bytes)
{
	mynd_store *replayed;
	mynd_slice rows = {(uint8_t *) ZSTR_VAL(bytes), ZSTR_LEN(bytes)};
	int rc = mynd_store_of_bytes(all.columns, bytes, rows, &replayed);
	if (rc == MYND_OK) {
		if (all.store != NULL) {
			mynd_store_free(all.store);
		}
		all.store = replayed;
	}
	return rc;
}

/* store_replay(): the store becomes one of its rows as bytes. False: it cannot. */
PHP_FUNCTION(store_replay)
{
	zend_string *bytes = rows_as_bytes();
	if (bytes == NULL) {
		RETURN_FALSE;
	}
	int rc = take_bytes(bytes);
	zend_string_release(bytes);
	RETURN_BOOL(rc == MYND_OK);
}

PHP_FUNCTION(store_bytes)
{
	zend_string *bytes = rows_as_bytes();
	if (bytes == NULL) {
		RETURN_FALSE;
	}
	RETURN_STR(bytes);
}

/* store_take($bytes, $n = -1): "ok", "more" or "bad"; its allocation number $n answers NULL */
PHP_FUNCTION(store_take)
{
	zend_string *bytes;
	zend_long n = -1;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "S|l", &bytes, &n) != SUCCESS) {
		RETURN_THROWS();
	}
	rows_fail_at = n;
	int rc = take_bytes(bytes);
	rows_fail_at = -1;
	RETURN_STRING(rc == MYND_OK ? "ok" : rc == MYND_MORE ? "more" : "bad");
}

PHP_FUNCTION(store_free)
{
	mynd_store_free(all.store);
	all.store = NULL;
}
