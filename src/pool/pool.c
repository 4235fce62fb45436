/*
 * The pools of a thread: who is given an idle link, which links may stay, and the numbers of all of it.
 *
 * Always true: an idle link is in exactly one pool and has no other owner; one in use is in none, and `live`
 * of its pool counts it. A pool is freed only when nobody counts on it. `in_use` counts the links that
 * programs have open, ordinary ones too.
 * Not here: the key (pool_key.c); how a session is brought back to new (reset.c).
 */
#include "internal.h"

#include "../net/wait.h"
#include "../wire/checked.h"
#include "../wire/sql.h"

#include <sodium.h>
#include <time.h>

#define POOLS_KEPT   64  /* without links, for what they tell */
#define RESET_WAIT   1.0 /* seconds that a reset's reply is waited for when its link is wanted */
#define UNREAD_BOUND (64 * 1024)
#define LOOK_EVERY   1 /* seconds, at all pools; the one that is in use is looked at each time */

ZEND_TLS struct {
	mynd_pool *pools;    /* the one used last comes first */
	unsigned generation; /* the process whose links are idle in them; 0: none yet */
	int64_t looked_after;
	mynd_pool_settings settings;
	mynd_pool_numbers numbers;
	mynd_pooled *spare; /* for the next link; NULL: there is none */
} thread;

static void free_pooled(mynd_link *link);

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
	return (int64_t) t.tv_sec;
}

/* --- pools --- */

/* What there is to tell of the key, and no secret. */
static void describe(mynd_pool *pool, const mynd_link *link, const mynd_connect *with)
{
	mynd_pool_info *info = &pool->info;
	const char *charset = link->channel.settings.strings[MYND_SET_CHARSET_NAME];
	bool local = mynd_connect_is_local(with);
	char *at = pool->memory;
	info->host = local ? NULL : mynd_put_text(&at, with->host, with->host_len);
	info->port = local ? 0 : with->port;
	info->socket =
	    local && with->socket != NULL ? mynd_put_text(&at, with->socket, strlen(with->socket)) : NULL;
	info->user = mynd_put_text(&at, with->user, with->user_len);
	info->database = mynd_put_text(&at, with->database, with->database_len);
	info->charset = charset == NULL ? NULL : mynd_put_text(&at, charset, strlen(charset));
	info->flags = with->client_flags;
	info->tls = with->tls;
	for (const mynd_init_command *c = link->channel.settings.init_commands; c != NULL; c = c->next) {
		info->init_commands++;
	}
}

static mynd_pool *pool_new(const mynd_link *link, const mynd_connect *with, const uint8_t key[MYND_POOL_KEY])
{
	const char *charset = link->channel.settings.strings[MYND_SET_CHARSET_NAME];
	size_t texts = with->host_len + with->user_len + with->database_len +
	               (with->socket == NULL ? 0 : strlen(with->socket)) +
	               (charset == NULL ? 0 : strlen(charset));
	mynd_pool *pool = pecalloc(1, sizeof *pool + texts + 5, 1);
	memcpy(pool->key, key, MYND_POOL_KEY);
	describe(pool, link, with);
	return pool;
}

static void free_unused_pools(unsigned kept)
{
	mynd_pool **at = &thread.pools;
	for (unsigned i = 0; *at != NULL;) {
		mynd_pool *pool = *at;
		if (pool->info.live > 0 || pool->info.idle > 0 || i++ < kept) {
			at = &pool->next;
		} else {
			*at = pool->next;
			mynd_as_new_forget(pool);
			free(pool);
		}
	}
}

/* The pool of this key comes first from now on. */
static mynd_pool *find_pool(const mynd_link *link, const mynd_connect *with)
{
	uint8_t key[MYND_POOL_KEY];
	mynd_pool **at = &thread.pools;
	mynd_pool_key(link, with, key);
	while (*at != NULL && memcmp((*at)->key, key, sizeof key) != 0) {
		at = &(*at)->next;
	}
	mynd_pool *pool = *at;
	if (pool != NULL) {
		*at = pool->next;
	} else {
		free_unused_pools(POOLS_KEPT);
		pool = pool_new(link, with, key);
	}
	pool->next = thread.pools;
	thread.pools = pool;
	return pool;
}

