/*
 * Logging in and changing the user: greeting, negotiation, TLS, authentication methods, what is refused.
 */
#define _GNU_SOURCE
#include "script.h"

#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include "wire/frame.h"

static const script_way whole = {0};

#define SERVER_CAPS (SCRIPT_SERVER_CAPABILITIES & ~MYND_CAP_SSL)
#define CAPS        SCRIPT_CAPABILITIES

/* --- what the login says --- */

static void note_text(script *s, const char *name, mynd_slice text)
{
	script_note(s, "  %s %.*s", name, (int) text.len, text.len > 0 ? (const char *) text.ptr : "");
}

/*
 * Decodes the login that was said last ("Protocol::HandshakeResponse41"), with a single-byte answer length.
 */
static void note_login(script *s)
{
	mynd_cursor c = mynd_cursor_over(s->said.ptr, s->said.len);
	mynd_frame frame;
	uint32_t capabilities, max_packet;
	uint8_t collation, answer_len;
	mynd_slice text, answer;
	assert_int_equal(mynd_frame_read(&c, &frame), MYND_OK);
	assert_int_equal(mynd_cursor_u32(&c, &capabilities), MYND_OK);
	assert_int_equal(mynd_cursor_u32(&c, &max_packet), MYND_OK);
	assert_int_equal(mynd_cursor_u8(&c, &collation), MYND_OK);
	assert_int_equal(mynd_cursor_skip(&c, 23), MYND_OK);
	script_note(s, "  number %u capabilities %x collation %u", frame.sequence, capabilities, collation);
	if (mynd_cursor_left(&c) == 0) {
		return; /* it only asks for TLS */
	}
	assert_int_equal(mynd_cursor_cstring(&c, &text), MYND_OK);
	note_text(s, "user", text);
	assert_int_equal(mynd_cursor_u8(&c, &answer_len), MYND_OK);
	assert_int_equal(mynd_cursor_bytes(&c, answer_len, &answer), MYND_OK);
	script_note(s, "  answer of %u", answer_len);
	if (capabilities & MYND_CAP_CONNECT_WITH_DB) {
		assert_int_equal(mynd_cursor_cstring(&c, &text), MYND_OK);
		note_text(s, "database", text);
	}
	if (capabilities & MYND_CAP_PLUGIN_AUTH) {
		assert_int_equal(mynd_cursor_cstring(&c, &text), MYND_OK);
		note_text(s, "method", text);
	}
}

/* The lines, without the login packet itself: its checksum says nothing. */
static void greet(script *s, const char *version, uint64_t capabilities, const char *method)
{
	script_start(s);
	script_greeting(s, version, capabilities, method);
	script_feed(s);
	script_forget(s);
}

/* SHA1(password) XOR SHA1(scramble . SHA1(SHA1(password))), reckoned independently. */
static void native_answer(const char *password, const char *scramble, uint8_t *answer)
{
	uint8_t once[20], both[40];
	SHA1((const uint8_t *) password, strlen(password), once);
	memcpy(both, scramble, 20);
	SHA1(once, 20, both + 20);
	SHA1(both, 40, answer);
	for (int i = 0; i < 20; i++) {
		answer[i] ^= once[i];
	}
}

static void test_native(void **state)
{
	(void) state;
	script s;
	uint8_t answer[20];
	script_prepare(&s, &whole, CAPS);
	s.options.database = mynd_slice_of("shop");
	greet(&s, "5.5.5-10.11.6-MariaDB-1", SERVER_CAPS, "mysql_native_password");
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_LOGIN);
	note_login(&s);
	native_answer("secret", "abcdefghijklmnopqrst", answer);
	assert_memory_equal(s.said.ptr + 4 + 32 + 5 + 1, answer, 20);
	s.sequence = 2;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "  number 1 capabilities b8288 collation 45\n"
	                  "  user root\n"
	                  "  answer of 20\n"
	                  "  database shop\n"
	                  "  method mysql_native_password\n"
	                  "READY #0 affected=0 id=0 status=2 warnings=0  last\n");
	const mynd_server *server = mynd_session_server(s.session);
	assert_string_equal(server->version, "10.11.6-MariaDB-1");
	assert_int_equal(server->version_number, 101106);
	assert_true(server->mariadb);
	assert_int_equal(server->thread_id, 77);
	assert_int_equal(server->collation, 45);
	assert_int_equal(s.counts.ok_packets, 1);
	script_close(&s);
}

