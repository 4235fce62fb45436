/*
 * A queue of calls that wait: who is called when, or put back, what a time limit, a cancelled wait and a fork
 * leave, and a seeded run of waits within waits. The program's waiter is a function of the test, in which
 * others run.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "net/set.h"
#include "net/wait_queue.h"

typedef struct script {
	bool blocks;
	int (*run)(void *context, int fd); /* what happens while a call waits */
	void *context;
	unsigned asked;
	int fd;
} script;

static bool may_suspend(void *context)
{
	return !((script *) context)->blocks;
}

static int wait_by_script(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	script *s = context;
	(void) deadline;
	assert_int_equal(count, 1);
	assert_int_equal(fds[0].events, MYND_READABLE);
	s->asked++;
	s->fd = fds[0].fd;
	return s->run(s->context, fds[0].fd);
}

static bool is_readable(int fd)
{
	return mynd_wait_briefly(&(mynd_wait_fd){fd, MYND_READABLE, 0, false}, 0) == MYND_OK;
}

static bool is_open(int fd)
{
	uint64_t word;
	return read(fd, &word, sizeof word) >= 0 || errno != EBADF;
}

static int answer(void *context, int fd)
{
	assert_false(is_readable(fd));
	return *(int *) context;
}

static int call_first(void *context, int fd)
{
	mynd_wait_queue *queue = context;
	assert_false(is_readable(fd));
	mynd_waiting_call(queue->first);
	assert_true(is_readable(fd));
	return MYND_OK;
}

static void is_called(void **state)
{
	(void) state;
	mynd_wait_queue queue = {0};
	mynd_waiting w = {0};
	script s = {.run = call_first, .context = &queue};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	assert_int_equal(mynd_waiting_wait(&w, &queue, MYND_NO_DEADLINE), MYND_OK);
	assert_true(w.called);
	assert_int_equal(s.asked, 1);
	assert_false(is_open(s.fd));
	assert_null(queue.first);
	assert_null(queue.last);
	assert_int_equal(queue.count, 0);

	/* nobody would ever come to call */
	s.blocks = true;
	assert_int_equal(mynd_waiting_wait(&w, &queue, MYND_NO_DEADLINE), MYND_WAIT_BLOCK);
	assert_int_equal(s.asked, 1);
	mynd_wait_install(NULL);
	assert_int_equal(mynd_waiting_wait(&w, &queue, MYND_NO_DEADLINE), MYND_WAIT_BLOCK);
	assert_false(w.called || w.has_fd);
	assert_int_equal(queue.count, 0);
}

/* However a wait ends that is not called, it has left the queue. */
static void is_not_called(void **state)
{
	(void) state;
	mynd_wait_queue queue = {0};
	mynd_waiting w = {0};
	int said = MYND_BAD;
	script s = {.run = answer, .context = &said};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	const int answers[] = {MYND_BAD, MYND_MORE, MYND_WAIT_BLOCK};
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
		said = answers[i];
		assert_int_equal(mynd_waiting_wait(&w, &queue, MYND_NO_DEADLINE), said);
		assert_false(w.called || is_open(s.fd));
		assert_int_equal(queue.count, 0);
	}
	/* a waiter that comes back too early is asked again, until the deadline */
	said = MYND_OK;
	s.asked = 0;
	assert_int_equal(mynd_waiting_wait(&w, &queue, mynd_deadline_in(0.01)), MYND_MORE);
	assert_true(s.asked > 1);
	s.asked = 0;
	assert_int_equal(mynd_waiting_wait(&w, &queue, mynd_deadline_at(1)), MYND_MORE);
	assert_int_equal(s.asked, 0);
	mynd_wait_install(NULL);
}

/* The deadline passes before the waiter looks at it, which then does not wait. */
static int pass_deadline(void *context, int fd)
{
	(void) fd;
	while (!mynd_deadline_has_passed(*(mynd_deadline *) context)) {
	}
	return MYND_WAIT_BLOCK;
}

static void passes_its_deadline_meanwhile(void **state)
{
	(void) state;
	mynd_wait_queue queue = {0};
	mynd_waiting w = {0};
	mynd_deadline deadline = mynd_deadline_in(0.01);
	script s = {.run = pass_deadline, .context = &deadline};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	assert_int_equal(mynd_waiting_wait(&w, &queue, deadline), MYND_MORE);
	assert_int_equal(s.asked, 1);
	mynd_wait_install(NULL);
}

typedef struct late {
	mynd_wait_queue *queue;
	int answer;
} late;

static int call_and_answer(void *context, int fd)
{
	late *l = context;
	call_first(l->queue, fd);
	return l->answer;
}

