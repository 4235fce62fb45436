/*
 * TLS contexts: makes an SSL_CTX from a program's options, and caches the thread's most recent ones.
 *
 * Making a context costs a millisecond or more, because it reads the system's certificates; a connection with
 * a cached context does not read them. A cached context is used again only for exactly the same options and
 * while their files are the same (device, inode, size, time of change), so that long-lived workers use a
 * renewed certificate.
 *
 * Always true: a thread has at most CACHE_MAX contexts; they allow TLS 1.2 or later; no function asks for a
 * passphrase on a terminal. Not here: sessions that were made with a context (tls_resume.c).
 */
#include <openssl/err.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "private.h"
#include "set.h"

#define CACHE_MAX 8
#define FILE_MAX  3

typedef struct file_state {
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec changed;
} file_state;

typedef struct cached_context {
	SSL_CTX *context;
	char *key, *cert, *ca, *capath, *cipher;
	bool verify_chain;
	file_state files[FILE_MAX];
} cached_context;

static __thread cached_context cache[CACHE_MAX]; /* most recently used first */

/* --- the cache --- */

static bool same_text(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static file_state state_of(const char *path)
{
	file_state s;
	struct stat st;
	memset(&s, 0, sizeof s);
	if (path != NULL && stat(path, &st) == 0) {
		s.device = st.st_dev;
		s.inode = st.st_ino;
		s.size = st.st_size;
		s.changed = st.st_mtim;
	}
	return s;
}

static void states_of(const mynd_tls_options *o, file_state states[FILE_MAX])
{
	bool system = o->verify_chain && o->ca == NULL && o->capath == NULL;
	states[0] = state_of(o->key);
	states[1] = state_of(o->cert);
	states[2] = state_of(system ? X509_get_default_cert_file() : o->ca);
}

static bool same_state(const file_state *a, const file_state *b)
{
	return a->device == b->device && a->inode == b->inode && a->size == b->size &&
	       a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

static bool is_for(const cached_context *c, const mynd_tls_options *o, const file_state states[FILE_MAX])
{
	if (c->context == NULL || c->verify_chain != o->verify_chain || !same_text(c->key, o->key) ||
	    !same_text(c->cert, o->cert) || !same_text(c->ca, o->ca) || !same_text(c->capath, o->capath) ||
	    !same_text(c->cipher, o->cipher)) {
		return false;
	}
	for (unsigned i = 0; i < FILE_MAX; i++) {
		if (!same_state(&c->files[i], &states[i])) {
			return false;
		}
	}
	return true;
}

static void forget(cached_context *c)
{
	SSL_CTX_free(c->context);
	free(c->key);
	free(c->cert);
	free(c->ca);
	free(c->capath);
	free(c->cipher);
	memset(c, 0, sizeof *c);
}

static bool copy_text(char **to, const char *from)
{
	return from == NULL || (*to = strdup(from)) != NULL;
}

/* Puts the context first in the cache and drops the last one. If there is no memory, does not cache it. */
static void keep(SSL_CTX *context, const mynd_tls_options *o, const file_state states[FILE_MAX])
{
	cached_context c = {.verify_chain = o->verify_chain};
	memcpy(c.files, states, sizeof c.files);
	if (!copy_text(&c.key, o->key) || !copy_text(&c.cert, o->cert) || !copy_text(&c.ca, o->ca) ||
	    !copy_text(&c.capath, o->capath) || !copy_text(&c.cipher, o->cipher)) {
		forget(&c);
		return;
	}
	SSL_CTX_up_ref(context);
	c.context = context;
	forget(&cache[CACHE_MAX - 1]);
	memmove(&cache[1], &cache[0], (CACHE_MAX - 1) * sizeof cache[0]);
	cache[0] = c;
}

static SSL_CTX *find(const mynd_tls_options *o, const file_state states[FILE_MAX])
{
	for (unsigned i = 0; i < CACHE_MAX; i++) {
		if (is_for(&cache[i], o, states)) {
			cached_context found = cache[i];
			memmove(&cache[1], &cache[0], i * sizeof cache[0]);
			cache[0] = found;
			SSL_CTX_up_ref(found.context);
			return found.context;
		}
	}
	return NULL;
}

/* --- making a context --- */

static int no_passphrase(char *to, int size, int writing, void *context)
{
	(void) to;
	(void) size;
	(void) writing;
	(void) context;
	return -1;
}

/* Returns false, after writing the text that PHP's streams have for this failure. */
static bool fail_ca(mynd_net *net, const mynd_tls_options *o)
{
	net->bad_ca = o->ca != NULL;
	if (o->ca == NULL) {
		mynd_tls_say(net, "Unable to set the directory of certificate authorities `%s'", o->capath);
	} else if (access(o->ca, R_OK) != 0) {
		mynd_tls_say(net, "failed loading cafile stream: `%s'", o->ca);
	} else {
		mynd_tls_say(net, "no valid certs found cafile stream: `%s'", o->ca);
	}
	return false;
}

static bool load_trust(mynd_net *net, SSL_CTX *context, const mynd_tls_options *o)
{
	if (!o->verify_chain) {
		return true;
	}
	if (o->ca == NULL && o->capath == NULL) {
		return SSL_CTX_set_default_verify_paths(context) == 1;
	}
	return SSL_CTX_load_verify_locations(context, o->ca, o->capath) == 1 || fail_ca(net, o);
}

/*
 * Loads certificate and key. If only one of the two files is given, it is expected to hold certificate and
 * key; if only the key is given and its file name is empty, it counts as not given, as in stock.
 */
static bool load_identity(mynd_net *net, SSL_CTX *context, const mynd_tls_options *o)
{
	const char *cert = o->cert ? o->cert : o->key, *key = o->key ? o->key : o->cert;
	if (cert == NULL || (o->cert == NULL && *cert == '\0')) {
		return true;
	}
	SSL_CTX_set_default_passwd_cb(context, no_passphrase);
	if (SSL_CTX_use_certificate_chain_file(context, cert) != 1) {
		mynd_tls_say(net,
		    "Unable to set local cert chain file `%s'; Check that your cafile/capath settings include "
		    "details of your certificate and its issuer",
		    cert);
		return false;
	}
	if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) {
		unsigned long code = ERR_peek_last_error();
		bool other = ERR_GET_LIB(code) == ERR_LIB_X509 && ERR_GET_REASON(code) == X509_R_KEY_VALUES_MISMATCH;
		if (other) {
			mynd_tls_say(net, "Private key does not match certificate!");
		} else {
			mynd_tls_say(net, "Unable to set private key file `%s'", key);
		}
		return false;
	}
	return true;
}

/*
 * Copies those names of `ciphers` that are TLS 1.3 suites, or those that are not: OpenSSL has a function for
 * each.
 */
static void pick_ciphers(const char *ciphers, bool tls13, char *to)
{
	static const char between[] = ":, ";
	char *begin = to;
	for (const char *name = ciphers + strspn(ciphers, between); *name != '\0';
	     name += strspn(name, between)) {
		size_t len = strcspn(name, between);
		if ((strncmp(name, "TLS_", 4) == 0) == tls13) {
			if (to != begin) {
				*to++ = ':';
			}
			memcpy(to, name, len);
			to += len;
		}
		name += len;
	}
	*to = '\0';
}

static bool set_ciphers(mynd_net *net, SSL_CTX *context, const char *ciphers)
{
	if (ciphers == NULL) {
		return true;
	}
	size_t size = strlen(ciphers) + 1;
	char *suites = calloc(1, size), *others = calloc(1, size);
	bool ok = suites != NULL && others != NULL;
	if (ok) {
		pick_ciphers(ciphers, true, suites);
		pick_ciphers(ciphers, false, others);
		ok = (*suites != '\0' || *others != '\0') &&
		     (*suites == '\0' || SSL_CTX_set_ciphersuites(context, suites) == 1) &&
		     (*others == '\0' || SSL_CTX_set_cipher_list(context, others) == 1) &&
		     (*others != '\0' || SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1);
	}
	free(suites);
	free(others);
	if (!ok) {
		mynd_tls_say(net, "Unable to set the ciphers `%s'", ciphers);
	}
	return ok;
}

static bool configure(mynd_net *net, SSL_CTX *context, const mynd_tls_options *o)
{
	SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
	SSL_CTX_set_mode(context,
	    SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_read_ahead(context, 1); /* reads header and body of a record by one recv */
	mynd_tls_resume_context(context);
	return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
	       set_ciphers(net, context, o->cipher) && load_trust(net, context, o) &&
	       load_identity(net, context, o);
}

SSL_CTX *mynd_tls_context(mynd_net *net, const mynd_tls_options *options)
{
	file_state states[FILE_MAX];
	states_of(options, states);
	SSL_CTX *context = find(options, states);
	if (context != NULL) {
		return context;
	}
	context = SSL_CTX_new(TLS_client_method());
	if (context == NULL || !configure(net, context, options)) {
		SSL_CTX_free(context);
		return NULL;
	}
	keep(context, options, states);
	return context;
}

void mynd_net_thread_end(void)
{
	for (unsigned i = 0; i < CACHE_MAX; i++) {
		forget(&cache[i]);
	}
	mynd_tls_resume_thread_end();
	mynd_tls_bio_thread_end();
	mynd_set_thread_end();
}
