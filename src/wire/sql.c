/*
 * Implements a part of sql.h: the number of a query's placeholders, its effect on rows and transactions, the
 * shapes of values.
 *
 * Sources: "Comment Syntax" and "Lexical Structure" in the manuals of both servers, "SQL_MODE=ORACLE" in
 * MariaDB's.
 * Always true: bytes over 0x7F are never interpreted. The second byte of an SJIS, Big5 or GBK character may
 * be a letter or a backslash, but never white space, a quote, a question mark or a digit.
 */
#include "lexer.h"
#include "sql.h"
#include "words.h"

/* Takes a keyword, with bytes over 0x7F that touch it: they make it another word. */
static mynd_slice take_word(mynd_cursor *c)
{
	return mynd_lexer_take(c, MYND_LEX_KEYWORD | MYND_LEX_HIGH);
}

static mynd_slice next_word(mynd_cursor *c)
{
	mynd_lexer_skip_blanks(c);
	return take_word(c);
}

static bool contains(mynd_slice sql, uint8_t byte)
{
	return sql.len > 0 && memchr(sql.ptr, byte, sql.len) != NULL;
}

/* Returns true if a word with one of these meanings is anywhere in the query. */
static bool has_word(mynd_cursor c, unsigned classes, unsigned says)
{
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = mynd_lexer_take(&c, classes);
		if (mynd_words_of(word) & says) {
			return true;
		}
		c.pos += word.len == 0;
	}
	return false;
}

bool mynd_sql_count_placeholders(mynd_slice sql, uint32_t *count)
{
	mynd_lexer lexer = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, .no_backslash = true, .wide = true};
	uint32_t found = 0;
	if (contains(sql, '\\') || contains(sql, '\0')) {
		return false;
	}
	while (mynd_cursor_left(&lexer.c) > 0 && !lexer.unsure) {
		uint8_t byte = *lexer.c.pos, next = mynd_lexer_at(&lexer.c, 1);
		if (mynd_lexer_is(byte, MYND_LEX_QUOTE)) {
			mynd_lexer_skip_quoted(&lexer);
			continue;
		}
		if (byte == '#' || byte == ':' || (byte == '-' && next == '-') || (byte == '/' && next == '*')) {
			return false;
		}
		found += byte == '?';
		lexer.c.pos++;
	}
	if (lexer.unsure) {
		return false;
	}
	*count = found;
	return true;
}

/*
 * Returns true if the query has no byte that could begin a quoted part or a comment: then every parenthesis
 * in it belongs to its syntax.
 */
static bool is_plain(mynd_slice sql)
{
	for (size_t i = 0; i < sql.len; i++) {
		if (strchr("'\"`\\#/-", sql.ptr[i]) != NULL) { /* strchr() also finds NUL */
			return false;
		}
	}
	return true;
}

/* Returns true if another list follows, or may follow, a list in parentheses. */
static bool has_several_lists(mynd_cursor c, bool plain)
{
	size_t depth = 0;
	for (; mynd_cursor_left(&c) > 0; c.pos++) {
		depth += *c.pos == '(';
		if (*c.pos != ')') {
			continue;
		}
		depth -= depth > 0;
		mynd_cursor behind = {c.pos + 1, c.end};
		mynd_lexer_skip_blanks(&behind);
		uint8_t next = mynd_lexer_at(&behind, 0);
		if (next == '/' || (next == ',' && (depth == 0 || !plain))) {
			return true;
		}
	}
	return false;
}

mynd_sql_change mynd_sql_changes(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	mynd_slice word = next_word(&c);
	if (mynd_lexer_is_word(word, "UPDATE") || mynd_lexer_is_word(word, "DELETE")) {
		return MYND_SQL_CHANGES;
	}
	if (!mynd_lexer_is_word(word, "INSERT") && !mynd_lexer_is_word(word, "REPLACE")) {
		return MYND_SQL_CHANGES_NOTHING;
	}
	if (has_word(c, MYND_LEX_KEYWORD, MYND_WORD_SINGLE)) {
		return MYND_SQL_INSERTS_SINGLY;
	}
	return has_several_lists(c, is_plain(sql)) ? MYND_SQL_INSERTS : MYND_SQL_INSERTS_ONE;
}

bool mynd_sql_may_insert(mynd_slice sql)
{
	static const char *const others[] = {
	    "SELECT", "UPDATE", "DELETE", "SHOW", "COMMIT", "ROLLBACK", "BEGIN", "START", NULL};
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	return !mynd_lexer_is_listed(next_word(&c), others);
}

bool mynd_sql_rolls_back(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	return mynd_lexer_is_word(next_word(&c), "ROLLBACK") && !contains(sql, ';');
}

bool mynd_sql_may_change_transaction(mynd_slice sql, bool several)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	mynd_slice word = next_word(&c);
	bool plain = mynd_lexer_is_word(word, "SELECT") || (mynd_words_of(word) & MYND_WORD_CHANGES_ROWS) != 0;
	return !plain || (several && contains(sql, ';'));
}

/*
 * Moves past an integer. Returns the 64-bit type that it fits: 1 signed, 2 unsigned, 3 neither. Returns 0 if
 * there are no digits.
 */
static unsigned skip_integer(mynd_cursor *c)
{
	uint64_t value = 0;
	unsigned size = 0;
	for (; mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_DIGIT); c->pos++) {
		unsigned digit = (unsigned) (*c->pos - '0');
		if (size == 3 || value > (UINT64_MAX - digit) / 10) {
			size = 3;
			continue;
		}
		value = value * 10 + digit;
		size = value > INT64_MAX ? 2 : 1;
	}
	return size;
}

static bool skip_fraction(mynd_cursor *c)
{
	bool found = mynd_lexer_take_byte(c, '.');
	if (found) {
		mynd_lexer_skip(c, MYND_LEX_DIGIT);
	}
	return found;
}

static bool skip_exponent(mynd_cursor *c)
{
	bool sign = mynd_lexer_at(c, 1) == '-' || mynd_lexer_at(c, 1) == '+';
	if ((mynd_lexer_at(c, 0) | 0x20) != 'e' ||
	    !mynd_lexer_is(mynd_lexer_at(c, sign ? 2 : 1), MYND_LEX_DIGIT)) {
		return false;
	}
	c->pos += sign ? 2 : 1;
	mynd_lexer_skip(c, MYND_LEX_DIGIT);
	return true;
}

/*
 * Returns the byte after a number ('a' for all letters and bytes over 0x7F, 1 for NUL), or 0 if there is
 * none.
 */
static uint8_t rest_of(const mynd_cursor *c)
{
	uint8_t first = mynd_lexer_at(c, 0);
	return mynd_cursor_left(c) == 0                                ? 0
	       : mynd_lexer_is(first, MYND_LEX_LETTER | MYND_LEX_HIGH) ? 'a'
	       : first == 0                                            ? 1
	                                                               : first;
}

uint32_t mynd_sql_value_shape(mynd_slice value)
{
	mynd_cursor c = mynd_cursor_over(value.ptr, value.len);
	mynd_lexer_skip(&c, MYND_LEX_BLANK);
	uint32_t shape = 1;
	if (mynd_lexer_at(&c, 0) == '-' || mynd_lexer_at(&c, 0) == '+') {
		shape = *c.pos++ == '-' ? 3 : 5;
	}
	shape |= skip_integer(&c) << 3;
	shape |= (uint32_t) skip_fraction(&c) << 5;
	if (shape >> 3 != 0) {
		shape |= (uint32_t) skip_exponent(&c) << 6;
	}
	return shape | (uint32_t) rest_of(&c) << 8;
}
