/*
 * The struct of a session, and the functions that the files of src/session/ call in each other.
 *
 * Always true: start <= end <= cap. `state` says what the next byte from the server belongs to; each state
 * has one step function, which reads it. The head (`head`) is the command whose reply is being read or
 * awaited; it is NULL in STATE_IDLE. Only mynd_session_die sets STATE_DEAD, and no function changes that
 * state.
 */
#ifndef MYND_SESSION_INTERNAL_H
#define MYND_SESSION_INTERNAL_H

#include "output.h"
#include "session.h"
#include "../auth/auth.h"
#include "../wire/binary.h"
#include "../wire/frame.h"

#define MYND_ROW_REST_LARGE   16384       /* a row of which so many bytes are missing is read cell by cell */
#define MYND_PACKED_MAX       (64u << 20) /* bytes of the small cells of one row */
#define MYND_DIALOGUE_MAX     (64u << 20) /* bytes to be sent within the head's reply: answers, a file */
#define MYND_COLUMNS_MAX      65535
#define MYND_AUTH_ANSWER_MAX  65536
#define MYND_AUTH_SWITCHES    2
#define MYND_DETAIL_SIZE      1024
#define MYND_LARGE_CELL_MIN   32 /* for a shorter cell, a value and a marker (17 bytes) gain nothing */
#define MYND_COMMAND_CODE_LEN 1

/*
 * A server's last message, sent before it closes the connection, has packet number 0. MaxScale numbers it 1,
 * as if it were the reply to the next command.
 */
#define MYND_LAST_WORDS_AS_REPLY 1

/*
 * A step function returns MYND_OK (with an event), MYND_MORE, MYND_BAD or MYND_STEP_AGAIN: the step function
 * of the present state is to be called next.
 */
enum { MYND_STEP_AGAIN = 2 };

/* First bytes of the server's packets ("Generic Response Packets", "COM_QUERY Response", "AuthMoreData"). */
enum { MYND_FIRST_OK = 0x00, MYND_FIRST_MORE_DATA = 0x01, MYND_FIRST_EOF = 0xFE, MYND_FIRST_ERR = 0xFF };

typedef enum mynd_state {
	STATE_GREETING,
	STATE_TLS_DUE, /* TLS must start before any byte is read */
	STATE_AUTH,    /* login or change-user */
	STATE_IDLE,    /* no command is pending: bytes that arrive are unsolicited */
	STATE_UNSOLICITED,
	STATE_RESULT,       /* a query's reply, or its next result, begins */
	STATE_SIMPLE_REPLY, /* OK, EOF or an error */
	STATE_TEXT_REPLY,
	STATE_PREPARE_REPLY,
	STATE_PARAMETERS, /* definitions of a statement's parameters, which are discarded */
	STATE_PARAMETERS_EOF,
	STATE_FETCH_REPLY, /* rows begin, without definitions */
	STATE_COLUMNS,
	STATE_COLUMNS_EOF, /* the packet that ends the definitions is due */
	STATE_COLUMNS_END, /* the definitions are over, and no packet ends them */
	STATE_CURSOR,      /* as COLUMNS_END, but a packet that reports a cursor may come */
	STATE_NO_ROWS,     /* the packet read in STATE_CURSOR was the end of the rows */
	STATE_ROWS,
	STATE_ROWS_DROPPED, /* rows that are discarded */
	STATE_ROWS_TAIL,    /* the current packet is not a row */
	STATE_BIG_ROW,      /* in the middle of a row that is read cell by cell */
	STATE_SKIPPED_ROW,  /* in the middle of a row that is discarded */
	STATE_INFILE,       /* the program has to send the file's bytes */
	STATE_INFILE_REPLY,
	STATE_DEAD
} mynd_state;

/* The user of a login or change-user. The texts are in `memory`, which is wiped before it is freed. */
typedef struct mynd_identity {
	mynd_slice user, password, database;
	uint8_t collation;
	unsigned switches; /* how often the method was switched */
	mynd_auth_run run;
	size_t memory_len;
	uint8_t memory[];
} mynd_identity;

/* A command whose reply has not ended. */
typedef struct mynd_entry {
	struct mynd_entry *next;
	uint64_t end;   /* end of the command's bytes in the stream of all commands */
	uint32_t owner; /* owner of the reply (mynd_command) */
	mynd_com com;
	uint8_t reply_sequence; /* number of the reply's first frame */
	bool barrier;
	bool cursor;             /* the execute requests a cursor */
	uint32_t columns;        /* number of columns of a fetch */
	uint8_t *types;          /* types of the columns of a fetch; otherwise NULL */
	mynd_identity *identity; /* user of a change-user; otherwise NULL */
} mynd_entry;

