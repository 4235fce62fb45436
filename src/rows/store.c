/*
 * The store of a buffered result: rows packed one after another in chunks of request memory.
 *
 *     chunk:  32 bits: length of the row, the top bit set if it has large cells; the packed row; the next ...
 *
 * Always true: the list in store.h. A chunk has room for some rows like its first one, and for a sixteenth of
 * the bytes stored so far; its unused end is freed when the next row does not fit. So the reserved memory
 * exceeds the data by some percent only, except in the first chunk, which is part of the store. Not here: the
 * writing of a row into its space (store_add.c).
 */
#include "store.h"

#define MARK_EVERY  MYND_MARK_EVERY
#define CHUNK_USUAL (4 * ZEND_MM_PAGE_SIZE)
#define CHUNK_LEAST 512
#define CHUNK_MOST  (63 * ZEND_MM_PAGE_SIZE) /* size of which eight fill one mapping of the engine's */
#define GROWTH      16

static const mynd_writer nowhere = {NULL, NULL};

typedef mynd_chunk chunk;
typedef mynd_row_place place;

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
	store->free = mynd_writer_over(store->first_rows, MYND_FIRST_ROWS);
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
	store->free = nowhere;
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
	MYND_ASSERT(store->free.pos == NULL);
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
	mynd_store_check(store, false);
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

/*
 * Moves the content to a block of another size and frees the old one. Returns NULL if there is no memory; the
 * old block is then unchanged.
 */
static void *resize(mynd_store *store, void *old, size_t old_size, size_t used, size_t size)
{
	void *ptr = take(store, size);
	if (ptr == NULL) {
		return NULL;
	}
	MYND_ASSERT(used <= size);
	memcpy(ptr, old, used);
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

/* Returns true if the engine makes this block smaller without moving it. */
static bool shrinks_in_place(size_t old_size, size_t size)
{
	return size > ZEND_MM_MAX_LARGE_SIZE ||
	       (size > ZEND_MM_MAX_SMALL_SIZE && old_size <= ZEND_MM_MAX_LARGE_SIZE);
}

/* Frees the unused end of the chunk, if it is more than a 32nd of the chunk. */
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

static void give_spent(mynd_store *store)
{
	if (store->spent.data != NULL) {
		give_chunk(store, &store->spent);
		store->spent.data = NULL;
	}
}

/*
 * Closes the last chunk, and sets its `used`. A chunk without rows is moved from the list to `spent`; then,
 * and if the last chunk was closed already, returns NULL.
 */
static zend_always_inline chunk *end_chunk(mynd_store *store)
{
	if (store->free.pos == NULL) {
		return NULL;
	}
	chunk *last = &store->chunks[store->chunk_count - 1];
	give_spent(store);
	last->used = (uint32_t) (store->free.pos - last->data);
	store->free = nowhere;
	if (last->used == 0) {
		store->spent = *last;
		store->chunk_count--;
		return NULL;
	}
	store->bytes += last->used;
	return last;
}

/* As end_chunk, and frees the unused end of the chunk. */
static void close_chunk(mynd_store *store)
{
	chunk *last = end_chunk(store);
	if (last != NULL) {
		trim(store, last);
	}
	give_spent(store);
}

/* Adds a chunk of about `usual` bytes (more if the store is already large), but of at least `need` bytes. */
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
	MYND_ASSERT(size <= UINT32_MAX && size >= need);
	store->chunks[store->chunk_count++] = (chunk){data, 0, (uint32_t) size};
	store->free = mynd_writer_over(data, MIN(size, MYND_ROW_HEADER + MYND_ROW_MOST));
	return true;
}

bool mynd_store_make_room(mynd_store *store, size_t len)
{
	size_t some_rows = MIN(MAX(len * GROWTH, CHUNK_LEAST), CHUNK_USUAL);
	MYND_ASSERT(!store->in_part && len <= MYND_ROW_HEADER + MYND_ROW_MOST);
	close_chunk(store);
	return add_chunk(store, some_rows, len);
}

/* --- parts --- */

/*
 * In a part, rows are stored where their bytes were received. The header of a frame takes as many bytes as
 * that of a row, and no cell takes more bytes in the store than when it was received, so the end of the
 * stored rows never overtakes the unread bytes after them. When a cell becomes a string of its own, a gap
 * opens before the unread bytes, and later rows are moved down.
 */
#define PART_GROWTH 4

mynd_span mynd_store_part(mynd_store *store, size_t least)
{
	size_t size = 2 * least;
	bool chunk_has_room = !store->in_part && mynd_writer_room(&store->free) >= least / 2;
	if (chunk_has_room || store->bytes / PART_GROWTH < size || size > CHUNK_MOST) {
		return (mynd_span){NULL, 0};
	}
	end_chunk(store);
	if (!add_chunk(store, size, size)) {
		return (mynd_span){NULL, 0};
	}
	store->in_part = true;
	mynd_store_check(store, false);
	return (mynd_span){store->free.pos, mynd_writer_room(&store->free)};
}

void mynd_store_part_over(mynd_store *store)
{
	store->in_part = false;
	give_spent(store);
	mynd_store_check(store, false);
}

void mynd_store_trim(mynd_store *store)
{
	give_spent(store);
	if (store->chunk_count > 1) {
		trim(store, &store->chunks[store->chunk_count - 2]);
	}
	mynd_store_check(store, false);
}

void mynd_store_finish(mynd_store *store)
{
	store->in_part = false;
	close_chunk(store);
	mynd_store_check(store, true);
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
	end_chunk(store); /* a store that was not finished has an open chunk */
	mynd_store_check(store, true);
	if (store->has_large) {
		drop_large(store);
	}
	give_spent(store);
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
