/*
 * Which question marks and names with colons are placeholders. That servers read the same is shown in
 * tests/scanner.
 */
#include "wire_packet.h"
#include "wire/placeholders.h"

#include <stdio.h>

/* What was found, one after the other with a blank between. */
static void scan_into(char *list, size_t room, const char *text, size_t len, const mynd_sql_dialect *dialect)
{
	mynd_slice exact = packet_copy(text, len);
	mynd_placeholder_scan scan = mynd_placeholders_of(exact, dialect);
	mynd_placeholder found;
	size_t used = 0;
	list[0] = '\0';
	while (mynd_placeholder_next(&scan, &found)) {
		bool escaped = found.kind == MYND_PLACEHOLDER_ESCAPED;
		assert_true(found.text.ptr >= exact.ptr && found.text.ptr + found.text.len <= exact.ptr + exact.len);
		assert_int_equal(found.text.ptr[0], found.kind == MYND_PLACEHOLDER_NAME ? ':' : '?');
		assert_true(
		    escaped ? found.text.len == 2 : found.kind == MYND_PLACEHOLDER_NAME || found.text.len == 1);
		assert_true(used + found.text.len + 2 < room);
		used += (size_t) snprintf(
		    list + used, room - used, "%s%.*s", used > 0 ? " " : "", (int) found.text.len, found.text.ptr);
	}
	assert_false(mynd_placeholder_next(&scan, &found));
	packet_free(exact);
}

typedef struct scan_case {
	const char *text, *found;
	size_t len; /* 0: as the text says */
} scan_case;

/* Cut anywhere it must not read beyond the end. */
static void check(const scan_case *cases, size_t count, const mynd_sql_dialect *dialect)
{
	for (size_t i = 0; i < count; i++) {
		char list[256];
		size_t len = cases[i].len > 0 ? cases[i].len : strlen(cases[i].text);
		scan_into(list, sizeof list, cases[i].text, len, dialect);
		if (strcmp(list, cases[i].found) != 0) {
			fail_msg("%s: found '%s', not '%s'", cases[i].text, list, cases[i].found);
		}
		for (size_t cut = 0; cut < len; cut++) {
			scan_into(list, sizeof list, cases[i].text, cut, dialect);
		}
	}
}

#define CHECK(cases, ...) check(cases, sizeof(cases) / sizeof *(cases), &(mynd_sql_dialect){__VA_ARGS__})

enum { MARIADB = 101106, MYSQL = 80400 };

static const mynd_charset *charset(const char *name)
{
	const mynd_charset *found = mynd_charset_by_name(mynd_slice_of(name));
	assert_non_null(found);
	return found;
}

