/*
 * Binary rows: the widths of types, and the position of a row's first cell.
 *
 * Not here: the cells themselves (binary.h), their values (rows).
 */
#include "binary.h"

/*
 * Source: "Binary Protocol Value". Before dates and times servers send a length of one byte, which is read as
 * a length-encoded integer.
 */
unsigned mynd_binary_width(uint8_t type)
{
	switch (type) {
	case MYND_TYPE_TINY:
		return 1;
	case MYND_TYPE_SHORT:
	case MYND_TYPE_YEAR:
		return 2;
	case MYND_TYPE_LONG:
	case MYND_TYPE_INT24:
	case MYND_TYPE_FLOAT:
		return 4;
	case MYND_TYPE_LONGLONG:
	case MYND_TYPE_DOUBLE:
		return 8;
	default:
		return 0;
	}
}

int mynd_binary_open(mynd_slice row, uint32_t columns, const uint8_t **nulls, mynd_cursor *cells)
{
	mynd_cursor c = mynd_cursor_over(row.ptr, row.len);
	mynd_slice bitmap;
	uint8_t first;
	if (mynd_cursor_u8(&c, &first) != MYND_OK || first != MYND_BINARY_ROW ||
	    mynd_cursor_bytes(&c, mynd_binary_bitmap_size(columns), &bitmap) != MYND_OK) {
		return MYND_BAD;
	}
	*nulls = bitmap.ptr;
	*cells = c;
	return MYND_OK;
}
