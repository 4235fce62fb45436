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

/* Times rows from memory; see rows_bench.c. */
PHP_FUNCTION(rows_bench);

/* Rows out of a session; see rows_session.c. */
PHP_FUNCTION(session_read);

#endif
