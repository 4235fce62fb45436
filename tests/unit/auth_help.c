/*
 * See auth_help.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "auth_help.h"

void auth_begin(auth_try *t, const mynd_auth_method *method, mynd_slice password, mynd_slice challenge)
{
	memset(t, 0, sizeof *t);
	t->run.password = password;
	t->run.key_allowed = true;
	mynd_auth_start(&t->run, method, challenge);
	mynd_buffer_init(&t->answer, 65536);
}

int auth_step(auth_try *t, mynd_slice data)
{
	mynd_buffer_reset(&t->answer);
	mynd_error_clear(&t->error);
	t->send = false;
	return t->run.method->next(&t->run, data, &t->answer, &t->send, &t->error);
}

void auth_finish(auth_try *t)
{
	mynd_auth_end(&t->run);
	mynd_buffer_free(&t->answer);
}

mynd_slice auth_text(const char *s)
{
	return mynd_slice_of(s);
}

mynd_slice auth_unhex(const char *hex, uint8_t *room)
{
	size_t len = strlen(hex) / 2;
	for (size_t i = 0; i < len; i++) {
		char pair[3] = {hex[2 * i], hex[2 * i + 1], 0};
		room[i] = (uint8_t) strtoul(pair, NULL, 16);
	}
	return (mynd_slice){room, len};
}

void auth_assert_answer(const auth_try *t, const char *hex)
{
	uint8_t room[1024];
	mynd_slice expected = auth_unhex(hex, room);
	assert_true(t->send);
	assert_int_equal(t->answer.len, expected.len);
	if (expected.len > 0) {
		assert_memory_equal(t->answer.ptr, expected.ptr, expected.len);
	}
}

void auth_assert_failure(const auth_try *t, unsigned code, mynd_cause cause, const char *piece)
{
	assert_int_equal(t->error.code, code);
	assert_int_equal(t->error.cause, cause);
	assert_string_equal(t->error.sqlstate, "HY000");
	if (strstr(t->error.message, piece) == NULL) {
		fail_msg("\"%s\" does not contain \"%s\"", t->error.message, piece);
	}
}
