/*
 * Sets of transports, over epoll.
 *
 * Always true: a watch is on the lists of its set and of its transport; as long as the set belongs to this
 * process, the watch is in the epoll if and only if `events` is not 0. Readiness is level-triggered: a
 * transport that is reported and not read is reported again. If a waiter would be called, the set is waited
 * for like any descriptor (wait.c), since an epoll descriptor is itself readable when a descriptor in its set
 * is ready. Otherwise the call sleeps in epoll_wait, which directly reports the ready descriptors.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "poller.h"
#include "private.h"
#include "set.h"

struct mynd_watch {
	mynd_set *set;
	mynd_net *net;
	mynd_watch *set_previous, *set_next; /* neighbours in the set's list */
	mynd_watch *net_next;                /* next in the transport's list */
	void *owner;
	int events; /* events set in the kernel; 0: not in the epoll */
	/* bytes that were moved until the last look, and the time since which the peer is silent */
	uint64_t moved;
	int64_t silent_since;
};

struct mynd_set {
	int fd;
	unsigned generation;
	mynd_watch *first;
	unsigned count;
	struct epoll_event *found; /* events that the last wait has found; space for `room` events */
	unsigned room, found_count, found_next;
	int64_t look_at; /* time of the next look at the peers' silence; 0: no transport has a limit */
	bool sleeping;
	bool has_waker, is_woken; /* the thread's waker is in the set, and is enabled */
	mynd_set *next_borrowed;
};

/* raised in a forked child: sets that were made before share the parent's epoll */
static unsigned process_generation = 1;
static __thread mynd_set *thread_set;
static __thread bool thread_set_is_lent;
static __thread mynd_set *borrowed; /* borrowed sets besides thread_set */
/*
 * An eventfd that is always readable; -1: none yet. It is in each set in which a call has slept while other
 * fibers could run, but its event is enabled only to wake such a call. Enabling needs neither memory nor a
 * new descriptor, so it cannot fail.
 */
static __thread int waker = -1;

static bool is_own(const mynd_set *set)
{
	return set->generation == process_generation;
}

void mynd_sets_forget(void)
{
	process_generation++;
}

unsigned mynd_sets_generation(void)
{
	return process_generation;
}

mynd_set *mynd_set_new(void)
{
	mynd_set *set = calloc(1, sizeof *set);
	if (set == NULL) {
		return NULL;
	}
	set->generation = process_generation;
	set->fd = mynd_descriptor_place(epoll_create1(EPOLL_CLOEXEC));
	if (set->fd < 0) {
		free(set);
		return NULL;
	}
	return set;
}

/* --- watches --- */

/* Removes the watch from the events that the last wait has found. */
static void forget_found(mynd_set *set, const mynd_watch *watch)
{
	for (unsigned i = set->found_next; i < set->found_count; i++) {
		if (set->found[i].data.ptr == watch) {
			set->found[i].data.ptr = NULL;
		}
	}
}

static int tell_kernel(mynd_watch *watch, int events)
{
	struct epoll_event event = {.events = mynd_to_epoll(events), .data.ptr = watch};
	int what = watch->events == 0 ? EPOLL_CTL_ADD : events == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD;
	if (watch->events == events || !is_own(watch->set)) {
		return MYND_OK;
	}
	if (epoll_ctl(watch->set->fd, what, watch->net->fd, &event) != 0) {
		return MYND_BAD;
	}
	watch->events = events;
	return MYND_OK;
}

static void unlink_from_net(mynd_watch *watch)
{
	mynd_watch **at = &watch->net->watches;
	while (*at != watch) {
		at = &(*at)->net_next;
	}
	*at = watch->net_next;
}

static void watch_free(mynd_watch *watch)
{
	mynd_set *set = watch->set;
	tell_kernel(watch, 0);
	forget_found(set, watch);
	unlink_from_net(watch);
	if (watch->set_previous != NULL) {
		watch->set_previous->set_next = watch->set_next;
	} else {
		set->first = watch->set_next;
	}
	if (watch->set_next != NULL) {
		watch->set_next->set_previous = watch->set_previous;
	}
	set->count--;
	free(watch);
}

