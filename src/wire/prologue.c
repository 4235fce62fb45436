/*
 * Decides which queries may be part of a session's prologue: the queries that an application sends right
 * after it has connected, to set its session up.
 *
 * A prologue query may be run before the application has sent it, on a session that is not in use yet. So it
 * changes only the session, and its reply depends only on the session: not on the time, on data, on the
 * default database, or on the queries before it.
 *
 * Sources: "SET Syntax", "SET NAMES", "SET TRANSACTION", "USE" and "Server System Variables" in the manuals
 * of both servers.
 * Always true: a query is accepted only if every byte of it was recognized. Queries with comments,
 * backslashes or bytes over 0x7F are never accepted.
 */
#include "lexer.h"
#include "sql.h"

/*
 * The session variables that may be set and read. Not in the list: variables that end or limit an idle
 * connection (wait_timeout), apply to the next statement only (insert_id, timestamp, rand_seed1), depend on
 * the default database (character_set_database), change what servers report (session_track_*), write logs or
 * need a privilege.
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
    "tx_isolation", "unique_checks", NULL};

/* Variables that may only be read; and a variable that may only be set, because its value is long. */
static const char *const read_only[] = {"interactive_timeout", "max_allowed_packet", "wait_timeout", NULL};
static const char *const write_only[] = {"optimizer_switch", NULL};

/* --- words --- */

static bool take_byte(mynd_cursor *c, uint8_t byte)
{
	mynd_lexer_skip(c, MYND_LEX_BLANK);
	return mynd_lexer_take_byte(c, byte);
}

static mynd_slice take_word(mynd_cursor *c)
{
	mynd_lexer_skip(c, MYND_LEX_BLANK);
	return mynd_lexer_take(c, MYND_LEX_NAME | MYND_LEX_DOLLAR);
}

/* Takes the next word and returns true if it is `word`. */
static bool take(mynd_cursor *c, const char *word)
{
	mynd_cursor rest = *c;
	if (!mynd_lexer_is_word(take_word(&rest), word)) {
		return false;
	}
	*c = rest;
	return true;
}

/*
 * Takes a quoted string. Returns false if it has a byte with a special meaning in any mode or character set.
 */
static bool take_quoted(mynd_cursor *c, uint8_t quote)
{
	if (!take_byte(c, quote)) {
		return false;
	}
	while (mynd_cursor_left(c) > 0 && *c->pos != quote) {
		if (*c->pos == '\\' || mynd_lexer_is(*c->pos, MYND_LEX_QUOTE | MYND_LEX_CONTROL | MYND_LEX_HIGH)) {
			return false;
		}
		c->pos++;
	}
	return take_byte(c, quote) && mynd_lexer_at(c, 0) != quote;
}

static bool take_number(mynd_cursor *c)
{
	bool found = false;
	if (!take_byte(c, '-')) {
		mynd_lexer_take_byte(c, '+');
	}
	while (mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_DIGIT) || (found && mynd_lexer_at(c, 0) == '.')) {
		c->pos++;
		found = true;
	}
	return found && !mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_NAME | MYND_LEX_DOLLAR);
}

/* Takes a literal, or one word: ON, DEFAULT, the name of a character set. */
static bool take_constant(mynd_cursor *c)
{
	mynd_lexer_skip(c, MYND_LEX_BLANK);
	uint8_t first = mynd_lexer_at(c, 0);
	if (first == '\'' || first == '"') {
		return take_quoted(c, first);
	}
	if (first == '-' || first == '+' || mynd_lexer_is(first, MYND_LEX_DIGIT)) {
		return take_number(c);
	}
	return take_word(c).len > 0;
}

static bool take_end(mynd_cursor *c)
{
	take_byte(c, ';');
	mynd_lexer_skip(c, MYND_LEX_BLANK);
	return mynd_cursor_left(c) == 0;
}

/* --- forms --- */

