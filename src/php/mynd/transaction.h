/*
 * Transactions of Mynd\transaction() and Mynd\Pool::transaction().
 */
#ifndef MYND_PHP_MYND_TRANSACTION_H
#define MYND_PHP_MYND_TRANSACTION_H

#include "../mynd.h"

/* How a transaction runs: the arguments of the functions. */
typedef struct mynd_transaction_options {
	zend_long retries;
	const char *isolation; /* a level in SQL; NULL: the session's */
	/*
	 * Nobody has used the connection before: what is open on it, as with autocommit=0, is no outer
	 * transaction, and is committed, as BEGIN commits it.
	 */
	bool is_outermost;
} mynd_transaction_options;

/*
 * Checks the arguments, which have these numbers in their function, and fills the options. `isolation` may be
 * NULL. Returns false if it threw.
 */
bool mynd_transaction_read(
    mynd_transaction_options *options, zend_long retries, const zend_string *isolation, uint32_t first_arg);
/*
 * Runs the function, which gets the connection as its only argument, in a transaction. *result is what the
 * function returned, or undefined if this threw.
 */
void mynd_transaction_run(zend_object *connection, zend_fcall_info *call, zend_fcall_info_cache *cache,
    const mynd_transaction_options *options, zval *result);

#endif
