/*
 * Spare connections, one for each server and user, over which the server is told to kill what nobody waits
 * for any more (mynd.kill_abandoned), and what a program or a deadline cancels.
 *
 * Always true: a spare connection belongs to its thread and process, runs nothing but KILL, has no filters,
 * and counts in max_links, where it gives way to a program's connection: at once, or when its KILLs are
 * answered, and is not counted until then. It goes to the address that the other connection is connected to,
 * not to what a name means now. Several KILLs may be under way on it; their acknowledgements are read by
 * whoever looks next. Nothing is waited for but where a comment says so.
 *
 * A KILL for a connection that was given up is sent once that connection is useless here: no later command
 * can run on it. A KILL QUERY is for one that goes on: its next command is not sent before the server has
 * acknowledged the kill, and not before another command, which does nothing and takes what the kill may have
 * left on the session (finish_cancel() in kill.c).
 *
 * Not here: who is killed (cancel.c, link.c).
 */
#ifndef MYND_LINK_SPARE_H
#define MYND_LINK_SPARE_H

#include "internal.h"

typedef struct mynd_spare mynd_spare;

typedef struct mynd_kill {
	struct mynd_kill *next;
	struct mynd_kill *earlier; /* of the same command, over another connection: a reference, or NULL */
	mynd_spare *spare;         /* on whose list of unanswered ones it is; NULL: on none */
	unsigned references;       /* of that list, and of the link whose command is killed */
	bool connection;           /* the whole connection, which was given up */
	uint32_t thread;
	enum {
		MYND_KILL_SENT,    /* not answered yet */
		MYND_KILL_DONE,    /* carried out */
		MYND_KILL_REFUSED, /* `error` says why. 1094: that connection had ended by itself */
		MYND_KILL_LOST,    /* with the spare connection, and it will not be carried out any more */
		MYND_KILL_UNKNOWN  /* the same, but it may yet be */
	} state;
	mynd_error error;
} mynd_kill;

struct mynd_spare {
	mynd_spare *next;
	mynd_link *link; /* NULL: it was never opened */
	mynd_login_parameters *login;
	mynd_link_settings settings; /* without init commands */
	mynd_kill *first, *last;     /* sent and not answered, oldest first */
	/* Threads whose connections were given up while the spare connection was not open. */
	uint32_t *due;
	unsigned due_count;
	unsigned waiters;  /* fibers that wait for its socket */
	bool closes;       /* the last of those closes it: no event loop loses a stream that it watches */
	bool opening;      /* a call waits for its login */
	bool leaves;       /* it has given way, and is closed when its KILLs are answered */
	bool once;         /* of one cancel alone, and in nobody's limits: whoever has made it ends it */
	bool ended;        /* that has happened: the last of those who wait for its socket frees it */
	int64_t looked_at; /* seconds of a coarse clock: when it was last looked whether it lives */
	int64_t retry_at;  /* it could not be opened: not before then */
	int64_t pause;     /* seconds, doubled with each failure; the longest where the login has hung */
};

/* --- spare.c --- */

static inline bool mynd_spares_are_wanted(const mynd_link *link)
{
	return link->channel.settings.ints[MYND_SET_KILL_ABANDONED] != 0;
}

/* `make_room`: called before one is opened; false: the limits leave no room. */
void mynd_spares_startup(bool (*make_room)(void));
/*
 * Asynchronous work begins or goes on at the link: has its spare connection opened, or opened again if the
 * server has ended it, and what is due sent. May wait, two seconds at most. MYND_BAD: the program's waiter
 * has thrown meanwhile, and the link's error says so; that there is no spare connection is no failure.
 */
int mynd_spares_look(mynd_link *link);
zend_long mynd_spares_count(void); /* those that are open, and have not given way */
bool mynd_spares_are_due(void);    /* something was given up while the spare connection was not open */
void mynd_spares_collect(void);    /* reads what is here, so that the counts are those of now */
bool mynd_spares_give_way(void);   /* one counts no more. False: there is none */
/*
 * The request is over: what is due is sent and its acknowledgements are read, for half a second at most.
 * Those that were not used for so many seconds are closed; 0: no limit.
 */
void mynd_spares_end_request(zend_long idle_timeout);
void mynd_spares_end_thread(void);

/* For the link's server and user; NULL: none can be. It may not be open. */
mynd_spare *mynd_spare_of(mynd_link *link);
bool mynd_spare_is_open(const mynd_spare *spare);
/* Whether it is open and the server has not closed it. */
bool mynd_spare_look_for_life(mynd_spare *spare);
/* Opens it and sends what is to do. May wait. MYND_BAD: it is not open. */
int mynd_spare_open(mynd_spare *spare, mynd_deadline deadline);
/* Its connection is lost, or is to be closed. */
void mynd_spare_close(mynd_spare *spare);

/*
 * One for a single cancel, to the server that the link is connected to. The caller connects it, whatever the
 * limits say, and ends it. It may have filters; then no KILL can be sent but by a command.
 */
mynd_spare *mynd_spare_once(mynd_link *link);
int mynd_spare_connect(mynd_spare *spare, mynd_deadline deadline); /* may wait */
void mynd_spare_end(mynd_spare *spare);
/* A fiber waits for its socket no more. It may be closed then, or, if it has ended, freed. */
void mynd_spare_leave(mynd_spare *spare);

/* --- kill.c --- */

/*
 * The connection is given up with commands under way: the server is told to end it, now if the spare
 * connection is open, otherwise when it is. Nothing happens unless that is wanted, or if the server has hung
 * up.
 */
void mynd_kill_abandoned(mynd_link *link);
/*
 * Cancels what runs on the link, over an open spare connection, and notes on the link that its next command
 * is to wait for that. The caller's reference; NULL: it was not sent.
 */
mynd_kill *mynd_kill_query(mynd_spare *spare, mynd_link *link);
void mynd_kill_release(mynd_kill *kill);
/* Another connection has cancelled what runs on the link. `unknown`: it did not say whether. */
void mynd_kill_note(mynd_link *link, bool unknown);
/* Waits until it is answered. MYND_MORE: the deadline has passed. MYND_BAD: the wait failed. */
int mynd_kill_await(mynd_kill *kill, mynd_deadline deadline);
/* Waits for a little while, in which other fibers run; MYND_BAD: that failed, or it is not open. */
int mynd_spare_wait(mynd_spare *spare, mynd_deadline deadline);
/* Reads the acknowledgements that are here. */
void mynd_kills_collect(mynd_spare *spare);
void mynd_kills_send_due(mynd_spare *spare); /* after it was opened */
void mynd_kills_lost(mynd_spare *spare);     /* its session is dead, or about to be closed */
/* True: nothing that was sent can hit a command that comes behind the next one. Never waits. */
bool mynd_kill_look_finished(mynd_link *link);
void mynd_kill_forget(mynd_link *link); /* its connection ends */

#endif
