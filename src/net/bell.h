/*
 * A bell: what a call waits for that another call of the same thread brings about, instead of a socket. Its
 * descriptor becomes readable when it is rung, so that any event loop can wait for it.
 *
 * Always true: a bell rings once for each wait; what rings it again before that changes nothing.
 */
#ifndef MYND_NET_BELL_H
#define MYND_NET_BELL_H

#include "wait.h"

typedef struct mynd_bell {
	int fd; /* -1: closed */
} mynd_bell;

/* MYND_BAD: the process has no descriptor left; errno says why. */
int mynd_bell_open(mynd_bell *bell);
void mynd_bell_close(mynd_bell *bell);
void mynd_bell_ring(const mynd_bell *bell); /* never waits */

/*
 * Waits in the program's waiter until the bell rings (MYND_OK) or the deadline has passed (MYND_MORE).
 * MYND_BAD: the waiter has thrown, or its fiber is being destroyed. MYND_WAIT_BLOCK: nothing was waited for,
 * because the call would sleep, and nobody could ring. The deadline must be no time limit.
 */
int mynd_bell_wait(const mynd_bell *bell, mynd_deadline deadline);

#endif
