/*
 * Adds a row to the store: checks it, reserves space for it, then writes it with a writer that never leaves
 * the reserved space, whatever the row contains.
 *
 * A long cell becomes a string of its own, which the program can share, unless that wastes memory: a string
 * takes a whole block of the engine (8,192 bytes for 4,100), a packed cell only its bytes. Cells whose
 * strings would waste more than a twentieth of their size are packed, and copied when they are fetched.
 *
 * Always true: either the whole row is in the store, or nothing of it, and then its large cells are released.
 * The form of each cell is decided in one place (form_of), both for reserving space and for writing. In a
 * part (store.c) a row is written where its bytes arrived, or before that: no form takes more bytes than the
 * cell had when it was received, and the header of a frame takes as many bytes as that of a row. Not here:
 * the chunks with the space (store.c).
 */
#include "store.h"

#define HEADER     MYND_ROW_HEADER
#define WASTE_PART 20

/* --- cells --- */

typedef enum form { FORM_AS_IT_CAME, FORM_PACKED, FORM_STRING } form;

/* Returns true if a cell of this length should be a string of its own in the store. */
static bool is_worth_a_string(size_t len)
{
	return len >= MYND_LARGE_CELL && mynd_block_size(_ZSTR_STRUCT_SIZE(len)) - len <= len / WASTE_PART;
}

static bool is_large(const mynd_cell *cell)
{
	return cell->large != NULL || cell->len >= MYND_LARGE_CELL;
}

static form form_of(const mynd_cell *cell)
{
	return !is_large(cell) ? FORM_AS_IT_CAME : is_worth_a_string(cell->len) ? FORM_STRING : FORM_PACKED;
}

/*
 * Returns how many bytes the cell takes in the store. `came`: how many it takes in the row, with its length.
 */
static size_t size_in_store(const mynd_cell *cell, size_t came)
{
	switch (form_of(cell)) {
	case FORM_AS_IT_CAME:
		return came;
	case FORM_PACKED:
		return mynd_lenenc_size(cell->len) + cell->len;
	default:
		return MYND_CELL_LARGE_BYTES;
	}
}

/*
 * Writes the cell as a string of its own. Returns MYND_MORE if there is no memory; the cell is then
 * unchanged.
 */
static int write_string(mynd_rows_counts *counts, mynd_writer *w, const mynd_cell *cell)
{
	zend_string *string = cell->large;
	if (mynd_writer_room(w) < MYND_CELL_LARGE_BYTES) {
		return MYND_BAD;
	}
	if (string == NULL) {
		string = mynd_large_new(counts, cell->len);
		if (string == NULL) {
			return MYND_MORE;
		}
		memcpy(ZSTR_VAL(string), cell->ptr, cell->len);
	}
	mynd_cell_write_large(mynd_writer_take(w, MYND_CELL_LARGE_BYTES), string, cell->len);
	return MYND_OK;
}

static int write_packed(mynd_rows_counts *counts, mynd_writer *w, const mynd_cell *cell)
{
	zend_string *string = cell->large;
	if (string == NULL) {
		return mynd_writer_lenenc_bytes(w, cell->ptr, cell->len);
	}
	int rc = mynd_writer_lenenc_bytes(w, ZSTR_VAL(string), cell->len);
	if (rc == MYND_OK) {
		mynd_large_release(counts, string);
	}
	return rc;
}

/*
 * Writes the cell, which has the bytes `came` in the row, in its form. Unless it returns MYND_OK, nothing was
 * written, and the cell is unchanged.
 */
static int write_cell(
    mynd_rows_counts *counts, mynd_writer *w, const mynd_cell *cell, mynd_slice came, bool *has_large)
{
	switch (form_of(cell)) {
	case FORM_AS_IT_CAME:
		return mynd_writer_bytes(w, came.ptr, came.len);
	case FORM_PACKED:
		return write_packed(counts, w, cell);
	default:
		*has_large = true;
		return write_string(counts, w, cell);
	}
}

