/*
 * The first keyword of a text, and its placeholders; the shapes of values.
 *
 * Sources: "Comment Syntax" and "Lexical Structure" in the manuals of both servers, "SQL_MODE=ORACLE" in
 * MariaDB's.
 * Always true: bytes over 0x7F are never looked into. The second bytes of SJIS, Big5 and GBK characters may
 * be letters and backslashes, but no white space, quote, question mark or digit.
 */
#include "sql.h"

static bool is_space(uint8_t byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool is_letter(uint8_t byte)
{
	return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
}

static uint8_t at(const mynd_cursor *c, size_t i)
{
	return i < mynd_cursor_left(c) ? c->pos[i] : 0;
}

static void skip_line(mynd_cursor *c)
{
	const uint8_t *end = memchr(c->pos, '\n', mynd_cursor_left(c));
	c->pos = end == NULL ? c->end : end + 1;
}

/* Moves past the comment's end; one that is never closed contains the rest of the text. */
static void skip_block(mynd_cursor *c)
{
	mynd_cursor_skip(c, 2);
	while (mynd_cursor_left(c) >= 2 && (at(c, 0) != '*' || at(c, 1) != '/')) {
		c->pos++;
	}
	c->pos = mynd_cursor_left(c) >= 2 ? c->pos + 2 : c->end;
}

/* The text of an executable comment is run, so here it does not count as a comment. */
static bool is_block_comment(const mynd_cursor *c)
{
	return at(c, 0) == '/' && at(c, 1) == '*' && at(c, 2) != '!' && !(at(c, 2) == 'M' && at(c, 3) == '!');
}

static bool is_line_comment(const mynd_cursor *c)
{
	return at(c, 0) == '#' || (at(c, 0) == '-' && at(c, 1) == '-' &&
	                              (mynd_cursor_left(c) == 2 || is_space(at(c, 2)) || at(c, 2) < ' '));
}

static void skip_blanks(mynd_cursor *c)
{
	for (;;) {
		if (mynd_cursor_left(c) > 0 && is_space(*c->pos)) {
			c->pos++;
		} else if (is_line_comment(c)) {
			skip_line(c);
		} else if (is_block_comment(c)) {
			skip_block(c);
		} else {
			return;
		}
	}
}

static mynd_slice take_word(mynd_cursor *c)
{
	mynd_slice word = {c->pos, 0};
	while (mynd_cursor_left(c) > 0 && (is_letter(*c->pos) || *c->pos == '_' || *c->pos >= 0x80)) {
		c->pos++;
		word.len++;
	}
	return word;
}

/*
 * The same without bytes over 0x7F, for words that must not be overlooked: in some character sets such a byte
 * is white space (0xA0 in latin1).
 */
static mynd_slice take_keyword(mynd_cursor *c)
{
	mynd_slice word = {c->pos, 0};
	while (mynd_cursor_left(c) > 0 && (is_letter(*c->pos) || *c->pos == '_')) {
		c->pos++;
		word.len++;
	}
	return word;
}

static bool is_word(mynd_slice word, const char *upper)
{
	size_t len = strlen(upper);
	if (word.len != len) {
		return false;
	}
	for (size_t i = 0; i < len; i++) {
		if ((word.ptr[i] & ~0x20) != (uint8_t) upper[i]) {
			return false;
		}
	}
	return true;
}

/* Only blanks and semicolons follow. */
static bool skip_to_end(mynd_cursor *c)
{
	skip_blanks(c);
	while (at(c, 0) == ';') {
		c->pos++;
		skip_blanks(c);
	}
	return mynd_cursor_left(c) == 0;
}

/* BEGIN [WORK]; any other text that begins so is a block of statements. */
static bool is_plain_begin(mynd_cursor c)
{
	skip_blanks(&c);
	mynd_slice word = take_word(&c);
	return (word.len == 0 || is_word(word, "WORK")) && skip_to_end(&c);
}

/* SET AUTOCOMMIT = 0 or 1. */
static bool is_set_autocommit(mynd_cursor c)
{
	skip_blanks(&c);
	if (!is_word(take_word(&c), "AUTOCOMMIT")) {
		return false;
	}
	skip_blanks(&c);
	if (at(&c, 0) != '=') {
		return false;
	}
	c.pos++;
	skip_blanks(&c);
	if (at(&c, 0) != '0' && at(&c, 0) != '1') {
		return false;
	}
	c.pos++;
	return skip_to_end(&c);
}

/* A semicolon with something after it; it may be part of a literal. */
static bool may_hold_several(mynd_cursor c)
{
	const uint8_t *semicolon;
	while ((semicolon = memchr(c.pos, ';', mynd_cursor_left(&c))) != NULL) {
		mynd_cursor rest = {semicolon, c.end};
		if (!skip_to_end(&rest)) {
			return true;
		}
		c.pos = semicolon + 1;
	}
	return false;
}

static bool is_harmless(mynd_slice word)
{
	static const char *const words[] = {"SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "COMMIT",
	    "ROLLBACK", "START", "SAVEPOINT", "RELEASE", "SHOW", "WITH", "EXPLAIN", "DESCRIBE", "DESC",
	    "GET" /* DIAGNOSTICS, into variables of the user */};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (is_word(word, words[i])) {
			return true;
		}
	}
	return false;
}

