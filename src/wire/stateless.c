/*
 * Which texts certainly leave nothing in their session, and which ask for something that only their session
 * has (mynd.reconnect); and which texts certainly only read.
 *
 * A text is taken apart into words, quoted parts and comments. The first word must be one of a list. Then no
 * other word may be one that is known to leave something, or to ask. Servers do not report all that a session
 * keeps (a variable set by `:=` or INTO, a lock of GET_LOCK, a temporary table that is made from a SELECT,
 * HANDLER; tried), so these words are listed here whether they are reported or not.
 *
 * Sources: "SQL Statements", "Comment Syntax", "String Literals", "Information Functions", "Locking
 * Functions" in the manuals of both servers, "SEQUENCE Functions" in MariaDB's.
 * Always true: where servers may read a text in more than one way (a backslash between double quotes, an
 * executable comment, a comment in a comment, a second statement), the answer is that it leaves something and
 * asks. Words are runs of letters and underscores, wherever they stand outside quotes and comments: that they
 * may be parts of names only adds doubt.
 */
#include "builtin.h"
#include "lexer.h"
#include "sql.h"
#include "words.h"

#define UNKNOWN (MYND_SQL_LEAVES | MYND_SQL_ASKS)

static mynd_slice take_word(mynd_lexer *r)
{
	return mynd_lexer_take(&r->c, MYND_LEX_KEYWORD);
}

static mynd_slice next_word(mynd_lexer *r)
{
	mynd_lexer_skip_all_blanks(r);
	return take_word(r);
}

/* Only blanks and semicolons follow. */
static bool skip_to_end(mynd_lexer *r)
{
	do {
		mynd_lexer_skip_all_blanks(r);
	} while (mynd_lexer_take_byte(&r->c, ';'));
	return mynd_cursor_left(&r->c) == 0;
}

/* --- words --- */

/* Statements that leave something by their first words (SET, CALL, HANDLER ...) are not meant here. */
static unsigned use_by(unsigned says)
{
	return says & MYND_WORD_LEAVES ? UNKNOWN : says & MYND_WORD_ASKS ? MYND_SQL_ASKS : 0;
}

/* MariaDB's NEXT VALUE FOR and PREVIOUS VALUE FOR. */
static bool is_of_sequence(unsigned says, mynd_lexer r)
{
	return (says & MYND_WORD_SEQUENCE) && mynd_lexer_is_word(next_word(&r), "VALUE");
}

/* A quoted name before a parenthesis may be that of a function. */
static unsigned use_of_quoted(mynd_lexer *r)
{
	mynd_lexer inside = *r;
	unsigned use = 0;
	mynd_lexer_skip_quoted(r);
	mynd_lexer behind = *r;
	mynd_lexer_skip_all_blanks(&behind);
	if (inside.c.pos[0] == '\'' || mynd_lexer_at(&behind.c, 0) != '(') {
		return 0;
	}
	while (inside.c.pos < r->c.pos) {
		mynd_slice word = take_word(&inside);
		use |= use_by(mynd_words_of(word));
		inside.c.pos += word.len == 0;
	}
	return use != 0 ? UNKNOWN : 0;
}

/* LAST_INSERT_ID(7) sets it. */
static bool has_argument(mynd_lexer r)
{
	mynd_lexer_skip_all_blanks(&r);
	if (mynd_lexer_at(&r.c, 0) != '(') {
		return true;
	}
	r.c.pos++;
	mynd_lexer_skip_all_blanks(&r);
	return mynd_lexer_at(&r.c, 0) != ')';
}

static unsigned use_of_next_word(mynd_lexer *r)
{
	unsigned says = mynd_words_of(take_word(r));
	bool sets = (says & MYND_WORD_INSERT_ID) && has_argument(*r);
	return sets || is_of_sequence(says, *r) ? UNKNOWN : use_by(says);
}

/* `@name` is a variable of the program's; `@@name` is read from the session. */
static unsigned use_of_variable(mynd_lexer *r)
{
	bool of_server = mynd_lexer_at(&r->c, 1) == '@';
	r->c.pos += of_server ? 2 : 1;
	return of_server ? MYND_SQL_ASKS : UNKNOWN;
}

/* What follows the words that say what kind of statement it is. */
static unsigned use_of_rest(mynd_lexer *r)
{
	unsigned use = 0;
	while (mynd_cursor_left(&r->c) > 0 && !r->unsure && use != UNKNOWN) {
		uint8_t byte = *r->c.pos;
		if (mynd_lexer_is(byte, MYND_LEX_KEYWORD)) {
			use |= use_of_next_word(r);
		} else if (mynd_lexer_is(byte, MYND_LEX_QUOTE)) {
			use |= use_of_quoted(r);
		} else if (byte == '@') {
			use |= use_of_variable(r);
		} else if (byte == ';') {
			r->unsure |= !skip_to_end(r);
		} else if (byte == '\0' || byte == '\\' || (byte == ':' && mynd_lexer_at(&r->c, 1) == '=')) {
			r->unsure = true;
		} else if (!mynd_lexer_may_be_comment(byte) || !mynd_lexer_skip_comment(r)) {
			r->c.pos++;
		}
	}
	return r->unsure ? UNKNOWN : use;
}

