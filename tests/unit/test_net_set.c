/*
 * Sets of transports: which are ready, which leave, and what a forked child does.
 */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "net_help.h"
#include "net/set.h"

enum { COUNT = 40 };

static unsigned told_kernel;

/* In the place of the C library's: how often the kernel is told what to wait for. */
int epoll_ctl(int set, int what, int fd, struct epoll_event *event)
{
	told_kernel++;
	return (int) syscall(SYS_epoll_ctl, set, what, fd, event);
}

typedef struct many {
	net_try tries[COUNT];
	int peers[COUNT];
	mynd_set *set;
} many;

static void begin(many *m, const char *name)
{
	int listener = net_listen_unix(net_path(name), COUNT);
	mynd_endpoint to = {.unix_path = net_path(name)};
	m->set = mynd_set_new();
	assert_non_null(m->set);
	for (int i = 0; i < COUNT; i++) {
		net_begin(&m->tries[i]);
		assert_int_equal(
		    mynd_net_connect(m->tries[i].net, &to, MYND_NO_DEADLINE, &m->tries[i].error), MYND_OK);
		m->peers[i] = accept(listener, NULL, NULL);
		assert_true(m->peers[i] >= 0);
		assert_int_equal(mynd_set_watch(m->set, m->tries[i].net, MYND_READABLE, &m->tries[i]), MYND_OK);
	}
	close(listener);
}

static void end(many *m)
{
	mynd_set_free(m->set);
	for (int i = 0; i < COUNT; i++) {
		net_end(&m->tries[i]);
		close(m->peers[i]);
	}
}

static void write_to(many *m, int i)
{
	assert_int_equal(write(m->peers[i], "x", 1), 1);
}

static void read_from(many *m, int i)
{
	uint8_t room[8];
	size_t n;
	assert_int_equal(
	    mynd_net_read(m->tries[i].net, (mynd_span){room, sizeof room}, MYND_NO_WAIT, &n, &m->tries[i].error),
	    MYND_OK);
}

/* Which are found, as a bit each. */
static uint64_t found(many *m)
{
	uint64_t bits = 0;
	int ready;
	net_try *t;
	while ((t = mynd_set_next(m->set, &ready)) != NULL) {
		uint64_t bit = UINT64_C(1) << (t - m->tries);
		assert_false(bits & bit);
		bits |= bit;
	}
	return bits;
}

#define BIT(i) (UINT64_C(1) << (i))

static void the_ready_ones_are_found(void **state)
{
	(void) state;
	many m;
	begin(&m, "set1");
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_MORE);
	assert_int_equal(mynd_set_wait(m.set, mynd_deadline_in(0.01)), MYND_MORE);
	assert_true(found(&m) == 0);
	write_to(&m, 3);
	write_to(&m, 39);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_DEADLINE), MYND_OK);
	assert_true(found(&m) == (BIT(3) | BIT(39)));
	read_from(&m, 3);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_OK); /* who does not read is told again */
	assert_true(found(&m) == BIT(39));
	close(m.peers[5]);
	m.peers[5] = -1;
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_OK); /* an end is readable */
	assert_true(found(&m) == (BIT(5) | BIT(39)));
	for (int i = 0; i < COUNT; i++) {
		if (i != 5 && i != 39) {
			write_to(&m, i);
		}
	}
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_OK);
	assert_true(found(&m) == BIT(COUNT) - 1);
	end(&m);
}

static void what_is_watched_can_change(void **state)
{
	(void) state;
	many m;
	begin(&m, "set2");
	write_to(&m, 1);
	assert_int_equal(mynd_set_watch(m.set, m.tries[1].net, 0, NULL), MYND_OK);
	assert_int_equal(mynd_set_watch(m.set, m.tries[1].net, 0, NULL), MYND_OK);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_MORE);
	assert_int_equal(
	    mynd_set_watch(m.set, m.tries[2].net, MYND_READABLE | MYND_WRITABLE, &m.tries[2]), MYND_OK);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_OK);
	assert_true(found(&m) == BIT(2));
	assert_int_equal(mynd_set_watch(m.set, m.tries[2].net, MYND_READABLE, &m.tries[2]), MYND_OK);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_MORE);
	assert_int_equal(mynd_set_watch(m.set, m.tries[1].net, MYND_READABLE, &m.tries[7]), MYND_OK);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_OK);
	assert_true(found(&m) == BIT(7)); /* by its new owner */
	end(&m);
}

static void it_tells_what_for(void **state)
{
	(void) state;
	many m;
	int ready = 0;
	begin(&m, "set5");
	assert_int_equal(
	    mynd_set_watch(m.set, m.tries[2].net, MYND_READABLE | MYND_WRITABLE, &m.tries[2]), MYND_OK);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_DEADLINE), MYND_OK);
	assert_ptr_equal(mynd_set_next(m.set, &ready), &m.tries[2]);
	assert_int_equal(ready, MYND_WRITABLE);
	write_to(&m, 2);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_DEADLINE), MYND_OK);
	assert_ptr_equal(mynd_set_next(m.set, &ready), &m.tries[2]);
	assert_int_equal(ready, MYND_READABLE | MYND_WRITABLE);
	assert_int_equal(mynd_set_watch(m.set, m.tries[2].net, MYND_READABLE, &m.tries[2]), MYND_OK);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_DEADLINE), MYND_OK);
	assert_ptr_equal(mynd_set_next(m.set, &ready), &m.tries[2]);
	assert_int_equal(ready, MYND_READABLE);
	end(&m);
}

