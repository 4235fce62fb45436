/*
 * The connection phase: greetings of real servers, whole, cut and corrupted; logins byte by byte; switches of
 * method.
 */
#include <stdio.h>

#include "wire_packet.h"
#include "wire/handshake.h"

/* MariaDB 10.11.19, captured. */
#define MARIADB                                                                                              \
	"0a 352e352e352d31302e31312e31392d4d6172696144422d302b6465623132753100 09000000 234b335c58234263 00 "    \
	"fef7 08 0200 ff81 15 000000000000 1d000000 4d386d3e2c622a496f757d3600 "
#define NATIVE "6d7973716c5f6e61746976655f70617373776f726400"

/* MySQL 8.0.42, as published dumps show it; the same layout as 9. */
#define MYSQL8                                                                                               \
	"0a 382e302e343200 33000000 5d2e754d7f1e420f 00 ffff ff 0200 ffdf 15 00000000000000000000 "              \
	"566c16157b481844482f4c0500 "
#define CACHING_SHA2 "63616368696e675f736861325f70617373776f726400"

static int decode(mynd_slice packet, mynd_error *error)
{
	mynd_greeting g;
	int rc = mynd_greeting_decode(packet, &g, error);
	if (rc == MYND_OK) {
		assert_inside(packet, g.server_version);
		assert_inside(packet, g.auth_method);
		assert_true(g.scramble_len <= MYND_SCRAMBLE_MAX);
	}
	return rc;
}

static void test_mariadb(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex(MARIADB NATIVE);
	mynd_greeting g;
	mynd_error error;
	assert_int_equal(mynd_greeting_decode(p, &g, &error), MYND_OK);
	assert_int_equal(g.protocol, 10);
	assert_slice(g.server_version, "5.5.5-10.11.19-MariaDB-0+deb12u1");
	assert_int_equal(g.thread_id, 9);
	assert_int_equal(g.scramble_len, 20);
	assert_memory_equal(g.scramble, "#K3\\X#BcM8m>,b*Iou}6", 20);
	assert_true(g.capabilities == UINT64_C(0x1D81FFF7FE));
	assert_int_equal(g.collation, 8);
	assert_int_equal(g.status, MYND_STATUS_AUTOCOMMIT);
	assert_slice(g.auth_method, "mysql_native_password");
	/* without its NUL the method's name is still one (bug 59453 of old servers) */
	size_t name_from = p.len - strlen("mysql_native_password") - 1;
	assert_int_equal(mynd_greeting_decode((mynd_slice){p.ptr, p.len - 1}, &g, &error), MYND_OK);
	assert_slice(g.auth_method, "mysql_native_password");
	packet_cut_everywhere(p, decode, NULL, name_from);
	packet_lengthen(p, decode, MYND_OK);
	packet_corrupt(p, decode);
	packet_free(p);
}

static void test_mysql(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex(MYSQL8 CACHING_SHA2);
	mynd_greeting g;
	mynd_error error;
	assert_int_equal(mynd_greeting_decode(p, &g, &error), MYND_OK);
	assert_slice(g.server_version, "8.0.42");
	assert_int_equal(g.thread_id, 0x33);
	assert_int_equal(g.scramble_len, 20);
	assert_int_equal(g.scramble[0], 0x5D);
	assert_int_equal(g.scramble[19], 0x05);
	assert_true(g.capabilities == UINT64_C(0xDFFFFFFF));
	assert_int_equal(g.collation, 255);
	assert_slice(g.auth_method, "caching_sha2_password");
	packet_cut_everywhere(p, decode, NULL, p.len - strlen("caching_sha2_password") - 1);
	packet_lengthen(p, decode, MYND_OK);
	packet_corrupt(p, decode);
	packet_free(p);
}

