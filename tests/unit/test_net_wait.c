/*
 * Deadlines, the wait itself, and a program's waiter.
 */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include "net_help.h"

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void deadlines(void **state)
{
	(void) state;
	const double none[] = {0, -1, -INFINITY, NAN, INFINITY, 1e300, 1e10};
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
		assert_true(mynd_deadline_is_none(mynd_deadline_in(none[i])));
	}
	int64_t before = now();
	mynd_deadline d = mynd_deadline_in(1.5);
	int64_t after = now();
	assert_int_equal(d.kind, MYND_DEADLINE_POINT);
	assert_true(d.nanoseconds >= before + 1500000000 && d.nanoseconds <= after + 1500000000);
	assert_false(mynd_deadline_is_none(mynd_deadline_in(86400.0 * 365 * 50)));
	assert_false(mynd_deadline_has_passed(d));
	assert_false(mynd_deadline_has_passed(MYND_NO_DEADLINE));
	assert_true(mynd_deadline_has_passed(mynd_deadline_at(before)));
	assert_true(mynd_deadline_has_passed(MYND_NO_WAIT));
	assert_true(mynd_deadline_left(MYND_NO_WAIT) == 0);
	assert_true(mynd_deadline_left(mynd_deadline_at(before)) == 0);
	double left = mynd_deadline_left(d);
	assert_true(left > 0 && left <= 1.5);
}

/* From early to late: no wait, the points in time, none. */
static void deadlines_have_an_order(void **state)
{
	(void) state;
	const mynd_deadline order[] = {MYND_NO_WAIT, mynd_deadline_at(0), mynd_deadline_at(1),
	    mynd_deadline_at(INT64_MAX), MYND_NO_DEADLINE};
	enum { COUNT = sizeof order / sizeof order[0] };
	for (size_t i = 0; i < COUNT; i++) {
		for (size_t k = 0; k < COUNT; k++) {
			mynd_deadline earlier = mynd_deadline_earlier(order[i], order[k]);
			assert_int_equal(mynd_deadline_is_before(order[i], order[k]), i < k);
			assert_int_equal(mynd_deadline_is_same(order[i], order[k]), i == k);
			assert_true(mynd_deadline_is_same(earlier, order[i < k ? i : k]));
		}
	}
}

/* A time limit begins when it is told to; nothing else changes by that. */
static void time_limits_begin(void **state)
{
	(void) state;
	const int64_t none[] = {0, -1, INT64_MIN, INT64_MAX, INT64_C(3000000001)};
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
		assert_true(mynd_deadline_is_none(mynd_time_limit(none[i])));
	}
	mynd_deadline limit = mynd_time_limit(INT64_C(3000000000));
	assert_true(mynd_deadline_is_limit(limit));
	assert_false(mynd_deadline_has_passed(mynd_deadline_begin(limit)));
	limit = mynd_time_limit(7);
	int64_t before = now();
	mynd_deadline begun = mynd_deadline_begin(limit);
	int64_t after = now();
	assert_int_equal(begun.kind, MYND_DEADLINE_POINT);
	assert_true(begun.nanoseconds >= before + 7000000000 && begun.nanoseconds <= after + 7000000000);
	const mynd_deadline others[] = {MYND_NO_WAIT, MYND_NO_DEADLINE, mynd_deadline_at(5)};
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		assert_true(mynd_deadline_is_same(mynd_deadline_begin(others[i]), others[i]));
	}
}

