/*
 * Declarations that the files of src/client/ share.
 */
#ifndef MYND_CLIENT_INTERNAL_H
#define MYND_CLIENT_INTERNAL_H

#include "intercept.h"
#include "../cluster/cluster.h"
#include "../pool/internal.h"

/* Runs a command of the program, through its interceptors if there are any. Returns as call->run does. */
int mynd_give(mynd_call *call);
/* Runs the command inside all interceptors. If its connection is lost, it may be sent again on a new one. */
int mynd_gate_run(mynd_call *call);
bool mynd_nobody_intercepts(void);
/*
 * Returns true if the gate has nothing to do for the link: the commands that run most often then need no
 * mynd_call.
 */
bool mynd_goes_straight(const mynd_link *link);
/* Returns the interceptors of the thread, or NULL if there are none. */
const mynd_intercepting *mynd_interceptors(void);
/*
 * Calls the function that was passed to mynd_links_before_connect, before the link connects for the program.
 * Returns MYND_BAD if the link cannot connect; an exception may be pending.
 */
int mynd_prepare_connect(mynd_link *link);
/* Sets the link's error for an exception that an interceptor has thrown. Returns MYND_BAD. */
int mynd_intercept_thrown(mynd_link *link);

static inline mynd_slice mynd_text(const char *text, size_t len)
{
	return (mynd_slice){(const uint8_t *) text, len};
}

#endif
