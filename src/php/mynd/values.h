/*
 * Values of a command: of Mynd\pipeline(), Mynd\execute_many(), Mynd\Pool::execute().
 */
#ifndef MYND_PHP_MYND_VALUES_H
#define MYND_PHP_MYND_VALUES_H

#include "../mysqli/statement.h"
#include "../pdo/startup.h"

/*
 * Reads the query: with PDO (`pdo` is not NULL) its placeholders may have names. Returns MYND_BAD, with the
 * link's error, if that fails, and MYND_MORE if it threw, naming `function`; with MYND_OK the caller frees
 * `named`.
 */
int mynd_named_read(const char *function, zend_object *pdo, zend_string *sql, mynd_pdo_named *named);
void mynd_named_free(mynd_pdo_named *named);
/* Returns the value of a name, which may be a key with or without its colon; NULL if there is none. */
zval *mynd_named_value(HashTable *values, const zend_string *name);
/*
 * Returns the values as a list in the order of the placeholders, with a reference for the caller. Returns
 * NULL if it threw, naming `function`: without names they must be a list, with names there must be one for
 * each.
 */
HashTable *mynd_values_list(const char *function, const mynd_pdo_named *named, HashTable *values);
/* Turns a list into parameters. May run code of the program. Returns false if it threw. */
bool mynd_values_to_arguments(HashTable *list, mysqli_arguments *arguments);
/* Throws; always returns false. */
bool mynd_values_refuse_count(const char *function, uint32_t wanted, uint32_t present);

#endif
