/*
 * Waiting for several links at once.
 *
 * Always true: a link is ready when the beginning of its next reply can be taken without waiting. Facts that
 * are known without the kernel are checked first: stored replies, bytes in buffers. The thread has one set
 * for its polls. A link that is in successive polls costs no further system call; a link that is no longer
 * polled leaves the set when it becomes ready. Not here: epoll (net/set.c).
 */
#include "internal.h"
#include "../net/wait.h"

#include <errno.h>

bool mynd_link_is_awaited(const mynd_link *link)
{
	if (mynd_pending_of(link, MYND_OWNER_ANY) != NULL) {
		return true;
	}
	return link->channel.session != NULL && mynd_session_phase(link->channel.session) == MYND_PHASE_READING;
}

static bool is_lost(const mynd_link *link)
{
	return link->channel.session == NULL || mynd_channel_is_foreign(&link->channel) ||
	       mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD;
}

/* Returns true if nothing of the current reply is left, which would arrive before all other replies. */
static bool is_between_replies(const mynd_link *link)
{
	return !mynd_reply_is_awaited(link) && !mynd_reply_is_unread(link);
}

/* Returns true if it is known without a system call that bytes have arrived. */
static bool look_for_bytes(mynd_link *link)
{
	if (link->channel.readable || mynd_session_has_unread(link->channel.session) ||
	    mynd_channel_has_received(&link->channel)) {
		return true;
	}
	if (!mynd_net_look_for_bytes(link->channel.net)) {
		return false;
	}
	mynd_channel_changed(&link->channel); /* TLS has read the bytes, so the socket does not show them */
	return true;
}

/*
 * Stores the parts of the replies before p that have arrived. With TLS and compression, bytes may have been
 * read already that the socket no longer shows.
 */
static void absorb_before(mynd_link *link, const mynd_pending *p)
{
	const mynd_pending *q;
	do {
		if (mynd_pending_absorb(link, p) != MYND_OK) {
			return;
		}
		q = mynd_pending_unanswered(link);
	} while (q != NULL && q != p && !q->barrier && mynd_channel_read_here(&link->channel) == MYND_OK);
}

/* Reads the bytes that have arrived into the link's buffer. */
static void look(mynd_link *link)
{
	if (!is_lost(link) && !link->channel.in_call && !look_for_bytes(link)) {
		mynd_channel_read_here(&link->channel);
	}
}

void mynd_link_read_here(mynd_link *link)
{
	if (link->channel.session != NULL && !mynd_queue_is_storing(link)) {
		look(link);
	}
}

bool mynd_link_look_for_reply(mynd_link *link, const void *owner)
{
	if (is_lost(link) || link->channel.in_call || mynd_queue_is_storing(link)) {
		return true;
	}
	if (mynd_channel_look_for_output(&link->channel)) {
		mynd_channel_push(&link->channel);
	}
	/* filters may hold bytes that the socket does not show */
	if (UNEXPECTED(mynd_channel_is_filtered(&link->channel))) {
		look(link);
		if (is_lost(link)) {
			return true;
		}
	}
	mynd_pending *p = mynd_pending_of(link, owner);
	if (p != NULL && p->state == MYND_PENDING_ANSWERED && !mynd_reply_is_awaited(link)) {
		return true;
	}
	if (p == NULL || !is_between_replies(link)) {
		return look_for_bytes(link);
	}
	absorb_before(link, p);
	if (is_lost(link) || p->state != MYND_PENDING_AWAITED) {
		return true;
	}
	mynd_pending *next = mynd_pending_unanswered(link);
	return (next == p || next->barrier) && look_for_bytes(link);
}

int mynd_link_watch(mynd_link *link, mynd_set *set, void *name)
{
	if (is_lost(link)) {
		return MYND_OK;
	}
	int events = MYND_READABLE | (mynd_channel_look_for_output(&link->channel) ? MYND_WRITABLE : 0);
	mynd_channel_note_set(&link->channel);
	return mynd_set_watch(set, link->channel.net, events, name);
}

void mynd_link_unwatch(mynd_link *link, mynd_set *set)
{
	if (link->channel.net != NULL) {
		mynd_set_watch(set, link->channel.net, 0, NULL);
	}
}

