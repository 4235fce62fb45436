/*
 * parsec (MariaDB 11.6 and later; knowledge base, "Authentication Plugin - PARSEC").
 *
 *     server: 32 random bytes
 *     client: an empty packet: "the salt, please"
 *     server: 'P', the iteration factor (0 to 3), 18 bytes of salt
 *     client: 32 random bytes of its own, and an Ed25519 signature (64) over the server's and its own
 *
 * The signing key is PBKDF2-HMAC-SHA-512 of the password with this salt and 1024 << factor rounds. An empty
 * password is used like any other.
 */
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include "private.h"

#define RANDOM_LEN    32 /* bytes of the server's, and of the client's */
#define SALT_LEN      18
#define KEY_LEN       32
#define SIGNATURE_LEN 64
#define FACTOR_MAX    3

enum { STEP_START, STEP_SALT, STEP_DONE };

/*
 * Layout of mynd_auth_run's `state`, equal to what the server stores: 'P', the factor, the salt, the public
 * key.
 */
#define SALT_AT  2
#define KEY_AT   (SALT_AT + SALT_LEN)
#define HASH_LEN (KEY_AT + KEY_LEN)

static bool sign(const uint8_t key[KEY_LEN], const uint8_t *message, size_t len, uint8_t *signature,
    uint8_t public_key[KEY_LEN])
{
	size_t signature_len = SIGNATURE_LEN, key_len = KEY_LEN;
	EVP_PKEY *pkey = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, key, KEY_LEN);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	bool ok = pkey != NULL && context != NULL && EVP_DigestSignInit(context, NULL, NULL, NULL, pkey) == 1 &&
	          EVP_DigestSign(context, signature, &signature_len, message, len) == 1 &&
	          EVP_PKEY_get_raw_public_key(pkey, public_key, &key_len) == 1;
	EVP_MD_CTX_free(context);
	EVP_PKEY_free(pkey);
	return ok;
}

/* Appends the client's random bytes and the signature to `answer`, and fills the run's `state`. */
static bool prove(mynd_auth_run *run, unsigned factor, mynd_slice salt, mynd_buffer *answer)
{
	uint8_t both[2 * RANDOM_LEN], key[KEY_LEN], signature[SIGNATURE_LEN];
	memcpy(both, run->scramble, RANDOM_LEN);
	bool ok = run->password.len <= INT_MAX && RAND_bytes(both + RANDOM_LEN, RANDOM_LEN) == 1 &&
	          PKCS5_PBKDF2_HMAC(run->password.len > 0 ? (const char *) run->password.ptr : "",
	              (int) run->password.len, salt.ptr, (int) salt.len, 1024 << factor, EVP_sha512(), KEY_LEN,
	              key) == 1 &&
	          sign(key, both, sizeof both, signature, run->state + KEY_AT);
	OPENSSL_cleanse(key, sizeof key);
	ERR_clear_error();
	if (ok) {
		run->state[0] = 'P';
		run->state[1] = (uint8_t) factor;
		memcpy(run->state + SALT_AT, salt.ptr, SALT_LEN);
		mynd_buffer_put_bytes(answer, both + RANDOM_LEN, RANDOM_LEN);
		mynd_buffer_put_bytes(answer, signature, SIGNATURE_LEN);
	}
	return ok;
}

static int answer_salt(mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(data.ptr, data.len);
	uint8_t algorithm, factor;
	mynd_slice salt;
	if (mynd_cursor_u8(&c, &algorithm) != MYND_OK || mynd_cursor_u8(&c, &factor) != MYND_OK ||
	    mynd_cursor_bytes(&c, SALT_LEN, &salt) != MYND_OK || mynd_cursor_left(&c) != 0) {
		return mynd_auth_fail(
		    run, MYND_CAUSE_MALFORMED, "the server's salt has not the length it should have", error);
	}
	if (algorithm != 'P' || factor > FACTOR_MAX) {
		return mynd_auth_fail(
		    run, MYND_CAUSE_REFUSED, "the server asks for a key derivation that is not known", error);
	}
	if (!prove(run, factor, salt, answer)) {
		return mynd_auth_fail(run, MYND_CAUSE_MISUSE, "the signature cannot be made", error);
	}
	return MYND_OK;
}

static int next(mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, bool *send, mynd_error *error)
{
	*send = true;
	switch (run->step++) {
	case STEP_START:
		return run->scramble_len == RANDOM_LEN ? MYND_OK : mynd_auth_bad_scramble(error);
	case STEP_SALT:
		return answer_salt(run, data, answer, error);
	default:
		run->step = STEP_DONE;
		return mynd_auth_fail(run, MYND_CAUSE_MALFORMED, "the server sent data that nobody asked for", error);
	}
}

static size_t hash(const mynd_auth_run *run, uint8_t hash[MYND_AUTH_HASH_MAX])
{
	memcpy(hash, run->state, HASH_LEN);
	return run->state[0] == 'P' ? HASH_LEN : 0;
}

const mynd_auth_method mynd_auth_parsec = {"parsec", 0, next, hash};
