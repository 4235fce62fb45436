/*
 * The links of a thread, and the sums of the counts of all freed links. The sums belong to the process; each
 * link is added once, under a lock.
 */
#include "spare.h"

#include <pthread.h>

ZEND_TLS mynd_link *first_link;
/*
 * number that grows with each link that is made, and, with each that is freed, by more than the link's
 * commands
 */
ZEND_TLS uint64_t listed;
ZEND_TLS bool sweeping;
ZEND_TLS mynd_link *lone[2];
static pthread_mutex_t dead_lock = PTHREAD_MUTEX_INITIALIZER;
static mynd_link_counts dead_sums;
#ifdef ZTS
ZEND_TLS mynd_link_counts dead_here; /* sums of this thread's freed links */
#endif

/*
 * Takes the lock. Also called before a fork: if another thread had the lock then, the child could never take
 * it.
 */
static void lock_sums(void)
{
	pthread_mutex_lock(&dead_lock);
}

static void unlock_sums(void)
{
	pthread_mutex_unlock(&dead_lock);
}

static void add_counts(mynd_link_counts *restrict to, const mynd_link_counts *restrict from)
{
	uint64_t *restrict sum = (uint64_t *) to;
	const uint64_t *restrict add = (const uint64_t *) from;
	for (size_t i = 0; i < sizeof *to / sizeof *sum; i++) {
		sum[i] += add[i];
	}
}

static void count_dead(const mynd_link *link)
{
	static const mynd_link_counts none;
	/* the link was never used, because a pool gave another one */
	if (memcmp(&link->channel.counts, &none, sizeof none) == 0) {
		return;
	}
#ifdef ZTS
	add_counts(&dead_here, &link->channel.counts);
#endif
	lock_sums();
	add_counts(&dead_sums, &link->channel.counts);
	unlock_sums();
}

void mynd_links_start(void)
{
	mynd_process_start(lock_sums, unlock_sums);
	mynd_net_on_silence(mynd_link_on_silence);
}

mynd_link *mynd_links_first(void)
{
	return first_link;
}

uint64_t mynd_links_changes(void)
{
	return listed;
}

void mynd_link_list(mynd_link *link)
{
	listed++;
	link->next = first_link;
	if (link->next != NULL) {
		link->next->previous = link;
	}
	first_link = link;
}

void mynd_link_unlist(mynd_link *link)
{
	if (link->previous != NULL) {
		link->previous->next = link->next;
	} else {
		first_link = link->next;
	}
	if (link->next != NULL) {
		link->next->previous = link->previous;
	}
	listed += 1 + link->channel.counts.session.commands;
	count_dead(link);
}

/* --- counts --- */

void mynd_links_totals(mynd_link_counts *sum, uint64_t *active, uint64_t *active_persistent)
{
	mynd_spares_collect();
	lock_sums();
	*sum = dead_sums;
	unlock_sums();
	*active = *active_persistent = 0;
	for (mynd_link *link = first_link; link != NULL; link = link->next) {
		bool is_active = link->channel.session != NULL;
		add_counts(sum, mynd_link_counts_of(link));
		*active += is_active;
		*active_persistent += is_active && link->persistent;
	}
}

void mynd_links_totals_of_thread(mynd_link_counts *sum)
{
	mynd_spares_collect();
#ifdef ZTS
	*sum = dead_here;
#else
	*sum = dead_sums;
#endif
	for (mynd_link *link = first_link; link != NULL; link = link->next) {
		add_counts(sum, mynd_link_counts_of(link));
	}
}

/* --- results without a link --- */

/*
 * A result needs a link for its counts and for the setting of native numbers. Results without one share two
 * links that are never connected, one for each value of the setting; the sweep frees them.
 */
static mynd_link *lone_link(bool native)
{
	if (lone[native] == NULL) {
		lone[native] = mynd_link_new();
		mynd_link_set_int(lone[native], MYND_SET_NATIVE_NUMBERS, native);
	}
	return lone[native];
}

mynd_rows_counts *mynd_counts_without_link(bool native)
{
	return &lone_link(native)->channel.counts.rows;
}

mynd_result *mynd_result_of_store(mynd_columns *columns, mynd_store *store, bool native, unsigned warnings)
{
	return mynd_result_stored(lone_link(native), columns, store, warnings);
}

/* --- links that only freed results hold --- */

/*
 * Returns true if all references to the link are those of discarded results, and of the statements of their
 * cursors.
 */
static bool is_left_alone(const mynd_link *link)
{
	unsigned holders = 0;
	for (const mynd_result *r = mynd_link_discarded_results(link); r != NULL; r = r->next_discarded) {
		holders += 1 + mynd_cursor_holds_link(r);
	}
	return !link->channel.in_call && link->references == holders;
}

void mynd_links_free_left(void)
{
	mynd_link *next;
	mynd_results_note_left(false);
	for (mynd_link *link = first_link; link != NULL; link = next) {
		next = link->next;
		if (mynd_link_discarded_results(link) != NULL && is_left_alone(link)) {
			mynd_link_addref(link);
			mynd_link_free_discarded(link);
			mynd_link_release(link);
		} else if (mynd_link_discarded_results(link) != NULL) {
			mynd_results_note_left(true);
		}
	}
}

/* --- the end of a request --- */

bool mynd_links_are_swept(void)
{
	return sweeping;
}

void mynd_links_begin_sweep(void)
{
	if (UNEXPECTED(mynd_results_are_left()) && !CG(unclean_shutdown)) {
		mynd_links_free_left();
	}
	mynd_results_note_left(false);
	sweeping = true;
}

void mynd_links_end_sweep(void)
{
	sweeping = false;
	lone[0] = lone[1] = NULL;
	mynd_sets_sweep();
	mynd_turns_sweep();
	mynd_channels_end_request();
}

void mynd_link_forget_request(mynd_link *link)
{
	mynd_link_forget_replies(link);
	mynd_statements_forget_columns(link);
	mynd_channel_forget_request(&link->channel);
}
