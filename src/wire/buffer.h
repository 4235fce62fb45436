/*
 * A growing byte buffer with a mandatory maximum, for bytes to send and for the few packets that must be
 * gathered from parts.
 *
 * Always true: len <= cap <= max. Memory is malloc'ed. A write that would exceed `max`, or for which there is
 * no memory, writes nothing and sets `failed`, which stays set until reset; callers write a whole packet and
 * then check `failed` once.
 */
#ifndef MYND_WIRE_BUFFER_H
#define MYND_WIRE_BUFFER_H

#include "cursor.h"

typedef struct mynd_buffer {
	uint8_t *ptr;
	size_t len, cap, max;
	bool failed;
} mynd_buffer;

void mynd_buffer_init(mynd_buffer *b, size_t max);
/* Returns a buffer that writes into the caller's memory and never grows; it must not be freed. */
mynd_buffer mynd_buffer_over(mynd_span memory);
void mynd_buffer_free(mynd_buffer *b);  /* frees the memory; the buffer is as after init */
void mynd_buffer_reset(mynd_buffer *b); /* empties the buffer, keeps its memory, clears `failed` */

/*
 * Reserves space for `len` more bytes. Returns MYND_BAD and sets `failed` if that exceeds the maximum or
 * there is no memory.
 */
int mynd_buffer_reserve(mynd_buffer *b, size_t len);

void mynd_buffer_put_int(mynd_buffer *b, unsigned width, uint64_t value); /* little-endian, width 1 to 8 */
void mynd_buffer_put_bytes(mynd_buffer *b, const void *ptr, size_t len);
void mynd_buffer_put_zeros(mynd_buffer *b, size_t len);
void mynd_buffer_put_cstring(mynd_buffer *b, mynd_slice s); /* the bytes and a NUL */
void mynd_buffer_put_lenenc(mynd_buffer *b, uint64_t value);
void mynd_buffer_put_lenenc_bytes(mynd_buffer *b, mynd_slice s);

static inline mynd_slice mynd_slice_of(const char *s)
{
	return (mynd_slice){(const uint8_t *) s, s ? strlen(s) : 0};
}

#endif
