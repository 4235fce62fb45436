/* Which texts leave nothing in their session, and which ask for something of it. */
#include "wire_packet.h"
#include "wire/text_facts.h"

static unsigned use_of(const char *text, size_t len, bool no_backslash, bool wide)
{
	mynd_slice exact = packet_copy(text, len);
	mynd_text_facts facts = mynd_text_facts_of(exact);
	unsigned use = mynd_text_session_use(&facts, no_backslash, wide);
	packet_free(exact);
	return use;
}

static const char *const clean[] = {"SELECT 1", " select\t1", "(SELECT 1)", "((SELECT 1) UNION SELECT 2)",
    "SELECT 1;", "SELECT 1 ; ; -- end", "SELECT 'SET @a := GET_LOCK()'", "SELECT \"@a\"",
    "SELECT `@a`, `get_lock` FROM t", "SELECT 'it''s @a'", "SELECT 'it\\'s @a'", "SELECT '\\\\', 1",
    "SELECT/* @a, CALL */1", "SELECT 1 # @a", "SELECT 1 -- @a\n, 2", "SELECT 1--1", "# a\nSELECT 1",
    "SELECT /*+ MAX_EXECUTION_TIME(1) */ 1", "SELECT role, status, next, previous, sequence FROM t",
    "SELECT next, value FROM t", "INSERT INTO t VALUES (1, '\xC3\xA9\\n')",
    "INSERT INTO `t` (`role`) VALUES (?)", "REPLACE t SET a = 1", "UPDATE t SET a = 1", "DELETE FROM t",
    "WITH a AS (SELECT 1) SELECT * FROM a", "SHOW TABLES", "SHOW CREATE TABLE t", "DESCRIBE t", "DESC t",
    "EXPLAIN SELECT 1", "DO 0", "DO SLEEP(1)", "BEGIN", "BEGIN WORK;", "START TRANSACTION",
    "start transaction /* a */ with consistent snapshot, read only", "CREATE TABLE t (a INT)",
    "CREATE UNIQUE INDEX i ON t (a)", "ALTER TABLE t ADD b INT", "DROP TABLE IF EXISTS t", "TRUNCATE TABLE t",
    "SELECT 1 FOR UPDATE", "SELECT 1 LOCK IN SHARE MODE", "SELECT 'a' /* it's */", "SELECT a.b:c",
    "INSERT INTO d.t (a, b) VALUES (1, 2) ON DUPLICATE KEY UPDATE a = VALUES(a)",
    "INSERT IGNORE INTO `d` . `t` (`a`) SELECT COUNT(*) FROM t WHERE a IN (1, 2) AND (b = 1)",
    "SELECT MAX(a) FROM t JOIN (SELECT 1) AS b USING (a) WHERE EXISTS (SELECT 1)", "SELECT 'f(1)'",
    "SELECT -- f(1)\n 1", "CREATE TABLE `t` (`a` VARCHAR(3), KEY `k` (`a`), PRIMARY KEY (b))"};

static const char *const asking[] = {"SELECT FOUND_ROWS()", "SELECT ROW_COUNT()", "SELECT LAST_INSERT_ID()",
    "SELECT LAST_INSERT_ID ( )", "INSERT INTO t VALUES (LAST_INSERT_ID(/**/))", "SELECT @@version",
    "SELECT @@session.sql_mode", "SHOW WARNINGS", "SHOW ERRORS", "SHOW SESSION STATUS", "SHOW TABLE STATUS",
    "SHOW COUNT(*) WARNINGS", "SHOW PROFILE", "COMMIT", "ROLLBACK", "commit work", "ROLLBACK;",
    "SELECT * FROM information_schema.PROCESSLIST"};

