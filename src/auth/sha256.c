/*
 * sha256_password (MySQL manual, "SHA-256 Pluggable Authentication"): sends the full password, in clear text
 * over TLS, otherwise encrypted under an RSA key: the pinned one, or the server's, which is requested with 1.
 *
 * A unix socket does not count as safe: with this method servers expect the encrypted password on everything
 * except TLS. For an empty password the answer is a NUL (servers before 5.7 know no other form).
 */
#include "private.h"

enum { REQUEST_KEY = 1 };

enum { STEP_START, STEP_KEY, STEP_DONE };

/*
 * Sends an empty answer if the pinned key is not usable, as stock does: the server then refuses the login
 * with 1045.
 */
static int put_under_pinned_key(const mynd_auth_run *run, mynd_buffer *answer, mynd_error *error)
{
	int rc = mynd_auth_put_encrypted(run, run->public_key, answer, error);
	return rc == MYND_BAD && error->cause == MYND_CAUSE_REFUSED ? MYND_OK : rc;
}

static int start(mynd_auth_run *run, mynd_buffer *answer, bool *send, mynd_error *error)
{
	run->step = STEP_DONE;
	*send = true;
	if ((run->secure && !run->unix_socket) || run->password.len == 0) {
		mynd_auth_put_password(run, answer);
		return MYND_OK;
	}
	if (run->public_key.len > 0) {
		return put_under_pinned_key(run, answer, error);
	}
	if (!run->key_allowed) {
		return mynd_auth_no_key(run, error);
	}
	mynd_buffer_put_int(answer, 1, REQUEST_KEY);
	run->step = STEP_KEY;
	return MYND_OK;
}

static int next(mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, bool *send, mynd_error *error)
{
	switch (run->step) {
	case STEP_START:
		return start(run, answer, send, error);
	case STEP_KEY:
		run->step = STEP_DONE;
		*send = true;
		return mynd_auth_put_encrypted(run, data, answer, error);
	default:
		return mynd_auth_fail(run, MYND_CAUSE_MALFORMED, "the server sent data that nobody asked for", error);
	}
}

const mynd_auth_method mynd_auth_sha256 = {"sha256_password", 0, next, NULL};
