/*
 * A line to a server that is longer than it looks: whatever is sent arrives later, and just as fast.
 *
 *     proxy LISTEN SERVER MICROSECONDS
 *
 * LISTEN and SERVER are the path of a unix socket or ADDRESS:PORT (IPv4; port 0 of LISTEN: a free one).
 * Prints "ready PORT" when it listens (0: a unix socket) and ends when its standard input does. MICROSECONDS
 * is what a round trip gets longer by, half of it on each way. For each "?" on its standard input it prints
 * how many round trips clients have waited for so far.
 *
 * A round trip: what a client sends after it has received something, until it receives something again.
 * Connecting is two, until the greeting has come. Nobody waits for a goodbye, for the close of a statement,
 * or for what begins with the reset of a session, which is not counted. Packets are read for this, so the
 * count is right without TLS and compression only.
 *
 * Always true: a byte goes on half of that after it came, however many are on the way before it, so that
 * throughput is bounded by WAY bytes on the way at a time alone. The round trip that connecting takes is
 * added too: the server is connected to three half ways after the client was accepted, so that its greeting
 * arrives as late as over a real line. An end of file is delayed like a byte. One thread does it all; it is
 * not for thousands of clients.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "conversation.h"

enum { WAY = 4 << 20, MARKS = 4096, EVENTS = 64 };

typedef struct mark { /* what arrived together */
	uint64_t end;     /* bytes of the way until here */
	int64_t due;      /* nanoseconds */
} mark;

typedef struct way { /* from one peer to the other; counts of bytes and marks only grow */
	int from, to;
	uint64_t in, out;
	uint64_t first, last; /* marks that wait */
	bool ended, over;     /* the one peer has ended; the other was told */
	bool blocked;         /* the other takes no more for now */
	mark marks[MARKS];
	uint8_t bytes[WAY];
} way;

typedef struct reader { /* finds the commands in what a client sends */
	uint8_t head[5];    /* of a packet, and its first byte */
	unsigned have;
	uint32_t left; /* of the packet */
	bool counted;  /* what it has sent since it received something */
} reader;

typedef struct line {
	struct line *next;
	int client, server; /* the server's is -1 until `opens` */
	int64_t opens;
	uint32_t watched[2]; /* what the set tells of the two */
	bool broken;
	reader commands;
	way there, back;
} line;

static line *lines, *spare; /* gone ones are kept for reuse */
static int set;
static int64_t delay;
static uint64_t trips;
static const char *server_address;

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* --- sockets --- */

/* False: this is the path of a unix socket. */
static bool is_internet(const char *text, struct sockaddr_in *address)
{
	char host[64];
	const char *colon = strrchr(text, ':');
	if (text[0] == '/' || colon == NULL) {
		return false;
	}
	*address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t) atoi(colon + 1))};
	snprintf(host, sizeof host, "%.*s", (int) (colon - text), text);
	die_if(inet_pton(AF_INET, host, &address->sin_addr) != 1, text);
	return true;
}

static int listen_at(const char *text, int *port)
{
	struct sockaddr_in address;
	socklen_t len = sizeof address;
	*port = 0;
	if (!is_internet(text, &address)) {
		return listen_unix(text);
	}
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	die_if(fd < 0 || bind(fd, (struct sockaddr *) &address, len) != 0 || listen(fd, 128) != 0 ||
	           getsockname(fd, (struct sockaddr *) &address, &len) != 0,
	    text);
	*port = ntohs(address.sin_port);
	return fd;
}

