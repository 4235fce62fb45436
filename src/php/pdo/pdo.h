/*
 * Shared by the files of PDO's driver: the table of PDO's symbols, the state of a handle and of a statement.
 *
 * PDO's core owns its structs; their driver_data points to mynd's. Always true: a handle (mynd_pdo_handle) is
 * malloc'ed and has a link, connected or not. A statement (mynd_pdo_statement) is request memory and has a
 * reference to the link. Freeing a statement never touches its handle, because the end of a request frees the
 * two in any order. mynd does not link to PDO's symbols: the table mynd_pdo has them.
 *
 * The functions that PDO's core calls are in tables at the end of handle.c and statement.c.
 */
#ifndef MYND_PHP_PDO_PDO_H
#define MYND_PHP_PDO_PDO_H

#include "../mynd.h"
#include "../../client/client.h"
#include "../../wire/placeholders.h"

#include "ext/pdo/php_pdo_driver.h"

#include "parameters.h"

/* --- PDO's own functions (symbols.c) --- */

/* Functions of every supported version of PDO. X(name) */
#define MYND_PDO_SYMBOLS(X)                                                                                  \
	X(php_pdo_register_driver)                                                                               \
	X(php_pdo_unregister_driver)                                                                             \
	X(php_pdo_parse_data_source)                                                                             \
	X(php_pdo_get_dbh_ce)                                                                                    \
	X(php_pdo_get_exception)                                                                                 \
	X(php_pdo_stmt_set_column_count)                                                                         \
	X(pdo_raise_impl_error)                                                                                  \
	X(pdo_handle_error)                                                                                      \
	X(pdo_throw_exception)                                                                                   \
	X(pdo_get_long_param)                                                                                    \
	X(pdo_get_bool_param)

#if PHP_VERSION_ID >= 80400
#define MYND_PDO_NEW_SYMBOLS(X) X(php_pdo_register_driver_specific_ce)
#else
#define MYND_PDO_NEW_SYMBOLS(X)
#endif

/*
 * Declared here because no installed header of PDO declares it. Raises the error of the statement, or of the
 * handle if `stmt` is NULL.
 */
extern void pdo_handle_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt);

typedef struct mynd_pdo_symbols {
#define MYND_X(name) __typeof__(&(name)) name;
	MYND_PDO_SYMBOLS(MYND_X)
	MYND_PDO_NEW_SYMBOLS(MYND_X)
#undef MYND_X
} mynd_pdo_symbols;

/* Set at the start of the process; read-only from then on. */
extern mynd_pdo_symbols mynd_pdo;
/* Returns false if a symbol is missing; *missing is its name. */
bool mynd_pdo_find_symbols(const char **missing);

/* --- attributes --- */

enum {
	MYND_PDO_USE_BUFFERED_QUERY = PDO_ATTR_DRIVER_SPECIFIC,
	MYND_PDO_LOCAL_INFILE,
	MYND_PDO_INIT_COMMAND,
	MYND_PDO_COMPRESS,
	MYND_PDO_DIRECT_QUERY,
	MYND_PDO_FOUND_ROWS,
	MYND_PDO_IGNORE_SPACE,
	MYND_PDO_SSL_KEY,
	MYND_PDO_SSL_CERT,
	MYND_PDO_SSL_CA,
	MYND_PDO_SSL_CAPATH,
	MYND_PDO_SSL_CIPHER,
	MYND_PDO_SERVER_PUBLIC_KEY,
	MYND_PDO_MULTI_STATEMENTS,
	MYND_PDO_SSL_VERIFY_SERVER_CERT,
	MYND_PDO_LOCAL_INFILE_DIRECTORY,
	/* Attributes of mynd, far from any number that PDO may add. */
	MYND_PDO_ASYNC = 1900,
	MYND_PDO_READ_TIMEOUT,
	MYND_PDO_TLS,
	MYND_PDO_RECONNECT,
	MYND_PDO_PREFETCH
};

/* --- state --- */

typedef struct mynd_pdo_error {
	unsigned code; /* 0: no error, or no code of the protocol */
	char *message; /* malloc'ed; NULL: none */
} mynd_pdo_error;

typedef struct mynd_pdo_statement mynd_pdo_statement;
typedef struct mynd_pdo_view mynd_pdo_view;

typedef struct mynd_pdo_handle {
	mynd_link *link; /* counted as a reference, released with mynd_pool_let_go */
	mynd_pdo_error error;
	bool buffered, emulate, national, table_names, local_infile;
	bool for_outcome; /* the next prepare() makes a statement that gets its rows at once (outcome.c) */
	mynd_pdo_statement
	    *waiting; /* asynchronous statements with outstanding replies, in order of their execute */
	mynd_pdo_statement *failed; /* statements with a `late` error, in the order of the errors */
	mynd_error *left;           /* malloc'ed: first unseen `late` error of a freed statement; NULL: none */
	/* Errors of the suspended fibers, if fibers take turns (views.c), and the next handle of the thread. */
	mynd_pdo_view *views;
	struct mynd_pdo_handle *next_handle;
	pdo_dbh_t *dbh;
} mynd_pdo_handle;

