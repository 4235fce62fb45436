/*
 * Mynd\request_begins(): for workers that serve many requests in one PHP request, so that the driver does not
 * see where each of them ends.
 *
 * Always true: a connection on which a call waits, in another fiber for example, is not returned to its pool.
 */
#include "../mynd.h"

#include "../../client/client.h"
#include "../../stats/stats.h"
#include "../mysqli/mysqli.h"
#include "../pdo/startup.h"
#include "prepend.h"
#include "report.h"

/*
 * Returns the persistent connections of all mysqli and PDO objects to their pools. Neither waits nor runs
 * code of the program.
 */
static void hand_back_all(void)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(object) && !(OBJ_FLAGS(object) & IS_OBJ_FREE_CALLED)) {
			mysqli_link_hand_back(object);
			mynd_pdo_hand_back(object);
		}
	}
}

ZEND_FUNCTION(Mynd_request_begins)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (mynd_refuses_after_request()) {
		RETURN_THROWS();
	}
	hand_back_all();
	mynd_pools_look_after();
	mynd_report_request_startup();
	if (!mynd_prepend_request_begins()) {
		RETURN_THROWS();
	}
	mynd_stats_since_last(return_value);
}
