/*
 * A live connection: session + net + rows. Connects, runs commands, hands out results, closes.
 *
 * Every command is queued on the session, flushed, and its reply pulled; a blocking call is "send" and at once "reply". There is no
 * second path. A link is malloc'ed, reference-counted and listed per thread; idle, it holds no request memory.
 *
 * Errors: functions return MYND_OK or MYND_BAD and leave the reason in mynd_link_error(); nothing here warns or throws.
 * Lost and timed-out links are 2006 as stock has it; the cause stays in the error.
 *
 * Who may call when: a command on a link with an unread reply is refused with 2014 ("Commands out of sync"), and so is
 * any call while another fiber waits on the same link. To close it, or to free its results and statements, leaves a mark then, and the one
 * who waits does it. The caller of anything that may wait holds a reference of its own (to the link; to the statement, too, if it is about one)
 * meanwhile, and looks again afterwards. A wait that has failed may have left an exception: then nothing is sent any more. In a process that was forked after the connect every command, and every read that needs the socket, is 2006.
 */
#ifndef MYND_LINK_LINK_H
#define MYND_LINK_LINK_H

#define MYND_CLIENT_VERSION "0.1.0" /* of mynd, as servers and programs see it */

#include "php.h"
#include "../net/net.h"
#include "../rows/rows.h"
#include "../session/session.h"
#include "../wire/charset.h"

typedef struct mynd_link mynd_link;
typedef struct mynd_result mynd_result;

typedef struct mynd_link_counts { /* all uint64_t: added up as one array */
	mynd_session_counts session;
	mynd_net_counts net;
	uint64_t buffered_sets, rows_buffered_text;
	uint64_t rows_fetched_buffered_text; /* handed to the program */
	uint64_t explicit_free_result, implicit_free_result;
	mynd_rows_counts rows;
	uint64_t connect_success, connect_failure, connection_reused, reconnect, pconnect_success;
	uint64_t explicit_close, implicit_close, disconnect_close, in_middle_of_command_close;
	uint64_t unbuffered_sets, ps_buffered_sets, ps_unbuffered_sets;
	uint64_t flushed_normal_sets, flushed_ps_sets;
	uint64_t rows_buffered_prepared;       /* put into a store, as rows_buffered_text */
	uint64_t rows_fetched_unbuffered_text; /* handed to the program */
	uint64_t rows_fetched_buffered_prepared, rows_fetched_unbuffered_prepared, rows_fetched_cursor;
	uint64_t rows_skipped_text, rows_skipped_prepared;        /* received and dropped */
	uint64_t prepared_never_executed, prepared_once_executed; /* statements that are gone */
	uint64_t explicit_statement_close, implicit_statement_close;
	uint64_t init_commands, init_commands_failed;
	struct {
		uint64_t plain_in, packed_in, plain_out, packed_out;
	} compression; /* bytes, on links that compress */
} mynd_link_counts;

/*
 * Sums over the process' links that are gone and the thread's that live; live gauges, the thread's, in *active and
 * *active_persistent. (Threads count without locks; another thread's live links are seen when they are gone.)
 */
void mynd_links_totals(mynd_link_counts *sum, uint64_t *active, uint64_t *active_persistent);
const mynd_link_counts *mynd_link_counts_of(mynd_link *link); /* up to date, results' folded in */

/* --- life --- */

mynd_link *mynd_link_new(
    void); /* one reference; never NULL (out of memory ends the process, as pemalloc does) */
void mynd_link_addref(mynd_link *link);
void mynd_link_release(
    mynd_link *link); /* the last one closes (implicitly) and frees; never waits, never runs PHP code */

typedef enum mynd_close_reason {
	MYND_CLOSE_EXPLICIT,
	MYND_CLOSE_IMPLICIT,
	MYND_CLOSE_DISCONNECT
} mynd_close_reason;
/* Says goodbye if the link is idle and that can be done without waiting; afterwards the link is unconnected. */
void mynd_link_close(mynd_link *link, mynd_close_reason reason);

/*
 * For a call that may wait, right before the program's own close: learns, once a process and server, whether several commands may be
 * written at once (mynd.pipelining = auto), with two pings. Does nothing on a link that is not idle, and waits a quarter of a
 * second at most.
 */
void mynd_link_learn(mynd_link *link);
/*
 * The same for a link whose object is freed, which may not wait: at the end of a request the connection is kept a moment longer, and
 * the sweep learns from it. Right before the close.
 */
void mynd_link_learn_later(mynd_link *link);