/* MariaDB's bits are a MySQL server's filler: believed only if bit 0 is off. */
static void test_extended_capabilities(void **state)
{
	(void) state;
	mynd_greeting g;
	mynd_error error;
	mynd_slice p =
	    packet_from_hex("0a 3800 01000000 4142434445464748 00 fef7 08 0200 ff81 15 000000000000 ffffffff "
	                    "4142434445464748494a4b4c00 " NATIVE);
	assert_int_equal(mynd_greeting_decode(p, &g, &error), MYND_OK);
	assert_true(g.capabilities >> 32 == UINT32_MAX);
	packet_free(p);
	p = packet_from_hex("0a 3800 01000000 4142434445464748 00 fff7 08 0200 ff81 15 000000000000 ffffffff "
	                    "4142434445464748494a4b4c00 " NATIVE);
	assert_int_equal(mynd_greeting_decode(p, &g, &error), MYND_OK);
	assert_true(g.capabilities >> 32 == 0);
	packet_free(p);
}

static void check_old(const char *hex, const char *version)
{
	mynd_slice p = packet_from_hex(hex);
	mynd_greeting g;
	mynd_error error;
	char text[100];
	assert_int_equal(mynd_greeting_decode(p, &g, &error), MYND_BAD);
	assert_int_equal(error.code, MYND_ERR_NOT_IMPLEMENTED);
	assert_int_equal(error.cause, MYND_CAUSE_REFUSED);
	snprintf(text, sizeof text, "Connecting to 3.22, 3.23 & 4.0 is not supported. Server is %s", version);
	assert_string_equal(error.message, text);
	packet_free(p);
}

static void test_old_servers(void **state)
{
	(void) state;
	check_old("09 332e32332e353800 01000000 4142434445464748 00", "3.23.58");
	check_old("09 00", "");
	/* more than 32 bytes of version are cut */
	check_old("09 4141414141414141414141414141414141414141414141414141414141414141414100",
	    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
	/* version 10 without the 4.1 protocol */
	check_old("0a 342e3000 01000000 4142434445464748 00 0800 08 0200 0000 00 00000000000000000000", "4.0");
}

static void check_malformed_greeting(const char *hex)
{
	mynd_slice p = packet_from_hex(hex);
	mynd_error error;
	assert_int_equal(decode(p, &error), MYND_BAD);
	assert_malformed(&error);
	packet_free(p);
}

static void test_malformed_greetings(void **state)
{
	(void) state;
	check_malformed_greeting("");
	check_malformed_greeting("0a");
	check_malformed_greeting("0a 352e352e35");
	check_malformed_greeting("0b 352e352e3500 01000000");
	check_malformed_greeting("48545450 2f312e3120343030 00");
	/* a scramble longer than any method knows, and one that is not all there */
	check_malformed_greeting("0a 3800 01000000 4142434445464748 00 fef7 08 0200 ff81 2a 00000000000000000000 "
	                         "41424344454647484142434445464748414243444546474841424344454647484900" NATIVE);
	check_malformed_greeting("0a 3800 01000000 4142434445464748 00 fef7 08 0200 ff81 15 00000000000000000000 "
	                         "4142434445464748494a4b4c");
}

/* A nonce of 32 bytes may end in a NUL that is its own; after it a terminator may stand or not. */
static void test_long_scrambles(void **state)
{
	(void) state;
	static const char *const greetings[] = {
	    "0a 3800 01000000 4142434445464748 00 fef7 08 0200 ff81 20 00000000000000000000 "
	    "414243444546474849414243444546474841424344454600" NATIVE,
	    "0a 3800 01000000 4142434445464748 00 fef7 08 0200 ff81 21 00000000000000000000 "
	    "41424344454647484941424344454647484142434445460000" NATIVE};
	for (size_t i = 0; i < 2; i++) {
		mynd_slice p = packet_from_hex(greetings[i]);
		mynd_greeting g;
		mynd_error error;
		assert_int_equal(mynd_greeting_decode(p, &g, &error), MYND_OK);
		assert_int_equal(g.scramble_len, 32);
		assert_int_equal(g.scramble[31], 0);
		assert_int_equal(g.scramble[30], 0x46);
		assert_slice(g.auth_method, "mysql_native_password");
		packet_free(p);
	}
}

static void test_greeting_without_method(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex("0a 352e3100 01000000 4142434445464748 00 fff7 08 0200 0000 00 "
	                               "00000000000000000000 4142434445464748494a4b4c00");
	mynd_greeting g;
	mynd_error error;
	assert_int_equal(mynd_greeting_decode(p, &g, &error), MYND_OK);
	assert_int_equal(g.scramble_len, 20);
	assert_int_equal(g.auth_method.len, 0);
	packet_cut_everywhere(p, decode, NULL, SIZE_MAX);
	packet_free(p);
}

static void assert_encoded(mynd_buffer *b, const char *hex)
{
	mynd_slice expected = packet_from_hex(hex);
	assert_false(b->failed);
	assert_int_equal(b->len, expected.len);
	assert_memory_equal(b->ptr, expected.ptr, expected.len);
	packet_free(expected);
	mynd_buffer_reset(b);
}

#define HEAD_ZEROS "00000000000000000000000000000000000000"
#define BASE                                                                                                 \
	(MYND_CAP_LONG_PASSWORD | MYND_CAP_PROTOCOL_41 | MYND_CAP_SECURE_CONNECTION | MYND_CAP_PLUGIN_AUTH)

static mynd_login a_login(void)
{
	return (mynd_login){.capabilities = BASE,
	    .max_packet = 0xC0000000,
	    .collation = 45,
	    .user = mynd_slice_of("root"),
	    .auth_method = mynd_slice_of("abc"),
	    .auth_response = mynd_slice_of("\x01\x02")};
}

static void test_login(void **state)
{
	(void) state;
	mynd_login login = a_login();
	mynd_buffer b;
	mynd_error error;
	mynd_buffer_init(&b, 4096);
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "01820800 000000c0 2d " HEAD_ZEROS " 00000000 726f6f7400 020102 61626300");
	/* the database's bit is sent with the database only */
	login.capabilities |= MYND_CAP_CONNECT_WITH_DB;
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "01820800 000000c0 2d " HEAD_ZEROS " 00000000 726f6f7400 020102 61626300");
	login.database = mynd_slice_of("db");
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "09820800 000000c0 2d " HEAD_ZEROS " 00000000 726f6f7400 020102 646200 61626300");
	login.capabilities |= MYND_CAP_SSL;
	mynd_tls_request_encode(&login, &b);
	assert_encoded(&b, "098a0800 000000c0 2d " HEAD_ZEROS " 00000000");
	mynd_buffer_free(&b);
}

