/*
 * What is told of texts without parsing them: may the session change, how many placeholders are there.
 */
#include "wire_packet.h"
#include "wire/sql.h"
#include "wire/text_facts.h"

static bool says(mynd_slice sql, unsigned fact, bool several)
{
	mynd_text_facts text = mynd_text_facts_of(sql);
	bool yes = mynd_text_asks(&text, fact, several);
	assert_int_equal(mynd_text_asks(&text, fact, several), yes); /* it is known now */
	return yes;
}

static bool alters_slice(const char *text, size_t len, bool several)
{
	mynd_slice exact = packet_copy(text, len);
	bool alters = says(exact, MYND_TEXT_ALTERS, several);
	packet_free(exact);
	return alters;
}

static bool alters(const char *text)
{
	return alters_slice(text, strlen(text), false);
}

static const char *const harmless[] = {"SELECT 1", "GET DIAGNOSTICS @n = NUMBER", "select 1",
    " \t\r\n\v\fSELECT 1", "(SELECT 1)", "( ( SELECT 1) )", "/* a */SELECT 1", "/**/SELECT",
    "/* SET */ -- x\n# y\n-- \nSELECT 1", "--\x7F x\nSELECT 1", "--\tx\nSELECT", "INSERT INTO t VALUES (1)",
    "Update t SET a = 1", "DELETE FROM t", "REPLACE INTO t VALUES (1)", "COMMIT", "COMMIT AND CHAIN",
    "ROLLBACK TO SAVEPOINT x", "START TRANSACTION", "SAVEPOINT s", "RELEASE SAVEPOINT s", "BEGIN",
    "begin work", "BEGIN ;", "BEGIN WORK -- x\n;", "SET AUTOCOMMIT=0", "set autocommit = 1 ;",
    "SET/**/AUTOCOMMIT=1", "SHOW WARNINGS", "WITH a AS (SELECT 1) SELECT * FROM a", "EXPLAIN SELECT 1",
    "DESCRIBE t", "DESC t", "/* * */SELECT 1", "/*Mx*/SELECT 1", "--\x01x\nSELECT 1", "SELECT/*!50000 1 */",
    "SELECT ';'", "SELECT 1;"};

static const char *const harmful[] = {"", " ", "SET sql_mode = ''", "USE db", "CALL p()",
    "ALTER TABLE t ADD c INT", "CREATE TABLE t (a INT)", "DROP TABLE t", "LOAD DATA INFILE 'x' INTO TABLE t",
    "EXECUTE s", "EXECUTE IMMEDIATE 'SET x = 1'", "PREPARE s FROM 'x'", "LOCK TABLES t WRITE",
    "/*!50000 SET x = 1*/", "/*! SELECT 1 */", "/*M! SELECT 1 */", "/*M!100100 SET x = 1*/ SELECT 1",
    "/* never closed SELECT 1", "/* a */ /*! SET x = 1 */", "# SELECT 1", "-- SELECT 1",
    "BEGIN NOT ATOMIC SET x = 1; END", "BEGIN SELECT 1; END", "BEGIN WORK; SET x = 1", "BEGIN; SET x = 1",
    "SET AUTOCOMMIT=2", "SET AUTOCOMMIT=1, sql_mode=''", "SET AUTOCOMMIT",
    "SET AUTOCOMMIT=", "SET autocommit_x=1", "SET @@autocommit=1", "SELECTED", "SELECT_1", "SELECT\xC3\xA9",
    "\xEF\xBB\xBFSELECT 1", "--SELECT 1", "/", "-", "/*", "/*!", "(", "XSELECT 1", "\\SELECT", "ELECT",
    "SET STATEMENT x = 1 FOR SELECT 1", "HANDLER t OPEN", "DO f()", "DESCR"};

static void test_alters(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
		if (alters(harmless[i])) {
			fail_msg("harmless: %s", harmless[i]);
		}
	}
	for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++) {
		if (!alters(harmful[i])) {
			fail_msg("harmful: %s", harmful[i]);
		}
	}
	assert_true(alters_slice("\0SELECT 1", 9, false));
}

