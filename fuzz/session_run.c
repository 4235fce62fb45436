/*
 * One run of a talk: the session's life, its read buffers, its allocator, bytes in and out.
 *
 * Always true: memory of the read buffer that the session has no business with is poisoned: what was not
 * received yet, and all of it while nothing is unread. Bytes are written where want() says, and nowhere else.
 */
#include "session.h"

#include <sanitizer/asan_interface.h>

/* --- buffers --- */

/* All that the session may not read; before anything is called that reads. */
static void poison(run *r)
{
	if (r->buffer != NULL && !mynd_session_has_unread(r->session)) {
		ASAN_POISON_MEMORY_REGION(r->buffer, r->cap);
	}
}

static uint8_t *new_buffer(run *r, size_t cap)
{
	r->buffer = malloc(cap);
	r->cap = cap;
	ASAN_POISON_MEMORY_REGION(r->buffer, cap);
	return r->buffer;
}

static void free_buffer(uint8_t *buffer, size_t cap)
{
	ASAN_UNPOISON_MEMORY_REGION(buffer, cap);
	free(buffer);
}

void run_lend(run *r, size_t cap)
{
	if (r->buffer != NULL) {
		if (mynd_session_take_buffer(r->session) != r->buffer) {
			return; /* with unread bytes it stays */
		}
		free_buffer(r->buffer, r->cap);
	}
	if (mynd_session_buffer(r->session) != NULL) {
		fuzz_fail("a buffer after it was taken");
	}
	r->kept = false;
	r->most = cap;
	mynd_session_lend_buffer(r->session, new_buffer(r, cap), cap);
}

void run_move(run *r, size_t cap, bool kept)
{
	uint8_t *before = r->buffer;
	size_t cap_before = r->cap, unread = mynd_session_unread(r->session);
	size_t most = kept ? r->options.buffer : cap;
	if (before == NULL || unread == most) { /* no space for what want() is asked for next */
		return;
	}
	ASAN_UNPOISON_MEMORY_REGION(new_buffer(r, cap), unread < cap ? unread : cap);
	uint8_t *taken = mynd_session_move_to(r->session, r->buffer, cap, most, kept);
	if (taken == NULL && (unread > most || unread > cap)) {
		free_buffer(r->buffer, cap);
		r->buffer = before;
		r->cap = cap_before;
		return;
	}
	if (taken != before) {
		fuzz_fail("another buffer is given back");
	}
	free_buffer(before, cap_before);
	r->kept = kept;
	r->most = most;
}

#define ROOM_LEAST 1024

static void change_buffer(run *r)
{
	bool full = r->kept && mynd_session_room(r->session) < ROOM_LEAST;
	if (full || (r->way.pieces && fuzz_below(&r->way.random, 16) == 0)) {
		bool kept = r->way.pieces && fuzz_below(&r->way.random, 2) == 0;
		size_t least = mynd_session_unread(r->session);
		size_t cap = (least > ROOM_LEAST ? least : ROOM_LEAST) + fuzz_below(&r->way.random, 9000) +
		             (kept ? ROOM_LEAST : 0);
		run_move(r, cap, kept);
	}
}

/* --- bytes in --- */

/* The session's own memory: some for itself, and no more than in proportion to what has come. */
static void check_memory(const run *r)
{
	size_t allowed = 128 * 1024 + 8 * (size_t) (r->arrived + r->queued);
	if (fuzz_counted.live > allowed) {
		fuzz_fail("%zu bytes of memory, %llu have arrived, %llu are queued", fuzz_counted.live,
		    (unsigned long long) r->arrived, (unsigned long long) r->queued);
	}
}

static size_t receive(run *r, const uint8_t *ptr, size_t left)
{
	poison(r);
	mynd_span span = mynd_session_want(r->session);
	bool to_buffer = span.ptr >= r->buffer && span.ptr <= r->buffer + r->cap;
	if (to_buffer && span.len > (size_t) (r->buffer + r->cap - span.ptr)) {
		fuzz_fail(
		    "%zu bytes are wanted beyond the buffer", span.len - (size_t) (r->buffer + r->cap - span.ptr));
	}
	if (span.len == 0) {
		fuzz_fail("nothing is wanted, and %zu bytes are due", left);
	}
	size_t n = run_portion(r, span.len, left);
	if (to_buffer) {
		ASAN_UNPOISON_MEMORY_REGION(span.ptr, n);
	}
	memcpy(span.ptr, ptr, n);
	if (to_buffer) {
		ASAN_POISON_MEMORY_REGION(span.ptr + n, (size_t) (r->buffer + r->cap - (span.ptr + n)));
	}
	r->arrived += n;
	mynd_wirelog_heard(r->log, (mynd_slice){ptr, n});
	if (mynd_session_commit(r->session, n) != MYND_OK) {
		fuzz_fail("%zu bytes of %zu that were wanted are not taken", n, span.len);
	}
	return n;
}

/*
 * TLS: what follows in clear is an attacker's, however it is cut. The certificate is in doubt in a fourth of
 * the runs.
 */
static void start_tls(run *r, const mynd_event *event, size_t left)
{
	static const uint8_t fingerprint[MYND_AUTH_FINGERPRINT_LEN];
	if (left > 0 || mynd_session_has_unread(r->session)) {
		mynd_session_malformed(r->session, "bytes in clear before TLS");
	} else {
		run_note(r, event);
		run_flush(r, SIZE_MAX);
		mynd_session_tls_started(r->session, (r->options.random & 3) == 3 ? fingerprint : NULL);
	}
}

