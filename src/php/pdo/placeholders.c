/*
 * Finds the placeholders of a query with src/wire/placeholders.c, in the SQL dialect that the session has
 * now.
 *
 * PDO's core has its own scanner, which did not know MySQL's syntax before PHP 8.4. mynd never uses it.
 */
#include "pdo.h"

static mynd_sql_dialect dialect_of(const mynd_link *link)
{
	const mynd_server *server = mynd_link_server(link);
	mynd_sql_dialect dialect = {.charset = mynd_link_charset(link)};
	if (server != NULL) {
		dialect.no_backslash = (server->status & MYND_STATUS_NO_BACKSLASH_ESCAPES) != 0;
		dialect.ansi_quotes = server->mariadb && (server->status & MYND_STATUS_ANSI_QUOTES) != 0;
		dialect.mariadb = server->mariadb;
		dialect.version = (uint32_t) server->version_number;
	}
	return dialect;
}

static void add(mynd_pdo_placeholders *all, mynd_placeholder found)
{
	if ((all->count & (all->count - 1)) == 0) { /* 0 or a power of two: the list is full */
		all->list =
		    safe_erealloc(all->list, all->count == 0 ? 1 : 2 * (size_t) all->count, sizeof *all->list, 0);
	}
	all->list[all->count++] = found;
	all->values += found.kind != MYND_PLACEHOLDER_ESCAPED;
	all->positions |= found.kind == MYND_PLACEHOLDER_POSITION;
	all->names |= found.kind == MYND_PLACEHOLDER_NAME;
}

/* From PHP 8.4 on PDO has no escaped question marks for MySQL: two question marks are not special. */
#define HAS_ESCAPED (PHP_VERSION_ID < 80400)

static void scan(const zend_string *sql, const mynd_sql_dialect *dialect, mynd_pdo_placeholders *all)
{
	mynd_placeholder_scan scan =
	    mynd_placeholders_of((mynd_slice){(const uint8_t *) ZSTR_VAL(sql), ZSTR_LEN(sql)}, dialect);
	mynd_placeholder found;
	*all = (mynd_pdo_placeholders){0};
	while (mynd_placeholder_next(&scan, &found)) {
		if (found.kind != MYND_PLACEHOLDER_ESCAPED || HAS_ESCAPED) {
			add(all, found);
		}
	}
	all->unclosed = scan.unclosed || scan.ended_early;
}

/* --- ANSI_QUOTES --- */

/*
 * Returns true if the placeholders may depend on ANSI_QUOTES, which MariaDB reports and MySQL does not. With
 * ANSI_QUOTES, double quotes enclose a name, otherwise a string. For the placeholders this matters only if
 * there is a backslash, which escapes the next byte in a string, but not in a name.
 */
static bool may_depend_on_quotes(const zend_string *sql, const mynd_sql_dialect *dialect)
{
	return !dialect->mariadb && !dialect->no_backslash && memchr(ZSTR_VAL(sql), '"', ZSTR_LEN(sql)) != NULL &&
	       memchr(ZSTR_VAL(sql), '\\', ZSTR_LEN(sql)) != NULL;
}

static bool are_the_same(const mynd_pdo_placeholders *a, const mynd_pdo_placeholders *b)
{
	if (a->count != b->count || a->unclosed != b->unclosed) {
		return false;
	}
	for (uint32_t i = 0; i < a->count; i++) {
		if (a->list[i].text.ptr != b->list[i].text.ptr) {
			return false;
		}
	}
	return true;
}

/* Returns MYND_BAD with the link's error if the server could not be asked. */
static int ask_for_quotes_in_turn(mynd_link *link, bool *ansi)
{
	static const char sql[] = "SELECT @@SESSION.sql_mode";
	zval mode;
	if (mynd_link_run_text(link, sql, sizeof sql - 1) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_result *result = mynd_link_store(link);
	if (result == NULL) {
		return MYND_BAD;
	}
	int rc = mynd_result_fetch_column(result, 0, &mode);
	if (rc == MYND_OK) {
		*ansi = Z_TYPE(mode) == IS_STRING && strstr(Z_STRVAL(mode), "ANSI_QUOTES") != NULL;
		zval_ptr_dtor(&mode);
	}
	mynd_result_free(result, true);
	return rc == MYND_OK ? MYND_OK : MYND_BAD;
}

static int ask_for_quotes(mynd_link *link, bool *ansi)
{
	if (mynd_link_begin_turn(link) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = ask_for_quotes_in_turn(link, ansi);
	mynd_link_end_turn(link);
	return rc;
}

/* Scans the query with ANSI_QUOTES, too, and asks the server for its mode only if the placeholders differ. */
static int scan_in_both(
    mynd_link *link, const zend_string *sql, mynd_sql_dialect *dialect, mynd_pdo_placeholders *all)
{
	mynd_pdo_placeholders others;
	bool ansi = false;
	dialect->ansi_quotes = true;
	scan(sql, dialect, &others);
	int rc = are_the_same(all, &others) ? MYND_OK : ask_for_quotes(link, &ansi);
	mynd_pdo_free_placeholders(ansi ? all : &others);
	if (ansi) {
		*all = others;
	}
	return rc;
}

int mynd_pdo_find_placeholders(mynd_link *link, const zend_string *sql, mynd_pdo_placeholders *all)
{
	mynd_sql_dialect dialect = dialect_of(link);
	scan(sql, &dialect, all);
	int rc = may_depend_on_quotes(sql, &dialect) ? scan_in_both(link, sql, &dialect, all) : MYND_OK;
	if (rc == MYND_OK && all->names && all->positions) {
		rc = MYND_MORE;
	}
	if (rc != MYND_OK) {
		mynd_pdo_free_placeholders(all);
	}
	return rc;
}

void mynd_pdo_free_placeholders(mynd_pdo_placeholders *all)
{
	if (all->list != NULL) {
		efree(all->list);
		all->list = NULL;
	}
}
