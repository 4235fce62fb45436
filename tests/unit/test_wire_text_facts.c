/*
 * Facts of texts: a table of texts with all that each says, the tables that a text names, and that a fact is
 * the same in whichever order facts are asked for.
 */
#include "wire_packet.h"
#include "wire/sql.h"
#include "wire/text_facts.h"

#include <stdio.h>

#define ALTERS    MYND_TEXT_ALTERS
#define PREPARES  MYND_TEXT_PREPARES
#define BEGINS    MYND_TEXT_BEGINS
#define SELECTS   MYND_TEXT_SELECTS
#define SEVERAL   MYND_TEXT_SEVERAL
#define LAST      MYND_TEXT_ASKS_LAST
#define FOUND     MYND_TEXT_ASKS_FOUND_ROWS
#define TABLES    MYND_TEXT_USES_TABLES
#define OF_SCHEMA MYND_TEXT_OF_SCHEMA
#define ROLE      MYND_TEXT_ROLE
#define SCHEMA    MYND_TEXT_SCHEMA
#define TRACKING  MYND_TEXT_TRACKING
#define THREAD    MYND_TEXT_THREAD
#define PROLOGUE  MYND_TEXT_PROLOGUE
#define ONLY_SETS MYND_TEXT_ONLY_SETS
#define ALL       (2 * MYND_TEXT_ONLY_SETS - 1)

static const struct {
	const char *text;
	unsigned says;
} cases[] = {
    {"", ALTERS | PREPARES},
    {"SELECT 1", SELECTS},
    {"(SELECT a FROM t)", SELECTS | TABLES},
    {"/*!50000 x */ SELECT 1", ALTERS | PREPARES | SELECTS},
    {"SELECTED", ALTERS | PREPARES},
    {"SELECT 1; SELECT 2", SELECTS | SEVERAL},
    {"-- a; b\nSELECT 1;", SELECTS},
    {"SELECT ';1'", SELECTS | SEVERAL},
    {"SELECT FOUND_ROWS()", SELECTS | LAST | FOUND},
    {"CALL p()", ALTERS | PREPARES | FOUND},
    {"SHOW WARNINGS", LAST},
    {"SHOW\xA0WARNINGS", ALTERS | PREPARES | LAST},
    {"SHOW VARIABLES LIKE 'x'", OF_SCHEMA},
    {"SELECT @@collation_database", SELECTS | OF_SCHEMA},
    {"SELECT collation_database", SELECTS},
    {"LOAD DATA INFILE 'a' INTO TABLE t", ALTERS | PREPARES | TABLES | OF_SCHEMA},
    {"LOAD\xA0"
     "DATA INFILE 'a'",
        ALTERS | PREPARES | OF_SCHEMA},
    {"CREATE FUNCTION f() RETURNS INT RETURN 1", ALTERS | OF_SCHEMA},
    {"CREATE TABLE t (a INT)", ALTERS | TABLES},
    {"BEGIN", BEGINS},
    {"BEGIN NOT ATOMIC SELECT 1; END", ALTERS | PREPARES | BEGINS | SEVERAL},
    {"START TRANSACTION", BEGINS},
    {"(START TRANSACTION", 0},
    {"START SLAVE", 0},
    {"SET ROLE r", ALTERS | ROLE},
    {"SET @role = 1", ALTERS},
    {"SET autocommit = 0", PROLOGUE | ONLY_SETS},
    {"SET NAMES utf8mb4", ALTERS | PROLOGUE | ONLY_SETS},
    {"SELECT @@sql_mode", SELECTS | PROLOGUE},
    {"USE db", ALTERS | SCHEMA | PROLOGUE | ONLY_SETS},
    {"SET STATEMENT a = 1 FOR SELECT 1", ALTERS | PREPARES},
    {"EXECUTE s", ALTERS | PREPARES | ROLE | SCHEMA | TRACKING},
    {"SET RESOURCE GROUP g", ALTERS | THREAD},
    {"UPDATE t SET a = 1", TABLES},
    {"SELECT 1\xA0"
     "FROM t",
        SELECTS},
};

/* In a block of its size, so that no byte behind it is read. */
static void test_table(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mynd_slice exact = packet_copy(cases[i].text, strlen(cases[i].text));
		mynd_text_facts facts = mynd_text_facts_of(exact);
		unsigned says = mynd_text_ask(&facts, ALL);
		if (says != cases[i].says) {
			fail_msg("%#x, not %#x: %s", says, cases[i].says, cases[i].text);
		}
		packet_free(exact);
	}
}

