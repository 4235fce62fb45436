/*
 * Turns names into addresses with c-ares, which asks the hosts file and DNS as /etc/nsswitch.conf and
 * /etc/resolv.conf configure it. Other sources of the system's name service (LDAP, mDNS ...) are not used:
 * getaddrinfo() uses them, but it can be neither limited by a deadline nor suspended.
 *
 * Always true: c-ares never sleeps here; its sockets and timeouts are waited for in mynd_wait. A numeric
 * address is never looked up, and neither is a name under "invalid", which cannot exist (RFC 6761, 6.4). Not
 * here: which address is tried when (connect.c).
 */
#include <ares.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/time.h>
#include "private.h"

#define SOCKET_MAX 16 /* sockets to wait for at a time; a query on a further one times out in c-ares */

struct mynd_resolver {
	ares_channel channel;
	bool has_channel, done;
	int status;
	struct ares_addrinfo *found;
	mynd_wait_fd fds[SOCKET_MAX];
	unsigned fd_count;
};

static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void library_init(void)
{
	ares_library_init(ARES_LIB_INIT_ALL);
}

/* --- callbacks of c-ares --- */

static void on_socket(void *context, ares_socket_t fd, int readable, int writable)
{
	mynd_resolver *r = context;
	unsigned i = 0;
	while (i < r->fd_count && r->fds[i].fd != fd) {
		i++;
	}
	if (!readable && !writable) {
		mynd_wait_closing(fd);
		if (i < r->fd_count) {
			r->fds[i] = r->fds[--r->fd_count];
		}
		return;
	}
	if (i == r->fd_count) {
		if (i == SOCKET_MAX) {
			return;
		}
		r->fd_count++;
	}
	int events = (readable ? MYND_READABLE : 0) | (writable ? MYND_WRITABLE : 0);
	r->fds[i] = (mynd_wait_fd){.fd = fd, .events = events};
}

static void on_addresses(void *context, int status, int timeouts, struct ares_addrinfo *found)
{
	(void) timeouts;
	mynd_resolver *r = context;
	r->done = true;
	r->status = status;
	r->found = found;
}

/* --- errors --- */

static int as_getaddrinfo(int status)
{
	switch (status) {
	case ARES_ENOTFOUND:
	case ARES_EBADNAME:
	case ARES_ENONAME:
	case ARES_ENODATA:
		return EAI_NONAME;
	case ARES_ENOMEM:
		return EAI_MEMORY;
	case ARES_ETIMEOUT:
	case ARES_ECONNREFUSED:
	case ARES_ESERVFAIL:
	case ARES_EREFUSED:
		return EAI_AGAIN;
	default:
		return EAI_FAIL;
	}
}

static int unknown_host(mynd_error *error, const char *host, int status)
{
	return mynd_error_set(error, MYND_CAUSE_UNKNOWN_HOST, MYND_ERR_CONNECTION, NULL,
	    "php_network_getaddresses: getaddrinfo for %s failed: %s", host,
	    gai_strerror(as_getaddrinfo(status)));
}

/* --- addresses --- */

static bool add_address(mynd_addresses *to, const struct sockaddr *from, int port)
{
	if (to->count == MYND_ADDRESS_MAX) {
		return false;
	}
	mynd_address *a = &to->list[to->count];
	memset(a, 0, sizeof *a);
	if (from->sa_family == AF_INET) {
		memcpy(&a->v4, from, sizeof a->v4);
		a->v4.sin_port = htons((uint16_t) port);
	} else if (from->sa_family == AF_INET6) {
		memcpy(&a->v6, from, sizeof a->v6);
		a->v6.sin6_port = htons((uint16_t) port);
	} else {
		return false;
	}
	to->count++;
	return true;
}

bool mynd_resolve_numeric(const char *host, int port, mynd_addresses *addresses)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM}, *found;
	if (getaddrinfo(host, NULL, &hints, &found) != 0) {
		return false;
	}
	addresses->count = 0;
	for (struct addrinfo *a = found; a != NULL; a = a->ai_next) {
		add_address(addresses, a->ai_addr, port);
	}
	freeaddrinfo(found);
	return addresses->count > 0;
}

static const struct ares_addrinfo_node *of_family(
    const struct ares_addrinfo_node *node, int family, bool same)
{
	while (node != NULL && (node->ai_family == family) != same) {
		node = node->ai_next;
	}
	return node;
}

/*
 * Adds addresses in the order of c-ares (RFC 6724), but with the two families alternating, so that a dead
 * family costs one attempt (RFC 8305).
 */
