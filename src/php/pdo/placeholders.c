/*
 * The placeholders of a statement's text, as the wire's scanner finds them in the session as it is now.
 *
 * PDO's core has a scanner of its own, which before PHP 8.4 knew nothing of MySQL; it is never asked.
 */
#include "pdo.h"

#include "../../wire/placeholders.h"

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

static void add(mynd_pdo_placeholders *all, mynd_pdo_placeholder_kind kind, const char *text, size_t len)
{
	if ((all->count & (all->count - 1)) == 0) { /* a power of two: full */
		all->list =
		    safe_erealloc(all->list, all->count == 0 ? 1 : 2 * (size_t) all->count, sizeof *all->list, 0);
	}
	all->list[all->count++] = (mynd_pdo_placeholder){.kind = kind, .text = text, .len = len};
	all->values += kind != MYND_PDO_ESCAPED;
	all->positions |= kind == MYND_PDO_POSITION;
	all->names |= kind == MYND_PDO_NAME;
}

/* PHP 8.4 gave them up for MySQL: two question marks are text there. */
#define HAS_ESCAPED (PHP_VERSION_ID < 80400)

bool mynd_pdo_find_placeholders(pdo_stmt_t *stmt, const zend_string *sql, mynd_pdo_placeholders *all)
{
	static const mynd_pdo_placeholder_kind kinds[] = {[MYND_PLACEHOLDER_POSITION] = MYND_PDO_POSITION,
	    [MYND_PLACEHOLDER_NAME] = MYND_PDO_NAME,
	    [MYND_PLACEHOLDER_ESCAPED] = MYND_PDO_ESCAPED};
	mynd_sql_dialect dialect = dialect_of(mynd_pdo_statement_of(stmt)->link);
	mynd_placeholder_scan scan =
	    mynd_placeholders_of((mynd_slice){(const uint8_t *) ZSTR_VAL(sql), ZSTR_LEN(sql)}, &dialect);
	mynd_placeholder found;
	*all = (mynd_pdo_placeholders){0};
	while (mynd_placeholder_next(&scan, &found)) {
		if (found.kind != MYND_PLACEHOLDER_ESCAPED || HAS_ESCAPED) {
			add(all, kinds[found.kind], (const char *) found.text.ptr, found.text.len);
		}
	}
	all->unclosed = scan.unclosed || scan.ended_early;
	if (!all->names || !all->positions) {
		return true;
	}
	mynd_pdo_free_placeholders(all);
	return false;
}

void mynd_pdo_free_placeholders(mynd_pdo_placeholders *all)
{
	if (all->list != NULL) {
		efree(all->list);
		all->list = NULL;
	}
}
