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

/* PHP 8.4 gave the escaped question mark up for MySQL: two of them are two placeholders there. */
static void add_escaped(mynd_pdo_placeholders *all, const char *text)
{
#if PHP_VERSION_ID >= 80400
	add(all, MYND_PDO_POSITION, text, 1);
	add(all, MYND_PDO_POSITION, text + 1, 1);
#else
	add(all, MYND_PDO_ESCAPED, text, 2);
#endif
}

bool mynd_pdo_find_placeholders(pdo_stmt_t *stmt, const zend_string *sql, mynd_pdo_placeholders *all)
{
	mynd_sql_dialect dialect = dialect_of(mynd_pdo_statement_of(stmt)->link);
	mynd_placeholder_scan scan =
	    mynd_placeholders_of((mynd_slice){(const uint8_t *) ZSTR_VAL(sql), ZSTR_LEN(sql)}, &dialect);
	mynd_placeholder found;
	*all = (mynd_pdo_placeholders){0};
	while (mynd_placeholder_next(&scan, &found)) {
		const char *text = (const char *) found.text.ptr;
		if (found.kind == MYND_PLACEHOLDER_ESCAPED) {
			add_escaped(all, text);
		} else {
			bool name = found.kind == MYND_PLACEHOLDER_NAME;
			add(all, name ? MYND_PDO_NAME : MYND_PDO_POSITION, text, found.text.len);
		}
	}
	all->unclosed = scan.unclosed;
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
