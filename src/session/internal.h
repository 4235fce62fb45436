/*
 * What the files of src/session/ share: the session itself, and the functions that one file has for the
 * others.
 *
 * Always true: start <= end <= cap. `state` says what the next byte from the server belongs to; each state
 * has one step function. `head` is the command whose reply is being read or awaited; in STATE_IDLE there is
 * none. Only mynd_session_die leads to STATE_DEAD, and nothing leads out of it.
 */
#ifndef MYND_SESSION_INTERNAL_H
#define MYND_SESSION_INTERNAL_H

#include "output.h"
#include "session.h"
#include "../auth/auth.h"
#include "../wire/binary.h"
#include "../wire/frame.h"

#define MYND_ROW_REST_LARGE 16384       /* a row that lacks so many bytes is not waited for in the buffer */
#define MYND_PACKED_MAX     (64u << 20) /* small cells of one row */
#define MYND_DIALOGUE_MAX                                                                                    \
	(64u << 20) /* what waits to be sent for the head command (answers, a file's pieces) */
#define MYND_COLUMNS_MAX      65535
#define MYND_AUTH_ANSWER_MAX  65536
#define MYND_AUTH_SWITCHES    2
#define MYND_DETAIL_SIZE      1024
#define MYND_LARGE_CELL_MIN   32 /* below, a marker would be longer than the cell */
#define MYND_COMMAND_CODE_LEN 1

/* Beside MYND_OK (an event), MYND_MORE and MYND_BAD a step may answer: the state has changed, step again. */
enum { MYND_STEP_AGAIN = 2 };

/* First bytes of the server's packets ("Generic Response Packets", "COM_QUERY Response", "AuthMoreData"). */
enum { MYND_FIRST_OK = 0x00, MYND_FIRST_MORE_DATA = 0x01, MYND_FIRST_EOF = 0xFE, MYND_FIRST_ERR = 0xFF };

typedef enum mynd_state {
	STATE_GREETING,
	STATE_TLS_DUE, /* nothing may be read until TLS is up */
	STATE_AUTH,    /* login or change-user */
	STATE_IDLE,    /* whatever arrives is unsolicited */
	STATE_UNSOLICITED,
	STATE_RESULT,       /* a query's reply, or a further one, begins */
	STATE_SIMPLE_REPLY, /* OK, EOF or an error */
	STATE_TEXT_REPLY,
	STATE_PREPARE_REPLY,
	STATE_PARAMETERS, /* definitions of a statement's parameters, which nobody reads */
	STATE_PARAMETERS_EOF,
	STATE_FETCH_REPLY, /* rows begin, without definitions */
	STATE_COLUMNS,
	STATE_COLUMNS_EOF, /* the packet that ends the definitions is due */
	STATE_COLUMNS_END, /* no such packet: the definitions are over */
	STATE_CURSOR,      /* no such packet either, but one that tells of a cursor may come in its place */
	STATE_NO_ROWS,     /* it came and told of none: it was the rows' end */
	STATE_ROWS,
	STATE_ROWS_DROPPED, /* as ROWS, nobody wants them */
	STATE_ROWS_TAIL,    /* the packet at hand is no row */
	STATE_BIG_ROW,      /* in the middle of a row, cell by cell */
	STATE_SKIPPED_ROW,  /* in the middle of a row that is dropped */
	STATE_INFILE,       /* the program owes the file's bytes */
	STATE_INFILE_REPLY,
	STATE_DEAD
} mynd_state;

/* Who logs in. Texts and password lie in `memory`, which is wiped before it is freed. */
typedef struct mynd_identity {
	mynd_slice user, password, database;
	uint8_t collation;
	unsigned switches; /* of method, so far */
	mynd_auth_run run;
	size_t memory_len;
	uint8_t memory[];
} mynd_identity;

/* A command whose reply is not over. */
typedef struct mynd_entry {
	struct mynd_entry *next;
	uint64_t end; /* where its bytes end in the stream of all commands */
	mynd_ticket ticket;
	mynd_com com;
	uint8_t reply_sequence; /* of the reply's first frame */
	bool barrier;
	bool cursor;             /* execute: one was asked for */
	uint32_t columns;        /* fetch */
	uint8_t *types;          /* fetch: of the columns; else NULL */
	mynd_identity *identity; /* change-user; else NULL */
} mynd_entry;

