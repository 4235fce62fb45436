/*
 * Prepared statements: life, prepare, results.
 *
 * Always true: a statement is on its link's list from its creation until it is freed, and is put there before
 * it gets any request memory. Its last execute was the link's last command exactly if its `serial` is the
 * link's; only then does it read or discard unread replies of the link. Not here: running statements
 * (execute.c), reading from cursors (cursor.c), statements for queries that are prepared and run in one call
 * (cache.c).
 */
#include "predicted_ids.h"

#include "../command/prepared_before.h"
#include "../wire/sql.h"

static mynd_slice text_of(const mynd_statement *s)
{
	return (mynd_slice){(const uint8_t *) s->text, s->len};
}

bool mynd_statement_is_alive(const mynd_statement *s)
{
	return s->connection_number == s->link->connection_number && s->link->channel.session != NULL;
}

bool mynd_statement_is_current(const mynd_statement *s)
{
	return mynd_statement_is_alive(s) && s->serial == mynd_link_command(s->link) && s->serial != 0 &&
	       mynd_session_phase(s->link->channel.session) != MYND_PHASE_DEAD;
}

bool mynd_statement_has_reply(const mynd_statement *s)
{
	return mynd_statement_is_current(s) && !mynd_link_has_taken_result(s->link);
}

/* --- life --- */

mynd_prepared_state *mynd_prepared_of(mynd_link *link)
{
	if (UNEXPECTED(link->prepared == NULL)) {
		link->prepared = calloc(1, sizeof *link->prepared);
		if (link->prepared == NULL) {
			mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
		} else {
			link->prepared->session_version = link->state.session_version;
		}
	}
	return link->prepared;
}

mynd_statement *mynd_statement_new(mynd_link *link, const mynd_text_facts *text, bool cached)
{
	size_t len = text->sql.len;
	mynd_prepared_state *state = mynd_prepared_of(link);
	mynd_statement *s = state != NULL && len < SIZE_MAX / 2 ? malloc(sizeof *s + len + 1) : NULL;
	if (s == NULL) {
		mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
		return NULL;
	}
	memset(s, 0, sizeof *s);
	memcpy(s->text, text->sql.ptr, len);
	s->text[len] = '\0';
	s->len = len;
	mynd_command prepare = mynd_command_text(MYND_COM_STMT_PREPARE, text_of(s));
	s->local = mynd_command_is_barrier(&prepare);
	s->facts = *text;
	s->facts.sql = text_of(s);
	s->facts.tables = NULL;
	s->alters = mynd_text_ask(&s->facts, MYND_TEXT_ALTERS) != 0;
	s->prepares = mynd_text_ask(&s->facts, MYND_TEXT_PREPARES) != 0;
	s->prepared_hash = mynd_wants_fewer_trips(link) ? mynd_prepared_before_hash(link, text->sql) : 0;
	s->references = 1;
	mynd_buffer_init(&s->gathered, SIZE_MAX / 4);
	s->link = link;
	s->connection_number = link->connection_number;
	s->statement_version = link->state.statement_version;
	s->cached = cached;
	if (!cached) {
		mynd_link_addref(link);
	}
	s->next = link->prepared->first;
	if (s->next != NULL) {
		s->next->previous = s;
	}
	link->prepared->first = s;
	return s;
}

void mynd_statement_release_columns(mynd_statement *s)
{
	if (s->columns != NULL) {
		mynd_columns *columns = s->columns;
		s->columns = NULL;
		mynd_columns_release(columns);
	}
}

