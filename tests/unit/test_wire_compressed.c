/*
 * Frames of the compressed protocol: made, and taken apart in every way; lengths and numbers that lie,
 * streams that are broken. What is made is checked by zlib and zstd themselves, and what is taken apart was
 * made by them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>
#include "wire/compressed.h"

static const mynd_compression both[] = {MYND_COMPRESSION_ZLIB, MYND_COMPRESSION_ZSTD};

/* --- bytes to pack --- */

typedef enum kind { ZEROS, TEXT, NOISE, KINDS } kind;

static uint8_t *make(kind which, size_t len)
{
	uint8_t *bytes = malloc(len + 1);
	uint32_t seed = 1;
	for (size_t i = 0; i < len; i++) {
		seed = seed * 1664525u + 1013904223u;
		bytes[i] = which == ZEROS  ? 0
		           : which == TEXT ? (uint8_t) ("the quick brown fox "[i % 20] + (i % 977 == 0))
		                           : (uint8_t) (seed >> 24);
	}
	return bytes;
}

/* A stream as another program would make it; the caller frees it. */
static mynd_slice stream_of(mynd_compression which, const uint8_t *bytes, size_t len)
{
	size_t room = len + len / 100 + 1024;
	uint8_t *to = malloc(room);
	if (which == MYND_COMPRESSION_ZSTD) {
		room = ZSTD_compress(to, room, bytes, len, 3);
		assert_false(ZSTD_isError(room));
	} else {
		uLongf n = room;
		assert_int_equal(compress(to, &n, bytes, len), Z_OK);
		room = n;
	}
	return (mynd_slice){to, room};
}

/* --- frames, by hand --- */

static void put_frame(mynd_buffer *b, uint8_t number, size_t packed, size_t plain, mynd_slice body)
{
	mynd_buffer_put_int(b, 3, packed);
	mynd_buffer_put_int(b, 1, number);
	mynd_buffer_put_int(b, 3, plain);
	mynd_buffer_put_bytes(b, body.ptr, body.len);
	assert_false(b->failed);
}

static void put_packed(
    mynd_buffer *b, mynd_compression which, uint8_t number, const uint8_t *bytes, size_t len)
{
	mynd_slice stream = stream_of(which, bytes, len);
	put_frame(b, number, stream.len, len, stream);
	free((void *) (uintptr_t) stream.ptr);
}

static void put_stored(mynd_buffer *b, uint8_t number, const uint8_t *bytes, size_t len)
{
	put_frame(b, number, len, 0, (mynd_slice){bytes, len});
}

/* --- taking apart --- */

typedef struct way {
	size_t feed; /* bytes at a time; 0: all there is room for */
	size_t cut;  /* and a stop at this offset */
	size_t span; /* bytes of room; 0: plenty */
	bool direct;
} way;

typedef struct taken {
	mynd_buffer bytes;
	uint8_t number;
	mynd_error error;
	size_t most_memory, most_direct;
} taken;

static size_t portion(const way *w, size_t at, size_t room, size_t left)
{
	size_t n = room < left ? room : left;
	if (w->feed > 0 && n > w->feed) {
		n = w->feed;
	}
	return at < w->cut && at + n > w->cut ? w->cut - at : n;
}

/* The next bytes of `from`, to where they belong. */
static size_t feed(
    mynd_decompressor *d, const way *w, mynd_slice from, size_t at, mynd_span to, taken *t, size_t *n)
{
	mynd_span direct = w->direct ? mynd_decompressor_direct(d, to) : (mynd_span){NULL, 0};
	mynd_span into = direct.len > 0 ? direct : mynd_decompressor_want(d);
	assert_true(into.len > 0);
	size_t got = portion(w, at, into.len, from.len - at);
	memcpy(into.ptr, from.ptr + at, got);
	if (direct.len > 0) {
		assert_true(direct.len <= to.len);
		mynd_decompressor_passed(d, got);
		t->most_direct += got;
		*n = got;
	} else {
		mynd_decompressor_commit(d, got);
	}
	return got;
}

