/*
 * What the two files of the test extension share: packing rows.
 */
#ifndef ROWS_TEST_H
#define ROWS_TEST_H

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "php.h"
#include "zend_smart_str.h"
#include "src/rows/rows.h"

/*
 * Packs a list of strings and NULLs; for a binary row, of columns of these types, numbers as their bytes. Cells from `large` bytes on
 * become large cells of the allocator.
 */
void rows_pack(HashTable *cells, const uint8_t *types, zend_long large, mynd_rows_counts *counts,
    smart_str *to, bool *has_large);

/* Times rows from memory; see rows_bench.c. */
PHP_FUNCTION(rows_bench);

#endif
