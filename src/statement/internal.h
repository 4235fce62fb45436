/*
 * What the files of src/statement/ share, and what higher rooms need of a statement. It includes
 * deferred_prepare.h, which no file includes by itself.
 */
#ifndef MYND_STATEMENT_INTERNAL_H
#define MYND_STATEMENT_INTERNAL_H

#include "bulk.h"
#include "../command/internal.h"

#define MYND_STATEMENT_VERSION_NONE                                                                          \
	UINT32_MAX /* the version of a statement that the server does not have yet */

/* The server's limit, max_prepared_stmt_count, is shared by all connections. */
#define MYND_CACHED_STATEMENTS 16

/* What a link knows of its prepared statements. malloc'ed with the first one. */
typedef struct mynd_prepared_state {
	mynd_statement *first;                         /* all that exist */
	mynd_statement *cache[MYND_CACHED_STATEMENTS]; /* the one used last comes first */
	unsigned cache_count;
	/* The version of the session state for which the cache is valid (cache.c). */
	uint32_t session_version;
	uint32_t sql_prepares; /* for which next_id is valid: the link's count (pipelining_allowed.c) */
	unsigned lent;         /* number of statements that may come back into the cache */
	bool cache_off;        /* the server had no room for more (1461) */
	/* last_id was not closed; only then MariaDB takes it for "the last statement". */
	bool last_open;
	bool has_use_for_pipelines; /* a text has run that could have taken one round trip */
	uint32_t last_id;           /* of the statement that was prepared last */
	uint32_t next_id;           /* of the one that will be prepared next, as far as is known; 0: unknown */
	/*
	 * MySQL: executes since the last prepare that may have taken an id, and how many of them are thought to
	 * have; what the last of them was (predicted_ids.c).
	 */
	uint32_t may_have_taken, have_taken;
	uint64_t last_taker;
	uint8_t misses;         /* wrong ids in a row */
	unsigned deferred;      /* number of statements whose prepare was not sent yet (deferred_prepare.c) */
	size_t longest_command; /* that the server accepts; 0: it was not asked (bulk.c) */
} mynd_prepared_state;

/* Counted by reference. A cached statement belongs to the cache and holds no reference to its link. */
struct mynd_statement {
	mynd_link *link;
	mynd_statement *previous, *next; /* the link's list */
	uint32_t references;
	uint32_t connection_number, statement_version; /* those of the link when it was prepared */
	uint32_t id;
	uint64_t serial;         /* of its last execute; 0: none */
	uint64_t deferred_after; /* of a deferred one: how many commands came before it (deferred_prepare.c) */
	uint32_t executions;
	uint64_t shape;         /* of the values it is meant for; 0: any (cache.c) */
	uint32_t cache_version; /* of a lent or deferred one: the version when it was prepared */
	uint32_t types_version; /* the version when `types` were sent: servers note the character set then */
	uint32_t cursor_number; /* +1 with each event that ends a cursor: an execute, a reset */
	uint32_t prefetch;
	uint16_t fields; /* columns of its result when it was prepared */
	uint16_t parameters, warnings;
	bool prepared; /* the server has it under `id` */
	bool deferred; /* its prepare goes with its first execute (deferred_prepare.c); its version is NONE */
	bool alone;    /* a deferred one is sent before any other command of the link */
	bool cached, explicit_close;
	bool lent;        /* taken from the cache, or to be put there */
	bool alters;      /* running it may change the session */
	bool prepares;    /* running it may make statements */
	bool local;       /* its text has the word LOCAL: it may ask for a file */
	bool bound;       /* the server knows `types` */
	bool long_data;   /* was sent since the last execute */
	bool is_doubtful; /* the server may not be able to run it any more: it is not kept */
	enum {
		MYND_CURSOR_CLOSED,
		MYND_CURSOR_WAITS, /* open, and `columns` were not taken yet */
		MYND_CURSOR_TAKEN
	} cursor;
	/*
	 * the types of the parameters as last sent, followed by a bit for each: long data was sent. malloc'ed;
	 * NULL: none yet
	 */
	uint8_t *types;
	mynd_columns *columns;
	mynd_error *refusal;   /* malloc'ed: why a prepare that was sent late has failed; NULL: none has */
	mynd_buffer gathered;  /* rows for a bulk execute (bulk.c) */
	mynd_text_facts facts; /* of its text */
	size_t len;
	char text[]; /* kept because it may have to be prepared again; malloc'ed with the statement */
};

/* --- statement.c --- */

/* For the cache no reference to the link is taken. NULL: no memory (2008). */
mynd_statement *mynd_statement_new(mynd_link *link, const mynd_text_facts *text, bool cached);
/*
 * Queues the close for the server, if it can be sent, and frees the statement; `now`: also writes it, if that
 * needs no waiting. What is left of the reply to its last execute is not touched.
 */
void mynd_statement_retire(mynd_statement *statement, bool now);
int mynd_statement_send_close(mynd_link *link, uint32_t id, mynd_error *error);

