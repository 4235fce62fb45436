/*
 * Connecting by address and by path, to servers that speak first, and each way to fail.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>
#include "net_help.h"

static int connect_unix(net_try *t, const char *path, double seconds)
{
	mynd_endpoint to = {.unix_path = path};
	return mynd_net_connect(t->net, &to, mynd_deadline_in(seconds), &t->error);
}

static void converse(net_try *t)
{
	char got[5];
	net_read_all(t, got, 5);
	assert_memory_equal(got, "hello", 5);
	net_write_all(t, "ok", 2);
	net_read_all(t, got, 2);
	assert_memory_equal(got, "ok", 2);
	assert_int_equal(t->counts.read_bytes, 7);
	assert_int_equal(t->counts.written_bytes, 2);
	assert_int_equal(t->counts.writes, 1);
}

static int flag_of(int fd, int level, int name)
{
	int value = -1;
	socklen_t len = sizeof value;
	assert_int_equal(getsockopt(fd, level, name, &value, &len), 0);
	return value;
}

/* --- connecting --- */

static void connects_over_both_families(void **state)
{
	(void) state;
	const char *addresses[] = {"127.0.0.1", "::1"};
	for (int i = 0; i < 2; i++) {
		net_peer peer;
		net_try t;
		int port = 0, listener = net_listen(addresses[i], &port, 8);
		net_peer_start(&peer, listener, peer_greet, NULL);
		net_begin(&t);
		mynd_net_set_keepalive(t.net, i == 0);
		assert_int_equal(net_connect(&t, addresses[i], port, 10), MYND_OK);
		int fd = mynd_net_descriptor(t.net);
		assert_true(net_is_open(&t));
		assert_false(mynd_net_is_tls(t.net));
		assert_null(net_tls_cipher(&t));
		assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
		assert_true(fcntl(fd, F_GETFL) & O_NONBLOCK);
		assert_int_not_equal(flag_of(fd, IPPROTO_TCP, TCP_NODELAY), 0);
		assert_int_equal(flag_of(fd, SOL_SOCKET, SO_KEEPALIVE) != 0, i == 0);
		assert_int_equal(t.counts.connects, 1);
		char address[64];
		assert_true(mynd_net_peer(t.net, address, sizeof address));
		assert_string_equal(address, addresses[i]);
		assert_false(mynd_net_peer(t.net, address, 2));
		converse(&t);
		mynd_net_close(t.net);
		assert_false(net_is_open(&t));
		assert_int_equal(mynd_net_descriptor(t.net), -1);
		net_peer_join(&peer);
		net_end(&t);
	}
}

static void connects_over_a_unix_socket(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	net_peer_start(&peer, net_listen_unix(net_path("s1"), 8), peer_greet, NULL);
	net_begin(&t);
	assert_int_equal(connect_unix(&t, net_path("s1"), 10), MYND_OK);
	int fd = mynd_net_descriptor(t.net);
	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	assert_true(fcntl(fd, F_GETFL) & O_NONBLOCK);
	char address[64];
	assert_false(mynd_net_peer(t.net, address, sizeof address));
	converse(&t);
	net_peer_join(&peer);
	net_end(&t);
}

static void says_why_it_cannot_connect(void **state)
{
	(void) state;
	net_try t;
	int port = 0, listener = net_listen("127.0.0.1", &port, 8);
	close(listener);
	net_begin(&t);
	assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_LOST, ECONNREFUSED, "Connection refused");
	assert_false(net_is_open(&t));
	assert_int_equal(connect_unix(&t, "/nowhere/mynd.sock", 10), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_LOST, ENOENT, "No such file or directory");
	assert_int_equal(connect_unix(&t, "", 10), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_LOST, ENOENT, "No such file or directory");
	close(net_listen_unix(net_path("s2"), 8));
	assert_int_equal(connect_unix(&t, net_path("s2"), 10), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_LOST, ECONNREFUSED, "Connection refused");
	const int ports[] = {0, -1, 65536, 70000};
	for (int i = 0; i < 4; i++) {
		assert_int_equal(net_connect(&t, "127.0.0.1", ports[i], 10), MYND_BAD);
		assert_int_equal(t.error.code, 2002);
		assert_non_null(strstr(t.error.message, "out of range"));
	}
	net_end(&t);
}

