/*
 * Executes, long data, a prepare and its execute in one write; replies with wrong bytes.
 */
#include "script.h"

#include <stdlib.h>
#include "session/internal.h"
#include "wire/bulk.h"

/* --- execute --- */

static void execute(script *s)
{
	script_execute(s, 5, MYND_CURSOR_NONE);
	script_typed_columns(s, "twiqfdsvD");
	script_binary_row(s, "twiqfdsvD", "1|2|3|4|5|6|seven|@300x|");
	script_binary_row(s, "twiqfdsvD", "NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL");
	script_binary_row(s, "twiqfdsvD", "255|65535|NULL|18446744073709551615|NULL|NULL||NULL|\7date");
	script_eof(s, 0x22);
	script_feed(s);
}

static const char execute_lines[] = "> 0 17 050000000001000000\n"
                                    "COLUMNS #1 9\n"
                                    "COLUMN #1 a\nCOLUMN #1 b\nCOLUMN #1 c\nCOLUMN #1 d\nCOLUMN #1 e\n"
                                    "COLUMN #1 f\nCOLUMN #1 g\nCOLUMN #1 h\nCOLUMN #1 i\n"
                                    "COLUMNS_END #1 status=%d\n"
                                    "ROW #1 1|2|3|4|5|6|seven|300*x|\n"
                                    "ROW #1 NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL\n"
                                    "ROW #1 255|65535|NULL|18446744073709551615|NULL|NULL||NULL|0764617465\n"
                                    "END #1 affected=0 id=0 status=22 warnings=0  last\n";

static void test_execute(void **state)
{
	(void) state;
	script_both_ends(execute, execute_lines);
}

static void send_bulk(script *s)
{
	mynd_command command = mynd_command_bulk(5, mynd_slice_of("rows"));
	script_send(s, &command);
	s->sequence = 1;
	s->binary = true;
	script_output(s);
}

/* A bulk execute has the replies of an execute. */
static void bulk(script *s)
{
	send_bulk(s);
	script_ok(s, 3, 9, 2, "Records: 3");
	script_feed(s);
	send_bulk(s);
	script_typed_columns(s, "is");
	script_binary_row(s, "is", "1|one");
	script_binary_row(s, "is", "2|NULL");
	script_eof(s, 2);
	script_feed(s);
	send_bulk(s);
	script_err(s, 1062, "#23000twice");
	script_feed(s);
	script_note(s, "prepared %d", (int) s->counts.rows_affected_prepared);
}

static void test_bulk(void **state)
{
	(void) state;
	static const char lines[] = "> 0 fa 050000008000726f7773\n"
	                            "OK #1 affected=3 id=9 status=2 warnings=0 Records: 3 last\n"
	                            "> 0 fa 050000008000726f7773\n"
	                            "COLUMNS #2 2\nCOLUMN #2 a\nCOLUMN #2 b\n"
	                            "COLUMNS_END #2 status=%d\n"
	                            "ROW #2 1|one\nROW #2 2|NULL\n"
	                            "END #2 affected=0 id=0 status=2 warnings=0  last\n"
	                            "> 0 fa 050000008000726f7773\n"
	                            "ERROR #3 1062 23000 twice last\n"
	                            "prepared 3\n";
	script_both_ends(bulk, lines);
}

/* What an execute does that is not rows; and errors. */
static void effects(script *s)
{
	script_execute(s, 1, MYND_CURSOR_NONE);
	script_ok(s, 3, 9, 2, "Records: 3");
	script_feed(s);
	script_execute(s, 1, MYND_CURSOR_NONE);
	script_err(s, 1243, "#HY000Unknown prepared statement handler");
	script_feed(s);
	script_execute(s, 1, MYND_CURSOR_NONE);
	script_typed_columns(s, "i");
	script_binary_row(s, "i", "1");
	script_err(s, 1317, "#70100interrupted");
	script_feed(s);
	script_note(
	    s, "prepared %d text %d", (int) s->counts.rows_affected_prepared, (int) s->counts.rows_affected_text);
}

static void test_effects(void **state)
{
	(void) state;
	script_every_way(effects, EOF_CAPS,
	    "> 0 17 010000000001000000\n"
	    "OK #1 affected=3 id=9 status=2 warnings=0 Records: 3 last\n"
	    "> 0 17 010000000001000000\n"
	    "ERROR #2 1243 HY000 Unknown prepared statement handler last\n"
	    "> 0 17 010000000001000000\n"
	    "COLUMNS #3 1\nCOLUMN #3 a\nCOLUMNS_END #3 status=2\n"
	    "ROW #3 1\n"
	    "ERROR #3 1317 70100 interrupted last\n"
	    "prepared 3 text 0\n");
}

