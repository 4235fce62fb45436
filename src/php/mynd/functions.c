/*
 * Small functions of the namespace Mynd, which accept connections of mysqli and PDO alike.
 */
#include "../mynd.h"

#include "../../client/client.h"
#include "../../stats/stats.h"
#include "../pdo/startup.h"

/* Returns the link of a mysqli or PDO object. Returns NULL if it threw. */
static mynd_link *link_of(zend_object *object)
{
	mynd_link *link = mynd_pdo_link_of(object);
	return link != NULL ? link : mynd_link_of_object(object, 1);
}

ZEND_FUNCTION(Mynd_stats)
{
	zend_object *object = NULL;
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_OBJ_OR_NULL(object)
	ZEND_PARSE_PARAMETERS_END();

	mynd_link *link = NULL;
	if (object) {
		link = link_of(object);
		if (!link) {
			RETURN_THROWS();
		}
	}
	mynd_stats_of_network(return_value, link);
}

ZEND_FUNCTION(Mynd_fresh)
{
	zend_object *object = NULL;
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_OBJ_OR_NULL(object)
	ZEND_PARSE_PARAMETERS_END();

	mynd_link *link = object != NULL ? link_of(object) : NULL;
	if (object != NULL && link == NULL) {
		RETURN_THROWS();
	}
	mynd_pool_drop_prefetched(link);
}

static const char *cause_name(mynd_cause cause)
{
	switch (cause) {
	case MYND_CAUSE_SERVER:
		return "server";
	case MYND_CAUSE_LOST:
		return "lost";
	case MYND_CAUSE_TIMED_OUT:
		return "timed out";
	case MYND_CAUSE_MALFORMED:
	case MYND_CAUSE_SHORT_OK:
	case MYND_CAUSE_ODD_PREPARED:
		return "malformed";
	case MYND_CAUSE_REFUSED:
	case MYND_CAUSE_UNKNOWN_HOST:
	case MYND_CAUSE_OTHER_ROLE:
	case MYND_CAUSE_BAD_CA:
		return "refused";
	case MYND_CAUSE_MEMORY:
		return "memory";
	case MYND_CAUSE_WRONG_COUNT:
	case MYND_CAUSE_MISUSE:
	case MYND_CAUSE_IN_USE:
		return "misuse";
	case MYND_CAUSE_NONE:
		break;
	}
	return "unknown";
}

ZEND_FUNCTION(Mynd_last_failure)
{
	zend_object *object;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_OBJ(object)
	ZEND_PARSE_PARAMETERS_END();

	mynd_link *link = link_of(object);
	if (!link) {
		RETURN_THROWS();
	}
	const mynd_error *failure = mynd_link_last_failure(link);
	if (failure->code == 0) {
		RETURN_NULL();
	}
	array_init_size(return_value, 6);
	add_assoc_string(return_value, "cause", cause_name(failure->cause));
	add_assoc_long(return_value, "code", failure->code);
	add_assoc_long(return_value, "errno", failure->sys_errno);
	add_assoc_long(return_value, "offset", (zend_long) failure->offset);
	add_assoc_string(return_value, "message", failure->message);
	add_assoc_bool(return_value, "may_have_run", mynd_link_may_have_run(link));
}
