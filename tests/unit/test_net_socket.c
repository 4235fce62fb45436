/*
 * Plain bytes: what arrives, what is counted, and each way to lose the connection; time limits, signals,
 * waiters.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <cmocka.h>
#include "net_help.h"

#define MEGABYTE (1 << 20)

/* --- bytes --- */

static void byte_by_byte(int fd, void *context)
{
	(void) context;
	char ack;
	for (int i = 0; i < 500; i++) {
		uint8_t byte = net_pattern((size_t) i);
		peer_write(fd, &byte, 1);
		if (peer_read(fd, &ack, 1) != 1) {
			return;
		}
	}
}

static void one_byte_at_a_time(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, byte_by_byte, NULL);
	for (int i = 0; i < 500; i++) {
		uint8_t got[100];
		size_t n = 0;
		assert_int_equal(
		    mynd_net_read(t.net, (mynd_span){got, 100}, mynd_deadline_in(10), &n, &t.error), MYND_OK);
		assert_int_equal(n, 1);
		assert_int_equal(got[0], net_pattern((size_t) i));
		net_write_all(&t, "a", 1);
	}
	assert_int_equal(t.counts.reads, 500);
	assert_int_equal(t.counts.read_bytes, 500);
	net_peer_join(&peer);
	net_end(&t);
}

#define LARGE (20u * MEGABYTE)

/* Sends and receives the pattern at the same time, as a server in a large pipeline does. */
static void *send_large(void *context)
{
	int fd = *(int *) context;
	uint8_t *all = malloc(LARGE);
	net_fill_pattern(all, 0, LARGE);
	peer_write(fd, all, LARGE);
	free(all);
	return NULL;
}

static void both_ways(int fd, void *context)
{
	bool *same = context;
	pthread_t sender;
	uint8_t *got = malloc(LARGE), *expected = malloc(LARGE);
	pthread_create(&sender, NULL, send_large, &fd);
	net_fill_pattern(expected, 7, LARGE);
	*same = peer_read(fd, got, LARGE) == LARGE && memcmp(got, expected, LARGE) == 0;
	pthread_join(sender, NULL);
	free(got);
	free(expected);
}

/* The link's way with a pipeline: waits for either, never blocks in a read or write. */
static void large_transfers_both_ways_at_once(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	bool same = false;
	net_connect_peer(&t, &peer, both_ways, &same);
	uint8_t *out = malloc(LARGE), *in = malloc(LARGE), *expected = malloc(LARGE);
	net_fill_pattern(out, 7, LARGE);
	net_fill_pattern(expected, 0, LARGE);
	size_t sent = 0, got = 0;
	while (sent < LARGE || got < LARGE) {
		int ready = 0, wanted = (sent < LARGE ? MYND_WRITABLE : 0) | (got < LARGE ? MYND_READABLE : 0);
		assert_int_equal(mynd_net_wait(t.net, wanted, mynd_deadline_in(30), &ready, &t.error), MYND_OK);
		assert_int_equal(ready & ~wanted, 0);
		size_t n = 0;
		if (ready & MYND_WRITABLE) {
			int rc =
			    mynd_net_write(t.net, (mynd_slice){out + sent, LARGE - sent}, MYND_NO_WAIT, &n, &t.error);
			assert_int_not_equal(rc, MYND_BAD);
			sent += rc == MYND_OK ? n : 0;
		}
		if (ready & MYND_READABLE) {
			int rc = mynd_net_read(t.net, (mynd_span){in + got, LARGE - got}, MYND_NO_WAIT, &n, &t.error);
			assert_int_not_equal(rc, MYND_BAD);
			got += rc == MYND_OK ? n : 0;
		}
	}
	assert_memory_equal(in, expected, LARGE);
	assert_int_equal(t.counts.written_bytes, LARGE);
	assert_int_equal(t.counts.read_bytes, LARGE);
	assert_true(t.counts.writes > 1 && t.counts.reads > 1);
	net_peer_join(&peer);
	assert_true(same);
	free(out);
	free(in);
	free(expected);
	net_end(&t);
}

/* --- losing it --- */

static void leave(int fd, void *context)
{
	(void) fd;
	(void) context;
}

