/*
 * TLS: whom a certificate convinces, and what becomes of the handshake when it does not; bytes through it are
 * in test_net_tls_bytes.c. All certificates are made here.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include "net_help.h"

#define FAILED "Cannot connect to MySQL using SSL"

/* What OpenSSL takes for the time. */
static long clock_is_ahead; /* seconds */
time_t time(time_t *to)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	now.tv_sec += clock_is_ahead;
	if (to != NULL) {
		*to = now.tv_sec;
	}
	return now.tv_sec;
}

static net_cert authority, other_authority;
static const char *authority_file;

static int make_authorities(void **state)
{
	(void) state;
	authority = net_cert_make(&(net_cert_request){"mynd test authority", NULL, -10, 10, true}, NULL);
	other_authority = net_cert_make(&(net_cert_request){"another authority", NULL, -10, 10, true}, NULL);
	authority_file = net_cert_file(&authority, "ca.pem");
	return 0;
}

static int drop_authorities(void **state)
{
	(void) state;
	net_cert_free(&authority);
	net_cert_free(&other_authority);
	mynd_net_thread_end();
	net_remove_files();
	return 0;
}

static void greet(SSL *ssl, int fd, void *context)
{
	(void) fd;
	(void) context;
	char byte;
	peer_tls_write(ssl, "hello", 5);
	peer_tls_read(ssl, &byte, 1);
}

/* The client's part over an open connection; the error and the transport stay in `t`. */
static int start_tls(net_try *t, const mynd_tls_options *options, const char *host)
{
	return mynd_net_start_tls(t->net, options, host, mynd_deadline_in(10), &t->error);
}

/* One connection to a server with this certificate. */
static int shake(net_try *t, const net_cert *cert, const mynd_tls_options *options, const char *host)
{
	net_tls_peer peer;
	int port = 0, listener = net_listen("127.0.0.1", &port, 8);
	net_tls_peer_start(&peer, listener, cert, greet, NULL);
	net_begin(t);
	assert_int_equal(net_connect(t, "127.0.0.1", port, 10), MYND_OK);
	int rc = start_tls(t, options, host);
	if (rc == MYND_OK) {
		char got[5];
		net_read_all(t, got, 5);
		assert_memory_equal(got, "hello", 5);
		assert_true(mynd_net_is_tls(t->net));
		assert_non_null(net_tls_cipher(t));
		assert_string_equal(mynd_net_tls_detail(t->net), "");
		assert_int_equal(t->counts.tls_handshakes, 1);
		mynd_net_close(t->net);
	} else {
		assert_int_equal(t->counts.tls_handshakes, 0);
		assert_false(net_is_open(t)); /* never goes on without TLS */
		assert_false(mynd_net_is_tls(t->net));
		assert_int_equal(t->error.code, 2002);
		assert_string_equal(t->error.message, FAILED);
		assert_string_equal(t->error.sqlstate, "HY000");
	}
	assert_int_equal(ERR_peek_error(), 0);
	net_tls_peer_join(&peer);
	return rc;
}

static void assert_detail(const net_try *t, const char *piece)
{
	const char *detail = mynd_net_tls_detail(t->net);
	if (strstr(detail, piece) == NULL) {
		fail_msg("\"%s\" does not contain \"%s\"", detail, piece);
	}
}

static void assert_reason(const net_try *t, const char *piece)
{
	const char *reason = mynd_net_tls_reason(t->net);
	if (strstr(reason, piece) == NULL) {
		fail_msg("\"%s\" does not contain \"%s\"", reason, piece);
	}
}

/* --- which certificates are trusted --- */

typedef struct certificate_case {
	const char *what;
	net_cert_request request;
	enum { BY_AUTHORITY, BY_OTHER, BY_ITSELF } issuer;
	const char *host;
	const char *refused_for; /* NULL: accepted, with chain and host verified */
} certificate_case;

#define NAMES "DNS:db.example.com,DNS:*.wild.example,IP:127.0.0.1,IP:::1"