void mynd_links_sweep(void); /* post-deactivate: closes what the request left (no goodbye on a busy link) */
void mynd_links_shutdown(void); /* thread end */
void mynd_links_startup(void);  /* process start: fork handlers */

/* --- settings; before connect unless said otherwise. Strings are copied --- */

typedef enum mynd_string_setting {
	MYND_SET_CHARSET_NAME, /* validated by the caller; NULL: the server's */
	MYND_SET_TLS_KEY,
	MYND_SET_TLS_CERT,
	MYND_SET_TLS_CA,
	MYND_SET_TLS_CAPATH,
	MYND_SET_TLS_CIPHER,
	MYND_SET_PUBLIC_KEY,             /* PEM file's path for sha256_password and caching_sha2_password */
	MYND_SET_LOCAL_INFILE_DIRECTORY, /* files below it may be sent even without MYND_SET_LOCAL_INFILE. At any time */
	MYND_SET_FACE,                   /* "mysqli", "pdo_mysql": goes into the connection attributes */
	MYND_SET_STRING_COUNT
} mynd_string_setting;
void mynd_link_set_string(mynd_link *link, mynd_string_setting which, const char *value);
const char *mynd_link_get_string(const mynd_link *link, mynd_string_setting which);

typedef enum mynd_int_setting {
	MYND_SET_CONNECT_TIMEOUT, /* seconds, 0: none. Covers name, TCP, TLS and login */
	MYND_SET_READ_TIMEOUT,    /* seconds, 0: none. May be changed at any time */
	MYND_SET_WRITE_TIMEOUT,
	MYND_SET_COMMAND_BUFFER,    /* bytes, 4096 or more */
	MYND_SET_READ_BUFFER,       /* bytes */
	MYND_SET_NATIVE_NUMBERS,    /* 0 or 1; at any time, for open results too */
	MYND_SET_LOCAL_INFILE,      /* 0 or 1: any file may be sent to a query that asks for it. At any time */
	MYND_SET_ALLOW_CLEARTEXT,   /* 0 or 1: mysql_clear_password without TLS */
	MYND_SET_REFUSE_SERVER_KEY, /* 0 or 1 */
	MYND_SET_TLS_VERIFY_CHAIN,
	MYND_SET_TLS_VERIFY_HOST,   /* 0 or 1 */
	MYND_SET_KEEPALIVE,         /* 0 or 1, default 1 */
	MYND_SET_EXPIRED_PASSWORDS, /* 0 or 1: log in with one that has expired, to set a new one */
	MYND_SET_PIPELINING,        /* mynd_pipelining, default MYND_PIPELINING_OFF. At any time */
	MYND_SET_COMPRESS,          /* 0 or 1: as the flag COMPRESS */
	MYND_SET_INT_COUNT
} mynd_int_setting;
/* Whether commands that the program did not ask to go together may be written together. */
typedef enum mynd_pipelining {
	MYND_PIPELINING_OFF,
	MYND_PIPELINING_ON,
	MYND_PIPELINING_AUTO /* for servers that were seen to bear it */
} mynd_pipelining;
void mynd_link_set_int(mynd_link *link, mynd_int_setting which, zend_long value);
zend_long mynd_link_get_int(const mynd_link *link, mynd_int_setting which);
void mynd_link_add_init_command(mynd_link *link, const char *sql, size_t len);

/* --- connect --- */

typedef struct mynd_connect {
	const char *host; /* NULL, "" or "localhost": the unix socket. May carry ":port" or be "[IPv6]:port" */
	size_t host_len;  /* a NUL inside is refused */
	const char *user, *password, *database; /* NULL: none */
	size_t user_len, password_len, database_len;
	zend_long port;     /* 0: 3306 */
	const char *socket; /* NULL: default_socket is the caller's to fill in */
	uint64_t
	    client_flags; /* MYND_CAP_*: SSL, COMPRESS, FOUND_ROWS, INTERACTIVE, IGNORE_SPACE, NO_SCHEMA, MULTI_STATEMENTS, LOCAL_FILES */
	bool tls;         /* wanted: by flag or by options */
	bool persistent; /* for a pool (pool.h): the server is asked to tell of changes of the default database */
} mynd_connect;

bool mynd_connect_is_local(const mynd_connect *with); /* a unix socket */

/* Connects and logs in, runs the init commands. On failure the link is unconnected and can be used again. */
int mynd_link_connect(mynd_link *link, const mynd_connect *with);
bool mynd_link_is_open(const mynd_link *link);      /* connected, and not lost */
bool mynd_link_is_connected(const mynd_link *link); /* logged in, not closed; a lost link still counts */

