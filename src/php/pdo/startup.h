/*
 * The PDO face as the module sees it. Nothing of PDO's own headers, which a PHP without PDO does not have.
 */
#ifndef MYND_PHP_PDO_STARTUP_H
#define MYND_PHP_PDO_STARTUP_H

#include "php.h"

/* The driver is registered with PDO, which has started. FAILURE: this PDO is not one we know. */
zend_result mynd_pdo_startup(void);
void mynd_pdo_shutdown(void);

#endif
