/*
 * Hands a session on to the next user of a Mynd\Pool as it is, without a reset, with its prepared statements
 * (the option `reset` of Mynd\Pool).
 *
 * With MYND_RESET_IF_NEEDED a session is handed on if two judgements agree that its users have left nothing
 * since the last reset. The first is that of mynd.reconnect (../command/replayable.c): the words of all
 * commands, their number, and what the server reports. The second is that of resets (traces.c): all queries
 * used base tables without triggers, so that no view, routine or trigger has run. This includes statements
 * that an earlier user has prepared. The first use of each login is followed by a reset, and so is one about
 * once in login_lifetime, after which the server is asked (reset_check.c). Servers that keep profiles or
 * traces of all queries are reset each time, because these show the queries of the former user.
 *
 * What such a session has of its former user: FOUND_ROWS(), which reset_check.c sets before somebody asks for
 * it; LAST_INSERT_ID(), which is set to 0 at once where a query may have inserted something; and counters,
 * such as those of SHOW STATUS.
 *
 * With MYND_RESET_NEVER the program promises that its users leave nothing; then only a transaction is ended.
 *
 * Always true: a session that is handed on has no open transaction, and no statement that a former user could
 * still run.
 * Not here: the reset (reset.c).
 */
#include "internal.h"

static mynd_group_reset choice_of(const mynd_pool_group *group)
{
	return group == NULL ? MYND_RESET_ALWAYS : group->settings.reset;
}

void mynd_hand_on_begin(mynd_link *link)
{
	if (choice_of(link->pooled->pool->group) == MYND_RESET_IF_NEEDED) {
		mynd_reconnect_judge(link);
	}
}

bool mynd_group_has_begun(const mynd_link *link)
{
	return link->pooled->has_begun;
}

void mynd_group_note_begun(mynd_link *link)
{
	link->pooled->has_begun = true;
	if (link->replayable != NULL) {
		mynd_replayable_accept(link);
	}
}

void mynd_group_retire(mynd_link *link)
{
	link->pooled->expires = 0;
}

/* Returns true if nothing of the program's commands is under way or unread. */
static bool is_at_rest(const mynd_link *link)
{
	const mynd_session *session = link->channel.session;
	return mynd_link_is_idle(link) && mynd_session_phase(session) == MYND_PHASE_IDLE &&
	       mynd_session_pending(session) == 0 && !link->pooled->resetting && !mynd_reply_is_awaited(link) &&
	       !mynd_reply_is_unread(link);
}

/* Returns true if what mynd itself knows of the session is as after the login. */
static bool is_set_up_as_new(const mynd_link *link)
{
	const mynd_snapshot *snapshot = link->pooled->snapshot;
	return link->state.survives_reset == 0 && !link->state.schema_unknown &&
	       link->state.multi_statements == snapshot->multi_statements &&
	       link->charset == mynd_charset_by_id(snapshot->collation) && !mynd_reset_has_other_schema(link);
}

/* Returns true if the server can be asked for what a reset keeps, and keeps nothing else of queries. */
static bool has_quiet_server(const mynd_link *link)
{
	const mynd_pool *pool = link->pooled->pool;
	return pool->is_quiet && pool->check_query != NULL && pool->check_more;
}

bool mynd_hand_on_is_possible(const mynd_link *link)
{
	mynd_group_reset choice = choice_of(link->pooled->pool->group);
	if (choice == MYND_RESET_ALWAYS || !is_at_rest(link) ||
	    mynd_server_has_transaction(mynd_session_server(link->channel.session))) {
		return false;
	}
	return choice == MYND_RESET_NEVER || (mynd_replayable_is_as_new(link) && mynd_traces_are_none(link) &&
	                                         has_quiet_server(link) && is_set_up_as_new(link));
}

int mynd_hand_on(mynd_link *link)
{
	mynd_state_doubt_found_rows(link, true);
	mynd_traces_hand_on(link);
	if (link->replayable == NULL || !link->replayable->has_inserted) {
		return MYND_OK;
	}
	return mynd_reset_begin_insert_id(link);
}
