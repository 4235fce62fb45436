/*
 * A program connects: with an idle link, or with a new one, as far as the limits allow.
 *
 * Always true: a link that is open for a program is counted, and a persistent one in its pool too. The pool
 * stays while a link is wanted from it, whatever happens in a wait.
 * Not here: which idle link it is (take.c); the connect itself (src/link/).
 */
#include "internal.h"

#include "../link/spare.h"

#include <sodium.h>

static int64_t expiry(void)
{
	zend_long most = mynd_thread_pools.settings.max_lifetime;
	if (most <= 0) {
		return INT64_MAX;
	}
	return mynd_pools_now() + most - (int64_t) ((double) most * randombytes_uniform(1001) / 10000);
}

/* It has been connected: from now on it belongs to the pool. */
static void join(mynd_link *link, mynd_pool *pool, const mynd_connect *with)
{
	link->pooled->pool = pool;
	link->persistent = true;
	mynd_reset_note(link, with);
	link->pooled->expires = expiry();
	link->state.used = false;
	link->state.outlives = 0;
	if (link->survival != NULL) {
		mynd_survival_start(link);
	}
	link->channel.counts.pconnect_success++;
	pool->info.made++;
	mynd_board_count_pool(MYND_BOARD_POOL_made);
	mynd_prologue_forget(link); /* of an earlier connection */
	mynd_prologue_begin_use(link, pool);
}

/* As a part of the connect, with its time limit. */
static int learn(mynd_link *link)
{
	zend_long limit = link->channel.settings.ints[MYND_SET_CONNECT_TIMEOUT];
	link->channel.login_deadline =
	    limit > 0 ? mynd_deadline_earlier(mynd_deadline_in((double) limit), link->channel.deadline)
	              : link->channel.deadline;
	int rc = mynd_as_new_learn(link);
	link->channel.login_deadline = MYND_NO_DEADLINE;
	if (rc != MYND_OK) {
		mynd_link_take_down(link);
		link->channel.counts.connect_success--;
		link->channel.counts.connect_failure++;
	}
	return rc;
}

static mynd_opened connect_new(mynd_link *link, const mynd_connect *with, mynd_pool *pool)
{
	mynd_idle_make_room(pool != NULL);
	mynd_pooled_take_place(link);
	int rc = mynd_link_connect(link, with);
	if (rc == MYND_OK && pool != NULL) {
		rc = learn(link);
	}
	mynd_pooled_leave_place(link);
	if (rc != MYND_OK) {
		return MYND_OPEN_FAILED;
	}
	if (pool != NULL) {
		join(link, pool, with);
	}
	mynd_pooled_count_open(link);
	return MYND_OPENED;
}

/* It has taken over a connection of another process. */
static void join_shared(mynd_link *link, mynd_pool *pool)
{
	link->persistent = true;
	pool->info.taken_over++;
	mynd_board_count_pool(MYND_BOARD_POOL_taken_over);
	mynd_pool_begin_reuse(link, pool);
	mynd_pooled_count_open(link);
}

static mynd_opened connect_persistent(mynd_link **slot, const mynd_connect *with, mynd_pool *pool)
{
	mynd_link *fresh = *slot;
	mynd_link *reused = mynd_pool_reuse(pool, fresh);
	if (reused != NULL) {
		mynd_pooled_count_open(reused);
		*slot = reused;
		return MYND_OPENED;
	}
	if (EG(exception)) { /* the program's waiter would not wait */
		mynd_error_client(&fresh->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		return MYND_OPEN_FAILED;
	}
	if (mynd_pools_limit_is_reached(
	        mynd_thread_pools.numbers.persistent, mynd_thread_pools.settings.max_persistent)) {
		return with->or_ordinary ? connect_new(fresh, with, NULL) : MYND_OPEN_TOO_MANY_PERSISTENT;
	}
	if (mynd_shared_take(pool, fresh, with)) {
		join_shared(fresh, pool);
		return MYND_OPENED;
	}
	if (EG(exception)) {
		mynd_error_client(&fresh->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		return MYND_OPEN_FAILED;
	}
	return connect_new(fresh, with, pool);
}

/* Spare connections give way to those of the program. */
static bool is_full(void)
{
	zend_long in_use = mynd_thread_pools.numbers.in_use, most = mynd_thread_pools.settings.max_links;
	while (mynd_pools_limit_is_reached(in_use + mynd_spares_count(), most) && mynd_spares_give_way()) {
	}
	return mynd_pools_limit_is_reached(in_use + mynd_spares_count(), most);
}

/* A link with filters is of this request alone. */
mynd_opened mynd_pool_open(mynd_link **link, const mynd_connect *with)
{
	mynd_pooled_make(*link);
	mynd_idle_forget_parents();
	if (mynd_link_refuse_in_call(*link)) {
		return MYND_OPEN_FAILED;
	}
	mynd_pooled_count_closed(*link);
	mynd_link_close(*link, MYND_CLOSE_IMPLICIT);
	if (is_full()) {
		return MYND_OPEN_TOO_MANY;
	}
	if (!with->persistent || mynd_channels_are_filtered()) {
		return connect_new(*link, with, NULL);
	}
	mynd_pool *pool = mynd_pools_find(*link, with);
	mynd_idle_look_when_used(pool);
	mynd_link *fresh = *link;
	pool->info.live++; /* it stays, whatever happens in a wait */
	fresh->pooled->wanted_from = pool;
	mynd_opened opened = connect_persistent(link, with, pool);
	mynd_pooled_end_wanting(fresh);
	return opened;
}

void mynd_pool_close_before(mynd_link *link)
{
	mynd_idle_forget_parents();
	mynd_pooled_count_closed(link);
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
}

void mynd_pool_take_back(mynd_link *link)
{
	mynd_pooled_count_closed(link);
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
	mynd_pooled_leave(link);
}
