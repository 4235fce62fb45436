/*
 * The queue of commands: pipelines, barriers, the command buffer, what leaves when.
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include "wire/frame.h"

static const script_way whole = {0};

#define CAPS SCRIPT_CAPABILITIES

static void queue(script *s, const char *sql)
{
	s->deaf = true;
	script_query(s, sql);
	s->deaf = false;
}

static void answer_ok(script *s)
{
	s->sequence = 1;
	script_ok(s, 0, 0, 2, NULL);
}

/* Three commands in one write, three replies in one read, an error in the middle. */
static void pipeline(script *s)
{
	queue(s, "SELECT 1");
	queue(s, "SELEC");
	queue(s, "DO 1");
	assert_int_equal(mynd_session_output(s->session).len, 4 + 9 + 4 + 6 + 4 + 5);
	script_output(s);
	script_note(s, "pending %u", mynd_session_pending(s->session));
	s->sequence = 1;
	script_columns(s, 1);
	script_row(s, "1");
	script_eof(s, 2);
	s->sequence = 1;
	script_err(s, 1064, "#42000no");
	answer_ok(s);
	script_feed(s);
	script_note(s, "pending %u", mynd_session_pending(s->session));
}

static void test_pipeline(void **state)
{
	(void) state;
	script_every_way(pipeline, CAPS,
	    "> 0 03 SELECT 1\n"
	    "> 0 03 SELEC\n"
	    "> 0 03 DO 1\n"
	    "pending 3\n"
	    "COLUMNS #1 1\n"
	    "COLUMN #1 a\n"
	    "COLUMNS_END #1 status=2\n"
	    "ROW #1 1\n"
	    "END #1 affected=0 id=0 status=2 warnings=0  last\n"
	    "ERROR #2 1064 42000 no last\n"
	    "OK #3 affected=0 id=0 status=2 warnings=0  last\n"
	    "pending 0\n");
}

/* A reply that is refused in the middle ends for itself: what comes after belongs to the next command. */
static void test_refused_in_a_pipeline(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, CAPS);
	queue(&s, "SELECT 1");
	queue(&s, "DO 1");
	script_output(&s);
	s.refuse_at = 1;
	s.sequence = 1;
	script_columns(&s, 1);
	script_row(&s, "@5000g");
	script_eof(&s, 2);
	answer_ok(&s);
	script_feed(&s);
	script_expect(&s, "> 0 03 SELECT 1\n"
	                  "> 0 03 DO 1\n"
	                  "COLUMNS #1 1\n"
	                  "COLUMN #1 a\n"
	                  "COLUMNS_END #1 status=2\n"
	                  "REFUSED #1 2008 HY000 Out of memory\n"
	                  "DROPPED #1 last\n"
	                  "OK #2 affected=0 id=0 status=2 warnings=0  last\n");
	script_close(&s);
}

/* Of a session that dies it is known which commands were sent as a whole. */
static void test_what_was_sent(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	script_log_in(&s, &whole, CAPS);
	assert_int_equal(mynd_session_pending_sent(s.session), 0);
	queue(&s, "DO 1");
	queue(&s, "DO 2");
	queue(&s, "DO 3");
	assert_int_equal(mynd_session_pending_sent(s.session), 0);
	mynd_session_sent(s.session, 8);
	assert_int_equal(mynd_session_pending_sent(s.session), 0);
	mynd_session_sent(s.session, 1 + 9 + 8);
	assert_int_equal(mynd_session_pending_sent(s.session), 2);
	s.deaf = true;
	answer_ok(&s);
	script_feed(&s);
	assert_int_equal(mynd_session_pending_sent(s.session), 1);
	mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	mynd_session_lost(s.session, &error);
	assert_int_equal(mynd_session_pending(s.session), 2);
	assert_int_equal(mynd_session_pending_sent(s.session), 1);
	script_close(&s);
}

