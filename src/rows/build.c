/*
 * Turns rows into PHP arrays, and cells into PHP values.
 *
 * Always true: cells are read through a checked cursor. Even if a row turns out to be invalid, each of its
 * large cells ends up in a value, stays with the store that keeps it, or is released. An array that cannot be
 * finished is destroyed. Rows without hidden or repeated columns have three fast paths: only text, text with
 * numbers, and binary rows (binary.c). All other rows share one path. Not here: which element of the array a
 * cell fills (template.c), numbers (numbers.c).
 */
#include "cells.h"
#include "text.h"

/* --- large cells --- */

void mynd_cells_drop(mynd_cells *rest)
{
	mynd_cell cell;
	if (!rest->has_large) {
		return;
	}
	while (rest->columns->binary ? rest->at < rest->columns->count : mynd_cursor_left(&rest->c) > 0) {
		if (mynd_cells_read(rest, &cell) != MYND_OK) {
			return;
		}
		if (cell.large != NULL) {
			mynd_large_release(rest->columns->counts, cell.large);
		}
	}
}

void mynd_row_drop(const mynd_columns *columns, const mynd_row *row)
{
	mynd_cells cells;
	if (row->has_large && mynd_cells_open(columns, row, &cells) == MYND_OK) {
		mynd_cells_drop(&cells);
	}
}

/* --- any cell --- */

/*
 * Sets `out` to the value of a cell of column `i` that is not NULL. Takes over a large cell unless `kept` is
 * set.
 */
static void set_value(
    const mynd_columns *columns, uint32_t i, const mynd_cell *cell, bool kept, zval *out, mynd_handed *handed)
{
	mynd_kind kind = columns->kinds[i];
	handed->bytes += cell->len;
	if (cell->large != NULL) {
		zend_string *string = cell->large;
		handed->shared++;
		ZVAL_NEW_STR(out, kept ? zend_string_copy(string) : string);
	} else if (kind > KIND_BIT_TEXT) {
		mynd_binary_build(columns, i, cell, out);
		handed->uncopied++;
		handed->bytes += kind >= KIND_DATE ? Z_STRLEN_P(out) - cell->len : 0;
	} else if (kind != KIND_TEXT && mynd_number_build(kind, cell->ptr, cell->len, out)) {
		handed->uncopied++;
	} else {
		handed->shared += set_text(out, cell->ptr, cell->len);
	}
}

/* Skips a cell that gets no value: a later column has the same name, or another column is wanted. */
static void skip_value(mynd_columns *columns, const mynd_cell *cell, bool kept, mynd_handed *handed)
{
	handed->uncopied++;
	if (cell->large != NULL && !kept) {
		mynd_large_release(columns->counts, cell->large);
	}
}

/* --- arrays --- */

static zend_never_inline void hold_keys(zend_array *array)
{
	for (uint32_t i = 0; i < array->nNumUsed; i++) {
		zend_string *key = array->arData[i].key;
		if (key != NULL && !ZSTR_IS_INTERNED(key)) {
			GC_ADDREF(key);
		}
	}
}

/* Makes an array from the template. Values of a hash are NULL, those of a packed array are not set. */
static zend_always_inline zend_array *new_array(const mynd_template *template)
{
	zend_array *array = emalloc(sizeof *array);
	*array = template->head;
	char *data = emalloc(template->data_size);
	HT_SET_DATA_ADDR(array, data);
	if (template->data == NULL) {
		HT_HASH_RESET_PACKED(array);
	} else {
		memcpy(data, template->data, template->data_used);
		if (template->counted_keys) {
			hold_keys(array);
		}
	}
	return array;
}

static void destroy_unfinished(zend_array *array, uint32_t done)
{
	if (HT_IS_PACKED(array)) {
		for (uint32_t i = done; i < array->nNumUsed; i++) {
			ZVAL_NULL(&array->arPacked[i]);
		}
	}
	zend_array_destroy(array);
}

/*
 * Sets the values from `first` on to the cells of a text row that has no large cells. Bit i of `sharing`: the
 * value of column i is searched among the recent ones. Counts the row if it is valid; otherwise `cells` then
 * is at the invalid cell.
 */
