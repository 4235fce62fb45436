/*
 * One connection as a state machine: a queue of commands, bytes in, bytes out, events pulled.
 *
 *     span  want(s)            where the next bytes go: the read buffer, or the body of a large cell
 *     int   commit(s, n)       n bytes have arrived there
 *     slice output(s)          bytes to be sent now; sent(s, n)
 *     int   next(s, &event)    what has happened
 *
 * No I/O, no PHP, and no callback except the allocator of large cells. After MYND_BAD the session is dead:
 * every further call returns MYND_BAD with the same error, and want and output are empty.
 * Memory is malloc'ed; large cells are the allocator's, and the receiver of a row's event takes them at once.
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

typedef struct mynd_session mynd_session;

typedef struct mynd_session_options {
	/* Login. mynd_session_new copies it; mynd_session_free wipes the password. */
	mynd_slice user, password, database;
	const mynd_attribute *attributes;
	size_t attribute_count;
	/* Wanted; those that the server lacks are not used. CONNECT_WITH_DB follows `database`. */
	uint64_t capabilities;
	/* a subset: the login is refused (REFUSED) if the server lacks one (SSL, for example) */
	uint64_t required;
	uint32_t max_packet;    /* in bytes, announced to the server */
	uint8_t collation;      /* 0: the collation of the greeting */
	bool unix_socket;       /* as good as TLS for sending a password */
	bool allow_cleartext;   /* allow mysql_clear_password even where the transport is not secure */
	bool refuse_server_key; /* use no RSA key except the pinned one */
	mynd_slice public_key;  /* PEM, or empty */
	/* report a request for a file (0xFB) as an event; otherwise it is refused with 2068 */
	bool allow_infile;
	/* Buffers. */
	size_t command_buffer; /* bytes; a command that fits with its header needs no temporary buffer */
	size_t read_buffer;    /* bytes; mynd_session_lend_buffer gives the memory */
	/* Bytes, 32 or more: cells of this length go to the allocator if their row has not arrived completely. */
	size_t large_cell;
	mynd_allocator allocator;
	mynd_session_counts *counts; /* not owned, never NULL */
} mynd_session_options;

/*
 * Returns NULL if there is no memory. Capabilities that this state machine does not implement (optional
 * metadata, further factors, MariaDB's progress and cached metadata) are never offered. Either COMPRESS or
 * ZSTD is negotiated, preferably ZSTD. MariaDB's bulk executes are requested only if the server knows cached
 * metadata (10.6 and later): to earlier servers the login looks like that of any other client. Query
 * attributes are negotiated only with MySQL 8.0.26 and later.
 */
mynd_session *mynd_session_new(const mynd_session_options *options);

/* Gives the session a new owner: from now on it counts in `counts` and takes large cells from `allocator`. */
void mynd_session_move(mynd_session *s, mynd_session_counts *counts, const mynd_allocator *allocator);

/*
 * Frees the session. `abandon`: the large cells being received were in request memory that no longer exists,
 * and are not released. Returns the read buffer if one was lent (even with unread bytes in it), which the
 * caller then owns; otherwise NULL.
 */
uint8_t *mynd_session_free(mynd_session *s, bool abandon);

/* --- bytes --- */

/*
 * The read buffer comes from the caller, because idle links return it. Without one, want() returns an empty
 * span. A buffer with unread bytes in it, or in the middle of a packet, cannot be taken back (take_buffer
 * returns NULL) unless the session is dead. `cap` is at least MYND_READ_BUFFER_MIN.
 */
#define MYND_READ_BUFFER_MIN 1024
void mynd_session_lend_buffer(mynd_session *s, uint8_t *ptr, size_t cap);
uint8_t *mynd_session_take_buffer(mynd_session *s);
const uint8_t *mynd_session_buffer(const mynd_session *s); /* the lent buffer; NULL: none */
bool mynd_session_has_unread(const mynd_session *s); /* bytes have arrived that no event has reported yet */
/*
 * Checks an idle session before a command is queued: bytes that have arrived unasked must not be taken for
 * the command's reply. Returns MYND_BAD if they could be; the session is dead then.
 */
int mynd_session_check_silence(mynd_session *s);

/*
 * Continues in another buffer, to which the unread bytes are moved; returns the old one. Returns NULL and
 * changes nothing if they do not fit. `kept`: what was read belongs to the lender of the buffer and is not
 * moved, so that rows can be received into their final place. Then want() moves nothing, and offers `cap`
 * bytes once, and never so many that more than `most` would be unread. If `most` is less than before and that
 * many bytes are unread, call next() before want().
 */