static void test_mysql(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, CAPS | MYND_CAP_LONG_PASSWORD | MYND_CAP_OPTIONAL_METADATA);
	s.options.collation = 33;
	greet(&s, "8.0.36", SERVER_CAPS | 1, "caching_sha2_password");
	note_login(&s);
	script_expect(&s, "  number 1 capabilities b8281 collation 33\n"
	                  "  user root\n"
	                  "  answer of 32\n"
	                  "  method caching_sha2_password\n");
	s.sequence = 2;
	script_packet(&s, "\1\3", 2); /* fast path: the server knows the password */
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "READY #0 affected=0 id=0 status=2 warnings=0  last\n");
	const mynd_server *server = mynd_session_server(s.session);
	assert_false(server->mariadb);
	assert_int_equal(server->version_number, 80036);
	assert_int_equal(server->collation, 33);
	assert_int_equal(server->greeting_collation, 45);
	script_close(&s);
}

/* MariaDB's own capabilities are read only by a server that leaves bit 0 off, and sent only without it. */
static void test_extended_capabilities(void **state)
{
	(void) state;
	const uint64_t wanted =
	    CAPS | MYND_CAP_LONG_PASSWORD | MYND_CAP_MARIADB_METADATA | MYND_CAP_MARIADB_PROGRESS;
	const uint64_t offered = SERVER_CAPS | MYND_CAP_MARIADB_METADATA | MYND_CAP_MARIADB_PROGRESS;
	for (unsigned bit0 = 0; bit0 < 2; bit0++) {
		script s;
		script_prepare(&s, &whole, wanted);
		greet(&s, "11.4.2-MariaDB", offered | bit0, "mysql_native_password");
		uint64_t negotiated = mynd_session_server(s.session)->negotiated;
		assert_int_equal(negotiated & MYND_CAP_LONG_PASSWORD, bit0);
		assert_int_equal(negotiated >> 32, bit0 ? 0 : MYND_CAP_MARIADB_METADATA >> 32);
		assert_int_equal(s.said.ptr[4] & 1, bit0);
		assert_int_equal(s.said.ptr[4 + 28], bit0 ? 0 : MYND_CAP_MARIADB_METADATA >> 32);
		script_close(&s);
	}
}

/* Bulk executes are asked for only where the metadata can be cached: older servers see stock's login. */
static void test_bulk_is_negotiated(void **state)
{
	(void) state;
	static const struct {
		uint64_t offered;
		unsigned bits;
	} cases[] = {{0, 0}, {MYND_CAP_MARIADB_BULK, 0}, {MYND_CAP_MARIADB_CACHED, 0},
	    {MYND_CAP_MARIADB_BULK | MYND_CAP_MARIADB_CACHED, 4},
	    {MYND_CAP_MARIADB_BULK | MYND_CAP_MARIADB_CACHED | MYND_CAP_LONG_PASSWORD, 0}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		script s;
		script_prepare(&s, &whole, CAPS | MYND_CAP_LONG_PASSWORD | MYND_CAP_MARIADB_BULK);
		greet(&s, "10.11.1-MariaDB", SERVER_CAPS | cases[i].offered, "mysql_native_password");
		assert_int_equal(s.said.ptr[4 + 28], cases[i].bits);
		assert_int_equal(
		    s.said.ptr[4] & 1, (cases[i].offered & MYND_CAP_LONG_PASSWORD) != 0 || cases[i].bits == 0);
		script_close(&s);
	}
}

/* The whole login, fed in every way. The answer is the same each time, so its line is too. */
static void switched_login(script *s)
{
	script_greeting(s, "8.0.36", SERVER_CAPS | 1, "sha256_password");
	script_feed(s);
	s->sequence = 2;
	script_auth_switch(s, "mysql_native_password", "ABCDEFGHIJKLMNOPQRST");
	script_feed(s);
	s->sequence = 4;
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
}

static void test_switch_in_every_way(void **state)
{
	(void) state;
	char *first = NULL;
	size_t total = 1;
	for (size_t cut = 0; cut < total; cut++) {
		script s;
		script_prepare(&s, &(script_way){.cut = cut, .buffer = 1024, .chunk = cut == 1}, CAPS);
		script_start(&s);
		switched_login(&s);
		total = s.fed;
		if (first == NULL) {
			assert_non_null(strstr(s.trace, "> 3 "));
			assert_non_null(strstr(s.trace, "READY"));
			first = strdup(s.trace);
		} else {
			assert_string_equal(s.trace, first);
		}
		script_close(&s);
	}
	free(first);
}