/* What was said although nothing was asked is not the next command's reply. */
static void test_silence(void **state)
{
	(void) state;
	script s;
	mynd_event event;
	script_log_in(&s, &whole, CAPS);
	script_query(&s, "DO 1");
	assert_int_equal(mynd_session_check_silence(s.session), MYND_OK);
	answer_ok(&s);
	answer_ok(&s);
	mynd_span span = mynd_session_want(s.session);
	memcpy(span.ptr, s.pending.ptr, s.pending.len);
	assert_int_equal(mynd_session_commit(s.session, s.pending.len), MYND_OK);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_OK);
	assert_true(event.kind == MYND_EVENT_OK && event.last);
	assert_true(mynd_session_has_unread(s.session));
	assert_int_equal(mynd_session_check_silence(s.session), MYND_BAD);
	assert_string_equal(
	    mynd_session_error(s.session)->message, "Malformed packet: a packet that nobody asked for");
	script_close(&s);
}

/* `n` bytes arrive, and are looked at. */
static int arrive(script *s, const uint8_t *ptr, size_t n, mynd_event *event)
{
	int rc = MYND_MORE;
	while (n > 0 && rc == MYND_MORE) {
		mynd_span span = mynd_session_want(s->session);
		size_t part = n < span.len ? n : span.len;
		memcpy(span.ptr, ptr, part);
		assert_int_equal(mynd_session_commit(s->session, part), MYND_OK);
		rc = mynd_session_next(s->session, event);
		ptr += part;
		n -= part;
	}
	return rc;
}

/* A packet that nobody asked for is being gathered, `number` being its own. */
static void begin_to_gather(script *s, uint8_t number)
{
	mynd_event event;
	mynd_buffer packet;
	uint8_t payload[5000];
	mynd_buffer_init(&packet, 8192);
	memset(payload, 'x', sizeof payload);
	payload[0] = 0; /* it would be an OK */
	script_log_in(s, &(script_way){.buffer = 1024}, CAPS);
	assert_int_equal(
	    mynd_frame_write(&packet, &number, (mynd_slice){NULL, 0}, (mynd_slice){payload, sizeof payload}),
	    MYND_OK);
	assert_int_equal(arrive(s, packet.ptr, 2500, &event), MYND_MORE);
	assert_false(mynd_session_has_unread(s->session));
	assert_null(mynd_session_take_buffer(s->session)); /* the link is not at rest */
	mynd_buffer_free(&packet);
}

static void test_silence_while_a_packet_is_gathered(void **state)
{
	(void) state;
	script s;
	begin_to_gather(&s, 1);
	assert_int_equal(mynd_session_check_silence(s.session), MYND_BAD);
	assert_string_equal(
	    mynd_session_error(s.session)->message, "Malformed packet: a packet that nobody asked for");
	script_close(&s);
}

/* Numbered 0 it may be the server's last words, but never the reply to what is asked meanwhile. */
static void test_gathered_before_the_command(void **state)
{
	(void) state;
	script s;
	mynd_event event;
	uint8_t rest[2504] = {0};
	begin_to_gather(&s, 0);
	assert_int_equal(mynd_session_check_silence(s.session), MYND_OK);
	queue(&s, "DO 1");
	script_output(&s);
	assert_int_equal(arrive(&s, rest, sizeof rest, &event), MYND_BAD);
	assert_string_equal(mynd_session_error(s.session)->message,
	    "Packets out of order. Expected 1 received 0. Packet size=5000");
	script_close(&s);
}

/* So is a packet of which only a part of the header was here. */
static void test_begun_before_the_command(void **state)
{
	(void) state;
	static const uint8_t ok[] = {7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};
	for (size_t cut = 1; cut < 4; cut++) {
		script s;
		mynd_event event;
		script_log_in(&s, &whole, CAPS);
		assert_int_equal(arrive(&s, ok, cut, &event), MYND_MORE);
		assert_int_equal(mynd_session_check_silence(s.session), MYND_OK);
		queue(&s, "DO 1");
		script_output(&s);
		assert_int_equal(arrive(&s, ok + cut, sizeof ok - cut, &event), MYND_BAD);
		script_close(&s);
	}
}

/* --- barriers --- */