static void test_several(void **state)
{
	(void) state;
	static const char *const one[] = {"SELECT 1", "SELECT 1;", "SELECT 1; ; -- x\n", "SELECT 1;/* x */;"};
	static const char *const more[] = {"SELECT 1; SET x = 1", "SELECT 1;;SET x = 1", "SELECT ';'",
	    "SELECT 1;/*!SET x=1*/", "INSERT INTO t VALUES ('a;b');"};
	for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
		assert_false(alters_slice(one[i], strlen(one[i]), true));
	}
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		assert_true(alters_slice(more[i], strlen(more[i]), true));
		assert_false(alters_slice(more[i], strlen(more[i]), false));
	}
}

/* Cut anywhere, nothing beyond the end is read. */
static void test_cut(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
		for (size_t len = 0; len < strlen(harmless[i]); len++) {
			alters_slice(harmless[i], len, true);
		}
	}
	static const char call[] = "/* a */ -- b\n (CALL p())";
	for (size_t len = 0; len < sizeof call; len++) {
		assert_true(alters_slice(call, len, false));
	}
}

static unsigned outlives(const char *text, size_t len, bool several)
{
	mynd_slice exact = packet_copy(text, len);
	mynd_text_facts facts = mynd_text_facts_of(exact);
	unsigned found = mynd_text_survives_reset(&facts, several);
	packet_free(exact);
	return found;
}

static void test_outlives(void **state)
{
	(void) state;
	enum {
		NONE = 0,
		ROLE = MYND_SQL_ROLE,
		SCHEMA = MYND_SQL_SCHEMA,
		TRACKING = SCHEMA | MYND_SQL_TRACKING,
		THREAD = MYND_SQL_THREAD,
		ALL = ROLE | TRACKING
	};
	static const struct {
		const char *text;
		unsigned found;
	} cases[] = {{"", NONE}, {"SET ROLE r", ROLE}, {"set role none", ROLE}, {"SET\nRoLe`r`", ROLE},
	    {"/*!50000SET*//*!50000ROLE*/ r", ROLE}, {"SET DEFAULT ROLE r", ROLE}, {"SET /* x */ ROLE", ROLE},
	    {"SET SESSION AUTHORIZATION u@h", ROLE}, {"BEGIN NOT ATOMIC SET ROLE r; END", ROLE},
	    {"SET x = 'ROLE'", ROLE}, {"USE db", SCHEMA}, {"use`db`", SCHEMA}, {"DROP DATABASE db", SCHEMA},
	    {"drop schema db", SCHEMA}, {"SET session_track_schema = OFF", TRACKING},
	    {"SET @@session.session_track_schema=0", TRACKING}, {"SET @@session_track_schema=0", TRACKING},
	    {"PREPARE s FROM @a", ALL}, {"EXECUTE s", ALL}, {"EXECUTE IMMEDIATE @a", ALL}, {"CALL p()", NONE},
	    {"SET ROLES = 1", NONE}, {"SET PAROLE = 1", NONE}, {"SET A_ROLE = 1", NONE}, {"SET ROLE1 = 1", NONE},
	    {"SET @role = 1", NONE}, {"SET@use=1", NONE}, {"@ROLE", NONE}, {"SELECT role FROM users", NONE},
	    {"UPDATE users SET role = 1", NONE}, {"INSERT INTO t SELECT 'USE', 'EXECUTE'", NONE}, {"USER", NONE},
	    {"SET NAMES utf8mb4", NONE}, {"SET sql_mode = ''", NONE}, {"CREATE TABLE t (a INT)", NONE},
	    {"SET RESOURCE GROUP g", THREAD}, {"set resource/**/group g FOR 7", THREAD},
	    {"BEGIN NOT ATOMIC SET RESOURCE GROUP g; END", THREAD}, {"TRUNCATE resource", NONE},
	    {"UPDATE resource SET a = 1", NONE}, {"SELECT /*+ RESOURCE_GROUP(g) */ 1", NONE},
	    {"UPDATE performance_schema.threads SET INSTRUMENTED = 'NO'", THREAD},
	    {"/* x */ update`threads`set history='NO'", THREAD}, {"UPDATE orders SET history = 1", NONE},
	    {"UPDATE threads SET title = 1", NONE},
	    {"WITH a AS (SELECT 1) UPDATE performance_schema.threads SET INSTRUMENTED = 'NO'", THREAD},
	    {"/*!UPDATE*/ threads SET HISTORY = 'NO'", THREAD}, {"WITH threads AS (SELECT 1) SELECT 1", NONE},
	    {"UPDATE t SET resource = 1 WHERE `group` = 2", NONE}, {"SELECT history FROM threads", NONE},
	    {"CALL sys.ps_setup_disable_thread(CONNECTION_ID())", THREAD},
	    {"CALL ps_setup_enable_thread(7)", THREAD},
	    /* white space of latin1 */
	    {"\xA0USE db", SCHEMA}, {"USE\xA0x", SCHEMA}, {"SET\xA0ROLE\xA0r", ROLE}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *text = cases[i].text;
		if (outlives(text, strlen(text), false) != cases[i].found) {
			fail_msg("%s: %u", text, outlives(text, strlen(text), false));
		}
		for (size_t len = 0; len < strlen(text); len++) {
			outlives(text, len, true);
		}
	}
	static const char two[] = "SELECT 1; SET ROLE r";
	assert_int_equal(outlives(two, strlen(two), true), ROLE);
	assert_int_equal(outlives(two, strlen(two), false), NONE);
}

