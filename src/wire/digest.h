/* What kind of text an SQL text is: the text without its literals, for those who look at what runs. */
#ifndef MYND_WIRE_DIGEST_H
#define MYND_WIRE_DIGEST_H

#include "cursor.h"

/*
 * Writes the digest, at most `size` bytes, and returns its length: literals and lists of them are `?` and
 * `?+`, blanks and comments are one space. Where a server might read the text in another way (a backslash in
 * a string, an executable comment, a dollar sign at the start of a word, a string without an end) it ends
 * with "..."; no byte after such a place is in it. So it has no part of a literal, in whatever mode and
 * character set the session is.
 */
size_t mynd_sql_digest(mynd_slice sql, char *to, size_t size);

#endif
