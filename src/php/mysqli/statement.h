/*
 * What the files of prepared statements share: the object of mysqli_stmt, the variables bound to it, its
 * errors.
 *
 * Always true: an object has a link unless it is closed. It has a `statement` exactly in the phases from
 * PREPARED on. `result` is what store_result() or fetch() took; a result that get_result() has made is an
 * object of its own. A statement does not keep its mysqli object alive: when that object goes, commands fail
 * with 2006.
 *
 * Code of the program can run while parameters are converted, while bound variables are assigned to, and
 * while an error is reported. After each of these nothing is assumed about the object, and it is looked at
 * again.
 */
#ifndef MYND_PHP_MYSQLI_STATEMENT_H
#define MYND_PHP_MYSQLI_STATEMENT_H

#include "mysqli.h"
#include "../../client/client.h"

/* Attributes and cursors of statements. */
enum {
	MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH = 0,
	MYSQLI_STMT_ATTR_CURSOR_TYPE = 1,
	MYSQLI_STMT_ATTR_PREFETCH_ROWS = 2, /* a constant up to PHP 8.3 */

	MYSQLI_CURSOR_TYPE_FOR_UPDATE = 2,
	MYSQLI_CURSOR_TYPE_SCROLLABLE = 4
};

typedef enum mysqli_phase {
	MYSQLI_UNPREPARED, /* initialised, or the last prepare has failed */
	MYSQLI_PREPARED,   /* nothing to fetch: it was not executed, or its result was taken */
	MYSQLI_EXECUTED,   /* there is no result set */
	MYSQLI_WAITING,    /* the result set was not touched yet */
	MYSQLI_FETCHING    /* stored, or being read */
} mysqli_phase;

typedef struct mysqli_bound {
	zval variable; /* a reference, or a value if the program passed no variable */
	char type;     /* of a parameter: 'i', 'd', 's', 'b' */
} mysqli_bound;

/*
 * Bound variables. They are counted by reference, because code of the program can unbind them while they are
 * in use.
 */
typedef struct mysqli_binding {
	uint32_t references, count;
	mysqli_bound bound[];
} mysqli_binding;

