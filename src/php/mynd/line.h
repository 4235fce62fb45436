/*
 * PHP code of the driver's own: closures of one line for the work that C cannot do, compiled when needed.
 *
 * Their file name distinguishes their frames from the program's, so that errors point to the program's code.
 */
#ifndef MYND_PHP_MYND_LINE_H
#define MYND_PHP_MYND_LINE_H

#include "../mynd.h"

/* Compiles `code` to a closure without a class, whatever the calling scope. The caller owns the closure. */
bool mynd_line_compile(const char *code, size_t len, zval *closure);
bool mynd_is_own_frame(const zend_execute_data *frame);

#endif
