/*
 * Queries and their replies: OK, rows, several results, errors, text, files; whole, byte by byte, cut at
 * every offset.
 */
#include "script.h"

static const script_way whole = {0};

static void two_rows(script *s)
{
	script_query(s, "SELECT a, b FROM t");
	script_columns(s, 2);
	script_row(s, "1|NULL");
	script_row(s, "|@300x");
	script_eof(s, 0x22);
	script_feed(s);
}

static void test_rows(void **state)
{
	(void) state;
	const char *lines = "> 0 03 SELECT a, b FROM t\n"
	                    "COLUMNS #1 2\n"
	                    "COLUMN #1 a\n"
	                    "COLUMN #1 b\n"
	                    "COLUMNS_END #1 status=2\n"
	                    "ROW #1 1|NULL\n"
	                    "ROW #1 |300*x\n"
	                    "END #1 affected=0 id=0 status=22 warnings=0  last\n";
	script_every_way(two_rows, EOF_CAPS, lines);
}

static void test_rows_without_eof(void **state)
{
	(void) state;
	const char *lines = "> 0 03 SELECT a, b FROM t\n"
	                    "COLUMNS #1 2\n"
	                    "COLUMN #1 a\n"
	                    "COLUMN #1 b\n"
	                    "COLUMNS_END #1 status=0\n"
	                    "ROW #1 1|NULL\n"
	                    "ROW #1 |300*x\n"
	                    "END #1 affected=0 id=0 status=22 warnings=0  last\n";
	script_every_way(two_rows, NOEOF_CAPS, lines);
}

static void ok_with_info(script *s)
{
	script_query(s, "UPDATE t SET a = 1");
	script_ok(s, 300, 7, 2, "Rows matched: 300");
	script_feed(s);
}

static void test_ok(void **state)
{
	(void) state;
	script_every_way(ok_with_info, EOF_CAPS,
	    "> 0 03 UPDATE t SET a = 1\n"
	    "OK #1 affected=300 id=7 status=2 warnings=0 Rows matched: 300 last\n");
}

static void several_results(script *s)
{
	script_query(s, "CALL p()");
	script_columns(s, 1);
	script_row(s, "x");
	script_eof(s, MYND_STATUS_MORE_RESULTS);
	script_ok(s, 1, 0, MYND_STATUS_MORE_RESULTS, NULL);
	script_columns(s, 1);
	script_eof(s, MYND_STATUS_MORE_RESULTS);
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
	script_note(s, "phase %d", mynd_session_phase(s->session));
}

static void test_several_results(void **state)
{
	(void) state;
	script_every_way(several_results, EOF_CAPS,
	    "> 0 03 CALL p()\n"
	    "COLUMNS #1 1\n"
	    "COLUMN #1 a\n"
	    "COLUMNS_END #1 status=2\n"
	    "ROW #1 x\n"
	    "END #1 affected=0 id=0 status=8 warnings=0 \n"
	    "OK #1 affected=1 id=0 status=8 warnings=0 \n"
	    "COLUMNS #1 1\n"
	    "COLUMN #1 a\n"
	    "COLUMNS_END #1 status=2\n"
	    "END #1 affected=0 id=0 status=8 warnings=0 \n"
	    "OK #1 affected=0 id=0 status=2 warnings=0  last\n"
	    "phase 1\n");
}

static void error_at_once(script *s)
{
	script_query(s, "SELEC");
	script_err(s, 1064, "#42000You have an error");
	script_feed(s);
}

static void test_error(void **state)
{
	(void) state;
	script_every_way(error_at_once, EOF_CAPS, "> 0 03 SELEC\nERROR #1 1064 42000 You have an error last\n");
}

static void error_among_rows(script *s)
{
	script_query(s, "SELECT 1");
	script_columns(s, 1);
	script_row(s, "1");
	script_err(s, 1317, "#70100interrupted");
	script_feed(s);
	script_query(s, "DO 1");
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
}

static void test_error_among_rows(void **state)
{
	(void) state;
	script_every_way(error_among_rows, NOEOF_CAPS,
	    "> 0 03 SELECT 1\n"
	    "COLUMNS #1 1\n"
	    "COLUMN #1 a\n"
	    "COLUMNS_END #1 status=0\n"
	    "ROW #1 1\n"
	    "ERROR #1 1317 70100 interrupted last\n"
	    "> 0 03 DO 1\n"
	    "OK #2 affected=0 id=0 status=2 warnings=0  last\n");
}

