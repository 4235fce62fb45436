/*
 * What the files of src/link/ share: the link itself, the thread's lists, the pump.
 *
 * Always true of a link: `session` and `net` are both there (connected) or both NULL; `arriving`, `columns`, `stored`, `active`, `results`,
 * `filling`, `given_up`, result sets that were stored before they were asked for, and what statements know of their columns are request memory and are NULL when the link is idle between requests; `in_call` is
 * set while a call is inside a wait, and then nothing of the session, the reply and the results that are being read is touched but by that call: others are
 * refused, or leave a mark (`close_wanted`, `unread`, `abandoned`, `freed`). A bailout may leave any
 * allocation of request memory: whatever was built hangs on the link by then, and the session still is in the middle of a reply, so that
 * all that can be done with the link afterwards is to close it.
 */
#ifndef MYND_LINK_INTERNAL_H
#define MYND_LINK_INTERNAL_H

#include "async.h"
#include "filter.h"
#include "intercept.h"
#include "pool.h"
#include "../net/set.h"
#include <sys/utsname.h>

#define MYND_POOL_KEY 16 /* bytes */

#define MYND_CACHED_STATEMENTS 16 /* the server's limit, max_prepared_stmt_count, is for all links together */

typedef struct mynd_init_command {
	struct mynd_init_command *next;
	size_t len;
	char sql[];
} mynd_init_command;

/* What the session of a persistent link is brought back to (reset.c). */
typedef struct mynd_home {
	uint16_t collation;
	bool multi_statements;
	uint8_t who[MYND_POOL_KEY]; /* keyed hash of user and password */
	char *schema;               /* the default database as the server reported it; NULL: it did not */
	char *database;             /* as it was asked for; NULL: none was */
	char *user, *password;      /* kept where only a change-user can reset, else NULL */
	size_t user_len, password_len;
	size_t memory_len;
	char memory[]; /* the texts; wiped before it is freed */
} mynd_home;

/* How the link was connected: what a second connection to the same server takes (cancel.c). */
typedef struct mynd_way {
	mynd_connect with; /* without a database */
	size_t memory_len;
	char memory[]; /* its texts; wiped before it is freed */
} mynd_way;

/* Persistent links of one key (pool.c). */
typedef struct mynd_pool {
	struct mynd_pool *next; /* was used longer ago */
	uint8_t key[MYND_POOL_KEY];
	mynd_link *idle;     /* handed back last comes first */
	bool by_change_user; /* whoever answers there has no reset */
	bool knows_as_new;   /* what a login has, see as_new.c: */
	char *query_as_new;  /* malloc'ed; NULL: the server cannot be asked */
	bool forgets_traces; /* SET optimizer_trace_offset is known there */
	mynd_pool_info info;
	char memory[]; /* its texts */
} mynd_pool;

/* A link that compresses, see compress.c. */
typedef struct mynd_packed {
	mynd_compression which;        /* NONE: bytes pass as they are */
	uint8_t number_in, number_out; /* of the next compressed frame */
	bool loose;                    /* the next reply may begin with any number */
	mynd_buffer out;               /* frames that are being sent */
	size_t sent;
	mynd_decompressor *in; /* NULL: nothing is unread */
} mynd_packed;

/* A reply that was read before anybody asked for it, see outcome.c. */
typedef struct mynd_outcome {
	struct mynd_outcome *next; /* a command may have several */
	bool failed;
	mynd_error *error; /* as long as its text; NULL: there was no memory for it */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	uint32_t field_count;
	char *info;
	size_t info_len;
	mynd_columns *columns; /* a result set; NULL: none */
	mynd_store *store;
} mynd_outcome;

/* A command whose reply nobody has taken, see async.c. */
typedef struct mynd_pending {
	struct mynd_pending *next;
	const void *owner;
	uint64_t number;           /* among the link's */
	mynd_statement *statement; /* an execute's: a reference; NULL: a text */
	enum {
		MYND_PENDING_AWAITED,  /* nothing of its reply was read */
		MYND_PENDING_BEGUN,    /* `last` may be incomplete */
		MYND_PENDING_ANSWERED, /* its reply is stored */
		MYND_PENDING_LOST      /* with the link. Replies that were stored before are there */
	} state;
	bool use, abandoned;
	bool barrier; /* it may ask for a file */
	bool dropped; /* what comes of its reply now interests nobody */
	bool over;    /* the last event was that of its reply */
	bool open;    /* `last` is a result set whose end has not come */
	void *
	    waiting; /* an interceptor's, who is told when it is taken; NULL: nobody. ANSWERED without an outcome: and makes the answer */
	bool may_have_run; /* LOST */
	char *file_text;   /* as in the link */
	size_t file_text_len;
	mynd_outcome *first, *last;
} mynd_pending;

