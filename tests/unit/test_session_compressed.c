/*
 * The session on a link that compresses: what is negotiated, what it gives out to be packed, which numbers of
 * packets it bears. Packing itself is no business of the session: the bytes here are plain ones.
 */
#include "script.h"

#include <stdlib.h>

static const script_way whole = {0};

/* --- negotiation --- */

static void greet(script *s, uint64_t wanted, uint64_t offered)
{
	script_prepare(s, &whole, SCRIPT_CAPABILITIES | MYND_CAP_CONNECT_ATTRS | wanted);
	script_start(s);
	script_greeting(s, "8.0.36",
	    (SCRIPT_SERVER_CAPABILITIES & ~(MYND_CAP_COMPRESS | MYND_CAP_ZSTD)) | offered,
	    "mysql_native_password");
	script_feed(s);
}

static void test_negotiation(void **state)
{
	(void) state;
	const uint64_t zlib = MYND_CAP_COMPRESS, zstd = MYND_CAP_ZSTD;
	static const struct {
		unsigned wanted, offered;
		mynd_compression which;
	} cases[] = {
	    {0, 3, MYND_COMPRESSION_NONE},
	    {3, 0, MYND_COMPRESSION_NONE},
	    {1, 1, MYND_COMPRESSION_ZLIB},
	    {1, 3, MYND_COMPRESSION_ZLIB},
	    {1, 2, MYND_COMPRESSION_NONE},
	    {2, 3, MYND_COMPRESSION_ZSTD},
	    {3, 3, MYND_COMPRESSION_ZSTD},
	    {3, 2, MYND_COMPRESSION_ZSTD},
	    {3, 1, MYND_COMPRESSION_ZLIB},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		script s;
		greet(&s, (cases[i].wanted & 1 ? zlib : 0) | (cases[i].wanted & 2 ? zstd : 0),
		    (cases[i].offered & 1 ? zlib : 0) | (cases[i].offered & 2 ? zstd : 0));
		uint64_t sent = s.said.ptr[4] | (uint64_t) s.said.ptr[7] << 24;
		assert_int_equal(sent & zlib, cases[i].which == MYND_COMPRESSION_ZLIB ? zlib : 0);
		assert_int_equal(sent & zstd, cases[i].which == MYND_COMPRESSION_ZSTD ? zstd : 0);
		/* no attributes: their length, 0, is the last byte; or the level after it is */
		assert_int_equal(
		    s.said.ptr[s.said.len - 1], cases[i].which == MYND_COMPRESSION_ZSTD ? MYND_ZSTD_LEVEL : 0);
		assert_int_equal(mynd_session_compression(s.session), MYND_COMPRESSION_NONE); /* not before the OK */
		s.sequence = 2;
		script_ok(&s, 0, 0, 2, NULL);
		script_feed(&s);
		assert_int_equal(mynd_session_compression(s.session), cases[i].which);
		script_close(&s);
	}
}

/* A login that requires compression accepts any of the kinds that it wants. */
static void test_required(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, SCRIPT_CAPABILITIES | MYND_CAP_COMPRESS | MYND_CAP_ZSTD);
	s.options.required = MYND_CAP_COMPRESS;
	script_finish_login(&s);
	assert_int_equal(mynd_session_compression(s.session), MYND_COMPRESSION_ZSTD);
	script_close(&s);
}

/* What came after the login's OK is packed, and not the session's. */
static void test_hand_back(void **state)
{
	(void) state;
	script s;
	greet(&s, MYND_CAP_COMPRESS, MYND_CAP_COMPRESS);
	s.sequence = 2;
	script_ok(&s, 0, 0, 2, NULL);
	size_t len = s.pending.len;
	mynd_event event;
	mynd_buffer_put_bytes(&s.pending, "packed", 6);
	uint64_t before = s.counts.bytes_received;
	mynd_span span = mynd_session_want(s.session);
	memcpy(span.ptr, s.pending.ptr, len + 6);
	assert_int_equal(mynd_session_commit(s.session, len + 6), MYND_OK);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_OK);
	assert_int_equal(event.kind, MYND_EVENT_READY);
	mynd_slice rest = mynd_session_hand_back(s.session);
	assert_int_equal(rest.len, 6);
	assert_memory_equal(rest.ptr, "packed", 6);
	assert_int_equal(s.counts.bytes_received - before, len);
	assert_int_equal(mynd_session_hand_back(s.session).len, 0);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_MORE);
	assert_ptr_equal(mynd_session_take_buffer(s.session), s.memory); /* nothing is unread */
	script_close(&s);
}