/* It was called, and its wait ended in another way at that moment: a time limit is forgiven. */
static void is_called_at_the_last_moment(void **state)
{
	(void) state;
	mynd_wait_queue queue = {0};
	mynd_waiting w = {0};
	late l = {&queue, MYND_MORE};
	script s = {.run = call_and_answer, .context = &l};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	assert_int_equal(mynd_waiting_wait(&w, &queue, MYND_NO_DEADLINE), MYND_OK);
	assert_true(w.called);
	l.answer = MYND_BAD;
	assert_int_equal(mynd_waiting_wait(&w, &queue, MYND_NO_DEADLINE), MYND_BAD);
	assert_true(w.called);
	mynd_wait_install(NULL);
}

static int never_return(void *context, int fd)
{
	(void) fd;
	longjmp(*(jmp_buf *) context, 1);
}

/* As after a fatal error: whoever frees the entry leaves the queue for it. */
static void never_comes_back(void **state)
{
	(void) state;
	mynd_wait_queue queue = {0};
	mynd_waiting w = {0};
	jmp_buf jump;
	script s = {.run = never_return, .context = &jump};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	if (setjmp(jump) == 0) {
		mynd_waiting_wait(&w, &queue, MYND_NO_DEADLINE);
		fail();
	}
	assert_int_equal(queue.count, 1);
	mynd_waiting_leave(&w);
	mynd_waiting_leave(&w);
	assert_int_equal(queue.count, 0);
	assert_false(is_open(s.fd));
	mynd_wait_install(NULL);
}

/* Called, but what was handed over goes elsewhere; called again. */
static int put_back(void *context, int fd)
{
	mynd_wait_queue *queue = context;
	mynd_waiting *w = queue->first;
	static unsigned times;
	call_first(queue, fd);
	if (++times == 1) {
		mynd_waiting_put_back(w, queue);
		assert_false(w->called);
		assert_false(is_readable(fd)); /* an event loop does not wake the waiter for nothing */
	}
	return MYND_OK;
}

static void is_put_back(void **state)
{
	(void) state;
	mynd_wait_queue queue = {0};
	mynd_waiting w = {0};
	script s = {.run = put_back, .context = &queue};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	assert_int_equal(mynd_waiting_wait(&w, &queue, MYND_NO_DEADLINE), MYND_OK);
	assert_int_equal(s.asked, 2);
	assert_int_equal(queue.count, 0);
	mynd_wait_install(NULL);
}

typedef struct fork_run {
	mynd_wait_queue queue;
	mynd_waiting w;
	pid_t child;
	bool child_calls;
	int ends[2]; /* a pipe to the child */
} fork_run;

/* A fork as the extension sees it: a handler of the module notes it in the child. */
static pid_t fork_here(void)
{
	pid_t child = fork();
	if (child == 0) {
		mynd_sets_forget();
	}
	return child;
}

/* A call in one process does not wake the other. A child that sees its parent's word does not consume it. */
static int fork_and_call(void *context, int fd)
{
	fork_run *r = context;
	int status;
	char byte;
	assert_int_equal(pipe(r->ends), 0);
	r->child = fork_here();
	if (r->child == 0) {
		bool heard = r->child_calls || (read(r->ends[0], &byte, 1) == 1 && is_readable(fd));
		return heard ? r->child_calls ? call_first(&r->queue, fd) : MYND_OK : MYND_BAD;
	}
	if (r->child_calls) {
		assert_int_equal(waitpid(r->child, &status, 0), r->child);
		call_first(&r->queue, fd);
	} else {
		call_first(&r->queue, fd);
		assert_int_equal(write(r->ends[1], "x", 1), 1);
		assert_int_equal(waitpid(r->child, &status, 0), r->child);
		assert_true(is_readable(fd));
	}
	close(r->ends[0]);
	close(r->ends[1]);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return MYND_OK;
}

static void is_forked(void **state)
{
	(void) state;
	for (int child_calls = 0; child_calls < 2; child_calls++) {
		fork_run r = {.child_calls = child_calls};
		script s = {.run = fork_and_call, .context = &r};
		const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
		mynd_wait_install(&waiter);
		int rc = mynd_waiting_wait(&r.w, &r.queue, MYND_NO_DEADLINE);
		if (r.child == 0) { /* the parent's call ends the wait of its copy, too */
			_exit(rc == (child_calls ? MYND_OK : MYND_MORE) && r.queue.count == 0 ? 0 : 1);
		}
		assert_int_equal(rc, MYND_OK);
	}
	mynd_wait_install(NULL);
}

static int call_and_fork(void *context, int fd)
{
	fork_run *r = context;
	char byte;
	assert_int_equal(pipe(r->ends), 0);
	call_first(&r->queue, fd);
	r->child = fork_here();
	return r->child != 0 || (read(r->ends[0], &byte, 1) == 1 && is_readable(fd)) ? MYND_OK : MYND_BAD;
}

