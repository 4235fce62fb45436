/*
 * Which texts certainly set no role and record no profile, and what is asked about their tables.
 *
 * Texts are also made at random from what may stand where: as long as one of their tables is a view, or one
 * of their functions the program's, the answer must never be that they are harmless.
 */
#include "wire_packet.h"
#include "wire/text_facts.h"

#include <stdio.h>
#include <string.h>

/* The table `v` is a view; `g` has a trigger; all others are plain. */
static bool is_harmless(mynd_slice table, bool changes)
{
	if (table.len == 1 && (table.ptr[0] | 0x20) == 'v') {
		return false;
	}
	return !(changes && table.len == 1 && table.ptr[0] == 'g');
}

static bool keeps_nothing(const char *text, size_t len, bool no_backslash)
{
	mynd_slice exact = packet_copy(text, len);
	mynd_text_tables tables;
	mynd_text_facts facts = {.sql = exact, .tables = &tables};
	bool nothing = mynd_text_keeps_nothing(&facts, no_backslash);
	for (unsigned i = 0; nothing && i < tables.count; i++) {
		nothing = is_harmless(tables.each[i].name, tables.each[i].changes);
	}
	packet_free(exact);
	return nothing;
}

static const char *const harmless[] = {"SELECT 1", "(SELECT 1) UNION (SELECT 2)", "SELECT 1;",
    "SELECT * FROM t",
    "SELECT a.*, `b`.`c`, 1.5, .5, 1e5, 1e-5, 0xFF FROM t a JOIN d.t b ON a.x = b.x, u WHERE v = 'it''s' AND "
    "v > 1",
    "select count(*), max(`a`) from `d` . `t` group by v order by v desc limit 1, 2",
    "SELECT a FROM t WHERE x IN (SELECT y FROM g) AND EXISTS (SELECT 1 FROM (SELECT 2 FROM u) w, x)",
    "SELECT FOUND_ROWS()", "SELECT LAST_INSERT_ID()", "SELECT @@SESSION.sql_mode, @a",
    "SELECT 'role', 'profiling'", "SELECT 1 FROM DUAL", "SELECT a FROM t FOR UPDATE",
    "SELECT a INTO @v FROM t", "SHOW FULL COLUMNS FROM `t`", "SELECT a FROM (t, u) LEFT JOIN (x, y) ON 1",
    "SELECT a FROM t USE INDEX (v), u", "SHOW TABLES", "INSERT INTO t VALUES (1, 'a')",
    "INSERT t (a, v) VALUES (1, 2), (3, ?)", "INSERT IGNORE INTO `t` SET a = 1, v = 2",
    "INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a), v = 1",
    "REPLACE INTO t SELECT a, v FROM u", "INSERT INTO t SELECT a FROM u ON DUPLICATE KEY UPDATE a = 1, v = 2",
    "UPDATE t SET a = 1, v = 2 WHERE b = 'x' LIMIT 1", "UPDATE LOW_PRIORITY t, u SET t.a = u.a, v = 1",
    "DELETE FROM t WHERE v = 1", "DELETE v FROM t AS v JOIN u ON 1", "BEGIN", "START TRANSACTION READ ONLY",
    "COMMIT", "ROLLBACK TO SAVEPOINT a", "SET NAMES utf8mb4", "SET autocommit=0", "SET @a = 1", "USE d",
    "SET SESSION sql_mode = 'ANSI_QUOTES'", "SELECT /* FROM v */ 1 -- FROM v\n# FROM v"};

