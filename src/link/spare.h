/*
 * Spare connections, one for each server and user, over which KILLs are sent: for commands that nobody waits
 * for any more (mynd.kill_abandoned), and for those that a program or a deadline cancels.
 *
 * Always true: a spare connection belongs to its thread and process, runs nothing but KILL, and has no
 * filters. It counts in max_links, but gives way to a program's connection: it counts no more, and is closed
 * at once, or when its KILLs are answered. It connects to the address of the connection whose commands it
 * kills, even if the host's name now means another address. Several KILLs may be under way on it; the next
 * function that looks for acknowledgements reads them. A function waits only where its comment says so.
 *
 * A KILL is for a discarded connection, on which no later command can run. A KILL QUERY is for a connection
 * that stays in use: before its next command is sent, the server must have acknowledged the KILL QUERY, and a
 * command that does nothing is sent, to absorb the effect that the KILL QUERY may still have on the session
 * (finish_cancel() in kill.c).
 *
 * Not here: the choice of what is killed (cancel.c, link.c).
 */
#ifndef MYND_LINK_SPARE_H
#define MYND_LINK_SPARE_H

#include "internal.h"

typedef struct mynd_spare mynd_spare;

typedef struct mynd_kill {
	struct mynd_kill *next;
	/* a KILL for the same link, over another spare connection: a reference, or NULL */
	struct mynd_kill *earlier;
	mynd_spare *spare;   /* the spare connection whose list of unanswered KILLs has the KILL; NULL: none */
	unsigned references; /* references of the list of `spare`, and of the link whose command is killed */
	bool connection;     /* kills the whole connection, which was discarded */
	uint32_t thread;
	enum {
		MYND_KILL_SENT, /* the KILL was not answered yet */
		MYND_KILL_DONE, /* the server has carried the KILL out */
		/* the server has refused the KILL with `error`; 1094: the connection had ended by itself */
		MYND_KILL_REFUSED,
		/* the KILL was lost with the spare connection, and will not be carried out any more */
		MYND_KILL_LOST,
		MYND_KILL_UNKNOWN /* the KILL was lost with the spare connection, and may yet be carried out */
	} state;
	mynd_error error;
} mynd_kill;

struct mynd_spare {
	mynd_spare *next;
	mynd_link *link; /* NULL: never opened */
	mynd_login_parameters *login;
	mynd_link_settings settings; /* without init commands */
	mynd_kill *first, *last;     /* KILLs that were sent and not answered, oldest first */
	/* Threads whose connections were discarded while the spare connection was not open. */
	uint32_t *due;
	unsigned due_count;
	unsigned waiters; /* number of fibers that wait for the socket */
	/* the last waiter closes the connection, so that no event loop loses a stream that it watches */
	bool closes;
	bool opening;      /* a call waits for the login */
	bool leaves;       /* no longer counted in max_links; closed when its KILLs are answered */
	bool once;         /* made for one cancel alone, outside of the limits; ended by mynd_spare_end */
	bool ended;        /* mynd_spare_end was called: the last waiter frees the struct */
	int64_t looked_at; /* time of the last check whether the connection is alive: seconds of a coarse clock */
	int64_t retry_at;  /* time before which opening is not tried again: seconds of a coarse clock */
	/* pause before the next try: seconds, doubled with each failure; the longest if the login has hung */
	int64_t pause;
};

/* --- spare.c --- */

static inline bool mynd_spares_are_wanted(const mynd_link *link)
{
	return link->channel.settings.ints[MYND_SET_KILL_ABANDONED] != 0;
}

/* `make_room` is called before a connection is opened; it returns false if the limits leave no room. */
void mynd_spares_startup(bool (*make_room)(void));
/*
 * Called when asynchronous work on the link begins or goes on: opens its spare connection, again if the
 * server has ended it, and sends the KILLs that are due. May wait, two seconds at most. Returns MYND_BAD if
 * the program's waiter has thrown meanwhile; the link's error says so. Returns MYND_OK also if there is no
 * spare connection.
 */
