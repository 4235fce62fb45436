/*
 * A session goes on in another process: what it has to know of it goes as bytes. Whole, damaged, cut at every
 * byte.
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include "session/handover.h"

#define CAPS    SCRIPT_CAPABILITIES
#define SEED    20261123u
#define DAMAGES 20000
#define ROOM    1024

static const script_way whole = {0};

typedef struct copy {
	uint8_t bytes[ROOM];
	size_t len;
} copy;

static void write_copy(const mynd_session *s, copy *c)
{
	mynd_writer to = mynd_writer_over(c->bytes, sizeof c->bytes);
	assert_int_equal(mynd_session_hand_over(s, &to), MYND_OK);
	c->len = (size_t) (to.pos - c->bytes);
}

/* A script whose session has not begun: the other process. */
static int take_copy(script *s, const uint8_t *bytes, size_t len, bool to_the_end)
{
	mynd_cursor from = mynd_cursor_over(bytes, len);
	script_prepare(s, &whole, CAPS);
	script_start(s);
	int rc = mynd_session_take_over(s->session, &from);
	return rc == MYND_OK && to_the_end && mynd_cursor_left(&from) > 0 ? MYND_BAD : rc;
}

/* What the first one has queued was written to the server. */
static void hand_over_sent(script *from, script *to)
{
	copy c;
	script_output(from);
	write_copy(from->session, &c);
	assert_int_equal(take_copy(to, c.bytes, c.len, true), MYND_OK);
}

static void queue(script *s, mynd_com com)
{
	mynd_command command = mynd_command_simple(com);
	s->deaf = false;
	script_send(s, &command);
}

static void test_idle(void **state)
{
	(void) state;
	script a, b;
	copy c;
	script_log_in(&a, &whole, CAPS);
	write_copy(a.session, &c);
	assert_int_equal(take_copy(&b, c.bytes, c.len, true), MYND_OK);
	assert_int_equal(mynd_session_phase(b.session), MYND_PHASE_IDLE);
	const mynd_server *was = mynd_session_server(a.session), *is = mynd_session_server(b.session);
	assert_string_equal(was->version, is->version);
	assert_int_equal(was->version_number, is->version_number);
	assert_int_equal(was->thread_id, is->thread_id);
	assert_int_equal(was->negotiated, is->negotiated);
	assert_int_equal(was->collation, is->collation);
	assert_int_equal(was->status, is->status);
	script_forget(&b);
	script_query(&b, "SELECT 1");
	b.sequence = 1;
	script_ok(&b, 0, 0, 2, NULL);
	script_feed(&b);
	script_expect(&b, "> 0 03 SELECT 1\n"
	                  "OK #1 affected=0 id=0 status=2 warnings=0  last\n");
	script_close(&a);
	script_close(&b);
}

/* Replies are due: they come to the process that goes on, for the owners that the first one gave. */
static void test_due(void **state)
{
	(void) state;
	script a, b;
	script_log_in(&a, &whole, CAPS);
	queue(&a, MYND_COM_RESET_CONNECTION);
	script_query(&a, "SET NAMES utf8mb4");
	hand_over_sent(&a, &b);
	assert_int_equal(mynd_session_pending(b.session), 2);
	assert_int_equal(mynd_session_pending_sent(b.session), 2);
	assert_int_equal(mynd_session_output(b.session).len, 0);
	script_forget(&b);
	for (int i = 0; i < 2; i++) {
		b.sequence = 1;
		script_ok(&b, 0, 0, 2, NULL);
		script_feed(&b);
	}
	assert_int_equal(mynd_session_phase(b.session), MYND_PHASE_IDLE);
	script_close(&a);
	script_close(&b);
}

/* Behind a sent command another one was sent: a server that asks for a file would read that one as it. */
static void test_no_file(void **state)
{
	(void) state;
	script a, b;
	script_log_in(&a, &whole, CAPS);
	script_query(&a, "SELECT 1");
	script_query(&a, "SELECT 2");
	hand_over_sent(&a, &b);
	script_forget(&b);
	b.sequence = 1;
	script_packet(&b, "\xFB/etc/passwd", 12);
	script_feed(&b);
	assert_int_equal(mynd_session_phase(b.session), MYND_PHASE_DEAD);
	script_close(&a);
	script_close(&b);
}

/* A change of user is a barrier, and a dialogue: the method's first answer is computed again. */
static void test_change_user(void **state)
{
	(void) state;
	script a, b;
	copy c;
	mynd_error error;
	script_log_in(&a, &whole, CAPS);
	mynd_slice none = {NULL, 0};
	assert_int_equal(
	    mynd_session_change_user(a.session, a.options.user, a.options.password, none, 45, 1, &error),
	    MYND_OK);
	script_output(&a);
	write_copy(a.session, &c);
	if (a.options.password.len > 0) { /* no secret travels */
		for (size_t i = 0; i + a.options.password.len <= c.len; i++) {
			assert_int_not_equal(memcmp(c.bytes + i, a.options.password.ptr, a.options.password.len), 0);
		}
	}
	assert_int_equal(take_copy(&b, c.bytes, c.len, true), MYND_OK);
	script_forget(&b);
	b.deaf = true;
	script_query(&b, "SELECT 1");
	assert_int_equal(mynd_session_output(b.session).len, 0);
	b.deaf = false;
	b.sequence = 1;
	script_ok(&b, 0, 0, 2, NULL);
	script_feed(&b);
	assert_int_equal(mynd_session_server(b.session)->collation, 45);
	assert_true(mynd_session_pending(b.session) == 1);
	script_close(&a);
	script_close(&b);
}

