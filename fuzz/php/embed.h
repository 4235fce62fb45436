/*
 * PHP inside a fuzzing target (embed), and the request's memory as the driver uses it: counted, and able to
 * fail.
 *
 * One request lasts as long as the process. What an input leaves behind is told by counting: the engine's own
 * allocator is off, and every block that is taken between start and end must be gone at the end, the names
 * that became interned strings too.
 */
#ifndef MYND_FUZZ_PHP_H
#define MYND_FUZZ_PHP_H

#include "php.h"
#include "fuzz.h"

void fuzz_php_start(void);
void fuzz_php_input_begins(void);
void fuzz_php_input_ends(void); /* fails if blocks are left */

/*
 * The n-th attempt from now on to allocate in a way that may fail (mynd_try_emalloc, mynd_large_new) does; 0:
 * none.
 */
void fuzz_php_fail_at(unsigned n);
bool fuzz_php_has_failed(void); /* since the input began */

/* The most bytes that were taken at a time since the last call. */
size_t fuzz_php_peak(void);

#endif