/* What stock says beside an error, as a warning of its own; NULL: nothing. Cleared by the next command. */
const char *mynd_link_remark(const mynd_link *link);
const char *mynd_link_remark_about(const mynd_link *link); /* the file that it is about; NULL: none */

/* --- commands --- */

/* Sends, and reads the beginning of the reply: OK, or a result set that waits to be taken with store or use. */
int mynd_link_query(mynd_link *link, const char *sql, size_t len);
/* The same of a text that is the driver's own, not the program's. */
int mynd_link_run_text(mynd_link *link, const char *sql, size_t len);
/* The two halves of that. */
int mynd_link_send_query(mynd_link *link, const char *sql, size_t len);
int mynd_link_read_reply(mynd_link *link);

int mynd_link_select_db(mynd_link *link, const char *name, size_t len);
int mynd_link_ping(mynd_link *link);
int mynd_link_kill(mynd_link *link, uint32_t thread_id);
int mynd_link_refresh(mynd_link *link, uint8_t options);
int mynd_link_debug(mynd_link *link);
int mynd_link_set_multi_statements(mynd_link *link, bool on);
zend_string *mynd_link_statistics(mynd_link *link); /* the caller's; NULL: error */
int mynd_link_set_charset(
    mynd_link *link, const mynd_charset *charset); /* SET NAMES; known to escaping afterwards */
int mynd_link_change_user(mynd_link *link, const char *user, size_t user_len, const char *password,
    size_t password_len, const char *database, size_t database_len);

/*
 * MySQL's query attributes: they go along with every text and every execute from now on, until others are set. Whoever runs a command sets
 * them before, and none (0) behind it; commands that are queued have them already. Copied. They are negotiated by links that connect
 * while there are interceptors, where the server has them (MySQL 8.0.26); elsewhere nothing happens, and that is MYND_OK. MYND_BAD: no memory, and there
 * are none. They go with the connection's use.
 */
int mynd_link_set_query_attributes(mynd_link *link, const mynd_query_attribute *attributes, uint16_t count);

/* --- stopping them --- */

/*
 * Cancels the command that runs on the server, from a connection of its own, by the deadline; the link's own reply tells what came of it. May
 * be called while a call waits on the link. MYND_MORE: nothing runs. MYND_BAD: *error says why it could not be told to the server.
 */
int mynd_link_cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error);
/*
 * Every command ends in so many seconds from now, cancelled or, where the server does not answer, lost (2006, cause TIMED_OUT); those that come
 * later are 1317 and not sent. <= 0: no deadline. It goes with the connection's use.
 */
void mynd_link_set_deadline(mynd_link *link, double seconds);

/* --- results --- */

bool mynd_link_has_result(const mynd_link *link); /* the current reply has columns that nobody took yet */
bool mynd_link_is_at_statement(const mynd_link *link); /* the current reply is to an execute */
bool mynd_link_more_results(const mynd_link *link);    /* a further reply follows the current one */
/* On to the next reply. MYND_MORE: there is none. 2014 if the current result was not taken or is not read to its end. */
int mynd_link_next_result(mynd_link *link);
/* Reads and drops everything up to the end of the last reply. */
int mynd_link_drain(mynd_link *link);

/* A number that the last command has among all of the link's. */
uint64_t mynd_link_command(const mynd_link *link);
/*
 * What nobody took of the reply to that command, nobody will: a result set, further results. Dropped by the next command, which is not
 * refused for it; nothing if the link is at another command. Never waits.
 */
void mynd_link_leave_reply(mynd_link *link, uint64_t command);

/* NULL: error (2014 if there is no result; 2008 if it cannot fit; the server's error among the rows ...). */
mynd_result *mynd_link_store(mynd_link *link);
mynd_result *mynd_link_use(mynd_link *link);

/* --- what is known --- */

const mynd_error *mynd_link_error(const mynd_link *link); /* of the last call; code 0: none. Never NULL */
const mynd_error *mynd_link_last_failure(
    const mynd_link *link); /* the last loss or protocol break; code 0: none */
void mynd_link_set_error(mynd_link *link, const mynd_error *error); /* NULL clears */
int mynd_link_refuse(mynd_link *link, unsigned client_error)
    __attribute__((cold)); /* sets a client error with stock's text; MYND_BAD */
