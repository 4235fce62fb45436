/*
 * Cursors: rows stay on the server until the program asks for them, and are then fetched in batches.
 *
 * Always true: a batch is read to its end in the call that asked for it, so between two batches no row is
 * unread on the link, and other commands, even for other cursors, may run. A cursor ends with the next
 * execute or reset of its statement. Another fiber may end it while a fetch waits for its turn on the link,
 * so the fetch is sent only after a check. A result that reads from a cursor has a reference to the
 * statement, so that the cursor does not end when the program closes the statement.
 */
#include "internal.h"

/*
 * If the program has set no number of rows, a batch gets so many rows that it has about BATCH_BYTES bytes,
 * but at most eight times the rows of the batch before.
 */
#define BATCH_BYTES  32768
#define BATCH_ROWS   1024
#define BATCH_GROWTH 8

/* State of a result that reads from a cursor. */
typedef struct reading {
	mynd_statement *statement; /* a reference */
	uint32_t number;           /* the statement's cursor_number when the cursor was opened */
	uint32_t batch;            /* number of rows to request next */
	bool over;                 /* the server has no more rows */
} reading;

static const mynd_row_source cursor;

static reading *reading_of(const mynd_result *r)
{
	return r->from;
}

/* Returns true if the statement's cursor with this number has not ended. */
static bool is_open(const mynd_statement *s, uint32_t number)
{
	return mynd_statement_link(s) != NULL && s->cursor_number == number;
}

static int send_fetch(mynd_statement *s, uint32_t rows)
{
	mynd_link *link = s->link;
	if (mynd_link_begin(link, false) != MYND_OK) {
		return MYND_BAD;
	}
	if (s->statement_version != link->state.statement_version) {
		return mynd_statement_unknown(s, "mysqld_stmt_fetch");
	}
	mynd_reply_expect_fetch(link, s->columns);
	mynd_command command =
	    mynd_command_fetch(s->id, rows, mynd_columns_types(s->columns), mynd_columns_count(s->columns));
	return mynd_link_send(link, &command);
}

mynd_result *mynd_cursor_store(mynd_statement *s)
{
	mynd_link *link = s->link;
	mynd_result *r = NULL;
	uint32_t number = s->cursor_number;
	if (mynd_link_begin_turn(link) != MYND_OK) {
		return NULL;
	}
	/* another fiber has ended the cursor or taken its result */
	if (!is_open(s, number) || s->cursor != MYND_CURSOR_WAITS) {
		mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	} else if (send_fetch(s, UINT32_MAX) == MYND_OK) {
		s->cursor = MYND_CURSOR_TAKEN;
		mynd_reply_wait_for_rows(link, s->columns);
		r = mynd_link_store(link);
	}
	mynd_link_end_turn(link);
	return r;
}

mynd_result *mynd_cursor_use(mynd_statement *s)
{
	reading *from = emalloc(sizeof *from);
	*from = (reading){.statement = s, .number = s->cursor_number, .batch = s->prefetch};
	mynd_statement_addref(s);
	mynd_result *r = mynd_result_from(s->link, &cursor, from, s->columns);
	s->cursor = MYND_CURSOR_TAKEN;
	s->link->channel.counts.ps_unbuffered_sets++;
	return r;
}

/* --- batches --- */

static void free_batch(mynd_result *r)
{
	if (r->store != NULL) {
		mynd_store *store = r->store;
		mynd_result_set_store(r, NULL);
		mynd_store_free(store);
	}
}

static uint32_t next_batch(uint32_t asked, uint64_t rows, uint64_t bytes)
{
	uint64_t fit = rows == 0 || bytes == 0 ? 1 : BATCH_BYTES * rows / bytes;
	uint64_t most = MIN((uint64_t) asked * BATCH_GROWTH, BATCH_ROWS);
	return (uint32_t) MAX(MIN(fit, most), 1);
}

/* Reads the rows of a batch, at most `asked`, into a new store. */
static int read_batch(mynd_result *r, uint32_t asked)
{
	mynd_link *link = r->link;
	uint64_t bytes = link->channel.counts.session.row_bytes;
	free_batch(r);
	mynd_result_set_store(r, mynd_store_new(r->columns));
	const char *fault;
	if (mynd_result_read_rows(link, r->store, r->columns, &fault) != MYND_OK) {
		return fault == NULL ? MYND_BAD : mynd_channel_fail_malformed(&link->channel, MYND_NOT_A_ROW);
	}
	mynd_store_finish(r->store);
	uint64_t rows = mynd_store_count(r->store);
	uint16_t status = mynd_session_server(link->channel.session)->status;
	reading_of(r)->over = rows < asked || (status & MYND_STATUS_LAST_ROW_SENT);
	if (reading_of(r)->statement->prefetch == 0) {
		reading_of(r)->batch = next_batch(asked, rows, link->channel.counts.session.row_bytes - bytes);
	}
	return MYND_OK;
}

static int fetch_batch(mynd_result *r)
{
	mynd_statement *s = reading_of(r)->statement;
	uint32_t asked = MAX(reading_of(r)->batch, 1);
	if (!is_open(s, reading_of(r)->number)) {
		mynd_error error;
		mynd_error_client(&error, MYND_CAUSE_MISUSE,
		    mynd_statement_link(s) == NULL ? MYND_ERR_GONE_AWAY : MYND_ERR_COMMANDS_OUT_OF_SYNC);
		return mynd_result_fail(r, &error);
	}
	mynd_link *link = r->link;
	mynd_result_set_being_read(r, true);
	bool turn = mynd_link_begin_turn(link) == MYND_OK;
	bool open = turn && !r->freed && is_open(s, reading_of(r)->number);
	bool sent = open && send_fetch(s, asked) == MYND_OK;
	int rc = sent ? read_batch(r, asked) : MYND_BAD;
	mynd_result_set_being_read(r, false);
	bool ended = r->freed || (turn && !open); /* another fiber has ended the cursor */
	if (ended) {
		mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
		rc = MYND_BAD;
	}
	if (rc != MYND_OK && (sent || ended)) {
		mynd_result_set_at_end(r);
		free_batch(r);
	}
	if (rc != MYND_OK) {
		mynd_result_fail(r, mynd_link_error(link));
	}
	if (turn) {
		mynd_link_end_turn(link);
	}
	return rc;
}

static int next(mynd_result *r)
{
	if (r->being_read) { /* another call is reading this result */
		mynd_link_refuse_in_call(r->link);
		return mynd_result_fail(r, mynd_link_error(r->link));
	}
	mynd_result_leave_row(r);
	while (r->store == NULL || !mynd_result_next_stored(r)) {
		if (reading_of(r)->over) {
			mynd_result_set_at_end(r);
			free_batch(r);
		}
		if (r->at_end) {
			return MYND_MORE;
		}
		if (fetch_batch(r) != MYND_OK) {
			return MYND_BAD;
		}
	}
	mynd_result_count_row(r);
	return MYND_OK;
}

bool mynd_cursor_holds_link(const mynd_result *r)
{
	if (r->source != &cursor) {
		return false;
	}
	const mynd_statement *s = reading_of(r)->statement;
	return !s->cached && s->references == 1;
}

static void release(mynd_result *r)
{
	mynd_statement *s = reading_of(r)->statement;
	efree(r->from);
	mynd_statement_close(s, false);
}

static const mynd_row_source cursor = {next, release, 0, offsetof(mynd_link_counts, rows_fetched_cursor)};
