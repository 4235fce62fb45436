/*
 * A peer that is silent: when the callback is asked, what its answers do, and TCP's own limits.
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>
#include "net/set.h"
#include "net_help.h"

/* What the callback was told, and what it is to answer. */
static struct {
	mynd_net *net; /* that of the test */
	const mynd_net_counts *counts;
	int fd, events;
	mynd_deadline deadline;
	unsigned calls, alive; /* so many first answers are MYND_OK, later ones `then` */
	int then;
	int speaks; /* a descriptor to which it writes a byte, which makes the peer answer; -1: none */
} asked;

static int on_silence(const mynd_net_counts *counts, int fd, int events, mynd_deadline deadline)
{
	asked.counts = counts;
	asked.fd = fd;
	asked.events = events;
	asked.deadline = deadline;
	if (asked.speaks >= 0) {
		peer_write(asked.speaks, "!", 1);
	}
	int rc = asked.calls++ < asked.alive ? MYND_OK : asked.then;
	if (rc == MYND_MORE) {
		mynd_net_die(asked.net);
	}
	return rc;
}

static void answer(unsigned alive, int then)
{
	memset(&asked, 0, sizeof asked);
	asked.alive = alive;
	asked.then = then;
	asked.speaks = -1;
	mynd_net_on_silence(on_silence);
}

static int end_of_test(void **state)
{
	(void) state;
	mynd_net_on_silence(NULL);
	return 0;
}

/* Says "hello" and then nothing, until the byte comes that ends it: it is sent back first. */
static void say_little(int fd, void *context)
{
	char byte;
	int until = *(int *) context;
	peer_write(fd, "hello", 5);
	if (peer_read(until, &byte, 1) == 1) {
		peer_write(fd, &byte, 1);
	}
}

typedef struct silent {
	net_try t;
	net_peer peer;
	int ends[2];
} silent;

static void begin(silent *s, int64_t seconds)
{
	char hello[5];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, s->ends), 0);
	net_connect_peer(&s->t, &s->peer, say_little, &s->ends[1]);
	net_read_all(&s->t, hello, sizeof hello);
	mynd_net_set_dead_after(s->t.net, seconds);
	asked.net = s->t.net;
}

static void end(silent *s)
{
	net_end(&s->t);
	close(s->ends[0]);
	net_peer_join(&s->peer);
	close(s->ends[1]);
}

static int read_byte(silent *s, mynd_deadline deadline, bool later, double *took)
{
	uint8_t byte;
	size_t n;
	double before = net_seconds();
	mynd_span to = {&byte, 1};
	int rc = later ? mynd_net_read_later(s->t.net, to, deadline, &n, &s->t.error)
	               : mynd_net_read(s->t.net, to, deadline, &n, &s->t.error);
	*took = net_seconds() - before;
	return rc;
}

static void no_limit(void **state)
{
	(void) state;
	silent s;
	double took;
	answer(0, MYND_MORE);
	begin(&s, 0);
	assert_int_equal(read_byte(&s, mynd_deadline_in(0.1), false, &took), MYND_BAD);
	assert_int_equal(asked.calls, 0);
	assert_false(mynd_net_is_dead(s.t.net));
	end(&s);
}

static void a_dead_peer(void **state)
{
	(void) state;
	for (int later = 0; later < 2; later++) {
		silent s;
		double took;
		answer(0, MYND_MORE);
		begin(&s, 1);
		assert_int_equal(read_byte(&s, mynd_time_limit(86400), later, &took), MYND_BAD);
		net_assert_error(&s.t, MYND_ERR_GONE_AWAY, MYND_CAUSE_TIMED_OUT, 0, "MySQL server has gone away");
		assert_true(took > 0.45 && took < 10);
		assert_true(mynd_net_is_dead(s.t.net));
		assert_int_equal(asked.calls, 1);
		assert_ptr_equal(asked.counts, &s.t.counts);
		assert_int_equal(asked.fd, mynd_net_descriptor(s.t.net));
		assert_int_equal(asked.events, MYND_READABLE);
		assert_false(mynd_deadline_is_none(asked.deadline));
		end(&s);
	}
}

/* From the fifth reply on, a read of a long time limit sleeps in recv. */
static void a_recv_that_blocks(void **state)
{
	(void) state;
	silent s;
	double took;
	uint8_t byte;
	size_t n;
	answer(0, MYND_MORE);
	begin(&s, 1);
	for (int i = 0; i < 6; i++) {
		mynd_net_read_later(s.t.net, (mynd_span){&byte, 1}, mynd_deadline_in(0.001), &n, &s.t.error);
	}
	asked.calls = 0;
	assert_int_equal(read_byte(&s, MYND_NO_DEADLINE, true, &took), MYND_BAD);
	assert_true(mynd_net_is_dead(s.t.net));
	assert_int_equal(asked.calls, 1);
	assert_true(took > 0.45 && took < 0.95);
	end(&s);
}

