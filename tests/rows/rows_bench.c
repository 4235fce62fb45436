/*
 * rows_bench(string $mode, int $shape, int $rows, int $rounds, array $cells): nanoseconds of CPU a row.
 *
 * The rows lie packed in memory, one behind the other as in a read buffer; `$cells` is a list of rows that repeats. Modes:
 *   list       all rows into one list (fetch_all, unbuffered), and the list freed
 *   build      the same without sharing
 *   loop       each row built and freed
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
	if (strcmp(mode, "loop") == 0 || strcmp(mode, "check") == 0) {
		return run_loop(s, count, strcmp(mode, "check") == 0);
	}
	return run_list(s, count, strcmp(mode, "list") == 0);
}

static mynd_columns *columns_for(uint32_t count, mynd_rows_counts *counts)
{
	mynd_columns *columns = mynd_columns_new(count, counts);
	for (uint32_t i = 0; i < count; i++) {
		char name[32];
		int len = snprintf(name, sizeof name, "column_%u", i);
		mynd_column column = {.name = {(uint8_t *) name, (size_t) len}, .type = MYND_TYPE_VAR_STRING};
		mynd_columns_add(columns, &column);
	}
	return columns;
}

PHP_FUNCTION(rows_bench)
{
	char *mode;
	size_t mode_len;
	zend_long shape, count, rounds;
	HashTable *samples;
	zval *sample;
	static mynd_rows_counts counts;
	if (zend_parse_parameters(
	        ZEND_NUM_ARGS(), "slllh", &mode, &mode_len, &shape, &count, &rounds, &samples) != SUCCESS) {
		RETURN_THROWS();
	}
	source s = {.count = zend_hash_num_elements(samples), .shape = (mynd_shape) shape};
	s.rows = safe_emalloc(s.count, sizeof(mynd_row), 0);
	smart_str bytes = {0};
	uint32_t n = 0, cells = 0;
	ZEND_HASH_FOREACH_VAL (samples, sample) {
		size_t before = bytes.s ? ZSTR_LEN(bytes.s) : 0;
		rows_pack(Z_ARRVAL_P(sample), ZEND_LONG_MAX, &counts, &bytes, &s.rows[n].has_large);
		s.rows[n++].len = ZSTR_LEN(bytes.s) - before;
		cells = zend_hash_num_elements(Z_ARRVAL_P(sample));
	}
	ZEND_HASH_FOREACH_END();
	const uint8_t *at = (uint8_t *) ZSTR_VAL(bytes.s);
	for (uint32_t i = 0; i < n; i++) {
		s.rows[i].data = at;
		at += s.rows[i].len;
	}
	s.columns = columns_for(cells, &counts);
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
