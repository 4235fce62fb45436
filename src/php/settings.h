/*
 * Reads settings of php.ini: the kinds of values, the values that each kind allows, and the message about any
 * other value.
 *
 * Always true: a refused value changes nothing. The setting keeps its default, or the value of php.ini if a
 * later source is refused. Settings of the start (`is_of_start`) accept no change from later sources, such as
 * php_admin_value in the file of a php-fpm pool, which a worker reads after it was forked. A refusal is
 * reported once in a process: by a startup warning while PHP starts, later only in the error log; but
 * ini_set() of a setting of the start warns each time. A program's ini_set() of one of stock's settings has
 * the same effect as on stock, warnings included.
 *
 * Not here: the list of settings (ini.c).
 */
#ifndef MYND_PHP_SETTINGS_H
#define MYND_PHP_SETTINGS_H

#include <stdatomic.h>

#include "mynd.h"

/* A kind of setting: how a value is read, and which values are allowed. */
typedef struct mynd_setting_kind {
	/* Returns false if the text is no value of this kind. */
	bool (*read)(const zend_string *text, zend_long *value);
	zend_long least, most;
	const char *allowed; /* allowed values, for the message */
	/* update function for ini_set(); NULL: only php.ini can set it */
	ZEND_INI_MH((*stock));
} mynd_setting_kind;

extern const mynd_setting_kind mynd_setting_switch, mynd_setting_pipelining, mynd_setting_persistent,
    mynd_setting_follows, mynd_setting_acquire, mynd_setting_per_key, mynd_setting_round_trips,
    mynd_setting_preset, mynd_setting_age, mynd_setting_duration, mynd_setting_renewal, mynd_setting_patience,
    mynd_setting_seconds, mynd_setting_count, mynd_setting_slots, mynd_setting_read_timeout,
    mynd_setting_command_buffer, mynd_setting_buffer, mynd_setting_limit, mynd_setting_port,
    mynd_setting_number;

/* A setting, the third argument of its ini entry. */
typedef struct mynd_setting {
	const mynd_setting_kind *kind; /* NULL: any text */
	const char *standard;          /* default value */
	atomic_bool reported;          /* a refused value was reported */
	bool is_of_start;              /* later sources can only switch a switch off */
	zend_long started;             /* value of a setting of the start when PHP started */
} mynd_setting;

/* The update function of every setting that has a kind. */
ZEND_INI_MH(mynd_setting_update);
/* The update function of a setting of the start that is a text. */
ZEND_INI_MH(mynd_setting_update_start);

/* Displays for phpinfo: the words off, on and auto; "1h (3600 seconds)"; "(set)" for a password. */
ZEND_INI_DISP(mynd_setting_display_pipelining);
ZEND_INI_DISP(mynd_setting_display_duration);
ZEND_INI_DISP(mynd_setting_display_password);

#endif
