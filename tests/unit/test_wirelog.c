/* The readable log of a connection: what it makes of conversations, whole and in pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "wirelog_help.h"

static void test_login(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    H(0, GREETING),
	    S(1, LOGIN(PLAIN)),
	    H(2, "\xfe"
	         "sha256_password\0"
	         "12345678901234567890\0"),
	    S(3, "hunter2\0"),
	    H(4, OK),
	    S(0, "\x0e"),
	    H(1, OK),
	    S(0, "\x01"),
	};
	TALK(log, steps, 0);
	mynd_wirelog_free(log, false);
	assert_string_equal(said.text,
	    "<   0       74  greeting: \"8.0.30\", connection 7, method mysql_native_password, collation 33, "
	    "capabilities dfffffff; autocommit\n"
	    ">   1       69  login: user \"anna\", proof of 4 bytes, database \"shop\", method "
	    "mysql_native_password, collation 33, packets of at most 1073741824 bytes, capabilities 88209\n"
	    "<   2       38  another method: sha256_password, challenge of 20 bytes\n"
	    ">   3        8  proof, 8 bytes\n"
	    "<   4        7  OK; autocommit\n"
	    ">   0        1  ping\n"
	    "<   1        7  OK; autocommit\n"
	    ">   0        1  quit\n"
	    "-               the end\n");
	assert_null(strstr(said.text, "geh!"));
	assert_null(strstr(said.text, "hunter2"));
}

static void test_what_an_ok_says(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    S(0, "\x0e"),
	    H(1, "\0\0\0\x02\0\x01\0"),
	    S(0, "\x0e"),
	    H(1, "\0\0\0\x02\0\x02\0"),
	    S(0, "\x0e"),
	    H(1, "\0\0\0\x02\0\0\0\x01\x01"),
	    S(0, "\x0e"),
	    H(1, "\0\0\0\x02\0\0\0i"),
	};
	logged_in(log, PLAIN, 0);
	TALK(log, steps, 0);
	mynd_wirelog_free(log, true);
	assert_string_equal(said.text, ">   0        1  ping\n"
	                               "<   1        7  OK, 1 warning; autocommit\n"
	                               ">   0        1  ping\n"
	                               "<   1        7  OK, 2 warnings; autocommit\n"
	                               ">   0        1  ping\n"
	                               "<   1        9  OK; autocommit; proof, 1 bytes\n"
	                               ">   0        1  ping\n"
	                               "<   1        8  OK; autocommit; \"i\"\n");
}

static const char told_queries[] =
    ">   0       19  query \"SELECT a, b FROM t\"\n"
    ">   0        6  query \"SELEC\"\n"
    "<   1        1  2 columns\n"
    "<   2       23  column \"a\": VAR_STRING(16), collation 33\n"
    "<   3       30  column \"password\": VAR_STRING(16), collation 33\n"
    "<   4        5  end of definitions; autocommit\n"
    "<   5       10  row: \"a\\n\\\"\\xff\\xe2\", (left out)\n"
    "<   6        3  row: NULL, (left out)\n"
    "<   7        5  end of rows; autocommit; 2 rows\n"
    "<   1       26  error 1064 (42000): \"You have an error\"\n"
    ">   0       35  query \"SET PASSWORD = PASSWORD(?)\" (its values are left out)\n"
    "<   1       23  error 1064 (42000): (left out)\n"
    ">   0        1  statistics\n"
    "<   1        9  \"Uptime: 5\"\n";

static void test_pieces(void **state)
{
	(void) state;
	for (size_t piece = 0; piece < 40; piece++) {
		mynd_wirelog *log = start();
		logged_in(log, PLAIN, piece);
		TALK(log, queries, piece);
		assert_string_equal(said.text, told_queries);
		mynd_wirelog_free(log, true);
	}
}

static void test_statements(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    S(0, "\x16"
	         "SELECT ?, ?"),
	    H(1, "\x00\x05\0\0\0\x01\0\x02\0\0\0\0"),
	    H(2, COLUMN("\x01", "?", "\xfd")),
	    H(3, COLUMN("\x01", "?", "\xfd")),
	    H(4, COLUMN("\x01", "n", "\x03")),
	    S(0, "\x17\x05\0\0\0\0\x01\0\0\0"
	         "\0\x01"
	         "\x08\0\xfd\0"
	         "\xfe\xff\xff\xff\xff\xff\xff\xff"
	         "\x02"
	         "ab"),
	    H(1, "\x01"),
	    H(2, COLUMN("\x01", "n", "\x03")),
	    H(3, "\0\0"
	         "\xff\xff\xff\xff"),
	    H(4, "\0\x04"),
	    H(5, "\xfe\0\0\x02\0\0\0"),
	    S(0, "\x17\x05\0\0\0\0\x01\0\0\0"
	         "\x02\0"
	         "\x07\0\0\0\0\0\0\0"),
	    H(1, "\0\x01\0\x02\0\0\0"),
	    S(0, "\x18\x05\0\0\0\x01\0"
	         "abc"),
	    S(0, "\x19\x05\0\0\0"),
	    S(0, "\x16"
	         "UPDATE users SET password = ?"),
	    H(1, "\x00\x06\0\0\0\0\0\x01\0\0\0\0"),
	    H(2, COLUMN("\x01", "?", "\xfd")),
	    S(0, "\x17\x06\0\0\0\0\x01\0\0\0"
	         "\0\x01"
	         "\xfd\0"
	         "\x07"
	         "hunter2"),
	    H(1, "\0\x01\0\x02\0\0\0"),
	};
	logged_in(log, NO_EOF, 0);
	TALK(log, steps, 0);
	mynd_wirelog_free(log, true);
	assert_string_equal(said.text,
	    ">   0       12  prepare \"SELECT ?, ?\"\n"
	    "<   1       12  statement 5: 2 parameters, 1 column\n"
	    "<   2       23  column \"?\": VAR_STRING(16), collation 33\n"
	    "<   3       23  column \"?\": VAR_STRING(16), collation 33\n"
	    "<   4       23  column \"n\": LONG(16), collation 33\n"
	    ">   0       27  execute of statement 5: -2, \"ab\"\n"
	    "<   1        1  1 column\n"
	    "<   2       23  column \"n\": LONG(16), collation 33\n"
	    "<   3        6  row: -1\n"
	    "<   4        2  row: NULL\n"
	    "<   5        7  end of rows; autocommit; 2 rows\n"
	    ">   0       20  execute of statement 5: 7, NULL\n"
	    "<   1        7  OK, 1 affected; autocommit\n"
	    ">   0       10  long data of statement 5 for parameter 1, 3 bytes\n"
	    ">   0        5  close statement 5\n"
	    ">   0       30  prepare \"UPDATE users SET password = ?\" (its values are left out)\n"
	    "<   1       12  statement 6: 1 parameter, 0 columns\n"
	    "<   2       23  column (left out): VAR_STRING(16), collation 33\n"
	    ">   0       22  execute of statement 6: (left out)\n"
	    "<   1        7  OK, 1 affected; autocommit\n");
}

/*
 * MariaDB takes an execute of the statement prepared last before it has answered the prepare: what it is
 * to keep secret is known from the prepare alone, not from the statement that was prepared before.
 */
