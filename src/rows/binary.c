/*
 * Cells of binary rows to PHP values, as stock has them: integers, floats, and text for all that PHP has no type for.
 *
 * Always true: every cell that mynd_cells_next lets pass has a value; numbers are read as the bytes that they are, whatever the
 * host's byte order.
 * Not here: dates and times (temporal.c), FLOAT (numbers.c), BIT (numbers.c), which places the values go to in odd rows (build.c).
 */
#include "cells.h"
#include "text.h"

#define PADDED_MOST 255 /* no server has a wider display width */

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

static zend_never_inline void set_padded(size_t width, const uint8_t *p, size_t len, zval *out)
{
	char text[PADDED_MOST];
	size_t at = PADDED_MOST;
	uint64_t value = 0;
	for (size_t i = len; i > 0; i--) {
		value = value << 8 | p[i - 1];
	}
	for (; value > 0 || at == PADDED_MOST; value /= 10) {
		text[--at] = (char) ('0' + value % 10);
	}
	while (PADDED_MOST - at < MIN(width, PADDED_MOST)) {
		text[--at] = '0';
	}
	set_text(out, (uint8_t *) text + at, PADDED_MOST - at);
}

static zend_always_inline bool is_number(mynd_kind kind)
{
	return kind >= KIND_I8 && kind <= KIND_PADDED;
}

/* The next bytes; NULL: there are not so many. */
static zend_always_inline const uint8_t *take(mynd_cursor *c, size_t width)
{
	mynd_slice bytes;
	return EXPECTED(mynd_cursor_bytes(c, width, &bytes) == MYND_OK) ? bytes.ptr : NULL;
}

/* Sets `out` to the next number, of column `i`. False: there is none. */
static zend_always_inline bool take_number(
    const mynd_columns *columns, uint32_t i, mynd_kind kind, mynd_cursor *c, zval *out)
{
	const uint8_t *p;
	switch (kind) {
	case KIND_I8:
		if ((p = take(c, 1)) != NULL) {
			ZVAL_LONG(out, (int8_t) p[0]);
		}
		break;
	case KIND_U8:
		if ((p = take(c, 1)) != NULL) {
			ZVAL_LONG(out, p[0]);
		}
		break;
	case KIND_I16:
		if ((p = take(c, 2)) != NULL) {
			ZVAL_LONG(out, (int16_t) load16(p));
		}
		break;
	case KIND_U16:
		if ((p = take(c, 2)) != NULL) {
			ZVAL_LONG(out, load16(p));
		}
		break;
	case KIND_I32:
		if ((p = take(c, 4)) != NULL) {
			ZVAL_LONG(out, (int32_t) load32(p));
		}
		break;
	case KIND_U32:
		if ((p = take(c, 4)) != NULL) {
			set_unsigned(out, load32(p));
		}
		break;
	case KIND_I64:
		if ((p = take(c, 8)) != NULL) {
			set_signed(out, (int64_t) load64(p));
		}
		break;
	case KIND_U64:
		if ((p = take(c, 8)) != NULL) {
			set_unsigned(out, load64(p));
		}
		break;
	case KIND_SINGLE:
		if ((p = take(c, 4)) != NULL) {
			ZVAL_DOUBLE(out, mynd_single_value(load_single(p), columns->column[i].decimals));
		}
		break;
	case KIND_DOUBLE:
		if ((p = take(c, 8)) != NULL) {
			ZVAL_DOUBLE(out, load_double(p));
		}
		break;
	default: /* KIND_PADDED */
		if ((p = take(c, columns->widths[i])) != NULL) {
			set_padded(columns->column[i].length, p, columns->widths[i], out);
		}
		break;
	}
	return p != NULL;
}

/* --- dates and times --- */

static zend_always_inline void set_temporal(
    const mynd_columns *columns, uint32_t i, const uint8_t *ptr, size_t len, zval *out)
{
	char text[MYND_TEMPORAL_MOST];
	unsigned decimals = columns->column[i].decimals;
	zend_string *usual = mynd_temporal_usual(columns->kinds[i], decimals, ptr, len);
	if (EXPECTED(usual != NULL)) {
		ZVAL_NEW_STR(out, usual);
	} else {
		set_text(out, (uint8_t *) text, mynd_temporal_text(columns->kinds[i], decimals, ptr, len, text));
	}
}

/* As above, but for an equal text that stands further up; true if there is one. */
static bool repeat_temporal(mynd_columns *columns, uint32_t i, const uint8_t *ptr, size_t len, zval *out)
{
	char text[MYND_TEMPORAL_MOST];
	len = mynd_temporal_text(columns->kinds[i], columns->column[i].decimals, ptr, len, text);
	return repeat_text(columns, i, out, (uint8_t *) text, len);
}

void mynd_binary_build(const mynd_columns *columns, uint32_t i, const mynd_cell *cell, zval *out)
{
	mynd_kind kind = columns->kinds[i];
	if (is_number(kind)) {
		mynd_cursor c = mynd_cursor_over(cell->ptr, cell->len);
		take_number(columns, i, kind, &c, out);
	} else {
		set_temporal(columns, i, cell->ptr, cell->len, out);
	}
}

/* --- rows --- */

