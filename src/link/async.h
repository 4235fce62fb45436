/*
 * Commands whose replies are taken later: any number may be under way on a link, and many links can be waited for at once.
 *
 * Replies come in the order of the commands. A reply is *outstanding* from the command until it is taken with reap; while one is,
 * every synchronous command is 2014. Each has an owner, who alone can take it: NULL for texts that a program sent on the link itself, a
 * mynd_statement for its executes, anybody's pointer for his own. Owners take theirs in order; replies that stand before are stored
 * meanwhile, as are those that come while much is being written. What is stored is request memory; what cannot fit
 * memory_limit is error 2008 of its command.
 *
 * An error of one command is its own, the others run. A lost link fails all that are outstanding, each with 2006 when it is taken, and
 * mynd_link_may_have_run tells of each.
 */
#ifndef MYND_LINK_ASYNC_H
#define MYND_LINK_ASYNC_H

#include "statement.h"
#include "../net/set.h"

/* --- commands --- */

/*
 * Queues a text, and writes it unless a barrier stands before it (then it is written when that one's reply has been read). While it
 * writes, the link reads. `use` is for whoever takes the reply. MYND_BAD: there is no reply to be taken; 2014 if a result is
 * not read to its end.
 */
int mynd_link_query_async(mynd_link *link, const char *sql, size_t len, bool use);

/* The same, for an owner of his own. */
int mynd_link_text_async(mynd_link *link, const void *owner, const char *sql, size_t len);

/* The same of an execute, which has no cursor; the reply is the statement's to take, unbuffered ones there are none. */
int mynd_statement_execute_async(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count);

/*
 * Queues only, for an owner of his own. What is queued goes out with mynd_link_write, as much as the socket takes now, or while a reply
 * is waited for.
 */
int mynd_link_queue_text(mynd_link *link, const void *owner, const char *sql, size_t len);
int mynd_statement_queue(
    mynd_statement *statement, const void *owner, const mynd_parameter *parameters, uint32_t count);
void mynd_link_write(mynd_link *link);
/* Some of it could not be written yet, or stands behind a barrier. */
bool mynd_link_is_writing(mynd_link *link);

/* Replies that are still to be taken; ANY: whoever owns them. */
#define MYND_OWNER_ANY ((const void *) -1)
bool mynd_link_has_outstanding(const mynd_link *link, const void *owner);
/* A number that the owner's next reply has among all of the link's; 0: none is outstanding. */
uint64_t mynd_link_next_outstanding(const mynd_link *link, const void *owner);

/*
 * Takes the owner's next reply, waiting for it: as mynd_link_read_reply from there on. *use is what was said to the command. MYND_MORE:
 * none is outstanding. 2014 if a result is not read to its end.
 */
int mynd_link_reap(mynd_link *link, const void *owner, bool *use);

/* The same of a statement's next reply. 2006 if its connection is gone, and all replies with it. */
bool mynd_statement_is_outstanding(const mynd_statement *statement);
int mynd_statement_reap(mynd_statement *statement);
/* A reply that another owner has taken was an execute of this statement; `rc` is what reap answered. */
void mynd_statement_was_run(mynd_statement *statement, int rc);

/*
 * The owner will not take them, nor what follows the one he took last: what comes is dropped, by whoever uses the link next. Never
 * waits.
 */
void mynd_link_abandon(mynd_link *link, const void *owner);
void mynd_statement_abandon(mynd_statement *statement);

/*
 * Of the command that was lost with the link, after the call that told so: false if the server cannot have run it, for it has not
 * got all of it.
 */
bool mynd_link_may_have_run(const mynd_link *link);

/*
 * Of the replies of so many commands under way, all of which the owner will take, none has been read yet: reads those that are here, but not sooner after
 * the last time than the server may have done some of them. It works slower if it wakes us for each, or if we reach for the socket while it
 * writes.
 */
void mynd_link_gather(mynd_link *link, const void *owner, unsigned under_way);

/* --- many links --- */

/* There is something to wait for: an outstanding reply, or a result that is not read to its end. */
bool mynd_link_is_awaited(const mynd_link *link);

/*
 * Waits until one of the links (the caller holds them; those that are not awaited are left out) has bytes of a reply, or is lost.
 * MYND_OK: ready[i] tells which, whatever was there before. MYND_MORE: the deadline has passed. MYND_BAD: errno says why. What a wait
 * costs the kernel goes with the links that became ready.
 */
int mynd_links_poll(mynd_link *const *links, size_t count, mynd_deadline deadline, bool *ready);

/*
 * The same with a set of the caller's, which names the link as the caller says: watch (each time before a wait; it costs nothing if
 * nothing has changed), wait, and tell each link that was found what the set says; then is_ready tells. MYND_BAD: errno says why.
 */
int mynd_link_watch(mynd_link *link, mynd_set *set, void *name);
void mynd_link_found(mynd_link *link, int ready);
void mynd_link_unwatch(mynd_link *link, mynd_set *set);

/*
 * Who waits with a set of his own also has to know what happens to a link that no set tells of: a command was queued, bytes were read, a
 * reply was taken, given up or lost. A listener is put, once, on the list `told` until it is taken from there. The memory of
 * both is the caller's.
 */
typedef struct mynd_listener {
	struct mynd_listener *next, *next_told; /* of the link; of the list */
	struct mynd_listener **told;
	bool is_told;
} mynd_listener;

void mynd_link_listen(mynd_link *link, mynd_listener *listener, mynd_listener **told);
void mynd_link_unlisten(mynd_link *link, mynd_listener *listener);
mynd_listener *mynd_listener_next(mynd_listener **told); /* off the list; NULL: it is empty */

/* How many replies were stored so far, whoever owns them: it grows when to look for one has stored those before it. */
uint64_t mynd_link_stored(const mynd_link *link);

/* To take the owner's next reply would not wait for its beginning. Never waits; writes what is due, takes in what is here. */
bool mynd_link_is_ready(mynd_link *link, const void *owner);

#endif
