/*
 * Replies: the beginning of one, the way to the next, what is dropped.
 *
 * A reply is OK, an error, or a result set; a command has one or several. The link stops reading at the first row: store, use or a
 * drop takes it from there.
 */
#include "internal.h"

/* A reply that was given up is read to its end only if that is near; else closing is cheaper than reading. */
#define DRAIN_BOUND (64u << 20)

static void release_columns(mynd_columns **columns)
{
	if (*columns != NULL) {
		mynd_columns_release(*columns);
		*columns = NULL;
	}
}

static void release_stored(mynd_link *link)
{
	if (link->stored != NULL) {
		mynd_store *store = link->stored;
		link->stored = NULL;
		mynd_store_free(store);
	}
}

void mynd_link_clear_reply(mynd_link *link)
{
	release_columns(&link->arriving);
	release_stored(link);
	release_columns(&link->columns);
	if (link->further != NULL) {
		mynd_outcomes_free(link->further);
		link->further = NULL;
	}
	link->more_results = false;
}

/* On to the end of the command's reply. Its events interest nobody. */
static void drop_events(mynd_link *link)
{
	mynd_event event;
	int rc;
	do {
		rc = mynd_link_pump(link, &event);
		if (rc == MYND_OK && event.kind == MYND_EVENT_COLUMNS_END) {
			mynd_session_discard_rows(link->session);
		} else if (rc == MYND_OK && event.kind == MYND_EVENT_INFILE) {
			rc = mynd_link_refuse_file(link);
		}
	} while (rc == MYND_OK && !event.last);
}

void mynd_link_bound_reads(mynd_link *link, bool on)
{
	link->read_bound = on ? link->counts.session.bytes_received + DRAIN_BOUND : UINT64_MAX;
}

int mynd_link_drop_reply(mynd_link *link)
{
	mynd_link_bound_reads(link, true);
	drop_events(link);
	mynd_link_bound_reads(link, false);
	return mynd_session_phase(link->session) == MYND_PHASE_DEAD ? MYND_BAD : MYND_OK;
}

static int drop_what_is_here(mynd_link *link)
{
	mynd_event event;
	if (mynd_session_phase(link->session) == MYND_PHASE_READING) {
		mynd_session_discard_rows(link->session);
	}
	while (mynd_session_phase(link->session) != MYND_PHASE_IDLE) {
		int rc = mynd_link_pump_now(link, &event);
		if (rc == MYND_BAD || (rc == MYND_MORE && mynd_session_phase(link->session) != MYND_PHASE_IDLE)) {
			return rc;
		}
		if (rc == MYND_OK && event.kind == MYND_EVENT_INFILE) {
			return MYND_MORE;
		}
		if (rc == MYND_OK && event.kind == MYND_EVENT_COLUMNS_END) {
			mynd_session_discard_rows(link->session);
		}
	}
	return MYND_OK;
}

int mynd_link_drop_now(mynd_link *link, uint64_t bound)
{
	link->read_bound = link->counts.session.bytes_received + bound;
	int rc = drop_what_is_here(link);
	mynd_link_bound_reads(link, false);
	return rc;
}

/* What nobody will read any more is read now. An error of the server's among it is nobody's either. */
static int drop_unread(mynd_link *link)
{
	int unread = link->unread;
	link->unread = MYND_UNREAD_NONE;
	if (unread == MYND_UNREAD_ROWS) {
		mynd_link_drop_rows(link);
	} else if (unread == MYND_UNREAD_REPLY) {
		mynd_link_drop_reply(link);
	}
	if (mynd_session_phase(link->session) == MYND_PHASE_DEAD) {
		return MYND_BAD;
	}
	mynd_error_clear(&link->error);
	return MYND_OK;
}

int mynd_link_drop_further(mynd_link *link)
{
	if (!link->ownerless || !link->more_results || link->columns != NULL || link->active != NULL) {
		return MYND_OK;
	}
	if (link->further != NULL) {
		mynd_outcomes_free(link->further);
		link->further = NULL;
		link->more_results = false;
		return MYND_OK;
	}
	drop_events(link);
	if (mynd_session_phase(link->session) == MYND_PHASE_DEAD) {
		return MYND_BAD;
	}
	link->more_results = false;
	return MYND_OK;
}

/* What its failure was stays known. */
static int give_up_spoilt(mynd_link *link)
{
	mynd_error failure = link->last_failure, gone;
	link->spoilt = false;
	mynd_error_client(&gone, MYND_CAUSE_MALFORMED, MYND_ERR_GONE_AWAY);
	mynd_link_lost(link, &gone);
	link->last_failure = failure;
	return MYND_BAD;
}

