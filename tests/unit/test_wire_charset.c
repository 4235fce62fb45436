/*
 * The table of character sets, and escaping: known answers, and for random input the way back through a model
 * of the server's lexer.
 */
#include "wire_lexer.h"
#include "wire_packet.h"
#include "wire/charset_table.h"

static const mynd_charset *by_name(const char *name)
{
	return mynd_charset_by_name(mynd_slice_of(name));
}

static void test_table(void **state)
{
	(void) state;
	for (size_t i = 0; i < mynd_charset_count; i++) {
		const mynd_charset *c = &mynd_charset_table[i];
		assert_true(i == 0 || c->id > mynd_charset_table[i - 1].id);
		assert_ptr_equal(mynd_charset_by_id(c->id), c);
		assert_non_null(by_name(c->name));
		assert_int_equal(by_name(c->name)->max_length, c->max_length);
		assert_ptr_equal(mynd_charset_rules(by_name(c->name)), mynd_charset_rules(c));
		assert_int_equal(mynd_charset_rules(c)->multibyte != NULL, c->min_length == 1 && c->max_length > 1);
		assert_memory_equal(c->collation, c->name, strlen(c->name));
		assert_non_null(memchr(c->name, '\0', sizeof c->name));
		assert_non_null(memchr(c->collation, '\0', sizeof c->collation));
		assert_non_null(memchr(c->comment, '\0', sizeof c->comment));
	}
	assert_null(mynd_charset_by_id(0));
	assert_null(mynd_charset_by_id(1000000));
}

/* The numbers that stock chooses for a name. */
static void test_defaults(void **state)
{
	(void) state;
	static const struct {
		const char *name;
		unsigned id;
	} defaults[] = {{"utf8mb4", 45}, {"utf8", 33}, {"utf8mb3", 33}, {"latin1", 8}, {"latin2", 9},
	    {"latin5", 30}, {"latin7", 41}, {"ascii", 11}, {"binary", 63}, {"big5", 1}, {"cp1250", 26},
	    {"cp1251", 51}, {"cp1256", 57}, {"cp1257", 59}, {"cp850", 4}, {"cp852", 40}, {"cp866", 36},
	    {"cp932", 95}, {"dec8", 3}, {"eucjpms", 97}, {"euckr", 19}, {"gb18030", 248}, {"gb2312", 24},
	    {"gbk", 28}, {"geostd8", 92}, {"greek", 25}, {"hebrew", 16}, {"hp8", 6}, {"keybcs2", 37},
	    {"koi8r", 7}, {"koi8u", 22}, {"macce", 38}, {"macroman", 39}, {"sjis", 13}, {"swe7", 10},
	    {"tis620", 18}, {"ucs2", 35}, {"ujis", 12}, {"utf16", 54}, {"utf16le", 56}, {"utf32", 60},
	    {"armscii8", 32}};
	for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
		assert_non_null(by_name(defaults[i].name));
		assert_int_equal(by_name(defaults[i].name)->id, defaults[i].id);
	}
	assert_int_equal(mynd_charset_default_count, sizeof defaults / sizeof *defaults - 1);
}

/* Sets for which an escaped text is an attack where the server takes it for latin1. */
static void test_hidden_backslash(void **state)
{
	(void) state;
	static const char *const hiding[] = {"big5", "cp932", "gb18030", "gbk", "sjis"};
	for (size_t i = 0; i < mynd_charset_count; i++) {
		const mynd_charset *c = &mynd_charset_table[i];
		bool hides = false;
		for (size_t n = 0; n < sizeof hiding / sizeof *hiding; n++) {
			hides |= strcmp(c->name, hiding[n]) == 0;
		}
		assert_int_equal(mynd_charset_hides_backslash(c), hides);
	}
}

static void test_names(void **state)
{
	(void) state;
	assert_ptr_equal(by_name("UTF8MB4"), by_name("utf8mb4"));
	assert_ptr_equal(by_name("Utf8Mb3"), by_name("utf8"));
	assert_string_equal(by_name("utf8mb3")->name, "utf8");
	assert_string_equal(by_name("utf8")->collation, "utf8_general_ci");
	assert_string_equal(by_name("utf8")->comment, "UTF-8 Unicode");
	assert_string_equal(by_name("latin1")->comment, "");
	assert_null(by_name(""));
	assert_null(by_name("utf8mb"));
	assert_null(by_name("utf8mb44"));
	assert_null(by_name("utf8mb4_general_ci"));
	assert_null(mynd_charset_by_name((mynd_slice){NULL, 0}));
	assert_null(mynd_charset_by_name((mynd_slice){(const uint8_t *) "utf8\0", 5}));
}

