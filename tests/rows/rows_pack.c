/*
 * Packs rows for the test extension: out of lists of strings and NULLs, or of the packed bytes themselves.
 *
 * Always true: a row's bytes lie in a block that is exactly as long, so that a read past them is seen.
 */
#include "rows_test.h"
#include "rows/columns.h"

#define all rows_all

static void append_prefix(smart_str *to, size_t len)
{
	unsigned width = len < 0xFB ? 1 : len <= 0xFFFF ? 2 : len <= 0xFFFFFF ? 3 : 8;
	if (width > 1) {
		smart_str_appendc(to, (char) (width == 2 ? 0xFC : width == 3 ? 0xFD : 0xFE));
	}
	for (unsigned i = 0; i < width; i++) {
		smart_str_appendc(to, (char) (len >> (8 * i)));
	}
}

static void append_large(smart_str *to, const zend_string *cell, mynd_rows_counts *counts)
{
	mynd_allocator allocator = mynd_rows_allocator(counts);
	uint8_t *body, marker[MYND_CELL_LARGE_BYTES];
	void *large = allocator.alloc(allocator.context, ZSTR_LEN(cell), &body);
	if (large == NULL) {
		zend_error_noreturn(E_ERROR, "a large cell for the test does not fit");
	}
	memcpy(body, ZSTR_VAL(cell), ZSTR_LEN(cell));
	mynd_cell_write_large(marker, large, ZSTR_LEN(cell));
	smart_str_appendl(to, (char *) marker, sizeof marker);
}

/* The bitmap of a binary row and the byte before it. */
static void append_nulls(HashTable *cells, smart_str *to)
{
	uint32_t count = zend_hash_num_elements(cells), i = 2;
	char nulls[8200] = {0};
	zval *cell;
	ZEND_HASH_FOREACH_VAL (cells, cell) {
		nulls[1 + i / 8] |= (char) ((Z_TYPE_P(cell) == IS_NULL) << (i % 8));
		i++;
	}
	ZEND_HASH_FOREACH_END();
	smart_str_appendl(to, nulls, 1 + (count + 9) / 8);
}

static void pack_binary(HashTable *cells, const uint8_t *types, zend_long large, mynd_rows_counts *counts,
    smart_str *to, bool *has_large)
{
	zval *cell;
	append_nulls(cells, to);
	ZEND_HASH_FOREACH_VAL (cells, cell) {
		uint8_t type = *types++;
		if (Z_TYPE_P(cell) == IS_NULL) {
			continue;
		}
		if (mynd_binary_width(type) == 0 && Z_STRLEN_P(cell) >= (size_t) large) {
			append_large(to, Z_STR_P(cell), counts);
			*has_large = true;
			continue;
		}
		if (mynd_binary_width(type) == 0) {
			append_prefix(to, Z_STRLEN_P(cell));
		}
		smart_str_append(to, Z_STR_P(cell));
	}
	ZEND_HASH_FOREACH_END();
}

void rows_pack(HashTable *cells, const uint8_t *types, zend_long large, mynd_rows_counts *counts,
    smart_str *to, bool *has_large)
{
	zval *cell;
	*has_large = false;
	if (types != NULL) {
		pack_binary(cells, types, large, counts, to, has_large);
		return;
	}
	ZEND_HASH_FOREACH_VAL (cells, cell) {
		if (Z_TYPE_P(cell) == IS_NULL) {
			smart_str_appendc(to, (char) MYND_CELL_NULL);
		} else if (Z_STRLEN_P(cell) >= (size_t) large) {
			append_large(to, Z_STR_P(cell), counts);
			*has_large = true;
		} else {
			append_prefix(to, Z_STRLEN_P(cell));
			smart_str_append(to, Z_STR_P(cell));
		}
	}
	ZEND_HASH_FOREACH_END();
}

mynd_row rows_row_of(zval *cells, zend_long large, const zend_string *tail)
{
	mynd_row row = {0};
	smart_str packed = {0};
	if (Z_TYPE_P(cells) == IS_STRING) {
		smart_str_append(&packed, Z_STR_P(cells));
	} else {
		rows_pack(Z_ARRVAL_P(cells), all.types, large, &all.counts, &packed, &row.has_large);
	}
	if (tail != NULL) {
		smart_str_append(&packed, tail);
	}
	row.len = packed.s ? ZSTR_LEN(packed.s) : 0;
	uint8_t *bytes = emalloc(row.len ? row.len : 1);
	if (row.len > 0) {
		memcpy(bytes, ZSTR_VAL(packed.s), row.len);
	}
	row.data = bytes;
	smart_str_free(&packed);
	return row;
}

void rows_row_free(mynd_row *row)
{
	efree((void *) row->data);
}

bool rows_arguments_of(zend_execute_data *execute_data, rows_arguments *arguments)
{
	zval *cells;
	zend_long number = MYND_SHAPE_ASSOC, large = ZEND_LONG_MAX;
	zend_string *tail = NULL;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "z|llS", &cells, &number, &large, &tail) != SUCCESS) {
		return false;
	}
	arguments->row = rows_row_of(cells, large, tail);
	arguments->number = number;
	return true;
}
