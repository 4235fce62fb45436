/*
 * Replies that a program leaves unread when a connection ends: those of commands that may write are read to
 * their end first, as if the program had waited for them; those of commands that certainly write nothing
 * (../command/effects.c) are discarded with the connection.
 *
 * Always true: no code of the program runs here. Where a destructor may not wait (../command/leave.c) the
 * session moves to a new link, which has no user and is *set aside*: the next command, new link or close of
 * this thread that may wait, or the sweep at the end of the request, reads the remaining replies and closes
 * it.
 */
#include "finish.h"

#include "spare.h"
#include "../command/effects.h"
#include "../net/wait.h"

#define ASK_SECONDS 2.0

ZEND_TLS unsigned set_aside; /* number of links that are set aside */

/* --- what certainly writes nothing --- */

static mynd_slice text_of(const char *text)
{
	return (mynd_slice){(const uint8_t *) text, text == NULL ? 0 : strlen(text)};
}

/*
 * Returns true if all outstanding commands certainly write nothing, provided that the question's names are no
 * views.
 */
static bool consider_all(mynd_link *link, mynd_effects_question *q)
{
	bool some = false;
	if (mynd_reply_is_awaited(link) || mynd_reply_is_unread(link)) {
		mynd_slice text = text_of(mynd_reply_select(link));
		text = text.len == 0 ? mynd_statement_current_text(link) : text;
		if (!mynd_effects_consider(q, text)) {
			return false;
		}
		some = true;
	}
	for (const mynd_pending *p = mynd_pending_unanswered(link); p != NULL; p = p->next) {
		if (!mynd_effects_consider(q, text_of(p->select))) {
			return false;
		}
		some = true;
	}
	return some;
}

/*
 * Asks the server which of the question's names are views, over an idle link. Returns MYND_BAD if there is no
 * answer.
 */
static int ask(mynd_link *over, mynd_effects_question *q)
{
	mynd_diagnostics_area aside;
	mynd_event event;
	int rc = MYND_BAD;
	char *text = mynd_effects_ask(q);
	mynd_command command = mynd_command_text(MYND_COM_QUERY, text_of(text));
	mynd_diagnostics_set_aside(over, &aside);
	mynd_wait_begin_alone();
	mynd_channel_limit_login(&over->channel, mynd_deadline_in(ASK_SECONDS));
	if (text != NULL && mynd_link_put(over, &command) == MYND_OK) {
		while ((rc = mynd_channel_pump(&over->channel, &event)) == MYND_OK && !event.last) {
			if (event.kind == MYND_EVENT_ROW) {
				mynd_effects_found(q, &event.row);
			}
		}
		rc = rc == MYND_OK && event.kind == MYND_EVENT_END ? MYND_OK : MYND_BAD;
	} else {
		mynd_diagnostics_put_back(over, &aside, MYND_ASIDE_ERROR);
	}
	mynd_channel_limit_login(&over->channel, MYND_NO_DEADLINE);
	mynd_wait_end_alone();
	free(text);
	if (rc == MYND_OK) {
		mynd_effects_answered(q);
	}
	return rc;
}

/* As ask(), over the spare connection, where mynd.kill_abandoned is on. Returns true if no name is a view. */
static bool ask_over_spare(mynd_link *link, mynd_effects_question *q)
{
	mynd_spare *s = mynd_spares_are_wanted(link) ? mynd_spare_of(link) : NULL;
	if (s == NULL || !mynd_link_may_read_now(link) || !mynd_spare_look_for_life(s)) {
		return false;
	}
	mynd_kills_collect(s);
	return mynd_spare_is_open(s) && s->first == NULL && ask(s->link, q) == MYND_OK && q->is_view == 0;
}

static bool find_harmless(mynd_link *link, mynd_effects_question *q)
{
	return consider_all(link, q) && (q->count == 0 || ask_over_spare(link, q));
}

bool mynd_link_leaves_nothing(mynd_link *link)
{
	mynd_effects_question q = {.link = link};
	return consider_all(link, &q) && q.count == 0;
}

/* --- reading to the end --- */

