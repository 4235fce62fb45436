/*
 * Reads a row that is not complete in the read buffer, cell by cell: small cells into `packed`, large ones
 * directly into values that the allocator makes.
 *
 * Always true: a large cell's marker is in `packed` from the moment its value exists, so that releasing the
 * values that the markers name is enough to discard the row. A cell that cannot fit its row is refused as
 * malformed before memory is allocated for it.
 */
#include "internal.h"

/* Returns how many bytes of the row can be read now. */
static size_t available(const mynd_session *s)
{
	size_t unread = mynd_session_unread(s);
	return unread < s->row.frame_left ? unread : s->row.frame_left;
}

static void consume(mynd_session *s, size_t n)
{
	s->start += n;
	s->row.frame_left -= (uint32_t) n;
}

/* Reads the next cell of `packed`. Returns MYND_BAD if the cell is incomplete: the last one may be. */
static int packed_cell(
    const mynd_session *s, mynd_cursor *c, const uint8_t *nulls, uint32_t column, mynd_cell *cell)
{
	if (s->types == NULL) {
		return mynd_cell_next(c, true, cell);
	}
	if (mynd_binary_is_null(nulls, column)) {
		*cell = (mynd_cell){NULL, 0, NULL};
		return MYND_OK;
	}
	return mynd_binary_next(c, mynd_binary_width(s->types[column]), true, cell);
}

static void release_packed(mynd_session *s)
{
	const mynd_allocator *allocator = &s->options.allocator;
	mynd_slice packed = {s->row.packed.ptr, s->row.packed.len};
	mynd_cursor c = mynd_cursor_over(packed.ptr, packed.len);
	const uint8_t *nulls = NULL;
	mynd_cell cell;
	if (s->types != NULL && mynd_binary_open(packed, s->columns, &nulls, &c) != MYND_OK) {
		return;
	}
	for (uint32_t i = 0; i < s->columns && packed_cell(s, &c, nulls, i, &cell) == MYND_OK; i++) {
		if (cell.large != NULL) {
			allocator->release(allocator->context, cell.large);
		}
	}
}

void mynd_session_release_big_row(mynd_session *s)
{
	if (s->row.owned) {
		release_packed(s);
		s->row.owned = false;
		mynd_buffer_reset(&s->row.packed);
	}
}

int mynd_session_begin_big_row(mynd_session *s, const mynd_frame *frame)
{
	mynd_big_row *row = &s->row;
	mynd_session_follow_row(s, frame);
	mynd_buffer_reset(&row->packed);
	row->at = s->types == NULL ? CELL_PREFIX : CELL_NULLS;
	row->prefix_len = 0;
	row->cell_left = s->types == NULL ? 0 : 1 + mynd_binary_bitmap_size(s->columns);
	row->cells_left = s->columns;
	row->has_large = false;
	row->owned = true;
	s->state = STATE_BIG_ROW;
	return MYND_STEP_AGAIN;
}

/* --- cells --- */

/*
 * Refuses a cell that is too long or for which there is no memory: discards the row and the rest of the
 * command's reply.
 */
static int refuse_row(mynd_session *s, mynd_event *event)
{
	mynd_session_release_big_row(s);
	s->state = STATE_SKIPPED_ROW;
	return mynd_session_event_refused(s, event, MYND_ERR_OUT_OF_MEMORY, false);
}

static int begin_large(mynd_session *s, mynd_event *event, uint64_t len)
{
	mynd_big_row *row = &s->row;
	const mynd_allocator *allocator = &s->options.allocator;
	uint8_t marker[MYND_CELL_LARGE_BYTES];
	if (len > MYND_CELL_MAX || mynd_buffer_reserve(&row->packed, MYND_CELL_LARGE_BYTES) != MYND_OK) {
		return refuse_row(s, event);
	}
	void *value = allocator->alloc(allocator->context, (size_t) len, &row->body);
	if (value == NULL) {
		return refuse_row(s, event);
	}
	mynd_cell_write_large(marker, value, len);
	mynd_buffer_put_bytes(&row->packed, marker, sizeof marker);
	row->has_large = true;
	row->cell_left = (size_t) len;
	row->at = CELL_LARGE;
	return MYND_STEP_AGAIN;
}

static int begin_small(mynd_session *s, mynd_event *event, size_t len)
{
	mynd_big_row *row = &s->row;
	if (mynd_buffer_reserve(&row->packed, row->prefix_len + len) != MYND_OK) {
		return refuse_row(s, event);
	}
	mynd_buffer_put_bytes(&row->packed, row->prefix, row->prefix_len);
	row->cell_left = len;
	row->at = CELL_SMALL;
	return MYND_STEP_AGAIN;
}