struct mynd_link {
	uint32_t references;
	uint32_t epoch;             /* +1 with each connect and close: results of an earlier life are cut off */
	unsigned generation;        /* the process it was connected in, see thread.c */
	mynd_link *previous, *next; /* the thread's list */

	mynd_session *session;
	mynd_net *net;
	mynd_packed packed;
	struct mynd_filtered *filtered; /* see filter.c; NULL: it has no filters */
	mynd_deadline login_deadline;   /* while connecting; else MYND_NO_DEADLINE */
	mynd_way *way;                  /* NULL: unconnected */
	double login_seconds;           /* that the last connect took */
	mynd_deadline deadline;         /* all commands end by then; MYND_NO_DEADLINE: none */
	mynd_deadline cancel_at;        /* a little earlier */
	unsigned
	    cancelled; /* how many commands were under way when the first of them was cancelled; 0: none was */
	size_t read_buffer; /* bytes, as it was set when the link was opened */

	uint64_t session_number; /* as interceptors know it; 0: they do not. And what it was given for: */
	uint32_t session_epoch, session_era;

	char *strings[MYND_SET_STRING_COUNT];
	zend_long ints[MYND_SET_INT_COUNT];
	mynd_init_command *init_commands;

	const mynd_charset *charset;
	char *host_info;

	/* the current reply */
	uint64_t serial; /* of its command: +1 with each, never 0 */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	uint32_t field_count;
	char *info;
	size_t info_len, info_capacity;
	char *file_text; /* the text that is running, if it may ask for a file; malloc'ed; NULL: it may not */
	size_t file_text_len;
	bool more_results;
	mynd_store *filling; /* rows may be received straight into this one */
	uint8_t *aside;      /* the read buffer, while the session reads into the store; else NULL */
	mynd_span part;      /* of the store, that it reads into */
	bool binary;         /* an execute's: rows are binary */
	bool cursor_asked;   /* an execute's that asked for a cursor */
	bool cursor_open;    /* and got one: `columns` have no rows on the wire */
	bool
	    ownerless; /* its statement has gone, or there was none: further results are dropped by the next command */
	mynd_columns *arriving; /* of a result set whose definitions are being read */
	mynd_columns *columns;  /* of a result set that nobody took yet */
	mynd_result *active;    /* the unbuffered result that is being read */
	mynd_result *results;   /* all that live, to fold their counts */
	enum {
		MYND_UNREAD_NONE,
		MYND_UNREAD_ROWS, /* an unbuffered result was given up: its rows are still to be dropped */
		MYND_UNREAD_REPLY /* the session gave the whole reply up (2008) */
	} unread;

	uint64_t
	    read_bound; /* of bytes received: the link is given up rather than read beyond; UINT64_MAX: none */

	/* commands under way, async.c */
	mynd_pending *first_pending, *last_pending,
	    *unanswered;         /* the last one: the first without a whole reply */
	mynd_pending *absorbing; /* an event is being stored for it; stays so after a longjmp */
	uint64_t last_number;    /* of them */
	uint64_t replies_stored; /* so far */
	const void *taker;       /* who took the current reply; NULL: nobody of his own */
	mynd_outcome *further;   /* of the current reply, if it was stored: what follows it */
	mynd_store *stored;      /* the rows of `columns`, if they were; request memory */
	bool may_have_run;       /* the command that was lost with the link */
	uint64_t round;          /* the last poll that was about it, and its place there */
	size_t place;
	mynd_listener *listeners;
	mynd_deadline gather_until; /* replies are left on the socket, see mynd_link_gather; may be long ago */

	/* statements */
	mynd_statement *statements; /* all that live */
	uint32_t era; /* +1 with each change-user: the server has forgotten what was prepared before */
	mynd_statement *cache[MYND_CACHED_STATEMENTS]; /* the one used last comes first */
	unsigned cache_count;
	uint32_t cache_round;  /* +1 whenever cached statements would be forgotten */
	unsigned lent;         /* statements that may come back into the cache */
	unsigned watchers;     /* who keep statements of their own, and go by the round */
	bool cache_off;        /* the server had no room for more (1461) */
	uint32_t last_id;      /* of the statement that was prepared last */
	bool last_open;        /* and was not closed; for MariaDB it is "the last statement" then */
	uint32_t next_id;      /* of the one that will be prepared next, as far as we know; 0: we do not */
	bool multi_statements; /* a text may hold several */
	uint64_t address;      /* where the server is, as pipelining.c knows it; 0: nowhere */
	mynd_query_attribute
	    *attributes; /* of what is sent now, with their bytes behind; malloc'ed; NULL: none */
	uint16_t attribute_count;