/* What cannot be handed over is not. */
static void test_refused(void **state)
{
	(void) state;
	script s;
	copy c;
	mynd_writer to;
	script_log_in(&s, &whole, CAPS);
	s.deaf = true;
	script_query(&s, "SELECT 1");
	assert_false(mynd_session_may_be_handed_over(s.session)); /* it is not sent */
	s.deaf = false;
	script_output(&s);
	assert_true(mynd_session_may_be_handed_over(s.session));
	s.sequence = 1;
	script_columns(&s, 1);
	script_row(&s, "1");
	script_feed(&s);
	assert_false(mynd_session_may_be_handed_over(s.session)); /* its reply has begun */
	to = mynd_writer_over(c.bytes, sizeof c.bytes);
	assert_int_equal(mynd_session_hand_over(s.session, &to), MYND_BAD);
	script_close(&s);
	script_log_in(&s, &whole, CAPS);
	script_prepare_statement(&s, "SELECT 1");
	script_output(&s);
	assert_false(mynd_session_may_be_handed_over(s.session)); /* not with such a command */
	script_close(&s);
	script_log_in(&s, &whole, CAPS);
	for (size_t room = 0; room < 100; room++) {
		to = mynd_writer_over(c.bytes, room);
		mynd_session_hand_over(s.session, &to);
		assert_true(to.pos <= c.bytes + room);
	}
	script_close(&s);
}

/* The first bytes of a packet arrive; they are no event yet. */
static void hear(script *s, const void *bytes, size_t len)
{
	mynd_span to = mynd_session_want(s->session);
	assert_true(to.len >= len);
	memcpy(to.ptr, bytes, len);
	mynd_session_commit(s->session, len);
	script_pull(s);
	assert_true(mynd_session_has_unread(s->session));
}

/* What has been read here is not there to be read for the other process, which would begin in its middle. */
static void test_unread(void **state)
{
	(void) state;
	script s;
	copy c;
	mynd_writer to = mynd_writer_over(c.bytes, sizeof c.bytes);
	for (int due = 0; due < 2; due++) {
		script_log_in(&s, &whole, CAPS);
		if (due) {
			queue(&s, MYND_COM_RESET_CONNECTION);
			script_output(&s);
		}
		assert_true(mynd_session_may_be_handed_over(s.session));
		hear(&s, "\x07\x00", 2);
		assert_false(mynd_session_may_be_handed_over(s.session));
		assert_int_equal(mynd_session_hand_over(s.session, &to), MYND_BAD);
		script_close(&s);
	}
}

/* A session that the bytes of a damaged copy may have made: whatever the server says, it answers or dies. */
static void use(script *s)
{
	uint8_t buffer[MYND_READ_BUFFER_MIN];
	mynd_event event;
	mynd_session_take_buffer(s->session);
	mynd_session_lend_buffer(s->session, buffer, sizeof buffer);
	for (int i = 0; i < 4; i++) {
		mynd_span to = mynd_session_want(s->session);
		static const uint8_t ok[] = {7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};
		if (to.len >= sizeof ok) {
			memcpy(to.ptr, ok, sizeof ok);
			mynd_session_commit(s->session, sizeof ok);
		}
		while (mynd_session_next(s->session, &event) == MYND_OK) {
		}
	}
	mynd_session_output(s->session);
	mynd_session_lend_buffer(s->session, s->memory, 4096);
}

static void damage(const copy *whole_copy, size_t least)
{
	script s;
	uint8_t *bytes = malloc(whole_copy->len); /* so that the sanitizer sees a read beyond the end */
	size_t len = rand() % 8 == 0 ? (size_t) rand() % whole_copy->len : whole_copy->len;
	bytes = realloc(bytes, len + 1);
	memcpy(bytes, whole_copy->bytes, len);
	for (int n = 1 + rand() % 4; n > 0 && len > least; n--) {
		bytes[least + (size_t) rand() % (len - least)] = (uint8_t) rand();
	}
	bytes = realloc(bytes, len > 0 ? len : 1);
	if (take_copy(&s, bytes, len, false) == MYND_OK) {
		use(&s);
	}
	script_close(&s);
	free(bytes);
}

static void test_damaged(void **state)
{
	(void) state;
	script a, b;
	copy c;
	script_log_in(&a, &whole, CAPS);
	queue(&a, MYND_COM_RESET_CONNECTION);
	script_query(&a, "SET NAMES utf8mb4");
	script_output(&a);
	write_copy(a.session, &c);
	for (size_t len = 0; len < c.len; len++) {
		assert_int_equal(take_copy(&b, c.bytes, len, true), MYND_BAD);
		script_close(&b);
	}
	srand(SEED);
	for (int i = 0; i < DAMAGES; i++) {
		damage(&c, 0);
	}
	script_close(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_idle),
	    cmocka_unit_test(test_due),
	    cmocka_unit_test(test_no_file),
	    cmocka_unit_test(test_change_user),
	    cmocka_unit_test(test_refused),
	    cmocka_unit_test(test_unread),
	    cmocka_unit_test(test_damaged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
