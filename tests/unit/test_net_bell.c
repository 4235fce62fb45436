/* Bells: what is rung before or during a wait ends it; a call that would sleep is told so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "net/bell.h"

static mynd_bell bell;
static int asked, answer;
static bool rings;

static bool may_suspend(void *context)
{
	(void) context;
	return true;
}

static int wait_or_ring(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	(void) context, (void) deadline;
	asked++;
	assert_int_equal(count, 1);
	assert_int_equal(fds[0].fd, bell.fd);
	if (rings && asked == 2) {
		mynd_bell_ring(&bell);
	}
	return answer;
}

static const mynd_waiter waiter = {NULL, may_suspend, wait_or_ring};

static int wait_with(int answers, bool is_rung, mynd_deadline deadline)
{
	asked = 0;
	answer = answers;
	rings = is_rung;
	mynd_wait_install(&waiter);
	int rc = mynd_bell_wait(&bell, deadline);
	mynd_wait_install(NULL);
	return rc;
}

static void test_without_a_waiter(void **state)
{
	(void) state;
	assert_int_equal(mynd_bell_open(&bell), MYND_OK);
	assert_int_equal(mynd_bell_wait(&bell, MYND_NO_DEADLINE), MYND_WAIT_BLOCK);
	mynd_bell_ring(&bell);
	mynd_bell_ring(&bell);
	assert_int_equal(mynd_bell_wait(&bell, MYND_NO_DEADLINE), MYND_OK);
	assert_int_equal(mynd_bell_wait(&bell, MYND_NO_DEADLINE), MYND_WAIT_BLOCK); /* once for each wait */
	mynd_bell_close(&bell);
	mynd_bell_close(&bell);
}

static void test_with_a_waiter(void **state)
{
	(void) state;
	assert_int_equal(mynd_bell_open(&bell), MYND_OK);
	assert_int_equal(wait_with(MYND_OK, true, MYND_NO_DEADLINE), MYND_OK); /* it was asked too early once */
	assert_int_equal(asked, 2);
	assert_int_equal(wait_with(MYND_BAD, false, MYND_NO_DEADLINE), MYND_BAD);
	assert_int_equal(wait_with(MYND_MORE, false, MYND_NO_DEADLINE), MYND_MORE);
	assert_int_equal(wait_with(MYND_WAIT_BLOCK, false, MYND_NO_DEADLINE), MYND_WAIT_BLOCK);
	assert_int_equal(wait_with(MYND_OK, false, mynd_deadline_at(1)), MYND_MORE);
	assert_int_equal(asked, 0);
	mynd_bell_ring(&bell);
	assert_int_equal(wait_with(MYND_OK, false, mynd_deadline_at(1)), MYND_OK);
	mynd_bell_close(&bell);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_without_a_waiter),
	    cmocka_unit_test(test_with_a_waiter),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
