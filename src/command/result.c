/*
 * Results. A buffered result reads all rows into a store at once; an unbuffered one reads each row from the
 * connection when it is fetched, and builds it directly from the read buffer. A table of functions
 * (mynd_row_source) supplies the rows: from the connection, from a store, or from a store that behaves like
 * the connection; the room of statements has tables of its own.
 *
 * A result is request memory and holds a reference to its link, for the counts; `connection_number` shows
 * whether the link still has the same connection. Always true: link->reply.active is the one unbuffered
 * result whose rows are being read, and it is not at its end.
 */
#include "internal.h"

#include "../channel/wire_log.h"

static const mynd_row_source wire, stored, forward;

static mynd_result *result_new(
    mynd_link *link, const mynd_row_source *source, mynd_columns *columns, bool binary)
{
	mynd_result *r = emalloc(sizeof *r);
	memset(r, 0, offsetof(mynd_result, event));
	r->source = source;
	r->columns = columns;
	r->link = link;
	r->connection_number = link->connection_number;
	r->binary = binary;
	mynd_link_addref(link);
	r->next = link->reply.results;
	if (r->next != NULL) {
		r->next->previous = r;
	}
	link->reply.results = r;
	if (!r->binary) {
		r->native = link->channel.settings.ints[MYND_SET_NATIVE_NUMBERS] != 0;
		if (r->native != mynd_columns_are_native(r->columns)) {
			mynd_columns_native(r->columns, r->native);
		}
	}
	return r;
}

/* Makes a result of the columns and rows that were not taken yet. */
static mynd_result *take_waiting(mynd_link *link, const mynd_row_source *source)
{
	mynd_result *r = result_new(link, source, link->reply.columns, link->reply.binary);
	link->reply.columns = NULL;
	r->store = link->reply.store;
	link->reply.store = NULL;
	return r;
}

mynd_result *mynd_result_from(
    mynd_link *link, const mynd_row_source *source, void *from, mynd_columns *columns)
{
	mynd_result *r = result_new(link, source, mynd_columns_addref(columns), true);
	r->from = from;
	return r;
}

mynd_result *mynd_result_of_columns(mynd_link *link, mynd_columns *columns)
{
	mynd_result *r = mynd_result_from(link, &wire, NULL, columns);
	r->at_end = true;
	return r;
}

mynd_result *mynd_result_stored(mynd_link *link, mynd_columns *columns, mynd_store *store, unsigned warnings)
{
	mynd_result *r = result_new(link, &stored, columns, mynd_columns_are_binary(columns));
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
		link->reply.results = r->next;
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
	if (r->source->release != NULL) {
		r->source->release(r);
	}
	efree(r);
	mynd_link_release(link);
}

const mynd_link_counts *mynd_link_counts_of(mynd_link *link)
{
	for (mynd_result *r = link->reply.results; r != NULL; r = r->next) {
		mynd_columns_fold(r->columns);
	}
	return &link->channel.counts;
}

ZEND_TLS bool some_are_left; /* results were freed while a call was reading them, and not destroyed yet */

bool mynd_results_are_left(void)
{
	return some_are_left;
}

void mynd_results_note_left(bool some)
{
	some_are_left = some;
}

/*
 * Marks a result that a call is reading as freed; that call finds the mark after its wait. The next command
 * drops the remaining rows.
 */
static void leave_to_reader(mynd_result *r)
{
	mynd_link *link = r->link;
	r->freed = true;
	if (link->reply.active == r) {
		link->reply.active = NULL;
		link->reply.unread = MYND_UNREAD_ROWS;
	}
	r->next_discarded = link->reply.discarded_results;
	link->reply.discarded_results = r;
	some_are_left = true;
}

/* Skips a result for whose next batch a call waits in line: that call still uses it. */
void mynd_link_free_discarded(mynd_link *link)
{
	mynd_result **at = &link->reply.discarded_results;
	while (*at != NULL) {
		mynd_result *r = *at;
		if (UNEXPECTED(r->being_read)) {
			at = &r->next_discarded;
		} else {
			*at = r->next_discarded;
			result_destroy(r);
		}
	}
}

static bool link_is_alive(const mynd_result *r)
{
	return r->link->connection_number == r->connection_number && r->link->channel.session != NULL;
}

void mynd_link_detach_active(mynd_link *link)
{
	if (link->reply.active != NULL) { /* the active result's row is in a buffer that is about to be freed */
		link->reply.active->has_row = false;
		link->reply.active = NULL;
	}
}