/* --- rows with large cells --- */

/* Returns how many bytes a checked row takes in the store. */
static size_t measure(const mynd_columns *columns, const mynd_row *row)
{
	mynd_cells cells;
	mynd_cell cell = {0};
	mynd_cells_open(columns, row, &cells);
	const uint8_t *before = cells.c.pos;
	size_t size = (size_t) (before - row->data);
	while (cells.at < columns->count && mynd_cells_read(&cells, &cell) == MYND_OK) {
		size += size_in_store(&cell, (size_t) (cells.c.pos - before));
		before = cells.c.pos;
	}
	return size;
}

/* Releases the large cells of a row: those already written after `body`, and those of `rest`. */
static void drop_both(
    const mynd_columns *columns, const uint8_t *body, const mynd_writer *w, bool has_large, mynd_cells *rest)
{
	mynd_row written = {body, (size_t) (w->pos - body), has_large};
	mynd_row_drop(columns, &written);
	mynd_cells_drop(rest);
}

/*
 * Writes the cells of a checked row. A large cell belongs to the row until it is written, then to the store's
 * copy. If the row cannot be added, all its large cells are released.
 */
static int write_cells(const mynd_columns *columns, const mynd_row *row, mynd_writer *w, bool *has_large)
{
	mynd_cells cells;
	const uint8_t *body = w->pos;
	mynd_cells_open(columns, row, &cells);
	int rc = mynd_writer_bytes(w, row->data, (size_t) (cells.c.pos - row->data));
	if (UNEXPECTED(rc != MYND_OK)) {
		mynd_row_drop(columns, row);
		return rc;
	}
	/* use the copy of the NULL bits: in a part, writing may overwrite those of the row before all are read */
	if (cells.nulls != NULL) {
		cells.nulls = body + (cells.nulls - row->data);
	}
	while (rc == MYND_OK && cells.at < columns->count) {
		mynd_cell cell = {0};
		mynd_cells start = cells;
		rc = mynd_cells_read(&cells, &cell);
		if (EXPECTED(rc == MYND_OK)) {
			mynd_slice came = {start.c.pos, (size_t) (cells.c.pos - start.c.pos)};
			rc = write_cell(columns->counts, w, &cell, came, has_large);
		}
		if (UNEXPECTED(rc != MYND_OK)) {
			drop_both(columns, body, w, *has_large, &start);
		}
	}
	return rc;
}

/* --- room --- */

static bool is_mark_due(const mynd_store *store)
{
	return store->count == store->next_mark;
}

/*
 * Reserves space in a part: the bytes from the end of the stored rows to the end of this row. Returns
 * MYND_BAD if the row does not lie in the part.
 */
static int reserve_in_part(const mynd_store *store, const mynd_row *row, mynd_writer *room)
{
	uintptr_t from = (uintptr_t) store->free.pos + HEADER, at = (uintptr_t) row->data;
	if (store->free.pos == NULL || at < from || at > (uintptr_t) store->free.end ||
	    (uintptr_t) store->free.end - at < row->len) {
		return MYND_BAD;
	}
	*room = mynd_writer_over(store->free.pos, (size_t) (at - (uintptr_t) store->free.pos) + row->len);
	return MYND_OK;
}

/*
 * Makes space for a row and its header, and for its mark. Returns MYND_MORE if there is no memory; the rows
 * in the store are then unchanged.
 */
static int reserve(mynd_store *store, const mynd_row *row, bool any_large, mynd_writer *room)
{
	if (is_mark_due(store) && !mynd_store_grow(store, (void **) &store->marks, store->mark_count,
	                              &store->mark_cap, sizeof(mynd_row_place))) {
		return MYND_MORE;
	}
	if (store->in_part) {
		return reserve_in_part(store, row, room);
	}
	size_t len = any_large ? measure(store->columns, row) : row->len;
	if (len > MYND_ROW_MOST) {
		return MYND_MORE;
	}
	if (mynd_writer_room(&store->free) < HEADER + len && !mynd_store_make_room(store, HEADER + len)) {
		return MYND_MORE;
	}
	*room = mynd_writer_over(store->free.pos, HEADER + len);
	return MYND_OK;
}

