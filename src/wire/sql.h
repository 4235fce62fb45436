/* What can be known of an SQL text without parsing it. Every answer errs on the safe side. */
#ifndef MYND_WIRE_SQL_H
#define MYND_WIRE_SQL_H

#include "cursor.h"

/*
 * False: the text certainly changes neither the default database, sql_mode, character sets or anything else
 * that a prepared statement remembers, nor which prepared statements exist. `several`: the server takes
 * several statements in one text.
 *
 * The first keyword decides: SELECT, INSERT, UPDATE, DELETE, REPLACE, WITH, SHOW, EXPLAIN, DESCRIBE and
 * transaction control (SET AUTOCOMMIT among them). What stored functions and triggers do is not seen.
 */
bool mynd_sql_may_alter_session(mynd_slice sql, bool several);

/*
 * What the text may change of the session state that COM_RESET_CONNECTION keeps: a set of these. Words
 * anywhere in a text that may alter the session decide, so that a comment or a literal can cause a false
 * alarm; EXECUTE and PREPARE count as all of what SQL says of a session. What stored procedures do is not
 * seen, but for those of MySQL's schema sys.
 */
enum {
	MYND_SQL_ROLE = 1,     /* the active role, or the session's user */
	MYND_SQL_SCHEMA = 2,   /* the default database, or whether its changes are reported */
	MYND_SQL_TRACKING = 4, /* whether its changes are reported */
	/*
	 * What the server does with the session's thread: its resource group (MySQL), and whether it is watched
	 */
	MYND_SQL_THREAD = 8
};
unsigned mynd_sql_outlives_reset(mynd_slice sql, bool several);

/*
 * False: the text certainly makes no prepared statement on the server. The first keyword decides: those
 * above, SET, USE, DO, and those of data definition. CALL, EXECUTE and PREPARE may make some.
 */
bool mynd_sql_may_prepare(mynd_slice sql, bool several);

/* False: the text certainly defines no table, no view and no routine, and drops none. */
bool mynd_sql_may_define(mynd_slice sql, bool several);

/* The text may ask what the command before it has left: its warnings, its errors, its numbers of rows. */
bool mynd_sql_may_ask_for_diagnostics(mynd_slice sql);
bool mynd_sql_may_use_tables(mynd_slice sql);
/* What it does depends on what the session knows of its default database: the character set. */
bool mynd_sql_depends_on_schema(mynd_slice sql);

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
 * What a text has to do with its session (stateless.c): a set of these. 0: it certainly leaves nothing, and
 * its outcome is the same in a new session. What stored functions and triggers do is not seen.
 * `no_backslash`: the server's status NO_BACKSLASH_ESCAPES. `wide`: characters of several bytes may contain
 * ASCII bytes.
 */
enum {
	MYND_SQL_LEAVES = 1, /* it may leave something in the session */
	MYND_SQL_ASKS = 2    /* it may ask for something that only this session has */
};
unsigned mynd_sql_session_use(mynd_slice sql, bool no_backslash, bool wide);
bool mynd_sql_begins_transaction(mynd_slice sql); /* BEGIN, START TRANSACTION */

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
 * True: the text certainly sets no role and records no profile or trace, if the tables in it do not: it is
 * one statement that reads or changes rows, ends or begins a transaction, shows something, or sets variables
 * of the session to constants; it calls no function but those of a list (builtin.c). The words ROLE,
 * PROFIL... and OPTIMIZER_TRACE... outside of literals are doubt. `is_harmless` is asked for each table
 * (`schema` empty: in the default database) and for whatever else stands where a table may stand. `changes`:
 * the text may run its triggers.
 */
typedef struct mynd_sql_tables {
	bool (*is_harmless)(void *context, mynd_slice schema, mynd_slice table, bool changes);
	void *context;
} mynd_sql_tables;
bool mynd_sql_keeps_nothing(mynd_slice sql, bool no_backslash, const mynd_sql_tables *tables);
bool mynd_sql_begins_select(mynd_slice sql);
/* The text may ask for FOUND_ROWS(), or hides that in a procedure. */
bool mynd_sql_may_ask_for_found_rows(mynd_slice sql);

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
