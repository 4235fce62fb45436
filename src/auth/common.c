/* Functions shared by the methods; see private.h. Memory that held secrets is wiped before it is freed. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* explicit_bzero */
#endif
/*
 * The digests of a login use libcrypto's direct functions, which 3.0 deprecates in favour of EVP. The first
 * EVP digest of a PHP process loads OpenSSL's providers, which keep some 50 KB. An EVP digest costs some 650
 * instructions more than a direct one (1,150 for SHA-1, 2,300 for SHA-256) if its EVP_MD and context are
 * reused, and 3,200 more if they are not. SHA1() and SHA256() use EVP, too. (OpenSSL 3.0.19, x86-64.)
 */
#define OPENSSL_SUPPRESS_DEPRECATED 1
#include <openssl/sha.h>
#include "private.h"

void mynd_auth_sha1(mynd_slice first, mynd_slice second, uint8_t digest[20])
{
	SHA_CTX context;
	SHA1_Init(&context);
	SHA1_Update(&context, first.ptr, first.len);
	SHA1_Update(&context, second.ptr, second.len);
	SHA1_Final(digest, &context);
	explicit_bzero(&context, sizeof context);
}

void mynd_auth_sha256_of(mynd_slice first, mynd_slice second, mynd_slice third, uint8_t digest[32])
{
	SHA256_CTX context;
	SHA256_Init(&context);
	SHA256_Update(&context, first.ptr, first.len);
	SHA256_Update(&context, second.ptr, second.len);
	SHA256_Update(&context, third.ptr, third.len);
	SHA256_Final(digest, &context);
	explicit_bzero(&context, sizeof context);
}

static void sha256(mynd_slice first, mynd_slice second, uint8_t *digest)
{
	mynd_auth_sha256_of(first, second, (mynd_slice){digest, 0}, digest);
}

void mynd_auth_prove(
    mynd_auth_algorithm which, mynd_slice password, mynd_slice scramble, bool scramble_first, uint8_t *proof)
{
	static const struct {
		void (*digest)(mynd_slice first, mynd_slice second, uint8_t *digest);
		size_t len;
	} algorithms[] = {[MYND_AUTH_SHA1] = {mynd_auth_sha1, SHA_DIGEST_LENGTH},
	    [MYND_AUTH_SHA256] = {sha256, SHA256_DIGEST_LENGTH}};
	uint8_t once[SHA256_DIGEST_LENGTH], twice[SHA256_DIGEST_LENGTH];
	const size_t len = algorithms[which].len;
	const mynd_slice none = {once, 0}, inner = {twice, len};
	algorithms[which].digest(password, none, once);
	algorithms[which].digest((mynd_slice){once, len}, none, twice);
	algorithms[which].digest(scramble_first ? scramble : inner, scramble_first ? inner : scramble, proof);
	for (size_t i = 0; i < len; i++) {
		proof[i] ^= once[i];
	}
	explicit_bzero(once, len);
	explicit_bzero(twice, len);
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
