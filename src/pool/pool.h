/*
 * Persistent connections: each thread's pools of them, for mysqli and PDO alike, and the count of links that
 * programs have open.
 *
 * A link belongs to the pool of its key. The key is everything that makes a session: address, user, a keyed
 * hash of the password, database, flags, TLS options, character set, init commands. A link is in use by one
 * handle, or idle and without an owner. A released link is reset to the state of its session right after the
 * login: the reset is sent at once, and its reply is read when the link is acquired again. No command runs on
 * a session that was not reset.
 *
 * Idle links hold no request memory and no read buffer. A forked process has pools of its own; with
 * mynd.shared_pool a released connection goes into a mailbox of the kernel, from which every process of the
 * user acquires connections (shared.c).
 */
#ifndef MYND_POOL_POOL_H
#define MYND_POOL_POOL_H

#include "../link/connect.h"

typedef struct mynd_pool_settings {
	zend_long max_links;      /* links in use by programs; -1: no limit */
	zend_long max_persistent; /* persistent links, idle or not; -1: no limit */
	zend_long max_idle;       /* idle links of one key */
	zend_long idle_timeout;   /* seconds that a link may stay idle; 0: no limit */
	zend_long max_lifetime;   /* seconds; a link's limit is up to a tenth less; 0: no limit */
	zend_long login_lifetime; /* seconds; no link with an older login is acquired */
	zend_long max_shared;     /* connections in this user's mailbox; 0: no sharing */
	zend_long max_per_key;    /* links of a key in use, ordinary ones too; -1: no limit */
	bool keeps_all;           /* as many links may be idle as may be in use, if that is limited */
} mynd_pool_settings;
void mynd_pools_configure(const mynd_pool_settings *settings); /* for this thread */
/* Sets the limits that a program may change in the middle of a request. */
void mynd_pools_set_limits(zend_long max_per_key, bool keeps_all);

typedef enum mynd_opened {
	MYND_OPENED,
	MYND_OPEN_FAILED,              /* the error is in mynd_link_error */
	MYND_OPEN_TOO_MANY,            /* max_links was reached; no connect was tried */
	MYND_OPEN_TOO_MANY_PERSISTENT, /* max_persistent was reached */
	MYND_OPEN_TOO_MANY_OF_KEY,     /* max_per_key was reached */
	MYND_OPEN_TOO_MANY_OF_GROUP,   /* the group's maximum was reached */
	MYND_OPEN_GROUP_CLOSED         /* the group was closed, perhaps while the connect waited */
} mynd_opened;

/*
 * Releases the program's link, connected or not, and its reference. A persistent link goes back into its pool
 * if it can be used again; every other link is closed. Never waits, never runs PHP code.
 */
void mynd_pool_let_go(mynd_link *link, mynd_close_reason reason);

/*
 * As mynd_pool_let_go, when the link's own object is freed. A link that was asked for as persistent is
 * released when its last user is freed: a statement, or the unbuffered result that is being read (outlive.c).
 */
void mynd_pool_let_go_last(mynd_link *link, mynd_close_reason reason);
/* Add and remove a statement's object as a user of the link. */
void mynd_pool_add_user(mynd_link *link);
void mynd_pool_drop_user(mynd_link *link);
mynd_link *mynd_pool_outlived(mynd_link *link); /* the link; NULL: its own object still exists */
/*
 * A user of the link was freed: releases the link if its own object was freed too, and nothing else uses it.
 */
void mynd_pool_look_for_users(mynd_link *link);

/*
 * Sets the hook for a link that goes back into its pool while an object of the program holds a reference to
 * it: the hook gives that object another link, because this one's next user is another program.
 */
void mynd_pools_on_held(void (*let_go)(mynd_link *link));

/* Makes room for a spare connection (../link/spare.h). Returns false if max_links leaves none. */
bool mynd_pools_make_room_for_spare(void);

bool mynd_link_is_persistent(const mynd_link *link);

typedef struct mynd_pool_numbers {
	zend_long in_use;     /* links that programs have open */
	zend_long persistent; /* persistent links among these */
	zend_long idle;       /* idle links in the pools */
} mynd_pool_numbers;
mynd_pool_numbers mynd_pools_count(void); /* counts this thread's links */

/*
 * Returns whether the link can be released while the program keeps its handle. Returns false if the link is
 * not persistent, is not open, or is in a call.
 */
bool mynd_pool_takes_back(const mynd_link *link);
void mynd_pools_look_after(void); /* between requests: closes expired idle links */

/* Details of a connect that a limit refused. */
typedef struct mynd_refusal {
	zend_long in_use, others_wait; /* of what is limited, at that moment; max_persistent counts idle ones */
	double waited;                 /* seconds that the connect waited; 0: it did not */
} mynd_refusal;
mynd_refusal mynd_link_refusal(const mynd_link *link);

/* --- groups of pools with limits of their own, see Mynd\Pool --- */

typedef struct mynd_group_settings {
	zend_long maximum, minimum; /* of links in use and idle; idle_timeout keeps the minimum */
	zend_long idle_timeout;     /* seconds; 0: no limit */
	zend_long max_lifetime;     /* seconds; 0: no limit */
	zend_long login_lifetime;   /* seconds; no link with an older login is acquired */
	zend_long check_after;      /* seconds; a link idle for so long is reset as a check; -1: never */
	double check_time;          /* seconds for the replies to all checks of one connect */
} mynd_group_settings;

