/*
 * A relay between a client and a server on TCP that cuts, splits or stalls a connection behind one byte.
 *
 *     relay PORT      of the server, on 127.0.0.1; the first line of output is the relay's own port
 *
 * One command a line on standard input, one line of answer for each:
 *
 *     plan                    closes all connections, and forgets what was planned
 *     add K D N WAY           connection K (from 0, counted from the plan), direction D (0: from the client,
 *                             1: from the server), behind byte N: f (FIN), r (RST), s (split: the rest
 *                             follows when the receiver has read what is there), h (stall: nothing follows)
 *     keep                    from now on bytes are kept for `bytes`
 *     end                     "A K D:N D:N ...": how many of the plan's acts have happened, the number of
 *                             connections, and the bytes of each from the client and from the server
 *     bytes K D               the kept bytes in hexadecimal
 *
 * Always true: a byte behind the place of a cut or a stall is not passed on. A connection is closed towards
 * the server by a reset, so that no port waits. The relay ends with its standard input.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LINKS = 256, MOST_PLANS = 64, ROOM = 1 << 16, PATIENCE = 100 /* milliseconds */ };

typedef struct plan {
	int link, direction;
	long at;
	char way; /* 0: it has happened */
} plan;

/* One direction: from ends[d] to ends[!d] of a link. */
typedef struct flow {
	char bytes[ROOM]; /* not passed on yet */
	size_t waiting;
	long passed;
	plan *next;
	bool split, stalled, ended;
	int64_t held_since;
	char *kept;
	size_t kept_size;
} flow;

typedef struct connection {
	int ends[2]; /* the client's and the server's socket; -1: closed */
	flow flows[2];
} connection;

static connection *links[MOST_LINKS];
static plan plans[MOST_PLANS];
static int link_count, plan_count, acts, listener, port_of_server, diag = -1;
static bool keeps;

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* --- sockets --- */

static void reset(int *fd)
{
	if (*fd >= 0) {
		struct linger now_and_hard = {1, 0};
		setsockopt(*fd, SOL_SOCKET, SO_LINGER, &now_and_hard, sizeof now_and_hard);
		close(*fd);
		*fd = -1;
	}
}

