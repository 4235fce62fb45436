/*
 * A reply that comes from no server: made by an interceptor, or from rows that were kept.
 */
#ifndef MYND_COMMAND_ANSWER_H
#define MYND_COMMAND_ANSWER_H

#include "link.h"

typedef struct mynd_answer {
	bool failed;
	mynd_error error;
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	mynd_slice info;
	mynd_columns *columns; /* and the store: rows, which the callee takes over; NULL: there are none */
	mynd_store *store;
} mynd_answer;

#endif
