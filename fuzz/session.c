/*
 * The whole session under arbitrary talk: a server that says anything, a client that does anything, in any
 * order (session.h).
 *
 * Each talk is run whole and in random pieces through changing buffers. Both must tell the same events, up to
 * the first place where they may differ: a row that is none is found out as soon as its cells are read one by
 * one, else when it is whole; a cell that is refused is asked for only where its row does not lie in the
 * buffer. Where an allocation is to fail there is one run.
 */
#include "session.h"

/* --- the two runs --- */

static uint8_t number_of(const run *r, uint8_t arg)
{
	uint8_t due = r->held.len > 0 ? r->held_number : r->session->sequence;
	switch (arg & TALK_NUMBER) {
	case TALK_NUMBER_REPLY:
		return 1;
	case TALK_NUMBER_ZERO:
		return 0;
	case TALK_NUMBER_WRONG:
		return (uint8_t) (due + 1 + (arg >> 3));
	default:
		return due;
	}
}

#define FILL_MAX     (64u << 10)
#define FILL_BIG_MAX (18u << 20)

static void put_fill(run *r, const talk_step *step, uint8_t *number)
{
	mynd_cursor c = mynd_cursor_over(step->body.ptr, step->body.len);
	size_t room = (r->options.big ? FILL_BIG_MAX : FILL_MAX) - r->filled;
	size_t count = (size_t) fuzz_int(&c, 3);
	uint8_t what = (uint8_t) fuzz_int(&c, 1);
	count = count < room ? count : room;
	fuzz_pile payload = {0};
	mynd_slice head = mynd_cursor_rest(&c);
	fuzz_add(&payload, head.ptr, head.len);
	memset(fuzz_add(&payload, NULL, count), what, count);
	fuzz_add_frames(&r->held, number, (mynd_slice){payload.ptr, payload.len});
	fuzz_clear(&payload);
	r->filled += count;
}

/*
 * The bytes of a server's step are made in the first run, when it is known what number is due; the second one
 * gets the same.
 */
static void say(run *r, talk_step *step)
{
	uint8_t number = number_of(r, step->arg);
	if (step->kind == TALK_PACKET) {
		fuzz_add_frames(&r->held, &number, step->body);
	} else if (step->kind == TALK_FILL) {
		put_fill(r, step, &number);
	} else {
		fuzz_add(&r->held, step->body.ptr, step->body.len);
	}
	r->held_number = number;
	if (!(step->arg & TALK_HELD)) {
		unsigned eighths = step->arg >> TALK_CUT_SHIFT;
		size_t len = eighths == 0 ? r->held.len : r->held.len * eighths / 8;
		step->said = fuzz_copy((mynd_slice){r->held.ptr, len});
		fuzz_drop(&r->held, len);
	}
}

static void take_step(run *r, talk_step *step, bool first_run)
{
	if (step->kind > TALK_FILL) {
		run_client(r, step);
		return;
	}
	if (first_run) {
		say(r, step);
	}
	if (step->said.ptr != NULL) {
		run_deliver(r, step->said);
		run_flush(r, SIZE_MAX);
	}
}

static void run_all(run *r, talk *t, const talk_way *way, bool first_run)
{
	run_open(r, t, way);
	for (size_t i = 0; r->session != NULL && i < t->count && !r->dead; i++) {
		r->step = (uint32_t) i;
		take_step(r, &t->steps[i], first_run);
	}
	run_close(r);
}

/* --- the comparison --- */

static size_t events_through(const run *r, uint32_t step)
{
	size_t n = 0;
	while (n < r->event_count && r->events[n].step <= step) {
		n++;
	}
	return n;
}

static bool has_died(const run *r, size_t events)
{
	return events > 0 && r->events[events - 1].kind == TALK_DIED;
}

static uint32_t end_of(const run *r)
{
	if (r->interrupted) {
		return r->interrupted_at;
	}
	return r->dead ? r->step + 1 : UINT32_MAX;
}

static void compare_event(const talk_event *a, const talk_event *b, size_t i)
{
	if (a->kind != b->kind || a->hash != b->hash || a->step != b->step) {
		fuzz_fail("event %zu is %d (step %u, %016llx) whole, %d (step %u, %016llx) in pieces", i, a->kind,
		    a->step, (unsigned long long) a->hash, b->kind, b->step, (unsigned long long) b->hash);
	}
}

/* A row that one way has refused must not be a row in the other one. */
static void compare_refused_row(const run *dead, const run *other, size_t events)
{
	bool discards = false;
	for (size_t i = dead->step; i < other->talk->count; i++) {
		discards |= other->talk->steps[i].kind == TALK_DISCARD;
	}
	if (!discards && !other->interrupted && other->event_count > events &&
	    other->events[events].kind == MYND_EVENT_ROW) {
		fuzz_fail("a row is none %s and one %s", dead->way.name, other->way.name);
	}
}

/*
 * A header may be taken early of a packet that is not whole; bytes may wait that nobody wanted while a file
 * was due.
 */
static void compare_counts(mynd_session_counts a, mynd_session_counts b)
{
	uint64_t apart = a.packets_received - b.packets_received + 1;
	a.packets_received = b.packets_received = a.bytes_received = b.bytes_received = 0;
	const uint64_t *one = (const uint64_t *) &a, *other = (const uint64_t *) &b;
	for (size_t i = 0; i < sizeof a / sizeof *one; i++) {
		if (apart > 2 || one[i] != other[i]) {
			fuzz_fail("count %zu is %llu whole, %llu in pieces", i, (unsigned long long) one[i],
			    (unsigned long long) other[i]);
		}
	}
}

static void compare(const run *a, const run *b)
{
	uint32_t end = end_of(a) < end_of(b) ? end_of(a) : end_of(b);
	if (end == 0) {
		return;
	}
	size_t in_a = events_through(a, end - 1), in_b = events_through(b, end - 1);
	bool a_died = has_died(a, in_a), b_died = has_died(b, in_b);
	bool of_row = (a_died && a->died_of_row) || (b_died && b->died_of_row);
	size_t told_a = in_a - (of_row && a_died), told_b = in_b - (of_row && b_died);
	for (size_t i = 0; i < told_a && i < told_b; i++) {
		compare_event(&a->events[i], &b->events[i], i);
	}
	if (told_a != told_b) {
		fuzz_fail("%zu events whole, %zu in pieces, up to step %u", told_a, told_b, end);
	}
	if (of_row && a_died != b_died) {
		compare_refused_row(a_died ? a : b, a_died ? b : a, told_a);
	}
	if (a->dead || b->dead || a->interrupted || b->interrupted) {
		return;
	}
	compare_counts(a->counts, b->counts);
	if (a->output_bytes != b->output_bytes || (!a->has_authenticated && a->output_hash != b->output_hash)) {
		fuzz_fail("the output differs");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static talk t;
	static run whole, pieces;
	talk_read(&t, (mynd_slice){data, size});
	talk_options options = talk_options_of(t.head);
	bool fails = options.fail_at > 0;
	run_all(&whole, &t, &(talk_way){"whole", fails && (options.random & 1), options.random, 0xAA}, true);
	if (!fails) {
		run_all(&pieces, &t, &(talk_way){"in pieces", true, options.random, 0x55}, false);
		compare(&whole, &pieces);
		run_free(&pieces);
	}
	run_free(&whole);
	for (size_t i = 0; i < t.count; i++) {
		free((void *) t.steps[i].said.ptr);
	}
	return 0;
}
