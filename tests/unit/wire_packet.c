/*
 * See wire_packet.h.
 */
#include "wire_packet.h"

#include <ctype.h>
#include <stdio.h>

static unsigned digit(char c)
{
	return isdigit((unsigned char) c) ? (unsigned) (c - '0')
	                                  : (unsigned) (tolower((unsigned char) c) - 'a' + 10);
}

mynd_slice packet_copy(const void *ptr, size_t len)
{
	uint8_t *copy = malloc(len);
	if (len > 0) {
		assert_non_null(copy);
		memcpy(copy, ptr, len);
	}
	return (mynd_slice){copy, len};
}

mynd_slice packet_from_hex(const char *hex)
{
	uint8_t *bytes = malloc(strlen(hex) / 2 + 1);
	size_t len = 0;
	for (; *hex != '\0'; hex++) {
		if (*hex == ' ') {
			continue;
		}
		bytes[len++] = (uint8_t) (digit(hex[0]) << 4 | digit(hex[1]));
		hex++;
	}
	mynd_slice packet = packet_copy(bytes, len);
	free(bytes);
	return packet;
}

void packet_free(mynd_slice packet)
{
	free((void *) packet.ptr);
}

void assert_inside(mynd_slice packet, mynd_slice part)
{
	if (part.len == 0) {
		return;
	}
	assert_true(part.ptr >= packet.ptr && part.ptr <= packet.ptr + packet.len);
	assert_true(part.len <= (size_t) (packet.ptr + packet.len - part.ptr));
}

void assert_slice(mynd_slice slice, const char *text)
{
	assert_int_equal(slice.len, strlen(text));
	if (slice.len > 0) {
		assert_memory_equal(slice.ptr, text, slice.len);
	}
}

void assert_malformed(const mynd_error *error)
{
	assert_int_equal(error->code, 2027);
	bool of_ok = strstr(error->message, "the OK packet") != NULL;
	assert_string_equal(error->sqlstate, "HY000");
	if (strstr(error->message, "COM_STMT_PREPARE") != NULL) {
		assert_int_equal(error->cause, MYND_CAUSE_ODD_PREPARED);
		return;
	}
	assert_int_equal(error->cause, of_ok ? MYND_CAUSE_SHORT_OK : MYND_CAUSE_MALFORMED);
	assert_memory_equal(error->message, "Malformed packet", strlen("Malformed packet"));
}

static bool listed(const size_t *list, size_t n)
{
	for (; list != NULL && *list != SIZE_MAX; list++) {
		if (*list == n) {
			return true;
		}
	}
	return false;
}

void packet_cut_everywhere(mynd_slice whole, packet_decoder decode, const size_t *legal, size_t legal_from)
{
	for (size_t len = 0; len < whole.len; len++) {
		mynd_slice cut = packet_copy(whole.ptr, len);
		mynd_error error;
		mynd_error_clear(&error);
		int rc = decode(cut, &error);
		int expected = len >= legal_from || listed(legal, len) ? MYND_OK : MYND_BAD;
		if (rc != expected) {
			print_message("cut after %zu of %zu bytes: %d\n", len, whole.len, rc);
		}
		assert_int_equal(rc, expected);
		if (rc == MYND_BAD) {
			assert_malformed(&error);
		}
		packet_free(cut);
	}
}

void packet_lengthen(mynd_slice whole, packet_decoder decode, int expected)
{
	for (size_t more = 1; more <= 8; more++) {
		uint8_t *bytes = malloc(whole.len + more);
		memcpy(bytes, whole.ptr, whole.len);
		memset(bytes + whole.len, 0xFE, more);
		mynd_error error;
		assert_int_equal(decode((mynd_slice){bytes, whole.len + more}, &error), expected);
		free(bytes);
	}
}

void packet_corrupt(mynd_slice whole, packet_decoder decode)
{
	static const uint8_t nasty[] = {0, 1, 0x7F, 0x80, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF};
	mynd_slice bad = packet_copy(whole.ptr, whole.len);
	uint8_t *bytes = (uint8_t *) bad.ptr;
	for (size_t at = 0; at < bad.len; at++) {
		for (size_t i = 0; i < sizeof nasty; i++) {
			uint8_t before = bytes[at];
			mynd_error error;
			bytes[at] = nasty[i];
			int rc = decode(bad, &error);
			assert_true(rc == MYND_OK || rc == MYND_BAD);
			bytes[at] = before;
		}
	}
	packet_free(bad);
}

uint32_t test_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}