static const char *const doubtful[] = {"", ";", "CALL p()", "SELECT f()", "SELECT f ()",
    "SELECT count (*) FROM t", "SELECT d.f(1)", "SELECT `f`(1)", "SELECT d.`count`(1)", "SELECT * FROM v",
    "SELECT * FROM t, v", "SELECT * FROM t,v", "SELECT * FROM t JOIN v ON 1", "SELECT * FROM d.v",
    "SELECT * FROM d . v", "SELECT * FROM`v`", "SELECT * FROM t AS a, v AS b",
    "SELECT * FROM t a JOIN u b ON a.x = b.x AND (a.y, 1) IN (SELECT 1, 2), v", "SELECT * FROM (t, v)",
    "SELECT * FROM (SELECT 1 FROM t) a, v", "SELECT 1 FROM t WHERE a IN (SELECT a FROM v)",
    "SELECT 1 FROM t UNION SELECT 1 FROM v", "SELECT 1.5FROM v", "SELECT 1e5FROM v", "SELECT 1e-5FROM v",
    "SELECT 1.FROM v", "SELECT 0x1gFROM v", "SELECT*FROM/**/v", "SELECT 1 FROM t WHERE.1FROM v",
    "SELECT 1 FROM\xA0v",
    "SELECT a.b\xA0"
    "FROM v",
    "SELECT 1 /*!FROM v */", "SELECT 1 /*M!FROM v */", "SELECT 1; CALL p()", "DO f()",
    "INSERT INTO g VALUES (1)", "INSERT v VALUES (1)", "INSERT INTO t SELECT * FROM v", "UPDATE g SET a = 1",
    "UPDATE t, v SET t.a = 1", "UPDATE t JOIN v ON 1 SET a = 1", "DELETE FROM g", "DELETE t FROM t, v",
    "DELETE FROM t USING t, v", "DELETE FROM t USING t JOIN v ON 1", "REPLACE g VALUES (1)",
    "INSERT INTO t VALUES (f())", "INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = f(1)", "TABLE v",
    "SELECT * FROM t WHERE a = (TABLE v)", "INSERT INTO t TABLE v", "WITH a AS (SELECT 1) SELECT * FROM a",
    "SET ROLE r", "SET ROLE NONE", "SET profiling = 1", "SET @@session.profiling = 1", "SET @a = f()",
    "SET optimizer_trace = 'enabled=on'", "SET STATEMENT profiling = 1 FOR SELECT 1", "SELECT role FROM t",
    "SELECT CURRENT_USER() FROM t WHERE t.role = 1", "SHOW PROFILES", "SELECT `profiling` FROM t",
    "SELECT 'a", "SELECT * FROM `v", "SELECT (1", "SELECT 1)", "SELECT * FROM", "SELECT a:=1",
    "SELECT 'a\\' FROM v, '\\'", "SELECT {fn f(1)}", "BEGIN NOT ATOMIC CALL p(); END", "EXECUTE s",
    "PREPARE s FROM 'a'", "CREATE VIEW v AS SELECT 1", "DROP TABLE t", "GRANT r TO u", "LOCK TABLES t READ",
    "LOAD DATA INFILE 'a' INTO TABLE t", "HANDLER t OPEN", "EXPLAIN SELECT f()", "ANALYZE SELECT f()",
    "XA START 'a'", "START SLAVE", "SELECT \"a\\\" FROM v -- \"", "SELECT * FROM t STRAIGHT_JOIN v",
    "SELECT * FROM {OJ t LEFT JOIN v ON 1}", "SELECT * FROM t PARTITION (p), v",
    "SELECT EXTRACT(YEAR FROM v) FROM t", "SELECT a FROM t ON 1 = NEXT VALUE FOR s, v",
    "SELECT * FROM `a``b`"};

static void texts_are_told_apart(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
		if (!keeps_nothing(harmless[i], strlen(harmless[i]), false)) {
			fail_msg("is doubted: %s", harmless[i]);
		}
	}
	for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++) {
		bool no_backslash = strstr(doubtful[i], "'a\\' FROM v") != NULL;
		if (keeps_nothing(doubtful[i], strlen(doubtful[i]), no_backslash)) {
			fail_msg("is not doubted: %s", doubtful[i]);
		}
	}
	assert_false(keeps_nothing("SELECT 1\0", 9, false));
}

/* --- at random --- */

static uint32_t seed;

static unsigned pick(unsigned n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % n;
}

