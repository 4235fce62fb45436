/*
 * Comes before every file of the driver that a target is built of: its memory is counted, and can fail
 * (fuzz.h).
 */
#ifndef MYND_FUZZ_COUNTED_H
#define MYND_FUZZ_COUNTED_H

#include <stdlib.h>

void *fuzz_malloc(size_t size);
void *fuzz_calloc(size_t count, size_t size);
void *fuzz_realloc(void *ptr, size_t size);
void fuzz_free(void *ptr);

#define malloc  fuzz_malloc
#define calloc  fuzz_calloc
#define realloc fuzz_realloc
#define free    fuzz_free

#endif