static const certificate_case cases[] = {
    {"good", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "db.example.com", NULL},
    {"case of letters", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "DB.Example.COM", NULL},
    {"closing dot", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "db.example.com.", NULL},
    {"wildcard", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "a.wild.example", NULL},
    {"IPv4", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "127.0.0.1", NULL},
    {"IPv6", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "::1", NULL},
    {"name only in CN", {"db.example.com", NULL, -1, 1, false}, BY_AUTHORITY, "db.example.com", NULL},
    {"self-signed", {"x", NAMES, -1, 1, false}, BY_ITSELF, "db.example.com", "self"},
    {"unknown authority", {"x", NAMES, -1, 1, false}, BY_OTHER, "db.example.com",
        "unable to get local issuer certificate"},
    {"expired", {"x", NAMES, -5, -1, false}, BY_AUTHORITY, "db.example.com", "certificate has expired"},
    {"not yet valid", {"x", NAMES, 1, 5, false}, BY_AUTHORITY, "db.example.com", "not yet valid"},
    {"wrong host", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "other.example.com", "hostname mismatch"},
    {"wildcard is one label", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "a.b.wild.example",
        "hostname mismatch"},
    {"wildcard is no empty label", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "wild.example",
        "hostname mismatch"},
    {"part of a label", {"x", "DNS:d*.example.com", -1, 1, false}, BY_AUTHORITY, "db.example.com",
        "hostname mismatch"},
    {"wrong IPv4", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, "127.0.0.2", "IP address mismatch"},
    {"an address is no name", {"x", "DNS:127.0.0.1", -1, 1, false}, BY_AUTHORITY, "127.0.0.1",
        "IP address mismatch"},
    {"CN is void beside other names", {"db.example.com", "DNS:x.example", -1, 1, false}, BY_AUTHORITY,
        "db.example.com", "hostname mismatch"},
    {"no name to verify", {"x", NAMES, -1, 1, false}, BY_AUTHORITY, NULL, ""},
};

static net_cert make(const certificate_case *c)
{
	const net_cert *issuers[] = {&authority, &other_authority, NULL};
	return net_cert_make(&c->request, issuers[c->issuer]);
}

static void certificates_are_judged(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const certificate_case *c = &cases[i];
		net_cert cert = make(c);
		net_try t;
		mynd_tls_options options = {.ca = authority_file, .verify_chain = true, .verify_host = true};
		int rc = shake(&t, &cert, &options, c->host);
		if ((rc == MYND_OK) != (c->refused_for == NULL)) {
			fail_msg("%s: %d %s", c->what, rc, mynd_net_tls_detail(t.net));
		}
		if (c->refused_for != NULL) {
			assert_reason(&t, c->refused_for);
			assert_int_equal(t.error.cause, MYND_CAUSE_REFUSED);
		}
		net_end(&t);
		/* With verification off everybody is believed. */
		assert_int_equal(shake(&t, &cert, &(mynd_tls_options){.ca = "/nowhere"}, c->host), MYND_OK);
		net_end(&t);
		net_cert_free(&cert);
	}
}

static void refused_in_these_words(const net_cert_request *request, const char *host, const char *words)
{
	net_cert cert = net_cert_make(request, &authority);
	net_try t;
	mynd_tls_options options = {.ca = authority_file, .verify_chain = true, .verify_host = true};
	assert_int_equal(shake(&t, &cert, &options, host), MYND_BAD);
	assert_string_equal(mynd_net_tls_detail(t.net), words);
	net_end(&t);
	net_cert_free(&cert);
}

/* Word for word what PHP 8.2's streams write. */
static void a_refusal_has_stocks_words(void **state)
{
	(void) state;
	char words[400], line[200];
	ERR_error_string_n(ERR_PACK(ERR_LIB_SSL, 0, SSL_R_CERTIFICATE_VERIFY_FAILED), line, sizeof line);
	snprintf(words, sizeof words, "SSL operation failed with code 1. OpenSSL Error messages:\n%s", line);
	refused_in_these_words(&(net_cert_request){"x", NAMES, -5, -1, false}, "db.example.com", words);
	refused_in_these_words(&(net_cert_request){"wronghost", NULL, -1, 1, false}, "127.0.0.1",
	    "Peer certificate CN=`wronghost' did not match expected CN=`127.0.0.1'");
	refused_in_these_words(&(net_cert_request){"a\nb", NULL, -1, 1, false}, "host.",
	    "Peer certificate CN=`a?b' did not match expected CN=`host.'");
	refused_in_these_words(&(net_cert_request){"x", NAMES, -1, 1, false}, "other.example.com",
	    "Peer certificate subjectAltName did not match expected name `other.example.com'");
	refused_in_these_words(&(net_cert_request){"x", NAMES, -1, 1, false}, NULL,
	    "There is no host name that the certificate could prove");
}

