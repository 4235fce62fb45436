/*
 * Results: a buffered one reads all rows into a store at once, an unbuffered one reads each row from the link when it is fetched and
 * builds it straight from the read buffer; one that reads from a statement's cursor has a batch of rows in its store (cursor.c).
 *
 * A result is request memory and holds a reference on its link, for the counts; `epoch` tells whether the link still is what it
 * was. Always true: link->active is the one unbuffered result whose rows are not all read, and it is not at its end.
 */
#include "internal.h"

static mynd_result *result_new(mynd_link *link, mynd_columns *columns, bool binary)
{
	mynd_result *r = emalloc(sizeof *r);
	memset(r, 0, offsetof(mynd_result, event));
	r->columns = columns;
	r->link = link;
	r->epoch = link->epoch;
	r->binary = binary;
	mynd_link_addref(link);
	r->next = link->results;
	if (r->next != NULL) {
		r->next->previous = r;
	}
	link->results = r;
	if (!r->binary) {
		r->native = link->ints[MYND_SET_NATIVE_NUMBERS] != 0;
		if (r->native != mynd_columns_are_native(r->columns)) {
			mynd_columns_native(r->columns, r->native);
		}
	}
	return r;
}

/* The one that waits on the link. */
static mynd_result *take_waiting(mynd_link *link)
{
	mynd_result *r = result_new(link, link->columns, link->binary);
	link->columns = NULL;
	r->store = link->stored;
	link->stored = NULL;
	return r;
}

mynd_result *mynd_result_of_columns(mynd_link *link, mynd_columns *columns)
{
	mynd_result *r = result_new(link, mynd_columns_addref(columns), true);
	r->at_end = true;
	return r;
}

/*
 * A result needs a link for its counts and for the switch to native numbers. Those that have none share two that are never
 * connected, one for each position of the switch; the sweep frees them.
 */
static mynd_link *lone_link(bool native)
{
	mynd_link **lone = &mynd_links_of_thread()->lone[native];
	if (*lone == NULL) {
		*lone = mynd_link_new();
		(*lone)->ints[MYND_SET_NATIVE_NUMBERS] = native;
	}
	return *lone;
}

mynd_rows_counts *mynd_counts_without_link(bool native)
{
	return &lone_link(native)->counts.rows;
}

mynd_result *mynd_result_of_store(mynd_columns *columns, mynd_store *store, bool native, unsigned warnings)
{
	mynd_result *r = result_new(lone_link(native), columns, mynd_columns_are_binary(columns));
	r->store = store;
	r->at_end = true;
	r->rows = mynd_store_count(store);
	r->warnings = warnings;
	return r;
}

static void result_destroy(mynd_result *r)
{
	mynd_link *link = r->link;
	mynd_columns_fold(r->columns);
	if (r->store != NULL) {
		mynd_store_free(r->store);
	}
	mynd_columns_release(r->columns);
	if (r->previous != NULL) {
		r->previous->next = r->next;
	} else {
		link->results = r->next;
	}
	if (r->next != NULL) {
		r->next->previous = r->previous;
	}
	if (r->lengths != NULL) {
		efree(r->lengths);
	}
	if (r->error != NULL) {
		efree(r->error);
	}
	if (r->statement != NULL) {
		mynd_statement_close(r->statement, false);
	}
	efree(r);
	mynd_link_release(link);
}

const mynd_link_counts *mynd_link_counts_of(mynd_link *link)
{
	for (mynd_result *r = link->results; r != NULL; r = r->next) {
		mynd_columns_fold(r->columns);
	}
	return &link->counts;
}

/* A call reads it, and will find it freed. What is left of it is dropped by the next command. */
static void leave_to_reader(mynd_result *r)
{
	mynd_link *link = r->link;
	r->freed = true;
	if (link->active == r) {
		link->active = NULL;
		link->unread = MYND_UNREAD_ROWS;
	}
	r->next_given_up = link->given_up;
	link->given_up = r;
	mynd_links_of_thread()->has_given_up = true;
}

void mynd_link_free_given_up(mynd_link *link)
{
	while (link->given_up != NULL) {
		mynd_result *r = link->given_up;
		link->given_up = r->next_given_up;
		result_destroy(r);
	}
}

