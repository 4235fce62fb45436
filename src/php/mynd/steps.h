/*
 * PHP Generators whose values are made by C code, step by step, and helpers for the functions that return
 * such a Generator.
 *
 * Generator is a final class of the engine, and a function that is declared to return a Generator must return
 * that class. So one line of PHP code (steps.c) iterates over an internal object; everything else is in C.
 */
#ifndef MYND_PHP_MYND_STEPS_H
#define MYND_PHP_MYND_STEPS_H

#include "../mysqli/statement.h"
#include "../../client/client.h"

typedef struct mynd_steps mynd_steps;

typedef struct mynd_steps_kind {
	/* Sets the empty `key` and `value` to the next pair. Returns MYND_MORE at end, MYND_BAD if it threw. */
	int (*next)(mynd_steps *steps);
	void (*free)(void *context); /* frees the context; never waits */
	void (*list_values)(void *context, zend_get_gc_buffer *buffer);
} mynd_steps_kind;

struct mynd_steps {
	const mynd_steps_kind *kind;
	void *context; /* request memory, freed by the kind */
	zval key, value;
	bool over, running;
	zend_object std;
};

/* Makes an object (Mynd\Steps) that iterates over the steps. Takes over `context`. */
mynd_steps *mynd_steps_new(const mynd_steps_kind *kind, void *context);
/* Makes a Generator over the steps. Takes over `context`, even if this throws. */
void mynd_steps_generate(zval *return_value, const mynd_steps_kind *kind, void *context);

/* Returns the context if the object has steps of this kind, else NULL. */
void *mynd_steps_context(const zend_object *object, const mynd_steps_kind *kind);

void mynd_steps_startup(zend_class_entry *ce);
void mynd_steps_request_shutdown(void);

/* --- an iterable of the program --- */

typedef struct mynd_source {
	zval iterable;
	zend_object_iterator *iterator; /* NULL: an array, or iteration has not begun */
	HashPosition position;
	bool begun;
} mynd_source;

void mynd_source_open(mynd_source *source, zval *iterable);
/*
 * Copies the next pair; the caller owns the copies. Runs code of the program. Returns MYND_MORE at the end,
 * MYND_BAD if it threw.
 */
int mynd_source_next(mynd_source *source, zval *key, zval *value);
void mynd_source_close(mynd_source *source);
void mynd_source_list_values(mynd_source *source, zend_get_gc_buffer *buffer);
/*
 * Takes the exception that the program's code has thrown, to be thrown later; the caller owns it. Returns
 * NULL if the exception ends the program or the fiber; then the exception stays thrown.
 */
zend_object *mynd_source_failure(void);

/* --- outcomes (outcome.c) --- */

void mynd_outcomes_startup(zend_class_entry *done);
void pipeline_order_startup(zend_class_entry *not_run); /* pipeline_order.c */
/*
 * Makes a mysqli_sql_exception, or a PDOException if `pdo` is not NULL, without throwing it. The exception
 * has the program's line number.
 */
void mynd_exception_of(zend_object *pdo, const mynd_error *error, zval *out);
void mynd_throw_error(zend_object *pdo, const mynd_error *error); /* throws such an exception */
/*
 * Makes the value that the program gets for a reply, after a reap that returned `rc`: a mysqli_result, a
 * PDOStatement with the query `sql`, a Mynd\Done, or an exception. Sets *more if a further reply follows.
 * With PDO, code of the program may run and may throw; then no value is made.
 */
void mynd_outcome_of(mynd_link *link, zend_object *pdo, zend_string *sql, int rc, zval *out, bool *more);
/* As mynd_outcome_of, for a result set that was taken from the reply. Takes over `result`. */
void mynd_outcome_of_rows(zend_object *pdo, zend_string *sql, mynd_result *result, zval *out);

void mynd_many_startup(zend_class_entry *indicator, zend_class_entry *failed_row); /* execute_many.c */

/* Returns the link of a connected object. Returns NULL if it threw, naming argument number `arg`. */
mynd_link *mynd_connected_link_of(zend_object *object, uint32_t arg);
/*
 * Returns the link of a connected object of mysqli or PDO, the function's first argument; sets *pdo to the
 * object if it is one of PDO's, else to NULL. Returns NULL if it threw.
 */
mynd_link *mynd_connection_link_of(zend_object *object, zend_object **pdo);
/* Returns the link that a connection has now, or NULL if it has none, or the object is no connection. */
mynd_link *mynd_link_now_of(zend_object *object);

#endif