/* The two halves of verification, each without the other. */
static void chain_and_host_are_verified_apart(void **state)
{
	(void) state;
	net_cert wrong_name = net_cert_make(&(net_cert_request){"x", "DNS:other", -1, 1, false}, &authority);
	net_cert self_signed = net_cert_make(&(net_cert_request){"x", "DNS:host", -1, 1, false}, NULL);
	mynd_tls_options chain = {.ca = authority_file, .verify_chain = true}, host = {.verify_host = true};
	net_try t;
	assert_int_equal(shake(&t, &wrong_name, &chain, "host"), MYND_OK);
	net_end(&t);
	assert_int_equal(shake(&t, &self_signed, &chain, "host"), MYND_BAD);
	net_end(&t);
	assert_int_equal(shake(&t, &self_signed, &host, "host"), MYND_OK);
	net_end(&t);
	assert_int_equal(shake(&t, &wrong_name, &host, "host"), MYND_BAD);
	assert_reason(&t, "hostname mismatch");
	net_end(&t);
	net_cert_free(&wrong_name);
	net_cert_free(&self_signed);
}

/* A name with a NUL in it, as fraudulent certificates had: "host\0.evil.example". */
static void a_nul_does_not_end_a_name(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NULL, -1, 1, false}, &authority);
	GENERAL_NAMES *names = GENERAL_NAMES_new();
	GENERAL_NAME *name = GENERAL_NAME_new();
	ASN1_IA5STRING *value = ASN1_IA5STRING_new();
	ASN1_STRING_set(value, "db.example.com\0.evil.example", 28);
	GENERAL_NAME_set0_value(name, GEN_DNS, value);
	sk_GENERAL_NAME_push(names, name);
	X509_add1_ext_i2d(cert.x509, NID_subject_alt_name, names, 0, X509V3_ADD_REPLACE);
	X509_sign(cert.x509, authority.key, EVP_sha256());
	GENERAL_NAMES_free(names);
	net_try t;
	mynd_tls_options options = {.ca = authority_file, .verify_chain = true, .verify_host = true};
	assert_int_equal(shake(&t, &cert, &options, "db.example.com"), MYND_BAD);
	net_end(&t);
	net_cert_free(&cert);
}

/* Without ca and capath it is the system's authorities, and they do not know ours. */
static void the_system_does_not_know_our_authority(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	net_try t;
	mynd_tls_options options = {.verify_chain = true, .verify_host = true};
	assert_int_equal(shake(&t, &cert, &options, "db.example.com"), MYND_BAD);
	assert_detail(&t, "certificate verify failed");
	net_end(&t);
	net_cert_free(&cert);
}

/* --- options --- */

static int send_name(SSL *ssl, int *alert, void *context)
{
	(void) alert;
	const char *name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
	snprintf(context, 64, "%s", name ? name : "(none)");
	return SSL_TLSEXT_ERR_OK;
}

static void the_server_hears_names_but_no_addresses(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	const char *hosts[][2] = {{"db.example.com", "db.example.com"}, {"db.example.com.", "db.example.com"},
	    {"127.0.0.1", "(none)"}, {"::1", "(none)"}, {NULL, "(none)"}, {"", "(none)"}};
	for (int i = 0; i < 6; i++) {
		char heard[64] = "";
		net_tls_peer peer;
		net_try t;
		int port = 0, listener = net_listen("127.0.0.1", &port, 8);
		/* The peer's thread sits in accept until we connect, so its context can still be changed. */
		net_tls_peer_start(&peer, listener, &cert, greet, NULL);
		SSL_CTX_set_tlsext_servername_callback(peer.context, send_name);
		SSL_CTX_set_tlsext_servername_arg(peer.context, heard);
		net_begin(&t);
		assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
		assert_int_equal(start_tls(&t, &(mynd_tls_options){0}, hosts[i][0]), MYND_OK);
		net_end(&t);
		net_tls_peer_join(&peer);
		assert_string_equal(heard, hosts[i][1]);
	}
	net_cert_free(&cert);
}