bool mynd_sql_may_alter_session(mynd_slice sql, bool several)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	skip_blanks(&c);
	while (at(&c, 0) == '(') {
		c.pos++;
		skip_blanks(&c);
	}
	mynd_slice word = take_word(&c);
	if (!is_harmless(word) && !(is_word(word, "BEGIN") && is_plain_begin(c)) &&
	    !(is_word(word, "SET") && is_set_autocommit(c))) {
		return true;
	}
	return several && may_hold_several(c);
}

static bool is_listed(mynd_slice word, const char *const *words)
{
	while (*words != NULL && !is_word(word, *words)) {
		words++;
	}
	return *words != NULL;
}

/* MariaDB's SET STATEMENT ... FOR runs any statement. */
bool mynd_sql_may_prepare(mynd_slice sql, bool several)
{
	static const char *const words[] = {
	    "SET", "USE", "DO", "CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "LOCK", "UNLOCK", NULL};
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	if (!mynd_sql_may_alter_session(sql, several)) {
		return false;
	}
	skip_blanks(&c);
	mynd_slice word = take_word(&c);
	skip_blanks(&c);
	if (!is_listed(word, words) || (is_word(word, "SET") && is_word(take_word(&c), "STATEMENT"))) {
		return true;
	}
	return several && may_hold_several(c);
}

static bool has_word_of(mynd_slice sql, const char *const *words)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = take_word(&c);
		if (is_listed(word, words)) {
			return true;
		}
		c.pos += word.len == 0;
	}
	return false;
}

bool mynd_sql_may_ask_for_diagnostics(mynd_slice sql)
{
	static const char *const words[] = {
	    "WARNINGS", "ERRORS", "DIAGNOSTICS", "ROW_COUNT", "FOUND_ROWS", "WARNING_COUNT", "ERROR_COUNT", NULL};
	return has_word_of(sql, words);
}

bool mynd_sql_depends_on_schema(mynd_slice sql)
{
	static const char *const loads[] = {"LOAD", NULL}, *const makes[] = {"CREATE", "ALTER", NULL};
	static const char *const routines[] = {"PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", NULL};
	static const char *const asks[] = {"CHARACTER_SET_DATABASE", "COLLATION_DATABASE", "VARIABLES", NULL};
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	skip_blanks(&c);
	mynd_slice word = take_word(&c);
	if (is_listed(word, loads) || (is_listed(word, makes) && has_word_of(sql, routines))) {
		return true;
	}
	bool may_ask = is_word(word, "SHOW") || (sql.len > 0 && memchr(sql.ptr, '@', sql.len) != NULL);
	return may_ask && has_word_of(sql, asks);
}

bool mynd_sql_may_use_tables(mynd_slice sql)
{
	static const char *const words[] = {"FROM", "INTO", "UPDATE", "TABLE", NULL};
	return has_word_of(sql, words);
}

