/*
 * Declarations that the files of src/net share. No other folder includes them.
 *
 * Always true: fd is -1 or a socket with FD_CLOEXEC. A socket made here is non-blocking until
 * mynd_net_read_later makes it blocking; no call sleeps in the socket but the recv of mynd_net_read_later
 * (net.c). `tls` is set only while a TLS handshake runs or after it has succeeded. `dial` holds everything
 * that a connect needs across its waits, and mynd_net_free frees it, so that a wait which never returns leaks
 * nothing.
 */
#ifndef MYND_NET_PRIVATE_H
#define MYND_NET_PRIVATE_H

#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include "net.h"
#include "wait.h"

typedef union mynd_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
} mynd_address;

#define MYND_ADDRESS_MAX 32 /* addresses of one name; more are ignored */

typedef struct mynd_addresses {
	unsigned count;
	mynd_address list[MYND_ADDRESS_MAX];
} mynd_addresses;

typedef struct mynd_dial mynd_dial;
typedef struct mynd_inprocess_peer mynd_inprocess_peer;
typedef struct mynd_watch mynd_watch; /* the entry of a transport in a set, set.c */

/* The peer of a TLS session, and the name for which the peer was verified. */
typedef struct mynd_tls_peer {
	struct sockaddr_storage address;
	socklen_t address_len; /* length of the peer's address; 0: unknown, so its sessions are not stored */
	bool verify_host;
	char host[256];
} mynd_tls_peer;

typedef struct mynd_tls {
	SSL *ssl;
	mynd_tls_peer peer;
	const char *host; /* string of the caller; during the handshake only */
	bool verify_chain, allow_doubt;
	bool in_doubt; /* the certificate is self-signed, and `allow_doubt` is set */
	/* MYND_READABLE or MYND_WRITABLE: what the last unfinished read or write needs of the socket; 0: none */
	int read_needs, write_needs;
	/* errno of the last failed recv or send below OpenSSL; 0: end of file or no failure */
	int io_errno;
	bool at_eof;
	bool broken; /* OpenSSL must not be called again, not even to close */
} mynd_tls;

struct mynd_net {
	int fd;
	bool keepalive;
	bool is_tcp;
	bool foreign;   /* the descriptor came from another process, which may still have it open */
	bool bad_ca;    /* TLS was not started because the file of authorities (`ca`) cannot be loaded */
	bool greeted;   /* the connect has waited for the server's first bytes, and they have arrived */
	bool dead;      /* the peer was silent, and was found dead (silence.c) */
	int dead_after; /* seconds after which a silent peer is dead; 0: never */
	/* a wait for the peer's first bytes ends, as failed, when this descriptor is ready; no events: none */
	mynd_wait_fd meanwhile;
	uint64_t replies; /* replies waited for so far, on TCP without TLS */
	/* how long a recv blocks: a time limit or MYND_NO_DEADLINE. MYND_NO_WAIT: a non-blocking socket */
	mynd_deadline sleep_limit;
	mynd_net_counts *counts;
	mynd_tls *tls;
	mynd_dial *dial;
	mynd_watch *watches;
	mynd_inprocess_peer *inprocess; /* the peer, if it is in this process; otherwise NULL */
	char tls_detail[512], tls_reason[424];
};

#define MYND_NET_MALLOC_REUSES 1032 /* bytes: larger blocks are not cached per thread (glibc) */
_Static_assert(
    sizeof(struct mynd_net) <= MYND_NET_MALLOC_REUSES, "a connect would cost 500 instructions more");

/* --- net.c --- */

/*
 * Nanoseconds by which the coarse clock may be late at most. They are added when a time limit becomes a point
 * in time, so a call whose wait has to begin anew may exceed its time limit by as much.
 */
#define MYND_COARSE_LATE 10000000