/* A procedure: further results are binary too, each by its own types. */
static void procedure(script *s)
{
	script_execute(s, 1, MYND_CURSOR_NONE);
	script_typed_columns(s, "is");
	script_binary_row(s, "is", "1|@300x");
	script_eof(s, MYND_STATUS_MORE_RESULTS);
	script_ok(s, 1, 0, MYND_STATUS_MORE_RESULTS, NULL);
	script_typed_columns(s, "sqt");
	script_binary_row(s, "sqt", "abc|5|NULL");
	script_binary_row(s, "sqt", "@1100y|6|7");
	script_eof(s, MYND_STATUS_MORE_RESULTS);
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
	script_note(s, "phase %d", mynd_session_phase(s->session));
}

static void test_procedure(void **state)
{
	(void) state;
	script_every_way(procedure, EOF_CAPS,
	    "> 0 17 010000000001000000\n"
	    "COLUMNS #1 2\nCOLUMN #1 a\nCOLUMN #1 b\nCOLUMNS_END #1 status=2\n"
	    "ROW #1 1|300*x\n"
	    "END #1 affected=0 id=0 status=8 warnings=0 \n"
	    "OK #1 affected=1 id=0 status=8 warnings=0 \n"
	    "COLUMNS #1 3\nCOLUMN #1 a\nCOLUMN #1 b\nCOLUMN #1 c\nCOLUMNS_END #1 status=2\n"
	    "ROW #1 abc|5|NULL\n"
	    "ROW #1 1100*y|6|7\n"
	    "END #1 affected=0 id=0 status=8 warnings=0 \n"
	    "OK #1 affected=0 id=0 status=2 warnings=0  last\n"
	    "phase 1\n");
}

/* OUT parameters: flags that stand before the row alone hold after it, for this result only. */
static void out_parameters(script *s)
{
	for (unsigned flag = 0; flag < 2; flag++) {
		script_execute(s, 1, MYND_CURSOR_NONE);
		script_count(s, 1);
		script_column(s, "o");
		script_eof(s, flag == 1 ? MYND_STATUS_PS_OUT_PARAMS | MYND_STATUS_MORE_RESULTS | 2
		                        : MYND_STATUS_MORE_RESULTS | 2);
		script_binary_row(s, "s", "77");
		script_eof(s, 2);
		if (flag == 1) {
			script_ok(s, 0, 0, 2, NULL);
		}
		script_feed(s);
	}
	script_fetch(s, 1, 1, "s");
	script_eof(s, 2);
	script_feed(s);
}

static void test_out_parameters(void **state)
{
	(void) state;
	script_every_way(out_parameters, EOF_CAPS,
	    "> 0 17 010000000001000000\n"
	    "COLUMNS #1 1\nCOLUMN #1 o\nCOLUMNS_END #1 status=a\n"
	    "ROW #1 77\n"
	    "END #1 affected=0 id=0 status=2 warnings=0  last\n"
	    "> 0 17 010000000001000000\n"
	    "COLUMNS #2 1\nCOLUMN #2 o\nCOLUMNS_END #2 status=100a\n"
	    "ROW #2 77\n"
	    "END #2 affected=0 id=0 status=100a warnings=0 \n"
	    "OK #2 affected=0 id=0 status=2 warnings=0  last\n"
	    "> 0 1c 0100000001000000\n"
	    "END #3 affected=0 id=0 status=2 warnings=0  last\n");
}

static void counted(script *s)
{
	script_prepare_statement(s, "SELECT ?");
	script_prepared(s, 1, 1, 1, 0);
	script_definitions(s, "s");
	script_definitions(s, "s");
	script_feed(s);
	script_execute(s, 1, MYND_CURSOR_NONE);
	script_typed_columns(s, "s");
	script_binary_row(s, "s", "x");
	script_binary_row(s, "s", "NULL");
	script_eof(s, MYND_STATUS_NO_INDEX);
	script_feed(s);
	script_fetch(s, 1, 9, "s");
	script_binary_row(s, "s", "y");
	script_eof(s, MYND_STATUS_LAST_ROW_SENT | MYND_STATUS_NO_INDEX);
	script_feed(s);
	script_query(s, "SELECT 1");
	script_columns(s, 1);
	script_row(s, "t");
	script_eof(s, 2);
	script_feed(s);
}