static void test_prepare_and_execute_together(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    S(0, "\x16"
	         "SELECT ?"),
	    H(1, "\x00\x05\0\0\0\0\0\x01\0\0\0\0"),
	    H(2, COLUMN("\x01", "?", "\xfd")),
	    S(0, "\x16"
	         "SELECT CONCAT(password, ?)"),
	    S(0, "\x17\xff\xff\xff\xff\x08\x01\0\0\0"
	         "\x01\0\x01"
	         "\xfd\0\x00"
	         "\x07"
	         "hunter2"),
	    S(0, "\x16"
	         "SELECT CONCAT(name, ?)"),
	    S(0, "\x17\xff\xff\xff\xff\x08\x01\0\0\0"
	         "\x01\0\x01"
	         "\xfd\0\x00"
	         "\x04"
	         "anna"),
	    H(1, "\x00\x06\0\0\0\x01\0\x01\0\0\0\0"),
	    H(2, COLUMN("\x01", "?", "\xfd")),
	    H(3, COLUMN("\x01", "c", "\xfd")),
	    H(1, "\x01"),
	    H(2, COLUMN("\x01", "c", "\xfd")),
	    H(3, "\0\0\x08"
	         "xhunter2"),
	    H(4, "\xfe\0\0\x02\0\0\0"),
	};
	logged_in(log, "\x09\x82\x08\x09", 0);
	TALK(log, steps, 0);
	mynd_wirelog_free(log, true);
	assert_string_equal(said.text,
	    ">   0        9  prepare \"SELECT ?\"\n"
	    "<   1       12  statement 5: 1 parameter, 0 columns\n"
	    "<   2       23  column \"?\": VAR_STRING(16), collation 33\n"
	    ">   0       27  prepare \"SELECT CONCAT(password, ?)\" (its values are left out)\n"
	    ">   0       24  execute of the statement prepared last: (left out)\n"
	    ">   0       23  prepare \"SELECT CONCAT(name, ?)\"\n"
	    ">   0       21  execute of the statement prepared last: \"anna\"\n"
	    "<   1       12  statement 6: 1 parameter, 1 column\n"
	    "<   2       23  column (left out): VAR_STRING(16), collation 33\n"
	    "<   3       23  column (left out): VAR_STRING(16), collation 33\n"
	    "<   1        1  1 column\n"
	    "<   2       23  column (left out): VAR_STRING(16), collation 33\n"
	    "<   3       11  row: (left out)\n"
	    "<   4        7  end of rows; autocommit; 1 row\n");
}

