/*
 * The form of rows inside mynd: a *packed row*, one span of bytes with the cells one after another,
 *
 *     a length-encoded length and that many bytes     a cell, as text rows have it on the wire
 *     0xFB                                            NULL
 *     0xFF, 8 bytes of length, 8 bytes of pointer     a large cell in memory of its own (host byte order)
 *
 * A text row that was received whole is already such a span. Only mynd writes 0xFF, and only into a row with
 * `has_large` set; in a row from the server it is malformed. The pointer is the value that the session's
 * allocator returned. The row owns one reference to this value; code that takes over the row takes over the
 * reference.
 *
 * Binary rows (binary.h) have another format, but use the struct mynd_row, too.
 */
#ifndef MYND_WIRE_ROW_H
#define MYND_WIRE_ROW_H

#include "buffer.h"

#define MYND_CELL_NULL        0xFB
#define MYND_CELL_LARGE       0xFF
#define MYND_CELL_LARGE_BYTES 17 /* size of a large cell's marker in a packed row */
/* maximum length of a cell; a longer cell is refused before memory is allocated for it */
#define MYND_CELL_MAX (UINT64_C(1) << 30)

typedef struct mynd_row {
	const uint8_t *data;
	size_t len;
	bool has_large;
} mynd_row;

typedef struct mynd_cell {
	const uint8_t *ptr; /* NULL: SQL NULL, unless `large` is set */
	size_t len;
	void *large; /* the allocator's value, or NULL */
} mynd_cell;

/* The part of mynd_cell_next for a cell that begins with a byte over 0xFB; not inlined into every loop. */
__attribute__((cold)) static inline int mynd_cell_next_rare(mynd_cursor *c, bool has_large, mynd_cell *cell)
{
	mynd_slice bytes;
	cell->large = NULL;
	if (*c->pos != MYND_CELL_LARGE) {
		if (mynd_cursor_lenenc_bytes(c, &bytes) != MYND_OK) {
			return MYND_BAD;
		}
		cell->ptr = bytes.ptr;
		cell->len = bytes.len;
		return MYND_OK;
	}
	if (!has_large || mynd_cursor_left(c) < MYND_CELL_LARGE_BYTES) {
		return MYND_BAD;
	}
	uint64_t len;
	memcpy(&len, c->pos + 1, sizeof len);
	memcpy(&cell->large, c->pos + 9, sizeof cell->large);
	cell->ptr = NULL;
	cell->len = (size_t) len;
	c->pos += MYND_CELL_LARGE_BYTES;
	return MYND_OK;
}

/* Reads the next cell. 0xFF marks a large cell only if `has_large` is set. */
__attribute__((always_inline)) static inline int mynd_cell_next(
    mynd_cursor *c, bool has_large, mynd_cell *cell)
{
	if (__builtin_expect(c->pos == c->end, 0)) {
		return MYND_BAD;
	}
	uint8_t first = *c->pos;
	if (__builtin_expect(first < MYND_CELL_NULL, 1)) {
		mynd_slice bytes;
		mynd_cursor after = {c->pos + 1, c->end};
		if (__builtin_expect(mynd_cursor_bytes(&after, first, &bytes) != MYND_OK, 0)) {
			return MYND_BAD;
		}
		cell->ptr = bytes.ptr;
		cell->len = bytes.len;
		cell->large = NULL;
		*c = after;
		return MYND_OK;
	}
	if (first == MYND_CELL_NULL) {
		cell->ptr = NULL;
		cell->len = 0;
		cell->large = NULL;
		c->pos++;
		return MYND_OK;
	}
	/* Passes copies, so that the caller's variables can stay in registers: no address of them is taken. */
	mynd_cursor rare_cursor = *c;
	mynd_cell rare_cell = {NULL, 0, NULL};
	int rc = mynd_cell_next_rare(&rare_cursor, has_large, &rare_cell);
	*c = rare_cursor;
	*cell = rare_cell;
	return rc;
}

static inline bool mynd_cell_is_null(const mynd_cell *cell)
{
	return cell->ptr == NULL && cell->large == NULL;
}

/* Writes a large cell's marker; `to` has space for MYND_CELL_LARGE_BYTES. */
static inline void mynd_cell_write_large(uint8_t *to, void *large, uint64_t len)
{
	to[0] = MYND_CELL_LARGE;
	memcpy(to + 1, &len, sizeof len);
	memcpy(to + 9, &large, sizeof large);
}

/* Makes and releases the values of large cells for the session, which knows no PHP. */
typedef struct mynd_allocator {
	void *context;
	/*
	 * Returns a value with space for `len` bytes at *body. Returns NULL if there is no memory for it: the
	 * reply then fails with 2008.
	 */
	void *(*alloc)(void *context, size_t len, uint8_t **body);
	void (*release)(void *context, void *value);
} mynd_allocator;

#endif
