/*
 * The checked reader and packed rows: every length at the edge of its memory.
 */
#include "wire_packet.h"
#include "wire/row.h"

static void test_integers(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex("01 23 45 67 89 ab cd ef");
	for (unsigned width = 1; width <= 8; width++) {
		for (size_t left = 0; left <= 8; left++) {
			mynd_slice exact = packet_copy(p.ptr, left);
			mynd_cursor c = mynd_cursor_over(exact.ptr, exact.len);
			uint64_t value = 42, expected = 0;
			for (unsigned i = 0; i < width; i++) {
				expected |= (uint64_t) p.ptr[i] << (8 * i);
			}
			int rc = mynd_cursor_int(&c, width, &value);
			assert_int_equal(rc, left >= width ? MYND_OK : MYND_BAD);
			assert_true(value == (rc == MYND_OK ? expected : 42));
			assert_ptr_equal(c.pos, exact.ptr + (rc == MYND_OK ? width : 0));
			packet_free(exact);
		}
	}
	packet_free(p);
}

static void check_lenenc(const char *hex, int expected_rc, uint64_t expected, size_t used)
{
	mynd_slice p = packet_from_hex(hex);
	mynd_cursor c = mynd_cursor_over(p.ptr, p.len);
	uint64_t value = 0;
	assert_int_equal(mynd_cursor_lenenc(&c, &value), expected_rc);
	assert_ptr_equal(c.pos, p.ptr + used);
	if (expected_rc == MYND_OK) {
		assert_true(value == expected);
	}
	packet_free(p);
}

static void test_lenenc(void **state)
{
	(void) state;
	check_lenenc("", MYND_BAD, 0, 0);
	check_lenenc("00", MYND_OK, 0, 1);
	check_lenenc("fa ff", MYND_OK, 250, 1);
	check_lenenc("fb", MYND_BAD, 0, 0);
	check_lenenc("fb 01 00 00 00 00 00 00 00", MYND_BAD, 0, 0);
	check_lenenc("ff 00 00 00 00 00 00 00 00", MYND_BAD, 0, 0);
	check_lenenc("fc", MYND_BAD, 0, 0);
	check_lenenc("fc 01", MYND_BAD, 0, 0);
	check_lenenc("fc fb 00", MYND_OK, 251, 3);
	check_lenenc("fd ff ff", MYND_BAD, 0, 0);
	check_lenenc("fd ff ff ff", MYND_OK, 0xFFFFFF, 4);
	check_lenenc("fe ff ff ff ff ff ff ff", MYND_BAD, 0, 0);
	check_lenenc("fe ff ff ff ff ff ff ff ff", MYND_OK, UINT64_MAX, 9);
}

static void check_string(const char *hex, int expected_rc, size_t len, size_t used)
{
	mynd_slice p = packet_from_hex(hex), s = {NULL, 77};
	mynd_cursor c = mynd_cursor_over(p.ptr, p.len);
	assert_int_equal(mynd_cursor_lenenc_bytes(&c, &s), expected_rc);
	assert_ptr_equal(c.pos, p.ptr + used);
	if (expected_rc == MYND_OK) {
		assert_int_equal(s.len, len);
		assert_inside(p, s);
	}
	packet_free(p);
}

static void test_strings(void **state)
{
	(void) state;
	check_string("00", MYND_OK, 0, 1);
	check_string("03 41 42 43", MYND_OK, 3, 4);
	check_string("04 41 42 43", MYND_BAD, 0, 0);
	check_string("fc 03 00 41 42 43", MYND_OK, 3, 6);
	check_string("fe ff ff ff ff ff ff ff ff 41", MYND_BAD, 0, 0);
	check_string("fe f7 ff ff ff ff ff ff ff 41", MYND_BAD, 0, 0);
	check_string("fb", MYND_BAD, 0, 0);
}

static void test_cstring(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex("41 00 42"), s;
	mynd_cursor c = mynd_cursor_over(p.ptr, p.len);
	assert_int_equal(mynd_cursor_cstring(&c, &s), MYND_OK);
	assert_slice(s, "A");
	assert_int_equal(mynd_cursor_cstring(&c, &s), MYND_BAD);
	assert_int_equal(mynd_cursor_left(&c), 1);
	assert_slice(mynd_cursor_rest(&c), "B");
	assert_int_equal(mynd_cursor_cstring(&c, &s), MYND_BAD);
	assert_int_equal(mynd_cursor_left(&c), 0);
	packet_free(p);
}