static void a_living_peer(void **state)
{
	(void) state;
	silent s;
	double took;
	answer(2, MYND_MORE);
	begin(&s, 1);
	assert_int_equal(read_byte(&s, MYND_NO_DEADLINE, false, &took), MYND_BAD);
	assert_int_equal(asked.calls, 3);
	assert_true(took > 1.35);
	end(&s);
}

static void bytes_while_it_is_asked(void **state)
{
	(void) state;
	silent s;
	double took;
	answer(1, MYND_MORE);
	begin(&s, 1);
	asked.speaks = s.ends[0];
	assert_int_equal(read_byte(&s, MYND_NO_DEADLINE, false, &took), MYND_OK);
	assert_int_equal(asked.calls, 1);
	end(&s);
}

static void a_wait_that_is_cancelled(void **state)
{
	(void) state;
	silent s;
	double took;
	answer(0, MYND_BAD);
	begin(&s, 1);
	assert_int_equal(read_byte(&s, MYND_NO_DEADLINE, false, &took), MYND_BAD);
	net_assert_error(&s.t, MYND_ERR_GONE_AWAY, MYND_CAUSE_LOST, ECANCELED, "MySQL server has gone away");
	assert_false(mynd_net_is_dead(s.t.net));
	end(&s);
}

/* A deadline, or a moment of no wait, comes first. */
static void an_earlier_deadline(void **state)
{
	(void) state;
	silent s;
	double took;
	answer(0, MYND_MORE);
	begin(&s, 10);
	assert_int_equal(read_byte(&s, MYND_NO_WAIT, false, &took), MYND_MORE);
	assert_int_equal(read_byte(&s, mynd_deadline_in(0.05), false, &took), MYND_BAD);
	assert_int_equal(read_byte(&s, mynd_time_limit(1), false, &took), MYND_BAD);
	net_assert_error(&s.t, MYND_ERR_GONE_AWAY, MYND_CAUSE_TIMED_OUT, 0, "MySQL server has gone away");
	assert_int_equal(asked.calls, 0);
	end(&s);
}

static void a_peer_that_does_not_read(void **state)
{
	(void) state;
	silent s;
	size_t n = 0, len = 64 << 20;
	uint8_t *bytes = calloc(1, len);
	assert_non_null(bytes);
	answer(0, MYND_MORE);
	begin(&s, 1);
	int rc = MYND_OK;
	for (size_t at = 0; rc == MYND_OK && at < len; at += n) {
		rc = mynd_net_write(s.t.net, (mynd_slice){bytes + at, len - at}, MYND_NO_DEADLINE, &n, &s.t.error);
	}
	assert_int_equal(rc, MYND_BAD);
	assert_true(mynd_net_is_dead(s.t.net));
	assert_int_equal(asked.events, MYND_WRITABLE);
	free(bytes);
	end(&s);
}

/* --- several at a time --- */

/* Of two transports the silent one is asked for, once, although the other one moves bytes. */
static void a_set(void **state)
{
	(void) state;
	for (unsigned alive = 0; alive < 2; alive++) {
		silent one, other;
		int ready = 0;
		mynd_set *set = mynd_set_new();
		assert_non_null(set);
		answer(alive, MYND_MORE);
		begin(&other, 1);
		begin(&one, 1);
		assert_int_equal(mynd_set_watch(set, one.t.net, MYND_READABLE, &one), MYND_OK);
		assert_int_equal(mynd_set_watch(set, other.t.net, MYND_READABLE, &other), MYND_OK);
		assert_int_equal(mynd_set_wait(set, mynd_deadline_in(0.3)), MYND_MORE);
		net_write_all(&other.t, "x", 1);
		assert_int_equal(mynd_set_wait(set, mynd_deadline_in(0.1)), MYND_MORE);
		assert_int_equal(asked.calls, 0);
		double before = net_seconds();
		int rc = mynd_set_wait(set, mynd_deadline_in(alive != 0 ? 0.4 : 30));
		assert_int_equal(asked.calls, 1);
		assert_ptr_equal(asked.counts, &one.t.counts);
		assert_int_equal(rc, alive != 0 ? MYND_MORE : MYND_OK);
		assert_true(net_seconds() - before < 10);
		assert_ptr_equal(mynd_set_next(set, &ready), alive != 0 ? NULL : &one);
		uint8_t byte;
		size_t n;
		rc = mynd_net_read(one.t.net, (mynd_span){&byte, 1}, MYND_NO_WAIT, &n, &one.t.error);
		assert_int_equal(rc, alive != 0 ? MYND_MORE : MYND_BAD);
		assert_int_equal(one.t.error.cause, alive != 0 ? MYND_CAUSE_NONE : MYND_CAUSE_TIMED_OUT);
		mynd_set_free(set);
		end(&one);
		end(&other);
	}
}

/* --- TCP's own limits --- */

