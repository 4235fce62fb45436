/*
 * Filling errors: texts, states, and messages that are too long.
 */
#include "wire_packet.h"

static void test_clear(void **state)
{
	(void) state;
	mynd_error e;
	memset(&e, 0x55, sizeof e);
	mynd_error_clear(&e);
	assert_int_equal(e.code, 0);
	assert_int_equal(e.cause, MYND_CAUSE_NONE);
	assert_string_equal(e.sqlstate, "00000");
	assert_string_equal(e.message, "");
	assert_int_equal(e.sys_errno, 0);
	assert_true(e.offset == 0);
}

static void test_set(void **state)
{
	(void) state;
	mynd_error e;
	memset(&e, 0x55, sizeof e);
	assert_int_equal(mynd_error_set(&e, MYND_CAUSE_SERVER, 1146, "42S02", "Table '%s'", "t"), MYND_BAD);
	assert_int_equal(e.code, 1146);
	assert_int_equal(e.cause, MYND_CAUSE_SERVER);
	assert_string_equal(e.sqlstate, "42S02");
	assert_string_equal(e.message, "Table 't'");
	assert_int_equal(e.sys_errno, 0);
	/* the arguments may be the error's own */
	mynd_error_set(&e, MYND_CAUSE_LOST, 2006, e.sqlstate, "%s again", e.message);
	assert_string_equal(e.message, "Table 't' again");
	assert_string_equal(e.sqlstate, "42S02");
	mynd_error_set(&e, MYND_CAUSE_LOST, 2006, NULL, "x");
	assert_string_equal(e.sqlstate, "HY000");
}

static void test_client_texts(void **state)
{
	(void) state;
	mynd_error e;
	assert_int_equal(mynd_error_client(&e, MYND_CAUSE_LOST, 2006), MYND_BAD);
	assert_string_equal(e.message, "MySQL server has gone away");
	assert_string_equal(e.sqlstate, "HY000");
	mynd_error_client(&e, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	assert_int_equal(e.code, 2008);
	assert_string_equal(e.message, "Out of memory");
	mynd_error_client(&e, MYND_CAUSE_MISUSE, 2999);
	assert_int_equal(e.code, 2999);
	assert_string_equal(e.message, "Unknown MySQL error");
	assert_int_equal(mynd_error_malformed(&e, NULL), MYND_BAD);
	assert_string_equal(e.message, "Malformed packet");
	mynd_error_malformed(&e, "too short");
	assert_string_equal(e.message, "Malformed packet: too short");
	assert_malformed(&e);
}

/* A long message of characters of one length, after 0 to 3 ASCII bytes: no character may be cut. */
static void check_cut(const char *character, size_t before)
{
	char text[2 * MYND_MESSAGE_SIZE];
	size_t len = strlen(character), at = before;
	memset(text, 'a', before);
	while (at + len < sizeof text) {
		memcpy(text + at, character, len);
		at += len;
	}
	text[at] = '\0';
	mynd_error e;
	mynd_error_set(&e, MYND_CAUSE_SERVER, 1, NULL, "%s", text);
	size_t kept = strlen(e.message), room = MYND_MESSAGE_SIZE - 1;
	assert_int_equal(kept, before + (room - before) / len * len);
	assert_memory_equal(e.message, text, kept);
}

static void test_long_message(void **state)
{
	(void) state;
	static const char *const characters[] = {"x", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
	for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
		for (size_t before = 0; before < 4; before++) {
			check_cut(characters[i], before);
		}
	}
}

/* Text that is no UTF-8 loses three bytes at most. */
static void test_long_message_of_other_bytes(void **state)
{
	(void) state;
	static const char *const bytes[] = {"\x80", "\xFF", "\xE9", "\xC0"};
	for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
		char text[2 * MYND_MESSAGE_SIZE];
		memset(text, bytes[i][0], sizeof text);
		text[sizeof text - 1] = '\0';
		mynd_error e;
		mynd_error_set(&e, MYND_CAUSE_SERVER, 1, NULL, "%s", text);
		size_t len = strlen(e.message);
		assert_true(len >= MYND_MESSAGE_SIZE - 4 && len < MYND_MESSAGE_SIZE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_clear),
	    cmocka_unit_test(test_set),
	    cmocka_unit_test(test_client_texts),
	    cmocka_unit_test(test_long_message),
	    cmocka_unit_test(test_long_message_of_other_bytes),
	};
	return cmocka_run_group_tests_name("wire/error", tests, NULL, NULL);
}
