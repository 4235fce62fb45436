/*
 * Statements on the wire: the reply to a prepare whole, cut and corrupt; commands; the parameters of an
 * execute byte for byte, and across frames.
 */
#include "wire_packet.h"
#include "wire/statement.h"

/* --- the reply to a prepare --- */

static int decode(mynd_slice packet, mynd_error *error)
{
	mynd_prepared prepared;
	return mynd_prepared_decode(packet, &prepared, error);
}

static void test_prepared(void **state)
{
	(void) state;
	mynd_slice packet = packet_from_hex("00 04030201 0605 0807 00 0A09");
	mynd_prepared prepared;
	mynd_error error;
	assert_int_equal(mynd_prepared_decode(packet, &prepared, &error), MYND_OK);
	assert_int_equal(prepared.id, 0x01020304);
	assert_int_equal(prepared.columns, 0x0506);
	assert_int_equal(prepared.parameters, 0x0708);
	assert_int_equal(prepared.warnings, 0x090A);
	static const size_t legal[] = {9, SIZE_MAX}; /* as MySQL 4.1 answers */
	packet_cut_everywhere(packet, decode, legal, SIZE_MAX);
	packet_lengthen(packet, decode, MYND_OK);
	packet_corrupt(packet, decode);
	packet_free(packet);
	packet = packet_from_hex("FE 04030201 0605 0807 00 0A09");
	assert_int_equal(mynd_prepared_decode(packet, &prepared, &error), MYND_BAD);
	assert_malformed(&error);
	assert_int_equal(prepared.id, 0);
	packet_free(packet);
}

/* ProxySQL has answered a prepare with an OK packet. What may have more behind it is out of step. */
static void test_prepared_of_other_sizes(void **state)
{
	(void) state;
	static const struct {
		const char *hex;
		mynd_cause cause;
	} cases[] = {
	    {"", MYND_CAUSE_MALFORMED},
	    {"00", MYND_CAUSE_MALFORMED},
	    {"00 00 00 0200 00", MYND_CAUSE_MALFORMED},
	    {"00 00 00 0200 0000", MYND_CAUSE_ODD_PREPARED},
	    {"00 00 00 0200 0300", MYND_CAUSE_ODD_PREPARED},
	    {"00 01000000 0000 00", MYND_CAUSE_ODD_PREPARED},
	    {"00 01000000 0000 0000", MYND_CAUSE_NONE},
	    {"00 01000000 0100 0000", MYND_CAUSE_NONE},
	    {"00 01000000 0000 0000 00", MYND_CAUSE_ODD_PREPARED},
	    {"00 01000000 0000 0000 00 00", MYND_CAUSE_ODD_PREPARED},
	    {"00 01000000 0100 0000 00 00", MYND_CAUSE_MALFORMED},
	    {"00 01000000 0000 0100 00 00", MYND_CAUSE_MALFORMED},
	    {"FE 00 00 0200 0000", MYND_CAUSE_MALFORMED},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mynd_slice packet = packet_from_hex(cases[i].hex);
		mynd_prepared prepared;
		mynd_error error;
		mynd_error_clear(&error);
		int rc = mynd_prepared_decode(packet, &prepared, &error);
		assert_int_equal(rc, cases[i].cause == MYND_CAUSE_NONE ? MYND_OK : MYND_BAD);
		assert_int_equal(error.cause, cases[i].cause);
		assert_int_equal(prepared.id, rc == MYND_OK);
		packet_free(packet);
	}
}

/* --- commands --- */

static void check_head(mynd_command command, mynd_com com, const char *head_hex)
{
	mynd_slice head = packet_from_hex(head_hex);
	assert_int_equal(command.com, com);
	assert_int_equal(command.head_len, head.len);
	assert_memory_equal(command.head, head.ptr, head.len);
	packet_free(head);
}

