/*
 * Fibers take turns on a link: its holder, the owners that wait in line, and the end of a fiber.
 *
 * Always true: a link in whose line owners wait has a holder. Each function that may make a link free ends
 * with mynd_turns_look, which passes the link on: the first in line is then the holder, even before it has
 * returned from its wait. An owner does not wait if that would be a deadlock, or if it cannot suspend. The
 * thread has a list of the waiters, so that they are freed if a request ends during their waits.
 * Not here: the diagnostics that each fiber sees (views.c); the gate to which commands come
 * (../client/gate.c).
 */
#include "internal.h"

#include "inner_fiber.h"

#define MOST_STEPS 10000

ZEND_TLS mynd_turns *all;
ZEND_TLS mynd_turn_waiter *waiting; /* waiters of all links */
ZEND_TLS bool main_is_unwound;      /* after a fatal error: the waits within main were ended */

/* --- owners --- */

static const char main_program, ended;

const void *mynd_current_owner(void)
{
	const zend_fiber *fiber = EG(active_fiber);
	return fiber == NULL ? (const void *) &main_program
	                     : (const void *) mynd_fiber_stood_for(&fiber->context);
}

const void *mynd_current_fiber(void)
{
	const zend_fiber *fiber = EG(active_fiber);
	return fiber == NULL ? (const void *) &main_program : (const void *) &fiber->context;
}

static void tell_scopes(
    const void *fiber, void (*each)(void *context, const mynd_scope *scope), void *context)
{
	for (const mynd_scope *s = mynd_scope_of(fiber); s != NULL; s = s->outer) {
		each(context, s);
	}
}

void mynd_scopes_here(void (*each)(void *context, const mynd_scope *scope), void *context)
{
	const void *fiber = mynd_current_fiber(), *owner = mynd_current_owner();
	tell_scopes(fiber, each, context);
	if (owner != fiber) {
		tell_scopes(owner, each, context);
	}
}

bool mynd_owner_is_main(const void *owner)
{
	return owner == &main_program;
}

/* --- life --- */

void mynd_link_begin_turns(mynd_link *link)
{
	mynd_turns *turns = link->turns != NULL ? NULL : calloc(1, sizeof *turns);
	if (turns == NULL) {
		return;
	}
	turns->link = link;
	turns->current = mynd_current_owner();
	turns->had_autocommit = true;
	turns->next = all;
	if (all != NULL) {
		all->previous = turns;
	}
	all = turns;
	mynd_views_init(turns);
	link->turns = turns;
}

int mynd_link_begin_turn(mynd_link *link)
{
	return link->turns == NULL ? MYND_OK : mynd_turns_take(link);
}

void mynd_link_end_turn(mynd_link *link)
{
	if (link->turns != NULL) {
		mynd_turns_leave(link);
	}
}

bool mynd_link_takes_turns(const mynd_link *link)
{
	return link->turns != NULL;
}

static mynd_turn_waiter *waiter_of(mynd_waiting *waiting)
{
	return (mynd_turn_waiter *) ((char *) waiting - offsetof(mynd_turn_waiter, waiting));
}

/* Returns NULL if the line is empty. */
static mynd_turn_waiter *first_of(const mynd_turns *turns)
{
	return turns->line.first == NULL ? NULL : waiter_of(turns->line.first);
}

void mynd_turns_end(mynd_link *link)
{
	mynd_turns *turns = link->turns;
	if (turns == NULL) {
		return;
	}
	link->turns = NULL;
	if (turns->granted != NULL) {
		turns->granted->is_gone = true;
	}
	while (turns->line.first != NULL) {
		first_of(turns)->is_gone = true;
		mynd_waiting_call(turns->line.first);
	}
	if (turns->previous != NULL) {
		turns->previous->next = turns->next;
	} else {
		all = turns->next;
	}
	if (turns->next != NULL) {
		turns->next->previous = turns->previous;
	}
	mynd_views_end(turns);
	free(turns);
}

bool mynd_link_has_line(const mynd_link *link)
{
	return link->turns != NULL && (link->turns->line.count > 0 || link->turns->granted != NULL);
}

/* --- the line --- */