static void take_in_turn(mynd_addresses *to, const struct ares_addrinfo_node *nodes, int port)
{
	if (nodes == NULL) {
		return;
	}
	int family = nodes->ai_family;
	const struct ares_addrinfo_node *next[2] = {nodes, of_family(nodes, family, false)};
	for (int turn = 0; next[0] != NULL || next[1] != NULL; turn = !turn) {
		const struct ares_addrinfo_node *node = next[turn];
		if (node != NULL) {
			add_address(to, node->ai_addr, port);
			next[turn] = of_family(node->ai_next, family, turn == 0);
		}
	}
}

/* --- the look-up --- */

static int start(mynd_resolver *r, const char *host)
{
	pthread_once(&library_once, library_init);
	struct ares_options options = {.sock_state_cb = on_socket, .sock_state_cb_data = r};
	int status = ares_init_options(&r->channel, &options, ARES_OPT_SOCK_STATE_CB);
	if (status != ARES_SUCCESS) {
		return status;
	}
	r->has_channel = true;
	struct ares_addrinfo_hints hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
	ares_getaddrinfo(r->channel, host, NULL, &hints, on_addresses, r);
	return ARES_SUCCESS;
}

/* Lets c-ares process the ready sockets, or, if there are none, its timeouts. */
static void turn(mynd_resolver *r, const mynd_wait_fd *fds, unsigned count)
{
	bool any = false;
	for (unsigned i = 0; i < count; i++) {
		if (fds[i].ready != 0) {
			any = true;
			ares_process_fd(r->channel, fds[i].ready & MYND_READABLE ? fds[i].fd : ARES_SOCKET_BAD,
			    fds[i].ready & MYND_WRITABLE ? fds[i].fd : ARES_SOCKET_BAD);
		}
	}
	if (!any) {
		ares_process_fd(r->channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
	}
}

static int run(mynd_net *net, mynd_resolver *r, mynd_deadline deadline, mynd_error *error)
{
	while (!r->done) {
		if (mynd_deadline_has_passed(deadline)) {
			return mynd_net_refuse(error, MYND_CAUSE_TIMED_OUT, ETIMEDOUT);
		}
		struct timeval left, *limit = ares_timeout(r->channel, NULL, &left);
		mynd_deadline until = deadline;
		if (limit != NULL) {
			int64_t ns = left.tv_sec * INT64_C(1000000000) + left.tv_usec * INT64_C(1000);
			until = mynd_deadline_earlier(deadline, mynd_deadline_at(mynd_now() + ns));
		}
		/* a copy: c-ares changes r->fds, and a table that is being waited for must not change */
		mynd_wait_fd fds[SOCKET_MAX];
		unsigned count = r->fd_count;
		memcpy(fds, r->fds, count * sizeof *fds);
		if (mynd_net_sleep(net, fds, count, until) == MYND_BAD) {
			return mynd_net_refuse(error, MYND_CAUSE_LOST, errno ? errno : ECANCELED);
		}
		turn(r, fds, count);
	}
	return MYND_OK;
}

static bool cannot_exist(const char *host)
{
	size_t len = strlen(host);
	if (len > 0 && host[len - 1] == '.') {
		len--;
	}
	return len >= 7 && strncasecmp(host + len - 7, "invalid", 7) == 0 && (len == 7 || host[len - 8] == '.');
}

int mynd_resolve(mynd_net *net, mynd_resolver **resolver, const char *host, int port, mynd_deadline deadline,
    mynd_addresses *addresses, mynd_error *error)
{
	addresses->count = 0;
	if (mynd_resolve_numeric(host, port, addresses)) {
		return MYND_OK;
	}
	if (cannot_exist(host)) {
		return unknown_host(error, host, ARES_ENOTFOUND);
	}
	mynd_resolver *r = *resolver = calloc(1, sizeof *r);
	int status = r == NULL ? ARES_ENOMEM : start(r, host);
	if (status != ARES_SUCCESS) {
		return unknown_host(error, host, status);
	}
	if (run(net, r, deadline, error) != MYND_OK) {
		return MYND_BAD;
	}
	if (r->status == ARES_SUCCESS) {
		take_in_turn(addresses, r->found->nodes, port);
	}
	if (addresses->count == 0) {
		return unknown_host(error, host, r->status == ARES_SUCCESS ? ARES_ENODATA : r->status);
	}
	return MYND_OK;
}

void mynd_resolver_free(mynd_resolver *r)
{
	if (r == NULL) {
		return;
	}
	if (r->has_channel) {
		ares_destroy(r->channel); /* ends a look-up that is still running: on_addresses is called */
	}
	if (r->found != NULL) {
		ares_freeaddrinfo(r->found);
	}
	free(r);
}