static void error_among_columns(script *s)
{
	script_query(s, "SELECT 1");
	script_count(s, 2);
	script_column(s, "a");
	script_err(s, 1105, "#HY000no");
	script_feed(s);
	script_query(s, "SELECT 2");
	script_count(s, 1);
	script_column(s, "a");
	script_err(s, 1105, "#HY000no EOF");
	script_feed(s);
}

static void test_error_among_columns(void **state)
{
	(void) state;
	script_every_way(error_among_columns, EOF_CAPS,
	    "> 0 03 SELECT 1\n"
	    "COLUMNS #1 2\n"
	    "COLUMN #1 a\n"
	    "ERROR #1 1105 HY000 no last\n"
	    "> 0 03 SELECT 2\n"
	    "COLUMNS #2 1\n"
	    "COLUMN #2 a\n"
	    "ERROR #2 1105 HY000 no EOF last\n");
}

/* Packets that are no rows and do not fit the buffer: an error and a name of 4 KB and more. */
static void long_packets(script *s)
{
	static char text[5001] = "#42000";
	static char name[3001];
	memset(text + 6, 'e', sizeof text - 7);
	memset(name, 'n', sizeof name - 1);
	script_query(s, "SELECT 1");
	script_count(s, 1);
	script_column(s, name);
	script_eof(s, 2);
	script_feed(s);
	script_err(s, 1064, text);
	script_feed(s);
}

static void test_long_packets(void **state)
{
	(void) state;
	script s;
	const size_t chunks[] = {0, 1, 7, 1000};
	for (size_t i = 0; i < 4; i++) {
		script_log_in(&s, &(script_way){.chunk = chunks[i], .buffer = 1024}, EOF_CAPS);
		long_packets(&s);
		assert_non_null(strstr(s.trace, "COLUMN #1 3000*n"));
		assert_non_null(strstr(s.trace, "ERROR #1 1064 42000 eeeeee"));
		assert_int_equal(s.counts.column_bytes, 4 + 26 + 2 * (3 + 3000) - 2);
		script_close(&s);
	}
}

/* --- commands with other replies --- */

static void simple_commands(script *s)
{
	const mynd_com coms[] = {MYND_COM_PING, MYND_COM_RESET_CONNECTION, MYND_COM_DEBUG};
	for (size_t i = 0; i < 3; i++) {
		mynd_command command = mynd_command_simple(coms[i]);
		s->sequence = 1;
		script_send(s, &command);
		if (coms[i] == MYND_COM_DEBUG) {
			script_eof(s, 2);
		} else {
			script_ok(s, 0, 0, 2, NULL);
		}
		script_feed(s);
	}
	mynd_command set = mynd_command_set_option(0);
	s->sequence = 1;
	script_send(s, &set);
	script_eof(s, 3);
	script_feed(s);
	mynd_command kill = mynd_command_kill(5);
	s->sequence = 1;
	script_send(s, &kill);
	script_err(s, 1094, "#HY000Unknown thread id: 5");
	script_feed(s);
}

static const char simple_lines[] = "> 0 0e \n"
                                   "OK #1 affected=0 id=0 status=2 warnings=0  last\n"
                                   "> 0 1f \n"
                                   "OK #2 affected=0 id=0 status=2 warnings=0  last\n"
                                   "> 0 0d \n"
                                   "OK #3 affected=0 id=0 status=2 warnings=0  last\n"
                                   "> 0 1b 0000\n"
                                   "OK #4 affected=0 id=0 status=3 warnings=0  last\n"
                                   "> 0 0c 05000000\n"
                                   "ERROR #5 1094 HY000 Unknown thread id: 5 last\n";

static void test_simple_commands(void **state)
{
	(void) state;
	script_every_way(simple_commands, EOF_CAPS, simple_lines);
	script_every_way(simple_commands, NOEOF_CAPS, simple_lines);
}