static void test_nothing_behind_local(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, CAPS);
	queue(&s, "DO 1");
	queue(&s, "LOAD DATA LoCaL INFILE 'f'");
	queue(&s, "DO 2");
	queue(&s, "LOAD DATA LOCAL INFILE 'g'");
	queue(&s, "DO 3");
	script_output(&s);
	script_note(&s, "--");
	answer_ok(&s);
	script_feed(&s);
	script_note(&s, "--");
	s.sequence = 1;
	script_packet(&s,
	    "\xFB"
	    "f",
	    2);
	script_feed(&s);
	script_note(&s, "--");
	s.sequence = 3;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_note(&s, "--");
	answer_ok(&s);
	answer_ok(&s);
	script_feed(&s);
	script_note(&s, "--");
	answer_ok(&s);
	script_feed(&s);
	const char *refused = "HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like "
	                      "mysqli.allow_local_infile|mysqli.local_infile_directory or "
	                      "PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY last";
	char lines[2048];
	snprintf(lines, sizeof lines,
	    "> 0 03 DO 1\n"
	    "> 0 03 LOAD DATA LoCaL INFILE 'f'\n"
	    "--\n"
	    "OK #1 affected=0 id=0 status=2 warnings=0  last\n"
	    "--\n"
	    "> 2 empty\n"
	    "--\n"
	    "REFUSED #2 2068 %s\n"
	    "> 0 03 DO 2\n"
	    "> 0 03 LOAD DATA LOCAL INFILE 'g'\n"
	    "--\n"
	    "OK #3 affected=0 id=0 status=2 warnings=0  last\n"
	    "OK #4 affected=0 id=0 status=2 warnings=0  last\n"
	    "> 0 03 DO 3\n"
	    "--\n"
	    "OK #5 affected=0 id=0 status=2 warnings=0  last\n",
	    refused);
	script_expect(&s, lines);
	script_close(&s);
}

static void test_nothing_behind_change_user(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	mynd_slice none = {NULL, 0};
	script_log_in(&s, &whole, CAPS);
	s.deaf = true;
	mynd_session_change_user(s.session, mynd_slice_of("joe"), none, none, 45, ++s.sent, &error);
	queue(&s, "DO 2");
	script_output(&s);
	assert_non_null(strstr(s.trace, "> 0 11 "));
	assert_null(strstr(s.trace, "DO 2"));
	script_forget(&s);
	answer_ok(&s);
	script_feed(&s);
	script_expect(&s, "READY #1 affected=0 id=0 status=2 warnings=0  last\n> 0 03 DO 2\n");
	script_close(&s);
}

/* Commands get another owner before their replies, the first of them also in the middle of its reply. */
static void test_owners(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, CAPS);
	assert_int_equal(mynd_session_owner(s.session), 0);
	mynd_session_pass_on(s.session, 2, 7);
	queue(&s, "SELECT 1");
	queue(&s, "DO 2");
	queue(&s, "DO 3");
	mynd_session_pass_on(s.session, 2, 7);
	assert_int_equal(mynd_session_pending_of(s.session, 7), 2);
	assert_int_equal(mynd_session_owner(s.session), 7);
	script_output(&s);
	script_forget(&s);
	s.sequence = 1;
	script_columns(&s, 1);
	script_feed(&s);
	mynd_session_pass_on(s.session, 1, 8);
	script_row(&s, "1");
	script_eof(&s, 2);
	answer_ok(&s);
	answer_ok(&s);
	script_feed(&s);
	assert_non_null(strstr(s.trace, "COLUMNS #7 1\n"));
	assert_non_null(strstr(s.trace, "ROW #8 "));
	assert_non_null(strstr(s.trace, "OK #7 "));
	assert_non_null(strstr(s.trace, "OK #3 "));
	assert_int_equal(mynd_session_pending_of(s.session, 7), 0);
	assert_int_equal(mynd_session_owner(s.session), 0);
	script_close(&s);
}

static void test_quit(void **state)
{
	(void) state;
	script s;
	mynd_command quit = mynd_command_simple(MYND_COM_QUIT);
	script_log_in(&s, &whole, CAPS);
	script_send(&s, &quit);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	assert_int_equal(mynd_session_pending(s.session), 0);
	script_query(&s, "DO 1");
	script_expect(&s, "> 0 01 \ncannot send: 2006 MySQL server has gone away\n");
	script_close(&s);
}