static void ciphers_are_chosen(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	net_try t;
	net_tls_peer peer;
	const char *asked[] = {"TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256:ECDHE-RSA-AES128-SHA256",
	    "ECDHE-ECDSA-AES256-GCM-SHA384 : TLS_AES_256_GCM_SHA384"};
	const char *got[] = {"TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_256_GCM_SHA384"};
	for (int i = 0; i < 3; i++) {
		int port = 0, listener = net_listen("127.0.0.1", &port, 8);
		net_tls_peer_start(&peer, listener, &cert, greet, NULL);
		net_begin(&t);
		assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
		assert_int_equal(start_tls(&t, &(mynd_tls_options){.cipher = asked[i]}, NULL), MYND_OK);
		assert_string_equal(net_tls_cipher(&t), got[i]);
		net_end(&t);
		net_tls_peer_join(&peer);
	}
	/* TLS 1.2 only on the other side: the names of 1.2 count. */
	int port = 0, listener = net_listen("127.0.0.1", &port, 8);
	net_tls_peer_start(&peer, listener, &cert, greet, NULL);
	SSL_CTX_set_max_proto_version(peer.context, TLS1_2_VERSION);
	net_begin(&t);
	assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
	assert_int_equal(start_tls(&t, &(mynd_tls_options){.cipher = asked[2]}, NULL), MYND_OK);
	assert_string_equal(net_tls_cipher(&t), "ECDHE-ECDSA-AES256-GCM-SHA384");
	net_end(&t);
	net_tls_peer_join(&peer);
	net_cert_free(&cert);
}

static void only_tls_1_2_and_later(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	net_tls_peer peer;
	net_try t;
	int port = 0, listener = net_listen("127.0.0.1", &port, 8);
	net_tls_peer_start(&peer, listener, &cert, greet, NULL);
	SSL_CTX_set_security_level(peer.context, 0);
	SSL_CTX_set_min_proto_version(peer.context, TLS1_VERSION);
	SSL_CTX_set_max_proto_version(peer.context, TLS1_1_VERSION);
	net_begin(&t);
	assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
	assert_int_equal(start_tls(&t, &(mynd_tls_options){0}, NULL), MYND_BAD);
	assert_string_equal(t.error.message, FAILED);
	net_end(&t);
	net_tls_peer_join(&peer);
	assert_false(peer.handshake_ok);
	net_cert_free(&cert);
}

/* Files that cannot be used: the reason is in the detail, nothing is sent, nothing asks for a passphrase. */
static void bad_files_are_named(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	net_cert other = net_cert_make(&(net_cert_request){"y", NAMES, -1, 1, false}, &authority);
	const char *cert_file = net_cert_file(&cert, "cert.pem"), *key = net_key_file(&cert, "key.pem");
	const char *other_key = net_key_file(&other, "other-key.pem");
	const char *garbage = net_file("garbage.pem", "garbage", 7);
	const char *locked_path = net_path("locked.pem");
	FILE *f = fopen(locked_path, "w");
	PEM_write_PrivateKey(f, cert.key, EVP_aes_128_cbc(), (unsigned char *) "pass", 4, NULL, NULL);
	fclose(f);
	const struct {
		mynd_tls_options options;
		const char *detail, *reason;
	} bad[] = {
	    {{.ca = "/nowhere", .verify_chain = true}, "failed loading cafile stream: `/nowhere'", ""},
	    {{.ca = garbage, .verify_chain = true}, "no valid certs found cafile stream: `", ""},
	    {{.cert = "/nowhere"}, "Unable to set local cert chain file `/nowhere'; Check that", "No such file"},
	    {{.cert = garbage, .key = key}, "Unable to set local cert chain file `", ""},
	    {{.cert = cert_file}, "Unable to set private key file `", ""},
	    {{.key = key}, "Unable to set local cert chain file `", ""},
	    {{.cert = cert_file, .key = garbage}, "Unable to set private key file `", ""},
	    {{.cert = cert_file, .key = locked_path}, "Unable to set private key file `", ""},
	    {{.cert = cert_file, .key = other_key}, "Private key does not match certificate!", ""},
	    {{.cipher = "NO-SUCH-CIPHER"}, "Unable to set the ciphers `NO-SUCH-CIPHER'", ""},
	    {{.cipher = "TLS_NO_SUCH_SUITE"}, "Unable to set the ciphers `", ""},
	};
	int port = 0, listener = net_listen("127.0.0.1", &port, 64);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		net_try t;
		net_begin(&t);
		assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
		assert_int_equal(start_tls(&t, &bad[i].options, "host"), MYND_BAD);
		assert_string_equal(t.error.message, FAILED);
		assert_int_equal(t.error.cause, bad[i].options.ca ? MYND_CAUSE_BAD_CA : MYND_CAUSE_REFUSED);
		assert_detail(&t, bad[i].detail);
		assert_reason(&t, bad[i].reason);
		assert_false(net_is_open(&t));
		assert_int_equal(ERR_peek_error(), 0);
		net_end(&t);
		int fd = accept(listener, NULL, NULL);
		char byte;
		assert_int_equal(peer_read(fd, &byte, 1), 0);
		close(fd);
	}
	close(listener);
	net_cert_free(&cert);
	net_cert_free(&other);
}

