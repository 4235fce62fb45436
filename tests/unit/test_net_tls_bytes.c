/*
 * Bytes through TLS: transfers, what OpenSSL holds while the descriptor is silent, key updates, and the ways
 * to end. Each test runs with TLS 1.3 and with TLS 1.2.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>
#include <openssl/err.h>
#include "net_help.h"

#define MEGABYTE (1u << 20)
#define LARGE    (20u * MEGABYTE)

static net_cert cert;

static int make_cert(void **state)
{
	(void) state;
	cert = net_cert_make(&(net_cert_request){"localhost", NULL, -1, 1, false}, NULL);
	return 0;
}

static int drop_cert(void **state)
{
	(void) state;
	net_cert_free(&cert);
	mynd_net_thread_end();
	return 0;
}

static void connect_tls(net_try *t, net_tls_peer *peer, int version,
    void (*serve)(SSL *ssl, int fd, void *context), void *context)
{
	int port = 0, listener = net_listen("127.0.0.1", &port, 8);
	net_tls_peer_start(peer, listener, &cert, serve, context);
	SSL_CTX_set_max_proto_version(peer->context, version);
	net_begin(t);
	assert_int_equal(net_connect(t, "127.0.0.1", port, 10), MYND_OK);
	mynd_tls_options options = {0};
	assert_int_equal(
	    mynd_net_start_tls(t->net, &options, "localhost", mynd_deadline_in(10), &t->error), MYND_OK);
}

static const int versions[] = {TLS1_3_VERSION, TLS1_2_VERSION};

static int read_some(net_try *t, void *to, size_t len, mynd_deadline deadline, size_t *n)
{
	return mynd_net_read(t->net, (mynd_span){to, len}, deadline, n, &t->error);
}

/* --- transfers --- */

static void send_large(SSL *ssl, int fd, void *context)
{
	(void) fd;
	uint8_t *all = malloc(LARGE);
	net_fill_pattern(all, 0, LARGE);
	*(bool *) context = peer_tls_write(ssl, all, LARGE);
	free(all);
	SSL_shutdown(ssl);
}

static void receive_large(SSL *ssl, int fd, void *context)
{
	(void) fd;
	uint8_t *got = malloc(LARGE), *expected = malloc(LARGE);
	net_fill_pattern(expected, 0, LARGE);
	*(bool *) context = peer_tls_read(ssl, got, LARGE) == LARGE && memcmp(got, expected, LARGE) == 0;
	free(got);
	free(expected);
}

static void large_transfers(void **state)
{
	(void) state;
	uint8_t *bytes = malloc(LARGE), *expected = malloc(LARGE);
	net_fill_pattern(expected, 0, LARGE);
	for (int v = 0; v < 2; v++) {
		net_tls_peer peer;
		net_try t;
		bool ok = false;
		connect_tls(&t, &peer, versions[v], send_large, &ok);
		net_read_all(&t, bytes, LARGE);
		assert_memory_equal(bytes, expected, LARGE);
		assert_int_equal(t.counts.read_bytes, LARGE);
		net_end(&t);
		net_tls_peer_join(&peer);
		assert_true(ok);

		connect_tls(&t, &peer, versions[v], receive_large, &ok);
		net_write_all(&t, expected, LARGE);
		net_tls_peer_join(&peer);
		assert_true(ok);
		assert_int_equal(t.counts.written_bytes, LARGE);
		net_end(&t);
	}
	free(bytes);
	free(expected);
}

/* Reads and writes in turn, in pieces of its own sizes; each byte comes back changed. */
#define ECHOED (3u * MEGABYTE)

static void echo_changed(SSL *ssl, int fd, void *context)
{
	(void) fd;
	(void) context;
	static uint8_t piece[24000];
	size_t n;
	while (SSL_read_ex(ssl, piece, sizeof piece, &n) == 1) {
		for (size_t i = 0; i < n; i++) {
			piece[i] ^= 0xFF;
		}
		if (!peer_tls_write(ssl, piece, n)) {
			return;
		}
	}
}

/*
 * As a pipeline does it: nobody blocks, a write that could not go on is repeated with more bytes after it.
 */
