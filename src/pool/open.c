/*
 * Opens a connection for a program within the limits: acquires an idle link, or connects a new one.
 *
 * Always true: each link that a program has open is counted, a persistent one in its pool too. A pool is not
 * freed while a connect waits for one of its links.
 * Not here: which idle link is chosen (acquire.c); the connect itself (src/link/).
 */
#include "internal.h"

#include <sodium.h>

static int64_t expiry(const mynd_pool *pool)
{
	zend_long most =
	    pool->group != NULL ? pool->group->settings.max_lifetime : mynd_thread_pools.settings.max_lifetime;
	if (most <= 0) {
		return INT64_MAX;
	}
	return mynd_pools_now() + most - (int64_t) ((double) most * randombytes_uniform(1001) / 10000);
}

/* Adds a new connection to the pool. `began`: the time at which its connect began. */
static void join(mynd_link *link, mynd_pool *pool, const mynd_connect *with, int64_t began)
{
	link->pooled->pool = pool;
	link->persistent = true;
	mynd_reset_note(link, with);
	mynd_traces_begin(link);
	link->pooled->expires = expiry(pool);
	link->pooled->logged_in = began;
	link->pooled->has_begun = false;
	/* the program's init commands have all run */
	mynd_state_begin(link, mynd_reset_init_later(link) != NULL);
	if (link->replayable != NULL) {
		mynd_replayable_start(link);
	}
	mynd_hand_on_begin(link);
	link->channel.counts.pconnect_success++;
	mynd_pool_count_made(pool);
	mynd_prologue_forget(link); /* data of the link's earlier connection */
	mynd_prologue_begin_use(link, pool);
	mynd_prefetch_begin_use(link);
}

/* Asks the server for the state of a login (reset_check.c), within the time limit of the connect. */
static int learn(mynd_link *link, const mynd_connect *with)
{
	mynd_channel_limit_login(
	    &link->channel, mynd_deadline_earlier(mynd_connect_end(link, with), mynd_attempt_end(with)));
	int rc = mynd_reset_check_learn(link);
	mynd_channel_limit_login(&link->channel, MYND_NO_DEADLINE);
	if (rc != MYND_OK) {
		mynd_link_take_down(link);
		link->channel.counts.connect_success--;
		link->channel.counts.connect_failure++;
	}
	return rc;
}

static mynd_opened connect_new(mynd_link *link, const mynd_connect *with, mynd_pool *pool)
{
	mynd_idle_make_room(link);
	int64_t began = mynd_pools_now();
	int rc = mynd_link_connect(link, with);
	if (mynd_channel_is_filtered(&link->channel)) { /* the program added filters during a wait */
		pool = NULL;
	}
	if (rc == MYND_OK && pool != NULL) {
		rc = learn(link, with);
	}
	if (rc != MYND_OK) {
		return MYND_OPEN_FAILED;
	}
	if (pool != NULL) {
		join(link, pool, with, began);
	}
	mynd_pooled_count_open(link);
	return MYND_OPENED;
}

/* Adds to the pool a link with a connection that came from another process. */
static void join_shared(mynd_link *link, mynd_pool *pool, const mynd_connect *with)
{
	link->persistent = true;
	mynd_role_want(link, with);
	pool->info.taken_over++;
	mynd_board_count_pool(MYND_BOARD_POOL_taken_over);
	mynd_pool_begin_reuse(link, pool);
	mynd_pooled_count_open(link);
}

static mynd_opened connect_persistent(mynd_link **slot, const mynd_connect *with, mynd_pool *pool)
{
	mynd_link *fresh = *slot;
	mynd_link *reused = mynd_pool_reuse(pool, fresh, with);
	if (reused != NULL && !mynd_pool_run_init(reused, fresh, with)) {
		mynd_pooled_close(reused, MYND_CLOSE_IMPLICIT);
		return MYND_OPEN_FAILED;
	}
	if (reused != NULL) {
		mynd_place_move(fresh, reused);
		mynd_pooled_count_open(reused);
		*slot = reused;
		return MYND_OPENED;
	}
	if (EG(exception)) { /* the program's waiter has thrown */
		mynd_error_client(&fresh->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		return MYND_OPEN_FAILED;
	}
	if (mynd_shared_acquire(pool, fresh, with)) {
		if (!mynd_pool_run_init(fresh, fresh, with)) {
			mynd_parcel_undo(fresh);
			return MYND_OPEN_FAILED;
		}
		join_shared(fresh, pool, with);
		return MYND_OPENED;
	}
	if (EG(exception)) {
		mynd_error_client(&fresh->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		return MYND_OPEN_FAILED;
	}
	return connect_new(fresh, with, pool);
}

/* Returns true if the link may be persistent. With filters it may not: they belong to this request alone. */
static bool is_persistent(const mynd_connect *with)
{
	return with->persistent && !mynd_channels_are_filtered();
}

/*
 * Returns the place (places.c) that the connect needs. Ordinary links are counted by key only if max_per_key
 * is set, or the host with the fewest is wanted (mynd_connect.is_counted).
 */
static mynd_place look_for_place(const mynd_link *link, const mynd_connect *with)
{
	mynd_place place = {
	    .persistent = is_persistent(with), .or_ordinary = with->or_ordinary, .group = with->group};
	if (place.persistent || mynd_thread_pools.settings.max_per_key != -1 || with->is_counted) {
		place.pool = mynd_pools_find(link, with);
	}
	return place;
}

/*
 * Connects a link that has its place. Because the pool counts that place, the pool is not freed during a
 * wait.
 */
static mynd_opened connect_at(mynd_link **link, const mynd_connect *with)
{
	const mynd_place *place = &(*link)->pooled->place;
	if (!place->persistent || !is_persistent(with)) {
		return connect_new(*link, with, NULL);
	}
	mynd_idle_look_when_used(place->pool);
	return connect_persistent(link, with, place->pool);
}

/* Acquires the place. A wait for it does not count as time of the connect to several hosts. */
static mynd_opened acquire_place(mynd_link *link, const mynd_place *place, const mynd_connect *with)
{
	int64_t *ends_at = with->ends_at;
	int64_t began = ends_at == NULL || *ends_at == 0 ? 0 : mynd_now();
	mynd_opened opened = mynd_place_acquire(link, place, with->acquire_timeout);
	if (began != 0) {
		*ends_at += mynd_now() - began;
	}
	return opened;
}

mynd_opened mynd_pool_open(mynd_link **link, const mynd_connect *with)
{
	mynd_link *fresh = *link;
	mynd_pooled_make(fresh);
	mynd_idle_forget_parents();
	mynd_mailbox_look_at_user();
	if (mynd_link_refuse_in_call(fresh)) {
		return MYND_OPEN_FAILED;
	}
	mynd_pool_close_before(fresh);
	mynd_place place = look_for_place(fresh, with);
	if (place.persistent && place.pool->info.idle == 0) {
		mynd_pool_outlived_gives_way(place.pool);
	}
	/* the key was made above, and does not contain later changes */
	mynd_state_set_settings_changed(fresh, false);
	mynd_opened opened = acquire_place(fresh, &place, with);
	if (opened != MYND_OPENED) {
		return opened;
	}
	opened = connect_at(link, with);
	if (opened != MYND_OPENED) {
		mynd_place_release(fresh);
	}
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
	if (link->persistent && link->pooled->counted) {
		mynd_pool_count_closed(link->pooled->pool, MYND_POOL_CLOSED_LOST);
	}
	mynd_pooled_count_closed(link);
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
	mynd_pooled_leave(link);
}
