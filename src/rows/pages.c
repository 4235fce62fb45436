/*
 * Requests several pages of fresh memory at once, before they are touched.
 *
 * When a large list or store is filled, a third of the time is spent in page faults, one for every 4 KiB. On
 * kernels that can do it (Linux 5.14), the next part of the engine's mapping is requested in one call. This
 * is done only for memory that is about to be filled: the list or the store is already large, and grows
 * upwards through a mapping. Pages that are already present are not affected. Only the speed depends on this.
 * Not here: the memory itself, which the engine allocates, counts and frees as always.
 */
#include "columns.h"
#include <sys/mman.h>

#define PART  ((uintptr_t) 64 * ZEND_MM_PAGE_SIZE) /* bytes requested at once */
#define NEAR  ((uintptr_t) 16 * ZEND_MM_PAGE_SIZE) /* the largest distance of one allocation from the next */
#define LARGE ((size_t) 4 * 1024 * 1024)           /* bytes of rows that make the call worth its cost */

#ifdef MADV_POPULATE_WRITE
static bool is_there(uintptr_t page)
{
	unsigned char state = 0;
	return mincore((void *) page, ZEND_MM_PAGE_SIZE, &state) != 0 || (state & 1) != 0;
}

/* Requests the pages. Returns false if this system cannot do that. */
static bool populate(uintptr_t from, uintptr_t to)
{
	return is_there(to - ZEND_MM_PAGE_SIZE) || madvise((void *) from, to - from, MADV_POPULATE_WRITE) == 0;
}
#else
static bool populate(uintptr_t from, uintptr_t to)
{
	return false;
}
#endif

void mynd_pages_at(mynd_pages *pages, const void *block, size_t size, size_t filled)
{
	uintptr_t at = (uintptr_t) block;
	uintptr_t mapping = at & ~(ZEND_MM_CHUNK_SIZE - 1);
	if (filled < LARGE || size > NEAR || pages->useless || !is_zend_mm()) {
		return;
	}
	bool upwards = at >= pages->to && at - pages->to < NEAR && at - mapping >= NEAR;
	bool first = at - mapping < NEAR;
	if (!upwards && !first) {
		return;
	}
	pages->from = at & ~((uintptr_t) ZEND_MM_PAGE_SIZE - 1);
	pages->to = MIN(pages->from + PART, mapping + ZEND_MM_CHUNK_SIZE);
	pages->useless = !populate(pages->from, pages->to);
}

void mynd_pages_whole(void *block, size_t size)
{
	uintptr_t from = (uintptr_t) block;
	if (size >= NEAR && size % ZEND_MM_PAGE_SIZE == 0 && from % ZEND_MM_PAGE_SIZE == 0 && is_zend_mm()) {
		populate(from, from + size);
	}
}
