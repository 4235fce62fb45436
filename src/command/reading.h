/*
 * The struct of a result and the sources of its rows, for the rooms of commands and statements. Other rooms
 * include result.h.
 */
#ifndef MYND_COMMAND_READING_H
#define MYND_COMMAND_READING_H

#include "result.h"

#define MYND_NOT_A_ROW "a row with the wrong number of cells"

/* The source of a result's rows. */
typedef struct mynd_row_source {
	int (*next)(mynd_result *result);      /* moves on to the next row, as mynd_result_advance */
	void (*release)(mynd_result *result);  /* called when the result is freed; NULL: nothing to release */
	size_t fetched_text, fetched_prepared; /* counters of the result's rows: offsets in mynd_link_counts */
} mynd_row_source;

struct mynd_result {
	mynd_link *link; /* a reference: the link has the counts */
	const mynd_row_source *source;
	uint32_t connection_number;
	mynd_result *previous, *next; /* the link's list */
	mynd_columns *columns;
	/* The rows: all of them, or a cursor's batch. NULL: rows are read from the connection one by one. */
	mynd_store *store;
	void *from;        /* the source's own data */
	uint64_t rows;     /* number of all rows (buffered), or of the rows read so far */
	unsigned warnings; /* number of the command's warnings, reported by the end of the rows (buffered) */
	bool at_end, native, binary;
	bool has_row;    /* event.row is the current row */
	bool being_read; /* a call is reading the result's next row or batch */
	bool freed;      /* freed by its owner: destroyed after the call that reads it */
	mynd_result *next_discarded;
	/* A packet after the last row was not a valid row: the reason in stock's words; NULL: no such packet. */
	const char *fault;
	bool fault_reported; /* a fetch has reported `fault` */
	zend_ulong *lengths; /* allocated when first asked for */
	mynd_error *error;   /* request memory; NULL: none */
	/*
	 * The last event. It is stored here so that a row need not be copied; last field, because it is not
	 * cleared.
	 */
	mynd_event event;
};

/* Makes a result whose rows come from a source of another room. Takes a reference to the columns. */
mynd_result *mynd_result_from(
    mynd_link *link, const mynd_row_source *source, void *from, mynd_columns *columns);
/*
 * Makes a buffered result of rows that are in a store. Takes over columns and store; its counts go to the
 * link.
 */
mynd_result *mynd_result_stored(mynd_link *link, mynd_columns *columns, mynd_store *store, unsigned warnings);
/* Returns true if this thread may have results that were freed while a call was reading them. */
bool mynd_results_are_left(void);
void mynd_results_note_left(bool some);
/* Destroys the results that were freed while a call was reading them, if that call is over. */
void mynd_link_free_discarded(mynd_link *link);
/*
 * Detaches the unbuffered result that is being read, which gets no more rows, because the read buffer that
 * has its row is freed.
 */
void mynd_link_detach_active(mynd_link *link);
/* Makes the unbuffered result that is being read fail with 2014 from now on; its rows are still unread. */
void mynd_link_cut_active(mynd_link *link);
/*
 * Reads the remaining rows into the store. Returns MYND_BAD with *fault, in stock's words, if a packet was no
 * valid row; the caller handles that.
 */
int mynd_result_read_rows(
    mynd_link *link, mynd_store *store, const mynd_columns *columns, const char **fault);
/* Moves on to the next row, which is then event.row. Returns MYND_MORE if there are no more rows. */
int mynd_result_advance(mynd_result *result);
/* Sets the error for a row that could not be built. Returns MYND_BAD. */
int mynd_result_bad_row(mynd_result *result);
void mynd_result_count_fetched(mynd_result *result, uint64_t rows);
/* Ends the unbuffered result: no more of it is read. */
void mynd_result_end_unbuffered(mynd_result *result);
/* returns true if rows are read from the connection one by one */
bool mynd_result_is_on_wire(const mynd_result *result);
/*
 * Sets error 2008, because a result that is being read does not fit memory_limit. The next command reads and
 * drops its remaining rows.
 */
int mynd_result_out_of_memory(mynd_link *link);
/* Stores the error in the result. Returns MYND_BAD. */
int mynd_result_fail(mynd_result *result, const mynd_error *error);

/* --- for the sources of rows: the fields of a result are written here and in result.c --- */

/* Notes whether a call waits for the result's next row or batch. */
static inline void mynd_result_set_being_read(mynd_result *result, bool being_read)
{
	result->being_read = being_read;
}

static inline void mynd_result_set_store(mynd_result *result, mynd_store *store)
{
	result->store = store;
}

static inline void mynd_result_set_at_end(mynd_result *result)
{
	result->at_end = true;
}

static inline void mynd_result_leave_row(mynd_result *result)
{
	result->has_row = false;
}

/* Makes the store's next row the current one. Returns false if there is none. */
static zend_always_inline bool mynd_result_next_stored(mynd_result *result)
{
	result->has_row = mynd_store_next(result->store, &result->event.row);
	return result->has_row;
}

static inline void mynd_result_count_row(mynd_result *result)
{
	result->rows++;
}

#endif
