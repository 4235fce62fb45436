/*
 * What mysqli and PDO do alike with a connection: open it with the current settings, warn that there are too
 * many, log what only operators should read.
 *
 * Not here: what the options of each change afterwards.
 */
#include "mynd.h"

#include <stdatomic.h>
#include <time.h>

#define TOO_MANY_CONNECTIONS 1040 /* ER_CON_COUNT_ERROR */
#define LOG_EVERY            60   /* seconds between two lines of a process */

mynd_link *mynd_link_open(const char *face)
{
	const zend_mynd_globals *settings = mynd_settings();
	mynd_link *link = mynd_link_new();
	mynd_link_set_string(link, MYND_SET_FACE, face);
	mynd_link_set_int(link, MYND_SET_COMMAND_BUFFER, settings->net_cmd_buffer_size);
	mynd_link_set_int(link, MYND_SET_READ_BUFFER, settings->net_read_buffer_size);
	mynd_link_set_int(link, MYND_SET_READ_TIMEOUT, settings->net_read_timeout);
	mynd_link_set_string(link, MYND_SET_PUBLIC_KEY, settings->sha256_server_public_key);
	mynd_link_set_int(link, MYND_SET_ALLOW_CLEARTEXT, settings->allow_cleartext_password);
	mynd_link_set_int(link, MYND_SET_REFUSE_SERVER_KEY, !settings->trust_server_key);
	mynd_link_set_int(link, MYND_SET_PIPELINING, settings->pipelining);
	mynd_link_set_int(link, MYND_SET_ROUND_TRIPS, settings->round_trips);
	mynd_link_set_int(link, MYND_SET_RECONNECT, settings->reconnect);
	mynd_link_set_int(link, MYND_SET_SEND_QUEUE, settings->send_queue);
	mynd_link_set_int(link, MYND_SET_KILL_ABANDONED, mynd_is_on(settings->kill_abandoned));
	return link;
}

bool mynd_decide_persistent(mynd_connect *with, bool asked)
{
	const zend_mynd_globals *settings = mynd_settings();
	bool wanted = asked || settings->persistent == MYND_PERSISTENT_ALL;
	with->persistent = wanted && settings->allow_persistent;
	with->or_ordinary = !asked;
	return asked && !settings->allow_persistent;
}

void mynd_warn_too_many(mynd_opened refused)
{
	mynd_pool_numbers n = mynd_pools_count();
	if (refused == MYND_OPEN_TOO_MANY) {
		php_error_docref(NULL, E_WARNING, "Too many open links (" ZEND_LONG_FMT ")", n.in_use);
	} else {
		php_error_docref(
		    NULL, E_WARNING, "Too many open persistent links (" ZEND_LONG_FMT ")", n.persistent + n.idle);
	}
}

/* A server that is attacked gets a line now and then, which is enough. */
static bool take_turn_to_log(void)
{
	static _Atomic time_t logged;
	time_t before = atomic_load(&logged), now = time(NULL);
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