static const char *const leaving[] = {"", " ", ";", "SELEC 1", "SET a = 1", "SET @a = 1", "SELECT @a",
    "SELECT @a := 1", "SELECT @ a", "SELECT 1 INTO @a", "SELECT 1 INTO @`a`", "SELECT a:=1",
    "SELECT GET_LOCK('a', 1)", "SELECT get_lock ('a', 1)", "SELECT 1get_lock", "SELECT `GET_LOCK`('a', 1)",
    "SELECT \"GET_LOCK\" ('a', 1)", "SELECT `get_lock`/**/('a', 1)", "SELECT RELEASE_LOCK('a')",
    "DO RELEASE_ALL_LOCKS()", "SELECT LAST_INSERT_ID(1)", "UPDATE t SET id = last_insert_id(id + 1)",
    "SELECT CONNECTION_ID()", "SELECT NEXTVAL(s)", "SELECT s.nextval", "SELECT NEXT VALUE FOR s",
    "SELECT PREVIOUS/**/VALUE FOR s", "SELECT NEXT\xA0VALUE FOR s", "SELECT a./**/COUNT(1)",
    "SELECT LASTVAL(s)", "CALL p()", "USE a", "LOCK TABLES t READ", "UNLOCK TABLES", "FLUSH TABLES",
    "HANDLER t OPEN", "PREPARE s FROM 'a'", "EXECUTE s", "EXECUTE IMMEDIATE 'a'", "DEALLOCATE PREPARE s",
    "CREATE TEMPORARY TABLE t (a INT)", "CREATE TEMPORARY TABLE t SELECT 1",
    "CREATE OR REPLACE TEMPORARY TABLE t (a INT)", "DROP TEMPORARY TABLE t", "CREATE SEQUENCE s",
    "CREATE FUNCTION f() RETURNS INT RETURN 1", "CREATE USER u", "SET ROLE r", "BACKUP STAGE START",
    "BACKUP LOCK t", "XA START 'a'", "KILL 1", "LOAD DATA INFILE 'a' INTO TABLE t", "COMMIT AND CHAIN",
    "COMMIT RELEASE", "ROLLBACK TO a", "SAVEPOINT a", "BEGIN NOT ATOMIC SELECT 1; END", "START SLAVE",
    "START TRANSACTION; SELECT 1", "SELECT 1; SELECT 2", "SELECT 1;SET @a = 1", "BEGIN; SELECT 1",
    "SELECT 1 /*! , @a := 2 */", "/*!SELECT 1*/", "SELECT 1 /*M! x */", "SELECT 1 /* /* */ */",
    "SELECT 1 /* x", "SELECT /*+ 'a' */ 1", "SELECT 'a", "SELECT `a", "SELECT \"a\\\" @b\"", "SELECT 1 \\N",
    "SELECT 1 --\x01 @a", "SELECT 1 --\xA0 @a", "TABLE t", "VALUES (1)", "TRUNCATE t", "ANALYZE TABLE t",
    "SET STATEMENT a = 1 FOR SELECT 1", "SELECT f(1)", "SELECT f (1)", "SELECT f/**/(1)", "SELECT f2(1)",
    "SELECT a.COUNT(1)", "SELECT a . f(1)", "SELECT a . COUNT(1)", "SELECT `f`(1)", "SELECT COUNT (*)",
    "INSERT INTO t (a) VALUES (f(1))", "UPDATE t SET a = f(1)", "DO f()", "SELECT p.get()",
    "SELECT \xC3\xA9(1)", "CREATE TABLE t (a INT) AS SELECT f(1)", "SELECT 1 + f(1)",
    "INSERT t VALUES (f(1))", "SHOW TABLES WHERE f(1)"};

#define EACH(texts, expected)                                                                                \
	for (size_t i = 0; i < sizeof(texts) / sizeof *(texts); i++) {                                           \
		unsigned use = use_of((texts)[i], strlen((texts)[i]), false, false);                                 \
		if (use != (expected)) {                                                                             \
			fail_msg("%u of: %s", use, (texts)[i]);                                                          \
		}                                                                                                    \
	}

static void texts_are_told_apart(void **state)
{
	(void) state;
	EACH(clean, 0u)
	EACH(asking, (unsigned) MYND_SQL_ASKS)
	EACH(leaving, (unsigned) (MYND_SQL_LEAVES | MYND_SQL_ASKS))
	assert_int_equal(use_of("SELECT 1\0", 9, false, false), MYND_SQL_LEAVES | MYND_SQL_ASKS);
}

/* What is quoted depends on the mode and on the character set. */
static void the_dialect_counts(void **state)
{
	static const char escaped[] = "SELECT 'a\\' @b'", open[] = "SELECT 'a\\', @b";
	static const char wide[] = "SELECT '\x81\\', 1", tick[] = "SELECT `\x81` FROM t";
	(void) state;
	assert_int_equal(use_of(escaped, sizeof escaped - 1, false, false), 0);
	assert_int_not_equal(use_of(escaped, sizeof escaped - 1, true, false), 0);
	assert_int_not_equal(use_of(open, sizeof open - 1, true, false), 0);
	assert_int_not_equal(use_of(wide, sizeof wide - 1, true, true), 0);
	assert_int_equal(use_of(wide, sizeof wide - 1, true, false), 0);
	assert_int_equal(use_of(tick, sizeof tick - 1, false, false), 0);
	assert_int_not_equal(use_of(tick, sizeof tick - 1, false, true), 0);
}

/* A text that was cut is read to its end, and no further. */
static void every_cut_is_read(void **state)
{
	static const char text[] =
	    "(/* a */ INSERT INTO `t` (`b`) VALUES ('it\\'s', \"x\", @@a, LAST_INSERT_ID()) -- end\n;# x";
	(void) state;
	for (size_t len = 0; len < sizeof text; len++) {
		use_of(text, len, false, true);
		use_of(text, len, true, false);
	}
}

static bool begins(const char *text)
{
	mynd_text_facts facts = mynd_text_facts_of(mynd_slice_of(text));
	return mynd_text_ask(&facts, MYND_TEXT_BEGINS) != 0;
}

static void transactions_begin(void **state)
{
	(void) state;
	assert_true(begins("START TRANSACTION /* a */"));
	assert_true(begins(" begin"));
	assert_false(begins("START SLAVE"));
	assert_false(begins("SELECT 1"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(texts_are_told_apart),
	    cmocka_unit_test(the_dialect_counts),
	    cmocka_unit_test(every_cut_is_read),
	    cmocka_unit_test(transactions_begin),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
