/*
 * How a setting of php.ini is read: the kinds of values, what each allows, and what is said of a value that
 * it does not allow.
 *
 * Always true: a value that is refused changes nothing, so the setting keeps its default (or what php.ini
 * says, where a later source is refused). It is told once a process: by a startup warning while PHP starts,
 * later in the error log alone. A program's ini_set() of a setting that stock has as well does what stock
 * does, warnings included.
 * Not here: the list of settings (ini.c).
 */
#ifndef MYND_PHP_SETTINGS_H
#define MYND_PHP_SETTINGS_H

#include <stdatomic.h>

#include "mynd.h"

/* A kind of value. */
typedef struct mynd_setting_kind {
	/* False: the text is no such value; `value` is as it was. */
	bool (*read)(const zend_string *text, zend_long *value);
	zend_long least, most;
	const char *allowed;   /* in words */
	ZEND_INI_MH((*stock)); /* what ini_set() does; NULL: the setting is the system's, there is none */
} mynd_setting_kind;

extern const mynd_setting_kind mynd_setting_switch, mynd_setting_pipelining, mynd_setting_persistent,
    mynd_setting_duration, mynd_setting_count, mynd_setting_read_timeout, mynd_setting_command_buffer,
    mynd_setting_buffer, mynd_setting_limit, mynd_setting_port, mynd_setting_number;

/* A setting: the third argument of its entry. */
typedef struct mynd_setting {
	const mynd_setting_kind *kind;
	const char *standard; /* the value that it has by default */
	atomic_bool told;     /* of a value that was refused */
} mynd_setting;

/* The update of every setting that has a kind. */
ZEND_INI_MH(mynd_setting_update);

/* For phpinfo: the words off, on and auto; "1h (3600 seconds)"; "(set)" in place of a password. */
ZEND_INI_DISP(mynd_setting_display_pipelining);
ZEND_INI_DISP(mynd_setting_display_duration);
ZEND_INI_DISP(mynd_setting_display_password);

#endif
