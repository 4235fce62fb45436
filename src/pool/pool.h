/*
 * Persistent connections, in pools that each thread has for itself, for mysqli and PDO alike; and the number
 * of links (connections) that programs have open.
 *
 * A persistent link belongs to the pool of its key. The key is a keyed hash of everything that makes a
 * session: address, user, password, database, flags, TLS options, character set, init commands. A link is
 * either in use by one handle of a program, or idle in its pool. When a link is released, its session is
 * reset to the state right after the login: the reset is sent at once, and its reply is read when the link is
 * acquired again. No program's command runs on a session that another program has used and that was not
 * reset.
 *
 * Idle links hold no request memory and no read buffer. A forked process has pools of its own; with
 * mynd.shared_pool a released connection goes into a mailbox (sockets in the kernel, ../net/mailbox.h), from
 * which every process of the user acquires connections (shared.c).
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
	zend_long login_lifetime; /* seconds; an older login is repeated before the link is acquired */
	zend_long max_shared;     /* connections in this user's mailbox; 0: no sharing */
	zend_long max_per_key;    /* links in use with the same key, ordinary ones too; -1: no limit */
	bool keeps_all; /* the limit of links in use, if there is one, is also the limit of idle links */
} mynd_pool_settings;
void mynd_pools_configure(const mynd_pool_settings *settings); /* sets the pools' settings for this thread */
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
 * Releases the program's link, connected or not, and the caller's reference to it. A persistent link goes
 * back into its pool if it can be used again; every other link is closed. Never runs PHP code. Waits only as
 * release.c says.
 */
void mynd_pool_let_go(mynd_link *link, mynd_close_reason reason);

/*
 * As mynd_pool_let_go, called when the program's connection object is freed. If the program asked for a
 * persistent link, and statements or an unbuffered result still use it, the link is released when the last of
 * these users is freed (outlive.c).
 */
void mynd_pool_let_go_last(mynd_link *link, mynd_close_reason reason);
/* Add a statement's object to the users of the link, and remove it. */
void mynd_pool_add_user(mynd_link *link);
void mynd_pool_drop_user(mynd_link *link);
mynd_link *mynd_pool_outlived(mynd_link *link); /* the link, or NULL if its connection object still exists */
/*
 * Called when a user of the link was freed: releases the link if its connection object was freed before, and
 * nothing else uses the link.
 */
void mynd_pool_look_for_users(mynd_link *link);

/*
 * Sets the hook that is called when a link goes back into its pool while objects of the program still
 * reference it. The hook gives these objects an unconnected link, because another program may use the pooled
 * link next.
 */
void mynd_pools_on_held(void (*let_go)(mynd_link *link));

/*
 * Makes room for a spare connection, over which KILLs are sent (../link/spare.h). Returns false if max_links
 * leaves none.
 */
bool mynd_pools_make_room_for_spare(void);

bool mynd_link_is_persistent(const mynd_link *link);

/* Closes this thread's idle links to a node of a cluster, if it has changed since they were made. */
void mynd_pools_close_node(const mynd_node *node, uint32_t changes);

typedef struct mynd_pool_numbers {
	zend_long in_use;     /* links that programs have open */
	zend_long persistent; /* persistent links among those in use */
	zend_long idle;       /* idle links in the pools */
} mynd_pool_numbers;
mynd_pool_numbers mynd_pools_count(void); /* counts this thread's links */

/*
 * Returns true if the link can go back into its pool although the program's handle still exists. Returns
 * false if the link is not persistent, is not open, or is in a call.
 */
bool mynd_pool_takes_back(const mynd_link *link);
void mynd_pools_look_after(void); /* called between requests: closes expired idle links */

/* Details of a connect that a limit refused. */
typedef struct mynd_refusal {
	/*
	 * links that counted for the limit (for max_persistent also idle ones) and waiting connects, at the
	 * refusal
	 */
	zend_long in_use, others_wait;
	double waited; /* seconds that the connect waited; 0: no wait */
} mynd_refusal;
mynd_refusal mynd_link_refusal(const mynd_link *link);

/* --- groups of pools with limits of their own, see Mynd\Pool --- */

/* When the session of a group's link is reset before another user gets it (hand_on.c). */
typedef enum mynd_group_reset {
	MYND_RESET_IF_NEEDED, /* unless its user has certainly left nothing in it */
	MYND_RESET_ALWAYS,
	MYND_RESET_NEVER /* only if a transaction is open */
} mynd_group_reset;

typedef struct mynd_group_settings {
	zend_long max_waiting;      /* connects that may wait for a link in use; -1: no limit */
	zend_long maximum, minimum; /* limits for idle links and links in use; idle_timeout keeps the minimum */
	zend_long idle_timeout;     /* seconds; 0: no limit */
	zend_long max_lifetime;     /* seconds; 0: no limit */
	zend_long login_lifetime;   /* seconds; an older login is repeated before the link is acquired */
	/*
	 * seconds; a link that was idle for so long is reset as a test whether the server still answers; -1:
	 * never
	 */
	zend_long check_after;
	/* seconds that one connect may wait for the replies to all resets that are such tests */
	double check_time;
	mynd_group_reset reset;
} mynd_group_settings;

typedef struct mynd_group_numbers {
	zend_long in_use, idle, waiting; /* numbers at this moment; in_use: also links that are being connected */
	uint64_t acquired, made, closed; /* numbers so far; closed: also links that were found dead */
	uint64_t resets;                 /* number of uses after which the session was reset */
	uint64_t waits, timeouts;
	double wait_seconds, longest_wait;
} mynd_group_numbers;