/* Whether a cell that stands behind a length may stand there. */
static zend_always_inline bool is_allowed(mynd_kind kind, const mynd_cell *cell)
{
	if (kind >= KIND_DATE) {
		return cell->ptr != NULL && mynd_is_temporal_length(kind, cell->len);
	}
	return !mynd_cell_is_null(cell);
}

int mynd_binary_check(const mynd_columns *columns, const mynd_row *row)
{
	mynd_cells cells;
	bool any_large = false, has_large = row->has_large;
	if (mynd_cells_open(columns, row, &cells) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cursor c = cells.c;
	for (uint32_t i = 0; i < columns->count; i++) {
		mynd_cell cell;
		unsigned width = columns->widths[i];
		if (mynd_binary_is_null(cells.nulls, i)) {
			continue;
		}
		if (width > 0
		        ? mynd_cursor_skip(&c, width) != MYND_OK
		        : mynd_cell_next(&c, has_large, &cell) != MYND_OK || !is_allowed(columns->kinds[i], &cell)) {
			return MYND_BAD;
		}
		any_large |= width == 0 && (cell.len >= MYND_LARGE_CELL || cell.large != NULL);
	}
	if (c.pos != c.end) {
		return MYND_BAD;
	}
	return any_large ? MYND_MORE : MYND_OK;
}

typedef enum how { HOW_NOT, HOW_MADE, HOW_SHARED } how;

/* A cell that is neither a number nor text that lies in the row. HOW_NOT: it is none. */
static zend_never_inline how set_other(
    mynd_columns *columns, uint32_t i, const mynd_cell *cell, bool kept, bool share, zval *out)
{
	mynd_kind kind = columns->kinds[i];
	if (!is_allowed(kind, cell)) {
		return HOW_NOT;
	}
	if (kind >= KIND_DATE) {
		if (share) {
			return repeat_temporal(columns, i, cell->ptr, cell->len, out) ? HOW_SHARED : HOW_MADE;
		}
		set_temporal(columns, i, cell->ptr, cell->len, out);
		return HOW_MADE;
	}
	if (cell->ptr == NULL) {
		zend_string *string = cell->large;
		ZVAL_NEW_STR(out, kept ? zend_string_copy(string) : string);
		return HOW_SHARED;
	}
	if (mynd_number_build(kind, cell->ptr, cell->len, out)) {
		return HOW_MADE;
	}
	set_text(out, cell->ptr, cell->len);
	return HOW_MADE;
}

static zend_always_inline void fill(
    mynd_columns *columns, mynd_cells *cells, bool kept, zval *first, bool packed, uint64_t sharing)
{
	const uint8_t *kinds = columns->kinds, *start = cells->c.pos, *nulls = cells->nulls;
	uint32_t i, count = columns->count;
	bool has_large = cells->has_large;
	uint8_t null = 4; /* the bit of the next column */
	mynd_cursor c = cells->c;
	uint64_t shared = 0, uncopied = 0;
	int64_t less = 0; /* bytes of the row that its values do not have */
	for (i = 0; i < count; i++, sharing >>= 1) {
		zval *out = mynd_value_at(first, i, packed);
		mynd_kind kind = kinds[i];
		bool is_null = *nulls & null;
		nulls += null >> 7;
		null = (uint8_t) (null << 1 | null >> 7);
		if (is_null) {
			columns->nulls[i]++;
			ZVAL_NULL(out);
			continue;
		}
		if (is_number(kind)) {
			if (UNEXPECTED(!take_number(columns, i, kind, &c, out))) {
				break;
			}
			uncopied++;
			continue;
		}
		mynd_cursor after = c;
		mynd_cell cell;
		if (UNEXPECTED(mynd_cell_next(&after, has_large, &cell) != MYND_OK)) {
			break;
		}
		if (EXPECTED(kind == KIND_TEXT && cell.ptr != NULL)) {
			shared += sharing & 1 ? repeat_text(columns, i, out, cell.ptr, cell.len)
			                      : set_text(out, cell.ptr, cell.len);
			less += cell.ptr - c.pos;
		} else {
			mynd_cell other = cell; /* `cell` stays in registers */
			how how = set_other(columns, i, &other, kept, sharing & 1, out);
			if (UNEXPECTED(how == HOW_NOT)) {
				break;
			}
			less += (after.pos - c.pos) - (int64_t) (Z_TYPE_P(out) == IS_STRING ? Z_STRLEN_P(out) : cell.len);
			shared += how == HOW_SHARED;
			uncopied += how == HOW_MADE;
		}
		c = after;
	}
	if (EXPECTED(i == count && c.pos == c.end)) {
		columns->handed.rows++;
		columns->handed.bytes += (uint64_t) (c.pos - start - less);
		columns->handed.shared += shared;
		columns->handed.uncopied += uncopied;
	}
	cells->c = c;
	cells->at = i;
}

void mynd_binary_fill(
    mynd_columns *columns, mynd_cells *cells, bool kept, zval *first, bool packed, uint64_t sharing)
{
	if (packed && sharing == 0) {
		fill(columns, cells, kept, first, true, 0);
	} else if (packed) {
		fill(columns, cells, kept, first, true, sharing);
	} else if (sharing == 0) {
		fill(columns, cells, kept, first, false, 0);
	} else {
		fill(columns, cells, kept, first, false, sharing);
	}
}
