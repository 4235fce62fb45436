/*
 * The protocol of one connection as a state machine: commands are queued, bytes moved, events pulled.
 *
 *     span  want(s)            where the next bytes go: the read buffer, or the body of a large cell
 *     int   commit(s, n)       n bytes have arrived there
 *     slice output(s)          bytes to be sent now; sent(s, n)
 *     int   next(s, &event)    what has happened
 *
 * No I/O, no PHP, and no callback except the allocator of large cells. After MYND_BAD the session is dead:
 * every further call returns MYND_BAD with the same error, and want and output are empty. Memory is
 * malloc'ed, except large cells (of `large_cell` bytes), which the allocator makes. The receiver of a ROW
 * event owns its large cells.
 */
#ifndef MYND_SESSION_SESSION_H
#define MYND_SESSION_SESSION_H

#include "../wire/command.h"
#include "../wire/column.h"
#include "../wire/compressed.h"
#include "../wire/handshake.h"
#include "../wire/reply.h"
#include "../wire/row.h"
#include "../wire/statement.h"

#include "counts.h"
#include "known.h"
#include "pending.h"

typedef struct mynd_session_options {
	/* For the login. mynd_session_new copies these texts, and the login's end wipes the copied password. */
	mynd_slice user, password, database;
	const mynd_attribute *attributes;
	size_t attribute_count;
	/* Wanted; those that the server lacks are not used. CONNECT_WITH_DB depends on `database` only. */
	uint64_t capabilities;
	/* capabilities (SSL, for example) without which the login fails, with MYND_CAUSE_REFUSED */
	uint64_t required;
	uint32_t max_packet;    /* in bytes, announced to the server */
	uint8_t collation;      /* 0: the collation of the greeting */
	bool unix_socket;       /* safe for sending a password, as TLS is */
	bool allow_cleartext;   /* allow mysql_clear_password even where the transport is not secure */
	bool refuse_server_key; /* use no RSA key except the pinned one */
	mynd_slice public_key;  /* PEM, or empty */
	/*
	 * report the server's request for a file (0xFB) as an event; otherwise the request is refused with 2068
	 */
	bool allow_infile;
	/* Buffers. */
	size_t command_buffer; /* bytes; a command that is longer, with its header, gets a temporary buffer */
	size_t read_buffer;    /* not used by the session, see mynd_session_lend_buffer */
	/*
	 * Bytes, 32 or more: a cell that long gets memory of the allocator if its row has not arrived completely.
	 */
	size_t large_cell;
	mynd_allocator allocator;
	mynd_session_counts *counts; /* not owned, never NULL */
} mynd_session_options;

/*
 * Returns NULL if there is no memory. Capabilities that this state machine does not implement (optional
 * metadata, multi-factor authentication, MariaDB's progress reports and cached metadata) are never requested.
 * If the server has both COMPRESS and ZSTD, only ZSTD is negotiated. MariaDB's bulk executes are requested
 * only if the server has cached metadata (10.6 and later), so that earlier servers get the same login as from
 * other clients. Query attributes are negotiated only with MySQL 8.0.26 and later.
 */
mynd_session *mynd_session_new(const mynd_session_options *options);

/* Gives the session a new owner, with whose `counts` and `allocator` it continues. */
void mynd_session_move(mynd_session *s, mynd_session_counts *counts, const mynd_allocator *allocator);

/*
 * Frees the session. With `abandon` the large cells of an unfinished row are not released: they were in
 * request memory that no longer exists. Returns the read buffer if one was lent (even with unread bytes in
 * it), which the caller then owns; otherwise NULL.
 */
uint8_t *mynd_session_free(mynd_session *s, bool abandon);

/* --- bytes --- */

/*
 * The caller lends the read buffer and takes it back when the connection is idle. Without a buffer want()
 * returns an empty span. take_buffer returns NULL if the buffer has unread bytes or a packet is half read; a
 * dead session always returns its buffer. `cap` is at least MYND_READ_BUFFER_MIN.
 */
#define MYND_READ_BUFFER_MIN 1024
void mynd_session_lend_buffer(mynd_session *s, uint8_t *ptr, size_t cap);
uint8_t *mynd_session_take_buffer(mynd_session *s);
const uint8_t *mynd_session_buffer(const mynd_session *s); /* the lent buffer; NULL: none */
/* returns true if bytes have arrived that no event has reported */
bool mynd_session_has_unread(const mynd_session *s);
/*
 * Checks an idle session before a command is queued: bytes that have arrived unasked must not be taken for
 * the command's reply. Returns MYND_BAD if they could be; the session is dead then.
 */