void mynd_pool_note_no_reset(mynd_link *link)
{
	link->pooled->pool->by_change_user = true;
}

/* --- idle links --- */

static void put_in(mynd_pool *pool, mynd_link *link)
{
	link->pooled->idle = true;
	link->pooled->idle_since = now();
	link->pooled->next_idle = pool->idle;
	pool->idle = link;
	pool->info.idle++;
	thread.numbers.idle++;
}

static void take_out(mynd_link *link)
{
	mynd_link **at = &link->pooled->pool->idle;
	while (*at != link) {
		at = &(*at)->pooled->next_idle;
	}
	*at = link->pooled->next_idle;
	link->pooled->next_idle = NULL;
	link->pooled->idle = false;
	link->pooled->pool->info.idle--;
	thread.numbers.idle--;
}

/* What a link is to the pools. It is there from the first connect of a program on. */
static void make_pooled(mynd_link *link)
{
	if (link->pooled == NULL) {
		link->pooled = thread.spare != NULL ? thread.spare : pemalloc(sizeof *link->pooled, 1);
		thread.spare = NULL;
		memset(link->pooled, 0, sizeof *link->pooled);
		link->free_pooled = free_pooled;
	}
}

static void leave_pool(mynd_link *link)
{
	link->persistent = false;
	if (link->pooled != NULL) {
		link->pooled->pool = NULL;
		mynd_reset_forget(link);
	}
}

/* It is nobody's, and in no pool any more. */
static void close_link(mynd_link *link, mynd_close_reason reason)
{
	mynd_link_close(link, reason);
	leave_pool(link);
	mynd_link_release(link);
}

static void close_idle(mynd_link *link, mynd_pool_closed why)
{
	mynd_pool *pool = link->pooled->pool;
	take_out(link);
	pool->info.closed[why]++;
	close_link(link, MYND_CLOSE_IMPLICIT);
}

/* In a child: the parent's links are forgotten, and nothing is said on them. */
static void forget_parents_links(void)
{
	if (thread.generation == mynd_process_generation()) {
		return;
	}
	thread.generation = mynd_process_generation();
	for (mynd_pool *pool = thread.pools; pool != NULL; pool = pool->next) {
		while (pool->idle != NULL) {
			mynd_link *link = pool->idle;
			take_out(link);
			close_link(link, MYND_CLOSE_IMPLICIT);
		}
	}
}

static void look_at(mynd_pool *pool, int64_t time)
{
	const mynd_pool_settings *settings = &thread.settings;
	mynd_link *next;
	for (mynd_link *link = pool->idle; link != NULL; link = next) {
		next = link->pooled->next_idle;
		if (settings->idle_timeout > 0 && time - link->pooled->idle_since > settings->idle_timeout) {
			close_idle(link, MYND_POOL_CLOSED_IDLE_TIMEOUT);
		} else if (time >= link->pooled->expires) {
			close_idle(link, MYND_POOL_CLOSED_MAX_LIFETIME);
		}
	}
}

static void look_at_all(int64_t time)
{
	thread.looked_after = time;
	for (mynd_pool *pool = thread.pools; pool != NULL; pool = pool->next) {
		look_at(pool, time);
	}
	free_unused_pools(POOLS_KEPT);
}

/* A link is taken or handed back. The pool stays. */
static void look_when_used(mynd_pool *pool)
{
	int64_t time = now();
	pool->info.live++;
	if (time - thread.looked_after >= LOOK_EVERY) {
		look_at_all(time);
	} else {
		look_at(pool, time);
	}
	pool->info.live--;
}

void mynd_pools_look_after(void)
{
	if (thread.pools != NULL) {
		forget_parents_links();
		look_at_all(now());
	}
}

/* --- taking --- */

/* Behind the last reply, of which a byte was read just now, no more was read. */
static bool look_for_no_more(mynd_link *link)
{
	return !mynd_session_has_buffer(link->channel.session) && !mynd_channel_has_received(&link->channel) &&
	       !mynd_net_look_for_bytes(link->channel.net);
}

