/*
 * What the store of a buffered result is: for the files that fill it, read it and turn it into bytes and back. Nobody outside
 * src/rows includes this.
 *
 * Always true: a row lies in one chunk, behind its header; every row in the store has as many cells as there are columns; `marks` has the
 * place of every 64th row. The store owns one reference to each large cell. Where rows lie in somebody's string (`held`, a reference) it
 * owns no chunk, and no row has large cells.
 */
#ifndef MYND_ROWS_STORE_H
#define MYND_ROWS_STORE_H

#include "cells.h"

#define MYND_MARK_EVERY    64
#define MYND_ROW_HEADER    sizeof(uint32_t)
#define MYND_ROW_LARGE_BIT (UINT32_C(1) << 31)
#define MYND_FIRST_ROWS    512 /* bytes; most results are small, and one block of memory does for them */
#define MYND_ROW_MOST      (MYND_ROW_LARGE_BIT - 1) /* bytes of a row */

typedef struct mynd_chunk {
	uint8_t *data;
	uint32_t used, size;
} mynd_chunk;

typedef struct mynd_place {
	uint32_t chunk, offset;
} mynd_place;

struct mynd_store {
	mynd_columns *columns;
	mynd_chunk *chunks; /* `first_chunk`, as long as one will do */
	mynd_place *marks;
	uint32_t chunk_count, chunk_cap, mark_count, mark_cap;
	uint64_t count, bytes; /* rows; what they take with their headers */
	uint64_t position;     /* of the next row, at `here` */
	mynd_place here;
	bool has_large;
	uint8_t *to;        /* where the next row goes in the last chunk */
	size_t room;        /* bytes there are to copy rows to; the chunk's `used` is set when it is closed */
	bool in_part;       /* rows are received straight into the last chunk; `room` is then 0 */
	zend_string *held;  /* where the rows lie; NULL: in chunks of the store's own */
	uint64_t next_mark; /* the row that is marked next */
	mynd_chunk first_chunk;
	mynd_place first_mark;
	uint8_t first_rows[MYND_FIRST_ROWS]; /* the first chunk's */
};

/* Little-endian on every machine: a store's rows are kept elsewhere as they are. */
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

static zend_always_inline void mynd_row_header_write(uint8_t *to, uint32_t header)
{
	header = mynd_row_header_swap(header);
	memcpy(to, &header, MYND_ROW_HEADER);
}

/* The row at a place where one is; returns where the next one begins. */
static inline mynd_place mynd_store_row_at(const mynd_store *store, mynd_place at, mynd_row *row)
{
	const mynd_chunk *chunk = &store->chunks[at.chunk];
	const uint8_t *data = chunk->data + at.offset;
	uint32_t header = mynd_row_header_read(data);
	row->data = data + MYND_ROW_HEADER;
	row->len = header & ~MYND_ROW_LARGE_BIT;
	row->has_large = (header & MYND_ROW_LARGE_BIT) != 0;
	at.offset += MYND_ROW_HEADER + (uint32_t) row->len;
	return at.offset < chunk->used ? at : (mynd_place){at.chunk + 1, 0};
}

/* The rows will lie in this string, of which a reference is taken. Before any is there. */
void mynd_store_hold(mynd_store *store, zend_string *bytes);

/* Makes room for one more entry in a growing table, the first of which stands in the store itself. False: no memory. */
bool mynd_store_grow(mynd_store *store, void **table, uint32_t count, uint32_t *cap, size_t entry);

static inline unsigned mynd_cell_prefix_size(size_t len)
{
	return len < 0xFB ? 1 : len <= 0xFFFF ? 3 : len <= 0xFFFFFF ? 4 : 9;
}

/* Length-encoded integer, as it stands before a cell. Returns behind it. */
static inline uint8_t *mynd_cell_write_prefix(uint8_t *to, size_t len)
{
	unsigned width = mynd_cell_prefix_size(len) - 1;
	if (width == 0) {
		width = 1;
	} else {
		*to++ = width == 2 ? 0xFC : width == 3 ? 0xFD : 0xFE;
	}
	for (unsigned i = 0; i < width; i++) {
		*to++ = (uint8_t) ((uint64_t) len >> (8 * i));
	}
	return to;
}

/* In a part both places may be the same. */
static inline uint8_t *mynd_cell_write_bytes(uint8_t *to, const void *bytes, size_t len)
{
	to = mynd_cell_write_prefix(to, len);
	memmove(to, bytes, len);
	return to + len;
}

#endif