static int add_waker(mynd_set *set)
{
	struct epoll_event event = {.events = 0};
	if (set->has_waker) {
		return MYND_OK;
	}
	if (waker < 0) {
		waker = mynd_descriptor_place(eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK));
	}
	if (waker < 0 || epoll_ctl(set->fd, EPOLL_CTL_ADD, waker, &event) != 0) {
		return MYND_BAD;
	}
	set->has_waker = true;
	return MYND_OK;
}

static void ask_for_waker(mynd_set *set, bool asked)
{
	struct epoll_event event = {.events = asked ? EPOLLIN : 0};
	if (set->has_waker && set->is_woken != asked && is_own(set)) {
		epoll_ctl(set->fd, EPOLL_CTL_MOD, waker, &event);
		set->is_woken = asked;
	}
}

/*
 * Wakes the call that sleeps in the set: the event it waits for may never come now, or has come without the
 * kernel reporting it.
 */
void mynd_set_wake(mynd_set *set)
{
	if (set->sleeping) {
		ask_for_waker(set, true);
	}
}

static void end_sleep(mynd_set *set)
{
	set->sleeping = false;
	ask_for_waker(set, false);
}

void mynd_net_wake_sets(mynd_net *net)
{
	for (mynd_watch *watch = net->watches; watch != NULL; watch = watch->net_next) {
		mynd_set_wake(watch->set);
	}
}

void mynd_watches_end(mynd_net *net)
{
	while (net->watches != NULL) {
		mynd_set_wake(net->watches->set);
		watch_free(net->watches);
	}
}

static mynd_watch *watch_new(mynd_set *set, mynd_net *net)
{
	mynd_watch *watch = calloc(1, sizeof *watch);
	if (watch == NULL) {
		return NULL;
	}
	watch->set = set;
	watch->net = net;
	watch->net_next = net->watches;
	net->watches = watch;
	watch->set_next = set->first;
	if (watch->set_next != NULL) {
		watch->set_next->set_previous = watch;
	}
	set->first = watch;
	set->count++;
	return watch;
}

static mynd_watch *find(mynd_set *set, const mynd_net *net)
{
	mynd_watch *watch = net->watches;
	while (watch != NULL && watch->set != set) {
		watch = watch->net_next;
	}
	return watch;
}

/*
 * Returns the socket's events for a read or write: with TLS a read may wait for the socket to become
 * writable, and a write for it to become readable.
 */
static int needs_of(const mynd_net *net, int events)
{
	int read_needs = MYND_READABLE, write_needs = MYND_WRITABLE;
	if (net->tls != NULL) {
		read_needs = net->tls->read_needs ? net->tls->read_needs : read_needs;
		write_needs = net->tls->write_needs ? net->tls->write_needs : write_needs;
	}
	return (events & MYND_READABLE ? read_needs : 0) | (events & MYND_WRITABLE ? write_needs : 0);
}

int mynd_set_watch(mynd_set *set, mynd_net *net, int events, void *owner)
{
	mynd_watch *watch = find(set, net);
	if (events == 0) {
		if (watch != NULL) {
			watch_free(watch);
		}
		return MYND_OK;
	}
	if (net->fd < 0 || !is_own(set)) {
		errno = EBADF;
		return MYND_BAD;
	}
	if (watch == NULL) {
		watch = watch_new(set, net);
		if (watch == NULL) {
			return MYND_BAD;
		}
	}
	watch->owner = owner;
	if (net->dead_after != 0 && set->look_at == 0) {
		set->look_at = 1;
	}
	int rc = tell_kernel(watch, needs_of(net, events));
	if (rc != MYND_OK && watch->events == 0) {
		int saved = errno;
		watch_free(watch);
		errno = saved;
	}
	return rc;
}

/* --- waits --- */

static int make_room(mynd_set *set)
{
	if (set->room >= set->count && set->room > 0) {
		return MYND_OK;
	}
	unsigned room = set->count < 16 ? 16 : set->count;
	struct epoll_event *found = realloc(set->found, room * sizeof *found);
	if (found == NULL) {
		return MYND_BAD;
	}
	set->found = found;
	set->room = room;
	return MYND_OK;
}

