/*
 * See net_help.h. A peer's failure ends the program: a thread cannot fail a test of cmocka's.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include "net_help.h"

#define must(condition) ((condition) ? (void) 0 : give_up(#condition, __LINE__))

static void give_up(const char *what, int line)
{
	fprintf(stderr, "net_help.c:%d: %s (%s)\n", line, what, strerror(errno));
	abort();
}

/* --- listeners --- */

static socklen_t address_of(const char *address, int port, struct sockaddr_storage *to)
{
	struct sockaddr_in *v4 = (struct sockaddr_in *) to;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *) to;
	memset(to, 0, sizeof *to);
	if (inet_pton(AF_INET, address, &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		v4->sin_port = htons((uint16_t) port);
		return sizeof *v4;
	}
	must(inet_pton(AF_INET6, address, &v6->sin6_addr) == 1);
	v6->sin6_family = AF_INET6;
	v6->sin6_port = htons((uint16_t) port);
	return sizeof *v6;
}

int net_listen(const char *address, int *port, int backlog)
{
	struct sockaddr_storage to;
	socklen_t len = address_of(address, *port, &to);
	int on = 1, fd = socket(to.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	must(fd >= 0);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
	must(bind(fd, (struct sockaddr *) &to, len) == 0);
	must(listen(fd, backlog) == 0);
	must(getsockname(fd, (struct sockaddr *) &to, &len) == 0);
	*port = ntohs(to.ss_family == AF_INET ? ((struct sockaddr_in *) &to)->sin_port
	                                      : ((struct sockaddr_in6 *) &to)->sin6_port);
	return fd;
}

int net_listen_unix(const char *path, int backlog)
{
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	must(fd >= 0 && strlen(path) < sizeof to.sun_path);
	memcpy(to.sun_path, path, strlen(path) + 1);
	must(bind(fd, (struct sockaddr *) &to, sizeof to) == 0);
	must(listen(fd, backlog) == 0);
	return fd;
}

int net_fill_backlog(const char *address, int port, int fds[], int max)
{
	struct sockaddr_storage to;
	socklen_t len = address_of(address, port, &to);
	for (int i = 0; i < max; i++) {
		fds[i] = socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		must(fds[i] >= 0);
		connect(fds[i], (struct sockaddr *) &to, len);
		struct pollfd wait = {fds[i], POLLOUT, 0};
		if (poll(&wait, 1, 300) == 0) {
			return i + 1; /* this one hangs: it is full */
		}
	}
	return max;
}

/* --- peers --- */

static void *run_peer(void *argument)
{
	net_peer *peer = argument;
	int fd;
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE); /* OpenSSL's own sockets raise it; what we test must not */
	sigaddset(&set, SIGALRM); /* for the functions under test */
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	do {
		fd = accept(peer->listener, NULL, NULL);
	} while (fd < 0 && errno == EINTR);
	must(fd >= 0);
	peer->serve(fd, peer->context);
	close(fd);
	return NULL;
}

void net_peer_start(net_peer *peer, int listener, void (*serve)(int fd, void *context), void *context)
{
	peer->listener = listener;
	peer->serve = serve;
	peer->context = context;
	must(pthread_create(&peer->thread, NULL, run_peer, peer) == 0);
}

void net_peer_join(net_peer *peer)
{
	must(pthread_join(peer->thread, NULL) == 0);
	close(peer->listener);
}

void peer_write(int fd, const void *from, size_t len)
{
	for (const uint8_t *at = from; len > 0;) {
		ssize_t n = send(fd, at, len, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR) {
			continue;
		}
		must(n > 0);
		at += n;
		len -= (size_t) n;
	}
}

size_t peer_read(int fd, void *to, size_t len)
{
	size_t got = 0;
	while (got < len) {
		ssize_t n = recv(fd, (uint8_t *) to + got, len - got, 0);
		if (n < 0 && errno == EINTR) {
			continue;
		}
		if (n <= 0) {
			break;
		}
		got += (size_t) n;
	}
	return got;
}

