/*
 * The lexer of SQL texts: each text of the table, from which real servers take the same (tests/scanner),
 * whole and cut at every byte.
 */
#include "lexer_texts.h"
#include "wire_packet.h"

static long parts(const lexer_text *t, size_t len, char *to)
{
	mynd_slice exact = packet_copy(t->text, len);
	long n = lexer_parts(exact, t->no_backslash, true, to);
	packet_free(exact);
	return n;
}

static void test_table(void **state)
{
	(void) state;
	char to[512];
	for (size_t i = 0; i < lexer_text_count; i++) {
		const lexer_text *t = &lexer_texts[i];
		long n = parts(t, strlen(t->text), to);
		if (t->parts == NULL ? n != -1
		                     : n != (long) strlen(t->parts) || memcmp(to, t->parts, (size_t) n) != 0) {
			fail_msg("%s is read as %.*s", t->text, n < 0 ? 6 : (int) n, n < 0 ? "unsure" : to);
		}
	}
}

static void test_cut(void **state)
{
	(void) state;
	char to[512];
	for (size_t i = 0; i < lexer_text_count; i++) {
		for (size_t len = 0; len < strlen(lexer_texts[i].text); len++) {
			assert_true(parts(&lexer_texts[i], len, to) < (long) LEXER_ROOM(len));
			mynd_slice exact = packet_copy(lexer_texts[i].text, len);
			mynd_cursor c = mynd_cursor_over(exact.ptr, exact.len);
			while (mynd_cursor_left(&c) > 0) {
				mynd_cursor here = c;
				mynd_lexer_skip_to_end(&here);
				assert_true(here.pos >= c.pos && here.pos <= c.end);
				c.pos++;
			}
			packet_free(exact);
		}
	}
}

/* Narrow character sets have no second bytes. */
static void test_narrow(void **state)
{
	(void) state;
	char to[64];
	assert_int_equal(lexer_parts(mynd_slice_of("'\x81\\\\'"), false, false, to), 5);
	assert_int_equal(lexer_parts(mynd_slice_of("`\x81`"), false, false, to), 3);
	assert_int_equal(lexer_parts(mynd_slice_of("\x81`a`"), false, false, to), 4);
}

static void test_classes(void **state)
{
	(void) state;
	for (unsigned b = 0; b < 256; b++) {
		uint8_t byte = (uint8_t) b;
		bool letter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z'), digit = b >= '0' && b <= '9';
		assert_int_equal(mynd_lexer_is(byte, MYND_LEX_BLANK), b == ' ' || (b >= 9 && b <= 13));
		assert_int_equal(mynd_lexer_is(byte, MYND_LEX_CONTROL), b < ' ' || b == 0x7F);
		assert_int_equal(mynd_lexer_is(byte, MYND_LEX_KEYWORD), letter || b == '_');
		assert_int_equal(mynd_lexer_is(byte, MYND_LEX_NAME), letter || digit || b == '_');
		assert_int_equal(
		    mynd_lexer_is(byte, MYND_LEX_IDENTIFIER), letter || digit || b == '_' || b == '$' || b > 0x7F);
		assert_int_equal(mynd_lexer_is(byte, MYND_LEX_QUOTE), b == '\'' || b == '"' || b == '`');
	}
}

static void test_words(void **state)
{
	(void) state;
	static const char *const names[] = {"ROW_COUNT", "log2", NULL};
	assert_true(mynd_lexer_is_word(mynd_slice_of("row_Count"), "ROW_COUNT"));
	assert_true(mynd_lexer_is_word(mynd_slice_of("LOG2"), "log2"));
	assert_false(mynd_lexer_is_word(mynd_slice_of("row\x7F"
	                                              "count"),
	    "ROW_COUNT"));
	assert_false(mynd_lexer_is_word(mynd_slice_of("row_coun"), "ROW_COUNT"));
	assert_false(mynd_lexer_is_word(mynd_slice_of("row_counts"), "ROW_COUNT"));
	assert_false(mynd_lexer_is_word((mynd_slice){NULL, 0}, "A"));
	assert_true(mynd_lexer_is_listed(mynd_slice_of("Log2"), names));
	assert_false(mynd_lexer_is_listed(mynd_slice_of("Log"), names));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_cut),
	    cmocka_unit_test(test_narrow), cmocka_unit_test(test_classes), cmocka_unit_test(test_words)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
