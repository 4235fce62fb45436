/*
 * The life of a link, its settings, and what is known of it.
 *
 * Always true: a link is on its thread's list from new to the last release. Nothing here waits.
 */
#include "internal.h"

#define READ_BUFFER_MAX (1 << 30)

mynd_link *mynd_link_new(void)
{
	mynd_links_thread *thread = mynd_links_of_thread();
	if (UNEXPECTED(thread->has_given_up)) {
		mynd_links_free_left();
	}
	mynd_link *link = pemalloc(sizeof *link, 1);
	memset(link, 0, offsetof(mynd_link, error)); /* room for texts is not touched */
	memset(&link->counts, 0, sizeof link->counts);
	link->references = 1;
	link->login_deadline = link->deadline = link->cancel_at = MYND_NO_DEADLINE;
	link->read_bound = UINT64_MAX;
	link->charset = mynd_charset_by_id(8); /* latin1, until a server says something else */
	link->ints[MYND_SET_CONNECT_TIMEOUT] = 60;
	link->ints[MYND_SET_COMMAND_BUFFER] = 4096;
	link->ints[MYND_SET_READ_BUFFER] = 32768;
	link->ints[MYND_SET_KEEPALIVE] = 1;
	mynd_error_clear(&link->error);
	mynd_error_clear(&link->last_failure);
	link->remark[0] = '\0';
	link->next = thread->first;
	if (link->next != NULL) {
		link->next->previous = link;
	}
	thread->first = link;
	return link;
}

void mynd_link_addref(mynd_link *link)
{
	link->references++;
}

static void unlist(mynd_link *link)
{
	mynd_links_thread *thread = mynd_links_of_thread();
	if (link->previous != NULL) {
		link->previous->next = link->next;
	} else {
		thread->first = link->next;
	}
	if (link->next != NULL) {
		link->next->previous = link->previous;
	}
	mynd_links_count_dead(link);
}

/* What a closed link's last call has left behind holds it. */
static bool has_leftovers(const mynd_link *link)
{
	return link->given_up != NULL && link->close_wanted && !link->in_call;
}

void mynd_link_release(mynd_link *link)
{
	if (UNEXPECTED(has_leftovers(link))) {
		mynd_link_free_given_up(link);
	}
	if (--link->references > 0) {
		return;
	}
	mynd_pool_forget(link);
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
	mynd_statements_end(link);
	mynd_reset_forget(link);
	unlist(link);
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		free(link->strings[i]);
	}
	while (link->init_commands != NULL) {
		mynd_init_command *command = link->init_commands;
		link->init_commands = command->next;
		free(command);
	}
	free(link->info);
	free(link->kept_error);
	free(link);
}

/* --- calls --- */

void mynd_link_enter(mynd_link *link)
{
	link->in_call = link->waiting = true;
}

void mynd_link_enter_program(mynd_link *link)
{
	link->in_call = true;
}

void mynd_link_leave(mynd_link *link)
{
	link->in_call = link->waiting = false;
	if (UNEXPECTED(link->kept_error != NULL)) {
		link->error = *link->kept_error;
		free(link->kept_error);
		link->kept_error = NULL;
	}
}

/* The error is about to be another call's. */
static void keep_error(mynd_link *link)
{
	if (link->in_call && link->kept_error == NULL) {
		link->kept_error = malloc(sizeof *link->kept_error);
		if (link->kept_error != NULL) {
			*link->kept_error = link->error;
		}
	}
}

