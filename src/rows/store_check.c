/*
 * Asserts what store.h lists as always true, after every operation in builds for tests (checked.h).
 *
 * Always true: these functions change nothing. A store of few rows is read completely each time. A store of
 * many rows is read when the number of its rows is a power of two, when it is finished and when it is freed,
 * so that filling it takes only a few times as long.
 */
#include "store.h"

#ifdef MYND_CHECKED

#define FEW 64 /* rows */

static bool is_open(const mynd_store *store)
{
	return store->free.pos != NULL;
}

static bool is_within(const void *ptr, size_t len, const void *from, size_t size)
{
	uintptr_t at = (uintptr_t) ptr - (uintptr_t) from;
	return at <= size && size - at >= len;
}

/* Returns where the rows of a chunk end. */
static size_t end_of(const mynd_store *store, uint32_t i)
{
	const mynd_chunk *chunk = &store->chunks[i];
	bool open = is_open(store) && i == store->chunk_count - 1;
	return open ? (size_t) (store->free.pos - chunk->data) : chunk->used;
}

static void check_tables(const mynd_store *store)
{
	MYND_ASSERT(store->chunk_count <= store->chunk_cap && store->mark_count <= store->mark_cap);
	MYND_ASSERT((store->chunk_cap == 1) == (store->chunks == &store->first_chunk));
	MYND_ASSERT((store->mark_cap == 1) == (store->marks == &store->first_mark));
	uint64_t marks = (store->count + MYND_MARK_EVERY - 1) / MYND_MARK_EVERY;
	MYND_ASSERT(store->mark_count == MAX(marks, store->held == NULL ? 1 : 0));
	MYND_ASSERT(store->held != NULL || store->next_mark == (uint64_t) MYND_MARK_EVERY * store->mark_count);
	MYND_ASSERT(store->position <= store->count);
}

/* Checks the last chunk, while rows may be added to it. */
static void check_free(const mynd_store *store)
{
	if (!is_open(store)) {
		MYND_ASSERT(store->free.end == NULL);
		return;
	}
	MYND_ASSERT(store->held == NULL && store->chunk_count > 0 && store->free.pos <= store->free.end);
	const mynd_chunk *last = &store->chunks[store->chunk_count - 1];
	MYND_ASSERT(last->used == 0 &&
	            is_within(store->free.pos, mynd_writer_room(&store->free), last->data, last->size));
}

static void check_chunks(const mynd_store *store)
{
	uint64_t bytes = 0;
	for (uint32_t i = 0; i < store->chunk_count; i++) {
		const mynd_chunk *chunk = &store->chunks[i];
		bool open = is_open(store) && i == store->chunk_count - 1;
		MYND_ASSERT(open || chunk->used > MYND_ROW_HEADER);
		MYND_ASSERT((chunk->data == store->first_rows) <= (i == 0 && chunk->size == MYND_FIRST_ROWS));
		if (store->held == NULL) {
			MYND_ASSERT(chunk->used <= chunk->size);
		} else {
			MYND_ASSERT(is_within(chunk->data, chunk->used, ZSTR_VAL(store->held), ZSTR_LEN(store->held)));
		}
		bytes += chunk->used;
	}
	MYND_ASSERT(bytes == store->bytes);
	MYND_ASSERT(store->held == NULL || (!store->has_large && store->spent.data == NULL));
}

/*
 * Checks that the row's header correctly says whether the row has large cells, and that these are strings
 * with references.
 */
static void check_large(const mynd_store *store, const mynd_row *row)
{
	mynd_cells cells;
	bool any = false;
	mynd_cells_open(store->columns, row, &cells);
	while (row->has_large && cells.at < store->columns->count) {
		mynd_cell cell;
		int rc = mynd_cells_next(&cells, &cell);
		MYND_ASSERT(rc == MYND_OK);
		if (cell.large != NULL) {
			const zend_string *string = cell.large;
			any = true;
			MYND_ASSERT(GC_REFCOUNT(string) >= 1 && ZSTR_LEN(string) == cell.len &&
			            ZSTR_VAL(string)[cell.len] == '\0');
		}
	}
	MYND_ASSERT(any == row->has_large && any <= store->has_large);
}

/* Checks the row after `offset` in the chunk's bytes up to `end`; returns where it ends. */
static size_t check_row(const mynd_store *store, const uint8_t *data, size_t offset, size_t end)
{
	MYND_ASSERT(end - offset > MYND_ROW_HEADER);
	uint32_t header = mynd_row_header_read(data + offset), len = header & ~MYND_ROW_LARGE_BIT;
	mynd_row row = {data + offset + MYND_ROW_HEADER, len, (header & MYND_ROW_LARGE_BIT) != 0};
	MYND_ASSERT(end - offset - MYND_ROW_HEADER >= len);
	int rc = mynd_row_check(store->columns, &row);
	MYND_ASSERT(rc == MYND_OK);
	check_large(store, &row);
	return offset + MYND_ROW_HEADER + len;
}

static void check_rows(const mynd_store *store)
{
	uint64_t rows = 0;
	for (uint32_t i = 0; i < store->chunk_count; i++) {
		size_t end = end_of(store, i), offset = 0;
		while (offset < end) {
			if (rows % MYND_MARK_EVERY == 0) {
				const mynd_row_place *mark = &store->marks[rows / MYND_MARK_EVERY];
				MYND_ASSERT(mark->chunk == i && mark->offset == offset);
			}
			if (rows == store->position && rows > 0) {
				MYND_ASSERT(store->here.chunk == i && store->here.offset == offset);
			}
			offset = check_row(store, store->chunks[i].data, offset, end);
			rows++;
		}
	}
	MYND_ASSERT(rows == store->count);
}

void mynd_store_check(const mynd_store *store, bool whole)
{
	bool some = store->count <= FEW || (store->count & (store->count - 1)) == 0;
	check_tables(store);
	check_free(store);
	if (whole || some) {
		check_chunks(store);
		check_rows(store);
	}
}

#endif
