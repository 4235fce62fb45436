/*
 * Converts the rows of a store to bytes, and makes a store over such bytes, for results that are stored
 * outside the driver.
 *
 *     32 bits, little-endian: length of the row; the row as it came from the wire; the next one ...
 *
 * Always true: bytes are written from checked rows, and large cells are written like all others. Bytes that
 * are read may come from anywhere: each row is checked like one from a server, and memory is allocated only
 * in proportion to the rows that are present. A store over bytes copies no row; it holds a reference to the
 * string. Not here: the bytes before the rows (src/hooks/captured_result.c).
 */
#include "store.h"

#define CHUNK_OVER_BYTES (UINT32_C(1) << 30) /* bytes; a chunk of this size or more gets no further rows */

/* --- to bytes --- */

/* Returns how many bytes a row with large cells takes, without its header. */
static size_t size_of_row(const mynd_store *store, const mynd_row *row)
{
	mynd_cells cells;
	mynd_cell cell = {0};
	size_t size = row->len;
	mynd_cells_open(store->columns, row, &cells);
	while (cells.at < store->columns->count && mynd_cells_read(&cells, &cell) == MYND_OK) {
		if (cell.large != NULL) {
			size += mynd_lenenc_size(cell.len) + cell.len - MYND_CELL_LARGE_BYTES;
		}
	}
	return size;
}

size_t mynd_store_size_as_bytes(const mynd_store *store)
{
	mynd_row_place at = {0, 0};
	size_t size = (size_t) store->bytes;
	for (uint64_t i = 0; store->has_large && i < store->count; i++) {
		mynd_row row;
		at = mynd_store_row_at(store, at, &row);
		if (row.has_large) {
			size_t whole = size_of_row(store, &row);
			if (whole > MYND_ROW_MOST) {
				return SIZE_MAX;
			}
			size += whole - row.len;
		}
	}
	return size;
}

static int write_row(const mynd_store *store, const mynd_row *row, mynd_writer *to)
{
	mynd_cells cells;
	mynd_cell cell = {0};
	uint8_t *header = mynd_writer_take(to, MYND_ROW_HEADER);
	const uint8_t *from = row->data, *body = to->pos;
	mynd_cells_open(store->columns, row, &cells);
	int rc = header != NULL ? mynd_writer_bytes(to, from, (size_t) (cells.c.pos - from)) : MYND_BAD;
	while (rc == MYND_OK && cells.at < store->columns->count) {
		from = cells.c.pos;
		rc = mynd_cells_read(&cells, &cell);
		if (rc == MYND_OK && cell.large != NULL) {
			rc = mynd_writer_lenenc_bytes(to, ZSTR_VAL((zend_string *) cell.large), cell.len);
		} else if (rc == MYND_OK) {
			rc = mynd_writer_bytes(to, from, (size_t) (cells.c.pos - from));
		}
	}
	if (rc == MYND_OK) {
		mynd_row_header_write(header, (uint32_t) (to->pos - body));
	}
	return rc;
}

static int write_chunks(const mynd_store *store, mynd_writer *to)
{
	int rc = MYND_OK;
	for (uint32_t i = 0; rc == MYND_OK && i < store->chunk_count; i++) {
		rc = mynd_writer_bytes(to, store->chunks[i].data, store->chunks[i].used);
	}
	return rc;
}

int mynd_store_write_bytes(const mynd_store *store, mynd_writer *to)
{
	mynd_row_place at = {0, 0};
	int rc = store->has_large ? MYND_OK : write_chunks(store, to);
	for (uint64_t i = 0; store->has_large && rc == MYND_OK && i < store->count; i++) {
		mynd_row row;
		at = mynd_store_row_at(store, at, &row);
		rc = write_row(store, &row, to);
	}
	MYND_ASSERT(rc == MYND_OK);
	return rc;
}

/* --- from bytes --- */

/* Makes space in the tables for another chunk and another mark, if they are due. */
static bool make_places(mynd_store *store, bool chunk_due, bool mark_due)
{
	return (!chunk_due || mynd_store_grow(store, (void **) &store->chunks, store->chunk_count,
	                          &store->chunk_cap, sizeof(mynd_chunk))) &&
	       (!mark_due || mynd_store_grow(store, (void **) &store->marks, store->mark_count, &store->mark_cap,
	                         sizeof(mynd_row_place)));
}

/* Adds a valid row, which lies after its header, to the store. */
static int enter(mynd_store *store, const mynd_row *row)
{
	bool chunk_due =
	    store->chunk_count == 0 || store->chunks[store->chunk_count - 1].used >= CHUNK_OVER_BYTES;
	bool mark_due = store->count % MYND_MARK_EVERY == 0;
	if (!make_places(store, chunk_due, mark_due)) {
		return MYND_MORE;
	}
	if (chunk_due) {
		store->chunks[store->chunk_count++] = (mynd_chunk){.data = (uint8_t *) row->data - MYND_ROW_HEADER};
	}
	mynd_chunk *last = &store->chunks[store->chunk_count - 1];
	if (mark_due) {
		store->marks[store->mark_count++] = (mynd_row_place){store->chunk_count - 1, last->used};
	}
	last->used += MYND_ROW_HEADER + (uint32_t) row->len;
	store->bytes += MYND_ROW_HEADER + row->len;
	store->count++;
	mynd_store_check(store, false);
	return MYND_OK;
}

static int read_row(mynd_store *store, mynd_cursor *c)
{
	uint32_t len;
	mynd_slice body;
	if (mynd_cursor_u32(c, &len) != MYND_OK || len > MYND_ROW_MOST ||
	    mynd_cursor_bytes(c, len, &body) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_row row = {body.ptr, body.len, false};
	if (mynd_row_check(store->columns, &row) != MYND_OK) {
		return MYND_BAD;
	}
	return enter(store, &row);
}

int mynd_store_of_bytes(mynd_columns *columns, zend_string *bytes, mynd_slice rows, mynd_store **out)
{
	mynd_store *store = mynd_store_new(columns);
	mynd_cursor c = mynd_cursor_over(rows.ptr, rows.len);
	int rc = MYND_OK;
	mynd_store_hold(store, bytes);
	while (rc == MYND_OK && mynd_cursor_left(&c) > 0) {
		rc = read_row(store, &c);
	}
	if (rc != MYND_OK) {
		mynd_store_free(store);
		store = NULL;
	}
	*out = store;
	return rc;
}