bool mynd_link_refuses(mynd_link *link)
{
	if (!link->in_call &&
	    link->absorbing == NULL) { /* the other one: a longjmp has left a reply half stored */
		return false;
	}
	keep_error(link);
	mynd_error_client(&link->error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	if (link->intercepted) {
		mynd_error_set(&link->error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC, NULL,
		    "%s: an interceptor of this link runs, which can use it through $next() alone",
		    link->error.message);
	} else if (link->waiting) {
		mynd_error_set(&link->error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC, NULL,
		    "%s: another call waits on this link", link->error.message);
	}
	return true;
}

bool mynd_link_is_foreign(const mynd_link *link)
{
	return link->generation != mynd_process_generation();
}

/* The server waits for a command, or will when it has done what we asked of it by ourselves. */
static bool is_at_rest(mynd_link *link)
{
	return mynd_session_phase(link->session) == MYND_PHASE_IDLE ||
	       (link->resetting && mynd_session_phase(link->session) != MYND_PHASE_DEAD);
}

/* COM_QUIT, if the server waits for a command and the socket takes it at once. From a destructor it is not filtered, and so not said. */
static void say_goodbye(mynd_link *link, bool by_program)
{
	mynd_command quit = mynd_command_simple(MYND_COM_QUIT);
	mynd_error ignored;
	if (mynd_link_is_foreign(link) || link->write_broken || !is_at_rest(link) ||
	    mynd_session_send(link->session, &quit, NULL, &ignored) != MYND_OK) {
		return;
	}
	if (by_program) {
		mynd_filtered_last_words(link);
		mynd_link_push(link);
	} else {
		mynd_link_push_without_code(link);
	}
}

static void count_close(mynd_link *link, mynd_close_reason reason)
{
	mynd_phase phase = mynd_session_phase(link->session);
	if ((phase == MYND_PHASE_WAITING || phase == MYND_PHASE_READING) && !link->resetting) {
		link->counts.in_middle_of_command_close++;
	}
	switch (reason) {
	case MYND_CLOSE_EXPLICIT:
		link->counts.explicit_close++;
		break;
	case MYND_CLOSE_IMPLICIT:
		link->counts.implicit_close++;
		break;
	case MYND_CLOSE_DISCONNECT:
		link->counts.disconnect_close++;
		break;
	}
}

static void free_session(mynd_link *link)
{
	mynd_link_put_away(link, mynd_session_free(link->session, mynd_links_of_thread()->sweeping));
	link->session = NULL;
}

static void free_net(mynd_link *link)
{
	if (!mynd_link_is_foreign(link)) {
		mynd_net_close(link->net);
	}
	mynd_net_free(link->net);
	link->net = NULL;
}

void mynd_link_end_use(mynd_link *link)
{
	mynd_link_detach_results(link);
	mynd_link_free_given_up(link);
	mynd_link_clear_reply(link);
	link->field_count = 0;
	link->warnings = 0;
	mynd_pending_end(link);
	mynd_cache_drop(link);
	mynd_link_drop_attributes(link);
	mynd_link_keep_file_text(link, NULL, 0);
	link->filling = NULL;
	link->cache_off = link->last_open = link->ownerless = false;
	link->unread = MYND_UNREAD_NONE;
	link->longest_command = 0;
	link->epoch++;
}

void mynd_link_take_down(mynd_link *link)
{
	mynd_link_end_use(link);
	link->multi_statements = link->resetting = false;
	link->address = 0;
	if (link->session != NULL) {
		free_session(link);
	}
	if (link->net != NULL) {
		free_net(link);
	}
	mynd_compress_end(link);
	mynd_filtered_end(link);
	mynd_way_forget(link);
	link->cancelled = 0;
	link->close_wanted = link->write_broken = link->spoilt = link->readable = false;
	link->read_bound = UINT64_MAX;
	free(link->host_info);
	link->host_info = NULL;
}

void mynd_link_close(mynd_link *link, mynd_close_reason reason)
{
	if (link->session == NULL || link->parked) {
		return;
	}
	if (link->in_call) { /* that call will close it, now that it finds the end of the file */
		link->close_wanted = true;
		if (link->net != NULL && !mynd_link_is_foreign(link)) {
			mynd_net_break(link->net);
		}
		return;
	}
	count_close(link, reason);
	say_goodbye(link, reason == MYND_CLOSE_EXPLICIT);
	mynd_link_take_down(link);
	if (reason == MYND_CLOSE_EXPLICIT) {
		mynd_filters_settle();
	}
}

bool mynd_link_is_connected(const mynd_link *link)
{
	return link->session != NULL && link->login_deadline == MYND_NO_DEADLINE;
}

bool mynd_link_is_open(const mynd_link *link)
{
	return link->session != NULL && mynd_session_phase(link->session) != MYND_PHASE_DEAD;
}

/* --- settings --- */

void mynd_link_set_string(mynd_link *link, mynd_string_setting which, const char *value)
{
	free(link->strings[which]);
	link->strings[which] = value == NULL ? NULL : pestrdup(value, 1);
}

const char *mynd_link_get_string(const mynd_link *link, mynd_string_setting which)
{
	return link->strings[which];
}

void mynd_link_set_int(mynd_link *link, mynd_int_setting which, zend_long value)
{
	link->ints[which] = value;
}

zend_long mynd_link_get_int(const mynd_link *link, mynd_int_setting which)
{
	return link->ints[which];
}

void mynd_link_add_init_command(mynd_link *link, const char *sql, size_t len)
{
	mynd_init_command *command = pemalloc(sizeof *command + len + 1, 1);
	mynd_init_command **last = &link->init_commands;
	command->next = NULL;
	command->len = len;
	memcpy(command->sql, sql, len);
	command->sql[len] = '\0';
	while (*last != NULL) {
		last = &(*last)->next;
	}
	*last = command;
}

mynd_link *mynd_link_new_like(const mynd_link *link)
{
	mynd_link *new = mynd_link_new();
	new->deadline = link->deadline;
	new->cancel_at = link->cancel_at;
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		mynd_link_set_string(new, i, link->strings[i]);
	}
	memcpy(new->ints, link->ints, sizeof new->ints);
	for (const mynd_init_command *c = link->init_commands; c != NULL; c = c->next) {
		mynd_link_add_init_command(new, c->sql, c->len);
	}
	return new;
}

