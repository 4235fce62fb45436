/*
 * Prologues: the commands with which programs begin each session of a pool, and which are sent before a
 * program asks for them. Included by internal.h alone.
 */
#ifndef MYND_POOL_PROLOGUE_H
#define MYND_POOL_PROLOGUE_H

/* --- learned.c: the commands with which the sessions of a pool begin --- */

/* Called when a program acquires a link of this pool: begins to learn the program's first commands. */
void mynd_prologue_begin_use(mynd_link *link, mynd_pool *pool);
/*
 * Called when the program releases the link: ends the learning, and compares the program's first commands
 * with the pool's prologue.
 */
void mynd_prologue_end_use(mynd_link *link);
/* Called when a command of the program (NULL: one that is never sent early) is sent: learns the command. */
void mynd_prologue_learn(mynd_link *link, const mynd_command *command);
void mynd_prologue_end_learning(mynd_pool *pool);
void mynd_prologue_release(mynd_prologue *prologue); /* NULL is allowed */
/* Write and read the prologue that was sent on the link, as a part of a parcel (handover.c). */
int mynd_prologue_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_prologue_take_over(mynd_link *link, mynd_cursor *from);

/* --- prologue.c: sends these commands before a program asks for them --- */

extern const mynd_presend mynd_prologue_presend;

/* Called before a reset: chooses the commands that are sent after it for the next program. */
void mynd_prologue_prepare(mynd_link *link);
/* Returns true if the commands that follow the reset select a default database. */
bool mynd_prologue_selects_schema(const mynd_link *link);
bool mynd_prologue_is_sent(const mynd_link *link); /* returns true if commands follow the reset */
/*
 * Queues the commands that were chosen, for this owner. Called after all other commands of the reset were
 * queued. After MYND_BAD the prologue is only those commands that were queued.
 */
int mynd_prologue_queue(mynd_link *link, mynd_owner owner);
/* Returns true if the prologue that was sent has so many commands. */
bool mynd_prologue_has_commands(const mynd_link *link, unsigned count);
/* Forgets the prologue that was sent, after its replies were read. */
void mynd_prologue_drop(mynd_link *link);
/*
 * Marks the prologue's unread replies: they are discarded when the replies of the next reset are read.
 * Returns false if replies to other commands are outstanding too, or none to the prologue.
 */
bool mynd_prologue_leave_unread(mynd_link *link);
/* Frees the link's data about prologues. */
void mynd_prologue_forget(mynd_link *link);

/* --- reset.c --- */

/* Called after the login was repeated: sends the prologue again, without waiting. */
int mynd_reset_presend(mynd_link *link);

#endif