/* --- at random --- */

static uint32_t seed = 7;

static unsigned pick(unsigned n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % n;
}

static size_t make_text(char *to)
{
	static const char *const parts[] = {"SELECT", "SET", "USE", "UPDATE", "WITH", "SHOW", "CALL", "LOAD",
	    "CREATE", "BEGIN", "START", "TRANSACTION", "STATEMENT", "threads", "HISTORY", "found_rows", "@", "@@",
	    "VARIABLES", "TRIGGER", "ROLE", "GROUP", "RESOURCE", "FROM", ";", "(", ")", "=", "1", "'x'", "`y`",
	    "/*", "*/", "/*!", "-- ", "\n", "\xA0", "\\", "\"", "a", ",", ".", "INSERT INTO", "COUNT(*)"};
	size_t len = 0;
	for (unsigned n = pick(12); n > 0; n--) {
		len +=
		    (size_t) sprintf(to + len, "%s%s", parts[pick(sizeof parts / sizeof *parts)], pick(3) ? " " : "");
	}
	return len;
}

/* The second answer is one that was kept. */
static void check_orders(mynd_slice sql)
{
	mynd_text_facts all = mynd_text_facts_of(sql), one_by_one = mynd_text_facts_of(sql);
	unsigned says = mynd_text_ask(&all, ALL);
	for (unsigned i = 0; i < 20; i++) {
		unsigned fact = 1u << pick(15);
		mynd_text_facts alone = mynd_text_facts_of(sql);
		if (mynd_text_ask(&alone, fact) != (says & fact) ||
		    mynd_text_ask(&one_by_one, fact) != (says & fact)) {
			fail_msg("%#x: %.*s", fact, (int) sql.len, (const char *) sql.ptr);
		}
	}
}

/* SET, USE and their like leave something by their first words. */
static void check_parts(mynd_slice sql)
{
	static const unsigned unknown = MYND_SQL_LEAVES | MYND_SQL_ASKS;
	mynd_text_tables tables;
	mynd_text_facts with = {.sql = sql, .tables = &tables}, without = mynd_text_facts_of(sql);
	for (unsigned i = 0; i < 4; i++) {
		bool no_backslash = pick(2), wide = pick(2);
		unsigned use = mynd_text_session_use(&with, no_backslash, wide);
		assert_int_equal(use, mynd_text_session_use(&without, no_backslash, wide));
		if (mynd_text_ask(&with, ALTERS) && !mynd_text_ask(&with, PREPARES) &&
		    !mynd_text_defines(&with, false)) {
			assert_int_equal(use, unknown);
		}
	}
	for (unsigned i = 0; mynd_text_keeps_nothing(&with, false) && i < tables.count; i++) {
		mynd_slice name = tables.each[i].name;
		assert_true(name.len > 0 && name.ptr >= sql.ptr && name.ptr + name.len <= sql.ptr + sql.len);
	}
}

static void test_orders(void **state)
{
	char text[512];
	(void) state;
	for (unsigned i = 0; i < 20000; i++) {
		mynd_slice exact = packet_copy(text, make_text(text));
		check_orders(exact);
		check_parts(exact);
		packet_free(exact);
	}
}

/* --- tables --- */

static void check_tables(const char *text, const char *expected)
{
	char found[256] = "";
	mynd_slice exact = packet_copy(text, strlen(text));
	mynd_text_tables tables;
	mynd_text_facts facts = {.sql = exact, .tables = &tables};
	assert_true(mynd_text_keeps_nothing(&facts, false));
	for (unsigned i = 0; i < tables.count; i++) {
		const mynd_text_table *t = &tables.each[i];
		size_t len = strlen(found);
		snprintf(found + len, sizeof found - len, "%s%.*s.%.*s%s", i == 0 ? "" : " ", (int) t->schema.len,
		    (const char *) t->schema.ptr, (int) t->name.len, (const char *) t->name.ptr,
		    t->changes ? "!" : "");
	}
	assert_string_equal(found, expected);
	packet_free(exact);
}

