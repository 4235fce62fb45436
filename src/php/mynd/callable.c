/* See callable.h. */
#include "callable.h"

#include "zend_closures.h"

void mynd_keep_callable(zval *to, const zend_fcall_info *call, zend_fcall_info_cache *cache)
{
	zend_function *function = cache->function_handler;
	if (Z_TYPE(call->function_name) == IS_OBJECT || function == NULL ||
	    function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) {
		ZVAL_COPY(to, &call->function_name);
		zend_release_fcall_info_cache(cache);
		return;
	}
#if PHP_VERSION_ID < 80600
	zval of, *object = &of;
	ZVAL_UNDEF(object);
	if (cache->object != NULL) {
		ZVAL_OBJ(object, cache->object);
	}
#else
	zend_object *object = cache->object;
#endif
	zend_create_fake_closure(to, function, function->common.scope, cache->called_scope, object);
}