static void test_answer_to_a_switch(void **state)
{
	(void) state;
	script s;
	uint8_t answer[20];
	script_prepare(&s, &whole, CAPS);
	script_start(&s);
	script_greeting(&s, "8.0.36", SERVER_CAPS | 1, "some_plugin_of_theirs");
	script_feed(&s);
	script_forget(&s);
	note_login(&s);
	script_expect(&s, "  number 1 capabilities b8280 collation 45\n"
	                  "  user root\n"
	                  "  answer of 20\n"
	                  "  method mysql_native_password\n");
	s.sequence = 2;
	script_auth_switch(&s, "mysql_native_password", "ABCDEFGHIJKLMNOPQRST");
	script_feed(&s);
	native_answer("secret", "ABCDEFGHIJKLMNOPQRST", answer);
	assert_int_equal(s.said.len, 24);
	assert_memory_equal(s.said.ptr, "\x14\0\0\x03", 4);
	assert_memory_equal(s.said.ptr + 4, answer, 20);
	script_close(&s);
}

/* --- TLS --- */

static void test_tls(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, CAPS | MYND_CAP_SSL);
	s.options.required = MYND_CAP_SSL;
	script_start(&s);
	script_greeting(&s, "8.0.36", SERVER_CAPS | 1 | MYND_CAP_SSL, "caching_sha2_password");
	mynd_span span = mynd_session_want(s.session);
	memcpy(span.ptr, s.pending.ptr, s.pending.len);
	assert_int_equal(mynd_session_commit(s.session, s.pending.len), MYND_OK);
	mynd_buffer_reset(&s.pending);
	mynd_event event;
	assert_int_equal(mynd_session_next(s.session, &event), MYND_OK);
	assert_int_equal(event.kind, MYND_EVENT_TLS);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_MORE);
	assert_int_equal(mynd_session_want(s.session).len, 0); /* nothing may be read in clear */
	script_output(&s);
	script_forget(&s);
	note_login(&s);
	mynd_session_tls_started(s.session, NULL);
	script_output(&s);
	script_note(&s, "TLS is up");
	note_login(&s);
	s.sequence = 3;
	script_packet(&s, "\1\4", 2); /* the server wants the password itself */
	script_feed(&s);
	script_ok(&s, 0, 0, 2, NULL);
	s.pending.ptr[3] = 5;
	script_feed(&s);
	assert_non_null(strstr(s.trace, "  number 1 capabilities b8a80 collation 45\n"));
	assert_non_null(strstr(s.trace, "TLS is up\n  number 2 capabilities b8a80 collation 45\n  user root\n"));
	assert_non_null(strstr(s.trace, "> 4 73 65637265740"));
	assert_non_null(strstr(s.trace, "READY"));
	script_close(&s);
}

static void test_bytes_before_tls(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, CAPS | MYND_CAP_SSL);
	script_start(&s);
	script_greeting(&s, "8.0.36", SERVER_CAPS | MYND_CAP_SSL, "mysql_native_password");
	s.sequence = 2;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "BAD 2027 Malformed packet: bytes in clear before TLS\n");
	script_close(&s);
}

static void test_tls_stripped(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, CAPS);
	s.options.required = MYND_CAP_SSL;
	script_start(&s);
	script_greeting(&s, "8.0.36", SERVER_CAPS, "mysql_native_password");
	script_feed(&s);
	script_expect(&s, "BAD 2006 MySQL server has gone away\n");
	assert_int_equal(mynd_session_error(s.session)->cause, MYND_CAUSE_REFUSED);
	assert_string_equal(
	    mynd_session_detail(s.session), "TLS was asked for, and the server does not offer it");
	script_close(&s);
}

/* --- a certificate in doubt --- */

static const uint8_t fingerprint[33] = "thirty-two bytes of a certificat"; /* and its end */

/* The proof for `password` by the native method, reckoned independently. */
static void proof_of(const char *password, const char *scramble, const uint8_t *of, char info[66])
{
	uint8_t once[20], all[72], digest[32];
	SHA1((const uint8_t *) password, strlen(password), once);
	SHA1(once, 20, all);
	memcpy(all + 20, scramble, 20);
	memcpy(all + 40, of, 32);
	SHA256(all, sizeof all, digest);
	info[0] = 1;
	for (int i = 0; i < 32; i++) {
		snprintf(info + 1 + 2 * i, 3, "%02X", digest[i]);
	}
}

