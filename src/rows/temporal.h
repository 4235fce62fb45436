/*
 * Turns dates and times of binary rows into text, as stock prints them.
 *
 * Always true: any bytes become a text, never longer than MYND_TEMPORAL_MOST.
 */
#ifndef MYND_ROWS_TEMPORAL_H
#define MYND_ROWS_TEMPORAL_H

#include "columns.h"

#define MYND_TEMPORAL_MOST 48

/*
 * Returns true if a date or time may have this length ("Binary Protocol Value"): 0, a date (4), with time
 * (7), with microseconds (11); of KIND_TIME 0, 8 and 12.
 */
static zend_always_inline bool mynd_is_temporal_length(mynd_kind kind, size_t len)
{
	uint32_t lengths =
	    kind == KIND_TIME ? 1u << 0 | 1u << 8 | 1u << 12 : 1u << 0 | 1u << 4 | 1u << 7 | 1u << 11;
	return len < 32 && (lengths >> len & 1);
}

/*
 * Writes the text of a cell of KIND_DATE, KIND_DATETIME or KIND_TIME, which has a valid length. Returns the
 * length of the text.
 */
size_t mynd_temporal_text(mynd_kind kind, unsigned decimals, const uint8_t *ptr, size_t len, char *to);

/*
 * As mynd_temporal_text, but as a string, for the usual cells: all fields have two digits (the year: four),
 * there are no microseconds, and a TIME has no days. Returns NULL for any other cell.
 */
zend_string *mynd_temporal_usual(mynd_kind kind, unsigned decimals, const uint8_t *ptr, size_t len);

#endif