static void test_commands(void **state)
{
	(void) state;
	const uint8_t types[] = {MYND_TYPE_LONG, MYND_TYPE_BLOB};
	mynd_slice piece = mynd_slice_of("piece");
	check_head(mynd_command_statement_close(0x01020304), MYND_COM_STMT_CLOSE, "04030201");
	check_head(mynd_command_statement_reset(0x01020304), MYND_COM_STMT_RESET, "04030201");
	check_head(
	    mynd_command_long_data(0x01020304, 0x0506, piece), MYND_COM_STMT_SEND_LONG_DATA, "04030201 0605");
	assert_ptr_equal(mynd_command_long_data(1, 2, piece).body.ptr, piece.ptr);
	assert_int_equal(mynd_command_long_data(1, 2, piece).body.len, piece.len);
	mynd_command fetch = mynd_command_fetch(0x01020304, 0xFFFFFFFF, types, 2);
	check_head(fetch, MYND_COM_STMT_FETCH, "04030201 FFFFFFFF");
	assert_ptr_equal(fetch.types, types);
	assert_int_equal(fetch.columns, 2);
	mynd_command execute = mynd_command_execute(MYND_STATEMENT_LAST, MYND_CURSOR_READ_ONLY, NULL, 0, true);
	check_head(execute, MYND_COM_STMT_EXECUTE, "FFFFFFFF 01 01000000");
	assert_true(mynd_execute_wants_cursor(&execute));
	execute = mynd_command_execute(1, MYND_CURSOR_NONE, NULL, 0, true);
	assert_false(mynd_execute_wants_cursor(&execute));
}

static void test_barriers(void **state)
{
	(void) state;
	mynd_command execute = mynd_command_execute(1, 0, NULL, 0, false);
	assert_false(mynd_command_is_barrier(&execute));
	execute.barrier = true;
	assert_true(mynd_command_is_barrier(&execute));
	assert_true(mynd_command_is_silent(MYND_COM_STMT_CLOSE));
	assert_true(mynd_command_is_silent(MYND_COM_STMT_SEND_LONG_DATA));
	assert_false(mynd_command_is_silent(MYND_COM_STMT_RESET));
}

/* --- parameters --- */

static mynd_parameter integer(int64_t value)
{
	return (mynd_parameter){MYND_PARAMETER_INTEGER, MYND_TYPE_LONGLONG, {.integer = value}};
}

static mynd_parameter bytes(const void *ptr, size_t len)
{
	return (mynd_parameter){
	    MYND_PARAMETER_BYTES, MYND_TYPE_VAR_STRING, {.bytes = {(const uint8_t *) ptr, len}}};
}

static const mynd_parameter null = {MYND_PARAMETER_NULL, MYND_TYPE_VAR_STRING, {0}};
static const mynd_parameter sent_before = {MYND_PARAMETER_LONG, MYND_TYPE_LONG_BLOB, {0}};

/* The payload after the head, as one packet; the frame's header is dropped. The caller frees b. */
static mynd_slice encode(mynd_buffer *b, const mynd_parameter *parameters, uint16_t count, bool bind)
{
	mynd_command command = mynd_command_execute(1, 0, parameters, count, bind);
	mynd_packet_writer packet;
	uint8_t sequence = 0;
	size_t size = mynd_execute_size(&command, false);
	mynd_buffer_init(b, 1u << 20);
	assert_int_equal(mynd_packet_begin(&packet, b, &sequence, size), MYND_OK);
	mynd_execute_write(&command, false, &packet);
	assert_false(b->failed);
	assert_int_equal(b->len, MYND_FRAME_HEADER + size);
	return (mynd_slice){b->ptr + MYND_FRAME_HEADER, size};
}

static void expect(const mynd_parameter *parameters, uint16_t count, bool bind, const char *hex)
{
	mynd_buffer b;
	mynd_slice expected = packet_from_hex(hex), got = encode(&b, parameters, count, bind);
	assert_int_equal(got.len, expected.len);
	if (got.len > 0) {
		assert_memory_equal(got.ptr, expected.ptr, got.len);
	}
	packet_free(expected);
	mynd_buffer_free(&b);
}

