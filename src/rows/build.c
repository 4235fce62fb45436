/*
 * Rows to PHP arrays, cells to PHP values.
 *
 * Always true: cells are read through a checked cursor; whatever a row turns out to be, its large cells end up in the
 * values, with the store that keeps them, or released. An array that cannot be finished is destroyed.
 * Two ways lead to a row: one for rows of plain text, whose cells go straight into place, and one for all others.
 * Not here: what the places are (template.c), numbers (numbers.c).
 */
#include "columns.h"
#include "text.h"

/* --- large cells --- */

void mynd_cells_drop(mynd_rows_counts *counts, mynd_cursor *c, bool has_large)
{
	mynd_cell cell;
	if (!has_large) {
		return;
	}
	while (mynd_cursor_left(c) > 0 && mynd_cell_next(c, true, &cell) == MYND_OK) {
		if (cell.large != NULL) {
			mynd_large_release(counts, cell.large);
		}
	}
}

void mynd_row_drop(const mynd_columns *columns, const mynd_row *row)
{
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	mynd_cells_drop(columns->counts, &c, row->has_large);
}

/* --- any cell --- */

/* Sets `out` to the value of a cell of column `i` that is not NULL. Takes the large cell unless it is kept. */
static void set_value(
    const mynd_columns *columns, uint32_t i, const mynd_cell *cell, bool kept, zval *out, mynd_handed *handed)
{
	handed->bytes += cell->len;
	if (cell->large != NULL) {
		zend_string *string = cell->large;
		handed->shared++;
		ZVAL_NEW_STR(out, kept ? zend_string_copy(string) : string);
	} else if (columns->kinds[i] != KIND_TEXT &&
	           mynd_number_build(columns->kinds[i], cell->ptr, cell->len, out)) {
		handed->uncopied++;
	} else {
		handed->shared += set_text(out, cell->ptr, cell->len);
	}
}

/* A cell that nobody sees, because a later column has its name. */
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

/* An array of the template. Values of a hash are NULL, those of a packed array are not set. */
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

/* Values lie a zval apart in a packed array, a bucket apart in a hash. */
static zend_always_inline zval *value_at(zval *first, size_t i, bool packed)
{
	return packed ? first + i : &((Bucket *) first)[i].val;
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
 * Cells of plain text, none of them large, each into its place. Bit i of `sharing`: look for column i's value among the
 * recent ones. Returns how many cells were set; counts the row if it is one.
 */
static zend_always_inline uint32_t fill_plain(
    mynd_columns *columns, mynd_cursor *from, zval *first, bool packed, uint64_t sharing)
{
	mynd_cursor c = *from;
	uint64_t shared = 0, bytes = 0;
	uint32_t i, count = columns->count;
	for (i = 0; i < count; i++, sharing >>= 1) {
		zval *out = value_at(first, i, packed);
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
		if (sharing & 1) {
			shared += repeat_text(columns, i, out, cell.ptr, cell.len);
		} else {
			shared += set_text(out, cell.ptr, cell.len);
		}
	}
	*from = c;
	if (EXPECTED(i == count && c.pos == c.end)) {
		columns->handed.rows++;
		columns->handed.bytes += bytes;
		columns->handed.shared += shared;
	}
	return i;
}

static void count_handed(mynd_columns *columns, const mynd_handed *handed)
{
	columns->handed.rows += handed->rows;
	columns->handed.bytes += handed->bytes;
	columns->handed.shared += handed->shared;
	columns->handed.uncopied += handed->uncopied;
}

/* All other rows; as fill_plain. */
static uint32_t fill_any(mynd_columns *columns, mynd_cursor *c, const mynd_row *row, bool kept,
    const mynd_template *template, zend_array *array)
{
	mynd_handed handed = {1, 0, 0, 0};
	bool packed = HT_IS_PACKED(array);
	uint32_t i;
	for (i = 0; i < columns->count; i++) {
		uint32_t place = template->straight ? i : template->places[2 * (size_t) i];
		uint32_t second = template->straight ? MYND_NOWHERE : template->places[2 * (size_t) i + 1];
		mynd_cell cell;
		if (mynd_cell_next(c, row->has_large, &cell) != MYND_OK) {
			break;
		}
		zval *out = value_at(array->arPacked, place == MYND_NOWHERE ? 0 : place, packed);
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
				ZVAL_COPY(value_at(array->arPacked, second, packed), out);
			}
		}
	}
	if (i == columns->count && mynd_cursor_left(c) == 0) {
		count_handed(columns, &handed);
	}
	return i;
}

/* --- rows --- */

/* Uncounts the NULLs among the first `done` cells of a row that was no row. */
static void uncount_nulls(mynd_columns *columns, const mynd_row *row, uint32_t done)
{
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	mynd_cell cell;
	for (uint32_t i = 0; i < done && mynd_cell_next(&c, row->has_large, &cell) == MYND_OK; i++) {
		columns->nulls[i] -= mynd_cell_is_null(&cell);
	}
}

