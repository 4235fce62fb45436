/* The readable log of a connection: what is left out, what it bounds, any bytes, and its files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "wirelog_help.h"

/* In each of these the password is hunter2, and anna is not secret. */
static const step change_user[] = {
    S(0, "\x11"
         "anna\0"
         "\x07"
         "hunter2"
         "shop\0"
         "\x21\0"
         "mysql_clear_password\0"),
    H(255, "\xfe"
           "mysql_clear_password\0"),
    S(0, "\x03hunter2\0"), /* its number has come round, and its first byte is a command's */
    H(1, "what"), S(2, "\x03hunter2\0"), H(3, OK), S(4, "\x03hunter2\0"), /* it belongs to nothing */
};
static const step of_a_key[] = {
    S(0, "\x03"
         "SELECT name, value FROM options WHERE owner = 'anna'"),
    H(1, "\x02"),
    H(2, COLUMN("\x04", "name", "\xfd")),
    H(3, COLUMN("\x05", "value", "\xfd")),
    H(4, EOF_PACKET),
    H(5, "\x0d"
         "smtp_password"
         "\x07"
         "hunter2"),
    H(6, "\x04"
         "anna"
         "\x01"
         "1"),
    H(7, EOF_PACKET),
};
static const step of_a_statement[] = {
    S(0, "\x16"
         "SELECT passwd AS x FROM t WHERE n = 'anna'"),
    H(1, "\x00\x05\0\0\0\x01\0\0\0\0\0\0"),
    H(2, COLUMN("\x01", "x", "\xfd")),
    H(3, EOF_PACKET),
    S(0, "\x17\x05\0\0\0\x01\x01\0\0\0"), /* with a cursor */
    H(1, "\x01"),
    H(2, COLUMN("\x01", "x", "\xfd")),
    H(3, "\xfe\0\0\x42\0"),
    S(0, "\x1c\x05\0\0\0\x01\0\0\0"),
    H(1, "\0\0"
         "\x07"
         "hunter2"),
    H(2, "\xfe\0\0\x82\0"),
    S(0, "\x17\x99\0\0\0\0\x01\0\0\0"), /* not known */
    H(1, "\x01"),
    H(2, COLUMN("\x01", "x", "\xfd")),
    H(3, EOF_PACKET),
    H(4, "\0\0"
         "\x07"
         "hunter2"),
    H(5, EOF_PACKET),
    S(0, "\x16"
         "INSERT INTO t (n, passwd) VALUES (?, ?)"),
    H(1, "\x00\x06\0\0\0\0\0\x02\0\0\0\0"),
    H(2, COLUMN("\x01", "?", "\xfd")),
    H(3, COLUMN("\x01", "?", "\xfd")),
    H(4, EOF_PACKET),
    S(0, "\xfa\x06\0\0\0\x80\0\xfd\0\xfd\0"
         "\0\x04"
         "anna"
         "\0\x07"
         "hunter2"),
    H(1, "\xff\x15\x04#23000"
         "Duplicate entry 'hunter2'"),
};
static const step of_values[] = {
    S(0, "\x16"
         "INSERT INTO options VALUES (?, ?)"),
    H(1, "\x00\x06\0\0\0\0\0\x02\0\0\0\0"),
    H(2, COLUMN("\x01", "?", "\xfd")),
    H(3, COLUMN("\x01", "?", "\xfd")),
    H(4, EOF_PACKET),
    S(0, "\x17\x06\0\0\0\0\x01\0\0\0"
         "\0\x01"
         "\xfd\0\xfd\0"
         "\x09"
         "smtp_pass"
         "\x07"
         "hunter2"),
    H(1, "\xff\x15\x04#23000"
         "Duplicate entry 'hunter2'"),
    S(0, "\x03"
         "SET GLOBAL init_connect = 1"),
    H(1, "\0\0\0\0\x40\0\0\0\x13\0\x11\x07"
         "my_salt"
         "\x07"
         "hunter2\0"),
    S(0, "\x18\x06\0\0\0\x01\0"
         "hunter2"),
    H(0, "of no known form: password hunter2"),
};

