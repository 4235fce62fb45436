/*
 * Pollers: what is reported and when, time limits in any order, what leaves, what a forked child does, and
 * which numbers descriptors get.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "net/poller.h"
#include "net/private.h"
#include "net/set.h"

#define MILLISECOND INT64_C(1000000)

static unsigned told_kernel;

/* In the place of the C library's: how often the kernel is told what to wait for. */
int epoll_ctl(int set, int what, int fd, struct epoll_event *event)
{
	told_kernel++;
	return (int) syscall(SYS_epoll_ctl, set, what, fd, event);
}

typedef struct pair {
	int ours, peers;
} pair;

static pair make_pair(void)
{
	int fds[2];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), 0);
	return (pair){fds[0], fds[1]};
}

static void say(pair p)
{
	assert_int_equal(write(p.peers, "x", 1), 1);
}

static void hear(pair p)
{
	char byte;
	assert_int_equal(read(p.ours, &byte, 1), 1);
}

static void close_pair(pair p)
{
	mynd_wait_closing(p.ours);
	close(p.ours);
	close(p.peers);
}

static bool is_readable(const mynd_poller *poller, int milliseconds)
{
	struct pollfd fd = {mynd_poller_fd(poller), POLLIN, 0};
	return poll(&fd, 1, milliseconds) == 1;
}

static mynd_polled *begin(mynd_poller *poller, int fd, int events, mynd_deadline deadline)
{
	mynd_wait_fd one = {fd, events, 0, false};
	mynd_polled *wait = mynd_polled_begin(poller, &one, 1, deadline);
	assert_non_null(wait);
	return wait;
}

/* Returns what the wait says of its descriptor. */
static int end(mynd_polled *wait, int fd, int events)
{
	mynd_wait_fd one = {fd, events, 0, false};
	mynd_polled_end(wait, &one, 1, true);
	return one.ready;
}

/* 'r': it is ready, 't': its time has passed; then the next must be none. */
static void assert_next(mynd_poller *poller, uint64_t number, char how)
{
	uint64_t got;
	bool is_ready;
	mynd_poller_look(poller);
	assert_true(mynd_poller_next(poller, &got, &is_ready));
	assert_int_equal(got, number);
	assert_int_equal(is_ready, how == 'r');
}

static void assert_none(mynd_poller *poller)
{
	uint64_t got;
	bool is_ready;
	mynd_poller_look(poller);
	assert_false(mynd_poller_next(poller, &got, &is_ready));
}

static void test_one(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	pair p = make_pair();
	assert_false(is_readable(poller, 0));
	for (int i = 0; i < 3; i++) {
		told_kernel = 0;
		mynd_polled *wait = begin(poller, p.ours, MYND_READABLE, MYND_NO_DEADLINE);
		uint64_t number = mynd_polled_number(wait);
		assert_int_equal(number, i + 1);
		assert_false(is_readable(poller, 0));
		assert_none(poller);
		say(p);
		assert_true(is_readable(poller, 1000));
		assert_next(poller, number, 'r');
		assert_none(poller); /* once, although nobody has read */
		assert_false(is_readable(poller, 0));
		assert_int_equal(end(wait, p.ours, MYND_READABLE), MYND_READABLE | MYND_SOUND);
		assert_int_equal(told_kernel, 1);
		hear(p);
	}
	close_pair(p);
	mynd_poller_free(poller);
}

static void test_what_was_ready_before_counts(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	pair p = make_pair();
	say(p);
	for (int i = 0; i < 2; i++) { /* the second time nothing new has come */
		mynd_polled *wait = begin(poller, p.ours, MYND_READABLE, MYND_NO_DEADLINE);
		assert_true(is_readable(poller, 0));
		assert_next(poller, mynd_polled_number(wait), 'r');
		end(wait, p.ours, MYND_READABLE);
	}
	mynd_polled *wait = begin(poller, p.ours, MYND_WRITABLE, MYND_NO_DEADLINE);
	assert_next(poller, mynd_polled_number(wait), 'r');
	assert_int_equal(end(wait, p.ours, MYND_WRITABLE), MYND_WRITABLE | MYND_SOUND);
	shutdown(p.peers, SHUT_RDWR);
	wait = begin(poller, p.ours, MYND_WRITABLE, MYND_NO_DEADLINE);
	assert_next(poller, mynd_polled_number(wait), 'r');
	assert_int_equal(end(wait, p.ours, MYND_WRITABLE), MYND_WRITABLE); /* a hang-up is not sound */
	close_pair(p);
	mynd_poller_free(poller);
}

