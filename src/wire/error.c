/*
 * Functions that fill a mynd_error.
 *
 * Always true: the message is complete, or cut after a whole UTF-8 character. errno and offset are set to 0
 * here; callers that know the values set them afterwards.
 * Not here: the list of numbers (error.h).
 */
#include "error.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Returns the length of the UTF-8 sequence that begins with `lead`, 1 if no sequence begins with it. */
static size_t sequence_length(unsigned char lead)
{
	if (lead >= 0xF0) {
		return 4;
	}
	if (lead >= 0xE0) {
		return 3;
	}
	return lead >= 0xC0 ? 2 : 1;
}

/*
 * Removes the last character of a text that was cut at `len`, if the character is not whole. A text in
 * another character set loses at most 3 bytes.
 */
static void drop_partial_character(char *text, size_t len)
{
	for (size_t back = 1; back <= 3 && back <= len; back++) {
		unsigned char byte = (unsigned char) text[len - back];
		if ((byte & 0xC0) == 0x80) {
			continue;
		}
		if (sequence_length(byte) > back) {
			text[len - back] = '\0';
		}
		return;
	}
}

/* Called before every command, so only the first byte of the message is written. */
void mynd_error_clear(mynd_error *error)
{
	error->code = 0;
	error->cause = MYND_CAUSE_NONE;
	memcpy(error->sqlstate, "00000", sizeof error->sqlstate);
	error->sys_errno = 0;
	error->offset = 0;
	error->message[0] = '\0';
}

void mynd_error_copy(mynd_error *to, const mynd_error *from)
{
	memcpy(to, from, offsetof(mynd_error, message) + strlen(from->message) + 1);
}

int mynd_error_set(
    mynd_error *error, mynd_cause cause, unsigned code, const char *sqlstate, const char *format, ...)
{
	char message[MYND_MESSAGE_SIZE];
	char state[sizeof error->sqlstate];
	snprintf(state, sizeof state, "%-5.5s", sqlstate != NULL ? sqlstate : "HY000");
	va_list args;
	va_start(args, format);
	int written = vsnprintf(message, sizeof message, format, args);
	va_end(args);
	if (written < 0) {
		message[0] = '\0';
	} else if ((size_t) written >= sizeof message) {
		drop_partial_character(message, sizeof message - 1);
	}
	mynd_error_clear(error);
	error->code = code;
	error->cause = cause;
	memcpy(error->sqlstate, state, sizeof state);
	memcpy(error->message, message, sizeof message);
	return MYND_BAD;
}

static const struct {
	unsigned number;
	const char *text;
} client_errors[] = {
#define MYND_X(name, number, text) {number, text},
    MYND_CLIENT_ERRORS(MYND_X)
#undef MYND_X
};

static const char *client_text(unsigned code)
{
	for (size_t i = 0; i < sizeof client_errors / sizeof *client_errors; i++) {
		if (client_errors[i].number == code) {
			return client_errors[i].text;
		}
	}
	return "Unknown MySQL error";
}

int mynd_error_client(mynd_error *error, mynd_cause cause, unsigned code)
{
	return mynd_error_set(error, cause, code, NULL, "%s", client_text(code));
}

int mynd_error_malformed(mynd_error *error, const char *what)
{
	return mynd_error_set(error, MYND_CAUSE_MALFORMED, MYND_ERR_MALFORMED_PACKET, NULL, "%s%s%s",
	    client_text(MYND_ERR_MALFORMED_PACKET), what ? ": " : "", what ? what : "");
}
