/*
 * A PHP extension that ends the request in an allocation of mynd's, the one that it is told, in the way of
 * the engines (before 8.2.35) for whom memory_limit is a longjmp out of emalloc. Never shipped.
 *
 *     bailout_after(int $n): void     from now on count allocations; the n-th is the last
 *     bailout_stop(): int             count no more; how many there were
 *
 * Allocations are mynd's if its library stands among the callers. Whoever else allocates is left alone: the
 * engine's own code has places where it could not be ended. The engine's allocator must be off
 * (USE_ZEND_ALLOC=0).
 */
#define _GNU_SOURCE 1
#include "php.h"
#include "zend_fibers.h"
#include "zend_observer.h"
#include <dlfcn.h>
#include <execinfo.h>

#define CALLERS 16

static zend_long left, count; /* left 0: nothing is counted */

static bool is_ours(void)
{
	void *callers[CALLERS];
	int depth = backtrace(callers, CALLERS);
	for (int i = 0; i < depth; i++) {
		Dl_info info;
		if (dladdr(callers[i], &info) && info.dli_fname && strstr(info.dli_fname, "/mynd.so")) {
			return true;
		}
	}
	return false;
}

static void count_one(void)
{
	if (left == 0 || !is_ours()) {
		return;
	}
	count++;
	if (--left > 0) {
		return;
	}
	zend_try
	{
		zend_error_noreturn(E_ERROR, "Allowed memory size exhausted (allocation " ZEND_LONG_FMT ")", count);
	}
	zend_end_try();
	zend_bailout();
}

static void *counting_malloc(size_t size)
{
	count_one();
	return __zend_malloc(size);
}

static void *counting_realloc(void *ptr, size_t size)
{
	count_one();
	return __zend_realloc(ptr, size);
}

static PHP_FUNCTION(bailout_after)
{
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(left)
	ZEND_PARSE_PARAMETERS_END();
	count = 0;
	zend_mm_set_custom_handlers(zend_mm_get_heap(), counting_malloc, free, counting_realloc);
}

static PHP_FUNCTION(bailout_stop)
{
	ZEND_PARSE_PARAMETERS_NONE();
	left = 0;
	RETURN_LONG(count);
}

/*
 * Frames that are never returned to leave their marks around variables on a fiber's stack, and the next
 * fiber's may lie at the same address. The engine's own struct begins with address and size (zend_fibers.c).
 */
static void forget_stack(zend_fiber_context *context)
{
	const struct {
		void *pointer;
		size_t size;
	} *stack = (const void *) context->stack;
	void (*unpoison)(const volatile void *, size_t) =
	    (void (*)(const volatile void *, size_t)) dlsym(RTLD_DEFAULT, "__asan_unpoison_memory_region");
	if (unpoison != NULL && stack != NULL) {
		unpoison(stack->pointer, stack->size);
	}
}

static PHP_MINIT_FUNCTION(bailout)
{
	zend_observer_fiber_init_register(forget_stack);
	zend_observer_fiber_destroy_register(forget_stack);
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(bailout)
{
	left = 0;
	return SUCCESS;
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_bailout_after, 0, 1, IS_VOID, 0)
ZEND_ARG_TYPE_INFO(0, n, IS_LONG, 0)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_bailout_stop, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
    PHP_FE(bailout_after, arginfo_bailout_after) PHP_FE(bailout_stop, arginfo_bailout_stop) PHP_FE_END};

static zend_module_entry bailout_module_entry = {STANDARD_MODULE_HEADER, "bailout", functions,
    PHP_MINIT(bailout), NULL, PHP_RINIT(bailout), NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(bailout)
