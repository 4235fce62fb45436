/*
 * What the module calls of the interceptors' functions (intercept.c).
 */
#ifndef MYND_PHP_MYND_INTERCEPT_H
#define MYND_PHP_MYND_INTERCEPT_H

#include "../../hooks/intercept.h"

void mynd_interception_startup(zend_class_entry *interception);

#endif