static void test_collations(void **state)
{
	(void) state;
	assert_int_equal(mynd_charset_by_collation(mynd_slice_of("latin1_swedish_ci"))->id, 8);
	assert_int_equal(mynd_charset_by_collation(mynd_slice_of("UTF8MB4_general_ci"))->id, 45);
	assert_string_equal(mynd_charset_by_collation(mynd_slice_of("gbk_chinese_ci"))->name, "gbk");
	assert_null(mynd_charset_by_collation(mynd_slice_of("utf8mb4")));
	assert_null(mynd_charset_by_collation(mynd_slice_of("utf8mb4_general_c")));
	assert_null(mynd_charset_by_collation((mynd_slice){NULL, 0}));
	for (unsigned id = 1; id < 256; id++) { /* each has a name of its own */
		const mynd_charset *charset = mynd_charset_by_id(id);
		assert_true(
		    charset == NULL || mynd_charset_by_collation(mynd_slice_of(charset->collation)) == charset);
	}
}

static void test_ids(void **state)
{
	(void) state;
	static const struct {
		unsigned id;
		const char *collation;
	} known[] = {{8, "latin1_swedish_ci"}, {45, "utf8mb4_general_ci"}, {63, "binary"},
	    {224, "utf8mb4_unicode_ci"}, {245, "utf8mb4_croatian_ci"}, {250, "gb18030_unicode_520_ci"},
	    {255, "utf8mb4_0900_ai_ci"}, {277, "utf8mb4_vi_0900_ai_ci"}, {278, "utf8mb4_0900_as_cs"},
	    {300, "utf8mb4_vi_0900_as_cs"}, {308, "utf8mb4_zh_0900_as_cs"}, {309, "utf8mb4_0900_bin"},
	    {323, "utf8mb4_mn_cyrl_0900_as_cs"}, {1069, "utf8mb4_general_nopad_ci"}, {2048, "utf8_uca1400_ai_ci"},
	    {2304, "utf8mb4_uca1400_ai_ci"}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		assert_non_null(mynd_charset_by_id(known[i].id));
		assert_string_equal(mynd_charset_by_id(known[i].id)->collation, known[i].collation);
	}
	static const unsigned unknown[] = {17, 100, 251, 272, 276, 295, 299, 301, 302, 324, 500};
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		assert_null(mynd_charset_by_id(unknown[i]));
	}
}

/* One text against the model, cut to each length; nothing is read after the end. */
static void check_character(const lexer_charset *model, const mynd_charset *charset, const uint8_t *text)
{
	for (size_t len = 1; len <= 4; len++) {
		mynd_slice exact = packet_copy(text, len);
		const uint8_t *end = exact.ptr + len;
		if (mynd_charset_rules(charset)->multibyte(exact.ptr, end) !=
		    lexer_character(model, exact.ptr, end)) {
			fail_msg(
			    "%s: %zu bytes of %02x%02x%02x%02x", model->name, len, text[0], text[1], text[2], text[3]);
		}
		packet_free(exact);
	}
}

/* Every pair of bytes, after it the pair again and bytes by chance. */
static void check_characters(const lexer_charset *model, const mynd_charset *charset)
{
	uint32_t seed = 1;
	for (unsigned pair = 0x8000; pair <= 0xFFFF; pair++) {
		uint8_t first = (uint8_t) (pair >> 8), second = (uint8_t) pair;
		check_character(model, charset, (const uint8_t[]){first, second, first, second});
		for (int round = 0; round < 2; round++) {
			uint32_t chance = test_random(&seed);
			uint8_t third = (uint8_t) (chance | 0x80), fourth = (uint8_t) (chance >> 8);
			check_character(model, charset, (const uint8_t[]){first, second, third, fourth});
		}
	}
	for (unsigned byte = 0; byte <= 0xFF && mynd_charset_rules(charset)->lead != NULL; byte++) {
		assert_int_equal(
		    mynd_charset_rules(charset)->lead((uint8_t) byte) > 1, lexer_is_lead(model, (uint8_t) byte));
	}
}

