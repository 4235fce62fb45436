/*
 * One run of a talk over a channel. The transport gives what has been delivered, in pieces or whole, and
 * takes what a step allows.
 *
 * Always true: as long as no frame was broken, the session receives exactly the bytes that the peer has
 * packed, and the peer unpacks exactly those that the session was told are sent.
 */
#include "packed.h"

#define DECODER_MOST (64u << 20)

/* One run at a time. */
static struct {
	mynd_channel c;
	run *r;
	peer peer;
	size_t allowed;   /* bytes that the transport takes */
	fuzz_pile plain;  /* that the peer has packed; so many were received */
	fuzz_pile spoken; /* that the session has sent */
	size_t received, checked;
	mynd_span wanted;
	uint64_t read, written; /* by the transport, since it is compressed */
} line;

/* --- the transport, in place of src/net --- */

struct mynd_net {
	int none;
};

static struct mynd_net net;

int mynd_net_read(mynd_net *n, mynd_span to, mynd_deadline deadline, size_t *got, mynd_error *error)
{
	run *r = line.r;
	if (to.len == 0) {
		fuzz_fail("a read of no bytes");
	}
	if (r->wire.len == 0 && mynd_deadline_is_no_wait(deadline)) {
		return MYND_MORE;
	}
	if (r->wire.len == 0) {
		return mynd_error_client(error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	}
	memset(to.ptr, r->way.fill, to.len < 65536 ? to.len : 65536);
	*got = run_portion(r, to.len, r->wire.len);
	memcpy(to.ptr, r->wire.ptr, *got);
	fuzz_drop(&r->wire, *got);
	line.read += *got;
	return MYND_OK;
}

int mynd_net_read_later(mynd_net *n, mynd_span to, mynd_deadline deadline, size_t *got, mynd_error *error)
{
	return mynd_net_read(n, to, deadline, got, error);
}

int mynd_net_write(mynd_net *n, mynd_slice from, mynd_deadline deadline, size_t *put, mynd_error *error)
{
	run *r = line.r;
	size_t most = from.len < line.allowed ? from.len : line.allowed;
	if (most == 0) {
		return MYND_MORE;
	}
	*put = r->way.pieces ? run_portion(r, most, most) : most;
	line.allowed -= *put;
	line.written += *put;
	if (line.peer.which != MYND_COMPRESSION_NONE) {
		peer_hear(&line.peer, (mynd_slice){from.ptr, *put});
	}
	r->output_hash = fuzz_hash(r->output_hash, from.ptr, *put);
	r->output_bytes += *put;
	return MYND_OK;
}

int mynd_net_wait(mynd_net *n, int events, mynd_deadline deadline, int *ready, mynd_error *error)
{
	fuzz_fail("the transport takes everything, and is waited for");
}

/* An idle channel is not looked at here. */
bool mynd_net_look_for_end(mynd_net *n)
{
	return false;
}

/* A peer that says nothing here has been lost. */
void mynd_net_set_dead_after(mynd_net *n, int64_t seconds)
{
}

bool mynd_net_is_dead(const mynd_net *n)
{
	return false;
}

void mynd_net_close(mynd_net *n)
{
}

void mynd_net_free(mynd_net *n)
{
}

void mynd_net_break(mynd_net *n)
{
}

/* A session has one channel here. */
void mynd_net_move(mynd_net *n, mynd_net_counts *counts)
{
	fuzz_fail("a session is put into another channel");
}

mynd_allocator mynd_rows_allocator(mynd_rows_counts *counts)
{
	fuzz_fail("a session is put into another channel");
}

void mynd_net_wake_sets(mynd_net *n)
{
	fuzz_fail("the channel is in no set");
}

unsigned mynd_process_generation(void)
{
	return 0;
}

/* No result is received into a store here. */
mynd_span mynd_store_part(mynd_store *store, size_t least)
{
	fuzz_fail("there is no store");
}

void mynd_store_trim(mynd_store *store)
{
	fuzz_fail("there is no store");
}

void mynd_store_part_over(mynd_store *store)
{
	fuzz_fail("there is no store");
}

static bool on_timeout(mynd_channel *c)
{
	fuzz_fail("there is no deadline");
}

static void on_lost(mynd_channel *c)
{
}

static void scopes(void (*each)(void *context, const mynd_scope *scope), void *context)
{
	fuzz_fail("there is no scope");
}

static const mynd_channel_hooks hooks = {on_timeout, on_lost, scopes};

/* --- between channel and session. The linker puts these before the session's own --- */

mynd_span __real_mynd_session_want(mynd_session *s);
mynd_span __wrap_mynd_session_want(mynd_session *s);
mynd_span __wrap_mynd_session_want(mynd_session *s)
{
	return line.wanted = __real_mynd_session_want(s);
}

static void check_received(size_t n)
{
	if (n > line.plain.len - line.received ||
	    memcmp(line.plain.ptr + line.received, line.wanted.ptr, n) != 0) {
		fuzz_fail("the session receives other bytes than were packed");
	}
	line.received += n;
}

int __real_mynd_session_commit(mynd_session *s, size_t n);
int __wrap_mynd_session_commit(mynd_session *s, size_t n);
int __wrap_mynd_session_commit(mynd_session *s, size_t n)
{
	if (line.peer.which != MYND_COMPRESSION_NONE && !line.peer.broken && n > 0 &&
	    mynd_session_phase(s) != MYND_PHASE_DEAD) {
		check_received(n);
	}
	line.r->arrived += n;
	return __real_mynd_session_commit(s, n);
}

void __real_mynd_session_sent(mynd_session *s, size_t n);
void __wrap_mynd_session_sent(mynd_session *s, size_t n);
void __wrap_mynd_session_sent(mynd_session *s, size_t n)
{
	if (line.peer.which != MYND_COMPRESSION_NONE) {
		fuzz_add(&line.spoken, mynd_session_output(s).ptr, n);
		line.peer.is_called = true;
		line.peer.several |= mynd_session_pending(s) > 1;
		line.peer.unread |=
		    line.peer.held.len > 0 || line.r->wire.len > 0 || mynd_channel_has_received(&line.c);
	}
	__real_mynd_session_sent(s, n);
}

/* --- bytes --- */

static void note_death(run *r)
{
	if (mynd_session_phase(r->session) != MYND_PHASE_DEAD) {
		fuzz_fail("the channel is lost, its session is not");
	}
	run_note_death(r);
}

/* What comes behind the login's OK is not in frames of the peer. */
static void begin_compression(run *r)
{
	mynd_compression which = mynd_session_compression(r->session);
	if (which == MYND_COMPRESSION_NONE) {
		return;
	}
	fuzz_tell("%s: packed by way %d", r->way.name, (int) which);
	peer_begin(&line.peer, which);
	line.read = line.written = 0;
	if (r->wire.len > 0 || mynd_session_unread(r->session) > 0) {
		line.peer.broken = true;
		run_interrupt(r);
	}
	if (mynd_channel_begin_compression(&line.c) != MYND_OK) {
		note_death(r);
	}
}

static void check_memory(const run *r)
{
	size_t allowed = 256 * 1024 + r->options.buffer * 4 + 8 * (size_t) (r->arrived + r->queued);
	if (fuzz_counted.live > allowed) {
		fuzz_fail("%zu bytes of memory, %llu have arrived, %llu are queued", fuzz_counted.live,
		    (unsigned long long) r->arrived, (unsigned long long) r->queued);
	}
	mynd_decompressor *in = line.c.packed.in;
	if (in != NULL && mynd_decompressor_memory(in) > DECODER_MOST) {
		fuzz_fail("%zu bytes to unpack", mynd_decompressor_memory(in));
	}
}

static void start_tls(run *r, const mynd_event *event)
{
	if (r->wire.len > 0 || mynd_session_has_unread(r->session)) {
		mynd_session_malformed(r->session, "bytes in clear before TLS");
		return;
	}
	run_note(r, event);
	run_flush(r, SIZE_MAX);
	mynd_session_tls_started(r->session, NULL);
}

static void note(run *r, const mynd_event *event)
{
	bool logs_in = event->kind == MYND_EVENT_READY && event->owner == 0;
	if (event->kind == MYND_EVENT_TLS) {
		start_tls(r, event);
	} else {
		run_note(r, event);
	}
	if (logs_in) {
		begin_compression(r);
	}
}

static void pull(run *r)
{
	mynd_event event;
	int rc = MYND_MORE;
	while (!r->dead && (rc = mynd_session_next(r->session, &event)) == MYND_OK) {
		note(r, &event);
	}
	if (!r->dead && rc == MYND_BAD) {
		mynd_channel_lose(&line.c, mynd_session_error(r->session));
		note_death(r);
	}
	check_memory(r);
}

static void check_all_received(const run *r)
{
	const mynd_link_counts *counts = &line.c.counts;
	if (line.peer.which == MYND_COMPRESSION_NONE || line.peer.broken || r->dead || r->wire.len > 0 ||
	    mynd_channel_has_received(&line.c)) {
		return;
	}
	if (line.peer.held.len == 0 && line.received != line.plain.len) {
		fuzz_fail("%zu bytes were packed, %zu are received", line.plain.len, line.received);
	}
	if (counts->compression.plain_in != line.received || counts->compression.packed_in != line.read) {
		fuzz_fail("%zu bytes in frames of %zu are received, %zu in %zu are counted", line.received,
		    (size_t) line.read, (size_t) counts->compression.plain_in,
		    (size_t) counts->compression.packed_in);
	}
}

static void receive(run *r)
{
	int rc = MYND_OK;
	while (rc == MYND_OK && !r->dead) {
		rc = mynd_channel_read_here(&line.c);
		if (rc == MYND_BAD) {
			note_death(r);
		} else {
			pull(r);
		}
	}
	check_all_received(r);
}

void run_deliver(run *r, mynd_slice bytes)
{
	if (line.peer.which == MYND_COMPRESSION_NONE) {
		fuzz_add(&r->wire, bytes.ptr, bytes.len);
	} else {
		fuzz_add(&line.plain, bytes.ptr, bytes.len);
		peer_say(&line.peer, bytes, &r->wire);
	}
	if (line.peer.broken) {
		run_interrupt(r);
	}
	receive(r);
}

/* While a file was wanted from us, bytes may have stayed where they are unpacked. */
void run_pull(run *r)
{
	pull(r);
	if (!r->dead && mynd_channel_has_received(&line.c)) {
		receive(r);
	}
}

static void check_heard(void)
{
	const mynd_link_counts *counts = &line.c.counts;
	size_t heard = line.peer.heard.len - line.checked;
	if (heard > line.spoken.len || memcmp(line.peer.heard.ptr + line.checked, line.spoken.ptr, heard) != 0) {
		fuzz_fail("the server hears other bytes than the session has said");
	}
	line.checked += heard;
	fuzz_drop(&line.spoken, heard);
	if (counts->compression.plain_out != line.checked + line.spoken.len) {
		fuzz_fail("%zu bytes are packed, %zu are counted", line.checked + line.spoken.len,
		    (size_t) counts->compression.plain_out);
	}
}

void run_flush(run *r, size_t most)
{
	r->has_authenticated |= r->session->state == STATE_AUTH;
	line.allowed = most;
	mynd_channel_push(&line.c);
	line.allowed = 0;
	if (line.peer.which == MYND_COMPRESSION_NONE || r->dead) {
		return;
	}
	if (line.peer.heard.ptr != NULL) {
		check_heard();
	}
	if (most == SIZE_MAX && !fuzz_counted.failed && (line.spoken.len > 0 || line.peer.frames.len > 0)) {
		fuzz_fail("%zu bytes are not heard", line.spoken.len);
	}
}

/* --- buffers are the channel's here --- */

/* Another connection of the thread, which may get what this one has returned. */
static void check_other_connection(run *r)
{
	static const char said[] = "of another connection, of another connection, of another connection";
	peer other_peer = {.random = r->options.random};
	mynd_channel other = {.session = r->session, .packed = {.which = line.peer.which}};
	fuzz_pile wire = r->wire;
	uint64_t read = line.read;
	uint8_t to[sizeof said];
	size_t got = 0, n = 0;
	mynd_error error;
	int rc = MYND_OK;
	r->wire = (fuzz_pile){0};
	peer_begin(&other_peer, line.peer.which);
	peer_say(&other_peer, (mynd_slice){(const uint8_t *) said, sizeof said}, &r->wire);
	while (n < sizeof said && rc == MYND_OK) {
		rc = mynd_packed_receive(
		    &other, (mynd_span){to + n, sizeof to - n}, MYND_NO_WAIT, false, &got, &error);
		n += rc == MYND_OK ? got : 0;
	}
	if (memcmp(to, said, n) != 0 || (rc == MYND_BAD && !fuzz_counted.failed)) {
		fuzz_fail("another connection does not receive what was packed for it");
	}
	mynd_compress_rest(&other);
	mynd_compress_end(&other);
	peer_end(&other_peer);
	fuzz_clear(&r->wire);
	r->wire = wire;
	line.read = read;
}

static void rest(run *r, bool early)
{
	if (r->dead) {
		return;
	}
	if (early) {
		mynd_channel_rest_early(&line.c);
	} else {
		mynd_channel_rest(&line.c);
	}
	if (line.peer.which != MYND_COMPRESSION_NONE) {
		check_other_connection(r);
	}
}

void run_lend(run *r, size_t cap)
{
	rest(r, true);
}

void run_move(run *r, size_t cap, bool kept)
{
	rest(r, kept);
}

/* --- life --- */

enum { IS_HOSTILE = 1, PREFERS_ZSTD = 2 };

void run_open(run *r, talk *t, const talk_way *way)
{
	*r = (run){.talk = t, .way = *way, .options = talk_options_of(t->head), .output_hash = FUZZ_HASH_START};
	memset(&line, 0, sizeof line);
	line.r = r;
	line.peer.random = r->options.random;
	line.peer.hostile = (r->options.random & IS_HOSTILE) != 0;
	mynd_channel_init(&line.c, &hooks);
	line.c.settings.ints[MYND_SET_READ_BUFFER] = (zend_long) r->options.buffer;
	mynd_channel_size_buffer(&line.c);
	mynd_session_options *o = &r->options.session;
	r->options.big = false;
	o->capabilities |= r->options.random & PREFERS_ZSTD ? MYND_CAP_ZSTD : MYND_CAP_COMPRESS;
	o->attributes = &r->options.attribute;
	o->allocator = run_allocator(r);
	o->counts = &line.c.counts.session;
	fuzz_memory_start(r->options.fail_at);
	r->session = mynd_session_new(o);
	if (r->session == NULL && !fuzz_counted.failed) {
		fuzz_fail("no session");
	}
	if (r->session != NULL) {
		mynd_channel_open(&line.c, r->session);
		line.c.net = &net;
	}
}

void run_close(run *r)
{
	if (r->session != NULL && r->outstanding != mynd_session_pending(r->session)) {
		fuzz_fail("%u replies are outstanding, %u pending", r->outstanding, mynd_session_pending(r->session));
	}
	r->counts = line.c.counts.session;
	mynd_channel_close(&line.c, false);
	mynd_channel_free(&line.c);
	mynd_channels_end_thread();
	if (r->values_live > 0) {
		fuzz_fail("%u large cells are left", r->values_live);
	}
	fuzz_counted.fail_at = 0;
	peer_end(&line.peer);
	fuzz_clear(&line.plain);
	fuzz_clear(&line.spoken);
	fuzz_clear(&r->held);
	fuzz_clear(&r->wire);
	fuzz_memory_end();
}
