/*
 * The store of a buffered result: rows packed one after another in chunks of request memory.
 *
 *     chunk:  32 bits: length of the row, the top bit set if it has large cells; the packed row; the next one ...
 *
 * Always true: a row lies in one chunk; every row in the store has as many cells as there are columns; `marks` has the place of
 * every 64th row. The store owns one reference to each large cell. A chunk has room for some rows like its first one, and for a
 * sixteenth of what is there already; it is cut back when the next row does not fit. So what is reserved stays within some percent of the data,
 * but for the first chunk, which is part of the store.
 *
 * Which cells become strings of their own, to be shared with the program, is a question of memory: a string takes a whole block of
 * the engine's (8,192 bytes for 4,100), a packed cell just its bytes. Cells that would waste more than a twentieth of
 * themselves are packed, and copied when they are fetched.
 */
#include "store.h"

#define MARK_EVERY     MYND_MARK_EVERY
#define CHUNK_LEAST    512
#define CHUNK_USUAL    (4 * ZEND_MM_PAGE_SIZE)
#define CHUNK_MOST     (63 * ZEND_MM_PAGE_SIZE) /* eight of these fill one mapping of the engine's */
#define GROWTH         16
#define LARGE_BIT      MYND_ROW_LARGE_BIT
#define ROW_MOST       MYND_ROW_MOST
#define HEADER         MYND_ROW_HEADER
#define WASTE_PART     20
#define PREFIX_LONGEST 9

typedef mynd_chunk chunk;
typedef mynd_place place;

static void count_taken(mynd_store *store, size_t size)
{
	store->columns->counts->allocations++;
	store->columns->counts->allocated_bytes += size;
}

static void count_given(mynd_store *store, size_t size)
{
	store->columns->counts->frees++;
	store->columns->counts->freed_bytes += size;
}

mynd_store *mynd_store_new(mynd_columns *columns)
{
	mynd_store *store = emalloc(sizeof *store);
	memset(store, 0, offsetof(mynd_store, first_rows));
	store->columns = mynd_columns_addref(columns);
	store->first_chunk = (chunk){store->first_rows, 0, MYND_FIRST_ROWS};
	store->to = store->first_rows;
	store->room = MYND_FIRST_ROWS;
	store->next_mark = MARK_EVERY;
	store->chunks = &store->first_chunk;
	store->marks = &store->first_mark;
	store->chunk_count = store->chunk_cap = store->mark_count = store->mark_cap = 1;
	count_taken(store, MYND_FIRST_ROWS);
	return store;
}

void mynd_store_hold(mynd_store *store, zend_string *bytes)
{
	store->held = zend_string_copy(bytes);
	store->chunk_count = store->mark_count = 0;
	store->to = NULL;
	store->room = 0;
	count_given(store, MYND_FIRST_ROWS);
}

/* --- reading --- */

uint64_t mynd_store_count(const mynd_store *store)
{
	return store->count;
}

uint64_t mynd_store_position(const mynd_store *store)
{
	return store->position;
}

bool mynd_store_next(mynd_store *store, mynd_row *row)
{
	if (store->position >= store->count) {
		return false;
	}
	store->here = mynd_store_row_at(store, store->here, row);
	store->position++;
	return true;
}

void mynd_store_seek(mynd_store *store, uint64_t position)
{
	if (position >= store->count) {
		store->position = store->count;
		return;
	}
	store->position = position;
	store->here = store->marks[position / MARK_EVERY];
	mynd_row row;
	for (uint64_t i = position % MARK_EVERY; i > 0; i--) {
		store->here = mynd_store_row_at(store, store->here, &row);
	}
}

/* --- room --- */

static void *take(mynd_store *store, size_t size)
{
	void *ptr = mynd_try_emalloc(size);
	if (ptr != NULL) {
		count_taken(store, size);
	}
	return ptr;
}

static void give(mynd_store *store, void *ptr, size_t size)
{
	if (ptr != NULL) {
		count_given(store, size);
		efree(ptr);
	}
}

static void give_chunk(mynd_store *store, chunk *chunk)
{
	if (chunk->data == store->first_rows) {
		count_given(store, MYND_FIRST_ROWS);
	} else {
		give(store, chunk->data, chunk->size);
	}
}

