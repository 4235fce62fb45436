/*
 * The settings: mynd's own, and those of mysqlnd, mysqli and pdo_mysql with stock's names, defaults and
 * access rights.
 *
 * Where mynd provides one of these modules, it registers the module's settings, and the engine writes their
 * values to MYND_G. Where stock's module was loaded, the settings are stock's: mynd_settings() looks them up
 * by name and copies them into MYND_G.
 */
#include "faces.h"

#include "php_ini.h"
#include "preset.h"
#include "settings.h"

#ifndef MYND_DEFAULT_SOCKET
#define MYND_DEFAULT_SOCKET "/var/run/mysqld/mysqld.sock"
#endif

/* In builds with threads an entry refers to its globals by an id. */
#ifdef ZTS
#define GLOBALS_OF_SETTINGS (void *) &mynd_globals_id
#else
#define GLOBALS_OF_SETTINGS (void *) &mynd_globals
#endif
#define OFFSET_OF(member) (void *) offsetof(zend_mynd_globals, member)

/*
 * SHOWN: a setting with a kind (settings.h) and a display function. SETTING: a setting with a kind only.
 * SWITCH: a setting that is on or off. TEXT: a setting with any text. STARTED_...: settings of the start
 * (settings.h).
 */
#define OF_KIND(name, value, access, kind, member, displayer, is_of_start)                                   \
	ZEND_INI_ENTRY3_EX(name, value, access, mynd_setting_update, OFFSET_OF(member), GLOBALS_OF_SETTINGS,     \
	    &((mynd_setting){&mynd_setting_##kind, value, false, is_of_start, 0}), displayer)
#define SHOWN(name, value, access, kind, member, displayer)                                                  \
	OF_KIND(name, value, access, kind, member, displayer, false)
#define STARTED_SETTING(name, value, access, kind, member)                                                   \
	OF_KIND(name, value, access, kind, member, NULL, true)
#define STARTED_SWITCH(name, value, access, member)                                                          \
	OF_KIND(name, value, access, switch, member, zend_ini_boolean_displayer_cb, true)
#define STARTED_TEXT(name, value, access, update, member)                                                    \
	ZEND_INI_ENTRY3(name, value, access, update, OFFSET_OF(member), GLOBALS_OF_SETTINGS,                     \
	    &((mynd_setting){NULL, "", false, true, 0}))
#define SETTING(name, value, access, kind, member) SHOWN(name, value, access, kind, member, NULL)
#define SWITCH(name, value, access, member)                                                                  \
	SHOWN(name, value, access, switch, member, zend_ini_boolean_displayer_cb)
#define TEXT(name, value, access, update, member)                                                            \
	ZEND_INI_ENTRY2(name, value, access, update, OFFSET_OF(member), GLOBALS_OF_SETTINGS)
#define SHOWN_TEXT(name, value, access, update, member, displayer)                                           \
	ZEND_INI_ENTRY2_EX(name, value, access, update, OFFSET_OF(member), GLOBALS_OF_SETTINGS, displayer)

/* clang-format off */

/*
 * debug, trace_alloc, log_mask and mempool_default_size are accepted and have no effect
 * (docs/reference/settings.md).
 */
static const zend_ini_entry_def mysqlnd_settings[] = {
    SWITCH("mysqlnd.collect_statistics", "1", PHP_INI_ALL, collect_statistics)
    SWITCH("mysqlnd.collect_memory_statistics", "0", PHP_INI_SYSTEM, collect_memory_statistics)
    TEXT("mysqlnd.debug", NULL, PHP_INI_SYSTEM, OnUpdateString, debug)
    TEXT("mysqlnd.trace_alloc", NULL, PHP_INI_SYSTEM, OnUpdateString, trace_alloc)
    SETTING("mysqlnd.net_cmd_buffer_size", "4096", PHP_INI_ALL, command_buffer, net_cmd_buffer_size)
    SETTING("mysqlnd.net_read_buffer_size", "32768", PHP_INI_ALL, buffer, net_read_buffer_size)
    SHOWN("mysqlnd.net_read_timeout", "86400", PHP_INI_ALL, read_timeout, net_read_timeout, mynd_setting_display_duration)
    SETTING("mysqlnd.log_mask", "0", PHP_INI_ALL, number, log_mask)
    SETTING("mysqlnd.mempool_default_size", "16000", PHP_INI_ALL, buffer, mempool_default_size)
    TEXT("mysqlnd.sha256_server_public_key", NULL, PHP_INI_PERDIR, OnUpdateString, sha256_server_public_key)
    {0},
};

/*
 * mynd's own:
 * - allow_cleartext_password: mysql_clear_password is allowed even without TLS or a unix socket.
 * - trust_server_key: an RSA key that the server sends over plain TCP may be used to encrypt the password
 *   (sha256_password, caching_sha2_password). Off: only a pinned key may be used.
 * - tls_by_password: a self-signed certificate is trusted if the login proves that the server knows the
 *   password (MariaDB 11.4).
 * - persistent: which connects use the pools: those that ask for it, or all.
 * - async: the program uses fibers. The settings fiber_turns, kill_abandoned and source_fibers, if they are
 *   auto, are then on.
 * - clusters: a file of clusters, to which programs connect by name.
 * - fiber_turns: fibers take turns on one connection; a fiber that began a transaction has the connection
 *   until the transaction ends.
 * - kill_abandoned: a command whose reply nobody waits for any more is killed on the server.
 * - source_fibers: in fibers, the source of a pipeline runs in a fiber of its own.
 * - max_per_key: how many connections with the same key (address, user and so on, as in pool.h) may be in
 *   use. acquire_timeout: how long a fiber waits when a limit would refuse its connect.
 * - connect_patience: how long a connect that finds no server, or none that takes writes, is tried again.
 * - dead_after: how long a server may send nothing during a wait before it has to prove that it lives; 0: no
 *   limit.
 * - idle_timeout, max_lifetime: durations; 0 means no limit. max_idle: maximum number of idle connections in
 *   one pool.
 * - login_lifetime: how old the login of a persistent connection may be when a program acquires it.
 * - shared_pool: all processes of a user that were forked from this one share one pool. max_shared: maximum
 *   number of connections in the shared pool.
 * - prefetch: how old the reply to a read may be that was sent before the program asked for it; 0: none is.
 * - preset: gives other settings their defaults (preset.h).
 * - prepend_interceptors: a PHP file that runs once a request, before the first connect.
 * - pipelining: whether execute_query() may send prepare and execute in one write. auto: if mynd has seen
 *   that the server accepts that.
 * - reconnect: a session without state is reconnected after its connection was lost.
 * - round_trips: stock: as many round trips as stock makes. fewer: fewer of them, if pipelining allows it.
 * - scoreboard: a file for the numbers of all workers. scoreboard_slots: number of workers in a new file.
 * - send_queue: how many bytes of commands may wait in memory for the socket, if the program sends commands
 *   without waiting for earlier replies.
 * - request_report: a request's commands are counted for Mynd\request_report().
 * - slow_log: a file for queries that take longer than slow_seconds, and for queries that a request repeats
 *   more than slow_repeats times. slow_literals: logs queries with their literals. callers_skipped: files
 *   that are not reported as a query's caller.
 * - wire_log: a folder for a log of each connection's packets. wire_log_size: the maximum size of such a
 *   file, in bytes.
 */
static const zend_ini_entry_def mynd_own_settings[] = {
    SWITCH("mynd.allow_cleartext_password", "0", PHP_INI_SYSTEM, allow_cleartext_password)
    SWITCH("mynd.trust_server_key", "1", PHP_INI_SYSTEM, trust_server_key)
    SWITCH("mynd.tls_by_password", "0", PHP_INI_SYSTEM, tls_by_password)
    SWITCH("mynd.async", "0", PHP_INI_ALL, async)
    SETTING("mynd.fiber_turns", "auto", PHP_INI_ALL, follows, fiber_turns)
    SETTING("mynd.kill_abandoned", "auto", PHP_INI_ALL, follows, kill_abandoned)
    SETTING("mynd.source_fibers", "auto", PHP_INI_ALL, follows, source_fibers)
    SHOWN("mynd.connect_patience", "0", PHP_INI_ALL, patience, connect_patience, mynd_setting_display_duration)
    SHOWN("mynd.dead_after", "0", PHP_INI_ALL, duration, dead_after, mynd_setting_display_duration)
    SHOWN("mynd.idle_timeout", "60", PHP_INI_SYSTEM, duration, idle_timeout, mynd_setting_display_duration)
    SHOWN("mynd.login_lifetime", "60", PHP_INI_SYSTEM, renewal, login_lifetime, mynd_setting_display_duration)
    SHOWN("mynd.max_lifetime", "3600", PHP_INI_SYSTEM, duration, max_lifetime, mynd_setting_display_duration)
    SETTING("mynd.acquire_timeout", "auto", PHP_INI_ALL, acquire, acquire_timeout)
    SETTING("mynd.max_per_key", "-1", PHP_INI_ALL, per_key, max_per_key)
    SETTING("mynd.max_idle", "8", PHP_INI_SYSTEM, count, max_idle)
    SETTING("mynd.max_shared", "64", PHP_INI_SYSTEM, count, max_shared)
    SHOWN("mynd.pipelining", "auto", PHP_INI_SYSTEM, pipelining, pipelining, mynd_setting_display_pipelining)
    SETTING("mynd.persistent", "asked", PHP_INI_SYSTEM, persistent, persistent)
    SETTING("mynd.prefetch", "0", PHP_INI_ALL, age, prefetch)
    STARTED_TEXT("mynd.clusters", NULL, PHP_INI_SYSTEM, mynd_setting_update_start, clusters)
    STARTED_SETTING("mynd.preset", "stock", PHP_INI_ALL, preset, preset)
    TEXT("mynd.prepend_interceptors", NULL, PHP_INI_SYSTEM, OnUpdateString, prepend_interceptors)
    SWITCH("mynd.reconnect", "0", PHP_INI_SYSTEM, reconnect)
    SETTING("mynd.round_trips", "stock", PHP_INI_SYSTEM, round_trips, round_trips)
    STARTED_TEXT("mynd.scoreboard", NULL, PHP_INI_SYSTEM, mynd_setting_update_start, scoreboard)
    STARTED_SETTING("mynd.scoreboard_slots", "256", PHP_INI_SYSTEM, slots, scoreboard_slots)
    SWITCH("mynd.request_report", "0", PHP_INI_SYSTEM, request_report)
    STARTED_SWITCH("mynd.shared_pool", "0", PHP_INI_SYSTEM, shared_pool)
    SETTING("mynd.send_queue", "1M", PHP_INI_ALL, buffer, send_queue)
    TEXT("mynd.callers_skipped", "/vendor/:/wp-includes/", PHP_INI_SYSTEM, OnUpdateString, callers_skipped)
    SWITCH("mynd.slow_literals", "0", PHP_INI_SYSTEM, slow_literals)
    TEXT("mynd.slow_log", NULL, PHP_INI_SYSTEM, OnUpdateString, slow_log)
    SETTING("mynd.slow_repeats", "0", PHP_INI_SYSTEM, count, slow_repeats)
    SETTING("mynd.slow_seconds", "1", PHP_INI_SYSTEM, seconds, slow_microseconds)
    STARTED_TEXT("mynd.wire_log", NULL, PHP_INI_SYSTEM, mynd_setting_update_start, wire_log)
    SETTING("mynd.wire_log_size", "16M", PHP_INI_SYSTEM, buffer, wire_log_size)
    {0},
};

static const zend_ini_entry_def mysqli_settings[] = {
    SHOWN("mysqli.max_links", "-1", PHP_INI_SYSTEM, limit, max_links, display_link_numbers)
    SHOWN("mysqli.max_persistent", "-1", PHP_INI_SYSTEM, limit, max_persistent, display_link_numbers)
    SWITCH("mysqli.allow_persistent", "1", PHP_INI_SYSTEM, allow_persistent)
    SWITCH("mysqli.rollback_on_cached_plink", "0", PHP_INI_SYSTEM, rollback_on_cached_plink)
    TEXT("mysqli.default_host", NULL, PHP_INI_ALL, OnUpdateString, default_host)
    TEXT("mysqli.default_user", NULL, PHP_INI_ALL, OnUpdateString, default_user)
    SHOWN_TEXT("mysqli.default_pw", NULL, PHP_INI_ALL, OnUpdateString, default_pw, mynd_setting_display_password)
    SETTING("mysqli.default_port", "3306", PHP_INI_ALL, port, default_port)
    TEXT("mysqli.default_socket", MYND_DEFAULT_SOCKET, PHP_INI_ALL, OnUpdateStringUnempty, default_socket)
    SWITCH("mysqli.allow_local_infile", "0", PHP_INI_SYSTEM, allow_local_infile)
    TEXT("mysqli.local_infile_directory", NULL, PHP_INI_SYSTEM, OnUpdateString, local_infile_directory)
    {0},
};

static const zend_ini_entry_def pdo_settings[] = {
    TEXT("pdo_mysql.default_socket", MYND_DEFAULT_SOCKET, PHP_INI_SYSTEM, OnUpdateStringUnempty, pdo_default_socket)
    {0},
};

/* clang-format on */

/* The preset replaces defaults. The engine copies what it needs of a definition. */
zend_result mynd_own_settings_register(int module_number)
{
	zend_ini_entry_def settings[sizeof mynd_own_settings / sizeof mynd_own_settings[0]];
	memcpy(settings, mynd_own_settings, sizeof settings);
	mynd_preset_startup();
	for (zend_ini_entry_def *def = settings; def->name; def++) {
		const char *value = mynd_preset_value(def->name);
		mynd_setting *setting = def->mh_arg3;
		if (value != NULL) {
			def->value = value;
			def->value_length = (uint32_t) strlen(value);
		}
		if (setting != NULL) {
			setting->standard = def->value;
		}
	}
	return zend_register_ini_entries(settings, module_number);
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

/*
 * Copies a value without warnings: stock has checked it, and has warned if necessary. TEXT has no `setting`.
 */
static void copy_setting(const zend_ini_entry_def *ours, const zend_ini_entry *theirs)
{
	zend_string *value = theirs->value;
	void *member = (char *) ZEND_MODULE_GLOBALS_BULK(mynd) + (size_t) ours->mh_arg1;
	const mynd_setting *setting = ours->mh_arg3;
	if (setting == NULL) {
		*(char **) member = value ? ZSTR_VAL(value) : NULL;
	} else if (setting->kind == &mynd_setting_switch) {
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
