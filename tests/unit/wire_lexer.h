/*
 * A small model of how a server reads a string literal: independent of src/wire, from the published byte
 * ranges.
 */
#ifndef WIRE_LEXER_H
#define WIRE_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LEXER_PATTERNS 6

typedef struct lexer_charset {
	const char *name;
	/* What is a character of several bytes: "81-FE 40-7E", one range a byte. */
	const char *patterns[LEXER_PATTERNS];
} lexer_charset;

extern const lexer_charset lexer_charsets[];
extern const size_t lexer_charset_count;

/* Length of the multi-byte character at `s`, or 0. */
size_t lexer_character(const lexer_charset *charset, const uint8_t *s, const uint8_t *end);

/* Whether the byte can begin a character of several bytes. */
bool lexer_is_lead(const lexer_charset *charset, uint8_t byte);

/*
 * Reads the literal whose opening quote stands before `s`. Its value goes to `value` (room for end - s bytes)
 * and *value_len; the answer is where its closing quote stands, NULL if it has none.
 */
const uint8_t *lexer_literal(const lexer_charset *charset, bool no_backslash, const uint8_t *s,
    const uint8_t *end, uint8_t *value, size_t *value_len);

#endif
