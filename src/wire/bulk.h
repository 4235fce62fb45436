/*
 * One command that runs a prepared statement with many rows of values: MariaDB's COM_STMT_BULK_EXECUTE.
 *
 * The rows are put into a buffer of the caller's one value after the other; the buffer is the command's body.
 * All values are sent as texts. Source: "COM_STMT_BULK_EXECUTE" in MariaDB's knowledge base.
 */
#ifndef MYND_WIRE_BULK_H
#define MYND_WIRE_BULK_H

#include "command.h"

/* What stands in place of a value. */
typedef enum mynd_indicator {
	MYND_INDICATOR_VALUE = 0, /* it follows */
	MYND_INDICATOR_NULL = 1,
	MYND_INDICATOR_DEFAULT = 2, /* the column's default value */
	MYND_INDICATOR_IGNORE = 3   /* in an UPDATE: the column stays as it is */
} mynd_indicator;

/* Begins a body for rows of so many values. */
void mynd_bulk_begin(mynd_buffer *body, uint16_t columns);
void mynd_bulk_put(mynd_buffer *body, mynd_slice value);
void mynd_bulk_mark(mynd_buffer *body, mynd_indicator indicator); /* not VALUE */

/* Of the statement with this id. The body is not kept. */
mynd_command mynd_command_bulk(uint32_t id, mynd_slice body);

#endif
