/*
 * The reply to a prepare; executes with their parameters, query attributes, and the other commands of
 * prepared statements.
 *
 * Always true: mynd_execute_write writes exactly mynd_execute_size bytes, and mynd_attributes_write exactly
 * mynd_attributes_size.
 * Not here: framing (frame.h), the replies to these commands (session).
 */
#include "statement.h"

#define PREPARED_LENGTH 12
#define PREPARED_OF_41  9 /* as in MySQL 4.1: no number of warnings */
#define SHORTEST_REPLY  7 /* an OK packet */
#define LENGTH_MAX      9 /* of a length-encoded integer */

static int refuse_size(mynd_slice packet, mynd_prepared *prepared, mynd_error *error)
{
	bool alone = packet.len < PREPARED_OF_41 || (prepared->columns == 0 && prepared->parameters == 0);
	*prepared = (mynd_prepared){0};
	if (packet.len < SHORTEST_REPLY || packet.len >= PREPARED_LENGTH || packet.ptr[0] != 0 || !alone) {
		return mynd_error_malformed(error, "not the reply to a prepare");
	}
	return mynd_error_set(error, MYND_CAUSE_ODD_PREPARED, MYND_ERR_MALFORMED_PACKET, NULL,
	    "Wrong COM_STMT_PREPARE response size. Received %zu", packet.len);
}

