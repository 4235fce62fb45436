/*
 * The checked writer: every length at the edge of what is reserved.
 */
#include "wire_packet.h"
#include "wire/writer.h"

static void test_take_and_bytes(void **state)
{
	(void) state;
	uint8_t *all = malloc(4);
	mynd_writer w = mynd_writer_over(all, 4);
	assert_int_equal(mynd_writer_room(&w), 4);
	assert_null(mynd_writer_take(&w, 5));
	assert_ptr_equal(mynd_writer_take(&w, 1), all);
	assert_int_equal(mynd_writer_bytes(&w, NULL, 0), MYND_OK);
	assert_int_equal(mynd_writer_bytes(&w, "abcd", 4), MYND_BAD);
	assert_ptr_equal(w.pos, all + 1);
	assert_int_equal(mynd_writer_bytes(&w, "abc", 3), MYND_OK);
	assert_memory_equal(all + 1, "abc", 3);
	assert_int_equal(mynd_writer_room(&w), 0);
	assert_null(mynd_writer_take(&w, 1));
	free(all);
}

static void test_nothing_reserved(void **state)
{
	(void) state;
	mynd_writer w = mynd_writer_over(NULL, 0);
	assert_int_equal(mynd_writer_room(&w), 0);
	assert_int_equal(mynd_writer_bytes(&w, NULL, 0), MYND_OK);
	assert_int_equal(mynd_writer_bytes(&w, "a", 1), MYND_BAD);
	assert_int_equal(mynd_writer_lenenc_bytes(&w, NULL, 0), MYND_BAD);
}

/* Where the bytes lie already, the length before them: as in a part of a store. */
static void test_overlapping(void **state)
{
	(void) state;
	uint8_t bytes[] = "..abcdef";
	mynd_writer w = mynd_writer_over(bytes, 8);
	assert_int_equal(mynd_writer_lenenc_bytes(&w, bytes + 2, 6), MYND_OK);
	assert_memory_equal(bytes, "\6abcdef", 7);
	assert_ptr_equal(w.pos, bytes + 7);
}

static void check_string(size_t len, size_t prefix)
{
	uint8_t *text = malloc(len ? len : 1), *to = malloc(prefix + len);
	memset(text, 'x', len);
	for (size_t room = 0; room <= prefix + len; room++) {
		if (room == prefix + 1 && len > 2) {
			room = prefix + len - 1; /* what lies between is alike */
		}
		mynd_writer w = mynd_writer_over(to, room);
		int rc = mynd_writer_lenenc_bytes(&w, text, len);
		assert_int_equal(rc, room == prefix + len ? MYND_OK : MYND_BAD);
		assert_ptr_equal(w.pos, to + (rc == MYND_OK ? room : 0));
	}
	mynd_cursor c = mynd_cursor_over(to, prefix + len);
	mynd_slice read;
	assert_int_equal(mynd_cursor_lenenc_bytes(&c, &read), MYND_OK);
	assert_int_equal(read.len, len);
	assert_memory_equal(read.ptr, text, len);
	assert_int_equal(mynd_cursor_left(&c), 0);
	assert_int_equal(mynd_lenenc_size(len), prefix);
	free(text);
	free(to);
}

static void test_strings(void **state)
{
	(void) state;
	check_string(0, 1);
	check_string(1, 1);
	check_string(0xFA, 1);
	check_string(0xFB, 3);
	check_string(0xFFFF, 3);
	check_string(0x10000, 4);
	check_string(0xFFFFFF, 4);
	check_string(0x1000000, 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_take_and_bytes),
	    cmocka_unit_test(test_nothing_reserved),
	    cmocka_unit_test(test_overlapping),
	    cmocka_unit_test(test_strings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
