/*
 * Mynd\pools(): describes the pools of persistent connections as arrays.
 */
#include "../mynd.h"

static void add_text(zval *to, const char *name, const char *text)
{
	if (text == NULL) {
		add_assoc_null(to, name);
	} else {
		add_assoc_string(to, name, text);
	}
}

static void add_number(zval *to, const char *name, uint64_t number)
{
	add_assoc_long(to, name, (zend_long) number);
}

static void add_key(zval *pool, const mynd_pool_info *info)
{
	zval key;
	array_init_size(&key, 9);
	add_text(&key, "host", info->host);
	add_number(&key, "port", (uint64_t) info->port);
	add_text(&key, "socket", info->socket);
	add_text(&key, "user", info->user);
	add_text(&key, "database", info->database);
	add_text(&key, "charset", info->charset);
	add_number(&key, "flags", info->flags);
	add_assoc_bool(&key, "tls", info->tls);
	add_number(&key, "init_commands", info->init_commands);
	add_assoc_zval(pool, "key", &key);
}

static void add_closed(zval *pool, const mynd_pool_info *info)
{
	static const char *const reasons[] = {
#define MYND_X(name, words) words,
	    MYND_POOL_CLOSED(MYND_X)
#undef MYND_X
	};
	zval closed;
	array_init_size(&closed, MYND_POOL_CLOSED_COUNT);
	for (size_t i = 0; i < MYND_POOL_CLOSED_COUNT; i++) {
		add_number(&closed, reasons[i], info->closed[i]);
	}
	add_assoc_zval(pool, "closed", &closed);
}

ZEND_FUNCTION(Mynd_pools)
{
	mynd_pool_info info;
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	for (unsigned i = 0; mynd_pools_look(i, &info); i++) {
		zval pool;
		array_init_size(&pool, 22);
		add_key(&pool, &info);
		add_number(&pool, "idle", info.idle);
		add_number(&pool, "live", info.live);
		add_number(&pool, "made", info.made);
		add_number(&pool, "reused", info.reused);
		add_number(&pool, "reset", info.reset);
		add_number(&pool, "asked", info.asked);
		add_number(&pool, "found_dead", info.found_dead);
		add_number(&pool, "logins_renewed", info.logins_renewed);
		add_number(&pool, "handed_over", info.handed_over);
		add_number(&pool, "taken_over", info.taken_over);
		add_number(&pool, "shared", info.shared);
		add_number(&pool, "prologues_learned", info.prologues_learned);
		add_number(&pool, "answered_ahead", info.answered_ahead);
		add_number(&pool, "wrong_predictions", info.wrong_predictions);
		add_number(&pool, "changes_of_user", info.changes_of_user);
		add_number(&pool, "reads_sent", info.reads_sent);
		add_number(&pool, "reads_taken", info.reads_taken);
		add_number(&pool, "reads_wasted", info.reads_wasted);
		add_number(&pool, "reads_repeated", info.reads_repeated);
		add_closed(&pool, &info);
		add_next_index_zval(return_value, &pool);
	}
}
