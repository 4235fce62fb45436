/*
 * mynd.preset: a setting of php.ini that gives other settings their defaults. A setting that php.ini or -d
 * names keeps that value.
 */
#ifndef MYND_PHP_PRESET_H
#define MYND_PHP_PRESET_H

#include "php.h"

typedef enum mynd_preset { MYND_PRESET_STOCK, MYND_PRESET_WEB, MYND_PRESET_ASYNC } mynd_preset;

/* Reads the name of a preset, as a value of php.ini. Returns false if there is no such preset. */
bool mynd_preset_read(const zend_string *text, zend_long *preset);
/*
 * Returns the preset of this process, which php.ini or -d names: STOCK if they name none, or one that does
 * not exist. Valid from the start of the modules on.
 */
mynd_preset mynd_preset_of_process(void);
void mynd_preset_startup(void); /* called before the settings are registered */
/* Returns the value that the preset of this process gives a setting; NULL if it gives none. */
const char *mynd_preset_value(const char *setting);
/* Prints a table for phpinfo: each setting that the preset gives a value, and where its value is from. */
void mynd_preset_print(void);

#endif