int mynd_session_check_silence(mynd_session *s);

/*
 * Replaces the read buffer: moves the unread bytes to the new one and returns the old one. Returns NULL and
 * changes nothing if they do not fit. At most `most` bytes are then unread at any time. With `kept` the bytes
 * that were read belong to the lender of the buffer (rows are received into their final memory): want() never
 * moves bytes, so that `cap` bytes can be received in all. If `most` is now smaller and that many bytes are
 * unread, call next() before want(): want() would have no space.
 */
uint8_t *mynd_session_move_to(mynd_session *s, uint8_t *ptr, size_t cap, size_t most, bool kept);
size_t mynd_session_room(const mynd_session *s); /* returns how many bytes of a kept buffer are free */

/*
 * The loop "next until MORE; want; read; commit" is always enough, even with a byte at a time. After
 * MYND_MORE the span has space, unless TLS is to be started first: then nothing may be read. At other times
 * it may be empty, because the buffer is full of bytes that next() has not reported yet. A span is valid for
 * one commit, of at most its length, and only until the next call of next, want, lend, take or discard_rows.
 */
mynd_span mynd_session_want(mynd_session *s);
int mynd_session_commit(mynd_session *s, size_t n);

/*
 * Returns the bytes to be sent now: none that are queued after a barrier (a command after which nothing may
 * be sent until its reply is over). Call sent() before any other function except want and commit.
 */
mynd_slice mynd_session_output(mynd_session *s);
void mynd_session_sent(mynd_session *s, size_t n);

/*
 * Returns the compression of all bytes after the login's OK, in both directions; the caller compresses and
 * decompresses, and want() and output() still deal with plain bytes. Call hand_back once, at the event READY
 * of the login: it returns the bytes that were read after the OK, which are compressed and no longer the
 * session's. They are valid until the next call.
 */
mynd_compression mynd_session_compression(const mynd_session *s);
mynd_slice mynd_session_hand_back(mynd_session *s);

/*
 * A compressed connection calls outgoing() instead of output(): it returns bytes of one command, or of
 * answers within a reply (a password, a file). Call sent() after it, as above.
 */
typedef struct mynd_outgoing {
	mynd_slice bytes;
	bool is_answer;
	bool begins_command; /* the first byte is the first of a command */
	/* No reply to an earlier command is due: what the server sends next answers these bytes. */
	bool alone;
	bool secret; /* the bytes may contain a password: keep no copy */
} mynd_outgoing;

mynd_outgoing mynd_session_outgoing(mynd_session *s);

/* --- commands --- */

/*
 * Queues a command. output() offers its bytes when no barrier (mynd_command_is_barrier) is before it in the
 * queue and the window (below) permits. Returns MYND_BAD (cause MISUSE, 2014, or MEMORY) and leaves the
 * session unchanged if the command cannot be queued.
 */
int mynd_session_send(mynd_session *s, const mynd_command *command, mynd_error *error);

/* Queues a change-user, a dialogue like a login. The slices are copied; an empty database means none. */
int mynd_session_change_user(mynd_session *s, mynd_slice user, mynd_slice password, mynd_slice database,
    uint8_t collation, uint32_t owner, mynd_error *error);

/* --- events --- */

/* The kinds of events. A name like `ok` is the member of mynd_event that has the event's data. */
typedef enum mynd_event_kind {
	/* During the login: when output() is empty, start TLS and call mynd_session_tls_started. */
	MYND_EVENT_TLS,
	MYND_EVENT_READY,   /* a login or change-user has succeeded; `ok` */
	MYND_EVENT_OK,      /* a reply without rows; `ok` */
	MYND_EVENT_COLUMNS, /* a result set begins; `column_count` */
	MYND_EVENT_COLUMN,  /* the next definition, in order; `column` */
	/*
	 * All definitions were reported, rows may follow; `ok` has the status if the server sent EOF. After a
	 * prepare this event is `last`. If an execute asked for a cursor and the server opened one
	 * (MYND_STATUS_CURSOR_EXISTS), no rows and no END follow: the rows come with fetch commands, which are
	 * answered by ROW events and END (MYND_STATUS_LAST_ROW_SENT) only. The server may ignore the request for
	 * a cursor (for a CALL): then rows follow as usual.
	 */
	MYND_EVENT_COLUMNS_END,
	/*
	 * A statement was prepared; `prepared`, never `last`. A COLUMN event follows for each of its columns,
	 * then COLUMNS_END, even if it has no columns. The definitions of parameters have no event.
	 */
	MYND_EVENT_PREPARED,
	/*
	 * A row; `row`, binary (binary.h) in replies to executes and fetches. It is valid until the next call of
	 * next, want, lend_buffer or take_buffer.
	 */
	MYND_EVENT_ROW,
	MYND_EVENT_END,   /* the rows have ended; `ok` */
	MYND_EVENT_ERROR, /* the server has reported an error, which ends the command; `server_error` */
	/* The server asks for a file; `text` is its name. Answer with mynd_session_infile. */
	MYND_EVENT_INFILE,
	MYND_EVENT_TEXT, /* a reply that is plain text (statistics); `text`. The command is over */
	/* the session refuses the reply with a client error in `server_error` (2008, 2068, 2027); see below */
	MYND_EVENT_REFUSED,
	/* always `last`: the rest of a reply refused in the middle was discarded */
	MYND_EVENT_DROPPED
} mynd_event_kind;

