/*
 * The table of texts that both the lexer and real servers read (tests/scanner), and how the lexer takes one
 * apart.
 */
#ifndef LEXER_TEXTS_H
#define LEXER_TEXTS_H

#include "wire/lexer.h"

typedef struct lexer_text {
	const char *text;
	const char *parts; /* NULL: the lexer is unsure */
	bool no_backslash;
} lexer_text;

extern const lexer_text lexer_texts[];
extern const size_t lexer_text_count;

/*
 * Writes the text so that it means the same to whoever sees the parts as the lexer does: a comment is an
 * empty one, each byte between quotes is an x. Needs room for four times the text. Returns the length, -1 if
 * the lexer is unsure.
 */
#define LEXER_ROOM(len) (4 * (len) + 1)
long lexer_parts(mynd_slice sql, bool no_backslash, bool wide, char *to);

#endif
