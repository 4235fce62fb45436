/*
 * What is asked of few texts, without parsing them; what is asked of each is in text_facts.h. Every answer
 * errs on the safe side.
 */
#ifndef MYND_WIRE_SQL_H
#define MYND_WIRE_SQL_H

#include "cursor.h"

/*
 * True if *count is the number of the text's placeholders for certain, in whatever mode and character set the
 * session is. Not certain are texts with a backslash, which may or may not hide a quote; with a comment; with
 * a colon outside quotes, which makes placeholders in Oracle's mode; with NUL; with a back-tick behind a byte
 * over 0x7F, of whose character it may be the second byte; with a quote that has no end. The scanner
 * (placeholders.h) reads those, too, but has to know the session's dialect; here none is needed.
 */
bool mynd_sql_count_placeholders(mynd_slice sql, uint32_t *count);

/*
 * What the text does to rows, by its first keyword: INSERT, REPLACE, UPDATE and DELETE change some. A server
 * runs one with many sets of values at once from MYND_SQL_CHANGES on: not an INSERT or REPLACE with the word
 * SELECT in it, or DELAYED (of which MariaDB keeps the first row alone; tried). MYND_SQL_INSERTS_ONE: one row
 * with each set of values, for certain, since no list in parentheses is followed by another one.
 */
typedef enum mynd_sql_change {
	MYND_SQL_CHANGES_NOTHING,
	MYND_SQL_INSERTS_SINGLY,
	MYND_SQL_CHANGES,
	MYND_SQL_INSERTS,
	MYND_SQL_INSERTS_ONE
} mynd_sql_change;
mynd_sql_change mynd_sql_changes(mynd_slice sql);

/*
 * Whether the text may run before the program has sent it, as a part of what it sends right after it has
 * connected (prologue.c): SET of session variables to constants, SET NAMES, SELECT of session variables, USE.
 */
typedef enum mynd_sql_prologue {
	MYND_SQL_PROLOGUE_NOT,
	MYND_SQL_PROLOGUE_SESSION, /* it sets or reads the session's variables */
	MYND_SQL_PROLOGUE_SCHEMA   /* it selects the default database */
} mynd_sql_prologue;
mynd_sql_prologue mynd_sql_in_prologue(mynd_slice sql);
/* It is such a text, and its reply has no rows. */
bool mynd_sql_only_sets(mynd_slice sql);
/* Returns true if the text sets variables of the session or the user, any of them, to constants. */
bool mynd_sql_sets_constants(mynd_slice sql);

/*
 * True: the text, a SELECT, certainly writes nothing, if the names in it do not: it calls no function but
 * those of a list (builtin.c). `is_harmless` is asked for everything in it that may be the name of a table.
 */
typedef struct mynd_sql_names {
	bool (*is_harmless)(void *context, mynd_slice name);
	void *context;
} mynd_sql_names;
bool mynd_sql_only_reads(mynd_slice sql, bool no_backslash, bool wide, const mynd_sql_names *names);

/*
 * False: the text certainly begins no transaction, ends none, and does not turn autocommit on or off. The
 * first keyword decides: SELECT, INSERT, REPLACE, UPDATE, DELETE; servers allow none of that in the functions
 * and triggers that these run. `several`: as above, then a semicolon anywhere is doubt.
 */
bool mynd_sql_may_change_transaction(mynd_slice sql, bool several);

/*
 * The shape of a text where a number or a date is expected: sign, number of digits, point, exponent, and what
 * follows. Servers give texts of one shape the same type. Never 0.
 */
uint32_t mynd_sql_value_shape(mynd_slice value);

#endif
