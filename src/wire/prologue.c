/*
 * Which texts may stand in the prologue of a session: what an application sends right after it has connected,
 * to set its session up.
 *
 * Such a text may be run before the application has sent it, on a session that nobody uses yet. So it changes
 * nothing but the session, and its reply depends on nothing but the session: not on the time, on data, on the
 * default database, or on what ran before it.
 *
 * Sources: "SET Syntax", "SET NAMES", "SET TRANSACTION", "USE" and "Server System Variables" in the manuals
 * of both servers.
 * Always true: the answer is no unless every byte of the text was read and understood. Comments, backslashes
 * and bytes over 0x7F are never understood.
 */
#include "sql.h"

/*
 * The session variables that may be set and asked for. Not among them: what ends or limits an idle connection
 * (wait_timeout), what is of the next statement only (insert_id, timestamp, rand_seed1), what depends on the
 * default database (character_set_database), what makes servers report more or less (session_track_*), what
 * writes logs or needs a privilege.
 */
static const char *const variables[] = {"autocommit", "big_tables", "character_set_client",
    "character_set_connection", "character_set_results", "collation_connection", "default_storage_engine",
    "default_week_format", "div_precision_increment", "explicit_defaults_for_timestamp", "foreign_key_checks",
    "group_concat_max_len", "information_schema_stats_expiry", "innodb_lock_wait_timeout",
    "innodb_strict_mode", "join_buffer_size", "lc_messages", "lc_time_names", "lock_wait_timeout",
    "max_error_count", "max_execution_time", "max_heap_table_size", "max_join_size",
    "max_length_for_sort_data", "max_sort_length", "max_statement_time", "net_read_timeout",
    "net_write_timeout", "old_mode", "optimizer_prune_level", "optimizer_search_depth", "read_buffer_size",
    "read_rnd_buffer_size", "sort_buffer_size", "sql_auto_is_null", "sql_big_selects", "sql_buffer_result",
    "sql_generate_invisible_primary_key", "sql_mode", "sql_notes", "sql_quote_show_create",
    "sql_require_primary_key", "sql_safe_updates", "sql_select_limit", "sql_warnings",
    "standard_compliant_cte", "storage_engine", "time_zone", "tmp_table_size", "transaction_isolation",
    "tx_isolation", "unique_checks"};

/* Those that may be asked for, not set; and the other way round: its value is long. */
static const char *const read_only[] = {"interactive_timeout", "max_allowed_packet", "wait_timeout"};
static const char *const write_only[] = {"optimizer_switch"};

/* --- words --- */

