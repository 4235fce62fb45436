/*
 * Commands: each is queued on the session, flushed, and its reply read.
 */
#include "internal.h"

#include "../wire/sql.h"

#define UNKNOWN_COMMAND 1047 /* ER_UNKNOWN_COM_ERROR */

static int send_command(mynd_link *link, const mynd_command *command)
{
	if (mynd_link_begin(link) != MYND_OK) {
		if (!link->in_call) {
			link->affected_rows = (uint64_t) -1;
		}
		return MYND_BAD;
	}
	return mynd_link_send(link, command);
}

static int run(mynd_link *link, const mynd_command *command)
{
	return send_command(link, command) == MYND_OK ? mynd_link_read_reply(link) : MYND_BAD;
}

/* For commands that are not queries: what the program knows of its last query stays. */
static int run_aside(mynd_link *link, const mynd_command *command)
{
	uint64_t affected_rows = link->affected_rows, insert_id = link->insert_id;
	int rc = run(link, command);
	if (rc == MYND_OK) {
		link->affected_rows = affected_rows;
		link->insert_id = insert_id;
	}
	return rc;
}

static mynd_slice text(const char *s, size_t len)
{
	return (mynd_slice){(const uint8_t *) s, len};
}

int mynd_link_send_query(mynd_link *link, const char *sql, size_t len)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, text(sql, len));
	mynd_link_attach_attributes(link, &command);
	mynd_cache_before_text(link, command.body);
	mynd_reset_watch(link, command.body);
	int rc = send_command(link, &command);
	if (rc == MYND_OK) {
		mynd_link_keep_file_text(link, sql, len);
	}
	return rc;
}

int mynd_link_run_text(mynd_link *link, const char *sql, size_t len)
{
	return mynd_link_send_query(link, sql, len) == MYND_OK ? mynd_link_read_reply(link) : MYND_BAD;
}

static int run_query(mynd_call *call)
{
	return mynd_link_run_text(call->link, (const char *) call->sql.ptr, call->sql.len);
}

int mynd_link_query(mynd_link *link, const char *sql, size_t len)
{
	if (mynd_is_intercepted(link)) {
		return mynd_intercept(
		    &(mynd_call){.kind = MYND_CALL_QUERY, .link = link, .sql = text(sql, len), .run = run_query});
	}
	return mynd_link_run_text(link, sql, len);
}

int mynd_link_select_db(mynd_link *link, const char *name, size_t len)
{
	mynd_command command = mynd_command_text(MYND_COM_INIT_DB, text(name, len));
	mynd_link_forget_statements(link);
	link->outlives |= MYND_SQL_SCHEMA;
	return run_aside(link, &command);
}

int mynd_link_ping(mynd_link *link)
{
	mynd_command command = mynd_command_simple(MYND_COM_PING);
	return run_aside(link, &command);
}

/* MySQL 9 has no command for it any more. */
int mynd_link_kill(mynd_link *link, uint32_t thread_id)
{
	mynd_command command = mynd_command_kill(thread_id);
	char sql[32];
	int rc = run_aside(link, &command);
	if (rc == MYND_OK || link->error.code != UNKNOWN_COMMAND || link->error.cause != MYND_CAUSE_SERVER) {
		return rc;
	}
	int len = snprintf(sql, sizeof sql, "KILL %u", (unsigned) thread_id);
	command = mynd_command_text(MYND_COM_QUERY, text(sql, (size_t) len));
	return run_aside(link, &command);
}

int mynd_link_refresh(mynd_link *link, uint8_t options)
{
	mynd_command command = mynd_command_refresh(options);
	return run_aside(link, &command);
}

int mynd_link_debug(mynd_link *link)
{
	mynd_command command = mynd_command_simple(MYND_COM_DEBUG);
	return run_aside(link, &command);
}

int mynd_link_set_multi_statements(mynd_link *link, bool on)
{
	mynd_command command = mynd_command_set_option(on ? 0 : 1);
	int rc = run_aside(link, &command);
	if (rc == MYND_OK) {
		link->multi_statements = on;
	}
	return rc;
}

zend_string *mynd_link_statistics(mynd_link *link)
{
	mynd_command command = mynd_command_simple(MYND_COM_STATISTICS);
	mynd_event event;
	if (send_command(link, &command) != MYND_OK || mynd_link_pump(link, &event) != MYND_OK) {
		return NULL;
	}
	if (event.kind != MYND_EVENT_TEXT) {
		mynd_link_take_error(link, &event);
		return NULL;
	}
	zend_string *s = zend_string_init((const char *) event.text.ptr, event.text.len, 0);
	mynd_link_rest(link);
	return s;
}

int mynd_link_set_charset(mynd_link *link, const mynd_charset *charset)
{
	char sql[64];
	int len = snprintf(sql, sizeof sql, "SET NAMES %s", charset->name);
	int rc = mynd_link_run_text(link, sql, (size_t) len);
	if (rc == MYND_OK) {
		rc = mynd_link_drain(link);
	}
	if (rc == MYND_OK) {
		link->charset = charset;
	}
	return rc;
}

int mynd_link_change_user(mynd_link *link, const char *user, size_t user_len, const char *password,
    size_t password_len, const char *database, size_t database_len)
{
	if (mynd_link_begin(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (mynd_session_change_user(link->session, text(user, user_len), text(password, password_len),
	        text(database, database_len), (uint8_t) link->charset->id, NULL, &link->error) != MYND_OK) {
		return MYND_BAD;
	}
	link->era++; /* also where it is refused */
	mynd_cache_drop(link);
	int rc = mynd_link_flush(link) == MYND_OK ? mynd_link_read_reply(link) : MYND_BAD;
	if (rc == MYND_OK) {
		mynd_way_change_user(link, text(user, user_len), text(password, password_len));
	}
	mynd_reset_watch_user(link, text(user, user_len), text(password, password_len), rc);
	return rc;
}
