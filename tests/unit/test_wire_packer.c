/*
 * zlib and zstd that refuse: no memory at any step, more bytes than they can count. (What they make of
 * streams is in test_wire_compressed.c.)
 *
 * The Makefile wraps the functions of theirs that are made to fail.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <sys/mman.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>
#include "wire/compressed.h"

static unsigned countdown; /* the allocation that fails; 0: none */
static bool libraries_refuse;
static int inflate_says = Z_OK; /* if it is not that */

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
int __real_deflateInit_(z_stream *z, int level, const char *version, int size);
int __wrap_deflateInit_(z_stream *z, int level, const char *version, int size);
int __real_deflateReset(z_stream *z);
int __wrap_deflateReset(z_stream *z);
int __real_inflateInit_(z_stream *z, const char *version, int size);
int __wrap_inflateInit_(z_stream *z, const char *version, int size);
int __real_inflate(z_stream *z, int flush);
int __wrap_inflate(z_stream *z, int flush);
ZSTD_CCtx *__real_ZSTD_createCCtx(void);
ZSTD_CCtx *__wrap_ZSTD_createCCtx(void);
ZSTD_DCtx *__real_ZSTD_createDCtx(void);
ZSTD_DCtx *__wrap_ZSTD_createDCtx(void);
size_t __real_ZSTD_decompressStream(ZSTD_DCtx *d, ZSTD_outBuffer *to, ZSTD_inBuffer *from);
size_t __wrap_ZSTD_decompressStream(ZSTD_DCtx *d, ZSTD_outBuffer *to, ZSTD_inBuffer *from);

