/*
 * The life of a link: making, closing and freeing it.
 *
 * Always true: a link is on its thread's list from the moment it is made until it is freed. Nothing here
 * waits, but for replies that a program has left unread (finish.c).
 */
#include "finish.h"
#include "spare.h"
#include "wire_log.h"
#include "../channel/wire_log.h"
#include "../statement/predicted_ids.h"

#include <errno.h>

static const mynd_channel_hooks hooks = {mynd_link_on_timeout, mynd_link_on_lost, mynd_scopes_here};

static void destroy(mynd_link *link)
{
	if (link->free_pooled != NULL) {
		link->free_pooled(link);
	}
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
	mynd_patience_forget(link);
	mynd_role_forget(link);
	mynd_statements_end(link);
	mynd_metrics_free(link);
	mynd_link_unlist(link);
	mynd_channel_free(&link->channel);
	free(link->prepared);
	mynd_reply_free(link);
	free(link);
}

mynd_link *mynd_link_new(void)
{
	mynd_links_go_on_aside();
	if (UNEXPECTED(mynd_results_are_left())) {
		mynd_links_free_left();
	}
	mynd_link *link = pemalloc(sizeof *link, 1);
	size_t own = sizeof link->channel;
	mynd_channel_init(&link->channel, &hooks);
	/* the space for the connect warning is not zeroed */
	memset((char *) link + own, 0, offsetof(mynd_link, connect_warning) - own);
	mynd_link_clear_connect_warning(link);
	mynd_link_leave_one_reference(link);
	link->destroy = destroy;
	mynd_link_note_charset(link, mynd_charset_by_id(8)); /* latin1, until a server reports another one */
	mynd_link_list(link);
	return link;
}

mynd_link *mynd_link_new_of_program(void)
{
	mynd_link *link = mynd_link_new();
	mynd_channel_follow_scopes(&link->channel);
	return link;
}

mynd_link *mynd_link_new_like(const mynd_link *link)
{
	mynd_link *new = mynd_link_new();
	mynd_channel_copy_limits(&new->channel, &link->channel);
	mynd_link_settings_copy(&new->channel.settings, &link->channel.settings);
	return new;
}

mynd_link *mynd_link_new_after(const mynd_link *link)
{
	mynd_link *new = mynd_link_new_like(link);
	mynd_link_note_charset(new, link->charset);
	new->no_backslash = mynd_link_has_no_backslash(link);
	return new;
}

/* --- close --- */

/* Returns true if the server waits for a command, or will wait after the commands of the driver's own. */
static bool is_at_rest(const mynd_link *link)
{
	return mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE ||
	       (mynd_link_is_by_itself(link) && mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD);
}

/* Returns true if a command of the program is not over. */
static bool is_abandoned(const mynd_link *link)
{
	mynd_phase phase = mynd_session_phase(link->channel.session);
	return (phase == MYND_PHASE_WAITING || phase == MYND_PHASE_READING) && !mynd_link_is_by_itself(link);
}

static void count_close(mynd_link *link, mynd_close_reason reason)
{
	if (link->channel.session != NULL && is_abandoned(link)) {
		link->channel.counts.in_middle_of_command_close++;
	}
	switch (reason) {
	case MYND_CLOSE_EXPLICIT:
		link->channel.counts.explicit_close++;
		break;
	case MYND_CLOSE_IMPLICIT:
		link->channel.counts.implicit_close++;
		break;
	case MYND_CLOSE_DISCONNECT:
		link->channel.counts.disconnect_close++;
		break;
	}
}

void mynd_link_end_use(mynd_link *link)
{
	mynd_turns_end(link);
	mynd_link_end_replies(link);
	mynd_prepared_end_use(link);
	link->connection_number++;
}

void mynd_link_hand_on(mynd_link *link)
{
	mynd_turns_end(link);
	mynd_link_end_replies(link);
	mynd_prepared_hand_on(link);
	link->connection_number++;
}

void mynd_link_take_down(mynd_link *link)
{
	mynd_metrics_close(link);
	mynd_link_finished(link);
	mynd_link_end_use(link);
	mynd_predicted_ids_forget(link);
	mynd_channel_close(&link->channel, mynd_links_are_swept());
	mynd_kill_forget(link);
	mynd_login_forget(link);
	mynd_reconnect_forget(link);
	mynd_state_set_multi_statements(link, false);
	mynd_link_set_learning(link, false);
	link->address = 0;
	free(link->host_info);
	link->host_info = NULL;
}

void mynd_link_close(mynd_link *link, mynd_close_reason reason)
{
	if (link->channel.session == NULL || link->parked) {
		mynd_channel_note_close(&link->channel);
		return;
	}
	mynd_link_leave_calls(link);
	if (link->channel.in_call) { /* the call under way finds the end of file now, and closes the link */
		mynd_channel_break(&link->channel);
		return;
	}
	mynd_link_leave_aside(link);
	if (is_abandoned(link) && !link->is_spare && mynd_link_finish(link)) {
		mynd_kill_abandoned(link);
	}
	if (link->channel.session != NULL) {
		mynd_link_look_up_names(link);
	}
	count_close(link, reason);
	if (link->channel.session != NULL && is_at_rest(link)) {
		mynd_channel_say_goodbye(&link->channel, reason == MYND_CLOSE_EXPLICIT);
	}
	mynd_link_take_down(link);
	if (reason == MYND_CLOSE_EXPLICIT) {
		mynd_channels_finish_filters();
	}
}

int mynd_link_log_wire(mynd_link *link, const char *file, uint64_t most)
{
	if (!mynd_link_is_open(link) || mynd_channel_is_foreign(&link->channel)) {
		errno = ENOTCONN;
		return MYND_BAD;
	}
	if (link->channel.in_call) {
		errno = EBUSY;
		return MYND_BAD;
	}
	if (file != NULL && mynd_channel_look_for_output(&link->channel)) {
		mynd_link_addref(link);
		mynd_channel_flush(&link->channel);
		bool is_open = mynd_link_is_open(link);
		mynd_link_release(link);
		if (!is_open) {
			errno = ENOTCONN;
			return MYND_BAD;
		}
	}
	return mynd_channel_log_wire(&link->channel, file, most);
}
