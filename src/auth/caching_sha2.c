/*
 * caching_sha2_password (MySQL internals, "Caching_sha2_password information").
 *
 * The client first sends a proof, which is enough if the server has the password's digest in its cache:
 *     SHA256(password) XOR SHA256(SHA256(SHA256(password)) . scramble)
 * The server replies "good" (3) or requests the full password (4). The password is sent in clear text over
 * TLS or a unix socket, otherwise encrypted under an RSA key: the pinned one, or the server's, which is
 * requested with 2. For an empty password the answer is empty.
 */
#include "private.h"

#define DIGEST_LEN 32

enum { FAST_AUTH_OK = 3, FULL_AUTH = 4, REQUEST_KEY = 2 };

enum { STEP_START, STEP_FAST, STEP_KEY, STEP_DONE };

static void put_proof(const mynd_auth_run *run, mynd_buffer *answer)
{
	uint8_t proof[DIGEST_LEN];
	const mynd_slice scramble = {run->scramble, MYND_SCRAMBLE_LEN};
	mynd_auth_prove(MYND_AUTH_SHA256, run->password, scramble, false, proof);
	mynd_buffer_put_bytes(answer, proof, DIGEST_LEN);
}

static int start(mynd_auth_run *run, mynd_buffer *answer, bool *send, mynd_error *error)
{
	*send = true;
	if (run->password.len == 0) {
		run->step = STEP_DONE;
		return MYND_OK;
	}
	if (run->scramble_len < MYND_SCRAMBLE_LEN) {
		return mynd_auth_bad_scramble(error);
	}
	put_proof(run, answer);
	run->step = STEP_FAST;
	return MYND_OK;
}

static int full(mynd_auth_run *run, mynd_buffer *answer, bool *send, mynd_error *error)
{
	run->step = STEP_DONE;
	*send = true;
	if (run->secure) {
		mynd_auth_put_password(run, answer);
		return MYND_OK;
	}
	if (run->public_key.len > 0) {
		return mynd_auth_put_encrypted(run, run->public_key, answer, error);
	}
	if (!run->key_allowed) {
		return mynd_auth_no_key(run, error);
	}
	mynd_buffer_put_int(answer, 1, REQUEST_KEY);
	run->step = STEP_KEY;
	return MYND_OK;
}

static int after_proof(
    mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, bool *send, mynd_error *error)
{
	if (data.len == 1 && data.ptr[0] == FULL_AUTH) {
		return full(run, answer, send, error);
	}
	if (data.len == 1 && data.ptr[0] == FAST_AUTH_OK) {
		run->step = STEP_DONE;
		*send = false;
		return MYND_OK;
	}
	return mynd_auth_fail(run, MYND_CAUSE_MALFORMED, "the server's answer is not understood", error);
}

static int next(mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, bool *send, mynd_error *error)
{
	switch (run->step) {
	case STEP_START:
		return start(run, answer, send, error);
	case STEP_FAST:
		return after_proof(run, data, answer, send, error);
	case STEP_KEY:
		run->step = STEP_DONE;
		*send = true;
		return mynd_auth_put_encrypted(run, data, answer, error);
	default:
		return mynd_auth_fail(run, MYND_CAUSE_MALFORMED, "the server sent data that nobody asked for", error);
	}
}

const mynd_auth_method mynd_auth_caching_sha2 = {"caching_sha2_password", 0, next, NULL};
