/*
 * The one writer of bytes into memory that was reserved for them, as mynd_cursor is the one reader: what is
 * reserved is what may be written.
 *
 * Always true: pos <= end. A write either has room for all its bytes and moves on, or answers MYND_BAD and
 * has written nothing. Memory that is written from may overlap what is written to: the bytes are those that
 * stood there before the write (of a length and the bytes behind it: if the bytes stand behind `pos` at least
 * as far as the length is long).
 * Not here: buffers that grow (buffer.h). Whoever reserves knows how much is due, so a write that does not
 * fit is a defect of ours: the caller asserts, and gives up what it was writing.
 */
#ifndef MYND_WIRE_WRITER_H
#define MYND_WIRE_WRITER_H

#include "cursor.h"

typedef struct mynd_writer {
	uint8_t *pos;
	uint8_t *end;
} mynd_writer;

static inline mynd_writer mynd_writer_over(uint8_t *ptr, size_t len)
{
	return (mynd_writer){ptr, len > 0 ? ptr + len : ptr};
}

static inline size_t mynd_writer_room(const mynd_writer *w)
{
	return (size_t) (w->end - w->pos);
}

/* Takes exactly `len` bytes, to be written by the caller; NULL: there are not so many. */
__attribute__((always_inline)) static inline uint8_t *mynd_writer_take(mynd_writer *w, size_t len)
{
	if (__builtin_expect(mynd_writer_room(w) < len, 0)) {
		return NULL;
	}
	uint8_t *taken = w->pos;
	w->pos += len;
	return taken;
}

static inline int mynd_writer_bytes(mynd_writer *w, const void *from, size_t len)
{
	if (len == 0) {
		return MYND_OK; /* `from` may be NULL */
	}
	uint8_t *to = mynd_writer_take(w, len);
	if (to == NULL) {
		return MYND_BAD;
	}
	memmove(to, from, len);
	return MYND_OK;
}

/* Bytes that a length-encoded integer takes. */
static inline unsigned mynd_lenenc_size(uint64_t value)
{
	return value < 0xFB ? 1 : value <= 0xFFFF ? 3 : value <= 0xFFFFFF ? 4 : 9;
}

/* Length-encoded string: the length and the bytes. */
static inline int mynd_writer_lenenc_bytes(mynd_writer *w, const void *from, size_t len)
{
	unsigned before = mynd_lenenc_size(len);
	size_t room = mynd_writer_room(w);
	if (room < before || room - before < len) {
		return MYND_BAD;
	}
	uint8_t *to = mynd_writer_take(w, before);
	if (before > 1) {
		*to++ = before == 3 ? 0xFC : before == 4 ? 0xFD : 0xFE;
		before--;
	}
	for (unsigned i = 0; i < before; i++) {
		to[i] = (uint8_t) ((uint64_t) len >> (8 * i));
	}
	return mynd_writer_bytes(w, from, len);
}

#endif
