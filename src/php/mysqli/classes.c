/*
 * The start of the module `mysqli`: registers classes, functions and constants, and resets the report mode
 * for each request.
 */
#include "mysqli.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_attributes.h"
#include "zend_interfaces.h"

#include "constants_arginfo.h"
#include "mysqli_arginfo.h"

#define REPORT_AT_START (MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT)

zend_class_entry *mysqli_exception_ce;

zend_result mynd_mysqli_startup(int module_number)
{
	mysqli_infile_startup();
	if (zend_register_functions(NULL, ext_functions, NULL, MODULE_PERSISTENT) == FAILURE) {
		return FAILURE;
	}
	register_constants_symbols(module_number);
	register_mysqli_symbols(module_number);
	mysqli_exception_ce = register_class_mysqli_sql_exception(spl_ce_RuntimeException);
	mysqli_driver_startup(register_class_mysqli_driver());
	mysqli_link_ce = register_class_mysqli();
	mysqli_warning_startup(register_class_mysqli_warning());
	mysqli_result_ce = register_class_mysqli_result(zend_ce_aggregate);
	mysqli_statement_startup(register_class_mysqli_stmt());
	mysqli_objects_startup();
#if PHP_VERSION_ID >= 80400
	mysqli_mark_deprecated();
#endif
	return SUCCESS;
}

void mynd_mysqli_request_startup(void)
{
	MYND_G(report_mode) = REPORT_AT_START;
}

/* Does nothing: objects of the program are still alive, and what they need is freed after them. */
void mynd_mysqli_request_shutdown(void)
{
}
