/*
 * Waiting for many links at once.
 *
 * Always true: a link is ready when to take its next reply would not wait for the reply's beginning. What is known without the kernel
 * is looked at first: stored replies, bytes in buffers. The thread keeps a set for its polls; a link that one poll after the
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

/* The program has not taken all of the current one. */
static bool is_at_reply(const mynd_link *link)
{
	return link->columns != NULL || link->active != NULL || link->more_results;
}

/* The current reply stands before all others on the wire. */
static bool is_between_replies(const mynd_link *link)
{
	return !is_at_reply(link) && link->unread == MYND_UNREAD_NONE;
}

/* Bytes are known to be here. */
static bool has_bytes(mynd_link *link)
{
	if (link->readable || mynd_session_has_unread(link->session) || mynd_link_has_received(link)) {
		return true;
	}
	if (!mynd_net_has_bytes(link->net)) {
		return false;
	}
	mynd_link_changed(link); /* TLS has taken them from the socket, which does not tell of them any more */
	return true;
}

/* Stores what has come of the replies before p. Under TLS and compression no socket tells of what has been read already. */
static void absorb_before(mynd_link *link, const mynd_pending *p)
{
	const mynd_pending *q;
	do {
		if (mynd_pending_absorb(link, p) != MYND_OK) {
			return;
		}
		q = mynd_pending_unanswered(link);
	} while (q != NULL && q != p && !q->barrier && mynd_link_read_here(link) == MYND_OK);
}

/* Reads what is here into the link's buffer. */
static void look(mynd_link *link)
{
	if (!is_lost(link) && !link->in_call && !has_bytes(link)) {
		mynd_link_read_here(link);
	}
}

