/*
 * The settings: mynd's own, and those of the faces with stock's names, defaults and access, and who may read them from where.
 *
 * A face that is ours registers its settings and the engine keeps MYND_G current. A face that is left to stock's module has stock's
 * settings, which are looked up by name and copied into MYND_G when somebody asks (mynd_settings).
 */
#include "faces.h"

#include "php_ini.h"
#include "SAPI.h"

#ifndef MYND_DEFAULT_SOCKET
#define MYND_DEFAULT_SOCKET "/var/run/mysqld/mysqld.sock"
#endif

#define COMMAND_BUFFER_MIN 4096

/* A smaller buffer is refused, as stock does: the value before stays. No suffixes here either ("8K" is 8). */
static ZEND_INI_MH(on_update_command_buffer)
{
	zend_long size = ZEND_STRTOL(ZSTR_VAL(new_value), NULL, 10);
	if (size < COMMAND_BUFFER_MIN) {
		return FAILURE;
	}
	*(zend_long *) ZEND_INI_GET_ADDR() = size;
	return SUCCESS;
}

/* php.ini turns a bare `on` into "1" and a bare `off` into "". */
static ZEND_INI_MH(on_update_pipelining)
{
	zend_long *setting = (zend_long *) ZEND_INI_GET_ADDR();
	if (zend_string_equals_literal_ci(new_value, "auto")) {
		*setting = MYND_PIPELINING_AUTO;
	} else if (zend_ini_parse_bool(new_value)) {
		*setting = MYND_PIPELINING_ON;
	} else if (ZSTR_LEN(new_value) == 0 || zend_string_equals_literal_ci(new_value, "off") ||
	           zend_string_equals_literal_ci(new_value, "no") ||
	           zend_string_equals_literal_ci(new_value, "false") ||
	           zend_string_equals_literal(new_value, "0")) {
		*setting = MYND_PIPELINING_OFF;
	} else {
		return FAILURE;
	}
	return SUCCESS;
}

static ZEND_INI_DISP(display_pipelining)
{
	static const char *const words[] = {"off", "on", "auto"};
	PHPWRITE(words[MYND_G(pipelining)], strlen(words[MYND_G(pipelining)]));
}

/* phpinfo is read by people who should not know the password; that there is one, they may. */
static ZEND_INI_DISP(display_password)
{
	bool orig = type == ZEND_INI_DISPLAY_ORIG && ini_entry->modified;
	const zend_string *value = orig ? ini_entry->orig_value : ini_entry->value;
	const char *text = "(set)";
	if (!value || ZSTR_LEN(value) == 0) {
		text = sapi_module.phpinfo_as_text ? "no value" : "<i>no value</i>";
	}
	PHPWRITE(text, strlen(text));
}

#define SETTING(name, value, access, update, member)                                                         \
	STD_PHP_INI_ENTRY(name, value, access, update, member, zend_mynd_globals, mynd_globals)
#define SWITCH(name, value, access, member)                                                                  \
	STD_PHP_INI_BOOLEAN(name, value, access, OnUpdateBool, member, zend_mynd_globals, mynd_globals)
#define SHOWN(name, value, access, update, member, displayer)                                                \
	STD_PHP_INI_ENTRY_EX(name, value, access, update, member, zend_mynd_globals, mynd_globals, displayer)

/* clang-format off */

/* debug, trace_alloc, log_mask and mempool_default_size are accepted and have no effect (docs/compatibility.md). */
static const zend_ini_entry_def mysqlnd_settings[] = {
    SWITCH("mysqlnd.collect_statistics", "1", PHP_INI_ALL, collect_statistics)
    SWITCH("mysqlnd.collect_memory_statistics", "0", PHP_INI_SYSTEM, collect_memory_statistics)
    SETTING("mysqlnd.debug", NULL, PHP_INI_SYSTEM, OnUpdateString, debug)
    SETTING("mysqlnd.trace_alloc", NULL, PHP_INI_SYSTEM, OnUpdateString, trace_alloc)
    SETTING("mysqlnd.net_cmd_buffer_size", "4096", PHP_INI_ALL, on_update_command_buffer, net_cmd_buffer_size)
    SETTING("mysqlnd.net_read_buffer_size", "32768", PHP_INI_ALL, OnUpdateLong, net_read_buffer_size)
    SETTING("mysqlnd.net_read_timeout", "86400", PHP_INI_ALL, OnUpdateLong, net_read_timeout)
    SETTING("mysqlnd.log_mask", "0", PHP_INI_ALL, OnUpdateLong, log_mask)
    SETTING("mysqlnd.mempool_default_size", "16000", PHP_INI_ALL, OnUpdateLong, mempool_default_size)
    SETTING("mysqlnd.sha256_server_public_key", NULL, PHP_INI_PERDIR, OnUpdateString, sha256_server_public_key)
    {0},
};

/*
 * mynd's own. allow_cleartext_password: mysql_clear_password also without TLS or a unix socket. trust_server_key: an RSA key
 * that the server sends over plain TCP may encrypt the password (sha256_password, caching_sha2_password); off: only a pinned one.
 * Persistent links: idle_timeout and max_lifetime in seconds (0: no limit), max_idle of one key.
 * prepend_interceptors: a PHP file that is run once a request, before the first connect.
 * pipelining: whether execute_query() may write prepare and execute together; auto: where the server was seen to bear it.
 */
