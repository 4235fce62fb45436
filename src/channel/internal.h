/* Declarations that the files of src/channel/ share. */
#ifndef MYND_CHANNEL_INTERNAL_H
#define MYND_CHANNEL_INTERNAL_H

#include "channel.h"
#include "wire_log.h"
#include "process.h"

/* --- buffers.c --- */

uint8_t *mynd_read_buffer_take(size_t size); /* malloc'ed, not cleared; NULL: no memory */
size_t mynd_read_buffer_size(const uint8_t *buffer);
void mynd_read_buffer_give(uint8_t *buffer);
void mynd_read_buffers_free(unsigned rest); /* frees all but the `rest` buffers used last */

/* --- pump.c --- */

/*
 * Gives the read buffer, which the session no longer uses, to the thread for its next connection. If the
 * session was reading into a store, `buffer` is the store's memory and stays there.
 */
void mynd_channel_put_away(mynd_channel *channel, uint8_t *buffer);

/* --- landing.c --- */

/*
 * Makes the session receive the next bytes in the store that is being filled, if possible; called before each
 * read.
 */
void mynd_channel_make_landing(mynd_channel *channel);

/* --- deadline.c --- */

/* Returns that of the limits which ends a wait that begins now. */
mynd_deadline mynd_channel_next_deadline(const mynd_channel *channel, mynd_limits limits);
/*
 * Called after a wait failed with this error. Returns true if the running command is being cancelled and
 * the wait has to go on. May wait.
 */
bool mynd_channel_outlast(mynd_channel *channel, const mynd_error *error);

/* --- compress.c: bytes between session and filters, compressed or not --- */

void mynd_compress_rest(mynd_channel *channel); /* returns an empty decompressor to the thread */
void mynd_compress_end(mynd_channel *channel);
void mynd_packed_end(mynd_packed *packed);
void mynd_compress_end_thread(void);
int mynd_packed_output(mynd_channel *channel, mynd_slice *out, mynd_error *error);
bool mynd_packed_look_for_output(mynd_channel *channel);
void mynd_packed_sent(mynd_channel *channel, size_t n);
int mynd_packed_receive(
    mynd_channel *channel, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error);
bool mynd_packed_has_received(const mynd_channel *channel);

/*
 * --- filter.c: between net and compression. Functions that run filters run code of the program, with in_call
 * set ---
 */

void mynd_filtered_end(mynd_channel *channel);
const char *mynd_filtered_failure(
    const mynd_channel *channel); /* returns the reason why the filters have failed; NULL: no failure */
bool mynd_filtered_has_bytes(const mynd_channel *channel);
int mynd_filtered_read(
    mynd_channel *channel, mynd_span to, mynd_deadline deadline, size_t *n, mynd_error *error);
void mynd_filtered_last_words(mynd_channel *channel); /* marks the next output as the last */
int mynd_filtered_output(mynd_channel *channel, mynd_slice *out, mynd_error *error);
bool mynd_filtered_look_for_output(mynd_channel *channel);
void mynd_filtered_sent(mynd_channel *channel, size_t n);
int mynd_filtered_output_without_code(
    mynd_channel *channel, mynd_slice *out, mynd_error *error); /* bytes that were filtered already */

/*
 * As mynd_net_read or mynd_net_read_later, through the filters. mynd_filtered_read ignores `later`, because
 * filters may hold bytes that the socket does not show.
 */
static inline int mynd_channel_read_wire(
    mynd_channel *c, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error)
{
	if (UNEXPECTED(mynd_channel_is_filtered(c))) {
		return mynd_filtered_read(c, to, deadline, n, error);
	}
	return later ? mynd_net_read_later(c->net, to, deadline, n, error)
	             : mynd_net_read(c->net, to, deadline, n, error);
}

/* --- bytes between net and session. Channels without filters and compression (most) are handled here --- */

static inline bool mynd_channel_is_plain(const mynd_channel *c)
{
	return !mynd_channel_is_filtered(c) && c->packed.which == MYND_COMPRESSION_NONE;
}

/*
 * Sets *out to the bytes to write now (empty: none); the caller reports to mynd_channel_sent how many it has
 * written. Returns MYND_BAD if there is no memory, or a filter has failed.
 */
static inline int mynd_channel_output(mynd_channel *c, mynd_slice *out, mynd_error *error)
{
	if (EXPECTED(mynd_channel_is_plain(c))) {
		*out = mynd_session_output(c->session);
		return MYND_OK;
	}
	return mynd_filtered_output(c, out, error);
}

/* Notes that the first n bytes of the session's output were written. */
static inline void mynd_channel_session_sent(mynd_channel *c, size_t n)
{
	if (UNEXPECTED(c->wire_log != NULL)) {
		mynd_channel_log_said(c, (mynd_slice){mynd_session_output(c->session).ptr, n});
	}
	mynd_session_sent(c->session, n);
}

/* Passes the session n bytes that have arrived in the span that it wanted. */
static inline int mynd_channel_session_commit(mynd_channel *c, mynd_span span, size_t n)
{
	if (UNEXPECTED(c->wire_log != NULL)) {
		mynd_channel_log_heard(c, (mynd_slice){span.ptr, n});
	}
	return mynd_session_commit(c->session, n);
}

static inline void mynd_channel_sent(mynd_channel *c, size_t n)
{
	if (EXPECTED(mynd_channel_is_plain(c))) {
		mynd_channel_session_sent(c, n);
	} else {
		mynd_filtered_sent(c, n);
	}
}

/* As mynd_net_read (`later`: mynd_net_read_later), for bytes after filters and decompression. */
static inline int mynd_channel_receive(
    mynd_channel *c, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error)
{
	int rc;
	c->readable = false;
	if (UNEXPECTED(!mynd_channel_is_plain(c))) {
		rc = mynd_packed_receive(c, to, deadline, later, n, error);
	} else {
		rc = later ? mynd_net_read_later(c->net, to, deadline, n, error)
		           : mynd_net_read(c->net, to, deadline, n, error);
	}
	if (UNEXPECTED(c->watched || c->listeners != NULL) && rc == MYND_OK) {
		mynd_channel_changed(c);
	}
	return rc;
}

#endif