/* More descriptors than fit on the stack; the ready ones are told apart. */
static void many_descriptors(void **state)
{
	(void) state;
	enum { COUNT = 100 };
	int pairs[COUNT][2];
	mynd_wait_fd fds[COUNT];
	for (int i = 0; i < COUNT; i++) {
		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]), 0);
		fds[i] = (mynd_wait_fd){pairs[i][0], MYND_READABLE, 77, false};
	}
	assert_int_equal(mynd_wait(fds, COUNT, MYND_NO_WAIT), MYND_MORE);
	for (int i = 0; i < COUNT; i++) {
		assert_int_equal(fds[i].ready, 0);
	}
	assert_int_equal(write(pairs[42][1], "x", 1), 1);
	close(pairs[99][1]); /* a hang-up is readable */
	fds[7].events = MYND_READABLE | MYND_WRITABLE;
	assert_int_equal(mynd_wait(fds, COUNT, MYND_NO_DEADLINE), MYND_OK);
	for (int i = 0; i < COUNT; i++) {
		int expected = i == 42   ? MYND_READABLE | MYND_SOUND
		               : i == 99 ? MYND_READABLE
		               : i == 7  ? MYND_WRITABLE | MYND_SOUND
		                         : 0;
		assert_int_equal(fds[i].ready, expected);
	}
	for (int i = 0; i < COUNT; i++) {
		close(pairs[i][0]);
		if (i != 99) {
			close(pairs[i][1]);
		}
	}
}

/* No descriptor: a sleep. */
static void a_wait_for_nothing_is_a_sleep(void **state)
{
	(void) state;
	double before = net_seconds();
	assert_int_equal(mynd_wait(NULL, 0, mynd_deadline_in(0.1)), MYND_MORE);
	double took = net_seconds() - before;
	assert_true(took >= 0.099 && took < 3);
	assert_int_equal(mynd_wait(NULL, 0, MYND_NO_WAIT), MYND_MORE);
	assert_int_equal(mynd_wait(NULL, 0, mynd_deadline_at(12345)), MYND_MORE); /* long ago */
}

/* --- a program's waiter --- */

typedef struct script {
	bool may_suspend;
	int answer;
	int ready;
	int error;
	unsigned asked, waited;
	mynd_wait_fd seen;
	mynd_deadline deadline;
} script;

static bool may_suspend(void *context)
{
	script *s = context;
	s->asked++;
	return s->may_suspend;
}

static int wait_by_script(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	script *s = context;
	s->waited++;
	s->deadline = deadline;
	if (count > 0) {
		s->seen = fds[0];
		fds[0].ready = s->ready;
	}
	errno = s->error;
	return s->answer;
}

static void a_waiter_is_asked(void **state)
{
	(void) state;
	int pair[2];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	script s = {.may_suspend = true, .answer = MYND_OK, .ready = MYND_WRITABLE};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	mynd_wait_fd fd = {pair[0], MYND_READABLE | MYND_WRITABLE, 77, false};
	assert_int_equal(mynd_wait(&fd, 1, mynd_deadline_at(4711)), MYND_OK);
	assert_int_equal(fd.ready, MYND_WRITABLE);
	assert_int_equal(s.seen.fd, pair[0]);
	assert_int_equal(s.seen.ready, 0);
	assert_true(mynd_deadline_is_same(s.deadline, mynd_deadline_at(4711)));

	/* its answers go through */
	s.answer = MYND_MORE;
	assert_int_equal(mynd_wait(&fd, 1, mynd_deadline_at(4711)), MYND_MORE);
	s.answer = MYND_BAD;
	assert_int_equal(mynd_wait(&fd, 1, mynd_deadline_at(4711)), MYND_BAD);

	/* "I will not": it blocks, in poll */
	s.answer = MYND_WAIT_BLOCK;
	fd.ready = 0;
	assert_int_equal(mynd_wait(&fd, 1, MYND_NO_DEADLINE), MYND_OK);
	assert_int_equal(fd.ready, MYND_WRITABLE | MYND_SOUND);

	/* not allowed, or nothing to wait for: it is not called */
	unsigned waited = s.waited;
	s.may_suspend = false;
	assert_int_equal(mynd_wait(&fd, 1, MYND_NO_DEADLINE), MYND_OK);
	s.may_suspend = true;
	assert_int_equal(mynd_wait(&fd, 1, MYND_NO_WAIT), MYND_OK);
	assert_int_equal(s.waited, waited);

	mynd_wait_install(NULL);
	unsigned asked = s.asked;
	assert_int_equal(mynd_wait(&fd, 1, MYND_NO_DEADLINE), MYND_OK);
	assert_int_equal(s.asked, asked);
	close(pair[0]);
	close(pair[1]);
}

