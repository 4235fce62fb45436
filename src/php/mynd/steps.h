/*
 * What yields step by step: work in C behind a Generator of PHP's, and what its functions share.
 *
 * A Generator is the engine's own final class: a function that is declared to return one has to. So there is
 * one line of PHP code (steps.c) that goes over an internal object, and all else is in C.
 */
#ifndef MYND_PHP_MYND_STEPS_H
#define MYND_PHP_MYND_STEPS_H

#include "../mysqli/statement.h"
#include "../../client/client.h"

typedef struct mynd_steps mynd_steps;

typedef struct mynd_steps_kind {
	/* The next pair into `key` and `value`, which are empty then. MYND_MORE: it is over. MYND_BAD: thrown. */
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

/* A Generator over them; takes `context` over, also where it throws. */
void mynd_steps_generate(zval *return_value, const mynd_steps_kind *kind, void *context);

void mynd_steps_startup(zend_class_entry *ce);
void mynd_steps_request_shutdown(void);

/* --- an iterable of the program's --- */

typedef struct mynd_source {
	zval iterable;
	zend_object_iterator *iterator; /* NULL: an array, or not begun */
	HashPosition position;
	bool begun;
} mynd_source;

void mynd_source_open(mynd_source *source, zval *iterable);
/*
 * The next pair: copies, the caller's. Runs code of the program. MYND_MORE: that was all. MYND_BAD: thrown.
 */
int mynd_source_next(mynd_source *source, zval *key, zval *value);
void mynd_source_close(mynd_source *source);
void mynd_source_list_values(mynd_source *source, zend_get_gc_buffer *buffer);
/*
 * Takes aside what its code has thrown, to be thrown later; the caller's. NULL: it ends the program or the
 * fiber, and stays thrown.
 */
zend_object *mynd_source_failure(void);

/* --- outcomes (outcome.c) --- */

void mynd_outcomes_startup(zend_class_entry *done);
/* A mysqli_sql_exception, which is not thrown. */
void mynd_exception_of(const mynd_error *error, zval *out);
/* What a reply is to the program, after `rc` of a reap: a mysqli_result, a Mynd\Done, or an exception. */
void mynd_outcome_of(mynd_link *link, int rc, zval *out);

void mynd_many_startup(zend_class_entry *marker, zend_class_entry *failed_row); /* execute_many.c */

/* The link behind an object, which is connected; NULL: thrown (argument number `arg`). */
mynd_link *mynd_connected_link_of(zend_object *object, uint32_t arg);

#endif
