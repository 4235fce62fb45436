/*
 * See net_help.h: certificates, and peers that speak TLS.
 */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include "net_help.h"
#include "net/private.h"

#define must(condition) ((condition) ? (void) 0 : give_up(#condition, __LINE__))

static void give_up(const char *what, int line)
{
	fprintf(stderr, "net_tls_help.c:%d: %s (%s)\n", line, what, strerror(errno));
	ERR_print_errors_fp(stderr);
	abort();
}

/* --- certificates --- */

static EVP_PKEY *make_key(void)
{
	EVP_PKEY *key = NULL;
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
	must(EVP_PKEY_keygen_init(context) == 1);
	must(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1);
	must(EVP_PKEY_keygen(context, &key) == 1);
	EVP_PKEY_CTX_free(context);
	return key;
}

static void extend(X509 *x509, X509 *issuer, int nid, const char *value)
{
	X509V3_CTX context;
	X509V3_set_ctx(&context, issuer, x509, NULL, NULL, 0);
	X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
	must(extension != NULL && X509_add_ext(x509, extension, -1) == 1);
	X509_EXTENSION_free(extension);
}

net_cert net_cert_make(const net_cert_request *request, const net_cert *issuer)
{
	static long serial = 1;
	net_cert cert = {X509_new(), make_key()};
	must(X509_set_version(cert.x509, 2) == 1);
	ASN1_INTEGER_set(X509_get_serialNumber(cert.x509), serial++);
	X509_gmtime_adj(X509_getm_notBefore(cert.x509), request->from_days * 86400L);
	X509_gmtime_adj(X509_getm_notAfter(cert.x509), request->to_days * 86400L);
	X509_set_pubkey(cert.x509, cert.key);
	X509_NAME *name = X509_get_subject_name(cert.x509);
	must(X509_NAME_add_entry_by_txt(
	         name, "CN", MBSTRING_ASC, (const unsigned char *) request->name, -1, -1, 0) == 1);
	X509 *by = issuer ? issuer->x509 : cert.x509;
	must(X509_set_issuer_name(cert.x509, X509_get_subject_name(by)) == 1);
	extend(
	    cert.x509, by, NID_basic_constraints, request->authority ? "critical,CA:TRUE" : "critical,CA:FALSE");
	extend(cert.x509, by, NID_subject_key_identifier, "hash");
	if (request->alternatives != NULL) {
		extend(cert.x509, by, NID_subject_alt_name, request->alternatives);
	}
	must(X509_sign(cert.x509, issuer ? issuer->key : cert.key, EVP_sha256()) > 0);
	return cert;
}

void net_cert_free(net_cert *cert)
{
	X509_free(cert->x509);
	EVP_PKEY_free(cert->key);
}

const char *net_cert_file(const net_cert *cert, const char *name)
{
	const char *path = net_path(name);
	FILE *f = fopen(path, "w");
	must(f != NULL && PEM_write_X509(f, cert->x509) == 1 && fclose(f) == 0);
	return path;
}

const char *net_key_file(const net_cert *cert, const char *name)
{
	const char *path = net_path(name);
	FILE *f = fopen(path, "w");
	must(f != NULL && PEM_write_PrivateKey(f, cert->key, NULL, NULL, 0, NULL, NULL) == 1 && fclose(f) == 0);
	return path;
}

/* --- peers --- */

static void serve_tls(int fd, void *context)
{
	net_tls_peer *peer = context;
	SSL *ssl = SSL_new(peer->context);
	must(ssl != NULL && SSL_set_fd(ssl, fd) == 1);
	peer->handshake_ok = SSL_accept(ssl) == 1;
	if (peer->handshake_ok) {
		peer->serve(ssl, fd, peer->context_of_serve);
	}
	ERR_clear_error();
	SSL_free(ssl);
}

void net_tls_peer_start(net_tls_peer *peer, int listener, const net_cert *cert,
    void (*serve)(SSL *ssl, int fd, void *context), void *context)
{
	memset(peer, 0, sizeof *peer);
	peer->context = SSL_CTX_new(TLS_server_method());
	must(SSL_CTX_use_certificate(peer->context, cert->x509) == 1);
	must(SSL_CTX_use_PrivateKey(peer->context, cert->key) == 1);
	peer->serve = serve;
	peer->context_of_serve = context;
	net_peer_start(&peer->peer, listener, serve_tls, peer);
}

void net_tls_peer_join(net_tls_peer *peer)
{
	net_peer_join(&peer->peer);
	SSL_CTX_free(peer->context);
}

bool peer_tls_write(SSL *ssl, const void *from, size_t len)
{
	size_t n;
	return len == 0 || (SSL_write_ex(ssl, from, len, &n) == 1 && n == len);
}

size_t peer_tls_read(SSL *ssl, void *to, size_t len)
{
	size_t got = 0, n;
	while (got < len && SSL_read_ex(ssl, (uint8_t *) to + got, len - got, &n) == 1) {
		got += n;
	}
	return got;
}

const char *net_tls_cipher(const net_try *t)
{
	return t->net->tls == NULL ? NULL : SSL_get_cipher_name(t->net->tls->ssl);
}
