/* Sessions that need no reset before another user gets them (Mynd\Pool). Included by internal.h alone. */
#ifndef MYND_POOL_HAND_ON_H
#define MYND_POOL_HAND_ON_H

/* --- hand_on.c --- */

/* Called for a new link of a group: notes from now on what its users leave, if the group asks for that. */
void mynd_hand_on_begin(mynd_link *link);
/* Called when the program releases the link, before its use ends: returns whether no reset is needed. */
bool mynd_hand_on_is_possible(const mynd_link *link);
/*
 * Called when the use has ended, instead of mynd_reset_begin: makes the session that of another user. Returns
 * MYND_BAD if a command for that cannot be sent.
 */
int mynd_hand_on(mynd_link *link);

/* --- reset.c, for hand_on.c --- */

/* Returns whether the default database differs from that of the login. */
bool mynd_reset_has_other_schema(const mynd_link *link);
/* As mynd_reset_begin, for a session in which LAST_INSERT_ID() alone is not as after the login. */
int mynd_reset_begin_insert_id(mynd_link *link);

#endif
