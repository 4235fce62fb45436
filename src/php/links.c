/*
 * Functions for connections of mysqli and PDO: opening a link with the current settings, taking a link away
 * from all objects that have it when it returns to its pool, warning that too many links are open, logging
 * details that only operators may see.
 *
 * Not here: the options of mysqli and PDO.
 */
#include "mynd.h"

#include "mynd/pipeline.h"
#include "mynd/pool.h"

#include <stdatomic.h>

#define TOO_MANY_CONNECTIONS 1040 /* ER_CON_COUNT_ERROR */
#define LOG_EVERY            60   /* seconds between two log lines of a process */
#define ACQUIRE_STANDARD     30.0 /* seconds */

mynd_link *mynd_link_open(const char *extension)
{
	const zend_mynd_globals *settings = mynd_settings();
	mynd_link *link = mynd_link_new_of_program();
	mynd_link_set_string(link, MYND_SET_EXTENSION, extension);
	mynd_link_set_int(link, MYND_SET_COMMAND_BUFFER, settings->net_cmd_buffer_size);
	mynd_link_set_int(link, MYND_SET_READ_BUFFER, settings->net_read_buffer_size);
	mynd_link_set_int(link, MYND_SET_READ_TIMEOUT, settings->net_read_timeout);
	mynd_link_set_string(link, MYND_SET_PUBLIC_KEY, settings->sha256_server_public_key);
	mynd_link_set_int(link, MYND_SET_ALLOW_CLEARTEXT, settings->allow_cleartext_password);
	mynd_link_set_int(link, MYND_SET_REFUSE_SERVER_KEY, !settings->trust_server_key);
	mynd_link_set_int(link, MYND_SET_TLS_BY_PASSWORD, settings->tls_by_password);
	mynd_link_set_int(link, MYND_SET_PIPELINING, settings->pipelining);
	mynd_link_set_int(link, MYND_SET_ROUND_TRIPS, settings->round_trips);
	mynd_link_set_int(link, MYND_SET_RECONNECT, settings->reconnect);
	mynd_link_set_int(link, MYND_SET_PREFETCH, settings->prefetch);
	mynd_link_set_int(link, MYND_SET_DEAD_AFTER, settings->dead_after);
	mynd_link_set_int(link, MYND_SET_CONNECT_PATIENCE, settings->connect_patience);
	mynd_link_set_int(link, MYND_SET_SEND_QUEUE, settings->send_queue);
	mynd_link_set_int(link, MYND_SET_KILL_ABANDONED, mynd_is_on(settings->kill_abandoned));
	return link;
}

void mynd_link_set_prefetch(mynd_link *link, zend_long milliseconds)
{
	zend_long most = MYND_PREFETCH_MOST / 1000;
	zend_long within = milliseconds < 0 ? 0 : milliseconds > most ? most : milliseconds;
	mynd_link_set_int(link, MYND_SET_PREFETCH, within * 1000);
}

/* --- objects that hold a link, besides its mysqli or PDO object --- */

static void change_link(zend_object *object, mynd_link *from, mynd_link *to)
{
	if (object->handlers != &mysqli_statement_class.handlers) {
		mynd_pipeline_change_link(object, from, to);
		return;
	}
	mysqli_statement_object *statement = mysqli_statement_object_of(object);
	if (statement->link == from) {
		mynd_link_addref(to);
		mynd_pool_add_user(to);
		mynd_pool_drop_user(from);
		statement->link = to;
		mynd_link_release(from);
	}
}

/*
 * Gives all other objects that have the link a new one that was never connected, so that they behave as after
 * a lost connection. Not here: PDO's statements (pdo/hand_back.c).
 */
static void take_from_holders(mynd_link *link)
{
	mynd_link *to = mynd_link_new_after(link);
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(object) && !(OBJ_FLAGS(object) & IS_OBJ_FREE_CALLED)) {
			change_link(object, link, to);
		}
	}
	mynd_link_release(to);
}

void mynd_links_follow_pools(void)
{
	mynd_pools_on_held(take_from_holders);
}

/* --- connecting --- */

/* Returns how many seconds a fiber may wait for a connection when a limit would refuse its connect. */
static double acquire_seconds(const zend_mynd_globals *settings)
{
	if (settings->acquire_timeout == MYND_ACQUIRE_FOLLOWS_ASYNC) {
		return settings->async ? ACQUIRE_STANDARD : 0;
	}
	return (double) settings->acquire_timeout / 1e6;
}

bool mynd_follow_turns(mynd_link *link)
{
	bool on = mynd_is_on(mynd_settings()->fiber_turns);
	if (on) {
		mynd_link_begin_turns(link);
	}
	return on;
}

bool mynd_decide_persistent(mynd_connect *with, bool asked)
{
	const zend_mynd_globals *settings = mynd_settings();
	bool opened_by_pool = mynd_opening_decide(with);
	bool wanted = asked || opened_by_pool || settings->persistent == MYND_PERSISTENT_ALL;
	with->persistent = wanted && settings->allow_persistent;
	with->or_ordinary = !asked;
	if (!opened_by_pool) {
		with->acquire_timeout = acquire_seconds(settings);
	}
	mynd_pools_set_limits(settings->max_per_key, settings->async);
	return asked && !settings->allow_persistent;
}

void mynd_warn_too_many(const mynd_link *link, mynd_opened refused)
{
	mynd_refusal r = mynd_link_refusal(link);
	char waited[80] = "";
	if (refused == MYND_OPEN_TOO_MANY_OF_GROUP || refused == MYND_OPEN_GROUP_CLOSED) {
		mynd_opening_throw(&r, refused == MYND_OPEN_GROUP_CLOSED);
		return;
	}
	if (r.waited > 0) {
		snprintf(waited, sizeof waited,
		    ": none was given back in %.3f seconds, " ZEND_LONG_FMT " others wait", r.waited, r.others_wait);
	}
	const char *which = refused == MYND_OPEN_TOO_MANY_PERSISTENT ? "Too many open persistent links"
	                    : refused == MYND_OPEN_TOO_MANY_OF_KEY   ? "Too many open links of one key"
	                                                             : "Too many open links";
	php_error_docref(NULL, E_WARNING, "%s (" ZEND_LONG_FMT ")%s", which, r.in_use, waited);
}

/* Returns true once in LOG_EVERY seconds at most. Even under attack, one line now and then is enough. */
static bool take_turn_to_log(void)
{
	static _Atomic int64_t logged = -LOG_EVERY;
	int64_t before = atomic_load(&logged), now = mynd_coarse_now() / MYND_SECOND;
	return now - before >= LOG_EVERY && atomic_compare_exchange_strong(&logged, &before, now);
}

void mynd_log_connect_failure(const mynd_link *link)
{
	if (mynd_link_error(link)->code != TOO_MANY_CONNECTIONS || !mynd_log_is_apart() || !take_turn_to_log()) {
		return;
	}
	mynd_pool_numbers n = mynd_pools_count();
	char line[256];
	snprintf(line, sizeof(line),
	    "mynd: the server has no room for another connection (1040). Connections of this "
	    "process: " ZEND_LONG_FMT " in use, " ZEND_LONG_FMT
	    " idle. Connections times processes must stay below its max_connections.",
	    n.in_use, n.idle);
	php_log_err(line);
}