static void forget(mynd_turn_waiter *one)
{
	mynd_turn_waiter **at = &waiting;
	while (*at != one) {
		at = &(*at)->next;
	}
	*at = one->next;
	mynd_waiting_leave(&one->waiting);
	free(one);
}

void mynd_turns_sweep(void)
{
	while (waiting != NULL) {
		forget(waiting);
	}
	main_is_unwound = false;
}

/*
 * Ends the waits of an owner that a fatal error has ended within them; the owner keeps a turn that it was
 * granted. The entries are freed at the end of the request, or by a wait that returns all the same: not every
 * fatal error ends the frames of the main program (opcache_compile_file() goes on after one).
 */
static void end_waits(const void *owner)
{
	for (mynd_turn_waiter *one = waiting; one != NULL; one = one->next) {
		if (one->owner == owner && !one->is_gone) {
			mynd_turns *turns = one->link->turns;
			if (turns != NULL && turns->granted == one) {
				turns->granted = NULL;
			}
			one->is_gone = true;
			if (one->waiting.queue != NULL) {
				mynd_waiting_call(&one->waiting);
			}
		}
	}
}

/* Returns NULL if there is no memory. */
static mynd_turn_waiter *waiter_new(mynd_link *link)
{
	mynd_turn_waiter *one = calloc(1, sizeof *one);
	if (one != NULL) {
		one->link = link;
		one->owner = mynd_current_owner();
		one->next = waiting;
		waiting = one;
	}
	return one;
}

/* Returns the owner's place in line, NULL if it waits in none. */
static const mynd_turn_waiter *place_of(const void *owner)
{
	const mynd_turn_waiter *one = waiting;
	while (one != NULL && (one->owner != owner || one->waiting.queue == NULL)) {
		one = one->next;
	}
	return one;
}

/* --- passing on --- */

static unsigned status_of(const mynd_link *link)
{
	const mynd_server *server = mynd_link_is_open(link) ? mynd_link_server(link) : NULL;
	return server == NULL ? MYND_STATUS_AUTOCOMMIT : server->status;
}

static void begin_holding(mynd_turns *turns, const void *owner)
{
	turns->holder = owner;
	turns->calls = 0;
	turns->turned_off = false;
	turns->had_autocommit = (status_of(turns->link) & MYND_STATUS_AUTOCOMMIT) != 0;
}

static void grant(mynd_turns *turns, mynd_turn_waiter *one)
{
	begin_holding(turns, one->owner);
	turns->granted = one;
	mynd_waiting_call(&one->waiting);
}

/* Returns true if discarded replies are under way, or in the read buffer. */
static bool is_unread(const mynd_link *link)
{
	return mynd_link_is_open(link) && !mynd_link_has_presends(link) &&
	       mynd_session_phase(link->channel.session) != MYND_PHASE_IDLE;
}

static void pass_on(mynd_turns *turns)
{
	if (turns->unread == NULL && is_unread(turns->link)) {
		turns->unread = turns->holder;
	}
	turns->holder = NULL;
	if (turns->line.first != NULL) {
		grant(turns, first_of(turns));
	}
}

/*
 * Notes whether the holder has switched autocommit off. The main program is excepted: it may switch it off
 * for all, and would hold the link for ever.
 */
static void note_autocommit(mynd_turns *turns, unsigned status)
{
	if (status & MYND_STATUS_AUTOCOMMIT) {
		turns->turned_off = false;
		turns->had_autocommit = true;
	} else if (turns->had_autocommit && !mynd_owner_is_main(turns->holder)) {
		turns->turned_off = true;
	}
}

static bool is_in_transaction(const mynd_turns *turns)
{
	return turns->turned_off || (status_of(turns->link) & MYND_STATUS_IN_TRANS) != 0;
}

/* Returns true if the holder has no call or reply under way, no result to be taken, and no transaction. */
static bool look_whether_done(mynd_turns *turns)
{
	const mynd_link *link = turns->link;
	if (turns->calls > 0 || turns->granted != NULL || link->channel.in_call) {
		return false;
	}
	if (!mynd_link_is_open(link)) {
		return true;
	}
	note_autocommit(turns, status_of(link));
	return mynd_link_is_idle(link) && !is_in_transaction(turns);
}

