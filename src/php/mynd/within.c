/* Implements within.h. */
#include "within.h"

#include <math.h>

#include "../../command/turns.h"
#include "callable.h"

bool mynd_within_check(double seconds, uint32_t arg)
{
	if (!(seconds > 0) || isinf(seconds)) {
		zend_argument_value_error(arg, "must be a number of seconds above 0");
		return false;
	}
	return true;
}

mynd_scope *mynd_within_begin(double seconds)
{
	return mynd_scope_begin(mynd_current_fiber(), seconds);
}

static void take_earlier(void *context, const mynd_scope *scope)
{
	mynd_deadline *deadline = context;
	*deadline = mynd_deadline_earlier(*deadline, scope->end);
}

mynd_deadline mynd_within_limit(mynd_deadline deadline)
{
	if (mynd_scopes_open > 0) {
		mynd_scopes_here(take_earlier, &deadline);
	}
	return deadline;
}

ZEND_FUNCTION(Mynd_within)
{
	double seconds;
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	ZEND_PARSE_PARAMETERS_START(2, 2)
	Z_PARAM_DOUBLE(seconds)
	Z_PARAM_FUNC(call, cache)
	ZEND_PARSE_PARAMETERS_END();
	if (!mynd_within_check(seconds, 1)) {
		zend_release_fcall_info_cache(&cache);
		RETURN_THROWS();
	}
	mynd_scope *scope = mynd_within_begin(seconds);
	call.retval = return_value;
	zend_call_function(&call, &cache);
	mynd_scope_end(scope);
	mynd_unwrap(return_value);
}
