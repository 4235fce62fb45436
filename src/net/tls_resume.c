/*
 * TLS sessions that a later connect to the same server resumes, which saves a round trip and the verification
 * of certificates.
 *
 * The thread keeps a session, and offers it only where a full handshake would prove the same as the first one
 * did: to the same address, under the same name, with the same context (and so the same options and files,
 * tls_context.c), and while the certificate has not expired. A session whose certificate was in doubt (net.h)
 * is not kept. The server may decline the session; then a full handshake follows. A handshake that fails
 * deletes the session.
 *
 * Always true: a thread has at most SESSIONS_MAX sessions; each holds a reference to its context, so that the
 * address of a context is never reused while a session has it.
 */
#include <openssl/ssl.h>
#include <string.h>
#include "private.h"

#define SESSIONS_MAX 16

typedef struct kept_session {
	SSL_CTX *context;
	SSL_SESSION *session;
	mynd_tls_peer peer;
} kept_session;

static __thread kept_session kept[SESSIONS_MAX]; /* kept sessions, the newest first */

static void forget(kept_session *k)
{
	if (k->session != NULL) {
		SSL_SESSION_free(k->session);
		SSL_CTX_free(k->context);
	}
	memset(k, 0, sizeof *k);
}

static bool same_peer(const mynd_tls_peer *a, const mynd_tls_peer *b)
{
	return a->address_len == b->address_len && memcmp(&a->address, &b->address, a->address_len) == 0 &&
	       a->verify_host == b->verify_host && strcmp(a->host, b->host) == 0;
}

static kept_session *find(const mynd_tls *t)
{
	const SSL_CTX *context = SSL_get_SSL_CTX(t->ssl);
	for (unsigned i = 0; i < SESSIONS_MAX; i++) {
		if (kept[i].session != NULL && kept[i].context == context && same_peer(&kept[i].peer, &t->peer)) {
			return &kept[i];
		}
	}
	return NULL;
}

/*
 * Called by OpenSSL with a session that can be resumed; with TLS 1.3, some time after the handshake. Returns
 * 1 if the session was stored: its reference is then ours.
 */
static int keep(SSL *ssl, SSL_SESSION *session)
{
	const mynd_net *net = SSL_get_app_data(ssl);
	const mynd_tls *t = net->tls;
	if (t->peer.address_len == 0 || t->in_doubt) {
		return 0;
	}
	kept_session *old = find(t);
	kept_session *place = old != NULL ? old : &kept[SESSIONS_MAX - 1];
	forget(place);
	memmove(&kept[1], &kept[0], (size_t) (place - kept) * sizeof kept[0]);
	SSL_CTX *context = SSL_get_SSL_CTX(ssl);
	SSL_CTX_up_ref(context);
	kept[0] = (kept_session){context, session, t->peer};
	return 1;
}

void mynd_tls_resume_context(SSL_CTX *context)
{
	SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
	SSL_CTX_sess_set_new_cb(context, keep);
}

/*
 * Returns true if the certificate has expired since the session was made, which a full handshake would
 * find.
 */
static bool has_expired(const kept_session *k)
{
	const X509 *x509 = SSL_SESSION_get0_peer(k->session);
	return x509 == NULL || X509_cmp_current_time(X509_get0_notAfter(x509)) <= 0;
}

void mynd_tls_resume_offer(mynd_net *net, const mynd_tls_options *options, const char *host)
{
	mynd_tls *t = net->tls;
	mynd_tls_peer *peer = &t->peer;
	size_t len = host != NULL ? strlen(host) : 0;
	socklen_t address_len = sizeof peer->address;
	if (len >= sizeof peer->host ||
	    getpeername(net->fd, (struct sockaddr *) &peer->address, &address_len) != 0 ||
	    address_len > sizeof peer->address) {
		return;
	}
	memcpy(peer->host, host != NULL ? host : "", len);
	peer->verify_host = options->verify_host;
	peer->address_len = address_len;
	kept_session *found = find(t);
	if (found != NULL && options->verify_chain && has_expired(found)) {
		forget(found);
	} else if (found != NULL) {
		SSL_set_session(t->ssl, found->session);
	}
}

void mynd_tls_resume_failed(mynd_net *net)
{
	kept_session *found = net->tls->peer.address_len > 0 ? find(net->tls) : NULL;
	if (found != NULL) {
		forget(found);
	}
}

void mynd_tls_resume_thread_end(void)
{
	for (unsigned i = 0; i < SESSIONS_MAX; i++) {
		forget(&kept[i]);
	}
}
