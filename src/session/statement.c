/*
 * Replies that only prepared statements get: the reply to a prepare, the opening of a cursor, rows without
 * column definitions (the reply to a fetch).
 *
 * Always true: the event PREPARED is followed by COLUMNS_END, which ends the reply, whether or not the
 * statement has columns. Definitions of parameters carry no information (MySQL and MariaDB send
 * placeholders); they are counted and discarded. Not here: column definitions and the reply to an execute,
 * which are read as those of a query (reply.c); binary rows (rows.c, bigrow.c).
 */
#include "internal.h"

/* --- prepare --- */

/* Returns the state after the definitions of the parameters, even if there are none. */
static mynd_state after_parameters(const mynd_session *s)
{
	return s->columns > 0 ? STATE_COLUMNS : STATE_COLUMNS_END;
}

int mynd_session_step_prepare_reply(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	mynd_error error;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.ptr[0] == MYND_FIRST_ERR) {
		return mynd_session_event_error(s, event, packet);
	}
	mynd_session_fill_event(s, event, MYND_EVENT_PREPARED);
	if (mynd_prepared_decode(packet, &event->prepared, &error) != MYND_OK) {
		return error.cause == MYND_CAUSE_ODD_PREPARED ? mynd_session_event_odd_prepared(s, event, &error)
		                                              : mynd_session_die(s, &error);
	}
	s->counts->prepare_packets++;
	s->counts->prepare_bytes += s->packet_bytes;
	s->server.warnings = event->prepared.warnings;
	s->server.may_have_warnings |= event->prepared.warnings != 0;
	s->columns = s->columns_left = event->prepared.columns;
	s->parameters_left = event->prepared.parameters;
	s->state = s->parameters_left > 0 ? STATE_PARAMETERS : after_parameters(s);
	return MYND_OK;
}

int mynd_session_step_parameters(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.ptr[0] == MYND_FIRST_ERR) {
		return mynd_session_event_error(s, event, packet);
	}
	if (mynd_session_is_tail(s, (uint32_t) packet.len, packet.ptr[0])) {
		return mynd_session_die_malformed(s, "fewer parameters than were announced");
	}
	s->counts->column_packets++;
	s->counts->column_bytes += s->packet_bytes;
	if (--s->parameters_left == 0) {
		s->state = mynd_session_deprecates_eof(s) ? after_parameters(s) : STATE_PARAMETERS_EOF;
	}
	return MYND_STEP_AGAIN;
}

int mynd_session_step_parameters_eof(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	mynd_ok ok;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.ptr[0] == MYND_FIRST_ERR) {
		return mynd_session_event_error(s, event, packet);
	}
	rc = mynd_session_take_eof(s, packet, &ok);
	if (rc == MYND_OK) {
		s->state = after_parameters(s);
		return MYND_STEP_AGAIN;
	}
	return rc;
}

/* --- cursors --- */

/*
 * Reads the packet after the definitions if EOF is deprecated and a cursor was requested. If the server
 * opened a cursor, it is an OK packet with MYND_STATUS_CURSOR_EXISTS. Otherwise it is a row, or the end of
 * the rows: the same packet without that flag.
 */
int mynd_session_step_cursor(mynd_session *s, mynd_event *event)
{
	mynd_frame frame;
	mynd_slice packet;
	mynd_ok *ok = &event->ok;
	uint8_t first = 0;
	int rc = s->gathering ? MYND_OK : mynd_session_look_at_row(s, &frame, &first);
	if (rc != MYND_OK) {
		return rc;
	}
	if (!s->gathering && (first != MYND_FIRST_EOF || !mynd_session_is_tail(s, frame.len, first))) {
		return mynd_session_step_columns_end(s, event);
	}
	rc = mynd_session_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_session_take_eof(s, packet, ok) != MYND_OK) {
		return MYND_BAD;
	}
	if (ok->status & MYND_STATUS_CURSOR_EXISTS) {
		return mynd_session_columns_over(s, event);
	}
	s->held = *ok;
	s->held.info = s->held.session_state = (mynd_slice){NULL, 0};
	*ok = (mynd_ok){0};
	rc = mynd_session_columns_over(s, event);
	s->state = STATE_NO_ROWS;
	return rc;
}

int mynd_session_step_no_rows(mynd_session *s, mynd_event *event)
{
	event->ok = s->held;
	return mynd_session_event_ok(s, event, MYND_EVENT_END);
}

int mynd_session_step_fetch_reply(mynd_session *s)
{
	mynd_frame frame;
	uint8_t first = 0;
	int rc = mynd_session_look_at_row(s, &frame, &first);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_session_begin_reply(s, first) != MYND_OK) {
		return MYND_BAD;
	}
	s->columns = s->head->columns;
	s->kept_status = 0;
	mynd_session_begin_rows(s);
	return MYND_STEP_AGAIN;
}
