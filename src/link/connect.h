/* The life of a connection (connect, change of user, cancel, close) and the counts of all connections. */
#ifndef MYND_LINK_CONNECT_H
#define MYND_LINK_CONNECT_H

#include "../command/link.h"

/* Returns a new link with one reference; never NULL (out of memory ends the process, as pemalloc does). */
mynd_link *mynd_link_new(void);
/* As mynd_link_new, for a connection of the program, which the scopes of fibers limit (channel/scope.h). */
mynd_link *mynd_link_new_of_program(void);
/* Returns a new, unconnected link with the settings of `link`, and with one reference for the caller. */
mynd_link *mynd_link_new_like(const mynd_link *link);
/* As mynd_link_new_like, for a link that replaces `link`: strings are also escaped as on `link`. */
mynd_link *mynd_link_new_after(const mynd_link *link);

typedef struct mynd_pool_group mynd_pool_group;

#define MYND_DEFAULT_PORT 3306

typedef struct mynd_connect {
	/* NULL, "" or "localhost": the unix socket. May have the form "host:port" or "[IPv6]:port". */
	const char *host;
	size_t host_len;                        /* a NUL inside is refused */
	const char *user, *password, *database; /* NULL: none */
	size_t user_len, password_len, database_len;
	zend_long port;     /* 0: MYND_DEFAULT_PORT */
	const char *socket; /* NULL: the caller fills in default_socket */
	/*
	 * Numeric address that another connection to this server uses, so that no name is looked up; NULL: none.
	 */
	const char *address;
	/*
	 * MYND_CAP_*: SSL, COMPRESS, FOUND_ROWS, INTERACTIVE, IGNORE_SPACE, NO_SCHEMA, MULTI_STATEMENTS,
	 * LOCAL_FILES.
	 */
	uint64_t client_flags;
	bool tls; /* TLS was asked for, by flag or by options */
	/* For a pool: the server is asked to report changes of the default database. */
	bool persistent;
	/* For a pool: connect an ordinary connection if max_persistent leaves no room. */
	bool or_ordinary;
	double acquire_timeout; /* for a pool: seconds that a fiber may wait for a place; 0: no wait */
	/*
	 * One of several hosts, which share a limit: when the whole connect must be over (mynd_now()), 0 until
	 * the first host is connected to; NULL: the host is the only one. And how many seconds this host may take
	 * for its answer to the connect, and for everything (0: no such limits), and when that is over, 0 until
	 * it has begun (mynd_attempt_end).
	 */
	int64_t *ends_at;
	double answer_seconds, attempt_seconds;
	int64_t *attempt_ends_at;
	/*
	 * The role that the server must have, else the connect fails with MYND_CAUSE_OTHER_ROLE, and whether the
	 * link must have it, too, when it is connected again.
	 */
	mynd_role role;
	bool keeps_role;
	/*
	 * The node of a cluster that the host is, NULL: none; when its server was found to have that role, so
	 * that it need not be asked, 0: it must be; and when somebody had reason to doubt it (mynd_now()).
	 */
	const mynd_node *node;
	int64_t role_known_at, role_doubted_at;
	uint32_t node_changes; /* how often the node has changed, so that older links to it are of no use */
	bool is_counted; /* for a pool: links with this key are counted, although there is no limit for them */
	mynd_pool_group *group; /* group of the pool; NULL: none */
	/*
	 * Interceptors see the link's commands: the server is asked for reports as with `persistent`, and query
	 * attributes are negotiated.
	 */
	bool watched;
	/*
	 * Not NULL: the link connects to no server. A stand-in in this process answers, which reports this
	 * version, and init commands do not run. Never with `tls` or `persistent`.
	 */
	const char *without_server;
	/* number of the collation that the stand-in reports; 0: the usual one */
	uint8_t collation_without_server;
} mynd_connect;

/* Returns `hash` with more text in it. */
uint64_t mynd_hash_text(uint64_t hash, const char *text, size_t len);
/* Returns true if the text is "host", "host:port", "[IPv6]", "[IPv6]:port", or an IPv6 address. */
bool mynd_host_has_form(const char *host, size_t len);
/* returns true if the server is reached by a unix socket */
bool mynd_connect_is_local(const mynd_connect *with);

/* Returns when the link's connect has to be over that begins now, or has begun with another host. */
mynd_deadline mynd_connect_end(const mynd_link *link, const mynd_connect *with);
/* Returns when this host's share of that time is over, which begins now if it has not begun. */
mynd_deadline mynd_attempt_end(const mynd_connect *with);
/*
 * Connects, logs in and runs the init commands. After a failure the link is unconnected and can be used
 * again.
 */
