/*
 * What the files of Mynd\execute_many() share.
 *
 * Always true: `keys` holds the keys of the rows that were taken from the program and are not known to have
 * run, in order; the first of them is row number `done`, and the first `sent` of them are on their way. All
 * of it is request memory, but for the references to link and statement, which the link's own sweep ends if
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
	zval *ring; /* of a power of two */
	uint32_t room, first, count;
} many_keys;

/* A value of the row at hand, as a text. */
typedef struct many_value {
	mynd_indicator mark;
	mynd_slice text;                     /* VALUE: in `held` or in `digits` */
	zend_string *held;                   /* NULL: nothing */
	char digits[MAX_LENGTH_OF_LONG + 1]; /* of an integer */
} many_value;

typedef struct many {
	mynd_link *link;
	zend_object *pdo;     /* whose exceptions are thrown; NULL: mysqli's */
	mynd_pdo_named named; /* the text as it is sent, and the names of the values; count 0: rows are lists */
	mynd_statement *statement;
	mynd_sql_change changes; /* what kind of text it is */
	mynd_source source;
	bool over;            /* the source has no more */
	zend_object *failure; /* or has failed so: told when all rows before have run */
	bool may_bulk;        /* the server could run it in bulk */
	bool marked;          /* a row has had a marker: only so can it be run */
	uint32_t columns;
	many_value *values; /* so many */
	bool at_hand;       /* a row is in them; its key is the last */
	many_keys keys;
	zend_ulong done;
	uint32_t sent;
	uint64_t affected;
} many;

/* --- many_rows.c --- */

void many_rows_startup(zend_class_entry *marker);
/*
 * A row is at hand: the next into `values`, its key put behind the others, unless one is there already.
 * False: there is none; `over`, and `failure` if it could not be had (or an exception, if the program or the
 * fiber is to end).
 */
bool many_next_row(many *m);
void many_forget_row(many *m); /* that is at hand: it has gone where it goes */
/* The first `count` have run. */
void many_rows_done(many *m, uint32_t count);
const zval *many_key(const many *m, uint32_t at);
void many_rows_free(many *m);

/* --- many_failure.c --- */

void many_failure_startup(zend_class_entry *failed_row);
/*
 * Throws the link's error, unless something is thrown already. It is about one of the `count` first rows; 0:
 * of none.
 */
void many_throw(many *m, uint32_t count);
/*
 * The same for a bulk execute of the first `count` rows: asks the server which one it was, where it can tell.
 */
void many_throw_of_batch(many *m, uint32_t count);

#endif
