/*
 * The presets (preset.h): which settings they give which values.
 *
 * `web` is for php-fpm and Apache, `async` for programs with fibers. A shared pool and a scoreboard are for
 * processes that are forked from one: so only SAPIs that fork their workers get them. The scoreboard has a
 * file for each version of PHP, each SAPI and each layout of records, in FOLDER, which the Debian package
 * creates. Masters of one version and SAPI share it.
 */
#include "preset.h"

#include "php_ini.h"
#include "SAPI.h"
#include "ext/standard/info.h"

#include "../board/board.h"

#define FOLDER "/run/mynd"

typedef struct row {
	const char *setting;
	const char *values[3]; /* values indexed by mynd_preset; NULL: the setting's own default */
	bool needs_workers;
} row;

#define FOR_WEB(value)                                                                                       \
	{                                                                                                        \
		NULL, value, NULL                                                                                    \
	}
#define FOR_ASYNC(value)                                                                                     \
	{                                                                                                        \
		NULL, NULL, value                                                                                    \
	}

static char board[64]; /* path of this process' scoreboard */

static const row rows[] = {
    {"mynd.async", FOR_ASYNC("1"), false},
    {"mynd.dead_after", FOR_WEB("30s"), false},
    {"mynd.persistent", FOR_WEB("all"), false},
    {"mynd.reconnect", FOR_WEB("1"), false},
    {"mynd.round_trips", FOR_WEB("fewer"), false},
    {"mynd.scoreboard", FOR_WEB(board), true},
    {"mynd.shared_pool", FOR_WEB("1"), true},
};
#define ROWS (sizeof rows / sizeof rows[0])

bool mynd_preset_read(const zend_string *text, zend_long *preset)
{
	static const char *const names[] = {"stock", "web", "async"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (strcasecmp(ZSTR_VAL(text), names[i]) == 0) {
			*preset = (zend_long) i;
			return true;
		}
	}
	return false;
}

mynd_preset mynd_preset_of_process(void)
{
	const zval *configured = cfg_get_entry("mynd.preset", sizeof "mynd.preset" - 1);
	zend_long preset = MYND_PRESET_STOCK;
	if (configured != NULL && Z_TYPE_P(configured) == IS_STRING) {
		mynd_preset_read(Z_STR_P(configured), &preset);
	}
	return (mynd_preset) preset;
}

/* Returns true if this SAPI forks its workers from the process that has started the modules. */
static bool has_workers(void)
{
	static const char *const names[] = {"fpm-fcgi", "apache2handler", "litespeed"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (strcmp(sapi_module.name, names[i]) == 0) {
			return true;
		}
	}
	return false;
}

void mynd_preset_startup(void)
{
	snprintf(board, sizeof board, FOLDER "/board-%d.%d-%s-%d", PHP_MAJOR_VERSION, PHP_MINOR_VERSION,
	    sapi_module.name, MYND_BOARD_LAYOUT);
}

static const char *value_of(const row *r)
{
	return r->needs_workers && !has_workers() ? NULL : r->values[mynd_preset_of_process()];
}

const char *mynd_preset_value(const char *setting)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (strcmp(rows[i].setting, setting) == 0) {
			return value_of(&rows[i]);
		}
	}
	return NULL;
}

static bool is_same(const char *text, const zend_string *value)
{
	return value != NULL && strcmp(ZSTR_VAL(value), text) == 0;
}

static const char *origin(const row *r, const zend_string *value)
{
	const zval *configured = cfg_get_entry(r->setting, strlen(r->setting));
	if (configured != NULL && Z_TYPE_P(configured) == IS_STRING && is_same(Z_STRVAL_P(configured), value)) {
		return "php.ini";
	}
	return is_same(value_of(r), value) ? "mynd.preset" : "changed since the start";
}

void mynd_preset_print(void)
{
	if (mynd_preset_of_process() == MYND_PRESET_STOCK) {
		return;
	}
	php_info_print_table_start();
	php_info_print_table_header(3, "Setting of the preset", "Value", "From");
	for (size_t i = 0; i < ROWS; i++) {
		if (value_of(&rows[i]) != NULL) {
			const zend_ini_entry *entry =
			    zend_hash_str_find_ptr(EG(ini_directives), rows[i].setting, strlen(rows[i].setting));
			const zend_string *value = entry->value;
			php_info_print_table_row(
			    3, rows[i].setting, value == NULL ? "" : ZSTR_VAL(value), origin(&rows[i], value));
		}
	}
	php_info_print_table_end();
}