static void statistics(script *s)
{
	mynd_command command = mynd_command_simple(MYND_COM_STATISTICS);
	s->sequence = 1;
	script_send(s, &command);
	script_packet(s, "Uptime: 5  Threads: 1", 21);
	script_feed(s);
	s->sequence = 1;
	script_send(s, &command);
	script_err(s, 1045, "#28000no");
	script_feed(s);
}

static void test_statistics(void **state)
{
	(void) state;
	script_every_way(statistics, EOF_CAPS,
	    "> 0 09 \n"
	    "TEXT #1 Uptime: 5  Threads: 1 last\n"
	    "> 0 09 \n"
	    "ERROR #2 1045 28000 no last\n");
}

/* --- files --- */

static void file_refused(script *s)
{
	script_query(s, "LOAD DATA LOCAL INFILE 'f' INTO TABLE t");
	script_packet(s,
	    "\xFB"
	    "f",
	    2);
	script_feed(s);
	s->sequence = 3;
	script_ok(s, 0, 0, MYND_STATUS_MORE_RESULTS, NULL);
	script_columns(s, 1);
	script_row(s, "swallowed");
	script_eof(s, 2);
	script_feed(s);
	script_query(s, "load data local infile 'g' into table t");
	script_packet(s, "\xFBg", 2);
	script_feed(s);
	s->sequence = 3;
	script_err(s, 1105, "#HY000no file");
	script_feed(s);
}

static void test_file_refused(void **state)
{
	(void) state;
	script_every_way(file_refused, EOF_CAPS,
	    "> 0 03 LOAD DATA LOCAL INFILE 'f' INTO TABLE t\n"
	    "> 2 empty\n"
	    "REFUSED #1 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like "
	    "mysqli.allow_local_infile|mysqli.local_infile_directory or "
	    "PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY\n"
	    "DROPPED #1 last\n"
	    "> 0 03 load data local infile 'g' into table t\n"
	    "> 2 empty\n"
	    "REFUSED #2 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like "
	    "mysqli.allow_local_infile|mysqli.local_infile_directory or "
	    "PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY last\n");
}

/* Two packets in the rest of a refused reply that are both longer than the read buffer. */
static void test_file_refused_before_long_packets(void **state)
{
	(void) state;
	char text[1201];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	script_query(&s, "LOAD DATA LOCAL INFILE 'f' INTO TABLE t");
	script_packet(&s,
	    "\xFB"
	    "f",
	    2);
	script_feed(&s);
	s.sequence = 3;
	script_ok(&s, 0, 0, MYND_STATUS_MORE_RESULTS, NULL);
	script_ok(&s, 0, 0, MYND_STATUS_MORE_RESULTS, text);
	memcpy(text, "#HY000", 6);
	script_err(&s, 1105, text);
	script_feed(&s);
	script_expect(&s,
	    "> 0 03 LOAD DATA LOCAL INFILE 'f' INTO TABLE t\n"
	    "> 2 empty\n"
	    "REFUSED #1 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like "
	    "mysqli.allow_local_infile|mysqli.local_infile_directory or "
	    "PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY\n"
	    "DROPPED #1 last\n");
	script_close(&s);
}

static void test_file_given(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, EOF_CAPS);
	s.options.allow_infile = true;
	s.infile = mynd_slice_of("1\n2\n");
	script_finish_login(&s);
	script_query(&s, "LOAD DATA LOCAL INFILE 'f' INTO TABLE t");
	script_packet(&s,
	    "\xFB"
	    "f",
	    2);
	script_feed(&s);
	s.sequence = 5;
	script_ok(&s, 2, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "> 0 03 LOAD DATA LOCAL INFILE 'f' INTO TABLE t\n"
	                  "INFILE #1 f\n"
	                  "> 2 31 0a\n"
	                  "> 3 32 0a\n"
	                  "> 4 empty\n"
	                  "OK #1 affected=2 id=0 status=2 warnings=0  last\n");
	script_close(&s);
}

