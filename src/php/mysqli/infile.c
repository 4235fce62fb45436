/*
 * Whether a program may allow LOAD DATA LOCAL INFILE by an option after it has connected. As in stock, it may
 * if mysqli.allow_local_infile is on, or if that setting is off only by default and
 * mysqli.local_infile_directory is empty.
 *
 * Not here: which files may then be sent (src/command/infile.c).
 */
#include "mysqli.h"

static const char name[] = "mysqli.allow_local_infile";
static const zend_string *value_at_start; /* value at process start; a SAPI may replace it for a request */

static const zend_ini_entry *find(void)
{
	return zend_hash_str_find_ptr(EG(ini_directives), name, sizeof name - 1);
}

void mysqli_infile_startup(void)
{
	const zend_ini_entry *entry = find();
	value_at_start = entry == NULL ? NULL : entry->value;
}

/* Returns true if the setting is set by php.ini or -d, or by php_admin_value of php-fpm and Apache. */
static bool is_named(void)
{
	const zend_ini_entry *entry = find();
	return cfg_get_entry(name, sizeof name - 1) != NULL || (entry != NULL && entry->value != value_at_start);
}

/* If the configuration allows one directory only, the program must not allow others. */
bool mysqli_infile_may_be_allowed(void)
{
	const zend_mynd_globals *settings = mynd_settings();
	const char *directory = settings->local_infile_directory;
	return settings->allow_local_infile || (!is_named() && (directory == NULL || *directory == '\0'));
}
