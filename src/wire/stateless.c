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
#include "sql.h"

#define UNKNOWN (MYND_SQL_LEAVES | MYND_SQL_ASKS)

typedef struct reader {
	mynd_cursor c;
	const uint8_t *start;
	bool no_backslash, wide;
	bool lost;    /* servers may read the text in another way */
	bool defines; /* a table or an index: what stands before a parenthesis is a name or a type */
} reader;

static bool is_space(uint8_t byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool is_letter(uint8_t byte)
{
	return ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || byte == '_';
}

static uint8_t at(const reader *r, size_t i)
{
	return i < mynd_cursor_left(&r->c) ? r->c.pos[i] : 0;
}

static bool is_word(mynd_slice word, const char *upper)
{
	size_t i = 0;
	while (i < word.len && upper[i] != '\0' &&
	       (word.ptr[i] == '_' ? '_' : word.ptr[i] & ~0x20) == (uint8_t) upper[i]) {
		i++;
	}
	return i == word.len && upper[i] == '\0';
}

static bool is_listed(mynd_slice word, const char *const *words)
{
	while (*words != NULL && !is_word(word, *words)) {
		words++;
	}
	return *words != NULL;
}

/* --- parts --- */

/* In some character sets this byte may be the second one of a character. */
static bool is_ambiguous(const reader *r)
{
	return r->wide && r->c.pos > r->start && r->c.pos[-1] >= 0x80;
}

static void skip_quoted(reader *r)
{
	uint8_t quote = *r->c.pos;
	r->lost |= quote == '`' && is_ambiguous(r);
	for (r->c.pos++; mynd_cursor_left(&r->c) > 0 && *r->c.pos != quote; r->c.pos++) {
		if (*r->c.pos != '\\' || quote == '`') {
			continue;
		}
		r->lost |= quote == '"' || is_ambiguous(r); /* with ANSI_QUOTES it is a name */
		if (!r->no_backslash && mynd_cursor_left(&r->c) > 1) {
			r->c.pos++;
		}
	}
	if (mynd_cursor_left(&r->c) == 0) {
		r->lost = true;
		return;
	}
	r->lost |= quote == '`' && is_ambiguous(r);
	r->c.pos++;
}

static void skip_line(reader *r)
{
	const uint8_t *end = memchr(r->c.pos, '\n', mynd_cursor_left(&r->c));
	r->c.pos = end == NULL ? r->c.end : end + 1;
}

/* Hints are read by a lexer of their own, which knows quotes. */
static void skip_block(reader *r)
{
	bool hint = at(r, 2) == '+';
	r->lost |= at(r, 2) == '!' || (at(r, 2) == 'M' && at(r, 3) == '!');
	r->c.pos += 2;
	while (mynd_cursor_left(&r->c) >= 2 && (at(r, 0) != '*' || at(r, 1) != '/')) {
		r->lost |= at(r, 0) == '/' && at(r, 1) == '*';
		r->lost |= hint && (at(r, 0) == '\'' || at(r, 0) == '"' || at(r, 0) == '`');
		r->c.pos++;
	}
	r->lost |= mynd_cursor_left(&r->c) < 2;
	r->c.pos = mynd_cursor_left(&r->c) >= 2 ? r->c.pos + 2 : r->c.end;
}

/* True: a comment was skipped. Two dashes begin one only before white space, of which servers know more. */
static bool skip_comment(reader *r)
{
	if (at(r, 0) == '#') {
		skip_line(r);
		return true;
	}
	if (at(r, 0) == '/' && at(r, 1) == '*') {
		skip_block(r);
		return true;
	}
	if (at(r, 0) != '-' || at(r, 1) != '-') {
		return false;
	}
	uint8_t next = mynd_cursor_left(&r->c) == 2 ? ' ' : at(r, 2);
	r->lost |= next < ' ' && !is_space(next);
	r->lost |= next >= 0x7F;
	if (next > ' ') {
		return false;
	}
	skip_line(r);
	return true;
}

static void skip_blanks(reader *r)
{
	while (mynd_cursor_left(&r->c) > 0) {
		if (is_space(*r->c.pos)) {
			r->c.pos++;
		} else if (!skip_comment(r)) {
			return;
		}
	}
}

/* Empty where none begins. */
static mynd_slice take_word(reader *r)
{
	mynd_slice word = {r->c.pos, 0};
	while (mynd_cursor_left(&r->c) > 0 && is_letter(*r->c.pos)) {
		r->c.pos++;
		word.len++;
	}
	return word;
}

static mynd_slice next_word(reader *r)
{
	skip_blanks(r);
	return take_word(r);
}

/* Only blanks and semicolons follow. */
static bool skip_to_end(reader *r)
{
	skip_blanks(r);
	while (at(r, 0) == ';') {
		r->c.pos++;
		skip_blanks(r);
	}
	return mynd_cursor_left(&r->c) == 0;
}

/* --- names --- */

static bool is_name_byte(uint8_t byte)
{
	return is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '$' || byte >= 0x80;
}

static mynd_slice take_name(reader *r)
{
	mynd_slice name = {r->c.pos, 0};
	while (mynd_cursor_left(&r->c) > 0 && is_name_byte(*r->c.pos)) {
		r->c.pos++;
		name.len++;
	}
	return name;
}

static bool is_number(mynd_slice name)
{
	size_t i = 0;
	while (i < name.len && name.ptr[i] >= '0' && name.ptr[i] <= '9') {
		i++;
	}
	return i == name.len;
}

static bool opens_parenthesis(reader r)
{
	skip_blanks(&r);
	return at(&r, 0) == '(';
}

/* --- words --- */

/*
 * Statements that leave something by their first words (SET, CALL, HANDLER, PREPARE, CREATE TEMPORARY ...)
 * are on no list below; these words stand in others.
 */
static unsigned use_of(mynd_slice word)
{
	static const char *const leaving[] = {"GET_LOCK", "RELEASE_LOCK", "RELEASE_ALL_LOCKS",
	    "SERVICE_GET_READ_LOCKS", "SERVICE_GET_WRITE_LOCKS", "SERVICE_RELEASE_LOCKS",
	    "VERSION_TOKENS_LOCK_SHARED", "VERSION_TOKENS_LOCK_EXCLUSIVE", "VERSION_TOKENS_UNLOCK", "TEMPORARY",
	    "NEXTVAL", "CURRVAL", "LASTVAL", "SETVAL", "CONNECTION_ID", "PS_CURRENT_THREAD_ID", "PS_THREAD_ID",
	    NULL};
	static const char *const asking[] = {"FOUND_ROWS", "ROW_COUNT", "LAST_INSERT_ID", "WARNINGS",
	    "DIAGNOSTICS", "WARNING_COUNT", "ERROR_COUNT", "SESSION_STATUS", "PROFILING", "PROCESSLIST",
	    "IS_USED_LOCK", "IS_FREE_LOCK", "PERFORMANCE_SCHEMA", NULL};
	if (is_listed(word, leaving)) {
		return UNKNOWN;
	}
	return is_listed(word, asking) ? MYND_SQL_ASKS : 0;
}

/* MariaDB's NEXT VALUE FOR and PREVIOUS VALUE FOR. */
static bool is_of_sequence(mynd_slice word, reader r)
{
	return (is_word(word, "NEXT") || is_word(word, "PREVIOUS")) && is_word(next_word(&r), "VALUE");
}

/* A quoted name before a parenthesis may be that of a function. */
static unsigned use_of_quoted(reader *r)
{
	bool may_be_name = *r->c.pos != '\'';
	skip_quoted(r);
	return may_be_name && !r->defines && opens_parenthesis(*r) ? UNKNOWN : 0;
}

/* LAST_INSERT_ID(7) sets it. */
static bool has_argument(reader r)
{
	skip_blanks(&r);
	if (at(&r, 0) != '(') {
		return true;
	}
	r.c.pos++;
	skip_blanks(&r);
	return at(&r, 0) != ')';
}

static unsigned use_of_next_word(reader *r)
{
	mynd_slice word = take_word(r);
	bool sets = is_word(word, "LAST_INSERT_ID") && has_argument(*r);
	r->defines &= !is_word(word, "SELECT");
	return sets || is_of_sequence(word, *r) ? UNKNOWN : use_of(word);
}

/* `@name` is a variable of the program's; `@@name` is read from the session. */
static unsigned use_of_variable(reader *r)
{
	bool of_server = at(r, 1) == '@';
	r->c.pos += of_server ? 2 : 1;
	return of_server ? MYND_SQL_ASKS : UNKNOWN;
}

/*
 * A function that servers have not built in may keep or ask what no server reports: variables of a package,
 * the last value of a sequence, a lock.
 */
static bool is_call(reader r, bool qualified)
{
	mynd_slice name = take_name(&r);
	if (!opens_parenthesis(r) || use_of(name) != 0 || is_word(name, "LAST_INSERT_ID")) {
		return false;
	}
	bool is_known =
	    mynd_sql_is_keyword(name) || (at(&r, 0) == '(' && mynd_sql_is_builtin(name)) || is_number(name);
	return qualified || !is_known;
}

/* What stands at this place begins a name that is called. Definitions call none before their SELECT. */
static bool look_for_call(reader *r, const uint8_t **name_end, bool *qualified)
{
	uint8_t byte = *r->c.pos;
	bool is_name = is_name_byte(byte) && r->c.pos >= *name_end, was_qualified = *qualified;
	if (is_name) {
		reader name = *r;
		take_name(&name);
		*name_end = name.c.pos;
	}
	if (!is_space(byte)) {
		*qualified = byte == '.' || (*qualified && is_name_byte(byte) && !is_name);
	}
	return is_name && !r->defines && is_call(*r, was_qualified);
}

/* What follows the words that say what kind of statement it is. */
static unsigned use_of_rest(reader *r)
{
	const uint8_t *name_end = r->c.pos;
	bool qualified = false;
	unsigned use = 0;
	while (mynd_cursor_left(&r->c) > 0 && !r->lost && use != UNKNOWN) {
		uint8_t byte = *r->c.pos;
		if (look_for_call(r, &name_end, &qualified)) {
			return UNKNOWN;
		}
		if (is_letter(byte)) {
			use |= use_of_next_word(r);
		} else if (byte == '\'' || byte == '"' || byte == '`') {
			use |= use_of_quoted(r);
		} else if (byte == '@') {
			use |= use_of_variable(r);
		} else if (byte == ';') {
			r->lost |= !skip_to_end(r);
		} else if (byte == '\0' || byte == '\\' || (byte == ':' && at(r, 1) == '=')) {
			r->lost = true;
		} else if (!skip_comment(r)) {
			r->c.pos++;
		}
	}
	return r->lost ? UNKNOWN : use;
}

/* --- statements --- */

/* Only these words and blanks, to the end. */
static unsigned use_of_words(reader *r, const char *const *words)
{
	for (;;) {
		mynd_slice word = next_word(r);
		if (word.len == 0) {
			if (at(r, 0) != ',') {
				break;
			}
			r->c.pos++;
		} else if (!is_listed(word, words)) {
			return UNKNOWN;
		}
	}
	return skip_to_end(r) && !r->lost ? 0 : UNKNOWN;
}

/* Whoever ends a transaction wants it to be there. */
static unsigned use_of_end(reader *r)
{
	static const char *const words[] = {"WORK", NULL};
	return use_of_words(r, words) | MYND_SQL_ASKS;
}

static unsigned use_of_start(reader *r)
{
	static const char *const words[] = {"WITH", "CONSISTENT", "SNAPSHOT", "READ", "WRITE", "ONLY", NULL};
	return is_word(next_word(r), "TRANSACTION") ? use_of_words(r, words) : UNKNOWN;
}

/* What is shown of the session itself is asked for. */
static unsigned use_of_show(reader *r)
{
	static const char *const asking[] = {"STATUS", "ERRORS", "PROFILE", "PROFILES", "COUNT", NULL};
	for (reader words = *r; mynd_cursor_left(&words.c) > 0;) {
		mynd_slice word = next_word(&words);
		if (is_listed(word, asking)) {
			return use_of_rest(r) | MYND_SQL_ASKS;
		}
		words.c.pos += word.len == 0 && mynd_cursor_left(&words.c) > 0;
	}
	return use_of_rest(r);
}

/* Of a table or an index. */
static unsigned use_of_definition(reader *r)
{
	static const char *const kinds[] = {"TABLE", "INDEX", NULL};
	mynd_slice word = next_word(r);
	if (is_word(word, "UNIQUE")) {
		word = next_word(r);
	}
	r->defines = true;
	return is_listed(word, kinds) ? use_of_rest(r) : UNKNOWN;
}

/* The table that rows are put into, before the list of its columns. */
static void skip_table(reader *r)
{
	static const char *const modifiers[] = {
	    "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE", "INTO", NULL};
	for (reader next = *r; is_listed(next_word(&next), modifiers);) {
		*r = next;
	}
	for (;;) {
		skip_blanks(r);
		if (at(r, 0) == '`' || at(r, 0) == '"') {
			skip_quoted(r);
		} else {
			take_name(r);
		}
		skip_blanks(r);
		if (at(r, 0) != '.') {
			return;
		}
		r->c.pos++;
	}
}

unsigned mynd_sql_session_use(mynd_slice sql, bool no_backslash, bool wide)
{
	static const char *const rows[] = {
	    "SELECT", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE", "EXPLAIN", "DESCRIBE", "DESC", "DO", NULL};
	static const char *const begin[] = {"WORK", NULL};
	static const char *const definitions[] = {"CREATE", "ALTER", "DROP", "TRUNCATE", NULL};
	reader r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, wide, false, false};
	skip_blanks(&r);
	while (at(&r, 0) == '(') {
		r.c.pos++;
		skip_blanks(&r);
	}
	mynd_slice word = take_word(&r);
	if (is_word(word, "INSERT") || is_word(word, "REPLACE")) {
		skip_table(&r);
	}
	if (is_listed(word, rows)) {
		return use_of_rest(&r);
	}
	if (is_word(word, "SHOW")) {
		return use_of_show(&r);
	}
	if (is_word(word, "BEGIN")) {
		return use_of_words(&r, begin);
	}
	if (is_word(word, "START")) {
		return use_of_start(&r);
	}
	if (is_word(word, "COMMIT") || is_word(word, "ROLLBACK")) {
		return use_of_end(&r);
	}
	return is_listed(word, definitions) ? use_of_definition(&r) : UNKNOWN;
}

bool mynd_sql_begins_transaction(mynd_slice sql)
{
	reader r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, false, true, false, false};
	mynd_slice word = next_word(&r);
	return is_word(word, "BEGIN") || (is_word(word, "START") && is_word(next_word(&r), "TRANSACTION"));
}