static void both_ways_without_blocking(void **state)
{
	(void) state;
	uint8_t *out = malloc(ECHOED), *in = malloc(ECHOED);
	net_fill_pattern(out, 0, ECHOED);
	for (int v = 0; v < 2; v++) {
		net_tls_peer peer;
		net_try t;
		connect_tls(&t, &peer, versions[v], echo_changed, NULL);
		size_t sent = 0, offered = 0, got = 0;
		while (got < ECHOED) {
			int ready, wanted = MYND_READABLE | (sent < ECHOED ? MYND_WRITABLE : 0);
			assert_int_equal(mynd_net_wait(t.net, wanted, mynd_deadline_in(30), &ready, &t.error), MYND_OK);
			size_t n;
			if (ready & MYND_WRITABLE) {
				offered = offered > sent ? offered + 1000 : sent + 100000;
				offered = offered < ECHOED ? offered : ECHOED;
				mynd_slice piece = {out + sent, offered - sent};
				int rc = mynd_net_write(t.net, piece, MYND_NO_WAIT, &n, &t.error);
				assert_int_not_equal(rc, MYND_BAD);
				sent += rc == MYND_OK ? n : 0;
			}
			if (ready & MYND_READABLE) {
				int rc = read_some(&t, in + got, ECHOED - got, MYND_NO_WAIT, &n);
				assert_int_not_equal(rc, MYND_BAD);
				got += rc == MYND_OK ? n : 0;
			}
		}
		for (size_t i = 0; i < ECHOED; i++) {
			in[i] ^= 0xFF;
		}
		assert_memory_equal(in, out, ECHOED);
		net_end(&t);
		net_tls_peer_join(&peer);
	}
	free(out);
	free(in);
}

/* --- what OpenSSL holds --- */

static void one_record(SSL *ssl, int fd, void *context)
{
	(void) fd;
	(void) context;
	uint8_t bytes[10000], byte;
	net_fill_pattern(bytes, 0, sizeof bytes);
	peer_tls_write(ssl, bytes, sizeof bytes);
	peer_tls_read(ssl, &byte, 1);
}

static bool descriptor_is_silent(const net_try *t)
{
	struct pollfd p = {mynd_net_descriptor(t->net), POLLIN, 0};
	return poll(&p, 1, 0) == 0;
}

static void held_bytes_are_readable(void **state)
{
	(void) state;
	for (int v = 0; v < 2; v++) {
		net_tls_peer peer;
		net_try t;
		uint8_t got[10000], expected[10000];
		connect_tls(&t, &peer, versions[v], one_record, NULL);
		net_read_all(&t, got, 1);
		assert_true(descriptor_is_silent(&t)); /* all else is inside */
		int ready = 0;
		uint64_t waits = t.counts.waits;
		assert_int_equal(
		    mynd_net_wait(t.net, MYND_READABLE, mynd_deadline_in(10), &ready, &t.error), MYND_OK);
		assert_int_equal(ready, MYND_READABLE);
		assert_int_equal(t.counts.waits, waits);
		assert_int_equal(mynd_net_wait(t.net, MYND_READABLE, MYND_NO_WAIT, &ready, &t.error), MYND_OK);
		assert_int_equal(ready, MYND_READABLE);
		assert_true(mynd_net_look_for_end(t.net)); /* nobody asked for them */
		size_t n;
		assert_int_equal(read_some(&t, got + 1, sizeof got - 1, MYND_NO_WAIT, &n), MYND_OK);
		assert_int_equal(n, sizeof got - 1);
		net_fill_pattern(expected, 0, sizeof expected);
		assert_memory_equal(got, expected, sizeof got);
		assert_int_equal(mynd_net_wait(t.net, MYND_READABLE, MYND_NO_WAIT, &ready, &t.error), MYND_MORE);
		assert_false(mynd_net_look_for_end(t.net));
		net_write_all(&t, "x", 1);
		net_end(&t);
		net_tls_peer_join(&peer);
	}
}

/* Two records in one segment: the second one has been received with the first, but not decrypted. */
static void two_records(SSL *ssl, int fd, void *context)
{
	(void) context;
	BIO *out = BIO_new(BIO_s_mem());
	BIO *socket = SSL_get_wbio(ssl);
	BIO_up_ref(socket);
	SSL_set0_wbio(ssl, out);
	peer_tls_write(ssl, "first", 5);
	peer_tls_write(ssl, "second", 6);
	char *bytes;
	long len = BIO_get_mem_data(out, &bytes);
	peer_write(fd, bytes, (size_t) len);
	SSL_set0_wbio(ssl, socket);
	char byte;
	peer_tls_read(ssl, &byte, 1);
}

