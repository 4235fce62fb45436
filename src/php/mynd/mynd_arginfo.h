/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: fab39c38b0855ac184b9aedcd25bb9afd46955b0 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_stats, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, link, IS_OBJECT, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_last_failure, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, link, IS_OBJECT, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_pools, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_pipeline, 0, 2, Generator, 0)
	ZEND_ARG_OBJ_INFO(0, link, mysqli, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, commands, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_execute_async, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, stmt, mysqli_stmt, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, params, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_Mynd_reap, 0, 1, mysqli_result, MAY_BE_BOOL)
	ZEND_ARG_OBJ_TYPE_MASK(0, pending, mysqli|mysqli_stmt, 0, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_as_completed, 0, 1, Generator, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, pending, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_execute_many, 0, 3, IS_LONG, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, link, mysqli|PDO, 0, NULL)
	ZEND_ARG_TYPE_INFO(0, sql, IS_STRING, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, rows, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_capture, 0, 1, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO(0, result, mysqli_result, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_replay, 0, 1, mysqli_result, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_await_with, 0, 1, IS_CALLABLE, 1)
	ZEND_ARG_TYPE_INFO(0, waiter, IS_CALLABLE, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, everywhere, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_Mynd_stream, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, link, IS_OBJECT, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_filter, 0, 1, Mynd\\Filter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, params, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, direction, IS_LONG, 0, "STREAM_FILTER_READ | STREAM_FILTER_WRITE")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_cancel, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, link, IS_OBJECT, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_deadline, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, link, IS_OBJECT, 0)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_DOUBLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Mynd_Done___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_Steps___construct arginfo_class_Mynd_Done___construct

#define arginfo_class_Mynd_FailedRow___construct arginfo_class_Mynd_Done___construct

