/*
 * What interceptors do with an intercepted command (mynd_call): run it, or answer it themselves. This file
 * runs the command, or makes the answer the link's reply.
 *
 * Always true: `run` is called while no call on the link is under way. An answer becomes the link's reply in
 * the same way as a reply that was read before the program asked for it (../command/outcome.c).
 * Not here: the list of interceptors (src/hooks).
 */
#include "internal.h"

/* --- what a run produced --- */

static mynd_pending *queued_by(const mynd_call *call)
{
	return mynd_pending_numbered(call->link, call->command);
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
	} else if (call->has_run && mynd_link_command(call->link) == call->command) {
		mynd_link_give_up_reply(call->link);
	}
}

int mynd_call_run(mynd_call *call)
{
	give_up_run(call);
	int rc = mynd_gate_run(call);
	call->has_run = true;
	if (call->async) {
		call->command = rc == MYND_OK ? mynd_queue_last_number(call->link) : 0;
	} else {
		call->command = mynd_link_command(call->link);
	}
	return rc == MYND_OK && call->stores ? mynd_link_store_waiting(call->link) : rc;
}

int mynd_call_give_up(mynd_call *call)
{
	give_up_run(call);
	if (!call->has_run) {
		mynd_reply_note_not_run(call->link);
	}
	return mynd_intercept_thrown(call->link);
}

/* --- answers --- */

/* Prepares the link as for a command, although none will be sent. */
static int begin(mynd_call *call)
{
	mynd_statement *s = call->statement;
	if (s == NULL) {
		return mynd_link_begin(call->link, call->async);
	}
	/* the long data that was sent belongs to this execute only */
	if (s->long_data && mynd_statement_reset(s) != MYND_OK) {
		return MYND_BAD;
	}
	return mynd_statement_begin(s, "mysqld_stmt_execute", call->async);
}

static int answer_now(mynd_call *call, mynd_outcome *outcome)
{
	mynd_link *link = call->link;
	mynd_outcome_of of = call->kind == MYND_CALL_QUERY          ? MYND_OUTCOME_OF_TEXT
	                     : call->kind == MYND_CALL_EXECUTE      ? MYND_OUTCOME_OF_EXECUTE
	                     : call->kind <= MYND_CALL_BULK_EXECUTE ? MYND_OUTCOME_OF_STATEMENT
	                                                            : MYND_OUTCOME_OF_OTHER;
	mynd_error_clear(&link->channel.error);
	int rc = mynd_outcome_answer(link, outcome, of);
	if (rc == MYND_OK && call->statement != NULL) {
		mynd_statement_answered(call->statement);
	}
	return rc;
}

/*
 * Calls the interceptors' `dropped`. After a request has ended there are no interceptors, and the memory of
 * `waiting` is freed already.
 */
static void drop_waiting(void *waiting)
{
	const mynd_intercepting *by = mynd_interceptors();
	if (by != NULL) {
		by->dropped(waiting);
	}
}

static void wait_for(mynd_pending *p, void *waiting)
{
	mynd_pending_tell(p, waiting, drop_waiting);
}

/*
 * Queues an entry for the call, without sending a command: its reply exists already, or is made later
 * (`outcome` NULL).
 */
static int answer_async(mynd_call *call, mynd_outcome *outcome, void *waiting)
{
	mynd_pending *p = mynd_pending_new(call->link, call->owner, mynd_call_sql(call));
	if (p == NULL) {
		mynd_outcomes_free(outcome);
		return MYND_BAD;
	}
	mynd_pending_give(p, outcome, call->use);
	wait_for(p, waiting);
	if (call->statement != NULL) {
		mynd_statement_hold_pending(call->statement, p);
	}
	mynd_pending_answered(call->link, p);
	call->command = p->number;
	return MYND_OK;
}

/*
 * Discards what a run of the command has produced, because the program gets another reply. Returns MYND_BAD
 * if there can be no other reply; the link's error says why.
 */
static int make_way(mynd_call *call)
{
	if (!call->has_run) {
		return begin(call);
	}
	give_up_run(call);
	return mynd_link_is_open(call->link) ? MYND_OK
	                                     : mynd_channel_refuse(&call->link->channel, MYND_ERR_GONE_AWAY);
}

/* Makes a connect fail with the answer's error, and discards the connection if `run` has opened one. */
static int refuse_connect(mynd_call *call, const mynd_answer *answer)
{
	give_up_run(call);
	call->link->channel.error = answer->error;
	mynd_link_clear_connect_warning(call->link);
	return MYND_BAD;
}

int mynd_call_answer(mynd_call *call, mynd_answer *answer)
{
	if (call->kind == MYND_CALL_CONNECT) {
		return refuse_connect(call, answer);
	}
	if (make_way(call) != MYND_OK) {
		mynd_answer_drop(answer);
		mynd_link_forget_rows(call->link);
		return MYND_BAD;
	}
	mynd_outcome *outcome = mynd_outcome_of_answer(answer);
	if (outcome == NULL) {
		return mynd_pending_no_memory(call->link);
	}
	return call->async ? answer_async(call, outcome, NULL) : answer_now(call, outcome);
}

int mynd_call_answer_later(mynd_call *call, void *waiting)
{
	if (make_way(call) != MYND_OK) {
		mynd_link_forget_rows(call->link);
		return MYND_BAD;
	}
	return answer_async(call, NULL, waiting);
}

int mynd_call_announce_columns(mynd_call *call, uint32_t count, mynd_slice definitions)
{
	return mynd_channel_prepare_columns(&call->link->channel, count, definitions);
}

void mynd_call_await(mynd_call *call, void *waiting)
{
	mynd_pending *p = queued_by(call);
	if (p != NULL) {
		wait_for(p, waiting);
	} else {
		mynd_interceptors()->dropped(waiting);
	}
}
