/*
 * OK, EOF, ERR, the header of a result set, and session tracking: as MariaDB 10.11 sent them, and made by
 * hand.
 */
#include "wire_packet.h"
#include "wire/reply.h"

#define TRACKING MYND_CAP_SESSION_TRACK

static uint64_t used_capabilities; /* what the decoders below are run with */

static int decode_ok(mynd_slice packet, mynd_error *error)
{
	mynd_ok ok;
	int rc = mynd_ok_decode(packet, used_capabilities, &ok, error);
	if (rc == MYND_OK) {
		assert_inside(packet, ok.info);
		assert_inside(packet, ok.session_state);
	}
	return rc;
}

static void check_ok(const char *hex, uint64_t capabilities, const mynd_ok *expected, size_t legal_from)
{
	mynd_slice p = packet_from_hex(hex);
	mynd_ok ok;
	mynd_error error;
	assert_int_equal(mynd_ok_decode(p, capabilities, &ok, &error), MYND_OK);
	assert_true(ok.affected_rows == expected->affected_rows);
	assert_true(ok.insert_id == expected->insert_id);
	assert_int_equal(ok.status, expected->status);
	assert_int_equal(ok.warnings, expected->warnings);
	assert_int_equal(ok.info.len, expected->info.len);
	if (ok.info.len > 0) {
		assert_memory_equal(ok.info.ptr, expected->info.ptr, ok.info.len);
	}
	assert_int_equal(ok.session_state.len, expected->session_state.len);
	used_capabilities = capabilities;
	size_t legal[] = {legal_from, SIZE_MAX};
	packet_cut_everywhere(p, decode_ok, legal, SIZE_MAX);
	packet_corrupt(p, decode_ok);
	packet_free(p);
}

static void test_ok(void **state)
{
	(void) state;
	check_ok("00 00 00 0200 0000", 0, &(mynd_ok){.status = 2}, 7);
	check_ok(
	    "00 02 01 0200 0000 26 5265636f7264733a203220204475706c6963617465733a203020205761726e696e67733a2030",
	    TRACKING,
	    &(mynd_ok){.affected_rows = 2,
	        .insert_id = 1,
	        .status = 2,
	        .info = mynd_slice_of("Records: 2  Duplicates: 0  Warnings: 0")},
	    7);
	check_ok("00 fe0102030405060708 feffffffffffffffff 0a00 ffff 00", TRACKING,
	    &(mynd_ok){.affected_rows = UINT64_C(0x0807060504030201),
	        .insert_id = UINT64_MAX,
	        .status = 10,
	        .warnings = 65535},
	    23);
	/* the end of a result where EOF is deprecated */
	check_ok("fe 00 00 2200 0000", MYND_CAP_DEPRECATE_EOF, &(mynd_ok){.status = 0x22}, 7);
}

/*
 * The message without a length, as the documents have it where session tracking is not negotiated: cut
 * anywhere it is a text still.
 */
static void test_ok_without_length(void **state)
{
	(void) state;
	static const size_t legal[] = {7, SIZE_MAX};
	static const struct {
		const char *hex, *info;
	} cases[] = {
	    {"00 01 00 0200 0000 526F7773206D617463686564", "Rows matched"},
	    /* what would be a length is 35, more and less than there is */
	    {"00 01 00 0200 0000 23206D617463686564", "# matched"},
	    {"00 01 00 0200 0000 20", " "},
	    {"00 01 00 0200 0000 2061206220632064206520662067206820692061206220632064206520662067206820692061",
	        NULL},
	    {"00 01 00 0200 0000 C3A4", "\xC3\xA4"},
	    {"00 01 00 0200 0000 22 61206220632064206520662067206820692061206220632064206520662067206820",
	        "a b c d e f g h i a b c d e f g h "},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mynd_slice p = packet_from_hex(cases[i].hex);
		mynd_ok ok;
		mynd_error error;
		assert_int_equal(mynd_ok_decode(p, 0, &ok, &error), MYND_OK);
		assert_int_equal(ok.affected_rows, 1);
		if (cases[i].info != NULL) {
			assert_slice(ok.info, cases[i].info);
		} else {
			assert_int_equal(ok.info.len, p.len - legal[0]);
		}
		used_capabilities = 0;
		packet_cut_everywhere(p, decode_ok, legal, legal[0]);
		packet_corrupt(p, decode_ok);
		assert_int_equal(mynd_ok_decode(p, TRACKING, &ok, &error), i == 3 || i == 5 ? MYND_OK : MYND_BAD);
		packet_free(p);
	}
	/* no text begins so */
	static const char *const no_texts[] = {"00 01 00 0200 0000 FCFF", "00 01 00 0200 0000 0A41",
	    "00 01 00 0200 0000 FB41", "00 01 00 0200 0000 FF41"};
	for (size_t i = 0; i < sizeof no_texts / sizeof *no_texts; i++) {
		mynd_slice p = packet_from_hex(no_texts[i]);
		mynd_error error;
		used_capabilities = 0;
		assert_int_equal(decode_ok(p, &error), MYND_BAD);
		assert_int_equal(error.cause, MYND_CAUSE_SHORT_OK);
		packet_free(p);
	}
}