/* The same content in a block of another size, the old one freed. NULL: no memory, and the old one is as it was. */
static void *resize(mynd_store *store, void *old, size_t old_size, size_t used, size_t size)
{
	void *ptr = take(store, size);
	if (ptr == NULL) {
		return NULL;
	}
	if (used > 0) {
		memcpy(ptr, old, used);
	}
	give(store, old, old_size);
	return ptr;
}

bool mynd_store_grow(mynd_store *store, void **table, uint32_t count, uint32_t *cap, size_t entry)
{
	if (EXPECTED(count < *cap)) {
		return true;
	}
	uint32_t more = *cap == 1 ? 4 : *cap * 2;
	void *larger = take(store, more * entry);
	if (larger == NULL) {
		return false;
	}
	memcpy(larger, *table, count * entry);
	if (*table != &store->first_chunk && *table != &store->first_mark) {
		give(store, *table, *cap * entry);
	}
	*table = larger;
	*cap = more;
	return true;
}

/* Whether the engine makes this block smaller without moving it. */
static bool shrinks_in_place(size_t old_size, size_t size)
{
	return size > ZEND_MM_MAX_LARGE_SIZE ||
	       (size > ZEND_MM_MAX_SMALL_SIZE && old_size <= ZEND_MM_MAX_LARGE_SIZE);
}

/* Gives back what the chunk has left, if that is worth it. */
static void trim(mynd_store *store, chunk *chunk)
{
	if (chunk->data == store->first_rows) {
		return;
	}
	size_t size = mynd_block_size(chunk->used);
	uint8_t *smaller;
	if (size + chunk->size / 32 >= chunk->size) {
		return;
	}
	if (shrinks_in_place(chunk->size, size)) {
		smaller = erealloc2(chunk->data, size, chunk->used);
		store->columns->counts->freed_bytes += chunk->size - size;
	} else {
		smaller = resize(store, chunk->data, chunk->size, chunk->used, size);
	}
	if (smaller != NULL) {
		chunk->data = smaller;
		chunk->size = (uint32_t) size;
	}
}

/* The last chunk gets no more rows, and knows how far it is used; NULL: it was closed before. */
static chunk *end_chunk(mynd_store *store)
{
	if (store->to == NULL) {
		return NULL;
	}
	chunk *last = &store->chunks[store->chunk_count - 1];
	last->used = (uint32_t) (store->to - last->data);
	store->bytes += last->used;
	store->to = NULL;
	store->room = 0;
	return last;
}

/* As above; what is left of it is given back. One without any rows goes: chunks are never empty. */
static void close_chunk(mynd_store *store)
{
	chunk *last = end_chunk(store);
	if (last == NULL) {
		return;
	}
	if (last->used > 0) {
		trim(store, last);
	} else {
		give_chunk(store, last);
		store->chunk_count--;
	}
}

/* A chunk of about `usual` bytes, or what is due for what is there already if that is more; `need` bytes in any case. */
static bool add_chunk(mynd_store *store, size_t usual, size_t need)
{
	size_t size = MIN(MAX(store->bytes / GROWTH, usual), CHUNK_MOST);
	size = mynd_block_size(MAX(size, need));
	if (!mynd_store_grow(
	        store, (void **) &store->chunks, store->chunk_count, &store->chunk_cap, sizeof(chunk))) {
		return false;
	}
	uint8_t *data = take(store, size);
	if (data == NULL) {
		return false;
	}
	mynd_pages_whole(data, size);
	store->chunks[store->chunk_count++] = (chunk){data, 0, (uint32_t) size};
	store->to = data;
	store->room = size;
	return true;
}

static bool is_mark_due(const mynd_store *store)
{
	return store->count == store->next_mark;
}

/* Makes room for a row of `len` bytes and its header, and for its mark. False: no memory; nothing has changed that matters. */
static bool reserve(mynd_store *store, size_t len)
{
	if (len > ROW_MOST) {
		return false;
	}
	if (is_mark_due(store) && !mynd_store_grow(store, (void **) &store->marks, store->mark_count,
	                              &store->mark_cap, sizeof(place))) {
		return false;
	}
	if (!store->in_part && store->room < HEADER + len) {
		size_t some_rows = MIN(MAX((HEADER + len) * GROWTH, CHUNK_LEAST), CHUNK_USUAL);
		close_chunk(store);
		return add_chunk(store, some_rows, HEADER + len);
	}
	return true;
}

/* The row stands behind its header at the end of the store: it is in the store now. */
static zend_always_inline void commit_in_part(mynd_store *store, size_t len, bool has_large)
{
	mynd_row_header_write(store->to, (uint32_t) len | (has_large ? LARGE_BIT : 0));
	store->to += HEADER + len;
	store->count++;
}