static bool fails(void)
{
	return countdown > 0 && --countdown == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

int __wrap_deflateInit_(z_stream *z, int level, const char *version, int size)
{
	return libraries_refuse ? Z_MEM_ERROR : __real_deflateInit_(z, level, version, size);
}

int __wrap_deflateReset(z_stream *z)
{
	return libraries_refuse ? Z_STREAM_ERROR : __real_deflateReset(z);
}

int __wrap_inflateInit_(z_stream *z, const char *version, int size)
{
	return libraries_refuse ? Z_MEM_ERROR : __real_inflateInit_(z, version, size);
}

int __wrap_inflate(z_stream *z, int flush)
{
	return inflate_says != Z_OK ? inflate_says : __real_inflate(z, flush);
}

ZSTD_CCtx *__wrap_ZSTD_createCCtx(void)
{
	return libraries_refuse ? NULL : __real_ZSTD_createCCtx();
}

ZSTD_DCtx *__wrap_ZSTD_createDCtx(void)
{
	return libraries_refuse ? NULL : __real_ZSTD_createDCtx();
}

size_t __wrap_ZSTD_decompressStream(ZSTD_DCtx *d, ZSTD_outBuffer *to, ZSTD_inBuffer *from)
{
	return libraries_refuse ? (size_t) -ZSTD_error_memory_allocation
	                        : __real_ZSTD_decompressStream(d, to, from);
}

static const mynd_compression both[] = {MYND_COMPRESSION_ZLIB, MYND_COMPRESSION_ZSTD};

static void test_nothing_to_free(void **state)
{
	(void) state;
	mynd_packer_free(NULL);
	mynd_unpacker_free(NULL);
	mynd_decompressor_free(NULL);
}

/* None is born, and nothing of it is left. */
static void test_no_memory(void **state)
{
	(void) state;
	for (size_t i = 0; i < 2; i++) {
		countdown = 1;
		assert_null(mynd_packer_new(both[i]));
		countdown = 1;
		assert_null(mynd_unpacker_new(both[i]));
		for (unsigned n = 1; n <= 2; n++) { /* its own, its unpacker's */
			countdown = n;
			assert_null(mynd_decompressor_new(both[i]));
		}
		countdown = 0;
		libraries_refuse = true;
		assert_null(mynd_packer_new(both[i]));
		assert_null(mynd_unpacker_new(both[i]));
		assert_null(mynd_decompressor_new(both[i]));
		libraries_refuse = false;
	}
}

static void test_no_memory_while_unpacking(void **state)
{
	(void) state;
	for (size_t i = 0; i < 2; i++) {
		mynd_unpacker *u = mynd_unpacker_new(both[i]);
		uint8_t bytes[16] = {0}, room[16];
		mynd_slice from = {bytes, sizeof bytes};
		mynd_span to = {room, sizeof room};
		mynd_error error;
		libraries_refuse = true;
		inflate_says = Z_MEM_ERROR;
		assert_int_equal(mynd_unpack(u, &from, &to, false, &error), MYND_BAD);
		libraries_refuse = false;
		inflate_says = Z_OK;
		assert_int_equal(error.cause, MYND_CAUSE_MEMORY);
		assert_int_equal(error.code, MYND_ERR_OUT_OF_MEMORY);
		mynd_unpacker_free(u);
	}
}

/* A stream is stored if it cannot be packed. */
static void test_packing_that_fails(void **state)
{
	(void) state;
	uint8_t bytes[100] = {0}, room[200];
	size_t n;
	for (size_t i = 0; i < 2; i++) {
		mynd_packer *p = mynd_packer_new(both[i]);
		const size_t much = (size_t) UINT32_MAX + 1;
		assert_false(mynd_pack(p, (mynd_slice){bytes, much}, (mynd_span){room, sizeof room}, &n));
		assert_false(mynd_pack(p, (mynd_slice){bytes, sizeof bytes}, (mynd_span){room, much}, &n));
		assert_true(mynd_pack(p, (mynd_slice){bytes, sizeof bytes}, (mynd_span){room, sizeof room}, &n));
		libraries_refuse = both[i] == MYND_COMPRESSION_ZLIB;
		assert_int_equal(mynd_pack(p, (mynd_slice){bytes, sizeof bytes}, (mynd_span){room, sizeof room}, &n),
		    both[i] != MYND_COMPRESSION_ZLIB);
		libraries_refuse = false;
		mynd_packer_free(p);
	}
}

/* zlib counts in 32 bits. */
static void test_more_than_zlib_can_count(void **state)
{
	(void) state;
	const size_t len = (size_t) UINT32_MAX + 4096;
	uint8_t *memory =
	    mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	uint8_t plain[300], packed[300];
	uLongf n = sizeof packed;
	mynd_error error;
	assert_ptr_not_equal(memory, MAP_FAILED);
	memset(plain, 'x', sizeof plain);
	assert_int_equal(compress(packed, &n, plain, sizeof plain), Z_OK);
	mynd_unpacker *u = mynd_unpacker_new(MYND_COMPRESSION_ZLIB);
	mynd_slice from = {packed, n};
	mynd_span to = {memory, len};
	assert_int_equal(mynd_unpack(u, &from, &to, true, &error), MYND_OK);
	assert_int_equal(from.len, 0);
	assert_int_equal(to.len, len - sizeof plain);
	assert_memory_equal(memory, plain, sizeof plain);
	mynd_unpacker_reset(u);
	memcpy(memory, packed, n);
	from = (mynd_slice){memory, len};
	to = (mynd_span){plain, sizeof plain};
	assert_int_equal(mynd_unpack(u, &from, &to, false, &error), MYND_OK);
	assert_int_equal(from.len, len - n);
	mynd_unpacker_free(u);
	munmap(memory, len);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_nothing_to_free),
	    cmocka_unit_test(test_no_memory),
	    cmocka_unit_test(test_no_memory_while_unpacking),
	    cmocka_unit_test(test_packing_that_fails),
	    cmocka_unit_test(test_more_than_zlib_can_count),
	};
	return cmocka_run_group_tests_name("wire/packer", tests, NULL, NULL);
}
