/*
 * Cursors and fetches.
 */
#include "script.h"

#include <stdio.h>

static void cursor(script *s)
{
	bool deprecated = mynd_session_server(s->session)->negotiated & MYND_CAP_DEPRECATE_EOF;
	script_execute(s, 1, MYND_CURSOR_READ_ONLY);
	script_count(s, 2);
	script_column(s, "a");
	script_column(s, "b");
	script_eof(s, MYND_STATUS_CURSOR_EXISTS | 2);
	script_feed(s);
	script_note(s, "phase %d", mynd_session_phase(s->session));
	script_fetch(s, 1, 2, "ss");
	script_binary_row(s, "ss", "1|@400x");
	script_binary_row(s, "ss", "NULL|NULL");
	script_eof(s, MYND_STATUS_CURSOR_EXISTS | 2);
	script_feed(s);
	script_fetch(s, 1, 2, "ss");
	script_eof(s, MYND_STATUS_LAST_ROW_SENT | 2);
	script_feed(s);
	script_fetch(s, 1, 2, "ss");
	script_err(s, 1421, "#HY000no open cursor");
	script_feed(s);
	script_note(s, "%s", deprecated ? "" : "with EOF");
}

static void test_cursor(void **state)
{
	(void) state;
	static const char lines[] = "> 0 17 010000000101000000\n"
	                            "COLUMNS #1 2\nCOLUMN #1 a\nCOLUMN #1 b\n"
	                            "COLUMNS_END #1 status=42 last\n"
	                            "phase 1\n"
	                            "> 0 1c 0100000002000000\n"
	                            "ROW #2 1|400*x\n"
	                            "ROW #2 NULL|NULL\n"
	                            "END #2 affected=0 id=0 status=42 warnings=0  last\n"
	                            "> 0 1c 0100000002000000\n"
	                            "END #3 affected=0 id=0 status=82 warnings=0  last\n"
	                            "> 0 1c 0100000002000000\n"
	                            "ERROR #4 1421 HY000 no open cursor last\n"
	                            "%s\n";
	char expected[1024];
	snprintf(expected, sizeof expected, lines, "with EOF");
	script_every_way(cursor, EOF_CAPS, expected);
	snprintf(expected, sizeof expected, lines, "");
	script_every_way(cursor, NOEOF_CAPS, expected);
}

/*
 * Asked for and not opened: rows, none, OK, an error in the place of the rows; and a flag that nobody asked
 * for.
 */
static void no_cursor(script *s)
{
	script_execute(s, 1, MYND_CURSOR_READ_ONLY);
	script_typed_columns(s, "i");
	script_binary_row(s, "i", "1");
	script_eof(s, 2);
	script_feed(s);
	script_execute(s, 1, MYND_CURSOR_READ_ONLY);
	script_typed_columns(s, "i");
	script_eof(s, MYND_STATUS_MORE_RESULTS);
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
	script_execute(s, 1, MYND_CURSOR_READ_ONLY);
	script_typed_columns(s, "i");
	script_err(s, 1317, "#70100interrupted");
	script_feed(s);
	script_execute(s, 1, MYND_CURSOR_NONE);
	script_count(s, 1);
	script_column(s, "a");
	if (!(mynd_session_server(s->session)->negotiated & MYND_CAP_DEPRECATE_EOF)) {
		script_eof(s, MYND_STATUS_CURSOR_EXISTS);
	}
	script_binary_row(s, "s", "x");
	script_eof(s, MYND_STATUS_CURSOR_EXISTS);
	script_feed(s);
}