static int remember(int ok, X509_STORE_CTX *store)
{
	(void) store;
	(void) ok;
	return 1;
}

static void show_client(SSL *ssl, int fd, void *context)
{
	(void) fd;
	X509 *x509 = SSL_get_peer_certificate(ssl);
	*(bool *) context = x509 != NULL;
	X509_free(x509);
	greet(ssl, fd, NULL);
}

static void a_client_certificate_is_shown(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	bool shown = false;
	net_tls_peer peer;
	net_try t;
	int port = 0, listener = net_listen("127.0.0.1", &port, 8);
	net_tls_peer_start(&peer, listener, &cert, show_client, &shown);
	SSL_CTX_set_verify(peer.context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, remember);
	net_begin(&t);
	assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
	mynd_tls_options options = {
	    .cert = net_cert_file(&cert, "cert.pem"), .key = net_key_file(&cert, "key.pem")};
	assert_int_equal(start_tls(&t, &options, NULL), MYND_OK);
	char got[5];
	net_read_all(&t, got, 5);
	net_end(&t);
	net_tls_peer_join(&peer);
	assert_true(shown);
	net_cert_free(&cert);
}

/*
 * A renewed authority file under the same name is seen; more option sets than the cache has places do no
 * harm.
 */
static void contexts_follow_their_files(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	net_try t;
	mynd_tls_options options = {.ca = net_cert_file(&other_authority, "renewed.pem"), .verify_chain = true};
	assert_int_equal(shake(&t, &cert, &options, "db.example.com"), MYND_BAD);
	net_end(&t);
	options.ca = net_cert_file(&authority, "renewed.pem");
	assert_int_equal(shake(&t, &cert, &options, "db.example.com"), MYND_OK);
	net_end(&t);
	for (int i = 0; i < 12; i++) {
		char name[32];
		snprintf(name, sizeof name, "copy-%d.pem", i);
		mynd_tls_options copy = {.ca = net_cert_file(&authority, name), .verify_chain = true};
		assert_int_equal(shake(&t, &cert, &copy, "db.example.com"), MYND_OK);
		net_end(&t);
	}
	assert_int_equal(shake(&t, &cert, &options, "db.example.com"), MYND_OK);
	net_end(&t);
	net_cert_free(&cert);
}

/* --- sessions are resumed --- */

/*
 * One connection to a server that lives on: it keeps its port and the keys of its tickets. Whether it was
 * resumed.
 */
static bool resumes(int listener, int port, const net_cert *cert, const mynd_tls_options *options,
    const char *host, uint8_t key, int version, int expected)
{
	net_tls_peer peer;
	net_try t;
	uint8_t keys[80];
	char got[5];
	memset(keys, key, sizeof keys);
	net_tls_peer_start(&peer, dup(listener), cert, greet, NULL);
	SSL_CTX_set_tlsext_ticket_keys(peer.context, keys, sizeof keys);
	SSL_CTX_set_max_proto_version(peer.context, version);
	net_begin(&t);
	assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
	assert_int_equal(start_tls(&t, options, host), expected);
	bool resumed = t.counts.tls_resumed == 1;
	if (expected == MYND_OK) {
		net_read_all(&t, got, 5); /* and with it the ticket */
		mynd_net_close(t.net);
	}
	net_tls_peer_join(&peer);
	net_end(&t);
	return resumed;
}