/* 107 bytes fit, 108 do not. */
static void paths_of_sockets_have_a_limit(void **state)
{
	(void) state;
	char path[200];
	net_try t;
	net_begin(&t);
	memset(path, 'x', sizeof path);
	path[0] = '/';
	path[107] = '\0';
	assert_int_equal(connect_unix(&t, path, 10), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_LOST, ENOENT, "No such file or directory");
	path[107] = 'x';
	path[108] = '\0';
	assert_int_equal(connect_unix(&t, path, 10), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_MISUSE, ENAMETOOLONG,
	    "The path of the socket is too long: 108 bytes, at most 107");
	net_end(&t);
}

static void a_full_backlog_times_out(void **state)
{
	(void) state;
	int fds[16], port = 0, listener = net_listen("127.0.0.1", &port, 0);
	int filled = net_fill_backlog("127.0.0.1", port, fds, 16);
	net_try t;
	net_begin(&t);
	double before = net_seconds();
	assert_int_equal(net_connect(&t, "127.0.0.1", port, 0.4), MYND_BAD);
	double took = net_seconds() - before;
	net_assert_error(&t, 2002, MYND_CAUSE_TIMED_OUT, ETIMEDOUT, "Connection timed out");
	assert_true(took >= 0.39 && took < 3);
	for (int i = 0; i < filled; i++) {
		close(fds[i]);
	}
	close(listener);
	net_end(&t);
}

static void a_full_unix_backlog_times_out(void **state)
{
	(void) state;
	net_try others[16], t;
	int listener = net_listen_unix(net_path("s3"), 0), made = 0;
	while (made < 16) {
		net_begin(&others[made]);
		if (connect_unix(&others[made++], net_path("s3"), 0.2) != MYND_OK) {
			break;
		}
	}
	assert_true(made < 16);
	net_begin(&t);
	double before = net_seconds();
	assert_int_equal(connect_unix(&t, net_path("s3"), 0.4), MYND_BAD);
	double took = net_seconds() - before;
	net_assert_error(&t, 2002, MYND_CAUSE_TIMED_OUT, ETIMEDOUT, "Connection timed out");
	assert_true(took >= 0.39 && took < 3);
	/* Room again: it gets in. */
	close(accept(listener, NULL, NULL));
	assert_int_equal(connect_unix(&t, net_path("s3"), 10), MYND_OK);
	while (made > 0) {
		net_end(&others[--made]);
	}
	close(listener);
	net_end(&t);
}

static void out_of_descriptors(void **state)
{
	(void) state;
	net_try t;
	net_begin(&t);
	struct rlimit old, few;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	int next = dup(0);
	close(next);
	few = old;
	few.rlim_cur = (rlim_t) next;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	int rc = net_connect(&t, "127.0.0.1", 3306, 10);
	int rc_unix = connect_unix(&t, "/nowhere", 10);
	setrlimit(RLIMIT_NOFILE, &old);
	assert_int_equal(rc, MYND_BAD);
	assert_int_equal(rc_unix, MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_LOST, EMFILE, "Too many open files");
	assert_int_equal(t.counts.connects, 0);
	net_end(&t);
}

/* A second connect on the same transport replaces the first. */
static void a_transport_can_be_connected_again(void **state)
{
	(void) state;
	net_try t;
	net_peer peers[2];
	net_begin(&t);
	for (int i = 0; i < 2; i++) {
		int port = 0, listener = net_listen("127.0.0.1", &port, 8);
		net_peer_start(&peers[i], listener, peer_greet, NULL);
		assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
		char got[5];
		net_read_all(&t, got, 5);
	}
	net_end(&t);
	net_peer_join(&peers[0]);
	net_peer_join(&peers[1]);
}

/* --- a server that speaks first --- */