static void test_tables(void **state)
{
	(void) state;
	check_tables("SELECT 1", "");
	check_tables("START TRANSACTION", "");
	check_tables("SET @a = 1", "");
	check_tables("SELECT * FROM t, `d` . u AS x JOIN (v, \"w\") ON t.a = x.a", ".t d.u .v .w");
	check_tables("SELECT a FROM t WHERE b IN (SELECT c, d FROM u), e", ".t .u");
	check_tables("INSERT INTO t (a) SELECT b FROM d.u ON DUPLICATE KEY UPDATE c = 1", ".t! d.u!");
	check_tables("UPDATE t, u SET t.a = u.b", ".t! .u!");
	check_tables("DELETE a FROM t AS a USING u", ".t! .u!");
	check_tables("SHOW COLUMNS FROM t", ".t");
}

/* More tables than are noted, and a text that is too long, are doubt. */
static void test_limits(void **state)
{
	static char text[MYND_TEXT_LONGEST + 2];
	mynd_text_tables tables;
	(void) state;
	for (unsigned n = 1; n <= MYND_TEXT_TABLES + 1; n++) {
		size_t len = (size_t) sprintf(text, "SELECT 1 FROM t");
		for (unsigned i = 1; i < n; i++) {
			len += (size_t) sprintf(text + len, ",t");
		}
		mynd_text_facts facts = {.sql = {(uint8_t *) text, len}, .tables = &tables};
		assert_int_equal(mynd_text_keeps_nothing(&facts, false), n <= MYND_TEXT_TABLES);
		assert_int_equal(mynd_text_session_use(&facts, false, true), 0);
	}
	memset(text, ' ', sizeof text);
	memcpy(text, "SELECT 1", 8);
	for (size_t len = MYND_TEXT_LONGEST; len <= MYND_TEXT_LONGEST + 1; len++) {
		mynd_text_facts facts = {.sql = {(uint8_t *) text, len}, .tables = &tables};
		assert_int_equal(mynd_text_keeps_nothing(&facts, false), len <= MYND_TEXT_LONGEST);
		assert_int_equal(mynd_text_session_use(&facts, false, true), 0);
	}
}

/* What a backslash means is asked again if it has changed. */
static void test_modes(void **state)
{
	mynd_text_facts facts = mynd_text_facts_of(mynd_slice_of("SELECT 'a\\', @b -- '"));
	(void) state;
	assert_int_equal(mynd_text_session_use(&facts, false, false), 0);
	assert_int_equal(mynd_text_session_use(&facts, true, false), MYND_SQL_LEAVES | MYND_SQL_ASKS);
	assert_int_equal(mynd_text_session_use(&facts, false, false), 0);
	facts = mynd_text_facts_of(mynd_slice_of("SELECT '\x81\\a'"));
	assert_int_equal(mynd_text_session_use(&facts, false, false), 0);
	assert_int_equal(mynd_text_session_use(&facts, false, true), MYND_SQL_LEAVES | MYND_SQL_ASKS);
}

/* --- texts that only read --- */

static bool is_harmless(void *context, mynd_slice name)
{
	(void) context;
	return name.len != 1 || *name.ptr != 'v';
}

static void test_only_reads(void **state)
{
	static const char *const plain[] = {"SELECT 1", "SELECT ABS(a) FROM t WHERE b IN (1, 2)",
	    "SELECT a . b FROM t", "WITH a AS (SELECT 1) SELECT * FROM a;", "SELECT @a, @@b, 'v' -- v",
	    "(SELECT COUNT(*) FROM t)"};
	static const char *const others[] = {"", "UPDATE t SET a = 1", "SELECT f(1)", "SELECT d.ABS(1)",
	    "SELECT d. ABS(1)", "SELECT d./* a */ABS(1)", "SELECT d.\n-- a\nABS(1)", "SELECT ABS (1)",
	    "SELECT * FROM v", "SELECT * FROM d. v", "SELECT 1 INTO @a", "SELECT NEXT VALUE FOR s",
	    "SELECT 1; SELECT 2", "SELECT /*! f(1) */ 1", "SELECT 'a"};
	mynd_sql_names names = {is_harmless, NULL};
	(void) state;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		assert_true(mynd_sql_only_reads(mynd_slice_of(plain[i]), false, true, &names));
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (mynd_sql_only_reads(mynd_slice_of(others[i]), false, true, &names)) {
			fail_msg("%s", others[i]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_table),
	    cmocka_unit_test(test_orders),
	    cmocka_unit_test(test_tables),
	    cmocka_unit_test(test_limits),
	    cmocka_unit_test(test_modes),
	    cmocka_unit_test(test_only_reads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
