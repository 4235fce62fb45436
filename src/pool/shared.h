/*
 * Connections that go, as parcels, from one process to another (mynd.shared_pool): shared.c, handover.c.
 * Included by internal.h alone.
 */
#ifndef MYND_POOL_SHARED_H
#define MYND_POOL_SHARED_H

#include "internal.h"

bool mynd_shared_is_on(void);
/* Puts a released link's connection into the mailbox. Returns true if the link's reference was released. */
bool mynd_shared_release(mynd_link *link);
/*
 * Gives the link, which is unconnected, a connection of the pool's key from the mailbox. Returns false if
 * there is none. May wait.
 */
bool mynd_shared_acquire(mynd_pool *pool, mynd_link *link, const mynd_connect *with);

typedef struct mynd_parcel_head {
	uint8_t key[MYND_POOL_KEY];
	int64_t idle_since, expires;
	uint64_t serial;
	bool resetting, may_say_goodbye;
	mynd_slice body; /* points into the parcel */
} mynd_parcel_head;

/* Fills a parcel; the link still owns the descriptor. Returns MYND_BAD if the link cannot be handed over. */
int mynd_parcel_pack(mynd_link *link, mynd_parcel *parcel);
int mynd_parcel_read_head(const mynd_parcel *parcel, mynd_parcel_head *head); /* MYND_BAD: invalid parcel */
/*
 * Moves the descriptor and the state from the parcel to the link. Returns MYND_BAD if the parcel is invalid:
 * the connection is then closed.
 */
int mynd_parcel_unpack(mynd_parcel *parcel, const mynd_parcel_head *head, mynd_link *link, mynd_pool *pool,
    const mynd_connect *with);
void mynd_parcel_undo(mynd_link *link); /* closes the connection that the link got from a parcel */

#endif