	bool parked; /* freed, but for the sweep, which learns from it first (pipelining.c) */
	/* persistent links */
	mynd_pool *pool;             /* NULL: an ordinary link */
	mynd_link *next_idle;        /* in the pool */
	int64_t idle_since, expires; /* seconds of the pools' clock */
	mynd_home *home;
	mynd_pool *wanted_from; /* while it is being opened: the pool, which counts it already; NULL: none */
	bool place_taken;       /* while it is being connected: it counts as one in use */
	bool counted;           /* a program has it open */
	bool idle;              /* nobody's, in its pool */
	bool used;              /* a command was sent since the session was as new */
	bool user_changed;      /* by the program */
	unsigned outlives;      /* MYND_SQL_*, of the texts that were sent meanwhile */
	bool schema_unsure;     /* a text may have switched off what tells us of the default database */
	bool resetting;         /* replies to a reset's commands are due, or commands are left to be sent: */
	unsigned todo;
	mynd_init_command *todo_init;
	bool together; /* several of them went without waiting for replies */
	enum {
		MYND_AS_NEW, /* nothing has to be asked, or the answer was so */
		MYND_AS_NEW_ASKED,
		MYND_AS_NEW_NOT
	} as_new;
	mynd_ticket as_new_ticket; /* of the question */
	uint64_t as_new_rows;      /* received before it */

	bool in_call;           /* a call waits, or runs code of the program: all others are refused */
	bool waiting;           /* the former */
	bool intercepted;       /* the latter, an interceptor's */
	mynd_error *kept_error; /* that call's, while another one was told that it is refused; NULL: none was */
	mynd_result *given_up;  /* results that were freed while a call was reading them */
	bool close_wanted, write_broken;
	bool readable;          /* a set has found the socket so, and nobody has read from it since */
	bool spoilt;            /* a row was none: nothing more is sent but what ends statements and the link */
	size_t longest_command; /* that the server takes; 0: it was not asked (bulk.c) */
	bool has_use_for_pipelines; /* a text has run that one round trip could have done */
	bool remark_is_of_key;      /* the file that was to have the server's public key */
	/* from here on nothing is cleared but by name (mynd_link_new) */
	mynd_error error, last_failure;
	char remark[512];
	mynd_link_counts counts;
};

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
	uint8_t *
	    types; /* of the parameters as last sent; then a bit each: long data was sent. malloc'ed; NULL: none yet */
	mynd_columns *columns;
	mynd_buffer gathered; /* rows for a bulk execute (bulk.c) */
	size_t len;
	char text[]; /* malloc'ed with the statement: it may have to be prepared again */
};

struct mynd_result {
	mynd_link *link; /* a reference: the counts live there */
	uint32_t epoch;
	uint64_t serial;              /* of the command whose reply it is */
	mynd_result *previous, *next; /* the link's list */
	mynd_columns *columns;
	mynd_store *store; /* where rows lie: all of them, or a cursor's batch. NULL: rows come from the wire */
	bool forward;      /* all of them, but it was asked for as an unbuffered one, and behaves so */
	uint64_t rows;     /* read so far (unbuffered) */
	unsigned warnings; /* of the command, as the end of the rows told (buffered) */
	bool at_end, native, binary;
	mynd_statement *statement; /* reads from its cursor: a reference; NULL: does not */
	uint32_t cursor_number;    /* the one it reads from */
	uint32_t batch;            /* rows to ask for */
	bool cursor_over;          /* the server has no more of them */
	bool has_row;              /* event.row is the current one */
	bool being_read;           /* a call waits for its next row, or batch: */
	bool freed;                /* nobody's any more, and freed when that call is over */
	mynd_result *next_given_up;
	const char *fault; /* behind the last row came one that was none: why, as stock says it; NULL: none did */
	bool fault_told;   /* and it was fetched, in vain */
	zend_ulong *lengths; /* allocated when first asked for */
	mynd_error *error;   /* request memory; NULL: none */
	mynd_event
	    event; /* the last one; here, so that a row is not copied once more; last, for it is not cleared */
};

/* A text's copy, with a zero behind it, to where *at points, which moves on. NULL stays NULL. */
static inline char *mynd_put_text(char **at, const char *text, size_t len)
{
	char *copy = *at;
	if (text == NULL) {
		return NULL;
	}
	memcpy(copy, text, len);
	copy[len] = '\0';
	*at += len + 1;
	return copy;
}

