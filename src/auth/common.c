/*
 * What the methods share; see private.h. Secrets live in memory that is wiped before it is let go.
 */
#include <openssl/crypto.h>
#include "private.h"

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

/* libcrypto looks an algorithm up each time that it is named, which costs more than such digests; so it is named once. */
bool mynd_auth_prove(
    const EVP_MD *algorithm, mynd_slice password, mynd_slice scramble, bool scramble_first, uint8_t *proof)
{
	uint8_t once[EVP_MAX_MD_SIZE], twice[EVP_MAX_MD_SIZE];
	const size_t len = (size_t) EVP_MD_size(algorithm);
	const mynd_slice none = {once, 0}, inner = {twice, len};
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	bool ok = context != NULL && digest_with(context, algorithm, password, none, none, once) &&
	          digest_with(context, NULL, (mynd_slice){once, len}, none, none, twice) &&
	          digest_with(context, NULL, scramble_first ? scramble : inner, scramble_first ? inner : scramble,
	              none, proof);
	EVP_MD_CTX_free(context); /* wipes */
	for (size_t i = 0; ok && i < len; i++) {
		proof[i] ^= once[i];
	}
	OPENSSL_cleanse(once, len);
	OPENSSL_cleanse(twice, len);
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
	OPENSSL_cleanse(run->scramble, sizeof run->scramble);
	OPENSSL_cleanse(run->state, sizeof run->state);
	run->scramble_len = 0;
	run->step = 0;
}
