/*
 * Persistent connections: each thread's pools of them, for mysqli and PDO alike, and the count of links that
 * programs have open.
 *
 * A link belongs to the pool of its key. The key is everything that makes a session: address, user, a keyed
 * hash of the password, database, flags, TLS options, character set, init commands. A link is in use by one
 * handle, or idle and owned by nobody. A link that is given back is reset to the state it had when it was
 * made: the reset is sent at once, and its reply is read when the link is taken again. No command runs on a
 * session that was not reset.
 *
 * Idle links hold no request memory and no read buffer. A forked process has pools of its own; with
 * mynd.shared_pool what is handed back goes to a mailbox of the kernel, from which every process of the user
 * takes (shared.c).
 */
#ifndef MYND_POOL_POOL_H
#define MYND_POOL_POOL_H

#include "../link/connect.h"

typedef struct mynd_pool_settings {
	zend_long max_links;      /* in use by programs; -1: no limit */
	zend_long max_persistent; /* persistent ones, idle or not; -1: no limit */
	zend_long max_idle;       /* of one key */
	zend_long idle_timeout;   /* seconds that a link may stay idle; 0: no limit */
	zend_long max_lifetime;   /* seconds; each link's limit is up to a tenth less; 0: no limit */
	zend_long login_lifetime; /* seconds; no link is taken with an older login */
	zend_long max_shared;     /* in the mailbox of this process' user; 0: nothing is shared */
	zend_long max_per_key;    /* in use by programs, of one key, ordinary ones too; -1: no limit */
	bool keeps_all;           /* as many may be idle as may be in use, where there is a limit for these */
} mynd_pool_settings;
void mynd_pools_configure(const mynd_pool_settings *settings); /* for this thread */
/* What a program may change in the middle of a request. */
void mynd_pools_set_limits(zend_long max_per_key, bool keeps_all);

typedef enum mynd_opened {
	MYND_OPENED,
	MYND_OPEN_FAILED,              /* mynd_link_error says why */
	MYND_OPEN_TOO_MANY,            /* max_links; nothing was tried */
	MYND_OPEN_TOO_MANY_PERSISTENT, /* max_persistent was reached */
	MYND_OPEN_TOO_MANY_OF_KEY,     /* max_per_key */
	MYND_OPEN_TOO_MANY_OF_GROUP,   /* the group's maximum */
	MYND_OPEN_GROUP_CLOSED         /* before, or while the connect waited for a place */
} mynd_opened;

/*
 * The program gives up a link, connected or not, with its reference. A persistent link goes back into its
 * pool if it can be used again; every other link is closed. Never waits, never runs PHP code.
 */
void mynd_pool_let_go(mynd_link *link, mynd_close_reason reason);

/*
 * The same for the own object of a link. One that was asked to be persistent is let go when the last that
 * uses it has gone: a statement, or the unbuffered result that is being read (outlive.c).
 */
void mynd_pool_let_go_last(mynd_link *link, mynd_close_reason reason);
/* A statement's object begins, and ends, to use the link. */
void mynd_pool_add_user(mynd_link *link);
void mynd_pool_drop_user(mynd_link *link);
mynd_link *mynd_pool_outlived(
    mynd_link *link); /* the link; NULL: its own object has not gone before others */
/* Something that has used it has gone: lets go of a link that is outlived, and that nothing else uses. */
void mynd_pool_look_for_users(mynd_link *link);

/*
 * Called for a link that goes back into its pool while something of the program has a reference to it: that
 * gets another link, because the next to use this one is somebody else.
 */
void mynd_pools_on_held(void (*let_go)(mynd_link *link));

/* A spare connection (../link/spare.h) is opened: false if max_links leaves no room for it. */
bool mynd_pools_make_room_for_spare(void);

bool mynd_link_is_persistent(const mynd_link *link);

typedef struct mynd_pool_numbers {
	zend_long in_use;     /* links that programs have open */
	zend_long persistent; /* of those, the persistent ones */
	zend_long idle;       /* in the pools */
} mynd_pool_numbers;
mynd_pool_numbers mynd_pools_count(void); /* the thread's */

/*
 * The program gives up the connection of a link, but not the link, which is handed back by
 * mynd_pool_let_go(): false if it is no persistent one, is not open, or waits in a call.
 */
bool mynd_pool_takes_back(const mynd_link *link);
void mynd_pools_look_after(void); /* between requests: closes what is idle for too long */

/* What there is to tell of a connect that a limit has refused. */
typedef struct mynd_refusal {
	zend_long in_use,
	    others_wait; /* of what is limited, at that moment; for max_persistent with the idle ones */
	double waited;   /* seconds; 0: it did not wait */
} mynd_refusal;
mynd_refusal mynd_link_refusal(const mynd_link *link);

/* --- groups of pools with limits of their own, see Mynd\Pool --- */