static void test_characters(void **state)
{
	(void) state;
	for (size_t i = 0; i < lexer_charset_count; i++) {
		const mynd_charset *charset = by_name(lexer_charsets[i].name);
		assert_non_null(charset);
		assert_int_equal(
		    mynd_charset_rules(charset)->multibyte != NULL, lexer_charsets[i].patterns[0] != NULL);
		if (mynd_charset_rules(charset)->multibyte != NULL) {
			check_characters(&lexer_charsets[i], charset);
		}
	}
}

static void check_escape(
    const char *charset, bool no_backslash, const char *from_hex, const char *expected_hex)
{
	mynd_slice from = packet_from_hex(from_hex), expected = packet_from_hex(expected_hex);
	uint8_t *to = malloc(2 * from.len + 1);
	size_t len = mynd_escape(charset != NULL ? by_name(charset) : NULL, no_backslash, from, to);
	assert_int_equal(len, expected.len);
	if (len > 0) {
		assert_memory_equal(to, expected.ptr, len);
	}
	assert_int_equal(to[len], 0);
	free(to);
	packet_free(from);
	packet_free(expected);
}

static void test_known_escapes(void **state)
{
	(void) state;
	static const char every[] = "00 08 09 0a 0d 1a 22 25 27 5c 5f 60 7f 80 ff";
	static const char escaped[] = "5c30 08 09 5c6e 5c72 5c5a 5c22 25 5c27 5c5c 5f 60 7f 80 ff";
	check_escape(NULL, false, every, escaped);
	check_escape("latin1", false, every, escaped);
	check_escape("utf8mb4", false, every, escaped);
	check_escape("binary", false, every, escaped);
	check_escape("ucs2", false, "0027", "5c30 5c27");
	check_escape("gbk", false, "bf27", "5cbf 5c27");
	check_escape("gbk", false, "bf5c27", "bf5c 5c27");
	check_escape("gbk", false, "bf", "5cbf");
	check_escape("gbk", false, "815c", "815c");
	check_escape("sjis", false, "835c27", "835c 5c27");
	check_escape("cp932", false, "835c27", "835c 5c27");
	check_escape("sjis", false, "b15c", "b1 5c5c");
	check_escape("big5", false, "a15c27", "a15c 5c27");
	check_escape("big5", false, "a127", "5ca1 5c27");
	check_escape("gb18030", false, "8130813027", "81308130 5c27");
	check_escape("gb18030", false, "813027", "5c81 30 5c27");
	check_escape("gb18030", false, "8130815c27", "5c81 30 815c 5c27");
	check_escape("gb18030", false, "8127", "5c81 5c27");
	check_escape("eucjpms", false, "8fa127", "5c8f 5ca1 5c27");
	check_escape("ujis", false, "8ea127", "8ea1 5c27");
	check_escape("gb2312", false, "a15c", "5ca1 5c5c");
	check_escape("euckr", false, "a15b", "5ca1 5b");
	check_escape("utf8", false, "c327", "c3 5c27");
	check_escape("utf8mb4", false, "f09f9880 27 f09f 27", "f09f9880 5c27 f09f 5c27");
	check_escape(NULL, true, "00 0a 22 27 5c 2727", "00 0a 22 2727 5c 27272727");
	check_escape("gbk", true, "bf27", "bf 2727");
	check_escape("gbk", true, "bf5c27", "bf5c 2727");
	check_escape("utf8mb4", false, "", "");
	check_escape(NULL, true, "", "");
}

static void check_place(const char *charset, size_t len, size_t at, uint8_t special, uint8_t letter)
{
	uint8_t *text = malloc(len), *to = malloc(2 * len + 1);
	memset(text, 'x', len);
	text[at] = special;
	assert_int_equal(mynd_escape(by_name(charset), false, (mynd_slice){text, len}, to), len + 1);
	for (size_t i = 0; i <= len; i++) {
		assert_int_equal(to[i], i == at ? '\\' : i == at + 1 ? letter : 'x');
	}
	assert_int_equal(to[len + 1], 0);
	free(text);
	free(to);
}

/* Each special byte at every place of texts around the size of the blocks that are copied at once. */
static void test_escape_at_every_place(void **state)
{
	(void) state;
	static const char *const charsets[] = {"latin1", "utf8mb4", "gbk"};
	static const uint8_t specials[] = {0, '\n', '\r', 0x1A, '\\', '\'', '"'}, letters[] = "0nrZ\\'\"";
	for (size_t i = 0; i < sizeof specials; i++) {
		for (size_t len = 1; len <= 50; len++) {
			for (size_t at = 0; at < len; at++) {
				check_place(charsets[i % 3], len, at, specials[i], letters[i]);
				check_place(charsets[(i + 1) % 3], len, at, specials[i], letters[i]);
			}
		}
	}
}

