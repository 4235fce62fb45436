/*
 * What the files of the test extension share: the one set of columns and the one store, packing rows.
 */
#ifndef ROWS_TEST_H
#define ROWS_TEST_H

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "php.h"
#include "zend_smart_str.h"
#include "src/rows/rows.h"

typedef struct rows_globals {
	mynd_rows_counts counts;
	mynd_columns *columns;
	const uint8_t *types; /* of columns of binary rows */
	mynd_store *store;
} rows_globals;

extern rows_globals rows_all;
extern zend_long rows_fail_at; /* the allocation that answers NULL, counted from 0; < 0: none */

void rows_free_all(void);

/*
 * Packs a list of strings and NULLs; for a binary row, of columns of these types, numbers as their bytes.
 * Cells from `large` bytes on become large cells of the allocator.
 */
void rows_pack(HashTable *cells, const uint8_t *types, zend_long large, mynd_rows_counts *counts,
    smart_str *to, bool *has_large);

/* The row of an argument, large cells from `large` bytes on; `tail` (or NULL) is added to its bytes. */
mynd_row rows_row_of(zval *cells, zend_long large, const zend_string *tail);
void rows_row_free(mynd_row *row);

typedef struct rows_arguments {
	mynd_row row;
	zend_long number; /* a shape or a column */
} rows_arguments;

/* ($cells, $number = 1, $large = PHP_INT_MAX, $tail = ''): false and an exception if they are none */
bool rows_arguments_of(zend_execute_data *execute_data, rows_arguments *arguments);

/* Every function that PHP programs see. */
/* clang-format off */
#define ROWS_FUNCTIONS(F) \
	F(rows_columns) F(rows_native) F(rows_field) F(rows_counts) F(rows_free) F(rows_build) \
	F(rows_column) F(rows_values) F(rows_single) F(rows_singles) F(rows_lengths) F(rows_check) \
	F(rows_fault) F(rows_list) F(rows_try) F(rows_large) F(rows_bench) F(store_new) F(store_add) \
	F(store_add_failing) F(store_part) F(store_part_over) F(store_trim) F(store_finish) F(store_count) \
	F(store_position) F(store_seek) F(store_fetch) F(store_column) F(store_all) F(store_replay) \
	F(store_bytes) F(store_take) F(store_free) F(session_read)
/* clang-format on */

#define DECLARATION(name) PHP_FUNCTION(name);
ROWS_FUNCTIONS(DECLARATION)
#undef DECLARATION

#endif
