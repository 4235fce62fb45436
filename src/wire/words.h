/*
 * The words of SQL that say something about a statement: one table, in which a word is looked up once.
 *
 * Functions that only compute have a list of their own (builtin.h), because few texts are asked for them.
 */
#ifndef MYND_WIRE_WORDS_H
#define MYND_WIRE_WORDS_H

#include "cursor.h"

/* What a word says: a set of these. */
enum {
	/* the first word of a statement that does not alter the session */
	MYND_WORD_HARMLESS = 1 << 0,
	/* the first word of one that alters it, and makes no prepared statement */
	MYND_WORD_PREPARES_NOTHING = 1 << 1,
	/* the first word of one that leaves nothing, if no other word of it does */
	MYND_WORD_HAS_ROWS = 1 << 2,
	/* the first word of data definition */
	MYND_WORD_DEFINES = 1 << 3,
	/* the first word of one that writes rows */
	MYND_WORD_CHANGES_ROWS = 1 << 4,
	/* of START TRANSACTION */
	MYND_WORD_MODE = 1 << 5,
	/* asks what the command before has left */
	MYND_WORD_DIAGNOSTICS = 1 << 6,
	/* stands in texts that use tables */
	MYND_WORD_TABLES = 1 << 7,
	/* what CREATE and ALTER make that keeps a character set */
	MYND_WORD_ROUTINE = 1 << 8,
	/* a variable that is of the default database */
	MYND_WORD_OF_SCHEMA = 1 << 9,
	/* as MYND_SQL_ROLE of mynd_text_survives_reset, and so on */
	MYND_WORD_ROLE = 1 << 10,
	MYND_WORD_SCHEMA = 1 << 11,
	MYND_WORD_TRACKING = 1 << 12,
	MYND_WORD_THREAD = 1 << 13,
	/* a function, or a kind of table, that leaves something in the session */
	MYND_WORD_LEAVES = 1 << 14,
	/* asks for something that only this session has */
	MYND_WORD_ASKS = 1 << 15,
	/* as ASKS, behind SHOW */
	MYND_WORD_OF_SESSION = 1 << 16,
	/* keeps rows from going together */
	MYND_WORD_SINGLE = 1 << 17,
	/* in a SELECT that writes */
	MYND_WORD_WRITES = 1 << 18,
	/* before VALUE: of a sequence */
	MYND_WORD_SEQUENCE = 1 << 19,
	/* LAST_INSERT_ID */
	MYND_WORD_INSERT_ID = 1 << 20,
	/* reserved on every server: it names no table and no routine */
	MYND_WORD_RESERVED = 1 << 21,
	/* a table stands behind it, a list of them, or, in DELETE, a list of those that lose rows */
	MYND_WORD_TABLE_BEHIND = 1 << 22,
	MYND_WORD_TABLES_BEHIND = 1 << 23,
	MYND_WORD_DELETED_BEHIND = 1 << 24,
	/* ends a list of tables */
	MYND_WORD_ENDS_TABLES = 1 << 25,
	/* may stand between the beginning of a statement that changes rows and its table */
	MYND_WORD_BEFORE_TABLE = 1 << 26,
	/* FOUND_ROWS */
	MYND_WORD_FOUND_ROWS = 1 << 27,
};

/* Returns what the word says, in any case of its letters; 0: nothing. */
unsigned mynd_words_of(mynd_slice word);

#endif