static mynd_sql_change changes(const char *text, size_t len)
{
	mynd_slice exact = packet_copy(text, len);
	mynd_sql_change change = mynd_sql_changes(exact);
	packet_free(exact);
	return change;
}

static void test_changes(void **state)
{
	(void) state;
	static const struct {
		const char *text;
		mynd_sql_change change;
	} cases[] = {{"", MYND_SQL_CHANGES_NOTHING}, {"SELECT 1", MYND_SQL_CHANGES_NOTHING},
	    {"CALL p(?)", MYND_SQL_CHANGES_NOTHING}, {"(INSERT", MYND_SQL_CHANGES_NOTHING},
	    {"INSERTED", MYND_SQL_CHANGES_NOTHING}, {"/*!INSERT*/ INTO t VALUES (?)", MYND_SQL_CHANGES_NOTHING},
	    {"UPDATE t SET a = ?", MYND_SQL_CHANGES}, {" delete from t", MYND_SQL_CHANGES},
	    {"INSERT INTO t SELECT ?", MYND_SQL_INSERTS_SINGLY},
	    {"INSERT INTO t\xA0SELECT ?", MYND_SQL_INSERTS_SINGLY},
	    {"insert into t (a) (select ?)", MYND_SQL_INSERTS_SINGLY},
	    {"INSERT INTO t VALUES ((SELECT ?))", MYND_SQL_INSERTS_SINGLY},
	    {"INSERT DELAYED INTO t VALUES (?)", MYND_SQL_INSERTS_SINGLY},
	    {"replace delayed t values (?)", MYND_SQL_INSERTS_SINGLY},
	    {"INSERT INTO t VALUES (?, ?)", MYND_SQL_INSERTS_ONE},
	    {"REPLACE t (a, b) VALUES (?, f(?), ?)", MYND_SQL_INSERTS_ONE},
	    {"INSERT INTO t SET a = f(?), b = ?", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (f(g(?), 1), ?) ON DUPLICATE KEY UPDATE a = ?", MYND_SQL_INSERTS_ONE},
	    {"/* a */ REPLACE t VALUES (f(?), ?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (?) RETURNING id, a", MYND_SQL_INSERTS_ONE},
	    {"INSERT INTO selects VALUES (?)", MYND_SQL_INSERTS_ONE},
	    {"INSERT INTO t VALUES (?), (?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (?)\n ,(?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (?) /* a */, (?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (?) -- a\n, (?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (?) # a\n, (?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (?) /*!, (?) */", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES ('(', ?), ('(', ?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (\"((\\\"\", ?), (1, ?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (`(`), (?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES ('a', ?)", MYND_SQL_INSERTS_ONE},
	    {"INSERT INTO t VALUES (f('a'), ?)", MYND_SQL_INSERTS},
	    {"INSERT INTO t VALUES (?)) , (", MYND_SQL_INSERTS}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *text = cases[i].text;
		if (changes(text, strlen(text)) != cases[i].change) {
			fail_msg("%s: %u", text, changes(text, strlen(text)));
		}
		for (size_t len = 0; len < strlen(text); len++) {
			changes(text, len);
		}
	}
	static const char nul[] = "INSERT INTO t VALUES (f(\0), ?)";
	assert_int_equal(changes(nul, sizeof nul - 1), MYND_SQL_INSERTS);
}

static void check_count(const char *text, size_t len, int expected)
{
	mynd_slice exact = packet_copy(text, len);
	uint32_t count = 77;
	bool certain = mynd_sql_count_placeholders(exact, &count);
	if (certain != (expected >= 0) || count != (expected >= 0 ? (uint32_t) expected : 77)) {
		fail_msg("%.*s: %s %u", (int) len, text, certain ? "certain" : "uncertain", count);
	}
	packet_free(exact);
}

static void test_placeholders(void **state)
{
	(void) state;
	static const struct {
		const char *text;
		int count; /* -1: uncertain */
	} cases[] = {{"", 0}, {"SELECT 1", 0}, {"?", 1}, {"SELECT ?, ?+?", 3}, {"SELECT a-b, c/d, e*/f", 0},
	    {"SELECT ? - - ?", 2}, {"SELECT ?/ *?", 2}, {"SELECT ?-", 1}, {"SELECT ?/", 1}, {"SELECT '?'", 0},
	    {"SELECT \"?\", ?", 1}, {"SELECT `?`", 0}, {"SELECT `a?``b?`, ?", 1}, {"SELECT 'it''s ?', ?", 1},
	    {"SELECT '\"?`', ?", 1}, {"SELECT 'a:b', ?", 1}, {"SELECT '-- ?', '/* ?', '#', ?", 1},
	    {"SELECT ?, '", -1}, {"SELECT '?", -1}, {"SELECT `?", -1}, {"SELECT '?''", -1}, {"SELECT '\\'?'", -1},
	    {"SELECT \"\\\", ?\"", -1}, {"SELECT \x83`, ?, `", -1}, {"SELECT `\x83`, ?", -1},
	    {"SELECT '\x83', ?", 1},
	    {"SELECT `a\xC3\xA9"
	     "b`, ?",
	        1},
	    {"SELECT \\?", -1}, {"SELECT ? # ?", -1}, {"SELECT ? -- ?", -1}, {"SELECT ?--1", -1},
	    {"SELECT /* ? */ ?", -1}, {"SELECT /*!?*/", -1}, {"SELECT :a, ?", -1}, {"SELECT @a := ?", -1},
	    {"SELECT \xC3\xA9, ?", 1}, {"SELECT {ts ?}", 1}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		check_count(cases[i].text, strlen(cases[i].text), cases[i].count);
	}
	check_count("SELECT ?\0", 9, -1);
	check_count("SELECT '?\0'", 11, -1);
}

static void check_word(bool (*asks)(mynd_slice sql), const char *text, bool expected)
{
	mynd_slice exact = packet_copy(text, strlen(text));
	if (asks(exact) != expected) {
		fail_msg("%s: %d", text, !expected);
	}
	packet_free(exact);
}

static bool may_prepare(mynd_slice sql)
{
	return says(sql, MYND_TEXT_PREPARES, false);
}

static bool several_may_prepare(mynd_slice sql)
{
	return says(sql, MYND_TEXT_PREPARES, true);
}

static bool may_define(const char *sql, bool several)
{
	mynd_text_facts text = mynd_text_facts_of(mynd_slice_of(sql));
	return mynd_text_defines(&text, several);
}

static void test_may_define(void **state)
{
	(void) state;
	static const char *const none[] = {"SET @a = 1", "/* a */ set x = 1", "SET\tx = 1", "USE db", "KILL 7",
	    "LOCK TABLES t READ", "UNLOCK TABLES", "FLUSH TABLES", "SELECT 1", "INSERT INTO t VALUES (1)",
	    "SET NAMES utf8mb4", "DO f()", "PREPARE s FROM 'DROP TABLE t'", "ANALYZE TABLE t", "TRUNCATE t"};
	static const char *const some[] = {"CREATE VIEW v AS SELECT f()", "DROP TABLE t", "CALL p()",
	    "RENAME TABLE a TO b", "SET STATEMENT max_statement_time = 1 FOR CREATE VIEW v AS SELECT f()",
	    "set /* a */ statement max_statement_time = 1 for drop view v",
	    "/*!50000 CREATE */ VIEW v AS SELECT 1", "EXECUTE s", "SETX", ""};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		assert_false(may_define(none[i], false));
	}
	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		assert_true(may_define(some[i], false));
		assert_true(may_define(some[i], true));
	}
	assert_true(may_define("SET @a = 1; CREATE VIEW v AS SELECT 1", true));
	assert_true(may_define("INSERT INTO t VALUES (1); call p()", true));
	assert_false(may_define("INSERT INTO t VALUES ('a:1:{i:0;i:1;}'); SET @a = 1", true));
}

static bool only_creates(const char *sql)
{
	return mynd_text_only_creates(mynd_slice_of(sql));
}

static bool leaves_prepares_alone(const char *sql)
{
	return mynd_text_leaves_prepares_alone(mynd_slice_of(sql));
}

static void test_what_prepares_depend_on(void **state)
{
	(void) state;
	assert_true(only_creates("CREATE TABLE t (a INT)"));
	assert_true(only_creates("/* a */ create /* b */ table IF NOT EXISTS t (a INT)"));
	assert_true(only_creates("CREATE TEMPORARY TABLE t (a INT)"));
	assert_true(only_creates("DROP TEMPORARY TABLE t"));
	static const char *const more[] = {"CREATE OR REPLACE TABLE t (a INT)", "CREATE VIEW v AS SELECT 1",
	    "DROP TABLE t", "ALTER TABLE t ADD a INT", "/*!50000 CREATE */ TABLE t (a INT)", "CREATE", ""};
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		assert_false(only_creates(more[i]));
	}
	assert_true(leaves_prepares_alone("USE db"));
	assert_true(leaves_prepares_alone(" /* a */ analyze TABLE t"));
	static const char *const session[] = {
	    "SET @a = 1", "LOCK TABLES t READ", "CREATE TABLE t (a INT)", "PREPARE s FROM 'x'", "USED", ""};
	for (size_t i = 0; i < sizeof session / sizeof *session; i++) {
		assert_false(leaves_prepares_alone(session[i]));
	}
}

