/*
 * Replies to commands: OK, error, EOF, the beginning of a result set, its column definitions, plain text, the
 * request for a file.
 *
 * Always true: an event is `last` exactly when its command, the head of the queue, leaves the queue with it.
 * Only an error may answer a command that is not completely sent (1153 does); any other reply to such a
 * command is malformed. The packets of these replies are counted one by one, when they are read.
 * Not here: rows (rows.c), replies that only prepared statements get (statement.c).
 */
#include "internal.h"

#include <stdlib.h>

#define PARSE_ERROR 1064 /* ER_PARSE_ERROR */
#define DEADLOCK    1213 /* ER_LOCK_DEADLOCK */

/* --- legality --- */

/* Returns true if a reply that begins with `first` may come now. */
static bool may_begin_reply(const mynd_session *s, uint8_t first)
{
	return first == MYND_FIRST_ERR || s->begun || mynd_session_head_is_sent(s);
}

/*
 * Returns true if a file's bytes, or the refusal, may be sent now. If a later command was sent already, the
 * server would read that command as the file. That cannot be if the head is a barrier, for example a query
 * with the word LOCAL.
 */
static bool may_answer_file(const mynd_session *s)
{
	return s->head->barrier || s->out.sent == s->head->end;
}

/*
 * Returns true if the program may be asked for the file: the head is a query with the word LOCAL, files are
 * allowed, and the reply is not being discarded.
 */
static bool may_give_file(const mynd_session *s)
{
	return s->head->barrier && s->options.allow_infile && (s->server.negotiated & MYND_CAP_LOCAL_FILES) &&
	       !s->swallowing;
}

bool mynd_session_deprecates_eof(const mynd_session *s)
{
	return (s->server.negotiated & MYND_CAP_DEPRECATE_EOF) != 0;
}

bool mynd_session_head_executes(const mynd_session *s)
{
	return s->head->com == MYND_COM_STMT_EXECUTE || s->head->com == MYND_COM_STMT_BULK_EXECUTE;
}

/* Returns true for a query or an execute, whose reply may contain several results. */
static bool head_runs(const mynd_session *s)
{
	return s->head->com == MYND_COM_QUERY || mynd_session_head_executes(s);
}

int mynd_session_begin_reply(mynd_session *s, uint8_t first)
{
	if (s->early && first != MYND_FIRST_ERR && s->compression == MYND_COMPRESSION_NONE) {
		return mynd_session_die_out_of_order(s, s->head->reply_sequence, s->sequence, 0);
	}
	if (!may_begin_reply(s, first)) {
		return mynd_session_die_malformed(s, "a reply to a command that was not sent yet");
	}
	s->begun = true;
	return MYND_OK;
}

int mynd_session_reply_packet(mynd_session *s, mynd_slice *packet)
{
	int rc = mynd_session_packet(s, packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet->len == 0) {
		return mynd_session_die_malformed(s, "an empty reply");
	}
	return mynd_session_begin_reply(s, packet->ptr[0]);
}

/* --- contents of packets --- */

static int set_schema(mynd_session *s, mynd_slice name)
{
	char *schema = NULL;
	if (name.len > 0) {
		schema = malloc(name.len + 1);
		if (schema == NULL) {
			return mynd_session_die_memory(s);
		}
		memcpy(schema, name.ptr, name.len);
		schema[name.len] = '\0';
	}
	free(s->schema);
	s->schema = schema;
	s->server.schema = schema;
	return MYND_OK;
}

