/*
 * Decides whether a session has state of the program's. Sessions without state survive (mynd.reconnect): a
 * command that finds its connection lost, and provably has not run, is sent on a new connection. And a pool
 * hands them on without a reset.
 *
 * Two sources must agree that the session has no state. The first is the queries: every command since the
 * session began was of a form that is known to leave nothing (src/wire/text_parts.c). Each place that sends
 * such a command counts it here, and the session's own count of commands must be the same; so a command that
 * no place counts makes the numbers differ, and the session has state. The second is the server: it has
 * reported no change by session tracking, and has sent no error after which it may omit such a report. In
 * addition, no transaction may be open, and autocommit must be on.
 *
 * Always true: a command is repeated once at most, and only if the server cannot have run it: its last byte
 * was not passed to the kernel, or the server had closed the connection, which was idle for too long (4031),
 * before it read the command, or it has refused a single statement because it takes no writes any more, and
 * there is another primary (a cluster by its name). If anything is uncertain, the program gets the same error
 * as without mynd.reconnect.
 * Not here: the callers (src/client/gate.c, src/pool/hand_on.c); how the link connects again
 * (src/link/reconnect.c); how statements are prepared again (src/statement/).
 */
#include "internal.h"

#include "../wire/sql.h"

void mynd_replayable_start(mynd_link *link)
{
	mynd_replayable *replayable = link->replayable;
	replayable->commands = link->channel.counts.session.commands;
	replayable->changes = mynd_session_server(link->channel.session)->changes;
	replayable->errors = mynd_session_server(link->channel.session)->errors;
	replayable->has_state = replayable->has_more = replayable->has_inserted = false;
	replayable->insert_id = 0;
}

/* --- whether the session has state --- */

static unsigned use_of(const mynd_link *link, mynd_text_facts *text)
{
	if (text == NULL) {
		return 0;
	}
	const mynd_server *server = mynd_session_server(link->channel.session);
	bool wide = mynd_charset_rules(link->charset)->lead != NULL;
	return mynd_text_session_use(text, (server->status & MYND_STATUS_NO_BACKSLASH_ESCAPES) != 0, wide);
}

void mynd_replayable_note(mynd_link *link, mynd_text_facts *text, bool presend)
{
	mynd_replayable *replayable = link->replayable;
	if (!replayable->has_more && (use_of(link, text) & MYND_SQL_LEAVES) != 0) {
		replayable->has_state = true;
		replayable->has_more = !mynd_sql_sets_constants(text->sql);
	}
	replayable->has_inserted = replayable->has_inserted || mynd_sql_may_insert(text->sql);
	replayable->commands += !presend;
}

static bool has_state(const mynd_link *link)
{
	const mynd_replayable *replayable = link->replayable;
	const mynd_server *server = mynd_session_server(link->channel.session);
	return replayable->has_state || replayable->commands != link->channel.counts.session.commands ||
	       replayable->changes != server->changes || server->may_hide_changes ||
	       mynd_server_has_transaction(server);
}

bool mynd_replayable_is_as_new(const mynd_link *link)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	return link->replayable != NULL && !has_state(link) && link->replayable->errors == server->errors &&
	       !server->may_have_warnings;
}

void mynd_replayable_accept(mynd_link *link)
{
	mynd_replayable *replayable = link->replayable;
	const mynd_server *server = mynd_session_server(link->channel.session);
	if (replayable->reconnect == NULL && !replayable->has_more &&
	    replayable->commands == link->channel.counts.session.commands) {
		replayable->has_state = false;
		replayable->changes = server->changes;
		replayable->errors = server->errors;
	}
}

/* --- a new connection --- */

/*
 * Connects again. Does not change the diagnostics: their info is set aside, so that the new login does not
 * overwrite it.
 */
static int reconnect(mynd_link *link, bool elsewhere)
{
	mynd_replayable *replayable = link->replayable;
	uint64_t last_id = replayable->insert_id;
	mynd_diagnostics_area aside;
	mynd_diagnostics_set_aside(link, &aside);
	replayable->info = link->diagnostics.info;
	link->diagnostics.info = (mynd_info){NULL, 0, 0};
	mynd_link_addref(link);
	int rc = replayable->reconnect(link, last_id, elsewhere);
	mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_COUNTS);
	link->reply.may_have_run = false;
	if (link->replayable != NULL) {
		mynd_diagnostics_free(&link->diagnostics);
		link->diagnostics.info = replayable->info;
		replayable->info = (mynd_info){NULL, 0, 0};
	}
	if (rc != MYND_OK) {
		mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_ERROR);
	} else {
		mynd_replayable_start(link);
		replayable->insert_id = last_id;
		replayable->has_inserted = last_id != 0;
		replayable->reconnected = true;
		link->channel.counts.reconnects++;
		mynd_error_clear(&link->channel.error);
	}
	mynd_link_release(link);
	return rc;
}