static void test_no_cursor(void **state)
{
	(void) state;
	static const char lines[] = "> 0 17 010000000101000000\n"
	                            "COLUMNS #1 1\nCOLUMN #1 a\nCOLUMNS_END #1 status=%d\n"
	                            "ROW #1 1\n"
	                            "END #1 affected=0 id=0 status=2 warnings=0  last\n"
	                            "> 0 17 010000000101000000\n"
	                            "COLUMNS #2 1\nCOLUMN #2 a\nCOLUMNS_END #2 status=%d\n"
	                            "END #2 affected=0 id=0 status=8 warnings=0 \n"
	                            "OK #2 affected=0 id=0 status=2 warnings=0  last\n"
	                            "> 0 17 010000000101000000\n"
	                            "COLUMNS #3 1\nCOLUMN #3 a\nCOLUMNS_END #3 status=%d\n"
	                            "ERROR #3 1317 70100 interrupted last\n"
	                            "> 0 17 010000000001000000\n"
	                            "COLUMNS #4 1\nCOLUMN #4 a\nCOLUMNS_END #4 status=%d\n"
	                            "ROW #4 x\n"
	                            "END #4 affected=0 id=0 status=40 warnings=0  last\n";
	char expected[2048];
	snprintf(expected, sizeof expected, lines, 2, 2, 2, 40);
	script_every_way(no_cursor, EOF_CAPS, expected);
	snprintf(expected, sizeof expected, lines, 0, 0, 0, 0);
	script_every_way(no_cursor, NOEOF_CAPS, expected);
}

/* The packet that may tell of a cursor does not fit the buffer. */
static void test_long_end_of_definitions(void **state)
{
	(void) state;
	static const uint16_t status[] = {MYND_STATUS_CURSOR_EXISTS, 0};
	for (size_t i = 0; i < 2; i++) {
		for (size_t chunk = 0; chunk < 2; chunk++) {
			static uint8_t packet[7 + 4 + 5000] = {0xFE, 0, 0};
			script s;
			script_log_in(&s, &(script_way){.buffer = 1024, .chunk = chunk}, NOEOF_CAPS);
			script_execute(&s, 1, MYND_CURSOR_READ_ONLY);
			script_typed_columns(&s, "i");
			packet[3] = (uint8_t) status[i];
			memcpy(packet + 7, "\xFC\x88\x13", 3);
			script_packet(&s, packet, 7 + 3 + 5000);
			script_feed(&s);
			script_expect(&s, i == 0 ? "> 0 17 010000000101000000\n"
			                           "COLUMNS #1 1\nCOLUMN #1 a\nCOLUMNS_END #1 status=40 last\n"
			                         : "> 0 17 010000000101000000\n"
			                           "COLUMNS #1 1\nCOLUMN #1 a\nCOLUMNS_END #1 status=0\n"
			                           "END #1 affected=0 id=0 status=0 warnings=0  last\n");
			script_close(&s);
		}
	}
}

/* Rows of a fetch that nobody wants; said before the reply begins. */
static void test_discarded_fetch(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	script_fetch(&s, 1, 3, "si");
	mynd_session_discard_rows(s.session);
	script_binary_row(&s, "si", "@9000x|1");
	script_binary_row(&s, "si", "y|2");
	script_eof(&s, MYND_STATUS_LAST_ROW_SENT);
	script_feed(&s);
	script_expect(&s, "> 0 1c 0100000003000000\nEND #1 affected=0 id=0 status=80 warnings=0  last\n");
	assert_int_equal(s.counts.rows_received_prepared, 2);
	assert_int_equal(s.values_made, 0);
	script_close(&s);
}

static void test_fetch_needs_types(void **state)
{
	(void) state;
	script s;
	const uint8_t type = MYND_TYPE_LONG;
	mynd_error error;
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	const mynd_command commands[] = {mynd_command_fetch(1, 1, NULL, 1), mynd_command_fetch(1, 1, &type, 0),
	    mynd_command_fetch(1, 1, &type, 65536)};
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(mynd_session_send(s.session, &commands[i], &error), MYND_BAD);
		assert_int_equal(error.cause, MYND_CAUSE_MISUSE);
	}
	assert_int_equal(mynd_session_pending(s.session), 0);
	assert_int_equal(s.counts.commands, 0);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_cursor),
	    cmocka_unit_test(test_no_cursor),
	    cmocka_unit_test(test_long_end_of_definitions),
	    cmocka_unit_test(test_discarded_fetch),
	    cmocka_unit_test(test_fetch_needs_types),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
