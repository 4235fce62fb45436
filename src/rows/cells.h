/*
 * Iterates over the cells of a row, in either row format. The loops that must be fastest (build.c, binary.c,
 * store_add.c) do without it.
 *
 * Always true: a cell that mynd_cells_next accepts can be turned into a value: a date or time in a binary
 * row, for example, has one of the lengths that the protocol allows. A cell that is not accepted is not
 * consumed.
 */
#ifndef MYND_ROWS_CELLS_H
#define MYND_ROWS_CELLS_H

#include "temporal.h"

struct mynd_cells {
	const mynd_columns *columns;
	mynd_cursor c;
	const uint8_t *nulls; /* NULL bits of a binary row */
	uint32_t at;          /* number of the next cell */
	bool has_large;
};

static zend_always_inline int mynd_cells_open(
    const mynd_columns *columns, const mynd_row *row, mynd_cells *cells)
{
	*cells = (mynd_cells){columns, mynd_cursor_over(row->data, row->len), NULL, 0, row->has_large};
	if (!columns->binary) {
		return MYND_OK;
	}
	mynd_slice whole = {row->data, row->len};
	if (mynd_binary_open(whole, columns->count, &cells->nulls, &cells->c) != MYND_OK) {
		cells->at = columns->count; /* there is nothing to release: the row is too short for a large cell */
		return MYND_BAD;
	}
	return MYND_OK;
}

/* Reads the next cell without checking its length against its kind. There must be a next column. */
static zend_always_inline int mynd_cells_read(mynd_cells *cells, mynd_cell *cell)
{
	uint32_t i = cells->at;
	if (!cells->columns->binary) {
		if (mynd_cell_next(&cells->c, cells->has_large, cell) != MYND_OK) {
			return MYND_BAD;
		}
	} else if (mynd_binary_is_null(cells->nulls, i)) {
		*cell = (mynd_cell){NULL, 0, NULL};
	} else {
		mynd_cursor after = cells->c;
		if (mynd_binary_next(&after, cells->columns->widths[i], cells->has_large, cell) != MYND_OK) {
			return MYND_BAD;
		}
		cells->c = after;
	}
	cells->at = i + 1;
	return MYND_OK;
}

static zend_always_inline int mynd_cells_next(mynd_cells *cells, mynd_cell *cell)
{
	mynd_cells before = *cells;
	if (mynd_cells_read(cells, cell) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_kind kind = cells->columns->kinds[before.at];
	if (kind >= KIND_DATE && !mynd_cell_is_null(cell) &&
	    (cell->large != NULL || !mynd_is_temporal_length(kind, cell->len))) {
		*cells = before;
		return MYND_BAD;
	}
	return MYND_OK;
}

/* Returns true if all cells were read and no bytes follow them. */
static zend_always_inline bool mynd_cells_are_over(const mynd_cells *cells)
{
	return cells->at == cells->columns->count && mynd_cursor_left(&cells->c) == 0;
}

/* Releases the large cells from the next cell on, up to the first invalid cell. */
void mynd_cells_drop(mynd_cells *rest);

#endif
