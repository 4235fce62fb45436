/*
 * Declarations shared by the files of Mynd\execute_many().
 *
 * Always true: `keys` contains, in order, the keys of the rows that were taken from the program and are not
 * known to have run. The first of these rows has the number `done`, counted from 0; the first `sent` of them
 * were sent. Everything that `many` refers to is request memory, except link and statement. If a fatal error
 * ends the request inside the call, the sweep of links releases these two.
 */
#ifndef MYND_PHP_MYND_MANY_H
#define MYND_PHP_MYND_MANY_H

#include "steps.h"
#include "../../client/client.h"
#include "../../wire/sql.h"
#include "../pdo/startup.h"

/* A queue of keys. */
typedef struct many_keys {
	zval *ring; /* `room` elements, a power of two */
	uint32_t room, first, count;
} many_keys;

/* A value of the current row, as a string. */
typedef struct many_value {
	mynd_indicator mark;
	mynd_slice text;                     /* if mark is VALUE; points into `held` or `digits` */
	zend_string *held;                   /* NULL: none */
	char digits[MAX_LENGTH_OF_LONG + 1]; /* digits of an integer */
} many_value;

typedef struct many {
	mynd_link *link;
	zend_object *pdo;     /* object whose exceptions errors become; NULL: mysqli's exceptions */
	mynd_pdo_named named; /* the query as sent, and the names of its values; count 0: rows are lists */
	mynd_statement *statement;
	mynd_sql_change changes; /* kind of the query */
	mynd_source source;
	bool over;            /* the source has ended */
	zend_object *failure; /* the source's exception, thrown when all earlier rows have run */
	bool may_bulk;        /* the server can run the statement in bulk */
	bool marked;          /* a row has had an indicator, which only a bulk execute can carry */
	uint32_t columns;
	many_value *values; /* `columns` elements */
	bool at_hand;       /* `values` has a row, whose key is the last in `keys` */
	many_keys keys;
	zend_ulong done;
	uint32_t sent;
	uint64_t affected;
} many;

/* --- many_rows.c --- */

void many_rows_startup(zend_class_entry *indicator);
/*
 * Stores the source's next row in `values` and its key in `keys`, unless `values` has a row already. Returns
 * false if the source has ended. If the source has thrown, its exception is then in `failure`, or still
 * pending if it ends the program or the fiber.
 */
bool many_next_row(many *m);
void many_forget_row(many *m); /* releases the row in `values` */
/* Removes the keys of the first `count` rows, which have run. */
void many_rows_done(many *m, uint32_t count);
const zval *many_key(const many *m, uint32_t at);
void many_rows_free(many *m);

/* --- many_failure.c --- */

void many_failure_startup(zend_class_entry *failed_row);
/*
 * Throws the statement's error (the link's, if there is no statement), unless an exception is pending. The
 * error is about one of the first `count` rows in `keys`; 0: about no row.
 */
void many_throw(many *m, uint32_t count);
/*
 * As many_throw, for a bulk execute: asks the server which of the `count` rows has failed, if it can report
 * that.
 */
void many_throw_of_batch(many *m, uint32_t count);

#endif