/* --- texts that only read --- */

/* `qualified`: a point stands before it. */
static bool word_only_reads(reader *r, bool qualified, const mynd_sql_names *names)
{
	static const char *const writing[] = {
	    "INTO", "UPDATE", "DELETE", "NEXTVAL", "CURRVAL", "LASTVAL", "PROCEDURE", "RETURNING", NULL};
	mynd_slice word = take_name(r);
	if (is_listed(word, writing) || is_of_sequence(word, *r)) {
		return false;
	}
	if (!qualified && mynd_sql_is_keyword(word)) {
		return true;
	}
	if (opens_parenthesis(*r)) {
		return !qualified && at(r, 0) == '(' && mynd_sql_is_builtin(word);
	}
	return is_number(word) || names->is_harmless(names->context, word);
}

/* Between double quotes may be a name. */
static bool quoted_only_reads(reader *r, const mynd_sql_names *names)
{
	uint8_t quote = *r->c.pos;
	mynd_slice inside = {r->c.pos + 1, 0};
	skip_quoted(r);
	if (r->lost || quote == '\'') {
		return !r->lost;
	}
	inside.len = (size_t) (r->c.pos - inside.ptr) - 1;
	return at(r, 0) != quote && !opens_parenthesis(*r) &&
	       (inside.len == 0 || names->is_harmless(names->context, inside));
}

