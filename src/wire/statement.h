/*
 * Prepared statements in the protocol: the reply to a prepare, the parameters of an execute, and MySQL's
 * query attributes, which are parameters with names.
 *
 * Sources: "COM_STMT_PREPARE", "COM_STMT_EXECUTE", "COM_STMT_SEND_LONG_DATA", "COM_STMT_FETCH" in the manuals
 * of both servers, "COM_QUERY" in MySQL's. Not here: binary rows (binary.h).
 */
#ifndef MYND_WIRE_STATEMENT_H
#define MYND_WIRE_STATEMENT_H

#include "command.h"
#include "error.h"
#include "frame.h"

/* MariaDB 10.2 and later: "the statement that was prepared last on this connection". */
#define MYND_STATEMENT_LAST UINT32_C(0xFFFFFFFF)

enum { MYND_CURSOR_NONE = 0, MYND_CURSOR_READ_ONLY = 1 };

/* The first packet of a prepare's reply. Definitions of the parameters, then of the columns follow. */
typedef struct mynd_prepared {
	uint32_t id;
	uint16_t columns, parameters, warnings;
} mynd_prepared;

/*
 * Returns MYND_OK, or MYND_BAD with *error (malformed). Bytes after the known ones are ignored. The number of
 * warnings may be missing, with the byte before it, as in MySQL 4.1: then it is 0. For a packet of any other
 * size (ProxySQL has answered with an OK packet, of 7 bytes) the cause is MYND_CAUSE_ODD_PREPARED if no
 * packet can follow it: the connection can then still be used.
 */
int mynd_prepared_decode(mynd_slice packet, mynd_prepared *prepared, mynd_error *error);

typedef enum mynd_parameter_kind {
	MYND_PARAMETER_NULL,
	MYND_PARAMETER_INTEGER, /* type LONGLONG: 8 bytes */
	MYND_PARAMETER_REAL,    /* type DOUBLE: 8 bytes */
	MYND_PARAMETER_BYTES,   /* a length and the bytes */
	/* value that was sent before, as long data; if no data was sent, use BYTES of length 0 */
	MYND_PARAMETER_LONG,
	MYND_PARAMETER_TINY /* type TINY: 1 byte of `integer` */
} mynd_parameter_kind;

typedef struct mynd_parameter {
	mynd_parameter_kind kind;
	/* the type sent to the server: MYND_TYPE_LONGLONG, TINY, DOUBLE, VAR_STRING, LONG_BLOB; for NULL too */
	uint8_t type;
	union {
		int64_t integer;
		double real;
		mynd_slice bytes; /* not used after mynd_session_send has returned */
	};
} mynd_parameter;

/*
 * A value that is sent with a query or an execute, and that code on the server can read by its name. The
 * value is not used after mynd_session_send has returned.
 */
typedef struct mynd_query_attribute {
	mynd_slice name;      /* name in the session's character set */
	mynd_parameter value; /* not MYND_PARAMETER_LONG */
} mynd_query_attribute;

/*
 * Makes an execute. `bind`: the types are sent, too, and the server remembers them; needed with the first
 * execute and whenever a type has changed. The parameters are encoded when the command is queued, directly
 * into the memory from which they are sent, so that each is copied once.
 */
mynd_command mynd_command_execute(
    uint32_t id, uint8_t cursor, const mynd_parameter *parameters, uint16_t count, bool bind);

mynd_command mynd_command_long_data(uint32_t id, uint16_t parameter, mynd_slice piece); /* no reply */
mynd_command mynd_command_statement_close(uint32_t id);                                 /* no reply */
mynd_command mynd_command_statement_reset(uint32_t id);

/*
 * Makes a fetch. `types`: the columns' types (mynd_type), copied before mynd_session_send returns. In the
 * reply, no column definitions come before the rows.
 */
mynd_command mynd_command_fetch(uint32_t id, uint32_t rows, const uint8_t *types, uint32_t columns);

/* --- for the session --- */

bool mynd_execute_wants_cursor(const mynd_command *command);

/*
 * Returns the number of bytes of an execute's payload after its head, or SIZE_MAX if that is more than a
 * packet can have. `named`: query attributes were negotiated; then every execute, even one without
 * attributes, has another form, and its flags contain MYND_EXECUTE_COUNT.
 */
size_t mynd_execute_size(const mynd_command *command, bool named);

/*
 * Writes these bytes to a packet, which was begun with the size of the command's code, its head and these
 * bytes.
 */
void mynd_execute_write(const mynd_command *command, bool named, mynd_packet_writer *packet);

/* The flag "PARAMETER_COUNT_AVAILABLE", and the position of the flags in the head of an execute. */
#define MYND_EXECUTE_COUNT    8
#define MYND_EXECUTE_FLAGS_AT 4

/*
 * As the two functions above, for the bytes between the code of a COM_QUERY and the query if query attributes
 * were negotiated; two bytes if the command has no attributes.
 */
size_t mynd_attributes_size(const mynd_command *command);
void mynd_attributes_write(const mynd_command *command, mynd_packet_writer *packet);

#endif
