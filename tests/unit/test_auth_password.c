/*
 * The methods that are made of digests: native, caching_sha2 (fast path and its branches), sha256, clear; the
 * table.
 *
 * The vectors were computed with PHP, from the formulas of the manual:
 *     $s = hex2bin("0102...14");
 *     native:       sha1($p, true) ^ sha1($s . sha1(sha1($p, true), true), true)
 *     caching_sha2: $h($p) ^ $h($h($h($p)) . $s)     with $h = fn ($x) => hash("sha256", $x, true)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>
#include "auth_help.h"

#define SCRAMBLE "0102030405060708090a0b0c0d0e0f1011121314"
#define LONG                                                                                                 \
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

typedef struct vector {
	const mynd_auth_method *method;
	const char *password, *answer;
} vector;

static void answers_as_computed_elsewhere(void **state)
{
	(void) state;
	const vector vectors[] = {
	    {&mynd_auth_native, "secret", "b32bb3a583e1340c0a1108d58b1be49781ad8c2f"},
	    {&mynd_auth_native, "x", "d6735703ddb55a10a902fa57c33fe543b1f57040"},
	    {&mynd_auth_native, LONG, "f6f8ed2b172cd6f5f65299da0d51f265045791e4"},
	    {&mynd_auth_native, "", ""},
	    {&mynd_auth_caching_sha2, "secret",
	        "746ebe205d56a0707acb3e796e834e0dd7b1d61743b26bd5202c7a623230c7c9"},
	    {&mynd_auth_caching_sha2, "x", "6de9055332ab03b0277f5c582964cf1404aff68d7b3c26f9aa6aa1f2caeae10d"},
	    {&mynd_auth_caching_sha2, LONG, "e1e61af85784125d2fa25f03f97fa40ee429b86b2bdf91304610ad46ed9443c5"},
	    {&mynd_auth_caching_sha2, "", ""},
	    {&mynd_auth_clear, "secret", "73656372657400"},
	    {&mynd_auth_clear, "", "00"},
	    {&mynd_auth_sha256, "secret", "01"},
	    {&mynd_auth_sha256, "", "00"},
	};
	for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
		uint8_t room[64];
		auth_try t;
		mynd_slice scramble = auth_unhex(SCRAMBLE, room);
		auth_begin(&t, vectors[i].method, auth_text(vectors[i].password), scramble);
		assert_int_equal(auth_step(&t, scramble), MYND_OK);
		auth_assert_answer(&t, vectors[i].answer);
		auth_finish(&t);
	}
}

/* Only the first 20 bytes count. Shorter ones, none at all, and one that no method has are refused. */
static void challenges_of_every_length(void **state)
{
	(void) state;
	const mynd_auth_method *methods[] = {&mynd_auth_native, &mynd_auth_caching_sha2};
	uint8_t challenge[64];
	for (unsigned i = 0; i < sizeof challenge; i++) {
		challenge[i] = (uint8_t) (i + 1);
	}
	for (size_t m = 0; m < 2; m++) {
		for (size_t len = 0; len <= sizeof challenge; len++) {
			auth_try t;
			mynd_slice given = {len ? challenge : NULL, len};
			auth_begin(&t, methods[m], auth_text("secret"), given);
			if (len >= 20 && len <= MYND_SCRAMBLE_MAX) {
				assert_int_equal(auth_step(&t, given), MYND_OK);
				assert_int_equal(t.answer.ptr[0], m == 0 ? 0xb3 : 0x74);
			} else {
				assert_int_equal(auth_step(&t, given), MYND_BAD);
				auth_assert_failure(
				    &t, 2027, MYND_CAUSE_MALFORMED, "The server sent wrong length for scramble");
				assert_int_equal(t.answer.len, 0);
			}
			auth_finish(&t);
		}
	}
}

static void begin_sha2(auth_try *t, bool secure)
{
	static const uint8_t scramble[20] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	auth_begin(t, &mynd_auth_caching_sha2, auth_text("secret"), (mynd_slice){scramble, 20});
	t->run.secure = secure;
	assert_int_equal(auth_step(t, (mynd_slice){scramble, 20}), MYND_OK);
	assert_int_equal(t->answer.len, 32);
}