static void test_parameters(void **state)
{
	(void) state;
	const mynd_parameter all[] = {integer(-2), null, bytes("abc", 3), sent_before,
	    {MYND_PARAMETER_REAL, MYND_TYPE_DOUBLE, {.real = -1.5}}, bytes(NULL, 0)};
	expect(NULL, 0, true, "");
	expect(all, 1, false, "00 00 FEFFFFFFFFFFFFFF");
	expect(all, 6, true, "02 01 0800 FD00 FD00 FB00 0500 FD00 FEFFFFFFFFFFFFFF 03616263 000000000000F8BF 00");
	expect(all, 6, false, "02 00 FEFFFFFFFFFFFFFF 03616263 000000000000F8BF 00");
	expect(&sent_before, 1, true, "00 01 FB00");
	expect(&null, 1, true, "01 01 FD00");
	expect((const mynd_parameter[]){{MYND_PARAMETER_TINY, MYND_TYPE_TINY, {.integer = 1}}, integer(2)}, 2,
	    true, "00 01 0100 0800 01 0200000000000000");
}

/* Each of up to 17 parameters is NULL alone: its bit, and nothing else of the values. */
static void test_nulls(void **state)
{
	(void) state;
	for (uint16_t count = 1; count <= 17; count++) {
		for (uint16_t at = 0; at < count; at++) {
			mynd_parameter parameters[17];
			mynd_buffer b;
			for (uint16_t i = 0; i < count; i++) {
				parameters[i] = i == at ? null : integer(i);
			}
			mynd_slice got = encode(&b, parameters, count, false);
			size_t bitmap = (count + 7u) / 8;
			assert_int_equal(got.len, bitmap + 1 + 8 * (count - 1u));
			for (size_t i = 0; i < bitmap; i++) {
				assert_int_equal(got.ptr[i], i == at / 8u ? 1 << at % 8 : 0);
			}
			mynd_buffer_free(&b);
		}
	}
}

static void test_lengths(void **state)
{
	(void) state;
	static const struct {
		size_t len;
		const char *prefix;
	} cases[] = {{0, "00"}, {250, "FA"}, {251, "FCFB00"}, {255, "FCFF00"}, {0xFFFF, "FCFFFF"},
	    {0x10000, "FD000001"}, {100000, "FDA08601"}};
	uint8_t *text = calloc(1, 100000);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mynd_parameter parameter = bytes(text, cases[i].len);
		mynd_slice prefix = packet_from_hex(cases[i].prefix);
		mynd_buffer b;
		mynd_slice got = encode(&b, &parameter, 1, false);
		assert_int_equal(got.len, 2 + prefix.len + cases[i].len);
		assert_memory_equal(got.ptr + 2, prefix.ptr, prefix.len);
		packet_free(prefix);
		mynd_buffer_free(&b);
	}
	free(text);
}

static void test_too_long(void **state)
{
	(void) state;
	mynd_parameter parameters[] = {
	    bytes("", SIZE_MAX / 4), bytes("", SIZE_MAX / 4), bytes("", SIZE_MAX / 2), bytes("", SIZE_MAX)};
	for (uint16_t i = 0; i < 4; i++) {
		mynd_command command = mynd_command_execute(1, 0, parameters + i, (uint16_t) (4 - i), true);
		assert_int_equal(mynd_execute_size(&command, false), SIZE_MAX);
		assert_int_equal(mynd_execute_size(&command, true), SIZE_MAX);
	}
}

/* --- query attributes --- */

static mynd_query_attribute attribute(const char *name, mynd_parameter value)
{
	return (mynd_query_attribute){mynd_slice_of(name), value};
}

static void expect_command(const mynd_command *command, size_t size,
    void (*write)(const mynd_command *, mynd_packet_writer *), const char *hex)
{
	mynd_buffer b;
	mynd_packet_writer packet;
	uint8_t sequence = 0;
	mynd_slice expected = packet_from_hex(hex);
	mynd_buffer_init(&b, 1u << 20);
	assert_int_equal(size, expected.len);
	assert_int_equal(mynd_packet_begin(&packet, &b, &sequence, size), MYND_OK);
	write(command, &packet);
	assert_false(b.failed);
	assert_int_equal(b.len, MYND_FRAME_HEADER + size);
	assert_memory_equal(b.ptr + MYND_FRAME_HEADER, expected.ptr, expected.len);
	packet_free(expected);
	mynd_buffer_free(&b);
}

