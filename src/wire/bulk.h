/*
 * The command that runs a prepared statement with many rows of values: MariaDB's COM_STMT_BULK_EXECUTE.
 *
 * The caller appends the values, row after row, to a buffer that becomes the command's body. All values are
 * sent as strings. Source: "COM_STMT_BULK_EXECUTE" in MariaDB's knowledge base.
 */
#ifndef MYND_WIRE_BULK_H
#define MYND_WIRE_BULK_H

#include "command.h"

/* The byte that is sent before a value, or instead of one. */
typedef enum mynd_indicator {
	MYND_INDICATOR_VALUE = 0, /* the value follows */
	MYND_INDICATOR_NULL = 1,
	MYND_INDICATOR_DEFAULT = 2, /* the column's default value */
	MYND_INDICATOR_IGNORE = 3   /* in an UPDATE: the column is not changed */
} mynd_indicator;

/* Begins a body for rows of `columns` values. */
void mynd_bulk_begin(mynd_buffer *body, uint16_t columns);
void mynd_bulk_put(mynd_buffer *body, mynd_slice value);
void mynd_bulk_mark(mynd_buffer *body, mynd_indicator indicator); /* `indicator` is not VALUE */

/* Reads the next value of rows that were appended as above. Returns MYND_MORE if there is none. */
int mynd_bulk_take(mynd_cursor *rows, mynd_indicator *indicator, mynd_slice *value);

/*
 * Makes the command for the statement with this id. `body` is not used after mynd_session_send has returned.
 */
mynd_command mynd_command_bulk(uint32_t id, mynd_slice body);

#endif
