/*
 * Mailboxes, through which the processes of one user pass connections to each other.
 *
 * A mailbox is a pair of unix sockets. Putting a connection in sends its descriptor with some bytes; taking
 * one out receives the oldest. The kernel holds the connections in a mailbox; they belong to no process.
 *
 * The parent process makes a table of mailboxes before it forks. Each forked process claims the mailbox of
 * its effective user before PHP code runs in it: it closes all other mailboxes, and unmaps the memory that
 * records the claims. So a process that an attacker takes over later can reach no other user's mailbox, and
 * can change no claim. A process that changes its user afterwards loses its mailbox: it closes the mailbox at
 * its next request or connect.
 *
 * Not here: what the bytes mean, and which connections are put in (src/pool/shared.c).
 */
#ifndef MYND_NET_MAILBOX_H
#define MYND_NET_MAILBOX_H

#include "../wire/cursor.h"

#define MYND_MAILBOXES  64   /* number of users that can have a mailbox */
#define MYND_PARCEL_MAX 8192 /* bytes sent with a connection, at most */

/* Makes the mailboxes; called once, before any fork. Returns MYND_BAD if the system refuses (errno). */
int mynd_mailboxes_make(void);
/*
 * Closes the mailboxes in this process; called at the end of the process, or before mailboxes are made anew.
 */
void mynd_mailboxes_end(void);
bool mynd_mailboxes_are_own(void); /* returns true if this process has made the mailboxes */

/*
 * Claims the mailbox of this process' user, if none was claimed yet; called at the beginning of a request.
 * With `wanted` false, closes all mailboxes for good. Costs nothing where none were made.
 */
void mynd_mailbox_claim(bool wanted);
/* Closes the mailbox if the process has changed its user. */
void mynd_mailbox_look_at_user(void);
bool mynd_mailbox_is_open(void);
/*
 * Returns true if the mailbox is open and the process has not changed its user. Call before putting or
 * taking.
 */
bool mynd_mailbox_is_ours(void);
/*
 * Returns a random number that was drawn when the mailboxes were made. Each parcel contains it; a parcel with
 * another number is not for this process.
 */
uint64_t mynd_mailbox_build(void);
uint64_t mynd_mailbox_next_serial(void); /* returns the serial number of the next parcel */
/*
 * Returns the number of connections in the mailbox. The number may be wrong after a process was killed in the
 * middle of a call.
 */
unsigned mynd_mailbox_count(void);

/*
 * A turn is a lock of the mailbox, held by one thread of one process during an action of several steps, so
 * that no other process misses a connection that is taken out and about to be put back. A turn must be short:
 * in it the thread waits for nothing but the kernel. A turn whose process has ended, or that has lasted some
 * tenths of a second, is taken over by the next process that wants one.
 */
void mynd_mailbox_begin_turn(void); /* takes the turn; the mailbox must be ours */
void mynd_mailbox_end_turn(void);

/* A connection on its way to another process. */
typedef struct mynd_parcel {
	int fd; /* the connection's descriptor; -1: none */
	size_t len;
	uint8_t bytes[MYND_PARCEL_MAX];
} mynd_parcel;

/*
 * Sends a parcel without waiting. Returns MYND_BAD if that failed (mailbox full). The descriptor stays open.
 */
int mynd_mailbox_put(const mynd_parcel *parcel);
/*
 * Takes the oldest parcel out. Returns MYND_MORE when the mailbox is empty, MYND_BAD when it is broken. A
 * message that is too long, or does not have exactly one descriptor, is dropped: the call then returns
 * MYND_OK, and the parcel has no bytes and no descriptor.
 */
int mynd_mailbox_take(mynd_parcel *parcel);
void mynd_parcel_close(mynd_parcel *parcel);

enum { MYND_PARCEL_QUIET, MYND_PARCEL_SPEAKS, MYND_PARCEL_DEAD };
/*
 * Returns MYND_PARCEL_DEAD if the server has hung up, SPEAKS if it has sent anything, else QUIET. Never
 * waits.
 */
int mynd_parcel_look(const mynd_parcel *parcel);
/* Writes as many of the bytes as the socket accepts without waiting. */
void mynd_parcel_say(const mynd_parcel *parcel, mynd_slice bytes);

#endif
