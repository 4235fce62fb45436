/*
 * The simple commands, and the texts after which nothing may be queued.
 */
#include "wire_packet.h"
#include "wire/command.h"

static void check_head(mynd_command command, mynd_com com, const char *head_hex)
{
	mynd_slice head = packet_from_hex(head_hex);
	assert_int_equal(command.com, com);
	assert_int_equal(command.head_len, head.len);
	if (head.len > 0) {
		assert_memory_equal(command.head, head.ptr, head.len);
	}
	packet_free(head);
}

static void test_commands(void **state)
{
	(void) state;
	mynd_slice text = mynd_slice_of("SELECT 1");
	check_head(mynd_command_simple(MYND_COM_PING), MYND_COM_PING, "");
	check_head(mynd_command_text(MYND_COM_QUERY, text), MYND_COM_QUERY, "");
	assert_ptr_equal(mynd_command_text(MYND_COM_QUERY, text).body.ptr, text.ptr);
	assert_int_equal(mynd_command_text(MYND_COM_QUERY, text).body.len, text.len);
	check_head(mynd_command_kill(0x01020304), MYND_COM_PROCESS_KILL, "04030201");
	check_head(mynd_command_refresh(0x84), MYND_COM_REFRESH, "84");
	check_head(mynd_command_set_option(1), MYND_COM_SET_OPTION, "0100");
	assert_int_equal(mynd_command_kill(1).body.len, 0);
}

static bool is_barrier(mynd_com com, const char *text)
{
	mynd_slice exact = packet_copy(text, strlen(text));
	mynd_command command = mynd_command_text(com, exact);
	bool barrier = mynd_command_is_barrier(&command);
	packet_free(exact);
	return barrier;
}

static void test_barriers(void **state)
{
	(void) state;
	static const char *const barriers[] = {"LOAD DATA LOCAL INFILE 'x' INTO TABLE t", "local", "LoCaL",
	    " lOCAL ", "load data/**/local/**/infile", "LOAD DATA /*!50000LOCAL*/ INFILE", "/*M!100100local*/",
	    "SET LOCAL x = 1", "SELECT 1; LOAD DATA LOCAL INFILE 'x' INTO TABLE t", "x locale LOCAL",
	    "LOCAL\xC3\xA9", "\xE9LOCAL", "SELECT @@local.x", "locallocal LOCAL"};
	static const char *const others[] = {"", "l", "loca", "SELECT locale FROM t", "SELECT LOCALTIME()",
	    "localhost", "_local", "local_", "nonlocal", "LOCA L", "local1", "LOC\0AL", "llllloca",
	    "LOAD DATA INFILE 'x'"};
	for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++) {
		assert_true(is_barrier(MYND_COM_QUERY, barriers[i]));
		assert_true(is_barrier(MYND_COM_STMT_PREPARE, barriers[i]));
		assert_false(is_barrier(MYND_COM_INIT_DB, barriers[i]));
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_false(is_barrier(MYND_COM_QUERY, others[i]));
	}
	assert_true(is_barrier(MYND_COM_QUIT, ""));
	assert_true(is_barrier(MYND_COM_CHANGE_USER, ""));
	assert_false(is_barrier(MYND_COM_PING, ""));
	mynd_command nothing = mynd_command_text(MYND_COM_QUERY, (mynd_slice){NULL, 0});
	assert_false(mynd_command_is_barrier(&nothing));
}

static bool is_word_byte(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The rule once more, as plainly as it can be said. */
static bool has_word(const uint8_t *text, size_t len)
{
	static const char upper[] = "LOCAL", lower[] = "local";
	for (size_t at = 0; at + 5 <= len; at++) {
		size_t same = 0;
		while (same < 5 && (text[at + same] == upper[same] || text[at + same] == lower[same])) {
			same++;
		}
		bool before = at == 0 || !is_word_byte(text[at - 1]);
		int next = at + 5 < len ? text[at + 5] : ' ';
		if (same == 5 && before && !is_word_byte(next) && !(next >= '0' && next <= '9')) {
			return true;
		}
	}
	return false;
}

/* Every length and place, in memory of exactly that size. */
static void test_barrier_at_every_place(void **state)
{
	(void) state;
	for (size_t len = 5; len <= 80; len++) {
		for (size_t at = 0; at + 5 <= len; at++) {
			uint8_t *text = malloc(len);
			memset(text, ' ', len);
			memcpy(text + at, "LoCAl", 5);
			mynd_command command = mynd_command_text(MYND_COM_QUERY, (mynd_slice){text, len});
			assert_true(mynd_command_is_barrier(&command));
			text[at + 3] = 'x';
			assert_false(mynd_command_is_barrier(&command));
			free(text);
		}
	}
}

static void test_barrier_random(void **state)
{
	(void) state;
	static const char *const pieces[] = {
	    "local", "LOCAL", "l", "c", "lxc", "LoC", " ", "_", "1", "\x80", "al", "lo"};
	uint32_t seed = 20240517;
	unsigned found = 0;
	for (int round = 0; round < 20000; round++) {
		uint8_t text[256];
		size_t len = 0, count = test_random(&seed) % 30;
		for (size_t i = 0; i < count; i++) {
			const char *piece = pieces[test_random(&seed) % 12];
			if (i < count - 1 && piece[0] != ' ' && test_random(&seed) % 4) {
				piece = "lzc";
			}
			memcpy(text + len, piece, strlen(piece));
			len += strlen(piece);
		}
		mynd_slice exact = packet_copy(text, len);
		mynd_command command = mynd_command_text(MYND_COM_QUERY, exact);
		bool expected = has_word(text, len);
		assert_int_equal(mynd_command_is_barrier(&command), expected);
		found += expected;
		packet_free(exact);
	}
	assert_true(found >= 100 && found <= 19900);
}

static void test_silent(void **state)
{
	(void) state;
	assert_true(mynd_command_is_silent(MYND_COM_QUIT));
	assert_true(mynd_command_is_silent(MYND_COM_STMT_CLOSE));
	assert_true(mynd_command_is_silent(MYND_COM_STMT_SEND_LONG_DATA));
	assert_false(mynd_command_is_silent(MYND_COM_QUERY));
	assert_false(mynd_command_is_silent(MYND_COM_STMT_RESET));
	assert_false(mynd_command_is_silent(MYND_COM_CHANGE_USER));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_commands),
	    cmocka_unit_test(test_barriers),
	    cmocka_unit_test(test_barrier_at_every_place),
	    cmocka_unit_test(test_barrier_random),
	    cmocka_unit_test(test_silent),
	};
	return cmocka_run_group_tests_name("wire/command", tests, NULL, NULL);
}