static void skip_variable(reader *r)
{
	r->c.pos += at(r, 1) == '@' ? 2 : 1;
	if (at(r, 0) == '`' || at(r, 0) == '\'' || at(r, 0) == '"') {
		skip_quoted(r);
	} else {
		take_name(r);
	}
}

static bool part_only_reads(reader *r, bool qualified, const mynd_sql_names *names)
{
	uint8_t byte = *r->c.pos;
	if (is_name_byte(byte)) {
		return word_only_reads(r, qualified, names);
	}
	if (byte == '\'' || byte == '"' || byte == '`') {
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
	if (!skip_comment(r)) {
		r->c.pos++;
	}
	return true;
}

bool mynd_sql_only_reads(mynd_slice sql, bool no_backslash, bool wide, const mynd_sql_names *names)
{
	reader r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, wide, false, false};
	skip_blanks(&r);
	while (at(&r, 0) == '(') {
		r.c.pos++;
		skip_blanks(&r);
	}
	mynd_slice word = take_name(&r);
	bool reads = is_word(word, "SELECT") || is_word(word, "WITH"), point = false;
	while (reads && !r.lost && mynd_cursor_left(&r.c) > 0) {
		bool is_point = *r.c.pos == '.';
		reads = part_only_reads(&r, point, names);
		point = is_point;
	}
	return reads && !r.lost;
}