/* A cursor's statement holds the link, too. */
static bool is_left_alone(const mynd_link *link)
{
	unsigned holders = 0;
	for (const mynd_result *r = link->given_up; r != NULL; r = r->next_given_up) {
		holders += 1 + (r->statement != NULL && !r->statement->cached && r->statement->references == 1);
	}
	return !link->in_call && link->references == holders;
}

void mynd_links_free_left(void)
{
	mynd_links_thread *thread = mynd_links_of_thread();
	mynd_link *next;
	thread->has_given_up = false;
	for (mynd_link *link = thread->first; link != NULL; link = next) {
		next = link->next;
		if (link->given_up != NULL && is_left_alone(link)) {
			link->references++;
			mynd_link_free_given_up(link);
			mynd_link_release(link);
		} else if (link->given_up != NULL) {
			thread->has_given_up = true;
		}
	}
}

static bool link_is_alive(const mynd_result *r)
{
	return r->link->epoch == r->epoch && r->link->session != NULL;
}

void mynd_link_detach_results(mynd_link *link)
{
	if (link->active != NULL) { /* its row lies in a buffer that goes away */
		link->active->has_row = false;
		link->active = NULL;
	}
}

static void count_flushed(mynd_result *r)
{
	if (r->binary) {
		r->link->counts.flushed_ps_sets++;
	} else {
		r->link->counts.flushed_normal_sets++;
	}
}

/* The rows of the active result are nobody's: whoever sends next drops them. */
static void give_up_active(mynd_link *link)
{
	bool on_wire = !link->active->forward;
	count_flushed(link->active);
	link->active->has_row = false;
	link->active = NULL;
	if (on_wire) {
		link->unread = MYND_UNREAD_ROWS;
	}
	if (on_wire && !link->in_call) {
		mynd_session_discard_rows(link->session);
	}
}

void mynd_link_cut_active(mynd_link *link)
{
	if (link->active != NULL) {
		link->active->epoch = link->epoch - 1; /* as if the link had been closed under it */
		give_up_active(link);
	}
}

