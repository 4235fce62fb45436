/*
 * Commands: each is queued on the session, flushed, and its reply read.
 */
#include "internal.h"

#include "../wire/sql.h"

#define UNKNOWN_COMMAND 1047 /* ER_UNKNOWN_COM_ERROR */

static int begin(mynd_link *link)
{
	int rc = mynd_link_begin(link);
	if (rc != MYND_OK && !link->in_call) {
		link->affected_rows = (uint64_t) -1;
	}
	return rc;
}

static int send_command(mynd_link *link, const mynd_command *command)
{
	return begin(link) == MYND_OK ? mynd_link_send(link, command) : MYND_BAD;
}

/*
 * For commands that are not queries: what the program knows of its last query stays, but for the affected rows, as in
 * stock. `alters`: the session.
 */
static int run_aside(mynd_link *link, const mynd_command *command, bool alters)
{
	uint64_t insert_id = link->insert_id;
	unsigned warnings = link->warnings;
	uint32_t field_count = link->field_count;
	size_t info_len = link->info_len;
	if (begin(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (alters) {
		mynd_link_forget_statements(link);
	}
	int rc = mynd_link_send(link, command) == MYND_OK ? mynd_link_read_reply(link) : MYND_BAD;
	link->affected_rows = (uint64_t) -1;
	link->insert_id = insert_id;
	link->warnings = warnings;
	link->field_count = field_count;
	if (link->info_len == 0 && (command->com == MYND_COM_SET_OPTION || command->com == MYND_COM_DEBUG)) {
		link->info_len = info_len; /* these bring none */
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
	if (begin(link) != MYND_OK) { /* what is not sent changes no session */
		return MYND_BAD;
	}
	mynd_link_attach_attributes(link, &command);
	mynd_cache_before_text(link, command.body);
	mynd_reset_watch(link, command.body);
	int rc = mynd_link_send(link, &command);
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

/* --- that are no queries --- */

/* To the interceptors, if there are any; an answer of theirs changes nothing. */
static int give(mynd_call *call)
{
	return mynd_is_intercepted(call->link) ? mynd_intercept(call) : call->run(call);
}

static int select_db(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_command command =
	    mynd_command_text(MYND_COM_INIT_DB, text(call->with->database, call->with->database_len));
	link->outlives |= MYND_SQL_SCHEMA;
	return run_aside(link, &command, true);
}

int mynd_link_select_db(mynd_link *link, const char *name, size_t len)
{
	mynd_connect with = {.database = name, .database_len = len};
	return give(
	    &(mynd_call){.kind = MYND_CALL_CHANGE_DATABASE, .link = link, .with = &with, .run = select_db});
}

static int ping(mynd_call *call)
{
	mynd_command command = mynd_command_simple(MYND_COM_PING);
	return run_aside(call->link, &command, false);
}

int mynd_link_ping(mynd_link *link)
{
	return give(&(mynd_call){.kind = MYND_CALL_PING, .link = link, .run = ping});
}

/* MySQL 9 has no command for it any more. */
static int kill_thread(mynd_call *call)
{
	mynd_link *link = call->link;
	mynd_command command = mynd_command_kill(call->number);
	char sql[32];
	int rc = run_aside(link, &command, false);
	if (rc == MYND_OK || link->error.code != UNKNOWN_COMMAND || link->error.cause != MYND_CAUSE_SERVER) {
		return rc;
	}
	int len = snprintf(sql, sizeof sql, "KILL %u", (unsigned) call->number);
	command = mynd_command_text(MYND_COM_QUERY, text(sql, (size_t) len));
	return run_aside(link, &command, false);
}

int mynd_link_kill(mynd_link *link, uint32_t thread_id)
{
	return give(&(mynd_call){.kind = MYND_CALL_KILL, .link = link, .number = thread_id, .run = kill_thread});
}

static int refresh(mynd_call *call)
{
	mynd_command command = mynd_command_refresh((uint8_t) call->number);
	return run_aside(call->link, &command, false);
}

int mynd_link_refresh(mynd_link *link, uint8_t options)
{
	return give(&(mynd_call){.kind = MYND_CALL_REFRESH, .link = link, .number = options, .run = refresh});
}

static int debug(mynd_call *call)
{
	mynd_command command = mynd_command_simple(MYND_COM_DEBUG);
	return run_aside(call->link, &command, false);
}

int mynd_link_debug(mynd_link *link)
{
	return give(&(mynd_call){.kind = MYND_CALL_DEBUG, .link = link, .run = debug});
}

static int set_multi_statements(mynd_call *call)
{
	mynd_command command = mynd_command_set_option(call->number != 0 ? 0 : 1);
	int rc = run_aside(call->link, &command, false);
	if (rc == MYND_OK) {
		call->link->multi_statements = call->number != 0;
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
	mynd_event event;
	if (send_command(link, &command) != MYND_OK || mynd_link_pump(link, &event) != MYND_OK) {
		return MYND_BAD;
	}
	if (event.kind != MYND_EVENT_TEXT) {
		return mynd_link_take_error(link, &event);
	}
	call->text = zend_string_init((const char *) event.text.ptr, event.text.len, 0);
	link->affected_rows = (uint64_t) -1;
	mynd_link_rest(link);
	return MYND_OK;
}

zend_string *mynd_link_statistics(mynd_link *link)
{
	mynd_call call = {.kind = MYND_CALL_STATISTICS, .link = link, .run = read_statistics};
	int rc = give(&call);
	if (rc == MYND_OK && call.text == NULL) { /* an interceptor's answer */
		call.text = zend_string_init(link->info_len == 0 ? "" : link->info, link->info_len, 0);
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
		link->charset = call->charset;
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
	mynd_link *link = call->link;
	const mynd_connect *with = call->with;
	mynd_slice user = text(with->user, with->user_len), password = text(with->password, with->password_len);
	if (mynd_link_begin(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (mynd_session_change_user(link->session, user, password, text(with->database, with->database_len),
	        (uint8_t) link->charset->id, NULL, &link->error) != MYND_OK) {
		return MYND_BAD;
	}
	link->era++; /* also where it is refused */
	mynd_cache_drop(link);
	uint32_t field_count = link->field_count;
	int rc = mynd_link_flush(link) == MYND_OK ? mynd_link_read_reply(link) : MYND_BAD;
	link->field_count = field_count;
	if (rc == MYND_OK) {
		mynd_way_change_user(link, user, password);
	}
	mynd_reset_watch_user(link, user, password, rc);
	return rc;
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
