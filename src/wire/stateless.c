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
