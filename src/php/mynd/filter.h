/*
 * Mynd\Filter, and the removal of filters at the end of a request.
 */
#ifndef MYND_PHP_MYND_FILTER_H
#define MYND_PHP_MYND_FILTER_H

#include "../../hooks/filters.h"

void mynd_filter_startup(zend_class_entry *ce);

#endif