static unsigned kept_by_reset(mynd_slice word)
{
	static const struct {
		const char *word;
		unsigned what;
	} words[] = {
	    {"ROLE", MYND_SQL_ROLE},
	    {"AUTHORIZATION", MYND_SQL_ROLE},
	    {"USE", MYND_SQL_SCHEMA},
	    {"DATABASE", MYND_SQL_SCHEMA},
	    {"SCHEMA", MYND_SQL_SCHEMA},
	    {"SESSION_TRACK_SCHEMA", MYND_SQL_SCHEMA | MYND_SQL_TRACKING},
	    {"EXECUTE", MYND_SQL_ROLE | MYND_SQL_SCHEMA | MYND_SQL_TRACKING},
	    {"PREPARE", MYND_SQL_ROLE | MYND_SQL_SCHEMA | MYND_SQL_TRACKING},
	    {"PS_SETUP_ENABLE_THREAD", MYND_SQL_THREAD},
	    {"PS_SETUP_DISABLE_THREAD", MYND_SQL_THREAD},
	    {"PS_SETUP_RELOAD_SAVED", MYND_SQL_THREAD},
	    {"PS_TRACE_THREAD", MYND_SQL_THREAD},
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (is_word(word, words[i].word)) {
			return words[i].what;
		}
	}
	return 0;
}

/* `@name`, a variable of the user's; `@@name` is one of the server's. */
static bool is_user_variable(mynd_slice sql, mynd_slice word)
{
	size_t before = (size_t) (word.ptr - sql.ptr);
	return before > 0 && word.ptr[-1] == '@' && (before == 1 || word.ptr[-2] != '@');
}

/* Of performance_schema.threads, whichever way the text names the database. */
static bool may_update_threads(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	bool threads = false, column = false;
	skip_blanks(&c);
	if (!is_word(take_word(&c), "UPDATE")) {
		return false;
	}
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = take_keyword(&c);
		threads |= is_word(word, "THREADS");
		column |= is_word(word, "INSTRUMENTED") || is_word(word, "HISTORY");
		c.pos += word.len == 0;
	}
	return threads && column;
}

/* Digits before a word do not change it: they may be the version of an executable comment. */
unsigned mynd_sql_outlives_reset(mynd_slice sql, bool several)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	unsigned found = 0;
	bool resource = false, group = false;
	if (!mynd_sql_may_alter_session(sql, several)) {
		return may_update_threads(sql) ? MYND_SQL_THREAD : 0;
	}
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = take_keyword(&c);
		bool goes_on = at(&c, 0) >= '0' && at(&c, 0) <= '9';
		if (word.len >= 3 && !goes_on && !is_user_variable(sql, word)) {
			found |= kept_by_reset(word);
			resource |= is_word(word, "RESOURCE");
			group |= is_word(word, "GROUP");
		} else if (word.len == 0) {
			c.pos++;
		}
	}
	return resource && group ? found | MYND_SQL_THREAD : found;
}

/* A back-tick that may be the second byte of a character in SJIS, Big5 or GBK. */
static bool is_ambiguous(const uint8_t *start, const uint8_t *byte)
{
	return *byte == '`' && byte > start && byte[-1] >= 0x80;
}

/*
 * From a quote to the one that closes it; a doubled one closes and opens again. False: it is not certain
 * where that is.
 */
static bool skip_quoted(mynd_cursor *c, const uint8_t *start)
{
	uint8_t quote = *c->pos;
	if (is_ambiguous(start, c->pos)) {
		return false;
	}
	for (c->pos++; c->pos < c->end && *c->pos != quote; c->pos++) {
		if (*c->pos == '\\' || *c->pos == '\0') {
			return false;
		}
	}
	return c->pos < c->end && !is_ambiguous(start, c->pos);
}

bool mynd_sql_count_placeholders(mynd_slice sql, uint32_t *count)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	uint32_t found = 0;
	for (; c.pos < c.end; c.pos++) {
		switch (*c.pos) {
		case '?':
			found++;
			break;
		case '-':
		case '/':
			if (at(&c, 1) == (*c.pos == '-' ? '-' : '*')) {
				return false;
			}
			break;
		case '\'':
		case '"':
		case '`':
			if (!skip_quoted(&c, sql.ptr)) {
				return false;
			}
			break;
		case '\0':
		case '\\':
		case '#':
		case ':':
			return false;
		default:
			break;
		}
	}
	*count = found;
	return true;
}

