/*
 * The store of a buffered result, for the files that fill it (store_add.c), read it (store.c), turn it into
 * bytes and back (captured_rows.c), and check it (store_check.c). No other folder includes this header.
 *
 * Always true, and asserted after every operation in the builds for tests (store_check.c):
 * - no chunk in the list is empty, except the last one while rows may still be added to it; `used` of each
 *   chunk before it is the end of the chunk's last row, and `bytes` is the sum of these numbers;
 * - a row lies in one chunk, after its header; every row in the store has as many cells as there are columns,
 *   and nothing after them;
 * - `marks` has the place of every 64th row;
 * - the store owns one reference to each large cell; the header of a row with such a cell says so;
 * - rows are added only in `free`, which is the unused end of the last chunk; in a part (mynd_store_part) a
 *   stored row never ends later than the bytes in which it was received;
 * - if the rows lie in a string of the caller (`held`, a reference), the store owns no chunk, and no row has
 *   large cells.
 */
#ifndef MYND_ROWS_STORE_H
#define MYND_ROWS_STORE_H

#include "cells.h"
#include "../wire/checked.h"

#define MYND_MARK_EVERY    64
#define MYND_ROW_HEADER    sizeof(uint32_t)
#define MYND_ROW_LARGE_BIT (UINT32_C(1) << 31)
#define MYND_FIRST_ROWS    512 /* bytes; most results are small and need just this one block of memory */
#define MYND_ROW_MOST      (MYND_ROW_LARGE_BIT - 1) /* bytes of a row */

typedef struct mynd_chunk {
	uint8_t *data;
	uint32_t used, size; /* used: 0 while rows may be added */
} mynd_chunk;

typedef struct mynd_row_place {
	uint32_t chunk, offset;
} mynd_row_place;

struct mynd_store {
	mynd_columns *columns;
	mynd_chunk *chunks; /* `first_chunk`, while one is enough */
	mynd_row_place *marks;
	uint32_t chunk_count, chunk_cap, mark_count, mark_cap;
	uint64_t count, bytes; /* number of rows; bytes of the rows in closed chunks, with headers */
	uint64_t position;     /* number of the next row, which is at `here` */
	mynd_row_place here;
	bool has_large;
	bool in_part;       /* rows are received straight into `free` */
	mynd_writer free;   /* the unused end of the last chunk; NULL: the chunk is closed */
	mynd_chunk spent;   /* a part without rows, but maybe with unread bytes; data NULL: none */
	zend_string *held;  /* string in which the rows lie; NULL: in the store's own chunks */
	uint64_t next_mark; /* number of the row to be marked next */
	mynd_chunk first_chunk;
	mynd_row_place first_mark;
	uint8_t first_rows[MYND_FIRST_ROWS]; /* space of the first chunk */
};

/* --- headers --- */

/* A header is little-endian on every machine, because the rows are also saved unchanged (captured_rows.c). */
static zend_always_inline uint32_t mynd_row_header_swap(uint32_t header)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return __builtin_bswap32(header);
#else
	return header;
#endif
}

static zend_always_inline uint32_t mynd_row_header_read(const uint8_t *from)
{
	uint32_t header;
	memcpy(&header, from, MYND_ROW_HEADER);
	return mynd_row_header_swap(header);
}

/* Writes the header to `to`, which has space for it. */
static zend_always_inline void mynd_row_header_write(uint8_t *to, uint32_t header)
{
	header = mynd_row_header_swap(header);
	memcpy(to, &header, MYND_ROW_HEADER);
}

/* Reads the row at this place, and returns where the next one begins. */
static inline mynd_row_place mynd_store_row_at(const mynd_store *store, mynd_row_place at, mynd_row *row)
{
	const mynd_chunk *chunk = &store->chunks[at.chunk];
	MYND_ASSERT(at.chunk < store->chunk_count && at.offset < chunk->used);
	const uint8_t *data = chunk->data + at.offset;
	uint32_t header = mynd_row_header_read(data);
	row->data = data + MYND_ROW_HEADER;
	row->len = header & ~MYND_ROW_LARGE_BIT;
	row->has_large = (header & MYND_ROW_LARGE_BIT) != 0;
	at.offset += MYND_ROW_HEADER + (uint32_t) row->len;
	MYND_ASSERT(at.offset <= chunk->used);
	return at.offset < chunk->used ? at : (mynd_row_place){at.chunk + 1, 0};
}

/* --- room --- */

/*
 * Makes the store hold rows that lie in this string, with a reference to it. Called before there is any row.
 */
void mynd_store_hold(mynd_store *store, zend_string *bytes);

/*
 * Makes space for one more entry in a growing table whose first block is in the store itself. Returns false
 * if there is no memory.
 */
bool mynd_store_grow(mynd_store *store, void **table, uint32_t count, uint32_t *cap, size_t entry);

/*
 * Called when `free` is too short: closes the chunk and adds another, so that `free` has `len` bytes. Returns
 * false if there is no memory; the rows are then unchanged.
 */
bool mynd_store_make_room(mynd_store *store, size_t len);

/* --- checks --- */

/*
 * Asserts what "Always true" above lists, as far as possible without reading all rows; asserts all of it if
 * the store has few rows or `whole` is set.
 */
#ifdef MYND_CHECKED
void mynd_store_check(const mynd_store *store, bool whole);
#else
static inline void mynd_store_check(const mynd_store *store, bool whole)
{
}
#endif

#endif
