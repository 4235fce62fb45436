/*
 * Bulk executes: the body of the command, and the command.
 *
 * Not here: how many rows a command has, and which statements a server can run in bulk (the caller decides).
 */
#include "bulk.h"

#define SEND_TYPES 128 /* a flag of the command: types are sent before the rows */

void mynd_bulk_begin(mynd_buffer *body, uint16_t columns)
{
	for (uint16_t i = 0; i < columns; i++) { /* the type, and a byte of flags */
		mynd_buffer_put_int(body, 2, MYND_TYPE_VAR_STRING);
	}
}

void mynd_bulk_put(mynd_buffer *body, mynd_slice value)
{
	mynd_buffer_put_int(body, 1, MYND_INDICATOR_VALUE);
	mynd_buffer_put_lenenc_bytes(body, value);
}

void mynd_bulk_mark(mynd_buffer *body, mynd_indicator indicator)
{
	mynd_buffer_put_int(body, 1, indicator);
}

int mynd_bulk_take(mynd_cursor *rows, mynd_indicator *indicator, mynd_slice *value)
{
	uint8_t byte;
	if (mynd_cursor_u8(rows, &byte) != MYND_OK) {
		return MYND_MORE;
	}
	*indicator = (mynd_indicator) byte;
	*value = (mynd_slice){NULL, 0};
	return byte == MYND_INDICATOR_VALUE ? mynd_cursor_lenenc_bytes(rows, value) : MYND_OK;
}

mynd_command mynd_command_bulk(uint32_t id, mynd_slice body)
{
	mynd_command command = {.com = MYND_COM_STMT_BULK_EXECUTE, .body = body};
	for (unsigned i = 0; i < 4; i++) {
		command.head[command.head_len++] = (uint8_t) (id >> (8 * i));
	}
	command.head[command.head_len++] = SEND_TYPES;
	command.head[command.head_len++] = 0;
	return command;
}
