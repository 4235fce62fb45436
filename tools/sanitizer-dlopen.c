/*
 * Preloaded before AddressSanitizer's runtime, for a PHP that was built without it: PHP loads its extensions
 * with RTLD_DEEPBIND, which the runtime refuses, because an extension would then find the C library's malloc
 * before the sanitizer's. This takes the flag away.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

void *dlopen(const char *file, int mode)
{
	void *(*next)(const char *, int) = (void *(*) (const char *, int) ) dlsym(RTLD_NEXT, "dlopen");

	return next(file, mode & ~RTLD_DEEPBIND);
}
