/*
 * What all targets share; see fuzz.h.
 */
#include "fuzz.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include "wire/frame.h"

void fuzz_fail(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fputs("DOES NOT HOLD: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	abort();
}

bool fuzz_is_told(void)
{
	static int told = -1;
	if (told < 0) {
		told = getenv("FUZZ_TRACE") != NULL;
	}
	return told == 1;
}

void fuzz_tell(const char *format, ...)
{
	if (fuzz_is_told()) {
		va_list args;
		va_start(args, format);
		vfprintf(stderr, format, args);
		fputc('\n', stderr);
		va_end(args);
	}
}

/* --- the input --- */

uint64_t fuzz_int(mynd_cursor *input, unsigned width)
{
	uint64_t value = 0;
	mynd_slice bytes = fuzz_bytes(input, width);
	for (size_t i = 0; i < bytes.len; i++) {
		value |= (uint64_t) bytes.ptr[i] << (8 * i);
	}
	return value;
}

mynd_slice fuzz_bytes(mynd_cursor *input, size_t len)
{
	mynd_slice bytes = {input->pos, mynd_cursor_left(input)};
	if (bytes.len > len) {
		bytes.len = len;
	}
	input->pos += bytes.len;
	return bytes;
}

mynd_slice fuzz_copy(mynd_slice bytes)
{
	uint8_t *copy = malloc(bytes.len);
	if (bytes.len > 0) {
		memcpy(copy, bytes.ptr, bytes.len);
	}
	return (mynd_slice){copy, bytes.len};
}

/* --- piles --- */

uint8_t *fuzz_add(fuzz_pile *pile, const void *ptr, size_t len)
{
	if (pile->ptr == NULL || pile->cap - pile->len < len) {
		pile->cap = (pile->len + len) * 2 + 64;
		pile->ptr = realloc(pile->ptr, pile->cap);
	}
	uint8_t *at = pile->ptr + pile->len;
	if (ptr != NULL && len > 0) {
		memcpy(at, ptr, len);
	}
	pile->len += len;
	return at;
}

void fuzz_add_frames(fuzz_pile *pile, uint8_t *number, mynd_slice payload)
{
	size_t len;
	do {
		len = payload.len < MYND_FRAME_MAX ? payload.len : MYND_FRAME_MAX;
		uint8_t header[] = {(uint8_t) len, (uint8_t) (len >> 8), (uint8_t) (len >> 16), (*number)++};
		fuzz_add(pile, header, sizeof header);
		fuzz_add(pile, payload.ptr, len);
		payload.ptr += len;
		payload.len -= len;
	} while (len == MYND_FRAME_MAX);
}

void fuzz_drop(fuzz_pile *pile, size_t n)
{
	if (n > 0) {
		memmove(pile->ptr, pile->ptr + n, pile->len - n);
		pile->len -= n;
	}
}

void fuzz_clear(fuzz_pile *pile)
{
	free(pile->ptr);
	*pile = (fuzz_pile){NULL, 0, 0};
}

/* --- numbers --- */

uint32_t fuzz_random(uint32_t *state)
{
	uint32_t x = *state != 0 ? *state : 2463534242u;
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return *state = x;
}

uint32_t fuzz_below(uint32_t *state, uint32_t limit)
{
	return (uint32_t) (((uint64_t) fuzz_random(state) * limit) >> 32);
}

uint64_t fuzz_hash(uint64_t hash, const void *ptr, size_t len)
{
	const uint8_t *at = ptr;
	for (size_t i = 0; i < len; i++) {
		hash = (hash ^ at[i]) * UINT64_C(1099511628211);
	}
	return hash;
}

/* --- memory --- */

fuzz_memory fuzz_counted;

void fuzz_memory_start(unsigned fail_at)
{
	fuzz_counted = (fuzz_memory){.fail_at = fail_at};
}

void fuzz_memory_end(void)
{
	if (fuzz_counted.live != 0) {
		fuzz_fail("%zu bytes of the driver's memory are left", fuzz_counted.live);
	}
	fuzz_counted.fail_at = 0;
}

static bool fails(void)
{
	if (fuzz_counted.fail_at == 0 || --fuzz_counted.fail_at > 0) {
		return false;
	}
	fuzz_counted.failed = true;
	return true;
}

static void *counted(void *ptr)
{
	fuzz_counted.live += malloc_usable_size(ptr);
	if (fuzz_counted.live > fuzz_counted.peak) {
		fuzz_counted.peak = fuzz_counted.live;
	}
	return ptr;
}

void *fuzz_malloc(size_t size);
void *fuzz_calloc(size_t count, size_t size);
void *fuzz_realloc(void *ptr, size_t size);
void fuzz_free(void *ptr);

void *fuzz_malloc(size_t size)
{
	return fails() ? NULL : counted(malloc(size));
}

void *fuzz_calloc(size_t count, size_t size)
{
	return fails() ? NULL : counted(calloc(count, size));
}

void *fuzz_realloc(void *ptr, size_t size)
{
	if (fails()) {
		return NULL;
	}
	fuzz_counted.live -= malloc_usable_size(ptr);
	return counted(realloc(ptr, size));
}

void fuzz_free(void *ptr)
{
	fuzz_counted.live -= malloc_usable_size(ptr);
	free(ptr);
}
