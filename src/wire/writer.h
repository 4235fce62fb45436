/*
 * The checked writer into reserved memory, as mynd_cursor is the checked reader: no byte beyond the reserved
 * memory is written.
 *
 * Always true: pos <= end. A write either has space for all its bytes and advances `pos`, or writes nothing
 * and returns MYND_BAD. The source of a write may overlap its destination: the bytes written are those that
 * the source had before the write. For a length-encoded string this is only true if the source begins at
 * least as many bytes after `pos` as the length takes. Not here: buffers that grow (buffer.h). The code that
 * reserves memory knows how many bytes it needs, so a write that does not fit is a defect of mynd: the caller
 * asserts that it fits, and otherwise discards its output.
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

/* Takes exactly `len` bytes, to be written by the caller. Returns NULL if fewer are left. */
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

/* Writes a little-endian integer of `width` bytes (1 to 8); higher bytes of `value` are cut off. */
static inline int mynd_writer_int(mynd_writer *w, unsigned width, uint64_t value)
{
	uint8_t *to = mynd_writer_take(w, width);
	if (to == NULL) {
		return MYND_BAD;
	}
	for (unsigned i = 0; i < width; i++) {
		to[i] = (uint8_t) (value >> (8 * i));
	}
	return MYND_OK;
}

/* Returns the number of bytes that a length-encoded integer takes. */
static inline unsigned mynd_lenenc_size(uint64_t value)
{
	return value < 0xFB ? 1 : value <= 0xFFFF ? 3 : value <= 0xFFFFFF ? 4 : 9;
}

/* Writes a length-encoded string: the length and the bytes. */
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