static void reset(int fd, void *context)
{
	(void) context;
	char byte;
	struct linger hard = {1, 0};
	peer_read(fd, &byte, 1);
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
}

static void silence(int fd, void *context)
{
	(void) context;
	char byte;
	peer_read(fd, &byte, 1);
}

/* Holds the connection, and reads nothing, until the other end of a pipe is closed. */
static void hold(int fd, void *context)
{
	(void) fd;
	char byte;
	while (read(*(int *) context, &byte, 1) < 0) {
	}
}

static int read_one(net_try *t, mynd_deadline deadline)
{
	uint8_t byte;
	size_t n = 0;
	return mynd_net_read(t->net, (mynd_span){&byte, 1}, deadline, &n, &t->error);
}

static void the_end_of_the_file_is_a_loss(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, leave, NULL);
	assert_int_equal(read_one(&t, mynd_deadline_in(10)), MYND_BAD);
	net_assert_error(&t, 2006, MYND_CAUSE_LOST, 0, "MySQL server has gone away");
	assert_true(mynd_net_look_for_end(t.net));
	assert_int_equal(read_one(&t, MYND_NO_WAIT), MYND_BAD); /* and stays one, without waiting too */
	assert_int_equal(t.counts.reads, 0);
	net_peer_join(&peer);
	net_end(&t);
}

static void a_reset_is_a_loss(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, reset, NULL);
	net_write_all(&t, "x", 1);
	net_peer_join(&peer);
	assert_int_equal(read_one(&t, mynd_deadline_in(10)), MYND_BAD);
	net_assert_error(&t, 2006, MYND_CAUSE_LOST, ECONNRESET, "MySQL server has gone away");
	net_end(&t);
}

/* No SIGPIPE: its default action would end this program. */
static void writing_to_nobody_raises_no_signal(void **state)
{
	(void) state;
	assert_ptr_equal(signal(SIGPIPE, SIG_DFL), SIG_DFL);
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, reset, NULL);
	net_write_all(&t, "x", 1);
	net_peer_join(&peer);
	int rc = MYND_OK;
	for (int i = 0; i < 10 && rc == MYND_OK; i++) {
		size_t n;
		rc = mynd_net_write(t.net, mynd_slice_of("more"), mynd_deadline_in(10), &n, &t.error);
	}
	assert_int_equal(rc, MYND_BAD);
	assert_int_equal(t.error.code, 2006);
	size_t n;
	assert_int_equal(
	    mynd_net_write(t.net, mynd_slice_of("more"), mynd_deadline_in(10), &n, &t.error), MYND_BAD);
	net_assert_error(&t, 2006, MYND_CAUSE_LOST, EPIPE, "MySQL server has gone away");
	net_end(&t);
}

static void silence_times_out(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, silence, NULL);
	assert_false(mynd_net_look_for_end(t.net));
	double before = net_seconds();
	assert_int_equal(read_one(&t, mynd_deadline_in(0.3)), MYND_BAD);
	double took = net_seconds() - before;
	net_assert_error(&t, 2006, MYND_CAUSE_TIMED_OUT, 0, "MySQL server has gone away");
	assert_true(took >= 0.29 && took < 3);
	int ready = 1;
	assert_int_equal(mynd_net_wait(t.net, MYND_READABLE, mynd_deadline_in(0.1), &ready, &t.error), MYND_BAD);
	assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
	assert_int_equal(ready, 0);
	/* A deadline that has passed long ago is not MYND_NO_WAIT. */
	assert_int_equal(read_one(&t, mynd_deadline_at(1)), MYND_BAD);
	assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
	assert_true(t.counts.waits >= 2);
	assert_true(t.counts.wait_nanoseconds > 200000000);
	net_write_all(&t, "x", 1);
	net_peer_join(&peer);
	net_end(&t);
}

