/*
 * Facts that are needed about few queries, found without a parser; facts that are needed about every query
 * are in text_facts.h. In doubt each function returns the safe value.
 */
#ifndef MYND_WIRE_SQL_H
#define MYND_WIRE_SQL_H

#include "cursor.h"

/*
 * Returns true if *count is certainly the number of the query's placeholders, whatever the session's mode and
 * character set are. Returns false for queries with a backslash, which may or may not escape a quote; with a
 * comment; with a colon outside quotes, which begins a placeholder in sql_mode ORACLE; with NUL; with a
 * back-tick after a byte over 0x7F, with which it may form a character; with a quoted part that has no end.
 * The scan of placeholders.h reads such queries, too, but has to know the session's dialect.
 */
bool mynd_sql_count_placeholders(mynd_slice sql, uint32_t *count);

/*
 * The effect of a query on rows, by its first keyword: INSERT, REPLACE, UPDATE and DELETE change rows. A
 * server can run queries of MYND_SQL_CHANGES and above with many sets of values at once.
 * MYND_SQL_INSERTS_SINGLY: it cannot, because the INSERT or REPLACE has the word SELECT or DELAYED in it (of
 * a DELAYED one MariaDB stores only the first row; tried). MYND_SQL_INSERTS_ONE: each set of values certainly
 * inserts one row, because no list in parentheses follows another one.
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
 * Returns false if the query, by itself, certainly does not change LAST_INSERT_ID(): its first keyword is
 * SELECT, UPDATE, DELETE, SHOW, COMMIT, ROLLBACK, BEGIN or START. Calls of LAST_INSERT_ID(), other functions
 * and triggers are not found.
 */
bool mynd_sql_may_insert(mynd_slice sql);

/* Returns true if the query certainly is one statement that begins with ROLLBACK. */
bool mynd_sql_rolls_back(mynd_slice sql);

/*
 * The kinds of queries that may be part of a prologue, the queries that a program sends right after it has
 * connected (prologue.c): the driver may run them before the program sends them. These are SET of session
 * variables to constants, SET NAMES, SELECT of session variables, USE.
 */
typedef enum mynd_sql_prologue {
	MYND_SQL_PROLOGUE_NOT,
	MYND_SQL_PROLOGUE_SESSION, /* sets or reads session variables */
	MYND_SQL_PROLOGUE_SCHEMA   /* selects the default database */
} mynd_sql_prologue;
mynd_sql_prologue mynd_sql_in_prologue(mynd_slice sql);
/* Returns true if the query may be part of a prologue and its reply has no rows. */
bool mynd_sql_only_sets(mynd_slice sql);
/*
 * Returns true if the query does nothing but set session variables or user variables, of any names, to
 * constants.
 */
bool mynd_sql_sets_constants(mynd_slice sql);

/*
 * mynd_sql_only_reads returns true if the query is a SELECT that certainly writes nothing: it calls no
 * functions except those of a list (builtin.c), and `is_harmless` has returned true for every name in it that
 * may be a table's. `is_harmless` returns true if reading a table of this name writes nothing.
 */
typedef struct mynd_sql_names {
	bool (*is_harmless)(void *context, mynd_slice name);
	void *context;
} mynd_sql_names;
bool mynd_sql_only_reads(mynd_slice sql, bool no_backslash, bool wide, const mynd_sql_names *names);

/*
 * The kinds of reads (plain_read.c). Neither PLAIN nor AHEAD changes the session, takes locks, asks about the
 * last command, or leaves something for such a question, provided that all its tables are base tables. The
 * result of an AHEAD depends on nothing but its text and the tables: not on time, chance or the session.
 */
typedef enum mynd_sql_read { MYND_SQL_READ_OTHER, MYND_SQL_READ_PLAIN, MYND_SQL_READ_AHEAD } mynd_sql_read;
/*
 * Returns the kind of the query. The modes are those of mynd_sql_only_reads. *hint_at: where in the query an
 * optimizer hint of MySQL may be inserted; 0: nowhere.
 */
mynd_sql_read mynd_sql_read_of(mynd_slice sql, bool no_backslash, bool wide, size_t *hint_at);

/*
 * Returns false if the query certainly begins no transaction, ends none, and does not turn autocommit on or
 * off: its first keyword is SELECT, INSERT, REPLACE, UPDATE or DELETE, and servers allow no such change in
 * the functions and triggers that these run. `several`: the server accepts several statements in one query;
 * then the result is true if a semicolon is anywhere in it.
 */
bool mynd_sql_may_change_transaction(mynd_slice sql, bool several);

/*
 * Returns the shape of a string that is a value where a number or a date is expected: sign, size of the
 * integer, point, exponent, and the byte that follows. Servers give strings of one shape the same type. Never
 * returns 0.
 */
uint32_t mynd_sql_value_shape(mynd_slice value);

#endif
