/*
 * The modules mysqlnd, mysqli and pdo_mysql: which of them mynd provides in this process, and their entries.
 *
 * mynd provides a module only if no module of its name has been loaded. All modules are loaded before the
 * first of them starts, so the order of the lines in php.ini does not matter. Where stock's module was
 * loaded, mynd touches none of its functions, classes and settings.
 *
 * Not here: the modules' functions and classes (mysqli/, pdo/), settings (ini.c), phpinfo (info.c).
 */
#include "faces.h"

#ifndef MYND_WITHOUT_PDO
#include "pdo/startup.h"
#endif

mynd_faces mynd_faces_taken;

static char client_info[32];
static char php_version[24];
static zend_long client_version;

/* --- the modules --- */

static PHP_MINIT_FUNCTION(mynd_mysqlnd)
{
	return mynd_mysqlnd_settings_register(module_number);
}

static PHP_MINIT_FUNCTION(mynd_mysqli)
{
	if (mynd_mysqli_settings_register(module_number) == FAILURE) {
		return FAILURE;
	}
	return mynd_mysqli_startup(module_number);
}

/*
 * Shutdown of mysqlnd and mysqli: only unregisters settings; the engine's tables free classes and functions.
 */
static PHP_MSHUTDOWN_FUNCTION(mynd_face)
{
	UNREGISTER_INI_ENTRIES();
	return SUCCESS;
}

#ifndef MYND_WITHOUT_PDO
static PHP_MINIT_FUNCTION(mynd_pdo)
{
	if (mynd_pdo_settings_register(module_number) == FAILURE) {
		return FAILURE;
	}
	return mynd_pdo_startup();
}

static PHP_MSHUTDOWN_FUNCTION(mynd_pdo)
{
	UNREGISTER_INI_ENTRIES();
	mynd_pdo_shutdown();
	return SUCCESS;
}
#endif

static PHP_RINIT_FUNCTION(mynd_mysqli)
{
	mynd_mysqli_request_startup();
	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(mynd_mysqli)
{
	mynd_mysqli_request_shutdown();
	return SUCCESS;
}

static const zend_module_dep mysqlnd_deps[] = {ZEND_MOD_REQUIRED("standard") ZEND_MOD_END};
static const zend_module_dep mysqli_deps[] = {
    ZEND_MOD_REQUIRED("spl") ZEND_MOD_REQUIRED("mysqlnd") ZEND_MOD_END};

zend_module_entry mynd_mysqlnd_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    mysqlnd_deps,
    "mysqlnd",
    NULL,
    PHP_MINIT(mynd_mysqlnd),
    PHP_MSHUTDOWN(mynd_face),
    NULL,
    NULL,
    PHP_MINFO(mynd_mysqlnd),
    client_info,
    STANDARD_MODULE_PROPERTIES,
};

zend_module_entry mynd_mysqli_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    mysqli_deps,
    "mysqli",
    NULL,
    PHP_MINIT(mynd_mysqli),
    PHP_MSHUTDOWN(mynd_face),
    PHP_RINIT(mynd_mysqli),
    PHP_RSHUTDOWN(mynd_mysqli),
    PHP_MINFO(mynd_mysqli),
    php_version,
    STANDARD_MODULE_PROPERTIES,
};

#ifndef MYND_WITHOUT_PDO
static const zend_module_dep pdo_deps[] = {
    ZEND_MOD_REQUIRED("pdo") ZEND_MOD_REQUIRED("mysqlnd") ZEND_MOD_END};

zend_module_entry mynd_pdo_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    pdo_deps,
    "pdo_mysql",
    NULL,
    PHP_MINIT(mynd_pdo),
    PHP_MSHUTDOWN(mynd_pdo),
    NULL,
    NULL,
    PHP_MINFO(mynd_pdo_mysql),
    php_version,
    STANDARD_MODULE_PROPERTIES,
};
#endif