/*
 * Notes that the socket has bytes. They stay in the socket until the reply is taken, so that one buffer is
 * enough for all links; but with TLS, compression or filters they are read, to see whether they are bytes of
 * a reply.
 */
void mynd_link_found(mynd_link *link, int ready)
{
	if (link->channel.packed.which != MYND_COMPRESSION_NONE || mynd_net_is_tls(link->channel.net) ||
	    mynd_channel_is_filtered(&link->channel)) {
		look(link);
	} else if (ready & MYND_READABLE) {
		mynd_channel_note_readable(&link->channel);
	}
}

mynd_deadline mynd_link_reply_deadline(const mynd_link *link)
{
	zend_long seconds = link->channel.settings.ints[MYND_SET_READ_TIMEOUT];
	return mynd_deadline_earlier(
	    mynd_deadline_in((double) seconds), mynd_channel_limits(&link->channel).cancel_at);
}

void mynd_link_listen(mynd_link *link, mynd_listener *listener, mynd_listener **ready_list)
{
	mynd_channel_listen(&link->channel, listener, ready_list);
}

void mynd_link_unlisten(mynd_link *link, mynd_listener *listener)
{
	mynd_channel_unlisten(&link->channel, listener);
}

/* --- gathering --- */

#define GATHER_EACH 1e-6 /* seconds for each command under way: no server runs out of work in that time */

void mynd_link_gather(mynd_link *link, const void *owner, unsigned under_way)
{
	bool one_by_one = link->channel.session != NULL && mynd_session_window(link->channel.session) == 1;
	double moment = GATHER_EACH * under_way;
	if (one_by_one || !mynd_wait_blocks() ||
	    mynd_link_look_for_reply(link, owner)) { /* while other fibers run, replies gather anyway */
		return;
	}
	if (!mynd_deadline_has_passed(link->poll.gather_until)) {
		mynd_wait(NULL, 0, link->poll.gather_until);
	}
	look(link);
	if (!mynd_link_look_for_reply(link, owner)) {
		mynd_wait(NULL, 0, mynd_deadline_in(moment));
		look(link);
	}
	link->poll.gather_until = mynd_deadline_in(moment);
}

/* --- poll --- */

ZEND_TLS uint64_t rounds; /* polls so far */

/* The state of a poll that is under way. */
typedef struct polling {
	mynd_set *set;
	mynd_link *const *links;
	size_t count;
	bool *ready;
	uint64_t round;
	bool some;    /* at least one link is ready */
	bool awaited; /* a link has a reply to wait for; other fibers may take all such replies */
	bool doubles; /* a link is listed more than once: `ready` is set only at its `poll.place` */
} polling;

static bool is_place_of(const polling *p, const mynd_link *link)
{
	return link->poll.round == p->round;
}

/* Notes that the link is ready, or has the set watch it. */
static int attend(polling *p, mynd_link *link)
{
	bool *ready = &p->ready[link->poll.place];
	*ready = mynd_link_look_for_reply(link, MYND_OWNER_ANY);
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
		p->doubles |= is_place_of(p, link) && link->poll.place != i;
		link->poll.round = p->round;
		link->poll.place = i;
		if (attend(p, link) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/*
 * Handles the links that the wait has found. A link that is not part of this poll leaves the set, or it would
 * be found again and again.
 */
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
		p->ready[i] |= is_place_of(p, p->links[i]) && p->ready[p->links[i]->poll.place];
	}
}

/*
 * Looks at all links again if the wait may have called a waiter: only then can other code have changed them.
 */
static int wait_and_attend(polling *p, mynd_deadline deadline)
{
	bool alone = mynd_wait_blocks();
	int waited = mynd_set_wait(p->set, p->some ? MYND_NO_WAIT : deadline);
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
	polling p = {.set = mynd_set_borrow(), .links = links, .count = count, .ready = ready, .round = ++rounds};
	if (p.set == NULL) { /* no memory or descriptor: two fibers that poll at once do not share a set */
		return MYND_BAD;
	}
	int rc = poll_with(&p, deadline);
	int saved = errno;
	mynd_set_give_back(p.set);
	errno = saved;
	return rc;
}
