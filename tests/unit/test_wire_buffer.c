/*
 * The growing buffer, its maximum, and framing at the edges of 2^24-1 bytes.
 */
#include "wire_packet.h"
#include "wire/frame.h"

/* The sanitizer's allocator answers NULL as malloc does, so that the lack of memory can be tested. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1:max_allocation_size_mb=256";
}

static void assert_bytes(const mynd_buffer *b, const char *hex)
{
	mynd_slice expected = packet_from_hex(hex);
	assert_false(b->failed);
	assert_int_equal(b->len, expected.len);
	if (expected.len > 0) {
		assert_memory_equal(b->ptr, expected.ptr, expected.len);
	}
	packet_free(expected);
}

static void test_values(void **state)
{
	(void) state;
	mynd_buffer b;
	mynd_buffer_init(&b, 1000);
	mynd_buffer_put_int(&b, 1, 0x1FF);
	mynd_buffer_put_int(&b, 3, 0x030201);
	mynd_buffer_put_int(&b, 8, 0x0807060504030201);
	mynd_buffer_put_zeros(&b, 2);
	mynd_buffer_put_cstring(&b, mynd_slice_of("AB"));
	mynd_buffer_put_cstring(&b, (mynd_slice){NULL, 0});
	mynd_buffer_put_lenenc_bytes(&b, mynd_slice_of("C"));
	mynd_buffer_put_lenenc_bytes(&b, (mynd_slice){NULL, 0});
	mynd_buffer_put_bytes(&b, NULL, 0);
	assert_bytes(&b, "ff 010203 0102030405060708 0000 414200 00 0143 00");
	mynd_buffer_free(&b);
	assert_null(b.ptr);
	assert_int_equal(b.max, 1000);
}

static void test_lenenc(void **state)
{
	(void) state;
	static const uint64_t values[] = {0, 0xFA, 0xFB, 0xFF, 0xFFFF, 0x10000, 0xFFFFFF, 0x1000000, UINT64_MAX};
	mynd_buffer b;
	mynd_buffer_init(&b, 1000);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		mynd_buffer_put_lenenc(&b, values[i]);
	}
	assert_bytes(&b, "00 fa fcfb00 fcff00 fcffff fd000001 fdffffff fe0000000100000000 feffffffffffffffff");
	mynd_cursor c = mynd_cursor_over(b.ptr, b.len);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		uint64_t value;
		assert_int_equal(mynd_cursor_lenenc(&c, &value), MYND_OK);
		assert_true(value == values[i]);
	}
	mynd_buffer_free(&b);
}

static void test_maximum(void **state)
{
	(void) state;
	for (size_t max = 0; max < 300; max++) {
		mynd_buffer b;
		mynd_buffer_init(&b, max);
		for (size_t i = 0; i < max; i++) {
			mynd_buffer_put_int(&b, 1, i);
			assert_true(b.len <= b.cap && b.cap <= b.max);
		}
		assert_false(b.failed);
		assert_int_equal(b.len, max);
		mynd_buffer_put_zeros(&b, 0);
		assert_false(b.failed);
		mynd_buffer_put_int(&b, 1, 1);
		assert_true(b.failed);
		assert_int_equal(b.len, max);
		mynd_buffer_free(&b);
		assert_false(b.failed);
	}
}

/* Whatever does not fit leaves nothing behind, and the failure sticks until the buffer is emptied. */
static void test_failure(void **state)
{
	(void) state;
	mynd_slice ten = mynd_slice_of("0123456789");
	mynd_buffer b;
	mynd_buffer_init(&b, 10);
	mynd_buffer_put_cstring(&b, ten);
	assert_true(b.failed);
	assert_int_equal(b.len, 0);
	mynd_buffer_put_int(&b, 1, 1);
	assert_int_equal(b.len, 0);
	assert_int_equal(mynd_buffer_reserve(&b, 0), MYND_BAD);
	mynd_buffer_reset(&b);
	mynd_buffer_put_lenenc_bytes(&b, ten);
	assert_true(b.failed);
	assert_int_equal(b.len, 0);
	mynd_buffer_reset(&b);
	assert_int_equal(mynd_buffer_reserve(&b, SIZE_MAX), MYND_BAD);
	mynd_buffer_reset(&b);
	mynd_buffer_put_bytes(&b, ten.ptr, ten.len);
	assert_bytes(&b, "30313233343536373839");
	mynd_buffer_reset(&b);
	assert_int_equal(b.len, 0);
	assert_non_null(b.ptr);
	mynd_buffer_free(&b);
}

static void test_no_memory(void **state)
{
	(void) state;
	mynd_buffer b;
	mynd_buffer_init(&b, SIZE_MAX);
	mynd_buffer_put_int(&b, 1, 7);
	assert_int_equal(mynd_buffer_reserve(&b, SIZE_MAX / 4), MYND_BAD);
	assert_true(b.failed);
	assert_int_equal(b.len, 1);
	assert_int_equal(b.ptr[0], 7);
	mynd_buffer_reset(&b);
	uint8_t sequence = 3;
	mynd_slice endless = {b.ptr, SIZE_MAX - 1};
	assert_int_equal(mynd_frame_write(&b, &sequence, endless, endless), MYND_BAD);
	assert_true(b.failed);
	assert_int_equal(b.len, 0);
	assert_int_equal(sequence, 3);
	/* a sum that wraps round to a few bytes */
	mynd_buffer_reset(&b);
	assert_int_equal(mynd_frame_write(&b, &sequence, endless, (mynd_slice){b.ptr, 10}), MYND_BAD);
	assert_int_equal(b.len, 0);
	mynd_buffer_free(&b);
}

