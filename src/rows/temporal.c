/*
 * Turns dates and times of binary rows ("Binary Protocol Value") into text. A cell has the bytes of year,
 * month, day, hour, minute, second, and microseconds; a shorter cell omits fields that are zero.
 *
 * No value is refused: values that no calendar has (month 123) are printed with all their digits, as in
 * stock.
 */
#include "temporal.h"

/* "00" to "99" */
static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

static zend_never_inline char *write_long(char *to, uint64_t value, unsigned digits)
{
	char reversed[20];
	unsigned count = 0;
	for (; value > 0; value /= 10) {
		reversed[count++] = (char) ('0' + value % 10);
	}
	while (count < digits) {
		reversed[count++] = '0';
	}
	while (count > 0) {
		*to++ = reversed[--count];
	}
	return to;
}

/* Writes two digits, of a value up to 99. */
static zend_always_inline char *write_two(char *to, unsigned value)
{
	memcpy(to, &pairs[2 * value], 2);
	return to + 2;
}

/* Writes at least two digits. */
static zend_always_inline char *write_pair(char *to, uint64_t value)
{
	return EXPECTED(value <= 99) ? write_two(to, (unsigned) value) : write_long(to, value, 2);
}

static zend_always_inline uint32_t four_bytes(const uint8_t *ptr)
{
	return (uint32_t) ptr[0] | (uint32_t) ptr[1] << 8 | (uint32_t) ptr[2] << 16 | (uint32_t) ptr[3] << 24;
}

static zend_always_inline unsigned year_of(const uint8_t *ptr)
{
	return ptr[0] | (unsigned) ptr[1] << 8;
}

static zend_always_inline char *write_date(char *to, const uint8_t *ptr)
{
	to = write_pair(write_pair(to, year_of(ptr) / 100), year_of(ptr) % 100);
	*to++ = '-';
	to = write_pair(to, ptr[2]);
	*to++ = '-';
	return write_pair(to, ptr[3]);
}

static zend_always_inline char *write_minutes(char *to, const uint8_t *ptr)
{
	*to++ = ':';
	to = write_pair(to, ptr[0]);
	*to++ = ':';
	return write_pair(to, ptr[1]);
}

#define MOST_DECIMALS 6

/* Returns true if the text has a fraction, whatever the cell contains. */
static zend_always_inline bool has_fraction(unsigned decimals)
{
	return decimals - 1 < MOST_DECIMALS;
}

/*
 * Returns how many digits follow the point. More than six decimals (31, and MariaDB's 39) mean that the
 * column does not fix the number: then, as in a text row, all six digits if they are not zero, otherwise
 * none.
 */
static unsigned digits_of(unsigned decimals, uint32_t microseconds)
{
	return decimals <= MOST_DECIMALS ? decimals : microseconds > 0 ? MOST_DECIMALS : 0;
}

static char *write_fraction(char *to, unsigned decimals, uint32_t microseconds)
{
	static const uint32_t units[] = {1000000, 100000, 10000, 1000, 100, 10, 1};
	unsigned digits = digits_of(decimals, microseconds);
	if (digits == 0) {
		return to;
	}
	*to++ = '.';
	if (microseconds > 999999) {
		return write_long(to, microseconds / units[digits], digits);
	}
	write_two(write_two(write_two(to, microseconds / 10000), microseconds / 100 % 100), microseconds % 100);
	return to + digits;
}

size_t mynd_temporal_text(mynd_kind kind, unsigned decimals, const uint8_t *ptr, size_t len, char *to)
{
	uint8_t fields[12] = {0};
	memcpy(fields, ptr, MIN(len, sizeof fields));
	char *end = to;
	if (kind == KIND_TIME) { /* sign, days, hours, minutes, seconds, microseconds */
		if (fields[0] != 0) {
			*end++ = '-';
		}
		uint64_t hours = fields[5] + (uint64_t) four_bytes(fields + 1) * 24;
		end = write_pair(end, hours);
		end = write_fraction(write_minutes(end, fields + 6), decimals, four_bytes(fields + 8));
		return (size_t) (end - to);
	}
	end = write_date(end, fields);
	if (kind == KIND_DATETIME) {
		*end++ = ' ';
		end = write_pair(end, fields[4]);
		end = write_fraction(write_minutes(end, fields + 5), decimals, four_bytes(fields + 7));
	}
	return (size_t) (end - to);
}

/* --- usual cells --- */

static zend_always_inline bool is_usual_date(const uint8_t *ptr)
{
	return year_of(ptr) <= 9999 && ptr[2] <= 99 && ptr[3] <= 99;
}

static zend_always_inline bool is_usual_clock(const uint8_t *ptr)
{
	return ptr[0] <= 99 && ptr[1] <= 99 && ptr[2] <= 99;
}

static zend_always_inline char *write_usual_date(char *to, const uint8_t *ptr)
{
	to = write_two(write_two(to, year_of(ptr) / 100), year_of(ptr) % 100);
	*to++ = '-';
	to = write_two(to, ptr[2]);
	*to++ = '-';
	return write_two(to, ptr[3]);
}

static zend_always_inline char *write_usual_clock(char *to, const uint8_t *ptr)
{
	to = write_two(to, ptr[0]);
	*to++ = ':';
	to = write_two(to, ptr[1]);
	*to++ = ':';
	return write_two(to, ptr[2]);
}

zend_string *mynd_temporal_usual(mynd_kind kind, unsigned decimals, const uint8_t *ptr, size_t len)
{
	zend_string *string;
	char *to;
	if (kind == KIND_DATE && len == 4 && is_usual_date(ptr)) {
		string = zend_string_alloc(sizeof "2024-01-02" - 1, 0);
		to = write_usual_date(ZSTR_VAL(string), ptr);
	} else if (has_fraction(decimals)) {
		return NULL;
	} else if (kind == KIND_DATETIME && len == 7 && is_usual_date(ptr) && is_usual_clock(ptr + 4)) {
		string = zend_string_alloc(sizeof "2024-01-02 03:04:05" - 1, 0);
		to = write_usual_date(ZSTR_VAL(string), ptr);
		*to++ = ' ';
		to = write_usual_clock(to, ptr + 4);
	} else if (kind == KIND_TIME && len == 8 && ptr[0] == 0 && four_bytes(ptr + 1) == 0 &&
	           is_usual_clock(ptr + 5)) {
		string = zend_string_alloc(sizeof "03:04:05" - 1, 0);
		to = write_usual_clock(ZSTR_VAL(string), ptr + 5);
	} else {
		return NULL;
	}
	*to = '\0';
	return string;
}
