/*
 * Values of a command: of Mynd\pipeline(), Mynd\Pool::execute().
 */
#ifndef MYND_PHP_MYND_VALUES_H
#define MYND_PHP_MYND_VALUES_H

#include "../pdo/startup.h"

void mynd_named_free(mynd_pdo_named *named);
/*
 * Returns the values as a list in the order of the placeholders, with a reference for the caller. Returns
 * NULL if it threw, naming `function`: without names they must be a list, with names there must be one for
 * each.
 */
HashTable *mynd_values_list(const char *function, const mynd_pdo_named *named, HashTable *values);
/* Throws; always returns false. */
bool mynd_values_refuse_count(const char *function, uint32_t wanted, uint32_t present);

#endif
