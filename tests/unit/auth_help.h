/*
 * For the tests of src/auth/: a run with its answer, in one struct, and hexadecimal text.
 */
#ifndef TESTS_UNIT_AUTH_HELP_H
#define TESTS_UNIT_AUTH_HELP_H

#include "auth/auth.h"

typedef struct auth_try {
	mynd_auth_run run;
	mynd_buffer answer;
	mynd_error error;
	bool send;
} auth_try;

/* A run of `method` over the challenge; an RSA key from the server is allowed. */
void auth_begin(auth_try *t, const mynd_auth_method *method, mynd_slice password, mynd_slice challenge);
/* One step of it; the answer is emptied before. */
int auth_step(auth_try *t, mynd_slice data);
void auth_finish(auth_try *t);

mynd_slice auth_text(const char *s);
/* Bytes from hexadecimal, in `room`. */
mynd_slice auth_unhex(const char *hex, uint8_t *room);
void auth_assert_answer(const auth_try *t, const char *hex);
/* A failed step: its number, and a piece of its text. */
void auth_assert_failure(const auth_try *t, unsigned code, mynd_cause cause, const char *piece);

#endif