static struct sockaddr_in loopback(int port)
{
	return (struct sockaddr_in){
	    .sin_family = AF_INET, .sin_port = htons((uint16_t) port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void set_no_delay(int fd)
{
	int on = 1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static int connect_server(void)
{
	struct sockaddr_in to = loopback(port_of_server);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *) &to, sizeof to) != 0) {
		die("relay: the server");
	}
	set_no_delay(fd);
	return fd;
}

/*
 * Has the program at the other end of `fd` read all that was sent to it? The kernel is asked for that
 * socket's receive queue. Where it cannot be asked, what is acknowledged counts as read after a moment.
 */
static bool is_read(int fd, int64_t held_since)
{
	struct sockaddr_in self, peer;
	socklen_t size = sizeof self;
	if (getsockname(fd, (struct sockaddr *) &self, &size) != 0 ||
	    getpeername(fd, (struct sockaddr *) &peer, &size) != 0) {
		return true; /* it is closed */
	}
	struct {
		struct nlmsghdr head;
		struct inet_diag_req_v2 body;
	} ask = {{sizeof ask, SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, 1, 0},
	    {.sdiag_family = AF_INET,
	        .sdiag_protocol = IPPROTO_TCP,
	        .idiag_states = -1U,
	        .id = {.idiag_sport = peer.sin_port,
	            .idiag_dport = self.sin_port,
	            .idiag_src = {peer.sin_addr.s_addr},
	            .idiag_dst = {self.sin_addr.s_addr},
	            .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}}};
	_Alignas(8) char answer[4096];
	struct nlmsghdr *head = (struct nlmsghdr *) answer;
	if (diag < 0 || send(diag, &ask, sizeof ask, 0) < 0 || recv(diag, answer, sizeof answer, 0) < 0) {
		return now() - held_since >= 2;
	}
	if (head->nlmsg_type != SOCK_DIAG_BY_FAMILY) {
		int error = ((struct nlmsgerr *) NLMSG_DATA(head))->error;
		return error == -ENOENT || now() - held_since >= 2;
	}
	return ((struct inet_diag_msg *) NLMSG_DATA(head))->idiag_rqueue == 0;
}

/* --- links --- */

static void end_flow(connection *l, int d)
{
	l->flows[d].ended = true;
	l->flows[d].waiting = 0;
}

static void close_link(connection *l)
{
	for (int d = 0; d < 2; d++) {
		reset(&l->ends[d]);
		end_flow(l, d);
	}
}

static plan *next_plan(int number, int d, long from)
{
	plan *first = NULL;
	for (int i = 0; i < plan_count; i++) {
		plan *p = &plans[i];
		if (p->way != 0 && p->link == number && p->direction == d && p->at >= from &&
		    (first == NULL || p->at < first->at)) {
			first = p;
		}
	}
	return first;
}

/*
 * Cut: the server's side is gone at once. A FIN leaves the client's socket open for reading, so that what it
 * still sends is not answered by a reset.
 */
static void cut(connection *l, char way)
{
	reset(&l->ends[1]);
	end_flow(l, 0);
	end_flow(l, 1);
	if (way == 'r') {
		close_link(l);
	} else {
		shutdown(l->ends[0], SHUT_WR);
	}
}

/* What is planned behind this byte happens when it was passed on. */
static void act(connection *l, int d)
{
	flow *f = &l->flows[d];
	while (f->next != NULL && f->next->at <= f->passed && !f->split && !f->stalled && !f->ended) {
		plan *p = f->next;
		char way = p->way;
		p->way = 0;
		acts++;
		f->next = next_plan(p->link, d, f->passed);
		switch (way) {
		case 's':
			f->split = true;
			f->held_since = now();
			break;
		case 'h':
			f->stalled = true;
			break;
		default:
			cut(l, way);
		}
	}
}

static void accept_link(void)
{
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (fd < 0) {
		return;
	}
	if (link_count == MOST_LINKS) {
		close(fd);
		return;
	}
	set_no_delay(fd);
	connection *l = calloc(1, sizeof *l);
	if (l == NULL) {
		die("relay");
	}
	l->ends[0] = fd;
	l->ends[1] = connect_server();
	for (int d = 0; d < 2; d++) {
		l->flows[d].next = next_plan(link_count, d, 0);
	}
	links[link_count++] = l;
	for (int d = 0; d < 2; d++) {
		act(l, d);
	}
}

static void keep_bytes(flow *f, const char *bytes, size_t n)
{
	if (keeps && (f->kept = realloc(f->kept, f->kept_size + n)) != NULL) {
		memcpy(f->kept + f->kept_size, bytes, n);
		f->kept_size += n;
	}
}

/* Passes on what may go; what is behind the next place of the plan stays. */
static void pass(connection *l, int d)
{
	flow *f = &l->flows[d];
	while (f->waiting > 0 && !f->split && !f->stalled && !f->ended) {
		size_t n = f->waiting;
		if (f->next != NULL && f->passed + (long) n > f->next->at) {
			n = (size_t) (f->next->at - f->passed);
		}
		ssize_t put = n == 0 ? 0 : send(l->ends[!d], f->bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (put < 0) {
			if (errno != EAGAIN) {
				close_link(l);
			}
			return;
		}
		keep_bytes(f, f->bytes, (size_t) put);
		f->waiting -= (size_t) put;
		memmove(f->bytes, f->bytes + put, f->waiting);
		f->passed += put;
		act(l, d);
	}
}

/* The other side speaks, or has read what there is: the rest follows. */
static void go_on(connection *l, int d)
{
	if (l->flows[d].split) {
		l->flows[d].split = false;
		act(l, d);
		pass(l, d);
	}
}

static void receive(connection *l, int d)
{
	flow *f = &l->flows[d];
	if (f->ended) { /* cut, and the client still speaks */
		char none[4096];
		ssize_t got = recv(l->ends[d], none, sizeof none, MSG_DONTWAIT);
		if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
			reset(&l->ends[d]);
		}
		return;
	}
	ssize_t got = recv(l->ends[d], f->bytes + f->waiting, sizeof f->bytes - f->waiting, MSG_DONTWAIT);
	if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
		return;
	}
	if (got <= 0) {
		go_on(l, d);
		if (d == 1 && f->stalled) {
			reset(&l->ends[1]);
		} else if (d == 1 && l->ends[0] >= 0 && f->waiting == 0) {
			shutdown(l->ends[0], SHUT_WR); /* the server has closed */
			reset(&l->ends[1]);
			end_flow(l, 1);
			end_flow(l, 0);
		} else {
			close_link(l);
		}
		return;
	}
	f->waiting += (size_t) got;
	go_on(l, !d);
	pass(l, d);
}