static void test_counts(void **state)
{
	(void) state;
	script s;
	for (size_t chunk = 0; chunk < 2; chunk++) {
		script_log_in(&s, &(script_way){.chunk = chunk}, EOF_CAPS);
		counted(&s);
		assert_int_equal(s.counts.prepare_packets, 1);
		assert_int_equal(s.counts.prepare_bytes, MYND_FRAME_HEADER + 12);
		assert_int_equal(s.counts.column_packets, 4);
		assert_int_equal(s.counts.eof_packets, 2 + 2 + 1 + 2);
		assert_int_equal(s.counts.header_packets, 2);
		assert_int_equal(s.counts.result_sets, 2);
		assert_int_equal(s.counts.non_result_sets, 0);
		assert_int_equal(s.counts.rows_received_prepared, 3);
		assert_int_equal(s.counts.rows_received_text, 1);
		assert_int_equal(s.counts.row_packets, 4);
		assert_int_equal(s.counts.row_bytes, 4 * MYND_FRAME_HEADER + 4 + 2 + 4 + 2);
		assert_int_equal(s.counts.no_index_used, 1);
		assert_int_equal(s.counts.com[MYND_COM_STMT_PREPARE], 1);
		assert_int_equal(s.counts.com[MYND_COM_STMT_EXECUTE], 1);
		assert_int_equal(s.counts.com[MYND_COM_STMT_FETCH], 1);
		script_close(&s);
	}
}

/* --- what is sent --- */

/* An execute of any size is split into frames, and the reply's number follows the last of them. */
static void check_execute(size_t len)
{
	script s;
	mynd_buffer body, wire;
	uint8_t *text = malloc(len + 1), sequence = 0;
	assert_non_null(text);
	for (size_t i = 0; i < len; i++) {
		text[i] = (uint8_t) (i * 2654435761u >> 24);
	}
	const mynd_parameter parameters[] = {{MYND_PARAMETER_BYTES, MYND_TYPE_VAR_STRING, {.bytes = {text, len}}},
	    {MYND_PARAMETER_INTEGER, MYND_TYPE_LONGLONG, {.integer = 258}}};
	mynd_command command = mynd_command_execute(7, MYND_CURSOR_NONE, parameters, 2, true);
	mynd_buffer_init(&body, 1u << 27);
	mynd_buffer_init(&wire, 1u << 27);
	mynd_buffer_put_bytes(&body, "\x17\7\0\0\0\0\1\0\0\0\0\1\xFD\0\x08\0", 16);
	mynd_buffer_put_lenenc_bytes(&body, (mynd_slice){text, len});
	mynd_buffer_put_int(&body, 8, 258);
	mynd_frame_write(&wire, &sequence, (mynd_slice){body.ptr, body.len}, (mynd_slice){NULL, 0});
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	script_send(&s, &command);
	assert_int_equal(s.said.len, wire.len);
	assert_memory_equal(s.said.ptr, wire.ptr, wire.len);
	assert_int_equal(s.counts.packets_sent, 1 + sequence); /* the login */
	assert_int_equal(s.counts.command_buffer_too_small, wire.len > 4096);
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

static void test_executes_of_any_size(void **state)
{
	(void) state;
	const size_t around[] = {16 + 8 + 4, 16 + 8 + 9, 8};
	check_execute(0);
	check_execute(4096 - MYND_FRAME_HEADER - 16 - 8 - 3);
	check_execute(4096 - MYND_FRAME_HEADER - 16 - 8 - 2);
	for (size_t i = 0; i < 3; i++) {
		for (size_t more = 0; more < 3; more++) {
			check_execute(MYND_FRAME_MAX - around[i] - 1 + more);
			check_execute(2 * (size_t) MYND_FRAME_MAX - around[i] - 1 + more);
		}
	}
}

static void test_execute_that_cannot_be(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	const mynd_parameter parameter = {
	    MYND_PARAMETER_BYTES, MYND_TYPE_VAR_STRING, {.bytes = {(const uint8_t *) "", SIZE_MAX / 2}}};
	mynd_command command = mynd_command_execute(1, 0, &parameter, 1, true);
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	assert_int_equal(mynd_session_send(s.session, &command, &error), MYND_BAD);
	assert_int_equal(error.cause, MYND_CAUSE_MEMORY);
	assert_int_equal(mynd_session_pending(s.session), 0);
	assert_int_equal(mynd_session_output(s.session).len, 0);
	script_close(&s);
}

/* Silent commands leave nothing in the queue; long data goes out piece by piece. */
static void test_silent_commands(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	mynd_command commands[] = {mynd_command_long_data(3, 1, mynd_slice_of("piece")),
	    mynd_command_long_data(3, 1, (mynd_slice){NULL, 0}), mynd_command_statement_close(3)};
	for (size_t i = 0; i < 3; i++) {
		script_send(&s, &commands[i]);
		assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	}
	mynd_command reset = mynd_command_statement_reset(4);
	script_send(&s, &reset);
	assert_int_equal(mynd_session_pending(s.session), 1);
	s.sequence = 1;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "> 0 18 0300000001007069656365\n"
	                  "> 0 18 030000000100\n"
	                  "> 0 19 03000000\n"
	                  "> 0 1a 04000000\n"
	                  "OK #4 affected=0 id=0 status=2 warnings=0  last\n");
	script_close(&s);
}

