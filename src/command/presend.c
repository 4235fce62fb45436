/*
 * Commands that were sent before the program asked for them, see mynd_presend.
 *
 * Always true: while there are such commands the link's reply has no data of them. Their replies
 * wait unread in the session. The reply that the program asks for is read as if its command had been sent
 * now, or, where only a reply without error and warning may be used, is stored first (queue.c).
 * Not here: which commands are sent ahead, and the handling of a session whose program sends another command
 * instead (src/pool/prologue.c, src/pool/prefetch.c).
 */
#include "internal.h"

int mynd_presend_next(mynd_link *link, const mynd_command *command, bool *sent)
{
	int rc = link->presend->next(link, command);
	*sent = rc == MYND_OK;
	if (rc == MYND_BAD) {
		link->reply.may_have_run = false;
		return MYND_BAD;
	}
	if (rc == MYND_MORE) {
		return mynd_link_begin(link, false);
	}
	mynd_link_begin_reply(link);
	mynd_metrics_forget_writes(link);
	return MYND_OK;
}

/* Notes the query that was sent ahead, unless its reply is stored: then it has been noted (queue.c). */
static void note_query(mynd_link *link, mynd_slice sql)
{
	if (!mynd_queue_has_ahead(link)) {
		mynd_metrics_text(link, sql, true);
	}
}

int mynd_presend_begin_text(mynd_link *link, mynd_slice sql, bool *sent)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, sql);
	mynd_link_attach_attributes(link, &command);
	int rc = mynd_presend_next(link, &command, sent);
	if (*sent) {
		note_query(link, sql);
	}
	return rc;
}

int mynd_presend_begin_execute(
    mynd_link *link, mynd_text_facts *text, const mynd_parameter *parameters, uint32_t count, bool *sent)
{
	*sent = false;
	if (count > UINT16_MAX) {
		return mynd_presend_drop(link);
	}
	mynd_command command = mynd_command_execute(0, MYND_CURSOR_NONE, parameters, (uint16_t) count, true);
	command.facts = text;
	mynd_link_attach_attributes(link, &command);
	int rc = mynd_presend_next(link, &command, sent);
	if (*sent) {
		note_query(link, text->sql);
		mynd_reply_expect_execute(link, false);
		if (link->replayable != NULL) {
			mynd_replayable_note(link, text, true);
		}
	}
	return rc;
}

int mynd_presend_drop(mynd_link *link)
{
	bool sent;
	return mynd_presend_next(link, NULL, &sent);
}

int mynd_presend_drop_prepared(mynd_link *link, uint32_t *id, unsigned *error)
{
	mynd_event event;
	*error = 0;
	*id = 0;
	do {
		if (mynd_channel_pump(&link->channel, &event) != MYND_OK || event.kind == MYND_EVENT_INFILE) {
			return MYND_BAD;
		}
		if (event.kind == MYND_EVENT_ERROR) {
			*error = event.server_error->code;
		}
		if (event.kind == MYND_EVENT_PREPARED) {
			*id = event.prepared.id;
		}
		if (mynd_drop_event(link, &event) != MYND_OK) {
			return MYND_BAD;
		}
	} while (!event.last);
	return MYND_OK;
}

int mynd_presend_drop_reply(mynd_link *link, unsigned *error)
{
	uint32_t none;
	return mynd_presend_drop_prepared(link, &none, error);
}

int mynd_presend_read(mynd_link *link)
{
	const mynd_presend *presend = link->presend;
	int rc = mynd_queue_take_ahead(link);
	if (rc != MYND_MORE) {
		return rc;
	}
	rc = mynd_link_read_reply(link);
	if (rc != MYND_OK && mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD) {
		presend->failed(link);
	}
	mynd_metrics_forget_text(link);
	return rc;
}
