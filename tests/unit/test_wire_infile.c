/*
 * Which file a text asks for.
 */
#include "wire_packet.h"
#include "wire/infile.h"

/* Both in memory of exactly their size, so that a byte too many is seen. */
static bool asks(const char *sql, size_t sql_len, const char *name, size_t name_len)
{
	mynd_slice text = packet_copy(sql, sql_len), wanted = packet_copy(name, name_len);
	bool asked = mynd_infile_is_asked(text, wanted);
	packet_free(text);
	packet_free(wanted);
	return asked;
}

static bool asks_for(const char *sql, const char *name)
{
	return asks(sql, strlen(sql), name, strlen(name));
}

static void test_asked(void **state)
{
	(void) state;
	static const char *const pairs[][2] = {
	    {"LOAD DATA LOCAL INFILE '/a/b' INTO TABLE t", "/a/b"},
	    {"load data local infile \"/a/b\" into table t", "/a/b"},
	    {"LOAD DATA LOCAL INFILE'x'", "x"},
	    {"LOAD DATA LOCAL INFILE 'a\\bc\\rd\\te\\Zf'", "a\bc\rd\te\x1A"
	                                                   "f"},
	    {"LOAD DATA LOCAL InFile\t\r\n\v\f 'x'", "x"},
	    {"LOAD DATA LOCAL INFILE/**/'x'", "x"},
	    {"LOAD DATA LOCAL INFILE /* 'y' */ -- 'z'\n # 'w'\n 'x'", "x"},
	    {"LOAD DATA LOCAL INFILE --\n'x'", "x"},
	    {"LOAD DATA LOCAL INFILE --\t'y'\n'x'", "x"},
	    {"LOAD DATA LOCAL INFILE --\r\n--\x7F'y'\n'x'", "x"},
	    {"/*!50000 LOAD DATA LOCAL INFILE 'x' */", "x"},
	    {"LOAD DATA LOCAL INFILE 'O''Brien'", "O'Brien"},
	    {"LOAD DATA LOCAL INFILE \"say \"\"x\"\"\"", "say \"x\""},
	    {"LOAD DATA LOCAL INFILE 'O\\'Brien'", "O'Brien"},
	    {"LOAD DATA LOCAL INFILE 'c:\\\\a\\\\b'", "c:\\a\\b"},
	    {"LOAD DATA LOCAL INFILE 'c:\\a\\b'", "c:\\a\\b"}, /* NO_BACKSLASH_ESCAPES */
	    {"LOAD DATA LOCAL INFILE 'a\\nb'", "a\nb"},
	    {"EXECUTE IMMEDIATE 'LOAD DATA LOCAL INFILE ''x'' INTO TABLE t'", "x"},
	    {"EXECUTE IMMEDIATE 'LOAD DATA LOCAL INFILE \\'x\\' INTO TABLE t'", "x"},
	    {"EXECUTE IMMEDIATE 'LOAD DATA LOCAL INFILE \"x\" INTO TABLE t'", "x"},
	    {"LOAD DATA LOCAL INFILE 'x' INTO TABLE t; LOAD DATA LOCAL INFILE 'y' INTO TABLE t", "y"},
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		if (!asks_for(pairs[i][0], pairs[i][1])) {
			fail_msg("not asked for: %s", pairs[i][0]);
		}
	}
	static const char zero[] = "LOAD DATA LOCAL INFILE 'a\0b'",
	                  escaped_zero[] = "LOAD DATA LOCAL INFILE 'a\\0b'";
	assert_true(asks(zero, sizeof zero - 1, "a\0b", 3));
	assert_true(asks(escaped_zero, sizeof escaped_zero - 1, "a\0b", 3));
}

static void test_not_asked(void **state)
{
	(void) state;
	static const char *const pairs[][2] = {
	    {"", "x"},
	    {"SELECT 1", "x"},
	    {"LOAD DATA LOCAL INFILE 'x' INTO TABLE t", ""},
	    {"LOAD DATA LOCAL INFILE '' INTO TABLE t", ""},
	    {"LOAD DATA LOCAL INFILE 'x' INTO TABLE t", "/etc/passwd"},
	    {"LOAD DATA LOCAL INFILE 'xy' INTO TABLE t", "x"},
	    {"LOAD DATA LOCAL INFILE 'x' INTO TABLE t", "xy"},
	    {"LOAD DATA LOCAL INFILE 'x' INTO TABLE t FIELDS TERMINATED BY 'y'", "y"},
	    {"INSERT INTO t VALUES ('LOCAL', '/etc/passwd')", "/etc/passwd"},
	    {"SET LOCAL x = '/etc/passwd'", "/etc/passwd"},
	    {"LOAD DATA LOCAL INFILE @x 'y'", "y"},
	    {"LOAD DATA LOCAL INFILE x", "x"},
	    {"LOAD DATA LOCAL INFILE 'x", "x"},
	    {"LOAD DATA LOCAL INFILE 'x''", "x"},
	    {"LOAD DATA LOCAL INFILE ''x'", "x"},
	    {"LOAD DATA LOCAL INFILE ''y''", "x"},
	    {"LOAD DATA LOCAL INFILE ''x'y", "x"},
	    {"LOAD DATA LOCAL INFILE \x01'x'", "x"},
	    {"LOAD DATA LOCAL INFILE 'x\\", "x"},
	    {"LOAD DATA LOCAL INFILE /* 'x'", "x"},
	    {"LOAD DATA LOCAL INFILE # 'x'", "x"},
	    {"LOAD DATA LOCAL INFILE --'x'", "x"},
	    {"LOAD DATA LOCAL INFILE --", "x"},
	    {"LOAD DATA LOCAL INFILE --\t'x'", "x"},
	    {"LOAD DATA LOCAL INFILE 'a\\nb'", "anb"},
	    {"LOAD DATA LOCAL INFIL", "x"},
	    {"LOAD DATA LOCAL INFILE", "x"},
	    {"LOAD DATA LOCAL INFILE '", "x"},
	    {"LOAD DATA LOCAL INFILE ''", "x"},
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		if (asks_for(pairs[i][0], pairs[i][1])) {
			fail_msg("asked for %s: %s", pairs[i][1], pairs[i][0]);
		}
	}
}

/* Cut anywhere, no text asks for the file, but that whose end is only just gone. */
static void test_cut(void **state)
{
	(void) state;
	static const char *const texts[] = {"LOAD DATA LOCAL INFILE /* c */ '/a/b'", "'LOCAL INFILE ''/a/b''"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		for (size_t len = 0; len < strlen(texts[i]); len++) {
			assert_false(asks(texts[i], len, "/a/b", 4));
		}
		assert_true(asks_for(texts[i], "/a/b"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_asked),
	    cmocka_unit_test(test_not_asked),
	    cmocka_unit_test(test_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
