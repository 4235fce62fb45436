/* Digests of queries: the query without its literals, for code that shows which queries run. */
#ifndef MYND_WIRE_DIGEST_H
#define MYND_WIRE_DIGEST_H

#include "cursor.h"

/*
 * Writes the digest, at most `size` bytes, and returns its length. Literals become `?`, lists of literals
 * `?+`, blanks and comments one space. The digest ends with "..." where some server might read the query in
 * another way than this function (a backslash in a string, an executable comment, a dollar sign at the start
 * of a word, a string without an end). So the digest has no part of a literal, whatever the session's mode
 * and character set are.
 */
size_t mynd_sql_digest(mynd_slice sql, char *to, size_t size);

#endif