/* The modules that mynd can provide, in the order in which they start: mysqli and pdo_mysql need mysqlnd. */
const mynd_face mynd_faces_all[] = {
    {&mynd_mysqlnd_module_entry, &mynd_faces_taken.mysqlnd, NULL},
    {&mynd_mysqli_module_entry, &mynd_faces_taken.mysqli, NULL},
#ifndef MYND_WITHOUT_PDO
    {&mynd_pdo_module_entry, &mynd_faces_taken.pdo_mysql, "pdo"},
#endif
};
const size_t mynd_faces_count = sizeof(mynd_faces_all) / sizeof(mynd_faces_all[0]);

/* --- which PHP runs --- */

/*
 * Reads the version of the running PHP, which may be newer than the PHP that mynd was compiled for. Programs
 * compare the client's version with PHP_VERSION.
 */
static void learn_php_version(void)
{
	const zval *version = zend_get_constant_str("PHP_VERSION", sizeof("PHP_VERSION") - 1);
	const zval *id = zend_get_constant_str("PHP_VERSION_ID", sizeof("PHP_VERSION_ID") - 1);
	snprintf(php_version, sizeof(php_version), "%s", version ? Z_STRVAL_P(version) : PHP_VERSION);
	snprintf(client_info, sizeof(client_info), "mysqlnd %s", php_version);
	client_version = id ? Z_LVAL_P(id) : PHP_VERSION_ID;
}

const char *mynd_client_info(void)
{
	return client_info;
}

zend_long mynd_client_version(void)
{
	return client_version;
}

/* --- registering modules --- */

static bool is_loaded(const char *name)
{
	return zend_hash_str_exists(&module_registry, name, strlen(name));
}

static void note_left(const char *name)
{
	char *note = mynd_faces_taken.note;
	size_t used = strlen(note);
	snprintf(note + used, sizeof(mynd_faces_taken.note) - used, "%s%s", used ? ", " : "", name);
}

zend_result mynd_faces_register(void)
{
	learn_php_version();
	memset(&mynd_faces_taken, 0, sizeof(mynd_faces_taken));
	for (size_t i = 0; i < mynd_faces_count; i++) {
		const mynd_face *face = &mynd_faces_all[i];
		bool possible = face->needs == NULL || is_loaded(face->needs);
		*face->taken = possible && !is_loaded(face->module->name);
		if (!possible) {
			continue;
		}
		if (!*face->taken) {
			note_left(face->module->name);
		} else if (!zend_register_internal_module(face->module)) {
			return FAILURE;
		}
	}
	return SUCCESS;
}

ZEND_FUNCTION(Mynd_provided)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	for (size_t i = 0; i < mynd_faces_count; i++) {
		if (*mynd_faces_all[i].taken) {
			add_next_index_string(return_value, mynd_faces_all[i].module->name);
		}
	}
}

static bool names_a_log(void)
{
#if PHP_VERSION_ID < 80600
	return PG(error_log) != NULL && *PG(error_log);
#else
	return PG(error_log) != NULL && ZSTR_LEN(PG(error_log)) != 0;
#endif
}

/*
 * Returns false if log lines would appear in the middle of the program's output: a SAPI for terminals logs to
 * standard error as long as error_log names no file (or syslog). In a server's SAPI standard error is the
 * server's log.
 */
bool mynd_log_is_apart(void)
{
	return names_a_log() || mynd_serves_requests();
}

/*
 * Returns true if standard error is a terminal, and the program there uses another driver than mynd. A
 * mysqlnd without mysqli and pdo_mysql, which Docker's images have built in, does not count as a driver.
 */
static bool is_news_to_a_person(void)
{
	return strcmp(mynd_faces_taken.note, "mysqlnd") != 0 && isatty(STDERR_FILENO);
}

/*
 * Writes the line even if log_errors is off, as error_log() does, because the line reports no error. phpinfo
 * always shows the same information.
 */
void mynd_faces_log(void)
{
	if (!*mynd_faces_taken.note || (!mynd_log_is_apart() && !is_news_to_a_person())) {
		return;
	}
	char line[sizeof(mynd_faces_taken.note) + 128];
	snprintf(line, sizeof(line), "mynd %s: left to modules of that name that PHP has loaded already: %s",
	    MYND_VERSION, mynd_faces_taken.note);
	php_log_err(line);
}
