/*
 * The spare read buffers of a thread.
 *
 * A read buffer is never cleared and is touched only as far as bytes arrive, so a large setting costs only
 * address space: with 5 MB, as with 32 KB, a connect and close takes 7 system calls and no page fault; stock
 * takes six more system calls and one more page fault (`./dev bench connect` measures the times). Idle
 * connections return their buffers, and the next reader takes one while it is still in the processor's cache.
 *
 * Always true: each buffer contains its size, because the setting may change while a session has a buffer: a
 * request that takes a connection from a pool has settings of its own, and the buffer may by then contain
 * replies to commands that the pool has sent.
 */
#include "internal.h"

#include <stddef.h>

typedef struct read_buffer {
	size_t size;
	max_align_t bytes[];
} read_buffer;

#define CACHED_MOST 4

ZEND_TLS read_buffer *cached[CACHED_MOST]; /* unused now; the last used is at the end */
ZEND_TLS unsigned cached_count;

static read_buffer *of_bytes(const uint8_t *bytes)
{
	return (read_buffer *) (bytes - offsetof(read_buffer, bytes));
}

static read_buffer *take_cached(unsigned i)
{
	read_buffer *buffer = cached[i];
	cached_count--;
	memmove(&cached[i], &cached[i + 1], (cached_count - i) * sizeof *cached);
	return buffer;
}

void mynd_read_buffers_free(unsigned rest)
{
	while (cached_count > rest) {
		free(take_cached(0));
	}
}

uint8_t *mynd_read_buffer_take(size_t size)
{
	for (unsigned i = cached_count; i-- > 0;) {
		if (cached[i]->size == size) {
			return (uint8_t *) take_cached(i)->bytes;
		}
	}
	read_buffer *buffer = malloc(sizeof *buffer + size);
	if (buffer == NULL) {
		return NULL;
	}
	buffer->size = size;
	return (uint8_t *) buffer->bytes;
}

size_t mynd_read_buffer_size(const uint8_t *buffer)
{
	return of_bytes(buffer)->size;
}

void mynd_read_buffer_give(uint8_t *buffer)
{
	mynd_read_buffers_free(CACHED_MOST - 1);
	cached[cached_count++] = of_bytes(buffer);
}
