/*
 * Prepared statements: life, prepare, results.
 *
 * Always true: a statement is on its link's list from new to retire, and hangs there before anything of it is request memory. It
 * is the link's last command exactly if `serial` is the link's; only then is what is unread on the link its business.
 * Not here: running them (execute.c), reading from cursors (cursor.c), statements for texts that are run at once (cache.c).
 */
#include "internal.h"

#include "../wire/sql.h"

static mynd_slice text_of(const mynd_statement *s)
{
	return (mynd_slice){(const uint8_t *) s->text, s->len};
}

bool mynd_statement_is_alive(const mynd_statement *s)
{
	return s->epoch == s->link->epoch && s->link->session != NULL;
}

bool mynd_statement_is_current(const mynd_statement *s)
{
	return mynd_statement_is_alive(s) && s->serial == s->link->serial && s->serial != 0 &&
	       mynd_session_phase(s->link->session) != MYND_PHASE_DEAD;
}

/* --- life --- */

mynd_statement *mynd_statement_new(mynd_link *link, const char *sql, size_t len, bool cached)
{
	mynd_statement *s = len < SIZE_MAX / 2 ? malloc(sizeof *s + len + 1) : NULL;
	if (s == NULL) {
		mynd_error_client(&link->error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
		return NULL;
	}
	memset(s, 0, sizeof *s);
	memcpy(s->text, sql, len);
	s->text[len] = '\0';
	s->len = len;
	mynd_command prepare = mynd_command_text(MYND_COM_STMT_PREPARE, text_of(s));
	s->local = mynd_command_is_barrier(&prepare);
	s->references = 1;
	mynd_buffer_init(&s->gathered, SIZE_MAX / 4);
	s->link = link;
	s->epoch = link->epoch;
	s->era = link->era;
	s->cached = cached;
	if (!cached) {
		mynd_link_addref(link);
	}
	s->next = link->statements;
	if (s->next != NULL) {
		s->next->previous = s;
	}
	link->statements = s;
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
	if (mynd_session_send(link->session, &command, NULL, error) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_pipelining_closed(link, id);
	return MYND_OK;
}

static void tell_server(mynd_statement *s, bool now)
{
	mynd_link *link = s->link;
	mynd_error ignored;
	if (!s->prepared || !mynd_statement_is_alive(s) || s->era != link->era || mynd_link_is_foreign(link)) {
		return;
	}
	if (mynd_statement_send_close(link, s->id, &ignored) == MYND_OK && now && !link->in_call &&
	    mynd_session_phase(link->session) == MYND_PHASE_IDLE) {
		mynd_link_push_without_code(link);
	}
}

static void count(const mynd_statement *s)
{
	mynd_link_counts *counts = &s->link->counts;
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
		s->link->statements = s->next;
	}
	if (s->next != NULL) {
		s->next->previous = s->previous;
	}
	count(s);
	s->link->lent -= s->lent;
	mynd_statement_release_columns(s);
	free(s->types);
	mynd_buffer_free(&s->gathered);
	free(s);
}

void mynd_statement_retire(mynd_statement *s, bool now)
{
	mynd_link *link = s->cached ? NULL : s->link;
	tell_server(s, now);
	unlist_and_free(s);
	if (link != NULL) {
		mynd_link_release(link);
	}
}

void mynd_statements_forget_columns(mynd_link *link)
{
	for (mynd_statement *s = link->statements; s != NULL; s = s->next) {
		s->columns = NULL;
	}
}

void mynd_statements_end(mynd_link *link)
{
	while (link->statements != NULL) {
		unlist_and_free(link->statements);
	}
}

void mynd_statement_addref(mynd_statement *s)
{
	s->references++;
}

void mynd_statement_leave_reply(mynd_statement *s)
{
	if (mynd_statement_is_current(s)) {
		mynd_link_leave_reply(s->link, s->serial);
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
	s->warnings = prepared->warnings;
	s->prepared = true;
	s->bound = s->long_data = false;
	s->era = link->era;
	free(s->types);
	s->types = NULL;
	link->warnings = prepared->warnings;
	link->field_count = prepared->columns;
	mynd_pipelining_prepared(link, &prepared->id);
}

/* Definitions that nobody will ask for. */
static int skip_definitions(mynd_link *link, mynd_event *event)
{
	do {
		if (mynd_link_pump(link, event) != MYND_OK) {
			return MYND_BAD;
		}
	} while (event->kind == MYND_EVENT_COLUMN);
	return event->kind == MYND_EVENT_COLUMNS_END ? MYND_OK : mynd_link_take_error(link, event);
}

static int keep_definitions(mynd_statement *s, uint32_t count, mynd_event *event)
{
	mynd_link *link = s->link;
	link->binary = true;
	if (mynd_link_read_definitions(link, count, event) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_statement_release_columns(s);
	s->columns = link->columns;
	link->columns = NULL;
	return MYND_OK;
}

int mynd_statement_read_prepared(mynd_statement *s)
{
	mynd_link *link = s->link;
	uint64_t insert_id = link->insert_id;
	mynd_event event;
	if (mynd_link_pump(link, &event) != MYND_OK) {
		return MYND_BAD;
	}
	if (event.kind != MYND_EVENT_PREPARED) {
		mynd_pipelining_prepared(link, NULL);
		mynd_link_take_error(link, &event);
		link->insert_id = insert_id;
		return MYND_BAD;
	}
	uint32_t columns = event.prepared.columns;
	take_prepared(s, &event.prepared);
	int rc =
	    columns > 0 && !s->cached ? keep_definitions(s, columns, &event) : skip_definitions(link, &event);
	link->insert_id = insert_id;
	if (rc == MYND_OK) {
		mynd_link_rest(link);
	}
	return rc;
}

int mynd_statement_prepare_begun(mynd_statement *s)
{
	mynd_command command = mynd_command_text(MYND_COM_STMT_PREPARE, text_of(s));
	s->link->affected_rows = (uint64_t) -1;
	return mynd_link_send(s->link, &command) == MYND_OK ? mynd_statement_read_prepared(s) : MYND_BAD;
}

/* The link has begun a command. */
static mynd_statement *prepare_new(mynd_link *link, const char *sql, size_t len)
{
	mynd_statement *s = mynd_statement_new(link, sql, len, false);
	if (s == NULL) {
		return NULL;
	}
	s->alters = mynd_sql_may_alter_session(text_of(s), false);
	mynd_reset_watch(link, text_of(s));
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

static mynd_statement *prepare(mynd_link *link, const char *sql, size_t len)
{
	if (mynd_link_begin(link) != MYND_OK) {
		if (!link->in_call) {
			link->affected_rows = (uint64_t) -1;
		}
		return NULL;
	}
	return prepare_new(link, sql, len);
}

static mynd_statement *borrow(mynd_link *link, const char *sql, size_t len)
{
	if (mynd_link_begin(link) != MYND_OK) {
		if (!link->in_call) {
			link->affected_rows = (uint64_t) -1;
		}
		return NULL;
	}
	mynd_statement *s = mynd_cache_lend(link, sql, len);
	if (s == NULL) {
		s = prepare_new(link, sql, len);
	}
	if (s != NULL) {
		s->lent = true;
		s->cache_round = link->cache_round;
		link->lent++;
	}
	return s;
}

/* --- for the program --- */

static int run_prepare(mynd_call *call)
{
	call->prepared = prepare(call->link, (const char *) call->sql.ptr, call->sql.len);
	return call->prepared != NULL ? MYND_OK : MYND_BAD;
}

static int run_borrow(mynd_call *call)
{
	call->prepared = borrow(call->link, (const char *) call->sql.ptr, call->sql.len);
	return call->prepared != NULL ? MYND_OK : MYND_BAD;
}

static mynd_statement *intercept(mynd_link *link, const char *sql, size_t len, int (*run)(mynd_call *call))
{
	mynd_call call = {
	    .kind = MYND_CALL_PREPARE, .link = link, .sql = {(const uint8_t *) sql, len}, .run = run};
	return mynd_intercept(&call) == MYND_OK ? call.prepared : NULL;
}

mynd_statement *mynd_statement_prepare(mynd_link *link, const char *sql, size_t len)
{
	return mynd_is_intercepted(link) ? intercept(link, sql, len, run_prepare) : prepare(link, sql, len);
}

mynd_statement *mynd_statement_borrow(mynd_link *link, const char *sql, size_t len)
{
	return mynd_is_intercepted(link) ? intercept(link, sql, len, run_borrow) : borrow(link, sql, len);
}

/* --- results --- */

bool mynd_statement_has_result(const mynd_statement *s)
{
	if (s->cursor == MYND_CURSOR_WAITS) {
		return mynd_statement_is_alive(s) && s->era == s->link->era;
	}
	return mynd_statement_is_current(s) && s->link->columns != NULL;
}

mynd_result *mynd_statement_store(mynd_statement *s)
{
	if (mynd_statement_is_alive(s) && mynd_link_refuses(s->link)) {
		return NULL;
	}
	if (!mynd_statement_has_result(s)) {
		if (mynd_statement_is_alive(s)) {
			mynd_link_refuse(s->link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
		}
		return NULL;
	}
	return s->cursor == MYND_CURSOR_WAITS ? mynd_cursor_store(s) : mynd_link_store(s->link);
}

mynd_result *mynd_statement_use(mynd_statement *s)
{
	if (mynd_statement_is_alive(s) && mynd_link_refuses(s->link)) {
		return NULL;
	}
	if (!mynd_statement_has_result(s)) {
		if (mynd_statement_is_alive(s)) {
			mynd_link_refuse(s->link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
		}
		return NULL;
	}
	return s->cursor == MYND_CURSOR_WAITS ? mynd_cursor_use(s) : mynd_link_use(s->link);
}

bool mynd_statement_more_results(const mynd_statement *s)
{
	return mynd_statement_is_current(s) && s->link->more_results;
}

int mynd_statement_next_result(mynd_statement *s)
{
	if (mynd_statement_is_alive(s) && mynd_link_refuses(s->link)) {
		return MYND_BAD;
	}
	if (!mynd_statement_is_current(s) || s->link->active != NULL) {
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

const mynd_error *mynd_statement_error(const mynd_statement *s)
{
	static const mynd_error gone = {
	    .code = MYND_ERR_GONE_AWAY,
	    .cause = MYND_CAUSE_MISUSE,
	    .sqlstate = "HY000",
	    .message = "MySQL server has gone away",
	};
	return mynd_statement_is_alive(s) ? &s->link->error : &gone;
}

uint32_t mynd_statement_id(const mynd_statement *s)
{
	return s->id;
}

uint32_t mynd_statement_parameter_count(const mynd_statement *s)
{
	return s->parameters;
}

unsigned mynd_statement_warning_count(const mynd_statement *s)
{
	return s->warnings;
}

mynd_columns *mynd_statement_columns(const mynd_statement *s)
{
	return s->columns;
}
