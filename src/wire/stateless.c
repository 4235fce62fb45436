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

/* Parentheses may stand before the first word. */
static void skip_opening(mynd_lexer *r)
{
	do {
		mynd_lexer_skip_all_blanks(r);
	} while (mynd_lexer_take_byte(&r->c, '('));
}

/* Only blanks and semicolons follow. */
static bool skip_to_end(mynd_lexer *r)
{
	do {
		mynd_lexer_skip_all_blanks(r);
	} while (mynd_lexer_take_byte(&r->c, ';'));
	return mynd_cursor_left(&r->c) == 0;
}

/* --- names --- */

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
static unsigned use_of_quoted(mynd_lexer *r, bool defines)
{
	bool may_be_name = *r->c.pos != '\'';
	mynd_lexer_skip_quoted(r);
	return may_be_name && !defines && opens_parenthesis(*r) ? UNKNOWN : 0;
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

/* *defines: a table or an index, so that what stands before a parenthesis is a name or a type. */
static unsigned use_of_next_word(mynd_lexer *r, bool *defines)
{
	mynd_slice word = take_word(r);
	unsigned says = mynd_words_of(word);
	*defines &= !mynd_lexer_is_word(word, "SELECT");
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

/*
 * A function that servers have not built in may keep or ask what no server reports: variables of a package,
 * the last value of a sequence, a lock.
 */
static bool is_call(mynd_lexer r, bool qualified)
{
	mynd_slice name = take_name(&r);
	if (!opens_parenthesis(r) ||
	    (mynd_words_of(name) & (MYND_WORD_LEAVES | MYND_WORD_ASKS | MYND_WORD_INSERT_ID))) {
		return false;
	}
	bool is_known = mynd_sql_is_keyword(name) ||
	                (mynd_lexer_at(&r.c, 0) == '(' && mynd_sql_is_builtin(name)) || is_number(name);
	return qualified || !is_known;
}

/* What stands at this place begins a name that is called. */
static bool look_for_call(const mynd_lexer *r, const uint8_t **name_end, bool *qualified)
{
	uint8_t byte = *r->c.pos;
	bool is_name = mynd_lexer_is(byte, MYND_LEX_IDENTIFIER) && r->c.pos >= *name_end,
	     was_qualified = *qualified;
	if (is_name) {
		mynd_lexer name = *r;
		take_name(&name);
		*name_end = name.c.pos;
	}
	if (!mynd_lexer_is(byte, MYND_LEX_BLANK)) {
		*qualified = byte == '.' || (*qualified && mynd_lexer_is(byte, MYND_LEX_IDENTIFIER) && !is_name);
	}
	return is_name && is_call(*r, was_qualified);
}

/*
 * What follows the words that say what kind of statement it is. Definitions call nothing before their SELECT.
 */
static unsigned use_of_rest(mynd_lexer *r, bool defines)
{
	const uint8_t *name_end = r->c.pos;
	bool qualified = false;
	unsigned use = 0;
	while (mynd_cursor_left(&r->c) > 0 && !r->unsure && use != UNKNOWN) {
		uint8_t byte = *r->c.pos;
		if (look_for_call(r, &name_end, &qualified) && !defines) {
			return UNKNOWN;
		}
		if (mynd_lexer_is(byte, MYND_LEX_KEYWORD)) {
			use |= use_of_next_word(r, &defines);
		} else if (mynd_lexer_is(byte, MYND_LEX_QUOTE)) {
			use |= use_of_quoted(r, defines);
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
			return use_of_rest(r, false) | MYND_SQL_ASKS;
		}
		words.c.pos += word.len == 0 && mynd_cursor_left(&words.c) > 0;
	}
	return use_of_rest(r, false);
}

/* Of a table or an index. */
static unsigned use_of_definition(mynd_lexer *r)
{
	mynd_slice word = next_word(r);
	if (mynd_lexer_is_word(word, "UNIQUE")) {
		word = next_word(r);
	}
	return mynd_lexer_is_word(word, "TABLE") || mynd_lexer_is_word(word, "INDEX") ? use_of_rest(r, true)
	                                                                              : UNKNOWN;
}

/* The table that rows are put into, before the list of its columns. */
static void skip_table(mynd_lexer *r)
{
	static const char *const modifiers[] = {
	    "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE", "INTO", NULL};
	for (mynd_lexer next = *r; mynd_lexer_is_listed(next_word(&next), modifiers);) {
		*r = next;
	}
	do {
		mynd_lexer_skip_all_blanks(r);
		uint8_t byte = mynd_lexer_at(&r->c, 0);
		if (byte == '`' || byte == '"') {
			mynd_lexer_skip_quoted(r);
		} else {
			take_name(r);
		}
		mynd_lexer_skip_all_blanks(r);
	} while (mynd_lexer_take_byte(&r->c, '.'));
}

unsigned mynd_sql_session_use(mynd_slice sql, bool no_backslash, bool wide)
{
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, wide, false};
	skip_opening(&r);
	mynd_slice word = take_word(&r);
	unsigned says = mynd_words_of(word);
	if (says & MYND_WORD_HAS_ROWS) {
		if (mynd_lexer_is_word(word, "INSERT") || mynd_lexer_is_word(word, "REPLACE")) {
			skip_table(&r);
		}
		return use_of_rest(&r, false);
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
	skip_opening(&r);
	mynd_slice word = take_name(&r);
	bool reads = mynd_lexer_is_word(word, "SELECT") || mynd_lexer_is_word(word, "WITH"), point = false;
	while (reads && !r.unsure && mynd_cursor_left(&r.c) > 0) {
		bool is_point = *r.c.pos == '.';
		reads = part_only_reads(&r, point, names);
		point = is_point;
	}
	return reads && !r.unsure;
}

/* --- texts that set no role and record no profile --- */

/*
 * A table stands behind FROM, JOIN, INTO, TABLE, behind a comma in a list of tables, and at the beginning of
 * a statement that changes rows. A list of tables begins with FROM and ends with a reserved word; if such a
 * word is not known here, more names are taken for tables than are, which is doubt.
 */
typedef struct scan {
	mynd_lexer r;
	bool changes, deletes;
	bool expects; /* a table */
	unsigned depth;
	uint64_t lists; /* bit n: in parentheses of this depth is a list of tables */
	const mynd_sql_tables *tables;
} scan;

#define DEEPEST 63

/* A byte over 0x7F may be white space (0xA0 in latin1). */
#define PLAIN (MYND_LEX_NAME | MYND_LEX_DOLLAR)

static mynd_slice take_plain(mynd_lexer *r)
{
	return mynd_lexer_take(&r->c, PLAIN);
}

static bool begins_with(mynd_slice word, const char *upper, size_t len)
{
	return word.len >= len && mynd_lexer_is_word((mynd_slice){word.ptr, len}, upper);
}

/* The others are the beginnings of several words. */
static bool is_of_role(mynd_slice word)
{
	uint8_t first = word.len < 4 ? 0 : word.ptr[0] & ~0x20;
	if (first != 'R' && first != 'P' && first != 'O') {
		return false;
	}
	return mynd_lexer_is_word(word, "ROLE") || begins_with(word, "PROFIL", 6) ||
	       begins_with(word, "OPTIMIZER_TRACE", 15);
}

/* Behind a name, a point: *part is what follows, quoted or not; empty: not a name. False: there is none. */
static bool next_part(scan *s, mynd_slice *part)
{
	mynd_lexer r = s->r;
	mynd_lexer_skip_all_blanks(&r);
	if (mynd_lexer_at(&r.c, 0) != '.') {
		return false;
	}
	r.c.pos++;
	mynd_lexer_skip_all_blanks(&r);
	*part = (mynd_slice){r.c.pos, 0};
	if (mynd_lexer_at(&r.c, 0) == '`' || mynd_lexer_at(&r.c, 0) == '"') {
		uint8_t quote = *r.c.pos;
		mynd_lexer_skip_quoted(&r);
		*part = (mynd_slice){part->ptr + 1, r.unsure ? 0 : (size_t) (r.c.pos - part->ptr) - 2};
		r.unsure |= mynd_lexer_at(&r.c, 0) == quote; /* one that contains a quote */
	} else if (mynd_lexer_at(&r.c, 0) == '*') {
		r.c.pos++;
	} else {
		*part = take_plain(&r);
		r.unsure |= part->len == 0 || is_number((mynd_slice){part->ptr, 1});
	}
	s->r = r;
	return true;
}

static bool take_table(scan *s, mynd_slice name)
{
	mynd_slice schema = {name.ptr, 0}, part;
	s->expects = false;
	if (next_part(s, &part)) {
		schema = name;
		name = part;
	}
	if (s->r.unsure || name.len == 0 || is_of_role(name) || next_part(s, &part)) {
		return false;
	}
	return s->tables->is_harmless(s->tables->context, schema, name, s->changes);
}

/* What may stand between the beginning of a statement and its table. */
static bool may_precede_table(const scan *s, mynd_slice word)
{
	static const char *const words[] = {"INTO", "IGNORE", "LOW_PRIORITY", "HIGH_PRIORITY", NULL};
	return s->changes && s->depth == 0 && mynd_lexer_is_listed(word, words);
}

static size_t skip_digits(mynd_slice word, size_t i)
{
	while (i < word.len && word.ptr[i] >= '0' && word.ptr[i] <= '9') {
		i++;
	}
	return i;
}

/* 12, 1e5, the beginning of 1e-5, 0xFF. Behind other numbers a keyword may follow at once (1.5FROM). */
static bool is_whole_number(mynd_slice word)
{
	size_t i = skip_digits(word, 0);
	if (i == 1 && word.len > 2 && word.ptr[0] == '0' && word.ptr[1] == 'x') {
		for (i = 2; i < word.len && (is_number((mynd_slice){word.ptr + i, 1}) ||
		                                ((word.ptr[i] | 0x20) >= 'a' && (word.ptr[i] | 0x20) <= 'f'));
		     i++) {
		}
		return i == word.len;
	}
	return i == word.len || ((word.ptr[i] | 0x20) == 'e' && skip_digits(word, i + 1) == word.len);
}

/* A word that stands for itself, and not behind a point. */
static void note_keyword(scan *s, mynd_slice word)
{
	enum { TABLE, TABLES, TABLES_OF_DELETE, END };
	static const struct {
		char word[14];
		uint8_t what; /* stands behind it */
	} keywords[] = {{"FROM", TABLES}, {"GROUP", END}, {"HAVING", END}, {"INTO", TABLE}, {"JOIN", TABLE},
	    {"LIMIT", END}, {"ORDER", END}, {"SELECT", END}, {"SET", END}, {"STRAIGHT_JOIN", TABLE},
	    {"TABLE", TABLE}, {"UNION", END}, {"UPDATE", END}, {"USING", TABLES_OF_DELETE}, {"WHERE", END}};
	static const uint32_t letters = 0x5c4be0; /* with which they begin; bit 0: A */
	uint8_t first = word.ptr[0] & ~0x20;
	size_t i = 0;
	if (first < 'A' || first > 'Z' || !((letters >> (first - 'A')) & 1)) {
		return;
	}
	while (i < sizeof keywords / sizeof *keywords &&
	       ((uint8_t) keywords[i].word[0] != first || !mynd_lexer_is_word(word, keywords[i].word))) {
		i++;
	}
	if (i == sizeof keywords / sizeof *keywords || (keywords[i].what == TABLES_OF_DELETE && !s->deletes)) {
		return;
	}
	uint64_t bit = UINT64_C(1) << s->depth;
	s->expects = keywords[i].what != END;
	s->lists = keywords[i].what == END     ? s->lists & ~bit
	           : keywords[i].what == TABLE ? s->lists
	                                       : s->lists | bit;
}

/* False: what follows is certainly no point and no parenthesis. */
static bool may_go_on(const scan *s)
{
	uint8_t next = mynd_lexer_at(&s->r.c, 0) == ' ' ? mynd_lexer_at(&s->r.c, 1) : mynd_lexer_at(&s->r.c, 0);
	return next <= ' ' || next == '.' || next == '(' || next == '/' || next == '#' || next == '-';
}

static bool word_keeps_nothing(scan *s)
{
	mynd_slice word = take_plain(&s->r), part;
	if (is_of_role(word)) {
		return false;
	}
	if (!s->expects && (word.ptr[0] > '9' || is_number(word)) && !may_go_on(s)) {
		note_keyword(s, word);
		return true;
	}
	if (s->expects && (may_precede_table(s, word) || mynd_lexer_is_word(word, "SELECT") ||
	                      mynd_lexer_is_word(word, "DUAL"))) {
		s->expects = may_precede_table(s, word);
		s->lists &= mynd_lexer_is_word(word, "SELECT") ? ~(UINT64_C(1) << s->depth) : UINT64_MAX;
		return true;
	}
	if (s->expects) {
		return take_table(s, word);
	}
	if (word.ptr[0] >= '0' && word.ptr[0] <= '9') {
		return is_whole_number(word) && !opens_parenthesis(s->r);
	}
	if (next_part(s, &part)) {
		while (!is_of_role(part) && next_part(s, &part)) {
		}
		return !s->r.unsure && !is_of_role(part) && !opens_parenthesis(s->r);
	}
	note_keyword(s, word);
	if (!opens_parenthesis(s->r) || mynd_sql_is_keyword(word)) {
		return true;
	}
	return s->expects || (mynd_lexer_at(&s->r.c, 0) == '(' &&
	                         (mynd_sql_is_builtin(word) || mynd_sql_is_builtin_of_session(word)));
}

static bool quoted_keeps_nothing(scan *s)
{
	uint8_t quote = *s->r.c.pos;
	mynd_slice name = {s->r.c.pos + 1, 0}, part;
	mynd_lexer_skip_quoted(&s->r);
	if (s->r.unsure || quote == '\'') {
		return !s->r.unsure && !s->expects;
	}
	name.len = (size_t) (s->r.c.pos - name.ptr) - 1;
	if (mynd_lexer_at(&s->r.c, 0) == quote) {
		return quote == '"' && !s->expects; /* a literal, or a name of no table */
	}
	if (s->expects) {
		return take_table(s, name);
	}
	for (part = name; !is_of_role(part) && next_part(s, &part);) {
	}
	return !s->r.unsure && !is_of_role(part) && !opens_parenthesis(s->r);
}

static bool variable_keeps_nothing(scan *s)
{
	mynd_slice part;
	bool of_server = mynd_lexer_at(&s->r.c, 1) == '@';
	skip_variable(&s->r);
	s->expects = false;
	while (of_server && next_part(s, &part)) {
	}
	return !s->r.unsure;
}

static bool parenthesis_keeps_nothing(scan *s)
{
	bool opens = *s->r.c.pos++ == '(';
	if (opens ? s->depth == DEEPEST : s->depth == 0 || s->expects) {
		return false;
	}
	s->depth += opens ? 1 : -1;
	if (opens) { /* tables may stand in parentheses of their own */
		uint64_t bit = UINT64_C(1) << s->depth;
		s->lists = s->expects ? s->lists | bit : s->lists & ~bit;
	}
	return true;
}

static bool part_keeps_nothing(scan *s)
{
	uint8_t byte = *s->r.c.pos;
	if (mynd_lexer_is(byte, PLAIN)) {
		return word_keeps_nothing(s);
	}
	switch (byte) {
	case '\'':
	case '"':
	case '`':
		return quoted_keeps_nothing(s);
	case '@':
		return variable_keeps_nothing(s);
	case '(':
	case ')':
		return parenthesis_keeps_nothing(s);
	case ',':
		s->expects |= (s->lists >> s->depth) & 1;
		s->r.c.pos++;
		return true;
	case ';':
		return skip_to_end(&s->r);
	case '.': /* of a number */
		s->r.c.pos++;
		return !s->expects && mynd_lexer_at(&s->r.c, 0) >= '0' && mynd_lexer_at(&s->r.c, 0) <= '9';
	case '\0':
	case '\\':
	case ':':
	case '{':
		return false;
	case '#':
	case '-':
	case '/':
		s->r.c.pos += mynd_lexer_skip_comment(&s->r) ? 0 : 1;
		return true;
	default:
		s->r.c.pos++;
		return byte < 0x80;
	}
}

static bool rest_keeps_nothing(scan *s)
{
	while (!s->r.unsure && mynd_cursor_left(&s->r.c) > 0) {
		if (!part_keeps_nothing(s)) {
			return false;
		}
	}
	return !s->r.unsure && !s->expects && s->depth == 0;
}

static mynd_slice first_word(mynd_lexer *r)
{
	skip_opening(r);
	return take_name(r);
}

typedef bool word_test(mynd_slice word);

/* A word that the test answers yes to stands anywhere in the text, literals and comments included. */
static bool has_word(mynd_slice sql, word_test test)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = mynd_lexer_take(&c, MYND_LEX_KEYWORD);
		if (test(word)) {
			return true;
		}
		c.pos += word.len == 0;
	}
	return false;
}

