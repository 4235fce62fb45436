/*
 * Makes strings of text cells: a new copy, the engine's own string for a text of no or one byte, or the
 * string of an equal value earlier in the same list.
 *
 * Always true: a row of the list that is being filled holds a reference to each remembered string, so this
 * file takes none; when a list begins, all remembered strings are forgotten.
 */
#ifndef MYND_ROWS_TEXT_H
#define MYND_ROWS_TEXT_H

#include "columns.h"

#define COPIED_HERE 64 /* longer texts are copied by libc */

/*
 * Copies two bytes or more, in pieces that may overlap; for short texts a call of libc costs as much as the
 * copy.
 */
static zend_always_inline void copy_text(char *to, const uint8_t *from, size_t len)
{
	if (UNEXPECTED(len > COPIED_HERE)) {
		memcpy(to, from, len);
	} else if (len > 32) {
		memcpy(to, from, 32);
		memcpy(to + len - 32, from + len - 32, 32);
	} else if (len >= 16) {
		memcpy(to, from, 16);
		memcpy(to + len - 16, from + len - 16, 16);
	} else if (len >= 8) {
		memcpy(to, from, 8);
		memcpy(to + len - 8, from + len - 8, 8);
	} else if (len >= 4) {
		memcpy(to, from, 4);
		memcpy(to + len - 4, from + len - 4, 4);
	} else {
		memcpy(to, from, 2);
		to[len - 1] = (char) from[len - 1];
	}
}

/* Sets `out` to the text. Returns true if it is the engine's own string, which needs no copy. */
static zend_always_inline bool set_text(zval *out, const uint8_t *from, size_t len)
{
	if (EXPECTED(len > 1)) {
		zend_string *string = zend_string_alloc(len, 0);
		copy_text(ZSTR_VAL(string), from, len);
		ZSTR_VAL(string)[len] = '\0';
		ZVAL_NEW_STR(out, string);
		return false;
	}
	ZVAL_INTERNED_STR(out, len ? ZSTR_CHAR(from[0]) : ZSTR_EMPTY_ALLOC());
	return true;
}

/*
 * As set_text, in a list: prefetches the memory of later strings, expected `lookahead` bytes from this one.
 */
static zend_always_inline bool set_text_of_many(
    zval *out, const uint8_t *from, size_t len, intptr_t lookahead)
{
	bool shared = set_text(out, from, len);
	if (!shared) {
		mynd_prefetch(Z_STR_P(out), lookahead);
	}
	return shared;
}

/* --- repeated values --- */

/*
 * Each column has a credit. A value that is found among the recent ones raises it, any other lowers it. A
 * column without credit is not searched until the next trial gives it new credit. So the search costs almost
 * nothing where it finds nothing.
 */
#define CREDIT_AT_START 32
#define CREDIT_MOST     64
#define TRIAL_EVERY     1024 /* rows */
#define TRIAL_AT        16   /* the first trial: shorter lists gain too little */

/* Returns true if a trial begins with row number `row` of a list, or a list begins with it. */
static zend_always_inline bool is_trial_due(uint32_t row)
{
	return row % TRIAL_EVERY == TRIAL_AT || row == 0;
}

/* Begins a trial of all columns. At the beginning of a list, only forgets remembered strings. */
static inline void start_trial(mynd_columns *columns, uint32_t row)
{
	uint32_t count = MIN(columns->count, MYND_SHARING_COLUMNS);
	if (row == 0) {
		columns->sharing = 0;
		return;
	}
	if (columns->repeats == NULL) {
		columns->repeats = emalloc(count * sizeof(mynd_repeats));
	}
	if (row == TRIAL_AT) {
		memset(columns->repeats, 0, count * sizeof(mynd_repeats));
	}
	for (uint32_t i = 0; i < count; i++) {
		columns->repeats[i].credit = CREDIT_AT_START;
	}
	columns->sharing = (count < MYND_SHARING_COLUMNS ? UINT64_C(1) << count : 0) - 1; /* bit i: column i */
}

/*
 * Forgets the remembered strings, because a partly built row was destroyed: some of them may have been in it.
 */
static inline void forget_recent(mynd_columns *columns)
{
	if (columns->repeats != NULL) {
		memset(columns->repeats, 0, MIN(columns->count, MYND_SHARING_COLUMNS) * sizeof(mynd_repeats));
	}
	columns->sharing = 0;
}

/*
 * Returns the slot for this text. With a poor hash only fewer equal values are found: the caller compares the
 * bytes.
 */
static zend_always_inline zend_string **slot_of(mynd_repeats *repeats, const uint8_t *from, size_t len)
{
	unsigned hash = (unsigned) len + from[0] + 5u * from[len / 2] + 11u * from[len - 1];
	return &repeats->recent[(hash ^ hash >> 4) % MYND_RECENT];
}

/* As set_text, for a column with credit. Returns true also if the string of an equal value was used. */
static zend_always_inline bool repeat_text(
    mynd_columns *columns, uint32_t i, zval *out, const uint8_t *from, size_t len)
{
	if (len <= 1) {
		return set_text(out, from, len);
	}
	mynd_repeats *repeats = &columns->repeats[i];
	zend_string **slot = slot_of(repeats, from, len);
	zend_string *recent = *slot;
	if (recent != NULL && ZSTR_LEN(recent) == len && memcmp(ZSTR_VAL(recent), from, len) == 0) {
		repeats->credit += repeats->credit < CREDIT_MOST;
		ZVAL_NEW_STR(out, zend_string_copy(recent));
		return true;
	}
	if (--repeats->credit == 0) {
		columns->sharing &= ~(UINT64_C(1) << i);
	}
	set_text(out, from, len);
	*slot = Z_STR_P(out);
	return false;
}

#endif