#define arginfo_class_Mynd_Filter___construct arginfo_class_Mynd_Done___construct

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_Filter_remove, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Mynd_stats);
ZEND_FUNCTION(Mynd_last_failure);
ZEND_FUNCTION(Mynd_pools);
ZEND_FUNCTION(Mynd_pipeline);
ZEND_FUNCTION(Mynd_execute_async);
ZEND_FUNCTION(Mynd_reap);
ZEND_FUNCTION(Mynd_as_completed);
ZEND_FUNCTION(Mynd_execute_many);
ZEND_FUNCTION(Mynd_capture);
ZEND_FUNCTION(Mynd_replay);
ZEND_FUNCTION(Mynd_await_with);
ZEND_FUNCTION(Mynd_stream);
ZEND_FUNCTION(Mynd_filter);
ZEND_FUNCTION(Mynd_cancel);
ZEND_FUNCTION(Mynd_deadline);
ZEND_METHOD(Mynd_Done, __construct);
ZEND_METHOD(Mynd_Steps, __construct);
ZEND_METHOD(Mynd_FailedRow, __construct);
ZEND_METHOD(Mynd_Filter, __construct);
ZEND_METHOD(Mynd_Filter, remove);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Mynd", stats, Mynd_stats, arginfo_Mynd_stats)
	ZEND_NS_FALIAS("Mynd", last_failure, Mynd_last_failure, arginfo_Mynd_last_failure)
	ZEND_NS_FALIAS("Mynd", pools, Mynd_pools, arginfo_Mynd_pools)
	ZEND_NS_FALIAS("Mynd", pipeline, Mynd_pipeline, arginfo_Mynd_pipeline)
	ZEND_NS_FALIAS("Mynd", execute_async, Mynd_execute_async, arginfo_Mynd_execute_async)
	ZEND_NS_FALIAS("Mynd", reap, Mynd_reap, arginfo_Mynd_reap)
	ZEND_NS_FALIAS("Mynd", as_completed, Mynd_as_completed, arginfo_Mynd_as_completed)
	ZEND_NS_FALIAS("Mynd", execute_many, Mynd_execute_many, arginfo_Mynd_execute_many)
	ZEND_NS_FALIAS("Mynd", capture, Mynd_capture, arginfo_Mynd_capture)
	ZEND_NS_FALIAS("Mynd", replay, Mynd_replay, arginfo_Mynd_replay)
	ZEND_NS_FALIAS("Mynd", await_with, Mynd_await_with, arginfo_Mynd_await_with)
	ZEND_NS_FALIAS("Mynd", stream, Mynd_stream, arginfo_Mynd_stream)
	ZEND_NS_FALIAS("Mynd", filter, Mynd_filter, arginfo_Mynd_filter)
	ZEND_NS_FALIAS("Mynd", cancel, Mynd_cancel, arginfo_Mynd_cancel)
	ZEND_NS_FALIAS("Mynd", deadline, Mynd_deadline, arginfo_Mynd_deadline)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Done_methods[] = {
	ZEND_ME(Mynd_Done, __construct, arginfo_class_Mynd_Done___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Steps_methods[] = {
	ZEND_ME(Mynd_Steps, __construct, arginfo_class_Mynd_Steps___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Marker_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_FailedRow_methods[] = {
	ZEND_ME(Mynd_FailedRow, __construct, arginfo_class_Mynd_FailedRow___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Filter_methods[] = {
	ZEND_ME(Mynd_Filter, __construct, arginfo_class_Mynd_Filter___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Mynd_Filter, remove, arginfo_class_Mynd_Filter_remove, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static void register_mynd_symbols(int module_number)
{
	REGISTER_LONG_CONSTANT("Mynd\\READ", MYND_READABLE, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\WRITE", MYND_WRITABLE, CONST_PERSISTENT);
}

static zend_class_entry *register_class_Mynd_Done(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Done", class_Mynd_Done_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_affected_rows_default_value;
	ZVAL_UNDEF(&property_affected_rows_default_value);
	zend_string *property_affected_rows_name = zend_string_init("affected_rows", sizeof("affected_rows") - 1, 1);
	zend_declare_typed_property(class_entry, property_affected_rows_name, &property_affected_rows_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_STRING));
	zend_string_release(property_affected_rows_name);

	zval property_insert_id_default_value;
	ZVAL_UNDEF(&property_insert_id_default_value);
	zend_string *property_insert_id_name = zend_string_init("insert_id", sizeof("insert_id") - 1, 1);
	zend_declare_typed_property(class_entry, property_insert_id_name, &property_insert_id_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_STRING));
	zend_string_release(property_insert_id_name);

	zval property_warnings_default_value;
	ZVAL_UNDEF(&property_warnings_default_value);
	zend_string *property_warnings_name = zend_string_init("warnings", sizeof("warnings") - 1, 1);
	zend_declare_typed_property(class_entry, property_warnings_name, &property_warnings_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_warnings_name);

	zval property_info_default_value;
	ZVAL_UNDEF(&property_info_default_value);
	zend_string *property_info_name = zend_string_init("info", sizeof("info") - 1, 1);
	zend_declare_typed_property(class_entry, property_info_name, &property_info_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_info_name);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Steps(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Steps", class_Mynd_Steps_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Marker(void)
{
	zend_class_entry *class_entry = zend_register_internal_enum("Mynd\\Marker", IS_UNDEF, class_Mynd_Marker_methods);

	zend_enum_add_case_cstr(class_entry, "Default", NULL);

	zend_enum_add_case_cstr(class_entry, "Ignore", NULL);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_FailedRow(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "FailedRow", class_Mynd_FailedRow_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_key_default_value;
	ZVAL_UNDEF(&property_key_default_value);
	zend_string *property_key_name = zend_string_init("key", sizeof("key") - 1, 1);
	zend_declare_typed_property(class_entry, property_key_name, &property_key_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ANY));
	zend_string_release(property_key_name);

	zval property_number_default_value;
	ZVAL_UNDEF(&property_number_default_value);
	zend_string *property_number_name = zend_string_init("number", sizeof("number") - 1, 1);
	zend_declare_typed_property(class_entry, property_number_name, &property_number_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_number_name);

	zval property_count_default_value;
	ZVAL_UNDEF(&property_count_default_value);
	zend_string *property_count_name = zend_string_init("count", sizeof("count") - 1, 1);
	zend_declare_typed_property(class_entry, property_count_name, &property_count_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_count_name);

	zval property_sent_default_value;
	ZVAL_UNDEF(&property_sent_default_value);
	zend_string *property_sent_name = zend_string_init("sent", sizeof("sent") - 1, 1);
	zend_declare_typed_property(class_entry, property_sent_name, &property_sent_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_sent_name);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Filter(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Filter", class_Mynd_Filter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