#define ONE_OF(...)                                                                                          \
	((const char *const[]){__VA_ARGS__})[pick(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

typedef struct making {
	char text[8192];
	size_t len;
	bool dangerous; /* it reads a view, or calls a function of the program's */
	unsigned depth;
} making;

static void put(making *m, const char *part)
{
	size_t len = strlen(part);
	if (m->len + len < sizeof m->text) {
		memcpy(m->text + m->len, part, len);
		m->len += len;
	}
}

static void put_space(making *m)
{
	put(m, ONE_OF(" ", " ", " ", "\n", "\t", "  ", "/**/", " /* FROM v */ ", " -- x, 'y\n", " # )\n"));
}

static void put_select(making *m);

static void put_value(making *m)
{
	switch (pick(14)) {
	case 0:
		put(m, ONE_OF("1.5", "0xAB", "1e5", "?", "NULL", "-7", "@a", "@@sql_mode", "_utf8mb4'x'"));
		break;
	case 1:
		put(m, ONE_OF("'v'", "'it''s, v'", "'(FROM v'", "\"FROM v\"", "'\\'', 'FROM v'"));
		break;
	case 2:
		put(m, ONE_OF("COUNT(*)", "MAX(a)", "CONCAT(a, 'v', b)", "IF(a, 1, 2)", "NOW()", "LEFT(a, 1)"));
		break;
	case 3:
		put(m, ONE_OF("t.v", "`t`.`v`", "v", "`from`", "t . v", "t.`where`"));
		break;
	case 4:
		m->dangerous = true;
		put(m, ONE_OF("f(1)", "f ()", "d.f()", "`f`(a)", "d . `f` (1)", "count (a)", "1+f(2)", "f/**/(1)"));
		break;
	case 5:
		if (m->depth < 3) {
			put(m, "(");
			put_select(m);
			put(m, ")");
			break;
		} /* fallthrough */
	default:
		put(m, ONE_OF("a", "b", "1", "a = 1", "x IS NULL", "(a, b)", "a IN (1, 2)"));
	}
}

static void put_values(making *m)
{
	for (unsigned i = pick(3) + 1; i > 0; i--) {
		put_value(m);
		put(m, i > 1 ? ONE_OF(",", ", ", " , ") : "");
	}
}

static void put_tables(making *m);

static void put_table(making *m)
{
	unsigned kind = pick(12);
	if (kind == 0) {
		m->dangerous = true;
		put(m, ONE_OF("v", "`v`", "d.v", "d.`v`", "`d` . v", "v AS t", "v a", "(v)", "V"));
	} else if (kind == 1 && m->depth < 3) {
		put(m, "(");
		put_select(m);
		put(m, ") AS t");
	} else if (kind == 2 && m->depth < 3) {
		put(m, "(");
		m->depth++;
		put_tables(m);
		m->depth--;
		put(m, ")");
	} else {
		put(m,
		    ONE_OF("t", "`t`", "d.t", "t AS v", "t v", "d . `t` u", "t USE INDEX (v)", "t PARTITION (v, w)"));
	}
}

static void put_tables(making *m)
{
	put_table(m);
	for (unsigned i = pick(3); i > 0; i--) {
		if (pick(2)) {
			put(m, ONE_OF(",", ", ", " , ", ",/**/"));
			put_table(m);
			continue;
		}
		put_space(m);
		put(m, ONE_OF("JOIN", "LEFT JOIN", "CROSS JOIN", "STRAIGHT_JOIN", "natural join"));
		put_space(m);
		put_table(m);
		put(m, ONE_OF(" ON a.x = b.y", " USING (v, w)", " ON (1)", ""));
	}
}

static void put_where(making *m)
{
	if (pick(2)) {
		put_space(m);
		put(m, ONE_OF("WHERE", "where", "HAVING", "GROUP BY", "ORDER BY"));
		put_space(m);
		put_values(m);
	}
}

static void put_select(making *m)
{
	m->depth++;
	put(m, ONE_OF("SELECT", "select", "SELECT DISTINCT", "SELECT SQL_CALC_FOUND_ROWS"));
	put_space(m);
	put_values(m);
	if (pick(6)) {
		put_space(m);
		put(m, ONE_OF("FROM", "from"));
		put_space(m);
		put_tables(m);
		put_where(m);
	}
	if (m->depth < 3 && pick(8) == 0) {
		put(m, " UNION ");
		put_select(m);
	}
	m->depth--;
}

static void put_change(making *m)
{
	switch (pick(4)) {
	case 0:
		put(m,
		    ONE_OF("INSERT INTO", "INSERT", "INSERT IGNORE", "REPLACE", "INSERT LOW_PRIORITY IGNORE INTO"));
		put_space(m);
		put(m, ONE_OF("t", "`t`", "d.t"));
		put(m, ONE_OF(" (a, v) VALUES (", " VALUES (", " SET v = (", "(a)VALUES("));
		put_values(m);
		put(m, ")");
		put(m, ONE_OF("", "", " ON DUPLICATE KEY UPDATE a = VALUES(a), v = 1"));
		break;
	case 1:
		put(m, "INSERT INTO t ");
		put_select(m);
		break;
	case 2:
		put(m, ONE_OF("UPDATE ", "UPDATE IGNORE "));
		put_tables(m);
		put(m, " SET a = 1, v = ");
		put_value(m);
		put_where(m);
		break;
	default:
		put(m, ONE_OF("DELETE FROM t", "DELETE t FROM ", "DELETE FROM t USING "));
		if (m->text[m->len - 1] == ' ') {
			put_tables(m);
		}
		put_where(m);
	}
}

static void no_view_is_overlooked(void **state)
{
	static making m;
	unsigned known = 0, dangerous = 0, missed = 0,
	         most = getenv("MYND_TEXTS") ? (unsigned) atoi(getenv("MYND_TEXTS")) : 300000;
	(void) state;
	for (unsigned i = 0; i < most; i++) {
		seed = i * 2654435761u + 1;
		m.len = 0;
		m.dangerous = false;
		m.depth = 0;
		if (pick(3)) {
			put_select(&m);
		} else {
			put_change(&m);
		}
		bool nothing = keeps_nothing(m.text, m.len, false);
		if (nothing && m.dangerous) {
			fail_msg("%u is not doubted: %.*s", i, (int) m.len, m.text);
		}
		dangerous += m.dangerous;
		known += nothing;
		missed += !nothing && !m.dangerous;
	}
	/* what is doubted without need costs a question: seldom */
	assert_true(known > most / 4);
	assert_true(dangerous > most / 8);
	assert_true(missed < most / 8);
}

static bool says(mynd_slice sql, unsigned fact)
{
	mynd_text_facts facts = mynd_text_facts_of(sql);
	return mynd_text_ask(&facts, fact) != 0;
}

static void every_cut_is_read(void **state)
{
	static const char text[] =
	    "(SELECT a, `b`.\"c\", 1.5e-7 FROM d . t /* x */ JOIN (u, w) USING (y), @@a.b WHERE 'it\\'s' = f (1)";
	(void) state;
	for (size_t len = 0; len < sizeof text; len++) {
		keeps_nothing(text, len, false);
		keeps_nothing(text, len, true);
		mynd_slice exact = packet_copy(text, len);
		says(exact, MYND_TEXT_ASKS_FOUND_ROWS);
		says(exact, MYND_TEXT_SELECTS);
		packet_free(exact);
	}
}

static void found_rows_are_asked_for(void **state)
{
	(void) state;
	assert_true(says(mynd_slice_of("SELECT found_rows()"), MYND_TEXT_ASKS_FOUND_ROWS));
	assert_true(says(mynd_slice_of(" call p"), MYND_TEXT_ASKS_FOUND_ROWS));
	assert_false(says(mynd_slice_of("SELECT SQL_CALC_FOUND_ROWS 1"), MYND_TEXT_ASKS_FOUND_ROWS));
	assert_true(says(mynd_slice_of("/* a */ ((select 1))"), MYND_TEXT_SELECTS));
	assert_false(says(mynd_slice_of("INSERT t SELECT 1"), MYND_TEXT_SELECTS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(texts_are_told_apart),
	    cmocka_unit_test(no_view_is_overlooked),
	    cmocka_unit_test(every_cut_is_read),
	    cmocka_unit_test(found_rows_are_asked_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
