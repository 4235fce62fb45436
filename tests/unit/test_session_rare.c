/*
 * What hardly ever happens to a session: rows that end within a cell, spans that are asked for too early,
 * numbers that wrap round, a link that is abandoned, commands and files that cannot be queued.
 */
#include "script.h"

#include <stdlib.h>
#include "session/internal.h"

static const script_way small = {.buffer = 1024};

/* A result of one column of text, or of several, is under way. */
static void begin_rows(script *s, unsigned columns)
{
	script_query(s, "SELECT a");
	script_columns(s, columns);
	script_feed(s);
	script_forget(s);
}

/* --- rows that end within a cell --- */

static void feed_packet(script *s, size_t len, const char *end, size_t end_len)
{
	uint8_t *packet = calloc(1, len);
	packet[0] = 0xFE; /* a cell of eight bytes' length */
	packet[1] = packet[2] = packet[3] = 0xFF;
	packet[4] = 1;
	memcpy(packet + len - end_len, end, end_len);
	script_packet(s, packet, len);
	script_feed(s);
	free(packet);
}

/* The cell announces 32 MB; the row goes on in a second frame, and ends there. */
static void test_row_ends_within_a_cell(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &small, EOF_CAPS);
	begin_rows(&s, 1);
	feed_packet(&s, MYND_FRAME_MAX + 10, "", 0);
	script_expect(&s, "BAD 2027 Malformed packet: a row of fewer cells than columns\n");
	assert_int_equal(s.values_made, 1);
	assert_int_equal(s.values_live, 0);
	script_close(&s);
}

static void test_row_ends_within_a_length(void **state)
{
	(void) state;
	script s;
	uint8_t packet[2000] = {0xFC, 1994 & 0xFF, 1994 >> 8};
	script_log_in(&s, &small, EOF_CAPS);
	begin_rows(&s, 2);
	packet[1997] = 0xFD; /* two of its three bytes are there */
	script_packet(&s, packet, sizeof packet);
	script_feed(&s);
	script_expect(&s, "BAD 2027 Malformed packet: a row of fewer cells than columns\n");
	assert_int_equal(s.values_live, 0);
	script_close(&s);
}

/*
 * A binary row never begins with 0xFE, whatever its length; where a cursor may be opened the packet could be
 * an end.
 */
static void test_cursor_and_a_long_packet(void **state)
{
	(void) state;
	script s;
	static const uint8_t header[] = {0xFF, 0xFF, 0xFF, 3, 0xFE};
	script_log_in(&s, &small, NOEOF_CAPS);
	script_execute(&s, 1, MYND_CURSOR_READ_ONLY);
	script_typed_columns(&s, "s");
	script_feed(&s);
	script_forget(&s);
	mynd_buffer_put_bytes(&s.pending, header, sizeof header);
	script_feed(&s);
	script_expect(
	    &s, "COLUMNS_END #1 status=0\nBAD 2027 Malformed packet: a binary row that begins otherwise\n");
	script_close(&s);
}

/* --- spans that are asked for too early --- */

static void commit(script *s, const void *bytes, size_t n)
{
	mynd_span span = mynd_session_want(s->session);
	assert_true(span.len >= n);
	memcpy(span.ptr, bytes, n);
	assert_int_equal(mynd_session_commit(s->session, n), MYND_OK);
}

static bool is_in_buffer(const script *s, mynd_span span)
{
	return span.ptr >= s->memory && span.ptr + span.len <= s->memory + s->way.buffer;
}