static int track(mynd_session *s, mynd_slice session_state)
{
	mynd_track_reader reader;
	mynd_track change;
	mynd_error error;
	int rc;
	mynd_track_start(&reader, session_state);
	while ((rc = mynd_track_next(&reader, &change, &error)) == MYND_OK) {
		s->server.changes += change.kind <= MYND_TRACK_STATE_CHANGE;
		if (change.kind == MYND_TRACK_SCHEMA && set_schema(s, change.value) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return rc == MYND_MORE ? MYND_OK : mynd_session_die(s, &error);
}

static void take_status(mynd_session *s, const mynd_ok *ok)
{
	s->server.status = ok->status;
	s->server.warnings = ok->warnings;
	s->server.may_have_warnings |= ok->warnings != 0;
}

int mynd_session_take_ok(mynd_session *s, mynd_slice packet, mynd_ok *ok)
{
	if (mynd_ok_decode(packet, s->server.negotiated, ok, &s->error) != MYND_OK) {
		return mynd_session_die(s, &s->error);
	}
	take_status(s, ok);
	if (s->server.may_hide_changes) {
		bool is_reset = s->head != NULL && s->head->com == MYND_COM_RESET_CONNECTION;
		s->server.may_hide_changes = s->server.mariadb && !is_reset;
	}
	return ok->session_state.len > 0 ? track(s, ok->session_state) : MYND_OK;
}

int mynd_session_take_eof(mynd_session *s, mynd_slice packet, mynd_ok *ok)
{
	s->counts->eof_packets++;
	s->counts->eof_bytes += s->packet_bytes;
	if (mynd_session_deprecates_eof(s) && packet.len > 5) {
		return mynd_session_take_ok(s, packet, ok);
	}
	if (mynd_eof_decode(packet, ok, &s->error) != MYND_OK) {
		return mynd_session_die(s, &s->error);
	}
	take_status(s, ok);
	return MYND_OK;
}

int mynd_session_take_err(mynd_session *s, mynd_slice packet)
{
	mynd_error error;
	if (mynd_err_decode(packet, s->server.negotiated, &s->server_error, &error) != MYND_OK) {
		return mynd_session_die(s, &error);
	}
	s->server_error.offset = s->received;
	s->server.errors++;
	s->server.deadlocks += s->server_error.code == DEADLOCK;
	return MYND_OK;
}

/*
 * Notes after an error that changes before it may be hidden. A prepare, or a query that could not be parsed,
 * has changed nothing.
 */
static void note_failure(mynd_session *s)
{
	s->server.may_hide_changes |=
	    s->head->com != MYND_COM_STMT_PREPARE && s->server_error.code != PARSE_ERROR;
}

/* --- events --- */

void mynd_session_fill_event(mynd_session *s, mynd_event *event, mynd_event_kind kind)
{
	event->kind = kind;
	event->owner = s->owner;
	event->last = false;
}

/* Ends the command's reply, or continues with another result. */
static void reply_over(mynd_session *s, mynd_event *event, bool more)
{
	event->last = !more;
	if (more) {
		s->state = STATE_RESULT;
		s->discard = false;
	} else {
		mynd_session_head_over(s);
	}
}

/* Counts the flags of the query plan in the reply's final packet ("SERVER_STATUS_flags_enum"). */
static void count_plan(mynd_session *s, uint16_t status)
{
	s->counts->no_index_used += (status & MYND_STATUS_NO_INDEX) != 0;
	s->counts->bad_index_used += (status & MYND_STATUS_NO_GOOD_INDEX) != 0;
	s->counts->slow_queries += (status & MYND_STATUS_QUERY_WAS_SLOW) != 0;
}

int mynd_session_event_ok(mynd_session *s, mynd_event *event, mynd_event_kind kind)
{
	bool runs = head_runs(s);
	mynd_session_fill_event(s, event, kind);
	if (runs) {
		count_plan(s, event->ok.status);
	}
	reply_over(s, event, runs && (event->ok.status & MYND_STATUS_MORE_RESULTS));
	return MYND_OK;
}

int mynd_session_event_error(mynd_session *s, mynd_event *event, mynd_slice packet)
{
	if (mynd_session_take_err(s, packet) != MYND_OK) {
		return MYND_BAD;
	}
	note_failure(s);
	mynd_session_fill_event(s, event, MYND_EVENT_ERROR);
	event->server_error = &s->server_error;
	reply_over(s, event, false);
	return MYND_OK;
}

int mynd_session_event_refused(mynd_session *s, mynd_event *event, unsigned code, bool last)
{
	mynd_cause cause = code == MYND_ERR_OUT_OF_MEMORY ? MYND_CAUSE_MEMORY : MYND_CAUSE_REFUSED;
	mynd_error_client(&s->server_error, cause, code);
	s->server_error.offset = s->received;
	mynd_session_fill_event(s, event, MYND_EVENT_REFUSED);
	event->server_error = &s->server_error;
	event->last = last;
	s->swallowing = !last;
	return MYND_OK;
}

int mynd_session_event_odd_prepared(mynd_session *s, mynd_event *event, const mynd_error *error)
{
	s->server_error = *error;
	s->server_error.offset = s->received;
	mynd_session_fill_event(s, event, MYND_EVENT_REFUSED);
	event->server_error = &s->server_error;
	reply_over(s, event, false);
	return MYND_OK;
}

/* --- steps --- */

/*
 * Ends the session as stock does: if the server's last message has the number of a reply, its error is
 * reported; otherwise error 2006 (the server has gone away) is reported.
 */
static int die_of_last_words(mynd_session *s)
{
	mynd_error error = s->server_error;
	error.cause = MYND_CAUSE_LOST;
	if (s->last_words_begin != MYND_LAST_WORDS_AS_REPLY) {
		mynd_session_set_detail(s, "%u %s", s->server_error.code, s->server_error.message);
		mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	}
	return mynd_session_die(s, &error);
}

/*
 * Reads a packet that no command asked for. An error is the server's last message before it closes the
 * connection; any other packet is malformed.
 */
int mynd_session_step_unsolicited(mynd_session *s)
{
	mynd_slice packet;
	mynd_frame frame;
	mynd_cursor c = mynd_session_cursor(s);
	if (!s->gathering && mynd_frame_read(&c, &frame) == MYND_OK) {
		s->sequence = frame.sequence;
	}
	int rc = mynd_session_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.len == 0 || packet.ptr[0] != MYND_FIRST_ERR) {
		return s->head == NULL ? mynd_session_die_malformed(s, "a packet that nobody asked for")
		                       : mynd_session_die_out_of_order(s, s->head->reply_sequence, 0, packet.len);
	}
	if (mynd_session_take_err(s, packet) != MYND_OK) {
		return MYND_BAD;
	}
	s->has_last_words = true;
	s->last_words_begin = (uint8_t) (s->sequence - 1);
	return die_of_last_words(s);
}

static int result_ok(mynd_session *s, mynd_event *event, mynd_slice packet)
{
	if (mynd_session_take_ok(s, packet, &event->ok) != MYND_OK) {
		return MYND_BAD;
	}
	s->counts->ok_packets++;
	s->counts->ok_bytes += s->packet_bytes;
	if (head_runs(s)) {
		bool text = s->head->com == MYND_COM_QUERY;
		s->counts->non_result_sets++;
		*(text ? &s->counts->rows_affected_text : &s->counts->rows_affected_prepared) +=
		    event->ok.affected_rows;
	}
	return mynd_session_event_ok(s, event, MYND_EVENT_OK);
}

static int begin_columns(mynd_session *s, mynd_event *event, uint32_t count)
{
	s->counts->header_packets++;
	s->counts->header_bytes += s->packet_bytes;
	s->counts->result_sets++;
	s->columns = s->columns_left = count;
	mynd_buffer_reset(&s->types_seen);
	s->state = STATE_COLUMNS;
	mynd_session_fill_event(s, event, MYND_EVENT_COLUMNS);
	event->column_count = count;
	return MYND_OK;
}

static int file_wanted(mynd_session *s, mynd_event *event, mynd_slice packet)
{
	if (!may_answer_file(s)) {
		return mynd_session_die_malformed(s, "the server wants a file where commands wait");
	}
	if (may_give_file(s)) {
		s->state = STATE_INFILE;
		mynd_session_fill_event(s, event, MYND_EVENT_INFILE);
		event->text = (mynd_slice){packet.ptr + 1, packet.len - 1};
		return MYND_OK;
	}
	if (mynd_session_say(s, (mynd_slice){NULL, 0}) != MYND_OK) {
		return mynd_session_die_memory(s);
	}
	s->refusing = true;
	s->state = STATE_INFILE_REPLY;
	return MYND_STEP_AGAIN;
}

int mynd_session_step_result(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	mynd_reply_kind kind;
	uint32_t count;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_reply_kind_decode(packet, &kind, &count, &s->error) != MYND_OK) {
		return mynd_session_die(s, &s->error);
	}
	switch (kind) {
	case MYND_REPLY_OK:
		return result_ok(s, event, packet);
	case MYND_REPLY_ERR:
		return mynd_session_event_error(s, event, packet);
	case MYND_REPLY_INFILE:
		return file_wanted(s, event, packet);
	case MYND_REPLY_COLUMNS:
		break;
	}
	return begin_columns(s, event, count);
}

