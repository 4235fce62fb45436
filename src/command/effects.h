/*
 * Which texts certainly write nothing; see effects.c. A question gathers the names of which is not known what
 * they are.
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
	mynd_slice names[MYND_EFFECTS_NAMES]; /* in the texts */
	uint64_t is_view;                     /* bit n: the answer says so of the nth */
} mynd_effects_question;

/* The text certainly writes nothing. */
bool mynd_effects_are_none(mynd_link *link, mynd_slice sql);
/* True: so it is, if the names that were put into the question are no views. */
bool mynd_effects_consider(mynd_effects_question *question, mynd_slice sql);
/* The text that asks the server; malloc'ed, the caller's. NULL: no memory. */
char *mynd_effects_ask(const mynd_effects_question *question);
void mynd_effects_found(mynd_effects_question *question, const mynd_row *row); /* a row of the answer */
void mynd_effects_answered(const mynd_effects_question *question);             /* its end */

/*
 * What a table is: base tables run no code when they are read, and none at all without triggers. UNKNOWN: it
 * was not asked, or longer ago than `most_seconds`.
 */
typedef enum mynd_table_kind {
	MYND_TABLE_UNKNOWN,
	MYND_TABLE_PLAIN,
	MYND_TABLE_READ_ONLY, /* it may have triggers */
	MYND_TABLE_OTHER      /* a view, nothing, or what the account does not see */
} mynd_table_kind;

#define MYND_TABLE_NAME_MOST 129

typedef struct mynd_table_name {
	uint8_t len, schema_len;
	char name[MYND_TABLE_NAME_MOST]; /* schema, NUL, name */
} mynd_table_name;

/* False: a name is too long, or would need escaping in a literal. */
bool mynd_table_name_make(mynd_table_name *table, mynd_slice schema, mynd_slice name);
mynd_table_kind mynd_effects_table(
    const mynd_link *link, const mynd_table_name *table, double most_seconds, int64_t *known_at);
uint64_t mynd_effects_version(void); /* a number that changes when something is forgotten or becomes known */
void mynd_effects_keep_table(const mynd_link *link, const mynd_table_name *table, mynd_table_kind kind);

/* The text is sent, and something is known. */
void mynd_effects_note_text(mynd_text_facts *text, bool several);
bool mynd_effects_are_known(void);
void mynd_effects_forget(void);

#endif
