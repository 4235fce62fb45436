/*
 * Work that is done step by step: C code behind a PHP Generator, and what the functions that return one
 * share.
 *
 * Generator is a final class of the engine, and a function that is declared to return one must return that.
 * So one line of PHP code (steps.c) iterates over an internal object; everything else is in C.
 */
#ifndef MYND_PHP_MYND_STEPS_H
#define MYND_PHP_MYND_STEPS_H

#include "../mysqli/statement.h"
#include "../../client/client.h"

typedef struct mynd_steps mynd_steps;

typedef struct mynd_steps_kind {
	/*
	 * Puts the next pair into `key` and `value`, which are empty. MYND_MORE: there is none. MYND_BAD: thrown.
	 */
	int (*next)(mynd_steps *steps);
	void (*free)(void *context); /* never waits */
	void (*list_values)(void *context, zend_get_gc_buffer *buffer);
} mynd_steps_kind;

struct mynd_steps {
	const mynd_steps_kind *kind;
	void *context; /* request memory, freed by the kind */
	zval key, value;
	bool over, running;
	zend_object std;
};

/* Makes an object over the steps. Takes over `context`. */
mynd_steps *mynd_steps_new(const mynd_steps_kind *kind, void *context);
/* Makes a Generator over the steps. Takes over `context`, also if it throws. */
void mynd_steps_generate(zval *return_value, const mynd_steps_kind *kind, void *context);

/* The context, if the object has steps of this kind; NULL. */
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
 * Copies the next pair, which the caller owns. Runs code of the program. MYND_MORE: there is none. MYND_BAD:
 * thrown.
 */
int mynd_source_next(mynd_source *source, zval *key, zval *value);
void mynd_source_close(mynd_source *source);
void mynd_source_list_values(mynd_source *source, zend_get_gc_buffer *buffer);
/*
 * Takes the exception that the program's code has thrown, to be thrown later; the caller owns it. NULL: the
 * exception ends the program or the fiber, and stays thrown.
 */
zend_object *mynd_source_failure(void);

/* --- outcomes (outcome.c) --- */

void mynd_outcomes_startup(zend_class_entry *done);
void pipeline_order_startup(zend_class_entry *not_run); /* pipeline_order.c */
/*
 * Makes a mysqli_sql_exception, or for a PDO object (`pdo`, not NULL) a PDOException, and does not throw it.
 * It has the line of the program.
 */
void mynd_exception_of(zend_object *pdo, const mynd_error *error, zval *out);
/*
 * Makes the value that the program gets for a reply, after `rc` of a reap: a mysqli_result, or a PDOStatement
 * with this text, a Mynd\Done, or an exception. *more: a further reply follows. With PDO code of the program
 * may run, and may throw; then there is no value.
 */
void mynd_outcome_of(mynd_link *link, zend_object *pdo, zend_string *sql, int rc, zval *out, bool *more);

void mynd_many_startup(zend_class_entry *marker, zend_class_entry *failed_row); /* execute_many.c */

/* The link of an object, which must be connected. NULL: thrown (argument number `arg`). */
mynd_link *mynd_connected_link_of(zend_object *object, uint32_t arg);

#endif