/* A fork between the call and its waiter: both copies wake, the child's after its parent's wait has ended. */
static void is_forked_after_its_call(void **state)
{
	(void) state;
	int status;
	fork_run r = {0};
	script s = {.run = call_and_fork, .context = &r};
	const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
	mynd_wait_install(&waiter);
	int rc = mynd_waiting_wait(&r.w, &r.queue, MYND_NO_DEADLINE);
	if (r.child == 0) {
		_exit(rc == MYND_OK && r.w.called ? 0 : 1);
	}
	assert_int_equal(rc, MYND_OK);
	assert_int_equal(write(r.ends[1], "x", 1), 1);
	assert_int_equal(waitpid(r.child, &status, 0), r.child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(r.ends[0]);
	close(r.ends[1]);
	mynd_wait_install(NULL);
}

/* --- waits within waits --- */

enum { WAITS = 24 };

typedef struct run {
	mynd_wait_queue queue;
	mynd_waiting waits[WAITS];
	unsigned begun, order[WAITS],
	    expected; /* order: numbers of those who wait and were not called, in turn */
	unsigned calls;
	uint32_t seed;
} run;

static uint32_t draw(run *r, uint32_t below)
{
	r->seed = r->seed * 1664525 + 1013904223;
	return (r->seed >> 8) % below;
}

static void forget(run *r, unsigned number)
{
	unsigned to = 0;
	for (unsigned i = 0; i < r->expected; i++) {
		if (r->order[i] != number) {
			r->order[to++] = r->order[i];
		}
	}
	r->expected = to;
}

static void put_first(run *r, mynd_waiting *w)
{
	memmove(r->order + 1, r->order, r->expected++ * sizeof r->order[0]);
	r->order[0] = (unsigned) (w - r->waits);
	mynd_waiting_put_back(w, &r->queue);
}

/* The queue has those, in this order, forwards and backwards. */
static void check(const run *r)
{
	const mynd_waiting *w = r->queue.first, *last = NULL;
	assert_int_equal(r->queue.count, r->expected);
	for (unsigned i = 0; i < r->expected; i++, w = w->next) {
		assert_ptr_equal(w, &r->waits[r->order[i]]);
		assert_ptr_equal(w->previous, last);
		assert_ptr_equal(w->queue, &r->queue);
		last = w;
	}
	assert_null(w);
	assert_ptr_equal(r->queue.last, last);
}

static void one_wait(run *r)
{
	unsigned number = r->begun++;
	mynd_waiting *w = &r->waits[number];
	r->order[r->expected++] = number;
	int rc = mynd_waiting_wait(w, &r->queue, MYND_NO_DEADLINE);
	assert_true(w->called ? rc == MYND_OK || rc == MYND_BAD : rc == MYND_MORE || rc == MYND_BAD);
	forget(r, number);
	check(r);
}

static int others_run(void *context, int fd)
{
	run *r = context;
	unsigned steps = draw(r, 6);
	while (steps-- > 0) {
		if (draw(r, 2) == 0 && r->begun < WAITS) {
			one_wait(r);
		} else if (r->queue.count > 0) {
			unsigned which = draw(r, r->expected); /* mostly the first; the queue allows any */
			mynd_waiting *w = &r->waits[r->order[draw(r, 3) == 0 ? which : 0]];
			forget(r, (unsigned) (w - r->waits));
			mynd_waiting_call(w);
			r->calls++;
			if (draw(r, 5) == 0) {
				put_first(r, w);
			}
		}
		check(r);
	}
	(void) fd;
	switch (draw(r, 4)) {
	case 0:
		return MYND_BAD;
	case 1:
		return MYND_MORE;
	default:
		return MYND_OK;
	}
}

static void any_order(void **state)
{
	(void) state;
	unsigned calls = 0;
	for (uint32_t seed = 1; seed <= 2000; seed++) {
		run r = {.seed = seed};
		script s = {.run = others_run, .context = &r};
		const mynd_waiter waiter = {&s, may_suspend, wait_by_script, NULL};
		mynd_wait_install(&waiter);
		while (r.begun < WAITS) {
			one_wait(&r);
		}
		assert_int_equal(r.queue.count, 0);
		calls += r.calls;
	}
	mynd_wait_install(NULL);
	assert_true(calls > 5000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(is_called),
	    cmocka_unit_test(is_not_called),
	    cmocka_unit_test(is_called_at_the_last_moment),
	    cmocka_unit_test(never_comes_back),
	    cmocka_unit_test(passes_its_deadline_meanwhile),
	    cmocka_unit_test(is_put_back),
	    cmocka_unit_test(is_forked),
	    cmocka_unit_test(is_forked_after_its_call),
	    cmocka_unit_test(any_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
