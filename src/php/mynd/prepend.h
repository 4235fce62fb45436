#ifndef MYND_PHP_MYND_PREPEND_H
#define MYND_PHP_MYND_PREPEND_H

#include <stdbool.h>

/* mynd.prepend_interceptors (prepend.c). */
void mynd_prepend_request_startup(void);
void mynd_prepend_request_shutdown(void);
/*
 * Another request begins in the same one of PHP's: what the file has registered goes, and the file runs again
 * if it has run. False: thrown.
 */
bool mynd_prepend_request_begins(void);

#endif
