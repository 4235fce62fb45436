/*
 * Program callbacks that are stored and called later.
 */
#ifndef MYND_PHP_CALLABLE_H
#define MYND_PHP_CALLABLE_H

#include "php.h"

/*
 * Stores the callable that a parameter was parsed into, and releases the cache. A method is stored as a
 * closure: by its name, a private method could not be called from outside of its class. A method that
 * __call() handles is stored by name.
 */
void mynd_keep_callable(zval *to, const zend_fcall_info *call, zend_fcall_info_cache *cache);

/* Dereferences the return value of a function that may return by reference. */
static inline void mynd_unwrap(zval *answer)
{
	if (UNEXPECTED(Z_ISREF_P(answer))) {
		zend_unwrap_reference(answer);
	}
}

#endif