struct mynd_pdo_statement {
	/*
	 * Was closed (closeCursor(), last nextRowset()) after its last execute. As in stock, freeing a closed
	 * statement does not discard further results of other statements, unless `had_rows` is set.
	 */
	bool closed;
	bool had_rows;             /* the statement is native, and its last reply had rows */
	mynd_link *link;           /* counted as a reference */
	mynd_statement *statement; /* counted as a reference; NULL: emulated */
	mynd_result *result;       /* NULL: none */
	uint64_t command; /* number of the statement's last query, to which further results belong; 0: none */
	zval *row;        /* values of the result's current row; IS_UNDEF: the value was given to the program */
	uint32_t row_size, left; /* number of values in `row`, and of the values not given to the program */
	bool has_row;
	bool async; /* execute() does not wait */
	/*
	 * While the reply is outstanding: the handle whose list `waiting` has this statement, the next statement
	 * there, and this statement's object (NULL: freed).
	 */
	mynd_pdo_handle *waits_for;
	mynd_pdo_statement *next_waiting;
	pdo_stmt_t *stmt;
	/*
	 * malloc'ed: the error of its reply, if another command has taken the reply; the next call that needs the
	 * reply raises it. NULL: none.
	 */
	mynd_error *late;
	bool late_reported; /* the program has seen the error: by errorInfo(), or by a refused commit */
	/* The handle whose `failed` has this statement, and the next statement there, while `late` is set. */
	mynd_pdo_handle *failed_in;
	mynd_pdo_statement *next_failed;
	bool has_failed; /* a fetch has failed without a report; the next fetch reports it to PDO's core */
	bool moving;     /* values are moved out, because the row can be read again */
	bool has_run;    /* an execute was tried since the prepare */
	bool has_pieces; /* an execute is sending a stream in pieces; no other execute may begin */
	bool as_text;    /* the statement is emulated because it need not be prepared; it takes no values */
	/* the statement was made by outcome.c with its rows: it cannot be executed, and has no further results */
	bool is_outcome;
	HashTable *bound; /* values copied for the current execute; NULL: PDO's table is used */
	mynd_pdo_error error;
};

static inline mynd_pdo_handle *mynd_pdo_handle_of(const pdo_dbh_t *dbh)
{
	return dbh->driver_data;
}

static inline mynd_pdo_statement *mynd_pdo_statement_of(const pdo_stmt_t *stmt)
{
	return stmt->driver_data;
}

/* --- tables that PDO's core calls --- */

extern const pdo_driver_t mynd_pdo_driver;
extern const struct pdo_dbh_methods mynd_pdo_handle_methods;
extern const struct pdo_stmt_methods mynd_pdo_statement_methods;

/* attributes.c */
bool mynd_pdo_set_attribute(pdo_dbh_t *dbh, zend_long attribute, zval *value);
int mynd_pdo_get_attribute(pdo_dbh_t *dbh, zend_long attribute, zval *out);
bool mynd_pdo_set_autocommit(pdo_dbh_t *dbh);

/* prepare.c */
bool mynd_pdo_prepare(pdo_dbh_t *dbh, zend_string *sql, pdo_stmt_t *stmt, zval *options);

/* placeholders.c */
typedef struct mynd_pdo_placeholders {
	mynd_placeholder *list; /* request memory; NULL: none */
	uint32_t count, values; /* number of all placeholders, and of the placeholders with a value */
	bool positions, names;  /* the query has a placeholder of this kind */
	bool unclosed;          /* the query was not read to its end: there may be more placeholders */
} mynd_pdo_placeholders;

/*
 * Finds the placeholders of a query; may ask the server for sql_mode. Returns MYND_MORE if names and
 * positions are mixed, MYND_BAD (link's error) if it could not ask; there is nothing to free then.
 */
#define MYND_PDO_MIXED "mixed named and positional parameters"
int mynd_pdo_find_placeholders(mynd_link *link, const zend_string *sql, mynd_pdo_placeholders *all);
void mynd_pdo_free_placeholders(mynd_pdo_placeholders *all);

/*
 * emulate.c: puts the values into the query; the result becomes the statement's active_query_string. Returns
 * false on failure: the statement has the error, or an exception was thrown.
 */
bool mynd_pdo_emulate(pdo_stmt_t *stmt);

/* fetch_all.c: makes PDOStatement::fetchAll() build whole rows for mynd's statements in the usual modes. */
void mynd_pdo_hook_fetch_all(void);
void mynd_pdo_unhook_fetch_all(void);

#define MYND_PDO_NOT_PREPARED 1295 /* ER_UNSUPPORTED_PS: such queries are emulated */

/* statement.c */
/*
 * Gives the statement the result, or the error, of the reply that the link has just taken with `rc`. `store`:
 * makes a buffered result, even if the handle is unbuffered. Returns false on failure.
 */