/* Decides where the bytes of a cell are stored, after its length is known. */
static int begin_cell(mynd_session *s, mynd_event *event)
{
	mynd_big_row *row = &s->row;
	if (row->prefix[0] == MYND_CELL_NULL && s->types == NULL) {
		return begin_small(s, event, 0);
	}
	mynd_cursor c = mynd_cursor_over(row->prefix, row->prefix_len);
	uint64_t len;
	if (mynd_cursor_lenenc(&c, &len) != MYND_OK) {
		return mynd_session_die_malformed(s, "a cell's length in a row");
	}
	if (len > row->frame_left && !row->frame_follows) {
		return mynd_session_die_malformed(s, "a cell goes beyond the end of its row");
	}
	return len >= s->options.large_cell ? begin_large(s, event, len) : begin_small(s, event, (size_t) len);
}

/* Returns how many bytes a cell's length takes, by the first of them ("Protocol::LengthEncodedInteger"). */
static size_t prefix_size(uint8_t first)
{
	return first == 0xFC ? 3 : first == 0xFD ? 4 : first == 0xFE ? 9 : 1;
}

/* Reads a cell's length, a byte at a time because it may be split between two frames. */
static int step_prefix(mynd_session *s, mynd_event *event)
{
	mynd_big_row *row = &s->row;
	if (row->cells_left == 0) {
		return mynd_session_die_malformed(s, "a row of more cells than columns");
	}
	do {
		if (available(s) == 0) {
			return row->frame_left == 0 ? MYND_STEP_AGAIN : MYND_MORE;
		}
		row->prefix[row->prefix_len++] = s->buffer[s->start];
		consume(s, 1);
	} while (row->prefix_len < prefix_size(row->prefix[0]));
	return begin_cell(s, event);
}

/*
 * Goes on to the next cell of a binary row that is not NULL. The cell's type gives its length, or the length
 * comes before the cell.
 */
static int next_binary_cell(mynd_session *s, mynd_event *event)
{
	mynd_big_row *row = &s->row;
	const uint8_t *nulls = row->packed.ptr + 1;
	while (row->cells_left > 0 && mynd_binary_is_null(nulls, s->columns - row->cells_left)) {
		row->cells_left--;
	}
	if (row->cells_left == 0) {
		return MYND_STEP_AGAIN;
	}
	unsigned width = mynd_binary_width(s->types[s->columns - row->cells_left]);
	return width == 0 ? MYND_STEP_AGAIN : begin_small(s, event, width);
}

static int cell_over(mynd_session *s, mynd_event *event)
{
	mynd_big_row *row = &s->row;
	row->cells_left -= row->at != CELL_NULLS;
	row->at = CELL_PREFIX;
	row->prefix_len = 0;
	return s->types == NULL ? MYND_STEP_AGAIN : next_binary_cell(s, event);
}

static int step_body(mynd_session *s, mynd_event *event)
{
	mynd_big_row *row = &s->row;
	size_t here = available(s), n = here < row->cell_left ? here : row->cell_left;
	const uint8_t *from = s->buffer + s->start;
	if (row->at == CELL_LARGE) {
		memcpy(row->body, from, n);
		row->body += n;
	} else {
		mynd_buffer_put_bytes(&row->packed, from, n);
	}
	consume(s, n);
	row->cell_left -= n;
	if (row->cell_left == 0) {
		return cell_over(s, event);
	}
	return row->frame_left == 0 ? MYND_STEP_AGAIN : MYND_MORE;
}

static int step_nulls(mynd_session *s, mynd_event *event)
{
	if (mynd_buffer_reserve(&s->row.packed, s->row.cell_left) != MYND_OK) {
		return refuse_row(s, event);
	}
	return step_body(s, event);
}

void mynd_session_big_row_received(mynd_session *s, size_t n)
{
	s->row.body += n;
	s->row.cell_left -= n;
	s->row.frame_left -= (uint32_t) n;
}

/* --- the row --- */

static bool between_cells(const mynd_big_row *row)
{
	return row->at == CELL_PREFIX && row->prefix_len == 0;
}

static int row_over(mynd_session *s, mynd_event *event)
{
	mynd_big_row *row = &s->row;
	if (row->cells_left > 0 || !between_cells(row)) {
		return mynd_session_die_malformed(s, "a row of fewer cells than columns");
	}
	row->owned = false;
	s->state = STATE_ROWS;
	mynd_session_count_row(s, row->wire_bytes);
	event->kind = MYND_EVENT_ROW;
	event->owner = s->owner;
	event->last = false;
	event->row = (mynd_row){row->packed.ptr, row->packed.len, row->has_large};
	return MYND_OK;
}

static int step_in_frame(mynd_session *s, mynd_event *event)
{
	switch (s->row.at) {
	case CELL_NULLS:
		return step_nulls(s, event);
	case CELL_PREFIX:
		return step_prefix(s, event);
	default:
		return step_body(s, event);
	}
}

int mynd_session_step_big_row(mynd_session *s, mynd_event *event)
{
	mynd_big_row *row = &s->row;
	if (row->at != CELL_PREFIX && row->cell_left == 0) {
		return cell_over(s, event);
	}
	if (row->frame_left > 0) {
		return step_in_frame(s, event);
	}
	if (!row->frame_follows) {
		return row_over(s, event);
	}
	int rc = mynd_session_next_row_frame(s);
	return rc == MYND_OK ? MYND_STEP_AGAIN : rc;
}