uint8_t *mynd_session_move_to(mynd_session *s, uint8_t *ptr, size_t cap, size_t most, bool kept);
size_t mynd_session_room(const mynd_session *s); /* free bytes of a kept buffer */

/*
 * The plain loop "next until MORE; want; read; commit" serves every case, also a byte at a time. After
 * MYND_MORE the span has space (unless TLS is to be started first: then nothing may be read). At other times
 * it may be empty, because the buffer is full of what next() has not reported yet. A span is valid for one
 * commit, of at most its length, and only until the next call of next, want, lend, take or discard_rows.
 */
mynd_span mynd_session_want(mynd_session *s);
int mynd_session_commit(mynd_session *s, size_t n);

/*
 * Returns the bytes to be sent: none after an unfinished barrier. sent() must follow before any other call
 * except want and commit.
 */
mynd_slice mynd_session_output(mynd_session *s);
void mynd_session_sent(mynd_session *s, size_t n);

/*
 * Returns how all bytes are compressed in both directions from the login's OK on; the caller compresses
 * them. want() and output() still deal with plain bytes. Call hand_back once, with the event READY of the
 * login: the bytes that the session has read after it are compressed and not for the session; they are valid
 * until the next call.
 */
mynd_compression mynd_session_compression(const mynd_session *s);
mynd_slice mynd_session_hand_back(mynd_session *s);

/*
 * Used instead of output() on a compressed connection: bytes of one command, or answers within a reply.
 * sent() follows, as above.
 */
typedef struct mynd_outgoing {
	mynd_slice bytes;
	bool is_answer;
	bool begins_command; /* the first byte is the first of a command */
	/* No reply to an earlier command is due: what the server sends next answers these bytes. */
	bool alone;
	bool secret; /* they may contain a password: no copy should be kept */
} mynd_outgoing;

mynd_outgoing mynd_session_outgoing(mynd_session *s);

/* --- commands --- */

/*
 * Queues a command; its bytes appear in output() when no barrier is left before it (mynd_command_is_barrier
 * says which commands are barriers). Returns MYND_BAD (cause MISUSE, 2014, or MEMORY) and leaves the session
 * unchanged if the command cannot be queued.
 */
int mynd_session_send(mynd_session *s, const mynd_command *command, mynd_error *error);

/* Queues a change-user, a dialogue like a login. The slices are copied; an empty database means none. */
int mynd_session_change_user(mynd_session *s, mynd_slice user, mynd_slice password, mynd_slice database,
    uint8_t collation, uint32_t owner, mynd_error *error);

unsigned mynd_session_pending(const mynd_session *s); /* commands whose reply is not over */
unsigned mynd_session_pending_of(const mynd_session *s, uint32_t owner);
uint32_t mynd_session_owner(const mynd_session *s); /* of the first pending command; 0: none is pending */
uint32_t mynd_session_last_owner(const mynd_session *s);
/* Gives the first `most` pending commands to another owner. */
void mynd_session_pass_on(mynd_session *s, unsigned most, uint32_t owner);
/*
 * Returns how many of the pending commands were sent to their last byte: those may have run, the others have
 * not. Works for a dead session, too.
 */
unsigned mynd_session_pending_sent(const mynd_session *s);
/* Returns the bytes of commands that may be sent now, but were not; bytes after a barrier do not count. */
uint64_t mynd_session_unsent(const mynd_session *s);
/*
 * Limits what output() offers before a reply is over: `commands` commands of `bytes` bytes together, or one
 * command of any length. At first there is no limit. Bytes already offered are not taken back.
 */
void mynd_session_set_window(mynd_session *s, unsigned commands, uint64_t bytes);
unsigned mynd_session_window(const mynd_session *s); /* commands */
uint64_t mynd_session_held(const mynd_session *s);   /* bytes that wait for a reply because of the window */

/* --- events --- */

