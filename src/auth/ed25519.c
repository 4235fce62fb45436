/*
 * client_ed25519 (MariaDB knowledge base, "Authentication Plugin - ed25519"): an Ed25519 signature (RFC 8032,
 * 5.1.6) over the server's 32 random bytes. The password itself, of any length, is used in place of the
 * 32-byte private key: its SHA-512 gives the secret scalar and the prefix of RFC 8032.
 *
 * Cryptographic libraries sign only with 32-byte keys, so this file computes the signature with libsodium's
 * functions for scalars and points. An empty password is used like any other.
 */
#include <openssl/crypto.h>
#include <sodium.h>
#include "private.h"

#define CHALLENGE_LEN 32
#define SIGNATURE_LEN 64

typedef struct secrets {
	uint8_t expanded[64]; /* SHA-512 of the password: scalar, prefix */
	uint8_t wide[64];     /* a scalar before it is reduced */
	uint8_t scalar[32], nonce[32], product[32];
} secrets;

static void sha512(mynd_slice first, mynd_slice second, mynd_slice third, uint8_t digest[64])
{
	crypto_hash_sha512_state state;
	crypto_hash_sha512_init(&state);
	crypto_hash_sha512_update(&state, first.ptr, first.len);
	crypto_hash_sha512_update(&state, second.ptr, second.len);
	crypto_hash_sha512_update(&state, third.ptr, third.len);
	crypto_hash_sha512_final(&state, digest);
	sodium_memzero(&state, sizeof state);
}

/* Sets `to` to the SHA-512 of the concatenated slices, modulo the group's order. */
static void hash_to_scalar(secrets *s, mynd_slice first, mynd_slice second, mynd_slice third, uint8_t to[32])
{
	sha512(first, second, third, s->wide);
	crypto_core_ed25519_scalar_reduce(to, s->wide);
}

/* Computes `expanded`, the secret `scalar` (clamped, then reduced) and the public key. */
static bool expand(secrets *s, mynd_slice password, uint8_t public_key[32])
{
	const mynd_slice none = {s->wide, 0};
	sha512(password, none, none, s->expanded);
	memset(s->wide, 0, sizeof s->wide);
	memcpy(s->wide, s->expanded, 32);
	s->wide[0] &= 248;
	s->wide[31] &= 63;
	s->wide[31] |= 64;
	crypto_core_ed25519_scalar_reduce(s->scalar, s->wide);
	return crypto_scalarmult_ed25519_base_noclamp(public_key, s->scalar) == 0;
}

static bool sign(secrets *s, mynd_slice password, mynd_slice message, uint8_t signature[SIGNATURE_LEN])
{
	uint8_t public_key[32], challenge[32];
	const mynd_slice prefix = {s->expanded + 32, 32}, none = {signature, 0};
	const mynd_slice point = {signature, 32}, key = {public_key, 32};
	if (!expand(s, password, public_key)) {
		return false;
	}
	hash_to_scalar(s, prefix, message, none, s->nonce);
	if (crypto_scalarmult_ed25519_base_noclamp(signature, s->nonce) != 0) {
		return false;
	}
	hash_to_scalar(s, point, key, message, challenge);
	crypto_core_ed25519_scalar_mul(s->product, challenge, s->scalar);
	crypto_core_ed25519_scalar_add(signature + 32, s->product, s->nonce);
	return true;
}

static int next(mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, bool *send, mynd_error *error)
{
	(void) data;
	if (run->step++ > 0) {
		return mynd_auth_fail(run, MYND_CAUSE_MALFORMED, "the server sent data that nobody asked for", error);
	}
	if (run->scramble_len != CHALLENGE_LEN) {
		return mynd_auth_bad_scramble(error);
	}
	uint8_t signature[SIGNATURE_LEN];
	secrets s;
	bool ok = sign(&s, run->password, (mynd_slice){run->scramble, CHALLENGE_LEN}, signature);
	OPENSSL_cleanse(&s, sizeof s);
	if (!ok) {
		return mynd_auth_fail(run, MYND_CAUSE_MISUSE, "the signature cannot be made", error);
	}
	mynd_buffer_put_bytes(answer, signature, SIGNATURE_LEN);
	*send = true;
	return MYND_OK;
}

/* Computes the public key, which is what the server stores. Returns its length; 0 on failure. */
static size_t hash(const mynd_auth_run *run, uint8_t hash[MYND_AUTH_HASH_MAX])
{
	secrets s;
	bool ok = expand(&s, run->password, hash);
	OPENSSL_cleanse(&s, sizeof s);
	return ok ? 32 : 0;
}

const mynd_auth_method mynd_auth_ed25519 = {"client_ed25519", 0, next, hash};