/* Pulls events until there are none. Answers how many of the delivered bytes were handed back. */
static size_t pull(run *r, size_t left)
{
	mynd_event event;
	size_t back = 0;
	int rc = MYND_MORE;
	poison(r);
	while (!r->dead && (rc = mynd_session_next(r->session, &event)) == MYND_OK) {
		if (event.kind == MYND_EVENT_TLS) {
			start_tls(r, &event, left);
			continue;
		}
		run_note(r, &event);
		if (event.kind == MYND_EVENT_READY && event.owner == 0 &&
		    mynd_session_compression(r->session) != MYND_COMPRESSION_NONE) {
			back = mynd_session_hand_back(r->session).len;
			r->arrived -= back;
			mynd_wirelog_drop_heard(r->log);
		}
		poison(r);
	}
	if (!r->dead && rc == MYND_BAD) {
		run_note_death(r);
	}
	check_memory(r);
	return back;
}

void run_pull(run *r)
{
	pull(r, 0);
}

/* While a file is wanted from us nothing is read once the buffer is full; the bytes wait. */
static bool is_read(run *r)
{
	return r->session->state != STATE_INFILE || mynd_session_want(r->session).len > 0;
}

void run_deliver(run *r, mynd_slice bytes)
{
	if (r->buffer == NULL && bytes.len > 0) {
		run_lend(r, r->options.buffer);
	}
	fuzz_add(&r->wire, bytes.ptr, bytes.len);
	size_t at = 0;
	while (at < r->wire.len && !r->dead) {
		change_buffer(r);
		if (!is_read(r)) {
			break;
		}
		at += receive(r, r->wire.ptr + at, r->wire.len - at);
		at -= pull(r, r->wire.len - at);
	}
	fuzz_drop(&r->wire, at);
}

/* --- bytes out --- */

static mynd_slice outgoing(run *r)
{
	if (mynd_session_compression(r->session) == MYND_COMPRESSION_NONE) {
		return mynd_session_output(r->session);
	}
	return mynd_session_outgoing(r->session).bytes;
}

void run_flush(run *r, size_t most)
{
	mynd_slice out;
	r->has_authenticated |= r->session->state == STATE_AUTH;
	while (most > 0 && (out = outgoing(r)).len > 0) {
		size_t n = out.len < most ? out.len : most;
		if (r->way.pieces) {
			n = run_portion(r, n, n);
		}
		r->output_hash = fuzz_hash(r->output_hash, out.ptr, n);
		r->output_bytes += n;
		most -= n;
		mynd_wirelog_said(r->log, (mynd_slice){out.ptr, n});
		mynd_session_sent(r->session, n);
	}
}

/* --- the log --- */

/* Not memmem(), whose arguments the fuzzer would learn. */
static bool has_password(const char *line, size_t len)
{
	static const char password[] = TALK_PASSWORD;
	for (size_t at = 1; at + TALK_PASSWORD_HEAD <= len; at++) {
		size_t n = 1; /* its first byte is written as \x03 */
		while (n < TALK_PASSWORD_HEAD && line[at + n - 1] == password[n]) {
			n++;
		}
		if (n == TALK_PASSWORD_HEAD) {
			return true;
		}
	}
	return false;
}

static void take_line(void *context, const char *line, size_t len)
{
	const run *r = context;
	if (len == 0 || len > MYND_WIRELOG_LINE || memchr(line, '\n', len) != line + len - 1) {
		fuzz_fail("a line of %zu bytes", len);
	}
	if (has_password(line, len)) {
		fuzz_fail("a password is logged: %.*s", (int) len, line);
	}
	fuzz_tell("%s: log: %.*s", r->way.name, (int) len - 1, line);
}

/* --- life --- */

void run_open(run *r, talk *t, const talk_way *way)
{
	*r = (run){.talk = t, .way = *way, .options = talk_options_of(t->head), .output_hash = FUZZ_HASH_START};
	mynd_session_options *o = &r->options.session;
	o->attributes = &r->options.attribute;
	o->allocator = run_allocator(r);
	o->counts = &r->counts;
	r->log = mynd_wirelog_new(take_line, r);
	fuzz_memory_start(r->options.fail_at);
	r->session = mynd_session_new(o);
	if (r->session == NULL && !fuzz_counted.failed) {
		fuzz_fail("no session");
	}
}

void run_close(run *r)
{
	if (r->session != NULL) {
		if (r->outstanding != mynd_session_pending(r->session) ||
		    mynd_session_pending_sent(r->session) > r->outstanding) {
			fuzz_fail(
			    "%u replies are outstanding, %u pending", r->outstanding, mynd_session_pending(r->session));
		}
		uint8_t *lent = mynd_session_free(r->session, false);
		if (lent != r->buffer) {
			fuzz_fail("the lent buffer is not given back");
		}
	}
	mynd_wirelog_free(r->log, false);
	if (r->buffer != NULL) {
		free_buffer(r->buffer, r->cap);
	}
	if (r->values_live > 0) {
		fuzz_fail("%u large cells are left", r->values_live);
	}
	fuzz_counted.fail_at = 0;
	fuzz_clear(&r->held);
	fuzz_clear(&r->wire);
	fuzz_memory_end();
}
