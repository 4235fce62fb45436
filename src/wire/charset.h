/*
 * Character sets and collations by name and number, and escaping that is correct in each.
 *
 * The list is generated (charset_table.c names its sources). Not here: the server's variables.
 */
#ifndef MYND_WIRE_CHARSET_H
#define MYND_WIRE_CHARSET_H

#include "buffer.h"

/*
 * The struct has no pointers: the list is large, and the loader would have to relocate pointers, so write to
 * its pages, in each process.
 */
typedef struct mynd_charset {
	uint16_t id;                    /* the collation's number */
	uint8_t min_length, max_length; /* bytes per character */
	uint8_t family;                 /* index of the set's rules, for mynd_charset_rules */
	char name[9];                   /* "utf8mb4" */
	char collation[39];             /* "utf8mb4_general_ci" */
	char comment[17];               /* as in stock's mysqli::get_charset(); mostly empty */
} mynd_charset;

typedef struct mynd_character_rules {
	/*
	 * Both functions are NULL for single-byte sets and for sets that no client can use (ucs2, utf16, utf16le,
	 * utf32). `lead` is NULL for UTF-8, too, because no ASCII byte can be part of a longer character there.
	 */
	unsigned (*multibyte)(
	    const uint8_t *s, const uint8_t *end); /* size (2 to 4) of the valid character at s < end, or 0 */
	/* the smallest size of a character that this byte begins; 1: not a lead byte */
	unsigned (*lead)(uint8_t byte);
} mynd_character_rules;

const mynd_character_rules *mynd_charset_rules(const mynd_charset *charset);

const mynd_charset *mynd_charset_by_id(unsigned id); /* returns NULL if the number is unknown */
/*
 * Returns the set's default collation as stock chooses it ("utf8mb4" is 45, "utf8" and "utf8mb3" 33, whose
 * name is "utf8" as in stock), or NULL if the set is unknown. The name may have any case.
 */
const mynd_charset *mynd_charset_by_name(mynd_slice name);

/*
 * Returns the collation of this name, in any case; among several that a name has had, the one with the lowest
 * number. Returns NULL if the name is unknown.
 */
const mynd_charset *mynd_charset_by_collation(mynd_slice name);

/*
 * Returns true if a backslash can be the last byte of a character. A string that was escaped for such a set
 * is not safe for a server that uses another set.
 */
bool mynd_charset_hides_backslash(const mynd_charset *charset);

/*
 * Escapes `from` for use between single quotes in a query; `to` has space for 2 * from.len + 1. Returns the
 * length, without the NUL that it writes at the end. With `no_backslash` (server status NO_BACKSLASH_ESCAPES)
 * single quotes are doubled and nothing else is escaped. Otherwise a lead byte without a valid character is
 * escaped, too, because the server could take the byte and a quote after it for one character. NULL as
 * `charset` means a single-byte set.
 */
size_t mynd_escape(const mynd_charset *charset, bool no_backslash, mynd_slice from, uint8_t *to);

#endif
