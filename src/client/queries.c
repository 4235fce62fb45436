/* Texts and statements of a program, whether it waits for the reply or takes it later. */
#include "internal.h"

/* --- at once --- */

static zend_never_inline int make_way(mynd_link *link, mynd_slice sql, bool async)
{
	if (async) {
		mynd_statements_make_way(link, true);
	} else {
		mynd_statements_make_way_for(link, sql);
	}
	return mynd_link_begin(link, async) == MYND_OK ? MYND_OK : mynd_link_refused(link);
}

static int tidy_statements(mynd_link *link, mynd_slice sql, bool async)
{
	if (UNEXPECTED(link->prepared->unsent > 0) && make_way(link, sql, async) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cache_refresh(link);
	return MYND_OK;
}

/*
 * A text is about to be sent. What it may change makes kept statements useless: they are closed before it,
 * because nothing may be sent after a text whose reply is not read (proxies drop a client that sends early).
 */
static int note_text(mynd_link *link, mynd_slice sql, bool async)
{
	mynd_state_note_text(link, sql);
	return link->prepared == NULL ? MYND_OK : tidy_statements(link, sql, async);
}

/* Where commands were sent ahead: this one may have been the first of them. */
static zend_never_inline int run_text_ahead(mynd_link *link, mynd_slice sql)
{
	bool sent;
	if (mynd_ahead_begin_text(link, sql, &sent) != MYND_OK) {
		return mynd_link_refused(link);
	}
	if (sent) { /* its session has no statements yet */
		mynd_state_note_text(link, sql);
		return mynd_ahead_read(link);
	}
	return note_text(link, sql, false) == MYND_OK ? mynd_link_run_begun(link, sql) : MYND_BAD;
}

static zend_always_inline int run_text_once(mynd_link *link, mynd_slice sql)
{
	int rc = mynd_link_begin_or_ahead(link);
	if (UNEXPECTED(rc != MYND_OK)) {
		return rc == MYND_MORE ? run_text_ahead(link, sql) : mynd_link_refused(link);
	}
	return note_text(link, sql, false) == MYND_OK ? mynd_link_run_begun(link, sql) : MYND_BAD;
}

/* With mynd.reconnect. */
static zend_never_inline int run_text_surely(mynd_link *link, mynd_slice sql)
{
	if (mynd_survival_look(link, sql) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = run_text_once(link, sql);
	return rc != MYND_OK && mynd_survival_repeats(link, sql) ? run_text_once(link, sql) : rc;
}

static int run_text(mynd_link *link, mynd_slice sql)
{
	return EXPECTED(link->survival == NULL) ? run_text_once(link, sql) : run_text_surely(link, sql);
}

static int query(mynd_call *call)
{
	return run_text(call->link, call->sql);
}

static zend_never_inline int give_query(mynd_link *link, mynd_slice sql)
{
	return mynd_give(&(mynd_call){.kind = MYND_CALL_QUERY, .link = link, .sql = sql, .run = query});
}

int mynd_link_query(mynd_link *link, const char *sql, size_t len)
{
	mynd_slice text = mynd_text(sql, len);
	return mynd_nobody_intercepts() ? run_text(link, text) : give_query(link, text);
}

static int prepare(mynd_call *call)
{
	call->prepared = mynd_statement_prepare_now(call->link, (const char *) call->sql.ptr, call->sql.len);
	return call->prepared != NULL ? MYND_OK : MYND_BAD;
}

static int borrow(mynd_call *call)
{
	call->prepared = mynd_statement_borrow_now(call->link, (const char *) call->sql.ptr, call->sql.len);
	return call->prepared != NULL ? MYND_OK : MYND_BAD;
}

static mynd_statement *give_prepare(mynd_link *link, const char *sql, size_t len, int (*run)(mynd_call *call))
{
	mynd_call call = {.kind = MYND_CALL_PREPARE, .link = link, .sql = mynd_text(sql, len), .run = run};
	return mynd_give(&call) == MYND_OK ? call.prepared : NULL;
}

mynd_statement *mynd_statement_prepare(mynd_link *link, const char *sql, size_t len)
{
	return give_prepare(link, sql, len, prepare);
}

mynd_statement *mynd_statement_borrow(mynd_link *link, const char *sql, size_t len)
{
	return give_prepare(link, sql, len, borrow);
}

mynd_statement *mynd_statement_prepare_later(mynd_link *link, const char *sql, size_t len)
{
	return mynd_nobody_intercepts() ? mynd_statement_prepare_later_now(link, sql, len)
	                                : give_prepare(link, sql, len, prepare);
}

mynd_statement *mynd_statement_borrow_later(mynd_link *link, const char *sql, size_t len)
{
	return mynd_nobody_intercepts() ? mynd_statement_borrow_later_now(link, sql, len)
	                                : give_prepare(link, sql, len, borrow);
}

bool mynd_statement_may_stay_text(const mynd_link *link, const char *sql, size_t len)
{
	return mynd_nobody_intercepts() && mynd_statement_is_better_as_text(link, mynd_text(sql, len));
}

static mynd_slice text_of(const mynd_statement *s)
{
	return mynd_text(s->text, s->len);
}

static int execute(mynd_call *call)
{
	return mynd_statement_execute_now(call->statement, call->parameters, call->count, call->cursor);
}

static zend_never_inline int give_statement(
    mynd_statement *s, const mynd_parameter *parameters, uint32_t count, const mynd_cursor_setting *cursor)
{
	return mynd_give(&(mynd_call){.kind = MYND_CALL_EXECUTE,
	    .link = s->link,
	    .sql = text_of(s),
	    .parameters = parameters,
	    .count = count,
	    .statement = s,
	    .cursor = cursor,
	    .run = execute});
}

int mynd_statement_execute(
    mynd_statement *s, const mynd_parameter *parameters, uint32_t count, const mynd_cursor_setting *cursor)
{
	return mynd_nobody_intercepts() ? mynd_statement_execute_now(s, parameters, count, cursor)
	                                : give_statement(s, parameters, count, cursor);
}

static int execute_query(mynd_call *call)
{
	return mynd_link_execute_query_now(call->link, call->sql, call->parameters, call->count, call->needed);
}

int mynd_link_execute_query(mynd_link *link, const char *sql, size_t len, const mynd_parameter *parameters,
    uint32_t count, uint32_t *needed)
{
	*needed = count;
	return mynd_give(&(mynd_call){.kind = MYND_CALL_EXECUTE,
	    .link = link,
	    .sql = mynd_text(sql, len),
	    .parameters = parameters,
	    .count = count,
	    .needed = needed,
	    .run = execute_query});
}

/* --- later --- */

static int queue_text(mynd_call *call)
{
	mynd_link *link = call->link;
	if (mynd_link_begin(link, true) != MYND_OK) {
		return mynd_link_refused(link);
	}
	mynd_ahead_learn(link, NULL);
	mynd_survival_end(link->survival); /* of replies that are taken later not all is known */
	if (note_text(link, call->sql, true) != MYND_OK ||
	    mynd_link_queue_sql(link, call->sql, call->owner, call->use) != MYND_OK) {
		return MYND_BAD;
	}
	return call->only_queued ? MYND_OK : mynd_pending_send_last(link);
}

static int give_text(mynd_link *link, const void *owner, mynd_slice sql, bool use, bool only_queued)
{
	return mynd_give(&(mynd_call){.kind = MYND_CALL_QUERY,
	    .async = true,
	    .link = link,
	    .sql = sql,
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
	return mynd_statement_queue_now(
	    call->statement, call->owner, call->parameters, call->count, !call->only_queued);
}

static int give_execute(
    mynd_statement *s, const void *owner, const mynd_parameter *parameters, uint32_t count, bool only_queued)
{
	return mynd_give(&(mynd_call){.kind = MYND_CALL_EXECUTE,
	    .async = true,
	    .link = s->link,
	    .sql = text_of(s),
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

/* Only once: rows that were sent are no longer gathered. */
static int send_gathered(mynd_call *call)
{
	if (call->has_run) {
		return mynd_link_refuse(call->link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	return mynd_statement_send_gathered_now(call->statement, call->owner, call->bytes);
}

int mynd_statement_send_gathered(mynd_statement *s, const void *owner, size_t bytes)
{
	mynd_call call = {.kind = MYND_CALL_BULK_EXECUTE,
	    .async = true,
	    .link = s->link,
	    .sql = text_of(s),
	    .statement = s,
	    .owner = owner,
	    .bytes = bytes,
	    .run = send_gathered};
	int rc = mynd_give(&call);
	if (rc == MYND_OK && call.intercepted && !call.has_run) { /* an interceptor has answered */
		mynd_statement_drop_gathered(s, bytes);
	}
	return rc;
}