static bool is_space(uint8_t byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool is_in_word(uint8_t byte)
{
	uint8_t lower = byte | 0x20;
	return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '_' || byte == '$';
}

static uint8_t lower(uint8_t byte)
{
	return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
}

static void skip_spaces(mynd_cursor *c)
{
	while (mynd_cursor_left(c) > 0 && is_space(*c->pos)) {
		c->pos++;
	}
}

static bool take_byte(mynd_cursor *c, uint8_t byte)
{
	skip_spaces(c);
	if (mynd_cursor_left(c) == 0 || *c->pos != byte) {
		return false;
	}
	c->pos++;
	return true;
}

static mynd_slice take_word(mynd_cursor *c)
{
	skip_spaces(c);
	mynd_slice word = {c->pos, 0};
	while (mynd_cursor_left(c) > 0 && is_in_word(*c->pos)) {
		c->pos++;
		word.len++;
	}
	return word;
}

static bool is_word(mynd_slice word, const char *other)
{
	size_t i = 0;
	while (i < word.len && other[i] != '\0' && lower(word.ptr[i]) == (uint8_t) other[i]) {
		i++;
	}
	return i == word.len && other[i] == '\0';
}

/* Takes the word if it is this one. */
static bool take(mynd_cursor *c, const char *word)
{
	mynd_cursor rest = *c;
	if (!is_word(take_word(&rest), word)) {
		return false;
	}
	*c = rest;
	return true;
}

static bool is_among(mynd_slice word, const char *const names[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (is_word(word, names[i])) {
			return true;
		}
	}
	return false;
}

#define IS_AMONG(word, names) is_among(word, names, sizeof(names) / sizeof *(names))

/* Between quotes: nothing that could mean more than itself in any mode or character set. */
static bool take_quoted(mynd_cursor *c, uint8_t quote)
{
	if (!take_byte(c, quote)) {
		return false;
	}
	while (mynd_cursor_left(c) > 0 && *c->pos != quote) {
		if (*c->pos < ' ' || *c->pos > '~' || *c->pos == '\\' || *c->pos == '\'' || *c->pos == '"' ||
		    *c->pos == '`') {
			return false;
		}
		c->pos++;
	}
	return take_byte(c, quote) && (mynd_cursor_left(c) == 0 || *c->pos != quote);
}

static bool take_number(mynd_cursor *c)
{
	bool found = false;
	skip_spaces(c);
	if (mynd_cursor_left(c) > 0 && (*c->pos == '-' || *c->pos == '+')) {
		c->pos++;
	}
	while (mynd_cursor_left(c) > 0 && ((*c->pos >= '0' && *c->pos <= '9') || (found && *c->pos == '.'))) {
		c->pos++;
		found = true;
	}
	return found && (mynd_cursor_left(c) == 0 || !is_in_word(*c->pos));
}

/* A literal, or one word: ON, DEFAULT, the name of a character set. */
static bool take_constant(mynd_cursor *c)
{
	skip_spaces(c);
	if (mynd_cursor_left(c) == 0) {
		return false;
	}
	uint8_t first = *c->pos;
	if (first == '\'' || first == '"') {
		return take_quoted(c, first);
	}
	if (first == '-' || first == '+' || (first >= '0' && first <= '9')) {
		return take_number(c);
	}
	return take_word(c).len > 0;
}

static bool take_end(mynd_cursor *c)
{
	skip_spaces(c);
	if (mynd_cursor_left(c) > 0 && *c->pos == ';') {
		c->pos++;
		skip_spaces(c);
	}
	return mynd_cursor_left(c) == 0;
}

/* --- forms --- */

/* `@@name` or `@@session.name`; *name is the variable's. */
static bool take_variable(mynd_cursor *c, mynd_slice *name)
{
	if (!take_byte(c, '@') || mynd_cursor_left(c) == 0 || *c->pos != '@') {
		return false;
	}
	c->pos++;
	*name = take_word(c);
	if (is_word(*name, "session") && take_byte(c, '.')) {
		*name = take_word(c);
	}
	return name->len > 0;
}

/* NAMES 'utf8mb4' COLLATE 'utf8mb4_bin', after its first word. */
static bool take_names(mynd_cursor *c)
{
	return take_constant(c) && (!take(c, "collate") || take_constant(c));
}

/* `@name`, a variable of the user's. */
static bool take_user_variable(mynd_cursor *c)
{
	mynd_cursor other = *c;
	if (!take_byte(&other, '@') || take_word(&other).len == 0) {
		return false;
	}
	*c = other;
	return true;
}

/* `any`: of any variable of the session, not only those of the list. SET PASSWORD is about an account. */
static bool is_settable(mynd_slice name, bool any)
{
	return any ? name.len > 0 && !is_word(name, "password")
	           : IS_AMONG(name, variables) || IS_AMONG(name, write_only);
}

static bool take_assignment(mynd_cursor *c, bool any)
{
	mynd_slice name;
	skip_spaces(c);
	if (any && take_user_variable(c)) {
		take_byte(c, ':');
		return take_byte(c, '=') && take_constant(c);
	}
	if (mynd_cursor_left(c) > 0 && *c->pos == '@') {
		if (!take_variable(c, &name)) {
			return false;
		}
	} else {
		if (take(c, "names")) {
			return take_names(c);
		}
		take(c, "session");
		name = take_word(c);
	}
	take_byte(c, ':');
	return is_settable(name, any) && take_byte(c, '=') && take_constant(c);
}

/* SESSION TRANSACTION ISOLATION LEVEL; without SESSION it is about the next transaction only. */
static bool take_isolation(mynd_cursor *c)
{
	return take(c, "session") && take(c, "transaction") && take(c, "isolation") && take(c, "level") &&
	       (take(c, "serializable") || (take(c, "repeatable") && take(c, "read")) ||
	           (take(c, "read") && (take(c, "committed") || take(c, "uncommitted"))));
}

static bool is_set(mynd_cursor c, bool any)
{
	mynd_cursor other = c;
	if (take_isolation(&other)) {
		return take_end(&other);
	}
	do {
		if (!take_assignment(&c, any)) {
			return false;
		}
	} while (take_byte(&c, ','));
	return take_end(&c);
}

/* AS `name`, or nothing. */
static bool take_alias(mynd_cursor *c)
{
	bool is_named = take(c, "as");
	skip_spaces(c);
	if (mynd_cursor_left(c) > 0 && (*c->pos == '\'' || *c->pos == '"' || *c->pos == '`')) {
		return take_quoted(c, *c->pos);
	}
	return take_word(c).len > 0 || !is_named;
}

static bool is_select(mynd_cursor c)
{
	mynd_slice name;
	do {
		if (!take_variable(&c, &name) || (!IS_AMONG(name, variables) && !IS_AMONG(name, read_only)) ||
		    !take_alias(&c)) {
			return false;
		}
	} while (take_byte(&c, ','));
	return take_end(&c);
}

static bool is_use(mynd_cursor c)
{
	skip_spaces(&c);
	bool quoted = mynd_cursor_left(&c) > 0 && *c.pos == '`';
	return (quoted ? take_quoted(&c, '`') : take_word(&c).len > 0) && take_end(&c);
}

mynd_sql_prologue mynd_sql_in_prologue(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	mynd_slice word = take_word(&c);
	bool ends_word = mynd_cursor_left(&c) > 0 && (is_space(*c.pos) || *c.pos == '@' || *c.pos == '`');
	if (!ends_word) {
		return MYND_SQL_PROLOGUE_NOT;
	}
	if (is_word(word, "use")) {
		return is_use(c) ? MYND_SQL_PROLOGUE_SCHEMA : MYND_SQL_PROLOGUE_NOT;
	}
	bool is_one = (is_word(word, "set") && is_set(c, false)) || (is_word(word, "select") && is_select(c));
	return is_one ? MYND_SQL_PROLOGUE_SESSION : MYND_SQL_PROLOGUE_NOT;
}

bool mynd_sql_only_sets(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	return !is_word(take_word(&c), "select") && mynd_sql_in_prologue(sql) != MYND_SQL_PROLOGUE_NOT;
}

bool mynd_sql_sets_constants(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	return is_word(take_word(&c), "set") && mynd_cursor_left(&c) > 0 && is_space(*c.pos) && is_set(c, true);
}