bool mynd_pdo_take_outcome(pdo_stmt_t *stmt, int rc, bool store);
const mynd_error *mynd_pdo_error_of(const mynd_pdo_statement *self);
void mynd_pdo_statement_free(mynd_pdo_statement *self);
/* For a statement made for an outcome: gives it the buffered result, as if it had been executed. */
void mynd_pdo_statement_give_result(pdo_stmt_t *stmt, mynd_result *result);

/* async.c */
void mynd_pdo_async_startup(void);
/* Sends active_query_string. Returns false on failure: the statement has the error. */
bool mynd_pdo_send_text(pdo_stmt_t *stmt);
/* Called after an execute was sent: notes the outstanding reply, or the error if `rc` is a failure. */
bool mynd_pdo_sent(pdo_stmt_t *stmt, int rc, const mynd_error *error);
/* Takes the reply if it is outstanding. Returns false on failure: the statement has the error. */
bool mynd_pdo_resolve(pdo_stmt_t *stmt);
/*
 * Called before a command that is not asynchronous: takes all outstanding replies. If a reply is an error,
 * its statement stores the error. If that statement was freed, or if code of the program has thrown, returns
 * MYND_BAD: the command must fail with *error.
 */
int mynd_pdo_resolve_all(pdo_dbh_t *dbh, mynd_error *error);
/* As mynd_pdo_resolve_all, for the handle's commands. Returns false on failure: the handle has the error. */
bool mynd_pdo_resolve_for_handle(pdo_dbh_t *dbh);
/*
 * Begin and end a command of the handle. Begin waits for the fiber's turn, takes all outstanding replies, and
 * returns the link, with a reference. Returns NULL on failure: the handle has the error, and end is not
 * called.
 */
mynd_link *mynd_pdo_begin(pdo_dbh_t *dbh);
void mynd_pdo_end(mynd_link *link);
/*
 * Called before a commit. Returns true if a statement has an error that the program has not seen; copies it
 * to the handle.
 */
bool mynd_pdo_refuse_commit(pdo_dbh_t *dbh);
void mynd_pdo_forget_late(mynd_pdo_statement *self); /* drops the statement's `late` error */
/* Called when the handle is freed: abandons all outstanding replies. */
void mynd_pdo_forget_waiting(mynd_pdo_handle *handle);
/* Called when the object is freed. Returns true if the statement stays listed until its reply is taken. */
bool mynd_pdo_orphan(mynd_pdo_statement *self);

/* columns.c */
int mynd_pdo_describe(pdo_stmt_t *stmt, int column);
void mynd_pdo_describe_now(pdo_stmt_t *stmt); /* describes all columns, as PDO's core does */
int mynd_pdo_column_meta(pdo_stmt_t *stmt, zend_long column, zval *out);

/* --- errors (errors.c) --- */

/* Set the error of the handle or the statement; an error with code 0 clears it. */
void mynd_pdo_handle_failed(pdo_dbh_t *dbh, const mynd_error *error);
void mynd_pdo_statement_failed(pdo_stmt_t *stmt, const mynd_error *error);
/* Sets error 2014 for a call in the middle of another call on the statement. Always returns false. */
bool mynd_pdo_statement_out_of_sync(pdo_stmt_t *stmt);
void mynd_pdo_statement_succeeded(pdo_stmt_t *stmt); /* clears the statement's error */
/* Reports a wrong use of the statement: raises the error, or stores it for PDO's core to raise. */
void mynd_pdo_statement_refuse(pdo_stmt_t *stmt, const char *state, const char *words);
void mynd_pdo_error_clear(mynd_pdo_error *error);

/* views.c: from now on each fiber has errors of its own on this handle. */
void mynd_pdo_views_begin(pdo_dbh_t *dbh);
/* Frees the errors of fibers that have ended. May run code of the program. */
void mynd_pdo_views_drop_left(mynd_pdo_handle *handle);
void mynd_pdo_views_end(mynd_pdo_handle *handle);
void mynd_pdo_fetch_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info);
/* Return true if PDO::rollBack() or PDOStatement::execute() has called the driver (caller.c). */
bool mynd_pdo_is_in_rollback(void);
bool mynd_pdo_is_in_execute(void);

/* Raises stock's warning about a command, if there is one, even if the command has succeeded. */
void mynd_pdo_warn(mynd_link *link);
/* Reports a failed connect: raises its connect warning, then throws the exception. */
void mynd_pdo_throw_connect(mynd_link *link);

/* --- for both handles and statements --- */

/*
 * Runs a query and discards its rows. Returns MYND_BAD on failure: the handle has the error. *affected:
 * number of affected rows in the first reply.
 */
int mynd_pdo_run(pdo_dbh_t *dbh, const char *sql, size_t len, zend_long *affected);
/*
 * Quotes a string by the handle's settings and the type. Writes it to `to`, which must have room for twice
 * the string and MYND_PDO_QUOTES_MAX bytes more, without a NUL. Returns the length.
 */
#define MYND_PDO_QUOTES_MAX 16
size_t mynd_pdo_quote_into(pdo_dbh_t *dbh, const zend_string *text, enum pdo_param_type type, char *to);

#endif
