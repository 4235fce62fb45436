/*
 * mynd's own PHP code: closures of one line for work that C cannot do. They are compiled when first needed.
 *
 * The closures have a file name of their own. Errors skip frames with this file name, and so point to the
 * program's code.
 */
#ifndef MYND_PHP_MYND_LINE_H
#define MYND_PHP_MYND_LINE_H

#include "../mynd.h"

/* Compiles `code` to a closure without a class, whatever the calling scope. The caller owns the closure. */
bool mynd_line_compile(const char *code, size_t len, zval *closure);
bool mynd_is_own_frame(const zend_execute_data *frame);

#endif
