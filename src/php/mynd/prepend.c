/*
 * mynd.prepend_interceptors: runs a file once a request, right before the first connect, to register
 * interceptors for a program that cannot be changed. A program gets a connection only by connecting, so no
 * command escapes the interceptors of that file.
 *
 * Always true: if the file cannot be opened, or fails, the request gets no connection, because the program
 * must not run without the file. Fibers cannot be switched while the file runs, so only the file itself can
 * connect in the meantime. After a fatal error elsewhere neither the file nor interceptors run.
 */
#include "prepend.h"

#include "line.h"

#include "../../client/intercept.h"
#include "../../hooks/intercept.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"

#define PATH_SHOWN "%.200s"

static int refuse(mynd_error *error, const char *what)
{
	return mynd_error_set(error, MYND_CAUSE_REFUSED, MYND_ERR_UNKNOWN, NULL,
	    "mynd.prepend_interceptors: \"" PATH_SHOWN "\" %s; there are no connections without it",
	    MYND_G(prepend_interceptors), what);
}

static void log_failure(const char *what)
{
	char *line;
	if (mynd_log_is_apart()) {
		spprintf(&line, 0, "mynd.prepend_interceptors: \"%s\" %s; this request gets no connection",
		    MYND_G(prepend_interceptors), what);
		php_log_err(line);
		efree(line);
	}
}

/* Checks the file first, because a `require` of a missing file would end the request. */
static bool can_be_opened(void)
{
	php_stream *stream =
	    php_stream_open_wrapper(MYND_G(prepend_interceptors), "rb", USE_PATH | STREAM_OPEN_FOR_INCLUDE, NULL);
	if (stream != NULL) {
		php_stream_close(stream);
	}
	return stream != NULL;
}

static void require_file(void)
{
	static const char code[] = "static function (string $file): void { require $file; }";
	zval closure, file, nothing;
	ZVAL_UNDEF(&closure);
	if (!mynd_line_compile(code, sizeof code - 1, &closure)) {
		zval_ptr_dtor(&closure);
		zend_throw_error(NULL, "mynd.prepend_interceptors cannot be run");
		return;
	}
	ZVAL_STRING(&file, MYND_G(prepend_interceptors));
	call_user_function(NULL, NULL, &closure, &nothing, 1, &file);
	zval_ptr_dtor(&nothing);
	zval_ptr_dtor(&file);
	zval_ptr_dtor(&closure);
}

/*
 * Runs the file with normal error handling. Otherwise, inside PDO's constructor, the file's warnings would
 * become exceptions.
 */
static void require_apart(void)
{
	zend_error_handling saved;
	zend_replace_error_handling(EH_NORMAL, NULL, &saved);
	zend_fiber_switch_block();
	require_file();
	zend_fiber_switch_unblock();
	zend_restore_error_handling(&saved);
}

static int run(mynd_error *error)
{
	if (!can_be_opened()) {
		MYND_G(prepended) = MYND_PREPEND_MISSING;
		log_failure("cannot be opened");
		return refuse(error, "cannot be opened");
	}
	MYND_G(prepended) = MYND_PREPEND_RUNS;
	MYND_G(prepend_before) = mynd_interceptors_last();
	require_apart();
	MYND_G(prepend_last) = mynd_interceptors_last();
	if (EG(exception) != NULL) {
		MYND_G(prepended) = MYND_PREPEND_FAILED;
		if (!zend_is_unwind_exit(EG(exception)) && !zend_is_graceful_exit(EG(exception))) {
			log_failure("has thrown an exception");
		}
		return refuse(error, "has thrown an exception");
	}
	MYND_G(prepended) = MYND_PREPEND_DONE;
	mynd_links_before_connect(NULL);
	return MYND_OK;
}

static int before_connect(mynd_error *error)
{
	switch (MYND_G(prepended)) {
	case MYND_PREPEND_WAITS:
		return CG(unclean_shutdown) ? MYND_OK : run(error);
	case MYND_PREPEND_RUNS: /* the file runs now, or a fatal error has ended it */
		return CG(unclean_shutdown) ? refuse(error, "has ended in a fatal error") : MYND_OK;
	case MYND_PREPEND_MISSING:
		return refuse(error, "cannot be opened");
	default:
		return refuse(error, "has failed before in this request");
	}
}

void mynd_prepend_request_startup(void)
{
	const char *file = MYND_G(prepend_interceptors);
	MYND_G(prepended) = MYND_PREPEND_WAITS;
	MYND_G(prepend_before) = MYND_G(prepend_last) = 0;
	mynd_links_before_connect(file == NULL || *file == '\0' ? NULL : before_connect);
}

/* Removes the file's interceptors, whose destructors may run code of the program. */
static void remove_interceptors(void)
{
	zend_ulong last = MYND_G(prepend_last);
	for (zend_ulong number = MYND_G(prepend_before); number < last; number++) {
		mynd_interceptors_remove(number + 1);
	}
}

/*
 * Runs the file at once: without a connect, the new request may use connections that are open already, and
 * must not do so without the file's interceptors.
 */
bool mynd_prepend_request_begins(void)
{
	mynd_error error;
	mynd_prepended before = MYND_G(prepended);
	if (before == MYND_PREPEND_RUNS) {
		zend_throw_error(NULL, "Mynd\\request_begins(): the file of mynd.prepend_interceptors runs");
		return false;
	}
	remove_interceptors();
	mynd_prepend_request_startup();
	if (EG(exception) == NULL && before == MYND_PREPEND_DONE && run(&error) != MYND_OK &&
	    EG(exception) == NULL) {
		zend_throw_error(NULL, "%s", error.message);
	}
	return EG(exception) == NULL;
}

/*
 * Called when a request's interceptors are removed. Code that connects later, such as a session handler, has
 * no interceptors.
 */
void mynd_prepend_request_shutdown(void)
{
	mynd_links_before_connect(NULL);
}
