/*
 * Turns cells of binary rows into PHP values, as stock does: integers, floats, and text for all types that
 * PHP does not have.
 *
 * Always true: every cell that mynd_cells_next accepts has a value; numbers are read byte by byte, whatever
 * the host's byte order. Not here: dates and times (temporal.c), FLOAT (single.c), BIT (numbers.c), the
 * places of values in rows with hidden or repeated columns (build.c).
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

/* Returns the next `width` bytes; NULL if there are fewer. */
static zend_always_inline const uint8_t *take(mynd_cursor *c, size_t width)
{
	mynd_slice bytes;
	return EXPECTED(mynd_cursor_bytes(c, width, &bytes) == MYND_OK) ? bytes.ptr : NULL;
}

/* Sets `out` to the next number, of column `i`. Returns false if there are too few bytes. */
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

static zend_always_inline size_t text_of(
    const mynd_columns *columns, uint32_t i, const uint8_t *ptr, size_t len, char *to)
{
	len = mynd_temporal_text(columns->kinds[i], columns->column[i].decimals, ptr, len, to);
	ZEND_ASSUME(len > 1 && len <= MYND_TEMPORAL_MOST);
	return len;
}

static zend_always_inline void set_temporal(
    const mynd_columns *columns, uint32_t i, const uint8_t *ptr, size_t len, zval *out)
{
	char text[MYND_TEMPORAL_MOST];
	unsigned decimals = columns->column[i].decimals;
	zend_string *usual = mynd_temporal_usual(columns->kinds[i], decimals, ptr, len);
	if (EXPECTED(usual != NULL)) {
		ZVAL_NEW_STR(out, usual);
	} else {
		set_text(out, (uint8_t *) text, text_of(columns, i, ptr, len, text));
	}
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

/* Number of columns whose NULL bits are read at a time. */
#define STRETCH 32

/* Returns the NULL bits of up to STRETCH columns from `i` on; `i` is a multiple of STRETCH. */
static zend_always_inline uint64_t null_bits(const uint8_t *nulls, uint32_t i, uint32_t count)
{
	uint64_t bits = 0;
	uint32_t last = (MIN(count - i, STRETCH) + 1) / 8;
	for (uint32_t byte = 0; byte <= last; byte++) {
		bits |= (uint64_t) nulls[i / 8 + byte] << (8 * byte);
	}
	return bits >> 2;
}

/* Returns true if the cell, which has a length before it, is valid for a column of this kind. */
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
	size_t fixed = 0; /* width of the numbers before column i that the cursor has not skipped yet */
	uint64_t nulls = 0;
	if (mynd_cells_open(columns, row, &cells) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cursor c = cells.c;
	for (uint32_t i = 0; i < columns->count; i++, nulls >>= 1) {
		mynd_cell cell;
		if (i % STRETCH == 0) {
			nulls = null_bits(cells.nulls, i, columns->count);
		}
		if (nulls & 1) {
			continue;
		}
		fixed += columns->widths[i];
		if (columns->widths[i] > 0) {
			continue;
		}
		if (mynd_cursor_skip(&c, fixed) != MYND_OK || mynd_cell_next(&c, has_large, &cell) != MYND_OK ||
		    !is_allowed(columns->kinds[i], &cell)) {
			return MYND_BAD;
		}
		fixed = 0;
		any_large |= cell.len >= MYND_LARGE_CELL || cell.large != NULL;
	}
	if (mynd_cursor_left(&c) != fixed) {
		return MYND_BAD;
	}
	return any_large ? MYND_MORE : MYND_OK;
}

/*
 * Counts what the cells of a row became, in one number that stays in a register: NULLs, texts (copied or
 * shared), and how many of the texts are shared. Each field can count a million columns; no row has so many.
 */
typedef uint64_t tally;
#define ONE_NULL   (UINT64_C(1) << 0)
#define ONE_TEXT   (UINT64_C(1) << 20)
#define ONE_SHARED (UINT64_C(1) << 40)
#define ONES       ((UINT64_C(1) << 20) - 1)

/*
 * Progress of filling a row. `less`: how many bytes of the row are not bytes of its values, without the
 * one-byte length of each text (count_row subtracts these).
 */
typedef struct progress {
	mynd_cursor c;
	tally tally;
	size_t less;
} progress;

/*
 * Sets `out` to a cell of a rare sort: one whose length takes more than a byte (even if the cell is short), a
 * large one, or one of KIND_BIT. Returns false if the cell is invalid.
 */
static zend_never_inline bool set_rare(
    mynd_columns *columns, uint32_t i, progress *at, bool has_large, bool kept, zval *out)
{
	mynd_cell cell;
	const uint8_t *start = at->c.pos;
	if (mynd_cell_next(&at->c, has_large, &cell) != MYND_OK || !is_allowed(columns->kinds[i], &cell)) {
		return false;
	}
	size_t taken = (size_t) (at->c.pos - start);
	if (cell.large != NULL) {
		zend_string *string = cell.large;
		ZVAL_NEW_STR(out, kept ? zend_string_copy(string) : string);
		at->tally += ONE_TEXT + ONE_SHARED;
	} else if (columns->kinds[i] == KIND_BIT && mynd_number_build(KIND_BIT, cell.ptr, cell.len, out)) {
		at->less += taken - cell.len;
		return true;
	} else if (columns->kinds[i] >= KIND_DATE) {
		set_temporal(columns, i, cell.ptr, cell.len, out);
		at->less += taken - Z_STRLEN_P(out);
		return true;
	} else {
		at->tally += set_text(out, cell.ptr, cell.len) ? ONE_TEXT + ONE_SHARED : ONE_TEXT;
	}
	at->less += taken - cell.len - 1;
	return true;
}

/* As set_temporal, but uses an equal text from earlier in the column. Returns true if there is one. */
static zend_never_inline bool repeat_temporal(
    mynd_columns *columns, uint32_t i, const uint8_t *ptr, size_t len, zval *out)
{
	char text[MYND_TEMPORAL_MOST];
	return repeat_text(columns, i, out, (uint8_t *) text, text_of(columns, i, ptr, len, text));
}

/*
 * Reads a cell whose length takes one byte. Returns false for any other cell, and consumes nothing.
 */
static zend_always_inline bool take_short(mynd_cursor *c, mynd_slice *cell)
{
	mynd_cursor after = *c;
	uint8_t len;
	if (UNEXPECTED(mynd_cursor_u8(&after, &len) != MYND_OK) || UNEXPECTED(len >= MYND_CELL_NULL) ||
	    UNEXPECTED(mynd_cursor_bytes(&after, len, cell) != MYND_OK)) {
		return false;
	}
	*c = after;
	return true;
}

static zend_always_inline tally fill_text(
    mynd_columns *columns, uint32_t i, mynd_slice cell, bool share, intptr_t lookahead, zval *out)
{
	bool shared = share ? repeat_text(columns, i, out, cell.ptr, cell.len)
	                    : set_text_of_many(out, cell.ptr, cell.len, lookahead);
	return shared ? ONE_TEXT + ONE_SHARED : ONE_TEXT;
}

/* As fill_text, but a text that is not shared is not counted, because it was generated and not copied. */
static zend_always_inline tally fill_temporal(
    mynd_columns *columns, uint32_t i, mynd_slice cell, bool share, intptr_t lookahead, zval *out)
{
	if (share) {
		return repeat_temporal(columns, i, cell.ptr, cell.len, out) ? ONE_TEXT + ONE_SHARED : 0;
	}
	set_temporal(columns, i, cell.ptr, cell.len, out);
	mynd_prefetch(Z_STR_P(out), lookahead);
	return 0;
}

static zend_always_inline void count_row(mynd_columns *columns, tally tally, size_t bytes, size_t less)
{
	uint64_t nulls = tally & ONES, texts = tally / ONE_TEXT & ONES;
	columns->handed.rows++;
	columns->handed.bytes += bytes - less - texts;
	columns->handed.shared += tally / ONE_SHARED;
	columns->handed.uncopied += columns->count - nulls - texts;
}

/* Fills a row. The function is long, so that the variables of the loop over all cells stay in registers. */
static zend_always_inline void fill(
    mynd_columns *columns, mynd_cells *cells, bool kept, zval *first, bool packed, uint64_t sharing)
{
	const uint8_t *kinds = columns->kinds;
	intptr_t lookahead = columns->lookahead.strings;
	uint32_t i, count = columns->count;
	uint64_t nulls = 0;
	progress at = {cells->c, 0, 0};
	for (i = 0; i < count; i++, nulls >>= 1, sharing >>= 1) {
		zval *out = mynd_value_at(first, i, packed);
		mynd_kind kind = kinds[i];
		mynd_slice cell;
		if (i % STRETCH == 0) {
			nulls = null_bits(cells->nulls, i, count);
		}
		if (nulls & 1) {
			columns->nulls[i]++;
			at.tally += ONE_NULL;
			ZVAL_NULL(out);
			continue;
		}
		if (is_number(kind)) {
			if (UNEXPECTED(!take_number(columns, i, kind, &at.c, out))) {
				break;
			}
			continue;
		}
		mynd_cursor after = at.c;
		if (EXPECTED(kind == KIND_TEXT && take_short(&after, &cell))) {
			at.tally += fill_text(columns, i, cell, sharing & 1, lookahead, out);
			at.c = after;
		} else if (EXPECTED(kind >= KIND_DATE && take_short(&after, &cell) &&
		                    mynd_is_temporal_length(kind, cell.len))) {
			tally tally = fill_temporal(columns, i, cell, sharing & 1, lookahead, out);
			at.tally += tally;
			at.less += 1 + cell.len - Z_STRLEN_P(out) - (tally != 0);
			at.c = after;
		} else {
			progress rare = at; /* the copy has an address; `at` stays in registers */
			if (!set_rare(columns, i, &rare, cells->has_large, kept, out)) {
				break;
			}
			at = rare;
		}
	}
	if (EXPECTED(i == count && at.c.pos == at.c.end)) {
		count_row(columns, at.tally, (size_t) (at.c.pos - cells->c.pos), at.less);
	}
	cells->c = at.c;
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