/* The same in reserved room. */
static zend_always_inline void commit(mynd_store *store, size_t len, bool has_large)
{
	commit_in_part(store, len, has_large);
	store->room -= HEADER + len;
}

/* --- parts --- */

/*
 * The head of a frame takes as many bytes as that of a row, and no cell takes more in the store than it did on the wire: so the end of
 * the store never overtakes what is unread behind it. Where a cell became a string they part, and later rows move down.
 */
#define PART_GROWTH 4

mynd_span mynd_store_part(mynd_store *store, size_t least)
{
	size_t size = 2 * least;
	bool chunk_has_room = !store->in_part && store->room >= least / 2;
	if (chunk_has_room || store->bytes / PART_GROWTH < size || size > CHUNK_MOST) {
		return (mynd_span){NULL, 0};
	}
	end_chunk(store);
	if (!add_chunk(store, size, size)) {
		return (mynd_span){NULL, 0};
	}
	mynd_span part = {store->to, store->room};
	store->in_part = true;
	store->room = 0;
	return part;
}

void mynd_store_part_over(mynd_store *store)
{
	if (store->in_part && store->to != NULL) {
		const chunk *last = &store->chunks[store->chunk_count - 1];
		store->room = (size_t) (last->data + last->size - store->to);
	}
	store->in_part = false;
}

void mynd_store_trim(mynd_store *store)
{
	if (store->chunk_count > 1) {
		trim(store, &store->chunks[store->chunk_count - 2]);
	}
}

/* The same, wherever it stands, with its mark if that is due. */
static void enter(mynd_store *store, size_t len, bool has_large)
{
	uint32_t at = store->chunk_count - 1;
	if (is_mark_due(store)) {
		store->marks[store->mark_count++] = (place){at, (uint32_t) (store->to - store->chunks[at].data)};
		store->next_mark += MARK_EVERY;
	}
	if (store->in_part) {
		commit_in_part(store, len, has_large);
	} else {
		commit(store, len, has_large);
	}
}

/* --- adding --- */

/* Whether a cell is to be a string of its own, wherever it lies now. */
static bool is_worth_a_string(size_t len)
{
	return len >= MYND_LARGE_CELL && mynd_block_size(_ZSTR_STRUCT_SIZE(len)) - len <= len / WASTE_PART;
}

static bool is_large(const mynd_cell *cell)
{
	return cell->large != NULL || cell->len >= MYND_LARGE_CELL;
}

/* What the cell takes in the store, at most. */
static size_t stored_size(const mynd_cell *cell)
{
	if (is_large(cell) && is_worth_a_string(cell->len)) {
		return MYND_CELL_LARGE_BYTES;
	}
	return cell->len + PREFIX_LONGEST;
}

/* Checks a text row. MYND_MORE: it is one, and has cells that are large. */
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

/* What a row that was checked takes in the store, at most. */
static size_t measure(const mynd_columns *columns, const mynd_row *row)
{
	mynd_cells cells;
	mynd_cell cell = {0};
	mynd_cells_open(columns, row, &cells);
	size_t size = (size_t) (cells.c.pos - row->data);
	while (cells.at < columns->count && mynd_cells_next(&cells, &cell) == MYND_OK) {
		size += is_large(&cell) ? stored_size(&cell) : cell.len + 1;
	}
	return size;
}

/* Writes a cell of MYND_LARGE_CELL bytes or more. Returns behind it; NULL: no memory, and the cell is as it was. */
static uint8_t *write_large(mynd_rows_counts *counts, uint8_t *to, const mynd_cell *cell, bool *has_large)
{
	zend_string *string = cell->large;
	if (!is_worth_a_string(cell->len)) {
		to = mynd_cell_write_bytes(to, string ? (const uint8_t *) ZSTR_VAL(string) : cell->ptr, cell->len);
		if (string != NULL) {
			mynd_large_release(counts, string);
		}
		return to;
	}
	if (string == NULL) {
		string = mynd_large_new(counts, cell->len);
		if (string == NULL) {
			return NULL;
		}
		memcpy(ZSTR_VAL(string), cell->ptr, cell->len);
	}
	*has_large = true;
	mynd_cell_write_large(to, string, cell->len);
	return to + MYND_CELL_LARGE_BYTES;
}

