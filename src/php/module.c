/*
 * The module mynd: its globals, and its start and end in a process, a thread and a request. After its own
 * symbols it registers mysqlnd, mysqli and pdo_mysql.
 *
 * A request ends in two steps, because the program's objects and session handlers still use connections after
 * the modules' request shutdown. So the links that remain are swept in post-deactivate.
 */
#include "faces.h"

#include "php_ini.h"
#include "zend_attributes.h"
#include "zend_enum.h"
#include "zend_observer.h"
#include "ext/spl/spl_exceptions.h"

#include "mynd/mynd_arginfo.h"
#include "mynd/filter.h"
#include "mynd/intercept.h"
#include "mynd/pool.h"
#include "mynd/prepend.h"
#include "mynd/report.h"
#include "mynd/clusters.h"
#include "mynd/scoreboard.h"
#include "mynd/wire_log.h"
#include "../channel/wire_log.h"
#include "mynd/steps.h"
#include "mynd/waiter.h"
#include "pdo/startup.h"
#include "../command/inner_fiber.h"
#include "../command/metrics.h"

ZEND_DECLARE_MODULE_GLOBALS(mynd)

#if defined(ZTS) && defined(COMPILE_DL_MYND)
ZEND_TSRMLS_CACHE_DEFINE()
#endif

#define REPORT_ERROR_AND_STRICT 3 /* MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT */

static PHP_GINIT_FUNCTION(mynd)
{
#if defined(ZTS) && defined(COMPILE_DL_MYND)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(mynd_globals, 0, sizeof(*mynd_globals));
	mynd_globals->report_mode = REPORT_ERROR_AND_STRICT;
	zend_hash_init(&mynd_globals->streams, 8, NULL, NULL, true);
	zend_hash_init(&mynd_globals->opening, 8, NULL, NULL, true);
	zend_hash_init(&mynd_globals->transactions, 8, NULL, NULL, true);
}

static PHP_GSHUTDOWN_FUNCTION(mynd)
{
	mynd_links_shutdown();
	mynd_scoreboard_shutdown();
	zend_hash_destroy(&mynd_globals->streams);
	zend_hash_destroy(&mynd_globals->opening);
	zend_hash_destroy(&mynd_globals->transactions);
}

static void fiber_ended(zend_fiber_context *context)
{
	mynd_inner_fibers_ended(context);
	mynd_turns_fiber_ended(context);
	mynd_pdo_fiber_ended(context);
}

