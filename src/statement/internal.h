/*
 * Shared by the files of src/statement/; higher rooms use parts of it. "After begin" means: the caller has
 * called mynd_link_begin. Pipelining: several commands are written before the first reply is read
 * (pipelining_allowed.c).
 */
#ifndef MYND_STATEMENT_INTERNAL_H
#define MYND_STATEMENT_INTERNAL_H

#include "bulk.h"
#include "../command/internal.h"

#define MYND_STATEMENT_VERSION_NONE                                                                          \
	UINT32_MAX /* the version of a statement that the server does not have yet */

/* few, because the server's limit, max_prepared_stmt_count, is one for all connections */
#define MYND_CACHED_STATEMENTS 16

/*
 * A link's prepared statements, the cache, and facts for predicting ids. malloc'ed with the first statement.
 */
typedef struct mynd_prepared_state {
	mynd_statement *first;                         /* all statements of the link */
	mynd_statement *cache[MYND_CACHED_STATEMENTS]; /* the most recently used statement comes first */
	unsigned cache_count;
	/* the link's state.session_version for which the cache is valid (cache.c) */
	uint32_t session_version;
	uint32_t sql_prepares; /* the link's state.sql_prepares for which next_id is valid */
	unsigned lent;         /* number of statements with `lent` set */
	bool cache_off;        /* the server's limit of statements was reached (1461) */
	/* The statement `last_id` was not closed: MariaDB may still run it as "the statement prepared last". */
	bool last_open;
	bool has_use_for_pipelines; /* a statement has run that could have taken one round trip */
	uint32_t last_id;           /* id of the statement that was prepared last */
	uint32_t next_id;           /* expected id of the statement that is prepared next; 0: unknown */
	/*
	 * MySQL: number of executes since the last prepare that may have used up an id, how many of these
	 * probably have, and the hash of the last of these executes (predicted_ids.c).
	 */
	uint32_t may_have_taken, have_taken;
	uint64_t last_taker;
	uint8_t misses;         /* number of wrong predicted ids in a row */
	unsigned deferred;      /* number of statements whose prepare was not sent yet (deferred_prepare.c) */
	size_t longest_command; /* the server's limit in bytes; 0: not asked yet (bulk.c) */
} mynd_prepared_state;

/* Reference-counted. A statement in the cache belongs to the cache and has no reference to its link. */
struct mynd_statement {
	mynd_link *link;
	mynd_statement *previous, *next; /* the link's list */
	uint32_t references;
	uint32_t connection_number, statement_version; /* numbers of the link at the prepare */
	uint32_t id;
	uint64_t serial;         /* mynd_link_command() of the last execute; 0: none */
	uint64_t deferred_after; /* if deferred: number of the link's commands before (deferred_prepare.c) */
	uint32_t executions;
	uint64_t prepared_hash; /* hash (prepared_before.h) of the program's prepare; 0: none */
	uint64_t shape; /* hash of the types with which the statement may be run (cache.c); 0: any types */
	uint32_t cache_version; /* session_version of the program's prepare, if lent or deferred */
	uint32_t types_version; /* session_version when `types` were sent: servers store the character set then */
	uint32_t cursor_number; /* grows with each execute and reset, which end a cursor */
	uint32_t prefetch;
	uint16_t fields; /* number of result columns, from the prepare */
	uint16_t parameters, warnings;
	bool prepared; /* the server has the statement under `id` */
	bool deferred; /* the prepare is sent with the first execute (deferred_prepare.c); version is NONE */
	bool alone;    /* the deferred prepare must be sent before any other command of the link */
	bool cached, explicit_close;
	bool lent;        /* the cache has given the statement out, or gets it after its use */
	bool alters;      /* an execute may change the session */
	bool prepares;    /* an execute may prepare statements */
	bool local;       /* the query has the word LOCAL: the server may ask for a file */
	bool bound;       /* the server knows `types` */
	bool long_data;   /* long data was sent since the last execute */
	bool is_doubtful; /* the server may have lost the statement: it is not cached */
	enum {
		MYND_CURSOR_CLOSED,
		MYND_CURSOR_WAITS, /* the cursor is open, and its result was not taken yet */
		MYND_CURSOR_TAKEN
	} cursor;
	/* parameter types as last sent, then a bit for each: long data was sent. malloc'ed; NULL: none yet */
	uint8_t *types;
	mynd_columns *columns;
	mynd_error *refusal;   /* malloc'ed error of a deferred prepare; NULL: none */
	mynd_buffer gathered;  /* rows for a bulk execute (bulk.c) */
	mynd_text_facts facts; /* facts of `text` */
	size_t len;
	char text[]; /* the query, for preparing it again; malloc'ed with the statement */
};

