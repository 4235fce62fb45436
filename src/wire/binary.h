/*
 * Binary rows, the form of rows in replies to executes and fetches ("Binary Protocol Resultset Row"):
 *
 *     0x00     the NULL bitmap, (columns + 9) / 8 bytes, two bits of it unused; the cells that are not NULL
 *
 * A cell is a number of fixed width (little-endian), or a length-encoded length and that many bytes,
 * depending on its column's type. Inside mynd, in a row with `has_large`, a large cell's marker (row.h) takes
 * the place of a length and its bytes.
 */
#ifndef MYND_WIRE_BINARY_H
#define MYND_WIRE_BINARY_H

#include "protocol.h"
#include "row.h"

/* Returns the width in bytes of a cell of this type, or 0 if a length precedes each cell. */
unsigned mynd_binary_width(uint8_t type);

#define MYND_BINARY_ROW 0x00 /* a row's first byte */

/* Returns the size of the NULL bitmap in bytes. */
static inline size_t mynd_binary_bitmap_size(uint32_t columns)
{
	return ((size_t) columns + 9) / 8;
}

/*
 * Splits a row: sets *nulls to the bitmap, and the cursor to the first cell. Returns MYND_BAD if the row does
 * not begin with 0x00 or is too short for its bitmap.
 */
int mynd_binary_open(mynd_slice row, uint32_t columns, const uint8_t **nulls, mynd_cursor *cells);

static inline bool mynd_binary_is_null(const uint8_t *nulls, uint32_t column)
{
	return (nulls[(column + 2) / 8] >> ((column + 2) % 8)) & 1;
}

/*
 * Reads the bytes of the next cell that is not NULL, without their length; `width` is its column's width.
 * Sets `large` as mynd_cell_next does. Returns MYND_BAD for the NULL marker of text rows (0xFB), so that
 * cell->ptr is NULL only if cell->large is set.
 */
static inline int mynd_binary_next(mynd_cursor *c, unsigned width, bool has_large, mynd_cell *cell)
{
	mynd_slice bytes;
	if (width == 0) {
		int rc = mynd_cell_next(c, has_large, cell);
		return rc == MYND_OK && mynd_cell_is_null(cell) ? MYND_BAD : rc;
	}
	if (mynd_cursor_bytes(c, width, &bytes) != MYND_OK) {
		return MYND_BAD;
	}
	*cell = (mynd_cell){bytes.ptr, bytes.len, NULL};
	return MYND_OK;
}

#endif
