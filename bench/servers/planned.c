/*
 * A server that answers at planned times, so that a client's own cost of waiting for many links can be
 * measured.
 *
 *     planned LISTEN-SOCKET
 *
 * Prints "ready" when it listens, serves all clients from one thread, and ends when its standard input does,
 * so that it never outlives the bench. It lets anybody in. Commands are queries:
 *
 *     PLAN MICROSECONDS          the plan begins so much later; OK at once
 *     ANSWER NUMBER AT MICROSECONDS    one row with the number, so long after the plan has begun
 *
 * Everything else is OK at once: the server is for programs of this folder only.
 * Always true: `planned` is a heap by time, earliest first. A client that goes while its answer is planned
 * takes its number with it: its place stays empty until the time has come.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include "conversation.h"

enum { FOUND = 256, ROOM = 4096 };
#define NANOSECONDS INT64_C(1000000000)

typedef struct client {
	int fd;
	bool gone;
	unsigned planned; /* answers */
} client;

typedef struct answer {
	int64_t when; /* nanoseconds of the monotonic clock */
	client *to;
	long number;
} answer;

static int epoll, timer, listener;
static int64_t plan_begins;
static answer *planned;
static size_t planned_count, planned_room;

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * NANOSECONDS + t.tv_nsec;
}

/* --- the plan --- */

static void swap(size_t a, size_t b)
{
	answer kept = planned[a];
	planned[a] = planned[b];
	planned[b] = kept;
}

static void set_timer(void)
{
	int64_t when = planned_count > 0 ? planned[0].when : 0; /* 0: off */
	struct itimerspec spec = {.it_value = {when / NANOSECONDS, when % NANOSECONDS}};
	die_if(timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, NULL) != 0, "timerfd_settime");
}

static void plan(client *to, int64_t when, long number)
{
	size_t i = planned_count++;
	if (planned_count > planned_room) {
		planned_room = planned_room == 0 ? 64 : 2 * planned_room;
		planned = realloc(planned, planned_room * sizeof *planned);
		die_if(planned == NULL, "out of memory");
	}
	planned[i] = (answer){when, to, number};
	for (; i > 0 && planned[i].when < planned[(i - 1) / 2].when; i = (i - 1) / 2) {
		swap(i, (i - 1) / 2);
	}
	to->planned++;
	if (i == 0) {
		set_timer();
	}
}

static answer take_first(void)
{
	answer first = planned[0];
	planned[0] = planned[--planned_count];
	for (size_t i = 0, least;; i = least) {
		least = i;
		for (size_t below = 2 * i + 1; below <= 2 * i + 2 && below < planned_count; below++) {
			if (planned[below].when < planned[least].when) {
				least = below;
			}
		}
		if (least == i) {
			return first;
		}
		swap(i, least);
	}
}

/* --- packets --- */

static uint8_t *add_packet(uint8_t *to, uint8_t number, const void *payload, size_t len)
{
	const uint8_t head[PACKET_HEADER] = {(uint8_t) len, (uint8_t) (len >> 8), 0, number};
	memcpy(to, head, sizeof head);
	memcpy(to + sizeof head, payload, len);
	return to + sizeof head + len;
}

static bool send_packet(int fd, uint8_t number, const void *payload, size_t len)
{
	uint8_t packet[ROOM];
	return write_all(fd, packet, (size_t) (add_packet(packet, number, payload, len) - packet));
}

static bool send_ok(int fd, uint8_t number)
{
	const uint8_t ok[] = {0, 0, 0, 2, 0, 0, 0}; /* status: autocommit */
	return send_packet(fd, number, ok, sizeof ok);
}

/*
 * Manual: "Protocol::HandshakeV10". LONG_PASSWORD, CONNECT_WITH_DB, PROTOCOL_41, SECURE_CONNECTION,
 * MULTI_RESULTS, PLUGIN_AUTH.
 */
static bool send_greeting(int fd)
{
	static const char greeting[] = "\x0a"
	                               "5.5.5-10.11.0-planned\0"
	                               "\1\0\0\0"
	                               "abcdefgh\0"
	                               "\x09\x82\x2d\2\0\x0a\0\x15"
	                               "\0\0\0\0\0\0\0\0\0\0"
	                               "ijklmnopqrst\0"
	                               "mysql_native_password";
	return send_packet(fd, 0, greeting, sizeof greeting);
}

