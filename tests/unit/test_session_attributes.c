/*
 * The session where query attributes were negotiated: with whom that is, and what queries and executes are
 * then, with attributes and without.
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include "wire/frame.h"

static const script_way whole = {0};

/* --- negotiation --- */

/* The fourth byte of the capabilities that the login offers has the bit. */
static bool is_offered(const char *version, uint64_t wanted, uint64_t server)
{
	script s;
	script_prepare(&s, &whole, SCRIPT_CAPABILITIES | wanted);
	script_start(&s);
	script_greeting(&s, version, server, "mysql_native_password");
	script_feed(&s);
	bool offered = (s.said.ptr[7] & 0x08) != 0;
	assert_int_equal((mynd_session_server(s.session)->negotiated & MYND_CAP_QUERY_ATTRIBUTES) != 0, offered);
	script_close(&s);
	return offered;
}

static void test_negotiation(void **state)
{
	(void) state;
	const uint64_t wanted = MYND_CAP_QUERY_ATTRIBUTES, all = SCRIPT_SERVER_CAPABILITIES;
	assert_true(is_offered("8.0.26", wanted, all | 1));
	assert_true(is_offered("9.7.1", wanted, all | 1));
	assert_false(is_offered("9.7.1", 0, all | 1));
	assert_false(is_offered("9.7.1", wanted, (all | 1) & ~MYND_CAP_QUERY_ATTRIBUTES));
	assert_false(is_offered("8.0.25", wanted, all | 1));
	assert_false(is_offered("5.7.44", wanted, all | 1));
	assert_false(is_offered("5.5.5-10.11.6-MariaDB", wanted, all));
	assert_false(is_offered("11.4.2-MariaDB", wanted, all));
}

/* --- commands --- */

static void log_in(script *s, uint64_t capabilities)
{
	script_prepare(s, &whole, SCRIPT_CAPABILITIES | capabilities);
	script_start(s);
	script_greeting(s, "9.7.1", SCRIPT_SERVER_CAPABILITIES | 1, "mysql_native_password");
	script_feed(s);
	s->sequence = 2;
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
	script_forget(s);
	s->deaf = true; /* note_output takes the output */
}

static const mynd_query_attribute trace[] = {
    {{(const uint8_t *) "t", 1},
        {MYND_PARAMETER_BYTES, MYND_TYPE_VAR_STRING, {.bytes = {(const uint8_t *) "ab", 2}}}},
    {{(const uint8_t *) "n", 1}, {MYND_PARAMETER_NULL, MYND_TYPE_VAR_STRING, {0}}},
};

/* What is to be sent, every byte of it, as a line. */
static void note_output(script *s)
{
	mynd_slice out = mynd_session_output(s->session);
	char hex[256] = "";
	assert_true(out.len < sizeof hex / 2);
	for (size_t i = 0; i < out.len; i++) {
		snprintf(hex + 2 * i, 3, "%02x", out.ptr[i]);
	}
	script_note(s, "> %s", hex);
	mynd_session_sent(s->session, out.len);
}

static void answer(script *s)
{
	s->sequence = 1;
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
}

/*
 * A query, an execute without parameters and one with, each with `count` attributes; and commands that never
 * have any.
 */
static void talk(script *s, uint16_t count)
{
	const mynd_parameter parameter = {MYND_PARAMETER_INTEGER, MYND_TYPE_LONGLONG, {.integer = 5}};
	mynd_command commands[] = {mynd_command_text(MYND_COM_QUERY, mynd_slice_of("DO 1")),
	    mynd_command_execute(1, MYND_CURSOR_NONE, NULL, 0, false),
	    mynd_command_execute(1, MYND_CURSOR_NONE, &parameter, 1, false),
	    mynd_command_text(MYND_COM_INIT_DB, mynd_slice_of("db")), mynd_command_simple(MYND_COM_PING)};
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		commands[i].attributes = trace;
		commands[i].attribute_count = count;
		assert_int_not_equal(script_send(s, &commands[i]), 0);
		note_output(s);
		answer(s);
		assert_int_equal(mynd_session_phase(s->session), MYND_PHASE_IDLE);
	}
}

#define REPLY(n) "OK #" n " affected=0 id=0 status=2 warnings=0  last\n"
#define REST     "> 03000000026462\n" REPLY("4") "> 010000000e\n" REPLY("5")

static void test_without(void **state)
{
	(void) state;
	script s;
	log_in(&s, 0);
	talk(&s, 2);
	script_expect(&s,
	    "> 0500000003"
	    "444f2031\n" REPLY("1") "> 0a00000017"
	                            "010000000001000000\n" REPLY("2") "> 1400000017"
	                                                              "010000000001000000"
	                                                              "00000500000000000000\n" REPLY("3") REST);
	script_close(&s);
}

/*
 * The two bytes of a query, the count of an execute and its flag are there although nothing is said in them.
 */
static void test_none(void **state)
{
	(void) state;
	script s;
	log_in(&s, MYND_CAP_QUERY_ATTRIBUTES);
	talk(&s, 0);
	script_expect(&s, "> 0700000003"
	                  "0001"
	                  "444f2031\n" REPLY("1") "> 0b00000017"
	                                          "010000000801000000"
	                                          "00\n" REPLY("2") "> 1500000017"
	                                                            "010000000801000000"
	                                                            "0100000500000000000000\n" REPLY("3") REST);
	script_close(&s);
}