static void test_long_data_and_bulk(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    S(0, "\x16"
	         "INSERT INTO t VALUES (?, ?, ?)"),
	    H(1, "\x00\x07\0\0\0\0\0\x03\0\0\0\0"),
	    H(2, COLUMN("\x01", "?", "\xfd")),
	    H(3, COLUMN("\x01", "?", "\xfd")),
	    H(4, COLUMN("\x01", "?", "\xfd")),
	    H(5, EOF_PACKET),
	    S(0, "\x18\x07\0\0\0\x01\0"
	         "abcdef"),
	    S(0, "\x17\x07\0\0\0\0\x01\0\0\0"
	         "\0\x01"
	         "\xfd\0\xfb\0\x03\x80"
	         "\x02"
	         "ab"
	         "\xff\xff\xff\xff"),
	    H(1, OK),
	    S(0, "\x18\x07\0\0\0\x01\0"
	         "abcdef"),
	    S(0, "\x1a\x07\0\0\0"), /* what was sent is forgotten */
	    H(1, OK),
	    S(0, "\x17\x07\0\0\0\0\x01\0\0\0"
	         "\0\0"
	         "\x02"
	         "ab"
	         "\x01"
	         "c"
	         "\x05\0\0\0"),
	    H(1, OK),
	    S(0, "\xfa\x07\0\0\0\x80\0\xfd\0\xfd\0\xfd\0"
	         "\0\x02"
	         "ab"
	         "\x01\x02"
	         "\0\x01"
	         "z"),
	    H(1, OK),
	    S(0, "\xfa\x07\0\0\0\x80\0\xfd\0\xfd\0\xfd\0\x09"),
	    H(1, OK),
	};
	logged_in(log, PLAIN, 0);
	TALK(log, steps, 0);
	mynd_wirelog_free(log, true);
	char *from = strstr(said.text, "long data");
	assert_non_null(from);
	assert_string_equal(from,
	    "long data of statement 7 for parameter 1, 6 bytes\n"
	    ">   0       25  execute of statement 7: \"ab\", (long data), 4294967295\n"
	    "<   1        7  OK; autocommit\n"
	    ">   0       13  long data of statement 7 for parameter 1, 6 bytes\n"
	    ">   0        5  reset statement 7\n"
	    "<   1        7  OK; autocommit\n"
	    ">   0       21  execute of statement 7: \"ab\", \"c\", 5\n"
	    "<   1        7  OK; autocommit\n"
	    ">   0       22  bulk execute of statement 7, rows of 15 bytes, the first one: "
	    "\"ab\", NULL, DEFAULT\n"
	    "<   1        7  OK; autocommit\n"
	    ">   0       14  bulk execute of statement 7, rows of 7 bytes, the first one: ...\n"
	    "<   1        7  OK; autocommit\n");
}

