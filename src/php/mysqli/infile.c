/*
 * Whether a program may allow LOAD DATA LOCAL INFILE by an option after it has connected: yes, as in stock,
 * unless the configuration names mysqli.allow_local_infile, whose default is off, too, and says nothing; or a
 * directory.
 *
 * Not here: which files may be sent then (src/command/infile.c).
 */
#include "mysqli.h"

static const char name[] = "mysqli.allow_local_infile";
static const zend_string *value_at_start; /* of the process: what a SAPI sets for a request replaces it */

static const zend_ini_entry *find(void)
{
	return zend_hash_str_find_ptr(EG(ini_directives), name, sizeof name - 1);
}

void mysqli_infile_startup(void)
{
	const zend_ini_entry *entry = find();
	value_at_start = entry == NULL ? NULL : entry->value;
}

/* By php.ini or -d; by php_admin_value of php-fpm and Apache. */
static bool is_named(void)
{
	const zend_ini_entry *entry = find();
	return cfg_get_entry(name, sizeof name - 1) != NULL || (entry != NULL && entry->value != value_at_start);
}

/* The one directory that the configuration allows stays the only one. */
bool mysqli_infile_may_be_allowed(void)
{
	const zend_mynd_globals *settings = mynd_settings();
	const char *directory = settings->local_infile_directory;
	return settings->allow_local_infile || (!is_named() && (directory == NULL || *directory == '\0'));
}
