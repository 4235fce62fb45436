/*
 * GTIDs: the names of transactions in the binary logs of servers. A position is the text of such names that
 * one server has told; from texts of another server follows whether that one has the same transactions.
 *
 * Not here: the queries that read the variables.
 */
#ifndef MYND_WIRE_GTID_H
#define MYND_WIRE_GTID_H

#include "cursor.h"

/* What a server says of the transactions that it has: texts of its GTID variables. */
typedef struct mynd_gtids {
	mynd_slice binlog;     /* MariaDB: @@gtid_binlog_state; MySQL: @@gtid_executed */
	mynd_slice replicated; /* MariaDB: @@gtid_slave_pos; MySQL: empty */
} mynd_gtids;

/*
 * Returns MYND_OK if the server has the transactions of `position`, MYND_MORE if it lacks one. Returns
 * MYND_BAD if a text has not the form of GTIDs, or the texts are of different kinds of server. An empty
 * `position` is had by every server, whatever its texts are.
 */
int mynd_gtids_have(const mynd_gtids *server, mynd_slice position);

#endif