/* --- statement.c --- */

/* Creates a statement; `cached`: without a reference to the link. Returns NULL if out of memory (2008). */
mynd_statement *mynd_statement_new(mynd_link *link, const mynd_text_facts *text, bool cached);
/*
 * Queues COM_STMT_CLOSE if it can be sent, and frees the statement; `now`: also writes the command if that
 * needs no waiting. Does not read or discard unread parts of the statement's last reply.
 */
void mynd_statement_retire(mynd_statement *statement, bool now);
int mynd_statement_send_close(mynd_link *link, uint32_t id, mynd_error *error);
/* Returns the query of the statement to which the link's current reply belongs; empty if to none. */
mynd_slice mynd_statement_current_text(const mynd_link *link);

/* Discards the parts of the statement's last reply that were not taken. */
void mynd_statement_leave_reply(mynd_statement *statement);

/* Returns true if the statement's connection still exists. */
bool mynd_statement_is_alive(const mynd_statement *statement);
/* Returns true if the link's last command was an execute of this statement, and the link is not dead. */
bool mynd_statement_is_current(const mynd_statement *statement);
/* As is_current, but false if the connection's next_result() has taken one of the statement's results. */
bool mynd_statement_has_reply(const mynd_statement *statement);
void mynd_statement_release_columns(mynd_statement *statement);
/*
 * Sets error 1243 in the server's words, in which `command` is the command's name. Called instead of sending
 * a command for a statement of an earlier statement_version: its id may belong to another statement now.
 */
int mynd_statement_unknown(mynd_statement *statement, const char *command);
/* Stores the columns of a reply that has begun. If the execute opened a cursor, the link is free then. */
void mynd_statement_take_columns(mynd_statement *statement);

/*
 * Calls mynd_link_begin for a command on the statement; `command`: its name in servers' errors; `async`:
 * replies may be outstanding. Sends a deferred prepare.
 */
int mynd_statement_begin(mynd_statement *statement, const char *command, bool async);
/* Records whether the query, prepared or run now, may leave state in the session (mynd_replayable). */
void mynd_statement_note_use(mynd_statement *statement);
/* Records which state an execute of the statement may change. */
void mynd_statement_note_change(mynd_statement *statement);

/* The following functions are called after begin. */
int mynd_statement_prepare_begun(mynd_statement *statement);
int mynd_statement_read_prepared(mynd_statement *statement);
int mynd_statement_execute_begun(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor);
/* `id`: the statement's present or predicted id. Error 2031 if `count` is not its number of parameters. */
int mynd_statement_queue_execute(
    mynd_statement *statement, uint32_t id, const mynd_parameter *parameters, uint32_t count, uint8_t cursor);
int mynd_statement_read_executed(mynd_statement *statement);
/* Discards long data that was sent for a parameter if the parameter is passed as a value now. */
int mynd_statement_finish_long_data(
    mynd_statement *statement, const mynd_parameter *parameters, uint32_t count);
/* Records that an execute of the statement, of any kind, is in the session's queue. */
void mynd_statement_was_sent(mynd_statement *statement);
/* Has the types of parameters sent again: an execute may have named a statement that was not meant. */
void mynd_statements_forget_types(mynd_link *link);
/* Records that the server has the types of these parameters now. */
void mynd_statement_remember_types(mynd_statement *statement, const mynd_parameter *parameters);
/*
 * Called after a failed execute. Returns true if the server does not have the statement with this id, and has
 * therefore run nothing: asks the server if the error may mean that. Does not change the error.
 */
