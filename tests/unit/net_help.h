/*
 * For the tests of src/net/: listeners on loopback, a peer in a thread, certificates made on the spot.
 */
#ifndef TESTS_UNIT_NET_HELP_H
#define TESTS_UNIT_NET_HELP_H

#include <openssl/ssl.h>
#include <pthread.h>
#include "net/net.h"
#include "wire/buffer.h"
#include "net/wait.h"

/* A listening socket on a free port of `address` (an IPv4 or IPv6 number); *port 0: any, and is filled in. */
int net_listen(const char *address, int *port, int backlog);
int net_listen_unix(const char *path, int backlog);
/* Connects sockets until the listener's backlog is full; the caller closes them. How many there are. */
int net_fill_backlog(const char *address, int port, int fds[], int max);

/* The far end of one connection: accepts, calls `serve`, closes. */
typedef struct net_peer {
	pthread_t thread;
	int listener;
	void (*serve)(int fd, void *context);
	void *context;
} net_peer;
void net_peer_start(net_peer *peer, int listener, void (*serve)(int fd, void *context), void *context);
void net_peer_join(net_peer *peer); /* closes the listener */

/* The transport under test. */
typedef struct net_try {
	mynd_net *net;
	mynd_net_counts counts;
	mynd_error error;
} net_try;
void net_begin(net_try *t);
void net_end(net_try *t);
bool net_is_open(const net_try *t);
const char *net_tls_cipher(const net_try *t); /* NULL: no TLS */
int net_connect(net_try *t, const char *host, int port, double seconds);
/* Connects to a peer on 127.0.0.1 that serves so; fails the test otherwise. */
void net_connect_peer(net_try *t, net_peer *peer, void (*serve)(int fd, void *context), void *context);
/* Reads exactly so many bytes; fails the test otherwise. */
void net_read_all(net_try *t, void *to, size_t len);
void net_write_all(net_try *t, const void *from, size_t len);
/* The last error, with SQLSTATE HY000. */
void net_assert_error(const net_try *t, unsigned code, mynd_cause cause, int number, const char *message);

/* Blocking, in a peer. */
void peer_write(int fd, const void *from, size_t len);
size_t peer_read(int fd, void *to, size_t len); /* fewer at the end of the file */
/* A way to serve: says "hello", and two bytes that come are sent back. */
void peer_greet(int fd, void *context);

double net_seconds(void); /* a monotonic clock */
/* The n-th byte of an endless sequence that has no short period. */
static inline uint8_t net_pattern(size_t n)
{
	return (uint8_t) (n * 131 + (n >> 8) * 29 + (n >> 16));
}
void net_fill_pattern(uint8_t *to, size_t from, size_t len);

/* --- certificates; all in a directory of the test's own --- */

typedef struct net_cert {
	X509 *x509;
	EVP_PKEY *key;
} net_cert;

typedef struct net_cert_request {
	const char *name;         /* the common name */
	const char *alternatives; /* "DNS:localhost,IP:127.0.0.1"; NULL: none */
	int from_days, to_days;   /* validity, counted from now */
	bool authority;
} net_cert_request;

/* Signed by `issuer`; NULL: by itself. */
net_cert net_cert_make(const net_cert_request *request, const net_cert *issuer);
void net_cert_free(net_cert *cert);
/* Write a PEM file and give its path, which lives until the end of the program. */
const char *net_cert_file(const net_cert *cert, const char *name);
const char *net_key_file(const net_cert *cert, const char *name);
const char *net_file(const char *name, const void *bytes, size_t len);
const char *net_path(const char *name); /* of a file in the directory */
void net_remove_files(void);

/* A peer that speaks TLS: accepts, shakes hands, calls `serve`. */
typedef struct net_tls_peer {
	net_peer peer;
	SSL_CTX *context;
	void (*serve)(SSL *ssl, int fd, void *context_of_serve);
	void *context_of_serve;
	bool handshake_ok;
} net_tls_peer;
void net_tls_peer_start(net_tls_peer *peer, int listener, const net_cert *cert,
    void (*serve)(SSL *ssl, int fd, void *context), void *context);
void net_tls_peer_join(net_tls_peer *peer);
bool peer_tls_write(SSL *ssl, const void *from, size_t len);
size_t peer_tls_read(SSL *ssl, void *to, size_t len);

#endif