/* All of `from`. The answer of the last read: OK if the bytes ended at the end of a frame. */
static int take(
    mynd_compression which, const way *w, mynd_slice from, uint8_t due, mynd_numbering numbering, taken *t)
{
	mynd_decompressor *d = mynd_decompressor_new(which);
	size_t at = 0, span = w->span > 0 ? w->span : 1u << 20;
	uint8_t *room = malloc(span); /* of exactly this size: ASan sees what goes beyond */
	int rc;
	*t = (taken){.number = due};
	mynd_buffer_init(&t->bytes, 1u << 28);
	mynd_error_clear(&t->error);
	for (;;) {
		size_t n = 0;
		rc = mynd_decompressor_read(d, &t->number, numbering, (mynd_span){room, span}, &n, &t->error);
		if (mynd_decompressor_memory(d) > t->most_memory) {
			t->most_memory = mynd_decompressor_memory(d);
		}
		assert_true(n <= span);
		assert_true((rc == MYND_OK) == (n > 0) || rc == MYND_BAD);
		if (rc == MYND_MORE && at < from.len) {
			at += feed(d, w, from, at, (mynd_span){room, span}, t, &n);
		} else if (rc != MYND_OK) {
			break;
		}
		mynd_buffer_put_bytes(&t->bytes, room, n);
	}
	if (rc == MYND_MORE && mynd_decompressor_is_empty(d)) {
		rc = MYND_OK;
	}
	mynd_decompressor_free(d);
	free(room);
	return rc;
}

static void expect_all(
    mynd_compression which, const way *w, mynd_slice from, const uint8_t *bytes, size_t len)
{
	taken t;
	int rc = take(which, w, from, 0, MYND_NUMBER_DUE, &t);
	if (rc != MYND_OK || t.bytes.len != len || (len > 0 && memcmp(t.bytes.ptr, bytes, len) != 0)) {
		fail_msg("algorithm %d, feed %zu, cut %zu, span %zu: %d, %zu of %zu bytes, %s", which, w->feed,
		    w->cut, w->span, rc, t.bytes.len, len, t.error.message);
	}
	mynd_buffer_free(&t.bytes);
}

/* It must be 2027, and `text` in its message; and never more bytes than `most`. */
static void expect_bad(mynd_compression which, mynd_slice from, const char *text, size_t most)
{
	static const way ways[] = {{0}, {.feed = 1}, {.span = 1}, {.feed = 1, .span = 3}, {.span = 64}};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		taken t;
		int rc = take(which, &ways[i], from, 0, MYND_NUMBER_DUE, &t);
		if (rc != MYND_BAD || t.error.code != MYND_ERR_MALFORMED_PACKET ||
		    t.error.cause != MYND_CAUSE_MALFORMED || strstr(t.error.message, text) == NULL) {
			fail_msg("algorithm %d, way %zu: %d %s", which, i, rc, t.error.message);
		}
		assert_true(t.bytes.len <= most);
		mynd_buffer_free(&t.bytes);
	}
}

/* --- making --- */

/* The frame's bytes, by zlib and zstd themselves. */
static void check_frame(
    mynd_compression which, mynd_slice frame, uint8_t number, const uint8_t *bytes, size_t len)
{
	mynd_cursor c = mynd_cursor_over(frame.ptr, frame.len);
	uint64_t packed, plain;
	uint8_t had;
	assert_int_equal(mynd_cursor_int(&c, 3, &packed), MYND_OK);
	assert_int_equal(mynd_cursor_u8(&c, &had), MYND_OK);
	assert_int_equal(mynd_cursor_int(&c, 3, &plain), MYND_OK);
	assert_int_equal(packed, mynd_cursor_left(&c));
	assert_int_equal(had, number);
	if (plain == 0) {
		assert_int_equal(packed, len);
		assert_memory_equal(c.pos, bytes, len);
		return;
	}
	assert_int_equal(plain, len);
	assert_true(packed < plain);
	uint8_t *back = malloc(len);
	uLongf n = len;
	if (which == MYND_COMPRESSION_ZSTD) {
		n = ZSTD_decompress(back, len, c.pos, packed);
	} else {
		assert_int_equal(uncompress(back, &n, c.pos, packed), Z_OK);
	}
	assert_int_equal(n, len);
	assert_memory_equal(back, bytes, len);
	free(back);
}

