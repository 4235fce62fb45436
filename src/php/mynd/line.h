/*
 * PHP code of the driver's own: what C cannot do is a closure of one line, compiled when it is needed.
 *
 * The name of its file tells its frames from the program's, so that errors point to the program's code.
 */
#ifndef MYND_PHP_MYND_LINE_H
#define MYND_PHP_MYND_LINE_H

#include "../mynd.h"

/* Makes the closure from the code. It has no class, whoever calls this. The caller owns it. */
bool mynd_line_compile(const char *code, size_t len, zval *closure);
bool mynd_is_own_frame(const zend_execute_data *frame);

#endif
