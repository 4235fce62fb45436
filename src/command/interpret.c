/*
 * The one place that interprets the events of a reply, for every caller that pulls them and for every
 * command.
 *
 * The parts of a reply go to one of three sinks. *Take*: the parts become the link's current reply, for the
 * caller that waits for it. *Store*: they become an outcome of a command under way (outcome.c). *Drop*: they
 * are not wanted. The replies to a query, an execute, a prepare, a login, a change of user, a ping and the
 * reset of a pool all have the same parts.
 *
 * Always true: an event is accepted only if it may come at the point that its reply has reached (`at`). If a
 * longjmp has left a reply in its middle, the rest of that reply is never mistaken for the next one.
 * Not here: the rows of the current reply, which its reader reads one by one (result.c).
 */
#include "internal.h"

typedef int (*part)(mynd_link *link, mynd_pending *pending, const mynd_event *event);

/*
 * Functions that handle a part of a reply. Each returns MYND_OK if the part is complete, MYND_MORE if more
 * events belong to it, MYND_BAD if the reply has failed, or the link is lost.
 */
typedef const part sink[]; /* indexed by the kind of an event */

#define MAY(kind) (1u << MYND_EVENT_##kind)

static bool may_come(mynd_reply_point at, mynd_event_kind kind)
{
	static const unsigned events[] = {
	    [MYND_AT_REPLY] = MAY(OK) | MAY(READY) | MAY(COLUMNS) | MAY(PREPARED) | MAY(TEXT) | MAY(INFILE) |
	                      MAY(ERROR) | MAY(REFUSED) | MAY(DROPPED),
	    [MYND_AT_DEFINITIONS] = MAY(COLUMN) | MAY(COLUMNS_END) | MAY(ERROR) | MAY(REFUSED),
	    [MYND_AT_ROWS] = MAY(ROW) | MAY(END) | MAY(ERROR) | MAY(REFUSED),
	    [MYND_AT_DROPPED] = 0,
	};
	return (events[at] >> kind) & 1;
}

static int fail(mynd_link *link)
{
	return mynd_channel_fail_malformed(&link->channel, "unexpected reply");
}

static int refuse(mynd_link *link, mynd_pending *pending, const mynd_event *event)
{
	return fail(link);
}

static int ignore(mynd_link *link, mynd_pending *pending, const mynd_event *event)
{
	return MYND_OK;
}

/* Ends the current reply, whose last event was taken. */
static void end_reply(mynd_link *link)
{
	mynd_metrics_reply_ended(link);
	mynd_reply_end_watch(link, NULL);
	mynd_channel_rest(&link->channel);
}

/* --- take --- */

static int take_ok(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	mynd_reply *reply = &link->reply;
	mynd_diagnostics_set_ok(&link->diagnostics, &event->ok);
	reply->more_results = !event->last;
	reply->keeps_id = false;
	if (UNEXPECTED(link->replayable != NULL) && event->ok.insert_id != 0) {
		link->replayable->insert_id = event->ok.insert_id;
	}
	if (event->last) {
		end_reply(link);
	}
	return MYND_OK;
}

/* Stores a warning that stock raises in this case; the face (mysqli or PDO) raises it. */
void mynd_link_note_connect_warning(mynd_link *link, const char *text, bool of_key)
{
	snprintf(link->connect_warning, sizeof link->connect_warning, "%s", text);
	link->connect_warning_is_of_key = of_key;
}

static int take_error(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	mynd_reply *reply = &link->reply;
	if (reply->arriving != NULL) {
		mynd_link_clear_reply(link);
	}
	reply->at = MYND_AT_REPLY;
	link->channel.error = *event->server_error;
	mynd_metrics_error(link, event->server_error);
	mynd_reply_end_watch(link, event->server_error);
	if (UNEXPECTED(event->server_error->cause == MYND_CAUSE_ODD_PREPARED)) {
		mynd_link_note_connect_warning(link, event->server_error->message, false);
		mynd_error_clear(&link->channel.error);
		link->channel.error.cause = MYND_CAUSE_ODD_PREPARED;
	}
	mynd_diagnostics_fail(link, event->kind == MYND_EVENT_REFUSED);
	reply->more_results = false;
	if (event->last) {
		end_reply(link);
	} else {
		reply->unread = MYND_UNREAD_REPLY;
	}
	return MYND_BAD;
}

static void await_columns(mynd_link *link, uint32_t count)
{
	link->reply.arriving = mynd_columns_new(count, &link->channel.counts.rows);
	if (link->reply.binary) {
		mynd_columns_binary(link->reply.arriving);
	}
}

static int take_columns(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	mynd_reply *reply = &link->reply;
	reply->at = MYND_AT_DEFINITIONS;
	link->diagnostics.field_count = event->column_count;
	link->diagnostics.affected_rows = (uint64_t) -1;
	link->diagnostics.info.len = 0;
	await_columns(link, event->column_count);
	return MYND_MORE;
}