/* Takes `@@name` or `@@session.name`; *name is the variable's. */
static bool take_variable(mynd_cursor *c, mynd_slice *name)
{
	if (!take_byte(c, '@') || !mynd_lexer_take_byte(c, '@')) {
		return false;
	}
	*name = take_word(c);
	if (mynd_lexer_is_word(*name, "session") && take_byte(c, '.')) {
		*name = take_word(c);
	}
	return name->len > 0;
}

/* Takes a character set, such as 'utf8mb4', and perhaps the word COLLATE and a collation. */
static bool take_names(mynd_cursor *c)
{
	return take_constant(c) && (!take(c, "collate") || take_constant(c));
}

/* Takes `@name`, a user variable. */
static bool take_user_variable(mynd_cursor *c)
{
	mynd_cursor other = *c;
	if (!take_byte(&other, '@') || take_word(&other).len == 0) {
		return false;
	}
	*c = other;
	return true;
}

/*
 * Returns true if the variable may be set. With `any` it need not be in a list, but must not be PASSWORD: SET
 * PASSWORD changes an account.
 */
static bool is_settable(mynd_slice name, bool any)
{
	return any ? name.len > 0 && !mynd_lexer_is_word(name, "password")
	           : mynd_lexer_is_listed(name, variables) || mynd_lexer_is_listed(name, write_only);
}

static bool take_assignment(mynd_cursor *c, bool any)
{
	mynd_slice name;
	mynd_lexer_skip(c, MYND_LEX_BLANK);
	if (any && take_user_variable(c)) {
		take_byte(c, ':');
		return take_byte(c, '=') && take_constant(c);
	}
	if (mynd_lexer_at(c, 0) == '@') {
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

/*
 * Takes SESSION TRANSACTION ISOLATION LEVEL ...; without SESSION it would apply to the next transaction only.
 */
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

/* Takes AS `name`, `name` alone, or nothing. Returns false for AS without a name. */
static bool take_alias(mynd_cursor *c)
{
	bool is_named = take(c, "as");
	mynd_lexer_skip(c, MYND_LEX_BLANK);
	if (mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_QUOTE)) {
		return take_quoted(c, *c->pos);
	}
	return take_word(c).len > 0 || !is_named;
}

static bool is_select(mynd_cursor c)
{
	mynd_slice name;
	do {
		if (!take_variable(&c, &name) ||
		    (!mynd_lexer_is_listed(name, variables) && !mynd_lexer_is_listed(name, read_only)) ||
		    !take_alias(&c)) {
			return false;
		}
	} while (take_byte(&c, ','));
	return take_end(&c);
}

static bool is_use(mynd_cursor c)
{
	mynd_lexer_skip(&c, MYND_LEX_BLANK);
	bool quoted = mynd_lexer_at(&c, 0) == '`';
	return (quoted ? take_quoted(&c, '`') : take_word(&c).len > 0) && take_end(&c);
}

mynd_sql_prologue mynd_sql_in_prologue(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	mynd_slice word = take_word(&c);
	bool ends_word = mynd_lexer_is(mynd_lexer_at(&c, 0), MYND_LEX_BLANK) || mynd_lexer_at(&c, 0) == '@' ||
	                 mynd_lexer_at(&c, 0) == '`';
	if (!ends_word) {
		return MYND_SQL_PROLOGUE_NOT;
	}
	if (mynd_lexer_is_word(word, "use")) {
		return is_use(c) ? MYND_SQL_PROLOGUE_SCHEMA : MYND_SQL_PROLOGUE_NOT;
	}
	bool is_one = (mynd_lexer_is_word(word, "set") && is_set(c, false)) ||
	              (mynd_lexer_is_word(word, "select") && is_select(c));
	return is_one ? MYND_SQL_PROLOGUE_SESSION : MYND_SQL_PROLOGUE_NOT;
}

bool mynd_sql_only_sets(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	return !mynd_lexer_is_word(take_word(&c), "select") && mynd_sql_in_prologue(sql) != MYND_SQL_PROLOGUE_NOT;
}

bool mynd_sql_sets_constants(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	return mynd_lexer_is_word(take_word(&c), "set") && mynd_lexer_is(mynd_lexer_at(&c, 0), MYND_LEX_BLANK) &&
	       is_set(c, true);
}