/* Waits for ready transports for so many milliseconds; -1: without a limit. */
static int look(mynd_set *set, int milliseconds)
{
	int n = epoll_wait(set->fd, set->found, (int) set->room, milliseconds);
	if (n < 0) {
		return errno == EINTR ? MYND_MORE : MYND_BAD;
	}
	set->found_count = (unsigned) n;
	return n > 0 ? MYND_OK : MYND_MORE;
}

static int wait_as_descriptor(mynd_set *set, mynd_deadline deadline, bool may_block)
{
	mynd_wait_fd fd = {.fd = set->fd, .events = MYND_READABLE};
	if (!mynd_wait_blocks() && add_waker(set) != MYND_OK) {
		return MYND_BAD;
	}
	set->sleeping = true;
	int rc = may_block ? mynd_wait(&fd, 1, deadline) : mynd_wait_suspended(&fd, 1, deadline);
	end_sleep(set);
	if (rc != MYND_OK) {
		return rc;
	}
	if (!is_own(set)) { /* forked meanwhile: the epoll is the parent's */
		errno = EBADF;
		return MYND_BAD;
	}
	rc = look(set, 0);
	return rc == MYND_MORE ? MYND_OK : rc;
}

/*
 * Returns the time left, rounded down to milliseconds, because not every system has an epoll_wait with finer
 * times.
 */
static int milliseconds_until(mynd_deadline deadline)
{
	if (mynd_deadline_is_none(deadline)) {
		return -1;
	}
	int64_t left = (deadline.nanoseconds - mynd_now()) / INT64_C(1000000);
	return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int) left;
}

/* Sleeps in the kernel; used when no waiter would be called. */
static int sleep_in(mynd_set *set, mynd_deadline deadline)
{
	for (;;) {
		int milliseconds = milliseconds_until(deadline);
		int rc = look(set, milliseconds);
		if (rc != MYND_MORE) {
			return rc;
		}
		if (milliseconds == 0) {
			return wait_as_descriptor(set, deadline, true);
		}
	}
}

static int wait_until(mynd_set *set, mynd_deadline deadline, bool may_block)
{
	set->found_count = set->found_next = 0;
	if (!is_own(set)) {
		errno = EBADF;
		return MYND_BAD;
	}
	if (mynd_deadline_is_no_wait(deadline) && set->count == 0) {
		return MYND_MORE;
	}
	if (make_room(set) != MYND_OK) {
		return MYND_BAD;
	}
	if (may_block && !mynd_deadline_is_no_wait(deadline) && mynd_wait_blocks()) {
		return sleep_in(set, deadline);
	}
	int rc = look(set, 0);
	return rc != MYND_MORE || mynd_deadline_is_no_wait(deadline)
	           ? rc
	           : wait_as_descriptor(set, deadline, may_block);
}

/* --- silence --- */

/* Returns true if the peer's silence has become too long. */
static bool note_silence(mynd_watch *watch, int64_t now)
{
	const mynd_net *net = watch->net;
	uint64_t moved = net->counts->read_bytes + net->counts->written_bytes;
	bool is_silent = watch->silent_since != 0 && watch->moved == moved;
	watch->moved = moved;
	watch->silent_since = is_silent ? watch->silent_since : now;
	return now - watch->silent_since >= mynd_net_silence(net);
}

/*
 * Looks at the silence of all peers, and returns a transport whose peer has to be asked, or NULL. Sets the
 * time of the next look: a quarter of the shortest silence that is allowed.
 */
static const mynd_net *look_for_silence(mynd_set *set, int64_t now)
{
	int64_t next = INT64_MAX;
	for (mynd_watch *watch = set->first; watch != NULL; watch = watch->set_next) {
		if (watch->net->dead_after == 0 || watch->net->dead || watch->events == 0) {
			continue;
		}
		int64_t limit = mynd_net_silence(watch->net);
		if (note_silence(watch, now)) {
			watch->silent_since = now;
			return watch->net;
		}
		next = limit / 4 < next ? limit / 4 : next;
	}
	set->look_at = next == INT64_MAX ? 0 : now + next;
	return NULL;
}

