/* mynd.request_report, mynd.slow_log, and Mynd\request_report(). */
#ifndef MYND_PHP_MYND_REPORT_H
#define MYND_PHP_MYND_REPORT_H

#include "../../command/report.h"

void mynd_report_request_startup(void); /* a request begins: by the settings */

#endif
