/* The table of words: each word is found in any case, and no other one. */
#include "wire/words.h"
#include "wire_packet.h"

#include <ctype.h>
#include <limits.h>

static unsigned words_of(const char *text, size_t len)
{
	mynd_slice exact = packet_copy(text, len);
	unsigned says = mynd_words_of(exact);
	packet_free(exact);
	return says;
}

static void test_found(void **state)
{
	(void) state;
	static const struct {
		const char *word;
		unsigned says;
	} words[] = {
	    {"SELECT", MYND_WORD_HARMLESS | MYND_WORD_HAS_ROWS | MYND_WORD_SINGLE | MYND_WORD_RESERVED |
	                   MYND_WORD_ENDS_TABLES},
	    {"ALTER", MYND_WORD_PREPARES_NOTHING | MYND_WORD_DEFINES},
	    {"WRITE", MYND_WORD_MODE},
	    {"FROM", MYND_WORD_TABLES | MYND_WORD_RESERVED | MYND_WORD_TABLES_BEHIND},
	    {"EXECUTE", MYND_WORD_ROLE | MYND_WORD_SCHEMA | MYND_WORD_TRACKING},
	    {"PS_TRACE_THREAD", MYND_WORD_THREAD},
	    {"LAST_INSERT_ID", MYND_WORD_ASKS | MYND_WORD_INSERT_ID},
	    {"RELEASE_ALL_LOCKS", MYND_WORD_LEAVES},
	    {"NEXT", MYND_WORD_SEQUENCE},
	    {"DO", MYND_WORD_PREPARES_NOTHING | MYND_WORD_HAS_ROWS},
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		char lower[32], mixed[32];
		size_t len = strlen(words[i].word);
		for (size_t k = 0; k < len; k++) {
			lower[k] = (char) tolower(words[i].word[k]);
			mixed[k] = k % 2 ? lower[k] : words[i].word[k];
		}
		assert_int_equal(words_of(words[i].word, len), words[i].says);
		assert_int_equal(words_of(lower, len), words[i].says);
		assert_int_equal(words_of(mixed, len), words[i].says);
		lower[len - 1] ^= 1;
		assert_int_equal(words_of(lower, len), 0);
	}
}

static void test_not_found(void **state)
{
	(void) state;
	static const char *const words[] = {"", "S", "SELECTS", "SELEC", "id", "XYZ", "_SELECT", "\xC3\xA4",
	    "ROW@COUNT",
	    "ROW\x7F"
	    "COUNT",
	    "0", "ZZ"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		assert_int_equal(words_of(words[i], strlen(words[i])), 0);
	}
	for (size_t len = UCHAR_MAX - 1; len <= UCHAR_MAX + 1; len++) {
		char longest[UCHAR_MAX + 2];
		memset(longest, 's', sizeof longest);
		assert_int_equal(words_of(longest, len), 0);
	}
	for (unsigned a = 1; a < 256; a++) { /* of one and of two bytes */
		char pair[2] = {(char) a, 'o'};
		assert_int_equal(words_of(pair, 1), 0);
		assert_int_equal(words_of(pair, 2) != 0, a == 'd' || a == 'D');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_found), cmocka_unit_test(test_not_found)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