mynd_pool_group *mynd_group_new(const mynd_group_settings *settings); /* the caller owns a reference */
void mynd_group_release(mynd_pool_group *group);
/*
 * Closes the group's idle links now, and its links in use when they are released. Connects that wait for a
 * link of the group return MYND_OPEN_GROUP_CLOSED.
 */
void mynd_group_close(mynd_pool_group *group);
/*
 * Waits, in a fiber, until no link of the closed group is in use, at most so many seconds. Returns false if
 * one still is. The caller has a reference to the group. An exception may be pending afterwards.
 */
bool mynd_group_wait_until_unused(mynd_pool_group *group, double limit);
bool mynd_group_is_closed(const mynd_pool_group *group);
mynd_group_numbers mynd_group_look(const mynd_pool_group *group);
const mynd_group_settings *mynd_group_limits(const mynd_pool_group *group);
/* returns true if the link counts for the group */
bool mynd_group_has(const mynd_pool_group *group, const mynd_link *link);
/* Stores the program's line that acquired this link of a group, until the link is released. */
void mynd_group_give_out(mynd_link *link, const char *file, uint32_t line);
bool mynd_group_is_given_out(const mynd_link *link);
/* Called when the user is about to release the link: its limits of time end. */
void mynd_group_take_back(mynd_link *link);
/*
 * Whether the program has set up this link's session, which is new after a login and after each reset.
 * note_begun: it has; variables that it has set to constants then count as a part of the session, and are not
 * the reason for a reset.
 */
bool mynd_group_has_begun(const mynd_link *link);
void mynd_group_note_begun(mynd_link *link);
void mynd_group_retire(mynd_link *link); /* has the link closed when it is released */
/*
 * Returns the program's line ("file:line") that acquired the link that has been in use for longest, or NULL
 * if no link is in use. The text lives until that link is released.
 */
const char *mynd_group_longest_use(const mynd_pool_group *group, double *seconds);

/* --- information --- */

/* Reasons for which a persistent link was closed: X(name, words). */
#define MYND_POOL_CLOSED(X)                                                                                  \
	X(IDLE_TIMEOUT, "idle_timeout")                                                                          \
	X(MAX_LIFETIME, "max_lifetime")                                                                          \
	X(MAX_IDLE, "max_idle")                                                                                  \
	X(MAX_SHARED, "max_shared")     /* the oldest connection in a full mailbox */                            \
	X(LIMIT, "max_links")           /* a limit left no room for another link */                              \
	X(LOST, "lost")                 /* lost while in use */                                                  \
	X(UNREAD, "unread_result")      /* a reply had not arrived completely */                                 \
	X(FATAL, "fatal_error")         /* a fatal error ended the request */                                    \
	X(ROLE, "role")                 /* a query may have set a role, which a reset keeps */                   \
	X(USER, "changed_user")         /* change_user() changed the user */                                     \
	X(SETTINGS, "changed_settings") /* the program changed options of the session */                         \
	X(RESET_UNSENT, "reset_unsent") /* the socket did not take the reset at once */                          \
	X(RESET_FAILED, "reset_failed") /* the reset or a command after it failed */                             \
	X(NOT_AS_NEW, "not_as_new")     /* after the reset the session may differ from a new one */              \
	X(RESET_SLOW, "reset_slow")     /* a program waited too long for the reset's reply */                    \
	X(LOGIN, "login_refused")       /* the server refused a repeated login */                                \
	X(OTHER_ROLE, "other_role")     /* a primary that has become a replica, or the other way round */        \
	X(NODE, "node_changed")         /* of a cluster: dead, or no longer the primary */

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
	uint64_t idle, live;                             /* links idle, and in use, at this moment */
	uint64_t made, reused, reset, asked, found_dead; /* counts; asked: resets that were followed by checks */
	/* Prologue commands, sent before they are asked for (prologue.c): */
	uint64_t prologues_learned, answered_ahead, wrong_predictions;
	uint64_t changes_of_user; /* changes of user that were made because of a wrong prediction */
	/*
	 * Reads sent before they are asked for (prefetch.c): sent, given to programs, dropped, and those of
	 * programs that were sent once more because of them.
	 */
	uint64_t reads_sent, reads_taken, reads_wasted, reads_repeated;
	uint64_t logins_renewed;          /* logins repeated before links were acquired */
	uint64_t handed_over, taken_over; /* connections handed to, and taken from, other processes or threads */
	uint64_t shared;                  /* connections in this user's mailbox now, of all keys */
	uint64_t closed[MYND_POOL_CLOSED_COUNT];
} mynd_pool_info;

/*
 * Describes the pool with this number; 0 is the most recently used. Returns false if there are fewer pools.
 */
bool mynd_pools_look(unsigned number, mynd_pool_info *info);

/* --- one pool for the processes of a user (mynd.shared_pool) --- */

bool mynd_shared_startup(void); /* called before the fork: makes the mailboxes. False: errno is set */
/*
 * Called before a program runs: claims the user's mailbox if `wanted`. Costs nothing without
 * mynd_shared_startup().
 */
void mynd_shared_request_startup(bool wanted);
void mynd_shared_shutdown(void); /* called at process end: closes the connections in the mailbox */

/* --- reads that were sent ahead (mynd.prefetch) --- */

/*
 * The link's reads that were sent ahead are not given to the program: its next reads are sent when it asks
 * for them. NULL: of all links of the thread.
 */
void mynd_pool_drop_prefetched(mynd_link *link);

/* --- starts and ends --- */

void mynd_links_startup(void);  /* process start: fork handlers */
void mynd_links_sweep(void);    /* post-deactivate: closes the request's links (busy ones without COM_QUIT) */
void mynd_links_shutdown(void); /* called when a thread ends */

#endif
