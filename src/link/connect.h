/* The life of a connection (connect, change of user, cancel, close) and the counts of all connections. */
#ifndef MYND_LINK_CONNECT_H
#define MYND_LINK_CONNECT_H

#include "../command/link.h"

/* Returns one reference; never NULL (out of memory ends the process, as pemalloc does). */
mynd_link *mynd_link_new(void);
/* Returns an unconnected link with the settings of another one; the caller's one reference. */
mynd_link *mynd_link_new_like(const mynd_link *link);
/* As mynd_link_new_like, and the new link escapes as `link` does: it takes the place of a connected one. */
mynd_link *mynd_link_new_after(const mynd_link *link);

typedef struct mynd_pool_group mynd_pool_group;

typedef struct mynd_connect {
	/* NULL, "" or "localhost": the unix socket. May have the form "host:port" or "[IPv6]:port". */
	const char *host;
	size_t host_len;                        /* a NUL inside is refused */
	const char *user, *password, *database; /* NULL: none */
	size_t user_len, password_len, database_len;
	zend_long port;     /* 0: 3306 */
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
	double acquire_timeout; /* for a pool: seconds that a fiber may wait for a place; 0: it does not wait */
	mynd_pool_group *group; /* for a pool; NULL: none */
	/*
	 * Interceptors see the link's commands: changes are reported as above, and query attributes are
	 * negotiated.
	 */
	bool watched;
	/*
	 * Not NULL: no server is connected to. A stand-in that reports this version answers, and init commands do
	 * not run. Never with `tls` or `persistent`.
	 */
	const char *without_server;
} mynd_connect;

bool mynd_connect_is_local(const mynd_connect *with); /* the server is reached by a unix socket */

/*
 * Connects, logs in and runs the init commands. After a failure the link is unconnected and can be used
 * again.
 */
int mynd_link_connect(mynd_link *link, const mynd_connect *with);

typedef enum mynd_close_reason {
	MYND_CLOSE_EXPLICIT,
	MYND_CLOSE_IMPLICIT,
	MYND_CLOSE_DISCONNECT
} mynd_close_reason;
/* Tells the server goodbye if the link is idle and no wait is needed. The link is unconnected afterwards. */
void mynd_link_close(mynd_link *link, mynd_close_reason reason);

/*
 * Finds out whether a server answers several commands of one write rightly (mynd.pipelining = auto), once for
 * each process and server, see pipelining_probe.c. Called right before the program itself closes the link.
 * May wait, a quarter of a second at most. Does nothing on a link that is not idle.
 */
void mynd_link_probe(mynd_link *link);
/*
 * As mynd_link_probe, for a link whose object is freed, where no wait is allowed: at the end of a request the
 * connection is kept a little longer and the sweep makes the trial. Called right before the close.
 */
void mynd_link_probe_later(mynd_link *link);
void mynd_link_probe_parked(mynd_link *link); /* in the sweep: makes the trial if the link was kept for it */
/* As mynd_link_probe, before a reset, where a wait is allowed. Returns false if the link must be closed. */
bool mynd_link_probe_before_reset(mynd_link *link);
/*
 * Called before the program queues a command while replies are outstanding. If the verdict on the address is
 * not known yet, makes the trial over another connection, and may wait. The link may be closed meanwhile.
 */
void mynd_link_write_several(mynd_link *link);
/*
 * As mynd_link_write_several, for a link whose statements could take one round trip, after some of them: a
 * program that keeps one connection never comes to its end, where the trial costs nothing.
 */
void mynd_link_probe_in_use(mynd_link *link);
bool mynd_serves_requests(void); /* this process or its forks serve them: PHP runs in no terminal */
bool mynd_is_last_request(void); /* the request ends, and this process serves no other one */

/* --- stopping commands --- */

/*
 * Cancels the command that runs on the server, over a second connection, by the deadline. The outcome comes
 * as the reply on the link itself; waits for the beginning of that reply 0.14 seconds at most, besides the
 * time that acknowledgements take. May be called while a call waits on the link. Returns MYND_MORE if no
 * command runs, MYND_BAD if the command could not be cancelled; *error says why.
 */
int mynd_link_cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error);
/*
 * Sets the deadline of all commands to so many seconds from now: a command that runs then is cancelled, or,
 * if the server does not answer, the link is lost (2006, cause TIMED_OUT). Commands after that time are error
 * 1317 and are not sent. <= 0: no deadline. The deadline ends with the program's use of the connection.
 */
void mynd_link_set_deadline(mynd_link *link, double seconds);

/* --- counts --- */

/*
 * Sums the counts of the process' freed links and of the thread's live links. *active and *active_persistent
 * are the numbers of the thread's live links. (Threads count without locks, so another thread's links are
 * included only after they are freed.)
 */
void mynd_links_totals(mynd_link_counts *sum, uint64_t *active, uint64_t *active_persistent);
/* Sums the counts of the links that this thread has or had. */
void mynd_links_totals_of_thread(mynd_link_counts *sum);
/* up to date: counts of open results are added */
const mynd_link_counts *mynd_link_counts_of(mynd_link *link);

#endif
