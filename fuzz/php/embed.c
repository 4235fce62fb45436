/*
 * PHP inside a fuzzing target; see embed.h.
 */
#include "embed.h"
#include "sapi/embed/php_embed.h"
#include "rows/rows.h"
#include <malloc.h>

static size_t live; /* blocks */
static size_t bytes, peak, bytes_at_last;
static unsigned fail_at;
static bool failed;

/* --- the request's memory --- */

static void take(void *ptr)
{
	bytes += malloc_usable_size(ptr);
	peak = bytes > peak ? bytes : peak;
}

static void *counted_malloc(size_t size)
{
	void *ptr = malloc(size);
	if (ptr == NULL) {
		fuzz_fail("the machine has no memory for %zu bytes", size);
	}
	live++;
	take(ptr);
	return ptr;
}

static void counted_free(void *ptr)
{
	live -= ptr != NULL;
	bytes -= malloc_usable_size(ptr);
	free(ptr);
}

static void *counted_realloc(void *ptr, size_t size)
{
	if (ptr == NULL) {
		return counted_malloc(size);
	}
	bytes -= malloc_usable_size(ptr);
	ptr = realloc(ptr, size);
	take(ptr);
	return ptr;
}

size_t fuzz_php_peak(void)
{
	size_t since = peak - bytes_at_last;
	peak = bytes_at_last = bytes;
	return since;
}

static bool fails_now(void)
{
	if (fail_at == 0 || --fail_at > 0) {
		return false;
	}
	return failed = true;
}

/* The linker puts these before the room's own. */
void *__real_mynd_try_emalloc(size_t size);
void *__wrap_mynd_try_emalloc(size_t size);
void *__wrap_mynd_try_emalloc(size_t size)
{
	return fails_now() ? NULL : __real_mynd_try_emalloc(size);
}

zend_string *__real_mynd_large_new(mynd_rows_counts *counts, size_t len);
zend_string *__wrap_mynd_large_new(mynd_rows_counts *counts, size_t len);
zend_string *__wrap_mynd_large_new(mynd_rows_counts *counts, size_t len)
{
	return fails_now() ? NULL : __real_mynd_large_new(counts, len);
}

void fuzz_php_fail_at(unsigned n)
{
	fail_at = n;
}

bool fuzz_php_has_failed(void)
{
	return failed;
}

/* --- the request --- */

/* What PHP takes at its start it keeps; what an input leaves is counted here. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

void fuzz_php_start(void)
{
	static char name[] = "fuzz";
	char *arguments[] = {name, NULL};
	setenv("USE_ZEND_ALLOC", "0", 1);
	php_embed_module.php_ini_ignore = 1;
	if (php_embed_init(1, arguments) != SUCCESS) {
		fuzz_fail("PHP does not start");
	}
	zend_mm_set_custom_handlers(zend_mm_get_heap(), counted_malloc, counted_free, counted_realloc);
}

static void forget_interned(void)
{
	zend_interned_strings_deactivate();
	zend_interned_strings_activate();
}

void fuzz_php_input_begins(void)
{
	forget_interned();
	live = bytes = peak = bytes_at_last = 0;
	fail_at = 0;
	failed = false;
}

void fuzz_php_input_ends(void)
{
	fail_at = 0;
	forget_interned();
	if (live != 0) {
		fuzz_fail("%zd blocks of the request's memory are left", (ssize_t) live);
	}
}
