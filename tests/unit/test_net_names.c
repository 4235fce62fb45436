/*
 * Names: hosts files, DNS, and the addresses that come of them being tried.
 *
 * The DNS is a thread of ours: this file's ares_init_options stands before c-ares' own, and directs it there.
 * A name says itself what it wants answered, see `answer`.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <ares.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>
#include "net_help.h"

/* --- our DNS --- */

typedef struct zone_entry {
	const char *name;
	int code; /* RCODE; -1: no answer at all */
	const char *addresses[24];
} zone_entry;

static const zone_entry zone[] = {
    {"live.test", 0, {"127.0.0.1"}},
    {"live6.test", 0, {"::1"}},
    {"missing.test", 3, {0}},
    {"empty.test", 0, {0}},
    {"broken.test", 2, {0}},
    {"refused.test", 5, {0}},
    {"silent.test", -1, {0}},
    {"second.test", 0, {"127.0.0.2", "127.0.0.99"}},
    {"families.test", 0, {"::1", "127.0.0.99"}},
    {"tenth.test", 0,
        {"127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6", "127.0.0.7", "127.0.0.8",
            "127.0.0.9", "127.0.0.10", "127.0.0.99"}},
    {"all-dead.test", 0, {"127.0.0.2", "127.0.0.3"}},
    {"twenty-refuse.test", 0,
        {"127.0.0.11", "127.0.0.12", "127.0.0.13", "127.0.0.14", "127.0.0.15", "127.0.0.16", "127.0.0.17",
            "127.0.0.18", "127.0.0.19", "127.0.0.20", "127.0.0.21", "127.0.0.22", "127.0.0.23", "127.0.0.24",
            "127.0.0.25", "127.0.0.26", "127.0.0.27", "127.0.0.28", "127.0.0.29", "127.0.0.30"}},
};

static int dns_socket = -1;
static uint16_t dns_port;
static pthread_t dns_thread;

/* The question's name in dotted form; where it ends. */
static size_t question_name(const uint8_t *packet, size_t len, char name[256])
{
	size_t at = 12, out = 0;
	while (at < len && packet[at] != 0 && at + packet[at] < len && out + packet[at] + 1 < 255) {
		memcpy(name + out, packet + at + 1, packet[at]);
		out += packet[at];
		name[out++] = '.';
		at += packet[at] + 1u;
	}
	name[out > 0 ? out - 1 : 0] = '\0';
	return at + 1;
}

static const zone_entry *in_zone(const char *name)
{
	for (size_t i = 0; i < sizeof zone / sizeof zone[0]; i++) {
		if (strcasecmp(zone[i].name, name) == 0) {
			return &zone[i];
		}
	}
	return NULL;
}

static size_t put_address(uint8_t *to, const char *address, unsigned type)
{
	uint8_t binary[16];
	int family = type == 28 ? AF_INET6 : AF_INET;
	size_t len = type == 28 ? 16 : 4;
	if (inet_pton(family, address, binary) != 1) {
		return 0;
	}
	const uint8_t head[12] = {0xC0, 12, 0, (uint8_t) type, 0, 1, 0, 0, 0, 60, 0, (uint8_t) len};
	memcpy(to, head, sizeof head);
	memcpy(to + sizeof head, binary, len);
	return sizeof head + len;
}

/* Turns a question into its answer, in place; 0: stay silent. */
static size_t answer(uint8_t *packet, size_t len)
{
	char name[256];
	size_t end = question_name(packet, len, name) + 4;
	const zone_entry *entry = in_zone(name);
	if (end > len || (entry != NULL && entry->code < 0)) {
		return 0;
	}
	unsigned type = packet[end - 3], count = 0;
	packet[2] = 0x81;
	packet[3] = (uint8_t) (0x80 | (entry ? entry->code : 3));
	size_t at = end;
	for (unsigned i = 0; entry != NULL && i < 24 && entry->addresses[i] != NULL; i++) {
		size_t put = put_address(packet + at, entry->addresses[i], type);
		count += put > 0;
		at += put;
	}
	memset(packet + 6, 0, 6);
	packet[7] = (uint8_t) count;
	return at;
}

static void *serve_dns(void *context)
{
	(void) context;
	uint8_t packet[2048];
	for (;;) {
		struct sockaddr_in from;
		socklen_t from_len = sizeof from;
		ssize_t n = recvfrom(dns_socket, packet, 512, 0, (struct sockaddr *) &from, &from_len);
		if (n <= 1) {
			return NULL;
		}
		size_t len = answer(packet, (size_t) n);
		if (len > 0) {
			sendto(dns_socket, packet, len, 0, (struct sockaddr *) &from, from_len);
		}
	}
}