/* The row that is being read cell by cell, or skipped. */
typedef struct mynd_big_row {
	enum { CELL_NULLS, CELL_PREFIX, CELL_SMALL, CELL_LARGE } at; /* NULLS: header, NULL bitmap (binary row) */
	/* bytes of this frame that are still to come */
	uint32_t frame_left;
	/* the frame is full, so another one follows */
	bool frame_follows;
	uint32_t cells_left;
	uint8_t prefix[9]; /* the bytes of a cell's length that were read */
	uint8_t prefix_len;
	size_t cell_left; /* bytes of this cell that are still to come */
	uint8_t *body;    /* CELL_LARGE: memory for these bytes */
	/* the row in the form of row.h, with a marker for each large cell, including the unfinished one */
	mynd_buffer packed;
	bool has_large;
	bool owned; /* the session has to release the large cells in `packed` */
	uint64_t wire_bytes;
} mynd_big_row;

struct mynd_session {
	mynd_state state;
	uint8_t sequence; /* number of the next frame, sent or received */
	bool want_is_body;
	uint8_t *buffer; /* never NULL: a cursor needs a pointer */
	size_t cap, start, end;
	size_t most; /* maximum of unread bytes; a longer packet is read in pieces */
	bool kept;   /* the bytes before `start` belong to the lender of the buffer */
	mynd_session_counts *counts;
	uint32_t owner; /* the head's owner; 0: none */
	size_t wanted;  /* how many bytes may be committed */

	/* The commands whose reply is not over; the reply of the head is being read or awaited. */
	mynd_entry *head, *tail;
	unsigned pending;
	struct {
		unsigned commands;
		uint64_t bytes;
	} window; /* limit of what is sent before the head's reply is over; the head may always be sent */
	struct {
		mynd_entry *last;  /* last command that may be sent; NULL: there is no head */
		unsigned commands; /* from the head to `last` */
		uint64_t begin;    /* begin of the head's bytes in the stream of commands */
	} ahead;
	bool begun;      /* the first packet of the reply was read */
	bool early;      /* the packet that begins the reply has a number that only an error may have */
	bool swallowing; /* the rest of the reply is discarded without events */
	bool discard;    /* the rows of the current result are discarded */
	bool refusing;   /* the file that the reply asked for was refused */
	uint32_t columns, columns_left;
	uint32_t parameters_left;
	const uint8_t *types;    /* types of the columns, if the rows are binary; otherwise NULL */
	mynd_buffer types_seen;  /* the types of the definitions so far, one byte each */
	uint64_t *rows_received; /* counter of the rows, in `counts` */
	mynd_ok held;            /* STATE_NO_ROWS: contents of the packet that ended the rows */
	/* flags of the status after the definitions that are added to the status after the rows */
	uint16_t kept_status;
	mynd_big_row row;

	/*
	 * A packet (not a row) longer than `most` is gathered in `spill`; `gather_left` bytes have not arrived.
	 */
	bool gathering;
	uint32_t gather_left;
	mynd_buffer spill;
	size_t packet_bytes; /* size of the last packet that was taken, with its header */

	mynd_output out;
	mynd_entry *cached_entry;
	bool logged_in, quitting, tls;
	bool taken_over; /* from another process: the kind of the peer is unknown */
	bool in_doubt;   /* during the login: the server has to prove its certificate */
	uint8_t fingerprint[MYND_AUTH_FINGERPRINT_LEN];
	mynd_compression compression; /* compression of all bytes after the login */

	mynd_session_options options; /* `public_key` is a copy, in `texts`; its other texts are empty */
	void *texts;
	/* the connection attributes, in the form in which a login or change-user sends them; in `texts` */
	mynd_slice attributes;
	mynd_identity *identity; /* user of the login; NULL after the login */
	uint8_t scramble[MYND_SCRAMBLE_MAX];
	size_t scramble_len;
	char *greeting_method; /* NULL: none */

	mynd_server server;
	char *version, *schema;
	uint64_t received;
	bool has_last_words;      /* `server_error` is the server's last message */
	uint8_t last_words_begin; /* number of the server's last message */
	/* mynd_session_new does not zero the memory from here on, but initializes these members one by one */
	mynd_error server_error; /* error of the last event */
	mynd_error error;
	char detail[MYND_DETAIL_SIZE];
	uint8_t no_buffer[1];
};

/* --- session.c --- */

int mynd_session_die(mynd_session *s, const mynd_error *error)
    __attribute__((cold)); /* Ends the session. Returns MYND_BAD. `error` may be s->error. */
