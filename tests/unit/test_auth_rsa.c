/*
 * The password under the server's RSA key: what arrives there is decrypted with the private half and looked
 * at; then every kind of key that a hostile server may send instead.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include "auth_help.h"

static const uint8_t scramble[20] = {7, 0, 255, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 200};

static EVP_PKEY *made_key(int type, int bits)
{
	EVP_PKEY *key = NULL;
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(type, NULL);
	assert_int_equal(EVP_PKEY_keygen_init(context), 1);
	if (type == EVP_PKEY_RSA) {
		assert_int_equal(EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits), 1);
	} else if (type == EVP_PKEY_EC) {
		assert_int_equal(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1), 1);
	}
	assert_int_equal(EVP_PKEY_keygen(context, &key), 1);
	EVP_PKEY_CTX_free(context);
	return key;
}

/* The public half as a server sends it; the caller's to free. */
static char *pem_of(EVP_PKEY *key)
{
	BIO *bio = BIO_new(BIO_s_mem());
	char *data;
	assert_int_equal(PEM_write_bio_PUBKEY(bio, key), 1);
	long len = BIO_get_mem_data(bio, &data);
	char *copy = malloc((size_t) len + 1);
	memcpy(copy, data, (size_t) len);
	copy[len] = '\0';
	BIO_free(bio);
	return copy;
}

/* Decrypts the answer, takes the scramble off, and compares with the password and its NUL. */
static void assert_arrives(const auth_try *t, EVP_PKEY *key, mynd_slice password)
{
	uint8_t plain[4096];
	size_t len = sizeof plain;
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
	assert_int_equal(EVP_PKEY_decrypt_init(context), 1);
	assert_int_equal(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING), 1);
	assert_int_equal(EVP_PKEY_CTX_set_rsa_oaep_md(context, EVP_sha1()), 1);
	assert_int_equal(t->answer.len, EVP_PKEY_size(key));
	assert_int_equal(EVP_PKEY_decrypt(context, plain, &len, t->answer.ptr, t->answer.len), 1);
	EVP_PKEY_CTX_free(context);
	assert_int_equal(len, password.len + 1);
	for (size_t i = 0; i < len; i++) {
		plain[i] ^= scramble[i % 20];
	}
	assert_memory_equal(plain, password.ptr, password.len);
	assert_int_equal(plain[password.len], 0);
}

/* Up to where the key is due. */
static void ask(auth_try *t, const mynd_auth_method *method, mynd_slice password)
{
	auth_begin(t, method, password, (mynd_slice){scramble, 20});
	assert_int_equal(auth_step(t, (mynd_slice){scramble, 20}), MYND_OK);
	if (method == &mynd_auth_caching_sha2) {
		assert_int_equal(auth_step(t, auth_text("\x04")), MYND_OK);
		auth_assert_answer(t, "02");
	} else {
		auth_assert_answer(t, "01");
	}
}

static const mynd_auth_method *const methods[] = {&mynd_auth_caching_sha2, &mynd_auth_sha256};

static void the_password_arrives(void **state)
{
	(void) state;
	EVP_PKEY *key = made_key(EVP_PKEY_RSA, 2048);
	char *pem = pem_of(key);
	char password[214];
	memset(password, 'p', sizeof password);
	const size_t lengths[] = {1, 19, 20, 21, 100, 213}; /* 256 - 42 - 1 is the longest */
	for (size_t m = 0; m < 2; m++) {
		for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
			auth_try t;
			mynd_slice given = {(uint8_t *) password, lengths[i]};
			ask(&t, methods[m], given);
			assert_int_equal(auth_step(&t, auth_text(pem)), MYND_OK);
			assert_true(t.send);
			assert_arrives(&t, key, given);
			assert_int_equal(auth_step(&t, auth_text(pem)), MYND_BAD); /* once is enough */
			auth_finish(&t);
		}
		auth_try t;
		ask(&t, methods[m], (mynd_slice){(uint8_t *) password, 214});
		assert_int_equal(auth_step(&t, auth_text(pem)), MYND_BAD);
		auth_assert_failure(&t, 2061, MYND_CAUSE_REFUSED, "too long");
		assert_int_equal(t.answer.len, 0);
		auth_finish(&t);
	}
	free(pem);
	EVP_PKEY_free(key);
}

/* The pinned key is used without asking, allowed or not. */
static void a_pinned_key_is_used(void **state)
{
	(void) state;
	EVP_PKEY *key = made_key(EVP_PKEY_RSA, 1024);
	char *pem = pem_of(key);
	for (size_t m = 0; m < 2; m++) {
		auth_try t;
		auth_begin(&t, methods[m], auth_text("secret"), (mynd_slice){scramble, 20});
		t.run.public_key = auth_text(pem);
		t.run.key_allowed = false;
		assert_int_equal(auth_step(&t, (mynd_slice){scramble, 20}), MYND_OK);
		if (methods[m] == &mynd_auth_caching_sha2) {
			assert_int_equal(auth_step(&t, auth_text("\x04")), MYND_OK);
		}
		assert_arrives(&t, key, auth_text("secret"));
		auth_finish(&t);
	}
	free(pem);
	EVP_PKEY_free(key);
}

static void refused(mynd_slice pem, const char *piece)
{
	for (size_t m = 0; m < 2; m++) {
		auth_try t;
		ask(&t, methods[m], auth_text("secret"));
		assert_int_equal(auth_step(&t, pem), MYND_BAD);
		auth_assert_failure(&t, 2061, MYND_CAUSE_REFUSED, piece);
		assert_int_equal(t.answer.len, 0);
		assert_int_equal(ERR_peek_error(), 0);
		auth_finish(&t);
	}
}

