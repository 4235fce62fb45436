/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 17b1cd99081523f2a6ef47931a67ddb51fa28735 */

#if PHP_VERSION_ID >= 80500
ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Pdo_Mysql___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, dsn, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, username, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, password, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()
#endif

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Pdo_Mysql_getWarningCount, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()


#if PHP_VERSION_ID >= 80500
ZEND_METHOD(Pdo_Mysql, __construct);
#endif
ZEND_METHOD(Pdo_Mysql, getWarningCount);


static const zend_function_entry class_Pdo_Mysql_methods[] = {
#if PHP_VERSION_ID >= 80500
	ZEND_ME(Pdo_Mysql, __construct, arginfo_class_Pdo_Mysql___construct, ZEND_ACC_PUBLIC)
#endif
	ZEND_ME(Pdo_Mysql, getWarningCount, arginfo_class_Pdo_Mysql_getWarningCount, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Pdo_Mysql(zend_class_entry *class_entry_PDO)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Pdo", "Mysql", class_Pdo_Mysql_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_PDO);
	class_entry->ce_flags |= ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

#if PHP_VERSION_ID >= 80500

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 2, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);
#endif

	return class_entry;
}