static void a_full_socket_times_out(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	int release[2];
	assert_int_equal(pipe2(release, O_CLOEXEC), 0);
	net_connect_peer(&t, &peer, hold, &release[0]);
	uint8_t *bytes = calloc(1, MEGABYTE);
	int rc = MYND_OK;
	size_t n, total = 0;
	while (rc == MYND_OK && total < 1000u * MEGABYTE) {
		rc = mynd_net_write(t.net, (mynd_slice){bytes, MEGABYTE}, MYND_NO_WAIT, &n, &t.error);
		total += rc == MYND_OK ? n : 0;
	}
	assert_int_equal(rc, MYND_MORE);
	assert_int_equal(t.counts.written_bytes, total);
	double before;
	do { /* the kernel may still find room, but not for ever */
		before = net_seconds();
		rc = mynd_net_write(t.net, (mynd_slice){bytes, MEGABYTE}, mynd_deadline_in(0.3), &n, &t.error);
	} while (rc == MYND_OK);
	double took = net_seconds() - before;
	assert_int_equal(rc, MYND_BAD);
	net_assert_error(&t, 2006, MYND_CAUSE_TIMED_OUT, 0, "MySQL server has gone away");
	assert_true(took >= 0.29 && took < 5);
	free(bytes);
	close(release[1]);
	net_peer_join(&peer);
	close(release[0]);
	net_end(&t);
}

static void no_wait_never_waits(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, silence, NULL);
	int ready;
	uint64_t waits = t.counts.waits;
	assert_int_equal(read_one(&t, MYND_NO_WAIT), MYND_MORE);
	assert_int_equal(t.counts.waits, waits);
	assert_int_equal(mynd_net_wait(t.net, MYND_READABLE, MYND_NO_WAIT, &ready, &t.error), MYND_MORE);
	assert_int_equal(ready, 0);
	assert_int_equal(
	    mynd_net_wait(t.net, MYND_READABLE | MYND_WRITABLE, MYND_NO_WAIT, &ready, &t.error), MYND_OK);
	assert_int_equal(ready, MYND_WRITABLE);
	net_write_all(&t, "x", 1);
	net_peer_join(&peer);
	net_end(&t);
}

/* Bytes that are there are taken by one recv, without a poll before it. */
static void a_read_tries_before_it_waits(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, peer_greet, NULL);
	int ready;
	assert_int_equal(mynd_net_wait(t.net, MYND_READABLE, mynd_deadline_in(10), &ready, &t.error), MYND_OK);
	assert_true(mynd_net_look_for_end(t.net)); /* bytes on an idle link */
	uint64_t waits = t.counts.waits;
	char got[100];
	size_t n;
	assert_int_equal(
	    mynd_net_read(t.net, (mynd_span){(uint8_t *) got, 100}, mynd_deadline_in(10), &n, &t.error), MYND_OK);
	assert_int_equal(n, 5);
	assert_int_equal(t.counts.waits, waits);
	assert_int_equal(t.counts.reads, 1);
	net_end(&t);
	net_peer_join(&peer);
}

static void a_closed_transport_answers(void **state)
{
	(void) state;
	net_try t;
	net_begin(&t);
	size_t n;
	int ready;
	assert_int_equal(read_one(&t, mynd_deadline_in(10)), MYND_BAD);
	assert_int_equal(t.error.code, 2006);
	assert_int_equal(mynd_net_write(t.net, mynd_slice_of("x"), MYND_NO_WAIT, &n, &t.error), MYND_BAD);
	assert_int_equal(mynd_net_wait(t.net, MYND_READABLE, MYND_NO_DEADLINE, &ready, &t.error), MYND_BAD);
	assert_true(mynd_net_look_for_end(t.net));
	mynd_net_close(t.net);
	net_end(&t);
	mynd_net_free(NULL);
}

/* --- signals --- */

static volatile sig_atomic_t alarms;

static void on_alarm(int number)
{
	(void) number;
	alarms++;
}

static void slowly(int fd, void *context)
{
	(void) context;
	for (int i = 0; i < 20; i++) {
		struct timespec pause = {0, 10000000};
		nanosleep(&pause, NULL);
		uint8_t byte = net_pattern((size_t) i);
		peer_write(fd, &byte, 1);
	}
	char byte;
	peer_read(fd, &byte, 1);
}