static void sha2_fast_path_ends_silently(void **state)
{
	(void) state;
	auth_try t;
	begin_sha2(&t, false);
	assert_int_equal(auth_step(&t, auth_text("\x03")), MYND_OK);
	assert_false(t.send);
	assert_int_equal(t.answer.len, 0);
	/* The server has said "good"; whatever it asks now it has no right to. */
	assert_int_equal(auth_step(&t, auth_text("\x04")), MYND_BAD);
	auth_assert_failure(&t, 2061, MYND_CAUSE_MALFORMED, "data that nobody asked for");
	assert_int_equal(t.answer.len, 0);
	auth_finish(&t);
}

static void sha2_full_password_where_it_is_secure(void **state)
{
	(void) state;
	auth_try t;
	begin_sha2(&t, true);
	assert_int_equal(auth_step(&t, auth_text("\x04")), MYND_OK);
	auth_assert_answer(&t, "73656372657400");
	assert_int_equal(auth_step(&t, auth_text("\x04")), MYND_BAD);
	auth_finish(&t);
}

static void sha2_asks_for_the_key_elsewhere(void **state)
{
	(void) state;
	auth_try t;
	begin_sha2(&t, false);
	assert_int_equal(auth_step(&t, auth_text("\x04")), MYND_OK);
	auth_assert_answer(&t, "02");
	auth_finish(&t);
}

static void sha2_refuses_a_key_that_is_not_pinned(void **state)
{
	(void) state;
	auth_try t;
	begin_sha2(&t, false);
	t.run.key_allowed = false;
	assert_int_equal(auth_step(&t, auth_text("\x04")), MYND_BAD);
	auth_assert_failure(&t, 2061, MYND_CAUSE_REFUSED, "requires a secure connection");
	assert_int_equal(t.answer.len, 0);
	auth_finish(&t);
}

/* Every byte but 3 and 4, nothing, and more than one byte. */
static void sha2_understands_nothing_else(void **state)
{
	(void) state;
	for (unsigned byte = 0; byte <= 256; byte++) {
		if (byte == 3 || byte == 4) {
			continue;
		}
		uint8_t data[1] = {(uint8_t) byte};
		auth_try t;
		begin_sha2(&t, true);
		mynd_slice given = {data, byte == 256 ? 0 : 1};
		assert_int_equal(auth_step(&t, given), MYND_BAD);
		auth_assert_failure(&t, 2061, MYND_CAUSE_MALFORMED, "not understood");
		assert_int_equal(t.answer.len, 0);
		auth_finish(&t);
	}
	auth_try t;
	begin_sha2(&t, true);
	assert_int_equal(auth_step(&t, auth_text("\x04\x04")), MYND_BAD);
	auth_finish(&t);
}

/* Someone without a password has nothing to prove, and never sends anything else. */
static void sha2_empty_password_is_done(void **state)
{
	(void) state;
	auth_try t;
	uint8_t room[32];
	mynd_slice scramble = auth_unhex(SCRAMBLE, room);
	auth_begin(&t, &mynd_auth_caching_sha2, auth_text(""), scramble);
	t.run.secure = true;
	assert_int_equal(auth_step(&t, scramble), MYND_OK);
	assert_int_equal(auth_step(&t, auth_text("\x04")), MYND_BAD);
	auth_finish(&t);
}

static void sha256_full_password_over_tls_only(void **state)
{
	(void) state;
	uint8_t room[32];
	mynd_slice scramble = auth_unhex(SCRAMBLE, room);
	auth_try t;
	auth_begin(&t, &mynd_auth_sha256, auth_text("secret"), scramble);
	t.run.secure = true;
	assert_int_equal(auth_step(&t, scramble), MYND_OK);
	auth_assert_answer(&t, "73656372657400");
	auth_finish(&t);

	auth_begin(&t, &mynd_auth_sha256, auth_text("secret"), scramble);
	t.run.secure = t.run.unix_socket = true;
	assert_int_equal(auth_step(&t, scramble), MYND_OK);
	auth_assert_answer(&t, "01");
	auth_finish(&t);
}