/* Bytes of a large cell that next() has not seen yet are taken before more are read into the cell. */
static void test_span_before_next(void **state)
{
	(void) state;
	script s;
	mynd_event event;
	static const uint8_t head[] = {0xFF, 0xFF, 0xFF, 4, 0xFE, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 0, 'x'};
	static const uint8_t header[] = {9, 0, 0, 5};
	script_log_in(&s, &small, EOF_CAPS);
	begin_rows(&s, 1);
	commit(&s, head, 4);
	commit(&s, head + 4, 10);
	assert_true(is_in_buffer(&s, mynd_session_want(s.session)));
	assert_int_equal(mynd_session_next(s.session, &event), MYND_MORE);
	mynd_span body = mynd_session_want(s.session);
	assert_false(is_in_buffer(&s, body));
	assert_int_equal(body.len, MYND_FRAME_MAX - 10);
	memset(body.ptr, 'x', body.len);
	assert_int_equal(mynd_session_commit(s.session, body.len), MYND_OK);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_MORE);
	assert_int_equal(mynd_session_want(s.session).len, 4); /* the next frame's header, no more */
	commit(&s, header, 4);
	mynd_span more = mynd_session_want(s.session);
	assert_true(is_in_buffer(&s, more) && more.len > 4);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_MORE);
	assert_int_equal(mynd_session_want(s.session).len, 9);
	script_close(&s);
}

/* --- an abandoned link --- */

static uint8_t arena[5000];
static unsigned released;

static void *arena_alloc(void *context, size_t len, uint8_t **body)
{
	(void) context;
	assert_true(len <= sizeof arena);
	*body = arena;
	return arena;
}

static void arena_release(void *context, void *value)
{
	(void) context;
	(void) value;
	released++;
}

/* The request's memory is gone: its large cells must not be touched. */
static void test_abandoned(void **state)
{
	(void) state;
	for (unsigned abandon = 0; abandon < 2; abandon++) {
		script s;
		released = 0;
		script_prepare(&s, &small, EOF_CAPS);
		s.options.allocator = (mynd_allocator){NULL, arena_alloc, arena_release};
		script_finish_login(&s);
		begin_rows(&s, 1);
		mynd_buffer_put_bytes(&s.pending, "\x8B\x13\0\4\xFC\x88\x13xyz", 10);
		script_feed(&s);
		assert_ptr_equal(mynd_session_free(s.session, abandon), s.memory);
		assert_int_equal(released, abandon ? 0 : 1);
		s.session = mynd_session_new(&s.options); /* for script_close */
		script_close(&s);
	}
}

/* --- commands --- */

static void test_endless_command(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	uint8_t byte = 0;
	script_log_in(&s, &small, EOF_CAPS);
	mynd_command command = mynd_command_text(MYND_COM_INIT_DB, (mynd_slice){&byte, SIZE_MAX / 2});
	assert_int_equal(mynd_session_send(s.session, &command, &error), MYND_BAD);
	assert_int_equal(error.cause, MYND_CAUSE_MEMORY);
	assert_int_equal(mynd_session_pending(s.session), 0);
	assert_int_equal(mynd_session_output(s.session).len, 0);
	assert_int_not_equal(script_query(&s, "DO 1"), 0);
	script_close(&s);
}

/* A piece that cannot wait to be sent is refused, and the next one can be given. */
static void test_endless_file(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	uint8_t *piece = calloc(1, MYND_DIALOGUE_MAX);
	script_prepare(&s, &small, EOF_CAPS);
	s.options.allow_infile = true;
	script_finish_login(&s);
	s.deaf = true;
	mynd_command command =
	    mynd_command_text(MYND_COM_QUERY, mynd_slice_of("LOAD DATA LOCAL INFILE 'f' INTO TABLE t"));
	assert_int_equal(mynd_session_send(s.session, &command, &error), MYND_OK);
	mynd_session_sent(s.session, mynd_session_output(s.session).len);
	commit(&s,
	    "\2\0\0\1\xFB"
	    "f",
	    6);
	mynd_event event;
	assert_int_equal(mynd_session_next(s.session, &event), MYND_OK);
	assert_int_equal(event.kind, MYND_EVENT_INFILE);
	assert_int_equal(
	    mynd_session_infile(s.session, (mynd_slice){piece, MYND_DIALOGUE_MAX}, &error), MYND_BAD);
	assert_int_equal(error.cause, MYND_CAUSE_MEMORY);
	assert_int_equal(mynd_session_output(s.session).len, 0);
	assert_int_equal(mynd_session_infile(s.session, (mynd_slice){piece, 3}, &error), MYND_OK);
	assert_int_equal(mynd_session_output(s.session).len, 7);
	assert_int_equal(mynd_session_output(s.session).ptr[3], 2); /* its number is due */
	free(piece);
	script_close(&s);
}