/* --- what is to be packed --- */

static void log_in(script *s, const script_way *way)
{
	script_log_in(s, way, SCRIPT_CAPABILITIES | MYND_CAP_COMPRESS);
	s->deaf = true; /* the test takes the output */
}

static void query(script *s, size_t len)
{
	char *sql = malloc(len + 1);
	memset(sql, 'x', len);
	mynd_command command = mynd_command_text(MYND_COM_QUERY, (mynd_slice){(const uint8_t *) sql, len});
	assert_int_not_equal(script_send(s, &command), 0);
	free(sql);
}

/* Flags: b begins a command, a alone, s secret, r an answer. */
static void expect_outgoing(script *s, size_t len, const char *flags)
{
	mynd_outgoing out = mynd_session_outgoing(s->session);
	char got[8];
	size_t n = 0;
	if (out.begins_command) {
		got[n++] = 'b';
	}
	if (out.alone) {
		got[n++] = 'a';
	}
	if (out.secret) {
		got[n++] = 's';
	}
	if (out.is_answer) {
		got[n++] = 'r';
	}
	got[n] = '\0';
	assert_int_equal(out.bytes.len, len);
	assert_string_equal(got, flags);
}

static void send(script *s, size_t n)
{
	mynd_session_sent(s->session, n);
}

static void test_commands_one_by_one(void **state)
{
	(void) state;
	script s;
	log_in(&s, &whole);
	expect_outgoing(&s, 0, "");
	query(&s, 10);
	query(&s, 20);
	expect_outgoing(&s, 15, "ba");
	expect_outgoing(&s, 15, "ba"); /* asking changes nothing */
	send(&s, 4);
	expect_outgoing(&s, 11, "a");
	send(&s, 11);
	expect_outgoing(&s, 25, "b"); /* the first one's reply is due */
	send(&s, 25);
	expect_outgoing(&s, 0, "");
	s.sequence = 1;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	query(&s, 30);
	expect_outgoing(&s, 35, "b");
	s.sequence = 1;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	expect_outgoing(&s, 35, "ba"); /* now it is */
	send(&s, 35);
	script_close(&s);
}

static void test_silent_commands(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	mynd_command quit = mynd_command_simple(MYND_COM_QUIT);
	log_in(&s, &whole);
	query(&s, 10);
	assert_int_equal(mynd_session_send(s.session, &quit, &error), MYND_OK);
	expect_outgoing(&s, 15, "ba");
	send(&s, 15);
	expect_outgoing(&s, 5, "b");
	s.sequence = 1;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	expect_outgoing(&s, 5, "ba");
	send(&s, 5);
	script_close(&s);
}

/* A command of several packets' frames is one; the next one in another. */
static void test_long_command(void **state)
{
	(void) state;
	script s;
	log_in(&s, &whole);
	query(&s, 2 * MYND_FRAME_MAX - 1); /* with an empty tail */
	query(&s, 10);
	expect_outgoing(&s, 2 * (size_t) MYND_FRAME_MAX + 12, "ba");
	send(&s, MYND_COMPRESSED_CHUNK);
	expect_outgoing(&s, 2 * (size_t) MYND_FRAME_MAX + 12 - MYND_COMPRESSED_CHUNK, "a");
	send(&s, 2 * (size_t) MYND_FRAME_MAX + 12 - MYND_COMPRESSED_CHUNK);
	expect_outgoing(&s, 15, "b");
	script_close(&s);
}

