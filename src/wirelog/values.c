/*
 * Values of rows and parameters. Source of the binary forms: "Binary Protocol Value" in the manuals of both
 * servers.
 */
#include "internal.h"
#include "../wire/binary.h"

void mynd_say_cell(line *to, mynd_slice bytes, uint64_t len, bool secret)
{
	if (secret) {
		mynd_say(to, "(left out)");
	} else {
		mynd_say_quoted(to, bytes, CELL_BYTES, bytes.len < len);
		if (len > CELL_BYTES) {
			mynd_say(to, " of %llu bytes", (unsigned long long) len);
		}
	}
}

static void say_integer(line *to, uint64_t value, unsigned width, bool is_unsigned)
{
	unsigned unused = 64 - 8 * width;
	if (is_unsigned) {
		mynd_say(to, "%llu", (unsigned long long) value);
	} else {
		mynd_say(to, "%lld", (long long) ((int64_t) (value << unused) >> unused));
	}
}

static void say_real(line *to, uint64_t value, unsigned width)
{
	double wide;
	float narrow;
	uint32_t half = (uint32_t) value;
	memcpy(&wide, &value, sizeof wide);
	memcpy(&narrow, &half, sizeof narrow);
	mynd_say(to, "%.*g", width == 4 ? 6 : 15, width == 4 ? (double) narrow : wide);
}

/*
 * Appends a date. Its bytes are a length, and then as many of these as fit into the length: year, month, day,
 * hour, minute, second, fraction.
 */
static int say_date(line *to, mynd_cursor *c)
{
	uint8_t len;
	mynd_slice bytes;
	uint64_t year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, fraction = 0;
	if (mynd_cursor_u8(c, &len) != MYND_OK || mynd_cursor_bytes(c, len, &bytes) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cursor part = mynd_cursor_over(bytes.ptr, bytes.len);
	(void) (mynd_cursor_int(&part, 2, &year) | mynd_cursor_int(&part, 1, &month) |
	        mynd_cursor_int(&part, 1, &day) | mynd_cursor_int(&part, 1, &hour) |
	        mynd_cursor_int(&part, 1, &minute) | mynd_cursor_int(&part, 1, &second) |
	        mynd_cursor_int(&part, 4, &fraction));
	mynd_say(to, "%04u-%02u-%02u", (unsigned) year, (unsigned) month, (unsigned) day);
	if (len > 4) {
		mynd_say(to, " %02u:%02u:%02u", (unsigned) hour, (unsigned) minute, (unsigned) second);
	}
	if (len > 7) {
		mynd_say(to, ".%06u", (unsigned) fraction);
	}
	return MYND_OK;
}

/* Appends a time. Its bytes are a length, the sign, days, hours, minutes, seconds, and the fraction. */
static int say_time(line *to, mynd_cursor *c)
{
	uint8_t len;
	mynd_slice bytes;
	uint64_t minus = 0, days = 0, hours = 0, minutes = 0, seconds = 0, fraction = 0;
	if (mynd_cursor_u8(c, &len) != MYND_OK || mynd_cursor_bytes(c, len, &bytes) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cursor part = mynd_cursor_over(bytes.ptr, bytes.len);
	(void) (mynd_cursor_int(&part, 1, &minus) | mynd_cursor_int(&part, 4, &days) |
	        mynd_cursor_int(&part, 1, &hours) | mynd_cursor_int(&part, 1, &minutes) |
	        mynd_cursor_int(&part, 1, &seconds) | mynd_cursor_int(&part, 4, &fraction));
	mynd_say(to, "%s%llu:%02u:%02u", minus ? "-" : "", (unsigned long long) (24 * days + hours),
	    (unsigned) minutes, (unsigned) seconds);
	if (len > 8) {
		mynd_say(to, ".%06u", (unsigned) fraction);
	}
	return MYND_OK;
}

static int say_string(line *to, mynd_cursor *c)
{
	uint64_t len;
	if (mynd_cursor_lenenc(c, &len) != MYND_OK) {
		return MYND_BAD;
	}
	size_t here = mynd_cursor_left(c);
	mynd_slice bytes = {c->pos, len < here ? (size_t) len : here};
	mynd_say_cell(to, bytes, len, false);
	return mynd_cursor_skip(c, len < SIZE_MAX ? (size_t) len : SIZE_MAX);
}

static int say_number(line *to, mynd_cursor *c, value_type type)
{
	uint64_t value;
	unsigned width = mynd_binary_width(type.type);
	if (mynd_cursor_int(c, width, &value) != MYND_OK) {
		return MYND_BAD;
	}
	if (type.type == MYND_TYPE_FLOAT || type.type == MYND_TYPE_DOUBLE) {
		say_real(to, value, width);
	} else {
		say_integer(to, value, width, type.is_unsigned);
	}
	return MYND_OK;
}

static int say_any(line *to, mynd_cursor *c, value_type type)
{
	switch (type.type) {
	case MYND_TYPE_DATE:
	case MYND_TYPE_DATETIME:
	case MYND_TYPE_TIMESTAMP:
	case MYND_TYPE_NEWDATE:
		return say_date(to, c);
	case MYND_TYPE_TIME:
		return say_time(to, c);
	default:
		return mynd_binary_width(type.type) > 0 ? say_number(to, c, type) : say_string(to, c);
	}
}

int mynd_say_value(line *to, mynd_cursor *c, value_type type, bool secret)
{
	size_t before = to->len;
	int rc = say_any(to, c, type);
	if (secret || type.secret) {
		explicit_bzero(to->bytes + before, to->len - before);
		to->len = before;
		mynd_say(to, rc == MYND_OK ? "(left out)" : "");
	}
	return rc;
}