/* The text of the statement whose reply is the link's current one; empty: it is none's. */
mynd_slice mynd_statement_current_text(const mynd_link *link);

/* What was not taken of its last reply never will be. */
void mynd_statement_leave_reply(mynd_statement *statement);

/* Its connection still exists. */
bool mynd_statement_is_alive(const mynd_statement *statement);
/* The link's last command was an execute of this statement, and the link lives. */
bool mynd_statement_is_current(const mynd_statement *statement);
/* The same, and its results are its own: next_result() of the connection has taken none of them. */
bool mynd_statement_has_reply(const mynd_statement *statement);
void mynd_statement_release_columns(mynd_statement *statement);
/*
 * Sets error 1243 as the server words it, with `command` as the error names it: for a statement of an earlier
 * version, whose id may belong to another statement now.
 */
int mynd_statement_unknown(mynd_statement *statement, const char *command);
/*
 * Takes the columns of a reply that has begun. Those of a cursor wait with the statement, and the link is
 * free.
 */
void mynd_statement_take_columns(mynd_statement *statement);

/*
 * Prepares the link for a command on the statement; `command` is its name in servers' errors; `async`:
 * replies may be outstanding.
 */
int mynd_statement_begin(mynd_statement *statement, const char *command, bool async);
/*
 * The same for an execute that is waited for. MYND_MORE: the link has begun, and the statement's prepare was
 * not sent yet.
 */
int mynd_statement_begin_execute(mynd_statement *statement);
/* Notes whether its text, which is prepared or run now, leaves something in the session (mynd_replayable). */
void mynd_statement_note_use(mynd_statement *statement);
/* The statement is run: what that may change is noted. */
void mynd_statement_note_change(mynd_statement *statement);

/* The callers of the following functions have begun a command on the link. */
int mynd_statement_prepare_begun(mynd_statement *statement);
int mynd_statement_read_prepared(mynd_statement *statement);
int mynd_statement_execute_begun(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor);
/*
 * `id`: the statement's id, or the one it will get. 2031 if the number of parameters is not the statement's.
 */
int mynd_statement_queue_execute(
    mynd_statement *statement, uint32_t id, const mynd_parameter *parameters, uint32_t count, uint8_t cursor);
int mynd_statement_read_executed(mynd_statement *statement);
/* Drops long data that was sent for a parameter which has a value now. */
int mynd_statement_finish_long_data(
    mynd_statement *statement, const mynd_parameter *parameters, uint32_t count);
/* An execute of it, of any kind, is in the session's queue. */
void mynd_statement_was_sent(mynd_statement *statement);
/* The server has the types of these parameters now. */
void mynd_statement_remember_types(mynd_statement *statement, const mynd_parameter *parameters);
/*
 * After an execute that has failed: true if the server does not have the statement with this id, and has
 * therefore run nothing. If the error may mean that, the server is asked. The error stays.
 */
bool mynd_statement_find_lost(mynd_link *link, uint32_t id);
/* An execute of it has failed, with the link's error. */
void mynd_statement_note_failure(mynd_statement *statement);

/* The request's memory is about to be freed: statements forget what they hold of it. */
void mynd_statements_forget_columns(mynd_link *link);
/* The link is freed, and with it the statements that a fatal error left. */
void mynd_statements_end(mynd_link *link);

/* NULL: no memory (2008). */
mynd_prepared_state *mynd_prepared_of(mynd_link *link);
/* Borrowed, and with the first execute if that saves a round trip (deferred_prepare.c). */
enum { MYND_PREPARE_LENT = 1, MYND_PREPARE_LATE = 2 };
/* As mynd_statement_prepare, without the gate. */
mynd_statement *mynd_statement_prepare_now(mynd_link *link, mynd_text_facts *text, unsigned how);

/* --- execute.c, async.c: what runs them, without the gate --- */

int mynd_statement_execute_now(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor);
/* Queues it for an owner; `send`: sends it as well. */
int mynd_statement_queue_now(mynd_statement *statement, const void *owner, const mynd_parameter *parameters,
    uint32_t count, bool send);
/* The session has accepted the entry's command (queued), or the command was never sent (hold_pending). */
void mynd_statement_queued(mynd_statement *statement, mynd_pending *pending);
void mynd_statement_hold_pending(mynd_statement *statement, mynd_pending *pending);
/* Its reply was taken, with this outcome. Returns rc. */
int mynd_statement_reaped(mynd_statement *statement, int rc);
/* The program sees it as run: the link's reply belongs to it. */
void mynd_statement_answered(mynd_statement *statement);

/* --- prepare_execute.c --- */

/*
 * Prepares a statement that the server does not have and runs it, in one write if that is allowed. The link
 * has begun. MYND_BAD with MYND_CAUSE_WRONG_COUNT: it needs *needed values.
 */
int mynd_statement_run_new(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor, uint32_t *needed);

/* --- cursor.c --- */

