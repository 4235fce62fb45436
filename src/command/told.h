/*
 * What a link tells the scoreboard (src/board/) and the request's report (report.h): its counters, how long
 * each reply took, and what went wrong.
 *
 * Always true: nothing is told of a connection that was made in another process. Where there is neither `on`
 * is false, and each of these costs one comparison.
 */
#ifndef MYND_COMMAND_TOLD_H
#define MYND_COMMAND_TOLD_H

#include "link.h"
#include "report.h"
#include "../board/board.h"

/* What the link had counted when the last reply ended. */
typedef struct mynd_told_before {
	uint64_t rows, bytes, waited;
} mynd_told_before;

typedef struct mynd_told {
	bool on, reports; /* somebody is told; the report is */
	unsigned error;   /* of the server, to the command whose reply is read; 0: none */
	mynd_asked asked;
	mynd_told_before before;
	mynd_board_worker *worker; /* NULL: there is no scoreboard, or no record */
	uint64_t wait_nanoseconds; /* that the link had waited when its command began */
	uint64_t writes;           /* that it had made when the last reply ended */
	/* Told; those before MYND_BOARD_TELLS: while the worker tells of another link. */
	uint64_t counters[MYND_BOARD_TELLS_OF_LINK];
	mynd_slice text; /* runs, and stays the caller's; empty: it is not known */
} mynd_told;

void mynd_told_startup(void); /* the scoreboard is open, or not: of the process */
void mynd_told_begin_request(void);
void mynd_told_end_request(void); /* what the SAPI says of it is not read any more */
/*
 * A connection begins, in whatever process the link was connected before: the thread takes its record. It
 * `connects`, or takes over what another process has connected.
 */
void mynd_told_join(mynd_link *link, bool connects);
void mynd_told_begin(mynd_link *link);                 /* its login has succeeded */
void mynd_told_safety(mynd_link *link, bool verified); /* with whom that was, was looked at */
void mynd_told_closes(mynd_link *link);                /* the connection ends */
/* The link goes. */
void mynd_told_leave(mynd_link *link);
/* The link's counters were set back: what they are now counts as told. */
void mynd_told_set_back(mynd_link *link);
/* A reply has ended: called where there is a worker. Its time is what the link has waited since it began. */
void mynd_told_end(mynd_link *link);
/* The reply to a command that was sent then is read now: its time began there. Takes `asked` over. */
void mynd_told_sent_at(mynd_link *link, int64_t sent_at, mynd_asked *asked);
/* A text is about to be sent, whose reply is waited for; see mynd_told_text(). Where the report is told. */
void mynd_told_asks(mynd_link *link, mynd_slice text, bool asks) __attribute__((cold, noinline));
/* What the link has counted otherwise; with what is told at no reply's end. */
void mynd_told_counters(mynd_link *link);
/* The server has sent an error, the connection was lost, a connect has failed: with the link's error. */
void mynd_told_error(mynd_link *link, const mynd_error *error) __attribute__((cold));
void mynd_told_loss(mynd_link *link) __attribute__((cold));
void mynd_told_no_connect(mynd_link *link) __attribute__((cold));

#endif
