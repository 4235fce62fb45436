/*
 * The pools of a thread: their list, and the search for the pool of a key.
 *
 * Always true: a pool is freed only when it has no link, idle or in use, and no connect waits for one of its
 * links. The list begins with the most recently used pool.
 * Not here: the key (key.c); which links are in a pool (idle.c); the counts of links in use (numbers.c).
 */
#include "internal.h"

ZEND_EXT_TLS mynd_pools mynd_thread_pools;

void mynd_pools_configure(const mynd_pool_settings *settings)
{
	mynd_thread_pools.settings = *settings;
}

void mynd_pools_set_limits(zend_long max_per_key, bool keeps_all)
{
	bool changed = mynd_thread_pools.settings.max_per_key != max_per_key;
	mynd_thread_pools.settings.max_per_key = max_per_key;
	mynd_thread_pools.settings.keeps_all = keeps_all;
	if (changed) {
		mynd_places_look();
	}
}

int64_t mynd_pools_now(void)
{
	return mynd_coarse_now() / MYND_SECOND;
}

/* Stores the parts of the key that are not secret in the pool's info. */
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
	pool->group = with->group;
	if (pool->group != NULL) {
		mynd_group_addref(pool->group);
	}
	return pool;
}

static bool is_counted_on(const mynd_pool *pool)
{
	return pool->info.live > 0 || pool->info.idle > 0 || pool->places > 0 || pool->wanted > 0;
}

static bool is_of_no_more_use(const mynd_pool *pool)
{
	return pool->group != NULL && pool->group->closed;
}

void mynd_pools_free_unused(unsigned kept)
{
	mynd_pool **at = &mynd_thread_pools.first;
	for (unsigned i = 0; *at != NULL;) {
		mynd_pool *pool = *at;
		if (is_counted_on(pool) || (!is_of_no_more_use(pool) && i++ < kept)) {
			at = &pool->next;
		} else {
			*at = pool->next;
			mynd_reset_check_forget(pool);
			mynd_prologue_end_learning(pool);
			if (pool->group != NULL) {
				mynd_group_release(pool->group);
			}
			free(pool);
		}
	}
}

/* Returns where the pool of this key is in the list, or where the list ends. */
static mynd_pool **look_for(const uint8_t key[MYND_POOL_KEY])
{
	mynd_pool **at = &mynd_thread_pools.first;
	while (*at != NULL && memcmp((*at)->key, key, MYND_POOL_KEY) != 0) {
		at = &(*at)->next;
	}
	return at;
}

zend_long mynd_pools_places(const mynd_link *link, const mynd_connect *with)
{
	uint8_t key[MYND_POOL_KEY];
	mynd_pool_key(link, with, key);
	const mynd_pool *pool = *look_for(key);
	return pool == NULL ? 0 : pool->places;
}

mynd_pool *mynd_pools_find(const mynd_link *link, const mynd_connect *with)
{
	uint8_t key[MYND_POOL_KEY];
	mynd_pool_key(link, with, key);
	mynd_pool **at = look_for(key), *pool = *at;
	if (pool != NULL) {
		*at = pool->next;
	} else {
		mynd_pools_free_unused(MYND_POOLS_KEPT);
		pool = pool_new(link, with, key);
	}
	if (with->node != NULL && pool->node != with->node) {
		pool->node = with->node;
		pool->node_changes = with->node_changes;
	}
	pool->next = mynd_thread_pools.first;
	mynd_thread_pools.first = pool;
	return pool;
}

void mynd_pools_close_node(const mynd_node *node, uint32_t changes)
{
	for (mynd_pool *pool = mynd_thread_pools.first; pool != NULL; pool = pool->next) {
		if (pool->node == node && UNEXPECTED(pool->node_changes != changes)) {
			mynd_idle_forget_parents();
			mynd_idle_close_all(pool, MYND_POOL_CLOSED_NODE);
			pool->node_changes = changes;
		}
	}
}

void mynd_pool_note_no_reset(mynd_link *link)
{
	link->pooled->pool->by_change_user = true;
}
