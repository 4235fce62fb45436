/* parameters.c: values that the program has bound to a statement, and sending them to the server. */
#ifndef MYND_PDO_PARAMETERS_H
#define MYND_PDO_PARAMETERS_H

#include "php.h"
#include "ext/pdo/php_pdo_driver.h"
#include "../../wire/statement.h"

typedef struct mynd_pdo_value {
	zval value; /* the program's value, dereferenced; counted as a reference */
	enum pdo_param_type type;
} mynd_pdo_value;

typedef struct mynd_pdo_values {
	mynd_pdo_value *values; /* request memory */
	mynd_parameter *parameters;
	uint32_t count;
} mynd_pdo_values;

int mynd_pdo_parameter_event(
    pdo_stmt_t *stmt, struct pdo_bound_param_data *parameter, enum pdo_param_event event);
/* Returns PDO's table of the values for the current execute, or NULL if none were bound. */
HashTable *mynd_pdo_bound(const pdo_stmt_t *stmt);
/* Returns a copy of the values that are bound now, which the caller destroys, or NULL if there are none. */
HashTable *mynd_pdo_hold_bound(const pdo_stmt_t *stmt);
/*
 * Turns the bound values into parameters. Returns false if one is missing or cannot be a parameter; there is
 * nothing to free then.
 */
bool mynd_pdo_values_bind(pdo_stmt_t *stmt, mynd_pdo_values *values);
/*
 * Sends parameters that are streams, in pieces; for an asynchronous execute, reads the streams into strings
 * instead. Runs code of the program. If this code has executed the statement and so made it an emulated one,
 * true means that no piece was sent. Returns false on failure: the statement has the error, or an exception
 * was thrown.
 */
bool mynd_pdo_values_send(pdo_stmt_t *stmt, mynd_pdo_values *values);
void mynd_pdo_values_free(mynd_pdo_values *values);
/* Returns the values as a table like PDO's, which the caller destroys, or NULL if there are none. */
HashTable *mynd_pdo_values_as_bound(const pdo_stmt_t *stmt, const mynd_pdo_values *values);
/*
 * Protects a stream from fclose() while it is read, because reading may run code of the program, such as a
 * stream wrapper's. Returns NULL if the value is no open stream: the error was raised. Pass `held` to
 * mynd_pdo_stream_let_go.
 */
php_stream *mynd_pdo_stream_hold(pdo_stmt_t *stmt, zval *value, bool *held);
void mynd_pdo_stream_let_go(zval *value, bool held);
/* reads the stream to its end; returns a new reference */
zend_string *mynd_pdo_read_stream(php_stream *stream);

#endif