static void test_file_nobody_asked_for(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, EOF_CAPS);
	s.options.allow_infile = true;
	script_finish_login(&s);
	script_query(&s, "SELECT 1");
	script_packet(&s, "\xFB/etc/passwd", 12);
	script_feed(&s);
	s.sequence = 3;
	script_packet(&s, "\0\0\0\2\0\0\0", 7);
	script_feed(&s);
	script_expect(&s,
	    "> 0 03 SELECT 1\n"
	    "> 2 empty\n"
	    "REFUSED #1 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like "
	    "mysqli.allow_local_infile|mysqli.local_infile_directory or "
	    "PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY last\n");
	script_close(&s);
}

static void test_file_wanted_where_commands_wait(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, EOF_CAPS);
	s.options.allow_infile = true;
	script_finish_login(&s);
	script_query(&s, "SELECT 1");
	script_query(&s, "SELECT 2");
	script_packet(&s, "\xFB/etc/passwd", 12);
	script_feed(&s);
	script_expect(&s, "> 0 03 SELECT 1\n"
	                  "> 0 03 SELECT 2\n"
	                  "BAD 2027 Malformed packet: the server wants a file where commands wait\n");
	script_close(&s);
}

/* --- session tracking --- */

static void test_schema_is_tracked(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, EOF_CAPS | MYND_CAP_SESSION_TRACK);
	assert_null(mynd_session_server(s.session)->schema);
	script_query(&s, "USE shop");
	script_tracked_ok(&s, 2, "shop");
	script_feed(&s);
	assert_string_equal(mynd_session_server(s.session)->schema, "shop");
	script_query(&s, "USE other");
	script_tracked_ok(&s, 2, "other");
	script_feed(&s);
	assert_string_equal(mynd_session_server(s.session)->schema, "other");
	script_forget(&s);
	script_query(&s, "USE x");
	script_packet(&s, "\0\0\0\2\x40\0\0\0\3\1\x7F\0", 12);
	script_feed(&s);
	assert_non_null(strstr(s.trace, "BAD 2027 Malformed packet"));
	script_close(&s);
}

/* An OK packet that ends rows (0xFE) may be long, and may carry changes. */
static void long_end(script *s)
{
	script_query(s, "SELECT 1");
	script_columns(s, 1);
	script_row(s, "1");
	size_t header = s->pending.len + 4;
	script_tracked_ok(s, 2, "a schema with a long name");
	s->pending.ptr[header] = 0xFE;
	script_feed(s);
	script_note(s, "schema %s", mynd_session_server(s->session)->schema);
}

static void test_long_end(void **state)
{
	(void) state;
	script_every_way(long_end, NOEOF_CAPS | MYND_CAP_SESSION_TRACK,
	    "> 0 03 SELECT 1\n"
	    "COLUMNS #1 1\n"
	    "COLUMN #1 a\n"
	    "COLUMNS_END #1 status=0\n"
	    "ROW #1 1\n"
	    "END #1 affected=0 id=0 status=4002 warnings=0  last\n"
	    "schema a schema with a long name\n");
}

/* --- what breaks the protocol --- */

static void expect_death(const char *packet, size_t len, const char *why)
{
	script s;
	script_log_in(&s, &whole, EOF_CAPS);
	script_query(&s, "SELECT 1");
	script_forget(&s);
	script_packet(&s, packet, len);
	script_feed(&s);
	script_expect(&s, why);
	mynd_event event;
	mynd_error error;
	mynd_command ping = mynd_command_simple(MYND_COM_PING);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_BAD);
	assert_int_equal(mynd_session_send(s.session, &ping, &error), MYND_BAD);
	assert_int_equal(error.code, mynd_session_error(s.session)->code);
	assert_int_equal(mynd_session_output(s.session).len, 0);
	bool of_ok = strstr(why, "the OK packet") != NULL;
	assert_int_equal(
	    mynd_session_error(s.session)->cause, of_ok ? MYND_CAUSE_SHORT_OK : MYND_CAUSE_MALFORMED);
	assert_int_equal(mynd_session_error(s.session)->offset, s.counts.bytes_received);
	assert_ptr_equal(mynd_session_take_buffer(s.session), s.memory);
	script_close(&s);
}