int mynd_prepared_decode(mynd_slice packet, mynd_prepared *prepared, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	uint8_t first;
	*prepared = (mynd_prepared){0};
	bool known = mynd_cursor_u8(&c, &first) == MYND_OK && first == 0 &&
	             mynd_cursor_u32(&c, &prepared->id) == MYND_OK &&
	             mynd_cursor_u16(&c, &prepared->columns) == MYND_OK &&
	             mynd_cursor_u16(&c, &prepared->parameters) == MYND_OK;
	if (known && packet.len == PREPARED_OF_41) {
		return MYND_OK;
	}
	if (known && mynd_cursor_skip(&c, 1) == MYND_OK && mynd_cursor_u16(&c, &prepared->warnings) == MYND_OK) {
		return MYND_OK;
	}
	return refuse_size(packet, prepared, error);
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
	return command->head[MYND_EXECUTE_FLAGS_AT] != MYND_CURSOR_NONE;
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

/* --- values: the parameters of an execute, and the attributes after them --- */

typedef struct values {
	const mynd_parameter *parameters;
	const mynd_query_attribute *attributes;
	size_t parameter_count, count; /* of parameters and attributes */
	bool named;                    /* query attributes were negotiated: each value has a name */
} values;

static values values_of(const mynd_command *command)
{
	return (values){
	    .parameters = command->parameters,
	    .attributes = command->attributes,
	    .parameter_count = command->parameter_count,
	    .count = (size_t) command->parameter_count + command->attribute_count,
	    .named = true,
	};
}

static const mynd_query_attribute *attribute_at(const values *v, size_t i)
{
	return &v->attributes[i - v->parameter_count];
}

static const mynd_parameter *value_at(const values *v, size_t i)
{
	return i < v->parameter_count ? &v->parameters[i] : &attribute_at(v, i)->value;
}

static size_t length_size(size_t len)
{
	return len < 0xFB ? 1 : len <= 0xFFFF ? 3 : len <= 0xFFFFFF ? 4 : LENGTH_MAX;
}

/* Adds sizes. Returns SIZE_MAX if one of them is over SIZE_MAX / 4, more than any packet can have. */
static size_t add(size_t size, size_t more)
{
	return size > SIZE_MAX / 4 || more > SIZE_MAX / 4 ? SIZE_MAX : size + more;
}

static size_t value_size(const mynd_parameter *parameter)
{
	switch (parameter->kind) {
	case MYND_PARAMETER_INTEGER:
	case MYND_PARAMETER_REAL:
		return 8;
	case MYND_PARAMETER_TINY:
		return 1;
	case MYND_PARAMETER_BYTES:
		return add(length_size(parameter->bytes.len), parameter->bytes.len);
	case MYND_PARAMETER_NULL:
	case MYND_PARAMETER_LONG:
		break;
	}
	return 0;
}

/* Returns the size of the names, each of which follows its type; parameters have empty names. */
static size_t names_size(const values *v)
{
	size_t size = v->parameter_count;
	for (size_t i = v->parameter_count; i < v->count; i++) {
		size_t len = attribute_at(v, i)->name.len;
		size = add(size, add(length_size(len), len));
	}
	return size;
}

static inline __attribute__((always_inline)) void write_nulls(const values *v, mynd_packet_writer *packet)
{
	for (size_t i = 0; i < v->count; i += 8) {
		uint8_t nulls = 0;
		for (size_t bit = 0; bit < 8 && i + bit < v->count; bit++) {
			nulls |= (uint8_t) ((value_at(v, i + bit)->kind == MYND_PARAMETER_NULL) << bit);
		}
		mynd_packet_put(packet, &nulls, 1);
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

static void write_bytes(mynd_slice bytes, mynd_packet_writer *packet)
{
	write_length(bytes.len, packet);
	mynd_packet_put(packet, bytes.ptr, bytes.len);
}

/*
 * Writes types and names. A type's second byte only has a flag for unsigned numbers, which the driver never
 * sends.
 */
static inline __attribute__((always_inline)) void write_types(const values *v, mynd_packet_writer *packet)
{
	for (size_t i = 0; i < v->parameter_count; i++) {
		mynd_packet_put(packet, (const uint8_t[]){v->parameters[i].type, 0}, 2);
		if (v->named) {
			write_length(0, packet);
		}
	}
	for (size_t i = v->parameter_count; i < v->count; i++) {
		mynd_packet_put(packet, (const uint8_t[]){attribute_at(v, i)->value.type, 0}, 2);
		write_bytes(attribute_at(v, i)->name, packet);
	}
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
	case MYND_PARAMETER_TINY:
		mynd_packet_put(packet, (const uint8_t[]){(uint8_t) parameter->integer}, 1);
		break;
	case MYND_PARAMETER_REAL:
		memcpy(&bits, &parameter->real, sizeof bits);
		write_number(bits, packet);
		break;
	case MYND_PARAMETER_BYTES:
		write_bytes(parameter->bytes, packet);
		break;
	case MYND_PARAMETER_NULL:
	case MYND_PARAMETER_LONG:
		break;
	}
}

/* Returns the size of a block: the bitmap of NULLs, the flag of types, the types and the values. */
static inline __attribute__((always_inline)) size_t block_size(const values *v, bool types)
{
	size_t size = (v->count + 7) / 8 + 1;
	if (types) {
		size = add(size + 2 * v->count, v->named ? names_size(v) : 0);
	}
	for (size_t i = 0; i < v->parameter_count; i++) {
		size = add(size, value_size(&v->parameters[i]));
	}
	for (size_t i = v->parameter_count; i < v->count; i++) {
		size = add(size, value_size(&attribute_at(v, i)->value));
	}
	return size;
}

static inline __attribute__((always_inline)) void write_block(
    const values *v, bool types, mynd_packet_writer *packet)
{
	write_nulls(v, packet);
	mynd_packet_put(packet, (const uint8_t[]){types}, 1);
	if (types) {
		write_types(v, packet);
	}
	for (size_t i = 0; i < v->parameter_count; i++) {
		write_value(&v->parameters[i], packet);
	}
	for (size_t i = v->parameter_count; i < v->count; i++) {
		write_value(&attribute_at(v, i)->value, packet);
	}
}

/*
 * Returns true if types are to be sent. With attributes they always are: the server remembers only the types
 * of a statement's own parameters.
 */
static bool tells_types(const mynd_command *command, const values *v)
{
	return command->bind || v->count > v->parameter_count;
}

/*
 * Returns the values of an execute if query attributes were not negotiated. The compiler then removes all
 * code for attributes, because it knows that there are none.
 */
static values plain(const mynd_command *command)
{
	return (values){
	    .parameters = command->parameters,
	    .parameter_count = command->parameter_count,
	    .count = command->parameter_count,
	};
}

/*
 * Source: "COM_STMT_EXECUTE". Without values no byte follows the head, not even the flag for types; only with
 * `named` the number of values follows.
 */
size_t mynd_execute_size(const mynd_command *command, bool named)
{
	if (!named) {
		values v = plain(command);
		return v.count == 0 ? 0 : block_size(&v, command->bind);
	}
	values v = values_of(command);
	return add(length_size(v.count), v.count == 0 ? 0 : block_size(&v, tells_types(command, &v)));
}

void mynd_execute_write(const mynd_command *command, bool named, mynd_packet_writer *packet)
{
	if (!named) {
		values v = plain(command);
		if (v.count > 0) {
			write_block(&v, command->bind, packet);
		}
		return;
	}
	values v = values_of(command);
	write_length(v.count, packet);
	if (v.count > 0) {
		write_block(&v, tells_types(command, &v), packet);
	}
}

/* Source: "COM_QUERY"; "parameter_set_count" is always 1, "new_params_bind_flag" too. */
size_t mynd_attributes_size(const mynd_command *command)
{
	values v = values_of(command);
	return v.count == 0 ? 2 : add(length_size(v.count) + 1, block_size(&v, true));
}

void mynd_attributes_write(const mynd_command *command, mynd_packet_writer *packet)
{
	values v = values_of(command);
	write_length(v.count, packet);
	mynd_packet_put(packet, (const uint8_t[]){1}, 1);
	if (v.count > 0) {
		write_block(&v, true, packet);
	}
}
