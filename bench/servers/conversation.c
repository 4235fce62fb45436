/*
 * Sockets, packets, a minimal client and a stop-watch of the bench programs (conversation.h). Every failure
 * of set-up ends the program; only a peer that goes away is told to the caller.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include "conversation.h"

void die_if(bool failed, const char *what)
{
	if (!failed) {
		return;
	}
	fprintf(stderr, "%s: %s%s%s\n", program_invocation_short_name, what, errno ? ": " : "",
	    errno ? strerror(errno) : "");
	exit(1);
}

static struct sockaddr_un unix_address(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	errno = 0;
	die_if(strlen(path) >= sizeof address.sun_path, "the socket's path is too long");
	strcpy(address.sun_path, path);
	return address;
}

int listen_unix(const char *path)
{
	struct sockaddr_un address = unix_address(path);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	die_if(fd < 0, "socket");
	unlink(path);
	die_if(bind(fd, (struct sockaddr *) &address, sizeof address) != 0, path);
	die_if(listen(fd, 64) != 0, "listen");
	return fd;
}

int connect_unix(const char *path)
{
	struct sockaddr_un address = unix_address(path);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	die_if(fd < 0, "socket");
	die_if(connect(fd, (struct sockaddr *) &address, sizeof address) != 0, path);
	return fd;
}

/* Sends or receives until all has gone, or the peer has. */
static bool move_all(ssize_t (*move)(int fd, uint8_t *bytes, size_t len), int fd, uint8_t *at, size_t len)
{
	while (len > 0) {
		ssize_t n = move(fd, at, len);
		if (n < 0 && errno == EINTR) {
			continue;
		}
		if (n <= 0) {
			return false;
		}
		at += n;
		len -= (size_t) n;
	}
	return true;
}

static ssize_t send_some(int fd, uint8_t *bytes, size_t len)
{
	return send(fd, bytes, len, MSG_NOSIGNAL);
}

static ssize_t receive_some(int fd, uint8_t *bytes, size_t len)
{
	return recv(fd, bytes, len, 0);
}

bool write_all(int fd, const void *bytes, size_t len)
{
	return move_all(send_some, fd, (uint8_t *) bytes, len);
}

bool read_all(int fd, void *bytes, size_t len)
{
	return move_all(receive_some, fd, bytes, len);
}

size_t payload_length(const uint8_t header[PACKET_HEADER])
{
	return (size_t) header[0] | (size_t) header[1] << 8 | (size_t) header[2] << 16;
}

size_t read_packet(int fd, uint8_t *room, size_t size)
{
	if (size < PACKET_HEADER || !read_all(fd, room, PACKET_HEADER)) {
		return 0;
	}
	size_t len = payload_length(room);
	if (len > size - PACKET_HEADER || !read_all(fd, room + PACKET_HEADER, len)) {
		return 0;
	}
	return PACKET_HEADER + len;
}

size_t command_key(const uint8_t *payload, size_t len)
{
	enum { STATEMENT_END = 5 };
	switch (len > 0 ? payload[0] : 0) {
	case COMMAND_QUERY:
	case COMMAND_PREPARE:
		return len;
	case COMMAND_EXECUTE:
		return len < STATEMENT_END ? 0 : STATEMENT_END;
	default:
		return 0;
	}
}

void client_login(int fd)
{
	uint8_t room[4096];
	errno = 0;
	die_if(read_packet(fd, room, sizeof room) == 0, "no greeting");
	/* PROTOCOL_41, SECURE_CONNECTION, LONG_PASSWORD; maximum 1 GiB; utf8mb4; user "bench", no password */
	uint8_t packet[PACKET_HEADER + 32 + 7] = {32 + 7, 0, 0, 1, 0x01, 0x82, 0, 0, 0, 0, 0, 0x40, 45};
	memcpy(packet + PACKET_HEADER + 32, "bench", 6);
	die_if(!write_all(fd, packet, sizeof packet), "login");
	die_if(read_packet(fd, room, sizeof room) < 5 || room[PACKET_HEADER] != 0, "the login was refused");
}

void client_ask(int fd, const char *query)
{
	size_t len = strlen(query) + 1;
	uint8_t head[] = {(uint8_t) len, (uint8_t) (len >> 8), (uint8_t) (len >> 16), 0, COMMAND_QUERY};
	die_if(!write_all(fd, head, sizeof head) || !write_all(fd, query, len - 1), "query");
}

static int64_t microseconds(const struct timeval *t)
{
	return t->tv_sec * INT64_C(1000000) + t->tv_usec;
}

static int64_t wall(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

void measure_visits(int times, int (*visit)(void))
{
	struct rusage before, after;
	int answers = 0;
	visit();
	umask(0123); /* tells a tracer where the loop begins and ends */
	getrusage(RUSAGE_SELF, &before);
	int64_t start = wall();
	for (int i = 0; i < times; i++) {
		answers += visit();
	}
	int64_t time = wall() - start;
	getrusage(RUSAGE_SELF, &after);
	umask(0123);
	int64_t cpu = microseconds(&after.ru_utime) + microseconds(&after.ru_stime) -
	              microseconds(&before.ru_utime) - microseconds(&before.ru_stime);
	printf("{\"cpu\":%lld,\"time\":%lld,\"faults\":%ld,\"answers\":%d,\"wrong\":%d}\n", (long long) cpu,
	    (long long) time, after.ru_minflt - before.ru_minflt, answers, times - answers);
}