static void test_making(void **state)
{
	(void) state;
	static const size_t sizes[] = {1, 49, 50, 51, 300, 16384, 100000, MYND_COMPRESSED_CHUNK};
	for (unsigned a = 0; a < 2; a++) {
		mynd_packer *packer = mynd_packer_new(both[a]);
		uint8_t number = 254;
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes * KINDS; i++) {
			size_t len = sizes[i / KINDS];
			uint8_t *bytes = make(i % KINDS, len), before = number;
			mynd_buffer b;
			mynd_buffer_init(&b, 1u << 21);
			mynd_buffer_put_bytes(&b, "before", 6);
			assert_int_equal(mynd_compress(packer, &number, (mynd_slice){bytes, len}, &b), MYND_OK);
			assert_memory_equal(b.ptr, "before", 6);
			assert_int_equal(number, (uint8_t) (before + 1));
			check_frame(both[a], (mynd_slice){b.ptr + 6, b.len - 6}, before, bytes, len);
			bool packed = b.len - 6 < MYND_COMPRESSED_HEADER + len;
			assert_int_equal(packed, len >= MYND_COMPRESSED_LEAST && i % KINDS != NOISE);
			mynd_buffer_free(&b);
			free(bytes);
		}
		mynd_packer_free(packer);
	}
}

static void test_making_without_a_packer(void **state)
{
	(void) state;
	uint8_t *bytes = make(ZEROS, 1000), number = 7;
	mynd_buffer b;
	mynd_buffer_init(&b, 2000);
	assert_int_equal(mynd_compress(NULL, &number, (mynd_slice){bytes, 1000}, &b), MYND_OK);
	assert_int_equal(b.len, 1007);
	assert_memory_equal(b.ptr, "\xe8\x03\0\7\0\0\0", 7);
	assert_int_equal(
	    mynd_compress(NULL, &number, (mynd_slice){bytes, 1000}, &b), MYND_BAD); /* the buffer's end */
	assert_int_equal(b.len, 1007);
	assert_int_equal(number, 8);
	mynd_buffer_free(&b);
	free(bytes);
}

static void test_counting_frames(void **state)
{
	(void) state;
	assert_int_equal(mynd_compressed_frames(5), 1);
	assert_int_equal(mynd_compressed_frames(MYND_COMPRESSED_CHUNK), 1);
	assert_int_equal(mynd_compressed_frames(MYND_COMPRESSED_CHUNK + 1), 2);
	assert_int_equal(mynd_compressed_frames((size_t) MYND_COMPRESSED_CHUNK * 300), 300);
}

/* --- taking apart --- */

/* Several frames, packed and stored, long and short: what the whole of them holds is in *plain. */
static void mixture(mynd_compression which, mynd_buffer *frames, mynd_buffer *plain)
{
	static const struct {
		kind kind;
		size_t len;
		bool stored;
	} list[] = {{TEXT, 56, false}, {TEXT, 11, true}, {NOISE, 700, false}, {ZEROS, 1, false}, {TEXT, 2, false},
	    {ZEROS, 900, false}, {NOISE, 100, true}, {TEXT, 1, true}};
	mynd_buffer_init(frames, 1u << 20);
	mynd_buffer_init(plain, 1u << 20);
	for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
		uint8_t *bytes = make(list[i].kind, list[i].len);
		mynd_buffer_put_bytes(plain, bytes, list[i].len);
		if (list[i].stored) {
			put_stored(frames, (uint8_t) i, bytes, list[i].len);
		} else {
			put_packed(frames, which, (uint8_t) i, bytes, list[i].len);
		}
		free(bytes);
	}
}

static void test_every_way(void **state)
{
	(void) state;
	static const size_t spans[] = {0, 1, 2, 3, 50, 56, 57, 100, 1000};
	for (unsigned a = 0; a < 2; a++) {
		mynd_buffer frames, plain;
		mixture(both[a], &frames, &plain);
		mynd_slice from = {frames.ptr, frames.len};
		for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
			for (size_t step = 0; step < 9; step++) {
				expect_all(both[a], &(way){.feed = step, .span = spans[i]}, from, plain.ptr, plain.len);
			}
			for (size_t cut = 1; cut < frames.len; cut++) {
				expect_all(both[a], &(way){.cut = cut, .span = spans[i]}, from, plain.ptr, plain.len);
			}
		}
		mynd_buffer_free(&frames);
		mynd_buffer_free(&plain);
	}
}