/* A row that is not in the buffer as a whole. */
typedef struct mynd_big_row {
	enum { CELL_NULLS, CELL_PREFIX, CELL_SMALL, CELL_LARGE } at; /* NULLS: a binary row's beginning */
	uint32_t frame_left;                                         /* bytes of this frame still to come */
	bool frame_follows;                                          /* this frame is a full one */
	uint32_t cells_left;
	uint8_t prefix[9]; /* a cell's length, as far as it has come */
	uint8_t prefix_len;
	size_t cell_left; /* bytes of this cell still to come */
	uint8_t *body;    /* CELL_LARGE: where they go */
	mynd_buffer
	    packed; /* the row as row.h has it; has a marker for each large cell, the unfinished one too */
	bool has_large;
	bool owned; /* the large cells in `packed` are ours */
	uint64_t wire_bytes;
} mynd_big_row;

struct mynd_session {
	mynd_state state;
	uint8_t sequence; /* of the next frame, from either side */
	bool want_is_body;
	uint8_t *buffer; /* never NULL, for cursors' sake */
	size_t cap, start, end;
	size_t most; /* bytes that may be unread; a longer packet is not waited for in the buffer */
	bool kept;   /* what is before `start` belongs to whoever lent the buffer */
	mynd_session_counts *counts;
	mynd_ticket ticket; /* of the head; 0: none */
	size_t wanted;      /* how much may be committed */

	/* the head's reply */
	mynd_entry *head, *tail;
	unsigned pending;
	bool begun;      /* its first packet was read */
	bool early;      /* which is numbered as only an error may be */
	bool swallowing; /* no event of it any more */
	bool discard;    /* drop the rows of the current result */
	bool refusing;   /* the file that it asked for was refused */
	uint32_t columns, columns_left;
	uint32_t parameters_left;
	const uint8_t *types;    /* of the columns, if the rows are binary; else NULL */
	mynd_buffer types_seen;  /* those of the definitions, one byte each */
	uint64_t *rows_received; /* the count of such rows */
	mynd_ok held;            /* STATE_NO_ROWS: what that packet said */
	uint16_t kept_status;    /* flags of the definitions' end that the rows' end has, too, whatever it says */
	mynd_big_row row;

	/* a packet (not a row) that does not fit the read buffer */
	bool gathering;
	uint32_t gather_left;
	mynd_buffer spill;
	size_t packet_bytes; /* of the last packet taken, with its header */

	mynd_output out;
	mynd_entry *spare_entry;
	mynd_ticket last_ticket;
	bool logged_in, quitting, tls;
	mynd_compression compression; /* since the login */

	mynd_session_options options; /* texts are our own: `texts` */
	void *texts;
	mynd_slice attributes;   /* of the login and of change-users, as they are sent; among the texts */
	mynd_identity *identity; /* until login */
	uint8_t scramble[MYND_SCRAMBLE_MAX];
	size_t scramble_len;
	char *greeting_method; /* NULL: none */

	mynd_server server;
	char *version, *schema;
	uint64_t received;
	bool has_last_words; /* `server_error` is the server's last words */
	/* from here on nothing is cleared but by name (mynd_session_new) */
	mynd_error server_error; /* that of the last event */
	mynd_error error;
	char detail[MYND_DETAIL_SIZE];
	uint8_t no_buffer[1];
};

/* --- session.c --- */

int mynd_session_die(mynd_session *s, const mynd_error *error)
    __attribute__((cold)); /* MYND_BAD, as all of these. `error` may be s->error */
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
 * The header of the frame at hand, not taken. MYND_MORE: not all of it is here. MYND_BAD: its number is not
 * due.
 */
int mynd_session_look_at_frame(mynd_session *s, mynd_frame *frame);

int mynd_session_die_out_of_order(mynd_session *s, uint8_t expected, uint8_t received, size_t len);

/* Takes the header that was looked at. */
void mynd_session_take_header(mynd_session *s);

/* Takes a whole packet that is no row; the slice lives until the next call. packet_bytes is set. */
int mynd_session_packet(mynd_session *s, mynd_slice *packet);

void mynd_session_release_spill(mynd_session *s);

/* --- queue.c --- */

bool mynd_session_head_is_sent(const mynd_session *s);
void mynd_session_head_over(mynd_session *s); /* on to the next command */
void mynd_session_entry_free(mynd_entry *entry);

/* --- login.c, auth.c --- */

mynd_identity *mynd_identity_new(mynd_slice user, mynd_slice password, mynd_slice database);
void mynd_identity_free(mynd_identity *identity); /* NULL: nothing */

int mynd_session_step_greeting(mynd_session *s, mynd_event *event);
int mynd_session_step_auth(mynd_session *s, mynd_event *event);

