/*
 * What a run has however its bytes travel: large cells, how bytes are cut, its end.
 */
#include "session.h"

#define VALUE_MAX (1u << 20) /* longer cells cannot be had: nothing longer arrives, but for big talks */

/* --- large cells --- */

typedef struct value {
	run *owner;
	size_t len;
	uint8_t body[];
} value;

static void *value_alloc(void *context, size_t len, uint8_t **body)
{
	run *r = context;
	size_t least = r->options.session.large_cell > MYND_LARGE_CELL_MIN ? r->options.session.large_cell
	                                                                   : MYND_LARGE_CELL_MIN;
	if (len < least || len > MYND_CELL_MAX) {
		fuzz_fail("a large cell of %zu bytes", len);
	}
	if (++r->values_made == r->options.refuse_at || len > (r->options.big ? 17 * VALUE_MAX : VALUE_MAX)) {
		run_interrupt(r);
		return NULL;
	}
	if (r->values_bytes > r->arrived) {
		fuzz_fail(
		    "%zu bytes of large cells, %llu have arrived", r->values_bytes, (unsigned long long) r->arrived);
	}
	value *v = malloc(sizeof *v + len);
	v->owner = r;
	v->len = len;
	memset(v->body, r->way.fill, len < 65536 ? len : 65536);
	*body = v->body;
	r->values_live++;
	r->values_bytes += len;
	return v;
}

static void value_release(void *context, void *v)
{
	run *r = context;
	value *released = v;
	if (released->owner != r || r->values_live == 0) {
		fuzz_fail("a large cell is released that is none");
	}
	r->values_live--;
	r->values_bytes -= released->len;
	released->owner = NULL;
	free(v);
}

mynd_allocator run_allocator(run *r)
{
	return (mynd_allocator){r, value_alloc, value_release};
}

/* --- bytes --- */

size_t run_portion(run *r, size_t room, size_t left)
{
	size_t n = room < left ? room : left;
	if (!r->way.pieces || n < 2) {
		return n;
	}
	size_t most = n;
	switch (fuzz_below(&r->way.random, 4)) {
	case 0:
		most = 1;
		break;
	case 1:
		most = 5;
		break;
	case 2:
		most = 300;
		break;
	default:
		break;
	}
	most = most < left / 256 ? left / 256 : most; /* long ones would take too long */
	return 1 + fuzz_below(&r->way.random, (uint32_t) (most < n ? most : n));
}

/* --- life --- */

void run_interrupt(run *r)
{
	if (!r->interrupted) {
		r->interrupted = true;
		r->interrupted_at = r->step;
	}
}

/* A dead session answers with its error, and neither wants nor offers bytes. */
void run_check_dead(run *r)
{
	mynd_session *s = r->session;
	mynd_error before = *mynd_session_error(s), error;
	mynd_event event;
	mynd_command ping = mynd_command_simple(MYND_COM_PING);
	if (mynd_session_phase(s) != MYND_PHASE_DEAD || before.code == 0 || mynd_session_want(s).len > 0 ||
	    mynd_session_output(s).len > 0 || mynd_session_commit(s, 0) != MYND_BAD ||
	    mynd_session_next(s, &event) != MYND_BAD || mynd_session_has_unread(s)) {
		fuzz_fail("a dead session is alive");
	}
	if (mynd_session_send(s, &ping, &error) != MYND_BAD || error.code != before.code ||
	    mynd_session_infile(s, (mynd_slice){NULL, 0}, &error) != MYND_BAD || error.code != before.code ||
	    mynd_session_malformed(s, "again") != MYND_BAD ||
	    strcmp(mynd_session_error(s)->message, before.message) != 0) {
		fuzz_fail("a dead session has another error");
	}
	if (r->values_live > 0) {
		fuzz_fail("a dead session has %u large cells", r->values_live);
	}
}

void run_free(run *r)
{
	while (r->first != NULL) {
		talk_command *over = r->first;
		r->first = over->next;
		free(over->types);
		free(over);
	}
	free(r->events);
}
