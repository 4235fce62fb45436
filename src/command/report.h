/*
 * The report of the commands of this thread's request, grouped by their digest and by the place in the
 * program that sent them; and the log of slow commands (slow_log.c).
 *
 * Always true: between a request's begin and end nothing here uses request memory, runs code of the program,
 * or fails: an entry or a line that cannot be stored is left out. No literal of a command is stored, unless
 * `literals` is set.
 * Not here: when a command begins and when its reply ends (metrics.h).
 */
#ifndef MYND_COMMAND_REPORT_H
#define MYND_COMMAND_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "../wire/cursor.h"

/* Settings of php.ini; the strings last as long as the request. */
typedef struct mynd_report_settings {
	bool on;              /* the program may read the report */
	const char *slow_log; /* a file; NULL: none */
	int64_t slow;         /* nanoseconds: commands that take longer are logged */
	/* commands that one request sends more often than this are logged and counted; 0: no command */
	uint64_t repeats;
	bool literals; /* the log also has the queries themselves */
	/*
	 * parts of paths, separated by ":"; code in files with such a part is not shown as the sender of a
	 * command
	 */
	const char *skipped;
} mynd_report_settings;

#define MYND_REPORT_DIGEST 512 /* bytes */
#define MYND_REPORT_TEXT   2048
#define MYND_REPORT_MOST   1000 /* kinds of commands; all others share one entry */

typedef struct mynd_report_sums {
	uint64_t count, round_trips, rows, bytes, errors;
	uint64_t ahead;       /* commands that were sent before the program asked for them */
	uint64_t nanoseconds; /* time from the sending of the commands until their replies had ended */
	uint64_t waited;      /* part of `nanoseconds` that was spent in waits for bytes */
} mynd_report_sums;

/* A kind of command, sent from one place. */
typedef struct mynd_report_entry {
	mynd_report_sums sums;
	uint64_t hash;
	const char *digest, *file, *function; /* malloc'ed with the entry; file NULL: not sent by a program */
	uint32_t digest_len, line;
} mynd_report_entry;

/* Data of a command: of the one whose reply a link is reading, or of one under way. */
typedef struct mynd_report_sample {
	uint64_t entry; /* numbers of the command's entry and of the request; 0: none */
	int64_t at;     /* time of sending: nanoseconds of the monotonic clock */
	bool waits;     /* the command's reply was not reported yet */
	char *text;     /* the query's beginning, malloc'ed; NULL: `literals` is off */
	size_t text_len;
} mynd_report_sample;

/* --- a request --- */

/* Begins the report of a request; discards that of the last one. */
void mynd_report_begin(const mynd_report_settings *settings);
void mynd_report_end(void);
bool mynd_report_is_on(void); /* the report or the slow log of this thread is on */

/*
 * Returns the file and the line of the program that runs now: the innermost place outside of the files that
 * mynd.callers_skipped names, also where the report is off. The string is the file's own name.
 */
const char *mynd_report_place(uint32_t *line);

/* --- commands --- */

/*
 * Begins the sample of a command that is about to be sent. `asks`: the program has asked for the command,
 * which is counted; else the driver sends it to carry out another command.
 */
void mynd_report_ask(mynd_report_sample *sample, mynd_slice text, bool asks);
/* As mynd_report_ask, for a command that is no query: a login. */
void mynd_report_ask_named(mynd_report_sample *sample, const char *name);
void mynd_report_sample_forget(mynd_report_sample *sample);

/* The sums of a command's reply; `sums.count` is not used. */
typedef struct mynd_replied {
	mynd_report_sums sums;
	uint32_t connection; /* the connection's number on the server */
	unsigned error;      /* 0: none */
} mynd_replied;
void mynd_report_replied(const mynd_report_sample *sample, const mynd_replied *replied);

/* --- reading --- */

const mynd_report_entry *const *mynd_report_entries(uint32_t *count); /* valid until the request ends */

/* --- slow_log.c --- */

void mynd_slow_log_write(const mynd_report_settings *settings, const mynd_report_entry *entry,
    const mynd_report_sample *sample, const mynd_replied *replied);
void mynd_slow_log_repeated(const mynd_report_settings *settings, const mynd_report_entry *entry);
/* Copies script, path and trace id of the request that begins. */
void mynd_slow_log_begin(void);
/*
 * Writes a message to PHP's error log if a line of the slow log could not be written; may leave by a longjmp.
 */
void mynd_slow_log_end(const mynd_report_settings *settings);

#endif
