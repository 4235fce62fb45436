/*
 * Waiting for many links at once.
 *
 * Always true: a link is ready when to take its next reply would not wait for the reply's beginning. What is known without the kernel
 * is looked at first: stored replies, bytes in buffers. The thread keeps one set for all polls; a link that one poll after the
 * other waits for costs the kernel nothing, and one that is not waited for any more leaves the set when it becomes ready.
 * Not here: epoll (net/set.c).
 */
#include "internal.h"
#include "../net/wait.h"

#include <errno.h>

uint64_t mynd_link_stored(const mynd_link *link)
{
	return link->replies_stored;
}

bool mynd_link_is_awaited(const mynd_link *link)
{
	if (mynd_pending_of(link, MYND_OWNER_ANY) != NULL) {
		return true;
	}
	return link->session != NULL && mynd_session_phase(link->session) == MYND_PHASE_READING;
}

static bool is_lost(const mynd_link *link)
{
	return link->session == NULL || mynd_link_is_foreign(link) ||
	       mynd_session_phase(link->session) == MYND_PHASE_DEAD;
}

/* The current reply stands before all others on the wire. */
static bool is_between_replies(const mynd_link *link)
{
	return link->columns == NULL && link->active == NULL && !link->more_results &&
	       link->unread == MYND_UNREAD_NONE;
}

/* Bytes are here without a look at the socket. */
static bool has_bytes(mynd_link *link)
{
	return mynd_session_has_unread(link->session) || mynd_link_has_received(link) ||
	       mynd_net_has_bytes(link->net);
}

/* Stores what has come of the replies before p. Under TLS and compression no socket tells of what has been read already. */
static void absorb_before(mynd_link *link, const mynd_pending *p)
{
	mynd_pending *q;
	do {
		while ((q = mynd_pending_unanswered(link)) != NULL && q != p && !q->barrier) {
			mynd_event event;
			int rc = mynd_session_next(link->session, &event);
			if (rc == MYND_MORE) {
				break;
			}
			if (rc == MYND_BAD) {
				mynd_link_lost(link, mynd_session_error(link->session));
				return;
			}
			if (mynd_outcome_take(link, q, &event) != MYND_OK) {
				return;
			}
		}
	} while (q != NULL && q != p && !q->barrier && mynd_link_read_here(link) == MYND_OK);
}

bool mynd_link_is_ready(mynd_link *link, const void *owner)
{
	if (is_lost(link) || link->in_call) {
		return true;
	}
	if (mynd_link_has_output(link)) {
		mynd_link_push(link);
	}
	mynd_pending *p = mynd_pending_of(link, owner);
	if (p == NULL || !is_between_replies(link)) {
		return has_bytes(link);
	}
	absorb_before(link, p);
	if (is_lost(link) || p->state != MYND_PENDING_AWAITED) {
		return true;
	}
	mynd_pending *next = mynd_pending_unanswered(link);
	return (next == p || next->barrier) && has_bytes(link);
}

int mynd_link_watch(mynd_link *link, mynd_set *set, void *name)
{
	if (is_lost(link)) {
		return MYND_OK;
	}
	int events = MYND_READABLE | (mynd_link_has_output(link) ? MYND_WRITABLE : 0);
	return mynd_set_watch(set, link->net, events, name);
}

void mynd_link_unwatch(mynd_link *link, mynd_set *set)
{
	if (link->net != NULL) {
		mynd_set_watch(set, link->net, 0, NULL);
	}
}

void mynd_link_look(mynd_link *link)
{
	if (!is_lost(link) && !link->in_call && !has_bytes(link)) {
		mynd_link_read_here(link);
	}
}

/* --- gathering --- */

#define GATHER_SECONDS 200e-6

void mynd_link_gather(mynd_link *link, const void *owner)
{
	if (mynd_link_is_ready(link, owner)) {
		return;
	}
	mynd_link_look(link);
	if (!mynd_link_is_ready(link, owner)) {
		link->in_call = true;
		mynd_wait(NULL, 0, mynd_deadline_in(GATHER_SECONDS));
		link->in_call = false;
		mynd_link_closed_meanwhile(link);
	}
}

/* --- poll --- */

/* Two polls at once, of two fibers, must not share a set. */
static mynd_set *borrow_set(mynd_links_thread *thread)
{
	if (thread->polling) {
		return mynd_set_new();
	}
	mynd_set *set = mynd_set_of_thread();
	thread->polling = set != NULL;
	return set;
}

static void give_set_back(mynd_links_thread *thread, mynd_set *set)
{
	if (set == mynd_set_of_thread()) {
		thread->polling = false;
	} else {
		mynd_set_free(set);
	}
}

static bool any_is_ready(mynd_link *const *links, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (mynd_link_is_ready(links[i], MYND_OWNER_ANY)) {
			return true;
		}
	}
	return false;
}

static int watch_all(mynd_set *set, mynd_link *const *links, size_t count, uint64_t round)
{
	for (size_t i = 0; i < count; i++) {
		links[i]->round = round;
		if (mynd_link_watch(links[i], set, links[i]) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/* What the wait has found. A link that this poll is not about would be found again and again. */
static void look_at_found(mynd_set *set, uint64_t round)
{
	mynd_link *link;
	while ((link = mynd_set_next(set)) != NULL) {
		if (link->round == round) {
			mynd_link_look(link);
		} else {
			mynd_link_unwatch(link, set);
		}
	}
}

static int poll_with(
    mynd_set *set, mynd_link *const *links, size_t count, mynd_deadline deadline, uint64_t round)
{
	for (;;) {
		bool ready = any_is_ready(links, count);
		if (watch_all(set, links, count, round) != MYND_OK) {
			return MYND_BAD;
		}
		int rc = mynd_set_wait(set, ready ? 0 : deadline);
		if (rc == MYND_BAD) {
			return MYND_BAD;
		}
		look_at_found(set, round);
		if (ready || rc == MYND_MORE) {
			return ready ? MYND_OK : MYND_MORE;
		}
	}
}

int mynd_links_poll(mynd_link *const *links, size_t count, mynd_deadline deadline)
{
	mynd_links_thread *thread = mynd_links_of_thread();
	mynd_set *set = borrow_set(thread);
	if (set == NULL) {
		return MYND_BAD;
	}
	int rc = poll_with(set, links, count, deadline, ++thread->rounds);
	int saved = errno;
	give_set_back(thread, set);
	errno = saved;
	return rc;
}