void mynd_turns_look(mynd_link *link)
{
	mynd_turns *turns = link->turns;
	if (turns->holder != NULL && look_whether_done(turns)) {
		pass_on(turns);
	}
}

static void end_owner(mynd_turns *turns, const void *owner)
{
	mynd_views_forget(turns, owner);
	if (turns->holder == owner) {
		if (mynd_link_is_open(turns->link)) {
			note_autocommit(turns, status_of(turns->link));
			turns->left_open = is_in_transaction(turns);
			turns->restores = turns->turned_off;
		}
		pass_on(turns);
	}
	if (turns->unread == owner) {
		turns->unread = &ended;
	}
}

void mynd_turns_fiber_ended(const void *owner)
{
	end_waits(owner);
	for (mynd_turns *turns = all; turns != NULL; turns = turns->next) {
		end_owner(turns, owner);
	}
}

/* --- refusals --- */

static int refuse(mynd_link *link, const char *why)
{
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_IN_USE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	mynd_error_set(
	    &error, MYND_CAUSE_IN_USE, MYND_ERR_COMMANDS_OUT_OF_SYNC, NULL, "%s: %s", error.message, why);
	mynd_turns_set_error(link, &error);
	return MYND_BAD;
}

static const char *what_holds(const mynd_turns *turns)
{
	return is_in_transaction(turns) ? "another fiber's transaction" : "another fiber";
}

static int refuse_to_wait(mynd_link *link)
{
	char why[128];
	snprintf(why, sizeof why, "%s holds this connection, and this call cannot wait for it",
	    what_holds(link->turns));
	return refuse(link, why);
}

static int refuse_gone(mynd_link *link)
{
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	mynd_turns_set_error(link, &error);
	return MYND_BAD;
}

static unsigned number_of(const mynd_link *link)
{
	const mynd_server *server = mynd_link_server(link);
	return server == NULL ? 0 : (unsigned) server->thread_id;
}

/*
 * Returns true if the owner's wait would be a deadlock: the holder waits in line for a link that the owner
 * holds, or for a link whose holder does, and so on. Sets *last to the link that the owner holds, at which
 * the chain of waits ends. Only the main program can wait in several lines, because a coroutine engine may
 * run many coroutines in it.
 */
static bool find_deadlock(const mynd_turns *turns, const void *owner, const mynd_link **last)
{
	const mynd_turn_waiter *place;
	for (unsigned steps = 0; steps < MOST_STEPS && turns != NULL && turns->holder != owner; steps++) {
		place = place_of(turns->holder);
		if (place == NULL) {
			return false;
		}
		*last = place->link;
		turns = place->link->turns;
	}
	return turns != NULL && turns->holder == owner;
}

static int refuse_circle(mynd_link *link, const mynd_link *last)
{
	char why[256];
	snprintf(why, sizeof why,
	    "fibers would wait for each other: this fiber holds connection %u, and connection %u is not free "
	    "before "
	    "that",
	    number_of(last), number_of(link));
	return refuse(link, why);
}

/* --- waiting --- */

static mynd_deadline deadline_of(const mynd_link *link)
{
	zend_long seconds = link->channel.settings.ints[MYND_SET_READ_TIMEOUT];
	return mynd_deadline_earlier(
	    mynd_deadline_in((double) seconds), mynd_channel_limits(&link->channel).cancel_at);
}

/*
 * Sets the error of a wait that has failed because the connection's deadline, or its time limit, has passed.
 */
static int tell_time_out(mynd_link *link)
{
	mynd_error error = {0};
	if (!mynd_channel_look_for_time(&link->channel, &error)) {
		mynd_turns_set_error(link, &error);
		return MYND_BAD;
	}
	char why[128];
	snprintf(
	    why, sizeof why, "%s has held this connection for the whole time limit", what_holds(link->turns));
	return refuse(link, why);
}

