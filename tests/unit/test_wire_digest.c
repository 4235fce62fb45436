/* Digests of SQL texts: what they look like, and that no part of a literal is ever in one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "wire/digest.h"

static void digests_have_no_literals(void **state)
{
	static const char *const cases[][2] = {
	    {"SELECT 1", "SELECT ?"},
	    {"  SELECT\n\t *  FROM t WHERE a=5 AND b = 'x' ;", "SELECT * FROM t WHERE a=? AND b = ? ;"},
	    {"SELECT SLEEP(0.5), -1.5e-3, .5, 0x1F, x'41', b'01', N'a', _utf8mb4'a'",
	        "SELECT SLEEP(?), -?, .?+, x?, b?, N?, _utf8mb4?"},
	    {"SELECT * FROM t1 WHERE id IN (1,2, 3, 'a')", "SELECT * FROM t1 WHERE id IN (?+)"},
	    {"INSERT INTO t VALUES (1, 'a'), (2, 'b')", "INSERT INTO t VALUES (?+), (?+)"},
	    {"SELECT ?, ? FROM t WHERE a = ?", "SELECT ?+ FROM t WHERE a = ?"},
	    {"SELECT 'it''s', \"a \"\" b\"", "SELECT ?+"},
	    {"SELECT 'a' 'b'", "SELECT ? ?"},
	    {"SELECT /* secret */ a -- secret\n, b # secret\n FROM t", "SELECT a , b FROM t"},
	    {"SELECT a--1", "SELECT a--?"},
	    {"SELECT `a b`.`c1` FROM `t`", "SELECT `a b`.`c1` FROM `t`"},
	    {"SET @a := 5, @@session.b = 'x'", "SET @a := ?, @@session.b = ?"},
	    {"SELECT a1, a_2$ FROM t3", "SELECT a1, a_2$ FROM t3"},
	    {"ALTER USER u IDENTIFIED BY 'secret'", "ALTER USER u IDENTIFIED BY ?"},
	    {"SELECT 1 /* no end", "SELECT ?"},
	    /* in doubt */
	    {"SELECT 'a\\'b', 'secret'", "SELECT ? ..."},
	    {"SELECT 'no end", "SELECT ? ..."},
	    {"SELECT `no end", "SELECT ..."},
	    {"SELECT /*!50000 'a*/b' */", "SELECT ..."},
	    {"SELECT /*M!100000 'a*/b' */", "SELECT ..."},
	    /* a comment where the byte is a blank, as 0xA0 in latin1 */
	    {"SELECT a --\xA0 don't\n, 'secret'", "SELECT a ..."},
	    {"SELECT a --\x7F don't\n, 'secret'", "SELECT a , ?"},
	    {"SELECT $$secret$$", "SELECT ..."},
	    {"SELECT \\N", "SELECT ..."},
	    {"SELECT gr\xC3\xB6sse FROM t", "SELECT gr\xC3\xB6sse FROM t"},
	    {"SELECT\xA0"
	     "12",
	        "SELECT\xA0 ..."},
	    {"SELECT \x81`, 'secret'", "SELECT \x81 ..."},
	    {"SELECT `\x81`, 'secret'", "SELECT ..."},
	    {"", ""},
	};
	(void) state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char to[200];
		size_t len = mynd_sql_digest(
		    (mynd_slice){(const uint8_t *) cases[i][0], strlen(cases[i][0])}, to, sizeof to - 1);
		to[len] = '\0';
		assert_string_equal(cases[i][1], to);
	}
}

static void a_digest_stays_in_its_space(void **state)
{
	static const char sql[] = "SELECT a, 'b' , `c`, 1 FROM t WHERE x IN (1, 2, 3) AND 'a\\'";
	(void) state;
	for (size_t len = 0; len <= sizeof sql - 1; len++) {
		uint8_t *copy = malloc(len + 1); /* the sanitizer sees each byte beyond */
		memcpy(copy + 1, sql, len);
		for (size_t size = 0; size < 70; size++) {
			char *to = malloc(size + (size == 0));
			assert_true(mynd_sql_digest((mynd_slice){copy + 1, len}, to, size) <= size);
			free(to);
		}
		free(copy);
	}
}

/* Words of a seed, with a secret within quotes; the digest has no part of it. */
static void a_secret_is_in_no_digest(void **state)
{
	static const char *const parts[] = {" ", ",", "(", ")", "'", "\"", "`", "a", "SELECT", "1", "-- ", "#",
	    "\n", "/*", "*/", "/*!", "\\", "''", "x'", "\xA0", "\x81", "$", "@", "?", ".", "e+", "- ", "N"};
	(void) state;
	srand(17);
	for (unsigned n = 0; n < 200000; n++) {
		char sql[256], to[200];
		size_t len = 0;
		unsigned before = (unsigned) rand() % 12;
		bool quoted = false;
		for (unsigned i = 0; i < before; i++) {
			const char *part = parts[(unsigned) rand() % (sizeof parts / sizeof *parts)];
			memcpy(sql + len, part, strlen(part));
			len += strlen(part);
		}
		/* closed by a server in whatever state it was: only a text without other quotes is certain */
		sql[len] = '\0';
		quoted = strpbrk(sql, "'\"`\\#/$") != NULL || strstr(sql, "--") != NULL || strstr(sql, "- ") != NULL;
		len += (size_t) snprintf(sql + len, sizeof sql - len, "'s3cr3t 77'%s", rand() % 2 ? ", 1" : "");
		size_t written = mynd_sql_digest((mynd_slice){(const uint8_t *) sql, len}, to, sizeof to - 1);
		to[written] = '\0';
		if (!quoted && (strstr(to, "s3cr") != NULL || strstr(to, "77") != NULL)) {
			fail_msg("%s: %s", sql, to);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(digests_have_no_literals),
	    cmocka_unit_test(a_digest_stays_in_its_space),
	    cmocka_unit_test(a_secret_is_in_no_digest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