/* --- thread.c: what belongs to a thread --- */

typedef struct mynd_spare_buffer {
	uint8_t *ptr;
	size_t size;
} mynd_spare_buffer;

typedef struct mynd_links_thread {
	mynd_link *first;
	mynd_spare_buffer spare[4]; /* read buffers nobody uses now, the one used last behind the others */
	unsigned spare_count;
	mynd_packer *packers[MYND_COMPRESSION_COUNT];
	mynd_decompressor *decompressors[MYND_COMPRESSION_COUNT]; /* nobody uses now */
	mynd_link *lone[2]; /* what results without a link count on, see mynd_result_of_store; NULL: none yet */
	const mynd_filtering *filtering;       /* of links that connect; NULL: none */
	const mynd_intercepting *intercepting; /* commands; NULL: none */
	bool sweeping;                         /* request memory is to be forgotten, not freed */
	bool has_given_up;                     /* of some link: results that were freed while read */
	uint64_t rounds;                       /* polls so far */
	uint64_t sessions;                     /* that interceptors were told of so far */
	mynd_pool *pools;                      /* the one used last comes first */
	unsigned pools_generation;             /* the process whose links are idle in them; 0: none yet */
	int64_t pools_looked_after;
	mynd_pool_settings pool_settings;
	mynd_pool_numbers pool_numbers;
	int (*before_connect)(mynd_error *error); /* see intercept.h; NULL: nothing */
} mynd_links_thread;

mynd_links_thread *mynd_links_of_thread(void);
uint8_t *mynd_read_buffer_take(size_t size); /* malloc'ed, not cleared; NULL: no memory */
void mynd_read_buffer_give(uint8_t *buffer, size_t size);
void mynd_links_count_dead(const mynd_link *link); /* the link goes: its counts stay */
unsigned mynd_process_generation(void);
pid_t mynd_process_id(void);             /* without a system call */
const struct utsname *mynd_system(void); /* asked for once, at the start of the process */

/* --- link.c --- */

/* A process that was forked after the connect must not touch the socket: its parent uses it. */
bool mynd_link_is_foreign(const mynd_link *link);
/* Session and transport go, and what belongs to the reply; nothing is said to the server. The error stays. */
void mynd_link_take_down(mynd_link *link);

/*
 * The program's use of a connection is over: its results and statements are cut off from it, as by a close.
 */
void mynd_link_end_use(mynd_link *link);
void mynd_link_set_read_buffer(mynd_link *link); /* its size as the settings say */

/* Around each wait: the caller holds the link. */
void mynd_link_enter(mynd_link *link);
void mynd_link_leave(mynd_link *link);
/* The same around code of the program. */
void mynd_link_enter_program(mynd_link *link);

/* --- pool_key.c --- */

void mynd_pool_key(const mynd_link *link, const mynd_connect *with, uint8_t key[MYND_POOL_KEY]);
void mynd_pool_hash_who(mynd_slice user, mynd_slice password, uint8_t who[MYND_POOL_KEY]);

/* --- pool.c --- */

/* A link goes that a program still had: only a fatal error leaves such. */
void mynd_pool_forget(mynd_link *link);
/* The address cannot be reset by the command for it (yet): new links keep what a change-user needs. */
void mynd_pool_has_no_reset(mynd_link *link);

/* --- reset.c: back to how a session was when it was new --- */

/* The login has succeeded, nothing else has happened yet: that is what the session is brought back to. */
void mynd_reset_note(mynd_link *link, const mynd_connect *with, bool by_change_user);
void mynd_reset_forget(mynd_link *link);
/* The program sends this text. */
void mynd_reset_watch(mynd_link *link, mynd_slice sql);
/* It has changed the user, or tried to. */
void mynd_reset_watch_user(mynd_link *link, mynd_slice user, mynd_slice password, int outcome);
/* Sends the reset, not waiting. MYND_BAD: that cannot be done. */
int mynd_reset_begin(mynd_link *link);
/* Reads what is due. MYND_OK: the session is as new. MYND_MORE (never if it may wait): not all is here. MYND_BAD: the link is of no use. */
int mynd_reset_settle(mynd_link *link, bool wait);

/* --- as_new.c: what a reset keeps, and no reply tells of --- */

/* While a link of a pool connects: the pool learns what a login has, if it does not know. MYND_BAD: the link is lost. */
int mynd_as_new_learn(mynd_link *link);
void mynd_as_new_forget(mynd_pool *pool);
/* Queues the question behind a reset; the pool has one. */
int mynd_as_new_queue(mynd_link *link);
/* An event of a reset's replies, before its rows are discarded. */
void mynd_as_new_take(mynd_link *link, const mynd_event *event);