void mynd_link_set_read_buffer(mynd_link *link)
{
	link->read_buffer =
	    (size_t) MIN(MAX(link->ints[MYND_SET_READ_BUFFER], MYND_READ_BUFFER_MIN), READ_BUFFER_MAX);
}

/* --- what is known --- */

const mynd_error *mynd_link_error(const mynd_link *link)
{
	return &link->error;
}

const mynd_error *mynd_link_last_failure(const mynd_link *link)
{
	return &link->last_failure;
}

void mynd_link_set_error(mynd_link *link, const mynd_error *error)
{
	keep_error(link);
	if (error == NULL) {
		mynd_error_clear(&link->error);
	} else {
		link->error = *error;
	}
}

int mynd_link_refuse(mynd_link *link, unsigned client_error)
{
	keep_error(link);
	return mynd_error_client(&link->error, MYND_CAUSE_MISUSE, client_error);
}

const char *mynd_link_remark_about(const mynd_link *link)
{
	return link->remark_is_of_key ? link->strings[MYND_SET_PUBLIC_KEY] : NULL;
}

const char *mynd_link_remark(const mynd_link *link)
{
	return link->remark[0] == '\0' ? NULL : link->remark;
}

const mynd_server *mynd_link_server(const mynd_link *link)
{
	return link->session == NULL ? NULL : mynd_session_server(link->session);
}

const char *mynd_link_host_info(const mynd_link *link)
{
	return link->host_info;
}

uint64_t mynd_link_affected_rows(const mynd_link *link)
{
	return link->affected_rows;
}

uint64_t mynd_link_insert_id(const mynd_link *link)
{
	return link->insert_id;
}

unsigned mynd_link_warning_count(const mynd_link *link)
{
	return link->warnings;
}

uint32_t mynd_link_field_count(const mynd_link *link)
{
	return link->field_count;
}

const char *mynd_link_info(const mynd_link *link, size_t *len)
{
	*len = link->info_len;
	return link->info_len == 0 ? NULL : link->info;
}

const mynd_charset *mynd_link_charset(const mynd_link *link)
{
	return link->charset;
}

int mynd_link_descriptor(const mynd_link *link)
{
	return link->net == NULL || mynd_link_is_foreign(link) ? -1 : mynd_net_descriptor(link->net);
}

bool mynd_link_has_result(const mynd_link *link)
{
	return link->columns != NULL;
}

bool mynd_link_is_at_statement(const mynd_link *link)
{
	return link->binary;
}

bool mynd_link_more_results(const mynd_link *link)
{
	return link->more_results && !link->ownerless;
}

bool mynd_link_is_idle(const mynd_link *link)
{
	if (link->session == NULL || link->in_call || link->absorbing != NULL || link->columns != NULL ||
	    link->active != NULL) {
		return false;
	}
	if (mynd_pending_of(link, MYND_OWNER_ANY) != NULL) {
		return false;
	}
	if (link->more_results) {
		return link->ownerless;
	}
	return link->first_pending != NULL || link->unread != MYND_UNREAD_NONE ||
	       mynd_session_phase(link->session) == MYND_PHASE_IDLE;
}

bool mynd_link_is_in_call(const mynd_link *link)
{
	return link->in_call;
}

zend_string *mynd_link_quote(
    mynd_link *link, const char *before, const char *from, size_t len, const char *behind)
{
	const mynd_server *server = mynd_link_server(link);
	bool no_backslash = server != NULL && (server->status & MYND_STATUS_NO_BACKSLASH_ESCAPES);
	size_t n_before = strlen(before), n_behind = strlen(behind);
	zend_string *to = zend_string_safe_alloc(2, len, n_before + n_behind, 0);
	char *at = ZSTR_VAL(to);
	memcpy(at, before, n_before);
	size_t n = n_before + mynd_escape(link->charset, no_backslash, (mynd_slice){(const uint8_t *) from, len},
	                          (uint8_t *) at + n_before);
	memcpy(at + n, behind, n_behind);
	to = zend_string_truncate(to, n + n_behind, 0);
	ZSTR_VAL(to)[n + n_behind] = '\0';
	return to;
}

zend_string *mynd_link_escape(mynd_link *link, const char *from, size_t len)
{
	return mynd_link_quote(link, "", from, len, "");
}
