/*
 * Runs one command on a connection that nobody else uses: for Mynd\Pool::query() and execute().
 */
#ifndef MYND_PHP_MYND_POOL_STATEMENT_H
#define MYND_PHP_MYND_POOL_STATEMENT_H

#include "../mynd.h"

/*
 * Runs a query, or, if `values` is not NULL, a prepared statement with these values, on a connection of
 * mysqli or PDO. Sets *out to the outcome, which the caller owns: a mysqli_result or a PDOStatement with all
 * rows, or a Mynd\Done. Further results are read and dropped. Throws the error of any of them, whatever the
 * report mode is; the messages about the values name `function`. Returns false if it threw; *out is undefined
 * then.
 */
bool mynd_pool_run_statement(
    const char *function, zend_object *connection, zend_string *sql, HashTable *values, zval *out);

#endif