static void a_second_record_is_readable(void **state)
{
	(void) state;
	for (int v = 0; v < 2; v++) {
		net_tls_peer peer;
		net_try t;
		char got[100];
		size_t n;
		int ready;
		connect_tls(&t, &peer, versions[v], two_records, NULL);
		assert_int_equal(read_some(&t, got, 100, mynd_deadline_in(10), &n), MYND_OK);
		assert_int_equal(n, 5);
		assert_true(descriptor_is_silent(&t));
		assert_int_equal(
		    mynd_net_wait(t.net, MYND_READABLE, mynd_deadline_in(10), &ready, &t.error), MYND_OK);
		assert_int_equal(read_some(&t, got, 100, MYND_NO_WAIT, &n), MYND_OK);
		assert_int_equal(n, 6);
		assert_memory_equal(got, "second", 6);
		net_write_all(&t, "x", 1);
		net_end(&t);
		net_tls_peer_join(&peer);
	}
}

/* Half a record, then silence, then the rest. */
typedef struct halves {
	int go[2];
} halves;

static void half_a_record(SSL *ssl, int fd, void *context)
{
	halves *h = context;
	BIO *out = BIO_new(BIO_s_mem());
	BIO *socket = SSL_get_wbio(ssl);
	BIO_up_ref(socket);
	SSL_set0_wbio(ssl, out);
	uint8_t plain[1000], byte;
	net_fill_pattern(plain, 0, sizeof plain);
	peer_tls_write(ssl, plain, sizeof plain);
	char *bytes;
	long len = BIO_get_mem_data(out, &bytes);
	peer_write(fd, bytes, 500);
	while (read(h->go[0], &byte, 1) < 0) {
	}
	peer_write(fd, bytes + 500, (size_t) len - 500);
	SSL_set0_wbio(ssl, socket);
	peer_tls_read(ssl, &byte, 1);
}

/* What OpenSSL holds then is no data: a wait must sleep and not turn in circles. */
static void half_a_record_is_not_readable(void **state)
{
	(void) state;
	for (int v = 0; v < 2; v++) {
		net_tls_peer peer;
		net_try t;
		halves h;
		assert_int_equal(pipe(h.go), 0);
		connect_tls(&t, &peer, versions[v], half_a_record, &h);
		uint8_t got[1000], expected[1000];
		size_t n;
		int ready, rounds = 0;
		double before = 0;
		while (mynd_net_wait(t.net, MYND_READABLE, mynd_deadline_in(rounds == 0 ? 60 : 0.3), &ready,
		           &t.error) == MYND_OK) {
			before = rounds++ == 0 ? net_seconds() : before;
			assert_int_equal(read_some(&t, got, sizeof got, MYND_NO_WAIT, &n), MYND_MORE);
		}
		assert_true(rounds >= 1 && rounds <= 20);
		assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
		assert_true(net_seconds() - before < 5);
		assert_false(mynd_net_look_for_end(t.net));
		assert_int_equal(write(h.go[1], "x", 1), 1);
		assert_int_equal(read_some(&t, got, sizeof got, mynd_deadline_in(10), &n), MYND_OK);
		assert_int_equal(n, 1000);
		net_fill_pattern(expected, 0, sizeof expected);
		assert_memory_equal(got, expected, sizeof got);
		net_write_all(&t, "x", 1);
		net_end(&t);
		net_tls_peer_join(&peer);
		close(h.go[0]);
		close(h.go[1]);
	}
}

static void quiet(SSL *ssl, int fd, void *context)
{
	(void) fd;
	(void) context;
	char byte;
	peer_tls_read(ssl, &byte, 1);
}

/* TLS 1.3 sends session tickets after the handshake: they are no sign of death, and no data. */
static void tickets_on_an_idle_link_are_harmless(void **state)
{
	(void) state;
	net_tls_peer peer;
	net_try t;
	int ready;
	uint8_t byte;
	size_t n;
	connect_tls(&t, &peer, TLS1_3_VERSION, quiet, NULL);
	struct pollfd p = {mynd_net_descriptor(t.net), POLLIN, 0};
	assert_int_equal(poll(&p, 1, 10000), 1); /* there they are */
	assert_false(mynd_net_look_for_end(t.net));
	assert_int_equal(mynd_net_wait(t.net, MYND_READABLE, MYND_NO_WAIT, &ready, &t.error), MYND_MORE);
	assert_int_equal(read_some(&t, &byte, 1, MYND_NO_WAIT, &n), MYND_MORE);
	net_write_all(&t, "x", 1);
	net_end(&t);
	net_tls_peer_join(&peer);
}

/* --- key updates --- */

