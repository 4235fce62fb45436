/*
 * Bulk executes byte for byte: the types in front, values of every length of length, marks, the command.
 */
#include "wire_packet.h"
#include "wire/bulk.h"

static void check_bytes(const mynd_buffer *buffer, const char *hex)
{
	mynd_slice expected = packet_from_hex(hex);
	assert_false(buffer->failed);
	assert_int_equal(buffer->len, expected.len);
	assert_memory_equal(buffer->ptr, expected.ptr, expected.len);
	packet_free(expected);
}

static void test_rows(void **state)
{
	(void) state;
	mynd_buffer body;
	mynd_buffer_init(&body, 4096);
	mynd_bulk_begin(&body, 2);
	check_bytes(&body, "FD00 FD00");
	mynd_bulk_put(&body, mynd_slice_of("one"));
	mynd_bulk_mark(&body, MYND_INDICATOR_NULL);
	mynd_bulk_mark(&body, MYND_INDICATOR_DEFAULT);
	mynd_bulk_put(&body, (mynd_slice){NULL, 0});
	mynd_bulk_mark(&body, MYND_INDICATOR_IGNORE);
	mynd_bulk_put(&body, (mynd_slice){(const uint8_t *) "\0\xFF", 2});
	check_bytes(&body, "FD00 FD00  00 03 6F6E65  01  02  00 00  03  00 02 00FF");
	mynd_buffer_free(&body);
}

static void check_value(mynd_cursor *rows, mynd_indicator indicator, const char *bytes, size_t len)
{
	mynd_indicator read;
	mynd_slice value;
	assert_int_equal(mynd_bulk_take(rows, &read, &value), MYND_OK);
	assert_int_equal(read, indicator);
	assert_int_equal(value.len, len);
	if (len > 0) {
		assert_memory_equal(value.ptr, bytes, len);
	}
}

static void test_take(void **state)
{
	(void) state;
	mynd_buffer body;
	mynd_indicator indicator;
	mynd_slice value;
	mynd_buffer_init(&body, 4096);
	mynd_bulk_put(&body, mynd_slice_of("one"));
	mynd_bulk_mark(&body, MYND_INDICATOR_NULL);
	mynd_bulk_put(&body, (mynd_slice){NULL, 0});
	mynd_bulk_mark(&body, MYND_INDICATOR_IGNORE);
	mynd_cursor rows = mynd_cursor_over(body.ptr, body.len);
	check_value(&rows, MYND_INDICATOR_VALUE, "one", 3);
	check_value(&rows, MYND_INDICATOR_NULL, NULL, 0);
	check_value(&rows, MYND_INDICATOR_VALUE, NULL, 0);
	check_value(&rows, MYND_INDICATOR_IGNORE, NULL, 0);
	assert_int_equal(mynd_bulk_take(&rows, &indicator, &value), MYND_MORE);
	mynd_cursor cut = mynd_cursor_over(body.ptr, 4); /* in the middle of "one" */
	assert_int_equal(mynd_bulk_take(&cut, &indicator, &value), MYND_BAD);
	mynd_buffer_free(&body);
}

static void test_long_values(void **state)
{
	(void) state;
	static const struct {
		size_t len;
		const char *head;
	} cases[] = {{250, "00 FA"}, {251, "00 FC FB00"}, {65535, "00 FC FFFF"}, {65536, "00 FD 000001"},
	    {(1 << 24) - 1, "00 FD FFFFFF"}, {1 << 24, "00 FE 00000001 00000000"}};
	uint8_t *value = malloc(1 << 24);
	memset(value, 'x', 1 << 24);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mynd_slice head = packet_from_hex(cases[i].head);
		mynd_buffer body;
		mynd_buffer_init(&body, SIZE_MAX / 4);
		mynd_bulk_put(&body, (mynd_slice){value, cases[i].len});
		assert_int_equal(body.len, head.len + cases[i].len);
		assert_memory_equal(body.ptr, head.ptr, head.len);
		assert_memory_equal(body.ptr + head.len, value, cases[i].len);
		mynd_buffer_free(&body);
		packet_free(head);
	}
	free(value);
}

/* A value that does not fit is told once, at the end, and leaves no half. */
static void test_no_room(void **state)
{
	(void) state;
	mynd_buffer body;
	mynd_buffer_init(&body, 8);
	mynd_bulk_begin(&body, 1);
	mynd_bulk_put(&body, mynd_slice_of("too long"));
	assert_true(body.failed);
	assert_true(body.len <= 8);
	mynd_buffer_free(&body);
}

static void test_command(void **state)
{
	(void) state;
	mynd_slice rows = mynd_slice_of("rows"), head = packet_from_hex("04030201 8000");
	mynd_command command = mynd_command_bulk(0x01020304, rows);
	assert_int_equal(command.com, MYND_COM_STMT_BULK_EXECUTE);
	assert_int_equal(command.head_len, head.len);
	assert_memory_equal(command.head, head.ptr, head.len);
	assert_ptr_equal(command.body.ptr, rows.ptr);
	assert_int_equal(command.body.len, rows.len);
	assert_false(mynd_command_is_barrier(&command));
	assert_false(mynd_command_is_silent(command.com));
	packet_free(head);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_rows),
	    cmocka_unit_test(test_take),
	    cmocka_unit_test(test_long_values),
	    cmocka_unit_test(test_no_room),
	    cmocka_unit_test(test_command),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
