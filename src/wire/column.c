/*
 * Column definitions.
 *
 * Always true: MariaDB's extended type information is read only where it was negotiated; kinds of it that we do not
 * know are passed over.
 */
#include "column.h"

#define FIXED_LENGTH 12 /* "Protocol::ColumnDefinition41": length of fixed length fields [0x0c] */

enum { EXTENDED_TYPE = 0, EXTENDED_FORMAT = 1 }; /* MariaDB: "Column Definition Packet", extended metadata */

static int read_names(mynd_cursor *c, mynd_column *column)
{
	mynd_slice *const names[] = {&column->catalog, &column->schema, &column->table, &column->org_table,
	    &column->name, &column->org_name};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (mynd_cursor_lenenc_bytes(c, names[i]) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

static int read_extended_info(mynd_cursor *c, mynd_column *column)
{
	mynd_slice all;
	if (mynd_cursor_lenenc_bytes(c, &all) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cursor info = mynd_cursor_over(all.ptr, all.len);
	while (mynd_cursor_left(&info) > 0) {
		uint8_t kind;
		mynd_slice value;
		if (mynd_cursor_u8(&info, &kind) != MYND_OK || mynd_cursor_lenenc_bytes(&info, &value) != MYND_OK) {
			return MYND_BAD;
		}
		if (kind == EXTENDED_TYPE) {
			column->type_name = value;
		} else if (kind == EXTENDED_FORMAT) {
			column->format_name = value;
		}
	}
	return MYND_OK;
}

static int read_fixed(mynd_cursor *c, mynd_column *column)
{
	uint64_t len;
	mynd_slice bytes;
	if (mynd_cursor_lenenc(c, &len) != MYND_OK || len != FIXED_LENGTH ||
	    mynd_cursor_bytes(c, FIXED_LENGTH, &bytes) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cursor fixed = mynd_cursor_over(bytes.ptr, bytes.len);
	mynd_cursor_u16(&fixed, &column->charset);
	mynd_cursor_u32(&fixed, &column->length);
	mynd_cursor_u8(&fixed, &column->type);
	mynd_cursor_u16(&fixed, &column->flags);
	mynd_cursor_u8(&fixed, &column->decimals);
	return MYND_OK;
}

int mynd_column_decode(mynd_slice packet, uint64_t capabilities, mynd_column *column, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	*column = (mynd_column){0};
	if (read_names(&c, column) != MYND_OK) {
		return mynd_error_malformed(error, "a name in the column definition goes beyond its end");
	}
	if ((capabilities & MYND_CAP_MARIADB_METADATA) && read_extended_info(&c, column) != MYND_OK) {
		return mynd_error_malformed(error, "the column definition's extended type information");
	}
	if (read_fixed(&c, column) != MYND_OK) {
		return mynd_error_malformed(error, "the fixed fields of the column definition");
	}
	return MYND_OK;
}
