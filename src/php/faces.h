/*
 * The modules that mynd provides beside itself, under the names that programs know: mysqlnd, mysqli,
 * pdo_mysql. Only the files of the module mynd itself include this.
 */
#ifndef MYND_PHP_FACES_H
#define MYND_PHP_FACES_H

#include "mynd.h"

typedef struct mynd_face {
	zend_module_entry *module; /* the module's name, functions and settings */
	bool *taken;               /* points into mynd_faces_taken */
	const char *needs;         /* another module that the module requires; NULL: none */
} mynd_face;

extern const mynd_face mynd_faces_all[];
extern const size_t mynd_faces_count;

/*
 * Registers the modules whose names are free. Must be called after mynd's MINIT has registered all symbols of
 * mynd itself, because it ends that registration. Returns FAILURE if the engine refused a module.
 */
zend_result mynd_faces_register(void);
/* Writes one line to the error log if another module already had one of the names. */
void mynd_faces_log(void);

/* Register the settings of mynd, or of one of these modules, under the module's number (ini.c). */
zend_result mynd_own_settings_register(int module_number);
zend_result mynd_mysqlnd_settings_register(int module_number);
zend_result mynd_mysqli_settings_register(int module_number);
zend_result mynd_pdo_settings_register(int module_number);

/* phpinfo's sections (info.c). */
ZEND_MODULE_INFO_D(mynd);
ZEND_MODULE_INFO_D(mynd_mysqli);
ZEND_MODULE_INFO_D(mynd_mysqlnd);
ZEND_MODULE_INFO_D(mynd_pdo_mysql);

#endif
