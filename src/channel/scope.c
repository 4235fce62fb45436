/* Implements scope.h. */
#include "scope.h"

ZEND_EXT_TLS uint32_t mynd_scopes_open;
ZEND_TLS HashTable innermost; /* by fiber; initialized while mynd_scopes_open > 0 */

static zend_ulong key_of(const void *fiber)
{
	return (zend_ulong) (uintptr_t) fiber;
}

static mynd_scope *find(const void *fiber)
{
	return mynd_scopes_open == 0 ? NULL : zend_hash_index_find_ptr(&innermost, key_of(fiber));
}

mynd_scope *mynd_scope_begin(const void *fiber, double seconds)
{
	mynd_scope *s = pemalloc(sizeof *s, true);
	*s = (mynd_scope){.outer = find(fiber),
	    .fiber = fiber,
	    .end = mynd_deadline_in(seconds),
	    .seconds = seconds,
	    .after_fatal_error = CG(unclean_shutdown)};
	if (s->outer != NULL) {
		s->outer->inner = s;
	}
	if (mynd_scopes_open == 0) {
		zend_hash_init(&innermost, 8, NULL, NULL, true);
	}
	zend_hash_index_update_ptr(&innermost, key_of(fiber), s);
	mynd_scopes_open++;
	return s;
}

void mynd_scope_end(mynd_scope *s)
{
	if (s->outer != NULL) {
		s->outer->inner = s->inner;
	}
	if (s->inner != NULL) {
		s->inner->outer = s->outer;
	} else if (s->outer != NULL) {
		zend_hash_index_update_ptr(&innermost, key_of(s->fiber), s->outer);
	} else {
		zend_hash_index_del(&innermost, key_of(s->fiber));
	}
	pefree(s, true);
	if (--mynd_scopes_open == 0) {
		zend_hash_destroy(&innermost);
	}
}

/* Ends the scopes of one fiber. */
static int end_of_fiber(zval *entry)
{
	for (mynd_scope *s = Z_PTR_P(entry), *outer; s != NULL; s = outer) {
		outer = s->outer;
		pefree(s, true);
		mynd_scopes_open--;
	}
	return ZEND_HASH_APPLY_REMOVE;
}

void mynd_scopes_forget(void)
{
	if (mynd_scopes_open > 0) {
		zend_hash_apply(&innermost, end_of_fiber);
		zend_hash_destroy(&innermost);
	}
}

const mynd_scope *mynd_scope_of(const void *fiber)
{
	const mynd_scope *s = find(fiber);
	return s != NULL && s->after_fatal_error == (bool) CG(unclean_shutdown) ? s : NULL;
}
