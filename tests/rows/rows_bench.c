/*
 * rows_bench(string $mode, int $shape, int $rows, int $rounds, array $cells, array $types, int $format):
 * nanoseconds of CPU a row.
 *
 * The rows lie packed in memory, one after the other as in a read buffer; `$cells` is a list of rows that
 * repeats. Formats: 0 text, 1 text to native numbers, 2 binary. Modes:
 *   list       all rows into one list (fetch_all, unbuffered), and the list freed
 *   build      the same without sharing
 *   loop       each row built and freed
 *   values     the values of each row, without an array, and freed
 *   store      all rows into a store, and the store freed
 *   store_list store, then all rows into one list
 *   store_loop store, then each row built and freed
 *   check      the rows are only walked over
 */
#include "rows_test.h"
#include <time.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

typedef struct source {
	mynd_columns *columns;
	mynd_row *rows;
	uint32_t count;
	mynd_shape shape;
} source;

static void start_list(zval *rows)
{
	array_init(rows);
	zend_hash_real_init_packed(Z_ARRVAL_P(rows));
}

static void append(source *s, const mynd_row *row, bool kept, bool sharing, zval *rows)
{
	if (sharing) {
		mynd_row_append(s->columns, row, kept, s->shape, rows);
	} else {
		zval built;
		mynd_row_build(s->columns, row, kept, s->shape, &built);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(rows), &built);
	}
}

static double run_list(source *s, zend_long count, bool sharing)
{
	zval rows;
	double start = now();
	start_list(&rows);
	for (zend_long i = 0, at = 0; i < count; i++, at = at + 1 == s->count ? 0 : at + 1) {
		append(s, &s->rows[at], false, sharing, &rows);
	}
	zval_ptr_dtor(&rows);
	return now() - start;
}

static double run_loop(source *s, zend_long count, bool check)
{
	double start = now();
	for (zend_long i = 0, at = 0; i < count; i++, at = at + 1 == s->count ? 0 : at + 1) {
		zval built;
		if (check) {
			mynd_row_check(s->columns, &s->rows[at]);
		} else {
			mynd_row_build(s->columns, &s->rows[at], false, s->shape, &built);
			zval_ptr_dtor(&built);
		}
	}
	return now() - start;
}

static double run_values(source *s, zend_long count)
{
	uint32_t columns = mynd_columns_count(s->columns);
	zval *values = safe_emalloc(columns, sizeof *values, 0);
	double start = now();
	for (zend_long i = 0, at = 0; i < count; i++, at = at + 1 == s->count ? 0 : at + 1) {
		mynd_row_values(s->columns, &s->rows[at], false, values);
		for (uint32_t n = 0; n < columns; n++) {
			zval_ptr_dtor(&values[n]);
		}
	}
	double time = now() - start;
	efree(values);
	return time;
}

static double run_store(source *s, zend_long count, bool to_list, bool loop)
{
	zval rows;
	mynd_row row;
	double start = now();
	mynd_store *store = mynd_store_new(s->columns);
	for (zend_long i = 0, at = 0; i < count; i++, at = at + 1 == s->count ? 0 : at + 1) {
		mynd_store_add(store, &s->rows[at]);
	}
	mynd_store_finish(store);
	start_list(&rows);
	while (to_list && mynd_store_next(store, &row)) {
		append(s, &row, true, true, &rows);
	}
	while (loop && mynd_store_next(store, &row)) {
		zval built;
		mynd_row_build(s->columns, &row, true, s->shape, &built);
		zval_ptr_dtor(&built);
	}
	mynd_store_free(store);
	zval_ptr_dtor(&rows);
	return now() - start;
}

static double run(const char *mode, source *s, zend_long count)
{
	if (strncmp(mode, "store", 5) == 0) {
		return run_store(s, count, strcmp(mode, "store_list") == 0, strcmp(mode, "store_loop") == 0);
	}
	if (strcmp(mode, "values") == 0) {
		return run_values(s, count);
	}
	if (strcmp(mode, "loop") == 0 || strcmp(mode, "check") == 0) {
		return run_loop(s, count, strcmp(mode, "check") == 0);
	}
	return run_list(s, count, strcmp(mode, "list") == 0);
}

static mynd_columns *columns_for(HashTable *types, zend_long format, mynd_rows_counts *counts)
{
	mynd_columns *columns = mynd_columns_new(zend_hash_num_elements(types), counts);
	zend_ulong i;
	zval *type;
	if (format == 2) {
		mynd_columns_binary(columns);
	}
	ZEND_HASH_FOREACH_NUM_KEY_VAL(types, i, type)
	{
		char name[32];
		int len = snprintf(name, sizeof name, "column_%u", (unsigned) i);
		mynd_column column = {
		    .name = {(uint8_t *) name, (size_t) len}, .type = (uint8_t) Z_LVAL_P(type), .decimals = 31};
		mynd_columns_add(columns, &column);
	}
	ZEND_HASH_FOREACH_END();
	mynd_columns_native(columns, format == 1);
	return columns;
}

PHP_FUNCTION(rows_bench)
{
	char *mode;
	size_t mode_len;
	zend_long shape, count, rounds, format;
	HashTable *samples, *types;
	zval *sample;
	static mynd_rows_counts counts;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "slllhhl", &mode, &mode_len, &shape, &count, &rounds, &samples,
	        &types, &format) != SUCCESS) {
		RETURN_THROWS();
	}
	source s = {.count = zend_hash_num_elements(samples), .shape = (mynd_shape) shape};
	s.rows = safe_emalloc(s.count, sizeof(mynd_row), 0);
	smart_str bytes = {0};
	uint32_t n = 0;
	s.columns = columns_for(types, format, &counts);
	ZEND_HASH_FOREACH_VAL (samples, sample) {
		size_t before = bytes.s ? ZSTR_LEN(bytes.s) : 0;
		rows_pack(Z_ARRVAL_P(sample), format == 2 ? mynd_columns_types(s.columns) : NULL, ZEND_LONG_MAX,
		    &counts, &bytes, &s.rows[n].has_large);
		s.rows[n++].len = ZSTR_LEN(bytes.s) - before;
	}
	ZEND_HASH_FOREACH_END();
	const uint8_t *at = (uint8_t *) ZSTR_VAL(bytes.s);
	for (uint32_t i = 0; i < n; i++) {
		s.rows[i].data = at;
		at += s.rows[i].len;
	}
	double best = 0;
	for (zend_long i = 0; i < rounds; i++) {
		double time = run(mode, &s, count);
		best = i == 0 || time < best ? time : best;
	}
	mynd_columns_release(s.columns);
	smart_str_free(&bytes);
	efree(s.rows);
	RETURN_DOUBLE(best / (double) count);
}