/* Other fibers may change the set while a peer is asked. Returns MYND_BAD if a wait was cancelled. */
static int ask_the_silent(mynd_set *set, mynd_deadline deadline)
{
	const mynd_net *net;
	while ((net = look_for_silence(set, mynd_now())) != NULL) {
		if (mynd_net_ask(net, set->fd, MYND_READABLE, deadline) == MYND_BAD) {
			errno = ECANCELED;
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/* Does not ask peers where no wait is allowed. */
static int wait_in(mynd_set *set, mynd_deadline deadline, bool may_block)
{
	if (__builtin_expect(set->look_at == 0, 1) || mynd_deadline_is_no_wait(deadline) || !is_own(set)) {
		return wait_until(set, deadline, may_block);
	}
	for (;;) {
		if (mynd_now() >= set->look_at && ask_the_silent(set, deadline) != MYND_OK) {
			return MYND_BAD;
		}
		mynd_deadline look_at = set->look_at == 0 ? MYND_NO_DEADLINE : mynd_deadline_at(set->look_at);
		bool is_last = !mynd_deadline_is_before(look_at, deadline);
		int rc = wait_until(set, is_last ? deadline : look_at, may_block);
		if (rc != MYND_MORE || is_last) {
			return rc;
		}
	}
}

int mynd_set_wait(mynd_set *set, mynd_deadline deadline)
{
	return wait_in(set, deadline, true);
}

int mynd_set_wait_suspended(mynd_set *set, mynd_deadline deadline)
{
	return wait_in(set, deadline, false);
}

void *mynd_set_next(mynd_set *set, int *ready)
{
	while (set->found_next < set->found_count) {
		const struct epoll_event *found = &set->found[set->found_next++];
		const mynd_watch *watch = found->data.ptr;
		if (watch != NULL) {
			*ready = mynd_from_epoll(found->events) & ~MYND_SOUND;
			return watch->owner;
		}
	}
	return NULL;
}

/* --- life --- */

void mynd_set_free(mynd_set *set)
{
	if (set == NULL) {
		return;
	}
	set->found_count = 0;
	while (set->first != NULL) {
		set->first->events = 0; /* no system call is needed, because closing the epoll removes all watches */
		watch_free(set->first);
	}
	mynd_net_close_descriptor(set->fd);
	free(set->found);
	free(set);
}

static void end_thread_set(void)
{
	mynd_set_free(thread_set);
	thread_set = NULL;
}

/* Returns the set that the thread keeps. Returns NULL on failure; errno says why. */
static mynd_set *set_of_thread(void)
{
	if (thread_set != NULL && !is_own(thread_set)) {
		end_thread_set();
	}
	if (thread_set == NULL) {
		thread_set = mynd_set_new();
	}
	return thread_set;
}

mynd_set *mynd_set_borrow(void)
{
	if (!thread_set_is_lent) {
		thread_set_is_lent = set_of_thread() != NULL;
		return thread_set;
	}
	mynd_set *set = mynd_set_new();
	if (set != NULL) {
		set->next_borrowed = borrowed;
		borrowed = set;
	}
	return set;
}

void mynd_set_give_back(mynd_set *set)
{
	if (set == thread_set) {
		thread_set_is_lent = false;
		return;
	}
	mynd_set **at = &borrowed;
	while (*at != set) {
		at = &(*at)->next_borrowed;
	}
	*at = set->next_borrowed;
	mynd_set_free(set);
}

void mynd_sets_sweep(void)
{
	if (thread_set != NULL) {
		end_sleep(thread_set);
	}
	thread_set_is_lent = false;
	while (borrowed != NULL) {
		mynd_set_give_back(borrowed);
	}
}

void mynd_set_thread_end(void)
{
	end_thread_set();
	if (waker >= 0) {
		close(waker);
		waker = -1;
	}
}
