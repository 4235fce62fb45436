/*
 * The proof that ends a login over TLS. The vectors are logins with MariaDB 11.8.9: the scramble of its
 * greeting, the challenge of the method (of parsec the salt, too), the fingerprint of its certificate, and
 * the info of its OK packet, which begins with 0x01.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>
#include "auth_help.h"

#define FINGERPRINT "dd45dc71e71a3f0c31f7e4bc975dd0714331b94ba702ab13abde51af0c869296"

typedef struct vector {
	const mynd_auth_method *method;
	const char *scramble, *challenge, *salt, *info; /* `salt`: NULL, or a further packet of the method's */
} vector;

static const vector vectors[] = {
    {&mynd_auth_native, "5c4378557c342b773b5e472b3d33286c694b773b",
        "5c4378557c342b773b5e472b3d33286c694b773b", NULL,
        "0313302B2C0AFAF6603FC6E6E5DB11EBB7D70317E6DC51AC4C1621F7BF328464"},
    {&mynd_auth_ed25519, "7d713c776369643d43764c564b544642566a335d",
        "f4d7dd3013fa6f6f60ffa39972c4f9392a4f841d6444a2db243b00a1611cb939", NULL,
        "09D511B6007923221C91B8B7CBAE27A3477847A534C562D1B3C22F7C8CCDB050"},
    {&mynd_auth_parsec, "517b39483c3535494e2f403174756f4f7a3c5829",
        "66dc5270d6d392cb6ae04f50ae5fb95daed6782d4bb1529f3cbb512bd68cf672",
        "500001e1bf0ae3e9df756d508139ec35f6bdb05b",
        "AFDCAF5FDE5BD3B8EA3ED2268611677CA6A65C04051A4E5907EB6E77159E1D2A"},
};

/* A login as far as its end. `short_of`: the salt has not come. */
static void log_in(auth_try *t, const vector *v, const char *password, bool short_of)
{
	uint8_t room[64];
	mynd_slice challenge = auth_unhex(v->challenge, room);
	auth_begin(t, v->method, auth_text(password), challenge);
	assert_int_equal(auth_step(t, challenge), MYND_OK);
	if (v->salt != NULL && !short_of) {
		assert_int_equal(auth_step(t, auth_unhex(v->salt, room)), MYND_OK);
	}
}

/* Whether the server is believed; the info is that of a vector, `mark` before it. */
static bool believed(
    const auth_try *t, const char *scramble, const char *fingerprint, char mark, const char *info)
{
	uint8_t scramble_room[64], fingerprint_room[64], all[128] = {(uint8_t) mark};
	size_t len = strlen(info);
	memcpy(all + 1, info, len);
	auth_unhex(fingerprint, fingerprint_room);
	return mynd_auth_server_proves(
	    &t->run, auth_unhex(scramble, scramble_room), fingerprint_room, (mynd_slice){all, len + 1});
}

static void a_server_that_knows_the_password_is_believed(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		const vector *v = &vectors[i];
		auth_try t;
		char small[65] = {0};
		log_in(&t, v, "throw away", false);
		assert_true(believed(&t, v->scramble, FINGERPRINT, 1, v->info));
		for (size_t k = 0; k < 64; k++) {
			small[k] = (char) (v->info[k] >= 'A' ? v->info[k] + ('a' - 'A') : v->info[k]);
		}
		assert_true(believed(&t, v->scramble, FINGERPRINT, 1, small));
		auth_finish(&t);
	}
}

static void nobody_else_is(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		const vector *v = &vectors[i], *other = &vectors[(i + 1) % 3];
		auth_try t;
		char wrong[66];
		log_in(&t, v, "throw away", false);
		for (int k = 0; k < 64; k++) {
			strcpy(wrong, v->info);
			wrong[k] = wrong[k] == '7' ? '8' : '7';
			assert_false(believed(&t, v->scramble, FINGERPRINT, 1, wrong));
			wrong[k] = 'g';
			assert_false(believed(&t, v->scramble, FINGERPRINT, 1, wrong));
		}
		strcpy(wrong, v->info);
		wrong[63] = '\0';
		assert_false(believed(&t, v->scramble, FINGERPRINT, 1, wrong));
		strcpy(wrong, v->info);
		strcat(wrong, "0");
		assert_false(believed(&t, v->scramble, FINGERPRINT, 1, wrong));
		assert_false(believed(&t, v->scramble, FINGERPRINT, 0, v->info));
		assert_false(believed(&t, v->scramble, FINGERPRINT, 1, ""));
		assert_false(believed(&t, v->scramble, FINGERPRINT, 1, other->info));
		assert_false(believed(&t, other->scramble, FINGERPRINT, 1, v->info));
		assert_false(believed(&t, "5c43", FINGERPRINT, 1, v->info));
		assert_false(believed(&t, v->scramble, "ee" FINGERPRINT, 1, v->info)); /* who stands in the middle */
		auth_finish(&t);
		log_in(&t, v, "throw  away", false);
		assert_false(believed(&t, v->scramble, FINGERPRINT, 1, v->info));
		auth_finish(&t);
	}
}

/* A server that does not let the method finish has nothing to prove with; nor one that everybody can be. */
static void without_a_hash_there_is_no_proof(void **state)
{
	(void) state;
	static const mynd_auth_method *const without[] = {
	    &mynd_auth_caching_sha2, &mynd_auth_sha256, &mynd_auth_clear};
	uint8_t fingerprint[32] = {0}, room[64];
	auth_try t;
	log_in(&t, &vectors[2], "throw away", true);
	assert_false(believed(&t, vectors[2].scramble, FINGERPRINT, 1, vectors[2].info));
	uint8_t hash[MYND_AUTH_HASH_MAX];
	assert_int_equal(t.run.method->hash(&t.run, hash), 0);
	auth_finish(&t);
	for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
		mynd_slice scramble = auth_unhex(vectors[0].scramble, room);
		auth_begin(&t, without[i], auth_text("throw away"), scramble);
		t.run.secure = true;
		assert_int_equal(auth_step(&t, scramble), MYND_OK);
		assert_null(t.run.method->hash);
		assert_false(mynd_auth_server_proves(&t.run, scramble, fingerprint, auth_text("")));
		assert_false(believed(&t, vectors[0].scramble, FINGERPRINT, 1, vectors[0].info));
		auth_finish(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_server_that_knows_the_password_is_believed),
	    cmocka_unit_test(nobody_else_is),
	    cmocka_unit_test(without_a_hash_there_is_no_proof),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