int mynd_statement_send_close(mynd_link *link, uint32_t id, mynd_error *error)
{
	mynd_command command = mynd_command_statement_close(id);
	if (mynd_session_send(link->channel.session, &command, error) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_replayable_count(link->replayable);
	mynd_predicted_ids_closed(link, id);
	return MYND_OK;
}

void mynd_statement_close_on_server(mynd_statement *s, bool now)
{
	mynd_link *link = s->link;
	mynd_error ignored;
	if (!s->prepared || !mynd_statement_is_alive(s) ||
	    s->statement_version != link->state.statement_version || mynd_channel_is_foreign(&link->channel)) {
		return;
	}
	if (mynd_statement_send_close(link, s->id, &ignored) == MYND_OK && now && !link->channel.in_call &&
	    mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE) {
		mynd_channel_push_without_code(&link->channel);
	}
}

static void count(const mynd_statement *s)
{
	mynd_link_counts *counts = &s->link->channel.counts;
	if (!s->prepared) {
		return;
	}
	counts->prepared_never_executed += s->executions == 0;
	counts->prepared_once_executed += s->executions == 1;
	if (s->explicit_close) {
		counts->explicit_statement_close++;
	} else {
		counts->implicit_statement_close++;
	}
}

static void unlist_and_free(mynd_statement *s)
{
	if (s->previous != NULL) {
		s->previous->next = s->next;
	} else {
		s->link->prepared->first = s->next;
	}
	if (s->next != NULL) {
		s->next->previous = s->previous;
	}
	count(s);
	s->link->prepared->lent -= s->lent;
	if (s->link->metrics.text.ptr == (const uint8_t *) s->text) {
		mynd_metrics_forget_text(s->link);
	}
	mynd_statement_end_deferral(s);
	mynd_statement_release_columns(s);
	free(s->types);
	free(s->refusal);
	mynd_buffer_free(&s->gathered);
	free(s);
}

void mynd_statement_retire(mynd_statement *s, bool now)
{
	mynd_link *link = s->cached ? NULL : s->link;
	mynd_statement_close_on_server(s, now);
	unlist_and_free(s);
	if (link != NULL) {
		mynd_link_release(link);
	}
}

void mynd_statements_forget_columns(mynd_link *link)
{
	for (mynd_statement *s = link->prepared == NULL ? NULL : link->prepared->first; s != NULL; s = s->next) {
		s->columns = NULL;
	}
}

void mynd_statements_end(mynd_link *link)
{
	while (link->prepared != NULL && link->prepared->first != NULL) {
		unlist_and_free(link->prepared->first);
	}
}

void mynd_statement_addref(mynd_statement *s)
{
	s->references++;
}

mynd_slice mynd_statement_current_text(const mynd_link *link)
{
	const mynd_statement *s = link->prepared == NULL ? NULL : link->prepared->first;
	while (s != NULL && !mynd_statement_is_current(s)) {
		s = s->next;
	}
	return s == NULL ? (mynd_slice){NULL, 0} : text_of(s);
}

void mynd_statement_leave_reply(mynd_statement *s)
{
	if (mynd_statement_has_reply(s)) {
		mynd_link_leave_reply(s->link, s->serial);
	}
}

/* Returns true if the statement treats further results of another command as its own, as stock does. */
static bool takes_others(const mynd_statement *s)
{
	return mynd_statement_is_alive(s) && (s->columns != NULL || s->fields > 0) &&
	       !mynd_statement_has_reply(s);
}

void mynd_statement_leave_others(mynd_statement *s)
{
	if (mynd_link_has_further(s->link) && takes_others(s)) {
		mynd_link_leave_further(s->link, true);
	}
}

void mynd_statement_close(mynd_statement *s, bool explicit_close)
{
	s->explicit_close |= explicit_close;
	if (--s->references == 0) {
		mynd_statement_leave_reply(s);
		mynd_statement_retire(s, true);
	}
}

/* --- prepare --- */

static void take_prepared(mynd_statement *s, const mynd_prepared *prepared)
{
	mynd_link *link = s->link;
	s->id = prepared->id;
	s->parameters = prepared->parameters;
	s->fields = prepared->columns;
	s->warnings = prepared->warnings;
	s->prepared = true;
	mynd_statement_end_deferral(s);
	mynd_statement_forget_refusal(s);
	s->bound = s->long_data = s->is_doubtful = false;
	s->statement_version = link->state.statement_version;
	free(s->types);
	s->types = NULL;
	mynd_predicted_ids_prepared(link, &prepared->id);
}

/* Closes a statement that the server has prepared, because reading the rest of the reply has failed. */
static void give_up_prepared(mynd_statement *s, uint32_t id)
{
	mynd_error ignored;
	s->prepared = false;
	if (mynd_session_phase(s->link->channel.session) != MYND_PHASE_DEAD) {
		mynd_statement_send_close(s->link, id, &ignored);
	}
}

int mynd_statement_read_prepared(mynd_statement *s)
{
	mynd_link *link = s->link;
	mynd_prepared prepared;
	bool wants_columns = !s->cached && !(s->lent && s->deferred);
	int rc = mynd_link_read_prepared(link, wants_columns, &prepared);
	if (s->prepared_hash != 0) {
		mynd_prepared_before_note(s->prepared_hash, prepared.id != 0);
	}
	if (prepared.id == 0) {
		mynd_predicted_ids_prepared(link, NULL);
		return MYND_BAD;
	}
	take_prepared(s, &prepared);
	if (rc != MYND_OK) {
		give_up_prepared(s, prepared.id);
		return MYND_BAD;
	}
	mynd_columns *columns = mynd_reply_take_columns(link);
	if (columns != NULL) {
		mynd_statement_release_columns(s);
		s->columns = columns;
	}
	return MYND_OK;
}

void mynd_statement_note_use(mynd_statement *s)
{
	if (UNEXPECTED(s->link->replayable != NULL)) {
		mynd_replayable_note(s->link, &s->facts, false);
	}
}

/*
 * After a prepare: notes that the server has cleared its warnings. MySQL does so with each prepare, MariaDB
 * if the query uses tables (tried).
 */
static void note_cleared(mynd_statement *s)
{
	const mynd_server *server = mynd_session_server(s->link->channel.session);
	if (UNEXPECTED(server->may_have_warnings) && server->warnings == 0 &&
	    (!server->mariadb || mynd_text_ask(&s->facts, MYND_TEXT_USES_TABLES))) {
		mynd_session_forget_warnings(s->link->channel.session);
	}
}

int mynd_statement_prepare_begun(mynd_statement *s)
{
	mynd_command command = mynd_command_text(MYND_COM_STMT_PREPARE, text_of(s));
	command.facts = &s->facts;
	mynd_statement_note_use(s);
	mynd_link_forget_rows(s->link);
	mynd_metrics_text(s->link, text_of(s), false);
	if (mynd_link_send(s->link, &command) != MYND_OK || mynd_statement_read_prepared(s) != MYND_OK) {
		return MYND_BAD;
	}
	note_cleared(s);
	return MYND_OK;
}

/* Prepares a new statement, after mynd_link_begin. */
static mynd_statement *prepare_new(mynd_link *link, const mynd_text_facts *text)
{
	mynd_statement *s = mynd_statement_new(link, text, false);
	if (s == NULL) {
		return NULL;
	}
	mynd_state_note_survives_reset(link, &s->facts);
	int rc = mynd_statement_prepare_begun(s);
	if (rc != MYND_OK && mynd_cache_gave_way(link)) {
		rc = mynd_statement_prepare_begun(s);
	}
	if (rc != MYND_OK) {
		mynd_statement_retire(s, true);
		return NULL;
	}
	return s;
}

/*
 * As mynd_link_begin. If replies to commands that were sent ahead may stay unread until the statement is
 * executed, returns MYND_MORE: nothing may be sent then.
 */
static int begin_prepare(mynd_link *link, bool late)
{
	int rc = mynd_link_begin_or_presend(link);
	if (EXPECTED(rc != MYND_MORE)) {
		return rc;
	}
	if (!late || !link->presend->waits_for_execute) {
		return mynd_presend_drop(link);
	}
	mynd_link_begin_reply(link);
	return MYND_MORE;
}

/* `begun`: what begin_prepare has returned. */
static mynd_statement *prepare_at_once(mynd_link *link, const mynd_text_facts *text, int begun)
{
	if (begun == MYND_MORE && mynd_presend_drop(link) != MYND_OK) {
		mynd_link_refused(link);
		return NULL;
	}
	return prepare_new(link, text);
}

mynd_statement *mynd_statement_prepare_now(mynd_link *link, mynd_text_facts *text, unsigned how)
{
	bool lent = (how & MYND_PREPARE_LENT) != 0, late = (how & MYND_PREPARE_LATE) != 0;
	mynd_statements_make_way_for(link, text);
	int begun = begin_prepare(link, late);
	if (begun == MYND_BAD) {
		mynd_link_refused(link);
		return NULL;
	}
	mynd_statement *s = NULL;
	if (late) {
		s = mynd_statement_make_deferred(link, text, how);
		if (s != NULL || link->channel.error.code != 0) {
			return s; /* NULL with an error: no memory */
		}
	}
	s = lent ? mynd_cache_lend(link, text->sql) : NULL;
	if (s == NULL) {
		s = prepare_at_once(link, text, begun);
	}
	if (s != NULL && lent) {
		s->lent = true;
		s->cache_version = link->state.session_version;
		link->prepared->lent++;
	}
	return s;
}

/* --- results --- */

bool mynd_statement_has_result(const mynd_statement *s)
{
	if (s->cursor == MYND_CURSOR_WAITS) {
		return mynd_statement_is_alive(s) && s->statement_version == s->link->state.statement_version;
	}
	return mynd_statement_has_reply(s) && mynd_link_has_result(s->link);
}

static mynd_result *refuse_result(mynd_statement *s)
{
	bool has_error = mynd_statement_is_current(s) && mynd_reply_is_without_rows(s->link);
	if (mynd_statement_is_alive(s) && !has_error) {
		mynd_channel_refuse(&s->link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	return NULL;
}

mynd_result *mynd_statement_store(mynd_statement *s)
{
	if (mynd_statement_is_alive(s) && mynd_link_refuse_at_once(s->link)) {
		return NULL;
	}
	if (!mynd_statement_has_result(s)) {
		return refuse_result(s);
	}
	return s->cursor == MYND_CURSOR_WAITS ? mynd_cursor_store(s) : mynd_link_store(s->link);
}

mynd_result *mynd_statement_use(mynd_statement *s)
{
	if (mynd_statement_is_alive(s) && mynd_link_refuse_at_once(s->link)) {
		return NULL;
	}
	if (!mynd_statement_has_result(s)) {
		return refuse_result(s);
	}
	return s->cursor == MYND_CURSOR_WAITS ? mynd_cursor_use(s) : mynd_link_use(s->link);
}

bool mynd_statement_more_results(const mynd_statement *s)
{
	return mynd_statement_is_current(s) && mynd_link_more_results(s->link);
}

bool mynd_statement_look_for_more_results(mynd_statement *s)
{
	return mynd_statement_is_current(s) && mynd_link_look_for_more_results(s->link);
}

int mynd_statement_next_result(mynd_statement *s)
{
	if (mynd_statement_is_alive(s) && mynd_link_refuse_at_once(s->link)) {
		return MYND_BAD;
	}
	if (!mynd_statement_has_reply(s) || mynd_link_is_reading(s->link)) {
		return MYND_MORE;
	}
	int rc = mynd_link_next_result(s->link);
	if (rc == MYND_OK) {
		mynd_statement_take_columns(s);
	}
	return rc;
}

/* --- what is known --- */

mynd_link *mynd_statement_link(const mynd_statement *s)
{
	return mynd_statement_is_alive(s) ? s->link : NULL;
}

uint32_t mynd_statement_run_number(const mynd_statement *s)
{
	return s->cursor_number;
}

const mynd_error *mynd_statement_error(const mynd_statement *s)
{
	static const mynd_error gone = {
	    .code = MYND_ERR_GONE_AWAY,
	    .cause = MYND_CAUSE_MISUSE,
	    .sqlstate = "HY000",
	    .message = "MySQL server has gone away",
	};
	return mynd_statement_is_alive(s) ? mynd_link_error(s->link) : &gone;
}

uint32_t mynd_statement_id(const mynd_statement *s)
{
	return s->id;
}

uint32_t mynd_statement_parameter_count(const mynd_statement *s)
{
	return s->parameters;
}

bool mynd_statement_has_text(const mynd_statement *s, const char *sql, size_t len)
{
	return s->len == len && memcmp(s->text, sql, len) == 0;
}

unsigned mynd_statement_warning_count(const mynd_statement *s)
{
	return s->warnings;
}

mynd_columns *mynd_statement_columns(const mynd_statement *s)
{
	return s->columns;
}
