/* Shared by the files of this room: the line being written, and the state of the conversation. */
#ifndef MYND_WIRELOG_INTERNAL_H
#define MYND_WIRELOG_INTERNAL_H

#include "wirelog.h"
#include "../wire/protocol.h"

#define KEPT       4096 /* bytes of a packet that are decoded, and in which words are looked for */
#define CELLS      8    /* of a row, and parameters of an execute, that are shown */
#define CELL_BYTES 40   /* of each */
#define TEXT_BYTES 1000 /* of an SQL text */
#define NAME_BYTES 64   /* of a method or a variable */
#define HEX_BYTES  64   /* of a packet that is not understood */
#define STATEMENTS 256  /* that are remembered */

/* --- words.c: builds a line; text that does not fit is discarded --- */

typedef struct line {
	char bytes[MYND_WIRELOG_LINE];
	size_t len;
} line;

void mynd_say(line *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Appends at most `most` bytes in quotes, unprintable ones as \n, \x00. `cut`: `text` lacks its end.
 */
void mynd_say_quoted(line *to, mynd_slice text, size_t most, bool cut);
void mynd_say_name(line *to, mynd_slice name); /* without quotes */
void mynd_say_hex(line *to, mynd_slice bytes); /* the first HEX_BYTES of them */
void mynd_say_status(line *to, uint16_t status, uint16_t warnings);
/* Returns true if `text` may contain a password, or be next to one. */
bool mynd_speaks_of_secrets(mynd_slice text);
const char *mynd_type_name(uint8_t type);
const char *mynd_command_name(uint8_t com); /* NULL: no command has that number */

/* --- the state of the conversation --- */

typedef enum stage {
	STAGE_GREETING,
	STAGE_LOGIN, /* also of a change of user */
	STAGE_FIRST, /* the reply, or its next result, has not begun */
	STAGE_COLUMNS,
	STAGE_COLUMNS_END,
	STAGE_ROWS,
	STAGE_FILE, /* the client sends a file */
	STAGE_PARAMETERS,
	STAGE_PARAMETERS_END
} stage;

typedef struct value_type {
	uint8_t type; /* mynd_type */
	bool is_unsigned, secret;
} value_type;

/* A prepared statement; the statement whose id is STATEMENTS higher replaces it. */
typedef struct statement {
	uint32_t id; /* 0: none */
	bool secret;
	uint8_t long_data; /* a bit for each of the first CELLS parameters whose value was sent before */
	uint16_t parameters;
	value_type types[CELLS]; /* of its parameters */
	value_type columns[CELLS];
	uint32_t column_count;
} statement;

/* A command whose reply is not over. */
typedef struct due_reply {
	uint8_t com; /* 0: the login, or unknown */
	bool secret;
	uint32_t statement; /* of an execute or a fetch */
} due_reply;

/* One direction of the conversation. */
typedef struct way {
	uint8_t header[4];
	unsigned header_len;
	uint32_t left;   /* bytes of the frame that are to come */
	uint64_t len;    /* of the packet, so far */
	unsigned frames; /* of the packet, so far */
	uint8_t number;  /* of its first frame */
	uint8_t kept[KEPT];
	size_t kept_len;
} way;

struct mynd_wirelog {
	mynd_wirelog_sink sink;
	void *context;
	void (*free_context)(void *context);
	int64_t began; /* nanoseconds */
	uint64_t capabilities;
	way to_server, from_server;

	/* Commands whose replies are not over, in their order, from queue_first on. */
	due_reply *queue;
	size_t queue_first, queue_len, queue_cap;
	bool lost_count; /* no memory for the queue: replies are not decoded any more */

	/* The reply to the first command in the queue. */
	stage stage;
	uint32_t columns, columns_left, parameters_left, columns_after;
	value_type types[CELLS]; /* of its columns */
	bool is_binary;
	uint64_t rows;

	statement statements[STATEMENTS]; /* each at index id % STATEMENTS */
	uint32_t last_prepared;
};

/* A packet: its stored beginning, and its length. */
typedef struct packet {
	mynd_slice bytes;
	uint64_t len;
} packet;

static inline bool is_whole(const packet *p)
{
	return p->bytes.len == p->len;
}

due_reply *mynd_wirelog_head(mynd_wirelog *log);     /* command whose reply is due; NULL: none */
due_reply *mynd_wirelog_last_due(mynd_wirelog *log); /* NULL: none */
void mynd_wirelog_expect(mynd_wirelog *log, due_reply what);
void mynd_wirelog_answered(mynd_wirelog *log); /* the head's reply is over */
statement *mynd_wirelog_statement(mynd_wirelog *log, uint32_t id);
statement *mynd_wirelog_new_statement(mynd_wirelog *log, uint32_t id);

/* --- client.c, server.c: contents of a packet --- */

void mynd_wirelog_tell_client(mynd_wirelog *log, const packet *p, uint8_t number, line *to);
void mynd_wirelog_tell_server(mynd_wirelog *log, const packet *p, line *to);

/* --- values.c --- */

/*
 * Reads a binary value and appends it (`secret`: hides it). Returns MYND_BAD if the value is missing or cut.
 */
int mynd_say_value(line *to, mynd_cursor *c, value_type type, bool secret);
/* Appends a text cell of length `len`, of which `bytes` were stored. */
void mynd_say_cell(line *to, mynd_slice bytes, uint64_t len, bool secret);

#endif
