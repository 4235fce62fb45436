/*
 * The diagnostics area, as the SQL standard calls it: what the program sees of its last command on a link.
 *
 * Only this room may name its fields (tools/lint-names). The error is part of the area, but lies in the
 * channel, because lower rooms report their errors there: code that moves or saves a link's diagnostics moves
 * or saves both.
 */
#ifndef MYND_COMMAND_DIAGNOSTICS_H
#define MYND_COMMAND_DIAGNOSTICS_H

#include "link.h"
#include "../wire/reply.h"

/* The server's text about a command, such as "Rows matched: 1  Changed: 1  Warnings: 0". */
typedef struct mynd_info {
	char *text; /* malloc'ed, ends with NUL; NULL: no text yet */
	size_t len, capacity;
} mynd_info;

typedef struct mynd_diagnostics {
	uint64_t affected_rows; /* (uint64_t) -1: unknown, or the command failed */
	uint64_t insert_id;
	unsigned warnings;
	uint32_t field_count;
	mynd_info info;
} mynd_diagnostics;

/* Frees the info's text. All zero: an area before the first command. */
void mynd_diagnostics_free(mynd_diagnostics *diagnostics);
/* Copies the server's text, which may be empty; the buffer grows to the longest text and is never shrunk. */
void mynd_diagnostics_set_info(mynd_diagnostics *diagnostics, mynd_slice info);
static inline void mynd_diagnostics_set_ok(mynd_diagnostics *diagnostics, const mynd_ok *ok)
{
	diagnostics->affected_rows = ok->affected_rows;
	diagnostics->insert_id = ok->insert_id;
	diagnostics->warnings = ok->warnings;
	diagnostics->field_count = 0;
	mynd_diagnostics_set_info(diagnostics, ok->info);
}

/* --- of a link --- */

/*
 * Sets the values that the area has before the first command; does not change the error, and keeps the buffer
 * of the text.
 */
void mynd_diagnostics_clear(mynd_link *link);
void mynd_diagnostics_clear_counts(mynd_link *link); /* clears affected rows and last insert id */
/* After a login: clears all of its reply but the warnings, the insert id and the number of fields. */
void mynd_diagnostics_clear_login(mynd_link *link);
void mynd_diagnostics_set_field_count(mynd_link *link, uint32_t field_count);
/*
 * Sets the affected rows to unknown: the command failed before it was sent, or its outcome is not known yet.
 */
void mynd_link_forget_rows(mynd_link *link);
/*
 * Notes that the command has failed; as in stock, the info, fields and warnings of the last reply that had
 * any do not change. `refused`: by the driver, not by the server, so the insert id is cleared whatever the
 * command was.
 */
void mynd_diagnostics_fail(mynd_link *link, bool refused);

/* A diagnostics area and its error that are not on a link. */
typedef struct mynd_diagnostics_area {
	mynd_diagnostics diagnostics;
	mynd_error error;
} mynd_diagnostics_area;

/* Exchanges the area on the link with this one, because another owner uses the link now. */
void mynd_diagnostics_swap(mynd_link *link, mynd_diagnostics_area *area);

/*
 * Around a command of the driver's own: set_aside copies the area before it, and put_back restores the named
 * parts after it. The copy owns nothing: of the info it has only the length, which is restored unless another
 * text has come.
 */
enum {
	MYND_ASIDE_AFFECTED_ROWS = 1,
	MYND_ASIDE_INSERT_ID = 2,
	MYND_ASIDE_WARNINGS = 4,
	MYND_ASIDE_FIELD_COUNT = 8,
	MYND_ASIDE_COUNTS = 15, /* all of the above */
	MYND_ASIDE_INFO = 16,
	MYND_ASIDE_ERROR = 32
};
void mynd_diagnostics_set_aside(const mynd_link *link, mynd_diagnostics_area *aside);
void mynd_diagnostics_put_back(mynd_link *link, const mynd_diagnostics_area *aside, unsigned parts);

#endif