/* Lengths that no buffer can have, and lengths that this one cannot have. */
static void test_too_long(void **state)
{
	(void) state;
	mynd_buffer b;
	mynd_packet_writer packet;
	uint8_t sequence = 0, byte = 0;
	mynd_slice endless = {&byte, SIZE_MAX}, one = {&byte, 1};
	mynd_buffer_init(&b, 8);
	mynd_buffer_put_cstring(&b, endless);
	assert_true(b.failed);
	mynd_buffer_reset(&b);
	mynd_buffer_put_lenenc(&b, UINT64_C(1) << 32);
	assert_true(b.failed);
	assert_int_equal(b.len, 0);
	mynd_buffer_reset(&b);
	assert_int_equal(mynd_frame_write(&b, &sequence, endless, one), MYND_BAD);
	mynd_buffer_reset(&b);
	assert_int_equal(mynd_frame_write(&b, &sequence, one, endless), MYND_BAD);
	mynd_buffer_reset(&b);
	assert_int_equal(mynd_packet_begin(&packet, &b, &sequence, 9), MYND_BAD);
	assert_int_equal(sequence, 0);
	mynd_buffer_free(&b);
	mynd_buffer_init(&b, SIZE_MAX);
	assert_int_equal(mynd_packet_begin(&packet, &b, &sequence, 1), MYND_BAD);
	mynd_buffer_free(&b);
	assert_int_equal(mynd_slice_of(NULL).len, 0);
}

/* The byte that must stand at a place of a payload. */
static uint8_t pattern(size_t at)
{
	return (uint8_t) (at ^ at >> 8 ^ at >> 16);
}

/* Reads the frames back: lengths, numbers and bytes must be those of a payload of `len` bytes. */
static void check_frames(const mynd_buffer *b, size_t len, uint8_t sequence)
{
	mynd_cursor c = mynd_cursor_over(b->ptr, b->len);
	size_t at = 0;
	mynd_frame frame;
	do {
		mynd_slice payload = {NULL, 0};
		assert_int_equal(mynd_frame_read(&c, &frame), MYND_OK);
		assert_int_equal(frame.sequence, sequence++);
		size_t expected = len - at < MYND_FRAME_MAX ? len - at : MYND_FRAME_MAX;
		assert_int_equal(frame.len, expected);
		assert_int_equal(mynd_cursor_bytes(&c, frame.len, &payload), MYND_OK);
		for (size_t i = 0; i < payload.len; i++) {
			if (payload.ptr[i] != pattern(at + i)) {
				fail_msg("byte %zu is wrong", at + i);
			}
		}
		at += payload.len;
	} while (frame.len == MYND_FRAME_MAX);
	assert_int_equal(at, len);
	assert_int_equal(mynd_cursor_left(&c), 0);
}

static void check_split(size_t head_len, size_t len, uint8_t first)
{
	uint8_t *payload = malloc(len + 1);
	for (size_t i = 0; i < len; i++) {
		payload[i] = pattern(i);
	}
	mynd_slice head = {payload, head_len}, body = {payload + head_len, len - head_len};
	size_t wire = mynd_frame_wire_size(len);
	uint8_t sequence = first;
	mynd_buffer b;
	mynd_buffer_init(&b, wire - 1);
	assert_int_equal(mynd_frame_write(&b, &sequence, head, body), MYND_BAD);
	assert_true(b.failed);
	assert_int_equal(b.len, 0);
	assert_int_equal(sequence, first);
	mynd_buffer_free(&b);
	mynd_buffer_init(&b, wire);
	assert_int_equal(mynd_frame_write(&b, &sequence, head, body), MYND_OK);
	assert_int_equal(b.len, wire);
	assert_int_equal(sequence, (uint8_t) (first + len / MYND_FRAME_MAX + 1));
	check_frames(&b, len, first);
	mynd_buffer_free(&b);
	free(payload);
}

static void test_frames(void **state)
{
	(void) state;
	const size_t full = MYND_FRAME_MAX;
	static const size_t heads[] = {0, 1, 5};
	const size_t lengths[] = {5, 6, 1000, full - 1, full, full + 1, 2 * full};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		check_split(heads[i % 3], lengths[i], i % 2 ? 0 : 255);
	}
	check_split(0, 0, 0);
	check_split(1, 1, 255);
	check_split(full, full, 7);
	check_split(full + 3, full + 9, 254);
}

static void test_frame_header(void **state)
{
	(void) state;
	mynd_slice whole = packet_from_hex("fe ff ff 09 41");
	for (size_t len = 0; len <= whole.len; len++) {
		mynd_slice cut = packet_copy(whole.ptr, len);
		mynd_cursor c = mynd_cursor_over(cut.ptr, cut.len);
		mynd_frame frame;
		assert_int_equal(mynd_frame_read(&c, &frame), len < 4 ? MYND_MORE : MYND_OK);
		assert_ptr_equal(c.pos, cut.ptr + (len < 4 ? 0 : 4));
		if (len >= 4) {
			assert_int_equal(frame.len, 0xFFFFFE);
			assert_int_equal(frame.sequence, 9);
		}
		packet_free(cut);
	}
	packet_free(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_values),
	    cmocka_unit_test(test_lenenc),
	    cmocka_unit_test(test_maximum),
	    cmocka_unit_test(test_failure),
	    cmocka_unit_test(test_no_memory),
	    cmocka_unit_test(test_too_long),
	    cmocka_unit_test(test_frames),
	    cmocka_unit_test(test_frame_header),
	};
	return cmocka_run_group_tests_name("wire/buffer and wire/frame", tests, NULL, NULL);
}