/* --- statements --- */

/* Only words of START TRANSACTION, or the word WORK, and blanks, to the end. */
static unsigned use_of_words(mynd_lexer *r, bool starts)
{
	for (;;) {
		mynd_slice word = next_word(r);
		if (word.len == 0) {
			if (!mynd_lexer_take_byte(&r->c, ',')) {
				break;
			}
		} else if (!(starts ? mynd_words_of(word) & MYND_WORD_MODE : mynd_lexer_is_word(word, "WORK"))) {
			return UNKNOWN;
		}
	}
	return skip_to_end(r) && !r->unsure ? 0 : UNKNOWN;
}

/* What is shown of the session itself is asked for. */
static unsigned use_of_show(mynd_lexer *r)
{
	for (mynd_lexer words = *r; mynd_cursor_left(&words.c) > 0;) {
		mynd_slice word = next_word(&words);
		if (mynd_words_of(word) & MYND_WORD_OF_SESSION) {
			return use_of_rest(r) | MYND_SQL_ASKS;
		}
		words.c.pos += word.len == 0 && mynd_cursor_left(&words.c) > 0;
	}
	return use_of_rest(r);
}

/* Of a table or an index. */
static unsigned use_of_definition(mynd_lexer *r)
{
	mynd_slice word = next_word(r);
	if (mynd_lexer_is_word(word, "UNIQUE")) {
		word = next_word(r);
	}
	return mynd_lexer_is_word(word, "TABLE") || mynd_lexer_is_word(word, "INDEX") ? use_of_rest(r) : UNKNOWN;
}

unsigned mynd_sql_session_use(mynd_slice sql, bool no_backslash, bool wide)
{
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, wide, false};
	mynd_lexer_skip_all_blanks(&r);
	while (mynd_lexer_take_byte(&r.c, '(')) {
		mynd_lexer_skip_all_blanks(&r);
	}
	mynd_slice word = take_word(&r);
	unsigned says = mynd_words_of(word);
	if (says & MYND_WORD_HAS_ROWS) {
		return use_of_rest(&r);
	}
	if (says & MYND_WORD_DEFINES) {
		return use_of_definition(&r);
	}
	if (mynd_lexer_is_word(word, "SHOW")) {
		return use_of_show(&r);
	}
	if (mynd_lexer_is_word(word, "BEGIN")) {
		return use_of_words(&r, false);
	}
	if (mynd_lexer_is_word(word, "START")) {
		return mynd_lexer_is_word(next_word(&r), "TRANSACTION") ? use_of_words(&r, true) : UNKNOWN;
	}
	/* whoever ends a transaction wants it to be there */
	bool ends = mynd_lexer_is_word(word, "COMMIT") || mynd_lexer_is_word(word, "ROLLBACK");
	return ends ? use_of_words(&r, false) | MYND_SQL_ASKS : UNKNOWN;
}

bool mynd_sql_begins_transaction(mynd_slice sql)
{
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, false, true, false};
	mynd_slice word = next_word(&r);
	return mynd_lexer_is_word(word, "BEGIN") ||
	       (mynd_lexer_is_word(word, "START") && mynd_lexer_is_word(next_word(&r), "TRANSACTION"));
}

/* --- texts that only read --- */

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

/* `qualified`: a point stands before it. */
static bool word_only_reads(mynd_lexer *r, bool qualified, const mynd_sql_names *names)
{
	mynd_slice word = take_name(r);
	unsigned says = mynd_words_of(word);
	if ((says & MYND_WORD_WRITES) || is_of_sequence(says, *r)) {
		return false;
	}
	if (!qualified && mynd_sql_is_keyword(word)) {
		return true;
	}
	if (opens_parenthesis(*r)) {
		return !qualified && mynd_lexer_at(&r->c, 0) == '(' && mynd_sql_is_builtin(word);
	}
	return is_number(word) || names->is_harmless(names->context, word);
}

/* Between double quotes may be a name. */
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
		return skip_to_end(r);
	}
	if (byte == '\0' || byte == '\\' || byte == ':') {
		return false;
	}
	if (!mynd_lexer_may_be_comment(byte) || !mynd_lexer_skip_comment(r)) {
		r->c.pos++;
	}
	return true;
}

bool mynd_sql_only_reads(mynd_slice sql, bool no_backslash, bool wide, const mynd_sql_names *names)
{
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, wide, false};
	mynd_lexer_skip_all_blanks(&r);
	while (mynd_lexer_take_byte(&r.c, '(')) {
		mynd_lexer_skip_all_blanks(&r);
	}
	mynd_slice word = take_name(&r);
	bool reads = mynd_lexer_is_word(word, "SELECT") || mynd_lexer_is_word(word, "WITH"), point = false;
	while (reads && !r.unsure && mynd_cursor_left(&r.c) > 0) {
		bool is_point = *r.c.pos == '.';
		reads = part_only_reads(&r, point, names);
		point = is_point;
	}
	return reads && !r.unsure;
}
