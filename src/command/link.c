/* The state of a link, its settings, its references. */
#include "internal.h"

void mynd_link_addref(mynd_link *link)
{
	link->references++;
}

/* Returns true if results that were freed during the last call still refer to the closed link. */
static bool has_leftovers(const mynd_link *link)
{
	return link->reply.discarded_results != NULL && link->channel.close_wanted && !link->channel.in_call;
}

void mynd_link_release(mynd_link *link)
{
	if (UNEXPECTED(has_leftovers(link))) {
		mynd_link_free_discarded(link);
	}
	if (--link->references == 0) {
		link->destroy(link);
	}
}

/* Sets the error of the calling fiber, not of the call under way. Returns true. */
static zend_never_inline bool refuse_call(mynd_link *link)
{
	mynd_error error;
	if (link->turns == NULL) {
		mynd_channel_refuse_call(&link->channel);
	} else {
		mynd_channel_tell_refusal(&link->channel, &error);
		mynd_turns_set_error(link, &error);
	}
	return true;
}

/* An event that was half stored when a longjmp left the call counts as a call under way. */
bool mynd_link_refuse_in_call(mynd_link *link)
{
	return UNEXPECTED(link->channel.in_call || link->queue.absorbing != NULL) && refuse_call(link);
}

bool mynd_link_is_held_by_other(const mynd_link *link)
{
	return link->turns != NULL && link->turns->holder != NULL && link->turns->holder != mynd_current_owner();
}

bool mynd_link_refuse_at_once(mynd_link *link)
{
	return !mynd_link_is_held_by_other(link) && mynd_link_refuse_in_call(link);
}

int mynd_link_refuse(mynd_link *link, unsigned client_error)
{
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_MISUSE, client_error);
	mynd_turns_set_error(link, &error);
	return MYND_BAD;
}

/*
 * Notes that the program has changed a setting. If the setting is part of the session (settings.h), neither a
 * new connection nor a reset would make the same session.
 */
static void note_setting(mynd_link *link, bool is_of_session)
{
	if (is_of_session) {
		mynd_replayable_end(link->replayable);
		link->state.settings_changed = true;
	}
}

void mynd_link_set_string(mynd_link *link, mynd_string_setting which, const char *value)
{
	note_setting(link, mynd_string_is_of_session(which));
	mynd_link_settings_set_string(&link->channel.settings, which, value);
}

const char *mynd_link_get_string(const mynd_link *link, mynd_string_setting which)
{
	return link->channel.settings.strings[which];
}

void mynd_link_set_int(mynd_link *link, mynd_int_setting which, zend_long value)
{
	note_setting(link, mynd_int_is_of_session(which) && link->channel.settings.ints[which] != value);
	link->channel.settings.ints[which] = value;
}

zend_long mynd_link_get_int(const mynd_link *link, mynd_int_setting which)
{
	return link->channel.settings.ints[which];
}

void mynd_link_add_init_command(mynd_link *link, const char *sql, size_t len)
{
	note_setting(link, true);
	mynd_link_settings_add_init_command(&link->channel.settings, sql, len);
}

bool mynd_link_is_connected(const mynd_link *link)
{
	return link->channel.session != NULL && mynd_deadline_is_none(link->channel.login_deadline);
}

bool mynd_link_is_open(const mynd_link *link)
{
	return link->channel.session != NULL && mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD;
}

const mynd_error *mynd_link_last_failure(const mynd_link *link)
{
	return &link->channel.last_failure;
}

void mynd_link_set_error(mynd_link *link, const mynd_error *error)
{
	mynd_turns_set_error(link, error);
}

const char *mynd_link_connect_warning_about(const mynd_link *link)
{
	return link->connect_warning_is_of_key ? link->channel.settings.strings[MYND_SET_PUBLIC_KEY] : NULL;
}

void mynd_link_forget_connect_warning(mynd_link *link)
{
	link->connect_warning[0] = '\0';
}

const char *mynd_link_connect_warning(const mynd_link *link)
{
	return link->connect_warning[0] == '\0' ? NULL : link->connect_warning;
}

const mynd_server *mynd_link_server(const mynd_link *link)
{
	return link->channel.session == NULL ? NULL : mynd_session_server(link->channel.session);
}

const char *mynd_link_host_info(const mynd_link *link)
{
	return link->host_info;
}

const mynd_charset *mynd_link_charset(const mynd_link *link)
{
	return link->charset;
}

int mynd_link_descriptor(const mynd_link *link)
{
	return link->channel.net == NULL || mynd_channel_is_foreign(&link->channel)
	           ? -1
	           : mynd_net_descriptor(link->channel.net);
}

bool mynd_link_has_result(const mynd_link *link)
{
	return link->reply.columns != NULL && mynd_link_view(link, link->turns) == NULL;
}

