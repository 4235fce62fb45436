/*
 * A result: the rows of a reply, read all at once (buffered), row by row (unbuffered), or in batches from a
 * cursor.
 *
 * Request memory. Belongs to who got it; survives its link.
 */
#ifndef MYND_COMMAND_RESULT_H
#define MYND_COMMAND_RESULT_H

#include "link.h"

/* One that has columns alone: unbuffered, and read to its end. Takes its own references. */
mynd_result *mynd_result_of_columns(mynd_link *link, mynd_columns *columns);

/*
 * A buffered result that comes from no link: of rows that were kept. Takes over both (the columns are the
 * store's). They count on mynd_counts_without_link, which lasts as long as the request.
 */
mynd_result *mynd_result_of_store(mynd_columns *columns, mynd_store *store, bool native, unsigned warnings);
mynd_rows_counts *mynd_counts_without_link(bool native);
mynd_store *mynd_result_store(mynd_result *result);       /* the result's; NULL: it is not a buffered one */
bool mynd_result_is_native(const mynd_result *result);    /* numbers of text rows become numbers */
unsigned mynd_result_warnings(const mynd_result *result); /* of the command of a buffered one */

void mynd_result_free(mynd_result *result, bool explicit_free); /* reads an unbuffered one to its end */
/*
 * As above from a destructor: never waits. What is unread is dropped by the link's next command, or by its
 * close.
 */
void mynd_result_abandon(mynd_result *result);

mynd_columns *mynd_result_columns(mynd_result *result); /* the result's reference */
bool mynd_result_is_buffered(const mynd_result *result);
uint64_t mynd_result_rows(
    const mynd_result *result); /* unbuffered: 0 until the last row was read, then the count */
bool mynd_result_at_end(const mynd_result *result);

/* MYND_OK: a row in `out`. MYND_MORE: no more rows. MYND_BAD: error, in mynd_result_error. */
int mynd_result_fetch(mynd_result *result, mynd_shape shape, zval *out);
int mynd_result_fetch_column(mynd_result *result, uint32_t column, zval *out);
/*
 * A value of the row that was fetched last, once more, as long as nothing else was fetched. can_repeat: that
 * can be done, for its values are still where they were read from. MYND_BAD: not any more, and `out` is NULL.
 */
bool mynd_result_can_repeat(const mynd_result *result);
int mynd_result_repeat(mynd_result *result, uint32_t column, zval *out);
/*
 * The rest; [] if there is none. 2008 if it cannot fit memory_limit: a buffered result can be read on, row by
 * row.
 */
int mynd_result_fetch_all(mynd_result *result, mynd_shape shape, zval *out);
/* The same, but that the rows before a failure stay in `out`; IS_UNDEF if memory was the reason. */
int mynd_result_fetch_rest(mynd_result *result, mynd_shape shape, zval *out);
/*
 * The row's values into values[count of the columns], all of them the caller's; uninitialised before, and
 * after any other answer than OK.
 */
int mynd_result_fetch_values(mynd_result *result, zval *values);
int mynd_result_skip(mynd_result *result); /* one row, not built */
const mynd_error *mynd_result_error(const mynd_result *result);
/*
 * Behind the rows of a buffered result came one that is none: what stock says of it, as a warning. NULL: none
 * did.
 */
const char *mynd_result_fault(const mynd_result *result);

bool mynd_result_seek(mynd_result *result, uint64_t row);   /* buffered only; false past the end */
void mynd_result_seek_end(mynd_result *result);             /* buffered only: no row is left to be fetched */
const zend_ulong *mynd_result_lengths(mynd_result *result); /* of the current row; NULL: there is none */

#endif
