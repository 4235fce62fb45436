/* Queries and statements of a program, whether it waits for the reply or takes it later. */
#include "internal.h"

#include "../command/prepared_before.h"
#include "../wire/sql.h"

/* --- at once --- */

static zend_never_inline int make_way(mynd_link *link, mynd_text_facts *text, bool async)
{
	if (async) {
		mynd_statements_make_way(link, MYND_BEFORE_CHANGE);
	} else {
		mynd_statements_make_way_for(link, text);
	}
	return mynd_link_begin(link, async) == MYND_OK ? MYND_OK : mynd_link_refused(link);
}

static int tidy_statements(mynd_link *link, mynd_text_facts *text, bool async)
{
	if (UNEXPECTED(link->prepared->deferred > 0) && make_way(link, text, async) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cache_refresh(link);
	return MYND_OK;
}

/*
 * Called before a query is sent. Cached statements that the query may make useless are closed before the
 * query is sent, because nothing may be sent after a query whose reply is not read (proxies drop a client
 * that sends early).
 */
static int note_text(mynd_link *link, mynd_text_facts *text, bool async)
{
	mynd_state_note_text(link, text, false);
	return link->prepared == NULL ? MYND_OK : tidy_statements(link, text, async);
}

/*
 * Runs a query on a link for which commands were sent ahead: if it is the first of them, it is not sent
 * again.
 */
static zend_never_inline int run_presend_text(mynd_link *link, mynd_text_facts *text)
{
	bool sent;
	if (mynd_presend_begin_text(link, text->sql, &sent) != MYND_OK) {
		return mynd_link_refused(link);
	}
	if (sent) { /* the session has no statements yet */
		mynd_state_note_text(link, text, true);
		return mynd_presend_read(link);
	}
	return note_text(link, text, false) == MYND_OK ? mynd_link_run_begun(link, text) : MYND_BAD;
}

/*
 * Returns the default database that the server has reported, or else the one with which the connection was
 * made. Returns NULL if it is not certain.
 */
static const char *default_schema(const mynd_link *link)
{
	const char *reported = mynd_session_server(link->channel.session)->schema;
	if (link->state.schema_unknown || (link->state.survives_reset & MYND_SQL_SCHEMA)) {
		return NULL;
	}
	return reported != NULL || !link->persistent ? reported : link->pooled->snapshot->database;
}

static bool is_free(const mynd_link *link)
{
	return mynd_link_is_idle(link) && !mynd_link_has_presends(link) && default_schema(link) != NULL;
}

static int select_schema(mynd_link *link, const char *name)
{
	mynd_command command = mynd_command_text(MYND_COM_INIT_DB, mynd_text(name, strlen(name)));
	uint64_t before = link->channel.counts.session.commands;
	int rc = mynd_link_run_aside(link, &command);
	if (link->channel.counts.session.commands != before) {
		mynd_replayable_count(link->replayable);
	}
	return rc;
}

/*
 * Selects the default database once more: if it no longer exists, the error is that of a connect. MariaDB
 * checks the character set only if another database was selected before (tried).
 */
static int select_again(mynd_link *link)
{
	char name[256]; /* a copy, because each report of the server frees the old name */
	snprintf(name, sizeof name, "%s", default_schema(link));
	int rc = select_schema(link, name);
	if (rc == MYND_OK && mynd_session_server(link->channel.session)->mariadb) {
		rc = select_schema(link, "information_schema") == MYND_OK ? select_schema(link, name) : MYND_BAD;
	}
	mynd_state_doubt_schema(link, rc != MYND_OK);
	return rc;
}

/*
 * Makes FOUND_ROWS() not return the number of the connection's previous user, if that was not checked after
 * the reset.
 */
static void doubt_found_rows(mynd_link *link, mynd_text_facts *text)
{
	mynd_state_doubt_found_rows(link, mynd_reset_check_doubts_found_rows(link));
	if (link->state.found_doubted && mynd_text_ask(text, MYND_TEXT_ASKS_FOUND_ROWS) &&
	    mynd_link_is_idle(link)) {
		mynd_reset_check_set_found_rows(link);
	}
	mynd_traces_note_selects(link, mynd_text_ask(text, MYND_TEXT_SELECTS) != 0);
}

static zend_never_inline int look_at_doubts(mynd_link *link, mynd_text_facts *text)
{
	if (link->state.found_doubted) {
		doubt_found_rows(link, text);
	}
	bool asks = link->state.schema_doubted && mynd_text_ask(text, MYND_TEXT_OF_SCHEMA);
	return asks && is_free(link) ? select_again(link) : MYND_OK;
}

/*
 * Called before a query or a prepare: if the connection had another user before, checks the default database
 * and FOUND_ROWS() where the query depends on them.
 */
static zend_always_inline int doubt(mynd_link *link, mynd_text_facts *text)
{
	return UNEXPECTED(link->state.schema_doubted | link->state.found_doubted) ? look_at_doubts(link, text)
	                                                                          : MYND_OK;
}

/*
 * Called when the connection has refused a query: a ROLLBACK whose time is over gets a little more. Without
 * it the program could not leave the transaction.
 */
static zend_never_inline int look_at_refusal(mynd_link *link, mynd_text_facts *text)
{
	mynd_error ignored;
	mynd_channel *channel = &link->channel;
	if (mynd_channel_look_for_time(channel, &ignored) || !mynd_sql_rolls_back(text->sql)) {
		return mynd_link_refused(link);
	}
	mynd_channel_extend(channel);
	int rc = mynd_link_begin(link, false) == MYND_OK ? note_text(link, text, false) : mynd_link_refused(link);
	rc = rc == MYND_OK ? mynd_link_run_begun(link, text) : rc;
	mynd_channel_end_extension(channel);
	return rc;
}

static zend_always_inline int run_text(mynd_link *link, mynd_text_facts *text)
{
	if (doubt(link, text) != MYND_OK) {
		return mynd_link_refused(link);
	}
	int rc = mynd_link_begin_or_presend(link);
	if (UNEXPECTED(rc != MYND_OK)) {
		return rc == MYND_MORE ? run_presend_text(link, text) : look_at_refusal(link, text);
	}
	rc = note_text(link, text, false) == MYND_OK ? mynd_link_run_begun(link, text) : MYND_BAD;
	if (UNEXPECTED(link->state.defines)) {
		mynd_prepared_before_defined(link);
	}
	return rc;
}

static int query(mynd_call *call)
{
	return run_text(call->link, call->facts);
}

static zend_never_inline int give_query(mynd_link *link, mynd_text_facts *text, bool stores)
{
	return mynd_give(
	    &(mynd_call){.kind = MYND_CALL_QUERY, .stores = stores, .link = link, .facts = text, .run = query});
}

int mynd_link_query(mynd_link *link, const char *sql, size_t len, bool stores)
{
	mynd_text_tables tables;
	mynd_text_facts text = {.sql = mynd_text(sql, len), .tables = &tables};
	return mynd_goes_straight(link) ? run_text(link, &text) : give_query(link, &text, stores);
}

/* Sends the question as a query of the program's, which interceptors see. Returns 0 on error. */
static size_t ask_longest_command(mynd_link *link)
{
	static const char sql[] = "SELECT @@max_allowed_packet";
	if (mynd_link_query(link, sql, sizeof sql - 1, true) != MYND_OK) {
		return 0;
	}
	mynd_result *result = mynd_link_has_result(link) ? mynd_link_store(link) : NULL;
	zend_long bytes = 0;
	zval value;
	if (result != NULL && mynd_result_fetch_column(result, 0, &value) == MYND_OK) {
		bytes = zval_get_long(&value);
		zval_ptr_dtor(&value);
	}
	if (result != NULL) {
		mynd_result_free(result, false);
	}
	if (bytes <= 0) {
		mynd_channel_refuse(&link->channel, MYND_ERR_UNKNOWN);
		return 0;
	}
	return (size_t) bytes;
}

size_t mynd_link_find_longest_command(mynd_link *link)
{
	size_t longest = mynd_link_longest_command(link);
	if (longest == 0 && mynd_link_begin_turn(link) == MYND_OK) {
		longest = ask_longest_command(link);
		mynd_link_set_longest_command(link, longest);
		mynd_link_end_turn(link);
	}
	return longest;
}

/*
 * Prepares a statement. With interceptors the prepare is not deferred, because they are called when a
 * statement is prepared.
 */
static int prepare(mynd_call *call)
{
	unsigned how = mynd_nobody_intercepts() ? call->number : call->number & ~(unsigned) MYND_PREPARE_LATE;
	call->prepared = mynd_statement_prepare_now(call->link, call->facts, how);
	return call->prepared != NULL ? MYND_OK : MYND_BAD;
}

static zend_never_inline mynd_statement *give_prepare(mynd_link *link, mynd_text_facts *text, unsigned how)
{
	mynd_call call = {.kind = MYND_CALL_PREPARE, .link = link, .facts = text, .number = how, .run = prepare};
	return mynd_give(&call) == MYND_OK ? call.prepared : NULL;
}

static mynd_statement *prepare_as(mynd_link *link, mynd_slice sql, unsigned how)
{
	mynd_text_facts text = mynd_text_facts_of(sql);
	mynd_link_probe_in_use(link);
	if (doubt(link, &text) != MYND_OK) {
		mynd_link_refused(link);
		return NULL;
	}
	return mynd_goes_straight(link) ? mynd_statement_prepare_now(link, &text, how)
	                                : give_prepare(link, &text, how);
}

mynd_statement *mynd_statement_prepare(mynd_link *link, const char *sql, size_t len)
{
	return prepare_as(link, mynd_text(sql, len), 0);
}

mynd_statement *mynd_statement_borrow(mynd_link *link, const char *sql, size_t len)
{
	return prepare_as(link, mynd_text(sql, len), MYND_PREPARE_LENT);
}

mynd_statement *mynd_statement_prepare_deferred(mynd_link *link, const char *sql, size_t len)
{
	return prepare_as(link, mynd_text(sql, len), MYND_PREPARE_LATE);
}

mynd_statement *mynd_statement_borrow_deferred(mynd_link *link, const char *sql, size_t len, bool runs)
{
	unsigned how = MYND_PREPARE_LENT | MYND_PREPARE_LATE | (runs ? MYND_PREPARE_RUNS : 0);
	return prepare_as(link, mynd_text(sql, len), how);
}

bool mynd_statement_may_stay_text(const mynd_link *link, const char *sql, size_t len)
{
	return mynd_nobody_intercepts() && mynd_statement_is_better_as_text(link, mynd_text(sql, len));
}

static int send_prepare(mynd_call *call)
{
	return mynd_statement_send_prepare_now(call->statement);
}

/*
 * Sends a deferred prepare without interceptors: for the program the statement is prepared already. The
 * deferred prepare is no command of the program's, so an error that the program may still ask for is
 * restored.
 */
int mynd_statement_send_prepare(mynd_statement *s)
{
	if (!mynd_statement_is_deferred(s)) {
		return MYND_OK;
	}
	mynd_link *link = s->link;
	if (mynd_link_begin_turn(link) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_diagnostics_area aside;
	mynd_diagnostics_set_aside(link, &aside);
	int rc = mynd_gate_run(&(mynd_call){
	    .kind = MYND_CALL_PREPARE, .link = link, .facts = &s->facts, .statement = s, .run = send_prepare});
	if (link->channel.error.code == 0) {
		mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_ERROR);
	}
	mynd_link_end_turn(link);
	return rc;
}

void mynd_link_send_prepare(mynd_link *link)
{
	mynd_statement *s = mynd_statement_deferred_last(link);
	bool others = link->turns != NULL && mynd_turns_view(link) != NULL; /* the view is another fiber's */
	if (s != NULL && mynd_link_is_idle(link) && !others) {
		mynd_statement_addref(s);
		mynd_statement_send_prepare(s);
		mynd_statement_close(s, false);
	}
}

static int execute(mynd_call *call)
{
	return mynd_statement_execute_now(call->statement, call->parameters, call->count, call->cursor);
}

static zend_never_inline int give_statement(mynd_statement *s, const mynd_parameter *parameters,
    uint32_t count, const mynd_cursor_setting *cursor, bool stores)
{
	return mynd_give(&(mynd_call){.kind = MYND_CALL_EXECUTE,
	    .stores = stores,
	    .link = s->link,
	    .facts = &s->facts,
	    .parameters = parameters,
	    .count = count,
	    .statement = s,
	    .cursor = cursor,
	    .run = execute});
}

int mynd_statement_execute(mynd_statement *s, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor, bool stores)
{
	return mynd_goes_straight(s->link) ? mynd_statement_execute_now(s, parameters, count, cursor)
	                                   : give_statement(s, parameters, count, cursor, stores);
}

static int execute_query(mynd_call *call)
{
	return mynd_link_execute_query_now(call->link, call->facts, call->parameters, call->count, call->needed);
}

int mynd_link_execute_query(mynd_link *link, const char *sql, size_t len, const mynd_parameter *parameters,
    uint32_t count, uint32_t *needed)
{
	mynd_text_facts text = mynd_text_facts_of(mynd_text(sql, len));
	*needed = count;
	mynd_link_probe_in_use(link);
	if (doubt(link, &text) != MYND_OK) {
		return mynd_link_refused(link);
	}
	return mynd_give(&(mynd_call){.kind = MYND_CALL_EXECUTE,
	    .stores = true,
	    .link = link,
	    .facts = &text,
	    .parameters = parameters,
	    .count = count,
	    .needed = needed,
	    .run = execute_query});
}

/* --- later --- */

static int queue_text(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_link_write_several(link);
	if (doubt(link, call->facts) != MYND_OK) {
		return mynd_link_refused(link);
	}
	if (mynd_link_begin(link, true) != MYND_OK) {
		return mynd_link_refused(link);
	}
	mynd_presend_learn(link, NULL);
	mynd_replayable_end(link->replayable); /* the effects of asynchronous queries are not all known */
	if (note_text(link, call->facts, true) != MYND_OK ||
	    mynd_link_queue_sql(link, mynd_call_sql(call), call->owner, call->use) != MYND_OK) {
		return MYND_BAD;
	}
	return call->only_queued ? MYND_OK : mynd_pending_send_last(link);
}

static int give_text(mynd_link *link, const void *owner, mynd_slice sql, bool use, bool only_queued)
{
	mynd_text_facts text = mynd_text_facts_of(sql);
	return mynd_give(&(mynd_call){.kind = MYND_CALL_QUERY,
	    .async = true,
	    .link = link,
	    .facts = &text,
	    .owner = owner,
	    .use = use,
	    .only_queued = only_queued,
	    .run = queue_text});
}

int mynd_link_query_async(mynd_link *link, const char *sql, size_t len, bool use)
{
	return give_text(link, NULL, mynd_text(sql, len), use, false);
}

int mynd_link_text_async(mynd_link *link, const void *owner, const char *sql, size_t len)
{
	return give_text(link, owner, mynd_text(sql, len), false, false);
}

int mynd_link_queue_text(mynd_link *link, const void *owner, const char *sql, size_t len)
{
	return give_text(link, owner, mynd_text(sql, len), false, true);
}

static int queue_execute(mynd_call *call)
{
	mynd_link_write_several(call->link);
	return mynd_statement_queue_now(
	    call->statement, call->owner, call->parameters, call->count, !call->only_queued);
}

static int give_execute(
    mynd_statement *s, const void *owner, const mynd_parameter *parameters, uint32_t count, bool only_queued)
{
	return mynd_give(&(mynd_call){.kind = MYND_CALL_EXECUTE,
	    .async = true,
	    .link = s->link,
	    .facts = &s->facts,
	    .parameters = parameters,
	    .count = count,
	    .statement = s,
	    .owner = owner,
	    .only_queued = only_queued,
	    .run = queue_execute});
}

int mynd_statement_queue(
    mynd_statement *s, const void *owner, const mynd_parameter *parameters, uint32_t count)
{
	return give_execute(s, owner, parameters, count, true);
}

int mynd_statement_execute_async(mynd_statement *s, const mynd_parameter *parameters, uint32_t count)
{
	return give_execute(s, s, parameters, count, false);
}

/* Sends gathered rows. Refuses a second run, because rows that were sent are no longer gathered. */
static int send_gathered(mynd_call *call)
{
	if (call->has_run) {
		return mynd_link_refuse(call->link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	mynd_link_write_several(call->link);
	return mynd_statement_send_gathered_now(call->statement, call->owner, call->bytes);
}

int mynd_statement_send_gathered(mynd_statement *s, const void *owner, uint32_t rows, size_t bytes)
{
	mynd_call call = {.kind = MYND_CALL_BULK_EXECUTE,
	    .async = true,
	    .link = s->link,
	    .facts = &s->facts,
	    .statement = s,
	    .owner = owner,
	    .rows = rows,
	    .bytes = bytes,
	    .run = send_gathered};
	int rc = mynd_give(&call);
	if (rc == MYND_OK && call.intercepted && !call.has_run) { /* an interceptor has answered */
		mynd_statement_drop_gathered(s, bytes);
	}
	return rc;
}
