/*
 * The current reply of a link: sending its command, moving on to the next reply, dropping replies, and ending
 * them.
 *
 * A reply is OK, an error, or a result set; a command has one or several. The link stops reading at the first
 * row; mynd_link_store, mynd_link_use or a drop reads on from there.
 * Not here: what the events of a reply mean (interpret.c).
 */
#include "internal.h"

static void release_columns(mynd_columns **columns)
{
	if (*columns != NULL) {
		mynd_columns_release(*columns);
		*columns = NULL;
	}
}

static void release_stored(mynd_link *link)
{
	if (link->reply.store != NULL) {
		mynd_store *store = link->reply.store;
		link->reply.store = NULL;
		mynd_store_free(store);
	}
}

static void release_text(mynd_link *link)
{
	if (link->reply.text != NULL) {
		zend_string *text = link->reply.text;
		link->reply.text = NULL;
		zend_string_release(text);
	}
}

static zend_never_inline void release(mynd_link *link)
{
	release_columns(&link->reply.arriving);
	release_text(link);
	release_stored(link);
	release_columns(&link->reply.columns);
	if (link->reply.further != NULL) {
		mynd_outcomes_free(link->reply.further);
		link->reply.further = NULL;
	}
}

void mynd_link_clear_reply(mynd_link *link)
{
	const mynd_reply *reply = &link->reply;
	bool has_some = reply->arriving != NULL || reply->text != NULL || reply->store != NULL ||
	                reply->columns != NULL || reply->further != NULL;
	if (UNEXPECTED(has_some)) {
		release(link);
	}
	link->reply.more_results = false;
}

/*
 * Reads and drops the events of the command's reply, up to its end, or up to its next OK. The reply of a
 * query that writes nothing is read only if its end is near; else the link is lost. With `to_ok` an error of
 * the server becomes the link's.
 */
static int drop_reply(mynd_link *link, bool to_ok)
{
	mynd_event event;
	int rc;
	if (mynd_query_writes_nothing(link, mynd_reply_select(link))) {
		mynd_channel_bound_reads(&link->channel, MYND_DRAIN_BOUND);
	}
	do {
		rc = mynd_channel_pump(&link->channel, &event);
		if (rc == MYND_OK) {
			rc = mynd_drop_unwanted(link, &event);
		}
		if (rc == MYND_OK && to_ok && event.kind == MYND_EVENT_ERROR) {
			mynd_error_copy(&link->channel.error, event.server_error);
		}
	} while (rc == MYND_OK && !event.last && !(to_ok && event.kind == MYND_EVENT_OK));
	mynd_channel_bound_reads(&link->channel, MYND_READS_UNBOUND);
	link->reply.at = MYND_AT_REPLY;
	link->reply.more_results = rc == MYND_OK && !event.last;
	if (!link->reply.more_results) {
		mynd_metrics_reply_ended(link);
	}
	return mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD ? MYND_BAD : MYND_OK;
}

int mynd_link_drop_reply(mynd_link *link)
{
	return drop_reply(link, false);
}

