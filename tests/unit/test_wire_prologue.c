/* Which texts may run before the program has sent them. */
#include "wire_packet.h"
#include "wire/sql.h"

static mynd_sql_prologue kind_of(const char *text, size_t len)
{
	mynd_slice exact = packet_copy(text, len);
	mynd_sql_prologue kind = mynd_sql_in_prologue(exact);
	packet_free(exact);
	return kind;
}

static const char *const of_session[] = {"SET NAMES utf8mb4", "set names 'utf8mb4' collate 'utf8mb4_bin'",
    "SET NAMES \"latin1\";", " SET\tNAMES\nutf8 ", "SET NAMES DEFAULT", "SET sql_mode=''",
    "SET SESSION sql_mode='STRICT_ALL_TABLES,NO_ZERO_DATE'", "SET @@sql_mode := ANSI",
    "SET @@SESSION.sql_mode = 'ANSI'", "SET time_zone=\"+00:00\", SESSION group_concat_max_len = 1000",
    "SET NAMES utf8, sql_mode=ANSI", "SET AUTOCOMMIT=0", "SET foreign_key_checks=OFF",
    "SET sql_safe_updates=DEFAULT", "SET max_statement_time=-1.5", "SET optimizer_switch='mrr=on'",
    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
    "set session transaction isolation level serializable;",
    "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ", "SELECT @@sql_mode",
    "select @@session.sql_mode", "SELECT@@autocommit",
    "SELECT @@SESSION.sql_mode AS `mode`, @@time_zone zone, @@wait_timeout AS 'w' ;"};

static const char *const of_schema[] = {"USE shop", "use `my shop`;", "USE`a`", "USE 2nd"};

static const char *const of_neither[] = {"", " ", "SET", "SET ", "SET x", "SET NAMES",
    "SET NAMES utf8 COLLATE", "SET NAMES utf8; SET x = 1", "SET NAMES utf8;;", "SET sql_mode",
    "SET sql_mode=", "SET sql_mode='a", "SET sql_mode='a'b'", "SET sql_mode='a''b'", "SET sql_mode='a\\'",
    "SET sql_mode='\xC3\xA9'", "SET sql_mode='a`'", "SET sql_mode=@@sql_mode", "SET sql_mode=f()",
    "SET sql_mode=(SELECT 1)", "SET sql_mode=1+1", "SET sql_mode=1x", "SET sql_mode=1e5", "SET sql_mode=.5",
    "SET sql_mode=+", "SET sql_mode=CONCAT(@@sql_mode,'')", "SET @a = 1", "SET @a := 1, sql_mode=''",
    "SET sql_mode='', @a = 1", "SET sql_mode='', GLOBAL time_zone='x'", "SET GLOBAL sql_mode=''",
    "SET PERSIST sql_mode=''", "SET @@GLOBAL.sql_mode=''", "SET LOCAL sql_mode=''", "SET @@local.sql_mode=''",
    "SET wait_timeout=1", "SET SESSION wait_timeout=1", "SET timestamp=1", "SET insert_id=1",
    "SET last_insert_id=1", "SET rand_seed1=1", "SET sql_log_bin=0", "SET session_track_schema=0",
    "SET character_set_database=utf8", "SET CHARACTER SET utf8", "SET CHARSET utf8", "SET PASSWORD = 'x'",
    "SET ROLE r", "SET DEFAULT ROLE r", "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE",
    "SET SESSION TRANSACTION READ ONLY", "SET SESSION TRANSACTION ISOLATION LEVEL READ",
    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED, READ ONLY",
    "SET STATEMENT sql_mode='' FOR SELECT 1", "SET/**/NAMES utf8", "SET NAMES utf8 -- x",
    "SET NAMES utf8 # x", "/* x */ SET NAMES utf8", "/*!SET NAMES utf8*/", "SETNAMES utf8",
    "SET sql_modes=''", "SELECT", "SELECT 1", "SELECT @@", "SELECT @@x", "SELECT @sql_mode",
    "SELECT @@sql_mode,", "SELECT @@sql_mode AS", "SELECT @@sql_mode FROM t", "SELECT @@sql_mode INTO @a",
    "SELECT @@sql_mode, 1", "SELECT @@sql_mode, SLEEP(1)", "SELECT @@global.sql_mode",
    "SELECT @@warning_count", "SELECT @@timestamp", "SELECT @@last_insert_id",
    "SELECT @@character_set_database", "SELECT @@optimizer_switch", "SELECT @@in_transaction",
    "SELECT @@sql_mode LIMIT 1", "SELECT @@sql_mode; SELECT 1", "SELECT (@@sql_mode)",
    "SELECT DISTINCT @@sql_mode", "SELECT @@sql_mode+1", "USE", "USE ", "USE a b", "USE a; SELECT 1",
    "USE ``a``", "USE `a", "USE 'a'", "USE a/**/", "USEa", "BEGIN", "DO 0", "CALL p()", "RESET CONNECTION",
    "KILL 1", "CREATE TEMPORARY TABLE t (a INT)"};

