/*
 * A transport (mynd_net): the socket of a connection, with host name resolution, TLS, deadlines and waits.
 * Nothing here knows the MySQL protocol.
 *
 * A read tries the socket first and waits only when it is empty. Every wait uses mynd_wait (wait.h), or
 * sleeps in recv or epoll_wait where mynd_wait would call no waiter of the program. Data that must outlive a
 * wait (address lists, sockets being connected) belongs to the mynd_net. A mynd_net is malloc'ed and belongs
 * to one link.
 */
#ifndef MYND_NET_NET_H
#define MYND_NET_NET_H

#include <sys/types.h>
#include "../wire/cursor.h"
#include "deadline.h"

typedef struct mynd_net mynd_net;

typedef struct mynd_net_counts { /* each member is a uint64_t */
	uint64_t reads, read_bytes;  /* calls that moved bytes (recv or SSL_read), and the bytes */
	uint64_t writes, written_bytes;
	uint64_t waits, wait_nanoseconds;
	uint64_t connects; /* calls of connect() */
	uint64_t tls_handshakes, tls_resumed;
} mynd_net_counts;

typedef struct mynd_endpoint { /* strings of the caller, needed only during the call */
	const char *unix_path;     /* path of a unix socket, for which the other fields are ignored; NULL: TCP */
	const char *host;          /* a name or an address; IPv6 without brackets */
	int port;
	/* The server sends first: a connect may wait for its first bytes, a tenth of a second at most. */
	bool greets;
} mynd_endpoint;

typedef struct mynd_tls_options { /* NULL: not given */
	const char *key, *cert, *ca, *capath, *cipher;
	/* verify the certificate against `ca`/`capath`, or the system's authorities if neither is given */
	bool verify_chain;
	bool verify_host; /* verify the certificate against the name or address of the connect */
	/*
	 * A self-signed certificate, whatever name it contains, is accepted and marked as in doubt; the caller
	 * must then verify it in another way.
	 */
	bool allow_doubt;
} mynd_tls_options;

mynd_net *mynd_net_new(mynd_net_counts *counts); /* returns NULL if there is no memory */
/* counts in the `counts` of a new owner from now on */
void mynd_net_move(mynd_net *net, mynd_net_counts *counts);
/* sets TCP's keepalive, which is on by default; called before the connect */
void mynd_net_set_keepalive(mynd_net *net, bool on);

/*
 * Limits the silence of the peer: one that has sent nothing for `seconds` during a wait for it, and that
 * cannot be reached, or is found dead, ends the connection (2006, cause TIMED_OUT). 0: no limit. May be
 * called at any time.
 *
 * The callback is called when a wait has lasted half of that time, and then again and again; while a set
 * (set.h) is waited for, as soon as one of its transports was silent for so long, but an eighth of the limit
 * later at worst. It finds out whether the peer lives, in the other half, and may wait on other transports.
 * It stops at the `deadline` of the wait, and when one of the `events` (MYND_READABLE | MYND_WRITABLE) has
 * come on `fd`, the descriptor of the wait. Returns MYND_OK if the wait goes on, MYND_MORE if the peer is
 * dead and mynd_net_die was called, MYND_BAD if a wait was cancelled. One per process; NULL: none. Not called
 * for the connect itself.
 */
void mynd_net_set_dead_after(mynd_net *net, int64_t seconds);
typedef int mynd_net_silence_callback(
    const mynd_net_counts *counts, int fd, int events, mynd_deadline deadline);
void mynd_net_on_silence(mynd_net_silence_callback *callback);
/* Marks the peer as dead, and shuts the socket down: whoever waits for it wakes up, and gets that error. */
void mynd_net_die(mynd_net *net);
bool mynd_net_is_dead(const mynd_net *net);
/*
 * Until the peer's first bytes have been read, waits for them fail when one of the `events` has come on `fd`,
 * another descriptor (cause LOST, ECANCELED). Called before the connect.
 */
void mynd_net_give_up_for(mynd_net *net, int fd, int events);
/*
 * Closing the socket will reset the connection, of which the peer may not know yet: a MySQL server then does
 * not count it as an interrupted login of this host (max_connect_errors).
 */
void mynd_net_withdraw(mynd_net *net);
/* Closes the socket at once (without TLS's close notification, which mynd_net_close sends); frees `net`. */
void mynd_net_free(mynd_net *net);
void mynd_net_close(mynd_net *net); /* sends TLS's close notification if that needs no wait, then closes */

/*
 * Shuts down both directions without closing: a call that waits for the socket wakes up and finds the end of
 * file.
 */
void mynd_net_break(mynd_net *net);

/*
 * Called when a thread is about to end, or the module to be unloaded: frees the thread's caches. The thread's
 * transports must be freed before.
 */
void mynd_net_thread_end(void);

/*
 * Connects: tries the addresses of the name until one connects or the deadline has passed. Errors have code
 * 2002 and mysqlnd's texts ("Connection refused", "php_network_getaddresses: getaddrinfo for H failed: Name
 * or service not known"). The error's `cause` is UNKNOWN_HOST if the name has no address, TIMED_OUT if the
 * deadline has passed.
 */
int mynd_net_connect(mynd_net *net, const mynd_endpoint *to, mynd_deadline deadline, mynd_error *error);