/*
 * REFUSED: if it is `last`, the reply is over. Otherwise next() reads and discards the rest (rows, their end,
 * further results, an error of the server), and returns MYND_MORE until the reply is over, then DROPPED. So
 * each command has exactly one last event. 2008 is reported as soon as there is no memory for a cell, 2068
 * after the server has replied to our refusal of the file.
 */

typedef struct mynd_event {
	mynd_event_kind kind;
	uint32_t owner; /* owner of the command; 0 during login */
	bool last;      /* the event ends the command's reply */
	union {
		mynd_ok ok; /* slices: valid until the next call */
		uint32_t column_count;
		mynd_column column;
		mynd_row row;
		mynd_error *server_error; /* valid until the next call */
		mynd_slice text;
		mynd_prepared prepared;
	};
} mynd_event;

/*
 * Returns MYND_OK if *event is filled, MYND_MORE if more bytes are needed or no reply is due, MYND_BAD if the
 * session is dead (see mynd_session_error).
 */
int mynd_session_next(mynd_session *s, mynd_event *event);

/*
 * Discards the rows of the first pending command's current result set as they arrive, up to END: they make no
 * ROW events, and no large cells are allocated. May be called at any time before that END.
 */
void mynd_session_discard_rows(mynd_session *s);

/*
 * Ends the session with 2027 because a row that it returned as complete is not valid (too few or too many
 * cells). Returns MYND_BAD.
 */
int mynd_session_malformed(mynd_session *s, const char *what);

/* Ends the session with this error of the transport, unless it is dead already. Returns MYND_BAD. */
int mynd_session_lost(mynd_session *s, const mynd_error *error);

/*
 * Continues the login after TLS has started. `doubted`: SHA-256 of the server's certificate if it was not
 * verified, otherwise NULL. If it is set, only authentication methods that do not reveal the password are
 * used, and the login is refused (2026) unless its last packet proves that the server has this certificate
 * and knows the password.
 */
void mynd_session_tls_started(mynd_session *s, const uint8_t *doubted);

/* Returns true if the server waits for the bytes of a file, and sends nothing before their end. */
bool mynd_session_wants_file(const mynd_session *s);
/* Queues a piece of the file's bytes; an empty piece ends the file. Valid after MYND_EVENT_INFILE. */
int mynd_session_infile(mynd_session *s, mynd_slice piece, mynd_error *error);

/* --- what is known of the session --- */

mynd_phase mynd_session_phase(const mynd_session *s);
const mynd_server *mynd_session_server(const mynd_session *s);
const mynd_error *mynd_session_error(const mynd_session *s); /* returns the reason why the session is dead */

/*
 * Returns details that the message of mynd_session_error, which is stock's, does not contain: the message
 * that the server sent before it closed an idle connection ("4031 The client was disconnected ..."), or the
 * reason why TLS was refused. Returns "" if there are none.
 */
const char *mynd_session_detail(const mynd_session *s);

/* Returns true if the server closed the session for inactivity (4031): it has read no pending command. */
bool mynd_session_was_idle_too_long(const mynd_session *s);
/* Returns true, and ends the idle session, if the unread bytes are the last message of a closing server. */
bool mynd_session_take_last_words(mynd_session *s);

/* Sets the status as if the peer, a stand-in for a server (stand_in.h), had reported it. */
void mynd_session_set_status(mynd_session *s, uint16_t status);

/* Forgets the reported default database: from now on it is unknown. */
void mynd_session_forget_schema(mynd_session *s);
/* Notes that the last command cleared the warnings of earlier commands on the server. */
void mynd_session_forget_warnings(mynd_session *s);

/* Returns the error that the server sent before it closed the connection, NULL if there was none. */
const mynd_error *mynd_session_last_words(const mynd_session *s);

#endif