static void expect(const char *const texts[], size_t count, mynd_sql_prologue expected)
{
	for (size_t i = 0; i < count; i++) {
		if (kind_of(texts[i], strlen(texts[i])) != expected) {
			fail_msg("not as expected: %s", texts[i]);
		}
	}
}

#define EXPECT(texts, expected) expect(texts, sizeof(texts) / sizeof *(texts), expected)

static void test_kinds(void **state)
{
	(void) state;
	EXPECT(of_session, MYND_SQL_PROLOGUE_SESSION);
	EXPECT(of_schema, MYND_SQL_PROLOGUE_SCHEMA);
	EXPECT(of_neither, MYND_SQL_PROLOGUE_NOT);
	assert_int_equal(kind_of("SET sql_mode='\0'", 16), MYND_SQL_PROLOGUE_NOT);
	assert_int_equal(kind_of("USE a\0", 6), MYND_SQL_PROLOGUE_NOT);
}

/* No text that is cut short is read beyond its end, and none begins a longer statement. */
static void test_cut(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof of_session / sizeof *of_session; i++) {
		for (size_t len = 0; len < strlen(of_session[i]); len++) {
			mynd_sql_prologue kind = kind_of(of_session[i], len);
			assert_true(kind == MYND_SQL_PROLOGUE_SESSION || kind == MYND_SQL_PROLOGUE_NOT);
		}
	}
}

/* It has no rows: whether the text is one of the forms and no SELECT. */
static bool only_sets(const char *text)
{
	mynd_slice exact = packet_copy(text, strlen(text));
	bool yes = mynd_sql_only_sets(exact);
	packet_free(exact);
	return yes;
}

static void test_only_sets(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof of_session / sizeof *of_session; i++) {
		assert_int_equal(only_sets(of_session[i]), strncasecmp(of_session[i], "select", 6) != 0);
	}
	for (size_t i = 0; i < sizeof of_schema / sizeof *of_schema; i++) {
		assert_true(only_sets(of_schema[i]));
	}
	for (size_t i = 0; i < sizeof of_neither / sizeof *of_neither; i++) {
		assert_false(only_sets(of_neither[i]));
	}
}

static bool sets_constants(const char *text)
{
	mynd_slice exact = packet_copy(text, strlen(text));
	bool yes = mynd_sql_sets_constants(exact);
	packet_free(exact);
	return yes;
}

static void test_sets_constants(void **state)
{
	static const char *const any[] = {"SET SESSION wait_timeout = 1", "set @a = 'x', @b := -1, sql_mode=''",
	    "SET timestamp=1", "SET @@session.sql_log_bin=0", "SET NAMES utf8mb4, @a=1;"};
	static const char *const none[] = {"SET", "SET @a", "SET @a = @b", "SET @a = f()", "SET @a = (SELECT 1)",
	    "SET PASSWORD = 'x'", "SET ROLE r", "SET GLOBAL a=1", "SET @@global.a=1", "SET @a=1; SELECT 1",
	    "SET @a = 1, @b = GET_LOCK('x', 1)", "SELECT @@sql_mode", "SETx=1", "USE a"};
	(void) state;
	for (size_t i = 0; i < sizeof any / sizeof *any; i++) {
		assert_true(sets_constants(any[i]));
	}
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		assert_false(sets_constants(none[i]));
	}
}

/* Bytes that no form has, at every place of every text, but between quotes where some are plain. */
static void test_bytes(void **state)
{
	(void) state;
	static const char bytes[] = {'(', ')', '/', '\\', '#', '\0', '\x7F', '\x80', '\xFF', '*', '%'};
	char text[128];
	for (size_t i = 0; i < sizeof of_session / sizeof *of_session; i++) {
		size_t len = strlen(of_session[i]);
		bool quoted = strpbrk(of_session[i], "'\"`") != NULL;
		for (size_t at = 0; at <= len && !quoted; at++) {
			for (size_t b = 0; b < sizeof bytes; b++) {
				memcpy(text, of_session[i], at);
				text[at] = bytes[b];
				memcpy(text + at + 1, of_session[i] + at, len - at);
				assert_int_equal(kind_of(text, len + 1), MYND_SQL_PROLOGUE_NOT);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_kinds),
	    cmocka_unit_test(test_cut),
	    cmocka_unit_test(test_bytes),
	    cmocka_unit_test(test_only_sets),
	    cmocka_unit_test(test_sets_constants),
	};
	return cmocka_run_group_tests_name("wire/prologue", tests, NULL, NULL);
}
