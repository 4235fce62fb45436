/*
 * The sections of phpinfo: mynd's own, and those of mysqli, mysqlnd and pdo_mysql in stock's words.
 */
#include "faces.h"
#include "preset.h"

#include "SAPI.h"
#include "ext/standard/info.h"
#include "php_ini.h"

#include "../auth/auth.h"
#include "../client/intercept.h"

#include <ares.h>
#include <openssl/crypto.h>
#include <openssl/opensslv.h>
#include <sodium.h>
#include <zlib.h>
#include <zstd.h>

static void number_row(const char *name, zend_long value)
{
	char text[32];
	snprintf(text, sizeof(text), ZEND_LONG_FMT, value);
	php_info_print_table_row(2, name, text);
}

/* --- mynd --- */

/* Shows the version of the loaded library, and the version that mynd was compiled with if it is different. */
static void library_row(const char *name, const char *runs, const char *compiled)
{
	char text[256];
	if (strcmp(runs, compiled) == 0) {
		snprintf(text, sizeof(text), "%s", runs);
	} else {
		snprintf(text, sizeof(text), "%s (compiled with %s)", runs, compiled);
	}
	php_info_print_table_row(2, name, text);
}

static const char *state_of(const mynd_face *face)
{
	if (*face->taken) {
		return "provided by mynd";
	}
	return face->needs != NULL && !zend_hash_str_exists(&module_registry, face->needs, strlen(face->needs))
	           ? "not provided: PHP has not loaded what it needs"
	           : "not provided: PHP has loaded another module of this name";
}

static void face_rows(void)
{
	for (size_t i = 0; i < mynd_faces_count; i++) {
		char name[64];
		snprintf(name, sizeof(name), "Extension %s", mynd_faces_all[i].module->name);
		php_info_print_table_row(2, name, state_of(&mynd_faces_all[i]));
	}
}

/*
 * Shows the settings of mysqlnd, mysqli and pdo_mysql, too: mynd uses them even if stock's modules have
 * registered them.
 */
static void settings_tables(void)
{
	for (size_t i = 0; i < mynd_faces_count; i++) {
		const char *name = mynd_faces_all[i].module->name;
		zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, name, strlen(name));
		if (module) {
			display_ini_entries(module);
		}
	}
}

PHP_MINFO_FUNCTION(mynd)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "mynd", "enabled");
	php_info_print_table_row(2, "Version", MYND_VERSION);
	if (!MYND_HAS_HOOKS) {
		php_info_print_table_row(2, "Hooks", "left out of this build");
	}
	library_row("OpenSSL", OpenSSL_version(OPENSSL_VERSION), OPENSSL_VERSION_TEXT);
	library_row("libsodium", sodium_version_string(), SODIUM_VERSION_STRING);
	library_row("c-ares", ares_version(NULL), ARES_VERSION_STR);
	library_row("zlib", zlibVersion(), ZLIB_VERSION);
	library_row("zstd", ZSTD_versionString(), ZSTD_VERSION_STRING);
	face_rows();
	php_info_print_table_end();
	mynd_preset_print();
	display_ini_entries(zend_module);
	settings_tables();
}

/* --- mysqli --- */

PHP_MINFO_FUNCTION(mynd_mysqli)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "MysqlI Support", "enabled");
	php_info_print_table_row(2, "Client API library version", mynd_client_info());
	mynd_pool_numbers n = mynd_pools_count();
	number_row("Active Persistent Links", n.persistent);
	number_row("Inactive Persistent Links", n.idle);
	number_row("Active Links", n.in_use);
	php_info_print_table_end();
	display_ini_entries(zend_module);
}

/* --- mysqlnd --- */

static void auth_methods_row(void)
{
	static const mynd_auth_method *const methods[] = {&mynd_auth_native, &mynd_auth_clear,
	    &mynd_auth_caching_sha2, &mynd_auth_sha256, &mynd_auth_ed25519, &mynd_auth_parsec};
	char text[512] = "mysqlnd";
	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		size_t used = strlen(text);
		snprintf(text + used, sizeof(text) - used, ",auth_plugin_%s", methods[i]->name);
	}
	php_info_print_table_row(2, "Loaded plugins", text);
}

static const char *api_extensions(void)
{
	static const char *const names[] = {"", "mysqli", "pdo_mysql", "mysqli,pdo_mysql"};
	return names[mynd_faces_taken.mysqli + 2 * mynd_faces_taken.pdo_mysql];
}

PHP_MINFO_FUNCTION(mynd_mysqlnd)
{
	const zend_mynd_globals *settings = mynd_settings();
	php_info_print_table_start();
	php_info_print_table_row(2, "mysqlnd", "enabled");
	php_info_print_table_row(2, "Version", mynd_client_info());
	php_info_print_table_row(2, "Compression", "supported");
	php_info_print_table_row(2, "core SSL", "supported");
	php_info_print_table_row(2, "extended SSL", "supported");
	number_row("Command buffer size", settings->net_cmd_buffer_size);
	number_row("Read buffer size", settings->net_read_buffer_size);
	number_row("Read timeout", settings->net_read_timeout);
	php_info_print_table_row(2, "Collecting statistics", settings->collect_statistics ? "Yes" : "No");
	php_info_print_table_row(
	    2, "Collecting memory statistics", settings->collect_memory_statistics ? "Yes" : "No");
	php_info_print_table_row(2, "Tracing", "n/a");
	auth_methods_row();
	php_info_print_table_row(2, "API Extensions", api_extensions());
	php_info_print_table_end();
}

/* --- pdo_mysql --- */

PHP_MINFO_FUNCTION(mynd_pdo_mysql)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "PDO Driver for MySQL", "enabled");
	php_info_print_table_row(2, "Client API version", mynd_client_info());
	php_info_print_table_end();
	display_ini_entries(zend_module);
}