bool mynd_statement_find_lost(mynd_link *link, uint32_t id);
/* Records that an execute of the statement has failed, with the link's error. */
void mynd_statement_note_failure(mynd_statement *statement);

/* Clears the statements' pointers to memory of the request, which is about to be freed. */
void mynd_statements_forget_columns(mynd_link *link);
/* Frees the statements that a fatal error left on the link, which is being freed. */
void mynd_statements_end(mynd_link *link);

/* Returns the link's state of statements, created if need be; NULL if there is no memory (2008). */
mynd_prepared_state *mynd_prepared_of(mynd_link *link);
enum {
	MYND_PREPARE_LENT = 1, /* the statement may come from the cache */
	MYND_PREPARE_LATE = 2, /* defer the prepare if that saves a round trip and a prepare has worked before */
	MYND_PREPARE_RUNS = 4  /* the same call executes the statement: no prepare need have worked before */
};
/* As mynd_statement_prepare (../client/client.h), without turns of fibers and interceptors. */
mynd_statement *mynd_statement_prepare_now(mynd_link *link, mynd_text_facts *text, unsigned how);

/* --- execute.c, async.c: executes without turns of fibers and interceptors --- */

int mynd_statement_execute_now(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor);
/* Queues an execute for an owner; `send`: sends it as well. */
int mynd_statement_queue_now(mynd_statement *statement, const void *owner, const mynd_parameter *parameters,
    uint32_t count, bool send);
/* Tie a queue entry to the statement: its command was queued on the session, or is never sent (hold). */
void mynd_statement_queued(mynd_statement *statement, mynd_pending *pending);
void mynd_statement_hold_pending(mynd_statement *statement, mynd_pending *pending);
/* Records that the statement's reply was taken, and its outcome `rc`. Returns rc. */
int mynd_statement_reaped(mynd_statement *statement, int rc);
/* Makes the link's current reply one of this statement, as if the statement had been run. */
void mynd_statement_answered(mynd_statement *statement);

/* --- prepare_execute.c --- */

/*
 * After begin: prepares a statement that the server does not have and runs it, both in one write if that is
 * allowed. Returns MYND_BAD with MYND_CAUSE_WRONG_COUNT if `count` is not *needed, the number of parameters.
 */
int mynd_statement_run_new(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor, uint32_t *needed);

/* --- cursor.c --- */

/* As mynd_statement_use and mynd_statement_store, for a cursor whose result was not taken yet. */
mynd_result *mynd_cursor_use(mynd_statement *statement);
mynd_result *mynd_cursor_store(mynd_statement *statement);
/* Returns true if the result reads from a cursor and has the only reference to an uncached statement. */
bool mynd_cursor_holds_link(const mynd_result *result);

/* --- cache.c --- */

/* As mynd_link_execute_query without turns, interceptors. Sets *needed to the number of parameters. */
int mynd_link_execute_query_now(mynd_link *link, mynd_text_facts *text, const mynd_parameter *parameters,
    uint32_t count, uint32_t *needed);
/* Closes the cached statements if the session may have changed since they were prepared. */
void mynd_cache_refresh(mynd_link *link);
/* Empties the cache without sending closes: the server has forgotten its statements, or the session ends. */
void mynd_cache_drop(mynd_link *link);
/* Resets the link's state of statements when the program's use of the connection ends. */
void mynd_prepared_end_use(mynd_link *link);
/*
 * Takes a statement of this query that may be run with any values out of the cache; the caller owns it as
 * after a prepare. Returns NULL if the cache has none.
 */
mynd_statement *mynd_cache_lend(mynd_link *link, mynd_slice sql);
/*
 * Called after an error. Returns true if the error was the server's limit of statements, the cached
 * statements were closed and mynd_link_begin has succeeded again: the prepare may be tried once more.
 */
bool mynd_cache_gave_way(mynd_link *link);

