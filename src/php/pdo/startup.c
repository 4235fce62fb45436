/*
 * The start and end of the module pdo_mysql: constants, the driver, and from PHP 8.4 on the class Pdo\Mysql.
 */
#include "pdo.h"

#include "startup.h"

#if PHP_VERSION_ID >= 80400
#include "mysql_arginfo.h"
#endif
#if PHP_VERSION_ID >= 80500
#include "zend_attributes.h"
#endif

typedef struct constant {
	const char *name;
	zend_long value;
} constant;

static const constant constants[] = {
    {"MYSQL_ATTR_USE_BUFFERED_QUERY", MYND_PDO_USE_BUFFERED_QUERY},
    {"MYSQL_ATTR_LOCAL_INFILE", MYND_PDO_LOCAL_INFILE},
    {"MYSQL_ATTR_INIT_COMMAND", MYND_PDO_INIT_COMMAND},
    {"MYSQL_ATTR_COMPRESS", MYND_PDO_COMPRESS},
    {"MYSQL_ATTR_DIRECT_QUERY", MYND_PDO_DIRECT_QUERY},
    {"MYSQL_ATTR_FOUND_ROWS", MYND_PDO_FOUND_ROWS},
    {"MYSQL_ATTR_IGNORE_SPACE", MYND_PDO_IGNORE_SPACE},
    {"MYSQL_ATTR_SSL_KEY", MYND_PDO_SSL_KEY},
    {"MYSQL_ATTR_SSL_CERT", MYND_PDO_SSL_CERT},
    {"MYSQL_ATTR_SSL_CA", MYND_PDO_SSL_CA},
    {"MYSQL_ATTR_SSL_CAPATH", MYND_PDO_SSL_CAPATH},
    {"MYSQL_ATTR_SSL_CIPHER", MYND_PDO_SSL_CIPHER},
    {"MYSQL_ATTR_SERVER_PUBLIC_KEY", MYND_PDO_SERVER_PUBLIC_KEY},
    {"MYSQL_ATTR_MULTI_STATEMENTS", MYND_PDO_MULTI_STATEMENTS},
    {"MYSQL_ATTR_SSL_VERIFY_SERVER_CERT", MYND_PDO_SSL_VERIFY_SERVER_CERT},
    {"MYSQL_ATTR_LOCAL_INFILE_DIRECTORY", MYND_PDO_LOCAL_INFILE_DIRECTORY},
    /* mynd's own attributes */
    {"MYND_ATTR_ASYNC", MYND_PDO_ASYNC},
    {"MYND_ATTR_READ_TIMEOUT", MYND_PDO_READ_TIMEOUT},
    {"MYND_ATTR_TLS", MYND_PDO_TLS},
    {"MYND_ATTR_RECONNECT", MYND_PDO_RECONNECT},
    {"MYND_ATTR_PREFETCH", MYND_PDO_PREFETCH},
};

#define COUNT       (sizeof constants / sizeof constants[0])
#define STOCK_COUNT (COUNT - 5) /* the last five are mynd's own */

#if PHP_VERSION_ID >= 80500
static zend_string *permanent(const char *text)
{
	return zend_string_init_interned(text, strlen(text), true);
}

/* Marks a constant of the class PDO as deprecated: from PHP 8.5 on programs should use that of Pdo\Mysql. */
static void deprecate(zend_class_entry *ce, const char *name)
{
	char words[96];
	zend_class_constant *c = zend_hash_str_find_ptr(&ce->constants_table, name, strlen(name));
	snprintf(words, sizeof words, "use Pdo\\Mysql::%s instead", name + strlen("MYSQL_"));
	ZEND_CLASS_CONST_FLAGS(c) |= ZEND_ACC_DEPRECATED;
	zend_attribute *attribute = zend_add_class_constant_attribute(ce, c, permanent("Deprecated"), 2);
	ZVAL_STR(&attribute->args[0].value, permanent("8.5"));
	attribute->args[0].name = permanent("since");
	ZVAL_STR(&attribute->args[1].value, permanent(words));
	attribute->args[1].name = permanent("message");
}
#endif

/* Declares the constants in the class PDO; Pdo\Mysql inherits them. */
static void declare_constants(void)
{
	zend_class_entry *ce = mynd_pdo.php_pdo_get_dbh_ce();
	for (size_t i = 0; i < COUNT; i++) {
		zend_declare_class_constant_long(
		    ce, constants[i].name, strlen(constants[i].name), constants[i].value);
#if PHP_VERSION_ID >= 80500
		if (i < STOCK_COUNT) {
			deprecate(ce, constants[i].name);
		}
#endif
	}
}

#if PHP_VERSION_ID >= 80400
/* Declares the typed constants of Pdo\Mysql, whose names have no "MYSQL_" at the start. */
static void declare_own_constants(zend_class_entry *ce)
{
	for (size_t i = 0; i < STOCK_COUNT; i++) {
		const char *text = constants[i].name + strlen("MYSQL_");
		zend_string *name = zend_string_init_interned(text, strlen(text), true);
		zval value;
		ZVAL_LONG(&value, constants[i].value);
		zend_declare_typed_class_constant(
		    ce, name, &value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
		zend_string_release(name);
	}
}
#endif

zend_result mynd_pdo_startup(void)
{
	const char *missing;
	if (!mynd_pdo_find_symbols(&missing)) {
		zend_error(E_CORE_WARNING, "mynd: this PDO has no %s()", missing);
		return FAILURE;
	}
	declare_constants();
	mynd_pdo_async_startup();
	mynd_pdo_hook_fetch_all();
	if (mynd_pdo.php_pdo_register_driver(&mynd_pdo_driver) == FAILURE) {
		return FAILURE;
	}
#if PHP_VERSION_ID >= 80400
	zend_class_entry *ce = register_class_Pdo_Mysql(mynd_pdo.php_pdo_get_dbh_ce());
	declare_own_constants(ce);
	return mynd_pdo.php_pdo_register_driver_specific_ce(&mynd_pdo_driver, ce);
#else
	return SUCCESS;
#endif
}

void mynd_pdo_shutdown(void)
{
	mynd_pdo_unhook_fetch_all();
	if (mynd_pdo.php_pdo_unregister_driver != NULL) {
		mynd_pdo.php_pdo_unregister_driver(&mynd_pdo_driver);
	}
}

#if PHP_VERSION_ID >= 80400
/* Returns the number of warnings of the last command. */
ZEND_METHOD(Pdo_Mysql, getWarningCount)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const pdo_dbh_t *dbh = Z_PDO_DBH_P(ZEND_THIS);
	if (dbh->driver_data == NULL) {
		zend_throw_error(NULL, "%s object is uninitialized", ZSTR_VAL(Z_OBJCE_P(ZEND_THIS)->name));
		RETURN_THROWS();
	}
	RETURN_LONG(mynd_link_warning_count(mynd_pdo_handle_of(dbh)->link));
}
#endif
