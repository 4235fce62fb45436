/* See wirelog_help.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>
#include "wirelog_help.h"

lines said;

const step queries[QUERIES] = {
    S(0, "\x03"
         "SELECT a, b FROM t"),
    S(0, "\x03"
         "SELEC"), /* before the reply to the first */
    H(1, "\x02"),
    H(2, COLUMN("\x01", "a", "\xfd")),
    H(3, COLUMN("\x08", "password", "\xfd")),
    H(4, EOF_PACKET),
    H(5, "\x05"
         "a\n\"\xff\xe2"
         "\x03"
         "abc"),
    H(6, "\xfb"
         "\x01"
         "x"),
    H(7, EOF_PACKET),
    H(1, "\xff\x28\x04#42000"
         "You have an error"),
    S(0, "\x03"
         "SET PASSWORD = PASSWORD('hunter2')"),
    H(1, "\xff\x28\x04#42000"
         "near 'hunter2'"),
    S(0, "\x09"),
    H(1, "Uptime: 5"),
};

/* Its columns of time, number and length are not compared. */
static void take(void *context, const char *line, size_t len)
{
	lines *to = context;
	size_t rest = len - 13;
	assert_true(len > 13 && line[len - 1] == '\n');
	assert_null(memchr(line, '\n', len - 1));
	to->count++;
	to->longest = len > to->longest ? len : to->longest;
	if (to->len + rest < sizeof to->text) {
		memcpy(to->text + to->len, line + 13, rest);
		to->len += rest;
		to->text[to->len] = '\0';
	}
}

mynd_wirelog *start(void)
{
	memset(&said, 0, sizeof said);
	mynd_wirelog *log = mynd_wirelog_new(take, &said);
	assert_non_null(log);
	return log;
}

void feed(mynd_wirelog *log, side side, const uint8_t *bytes, size_t len, size_t piece)
{
	while (len > 0) {
		size_t n = piece > 0 && piece < len ? piece : len;
		(side == HEARD ? mynd_wirelog_heard : mynd_wirelog_said)(log, (mynd_slice){bytes, n});
		bytes += n;
		len -= n;
	}
}

void packet(mynd_wirelog *log, const step *s, size_t piece)
{
	uint8_t bytes[512] = {(uint8_t) s->len, (uint8_t) (s->len >> 8), 0, s->number};
	assert_true(s->len + 4 <= sizeof bytes);
	memcpy(bytes + 4, s->bytes, s->len);
	feed(log, s->side, bytes, s->len + 4, piece);
}

void conversation(mynd_wirelog *log, const step *steps, size_t count, size_t piece)
{
	for (size_t i = 0; i < count; i++) {
		packet(log, &steps[i], piece);
	}
}

void logged_in(mynd_wirelog *log, const char *caps, size_t piece)
{
	char login[] = LOGIN("....");
	memcpy(login, caps, 4);
	step steps[] = {H(0, GREETING), {SAID, 1, login, sizeof login - 1}, H(2, OK)};
	TALK(log, steps, piece);
	said.len = said.count = 0;
	said.text[0] = '\0';
}
