/*
 * The commands with which the sessions of a pool begin, and that are sent before a program asks for them.
 * A part of internal.h, which includes it.
 */
#ifndef MYND_POOL_PROLOGUE_H
#define MYND_POOL_PROLOGUE_H

/* --- learned.c: the commands with which the sessions of a pool begin --- */

/* A program gets the link, of this pool, with a session as new: what it begins with is learned. */
void mynd_prologue_begin_use(mynd_link *link, mynd_pool *pool);
/* The program gives the link back. */
void mynd_prologue_end_use(mynd_link *link);
/* The program's command (NULL: another one) is sent. */
void mynd_prologue_learn(mynd_link *link, const mynd_command *command);
void mynd_prologue_end_learning(mynd_pool *pool);
void mynd_prologue_release(mynd_prologue *prologue); /* NULL is no prologue */
/* As a part of a parcel: what was sent ahead. */
int mynd_prologue_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_prologue_take_over(mynd_link *link, mynd_cursor *from);

/* --- prologue.c: these commands are sent before a program asks for them --- */

extern const mynd_presend mynd_prologue_presend;

/* The session will be reset and given to another program: what is to be sent after the reset. */
void mynd_prologue_prepare(mynd_link *link);
/* Commands will be sent after the reset that select a default database. */
bool mynd_prologue_selects_schema(const mynd_link *link);
bool mynd_prologue_is_sent(const mynd_link *link); /* commands go behind the reset */
/* Queues them, the last commands after the reset. */
int mynd_prologue_queue(mynd_link *link);
unsigned mynd_prologue_due(const mynd_link *link);   /* how many of the replies that are due are theirs */
unsigned mynd_prologue_stale(const mynd_link *link); /* the same of an earlier reset */
/* All replies of the reset are here. */
void mynd_prologue_drained(mynd_link *link);
/* What was sent ahead is of no use any more: its replies were read. */
void mynd_prologue_drop(mynd_link *link);
/* The same while they are still to come, before those of the next reset. False: that is not so. */
bool mynd_prologue_leave_unread(mynd_link *link);
/* True: the event belongs to these. */
bool mynd_prologue_skip_stale(mynd_link *link, const mynd_event *event);
/* Nothing of it hangs on the link any more. */
void mynd_prologue_forget(mynd_link *link);

#endif
