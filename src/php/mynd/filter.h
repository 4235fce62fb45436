/* Mynd\Filter, and the end of filters with the request. */
#ifndef MYND_PHP_MYND_FILTER_H
#define MYND_PHP_MYND_FILTER_H

#include "../../hooks/filters.h"

void mynd_filter_startup(zend_class_entry *ce);

#endif
