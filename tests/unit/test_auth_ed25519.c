/*
 * MariaDB's two methods with Ed25519.
 *
 * The vectors of client_ed25519 are logins that MariaDB 10.11 (auth_ed25519.so) has accepted: its challenge,
 * our answer. An Ed25519 signature is determined by key and message, so they must come out again. The 32-byte
 * password is besides an ordinary Ed25519 seed: PHP's sodium_crypto_sign_detached() and libsodium give the
 * same signature.
 *
 * parsec's answers hold random bytes; they are verified with the public keys that MariaDB 11.8 derived itself
 * (mysql.global_priv, "P0:salt:key"); it has accepted such logins.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>
#include <sodium.h>
#include "auth_help.h"

typedef struct vector {
	const char *password, *challenge, *signature;
} vector;

#define PAESSWOERD "p\xc3\xa4ssw\xc3\xb6rd "
#define FIVE(s)    s s s s s

static const vector vectors[] = {
    {"secret", "f7ac73ebd8f14941820457aaf0936b4f5a7f1b2626330f9423a3ffa6457cf1a1",
        "f88eb1fd39f1f3c48a42ab08628dd8fb09009eaffc9ee98bb4d1628a10eb0416"
        "c2542682499ef32f8e38abcb646471b7ccebd349964f6a9652434f2155f06808"},
    {"x", "1261cb108c6fc0ab9c317f8a2246facfb9e9a16496fecc59a217fa30fcba818f",
        "fc8f49269e5cc259f6058ae9a2aca42adbb7bd00084a7c91231ede0f2a0dbbaa"
        "1a091177f4d0b1a2fdbef2452287c6eff271c09ece17b97ef6a62c8131125800"},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "21297c15ace3030b78f95edd5cb3245cc150a1509b86e29145c8ca4ac08942d9",
        "73082a9a92765b584a17281a93ee55248405e178e18056287672c8bc924d8863"
        "2eeb215d2d820a02a2f85192be5d124b18c4b08329a4f58b60ce96546c31af05"},
    {FIVE(PAESSWOERD) FIVE(PAESSWOERD) FIVE(PAESSWOERD) FIVE(PAESSWOERD),
        "4354f52f2dbf98c629616c6a4ae7cea2833db31f995ed366eaff6929ea0e4882",
        "1577f9fb9e6134d2a165751a60f3c89d5202ce495436afbe453c8f24085be57e"
        "66586fbec533e0f6b4790f7cc381368cfb662c397382a0ffec89f831d0059103"},
};

static void ed25519_signs_as_mariadb_wants_it(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
		uint8_t room[32];
		auth_try t;
		mynd_slice challenge = auth_unhex(vectors[i].challenge, room);
		auth_begin(&t, &mynd_auth_ed25519, auth_text(vectors[i].password), challenge);
		assert_int_equal(auth_step(&t, challenge), MYND_OK);
		auth_assert_answer(&t, vectors[i].signature);
		auth_finish(&t);
	}
}

/* A password of 32 bytes is a seed as RFC 8032 has it, so libsodium's own signature is the reference. */
static void ed25519_agrees_with_libsodium(void **state)
{
	(void) state;
	for (unsigned round = 0; round < 64; round++) {
		uint8_t seed[32], challenge[32], key[32], secret[64], signature[64];
		randombytes_buf(seed, sizeof seed);
		randombytes_buf(challenge, sizeof challenge);
		crypto_sign_seed_keypair(key, secret, seed);
		crypto_sign_detached(signature, NULL, challenge, sizeof challenge, secret);
		auth_try t;
		auth_begin(&t, &mynd_auth_ed25519, (mynd_slice){seed, 32}, (mynd_slice){challenge, 32});
		assert_int_equal(auth_step(&t, (mynd_slice){challenge, 32}), MYND_OK);
		assert_int_equal(t.answer.len, 64);
		assert_memory_equal(t.answer.ptr, signature, 64);
		auth_finish(&t);
	}
}

static void ed25519_signs_with_an_empty_password(void **state)
{
	(void) state;
	auth_try t;
	uint8_t challenge[32] = {5};
	auth_begin(&t, &mynd_auth_ed25519, (mynd_slice){NULL, 0}, (mynd_slice){challenge, 32});
	assert_int_equal(auth_step(&t, (mynd_slice){challenge, 32}), MYND_OK);
	assert_int_equal(t.answer.len, 64);
	auth_finish(&t);
}

static void challenges_of_every_length(void **state)
{
	(void) state;
	const mynd_auth_method *methods[] = {&mynd_auth_ed25519, &mynd_auth_parsec};
	uint8_t challenge[64] = {1};
	for (size_t m = 0; m < 2; m++) {
		for (size_t len = 0; len <= sizeof challenge; len++) {
			auth_try t;
			auth_begin(&t, methods[m], auth_text("secret"), (mynd_slice){challenge, len});
			assert_int_equal(auth_step(&t, (mynd_slice){challenge, len}), len == 32 ? MYND_OK : MYND_BAD);
			if (len != 32) {
				auth_assert_failure(&t, 2027, MYND_CAUSE_MALFORMED, "wrong length");
				assert_int_equal(t.answer.len, 0);
			}
			auth_finish(&t);
		}
	}
}

/* --- parsec --- */

typedef struct account {
	const char *password, *salt, *key;
} account;

