/*
 * Pulls events: one step function for each state, and the fast path for a row that is complete in the buffer.
 *
 * Always true: the fast path takes a row only if all of its bytes have arrived, it has the expected number
 * and it cannot be any other packet; step functions read all other packets. Cells are not examined here.
 */
#include "internal.h"

/*
 * Takes the next row in place. Returns false if the packet is not complete, has another number than is due,
 * begins with 0xFE or 0xFF (it may be no row), is empty (0 - 1 wraps to a number above the limit), or fills
 * its first frame, so that another frame follows.
 */
static inline bool take_row(mynd_session *s, mynd_event *event)
{
	mynd_cursor c = mynd_session_cursor(s);
	mynd_frame frame;
	mynd_slice row;
	if (mynd_frame_read(&c, &frame) != MYND_OK || frame.len - 1 >= MYND_FRAME_MAX - 1 ||
	    frame.sequence != s->sequence || mynd_cursor_bytes(&c, frame.len, &row) != MYND_OK ||
	    row.ptr[0] >= MYND_FIRST_EOF) {
		return false;
	}
	s->start += MYND_FRAME_HEADER + row.len;
	s->sequence++;
	mynd_session_counts *counts = s->counts;
	counts->packets_received++;
	counts->row_packets++;
	counts->row_bytes += MYND_FRAME_HEADER + row.len;
	++*s->rows_received;
	event->kind = MYND_EVENT_ROW;
	event->owner = s->owner;
	event->last = false;
	event->row = (mynd_row){row.ptr, row.len, false};
	return true;
}

static int step(mynd_session *s, mynd_event *event)
{
	switch (s->state) {
	case STATE_GREETING:
		return mynd_session_step_greeting(s, event);
	case STATE_AUTH:
		return mynd_session_step_auth(s, event);
	case STATE_IDLE:
	case STATE_UNSOLICITED:
		return mynd_session_step_unsolicited(s);
	case STATE_RESULT:
		return mynd_session_step_result(s, event);
	case STATE_SIMPLE_REPLY:
		return mynd_session_step_simple_reply(s, event);
	case STATE_TEXT_REPLY:
		return mynd_session_step_text_reply(s, event);
	case STATE_PREPARE_REPLY:
		return mynd_session_step_prepare_reply(s, event);
	case STATE_PARAMETERS:
		return mynd_session_step_parameters(s, event);
	case STATE_PARAMETERS_EOF:
		return mynd_session_step_parameters_eof(s, event);
	case STATE_FETCH_REPLY:
		return mynd_session_step_fetch_reply(s);
	case STATE_COLUMNS:
		return mynd_session_step_columns(s, event);
	case STATE_COLUMNS_EOF:
		return mynd_session_step_columns_eof(s, event);
	case STATE_COLUMNS_END:
		return mynd_session_step_columns_end(s, event);
	case STATE_CURSOR:
		return mynd_session_step_cursor(s, event);
	case STATE_NO_ROWS:
		return mynd_session_step_no_rows(s, event);
	case STATE_ROWS:
	case STATE_ROWS_DROPPED:
		return mynd_session_step_rows(s, event);
	case STATE_ROWS_TAIL:
		return mynd_session_step_rows_tail(s, event);
	case STATE_BIG_ROW:
		return mynd_session_step_big_row(s, event);
	case STATE_SKIPPED_ROW:
		return mynd_session_step_skipped_row(s);
	case STATE_INFILE_REPLY:
		return mynd_session_step_infile_reply(s, event);
	case STATE_TLS_DUE:
	case STATE_INFILE:
		return MYND_MORE; /* the client sends the next packet */
	case STATE_DEAD:
		break;
	}
	return MYND_BAD;
}

/* Not inlined: otherwise the fast path would save registers that only this function uses. */
__attribute__((noinline)) static int next_event(mynd_session *s, mynd_event *event)
{
	mynd_session_release_spill(s);
	for (;;) {
		bool swallow = s->swallowing;
		int rc = step(s, event);
		if (rc == MYND_OK && swallow && event->last) {
			event->kind = MYND_EVENT_DROPPED;
			return MYND_OK;
		}
		if (rc == MYND_STEP_AGAIN || (rc == MYND_OK && swallow)) {
			continue;
		}
		return rc;
	}
}

/* Returns true if a query's reply or its next result is due and no byte of it has arrived. */
static inline bool is_awaited(const mynd_session *s)
{
	return s->state == STATE_RESULT && mynd_session_unread(s) == 0 && !s->gathering;
}

int mynd_session_next(mynd_session *s, mynd_event *event)
{
	s->wanted = 0;
	if (s->state == STATE_ROWS && take_row(s, event)) {
		return MYND_OK;
	}
	return is_awaited(s) ? MYND_MORE : next_event(s, event);
}
