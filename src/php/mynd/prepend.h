#ifndef MYND_PHP_MYND_PREPEND_H
#define MYND_PHP_MYND_PREPEND_H

/* mynd.prepend_interceptors (prepend.c). */
void mynd_prepend_request_startup(void);
void mynd_prepend_request_shutdown(void);

#endif
