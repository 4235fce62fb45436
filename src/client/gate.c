/*
 * The gate: the only place where a command of a program waits for its turn (mynd.fiber_turns), is passed to
 * the interceptors, and is sent again on a new connection if its own was lost (mynd.reconnect). Only here is
 * the spare connection opened ahead of a command (mynd.kill_abandoned), and are the replies of links that
 * were set aside (../link/finish.c) read before it.
 *
 * Always true: while code of an interceptor runs, a call on the link is under way, as during a wait, and
 * `intercepted` is set. Interceptors are not informed that a link has reconnected.
 * Not here: the list of interceptors (src/hooks); whether a session survives (../command/replayable.c).
 */
#include "internal.h"

#include "../link/finish.h"
#include "../link/spare.h"
#include "../net/wait.h"

ZEND_TLS const mynd_intercepting *intercepting;    /* called for commands; NULL: none */
ZEND_TLS int (*before_connect)(mynd_error *error); /* NULL: nothing to call */

void mynd_links_intercept(const mynd_intercepting *by)
{
	for (mynd_link *link = mynd_links_first(); by == NULL && link != NULL; link = link->next) {
		mynd_queue_drop_waiting(link);
	}
	intercepting = by;
}

void mynd_links_before_connect(int (*act)(mynd_error *error))
{
	before_connect = act;
}

bool mynd_links_are_intercepted(void)
{
	return mynd_interceptors() != NULL;
}

const mynd_intercepting *mynd_interceptors(void)
{
	return MYND_HAS_HOOKS ? intercepting : NULL;
}

/*
 * Returns false for commands that will be refused, and for all commands while no code of the program can run.
 */
static bool is_intercepted(const mynd_call *call)
{
	const mynd_link *link = call->link;
	return !link->channel.in_call && !mynd_queue_is_storing(link) && EG(exception) == NULL &&
	       !CG(unclean_shutdown) && (call->statement == NULL || mynd_statement_is_alive(call->statement));
}

static zend_never_inline int intercept(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_statement *statement = call->statement;
	call->intercepted = true;
	mynd_link_addref(link);
	if (statement != NULL) {
		mynd_statement_addref(statement);
	}
	int rc = intercepting->around(call);
	if (statement != NULL) {
		mynd_statement_close(statement, false);
	}
	mynd_link_release(link);
	return rc;
}

bool mynd_nobody_intercepts(void)
{
	return EXPECTED(mynd_interceptors() == NULL);
}

/* --- sessions without state survive --- */

/*
 * Returns true if the link may reconnect for the command, because its effects on the session are known: they
 * are not known for other kinds of commands, nor if the reply is taken later.
 */
static bool may_reconnect(const mynd_call *call)
{
	bool leaves_little = call->kind == MYND_CALL_QUERY || call->kind == MYND_CALL_PREPARE ||
	                     call->kind == MYND_CALL_EXECUTE || call->kind == MYND_CALL_PING;
	return leaves_little && !call->async &&
	       (call->statement == NULL || mynd_statement_is_alive(call->statement));
}

