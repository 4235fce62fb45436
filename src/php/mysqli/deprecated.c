/*
 * PHP 8.4 and later: for each function and method that the stub marks as deprecated, the version that
 * deprecated it and what to use instead. The generator of the stubs can only set the flag.
 */
#include "mysqli.h"

#if PHP_VERSION_ID >= 80400

#include "zend_attributes.h"

typedef struct deprecation {
	const char *class, *function; /* class is NULL for a function */
	const char *since, *message;
} deprecation;

static const deprecation deprecations[] = {
#if PHP_VERSION_ID >= 80500
    {NULL, "mysqli_execute", "8.5", "use mysqli_stmt_execute() instead"},
#endif
    {NULL, "mysqli_kill", "8.4", "use KILL CONNECTION/QUERY SQL statement instead"},
    {NULL, "mysqli_ping", "8.4",
        "because the reconnect feature has been removed in PHP 8.2 and this function is now redundant"},
    {NULL, "mysqli_refresh", "8.4", "use FLUSH SQL statement instead"},
    {"mysqli", "get_client_info", "8.1", "use mysqli_get_client_info() instead"},
    {"mysqli", "init", "8.1", "replace calls to parent::init() with parent::__construct()"},
    {"mysqli", "kill", "8.4", "use KILL CONNECTION/QUERY SQL statement instead"},
    {"mysqli", "ping", "8.4",
        "because the reconnect feature has been removed in PHP 8.2 and this method is now redundant"},
    {"mysqli", "refresh", "8.4", "use FLUSH SQL statement instead"},
};

static zend_string *permanent(const char *text)
{
	return zend_string_init_interned(text, strlen(text), 1);
}

static void mark(const deprecation *what)
{
	HashTable *table = what->class == NULL ? CG(function_table) : &mysqli_link_ce->function_table;
	zend_function *function = zend_hash_str_find_ptr(table, what->function, strlen(what->function));
	zend_attribute *attribute = zend_add_function_attribute(function, permanent("Deprecated"), 2);
	ZVAL_STR(&attribute->args[0].value, permanent(what->since));
	attribute->args[0].name = permanent("since");
	ZVAL_STR(&attribute->args[1].value, permanent(what->message));
	attribute->args[1].name = permanent("message");
}

void mysqli_mark_deprecated(void)
{
	for (size_t i = 0; i < sizeof deprecations / sizeof deprecations[0]; i++) {
		mark(&deprecations[i]);
	}
}

#endif