/* A cut conversation is never taken for a whole one, and gives nothing that was not in it. */
static void test_cut_short(void **state)
{
	(void) state;
	for (unsigned a = 0; a < 2; a++) {
		mynd_buffer frames, plain;
		mixture(both[a], &frames, &plain);
		for (size_t len = 0; len < frames.len; len++) {
			taken t;
			int rc = take(
			    both[a], &(way){.span = 1 + len % 90}, (mynd_slice){frames.ptr, len}, 0, MYND_NUMBER_DUE, &t);
			assert_true(rc == MYND_MORE || rc == MYND_OK);
			assert_true(t.bytes.len < plain.len);
			assert_true(t.bytes.len == 0 || memcmp(t.bytes.ptr, plain.ptr, t.bytes.len) == 0);
			mynd_buffer_free(&t.bytes);
		}
		mynd_buffer_free(&frames);
		mynd_buffer_free(&plain);
	}
}

/* The largest frames that there are; little memory is needed for them. */
static void test_largest(void **state)
{
	(void) state;
	const size_t len = 0xFFFFFF;
	for (unsigned a = 0; a < 2; a++) {
		for (kind kind = 0; kind < KINDS; kind++) {
			uint8_t *bytes = make(kind, len);
			mynd_buffer frames;
			taken t;
			mynd_buffer_init(&frames, 1u << 25);
			if (kind == NOISE) { /* does not shrink */
				put_stored(&frames, 0, bytes, len);
			} else {
				put_packed(&frames, both[a], 0, bytes, len);
			}
			mynd_slice from = {frames.ptr, frames.len};
			assert_int_equal(take(both[a], &(way){.span = 30000}, from, 0, MYND_NUMBER_DUE, &t), MYND_OK);
			assert_int_equal(t.bytes.len, len);
			assert_memory_equal(t.bytes.ptr, bytes, len);
			assert_true(t.most_memory < (a == 0 ? 128u << 10 : 3u << 20));
			mynd_buffer_free(&t.bytes);
			mynd_buffer_free(&frames);
			free(bytes);
		}
	}
}

/* A stored payload goes straight to where it belongs, all but what came with its header. */
/* Never more than there is room for, and not past bytes that are here already. */
static void test_direct_room(void **state)
{
	(void) state;
	const size_t len = 100000;
	static const uint8_t header[] = {0xA0, 0x86, 1, 0, 0, 0, 0};
	uint8_t room[40000], number = 0;
	size_t n;
	mynd_error error;
	mynd_span to = {room, sizeof room};
	mynd_decompressor *d = mynd_decompressor_new(MYND_COMPRESSION_ZLIB);
	memcpy(mynd_decompressor_want(d).ptr, header, sizeof header);
	mynd_decompressor_commit(d, sizeof header);
	assert_int_equal(mynd_decompressor_read(d, &number, MYND_NUMBER_DUE, to, &n, &error), MYND_MORE);
	assert_int_equal(mynd_decompressor_direct(d, to).len, sizeof room);
	mynd_decompressor_passed(d, sizeof room);
	mynd_decompressor_want(d).ptr[0] = 'x';
	mynd_decompressor_commit(d, 1);
	assert_int_equal(mynd_decompressor_direct(d, to).len, 0);
	assert_int_equal(mynd_decompressor_read(d, &number, MYND_NUMBER_DUE, to, &n, &error), MYND_OK);
	assert_int_equal(n, 1);
	mynd_decompressor_passed(d, sizeof room);
	assert_int_equal(mynd_decompressor_direct(d, to).len, len - 2 * sizeof room - 1);
	mynd_decompressor_free(d);
}

static void test_direct(void **state)
{
	(void) state;
	const size_t len = 1000000;
	uint8_t *bytes = make(NOISE, len);
	mynd_buffer frames;
	taken t;
	mynd_buffer_init(&frames, 1u << 22);
	put_stored(&frames, 0, bytes, len);
	put_stored(&frames, 1, bytes, 100);
	mynd_slice from = {frames.ptr, frames.len};
	assert_int_equal(
	    take(MYND_COMPRESSION_ZLIB, &(way){.direct = true}, from, 0, MYND_NUMBER_DUE, &t), MYND_OK);
	assert_int_equal(t.bytes.len, len + 100);
	assert_memory_equal(t.bytes.ptr, bytes, len);
	assert_memory_equal(t.bytes.ptr + len, bytes, 100);
	assert_true(t.most_direct > len - (40 << 10));
	mynd_buffer_free(&t.bytes);
	mynd_buffer_free(&frames);
	free(bytes);
}

