/*
 * FLOAT in binary rows: the value is the double of its decimal text, as in stock. A FLOAT of 1.1 becomes the
 * double 1.1, although its 32 bits as a double are 1.10000002384185791. The text has six digits, or as many
 * after the point as the column definition says.
 *
 * Always true: the result is the same, to the bit, as if the engine had printed the number and read the text.
 * Where a multiplication and a division by powers of ten that doubles represent exactly give the same result,
 * they are used; elsewhere the engine prints and reads.
 */
#include "columns.h"
#include "snprintf.h"
#include "zend_strtod.h"
#include <float.h>
#include <math.h>

#define DIGITS 6      /* significant digits that a FLOAT certainly holds */
#define EXACT  12     /* a float of 24 bits times 10^12 is a double without error */
#define WHOLE  0x1p52 /* from this value on all doubles are integers */
#define TEXT   (39 + 1 + 30 + 2)

/* True if a product or quotient of two doubles is rounded once, to a double. */
#define ROUNDS_ONCE (FLT_EVAL_METHOD == 0)

/* True if the compiler may compute a product and a sum in one step that is rounded once. */
#ifdef __FP_FAST_FMA
#define MAY_FUSE true
#else
#define MAY_FUSE false
#endif

static zend_never_inline double by_text(float single, uint8_t decimals)
{
	char text[TEXT];
	if (decimals >= MYND_DECIMALS_NONE) {
		zend_gcvt(single, DIGITS, '.', 'e', text);
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
 * Factors that scale a number by 10^n, for n from -EXACT on. The way back is a multiplication by back_times
 * and a division by back_over; one of these is 1, so that the sign of n needs no branch.
 */
static const struct scale {
	double times, back_times, back_over;
} scales[] = {
    {1e-12, 1e12, 1},
    {1e-11, 1e11, 1},
    {1e-10, 1e10, 1},
    {1e-9, 1e9, 1},
    {1e-8, 1e8, 1},
    {1e-7, 1e7, 1},
    {1e-6, 1e6, 1},
    {1e-5, 1e5, 1},
    {1e-4, 1e4, 1},
    {1e-3, 1e3, 1},
    {1e-2, 1e2, 1},
    {1e-1, 1e1, 1},
    {1, 1, 1},
    {1e1, 1, 1e1},
    {1e2, 1, 1e2},
    {1e3, 1, 1e3},
    {1e4, 1, 1e4},
    {1e5, 1, 1e5},
    {1e6, 1, 1e6},
    {1e7, 1, 1e7},
    {1e8, 1, 1e8},
    {1e9, 1, 1e9},
    {1e10, 1, 1e10},
    {1e11, 1, 1e11},
    {1e12, 1, 1e12},
};
#define SCALE_ONE (&scales[EXACT])

/* Returns the power of ten that scales a number with this binary exponent to DIGITS digits, or one more. */
static zend_always_inline int power_for(int exponent)
{
	return DIGITS - 1 - ((exponent * 1233) >> 12); /* 1233 / 4096: log10(2) */
}

/*
 * Returns 1 if a number that is not negative is a million or more. Computed from its bits, because a branch
 * would often be mispredicted.
 */
static zend_always_inline int is_million(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits >= UINT64_C(0x412E848000000000);
}

/*
 * Scales the number, rounds it to an integer of DIGITS digits, and scales that back. Scaling back rounds as
 * reading the text would. The first scaling is exact, except with a negative power of ten, whose error is
 * below 10^-9. That error does not change the integer: no scaled float is so near to a half without being a
 * half, and if it is a half, the computed product is a half, too (tried with all floats from 10^6 to 10^18),
 * unless the compiler fuses the product with the sum that rounds it.
 */
static double by_digits(float single)
{
	uint32_t bits;
	memcpy(&bits, &single, sizeof bits);
	int power = power_for((int) (bits >> 23 & 0xFF) - 127);
	if (!ROUNDS_ONCE || UNEXPECTED(power > EXACT || power <= -EXACT)) {
		return single == 0 ? (double) single : by_text(single, MYND_DECIMALS_NONE);
	}
	double value = fabs((double) single);
	const struct scale *scale = SCALE_ONE + power;
	scale -= is_million(value * scale->times);
	double scaled = value * scale->times, whole = round_whole(scaled);
	if (MAY_FUSE && UNEXPECTED(fabs(scaled - whole) > 0.4999) && scale < SCALE_ONE) {
		return by_text(single, MYND_DECIMALS_NONE);
	}
	return copysign(whole * scale->back_times / scale->back_over, (double) single);
}

static double by_decimals(float single, uint8_t decimals)
{
	double value = fabs((double) single);
	if (!ROUNDS_ONCE || UNEXPECTED(decimals > EXACT || !zend_finite(value))) {
		return by_text(single, decimals);
	}
	double times = SCALE_ONE[decimals].times, scaled = value * times;
	if (value == 0) {
		return 0.0; /* -0 becomes 0, too */
	}
	return scaled >= WHOLE / 2 ? (double) single : copysign(round_whole(scaled) / times, (double) single);
}

double mynd_single_value(float single, uint8_t decimals)
{
	return decimals >= MYND_DECIMALS_NONE ? by_digits(single) : by_decimals(single, decimals);
}