/* Manual: "Text Resultset", with EOF packets: one BIGINT named n. */
static bool send_answer(int fd, long number)
{
	static const char definition[] = "\3def\0\0\0\1n\0\x0c\x3f\0\x14\0\0\0\x08\1\0\0\0\0";
	static const uint8_t eof[] = {0xfe, 0, 0, 2, 0};
	uint8_t reply[256], row[32], *end = reply;
	int len = snprintf((char *) row + 1, sizeof row - 1, "%ld", number);
	row[0] = (uint8_t) len;
	end = add_packet(end, 1, "\1", 1);
	end = add_packet(end, 2, definition, sizeof definition - 1);
	end = add_packet(end, 3, eof, sizeof eof);
	end = add_packet(end, 4, row, (size_t) len + 1);
	end = add_packet(end, 5, eof, sizeof eof);
	return write_all(fd, reply, (size_t) (end - reply));
}

/* --- clients --- */

static void let_go(client *c)
{
	if (c->gone && c->planned == 0) {
		free(c);
	}
}

static void hang_up(client *c)
{
	close(c->fd);
	c->gone = true;
	let_go(c);
}

static void answer_due(void)
{
	while (planned_count > 0 && planned[0].when <= now()) {
		answer a = take_first();
		a.to->planned--;
		if (a.to->gone) {
			let_go(a.to);
		} else {
			(void) send_answer(a.to->fd, a.number); /* who has gone is found by the next read */
		}
	}
	set_timer();
}

static bool obey(client *c, const char *query)
{
	long number, microseconds;
	if (sscanf(query, "ANSWER %ld AT %ld", &number, &microseconds) == 2) {
		plan(c, plan_begins + microseconds * INT64_C(1000), number);
		return true;
	}
	if (sscanf(query, "PLAN %ld", &microseconds) == 1) {
		plan_begins = now() + microseconds * INT64_C(1000);
	}
	return send_ok(c->fd, 1);
}

/* One packet; a client of this folder sends it whole. */
static void attend(client *c)
{
	uint8_t room[ROOM];
	size_t len = read_packet(c->fd, room, sizeof room - 1);
	room[len] = '\0';
	bool login = len > PACKET_HEADER && room[3] == 1;
	if (len <= PACKET_HEADER || (!login && room[PACKET_HEADER] == COMMAND_QUIT)) {
		hang_up(c);
	} else if (!(login ? send_ok(c->fd, 2) : obey(c, (char *) room + PACKET_HEADER + 1))) {
		hang_up(c);
	}
}

static void watch(int fd, void *name)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = name};
	die_if(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0, "epoll_ctl");
}

static void welcome(void)
{
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	die_if(fd < 0 && errno != EINTR && errno != ECONNABORTED, "accept");
	client *c = fd < 0 ? NULL : calloc(1, sizeof *c);
	if (c == NULL) {
		return;
	}
	c->fd = fd;
	if (send_greeting(fd)) {
		watch(fd, c);
	} else {
		hang_up(c);
	}
}

/* --- life --- */

static void raise_limit(void)
{
	struct rlimit limit;
	die_if(getrlimit(RLIMIT_NOFILE, &limit) != 0, "getrlimit");
	limit.rlim_cur = limit.rlim_max;
	die_if(setrlimit(RLIMIT_NOFILE, &limit) != 0, "setrlimit");
}

/* False: the bench is over. */
static bool serve_some(void)
{
	struct epoll_event found[FOUND];
	int n = epoll_wait(epoll, found, FOUND, -1);
	die_if(n < 0 && errno != EINTR, "epoll_wait");
	for (int i = 0; i < n; i++) {
		void *name = found[i].data.ptr;
		if (name == NULL) {
			return false;
		} else if (name == &listener) {
			welcome();
		} else if (name == &timer) {
			answer_due();
		} else {
			attend(name);
		}
	}
	return true;
}

int main(int argc, char **argv)
{
	errno = 0;
	die_if(argc != 2, "usage: planned LISTEN-SOCKET");
	raise_limit();
	epoll = epoll_create1(EPOLL_CLOEXEC);
	timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	die_if(epoll < 0 || timer < 0, "epoll, timerfd");
	listener = listen_unix(argv[1]);
	watch(listener, &listener);
	watch(timer, &timer);
	watch(STDIN_FILENO, NULL);
	puts("ready");
	fflush(stdout);
	while (serve_some()) {
	}
	unlink(argv[1]);
	return 0;
}
