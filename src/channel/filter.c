/*
 * The path of a connection's bytes through filters (filter.h).
 *
 * Always true: filters run only here, while a call on the link is under way (so that other calls are refused
 * meanwhile, and a close is delayed), and while neither the session nor the decompressor is processing bytes:
 * the output of filters stays in `in` until it is read, and in `out` until it is written. A filter that has
 * failed never runs again; the link is lost with the next read or write. A command counts as sent when its
 * last byte was passed to a filter, because nobody knows whether the filter has passed that byte on.
 */
#include "internal.h"

#define CHUNK    (64 * 1024) /* bytes written at a time */
#define RAW      (16 * 1024) /* bytes read at a time */
#define PASS_MAX ((size_t) 1 << 30)

typedef struct mynd_filtered {
	const mynd_filtering *by;
	void *chain;
	bool reads, writes; /* the direction has filters */
	bool closing;       /* the next bytes are the last to be written */
	bool over;          /* the server has hung up, with `error`; filters may still hold its bytes */
	bool failed;        /* a filter has failed, with `error` */
	mynd_error error;
	mynd_buffer in, out;
	size_t taken, sent; /* bytes taken from `in`, sent from `out` */
	uint8_t raw[RAW];
} mynd_filtered;

ZEND_TLS const mynd_filtering *filtering; /* filters of channels that connect from now on; NULL: none */

void mynd_channels_filter(const mynd_filtering *by)
{
	filtering = by;
}

bool mynd_channels_are_filtered(void)
{
	return filtering != NULL && filtering->wanted();
}

int mynd_channel_begin_filters(mynd_channel *c)
{
	const mynd_filtering *by = filtering;
	void *chain;
	if (by == NULL) {
		return MYND_OK;
	}
	mynd_error error;
	mynd_channel_enter_program(c);
	int rc = by->open(&chain, &error);
	mynd_channel_leave(c);
	if (rc != MYND_OK) {
		c->error = error;
	}
	if (rc != MYND_OK || chain == NULL) {
		return rc;
	}
	mynd_filtered *f = pecalloc(1, sizeof *f, 1);
	f->by = by;
	f->chain = chain;
	f->reads = by->has(chain, MYND_FILTER_READ);
	f->writes = by->has(chain, MYND_FILTER_WRITE);
	mynd_buffer_init(&f->in, PASS_MAX);
	mynd_buffer_init(&f->out, PASS_MAX);
	c->filtered = f;
	return MYND_OK;
}

/* Overwrites the bytes before freeing them: they may contain a login's proof of the password. */
static void wipe_and_free(mynd_buffer *b)
{
	if (b->cap > 0) {
		explicit_bzero(b->ptr, b->cap);
	}
	mynd_buffer_free(b);
}

void mynd_filtered_end(mynd_channel *c)
{
	mynd_filtered *f = c->filtered;
	if (f != NULL) {
		c->filtered = NULL;
		f->by->close(f->chain);
		wipe_and_free(&f->in);
		wipe_and_free(&f->out);
		explicit_bzero(f->raw, sizeof f->raw);
		pefree(f, 1);
	}
}

static int fail(mynd_filtered *f, mynd_error *error)
{
	f->failed = true;
	f->error = *error;
	return MYND_BAD;
}