/* --- lies --- */

/* A frame of `bytes` whose header says other lengths, and after it one that is in order. */
static void lie(
    mynd_compression which, size_t len, int packed_off, int plain_off, const char *extra, const char *text)
{
	uint8_t *bytes = make(TEXT, len);
	mynd_slice stream = stream_of(which, bytes, len);
	mynd_buffer b;
	mynd_buffer_init(&b, 1u << 20);
	put_frame(&b, 0, stream.len + (size_t) packed_off, len + (size_t) plain_off,
	    (mynd_slice){stream.ptr, stream.len});
	mynd_buffer_put_bytes(&b, extra, strlen(extra));
	put_packed(&b, which, 1, bytes, len);
	expect_bad(which, (mynd_slice){b.ptr, b.len}, text, len + 1);
	mynd_buffer_free(&b);
	free((void *) (uintptr_t) stream.ptr);
	free(bytes);
}

static void test_lengths_that_lie(void **state)
{
	(void) state;
	static const size_t sizes[] = {2, 60, 5000};
	for (unsigned a = 0; a < 2; a++) {
		for (size_t i = 0; i < 3; i++) {
			size_t len = sizes[i];
			lie(both[a], len, 0, 1, "", "a compressed frame is");
			lie(both[a], len, 0, -1, "", "a compressed frame is");
			lie(both[a], len, 0, 100000, "", "a compressed frame is");
			lie(both[a], len, 1, 0, "x", "bytes after the stream");
			lie(both[a], len, 9, 0, "more bytes", "bytes after the stream");
			lie(both[a], len, -1, 0, "", "");
		}
	}
}

static void test_empty_frames(void **state)
{
	(void) state;
	for (unsigned a = 0; a < 2; a++) {
		mynd_buffer b;
		mynd_buffer_init(&b, 100);
		put_frame(&b, 0, 0, 0, (mynd_slice){NULL, 0});
		expect_bad(both[a], (mynd_slice){b.ptr, b.len}, "an empty compressed frame", 0);
		mynd_buffer_reset(&b);
		put_frame(&b, 0, 0, 0xFFFFFF, (mynd_slice){NULL, 0});
		expect_bad(both[a], (mynd_slice){b.ptr, b.len}, "an empty compressed frame", 0);
		mynd_buffer_free(&b);
	}
}

/* 16 MB of zeros under a header that says 100. No more than those come out. */
static void test_bomb(void **state)
{
	(void) state;
	const size_t len = 0xFFFFFF;
	uint8_t *bytes = make(ZEROS, len);
	for (unsigned a = 0; a < 2; a++) {
		mynd_slice stream = stream_of(both[a], bytes, len);
		mynd_buffer b;
		mynd_buffer_init(&b, 1u << 20);
		put_frame(&b, 0, stream.len, 100, stream);
		expect_bad(both[a], (mynd_slice){b.ptr, b.len}, "a compressed frame is", 99);
		mynd_buffer_free(&b);
		free((void *) (uintptr_t) stream.ptr);
	}
	free(bytes);
}

/* A header that announces much brings nothing about: memory is bound by what is fixed. */
static void test_announcements_are_not_believed(void **state)
{
	(void) state;
	for (unsigned a = 0; a < 2; a++) {
		mynd_buffer b;
		taken t;
		mynd_buffer_init(&b, 100);
		put_frame(&b, 0, 0xFFFFFF, 0xFFFFFF, (mynd_slice){NULL, 0});
		int rc = take(both[a], &(way){0}, (mynd_slice){b.ptr, b.len}, 0, MYND_NUMBER_DUE, &t);
		assert_int_equal(rc, MYND_MORE);
		assert_true(t.most_memory < 256 << 10);
		mynd_buffer_free(&t.bytes);
		mynd_buffer_free(&b);
	}
}

