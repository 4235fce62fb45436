/*
 * Rows into the store, as a link puts them there: from elsewhere, or received straight into a part of it.
 *
 * A row in a part stands behind the four bytes of its frame's head, whatever has not been added yet after
 * it. When another part is taken what is unread moves there; then the store may give back what the part
 * before has left. A row that is too long for the part is gathered elsewhere, and then the part is over.
 */
#include "rows.h"

enum { FRAME_HEAD = 4, STEPS = 200, REPEATED = 64, LARGE_LEAST = 16 };

static uint8_t byte(scene *s)
{
	return (uint8_t) fuzz_int(&s->input, 1);
}

static flat_row copy_of(const uint8_t *data, size_t len)
{
	flat_row copy = {malloc(len == 0 ? 1 : len), len};
	memcpy(copy.data, data, len);
	return copy;
}

static void keep(scene *s, flat_row row)
{
	if (s->row_count == s->row_cap) {
		s->row_cap = s->row_cap * 2 + 16;
		s->rows = realloc(s->rows, s->row_cap * sizeof *s->rows);
	}
	s->rows[s->row_count++] = row;
}

/* Takes the flat row over. `given` is gone from the driver's view when this returns. */
static void add(scene *s, const mynd_row *given, flat_row flat)
{
	bool is_row = flat_is_row(s, flat);
	int rc = mynd_store_add(s->store, given);
	if (rc == MYND_MORE ? !fuzz_php_has_failed() || !is_row : (rc == MYND_OK) != is_row) {
		fuzz_fail(
		    "a row of %zu bytes that is %s was answered with %d", flat.len, is_row ? "one" : "none", rc);
	}
	fuzz_tell("row of %zu bytes%s: %d", flat.len, given->has_large ? ", some elsewhere" : "", rc);
	if (rc == MYND_OK) {
		keep(s, flat);
	} else {
		free(flat.data);
	}
}

/* --- a part --- */

static size_t frame_at(const uint8_t *frame)
{
	uint32_t len;
	memcpy(&len, frame, sizeof len);
	return len;
}

static void add_unread(scene *s)
{
	while (s->unread < s->filled) {
		size_t len = frame_at(s->unread);
		mynd_row row = {s->unread + FRAME_HEAD, len, false};
		flat_row flat = copy_of(row.data, len);
		s->unread += FRAME_HEAD + len;
		add(s, &row, flat);
	}
}

static void leave_part(scene *s)
{
	if (s->part != NULL) {
		add_unread(s);
		mynd_store_part_over(s->store);
		s->part = s->part_end = s->unread = s->filled = NULL;
		fuzz_tell("the part is over");
	}
}

/* What is unread is saved first, as a link does it. */
static void leave_part_unread(scene *s)
{
	size_t left = (size_t) (s->filled - s->unread);
	flat_row saved = copy_of(s->part == NULL ? (const uint8_t *) "" : s->unread, left);
	s->unread = s->filled;
	leave_part(s);
	for (size_t at = 0; at < left;) {
		size_t len = frame_at(saved.data + at);
		flat_row flat = copy_of(saved.data + at + FRAME_HEAD, len), given = copy_of(flat.data, len);
		mynd_row row = {given.data, len, false};
		at += FRAME_HEAD + len;
		add(s, &row, flat);
		free(given.data);
	}
	free(saved.data);
}

static void take_part(scene *s, size_t least)
{
	if (s->part != NULL && (size_t) (s->filled - s->unread) > least) {
		add_unread(s);
	}
	mynd_span part = mynd_store_part(s->store, least);
	fuzz_tell("a part for reads of %zu: %zu bytes", least, part.len);
	if (part.len == 0) {
		leave_part_unread(s);
		return;
	}
	if (part.len < 2 * least) {
		fuzz_fail("a part of %zu bytes for reads of %zu", part.len, least);
	}
	size_t left = (size_t) (s->filled - s->unread);
	if (s->part != NULL) {
		memcpy(part.ptr, s->unread, left);
	}
	mynd_store_trim(s->store);
	s->part = s->unread = part.ptr;
	s->part_end = part.ptr + part.len;
	s->filled = part.ptr + left;
}

static bool put_into_part(scene *s, flat_row row)
{
	if (s->part == NULL || (size_t) (s->part_end - s->filled) < FRAME_HEAD + row.len) {
		return false;
	}
	uint32_t len = (uint32_t) row.len;
	memcpy(s->filled, &len, sizeof len);
	memcpy(s->filled + FRAME_HEAD, row.data, row.len);
	s->filled += FRAME_HEAD + row.len;
	return true;
}

/* --- steps --- */

static void add_from_elsewhere(scene *s, flat_row row, size_t large)
{
	mynd_row given = flat_is_row(s, row) ? flat_pack(s, row, large)
	                                     : (mynd_row){copy_of(row.data, row.len).data, row.len, false};
	add(s, &given, copy_of(row.data, row.len));
	free((void *) given.data);
}

/* The same row, some times. */
static void rows_step(scene *s, uint8_t what)
{
	flat_row row;
	unsigned times = what & 0x40 ? 1 + byte(s) % REPEATED : 1;
	size_t large = what & 0x20 ? LARGE_LEAST + fuzz_int(&s->input, 2) : SIZE_MAX;
	if (!make_row(s, &row)) {
		return;
	}
	for (unsigned i = 0; i < times && s->budget >= row.len + FRAME_HEAD; i++) {
		s->budget -= row.len + FRAME_HEAD;
		if (put_into_part(s, row)) {
			continue;
		}
		leave_part(s);
		add_from_elsewhere(s, row, large);
	}
	free(row.data);
}

/* A row that nobody wants, and one that is read at once, as unbuffered ones are. */
static void passing_step(scene *s, uint8_t what)
{
	flat_row row;
	zval value;
	if (!make_row(s, &row)) {
		return;
	}
	if (flat_is_row(s, row)) {
		mynd_row given = flat_pack(s, row, LARGE_LEAST);
		if (what & 0x20) {
			mynd_row_drop(s->columns, &given);
		} else if (what & 0x40) {
			mynd_row_column(s->columns, &given, false, (uint32_t) fuzz_int(&s->input, 2) % s->count, &value);
			zval_ptr_dtor(&value);
		} else {
			mynd_row_build(s->columns, &given, false, (mynd_shape) (1 + byte(s) % MYND_SHAPES), &value);
			zval_ptr_dtor(&value);
		}
		free((void *) given.data);
	} else if (mynd_row_build(s->columns, &(mynd_row){row.data, row.len, false}, false, MYND_SHAPE_ASSOC,
	               &value) != MYND_BAD) {
		fuzz_fail("what is no row was built");
	} else if (Z_TYPE(value) != IS_UNDEF) {
		fuzz_fail("what is no row has left a value");
	}
	free(row.data);
}

static void step(scene *s)
{
	uint8_t what = byte(s);
	switch (what & 7) {
	case 0:
		take_part(s, (size_t) 64 << (what >> 3 & 15));
		break;
	case 1:
		leave_part(s);
		break;
	case 2:
		add_unread(s);
		break;
	case 3:
		fuzz_php_fail_at(1 + (what >> 3 & 7));
		break;
	case 4:
		passing_step(s, what);
		break;
	default:
		rows_step(s, what);
	}
}

void fill_store(scene *s)
{
	for (unsigned i = 0; i < STEPS && mynd_cursor_left(&s->input) > 0; i++) {
		step(s);
	}
	leave_part(s);
	fuzz_php_fail_at(0);
}
