/*
 * What can be told of an SQL text without parsing it. Every answer errs on the safe side.
 */
#ifndef MYND_WIRE_SQL_H
#define MYND_WIRE_SQL_H

#include "cursor.h"

/*
 * False for sure if the text neither changes the default database, sql_mode, character sets or anything else
 * that a prepared statement remembers, nor what prepared statements there are. `several`: the server takes
 * several statements in one text.
 *
 * It goes by the first keyword: SELECT, INSERT, UPDATE, DELETE, REPLACE, WITH, SHOW, EXPLAIN, DESCRIBE and
 * transaction control (SET AUTOCOMMIT among them). What stored functions and triggers do is not seen.
 */
bool mynd_sql_may_alter_session(mynd_slice sql, bool several);

/*
 * What of a session's state that COM_RESET_CONNECTION keeps the text may change: a set of these. It goes by
 * words anywhere in a text that may alter the session, so that a comment or a literal can give a false alarm;
 * EXECUTE and PREPARE count for all. What stored procedures do is not seen.
 */
enum {
	MYND_SQL_ROLE = 1,    /* the active role, or who the session's user is */
	MYND_SQL_SCHEMA = 2,  /* the default database, or whether its changes are reported */
	MYND_SQL_TRACKING = 4 /* the latter */
};
unsigned mynd_sql_outlives_reset(mynd_slice sql, bool several);

/*
 * True if *count is the number of the text's placeholders for certain. Not certain are texts with a quote, a
 * back-tick, a backslash or a comment, in which a question mark may be none; with a colon, which makes
 * placeholders in Oracle's mode; with NUL. The scanner (placeholders.h) reads those, too, but has to know the
 * session's dialect; here none is needed.
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
 * How a text looks where a number or a date is wanted: sign, size of the digits, point, exponent, and what
 * comes behind. Servers type texts of one shape alike. Never 0.
 */
uint32_t mynd_sql_value_shape(mynd_slice value);

#endif