int mynd_spares_look(mynd_link *link);
zend_long mynd_spares_count(void); /* returns the number of open connections that count in max_links */
bool mynd_spares_are_due(void);    /* returns true if KILLs wait until a spare connection is open */
void mynd_spares_collect(void);    /* reads acknowledgements, so that the counts are current */
/* stops counting a spare connection in max_links; returns false if there is none */
bool mynd_spares_give_way(void);
/*
 * Called at the end of a request: sends the KILLs that are due and reads their acknowledgements, for half a
 * second at most. Closes spare connections that were not used for `idle_timeout` seconds; 0: no limit.
 */
void mynd_spares_end_request(zend_long idle_timeout);
void mynd_spares_end_thread(void);

/*
 * Returns the spare connection for the link's server and user, which may not be open. Returns NULL if none is
 * possible.
 */
mynd_spare *mynd_spare_of(mynd_link *link);
bool mynd_spare_is_open(const mynd_spare *spare);
/* Returns true if the spare connection is open and the server has not closed it. */
bool mynd_spare_look_for_life(mynd_spare *spare);
/* Opens the connection and sends the KILLs that are due. May wait. Returns MYND_BAD if it is not open. */
int mynd_spare_open(mynd_spare *spare, mynd_deadline deadline);
/* Closes the connection, which is lost or no longer wanted. */
void mynd_spare_close(mynd_spare *spare);

/*
 * Returns a spare connection for a single cancel, to the server that the link is connected to. The caller
 * connects it, whatever the limits say, and calls mynd_spare_end. If it has filters, a KILL can be sent only
 * as a command that is waited for.
 */
mynd_spare *mynd_spare_once(mynd_link *link);
/* connects the spare connection; may wait */
int mynd_spare_connect(mynd_spare *spare, mynd_deadline deadline);
/*
 * Makes the connect of the spare connection fail when `events` have come on `fd` before the server's
 * greeting.
 */
void mynd_spare_give_up_for(mynd_spare *spare, int fd, int events);
void mynd_spare_end(mynd_spare *spare);
/*
 * Called when a fiber no longer waits for the socket. The spare connection may be closed then, or, if
 * mynd_spare_end was called, freed.
 */
void mynd_spare_leave(mynd_spare *spare);

/* --- kill.c --- */

/*
 * Called when a connection is discarded with commands under way: has the server end it, now if the spare
 * connection is open, otherwise when it is opened. Does nothing unless mynd.kill_abandoned is on, or if the
 * server has hung up.
 */
void mynd_kill_abandoned(mynd_link *link);
/*
 * Cancels the command that runs on the link, over an open spare connection, and notes on the link that its
 * next command has to wait for the acknowledgement. Returns the KILL, with a reference for the caller, or
 * NULL if it was not sent.
 */
mynd_kill *mynd_kill_query(mynd_spare *spare, mynd_link *link);
void mynd_kill_release(mynd_kill *kill);
/*
 * Notes that another connection has cancelled the command that runs on the link. `unknown`: the answer to its
 * KILL is not known.
 */
void mynd_kill_note(mynd_link *link, bool unknown);
/*
 * Waits until the KILL is answered. Returns MYND_MORE if the deadline has passed, MYND_BAD if the wait
 * failed.
 */
int mynd_kill_await(mynd_kill *kill, mynd_deadline deadline);
/*
 * Waits for a moment, in which other fibers run. Returns MYND_BAD if the wait failed, or if the spare
 * connection is not open.
 */
int mynd_spare_wait(mynd_spare *spare, mynd_deadline deadline);
/* Reads the acknowledgements that have arrived. */
void mynd_kills_collect(mynd_spare *spare);
void mynd_kills_send_due(mynd_spare *spare); /* called when the connection was opened */
/* called when the connection's session is dead or is about to be closed */
void mynd_kills_lost(mynd_spare *spare);
/*
 * Returns true if all KILLs of the link are answered: they can hit its next command, but no later one. Never
 * waits.
 */
bool mynd_kill_look_finished(mynd_link *link);
/* called at the connection's end, or when all its KILLs are answered */
void mynd_kill_forget(mynd_link *link);

#endif