static void test_a_wait_that_ends_before(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	pair p = make_pair();
	mynd_polled *wait = begin(poller, p.ours, MYND_READABLE, mynd_deadline_in(60));
	end(wait, p.ours, MYND_READABLE);
	say(p);
	assert_false(is_readable(poller, 0));
	assert_none(poller);
	wait = begin(poller, p.ours, MYND_READABLE, MYND_NO_DEADLINE); /* and waits again */
	assert_next(poller, mynd_polled_number(wait), 'r');
	end(wait, p.ours, MYND_READABLE);
	close_pair(p);
	mynd_poller_free(poller);
}

/* A number that is used again for another descriptor, with and without notice of its close. */
static void test_closed(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	for (int i = 0; i < 4; i++) {
		pair p = make_pair();
		mynd_polled *wait = begin(poller, p.ours, MYND_READABLE, MYND_NO_DEADLINE);
		say(p);
		assert_next(poller, mynd_polled_number(wait), 'r');
		end(wait, p.ours, MYND_READABLE);
		if (i % 2 == 0) {
			mynd_wait_closing(p.ours);
		}
		close(p.ours);
		close(p.peers);
	}
	/* One that stays open elsewhere reports nothing more once it has left. */
	pair p = make_pair();
	int copy = dup(p.ours);
	mynd_polled *wait = begin(poller, p.ours, MYND_READABLE, MYND_NO_DEADLINE);
	mynd_wait_closing(p.ours);
	close(p.ours);
	say(p);
	assert_false(is_readable(poller, 0));
	end(wait, -1, MYND_READABLE);
	close(copy);
	close(p.peers);
	mynd_poller_free(poller);
}

static void test_several(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	pair a = make_pair(), b = make_pair();
	mynd_wait_fd fds[2] = {{a.ours, MYND_READABLE, 0, false}, {b.ours, MYND_READABLE, 0, false}};
	mynd_polled *wait = mynd_polled_begin(poller, fds, 2, MYND_NO_DEADLINE);
	assert_none(poller);
	say(b);
	assert_next(poller, mynd_polled_number(wait), 'r');
	mynd_polled_end(wait, fds, 2, true);
	assert_int_equal(fds[0].ready, 0);
	assert_int_equal(fds[1].ready & MYND_READABLE, MYND_READABLE);
	/* Two waits for the same. */
	hear(b);
	mynd_polled *first = begin(poller, b.ours, MYND_READABLE, MYND_NO_DEADLINE);
	mynd_polled *second = begin(poller, b.ours, MYND_READABLE, MYND_NO_DEADLINE);
	say(b);
	uint64_t got[2];
	bool is_ready[2];
	mynd_poller_look(poller);
	assert_true(mynd_poller_next(poller, &got[0], &is_ready[0]));
	assert_true(mynd_poller_next(poller, &got[1], &is_ready[1]));
	assert_true(is_ready[0] && is_ready[1] && got[0] != got[1]);
	assert_none(poller);
	assert_int_equal(end(second, b.ours, MYND_READABLE) & MYND_READABLE, MYND_READABLE);
	assert_int_equal(end(first, b.ours, MYND_READABLE) & MYND_READABLE, MYND_READABLE);
	close_pair(a);
	close_pair(b);
	mynd_poller_free(poller);
}

/* Many limits in a random order end in theirs, but for those that end before. */
static void test_times(void **state)
{
	(void) state;
	enum { WAITS = 300 };
	mynd_poller *poller = mynd_poller_new();
	mynd_polled *waits[WAITS];
	int64_t due[WAITS], now = mynd_now(), last = 0;
	srandom(18);
	for (int i = 0; i < WAITS; i++) {
		due[i] = now + random() % 1000 * 1000 - 1000000 * (i % 3); /* some have passed */
		waits[i] = mynd_polled_begin(poller, NULL, 0, mynd_deadline_at(due[i]));
		assert_non_null(waits[i]);
	}
	unsigned left = WAITS;
	for (int i = 0; i < WAITS; i += 1 + (int) (random() % 3)) {
		mynd_polled_end(waits[i], NULL, 0, false);
		waits[i] = NULL;
		left--;
	}
	for (;;) {
		uint64_t number;
		bool is_ready;
		if (!mynd_poller_next(poller, &number, &is_ready)) {
			if (left == 0) {
				break;
			}
			assert_true(is_readable(poller, 10000));
			mynd_poller_look(poller);
			continue;
		}
		assert_false(is_ready);
		assert_non_null(waits[number - 1]);
		assert_true(due[number - 1] >= last);
		assert_true(mynd_now() >= due[number - 1]);
		last = due[number - 1];
		mynd_polled_end(waits[number - 1], NULL, 0, false);
		waits[number - 1] = NULL;
		left--;
	}
	assert_false(is_readable(poller, 0));
	/* A later one is not lost behind an earlier one that has ended. */
	mynd_polled *earlier = mynd_polled_begin(poller, NULL, 0, mynd_deadline_at(mynd_now() + MILLISECOND));
	mynd_polled *later = mynd_polled_begin(poller, NULL, 0, mynd_deadline_at(mynd_now() + 3 * MILLISECOND));
	mynd_polled_end(earlier, NULL, 0, false);
	uint64_t number = 0;
	bool is_ready = true;
	while (!mynd_poller_next(poller, &number, &is_ready)) {
		assert_true(is_readable(poller, 10000));
		mynd_poller_look(poller);
	}
	assert_int_equal(number, mynd_polled_number(later));
	assert_false(is_ready);
	mynd_polled_end(later, NULL, 0, false);
	mynd_poller_free(poller);
}

