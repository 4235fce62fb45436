/*
 * Searches a query for the name of a file (infile.h). The query is not parsed: INFILE in a string or a
 * comment counts as well, because the program wrote that, too, and servers can run the contents of strings
 * (EXECUTE IMMEDIATE).
 */
#include "infile.h"
#include "lexer.h"

static bool begins(const mynd_cursor *c, const char *mark)
{
	return mynd_cursor_left(c) >= strlen(mark) && memcmp(c->pos, mark, strlen(mark)) == 0;
}

/* Skips blanks and comments, executable ones as well. */
static void skip_blanks(mynd_cursor *c)
{
	mynd_lexer_skip_blanks(c);
	while (mynd_lexer_comment_at(c) == MYND_LEX_EXECUTABLE) {
		mynd_lexer_skip_block(c);
		mynd_lexer_skip_blanks(c);
	}
}

/* Returns the byte that a backslash and `c` stand for. */
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

/* Returns true if the string that begins at the cursor, after its opening quote, equals `name`. */
static bool reads_as(mynd_cursor c, uint8_t quote, bool backslashes, mynd_slice name)
{
	for (size_t i = 0; mynd_cursor_left(&c) > 0; i++) {
		uint8_t byte = *c.pos++;
		if (byte == quote) {
			if (!mynd_lexer_take_byte(&c, quote)) {
				return i == name.len;
			}
		} else if (byte == '\\' && backslashes && mynd_cursor_left(&c) > 0) {
			byte = unescape(*c.pos++);
		}
		if (i >= name.len || byte != name.ptr[i]) {
			return false;
		}
	}
	return false;
}

/*
 * Returns true if the cursor is at `mark`, the name unchanged, and `mark` again: the name is quoted in a
 * string that is part of another string.
 */
static bool stands_between(const mynd_cursor *c, const char *mark, mynd_slice name)
{
	size_t len = strlen(mark), left = mynd_cursor_left(c);
	return begins(c, mark) && left - len >= name.len && left - len - name.len >= len &&
	       memcmp(c->pos + len, name.ptr, name.len) == 0 && memcmp(c->pos + len + name.len, mark, len) == 0;
}

static bool string_is(mynd_cursor c, mynd_slice name)
{
	static const char *const inner[] = {"''", "\"\"", "\\'", "\\\""};
	for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
		if (stands_between(&c, inner[i], name)) {
			return true;
		}
	}
	uint8_t quote = mynd_lexer_at(&c, 0);
	if (quote != '\'' && quote != '"') {
		return false;
	}
	c.pos++;
	return reads_as(c, quote, true, name) || reads_as(c, quote, false, name);
}

static bool skip_to_infile(mynd_cursor *c)
{
	static const char word[] = "INFILE";
	size_t len = sizeof word - 1;
	for (; mynd_cursor_left(c) >= len; c->pos++) {
		if (mynd_lexer_is_word((mynd_slice){c->pos, len}, word)) {
			c->pos += len;
			return true;
		}
	}
	return false;
}

bool mynd_infile_is_asked(mynd_slice sql, mynd_slice name)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	while (name.len > 0 && skip_to_infile(&c)) {
		mynd_cursor string = c;
		skip_blanks(&string);
		if (string_is(string, name)) {
			return true;
		}
	}
	return false;
}