/* MariaDB reads the tail only of a client that leaves bit 0 off. */
static void test_login_with_extended_capabilities(void **state)
{
	(void) state;
	mynd_login login = a_login();
	login.capabilities |= MYND_CAP_MARIADB_METADATA;
	mynd_buffer b;
	mynd_error error;
	mynd_buffer_init(&b, 4096);
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "00820800 000000c0 2d " HEAD_ZEROS " 08000000 726f6f7400 020102 61626300");
	mynd_tls_request_encode(&login, &b);
	assert_encoded(&b, "008a0800 000000c0 2d " HEAD_ZEROS " 08000000");
	mynd_buffer_free(&b);
}

/* Each length of a length. */
static void test_long_attributes(void **state)
{
	(void) state;
	static const size_t lengths[] = {250, 251, 65535, 65536, 0xFFFFFF, 0x1000000};
	uint8_t *text = calloc(1, 0x1000000), *written = malloc(0x1000000 + 10 + 1);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		const mynd_attribute attribute = {{text, lengths[i]}, {NULL, 0}};
		size_t size = mynd_login_attributes_size(&attribute, 1);
		mynd_slice name, value;
		written[size] = 0xAA;
		mynd_login_attributes_write(&attribute, 1, written);
		assert_int_equal(written[size], 0xAA);
		mynd_cursor c = mynd_cursor_over(written, size);
		assert_int_equal(mynd_cursor_lenenc_bytes(&c, &name), MYND_OK);
		assert_int_equal(mynd_cursor_lenenc_bytes(&c, &value), MYND_OK);
		assert_int_equal(mynd_cursor_left(&c), 0);
		assert_int_equal(name.len, lengths[i]);
		assert_int_equal(value.len, 0);
	}
	free(text);
	free(written);
}