int mynd_session_step_simple_reply(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	switch (packet.ptr[0]) {
	case MYND_FIRST_OK:
		return result_ok(s, event, packet);
	case MYND_FIRST_ERR:
		return mynd_session_event_error(s, event, packet);
	case MYND_FIRST_EOF:
		rc = mynd_session_take_eof(s, packet, &event->ok);
		return rc == MYND_OK ? mynd_session_event_ok(s, event, MYND_EVENT_OK) : rc;
	default:
		return mynd_session_die_malformed(s, "neither OK nor an error");
	}
}

int mynd_session_step_text_reply(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.ptr[0] == MYND_FIRST_ERR) {
		return mynd_session_event_error(s, event, packet);
	}
	mynd_session_fill_event(s, event, MYND_EVENT_TEXT);
	event->text = packet;
	reply_over(s, event, false);
	return MYND_OK;
}

/*
 * Returns the state after the column definitions. Even if EOF is deprecated, a packet may end them if a
 * cursor was requested (statement.c).
 */
static mynd_state after_columns(const mynd_session *s)
{
	if (!mynd_session_deprecates_eof(s)) {
		return STATE_COLUMNS_EOF;
	}
	return s->head->cursor ? STATE_CURSOR : STATE_COLUMNS_END;
}

int mynd_session_step_columns(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.ptr[0] == MYND_FIRST_ERR) {
		return mynd_session_event_error(s, event, packet);
	}
	mynd_session_fill_event(s, event, MYND_EVENT_COLUMN);
	if (mynd_column_decode(packet, s->server.negotiated, &event->column, &s->error) != MYND_OK) {
		return mynd_session_die(s, &s->error);
	}
	s->counts->column_packets++;
	s->counts->column_bytes += s->packet_bytes;
	if (mynd_session_head_executes(s)) {
		mynd_buffer_put_int(&s->types_seen, 1, event->column.type);
	}
	if (--s->columns_left == 0) {
		s->state = after_columns(s);
	}
	return s->types_seen.failed ? mynd_session_die_memory(s) : MYND_OK;
}