/* As far as TLS, with a certificate in doubt; the lines so far are forgotten. */
static void doubted(script *s, const char *method, const char *password)
{
	script_prepare(s, &whole, CAPS | MYND_CAP_SSL);
	s->options.required = MYND_CAP_SSL;
	s->options.password = mynd_slice_of(password);
	script_start(s);
	script_greeting(s, "11.8.3-MariaDB", SERVER_CAPS | MYND_CAP_SSL, method);
	mynd_span span = mynd_session_want(s->session);
	memcpy(span.ptr, s->pending.ptr, s->pending.len);
	assert_int_equal(mynd_session_commit(s->session, s->pending.len), MYND_OK);
	mynd_buffer_reset(&s->pending);
	mynd_event event;
	assert_int_equal(mynd_session_next(s->session, &event), MYND_OK);
	assert_int_equal(event.kind, MYND_EVENT_TLS);
	script_output(s);
	mynd_session_tls_started(s->session, fingerprint);
	script_output(s);
	script_forget(s);
	note_login(s);
	s->sequence = 3;
}

#define DOUBTED_LOGIN                                                                                        \
	"  number 2 capabilities b8a80 collation 45\n  user root\n  answer of 20\n  method "                     \
	"mysql_native_password\n"
#define UNPROVED                                                                                             \
	"BAD 2026 SSL connection error: the server's certificate is self-signed, and the server has not proved " \
	"that it knows the password\n"

/* The login ends with this info; so it goes on, or not. */
static void ends_with(const char *info, const char *lines)
{
	script s;
	char all[512];
	doubted(&s, "mysql_native_password", "secret");
	script_ok(&s, 0, 0, 2, info);
	script_feed(&s);
	snprintf(all, sizeof all, "%s%s", DOUBTED_LOGIN, lines);
	script_expect(&s, all);
	script_close(&s);
}

static void test_proofs(void **state)
{
	(void) state;
	char info[66];
	proof_of("secret", "abcdefghijklmnopqrst", fingerprint, info);
	ends_with(info, "READY #0 affected=0 id=0 status=2 warnings=0 <65:54faf46c> last\n");
	ends_with(NULL, UNPROVED);
	ends_with("", UNPROVED);
	for (int i = 1; i < 65; i++) { /* each digit counts */
		char wrong[66];
		memcpy(wrong, info, sizeof wrong);
		wrong[i] = wrong[i] == '0' ? '1' : '0';
		ends_with(wrong, UNPROVED);
		wrong[i] = 'x';
		ends_with(wrong, UNPROVED);
	}
	info[64] = '\0'; /* cut */
	ends_with(info, UNPROVED);
	proof_of("Secret", "abcdefghijklmnopqrst", fingerprint, info);
	ends_with(info, UNPROVED);
	proof_of("secret", "abcdefghijklmnopqrsu", fingerprint, info);
	ends_with(info, UNPROVED);
	proof_of("secret", "abcdefghijklmnopqrst", (const uint8_t *) "another certificate, of 32 bytes", info);
	ends_with(info, UNPROVED); /* who stands between the two */
	proof_of("secret", "abcdefghijklmnopqrst", fingerprint, info);
	info[0] = 2;
	ends_with(info, UNPROVED);
}

static void test_a_proof_without_a_password(void **state)
{
	(void) state;
	script s;
	char info[66];
	proof_of("", "abcdefghijklmnopqrst", fingerprint, info);
	doubted(&s, "mysql_native_password", "");
	script_forget(&s);
	script_ok(&s, 0, 0, 2, info);
	script_feed(&s);
	script_expect(&s, UNPROVED);
	script_close(&s);
}

/* Methods that would reveal the password, or by which nobody can prove anything, are not used at all. */
static void test_methods_in_doubt(void **state)
{
	(void) state;
	static const char *const refused[] = {"mysql_clear_password", "caching_sha2_password", "sha256_password"};
	char lines[256];
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		script s;
		doubted(&s, refused[i], "secret"); /* not at the start ... */
		script_expect(&s, DOUBTED_LOGIN);
		script_auth_switch(&s, refused[i], "ABCDEFGHIJKLMNOPQRST"); /* ... nor later */
		script_feed(&s);
		snprintf(lines, sizeof lines,
		    "BAD 2026 SSL connection error: the server's certificate is self-signed, and the method %s "
		    "proves nothing about the server\n",
		    refused[i]);
		script_expect(&s, lines);
		script_close(&s);
	}
}

