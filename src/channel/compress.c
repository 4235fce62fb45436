/*
 * Compression of a connection: the session's output is compressed before it goes to the transport, and input
 * of the transport is decompressed directly into the memory that the session offers. Without compression the
 * bytes pass through here unchanged.
 *
 * Always true: `out` holds whole frames, which are sent before further bytes are compressed; the session
 * counts their bytes as sent once they are compressed. `in` exists while bytes from the server are unread,
 * and is returned to the thread when the connection becomes idle. Not here: the frames (wire/compressed.h);
 * waiting.
 */
#include "internal.h"

#define KEPT_OUTPUT (16 * 1024) /* a larger buffer is freed when its frame is sent */
/* a decompressor that has grown past this is freed when its connection becomes idle */
#define KEPT_DECODER (1024 * 1024)

ZEND_TLS mynd_packer *packers[MYND_COMPRESSION_COUNT];
/* decompressors that no channel uses now */
ZEND_TLS mynd_decompressor *decompressors[MYND_COMPRESSION_COUNT];

static int no_memory(mynd_error *error)
{
	return mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
}

/* --- the thread's packers and decompressors --- */

static mynd_packer *packer_of_thread(mynd_compression which)
{
	mynd_packer **packer = &packers[which];
	if (*packer == NULL) {
		*packer = mynd_packer_new(which);
	}
	return *packer;
}

static mynd_decompressor *take_decompressor(mynd_compression which)
{
	mynd_decompressor **cached = &decompressors[which];
	mynd_decompressor *taken = *cached;
	*cached = NULL;
	return taken != NULL ? taken : mynd_decompressor_new(which);
}

static void give_decompressor(mynd_compression which, mynd_decompressor *given)
{
	mynd_decompressor **cached = &decompressors[which];
	if (*cached != NULL || mynd_decompressor_memory(given) > KEPT_DECODER) {
		mynd_decompressor_free(given);
	} else {
		*cached = given;
	}
}

void mynd_compress_end_thread(void)
{
	for (unsigned i = 0; i < MYND_COMPRESSION_COUNT; i++) {
		mynd_packer_free(packers[i]);
		mynd_decompressor_free(decompressors[i]);
		packers[i] = NULL;
		decompressors[i] = NULL;
	}
}

/* --- life --- */

static int need_decompressor(mynd_channel *c, mynd_error *error)
{
	if (c->packed.in == NULL) {
		c->packed.in = take_decompressor(c->packed.which);
	}
	return c->packed.in != NULL ? MYND_OK : no_memory(error);
}

