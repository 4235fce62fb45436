/*
 * Declarations that the files of prepared statements share: the object of mysqli_stmt, the variables bound to
 * it, its errors.
 *
 * Always true: an object has a link unless it is closed. An object has a `statement` exactly in the phases
 * from PREPARED on. `result` is the result that store_result() or fetch() took; a result that get_result()
 * returns is an object of its own. A statement does not keep its mysqli object alive: after that object is
 * freed, commands fail with 2006, unless the connection is persistent.
 *
 * Code of the program can run while parameters are converted, while bound variables are assigned to, and
 * while an error is reported. After each of these, a function looks at the object again and assumes nothing
 * about it.
 */
#ifndef MYND_PHP_MYSQLI_STATEMENT_H
#define MYND_PHP_MYSQLI_STATEMENT_H

#include "mysqli.h"
#include "../../client/client.h"

/* Attributes and cursor types of statements. */
enum {
	MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH = 0,
	MYSQLI_STMT_ATTR_CURSOR_TYPE = 1,
	MYSQLI_STMT_ATTR_PREFETCH_ROWS = 2, /* PHP has this constant up to 8.3 */

	MYSQLI_CURSOR_TYPE_FOR_UPDATE = 2,
	MYSQLI_CURSOR_TYPE_SCROLLABLE = 4
};

typedef enum mysqli_phase {
	MYSQLI_UNPREPARED, /* initialised only, or the last prepare has failed */
	MYSQLI_PREPARED,   /* nothing to fetch: the statement was not executed, or its result was taken */
	MYSQLI_EXECUTED,   /* the last reply has no result set */
	MYSQLI_WAITING,    /* the last reply has a result set, which was not taken yet */
	MYSQLI_FETCHING    /* the result set was stored, or is being read */
} mysqli_phase;

typedef struct mysqli_bound {
	zval variable; /* a reference, or a value if the program passed no variable */
	char type;     /* type of a parameter: 'i', 'd', 's', 'b' */
} mysqli_bound;

/*
 * Bound variables, counted by reference, because code of the program can unbind them while they are in use.
 */
typedef struct mysqli_binding {
	uint32_t references, count;
	mysqli_bound bound[];
} mysqli_binding;

typedef struct mysqli_statement_object {
	mynd_link *link; /* one reference; NULL: closed */
	mynd_statement *statement;
	mynd_result *result; /* result that the object has taken; NULL: none, or the result was discarded */
	mysqli_binding *parameters, *columns; /* NULL: nothing is bound */
	zend_string *sql;                     /* NULL: unprepared */
	mynd_error *error;                    /* NULL: none */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	mynd_cursor_setting cursor;
	bool update_max_length;
	bool was_prepared; /* a prepare has succeeded: methods work, even if a later prepare() has failed */
	bool has_cursor;   /* the last execute opened a cursor */
	/* result_metadata() returns false, as in stock: the result was freed, or the last execute had none */
	bool lacks_metadata;
	mysqli_phase phase;
	zend_object std;
} mysqli_statement_object;

static inline mysqli_statement_object *mysqli_statement_object_of(const zend_object *object)
{
	return (mysqli_statement_object *) ((char *) object - offsetof(mysqli_statement_object, std));
}

extern zend_class_entry *mysqli_statement_ce;
extern mysqli_class mysqli_statement_class;
extern const mysqli_property mysqli_statement_properties[];

/* --- the object of a call (statement.c) --- */

/* As mysqli_link_in, for a statement. */
mysqli_statement_object *mysqli_statement_in(zval *self, mysqli_state needed);
/* Parses all arguments of a call that takes its object only. Returns NULL if an error was thrown. */
mysqli_statement_object *mysqli_statement_alone(INTERNAL_FUNCTION_PARAMETERS, mysqli_state needed);

/* References to the link and the statement of an object, for a call that may wait. */
typedef struct mysqli_held {
	mynd_link *link;
	mynd_statement *statement; /* NULL: none */
} mysqli_held;

mysqli_held mysqli_statement_hold(const mysqli_statement_object *self);
/*
 * Releases them. Code of the program may have closed the connection and the statement during the call: then a
 * persistent connection goes back into its pool now.
 */
void mysqli_statement_let_go(mysqli_held *held);
/* Returns true if the object still has the held link and statement after the wait. */
static inline bool mysqli_statement_still_has(const mysqli_statement_object *self, const mysqli_held *held)
{
	return self->link == held->link && self->statement == held->statement;
}
/*
 * Returns true if another call on the link waits, or runs this code: error 2014 was reported, and nothing
 * else of the object has changed.
 */
bool mysqli_statement_refuses(mysqli_statement_object *self);

