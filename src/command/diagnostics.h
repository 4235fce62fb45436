/*
 * The diagnostics area, as the SQL standard calls it: what the program sees of its last command on a link.
 *
 * Only this room may name its fields (tools/lint-names). The error belongs to it, but lies in the channel,
 * because lower rooms report theirs there: what moves or saves a link's diagnostics carries both.
 */
#ifndef MYND_COMMAND_DIAGNOSTICS_H
#define MYND_COMMAND_DIAGNOSTICS_H

#include "link.h"
#include "../wire/reply.h"

/* The server's text about a command, such as "Rows matched: 1  Changed: 1  Warnings: 0". */
typedef struct mynd_info {
	char *text; /* malloc'ed, ends with NUL; NULL: there was none yet */
	size_t len, capacity;
} mynd_info;

typedef struct mynd_diagnostics {
	uint64_t affected_rows; /* (uint64_t) -1: unknown, or the command failed */
	uint64_t insert_id;
	unsigned warnings;
	uint32_t field_count;
	mynd_info info;
} mynd_diagnostics;

/* All zero: there was no command. */
void mynd_diagnostics_free(mynd_diagnostics *diagnostics);
/* Copies the server's text, which may be empty; the buffer grows to the longest one and stays. */
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

/* Sets what there is before the first command; the error and the buffer of the text stay. */
void mynd_diagnostics_clear(mynd_link *link);
void mynd_diagnostics_clear_counts(mynd_link *link); /* of rows, and the last insert id */
/* After a login: of its reply only the warnings, the insert id and the number of fields stay. */
void mynd_diagnostics_clear_login(mynd_link *link);
void mynd_diagnostics_set_field_count(mynd_link *link, uint32_t field_count);
/* The number of rows is unknown: the command failed before it was sent, or its outcome is not known yet. */
void mynd_link_forget_rows(mynd_link *link);
/*
 * The command has failed; as in stock, the info, fields and warnings of the last reply that had any stay.
 * `refused`: by the driver, not by the server, so the insert id goes whatever the command was.
 */
void mynd_diagnostics_fail(mynd_link *link, bool refused);

/* A diagnostics area and its error that are not on a link. */
typedef struct mynd_diagnostics_area {
	mynd_diagnostics diagnostics;
	mynd_error error;
} mynd_diagnostics_area;

/* Exchanges the area on the link with this one: the link is then another owner's. */
void mynd_diagnostics_swap(mynd_link *link, mynd_diagnostics_area *area);

/*
 * The driver runs a command of its own: before it, what the program sees is set aside, and after it the parts
 * named are put back. The copy owns nothing: of the info it has the length, which is put back unless another
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