/* Returns true for MySQL 8.0.22+, where a parameter may keep the type of its first values (tried). */
bool mynd_cache_remembers_values(const mynd_link *link);
/*
 * Returns the `shape` of the values, a hash of their types, for such a server; for others 0. The cache has a
 * statement for each shape with which a query is run, so that a result does not depend on earlier runs:
 * 'SELECT ? + 1' with 1 returns an integer, but would return a decimal after a run with 0.5.
 */
uint64_t mynd_cache_shape(const mynd_link *link, const mynd_parameter *parameters, uint32_t count);
/* Returns true if the cache has a statement for this query and any values. */
bool mynd_cache_has(mynd_link *link, mynd_slice sql);
/* Closes the least recently used statement if the cache is full. */
void mynd_cache_make_room(mynd_link *link);
/* Moves the server's part of a cached statement (query, shape) to `statement`. Returns false if none. */
bool mynd_cache_adopt(mynd_statement *statement, uint64_t shape);

/* --- bulk.c --- */

/* Sends the first `bytes` of the gathered rows, without interceptors, and removes them. */
int mynd_statement_send_gathered_now(mynd_statement *statement, const void *owner, size_t bytes);
/* Removes the first `bytes` of the gathered rows. */
void mynd_statement_drop_gathered(mynd_statement *statement, size_t bytes);

/* --- pipelining_allowed.c --- */

/* unanswered commands, and their bytes, where pipelining works (../link/pipelining_probe.c) */
#define MYND_PIPELINING_COMMANDS 64
#define MYND_PIPELINING_BYTES    (256u << 10)

/*
 * Returns a hash of this address, never 0, under which the verdict whether pipelining works there is stored.
 */
uint64_t mynd_pipelining_address(const char *unix_path, const char *host, int port);
/*
 * Returns true if pipelining is allowed on the link, which is connected. Sets the session's window (number of
 * commands that may be unanswered) accordingly.
 */
bool mynd_pipelining_is_borne(const mynd_link *link);
/* Opens the window as if pipelining worked: for a test, and for a link whose loss does no harm. */
void mynd_pipelining_open(const mynd_link *link);
/* Returns true if mynd.pipelining = auto and it is not known whether pipelining works at the address. */
bool mynd_pipelining_is_unknown(const mynd_link *link);
/* Returns true if mynd itself may want to write several commands at once, on this link or a similar one. */
bool mynd_pipelining_may_be_useful(const mynd_link *link);
/* Returns true if the address is to be tested now, and then restarts the count of uses. */
bool mynd_pipelining_begins_trial(const mynd_link *link);
/* Counts a query that could have taken one round trip. */
void mynd_pipelining_note_use(mynd_link *link);
bool mynd_wants_fewer_trips(const mynd_link *link);      /* true if mynd.round_trips = fewer */
bool mynd_pipelining_saves_trips(const mynd_link *link); /* true if, in addition, pipelining is allowed */
/* Returns true if a prepare may be written together with its execute. */
bool mynd_pipelining_is_allowed(const mynd_link *link);
/* Outcome of the test of an address (../link/pipelining_probe.c). */
typedef enum mynd_trial {
	MYND_TRIAL_NONE, /* no test was possible */
	MYND_TRIAL_RIGHT,
	MYND_TRIAL_WRONG, /* a reply belonged to another command */
	MYND_TRIAL_LOST
} mynd_trial;
void mynd_pipelining_tried(const mynd_link *link, mynd_trial outcome);
/* Called after the greeting: without TLS, forbids pipelining if the server's version names a proxy. */
void mynd_pipelining_note_greeting(const mynd_link *link, bool tls);
/*
 * Forbids pipelining for the link's address: a link was lost after several commands in one write, the
 * version names a proxy, or the id MYND_STATEMENT_LAST is not understood.
 */
void mynd_pipelining_failed(const mynd_link *link);
/* As mynd_pipelining_failed, unless the link was lost by a timeout. */
void mynd_pipelining_lost(const mynd_link *link);

#include "deferred_prepare.h"

#endif