static int start_dns(void **state)
{
	(void) state;
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof to;
	dns_socket = socket(AF_INET, SOCK_DGRAM, 0);
	if (bind(dns_socket, (struct sockaddr *) &to, len) != 0) {
		return -1;
	}
	getsockname(dns_socket, (struct sockaddr *) &to, &len);
	dns_port = ntohs(to.sin_port);
	return pthread_create(&dns_thread, NULL, serve_dns, NULL);
}

static int stop_dns(void **state)
{
	(void) state;
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	to.sin_port = htons(dns_port);
	sendto(dns_socket, "", 1, 0, (struct sockaddr *) &to, sizeof to);
	pthread_join(dns_thread, NULL);
	close(dns_socket);
	return 0;
}

static bool dns_is_ours = true;

#if ARES_VERSION >= 0x011400
typedef const struct ares_options given_options;
#else
typedef struct ares_options given_options;
#endif

int ares_init_options(ares_channel *channel, given_options *given, int mask)
{
	static int (*real)(ares_channel *, given_options *, int);
	struct ares_options changed = *given, *options = &changed;
	if (real == NULL) {
		*(void **) &real = dlsym(RTLD_NEXT, "ares_init_options");
	}
	struct in_addr server = {htonl(INADDR_LOOPBACK)};
	if (dns_is_ours) {
		options->servers = &server;
		options->nservers = 1;
		options->udp_port = dns_port;
		options->tcp_port = dns_port;
		options->timeout = 100; /* milliseconds, then twice that, ... */
		mask |= ARES_OPT_SERVERS | ARES_OPT_UDP_PORT | ARES_OPT_TCP_PORT | ARES_OPT_TIMEOUTMS;
	}
	return real(channel, options, mask);
}

/* --- peers --- */

static void greet(int fd, void *context)
{
	(void) context;
	peer_write(fd, "hello", 5);
}

static void assert_greeted(net_try *t)
{
	char got[5];
	net_read_all(t, got, 5);
	assert_memory_equal(got, "hello", 5);
}

static int descriptors_in_use(void)
{
	int count = 0;
	for (int fd = 0; fd < 256; fd++) {
		count += fcntl(fd, F_GETFD) != -1;
	}
	return count;
}

/* A listener on every IPv4 address whose backlog is full: to connect there hangs. */
typedef struct tarpit {
	int listener, fds[16], filled, port;
} tarpit;

static void tarpit_open(tarpit *p)
{
	p->port = 0;
	p->listener = net_listen("0.0.0.0", &p->port, 0);
	p->filled = net_fill_backlog("127.0.0.1", p->port, p->fds, 16);
}

static void tarpit_close(tarpit *p)
{
	while (p->filled > 0) {
		close(p->fds[--p->filled]);
	}
	close(p->listener);
}

/* --- tests --- */

static void names_lead_to_addresses(void **state)
{
	(void) state;
	const char *names[][2] = {{"live.test", "127.0.0.1"}, {"LIVE.Test", "127.0.0.1"},
	    {"live.test.", "127.0.0.1"}, {"live6.test", "::1"}, {"localhost", "127.0.0.1"}};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		net_peer peer;
		net_try t;
		int port = 0, before = descriptors_in_use();
		net_peer_start(&peer, net_listen(names[i][1], &port, 8), greet, NULL);
		net_begin(&t);
		if (net_connect(&t, names[i][0], port, 10) != MYND_OK) {
			fail_msg("%s: %s", names[i][0], t.error.message);
		}
		assert_greeted(&t);
		net_end(&t);
		net_peer_join(&peer);
		assert_int_equal(descriptors_in_use(), before);
	}
}

