/*
 * The life of a connection: connect, change of user, cancel, close; and the counts of all.
 */
#ifndef MYND_LINK_CONNECT_H
#define MYND_LINK_CONNECT_H

#include "../command/link.h"

mynd_link *mynd_link_new(
    void); /* one reference; never NULL (out of memory ends the process, as pemalloc does) */
/* An unconnected link with the settings of another one. One reference. */
mynd_link *mynd_link_new_like(const mynd_link *link);

typedef struct mynd_connect {
	const char *host; /* NULL, "" or "localhost": the unix socket. May carry ":port" or be "[IPv6]:port" */
	size_t host_len;  /* a NUL inside is refused */
	const char *user, *password, *database; /* NULL: none */
	size_t user_len, password_len, database_len;
	zend_long port;     /* 0: 3306 */
	const char *socket; /* NULL: default_socket is the caller's to fill in */
	/*
	 * MYND_CAP_*: SSL, COMPRESS, FOUND_ROWS, INTERACTIVE, IGNORE_SPACE, NO_SCHEMA, MULTI_STATEMENTS,
	 * LOCAL_FILES
	 */
	uint64_t client_flags;
	bool tls;         /* wanted: by flag or by options */
	bool persistent;  /* for a pool: the server is asked to tell of changes of the default database */
	bool or_ordinary; /* for a pool: an ordinary connection, where max_persistent has no room */
	bool watched;     /* interceptors see its commands: the same, and query attributes are negotiated */
} mynd_connect;

bool mynd_connect_is_local(const mynd_connect *with); /* a unix socket */

/* Connects and logs in, runs the init commands. On failure the link is unconnected and can be used again. */
int mynd_link_connect(mynd_link *link, const mynd_connect *with);

typedef enum mynd_close_reason {
	MYND_CLOSE_EXPLICIT,
	MYND_CLOSE_IMPLICIT,
	MYND_CLOSE_DISCONNECT
} mynd_close_reason;
/*
 * Says goodbye if the link is idle and that can be done without waiting; afterwards the link is unconnected.
 */
void mynd_link_close(mynd_link *link, mynd_close_reason reason);

/*
 * For a call that may wait, right before the program's own close: learns, once a process and server, whether
 * several commands may be written at once (mynd.pipelining = auto), with two pings. Does nothing on a link
 * that is not idle, and waits a quarter of a second at most.
 */
void mynd_link_learn(mynd_link *link);
/*
 * The same for a link whose object is freed, which may not wait: at the end of a request the connection is
 * kept a moment longer, and the sweep learns from it. Right before the close.
 */
void mynd_link_learn_later(mynd_link *link);

/* --- stopping them --- */

/*
 * Cancels the command that runs on the server, from a connection of its own, by the deadline; the link's own
 * reply tells what came of it. May be called while a call waits on the link. MYND_MORE: nothing runs.
 * MYND_BAD: *error says why it could not be told to the server.
 */
int mynd_link_cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error);
/*
 * Every command ends in so many seconds from now, cancelled or, where the server does not answer, lost (2006,
 * cause TIMED_OUT); those that come later are 1317 and not sent. <= 0: no deadline. It goes with the
 * connection's use.
 */
void mynd_link_set_deadline(mynd_link *link, double seconds);

/* --- counts --- */

/*
 * Sums over the process' links that are gone and the thread's that live; live gauges, the thread's, in
 * *active and *active_persistent. (Threads count without locks; another thread's live links are seen when
 * they are gone.)
 */
void mynd_links_totals(mynd_link_counts *sum, uint64_t *active, uint64_t *active_persistent);
const mynd_link_counts *mynd_link_counts_of(mynd_link *link); /* up to date, results' folded in */

#endif