/* --- compress.c: bytes between net and session, packed or not --- */

int mynd_compress_begin(mynd_link *link); /* the login has succeeded. MYND_BAD: lost */
void mynd_compress_rest(mynd_link *link); /* the session is idle */
void mynd_compress_end(mynd_link *link);
void mynd_compress_thread_end(void);

/* As those of mynd_link_..., without filters. */
int mynd_packed_output(mynd_link *link, mynd_slice *out, mynd_error *error);
bool mynd_packed_has_output(mynd_link *link);
void mynd_packed_sent(mynd_link *link, size_t n);
int mynd_packed_receive(
    mynd_link *link, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error);
bool mynd_packed_has_received(const mynd_link *link);

/* --- filter.c: between net and compression. What runs filters runs code of the program, with in_call set --- */

int mynd_filtered_begin(mynd_link *link); /* before a connect. MYND_BAD: the link's error says why */
void mynd_filtered_end(mynd_link *link);
const char *mynd_filtered_failure(
    const mynd_link *link); /* why the filters have failed; NULL: they have not */
bool mynd_filtered_has_bytes(const mynd_link *link);
int mynd_filtered_read(mynd_link *link, mynd_span to, mynd_deadline deadline, size_t *n, mynd_error *error);
void mynd_filtered_last_words(mynd_link *link); /* what is written next is the last */
void mynd_filters_settle(
    void); /* what is left to be done of links that were closed; runs code of the program */

int mynd_filtered_output(mynd_link *link, mynd_slice *out, mynd_error *error);
bool mynd_filtered_has_output(mynd_link *link);
void mynd_filtered_sent(mynd_link *link, size_t n);
int mynd_link_output_without_code(
    mynd_link *link, mynd_slice *out, mynd_error *error); /* not what has to be filtered */

/* Without hooks (--disable-mynd-hooks) the compiler knows that nobody is there, as in mynd_interceptors. */
static inline bool mynd_is_filtered(const mynd_link *link)
{
	return MYND_HAS_HOOKS && link->filtered != NULL;
}

/* As mynd_net_read, or mynd_net_read_later, through filters. They wait for themselves: they may have something that no socket tells of. */
static inline int mynd_link_read_wire(
    mynd_link *link, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error)
{
	if (UNEXPECTED(mynd_is_filtered(link))) {
		return mynd_filtered_read(link, to, deadline, n, error);
	}
	return later ? mynd_net_read_later(link->net, to, deadline, n, error)
	             : mynd_net_read(link->net, to, deadline, n, error);
}

/* --- bytes between net and session. Most links have nothing in between: those are answered here --- */

static inline bool mynd_link_is_plain(const mynd_link *link)
{
	return !mynd_is_filtered(link) && link->packed.which == MYND_COMPRESSION_NONE;
}

/* What is to be written now (empty: nothing), and that n bytes of it are written. MYND_BAD: no memory, or a filter has failed. */
static inline int mynd_link_output(mynd_link *link, mynd_slice *out, mynd_error *error)
{
	if (EXPECTED(mynd_link_is_plain(link))) {
		*out = mynd_session_output(link->session);
		return MYND_OK;
	}
	return mynd_filtered_output(link, out, error);
}

static inline bool mynd_link_has_output(mynd_link *link)
{
	return EXPECTED(mynd_link_is_plain(link)) ? mynd_session_output(link->session).len > 0
	                                          : mynd_filtered_has_output(link);
}

static inline void mynd_link_sent(mynd_link *link, size_t n)
{
	if (EXPECTED(mynd_link_is_plain(link))) {
		mynd_session_sent(link->session, n);
	} else {
		mynd_filtered_sent(link, n);
	}
}

/* Something has happened that no set tells of, see mynd_listener. */
void mynd_link_changed(mynd_link *link);

/* As mynd_net_read, of plain bytes; `later`: as mynd_net_read_later. */
static inline int mynd_link_receive(
    mynd_link *link, mynd_span to, mynd_deadline deadline, bool later, size_t *n, mynd_error *error)
{
	int rc;
	link->readable = false;
	if (UNEXPECTED(!mynd_link_is_plain(link))) {
		rc = mynd_packed_receive(link, to, deadline, later, n, error);
	} else {
		rc = later ? mynd_net_read_later(link->net, to, deadline, n, error)
		           : mynd_net_read(link->net, to, deadline, n, error);
	}
	if (UNEXPECTED(link->listeners != NULL) && rc == MYND_OK) {
		mynd_link_changed(link);
	}
	return rc;
}