/* It can contain no literal, quoted name or comment: what looks like a parenthesis is one. */
static bool is_plain(mynd_slice sql)
{
	for (size_t i = 0; i < sql.len; i++) {
		if (strchr("'\"`\\#/-", sql.ptr[i]) != NULL) { /* NUL among them */
			return false;
		}
	}
	return true;
}

/* If in doubt, true. */
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
		skip_blanks(&behind);
		uint8_t next = at(&behind, 0);
		if (next == '/' || (next == ',' && (depth == 0 || !plain))) {
			return true;
		}
	}
	return false;
}

/* A word that keeps rows from going together. */
static bool must_be_single(mynd_cursor c)
{
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = take_keyword(&c);
		if (is_word(word, "SELECT") || is_word(word, "DELAYED")) {
			return true;
		}
		c.pos += word.len == 0;
	}
	return false;
}

mynd_sql_change mynd_sql_changes(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	skip_blanks(&c);
	mynd_slice word = take_word(&c);
	if (is_word(word, "UPDATE") || is_word(word, "DELETE")) {
		return MYND_SQL_CHANGES;
	}
	if (!is_word(word, "INSERT") && !is_word(word, "REPLACE")) {
		return MYND_SQL_CHANGES_NOTHING;
	}
	if (must_be_single(c)) {
		return MYND_SQL_INSERTS_SINGLY;
	}
	return has_several_lists(c, is_plain(sql)) ? MYND_SQL_INSERTS : MYND_SQL_INSERTS_ONE;
}

bool mynd_sql_may_change_transaction(mynd_slice sql, bool several)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	skip_blanks(&c);
	mynd_slice word = take_word(&c);
	bool plain = is_word(word, "SELECT") || is_word(word, "INSERT") || is_word(word, "REPLACE") ||
	             is_word(word, "UPDATE") || is_word(word, "DELETE");
	return !plain || (several && memchr(sql.ptr, ';', sql.len) != NULL);
}

static bool is_digit(uint8_t byte)
{
	return byte >= '0' && byte <= '9';
}

/*
 * 0: no digits; otherwise how many bits an integer of them needs, by the types that servers have: 1 signed, 2
 * unsigned, 3 none.
 */
static unsigned skip_integer(mynd_cursor *c)
{
	uint64_t value = 0;
	unsigned size = 0;
	for (; is_digit(at(c, 0)); c->pos++) {
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
	bool found = at(c, 0) == '.';
	c->pos += found;
	while (found && is_digit(at(c, 0))) {
		c->pos++;
	}
	return found;
}

static bool skip_exponent(mynd_cursor *c)
{
	bool sign = at(c, 1) == '-' || at(c, 1) == '+';
	if ((at(c, 0) | 0x20) != 'e' || !is_digit(at(c, sign ? 2 : 1))) {
		return false;
	}
	for (c->pos += sign ? 2 : 1; is_digit(at(c, 0)); c->pos++) {
	}
	return true;
}

/* What follows a number, with all letters alike; 0: nothing. */
static uint8_t rest_of(const mynd_cursor *c)
{
	uint8_t first = at(c, 0);
	return mynd_cursor_left(c) == 0 ? 0 : is_letter(first) || first >= 0x80 ? 'a' : first == 0 ? 1 : first;
}

uint32_t mynd_sql_value_shape(mynd_slice value)
{
	mynd_cursor c = mynd_cursor_over(value.ptr, value.len);
	while (mynd_cursor_left(&c) > 0 && is_space(*c.pos)) {
		c.pos++;
	}
	uint32_t shape = 1;
	if (at(&c, 0) == '-' || at(&c, 0) == '+') {
		shape = *c.pos++ == '-' ? 3 : 5;
	}
	shape |= skip_integer(&c) << 3;
	shape |= (uint32_t) skip_fraction(&c) << 5;
	if (shape >> 3 != 0) {
		shape |= (uint32_t) skip_exponent(&c) << 6;
	}
	return shape | (uint32_t) rest_of(&c) << 8;
}