static void test_secrets(void **state)
{
	(void) state;
	static const struct {
		const char *name;
		const step *steps;
		size_t count;
		const char *seen;
	} all[] = {
	    {"a change of user", change_user, sizeof change_user / sizeof *change_user, "anna"},
	    {"a row with a key", of_a_key, sizeof of_a_key / sizeof *of_a_key, "row: \"anna\", \"1\""},
	    {"a statement", of_a_statement, sizeof of_a_statement / sizeof *of_a_statement, "error 1045"},
	    {"values", of_values, sizeof of_values / sizeof *of_values, "my_salt = (left out)"},
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		mynd_wirelog *log = start();
		logged_in(log, "\x09\x82\x88\x00", 0); /* with session tracking */
		conversation(log, all[i].steps, all[i].count, 3);
		mynd_wirelog_free(log, false);
		if (strstr(said.text, "hunter2") != NULL || strstr(said.text, "68 75 6e") != NULL) {
			fail_msg("%s: %s", all[i].name, said.text);
		}
		if (strstr(said.text, all[i].seen) == NULL) {
			fail_msg("%s, without %s: %s", all[i].name, all[i].seen, said.text);
		}
	}
}

/* What cannot be looked through to its end is not shown. */
static void test_long_texts(void **state)
{
	(void) state;
	static uint8_t bytes[20000];
	mynd_wirelog *log = start();
	logged_in(log, PLAIN, 0);
	memset(bytes, ' ', sizeof bytes);
	size_t len = 10000;
	memcpy(bytes, (const uint8_t[]){len & 255, len >> 8, 0, 0, 3}, 5);
	memcpy(bytes + 5, "SELECT 'hunter2', 5 AS n", 24);
	memcpy(bytes + len - 20, "FROM password", 13);
	feed(log, SAID, bytes, 4 + len, 700);
	assert_string_equal(said.text, ">   0    10000  query \"SELECT ?+ AS n\"... (its values are left out)\n");
	mynd_wirelog_free(log, true);
}

/* Of a long OK the status is known, so that what follows is. */
static void test_long_ok(void **state)
{
	(void) state;
	static uint8_t bytes[6000];
	mynd_wirelog *log = start();
	logged_in(log, PLAIN, 0);
	TALK(log,
	    ((const step[]){S(0, "\x03"
	                         "CALL p()")}),
	    0);
	memset(bytes, 'i', sizeof bytes);
	memcpy(bytes, "\x88\x13\0\x01\0\x03\0\x08\0\0\0\xfc\x7e\x13", 14);
	feed(log, HEARD, bytes, 4 + 5000, 999);
	TALK(log, ((const step[]){H(2, OK), H(3, OK)}), 0);
	mynd_wirelog_free(log, true);
	assert_string_equal(said.text,
	    ">   0        9  query \"CALL p()\"\n"
	    "<   1     5000  OK, 3 affected; more results\n"
	    "<   2        7  OK; autocommit\n"
	    "<   3        7  unasked: 7 bytes that are not known: 00 00 00 02 00 00 00\n");
}