/* --- the command buffer --- */

/* A query of `len` bytes of text; its packet has 5 bytes more. */
static void queue_long(script *s, size_t len)
{
	char *sql = malloc(len + 1);
	assert_non_null(sql);
	memset(sql, 'q', len);
	sql[len] = '\0';
	queue(s, sql);
	free(sql);
}

static void test_command_buffer_boundary(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, CAPS);
	queue_long(&s, 4096 - 5);
	assert_int_equal(s.counts.command_buffer_too_small, 0);
	assert_int_equal(mynd_session_output(s.session).len, 4096);
	script_output(&s);
	queue_long(&s, 4096 - 4);
	assert_int_equal(s.counts.command_buffer_too_small, 1);
	assert_int_equal(mynd_session_output(s.session).len, 4097);
	script_output(&s);
	script_expect(&s, "> 0 03 4091*q\n> 0 03 4092*q\n");
	script_close(&s);
}

/*
 * A command that does not fit the rest of the buffer, but would fit an empty one, is not "too small".
 */
static void test_further_segment(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.chunk = 1000}, CAPS);
	queue_long(&s, 3000);
	queue_long(&s, 1086);
	queue_long(&s, 2000);
	queue_long(&s, 9000);
	queue_long(&s, 7);
	assert_int_equal(s.counts.command_buffer_too_small, 1);
	assert_int_equal(mynd_session_output(s.session).len, 3005 + 1091);
	script_output(&s);
	script_expect(&s, "> 0 03 3000*q\n> 0 03 1086*q\n> 0 03 2000*q\n> 0 03 9000*q\n> 0 03 qqqqqqq\n");
	assert_int_equal(s.counts.bytes_sent, s.said.len + 4 + 32 + 5 + 21 + 22);
	script_close(&s);
}

/* A query of several frames: the reply's number goes on from them. */
static void test_query_of_several_frames(void **state)
{
	(void) state;
	const size_t texts[] = {MYND_FRAME_MAX - 2, MYND_FRAME_MAX - 1, MYND_FRAME_MAX, 2 * MYND_FRAME_MAX};
	const unsigned frames[] = {1, 2, 2, 3};
	for (size_t i = 0; i < 4; i++) {
		script s;
		script_log_in(&s, &whole, CAPS);
		uint64_t before = s.counts.packets_sent;
		queue_long(&s, texts[i]);
		assert_int_equal(mynd_session_output(s.session).len, texts[i] + 1 + 4 * frames[i]);
		assert_int_equal(s.counts.packets_sent - before, frames[i]);
		script_output(&s);
		script_forget(&s);
		s.sequence = (uint8_t) frames[i];
		script_ok(&s, 0, 0, 2, NULL);
		script_feed(&s);
		script_expect(&s, "OK #1 affected=0 id=0 status=2 warnings=0  last\n");
		script_close(&s);
	}
}

/* Thousands of commands, taken and answered in uneven portions: order and numbers hold. */
static void test_long_pipeline(void **state)
{
	(void) state;
	script s;
	enum { COUNT = 3000 };
	unsigned answered = 0;
	script_log_in(&s, &(script_way){.buffer = 1024}, CAPS);
	for (int i = 0; i < COUNT; i++) {
		char sql[32];
		snprintf(sql, sizeof sql, "DO %d", i);
		queue(&s, sql);
	}
	script_output(&s);
	script_forget(&s);
	while (answered < COUNT) {
		for (int i = 0; i < 77 && answered < COUNT; i++, answered++) {
			answer_ok(&s);
		}
		script_feed(&s);
		assert_int_equal(mynd_session_pending(s.session), COUNT - answered);
	}
	char last[80];
	snprintf(last, sizeof last, "OK #%d affected=0 id=0 status=2 warnings=0  last\n", COUNT);
	assert_string_equal(s.trace + s.trace_len - strlen(last), last);
	assert_int_equal(s.counts.com[MYND_COM_QUERY], COUNT);
	script_close(&s);
}

/* --- replies that come too early --- */

