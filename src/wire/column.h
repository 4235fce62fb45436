/*
 * Column definitions ("Protocol::ColumnDefinition41"; MariaDB: "Column definition packet", extended type info).
 */
#ifndef MYND_WIRE_COLUMN_H
#define MYND_WIRE_COLUMN_H

#include "cursor.h"
#include "protocol.h"

typedef struct mynd_column { /* slices live as long as the packet */
	mynd_slice catalog, schema, table, org_table, name, org_name;
	mynd_slice type_name, format_name; /* MariaDB's extended type information; empty if there is none */
	uint16_t charset;
	uint32_t length;
	uint8_t type;   /* mynd_type, or a number we do not know: treated as a string */
	uint16_t flags; /* as sent: MYND_FLAG_NUM is not added here */
	uint8_t decimals;
} mynd_column;

int mynd_column_decode(mynd_slice packet, uint64_t capabilities, mynd_column *column, mynd_error *error);

#endif
