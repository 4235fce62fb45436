/*
 * Each method of authentication with a server that says anything.
 *
 *   1 byte which method, 1 byte flags, 1 byte length of the password, the password,
 *   then what the server says, a packet at a time: 2 bytes length and so many bytes; the length 0xFFFF
 *   stands for a good RSA key
 *
 * An answer has a bounded length, and nothing is answered after the method is through. A password leaves in
 * clear only where the transport is safe, or by the method that is known to do so. Whatever the method keeps
 * is wiped at the end.
 */
#define _GNU_SOURCE /* memmem */
#include "fuzz.h"

#include "auth/auth.h"
#include "keys.h"

enum { IS_SECURE = 1, ON_UNIX_SOCKET = 2, KEY_ALLOWED = 4, PINNED = 8, PINNED_BADLY = 16 };

#define ANSWER_MAX    4096
#define PACKETS_MAX   8
#define TELLING_LEAST 6 /* shorter passwords may stand in an answer by chance */

static bool contains(mynd_slice hay, mynd_slice needle)
{
	return hay.len > 0 && memmem(hay.ptr, hay.len, needle.ptr, needle.len) != NULL;
}

static void check_answer(const mynd_auth_run *run, const mynd_buffer *answer)
{
	bool may_tell = run->secure || (run->method->flags & MYND_AUTH_SENDS_CLEARTEXT);
	if (answer->len > ANSWER_MAX + run->password.len) {
		fuzz_fail("%s answers %zu bytes", run->method->name, answer->len);
	}
	if (!may_tell && run->password.len >= TELLING_LEAST &&
	    contains((mynd_slice){answer->ptr, answer->len}, run->password)) {
		fuzz_fail("%s tells the password in clear", run->method->name);
	}
}

static mynd_slice take_packet(mynd_cursor *c)
{
	uint64_t len = fuzz_int(c, 2);
	return fuzz_copy(len == 0xFFFF ? mynd_slice_of(FUZZ_PUBLIC_KEY) : fuzz_bytes(c, (size_t) len));
}

/* False: the login has failed. */
static bool take_step(mynd_auth_run *run, mynd_slice data)
{
	mynd_buffer answer;
	mynd_error error = {0};
	bool send = false;
	mynd_buffer_init(&answer, 65536);
	int rc = run->method->next(run, data, &answer, &send, &error);
	if (rc == MYND_OK) {
		check_answer(run, &answer);
	} else if (rc != MYND_BAD || error.code == 0 || error.message[0] == '\0') {
		fuzz_fail("%s answers %d, error %u", run->method->name, rc, error.code);
	}
	if (!send && rc == MYND_OK && answer.len > 0) {
		fuzz_fail("%s has an answer that is not to be sent", run->method->name);
	}
	mynd_buffer_free(&answer);
	return rc == MYND_OK;
}

static void check_wiped(const mynd_auth_run *run)
{
	static const uint8_t zeros[sizeof run->state + sizeof run->scramble];
	if (memcmp(run->state, zeros, sizeof run->state) != 0 ||
	    memcmp(run->scramble, zeros, sizeof run->scramble) != 0) {
		fuzz_fail("a secret is not wiped");
	}
}

/* The rest of the input is what ends the login: no proof, for that has 32 bytes that nobody can guess. */
static void check_proof(const mynd_auth_run *run, mynd_cursor *c)
{
	static const uint8_t fingerprint[MYND_AUTH_FINGERPRINT_LEN];
	mynd_slice info = fuzz_copy(fuzz_bytes(c, mynd_cursor_left(c)));
	const mynd_slice scramble = {run->scramble, run->scramble_len < 20 ? run->scramble_len : 20};
	if (mynd_auth_server_proves(run, scramble, fingerprint, info)) {
		fuzz_fail("%s believes a proof that nobody has made", run->method->name);
	}
	free((void *) info.ptr);
}

static const mynd_auth_method *method_of(uint8_t which)
{
	static const char *const names[] = {"mysql_native_password", "caching_sha2_password", "sha256_password",
	    "mysql_clear_password", "client_ed25519", "parsec"};
	const char *name = names[which % (sizeof names / sizeof *names)];
	const mynd_auth_method *method = mynd_auth_find(mynd_slice_of(name));
	if (method == NULL || strcmp(method->name, name) != 0) {
		fuzz_fail("%s is not known", name);
	}
	return method;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	mynd_cursor c = mynd_cursor_over(data, size);
	const mynd_auth_method *method = method_of((uint8_t) fuzz_int(&c, 1));
	uint8_t flags = (uint8_t) fuzz_int(&c, 1);
	mynd_slice password = fuzz_copy(fuzz_bytes(&c, (size_t) fuzz_int(&c, 1)));
	mynd_slice key = fuzz_copy(flags & PINNED_BADLY ? fuzz_bytes(&c, (size_t) fuzz_int(&c, 1))
	                                                : mynd_slice_of(flags & PINNED ? FUZZ_PUBLIC_KEY : ""));
	mynd_auth_run run = {.password = password,
	    .secure = (flags & IS_SECURE) != 0,
	    .unix_socket = (flags & ON_UNIX_SOCKET) != 0,
	    .key_allowed = (flags & KEY_ALLOWED) != 0,
	    .public_key = key};
	mynd_slice packet = take_packet(&c);
	fuzz_memory_start(0);
	mynd_auth_start(&run, method, packet);
	bool alive = take_step(&run, packet);
	free((void *) packet.ptr);
	for (int i = 0; alive && i < PACKETS_MAX && mynd_cursor_left(&c) > 0; i++) {
		packet = take_packet(&c);
		alive = take_step(&run, packet);
		free((void *) packet.ptr);
	}
	check_proof(&run, &c);
	mynd_auth_end(&run);
	check_wiped(&run);
	fuzz_memory_end();
	free((void *) key.ptr);
	free((void *) password.ptr);
	return 0;
}
