/*
 * Mailboxes: who claims which, what goes in and out, in which order, what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "net/mailbox.h"

static void put(char letter)
{
	mynd_parcel parcel = {.len = 3};
	int pair[2];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	memset(parcel.bytes, letter, parcel.len);
	parcel.fd = pair[0];
	assert_int_equal(mynd_mailbox_put(&parcel), MYND_OK);
	close(pair[0]);
	assert_int_equal(write(pair[1], &letter, 1), 1);
	close(pair[1]);
}

/* '-': none is there. */
static char take(void)
{
	mynd_parcel parcel;
	char letter = '-';
	int rc = mynd_mailbox_take(&parcel);
	if (rc == MYND_MORE) {
		assert_int_equal(parcel.fd, -1);
		return '-';
	}
	assert_int_equal(rc, MYND_OK);
	assert_int_equal(parcel.len, 3);
	assert_int_equal(fcntl(parcel.fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	assert_int_equal(read(parcel.fd, &letter, 1), 1);
	assert_int_equal(parcel.bytes[0], letter);
	mynd_parcel_close(&parcel);
	assert_int_equal(parcel.fd, -1);
	return letter;
}

static unsigned descriptors(void)
{
	unsigned n = 0;
	for (int fd = 0; fd < 1024; fd++) {
		n += fcntl(fd, F_GETFD) >= 0;
	}
	return n;
}

/* Runs in a child, and returns its status: 0, or a letter. */
static int in_child(int (*program)(void))
{
	int status;
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		_exit(program());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void test_none(void **state)
{
	(void) state;
	mynd_parcel parcel = {.fd = 0, .len = 1};
	assert_false(mynd_mailbox_is_open());
	mynd_mailbox_claim(true); /* none were made */
	assert_false(mynd_mailbox_is_open());
	assert_int_equal(mynd_mailbox_put(&parcel), MYND_BAD);
	assert_int_equal(mynd_mailbox_take(&parcel), MYND_BAD);
	assert_int_equal(mynd_mailbox_count(), 0);
}

static int take_and_put(void)
{
	mynd_mailbox_claim(true);
	char letter = take();
	put('z');
	return letter;
}

/* A child that claims by itself finds the mailbox of its user. */
static void test_order(void **state)
{
	(void) state;
	unsigned before = descriptors();
	assert_int_equal(mynd_mailboxes_make(), MYND_OK);
	assert_true(mynd_mailboxes_are_own());
	assert_false(mynd_mailbox_is_open());
	assert_int_equal(descriptors() - before, 2 * MYND_MAILBOXES);
	in_child(take_and_put);
	mynd_mailbox_claim(true);
	assert_true(mynd_mailbox_is_open());
	assert_int_equal(descriptors() - before, 2);
	assert_int_equal(take(), 'z');
	assert_int_equal(take(), '-');
	put('a');
	put('b');
	put('c');
	assert_int_equal(mynd_mailbox_count(), 3);
	assert_int_equal(in_child(take_and_put), 'a');
	assert_int_equal(take(), 'b');
	assert_int_equal(take(), 'c');
	assert_int_equal(take(), 'z');
	assert_int_equal(take(), '-');
	assert_int_equal(mynd_mailbox_count(), 0);
	assert_true(mynd_mailbox_next_serial() < mynd_mailbox_next_serial());
	mynd_mailboxes_end();
	assert_false(mynd_mailbox_is_open());
	assert_int_equal(descriptors(), before);
}

static int as_another(void)
{
	if (setuid(65534) != 0) {
		return 'u';
	}
	mynd_mailbox_claim(true);
	return take();
}

static int as_another_after(void)
{
	mynd_mailbox_claim(true);
	unsigned before = descriptors();
	if (setuid(65534) != 0) {
		return 'u';
	}
	char first = mynd_mailbox_is_ours() ? 'o' : '-';
	mynd_mailbox_claim(true); /* the process has claimed, and stays without */
	return first == '-' && descriptors() == before ? '-' : 'x';
}

/* Its descriptors keep their numbers, and lead nowhere. */
static int inherits_and_changes(void)
{
	unsigned before = descriptors();
	if (setuid(65534) != 0) {
		return 'u';
	}
	mynd_mailbox_claim(true);
	return !mynd_mailbox_is_open() && descriptors() == before ? '-' : 'x';
}

static void test_users(void **state)
{
	(void) state;
	if (geteuid() != 0) {
		skip();
	}
	assert_int_equal(mynd_mailboxes_make(), MYND_OK);
	in_child(take_and_put);
	assert_int_equal(in_child(as_another), '-');
	assert_int_equal(in_child(as_another_after), '-');
	mynd_mailbox_claim(true);
	assert_int_equal(in_child(inherits_and_changes), '-');
	assert_int_equal(take(), 'z');
	mynd_mailboxes_end();
}

static void test_unwanted(void **state)
{
	(void) state;
	unsigned before = descriptors();
	assert_int_equal(mynd_mailboxes_make(), MYND_OK);
	mynd_mailbox_claim(false);
	assert_false(mynd_mailbox_is_open());
	assert_int_equal(descriptors(), before);
	mynd_mailbox_claim(true); /* for good */
	assert_false(mynd_mailbox_is_open());
	mynd_mailboxes_end();
}

/* More than the kernel's queue holds is refused, and nothing is lost of what it holds. */
static void test_full(void **state)
{
	(void) state;
	mynd_parcel parcel = {.fd = 0, .len = 1000};
	unsigned held = 0, taken = 0;
	assert_int_equal(mynd_mailboxes_make(), MYND_OK);
	mynd_mailbox_claim(true);
	while (held < 100000 && mynd_mailbox_put(&parcel) == MYND_OK) {
		held++;
	}
	assert_true(held >= 50 && held < 100000);
	assert_int_equal(mynd_mailbox_count(), held);
	while (mynd_mailbox_take(&parcel) == MYND_OK) {
		mynd_parcel_close(&parcel);
		taken++;
	}
	assert_int_equal(taken, held);
	mynd_mailboxes_end();
}

#define TURNS 20000
static volatile int *turns;

static int count_turns(void)
{
	for (int i = 0; i < TURNS; i++) {
		mynd_mailbox_begin_turn();
		*turns = *turns + 1;
		mynd_mailbox_end_turn();
	}
	return 0;
}

static int begin_and_end_without(void)
{
	mynd_mailbox_begin_turn();
	return 0;
}

/* Seconds that a turn was waited for. */
static double wait_for_turn(void)
{
	struct timespec began, ended;
	clock_gettime(CLOCK_MONOTONIC, &began);
	mynd_mailbox_begin_turn();
	clock_gettime(CLOCK_MONOTONIC, &ended);
	return (double) (ended.tv_sec - began.tv_sec) + (double) (ended.tv_nsec - began.tv_nsec) / 1e9;
}

static int wait_for_anothers(void)
{
	return wait_for_turn() > 0.15 ? 0 : 'e';
}

/* One after the other; and nobody waits for ever for who has ended, or does not end. */
static void test_turns(void **state)
{
	(void) state;
	assert_int_equal(mynd_mailboxes_make(), MYND_OK);
	mynd_mailbox_claim(true);
	turns = mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(turns != MAP_FAILED);
	pid_t children[3];
	for (unsigned i = 0; i < 3; i++) {
		children[i] = fork();
		if (children[i] == 0) {
			_exit(count_turns());
		}
	}
	count_turns();
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(waitpid(children[i], NULL, 0), children[i]);
	}
	assert_int_equal(*turns, 4 * TURNS);
	assert_int_equal(in_child(begin_and_end_without), 0);
	assert_true(wait_for_turn() < 0.15);
	assert_int_equal(in_child(wait_for_anothers), 0);
	mynd_mailbox_end_turn(); /* it was taken from us: this ends nobody's */
	munmap((void *) turns, sizeof *turns);
	mynd_mailboxes_end();
}

static void test_look(void **state)
{
	(void) state;
	int pair[2];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	mynd_parcel parcel = {.fd = pair[0]};
	assert_int_equal(mynd_parcel_look(&parcel), MYND_PARCEL_QUIET);
	mynd_parcel_say(&parcel, (mynd_slice){(const uint8_t *) "x", 1});
	char byte;
	assert_int_equal(read(pair[1], &byte, 1), 1);
	assert_int_equal(write(pair[1], &byte, 1), 1);
	assert_int_equal(mynd_parcel_look(&parcel), MYND_PARCEL_SPEAKS);
	close(pair[1]);
	assert_int_equal(mynd_parcel_look(&parcel), MYND_PARCEL_DEAD);
	mynd_parcel_say(&parcel, (mynd_slice){(const uint8_t *) "x", 1}); /* no SIGPIPE */
	mynd_parcel_close(&parcel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_none),
	    cmocka_unit_test(test_order),
	    cmocka_unit_test(test_users),
	    cmocka_unit_test(test_unwanted),
	    cmocka_unit_test(test_full),
	    cmocka_unit_test(test_turns),
	    cmocka_unit_test(test_look),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