int mynd_link_connect(mynd_link *link, const mynd_connect *with);

/* How long a connect that fails for want of a server is tried again (mynd.connect_patience). */
typedef struct mynd_patience {
	int64_t until;   /* by mynd_now(); 0: it is not */
	unsigned breaks; /* the channel's, when the connect began */
} mynd_patience;

enum { MYND_SERVER_SHUTS_DOWN = 1053 }; /* ER_SERVER_SHUTDOWN */

/* Returns true if a connection was lost because this process has no descriptors or no memory left. */
bool mynd_is_own_shortage(const mynd_error *error);
mynd_patience mynd_patience_begin(const mynd_link *link);
/* Returns true if the same connect may be successful a little later. */
bool mynd_patience_may_help(const mynd_error *error);
/*
 * Returns true if the program has closed its connection since the channel's `breaks` were noted, has thrown,
 * or has no time left by its own limits.
 */
bool mynd_connect_is_ended(const mynd_link *link, unsigned breaks);
/*
 * Waits a little. Returns true if the connect is to be tried again; false if the time is over, or the program
 * has ended the connect.
 */
bool mynd_patience_pause(mynd_link *link, const mynd_patience *patience);

typedef enum mynd_close_reason {
	MYND_CLOSE_EXPLICIT,
	MYND_CLOSE_IMPLICIT,
	MYND_CLOSE_DISCONNECT
} mynd_close_reason;
/*
 * Sends a quit if the link is idle and that needs no wait. The link is unconnected afterwards, unless another
 * call waits on it: that call closes it. Waits only where finish.c does.
 */
void mynd_link_close(mynd_link *link, mynd_close_reason reason);

/*
 * Tests whether a server answers several commands of one write correctly (mynd.pipelining = auto), once for
 * each process and server, see pipelining_probe.c. Called right before the program itself closes the link.
 * May wait, a quarter of a second at most. Does nothing on a link that is not idle.
 */
void mynd_link_probe(mynd_link *link);
/*
 * As mynd_link_probe, for a link whose object is freed, where no wait is allowed: at the end of a request the
 * connection stays open a little longer, and the sweep makes the test. Called right before the close.
 */
void mynd_link_probe_later(mynd_link *link);
/* called in the sweep: makes the test if the link waits for it */
void mynd_link_probe_parked(mynd_link *link);
/* As mynd_link_probe, before a reset, where a wait is allowed. Returns false if the link must be closed. */
bool mynd_link_probe_before_reset(mynd_link *link);
/*
 * Called before the program queues a command while replies are outstanding. If the result for the address is
 * not known yet, makes the test over another connection, and may wait. The link may be closed meanwhile.
 */
void mynd_link_write_several(mynd_link *link);
/*
 * As mynd_link_write_several, when some statements have run on the link that could have taken one round trip
 * each: a program that uses one connection all the time never closes it, which is when the test costs
 * nothing.
 */
void mynd_link_probe_in_use(mynd_link *link);
/* returns true if PHP does not run in a terminal: this process, or its forks, serves requests */
bool mynd_serves_requests(void);
bool mynd_is_last_request(void); /* returns true if the request ends, and this process serves no other one */

/* --- stopping commands --- */

/*
 * Cancels the command that runs on the server, over another connection, by the deadline. The outcome is the
 * reply on the link itself, for whose beginning this function waits 0.14 seconds at most, besides the time
 * that acknowledgements take. May be called while a call waits on the link. Returns MYND_MORE if no command
 * runs, MYND_BAD if the command could not be cancelled; *error says why.
 */
int mynd_link_cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error);
/*
 * Sets the deadline of all commands to so many seconds from now: a command that runs then is cancelled, or,
 * if the server does not answer, the link is lost (2006, cause TIMED_OUT). Commands after that time are error
 * 1317 and are not sent. <= 0: no deadline. The deadline ends with the program's use of the connection.
 */
void mynd_link_set_deadline(mynd_link *link, double seconds);
/* Returns false, with *error, if a limit of time has passed: then commands fail, and are not sent. */
bool mynd_link_look_for_time(const mynd_link *link, mynd_error *error);

/* --- counts --- */

/*
 * Sums the counts of the process' freed links and of the thread's live links. *active and *active_persistent
 * are the numbers of the thread's live links. (Threads count without locks, so another thread's links are
 * included only after they are freed.)
 */
void mynd_links_totals(mynd_link_counts *sum, uint64_t *active, uint64_t *active_persistent);
/* Sums the counts of the links that this thread has or had. */
void mynd_links_totals_of_thread(mynd_link_counts *sum);
/* Returns the link's counts, after adding those of open results. */
const mynd_link_counts *mynd_link_counts_of(mynd_link *link);

#endif