/* The row's large cells: those in what was written, up to `to`, and those that are left of it. */
static void drop_both(
    mynd_store *store, const uint8_t *body, const uint8_t *to, bool has_large, mynd_cells *rest)
{
	mynd_row written = {body, (size_t) (to - body), has_large};
	mynd_row_drop(store->columns, &written);
	mynd_cells_drop(rest);
}

/* Adds a row with large cells: those already written belong to the store's copy, the rest still to the row. */
static int add_large(mynd_store *store, const mynd_row *row)
{
	uint8_t *body = store->to + HEADER;
	mynd_cells cells;
	mynd_cells_open(store->columns, row, &cells); /* measured before: it is a row */
	size_t len = (size_t) (cells.c.pos - row->data);
	memmove(body, row->data, len);
	if (cells.nulls != NULL) { /* in a part the row's own may be overwritten before it is read to its end */
		cells.nulls = body + (cells.nulls - row->data);
	}
	uint8_t *to = body + len;
	bool has_large = false;
	while (cells.at < store->columns->count) {
		mynd_cell cell = {0};
		mynd_cells start = cells;
		uint8_t *next = NULL;
		if (UNEXPECTED(mynd_cells_next(&cells, &cell) != MYND_OK)) {
			ZEND_ASSERT(0 && "the row was checked");
		} else if (!is_large(&cell)) {
			len = (size_t) (cells.c.pos - start.c.pos);
			memmove(to, start.c.pos, len);
			next = to + len;
		} else {
			next = write_large(store->columns->counts, to, &cell, &has_large);
		}
		if (next == NULL) {
			drop_both(store, body, to, has_large, &start);
			return MYND_MORE;
		}
		to = next;
	}
	enter(store, (size_t) (to - body), has_large);
	store->has_large |= has_large;
	return MYND_OK;
}

/* A row that starts a chunk or is marked, that has large cells, or that moves down in a part. */
static zend_never_inline int add_slowly(mynd_store *store, const mynd_row *row, bool any_large)
{
	if (!reserve(store, !any_large || store->in_part ? row->len : measure(store->columns, row))) {
		mynd_row_drop(store->columns, row);
		return MYND_MORE;
	}
	if (any_large) {
		return add_large(store, row);
	}
	memmove(store->to + HEADER, row->data, row->len);
	enter(store, row->len, false);
	return MYND_OK;
}

int mynd_store_add(mynd_store *store, const mynd_row *row)
{
	const mynd_columns *columns = store->columns;
	int rc = columns->binary             ? mynd_binary_check(columns, row)
	         : EXPECTED(!row->has_large) ? check(columns, row, false)
	                                     : check(columns, row, true);
	if (UNEXPECTED(rc == MYND_BAD)) {
		mynd_row_drop(store->columns, row);
		return MYND_BAD;
	}
	if (UNEXPECTED(rc == MYND_MORE || is_mark_due(store))) {
		return add_slowly(store, row, rc == MYND_MORE);
	}
	if (row->data == store->to + HEADER && store->in_part) {
		commit_in_part(store, row->len, false);
		return MYND_OK;
	}
	if (UNEXPECTED(store->room < HEADER + row->len)) {
		return add_slowly(store, row, false);
	}
	memcpy(store->to + HEADER, row->data, row->len);
	commit(store, row->len, false);
	return MYND_OK;
}

void mynd_store_finish(mynd_store *store)
{
	close_chunk(store);
}

/* --- end --- */

static void drop_large(mynd_store *store)
{
	place at = {0, 0};
	for (uint64_t i = 0; i < store->count; i++) {
		mynd_row row;
		at = mynd_store_row_at(store, at, &row);
		if (row.has_large) {
			mynd_row_drop(store->columns, &row);
		}
	}
}

void mynd_store_free(mynd_store *store)
{
	end_chunk(store); /* a store that was not finished */
	if (store->has_large) {
		drop_large(store);
	}
	if (store->held != NULL) {
		zend_string_release(store->held);
	} else {
		for (uint32_t i = 0; i < store->chunk_count; i++) {
			give_chunk(store, &store->chunks[i]);
		}
	}
	if (store->chunks != &store->first_chunk) {
		give(store, store->chunks, store->chunk_cap * sizeof(chunk));
	}
	if (store->marks != &store->first_mark) {
		give(store, store->marks, store->mark_cap * sizeof(place));
	}
	mynd_columns_release(store->columns);
	efree(store);
}
