/*
 * Where commands of the program meet its interceptors: each entry point's command as a mynd_call, and answers that come from no server.
 *
 * Always true: while code of an interceptor runs the link is in a call, as in a wait, and `intercepted`; `run` is called with the link free. An
 * answer becomes the link's reply as replies do that were stored before they were asked for (outcome.c).
 * Not here: who the interceptors are (src/hooks).
 */
#include "internal.h"

void mynd_links_intercept(const mynd_intercepting *by)
{
	mynd_links_thread *thread = mynd_links_of_thread();
	for (mynd_link *link = thread->first; by == NULL && link != NULL; link = link->next) {
		mynd_pending_nobody_waits(link);
	}
	thread->intercepting = by;
}

void mynd_links_before_connect(int (*act)(mynd_error *error))
{
	mynd_links_of_thread()->before_connect = act;
}

int mynd_intercept_before_connect(mynd_link *link)
{
	mynd_error error;
	mynd_link_addref(link);
	mynd_link_enter_program(link);
	int rc = mynd_links_of_thread()->before_connect(&error);
	mynd_link_leave(link);
	if (mynd_link_closed_meanwhile(link) != MYND_OK) {
		rc = MYND_BAD;
	} else if (rc != MYND_OK) {
		link->error = error;
	}
	mynd_link_release(link);
	return rc;
}

int mynd_intercept(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_statement *statement = call->statement;
	mynd_link_addref(link);
	if (statement != NULL) {
		mynd_statement_addref(statement);
	}
	int rc = mynd_links_of_thread()->intercepting->around(call);
	if (statement != NULL) {
		mynd_statement_close(statement, false);
	}
	mynd_link_release(link);
	return rc;
}

/* --- code of the program --- */

void mynd_call_enter_program(mynd_link *link)
{
	mynd_link_enter_program(link);
	link->intercepted = true;
}

void mynd_call_leave_program(mynd_link *link)
{
	link->intercepted = false;
	mynd_link_leave(link);
}

bool mynd_call_is_in_program(const mynd_link *link)
{
	return link->intercepted;
}

/* --- what a run has brought --- */

/* Nobody takes the current reply, or what follows it. */
static void give_up_reply(mynd_link *link)
{
	if (link->session == NULL || mynd_session_phase(link->session) == MYND_PHASE_DEAD) {
		mynd_link_clear_reply(link);
		return;
	}
	bool at_rows = link->columns != NULL && link->stored == NULL;
	bool on_wire = at_rows || (link->more_results && link->further == NULL);
	mynd_link_clear_reply(link);
	if (on_wire) {
		link->unread = MYND_UNREAD_REPLY;
	}
	if (at_rows) {
		mynd_session_discard_rows(link->session);
	}
}

static mynd_pending *queued_by(const mynd_call *call)
{
	mynd_pending *p = call->link->first_pending;
	while (p != NULL && (p->number != call->command || p->abandoned)) {
		p = p->next;
	}
	return p;
}

static void give_up_run(mynd_call *call)
{
	if (call->undo != NULL) {
		call->undo(call);
	} else if (call->text != NULL) {
		zend_string_release(call->text);
		call->text = NULL;
	} else if (call->prepared != NULL) {
		mynd_statement_close(call->prepared, false);
		call->prepared = NULL;
	} else if (call->async && call->has_run) {
		mynd_pending *p = queued_by(call);
		if (p != NULL) {
			mynd_pending_abandon(call->link, p);
		}
	} else if (call->has_run && call->link->serial == call->command) {
		give_up_reply(call->link);
	}
}

int mynd_call_run(mynd_call *call)
{
	give_up_run(call);
	int rc = call->run(call);
	call->has_run = true;
	if (call->async) {
		call->command = rc == MYND_OK ? call->link->last_number : 0;
	} else {
		call->command = call->link->serial;
	}
	return rc;
}