/* zstd frames may want windows of gigabytes ("Window_Descriptor"), dictionaries, or be no frames of data. */
static void test_zstd_that_wants_too_much(void **state)
{
	(void) state;
	static const struct {
		const char *bytes;
		size_t len;
	} streams[] = {
	    {"\x28\xb5\x2f\xfd\x00\x80\x01\x00\x00", 9},              /* a window of 64 MB */
	    {"\x28\xb5\x2f\xfd\x00\xf8\x01\x00\x00", 9},              /* of 2 TB */
	    {"\x28\xb5\x2f\xfd\x80\xff\xff\xff\x7f\x01\x00\x00", 12}, /* a content of 2 GB, in one segment */
	    {"\x28\xb5\x2f\xfd\x21\x07\x05\x01\x00\x00", 10},         /* dictionary 7 */
	    {"\x50\x2a\x4d\x18\x04\x00\x00\x00skip", 12},             /* a frame to be skipped */
	    {"\x78\x9c\x03\x00\x00\x00\x00\x01", 8},                  /* zlib's */
	};
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
		mynd_buffer b;
		mynd_buffer_init(&b, 100);
		put_frame(&b, 0, streams[i].len, 5, (mynd_slice){(const uint8_t *) streams[i].bytes, streams[i].len});
		taken t;
		take(MYND_COMPRESSION_ZSTD, &(way){.feed = 1}, (mynd_slice){b.ptr, b.len}, 0, MYND_NUMBER_DUE, &t);
		assert_true(t.most_memory < 1 << 20);
		mynd_buffer_free(&t.bytes);
		expect_bad(MYND_COMPRESSION_ZSTD, (mynd_slice){b.ptr, b.len}, "", 4);
		mynd_buffer_free(&b);
	}
}

/*
 * Each byte of a conversation is changed in turn, in several ways: an error, or the bytes that are due; never
 * a surprise.
 */
static void test_corrupt_bytes(void **state)
{
	(void) state;
	static const uint8_t flips[] = {0x01, 0x80, 0xFF, 0x10};
	for (unsigned a = 0; a < 2; a++) {
		mynd_buffer frames, plain;
		mixture(both[a], &frames, &plain);
		for (size_t i = 0; i < frames.len * sizeof flips; i++) {
			uint8_t flip = flips[i % sizeof flips];
			taken t;
			frames.ptr[i / sizeof flips] ^= flip;
			take(both[a], &(way){.span = 1 + i % 70}, (mynd_slice){frames.ptr, frames.len}, 0,
			    MYND_NUMBER_DUE, &t);
			assert_true(t.bytes.len <= plain.len + 0xFFFFFF);
			mynd_buffer_free(&t.bytes);
			frames.ptr[i / sizeof flips] ^= flip;
		}
		mynd_buffer_free(&frames);
		mynd_buffer_free(&plain);
	}
}

/*
 * zlib has a checksum: a payload that was changed never ends in order, and its last byte is never given out.
 */
static void test_checksum(void **state)
{
	(void) state;
	const size_t len = 2000;
	uint8_t *bytes = make(NOISE, len);
	mynd_buffer b;
	mynd_buffer_init(&b, 1u << 20);
	put_packed(&b, MYND_COMPRESSION_ZLIB, 0, bytes, len);
	for (size_t i = MYND_COMPRESSED_HEADER; i < b.len; i++) {
		taken t;
		b.ptr[i] ^= 0x04;
		int rc = take(
		    MYND_COMPRESSION_ZLIB, &(way){.span = 100}, (mynd_slice){b.ptr, b.len}, 0, MYND_NUMBER_DUE, &t);
		assert_int_equal(rc, MYND_BAD);
		assert_true(t.bytes.len < len);
		mynd_buffer_free(&t.bytes);
		b.ptr[i] ^= 0x04;
	}
	mynd_buffer_free(&b);
	free(bytes);
}

/* --- numbers --- */