static int drop_arrived(mynd_link *link)
{
	mynd_session *session = link->channel.session;
	mynd_event event;
	if (mynd_session_phase(session) == MYND_PHASE_READING) {
		mynd_session_discard_rows(session);
	}
	while (mynd_session_phase(session) != MYND_PHASE_IDLE) {
		int rc = mynd_channel_pump_now(&link->channel, &event);
		if (rc == MYND_BAD || (rc == MYND_MORE && mynd_session_phase(session) != MYND_PHASE_IDLE)) {
			return rc;
		}
		if (rc == MYND_OK && event.kind == MYND_EVENT_INFILE) { /* refusing the file may need a wait */
			return MYND_MORE;
		}
		if (rc == MYND_OK && mynd_drop_unwanted(link, &event) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

int mynd_link_drop_now(mynd_link *link, uint64_t bound)
{
	mynd_channel_bound_reads(&link->channel, bound);
	int rc = drop_arrived(link);
	mynd_channel_bound_reads(&link->channel, MYND_READS_UNBOUND);
	link->reply.at = MYND_AT_REPLY;
	return rc;
}

/* Reads and drops the discarded part of the current reply, also if it contains an error of the server. */
static int drop_unread(mynd_link *link)
{
	int unread = link->reply.unread;
	link->reply.unread = MYND_UNREAD_NONE;
	if (unread == MYND_UNREAD_ROWS) {
		mynd_link_drop_rows(link);
	} else if (unread == MYND_UNREAD_REPLY) {
		mynd_link_drop_reply(link);
	}
	if (mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		return MYND_BAD;
	}
	mynd_error_clear(&link->channel.error);
	return MYND_OK;
}

int mynd_link_drop_further(mynd_link *link)
{
	bool to_ok = link->reply.discard_further == MYND_DISCARD_TO_OK;
	if (!link->reply.discard_further || !link->reply.more_results || link->reply.columns != NULL ||
	    link->reply.active != NULL) {
		return MYND_OK;
	}
	if (to_ok) {
		link->reply.discard_further = MYND_DISCARD_NONE;
	}
	if (link->reply.further == NULL) {
		return drop_reply(link, to_ok);
	}
	link->reply.further = mynd_outcomes_drop(link->reply.further, to_ok);
	link->reply.more_results = link->reply.further != NULL;
	return MYND_OK;
}

void mynd_link_drop_all_but_first(mynd_link *link)
{
	link->reply.discard_further = MYND_DISCARD_ALL;
	mynd_link_drop_further(link);
}

/* Loses a link whose reply is broken; the link's last failure is still the one that has broken the reply. */
static int give_up_broken(mynd_link *link)
{
	mynd_error failure = link->channel.last_failure, gone;
	link->reply.broken = false;
	mynd_error_client(&gone, MYND_CAUSE_MALFORMED, MYND_ERR_GONE_AWAY);
	mynd_channel_lose(&link->channel, &gone);
	mynd_channel_note_failure(&link->channel, &failure);
	return MYND_BAD;
}

uint64_t mynd_link_command(const mynd_link *link)
{
	return link->reply.serial;
}

void mynd_link_leave_reply(mynd_link *link, uint64_t command)
{
	if (link->reply.serial != command || link->channel.session == NULL ||
	    mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		return;
	}
	link->reply.discard_further = MYND_DISCARD_ALL;
	if (link->reply.columns != NULL) {
		mynd_columns *columns = link->reply.columns;
		link->reply.columns = NULL;
		if (link->reply.store == NULL) {
			link->reply.unread = MYND_UNREAD_ROWS;
			if (!link->channel.in_call) {
				mynd_session_discard_rows(link->channel.session);
			}
		} else {
			release_stored(link);
		}
		mynd_columns_release(columns);
	}
	mynd_link_read_left(link);
	mynd_link_look_for_turn(link);
}

int mynd_link_drop_leftovers(mynd_link *link)
{
	if (link->reply.unread != MYND_UNREAD_NONE && drop_unread(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (link->reply.broken) {
		return give_up_broken(link);
	}
	if (mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_GONE_AWAY);
	}
	return mynd_link_drop_further(link);
}

int mynd_link_send(mynd_link *link, const mynd_command *command)
{
	if (mynd_link_put(link, command) != MYND_OK) {
		link->diagnostics.affected_rows = (uint64_t) -1;
		return MYND_BAD;
	}
	return mynd_channel_flush(&link->channel);
}

int mynd_link_lose_reply(mynd_link *link)
{
	mynd_diagnostics_fail(link, false);
	return mynd_error_client(&link->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
}

int mynd_link_refused(mynd_link *link)
{
	if (!link->channel.in_call) {
		mynd_link_forget_rows(link);
	}
	return MYND_BAD;
}

/* `sent`: the command was sent ahead. */
static int run_aside(mynd_link *link, const mynd_command *command, bool sent)
{
	bool brings_no_info = command->com == MYND_COM_SET_OPTION || command->com == MYND_COM_DEBUG;
	unsigned parts = MYND_ASIDE_INSERT_ID | MYND_ASIDE_WARNINGS | MYND_ASIDE_FIELD_COUNT;
	mynd_diagnostics_area aside;
	int rc;
	mynd_diagnostics_set_aside(link, &aside);
	if (sent) {
		rc = mynd_presend_read(link);
	} else {
		rc = mynd_link_send(link, command) == MYND_OK ? mynd_link_read_reply(link) : MYND_BAD;
	}
	mynd_link_forget_rows(link);
	mynd_diagnostics_put_back(link, &aside, brings_no_info ? parts | MYND_ASIDE_INFO : parts);
	return rc;
}

int mynd_link_run_aside_begun(mynd_link *link, const mynd_command *command)
{
	return run_aside(link, command, false);
}

int mynd_link_run_aside(mynd_link *link, const mynd_command *command)
{
	bool sent = false;
	int rc = mynd_link_begin_or_presend(link);
	if (rc == MYND_MORE) {
		rc = mynd_presend_next(link, command, &sent);
	}
	return rc == MYND_OK ? run_aside(link, command, sent) : mynd_link_refused(link);
}

/*
 * A synchronous command needs no entry in the queue: the queue is empty, and the reply is read in the same
 * way as that of an entry which is being taken. (With an entry, even a reused one, a small query takes a
 * tenth more instructions.)
 */
int mynd_link_run_begun(mynd_link *link, mynd_text_facts *text)
{
	mynd_slice sql = text->sql;
	mynd_metrics_text(link, sql, true);
	mynd_command command = mynd_command_text(MYND_COM_QUERY, sql);
	command.facts = text;
	mynd_link_attach_attributes(link, &command);
	int rc = mynd_link_send(link, &command);
	if (rc == MYND_OK) {
		mynd_link_keep_file_text(link, (const char *) sql.ptr, sql.len);
		rc = mynd_link_read_reply(link);
	}
	mynd_metrics_forget_text(link);
	return rc;
}

/* A query that is refused is not noted in the session state, because it does not change the session. */
int mynd_link_run_text(mynd_link *link, const char *sql, size_t len)
{
	mynd_text_facts text = mynd_text_facts_of((mynd_slice){(const uint8_t *) sql, len});
	bool sent = false;
	int rc = mynd_link_begin_or_presend(link);
	if (UNEXPECTED(rc != MYND_OK)) {
		rc = rc == MYND_MORE ? mynd_presend_begin_text(link, text.sql, &sent) : MYND_BAD;
	}
	if (rc != MYND_OK) {
		return mynd_link_refused(link);
	}
	mynd_state_note_text(link, &text, sent);
	return sent ? mynd_presend_read(link) : mynd_link_run_begun(link, &text);
}

int mynd_link_drop_rows(mynd_link *link)
{
	const mynd_session_counts *counts = &link->channel.counts.session;
	uint64_t text = counts->rows_received_text, prepared = counts->rows_received_prepared;
	mynd_event event;
	if (link->reply.store != NULL) {
		release_stored(link);
		return MYND_OK;
	}
	mynd_session_discard_rows(link->channel.session);
	if (mynd_channel_pump(&link->channel, &event) != MYND_OK) {
		return MYND_BAD;
	}
	link->channel.counts.rows_skipped_text += counts->rows_received_text - text;
	link->channel.counts.rows_skipped_prepared += counts->rows_received_prepared - prepared;
	if (mynd_take_event(link, &event) != MYND_OK) {
		return MYND_BAD;
	}
	link->diagnostics.affected_rows = 0;
	return MYND_OK;
}

static int read_next_result(mynd_link *link)
{
	if (mynd_link_refuse_in_call(link)) {
		return MYND_BAD;
	}
	link->connect_warning[0] = '\0';
	mynd_error_clear(&link->channel.error);
	bool is_dead =
	    link->channel.session == NULL || mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD;
	if (is_dead && link->reply.further == NULL) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_GONE_AWAY);
	}
	if (link->reply.active != NULL) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (link->reply.columns != NULL) { /* as in stock: false, no error, and the result can still be taken */
		return MYND_MORE;
	}
	if (link->reply.unread != MYND_UNREAD_NONE && drop_unread(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (!mynd_link_more_results(link)) {
		return MYND_MORE;
	}
	if (link->reply.further != NULL) {
		mynd_outcome *next = link->reply.further;
		link->reply.further = NULL;
		return mynd_outcome_load(link, next);
	}
	mynd_link_clear_reply(link);
	return mynd_link_read_reply(link);
}

int mynd_link_next_result(mynd_link *link)
{
	int rc = read_next_result(link);
	mynd_link_tell_watch(link);
	mynd_link_look_for_turn(link);
	return rc;
}

int mynd_link_take_next_result(mynd_link *link)
{
	int rc = mynd_link_next_result(link);
	if (rc == MYND_OK && link->reply.columns != NULL) {
		link->reply.of_connection = true;
	}
	return rc;
}

int mynd_link_drain(mynd_link *link)
{
	for (;;) {
		if (link->reply.columns != NULL) {
			release_columns(&link->reply.columns);
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

/* --- ends --- */

void mynd_link_spoil_reply(mynd_link *link)
{
	link->reply.broken = true;
}

/* Discards the current reply and its further results. */
void mynd_link_give_up_reply(mynd_link *link)
{
	if (link->channel.session == NULL || mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		mynd_link_clear_reply(link);
		return;
	}
	bool at_rows = link->reply.columns != NULL && link->reply.store == NULL;
	bool on_wire = at_rows || (link->reply.more_results && link->reply.further == NULL);
	mynd_link_clear_reply(link);
	if (on_wire) {
		link->reply.unread = MYND_UNREAD_REPLY;
	}
	if (at_rows) {
		mynd_session_discard_rows(link->channel.session);
	}
}

void mynd_link_end_replies(mynd_link *link)
{
	mynd_reply_end_watch(link, NULL);
	mynd_link_detach_active(link);
	mynd_link_free_discarded(link);
	mynd_link_clear_reply(link);
	mynd_pending_end(link);
	mynd_link_drop_attributes(link);
	mynd_link_keep_file_text(link, NULL, 0);
	link->reply.at = MYND_AT_REPLY;
	link->reply.is_prepared = link->reply.broken = false;
	link->reply.discard_further = MYND_DISCARD_NONE;
	link->reply.unread = MYND_UNREAD_NONE;
	link->diagnostics.field_count = 0;
	link->diagnostics.warnings = 0;
}

void mynd_reply_free(mynd_link *link)
{
	free(link->reply.select);
	mynd_diagnostics_free(&link->diagnostics);
}

void mynd_link_forget_replies(mynd_link *link)
{
	link->reply.arriving = link->reply.columns = NULL;
	link->reply.text = NULL;
	for (mynd_pending *p = link->queue.first; p != NULL; p = p->next) {
		mynd_outcomes_forget(p->first);
		p->waiting = NULL;
	}
	mynd_outcomes_forget(link->reply.further);
	link->reply.store = NULL;
	link->reply.watch = NULL;
	link->reply.watch_ended = false;
	link->reply.active = NULL;
	link->reply.results = link->reply.discarded_results = NULL;
	mynd_metrics_forget_text(link);
}

/* --- rows that were not taken yet --- */

/*
 * Frees rows that did not fit memory_limit, were invalid, or ended with an error of the server. Returns
 * MYND_BAD.
 */
static int cannot_be_had(mynd_link *link, mynd_store *store, const char *fault)
{
	mynd_columns *columns = link->reply.columns;
	link->reply.columns = NULL;
	link->diagnostics.field_count = 0;
	mynd_store_free(store);
	mynd_columns_release(columns);
	return fault == NULL ? MYND_BAD : mynd_channel_fail_malformed(&link->channel, MYND_NOT_A_ROW);
}

/* Stores the rows that were not taken yet. Returns MYND_MORE if they were discarded meanwhile. */
static int fill_waiting(mynd_link *link)
{
	const char *fault = NULL;
	mynd_columns *waiting = link->reply.columns;
	mynd_store *rows = mynd_store_new(waiting);
	mynd_columns_addref(waiting); /* the columns may be discarded during the wait */
	int rc = mynd_result_read_rows(link, rows, waiting, &fault);
	bool given_up = link->reply.columns != waiting;
	mynd_columns_release(waiting);
	if (given_up) {
		mynd_store_free(rows);
		link->reply.unread = rc == MYND_OK ? MYND_UNREAD_NONE : link->reply.unread;
		return MYND_MORE;
	}
	if (rc != MYND_OK) {
		return cannot_be_had(link, rows, fault);
	}
	mynd_store_finish(rows);
	link->reply.store = rows;
	return MYND_OK;
}

int mynd_link_store_waiting(mynd_link *link)
{
	mynd_diagnostics_area aside;
	if (link->reply.columns == NULL || link->reply.store != NULL || link->reply.cursor_open) {
		return MYND_OK;
	}
	mynd_diagnostics_set_aside(link, &aside);
	if (fill_waiting(link) != MYND_BAD) {
		return MYND_OK;
	}
	/* the field count is then the same as after mynd_link_store() */
	mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_FIELD_COUNT);
	return MYND_BAD;
}

int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store)
{
	if (link->reply.columns == NULL || link->reply.more_results) {
		return MYND_MORE;
	}
	int rc = link->reply.store == NULL ? fill_waiting(link) : MYND_OK;
	if (rc != MYND_OK) {
		return rc;
	}
	*columns = link->reply.columns;
	*store = link->reply.store;
	return link->reply.more_results ? MYND_MORE : MYND_OK;
}

/* Returns a result whose rows are stored. Its info, columns and rows stay those of the arguments. */
static mynd_answer answer_of(
    const mynd_diagnostics *diagnostics, uint16_t status, mynd_columns *columns, mynd_store *store)
{
	return (mynd_answer){.status = (uint16_t) (status & ~MYND_STATUS_MORE_RESULTS),
	    .affected_rows = diagnostics->affected_rows,
	    .insert_id = diagnostics->insert_id,
	    .warnings = diagnostics->warnings,
	    .info = {(const uint8_t *) diagnostics->info.text, diagnostics->info.len},
	    .columns = columns,
	    .store = store};
}

static mynd_answer answer_of_outcome(const mynd_outcome *o, uint16_t status)
{
	mynd_answer answer = answer_of(&o->diagnostics, status, o->columns, o->store);
	answer.failed = o->failed;
	if (o->failed && o->error == NULL) {
		mynd_error_client(&answer.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	} else if (o->failed) {
		mynd_error_copy(&answer.error, o->error);
	}
	return answer;
}

int mynd_link_each_result(
    mynd_link *link, void (*each)(void *context, const mynd_answer *result), void *context)
{
	int rc = mynd_link_store_waiting(link);
	bool has_rows = link->reply.columns != NULL && link->reply.store != NULL;
	bool is_gone = link->reply.active != NULL || link->reply.unread != MYND_UNREAD_NONE ||
	               (link->diagnostics.field_count > 0 && !has_rows);
	if (rc != MYND_OK || is_gone) {
		return rc == MYND_OK ? MYND_MORE : rc;
	}
	const mynd_server *server = mynd_link_server(link);
	uint16_t status = server == NULL ? 0 : server->status;
	rc = mynd_queue_read_further(link);
	if (rc != MYND_OK) {
		return rc;
	}
	mynd_answer answer = answer_of(&link->diagnostics, status, link->reply.columns, link->reply.store);
	each(context, &answer);
	for (const mynd_outcome *o = link->reply.further; o != NULL; o = o->next) {
		status = o->failed ? status : o->status; /* an error comes without a status */
		answer = answer_of_outcome(o, status);
		each(context, &answer);
	}
	return MYND_OK;
}

static bool is_told_by_end_of_rows(const mynd_link *link)
{
	return (mynd_session_server(link->channel.session)->negotiated & MYND_CAP_DEPRECATE_EOF) != 0;
}

bool mynd_link_look_for_more_results(mynd_link *link)
{
	mynd_columns *columns;
	mynd_store *store;
	if (link->reply.columns != NULL && !link->reply.cursor_open && !link->channel.in_call &&
	    link->channel.session != NULL && is_told_by_end_of_rows(link)) {
		uint64_t command = link->reply.serial;
		if (mynd_link_buffer_waiting(link, &columns, &store) == MYND_BAD) {
			link->reply.without_rows = command;
		}
	}
	return mynd_link_more_results(link);
}
