/*
 * Cells of text rows that become numbers: BIT always, integers and floats if the program has asked for native
 * numbers.
 *
 * As stock does, tried on MariaDB 10.11 and MySQL 9.7: integers and YEAR stay text if they have ZEROFILL (a
 * column of type YEAR has it, an expression may lack it); DECIMAL stays text; unsigned values above
 * PHP_INT_MAX stay text; floats are read from the decimal text. A cell that is not a valid number of its type
 * (from a hostile server) stays text. Not here: numbers of binary rows (binary.c, single.c), except for BIT,
 * which is the same in both.
 */
#include "columns.h"
#include "zend_strtod.h"
#include <float.h>

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
	case MYND_TYPE_YEAR:
		return native && !(flags & MYND_FLAG_ZEROFILL) ? KIND_INT : KIND_TEXT;
	case MYND_TYPE_FLOAT:
	case MYND_TYPE_DOUBLE:
		return native ? KIND_FLOAT : KIND_TEXT;
	default:
		return KIND_TEXT;
	}
}

/* --- text to integers --- */

#define SAFE_DIGITS 18 /* digits of a number that certainly fits 64 bits */

/* Reads the digits into *value. Returns false if one of the bytes is not a digit. */
static zend_always_inline bool read_digits(const uint8_t *ptr, size_t len, uint64_t *value)
{
	uint64_t v = 0;
	for (size_t i = 0; i < len; i++) {
		unsigned digit = ptr[i] - '0';
		if (UNEXPECTED(digit > 9)) {
			return false;
		}
		v = v * 10 + digit;
	}
	*value = v;
	return true;
}

static zend_always_inline bool build_int(const uint8_t *ptr, size_t len, zval *out)
{
	uint64_t value;
	bool negative = len > 0 && ptr[0] == '-';
	ptr += negative;
	len -= negative;
	if (UNEXPECTED(len == 0 || len > MAX_LENGTH_OF_LONG - 1)) {
		return false;
	}
	size_t safe = MIN(len, SAFE_DIGITS);
	if (!read_digits(ptr, safe, &value)) {
		return false;
	}
	uint64_t limit = (uint64_t) ZEND_LONG_MAX + negative;
	for (size_t i = safe; i < len; i++) {
		uint64_t digit = (uint64_t) ptr[i] - '0';
		if (digit > 9 || value > (limit - digit) / 10) {
			return false;
		}
		value = value * 10 + digit;
	}
	if (sizeof(zend_long) < sizeof value && value > limit) {
		return false;
	}
	ZVAL_LONG(out, negative ? (zend_long) (0 - value) : (zend_long) value);
	return true;
}

/* --- text to floats --- */

/* Powers of ten that a double represents exactly. */
static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
    1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* True if a product or quotient of two doubles is rounded once, to a double. */
#define ROUNDS_ONCE (FLT_EVAL_METHOD == 0)

/*
 * Reads a decimal number with few digits and no exponent: digits and the power of ten are exact as doubles,
 * so one division gives the nearest double. Returns false if the number has too many digits or an exponent,
 * or is not valid.
 */
static zend_always_inline bool build_short_float(const uint8_t *ptr, size_t len, zval *out)
{
	uint64_t digits = 0;
	size_t i = len > 0 && ptr[0] == '-', point = len;
	if (!ROUNDS_ONCE || len > 17 + i || len == i) {
		return false;
	}
	bool negative = i > 0;
	for (; i < len; i++) {
		unsigned digit = ptr[i] - '0';
		if (digit <= 9) {
			digits = digits * 10 + digit;
		} else if (ptr[i] == '.' && point == len && i > negative) {
			point = i;
		} else {
			return false;
		}
	}
	if (digits > UINT64_C(1) << 53 || point + 1 == len) {
		return false;
	}
	double value = (double) (int64_t) digits;
	if (point < len) {
		value /= tens[len - point - 1];
	}
	ZVAL_DOUBLE(out, negative ? -value : value);
	return true;
}

static zend_never_inline bool build_float(const uint8_t *ptr, size_t len, zval *out)
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

/* --- BIT --- */

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
		return build_short_float(ptr, len, out) || build_float(ptr, len, out);
	case KIND_BIT:
	case KIND_BIT_TEXT:
		return build_bit(ptr, len, kind == KIND_BIT_TEXT, out);
	default:
		return false;
	}
}
