/* Deadlines and their clock (deadline.h). */
#include <time.h>
#include "../wire/checked.h"
#include "private.h"

/* seconds, about a century: longer times count as no deadline, so that nanoseconds do not overflow */
#define MOST INT64_C(3000000000)

static int64_t read_clock(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * MYND_SECOND + t.tv_nsec;
}

int64_t mynd_now(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

int64_t mynd_coarse_now(void)
{
	return read_clock(CLOCK_MONOTONIC_COARSE);
}

mynd_deadline mynd_deadline_in(double seconds)
{
	/* Written so that NaN means "none", too. */
	if (!(seconds > 0) || seconds > (double) MOST) {
		return MYND_NO_DEADLINE;
	}
	return mynd_deadline_at(mynd_now() + (int64_t) (seconds * (double) MYND_SECOND));
}

mynd_deadline mynd_time_limit(int64_t seconds)
{
	if (seconds <= 0 || seconds > MOST) {
		return MYND_NO_DEADLINE;
	}
	return (mynd_deadline){MYND_DEADLINE_LIMIT, seconds * MYND_SECOND};
}

mynd_deadline mynd_deadline_begin(mynd_deadline d)
{
	return mynd_deadline_is_limit(d) ? mynd_deadline_at(mynd_now() + d.nanoseconds) : d;
}

bool mynd_deadline_is_before(mynd_deadline a, mynd_deadline b)
{
	MYND_ASSERT(!mynd_deadline_is_limit(a) && !mynd_deadline_is_limit(b));
	return a.kind == b.kind ? a.nanoseconds < b.nanoseconds : a.kind < b.kind;
}

mynd_deadline mynd_deadline_earlier(mynd_deadline a, mynd_deadline b)
{
	return mynd_deadline_is_before(b, a) ? b : a;
}

bool mynd_deadline_has_passed(mynd_deadline d)
{
	MYND_ASSERT(!mynd_deadline_is_limit(d));
	return mynd_deadline_is_no_wait(d) || (d.kind == MYND_DEADLINE_POINT && mynd_now() >= d.nanoseconds);
}

double mynd_deadline_left(mynd_deadline d)
{
	int64_t left = mynd_deadline_is_no_wait(d) ? 0 : d.nanoseconds - mynd_now();
	return left > 0 ? (double) left / (double) MYND_SECOND : 0;
}
