/*
 * Prologues: the commands with which the sessions of a pool begin, and that are sent before a program asks
 * for them. A part of internal.h, which includes it.
 */
#ifndef MYND_POOL_PROLOGUE_H
#define MYND_POOL_PROLOGUE_H

/* --- learned.c: the commands with which the sessions of a pool begin --- */

/* A program acquires the link of this pool: begins to learn its first commands. */
void mynd_prologue_begin_use(mynd_link *link, mynd_pool *pool);
/*
 * The program releases the link: ends the learning, and compares its first commands with the pool's prologue.
 */
void mynd_prologue_end_use(mynd_link *link);
/* The program's command (NULL: one that is never sent early) is sent: learns it. */
void mynd_prologue_learn(mynd_link *link, const mynd_command *command);
void mynd_prologue_end_learning(mynd_pool *pool);
void mynd_prologue_release(mynd_prologue *prologue); /* NULL is allowed */
/* Write and read the prologue that was sent, as a part of a parcel. */
int mynd_prologue_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_prologue_take_over(mynd_link *link, mynd_cursor *from);

/* --- prologue.c: sends these commands before a program asks for them --- */

extern const mynd_presend mynd_prologue_presend;

/* Before a reset: chooses the commands that are sent after it for the next program. */
void mynd_prologue_prepare(mynd_link *link);
/* Returns whether the commands that follow the reset select a default database. */
bool mynd_prologue_selects_schema(const mynd_link *link);
bool mynd_prologue_is_sent(const mynd_link *link); /* commands follow the reset */
/* Queues the prologue, after all other commands of the reset. */
int mynd_prologue_queue(mynd_link *link, mynd_owner owner);
/* Returns whether so many replies to the prologue may be due after a reset: those to all of it. */
bool mynd_prologue_may_be_due(const mynd_link *link, unsigned replies);
/* Drops the prologue that was sent, whose replies were read. */
void mynd_prologue_drop(mynd_link *link);
/*
 * Leaves the prologue's replies to be discarded before those of the next reset. Returns false if the link
 * does not wait for exactly these replies.
 */
bool mynd_prologue_leave_unread(mynd_link *link);
/* Frees the link's data about prologues. */
void mynd_prologue_forget(mynd_link *link);

#endif