static void keys_of_other_kinds_are_refused(void **state)
{
	(void) state;
	const int types[] = {EVP_PKEY_EC, EVP_PKEY_ED25519};
	for (size_t i = 0; i < 2; i++) {
		EVP_PKEY *key = made_key(types[i], 0);
		char *pem = pem_of(key);
		refused(auth_text(pem), "not an RSA key");
		free(pem);
		EVP_PKEY_free(key);
	}
	EVP_PKEY *key = made_key(EVP_PKEY_RSA, 768);
	char *pem = pem_of(key);
	refused(auth_text(pem), "size that is not allowed");
	free(pem);
	EVP_PKEY_free(key);
}

/* A public key with a modulus of `bits`, written by hand: nobody needs the primes. */
static char *huge_key(unsigned bits)
{
	size_t modulus = bits / 8 + 1, body = 4 + modulus + 5, der_len = 4 + body;
	uint8_t *der = calloc(1, der_len + 64);
	uint8_t *at = der;
	*at++ = 0x30;
	*at++ = 0x82;
	*at++ = (uint8_t) (body >> 8);
	*at++ = (uint8_t) body;
	*at++ = 0x02;
	*at++ = 0x82;
	*at++ = (uint8_t) (modulus >> 8);
	*at++ = (uint8_t) modulus;
	at[0] = 0;
	memset(at + 1, 0xFF, modulus - 1);
	at += modulus;
	memcpy(at, "\x02\x03\x01\x00\x01", 5);
	const uint8_t *from = der;
	EVP_PKEY *key = d2i_PublicKey(EVP_PKEY_RSA, NULL, &from, (long) der_len);
	assert_non_null(key);
	char *pem = pem_of(key);
	EVP_PKEY_free(key);
	free(der);
	return pem;
}

static void huge_keys_are_refused(void **state)
{
	(void) state;
	char *pem = huge_key(16384 + 8);
	refused(auth_text(pem), "size that is not allowed");
	free(pem);
	pem = huge_key(64000);
	refused(auth_text(pem), "size that is not allowed");
	free(pem);
	pem = huge_key(16384); /* the largest that is allowed is usable */
	auth_try t;
	ask(&t, &mynd_auth_sha256, auth_text("secret"));
	assert_int_equal(auth_step(&t, auth_text(pem)), MYND_OK);
	assert_int_equal(t.answer.len, 2048);
	auth_finish(&t);
	free(pem);
}

static void garbage_is_refused(void **state)
{
	(void) state;
	refused((mynd_slice){NULL, 0}, "cannot be read");
	refused(auth_text("\x01"), "cannot be read");
	refused(auth_text("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"), "cannot be read");
	refused(
	    auth_text("-----BEGIN PUBLIC KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n-----END PUBLIC KEY-----\n"),
	    "cannot be read");
	/* A PEM text that asks for a passphrase must not ask at the terminal. */
	refused(auth_text("-----BEGIN PUBLIC KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: "
	                  "AES-128-CBC,00000000000000000000000000000000\n\nAAAAAAAAAAAAAAAAAAAAAA==\n"
	                  "-----END PUBLIC KEY-----\n"),
	    "cannot be read");
	char *long_text = malloc(1 << 20);
	memset(long_text, 'A', 1 << 20);
	refused((mynd_slice){(uint8_t *) long_text, 1 << 20}, "cannot be read");
	free(long_text);
}

/* Each cut in memory of exactly its size. What is cut off at the very end may be no loss. */
static void keys_cut_at_every_byte(void **state)
{
	(void) state;
	EVP_PKEY *key = made_key(EVP_PKEY_RSA, 1024);
	char *pem = pem_of(key);
	size_t whole = strlen(pem);
	for (size_t len = 0; len < whole; len++) {
		uint8_t *cut = malloc(len ? len : 1);
		memcpy(cut, pem, len);
		auth_try t;
		ask(&t, &mynd_auth_sha256, auth_text("secret"));
		int rc = auth_step(&t, (mynd_slice){cut, len});
		if (rc == MYND_OK) {
			assert_true(len >= whole - 1);
			assert_arrives(&t, key, auth_text("secret"));
		} else {
			auth_assert_failure(&t, 2061, MYND_CAUSE_REFUSED, "cannot be read");
			assert_int_equal(t.answer.len, 0);
		}
		auth_finish(&t);
		free(cut);
	}
	free(pem);
	EVP_PKEY_free(key);
}

/* A buffer that may not grow that far says so by its own flag. */
static void the_answer_may_not_fit(void **state)
{
	(void) state;
	EVP_PKEY *key = made_key(EVP_PKEY_RSA, 1024);
	char *pem = pem_of(key);
	auth_try t;
	ask(&t, &mynd_auth_sha256, auth_text("secret"));
	mynd_buffer_free(&t.answer);
	mynd_buffer_init(&t.answer, 100);
	int rc = auth_step(&t, auth_text(pem));
	assert_true(rc == MYND_BAD || t.answer.failed);
	auth_finish(&t);
	free(pem);
	EVP_PKEY_free(key);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_password_arrives),
	    cmocka_unit_test(a_pinned_key_is_used),
	    cmocka_unit_test(keys_of_other_kinds_are_refused),
	    cmocka_unit_test(huge_keys_are_refused),
	    cmocka_unit_test(garbage_is_refused),
	    cmocka_unit_test(keys_cut_at_every_byte),
	    cmocka_unit_test(the_answer_may_not_fit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
