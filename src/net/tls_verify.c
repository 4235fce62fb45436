/*
 * Verifies the peer's certificate against the expected name or address, and writes the texts of failures.
 *
 * OpenSSL verifies the chain and the name during the handshake; this file sets the expected name, and
 * receives the result of each check. Chain and name can each be verified without the other.
 */
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <string.h>
#include "private.h"

#define HOST_MAX 255 /* RFC 1035, 2.3.4 */

/*
 * Stores the host's name as a certificate contains it: without a dot at its end or an IPv6 zone. Returns
 * false if no name is left.
 */
static bool certificate_name(const char *host, char name[HOST_MAX + 1], bool *is_address)
{
	size_t len = host == NULL ? 0 : strlen(host);
	if (len == 0 || len > HOST_MAX) {
		return false;
	}
	memcpy(name, host, len + 1);
	mynd_addresses ignored;
	*is_address = mynd_resolve_numeric(host, 1, &ignored);
	if (*is_address) {
		name[strcspn(name, "%")] = '\0';
	} else if (name[len - 1] == '.') {
		name[len - 1] = '\0';
	}
	return name[0] != '\0';
}

static bool is_about_the_name(int verdict)
{
	return verdict == X509_V_ERR_HOSTNAME_MISMATCH || verdict == X509_V_ERR_IP_ADDRESS_MISMATCH;
}

/* Stores the subject's common name, printable, cut at 63 bytes; "" if there is none. */
static void common_name(X509 *x509, char to[64])
{
	X509_NAME *subject = X509_get_subject_name(x509);
	int at = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
	unsigned char *text = NULL;
	int len =
	    at < 0 ? -1 : ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
	int kept = 0;
	for (; kept < len && kept < 63; kept++) {
		to[kept] = (char) (text[kept] < 0x20 || text[kept] == 0x7F ? '?' : text[kept]);
	}
	to[kept] = '\0';
	OPENSSL_free(text);
}

/* Writes stock's text about a certificate with another name to tls_detail. */
static void say_mismatch(mynd_net *net, X509 *x509)
{
	const char *host = net->tls->host;
	char name[64];
	if (x509 == NULL || X509_get_ext_by_NID(x509, NID_subject_alt_name, -1) >= 0) {
		mynd_tls_say(net, "Peer certificate subjectAltName did not match expected name `%s'", host);
		return;
	}
	common_name(x509, name);
	mynd_tls_say(net, "Peer certificate CN=`%s' did not match expected CN=`%s'", name, host);
}

/*
 * Returns true if a failed check is ignored because the certificate is in doubt (self-signed, with
 * allow_doubt). OpenSSL checks the chain before the name, so a wrong name is ignored only in a certificate
 * that is already known to be in doubt. The dates of such a certificate are checked as always.
 */
static bool pass_over(mynd_tls *t, int verdict)
{
	t->in_doubt |= t->allow_doubt && verdict == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT;
	return t->in_doubt && (verdict == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT || is_about_the_name(verdict));
}

/*
 * Called by OpenSSL with the result of each check of each certificate of the chain. Returns 1 to go on, 0 to
 * fail.
 */
static int judge(int ok, X509_STORE_CTX *store)
{
	SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
	mynd_net *net = SSL_get_app_data(ssl);
	int verdict = X509_STORE_CTX_get_error(store);
	if (ok || (!net->tls->verify_chain && !is_about_the_name(verdict)) || pass_over(net->tls, verdict)) {
		return 1;
	}
	if (is_about_the_name(verdict)) {
		say_mismatch(net, X509_STORE_CTX_get0_cert(store));
	}
	mynd_tls_give_reason(net, "%s", X509_verify_cert_error_string(verdict));
	return 0;
}

bool mynd_tls_expect(mynd_net *net, const mynd_tls_options *options, const char *host)
{
	char name[HOST_MAX + 1];
	mynd_tls *t = net->tls;
	bool is_address, named = certificate_name(host, name, &is_address);
	t->host = host;
	t->verify_chain = options->verify_chain;
	t->allow_doubt = options->verify_chain && options->allow_doubt;
	bool verify = options->verify_chain || options->verify_host;
	SSL_set_verify(t->ssl, verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, verify ? judge : NULL);
	if (!named) {
		if (options->verify_host) {
			mynd_tls_say(net, "There is no host name that the certificate could prove");
		}
		return !options->verify_host;
	}
	if (!is_address && SSL_set_tlsext_host_name(t->ssl, name) != 1) {
		return false;
	}
	if (!options->verify_host) {
		return true;
	}
	X509_VERIFY_PARAM *expected = SSL_get0_param(t->ssl);
	X509_VERIFY_PARAM_set_hostflags(expected, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
	return is_address ? X509_VERIFY_PARAM_set1_ip_asc(expected, name) == 1
	                  : X509_VERIFY_PARAM_set1_host(expected, name, 0) == 1;
}

bool mynd_net_tls_is_in_doubt(const mynd_net *net, uint8_t fingerprint[MYND_NET_FINGERPRINT_LEN])
{
	unsigned len = 0;
	if (net->tls == NULL || !net->tls->in_doubt) {
		return false;
	}
	X509 *x509 = SSL_get_peer_certificate(net->tls->ssl);
	memset(fingerprint, 0, MYND_NET_FINGERPRINT_LEN);
	if (x509 == NULL || X509_digest(x509, EVP_sha256(), fingerprint, &len) != 1) {
		ERR_clear_error(); /* a fingerprint of zeros fits no proof */
	}
	X509_free(x509);
	return true;
}
