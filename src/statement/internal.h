/*
 * What the files of src/statement/ share, and higher rooms need of a statement.
 */
#ifndef MYND_STATEMENT_INTERNAL_H
#define MYND_STATEMENT_INTERNAL_H

#include "bulk.h"
#include "../command/internal.h"

#define MYND_CACHED_STATEMENTS 16 /* the server's limit, max_prepared_stmt_count, is for all links together */

/* What a link knows of its prepared statements. malloc'ed with the first one. */
typedef struct mynd_prepared_state {
	mynd_statement *first;                         /* all that live */
	mynd_statement *cache[MYND_CACHED_STATEMENTS]; /* the one used last comes first */
	unsigned cache_count;
	uint32_t round;             /* of the session's state, that the cache and next_id are of (cache.c) */
	unsigned lent;              /* statements that may come back into the cache */
	bool cache_off;             /* the server had no room for more (1461) */
	bool last_open;             /* last_id was not closed; for MariaDB it is "the last statement" then */
	bool has_use_for_pipelines; /* a text has run that one round trip could have done */
	uint32_t last_id;           /* of the statement that was prepared last */
	uint32_t next_id;           /* of the one that will be prepared next, as far as we know; 0: we do not */
	size_t longest_command;     /* that the server takes; 0: it was not asked (bulk.c) */
} mynd_prepared_state;

/* Counted by reference. A cached one belongs to the cache and holds no reference on its link. */
struct mynd_statement {
	mynd_link *link;
	mynd_statement *previous, *next; /* the link's list */
	uint32_t references;
	uint32_t epoch, era; /* the link's when it was prepared */
	uint32_t id;
	uint64_t serial; /* of its last execute; 0: none */
	uint32_t executions;
	uint64_t shape;         /* of the values it is for; 0: of any (cache.c) */
	uint32_t cache_round;   /* LENT: the link's when it was prepared */
	uint32_t cursor_number; /* +1 with all that ends a cursor: an execute, a reset */
	uint32_t prefetch;
	uint16_t parameters, warnings;
	bool prepared; /* the server has it, as `id` */
	bool cached, explicit_close;
	bool lent;      /* out of the cache, or on its way there */
	bool alters;    /* running it may change the session */
	bool local;     /* its text has the word LOCAL: it may ask for a file */
	bool bound;     /* the server has `types` */
	bool long_data; /* was sent since the last execute */
	enum {
		MYND_CURSOR_CLOSED,
		MYND_CURSOR_WAITS, /* open, and nobody took `columns` yet */
		MYND_CURSOR_TAKEN
	} cursor;
	/* of the parameters as last sent; then a bit each: long data was sent. malloc'ed; NULL: none yet */
	uint8_t *types;
	mynd_columns *columns;
	mynd_buffer gathered; /* rows for a bulk execute (bulk.c) */
	size_t len;
	char text[]; /* malloc'ed with the statement: it may have to be prepared again */
};

/* --- statement.c --- */

/* For the cache: no reference on the link is taken. NULL: no memory (2008). */
mynd_statement *mynd_statement_new(mynd_link *link, const char *sql, size_t len, bool cached);
/*
 * Queues the word to the server, if it can be told, and frees; `now`: and writes it, if that needs no
 * waiting. What is left of the reply to its last execute is no concern of this.
 */
void mynd_statement_retire(mynd_statement *statement, bool now);
int mynd_statement_send_close(mynd_link *link, uint32_t id, mynd_error *error);

/* What nobody took of its last reply, nobody will. */
void mynd_statement_leave_reply(mynd_statement *statement);

/* Its connection is there. */
bool mynd_statement_is_alive(const mynd_statement *statement);
/* The link's last command was an execute of this statement, and the link lives. */
bool mynd_statement_is_current(const mynd_statement *statement);
void mynd_statement_release_columns(mynd_statement *statement);
/*
 * 1243, as the server has it; `command`: as it is named there. For a statement of an earlier era, whose id
 * may be another's now.
 */
int mynd_statement_unknown(mynd_statement *statement, const char *command);
/* The columns of a reply that has begun. Those of a cursor wait with the statement, and the link is free. */
void mynd_statement_take_columns(mynd_statement *statement);

/*
 * A command about it may be sent, `command` as servers name it in their errors; `async`: where replies may be
 * outstanding.
 */
int mynd_statement_begin(mynd_statement *statement, const char *command, bool async);

/* For all of these the link has begun a command. */
int mynd_statement_prepare_begun(mynd_statement *statement);
int mynd_statement_read_prepared(mynd_statement *statement);
int mynd_statement_execute_begun(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor);
/* `id`: the statement's, or what it will be. 2031 if there are not as many parameters as it has. */
int mynd_statement_queue_execute(
    mynd_statement *statement, uint32_t id, const mynd_parameter *parameters, uint32_t count, uint8_t cursor);
