/*
 * Binary rows: widths by type, the way to the first cell, cells whole and cut at every offset, markers of
 * large cells.
 */
#include "wire_packet.h"
#include "wire/binary.h"

static void test_widths(void **state)
{
	(void) state;
	static const struct {
		mynd_type type;
		unsigned width;
	} fixed[] = {{MYND_TYPE_TINY, 1}, {MYND_TYPE_SHORT, 2}, {MYND_TYPE_YEAR, 2}, {MYND_TYPE_LONG, 4},
	    {MYND_TYPE_INT24, 4}, {MYND_TYPE_FLOAT, 4}, {MYND_TYPE_LONGLONG, 8}, {MYND_TYPE_DOUBLE, 8}};
	for (unsigned type = 0; type < 256; type++) {
		unsigned width = 0;
		for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
			width = fixed[i].type == type ? fixed[i].width : width;
		}
		assert_int_equal(mynd_binary_width((uint8_t) type), width);
	}
}

/* A row of exactly the bitmap opens, one byte less does not. */
static void check_open(uint32_t columns, size_t bitmap)
{
	uint8_t *bytes = calloc(1, bitmap + 1);
	mynd_slice row = packet_copy(bytes, bitmap + 1), cut = packet_copy(bytes, bitmap);
	const uint8_t *nulls;
	mynd_cursor cells;
	assert_int_equal(mynd_binary_bitmap_size(columns), bitmap);
	assert_int_equal(mynd_binary_open(row, columns, &nulls, &cells), MYND_OK);
	assert_ptr_equal(nulls, row.ptr + 1);
	assert_int_equal(mynd_cursor_left(&cells), 0);
	assert_false(mynd_binary_is_null(nulls, columns > 0 ? columns - 1 : 0));
	assert_int_equal(mynd_binary_open(cut, columns, &nulls, &cells), MYND_BAD);
	packet_free(row);
	packet_free(cut);
	free(bytes);
}

static void test_open(void **state)
{
	(void) state;
	check_open(1, 1);
	check_open(6, 1);
	check_open(7, 2);
	check_open(14, 2);
	check_open(15, 3);
	check_open(65535, 8193);
	const uint8_t *nulls;
	mynd_cursor cells;
	for (unsigned first = 0; first < 256; first++) {
		mynd_slice row = packet_copy((uint8_t[]){(uint8_t) first, 0, 9}, 3);
		assert_int_equal(
		    mynd_binary_open(row, 1, &nulls, &cells), first == MYND_BINARY_ROW ? MYND_OK : MYND_BAD);
		packet_free(row);
	}
	assert_int_equal(mynd_binary_open((mynd_slice){NULL, 0}, 1, &nulls, &cells), MYND_BAD);
}

static void test_nulls(void **state)
{
	(void) state;
	for (uint32_t set = 0; set < 30; set++) {
		uint8_t nulls[4] = {0};
		nulls[(set + 2) / 8] = (uint8_t) (1 << (set + 2) % 8);
		for (uint32_t i = 0; i < 30; i++) {
			assert_int_equal(mynd_binary_is_null(nulls, i), i == set);
		}
	}
	/* the two bits that are nobody's */
	const uint8_t unused[4] = {3, 0, 0, 0};
	for (uint32_t i = 0; i < 30; i++) {
		assert_false(mynd_binary_is_null(unused, i));
	}
}

/* The cell fills its memory; each true prefix is malformed and moves nothing. */
static void check_cell(const char *hex, unsigned width, size_t len)
{
	mynd_slice bytes = packet_from_hex(hex);
	mynd_cell cell = {0};
	mynd_cursor c = mynd_cursor_over(bytes.ptr, bytes.len);
	assert_int_equal(mynd_binary_next(&c, width, false, &cell), MYND_OK);
	assert_int_equal(cell.len, len);
	assert_null(cell.large);
	assert_false(mynd_cell_is_null(&cell));
	assert_ptr_equal(cell.ptr + cell.len, bytes.ptr + bytes.len);
	assert_int_equal(mynd_cursor_left(&c), 0);
	for (size_t n = 0; n < bytes.len; n++) {
		mynd_slice cut = packet_copy(bytes.ptr, n);
		c = mynd_cursor_over(cut.ptr, cut.len);
		assert_int_equal(mynd_binary_next(&c, width, false, &cell), MYND_BAD);
		assert_ptr_equal(c.pos, cut.ptr);
		packet_free(cut);
	}
	packet_free(bytes);
}

static void test_cells(void **state)
{
	(void) state;
	check_cell("FF", 1, 1);
	check_cell("FFFE", 2, 2);
	check_cell("FBFBFBFB", 4, 4);
	check_cell("FFFFFFFFFFFFFFFF", 8, 8);
	check_cell("00", 0, 0);
	check_cell("03 616263", 0, 3);
	check_cell("FC0300 616263", 0, 3);
	check_cell("FD030000 616263", 0, 3);
	check_cell("FE0300000000000000 616263", 0, 3);
}

/* What no length begins with, and a length that cannot be. */
static void test_bad_lengths(void **state)
{
	(void) state;
	const char *const bad[] = {"FB", "FB00000000", "FF000000000000000000000000000000000000",
	    "FEFFFFFFFFFFFFFFFF 61", "FE0000000000000080 61"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		mynd_slice bytes = packet_from_hex(bad[i]);
		mynd_cursor c = mynd_cursor_over(bytes.ptr, bytes.len);
		mynd_cell cell;
		assert_int_equal(mynd_binary_next(&c, 0, false, &cell), MYND_BAD);
		packet_free(bytes);
	}
}

static void test_marker(void **state)
{
	(void) state;
	int value;
	uint8_t bytes[MYND_CELL_LARGE_BYTES];
	mynd_cell_write_large(bytes, &value, 70000);
	mynd_cursor c = mynd_cursor_over(bytes, sizeof bytes);
	mynd_cell cell;
	assert_int_equal(mynd_binary_next(&c, 0, true, &cell), MYND_OK);
	assert_ptr_equal(cell.large, &value);
	assert_null(cell.ptr);
	assert_int_equal(cell.len, 70000);
	assert_int_equal(mynd_cursor_left(&c), 0);
	c = mynd_cursor_over(bytes, sizeof bytes);
	assert_int_equal(mynd_binary_next(&c, 0, false, &cell), MYND_BAD);
	/* in a cell of fixed width such bytes are a number */
	c = mynd_cursor_over(bytes, sizeof bytes);
	assert_int_equal(mynd_binary_next(&c, 8, true, &cell), MYND_OK);
	assert_null(cell.large);
	/* NULL stands in the bitmap alone, also in a row with markers */
	bytes[0] = MYND_CELL_NULL;
	c = mynd_cursor_over(bytes, sizeof bytes);
	assert_int_equal(mynd_binary_next(&c, 0, true, &cell), MYND_BAD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_widths),
	    cmocka_unit_test(test_open),
	    cmocka_unit_test(test_nulls),
	    cmocka_unit_test(test_cells),
	    cmocka_unit_test(test_bad_lengths),
	    cmocka_unit_test(test_marker),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