static void test_common(void **state)
{
	(void) state;
	static const scan_case cases[] = {{"", "", 0}, {"SELECT 1", "", 0}, {"?", "?", 0},
	    {"SELECT ?, ?+?", "? ? ?", 0}, {"SELECT :a, :b_1,:_c , :1x", ":a :b_1 :_c :1x", 0},
	    {"a=?AND b=:b", "? :b", 0}, {"SELECT ?? ?", "?? ?", 0}, {"???", "?? ?", 0}, {":a:b", ":a", 0},
	    {"a:b", "", 0}, {"1:b", "", 0}, {"_:b", ":b", 0}, {"'x':b", ":b", 0}, {"a::b, :::c, ::", "", 0},
	    {"@a:=?, @b := :c", "? :c", 0}, {":", "", 0}, {": a", "", 0}, {":\xC3\xA9", "", 0},
	    {":a\xC3\xA9?", ":a ?", 0},
	    /* strings */
	    {"'?' ?", "?", 0}, {"'a''?' ?", "?", 0}, {"'a\\'?' ?", "?", 0}, {"'a\\\\' ? '\\'", "?", 0},
	    {"\"?\" ?", "?", 0}, {"\"a\"\"?\" ?", "?", 0}, {"\"a\\\"?\" ?", "?", 0}, {"\"'\" ? \"'\"", "?", 0},
	    {"'\"' ? '\"'", "?", 0}, {"''?''", "?", 0}, {"'?", "", 0}, {"'?\\", "", 0}, {"'?''", "", 0},
	    {"N'?' _latin1'?' x'?' ?", "?", 0}, {"'\0?' ?", "?", 6}, {"\"\0?\" ?", "?", 6}, {"'\\\0?' ?", "?", 7},
	    /* names */
	    {"`?` ?", "?", 0}, {"`a``?` ?", "?", 0}, {"`a\\` ? `b`", "?", 0}, {"`:a` :b", ":b", 0},
	    {"`'` ? `'`", "?", 0}, {"`?\0?` ?", "?", 7}, {"a$b? $a, ?", "? ?", 0},
	    {"t.a=? t.e=? t.5e=?", "? ? ?", 0}, {"`?", "", 0},
	    /* comments */
	    {"# ?\n?", "?", 0}, {"a#?\n?", "?", 0}, {"#?\r?", "", 0}, {"-- ?\n?", "?", 0}, {"--\t?\n?", "?", 0},
	    {"--\n?", "?", 0}, {"--\x01?\n?", "?", 0}, {"--\x7F?\n?", "?", 0}, {"--?\n?", "? ?", 0},
	    {"1--?", "?", 0}, {"1---?", "?", 0}, {"1--- ?\n?", "?", 0}, {"--", "", 0}, {"? --", "?", 0},
	    {"-?", "?", 0}, {"/* ? */ ?", "?", 0}, {"/*/ ? */ ?", "?", 0}, {"/**/?", "?", 0},
	    {"/* ' */ ? /* ' */", "?", 0}, {"/* ?", "", 0}, {"/* /* ? */ ?", "?", 0}, {"/*+ ? */ ?", "?", 0},
	    {"/?", "?", 0}, {"2*/* ? */?", "?", 0}, {"*/ ?", "?", 0}, {"'/*' ? '*/'", "?", 0},
	    {"/* \0 ? */ ?", "?", 11}, {"# ' \n ? # '", "?", 0}, {"-- ' \n ? -- '", "?", 0}, {"- - ?", "?", 0},
	    /* several statements, and a NUL */
	    {"?;?", "? ?", 0}, {"?\0?", "? ?", 3}, {"?;\0?", "?", 4}, {"?; # \0?", "?", 7},
	    {"?;'\0';?", "? ?", 7},
	    /* executable comments */
	    {"/*! ? */ ?", "? ?", 0}, {"/*!? */", "", 0}, {"/*! '*/' */ ?", "?", 0},
	    {"/*!50000 ? */ ?", "? ?", 0}, {"/*!50000?*/", "?", 0}, {"/*!5000 ? */", "?", 0},
	    {"/*!5000? */ ?", "", 0}, {"/*!99999 '*/ ? '", "?", 0}, {"/*!99999 /* ? */ ? */ ?", "?", 0},
	    {"/*!99999 /* /* */ ? */ ?", "?", 0}, {"/*!99999 ", "", 0}, {"/*! /* ? */ ? */ ?", "? ?", 0},
	    {"/*! '*/ ? '*/ ?", "?", 0},
	    /* numbers */
	    {"1.5=? 1e5=? .5=? 1.=? 1.e5=? 1x=?", "? ? ? ? ? ?", 0}, {"1.e-- ?\n?", "", 0}, {".5e-- ?\n?", "", 0},
	    {"1.5e ?", "", 0}, {"1e-- ?\n?", "?", 0}, {"'a'.5e ?", "", 0}, {"t1.5e-- ?\n?", "?", 0},
	    {"?.e-- \n?", "?", 0}, {"1?", "", 0}, {"1.5?", "", 0}, {"a.?", "", 0}, {"a.:b", "", 0},
	    {"0x41, ?", "?", 0}, {"0b01, ?", "?", 0},
	    /* variables */
	    {"@a=?, @@b=?, @'?'=?, @`?`=?, @\"?\"=?", "? ? ? ? ?", 0}, {"@@`?`=?", "?", 0}, {"@?", "?", 0},
	    {"@a.5e-- ?\n?", "?", 0}, {"u@h.?", "?", 0}, {"@@global.a=?", "?", 0}};
	CHECK(cases, charset("utf8mb4"), .mariadb = true, .version = MARIADB);
	CHECK(cases, charset("utf8mb4"), .version = MYSQL);
	CHECK(cases, NULL, .mariadb = true, .version = MARIADB);
	CHECK(cases, charset("gbk"), .version = MYSQL);
}