static void test_broken_replies(void **state)
{
	(void) state;
	expect_death("", 0, "BAD 2027 Malformed packet: an empty reply\n");
	expect_death("\0", 1, "BAD 2027 Malformed packet: the OK packet is too short\n");
	expect_death("\xFF\x01", 2, "BAD 2027 Malformed packet: the error packet is too short\n");
	expect_death("\xFF\xFF\xFF#HY000x", 10,
	    "BAD 2027 Malformed packet: an error number that is not the server's to send\n");
	expect_death("\xFE", 1, "BAD 2027 Malformed packet: the column count is cut off\n");
	expect_death("\x01\x01", 2, "BAD 2027 Malformed packet: bytes after the column count\n");
}

static void test_sequence_gap(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, EOF_CAPS);
	script_query(&s, "SELECT 1");
	script_count(&s, 1);
	s.sequence = 3;
	script_column(&s, "a");
	script_feed(&s);
	script_expect(&s, "> 0 03 SELECT 1\n"
	                  "COLUMNS #1 1\n"
	                  "BAD 2027 Packets out of order. Expected 2 received 3. Packet size=28\n");
	script_close(&s);
	script_log_in(&s, &whole, EOF_CAPS);
	script_query(&s, "SELECT 1");
	s.sequence = 0;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "> 0 03 SELECT 1\n"
	                  "BAD 2027 Packets out of order. Expected 1 received 0. Packet size=7\n");
	script_close(&s);
}

static void test_sequence_repeat_among_rows(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, EOF_CAPS);
	script_query(&s, "SELECT 1");
	script_columns(&s, 1);
	script_row(&s, "1");
	s.sequence--;
	script_row(&s, "2");
	script_feed(&s);
	assert_non_null(strstr(s.trace, "ROW #1 1\nBAD 2027 Packets out of order. Expected 5 received 4."));
	script_close(&s);
}

/* 600 rows: the number wraps at 255, again and again. */
static void test_sequence_wraps(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, EOF_CAPS);
	script_query(&s, "SELECT 1");
	script_columns(&s, 1);
	for (int i = 0; i < 600; i++) {
		script_row(&s, "r");
	}
	script_eof(&s, 2);
	script_feed(&s);
	assert_int_equal(s.rows, 600);
	assert_non_null(strstr(s.trace, "END #1 affected=0 id=0 status=2 warnings=0  last\n"));
	script_close(&s);
}

/*
 * A server that closes an idle link says why; its packet is numbered 0, and it may be read after our next
 * command.
 */
static void test_last_words(void **state)
{
	(void) state;
	script s;
	for (int command_sent = 0; command_sent < 2; command_sent++) {
		script_log_in(&s, &whole, EOF_CAPS);
		if (command_sent) {
			script_query(&s, "SELECT 1");
		}
		script_forget(&s);
		s.sequence = 0;
		script_err(&s, 4031, "#HY000The client was disconnected by the server because of inactivity.");
		script_feed(&s);
		script_expect(&s, "BAD 2006 MySQL server has gone away\n");
		assert_int_equal(mynd_session_error(s.session)->cause, MYND_CAUSE_LOST);
		assert_string_equal(mynd_session_detail(s.session),
		    "4031 The client was disconnected by the server because of inactivity.");
		script_close(&s);
	}
}

/*
 * MaxScale numbers its last message as if it answered the next command. Read before that command was queued
 * it is the reason why the connection is gone; a part of it that was read before is awaited.
 */
static void test_last_words_as_reply(void **state)
{
	(void) state;
	script s;
	mynd_event event;
	for (size_t cut = 0; cut < 30; cut++) {
		script_log_in(&s, &whole, EOF_CAPS);
		s.sequence = 1;
		script_err(&s, 1927, "#70100Connection killed");
		size_t part = cut == 0 ? s.pending.len : cut;
		mynd_span span = mynd_session_want(s.session);
		memcpy(span.ptr, s.pending.ptr, part);
		assert_int_equal(mynd_session_commit(s.session, part), MYND_OK);
		int rc = mynd_session_check_silence(s.session);
		if (cut != 0 && rc == MYND_OK) {
			mynd_command query = mynd_command_text(MYND_COM_QUERY, mynd_slice_of("DO 1"));
			mynd_error error;
			assert_int_equal(mynd_session_send(s.session, &query, &error), MYND_OK);
			assert_int_equal(mynd_session_next(s.session, &event), MYND_MORE);
			span = mynd_session_want(s.session);
			memcpy(span.ptr, s.pending.ptr + part, s.pending.len - part);
			assert_int_equal(mynd_session_commit(s.session, s.pending.len - part), MYND_OK);
			rc = mynd_session_next(s.session, &event);
		}
		assert_int_equal(rc, MYND_BAD);
		const mynd_error *why = mynd_session_error(s.session);
		if (cut == 4) { /* of the packet only the header is known: it could be any */
			assert_int_equal(why->code, MYND_ERR_MALFORMED_PACKET);
		} else {
			assert_int_equal(why->code, 1927);
			assert_int_equal(why->cause, MYND_CAUSE_LOST);
			assert_string_equal(why->sqlstate, "70100");
			assert_string_equal(why->message, "Connection killed");
		}
		script_close(&s);
	}
}