/* A timer that interrupts every half millisecond neither ends a wait nor stretches it. */
static void a_storm_of_signals(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, slowly, NULL);
	struct sigaction action = {.sa_handler = on_alarm}, old;
	struct itimerval storm = {{0, 500}, {0, 500}}, calm = {{0, 0}, {0, 0}};
	sigaction(SIGALRM, &action, &old); /* no SA_RESTART */
	setitimer(ITIMER_REAL, &storm, NULL);
	uint8_t got[20], expected[20];
	net_read_all(&t, got, 20);
	double before = net_seconds();
	int rc = read_one(&t, mynd_deadline_in(0.3));
	double took = net_seconds() - before;
	setitimer(ITIMER_REAL, &calm, NULL);
	sigaction(SIGALRM, &old, NULL);
	net_fill_pattern(expected, 0, 20);
	assert_memory_equal(got, expected, 20);
	assert_int_equal(rc, MYND_BAD);
	assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
	assert_true(took >= 0.29 && took < 3);
	assert_true(alarms > 50);
	net_write_all(&t, "x", 1);
	net_peer_join(&peer);
	net_end(&t);
}

/* --- replies, which cannot be here when they are asked for --- */

#define ASKED 12

/* Answers each byte with itself, the ones above 'm' after a while. */
static void echo(int fd, void *context)
{
	(void) context;
	char byte;
	while (peer_read(fd, &byte, 1) == 1 && byte != '.') {
		if (byte > 'm') {
			usleep(50000);
		}
		peer_write(fd, &byte, 1);
	}
}

static void ask(net_try *t, char question, mynd_deadline deadline)
{
	uint8_t answer = 0;
	size_t n = 0;
	net_write_all(t, &question, 1);
	assert_int_equal(mynd_net_read_later(t->net, (mynd_span){&answer, 1}, deadline, &n, &t->error), MYND_OK);
	assert_int_equal(n, 1);
	assert_int_equal(answer, question);
}

static void ask_often(net_try *t)
{
	for (unsigned i = 0; i < ASKED; i++) {
		ask(t, (char) ('a' + i), i % 4 == 3 ? MYND_NO_DEADLINE : mynd_time_limit(86400 + i / 8));
	}
}

static bool sleeps_by_itself(const net_try *t)
{
	return !(fcntl(mynd_net_descriptor(t->net), F_GETFL) & O_NONBLOCK);
}

static void assert_later_times_out(net_try *t, mynd_deadline deadline, double least)
{
	uint8_t byte;
	size_t n;
	double before = net_seconds();
	assert_int_equal(mynd_net_read_later(t->net, (mynd_span){&byte, 1}, deadline, &n, &t->error), MYND_BAD);
	double took = net_seconds() - before;
	net_assert_error(t, 2006, MYND_CAUSE_TIMED_OUT, 0, "MySQL server has gone away");
	assert_true(took >= least && took < least + 3);
}

/* Whatever mode the socket is in, no other call sleeps, and a deadline is kept. */
static void a_reply_is_slept_for(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	static uint8_t bytes[MEGABYTE];
	size_t n;
	int rc;
	net_connect_peer(&t, &peer, echo, NULL);
	assert_false(sleeps_by_itself(&t));
	uint64_t waits = t.counts.waits;
	ask_often(&t);
	assert_true(sleeps_by_itself(&t));
	assert_int_equal(t.counts.waits - waits, ASKED);
	assert_int_equal(t.counts.reads, ASKED);
	assert_int_equal(t.counts.read_bytes, ASKED);
	assert_int_equal(read_one(&t, MYND_NO_WAIT), MYND_MORE);
	assert_false(mynd_net_look_for_end(t.net));
	assert_later_times_out(&t, mynd_deadline_in(0.1), 0.09);
	assert_later_times_out(&t, mynd_time_limit(1), 0.99);
	ask(&t, 'x', mynd_time_limit(86400));
	net_write_all(&t, ".", 1);
	net_peer_join(&peer);
	while (
	    (rc = mynd_net_write(t.net, (mynd_slice){bytes, MEGABYTE}, MYND_NO_WAIT, &n, &t.error)) == MYND_OK) {
	}
	assert_int_equal(rc, MYND_BAD);
	assert_int_equal(
	    mynd_net_read_later(t.net, (mynd_span){bytes, 1}, mynd_time_limit(86400), &n, &t.error), MYND_BAD);
	assert_int_equal(t.error.cause, MYND_CAUSE_LOST);
	net_end(&t);
}