/* -1: nobody is there. */
static int connect_to_server(void)
{
	struct sockaddr_in address;
	if (!is_internet(server_address, &address)) {
		return connect_unix(server_address);
	}
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *) &address, sizeof address) != 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void make_ready(int fd)
{
	int on = 1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* no matter if it is a unix socket */
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* --- round trips --- */

enum { COM_QUIT = 0x01, COM_STMT_CLOSE = 0x19, COM_RESET_CONNECTION = 0x1f };

static void note_command(reader *r, uint8_t sequence, uint8_t command)
{
	bool silent = sequence == 0 && (command == COM_QUIT || command == COM_STMT_CLOSE);
	if (!r->counted && !silent) {
		r->counted = true;
		trips += sequence != 0 || command != COM_RESET_CONNECTION;
	}
}

static void read_commands(reader *r, const uint8_t *bytes, size_t len)
{
	while (len > 0) {
		if (r->left > 0) {
			size_t n = len < r->left ? len : r->left;
			r->left -= (uint32_t) n;
			bytes += n;
			len -= n;
			continue;
		}
		r->head[r->have++] = *bytes++;
		len--;
		uint32_t size = r->head[0] | (uint32_t) r->head[1] << 8 | (uint32_t) r->head[2] << 16;
		if (r->have == 4 && size == 0) {
			r->have = 0;
		} else if (r->have == 5) {
			note_command(r, r->head[3], r->head[4]);
			r->left = size - 1;
			r->have = 0;
		}
	}
}

/* --- a way --- */

static void way_begin(way *w, int from, int to)
{
	w->from = from;
	w->to = to;
	w->in = w->out = w->first = w->last = 0;
	w->ended = w->over = w->blocked = false;
}

static bool has_room(const way *w)
{
	return !w->ended && w->in - w->out < WAY && w->last - w->first < MARKS;
}

static bool would_block(ssize_t n)
{
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Reads as much as has arrived. `commands`: of a client. False: the peer is lost. */
static bool take_in(way *w, reader *commands)
{
	size_t at = w->in % WAY, room = WAY - (w->in - w->out);
	ssize_t n = recv(w->from, w->bytes + at, room < WAY - at ? room : WAY - at, 0);
	if (would_block(n)) {
		return true;
	}
	if (n < 0) {
		return false;
	}
	w->ended = n == 0;
	w->in += (uint64_t) n;
	if (commands != NULL) {
		read_commands(commands, w->bytes + at, (size_t) n);
	}
	w->marks[w->last++ % MARKS] = (mark){w->in, now() + delay};
	return true;
}

/* How many bytes are due. */
static uint64_t due_until(way *w, int64_t time)
{
	uint64_t until = w->out;
	while (w->first < w->last && w->marks[w->first % MARKS].due <= time) {
		until = w->marks[w->first % MARKS].end;
		if (until > w->out) {
			break;
		}
		w->first++;
	}
	return until;
}

/* Writes the lines whose time has come. False: the peer is lost. */
static bool give_out(way *w, int64_t time)
{
	uint64_t until;
	w->blocked = false;
	while ((until = due_until(w, time)) > w->out) {
		size_t at = w->out % WAY, len = until - w->out;
		ssize_t n = send(w->to, w->bytes + at, len < WAY - at ? len : WAY - at, MSG_NOSIGNAL);
		if (n < 0) {
			return w->blocked = would_block(n);
		}
		w->out += (uint64_t) n;
	}
	if (w->ended && !w->over && w->first == w->last) {
		shutdown(w->to, SHUT_WR);
		w->over = true;
	}
	return true;
}

/* Nanoseconds until something is due. */
static int64_t wait_of(const way *w, int64_t time)
{
	if (w->first == w->last || w->blocked) {
		return INT64_MAX;
	}
	int64_t due = w->marks[w->first % MARKS].due;
	return due > time ? due - time : 0;
}

/* --- a line --- */

/* What nothing is wanted of leaves the set: a peer that has gone would be reported again and again. */
static void watch_peer(line *l, int i, int fd, uint32_t wanted)
{
	struct epoll_event event = {.events = wanted, .data.ptr = l};
	if (wanted != l->watched[i]) {
		epoll_ctl(set,
		    wanted == 0          ? EPOLL_CTL_DEL
		    : l->watched[i] == 0 ? EPOLL_CTL_ADD
		                         : EPOLL_CTL_MOD,
		    fd, &event);
		l->watched[i] = wanted;
	}
}

static void watch(line *l)
{
	watch_peer(l, 0, l->client, (has_room(&l->there) ? EPOLLIN : 0u) | (l->back.blocked ? EPOLLOUT : 0u));
	watch_peer(l, 1, l->server, (has_room(&l->back) ? EPOLLIN : 0u) | (l->there.blocked ? EPOLLOUT : 0u));
}

static void line_new(int client)
{
	line *l = spare != NULL ? spare : malloc(sizeof *l);
	die_if(l == NULL, "out of memory");
	spare = l == spare ? l->next : spare;
	make_ready(client);
	l->client = client;
	l->server = -1;
	l->opens = now() + 3 * delay;
	l->watched[0] = l->watched[1] = 0;
	l->broken = false;
	l->commands = (reader){.have = 0};
	trips += 2;
	l->next = lines;
	lines = l;
}

static void line_open(line *l)
{
	l->server = connect_to_server();
	l->broken = l->server < 0;
	if (!l->broken) {
		make_ready(l->server);
		way_begin(&l->there, l->client, l->server);
		way_begin(&l->back, l->server, l->client);
		watch(l);
	}
}

static void line_run(line *l, int64_t time)
{
	if (l->server < 0) {
		if (time >= l->opens) {
			line_open(l);
		}
		return;
	}
	way *ways[2] = {&l->there, &l->back};
	uint64_t received = l->back.out;
	for (int i = 0; i < 2 && !l->broken; i++) {
		reader *commands = i == 0 ? &l->commands : NULL;
		l->broken = (has_room(ways[i]) && !take_in(ways[i], commands)) || !give_out(ways[i], time);
	}
	l->commands.counted &= l->back.out == received;
	if (!l->broken) {
		watch(l);
	}
}

static bool is_over(const line *l)
{
	return l->broken || (l->server >= 0 && l->there.over && l->back.over);
}

static void line_end(line **at)
{
	line *l = *at;
	*at = l->next;
	close(l->client);
	if (l->server >= 0) {
		close(l->server);
	}
	l->next = spare;
	spare = l;
}

static int64_t line_wait(const line *l, int64_t time)
{
	if (l->server < 0) {
		return l->opens > time ? l->opens - time : 0;
	}
	int64_t there = wait_of(&l->there, time), back = wait_of(&l->back, time);
	return there < back ? there : back;
}

/* --- all of them --- */

static void run_lines(void)
{
	for (line **at = &lines; *at != NULL;) {
		line_run(*at, now());
		if (is_over(*at)) {
			line_end(at);
		} else {
			at = &(*at)->next;
		}
	}
}

static void wait_for_something(struct epoll_event *events, int *count)
{
	int64_t least = INT64_MAX, time = now();
	for (const line *l = lines; l != NULL; l = l->next) {
		int64_t wait = line_wait(l, time);
		least = wait < least ? wait : least;
	}
	struct timespec timeout = {least / 1000000000, least % 1000000000};
	*count = epoll_pwait2(set, events, EVENTS, least == INT64_MAX ? NULL : &timeout, NULL);
	die_if(*count < 0 && errno != EINTR, "epoll_pwait2");
}

static void add_to_set(int *fd)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = fd};
	epoll_ctl(set, EPOLL_CTL_ADD, *fd, &event);
}

int main(int argc, char **argv)
{
	int port, input = STDIN_FILENO, count;
	struct epoll_event events[EVENTS];
	errno = 0;
	die_if(argc != 4, "usage: proxy LISTEN SERVER MICROSECONDS");
	int listener = listen_at(argv[1], &port);
	server_address = argv[2];
	delay = atoll(argv[3]) * 1000 / 2;
	set = epoll_create1(EPOLL_CLOEXEC);
	die_if(set < 0, "epoll_create1");
	prctl(PR_SET_TIMERSLACK, 1);
	add_to_set(&listener);
	add_to_set(&input);
	printf("ready %d\n", port);
	fflush(stdout);
	for (;;) {
		wait_for_something(events, &count);
		for (int i = 0; i < count; i++) {
			char byte;
			if (events[i].data.ptr == &listener) {
				int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
				if (client >= 0) {
					line_new(client);
				}
			} else if (events[i].data.ptr == &input && read(input, &byte, 1) > 0) {
				printf("%" PRIu64 "\n", trips);
				fflush(stdout);
			} else if (events[i].data.ptr == &input) {
				if (port == 0) {
					unlink(argv[1]);
				}
				return 0;
			}
		}
		run_lines();
	}
}