static void unknown_names_are_told(void **state)
{
	(void) state;
	const char *none = "Name or service not known", *later = "Temporary failure in name resolution";
	const struct {
		const char *name, *text;
	} unknown[] = {{"missing.test", none}, {"empty.test", none}, {"broken.test", later},
	    {"refused.test", later}, {"mynd.invalid", none}, {"mynd.INVALID.", none}, {"invalid", none}};
	for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
		net_try t;
		char expected[256];
		int before = descriptors_in_use();
		snprintf(expected, sizeof expected, "php_network_getaddresses: getaddrinfo for %s failed: %s",
		    unknown[i].name, unknown[i].text);
		net_begin(&t);
		assert_int_equal(net_connect(&t, unknown[i].name, 3306, 20), MYND_BAD);
		assert_string_equal(t.error.message, expected);
		assert_int_equal(t.error.code, 2002);
		assert_int_equal(t.error.cause, MYND_CAUSE_UNKNOWN_HOST);
		assert_int_equal(t.error.sys_errno, 0);
		assert_int_equal(t.counts.connects, 0);
		net_end(&t);
		assert_int_equal(descriptors_in_use(), before);
	}
}

/* Reserved names are not asked for: no DNS is needed to know that they do not exist. */
static void invalid_names_need_no_dns(void **state)
{
	(void) state;
	net_try t;
	net_begin(&t);
	assert_int_equal(net_connect(&t, "host.invalid", 3306, 20), MYND_BAD);
	assert_int_equal(t.counts.waits, 0);
	assert_int_equal(net_connect(&t, "notinvalid", 3306, 0.3), MYND_BAD); /* asked for */
	assert_true(t.counts.waits > 0);
	net_end(&t);
}

static void odd_names_do_no_harm(void **state)
{
	(void) state;
	char longer[400];
	memset(longer, 'a', sizeof longer);
	longer[sizeof longer - 1] = '\0';
	const char *names[] = {"", ".", "..", "a..b", " ", "a b", "127.0.0.1.", "[::1]", "%", "::1%nowhere",
	    "999.1.1.1", "\xc3\xa4.test", longer};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		net_try t;
		net_begin(&t);
		if (net_connect(&t, names[i], 9, 5) != MYND_OK) {
			assert_int_equal(t.error.code, 2002);
			assert_true(strlen(t.error.message) > 0);
		}
		net_end(&t);
	}
}

/* The deadline covers the name: a DNS that is silent cannot hold us. */
static void a_silent_dns_times_out(void **state)
{
	(void) state;
	net_try t;
	net_begin(&t);
	int open = descriptors_in_use();
	double before = net_seconds();
	assert_int_equal(net_connect(&t, "silent.test", 3306, 0.4), MYND_BAD);
	double took = net_seconds() - before;
	assert_int_equal(t.error.code, 2002);
	assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
	assert_int_equal(t.error.sys_errno, ETIMEDOUT);
	assert_string_equal(t.error.message, "Connection timed out");
	assert_true(took >= 0.39 && took < 3);
	assert_int_equal(descriptors_in_use(), open);
	net_end(&t);
}

/* How long it takes to reach 127.0.0.99 by this name. */
static double reach(const char *name, unsigned tries)
{
	net_peer peer;
	net_try t;
	int port = 0;
	net_peer_start(&peer, net_listen("127.0.0.99", &port, 8), greet, NULL);
	net_begin(&t);
	double before = net_seconds();
	assert_int_equal(net_connect(&t, name, port, 20), MYND_OK);
	double took = net_seconds() - before;
	assert_int_equal(t.counts.connects, tries);
	assert_greeted(&t);
	net_end(&t);
	net_peer_join(&peer);
	return took;
}

/* The first address refuses: the second is tried at once. On a busy machine the best of five counts. */
static void a_refusing_address_costs_nothing(void **state)
{
	(void) state;
	const char *names[] = {"second.test", "families.test"};
	for (int i = 0; i < 2; i++) {
		double best = 1e9;
		for (int n = 0; n < 5 && best >= 0.2; n++) {
			double took = reach(names[i], 2);
			best = took < best ? took : best;
		}
		assert_true(best < 0.2);
	}
}

/* The first address, or the first nine, hang: the live one is reached a quarter of a second later each. */
static void dead_addresses_do_not_eat_the_deadline(void **state)
{
	(void) state;
	tarpit pit;
	tarpit_open(&pit);
	const struct {
		const char *name;
		unsigned tries;
	} hosts[] = {{"second.test", 2}, {"tenth.test", 10}};
	for (int i = 0; i < 2; i++) {
		net_peer peer;
		net_try t;
		int open = descriptors_in_use();
		net_peer_start(&peer, net_listen("127.0.0.99", &pit.port, 8), greet, NULL);
		net_begin(&t);
		double before = net_seconds();
		assert_int_equal(net_connect(&t, hosts[i].name, pit.port, 30), MYND_OK);
		double took = net_seconds() - before, least = 0.25 * (hosts[i].tries - 1);
		assert_true(took > least - 0.01 && took < least + 3);
		assert_int_equal(t.counts.connects, hosts[i].tries);
		assert_greeted(&t);
		net_end(&t);
		net_peer_join(&peer);
		assert_int_equal(descriptors_in_use(), open);
	}
	tarpit_close(&pit);
}

