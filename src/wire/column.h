/*
 * Column definitions ("Protocol::ColumnDefinition41"; MariaDB: "Column definition packet", extended type
 * info).
 */
#ifndef MYND_WIRE_COLUMN_H
#define MYND_WIRE_COLUMN_H

#include "buffer.h"
#include "protocol.h"

typedef struct mynd_column { /* slices live as long as the packet */
	mynd_slice catalog, schema, table, org_table, name, org_name;
	mynd_slice type_name, format_name; /* MariaDB's extended type information; empty if there is none */
	uint16_t charset;
	uint32_t length;
	uint8_t type;   /* mynd_type, or an unknown number, which is treated as a string */
	uint16_t flags; /* as sent: MYND_FLAG_NUM is not added here */
	uint8_t decimals;
	/* the length before the fixed fields is wrong (as ProxySQL's once was); the fields are read anyway */
	bool odd_length;
} mynd_column;

/*
 * Decodes a definition. After MYND_BAD from this function or from mynd_column_take(), *column is undefined.
 */
int mynd_column_decode(mynd_slice packet, uint64_t capabilities, mynd_column *column, mynd_error *error);

/*
 * mynd_column_size returns the size in bytes of a definition as servers write it, without extended type
 * information; mynd_column_encode appends the definition.
 */
size_t mynd_column_size(const mynd_column *column);
void mynd_column_encode(mynd_buffer *to, const mynd_column *column);
/* Reads the next of several consecutive definitions; the slices live as long as the cursor's memory. */
int mynd_column_take(mynd_cursor *c, mynd_column *column);

#define MYND_COLUMN_LEAST 19 /* bytes of the shortest definition */

#endif