static void test_login_with_attributes(void **state)
{
	(void) state;
	const mynd_attribute attributes[] = {
	    {mynd_slice_of("_a"), mynd_slice_of("mynd")}, {mynd_slice_of("k"), {NULL, 0}}};
	uint8_t written[11 + 1];
	mynd_login login = a_login();
	assert_int_equal(mynd_login_attributes_size(attributes, 0), 0);
	assert_int_equal(mynd_login_attributes_size(attributes, 2), 11);
	written[11] = 0xAA;
	mynd_login_attributes_write(attributes, 2, written);
	assert_int_equal(written[11], 0xAA);
	login.attributes = (mynd_slice){written, 11};
	mynd_buffer b;
	mynd_error error;
	mynd_buffer_init(&b, 4096);
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "01820800 000000c0 2d " HEAD_ZEROS " 00000000 726f6f7400 020102 61626300");
	login.capabilities |= MYND_CAP_CONNECT_ATTRS;
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "01821800 000000c0 2d " HEAD_ZEROS
	                   " 00000000 726f6f7400 020102 61626300 0b 025f61 046d796e64 016b 00");
	assert_int_equal(mynd_change_user_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "11 726f6f7400 020102 00 2d00 61626300 0b 025f61 046d796e64 016b 00");
	mynd_buffer_free(&b);
}

/* A length byte holds 255; longer answers go only where lengths are length-encoded. */
static void test_long_auth_response(void **state)
{
	(void) state;
	uint8_t bytes[300] = {0};
	mynd_login login = a_login();
	mynd_buffer b;
	mynd_error error;
	mynd_buffer_init(&b, 4096);
	login.auth_response = (mynd_slice){bytes, 255};
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_OK);
	assert_int_equal(b.ptr[32 + 5], 255);
	assert_int_equal(b.len, 32 + 5 + 256 + 4);
	mynd_buffer_reset(&b);
	login.auth_response.len = 256;
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_BAD);
	assert_int_equal(error.cause, MYND_CAUSE_MISUSE);
	assert_int_equal(b.len, 0);
	assert_int_equal(mynd_change_user_encode(&login, &b, &error), MYND_BAD);
	login.capabilities |= MYND_CAP_AUTH_LENENC;
	assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_OK);
	assert_memory_equal(b.ptr + 32 + 5, "\xFC\x00\x01", 3);
	assert_int_equal(b.len, 32 + 5 + 3 + 256 + 4);
	mynd_buffer_free(&b);
}

/* The server would take what stands before the NUL for the name. */
static void test_names_with_nul(void **state)
{
	(void) state;
	mynd_slice evil = {(const uint8_t *) "ro\0ot", 5};
	mynd_buffer b;
	mynd_error error;
	mynd_buffer_init(&b, 4096);
	for (int i = 0; i < 3; i++) {
		mynd_login login = a_login();
		*(i == 0 ? &login.user : i == 1 ? &login.database : &login.auth_method) = evil;
		assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_BAD);
		assert_int_equal(error.cause, MYND_CAUSE_MISUSE);
		assert_int_equal(mynd_change_user_encode(&login, &b, &error), MYND_BAD);
		assert_int_equal(b.len, 0);
	}
	mynd_buffer_free(&b);
}

static void test_change_user(void **state)
{
	(void) state;
	mynd_login login = a_login();
	mynd_buffer b;
	mynd_error error;
	mynd_buffer_init(&b, 4096);
	login.database = mynd_slice_of("db");
	assert_int_equal(mynd_change_user_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "11 726f6f7400 020102 646200 2d00 61626300");
	login.capabilities &= ~MYND_CAP_PLUGIN_AUTH;
	assert_int_equal(mynd_change_user_encode(&login, &b, &error), MYND_OK);
	assert_encoded(&b, "11 726f6f7400 020102 646200 2d00");
	mynd_buffer_free(&b);
}