/* --- errors: a statement has its own error, beside the link's (statement.c) --- */

void mysqli_statement_clear_error(mysqli_statement_object *self);
void mysqli_statement_set_error(mysqli_statement_object *self, const mynd_error *error);
/* Sets the statement's error to an error of the client. Does not change the link's error. */
void mysqli_statement_refuse(mysqli_statement_object *self, unsigned client_error);
/* Reports the statement's error, if it has one. */
void mysqli_statement_report(mysqli_statement_object *self);
/*
 * Called after a failure: sets the object's error to that of its prepared statement (of the link, if there is
 * none), and reports it. If another fiber has closed the object meanwhile, throws an error about that
 * instead.
 */
void mysqli_statement_failed(mysqli_statement_object *self);

/* --- counts (statement_info.c): 0 if the statement is not prepared --- */

uint32_t mysqli_statement_parameters(const mysqli_statement_object *self);
/* May wait, as mysqli_statement_ask. */
uint32_t mysqli_statement_count_fields(mysqli_statement_object *self);
/*
 * Sends the prepare, if it was not sent yet. Returns false if the prepare has failed: the statement has the
 * error. Afterwards another fiber may have closed the object.
 */
bool mysqli_statement_ask(mysqli_statement_object *self);
/*
 * As mysqli_statement_ask, unless the columns are known: an execute may have been answered ahead, while the
 * prepare is still deferred.
 */
bool mysqli_statement_ask_columns(mysqli_statement_object *self);

/* --- running (statement_run.c) --- */

/*
 * Binds values, which are argument number `arg`, instead of variables. May run code of the program. Returns
 * false if an error was thrown.
 */
bool mysqli_statement_bind_values(zval *object, HashTable *values, uint32_t arg);
/*
 * Executes the statement with the bound values. Sets `return_value` to true, or to false after reporting the
 * failure. `async`: only sends the execute.
 */
void mysqli_statement_run(zval *return_value, zval *object, bool async);
/* Copies the outcome of the statement's last reply (affected rows, insert id, warnings) from the link. */
void mysqli_statement_take_outcome(mysqli_statement_object *self);
/* Resets the outcome, because the execute has failed, or its reply has not come yet. */
void mysqli_statement_forget_run(mysqli_statement_object *self);

/*
 * Moves on to the next reply of the last execute. Returns MYND_MORE if there is none, or if the current reply
 * was not read to its end.
 */
int mysqli_statement_advance(mysqli_statement_object *self);

/* --- results (statement_fetch.c) --- */

/*
 * Stores the result set, for store_result() and get_result(). Returns NULL if there is no result; the reason
 * was reported. If the statement has no result set, its older error is reported once more, as in stock.
 */
mynd_result *mysqli_statement_store(mysqli_statement_object *self);
/* Reads and discards the unread rest of the last execute's replies. Waits. */
void mysqli_statement_drop_results(mysqli_statement_object *self);
/*
 * Reads an unbuffered result to its end; the object still has the result, but no more rows. Discards the
 * result of a cursor. Waits.
 */
void mysqli_statement_skip_rows(mysqli_statement_object *self);

/* --- bound variables (bind.c) --- */

void mysqli_binding_release(mysqli_binding *binding); /* accepts NULL; may run destructors */
/* Stores a binding in `*place`, and releases the old one last. */
void mysqli_bind(mysqli_binding **place, mysqli_binding *binding);
/* Makes a binding of values instead of variables, for parameters that are all sent as strings. */
mysqli_binding *mysqli_binding_of_values(HashTable *values);

/* Parameters as they are sent. `held[i]` holds the string of parameter i. */
typedef struct mysqli_arguments {
	uint32_t count;
	mynd_parameter *parameters;
	zend_string **held; /* element NULL: the parameter has no string */
} mysqli_arguments;

/*
 * Converts bound variables to parameters. May run code of the program. Returns false if an error was thrown;
 * there is nothing to release then.
 */
bool mysqli_arguments_make(mysqli_arguments *arguments, mysqli_binding *binding);
void mysqli_arguments_free(mysqli_arguments *arguments);

/* Check that `values` is a list, and that it has `count` elements. Return false if an error was thrown. */
bool mysqli_values_are_list(HashTable *values, uint32_t arg);
bool mysqli_values_are_as_many(HashTable *values, uint32_t count, uint32_t arg);

/* Takes over a row's values and assigns them to the bound variables. May run code of the program. */
void mysqli_binding_assign(mysqli_binding *binding, zval *values, uint32_t count);
/*
 * Takes over one value and assigns it to a variable, which may be a reference with a type. May run code of
 * the program.
 */
void mysqli_assign(zval *variable, zval *value);

#endif