static void only_dead_addresses_time_out(void **state)
{
	(void) state;
	tarpit pit;
	tarpit_open(&pit);
	int open = descriptors_in_use();
	net_try t;
	net_begin(&t);
	double before = net_seconds();
	assert_int_equal(net_connect(&t, "all-dead.test", pit.port, 0.6), MYND_BAD);
	double took = net_seconds() - before;
	assert_string_equal(t.error.message, "Connection timed out");
	assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
	assert_true(took >= 0.59 && took < 4);
	assert_int_equal(t.counts.connects, 2);
	assert_int_equal(descriptors_in_use(), open);
	net_end(&t);
	tarpit_close(&pit);
}

/* Each is tried, once, and the failure is that of the last. */
static void twenty_refusing_addresses_are_tried(void **state)
{
	(void) state;
	int port = 0, listener = net_listen("127.0.0.99", &port, 8), open = descriptors_in_use();
	net_try t;
	net_begin(&t);
	assert_int_equal(net_connect(&t, "twenty-refuse.test", port, 20), MYND_BAD);
	net_assert_error(&t, 2002, MYND_CAUSE_LOST, ECONNREFUSED, "Connection refused");
	assert_int_equal(t.counts.connects, 20);
	assert_int_equal(descriptors_in_use(), open);
	net_end(&t);
	close(listener);
}

/* --- a wait that never comes back, as when another fiber ends the request --- */

static jmp_buf out;
static unsigned waits_before_the_jump;

static bool always(void *context)
{
	(void) context;
	return true;
}

static int jump(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	(void) context;
	(void) fds;
	(void) count;
	(void) deadline;
	if (waits_before_the_jump-- > 0) {
		return MYND_WAIT_BLOCK;
	}
	longjmp(out, 1);
}

/* AddressSanitizer watches the memory, we the descriptors. */
static void an_abandoned_wait_leaks_nothing(void **state)
{
	(void) state;
	tarpit pit;
	tarpit_open(&pit);
	const mynd_waiter waiter = {NULL, always, jump, NULL};
	const char *names[] = {"silent.test", "all-dead.test"};
	for (size_t i = 0; i < 2; i++) {
		for (unsigned at = 0; at < 3; at++) {
			int open = descriptors_in_use();
			static net_try t;
			net_begin(&t);
			waits_before_the_jump = at;
			mynd_wait_install(&waiter);
			if (setjmp(out) == 0) {
				net_connect(&t, names[i], pit.port, 20);
				fail_msg("%s did not wait so often", names[i]);
			}
			mynd_wait_install(NULL);
			assert_false(net_is_open(&t));
			net_end(&t);
			assert_int_equal(descriptors_in_use(), open);
		}
	}
	tarpit_close(&pit);
}

/* The system's own DNS settings, whatever they are: a name of the hosts file needs none of them. */
static void the_hosts_file_counts(void **state)
{
	(void) state;
	dns_is_ours = false;
	net_peer peer;
	net_try t;
	int port = 0;
	net_peer_start(&peer, net_listen("127.0.0.1", &port, 8), greet, NULL);
	net_begin(&t);
	assert_int_equal(net_connect(&t, "localhost", port, 10), MYND_OK);
	assert_greeted(&t);
	net_end(&t);
	net_peer_join(&peer);
	dns_is_ours = true;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_lead_to_addresses),
	    cmocka_unit_test(unknown_names_are_told),
	    cmocka_unit_test(invalid_names_need_no_dns),
	    cmocka_unit_test(odd_names_do_no_harm),
	    cmocka_unit_test(a_silent_dns_times_out),
	    cmocka_unit_test(a_refusing_address_costs_nothing),
	    cmocka_unit_test(dead_addresses_do_not_eat_the_deadline),
	    cmocka_unit_test(only_dead_addresses_time_out),
	    cmocka_unit_test(twenty_refusing_addresses_are_tried),
	    cmocka_unit_test(an_abandoned_wait_leaks_nothing),
	    cmocka_unit_test(the_hosts_file_counts),
	};
	return cmocka_run_group_tests(tests, start_dns, stop_dns);
}
