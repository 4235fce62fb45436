/*
 * mysql_clear_password: the password itself and a NUL (MySQL manual, "Client-Side Cleartext Pluggable
 * Authentication"). The session decides by the method's flag whether the password may be sent on this
 * connection.
 */
#include "private.h"

static int next(mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, bool *send, mynd_error *error)
{
	(void) data;
	if (run->step++ > 0) {
		return mynd_auth_fail(run, MYND_CAUSE_MALFORMED, "the server sent data that nobody asked for", error);
	}
	mynd_auth_put_password(run, answer);
	*send = true;
	return MYND_OK;
}

const mynd_auth_method mynd_auth_clear = {"mysql_clear_password", MYND_AUTH_SENDS_CLEARTEXT, next, NULL};
