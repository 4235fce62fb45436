/*
 * Declarations that the files of src/wirelog share: the line being written, and the state of the
 * conversation.
 */
#ifndef MYND_WIRELOG_INTERNAL_H
#define MYND_WIRELOG_INTERNAL_H

#include "wirelog.h"
#include "../wire/protocol.h"

#define KEPT       4096 /* bytes of a packet that are decoded, and searched for words about secrets */
#define CELLS      8    /* cells of a row, or parameters of an execute, that are shown */
#define CELL_BYTES 40   /* bytes of a cell or parameter that are shown */
#define TEXT_BYTES 1000 /* bytes of an SQL text that are shown */
#define NAME_BYTES 64   /* bytes of the name of a method or variable */
#define HEX_BYTES  64   /* bytes of an unknown packet that are shown */
#define STATEMENTS 256  /* statements that are remembered */

/* --- words.c: builds a line; text that does not fit is discarded --- */

typedef struct line {
	char bytes[MYND_WIRELOG_LINE];
	size_t len;
} line;

void mynd_say(line *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Appends at most `most` bytes in quotes, unprintable ones as \n, \x00. `cut`: the end of `text` is missing.
 */
void mynd_say_quoted(line *to, mynd_slice text, size_t most, bool cut);
void mynd_say_name(line *to, mynd_slice name); /* appends the name without quotes */
void mynd_say_hex(line *to, mynd_slice bytes); /* appends the first HEX_BYTES bytes in hexadecimal */
void mynd_say_status(line *to, uint16_t status, uint16_t warnings);
/*
 * Returns true if `text` contains a word about secrets ("pass", "token"), so that it may contain a password.
 */
bool mynd_speaks_of_secrets(mynd_slice text);
const char *mynd_type_name(uint8_t type);
const char *mynd_command_name(uint8_t com); /* NULL: no command has that number */

/* --- the state of the conversation --- */

typedef enum stage {
	STAGE_GREETING,
	STAGE_LOGIN, /* a login, or a change of user */
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
	uint8_t long_data; /* bit i: the value of parameter i was sent as long data */
	uint16_t parameters;
	value_type types[CELLS]; /* types of the statement's parameters */
	value_type columns[CELLS];
	uint32_t column_count;
} statement;

/* A command whose reply has not ended. */
typedef struct due_reply {
	uint8_t com; /* 0: the login, or unknown */
	bool secret;
	uint32_t statement; /* id, for an execute or a fetch */
} due_reply;

/* The state of one direction of the conversation. */
typedef struct way {
	uint8_t header[4];
	unsigned header_len;
	uint32_t left;   /* bytes of the frame that have not come yet */
	uint64_t len;    /* length of the packet, so far */
	unsigned frames; /* frames of the packet, so far */
	uint8_t number;  /* number of the packet's first frame */
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

	/* Commands whose replies have not ended, the oldest at queue_first. */
	due_reply *queue;
	size_t queue_first, queue_len, queue_cap;
	bool lost_count; /* there was no memory for the queue: packets are not decoded any more */

	/* The reply to the first command in the queue. */
	stage stage;
	uint32_t columns, columns_left, parameters_left, columns_after;
	value_type types[CELLS]; /* types of the result's columns */
	bool is_binary;
	uint64_t rows;

	statement statements[STATEMENTS]; /* a statement's index is id % STATEMENTS */
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

due_reply *mynd_wirelog_head(mynd_wirelog *log);     /* the oldest command whose reply is due; NULL: none */
due_reply *mynd_wirelog_last_due(mynd_wirelog *log); /* NULL: none */
void mynd_wirelog_expect(mynd_wirelog *log, due_reply what);
void mynd_wirelog_answered(mynd_wirelog *log); /* called when the reply to the oldest command has ended */
statement *mynd_wirelog_statement(mynd_wirelog *log, uint32_t id);
statement *mynd_wirelog_new_statement(mynd_wirelog *log, uint32_t id);

/* --- client.c, server.c: contents of a packet --- */

void mynd_wirelog_tell_client(mynd_wirelog *log, const packet *p, uint8_t number, line *to);
void mynd_wirelog_tell_server(mynd_wirelog *log, const packet *p, line *to);

/* --- values.c --- */

/*
 * Reads a binary value and appends it (`secret`: appends that it is left out). Returns MYND_BAD if the value
 * is missing or cut.
 */
int mynd_say_value(line *to, mynd_cursor *c, value_type type, bool secret);
/* Appends a text cell of length `len`, of which `bytes` were stored. */
void mynd_say_cell(line *to, mynd_slice bytes, uint64_t len, bool secret);

#endif