typedef struct mynd_group_numbers {
	zend_long in_use, idle, waiting; /* now; in_use: also links that are being connected */
	uint64_t acquired, made, closed; /* closed: also links that were found dead */
	uint64_t waits, timeouts;
	double wait_seconds, longest_wait;
} mynd_group_numbers;

mynd_pool_group *mynd_group_new(const mynd_group_settings *settings); /* the caller owns a reference */
void mynd_group_release(mynd_pool_group *group);
/*
 * Closes the group's idle links, and each other link when it is released. Waiting connects get
 * MYND_OPEN_GROUP_CLOSED.
 */
void mynd_group_close(mynd_pool_group *group);
bool mynd_group_is_closed(const mynd_pool_group *group);
mynd_group_numbers mynd_group_look(const mynd_pool_group *group);
const mynd_group_settings *mynd_group_limits(const mynd_pool_group *group);
bool mynd_group_has(const mynd_pool_group *group, const mynd_link *link); /* the link has a place in it */
/* Notes which line of the program acquired a link of a group. The note is freed when the link is released. */
void mynd_group_give_out(mynd_link *link, const char *file, uint32_t line);
bool mynd_group_is_given_out(const mynd_link *link);
/*
 * Returns the program's line ("file:line") that has had a link for longest, or NULL if no link is in use. The
 * text lives until that link is released.
 */
const char *mynd_group_longest_use(const mynd_pool_group *group, double *seconds);

/* --- information --- */

/* Reasons for which a persistent link was closed: X(name, words). */
#define MYND_POOL_CLOSED(X)                                                                                  \
	X(IDLE_TIMEOUT, "idle_timeout")                                                                          \
	X(MAX_LIFETIME, "max_lifetime")                                                                          \
	X(MAX_IDLE, "max_idle")                                                                                  \
	X(MAX_SHARED, "max_shared")     /* the oldest in the mailbox, of any pool */                             \
	X(LIMIT, "max_links")           /* or max_persistent: made room for another link */                      \
	X(LOST, "lost")                 /* lost while in use */                                                  \
	X(UNREAD, "unread_result")      /* the reply had not arrived completely */                               \
	X(FATAL, "fatal_error")         /* a fatal error ended the request */                                    \
	X(ROLE, "role")                 /* a role may be set, which a reset keeps */                             \
	X(USER, "changed_user")         /* change_user() changed the user */                                     \
	X(SETTINGS, "changed_settings") /* options of the session were changed */                                \
	X(RESET_UNSENT, "reset_unsent") /* the socket did not take the reset at once */                          \
	X(RESET_FAILED, "reset_failed") /* or a command after the reset failed */                                \
	X(NOT_AS_NEW, "not_as_new")     /* the server reports a difference after the reset */                    \
	X(RESET_SLOW, "reset_slow")     /* a program waited for the reset in vain */                             \
	X(LOGIN, "login_refused")       /* the server refused to repeat the login */

typedef enum mynd_pool_closed {
#define MYND_X(name, words) MYND_POOL_CLOSED_##name,
	MYND_POOL_CLOSED(MYND_X)
#undef MYND_X
	    MYND_POOL_CLOSED_COUNT
} mynd_pool_closed;

typedef struct mynd_pool_info { /* the pool owns the strings; NULL: not set */
	const char *host, *socket, *user, *database, *charset;
	zend_long port;
	uint64_t flags; /* client flags from the program */
	bool tls;
	uint64_t init_commands;                          /* number of init commands */
	uint64_t idle, live;                             /* numbers at this moment */
	uint64_t made, reused, reset, asked, found_dead; /* asked: resets followed by a check's queries */
	/* Prologue commands, sent before they are asked for (prologue.c): */
	uint64_t prologues_learned, answered_ahead, wrong_predictions;
	uint64_t changes_of_user;         /* changes of user that a wrong prediction cost */
	uint64_t logins_renewed;          /* repeated logins of acquired links */
	uint64_t handed_over, taken_over; /* to another process or thread, and from another */
	uint64_t shared;                  /* now, in this user's mailbox, of all keys */
	uint64_t closed[MYND_POOL_CLOSED_COUNT];
} mynd_pool_info;

/* Describes the pool with this number, most recently used first. Returns false if there are fewer pools. */
bool mynd_pools_look(unsigned number, mynd_pool_info *info);

/* --- one pool for the processes of a user (mynd.shared_pool) --- */

bool mynd_shared_startup(void); /* before the fork: makes the mailboxes. False: errno says why */
/*
 * Before a program runs: claims the user's mailbox if `wanted`. Costs nothing without mynd_shared_startup().
 */
void mynd_shared_request_startup(bool wanted);
void mynd_shared_shutdown(void); /* process end: quits the shared connections */

/* --- starts and ends --- */

void mynd_links_startup(void);  /* process start: fork handlers */
void mynd_links_sweep(void);    /* post-deactivate: closes the request's links (no goodbye on busy ones) */
void mynd_links_shutdown(void); /* thread end */

#endif