static void echo_and_hold(int fd, void *context)
{
	char byte;
	for (unsigned i = 0; i < ASKED && peer_read(fd, &byte, 1) == 1; i++) {
		peer_write(fd, &byte, 1);
	}
	hold(fd, context);
}

static void a_write_does_not_sleep_for_it(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	static uint8_t bytes[MEGABYTE];
	size_t n;
	int rc, ends[2];
	assert_int_equal(pipe(ends), 0);
	net_connect_peer(&t, &peer, echo_and_hold, &ends[0]);
	ask_often(&t);
	assert_true(sleeps_by_itself(&t));
	while (
	    (rc = mynd_net_write(t.net, (mynd_slice){bytes, MEGABYTE}, MYND_NO_WAIT, &n, &t.error)) == MYND_OK) {
	}
	assert_int_equal(rc, MYND_MORE);
	close(ends[1]);
	net_peer_join(&peer);
	close(ends[0]);
	net_end(&t);
}

static void signals_do_not_end_the_sleep(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, echo, NULL);
	ask_often(&t);
	struct sigaction action = {.sa_handler = on_alarm}, old;
	struct itimerval storm = {{0, 500}, {0, 500}}, calm = {{0, 0}, {0, 0}};
	sigaction(SIGALRM, &action, &old); /* no SA_RESTART */
	alarms = 0;
	setitimer(ITIMER_REAL, &storm, NULL);
	ask(&t, 'x', mynd_time_limit(86400));
	ask(&t, 'y', MYND_NO_DEADLINE);
	setitimer(ITIMER_REAL, &calm, NULL);
	sigaction(SIGALRM, &old, NULL);
	assert_true(alarms > 10);
	net_write_all(&t, ".", 1);
	net_peer_join(&peer);
	net_end(&t);
}

/* A socket's mode is shared with other processes that have it. */
static void a_changed_mode_does_no_harm(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_connect_peer(&t, &peer, echo, NULL);
	ask_often(&t);
	fcntl(mynd_net_descriptor(t.net), F_SETFL, O_NONBLOCK);
	ask(&t, 'x', mynd_time_limit(86400));
	ask(&t, 'y', MYND_NO_DEADLINE);
	net_write_all(&t, ".", 1);
	net_peer_join(&peer);
	net_end(&t);
}

static bool would_suspend(void *context)
{
	return *(bool *) context;
}

static int count_wait(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	(void) context;
	(void) fds;
	(void) count;
	(void) deadline;
	alarms++;
	return MYND_WAIT_BLOCK;
}

static void a_waiter_is_asked_all_the_same(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	bool willing = true;
	const mynd_waiter waiter = {&willing, would_suspend, count_wait, NULL};
	net_connect_peer(&t, &peer, echo, NULL);
	ask_often(&t);
	mynd_wait_install(&waiter);
	alarms = 0;
	ask(&t, 'a', mynd_time_limit(86400));
	assert_int_equal(alarms, 1);
	willing = false;
	ask(&t, 'b', mynd_time_limit(86400));
	assert_int_equal(alarms, 1);
	mynd_wait_install(NULL);
	net_write_all(&t, ".", 1);
	net_peer_join(&peer);
	net_end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_byte_at_a_time),
	    cmocka_unit_test(large_transfers_both_ways_at_once),
	    cmocka_unit_test(the_end_of_the_file_is_a_loss),
	    cmocka_unit_test(a_reset_is_a_loss),
	    cmocka_unit_test(writing_to_nobody_raises_no_signal),
	    cmocka_unit_test(silence_times_out),
	    cmocka_unit_test(a_full_socket_times_out),
	    cmocka_unit_test(no_wait_never_waits),
	    cmocka_unit_test(a_read_tries_before_it_waits),
	    cmocka_unit_test(a_closed_transport_answers),
	    cmocka_unit_test(a_storm_of_signals),
	    cmocka_unit_test(a_reply_is_slept_for),
	    cmocka_unit_test(a_write_does_not_sleep_for_it),
	    cmocka_unit_test(signals_do_not_end_the_sleep),
	    cmocka_unit_test(a_changed_mode_does_no_harm),
	    cmocka_unit_test(a_waiter_is_asked_all_the_same),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	net_remove_files();
	return failed;
}
