/* Reads the parts of a query, for mynd_text_session_use() and mynd_text_keeps_nothing() (text_facts.h). */
#ifndef MYND_WIRE_TEXT_PARTS_H
#define MYND_WIRE_TEXT_PARTS_H

#include "text_facts.h"

enum {
	MYND_PARTS_LEAVE = MYND_SQL_LEAVES,
	MYND_PARTS_ASK = MYND_SQL_ASKS,
	/* the query may set a role or record a profile or a trace, whatever its tables are */
	MYND_PARTS_KEEP = 4,
	MYND_PARTS_AMBIGUOUS = 8, /* the other bits are uncertain if a character can contain an ASCII byte */
};

/* Reads the query, stores its tables in *tables, and returns a set of the values above. */
unsigned mynd_text_read_parts(mynd_slice sql, bool no_backslash, mynd_text_tables *tables);

/* Returns true if the word is ROLE, or begins with PROFIL or OPTIMIZER_TRACE. */
bool mynd_text_is_of_role(mynd_slice word);

#endif