static void count_flushed(mynd_result *r)
{
	if (r->binary) {
		r->link->channel.counts.flushed_ps_sets++;
	} else {
		r->link->channel.counts.flushed_normal_sets++;
	}
}

/* Discards the active result: the next command drops its rows. */
static void give_up_active(mynd_link *link)
{
	bool on_wire = mynd_result_is_on_wire(link->reply.active);
	count_flushed(link->reply.active);
	link->reply.active->has_row = false;
	link->reply.active = NULL;
	if (on_wire) {
		link->reply.unread = MYND_UNREAD_ROWS;
	}
	if (on_wire && !link->channel.in_call) {
		mynd_session_discard_rows(link->channel.session);
	}
}

void mynd_link_cut_active(mynd_link *link)
{
	if (link->reply.active != NULL) {
		link->reply.active->connection_number =
		    link->connection_number - 1; /* the result then fails as if the link had been closed */
		give_up_active(link);
	}
}

/*
 * Sets error 2008, because the result does not fit memory_limit. The next command drops the remaining rows.
 */
int mynd_result_out_of_memory(mynd_link *link)
{
	mynd_session_discard_rows(link->channel.session);
	link->reply.more_results = false;
	link->reply.unread = MYND_UNREAD_REPLY;
	link->diagnostics.affected_rows = (uint64_t) -1;
	mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	mynd_reply_end_watch(link, &link->channel.error);
	return MYND_BAD;
}

/* --- buffered --- */

/* Sets *fault if reading failed because of an invalid row, which the caller must handle. */
static int read_rows(mynd_link *link, mynd_store *store, const mynd_columns *columns, const char **fault)
{
	mynd_event event;
	for (;;) {
		if (mynd_channel_pump(&link->channel, &event) != MYND_OK) {
			return MYND_BAD;
		}
		if (event.kind != MYND_EVENT_ROW) {
			break;
		}
		mynd_channel_check_landing(&link->channel, &event.row);
		int rc = mynd_store_add(store, &event.row);
		if (rc == MYND_MORE) {
			return mynd_result_out_of_memory(link);
		}
		if (rc != MYND_OK) {
			*fault = mynd_row_fault(columns, &event.row);
			return MYND_BAD;
		}
	}
	return mynd_take_event(link, &event);
}

int mynd_result_read_rows(mynd_link *link, mynd_store *store, const mynd_columns *columns, const char **fault)
{
	*fault = NULL;
	mynd_channel_land_in(&link->channel, store);
	int rc = read_rows(link, store, columns, fault);
	mynd_channel_end_landing(&link->channel);
	return rc;
}

/*
 * Ends a result at a row that is invalid although its packet is well-formed. As in stock, the rows before it
 * can be fetched, and then the failure is reported. From now on only closes are sent on the link.
 */
static void end_at_fault(mynd_result *r, const char *fault)
{
	mynd_link *link = r->link;
	mynd_error error;
	mynd_error_malformed(&error, MYND_NOT_A_ROW);
	error.offset = link->channel.counts.session.bytes_received;
	mynd_result_fail(r, &error);
	mynd_reply_end_watch(link, &error);
	r->fault = fault;
	mynd_channel_note_failure(&link->channel, &error);
	mynd_channel_log_failure(&link->channel);
	link->reply.broken = true;
	mynd_session_discard_rows(link->channel.session);
	mynd_link_drop_reply(link);
	mynd_error_clear(&link->channel.error);
}

/* Reads all rows into a store. Returns false on failure; the link's error says why. */
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
	if (mynd_link_refuse_in_call(link)) {
		return NULL;
	}
	mynd_error_clear(&link->channel.error);
	if (link->reply.columns == NULL) {
		return NULL;
	}
	mynd_result *r = take_waiting(link, &stored);
	if (r->store == NULL && !fill(r)) {
		result_destroy(r);
		mynd_link_tell_watch(link);
		mynd_link_look_for_turn(link);
		return NULL;
	}
	r->at_end = true;
	r->rows = mynd_store_count(r->store) + (r->fault != NULL);
	r->warnings = link->diagnostics.warnings;
	mynd_link_drop_further(link);
	link->diagnostics.affected_rows = r->rows;
	if (r->binary) {
		link->channel.counts.ps_buffered_sets++;
		link->channel.counts.rows_buffered_prepared += r->rows;
	} else {
		link->channel.counts.buffered_sets++;
		link->channel.counts.rows_buffered_text += r->rows;
	}
	mynd_link_tell_watch(link);
	mynd_link_look_for_turn(link);
	return r;
}

