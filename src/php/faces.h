/*
 * The faces: modules beside mynd that carry the names programs know. Shared by the files of the module alone.
 */
#ifndef MYND_PHP_FACES_H
#define MYND_PHP_FACES_H

#include "mynd.h"

typedef struct mynd_face {
	zend_module_entry *module; /* name, functions, settings */
	bool *taken;               /* in mynd_faces_taken */
	const char *needs;         /* a module without which there is no such face; NULL: none */
} mynd_face;

extern const mynd_face mynd_faces_all[];
extern const size_t mynd_faces_count;

/*
 * Registers the faces whose names are free. It must be the last act of mynd's MINIT: registering ends the
 * registration of mynd's own symbols. FAILURE: the engine refused a module.
 */
zend_result mynd_faces_register(void);
/* One line in the error log if a face was left to another module. */
void mynd_faces_log(void);

/* Registers the settings of mynd or of a face (ini.c) under its module number. */
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