/* Nothing ran on it since it was as new: whatever is here now nobody asked for. */
static bool look_for_silence(mynd_link *link)
{
	return look_for_no_more(link) && !mynd_net_look_for_end(link->channel.net);
}

/* MYND_OK: it can be used. MYND_MORE: its reset is not over. */
static int probe(mynd_link *link)
{
	int rc = link->resetting ? mynd_reset_settle(link, false) : MYND_OK;
	return rc == MYND_OK && !look_for_silence(link) ? MYND_BAD : rc;
}

static bool is_lost(const mynd_link *link)
{
	return mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD;
}

/* It was found to be of no use. */
static void drop(mynd_link *link)
{
	mynd_pool *pool = link->pooled->pool;
	bool refused = link->resetting && !is_lost(link);
	if (refused && link->pooled->as_new == MYND_AS_NEW_NOT) {
		pool->info.closed[MYND_POOL_CLOSED_NOT_AS_NEW]++;
		mynd_as_new_forget(pool); /* it may be the logins that have changed */
	} else if (refused) {
		pool->info.closed[MYND_POOL_CLOSED_RESET_FAILED]++;
	} else {
		pool->info.found_dead++;
	}
	link->resetting = false; /* nothing can be said on it */
	close_link(link, MYND_CLOSE_IMPLICIT);
}

/* The last one handed back that can be used at once; *waiting is the last one whose reset is not over. */
static mynd_link *take_ready(mynd_pool *pool, mynd_link **waiting)
{
	mynd_link *link = pool->idle;
	*waiting = NULL;
	while (link != NULL) {
		mynd_link *next = link->pooled->next_idle;
		int rc = probe(link);
		if (rc == MYND_OK) {
			take_out(link);
			return link;
		}
		if (rc == MYND_BAD) {
			take_out(link);
			drop(link);
		} else if (*waiting == NULL) {
			*waiting = link;
		}
		link = next;
	}
	return NULL;
}

/* What an opening link counts for while it waits hangs on it: the wait may never come back. */
static void take_place(mynd_link *link)
{
	mynd_pool_numbers *n = &thread.numbers;
	link->pooled->place_taken = true;
	n->in_use++;
	n->persistent += link->pooled->wanted_from != NULL;
}

static void leave_place(mynd_link *link)
{
	mynd_pool_numbers *n = &thread.numbers;
	if (link->pooled->place_taken) {
		link->pooled->place_taken = false;
		n->in_use--;
		n->persistent -= link->pooled->wanted_from != NULL;
	}
}

/*
 * Taken out already; NULL: it was not worth it. `wanted_by` is held in a call meanwhile. A link whose last
 * reply was waited for lived a moment ago, unless a program's waiter took its time: a look at it would tell
 * no more.
 */
static mynd_link *wait_for(mynd_link *link, mynd_link *wanted_by, mynd_deadline deadline)
{
	mynd_link_addref(link);
	mynd_channel_enter(&wanted_by->channel);
	take_place(wanted_by);
	link->channel.login_deadline = deadline;
	mynd_error_clear(&link->channel.error);
	int rc = mynd_reset_settle(link, true);
	link->channel.login_deadline = MYND_NO_DEADLINE;
	leave_place(wanted_by);
	mynd_channel_leave(&wanted_by->channel);
	mynd_link_release(link);
	if (rc == MYND_OK && (mynd_wait_blocks() ? look_for_no_more(link) : look_for_silence(link))) {
		return link;
	}
	if (link->channel.error.cause == MYND_CAUSE_TIMED_OUT) {
		link->pooled->pool->info.closed[MYND_POOL_CLOSED_RESET_SLOW]++;
		close_link(link, MYND_CLOSE_IMPLICIT);
	} else {
		drop(link);
	}
	return NULL;
}