typedef struct mysqli_statement_object {
	mynd_link *link; /* one reference; NULL: closed */
	mynd_statement *statement;
	mynd_result *result;                  /* NULL: none, or it was dropped */
	mysqli_binding *parameters, *columns; /* NULL: nothing is bound */
	zend_string *sql;                     /* NULL: unprepared */
	mynd_error *error;                    /* NULL: none */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	mynd_cursor_setting cursor;
	bool update_max_length;
	bool was_prepared; /* it was prepared at least once: methods work, even if a later prepare() has failed */
	bool has_cursor;   /* the last execute opened one */
	/* its result was freed, or the last one has no columns: result_metadata() answers false, as in stock */
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

/* --- from a function (statement.c) --- */

/* As mysqli_link_in. */
mysqli_statement_object *mysqli_statement_in(zval *self, mysqli_state needed);
/* Parses all arguments of a function or method that takes its object only. NULL: thrown. */
mysqli_statement_object *mysqli_statement_alone(INTERNAL_FUNCTION_PARAMETERS, mysqli_state needed);

/* The link and the statement of an object, held for a call that may wait. */
typedef struct mysqli_held {
	mynd_link *link;
	mynd_statement *statement; /* NULL: none */
} mysqli_held;

mysqli_held mysqli_statement_hold(const mysqli_statement_object *self);
void mysqli_statement_let_go(mysqli_held *held);
/* After the wait: the object still has them. */
static inline bool mysqli_statement_still_has(const mysqli_statement_object *self, const mysqli_held *held)
{
	return self->link == held->link && self->statement == held->statement;
}
/*
 * Another call on the link waits, or runs this code. True: that was reported, and nothing of the object was
 * touched.
 */
bool mysqli_statement_refuses(mysqli_statement_object *self);

/* --- errors: a statement has its own, beside the link's (statement.c) --- */

void mysqli_statement_clear_error(mysqli_statement_object *self);
void mysqli_statement_set_error(mysqli_statement_object *self, const mynd_error *error);
/* Sets an error of the client that the link does not learn of. */
void mysqli_statement_refuse(mysqli_statement_object *self, unsigned client_error);
/* Reports the statement's error, if it has one. */
void mysqli_statement_report(mysqli_statement_object *self);
/*
 * The link's last call has failed: its error becomes the statement's too, and is reported. If another fiber
 * has closed the object meanwhile, that is reported instead.
 */
void mysqli_statement_failed(mysqli_statement_object *self);

/* --- what is known (statement_info.c); 0 if the statement is not prepared --- */

uint32_t mysqli_statement_parameters(const mysqli_statement_object *self);
/* May wait, as mysqli_statement_ask. */
uint32_t mysqli_statement_count_fields(mysqli_statement_object *self);
/*
 * Sends the prepare, if that was not done yet. False: it has failed, and the statement has the error. Another
 * fiber may have closed the object meanwhile.
 */
bool mysqli_statement_ask(mysqli_statement_object *self);

/* --- running (statement_run.c) --- */

/* Binds values instead of variables; argument number `arg`. May run code of the program. False: thrown. */
bool mysqli_statement_bind_values(zval *object, HashTable *values, uint32_t arg);
/*
 * Runs the statement with what is bound. Returns true, or reports and returns false. `async`: only sends it.
 */
void mysqli_statement_run(zval *return_value, zval *object, bool async);
/* Takes from the link what the reply says of the statement that has just run. */
void mysqli_statement_take_outcome(mysqli_statement_object *self);
/* The execute has failed, or its reply has not come yet. */
void mysqli_statement_forget_run(mysqli_statement_object *self);

/*
 * Goes on to the next reply of the last execute. MYND_MORE: there is none, or the current one was not read to
 * its end.
 */
int mysqli_statement_advance(mysqli_statement_object *self);

/* --- results (statement_fetch.c) --- */

/*
 * The common part of store_result() and get_result(). NULL: there is no result, and the reason was reported;
 * if the statement has no result set, its older error is reported once more, as in stock.
 */
mynd_result *mysqli_statement_store(mysqli_statement_object *self);
/* Reads and drops what is unread of the last execute. Waits. */
void mysqli_statement_drop_results(mysqli_statement_object *self);
/* Reads an unbuffered result to its end. The result stays, with nothing more to fetch. Waits. */
void mysqli_statement_skip_rows(mysqli_statement_object *self);

/* --- bound variables (bind.c) --- */

void mysqli_binding_release(mysqli_binding *binding); /* may be NULL; may run destructors */
/* Puts a binding in place of the old one, which is released last. */
void mysqli_bind(mysqli_binding **place, mysqli_binding *binding);
/* Binds values, all of them as strings, in place of the parameters' variables. */
mysqli_binding *mysqli_binding_of_values(HashTable *values);

/* Parameters as they are sent. `held` holds their strings, one for each. */
typedef struct mysqli_arguments {
	uint32_t count;
	mynd_parameter *parameters;
	zend_string **held; /* NULL for parameters without a string */
} mysqli_arguments;

/* May run code of the program. False: thrown, and there is nothing to release. */
bool mysqli_arguments_make(mysqli_arguments *arguments, mysqli_binding *binding);
void mysqli_arguments_free(mysqli_arguments *arguments);

/* `values` is a list of `count` values; else thrown. */
bool mysqli_values_are_list(HashTable *values, uint32_t arg);
bool mysqli_values_are_as_many(HashTable *values, uint32_t count, uint32_t arg);

/* Assigns the values of the row, which it takes over, to the variables. May run code of the program. */
void mysqli_binding_assign(mysqli_binding *binding, zval *values, uint32_t count);
/* The same for one variable, which may be a reference with a type. */
void mysqli_assign(zval *variable, zval *value);

#endif
