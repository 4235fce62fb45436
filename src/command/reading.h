/*
 * Results as the rooms of commands and statements see them: where their rows come from, and what one is. For
 * others: result.h.
 */
#ifndef MYND_COMMAND_READING_H
#define MYND_COMMAND_READING_H

#include "result.h"

#define MYND_NOT_A_ROW "a row with the wrong number of cells"

/* Where a result's rows come from. */
typedef struct mynd_row_source {
	int (*next)(mynd_result *result);      /* as mynd_result_advance */
	void (*release)(mynd_result *result);  /* the result goes; NULL: nothing is held */
	size_t fetched_text, fetched_prepared; /* its counters: where in mynd_link_counts */
} mynd_row_source;

struct mynd_result {
	mynd_link *link; /* a reference: the counts live there */
	const mynd_row_source *source;
	uint32_t epoch;
	mynd_result *previous, *next; /* the link's list */
	mynd_columns *columns;
	mynd_store *store; /* where rows lie: all of them, or a batch. NULL: rows come from the wire */
	void *from;        /* the source's own */
	uint64_t rows;     /* read so far (unbuffered) */
	unsigned warnings; /* of the command, as the end of the rows told (buffered) */
	bool at_end, native, binary;
	bool has_row;    /* event.row is the current one */
	bool being_read; /* a call waits for its next row, or batch: */
	bool freed;      /* nobody's any more, and freed when that call is over */
	mynd_result *next_given_up;
	const char *fault; /* after the last row came one that was none: why, as stock says it; NULL: none did */
	bool fault_told;   /* and it was fetched, in vain */
	zend_ulong *lengths; /* allocated when first asked for */
	mynd_error *error;   /* request memory; NULL: none */
	mynd_event
	    event; /* the last one; here, so that a row is not copied once more; last, for it is not cleared */
};

/* A result whose rows come from a source of another room. Takes a reference on the columns. */
mynd_result *mynd_result_from(
    mynd_link *link, const mynd_row_source *source, void *from, mynd_columns *columns);
/* A buffered one, of rows that are there. Takes over columns and store; counts on the link. */
mynd_result *mynd_result_stored(mynd_link *link, mynd_columns *columns, mynd_store *store, unsigned warnings);
/* There may be some in this thread that were freed while a call was reading them. */
bool mynd_results_are_left(void);
void mynd_results_note_left(bool some);
/* Results that were freed while a call was reading them, which is over. */
void mynd_link_free_given_up(mynd_link *link);
/* The unbuffered result that is being read gets no more rows: its buffer goes away. */
void mynd_link_detach_active(mynd_link *link);
/* The unbuffered result that is being read answers 2014 from now on; its rows are still on the wire. */
void mynd_link_cut_active(mynd_link *link);
/*
 * The rows that are on the wire, up to their end, into the store. MYND_BAD with *fault: one was none, in
 * stock's words, and what to do about it is the caller's.
 */
int mynd_result_read_rows(
    mynd_link *link, mynd_store *store, const mynd_columns *columns, const char **fault);
/* Moves on to the next row, which is then event.row. MYND_MORE: that was all. */
int mynd_result_advance(mynd_result *result);
/* The row could not be built. Returns MYND_BAD. */
int mynd_result_bad_row(mynd_result *result);
void mynd_result_count_fetched(mynd_result *result, uint64_t rows);
/* No more of the unbuffered result is to be read. */
void mynd_result_end_unbuffered(mynd_result *result);
bool mynd_result_is_on_wire(const mynd_result *result); /* its rows are read from the link one by one */
/* A result that is being read cannot fit: 2008. What is left of it is dropped by the next command. */
int mynd_result_out_of_memory(mynd_link *link);
/* Keeps the error as the result's. Returns MYND_BAD. */
int mynd_result_fail(mynd_result *result, const mynd_error *error);

#endif