static void sessions_are_resumed(void **state)
{
	(void) state;
	const int versions[] = {TLS1_2_VERSION, TLS1_3_VERSION};
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	net_cert stranger = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &other_authority);
	mynd_tls_options trusting = {0},
	                 strict = {.ca = authority_file, .verify_chain = true, .verify_host = true};
	const char *host = "db.example.com";
	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		int v = versions[i], port = 0, listener = net_listen("127.0.0.1", &port, 8);
		assert_false(resumes(listener, port, &cert, &trusting, host, 1, v, MYND_OK));
		assert_true(resumes(listener, port, &cert, &trusting, host, 1, v, MYND_OK));
		assert_true(resumes(listener, port, &cert, &trusting, host, 1, v, MYND_OK));
		/* What was believed unseen proves nothing to who wants proof, nor does one name prove another. */
		assert_false(resumes(listener, port, &cert, &strict, host, 1, v, MYND_OK));
		assert_true(resumes(listener, port, &cert, &strict, host, 1, v, MYND_OK));
		assert_false(resumes(listener, port, &cert, &strict, "a.wild.example", 1, v, MYND_OK));
		assert_false(resumes(listener, port, &stranger, &strict, "b.wild.example", 1, v, MYND_BAD));
		/* A server that knows its tickets no more shakes hands anew, and proves itself anew. */
		assert_false(resumes(listener, port, &cert, &strict, host, 2, v, MYND_OK));
		assert_true(resumes(listener, port, &cert, &strict, host, 2, v, MYND_OK));
		assert_false(resumes(listener, port, &stranger, &strict, host, 3, v, MYND_BAD));
		assert_false(
		    resumes(listener, port, &cert, &strict, host, 2, v, MYND_OK)); /* the failure took it along */
		/* Another server is another server. */
		int other_port = 0, other = net_listen("127.0.0.1", &other_port, 8);
		assert_false(resumes(other, other_port, &cert, &strict, host, 2, v, MYND_OK));
		mynd_net_thread_end();
		assert_false(resumes(listener, port, &cert, &strict, host, 2, v, MYND_OK));
		close(other);
		close(listener);
	}
	net_cert_free(&cert);
	net_cert_free(&stranger);
}

/* A full handshake would find that the certificate's time is over; so does a session. */
static void a_session_ends_with_its_certificate(void **state)
{
	(void) state;
	const int versions[] = {TLS1_2_VERSION, TLS1_3_VERSION};
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	X509_gmtime_adj(X509_getm_notAfter(cert.x509), 600);
	assert_true(X509_sign(cert.x509, authority.key, EVP_sha256()) > 0);
	mynd_tls_options strict = {.ca = authority_file, .verify_chain = true, .verify_host = true};
	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		int v = versions[i], port = 0, listener = net_listen("127.0.0.1", &port, 8);
		assert_false(resumes(listener, port, &cert, &strict, "db.example.com", 1, v, MYND_OK));
		assert_true(resumes(listener, port, &cert, &strict, "db.example.com", 1, v, MYND_OK));
		clock_is_ahead = 700;
		assert_false(resumes(listener, port, &cert, &strict, "db.example.com", 1, v, MYND_BAD));
		clock_is_ahead = 0;
		close(listener);
	}
	net_cert_free(&cert);
}

/* --- certificates in doubt --- */

typedef struct doubt_case {
	const char *what;
	net_cert_request request;
	bool by_other; /* signed by an authority that is not known; otherwise by itself */
	mynd_tls_options options;
	const char *refused_for; /* NULL: not refused */
	bool in_doubt;
} doubt_case;

static const doubt_case doubts[] = {
    {"doubted", {"x", NAMES, -1, 1, false}, false,
        {.verify_chain = true, .verify_host = true, .allow_doubt = true}, NULL, true},
    {"with another name", {"MariaDB", NULL, -1, 1, false}, false,
        {.verify_chain = true, .verify_host = true, .allow_doubt = true}, NULL, true},
    {"an authority by itself", {"MariaDB", NULL, -1, 1, true}, false,
        {.verify_chain = true, .verify_host = true, .allow_doubt = true}, NULL, true},
    {"expired", {"x", NAMES, -5, -1, false}, false,
        {.verify_chain = true, .verify_host = true, .allow_doubt = true}, "certificate has expired", false},
    {"not yet valid", {"x", NAMES, 1, 5, false}, false,
        {.verify_chain = true, .verify_host = true, .allow_doubt = true}, "not yet valid", false},
    {"of an unknown authority", {"x", NAMES, -1, 1, false}, true,
        {.verify_chain = true, .verify_host = true, .allow_doubt = true}, "unable to get local issuer",
        false},
    {"no doubt allowed", {"x", NAMES, -1, 1, false}, false, {.verify_chain = true, .verify_host = true},
        "self", false},
    {"nothing verified", {"x", NAMES, -1, 1, false}, false, {.allow_doubt = true}, NULL, false},
    {"the name alone verified", {"x", "DNS:other", -1, 1, false}, false,
        {.verify_host = true, .allow_doubt = true}, "hostname mismatch", false},
};