/* What the server refuses is the server's error; no further word is said. */
static void test_an_error_in_doubt(void **state)
{
	(void) state;
	script s;
	doubted(&s, "mysql_native_password", "secret");
	script_err(&s, 1045, "#28000Access denied for user 'root'");
	script_feed(&s);
	script_expect(&s, DOUBTED_LOGIN "ERROR #0 1045 28000 Access denied for user 'root' last\n"
	                                "BAD 1045 Access denied for user 'root'\n");
	script_close(&s);
}

/* --- refusals --- */

static void expect_end(script *s, const char *lines)
{
	script_feed(s);
	script_expect(s, lines);
	assert_int_equal(mynd_session_phase(s->session), MYND_PHASE_DEAD);
	script_close(s);
}

static void greeted(script *s, const char *method)
{
	script_prepare(s, &whole, CAPS);
	greet(s, "8.0.36", SERVER_CAPS, method);
	s->sequence = 2;
}

static void test_server_refuses(void **state)
{
	(void) state;
	script s;
	greeted(&s, "mysql_native_password");
	script_err(&s, 1045, "#28000Access denied for user 'root'");
	expect_end(&s, "ERROR #0 1045 28000 Access denied for user 'root' last\n"
	               "BAD 1045 Access denied for user 'root'\n");
}

static void test_error_instead_of_greeting(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, CAPS);
	script_start(&s);
	script_err(&s, 1040, "Too many connections");
	expect_end(&s, "ERROR #0 1040 08004 Too many connections last\nBAD 1040 Too many connections\n");
}

static void test_unknown_method(void **state)
{
	(void) state;
	script s;
	greeted(&s, "mysql_native_password");
	script_auth_switch(&s, "dialog", "x");
	expect_end(&s, "BAD 2054 The server requested authentication method unknown to the client [dialog]\n");
}

static void test_old_method(void **state)
{
	(void) state;
	script s;
	greeted(&s, "mysql_native_password");
	script_packet(&s, "\xFE", 1);
	script_feed(&s);
	assert_int_equal(mynd_session_error(s.session)->cause, MYND_CAUSE_REFUSED);
	script_close(&s);
}

static void test_third_switch(void **state)
{
	(void) state;
	script s;
	greeted(&s, "mysql_native_password");
	for (int i = 0; i < 3; i++) {
		script_forget(&s);
		s.sequence = (uint8_t) (2 + 2 * i);
		script_auth_switch(&s, "mysql_native_password", "ABCDEFGHIJKLMNOPQRST");
		if (i < 2) {
			script_feed(&s);
			assert_int_equal(s.said.len, 24);
		}
	}
	expect_end(&s, "BAD 2061 The server switched the authentication method more than 2 times\n");
}

static void test_clear_text(void **state)
{
	(void) state;
	script s;
	greeted(&s, "mysql_native_password");
	script_auth_switch(&s, "mysql_clear_password", "");
	expect_end(&s,
	    "BAD 2061 Authentication plugin 'mysql_clear_password' reported error: the server wants the "
	    "password in clear text over a connection that is not secure\n");
	for (int way = 0; way < 2; way++) {
		script_prepare(&s, &whole, CAPS);
		s.options.unix_socket = way == 0;
		s.options.allow_cleartext = way == 1;
		greet(&s, "8.0.36", SERVER_CAPS, "mysql_native_password");
		s.sequence = 2;
		script_auth_switch(&s, "mysql_clear_password", "");
		script_feed(&s);
		assert_memory_equal(s.said.ptr, "\7\0\0\3secret", 11);
		script_close(&s);
	}
}

/* A greeting that asks for the clear password is answered by another method: the server has to insist. */
static void test_clear_text_in_the_greeting(void **state)
{
	(void) state;
	script s;
	greeted(&s, "mysql_clear_password");
	note_login(&s);
	assert_non_null(strstr(s.trace, "method mysql_native_password"));
	assert_null(memmem(s.said.ptr, s.said.len, "secret", 6));
	script_close(&s);
}

static void expect_no_greeting(const char *bytes, size_t len, const char *lines)
{
	script s;
	script_prepare(&s, &whole, CAPS);
	script_start(&s);
	mynd_buffer_put_bytes(&s.pending, bytes, len);
	script_feed(&s);
	script_expect(&s, lines);
	assert_int_equal(mynd_session_server(s.session)->protocol, 0);
	script_close(&s);
}

