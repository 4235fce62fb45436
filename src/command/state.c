/*
 * The session state as far as the server does not report it: what the texts that were sent may have changed.
 *
 * Each command that is really sent is noted here, once. Other rooms read the notes: the room of statements
 * compares `round` before it uses what it keeps, and the pool asks what outlives a reset.
 */
#include "effects.h"
#include "internal.h"

#include "../wire/sql.h"

int mynd_link_put(mynd_link *link, const mynd_command *command, mynd_ticket *ticket)
{
	int rc = mynd_session_send(link->channel.session, command, ticket, &link->channel.error);
	if (UNEXPECTED(link->on_text != NULL) && rc == MYND_OK &&
	    (command->com == MYND_COM_QUERY || command->com == MYND_COM_STMT_PREPARE)) {
		link->on_text(link, command->body);
	}
	return rc;
}

uint32_t mynd_link_session_round(const mynd_link *link)
{
	return link->state.round;
}

void mynd_state_changed(mynd_link *link)
{
	link->state.round++;
}

void mynd_state_new_era(mynd_link *link)
{
	link->state.era++;
	mynd_state_changed(link);
}

/*
 * The server reports changes of its session (for persistent connections and interceptors), so what it does
 * not report has to be known.
 */
static bool is_tracked(const mynd_link *link)
{
	return (mynd_session_server(link->channel.session)->negotiated & MYND_CAP_SESSION_TRACK) != 0;
}

static void note_outlives(mynd_link *link, mynd_slice sql)
{
	unsigned outlives = mynd_sql_outlives_reset(sql, link->state.multi_statements);
	link->state.outlives |= outlives;
	link->state.schema_unsure |= (outlives & MYND_SQL_TRACKING) != 0;
}

/* What a pool sends ahead it has learned from texts of sessions that are tracked. */
static void learn_text(mynd_link *link, mynd_slice sql)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, sql);
	mynd_link_attach_attributes(link, &command);
	mynd_ahead_learn(link, &command);
}

/* MySQL forgets its warnings with each command, MariaDB with one that uses tables (tried). */
static zend_never_inline void note_cleared(mynd_link *link, mynd_slice sql)
{
	bool mariadb = mynd_session_server(link->channel.session)->mariadb;
	if (!mynd_sql_may_ask_for_diagnostics(sql) && (!mariadb || mynd_sql_may_use_tables(sql))) {
		mynd_session_forget_warnings(link->channel.session);
	}
}

void mynd_state_note_text(mynd_link *link, mynd_slice sql, bool ahead)
{
	if (UNEXPECTED(mynd_session_server(link->channel.session)->may_have_warnings)) {
		note_cleared(link, sql);
	}
	if (link->prepared != NULL && mynd_sql_may_alter_session(sql, link->state.multi_statements)) {
		mynd_state_changed(link);
		link->state.sql_prepares += mynd_sql_may_prepare(sql, link->state.multi_statements);
	}
	if (UNEXPECTED(mynd_effects_are_known())) {
		mynd_effects_note_text(sql, link->state.multi_statements);
	}
	if (UNEXPECTED(link->survival != NULL)) {
		mynd_survival_note(link, sql, ahead);
	}
	if (is_tracked(link)) {
		note_outlives(link, sql);
		if (UNEXPECTED(link->learning)) {
			learn_text(link, sql);
		}
	}
}

void mynd_state_note_outlives(mynd_link *link, mynd_slice sql)
{
	if (UNEXPECTED(mynd_effects_are_known())) {
		mynd_effects_note_text(sql, false);
	}
	if (is_tracked(link)) {
		note_outlives(link, sql);
	}
}