uint64_t mynd_link_command(const mynd_link *link)
{
	return link->serial;
}

void mynd_link_leave_reply(mynd_link *link, uint64_t command)
{
	if (link->serial != command || link->session == NULL ||
	    mynd_session_phase(link->session) == MYND_PHASE_DEAD) {
		return;
	}
	link->ownerless = true;
	if (link->columns != NULL) {
		mynd_columns *columns = link->columns;
		link->columns = NULL;
		if (link->stored == NULL) {
			link->unread = MYND_UNREAD_ROWS;
			if (!link->in_call) {
				mynd_session_discard_rows(link->session);
			}
		} else {
			release_stored(link);
		}
		mynd_columns_release(columns);
	}
}

int mynd_link_drop_leftovers(mynd_link *link)
{
	if (link->unread != MYND_UNREAD_NONE && drop_unread(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (link->spoilt) {
		return give_up_spoilt(link);
	}
	if (mynd_session_phase(link->session) == MYND_PHASE_DEAD) {
		return mynd_link_refuse(link, MYND_ERR_GONE_AWAY);
	}
	return mynd_link_drop_further(link);
}

int mynd_link_begin(mynd_link *link)
{
	if (mynd_link_refuses(link)) {
		return MYND_BAD;
	}
	mynd_link_free_given_up(link);
	link->remark[0] = '\0';
	link->may_have_run = false;
	mynd_error_clear(&link->error);
	if (link->session == NULL || mynd_link_is_foreign(link)) {
		return mynd_link_refuse(link, MYND_ERR_GONE_AWAY);
	}
	if (link->absorbing != NULL || link->columns != NULL || link->active != NULL) {
		return mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (mynd_link_check_deadline(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (mynd_link_drop_leftovers(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (link->first_pending != NULL && mynd_pending_drop(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (link->more_results || mynd_session_phase(link->session) != MYND_PHASE_IDLE) {
		return mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (mynd_session_check_silence(link->session) != MYND_OK) {
		return mynd_link_lost(link, mynd_session_error(link->session));
	}
	mynd_link_clear_reply(link);
	link->serial++;
	link->taker = NULL;
	link->used = true;
	link->binary = link->cursor_asked = link->cursor_open = link->ownerless = false;
	mynd_link_keep_file_text(link, NULL, 0);
	return MYND_OK;
}

int mynd_link_send(mynd_link *link, const mynd_command *command)
{
	if (mynd_session_send(link->session, command, NULL, &link->error) != MYND_OK) {
		link->affected_rows = (uint64_t) -1;
		return MYND_BAD;
	}
	return mynd_link_flush(link);
}

/* The server's text outlives the packet; its buffer grows to the longest one and stays. */
void mynd_link_keep_info(mynd_link *link, mynd_slice info)
{
	link->info_len = 0;
	if (info.len >= link->info_capacity) {
		char *grown = realloc(link->info, info.len + 1);
		if (grown == NULL) {
			return;
		}
		link->info = grown;
		link->info_capacity = info.len + 1;
	}
	if (info.len > 0) {
		memcpy(link->info, info.ptr, info.len);
		link->info[info.len] = '\0';
		link->info_len = info.len;
	}
}

void mynd_link_take_ok(mynd_link *link, const mynd_event *event)
{
	link->affected_rows = event->ok.affected_rows;
	link->insert_id = event->ok.insert_id;
	link->warnings = event->ok.warnings;
	link->field_count = 0;
	link->more_results = !event->last;
	mynd_link_keep_info(link, event->ok.info);
	if (event->last) {
		mynd_link_rest(link);
	}
}

int mynd_link_take_error(mynd_link *link, const mynd_event *event)
{
	if (event->kind != MYND_EVENT_ERROR && event->kind != MYND_EVENT_REFUSED) {
		return mynd_link_malformed(link, "unexpected reply");
	}
	link->error = *event->server_error;
	link->affected_rows = (uint64_t) -1;
	link->insert_id = 0; /* the info, fields and warnings of the last reply that had some stay, as in stock */
	link->more_results = false;
	if (event->last) {
		mynd_link_rest(link);
	} else {
		link->unread = MYND_UNREAD_REPLY;
	}
	return MYND_BAD;
}

int mynd_link_read_definitions(mynd_link *link, uint32_t count, mynd_event *event)
{
	link->arriving = mynd_columns_new(count, &link->counts.rows);
	if (link->binary) {
		mynd_columns_binary(link->arriving);
	}
	for (;;) {
		if (mynd_link_pump(link, event) != MYND_OK) {
			mynd_link_clear_reply(link);
			return MYND_BAD;
		}
		switch (event->kind) {
		case MYND_EVENT_COLUMN:
			mynd_columns_add(link->arriving, &event->column);
			break;
		case MYND_EVENT_COLUMNS_END:
			link->columns = link->arriving;
			link->arriving = NULL;
			return MYND_OK;
		default: /* an error instead of the definitions' end */
			mynd_link_clear_reply(link);
			return mynd_link_take_error(link, event);
		}
	}
}

/* A result set, which can be taken when all its definitions are here. */
static int read_columns(mynd_link *link, mynd_event *event)
{
	link->field_count = event->column_count;
	link->affected_rows = (uint64_t) -1;
	link->insert_id = 0;
	link->info_len = 0;
	if (mynd_link_read_definitions(link, event->column_count, event) != MYND_OK) {
		return MYND_BAD;
	}
	link->warnings = event->ok.warnings;
	link->more_results = (event->ok.status & MYND_STATUS_MORE_RESULTS) != 0;
	link->cursor_open = link->cursor_asked && (event->ok.status & MYND_STATUS_CURSOR_EXISTS);
	if (link->cursor_open != event->last) { /* a cursor, and results behind it */
		mynd_link_clear_reply(link);
		return mynd_link_malformed(link, "a cursor that has no end");
	}
	return MYND_OK;
}

int mynd_link_read_reply(mynd_link *link)
{
	mynd_event event;
	if (mynd_link_pump(link, &event) != MYND_OK) {
		link->affected_rows = (uint64_t) -1;
		return MYND_BAD;
	}
	switch (event.kind) {
	case MYND_EVENT_OK:
	case MYND_EVENT_READY:
		mynd_link_take_ok(link, &event);
		return MYND_OK;
	case MYND_EVENT_COLUMNS:
		return read_columns(link, &event);
	case MYND_EVENT_INFILE:
		return mynd_link_give_file(link, event.text);
	default:
		return mynd_link_take_error(link, &event);
	}
}

void mynd_link_take_end(mynd_link *link, const mynd_event *event)
{
	link->warnings = event->ok.warnings;
	link->more_results = !event->last;
	if (event->last) {
		mynd_link_rest(link);
	}
}

int mynd_link_drop_rows(mynd_link *link)
{
	const mynd_session_counts *counts = &link->counts.session;
	uint64_t text = counts->rows_received_text, prepared = counts->rows_received_prepared;
	mynd_event event;
	if (link->stored != NULL) {
		release_stored(link);
		return MYND_OK;
	}
	mynd_session_discard_rows(link->session);
	if (mynd_link_pump(link, &event) != MYND_OK) {
		return MYND_BAD;
	}
	link->counts.rows_skipped_text += counts->rows_received_text - text;
	link->counts.rows_skipped_prepared += counts->rows_received_prepared - prepared;
	if (event.kind != MYND_EVENT_END) {
		return mynd_link_take_error(link, &event);
	}
	link->affected_rows = 0;
	mynd_link_take_end(link, &event);
	return MYND_OK;
}

int mynd_link_next_result(mynd_link *link)
{
	if (mynd_link_refuses(link)) {
		return MYND_BAD;
	}
	link->remark[0] = '\0';
	mynd_error_clear(&link->error);
	if (link->session == NULL || mynd_session_phase(link->session) == MYND_PHASE_DEAD) {
		return mynd_link_refuse(link, MYND_ERR_GONE_AWAY);
	}
	if (link->active != NULL) {
		return mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (link->columns != NULL) { /* stock: false, no error, and the result can still be taken */
		return MYND_MORE;
	}
	if (link->unread != MYND_UNREAD_NONE && drop_unread(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (!mynd_link_more_results(link)) {
		return MYND_MORE;
	}
	if (link->further != NULL) {
		mynd_outcome *next = link->further;
		link->further = NULL;
		return mynd_outcome_load(link, next);
	}
	mynd_link_clear_reply(link);
	return mynd_link_read_reply(link);
}

int mynd_link_drain(mynd_link *link)
{
	for (;;) {
		if (link->columns != NULL) {
			release_columns(&link->columns);
			if (mynd_link_drop_rows(link) != MYND_OK) {
				return MYND_BAD;
			}
		}
		int rc = mynd_link_next_result(link);
		if (rc != MYND_OK) {
			return rc == MYND_MORE ? MYND_OK : MYND_BAD;
		}
	}
}
