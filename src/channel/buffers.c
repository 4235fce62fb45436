/*
 * The spare read buffers of a thread.
 *
 * A read buffer is never cleared and is touched only as far as bytes arrive, so a large setting costs address
 * space and nothing else. Idle connections return theirs, and the next reader takes it while it is still in
 * the processor's cache.
 */
#include "internal.h"

typedef struct spare_buffer {
	uint8_t *ptr;
	size_t size;
} spare_buffer;

#define SPARE_MOST 4

ZEND_TLS spare_buffer spare[SPARE_MOST]; /* unused now; the one used last is at the end */
ZEND_TLS unsigned spare_count;

static uint8_t *take_spare(unsigned i)
{
	uint8_t *ptr = spare[i].ptr;
	if (--spare_count == i) {
		return ptr;
	}
	memmove(&spare[i], &spare[i + 1], (spare_count - i) * sizeof *spare);
	return ptr;
}

void mynd_read_buffers_free(unsigned rest)
{
	while (spare_count > rest) {
		free(take_spare(0));
	}
}

uint8_t *mynd_read_buffer_take(size_t size)
{
	for (unsigned i = spare_count; i-- > 0;) {
		if (spare[i].size == size) {
			return take_spare(i);
		}
	}
	return malloc(size);
}

void mynd_read_buffer_give(uint8_t *buffer, size_t size)
{
	mynd_read_buffers_free(SPARE_MOST - 1);
	spare[spare_count++] = (spare_buffer){buffer, size};
}