static void *wait_elsewhere(void *context)
{
	mynd_wait_fd fd = {*(int *) context, MYND_WRITABLE, 0, false};
	return (void *) (intptr_t) mynd_wait(&fd, 1, MYND_NO_DEADLINE);
}

static void a_waiter_belongs_to_its_thread(void **state)
{
	(void) state;
	int pair[2];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	script s = {.may_suspend = true, .answer = MYND_BAD};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	pthread_t thread;
	void *answer;
	pthread_create(&thread, NULL, wait_elsewhere, &pair[0]);
	pthread_join(thread, &answer);
	mynd_wait_install(NULL);
	assert_int_equal((int) (intptr_t) answer, MYND_OK);
	assert_int_equal(s.asked, 0);
	close(pair[0]);
	close(pair[1]);
}

/* --- the transport and a waiter --- */

/* Says nothing, until the other end has left. */
static void quiet(int fd, void *context)
{
	(void) context;
	char sink[4096];
	while (peer_read(fd, sink, sizeof sink) == sizeof sink) {
	}
}

/* A cancelled wait is a loss of the link, whatever was being waited for. */
static void a_cancelled_wait_is_a_loss(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, quiet, NULL);
	script s = {.may_suspend = true, .answer = MYND_BAD};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	uint8_t byte;
	size_t n;
	int ready;
	assert_int_equal(
	    mynd_net_read(t.net, (mynd_span){&byte, 1}, mynd_deadline_in(10), &n, &t.error), MYND_BAD);
	assert_int_equal(t.error.code, 2006);
	assert_int_equal(t.error.cause, MYND_CAUSE_LOST);
	assert_int_equal(mynd_net_wait(t.net, MYND_READABLE, mynd_deadline_in(10), &ready, &t.error), MYND_BAD);
	assert_int_equal(t.error.cause, MYND_CAUSE_LOST);
	mynd_wait_install(NULL);
	net_end(&t);
	net_peer_join(&peer);
}

static void a_cancelled_connect_leaves_nothing_open(void **state)
{
	(void) state;
	int fds[16], port = 0, listener = net_listen("127.0.0.1", &port, 0);
	int filled = net_fill_backlog("127.0.0.1", port, fds, 16);
	int next = dup(0);
	close(next);
	script s = {.may_suspend = true, .answer = MYND_BAD};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	net_try t;
	net_begin(&t);
	mynd_wait_install(&waiter);
	assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_BAD);
	assert_int_equal(t.error.code, 2002);
	assert_int_equal(t.error.cause, MYND_CAUSE_LOST);
	assert_int_equal(s.seen.events, MYND_WRITABLE);
	assert_false(net_is_open(&t));
	int again = dup(0);
	close(again);
	assert_int_equal(again, next);
	mynd_wait_install(NULL);
	net_end(&t);
	while (filled > 0) {
		close(fds[--filled]);
	}
	close(listener);
}

/* A waiter that says "ready" too early: the connect goes on waiting, the read as well. */
static unsigned lies;

static int lie_then_block(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	(void) context;
	(void) deadline;
	if (lies == 0) {
		return MYND_WAIT_BLOCK;
	}
	lies--;
	for (unsigned i = 0; i < count; i++) {
		fds[i].ready = fds[i].events;
	}
	return MYND_OK;
}

static bool always(void *context)
{
	(void) context;
	return true;
}

static void answer_late(int fd, void *context)
{
	(void) context;
	struct timespec pause = {0, 50000000};
	nanosleep(&pause, NULL);
	peer_write(fd, "x", 1);
}