static int read_to_end(mynd_link *link)
{
	mynd_session *session = link->channel.session;
	mynd_event event;
	int rc = MYND_OK;
	mynd_wait_begin_alone();
	if (mynd_session_phase(session) == MYND_PHASE_READING) {
		mynd_session_discard_rows(session);
	}
	while (rc == MYND_OK && mynd_session_phase(session) != MYND_PHASE_IDLE) {
		rc = mynd_channel_pump(&link->channel, &event);
		if (rc == MYND_OK) {
			rc = mynd_drop_unwanted(link, &event);
		}
	}
	mynd_wait_end_alone();
	return rc;
}

void mynd_link_leave_aside(mynd_link *link)
{
	set_aside -= link->set_aside;
	link->set_aside = false;
}

/* Returns false if replies are still due, and may not be waited for. */
static bool go_on(mynd_link *link)
{
	return mynd_link_may_read_now(link) || mynd_link_drop_now(link, MYND_READS_UNBOUND) != MYND_MORE;
}

bool mynd_links_have_aside(void)
{
	return set_aside > 0;
}

/* Does nothing in a sweep, which closes each of these links. */
void mynd_links_go_on_aside(void)
{
	mynd_link *next, *link = mynd_links_are_swept() || set_aside == 0 ? NULL : mynd_links_first();
	for (; link != NULL; link = next) {
		next = link->next;
		if (link->set_aside && go_on(link)) {
			mynd_link_leave_aside(link);
			mynd_link_release(link);
		}
	}
}

/* Moves the session to a new link, and sets the new link aside. */
static void put_aside(mynd_link *link)
{
	mynd_link *on = mynd_link_new_like(link);
	mynd_channel_aside aside = {0};
	mynd_channel_succeed(&on->channel, &link->channel);
	mynd_link_end_use(link);
	mynd_channel_put_aside(&link->channel, &aside);
	mynd_channel_put_back(&on->channel, &aside);
	on->set_aside = true;
	set_aside++;
	mynd_channel_push_without_code(&on->channel);
}

static bool may_be_set_aside(const mynd_link *link)
{
	return !mynd_links_are_swept() && !link->channel.in_call && !mynd_channel_is_filtered(&link->channel) &&
	       !mynd_reply_is_broken(link) && !mynd_queue_is_storing(link) &&
	       link->channel.landing.store == NULL && !mynd_channel_is_foreign(&link->channel);
}

/* --- names are looked up where a later request may use the answer --- */

void mynd_link_look_up_names(mynd_link *link)
{
	mynd_effects_question q = {.link = link};
	if (!mynd_reply_has_unknown_select(link) || mynd_is_last_request() || mynd_links_are_swept() ||
	    mynd_session_phase(link->channel.session) != MYND_PHASE_IDLE || !mynd_link_may_read_now(link)) {
		return;
	}
	mynd_link_forget_select_unknown(link);
	if (mynd_effects_consider(&q, text_of(mynd_reply_select(link))) && q.count > 0) {
		ask(link, &q);
	}
}

/* --- the end --- */

void mynd_link_finished(mynd_link *link)
{
	link->is_harmless = false;
}

/*
 * Returns true if one command alone is outstanding, all of it was sent, and nothing of its reply was asked
 * for: stock then closes the connection without waiting for the command, and the server carries it out. The
 * command is not killed.
 */
static bool stock_leaves(mynd_link *link)
{
	const mynd_pending *p = mynd_pending_unanswered(link);
	return p != NULL && p->next == NULL && p->state == MYND_PENDING_AWAITED &&
	       !mynd_spares_are_wanted(link) && !mynd_reply_is_awaited(link) && !mynd_reply_is_unread(link) &&
	       !mynd_channel_look_for_output(&link->channel);
}

bool mynd_link_finish(mynd_link *link)
{
	mynd_effects_question q = {.link = link};
	if (link->is_harmless || find_harmless(link, &q) || stock_leaves(link)) {
		link->is_harmless = true;
		return true;
	}
	mynd_links_go_on_aside();
	if (!mynd_link_may_read_now(link)) {
		if (may_be_set_aside(link)) {
			put_aside(link);
		}
		return false;
	}
	mynd_link_note_select_unknown(link);
	mynd_link_end_use(link);
	read_to_end(link);
	return false;
}