/* Bytes that matter come often: quotes, backslashes, the edges of all ranges. */
static size_t random_text(uint8_t *text, size_t max, uint32_t *seed)
{
	static const uint8_t edges[] = {0x00, 0x0A, 0x0D, 0x1A, 0x22, 0x27, 0x27, 0x27, 0x5C, 0x5C, 0x5C, 0x2F,
	    0x30, 0x39, 0x3A, 0x40, 0x41, 0x5A, 0x5B, 0x61, 0x6E, 0x7A, 0x7E, 0x7F, 0x80, 0x81, 0x8E, 0x8F, 0x90,
	    0x9F, 0xA0, 0xA1, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF7, 0xF9, 0xFC, 0xFD, 0xFE,
	    0xFF};
	size_t len = test_random(seed) % (max + 1);
	for (size_t i = 0; i < len; i++) {
		uint32_t r = test_random(seed);
		text[i] = r % 8 ? edges[r / 8 % sizeof edges] : r % 16 == 8 ? 'a' : (uint8_t) (r >> 16);
	}
	return len;
}

static void check_way_back(const lexer_charset *model, bool no_backslash, mynd_slice from)
{
	/* room for what mynd_escape promises, a quote, and something after it that must not be swallowed */
	size_t room = 2 * from.len + 1;
	uint8_t *exact = malloc(room), *literal = malloc(room + 4), *value = malloc(room + 4);
	size_t len = mynd_escape(by_name(model->name), no_backslash, from, exact);
	assert_true(len <= 2 * from.len);
	memcpy(literal, exact, len);
	memcpy(literal + len, "' --", 4);
	size_t value_len = 0;
	const uint8_t *quote = lexer_literal(model, no_backslash, literal, literal + len + 4, value, &value_len);
	if (quote != literal + len || value_len != from.len || memcmp(value, from.ptr, from.len) != 0) {
		for (size_t i = 0; i < from.len; i++) {
			print_message("%02x", from.ptr[i]);
		}
		print_message("\n");
		fail_msg(
		    "%s%s: the text does not come back", model->name, no_backslash ? " without backslashes" : "");
	}
	free(exact);
	free(literal);
	free(value);
}

static void test_way_back(void **state)
{
	(void) state;
	uint32_t seed = 123456789;
	for (size_t i = 0; i < lexer_charset_count; i++) {
		for (int round = 0; round < 4000; round++) {
			uint8_t text[64];
			size_t len = random_text(text, round % 2 ? sizeof text : 6, &seed);
			mynd_slice from = packet_copy(text, len);
			check_way_back(&lexer_charsets[i], round % 5 == 0, from);
			packet_free(from);
		}
	}
}

/* Every text of up to three bytes out of the most dangerous ones. */
static void test_way_back_of_short_texts(void **state)
{
	(void) state;
	static const uint8_t bytes[] = {
	    0x27, 0x5C, 0x30, 0x41, 0x81, 0x8E, 0x8F, 0xA1, 0xBF, 0xC3, 0xE0, 0xF0, 0xFE, 0xFF};
	const size_t n = sizeof bytes;
	for (size_t i = 0; i < lexer_charset_count; i++) {
		for (size_t number = 0; number < n * n * n; number++) {
			uint8_t text[] = {bytes[number % n], bytes[number / n % n], bytes[number / n / n]};
			for (size_t len = 1; len <= sizeof text; len++) {
				mynd_slice from = packet_copy(text, len);
				check_way_back(&lexer_charsets[i], false, from);
				check_way_back(&lexer_charsets[i], true, from);
				packet_free(from);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_table),
	    cmocka_unit_test(test_defaults),
	    cmocka_unit_test(test_hidden_backslash),
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_collations),
	    cmocka_unit_test(test_ids),
	    cmocka_unit_test(test_characters),
	    cmocka_unit_test(test_known_escapes),
	    cmocka_unit_test(test_escape_at_every_place),
	    cmocka_unit_test(test_way_back),
	    cmocka_unit_test(test_way_back_of_short_texts),
	};
	return cmocka_run_group_tests_name("wire/charset and wire/escape", tests, NULL, NULL);
}