/*
 * Returns true if the command may be repeated. A connection that the program has closed in the middle of a
 * call does not count as lost.
 */
static bool would_repeat(const mynd_link *link, mynd_text_facts *text)
{
	return !link->channel.close_wanted && !link->replayable->reconnected && !has_state(link) &&
	       use_of(link, text) == 0 && link->queue.first == NULL && !mynd_link_has_presends(link) &&
	       EG(exception) == NULL;
}

/* --- before a command --- */

static bool is_at_rest(const mynd_link *link)
{
	return !link->channel.in_call && link->queue.absorbing == NULL && link->queue.first == NULL &&
	       link->reply.columns == NULL && link->reply.active == NULL && !link->reply.more_results &&
	       !link->reply.broken && mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE;
}

/*
 * Reports the loss. For a query that begins a transaction the error is 2006: frameworks connect again if a
 * transaction cannot begin, and all of them know this number.
 */
static int report_loss(mynd_link *link, mynd_text_facts *text)
{
	mynd_link_clear_reply(link);
	mynd_link_forget_rows(link);
	link->reply.may_have_run = false;
	if (text != NULL && mynd_text_ask(text, MYND_TEXT_BEGINS)) {
		mynd_error_client(&link->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	}
	return MYND_BAD;
}

int mynd_replayable_look(mynd_link *link, mynd_text_facts *text)
{
	mynd_replayable *replayable = link->replayable;
	replayable->reconnected = false;
	replayable->was_open = mynd_link_is_open(link);
	replayable->may_move = false;
	if (!replayable->was_open || !is_at_rest(link) || !mynd_channel_look_for_loss(&link->channel)) {
		replayable->may_move = link->role.node != NULL && replayable->was_open && would_repeat(link, text);
		return MYND_OK;
	}
	replayable->was_open = false;
	return would_repeat(link, text) && reconnect(link, false) == MYND_OK ? MYND_OK : report_loss(link, text);
}

/* --- after it --- */

/*
 * Returns true if the link was lost before the command ran. A link that was lost because a time limit has
 * passed does not count: the program gets that error.
 */
static bool is_lost_unrun(const mynd_link *link)
{
	return link->channel.session != NULL && mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD &&
	       !link->reply.may_have_run && link->channel.error.cause == MYND_CAUSE_LOST &&
	       !link->channel.in_call;
}

enum {
	OPTION_PREVENTS = 1290, /* the server is read-only (ER_OPTION_PREVENTS_STATEMENT) */
	READ_ONLY_MODE = 1836,  /* ER_READ_ONLY_MODE */
	UNKNOWN_COMMAND = 1047, /* of a node of Galera without a quorum */
	PRIMARY_CHANGES = 4094  /* a group changes its primary (tried on MySQL 9.7) */
};

bool mynd_error_refuses_writes(const mynd_error *error)
{
	return error->cause == MYND_CAUSE_SERVER &&
	       (error->code == OPTION_PREVENTS || error->code == READ_ONLY_MODE ||
	           error->code == UNKNOWN_COMMAND || error->code == PRIMARY_CHANGES);
}

/*
 * Returns true if the server has refused the command, a single statement, as a server does that is not the
 * primary any more. Whether it is the primary is asked afterwards.
 */
static bool was_refused_unrun(const mynd_link *link, mynd_text_facts *text)
{
	return mynd_error_refuses_writes(&link->channel.error) && text != NULL &&
	       mynd_text_holds_one(text, link->state.multi_statements) &&
	       mynd_text_ask(text, MYND_TEXT_ALTERS | MYND_TEXT_BEGINS) == 0 && is_at_rest(link);
}

/* Returns true if a connection to another node may take the place of the one that has refused the command. */
static bool would_move(const mynd_link *link)
{
	return link->replayable->may_move && !link->replayable->reconnected && !link->channel.close_wanted &&
	       EG(exception) == NULL;
}

bool mynd_replayable_repeats(mynd_link *link, mynd_text_facts *text)
{
	if (!mynd_link_reconnects(link) || !link->replayable->was_open) {
		return false;
	}
	if (UNEXPECTED(would_move(link)) && was_refused_unrun(link, text)) {
		return reconnect(link, true) == MYND_OK;
	}
	return is_lost_unrun(link) && would_repeat(link, text) && reconnect(link, false) == MYND_OK;
}