static mynd_link *take(mynd_pool *pool, mynd_link *wanted_by)
{
	mynd_deadline deadline = MYND_NO_DEADLINE;
	mynd_link *waiting, *link;
	while ((link = take_ready(pool, &waiting)) == NULL && waiting != NULL) {
		if (mynd_deadline_is_none(deadline)) {
			zend_long limit = wanted_by->channel.settings.ints[MYND_SET_CONNECT_TIMEOUT];
			deadline = mynd_deadline_earlier(mynd_deadline_in(RESET_WAIT),
			    limit > 0 ? mynd_deadline_in((double) limit) : MYND_NO_DEADLINE);
		}
		take_out(waiting);
		link = wait_for(waiting, wanted_by, deadline);
		if (link != NULL || mynd_deadline_has_passed(deadline) || EG(exception)) {
			return link;
		}
	}
	return link;
}

/* The handle that it is given to has settings of its own; those of the key are the same. */
static void take_over_settings(mynd_link *link, mynd_link *from)
{
	mynd_link_settings_swap(&link->channel.settings, &from->channel.settings);
	link->channel.deadline = from->channel.deadline;
	link->channel.cancel_at = from->channel.cancel_at;
	mynd_channel_size_buffer(&link->channel);
}

/* As a link is that was connected a moment ago. Its counts stay. */
static void make_new(mynd_link *link)
{
	mynd_error_clear(&link->channel.error);
	mynd_error_clear(&link->channel.last_failure);
	link->remark[0] = '\0';
	mynd_reply_forget(link);
}

static mynd_link *reuse(mynd_pool *pool, mynd_link *wanted_by)
{
	mynd_link *link = take(pool, wanted_by);
	if (link == NULL) {
		return NULL;
	}
	take_over_settings(link, wanted_by);
	make_new(link);
	link->channel.counts.connection_reused++;
	pool->info.reused++;
	return link;
}

/* --- limits --- */

static bool is_reached(zend_long number, zend_long limit)
{
	return limit != -1 && number >= limit;
}

static mynd_link *idle_longest(void)
{
	mynd_link *longest = NULL;
	for (mynd_pool *pool = thread.pools; pool != NULL; pool = pool->next) {
		for (mynd_link *link = pool->idle; link != NULL; link = link->pooled->next_idle) {
			if (longest == NULL || link->pooled->idle_since <= longest->pooled->idle_since) {
				longest = link;
			}
		}
	}
	return longest;
}

/* One more is opened: idle ones give way, so that the server never sees more than the limits allow. */
static void make_room(bool persistent)
{
	const mynd_pool_numbers *n = &thread.numbers;
	const mynd_pool_settings *settings = &thread.settings;
	while (
	    n->idle > 0 && (is_reached(n->in_use + n->idle, settings->max_links) ||
	                       (persistent && is_reached(n->persistent + n->idle, settings->max_persistent)))) {
		close_idle(idle_longest(), MYND_POOL_CLOSED_LIMIT);
	}
}

/* --- opening --- */

static void count_open(mynd_link *link)
{
	mynd_pool_numbers *n = &thread.numbers;
	link->pooled->counted = true;
	n->in_use++;
	if (link->pooled->pool != NULL) {
		n->persistent++;
		link->pooled->pool->info.live++;
	}
}

static void count_closed(mynd_link *link)
{
	mynd_pool_numbers *n = &thread.numbers;
	if (link->pooled == NULL || !link->pooled->counted) {
		return;
	}
	link->pooled->counted = false;
	n->in_use--;
	if (link->pooled->pool != NULL) {
		n->persistent--;
		link->pooled->pool->info.live--;
	}
}

static int64_t expiry(void)
{
	zend_long most = thread.settings.max_lifetime;
	if (most <= 0) {
		return INT64_MAX;
	}
	return now() + most - (int64_t) ((double) most * randombytes_uniform(1001) / 10000);
}

/* It has been connected: from now on it belongs to the pool. */
static void join(mynd_link *link, mynd_pool *pool, const mynd_connect *with)
{
	link->pooled->pool = pool;
	link->persistent = true;
	mynd_reset_note(link, with, pool->by_change_user);
	link->pooled->expires = expiry();
	link->state.used = false;
	link->state.outlives = 0;
	link->channel.counts.pconnect_success++;
	pool->info.made++;
}

