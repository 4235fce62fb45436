/*
 * Pollers, over epoll (poller.h).
 *
 * Always true: a descriptor is reported once for each wait, by level: readiness from before the wait counts.
 * `slots` records which descriptors are in the epoll. A descriptor that stays (mynd_wait_fd) is left in it
 * from one wait to the next, so that a wait needs no system call; it is taken out when it is ready and nobody
 * waits for it. Others are enabled for each wait (EPOLLONESHOT); if a record is wrong, because such a
 * descriptor was closed without our knowledge, the descriptor is added again. The waits with a deadline are
 * in a heap, and one timer in the epoll is set for the earliest deadline. The timer may still be set for a
 * wait that has ended: when it expires, it is set anew.
 *
 * The memory is malloc'ed: a wait whose call never returns, because of a fatal error elsewhere, is freed with
 * its poller.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* dup3 */
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include "../wire/checked.h"
#include "poller.h"
#include "private.h"

#define NEVER          INT64_MAX
#define AT_ONCE        64   /* events that one epoll_wait takes from the kernel */
#define FD_SET_NUMBERS 1024 /* numbers of descriptors that fit into select()'s sets are below this one */
#define KEPT_LOW       512  /* the driver leaves the numbers from here to FD_SET_NUMBERS to the program */

struct mynd_polled {
	mynd_poller *poller;
	mynd_polled *previous, *next;
	uint64_t number;
	int fd;      /* the descriptor in the poller's epoll; -1: the wait has only a deadline */
	int several; /* an epoll with several descriptors; -1: none */
	int64_t due; /* deadline of the wait, or NEVER */
	size_t heap_at;
	bool is_over;            /* the wait was reported */
	int ready;               /* readiness of the descriptor (mynd_wait_fd) */
	mynd_polled **at;        /* where the wait for a call is known; NULL: it is not */
	mynd_polled *next_woken; /* in the poller's list */
	bool is_woken;           /* in that list */
};

typedef struct slot { /* state of a descriptor */
	mynd_polled *wait;
	bool is_known; /* the descriptor is in the epoll */
	int stays;     /* the events that stay enabled in the epoll; 0: they are enabled for each wait */
} slot;

struct mynd_poller {
	int fd, timer;
	unsigned generation;
	mynd_poller *next; /* next poller of the thread */
	mynd_polled *first;
	uint64_t last_number;
	slot *slots; /* indexed by descriptor */
	size_t slot_count;
	mynd_polled **heap; /* waits with a deadline, the earliest first */
	size_t heap_count, heap_room;
	int64_t timer_at; /* time for which the timer is set, or NEVER */
	bool looks_again; /* the next look comes before anybody waits for the poller's descriptor */
	struct epoll_event found[AT_ONCE];
	unsigned found_count, found_next;
	bool has_more;           /* the kernel may have more events */
	mynd_polled *woken;      /* list of waits that were woken and not reported yet */
	mynd_polled **woken_end; /* the list's last pointer */
};

static __thread mynd_poller *pollers;

static bool is_own(const mynd_poller *poller)
{
	return poller->generation == mynd_sets_generation();
}

/* --- numbers of descriptors --- */

int mynd_descriptor_place(int fd)
{
	int before = errno;
	if (pollers != NULL && fd >= KEPT_LOW && fd < FD_SET_NUMBERS) {
		int high = fcntl(fd, F_DUPFD_CLOEXEC, FD_SET_NUMBERS);
		if (high >= 0) { /* a failure means that the limit of open files is too low */
			close(fd);
			fd = high;
		}
	}
	errno = before;
	return fd;
}

/* --- the heap of deadlines --- */

static void heap_put(mynd_poller *poller, size_t at, mynd_polled *wait)
{
	poller->heap[at] = wait;
	wait->heap_at = at;
}