/* As mynd_statement_use and mynd_statement_store, for a cursor that waits. */
mynd_result *mynd_cursor_use(mynd_statement *statement);
mynd_result *mynd_cursor_store(mynd_statement *statement);
/* The result reads from a cursor whose statement nothing else holds, and the statement holds the link. */
bool mynd_cursor_holds_link(const mynd_result *result);

/* --- cache.c --- */

/* As mynd_link_execute_query, without the gate. *needed is the number of values that the text needs. */
int mynd_link_execute_query_now(mynd_link *link, mynd_text_facts *text, const mynd_parameter *parameters,
    uint32_t count, uint32_t *needed);
/*
 * If the session may have changed, what is kept is useless: closes the statements that only the cache holds.
 */
void mynd_cache_refresh(mynd_link *link);
/* The server has forgotten its statements, or the session ends: nothing is sent. */
void mynd_cache_drop(mynd_link *link);
/* The program's use of the connection ends. */
void mynd_prepared_end_use(mynd_link *link);
/*
 * Takes the statement of this text, prepared for any values, out of the cache; the caller owns it as if it
 * had prepared it. NULL: there is none.
 */
mynd_statement *mynd_cache_lend(mynd_link *link, mynd_slice sql);
/*
 * Asked after an error. True: the error was the server's limit of statements; the cached statements were
 * closed and the link has begun again, so that a prepare may be tried once more.
 */
bool mynd_cache_gave_way(mynd_link *link);

/* If need be, MySQL 8.0.22 and later give a parameter the type of its first values, and keep it (tried). */
bool mynd_cache_remembers_values(const mynd_link *link);
/*
 * For such a server a text has a statement for each shape of its values: 'SELECT ? + 1' of 1 is an integer,
 * and would be a decimal after 0.5. So a result does not depend on what was run before. 0: any values.
 */
uint64_t mynd_cache_shape(const mynd_link *link, const mynd_parameter *parameters, uint32_t count);
/* There is one for this text and any values. */
bool mynd_cache_has(mynd_link *link, mynd_slice sql);
/* Closes the one that was not used for the longest time, if there is no free place. */
void mynd_cache_make_room(mynd_link *link);
/*
 * The cached statement of this text and shape becomes the server's part of `statement`. False: there is none.
 */
bool mynd_cache_adopt(mynd_statement *statement, uint64_t shape);

/* --- bulk.c --- */

/* Sends the first `bytes` of the gathered rows, without interceptors. The rows after them stay. */
int mynd_statement_send_gathered_now(mynd_statement *statement, const void *owner, size_t bytes);
/* Drops so many bytes of the gathered rows. */
void mynd_statement_drop_gathered(mynd_statement *statement, size_t bytes);

/* --- pipelining_allowed.c --- */

/* What an address that was tried was seen to answer: so many commands at once, and so many bytes. */
#define MYND_PIPELINING_COMMANDS 64
#define MYND_PIPELINING_BYTES    (256u << 10)

/* A number that stands for the server at this address; 0: nothing is remembered about it. */
uint64_t mynd_pipelining_address(const char *unix_path, const char *host, int port);
/*
 * Several commands may be written before the first reply is read. Opens the session's window as far as that
 * is so, or closes it. The link is connected.
 */
bool mynd_pipelining_is_borne(const mynd_link *link);
/* Opens the window as where the verdict is yes: for a trial, and on a link whose loss does no harm. */
void mynd_pipelining_open(const mynd_link *link);
/* The setting is `auto`, and it was not found out yet whether several commands may be written. */
bool mynd_pipelining_is_unknown(const mynd_link *link);
/* The link, or one like it, may have several commands to write that the program has not asked for. */
bool mynd_pipelining_may_be_useful(const mynd_link *link);
/* A trial in the middle of the program is due (pipelining_allowed.c); uses are counted anew from then on. */
bool mynd_pipelining_begins_trial(const mynd_link *link);
/* Counts a query that could take one round trip. */
void mynd_pipelining_note_use(mynd_link *link);
bool mynd_wants_fewer_trips(const mynd_link *link);      /* mynd.round_trips = fewer */
bool mynd_pipelining_saves_trips(const mynd_link *link); /* the same, and several commands may be written */
/* A prepare may be written with its execute. */
bool mynd_pipelining_is_allowed(const mynd_link *link);
/* A trial has ended. */
typedef enum mynd_trial {
	MYND_TRIAL_NONE, /* it could not be made */
	MYND_TRIAL_RIGHT,
	MYND_TRIAL_WRONG, /* a reply was another command's */
	MYND_TRIAL_LOST
} mynd_trial;
void mynd_pipelining_tried(const mynd_link *link, mynd_trial outcome);
/* The server has greeted. One that calls itself a proxy gets one command at a time, without TLS. */
void mynd_pipelining_note_greeting(const mynd_link *link, bool tls);
/* A batch has lost the link or was not understood: no further ones are sent to that address. */
void mynd_pipelining_failed(const mynd_link *link);
/* The same where the link's error says why it is lost. */
void mynd_pipelining_lost(const mynd_link *link);

#include "deferred_prepare.h"

#endif
