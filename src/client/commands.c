/*
 * The program's commands that are not queries. If an interceptor answers one itself, no state of the link
 * changes.
 */
#include "internal.h"

#include "../wire/sql.h"

#define UNKNOWN_COMMAND 1047 /* ER_UNKNOWN_COM_ERROR */

/*
 * Runs a command in its turn. Deferred prepares are sent before it: the program has prepared those statements
 * already, in the session as it is before this command. If the link is not idle, they are not sent, and the
 * command is refused.
 */
static int give(mynd_call *call)
{
	mynd_link *link = call->link;
	if (mynd_link_begin_turn(link) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_statements_make_way(link, MYND_BEFORE_CHANGE);
	int rc = mynd_give(call);
	mynd_link_end_turn(link);
	return rc;
}

static int select_db(mynd_call *call)
{
	mynd_link *link = call->link;
	uint64_t before = mynd_link_command(link);
	mynd_command command =
	    mynd_command_text(MYND_COM_INIT_DB, mynd_text(call->with->database, call->with->database_len));
	int rc = mynd_link_run_aside(link, &command);
	if (mynd_link_command(link) != before) { /* the command was sent */
		mynd_presend_learn(link, rc == MYND_OK ? &command : NULL);
		mynd_state_changed(link);
		mynd_replayable_end(link->replayable);
		mynd_state_add_survives_reset(link, MYND_SQL_SCHEMA);
		mynd_state_doubt_schema(link, false);
	}
	return rc;
}

int mynd_link_select_db(mynd_link *link, const char *name, size_t len)
{
	mynd_connect with = {.database = name, .database_len = len};
	return give(
	    &(mynd_call){.kind = MYND_CALL_CHANGE_DATABASE, .link = link, .with = &with, .run = select_db});
}

/*
 * Sends deferred prepares here, inside the gate, so that the gate has checked the connection before they are
 * sent.
 */
static int ping(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_command command = mynd_command_simple(MYND_COM_PING);
	mynd_statements_make_way(link, MYND_BEFORE_CHANGE);
	uint64_t before = link->channel.counts.session.commands;
	int rc = mynd_link_run_aside(link, &command);
	if (link->channel.counts.session.commands != before) { /* the ping was sent */
		mynd_replayable_count(link->replayable);
	}
	return rc;
}

int mynd_link_ping(mynd_link *link)
{
	return mynd_give(&(mynd_call){.kind = MYND_CALL_PING, .link = link, .run = ping});
}

/* Sends COM_PROCESS_KILL, or KILL as a query: MySQL 9 no longer has the command. */
static int kill_thread(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_command command = mynd_command_kill(call->number);
	char sql[32];
	int rc = mynd_link_run_aside(link, &command);
	if (rc == MYND_OK || link->channel.error.code != UNKNOWN_COMMAND ||
	    link->channel.error.cause != MYND_CAUSE_SERVER) {
		return rc;
	}
	int len = snprintf(sql, sizeof sql, "KILL %u", (unsigned) call->number);
	command = mynd_command_text(MYND_COM_QUERY, mynd_text(sql, (size_t) len));
	return mynd_link_run_aside(link, &command);
}

int mynd_link_kill(mynd_link *link, uint32_t thread_id)
{
	return give(&(mynd_call){.kind = MYND_CALL_KILL, .link = link, .number = thread_id, .run = kill_thread});
}

static int refresh(mynd_call *call)
{
	mynd_command command = mynd_command_refresh((uint8_t) call->number);
	return mynd_link_run_aside(call->link, &command);
}

int mynd_link_refresh(mynd_link *link, uint8_t options)
{
	return give(&(mynd_call){.kind = MYND_CALL_REFRESH, .link = link, .number = options, .run = refresh});
}

static int debug(mynd_call *call)
{
	mynd_command command = mynd_command_simple(MYND_COM_DEBUG);
	return mynd_link_run_aside(call->link, &command);
}

int mynd_link_debug(mynd_link *link)
{
	return give(&(mynd_call){.kind = MYND_CALL_DEBUG, .link = link, .run = debug});
}

static int set_multi_statements(mynd_call *call)
{
	mynd_command command = mynd_command_set_option(call->number != 0 ? 0 : 1);
	int rc = mynd_link_run_aside(call->link, &command);
	if (rc == MYND_OK) {
		mynd_replayable_end(call->link->replayable);
		mynd_state_set_multi_statements(call->link, call->number != 0);
	}
	return rc;
}

int mynd_link_set_multi_statements(mynd_link *link, bool on)
{
	return give(
	    &(mynd_call){.kind = MYND_CALL_SET_OPTION, .link = link, .number = on, .run = set_multi_statements});
}

static int read_statistics(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_command command = mynd_command_simple(MYND_COM_STATISTICS);
	if (mynd_link_begin(link, false) != MYND_OK) {
		return mynd_link_refused(link);
	}
	call->text = mynd_link_send(link, &command) == MYND_OK ? mynd_link_read_text(link) : NULL;
	return call->text != NULL ? MYND_OK : MYND_BAD;
}

zend_string *mynd_link_statistics(mynd_link *link)
{
	mynd_call call = {.kind = MYND_CALL_STATISTICS, .link = link, .run = read_statistics};
	int rc = give(&call);
	if (rc == MYND_OK && call.text == NULL) { /* an interceptor has answered */
		size_t len;
		const char *info = mynd_link_info(link, &len);
		call.text = zend_string_init(info == NULL ? "" : info, len, 0);
	}
	return call.text;
}

static int set_charset(mynd_call *call)
{
	mynd_link *link = call->link;
	char sql[64];
	int len = snprintf(sql, sizeof sql, "SET NAMES %s", call->charset->name);
	int rc = mynd_link_run_text(link, sql, (size_t) len);
	if (rc == MYND_OK) {
		rc = mynd_link_drain(link);
	}
	if (rc == MYND_OK) {
		mynd_link_note_charset(link, call->charset);
	}
	return rc;
}

int mynd_link_set_charset(mynd_link *link, const mynd_charset *charset)
{
	return give(
	    &(mynd_call){.kind = MYND_CALL_SET_CHARSET, .link = link, .charset = charset, .run = set_charset});
}

static int change_user(mynd_call *call)
{
	return mynd_link_change_user_now(call->link, call->with);
}

int mynd_link_change_user(mynd_link *link, const char *user, size_t user_len, const char *password,
    size_t password_len, const char *database, size_t database_len)
{
	mynd_connect with = {.user = user,
	    .user_len = user_len,
	    .password = password,
	    .password_len = password_len,
	    .database = database,
	    .database_len = database_len};
	return give(&(mynd_call){.kind = MYND_CALL_CHANGE_USER, .link = link, .with = &with, .run = change_user});
}