static void update_keys(SSL *ssl, int fd, void *context)
{
	(void) fd;
	(void) context;
	uint8_t bytes[30000];
	for (size_t i = 0; i < 20; i++) {
		net_fill_pattern(bytes, i * sizeof bytes, sizeof bytes);
		SSL_key_update(ssl, i % 2 ? SSL_KEY_UPDATE_REQUESTED : SSL_KEY_UPDATE_NOT_REQUESTED);
		peer_tls_write(ssl, bytes, sizeof bytes);
		if (peer_tls_read(ssl, bytes, 5) != 5 || memcmp(bytes, "again", 5) != 0) {
			return;
		}
	}
}

static void keys_change_in_the_middle(void **state)
{
	(void) state;
	net_tls_peer peer;
	net_try t;
	uint8_t got[30000], expected[30000];
	connect_tls(&t, &peer, TLS1_3_VERSION, update_keys, NULL);
	for (size_t i = 0; i < 20; i++) {
		net_read_all(&t, got, sizeof got);
		net_fill_pattern(expected, i * sizeof got, sizeof got);
		assert_memory_equal(got, expected, sizeof got);
		net_write_all(&t, "again", 5);
	}
	net_end(&t);
	net_tls_peer_join(&peer);
}

/* --- the end --- */

static void leave_politely(SSL *ssl, int fd, void *context)
{
	(void) fd;
	(void) context;
	peer_tls_write(ssl, "bye", 3);
	SSL_shutdown(ssl);
	char byte;
	peer_tls_read(ssl, &byte, 1);
}

static void leave_at_once(SSL *ssl, int fd, void *context)
{
	(void) context;
	peer_tls_write(ssl, "bye", 3);
	shutdown(fd, SHUT_WR);
	char byte;
	peer_tls_read(ssl, &byte, 1);
}

static void garble(SSL *ssl, int fd, void *context)
{
	(void) context;
	peer_tls_write(ssl, "bye", 3);
	peer_write(fd, "\x17\x03\x03\x00\x30 this is no record that anybody has encrypted ...", 53);
	char byte;
	peer_tls_read(ssl, &byte, 1);
}

/* With a closing notification or without: a loss, after all bytes have been handed over. */
static void every_end_is_a_loss(void **state)
{
	(void) state;
	void (*const ends[])(SSL *, int, void *) = {leave_politely, leave_at_once, garble};
	for (int v = 0; v < 2; v++) {
		for (int i = 0; i < 3; i++) {
			net_tls_peer peer;
			net_try t;
			uint8_t got[100];
			size_t n;
			connect_tls(&t, &peer, versions[v], ends[i], NULL);
			net_read_all(&t, got, 3);
			assert_memory_equal(got, "bye", 3);
			assert_int_equal(read_some(&t, got, 100, mynd_deadline_in(10), &n), MYND_BAD);
			assert_int_equal(t.error.code, 2006);
			assert_int_equal(t.error.cause, MYND_CAUSE_LOST);
			assert_string_equal(t.error.message, "MySQL server has gone away");
			assert_int_equal(t.error.sys_errno, i == 2 ? EPROTO : 0);
			assert_true(mynd_net_look_for_end(t.net));
			assert_int_equal(read_some(&t, got, 100, MYND_NO_WAIT, &n), MYND_BAD); /* for ever */
			assert_int_equal(ERR_peek_error(), 0);
			mynd_net_close(t.net);
			net_end(&t);
			net_tls_peer_join(&peer);
		}
	}
}

/* Our close says goodbye; our free does not. */
static void hear_the_end(SSL *ssl, int fd, void *context)
{
	(void) fd;
	char byte;
	peer_tls_read(ssl, &byte, 1);
	*(bool *) context = (SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN) != 0;
}

static void closing_says_goodbye(void **state)
{
	(void) state;
	for (int v = 0; v < 2; v++) {
		for (int polite = 0; polite < 2; polite++) {
			net_tls_peer peer;
			net_try t;
			bool heard = false;
			connect_tls(&t, &peer, versions[v], hear_the_end, &heard);
			if (polite) {
				mynd_net_close(t.net);
			}
			net_end(&t);
			net_tls_peer_join(&peer);
			assert_int_equal(heard, polite);
		}
	}
}