static zend_never_inline int refuse_row(mynd_columns *columns, const mynd_row *row, bool kept, uint32_t done,
    mynd_cursor *rest, zend_array *array, zval *out)
{
	uncount_nulls(columns, row, done);
	if (!kept) {
		mynd_cells_drop(columns->counts, rest, row->has_large);
	}
	destroy_unfinished(array, done);
	ZVAL_UNDEF(out);
	return MYND_BAD;
}

static zend_always_inline int build_row(
    mynd_columns *columns, const mynd_row *row, bool kept, mynd_shape shape, uint64_t sharing, zval *out)
{
	const mynd_template *template = mynd_template_get(columns, shape);
	zend_array *array = new_array(template);
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	uint32_t done;
	if (UNEXPECTED(!columns->plain || !template->straight || row->has_large)) {
		done = fill_any(columns, &c, row, kept, template, array);
	} else if (shape == MYND_SHAPE_NUM) {
		done = fill_plain(columns, &c, array->arPacked, true, sharing);
	} else {
		done = fill_plain(columns, &c, &array->arData->val, false, sharing);
	}
	if (UNEXPECTED(done < columns->count || mynd_cursor_left(&c) > 0)) {
		return refuse_row(columns, row, kept, done, &c, array, out);
	}
	ZVAL_ARR(out, array);
	return MYND_OK;
}

int mynd_row_build(mynd_columns *columns, const mynd_row *row, bool kept, mynd_shape shape, zval *out)
{
	return build_row(columns, row, kept, shape, 0, out);
}

static zend_always_inline void look_ahead(mynd_columns *columns, const zend_array *array, uint32_t rows)
{
	mynd_pages *pages = &columns->pages;
	uintptr_t at = (uintptr_t) HT_GET_DATA_ADDR(array);
	if (UNEXPECTED(at - pages->from >= pages->to - pages->from)) {
		size_t size = HT_IS_PACKED(array) ? HT_PACKED_SIZE(array) : HT_SIZE(array);
		mynd_pages_at(pages, (void *) at, size, rows * size);
	}
}

/* The list is packed, without holes, and the function's own: where there is room the value just goes there. */
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
	look_ahead(columns, Z_ARRVAL(built), list->nNumUsed);
	put_last(list, &built);
	return MYND_OK;
}

/* --- one column --- */

static int refuse_value(mynd_columns *columns, const mynd_row *row, bool kept, mynd_cursor *rest, zval *out)
{
	if (!kept) {
		mynd_cells_drop(columns->counts, rest, row->has_large);
	}
	zval_ptr_dtor(out);
	ZVAL_UNDEF(out);
	return MYND_BAD;
}

static void count_value(mynd_columns *columns, uint32_t i, const mynd_handed *handed, const zval *value)
{
	mynd_rows_counts *counts = columns->counts;
	if (Z_TYPE_P(value) == IS_NULL) {
		counts->text_null++;
		return;
	}
	counts->text_by_type[mynd_definition_counts_as(&columns->column[i])]++;
	counts->text_bytes += handed->bytes;
	counts->copy_on_write_saved += handed->shared;
	counts->copy_on_write_performed += !handed->shared && !handed->uncopied;
}

int mynd_row_column(mynd_columns *columns, const mynd_row *row, bool kept, uint32_t i, zval *out)
{
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	mynd_handed handed = {0}, skipped = {0};
	ZVAL_NULL(out);
	for (uint32_t at = 0; at < columns->count; at++) {
		mynd_cell cell;
		if (mynd_cell_next(&c, row->has_large, &cell) != MYND_OK) {
			return refuse_value(columns, row, kept, &c, out);
		}
		if (at != i) {
			skip_value(columns, &cell, kept, &skipped);
		} else if (!mynd_cell_is_null(&cell)) {
			set_value(columns, i, &cell, kept, out, &handed);
		}
	}
	if (mynd_cursor_left(&c) > 0) {
		return refuse_value(columns, row, kept, &c, out);
	}
	count_value(columns, i, &handed, out);
	return MYND_OK;
}

/* --- rows that are not built --- */

int mynd_row_check(const mynd_columns *columns, const mynd_row *row)
{
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	mynd_cell cell;
	for (uint32_t i = 0; i < columns->count; i++) {
		if (mynd_cell_next(&c, row->has_large, &cell) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return mynd_cursor_left(&c) == 0 ? MYND_OK : MYND_BAD;
}

int mynd_row_lengths(const mynd_columns *columns, const mynd_row *row, zend_ulong *lengths)
{
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	for (uint32_t i = 0; i < columns->count; i++) {
		mynd_cell cell;
		zval number;
		if (mynd_cell_next(&c, row->has_large, &cell) != MYND_OK) {
			return MYND_BAD;
		}
		lengths[i] = cell.len;
		if (columns->kinds[i] != KIND_TEXT && cell.ptr != NULL &&
		    mynd_number_build(columns->kinds[i], cell.ptr, cell.len, &number)) {
			lengths[i] = Z_TYPE(number) == IS_STRING ? Z_STRLEN(number) : 0;
			zval_ptr_dtor(&number);
		}
	}
	return mynd_cursor_left(&c) == 0 ? MYND_OK : MYND_BAD;
}
