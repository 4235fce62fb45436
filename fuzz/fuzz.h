/*
 * What all fuzzing targets share: reading the input, failing, counted memory, random numbers.
 *
 * A target is a file NAME.c (further files NAME_*.c belong to it) with LLVMFuzzerTestOneInput, and a line in
 * targets.tsv; or a folder NAME/ with a script build.sh that builds it otherwise. `./dev fuzz` runs it,
 * corpus/NAME.tar.xz has its inputs (corpus.sh).
 *
 * Always true: reading beyond the input's end yields zeros, so that every input means something; what happens
 * depends on the input alone.
 */
#ifndef MYND_FUZZ_H
#define MYND_FUZZ_H

#include <stdlib.h>
#include "wire/cursor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says what does not hold, and ends the process: the input is kept by the fuzzer. */
void fuzz_fail(const char *format, ...) __attribute__((noreturn, cold, format(printf, 1, 2)));

/* FUZZ_TRACE is set: what happens is told on standard error. */
bool fuzz_is_told(void);
void fuzz_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- the input --- */

uint64_t fuzz_int(mynd_cursor *input, unsigned width);
mynd_slice fuzz_bytes(mynd_cursor *input, size_t len); /* as many of them as there are */

/*
 * In a block of exactly their size, so that AddressSanitizer sees a read one byte too far. The caller frees
 * ptr.
 */
mynd_slice fuzz_copy(mynd_slice bytes);

/* Bytes that grow, in memory that is not counted. */
typedef struct fuzz_pile {
	uint8_t *ptr;
	size_t len, cap;
} fuzz_pile;

uint8_t *fuzz_add(fuzz_pile *pile, const void *ptr, size_t len); /* NULL: room alone. Where they are */
void fuzz_add_frames(fuzz_pile *pile, uint8_t *number, mynd_slice payload); /* a packet */
void fuzz_drop(fuzz_pile *pile, size_t n);                                  /* the first n */
void fuzz_clear(fuzz_pile *pile);

/* --- numbers --- */

uint32_t fuzz_random(uint32_t *state);
uint32_t fuzz_below(uint32_t *state, uint32_t limit); /* 0 to limit - 1 */
uint64_t fuzz_hash(uint64_t hash, const void *ptr, size_t len);
#define FUZZ_HASH_START UINT64_C(14695981039346656037)

/* --- memory --- */

/* Of the driver's code alone: it is compiled with counted.h. */
typedef struct fuzz_memory {
	size_t live, peak; /* bytes */
	unsigned fail_at;  /* the allocation that fails, counted from 1; 0: none */
	bool failed;
} fuzz_memory;

extern fuzz_memory fuzz_counted;

void fuzz_memory_start(unsigned fail_at); /* nothing may be live */
void fuzz_memory_end(void);               /* checks that nothing is left */

#endif