static zend_always_inline void fill_text(
    mynd_columns *columns, mynd_cells *cells, zval *first, bool packed, bool numbers, uint64_t sharing)
{
	mynd_cursor c = cells->c;
	uint64_t shared = 0, bytes = 0, uncopied = 0;
	intptr_t lookahead = columns->lookahead.strings;
	uint32_t i, count = columns->count;
	for (i = 0; i < count; i++, sharing >>= 1) {
		zval *out = mynd_value_at(first, i, packed);
		mynd_cell cell;
		if (UNEXPECTED(mynd_cell_next(&c, false, &cell) != MYND_OK)) {
			break;
		}
		if (UNEXPECTED(cell.ptr == NULL)) {
			columns->nulls[i]++;
			ZVAL_NULL(out);
			continue;
		}
		bytes += cell.len;
		if (numbers && columns->kinds[i] != KIND_TEXT &&
		    mynd_number_build(columns->kinds[i], cell.ptr, cell.len, out)) {
			uncopied++;
		} else if (sharing & 1) {
			shared += repeat_text(columns, i, out, cell.ptr, cell.len);
		} else {
			shared += set_text_of_many(out, cell.ptr, cell.len, lookahead);
		}
	}
	cells->c = c;
	cells->at = i;
	if (EXPECTED(i == count && c.pos == c.end)) {
		columns->handed.rows++;
		columns->handed.bytes += bytes;
		columns->handed.shared += shared;
		columns->handed.uncopied += uncopied;
	}
}

static zend_never_inline void fill_numbers(
    mynd_columns *columns, mynd_cells *cells, zval *first, bool packed, uint64_t sharing)
{
	if (packed) {
		fill_text(columns, cells, first, true, true, sharing);
	} else {
		fill_text(columns, cells, first, false, true, sharing);
	}
}

static void count_handed(mynd_columns *columns, const mynd_handed *handed)
{
	columns->handed.rows += handed->rows;
	columns->handed.bytes += handed->bytes;
	columns->handed.shared += handed->shared;
	columns->handed.uncopied += handed->uncopied;
}

/* As fill_text, for any row. */
static void fill_any(mynd_columns *columns, mynd_cells *cells, bool kept, const mynd_template *template,
    zval *first, bool packed)
{
	mynd_handed handed = {1, 0, 0, 0};
	const uint32_t *places = template->places;
	uint32_t i;
	for (i = 0; i < columns->count; i++) {
		uint32_t place = places == NULL ? i : places[2 * (size_t) i];
		uint32_t second = places == NULL ? MYND_NOWHERE : places[2 * (size_t) i + 1];
		mynd_cell cell;
		if (mynd_cells_next(cells, &cell) != MYND_OK) {
			break;
		}
		zval *out = mynd_value_at(first, place == MYND_NOWHERE ? 0 : place, packed);
		if (mynd_cell_is_null(&cell)) {
			columns->nulls[i]++;
			if (packed) {
				ZVAL_NULL(out);
			}
		} else if (place == MYND_NOWHERE) {
			skip_value(columns, &cell, kept, &handed);
		} else {
			set_value(columns, i, &cell, kept, out, &handed);
			if (second != MYND_NOWHERE) {
				ZVAL_COPY(mynd_value_at(first, second, packed), out);
			}
		}
	}
	if (mynd_cells_are_over(cells)) {
		count_handed(columns, &handed);
	}
}

/* Fills the row by the fastest possible path. */
static zend_always_inline void fill(mynd_columns *columns, mynd_cells *cells, bool kept,
    const mynd_template *template, zval *first, bool packed, uint64_t sharing)
{
	if (EXPECTED(columns->way == WAY_PLAIN && template->straight && !cells->has_large)) {
		fill_text(columns, cells, first, packed, false, sharing);
	} else if (template->straight && columns->way == WAY_BINARY) {
		mynd_binary_fill(columns, cells, kept, first, packed, sharing);
	} else if (template->straight && !cells->has_large) {
		fill_numbers(columns, cells, first, packed, sharing);
	} else {
		fill_any(columns, cells, kept, template, first, packed);
	}
}

/* --- rows --- */

/* Subtracts from the counts the NULLs among the first `done` cells of an invalid row. */
static void uncount_nulls(mynd_columns *columns, const mynd_row *row, uint32_t done)
{
	mynd_cells cells;
	mynd_cell cell;
	if (mynd_cells_open(columns, row, &cells) != MYND_OK) {
		return;
	}
	for (uint32_t i = 0; i < done && mynd_cells_next(&cells, &cell) == MYND_OK; i++) {
		columns->nulls[i] -= mynd_cell_is_null(&cell);
	}
}

static zend_never_inline int refuse_row(
    mynd_columns *columns, const mynd_row *row, bool kept, mynd_cells *rest, zend_array *array, zval *out)
{
	uint32_t done = rest->at;
	uncount_nulls(columns, row, done);
	if (!kept) {
		mynd_cells_drop(rest);
	}
	destroy_unfinished(array, done);
	ZVAL_UNDEF(out);
	return MYND_BAD;
}

