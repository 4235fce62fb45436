/*
 * What the methods share; see private.h. Secrets live in memory that is wiped before it is let go.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* explicit_bzero */
#endif
#include <stdatomic.h>
#include "private.h"

#if OPENSSL_VERSION_NUMBER >= 0x30000000L
/*
 * From 3.0 on libcrypto looks an algorithm up under a lock each time that it is named, which costs as much as
 * such a digest; so each is named once a process. NULL: not yet.
 */
static _Atomic(EVP_MD *) algorithms[MYND_AUTH_ALGORITHMS];

static const EVP_MD *find_algorithm(mynd_auth_algorithm which)
{
	static const char *const names[] = {[MYND_AUTH_SHA1] = "SHA1", [MYND_AUTH_SHA256] = "SHA256"};
	EVP_MD *known = atomic_load(&algorithms[which]), *found;
	if (known != NULL) {
		return known;
	}
	found = EVP_MD_fetch(NULL, names[which], NULL);
	if (found != NULL && !atomic_compare_exchange_strong(&algorithms[which], &known, found)) {
		EVP_MD_free(found); /* another thread was first */
		return known;
	}
	return found;
}

void mynd_auth_shutdown(void)
{
	for (unsigned i = 0; i < MYND_AUTH_ALGORITHMS; i++) {
		EVP_MD_free(atomic_exchange(&algorithms[i], NULL));
	}
}
#else
static const EVP_MD *find_algorithm(mynd_auth_algorithm which)
{
	return which == MYND_AUTH_SHA1 ? EVP_sha1() : EVP_sha256();
}

void mynd_auth_shutdown(void)
{
}
#endif

static bool digest_with(EVP_MD_CTX *context, const EVP_MD *algorithm, mynd_slice first, mynd_slice second,
    mynd_slice third, uint8_t *digest)
{
	return EVP_DigestInit_ex(context, algorithm, NULL) == 1 &&
	       EVP_DigestUpdate(context, first.ptr, first.len) == 1 &&
	       EVP_DigestUpdate(context, second.ptr, second.len) == 1 &&
	       EVP_DigestUpdate(context, third.ptr, third.len) == 1 &&
	       EVP_DigestFinal_ex(context, digest, NULL) == 1;
}

bool mynd_auth_digest(
    const EVP_MD *algorithm, mynd_slice first, mynd_slice second, mynd_slice third, uint8_t *digest)
{
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	bool ok = context != NULL && digest_with(context, algorithm, first, second, third, digest);
	EVP_MD_CTX_free(context); /* wipes */
	return ok;
}

static bool prove_with(EVP_MD_CTX *context, const EVP_MD *algorithm, mynd_slice password, mynd_slice scramble,
    bool scramble_first, uint8_t *proof)
{
	uint8_t once[EVP_MAX_MD_SIZE], twice[EVP_MAX_MD_SIZE];
	const size_t len = (size_t) EVP_MD_size(algorithm);
	const mynd_slice none = {once, 0}, inner = {twice, len};
	bool ok = digest_with(context, algorithm, password, none, none, once) &&
	          digest_with(context, NULL, (mynd_slice){once, len}, none, none, twice) &&
	          digest_with(context, NULL, scramble_first ? scramble : inner, scramble_first ? inner : scramble,
	              none, proof);
	for (size_t i = 0; ok && i < len; i++) {
		proof[i] ^= once[i];
	}
	explicit_bzero(once, len);
	explicit_bzero(twice, len);
	return ok;
}

bool mynd_auth_prove(
    mynd_auth_algorithm which, mynd_slice password, mynd_slice scramble, bool scramble_first, uint8_t *proof)
{
	const EVP_MD *algorithm = find_algorithm(which);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	bool ok = algorithm != NULL && context != NULL &&
	          prove_with(context, algorithm, password, scramble, scramble_first, proof);
	EVP_MD_CTX_free(context); /* wipes */
	return ok;
}

void mynd_auth_put_password(const mynd_auth_run *run, mynd_buffer *answer)
{
	mynd_buffer_put_bytes(answer, run->password.ptr, run->password.len);
	mynd_buffer_put_zeros(answer, 1);
}

int mynd_auth_fail(const mynd_auth_run *run, mynd_cause cause, const char *why, mynd_error *error)
{
	return mynd_error_set(error, cause, MYND_ERR_AUTH_PLUGIN_ERROR, NULL,
	    "Authentication plugin '%s' reported error: %s", run->method->name, why);
}

int mynd_auth_no_key(const mynd_auth_run *run, mynd_error *error)
{
	return mynd_auth_fail(run, MYND_CAUSE_REFUSED,
	    "Authentication requires a secure connection, or the server's public key given beforehand", error);
}

int mynd_auth_bad_scramble(mynd_error *error)
{
	return mynd_error_set(error, MYND_CAUSE_MALFORMED, MYND_ERR_MALFORMED_PACKET, NULL,
	    "The server sent wrong length for scramble");
}

void mynd_auth_start(mynd_auth_run *run, const mynd_auth_method *method, mynd_slice challenge)
{
	mynd_auth_end(run);
	run->method = method;
	if (challenge.len > 0 && challenge.len <= sizeof run->scramble) {
		memcpy(run->scramble, challenge.ptr, challenge.len);
		run->scramble_len = challenge.len;
	}
}

void mynd_auth_end(mynd_auth_run *run)
{
	explicit_bzero(run->scramble, sizeof run->scramble);
	explicit_bzero(run->state, sizeof run->state);
	run->scramble_len = 0;
	run->step = 0;
}
