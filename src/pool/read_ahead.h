/*
 * A read that is sent before the program asks for it (mynd.prefetch): how it is sent, and how its reply is
 * read. Included by prefetch.h alone.
 */
#ifndef MYND_POOL_READ_AHEAD_H
#define MYND_POOL_READ_AHEAD_H

#include "predict.h"

#define MYND_READ_AHEAD_LONGEST_MS 20 /* the most time that the server works for one reply */

typedef struct mynd_read_ahead {
	mynd_known_query *query; /* a reference, from the call of mynd_read_ahead_queue on */
	mynd_context *context;   /* counts what becomes of the read */
	uint32_t id;             /* the predicted id of the read's statement; 0: the read is no statement */
	uint32_t prepared;       /* the id that the statement has got; 0: none, or the reply was not read yet */
	bool is_read;            /* the reply to the prepare was read */
	uint32_t version;        /* the link's state.statement_version when the read was sent */
} mynd_read_ahead;

/*
 * Queues the read, with a limit of its time. `prepares`: number of statements that will be prepared before
 * its own. Returns MYND_MORE if the read cannot be sent ahead.
 */
int mynd_read_ahead_queue(mynd_link *link, mynd_read_ahead *read, unsigned prepares);
/*
 * Queues the query without a limit, and *count commands for it, whose replies are to be dropped. `id`: the id
 * that its statement will get, if it is prepared.
 */
int mynd_read_ahead_repeat(mynd_link *link, const mynd_known_query *query, uint32_t id, unsigned *count);
/* Reads the next replies, which are those to these reads, and drops them. */
int mynd_read_ahead_drop(mynd_link *link, mynd_read_ahead *reads, unsigned count);
/*
 * Reads the next reply, which is that to this read, and stores it (mynd_queue_take_ahead). Returns MYND_MORE
 * if the reply was dropped because it may not be given to the program.
 */
int mynd_read_ahead_store(mynd_link *link, mynd_read_ahead *read);
/* Releases the query, and queues the close of the read's statement. */
void mynd_read_ahead_end(mynd_link *link, mynd_read_ahead *read);

#endif