typedef struct mynd_group_settings {
	zend_long maximum, minimum; /* in use and idle together; so many are not closed for being idle */
	zend_long idle_timeout;     /* seconds; 0: no limit */
	zend_long max_lifetime;     /* the same */
	zend_long login_lifetime;   /* seconds; no link is taken with an older login */
	zend_long check_after;      /* seconds; one that was idle so long is asked whether it lives; -1: never */
	double check_time;          /* seconds in which it has to answer */
} mynd_group_settings;

typedef struct mynd_group_numbers {
	zend_long in_use, idle, waiting; /* now; in_use: those that are being connected too */
	uint64_t acquired, made, closed; /* `closed`: those that were found dead too */
	uint64_t waits, timeouts;
	double wait_seconds, longest_wait;
} mynd_group_numbers;

mynd_pool_group *mynd_group_new(const mynd_group_settings *settings); /* one reference */
void mynd_group_release(mynd_pool_group *group);
/* Idle links are closed, those in use when they are handed back. Who waits gets MYND_OPEN_GROUP_CLOSED. */
void mynd_group_close(mynd_pool_group *group);
bool mynd_group_is_closed(const mynd_pool_group *group);
mynd_group_numbers mynd_group_look(const mynd_pool_group *group);
const mynd_group_settings *mynd_group_limits(const mynd_pool_group *group);
bool mynd_group_has(const mynd_pool_group *group, const mynd_link *link); /* the link has a place in it */
/* A link of a group is given to a place of the program. It ends when the link is given up. */
void mynd_group_give_out(mynd_link *link, const char *file, uint32_t line);
bool mynd_group_is_given_out(const mynd_link *link);
/* The place ("file:line") that has one for longest; NULL: none has. The text lives until it is given up. */
const char *mynd_group_longest_use(const mynd_pool_group *group, double *seconds);

/* --- what there is to see --- */

/* Why a persistent link was closed: X(name, words). */
#define MYND_POOL_CLOSED(X)                                                                                  \
	X(IDLE_TIMEOUT, "idle_timeout")                                                                          \
	X(MAX_LIFETIME, "max_lifetime")                                                                          \
	X(MAX_IDLE, "max_idle")                                                                                  \
	X(MAX_SHARED, "max_shared")     /* it was the oldest in the mailbox, whatever its pool */                \
	X(LIMIT, "max_links")           /* or max_persistent: it made room for another link */                   \
	X(LOST, "lost")                 /* while it was in use */                                                \
	X(UNREAD, "unread_result")      /* the reply was not here as a whole */                                  \
	X(FATAL, "fatal_error")         /* which ended the request */                                            \
	X(ROLE, "role")                 /* a role may have been set, and a reset keeps it */                     \
	X(USER, "changed_user")         /* change_user() changed the user */                                     \
	X(SETTINGS, "changed_settings") /* options were set that are part of the session */                      \
	X(RESET_UNSENT, "reset_unsent") /* the socket did not take the reset at once */                          \
	X(RESET_FAILED, "reset_failed") /* or a command failed that restores something after the reset */        \
	X(NOT_AS_NEW, "not_as_new")     /* the server reports this after the reset */                            \
	X(RESET_SLOW, "reset_slow")     /* a program waited long enough for the reset */                         \
	X(LOGIN, "login_refused")       /* the server has refused to log it in again */

typedef enum mynd_pool_closed {
#define MYND_X(name, words) MYND_POOL_CLOSED_##name,
	MYND_POOL_CLOSED(MYND_X)
#undef MYND_X
	    MYND_POOL_CLOSED_COUNT
} mynd_pool_closed;

typedef struct mynd_pool_info { /* the pool owns the strings; NULL: none */
	const char *host, *socket, *user, *database, *charset;
	zend_long port;
	uint64_t flags; /* that the program gave */
	bool tls;
	uint64_t init_commands;                          /* how many */
	uint64_t idle, live;                             /* now */
	uint64_t made, reused, reset, asked, found_dead; /* asked: resets behind which questions were sent */
	/* Commands that are sent ahead (prologue.c): */
	uint64_t prologues_learned, answered_ahead, wrong_predictions;
	uint64_t changes_of_user;         /* that a wrong prediction took */
	uint64_t logins_renewed;          /* those of links that were taken */
	uint64_t handed_over, taken_over; /* to another process or thread, and from one */
	uint64_t shared; /* now, in the mailbox of this process' user, those of other keys included */
	uint64_t closed[MYND_POOL_CLOSED_COUNT];
} mynd_pool_info;

/* The pool with this number; the ones used last come first. False: there are not so many pools. */
bool mynd_pools_look(unsigned number, mynd_pool_info *info);

/* --- one pool for the processes of a user (mynd.shared_pool) --- */

bool mynd_shared_startup(void); /* in the process from which the others are forked. False: errno says why */
/* Before a program runs. Costs nothing unless there was a startup. */
void mynd_shared_request_startup(bool wanted);
void mynd_shared_shutdown(void); /* of the process: says goodbye to what nobody will take any more */

/* --- ends --- */

void mynd_links_startup(void); /* process start: fork handlers */
void mynd_links_sweep(void);   /* post-deactivate: closes what the request left (no goodbye on a busy link) */
void mynd_links_shutdown(void); /* thread end */

#endif