/* What is no packet of its kind is shown as bytes. */
static void test_malformed(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    S(0, "\x03"
	         "SELECT 1"),
	    H(1, "\x01"),
	    H(2, COLUMN("\x01", "1", "\xfd")),
	    H(3, EOF_PACKET),
	    H(4, "\x05"
	         "abc"),
	    H(5, "\x01"
	         "abc"),
	    H(6, "\xff\x28"),
	    S(0, "\x0e"),
	    H(1, "\0\0"),
	    S(0, "\x16"
	         "SELECT 2"),
	    H(1, "\0\x05"),
	    S(0, "\x16"
	         "DO 1"),
	    H(1, "\x00\x05\0\0\0\0\0\0\0\0\0\0"),
	    S(0, "\x0e"),
	    H(1, OK),
	};
	logged_in(log, PLAIN, 0);
	TALK(log, steps, 1);
	mynd_wirelog_free(log, true);
	char *from = strstr(said.text, "<   4");
	assert_non_null(from);
	assert_string_equal(from, "<   4        4  row: \"abc\"..., which is no row: 05 61 62 63\n"
	                          "<   5        4  row: \"a\", and what is none: 01 61 62 63\n"
	                          "<   6        2  an error of no known form, 2 bytes that are not known: ff 28\n"
	                          ">   0        1  ping\n"
	                          "<   1        2  2 bytes that are not known: 00 00\n"
	                          ">   0        9  prepare \"SELECT 2\"\n"
	                          "<   1        2  2 bytes that are not known: 00 05\n"
	                          ">   0        5  prepare \"DO 1\"\n"
	                          "<   1       12  statement 5: 0 parameters, 0 columns\n"
	                          ">   0        1  ping\n"
	                          "<   1        7  OK; autocommit\n");
}

static void test_file_of_the_client(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    S(0, "\x03"
	         "LOAD DATA LOCAL INFILE 'x' INTO TABLE t"),
	    H(1, "\xfb"
	         "x"),
	    S(2, "secret line\n"),
	    S(0, "its number has come round\n"), /* a file may have more than 255 packets */
	    S(1, ""),
	    H(2, OK),
	    S(0, "\x03"
	         "DO 1"),
	};
	logged_in(log, PLAIN, 3);
	TALK(log, steps, 3);
	mynd_wirelog_free(log, true);
	assert_string_equal(said.text, ">   0       40  query \"LOAD DATA LOCAL INFILE 'x' INTO TABLE t\"\n"
	                               "<   1        2  the file is wanted: \"x\"\n"
	                               ">   2       12  of the file, 12 bytes\n"
	                               ">   0       26  of the file, 26 bytes\n"
	                               ">   1        0  the end of the file\n"
	                               "<   2        7  OK; autocommit\n"
	                               ">   0        5  query \"DO 1\"\n");
}

static void test_attributes(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    S(0, "\x03\0\x01"
	         "SELECT 1"),
	    S(0, "\x03\x01\x01\0\x01\xfd\0\x05"
	         "trace"
	         "\x04"
	         "00-1"
	         "SELECT 2"),
	    S(0, "\x03\x01\x01\0\x01\xfd\0\x05"
	         "trace"
	         "\xfc"), /* cut */
	};
	logged_in(log, ATTRIBUTES, 0);
	TALK(log, steps, 0);
	mynd_wirelog_free(log, true);
	assert_string_equal(said.text,
	    ">   0       11  query \"SELECT 1\"\n"
	    ">   0       26  query with attributes \"trace\" = \"00-1\" \"SELECT 2\"\n"
	    ">   0       14  query with attributes \"trace\" = ...; the text is not found\n");
}

