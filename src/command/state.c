/*
 * The part of the session state that the server does not report: what the program's queries may have changed.
 *
 * The effects of each command that is really sent are noted here, once. Other rooms read these fields: the
 * room of statements compares `session_version` before it uses prepared statements, and the pool reads
 * `survives_reset`.
 */
#include "effects.h"
#include "internal.h"
#include "prepared_before.h"

int mynd_link_put_before_now(mynd_link *link)
{
	unsigned count = 0;
	int rc = link->presend->before(link, &count);
	if (count > 0) {
		link->reply.at = MYND_AT_DROPPED;
		link->reply.to_drop = count;
	}
	return rc != MYND_OK && count > 0 ? mynd_channel_lose(&link->channel, &link->channel.error) : rc;
}

/* Sends a command of a link of a pool. */
static zend_never_inline int put_watched(mynd_link *link, const mynd_command *command)
{
	if (mynd_link_put_before(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (mynd_session_send(link->channel.session, command, &link->channel.error) != MYND_OK) {
		return link->reply.at == MYND_AT_DROPPED ? mynd_channel_lose(&link->channel, &link->channel.error)
		                                         : MYND_BAD;
	}
	if (command->com == MYND_COM_QUERY || command->com == MYND_COM_STMT_PREPARE ||
	    (command->com == MYND_COM_STMT_EXECUTE && command->facts != NULL)) {
		if (command->com != MYND_COM_QUERY) {
			mynd_presend_learn(link, NULL);
		}
		link->on_text(link, command);
	}
	return MYND_OK;
}

int mynd_link_put(mynd_link *link, const mynd_command *command)
{
	return EXPECTED(link->on_text == NULL)
	           ? mynd_session_send(link->channel.session, command, &link->channel.error)
	           : put_watched(link, command);
}

uint32_t mynd_link_session_version(const mynd_link *link)
{
	return link->state.session_version;
}

void mynd_state_changed(mynd_link *link)
{
	link->state.session_version++;
}

void mynd_state_new_statement_version(mynd_link *link)
{
	link->state.statement_version++;
	mynd_state_changed(link);
}

/*
 * Returns true if the server reports changes of its session (is_tracked() in ../link/connect.c), so that only
 * changes which it does not report must be noted.
 */
static bool is_tracked(const mynd_link *link)
{
	return (mynd_session_server(link->channel.session)->negotiated & MYND_CAP_SESSION_TRACK) != 0;
}

bool mynd_state_default_schema(const mynd_link *link, mynd_slice *schema)
{
	const char *name = mynd_session_server(link->channel.session)->schema;
	unsigned pending = mynd_session_pending(link->channel.session);
	uint64_t answered = mynd_session_count_asked(&link->channel.counts.session) - pending;
	bool may_be_changed = (link->state.survives_reset & MYND_SQL_SCHEMA) != 0 &&
	                      (name == NULL || (pending > 1 && answered < link->state.schema_at));
	bool is_certain = is_tracked(link) && !link->state.schema_unknown && !may_be_changed;
	*schema = mynd_slice_of(is_certain && name != NULL ? name : "");
	return is_certain;
}

/* `sent_at`: mynd_session_count_asked() behind the query, at most; UINT64_MAX: unknown. */
static void note_survives_reset(mynd_link *link, mynd_text_facts *text, uint64_t sent_at)
{
	unsigned survives_reset = mynd_text_survives_reset(text, link->state.multi_statements);
	link->state.survives_reset |= survives_reset;
	if (survives_reset & MYND_SQL_SCHEMA) {
		link->state.schema_at = sent_at;
	}
	link->state.schema_unknown |= (survives_reset & MYND_SQL_TRACKING) != 0;
}

/* Shows the query to the pool, which learns from queries of tracked sessions what it can send ahead. */
static void learn_text(mynd_link *link, mynd_slice sql)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, sql);
	mynd_link_attach_attributes(link, &command);
	mynd_presend_learn(link, &command);
}

/*
 * Notes that the session has no warnings any more if the query clears them: MySQL clears them with each
 * command, MariaDB with one that uses tables (tried).
 */
static zend_never_inline void note_cleared(mynd_link *link, mynd_text_facts *text)
{
	bool mariadb = mynd_session_server(link->channel.session)->mariadb;
	bool asks = mynd_text_ask(text, MYND_TEXT_ASKS_LAST) != 0;
	if (!asks && (!mariadb || mynd_text_ask(text, MYND_TEXT_USES_TABLES))) {
		mynd_session_forget_warnings(link->channel.session);
	}
}

void mynd_state_note_text(mynd_link *link, mynd_text_facts *text, bool presend)
{
	bool several = link->state.multi_statements;
	if (UNEXPECTED(mynd_session_server(link->channel.session)->may_have_warnings)) {
		note_cleared(link, text);
	}
	if (link->prepared != NULL && mynd_text_asks(text, MYND_TEXT_ALTERS, several)) {
		mynd_state_changed(link);
		link->state.sql_prepares += mynd_text_asks(text, MYND_TEXT_PREPARES, several);
	}
	if (UNEXPECTED(mynd_effects_are_watched())) {
		mynd_prepared_before_alters(link, text, several);
		link->state.defines |= mynd_effects_note_text(text, several);
	}
	if (UNEXPECTED(link->replayable != NULL)) {
		mynd_replayable_note(link, text, presend);
	}
	if (is_tracked(link)) {
		uint64_t asked = mynd_session_count_asked(&link->channel.counts.session);
		/* its reply is the next to arrive; else mynd_presend.before may queue two commands before it */
		uint64_t sent_at = presend ? asked - mynd_session_pending(link->channel.session) + 1 : asked + 3;
		note_survives_reset(link, text, sent_at);
		if (UNEXPECTED(link->learning)) {
			learn_text(link, text->sql);
		}
	}
}

void mynd_state_note_survives_reset(mynd_link *link, mynd_text_facts *text)
{
	if (UNEXPECTED(mynd_effects_are_watched())) {
		mynd_effects_note_text(text, false);
	}
	if (is_tracked(link)) {
		note_survives_reset(link, text, UINT64_MAX);
	}
}