static zend_always_inline int build_row(
    mynd_columns *columns, const mynd_row *row, bool kept, mynd_shape shape, uint64_t sharing, zval *out)
{
	const mynd_template *template = mynd_template_get(columns, shape);
	mynd_cells cells;
	if (UNEXPECTED(mynd_cells_open(columns, row, &cells) != MYND_OK)) {
		ZVAL_UNDEF(out);
		return MYND_BAD;
	}
	zend_array *array = new_array(template);
	if (shape == MYND_SHAPE_NUM) {
		fill(columns, &cells, kept, template, array->arPacked, true, sharing);
	} else {
		fill(columns, &cells, kept, template, &array->arData->val, false, sharing);
	}
	if (UNEXPECTED(!mynd_cells_are_over(&cells))) {
		return refuse_row(columns, row, kept, &cells, array, out);
	}
	ZVAL_ARR(out, array);
	return MYND_OK;
}

int mynd_row_build(mynd_columns *columns, const mynd_row *row, bool kept, mynd_shape shape, zval *out)
{
	return build_row(columns, row, kept, shape, 0, out);
}

/* Prefetches memory for later rows. `block`: the values of the row just appended, `size` bytes. */
static zend_always_inline void look_ahead(
    mynd_columns *columns, const char *block, size_t size, uint32_t rows)
{
	mynd_pages *pages = &columns->pages;
	mynd_lookahead *lookahead = &columns->lookahead;
	uintptr_t at = (uintptr_t) block;
	intptr_t step = (intptr_t) (at - lookahead->last);
	if (UNEXPECTED(at - pages->from >= pages->to - pages->from)) {
		mynd_pages_at(pages, block, size, rows * size);
	}
	lookahead->last = at;
	if (step < -MYND_LOOKAHEAD_STEP || step > MYND_LOOKAHEAD_STEP || size > MYND_LOOKAHEAD_BLOCK) {
		return;
	}
	lookahead->strings = step > 0 ? MYND_LOOKAHEAD_STRINGS : -MYND_LOOKAHEAD_STRINGS;
	for (size_t line = 0; line < size; line += 64) {
		mynd_prefetch(block + line, MYND_LOOKAHEAD_ROWS * step);
	}
}

/*
 * Appends the value. Only this function fills the list, which is packed and has no holes, so the value is
 * written directly if there is space.
 */
static zend_always_inline void put_last(HashTable *list, zval *value)
{
	uint32_t at = list->nNumUsed;
	if (UNEXPECTED(!HT_IS_PACKED(list) || at >= list->nTableSize)) {
		zend_hash_next_index_insert_new(list, value);
		return;
	}
	ZVAL_COPY_VALUE(&list->arPacked[at], value);
	list->nNumUsed = at + 1;
	list->nNumOfElements = at + 1;
	list->nNextFreeElement = (zend_long) at + 1;
}

int mynd_row_append(mynd_columns *columns, const mynd_row *row, bool kept, mynd_shape shape, zval *rows)
{
	HashTable *list = Z_ARRVAL_P(rows);
	zval built;
	int rc;
	if (UNEXPECTED(is_trial_due(list->nNumUsed))) {
		start_trial(columns, list->nNumUsed);
	}
	if (columns->sharing != 0) {
		rc = build_row(columns, row, kept, shape, columns->sharing, &built);
	} else {
		rc = build_row(columns, row, kept, shape, 0, &built);
	}
	if (UNEXPECTED(rc != MYND_OK)) {
		forget_recent(columns);
		return rc;
	}
	const zend_array *array = Z_ARRVAL(built);
	look_ahead(columns, HT_GET_DATA_ADDR(array), columns->templates[shape - 1]->data_size, list->nNumUsed);
	put_last(list, &built);
	return MYND_OK;
}

/* --- values without an array --- */

int mynd_row_values(mynd_columns *columns, const mynd_row *row, bool kept, zval *values)
{
	static const mynd_template in_order = {.straight = true};
	mynd_cells cells;
	if (mynd_cells_open(columns, row, &cells) != MYND_OK) {
		return MYND_BAD;
	}
	fill(columns, &cells, kept, &in_order, values, true, 0);
	if (EXPECTED(mynd_cells_are_over(&cells))) {
		return MYND_OK;
	}
	uncount_nulls(columns, row, cells.at);
	for (uint32_t i = 0; i < cells.at; i++) {
		zval_ptr_dtor_nogc(&values[i]);
	}
	if (!kept) {
		mynd_cells_drop(&cells);
	}
	return MYND_BAD;
}

