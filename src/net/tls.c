/*
 * TLS over a connected socket, with OpenSSL: the handshake, reads, writes, the close, and the texts of
 * failures.
 *
 * Always true: the thread's error queue of OpenSSL is empty before each call, as SSL_get_error demands. After
 * a fatal failure OpenSSL is not called again. The mynd_net owns `ssl` during every wait. A handshake that
 * fails closes the socket. Not here: options and their files (tls_context.c), certificates (tls_verify.c),
 * the socket below (tls_bio.c).
 */
#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "private.h"

void mynd_tls_free(mynd_net *net, bool say_goodbye)
{
	mynd_tls *t = net->tls;
	if (t == NULL) {
		return;
	}
	if (t->ssl != NULL) {
		if (say_goodbye && !t->broken && SSL_is_init_finished(t->ssl)) {
			ERR_clear_error();
			SSL_shutdown(t->ssl); /* tries once, without waiting */
		}
		SSL_free(t->ssl);
		ERR_clear_error();
	}
	free(t);
	net->tls = NULL;
}

/* --- texts of failures --- */

void mynd_tls_say(mynd_net *net, const char *format, ...)
{
	size_t used = strlen(net->tls_detail);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(net->tls_detail + used, sizeof net->tls_detail - used, format, arguments);
	va_end(arguments);
}

void mynd_tls_give_reason(mynd_net *net, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(net->tls_reason, sizeof net->tls_reason, format, arguments);
	va_end(arguments);
}

/*
 * Sets tls_reason from the errors in OpenSSL's queue, after a failure before the handshake; empties the
 * queue.
 */
static void queue_to_reason(mynd_net *net)
{
	size_t used = 0;
	char line[256];
	for (unsigned long code; (code = ERR_get_error()) != 0;) {
		ERR_error_string_n(code, line, sizeof line);
		int n =
		    snprintf(net->tls_reason + used, sizeof net->tls_reason - used, "%s%s", used ? "; " : "", line);
		used += (size_t) n < sizeof net->tls_reason - used ? (size_t) n : sizeof net->tls_reason - used - 1;
	}
}

/*
 * Appends PHP's text for a failed handshake, and OpenSSL's error queue, one entry a line; empties the queue.
 */
static void say_operation_failed(mynd_net *net)
{
	char line[256];
	mynd_tls_say(net, "SSL operation failed with code 1. OpenSSL Error messages:");
	for (unsigned long code; (code = ERR_get_error()) != 0;) {
		ERR_error_string_n(code, line, sizeof line);
		mynd_tls_say(net, "\n%s", line);
	}
}

static void close_now(mynd_net *net)
{
	mynd_tls_free(net, false);
	mynd_net_close_descriptor(net->fd);
	net->fd = -1;
}

/*
 * Closes the socket and sets the error, whose text is the same for all failures. The caller has set
 * tls_detail.
 */
static int fail(mynd_net *net, mynd_error *error, mynd_cause cause, int number)
{
	close_now(net);
	ERR_clear_error();
	mynd_error_set(error, cause, MYND_ERR_CONNECTION, NULL, "Cannot connect to MySQL using SSL");
	error->sys_errno = number;
	return MYND_BAD;
}

/* --- before the handshake --- */

static bool prepare(mynd_net *net, const mynd_tls_options *options, const char *host)
{
	mynd_tls *t = net->tls = calloc(1, sizeof *t);
	SSL_CTX *context = t == NULL ? NULL : mynd_tls_context(net, options);
	if (context == NULL) {
		return false;
	}
	t->ssl = SSL_new(context);
	SSL_CTX_free(context);
	BIO *bio = t->ssl == NULL ? NULL : mynd_tls_bio(net);
	if (bio == NULL) {
		return false;
	}
	SSL_set_bio(t->ssl, bio, bio);
	SSL_set_app_data(t->ssl, net);
	mynd_tls_resume_offer(net, options, host);
	return mynd_tls_expect(net, options, host);
}

static int prepare_failed(mynd_net *net, mynd_error *error)
{
	queue_to_reason(net);
	if (net->tls_detail[0] == '\0') {
		mynd_tls_say(net, "TLS cannot be set up: %s", net->tls_reason[0] ? net->tls_reason : "out of memory");
	}
	return fail(net, error, net->bad_ca ? MYND_CAUSE_BAD_CA : MYND_CAUSE_REFUSED, 0);
}

/* --- the handshake --- */

/*
 * Returns the readiness that the last call of OpenSSL, which returned `rc`, needs; 0 if it has failed for
 * good.
 */
static int needs_of(mynd_tls *t, int rc)
{
	int reason = SSL_get_error(t->ssl, rc);
	if (reason == SSL_ERROR_WANT_READ) {
		return MYND_READABLE;
	}
	if (reason == SSL_ERROR_WANT_WRITE) {
		return MYND_WRITABLE;
	}
	t->broken = reason != SSL_ERROR_ZERO_RETURN;
	return 0;
}