static void in_child(mynd_poller *poller, pair p, uint64_t number)
{
	mynd_sets_forget();
	int fd = mynd_poller_fd(poller);
	assert_next(poller, number, 't'); /* the parent's wait is over here */
	assert_none(poller);
	assert_int_equal(mynd_poller_fd(poller), fd);
	pair own = make_pair();
	mynd_polled *wait = begin(poller, own.ours, MYND_READABLE, MYND_NO_DEADLINE);
	say(own);
	assert_true(is_readable(poller, 1000));
	assert_next(poller, mynd_polled_number(wait), 'r');
	end(wait, own.ours, MYND_READABLE);
	close_pair(own);
	close_pair(p); /* the parent's goes on */
	mynd_poller_free(poller);
	_exit(0);
}

static void test_fork(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	pair p = make_pair();
	mynd_polled *wait = begin(poller, p.ours, MYND_READABLE, mynd_deadline_in(600));
	pid_t child = fork();
	if (child == 0) {
		in_child(poller, p, mynd_polled_number(wait));
	}
	int status = 1;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_false(is_readable(poller, 0));
	assert_none(poller);
	say(p);
	assert_true(is_readable(poller, 1000));
	assert_next(poller, mynd_polled_number(wait), 'r');
	end(wait, p.ours, MYND_READABLE);
	close_pair(p);
	mynd_poller_free(poller);
}

/* What did not end is freed with the poller. */
static void test_freed_with_waits(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	pair a = make_pair(), b = make_pair();
	mynd_wait_fd fds[2] = {{a.ours, MYND_READABLE, 0, false}, {b.ours, MYND_WRITABLE, 0, false}};
	assert_non_null(mynd_polled_begin(poller, fds, 2, mynd_deadline_in(60)));
	begin(poller, a.ours, MYND_READABLE, mynd_deadline_in(50));
	mynd_poller_free(poller);
	close_pair(a);
	close_pair(b);
}

static void test_what_cannot_be_waited_for(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	mynd_wait_fd one = {file, MYND_READABLE, 0, false};
	assert_null(mynd_polled_begin(poller, &one, 1, mynd_deadline_in(60)));
	assert_int_equal(errno, EPERM);
	assert_null(mynd_polled_begin(poller, (mynd_wait_fd[]){one, one}, 2, MYND_NO_DEADLINE));
	close(file);
	assert_none(poller);
	mynd_poller_free(poller);
}

static mynd_polled *begin_stays(mynd_poller *poller, int fd, int events)
{
	mynd_wait_fd one = {fd, events, 0, true};
	mynd_polled *wait = mynd_polled_begin(poller, &one, 1, MYND_NO_DEADLINE);
	assert_non_null(wait);
	return wait;
}

/* A descriptor that stays costs one system call for all waits, and wakes nobody when no wait is there. */
static void test_stays(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	pair p = make_pair();
	told_kernel = 0;
	for (int i = 0; i < 3; i++) {
		mynd_polled *wait = begin_stays(poller, p.ours, MYND_READABLE);
		assert_none(poller);
		say(p);
		assert_next(poller, mynd_polled_number(wait), 'r');
		assert_int_equal(end(wait, p.ours, MYND_READABLE), MYND_READABLE | MYND_SOUND);
		hear(p);
	}
	assert_int_equal(told_kernel, 1);
	say(p); /* while nobody waits: it leaves the poller, and comes back with the next wait */
	assert_true(is_readable(poller, 1000));
	assert_none(poller);
	assert_false(is_readable(poller, 0));
	mynd_polled *wait = begin_stays(poller, p.ours, MYND_READABLE);
	assert_next(poller, mynd_polled_number(wait), 'r');
	assert_none(poller); /* once, although nobody has read */
	assert_false(is_readable(poller, 0));
	end(wait, p.ours, MYND_READABLE);
	wait = begin_stays(poller, p.ours, MYND_WRITABLE);
	assert_next(poller, mynd_polled_number(wait), 'r');
	end(wait, p.ours, MYND_WRITABLE);
	mynd_pollers_leave(p.ours);
	close_pair(p);
	p = make_pair(); /* with the same number */
	wait = begin_stays(poller, p.ours, MYND_READABLE);
	say(p);
	assert_next(poller, mynd_polled_number(wait), 'r');
	end(wait, p.ours, MYND_READABLE);
	mynd_poller_free(poller);
	close_pair(p);
}