static void a_self_signed_certificate_may_be_doubted(void **state)
{
	(void) state;
	for (size_t i = 0; i < sizeof doubts / sizeof *doubts; i++) {
		const doubt_case *c = &doubts[i];
		net_cert cert = net_cert_make(&c->request, c->by_other ? &other_authority : NULL);
		uint8_t told[MYND_NET_FINGERPRINT_LEN] = {0}, own[EVP_MAX_MD_SIZE];
		net_tls_peer peer;
		net_try t;
		char got[5];
		int port = 0, listener = net_listen("127.0.0.1", &port, 8);
		net_tls_peer_start(&peer, listener, &cert, greet, NULL);
		net_begin(&t);
		assert_int_equal(net_connect(&t, "127.0.0.1", port, 10), MYND_OK);
		int rc = start_tls(&t, &c->options, "db.example.com");
		if ((rc == MYND_OK) != (c->refused_for == NULL)) {
			fail_msg("%s: %d, %s", c->what, rc, mynd_net_tls_reason(t.net));
		}
		if (mynd_net_tls_is_in_doubt(t.net, told) != c->in_doubt) {
			fail_msg("%s: in doubt or not?", c->what);
		}
		if (c->in_doubt) {
			assert_int_equal(X509_digest(cert.x509, EVP_sha256(), own, NULL), 1);
			assert_memory_equal(told, own, sizeof told);
		}
		if (rc == MYND_OK) {
			net_read_all(&t, got, 5);
			mynd_net_close(t.net);
		} else {
			assert_reason(&t, c->refused_for);
		}
		assert_int_equal(ERR_peek_error(), 0);
		net_tls_peer_join(&peer);
		net_end(&t);
		net_cert_free(&cert);
	}
}

/* Its session would be one that nobody has proved anything about. */
static void a_doubted_session_is_not_resumed(void **state)
{
	(void) state;
	const int versions[] = {TLS1_2_VERSION, TLS1_3_VERSION};
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, NULL);
	mynd_tls_options doubting = {.verify_chain = true, .verify_host = true, .allow_doubt = true},
	                 strict = {.verify_chain = true, .verify_host = true};
	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		int v = versions[i], port = 0, listener = net_listen("127.0.0.1", &port, 8);
		assert_false(resumes(listener, port, &cert, &doubting, "db.example.com", 1, v, MYND_OK));
		assert_false(resumes(listener, port, &cert, &doubting, "db.example.com", 1, v, MYND_OK));
		assert_false(resumes(listener, port, &cert, &strict, "db.example.com", 1, v, MYND_BAD));
		close(listener);
	}
	net_cert_free(&cert);
}

/* More servers than there are places: the ones asked last are remembered. */
static void sessions_have_few_places(void **state)
{
	(void) state;
	enum { SERVERS = 20 };
	int ports[SERVERS] = {0}, listeners[SERVERS], resumed = 0;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	mynd_tls_options options = {0};
	mynd_net_thread_end();
	for (int i = 0; i < SERVERS; i++) {
		listeners[i] = net_listen("127.0.0.1", &ports[i], 8);
		assert_false(resumes(listeners[i], ports[i], &cert, &options, "h", 1, 0, MYND_OK));
	}
	for (int i = SERVERS - 1; i >= 0; i--) {
		resumed += resumes(listeners[i], ports[i], &cert, &options, "h", 1, 0, MYND_OK);
		close(listeners[i]);
	}
	assert_int_equal(resumed, 16);
	net_cert_free(&cert);
}

/* --- handshakes that go wrong --- */

typedef struct bytes {
	const void *ptr;
	size_t len;
	bool hold; /* wait for the client to leave, instead of closing */
} bytes;

static void say_bytes(int fd, void *context)
{
	const bytes *b = context;
	uint8_t sink[4096];
	peer_write(fd, b->ptr, b->len);
	if (b->hold) {
		while (peer_read(fd, sink, sizeof sink) == sizeof sink) {
		}
	} else {
		recv(fd, sink, sizeof sink, 0); /* the ClientHello, so that closing does not reset */
	}
}

static int shake_with(net_try *t, bytes b, double seconds)
{
	net_peer peer;
	net_connect_peer(t, &peer, say_bytes, &b);
	int rc =
	    mynd_net_start_tls(t->net, &(mynd_tls_options){0}, "localhost", mynd_deadline_in(seconds), &t->error);
	net_peer_join(&peer);
	assert_int_equal(rc, MYND_BAD);
	assert_int_equal(t->error.code, 2002);
	assert_string_equal(t->error.message, FAILED);
	assert_false(net_is_open(t));
	return rc;
}

