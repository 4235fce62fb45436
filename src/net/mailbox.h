/*
 * Mailboxes: connections on their way between the processes of one user.
 *
 * A mailbox is a pair of unix sockets. Putting a connection in sends its descriptor with some bytes; taking
 * one out receives the oldest. The connections in a mailbox are in the kernel, and belong to no process.
 *
 * The process from which the others are forked makes a table of mailboxes, and each process claims the one of
 * its effective user, before code of a program runs in it: it closes all others, and unmaps the memory of the
 * claims. So a process that an attacker takes over later can reach no other user's mailbox, and can change no
 * claim. A process that changes its user afterwards loses its mailbox: it closes its ends at its next request
 * or connect.
 *
 * Not here: what the bytes mean, and which connections are put in (src/pool/shared.c).
 */
#ifndef MYND_NET_MAILBOX_H
#define MYND_NET_MAILBOX_H

#include "../wire/cursor.h"

#define MYND_MAILBOXES  64   /* number of users; later users have no mailbox */
#define MYND_PARCEL_MAX 8192 /* bytes that are sent with a connection */

/* Makes the mailboxes; called once, before any fork. Returns MYND_BAD if the system refuses (errno). */
int mynd_mailboxes_make(void);
/* Closes this process' ends; called at the end of the process, or before mailboxes are made anew. */
void mynd_mailboxes_end(void);
bool mynd_mailboxes_are_own(void); /* true when this process has made them */

/*
 * Claims the mailbox of this process' user, if that was not done; called at the beginning of a request. With
 * `wanted` false, closes all mailboxes for good. Costs nothing where none were made.
 */
void mynd_mailbox_claim(bool wanted);
/* Closes the mailbox if the process has changed its user. */
void mynd_mailbox_look_at_user(void);
bool mynd_mailbox_is_open(void);
/*
 * Returns true when the mailbox is open and the process has not changed its user. Call before putting or
 * taking.
 */
bool mynd_mailbox_is_ours(void);
/*
 * Returns a random number of the process that made the mailboxes: parcels with another number are not for us.
 */
uint64_t mynd_mailbox_build(void);
uint64_t mynd_mailbox_next_serial(void); /* returns the number of the next parcel */
/*
 * Returns the number of connections in the mailbox; too many after a process was killed in the middle of a
 * call.
 */
unsigned mynd_mailbox_count(void);

/*
 * Turns: actions of several steps are done by one process or thread after the other, so that nobody misses a
 * connection that another one is about to put back. A turn must be short: nothing is waited for in it but the
 * kernel. The turn of a process that has ended is over, and so is a turn that lasts some tenths of a second.
 */
void mynd_mailbox_begin_turn(void); /* the mailbox must be ours */
void mynd_mailbox_end_turn(void);

/* A connection on its way. */
typedef struct mynd_parcel {
	int fd; /* -1: none */
	size_t len;
	uint8_t bytes[MYND_PARCEL_MAX];
} mynd_parcel;

/*
 * Sends a parcel without waiting. Returns MYND_BAD if that failed (mailbox full). The descriptor stays open.
 */
int mynd_mailbox_put(const mynd_parcel *parcel);
/*
 * Takes the oldest parcel out. Returns MYND_MORE when the mailbox is empty, MYND_BAD when it is broken. A
 * message without exactly one descriptor, or too long, is dropped: then the parcel has no bytes and no
 * descriptor.
 */
int mynd_mailbox_take(mynd_parcel *parcel);
void mynd_parcel_close(mynd_parcel *parcel);

enum { MYND_PARCEL_QUIET, MYND_PARCEL_SPEAKS, MYND_PARCEL_DEAD };
/* Looks whether the server has sent anything on the connection, or has hung up. Never waits. */
int mynd_parcel_look(const mynd_parcel *parcel);
/* Writes as many of the bytes as the socket takes at once. */
void mynd_parcel_say(const mynd_parcel *parcel, mynd_slice bytes);

#endif
