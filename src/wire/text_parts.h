/* The reading of a text's parts: what mynd_text_session_use() and mynd_text_keeps_nothing() answer from. */
#ifndef MYND_WIRE_TEXT_PARTS_H
#define MYND_WIRE_TEXT_PARTS_H

#include "text_facts.h"

enum {
	MYND_PARTS_LEAVE = MYND_SQL_LEAVES,
	MYND_PARTS_ASK = MYND_SQL_ASKS,
	MYND_PARTS_KEEP = 4,      /* it may keep something, whatever its tables are */
	MYND_PARTS_AMBIGUOUS = 8, /* so much is certain only where no character contains an ASCII byte */
};

/* Reads the text, notes its tables, and returns a set of these. */
unsigned mynd_text_read_parts(mynd_slice sql, bool no_backslash, mynd_text_tables *tables);

/* Returns true if the word is ROLE, or the beginning of one about profiles or optimizer traces. */
bool mynd_text_is_of_role(mynd_slice word);

#endif
