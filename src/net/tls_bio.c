/*
 * The bottom of the TLS layer: an OpenSSL BIO over the transport's descriptor.
 *
 * OpenSSL's own socket BIO writes with write(), which raises SIGPIPE; this BIO sends with MSG_NOSIGNAL. The
 * BIO stores the errno of a failure in the mynd_tls, because OpenSSL may change errno before it returns.
 * Always true: the BIO never waits, and does not own the descriptor.
 */
#include <errno.h>
#include <string.h>
#include "private.h"

static __thread BIO_METHOD *method;

static int bio_write(BIO *bio, const char *from, int len)
{
	mynd_net *net = BIO_get_data(bio);
	ssize_t put;
	do {
		put = send(net->fd, from, (size_t) len, MSG_NOSIGNAL | MSG_DONTWAIT);
	} while (put < 0 && errno == EINTR);
	BIO_clear_retry_flags(bio);
	if (put < 0) {
		if (errno == EAGAIN || errno == EWOULDBLOCK) {
			BIO_set_retry_write(bio);
		} else {
			net->tls->io_errno = errno;
		}
	}
	return (int) put;
}

static int bio_read(BIO *bio, char *to, int len)
{
	mynd_net *net = BIO_get_data(bio);
	ssize_t got;
	do {
		got = recv(net->fd, to, (size_t) len, MSG_DONTWAIT);
	} while (got < 0 && errno == EINTR);
	BIO_clear_retry_flags(bio);
	if (got == 0) {
		net->tls->at_eof = true;
	} else if (got < 0) {
		if (errno == EAGAIN || errno == EWOULDBLOCK) {
			BIO_set_retry_read(bio);
		} else {
			net->tls->io_errno = errno;
		}
	}
	return (int) got;
}

static long bio_ctrl(BIO *bio, int command, long number, void *pointer)
{
	(void) number;
	(void) pointer;
	mynd_net *net = BIO_get_data(bio);
	switch (command) {
	case BIO_CTRL_FLUSH:
		return 1;
	case BIO_CTRL_EOF:
		return net->tls->at_eof;
	default:
		return 0;
	}
}

static BIO_METHOD *get_method(void)
{
	if (method == NULL) {
		int index = BIO_get_new_index();
		method = index == -1 ? NULL : BIO_meth_new(index | BIO_TYPE_SOURCE_SINK, "mynd");
		if (method != NULL) {
			BIO_meth_set_write(method, bio_write);
			BIO_meth_set_read(method, bio_read);
			BIO_meth_set_ctrl(method, bio_ctrl);
		}
	}
	return method;
}

BIO *mynd_tls_bio(mynd_net *net)
{
	BIO *bio = get_method() == NULL ? NULL : BIO_new(method);
	if (bio != NULL) {
		BIO_set_data(bio, net);
		BIO_set_init(bio, 1);
	}
	return bio;
}

void mynd_tls_bio_thread_end(void)
{
	BIO_meth_free(method);
	method = NULL;
}