/* --- texts that set no role and record no profile --- */

/*
 * A table stands behind FROM, JOIN, INTO, TABLE, behind a comma in a list of tables, and at the beginning of a
 * statement that changes rows. A list of tables begins with FROM and ends with a reserved word; if such a word
 * is not known here, more names are taken for tables than are, which is doubt.
 */
typedef struct scan {
	reader r;
	bool changes, deletes;
	bool expects; /* a table */
	unsigned depth;
	uint64_t lists; /* bit n: in parentheses of this depth is a list of tables */
	const mynd_sql_tables *tables;
} scan;

#define DEEPEST 63

/* A bit for each byte: digits, letters, `$`, `_`. One over 0x7F may be white space (0xA0 in latin1). */
static bool is_plain_byte(uint8_t byte)
{
	static const uint64_t bits[4] = {UINT64_C(0x03FF001000000000), UINT64_C(0x07FFFFFE87FFFFFE), 0, 0};
	return (bits[byte >> 6] >> (byte & 63)) & 1;
}

static mynd_slice take_plain(reader *r)
{
	const uint8_t *begin = r->c.pos;
	while (r->c.pos < r->c.end && is_plain_byte(*r->c.pos)) {
		r->c.pos++;
	}
	return (mynd_slice){begin, (size_t) (r->c.pos - begin)};
}