static int refuse_value(bool kept, mynd_cells *rest, zval *out)
{
	if (!kept) {
		mynd_cells_drop(rest);
	}
	zval_ptr_dtor(out);
	ZVAL_UNDEF(out);
	return MYND_BAD;
}

static void count_value(mynd_columns *columns, uint32_t i, const mynd_handed *handed, const zval *value)
{
	mynd_rows_counts *counts = columns->counts;
	bool binary = columns->binary;
	if (Z_TYPE_P(value) == IS_NULL) {
		(*(binary ? &counts->binary_null : &counts->text_null))++;
		return;
	}
	(binary ? counts->binary_by_type
	        : counts->text_by_type)[MYND_TYPE_SLOT(mynd_definition_counts_as(&columns->column[i]))]++;
	*(binary ? &counts->binary_bytes : &counts->text_bytes) += handed->bytes;
	counts->copy_on_write_saved += handed->shared;
	counts->copy_on_write_performed += !handed->shared && !handed->uncopied;
}

int mynd_row_column(mynd_columns *columns, const mynd_row *row, bool kept, uint32_t i, zval *out)
{
	mynd_cells cells;
	mynd_handed handed = {0}, skipped = {0};
	ZVAL_NULL(out);
	if (mynd_cells_open(columns, row, &cells) != MYND_OK) {
		return refuse_value(kept, &cells, out);
	}
	for (uint32_t at = 0; at < columns->count; at++) {
		mynd_cell cell;
		if (mynd_cells_next(&cells, &cell) != MYND_OK) {
			return refuse_value(kept, &cells, out);
		}
		if (at != i) {
			skip_value(columns, &cell, kept, &skipped);
		} else if (!mynd_cell_is_null(&cell)) {
			set_value(columns, i, &cell, kept, out, &handed);
		}
	}
	if (!mynd_cells_are_over(&cells)) {
		return refuse_value(kept, &cells, out);
	}
	count_value(columns, i, &handed, out);
	return MYND_OK;
}

/* --- rows that are not built --- */

int mynd_row_check(const mynd_columns *columns, const mynd_row *row)
{
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	mynd_cell cell;
	if (columns->binary) {
		return mynd_binary_check(columns, row) == MYND_BAD ? MYND_BAD : MYND_OK;
	}
	for (uint32_t i = 0; i < columns->count; i++) {
		if (mynd_cell_next(&c, row->has_large, &cell) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return mynd_cursor_left(&c) == 0 ? MYND_OK : MYND_BAD;
}

const char *mynd_row_fault(const mynd_columns *columns, const mynd_row *row)
{
	mynd_cursor cells;
	mynd_cell cell;
	const uint8_t *nulls;
	if (!columns->binary) {
		return "Malformed server packet. Field length pointing after end of packet";
	}
	mynd_slice bytes = {row->data, row->len};
	int rc = mynd_binary_open(bytes, columns->count, &nulls, &cells);
	for (uint32_t i = 0; rc == MYND_OK && i < columns->count; i++) {
		if (mynd_binary_is_null(nulls, i)) {
			continue;
		}
		if (mynd_cursor_left(&cells) == 0) {
			return "Malformed server packet. No packet space left for the field";
		}
		rc = mynd_binary_next(&cells, mynd_binary_width(columns->column[i].type), row->has_large, &cell);
	}
	return "Malformed server packet. Field length pointing after the end of packet";
}

/* Returns the length of a value that is not NULL. */
static zend_ulong length_of(const mynd_columns *columns, uint32_t i, const mynd_cell *cell)
{
	mynd_kind kind = columns->kinds[i];
	zval value;
	if (kind == KIND_TEXT || cell->large != NULL) {
		return cell->len;
	}
	if (kind > KIND_BIT_TEXT) {
		mynd_binary_build(columns, i, cell, &value);
	} else if (!mynd_number_build(kind, cell->ptr, cell->len, &value)) {
		return cell->len;
	}
	zend_ulong length = Z_TYPE(value) == IS_STRING ? Z_STRLEN(value) : 0;
	zval_ptr_dtor(&value);
	return length;
}

int mynd_row_lengths(const mynd_columns *columns, const mynd_row *row, zend_ulong *lengths)
{
	mynd_cells cells;
	if (mynd_cells_open(columns, row, &cells) != MYND_OK) {
		return MYND_BAD;
	}
	for (uint32_t i = 0; i < columns->count; i++) {
		mynd_cell cell;
		if (mynd_cells_next(&cells, &cell) != MYND_OK) {
			return MYND_BAD;
		}
		lengths[i] = mynd_cell_is_null(&cell) ? 0 : length_of(columns, i, &cell);
	}
	return mynd_cells_are_over(&cells) ? MYND_OK : MYND_BAD;
}
