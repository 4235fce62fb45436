/*
 * See wire_lexer.h. It reads as both servers do: a whole character is skipped, a backslash takes the one byte
 * after it, a doubled quote is one, a single one ends the literal.
 */
#include "wire_lexer.h"

#include <stdlib.h>
#include <string.h>

const lexer_charset lexer_charsets[] = {
    {"latin1", {NULL}},
    {"big5", {"A1-F9 40-7E", "A1-F9 A1-FE"}},
    {"euckr", {"81-FE 41-5A", "81-FE 61-7A", "81-FE 81-FE"}},
    {"gb2312", {"A1-F7 A1-FE"}},
    {"gbk", {"81-FE 40-7E", "81-FE 80-FE"}},
    {"gb18030", {"81-FE 40-7E", "81-FE 80-FE", "81-FE 30-39 81-FE 30-39"}},
    {"sjis", {"81-9F 40-7E", "81-9F 80-FC", "E0-FC 40-7E", "E0-FC 80-FC"}},
    {"cp932", {"81-9F 40-7E", "81-9F 80-FC", "E0-FC 40-7E", "E0-FC 80-FC"}},
    {"ujis", {"A1-FE A1-FE", "8E-8E A1-DF", "8F-8F A1-FE A1-FE"}},
    {"eucjpms", {"A1-FE A1-FE", "8E-8E A1-DF", "8F-8F A1-FE A1-FE"}},
    {"utf8", {"C2-DF 80-BF", "E0-E0 A0-BF 80-BF", "E1-EF 80-BF 80-BF"}},
    {"utf8mb4", {"C2-DF 80-BF", "E0-E0 A0-BF 80-BF", "E1-EF 80-BF 80-BF", "F0-F0 90-BF 80-BF 80-BF",
                    "F1-F3 80-BF 80-BF 80-BF", "F4-F4 80-8F 80-BF 80-BF"}},
};
const size_t lexer_charset_count = sizeof lexer_charsets / sizeof *lexer_charsets;

/* A range is written in five characters, and one blank follows it. */
static bool in_range(const char *range, uint8_t byte)
{
	return byte >= strtoul(range, NULL, 16) && byte <= strtoul(range + 3, NULL, 16);
}

static size_t match(const char *pattern, const uint8_t *s, const uint8_t *end)
{
	size_t len = (strlen(pattern) + 1) / 6;
	if ((size_t) (end - s) < len) {
		return 0;
	}
	for (size_t i = 0; i < len; i++) {
		if (!in_range(pattern + 6 * i, s[i])) {
			return 0;
		}
	}
	return len;
}

size_t lexer_character(const lexer_charset *charset, const uint8_t *s, const uint8_t *end)
{
	for (size_t i = 0; s < end && *s >= 0x80 && i < LEXER_PATTERNS && charset->patterns[i] != NULL; i++) {
		size_t len = match(charset->patterns[i], s, end);
		if (len > 0) {
			return len;
		}
	}
	return 0;
}

bool lexer_is_lead(const lexer_charset *charset, uint8_t byte)
{
	for (size_t i = 0; i < LEXER_PATTERNS && charset->patterns[i] != NULL; i++) {
		if (in_range(charset->patterns[i], byte)) {
			return true;
		}
	}
	return false;
}

/* MySQL manual, "Special Character Escape Sequences". */
static uint8_t unescape(uint8_t byte)
{
	switch (byte) {
	case '0':
		return '\0';
	case 'b':
		return '\b';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	case 'Z':
		return 0x1A;
	default:
		return byte;
	}
}

const uint8_t *lexer_literal(const lexer_charset *charset, bool no_backslash, const uint8_t *s,
    const uint8_t *end, uint8_t *value, size_t *value_len)
{
	uint8_t *to = value;
	while (s < end) {
		size_t len = lexer_character(charset, s, end);
		if (len > 0) {
			memcpy(to, s, len);
			to += len;
			s += len;
		} else if (*s == '\\' && !no_backslash) {
			if (++s == end) {
				return NULL;
			}
			*to++ = unescape(*s++);
		} else if (*s == '\'' && s + 1 < end && s[1] == '\'') {
			*to++ = '\'';
			s += 2;
		} else if (*s == '\'') {
			*value_len = (size_t) (to - value);
			return s;
		} else {
			*to++ = *s++;
		}
	}
	return NULL;
}