static int pass(mynd_channel *c, mynd_filter_way way, mynd_slice bytes, bool last, mynd_error *error)
{
	mynd_filtered *f = c->filtered;
	if (f->failed) {
		*error = f->error;
		return MYND_BAD;
	}
	bool in_call = c->in_call, waiting = c->waiting;
	mynd_channel_enter_program(c);
	c->waiting = false;
	int rc = f->by->pass(
	    f->chain, &(mynd_filter_pass){way, bytes, last, way == MYND_FILTER_READ ? &f->in : &f->out}, error);
	if (in_call) {
		c->waiting = waiting;
	} else {
		mynd_channel_leave(c);
	}
	if (rc != MYND_OK) {
		return fail(f, error);
	}
	if (f->in.failed || f->out.failed) {
		mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
		return fail(f, error);
	}
	if (c->close_wanted) { /* set by the filter's code, which has returned: close now */
		mynd_error_client(error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		return fail(f, error);
	}
	return MYND_OK;
}

const char *mynd_filtered_failure(const mynd_channel *c)
{
	return c->filtered != NULL && c->filtered->failed
	           ? "a stream filter has failed, or has closed the connection"
	           : NULL;
}

/* --- in --- */

bool mynd_filtered_has_bytes(const mynd_channel *c)
{
	const mynd_filtered *f = c->filtered;
	return f != NULL && f->taken < f->in.len;
}

static bool take(mynd_filtered *f, mynd_span to, size_t *n)
{
	*n = MIN(f->in.len - f->taken, to.len);
	if (*n == 0) {
		return false;
	}
	memcpy(to.ptr, f->in.ptr + f->taken, *n);
	f->taken += *n;
	if (f->taken == f->in.len) {
		f->taken = 0;
		mynd_buffer_reset(&f->in);
	}
	return true;
}

/* Passes bytes from the socket to the filters. Returns MYND_MORE if the socket has none. */
static int read_socket(mynd_channel *c, mynd_error *error)
{
	mynd_filtered *f = c->filtered;
	size_t n;
	int rc = mynd_net_read(c->net, (mynd_span){f->raw, sizeof f->raw}, MYND_NO_WAIT, &n, error);
	if (rc == MYND_OK) {
		return pass(c, MYND_FILTER_READ, (mynd_slice){f->raw, n}, false, error);
	}
	if (rc == MYND_MORE) {
		return MYND_MORE;
	}
	f->over = true;
	f->error = *error;
	return pass(c, MYND_FILTER_READ, (mynd_slice){NULL, 0}, true, error);
}

/*
 * Runs the filters without input before the first wait, so that they can give out bytes that they hold back,
 * or have from elsewhere, even if the server sends nothing more.
 */
int mynd_filtered_read(mynd_channel *c, mynd_span to, mynd_deadline deadline, size_t *n, mynd_error *error)
{
	mynd_filtered *f = c->filtered;
	deadline = mynd_deadline_begin(deadline);
	for (bool asked = false; !take(f, to, n);) {
		int ready, rc;
		if (f->over) {
			*error = f->error;
			return MYND_BAD;
		}
		if ((rc = read_socket(c, error)) == MYND_BAD) {
			return MYND_BAD;
		}
		if (rc == MYND_MORE && !asked) {
			asked = true;
			if (pass(c, MYND_FILTER_READ, (mynd_slice){NULL, 0}, false, error) != MYND_OK) {
				return MYND_BAD;
			}
		} else if (rc == MYND_MORE && mynd_deadline_is_no_wait(deadline)) {
			return MYND_MORE;
		} else if (rc == MYND_MORE &&
		           mynd_net_wait(c->net, MYND_READABLE, deadline, &ready, error) != MYND_OK) {
			return MYND_BAD;
		} else if (rc == MYND_OK && !mynd_deadline_is_no_wait(deadline) &&
		           mynd_deadline_has_passed(deadline)) {
			return mynd_error_client(error, MYND_CAUSE_TIMED_OUT, MYND_ERR_GONE_AWAY);
		}
	}
	return MYND_OK;
}

/* --- out --- */

/* Passes output to the filters until they give out bytes (they may hold some back) or none is left. */
static int filter_output(mynd_channel *c, mynd_error *error)
{
	mynd_filtered *f = c->filtered;
	mynd_slice bytes;
	do {
		if (mynd_packed_output(c, &bytes, error) != MYND_OK) {
			return MYND_BAD;
		}
		if (bytes.len == 0) {
			return MYND_OK;
		}
		bytes.len = MIN(bytes.len, CHUNK);
		if (pass(c, MYND_FILTER_WRITE, bytes, f->closing, error) != MYND_OK) {
			return MYND_BAD;
		}
		mynd_packed_sent(c, bytes.len);
	} while (f->out.len == 0);
	return MYND_OK;
}

static bool is_filtered(const mynd_channel *c)
{
	return UNEXPECTED(c->filtered != NULL) && c->filtered->writes;
}

static mynd_slice rest_of(const mynd_filtered *f)
{
	if (f->out.len == 0) {
		return (mynd_slice){NULL, 0};
	}
	return (mynd_slice){f->out.ptr + f->sent, f->out.len - f->sent};
}

int mynd_filtered_output(mynd_channel *c, mynd_slice *out, mynd_error *error)
{
	if (!is_filtered(c)) {
		return mynd_packed_output(c, out, error);
	}
	if (c->filtered->out.len == 0 && filter_output(c, error) != MYND_OK) {
		return MYND_BAD;
	}
	*out = rest_of(c->filtered);
	return MYND_OK;
}

int mynd_filtered_output_without_code(mynd_channel *c, mynd_slice *out, mynd_error *error)
{
	if (!is_filtered(c)) {
		return mynd_packed_output(c, out, error);
	}
	*out = rest_of(c->filtered);
	return MYND_OK;
}

bool mynd_filtered_look_for_output(mynd_channel *c)
{
	return (is_filtered(c) && c->filtered->out.len > 0) || mynd_packed_look_for_output(c);
}

void mynd_filtered_sent(mynd_channel *c, size_t n)
{
	if (!is_filtered(c)) {
		mynd_packed_sent(c, n);
		return;
	}
	mynd_filtered *f = c->filtered;
	f->sent += n;
	if (f->sent == f->out.len) {
		f->sent = 0;
		mynd_buffer_reset(&f->out);
	}
}

/* --- the end --- */

void mynd_filtered_last_words(mynd_channel *c)
{
	if (c->filtered != NULL) {
		c->filtered->closing = true;
	}
}

void mynd_channels_finish_filters(void)
{
	if (filtering != NULL) {
		filtering->finish();
	}
}
