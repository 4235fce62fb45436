/*
 * The functions of intercept.c that the module calls.
 */
#ifndef MYND_PHP_MYND_INTERCEPT_H
#define MYND_PHP_MYND_INTERCEPT_H

#include "../../hooks/intercept.h"

void mynd_interception_startup(zend_class_entry *interception);

#endif