static void test_unsolicited_packet(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, EOF_CAPS);
	s.sequence = 0;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "BAD 2027 Malformed packet: a packet that nobody asked for\n");
	script_close(&s);
}

static void test_bytes_behind_a_reply(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, EOF_CAPS);
	script_query(&s, "DO 1");
	script_ok(&s, 0, 0, 2, NULL);
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "> 0 03 DO 1\n"
	                  "OK #1 affected=0 id=0 status=2 warnings=0  last\n"
	                  "BAD 2027 Malformed packet: a packet that nobody asked for\n");
	script_close(&s);
}

/* --- counts --- */

static void test_counts(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, EOF_CAPS);
	s.counts = (mynd_session_counts){0};
	two_rows(&s);
	assert_int_equal(s.counts.packets_received, 7);
	assert_int_equal(s.counts.bytes_received, s.fed);
	assert_int_equal(s.counts.packets_sent, 1);
	assert_int_equal(s.counts.bytes_sent, 4 + 1 + 18);
	assert_int_equal(s.counts.header_packets, 1);
	assert_int_equal(s.counts.header_bytes, 5);
	assert_int_equal(s.counts.column_packets, 2);
	assert_int_equal(s.counts.column_bytes, 2 * (4 + 28));
	assert_int_equal(s.counts.eof_packets, 2);
	assert_int_equal(s.counts.eof_bytes, 18);
	assert_int_equal(s.counts.row_packets, 2);
	assert_int_equal(s.counts.row_bytes, 4 + 3 + 4 + 1 + 303);
	assert_int_equal(s.counts.rows_received_text, 2);
	assert_int_equal(s.counts.result_sets, 1);
	assert_int_equal(s.counts.no_index_used, 1);
	assert_int_equal(s.counts.commands, 1);
	assert_int_equal(s.counts.com[MYND_COM_QUERY], 1);
	ok_with_info(&s);
	assert_int_equal(s.counts.non_result_sets, 1);
	assert_int_equal(s.counts.ok_packets, 1);
	assert_int_equal(s.counts.rows_affected_text, 300);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_rows),
	    cmocka_unit_test(test_rows_without_eof),
	    cmocka_unit_test(test_ok),
	    cmocka_unit_test(test_several_results),
	    cmocka_unit_test(test_error),
	    cmocka_unit_test(test_error_among_rows),
	    cmocka_unit_test(test_error_among_columns),
	    cmocka_unit_test(test_long_packets),
	    cmocka_unit_test(test_simple_commands),
	    cmocka_unit_test(test_statistics),
	    cmocka_unit_test(test_file_refused),
	    cmocka_unit_test(test_file_refused_before_long_packets),
	    cmocka_unit_test(test_file_given),
	    cmocka_unit_test(test_file_nobody_asked_for),
	    cmocka_unit_test(test_file_wanted_where_commands_wait),
	    cmocka_unit_test(test_schema_is_tracked),
	    cmocka_unit_test(test_long_end),
	    cmocka_unit_test(test_broken_replies),
	    cmocka_unit_test(test_sequence_gap),
	    cmocka_unit_test(test_sequence_repeat_among_rows),
	    cmocka_unit_test(test_sequence_wraps),
	    cmocka_unit_test(test_last_words),
	    cmocka_unit_test(test_last_words_as_reply),
	    cmocka_unit_test(test_unsolicited_packet),
	    cmocka_unit_test(test_bytes_behind_a_reply),
	    cmocka_unit_test(test_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