int mynd_session_die_malformed(mynd_session *s, const char *what) __attribute__((cold));
int mynd_session_die_memory(mynd_session *s) __attribute__((cold));
void mynd_session_set_detail(mynd_session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- input.c --- */

static inline size_t mynd_session_unread(const mynd_session *s)
{
	return s->end - s->start;
}

static inline mynd_cursor mynd_session_cursor(const mynd_session *s)
{
	return mynd_cursor_over(s->buffer + s->start, mynd_session_unread(s));
}

/*
 * Reads the next frame's header but leaves it in the buffer. Returns MYND_MORE if the header is not complete,
 * MYND_BAD if its number is wrong, MYND_STEP_AGAIN if the frame may be the server's last message.
 */
int mynd_session_look_at_frame(mynd_session *s, mynd_frame *frame);

int mynd_session_die_out_of_order(mynd_session *s, uint8_t expected, uint8_t received, size_t len);

/* Removes the next frame's header from the buffer, and counts the frame. */
void mynd_session_take_header(mynd_session *s);

/*
 * Takes a whole packet that is not a row out of the buffer, and sets packet_bytes. *packet is valid until the
 * next call.
 */
int mynd_session_packet(mynd_session *s, mynd_slice *packet);

void mynd_session_release_spill(mynd_session *s);

/* --- queue.c --- */

bool mynd_session_head_is_sent(const mynd_session *s);
void mynd_session_head_over(mynd_session *s); /* removes the head; the next command becomes the head */
void mynd_session_entry_free(mynd_entry *entry);
/*
 * Queues a command that another process has sent. Takes over `identity`, even on failure. Returns MYND_BAD if
 * out of memory.
 */
int mynd_session_expect_reply(
    mynd_session *s, mynd_com com, uint32_t owner, bool barrier, mynd_identity *identity);

/* --- login.c, auth.c --- */

unsigned long mynd_session_version_number(const char *version); /* "10.11.6-MariaDB": 101106 */
mynd_identity *mynd_identity_new(mynd_slice user, mynd_slice password, mynd_slice database);
void mynd_identity_free(mynd_identity *identity); /* NULL is allowed */

int mynd_session_step_greeting(mynd_session *s, mynd_event *event);
/* Stores the greeting's data and negotiates the capabilities. Returns MYND_BAD if the session is dead. */
int mynd_session_take_greeting(mynd_session *s, const mynd_greeting *greeting);
int mynd_session_step_auth(mynd_session *s, mynd_event *event);

/* Chooses the first method and answers the greeting's challenge. The caller wipes and frees `answer`. */
int mynd_session_first_answer(
    mynd_session *s, mynd_identity *identity, mynd_buffer *answer, mynd_error *error);
void mynd_session_wipe_buffer(mynd_buffer *buffer); /* wipes and frees the buffer */

/* Returns the contents of a login packet, except the authentication method and its answer. */
mynd_login mynd_session_describe(const mynd_session *s, const mynd_identity *identity);

/* --- reply.c --- */

int mynd_session_take_ok(mynd_session *s, mynd_slice packet, mynd_ok *ok);  /* header 0x00 or 0xFE */
int mynd_session_take_eof(mynd_session *s, mynd_slice packet, mynd_ok *ok); /* EOF, or OK with header 0xFE */
int mynd_session_take_err(mynd_session *s, mynd_slice packet); /* stores the error in s->server_error */
/* Makes an event whose `ok` is filled already. Ends the head's reply unless another result follows. */
int mynd_session_event_ok(mynd_session *s, mynd_event *event, mynd_event_kind kind);
int mynd_session_event_error(mynd_session *s, mynd_event *event, mynd_slice packet) __attribute__((cold));
/* Makes the event REFUSED with this client error. Unless it is `last`, the rest of the reply is discarded. */
int mynd_session_event_refused(mynd_session *s, mynd_event *event, unsigned code, bool last);
/* Makes the event REFUSED for a prepare whose reply has a wrong size, and ends that reply. */
int mynd_session_event_odd_prepared(mynd_session *s, mynd_event *event, const mynd_error *error);

/* Takes the next packet of the head's reply, and ends the session if the packet is empty. */
int mynd_session_reply_packet(mynd_session *s, mynd_slice *packet);
/*
 * Notes that the head's reply has begun, with this byte. Returns MYND_BAD if only an error may come (the head
 * is not sent completely, or the packet's number is too low) and the byte begins no error.
 */
int mynd_session_begin_reply(mynd_session *s, uint8_t first);
bool mynd_session_deprecates_eof(const mynd_session *s);
/* returns true if the rows of the head's reply are binary */
bool mynd_session_head_executes(const mynd_session *s);
void mynd_session_fill_event(mynd_session *s, mynd_event *event, mynd_event_kind kind);

int mynd_session_step_unsolicited(mynd_session *s);
int mynd_session_step_result(mynd_session *s, mynd_event *event);
int mynd_session_step_simple_reply(mynd_session *s, mynd_event *event);
int mynd_session_step_text_reply(mynd_session *s, mynd_event *event);
int mynd_session_step_columns(mynd_session *s, mynd_event *event);
int mynd_session_step_columns_eof(mynd_session *s, mynd_event *event);
int mynd_session_step_columns_end(mynd_session *s, mynd_event *event);
int mynd_session_step_infile_reply(mynd_session *s, mynd_event *event);

/* Makes the event COLUMNS_END, whose `ok` is filled already, and sets the state that follows. */
int mynd_session_columns_over(mynd_session *s, mynd_event *event);

#include "steps.h"

#endif