/* A result that cannot fit: 2008. What is left of it is dropped by the next command. */
int mynd_result_out_of_memory(mynd_link *link)
{
	mynd_session_discard_rows(link->session);
	link->more_results = false;
	link->unread = MYND_UNREAD_REPLY;
	link->affected_rows = (uint64_t) -1;
	return mynd_error_client(&link->error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
}

/* --- buffered --- */

/*
 * A result that turns out to be large is received straight into the store: the session reads into the room of a chunk, and the store
 * finds its rows in place. A row that does not come that way ends this for the chunk.
 */
#define PART_LEAST 1024 /* a smaller rest of a chunk is not worth a read */

static void leave_store(mynd_link *link)
{
	uint8_t *own = link->aside;
	if (own != NULL) {
		link->aside = NULL;
		mynd_session_move_to(link->session, own, link->read_buffer, link->read_buffer, false);
		mynd_store_part_over(link->filling);
	}
}

void mynd_link_read_into_store(mynd_link *link)
{
	mynd_session *s = link->session;
	if (link->aside != NULL && mynd_session_room(s) >= PART_LEAST) {
		return;
	}
	mynd_span part = mynd_store_part(link->filling, link->read_buffer);
	if (part.len == 0) {
		leave_store(link);
		return;
	}
	uint8_t *before = mynd_session_move_to(s, part.ptr, part.len, link->read_buffer, true);
	if (link->aside == NULL) {
		link->aside = before;
	}
	link->part = part;
	mynd_store_trim(link->filling);
}

static bool is_in_store(const mynd_link *link, const mynd_row *row)
{
	return (size_t) (row->data - link->part.ptr) < link->part.len;
}

/* *fault is set if it failed because of a row that is none; nothing was done about that yet. */
static int read_rows(mynd_link *link, mynd_store *store, const mynd_columns *columns, const char **fault)
{
	mynd_event event;
	for (;;) {
		if (mynd_link_pump(link, &event) != MYND_OK) {
			return MYND_BAD;
		}
		if (event.kind != MYND_EVENT_ROW) {
			break;
		}
		if (UNEXPECTED(link->aside != NULL && !is_in_store(link, &event.row))) {
			leave_store(link);
		}
		int rc = mynd_store_add(store, &event.row);
		if (rc == MYND_MORE) {
			return mynd_result_out_of_memory(link);
		}
		if (rc != MYND_OK) {
			*fault = mynd_row_fault(columns, &event.row);
			return MYND_BAD;
		}
	}
	if (event.kind != MYND_EVENT_END) {
		return mynd_link_take_error(link, &event);
	}
	mynd_link_take_end(link, &event);
	return MYND_OK;
}

int mynd_result_read_rows(mynd_link *link, mynd_store *store, const mynd_columns *columns, const char **fault)
{
	*fault = NULL;
	link->filling = store;
	int rc = read_rows(link, store, columns, fault);
	leave_store(link);
	link->filling = NULL;
	return rc;
}

/*
 * A row was none, but the packets still are where they should be. As in stock the rows before it can be fetched, and then
 * there is the failure. The link is good for goodbyes alone.
 */
static void end_at_fault(mynd_result *r, const char *fault)
{
	mynd_link *link = r->link;
	mynd_error error;
	mynd_error_malformed(&error, MYND_NOT_A_ROW);
	error.offset = link->counts.session.bytes_received;
	mynd_result_fail(r, &error);
	r->fault = fault;
	link->last_failure = error;
	link->spoilt = true;
	mynd_session_discard_rows(link->session);
	mynd_link_drop_reply(link);
	mynd_error_clear(&link->error);
}

/* Reads all rows into a store. False: the link's error says why it cannot be had. */
static bool fill(mynd_result *r)
{
	const char *fault;
	r->store = mynd_store_new(r->columns);
	int rc = mynd_result_read_rows(r->link, r->store, r->columns, &fault);
	if (fault != NULL) {
		end_at_fault(r, fault);
	} else if (rc != MYND_OK) {
		return false;
	}
	mynd_store_finish(r->store);
	return true;
}

mynd_result *mynd_link_store(mynd_link *link)
{
	if (mynd_link_refuses(link)) {
		return NULL;
	}
	mynd_error_clear(&link->error);
	if (link->columns == NULL) {
		return NULL;
	}
	mynd_result *r = take_waiting(link);
	if (r->store == NULL && !fill(r)) {
		result_destroy(r);
		return NULL;
	}
	r->at_end = true;
	r->rows = mynd_store_count(r->store) + (r->fault != NULL);
	r->warnings = link->warnings;
	mynd_link_drop_further(link);
	link->affected_rows = r->rows;
	if (r->binary) {
		link->counts.ps_buffered_sets++;
		link->counts.rows_buffered_prepared += r->rows;
	} else {
		link->counts.buffered_sets++;
		link->counts.rows_buffered_text += r->rows;
	}
	return r;
}

/* --- unbuffered --- */

mynd_result *mynd_link_use(mynd_link *link)
{
	if (mynd_link_refuses(link)) {
		return NULL;
	}
	mynd_error_clear(&link->error);
	if (link->columns == NULL) {
		return NULL;
	}
	mynd_result *r = take_waiting(link);
	r->forward = r->store != NULL;
	link->active = r;
	if (r->binary) {
		link->counts.ps_unbuffered_sets++;
	} else {
		link->counts.unbuffered_sets++;
	}
	return r;
}

int mynd_result_fail(mynd_result *r, const mynd_error *error)
{
	if (r->error == NULL) {
		r->error = emalloc(sizeof *r->error);
	}
	*r->error = *error;
	return MYND_BAD;
}

void mynd_result_end_unbuffered(mynd_result *r)
{
	r->at_end = true;
	r->has_row = false;
	r->link->active = NULL;
}

static int out_of_sync(mynd_result *r)
{
	mynd_error error;
	if (mynd_link_refuses(r->link)) {
		return mynd_result_fail(r, &r->link->error);
	}
	mynd_error_client(&error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	return mynd_result_fail(r, &error);
}

/* Another fiber has freed it while this one waited for a row. */
static int freed_meanwhile(mynd_result *r, int rc)
{
	mynd_link *link = r->link;
	if (rc == MYND_OK && r->event.kind == MYND_EVENT_ROW) {
		mynd_row_drop(r->columns, &r->event.row);
	} else if (rc == MYND_OK) {
		link->unread = MYND_UNREAD_NONE;
		if (r->event.kind == MYND_EVENT_END) {
			mynd_link_take_end(link, &r->event);
		} else {
			mynd_link_take_error(link, &r->event);
		}
	}
	r->at_end = true;
	return out_of_sync(r);
}

/* The next row of an unbuffered result into r->event. MYND_MORE: that was all. */
static int read_row(mynd_result *r)
{
	mynd_link *link = r->link;
	mynd_event *event = &r->event;
	r->has_row = false;
	if (r->at_end) {
		return MYND_MORE;
	}
	if (!link_is_alive(r) || link->in_call) {
		return out_of_sync(r);
	}
	r->being_read = true;
	int rc = mynd_link_pump(link, event);
	r->being_read = false;
	if (UNEXPECTED(r->freed)) {
		return freed_meanwhile(r, rc);
	}
	if (rc != MYND_OK) {
		mynd_result_end_unbuffered(r);
		return mynd_result_fail(r, &link->error);
	}
	if (event->kind == MYND_EVENT_ROW) {
		r->has_row = true;
		r->rows++;
		return MYND_OK;
	}
	mynd_result_end_unbuffered(r);
	if (event->kind != MYND_EVENT_END) {
		mynd_link_take_error(link, event);
		return mynd_result_fail(r, &link->error);
	}
	link->affected_rows = 0;
	mynd_link_take_end(link, event);
	return MYND_MORE;
}

/* --- both --- */

/* The next row of a result whose rows were stored before it was asked for as an unbuffered one. */
static int next_forward(mynd_result *r)
{
	r->has_row = mynd_store_next(r->store, &r->event.row);
	if (r->has_row) {
		r->rows++;
		return MYND_OK;
	}
	r->at_end = true;
	if (r->link->active == r) {
		r->link->active = NULL;
		r->link->affected_rows = 0;
	}
	return MYND_MORE;
}

/* Moves on to the next row. The switch to native numbers counts as it stands now, for open results too. */
int mynd_result_advance(mynd_result *r)
{
	bool native = !r->binary && r->link->ints[MYND_SET_NATIVE_NUMBERS] != 0;
	if (native != r->native) {
		r->native = native;
		mynd_columns_native(r->columns, native);
	}
	if (r->statement != NULL) {
		return mynd_cursor_next(r);
	}
	if (r->store == NULL) {
		return read_row(r);
	}
	if (r->forward) {
		return next_forward(r);
	}
	r->has_row = mynd_store_next(r->store, &r->event.row);
	if (EXPECTED(r->has_row)) {
		return MYND_OK;
	}
	if (r->fault == NULL || r->fault_told) {
		return MYND_MORE;
	}
	r->fault_told = true;
	return MYND_BAD;
}

/* The row could not be built: the server lied about it. (A stored row was checked.) */
int mynd_result_bad_row(mynd_result *r)
{
	if (r->store != NULL) { /* stored rows were checked: memory was overwritten by somebody */
		mynd_error error;
		mynd_error_client(&error, MYND_CAUSE_MALFORMED, MYND_ERR_MALFORMED_PACKET);
		return mynd_result_fail(r, &error);
	}
	mynd_link_malformed(r->link, MYND_NOT_A_ROW);
	mynd_result_end_unbuffered(r);
	return mynd_result_fail(r, &r->link->error);
}

void mynd_result_count_fetched(mynd_result *r, uint64_t rows)
{
	mynd_link_counts *counts = &r->link->counts;
	if (!r->binary) {
		*(r->store != NULL ? &counts->rows_fetched_buffered_text : &counts->rows_fetched_unbuffered_text) +=
		    rows;
	} else if (r->statement != NULL) {
		counts->rows_fetched_cursor += rows;
	} else {
		*(r->store != NULL ? &counts->rows_fetched_buffered_prepared
		                   : &counts->rows_fetched_unbuffered_prepared) += rows;
	}
}

int mynd_result_fetch(mynd_result *r, mynd_shape shape, zval *out)
{
	int rc = mynd_result_advance(r);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_row_build(r->columns, &r->event.row, r->store != NULL, shape, out) != MYND_OK) {
		return mynd_result_bad_row(r);
	}
	mynd_result_count_fetched(r, 1);
	return MYND_OK;
}

int mynd_result_fetch_column(mynd_result *r, uint32_t column, zval *out)
{
	int rc = mynd_result_advance(r);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_row_column(r->columns, &r->event.row, r->store != NULL, column, out) != MYND_OK) {
		return mynd_result_bad_row(r);
	}
	mynd_result_count_fetched(r, 1);
	return MYND_OK;
}

