/*
 * Mynd\wire_log(), and the setting mynd.wire_log: write a connection's packets to a file for people to read.
 */
#include "../mynd.h"
#include "wire_log.h"

#include <errno.h>

#include "zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

#include "../../channel/wire_log.h"
#include "../../link/wire_log.h"
#include "../pdo/startup.h"

void mynd_wire_log_startup(void)
{
	if (MYND_G(wire_log) != NULL && MYND_G(wire_log)[0] != '\0') {
		mynd_channels_log_wires(MYND_G(wire_log), (uint64_t) MYND_G(wire_log_size));
	}
}

static const char *explain(int why)
{
	switch (why) {
	case ENOTCONN:
		return "the connection is closed";
	case EBUSY:
		return "a result is being read from this connection";
	case EPERM:
		return "it is not this user's, or not for this user alone";
	case EINVAL:
		return "it is not a regular file";
	default:
		return strerror(why);
	}
}

ZEND_FUNCTION(Mynd_wire_log)
{
	zend_object *object;
	zend_string *file = NULL;
	ZEND_PARSE_PARAMETERS_START(2, 2)
	Z_PARAM_OBJ(object)
	Z_PARAM_PATH_STR_OR_NULL(file)
	ZEND_PARSE_PARAMETERS_END();

	mynd_link *link = mynd_pdo_link_of(object);
	if (link == NULL && (link = mynd_link_of_object(object, 1)) == NULL) {
		RETURN_THROWS();
	}
	const char *path = file == NULL ? NULL : ZSTR_VAL(file);
	const char *why = NULL;
	char full[MAXPATHLEN];
	if (path != NULL &&
	    (*path == '\0' || expand_filepath_with_mode(path, full, NULL, 0, CWD_EXPAND) == NULL)) {
		why = explain(ENOENT);
	} else if (path != NULL && php_check_open_basedir_ex(path, 0) != 0) {
		why = "open_basedir does not allow it";
	} else if (mynd_link_log_wire(link, path == NULL ? NULL : full, (uint64_t) MYND_G(wire_log_size)) !=
	           MYND_OK) {
		why = explain(errno);
	}
	if (why != NULL) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "Mynd\\wire_log(): %s%s%s",
		    path == NULL ? "" : path, path == NULL ? "" : ": ", why);
		RETURN_THROWS();
	}
}
