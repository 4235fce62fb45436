/*
 * Decides which queries certainly only read (mynd_sql_only_reads).
 *
 * Always true: where servers may read a query in more than one way (`unsure` in lexer.h), mynd_sql_only_reads
 * returns false.
 */
#include "builtin.h"
#include "lexer.h"
#include "sql.h"
#include "words.h"

static mynd_slice take_name(mynd_lexer *r)
{
	return mynd_lexer_take(&r->c, MYND_LEX_IDENTIFIER);
}

static bool is_number(mynd_slice name)
{
	mynd_cursor c = mynd_cursor_over(name.ptr, name.len);
	mynd_lexer_skip(&c, MYND_LEX_DIGIT);
	return mynd_cursor_left(&c) == 0;
}

static bool opens_parenthesis(mynd_lexer r)
{
	mynd_lexer_skip_all_blanks(&r);
	return mynd_lexer_at(&r.c, 0) == '(';
}

/* Returns true for MariaDB's NEXT VALUE FOR and PREVIOUS VALUE FOR. */
static bool is_of_sequence(unsigned says, mynd_lexer r)
{
	mynd_lexer_skip_all_blanks(&r);
	return (says & MYND_WORD_SEQUENCE) &&
	       mynd_lexer_is_word(mynd_lexer_take(&r.c, MYND_LEX_KEYWORD), "VALUE");
}

/*
 * Reads a word. Returns false if the query may write because of this word. `qualified`: a point is before the
 * word.
 */
static bool word_only_reads(mynd_lexer *r, bool qualified, const mynd_sql_names *names)
{
	mynd_slice word = take_name(r);
	unsigned says = mynd_words_of(word);
	if ((says & MYND_WORD_WRITES) || is_of_sequence(says, *r)) {
		return false;
	}
	if (!qualified && (says & MYND_WORD_RESERVED)) {
		return true;
	}
	if (opens_parenthesis(*r)) {
		return !qualified && mynd_lexer_at(&r->c, 0) == '(' && mynd_sql_is_builtin(word);
	}
	return is_number(word) || names->is_harmless(names->context, word);
}

/*
 * Reads a quoted part, which between double quotes may be a name. Returns false if the query may write
 * because of this part.
 */
static bool quoted_only_reads(mynd_lexer *r, const mynd_sql_names *names)
{
	uint8_t quote = *r->c.pos;
	mynd_slice inside = {r->c.pos + 1, 0};
	mynd_lexer_skip_quoted(r);
	if (r->unsure || quote == '\'') {
		return !r->unsure;
	}
	inside.len = (size_t) (r->c.pos - inside.ptr) - 1;
	return mynd_lexer_at(&r->c, 0) != quote && !opens_parenthesis(*r) &&
	       (inside.len == 0 || names->is_harmless(names->context, inside));
}

static void skip_variable(mynd_lexer *r)
{
	r->c.pos += mynd_lexer_at(&r->c, 1) == '@' ? 2 : 1;
	if (mynd_lexer_is(mynd_lexer_at(&r->c, 0), MYND_LEX_QUOTE)) {
		mynd_lexer_skip_quoted(r);
	} else {
		take_name(r);
	}
}

static bool part_only_reads(mynd_lexer *r, bool qualified, const mynd_sql_names *names)
{
	uint8_t byte = *r->c.pos;
	if (mynd_lexer_is(byte, MYND_LEX_IDENTIFIER)) {
		return word_only_reads(r, qualified, names);
	}
	if (mynd_lexer_is(byte, MYND_LEX_QUOTE)) {
		return quoted_only_reads(r, names);
	}
	if (byte == '@') {
		skip_variable(r);
		return true;
	}
	if (byte == ';') {
		return mynd_lexer_ends(r);
	}
	if (byte == '\0' || byte == '\\' || byte == ':') {
		return false;
	}
	r->c.pos++;
	return true;
}

bool mynd_sql_only_reads(mynd_slice sql, bool no_backslash, bool wide, const mynd_sql_names *names)
{
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, wide, false, false};
	mynd_lexer_skip_opening(&r);
	mynd_slice word = take_name(&r);
	bool reads = mynd_lexer_is_word(word, "SELECT") || mynd_lexer_is_word(word, "WITH"), point = false;
	mynd_lexer_skip_all_blanks(&r);
	while (reads && !r.unsure && mynd_cursor_left(&r.c) > 0) {
		bool is_point = *r.c.pos == '.';
		reads = part_only_reads(&r, point, names);
		point = is_point;
		mynd_lexer_skip_all_blanks(&r);
	}
	return reads && !r.unsure;
}