/* Nothing of the connection before is expected on the next one. */
static void test_another_connection(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step before[] = {
	    S(0, "\x0e"),
	    S(0, "\x16"
	         "SELECT ?"),
	};
	static const step after[] = {
	    H(0, GREETING),
	    S(1, LOGIN(PLAIN)),
	    H(2, OK),
	    S(0, "\x0e"),
	    H(1, OK),
	};
	logged_in(log, PLAIN, 0);
	TALK(log, before, 0);
	mynd_wirelog_begin_again(log);
	TALK(log, after, 0);
	mynd_wirelog_free(log, true);
	const char *from = strstr(said.text, "another connection\n");
	assert_non_null(from);
	assert_non_null(strstr(from, "<   0       74  greeting: "));
	assert_non_null(strstr(from, "<   2        7  OK; autocommit\n"
	                             ">   0        1  ping\n"
	                             "<   1        7  OK; autocommit\n"));
}

static void no_failure(const char *path, int why)
{
	fail_msg("%s: %s", path, strerror(why));
}

/* Not a byte is written to a file that has as many as it may have. */
static void test_full_file(void **state)
{
	(void) state;
	char path[] = "/tmp/mynd-wirelog.XXXXXX", filling[100];
	struct stat is;
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	memset(filling, '.', sizeof filling);
	assert_int_equal(sizeof filling, write(fd, filling, sizeof filling));
	mynd_wirelog *log = mynd_wirelog_to_file(path, false, sizeof filling, no_failure);
	assert_non_null(log);
	mynd_wirelog_note(log, "a line");
	mynd_wirelog_free(log, false);
	assert_int_equal(0, fstat(fd, &is));
	assert_int_equal(sizeof filling, is.st_size);
	close(fd);
	unlink(path);
}

static void test_join(void **state)
{
	(void) state;
	mynd_wirelog *log = start();
	static const step steps[] = {
	    H(1, OK), /* to what was asked before */
	    H(1, "\x01"),
	    H(2, COLUMN("\x01", "a", "\xfd")),
	    H(3, "\x01"
	         "s"),
	    H(4, EOF_PACKET "\0\0"),
	    S(0, "\x17\x09\0\0\0\0\x01\0\0\0"
	         "\0\x01"
	         "\xfd\0"
	         "\x07"
	         "hunter2"),
	    H(1, OK),
	    H(0, "\xff\xbf\x0f#HY000"
	         "closed"),
	    H(0, "what"),
	};
	mynd_wirelog_join(log, MYND_CAP_PROTOCOL_41 | MYND_CAP_DEPRECATE_EOF, 2);
	TALK(log, steps, 0);
	mynd_wirelog_free(log, true);
	assert_string_equal(said.text, "<   1        7  OK; autocommit\n"
	                               "<   1        1  1 column\n"
	                               "<   2       23  column (left out): VAR_STRING(16), collation 33\n"
	                               "<   3        2  row: (left out)\n"
	                               "<   4        7  end of rows; autocommit; 1 row\n"
	                               ">   0       22  execute of statement 9, parameters of 12 bytes\n"
	                               "<   1        7  OK; autocommit\n"
	                               "<   0       15  unasked: error 4031 (HY000): \"closed\"\n"
	                               "<   0        4  unasked: 4 bytes that are not known: 77 68 61 74\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_login),
	    cmocka_unit_test(test_what_an_ok_says),
	    cmocka_unit_test(test_pieces),
	    cmocka_unit_test(test_statements),
	    cmocka_unit_test(test_prepare_and_execute_together),
	    cmocka_unit_test(test_long_data_and_bulk),
	    cmocka_unit_test(test_malformed),
	    cmocka_unit_test(test_file_of_the_client),
	    cmocka_unit_test(test_attributes),
	    cmocka_unit_test(test_another_connection),
	    cmocka_unit_test(test_full_file),
	    cmocka_unit_test(test_join),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