/* "USE wire" on MariaDB 10.11; the state counts only where it was negotiated and the status announces it. */
static void test_ok_with_session_state(void **state)
{
	(void) state;
	static const char use[] = "00 00 00 0240 0000 00 0a 01050477697265 020131";
	mynd_slice p = packet_from_hex(use);
	mynd_ok ok;
	mynd_error error;
	assert_int_equal(mynd_ok_decode(p, TRACKING, &ok, &error), MYND_OK);
	assert_int_equal(ok.session_state.len, 10);
	assert_int_equal(ok.status, MYND_STATUS_SESSION_CHANGED | MYND_STATUS_AUTOCOMMIT);
	used_capabilities = TRACKING;
	static const size_t legal[] = {7, 8, SIZE_MAX};
	packet_cut_everywhere(p, decode_ok, legal, SIZE_MAX);
	packet_lengthen(p, decode_ok, MYND_OK);
	packet_corrupt(p, decode_ok);
	assert_int_equal(mynd_ok_decode(p, 0, &ok, &error), MYND_OK);
	assert_int_equal(ok.session_state.len, 0);
	packet_free(p);
	p = packet_from_hex("00 00 00 0200 0000 00 0a 01050477697265 020131");
	assert_int_equal(mynd_ok_decode(p, TRACKING, &ok, &error), MYND_OK);
	assert_int_equal(ok.session_state.len, 0);
	packet_free(p);
}

static void check_bad_ok(const char *hex)
{
	mynd_slice p = packet_from_hex(hex);
	mynd_error error;
	used_capabilities = TRACKING;
	assert_int_equal(decode_ok(p, &error), MYND_BAD);
	assert_malformed(&error);
	packet_free(p);
}

static void test_bad_ok(void **state)
{
	(void) state;
	check_bad_ok("01 00 00 0200 0000");
	check_bad_ok("ff 00 00 0200 0000");
	check_bad_ok("00 fb 00 0200 0000");
	check_bad_ok("00 00 ff 0200 0000");
	check_bad_ok("00 00 00 0200 0000 feffffffffffffffff 41");
	check_bad_ok("00 00 00 0240 0000 00 feffffffffffffffff 41");
}

static int decode_eof(mynd_slice packet, mynd_error *error)
{
	mynd_ok ok;
	return mynd_eof_decode(packet, &ok, error);
}

static void test_eof(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex("fe 0100 2240");
	mynd_ok ok;
	mynd_error error;
	assert_int_equal(mynd_eof_decode(p, &ok, &error), MYND_OK);
	assert_int_equal(ok.warnings, 1);
	assert_int_equal(ok.status, 0x4022);
	packet_cut_everywhere(p, decode_eof, NULL, SIZE_MAX);
	packet_lengthen(p, decode_eof, MYND_BAD);
	packet_corrupt(p, decode_eof);
	packet_free(p);
	p = packet_from_hex("00 0000 0200");
	assert_int_equal(decode_eof(p, &error), MYND_BAD);
	packet_free(p);
}

static int decode_err(mynd_slice packet, mynd_error *error)
{
	mynd_error server_error;
	return mynd_err_decode(packet, used_capabilities, &server_error, error);
}

