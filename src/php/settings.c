/* Reads settings of php.ini (settings.h). */
#include "settings.h"

#include "preset.h"

#include "php_ini.h"
#include "SAPI.h"

#include "../board/board.h"

#define COMMAND_BUFFER_MIN 4096 /* stock's minimum */
#define MOST_COUNT         INT32_MAX
#define MOST_SECONDS       86400

/* --- values --- */

static bool is_one_of(const zend_string *text, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcasecmp(ZSTR_VAL(text), words[i]) == 0) {
			return true;
		}
	}
	return false;
}

/* The parser of php.ini turns a bare `on` into "1" and a bare `off` into "". */
static bool read_switch(const zend_string *text, zend_long *value)
{
	static const char *const on[] = {"1", "on", "yes", "true"};
	static const char *const off[] = {"", "0", "off", "no", "false", "none"};
	bool is_on = is_one_of(text, on, sizeof(on) / sizeof(on[0]));
	if (!is_on && !is_one_of(text, off, sizeof(off) / sizeof(off[0]))) {
		return false;
	}
	*value = is_on;
	return true;
}

static bool read_pipelining(const zend_string *text, zend_long *value)
{
	zend_long is_on;
	if (zend_string_equals_literal_ci(text, "auto")) {
		*value = MYND_PIPELINING_AUTO;
		return true;
	}
	if (!read_switch(text, &is_on)) {
		return false;
	}
	*value = is_on ? MYND_PIPELINING_ON : MYND_PIPELINING_OFF;
	return true;
}

static bool read_persistent(const zend_string *text, zend_long *value)
{
	bool all = zend_string_equals_literal_ci(text, "all");
	if (!all && !zend_string_equals_literal_ci(text, "asked")) {
		return false;
	}
	*value = all ? MYND_PERSISTENT_ALL : MYND_PERSISTENT_ASKED;
	return true;
}

static bool read_round_trips(const zend_string *text, zend_long *value)
{
	bool fewer = zend_string_equals_literal_ci(text, "fewer");
	if (!fewer && !zend_string_equals_literal_ci(text, "stock")) {
		return false;
	}
	*value = fewer ? MYND_ROUND_TRIPS_FEWER : MYND_ROUND_TRIPS_STOCK;
	return true;
}

/*
 * Reads the digits at the start of a text and returns their end. Returns NULL if there are none, or if the
 * number is too large.
 */
static const char *read_digits(const char *text, zend_long *value)
{
	const char *p = text;
	zend_long number = 0;
	for (; *p >= '0' && *p <= '9'; p++) {
		if (number > (ZEND_LONG_MAX - 9) / 10) {
			return NULL;
		}
		number = number * 10 + (*p - '0');
	}
	if (p == text) {
		return NULL;
	}
	*value = number;
	return p;
}

/* Reads a number without a unit. */
static bool read_count(const zend_string *text, zend_long *value)
{
	zend_long number;
	bool is_negative = ZSTR_VAL(text)[0] == '-';
	const char *end = read_digits(ZSTR_VAL(text) + is_negative, &number);
	if (end != ZSTR_VAL(text) + ZSTR_LEN(text)) {
		return false;
	}
	*value = is_negative ? -number : number;
	return true;
}

typedef struct unit {
	const char *name;
	zend_long factor;
} unit;

/* Reads digits that are followed by one of the units or by nothing. */
static bool read_with_unit(const zend_string *text, const unit *units, size_t count, zend_long *value)
{
	zend_long number, factor = 1;
	const char *end = read_digits(ZSTR_VAL(text), &number);
	if (end == NULL) {
		return false;
	}
	if (end != ZSTR_VAL(text) + ZSTR_LEN(text)) {
		factor = 0;
		for (size_t i = 0; i < count; i++) {
			factor = strcasecmp(end, units[i].name) == 0 ? units[i].factor : factor;
		}
	}
	if (factor == 0 || number > ZEND_LONG_MAX / factor) {
		return false;
	}
	*value = number * factor;
	return true;
}

