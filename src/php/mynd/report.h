/* mynd.request_report, mynd.slow_log, and Mynd\request_report(). */
#ifndef MYND_PHP_MYND_REPORT_H
#define MYND_PHP_MYND_REPORT_H

#include "../../command/report.h"

void mynd_report_request_startup(void); /* applies the settings to a new request */

#endif