static void check_err(
    const char *hex, uint64_t capabilities, unsigned code, const char *sqlstate, const char *message)
{
	/* what stands behind the packet must not get into the message, and no tool sees snprintf read it */
	mynd_slice p = packet_from_hex(hex);
	uint8_t *bytes = malloc(p.len + 2);
	memcpy(bytes, p.ptr, p.len);
	memcpy(bytes + p.len, "ZZ", 2);
	mynd_error server_error, error;
	assert_int_equal(
	    mynd_err_decode((mynd_slice){bytes, p.len}, capabilities, &server_error, &error), MYND_OK);
	free(bytes);
	assert_int_equal(server_error.code, code);
	assert_int_equal(server_error.cause, MYND_CAUSE_SERVER);
	assert_string_equal(server_error.sqlstate, sqlstate);
	assert_string_equal(server_error.message, message);
	packet_free(p);
}

static void test_err(void **state)
{
	(void) state;
	/* captured */
	static const char no_table[] = "ff 7a04 23 3432533032 "
	                               "5461626c652027776972652e6e6f737563682720646f65736e2774206578697374";
	check_err(no_table, MYND_CAP_PROTOCOL_41, 1146, "42S02", "Table 'wire.nosuch' doesn't exist");
	check_err("ff 7a04 23 3432533032", MYND_CAP_PROTOCOL_41, 1146, "42S02", "");
	check_err("ff 7a04", MYND_CAP_PROTOCOL_41, 1146, "HY000", "");
	check_err("ff 7a04 4142", MYND_CAP_PROTOCOL_41, 1146, "HY000", "AB");
	/* before the greeting: no state, and a number sign may be the message's */
	check_err("ff 6904 486f7374", 0, 1129, "HY000", "Host");
	check_err("ff 6904 2341", 0, 1129, "HY000", "#A");
	check_err("ff 1004 546f6f", 0, 1040, "08004", "Too");
	check_err("ff 1004 23 3038303034 546f6f", 0, 1040, "08004", "Too");
	/* a NUL ends a message */
	check_err("ff 7a04 410042", 0, 1146, "HY000", "A");
	mynd_slice p = packet_from_hex(no_table);
	static const size_t legal[] = {3, SIZE_MAX};
	used_capabilities = MYND_CAP_PROTOCOL_41;
	packet_cut_everywhere(p, decode_err, legal, 9);
	packet_lengthen(p, decode_err, MYND_OK);
	packet_corrupt(p, decode_err);
	packet_free(p);
}

/*
 * SQL raises errors with numbers of the client's own (SIGNAL), and proxies pass them on; a number of 0 would
 * look like success.
 */
static void test_err_numbers(void **state)
{
	(void) state;
	static const struct {
		uint16_t code;
		int expected;
	} cases[] = {{0, MYND_BAD}, {1, MYND_OK}, {1999, MYND_OK}, {2000, MYND_OK}, {2006, MYND_OK},
	    {2013, MYND_OK}, {2999, MYND_OK}, {3000, MYND_OK}, {4031, MYND_OK}, {65534, MYND_OK},
	    {65535, MYND_BAD}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const uint8_t bytes[] = {
		    0xFF, (uint8_t) cases[i].code, (uint8_t) (cases[i].code >> 8), '#', 'H', 'Y', '0', '0', '0', 'x'};
		mynd_slice p = packet_copy(bytes, sizeof bytes);
		mynd_error server_error, error;
		assert_int_equal(mynd_err_decode(p, MYND_CAP_PROTOCOL_41, &server_error, &error), cases[i].expected);
		if (cases[i].expected == MYND_BAD) {
			assert_malformed(&error);
		} else {
			assert_int_equal(server_error.code, cases[i].code);
			assert_int_equal(server_error.cause, MYND_CAUSE_SERVER);
		}
		packet_free(p);
	}
}

static void test_bad_sqlstate(void **state)
{
	(void) state;
	static const char *const packets[] = {
	    "ff 7a04 23 3432 00 3032 41", "ff 7a04 23 3432", "ff 7a04 23 0a0d203132 41", "ff 7a04 23"};
	used_capabilities = MYND_CAP_PROTOCOL_41;
	for (size_t i = 0; i < sizeof packets / sizeof *packets; i++) {
		mynd_slice p = packet_from_hex(packets[i]);
		mynd_error error;
		assert_int_equal(decode_err(p, &error), MYND_BAD);
		assert_malformed(&error);
		packet_free(p);
	}
}