/* As mynd_wait, and counts the wait. MYND_OK may be spurious: the caller tries again. */
int mynd_net_sleep(mynd_net *net, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
/* As mynd_net_sleep; `left`: as in mynd_wait_left. */
int mynd_net_sleep_left(
    mynd_net *net, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left);

/* removes the descriptor from waiters and pollers before it closes it */
void mynd_net_close_descriptor(int fd);

const char *mynd_net_errno_text(int number, char *room, size_t size); /* returns `room` or a constant */

/* Fills the error of a failed connect: 2002 with the system's text for `number`. Returns MYND_BAD. */
int mynd_net_refuse(mynd_error *error, mynd_cause cause, int number);

/* --- silence.c --- */

/* Has the kernel end a TCP connection whose peer cannot be reached any more. */
void mynd_net_keep_alive(const mynd_net *net, int fd);
/* Returns the nanoseconds of silence after which the callback of mynd_net_on_silence is called. */
static inline int64_t mynd_net_silence(const mynd_net *net)
{
	return net->dead_after * (MYND_SECOND / 2);
}
/*
 * Calls the callback of mynd_net_on_silence. The transport may be freed meanwhile, unless a call waits for
 * it.
 */
int mynd_net_ask(const mynd_net *net, int fd, int events, mynd_deadline deadline);
/*
 * As mynd_net_sleep for one descriptor, with `dead_after`: calls the callback whenever the peer has been
 * silent. `silent`: nanoseconds of silence before this wait. Also returns MYND_BAD, with `dead` set, if the
 * peer is dead.
 */
int mynd_net_sleep_in_silence(mynd_net *net, mynd_wait_fd *fd, mynd_deadline deadline, int64_t silent);
void mynd_net_reset_on_close(int fd); /* closing this TCP socket will reset its connection */
/* As mynd_wait_left, but ends as `meanwhile` says: returns MYND_BAD with ECANCELED. */
int mynd_net_wait_meanwhile(
    mynd_net *net, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left);

/* --- set.c --- */
void mynd_watches_end(mynd_net *net); /* removes a transport from its sets, before it is closed */
/* Returns a number that changes with a fork: in the child, an epoll with an older number is the parent's. */
unsigned mynd_sets_generation(void);

/* --- conversion of readiness to and from epoll's bits (set.c, poller.c) --- */

static inline uint32_t mynd_to_epoll(int events)
{
	return (events & MYND_READABLE ? (uint32_t) EPOLLIN : 0) |
	       (events & MYND_WRITABLE ? (uint32_t) EPOLLOUT : 0);
}

/* Sets MYND_SOUND in the result in the same cases as mynd_wait. */
static inline int mynd_from_epoll(uint32_t events)
{
	if (events & (EPOLLERR | EPOLLHUP)) {
		return MYND_READABLE | MYND_WRITABLE;
	}
	return (events & EPOLLIN ? MYND_READABLE : 0) | (events & EPOLLOUT ? MYND_WRITABLE : 0) | MYND_SOUND;
}

/* --- poller.c --- */
void mynd_pollers_leave(int fd); /* called before fd is closed or handed over */

/* --- connect.c --- */
void mynd_dial_free(mynd_net *net); /* closes the sockets being connected, ends the resolution of names */

/* --- inprocess_peer.c --- */
void mynd_inprocess_peer_act(mynd_inprocess_peer *inprocess); /* the peer reads its input and answers */
void mynd_inprocess_peer_end(mynd_net *net);

/* --- resolve.c --- */

typedef struct mynd_resolver mynd_resolver;

/*
 * Finds the addresses of `host`, those of the two families alternating. *resolver holds what must outlive a
 * wait; the caller frees it, also after success.
 */
int mynd_resolve(mynd_net *net, mynd_resolver **resolver, const char *host, int port, mynd_deadline deadline,
    mynd_addresses *addresses, mynd_error *error);
void mynd_resolver_free(mynd_resolver *resolver);

/*
 * Returns true if `host` is an address and not a name, and stores it in `addresses`. Never uses the
 * network.
 */
bool mynd_resolve_numeric(const char *host, int port, mynd_addresses *addresses);

/* --- tls_context.c --- */

/*
 * Returns a context for these options, new or from the thread's cache; the caller ends the reference with
 * SSL_CTX_free. Returns NULL if the options cannot be used: `tls_detail` has the reason, OpenSSL's error
 * queue more about it.
 */
SSL_CTX *mynd_tls_context(mynd_net *net, const mynd_tls_options *options);

/* --- tls_verify.c --- */

/*
 * Sets what OpenSSL has to verify: the chain, and the name or address in the certificate. Returns false if
 * that failed.
 */
bool mynd_tls_expect(mynd_net *net, const mynd_tls_options *options, const char *host);

/* --- tls_resume.c --- */
void mynd_tls_resume_context(SSL_CTX *context); /* stores the context's sessions from now on */
/*
 * Offers the TLS session of the last connection to this server, if one was stored; call before the handshake.
 */
void mynd_tls_resume_offer(mynd_net *net, const mynd_tls_options *options, const char *host);
/* drops the TLS session that was offered; called after a failed handshake */
void mynd_tls_resume_failed(mynd_net *net);
void mynd_tls_resume_thread_end(void);

/* --- tls_bio.c --- */
BIO *mynd_tls_bio(mynd_net *net); /* returns a BIO that does not own the descriptor; NULL: no memory */
void mynd_tls_bio_thread_end(void);

/* --- tls.c --- */

/* Append to `tls_detail` (stock's text, for people), or set `tls_reason`, before a handshake fails. */
void mynd_tls_say(mynd_net *net, const char *format, ...) __attribute__((format(printf, 2, 3)));
void mynd_tls_give_reason(mynd_net *net, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Return as mynd_net_read does with MYND_NO_WAIT, with errno in place of an error; after MYND_MORE *needs is
 * the readiness to wait for.
 */
int mynd_tls_read(mynd_net *net, mynd_span to, size_t *n, int *needs);
int mynd_tls_write(mynd_net *net, mynd_slice from, size_t *n, int *needs);
/* Returns true if a read would return bytes, or fail, without waiting for the socket. */
bool mynd_tls_look_for_bytes(mynd_net *net);
void mynd_tls_free(mynd_net *net, bool say_goodbye);

#endif
