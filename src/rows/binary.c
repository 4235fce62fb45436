/*
 * Cells of binary rows to PHP values, as stock has them: integers, floats, and text for all that PHP has no type for.
 *
 * Always true: every cell that mynd_cells_next lets pass has a value; numbers are read as the bytes that they are, whatever the
 * host's byte order.
 * Not here: dates and times (temporal.c), FLOAT (numbers.c), BIT (numbers.c), which places the values go to in odd rows (build.c).
 */
#include "cells.h"
#include "temporal.h"
#include "text.h"

#define PADDED_MOST 255 /* no server has a wider display width */
#define MADE_MOST   256

mynd_kind mynd_binary_kind(uint8_t type, uint16_t flags)
{
	bool is_unsigned = flags & MYND_FLAG_UNSIGNED;
	bool is_padded = is_unsigned && (flags & MYND_FLAG_ZEROFILL);
	switch (type) {
	case MYND_TYPE_TINY:
		return is_padded ? KIND_PADDED : is_unsigned ? KIND_U8 : KIND_I8;
	case MYND_TYPE_SHORT:
	case MYND_TYPE_YEAR:
		return is_padded ? KIND_PADDED : is_unsigned ? KIND_U16 : KIND_I16;
	case MYND_TYPE_LONG:
	case MYND_TYPE_INT24:
		return is_padded ? KIND_PADDED : is_unsigned ? KIND_U32 : KIND_I32;
	case MYND_TYPE_LONGLONG:
		return is_padded ? KIND_PADDED : is_unsigned ? KIND_U64 : KIND_I64;
	case MYND_TYPE_FLOAT:
		return KIND_SINGLE;
	case MYND_TYPE_DOUBLE:
		return KIND_DOUBLE;
	case MYND_TYPE_BIT:
		return KIND_BIT;
	case MYND_TYPE_DATE:
		return KIND_DATE;
	case MYND_TYPE_DATETIME:
	case MYND_TYPE_TIMESTAMP:
		return KIND_DATETIME;
	case MYND_TYPE_TIME:
		return KIND_TIME;
	default:
		return KIND_TEXT;
	}
}

/* --- numbers --- */

static zend_always_inline uint16_t load16(const uint8_t *p)
{
	return (uint16_t) (p[0] | p[1] << 8);
}

static zend_always_inline uint32_t load32(const uint8_t *p)
{
	return (uint32_t) p[0] | (uint32_t) p[1] << 8 | (uint32_t) p[2] << 16 | (uint32_t) p[3] << 24;
}

static zend_always_inline uint64_t load64(const uint8_t *p)
{
	return (uint64_t) p[0] | (uint64_t) p[1] << 8 | (uint64_t) p[2] << 16 | (uint64_t) p[3] << 24 |
	       (uint64_t) p[4] << 32 | (uint64_t) p[5] << 40 | (uint64_t) p[6] << 48 | (uint64_t) p[7] << 56;
}

static zend_always_inline void set_unsigned(zval *out, uint64_t value)
{
	if (UNEXPECTED(value > (uint64_t) ZEND_LONG_MAX)) {
		ZVAL_STR(out, zend_u64_to_str(value));
	} else {
		ZVAL_LONG(out, (zend_long) value);
	}
}

static zend_always_inline void set_signed(zval *out, int64_t value)
{
	if (sizeof(zend_long) < sizeof value && UNEXPECTED((zend_long) value != value)) {
		ZVAL_STR(out, zend_i64_to_str(value));
	} else {
		ZVAL_LONG(out, (zend_long) value);
	}
}