/* Passes bytes that followed the login's OK to the decompressor: they are already compressed. */
static int take_over(mynd_channel *c, mynd_slice rest, mynd_error *error)
{
	if (rest.len == 0) {
		return MYND_OK;
	}
	if (need_decompressor(c, error) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_span room = mynd_decompressor_want(c->packed.in);
	if (rest.len > room.len) {
		return mynd_error_malformed(error, "bytes after the login");
	}
	memcpy(room.ptr, rest.ptr, rest.len);
	mynd_decompressor_commit(c->packed.in, rest.len);
	c->counts.compression.packed_in += rest.len;
	return MYND_OK;
}

int mynd_channel_begin_compression(mynd_channel *c)
{
	mynd_compression which = mynd_session_compression(c->session);
	if (which == MYND_COMPRESSION_NONE) {
		return MYND_OK;
	}
	mynd_error error;
	mynd_slice rest = mynd_session_hand_back(c->session);
	if (UNEXPECTED(c->wire_log != NULL)) {
		mynd_channel_log_compression(c);
	}
	c->packed = (mynd_packed){.which = which};
	mynd_buffer_init(&c->packed.out, MYND_COMPRESSED_HEADER + MYND_COMPRESSED_CHUNK);
	return take_over(c, rest, &error) == MYND_OK ? MYND_OK : mynd_channel_lose(c, &error);
}

void mynd_compress_rest(mynd_channel *c)
{
	mynd_packed *p = &c->packed;
	if (p->in != NULL && mynd_decompressor_is_empty(p->in)) {
		give_decompressor(p->which, p->in);
		p->in = NULL;
	}
}

/* Overwrites the frames with zeros: they may contain a login's proof of the password. */
static void wipe(mynd_buffer *out)
{
	if (out->len > 0) {
		explicit_bzero(out->ptr, out->len);
	}
}

void mynd_packed_end(mynd_packed *p)
{
	if (p->which != MYND_COMPRESSION_NONE) {
		mynd_decompressor_free(p->in);
		wipe(&p->out);
		mynd_buffer_free(&p->out);
		p->in = NULL;
		p->which = MYND_COMPRESSION_NONE;
	}
}

void mynd_compress_end(mynd_channel *c)
{
	mynd_packed_end(&c->packed);
}

/* --- out --- */

/*
 * Sets the next frame's number: a command begins with 0, and an answer to the server (within a login)
 * continues its numbers. If several commands or several frames are under way, the reply may begin with
 * another number than its command implies: the server may have begun its reply (1153, say) before it had read
 * all of them.
 */
static void number_next(mynd_packed *p, const mynd_outgoing *next, size_t chunk)
{
	if (next->begins_command) {
		p->number_out = 0;
		p->loose = !next->alone || chunk < next->bytes.len;
	} else if (next->is_answer) {
		p->number_out = p->number_in;
	}
}

/* Appends the next frame to `out`. */
static int pack(mynd_channel *c, const mynd_outgoing *next, mynd_error *error)
{
	mynd_packed *p = &c->packed;
	size_t before = p->out.len;
	mynd_slice chunk = {next->bytes.ptr, MIN(next->bytes.len, MYND_COMPRESSED_CHUNK)};
	number_next(p, next, chunk.len);
	mynd_packer *packer = next->secret ? NULL : packer_of_thread(p->which);
	if (mynd_compress(packer, &p->number_out, chunk, &p->out) != MYND_OK) {
		return no_memory(error);
	}
	if (next->alone) {
		p->number_in = p->number_out;
	}
	c->counts.compression.plain_out += chunk.len;
	c->counts.compression.packed_out += p->out.len - before;
	if (UNEXPECTED(c->wire_log != NULL)) {
		mynd_channel_log_said(c, chunk);
	}
	mynd_session_sent(c->session, chunk.len);
	return MYND_OK;
}

/*
 * Appends one frame, and further frames as long as they are short, so that commands that were queued together
 * are written together.
 */
static int pack_more(mynd_channel *c, mynd_error *error)
{
	mynd_packed *p = &c->packed;
	mynd_buffer_reset(&p->out);
	p->sent = 0;
	for (;;) {
		mynd_outgoing next = mynd_session_outgoing(c->session);
		size_t frame = MYND_COMPRESSED_HEADER + next.bytes.len;
		if (next.bytes.len == 0 || (p->out.len > 0 && frame > KEPT_OUTPUT - MIN(p->out.len, KEPT_OUTPUT))) {
			return MYND_OK;
		}
		if (pack(c, &next, error) != MYND_OK) {
			return MYND_BAD;
		}
	}
}

int mynd_packed_output(mynd_channel *c, mynd_slice *out, mynd_error *error)
{
	mynd_packed *p = &c->packed;
	if (p->which == MYND_COMPRESSION_NONE) {
		*out = mynd_session_output(c->session);
		return MYND_OK;
	}
	if (p->sent == p->out.len && pack_more(c, error) != MYND_OK) {
		return MYND_BAD;
	}
	*out = (mynd_slice){p->out.ptr, p->out.len};
	if (p->sent > 0) {
		*out = (mynd_slice){p->out.ptr + p->sent, p->out.len - p->sent};
	}
	return MYND_OK;
}

bool mynd_packed_look_for_output(mynd_channel *c)
{
	return c->packed.sent < c->packed.out.len || mynd_session_output(c->session).len > 0;
}

void mynd_packed_sent(mynd_channel *c, size_t n)
{
	mynd_packed *p = &c->packed;
	if (p->which == MYND_COMPRESSION_NONE) {
		mynd_channel_session_sent(c, n);
		return;
	}
	p->sent += n;
	if (p->sent < p->out.len) {
		return;
	}
	wipe(&p->out);
	p->sent = 0;
	if (p->out.cap > KEPT_OUTPUT) {
		mynd_buffer_free(&p->out);
	} else {
		mynd_buffer_reset(&p->out);
	}
}

/* --- in --- */

/*
 * Returns how the next frames may be numbered. Within a reply the numbers continue. Between replies the
 * server may send a message unasked, whose number is 0.
 */
static mynd_numbering numbering(const mynd_channel *c)
{
	if (mynd_session_pending(c->session) > 1) {
		return MYND_NUMBER_ANY;
	}
	if (mynd_session_phase(c->session) == MYND_PHASE_READING) {
		return MYND_NUMBER_DUE;
	}
	return c->packed.loose ? MYND_NUMBER_ANY : MYND_NUMBER_DUE_OR_ZERO;
}

/*
 * Reads once from the transport: directly into `to` if the frame's bytes are not compressed (*n is how many
 * were read), otherwise into the decompressor.
 */
static int feed(
    mynd_channel *c, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error)
{
	mynd_packed *p = &c->packed;
	mynd_span direct = mynd_decompressor_direct(p->in, to);
	mynd_span into = direct.len > 0 ? direct : mynd_decompressor_want(p->in);
	size_t got;
	int rc = mynd_channel_read_wire(c, into, deadline, later, &got, error);
	if (rc != MYND_OK) {
		return rc;
	}
	c->counts.compression.packed_in += got;
	if (direct.len > 0) {
		mynd_decompressor_passed(p->in, got);
		*n = got;
	} else {
		mynd_decompressor_commit(p->in, got);
	}
	return MYND_OK;
}

static int receive_packed(
    mynd_channel *c, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error)
{
	mynd_packed *p = &c->packed;
	deadline = mynd_deadline_begin(deadline);
	if (need_decompressor(c, error) != MYND_OK) {
		return MYND_BAD;
	}
	*n = 0;
	do {
		int rc = mynd_decompressor_read(p->in, &p->number_in, numbering(c), to, n, error);
		if (rc == MYND_MORE) {
			rc = feed(c, to, deadline, later, n, error);
			later = false;
		}
		if (rc != MYND_OK) {
			return rc;
		}
	} while (*n == 0);
	c->counts.compression.plain_in += *n;
	return MYND_OK;
}

int mynd_packed_receive(
    mynd_channel *c, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error)
{
	return c->packed.which == MYND_COMPRESSION_NONE ? mynd_channel_read_wire(c, to, deadline, later, n, error)
	                                                : receive_packed(c, to, deadline, later, n, error);
}

bool mynd_packed_has_received(const mynd_channel *c)
{
	return (c->packed.in != NULL && mynd_decompressor_has_bytes(c->packed.in)) ||
	       UNEXPECTED(mynd_filtered_has_bytes(c));
}