int mynd_statement_read_executed(mynd_statement *statement);
/* Long data that was sent for a parameter which has a value now is dropped. */
int mynd_statement_settle_long_data(
    mynd_statement *statement, const mynd_parameter *parameters, uint32_t count);
/* An execute of it, of whatever kind, is in the session's queue. */
void mynd_statement_was_sent(mynd_statement *statement);
/* The server has the types of these parameters now. */
void mynd_statement_remember_types(mynd_statement *statement, const mynd_parameter *parameters);
/* The error says that the server has lost the statement, and so has not run it. */
bool mynd_statement_is_lost_by(const mynd_error *error);

/* The request's memory goes: what statements hold of it is forgotten. */
void mynd_statements_forget_columns(mynd_link *link);
/* The link is freed: so are statements that a fatal error left behind. */
void mynd_statements_end(mynd_link *link);

/* NULL: no memory (2008). */
mynd_prepared_state *mynd_prepared_of(mynd_link *link);
mynd_statement *mynd_statement_prepare_new(mynd_link *link, const char *sql, size_t len);
/* Once more, as mynd_statement_prepare and mynd_statement_borrow, but to no interceptor. */
mynd_statement *mynd_statement_prepare_now(mynd_link *link, const char *sql, size_t len);
mynd_statement *mynd_statement_borrow_now(mynd_link *link, const char *sql, size_t len);

/* --- execute.c, async.c: what runs them, to no interceptor --- */

int mynd_statement_execute_now(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor);
/* Queues it for an owner; `send`: and sends it. */
int mynd_statement_queue_now(mynd_statement *statement, const void *owner, const mynd_parameter *parameters,
    uint32_t count, bool send);
/* The entry of a command of the statement's, which the session has taken; or that was never sent. */
void mynd_statement_queued(mynd_statement *statement, mynd_pending *pending);
void mynd_statement_hold_pending(mynd_statement *statement, mynd_pending *pending);
/* Its reply was taken, with this outcome. Returns rc. */
int mynd_statement_reaped(mynd_statement *statement, int rc);
/* It has been run, as far as the program is concerned: the link's reply is its own. */
void mynd_statement_answered(mynd_statement *statement);

/* --- cursor.c --- */

/* As mynd_statement_use and mynd_statement_store, of a cursor that waits. */
mynd_result *mynd_cursor_use(mynd_statement *statement);
mynd_result *mynd_cursor_store(mynd_statement *statement);
/* The result reads from a cursor of a statement that nothing else holds, and which holds the link. */
bool mynd_cursor_holds_link(const mynd_result *result);

/* --- cache.c --- */

/* As mynd_link_execute_query, to no interceptor. */
int mynd_link_execute_query_now(
    mynd_link *link, mynd_slice sql, const mynd_parameter *parameters, uint32_t count, uint32_t *needed);
/*
 * What may have changed the session makes what is kept useless: statements that only the cache holds are
 * closed.
 */
void mynd_cache_refresh(mynd_link *link);
/* The server has forgotten its statements, or the session goes: nothing is said to the server. */
void mynd_cache_drop(mynd_link *link);
/* The program's use of the connection is over. */
void mynd_prepared_end_use(mynd_link *link);
/*
 * The statement of this text, for any values, which is the caller's then, as a prepared one would be; NULL:
 * there is none.
 */
mynd_statement *mynd_cache_lend(mynd_link *link, const char *sql, size_t len);
/*
 * After an error: it was the server's limit of statements, what the cache held is closed and the link begun
 * again, so that a prepare may be tried once more.
 */
bool mynd_cache_gave_way(mynd_link *link);

/* --- bulk.c --- */

/* Sends the first `bytes` of what was gathered, to no interceptor. The rows after them stay. */
int mynd_statement_send_gathered_now(mynd_statement *statement, const void *owner, size_t bytes);
/* So many bytes of what was gathered are done with. */
void mynd_statement_drop_gathered(mynd_statement *statement, size_t bytes);

/* --- one_trip.c --- */

/* The server at this address: 0 for one that nothing is to be known of. */
uint64_t mynd_pipelining_address(const char *unix_path, const char *host, int port);
/* May an execute be written behind its prepare, and with which id? 0: no. */
uint32_t mynd_pipelining_id(mynd_link *link);
/* Takes note of a prepare's outcome; `id` NULL: it has failed. And that a statement is closed. */
void mynd_pipelining_prepared(mynd_link *link, const uint32_t *id);
void mynd_pipelining_closed(mynd_link *link, uint32_t id);
/* May commands of ours be written together where a loss harms nobody? So also where nothing is known yet. */
bool mynd_pipelining_may_be_tried(const mynd_link *link);
bool mynd_pipelining_is_unknown(const mynd_link *link); /* and worth knowing */
/* Where it was not known: now it is. */
void mynd_pipelining_tried(const mynd_link *link, bool worked);
/* A batch has lost the link, or was not understood: never again there by ourselves. */
void mynd_pipelining_failed(const mynd_link *link);

#endif
