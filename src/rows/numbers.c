/*
 * Cells that become numbers: BIT always, integers and floats where the program asked for native ones.
 *
 * What stock does, tried on MariaDB 10.11: ZEROFILL integers, DECIMAL and YEAR stay text; unsigned values above
 * PHP_INT_MAX stay text; floats are read from the decimal text, so a FLOAT is its shortest form. A cell that does not read
 * as a number of its type (a hostile server) stays text.
 */
#include "columns.h"
#include "zend_strtod.h"

#define LONGEST_FLOAT 511 /* characters; DOUBLE(255,30) needs fewer */

mynd_kind mynd_number_kind(uint8_t type, uint16_t flags, bool native)
{
	switch (type) {
	case MYND_TYPE_BIT:
		return native ? KIND_BIT : KIND_BIT_TEXT;
	case MYND_TYPE_TINY:
	case MYND_TYPE_SHORT:
	case MYND_TYPE_LONG:
	case MYND_TYPE_INT24:
	case MYND_TYPE_LONGLONG:
		return native && !(flags & MYND_FLAG_ZEROFILL) ? KIND_INT : KIND_TEXT;
	case MYND_TYPE_FLOAT:
	case MYND_TYPE_DOUBLE:
		return native ? KIND_FLOAT : KIND_TEXT;
	default:
		return KIND_TEXT;
	}
}

static bool build_int(const uint8_t *ptr, size_t len, zval *out)
{
	bool negative = len > 0 && ptr[0] == '-';
	size_t i = negative;
	if (i == len || len - i > MAX_LENGTH_OF_LONG) {
		return false;
	}
	zend_ulong limit = (zend_ulong) ZEND_LONG_MAX + negative;
	zend_ulong value = 0;
	for (; i < len; i++) {
		zend_ulong digit = (zend_ulong) ptr[i] - '0';
		if (digit > 9 || value > (limit - digit) / 10) {
			return false;
		}
		value = value * 10 + digit;
	}
	ZVAL_LONG(out, negative ? (zend_long) (0 - value) : (zend_long) value);
	return true;
}

static bool build_float(const uint8_t *ptr, size_t len, zval *out)
{
	char text[LONGEST_FLOAT + 1];
	const char *end;
	if (len == 0 || len > LONGEST_FLOAT) {
		return false;
	}
	memcpy(text, ptr, len);
	text[len] = '\0';
	double value = zend_strtod(text, &end);
	if (end != text + len) {
		return false;
	}
	ZVAL_DOUBLE(out, value);
	return true;
}

static bool build_bit(const uint8_t *ptr, size_t len, bool as_text, zval *out)
{
	if (len == 0 || len > sizeof(uint64_t)) {
		return false;
	}
	uint64_t value = 0;
	for (size_t i = 0; i < len; i++) {
		value = value << 8 | ptr[i];
	}
	if (as_text || value > (uint64_t) ZEND_LONG_MAX) {
		ZVAL_STR(out, zend_u64_to_str(value));
	} else {
		ZVAL_LONG(out, (zend_long) value);
	}
	return true;
}

bool mynd_number_build(mynd_kind kind, const uint8_t *ptr, size_t len, zval *out)
{
	switch (kind) {
	case KIND_INT:
		return build_int(ptr, len, out);
	case KIND_FLOAT:
		return build_float(ptr, len, out);
	case KIND_BIT:
	case KIND_BIT_TEXT:
		return build_bit(ptr, len, kind == KIND_BIT_TEXT, out);
	default:
		return false;
	}
}
