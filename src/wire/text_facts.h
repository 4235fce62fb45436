/*
 * Facts about what a query does, found without a parser. A fact is found when it is first asked for, and then
 * stored in a mynd_text_facts, which is passed on with the query. In doubt a fact has the safe value.
 *
 * Three readings of the query find the facts: one reads the first words, one all words, even those in
 * literals and comments, and one the parts outside of quotes and comments (text_parts.c). A fourth decides
 * whether the query may be part of a prologue (prologue.c). The effects of stored functions and triggers are
 * not found.
 * Not here: facts about few queries (sql.h), placeholders (placeholders.h), digests (digest.h).
 */
#ifndef MYND_WIRE_TEXT_FACTS_H
#define MYND_WIRE_TEXT_FACTS_H

#include "cursor.h"

/*
 * Facts about a query, as a bit set. If MYND_TEXT_SEVERAL is true of a query and the server accepts several
 * statements in one query, every other fact counts as true, too (mynd_text_asks).
 */
enum {
	/*
	 * The query may change the default database, sql_mode, character sets or anything else that a prepared
	 * statement remembers, or the set of existing prepared statements. The first keyword decides: queries
	 * that begin with SELECT, INSERT, UPDATE, DELETE, REPLACE, WITH, SHOW, EXPLAIN, DESCRIBE, and transaction
	 * control (SET AUTOCOMMIT, too), do not.
	 */
	MYND_TEXT_ALTERS = 1 << 0,
	/*
	 * The query may alter the session (as above), and may make a prepared statement on the server: its first
	 * keyword is none of the above, nor SET, USE, DO, or one of data definition.
	 */
	MYND_TEXT_PREPARES = 1 << 1,
	MYND_TEXT_BEGINS = 1 << 2,  /* BEGIN, START TRANSACTION */
	MYND_TEXT_SELECTS = 1 << 3, /* The query begins with SELECT. */

	/* More of the query follows a semicolon, which may be part of a literal. */
	MYND_TEXT_SEVERAL = 1 << 4,

	/* The query may read results of the previous command: its warnings, its errors, its numbers of rows. */
	MYND_TEXT_ASKS_LAST = 1 << 5,
	MYND_TEXT_ASKS_FOUND_ROWS = 1 << 6, /* The query calls FOUND_ROWS(), or a procedure, which may call it. */
	MYND_TEXT_USES_TABLES = 1 << 7,
	/* The query's effect may depend on the session's variables for the default database's character set. */
	MYND_TEXT_OF_SCHEMA = 1 << 8,
	/* The query has words about state that a reset does not undo; see mynd_text_survives_reset(). */
	MYND_TEXT_ROLE = 1 << 9,
	MYND_TEXT_SCHEMA = 1 << 10,
	MYND_TEXT_TRACKING = 1 << 11,
	MYND_TEXT_THREAD = 1 << 12,

	/*
	 * The query may be part of a prologue, the queries that a program sends right after it has connected: the
	 * driver may run it earlier. It is a SET of session variables to constants, SET NAMES, a SELECT of
	 * session variables, or USE.
	 */
	MYND_TEXT_PROLOGUE = 1 << 13,
	MYND_TEXT_ONLY_SETS = 1 << 14, /* The query may be part of a prologue, and its reply has no rows. */
};

/* A name in a query that may be a table's; an empty `schema` means the default database. */
typedef struct mynd_text_table {
	mynd_slice schema, name;
	bool changes; /* the query may run the table's triggers */
} mynd_text_table;

#define MYND_TEXT_TABLES 24

typedef struct mynd_text_tables {
	unsigned count;
	mynd_text_table each[MYND_TEXT_TABLES];
} mynd_text_tables;