/* A file is not given for a result that is dropped, although files are allowed and the text had the word. */
static void test_no_file_behind_a_refusal(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &small, EOF_CAPS);
	s.options.allow_infile = true;
	s.infile = mynd_slice_of("never sent");
	s.refuse_at = 1;
	script_finish_login(&s);
	script_query(&s, "SELECT 1; LOAD DATA LOCAL INFILE 'f' INTO TABLE t");
	script_columns(&s, 1);
	script_row(&s, "@9000x");
	script_eof(&s, MYND_STATUS_MORE_RESULTS);
	script_packet(&s,
	    "\xFB"
	    "f",
	    2);
	script_feed(&s);
	s.sequence++; /* our refusal had a number, too */
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	assert_null(strstr(s.trace, "INFILE #1"));
	assert_null(strstr(s.trace, "never sent"));
	assert_non_null(strstr(s.trace, "REFUSED #1 2008"));
	assert_non_null(strstr(s.trace, " empty\nDROPPED #1 last\n"));
	script_close(&s);
}

/*
 * Where frames are packed a reply's number says how much the server had read of the command; the frames' own
 * are checked.
 */
static void test_early_reply_where_frames_are_packed(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &small, EOF_CAPS | MYND_CAP_COMPRESS);
	assert_int_equal(mynd_session_compression(s.session), MYND_COMPRESSION_ZLIB);
	uint8_t *sql = malloc(3 * MYND_COMPRESSED_CHUNK);
	memset(sql, 'x', 3 * MYND_COMPRESSED_CHUNK);
	mynd_command command = mynd_command_text(MYND_COM_QUERY, (mynd_slice){sql, 3 * MYND_COMPRESSED_CHUNK});
	assert_int_equal(script_send(&s, &command), 1);
	free(sql);
	script_forget(&s);
	s.sequence = 1; /* 4 frames were sent */
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "OK #1 affected=0 id=0 status=2 warnings=0  last\n");
	script_close(&s);
}

/* --- what is known of the server --- */

static void test_schema_is_left(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &small, EOF_CAPS | MYND_CAP_SESSION_TRACK);
	script_query(&s, "USE shop");
	script_tracked_ok(&s, 2, "shop");
	script_feed(&s);
	assert_string_equal(mynd_session_server(s.session)->schema, "shop");
	script_query(&s, "DROP DATABASE shop");
	script_tracked_ok(&s, 2, "");
	script_feed(&s);
	assert_null(mynd_session_server(s.session)->schema);
	script_close(&s);
}

static void test_dead(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &small, EOF_CAPS);
	assert_null(mynd_session_last_words(s.session));
	script_query(&s, "SELECT 1");
	uint64_t sent = s.counts.bytes_sent;
	mynd_session_sent(s.session, 0);
	s.sequence = 0;
	script_err(&s, 4031, "#HY000idle");
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_DEAD);
	assert_int_equal(mynd_session_last_words(s.session)->code, 4031);
	mynd_session_sent(s.session, 5);
	mynd_session_discard_rows(s.session);
	assert_int_equal(s.counts.bytes_sent, sent);
	assert_int_equal(mynd_session_error(s.session)->code, MYND_ERR_GONE_AWAY);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_row_ends_within_a_cell),
	    cmocka_unit_test(test_row_ends_within_a_length),
	    cmocka_unit_test(test_cursor_and_a_long_packet),
	    cmocka_unit_test(test_span_before_next),
	    cmocka_unit_test(test_abandoned),
	    cmocka_unit_test(test_endless_command),
	    cmocka_unit_test(test_endless_file),
	    cmocka_unit_test(test_no_file_behind_a_refusal),
	    cmocka_unit_test(test_early_reply_where_frames_are_packed),
	    cmocka_unit_test(test_schema_is_left),
	    cmocka_unit_test(test_dead),
	};
	return cmocka_run_group_tests_name("session, rarely", tests, NULL, NULL);
}