bool mynd_reply_is_without_rows(const mynd_link *link)
{
	return link->reply.without_rows == link->reply.serial && link->channel.error.code != 0;
}

bool mynd_link_is_reading(const mynd_link *link)
{
	return link->reply.active != NULL;
}

mynd_result *mynd_link_discarded_results(const mynd_link *link)
{
	return link->reply.discarded_results;
}

bool mynd_link_is_at_statement(const mynd_link *link)
{
	return link->reply.binary && !link->reply.of_connection;
}

bool mynd_link_has_taken_result(const mynd_link *link)
{
	return link->reply.of_connection;
}

bool mynd_link_more_results(const mynd_link *link)
{
	return link->reply.more_results && !link->reply.discard_further &&
	       mynd_link_view(link, link->turns) == NULL;
}

bool mynd_link_has_further(const mynd_link *link)
{
	return link->reply.more_results;
}

bool mynd_link_is_idle(const mynd_link *link)
{
	if (link->channel.session == NULL || link->channel.in_call || link->queue.absorbing != NULL ||
	    link->reply.columns != NULL || link->reply.active != NULL) {
		return false;
	}
	if (mynd_pending_of(link, MYND_OWNER_ANY) != NULL) {
		return false;
	}
	if (link->reply.more_results) {
		return link->reply.discard_further;
	}
	return link->queue.first != NULL || link->reply.unread != MYND_UNREAD_NONE ||
	       mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE || mynd_link_has_presends(link);
}

bool mynd_link_is_in_transaction(const mynd_link *link)
{
	const mynd_server *server = mynd_link_server(link);
	bool others = link->turns != NULL && link->turns->holder != mynd_current_owner();
	return server != NULL && (server->status & MYND_STATUS_IN_TRANS) != 0 && !others;
}

bool mynd_link_is_in_call(const mynd_link *link)
{
	return link->channel.in_call;
}

bool mynd_link_has_no_backslash(const mynd_link *link)
{
	const mynd_server *server = mynd_link_server(link);
	return server != NULL ? (server->status & MYND_STATUS_NO_BACKSLASH_ESCAPES) != 0 : link->no_backslash;
}

zend_string *mynd_link_quote(
    mynd_link *link, const char *before, const char *from, size_t len, const char *after)
{
	bool no_backslash = mynd_link_has_no_backslash(link);
	size_t n_before = strlen(before), n_after = strlen(after);
	zend_string *to = zend_string_safe_alloc(2, len, n_before + n_after, 0);
	char *at = ZSTR_VAL(to);
	memcpy(at, before, n_before);
	size_t n = n_before + mynd_escape(link->charset, no_backslash, (mynd_slice){(const uint8_t *) from, len},
	                          (uint8_t *) at + n_before);
	memcpy(at + n, after, n_after);
	to = zend_string_truncate(to, n + n_after, 0);
	ZSTR_VAL(to)[n + n_after] = '\0';
	return to;
}

zend_string *mynd_link_escape(mynd_link *link, const char *from, size_t len)
{
	return mynd_link_quote(link, "", from, len, "");
}

/* --- the reply, for other rooms --- */

void mynd_reply_expect_execute(mynd_link *link, bool cursor_asked)
{
	link->diagnostics.affected_rows = (uint64_t) -1;
	link->reply.binary = link->reply.keeps_id = true;
	link->reply.cursor_asked = cursor_asked;
}

void mynd_reply_expect_fetch(mynd_link *link, const mynd_columns *columns)
{
	link->reply.binary = true;
	link->reply.at = MYND_AT_ROWS;
	link->diagnostics.field_count = mynd_columns_count(columns);
}

void mynd_reply_wait_for_rows(mynd_link *link, mynd_columns *columns)
{
	link->reply.columns = mynd_columns_addref(columns);
}

mynd_columns *mynd_reply_share_columns(const mynd_link *link)
{
	return link->reply.columns != NULL ? mynd_columns_addref(link->reply.columns) : NULL;
}

mynd_columns *mynd_reply_take_columns(mynd_link *link)
{
	mynd_columns *columns = link->reply.columns;
	link->reply.columns = NULL;
	return columns;
}

bool mynd_reply_has_cursor(const mynd_link *link)
{
	return link->reply.cursor_open;
}

void mynd_reply_note_not_run(mynd_link *link)
{
	link->reply.may_have_run = false;
}

bool mynd_reply_is_broken(const mynd_link *link)
{
	return link->reply.broken;
}

bool mynd_reply_is_awaited(const mynd_link *link)
{
	return link->reply.columns != NULL || link->reply.active != NULL || link->reply.more_results;
}

bool mynd_reply_is_unread(const mynd_link *link)
{
	return link->reply.unread != MYND_UNREAD_NONE;
}