static zend_always_inline double load_double(const uint8_t *p)
{
	uint64_t bits = load64(p);
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static zend_always_inline float load_single(const uint8_t *p)
{
	uint32_t bits = load32(p);
	float value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static zend_always_inline bool is_number(mynd_kind kind)
{
	return kind >= KIND_I8 && kind <= KIND_DOUBLE;
}

/* `p`: as many bytes as the kind has. */
static zend_always_inline void set_number(
    const mynd_columns *columns, uint32_t i, mynd_kind kind, const uint8_t *p, zval *out)
{
	switch (kind) {
	case KIND_I8:
		ZVAL_LONG(out, (int8_t) p[0]);
		break;
	case KIND_U8:
		ZVAL_LONG(out, p[0]);
		break;
	case KIND_I16:
		ZVAL_LONG(out, (int16_t) load16(p));
		break;
	case KIND_U16:
		ZVAL_LONG(out, load16(p));
		break;
	case KIND_I32:
		ZVAL_LONG(out, (int32_t) load32(p));
		break;
	case KIND_U32:
		set_unsigned(out, load32(p));
		break;
	case KIND_I64:
		set_signed(out, (int64_t) load64(p));
		break;
	case KIND_U64:
		set_unsigned(out, load64(p));
		break;
	case KIND_SINGLE:
		ZVAL_DOUBLE(out, mynd_single_value(load_single(p), columns->column[i].decimals));
		break;
	default:
		ZVAL_DOUBLE(out, load_double(p));
		break;
	}
}

/* --- text that is made --- */

static size_t padded_text(size_t width, const uint8_t *p, size_t len, char *to)
{
	char digits[PADDED_MOST];
	uint64_t value = 0;
	for (size_t i = len; i > 0; i--) {
		value = value << 8 | p[i - 1];
	}
	size_t count = 0;
	do {
		digits[count++] = (char) ('0' + value % 10);
		value /= 10;
	} while (value > 0);
	while (count < MIN(width, PADDED_MOST)) {
		digits[count++] = '0';
	}
	for (size_t i = 0; i < count; i++) {
		to[i] = digits[count - 1 - i];
	}
	return count;
}

/* The text of a cell of KIND_PADDED or a kind behind it; `to` has room for MADE_MOST bytes. */
static zend_always_inline size_t made_text(
    const mynd_columns *columns, uint32_t i, const mynd_cell *cell, char *to)
{
	const mynd_definition *column = &columns->column[i];
	if (columns->kinds[i] == KIND_PADDED) {
		return padded_text(column->length, cell->ptr, cell->len, to);
	}
	return mynd_temporal_text(columns->kinds[i], column->decimals, cell->ptr, cell->len, to);
}

void mynd_binary_build(const mynd_columns *columns, uint32_t i, const mynd_cell *cell, zval *out)
{
	char text[MADE_MOST];
	mynd_kind kind = columns->kinds[i];
	if (is_number(kind)) {
		set_number(columns, i, kind, cell->ptr, out);
	} else {
		set_text(out, (uint8_t *) text, made_text(columns, i, cell, text));
	}
}

/* --- rows --- */

/* A cell that is large. False: it is none at all. */
static zend_never_inline bool set_large(mynd_cell *cell, bool kept, zval *out)
{
	if (cell->large == NULL) {
		return false;
	}
	zend_string *string = cell->large;
	ZVAL_NEW_STR(out, kept ? zend_string_copy(string) : string);
	return true;
}

/* What is neither a number nor text as it came. */
static zend_never_inline int set_made(
    mynd_columns *columns, mynd_cells *cells, bool kept, bool share, zval *out, mynd_handed *handed)
{
	char text[MADE_MOST];
	uint32_t i = cells->at;
	mynd_cell cell;
	bool shared = false;
	if (mynd_cells_next(cells, &cell) != MYND_OK) {
		return MYND_BAD;
	}
	if (cell.large != NULL) {
		shared = set_large(&cell, kept, out);
	} else if (columns->kinds[i] == KIND_BIT) {
		if (!mynd_number_build(KIND_BIT, cell.ptr, cell.len, out)) {
			set_text(out, cell.ptr, cell.len);
		}
	} else {
		size_t len = made_text(columns, i, &cell, text);
		shared = share ? repeat_text(columns, i, out, (uint8_t *) text, len)
		               : set_text(out, (uint8_t *) text, len);
	}
	handed->bytes += Z_TYPE_P(out) == IS_STRING ? Z_STRLEN_P(out) : cell.len;
	handed->shared += shared;
	handed->uncopied += !shared;
	return MYND_OK;
}

static zend_always_inline void fill(
    mynd_columns *columns, mynd_cells *cells, bool kept, zval *first, bool packed, uint64_t sharing)
{
	mynd_handed handed = {1, 0, 0, 0};
	mynd_cursor c = cells->c;
	uint32_t i, count = columns->count;
	for (i = 0; i < count; i++, sharing >>= 1) {
		zval *out = mynd_value_at(first, i, packed);
		mynd_kind kind = columns->kinds[i];
		if (mynd_binary_is_null(cells->nulls, i)) {
			columns->nulls[i]++;
			ZVAL_NULL(out);
		} else if (kind == KIND_TEXT) {
			mynd_cell cell;
			mynd_cursor after = c;
			if (UNEXPECTED(mynd_cell_next(&after, cells->has_large, &cell) != MYND_OK)) {
				break;
			}
			if (UNEXPECTED(cell.ptr == NULL)) {
				if (!set_large(&cell, kept, out)) {
					break;
				}
				handed.shared++;
			} else if (sharing & 1) {
				handed.shared += repeat_text(columns, i, out, cell.ptr, cell.len);
			} else {
				handed.shared += set_text(out, cell.ptr, cell.len);
			}
			handed.bytes += cell.len;
			c = after;
		} else if (is_number(kind)) {
			mynd_slice bytes;
			if (UNEXPECTED(mynd_cursor_bytes(&c, columns->widths[i], &bytes) != MYND_OK)) {
				break;
			}
			set_number(columns, i, kind, bytes.ptr, out);
			handed.bytes += bytes.len;
			handed.uncopied++;
		} else {
			cells->c = c;
			cells->at = i;
			if (UNEXPECTED(set_made(columns, cells, kept, sharing & 1, out, &handed) != MYND_OK)) {
				break;
			}
			c = cells->c;
		}
	}
	cells->c = c;
	cells->at = i;
	if (EXPECTED(i == count && c.pos == c.end)) {
		columns->handed.rows++;
		columns->handed.bytes += handed.bytes;
		columns->handed.shared += handed.shared;
		columns->handed.uncopied += handed.uncopied;
	}
}

void mynd_binary_fill(
    mynd_columns *columns, mynd_cells *cells, bool kept, zval *first, bool packed, uint64_t sharing)
{
	if (packed) {
		fill(columns, cells, kept, first, true, sharing);
	} else {
		fill(columns, cells, kept, first, false, sharing);
	}
}