static void test_answers(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	script_prepare(&s, &whole, SCRIPT_CAPABILITIES | MYND_CAP_COMPRESS);
	s.options.allow_infile = true;
	script_finish_login(&s);
	s.deaf = true;
	s.infile = mynd_slice_of("a file");
	script_query(&s, "LOAD DATA LOCAL INFILE");
	send(&s, mynd_session_outgoing(s.session).bytes.len);
	s.sequence = 1;
	script_packet(&s,
	    "\xfb"
	    "f",
	    2);
	script_feed(&s);
	expect_outgoing(&s, 4 + 3 + 4 + 3 + 4, "ar");
	send(&s, 5);
	expect_outgoing(&s, 13, "ar");
	send(&s, 13);
	s.sequence = 77; /* servers go by their compressed frames */
	script_ok(&s, 2, 0, 2, NULL);
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	mynd_slice name = mynd_slice_of("other"), none = {NULL, 0};
	assert_int_equal(
	    mynd_session_change_user(s.session, name, mynd_slice_of("password"), none, 45, 0, &error), MYND_OK);
	expect_outgoing(&s, mynd_session_outgoing(s.session).bytes.len, "bas");
	send(&s, mynd_session_outgoing(s.session).bytes.len);
	s.sequence = 1;
	script_auth_switch(&s, "mysql_native_password", "ABCDEFGHIJKLMNOPQRST");
	script_feed(&s);
	expect_outgoing(&s, 24, "asr");
	send(&s, 24);
	s.sequence = 3;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_close(&s);
}

/* --- numbers of packets --- */

/*
 * As MariaDB and MySQL send them: the second result begins with the number of the compressed frame that it
 * begins in.
 */
static void two_results(script *s)
{
	script_query(s, "SELECT");
	script_columns(s, 1);
	for (unsigned i = 0; i < 10; i++) {
		script_row(s, "some text");
	}
	script_eof(s, 2 | MYND_STATUS_MORE_RESULTS);
	s->sequence = 2;
	script_columns(s, 1);
	script_row(s, "@700x");
	script_eof(s, 2 | MYND_STATUS_MORE_RESULTS);
	s->sequence = 200;
	script_ok(s, 1, 0, 2, NULL);
	script_feed(s);
	script_query(s, "then");
	script_ok(s, 2, 0, 2, NULL);
	script_feed(s);
}

static void test_numbers_jump(void **state)
{
	(void) state;
	script_every_way(two_results, SCRIPT_CAPABILITIES | MYND_CAP_COMPRESS,
	    "> 0 03 SELECT\n"
	    "COLUMNS #1 1\nCOLUMN #1 a\nCOLUMNS_END #1 status=2\n"
	    "ROW #1 some text\nROW #1 some text\nROW #1 some text\nROW #1 some text\nROW #1 some text\n"
	    "ROW #1 some text\nROW #1 some text\nROW #1 some text\nROW #1 some text\nROW #1 some text\n"
	    "END #1 affected=0 id=0 status=a warnings=0 \n"
	    "COLUMNS #1 1\nCOLUMN #1 a\nCOLUMNS_END #1 status=2\n"
	    "ROW #1 700*x\n"
	    "END #1 affected=0 id=0 status=a warnings=0 \n"
	    "OK #1 affected=1 id=0 status=2 warnings=0  last\n"
	    "> 0 03 then\n"
	    "OK #2 affected=2 id=0 status=2 warnings=0  last\n");
}

static void test_numbers_do_not_jump_in_clear(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, SCRIPT_CAPABILITIES);
	script_forget(&s);
	two_results(&s);
	assert_non_null(strstr(s.trace, "BAD 2027 Packets out of order. Expected 15 received 2."));
	script_close(&s);
}

/* Number 0 before a reply are a server's last words; but not where the command's frames lead to it. */
static void test_number_zero(void **state)
{
	(void) state;
	for (unsigned frames = 1; frames <= 256; frames += 255) {
		script s;
		log_in(&s, &whole);
		query(&s, (size_t) MYND_COMPRESSED_CHUNK * frames - 100);
		while (mynd_session_outgoing(s.session).bytes.len > 0) {
			send(&s, mynd_session_outgoing(s.session).bytes.len);
		}
		s.sequence = 0;
		script_err(&s, 1064, "#42000no such thing");
		script_feed(&s);
		script_expect(&s, frames == 256 ? "ERROR #1 1064 42000 no such thing last\n"
		                                : "BAD 2006 MySQL server has gone away\n");
		script_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_negotiation),
	    cmocka_unit_test(test_required),
	    cmocka_unit_test(test_hand_back),
	    cmocka_unit_test(test_commands_one_by_one),
	    cmocka_unit_test(test_silent_commands),
	    cmocka_unit_test(test_long_command),
	    cmocka_unit_test(test_answers),
	    cmocka_unit_test(test_numbers_jump),
	    cmocka_unit_test(test_numbers_do_not_jump_in_clear),
	    cmocka_unit_test(test_number_zero),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