static void heap_up(mynd_poller *poller, mynd_polled *wait)
{
	size_t at = wait->heap_at;
	while (at > 0 && poller->heap[(at - 1) / 2]->due > wait->due) {
		heap_put(poller, at, poller->heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	heap_put(poller, at, wait);
}

static void heap_down(mynd_poller *poller, mynd_polled *wait)
{
	size_t at = wait->heap_at;
	for (;;) {
		size_t child = 2 * at + 1;
		if (child + 1 < poller->heap_count && poller->heap[child + 1]->due < poller->heap[child]->due) {
			child++;
		}
		if (child >= poller->heap_count || poller->heap[child]->due >= wait->due) {
			break;
		}
		heap_put(poller, at, poller->heap[child]);
		at = child;
	}
	heap_put(poller, at, wait);
}

static int heap_add(mynd_poller *poller, mynd_polled *wait)
{
	if (poller->heap_count == poller->heap_room) {
		size_t room = poller->heap_room == 0 ? 16 : 2 * poller->heap_room;
		mynd_polled **heap = realloc(poller->heap, room * sizeof *heap);
		if (heap == NULL) {
			return MYND_BAD;
		}
		poller->heap = heap;
		poller->heap_room = room;
	}
	heap_put(poller, poller->heap_count++, wait);
	heap_up(poller, wait);
	return MYND_OK;
}

static void heap_remove(mynd_poller *poller, mynd_polled *wait)
{
	mynd_polled *last = poller->heap[--poller->heap_count];
	if (last != wait) {
		heap_put(poller, wait->heap_at, last);
		heap_up(poller, last);
		heap_down(poller, last);
	}
	wait->due = NEVER;
}

/* Sets the timer for the earliest wait, unless it is set for an earlier time. */
static void set_timer(mynd_poller *poller)
{
	if (poller->heap_count == 0 || poller->heap[0]->due >= poller->timer_at) {
		return;
	}
	poller->timer_at = poller->heap[0]->due;
	int64_t at = poller->timer_at > 0 ? poller->timer_at : 1; /* 0 would disarm the timer */
	struct itimerspec time = {.it_value = {at / MYND_SECOND, at % MYND_SECOND}};
	timerfd_settime(poller->timer, TFD_TIMER_ABSTIME, &time, NULL);
}

/* --- descriptors in the epoll --- */

static slot *slot_of(mynd_poller *poller, int fd)
{
	if ((size_t) fd >= poller->slot_count) {
		size_t count = ((size_t) fd + 1) * 2;
		slot *slots = realloc(poller->slots, count * sizeof *slots);
		if (slots == NULL) {
			return NULL;
		}
		for (size_t i = poller->slot_count; i < count; i++) {
			slots[i] = (slot){0};
		}
		poller->slots = slots;
		poller->slot_count = count;
	}
	return &poller->slots[fd];
}

static int tell_kernel(const mynd_poller *poller, slot *of, int fd, int events, bool stays)
{
	struct epoll_event event = {
	    .events = mynd_to_epoll(events) | (stays ? 0 : (uint32_t) EPOLLONESHOT), .data.fd = fd};
	if (of->is_known && stays && of->stays == events) {
		return MYND_OK;
	}
	int rc = epoll_ctl(poller->fd, of->is_known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
	if (rc != 0 && errno == (of->is_known ? ENOENT : EEXIST)) {
		rc = epoll_ctl(poller->fd, of->is_known ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event);
	}
	of->is_known = rc == 0;
	of->stays = stays ? events : 0;
	return rc == 0 ? MYND_OK : MYND_BAD;
}

static void make_kernel_forget(const mynd_poller *poller, slot *of, int fd)
{
	if (of->is_known && is_own(poller)) {
		epoll_ctl(poller->fd, EPOLL_CTL_DEL, fd, NULL);
	}
	of->is_known = false;
	of->stays = 0;
}

void mynd_pollers_leave(int fd)
{
	for (mynd_poller *poller = pollers; poller != NULL; poller = poller->next) {
		if ((size_t) fd < poller->slot_count) {
			make_kernel_forget(poller, &poller->slots[fd], fd);
			poller->slots[fd].wait = NULL; /* a wait that is still here never returned */
		}
	}
}

/* --- life --- */

/* Opens an epoll and its timer. */
static int open_descriptors(mynd_poller *poller)
{
	poller->fd = epoll_create1(EPOLL_CLOEXEC);
	if (poller->fd < 0) {
		return MYND_BAD;
	}
	poller->timer = mynd_descriptor_place(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
	struct epoll_event event = {.events = EPOLLIN, .data.fd = poller->timer};
	if (poller->timer < 0 || epoll_ctl(poller->fd, EPOLL_CTL_ADD, poller->timer, &event) != 0) {
		int saved = errno;
		close(poller->fd);
		if (poller->timer >= 0) {
			close(poller->timer);
		}
		errno = saved;
		return MYND_BAD;
	}
	poller->timer_at = NEVER;
	poller->generation = mynd_sets_generation();
	return MYND_OK;
}

mynd_poller *mynd_poller_new(void)
{
	mynd_poller *poller = calloc(1, sizeof *poller);
	if (poller == NULL || open_descriptors(poller) != MYND_OK) {
		free(poller);
		return NULL;
	}
	poller->woken_end = &poller->woken;
	poller->next = pollers;
	pollers = poller;
	return poller;
}

int mynd_poller_fd(const mynd_poller *poller)
{
	return poller->fd;
}

/* Takes the wait out of the list of woken waits. */
static void unlist_woken(mynd_polled *wait)
{
	mynd_poller *poller = wait->poller;
	mynd_polled **at = &poller->woken;
	while (*at != wait) {
		at = &(*at)->next_woken;
	}
	*at = wait->next_woken;
	if (*at == NULL) {
		poller->woken_end = at;
	}
	wait->is_woken = false;
}

static void polled_free(mynd_polled *wait)
{
	mynd_poller *poller = wait->poller;
	if (wait->is_woken) {
		unlist_woken(wait);
	}
	if (wait->at != NULL) {
		*wait->at = NULL;
	}
	if (wait->previous != NULL) {
		wait->previous->next = wait->next;
	} else {
		poller->first = wait->next;
	}
	if (wait->next != NULL) {
		wait->next->previous = wait->previous;
	}
	if (wait->several >= 0) {
		mynd_net_close_descriptor(wait->several);
	}
	free(wait);
}

void mynd_poller_free(mynd_poller *poller)
{
	mynd_poller **at = &pollers;
	while (*at != poller) {
		at = &(*at)->next;
	}
	*at = poller->next;
	while (poller->first != NULL) {
		polled_free(poller->first);
	}
	close(poller->timer);
	mynd_net_close_descriptor(poller->fd);
	free(poller->slots);
	free(poller->heap);
	free(poller);
}

/*
 * Lets the parent's waits end in a forked child as if their time had passed: their events belong to the
 * parent. Returns MYND_BAD if there is no memory.
 */
static int end_waits_of_parent(mynd_poller *poller)
{
	for (mynd_polled *wait = poller->first; wait != NULL; wait = wait->next) {
		if (wait->is_over) {
			continue;
		}
		if (wait->due != NEVER) {
			heap_remove(poller, wait);
		}
		wait->due = 0;
		if (heap_add(poller, wait) != MYND_OK) {
			return MYND_BAD;
		}
	}
	set_timer(poller);
	return MYND_OK;
}

/*
 * Gives a forked child an epoll of its own under the same descriptor number: changes to the shared epoll
 * would also affect the parent.
 */
static int become_own(mynd_poller *poller)
{
	int fd = poller->fd, timer = poller->timer;
	if (is_own(poller)) {
		return MYND_OK;
	}
	if (open_descriptors(poller) != MYND_OK) {
		poller->fd = fd;
		poller->timer = timer;
		return MYND_BAD;
	}
	close(timer);
	dup3(poller->fd, fd, O_CLOEXEC);
	close(poller->fd);
	poller->fd = fd;
	for (size_t i = 0; i < poller->slot_count; i++) {
		poller->slots[i] = (slot){0};
	}
	return end_waits_of_parent(poller);
}

/* --- waits --- */

/* Makes an epoll with these descriptors. Returns -1, with errno, on failure. */
static int epoll_of_several(const mynd_wait_fd *fds, unsigned count)
{
	int set = mynd_descriptor_place(epoll_create1(EPOLL_CLOEXEC));
	for (unsigned i = 0; set >= 0 && i < count; i++) {
		struct epoll_event event = {.events = mynd_to_epoll(fds[i].events)};
		if (epoll_ctl(set, EPOLL_CTL_ADD, fds[i].fd, &event) != 0) {
			int saved = errno;
			close(set);
			errno = saved;
			return -1;
		}
	}
	return set;
}

/*
 * Chooses the wait's descriptor: the one of `fds` if there is only one and no other wait has it, otherwise an
 * epoll with all of `fds`.
 */
static int choose_descriptor(mynd_polled *wait, const mynd_wait_fd *fds, unsigned count)
{
	slot *of = count == 1 ? slot_of(wait->poller, fds[0].fd) : NULL;
	if (of != NULL && of->wait == NULL) {
		wait->fd = fds[0].fd;
	} else if (count > 0) {
		wait->several = wait->fd = epoll_of_several(fds, count);
		return wait->fd >= 0 ? MYND_OK : MYND_BAD;
	}
	return MYND_OK;
}

static int begin_to_watch(mynd_polled *wait, int events, bool stays)
{
	if (wait->fd < 0) {
		return MYND_OK;
	}
	slot *of = slot_of(wait->poller, wait->fd);
	if (of == NULL || tell_kernel(wait->poller, of, wait->fd, events, stays) != MYND_OK) {
		return MYND_BAD;
	}
	of->wait = wait;
	return MYND_OK;
}

static void stop_watching(mynd_polled *wait)
{
	if (wait->due != NEVER) {
		heap_remove(wait->poller, wait);
	}
	slot *of = wait->fd >= 0 ? &wait->poller->slots[wait->fd] : NULL;
	if (of != NULL && of->wait == wait) {
		of->wait = NULL;
		if (wait->ready == 0 || wait->several >= 0) {
			/* the epoll could otherwise still report the descriptor */
			make_kernel_forget(wait->poller, of, wait->fd);
		}
	}
}

mynd_polled *mynd_polled_begin(
    mynd_poller *poller, const mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	MYND_ASSERT(!mynd_deadline_is_limit(deadline));
	mynd_polled *wait = become_own(poller) == MYND_OK ? calloc(1, sizeof *wait) : NULL;
	if (wait == NULL) {
		return NULL;
	}
	*wait = (mynd_polled){.poller = poller, .next = poller->first, .number = ++poller->last_number};
	wait->fd = wait->several = -1;
	wait->due = NEVER;
	if (wait->next != NULL) {
		wait->next->previous = wait;
	}
	poller->first = wait;
	int events = count == 1 ? fds[0].events : MYND_READABLE;
	bool ends = !mynd_deadline_is_none(deadline);
	int rc = choose_descriptor(wait, fds, count);
	if (rc == MYND_OK && ends) {
		wait->due = deadline.nanoseconds;
		rc = heap_add(poller, wait);
		wait->due = rc == MYND_OK ? wait->due : NEVER;
	}
	if (rc == MYND_OK) {
		rc = wait->several >= 0 ? begin_to_watch(wait, MYND_READABLE, false)
		                        : begin_to_watch(wait, events, count == 1 && fds[0].stays);
	}
	if (rc != MYND_OK) {
		int saved = errno;
		stop_watching(wait);
		polled_free(wait);
		errno = saved;
		return NULL;
	}
	set_timer(poller);
	return wait;
}

mynd_polled *mynd_polled_begin_call(mynd_poller *poller, mynd_polled **at, mynd_deadline deadline)
{
	mynd_polled *wait = mynd_polled_begin(poller, NULL, 0, deadline);
	if (wait != NULL) {
		wait->at = at;
		*at = wait;
	}
	return wait;
}

/* Makes the poller's descriptor readable, unless nobody waits for it: the timer expires at once. */
static void ring(mynd_poller *poller)
{
	struct itimerspec time = {.it_value = {0, 1}};
	if (poller->timer_at > 0 && !poller->looks_again) {
		poller->timer_at = 0;
		timerfd_settime(poller->timer, TFD_TIMER_ABSTIME, &time, NULL);
	}
}

/* In a forked child without descriptors the wait ends when its deadline has passed. */
void mynd_polled_wake(mynd_polled *wait)
{
	mynd_poller *poller = wait->poller;
	if (wait->is_over || wait->is_woken || become_own(poller) != MYND_OK) {
		return;
	}
	wait->is_woken = true;
	wait->next_woken = NULL;
	*poller->woken_end = wait;
	poller->woken_end = &wait->next_woken;
	ring(poller);
}

void mynd_polled_disown(mynd_polled *wait)
{
	*wait->at = NULL;
	wait->at = NULL;
}

uint64_t mynd_polled_number(const mynd_polled *wait)
{
	return wait->number;
}

void mynd_polled_end(mynd_polled *wait, mynd_wait_fd *fds, unsigned count, bool looks)
{
	bool is_known = count == 1 && wait->several < 0 && wait->ready != 0;
	int ready = wait->ready;
	stop_watching(wait);
	polled_free(wait);
	if (looks && is_known) {
		fds[0].ready = ready & (fds[0].events | MYND_SOUND);
	} else if (looks) {
		mynd_wait(fds, count, MYND_NO_WAIT); /* polls the descriptors, without sleeping */
	}
}

/* --- waits that are over --- */

/*
 * Returns the wait for a reported descriptor. Returns NULL if the wait has ended or was reported already; the
 * descriptor then leaves the epoll, which would report it again and again.
 */
static mynd_polled *wait_for(mynd_poller *poller, const struct epoll_event *found)
{
	int fd = found->data.fd;
	slot *of = (size_t) fd < poller->slot_count ? &poller->slots[fd] : NULL;
	mynd_polled *wait = of != NULL ? of->wait : NULL;
	if (wait == NULL || wait->is_over) {
		if (of != NULL && of->stays != 0) {
			make_kernel_forget(poller, of, fd);
		}
		return NULL;
	}
	wait->ready = mynd_from_epoll(found->events);
	return wait;
}

static void look(mynd_poller *poller)
{
	int n = epoll_wait(poller->fd, poller->found, AT_ONCE, 0);
	poller->found_count = n > 0 ? (unsigned) n : 0;
	poller->found_next = 0;
	poller->has_more = n == AT_ONCE;
}

static mynd_polled *next_ready(mynd_poller *poller)
{
	for (;;) {
		if (poller->found_next == poller->found_count && poller->has_more) {
			look(poller);
		}
		if (poller->found_next == poller->found_count) {
			return NULL;
		}
		const struct epoll_event *found = &poller->found[poller->found_next++];
		mynd_polled *wait = found->data.fd == poller->timer ? NULL : wait_for(poller, found);
		uint64_t times;
		if (wait != NULL) {
			return wait;
		}
		if (found->data.fd == poller->timer && read(poller->timer, &times, sizeof times) > 0) {
			poller->timer_at = NEVER;
		}
	}
}

/*
 * Returns a wait whose deadline has passed. Returns NULL if there is none, after setting the timer anew: it
 * may have expired for a wait that had ended.
 */
static mynd_polled *next_due(mynd_poller *poller)
{
	if (poller->heap_count > 0 && poller->timer_at == NEVER && poller->heap[0]->due <= mynd_now()) {
		return poller->heap[0];
	}
	set_timer(poller);
	return NULL;
}

void mynd_poller_look(mynd_poller *poller)
{
	poller->looks_again = false;
	poller->found_count = poller->found_next = 0;
	poller->has_more = become_own(poller) == MYND_OK;
}

void mynd_poller_look_again(mynd_poller *poller)
{
	poller->looks_again = true;
}

static mynd_polled *next_woken(mynd_poller *poller)
{
	mynd_polled *wait = poller->woken;
	if (wait != NULL) {
		unlist_woken(wait);
	}
	return wait;
}

bool mynd_poller_next(mynd_poller *poller, uint64_t *number, bool *is_ready)
{
	mynd_polled *wait = next_woken(poller);
	wait = wait != NULL ? wait : next_ready(poller);
	*is_ready = wait != NULL;
	wait = wait != NULL ? wait : next_due(poller);
	if (wait == NULL) {
		return false;
	}
	wait->is_over = true;
	if (wait->due != NEVER) {
		heap_remove(poller, wait);
	}
	*number = wait->number;
	return true;
}