typedef enum mynd_event_kind {
	/* During the login: when output() is empty, start TLS, then call mynd_session_tls_started. */
	MYND_EVENT_TLS,
	MYND_EVENT_READY,   /* login or change-user has succeeded; `ok` */
	MYND_EVENT_OK,      /* a reply without rows; `ok` */
	MYND_EVENT_COLUMNS, /* a result set begins; `column_count` */
	MYND_EVENT_COLUMN,  /* one definition, in order; `column` */
	/*
	 * All definitions were reported, rows may follow; `ok` (status, if the server sent EOF). After a prepare
	 * this event is `last`. If an execute asked for a cursor and the server opened one
	 * (MYND_STATUS_CURSOR_EXISTS), no rows and no END follow: the rows come with fetch commands, which are
	 * answered by ROW events and END (MYND_STATUS_LAST_ROW_SENT) only. The server may ignore the request for
	 * a cursor (for a CALL): then rows follow as usual.
	 */
	MYND_EVENT_COLUMNS_END,
	/*
	 * `prepared`, never `last`. As many COLUMN events as it says follow, then COLUMNS_END, which comes even
	 * without columns. The definitions of parameters have no event.
	 */
	MYND_EVENT_PREPARED,
	/*
	 * `row`, binary (binary.h) in replies to executes and fetches: valid until the next call of next, want or
	 * lend/take
	 */
	MYND_EVENT_ROW,
	MYND_EVENT_END,   /* the rows have ended; `ok` */
	MYND_EVENT_ERROR, /* the server's error: the command is over; `server_error` */
	/* The server asks for a file; `text` is its name. Answer with mynd_session_infile. */
	MYND_EVENT_INFILE,
	MYND_EVENT_TEXT, /* a reply that is plain text (statistics); `text`. The command is over */
	/* a client error (2008, 2068, or MYND_CAUSE_ODD_PREPARED) in `server_error`; see below */
	MYND_EVENT_REFUSED,
	/* always `last`: the rest of a reply refused in the middle was discarded */
	MYND_EVENT_DROPPED
} mynd_event_kind;

/*
 * REFUSED: with `last` the reply is over. Otherwise next() reads and discards the rest (rows, their end,
 * further results, an error of the server) and returns MYND_MORE until the command is over, then DROPPED. So
 * each command has exactly one last event. 2008 comes as soon as a cell does not fit; 2068 comes when the
 * server has answered our refusal.
 */

typedef struct mynd_event {
	mynd_event_kind kind;
	uint32_t owner; /* the command's; 0 during login */
	bool last;      /* this event ends the command's reply */
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
 * Returns MYND_OK if *event is filled, MYND_MORE if bytes must be fed (or none are due), MYND_BAD if the
 * session is dead (see error()).
 */
int mynd_session_next(mynd_session *s, mynd_event *event);

/*
 * Discards the rows of the head reply as they arrive, up to its END: no ROW events, no allocated large cells.
 * May be called at any time between the command and that END.
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
 * `doubted`: SHA-256 of a certificate that is not verified; NULL: there is no doubt. If it is set, the login
 * uses only methods that do not reveal the password, and is refused (2026) unless its end proves that the
 * server has this certificate and knows the password.
 */
void mynd_session_tls_started(mynd_session *s, const uint8_t *doubted);

/* Returns true if the server waits for the bytes of a file, and sends nothing before their end. */
bool mynd_session_wants_file(const mynd_session *s);
/* Sends the file's bytes, in pieces; an empty piece ends it. Valid after MYND_EVENT_INFILE. */
int mynd_session_infile(mynd_session *s, mynd_slice piece, mynd_error *error);

/* --- what is known of the session --- */

mynd_phase mynd_session_phase(const mynd_session *s);
const mynd_server *mynd_session_server(const mynd_session *s);
const mynd_error *mynd_session_error(const mynd_session *s); /* why it is dead */

/*
 * Returns details beyond the message of error(), which is stock's: the message that a server left on an idle
 * link before it closed it ("4031 The client was disconnected ..."), or the reason why TLS was refused.
 * Returns "" if there are none.
 */
const char *mynd_session_detail(const mynd_session *s);

/* Returns true if the server closed the session for inactivity (4031): it read no pending command. */
bool mynd_session_was_idle_too_long(const mynd_session *s);
/* Returns true, and ends the idle session, if the unread bytes are the server's last message. */
bool mynd_session_take_last_words(mynd_session *s);

/* Sets the status as if the peer, a stand-in for a server (stand_in.h), had reported it. */
void mynd_session_set_status(mynd_session *s, uint16_t status);

/* Forgets the reported default database: from now on it is unknown. */
void mynd_session_forget_schema(mynd_session *s);
/* Notes that the last command cleared the warnings of earlier commands on the server. */
void mynd_session_forget_warnings(mynd_session *s);

/* Returns the server's last message as an error, NULL if there was none. */
const mynd_error *mynd_session_last_words(const mynd_session *s);

#endif
