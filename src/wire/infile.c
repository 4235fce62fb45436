/*
 * See the header. The text is not parsed: INFILE in a string or a comment counts as well, since it is the
 * program's text all the same, and servers run statements out of strings (EXECUTE IMMEDIATE).
 */
#include "infile.h"

#include <string.h>

typedef struct scan {
	const uint8_t *at, *end;
} scan;

static size_t left(const scan *s)
{
	return (size_t) (s->end - s->at);
}

static bool skip_to(scan *s, const char *mark)
{
	size_t len = strlen(mark);
	for (; left(s) >= len; s->at++) {
		if (memcmp(s->at, mark, len) == 0) {
			s->at += len;
			return true;
		}
	}
	s->at = s->end;
	return false;
}

static bool begins(const scan *s, const char *mark)
{
	return left(s) >= strlen(mark) && memcmp(s->at, mark, strlen(mark)) == 0;
}

/* Two dashes begin a comment if a blank or a control character follows ("Comment Syntax" in the manuals). */
static bool begins_dash_comment(const scan *s)
{
	return begins(s, "--") && left(s) > 2 && (s->at[2] <= ' ' || s->at[2] == 0x7F);
}

static void skip_blanks(scan *s)
{
	while (left(s) > 0) {
		if (begins(s, "/*")) {
			s->at += 2;
			skip_to(s, "*/");
		} else if (begins_dash_comment(s) || *s->at == '#') {
			skip_to(s, "\n");
		} else if (*s->at == ' ' || (*s->at >= '\t' && *s->at <= '\r')) {
			s->at++;
		} else {
			return;
		}
	}
}

/* The meaning of a backslash and the byte after it. */
static uint8_t unescape(uint8_t c)
{
	switch (c) {
	case '0':
		return 0;
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
		return c;
	}
}

/* The string that begins after its opening quote is `name`. */
static bool reads_as(scan s, uint8_t quote, bool backslashes, mynd_slice name)
{
	for (size_t i = 0; left(&s) > 0; i++) {
		uint8_t c = *s.at++;
		if (c == quote) {
			if (left(&s) == 0 || *s.at != quote) {
				return i == name.len;
			}
			s.at++;
		} else if (c == '\\' && backslashes && left(&s) > 0) {
			c = unescape(*s.at++);
		}
		if (i >= name.len || c != name.ptr[i]) {
			return false;
		}
	}
	return false;
}

/* The name as it is, between two of `mark`: a string in a string. */
static bool stands_between(scan s, const uint8_t *mark, size_t mark_len, mynd_slice name)
{
	return left(&s) - mark_len >= name.len && left(&s) - mark_len - name.len >= mark_len &&
	       memcmp(s.at + mark_len, name.ptr, name.len) == 0 &&
	       memcmp(s.at + mark_len + name.len, mark, mark_len) == 0;
}

static bool string_is(scan s, mynd_slice name)
{
	static const char *const inner[] = {"''", "\"\"", "\\'", "\\\""};
	for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
		if (begins(&s, inner[i]) && stands_between(s, (const uint8_t *) inner[i], 2, name)) {
			return true;
		}
	}
	if (left(&s) == 0 || (*s.at != '\'' && *s.at != '"')) {
		return false;
	}
	uint8_t quote = *s.at++;
	return reads_as(s, quote, true, name) || reads_as(s, quote, false, name);
}

static bool skip_to_infile(scan *s)
{
	static const char word[] = "infile";
	size_t len = sizeof word - 1;
	for (; left(s) >= len; s->at++) {
		size_t i = 0;
		while (i < len && (s->at[i] | 0x20) == (uint8_t) word[i]) {
			i++;
		}
		if (i == len) {
			s->at += len;
			return true;
		}
	}
	return false;
}

bool mynd_infile_is_asked(mynd_slice sql, mynd_slice name)
{
	scan s = {sql.ptr, sql.ptr + sql.len};
	if (sql.len == 0 || name.len == 0) {
		return false;
	}
	while (skip_to_infile(&s)) {
		scan string = s;
		skip_blanks(&string);
		if (string_is(string, name)) {
			return true;
		}
	}
	return false;
}