static void sha256_refuses_a_key_that_is_not_pinned(void **state)
{
	(void) state;
	uint8_t room[32];
	mynd_slice scramble = auth_unhex(SCRAMBLE, room);
	auth_try t;
	auth_begin(&t, &mynd_auth_sha256, auth_text("secret"), scramble);
	t.run.key_allowed = false;
	assert_int_equal(auth_step(&t, scramble), MYND_BAD);
	auth_assert_failure(&t, 2061, MYND_CAUSE_REFUSED, "requires a secure connection");
	assert_int_equal(t.answer.len, 0);
	auth_finish(&t);
}

/* Methods of one answer do not give a second one. */
static void one_answer_is_enough(void **state)
{
	(void) state;
	const mynd_auth_method *methods[] = {&mynd_auth_native, &mynd_auth_clear, &mynd_auth_ed25519};
	uint8_t challenge[32] = {1};
	for (size_t m = 0; m < 3; m++) {
		auth_try t;
		auth_begin(&t, methods[m], auth_text("secret"), (mynd_slice){challenge, 32});
		assert_int_equal(auth_step(&t, (mynd_slice){challenge, 32}), MYND_OK);
		assert_int_equal(auth_step(&t, (mynd_slice){NULL, 0}), MYND_BAD);
		auth_assert_failure(&t, 2061, MYND_CAUSE_MALFORMED, methods[m]->name);
		assert_int_equal(t.answer.len, 0);
		auth_finish(&t);
	}
}

static void names_are_found_whole(void **state)
{
	(void) state;
	const mynd_auth_method *methods[] = {&mynd_auth_native, &mynd_auth_caching_sha2, &mynd_auth_sha256,
	    &mynd_auth_clear, &mynd_auth_ed25519, &mynd_auth_parsec};
	for (size_t m = 0; m < 6; m++) {
		mynd_slice name = auth_text(methods[m]->name);
		assert_ptr_equal(mynd_auth_find(name), methods[m]);
		assert_int_equal(methods[m]->flags, methods[m] == &mynd_auth_clear ? MYND_AUTH_SENDS_CLEARTEXT : 0);
		for (size_t len = 0; len < name.len; len++) {
			assert_null(mynd_auth_find((mynd_slice){name.ptr, len}));
		}
		assert_null(mynd_auth_find((mynd_slice){name.ptr, name.len + 1}));
	}
	assert_null(mynd_auth_find(auth_text("mysql_old_password")));
	assert_null(mynd_auth_find(auth_text("dialog")));
}

static void the_end_wipes(void **state)
{
	(void) state;
	auth_try t;
	uint8_t zero[sizeof t.run.state] = {0}, challenge[20] = {9, 9, 9};
	auth_begin(&t, &mynd_auth_native, auth_text("secret"), (mynd_slice){challenge, 20});
	memset(t.run.state, 7, sizeof t.run.state);
	auth_step(&t, (mynd_slice){challenge, 20});
	mynd_auth_end(&t.run);
	assert_memory_equal(t.run.scramble, zero, sizeof t.run.scramble);
	assert_memory_equal(t.run.state, zero, sizeof t.run.state);
	assert_int_equal(t.run.scramble_len, 0);
	assert_int_equal(t.run.step, 0);
	auth_finish(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(answers_as_computed_elsewhere),
	    cmocka_unit_test(challenges_of_every_length),
	    cmocka_unit_test(sha2_fast_path_ends_silently),
	    cmocka_unit_test(sha2_full_password_where_it_is_secure),
	    cmocka_unit_test(sha2_asks_for_the_key_elsewhere),
	    cmocka_unit_test(sha2_refuses_a_key_that_is_not_pinned),
	    cmocka_unit_test(sha2_understands_nothing_else),
	    cmocka_unit_test(sha2_empty_password_is_done),
	    cmocka_unit_test(sha256_full_password_over_tls_only),
	    cmocka_unit_test(sha256_refuses_a_key_that_is_not_pinned),
	    cmocka_unit_test(one_answer_is_enough),
	    cmocka_unit_test(names_are_found_whole),
	    cmocka_unit_test(the_end_wipes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