static void plain_bytes_instead_of_a_handshake(void **state)
{
	(void) state;
	net_try t;
	shake_with(&t, (bytes){"I speak no TLS at all, sorry", 28, true}, 10);
	assert_int_equal(t.error.cause, MYND_CAUSE_REFUSED);
	assert_detail(&t, "SSL operation failed with code 1");
	net_end(&t);
}

static void a_handshake_that_is_closed_or_silent(void **state)
{
	(void) state;
	net_try t;
	shake_with(&t, (bytes){"", 0, false}, 10);
	assert_int_equal(t.error.cause, MYND_CAUSE_LOST);
	assert_detail(&t, "eof");
	net_end(&t);
	double before = net_seconds();
	shake_with(&t, (bytes){"", 0, true}, 0.3);
	double took = net_seconds() - before;
	assert_int_equal(t.error.cause, MYND_CAUSE_TIMED_OUT);
	assert_string_equal(mynd_net_tls_detail(t.net), "SSL: Handshake timed out");
	assert_true(took >= 0.29 && took < 3);
	net_end(&t);
}

typedef struct cut_server {
	SSL_CTX *context;
	size_t cut; /* bytes of its answer that get through */
	size_t whole;
} cut_server;

/* A real server that speaks into memory; only the beginning of its first answer gets on the wire. */
static void answer_in_part(int fd, void *context)
{
	cut_server *c = context;
	uint8_t hello[8192], answer[16384];
	BIO *in = BIO_new(BIO_s_mem()), *out = BIO_new(BIO_s_mem());
	SSL *ssl = SSL_new(c->context);
	SSL_set_bio(ssl, in, out);
	ssize_t n = recv(fd, hello, sizeof hello, 0);
	BIO_write(in, hello, (int) n);
	SSL_accept(ssl);
	int len = BIO_read(out, answer, sizeof answer);
	c->whole = (size_t) len;
	peer_write(fd, answer, c->cut < c->whole ? c->cut : c->whole);
	ERR_clear_error();
	SSL_free(ssl);
}

static void a_handshake_cut_anywhere(void **state)
{
	(void) state;
	net_cert cert = net_cert_make(&(net_cert_request){"x", NAMES, -1, 1, false}, &authority);
	cut_server c = {SSL_CTX_new(TLS_server_method()), 0, 1};
	SSL_CTX_use_certificate(c.context, cert.x509);
	SSL_CTX_use_PrivateKey(c.context, cert.key);
	net_cert_free(&cert);
	unsigned cuts = 0;
	for (; c.cut < c.whole; c.cut += c.cut < 16 ? 1 : 37, cuts++) {
		net_peer peer;
		net_try t;
		net_connect_peer(&t, &peer, answer_in_part, &c);
		assert_int_equal(start_tls(&t, &(mynd_tls_options){0}, "localhost"), MYND_BAD);
		assert_int_equal(t.error.code, 2002);
		assert_string_equal(t.error.message, FAILED);
		assert_int_equal(t.error.cause, MYND_CAUSE_LOST);
		assert_detail(&t, "eof");
		net_peer_join(&peer);
		net_end(&t);
	}
	assert_true(cuts > 20);
	SSL_CTX_free(c.context);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(certificates_are_judged),
	    cmocka_unit_test(a_refusal_has_stocks_words),
	    cmocka_unit_test(chain_and_host_are_verified_apart),
	    cmocka_unit_test(a_nul_does_not_end_a_name),
	    cmocka_unit_test(the_system_does_not_know_our_authority),
	    cmocka_unit_test(the_server_hears_names_but_no_addresses),
	    cmocka_unit_test(ciphers_are_chosen),
	    cmocka_unit_test(only_tls_1_2_and_later),
	    cmocka_unit_test(bad_files_are_named),
	    cmocka_unit_test(a_client_certificate_is_shown),
	    cmocka_unit_test(contexts_follow_their_files),
	    cmocka_unit_test(sessions_are_resumed),
	    cmocka_unit_test(sessions_have_few_places),
	    cmocka_unit_test(a_session_ends_with_its_certificate),
	    cmocka_unit_test(a_self_signed_certificate_may_be_doubted),
	    cmocka_unit_test(a_doubted_session_is_not_resumed),
	    cmocka_unit_test(plain_bytes_instead_of_a_handshake),
	    cmocka_unit_test(a_handshake_that_is_closed_or_silent),
	    cmocka_unit_test(a_handshake_cut_anywhere),
	};
	return cmocka_run_group_tests(tests, make_authorities, drop_authorities);
}