/* 16 MB in pieces: after each one that was sent the session holds nothing of it. */
static void test_long_data_is_not_kept(void **state)
{
	(void) state;
	enum { PIECE = 32768, PIECES = 512 };
	script s;
	uint8_t *piece = calloc(1, PIECE);
	assert_non_null(piece);
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	for (int i = 0; i < PIECES; i++) {
		mynd_command command = mynd_command_long_data(1, 0, (mynd_slice){piece, PIECE});
		script_send(&s, &command);
		assert_int_equal(s.said.len, MYND_FRAME_HEADER + 7 + PIECE);
		assert_null(s.session->out.first);
	}
	assert_int_equal(s.counts.com[MYND_COM_STMT_SEND_LONG_DATA], PIECES);
	assert_int_equal(s.counts.command_buffer_too_small, PIECES);
	free(piece);
	script_close(&s);
}

/* --- pipelines --- */

static void run_last(script *s)
{
	script_prepare_statement(s, "SELECT ?");
	script_execute(s, MYND_STATEMENT_LAST, MYND_CURSOR_NONE);
	mynd_command close = mynd_command_statement_close(1);
	script_send(s, &close);
}

static void pipeline(script *s)
{
	run_last(s);
	script_prepared(s, 1, 1, 1, 0);
	script_definitions(s, "s");
	script_definitions(s, "s");
	s->sequence = 1;
	script_typed_columns(s, "s");
	script_binary_row(s, "s", "x");
	script_eof(s, 2);
	script_feed(s);
	run_last(s);
	script_err(s, 1064, "#42000no");
	s->sequence = 1;
	script_err(s, 1243, "#HY000unknown");
	script_feed(s);
	script_note(s, "pending %u", mynd_session_pending(s->session));
}

static void test_pipeline(void **state)
{
	(void) state;
	script_every_way(pipeline, EOF_CAPS,
	    "> 0 16 SELECT ?\n> 0 17 ffffffff0001000000\n> 0 19 01000000\n"
	    "PREPARED #1 id=1 columns=1 parameters=1 warnings=0\nCOLUMN #1 a\nCOLUMNS_END #1 status=2 last\n"
	    "COLUMNS #2 1\nCOLUMN #2 a\nCOLUMNS_END #2 status=2\nROW #2 x\n"
	    "END #2 affected=0 id=0 status=2 warnings=0  last\n"
	    "> 0 16 SELECT ?\n> 0 17 ffffffff0001000000\n> 0 19 01000000\n"
	    "ERROR #4 1064 42000 no last\n"
	    "ERROR #5 1243 HY000 unknown last\n"
	    "pending 0\n");
}