const mynd_server *mynd_link_server(const mynd_link *link); /* NULL: unconnected */
const char *mynd_link_host_info(const mynd_link *link);  /* "Localhost via UNIX socket"; NULL: unconnected */
uint64_t mynd_link_affected_rows(const mynd_link *link); /* (uint64_t) -1: unknown or failed */
uint64_t mynd_link_insert_id(const mynd_link *link);
unsigned mynd_link_warning_count(const mynd_link *link);
uint32_t mynd_link_field_count(const mynd_link *link);          /* of the last reply; 0: no result set */
const char *mynd_link_info(const mynd_link *link, size_t *len); /* NULL: none */
const mynd_charset *mynd_link_charset(const mynd_link *link);   /* what escaping goes by; never NULL */
int mynd_link_descriptor(const mynd_link *link);                /* of its socket; -1: there is none */
bool mynd_link_is_idle(const mynd_link *link);                  /* a command may be sent */
bool mynd_link_is_in_call(const mynd_link *link); /* a call on it waits, or runs code of the program */
/* For what needs no command: true if such a call is under way; then the link's error is 2014. */
bool mynd_link_refuses(mynd_link *link);
zend_string *mynd_link_escape(mynd_link *link, const char *from, size_t len); /* the caller's */

/* The escaped text between what stands before and behind it, quotes or _binary'...'. The caller's. */
zend_string *mynd_link_quote(
    mynd_link *link, const char *before, const char *from, size_t len, const char *behind);

/* --- a result --- */
/* Request memory. Belongs to who got it; survives its link. */

/* One that has columns alone: unbuffered, and read to its end. Takes its own references. */
mynd_result *mynd_result_of_columns(mynd_link *link, mynd_columns *columns);

/*
 * A buffered result that comes from no link: of rows that were kept. Takes over both (the columns are the store's). They count on
 * mynd_counts_without_link, which lasts as long as the request.
 */
mynd_result *mynd_result_of_store(mynd_columns *columns, mynd_store *store, bool native, unsigned warnings);
mynd_rows_counts *mynd_counts_without_link(bool native);
mynd_store *mynd_result_store(mynd_result *result);       /* the result's; NULL: it is not a buffered one */
bool mynd_result_is_native(const mynd_result *result);    /* numbers of text rows become numbers */
unsigned mynd_result_warnings(const mynd_result *result); /* of the command of a buffered one */

void mynd_result_free(mynd_result *result, bool explicit_free); /* reads an unbuffered one to its end */
/* As above from a destructor: never waits. What is unread is dropped by the link's next command, or by its close. */
void mynd_result_abandon(mynd_result *result);

mynd_columns *mynd_result_columns(mynd_result *result); /* the result's reference */
bool mynd_result_is_buffered(const mynd_result *result);
uint64_t mynd_result_rows(
    const mynd_result *result); /* unbuffered: 0 until the last row was read, then the count */
bool mynd_result_at_end(const mynd_result *result);

/* MYND_OK: a row in `out`. MYND_MORE: no more rows. MYND_BAD: error, in mynd_result_error. */
int mynd_result_fetch(mynd_result *result, mynd_shape shape, zval *out);
int mynd_result_fetch_column(mynd_result *result, uint32_t column, zval *out);
/*
 * A value of the row that was fetched last, once more, as long as nothing else was fetched. can_repeat: that can be done, for its values
 * are still where they were read from. MYND_BAD: not any more, and `out` is NULL.
 */
bool mynd_result_can_repeat(const mynd_result *result);
int mynd_result_repeat(mynd_result *result, uint32_t column, zval *out);
/* The rest; [] if there is none. 2008 if it cannot fit memory_limit: a buffered result can be read on, row by row. */
int mynd_result_fetch_all(mynd_result *result, mynd_shape shape, zval *out);
/* The same, but that the rows before a failure stay in `out`; IS_UNDEF if memory was the reason. */
int mynd_result_fetch_rest(mynd_result *result, mynd_shape shape, zval *out);
/* The row's values into values[count of the columns], all of them the caller's; uninitialised before, and after any other answer than OK. */
int mynd_result_fetch_values(mynd_result *result, zval *values);
int mynd_result_skip(mynd_result *result); /* one row, not built */
const mynd_error *mynd_result_error(const mynd_result *result);
/* Behind the rows of a buffered result came one that is none: what stock says of it, as a warning. NULL: none did. */
const char *mynd_result_fault(const mynd_result *result);

bool mynd_result_seek(mynd_result *result, uint64_t row);   /* buffered only; false past the end */
void mynd_result_seek_end(mynd_result *result);             /* buffered only: no row is left to be fetched */
const zend_ulong *mynd_result_lengths(mynd_result *result); /* of the current row; NULL: there is none */

#endif