int mynd_intercept_thrown(mynd_link *link)
{
	link->affected_rows = (uint64_t) -1;
	return mynd_error_set(&link->error, MYND_CAUSE_REFUSED, MYND_ERR_UNKNOWN, NULL,
	    "Unknown MySQL error: an interceptor has thrown an exception");
}

int mynd_call_give_up(mynd_call *call)
{
	give_up_run(call);
	call->link->may_have_run &= call->has_run;
	return mynd_intercept_thrown(call->link);
}

int mynd_intercept_settled(mynd_link *link, void *waiting, int rc)
{
	uint64_t command = link->serial;
	mynd_link_addref(link);
	rc = mynd_links_of_thread()->intercepting->settled(waiting, link, rc);
	if (mynd_link_closed_meanwhile(link) != MYND_OK) {
		rc = MYND_BAD;
	} else if (EG(exception)) {
		if (link->serial == command) {
			give_up_reply(link);
		}
		rc = mynd_intercept_thrown(link);
	}
	mynd_link_release(link);
	return rc;
}

/* --- answers --- */

/* As before a command, though none will be sent. */
static int begin(mynd_call *call)
{
	mynd_statement *s = call->statement;
	if (s == NULL) {
		return call->async ? mynd_async_begin(call->link) : mynd_link_begin(call->link);
	}
	if (s->long_data && mynd_statement_reset(s) != MYND_OK) { /* it belongs to this execute and no other */
		return MYND_BAD;
	}
	return mynd_statement_begin(s, "mysqld_stmt_execute", call->async);
}

/* The statement has been run, as far as the program is concerned. */
static void take_by_statement(mynd_statement *s)
{
	s->serial = s->link->serial;
	s->cursor_number++;
	s->cursor = MYND_CURSOR_CLOSED;
	mynd_statement_take_columns(s);
}

static int answer_now(mynd_call *call, mynd_outcome *outcome)
{
	mynd_link *link = call->link;
	uint64_t affected_rows = link->affected_rows, insert_id = link->insert_id;
	link->binary = call->kind == MYND_CALL_EXECUTE;
	link->cursor_asked = link->cursor_open = link->ownerless = false;
	mynd_error_clear(&link->error);
	int rc = mynd_outcome_load(link, outcome);
	if (call->kind > MYND_CALL_BULK_EXECUTE && rc == MYND_OK) { /* what is known of the last query stays */
		link->affected_rows = affected_rows;
		link->insert_id = insert_id;
	} else if (rc != MYND_OK && call->kind != MYND_CALL_QUERY) {
		link->insert_id = insert_id; /* as in stock */
	}
	if (rc == MYND_OK && call->statement != NULL) {
		take_by_statement(call->statement);
	}
	return rc;
}

/* A command whose reply is there already. `outcome` NULL: it will be. */
static int answer_async(mynd_call *call, mynd_outcome *outcome, void *waiting)
{
	mynd_pending *p = mynd_pending_new(call->link, call->owner);
	if (p == NULL) {
		mynd_outcomes_free(outcome);
		return MYND_BAD;
	}
	p->use = call->use;
	p->first = p->last = outcome;
	p->waiting = waiting;
	mynd_pending_answered(call->link, call->statement, p);
	call->command = p->number;
	return MYND_OK;
}

static void release_rows(mynd_answer *answer)
{
	if (answer->store != NULL) {
		mynd_store_free(answer->store);
		mynd_columns_release(answer->columns);
	}
}

/* What has run is not what the program gets. MYND_BAD: the link's error says why there can be no other reply either. */
static int make_way(mynd_call *call)
{
	if (!call->has_run) {
		return begin(call);
	}
	give_up_run(call);
	return mynd_link_is_open(call->link) ? MYND_OK : mynd_link_refuse(call->link, MYND_ERR_GONE_AWAY);
}

