/*
 * What an SQL text says of what it does, without a parser: facts that are read out of it when somebody asks,
 * once, and go with the text from room to room. Every answer errs on the safe side.
 *
 * Three readings give the facts: of the first words; of the words anywhere, literals and comments included;
 * and of the parts of the text, outside of quotes and comments (text_parts.c). A prologue has a reading of
 * its own (prologue.c). What stored functions and triggers do is not seen.
 * Not here: what is asked of few texts (sql.h), placeholders (placeholders.h), digests (digest.h).
 */
#ifndef MYND_WIRE_TEXT_FACTS_H
#define MYND_WIRE_TEXT_FACTS_H

#include "cursor.h"

/* Facts: a set of these. Where several statements may stand in one text, SEVERAL adds its doubt to others. */
enum {
	/*
	 * It may change the default database, sql_mode, character sets or anything else that a prepared statement
	 * remembers, or which prepared statements exist. The first keyword decides: SELECT, INSERT, UPDATE,
	 * DELETE, REPLACE, WITH, SHOW, EXPLAIN, DESCRIBE and transaction control (SET AUTOCOMMIT among them) do
	 * not.
	 */
	MYND_TEXT_ALTERS = 1 << 0,
	/*
	 * It alters, and may make a prepared statement on the server: it begins with none of the above, SET, USE,
	 * DO, or data definition.
	 */
	MYND_TEXT_PREPARES = 1 << 1,
	MYND_TEXT_BEGINS = 1 << 2,  /* BEGIN, START TRANSACTION */
	MYND_TEXT_SELECTS = 1 << 3, /* it begins with SELECT */

	/* There is something behind a semicolon, which may be part of a literal. */
	MYND_TEXT_SEVERAL = 1 << 4,

	/* It may ask what the command before it has left: its warnings, its errors, its numbers of rows. */
	MYND_TEXT_ASKS_LAST = 1 << 5,
	MYND_TEXT_ASKS_FOUND_ROWS = 1 << 6, /* FOUND_ROWS(), or a procedure, in which that may hide */
	MYND_TEXT_USES_TABLES = 1 << 7,
	/* What it does depends on what the session knows of its default database: the character set. */
	MYND_TEXT_OF_SCHEMA = 1 << 8,
	/* It has words of what a reset does not undo; mynd_text_survives_reset() says which texts it concerns. */
	MYND_TEXT_ROLE = 1 << 9,
	MYND_TEXT_SCHEMA = 1 << 10,
	MYND_TEXT_TRACKING = 1 << 11,
	MYND_TEXT_THREAD = 1 << 12,

	/*
	 * It may run before the program has sent it, as a part of what it sends right after it has connected: SET
	 * of session variables to constants, SET NAMES, SELECT of session variables; or USE.
	 */
	MYND_TEXT_PROLOGUE = 1 << 13,
	MYND_TEXT_ONLY_SETS = 1 << 14, /* it is of a prologue, and its reply has no rows */
};

/* A table that a text names, `schema` empty: in the default database. Or what may be one. */
typedef struct mynd_text_table {
	mynd_slice schema, name;
	bool changes; /* the text may run its triggers */
} mynd_text_table;

#define MYND_TEXT_TABLES 24

typedef struct mynd_text_tables {
	unsigned count;
	mynd_text_table each[MYND_TEXT_TABLES];
} mynd_text_tables;

/* A text with what is known of it. It lasts as long as the text. */
typedef struct mynd_text_facts {
	mynd_slice sql;
	uint32_t known;     /* of `says` these are known */
	uint32_t says : 24; /* facts, and text_facts.c's own */
	uint32_t parts : 8; /* the third reading's, see there; 0: there was none */
	/* Where the text's tables are noted; NULL: nobody will ask whether it keeps nothing. */
	mynd_text_tables *tables;
} mynd_text_facts;

static inline mynd_text_facts mynd_text_facts_of(mynd_slice sql)
{
	return (mynd_text_facts){.sql = sql};
}

/* Returns which of these the text says. */
unsigned mynd_text_ask(mynd_text_facts *text, unsigned facts);

/* The same of a fact to which several statements add doubt; `several`: the server takes them in one text. */
static inline bool mynd_text_asks(mynd_text_facts *text, unsigned fact, bool several)
{
	return mynd_text_ask(text, several ? fact | MYND_TEXT_SEVERAL : fact) != 0;
}

/*
 * Returns what the text may change of the session state that COM_RESET_CONNECTION keeps: a set of these.
 * Words anywhere in a text that may alter the session decide, so that a comment or a literal can cause a
 * false alarm; EXECUTE and PREPARE count as all of what SQL says of a session. What stored procedures do is
 * not seen, but for those of MySQL's schema sys.
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
unsigned mynd_text_survives_reset(mynd_text_facts *text, bool several);

/* Returns false if the text certainly defines no table, no view and no routine, and drops none. */
bool mynd_text_defines(mynd_text_facts *text, bool several);

/*
 * Returns what the text has to do with its session: a set of these. 0: it certainly leaves nothing, and its
 * outcome is the same in a new session. `no_backslash`: the server's status NO_BACKSLASH_ESCAPES. `wide`:
 * characters of several bytes may contain ASCII bytes.
 */
enum {
	MYND_SQL_LEAVES = 1, /* it may leave something in the session */
	MYND_SQL_ASKS = 2    /* it may ask for something that only this session has */
};
unsigned mynd_text_session_use(mynd_text_facts *text, bool no_backslash, bool wide);

/*
 * Returns true if the text certainly sets no role and records no profile or trace, provided that all in
 * text->tables are base tables: it is one statement that reads or changes rows, ends or begins a transaction,
 * shows something, or sets variables of the session to constants; it calls no function but those of a list
 * (builtin.c). The words ROLE, PROFIL... and OPTIMIZER_TRACE... outside of literals are doubt, and so are
 * more than MYND_TEXT_TABLES tables, and texts of over MYND_TEXT_LONGEST bytes.
 */
#define MYND_TEXT_LONGEST 65536
bool mynd_text_keeps_nothing(mynd_text_facts *text, bool no_backslash);

#endif
