/* Compiles the one-line PHP closures that mynd uses itself (line.h). */
#include "line.h"

#define SOURCE_NAME "mynd"

/*
 * Compiles the code while no frame is current. Otherwise the engine would give the closure the caller's
 * class, and would build the caller's symbol table. Compiling such a line cannot throw.
 */
bool mynd_line_compile(const char *code, size_t len, zval *closure)
{
	zend_execute_data *frame = EG(current_execute_data);
	EG(current_execute_data) = NULL;
	bool compiled = zend_eval_stringl((char *) code, len, closure, SOURCE_NAME) == SUCCESS &&
	                Z_TYPE_P(closure) == IS_OBJECT;
	EG(current_execute_data) = frame;
	return compiled;
}

bool mynd_is_own_frame(const zend_execute_data *frame)
{
	return frame->func != NULL && ZEND_USER_CODE(frame->func->type) &&
	       zend_string_equals_literal(frame->func->op_array.filename, SOURCE_NAME);
}
