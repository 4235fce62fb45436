/*
 * What the files of src/client/ share.
 */
#ifndef MYND_CLIENT_INTERNAL_H
#define MYND_CLIENT_INTERNAL_H

#include "intercept.h"
#include "../pool/internal.h"

/* The command of a program is run: by its interceptors, or at once. As call->run. */
int mynd_give(mynd_call *call);
/*
 * There is nobody to whom a command could be given: then those that are run most often do without a
 * mynd_call.
 */
bool mynd_nobody_intercepts(void);
/* Those of the thread; NULL: there are none. */
const mynd_intercepting *mynd_interceptors(void);
/*
 * The link is about to connect for the program, which wants to be told. MYND_BAD: it cannot; an exception may
 * be pending.
 */
int mynd_prepare_connect(mynd_link *link);
/* Code of an interceptor has thrown: the link's error. MYND_BAD. */
int mynd_intercept_thrown(mynd_link *link);

static inline mynd_slice mynd_text(const char *text, size_t len)
{
	return (mynd_slice){(const uint8_t *) text, len};
}

#endif