/* The method to begin with and its answer to the greeting's challenge. The caller frees `answer`, wiped. */
int mynd_session_first_answer(
    mynd_session *s, mynd_identity *identity, mynd_buffer *answer, mynd_error *error);
void mynd_session_wipe_buffer(mynd_buffer *buffer); /* and frees it */

/* What the login says of us, but for method and answer. */
mynd_login mynd_session_describe(const mynd_session *s, const mynd_identity *identity);

/* --- reply.c --- */

int mynd_session_take_ok(mynd_session *s, mynd_slice packet, mynd_ok *ok);  /* header 0x00 or 0xFE */
int mynd_session_take_eof(mynd_session *s, mynd_slice packet, mynd_ok *ok); /* either form */
int mynd_session_take_err(mynd_session *s, mynd_slice packet);              /* into s->server_error */
/* An event of the head's reply; event->ok is filled already. */
int mynd_session_event_ok(mynd_session *s, mynd_event *event, mynd_event_kind kind);
int mynd_session_event_error(mynd_session *s, mynd_event *event, mynd_slice packet) __attribute__((cold));
/* A refusal of ours in the middle of the head's reply; the rest of it is dropped. */
int mynd_session_event_refused(mynd_session *s, mynd_event *event, unsigned code, bool last);

/* A packet that begins or continues the head's reply; it has at least one byte. */
int mynd_session_reply_packet(mynd_session *s, mynd_slice *packet);
/* Nothing but an error may answer a command that was not sent yet: MYND_BAD. */
int mynd_session_begin_reply(mynd_session *s, uint8_t first);
bool mynd_session_deprecates_eof(const mynd_session *s);
bool mynd_session_head_executes(const mynd_session *s); /* its rows are binary */
void mynd_session_fill_event(mynd_session *s, mynd_event *event, mynd_event_kind kind);

int mynd_session_step_unsolicited(mynd_session *s);
int mynd_session_step_result(mynd_session *s, mynd_event *event);
int mynd_session_step_simple_reply(mynd_session *s, mynd_event *event);
int mynd_session_step_text_reply(mynd_session *s, mynd_event *event);
int mynd_session_step_columns(mynd_session *s, mynd_event *event);
int mynd_session_step_columns_eof(mynd_session *s, mynd_event *event);
int mynd_session_step_columns_end(mynd_session *s, mynd_event *event);
int mynd_session_step_infile_reply(mynd_session *s, mynd_event *event);

/* COLUMNS_END, and what comes after it; event->ok is filled already. */
int mynd_session_columns_over(mynd_session *s, mynd_event *event);

/* --- statement.c --- */

int mynd_session_step_prepare_reply(mynd_session *s, mynd_event *event);
int mynd_session_step_parameters(mynd_session *s, mynd_event *event);
int mynd_session_step_parameters_eof(mynd_session *s, mynd_event *event);
int mynd_session_step_cursor(mynd_session *s, mynd_event *event);
int mynd_session_step_no_rows(mynd_session *s, mynd_event *event);
int mynd_session_step_fetch_reply(mynd_session *s);

/* --- rows.c, bigrow.c --- */

int mynd_session_step_rows(mynd_session *s, mynd_event *event); /* ROWS and ROWS_DROPPED */
int mynd_session_step_rows_tail(mynd_session *s, mynd_event *event);
int mynd_session_step_skipped_row(mynd_session *s);
void mynd_session_count_row(mynd_session *s, uint64_t wire_bytes);
/* The definitions are over, or were never due. */
void mynd_session_begin_rows(mynd_session *s);
/* The packet at hand, where a row is due: its header and first byte. */
int mynd_session_look_at_row(mynd_session *s, mynd_frame *frame, uint8_t *first);
/* Whether it is what ends the rows. */
bool mynd_session_is_tail(const mynd_session *s, uint32_t len, uint8_t first);
/* Takes the header of a row's first frame. */
void mynd_session_follow_row(mynd_session *s, const mynd_frame *frame);

int mynd_session_begin_big_row(mynd_session *s, const mynd_frame *frame);
int mynd_session_step_big_row(mynd_session *s, mynd_event *event);
void mynd_session_release_big_row(mynd_session *s); /* what is still owned */
/* The row's next frame, when the last one is used up. MYND_MORE: its header is not here. */
int mynd_session_next_row_frame(mynd_session *s);
void mynd_session_big_row_received(mynd_session *s, size_t n); /* by way of want() */

#endif