static void say_nothing(int fd, void *context)
{
	(void) context;
	char byte;
	peer_read(fd, &byte, 1);
}

static void leave(int fd, void *context)
{
	(void) fd;
	(void) context;
}

static void break_off(int fd, void *context)
{
	(void) context;
	struct linger hard = {1, 0};
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
}

static int connect_greeted(net_try *t, int port, double seconds)
{
	mynd_endpoint to = {.host = "127.0.0.1", .port = port, .greets = true};
	return mynd_net_connect(t->net, &to, mynd_deadline_in(seconds), &t->error);
}

static int read_later(net_try *t, void *to, size_t len, double seconds)
{
	size_t n = 0;
	int rc = mynd_net_read_later(t->net, (mynd_span){to, len}, mynd_deadline_in(seconds), &n, &t->error);
	return rc == MYND_OK ? (int) n : rc;
}

/* One wait for the connection and the first bytes. */
static void a_greeting_is_waited_for(void **state)
{
	(void) state;
	net_peer peer;
	net_try t;
	char got[5];
	int port = 0;
	net_peer_start(&peer, net_listen("127.0.0.1", &port, 8), peer_greet, NULL);
	net_begin(&t);
	assert_int_equal(connect_greeted(&t, port, 10), MYND_OK);
	assert_int_equal(t.counts.waits, 1);
	assert_int_equal(read_later(&t, got, 5, 10), 5);
	assert_memory_equal(got, "hello", 5);
	assert_int_equal(t.counts.waits, 1);
	net_write_all(&t, "ok", 2);
	net_read_all(&t, got, 2);
	net_peer_join(&peer);
	net_end(&t);
}

/* Who says nothing, or leaves, was connected to all the same: only the read fails. */
static void a_connection_without_a_greeting_stands(void **state)
{
	(void) state;
	void (*const serve[])(int, void *) = {say_nothing, leave, break_off};
	for (int i = 0; i < 3; i++) {
		net_peer peer;
		net_try t;
		char byte;
		int port = 0;
		net_peer_start(&peer, net_listen("127.0.0.1", &port, 8), serve[i], NULL);
		net_begin(&t);
		double before = net_seconds();
		assert_int_equal(connect_greeted(&t, port, 10), MYND_OK);
		assert_true(net_seconds() - before < 3);
		assert_int_equal(read_later(&t, &byte, 1, i == 0 ? 0.01 : 10), MYND_BAD);
		assert_int_equal(t.error.code, 2006);
		assert_int_equal(t.error.cause, i == 0 ? MYND_CAUSE_TIMED_OUT : MYND_CAUSE_LOST);
		mynd_net_close(t.net);
		net_peer_join(&peer);
		net_end(&t);
	}
}

static void nobody_greets(void **state)
{
	(void) state;
	int fds[16], port = 0, listener = net_listen("127.0.0.1", &port, 0);
	int filled = net_fill_backlog("127.0.0.1", port, fds, 16);
	net_try t;
	net_begin(&t);
	assert_int_equal(connect_greeted(&t, port, 0.3), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_TIMED_OUT, ETIMEDOUT, "Connection timed out");
	for (int i = 0; i < filled; i++) {
		close(fds[i]);
	}
	close(listener);
	assert_int_equal(connect_greeted(&t, port, 10), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_LOST, ECONNREFUSED, "Connection refused");
	net_end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(connects_over_both_families),
	    cmocka_unit_test(connects_over_a_unix_socket),
	    cmocka_unit_test(says_why_it_cannot_connect),
	    cmocka_unit_test(paths_of_sockets_have_a_limit),
	    cmocka_unit_test(a_full_backlog_times_out),
	    cmocka_unit_test(a_full_unix_backlog_times_out),
	    cmocka_unit_test(out_of_descriptors),
	    cmocka_unit_test(a_transport_can_be_connected_again),
	    cmocka_unit_test(a_greeting_is_waited_for),
	    cmocka_unit_test(a_connection_without_a_greeting_stands),
	    cmocka_unit_test(nobody_greets),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	net_remove_files();
	return failed;
}
