/*
 * Encrypts the full password under the server's RSA key, for the two SHA-256 methods on a transport without
 * encryption.
 *
 * The key comes from the program, or from a server whose identity is not verified. Always true: a key is
 * refused unless it is an RSA key of 1024 to 16384 bits in a PEM text of at most 16 KB; libcrypto never asks
 * for a passphrase on the terminal; its error queue is empty afterwards.
 */
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include "private.h"

#define PEM_MAX       16384
#define BITS_MIN      1024
#define BITS_MAX      16384
#define OAEP_OVERHEAD 42 /* RFC 8017, 7.1.1: 2 * 20 + 2 with SHA-1 */

static int no_passphrase(char *to, int size, int writing, void *context)
{
	(void) to;
	(void) size;
	(void) writing;
	(void) context;
	return -1;
}

static EVP_PKEY *parse(mynd_slice pem)
{
	BIO *bio = BIO_new_mem_buf(pem.ptr, (int) pem.len);
	if (bio == NULL) {
		return NULL;
	}
	EVP_PKEY *key = PEM_read_bio_PUBKEY(bio, NULL, no_passphrase, NULL);
	BIO_free(bio);
	return key;
}

/* Returns the reason why the key cannot be used; NULL if the key can be used. */
static const char *why_not(EVP_PKEY *key, size_t message_len)
{
	if (key == NULL) {
		return "the server's public key cannot be read";
	}
	if (EVP_PKEY_base_id(key) != EVP_PKEY_RSA) {
		return "the server's public key is not an RSA key";
	}
	if (EVP_PKEY_bits(key) < BITS_MIN || EVP_PKEY_bits(key) > BITS_MAX) {
		return "the server's public key is of a size that is not allowed";
	}
	if (message_len + OAEP_OVERHEAD > (size_t) EVP_PKEY_size(key)) {
		return "the password is too long for the server's public key";
	}
	return NULL;
}

static bool encrypt(EVP_PKEY *key, const uint8_t *message, size_t len, mynd_buffer *answer)
{
	size_t room = (size_t) EVP_PKEY_size(key);
	if (mynd_buffer_reserve(answer, room) != MYND_OK) {
		return true; /* the buffer itself reports the failure */
	}
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
	bool ok = context != NULL && EVP_PKEY_encrypt_init(context) == 1 &&
	          EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1 &&
	          EVP_PKEY_encrypt(context, answer->ptr + answer->len, &room, message, len) == 1;
	EVP_PKEY_CTX_free(context);
	answer->len += ok ? room : 0;
	return ok;
}

/* Returns the password and its NUL, XORed with the repeated scramble. The caller wipes and frees it. */
static uint8_t *mask(const mynd_auth_run *run, size_t len)
{
	uint8_t *message = OPENSSL_zalloc(len);
	if (message == NULL) {
		return NULL;
	}
	if (run->password.len > 0) {
		memcpy(message, run->password.ptr, run->password.len);
	}
	for (size_t i = 0; i < len; i++) {
		message[i] ^= run->scramble[i % MYND_SCRAMBLE_LEN];
	}
	return message;
}

int mynd_auth_put_encrypted(const mynd_auth_run *run, mynd_slice pem, mynd_buffer *answer, mynd_error *error)
{
	if (run->scramble_len < MYND_SCRAMBLE_LEN) {
		return mynd_auth_bad_scramble(error);
	}
	size_t len = run->password.len + 1;
	EVP_PKEY *key = pem.len == 0 || pem.len > PEM_MAX ? NULL : parse(pem);
	const char *why = why_not(key, len);
	if (why == NULL) {
		uint8_t *message = mask(run, len);
		if (message == NULL || !encrypt(key, message, len, answer)) {
			why = "the password cannot be encrypted";
		}
		OPENSSL_clear_free(message, len);
	}
	EVP_PKEY_free(key);
	ERR_clear_error();
	return why == NULL ? MYND_OK : mynd_auth_fail(run, MYND_CAUSE_REFUSED, why, error);
}
