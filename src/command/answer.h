/*
 * A reply that no server has sent: an interceptor made it, or it consists of rows that were stored earlier.
 */
#ifndef MYND_COMMAND_ANSWER_H
#define MYND_COMMAND_ANSWER_H

#include "link.h"

typedef struct mynd_answer mynd_answer;
struct mynd_answer {
	mynd_answer *next; /* the next result; emalloc'ed, which the called function takes over; NULL: none */
	bool failed;
	mynd_error error;
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	mynd_slice info;
	bool has_status; /* `status` is set: the session's status after an answer that no server has sent */
	uint16_t status;
	/* columns of the rows in `store`, which the called function takes over; NULL: no rows */
	mynd_columns *columns;
	mynd_store *store;
};

/* Frees the rows of the answer, and the results after it. */
void mynd_answer_drop(mynd_answer *answer);

#endif