static int option(const silent *s, int level, int name)
{
	int value = 0;
	socklen_t len = sizeof value;
	assert_int_equal(getsockopt(mynd_net_descriptor(s->t.net), level, name, &value, &len), 0);
	return value;
}

static void keepalive(void **state)
{
	(void) state;
	static const struct {
		int64_t seconds;
		int idle, interval, count;
	} cases[] = {{1, 1, 1, 1}, {2, 1, 1, 1}, {3, 1, 1, 2}, {30, 15, 5, 3}, {31, 15, 5, 3},
	    {86400, 32767, 17877, 3}, {INT64_MAX, 32767, 32767, 127}};
	silent s;
	answer(0, MYND_OK);
	begin(&s, 0);
	assert_true(option(&s, SOL_SOCKET, SO_KEEPALIVE));
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		mynd_net_set_dead_after(s.t.net, cases[i].seconds);
		assert_int_equal(option(&s, IPPROTO_TCP, TCP_KEEPIDLE), cases[i].idle);
		assert_int_equal(option(&s, IPPROTO_TCP, TCP_KEEPINTVL), cases[i].interval);
		assert_int_equal(option(&s, IPPROTO_TCP, TCP_KEEPCNT), cases[i].count);
		assert_int_equal(option(&s, IPPROTO_TCP, TCP_USER_TIMEOUT), 0);
	}
	end(&s);
}

/* --- the first bytes --- */

static void a_connect_that_gives_up(void **state)
{
	(void) state;
	for (int greets = 0; greets < 2; greets++) {
		int ends[2], port = 0, listener = net_listen("127.0.0.1", &port, 8); /* accepts nobody */
		uint8_t byte;
		size_t n;
		net_try t;
		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		net_begin(&t);
		mynd_net_give_up_for(t.net, ends[0], MYND_READABLE);
		mynd_endpoint to = {.host = "127.0.0.1", .port = port, .greets = greets != 0};
		assert_int_equal(mynd_net_connect(t.net, &to, mynd_deadline_in(30), &t.error), MYND_OK);
		peer_write(ends[1], "!", 1);
		mynd_span span = {&byte, 1};
		assert_int_equal(mynd_net_read_later(t.net, span, mynd_deadline_in(30), &n, &t.error), MYND_BAD);
		net_assert_error(&t, MYND_ERR_GONE_AWAY, MYND_CAUSE_LOST, ECANCELED, "MySQL server has gone away");
		net_end(&t);
		close(ends[0]);
		close(ends[1]);
		close(listener);
	}
}

/* After the first bytes the other descriptor means nothing. */
static void a_connect_that_was_greeted(void **state)
{
	(void) state;
	silent s;
	int ends[2];
	double took;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	peer_write(ends[1], "!", 1);
	begin(&s, 0);
	mynd_net_give_up_for(s.t.net, ends[0], MYND_READABLE);
	assert_int_equal(read_byte(&s, mynd_deadline_in(0.05), false, &took), MYND_BAD);
	assert_int_equal(s.t.error.cause, MYND_CAUSE_TIMED_OUT);
	end(&s);
	close(ends[0]);
	close(ends[1]);
}

/* A peer that has not accepted the connection finds that it has none. */
static void withdrawn(void **state)
{
	(void) state;
	int port = 0, listener = net_listen("127.0.0.1", &port, 8);
	for (int withdraw = 0; withdraw < 2; withdraw++) {
		struct sockaddr_in peer;
		socklen_t len = sizeof peer;
		net_try t;
		net_begin(&t);
		assert_int_equal(net_connect(&t, "127.0.0.1", port, 30), MYND_OK);
		if (withdraw != 0) {
			mynd_net_withdraw(t.net);
		}
		net_end(&t);
		int fd = accept(listener, NULL, NULL);
		assert_true(fd >= 0);
		assert_int_equal(getpeername(fd, (struct sockaddr *) &peer, &len), withdraw != 0 ? -1 : 0);
		close(fd);
	}
	close(listener);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_teardown(no_limit, end_of_test),
	    cmocka_unit_test_teardown(a_dead_peer, end_of_test),
	    cmocka_unit_test_teardown(a_recv_that_blocks, end_of_test),
	    cmocka_unit_test_teardown(a_living_peer, end_of_test),
	    cmocka_unit_test_teardown(bytes_while_it_is_asked, end_of_test),
	    cmocka_unit_test_teardown(a_wait_that_is_cancelled, end_of_test),
	    cmocka_unit_test_teardown(an_earlier_deadline, end_of_test),
	    cmocka_unit_test_teardown(a_peer_that_does_not_read, end_of_test),
	    cmocka_unit_test_teardown(a_set, end_of_test),
	    cmocka_unit_test_teardown(keepalive, end_of_test),
	    cmocka_unit_test(a_connect_that_gives_up),
	    cmocka_unit_test(a_connect_that_was_greeted),
	    cmocka_unit_test(withdrawn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