/* --- unbuffered --- */

mynd_result *mynd_link_use(mynd_link *link)
{
	if (mynd_link_refuse_in_call(link)) {
		return NULL;
	}
	mynd_error_clear(&link->channel.error);
	if (link->reply.columns == NULL) {
		return NULL;
	}
	mynd_result *r = take_waiting(link, link->reply.store == NULL ? &wire : &forward);
	link->reply.active = r;
	if (r->binary) {
		link->channel.counts.ps_unbuffered_sets++;
	} else {
		link->channel.counts.unbuffered_sets++;
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
	r->link->reply.active = NULL;
}

static int out_of_sync(mynd_result *r)
{
	mynd_error error;
	if (mynd_link_refuse_in_call(r->link)) {
		return mynd_result_fail(r, mynd_link_error(r->link));
	}
	mynd_error_client(&error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	return mynd_result_fail(r, &error);
}

/* Ends a result that another fiber has freed while this one waited for a row. */
static int freed_meanwhile(mynd_result *r, int rc)
{
	mynd_link *link = r->link;
	if (rc == MYND_OK && r->event.kind == MYND_EVENT_ROW) {
		mynd_row_drop(r->columns, &r->event.row);
	} else if (rc == MYND_OK) {
		link->reply.unread = MYND_UNREAD_NONE;
		mynd_take_event(link, &r->event);
	}
	mynd_link_look_for_turn(link);
	r->at_end = true;
	return out_of_sync(r);
}

/*
 * Notifies interceptors that watch the reply (watch.h) after the last row, or an error in its place, was
 * read. Their code may free the result.
 */
static zend_always_inline void tell_end(mynd_result *r)
{
	r->being_read = true;
	mynd_link_tell_watch(r->link);
	r->being_read = false;
	mynd_link_look_for_turn(r->link);
}

/* Reads the next row of an unbuffered result into r->event. Returns MYND_MORE if there are no more rows. */
static int read_row(mynd_result *r)
{
	mynd_link *link = r->link;
	mynd_event *event = &r->event;
	r->has_row = false;
	if (r->at_end) {
		return MYND_MORE;
	}
	if (!link_is_alive(r) || link->channel.in_call) {
		return out_of_sync(r);
	}
	r->being_read = true;
	int rc = mynd_channel_pump(&link->channel, event);
	r->being_read = false;
	if (UNEXPECTED(r->freed)) {
		return freed_meanwhile(r, rc);
	}
	if (rc != MYND_OK) {
		mynd_result_end_unbuffered(r);
		mynd_result_fail(r, &link->channel.error);
		tell_end(r);
		return MYND_BAD;
	}
	if (event->kind == MYND_EVENT_ROW) {
		r->has_row = true;
		r->rows++;
		return MYND_OK;
	}
	mynd_result_end_unbuffered(r);
	rc = mynd_take_event(link, event) == MYND_OK ? MYND_MORE : mynd_result_fail(r, &link->channel.error);
	if (rc == MYND_MORE) {
		link->diagnostics.affected_rows = 0;
	}
	tell_end(r);
	return rc;
}

/* --- both --- */

/* Moves on to the next row of an unbuffered result whose rows were stored before the program asked for it. */
static int next_forward(mynd_result *r)
{
	if (mynd_result_next_stored(r)) {
		mynd_result_count_row(r);
		return MYND_OK;
	}
	r->at_end = true;
	if (r->link->reply.active == r) {
		r->link->reply.active = NULL;
		r->link->diagnostics.affected_rows = 0;
		mynd_link_look_for_turn(r->link);
	}
	return MYND_MORE;
}

/*
 * Moves on to the next stored row. Returns MYND_BAD once, after the last row, if an invalid row came after
 * it.
 */
static zend_always_inline int next_stored(mynd_result *r)
{
	if (EXPECTED(mynd_result_next_stored(r))) {
		return MYND_OK;
	}
	if (r->fault == NULL || r->fault_reported) {
		return MYND_MORE;
	}
	r->fault_reported = true;
	return MYND_BAD;
}

static int next_of_store(mynd_result *r)
{
	return next_stored(r);
}

#define COUNTER(name) offsetof(mynd_link_counts, name)

static const mynd_row_source wire = {
    read_row, NULL, COUNTER(rows_fetched_unbuffered_text), COUNTER(rows_fetched_unbuffered_prepared)};
static const mynd_row_source stored = {
    next_of_store, NULL, COUNTER(rows_fetched_buffered_text), COUNTER(rows_fetched_buffered_prepared)};
/* For a result whose rows are all in a store, but which the program wants, and sees, as an unbuffered one. */
static const mynd_row_source forward = {
    next_forward, NULL, COUNTER(rows_fetched_buffered_text), COUNTER(rows_fetched_buffered_prepared)};

/*
 * Moves on to the next row. The link's current setting of native numbers applies, also to results that are
 * open when it changes. A result whose connection has ended uses its last setting: the link may belong to
 * another object by then.
 */
int mynd_result_advance(mynd_result *r)
{
	bool native = !r->binary && r->link->channel.settings.ints[MYND_SET_NATIVE_NUMBERS] != 0;
	if (UNEXPECTED(native != r->native) && r->connection_number == r->link->connection_number) {
		r->native = native;
		mynd_columns_native(r->columns, native);
	}
	return EXPECTED(r->source == &stored) ? next_stored(r) : r->source->next(r);
}

/* Sets the error for a row that could not be built, because the server sent an invalid one. */
int mynd_result_bad_row(mynd_result *r)
{
	if (r->store != NULL) { /* stored rows were checked, so memory was overwritten */
		mynd_error error;
		mynd_error_client(&error, MYND_CAUSE_MALFORMED, MYND_ERR_MALFORMED_PACKET);
		return mynd_result_fail(r, &error);
	}
	mynd_channel_fail_malformed(&r->link->channel, MYND_NOT_A_ROW);
	mynd_result_end_unbuffered(r);
	return mynd_result_fail(r, &r->link->channel.error);
}

void mynd_result_count_fetched(mynd_result *r, uint64_t rows)
{
	size_t at = r->binary ? r->source->fetched_prepared : r->source->fetched_text;
	*(uint64_t *) ((char *) &r->link->channel.counts + at) += rows;
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
		*(r->binary ? &r->link->channel.counts.rows_skipped_prepared
		            : &r->link->channel.counts.rows_skipped_text) += 1;
	}
	return rc;
}

void mynd_result_free(mynd_result *r, bool explicit_free)
{
	mynd_link *link = r->link;
	if (explicit_free) {
		link->channel.counts.explicit_free_result++;
	} else {
		link->channel.counts.implicit_free_result++;
	}
	if (r->being_read) {
		leave_to_reader(r);
		return;
	}
	if (link->reply.active == r) {
		r->has_row = false;
		link->reply.active = NULL;
		count_flushed(r);
		if (!mynd_result_is_on_wire(r)) {
			;                               /* all rows were read */
		} else if (link->channel.in_call) { /* another fiber is reading; the next command drops the rest */
			link->reply.unread = MYND_UNREAD_ROWS;
		} else {
			mynd_link_drop_rows(link);
		}
		mynd_link_look_for_turn(link);
	}
	result_destroy(r);
}

void mynd_result_abandon(mynd_result *r)
{
	mynd_link *link = r->link;
	link->channel.counts.implicit_free_result++;
	if (r->being_read) {
		leave_to_reader(r);
		return;
	}
	if (link->reply.active == r) {
		give_up_active(link);
		mynd_link_read_left(link);
		mynd_link_look_for_turn(link);
	}
	result_destroy(r);
}

/* --- the state of a result --- */

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
	return r->source == &stored;
}

bool mynd_result_is_on_wire(const mynd_result *r)
{
	return r->source == &wire;
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
	return mynd_store_position(r->store) >= mynd_store_count(r->store) &&
	       (r->fault == NULL || r->fault_reported);
}

mynd_link *mynd_result_link(const mynd_result *r)
{
	return r->link;
}

bool mynd_result_is_being_read(const mynd_result *r)
{
	return r->being_read;
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
	r->has_row = r->fault_reported = false;
	return true;
}

void mynd_result_seek_end(mynd_result *r)
{
	if (mynd_result_is_buffered(r)) {
		mynd_store_seek(r->store, mynd_store_count(r->store));
		r->has_row = false;
		r->fault_reported = true;
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
