/*
 * The window of a session: how much is written before replies are read.
 */
#include "script.h"

#include "wire/frame.h"

static const script_way whole = {0};

#define CAPS SCRIPT_CAPABILITIES
#define DO_1 (4 + 5) /* bytes of "DO 1" */

static void queue(script *s, const char *sql)
{
	s->deaf = true;
	script_query(s, sql);
	s->deaf = false;
}

static void answer(script *s)
{
	s->sequence = 1;
	s->deaf = true; /* what may be written now is looked at by the test */
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
	s->deaf = false;
}

static size_t take_output(script *s)
{
	size_t all = 0, len;
	while ((len = mynd_session_output(s->session).len) > 0) {
		mynd_session_sent(s->session, len);
		all += len;
	}
	return all;
}

static void open_with(script *s, unsigned commands, uint64_t bytes, unsigned count)
{
	script_log_in(s, &whole, CAPS);
	mynd_session_set_window(s->session, commands, bytes);
	for (unsigned i = 0; i < count; i++) {
		queue(s, "DO 1");
	}
}

static void test_one_at_a_time(void **state)
{
	(void) state;
	script s;
	open_with(&s, 1, 0, 3);
	assert_int_equal(mynd_session_unsent(s.session), DO_1);
	assert_int_equal(mynd_session_held(s.session), 2 * DO_1);
	for (unsigned i = 3; i > 0; i--) {
		assert_int_equal(take_output(&s), DO_1);
		assert_int_equal(mynd_session_pending_sent(s.session), 1);
		assert_int_equal(mynd_session_held(s.session), (i - 1) * DO_1);
		answer(&s);
	}
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	queue(&s, "DO 1");
	assert_int_equal(take_output(&s), DO_1);
	answer(&s);
	script_forget(&s);
	script_close(&s);
}

/* A close has no reply: behind a command whose reply is due it waits, and goes with what comes next. */
static void test_silent_behind_one(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	mynd_command close = mynd_command_statement_close(7);
	open_with(&s, 1, 0, 1);
	assert_int_equal(mynd_session_send(s.session, &close, &error), MYND_OK);
	assert_int_equal(take_output(&s), DO_1);
	queue(&s, "DO 1");
	assert_int_equal(take_output(&s), 0);
	answer(&s);
	assert_int_equal(take_output(&s), 4 + 5 + DO_1);
	answer(&s);
	script_forget(&s);
	script_close(&s);
}

/* More is written when half of the window is free, so that several commands go in one write. */
static void test_some_at_once(void **state)
{
	(void) state;
	script s;
	open_with(&s, 4, 1000, 10);
	assert_int_equal(take_output(&s), 4 * DO_1);
	answer(&s);
	assert_int_equal(take_output(&s), 0);
	answer(&s);
	assert_int_equal(take_output(&s), 2 * DO_1);
	for (unsigned i = 0; i < 8; i++) {
		answer(&s);
		take_output(&s);
	}
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_forget(&s);
	script_close(&s);
}

static void test_bytes(void **state)
{
	(void) state;
	script s;
	open_with(&s, 64, 3 * DO_1, 4);
	assert_int_equal(take_output(&s), 3 * DO_1);
	answer(&s);
	assert_int_equal(take_output(&s), DO_1);
	queue(&s, "SELECT 'longer than the window is, and so it goes alone'");
	assert_int_equal(take_output(&s), 0);
	answer(&s);
	answer(&s);
	assert_int_equal(take_output(&s), 0);
	answer(&s);
	assert_true(take_output(&s) > 3 * DO_1);
	answer(&s);
	script_forget(&s);
	script_close(&s);
}

/* What was given out is not taken back; the next reply opens it again. */
static void test_changed_meanwhile(void **state)
{
	(void) state;
	script s;
	open_with(&s, 64, 1000, 3);
	assert_int_equal(take_output(&s), 3 * DO_1);
	mynd_session_set_window(s.session, 1, 0);
	assert_int_equal(mynd_session_window(s.session), 1);
	queue(&s, "DO 1");
	assert_int_equal(mynd_session_unsent(s.session), 0);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(take_output(&s), 0);
		answer(&s);
	}
	assert_int_equal(take_output(&s), DO_1);
	queue(&s, "DO 1");
	mynd_session_set_window(s.session, 2, 1000);
	assert_int_equal(take_output(&s), DO_1);
	answer(&s);
	answer(&s);
	script_forget(&s);
	script_close(&s);
}

static void test_barrier_within(void **state)
{
	(void) state;
	script s;
	open_with(&s, 64, 1000, 1);
	queue(&s, "LOAD LOCAL");
	queue(&s, "DO 1");
	assert_int_equal(take_output(&s), DO_1 + 4 + 11);
	assert_int_equal(mynd_session_held(s.session), 0); /* it is the barrier that holds it */
	answer(&s);
	assert_int_equal(take_output(&s), 0);
	answer(&s);
	assert_int_equal(take_output(&s), DO_1);
	answer(&s);
	script_forget(&s);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_one_at_a_time),
	    cmocka_unit_test(test_silent_behind_one),
	    cmocka_unit_test(test_some_at_once),
	    cmocka_unit_test(test_bytes),
	    cmocka_unit_test(test_changed_meanwhile),
	    cmocka_unit_test(test_barrier_within),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