/* A packet of two frames is one line; a long text is cut; what is not whole is told at the end. */
static void test_bounds(void **state)
{
	(void) state;
	static uint8_t bytes[(1 << 24) + 64];
	mynd_wirelog *log = start();
	logged_in(log, PLAIN, 0);
	memset(bytes, 'x', sizeof bytes);
	memcpy(bytes, "\xff\xff\xff\0\x03", 5);
	memcpy(bytes + 4 + 0xFFFFFF, "\x05\0\0\x01", 4);
	feed(log, SAID, bytes, 4 + 0xFFFFFF + 4 + 5, 100000);
	assert_int_equal(said.count, 1);
	assert_int_equal(strncmp(said.text, ">   0 16777220  query \"xxxx", 26), 0);
	assert_non_null(strstr(said.text, "xxx\"... (its values are left out)\n"));
	assert_true(said.longest <= MYND_WIRELOG_LINE);

	for (unsigned i = 4; i < 1200; i += 3) { /* cut in the middle of no character */
		memcpy(bytes + i + 1, "\xe2\x82\xac", 3);
	}
	memcpy(bytes, "\xb0\x04\0\0\x03", 5);
	feed(log, SAID, bytes, 4 + 0x4b0, 0);
	assert_true(said.longest <= MYND_WIRELOG_LINE);
	feed(log, HEARD, (const uint8_t *) "\x07\0\0\x01\0\0", 6, 0);
	mynd_wirelog_begin_again(log);
	mynd_wirelog_free(log, false);
	assert_non_null(strstr(said.text, "a packet from the server is not whole, 2 bytes of it are here\n"));
	assert_non_null(strstr(said.text, "another connection\n"));
}

