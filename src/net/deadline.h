/*
 * How long a call may wait: not at all, until a point in time, for a length of time, or without end.
 *
 * A time limit may be passed as a deadline only where a comment allows it. The limit begins with the first
 * wait of the call, so that a call without a wait never reads the clock. Time limits can be neither compared
 * nor tested for having passed.
 */
#ifndef MYND_NET_DEADLINE_H
#define MYND_NET_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

#define MYND_SECOND INT64_C(1000000000) /* nanoseconds */

int64_t mynd_now(void);        /* nanoseconds of CLOCK_MONOTONIC */
int64_t mynd_coarse_now(void); /* time of the kernel's last tick, some ms ago; costs almost nothing */

typedef enum mynd_deadline_kind {
	MYND_DEADLINE_NO_WAIT, /* cleared memory has this meaning, too */
	MYND_DEADLINE_POINT,
	MYND_DEADLINE_LIMIT,
	MYND_DEADLINE_NONE
} mynd_deadline_kind;

typedef struct mynd_deadline {
	mynd_deadline_kind kind;
	int64_t nanoseconds; /* POINT: by CLOCK_MONOTONIC. LIMIT: from the first wait. Otherwise 0 */
} mynd_deadline;

#define MYND_NO_WAIT     ((mynd_deadline){MYND_DEADLINE_NO_WAIT, 0})
#define MYND_NO_DEADLINE ((mynd_deadline){MYND_DEADLINE_NONE, 0})

mynd_deadline mynd_deadline_in(double seconds); /* a point in time; seconds <= 0: MYND_NO_DEADLINE */
static inline mynd_deadline mynd_deadline_at(int64_t nanoseconds)
{
	return (mynd_deadline){MYND_DEADLINE_POINT, nanoseconds};
}
mynd_deadline mynd_time_limit(int64_t seconds); /* seconds <= 0: MYND_NO_DEADLINE */
/* Turns a time limit into a point in time, counted from now. */
mynd_deadline mynd_deadline_begin(mynd_deadline d);

/* Returns true if the call must not wait. */
static inline bool mynd_deadline_is_no_wait(mynd_deadline d)
{
	return d.kind == MYND_DEADLINE_NO_WAIT;
}

/* Returns true if the call may wait for ever. */
static inline bool mynd_deadline_is_none(mynd_deadline d)
{
	return d.kind == MYND_DEADLINE_NONE;
}

static inline bool mynd_deadline_is_limit(mynd_deadline d)
{
	return d.kind == MYND_DEADLINE_LIMIT;
}

static inline bool mynd_deadline_is_same(mynd_deadline a, mynd_deadline b)
{
	return a.kind == b.kind && a.nanoseconds == b.nanoseconds;
}

/*
 * These functions must not be called with time limits. "No wait" is earlier than every point in time, and has
 * passed; "none" is later than every point in time, and never passes.
 */
bool mynd_deadline_is_before(mynd_deadline a, mynd_deadline b);
mynd_deadline mynd_deadline_earlier(mynd_deadline a, mynd_deadline b);
bool mynd_deadline_has_passed(mynd_deadline d);
double mynd_deadline_left(mynd_deadline d); /* seconds, not negative; for a point in time or "no wait" */

#endif
