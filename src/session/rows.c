/*
 * Packets where a row is due that next.c's fast path does not take: rows that are discarded, packets that are
 * no rows, and rows that are not complete yet (this file decides how they are read).
 *
 * Always true: an incomplete row is completed in the buffer only if it fits there and less than
 * MYND_ROW_REST_LARGE bytes of it are missing. Not here: reading a row cell by cell (bigrow.c).
 */
#include "internal.h"

void mynd_session_count_row(mynd_session *s, uint64_t wire_bytes)
{
	s->counts->row_packets++;
	s->counts->row_bytes += wire_bytes;
	++*s->rows_received;
}

void mynd_session_choose_row_counter(mynd_session *s)
{
	mynd_session_counts *counts = s->counts;
	s->rows_received = s->types == NULL ? &counts->rows_received_text : &counts->rows_received_prepared;
}

void mynd_session_begin_rows(mynd_session *s)
{
	s->types = mynd_session_head_executes(s) ? s->types_seen.ptr : s->head->types;
	mynd_session_choose_row_counter(s);
	s->state = s->discard || s->swallowing ? STATE_ROWS_DROPPED : STATE_ROWS;
}

/* A text row also begins with 0xFE if its first cell has 16 MB or more, but then its first frame is full. */
bool mynd_session_is_tail(const mynd_session *s, uint32_t len, uint8_t first)
{
	bool deprecate_eof = (s->server.negotiated & MYND_CAP_DEPRECATE_EOF) != 0;
	uint32_t eof_limit = deprecate_eof ? MYND_FRAME_MAX : 9; /* an EOF packet has fewer than 9 bytes */
	return first == MYND_FIRST_ERR || (first == MYND_FIRST_EOF && len < eof_limit);
}

int mynd_session_look_at_row(mynd_session *s, mynd_frame *frame, uint8_t *first)
{
	int rc = mynd_session_look_at_frame(s, frame);
	if (rc != MYND_OK) {
		return rc;
	}
	if (frame->len == 0) {
		return mynd_session_die_malformed(s, "an empty packet among the rows");
	}
	mynd_cursor c = mynd_session_cursor(s);
	mynd_cursor_skip(&c, MYND_FRAME_HEADER);
	return mynd_cursor_u8(&c, first) == MYND_OK ? MYND_OK : MYND_MORE;
}

static int take_whole_row(mynd_session *s, const mynd_frame *frame, mynd_event *event)
{
	mynd_session_take_header(s);
	event->kind = MYND_EVENT_ROW;
	event->owner = s->owner;
	event->last = false;
	event->row = (mynd_row){s->buffer + s->start, frame->len, false};
	s->start += frame->len;
	mynd_session_count_row(s, MYND_FRAME_HEADER + (uint64_t) frame->len);
	return MYND_OK;
}

/* Begins to skip the row whose first frame is the current one. */
static int skip_row(mynd_session *s, const mynd_frame *frame)
{
	mynd_session_follow_row(s, frame);
	s->state = STATE_SKIPPED_ROW;
	return MYND_STEP_AGAIN;
}

int mynd_session_step_rows(mynd_session *s, mynd_event *event)
{
	mynd_frame frame;
	uint8_t first = 0;
	int rc = mynd_session_look_at_row(s, &frame, &first);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_session_is_tail(s, frame.len, first)) {
		s->state = STATE_ROWS_TAIL;
		return MYND_STEP_AGAIN;
	}
	if (s->types != NULL && first != MYND_BINARY_ROW) {
		return mynd_session_die_malformed(s, "a binary row that begins otherwise");
	}
	if (s->state == STATE_ROWS_DROPPED) {
		return skip_row(s, &frame);
	}
	size_t whole = MYND_FRAME_HEADER + (size_t) frame.len, unread = mynd_session_unread(s);
	if (frame.len == MYND_FRAME_MAX) {
		return mynd_session_begin_big_row(s, &frame);
	}
	if (unread >= whole) {
		return take_whole_row(s, &frame, event);
	}
	if (whole > s->most || whole - unread >= MYND_ROW_REST_LARGE) {
		return mynd_session_begin_big_row(s, &frame);
	}
	return MYND_MORE;
}

int mynd_session_step_rows_tail(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	int rc = mynd_session_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	mynd_buffer_free(&s->row.packed);
	if (packet.ptr[0] == MYND_FIRST_ERR) {
		return mynd_session_event_error(s, event, packet);
	}
	rc = mynd_session_take_eof(s, packet, &event->ok);
	if (rc != MYND_OK) {
		return rc;
	}
	event->ok.status |= s->kept_status;
	return mynd_session_event_ok(s, event, MYND_EVENT_END);
}

/* --- rows to be discarded --- */

void mynd_session_follow_row(mynd_session *s, const mynd_frame *frame)
{
	mynd_session_take_header(s);
	s->row.frame_left = frame->len;
	s->row.frame_follows = frame->len == MYND_FRAME_MAX;
	s->row.wire_bytes = MYND_FRAME_HEADER + (uint64_t) frame->len;
}

int mynd_session_next_row_frame(mynd_session *s)
{
	mynd_frame frame;
	int rc = mynd_session_look_at_frame(s, &frame);
	if (rc == MYND_OK) {
		uint64_t before = s->row.wire_bytes;
		mynd_session_follow_row(s, &frame);
		s->row.wire_bytes += before;
	}
	return rc;
}

int mynd_session_step_skipped_row(mynd_session *s)
{
	mynd_big_row *row = &s->row;
	size_t unread = mynd_session_unread(s), n = unread < row->frame_left ? unread : row->frame_left;
	s->start += n;
	row->frame_left -= (uint32_t) n;
	if (row->frame_left > 0) {
		return MYND_MORE;
	}
	if (row->frame_follows) {
		int rc = mynd_session_next_row_frame(s);
		return rc == MYND_OK ? MYND_STEP_AGAIN : rc;
	}
	mynd_session_count_row(s, row->wire_bytes);
	s->state = STATE_ROWS_DROPPED;
	return MYND_STEP_AGAIN;
}

/* Skips the rest of a row of which some cells were read. */
static void drop_big_row(mynd_session *s)
{
	mynd_session_release_big_row(s);
	s->state = STATE_SKIPPED_ROW;
	s->wanted = 0;
}

void mynd_session_discard_rows(mynd_session *s)
{
	if (s->state == STATE_DEAD || s->head == NULL) {
		return;
	}
	s->discard = true;
	if (s->state == STATE_ROWS) {
		s->state = STATE_ROWS_DROPPED;
	} else if (s->state == STATE_BIG_ROW) {
		drop_big_row(s);
	}
}