/* No SIGPIPE below TLS either: its default action would end this program. */
static void writing_to_nobody_raises_no_signal(void **state)
{
	(void) state;
	signal(SIGPIPE, SIG_DFL);
	for (int v = 0; v < 2; v++) {
		net_tls_peer peer;
		net_try t;
		size_t n;
		connect_tls(&t, &peer, versions[v], quiet, NULL);
		shutdown(mynd_net_descriptor(t.net), SHUT_WR); /* from now on the kernel says EPIPE */
		for (int i = 0; i < 2; i++) {
			assert_int_equal(
			    mynd_net_write(t.net, mynd_slice_of("x"), mynd_deadline_in(10), &n, &t.error), MYND_BAD);
			assert_int_equal(t.error.code, 2006);
			assert_int_equal(t.error.cause, MYND_CAUSE_LOST);
			assert_int_equal(t.error.sys_errno, EPIPE);
		}
		mynd_net_close(t.net); /* nor does the goodbye */
		net_end(&t);
		net_tls_peer_join(&peer);

		connect_tls(&t, &peer, versions[v], quiet, NULL);
		shutdown(mynd_net_descriptor(t.net), SHUT_WR);
		mynd_net_close(t.net);
		net_end(&t);
		net_tls_peer_join(&peer);
	}
}

static void silence_times_out(void **state)
{
	(void) state;
	for (int v = 0; v < 2; v++) {
		net_tls_peer peer;
		net_try t;
		uint8_t byte;
		size_t n;
		connect_tls(&t, &peer, versions[v], quiet, NULL);
		double before = net_seconds();
		assert_int_equal(read_some(&t, &byte, 1, mynd_deadline_in(0.3), &n), MYND_BAD);
		double took = net_seconds() - before;
		assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
		assert_int_equal(t.error.code, 2006);
		assert_true(took >= 0.29 && took < 3);
		net_write_all(&t, "x", 1);
		net_end(&t);
		net_tls_peer_join(&peer);
	}
}

/* A peer that reads nothing: the write gives up at its deadline, and can be taken up again afterwards. */
static void read_when_told(SSL *ssl, int fd, void *context)
{
	(void) fd;
	halves *h = context;
	uint8_t byte, *got = malloc(LARGE);
	while (read(h->go[0], &byte, 1) < 0) {
	}
	size_t n = peer_tls_read(ssl, got, LARGE), wrong = 0;
	for (size_t i = 0; i < n; i++) {
		wrong += got[i] != net_pattern(i);
	}
	free(got);
	byte = n == LARGE && wrong == 0;
	peer_tls_write(ssl, &byte, 1);
}

static void a_write_can_be_taken_up_again(void **state)
{
	(void) state;
	uint8_t *out = malloc(LARGE);
	net_fill_pattern(out, 0, LARGE);
	for (int v = 0; v < 2; v++) {
		net_tls_peer peer;
		net_try t;
		halves h;
		assert_int_equal(pipe(h.go), 0);
		connect_tls(&t, &peer, versions[v], read_when_told, &h);
		size_t sent = 0, n;
		int rc;
		while ((rc = mynd_net_write(
		            t.net, (mynd_slice){out + sent, LARGE - sent}, MYND_NO_WAIT, &n, &t.error)) == MYND_OK) {
			sent += n;
		}
		assert_int_equal(rc, MYND_MORE);
		assert_true(sent < LARGE);
		/* The kernel may still find room, but not for ever. */
		while ((rc = mynd_net_write(t.net, (mynd_slice){out + sent, LARGE - sent}, mynd_deadline_in(0.2), &n,
		            &t.error)) == MYND_OK) {
			sent += n;
		}
		assert_int_equal(rc, MYND_BAD);
		assert_true(sent < LARGE);
		assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
		assert_int_equal(write(h.go[1], "x", 1), 1);
		/* From other memory: only the bytes count. */
		uint8_t *copy = malloc(LARGE - sent);
		memcpy(copy, out + sent, LARGE - sent);
		net_write_all(&t, copy, LARGE - sent);
		free(copy);
		uint8_t verdict = 0;
		net_read_all(&t, &verdict, 1);
		assert_int_equal(verdict, 1);
		net_end(&t);
		net_tls_peer_join(&peer);
		close(h.go[0]);
		close(h.go[1]);
	}
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(large_transfers),
	    cmocka_unit_test(both_ways_without_blocking),
	    cmocka_unit_test(held_bytes_are_readable),
	    cmocka_unit_test(a_second_record_is_readable),
	    cmocka_unit_test(half_a_record_is_not_readable),
	    cmocka_unit_test(tickets_on_an_idle_link_are_harmless),
	    cmocka_unit_test(keys_change_in_the_middle),
	    cmocka_unit_test(every_end_is_a_loss),
	    cmocka_unit_test(closing_says_goodbye),
	    cmocka_unit_test(writing_to_nobody_raises_no_signal),
	    cmocka_unit_test(silence_times_out),
	    cmocka_unit_test(a_write_can_be_taken_up_again),
	};
	return cmocka_run_group_tests(tests, make_cert, drop_cert);
}
