/*
 * Character sets and collations by name and number, and escaping that is correct in each.
 *
 * The list is generated (charset_table.c says from what). Not here: the server's variables.
 */
#ifndef MYND_WIRE_CHARSET_H
#define MYND_WIRE_CHARSET_H

#include "buffer.h"

/*
 * Without pointers: the list is large, and pages with pointers would have to be written to in each process.
 */
typedef struct mynd_charset {
	uint16_t id;                    /* the collation's number */
	uint8_t min_length, max_length; /* bytes a character */
	uint8_t family;                 /* for mynd_charset_rules */
	char name[9];                   /* "utf8mb4" */
	char collation[39];             /* "utf8mb4_general_ci" */
	char comment[17];               /* what stock says in mysqli::get_charset(); mostly empty */
} mynd_charset;

typedef struct mynd_character_rules {
	/*
	 * What a character is. Both are NULL for single-byte sets and for those that no client can use (ucs2,
	 * utf16, utf16le, utf32). `lead` is NULL for UTF-8 as well, where no ASCII byte can be part of a longer
	 * character.
	 */
	unsigned (*multibyte)(
	    const uint8_t *s, const uint8_t *end); /* bytes (2 to 4) of a valid character at s < end, or 0 */
	/* the least number of bytes that a lead byte announces; 1: not a lead byte */
	unsigned (*lead)(uint8_t byte);
} mynd_character_rules;

const mynd_character_rules *mynd_charset_rules(const mynd_charset *charset);

const mynd_charset *mynd_charset_by_id(unsigned id); /* NULL: unknown */
/*
 * The set's default collation as stock chooses it ("utf8mb4" is 45, "utf8" and "utf8mb3" 33, whose name is
 * "utf8" as in stock). Any case. NULL: unknown.
 */
const mynd_charset *mynd_charset_by_name(mynd_slice name);

/*
 * A backslash can be the tail byte of a character: what is escaped for this set is not escaped for a server
 * that has taken another.
 */
bool mynd_charset_hides_backslash(const mynd_charset *charset);

/*
 * Escapes `from` for use between single quotes in SQL text; `to` has space for 2 * from.len + 1. Returns the
 * length, without the NUL that it writes at the end. With `no_backslash` (server status NO_BACKSLASH_ESCAPES)
 * only the single quote is doubled. Bytes that could take a following quote as their tail byte are escaped
 * one by one. A NULL charset is single-byte.
 */
size_t mynd_escape(const mynd_charset *charset, bool no_backslash, mynd_slice from, uint8_t *to);

#endif
