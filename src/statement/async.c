/*
 * Executes whose replies are taken later: a statement's entries in its link's queue (../command/queue.h).
 *
 * Always true: an entry has a reference to its statement. When an entry is made, `serial` becomes 0: the
 * link's current reply is not treated as the statement's until a reply of the statement was taken.
 */
#include "internal.h"

static void let_go(void *held)
{
	mynd_statement_close(held, false);
}

void mynd_statement_hold_pending(mynd_statement *s, mynd_pending *p)
{
	s->serial = 0;
	mynd_statement_addref(s);
	p->held = s;
	p->let_go = let_go;
	mynd_pending_set_binary(p);
}

void mynd_statement_queued(mynd_statement *s, mynd_pending *p)
{
	mynd_statement_hold_pending(s, p);
	mynd_pending_set_barrier(p, s->local);
	mynd_pending_queued(s->link, p);
}

static int queue(mynd_statement *s, const void *owner, const mynd_parameter *parameters, uint32_t count)
{
	mynd_link *link = s->link;
	mynd_pending *p = mynd_pending_new(link, owner, (mynd_slice){(const uint8_t *) s->text, s->len});
	if (p == NULL) {
		return MYND_BAD;
	}
	mynd_statement_note_change(s);
	mynd_replayable_end(link->replayable);
	if (mynd_statement_queue_execute(s, s->id, parameters, count, MYND_CURSOR_NONE) != MYND_OK) {
		mynd_pending_free(link, p);
		return MYND_BAD;
	}
	mynd_statement_queued(s, p);
	return MYND_OK;
}

int mynd_statement_queue_now(
    mynd_statement *s, const void *owner, const mynd_parameter *parameters, uint32_t count, bool send)
{
	mynd_link *link = s->link;
	if (mynd_statement_finish_long_data(s, parameters, count) != MYND_OK ||
	    mynd_statement_begin(s, "mysqld_stmt_execute", true) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_link_addref(link);
	int rc = queue(s, owner, parameters, count);
	if (rc == MYND_OK && send) {
		rc = mynd_pending_send_last(link);
	}
	mynd_link_release(link);
	return rc;
}

void mynd_statement_was_run(mynd_statement *s, int rc)
{
	mynd_statement_note_change(s);
	if (rc != MYND_OK) {
		mynd_statement_note_failure(s);
	}
}

bool mynd_statement_is_outstanding(const mynd_statement *s)
{
	return mynd_pending_of(s->link, s) != NULL;
}

int mynd_statement_reaped(mynd_statement *s, int rc)
{
	mynd_statement_was_run(s, rc);
	if (rc != MYND_OK) {
		return rc;
	}
	s->serial = mynd_link_command(s->link);
	mynd_statement_take_columns(s);
	return MYND_OK;
}

void mynd_statement_answered(mynd_statement *s)
{
	s->serial = mynd_link_command(s->link);
	s->cursor_number++;
	s->cursor = MYND_CURSOR_CLOSED;
	mynd_statement_take_columns(s);
}

void mynd_statement_abandon(mynd_statement *s)
{
	mynd_link_abandon(s->link, s);
}