static bool read_size(const zend_string *text, zend_long *value)
{
	static const unit units[] = {{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}};
	return read_with_unit(text, units, sizeof(units) / sizeof(units[0]), value);
}

/* Reads a duration, in seconds. */
static bool read_duration(const zend_string *text, zend_long *value)
{
	static const unit units[] = {{"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400}};
	return read_with_unit(text, units, sizeof(units) / sizeof(units[0]), value);
}

/* Reads a number of seconds, which may have decimals, into microseconds. */
static bool read_seconds(const zend_string *text, zend_long *value)
{
	const char *p = ZSTR_VAL(text), *end = read_digits(p, value);
	zend_long unit = 1000000;
	if (end == NULL || *value > MOST_COUNT) {
		return false;
	}
	*value *= unit;
	if (end[0] == '.' && end[1] >= '0' && end[1] <= '9') {
		for (end++; *end >= '0' && *end <= '9'; end++) {
			unit /= 10;
			*value += unit * (*end - '0');
		}
	}
	return end == p + ZSTR_LEN(text);
}

/* Reads a short time into microseconds: a number with the unit ms or s, or 0. */
static bool read_age(const zend_string *text, zend_long *value)
{
	static const unit units[] = {{"ms", 1000}, {"s", 1000000}};
	return (read_with_unit(text, units, sizeof(units) / sizeof(units[0]), value) && *value >= 1000) ||
	       (read_switch(text, value) && *value == 0);
}

static bool read_acquire(const zend_string *text, zend_long *value)
{
	*value = MYND_ACQUIRE_FOLLOWS_ASYNC;
	return zend_string_equals_literal_ci(text, "auto") || read_seconds(text, value);
}

/* --- kinds --- */

/* As stock: ignores a suffix ("8K" is 8), and refuses values below its minimum. */
static ZEND_INI_MH(stock_command_buffer)
{
	zend_long size = ZEND_STRTOL(ZSTR_VAL(new_value), NULL, 10);
	if (size < COMMAND_BUFFER_MIN) {
		return FAILURE;
	}
	*(zend_long *) ZEND_INI_GET_ADDR() = size;
	return SUCCESS;
}

/* Update function for ini_set() of a setting that is on, off or auto. */
static ZEND_INI_MH(update_follows)
{
	return read_pipelining(new_value, (zend_long *) ZEND_INI_GET_ADDR()) ? SUCCESS : FAILURE;
}

#define A_DURATION                                                                                           \
	"a number of seconds, or a number with the unit s, m, h or d (90s, 5m, 1h), up to 2147483647 seconds"

const mynd_setting_kind mynd_setting_switch = {read_switch, 0, 1, "on or off", OnUpdateBool};
const mynd_setting_kind mynd_setting_pipelining = {
    read_pipelining, MYND_PIPELINING_OFF, MYND_PIPELINING_AUTO, "auto, on or off", NULL};
const mynd_setting_kind mynd_setting_follows = {
    read_pipelining, MYND_FOLLOWS_OFF, MYND_FOLLOWS_ASYNC, "auto, on or off", update_follows};
const mynd_setting_kind mynd_setting_acquire = {read_acquire, MYND_ACQUIRE_FOLLOWS_ASYNC,
    MOST_SECONDS *(zend_long) 1000000, "auto, or a number of seconds from 0 to 86400, as 30 or 0.25", NULL};
const mynd_setting_kind mynd_setting_per_key = {
    read_count, -1, MOST_COUNT, "a number from 0 to 2147483647, or -1 for no limit", NULL};
const mynd_setting_kind mynd_setting_persistent = {
    read_persistent, MYND_PERSISTENT_ASKED, MYND_PERSISTENT_ALL, "asked or all", NULL};
const mynd_setting_kind mynd_setting_round_trips = {
    read_round_trips, MYND_ROUND_TRIPS_STOCK, MYND_ROUND_TRIPS_FEWER, "stock or fewer", NULL};
const mynd_setting_kind mynd_setting_preset = {
    mynd_preset_read, MYND_PRESET_STOCK, MYND_PRESET_ASYNC, "stock, web or async", NULL};
const mynd_setting_kind mynd_setting_age = {
    read_age, 0, MYND_PREFETCH_MOST, "a time from 1ms to 10s, as 50ms; or 0, which is off", NULL};
const mynd_setting_kind mynd_setting_duration = {
    read_duration, 0, MOST_COUNT, A_DURATION "; 0 is no limit", NULL};
const mynd_setting_kind mynd_setting_renewal = {
    read_duration, 0, MOST_COUNT, A_DURATION "; 0 is at each connect", NULL};
const mynd_setting_kind mynd_setting_patience = {
    read_duration, 0, MOST_COUNT, A_DURATION "; 0 is not at all", NULL};
const mynd_setting_kind mynd_setting_seconds = {read_seconds, 0, MOST_SECONDS *(zend_long) 1000000,
    "a number of seconds from 0 to 86400, as 1 or 0.25", NULL};
const mynd_setting_kind mynd_setting_count = {
    read_count, 0, MOST_COUNT, "a number from 0 to 2147483647", NULL};
const mynd_setting_kind mynd_setting_slots = {
    read_count, 1, MYND_BOARD_MOST_SLOTS, "a number from 1 to 1024", NULL};
const mynd_setting_kind mynd_setting_read_timeout = {read_duration, 0, MOST_COUNT, A_DURATION, OnUpdateLong};
const mynd_setting_kind mynd_setting_command_buffer = {read_count, COMMAND_BUFFER_MIN, MOST_COUNT,
    "a number of bytes without a unit, from 4096 to 2147483647", stock_command_buffer};
const mynd_setting_kind mynd_setting_buffer = {read_size, 0, MOST_COUNT,
    "a number of bytes, or a number with the unit K, M or G, up to 2147483647 bytes", OnUpdateLong};
const mynd_setting_kind mynd_setting_limit = {
    read_count, -1, MOST_COUNT, "a number from 0 to 2147483647, or -1 for no limit", OnUpdateLong};
const mynd_setting_kind mynd_setting_port = {
    read_count, 0, UINT16_MAX, "a number from 0 to 65535", OnUpdateLong};
const mynd_setting_kind mynd_setting_number = {
    read_count, 0, MOST_COUNT, "a number from 0 to 2147483647", OnUpdateLong};

/* --- updates --- */

/*
 * Reports a refused value: to a program that sets it, by a warning; otherwise once, by a warning while PHP
 * starts, later in the error log, because a warning would disturb the program's output.
 */
static void tell_refused(const zend_ini_entry *entry, const zend_string *value, mynd_setting *setting,
    int stage, const char *allowed)
{
	char line[512];
	const char *instead = entry->value ? ZSTR_VAL(entry->value) : setting->standard;
	snprintf(line, sizeof(line), "%s = \"%.100s\" is refused. Allowed: %s. Used instead: \"%.100s\"",
	    ZSTR_VAL(entry->name), value ? ZSTR_VAL(value) : "", allowed, instead ? instead : "");
	if (stage == ZEND_INI_STAGE_STARTUP || stage == ZEND_INI_STAGE_RUNTIME) {
		if (stage == ZEND_INI_STAGE_RUNTIME || !atomic_exchange(&setting->reported, true)) {
			php_error_docref(NULL, E_WARNING, "%s", line);
		}
	} else if (mynd_log_is_apart() && !atomic_exchange(&setting->reported, true)) {
		php_log_err(line);
	}
}

static void put(void *member, const mynd_setting_kind *kind, zend_long value)
{
	if (kind->read == read_switch) {
		*(bool *) member = value;
	} else {
		*(zend_long *) member = value;
	}
}

#define BEFORE_WORKERS "what php.ini or -d say, before php-fpm or Apache fork their workers"

ZEND_INI_MH(mynd_setting_update_start)
{
	const zend_string *old = entry->value;
	bool same = old == NULL || new_value == NULL ? old == new_value : zend_string_equals(old, new_value);
	if (stage == ZEND_INI_STAGE_STARTUP || same || stage == ZEND_INI_STAGE_SHUTDOWN) {
		return OnUpdateString(entry, new_value, mh_arg1, mh_arg2, NULL, stage);
	}
	tell_refused(entry, new_value, mh_arg3, stage, BEFORE_WORKERS);
	return FAILURE;
}

static bool comes_too_late(mynd_setting *setting, zend_long value, int stage)
{
	if (stage == ZEND_INI_STAGE_STARTUP) {
		setting->started = value;
	}
	bool goes_off = setting->kind == &mynd_setting_switch && value == 0;
	return setting->is_of_start && value != setting->started && !goes_off;
}

/*
 * A value that a program sets is checked by stock's update function, if the kind has one. The value of
 * php.ini, which ini_restore() restores, is always checked here.
 */
ZEND_INI_MH(mynd_setting_update)
{
	mynd_setting *setting = mh_arg3;
	const mynd_setting_kind *kind = setting->kind;
	if (stage == ZEND_INI_STAGE_RUNTIME && kind->stock != NULL && new_value != entry->orig_value) {
		return kind->stock(entry, new_value, mh_arg1, mh_arg2, NULL, stage);
	}
	zend_long value;
	if (!kind->read(new_value, &value) || value < kind->least || value > kind->most) {
		if (stage != ZEND_INI_STAGE_RUNTIME || setting->is_of_start) {
			tell_refused(entry, new_value, setting, stage, kind->allowed);
		}
		return FAILURE;
	}
	if (comes_too_late(setting, value, stage)) {
		tell_refused(entry, new_value, setting, stage, BEFORE_WORKERS);
		return FAILURE;
	}
	put(ZEND_INI_GET_ADDR(), kind, value);
	if (stage == ZEND_INI_STAGE_RUNTIME && kind == &mynd_setting_per_key) {
		mynd_pools_set_limits(value, MYND_G(async)); /* a higher limit lets waiting connects continue */
	}
	return SUCCESS;
}

/* --- phpinfo --- */

/*
 * Returns the value for a column of phpinfo: the current value, or the one from before the program changed
 * it.
 */
static zend_string *value_shown(const zend_ini_entry *entry, int type)
{
	return type == ZEND_INI_DISPLAY_ORIG && entry->modified ? entry->orig_value : entry->value;
}

static void show(const char *text)
{
	PHPWRITE(text, strlen(text));
}

static void show_no_value(void)
{
	show(sapi_module.phpinfo_as_text ? "no value" : "<i>no value</i>");
}

ZEND_INI_DISP(mynd_setting_display_pipelining)
{
	static const char *const words[] = {"off", "on", "auto"};
	zend_long value = 0;
	read_pipelining(value_shown(ini_entry, type), &value);
	show(words[value]);
}

/* Shows the value, and also the seconds if the value has a unit. */
ZEND_INI_DISP(mynd_setting_display_duration)
{
	const zend_string *value = value_shown(ini_entry, type);
	zend_long seconds, same;
	char text[128];
	if (read_duration(value, &seconds) && !read_count(value, &same)) {
		snprintf(text, sizeof(text), "%s (" ZEND_LONG_FMT " seconds)", ZSTR_VAL(value), seconds);
		show(text);
	} else {
		show(ZSTR_VAL(value));
	}
}

/* Shows only whether a password is set. */
ZEND_INI_DISP(mynd_setting_display_password)
{
	const zend_string *value = value_shown(ini_entry, type);
	if (!value || ZSTR_LEN(value) == 0) {
		show_no_value();
	} else {
		show("(set)");
	}
}