/* Something is here that no read of the socket would tell. */
static inline bool mynd_link_has_received(const mynd_link *link)
{
	return UNEXPECTED(!mynd_link_is_plain(link)) && mynd_packed_has_received(link);
}

/* --- pump.c: bytes between net and session --- */

/*
 * The next event, waiting for it, and writing what has to be written first. MYND_BAD: the link is lost, its error is set. MYND_MORE: none is due; the error is 2014, for callers
 * to whom that is one.
 */
int mynd_link_pump(mynd_link *link, mynd_event *event);
/* Writes all that may be written now. MYND_BAD: lost. */
int mynd_link_flush(mynd_link *link);
/* The link cannot be used any more: sets error and last_failure, closes the socket. Returns MYND_BAD. */
int mynd_link_lost(mynd_link *link, const mynd_error *error) __attribute__((cold));
/* Lost because of what the server said: 2027. Returns MYND_BAD. */
int mynd_link_malformed(mynd_link *link, const char *what) __attribute__((cold));
/* The read buffer goes back to the thread if the session is idle. */
void mynd_link_rest(mynd_link *link);
/* The same where it waits for a reply of which nothing is here yet. */
void mynd_link_rest_early(mynd_link *link);
/* What the session gave up as its buffer goes back to the thread, or to the store that it belongs to. */
void mynd_link_put_away(mynd_link *link, uint8_t *buffer);
/*
 * As mynd_link_pump, with what can be written and is here now. MYND_MORE: nothing more is here (or the session is idle).
 */
int mynd_link_pump_now(mynd_link *link, mynd_event *event);
/* Writes what the socket takes now; not waiting, not reading, not telling of failures. */
void mynd_link_push(mynd_link *link);
/* The same from where no code of the program may run: what has to be filtered stays. */
void mynd_link_push_without_code(mynd_link *link);
/* Writes once, or waits once and reads what comes meanwhile. MYND_OK: all is written. MYND_MORE: not all. MYND_BAD: lost. */
int mynd_link_write_some(mynd_link *link);
/* Reads once, without waiting. MYND_MORE: nothing was there, or there is no room for it. MYND_BAD: lost. */
int mynd_link_read_here(mynd_link *link);

/* --- reply.c --- */

/* A command may be sent: clears the last reply, drops what was given up. MYND_BAD: refused or lost. */
int mynd_link_begin(mynd_link *link);
/* Queues and flushes. */
int mynd_link_send(mynd_link *link, const mynd_command *command);
/* `count` definitions and what ends them, which is *event then; `columns` has them. */
int mynd_link_read_definitions(mynd_link *link, uint32_t count, mynd_event *event);
/* Takes over status, counts and text of an OK. */
void mynd_link_take_ok(mynd_link *link, const mynd_event *event);
/* An event that ends the reply with an error; any other that was not due breaks the protocol. Returns MYND_BAD. */
int mynd_link_take_error(mynd_link *link, const mynd_event *event);
/* Takes over the end of a result set that was read or dropped. */
void mynd_link_take_end(mynd_link *link, const mynd_event *event);
/* Reads on to the end of a reply of which no results will be asked for any more (`ownerless`). MYND_BAD: lost. */
int mynd_link_drop_further(mynd_link *link);
/* Reads on to the end of the rows of the current result set and drops them. */
int mynd_link_drop_rows(mynd_link *link);
/* On to the end of the current reply, if that is near; nothing of it is anybody's. MYND_BAD: the link is lost. */
int mynd_link_drop_reply(mynd_link *link);
/*
 * On to the end of the command's reply with what is here now, `bound` bytes at most. MYND_MORE: that is not all of it. MYND_BAD: lost.
 */
int mynd_link_drop_now(mynd_link *link, uint64_t bound);
/* Forgets what belongs to the current reply. */
void mynd_link_clear_reply(mynd_link *link);
/* What nobody will read any more of the current reply is read now and dropped. MYND_BAD: lost. */
int mynd_link_drop_leftovers(mynd_link *link);
/* While bytes are read only to be dropped: the link is given up if they are too many. */
void mynd_link_bound_reads(mynd_link *link, bool on);
void mynd_link_keep_info(mynd_link *link, mynd_slice info);

/* --- async.c: commands under way --- */