static void test_may_prepare(void **state)
{
	(void) state;
	static const char *const none[] = {"SELECT 1", "SET NAMES utf8mb4", "set @a = 1", "USE x", "DO 0",
	    "/* c */ SET a = 1", "CREATE TABLE t (a INT)", "COMMIT", "SET AUTOCOMMIT = 1", "SHOW TABLES"};
	static const char *const some[] = {"PREPARE s FROM 'SELECT 1'", "EXECUTE s", "CALL p()", "", "(",
	    "EXECUTE IMMEDIATE 'x'", "SET STATEMENT a = 1 FOR SELECT 1", "set  statement x",
	    "BEGIN NOT ATOMIC END", "/*! SET a = 1 */", "XA BEGIN 'x'", "DEALLOCATE PREPARE s", "SETX"};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		check_word(may_prepare, none[i], false);
		check_word(several_may_prepare, none[i], false);
	}
	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		check_word(may_prepare, some[i], true);
	}
	check_word(several_may_prepare, "SET a = 1; PREPARE s FROM 'x'", true);
	check_word(several_may_prepare, "SELECT 1; CALL p()", true);
}

static bool asks_last(mynd_slice sql)
{
	return says(sql, MYND_TEXT_ASKS_LAST, false);
}

static void test_diagnostics(void **state)
{
	(void) state;
	static const char *const some[] = {"SHOW WARNINGS", "show count(*) errors", "SELECT @@warning_count",
	    "SELECT ROW_COUNT()", "SELECT found_rows()", "GET DIAGNOSTICS @a = NUMBER", "SELECT @@error_count",
	    "SHOW\xA0WARNINGS" /* white space of latin1 */};
	static const char *const none[] = {"", "SELECT 1", "SELECT warnings_seen", "SELECT my_errors FROM t"};
	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		check_word(asks_last, some[i], true);
	}
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		check_word(asks_last, none[i], false);
	}
}