static int refuse_after_wait(mynd_link *link, int rc)
{
	mynd_error error;
	if (mynd_channel_is_foreign(&link->channel)) {
		return refuse_gone(link);
	}
	if (rc == MYND_MORE) {
		return tell_time_out(link);
	}
	if (rc == MYND_WAIT_BLOCK) {
		return refuse_to_wait(link);
	}
	if (EG(exception)) {
		return refuse(link, "the wait in line was cancelled");
	}
	/* there is no memory, or no descriptor, for the wait */
	mynd_error_client(&error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	mynd_turns_set_error(link, &error);
	return MYND_BAD;
}

static int wait_in_line(mynd_link *link)
{
	mynd_turn_waiter *one = waiter_new(link);
	if (one == NULL) {
		return refuse_after_wait(link, MYND_BAD);
	}
	int rc = mynd_waiting_wait(&one->waiting, &link->turns->line, deadline_of(link));
	bool is_gone = one->is_gone, was_granted = one->waiting.called;
	if (!is_gone && link->turns->granted == one) {
		link->turns->granted = NULL;
	}
	forget(one);
	if (is_gone) {
		return refuse_gone(link);
	}
	if (was_granted && EG(exception)) {
		pass_on(link->turns);
	}
	return was_granted && !EG(exception) ? MYND_OK : refuse_after_wait(link, rc);
}

/*
 * Lets a call that cannot wait use the link before an owner that was granted the link but does not run yet.
 * Refuses if there is no such owner, or if the link was given back to that owner because of its transaction.
 */
static int go_before(mynd_link *link)
{
	mynd_turns *turns = link->turns;
	mynd_turn_waiter *one = turns->granted;
	if (one == NULL || (is_in_transaction(turns) && !turns->left_open)) {
		return refuse_to_wait(link);
	}
	turns->granted = NULL;
	mynd_waiting_put_back(&one->waiting, &turns->line);
	begin_holding(turns, mynd_current_owner());
	return MYND_OK;
}

/*
 * Waits for a link that another owner holds. Refuses if the running owner waits for that link already: the
 * program's waiter, which runs during that wait, may use the link.
 */
static int wait_for_turn(mynd_link *link)
{
	const mynd_link *last = link;
	const mynd_turn_waiter *place = place_of(mynd_current_owner());
	if (mynd_channel_is_foreign(&link->channel)) {
		return refuse_gone(link); /* the holder is a fiber of the parent process */
	}
	if (place != NULL && place->link == link) {
		return refuse_to_wait(link);
	}
	if (mynd_wait_blocks()) {
		return go_before(link);
	}
	if (find_deadlock(link->turns, mynd_current_owner(), &last)) {
		return refuse_circle(link, last);
	}
	return wait_in_line(link);
}

/* --- taking --- */

/* Runs a command of a rollback, although a limit of time may have passed. */
static int run_all_the_same(mynd_link *link, const char *text)
{
	mynd_channel_extend(&link->channel);
	int rc = mynd_link_run_text(link, text, strlen(text));
	mynd_channel_end_extension(&link->channel);
	return rc;
}

static int end_transaction(mynd_link *link, bool restores)
{
	int rc = run_all_the_same(link, "ROLLBACK");
	if (rc == MYND_OK && restores) {
		rc = run_all_the_same(link, "SET autocommit=1");
	}
	return rc == MYND_OK && !(status_of(link) & MYND_STATUS_IN_TRANS) ? MYND_OK : MYND_BAD;
}

/* Loses the link, because no other owner's commands may run in its session. */
static void lose(mynd_link *link)
{
	if (mynd_link_is_open(link)) {
		mynd_error gone;
		mynd_error_client(&gone, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		mynd_channel_lose(&link->channel, &gone);
	}
}

/*
 * Discards the replies of a fiber that has ended, and rolls its transaction back. If the transaction cannot
 * be ended in this way (XA), the link is lost, because no other owner's commands may run in that session.
 */
static int roll_back(mynd_link *link)
{
	mynd_turns *turns = link->turns;
	turns->left_open = false;
	turns->unread = NULL;
	mynd_link_drop_replies(link);
	if (end_transaction(link, turns->restores) == MYND_OK) {
		turns->had_autocommit = (status_of(link) & MYND_STATUS_AUTOCOMMIT) != 0;
		return MYND_OK;
	}
	lose(link);
	return MYND_BAD;
}

void mynd_link_roll_back(mynd_link *link, const char *savepoint)
{
	char text[64];
	snprintf(text, sizeof text, "ROLLBACK TO SAVEPOINT %s", savepoint != NULL ? savepoint : "");
	bool rests = mynd_link_is_idle(link) && mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE;
	int rc = !rests              ? MYND_BAD
	         : savepoint == NULL ? end_transaction(link, false)
	                             : run_all_the_same(link, text);
	if (rc != MYND_OK) {
		lose(link);
	}
}

static int take(mynd_link *link)
{
	mynd_turns *turns = link->turns;
	const void *owner = mynd_current_owner();
	if (turns->holder == owner) {
		return turns->granted == NULL ? MYND_OK : refuse_to_wait(link); /* called in the owner's wait */
	}
	if (turns->holder != NULL && look_whether_done(turns)) {
		pass_on(turns);
	}
	if (turns->holder == NULL) {
		begin_holding(turns, owner);
		return MYND_OK;
	}
	return wait_for_turn(link);
}

/* Makes the owner of a transaction the holder again, before the others in line. */
static void give_back(mynd_turns *turns, const void *owner, bool had_autocommit)
{
	mynd_waiting *at = turns->line.first;
	while (at != NULL && waiter_of(at)->owner != owner) {
		at = at->next;
	}
	if (at != NULL) {
		grant(turns, waiter_of(at));
	} else {
		begin_holding(turns, owner);
	}
	turns->had_autocommit = had_autocommit;
	note_autocommit(turns, status_of(turns->link));
}

/*
 * Reads the unread replies of another owner, which may report an open transaction of that owner. Returns
 * MYND_MORE if they do; that owner then holds the link again. Returns MYND_BAD if the link was closed
 * meanwhile. If the replies cannot be read, the next command reports why.
 */
static int read_others(mynd_link *link)
{
	mynd_turns *turns = link->turns;
	const void *owner = turns->unread;
	bool had_autocommit = turns->had_autocommit;
	if (owner != mynd_current_owner() && mynd_link_begin(link, false) != MYND_OK) {
		return link->turns == turns ? MYND_OK : refuse_gone(link);
	}
	owner = turns->unread; /* the owner may have ended */
	turns->unread = NULL;
	if (owner == mynd_current_owner()) {
		return MYND_OK;
	}
	turns->had_autocommit = (status_of(link) & MYND_STATUS_AUTOCOMMIT) != 0;
	bool turned_off = had_autocommit && !turns->had_autocommit && !mynd_owner_is_main(owner);
	if (!turned_off && !(status_of(link) & MYND_STATUS_IN_TRANS)) {
		return MYND_OK;
	}
	if (owner == &ended) {
		turns->left_open = true;
		turns->restores = turned_off;
		return MYND_OK;
	}
	give_back(turns, owner, had_autocommit);
	return MYND_MORE;
}

/* Takes the link for the running owner; may wait in line more than once. */
static int take_up(mynd_link *link)
{
	int rc;
	do {
		if (take(link) != MYND_OK) {
			return MYND_BAD;
		}
		link->turns->calls++;
		mynd_turns_load_view(link);
		bool all_read = link->turns->unread == NULL || link->turns->calls > 1 || link->turns->left_open;
		rc = EXPECTED(all_read) ? MYND_OK : read_others(link);
	} while (rc == MYND_MORE);
	return rc;
}

int mynd_turns_take(mynd_link *link)
{
	if (UNEXPECTED(CG(unclean_shutdown)) && !main_is_unwound) { /* a shutdown function runs */
		main_is_unwound = true;
		end_waits(&main_program);
	}
	if (take_up(link) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_turns *turns = link->turns;
	turns->left_open &= mynd_link_is_open(link);
	if (UNEXPECTED(turns->left_open) && roll_back(link) != MYND_OK) {
		mynd_turns_leave(link);
		return MYND_BAD;
	}
	return MYND_OK;
}

void mynd_turns_leave(mynd_link *link)
{
	mynd_turns *turns = link->turns;
	if (turns != NULL && turns->calls > 0 && turns->holder == mynd_current_owner() && --turns->calls == 0) {
		mynd_turns_look(link);
	}
}
