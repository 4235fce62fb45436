/*
 * What the files of PDO's driver share: the table of PDO's symbols, the state of a handle and of a statement.
 *
 * PDO's core owns its structs; mynd's hang on their driver_data. Always true: a handle (mynd_pdo_handle) is
 * malloc'ed and has a link, connected or not. A statement (mynd_pdo_statement) is request memory, holds a
 * reference to the link, and never looks at the handle when it is freed, because the end of a request frees
 * the two in any order. No symbol of PDO is linked: all come from mynd_pdo.
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

/* Of every version of PDO that is known. X(name) */
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
 * PDO installs no header with it. Raises the error of the statement, or without a statement that of the
 * handle.
 */
extern void pdo_handle_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt);

typedef struct mynd_pdo_symbols {
#define MYND_X(name) __typeof__(&(name)) name;
	MYND_PDO_SYMBOLS(MYND_X)
	MYND_PDO_NEW_SYMBOLS(MYND_X)
#undef MYND_X
} mynd_pdo_symbols;

/* Filled at the start of the process; read-only from then on. */
extern mynd_pdo_symbols mynd_pdo;
/* False: a symbol is missing; *missing is its name. */
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
	/* mynd's own, far enough from what PDO may add. */
	MYND_PDO_ASYNC = 1900,
	MYND_PDO_READ_TIMEOUT,
	MYND_PDO_TLS,
	MYND_PDO_RECONNECT
};

/* --- state --- */

typedef struct mynd_pdo_error {
	unsigned code; /* 0: none, or none of the protocol's */
	char *message; /* malloc'ed; NULL: none */
} mynd_pdo_error;

typedef struct mynd_pdo_statement mynd_pdo_statement;
typedef struct mynd_pdo_view mynd_pdo_view;

typedef struct mynd_pdo_handle {
	mynd_link *link; /* a reference, and the right to use it */
	mynd_pdo_error error;
	bool buffered, emulate, national, table_names, local_infile;
	bool for_outcome; /* the next statement that is made gets its rows at once: outcome.c */
	mynd_pdo_statement
	    *waiting; /* asynchronous statements whose reply was not taken, in the order of their execute */
	mynd_pdo_statement *failed; /* those that keep a `late` error, in that order */
	mynd_error *left;           /* malloc'ed: the first `late` error that nobody saw; NULL: none */
	/* Where fibers take turns (views.c): the errors of those that do not run, and the thread's list. */
	mynd_pdo_view *views;
	struct mynd_pdo_handle *next_handle;
	pdo_dbh_t *dbh;
} mynd_pdo_handle;

struct mynd_pdo_statement {
	/* by closeCursor() or the last nextRowset(), and not executed since: its end leaves others' results, */
	bool closed;
	bool had_rows;             /* but not that of a native one whose last reply had rows, as in stock */
	mynd_link *link;           /* a reference */
	mynd_statement *statement; /* a reference; NULL: emulated */
	mynd_result *result;       /* NULL: none */
	uint64_t command;          /* the number of its last text, whose further results are its own; 0: none */
	zval *row;                 /* the values of the result's current row; IS_UNDEF: handed out */
	uint32_t row_size, left;   /* how many values there are, and how many were not handed out */
	bool has_row;
	bool async; /* execute() does not wait */
	/*
	 * While its reply is outstanding: the handle that lists it, the next one in the list, and its object.
	 * Object NULL: freed.
	 */
	mynd_pdo_handle *waits_for;
	mynd_pdo_statement *next_waiting;
	pdo_stmt_t *stmt;
	/*
	 * malloc'ed: the error of its reply, which another command has taken; the next call that asks for the
	 * reply raises it. NULL: none. With it: the handle that lists the statement, and the next one listed.
	 */
	mynd_error *late;
	bool late_reported; /* the program has seen it: errorInfo(), or a commit that was refused for it */
	mynd_pdo_handle *failed_in;
	mynd_pdo_statement *next_failed;
	bool has_failed;  /* the last fetch has failed, and PDO's core was not told: the next fetch tells it */
	bool moving;      /* values are handed out for good, because the row can be read again */
	bool has_run;     /* since it was prepared, also without success */
	bool has_pieces;  /* an execute sends a stream piece by piece: another one would be sent with them */
	bool as_text;     /* emulated because it need not be prepared: it takes no values */
	bool is_outcome;  /* made with its rows: it is not executed, and has no further results */
	HashTable *bound; /* of an execute that has waited in line: its values; NULL: those of PDO's core */
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
	uint32_t count, values; /* of all placeholders; of those that take a value */
	bool positions, names;  /* there are placeholders of this kind */
	bool unclosed;          /* the text was not read to its end, so there may be more */
} mynd_pdo_placeholders;

/*
 * May ask the server for its mode of quotes. MYND_MORE: names and positions are mixed. MYND_BAD: the link's
 * error says why it could not ask. In both cases there is nothing to free.
 */
#define MYND_PDO_MIXED "mixed named and positional parameters"
int mynd_pdo_find_placeholders(mynd_link *link, const zend_string *sql, mynd_pdo_placeholders *all);
void mynd_pdo_free_placeholders(mynd_pdo_placeholders *all);

/*
 * emulate.c: puts the values into the text, which becomes the statement's active_query_string. False: the
 * statement has the error, or it was thrown.
 */
bool mynd_pdo_emulate(pdo_stmt_t *stmt);

