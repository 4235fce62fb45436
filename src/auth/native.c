/*
 * mysql_native_password (MySQL internals, "Secure Password Authentication"):
 *     SHA1(password) XOR SHA1(scramble . SHA1(SHA1(password)))
 * For an empty password the answer is empty.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* explicit_bzero */
#endif
#include "private.h"

#define DIGEST_LEN 20

static void put_answer(const mynd_auth_run *run, mynd_buffer *answer)
{
	uint8_t proof[DIGEST_LEN];
	const mynd_slice scramble = {run->scramble, MYND_SCRAMBLE_LEN};
	mynd_auth_prove(MYND_AUTH_SHA1, run->password, scramble, true, proof);
	mynd_buffer_put_bytes(answer, proof, DIGEST_LEN);
}

static int next(mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, bool *send, mynd_error *error)
{
	(void) data;
	if (run->step++ > 0) {
		return mynd_auth_fail(run, MYND_CAUSE_MALFORMED, "the server sent data that nobody asked for", error);
	}
	*send = true;
	if (run->password.len == 0) {
		return MYND_OK;
	}
	if (run->scramble_len < MYND_SCRAMBLE_LEN) {
		return mynd_auth_bad_scramble(error);
	}
	put_answer(run, answer);
	return MYND_OK;
}

/* Computes SHA1(SHA1(password)), which is what the server stores. */
static size_t hash(const mynd_auth_run *run, uint8_t hash[MYND_AUTH_HASH_MAX])
{
	uint8_t once[DIGEST_LEN];
	const mynd_slice none = {once, 0};
	mynd_auth_sha1(run->password, none, once);
	mynd_auth_sha1((mynd_slice){once, DIGEST_LEN}, none, hash);
	explicit_bzero(once, sizeof once);
	return DIGEST_LEN;
}

const mynd_auth_method mynd_auth_native = {"mysql_native_password", 0, next, hash};