/* A row shows as many cells as a line has room for by rule, and tells how many more there are. */
static void test_rows_of_many_cells(void **state)
{
	(void) state;
	static const step column = H(0, COLUMN("\x01", "n", "\x03"));
	static const struct {
		uint8_t columns;
		const char *row;
	} cases[] = {
	    {8, "row: \"1\", \"1\", \"1\", \"1\", \"1\", \"1\", \"1\", \"1\"\n"},
	    {9, "row: \"1\", \"1\", \"1\", \"1\", \"1\", \"1\", \"1\", \"1\", and 1 more\n"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mynd_wirelog *log = start();
		uint8_t number = 1, columns = cases[i].columns;
		const step query = S(0, "\x03"
		                        "SELECT 1");
		step head = {HEARD, number++, (const char *) &columns, 1}, end = H(0, EOF_PACKET);
		logged_in(log, PLAIN, 0);
		packet(log, &query, 0);
		packet(log, &head, 0);
		for (uint8_t c = 0; c < columns; c++) {
			step definition = column;
			definition.number = number++;
			packet(log, &definition, 0);
		}
		end.number = number++;
		packet(log, &end, 0);
		step row = {HEARD, number, "\0011\0011\0011\0011\0011\0011\0011\0011\0011", 2 * (size_t) columns};
		packet(log, &row, 0);
		mynd_wirelog_free(log, true);
		const char *told = strstr(said.text, "row: ");
		assert_non_null(told);
		assert_string_equal(told, cases[i].row);
	}
}

/* A line that is too long is cut, in the middle of no character. */
static void test_long_lines(void **state)
{
	(void) state;
	for (unsigned shift = 0; shift < 3; shift++) {
		uint8_t bytes[1000] = {0xe4, 0x03, 0, 0, 3};
		mynd_wirelog *log = start();
		logged_in(log, PLAIN, 0);
		memset(bytes + 5, 'x', shift);
		memset(bytes + 5 + shift, 1, 395); /* four bytes each, \x01 */
		for (unsigned at = 400 + shift; at + 3 <= sizeof bytes; at += 3) {
			memcpy(bytes + at, "\xe2\x82\xac", 3);
		}
		feed(log, SAID, bytes, sizeof bytes, 0);
		mynd_wirelog_free(log, true);
		assert_true(said.longest >= MYND_WIRELOG_LINE - 5 && said.longest <= MYND_WIRELOG_LINE);
		assert_memory_equal(said.text + said.len - 7, "\xe2\x82\xac...\n", 7);
	}
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* Whatever passes: lines that end, of a bounded length. What is heard is often close to the protocol. */
static void test_any_bytes(void **state)
{
	(void) state;
	const char *given = getenv("WIRELOG_SEED");
	uint32_t seed = given != NULL ? (uint32_t) atoi(given) : 20261124;
	for (int round = 0; round < 20000; round++) {
		uint32_t first = seed;
		mynd_wirelog *log = start();
		if (next_random(&seed) % 2) {
			logged_in(log, (const char *[]){PLAIN, NO_EOF, ATTRIBUTES}[next_random(&seed) % 3], 0);
		} else if (next_random(&seed) % 2) {
			mynd_wirelog_join(log, next_random(&seed), next_random(&seed) % 3);
		}
		for (unsigned i = next_random(&seed) % 24; i > 0; i--) {
			const step *from = &queries[next_random(&seed) % (QUERIES)];
			static const uint8_t starts[] = {
			    0, 1, 2, 3, 9, 0x11, 0x16, 0x17, 0x18, 0x19, 0x1c, 0x1f, 0xfa, 0xfb, 0xfc, 0xfe, 0xff};
			uint8_t body[300];
			size_t len = next_random(&seed) % 2 ? from->len : next_random(&seed) % sizeof body;
			memcpy(body, from->bytes, from->len < len ? from->len : len);
			for (size_t at = from->len; at < len; at++) {
				body[at] = (uint8_t) next_random(&seed);
			}
			if (len > 0 && next_random(&seed) % 2) {
				body[0] = starts[next_random(&seed) % sizeof starts];
			}
			for (unsigned changes = next_random(&seed) % 4; len > 0 && changes > 0; changes--) {
				body[next_random(&seed) % len] = (uint8_t) next_random(&seed);
			}
			step s = {next_random(&seed) % 2 ? HEARD : SAID, (uint8_t) (next_random(&seed) % 3),
			    (char *) body, len};
			packet(log, &s, next_random(&seed) % 7);
		}
		mynd_wirelog_free(log, false);
		if (said.longest > MYND_WIRELOG_LINE) {
			fail_msg("seed %u: a line of %zu bytes", first, said.longest);
		}
	}
}

static void test_file(void **state)
{
	(void) state;
	char path[] = "/tmp/mynd-wirelog.XXXXXX", text[8192];
	struct stat is;
	close(mkstemp(path));
	assert_null(mynd_wirelog_to_file(path, true, 1000, NULL));
	assert_int_equal(errno, EEXIST);
	unlink(path);
	for (int again = 0; again < 2; again++) {
		mynd_wirelog *log = mynd_wirelog_to_file(path, again == 0, 1000, NULL);
		assert_non_null(log);
		for (int i = 0; i < 30; i++) {
			mynd_wirelog_note(log, "a line of the log, as long as others");
		}
		mynd_wirelog_free(log, false);
		assert_int_equal(stat(path, &is), 0);
		assert_int_equal(is.st_mode & 0777, 0600);
		assert_true(is.st_size >= 900 && is.st_size <= 1000);
	}
	FILE *file = fopen(path, "r");
	size_t len = fread(text, 1, sizeof text - 1, file);
	text[len] = '\0';
	fclose(file);
	unlink(path);
	assert_non_null(strstr(text, "the file has the size that it may have"));
	assert_null(mynd_wirelog_to_file("/nowhere/at/all", false, 1000, NULL));
	assert_int_equal(errno, ENOENT);
}

/* Two that write into one file share what it may have; a full disk ends a log, and nothing else. */
static void test_files_shared_and_full(void **state)
{
	(void) state;
	char path[] = "/tmp/mynd-wirelog.XXXXXX";
	struct stat is;
	close(mkstemp(path));
	mynd_wirelog *one = mynd_wirelog_to_file(path, false, 2000, NULL);
	mynd_wirelog *other = mynd_wirelog_to_file(path, false, 2000, NULL);
	assert_true(one != NULL && other != NULL);
	for (int i = 0; i < 60; i++) {
		mynd_wirelog_note(one, "a line of the log, as long as others");
		mynd_wirelog_note(other, "a line of the log, as long as others");
	}
	mynd_wirelog_free(one, false);
	mynd_wirelog_free(other, false);
	assert_int_equal(stat(path, &is), 0);
	assert_true(is.st_size >= 1800 && is.st_size <= 2000);
	unlink(path);

	errno = EAGAIN; /* the caller's is left alone, also where its first line cannot be written */
	mynd_wirelog *full = mynd_wirelog_to_file("/dev/full", false, 2000, NULL);
	assert_non_null(full);
	mynd_wirelog_note(full, "another line");
	assert_int_equal(errno, EAGAIN);
	mynd_wirelog_free(full, false);
}

/* --- a file that cannot grow for a while, as on a full disk */

static unsigned told;
static int told_why;

static void tell(const char *path, int why)
{
	assert_non_null(strstr(path, "mynd-wirelog"));
	told++;
	told_why = why;
}

static void let_files_grow_to(rlim_t most)
{
	struct rlimit limit;
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = most;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_disk_full_for_a_while(void **state)
{
	(void) state;
	struct stat is;
	static char all[4096];
	char path[] = "/tmp/mynd-wirelog.XXXXXX";
	close(mkstemp(path));
	void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
	mynd_wirelog *log = mynd_wirelog_to_file(path, false, 4000, tell);
	assert_int_equal(stat(path, &is), 0);
	off_t begun = is.st_size;
	told = 0;
	for (rlim_t room = 0; room < 30; room += 7) {
		assert_int_equal(stat(path, &is), 0);
		off_t whole = is.st_size;
		let_files_grow_to((rlim_t) whole + room);
		mynd_wirelog_note(log, "missing");
		mynd_wirelog_note(log, "missing as well");
		let_files_grow_to(RLIM_INFINITY);
		assert_int_equal(stat(path, &is), 0);
		assert_int_equal(is.st_size, whole);
		assert_int_equal(told_why, room == 0 ? EFBIG : ENOSPC);
		mynd_wirelog_note(log, "there again");
		mynd_wirelog_note(log, "and so is this");
	}
	assert_int_equal(told, 5);
	mynd_wirelog_free(log, false);
	signal(SIGXFSZ, before);
	FILE *file = fopen(path, "r");
	assert_true(fseek(file, begun, SEEK_SET) == 0 && fread(all, 1, sizeof all - 1, file) > 0);
	fclose(file);
	unsigned gaps = 0;
	for (const char *at = all; (at = strstr(at, "2 lines are not here: ")) != NULL; at++) {
		gaps++;
	}
	assert_int_equal(gaps, 5);
	assert_null(strstr(all, "missing"));
	for (char *next, *at = all; (next = strchr(at, '\n')) != NULL; at = next + 1) {
		*next = '\0';
		if (!strstr(at, "lines are not here: ") && !strstr(at, "again") && !strstr(at, "this") &&
		    !strstr(at, "the end")) {
			fail_msg("a strange line: %s", at);
		}
	}
	unlink(path);
}

static void test_files_refused(void **state)
{
	(void) state;
	char path[] = "/tmp/mynd-wirelog.XXXXXX", other[64];
	close(mkstemp(path));
	snprintf(other, sizeof other, "%s.x", path);
	assert_int_equal(chmod(path, 0640), 0);
	assert_null(mynd_wirelog_to_file(path, false, 1000, NULL));
	assert_int_equal(errno, EPERM);
	assert_int_equal(symlink(path, other), 0);
	chmod(path, 0600);
	assert_null(mynd_wirelog_to_file(other, false, 1000, NULL));
	assert_int_equal(errno, ELOOP);
	unlink(other);
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	int reader = open(path, O_RDONLY | O_NONBLOCK);
	assert_null(mynd_wirelog_to_file(path, false, 1000, NULL));
	assert_int_equal(errno, EINVAL);
	close(reader);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_secrets),
	    cmocka_unit_test(test_long_texts),
	    cmocka_unit_test(test_long_ok),
	    cmocka_unit_test(test_bounds),
	    cmocka_unit_test(test_rows_of_many_cells),
	    cmocka_unit_test(test_long_lines),
	    cmocka_unit_test(test_any_bytes),
	    cmocka_unit_test(test_file),
	    cmocka_unit_test(test_files_shared_and_full),
	    cmocka_unit_test(test_disk_full_for_a_while),
	    cmocka_unit_test(test_files_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