static int take_prepared(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	mynd_reply *reply = &link->reply;
	reply->at = MYND_AT_DEFINITIONS;
	reply->prepared = event->prepared;
	reply->is_prepared = true;
	link->diagnostics.warnings = event->prepared.warnings;
	link->diagnostics.field_count = event->prepared.columns;
	if (event->prepared.columns > 0 && !reply->skip_definitions) {
		reply->binary = true;
		await_columns(link, event->prepared.columns);
	}
	return MYND_MORE;
}

static int take_column(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	if (link->reply.arriving != NULL) {
		mynd_columns_add(link->reply.arriving, &event->column);
	}
	if (UNEXPECTED(event->column.odd_length)) {
		mynd_link_note_connect_warning(link, "Protocol error. Server sent false length. Expected 12", false);
	}
	return MYND_MORE;
}

/* Ends a reply that has opened a cursor: its rows are fetched by other commands. */
static zend_never_inline int end_before_rows(mynd_link *link)
{
	mynd_metrics_reply_ended(link);
	mynd_reply_end_watch(link, NULL);
	return MYND_OK;
}

/*
 * Takes the end of a result set's definitions. If a cursor was opened, the reply is over, and the link is
 * idle.
 */
static int take_result_set(mynd_link *link, const mynd_event *event)
{
	mynd_reply *reply = &link->reply;
	link->diagnostics.insert_id = 0;
	reply->keeps_id = false;
	link->diagnostics.warnings = event->ok.warnings;
	reply->more_results = (event->ok.status & MYND_STATUS_MORE_RESULTS) != 0;
	reply->cursor_open = reply->cursor_asked && (event->ok.status & MYND_STATUS_CURSOR_EXISTS);
	reply->at = reply->cursor_open ? MYND_AT_REPLY : MYND_AT_ROWS;
	if (reply->cursor_open != event->last) { /* a cursor and more packets, or neither */
		mynd_link_clear_reply(link);
		return mynd_channel_fail_malformed(&link->channel, "a cursor that has no end");
	}
	return UNEXPECTED(event->last) ? end_before_rows(link) : MYND_OK;
}

static int take_columns_end(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	mynd_reply *reply = &link->reply;
	reply->columns = reply->arriving;
	reply->arriving = NULL;
	if (!reply->is_prepared) {
		return take_result_set(link, event);
	}
	reply->at = MYND_AT_REPLY;
	end_reply(link);
	return MYND_OK;
}

static int take_end(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	link->reply.at = MYND_AT_REPLY;
	link->diagnostics.warnings = event->ok.warnings;
	link->reply.more_results = !event->last;
	if (event->last) {
		end_reply(link);
	}
	return MYND_OK;
}

static int take_text(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	link->reply.text = zend_string_init((const char *) event->text.ptr, event->text.len, 0);
	mynd_link_forget_rows(link);
	end_reply(link);
	return MYND_OK;
}

static int take_file(mynd_link *link, mynd_pending *none, const mynd_event *event);

static sink current = {
    [MYND_EVENT_TLS] = refuse,
    [MYND_EVENT_READY] = take_ok,
    [MYND_EVENT_OK] = take_ok,
    [MYND_EVENT_COLUMNS] = take_columns,
    [MYND_EVENT_COLUMN] = take_column,
    [MYND_EVENT_COLUMNS_END] = take_columns_end,
    [MYND_EVENT_PREPARED] = take_prepared,
    [MYND_EVENT_ROW] = refuse,
    [MYND_EVENT_END] = take_end,
    [MYND_EVENT_ERROR] = take_error,
    [MYND_EVENT_INFILE] = take_file,
    [MYND_EVENT_TEXT] = take_text,
    [MYND_EVENT_REFUSED] = take_error,
    [MYND_EVENT_DROPPED] = refuse,
};

static int take_file(mynd_link *link, mynd_pending *none, const mynd_event *event)
{
	mynd_event answer;
	mynd_error error;
	mynd_link_forget_rows(link);
	return mynd_link_give_file(link, event->text, &answer, &error) == MYND_OK ? mynd_take_event(link, &answer)
	                                                                          : MYND_BAD;
}

/* Handles an event that may not come now, or that belongs to a reply which is dropped. */
static zend_never_inline int take_unwanted(mynd_link *link, const mynd_event *event)
{
	if (link->reply.at != MYND_AT_DROPPED) {
		return fail(link);
	}
	if (event->last && --link->reply.to_drop == 0) {
		link->reply.at = MYND_AT_REPLY;
	}
	return mynd_drop_event(link, event) == MYND_OK ? MYND_MORE : MYND_BAD;
}

int mynd_take_event(mynd_link *link, const mynd_event *event)
{
	return EXPECTED(may_come(link->reply.at, event->kind)) ? current[event->kind](link, NULL, event)
	                                                       : take_unwanted(link, event);
}

/* --- store --- */

static int store_error(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	mynd_metrics_error(link, event->server_error);
	return mynd_outcome_fail(p, event->server_error);
}

/* Sends the file, which may run code of the program, and stores the server's answer to it. */
static int store_file(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	mynd_event answer;
	mynd_error error;
	mynd_link_keep_file_text(link, NULL, 0);
	link->reply.file_text = p->file_text;
	link->reply.file_text_len = p->file_text_len;
	p->file_text = NULL;
	if (mynd_link_give_file(link, event->text, &answer, &error) != MYND_OK) {
		return MYND_BAD;
	}
	p->over = answer.last;
	p->discard_rest |= answer.kind == MYND_EVENT_REFUSED && !answer.last;
	return mynd_store_event(link, p, &answer);
}

