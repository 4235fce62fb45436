/*
 * A result: the rows of a reply, read all at once (buffered), row by row (unbuffered), or in batches from a
 * cursor.
 *
 * A result is request memory, belongs to the caller that got it, and survives its link.
 */
#ifndef MYND_COMMAND_RESULT_H
#define MYND_COMMAND_RESULT_H

#include "link.h"

/* Makes a result that has only columns: unbuffered, and read to its end. Takes references of its own. */
mynd_result *mynd_result_of_columns(mynd_link *link, mynd_columns *columns);

/*
 * Makes a buffered result without a link, of rows that were stored earlier. Takes over columns and store (the
 * columns belong to the store). Its counts go to mynd_counts_without_link, which lives as long as the
 * request.
 */
mynd_result *mynd_result_of_store(mynd_columns *columns, mynd_store *store, bool native, unsigned warnings);
mynd_rows_counts *mynd_counts_without_link(bool native);
mynd_store *mynd_result_store(mynd_result *result); /* returns the result's store; NULL: not buffered */
/* returns true if numbers in text rows become PHP numbers */
bool mynd_result_is_native(const mynd_result *result);
/* number of warnings of a buffered result's command */
unsigned mynd_result_warnings(const mynd_result *result);

/* frees the result; reads an unbuffered result to its end */
void mynd_result_free(mynd_result *result, bool explicit_free);
/*
 * As mynd_result_free, from a destructor: no code of the program runs. Where a destructor may not wait
 * (leave.c), the link's next command, or its close, reads the remaining rows.
 */
void mynd_result_abandon(mynd_result *result);

mynd_columns *mynd_result_columns(mynd_result *result); /* the result owns the reference */
bool mynd_result_is_buffered(const mynd_result *result);
/* Returns the number of rows; unbuffered: 0 until the last row was read. */
uint64_t mynd_result_rows(const mynd_result *result);
bool mynd_result_at_end(const mynd_result *result);
mynd_link *mynd_result_link(const mynd_result *result);
bool mynd_result_is_being_read(const mynd_result *result); /* returns true if a call waits for the next row */

/*
 * Return MYND_OK with a row (a value) in `out`, MYND_MORE if there are no more rows, MYND_BAD on an error
 * (mynd_result_error).
 */
int mynd_result_fetch(mynd_result *result, mynd_shape shape, zval *out);
int mynd_result_fetch_column(mynd_result *result, uint32_t column, zval *out);
/*
 * mynd_result_repeat gets a value of the last row again, as long as nothing else was fetched.
 * mynd_result_can_repeat returns true if that is possible: the bytes of the row are still in memory. If it is
 * not, mynd_result_repeat returns MYND_BAD, with NULL in `out`.
 */
bool mynd_result_can_repeat(const mynd_result *result);
int mynd_result_repeat(mynd_result *result, uint32_t column, zval *out);
/*
 * Fetches the remaining rows; [] if there are none. Error 2008 if they do not fit memory_limit: a buffered
 * result can still be read row by row.
 */
int mynd_result_fetch_all(mynd_result *result, mynd_shape shape, zval *out);
/*
 * As mynd_result_fetch_all, but after a failure `out` has the rows that were fetched before; it is IS_UNDEF
 * if they did not fit memory_limit.
 */
int mynd_result_fetch_rest(mynd_result *result, mynd_shape shape, zval *out);
/*
 * Fetches the next row's values into values[], which has an element for each column. The caller owns the
 * values. The elements are uninitialised before the call, and stay so unless it returns MYND_OK.
 */
int mynd_result_fetch_values(mynd_result *result, zval *values);
int mynd_result_skip(mynd_result *result); /* skips a row, whose values are not built */
const mynd_error *mynd_result_error(const mynd_result *result);
/*
 * Returns the text of stock's warning if a packet after the rows of a buffered result is not a valid row.
 * NULL: no such packet.
 */
const char *mynd_result_fault(const mynd_result *result);

/* for a buffered result; returns false past the end */
bool mynd_result_seek(mynd_result *result, uint64_t row);
void mynd_result_seek_end(mynd_result *result);             /* moves a buffered result past the last row */
const zend_ulong *mynd_result_lengths(mynd_result *result); /* lengths of the current row; NULL: no row */

#endif