/* Longer than the field: cut at a character; a message without a NUL never reads on. */
static void test_long_err(void **state)
{
	(void) state;
	static const size_t lengths[] = {1022, 1023, 1024, 1025, 5000, 70000};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		size_t len = 9 + lengths[i] / 3 * 3;
		uint8_t *bytes = malloc(len);
		memcpy(bytes, "\xFF\x7A\x04#42S02", 9);
		for (size_t at = 9; at < len; at += 3) {
			memcpy(bytes + at, "\xE2\x82\xAC", 3);
		}
		mynd_error server_error, error;
		assert_int_equal(
		    mynd_err_decode((mynd_slice){bytes, len}, MYND_CAP_PROTOCOL_41, &server_error, &error), MYND_OK);
		size_t kept = strlen(server_error.message);
		assert_int_equal(kept, len - 9 < MYND_MESSAGE_SIZE ? len - 9 : 1023 / 3 * 3);
		assert_memory_equal(server_error.message, bytes + 9, kept);
		free(bytes);
	}
}

static int decode_kind(mynd_slice packet, mynd_error *error)
{
	mynd_reply_kind kind;
	uint32_t columns;
	return mynd_reply_kind_decode(packet, &kind, &columns, error);
}

static void check_kind(const char *hex, int expected_rc, mynd_reply_kind expected, uint32_t expected_columns)
{
	mynd_slice p = packet_from_hex(hex);
	mynd_reply_kind kind;
	uint32_t columns = 77;
	mynd_error error;
	assert_int_equal(mynd_reply_kind_decode(p, &kind, &columns, &error), expected_rc);
	if (expected_rc == MYND_OK) {
		assert_int_equal(kind, expected);
		assert_int_equal(columns, expected_columns);
	} else {
		assert_malformed(&error);
	}
	packet_free(p);
}

static void test_kind(void **state)
{
	(void) state;
	check_kind("00 00 00 0200 0000", MYND_OK, MYND_REPLY_OK, 0);
	check_kind("ff 7a04", MYND_OK, MYND_REPLY_ERR, 0);
	check_kind("fb 78", MYND_OK, MYND_REPLY_INFILE, 0);
	check_kind("01", MYND_OK, MYND_REPLY_COLUMNS, 1);
	check_kind("fa", MYND_OK, MYND_REPLY_COLUMNS, 250);
	check_kind("fc ffff", MYND_OK, MYND_REPLY_COLUMNS, 65535);
	check_kind("fd 000100", MYND_OK, MYND_REPLY_COLUMNS, 256);
	check_kind("fe 0100000000000000", MYND_OK, MYND_REPLY_COLUMNS, 1);
	check_kind("", MYND_BAD, 0, 0);
	check_kind("01 00", MYND_BAD, 0, 0);
	check_kind("fc 0000", MYND_BAD, 0, 0);
	check_kind("fd 000001", MYND_BAD, 0, 0);
	check_kind("fe 0000000001000000", MYND_BAD, 0, 0);
	check_kind("fe 0100000001000000", MYND_BAD, 0, 0);
	check_kind("fe ffffffffffffffff", MYND_BAD, 0, 0);
	check_kind("fe 0000 0200", MYND_BAD, 0, 0);
	mynd_slice p = packet_from_hex("fe 0a00000000000000");
	packet_cut_everywhere(p, decode_kind, NULL, SIZE_MAX);
	packet_lengthen(p, decode_kind, MYND_BAD);
	packet_corrupt(p, decode_kind);
	packet_free(p);
}

/* All changes of a state, at most `max` of them kept. */
static int read_changes(
    mynd_slice session_state, mynd_track *changes, size_t max, size_t *count, mynd_error *error)
{
	mynd_track_reader reader;
	mynd_track_start(&reader, session_state);
	for (*count = 0;; (*count)++) {
		mynd_track track;
		int rc = mynd_track_next(&reader, &track, error);
		if (rc != MYND_OK) {
			return rc;
		}
		assert_inside(session_state, track.name);
		assert_inside(session_state, track.value);
		if (*count < max) {
			changes[*count] = track;
		}
	}
}

static int decode_changes(mynd_slice session_state, mynd_error *error)
{
	size_t count;
	return read_changes(session_state, NULL, 0, &count, error) == MYND_MORE ? MYND_OK : MYND_BAD;
}