static void test_attributes(void **state)
{
	(void) state;
	script s;
	log_in(&s, MYND_CAP_QUERY_ATTRIBUTES);
	talk(&s, 2);
	script_expect(&s,
	    "> 1400000003"
	    "0201"
	    "0201fd000174fd00016e026162"
	    "444f2031\n" REPLY("1") "> 1800000017"
	                            "010000000801000000"
	                            "020201fd000174fd00016e026162\n" REPLY(
	                                "2") "> 2300000017"
	                                     "010000000801000000"
	                                     "030401080000fd000174fd00016e0500000000000000026162\n" REPLY("3")
	                                         REST);
	script_close(&s);
}

/* A cursor is asked for by the same byte: its bit stays. */
static void test_cursor(void **state)
{
	(void) state;
	script s;
	log_in(&s, MYND_CAP_QUERY_ATTRIBUTES);
	mynd_command execute = mynd_command_execute(1, MYND_CURSOR_READ_ONLY, NULL, 0, false);
	script_send(&s, &execute);
	note_output(&s);
	script_expect(&s, "> 0b00000017"
	                  "010000000901000000"
	                  "00\n");
	script_close(&s);
}

/* The word LOCAL is looked for in the text alone, and where attributes stand before it, too. */
static void test_barrier(void **state)
{
	(void) state;
	script s;
	const mynd_query_attribute local = {
	    {(const uint8_t *) "local", 5}, {MYND_PARAMETER_NULL, MYND_TYPE_VAR_STRING, {0}}};
	log_in(&s, MYND_CAP_QUERY_ATTRIBUTES);
	mynd_command harmless = mynd_command_text(MYND_COM_QUERY, mynd_slice_of("DO 1"));
	mynd_command barrier = mynd_command_text(MYND_COM_QUERY, mynd_slice_of("LOAD LOCAL"));
	harmless.attributes = barrier.attributes = &local;
	harmless.attribute_count = barrier.attribute_count = 1;
	assert_false(mynd_command_is_barrier(&harmless));
	assert_true(mynd_command_is_barrier(&barrier));
	script_send(&s, &barrier);
	mynd_session_sent(s.session, mynd_session_output(s.session).len);
	script_send(&s, &harmless);
	assert_int_equal(mynd_session_output(s.session).len, 0); /* after the barrier nothing is written */
	answer(&s);
	note_output(&s);
	script_expect(&s, REPLY("1") "> 1100000003"
	                             "0101"
	                             "0101fd00056c6f63616c"
	                             "444f2031\n");
	script_close(&s);
}

/* A text of any length after its attributes, split into frames: the reply's number goes on from it. */
static void check_length(size_t len)
{
	script s;
	mynd_buffer body, wire;
	uint8_t sequence = 0, *text = malloc(len + 1);
	assert_non_null(text);
	memset(text, 'x', len);
	mynd_buffer_init(&body, 1u << 26);
	mynd_buffer_init(&wire, 1u << 26);
	mynd_buffer_put_bytes(&body, "\3\1\1\0\1\xFD\0\1t\2ab", 12);
	mynd_buffer_put_bytes(&body, text, len);
	mynd_frame_write(&wire, &sequence, (mynd_slice){body.ptr, body.len}, (mynd_slice){NULL, 0});
	log_in(&s, MYND_CAP_QUERY_ATTRIBUTES);
	mynd_command query = mynd_command_text(MYND_COM_QUERY, (mynd_slice){text, len});
	query.attributes = trace;
	query.attribute_count = 1;
	s.deaf = false;
	script_send(&s, &query);
	assert_int_equal(s.said.len, wire.len);
	assert_memory_equal(s.said.ptr, wire.ptr, wire.len);
	script_forget(&s);
	s.sequence = sequence;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "OK #1 affected=0 id=0 status=2 warnings=0  last\n");
	script_close(&s);
	mynd_buffer_free(&body);
	mynd_buffer_free(&wire);
	free(text);
}

static void test_texts_of_any_length(void **state)
{
	(void) state;
	check_length(0);
	for (size_t more = 0; more < 3; more++) {
		check_length(4096 - MYND_FRAME_HEADER - 12 - 1 + more);
		check_length(MYND_FRAME_MAX - 12 - 1 + more);
	}
}

/* What cannot be leaves no trace. */
static void test_attribute_that_cannot_be(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	mynd_query_attribute huge = trace[0];
	huge.value.bytes.len = SIZE_MAX / 2;
	mynd_command commands[] = {mynd_command_text(MYND_COM_QUERY, mynd_slice_of("DO 1")),
	    mynd_command_execute(1, MYND_CURSOR_NONE, NULL, 0, false)};
	log_in(&s, MYND_CAP_QUERY_ATTRIBUTES);
	for (size_t i = 0; i < 2; i++) {
		commands[i].attributes = &huge;
		commands[i].attribute_count = 1;
		assert_int_equal(mynd_session_send(s.session, &commands[i], &error), MYND_BAD);
		assert_int_equal(error.cause, MYND_CAUSE_MEMORY);
	}
	assert_int_equal(mynd_session_pending(s.session), 0);
	assert_int_equal(mynd_session_output(s.session).len, 0);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_negotiation),
	    cmocka_unit_test(test_without),
	    cmocka_unit_test(test_none),
	    cmocka_unit_test(test_attributes),
	    cmocka_unit_test(test_cursor),
	    cmocka_unit_test(test_barrier),
	    cmocka_unit_test(test_texts_of_any_length),
	    cmocka_unit_test(test_attribute_that_cannot_be),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
