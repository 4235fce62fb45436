/*
 * What a link tells the scoreboard (src/board/): its counters, how long each reply took, and what went wrong.
 *
 * Always true: nothing is told of a connection that was made in another process. Where there is no scoreboard
 * `worker` is NULL, and each of these costs one comparison.
 */
#ifndef MYND_COMMAND_TOLD_H
#define MYND_COMMAND_TOLD_H

#include "link.h"
#include "../board/board.h"

typedef struct mynd_told {
	mynd_board_worker *worker;           /* NULL: there is no scoreboard, or no record */
	uint64_t wait_nanoseconds;           /* that the link had waited when its command began */
	uint64_t writes;                     /* that it had made when the last reply ended */
	uint64_t counters[MYND_BOARD_TELLS]; /* told, while the worker tells of another link */
	mynd_slice text;                     /* runs, and stays the caller's; empty: it is not known */
} mynd_told;

void mynd_told_startup(void); /* the scoreboard is open, or not: of the process */
/* A connect begins, in whatever process the link was connected before: the thread takes its record. */
void mynd_told_join(mynd_link *link);
void mynd_told_begin(mynd_link *link); /* its login has succeeded */
/* The link goes. */
void mynd_told_leave(mynd_link *link);
/* The link's counters were set back: what they are now counts as told. */
void mynd_told_set_back(mynd_link *link);
/* A reply has ended: called where there is a worker. Its time is what the link has waited since it began. */
void mynd_told_end(mynd_link *link);
/* The reply to a command that was sent then is read now: its time began there. */
void mynd_told_sent_at(mynd_link *link, int64_t sent_at);
/* What the link has counted otherwise. */
void mynd_told_counters(mynd_link *link);
/* The server has sent an error, the connection was lost, a connect has failed: with the link's error. */
void mynd_told_error(const mynd_link *link, const mynd_error *error) __attribute__((cold));
void mynd_told_loss(const mynd_link *link) __attribute__((cold));
void mynd_told_no_connect(const mynd_link *link) __attribute__((cold));

#endif