/*
 * "COM_QUERY": parameter_count, parameter_set_count, null_bitmap, new_params_bind_flag, types with names,
 * values.
 */
static void test_attributes_of_a_query(void **state)
{
	(void) state;
	const mynd_query_attribute all[] = {attribute("n", integer(-2)), attribute("none", null),
	    attribute("", bytes("abc", 3)),
	    attribute("real", (mynd_parameter){MYND_PARAMETER_REAL, MYND_TYPE_DOUBLE, {.real = -1.5}})};
	mynd_command query = mynd_command_text(MYND_COM_QUERY, mynd_slice_of("SELECT 1"));
	expect_command(&query, mynd_attributes_size(&query), mynd_attributes_write, "00 01");
	query.attributes = all;
	query.attribute_count = 1;
	expect_command(&query, mynd_attributes_size(&query), mynd_attributes_write,
	    "01 01 00 01 0800 016E FEFFFFFFFFFFFFFF");
	query.attribute_count = 4;
	expect_command(&query, mynd_attributes_size(&query), mynd_attributes_write,
	    "04 01 02 01 0800 016E FD00 046E6F6E65 FD00 00 0500 047265616C"
	    "FEFFFFFFFFFFFFFF 03616263 000000000000F8BF");
}

static void write_named(const mynd_command *command, mynd_packet_writer *packet)
{
	mynd_execute_write(command, true, packet);
}

/*
 * "COM_STMT_EXECUTE": parameter_count stands in front; parameters of the statement come first, and have empty
 * names.
 */
static void test_attributes_of_an_execute(void **state)
{
	(void) state;
	const mynd_parameter parameters[] = {null, integer(1)};
	const mynd_query_attribute all[] = {attribute("trace", bytes("ab", 2)), attribute("x", null)};
	mynd_command none = mynd_command_execute(1, 0, NULL, 0, true);
	expect_command(&none, mynd_execute_size(&none, true), write_named, "00");
	none.attributes = all;
	none.attribute_count = 1;
	expect_command(&none, mynd_execute_size(&none, true), write_named, "01 00 01 FD00 057472616365 026162");
	assert_int_equal(mynd_execute_size(&none, false), 0);
	mynd_command execute = mynd_command_execute(1, 0, parameters, 2, true);
	expect_command(&execute, mynd_execute_size(&execute, true), write_named,
	    "02 01 01 FD00 00 0800 00 0100000000000000");
	execute.bind = false;
	expect_command(&execute, mynd_execute_size(&execute, true), write_named, "02 01 00 0100000000000000");
	execute.attributes = all; /* and the types have to be told after all */
	execute.attribute_count = 2;
	expect_command(&execute, mynd_execute_size(&execute, true), write_named,
	    "04 09 01 FD00 00 0800 00 FD00 057472616365 FD00 0178 0100000000000000 026162");
	assert_int_equal(mynd_execute_size(&execute, false), 2 + 8);
}

/* Where their number or the length of a name takes more than one byte; a name that cannot be. */
static void test_many_attributes(void **state)
{
	(void) state;
	static uint8_t text[70000];
	mynd_query_attribute *all = calloc(300, sizeof *all);
	assert_non_null(all);
	for (size_t i = 0; i < 300; i++) {
		all[i] = attribute("ab", null);
	}
	mynd_command query = mynd_command_text(MYND_COM_QUERY, mynd_slice_of(""));
	query.attributes = all;
	query.attribute_count = 250;
	assert_int_equal(mynd_attributes_size(&query), 1 + 1 + 32 + 1 + 250 * 5);
	query.attribute_count = 300;
	assert_int_equal(mynd_attributes_size(&query), 3 + 1 + 38 + 1 + 300 * 5);
	all[299].name = (mynd_slice){text, sizeof text};
	assert_int_equal(mynd_attributes_size(&query), 3 + 1 + 38 + 1 + 299 * 5 + 2 + 4 + sizeof text);
	mynd_buffer b;
	mynd_packet_writer packet;
	uint8_t sequence = 0;
	mynd_buffer_init(&b, 1u << 20);
	mynd_packet_begin(&packet, &b, &sequence, mynd_attributes_size(&query));
	mynd_attributes_write(&query, &packet);
	assert_false(b.failed);
	assert_int_equal(b.len, MYND_FRAME_HEADER + mynd_attributes_size(&query));
	assert_memory_equal(b.ptr + MYND_FRAME_HEADER, "\xFC\x2C\x01\x01\xFF", 5);
	mynd_buffer_free(&b);
	all[0].name.len = SIZE_MAX / 4;
	assert_int_equal(mynd_attributes_size(&query), SIZE_MAX);
	free(all);
}

