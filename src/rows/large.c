/*
 * Request memory that is checked before it is taken: an allocation that does not fit memory_limit returns
 * NULL here, where emalloc would end the request. Also the large cells, which are allocated in this way.
 *
 * If it is not certain that an allocation fits, the limit is lifted, the memory allocated, and the limit put
 * back. If the limit cannot be put back, not even after a garbage collection (which the engine also tries
 * before it gives up), the memory is freed. No code of the program runs while the limit is lifted, and
 * take_with_care does not return before it was put back. If the system itself is out of memory, the engine's
 * fatal error puts the limit back.
 */
#include "columns.h"
#include "php_globals.h"

static size_t round_up(size_t size, size_t step)
{
	return (size + step - 1) & ~(step - 1);
}

/*
 * The engine's small blocks are multiples of 8 up to 64, then four sizes for each power of two up to 3072;
 * larger ones are whole pages.
 */
size_t mynd_block_size(size_t size)
{
	if (size <= 64) {
		return size <= ZEND_MM_MIN_SMALL_SIZE ? ZEND_MM_MIN_SMALL_SIZE : round_up(size, 8);
	}
	if (size > ZEND_MM_MAX_SMALL_SIZE) {
		return round_up(size, ZEND_MM_PAGE_SIZE);
	}
	unsigned top_bit = 63 - (unsigned) __builtin_clzll((unsigned long long) size - 1);
	return round_up(size, (size_t) 1 << (top_bit - 2));
}

/*
 * Returns the part of the limit that an allocation of `size` takes if it needs a mapping of its own; 0 if it
 * is smaller and needs at most a chunk.
 */
static size_t huge_size(size_t size)
{
	size += ZEND_MM_OVERHEAD;
	return size > ZEND_MM_MAX_LARGE_SIZE ? round_up(size, ZEND_MM_PAGE_SIZE) : 0;
}

/*
 * zend_set_memory_limit frees cached chunks if that brings the usage under the limit, and then returns
 * SUCCESS without having set it. So this function calls it again and again, until a call begins with a usage
 * under the limit.
 */
static bool put_limit_back(size_t limit)
{
	while (zend_memory_usage(true) > limit) {
		if (zend_set_memory_limit(limit) != SUCCESS) {
			return false;
		}
	}
	return zend_set_memory_limit(limit) == SUCCESS;
}

/*
 * Returns false if an allocation of `huge` bytes certainly does not fit. Returns true if it may fit: what
 * else the engine needs for it is known only when it is made.
 */
static bool may_fit(size_t huge, size_t limit)
{
	size_t used = zend_memory_usage(true);
	return used <= limit && limit - used >= huge;
}

static size_t collect(void)
{
	return zend_mm_gc(zend_mm_get_heap());
}

bool mynd_limit_lift(size_t *limit)
{
	*limit = (size_t) PG(memory_limit);
	if (!may_fit(0, *limit)) {
		return false;
	}
	zend_set_memory_limit(SIZE_MAX);
	return true;
}

bool mynd_limit_put_back(size_t limit)
{
	return put_limit_back(limit) || (collect() > 0 && put_limit_back(limit));
}

bool mynd_memory_has(size_t size)
{
	return !is_zend_mm() || may_fit(size, (size_t) PG(memory_limit));
}

static void *take_with_care(size_t size)
{
	size_t limit;
	bool lifted = mynd_limit_lift(&limit);
	void *ptr = emalloc(size);
	if (!lifted || mynd_limit_put_back(limit)) {
		return ptr;
	}
	efree(ptr);
	if (!put_limit_back(limit)) {
		collect(); /* a collection alone frees the pages of a run of small blocks */
		put_limit_back(limit);
	}
	return NULL;
}

void *mynd_try_emalloc(size_t size)
{
	if (UNEXPECTED(size > SIZE_MAX / 2)) {
		return NULL;
	}
	if (UNEXPECTED(!is_zend_mm())) { /* without the engine's allocator there is no limit */
		return emalloc(size);
	}
	size_t limit = (size_t) PG(memory_limit); /* -1, no limit, becomes the largest of all */
	size_t huge = huge_size(size);
	if (EXPECTED(may_fit(huge + ZEND_MM_CHUNK_SIZE, limit))) {
		return emalloc(size);
	}
	if (huge > 0 && !may_fit(huge, limit) && (collect() == 0 || !may_fit(huge, limit))) {
		return NULL;
	}
	return take_with_care(size);
}

zend_string *mynd_large_new(mynd_rows_counts *counts, size_t len)
{
	if (len > MYND_CELL_MAX) {
		return NULL;
	}
	size_t size = ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(len));
	zend_string *string = mynd_try_emalloc(size);
	if (string == NULL) {
		return NULL;
	}
	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = GC_STRING;
	ZSTR_H(string) = 0;
	ZSTR_LEN(string) = len;
	ZSTR_VAL(string)[len] = '\0';
	counts->allocations++;
	counts->allocated_bytes += size;
	return string;
}

void mynd_large_release(mynd_rows_counts *counts, void *large)
{
	zend_string *string = large;
	if (GC_REFCOUNT(string) == 1) {
		counts->frees++;
		counts->freed_bytes += ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(ZSTR_LEN(string)));
	}
	zend_string_release(string);
}

static void *allocator_alloc(void *context, size_t len, uint8_t **body)
{
	zend_string *string = mynd_large_new(context, len);
	if (string != NULL) {
		*body = (uint8_t *) ZSTR_VAL(string);
	}
	return string;
}

static void allocator_release(void *context, void *value)
{
	mynd_large_release(context, value);
}

mynd_allocator mynd_rows_allocator(mynd_rows_counts *counts)
{
	return (mynd_allocator){counts, allocator_alloc, allocator_release};
}
