/*
 * Results: a buffered one reads all rows into a store at once, an unbuffered one reads each row from the link when it is fetched and
 * builds it straight from the read buffer.
 *
 * A result is request memory and holds a reference on its link, for the counts; `epoch` tells whether the link still is what it
 * was. Always true: link->active is the one unbuffered result whose rows are not all read, and it is not at its end.
 */
#include "internal.h"

static mynd_result *result_new(mynd_link *link)
{
	mynd_result *r = ecalloc(1, sizeof *r);
	r->columns = link->columns;
	link->columns = NULL;
	r->link = link;
	r->epoch = link->epoch;
	mynd_link_addref(link);
	r->next = link->results;
	if (r->next != NULL) {
		r->next->previous = r;
	}
	link->results = r;
	r->native = link->ints[MYND_SET_NATIVE_NUMBERS] != 0;
	mynd_columns_native(r->columns, r->native);
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

/* A result that cannot fit: 2008. What is left of it is dropped by the next command. */
static int out_of_memory(mynd_link *link)
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

static int store_rows(mynd_link *link, mynd_store *store)
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
		if (rc != MYND_OK) {
			return rc == MYND_MORE ? out_of_memory(link)
			                       : mynd_link_malformed(link, "a row with the wrong number of cells");
		}
	}
	if (event.kind != MYND_EVENT_END) {
		return mynd_link_take_error(link, &event);
	}
	mynd_link_take_end(link, &event);
	return MYND_OK;
}

mynd_result *mynd_link_store(mynd_link *link)
{
	mynd_error_clear(&link->error);
	if (link->columns == NULL) {
		return NULL;
	}
	mynd_result *r = result_new(link);
	r->store = mynd_store_new(r->columns);
	link->filling = r->store;
	int rc = store_rows(link, r->store);
	leave_store(link);
	link->filling = NULL;
	if (rc != MYND_OK) {
		result_destroy(r);
		return NULL;
	}
	mynd_store_finish(r->store);
	r->at_end = true;
	r->rows = mynd_store_count(r->store);
	link->affected_rows = r->rows;
	link->counts.buffered_sets++;
	link->counts.rows_buffered_text += r->rows;
	return r;
}

/* --- unbuffered --- */

mynd_result *mynd_link_use(mynd_link *link)
{
	mynd_error_clear(&link->error);
	if (link->columns == NULL) {
		return NULL;
	}
	mynd_result *r = result_new(link);
	link->active = r;
	link->counts.unbuffered_sets++;
	return r;
}

static int fail(mynd_result *r, const mynd_error *error)
{
	if (r->error == NULL) {
		r->error = emalloc(sizeof *r->error);
	}
	*r->error = *error;
	return MYND_BAD;
}

static void end_unbuffered(mynd_result *r)
{
	r->at_end = true;
	r->has_row = false;
	r->link->active = NULL;
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
		mynd_error error;
		mynd_error_client(&error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
		return fail(r, &error);
	}
	if (mynd_link_pump(link, event) != MYND_OK) {
		end_unbuffered(r);
		return fail(r, &link->error);
	}
	if (event->kind == MYND_EVENT_ROW) {
		r->has_row = true;
		r->rows++;
		return MYND_OK;
	}
	end_unbuffered(r);
	if (event->kind != MYND_EVENT_END) {
		mynd_link_take_error(link, event);
		return fail(r, &link->error);
	}
	link->affected_rows = 0;
	mynd_link_take_end(link, event);
	return MYND_MORE;
}

/* --- both --- */

/* Moves on to the next row. The switch to native numbers counts as it stands now, for open results too. */
static int advance(mynd_result *r)
{
	bool native = r->link->ints[MYND_SET_NATIVE_NUMBERS] != 0;
	if (native != r->native) {
		r->native = native;
		mynd_columns_native(r->columns, native);
	}
	if (r->store == NULL) {
		return read_row(r);
	}
	r->has_row = mynd_store_next(r->store, &r->event.row);
	return r->has_row ? MYND_OK : MYND_MORE;
}

/* The row could not be built: the server lied about it. (A stored row was checked.) */
static int bad_row(mynd_result *r)
{
	if (r->store != NULL) { /* stored rows were checked: memory was overwritten by somebody */
		mynd_error error;
		mynd_error_client(&error, MYND_CAUSE_MALFORMED, MYND_ERR_MALFORMED_PACKET);
		return fail(r, &error);
	}
	mynd_link_malformed(r->link, "a row with the wrong number of cells");
	end_unbuffered(r);
	return fail(r, &r->link->error);
}

static inline void count_fetched(mynd_result *r, uint64_t rows)
{
	if (r->store != NULL) {
		r->link->counts.rows_fetched_buffered_text += rows;
	} else {
		r->link->counts.rows_fetched_unbuffered_text += rows;
	}
}

int mynd_result_fetch(mynd_result *r, mynd_shape shape, zval *out)
{
	int rc = advance(r);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_row_build(r->columns, &r->event.row, r->store != NULL, shape, out) != MYND_OK) {
		return bad_row(r);
	}
	count_fetched(r, 1);
	return MYND_OK;
}

int mynd_result_fetch_column(mynd_result *r, uint32_t column, zval *out)
{
	int rc = advance(r);
	if (rc != MYND_OK) {
		return rc;
	}
	if (mynd_row_column(r->columns, &r->event.row, r->store != NULL, column, out) != MYND_OK) {
		return bad_row(r);
	}
	count_fetched(r, 1);
	return MYND_OK;
}