static void test_modes(void **state)
{
	(void) state;
	static const scan_case no_backslash[] = {
	    {"'a\\' ? 'b'", "?", 0}, {"\"a\\\" ? \"b\"", "?", 0}, {"'\\'' ? '", "", 0}};
	static const scan_case ansi[] = {
	    {"\"a\\\" ? \"b\"", "?", 0}, {"\"a\"\"?\" ?", "?", 0}, {"'a\\' ? 'b'", "", 0}};
	static const scan_case none[] = {{"\"a\\\" ? \"b\"", "", 0}, {"'a\\' ? 'b'", "", 0}};
	CHECK(no_backslash, NULL, .no_backslash = true);
	CHECK(ansi, NULL, .ansi_quotes = true);
	CHECK(none, NULL, .version = 0);
}

static void test_servers(void **state)
{
	(void) state;
	static const scan_case mariadb[] = {{"/*M! ? */ ?", "? ?", 0}, {"/*M!100000 ? */ ?", "? ?", 0},
	    {"/*M!990000 ? */ ?", "?", 0}, {"/*M!80000 ? */ ?", "? ?", 0}, {"/*!80000 ? */ ?", "?", 0},
	    {"/*!50700 ? */ ?", "?", 0}, {"/*!50699 ? */ ?", "? ?", 0}, {"/*!100000 ? */ ?", "? ?", 0},
	    {"/*!110000 ? */ ?", "?", 0}, {"/*!99997 ? */ ?", "", 0}, {"$$ ? $$ ?", "? ?", 0}};
	static const scan_case mysql[] = {{"/*M! ? */ ?", "?", 0}, {"/*!80000 ? */ ?", "? ?", 0},
	    {"/*!80401 ? */ ?", "?", 0}, {"/*!080000 ? */ ?", "? ?", 0}, {"/*!080000\t? */ ?", "? ?", 0},
	    {"1.5e+3? ?", "? ?", 0}, {"/*!090000 ? */ ?", "?", 0}, {"/*!090000? */ ?", "", 0},
	    {"/*!0900000 ? */", "?", 0}, {"? $$ ? $$ ?", "?", 0}, {"? $a$ ? $a$ ?", "?", 0},
	    {"$a ? a$$ ?", "? ?", 0}, {"$? $", "", 0}, {"?$$ ? $$", "?", 0}, {"?e5$$ ? $$", "?", 0},
	    {"1$$ ?", "?", 0}, {"a.5e3$$ ?", "?", 0}, {"1e5$$ ? $$", "", 0}};
	static const scan_case old[] = {
	    {"/*!080000 ? */ ?", "? ?", 0}, {"/*!090000 ? */ ?", "? ?", 0}, {"$$ ? $$ ?", "? ?", 0}};
	static const scan_case unknown[] = {
	    {"? /*!50000 ? */ ?", "?", 0}, {"/*! ? */ ?", "? ?", 0}, {"? $$ ? $$ ?", "?", 0}};
	static const scan_case between[] = {{"? /*!080000 ? */ ?", "?", 0}, {"? /*!080000\t? */ ?", "?", 0}};
	CHECK(mariadb, NULL, .mariadb = true, .version = MARIADB);
	CHECK(mysql, NULL, .version = MYSQL);
	CHECK(old, NULL, .version = 50744);
	CHECK(unknown, NULL, .version = 0);
	CHECK(between, NULL, .version = 80035);
}

