/*
 * Cells that become numbers: BIT always, integers and floats where the program asked for native ones.
 *
 * What stock does, tried on MariaDB 10.11: ZEROFILL integers, DECIMAL and YEAR stay text; unsigned values above
 * PHP_INT_MAX stay text; floats are read from the decimal text, so a FLOAT is its shortest form. A cell that does not read
 * as a number of its type (a hostile server) stays text.
 */
#include "columns.h"
#include "zend_strtod.h"
#include <float.h>
#include <math.h>

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

/* --- text to integers --- */

#define SAFE_DIGITS 18 /* so many digits fit 64 bits, whatever they are */

/* The digits' value; false: not all of them are digits. */
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

/* Powers of ten that a double has exactly. */
static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
    1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Whether a product or quotient of two doubles is rounded once, to a double. */
#define ROUNDS_ONCE (FLT_EVAL_METHOD == 0)

/*
 * The float of a decimal of few digits, without an exponent: digits and the power of ten are doubles without error, so one division
 * gives the nearest double. False: not one of these.
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

/* --- FLOAT --- */

#define SINGLE_DIGITS 6  /* significant ones: what a FLOAT holds for sure */
#define EXACT_TENS    12 /* a float of 24 bits times 10^12 is a double without error */
#define WHOLE         0x1p52

/* The engine's own printing and reading. */
static zend_never_inline double single_by_text(float single, uint8_t decimals)
{
	char text[LONGEST_FLOAT + 1];
	if (decimals >= MYND_DECIMALS_NONE) {
		zend_gcvt(single, SINGLE_DIGITS, '.', 'e', text);
	} else {
		snprintf(text, sizeof text, "%.*F", (int) decimals, (double) single);
	}
	return zend_strtod(text, NULL);
}

/* Rounds a number from 0 to 2^51 to an integer, halves to the even one, as printing does. */
static zend_always_inline double round_whole(double value)
{
	return (value + WHOLE) - WHOLE;
}

/*
 * To multiply with a power of ten from 10^-EXACT_TENS on, and to undo that: back_times / back_over, one of which is 1, so that nothing
 * has to be asked. `near`: how far from its integer a product may be; negative powers are not exact, and what is next to a half is not for them.
 */
static const struct scale {
	double times, back_times, back_over, near;
} scales[] = {
    {1e-12, 1e12, 1, 0.4999},
    {1e-11, 1e11, 1, 0.4999},
    {1e-10, 1e10, 1, 0.4999},
    {1e-9, 1e9, 1, 0.4999},
    {1e-8, 1e8, 1, 0.4999},
    {1e-7, 1e7, 1, 0.4999},
    {1e-6, 1e6, 1, 0.4999},
    {1e-5, 1e5, 1, 0.4999},
    {1e-4, 1e4, 1, 0.4999},
    {1e-3, 1e3, 1, 0.4999},
    {1e-2, 1e2, 1, 0.4999},
    {1e-1, 1e1, 1, 0.4999},
    {1, 1, 1, 1},
    {1e1, 1, 1e1, 1},
    {1e2, 1, 1e2, 1},
    {1e3, 1, 1e3, 1},
    {1e4, 1, 1e4, 1},
    {1e5, 1, 1e5, 1},
    {1e6, 1, 1e6, 1},
    {1e7, 1, 1e7, 1},
    {1e8, 1, 1e8, 1},
    {1e9, 1, 1e9, 1},
    {1e10, 1, 1e10, 1},
    {1e11, 1, 1e11, 1},
    {1e12, 1, 1e12, 1},
};

/* How many powers of ten make a number with this binary exponent one of SINGLE_DIGITS digits, or of one more. */
static zend_always_inline int power_for(int exponent)
{
	return SINGLE_DIGITS - 1 - ((exponent * 1233) >> 12); /* log10(2) */
}

/* Whether a number that is not negative is a million or more, by its bits: a jump would often be guessed wrong. */
static zend_always_inline int is_million(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits >= UINT64_C(0x412E848000000000);
}

/*
 * Scaled to an integer, rounded and scaled back: the last step rounds as reading the text would, the others lose nothing that rounding
 * to an integer would see.
 */
static double single_by_digits(float single)
{
	uint32_t bits;
	memcpy(&bits, &single, sizeof bits);
	int power = power_for((int) (bits >> 23 & 0xFF) - 127);
	if (!ROUNDS_ONCE || UNEXPECTED(power > EXACT_TENS || power <= -EXACT_TENS)) {
		return single != 0 ? single_by_text(single, MYND_DECIMALS_NONE) : (double) single;
	}
	double value = fabs((double) single);
	const struct scale *scale = &scales[EXACT_TENS + power];
	scale -= is_million(value * scale->times);
	double scaled = value * scale->times, whole = round_whole(scaled);
	if (UNEXPECTED(fabs(scaled - whole) > scale->near)) {
		return single_by_text(single, MYND_DECIMALS_NONE);
	}
	return copysign(whole * scale->back_times / scale->back_over, (double) single);
}

static double single_by_decimals(float single, uint8_t decimals)
{
	double value = fabs((double) single);
	if (!ROUNDS_ONCE || UNEXPECTED(decimals > EXACT_TENS || !zend_finite(value))) {
		return single_by_text(single, decimals);
	}
	double scaled = value * scales[EXACT_TENS + decimals].times;
	if (scaled >= 0x1p51 || value == 0) {
		return value == 0 ? 0.0 : (double) single; /* has no such decimals; stock has no -0 here */
	}
	value = round_whole(scaled) / scales[EXACT_TENS + decimals].times;
	return copysign(value, (double) single);
}

double mynd_single_value(float single, uint8_t decimals)
{
	return decimals >= MYND_DECIMALS_NONE ? single_by_digits(single) : single_by_decimals(single, decimals);
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
