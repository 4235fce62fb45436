/*
 * The words of SQL from which facts about a statement follow, in one table, so that each word is looked up
 * once.
 *
 * Functions that only compute have a list of their own (builtin.h), because few queries are searched for
 * them.
 */
#ifndef MYND_WIRE_WORDS_H
#define MYND_WIRE_WORDS_H

#include "cursor.h"

/* The meanings of a word, as a bit set. */
enum {
	/* the first word of a statement that does not alter the session */
	MYND_WORD_HARMLESS = 1 << 0,
	/* the first word of a statement that alters the session, and makes no prepared statement */
	MYND_WORD_PREPARES_NOTHING = 1 << 1,
	/*
	 * the first word of a statement that does not change the session's state, unless another word of it does
	 */
	MYND_WORD_HAS_ROWS = 1 << 2,
	/* the first word of a statement of data definition (CREATE, DROP ...) */
	MYND_WORD_DEFINES = 1 << 3,
	/* the first word of a statement that writes rows */
	MYND_WORD_CHANGES_ROWS = 1 << 4,
	/* a word in the options of START TRANSACTION */
	MYND_WORD_MODE = 1 << 5,
	/* a word by which a query reads results of the previous command: warnings, errors, numbers of rows */
	MYND_WORD_DIAGNOSTICS = 1 << 6,
	/* a word that occurs in queries that use tables */
	MYND_WORD_TABLES = 1 << 7,
	/* an object of CREATE and ALTER that remembers a character set */
	MYND_WORD_ROUTINE = 1 << 8,
	/* a variable whose value depends on the default database */
	MYND_WORD_OF_SCHEMA = 1 << 9,
	/* as MYND_SQL_ROLE, _SCHEMA, _TRACKING and _THREAD of mynd_text_survives_reset */
	MYND_WORD_ROLE = 1 << 10,
	MYND_WORD_SCHEMA = 1 << 11,
	MYND_WORD_TRACKING = 1 << 12,
	MYND_WORD_THREAD = 1 << 13,
	/* a function that changes the session's state, or a kind of table that only this session has */
	MYND_WORD_LEAVES = 1 << 14,
	/* the query depends on state that only this session has */
	MYND_WORD_ASKS = 1 << 15,
	/* as MYND_WORD_ASKS, but only after SHOW */
	MYND_WORD_OF_SESSION = 1 << 16,
	/* a word because of which rows of an INSERT or REPLACE must be sent one by one */
	MYND_WORD_SINGLE = 1 << 17,
	/* a word that makes a SELECT a query that writes */
	MYND_WORD_WRITES = 1 << 18,
	/* if VALUE follows: an expression about a sequence */
	MYND_WORD_SEQUENCE = 1 << 19,
	/* LAST_INSERT_ID */
	MYND_WORD_INSERT_ID = 1 << 20,
	/* reserved on every server, so not the name of a table or a routine */
	MYND_WORD_RESERVED = 1 << 21,
	/*
	 * the next three: a word after which a table follows; a list of tables; in DELETE, a list of tables that
	 * lose rows
	 */
	MYND_WORD_TABLE_BEHIND = 1 << 22,
	MYND_WORD_TABLES_BEHIND = 1 << 23,
	MYND_WORD_DELETED_BEHIND = 1 << 24,
	/* a word that ends a list of tables */
	MYND_WORD_ENDS_TABLES = 1 << 25,
	/* a word that may stand between the beginning of a statement that changes rows and its table */
	MYND_WORD_BEFORE_TABLE = 1 << 26,
	/* FOUND_ROWS */
	MYND_WORD_FOUND_ROWS = 1 << 27,
};

/* Returns the meanings of the word, in any case of its letters, or 0 if it has none. */
unsigned mynd_words_of(mynd_slice word);

#endif