/* The first whose reply is not there as a whole, and the owner's first; NULL: none. */
mynd_pending *mynd_pending_unanswered(const mynd_link *link);
mynd_pending *mynd_pending_of(const mynd_link *link, const void *owner);
/* As mynd_link_begin, where replies may be outstanding. */
int mynd_async_begin(mynd_link *link);
/* The entry of a command that is about to be queued; NULL: no memory. The caller frees it if the session does not take the command. */
mynd_pending *mynd_pending_new(mynd_link *link, const void *owner);
int mynd_pending_no_memory(mynd_link *link); /* MYND_BAD */
/* The session has taken a command of the statement's. */
void mynd_pending_queued(mynd_statement *statement, mynd_pending *pending);
/* An entry that needs nothing of the server, for a command of the statement (NULL: a text) that was never sent: the last one from now on. */
void mynd_pending_answered(mynd_link *link, mynd_statement *statement, mynd_pending *pending);
/* Its reply is there as a whole. */
void mynd_pending_is_answered(mynd_link *link, mynd_pending *pending);
/* Nobody takes it. */
void mynd_pending_abandon(mynd_link *link, mynd_pending *pending);
/* The last command, queued a moment ago, goes out; if that fails nobody will ask for its reply. */
int mynd_pending_send_last(mynd_link *link);
/*
 * Stores what the session has of the replies that stand before `until` (NULL: of all). Stops at one that may ask for a file: nothing is
 * written behind that anyway. MYND_BAD: the link is lost.
 */
int mynd_pending_absorb(mynd_link *link, const mynd_pending *until);
/* What was abandoned is read and dropped. 2014 if there are others. */
int mynd_pending_drop(mynd_link *link);
/* The link is lost, and its session dead. */
void mynd_pending_lost(mynd_link *link);
/* The link is taken down. */
void mynd_pending_end(mynd_link *link);
/* Interceptors go: those that wait for replies do so no more. */
void mynd_pending_nobody_waits(mynd_link *link);
/* The request's memory goes. */
void mynd_pending_forget(mynd_link *link);

/* --- outcome.c: replies that were read before anybody asked for them --- */

/* An event of the reply. MYND_BAD: the link is lost. */
int mynd_outcome_take(mynd_link *link, mynd_pending *pending, const mynd_event *event);
/* The reply ends with this error. MYND_BAD: no memory. */
int mynd_outcome_fail(mynd_pending *pending, const mynd_error *error);
/* Makes it the current reply, and those behind it the further ones; as mynd_link_read_reply. Takes it over. */
int mynd_outcome_load(mynd_link *link, mynd_outcome *outcome);
/* An answer that comes from no server; its rows are taken over. NULL: no memory. */
mynd_outcome *mynd_outcome_of_answer(mynd_answer *answer);
void mynd_outcomes_free(mynd_outcome *first);
void mynd_outcomes_forget(mynd_outcome *first); /* the request's memory goes */

/* --- intercept.c --- */

/* Who is called around commands; NULL: nobody. */
static inline const mynd_intercepting *mynd_interceptors(void)
{
	return MYND_HAS_HOOKS ? mynd_links_of_thread()->intercepting : NULL;
}

/* Commands of this link come to interceptors: not those that are refused anyway, nor any when the program is beyond running. */
static inline bool mynd_is_intercepted(const mynd_link *link)
{
	return UNEXPECTED(mynd_interceptors() != NULL) && !link->in_call && link->absorbing == NULL &&
	       EG(exception) == NULL && !CG(unclean_shutdown);
}

/* The interceptors are called, and whoever they call runs it. As call->run. */
int mynd_intercept(mynd_call *call);
/* The link is about to connect for the program, which wants to be told. MYND_BAD: it cannot; an exception may be pending. */
int mynd_intercept_before_connect(mynd_link *link);

/* A reply was taken that somebody waits for; answers what becomes of it. */
int mynd_intercept_settled(mynd_link *link, void *waiting, int rc);
/* Code of an interceptor has thrown: the link's error. MYND_BAD. */
int mynd_intercept_thrown(mynd_link *link);

/* --- infile.c --- */

/* The text runs next: it is kept, until another does, if it may ask for a file and files may be sent. NULL: forgets the last. */
void mynd_link_keep_file_text(mynd_link *link, const char *sql, size_t len);

/* The server wants the file of this name (in the session's buffer): sends it, or says no, and takes the answer. */
int mynd_link_give_file(mynd_link *link, mynd_slice name);
/* The same in a reply that was given up: an empty file. */
int mynd_link_refuse_file(mynd_link *link);

/* --- result.c --- */

