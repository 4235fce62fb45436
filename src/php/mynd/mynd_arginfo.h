/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 7ad7392d708aefda7570bf761a62d0521511cd5f */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_stats, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, link, IS_OBJECT, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_last_failure, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, link, IS_OBJECT, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_pools, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Mynd_stats);
ZEND_FUNCTION(Mynd_last_failure);
ZEND_FUNCTION(Mynd_pools);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Mynd", stats, Mynd_stats, arginfo_Mynd_stats)
	ZEND_NS_FALIAS("Mynd", last_failure, Mynd_last_failure, arginfo_Mynd_last_failure)
	ZEND_NS_FALIAS("Mynd", pools, Mynd_pools, arginfo_Mynd_pools)
	ZEND_FE_END
};
