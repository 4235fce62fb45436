/*
 * Column definitions.
 *
 * Always true: MariaDB's extended type information is read only if it was negotiated; unknown kinds of this
 * information are skipped.
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

static int take_fixed(mynd_cursor *c, mynd_slice *bytes)
{
	uint64_t len;
	mynd_cursor after = *c;
	if (mynd_cursor_lenenc(&after, &len) != MYND_OK || len != FIXED_LENGTH ||
	    mynd_cursor_bytes(&after, FIXED_LENGTH, bytes) != MYND_OK) {
		return MYND_BAD;
	}
	*c = after;
	return MYND_OK;
}

/* Takes the fixed fields after a wrong length, as stock does: the length is assumed to have one byte. */
static int take_fixed_anyway(mynd_cursor *c, mynd_slice *bytes)
{
	return mynd_cursor_skip(c, 1) == MYND_OK ? mynd_cursor_bytes(c, FIXED_LENGTH, bytes) : MYND_BAD;
}

static int read_fixed(mynd_cursor *c, mynd_column *column)
{
	mynd_slice bytes;
	column->odd_length = take_fixed(c, &bytes) != MYND_OK;
	if (column->odd_length && take_fixed_anyway(c, &bytes) != MYND_OK) {
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

static void names_of(const mynd_column *c, const mynd_slice *names[6])
{
	names[0] = &c->catalog;
	names[1] = &c->schema;
	names[2] = &c->table;
	names[3] = &c->org_table;
	names[4] = &c->name;
	names[5] = &c->org_name;
}

static size_t lenenc_size(uint64_t value)
{
	return value < 0xFB ? 1 : value <= 0xFFFF ? 3 : value <= 0xFFFFFF ? 4 : 9;
}

size_t mynd_column_size(const mynd_column *column)
{
	const mynd_slice *names[6];
	size_t size = 1 + FIXED_LENGTH;
	names_of(column, names);
	for (size_t i = 0; i < 6; i++) {
		size += lenenc_size(names[i]->len) + names[i]->len;
	}
	return size;
}

void mynd_column_encode(mynd_buffer *to, const mynd_column *column)
{
	const mynd_slice *names[6];
	names_of(column, names);
	for (size_t i = 0; i < 6; i++) {
		mynd_buffer_put_lenenc_bytes(to, *names[i]);
	}
	mynd_buffer_put_int(to, 1, FIXED_LENGTH);
	mynd_buffer_put_int(to, 2, column->charset);
	mynd_buffer_put_int(to, 4, column->length);
	mynd_buffer_put_int(to, 1, column->type);
	mynd_buffer_put_int(to, 2, column->flags);
	mynd_buffer_put_int(to, 1, column->decimals);
	mynd_buffer_put_zeros(to, 2); /* "reserved" */
}

/* Clears the members that not every definition sets. */
static void clear_extended_info(mynd_column *column)
{
	column->type_name = column->format_name = (mynd_slice){NULL, 0};
}

int mynd_column_take(mynd_cursor *c, mynd_column *column)
{
	mynd_cursor after = *c;
	clear_extended_info(column);
	if (read_names(&after, column) != MYND_OK || read_fixed(&after, column) != MYND_OK ||
	    column->odd_length) {
		return MYND_BAD;
	}
	*c = after;
	return MYND_OK;
}

int mynd_column_decode(mynd_slice packet, uint64_t capabilities, mynd_column *column, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	clear_extended_info(column);
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
