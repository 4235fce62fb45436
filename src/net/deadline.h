/*
 * How long a call may wait: not at all, until a point in time, for a length of time, or without end.
 *
 * A time limit stands in the place of a deadline only where a comment allows it. It begins with the first
 * wait of the call, so that a call which need not wait never reads the clock. It cannot be compared, nor can
 * it have passed.
 */
#ifndef MYND_NET_DEADLINE_H
#define MYND_NET_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum mynd_deadline_kind {
	MYND_DEADLINE_NO_WAIT, /* of memory that was cleared, too */
	MYND_DEADLINE_POINT,
	MYND_DEADLINE_LIMIT,
	MYND_DEADLINE_NONE
} mynd_deadline_kind;

typedef struct mynd_deadline {
	mynd_deadline_kind kind;
	int64_t nanoseconds; /* POINT: by CLOCK_MONOTONIC. LIMIT: from the first wait. The others: 0 */
} mynd_deadline;

#define MYND_NO_WAIT     ((mynd_deadline){MYND_DEADLINE_NO_WAIT, 0})
#define MYND_NO_DEADLINE ((mynd_deadline){MYND_DEADLINE_NONE, 0})

mynd_deadline mynd_deadline_in(double seconds); /* a point in time; seconds <= 0: MYND_NO_DEADLINE */
static inline mynd_deadline mynd_deadline_at(int64_t nanoseconds)
{
	return (mynd_deadline){MYND_DEADLINE_POINT, nanoseconds};
}
mynd_deadline mynd_time_limit(int64_t seconds);     /* seconds <= 0: MYND_NO_DEADLINE */
mynd_deadline mynd_deadline_begin(mynd_deadline d); /* a time limit becomes a point in time, from now on */

/* The call is to return rather than wait. */
static inline bool mynd_deadline_is_no_wait(mynd_deadline d)
{
	return d.kind == MYND_DEADLINE_NO_WAIT;
}

/* The call may wait for ever. */
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
 * Of any but time limits: "no wait" is earlier than every point in time, and has passed; "none" is later, and
 * never passes.
 */
bool mynd_deadline_is_before(mynd_deadline a, mynd_deadline b);
mynd_deadline mynd_deadline_earlier(mynd_deadline a, mynd_deadline b);
bool mynd_deadline_has_passed(mynd_deadline d);
double mynd_deadline_left(mynd_deadline d); /* seconds, not negative; of a point in time or "no wait" */

#endif