bool mynd_sql_keeps_nothing(mynd_slice sql, bool no_backslash, const mynd_sql_tables *tables)
{
	static const char *const plain[] = {"COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SHOW", NULL};
	static const char *const changes[] = {"INSERT", "REPLACE", "UPDATE", "DELETE", NULL};
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, true, false};
	scan s = {.r = r, .tables = tables};
	mynd_slice word = first_word(&r);
	if (mynd_lexer_is_word(word, "SET") || mynd_lexer_is_word(word, "USE")) {
		return !has_word(sql, is_of_role) &&
		       (mynd_sql_in_prologue(sql) != MYND_SQL_PROLOGUE_NOT || mynd_sql_sets_constants(sql) ||
		           !mynd_sql_may_alter_session(sql, true));
	}
	if (mynd_lexer_is_word(word, "BEGIN")) {
		return use_of_words(&r, false) == 0;
	}
	if (mynd_lexer_is_word(word, "START")) {
		return mynd_lexer_is_word(next_word(&r), "TRANSACTION") && use_of_words(&r, true) == 0;
	}
	if (mynd_lexer_is_word(word, "SELECT") || mynd_lexer_is_listed(word, plain)) {
		return rest_keeps_nothing(&s);
	}
	if (!mynd_lexer_is_listed(word, changes)) {
		return false;
	}
	s.r = r;
	s.changes = true;
	s.deletes = mynd_lexer_is_word(word, "DELETE");
	s.expects = !s.deletes;
	s.lists = mynd_lexer_is_word(word, "UPDATE");
	return rest_keeps_nothing(&s);
}

bool mynd_sql_begins_select(mynd_slice sql)
{
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, false, true, false};
	return mynd_lexer_is_word(first_word(&r), "SELECT");
}

static bool is_found_rows(mynd_slice word)
{
	return mynd_lexer_is_word(word, "FOUND_ROWS");
}

bool mynd_sql_may_ask_for_found_rows(mynd_slice sql)
{
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, false, true, false};
	return mynd_lexer_is_word(first_word(&r), "CALL") || has_word(sql, is_found_rows);
}