static bool look_at_splits(void)
{
	bool held = false;
	for (int i = 0; i < link_count; i++) {
		for (int d = 0; d < 2; d++) {
			flow *f = &links[i]->flows[d];
			if (f->split && (f->ended || is_read(links[i]->ends[!d], f->held_since) ||
			                    now() - f->held_since > PATIENCE)) {
				go_on(links[i], d);
			}
			held = held || f->split;
		}
	}
	return held;
}

/* --- commands --- */

static void forget_all(void)
{
	while (link_count > 0) {
		connection *l = links[--link_count];
		close_link(l);
		free(l->flows[0].kept);
		free(l->flows[1].kept);
		free(l);
	}
	plan_count = acts = 0;
	keeps = false;
}

static void print_bytes(int number, int d)
{
	for (size_t i = 0; number < link_count && i < links[number]->flows[d].kept_size; i++) {
		printf("%02x", (unsigned char) links[number]->flows[d].kept[i]);
	}
	putchar('\n');
}

static void print_counts(void)
{
	printf("%d %d", acts, link_count);
	for (int i = 0; i < link_count; i++) {
		printf(" %ld:%ld", links[i]->flows[0].passed, links[i]->flows[1].passed);
	}
	putchar('\n');
}

static void obey(char *line)
{
	int number, d;
	plan p;
	if (strcmp(line, "end") == 0) {
		print_counts();
	} else if (sscanf(line, "bytes %d %d", &number, &d) == 2) {
		print_bytes(number, d);
	} else if (sscanf(line, "add %d %d %ld %c", &p.link, &p.direction, &p.at, &p.way) == 4 &&
	           plan_count < MOST_PLANS) {
		plans[plan_count++] = p;
		puts("ok");
	} else if (strcmp(line, "keep") == 0) {
		keeps = true;
		puts("ok");
	} else if (strcmp(line, "plan") == 0) {
		int fd;
		while ((fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
			reset(&fd); /* whoever asked for it has gone */
		}
		forget_all();
		puts("ok");
	} else {
		puts("?");
	}
	fflush(stdout);
}

static void read_commands(void)
{
	static char text[4096];
	static size_t size;
	ssize_t got = read(0, text + size, sizeof text - size);
	if (got <= 0) {
		exit(0);
	}
	size += (size_t) got;
	char *end;
	while ((end = memchr(text, '\n', size)) != NULL) {
		*end = '\0';
		obey(text);
		size -= (size_t) (end + 1 - text);
		memmove(text, end + 1, size);
	}
}

/* --- the loop --- */

static short events_of(const connection *l, int end)
{
	const flow *in = &l->flows[end], *out = &l->flows[!end];
	bool reads = in->ended || in->waiting < sizeof in->bytes;
	bool writes = out->waiting > 0 && !out->split && !out->stalled && !out->ended;
	return (short) ((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
}

static void turn(void)
{
	struct pollfd fds[2 + 2 * MOST_LINKS] = {{0, POLLIN, 0}, {listener, POLLIN, 0}};
	int count = link_count;
	bool held = look_at_splits();
	for (int i = 0; i < count; i++) {
		for (int e = 0; e < 2; e++) {
			fds[2 + 2 * i + e] = (struct pollfd){links[i]->ends[e], events_of(links[i], e), 0};
		}
	}
	struct timespec moment = {0, 50000};
	if (ppoll(fds, (nfds_t) (2 + 2 * count), held ? &moment : NULL, NULL) < 0) {
		return;
	}
	for (int i = 0; i < count; i++) {
		for (int e = 0; e < 2; e++) {
			short got = fds[2 + 2 * i + e].revents;
			if ((got & POLLOUT) && links[i]->ends[e] >= 0) {
				pass(links[i], !e);
			}
			if ((got & ~POLLOUT) && links[i]->ends[e] >= 0) {
				receive(links[i], e);
			}
		}
	}
	if (fds[1].revents) {
		accept_link();
	}
	if (fds[0].revents) {
		read_commands();
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_in self = loopback(0);
	socklen_t size = sizeof self;
	if (argc != 2) {
		return 2;
	}
	signal(SIGPIPE, SIG_IGN);
	port_of_server = atoi(argv[1]);
	diag = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (listener < 0 || bind(listener, (struct sockaddr *) &self, sizeof self) != 0 ||
	    listen(listener, 128) != 0 || getsockname(listener, (struct sockaddr *) &self, &size) != 0) {
		die("relay");
	}
	printf("%d\n", ntohs(self.sin_port));
	fflush(stdout);
	for (;;) {
		turn();
	}
}