static void test_woken(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	mynd_polled *waits[3];
	for (int i = 0; i < 3; i++) {
		mynd_polled *wait = mynd_polled_begin_call(poller, &waits[i], mynd_deadline_in(60));
		assert_ptr_equal(wait, waits[i]);
	}
	assert_none(poller);
	assert_false(is_readable(poller, 0));
	mynd_polled_wake(waits[1]);
	mynd_polled_wake(waits[0]);
	mynd_polled_wake(waits[0]); /* once */
	assert_true(is_readable(poller, 0));
	uint64_t number;
	bool is_ready;
	mynd_poller_look(poller);
	assert_true(mynd_poller_next(poller, &number, &is_ready) && is_ready);
	assert_int_equal(number, mynd_polled_number(waits[1])); /* in their order */
	assert_true(mynd_poller_next(poller, &number, &is_ready) && is_ready);
	assert_int_equal(number, mynd_polled_number(waits[0]));
	assert_false(mynd_poller_next(poller, &number, &is_ready));
	assert_false(is_readable(poller, 0));
	mynd_polled_wake(waits[2]);
	mynd_polled_end(waits[2], NULL, 0, false); /* before it is reported */
	assert_null(waits[2]);
	assert_none(poller);
	mynd_polled_wake(waits[1]); /* it is over */
	assert_none(poller);
	mynd_polled_disown(waits[1]);
	assert_null(waits[1]);
	mynd_poller_free(poller);
	assert_null(waits[0]);
}

/* What is woken before a look that was announced makes no system call, and is reported by that look. */
static void test_woken_between_looks(void **state)
{
	(void) state;
	mynd_poller *poller = mynd_poller_new();
	mynd_polled *waits[3];
	for (int i = 0; i < 3; i++) {
		mynd_polled_begin_call(poller, &waits[i], mynd_deadline_in(60));
	}
	assert_none(poller);
	mynd_poller_look_again(poller);
	mynd_polled_wake(waits[0]);
	assert_false(is_readable(poller, 0));
	assert_next(poller, mynd_polled_number(waits[0]), 'r');
	assert_none(poller);
	mynd_polled_wake(waits[1]); /* the look was over: nothing was announced */
	assert_true(is_readable(poller, 0));
	mynd_poller_look_again(poller);
	mynd_polled_wake(waits[2]);
	assert_next(poller, mynd_polled_number(waits[1]), 'r');
	assert_next(poller, mynd_polled_number(waits[2]), 'r');
	assert_none(poller);
	assert_false(is_readable(poller, 0));
	mynd_poller_free(poller);
}

/* The same descriptor, or the same file with a number above. */
static void assert_placed(int from, bool moves)
{
	int fd = fcntl(0, F_DUPFD_CLOEXEC, from);
	errno = 7;
	int placed = mynd_descriptor_place(fd);
	assert_int_equal(errno, 7);
	if (moves) {
		assert_true(placed >= 1024);
		assert_int_equal(fcntl(fd, F_GETFD), -1);
		assert_int_equal(fcntl(placed, F_GETFD), FD_CLOEXEC);
	} else {
		assert_int_equal(placed, fd);
	}
	close(placed);
}

static void test_numbers(void **state)
{
	(void) state;
	struct rlimit before, limit;
	getrlimit(RLIMIT_NOFILE, &before);
	limit = before;
	limit.rlim_cur = 2000;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_placed(600, false); /* there is no poller */
	mynd_poller *poller = mynd_poller_new();
	assert_placed(100, false);
	assert_placed(512, true);
	assert_placed(1000, true);
	assert_placed(1100, false);
	assert_int_equal(mynd_descriptor_place(-1), -1);
	limit.rlim_cur = 1024;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_placed(600, false); /* the limit does not allow it */
	mynd_poller_free(poller);
	setrlimit(RLIMIT_NOFILE, &before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_one),
	    cmocka_unit_test(test_what_was_ready_before_counts),
	    cmocka_unit_test(test_a_wait_that_ends_before),
	    cmocka_unit_test(test_closed),
	    cmocka_unit_test(test_several),
	    cmocka_unit_test(test_times),
	    cmocka_unit_test(test_fork),
	    cmocka_unit_test(test_freed_with_waits),
	    cmocka_unit_test(test_what_cannot_be_waited_for),
	    cmocka_unit_test(test_stays),
	    cmocka_unit_test(test_woken),
	    cmocka_unit_test(test_woken_between_looks),
	    cmocka_unit_test(test_numbers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
