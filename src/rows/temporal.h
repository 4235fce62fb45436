/*
 * Dates and times of binary rows to text, as stock prints them.
 *
 * Always true: any bytes at all give a text, and never a longer one than MYND_TEMPORAL_MOST.
 */
#ifndef MYND_ROWS_TEMPORAL_H
#define MYND_ROWS_TEMPORAL_H

#include "columns.h"

#define MYND_TEMPORAL_MOST 48

/* Writes the text of a cell of KIND_DATE, KIND_DATETIME or KIND_TIME, whose length is one of those allowed. Returns its length. */
size_t mynd_temporal_text(mynd_kind kind, unsigned decimals, const uint8_t *ptr, size_t len, char *to);

#endif