/* An execute that may be answered by "send me a file": nothing goes out after it, and it alone gets one. */
static void test_barrier(void **state)
{
	(void) state;
	for (int barrier = 0; barrier < 2; barrier++) {
		script s;
		script_prepare(&s, &(script_way){0}, EOF_CAPS);
		s.options.allow_infile = true;
		script_finish_login(&s);
		s.infile = mynd_slice_of("data");
		mynd_command execute = mynd_command_execute(1, 0, NULL, 0, false);
		execute.barrier = barrier == 1;
		script_send(&s, &execute);
		if (barrier == 1) {
			script_query(&s, "DO 1");
		}
		script_expect(&s, "> 0 17 010000000001000000\n");
		s.sequence = 1;
		script_packet(&s, "\xFB/tmp/f", 7);
		script_feed(&s);
		s.sequence = (uint8_t) (s.sequence + (barrier == 1 ? 3 : 1));
		script_ok(&s, 2, 0, 2, NULL);
		script_feed(&s);
		if (barrier == 1) {
			script_expect(&s, "INFILE #1 /tmp/f\n> 2 64 a\n> 3 74 a\n> 4 empty\n"
			                  "OK #1 affected=2 id=0 status=2 warnings=0  last\n"
			                  "> 0 03 DO 1\n");
		} else {
			assert_memory_equal(s.trace, "> 2 empty\nREFUSED #1 2068", 25);
		}
		script_close(&s);
	}
}

/* A text with the word is a barrier when it is prepared. */
static void test_prepare_of_local(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	script_prepare_statement(&s, "LOAD DATA LOCAL INFILE 'x' INTO TABLE t");
	script_execute(&s, MYND_STATEMENT_LAST, MYND_CURSOR_NONE);
	script_forget(&s);
	s.sequence = 1;
	script_prepared(&s, 1, 0, 0, 0);
	script_feed(&s);
	script_expect(&s, "PREPARED #1 id=1 columns=0 parameters=0 warnings=0\n"
	                  "COLUMNS_END #1 status=0 last\n"
	                  "> 0 17 ffffffff0001000000\n");
	script_close(&s);
}

/* --- noise --- */

static void say_all(script *s)
{
	script_prepared(s, 1, 2, 2, 0);
	script_definitions(s, "ss");
	script_definitions(s, "si");
	s->sequence = 1;
	script_typed_columns(s, "si");
	script_binary_row(s, "si", "@300x|1");
	script_eof(s, MYND_STATUS_MORE_RESULTS);
	script_typed_columns(s, "q");
	script_eof(s, MYND_STATUS_CURSOR_EXISTS);
	s->sequence = 1;
	script_binary_row(s, "q", "9");
	script_eof(s, MYND_STATUS_LAST_ROW_SENT);
}

/*
 * A prepare, an execute and a fetch whose replies have one wrong byte: anything may come of it but a crash, a
 * leak or a hang.
 */
static size_t wrong_byte(uint64_t capabilities, size_t at, uint8_t byte)
{
	script s;
	size_t len;
	script_log_in(&s, &(script_way){.buffer = 1024, .chunk = at % 3 * 100}, capabilities);
	script_prepare_statement(&s, "SELECT ?, ?");
	script_execute(&s, MYND_STATEMENT_LAST, MYND_CURSOR_READ_ONLY);
	script_fetch(&s, 1, 1, "q");
	say_all(&s);
	len = s.pending.len;
	if (at < len) {
		s.pending.ptr[at] = byte;
	}
	script_feed(&s);
	script_close(&s);
	return len;
}

static void test_wrong_bytes(void **state)
{
	(void) state;
	static const uint8_t nasty[] = {0, 1, 0x7F, 0xFB, 0xFC, 0xFE, 0xFF};
	static const uint64_t capabilities[] = {EOF_CAPS, NOEOF_CAPS};
	for (size_t i = 0; i < 2; i++) {
		size_t len = wrong_byte(capabilities[i], SIZE_MAX, 0);
		for (size_t at = 0; at < len; at++) {
			for (size_t n = 0; n < sizeof nasty; n++) {
				wrong_byte(capabilities[i], at, nasty[n]);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_execute),
	    cmocka_unit_test(test_bulk),
	    cmocka_unit_test(test_effects),
	    cmocka_unit_test(test_procedure),
	    cmocka_unit_test(test_out_parameters),
	    cmocka_unit_test(test_counts),
	    cmocka_unit_test(test_executes_of_any_size),
	    cmocka_unit_test(test_execute_that_cannot_be),
	    cmocka_unit_test(test_silent_commands),
	    cmocka_unit_test(test_long_data_is_not_kept),
	    cmocka_unit_test(test_pipeline),
	    cmocka_unit_test(test_barrier),
	    cmocka_unit_test(test_prepare_of_local),
	    cmocka_unit_test(test_wrong_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
