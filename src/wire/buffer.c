/*
 * The growing buffer: its capacity doubles up to its maximum.
 *
 * Always true: a write either has space for all its bytes or leaves the buffer as it was, with `failed` set.
 */
#include "buffer.h"

#include <stdlib.h>

#define FIRST_CAPACITY 64

void mynd_buffer_init(mynd_buffer *b, size_t max)
{
	*b = (mynd_buffer){.max = max};
}

mynd_buffer mynd_buffer_over(mynd_span memory)
{
	return (mynd_buffer){.ptr = memory.ptr, .cap = memory.len, .max = memory.len};
}

void mynd_buffer_free(mynd_buffer *b)
{
	free(b->ptr);
	mynd_buffer_init(b, b->max);
}

void mynd_buffer_reset(mynd_buffer *b)
{
	b->len = 0;
	b->failed = false;
}

/* Returns the next capacity that holds `needed` bytes, which are at most b->max. */
static size_t grown_capacity(const mynd_buffer *b, size_t needed)
{
	size_t cap = b->cap > FIRST_CAPACITY ? b->cap : FIRST_CAPACITY;
	while (cap < needed) {
		cap = cap > b->max / 2 ? b->max : cap * 2;
	}
	return cap < b->max ? cap : b->max;
}

static int grow(mynd_buffer *b, size_t needed)
{
	size_t cap = grown_capacity(b, needed);
	uint8_t *ptr = realloc(b->ptr, cap);
	if (ptr == NULL) {
		b->failed = true;
		return MYND_BAD;
	}
	b->ptr = ptr;
	b->cap = cap;
	return MYND_OK;
}

int mynd_buffer_reserve(mynd_buffer *b, size_t len)
{
	if (b->failed || len > b->max - b->len) {
		b->failed = true;
		return MYND_BAD;
	}
	return b->cap - b->len >= len ? MYND_OK : grow(b, b->len + len);
}

void mynd_buffer_put_int(mynd_buffer *b, unsigned width, uint64_t value)
{
	if (mynd_buffer_reserve(b, width) != MYND_OK) {
		return;
	}
	for (unsigned i = 0; i < width; i++) {
		b->ptr[b->len++] = (uint8_t) (value >> (8 * i));
	}
}

void mynd_buffer_put_bytes(mynd_buffer *b, const void *ptr, size_t len)
{
	if (mynd_buffer_reserve(b, len) != MYND_OK || len == 0) {
		return;
	}
	memcpy(b->ptr + b->len, ptr, len);
	b->len += len;
}

void mynd_buffer_put_zeros(mynd_buffer *b, size_t len)
{
	if (mynd_buffer_reserve(b, len) != MYND_OK || len == 0) {
		return;
	}
	memset(b->ptr + b->len, 0, len);
	b->len += len;
}

void mynd_buffer_put_cstring(mynd_buffer *b, mynd_slice s)
{
	if (s.len == SIZE_MAX || mynd_buffer_reserve(b, s.len + 1) != MYND_OK) {
		b->failed = true;
		return;
	}
	mynd_buffer_put_bytes(b, s.ptr, s.len);
	mynd_buffer_put_int(b, 1, 0);
}

void mynd_buffer_put_lenenc(mynd_buffer *b, uint64_t value)
{
	if (value < 0xFB) {
		mynd_buffer_put_int(b, 1, value);
	} else if (value <= 0xFFFF) {
		mynd_buffer_put_int(b, 3, 0xFC | value << 8);
	} else if (value <= 0xFFFFFF) {
		mynd_buffer_put_int(b, 4, 0xFD | value << 8);
	} else if (mynd_buffer_reserve(b, 9) == MYND_OK) {
		mynd_buffer_put_int(b, 1, 0xFE);
		mynd_buffer_put_int(b, 8, value);
	}
}

/* Writes a string of less than 0xFB bytes, as nearly all are. */
static void put_short_bytes(mynd_buffer *b, mynd_slice s)
{
	if (mynd_buffer_reserve(b, s.len + 1) != MYND_OK) {
		return;
	}
	b->ptr[b->len] = (uint8_t) s.len;
	if (s.len > 0) {
		memcpy(b->ptr + b->len + 1, s.ptr, s.len);
	}
	b->len += s.len + 1;
}

void mynd_buffer_put_lenenc_bytes(mynd_buffer *b, mynd_slice s)
{
	size_t before = b->len;
	if (s.len < 0xFB) {
		put_short_bytes(b, s);
		return;
	}
	mynd_buffer_put_lenenc(b, s.len);
	mynd_buffer_put_bytes(b, s.ptr, s.len);
	if (b->failed) {
		b->len = before;
	}
}