static uint32_t shape(const char *text)
{
	mynd_slice exact = packet_copy(text, strlen(text));
	uint32_t found = mynd_sql_value_shape(exact);
	packet_free(exact);
	assert_int_not_equal(found, 0);
	return found;
}

/* Rows of texts that are of one shape; no two rows are. */
static void test_shapes(void **state)
{
	(void) state;
	static const char *const rows[][4] = {{"", "", " ", "\t"}, {"0", "7", "9223372036854775807", " 12"},
	    {"-1", "-9223372036854775807", "-0", "-12"}, {"+1", "+2", "+3", "+44"},
	    {"9223372036854775808", "18446744073709551615", "10000000000000000000", "9999999999999999999"},
	    {"18446744073709551616", "99999999999999999999", "100000000000000000000000000000",
	        "18446744073709551620"},
	    {"1.5", "0.25", "12.", "3.1415926"}, {"-1.5", "-0.25", "-12.", "-3.1"}, {".5", ".25", ".", ".0"},
	    {"1e5", "2E10", "3e-7", "4e+1"}, {"1.5e5", "2.E10", "0.3e-7", "4.1e+1"},
	    {"abc", "x", "\xC3\xA4", "e5"}, {"12abc", "1e", "9z", "3x"}, {"2020-01-01", "1-1", "0-", "12-31"},
	    {"12:30:00", "1:", "0:0", "9:9"}, {"1.5x", "0.5e", "1.e", "2.2abc"}, {"-", "-", "-", "-"},
	    {"--", "--1", "--", "---"}, {"1 ", "2 x", "3  ", "44 "}};
	size_t count = sizeof rows / sizeof *rows;
	assert_int_not_equal(mynd_sql_value_shape((mynd_slice){(const uint8_t *) "1\0", 2}), shape("1"));
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 1; j < 4; j++) {
			if (shape(rows[i][j]) != shape(rows[i][0])) {
				fail_msg("%s is not as %s", rows[i][j], rows[i][0]);
			}
		}
		for (size_t j = 0; j < i; j++) {
			if (shape(rows[i][0]) == shape(rows[j][0])) {
				fail_msg("%s is as %s", rows[i][0], rows[j][0]);
			}
		}
	}
}

