/*
 * Mailboxes: connections on their way between the processes of one user.
 *
 * A mailbox is a pair of unix sockets. Who puts a connection in sends its descriptor with some bytes; who
 * takes one out receives the oldest. What lies in a mailbox lies in the kernel, and belongs to no process.
 *
 * The process from which the others are forked makes a table of mailboxes, and each process claims the one of
 * its effective user, before code of a program runs in it: it closes all others, and lets go of the memory in
 * which the claims stand. So a process that is taken over later can reach no other user's mailbox, and can
 * change no claim. A process that changes its user afterwards has no mailbox any more: at its next request or
 * connect it closes what it has of it.
 *
 * Not here: what the bytes mean, and which connections are put in (src/pool/shared.c).
 */
#ifndef MYND_NET_MAILBOX_H
#define MYND_NET_MAILBOX_H

#include "../wire/cursor.h"

#define MYND_MAILBOXES  64   /* users; those that come later have none */
#define MYND_PARCEL_MAX 8192 /* bytes that go with a connection */

/* Once, before any fork. MYND_BAD: the system has refused (errno), and there are no mailboxes. */
int mynd_mailboxes_make(void);
/* At the end of the process, or before they are made anew: closes what this process has of them. */
void mynd_mailboxes_end(void);
bool mynd_mailboxes_are_own(void); /* this process has made them */

/*
 * At the beginning of a request: claims the mailbox of this process' user, if that was not done. `wanted`
 * false: closes all of them for good. Costs nothing where none were made.
 */
void mynd_mailbox_claim(bool wanted);
/* The process may have changed its user: then it closes its mailbox. */
void mynd_mailbox_look_at_user(void);
bool mynd_mailbox_is_open(void);
/* It is open, and the process has not changed its user. To be asked before parcels are put in or taken. */
bool mynd_mailbox_is_ours(void);
/* A random number of the process that has made the mailboxes: what another one has written is not for us. */
uint64_t mynd_mailbox_build(void);
uint64_t mynd_mailbox_next_serial(void); /* for the next parcel */
/* How many connections lie in it. After a process was killed in the middle of a call it may be too many. */
unsigned mynd_mailbox_count(void);

/*
 * Turns: what takes several steps is done by one process or thread after the other, so that nobody finds
 * missing what another one is about to put back. To be ended at once: nothing is waited for in a turn but the
 * kernel. The turn of a process that has ended is over, and so is one that lasts some tenths of a second.
 */
void mynd_mailbox_begin_turn(void); /* the mailbox is ours */
void mynd_mailbox_end_turn(void);

/* A connection on its way. */
typedef struct mynd_parcel {
	int fd; /* -1: none */
	size_t len;
	uint8_t bytes[MYND_PARCEL_MAX];
} mynd_parcel;

/* Never waits. MYND_BAD: it was not sent (the mailbox is full, for example). The descriptor stays open. */
int mynd_mailbox_put(const mynd_parcel *parcel);
/*
 * Takes the oldest out. MYND_MORE: it is empty. MYND_BAD: the mailbox is broken. What came without exactly
 * one descriptor, or is too long, is dropped: then the parcel has no bytes and no descriptor.
 */
int mynd_mailbox_take(mynd_parcel *parcel);
void mynd_parcel_close(mynd_parcel *parcel);

enum { MYND_PARCEL_QUIET, MYND_PARCEL_SPEAKS, MYND_PARCEL_DEAD };
/* Whether the server has sent anything on it, or has hung up. Never waits. */
int mynd_parcel_look(const mynd_parcel *parcel);
/* Writes what the socket takes at once. */
void mynd_parcel_say(const mynd_parcel *parcel, mynd_slice bytes);

#endif