/* A query with the facts known about it; valid as long as the query. */
typedef struct mynd_text_facts {
	mynd_slice sql;
	uint32_t known;     /* the facts that were found to be true or false */
	uint32_t says : 24; /* the facts that are true, including those that only text_facts.c uses */
	uint32_t parts : 8; /* result of reading the parts (text_facts.c); 0: not read */
	/* memory for the query's tables; may be NULL if mynd_text_keeps_nothing() is not called */
	mynd_text_tables *tables;
} mynd_text_facts;

static inline mynd_text_facts mynd_text_facts_of(mynd_slice sql)
{
	return (mynd_text_facts){.sql = sql};
}

/* Returns which of these facts are true of the query. */
unsigned mynd_text_ask(mynd_text_facts *text, unsigned facts);

/*
 * As mynd_text_ask, for one fact. `several`: the server accepts several statements in one query; then
 * MYND_TEXT_SEVERAL makes the result true.
 */
static inline bool mynd_text_asks(mynd_text_facts *text, unsigned fact, bool several)
{
	return mynd_text_ask(text, several ? fact | MYND_TEXT_SEVERAL : fact) != 0;
}

/* Returns true if the query certainly is one statement; `several` as above. */
static inline bool mynd_text_holds_one(mynd_text_facts *text, bool several)
{
	return !several || mynd_text_ask(text, MYND_TEXT_SEVERAL) == 0;
}

/*
 * COM_RESET_CONNECTION does not restore all state of a session. Returns which of the state that it keeps the
 * query may change, as a bit set. If the query may alter the session, the words anywhere in it decide, even
 * those in comments and literals, so that the result may have too many bits; otherwise only an UPDATE of
 * performance_schema.threads counts (THREAD). EXECUTE and PREPARE count as all of these except THREAD. The
 * effects of stored procedures are not found, except those of MySQL's schema sys.
 */
enum {
	MYND_SQL_ROLE = 1,     /* the active role, or the session's user */
	MYND_SQL_SCHEMA = 2,   /* the default database, or whether changes of it are reported */
	MYND_SQL_TRACKING = 4, /* whether changes of the default database are reported */
	/* the server's treatment of the session's thread: its resource group (MySQL), and its monitoring */
	MYND_SQL_THREAD = 8
};
unsigned mynd_text_survives_reset(mynd_text_facts *text, bool several);

/* Returns false if the query certainly defines no table, no view and no routine, and drops none. */
bool mynd_text_defines(mynd_text_facts *text, bool several);
/*
 * Returns true for a query that begins with CREATE TABLE, or with CREATE or DROP TEMPORARY: as one statement
 * it changes no table or view that other sessions have.
 */
bool mynd_text_only_creates(mynd_slice sql);
/*
 * Returns true for queries such as DO and ANALYZE, which as one statement change nothing of their session
 * that a prepare depends on, and for USE.
 */
bool mynd_text_leaves_prepares_alone(mynd_slice sql);

/*
 * Returns how the query and its session depend on each other, as a bit set. 0: the query certainly changes no
 * state of the session, and its outcome is the same in a new session. `no_backslash`: the server's status
 * NO_BACKSLASH_ESCAPES. `wide`: characters of several bytes may contain ASCII bytes.
 */
enum {
	MYND_SQL_LEAVES = 1, /* the query may change state of the session */
	MYND_SQL_ASKS = 2    /* the query may depend on state that only this session has */
};
unsigned mynd_text_session_use(mynd_text_facts *text, bool no_backslash, bool wide);

/*
 * Returns true if the query certainly sets no role and records no profile or trace, provided that all in
 * text->tables are base tables: it is one statement that reads or changes rows, ends or begins a transaction,
 * shows something, or sets variables of the session to constants; it calls no function but those of a list
 * (builtin.c). Returns false for the words ROLE, PROFIL... and OPTIMIZER_TRACE... outside of literals, for
 * more than MYND_TEXT_TABLES tables, and for queries of over MYND_TEXT_LONGEST bytes.
 */
#define MYND_TEXT_LONGEST 65536
bool mynd_text_keeps_nothing(mynd_text_facts *text, bool no_backslash);

#endif