static void test_charsets(void **state)
{
	(void) state;
	/*
	 * 0x81 0x5C and 0x81 0x60 are one character each in some, a byte and a backslash or a back-tick in others
	 */
	static const scan_case whole[] = {{"'\x81\\' ? '", "?", 0}, {"`\x81`` ? `", "?", 0},
	    {"\"\x81\\\" ? \"", "?", 0}, {"\x81` ? `?`", "?", 0}, {"a\x81` ? `?`", "?", 0},
	    {"t.\x81` ? `?`", "?", 0}, {"'\x81' ? '", "?", 0}, {"`\x81\xFF` ?", "?", 0}, {"1\x81` ?", "", 0},
	    {"@\x81` ?", "", 0}, {"@@\x81` ?", "", 0}, {"?\x81` ?", "?", 0}, {"--\xA0 ?", "", 0}};
	static const scan_case bytes[] = {
	    {"'\x81\\' ? '", "", 0}, {"`\x81`` ? `", "", 0}, {"\x81` ? `?", "?", 0}, {"@\x81` ? `?", "?", 0}};
	static const scan_case single[] = {{"--\xA0 ?", "", 0},
	    {"\xA0"
	     "1.e-- ?",
	        "", 0},
	    {"\xE4.5e ?", "", 0}, {"\xE4$$ ? $$", "", 0},
	    {"\xE4=?, \xE4.e=?, \xE4.\xE4=?, @\xE4=?", "? ? ? ?", 0}};
	static const scan_case utf8[] = {{"--\xC3\xA4, ?", "?", 0}, {"'\xC3\\' ? '", "", 0},
	    {"\xC3\xA4$$ ?", "?", 0}, {"\xE2\x82\xAC.5e ?", "?", 0}};
	static const char *const wide[] = {"gbk", "sjis", "cp932", "gb18030"};
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
		CHECK(whole, charset(wide[i]), .version = MYSQL);
	}
	CHECK(bytes, charset("latin1"), .version = MYSQL);
	CHECK(bytes, charset("big5"), .version = MYSQL);
	CHECK(bytes, charset("utf8mb4"), .mariadb = true, .version = MARIADB);
	CHECK(single, charset("latin1"), .version = MYSQL);
	CHECK(utf8, charset("utf8mb4"), .version = MYSQL);
}

/* No server takes these texts, and the scanner says so. */
static void test_unclosed(void **state)
{
	(void) state;
	static const char *const open[] = {
	    "'?", "\"?", "`?", "? 'a\\'", "/* ?", "/*/", "/*! ?", "/*!99999 /* */ ?", "'a''"};
	static const char *const closed[] = {
	    "", "'?'", "\"?\"", "`?`", "/* ? */", "/*! ? */", "/*!99999 /* */ ? */", "# ?", "-- ?", "?"};
	mynd_sql_dialect dialect = {.version = MYSQL};
	mynd_placeholder found;
	for (size_t i = 0; i < sizeof open / sizeof *open + sizeof closed / sizeof *closed; i++) {
		bool is_open = i < sizeof open / sizeof *open;
		const char *text = is_open ? open[i] : closed[i - sizeof open / sizeof *open];
		mynd_placeholder_scan scan = mynd_placeholders_of(mynd_slice_of(text), &dialect);
		while (mynd_placeholder_next(&scan, &found)) {
		}
		if (scan.unclosed != is_open || scan.ended_early) {
			fail_msg("%s: %d %d", text, scan.unclosed, scan.ended_early);
		}
	}
}

/* Whatever the bytes are, nothing is read beyond the end, and the pieces are in order. */
static void test_any_bytes(void **state)
{
	(void) state;
	static const char bytes[] = "?:'\"`\\/*!-# \n@.$1e5aM\0\x81\xA0`\xFE";
	static const char *const sets[] = {
	    "latin1", "utf8mb4", "gbk", "gb18030", "sjis", "big5", "ujis", "euckr"};
	uint32_t seed = 1;
	for (size_t i = 0; i < 100000; i++) {
		char text[24], list[256];
		size_t len = test_random(&seed) % sizeof text;
		for (size_t j = 0; j < len; j++) {
			text[j] = bytes[test_random(&seed) % (sizeof bytes - 1)];
		}
		mynd_sql_dialect dialect = {
		    charset(sets[i % 8]), i / 8 % 2 != 0, i / 16 % 2 != 0, i / 32 % 2 != 0, MARIADB};
		scan_into(list, sizeof list, text, len, &dialect);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_common),
	    cmocka_unit_test(test_modes),
	    cmocka_unit_test(test_servers),
	    cmocka_unit_test(test_charsets),
	    cmocka_unit_test(test_unclosed),
	    cmocka_unit_test(test_any_bytes),
	};
	return cmocka_run_group_tests_name("wire/placeholders", tests, NULL, NULL);
}
