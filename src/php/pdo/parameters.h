/* parameters.c: what the program has bound to a statement, and its way to the server. */
#ifndef MYND_PDO_PARAMETERS_H
#define MYND_PDO_PARAMETERS_H

#include "php.h"
#include "ext/pdo/php_pdo_driver.h"
#include "../../wire/statement.h"

typedef struct mynd_pdo_value {
	zval value; /* the program's value, dereferenced; a reference */
	enum pdo_param_type type;
} mynd_pdo_value;

typedef struct mynd_pdo_values {
	mynd_pdo_value *values; /* request memory */
	mynd_parameter *parameters;
	uint32_t count;
} mynd_pdo_values;

int mynd_pdo_parameter_event(
    pdo_stmt_t *stmt, struct pdo_bound_param_data *parameter, enum pdo_param_event event);
/* What execute() takes its values from; NULL: nothing was bound. */
HashTable *mynd_pdo_bound(const pdo_stmt_t *stmt);
/* A copy of the values that are bound now, which the caller destroys. NULL: there are none. */
HashTable *mynd_pdo_hold_bound(const pdo_stmt_t *stmt);
/*
 * Turns what was bound into parameters. False: something is missing or cannot be a parameter, and there is
 * nothing to free.
 */
bool mynd_pdo_values_bind(pdo_stmt_t *stmt, mynd_pdo_values *values);
/*
 * Sends parameters that are streams, in pieces; for an asynchronous execute reads them instead. Runs code of
 * the program, whose execute of the statement may make it an emulated one: no piece was sent then. False: the
 * statement has the error, or it was thrown.
 */
bool mynd_pdo_values_send(pdo_stmt_t *stmt, mynd_pdo_values *values);
void mynd_pdo_values_free(mynd_pdo_values *values);
/* The values as if they were bound now, in a table that the caller destroys. NULL: there are none. */
HashTable *mynd_pdo_values_as_bound(const pdo_stmt_t *stmt, const mynd_pdo_values *values);
/*
 * Reading from a stream runs code of the program, including that of the stream itself. While the stream is
 * held, fclose() cannot close it. NULL: the value is no open stream, and the error was raised. Whoever lets
 * go of the stream passes `held`.
 */
php_stream *mynd_pdo_stream_hold(pdo_stmt_t *stmt, zval *value, bool *held);
void mynd_pdo_stream_let_go(zval *value, bool held);
zend_string *mynd_pdo_read_stream(php_stream *stream); /* reads it to its end; a new reference */

#endif