static mynd_slice text(const char *sql)
{
	return (mynd_slice){(const uint8_t *) sql, strlen(sql)};
}

/* Anything but the five plain statements may begin or end a transaction. */
static void test_transactions(void **state)
{
	static const char *const plain[] = {"SELECT 1", " \n select (1)", "INSERT INTO t VALUES (1)",
	    "replace t set a = 1", "UPDATE t SET a = 1", "delete from t"};
	static const char *const others[] = {"", "BEGIN", "START TRANSACTION", "COMMIT", "SET autocommit = 0",
	    "CALL p()", "XA START 'x'", "/* SELECT */ BEGIN", "/*!BEGIN*/", "-- INSERT\nBEGIN",
	    "WITH a AS (SELECT 1) SELECT 1", "CREATE TABLE t (a INT)", "SELECTED", "INSERTS", "EXECUTE s",
	    "DO 1"};
	(void) state;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		assert_false(mynd_sql_may_change_transaction(text(plain[i]), false));
		assert_false(mynd_sql_may_change_transaction(text(plain[i]), true));
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_true(mynd_sql_may_change_transaction(text(others[i]), false));
	}
	assert_false(mynd_sql_may_change_transaction(text("SELECT 1; BEGIN"), false));
	assert_true(mynd_sql_may_change_transaction(text("SELECT 1; BEGIN"), true));
}

/* In doubt it is no ROLLBACK: after a deadline nothing else may be sent. */
static void test_rollback(void **state)
{
	static const char *const plain[] = {"ROLLBACK", " \n rollback work", "/* a comment */ Rollback",
	    "ROLLBACK TO SAVEPOINT s", "rollback and chain"};
	static const char *const others[] = {"", "COMMIT", "SELECT 1", "ROLLBACKS", "ROLLBACK; COMMIT",
	    "rollback;", "/* ROLLBACK */ COMMIT", "/*!ROLLBACK*/", "XA ROLLBACK 'x'", "-- ROLLBACK\nCOMMIT"};
	(void) state;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		assert_true(mynd_sql_rolls_back(text(plain[i])));
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_false(mynd_sql_rolls_back(text(others[i])));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_alters),
	    cmocka_unit_test(test_several),
	    cmocka_unit_test(test_cut),
	    cmocka_unit_test(test_outlives),
	    cmocka_unit_test(test_changes),
	    cmocka_unit_test(test_placeholders),
	    cmocka_unit_test(test_may_prepare),
	    cmocka_unit_test(test_diagnostics),
	    cmocka_unit_test(test_shapes),
	    cmocka_unit_test(test_may_define),
	    cmocka_unit_test(test_what_prepares_depend_on),
	    cmocka_unit_test(test_transactions),
	    cmocka_unit_test(test_rollback),
	};
	return cmocka_run_group_tests_name("wire/sql", tests, NULL, NULL);
}