static const zend_ini_entry_def mynd_own_settings[] = {
    SWITCH("mynd.allow_cleartext_password", "0", PHP_INI_SYSTEM, allow_cleartext_password)
    SWITCH("mynd.trust_server_key", "1", PHP_INI_SYSTEM, trust_server_key)
    SETTING("mynd.idle_timeout", "60", PHP_INI_SYSTEM, OnUpdateLongGEZero, idle_timeout)
    SETTING("mynd.max_lifetime", "3600", PHP_INI_SYSTEM, OnUpdateLongGEZero, max_lifetime)
    SETTING("mynd.max_idle", "8", PHP_INI_SYSTEM, OnUpdateLongGEZero, max_idle)
    SHOWN("mynd.pipelining", "auto", PHP_INI_SYSTEM, on_update_pipelining, pipelining, display_pipelining)
    SETTING("mynd.prepend_interceptors", NULL, PHP_INI_SYSTEM, OnUpdateString, prepend_interceptors)
    {0},
};

static const zend_ini_entry_def mysqli_settings[] = {
    SHOWN("mysqli.max_links", "-1", PHP_INI_SYSTEM, OnUpdateLong, max_links, display_link_numbers)
    SHOWN("mysqli.max_persistent", "-1", PHP_INI_SYSTEM, OnUpdateLong, max_persistent, display_link_numbers)
    SWITCH("mysqli.allow_persistent", "1", PHP_INI_SYSTEM, allow_persistent)
    SWITCH("mysqli.rollback_on_cached_plink", "0", PHP_INI_SYSTEM, rollback_on_cached_plink)
    SETTING("mysqli.default_host", NULL, PHP_INI_ALL, OnUpdateString, default_host)
    SETTING("mysqli.default_user", NULL, PHP_INI_ALL, OnUpdateString, default_user)
    SHOWN("mysqli.default_pw", NULL, PHP_INI_ALL, OnUpdateString, default_pw, display_password)
    SETTING("mysqli.default_port", "3306", PHP_INI_ALL, OnUpdateLong, default_port)
    SETTING("mysqli.default_socket", MYND_DEFAULT_SOCKET, PHP_INI_ALL, OnUpdateStringUnempty, default_socket)
    SWITCH("mysqli.allow_local_infile", "0", PHP_INI_SYSTEM, allow_local_infile)
    SETTING("mysqli.local_infile_directory", NULL, PHP_INI_SYSTEM, OnUpdateString, local_infile_directory)
    {0},
};

static const zend_ini_entry_def pdo_settings[] = {
    SETTING("pdo_mysql.default_socket", MYND_DEFAULT_SOCKET, PHP_INI_SYSTEM, OnUpdateStringUnempty, pdo_default_socket)
    {0},
};

/* clang-format on */

zend_result mynd_own_settings_register(int module_number)
{
	return zend_register_ini_entries(mynd_own_settings, module_number);
}

zend_result mynd_mysqlnd_settings_register(int module_number)
{
	return zend_register_ini_entries(mysqlnd_settings, module_number);
}

zend_result mynd_mysqli_settings_register(int module_number)
{
	return zend_register_ini_entries(mysqli_settings, module_number);
}

zend_result mynd_pdo_settings_register(int module_number)
{
	return zend_register_ini_entries(pdo_settings, module_number);
}

/* --- settings that stock owns --- */

/* Stock has checked the value, and warned where it had to; here it is read without a word. */
static void copy_setting(const zend_ini_entry_def *ours, const zend_ini_entry *theirs)
{
	zend_string *value = theirs->value;
	void *member = (char *) ZEND_MODULE_GLOBALS_BULK(mynd) + (size_t) ours->mh_arg1;
	if (ours->on_modify == OnUpdateString || ours->on_modify == OnUpdateStringUnempty) {
		*(char **) member = value ? ZSTR_VAL(value) : NULL;
	} else if (ours->on_modify == OnUpdateBool) {
		*(bool *) member = value && zend_ini_parse_bool(value);
	} else {
		zend_string *complaint = NULL;
		*(zend_long *) member = value ? zend_ini_parse_quantity(value, &complaint) : 0;
		if (complaint) {
			zend_string_release(complaint);
		}
	}
}

static void copy_settings(const zend_ini_entry_def *ours)
{
	for (; ours->name; ours++) {
		const zend_ini_entry *theirs =
		    zend_hash_str_find_ptr(EG(ini_directives), ours->name, ours->name_length);
		if (theirs) {
			copy_setting(ours, theirs);
		}
	}
}

zend_mynd_globals *mynd_settings(void)
{
	if (!mynd_faces_taken.mysqlnd) {
		copy_settings(mysqlnd_settings);
	}
	if (!mynd_faces_taken.mysqli) {
		copy_settings(mysqli_settings);
	}
	return ZEND_MODULE_GLOBALS_BULK(mynd);
}
