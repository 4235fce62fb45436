/*
 * Assertions of what comments call "always true". Builds for tests are compiled with MYND_CHECKED defined:
 * the sanitizer build of the extension (--enable-mynd-asan), tests/unit, tests/rows, and every other build of
 * the sources that a test makes. In these builds an assertion that is false prints file, line and stack, and
 * ends the process. In other builds assertions are not evaluated and cost nothing.
 *
 * Assertions are for conditions that only a defect of mynd can break; conditions that a server or a program
 * can break are reported as errors, in every build. A check that needs more than one expression is written
 * between #ifdef MYND_CHECKED and #endif, or in a function that is called only if MYND_IS_CHECKED.
 */
#ifndef MYND_WIRE_CHECKED_H
#define MYND_WIRE_CHECKED_H

#ifdef MYND_CHECKED
#include <stdio.h>
#include <stdlib.h>

void __sanitizer_print_stack_trace(void) __attribute__((weak));

__attribute__((cold, noreturn, unused)) static void mynd_assertion_failed(
    const char *condition, const char *function, const char *file, int line)
{
	fprintf(stderr, "mynd: does not hold in %s (%s:%d): %s\n", function, file, line, condition);
	if (__sanitizer_print_stack_trace != NULL) {
		__sanitizer_print_stack_trace();
	}
	abort();
}

#define MYND_IS_CHECKED 1
#define MYND_ASSERT(condition)                                                                               \
	((condition) ? (void) 0 : mynd_assertion_failed(#condition, __func__, __FILE__, __LINE__))
#else
#define MYND_IS_CHECKED        0
#define MYND_ASSERT(condition) ((void) sizeof(!(condition)))
#endif

#endif