static int number_taken(uint8_t due, mynd_numbering numbering, uint8_t first, uint8_t second, uint8_t *next)
{
	mynd_buffer b;
	taken t;
	mynd_buffer_init(&b, 100);
	put_stored(&b, first, (const uint8_t *) "ab", 2);
	put_stored(&b, second, (const uint8_t *) "c", 1);
	int rc = take(MYND_COMPRESSION_ZLIB, &(way){0}, (mynd_slice){b.ptr, b.len}, due, numbering, &t);
	*next = t.number;
	if (rc == MYND_BAD) {
		assert_non_null(strstr(t.error.message, "compressed frames out of order"));
		assert_int_equal(t.error.code, MYND_ERR_MALFORMED_PACKET);
	}
	mynd_buffer_free(&t.bytes);
	mynd_buffer_free(&b);
	return rc;
}

static void test_numbers(void **state)
{
	(void) state;
	static const struct {
		uint8_t due;
		mynd_numbering numbering;
		uint8_t first, second;
		int answer;
		uint8_t next;
	} cases[] = {
	    {1, MYND_NUMBER_DUE, 1, 2, MYND_OK, 3},
	    {254, MYND_NUMBER_DUE, 254, 255, MYND_OK, 0},
	    {255, MYND_NUMBER_DUE, 255, 0, MYND_OK, 1},
	    {1, MYND_NUMBER_DUE, 0, 1, MYND_BAD, 1},
	    {1, MYND_NUMBER_DUE, 2, 3, MYND_BAD, 1},
	    {1, MYND_NUMBER_DUE, 1, 3, MYND_BAD, 2},
	    {1, MYND_NUMBER_DUE, 1, 1, MYND_BAD, 2},
	    {5, MYND_NUMBER_DUE_OR_ZERO, 5, 6, MYND_OK, 7},
	    {5, MYND_NUMBER_DUE_OR_ZERO, 0, 1, MYND_OK, 2},
	    {5, MYND_NUMBER_DUE_OR_ZERO, 1, 2, MYND_BAD, 5},
	    {5, MYND_NUMBER_DUE_OR_ZERO, 5, 0, MYND_OK, 1},
	    {5, MYND_NUMBER_ANY, 77, 3, MYND_OK, 4},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint8_t next;
		int rc = number_taken(cases[i].due, cases[i].numbering, cases[i].first, cases[i].second, &next);
		assert_int_equal(rc, cases[i].answer);
		assert_int_equal(next, cases[i].next);
	}
}

/* A frame whose number is not the one due waits for the next read, whatever this one allows. */
static void test_the_first_frame_alone_is_allowed_more(void **state)
{
	(void) state;
	mynd_decompressor *d = mynd_decompressor_new(MYND_COMPRESSION_ZLIB);
	mynd_buffer b;
	mynd_error error;
	uint8_t room[100], number = 5;
	size_t n;
	mynd_buffer_init(&b, 100);
	put_stored(&b, 5, (const uint8_t *) "ab", 2);
	put_stored(&b, 6, (const uint8_t *) "c", 1);
	put_stored(&b, 0, (const uint8_t *) "d", 1);
	memcpy(mynd_decompressor_want(d).ptr, b.ptr, b.len);
	mynd_decompressor_commit(d, b.len);
	mynd_span span = {room, sizeof room};
	assert_int_equal(mynd_decompressor_read(d, &number, MYND_NUMBER_DUE_OR_ZERO, span, &n, &error), MYND_OK);
	assert_int_equal(n, 3);
	assert_int_equal(number, 7);
	assert_true(mynd_decompressor_has_bytes(d));
	assert_int_equal(mynd_decompressor_read(d, &number, MYND_NUMBER_DUE, span, &n, &error), MYND_BAD);
	mynd_decompressor_free(d);
	mynd_buffer_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_making),
	    cmocka_unit_test(test_making_without_a_packer),
	    cmocka_unit_test(test_counting_frames),
	    cmocka_unit_test(test_every_way),
	    cmocka_unit_test(test_cut_short),
	    cmocka_unit_test(test_largest),
	    cmocka_unit_test(test_direct),
	    cmocka_unit_test(test_direct_room),
	    cmocka_unit_test(test_lengths_that_lie),
	    cmocka_unit_test(test_empty_frames),
	    cmocka_unit_test(test_bomb),
	    cmocka_unit_test(test_announcements_are_not_believed),
	    cmocka_unit_test(test_zstd_that_wants_too_much),
	    cmocka_unit_test(test_corrupt_bytes),
	    cmocka_unit_test(test_checksum),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_the_first_frame_alone_is_allowed_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