/*
 * Returns the flags of a status before the rows that also hold after the rows. The result with a procedure's
 * OUT parameters is never the last one, but MySQL without DEPRECATE_EOF sets MORE_RESULTS only before its
 * row.
 */
static uint16_t kept_status(uint16_t status)
{
	const uint16_t flags = MYND_STATUS_PS_OUT_PARAMS | MYND_STATUS_MORE_RESULTS;
	return (status & flags) == flags ? flags : 0;
}

int mynd_session_columns_over(mynd_session *s, mynd_event *event)
{
	const mynd_ok *ok = &event->ok;
	mynd_session_fill_event(s, event, MYND_EVENT_COLUMNS_END);
	if (s->head->com == MYND_COM_STMT_PREPARE) {
		reply_over(s, event, false);
	} else if (s->head->cursor && (ok->status & MYND_STATUS_CURSOR_EXISTS)) {
		count_plan(s, ok->status);
		reply_over(s, event, ok->status & MYND_STATUS_MORE_RESULTS);
	} else {
		s->kept_status = kept_status(ok->status);
		mynd_session_begin_rows(s);
	}
	return MYND_OK;
}

int mynd_session_step_columns_eof(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.ptr[0] == MYND_FIRST_ERR) {
		return mynd_session_event_error(s, event, packet);
	}
	rc = mynd_session_take_eof(s, packet, &event->ok);
	return rc == MYND_OK ? mynd_session_columns_over(s, event) : rc;
}

int mynd_session_step_columns_end(mynd_session *s, mynd_event *event)
{
	event->ok = (mynd_ok){0};
	/*
	 * The flags of the query plan come with the end of the rows: those set now are of the previous command.
	 */
	s->server.status &= (uint16_t) ~(MYND_STATUS_NO_INDEX | MYND_STATUS_NO_GOOD_INDEX);
	return mynd_session_columns_over(s, event);
}

/* Reads the server's reply to the file, or to our refusal of the file. */
int mynd_session_step_infile_reply(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	int rc = mynd_session_reply_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.ptr[0] != MYND_FIRST_OK && packet.ptr[0] != MYND_FIRST_ERR) {
		return mynd_session_die_malformed(s, "neither OK nor an error");
	}
	bool refusing = s->refusing;
	s->refusing = false;
	rc = packet.ptr[0] == MYND_FIRST_OK ? result_ok(s, event, packet)
	                                    : mynd_session_event_error(s, event, packet);
	if (rc != MYND_OK || !refusing) {
		return rc;
	}
	uint32_t owner = event->owner;
	rc = mynd_session_event_refused(s, event, MYND_ERR_INFILE_REJECTED, event->last);
	event->owner = owner;
	return rc;
}
