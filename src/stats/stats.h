/*
 * Statistics: the counters under their public names. Other rooms count in plain structs; this room has the
 * list that names the counters, and makes the arrays that PHP programs get.
 *
 * Nothing is counted here, and no function here is called while rows are read.
 */
#ifndef MYND_STATS_STATS_H
#define MYND_STATS_STATS_H

#include "../client/client.h"

/*
 * The settings mysqlnd.collect_statistics and mysqlnd.collect_memory_statistics. Without `collect` every
 * value is "0".
 */
typedef struct mynd_stats_options {
	bool collect;
	bool memory;
} mynd_stats_options;

/*
 * Make the arrays of mysqli_get_client_stats() and mysqli_get_connection_stats(): 163 names in mysqlnd's
 * order, each with a decimal string. `out` is uninitialised before the call; the caller owns the array.
 */
void mynd_stats_of_client(zval *out, mynd_stats_options options);
void mynd_stats_of_link(zval *out, mynd_link *link, mynd_stats_options options);

/*
 * Makes the array of Mynd\stats(): numbers of network calls, bytes, waits and other events. `link` NULL: the
 * sums of this thread's links and of the closed links of all threads.
 */
void mynd_stats_of_network(zval *out, mynd_link *link);

/*
 * As mynd_stats_of_network, for the events in this thread since it last called this function; in the first
 * call, since the thread began.
 */
void mynd_stats_since_last(zval *out);

#endif