/* "SET NAMES utf8mb4" and "USE wire" in one state, as MariaDB 10.11 writes them. */
static void test_tracking(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex("00 21 18 6368617261637465725f7365745f636f6e6e656374696f6e 07 "
	                               "757466386d6234 01 05 04 77697265 02 01 31 "
	                               "05 09 08 545f5f5f5f5f5f5f 04 01 00");
	mynd_track changes[8];
	mynd_error error;
	size_t count;
	assert_int_equal(read_changes(p, changes, 8, &count, &error), MYND_MORE);
	assert_int_equal(count, 5);
	assert_int_equal(changes[0].kind, MYND_TRACK_VARIABLE);
	assert_slice(changes[0].name, "character_set_connection");
	assert_slice(changes[0].value, "utf8mb4");
	assert_int_equal(changes[1].kind, MYND_TRACK_SCHEMA);
	assert_slice(changes[1].value, "wire");
	assert_int_equal(changes[1].name.len, 0);
	assert_int_equal(changes[2].kind, MYND_TRACK_STATE_CHANGE);
	assert_slice(changes[2].value, "1");
	assert_int_equal(changes[3].kind, MYND_TRACK_TRANSACTION_STATE);
	assert_slice(changes[3].value, "T_______");
	assert_int_equal(changes[4].kind, MYND_TRACK_TRANSACTION);
	assert_int_equal(changes[4].value.len, 0);
	static const size_t between_changes[] = {0, 35, 42, 45, 56, SIZE_MAX};
	packet_cut_everywhere(p, decode_changes, between_changes, SIZE_MAX);
	packet_corrupt(p, decode_changes);
	packet_free(p);
}

static void test_packed_variables(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex("00 0b 01 61 01 31 01 62 00 01 63 01 33 01 01 00");
	mynd_track changes[8];
	mynd_error error;
	size_t count;
	assert_int_equal(read_changes(p, changes, 8, &count, &error), MYND_MORE);
	assert_int_equal(count, 4);
	assert_slice(changes[0].name, "a");
	assert_slice(changes[0].value, "1");
	assert_slice(changes[1].name, "b");
	assert_int_equal(changes[1].value.len, 0);
	assert_slice(changes[2].name, "c");
	assert_slice(changes[2].value, "3");
	assert_int_equal(changes[3].kind, MYND_TRACK_SCHEMA);
	assert_int_equal(changes[3].value.len, 0);
	packet_free(p);
}

static void test_gtids_and_unknown_changes(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex("03 04 00 02 6162 63 02 fbff");
	mynd_track changes[4];
	mynd_error error;
	size_t count;
	assert_int_equal(read_changes(p, changes, 4, &count, &error), MYND_MORE);
	assert_int_equal(count, 2);
	assert_int_equal(changes[0].kind, MYND_TRACK_GTIDS);
	assert_slice(changes[0].value, "ab");
	assert_int_equal(changes[1].kind, 0x63);
	assert_slice(changes[1].value, "\xFB\xFF");
	static const size_t between_changes[] = {0, 6, SIZE_MAX};
	packet_cut_everywhere(p, decode_changes, between_changes, SIZE_MAX);
	packet_corrupt(p, decode_changes);
	packet_free(p);
}

static void test_bad_tracking(void **state)
{
	(void) state;
	static const char *const states[] = {"00 00", "00 02 01 61", "00 03 01 61 fb", "01 00", "01 02 00 41",
	    "04 02 00 41", "01 02 02 41", "03 00", "03 01 00", "00 feffffffffffffffff 41", "01 fb", "05"};
	for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
		mynd_slice p = packet_from_hex(states[i]);
		mynd_error error;
		assert_int_equal(decode_changes(p, &error), MYND_BAD);
		assert_malformed(&error);
		packet_free(p);
	}
	mynd_error error;
	assert_int_equal(decode_changes((mynd_slice){NULL, 0}, &error), MYND_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_ok),
	    cmocka_unit_test(test_ok_without_length),
	    cmocka_unit_test(test_ok_with_session_state),
	    cmocka_unit_test(test_bad_ok),
	    cmocka_unit_test(test_eof),
	    cmocka_unit_test(test_err),
	    cmocka_unit_test(test_err_numbers),
	    cmocka_unit_test(test_bad_sqlstate),
	    cmocka_unit_test(test_long_err),
	    cmocka_unit_test(test_kind),
	    cmocka_unit_test(test_tracking),
	    cmocka_unit_test(test_packed_variables),
	    cmocka_unit_test(test_gtids_and_unknown_changes),
	    cmocka_unit_test(test_bad_tracking),
	};
	return cmocka_run_group_tests_name("wire/reply", tests, NULL, NULL);
}