static PHP_MINIT_FUNCTION(mynd)
{
	if (type == MODULE_TEMPORARY) {
		return FAILURE; /* get_module() has already refused */
	}
	mynd_links_startup();
	mynd_links_follow_pools();
	zend_observer_fiber_switch_register(mynd_pdo_fiber_switches);
	zend_observer_fiber_destroy_register(fiber_ended);
	register_mynd_symbols(module_number);
	mynd_outcomes_startup(register_class_Mynd_Done());
	pipeline_order_startup(register_class_Mynd_NotRun());
	mynd_steps_startup(register_class_Mynd_Steps());
	zend_class_entry *indicator = register_class_Mynd_Indicator();
	zend_register_class_alias("Mynd\\Marker", indicator); /* its name up to 0.2.0, until 1.0 */
	mynd_many_startup(indicator, register_class_Mynd_FailedRow(spl_ce_RuntimeException));
	mynd_filter_startup(register_class_Mynd_Filter());
	mynd_pool_startup(register_class_Mynd_Pool(register_class_Mynd_ConnectionPool()),
	    register_class_Mynd_PoolExhausted(spl_ce_RuntimeException));
	mynd_poller_startup(register_class_Mynd_Poller());
	mynd_interception_startup(register_class_Mynd_Interception());
	mynd_intercept_startup(register_class_Mynd_Command(), register_class_Mynd_Next(),
	    register_class_Mynd_Reply(), register_class_Mynd_Kind(), indicator);
	if (mynd_own_settings_register(module_number) == FAILURE) {
		return FAILURE;
	}
	if (mynd_faces_register() == FAILURE) {
		return FAILURE;
	}
	if (MYND_G(shared_pool) && !mynd_shared_startup()) {
		php_error_docref(NULL, E_WARNING,
		    "mynd.shared_pool: no sockets for it (%s). Each process has pools of its own", strerror(errno));
	}
	mynd_clusters_read_setting();
	mynd_scoreboard_startup();
	mynd_wire_log_startup();
	mynd_faces_log();
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(mynd)
{
	mynd_shared_shutdown();
	mynd_clusters_shutdown();
	UNREGISTER_INI_ENTRIES();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(mynd)
{
#if defined(ZTS) && defined(COMPILE_DL_MYND)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	MYND_G(report_mode) = REPORT_ERROR_AND_STRICT;
	MYND_G(connect_errno) = 0;
	MYND_G(connect_error) = NULL;
	ZVAL_UNDEF(&MYND_G(generator));
	ZVAL_UNDEF(&MYND_G(source_program));
	mynd_metrics_begin_request();
	mynd_rows_request_startup();
	mynd_waiter_request_startup();
	const zend_mynd_globals *settings = mynd_settings();
	mynd_pools_configure(&(mynd_pool_settings){
	    .max_links = settings->max_links,
	    .max_persistent = settings->max_persistent,
	    .max_idle = settings->max_idle,
	    .idle_timeout = settings->idle_timeout,
	    .max_lifetime = settings->max_lifetime,
	    .login_lifetime = settings->login_lifetime,
	    .max_shared = settings->shared_pool ? settings->max_shared : 0,
	    .max_per_key = settings->max_per_key,
	    .keeps_all = settings->async,
	});
	mynd_shared_request_startup(settings->shared_pool);
	mynd_clusters_look_at_user();
	MYND_G(over) = false;
	mynd_report_request_startup();
	mynd_prepend_request_startup();
	return SUCCESS;
}

bool mynd_refuses_after_request(void)
{
	if (MYND_G(over)) {
		zend_throw_error(NULL, "%s(): the request is over", get_active_function_name());
	}
	return MYND_G(over);
}

bool mynd_refuses_hooks(void)
{
	if (!MYND_HAS_HOOKS) {
		zend_throw_error(NULL, "%s(): mynd was built with --disable-mynd-hooks", get_active_function_name());
		return true;
	}
	return mynd_refuses_after_request();
}

static PHP_RSHUTDOWN_FUNCTION(mynd)
{
	MYND_G(over) = true;
	mynd_waiter_request_shutdown();
	mynd_steps_request_shutdown();
	mynd_prepend_request_shutdown();
	mynd_interceptors_request_shutdown();
	mynd_filters_request_shutdown();
	mynd_report_end();
	mynd_channels_tell_unwritten();
	return SUCCESS;
}

static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(mynd)
{
	mynd_streams_forget();
	zend_hash_clean(&MYND_G(opening));
	zend_hash_clean(&MYND_G(transactions));
	mynd_scopes_forget();
	mynd_links_sweep();
	mynd_metrics_end_request();
	if (MYND_G(connect_error)) {
		efree(MYND_G(connect_error));
		MYND_G(connect_error) = NULL;
	}
	return SUCCESS;
}

/*
 * The optional dependencies only order the start: stock's modules register their names before mynd looks for
 * them.
 */
static const zend_module_dep mynd_deps[] = {ZEND_MOD_REQUIRED("spl") ZEND_MOD_OPTIONAL("pdo")
        ZEND_MOD_OPTIONAL("mysqlnd") ZEND_MOD_OPTIONAL("mysqli") ZEND_MOD_OPTIONAL("pdo_mysql") ZEND_MOD_END};

zend_module_entry mynd_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    mynd_deps,
    "mynd",
    ext_functions,
    PHP_MINIT(mynd),
    PHP_MSHUTDOWN(mynd),
    PHP_RINIT(mynd),
    PHP_RSHUTDOWN(mynd),
    PHP_MINFO(mynd),
    MYND_VERSION,
    PHP_MODULE_GLOBALS(mynd),
    PHP_GINIT(mynd),
    PHP_GSHUTDOWN(mynd),
    ZEND_MODULE_POST_ZEND_DEACTIVATE_N(mynd),
    STANDARD_MODULE_PROPERTIES_EX,
};

#ifdef COMPILE_DL_MYND

/*
 * Module entry that dl() gets instead of mynd's. It declares a conflict with a module that is always loaded,
 * so the engine refuses the entry with one warning before anything is registered, and unloads the library. A
 * failure in MINIT would be a fatal error. If php.ini has loaded mynd already, dl() does not change that
 * module.
 */
static const zend_module_dep refusal_deps[] = {ZEND_MOD_CONFLICTS("Core") ZEND_MOD_END};

static zend_module_entry refusal = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    refusal_deps,
    "mynd at run time: it has to stand in php.ini",
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    MYND_VERSION,
    STANDARD_MODULE_PROPERTIES,
};

ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return php_get_module_initialized() ? &refusal : &mynd_module_entry;
}

#endif