static bool begins_with(mynd_slice word, const char *upper, size_t len)
{
	return word.len >= len && is_word((mynd_slice){word.ptr, len}, upper);
}

/* The others are the beginnings of several words. */
static bool is_of_role(mynd_slice word)
{
	uint8_t first = word.len < 4 ? 0 : word.ptr[0] & ~0x20;
	if (first != 'R' && first != 'P' && first != 'O') {
		return false;
	}
	return is_word(word, "ROLE") || begins_with(word, "PROFIL", 6) ||
	       begins_with(word, "OPTIMIZER_TRACE", 15);
}

/* Behind a name, a point: *part is what follows, quoted or not; empty: not a name. False: there is none. */
static bool next_part(scan *s, mynd_slice *part)
{
	reader r = s->r;
	skip_blanks(&r);
	if (at(&r, 0) != '.') {
		return false;
	}
	r.c.pos++;
	skip_blanks(&r);
	*part = (mynd_slice){r.c.pos, 0};
	if (at(&r, 0) == '`' || at(&r, 0) == '"') {
		uint8_t quote = *r.c.pos;
		skip_quoted(&r);
		*part = (mynd_slice){part->ptr + 1, r.lost ? 0 : (size_t) (r.c.pos - part->ptr) - 2};
		r.lost |= at(&r, 0) == quote; /* one that contains a quote */
	} else if (at(&r, 0) == '*') {
		r.c.pos++;
	} else {
		*part = take_plain(&r);
		r.lost |= part->len == 0 || is_number((mynd_slice){part->ptr, 1});
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
	if (s->r.lost || name.len == 0 || is_of_role(name) || next_part(s, &part)) {
		return false;
	}
	return s->tables->is_harmless(s->tables->context, schema, name, s->changes);
}

/* What may stand between the beginning of a statement and its table. */
static bool may_precede_table(const scan *s, mynd_slice word)
{
	static const char *const words[] = {"INTO", "IGNORE", "LOW_PRIORITY", "HIGH_PRIORITY", NULL};
	return s->changes && s->depth == 0 && is_listed(word, words);
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
	       ((uint8_t) keywords[i].word[0] != first || !is_word(word, keywords[i].word))) {
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
	uint8_t next = at(&s->r, 0) == ' ' ? at(&s->r, 1) : at(&s->r, 0);
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
	if (s->expects && (may_precede_table(s, word) || is_word(word, "SELECT") || is_word(word, "DUAL"))) {
		s->expects = may_precede_table(s, word);
		s->lists &= is_word(word, "SELECT") ? ~(UINT64_C(1) << s->depth) : UINT64_MAX;
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
		return !s->r.lost && !is_of_role(part) && !opens_parenthesis(s->r);
	}
	note_keyword(s, word);
	if (!opens_parenthesis(s->r) || mynd_sql_is_keyword(word)) {
		return true;
	}
	return s->expects ||
	       (at(&s->r, 0) == '(' && (mynd_sql_is_builtin(word) || mynd_sql_is_builtin_of_session(word)));
}

static bool quoted_keeps_nothing(scan *s)
{
	uint8_t quote = *s->r.c.pos;
	mynd_slice name = {s->r.c.pos + 1, 0}, part;
	skip_quoted(&s->r);
	if (s->r.lost || quote == '\'') {
		return !s->r.lost && !s->expects;
	}
	name.len = (size_t) (s->r.c.pos - name.ptr) - 1;
	if (at(&s->r, 0) == quote) {
		return quote == '"' && !s->expects; /* a literal, or a name of no table */
	}
	if (s->expects) {
		return take_table(s, name);
	}
	for (part = name; !is_of_role(part) && next_part(s, &part);) {
	}
	return !s->r.lost && !is_of_role(part) && !opens_parenthesis(s->r);
}

static bool variable_keeps_nothing(scan *s)
{
	mynd_slice part;
	bool of_server = at(&s->r, 1) == '@';
	skip_variable(&s->r);
	s->expects = false;
	while (of_server && next_part(s, &part)) {
	}
	return !s->r.lost;
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
	if (is_plain_byte(byte)) {
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
		return !s->expects && at(&s->r, 0) >= '0' && at(&s->r, 0) <= '9';
	case '\0':
	case '\\':
	case ':':
	case '{':
		return false;
	case '#':
	case '-':
	case '/':
		s->r.c.pos += skip_comment(&s->r) ? 0 : 1;
		return true;
	default:
		s->r.c.pos++;
		return byte < 0x80;
	}
}

static bool rest_keeps_nothing(scan *s)
{
	while (!s->r.lost && mynd_cursor_left(&s->r.c) > 0) {
		if (!part_keeps_nothing(s)) {
			return false;
		}
	}
	return !s->r.lost && !s->expects && s->depth == 0;
}

static mynd_slice first_word(reader *r)
{
	skip_blanks(r);
	while (at(r, 0) == '(') {
		r->c.pos++;
		skip_blanks(r);
	}
	return take_name(r);
}

static bool names_role(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	while (mynd_cursor_left(&c) > 0) {
		reader r = {c, c.pos, false, true, false, false};
		mynd_slice word = take_word(&r);
		if (is_of_role(word)) {
			return true;
		}
		c.pos += word.len == 0 ? 1 : word.len;
	}
	return false;
}

bool mynd_sql_keeps_nothing(mynd_slice sql, bool no_backslash, const mynd_sql_tables *tables)
{
	static const char *const plain[] = {"COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SHOW", NULL};
	static const char *const work[] = {"WORK", NULL};
	static const char *const changes[] = {"INSERT", "REPLACE", "UPDATE", "DELETE", NULL};
	reader r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, true, false, false};
	scan s = {.r = r, .tables = tables};
	mynd_slice word = first_word(&r);
	if (is_word(word, "SET") || is_word(word, "USE")) {
		return !names_role(sql) &&
		       (mynd_sql_in_prologue(sql) != MYND_SQL_PROLOGUE_NOT || mynd_sql_sets_constants(sql) ||
		           !mynd_sql_may_alter_session(sql, true));
	}
	if (is_word(word, "BEGIN")) {
		return use_of_words(&r, work) == 0;
	}
	if (is_word(word, "START")) {
		return use_of_start(&r) == 0;
	}
	if (is_word(word, "SELECT") || is_listed(word, plain)) {
		return rest_keeps_nothing(&s);
	}
	if (!is_listed(word, changes)) {
		return false;
	}
	s.r = r;
	s.changes = true;
	s.deletes = is_word(word, "DELETE");
	s.expects = !s.deletes;
	s.lists = is_word(word, "UPDATE");
	return rest_keeps_nothing(&s);
}

bool mynd_sql_begins_select(mynd_slice sql)
{
	reader r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, false, true, false, false};
	return is_word(first_word(&r), "SELECT");
}

bool mynd_sql_may_ask_for_found_rows(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	reader r = {c, sql.ptr, false, true, false, false};
	bool found = is_word(first_word(&r), "CALL");
	while (!found && mynd_cursor_left(&c) > 0) {
		reader word_reader = {c, c.pos, false, true, false, false};
		mynd_slice word = take_word(&word_reader);
		found = is_word(word, "FOUND_ROWS");
		c.pos += word.len == 0 ? 1 : word.len;
	}
	return found;
}