int mynd_result_fetch_values(mynd_result *r, zval *values)
{
	int rc = mynd_result_advance(r);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_row_values(r->columns, &r->event.row, r->store != NULL, values) != MYND_OK) {
		return mynd_result_bad_row(r);
	}
	mynd_result_count_fetched(r, 1);
	return MYND_OK;
}

bool mynd_result_can_repeat(const mynd_result *r)
{
	return r->has_row && (r->store != NULL || !r->event.row.has_large);
}

int mynd_result_repeat(mynd_result *r, uint32_t column, zval *out)
{
	ZVAL_NULL(out);
	return mynd_result_can_repeat(r) ? mynd_row_column(r->columns, &r->event.row, true, column, out)
	                                 : MYND_BAD;
}

int mynd_result_skip(mynd_result *r)
{
	int rc = mynd_result_advance(r);
	if (rc == MYND_OK && r->store == NULL) {
		mynd_row_drop(r->columns, &r->event.row);
		*(r->binary ? &r->link->counts.rows_skipped_prepared : &r->link->counts.rows_skipped_text) += 1;
	}
	return rc;
}

void mynd_result_free(mynd_result *r, bool explicit_free)
{
	mynd_link *link = r->link;
	if (explicit_free) {
		link->counts.explicit_free_result++;
	} else {
		link->counts.implicit_free_result++;
	}
	if (r->being_read) {
		leave_to_reader(r);
		return;
	}
	if (link->active == r) {
		r->has_row = false;
		link->active = NULL;
		count_flushed(r);
		if (r->forward) {
			;                       /* nothing of it is on the wire */
		} else if (link->in_call) { /* another fiber is reading; whoever sends next drops the rest */
			link->unread = MYND_UNREAD_ROWS;
		} else {
			mynd_link_drop_rows(link);
		}
	}
	result_destroy(r);
}

