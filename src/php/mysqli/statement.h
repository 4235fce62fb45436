/*
 * What the files of prepared statements share: the object behind mysqli_stmt, what is bound to it, its
 * errors.
 *
 * Always true: an object has a link unless it is closed; it has a `statement` exactly in the phases from
 * PREPARED on. `result` is what store_result() or fetch() took; a result that get_result() made is an object
 * of its own. A statement's object does not keep its mysqli object alive: when that goes, commands are 2006.
 *
 * Code of the program can run while parameters are turned into what is sent, while bound variables are
 * assigned to, and while an error is reported. Each is so placed that nothing of the object is relied on
 * afterwards without a new look at it.
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
	MYSQLI_PREPARED,   /* nothing to fetch: not executed, or what it gave was taken away */
	MYSQLI_EXECUTED,   /* there is no result set */
	MYSQLI_WAITING,    /* the result set was not touched yet */
	MYSQLI_FETCHING    /* stored, or being read */
} mysqli_phase;

typedef struct mysqli_bound {
	zval variable; /* a reference, or a value if the program handed none over */
	char type;     /* of a parameter: 'i', 'd', 's', 'b' */
} mysqli_bound;

/* Variables that are bound: counted, because code of the program can unbind them while they are in use. */
typedef struct mysqli_binding {
	uint32_t references, count;
	mysqli_bound bound[];
} mysqli_binding;

typedef struct mysqli_statement_object {
	mynd_link *link; /* one reference; NULL: closed */
	mynd_statement *statement;
	mynd_result *result;                  /* NULL: none, or all of it was dropped */
	mysqli_binding *parameters, *columns; /* NULL: nothing is bound */
	zend_string *sql;                     /* NULL: unprepared */
	mynd_error *error;                    /* NULL: none */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	mynd_cursor_setting cursor;
	bool update_max_length;
	bool was_prepared; /* once: methods work, whatever became of a second prepare() */
	bool has_cursor;   /* the last execute opened one */
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

/* As mysqli_link_in: NULL and an Error thrown if it is not in the state that is needed. */
mysqli_statement_object *mysqli_statement_in(zval *self, mysqli_state needed);
/* The whole argument list of a function or method that takes nothing but its object. NULL: thrown. */
mysqli_statement_object *mysqli_statement_alone(INTERNAL_FUNCTION_PARAMETERS, mysqli_state needed);

/* What an object works on, held for a call that may wait. */
typedef struct mysqli_held {
	mynd_link *link;
	mynd_statement *statement; /* NULL: none */
} mysqli_held;

mysqli_held mysqli_statement_hold(const mysqli_statement_object *self);
void mysqli_statement_let_go(mysqli_held *held);
/* Afterwards: the object still works on it. */
static inline bool mysqli_statement_still_has(const mysqli_statement_object *self, const mysqli_held *held)
{
	return self->link == held->link && self->statement == held->statement;
}
/*
 * Another call on its link waits, or runs this code: that is reported, and nothing of the object is touched.
 */
bool mysqli_statement_refuses(mysqli_statement_object *self);

/* --- errors: a statement has one of its own beside its link's (statement.c) --- */

void mysqli_statement_clear_error(mysqli_statement_object *self);
void mysqli_statement_set_error(mysqli_statement_object *self, const mynd_error *error);
/* An error of the client's that the link does not learn of. */
void mysqli_statement_refuse(mysqli_statement_object *self, unsigned client_error);
/* Reports the statement's error, if it has one. */
void mysqli_statement_report(mysqli_statement_object *self);
/*
 * The link's last call has failed: its error becomes the statement's, too, and is reported. An object that
 * another fiber has closed meanwhile says that.
 */
void mysqli_statement_failed(mysqli_statement_object *self);

/* --- what is known (statement_info.c); 0 of one that is not prepared --- */

uint32_t mysqli_statement_parameters(const mysqli_statement_object *self);
uint32_t mysqli_statement_fields(const mysqli_statement_object *self);

/* --- running (statement_run.c) --- */

/* Binds values in place of variables; argument number `arg`. May run code of the program. False: thrown. */
bool mysqli_statement_bind_values(zval *object, HashTable *values, uint32_t arg);
/* Runs it with what is bound: true, or false and a report. `async`: sends it only. */
void mysqli_statement_run(zval *return_value, zval *object, bool async);
/* What the reply said of the statement that has just run. */
void mysqli_statement_take_outcome(mysqli_statement_object *self);
/* It has failed, or its reply is still to come. */
void mysqli_statement_forget_run(mysqli_statement_object *self);

/*
 * On to the next reply of the last execute. MYND_MORE: there is none, or what is here is not read to its end.
 */
int mysqli_statement_advance(mysqli_statement_object *self);

/* --- results (statement_fetch.c) --- */

/*
 * What store_result() and get_result() have in common. NULL: there is none. It was reported why, unless the
 * statement has no result set; then an older error of it is reported once more, as stock does.
 */
mynd_result *mysqli_statement_store(mysqli_statement_object *self);
/* What is unread of its last execute is read and dropped. Waits. */
void mysqli_statement_drop_results(mysqli_statement_object *self);
/* An unbuffered result is read to its end, and stays: there is nothing more to fetch. Waits. */
void mysqli_statement_skip_rows(mysqli_statement_object *self);

/* --- bound variables (bind.c) --- */

void mysqli_binding_release(mysqli_binding *binding); /* NULL is nothing; may run destructors */
/* Puts a binding in the place of the old one, which goes last. */
void mysqli_bind(mysqli_binding **place, mysqli_binding *binding);
/* Values, all of them sent as strings, in the place of bound parameters. */
mysqli_binding *mysqli_binding_of_values(HashTable *values);

/* Parameters as they are sent. The strings are held by `held`, as many. */
typedef struct mysqli_arguments {
	uint32_t count;
	mynd_parameter *parameters;
	zend_string **held; /* NULL where nothing is */
} mysqli_arguments;

/* May run code of the program. False: that has thrown, and there is nothing to release. */
bool mysqli_arguments_make(mysqli_arguments *arguments, mysqli_binding *binding);
void mysqli_arguments_free(mysqli_arguments *arguments);

/* The list of values is as it should be for `count` parameters; else thrown. */
bool mysqli_values_are_list(HashTable *values, uint32_t arg);
bool mysqli_values_are_as_many(HashTable *values, uint32_t count, uint32_t arg);

/* Assigns the row's values, which it takes over, to the variables. May run code of the program. */
void mysqli_binding_assign(mysqli_binding *binding, zval *values, uint32_t count);
/* The same for one variable, which may be a reference with types. */
void mysqli_assign(zval *variable, zval *value);

#endif
