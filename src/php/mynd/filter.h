/*
 * The startup of the class Mynd\Filter. The module also needs hooks/filters.h, to remove filters when a
 * request ends.
 */
#ifndef MYND_PHP_MYND_FILTER_H
#define MYND_PHP_MYND_FILTER_H

#include "../../hooks/filters.h"

void mynd_filter_startup(zend_class_entry *ce);

#endif