/*
 * Removes the socket from all sets and pollers of this thread, so that it can be passed to another process.
 * Returns false if the connection must stay in this process: it is closed or uses TLS, its peer is in this
 * process, or code of the program (an event loop) may watch the descriptor.
 */
bool mynd_net_let_go(mynd_net *net);
/*
 * Makes `fd`, a socket that another process has sent, the connection of `net`. If the socket is not connected
 * to an endpoint like `to`, closes it and returns MYND_BAD. No name is resolved: for TCP only the port is
 * compared, for a unix socket only the user of the process at its other end (peer.c).
 */
int mynd_net_take_over(mynd_net *net, const mynd_endpoint *to, int fd);

/*
 * A peer in this process, in place of a server. `feed` receives the bytes that were written to it (MYND_BAD:
 * the peer hangs up); `output` returns the bytes that the peer sends, and `sent` reports how many of them
 * were taken; `free` is called once, when the transport is closed or the connect fails. None of these
 * functions may wait.
 */
typedef struct mynd_peer {
	void *context;
	int (*feed)(void *context, mynd_slice bytes);
	mynd_slice (*output)(void *context);
	void (*sent)(void *context, size_t n);
	void (*free)(void *context);
} mynd_peer;
/*
 * Connects to the peer, with no address and no wait. The transport owns the peer; after a failure it was
 * freed.
 */
int mynd_net_connect_inprocess(mynd_net *net, const mynd_peer *peer, mynd_error *error);
/* the peer's `context`; NULL: the peer is not in this process */
void *mynd_net_inprocess_peer(const mynd_net *net);

/*
 * Starts TLS over the connected socket. Fails with 2002 "Cannot connect to MySQL using SSL";
 * mynd_net_tls_detail() returns the reason. After a failure the socket is closed: there is no fallback to a
 * connection without TLS.
 */
int mynd_net_start_tls(mynd_net *net, const mynd_tls_options *options, const char *host,
    mynd_deadline deadline, mynd_error *error);
/*
 * Returns true if the certificate is in doubt (allow_doubt), and fills in its SHA-256. A TLS session with
 * such a certificate is never resumed.
 */
#define MYND_NET_FINGERPRINT_LEN 32
bool mynd_net_tls_is_in_doubt(const mynd_net *net, uint8_t fingerprint[MYND_NET_FINGERPRINT_LEN]);
const char *mynd_net_tls_detail(const mynd_net *net); /* stock's text for the last failure, or "" */
const char *mynd_net_tls_reason(
    const mynd_net *net); /* reason of the failure ("certificate has expired"), or "" */

/*
 * Reads at least one byte, at most to.len; *n is how many. Waits until the deadline, which may be a time
 * limit. Returns MYND_BAD at end of file or reset (cause LOST, 2006) and when the deadline has passed (cause
 * TIMED_OUT, 2006). With MYND_NO_WAIT, returns MYND_MORE if there are no bytes.
 */
int mynd_net_read(mynd_net *net, mynd_span to, mynd_deadline deadline, size_t *n, mynd_error *error);
/*
 * As mynd_net_read, for bytes that cannot have arrived yet: waits before the first read. Must not be called
 * with MYND_NO_WAIT.
 */
int mynd_net_read_later(mynd_net *net, mynd_span to, mynd_deadline deadline, size_t *n, mynd_error *error);

/*
 * Writes at least one byte of `from`; *n is how many. Waits and fails as mynd_net_read does. With
 * MYND_NO_WAIT, returns MYND_MORE if the socket is full; the next call must then pass the same bytes again,
 * and may add bytes after them.
 */
int mynd_net_write(mynd_net *net, mynd_slice from, mynd_deadline deadline, size_t *n, mynd_error *error);

/*
 * Callback for blocking waits: called when a wait has lasted MYND_NET_LONG, and when that wait ends.
 * `counts`: those of the transport. Must neither wait nor fail. One per process; NULL: none.
 */
#define MYND_NET_LONG 5000000 /* nanoseconds */
typedef void mynd_net_watch(const mynd_net_counts *counts, bool begins);
void mynd_net_watch_waits(mynd_net_watch *watch);

enum { MYND_READABLE = 1, MYND_WRITABLE = 2 };

/*
 * Waits for one of the events until the deadline, which may be a time limit; *ready: the events that came.
 * Decrypted bytes that OpenSSL holds already count as readable.
 */
int mynd_net_wait(mynd_net *net, int events, mynd_deadline deadline, int *ready, mynd_error *error);

bool mynd_net_is_tls(const mynd_net *net);
/* returns true if the peer is on this machine: unix socket, loopback */
bool mynd_net_is_local(const mynd_net *net);
int mynd_net_descriptor(const mynd_net *net); /* returns -1 if the transport is closed */
/* Stores the peer's numeric address. Returns false if it has none (a unix socket), or it does not fit. */
bool mynd_net_peer(const mynd_net *net, char *address, size_t size);

/* Returns true if OpenSSL holds bytes, which a poll of the socket does not show. */
bool mynd_net_look_for_bytes(mynd_net *net);

/*
 * Returns true if bytes or an end of file have arrived, which an idle connection does not expect. Never
 * waits.
 */
bool mynd_net_look_for_end(mynd_net *net);
/* Returns true if the peer has hung up, even if bytes from it are still unread. Never waits. */
bool mynd_net_look_for_hangup(const mynd_net *net);

#endif