static void test_login_too_big(void **state)
{
	(void) state;
	mynd_login login = a_login();
	mynd_error error;
	for (size_t max = 0; max < 44; max++) {
		mynd_buffer b;
		mynd_buffer_init(&b, max);
		assert_int_equal(mynd_login_encode(&login, &b, &error), MYND_BAD);
		assert_int_equal(error.code, MYND_ERR_OUT_OF_MEMORY);
		assert_int_equal(error.cause, MYND_CAUSE_MEMORY);
		mynd_buffer_free(&b);
	}
}

static int decode_switch(mynd_slice packet, mynd_error *error)
{
	mynd_auth_switch s;
	int rc = mynd_auth_switch_decode(packet, &s, error);
	if (rc == MYND_OK) {
		assert_inside(packet, s.method);
		assert_inside(packet, s.challenge);
	}
	if (rc == MYND_BAD && error->code == MYND_ERR_NOT_IMPLEMENTED) {
		mynd_error_malformed(error, NULL); /* a bare 0xFE, see test_old_switch */
	}
	return rc;
}

static void check_switch(const char *hex, const char *method, size_t challenge_len)
{
	mynd_slice p = packet_from_hex(hex);
	mynd_auth_switch s;
	mynd_error error;
	assert_int_equal(mynd_auth_switch_decode(p, &s, &error), MYND_OK);
	assert_slice(s.method, method);
	assert_int_equal(s.challenge.len, challenge_len);
	packet_cut_everywhere(p, decode_switch, NULL, strlen(method) + 2);
	packet_lengthen(p, decode_switch, MYND_OK);
	packet_corrupt(p, decode_switch);
	packet_free(p);
}

static void test_switch(void **state)
{
	(void) state;
	/* MariaDB 10.11, captured */
	check_switch("fe " NATIVE "5b5473652171396677463573682f50276c6e6222 00", "mysql_native_password", 20);
	check_switch(
	    "fe " CACHING_SHA2 "4142434445464748494a4b4c4d4e4f5051525354 00", "caching_sha2_password", 20);
	/* nonces of 32 bytes have no terminator, whatever their last byte is */
	check_switch("fe 636c69656e745f6564323535313900 "
	             "4142434445464748494a4b4c4d4e4f505152535455565758595a616263646500",
	    "client_ed25519", 32);
	check_switch("fe 6d7973716c5f636c6561725f70617373776f726400", "mysql_clear_password", 0);
	check_switch("fe 6d7973716c5f636c6561725f70617373776f726400 00", "mysql_clear_password", 0);
}

static void test_old_switch(void **state)
{
	(void) state;
	mynd_slice p = packet_from_hex("fe");
	mynd_auth_switch s;
	mynd_error error;
	assert_int_equal(mynd_auth_switch_decode(p, &s, &error), MYND_BAD);
	assert_int_equal(error.code, MYND_ERR_NOT_IMPLEMENTED);
	assert_int_equal(error.cause, MYND_CAUSE_REFUSED);
	packet_free(p);
	p = packet_from_hex("00 4100");
	assert_int_equal(mynd_auth_switch_decode(p, &s, &error), MYND_BAD);
	assert_malformed(&error);
	packet_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_mariadb),
	    cmocka_unit_test(test_mysql),
	    cmocka_unit_test(test_extended_capabilities),
	    cmocka_unit_test(test_old_servers),
	    cmocka_unit_test(test_malformed_greetings),
	    cmocka_unit_test(test_long_scrambles),
	    cmocka_unit_test(test_greeting_without_method),
	    cmocka_unit_test(test_login),
	    cmocka_unit_test(test_login_with_extended_capabilities),
	    cmocka_unit_test(test_long_attributes),
	    cmocka_unit_test(test_login_with_attributes),
	    cmocka_unit_test(test_long_auth_response),
	    cmocka_unit_test(test_names_with_nul),
	    cmocka_unit_test(test_change_user),
	    cmocka_unit_test(test_login_too_big),
	    cmocka_unit_test(test_switch),
	    cmocka_unit_test(test_old_switch),
	};
	return cmocka_run_group_tests_name("wire/handshake", tests, NULL, NULL);
}