/*
 * fetch_all.c: from now on PDOStatement::fetchAll() builds whole rows for mynd's statements in the usual
 * modes.
 */
void mynd_pdo_hook_fetch_all(void);
void mynd_pdo_unhook_fetch_all(void);

#define MYND_PDO_NOT_PREPARED 1295 /* ER_UNSUPPORTED_PS: such texts are emulated */

/* statement.c */
/*
 * A reply was taken from the link, with the answer `rc`: its result becomes the statement's. `store`: stores
 * it, whatever the handle is set to.
 */
bool mynd_pdo_take_outcome(pdo_stmt_t *stmt, int rc, bool store);
const mynd_error *mynd_pdo_error_of(const mynd_pdo_statement *self);
void mynd_pdo_statement_free(mynd_pdo_statement *self);
/* For a statement made for an outcome: takes the buffered result over, as if it had been executed. */
void mynd_pdo_statement_give_result(pdo_stmt_t *stmt, mynd_result *result);

/* async.c */
void mynd_pdo_async_startup(void);
/* Sends active_query_string. False: the statement has the error. */
bool mynd_pdo_send_text(pdo_stmt_t *stmt);
/* An execute was sent, or failed. */
bool mynd_pdo_sent(pdo_stmt_t *stmt, int rc, const mynd_error *error);
/* Takes the reply if it is outstanding. False: the statement has the error. */
bool mynd_pdo_resolve(pdo_stmt_t *stmt);
/*
 * For a command that is not asynchronous, before it is sent: takes all outstanding replies. An error stays
 * with its statement. MYND_BAD: the statement of this one is gone, and the command must fail with it.
 */
int mynd_pdo_resolve_all(pdo_dbh_t *dbh, mynd_error *error);
/* The same for a command of the handle. False: the handle has the error. */
bool mynd_pdo_resolve_for_handle(pdo_dbh_t *dbh);
/*
 * Stand around a command of the handle: its turn, before which all outstanding replies are taken. The link is
 * held meanwhile. NULL: the handle has the error, and there is nothing to end.
 */
mynd_link *mynd_pdo_begin(pdo_dbh_t *dbh);
void mynd_pdo_end(mynd_link *link);
/* A commit is about to run. True: a statement keeps an error that nobody has seen; the handle has it. */
bool mynd_pdo_refuse_commit(pdo_dbh_t *dbh);
void mynd_pdo_forget_late(mynd_pdo_statement *self); /* the error that another command has met */
/* The handle is freed. */
void mynd_pdo_forget_waiting(mynd_pdo_handle *handle);
/* The object is freed. True: the statement stays until its reply has come. */
bool mynd_pdo_orphan(mynd_pdo_statement *self);

/* columns.c */
int mynd_pdo_describe(pdo_stmt_t *stmt, int column);
void mynd_pdo_describe_now(pdo_stmt_t *stmt); /* all columns, as PDO's core does */
int mynd_pdo_column_meta(pdo_stmt_t *stmt, zend_long column, zval *out);

/* --- errors (errors.c) --- */

/* The link's last error becomes the handle's, or the statement's; if the link has none, they have none. */
void mynd_pdo_handle_failed(pdo_dbh_t *dbh, const mynd_error *error);
void mynd_pdo_statement_failed(pdo_stmt_t *stmt, const mynd_error *error);
/* What it is asked for cannot be done in the middle of another call on it: 2014. Always false. */
bool mynd_pdo_statement_out_of_sync(pdo_stmt_t *stmt);
void mynd_pdo_statement_succeeded(pdo_stmt_t *stmt); /* clears the error, and nothing else */
/*
 * The program has used the statement wrongly. The error is raised here, or by PDO's core when its function
 * has failed.
 */
void mynd_pdo_statement_refuse(pdo_stmt_t *stmt, const char *state, const char *words);
void mynd_pdo_error_clear(mynd_pdo_error *error);

/* views.c: from now on each fiber has errors of its own. */
void mynd_pdo_views_begin(pdo_dbh_t *dbh);
/* Frees what fibers that have ended left behind. May run code of the program. */
void mynd_pdo_views_drop_left(mynd_pdo_handle *handle);
void mynd_pdo_views_end(mynd_pdo_handle *handle);
void mynd_pdo_fetch_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info);
/* The function of PDO that has called the driver (caller.c): PDO::rollBack(), PDOStatement::execute(). */
bool mynd_pdo_is_in_rollback(void);
bool mynd_pdo_is_in_execute(void);

/* Gives the warning that stock gives beside a command, if there is one, whether it has failed or not. */
void mynd_pdo_warn(mynd_link *link);
/* Reports a failed connect: its connect warning as a warning, then the exception. */
void mynd_pdo_throw_connect(mynd_link *link);

/* --- for both handles and statements --- */

/*
 * Runs a text and drops its rows. MYND_BAD: the handle has the error. *affected: the rows that the first
 * reply reports.
 */
int mynd_pdo_run(pdo_dbh_t *dbh, const char *sql, size_t len, zend_long *affected);
/*
 * Quotes a text by the handle's settings and the type, into `to`, which has room for twice the text and
 * MYND_PDO_QUOTES_MAX bytes. Returns the length, without a NUL at the end.
 */
#define MYND_PDO_QUOTES_MAX 16
size_t mynd_pdo_quote_into(pdo_dbh_t *dbh, const zend_string *text, enum pdo_param_type type, char *to);

#endif