static sink outcomes = {
    [MYND_EVENT_TLS] = refuse,
    [MYND_EVENT_READY] = mynd_outcome_ok,
    [MYND_EVENT_OK] = mynd_outcome_ok,
    [MYND_EVENT_COLUMNS] = mynd_outcome_definition,
    [MYND_EVENT_COLUMN] = mynd_outcome_definition,
    [MYND_EVENT_COLUMNS_END] = mynd_outcome_definition,
    [MYND_EVENT_PREPARED] = refuse, /* a prepare is never queued */
    [MYND_EVENT_ROW] = mynd_outcome_row,
    [MYND_EVENT_END] = mynd_outcome_end,
    [MYND_EVENT_ERROR] = store_error,
    [MYND_EVENT_INFILE] = store_file,
    [MYND_EVENT_TEXT] = refuse,
    [MYND_EVENT_REFUSED] = store_error,
    [MYND_EVENT_DROPPED] = ignore,
};

int mynd_store_event(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	return EXPECTED(may_come(p->at, event->kind)) ? outcomes[event->kind](link, p, event) : fail(link);
}

/* --- drop --- */

static int discard_rows(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	if (!event->last) { /* after the definitions of a prepare, or of a cursor, come no rows */
		mynd_session_discard_rows(link->channel.session);
	}
	return MYND_OK;
}

static int refuse_file(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	return mynd_link_refuse_file(link);
}

static sink nobody = {
    [MYND_EVENT_TLS] = refuse,
    [MYND_EVENT_READY] = ignore,
    [MYND_EVENT_OK] = ignore,
    [MYND_EVENT_COLUMNS] = ignore,
    [MYND_EVENT_COLUMN] = ignore,
    [MYND_EVENT_COLUMNS_END] = discard_rows,
    [MYND_EVENT_PREPARED] = ignore,
    [MYND_EVENT_ROW] = ignore,
    [MYND_EVENT_END] = ignore,
    [MYND_EVENT_ERROR] = ignore,
    [MYND_EVENT_INFILE] = refuse_file,
    [MYND_EVENT_TEXT] = ignore,
    [MYND_EVENT_REFUSED] = ignore,
    [MYND_EVENT_DROPPED] = ignore,
};

int mynd_drop_event(mynd_link *link, const mynd_event *event)
{
	return nobody[event->kind](link, NULL, event);
}

/*
 * Returns true if the error comes from a KILL that was sent for this link: nobody waits for that query, so
 * its error is not reported.
 */
static bool is_own_kill(const mynd_link *link, const mynd_error *error)
{
	return error->code == 1317 && (link->kill != NULL || link->kill_unknown);
}

int mynd_drop_unwanted(mynd_link *link, const mynd_event *event)
{
	bool failed = event->kind == MYND_EVENT_ERROR || event->kind == MYND_EVENT_REFUSED;
	if (UNEXPECTED(failed)) {
		if (!is_own_kill(link, event->server_error)) {
			mynd_metrics_error(link, event->server_error);
		}
		mynd_reply_end_watch(link, event->server_error);
	} else if (event->last) {
		mynd_reply_end_watch(link, NULL);
	}
	return mynd_drop_event(link, event);
}

/* --- the current reply, up to what its command waits for --- */

int mynd_link_read_reply(mynd_link *link)
{
	mynd_event event;
	int rc;
	do {
		if (UNEXPECTED(mynd_channel_pump(&link->channel, &event) != MYND_OK)) {
			mynd_link_clear_reply(link);
			mynd_link_forget_rows(link);
			return MYND_BAD;
		}
		rc = mynd_take_event(link, &event);
	} while (rc == MYND_MORE);
	return rc;
}

int mynd_link_read_prepared(mynd_link *link, bool keep_columns, mynd_prepared *prepared)
{
	mynd_reply *reply = &link->reply;
	reply->prepared.id = 0;
	reply->is_prepared = false;
	reply->keeps_id = true;
	reply->skip_definitions = !keep_columns;
	int rc = mynd_link_read_reply(link);
	bool is_prepared = reply->is_prepared;
	*prepared = reply->prepared;
	reply->is_prepared = false;
	return rc == MYND_OK && !is_prepared ? fail(link) : rc;
}

zend_string *mynd_link_read_text(mynd_link *link)
{
	int rc = mynd_link_read_reply(link);
	zend_string *text = link->reply.text;
	link->reply.text = NULL;
	if (rc == MYND_OK && text == NULL) {
		fail(link);
	}
	return text;
}

int mynd_link_read_changed_user(mynd_link *link)
{
	mynd_diagnostics_area aside;
	mynd_diagnostics_set_aside(link, &aside);
	int rc = mynd_channel_flush(&link->channel) == MYND_OK ? mynd_link_read_reply(link) : MYND_BAD;
	mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_FIELD_COUNT);
	return rc;
}