static int no_memory(mynd_link *link)
{
	link->affected_rows = (uint64_t) -1;
	return mynd_error_client(&link->error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
}

/* It has failed before it began. */
static int refuse_connect(mynd_call *call, const mynd_answer *answer)
{
	give_up_run(call);
	call->link->error = answer->error;
	call->link->remark[0] = '\0';
	return MYND_BAD;
}

int mynd_call_answer(mynd_call *call, mynd_answer *answer)
{
	if (call->kind == MYND_CALL_CONNECT) {
		return refuse_connect(call, answer);
	}
	if (make_way(call) != MYND_OK) {
		release_rows(answer);
		call->link->affected_rows = (uint64_t) -1;
		return MYND_BAD;
	}
	mynd_outcome *outcome = mynd_outcome_of_answer(answer);
	if (outcome == NULL) {
		return no_memory(call->link);
	}
	return call->async ? answer_async(call, outcome, NULL) : answer_now(call, outcome);
}

int mynd_call_answer_later(mynd_call *call, void *waiting)
{
	if (make_way(call) != MYND_OK) {
		call->link->affected_rows = (uint64_t) -1;
		return MYND_BAD;
	}
	return answer_async(call, NULL, waiting);
}

void mynd_call_await(mynd_call *call, void *waiting)
{
	mynd_pending *p = queued_by(call);
	if (p != NULL) {
		p->waiting = waiting;
	} else {
		mynd_links_of_thread()->intercepting->dropped(waiting);
	}
}

/* --- rows that wait --- */

/* Rows that turned out to be too many, none, or the server's error. */
static int cannot_be_had(mynd_link *link, mynd_store *store, const char *fault)
{
	mynd_columns *columns = link->columns;
	link->columns = NULL;
	link->field_count = 0;
	mynd_store_free(store);
	mynd_columns_release(columns);
	return fault == NULL ? MYND_BAD : mynd_link_malformed(link, MYND_NOT_A_ROW);
}

int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store)
{
	const char *fault = NULL;
	if (link->columns == NULL || link->more_results) {
		return MYND_MORE;
	}
	mynd_columns *waiting = link->columns;
	if (link->stored == NULL) {
		mynd_store *rows = mynd_store_new(waiting);
		mynd_columns_addref(waiting); /* while we wait somebody may give them up */
		int rc = mynd_result_read_rows(link, rows, waiting, &fault);
		bool given_up = link->columns != waiting;
		mynd_columns_release(waiting);
		if (given_up) {
			mynd_store_free(rows);
			link->unread = rc == MYND_OK ? MYND_UNREAD_NONE : link->unread;
			return MYND_MORE;
		}
		if (rc != MYND_OK) {
			return cannot_be_had(link, rows, fault);
		}
		mynd_store_finish(rows);
		link->stored = rows;
	}
	*columns = link->columns;
	*store = link->stored;
	return MYND_OK;
}

/* --- what is seen --- */

const mynd_connect *mynd_link_way(const mynd_link *link)
{
	return link->way == NULL ? NULL : &link->way->with;
}

const char *mynd_link_database(const mynd_link *link)
{
	const mynd_server *server = mynd_link_server(link);
	bool tracked = server != NULL && (server->negotiated & MYND_CAP_SESSION_TRACK) && !link->schema_unsure;
	return tracked ? server->schema : NULL;
}

uint32_t mynd_link_epoch(const mynd_link *link)
{
	return link->epoch;
}

uint64_t mynd_link_session_number(mynd_link *link)
{
	if (link->session_number == 0 || link->session_epoch != link->epoch || link->session_era != link->era) {
		link->session_number = ++mynd_links_of_thread()->sessions;
		link->session_epoch = link->epoch;
		link->session_era = link->era;
	}
	return link->session_number;
}

uint64_t mynd_call_session_number(const mynd_call *call)
{
	return mynd_link_session_number(call->slot != NULL ? *call->slot : call->link);
}

void mynd_link_each_init_command(
    const mynd_link *link, void (*each)(void *context, mynd_slice sql), void *context)
{
	for (const mynd_init_command *c = link->init_commands; c != NULL; c = c->next) {
		each(context, (mynd_slice){(const uint8_t *) c->sql, c->len});
	}
}
