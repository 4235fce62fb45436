/* What the tests of the wire log share: packets that are fed to a log, and the lines that it makes of it. */
#ifndef MYND_UNIT_WIRELOG_HELP_H
#define MYND_UNIT_WIRELOG_HELP_H

#include "wirelog/wirelog.h"
#include "wire/protocol.h"

typedef struct lines {
	char text[1 << 20];
	size_t len, count, longest;
} lines;

extern lines said; /* without their columns of time */

typedef enum side { HEARD, SAID } side;

typedef struct step {
	side side;
	uint8_t number;
	const char *bytes;
	size_t len;
} step;

#define H(number, bytes)                                                                                     \
	{                                                                                                        \
		HEARD, number, bytes, sizeof bytes - 1                                                               \
	}
#define S(number, bytes)                                                                                     \
	{                                                                                                        \
		SAID, number, bytes, sizeof bytes - 1                                                                \
	}

#define TALK(log, steps, piece) conversation(log, steps, sizeof steps / sizeof *steps, piece)

#define GREETING                                                                                             \
	"\x0a"                                                                                                   \
	"8.0.30\0"                                                                                               \
	"\x07\0\0\0"                                                                                             \
	"12345678\0"                                                                                             \
	"\xff\xff\x21\x02\0\xff\xdf\x15"                                                                         \
	"\0\0\0\0\0\0\0\0\0\0"                                                                                   \
	"123456789012\0"                                                                                         \
	"mysql_native_password\0"
/* PROTOCOL_41, SECURE_CONNECTION, PLUGIN_AUTH, CONNECT_WITH_DB */
#define LOGIN(caps)                                                                                          \
	caps "\0\0\0\x40\x21"                                                                                    \
	     "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"                                                    \
	     "anna\0"                                                                                            \
	     "\x04"                                                                                              \
	     "geh!"                                                                                              \
	     "shop\0"                                                                                            \
	     "mysql_native_password\0"
#define PLAIN      "\x09\x82\x08\x00"
#define NO_EOF     "\x09\x82\x08\x01"
#define ATTRIBUTES "\x09\x82\x08\x08"
#define OK         "\x00\x00\x00\x02\x00\x00\x00"
#define EOF_PACKET "\xfe\x00\x00\x02\x00"
#define COLUMN(name_len, name, type)                                                                         \
	"\x03"                                                                                                   \
	"def\0\0\0" name_len name "\0"                                                                           \
	"\x0c\x21\0\x10\0\0\0" type "\0\0\0\0\0"

#define QUERIES 14
extern const step queries[QUERIES]; /* of a conversation of queries */

mynd_wirelog *start(void); /* a log into `said`, which is empty then */
/* The greeting, a login with these capabilities, and its OK; they are not in `said`. */
void logged_in(mynd_wirelog *log, const char *capabilities, size_t piece);
/* `piece`: so many bytes at a time; 0: each packet whole. */
void feed(mynd_wirelog *log, side side, const uint8_t *bytes, size_t len, size_t piece);
void packet(mynd_wirelog *log, const step *s, size_t piece);
void conversation(mynd_wirelog *log, const step *steps, size_t count, size_t piece);

#endif
