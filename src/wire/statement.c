/*
 * The reply to a prepare; executes with their parameters and the other commands of statements.
 *
 * Always true: what mynd_execute_write writes is exactly mynd_execute_size bytes.
 * Not here: framing (frame.h), what answers these commands (session).
 */
#include "statement.h"

#define PREPARED_LENGTH 12
#define LENGTH_MAX      9 /* of a length-encoded integer */

#define EXECUTE_FLAGS_AT 4 /* in the head */

int mynd_prepared_decode(mynd_slice packet, mynd_prepared *prepared, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	uint8_t first;
	*prepared = (mynd_prepared){0};
	if (packet.len < PREPARED_LENGTH || mynd_cursor_u8(&c, &first) != MYND_OK || first != 0 ||
	    mynd_cursor_u32(&c, &prepared->id) != MYND_OK || mynd_cursor_u16(&c, &prepared->columns) != MYND_OK ||
	    mynd_cursor_u16(&c, &prepared->parameters) != MYND_OK || mynd_cursor_skip(&c, 1) != MYND_OK ||
	    mynd_cursor_u16(&c, &prepared->warnings) != MYND_OK) {
		*prepared = (mynd_prepared){0};
		return mynd_error_malformed(error, "not the reply to a prepare");
	}
	return MYND_OK;
}

/* --- commands --- */

static void put_int(mynd_command *command, unsigned width, uint32_t value)
{
	for (unsigned i = 0; i < width; i++) {
		command->head[command->head_len++] = (uint8_t) (value >> (8 * i));
	}
}

static mynd_command with_id(mynd_com com, uint32_t id)
{
	mynd_command command = {.com = com};
	put_int(&command, 4, id);
	return command;
}

mynd_command mynd_command_execute(
    uint32_t id, uint8_t cursor, const mynd_parameter *parameters, uint16_t count, bool bind)
{
	mynd_command command = with_id(MYND_COM_STMT_EXECUTE, id);
	put_int(&command, 1, cursor);
	put_int(&command, 4, 1); /* "iteration_count", always 1 */
	command.parameters = parameters;
	command.parameter_count = count;
	command.bind = bind;
	return command;
}

bool mynd_execute_wants_cursor(const mynd_command *command)
{
	return command->head[EXECUTE_FLAGS_AT] != MYND_CURSOR_NONE;
}

mynd_command mynd_command_long_data(uint32_t id, uint16_t parameter, mynd_slice piece)
{
	mynd_command command = with_id(MYND_COM_STMT_SEND_LONG_DATA, id);
	put_int(&command, 2, parameter);
	command.body = piece;
	return command;
}

mynd_command mynd_command_statement_close(uint32_t id)
{
	return with_id(MYND_COM_STMT_CLOSE, id);
}

mynd_command mynd_command_statement_reset(uint32_t id)
{
	return with_id(MYND_COM_STMT_RESET, id);
}

mynd_command mynd_command_fetch(uint32_t id, uint32_t rows, const uint8_t *types, uint32_t columns)
{
	mynd_command command = with_id(MYND_COM_STMT_FETCH, id);
	put_int(&command, 4, rows);
	command.types = types;
	command.columns = columns;
	return command;
}

/* --- the parameters of an execute --- */

static size_t length_size(size_t len)
{
	return len < 0xFB ? 1 : len <= 0xFFFF ? 3 : len <= 0xFFFFFF ? 4 : LENGTH_MAX;
}

static size_t value_size(const mynd_parameter *parameter)
{
	switch (parameter->kind) {
	case MYND_PARAMETER_INTEGER:
	case MYND_PARAMETER_REAL:
		return 8;
	case MYND_PARAMETER_BYTES:
		return length_size(parameter->bytes.len) + parameter->bytes.len;
	case MYND_PARAMETER_NULL:
	case MYND_PARAMETER_LONG:
		break;
	}
	return 0;
}

/* "COM_STMT_EXECUTE": without parameters nothing follows the head, not even the flag of types. */
size_t mynd_execute_size(const mynd_command *command)
{
	size_t count = command->parameter_count, size = (count + 7) / 8 + 1 + (command->bind ? 2 * count : 0);
	if (count == 0) {
		return 0;
	}
	for (size_t i = 0; i < count; i++) {
		const mynd_parameter *parameter = &command->parameters[i];
		bool too_long = parameter->kind == MYND_PARAMETER_BYTES && parameter->bytes.len > SIZE_MAX / 4;
		if (too_long || size > SIZE_MAX / 4) {
			return SIZE_MAX;
		}
		size += value_size(parameter);
	}
	return size;
}

static void write_nulls(const mynd_command *command, mynd_packet_writer *packet)
{
	for (size_t i = 0; i < command->parameter_count; i += 8) {
		uint8_t nulls = 0;
		for (size_t bit = 0; bit < 8 && i + bit < command->parameter_count; bit++) {
			nulls |= (uint8_t) ((command->parameters[i + bit].kind == MYND_PARAMETER_NULL) << bit);
		}
		mynd_packet_put(packet, &nulls, 1);
	}
}

/* Of a type's second byte only the highest bit is used: unsigned. No parameter of ours is. */
static void write_types(const mynd_command *command, mynd_packet_writer *packet)
{
	for (size_t i = 0; i < command->parameter_count; i++) {
		mynd_packet_put(packet, (const uint8_t[]){command->parameters[i].type, 0}, 2);
	}
}

static void write_length(size_t len, mynd_packet_writer *packet)
{
	uint8_t bytes[LENGTH_MAX] = {(uint8_t) len};
	size_t size = length_size(len);
	if (size > 1) {
		bytes[0] = size == 3 ? 0xFC : size == 4 ? 0xFD : 0xFE;
		for (size_t i = 1; i < size; i++) {
			bytes[i] = (uint8_t) ((uint64_t) len >> (8 * (i - 1)));
		}
	}
	mynd_packet_put(packet, bytes, size);
}

static void write_number(uint64_t bits, mynd_packet_writer *packet)
{
	uint8_t bytes[8];
	for (size_t i = 0; i < sizeof bytes; i++) {
		bytes[i] = (uint8_t) (bits >> (8 * i));
	}
	mynd_packet_put(packet, bytes, sizeof bytes);
}

static void write_value(const mynd_parameter *parameter, mynd_packet_writer *packet)
{
	uint64_t bits;
	switch (parameter->kind) {
	case MYND_PARAMETER_INTEGER:
		write_number((uint64_t) parameter->integer, packet);
		break;
	case MYND_PARAMETER_REAL:
		memcpy(&bits, &parameter->real, sizeof bits);
		write_number(bits, packet);
		break;
	case MYND_PARAMETER_BYTES:
		write_length(parameter->bytes.len, packet);
		mynd_packet_put(packet, parameter->bytes.ptr, parameter->bytes.len);
		break;
	case MYND_PARAMETER_NULL:
	case MYND_PARAMETER_LONG:
		break;
	}
}

void mynd_execute_write(const mynd_command *command, mynd_packet_writer *packet)
{
	if (command->parameter_count == 0) {
		return;
	}
	write_nulls(command, packet);
	mynd_packet_put(packet, (const uint8_t[]){command->bind}, 1);
	if (command->bind) {
		write_types(command, packet);
	}
	for (size_t i = 0; i < command->parameter_count; i++) {
		write_value(&command->parameters[i], packet);
	}
}