void mynd_result_abandon(mynd_result *r)
{
	mynd_link *link = r->link;
	link->counts.implicit_free_result++;
	if (r->being_read) {
		leave_to_reader(r);
		return;
	}
	if (link->active == r) {
		give_up_active(link);
	}
	result_destroy(r);
}

/* --- what is known --- */

mynd_columns *mynd_result_columns(mynd_result *r)
{
	return r->columns;
}

mynd_store *mynd_result_store(mynd_result *r)
{
	return mynd_result_is_buffered(r) ? r->store : NULL;
}

bool mynd_result_is_native(const mynd_result *r)
{
	return r->native;
}

unsigned mynd_result_warnings(const mynd_result *r)
{
	return r->warnings;
}

bool mynd_result_is_buffered(const mynd_result *r)
{
	return r->store != NULL && r->statement == NULL && !r->forward;
}

uint64_t mynd_result_rows(const mynd_result *r)
{
	return mynd_result_is_buffered(r) || r->at_end ? r->rows : 0;
}

bool mynd_result_at_end(const mynd_result *r)
{
	if (!mynd_result_is_buffered(r)) {
		return r->at_end;
	}
	return mynd_store_position(r->store) >= mynd_store_count(r->store) && (r->fault == NULL || r->fault_told);
}

const mynd_error *mynd_result_error(const mynd_result *r)
{
	return r->error != NULL ? r->error : mynd_link_error(r->link);
}

const char *mynd_result_fault(const mynd_result *r)
{
	return r->fault;
}

bool mynd_result_seek(mynd_result *r, uint64_t row)
{
	if (!mynd_result_is_buffered(r) || row >= r->rows) {
		return false;
	}
	mynd_store_seek(r->store, row);
	r->has_row = r->fault_told = false;
	return true;
}

void mynd_result_seek_end(mynd_result *r)
{
	if (mynd_result_is_buffered(r)) {
		mynd_store_seek(r->store, mynd_store_count(r->store));
		r->has_row = false;
		r->fault_told = true;
	}
}

const zend_ulong *mynd_result_lengths(mynd_result *r)
{
	if (!r->has_row) {
		return NULL;
	}
	if (r->lengths == NULL) {
		r->lengths = safe_emalloc(mynd_columns_count(r->columns), sizeof *r->lengths, 0);
	}
	return mynd_row_lengths(r->columns, &r->event.row, r->lengths) == MYND_OK ? r->lengths : NULL;
}