bool mynd_link_is_ready(mynd_link *link, const void *owner)
{
	if (is_lost(link) || link->in_call || link->absorbing != NULL) {
		return true;
	}
	if (mynd_link_has_output(link)) {
		mynd_link_push(link);
	}
	if (UNEXPECTED(mynd_is_filtered(link))) { /* they may have something that no socket tells of */
		look(link);
		if (is_lost(link)) {
			return true;
		}
	}
	mynd_pending *p = mynd_pending_of(link, owner);
	if (p != NULL && p->state == MYND_PENDING_ANSWERED && !is_at_reply(link)) {
		return true;
	}
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

/*
 * A socket's bytes may as well stay there until somebody takes the reply: then one buffer does for all links. Under TLS, compression and
 * filters it is to be seen whether they are bytes of a reply.
 */
void mynd_link_found(mynd_link *link, int ready)
{
	if (link->packed.which != MYND_COMPRESSION_NONE || mynd_net_is_tls(link->net) || mynd_is_filtered(link)) {
		look(link);
	} else if (ready & MYND_READABLE) {
		link->readable = true;
	}
}

/* --- listeners --- */

void mynd_link_listen(mynd_link *link, mynd_listener *listener, mynd_listener **told)
{
	*listener = (mynd_listener){.next = link->listeners, .told = told};
	link->listeners = listener;
}

void mynd_link_unlisten(mynd_link *link, mynd_listener *listener)
{
	mynd_listener **at = &link->listeners;
	while (*at != NULL && *at != listener) {
		at = &(*at)->next;
	}
	if (*at != NULL) {
		*at = listener->next;
	}
}

void mynd_link_changed(mynd_link *link)
{
	for (mynd_listener *l = link->listeners; l != NULL; l = l->next) {
		if (!l->is_told) {
			l->is_told = true;
			l->next_told = *l->told;
			*l->told = l;
		}
	}
}

mynd_listener *mynd_listener_next(mynd_listener **told)
{
	mynd_listener *l = *told;
	if (l != NULL) {
		*told = l->next_told;
		l->is_told = false;
	}
	return l;
}

/* --- gathering --- */

#define GATHER_EACH                                                                                          \
	1e-6 /* seconds for a command under way; no server is so fast that it had nothing left to do */

void mynd_link_gather(mynd_link *link, const void *owner, unsigned under_way)
{
	double moment = GATHER_EACH * under_way;
	if (!mynd_wait_blocks() ||
	    mynd_link_is_ready(link, owner)) { /* other fibers run while we wait: they gather */
		return;
	}
	if (!mynd_deadline_passed(link->gather_until)) {
		mynd_wait(NULL, 0, link->gather_until);
	}
	look(link);
	if (!mynd_link_is_ready(link, owner)) {
		mynd_wait(NULL, 0, mynd_deadline_in(moment));
		look(link);
	}
	link->gather_until = mynd_deadline_in(moment);
}

/* --- poll --- */

/* One poll that is under way. */
typedef struct polling {
	mynd_set *set;
	mynd_link *const *links;
	size_t count;
	bool *ready;
	uint64_t round;
	bool some;    /* are ready */
	bool awaited; /* any: other fibers may take all replies */
	bool doubles; /* a link stands in the list more than once: `ready` is right at its place */
} polling;

static bool is_place_of(const polling *p, const mynd_link *link)
{
	return link->round == p->round;
}

/* It is ready, or the set watches it. */
static int attend(polling *p, mynd_link *link)
{
	bool *ready = &p->ready[link->place];
	*ready = mynd_link_is_ready(link, MYND_OWNER_ANY);
	p->some |= *ready;
	return *ready ? MYND_OK : mynd_link_watch(link, p->set, link);
}

static int attend_all(polling *p)
{
	p->some = p->awaited = false;
	for (size_t i = 0; i < p->count; i++) {
		mynd_link *link = p->links[i];
		p->ready[i] = false;
		if (!mynd_link_is_awaited(link)) {
			continue;
		}
		p->awaited = true;
		p->doubles |= is_place_of(p, link) && link->place != i;
		link->round = p->round;
		link->place = i;
		if (attend(p, link) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/* What the wait has found. A link that this poll is not about would be found again and again. */
static int attend_found(polling *p)
{
	mynd_link *link;
	int ready;
	while ((link = mynd_set_next(p->set, &ready)) != NULL) {
		if (!is_place_of(p, link)) {
			mynd_link_unwatch(link, p->set);
			continue;
		}
		mynd_link_found(link, ready);
		if (attend(p, link) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

static void tell_of_doubles(polling *p)
{
	for (size_t i = 0; i < p->count; i++) {
		p->ready[i] |= is_place_of(p, p->links[i]) && p->ready[p->links[i]->place];
	}
}

/* Only where a waiter was asked can anything have happened to the links but what the set tells. */
static int wait_and_attend(polling *p, mynd_deadline deadline)
{
	bool alone = mynd_wait_blocks();
	int waited = mynd_set_wait(p->set, p->some ? 0 : deadline);
	int rc = waited == MYND_BAD ? MYND_BAD : attend_found(p);
	if (rc == MYND_OK && !alone) {
		rc = attend_all(p);
		waited = p->awaited || p->count == 0 ? waited : MYND_MORE;
	}
	return rc == MYND_OK ? waited : MYND_BAD;
}

static int poll_with(polling *p, mynd_deadline deadline)
{
	int rc = attend_all(p);
	while (rc == MYND_OK) {
		rc = wait_and_attend(p, deadline);
		if (rc != MYND_BAD && p->some) {
			if (p->doubles) {
				tell_of_doubles(p);
			}
			return MYND_OK;
		}
	}
	return rc;
}

int mynd_links_poll(mynd_link *const *links, size_t count, mynd_deadline deadline, bool *ready)
{
	mynd_links_thread *thread = mynd_links_of_thread();
	polling p = {
	    .set = mynd_set_borrow(), .links = links, .count = count, .ready = ready, .round = ++thread->rounds};
	if (p.set == NULL) { /* two polls at once, of two fibers, do not share one */
		return MYND_BAD;
	}
	int rc = poll_with(&p, deadline);
	int saved = errno;
	mynd_set_give_back(p.set);
	errno = saved;
	return rc;
}