static void a_waiter_may_err(void **state)
{
	(void) state;
	const mynd_waiter waiter = {NULL, always, lie_then_block, NULL};
	int fds[16], port = 0, listener = net_listen("127.0.0.1", &port, 0);
	int filled = net_fill_backlog("127.0.0.1", port, fds, 16);
	net_try t;
	net_begin(&t);
	mynd_wait_install(&waiter);
	lies = 5;
	assert_int_equal(net_connect(&t, "127.0.0.1", port, 0.3), MYND_BAD);
	assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
	assert_int_equal(lies, 0);
	mynd_wait_install(NULL);
	net_end(&t);
	while (filled > 0) {
		close(fds[--filled]);
	}
	close(listener);

	net_peer peer;
	net_connect_peer(&t, &peer, answer_late, NULL);
	mynd_wait_install(&waiter);
	lies = 5;
	uint8_t byte = 0;
	net_read_all(&t, &byte, 1);
	assert_int_equal(byte, 'x');
	mynd_wait_install(NULL);
	net_peer_join(&peer);
	net_end(&t);
}

/* A waiter that finds the link ready for ever does not carry a read past its deadline. */
static void endless_lies_end_at_the_deadline(void **state)
{
	(void) state;
	const mynd_waiter waiter = {NULL, always, lie_then_block, NULL};
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, quiet, NULL);
	mynd_wait_install(&waiter);
	lies = UINT32_MAX;
	uint8_t byte;
	size_t n;
	double before = net_seconds();
	assert_int_equal(
	    mynd_net_read(t.net, (mynd_span){&byte, 1}, mynd_deadline_in(0.2), &n, &t.error), MYND_BAD);
	assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
	assert_true(net_seconds() - before < 3);
	mynd_wait_install(NULL);
	net_end(&t);
	net_peer_join(&peer);
}

/* --- a wait that never comes back, as when another fiber ends the request --- */

static jmp_buf out;

static int jump(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	(void) context;
	(void) fds;
	(void) count;
	(void) deadline;
	longjmp(out, 1);
}

/* In a read, and in a handshake. AddressSanitizer watches the memory. */
static void abandon(bool handshake)
{
	static net_peer peer;
	static net_try t;
	static const mynd_waiter waiter = {NULL, always, jump, NULL};
	net_connect_peer(&t, &peer, quiet, NULL);
	mynd_wait_install(&waiter);
	if (setjmp(out) == 0) {
		uint8_t byte;
		size_t n;
		mynd_tls_options options = {0};
		if (handshake) {
			mynd_net_start_tls(t.net, &options, "localhost", MYND_NO_DEADLINE, &t.error);
		} else {
			mynd_net_read(t.net, (mynd_span){&byte, 1}, MYND_NO_DEADLINE, &n, &t.error);
		}
		mynd_wait_install(NULL);
		fail_msg("it did not wait");
	}
	mynd_wait_install(NULL);
	net_end(&t);
	net_peer_join(&peer);
}

static void an_abandoned_wait_leaks_nothing(void **state)
{
	(void) state;
	abandon(false);
	abandon(true);
	mynd_net_thread_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(deadlines),
	    cmocka_unit_test(deadlines_have_an_order),
	    cmocka_unit_test(time_limits_begin),
	    cmocka_unit_test(many_descriptors),
	    cmocka_unit_test(a_wait_for_nothing_is_a_sleep),
	    cmocka_unit_test(a_waiter_is_asked),
	    cmocka_unit_test(a_waiter_belongs_to_its_thread),
	    cmocka_unit_test(a_cancelled_wait_is_a_loss),
	    cmocka_unit_test(a_cancelled_connect_leaves_nothing_open),
	    cmocka_unit_test(a_waiter_may_err),
	    cmocka_unit_test(endless_lies_end_at_the_deadline),
	    cmocka_unit_test(an_abandoned_wait_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
