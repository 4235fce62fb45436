/*
 * The diagnostics area, as the SQL standard calls it: what the program sees of its last command on a link.
 *
 * Only this room may access its fields (tools/lint-names). The error is part of the area, but is stored in
 * the channel, because lower rooms report their errors there: code that moves or saves a link's diagnostics
 * must do the same with the channel's error.
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

/* Frees the info's text. An area whose bytes are all zero is one before the first command. */
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
/* Clears affected rows and info, which the reply to a login has set. */
void mynd_diagnostics_clear_login(mynd_link *link);
void mynd_diagnostics_set_field_count(mynd_link *link, uint32_t field_count);
/*
 * Sets the affected rows to unknown: the command failed before it was sent, or its outcome is not known yet.
 */
void mynd_link_forget_rows(mynd_link *link);
/*
 * Called when the command has failed: sets the affected rows to unknown, and the insert id to 0 unless the
 * command preserves it (mynd_reply.keeps_id). As in stock, info, field count and warnings do not change.
 * `refused`: the driver has refused the command, not the server; the insert id is then set to 0 in any case.
 */
void mynd_diagnostics_fail(mynd_link *link, bool refused);

/* A diagnostics area, with its error, that is stored outside of a link. */
typedef struct mynd_diagnostics_area {
	mynd_diagnostics diagnostics;
	mynd_error error;
} mynd_diagnostics_area;

/* Exchanges the area on the link with this one, because another owner uses the link now. */
void mynd_diagnostics_swap(mynd_link *link, mynd_diagnostics_area *area);

/*
 * For a command of the driver's own: mynd_diagnostics_set_aside copies the area before the command, and
 * mynd_diagnostics_put_back restores `parts` of it afterwards. The copy owns no memory: of the info only the
 * length is restored, and only if no other text has arrived.
 */
enum {
	MYND_ASIDE_AFFECTED_ROWS = 1,
	MYND_ASIDE_INSERT_ID = 2,
	MYND_ASIDE_WARNINGS = 4,
	MYND_ASIDE_FIELD_COUNT = 8,
	MYND_ASIDE_COUNTS = 15, /* all of the parts above */
	MYND_ASIDE_INFO = 16,
	MYND_ASIDE_ERROR = 32
};
void mynd_diagnostics_set_aside(const mynd_link *link, mynd_diagnostics_area *aside);
void mynd_diagnostics_put_back(mynd_link *link, const mynd_diagnostics_area *aside, unsigned parts);

#endif