/* Before bytes are read: where there is a store to be filled, they may go there. */
void mynd_link_read_into_store(mynd_link *link);
/* Results that were freed while a call was reading them, which is over. */
void mynd_link_free_given_up(mynd_link *link);
/* Links that nothing else holds any more than such results go, and these with them. */
void mynd_links_free_left(void);
/* The link is closing: results that hang on it are cut off. */
void mynd_link_detach_results(mynd_link *link);
/* The unbuffered result that is being read answers 2014 from now on; its rows are still on the wire. */
void mynd_link_cut_active(mynd_link *link);
/*
 * The rows that are on the wire, up to their end, into the store. MYND_BAD with *fault: one was none, in stock's words, and what to do
 * about it is the caller's.
 */
int mynd_result_read_rows(
    mynd_link *link, mynd_store *store, const mynd_columns *columns, const char **fault);
#define MYND_NOT_A_ROW "a row with the wrong number of cells"
/* Moves on to the next row, which is then event.row. MYND_MORE: that was all. */
int mynd_result_advance(mynd_result *result);
/* The row could not be built. Returns MYND_BAD. */
int mynd_result_bad_row(mynd_result *result);
void mynd_result_count_fetched(mynd_result *result, uint64_t rows);
/* No more of the unbuffered result is to be read. */
void mynd_result_end_unbuffered(mynd_result *result);
/* A result that is being read cannot fit: 2008. What is left of it is dropped by the next command. */
int mynd_result_out_of_memory(mynd_link *link);
/* Keeps the error as the result's. Returns MYND_BAD. */
int mynd_result_fail(mynd_result *result, const mynd_error *error);

/* --- cursor.c --- */

/* As mynd_statement_use and mynd_statement_store, of a cursor that waits. */
mynd_result *mynd_cursor_use(mynd_statement *statement);
mynd_result *mynd_cursor_store(mynd_statement *statement);
/* The next row of a result that reads from a cursor. MYND_MORE: that was all. */
int mynd_cursor_next(mynd_result *result);

/* --- statement.c --- */

/* For the cache: no reference on the link is taken. NULL: no memory (2008). */
mynd_statement *mynd_statement_new(mynd_link *link, const char *sql, size_t len, bool cached);
/*
 * Queues the word to the server, if it can be told, and frees; `now`: and writes it, if that needs no waiting. What is left
 * of the reply to its last execute is no concern of this.
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
/* 1243, as the server has it; `command`: as it is named there. For a statement of an earlier era, whose id may be another's now. */
int mynd_statement_unknown(mynd_statement *statement, const char *command);
/* The columns of a reply that has begun. Those of a cursor wait with the statement, and the link is free. */
void mynd_statement_take_columns(mynd_statement *statement);

/* A command about it may be sent, `command` as servers name it in their errors; `async`: where replies may be outstanding. */
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

/* --- cancel.c --- */

void mynd_way_note(mynd_link *link, const mynd_connect *with);
void mynd_way_change_user(mynd_link *link, mynd_slice user, mynd_slice password);
void mynd_way_forget(mynd_link *link);
/* What the link's deadline allows a wait now. */
mynd_deadline mynd_link_next_deadline(const mynd_link *link);
/* A wait of the link has failed so: was it because what runs is to be cancelled? That has been tried then, and the wait goes on. May wait. */
bool mynd_link_has_cancelled(mynd_link *link, const mynd_error *error);
/* A command is to be begun. MYND_BAD: it is too late for one; the error is 1317. */
int mynd_link_check_deadline(mynd_link *link);

/* --- attributes.c --- */

/* Links that connect now negotiate them, where the server has them. */
bool mynd_attributes_are_wanted(void);

static inline void mynd_link_attach_attributes(const mynd_link *link, mynd_command *command)
{
	command->attributes = link->attributes;
	command->attribute_count = link->attribute_count;
}
void mynd_link_drop_attributes(mynd_link *link);

/* --- cache.c --- */

/* The server has forgotten its statements, or the session goes: nothing is said to the server. */
void mynd_cache_drop(mynd_link *link);
/* The statement of this text, for any values, which is the caller's then, as a prepared one would be; NULL: there is none. */
mynd_statement *mynd_cache_lend(mynd_link *link, const char *sql, size_t len);
/* The link is about to run a text. */
void mynd_cache_before_text(mynd_link *link, mynd_slice sql);
/*
 * After an error: it was the server's limit of statements, what the cache held is closed and the link begun again, so that
 * a prepare may be tried once more.
 */
bool mynd_cache_gave_way(mynd_link *link);

/* --- pipelining.c --- */

/* The server at this address: 0 for one that nothing is to be known of. */
uint64_t mynd_pipelining_address(const char *unix_path, const char *host, int port);
/* May an execute be written behind its prepare, and with which id? 0: no. */
uint32_t mynd_pipelining_id(const mynd_link *link);
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