static void end_wanting(mynd_link *link)
{
	if (link->pooled->wanted_from != NULL) {
		link->pooled->wanted_from->info.live--;
		link->pooled->wanted_from = NULL;
	}
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
	make_room(pool != NULL);
	take_place(link);
	int rc = mynd_link_connect(link, with);
	if (rc == MYND_OK && pool != NULL) {
		rc = learn(link);
	}
	leave_place(link);
	if (rc != MYND_OK) {
		return MYND_OPEN_FAILED;
	}
	if (pool != NULL) {
		join(link, pool, with);
	}
	count_open(link);
	return MYND_OPENED;
}

static mynd_opened connect_persistent(mynd_link **slot, const mynd_connect *with, mynd_pool *pool)
{
	mynd_link *fresh = *slot;
	mynd_link *reused = reuse(pool, fresh);
	if (reused != NULL) {
		count_open(reused);
		*slot = reused;
		return MYND_OPENED;
	}
	if (EG(exception)) { /* the program's waiter would not wait */
		mynd_error_client(&fresh->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		return MYND_OPEN_FAILED;
	}
	if (is_reached(thread.numbers.persistent, thread.settings.max_persistent)) {
		return with->or_ordinary ? connect_new(fresh, with, NULL) : MYND_OPEN_TOO_MANY_PERSISTENT;
	}
	return connect_new(fresh, with, pool);
}

/* A link with filters is of this request alone. */
mynd_opened mynd_pool_open(mynd_link **link, const mynd_connect *with)
{
	make_pooled(*link);
	forget_parents_links();
	if (mynd_link_refuse_in_call(*link)) {
		return MYND_OPEN_FAILED;
	}
	count_closed(*link);
	mynd_link_close(*link, MYND_CLOSE_IMPLICIT);
	if (is_reached(thread.numbers.in_use, thread.settings.max_links)) {
		return MYND_OPEN_TOO_MANY;
	}
	if (!with->persistent || mynd_channels_are_filtered()) {
		return connect_new(*link, with, NULL);
	}
	mynd_pool *pool = find_pool(*link, with);
	look_when_used(pool);
	mynd_link *fresh = *link;
	pool->info.live++; /* it stays, whatever happens in a wait */
	fresh->pooled->wanted_from = pool;
	mynd_opened opened = connect_persistent(link, with, pool);
	end_wanting(fresh);
	return opened;
}

void mynd_pool_close_before(mynd_link *link)
{
	forget_parents_links();
	count_closed(link);
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
}

void mynd_pool_take_back(mynd_link *link)
{
	count_closed(link);
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
	leave_pool(link);
}

/* --- letting go --- */

/* Nothing of a reply is left unread. A command that was not sent will not be sent any more. */
static bool drop_unread(mynd_link *link)
{
	if (mynd_session_pending_sent(link->channel.session) < mynd_session_pending(link->channel.session)) {
		return false;
	}
	return mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE ||
	       mynd_link_drop_now(link, UNREAD_BOUND) == MYND_OK;
}

/* For a link in order: why it cannot stay all the same; COUNT: it can. */
static mynd_pool_closed look_for_reason(mynd_link *link)
{
	const mynd_pool_settings *settings = &thread.settings;
	if (link->state.user_changed) {
		return MYND_POOL_CLOSED_USER;
	}
	if (link->state.outlives & MYND_SQL_ROLE) {
		return MYND_POOL_CLOSED_ROLE;
	}
	if (!link->pooled->pool->knows_as_new) {
		return MYND_POOL_CLOSED_NOT_AS_NEW;
	}
	if (now() >= link->pooled->expires) {
		return MYND_POOL_CLOSED_MAX_LIFETIME;
	}
	if ((zend_long) link->pooled->pool->info.idle >= settings->max_idle) {
		return MYND_POOL_CLOSED_MAX_IDLE;
	}
	return MYND_POOL_CLOSED_COUNT;
}

/* Left by a longjmp, or by an exception that nobody caught. */
static bool has_failed_fatally(void)
{
	return CG(unclean_shutdown) || (PG(last_error_message) != NULL && (PG(last_error_type) & E_FATAL_ERRORS));
}

/* COUNT: its session is as new, or will be when the reset that was sent is over. */
static mynd_pool_closed put_in_order(mynd_link *link)
{
	if (has_failed_fatally()) {
		return MYND_POOL_CLOSED_FATAL;
	}
	if (link->channel.in_call || is_lost(link) || link->channel.write_broken || mynd_reply_is_spoilt(link)) {
		return MYND_POOL_CLOSED_LOST;
	}
	mynd_link_end_use(link);
	mynd_link_set_deadline(link, 0);
	mynd_pool_closed why = look_for_reason(link);
	if (why != MYND_POOL_CLOSED_COUNT || !link->state.used) {
		return why;
	}
	if (!drop_unread(link)) {
		return is_lost(link) ? MYND_POOL_CLOSED_LOST : MYND_POOL_CLOSED_UNREAD;
	}
	mynd_channel_rest(&link->channel);
	if (!look_for_silence(link)) {
		return MYND_POOL_CLOSED_LOST;
	}
	if (mynd_reset_begin(link) != MYND_OK) {
		link->resetting = false;
		return MYND_POOL_CLOSED_RESET_UNSENT;
	}
	link->pooled->pool->info.reset++;
	return MYND_POOL_CLOSED_COUNT;
}

/* In a child nothing is counted: it is the parent's. */
static void let_go_persistent(mynd_link *link, mynd_close_reason reason)
{
	mynd_pool *pool = link->pooled->pool;
	look_when_used(pool);
	mynd_pool_closed why =
	    mynd_channel_is_foreign(&link->channel) ? MYND_POOL_CLOSED_LOST : put_in_order(link);
	if (why == MYND_POOL_CLOSED_COUNT) {
		put_in(pool, link);
		return;
	}
	if (!mynd_channel_is_foreign(&link->channel)) {
		pool->info.closed[why]++;
	}
	close_link(link, reason);
}

void mynd_pool_let_go(mynd_link *link, mynd_close_reason reason)
{
	count_closed(link);
	if (link->persistent && link->channel.session != NULL) {
		forget_parents_links();
		let_go_persistent(link, reason);
	} else {
		close_link(link, reason);
	}
}

/* A link goes. If a program still had it only a fatal error can have left it so. */
static void free_pooled(mynd_link *link)
{
	if (link->persistent && link->pooled->counted) {
		link->pooled->pool->info.closed[MYND_POOL_CLOSED_FATAL]++;
	}
	leave_place(link);
	end_wanting(link);
	count_closed(link);
	leave_pool(link);
	if (MYND_IS_CHECKED || thread.spare != NULL) {
		free(link->pooled);
	} else {
		thread.spare = link->pooled;
	}
	link->pooled = NULL;
	link->free_pooled = NULL;
}

/* --- what there is to see --- */

bool mynd_link_is_persistent(const mynd_link *link)
{
	return link->persistent;
}

mynd_pool_numbers mynd_pools_count(void)
{
	forget_parents_links();
	return thread.numbers;
}

bool mynd_pools_look(unsigned number, mynd_pool_info *info)
{
	forget_parents_links();
	const mynd_pool *pool = thread.pools;
	while (pool != NULL && number-- > 0) {
		pool = pool->next;
	}
	if (pool != NULL) {
		*info = pool->info;
	}
	return pool != NULL;
}

/* --- ends --- */

void mynd_pools_configure(const mynd_pool_settings *settings)
{
	thread.settings = *settings;
}

void mynd_pools_end_thread(void)
{
	for (mynd_pool *pool = thread.pools; pool != NULL; pool = pool->next) {
		while (pool->idle != NULL) {
			mynd_link *link = pool->idle;
			take_out(link);
			close_link(link, MYND_CLOSE_IMPLICIT);
		}
	}
	free_unused_pools(0);
	free(thread.spare);
	thread.spare = NULL;
}