void peer_greet(int fd, void *context)
{
	(void) context;
	char answer[2];
	peer_write(fd, "hello", 5);
	if (peer_read(fd, answer, 2) == 2) {
		peer_write(fd, answer, 2);
	}
}

/* --- the transport --- */

void net_begin(net_try *t)
{
	memset(t, 0, sizeof *t);
	t->net = mynd_net_new(&t->counts);
	assert_non_null(t->net);
	mynd_error_clear(&t->error);
}

void net_end(net_try *t)
{
	mynd_net_free(t->net);
}

bool net_is_open(const net_try *t)
{
	return mynd_net_descriptor(t->net) >= 0;
}

int net_connect(net_try *t, const char *host, int port, double seconds)
{
	mynd_endpoint to = {.host = host, .port = port};
	return mynd_net_connect(t->net, &to, mynd_deadline_in(seconds), &t->error);
}

void net_connect_peer(net_try *t, net_peer *peer, void (*serve)(int fd, void *context), void *context)
{
	int port = 0, listener = net_listen("127.0.0.1", &port, 8);
	net_peer_start(peer, listener, serve, context);
	net_begin(t);
	assert_int_equal(net_connect(t, "127.0.0.1", port, 10), MYND_OK);
}

void net_assert_error(const net_try *t, unsigned code, mynd_cause cause, int number, const char *message)
{
	assert_string_equal(t->error.message, message);
	assert_int_equal(t->error.code, code);
	assert_int_equal(t->error.cause, cause);
	assert_int_equal(t->error.sys_errno, number);
	assert_string_equal(t->error.sqlstate, "HY000");
}

void net_read_all(net_try *t, void *to, size_t len)
{
	for (uint8_t *at = to; len > 0;) {
		size_t n = 0;
		int rc = mynd_net_read(t->net, (mynd_span){at, len}, mynd_deadline_in(30), &n, &t->error);
		if (rc != MYND_OK) {
			fail_msg("read: %d %s (%s)", rc, t->error.message, strerror(t->error.sys_errno));
		}
		assert_true(n >= 1 && n <= len);
		at += n;
		len -= n;
	}
}

void net_write_all(net_try *t, const void *from, size_t len)
{
	for (const uint8_t *at = from; len > 0;) {
		size_t n = 0;
		int rc = mynd_net_write(t->net, (mynd_slice){at, len}, mynd_deadline_in(30), &n, &t->error);
		if (rc != MYND_OK) {
			fail_msg("write: %d %s (%s)", rc, t->error.message, strerror(t->error.sys_errno));
		}
		assert_true(n >= 1 && n <= len);
		at += n;
		len -= n;
	}
}

double net_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

void net_fill_pattern(uint8_t *to, size_t from, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		to[i] = net_pattern(from + i);
	}
}

/* --- files --- */

static char directory[64];
static char *files[64];
static unsigned file_count;

const char *net_path(const char *name)
{
	if (directory[0] == '\0') {
		strcpy(directory, "/tmp/mynd-net-XXXXXX");
		must(mkdtemp(directory) != NULL);
	}
	for (unsigned i = 0; i < file_count; i++) {
		if (strcmp(files[i] + strlen(directory) + 1, name) == 0) {
			return files[i];
		}
	}
	must(file_count < sizeof files / sizeof files[0]);
	must(asprintf(&files[file_count], "%s/%s", directory, name) > 0);
	return files[file_count++];
}

void net_remove_files(void)
{
	for (unsigned i = 0; i < file_count; i++) {
		unlink(files[i]);
		free(files[i]);
	}
	file_count = 0;
	if (directory[0] != '\0') {
		rmdir(directory);
		directory[0] = '\0';
	}
}

const char *net_file(const char *name, const void *bytes, size_t len)
{
	const char *path = net_path(name);
	FILE *f = fopen(path, "wb");
	must(f != NULL && fwrite(bytes, 1, len, f) == len && fclose(f) == 0);
	return path;
}