/* --- across frames --- */

/* An execute written in pieces has the same bytes as one written at once. */
static void check_pieces(size_t len, const size_t *pieces)
{
	mynd_buffer whole, made;
	mynd_packet_writer packet;
	uint8_t first = 250, second = 250, *payload = malloc(len + 1);
	assert_non_null(payload);
	for (size_t i = 0; i < len; i++) {
		payload[i] = (uint8_t) (i * 2654435761u >> 24);
	}
	mynd_buffer_init(&whole, 1u << 27);
	mynd_buffer_init(&made, 1u << 27);
	mynd_frame_write(&whole, &first, (mynd_slice){NULL, 0}, (mynd_slice){payload, len});
	assert_int_equal(mynd_packet_begin(&packet, &made, &second, len), MYND_OK);
	size_t at = 0;
	for (size_t i = 0; at < len; i++) {
		size_t piece = pieces[i] < len - at ? pieces[i] : len - at;
		mynd_packet_put(&packet, payload + at, piece);
		at += piece;
	}
	assert_int_equal(first, second);
	assert_int_equal(whole.len, mynd_frame_wire_size(len));
	assert_int_equal(whole.len, made.len);
	assert_memory_equal(whole.ptr, made.ptr, made.len);
	mynd_buffer_free(&whole);
	mynd_buffer_free(&made);
	free(payload);
}

static void test_pieces(void **state)
{
	(void) state;
	const size_t max = MYND_FRAME_MAX;
	const size_t pieces[][5] = {{max, max, max, max, max}, {max - 1, 1, 1, 2 * max, max},
	    {1, 0, max, max - 1, max}, {max + 1, 0, 1, max, max}, {3 * max, 1, 1, 1, 1}};
	const size_t lengths[] = {0, 1, 5, max - 1, max, max + 1, 2 * max, 2 * max + 7};
	for (size_t i = 0; i < 5; i++) {
		for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++) {
			check_pieces(lengths[j], pieces[i]);
		}
	}
}

/* More than was announced is not written. */
static void test_too_much(void **state)
{
	(void) state;
	mynd_buffer b;
	mynd_packet_writer packet;
	uint8_t sequence = 0;
	mynd_buffer_init(&b, 8);
	assert_int_equal(mynd_packet_begin(&packet, &b, &sequence, 5), MYND_BAD);
	mynd_buffer_reset(&b);
	assert_int_equal(mynd_packet_begin(&packet, &b, &sequence, 9), MYND_BAD);
	mynd_buffer_reset(&b);
	assert_int_equal(mynd_packet_begin(&packet, &b, &sequence, 4), MYND_OK);
	mynd_packet_put(&packet, "abcde", 5);
	assert_true(b.failed);
	assert_int_equal(b.len, 8);
	mynd_buffer_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_prepared),
	    cmocka_unit_test(test_prepared_of_other_sizes),
	    cmocka_unit_test(test_commands),
	    cmocka_unit_test(test_barriers),
	    cmocka_unit_test(test_parameters),
	    cmocka_unit_test(test_nulls),
	    cmocka_unit_test(test_lengths),
	    cmocka_unit_test(test_too_long),
	    cmocka_unit_test(test_attributes_of_a_query),
	    cmocka_unit_test(test_attributes_of_an_execute),
	    cmocka_unit_test(test_many_attributes),
	    cmocka_unit_test(test_pieces),
	    cmocka_unit_test(test_too_much),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