/* An empty slice may have no memory at all. */
static void test_nothing(void **state)
{
	(void) state;
	mynd_cursor c = mynd_cursor_over(NULL, 0);
	mynd_slice s;
	uint8_t byte;
	assert_int_equal(mynd_cursor_left(&c), 0);
	assert_int_equal(mynd_cursor_u8(&c, &byte), MYND_BAD);
	assert_int_equal(mynd_cursor_cstring(&c, &s), MYND_BAD);
	assert_int_equal(mynd_cursor_skip(&c, 1), MYND_BAD);
	assert_int_equal(mynd_cursor_skip(&c, 0), MYND_OK);
	assert_int_equal(mynd_cursor_rest(&c).len, 0);
}

static int read_cells(mynd_slice row, bool has_large, unsigned *cells)
{
	mynd_cursor c = mynd_cursor_over(row.ptr, row.len);
	mynd_cell cell = {0};
	*cells = 0;
	while (mynd_cursor_left(&c) > 0) {
		const uint8_t *before = c.pos;
		if (mynd_cell_next(&c, has_large, &cell) != MYND_OK) {
			assert_ptr_equal(c.pos, before);
			return MYND_BAD;
		}
		if (cell.large == NULL) {
			assert_inside(row, (mynd_slice){cell.ptr, cell.len});
		}
		(*cells)++;
	}
	return MYND_OK;
}

static int decode_row(mynd_slice row, mynd_error *error)
{
	unsigned cells;
	return read_cells(row, false, &cells) == MYND_OK ? MYND_OK : mynd_error_malformed(error, NULL);
}

/* "SELECT id, ... LIMIT 1" of ten columns, as MariaDB 10.11 sent it. */
static void test_row(void **state)
{
	(void) state;
	static const size_t between_cells[] = {0, 2, 3, 4, 5, 6, 7, 8, 19, 20, SIZE_MAX};
	mynd_slice row = packet_from_hex("0131 fb fb fb fb fb fb 0a30303030303030303033 fb fb");
	unsigned cells;
	assert_int_equal(read_cells(row, false, &cells), MYND_OK);
	assert_int_equal(cells, 10);
	packet_cut_everywhere(row, decode_row, between_cells, SIZE_MAX);
	packet_corrupt(row, decode_row);
	packet_free(row);
}

static void test_cells(void **state)
{
	(void) state;
	mynd_slice row = packet_from_hex("00 fb fc0200 4142 fd010000 43 fe0100000000000000 44");
	mynd_cursor c = mynd_cursor_over(row.ptr, row.len);
	mynd_cell cell = {0};
	assert_int_equal(mynd_cell_next(&c, false, &cell), MYND_OK);
	assert_false(mynd_cell_is_null(&cell));
	assert_int_equal(cell.len, 0);
	assert_int_equal(mynd_cell_next(&c, false, &cell), MYND_OK);
	assert_true(mynd_cell_is_null(&cell));
	static const char *const rest[] = {"AB", "C", "D"};
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(mynd_cell_next(&c, false, &cell), MYND_OK);
		assert_slice((mynd_slice){cell.ptr, cell.len}, rest[i]);
	}
	assert_int_equal(mynd_cell_next(&c, false, &cell), MYND_BAD);
	packet_free(row);
}

/* The marker of a large cell is believed only where mynd wrote it. */
static void test_large_cell(void **state)
{
	(void) state;
	uint8_t bytes[MYND_CELL_LARGE_BYTES];
	int value;
	mynd_cell_write_large(bytes, &value, 1234567);
	mynd_slice row = packet_copy(bytes, sizeof bytes);
	mynd_cursor c = mynd_cursor_over(row.ptr, row.len);
	mynd_cell cell = {0};
	assert_int_equal(mynd_cell_next(&c, false, &cell), MYND_BAD);
	assert_ptr_equal(c.pos, row.ptr);
	assert_int_equal(mynd_cell_next(&c, true, &cell), MYND_OK);
	assert_ptr_equal(cell.large, &value);
	assert_int_equal(cell.len, 1234567);
	assert_false(mynd_cell_is_null(&cell));
	packet_free(row);
	for (size_t len = 1; len < sizeof bytes; len++) {
		mynd_slice cut = packet_copy(bytes, len);
		c = mynd_cursor_over(cut.ptr, cut.len);
		assert_int_equal(mynd_cell_next(&c, true, &cell), MYND_BAD);
		packet_free(cut);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_integers),
	    cmocka_unit_test(test_lenenc),
	    cmocka_unit_test(test_strings),
	    cmocka_unit_test(test_cstring),
	    cmocka_unit_test(test_nothing),
	    cmocka_unit_test(test_row),
	    cmocka_unit_test(test_cells),
	    cmocka_unit_test(test_large_cell),
	};
	return cmocka_run_group_tests_name("wire/cursor", tests, NULL, NULL);
}
