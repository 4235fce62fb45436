/*
 * Finds queries that certainly write nothing (effects.c). A mynd_effects_question collects the names in
 * queries that may be views, to ask the server about them.
 */
#ifndef MYND_COMMAND_EFFECTS_H
#define MYND_COMMAND_EFFECTS_H

#include "link.h"
#include "../wire/row.h"
#include "../wire/text_facts.h"

#define MYND_EFFECTS_NAMES 48

typedef struct mynd_effects_question {
	const mynd_link *link;
	unsigned count;
	mynd_slice names[MYND_EFFECTS_NAMES]; /* slices of the queries' memory */
	uint64_t is_view;                     /* bit n: the server says that name n is a view */
} mynd_effects_question;

/* Returns true if the query certainly writes nothing. */
bool mynd_effects_are_none(mynd_link *link, mynd_slice sql);
/*
 * Returns true if the query writes nothing, provided that no name that was added to the question is a view.
 */
bool mynd_effects_consider(mynd_effects_question *question, mynd_slice sql);
/*
 * Returns the query that asks the server; malloc'ed; the caller owns it. Returns NULL if there is no memory.
 */
char *mynd_effects_ask(const mynd_effects_question *question);
/* Handle a row of the server's answer, and the end of the answer. */
void mynd_effects_found(mynd_effects_question *question, const mynd_row *row);
void mynd_effects_answered(const mynd_effects_question *question);

/*
 * The kind of a table: a base table runs no code when it is read; if it has no triggers, it runs none when it
 * is written, either. UNKNOWN: the server was not asked, or was asked longer ago than `most_seconds`.
 */
typedef enum mynd_table_kind {
	MYND_TABLE_UNKNOWN,
	MYND_TABLE_PLAIN,
	MYND_TABLE_READ_ONLY, /* a base table that may have triggers */
	MYND_TABLE_OTHER      /* a view, or no table that the account can see */
} mynd_table_kind;

#define MYND_TABLE_NAME_MOST 129

typedef struct mynd_table_name {
	uint8_t len, schema_len;
	char name[MYND_TABLE_NAME_MOST]; /* schema, NUL, name */
} mynd_table_name;

/*
 * Joins schema and name in *table. Returns false if one of them is too long, or would need escaping in a
 * literal.
 */
bool mynd_table_name_make(mynd_table_name *table, mynd_slice schema, mynd_slice name);
mynd_table_kind mynd_effects_table(
    const mynd_link *link, const mynd_table_name *table, double most_seconds, int64_t *known_at);
uint64_t mynd_effects_version(void); /* a number that changes when the cache of tables changes */
uint64_t mynd_effects_clears(void);  /* a number that changes when the cache of tables is cleared */
void mynd_effects_keep_table(const mynd_link *link, const mynd_table_name *table, mynd_table_kind kind);

/*
 * Called for each query that is sent, and for each statement that is prepared, while
 * mynd_effects_are_watched(). If the query may create, change or drop a table, view, trigger or routine,
 * clears the cache and the list of statements that were prepared before. Returns true if that list has to be
 * cleared again when the query has ended (prepared_before.h).
 */
bool mynd_effects_note_text(mynd_text_facts *text, bool several);
bool mynd_effects_are_watched(void);
void mynd_effects_watch(void); /* watches this thread's queries from now on, even while the cache is empty */
void mynd_effects_forget(void);

#endif