/* --- adding --- */

/*
 * Makes a row part of the store. Its bytes were already written at `free.pos`, after space for the header,
 * which is written now.
 */
static zend_always_inline void enter(mynd_store *store, size_t len, bool has_large)
{
	mynd_row_header_write(store->free.pos, (uint32_t) len | (has_large ? MYND_ROW_LARGE_BIT : 0));
	store->free.pos += HEADER + len;
	store->count++;
	mynd_store_check(store, false);
}

/* Marks the row that is about to be entered. The table must have space for the mark. */
static void mark(mynd_store *store)
{
	uint32_t at = store->chunk_count - 1;
	MYND_ASSERT(store->mark_count < store->mark_cap);
	store->marks[store->mark_count++] =
	    (mynd_row_place){at, (uint32_t) (store->free.pos - store->chunks[at].data)};
	store->next_mark += MYND_MARK_EVERY;
}

/* Adds a row that starts a chunk, is marked, has large cells, or must be moved down in a part. */
static zend_never_inline int add_slowly(mynd_store *store, const mynd_row *row, bool any_large)
{
	mynd_writer room;
	bool has_large = false;
	int rc = reserve(store, row, any_large, &room);
	if (rc != MYND_OK || mynd_writer_take(&room, HEADER) == NULL) {
		MYND_ASSERT(rc == MYND_MORE);
		mynd_row_drop(store->columns, row);
		return rc == MYND_OK ? MYND_BAD : rc;
	}
	rc = any_large ? write_cells(store->columns, row, &room, &has_large)
	               : mynd_writer_bytes(&room, row->data, row->len);
	MYND_ASSERT(rc != MYND_BAD);
	MYND_ASSERT(rc != MYND_OK || store->in_part || room.pos == room.end);
	if (rc != MYND_OK) {
		return rc;
	}
	if (is_mark_due(store)) {
		mark(store);
	}
	store->has_large |= has_large;
	enter(store, (size_t) (room.pos - store->free.pos) - HEADER, has_large);
	return MYND_OK;
}

/* Checks a text row. Returns MYND_MORE if it is valid and has large cells. */
static zend_always_inline int check(const mynd_columns *columns, const mynd_row *row, bool has_large)
{
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	bool any_large = false;
	for (uint32_t i = columns->count; i > 0; i--) {
		mynd_cell cell;
		if (UNEXPECTED(mynd_cell_next(&c, has_large, &cell) != MYND_OK)) {
			return MYND_BAD;
		}
		any_large |= is_large(&cell);
	}
	if (UNEXPECTED(mynd_cursor_left(&c) > 0)) {
		return MYND_BAD;
	}
	return any_large ? MYND_MORE : MYND_OK;
}

int mynd_store_add(mynd_store *store, const mynd_row *row)
{
	const mynd_columns *columns = store->columns;
	int rc = columns->binary             ? mynd_binary_check(columns, row)
	         : EXPECTED(!row->has_large) ? check(columns, row, false)
	                                     : check(columns, row, true);
	if (UNEXPECTED(rc == MYND_BAD)) {
		mynd_row_drop(columns, row);
		return MYND_BAD;
	}
	if (UNEXPECTED(rc == MYND_MORE || is_mark_due(store))) {
		return add_slowly(store, row, rc == MYND_MORE);
	}
	bool fits = mynd_writer_room(&store->free) >= HEADER + row->len; /* the only check of the bounds */
	if (UNEXPECTED(!fits) || UNEXPECTED(store->in_part && row->data != store->free.pos + HEADER)) {
		return add_slowly(store, row, false);
	}
	if (!store->in_part) {
		memcpy(store->free.pos + HEADER, row->data, row->len);
	}
	enter(store, row->len, false);
	return MYND_OK;
}