/* --- all rows in one call --- */

/*
 * A list that is too much for memory_limit is to be an error of the query, 2008, and not the engine's fatal one. Some engines
 * even look at the limit only when a call is over and end the process at twice the limit. So there is a look at the
 * memory that is left every 32 rows and before anything unusual; where it is little, each row is built without the limit, which
 * then must go back on.
 */
#define LOOK_EVERY 32
#define USUAL_ROW  16384 /* bytes */
#define CELL_MOST  96    /* bytes: two places in a row, and what a string has beside its text */

static zend_always_inline bool is_tight(mynd_result *r, const HashTable *list, bool tight)
{
	bool grows = list->nNumUsed == list->nTableSize;
	size_t len = r->event.row.len;
	if (EXPECTED(list->nNumUsed % LOOK_EVERY != 0 && !grows && len <= USUAL_ROW)) {
		return tight;
	}
	size_t table = grows ? 2 * sizeof(Bucket) * (size_t) list->nTableSize : 0;
	size_t cells = (size_t) LOOK_EVERY * CELL_MOST * mynd_columns_count(r->columns);
	return !mynd_memory_has(2 * ZEND_MM_CHUNK_SIZE + 2 * len + cells + table);
}

/* Destroys the list if it has become too large: MYND_MORE, and `out` is IS_UNDEF. */
static zend_never_inline int append_with_care(mynd_result *r, mynd_shape shape, zval *out)
{
	size_t limit;
	bool lifted = mynd_limit_lift(&limit);
	int rc = mynd_row_append(r->columns, &r->event.row, r->store != NULL, shape, out);
	if (!lifted || mynd_limit_put_back(limit)) {
		return rc;
	}
	zval_ptr_dtor(out);
	ZVAL_UNDEF(out);
	mynd_limit_put_back(limit);
	return MYND_MORE;
}

static void array_for_rows(mynd_result *r, zval *out)
{
	uint64_t left = r->store == NULL ? 0 : mynd_store_count(r->store) - mynd_store_position(r->store);
	if (r->store != NULL && left == 0) {
		ZVAL_EMPTY_ARRAY(out);
		return;
	}
	uint32_t size = (uint32_t) MIN(left, UINT32_MAX / 2);
	array_init_size(out, mynd_memory_has(size * sizeof(Bucket)) ? size : 0);
	zend_hash_real_init_packed(Z_ARRVAL_P(out));
}

static int too_many(mynd_result *r)
{
	mynd_link *link = r->link;
	if (r->store == NULL) {
		out_of_memory(link);
		end_unbuffered(r);
	} else {
		mynd_error_client(&link->error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	return fail(r, &link->error);
}

int mynd_result_fetch_all(mynd_result *r, mynd_shape shape, zval *out)
{
	bool kept = r->store != NULL, tight = false;
	uint64_t rows = 0;
	int rc;
	array_for_rows(r, out);
	while ((rc = advance(r)) == MYND_OK) {
		tight = is_tight(r, Z_ARRVAL_P(out), tight);
		rc = UNEXPECTED(tight) ? append_with_care(r, shape, out)
		                       : mynd_row_append(r->columns, &r->event.row, kept, shape, out);
		if (UNEXPECTED(rc != MYND_OK)) {
			rc = rc == MYND_MORE ? too_many(r) : bad_row(r);
			break;
		}
		rows++;
	}
	count_fetched(r, rows);
	if (rc == MYND_BAD) {
		zval_ptr_dtor(out);
		ZVAL_UNDEF(out);
		return MYND_BAD;
	}
	return MYND_OK;
}

int mynd_result_skip(mynd_result *r)
{
	int rc = advance(r);
	if (rc == MYND_OK && r->store == NULL) {
		mynd_row_drop(r->columns, &r->event.row);
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
	if (link->active == r) {
		r->has_row = false;
		link->active = NULL;
		link->counts.flushed_normal_sets++;
		if (link->in_call) { /* another fiber is reading; whoever sends next drops the rest */
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
	if (link->active == r) {
		link->active = NULL;
		link->unread = MYND_UNREAD_ROWS;
		link->counts.flushed_normal_sets++;
		mynd_session_discard_rows(link->session);
	}
	result_destroy(r);
}

/* --- what is known --- */

mynd_columns *mynd_result_columns(mynd_result *r)
{
	return r->columns;
}

bool mynd_result_is_buffered(const mynd_result *r)
{
	return r->store != NULL;
}

uint64_t mynd_result_rows(const mynd_result *r)
{
	return r->store != NULL || r->at_end ? r->rows : 0;
}

bool mynd_result_at_end(const mynd_result *r)
{
	return r->store == NULL ? r->at_end : mynd_store_position(r->store) >= r->rows;
}

const mynd_error *mynd_result_error(const mynd_result *r)
{
	return r->error != NULL ? r->error : mynd_link_error(r->link);
}

bool mynd_result_seek(mynd_result *r, uint64_t row)
{
	if (r->store == NULL || row >= r->rows) {
		return false;
	}
	mynd_store_seek(r->store, row);
	r->has_row = false;
	return true;
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

mynd_link *mynd_result_link(const mynd_result *r)
{
	return link_is_alive(r) ? r->link : NULL;
}