static const account accounts[] = {
    {"secret", "337c004546428465e6e83eb8f1f6798fdd1e",
        "1549104af89334174ea84bc0b1d2ad65919e3ccd626699096633a27b3cee76af"},
    {"", "e075718151ba2bc2679c95e3cc3055426486",
        "83388dcebf8c5ca9223c1334212d62b0358c049d139adca78f73842abd33005b"},
};

static void begin_parsec(auth_try *t, const char *password, uint8_t fill)
{
	uint8_t challenge[32];
	memset(challenge, fill, sizeof challenge);
	auth_begin(t, &mynd_auth_parsec, auth_text(password), (mynd_slice){challenge, 32});
	assert_int_equal(auth_step(t, (mynd_slice){challenge, 32}), MYND_OK);
	assert_true(t->send);
	assert_int_equal(t->answer.len, 0);
}

static mynd_slice salt_packet(const char *salt, unsigned factor, uint8_t room[20])
{
	room[0] = 'P';
	room[1] = (uint8_t) factor;
	auth_unhex(salt, room + 2);
	return (mynd_slice){room, 20};
}

static void parsec_signs_with_the_key_that_mariadb_knows(void **state)
{
	(void) state;
	uint8_t before[32] = {0};
	for (size_t i = 0; i < sizeof accounts / sizeof accounts[0]; i++) {
		uint8_t packet[20], key[32], message[64];
		auth_try t;
		begin_parsec(&t, accounts[i].password, 0x42);
		assert_int_equal(auth_step(&t, salt_packet(accounts[i].salt, 0, packet)), MYND_OK);
		assert_true(t.send);
		assert_int_equal(t.answer.len, 96);
		memset(message, 0x42, 32);
		memcpy(message + 32, t.answer.ptr, 32);
		auth_unhex(accounts[i].key, key);
		assert_int_equal(crypto_sign_verify_detached(t.answer.ptr + 32, message, 64, key), 0);
		assert_memory_not_equal(t.answer.ptr, before, 32); /* fresh random bytes each time */
		memcpy(before, t.answer.ptr, 32);
		/* and nothing more afterwards */
		assert_int_equal(auth_step(&t, salt_packet(accounts[i].salt, 0, packet)), MYND_BAD);
		auth_assert_failure(&t, 2061, MYND_CAUSE_MALFORMED, "nobody asked for");
		auth_finish(&t);
	}
}

/* The factor counts: another one gives another key. Above 3 the server would only cost us time. */
static void parsec_takes_factors_0_to_3(void **state)
{
	(void) state;
	for (unsigned factor = 0; factor < 256; factor++) {
		uint8_t packet[20], key[32], message[64];
		auth_try t;
		begin_parsec(&t, "secret", 1);
		int rc = auth_step(&t, salt_packet(accounts[0].salt, factor, packet));
		assert_int_equal(rc, factor <= 3 ? MYND_OK : MYND_BAD);
		if (rc == MYND_BAD) {
			auth_assert_failure(&t, 2061, MYND_CAUSE_REFUSED, "key derivation");
			assert_int_equal(t.answer.len, 0);
		} else {
			memset(message, 1, 32);
			memcpy(message + 32, t.answer.ptr, 32);
			auth_unhex(accounts[0].key, key);
			int verdict = crypto_sign_verify_detached(t.answer.ptr + 32, message, 64, key);
			assert_int_equal(verdict, factor == 0 ? 0 : -1);
		}
		auth_finish(&t);
	}
}

static void parsec_salt_cut_at_every_byte(void **state)
{
	(void) state;
	for (size_t len = 0; len <= 64; len++) {
		if (len == 20) {
			continue;
		}
		/* On the heap and of this very size, so that a byte too far is seen. */
		uint8_t *cut = calloc(1, len ? len : 1);
		if (len > 0) {
			cut[0] = 'P';
		}
		auth_try t;
		begin_parsec(&t, "secret", 1);
		assert_int_equal(auth_step(&t, (mynd_slice){cut, len}), MYND_BAD);
		auth_assert_failure(&t, 2061, MYND_CAUSE_MALFORMED, "salt");
		assert_int_equal(t.answer.len, 0);
		auth_finish(&t);
		free(cut);
	}
}

static void parsec_knows_one_derivation(void **state)
{
	(void) state;
	uint8_t packet[20];
	auth_try t;
	begin_parsec(&t, "secret", 1);
	salt_packet(accounts[0].salt, 0, packet);
	packet[0] = 'Q';
	assert_int_equal(auth_step(&t, (mynd_slice){packet, 20}), MYND_BAD);
	auth_assert_failure(&t, 2061, MYND_CAUSE_REFUSED, "key derivation");
	auth_finish(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ed25519_signs_as_mariadb_wants_it),
	    cmocka_unit_test(ed25519_agrees_with_libsodium),
	    cmocka_unit_test(ed25519_signs_with_an_empty_password),
	    cmocka_unit_test(challenges_of_every_length),
	    cmocka_unit_test(parsec_signs_with_the_key_that_mariadb_knows),
	    cmocka_unit_test(parsec_takes_factors_0_to_3),
	    cmocka_unit_test(parsec_salt_cut_at_every_byte),
	    cmocka_unit_test(parsec_knows_one_derivation),
	};
	return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