static void test_no_mysql(void **state)
{
	(void) state;
	expect_no_greeting("HTTP/1.1 400 Bad Request", 24,
	    "BAD 2027 Packets out of order. Expected 0 received 80. Packet size=5526600\n");
	expect_no_greeting("\0\0\0\0", 4, "BAD 2027 Malformed packet: the greeting's version has no end\n");
	expect_no_greeting("\3\0\0\0\x0B"
	                   "x",
	    7, "BAD 2027 Malformed packet: not a greeting of protocol version 10\n");
	expect_no_greeting("\xFF\xFF\xFF\0", 4, "BAD 2027 Malformed packet: a packet of 16 MB that is no row\n");
}

static void test_packets_in_the_dialogue(void **state)
{
	(void) state;
	script s;
	const struct {
		const char *packet;
		size_t len;
	} bad[] = {{"", 0}, {"\2x", 2}, {"\1", 1}, {"\xFBx", 2},
	    {"\xFE"
	     "abc",
	        4},
	    {"\0", 1}, {"\xFF", 1}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		greeted(&s, "mysql_native_password");
		script_packet(&s, bad[i].packet, bad[i].len);
		script_feed(&s);
		assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_DEAD);
		assert_non_null(strstr(s.trace, "BAD 20"));
		assert_null(strstr(s.trace, "READY"));
		script_close(&s);
	}
}

static void test_commands_before_login(void **state)
{
	(void) state;
	script s;
	script_prepare(&s, &whole, CAPS);
	script_start(&s);
	assert_int_equal(script_query(&s, "SELECT 1"), 0);
	script_expect(&s, "cannot send: 2014 Commands out of sync; you can't run this command now\n");
	script_close(&s);
}

/* --- change-user --- */

static void change(script *s, const char *user)
{
	mynd_error error;
	assert_int_equal(mynd_session_change_user(s->session, mynd_slice_of(user), mynd_slice_of("other"),
	                     mynd_slice_of("db"), 33, ++s->sent, &error),
	    MYND_OK);
	script_output(s);
	s->sequence = 1;
}

static void changed_user(script *s)
{
	change(s, "joe");
	script_auth_switch(s, "mysql_native_password", "ABCDEFGHIJKLMNOPQRST");
	script_feed(s);
	s->sequence = 3;
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
	change(s, "jane");
	script_err(s, 1045, "#28000no");
	script_feed(s);
	script_query(s, "DO 1");
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
}

static void test_change_user(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &whole, CAPS);
	changed_user(&s);
	char *lines = strdup(s.trace);
	assert_non_null(strstr(lines, "> 0 11 "));
	assert_non_null(strstr(lines, "\n> 2 "));
	assert_non_null(strstr(lines, "READY #1 affected=0 id=0 status=2 warnings=0  last\n"
	                              "> 0 11 "));
	assert_non_null(strstr(lines, "ERROR #2 1045 28000 no last\n"
	                              "> 0 03 DO 1\n"
	                              "OK #3 affected=0 id=0 status=2 warnings=0  last\n"));
	assert_int_equal(mynd_session_server(s.session)->collation, 33);
	assert_int_equal(s.counts.change_user_packets, 2);
	assert_int_equal(s.counts.com[MYND_COM_CHANGE_USER], 2);
	script_close(&s);
	script_every_way(changed_user, CAPS, lines);
	free(lines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_native),
	    cmocka_unit_test(test_mysql),
	    cmocka_unit_test(test_extended_capabilities),
	    cmocka_unit_test(test_bulk_is_negotiated),
	    cmocka_unit_test(test_switch_in_every_way),
	    cmocka_unit_test(test_answer_to_a_switch),
	    cmocka_unit_test(test_tls),
	    cmocka_unit_test(test_bytes_before_tls),
	    cmocka_unit_test(test_tls_stripped),
	    cmocka_unit_test(test_proofs),
	    cmocka_unit_test(test_a_proof_without_a_password),
	    cmocka_unit_test(test_methods_in_doubt),
	    cmocka_unit_test(test_an_error_in_doubt),
	    cmocka_unit_test(test_server_refuses),
	    cmocka_unit_test(test_error_instead_of_greeting),
	    cmocka_unit_test(test_unknown_method),
	    cmocka_unit_test(test_old_method),
	    cmocka_unit_test(test_third_switch),
	    cmocka_unit_test(test_clear_text),
	    cmocka_unit_test(test_clear_text_in_the_greeting),
	    cmocka_unit_test(test_no_mysql),
	    cmocka_unit_test(test_packets_in_the_dialogue),
	    cmocka_unit_test(test_commands_before_login),
	    cmocka_unit_test(test_change_user),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
