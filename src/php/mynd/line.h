/*
 * Lines of PHP code of the driver's own: what C cannot do is one closure, compiled where it is needed.
 *
 * Their frames are told apart by their file's name, so that errors point to the program's own code.
 */
#ifndef MYND_PHP_MYND_LINE_H
#define MYND_PHP_MYND_LINE_H

#include "../mynd.h"

/* The closure that the code is; of no class, whoever asks. The caller's. */
bool mynd_line_compile(const char *code, size_t len, zval *closure);
bool mynd_is_own_frame(const zend_execute_data *frame);

#endif