static void test_reply_before_the_command(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, CAPS);
	queue(&s, "DO 1");
	mynd_session_sent(s.session, 3);
	s.deaf = true;
	answer_ok(&s);
	script_feed(&s);
	script_expect(&s, "BAD 2027 Malformed packet: a reply to a command that was not sent yet\n");
	script_close(&s);
}

/* 1153 may come while a command that is too long is still being sent. */
static void test_error_before_the_command(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, CAPS);
	queue_long(&s, 100000);
	mynd_session_sent(s.session, 50000);
	s.deaf = true;
	s.sequence = 1;
	script_err(&s, 1153, "#08S01Got a packet bigger than 'max_allowed_packet' bytes");
	script_feed(&s);
	script_expect(&s, "ERROR #1 1153 08S01 Got a packet bigger than 'max_allowed_packet' bytes last\n");
	assert_int_equal(mynd_session_output(s.session).len, 50005);
	script_close(&s);
}

/*
 * It is then numbered by the frames that the server has read, here one of three; nothing but an error may be.
 */
static void test_error_before_the_last_frame(void **state)
{
	(void) state;
	for (int error = 0; error < 2; error++) {
		script s;
		script_log_in(&s, &whole, CAPS);
		queue_long(&s, 2 * MYND_FRAME_MAX + 10);
		mynd_session_sent(s.session, mynd_session_output(s.session).len);
		s.deaf = true;
		s.sequence = 1;
		if (error) {
			script_err(&s, 1153, "#08S01Got a packet bigger than 'max_allowed_packet' bytes");
		} else {
			answer_ok(&s);
		}
		script_feed(&s);
		script_expect(
		    &s, error ? "ERROR #1 1153 08S01 Got a packet bigger than 'max_allowed_packet' bytes last\n"
		              : "BAD 2027 Packets out of order. Expected 3 received 2. Packet size=0\n");
		script_close(&s);
	}
}

static void test_sent_too_much(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, CAPS);
	queue(&s, "DO 1");
	mynd_session_sent(s.session, 1000);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_DEAD);
	assert_int_equal(mynd_session_error(s.session)->cause, MYND_CAUSE_MISUSE);
	script_close(&s);
}

static void test_unknown_commands(void **state)
{
	(void) state;
	script s;
	const mynd_com coms[] = {MYND_COM_FIELD_LIST, MYND_COM_CHANGE_USER, (mynd_com) 0x0A /* process info */};
	script_log_in(&s, &whole, CAPS);
	for (size_t i = 0; i < 3; i++) {
		mynd_command command = mynd_command_simple(coms[i]);
		script_send(&s, &command);
		script_expect(&s, "cannot send: 2014 Commands out of sync; you can't run this command now\n");
	}
	assert_int_equal(s.counts.commands, 0);
	script_close(&s);
}

static void test_phases(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, CAPS);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_query(&s, "SELECT 1");
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_WAITING);
	script_columns(&s, 1);
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_READING);
	script_eof(&s, MYND_STATUS_MORE_RESULTS);
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_READING);
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_pipeline),
	    cmocka_unit_test(test_refused_in_a_pipeline),
	    cmocka_unit_test(test_what_was_sent),
	    cmocka_unit_test(test_silence),
	    cmocka_unit_test(test_silence_while_a_packet_is_gathered),
	    cmocka_unit_test(test_gathered_before_the_command),
	    cmocka_unit_test(test_begun_before_the_command),
	    cmocka_unit_test(test_nothing_behind_local),
	    cmocka_unit_test(test_nothing_behind_change_user),
	    cmocka_unit_test(test_owners),
	    cmocka_unit_test(test_quit),
	    cmocka_unit_test(test_command_buffer_boundary),
	    cmocka_unit_test(test_further_segment),
	    cmocka_unit_test(test_query_of_several_frames),
	    cmocka_unit_test(test_long_pipeline),
	    cmocka_unit_test(test_reply_before_the_command),
	    cmocka_unit_test(test_error_before_the_command),
	    cmocka_unit_test(test_error_before_the_last_frame),
	    cmocka_unit_test(test_sent_too_much),
	    cmocka_unit_test(test_unknown_commands),
	    cmocka_unit_test(test_phases),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
