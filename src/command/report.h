/*
 * Who asks what: the commands of this thread's request, by their digest and by the place in the program that
 * gave them; and the log of those that took long (slow_log.c).
 *
 * Always true: between a request's begin and end nothing here is the request's memory, runs code of the
 * program, or fails: what cannot be written down is left out. No literal of a command is kept, unless
 * `literals` asks for it.
 * Not here: when a command begins and when its reply ends (metrics.h).
 */
#ifndef MYND_COMMAND_REPORT_H
#define MYND_COMMAND_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "../wire/cursor.h"

/* Of php.ini; the texts last as long as the request. */
typedef struct mynd_report_settings {
	bool on;              /* the program may ask for the report */
	const char *slow_log; /* a file; NULL: none */
	int64_t slow;         /* nanoseconds: what takes longer is logged */
	uint64_t repeats;    /* what one request asks more often is logged and counted by the scoreboard; 0: no */
	bool literals;       /* the log has the texts themselves, too */
	const char *skipped; /* pieces of paths with ":" between them: such files do not count as a place */
} mynd_report_settings;

#define MYND_REPORT_DIGEST 512 /* bytes */
#define MYND_REPORT_TEXT   2048
#define MYND_REPORT_MOST   1000 /* kinds of commands; all others are one */

typedef struct mynd_report_sums {
	uint64_t count, round_trips, rows, bytes, errors;
	uint64_t nanoseconds; /* from when the commands were sent until their replies had ended */
	uint64_t waited;      /* of these: asleep until bytes came */
} mynd_report_sums;

/* A kind of command, asked in one place. */
typedef struct mynd_report_entry {
	mynd_report_sums sums;
	uint64_t hash;
	const char *digest, *file, *function; /* malloc'ed with the entry; file NULL: no program asked */
	uint32_t digest_len, line;
} mynd_report_entry;

/* What a link knows of the command whose reply it reads, and of each one under way. */
typedef struct mynd_report_sample {
	uint64_t entry; /* its number, with the request's; 0: none */
	int64_t at;     /* when it was sent: nanoseconds of the monotonic clock */
	bool waits;     /* nothing was told of its reply yet */
	char *text;     /* malloc'ed, its beginning; NULL: literals are not asked for */
	size_t text_len;
} mynd_report_sample;

/* --- a request --- */

/* It begins: what the one before has asked is forgotten. */
void mynd_report_begin(const mynd_report_settings *settings);
void mynd_report_end(void);
bool mynd_report_is_on(void); /* of this thread: something wants to know */

/* --- commands --- */

/* A command is about to be sent. `asks`: it counts; else the driver itself needs it for another one. */
void mynd_report_ask(mynd_report_sample *sample, mynd_slice text, bool asks);
/* The same for what is no text: a login. */
void mynd_report_ask_named(mynd_report_sample *sample, const char *name);
void mynd_report_sample_forget(mynd_report_sample *sample);

/* What its reply has brought; `sums.count` is not looked at. */
typedef struct mynd_replied {
	mynd_report_sums sums;
	uint32_t connection; /* the server's number of it */
	unsigned error;      /* 0: none */
} mynd_replied;
void mynd_report_replied(const mynd_report_sample *sample, const mynd_replied *replied);

/* --- reading --- */

const mynd_report_entry *const *mynd_report_entries(uint32_t *count); /* until the request ends */

/* --- slow_log.c --- */

void mynd_slow_log_write(const mynd_report_settings *settings, const mynd_report_entry *entry,
    const mynd_report_sample *sample, const mynd_replied *replied);
void mynd_slow_log_repeated(const mynd_report_settings *settings, const mynd_report_entry *entry);
/* The trace that the request belongs to is read anew. */
void mynd_slow_log_begin(void);
/* PHP's error log is told if a line could not be written: may leave by a longjmp. */
void mynd_slow_log_end(const mynd_report_settings *settings);

#endif