static int handshake_failed(mynd_net *net, mynd_error *error)
{
	mynd_tls *t = net->tls;
	mynd_tls_resume_failed(net);
	if (t->io_errno != 0) {
		char room[128];
		int number = t->io_errno;
		mynd_tls_say(net, "SSL: %s", mynd_net_errno_text(number, room, sizeof room));
		return fail(net, error, MYND_CAUSE_LOST, number);
	}
	mynd_cause cause = t->at_eof ? MYND_CAUSE_LOST : MYND_CAUSE_REFUSED;
	if (net->tls_detail[0] == '\0') { /* say_mismatch has written no text */
		if (ERR_peek_error() != 0) {
			say_operation_failed(net);
		} else {
			/* OpenSSL 1.1 has no text for this failure */
			mynd_tls_say(net, "SSL: unexpected eof while reading");
		}
	}
	return fail(net, error, cause, 0);
}

static int handshake(mynd_net *net, mynd_deadline deadline, mynd_error *error)
{
	for (;;) {
		ERR_clear_error();
		int rc = SSL_connect(net->tls->ssl);
		if (rc == 1) {
			return MYND_OK;
		}
		int needs = needs_of(net->tls, rc);
		if (needs == 0) {
			return handshake_failed(net, error);
		}
		mynd_wait_fd fd = {.fd = net->fd, .events = needs, .stays = true};
		rc = mynd_deadline_has_passed(deadline) ? MYND_MORE : mynd_net_sleep(net, &fd, 1, deadline);
		if (rc == MYND_BAD) {
			return fail(net, error, MYND_CAUSE_LOST, errno ? errno : ECANCELED);
		}
		if (rc == MYND_MORE) {
			mynd_tls_say(net, "SSL: Handshake timed out");
			return fail(net, error, MYND_CAUSE_TIMED_OUT, 0);
		}
	}
}

int mynd_net_start_tls(mynd_net *net, const mynd_tls_options *options, const char *host,
    mynd_deadline deadline, mynd_error *error)
{
	net->tls_detail[0] = net->tls_reason[0] = '\0';
	net->bad_ca = false;
	ERR_clear_error();
	if (net->fd < 0 || net->tls != NULL) {
		return mynd_error_set(
		    error, MYND_CAUSE_MISUSE, MYND_ERR_CONNECTION, NULL, "Cannot connect to MySQL using SSL");
	}
	if (!prepare(net, options, host)) {
		return prepare_failed(net, error);
	}
	int rc = handshake(net, deadline, error);
	if (rc == MYND_OK) {
		net->counts->tls_handshakes++;
		net->counts->tls_resumed += SSL_session_reused(net->tls->ssl) ? 1 : 0;
	}
	return rc;
}

const char *mynd_net_tls_detail(const mynd_net *net)
{
	return net->tls_detail;
}

const char *mynd_net_tls_reason(const mynd_net *net)
{
	return net->tls_reason;
}

/* --- bytes --- */

/*
 * Returns MYND_MORE or MYND_BAD after a read or write that moved no bytes; sets errno for MYND_BAD (0: end of
 * file).
 */
static int not_moved(mynd_tls *t, int rc, int *needs)
{
	*needs = needs_of(t, rc);
	if (*needs != 0) {
		return MYND_MORE;
	}
	bool ended = t->at_eof || !t->broken;
	int number = t->io_errno ? t->io_errno : ended ? 0 : EPROTO;
	ERR_clear_error();
	errno = number;
	return MYND_BAD;
}

static int gone(const mynd_tls *t)
{
	errno = t->io_errno ? t->io_errno : EPROTO;
	return MYND_BAD;
}

int mynd_tls_read(mynd_net *net, mynd_span to, size_t *n, int *needs)
{
	mynd_tls *t = net->tls;
	if (t->broken) {
		return gone(t);
	}
	ERR_clear_error();
	t->read_needs = 0;
	int rc = SSL_read_ex(t->ssl, to.ptr, to.len, n);
	if (rc == 1) {
		return MYND_OK;
	}
	int answer = not_moved(t, rc, needs);
	t->read_needs = answer == MYND_MORE ? *needs : 0;
	return answer;
}

/*
 * Writes at most one record at a time. If OpenSSL has encrypted bytes that the socket did not take, the next
 * call must begin with the same bytes; there may be more of them.
 */
int mynd_tls_write(mynd_net *net, mynd_slice from, size_t *n, int *needs)
{
	mynd_tls *t = net->tls;
	if (t->broken) {
		return gone(t);
	}
	ERR_clear_error();
	t->write_needs = 0;
	int rc = SSL_write_ex(t->ssl, from.ptr, from.len, n);
	if (rc == 1) {
		return MYND_OK;
	}
	int answer = not_moved(t, rc, needs);
	t->write_needs = answer == MYND_MORE ? *needs : 0;
	return answer;
}

/*
 * Peeks one byte, so that OpenSSL decrypts the bytes that it has received: they may be no data (half a
 * record, a session ticket), which only an attempt to read shows.
 */
bool mynd_tls_look_for_bytes(mynd_net *net)
{
	mynd_tls *t = net->tls;
	if (t->broken || SSL_pending(t->ssl) > 0) {
		return true;
	}
	uint8_t byte;
	size_t n;
	ERR_clear_error();
	t->read_needs = 0;
	int rc = SSL_peek_ex(t->ssl, &byte, 1, &n);
	if (rc == 1) {
		return true;
	}
	int needs = 0;
	int answer = not_moved(t, rc, &needs);
	t->read_needs = answer == MYND_MORE ? needs : 0;
	return answer == MYND_BAD;
}
