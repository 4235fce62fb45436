/*
 * The object of Mynd\Pool, for the files that implement its methods.
 */
#ifndef MYND_PHP_MYND_POOL_OBJECT_H
#define MYND_PHP_MYND_POOL_OBJECT_H

#include "../mynd.h"

/* The program's functions that a pool has; all but CONNECT may be missing. */
typedef enum mynd_pool_function {
	MYND_POOL_CONNECT,
	MYND_POOL_ON_CONNECT,
	MYND_POOL_BEFORE_ACQUIRE,
	MYND_POOL_AFTER_RELEASE,
	MYND_POOL_FUNCTIONS
} mynd_pool_function;

typedef struct mynd_pool_object {
	zval functions[MYND_POOL_FUNCTIONS]; /* undefined: none */
	mynd_pool_group *group;              /* NULL: the constructor has not run */
	double acquire_timeout;              /* seconds; 0: acquire() does not wait */
	zend_object std;
} mynd_pool_object;

extern zend_class_entry *mynd_pool_exhausted_ce;

/* --- pool_use.c --- */

/*
 * Sets *out to an object with a connection that is set up, but is not given out yet; waits at most so many
 * seconds for a place. The caller owns the object. Returns false if it threw.
 */
bool mynd_pool_object_open(mynd_pool_object *self, double limit, zval *out);
/* As mynd_pool_object_open, for a user: the connection is given out. */
bool mynd_pool_object_acquire(mynd_pool_object *self, double limit, zval *out);
/* Gives the link out to a user, who is the place of the program that runs now (mynd.callers_skipped). */
void mynd_pool_object_give_out(mynd_link *link);
/* Gives the object's connection back, if it still has one of the pool's. May throw. */
void mynd_pool_object_give_back(const mynd_pool_object *self, zval *connection);
/* As mynd_pool_object_give_back, and frees the object. */
void mynd_pool_object_release(const mynd_pool_object *self, zval *connection);

#endif
