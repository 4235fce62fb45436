/*
 * What belongs to a thread: the list of its links and its spare read buffers. And the one thing that belongs to the process: the sums
 * of the links that are gone, added to once a link under a lock.
 *
 * A read buffer is never cleared and touched only as far as bytes arrive, so a large setting costs address space and
 * nothing else. Idle links hand theirs back; the next reader takes it, warm in the cache.
 * Not here: the pools of persistent links (pool.c).
 */
#include "internal.h"
#include <pthread.h>
#include <unistd.h>

#define SPARE_MOST (sizeof links_thread.spare / sizeof *links_thread.spare)

ZEND_TLS mynd_links_thread links_thread;
static unsigned process_generation = 1;
static pthread_mutex_t dead_lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t process_id;
static struct utsname system_names;
static mynd_link_counts dead_sums;

mynd_links_thread *mynd_links_of_thread(void)
{
	return &links_thread;
}

/*
 * A forked child sees a generation of its own: links of the parent are recognised without a getpid a call. The sums are
 * locked meanwhile: a lock that another thread held would never open in the child.
 */
static void before_fork(void)
{
	pthread_mutex_lock(&dead_lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&dead_lock);
}

static void in_child(void)
{
	process_generation++;
	process_id = getpid();
	mynd_sets_forget();
	pthread_mutex_unlock(&dead_lock);
}

unsigned mynd_process_generation(void)
{
	return process_generation;
}

pid_t mynd_process_id(void)
{
	return process_id;
}

void mynd_links_startup(void)
{
	static bool done;
	if (!done) {
		done = pthread_atfork(before_fork, after_fork, in_child) == 0;
	}
	process_id = getpid();
	if (uname(&system_names) != 0) { /* then nothing is said of it */
		memset(&system_names, 0, sizeof system_names);
	}
}

const struct utsname *mynd_system(void)
{
	return &system_names;
}

/* --- read buffers --- */

static uint8_t *take_spare(unsigned i)
{
	mynd_links_thread *thread = &links_thread;
	uint8_t *ptr = thread->spare[i].ptr;
	if (--thread->spare_count == i) {
		return ptr;
	}
	memmove(&thread->spare[i], &thread->spare[i + 1], (thread->spare_count - i) * sizeof *thread->spare);
	return ptr;
}

/* All but the `rest` that were used last. */
static void free_spare_buffers(unsigned rest)
{
	while (links_thread.spare_count > rest) {
		free(take_spare(0));
	}
}

uint8_t *mynd_read_buffer_take(size_t size)
{
	for (unsigned i = links_thread.spare_count; i-- > 0;) {
		if (links_thread.spare[i].size == size) {
			return take_spare(i);
		}
	}
	return malloc(size);
}

void mynd_read_buffer_give(uint8_t *buffer, size_t size)
{
	free_spare_buffers(SPARE_MOST - 1);
	links_thread.spare[links_thread.spare_count++] = (mynd_spare_buffer){buffer, size};
}

/* --- counts --- */

static void add_counts(mynd_link_counts *restrict to, const mynd_link_counts *restrict from)
{
	uint64_t *restrict sum = (uint64_t *) to;
	const uint64_t *restrict add = (const uint64_t *) from;
	for (size_t i = 0; i < sizeof *to / sizeof *sum; i++) {
		sum[i] += add[i];
	}
}

void mynd_links_count_dead(const mynd_link *link)
{
	static const mynd_link_counts none;
	if (memcmp(&link->counts, &none, sizeof none) == 0) { /* a pool had another one */
		return;
	}
	pthread_mutex_lock(&dead_lock);
	add_counts(&dead_sums, &link->counts);
	pthread_mutex_unlock(&dead_lock);
}

void mynd_links_totals(mynd_link_counts *sum, uint64_t *active, uint64_t *active_persistent)
{
	pthread_mutex_lock(&dead_lock);
	*sum = dead_sums;
	pthread_mutex_unlock(&dead_lock);
	*active = *active_persistent = 0;
	for (mynd_link *link = links_thread.first; link != NULL; link = link->next) {
		add_counts(sum, mynd_link_counts_of(link));
		*active += link->session != NULL;
		*active_persistent += link->session != NULL && link->pool != NULL;
	}
}

/* --- ends --- */

/*
 * Nothing of the request lives on: its memory goes next. So request memory is forgotten rather than freed, and
 * links are freed whoever still counted a reference (objects that a fatal error left behind).
 */
static void forget_request(mynd_link *link)
{
	link->arriving = link->columns = NULL;
	mynd_pending_forget(link);
	link->active = NULL;
	link->results = link->given_up = NULL;
	link->in_call = link->waiting = false;
	link->listeners = NULL;
	mynd_statements_forget_columns(link);
}

void mynd_links_sweep(void)
{
	if (UNEXPECTED(links_thread.has_given_up) && !CG(unclean_shutdown)) {
		mynd_links_free_left();
	}
	mynd_link *link = links_thread.first;
	links_thread.has_given_up = false;
	links_thread.sweeping = true;
	while (link != NULL) {
		mynd_link *next = link->next;
		forget_request(link);
		if (link->parked) {
			link->parked = false;
			mynd_link_learn(link);
		}
		link->references = 1;
		if (link->idle) { /* its pool's */
			mynd_statements_end(link);
		} else {
			mynd_link_release(link);
		}
		link = next;
	}
	links_thread.sweeping = false;
	links_thread.lone[0] = links_thread.lone[1] = NULL;
	mynd_sets_sweep();
	mynd_pools_look_after();
	free_spare_buffers(1); /* one stays, for the next request's first read */
}

void mynd_links_shutdown(void)
{
	mynd_links_sweep();
	mynd_pools_shutdown();
	free_spare_buffers(0);
	mynd_compress_thread_end();
	mynd_net_thread_end();
}
