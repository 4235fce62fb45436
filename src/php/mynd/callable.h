/*
 * Functions of the program that are kept, and called later.
 */
#ifndef MYND_PHP_CALLABLE_H
#define MYND_PHP_CALLABLE_H

#include "php.h"

/*
 * Keeps what a parameter was parsed as, and releases the cache. A method is kept as a closure: where it is
 * called one that is private would not be found. One that __call() stands for is called by its name.
 */
void mynd_keep_callable(zval *to, const zend_fcall_info *call, zend_fcall_info_cache *cache);

/* What a function has returned, which may return by reference. */
static inline void mynd_unwrap(zval *answer)
{
	if (UNEXPECTED(Z_ISREF_P(answer))) {
		zend_unwrap_reference(answer);
	}
}

#endif