static void a_deadline_is_kept(void **state)
{
	(void) state;
	many m;
	begin(&m, "set6");
	for (int microseconds = 100; microseconds < 20000; microseconds += 3100) {
		mynd_deadline until = mynd_deadline_in(microseconds / 1e6);
		assert_int_equal(mynd_set_wait(m.set, until), MYND_MORE);
		assert_true(mynd_deadline_has_passed(until));
	}
	write_to(&m, 1);
	assert_int_equal(mynd_set_wait(m.set, mynd_deadline_at(1)), MYND_OK); /* over, but something is here */
	assert_true(found(&m) == BIT(1));
	end(&m);
}

static void a_closed_one_leaves(void **state)
{
	(void) state;
	many m;
	begin(&m, "set3");
	mynd_set *other = mynd_set_new();
	assert_int_equal(mynd_set_watch(other, m.tries[1].net, MYND_READABLE, &m), MYND_OK);
	write_to(&m, 1);
	write_to(&m, 2);
	write_to(&m, 3);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_OK);
	mynd_net_close(m.tries[1].net); /* found, and closed before it was told */
	mynd_net_free(m.tries[3].net);
	m.tries[3].net = NULL;
	assert_true(found(&m) == BIT(2));
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_OK);
	assert_true(found(&m) == BIT(2));
	assert_int_equal(mynd_set_wait(other, MYND_NO_WAIT), MYND_MORE);
	assert_int_equal(mynd_set_watch(m.set, m.tries[1].net, MYND_READABLE, &m), MYND_BAD);
	assert_int_equal(errno, EBADF);
	mynd_set_free(other);
	end(&m);
}

static void one_is_lent_at_a_time(void **state)
{
	(void) state;
	many m;
	begin(&m, "set7");
	mynd_set *kept = mynd_set_borrow(), *other = mynd_set_borrow();
	assert_ptr_not_equal(kept, other);
	assert_int_equal(mynd_set_watch(kept, m.tries[0].net, MYND_READABLE, &m), MYND_OK);
	assert_int_equal(mynd_set_watch(other, m.tries[0].net, MYND_READABLE, &m), MYND_OK);
	mynd_set_give_back(other);
	mynd_set_give_back(kept);
	assert_ptr_equal(mynd_set_borrow(), kept);
	write_to(&m, 0);
	int ready;
	assert_int_equal(mynd_set_wait(kept, MYND_NO_WAIT), MYND_OK); /* what was watched there still is */
	assert_ptr_equal(mynd_set_next(kept, &ready), &m);
	mynd_set_borrow();
	mynd_sets_sweep();
	assert_ptr_equal(mynd_set_borrow(), kept);
	mynd_set_give_back(kept);
	end(&m);
	mynd_net_thread_end();
}

/* A second wait for the same transports asks the kernel once, however many they are. */
static void what_has_not_changed_costs_nothing(void **state)
{
	(void) state;
	many m;
	int ready;
	begin(&m, "set8");
	unsigned before = told_kernel;
	for (int i = 0; i < COUNT; i++) {
		assert_int_equal(mynd_set_watch(m.set, m.tries[i].net, MYND_READABLE, &m.tries[i]), MYND_OK);
	}
	assert_int_equal(mynd_set_wait(m.set, mynd_deadline_in(0.001)), MYND_MORE);
	write_to(&m, 7);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_DEADLINE), MYND_OK);
	assert_ptr_equal(mynd_set_next(m.set, &ready), &m.tries[7]);
	assert_int_equal(told_kernel, before);
	assert_int_equal(
	    mynd_set_watch(m.set, m.tries[7].net, MYND_READABLE | MYND_WRITABLE, &m.tries[7]), MYND_OK);
	assert_int_equal(told_kernel, before + 1);
	end(&m);
}

/* The child's epoll is its parent's: it must not take anything out of it. */
static void a_child_leaves_the_set_alone(void **state)
{
	(void) state;
	many m;
	begin(&m, "set4");
	mynd_set *kept = mynd_set_borrow();
	assert_int_equal(mynd_set_watch(kept, m.tries[0].net, MYND_READABLE, &m), MYND_OK);
	mynd_set_give_back(kept);
	pid_t child = fork();
	if (child == 0) {
		mynd_sets_forget();
		bool right = mynd_set_wait(m.set, MYND_NO_WAIT) == MYND_BAD &&
		             mynd_set_watch(m.set, m.tries[1].net, MYND_WRITABLE, &m) == MYND_BAD;
		for (int i = 0; i < COUNT; i++) {
			mynd_net_free(m.tries[i].net);
		}
		mynd_set_free(m.set);
		mynd_set *own = mynd_set_borrow();
		right = right && own != NULL && mynd_set_wait(own, mynd_deadline_in(0.001)) == MYND_MORE;
		_exit(right ? 0 : 1);
	}
	int status, ready;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	write_to(&m, 0);
	assert_int_equal(mynd_set_wait(m.set, MYND_NO_WAIT), MYND_OK);
	assert_true(found(&m) == BIT(0));
	assert_int_equal(mynd_set_wait(kept, MYND_NO_WAIT), MYND_OK);
	assert_ptr_equal(mynd_set_next(kept, &ready), &m);
	end(&m);
	mynd_net_thread_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_ready_ones_are_found),
	    cmocka_unit_test(what_is_watched_can_change),
	    cmocka_unit_test(it_tells_what_for),
	    cmocka_unit_test(a_deadline_is_kept),
	    cmocka_unit_test(a_closed_one_leaves),
	    cmocka_unit_test(one_is_lent_at_a_time),
	    cmocka_unit_test(what_has_not_changed_costs_nothing),
	    cmocka_unit_test(a_child_leaves_the_set_alone),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	net_remove_files();
	return failed;
}
