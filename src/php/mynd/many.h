/*
 * What the files of Mynd\execute_many() share.
 *
 * Always true: `keys` holds, in order, the keys of the rows that were taken from the program and are not
 * known to have run. The first of them is row number `done`, and the first `sent` of them were sent. All of
 * it is request memory, except for the references to link and statement, which the link's own sweep drops if
 * the request does not come back here.
 */
#ifndef MYND_PHP_MYND_MANY_H
#define MYND_PHP_MYND_MANY_H

#include "steps.h"
#include "../../client/client.h"
#include "../../wire/sql.h"
#include "../pdo/startup.h"

/* A queue of values. */
typedef struct many_keys {
	zval *ring; /* its size is a power of two */
	uint32_t room, first, count;
} many_keys;

/* A value of the current row, as a text. */
typedef struct many_value {
	mynd_indicator mark;
	mynd_slice text;                     /* VALUE: points into `held` or `digits` */
	zend_string *held;                   /* NULL: nothing */
	char digits[MAX_LENGTH_OF_LONG + 1]; /* of an integer */
} many_value;

typedef struct many {
	mynd_link *link;
	zend_object *pdo;     /* its exceptions are thrown; NULL: mysqli's */
	mynd_pdo_named named; /* the text as it is sent, and the names of its values; count 0: rows are lists */
	mynd_statement *statement;
	mynd_sql_change changes; /* the kind of the text */
	mynd_source source;
	bool over;            /* the source has ended */
	zend_object *failure; /* what the source has thrown; it is thrown when all earlier rows have run */
	bool may_bulk;        /* the server can run it in bulk */
	bool marked;          /* a row has had a marker, so it must be run in bulk */
	uint32_t columns;
	many_value *values; /* as many as columns */
	bool at_hand;       /* `values` has a row, whose key is the last */
	many_keys keys;
	zend_ulong done;
	uint32_t sent;
	uint64_t affected;
} many;

/* --- many_rows.c --- */

void many_rows_startup(zend_class_entry *marker);
/*
 * Takes the next row into `values`, and its key into the queue, unless a row is there already. False: there
 * is none, because the source is `over`. `failure` says so if it has thrown; an exception is pending if the
 * program or the fiber is to end.
 */
bool many_next_row(many *m);
void many_forget_row(many *m); /* the row in `values` was sent */
/* The first `count` rows have run. */
void many_rows_done(many *m, uint32_t count);
const zval *many_key(const many *m, uint32_t at);
void many_rows_free(many *m);

/* --- many_failure.c --- */

void many_failure_startup(zend_class_entry *failed_row);
/*
 * Throws the link's error, unless an exception is pending. It concerns one of the first `count` rows; 0:
 * none.
 */
void many_throw(many *m, uint32_t count);
/* The same for a bulk execute of the first `count` rows: asks the server which row it was, if it can say. */
void many_throw_of_batch(many *m, uint32_t count);

#endif
