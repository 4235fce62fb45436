#ifndef MYND_PHP_MYND_WIRE_LOG_H
#define MYND_PHP_MYND_WIRE_LOG_H

void mynd_wire_log_startup(void); /* called after the settings are read */

#endif