static zend_never_inline int run_surely(mynd_call *call)
{
	mynd_link *link = call->link;
	if (mynd_replayable_look(link, call->facts) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = call->run(call);
	return rc != MYND_OK && mynd_replayable_repeats(link, call->facts) ? call->run(call) : rc;
}

static int run(mynd_call *call)
{
	return mynd_link_reconnects(call->link) && may_reconnect(call) ? run_surely(call) : call->run(call);
}

/*
 * Runs the command on a link with mynd.kill_abandoned, and opens the spare connection ahead if asynchronous
 * work begins or goes on. A command whose reply is taken later is sent before that, so that the server works
 * on it meanwhile.
 */
static zend_never_inline int run_with_spare(mynd_call *call)
{
	mynd_link *link = call->link;
	int rc = MYND_OK;
	mynd_link_addref(link);
	if (!call->async && (!mynd_wait_blocks() || mynd_spares_are_due())) {
		rc = mynd_spares_look(link);
	}
	rc = rc == MYND_OK ? run(call) : rc;
	if (call->async) {
		mynd_spares_look(link);
	}
	mynd_link_release(link);
	return rc;
}

/*
 * Runs the command. Replies of links that were set aside are read before it, because locks of their sessions
 * may block the command.
 */
int mynd_gate_run(mynd_call *call)
{
	if (UNEXPECTED(mynd_links_have_aside())) {
		mynd_links_go_on_aside();
	}
	return UNEXPECTED(mynd_spares_are_wanted(call->link)) ? run_with_spare(call) : run(call);
}

bool mynd_goes_straight(const mynd_link *link)
{
	return mynd_nobody_intercepts() && EXPECTED(link->turns == NULL) && !mynd_link_reconnects(link) &&
	       EXPECTED(!mynd_spares_are_wanted(link)) && EXPECTED(!mynd_links_have_aside());
}

/* --- the gate --- */

static int give(mynd_call *call)
{
	return mynd_interceptors() != NULL && is_intercepted(call) ? intercept(call) : mynd_gate_run(call);
}

/* Runs the command in its turn. Code of other fibers may run before that. */
static zend_never_inline int give_in_turn(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_statement *statement = call->statement;
	mynd_link_addref(link);
	if (statement != NULL) {
		mynd_statement_addref(statement);
	}
	int rc = mynd_turns_take(link);
	if (rc == MYND_OK) {
		rc = give(call);
		mynd_link_end_turn(link);
	}
	if (statement != NULL) {
		mynd_statement_close(statement, false);
	}
	mynd_link_release(link);
	return rc;
}

/* A connect waits for no turn: it is no command, and closes the connection that other fibers use. */
int mynd_give(mynd_call *call)
{
	bool in_turn = UNEXPECTED(call->link->turns != NULL) && call->kind != MYND_CALL_CONNECT;
	return in_turn ? give_in_turn(call) : give(call);
}

int mynd_prepare_connect(mynd_link *link)
{
	if (EXPECTED(before_connect == NULL) || link->channel.in_call) {
		return MYND_OK;
	}
	mynd_error error;
	mynd_link_addref(link);
	mynd_channel_enter_program(&link->channel);
	int rc = before_connect(&error);
	mynd_channel_leave(&link->channel);
	if (mynd_channel_check_closed(&link->channel) != MYND_OK) {
		rc = MYND_BAD;
	} else if (rc != MYND_OK) {
		link->channel.error = error;
	}
	mynd_link_release(link);
	return rc;
}

/* --- code of the program --- */

void mynd_call_enter_program(mynd_link *link)
{
	mynd_channel_enter_interceptor(&link->channel, EG(active_fiber));
}

void mynd_call_leave_program(mynd_link *link)
{
	mynd_channel_leave_interceptor(&link->channel);
}

bool mynd_call_is_in_program(const mynd_link *link)
{
	return link->channel.intercepted && link->channel.intercepted_in == EG(active_fiber);
}

int mynd_link_closed_meanwhile(mynd_link *link)
{
	return mynd_channel_check_closed(&link->channel);
}

int mynd_intercept_thrown(mynd_link *link)
{
	mynd_link_forget_rows(link);
	return mynd_error_set(&link->channel.error, MYND_CAUSE_REFUSED, MYND_ERR_UNKNOWN, NULL,
	    "Unknown MySQL error: an interceptor has thrown an exception");
}

/* --- replies that interceptors wait for --- */

static int resolve(mynd_link *link, void *waiting, int rc)
{
	uint64_t command = mynd_link_command(link);
	mynd_link_addref(link);
	rc = intercepting->resolved(waiting, link, rc);
	if (mynd_channel_check_closed(&link->channel) != MYND_OK) {
		rc = MYND_BAD;
	} else if (EG(exception)) {
		if (mynd_link_command(link) == command) {
			mynd_link_give_up_reply(link);
		}
		rc = mynd_intercept_thrown(link);
	}
	mynd_link_release(link);
	return rc;
}

/* Calls the interceptor's code that makes the answer now. */
static int make_answer(mynd_link *link, void *waiting)
{
	mynd_answer answer = {0};
	mynd_call_enter_program(link);
	int rc = intercepting->answer(waiting, &answer);
	mynd_call_leave_program(link);
	if (rc != MYND_OK) {
		return mynd_intercept_thrown(link);
	}
	mynd_outcome *outcome = mynd_outcome_of_answer(&answer);
	return outcome == NULL ? mynd_pending_no_memory(link) : mynd_outcome_load(link, outcome);
}

static int reap(mynd_link *link, const void *owner, bool *use)
{
	void *waiting;
	bool late;
	int rc = mynd_queue_reap(link, owner, use, &waiting, &late);
	if (EXPECTED(waiting == NULL)) {
		return rc;
	}
	if (mynd_interceptors() == NULL) {
		return late ? mynd_link_lose_reply(link) : rc;
	}
	if (late) {
		rc = make_answer(link, waiting);
	} else if (rc == MYND_OK && !*use) {
		rc = mynd_link_store_waiting(link);
	}
	return resolve(link, waiting, rc);
}

int mynd_link_reap(mynd_link *link, const void *owner, bool *use)
{
	int rc = reap(link, owner, use);
	mynd_link_look_for_turn(link);
	return rc;
}

int mynd_statement_reap(mynd_statement *s)
{
	bool use;
	if (!mynd_statement_is_alive(s)) {
		return MYND_BAD;
	}
	int rc = mynd_link_reap(s->link, s, &use);
	return rc == MYND_MORE ? rc : mynd_statement_reaped(s, rc);
}
