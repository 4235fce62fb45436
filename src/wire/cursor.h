/*
 * The checked cursor: every byte from the server is read through a mynd_cursor, and no decoder checks bounds
 * by itself.
 *
 * Always true: pos <= end. A read either sets its value and advances `pos`, or returns MYND_BAD and leaves
 * `pos` unchanged. A slice points into the cursor's memory and is valid as long as that memory. Not here:
 * framing (frame.h); integers that are sent (buffer.h).
 */
#ifndef MYND_WIRE_CURSOR_H
#define MYND_WIRE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "error.h"

typedef struct mynd_slice { /* read-only bytes; the slice does not own them */
	const uint8_t *ptr;
	size_t len;
} mynd_slice;

typedef struct mynd_span { /* memory to write into; the span does not own it */
	uint8_t *ptr;
	size_t len;
} mynd_span;

typedef struct mynd_cursor {
	const uint8_t *pos;
	const uint8_t *end;
} mynd_cursor;

static inline mynd_cursor mynd_cursor_over(const uint8_t *ptr, size_t len)
{
	/* no arithmetic on NULL: an empty slice may have no memory */
	return (mynd_cursor){ptr, len > 0 ? ptr + len : ptr};
}

static inline size_t mynd_cursor_left(const mynd_cursor *c)
{
	return (size_t) (c->end - c->pos);
}

/* Reads a little-endian integer of `width` bytes (1 to 8). */
static inline int mynd_cursor_int(mynd_cursor *c, unsigned width, uint64_t *value)
{
	if (mynd_cursor_left(c) < width) {
		return MYND_BAD;
	}
	uint64_t v = 0;
	for (unsigned i = 0; i < width; i++) {
		v |= (uint64_t) c->pos[i] << (8 * i);
	}
	c->pos += width;
	*value = v;
	return MYND_OK;
}

static inline int mynd_cursor_u8(mynd_cursor *c, uint8_t *value)
{
	if (c->pos == c->end) {
		return MYND_BAD;
	}
	*value = *c->pos++;
	return MYND_OK;
}

static inline int mynd_cursor_u16(mynd_cursor *c, uint16_t *value)
{
	uint64_t v;
	if (mynd_cursor_int(c, 2, &v) != MYND_OK) {
		return MYND_BAD;
	}
	*value = (uint16_t) v;
	return MYND_OK;
}

static inline int mynd_cursor_u32(mynd_cursor *c, uint32_t *value)
{
	uint64_t v;
	if (mynd_cursor_int(c, 4, &v) != MYND_OK) {
		return MYND_BAD;
	}
	*value = (uint32_t) v;
	return MYND_OK;
}

/* Takes exactly `len` bytes. */
static inline int mynd_cursor_bytes(mynd_cursor *c, size_t len, mynd_slice *slice)
{
	if (mynd_cursor_left(c) < len) {
		return MYND_BAD;
	}
	slice->ptr = c->pos;
	slice->len = len;
	c->pos += len;
	return MYND_OK;
}

static inline int mynd_cursor_skip(mynd_cursor *c, size_t len)
{
	mynd_slice ignored;
	return mynd_cursor_bytes(c, len, &ignored);
}

/* Takes all remaining bytes (perhaps none). */
static inline mynd_slice mynd_cursor_rest(mynd_cursor *c)
{
	mynd_slice slice = {c->pos, mynd_cursor_left(c)};
	c->pos = c->end;
	return slice;
}

/*
 * Takes the bytes up to a NUL, and the NUL, which is not in the slice. Returns MYND_BAD if there is no NUL.
 */
static inline int mynd_cursor_cstring(mynd_cursor *c, mynd_slice *slice)
{
	size_t left = mynd_cursor_left(c);
	const uint8_t *nul = left > 0 ? memchr(c->pos, 0, left) : NULL;
	if (nul == NULL) {
		return MYND_BAD;
	}
	slice->ptr = c->pos;
	slice->len = (size_t) (nul - c->pos);
	c->pos = nul + 1;
	return MYND_OK;
}

/* Reads a length-encoded integer of more than one byte. Returns MYND_BAD if the bytes are no such integer. */
static inline int mynd_cursor_lenenc_long(mynd_cursor *c, uint64_t *value)
{
	uint8_t first = *c->pos;
	if (first == 0xFB || first == 0xFF) {
		return MYND_BAD;
	}
	unsigned width = first == 0xFC ? 2 : first == 0xFD ? 3 : 8;
	mynd_cursor after = {c->pos + 1, c->end};
	if (mynd_cursor_int(&after, width, value) != MYND_OK) {
		return MYND_BAD;
	}
	*c = after;
	return MYND_OK;
}

/*
 * Reads a length-encoded integer (MySQL internals, "Protocol::LengthEncodedInteger"). Returns MYND_BAD for
 * 0xFB (NULL) and 0xFF, which are not integers; rows, in which 0xFB may occur, use row.h.
 */
__attribute__((always_inline)) static inline int mynd_cursor_lenenc(mynd_cursor *c, uint64_t *value)
{
	if (c->pos == c->end) {
		return MYND_BAD;
	}
	if (__builtin_expect(*c->pos >= 0xFB, 0)) {
		return mynd_cursor_lenenc_long(c, value);
	}
	*value = *c->pos++;
	return MYND_OK;
}

/* Reads a length-encoded string. */
static inline int mynd_cursor_lenenc_bytes(mynd_cursor *c, mynd_slice *slice)
{
	const uint8_t *start = c->pos;
	uint64_t len;
	if (mynd_cursor_lenenc(c, &len) != MYND_OK || len > mynd_cursor_left(c)) {
		c->pos = start;
		return MYND_BAD;
	}
	return mynd_cursor_bytes(c, (size_t) len, slice);
}

#endif
