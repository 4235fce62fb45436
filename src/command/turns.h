/*
 * Fibers take turns on a link (mynd.fiber_turns), and each sees the outcome of its own last command.
 *
 * An *owner* is a fiber, or the main program. An owner *holds* the link from the beginning of a command until
 * its result is taken, its replies are reaped, and the transaction that it has begun is over, as the server's
 * status says. Meanwhile the commands of other owners wait in line. When the link is free, the first in line
 * gets it. The diagnostics area on the link is that of the *current* owner; the areas of other owners are
 * called their *views*.
 */
#ifndef MYND_COMMAND_TURNS_H
#define MYND_COMMAND_TURNS_H

#include "diagnostics.h"
#include "../net/wait_queue.h"

/* An owner that waits in line; malloc'ed, on the list of the thread. */
typedef struct mynd_turn_waiter {
	mynd_waiting waiting;
	struct mynd_turn_waiter *next; /* next on the thread's list */
	mynd_link *link;               /* link that is waited for; the caller has a reference */
	const void *owner;
	bool is_gone; /* gets no turn: the link was closed, or the owner has ended; the waiter was called */
} mynd_turn_waiter;

typedef struct mynd_turns {
	struct mynd_turns *previous, *next; /* the thread's list */
	mynd_link *link;
	const void *holder; /* the owner that holds the link; NULL: nobody */
	const void *current;
	unsigned calls;            /* number of nested calls of the holder */
	mynd_turn_waiter *granted; /* the holder's waiter, if it was woken and does not run yet */
	mynd_wait_queue line;      /* entries are mynd_turn_waiter */
	bool had_autocommit;       /* autocommit was on when the holder took the link */
	bool turned_off;           /* the holder has switched autocommit off, and not on again */
	const void *unread;        /* the owner of unread replies, which may report a transaction; NULL: none */
	bool left_open;  /* a holder has ended within its transaction, which the next holder rolls back */
	bool restores;   /* the holder that has ended had switched autocommit off */
	HashTable views; /* indexed by owner */
} mynd_turns;

/* Returns the owner that is running. Never NULL. */
const void *mynd_current_owner(void);
/* Returns the fiber that runs, or what stands for the main program, as mynd_current_owner() names them. */
const void *mynd_current_fiber(void);
/*
 * Calls `each` with the scopes (../channel/scope.h) of the fiber that runs, and with those of its owner.
 */
void mynd_scopes_here(void (*each)(void *context, const mynd_scope *scope), void *context);
/* Returns true for the main program, an owner that does not end. */
bool mynd_owner_is_main(const void *owner);

/* --- views.c --- */

/*
 * Puts the diagnostics area of the running owner on the link, and stores the area of the current owner, if
 * that is another one, as its view.
 */
void mynd_turns_load_view(mynd_link *link);
/* Returns the diagnostics area that the running owner sees; NULL: the link's own. */
const mynd_diagnostics_area *mynd_turns_view(const mynd_link *link);
/* Sets the error of the running owner; no other owner's view changes. */
void mynd_turns_set_error(mynd_link *link, const mynd_error *error);
void mynd_views_init(mynd_turns *turns);
void mynd_views_forget(mynd_turns *turns, const void *owner);
void mynd_views_end(mynd_turns *turns);

static inline const mynd_diagnostics_area *mynd_link_view(const mynd_link *link, const mynd_turns *turns)
{
	return EXPECTED(turns == NULL) ? NULL : mynd_turns_view(link);
}

/* --- turns.c --- */

/*
 * Takes the link for the running owner. May wait in line; rolls back a transaction that a fiber has left
 * open. Returns MYND_BAD if the link is refused: the owner's error says why.
 */
int mynd_turns_take(mynd_link *link);
void mynd_turns_leave(mynd_link *link);
/* Passes the link on to the first in line if the holder is done. Never waits. */
void mynd_turns_look(mynd_link *link);
/*
 * Ends the turns on a link that is closed, or that goes to another program: the waiters in line get error
 * 2006.
 */
void mynd_turns_end(mynd_link *link);

#endif
