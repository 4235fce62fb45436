/*
 * What a link reports to the scoreboard (src/board/) and to the request's report (report.h): its counters,
 * how long each reply took, and what went wrong.
 *
 * Always true: nothing is reported of a connection that was made in another process. Where there is neither a
 * scoreboard nor a report, `on` is false, and each of these functions costs one comparison.
 */
#ifndef MYND_COMMAND_METRICS_H
#define MYND_COMMAND_METRICS_H

#include "link.h"
#include "report.h"
#include "../board/board.h"

/* The link's counts at the end of its last reply. */
typedef struct mynd_metrics_before {
	uint64_t rows, bytes, waited;
} mynd_metrics_before;

typedef struct mynd_metrics {
	bool on, reports; /* there is a scoreboard or a report; there is a report */
	unsigned error;   /* the server's, to the command whose reply is read; 0: none */
	mynd_report_sample sample;
	mynd_metrics_before before;
	mynd_board_worker *worker; /* NULL: there is no scoreboard, or no record in it */
	uint64_t wait_nanoseconds; /* the link's waits up to the begin of the current command */
	uint64_t writes;           /* the link's writes up to the end of the last reply */
	/*
	 * The counts that were reported last. Those before MYND_BOARD_TELLS are valid while the worker's record
	 * shows another link.
	 */
	uint64_t counters[MYND_BOARD_TELLS_OF_LINK];
	mynd_slice text; /* the running query; the caller's memory; empty: it is not known */
} mynd_metrics;

void mynd_metrics_startup(void); /* of the process: the scoreboard was opened, or is off */
void mynd_metrics_begin_request(void);
void mynd_metrics_end_request(void); /* the SAPI's request information is not read any more */
/*
 * A connection begins: the thread takes its record, whatever process the link was connected in before.
 * `connects` is false if the link takes over a connection of another process.
 */
void mynd_metrics_join(mynd_link *link, bool connects);
void mynd_metrics_begin(mynd_link *link);                 /* its login has succeeded */
void mynd_metrics_safety(mynd_link *link, bool verified); /* its server's certificate was verified, or not */
void mynd_metrics_close(mynd_link *link);                 /* its connection ends */
void mynd_metrics_free(mynd_link *link);
/* The link's counters were set back: their current values count as reported. */
void mynd_metrics_rebase(mynd_link *link);
/*
 * A reply has ended; called where there is a worker. The reply took as long as the link has waited since its
 * command began.
 */
void mynd_metrics_end(mynd_link *link);
/*
 * The reply to a command that was sent at that time is read now, and its time began there. Moves `sample`
 * into the link.
 */
void mynd_metrics_sent_at(mynd_link *link, int64_t sent_at, mynd_report_sample *sample);
/* The slow path of mynd_metrics_text(), where there is a report: a query is sent, and its reply awaited. */
void mynd_metrics_sample_text(mynd_link *link, mynd_slice text, bool asks) __attribute__((cold, noinline));
/* Reports the link's other counters, and those that change without a reply. */
void mynd_metrics_counters(mynd_link *link);
/* The server has sent this error; the connection was lost; a connect has failed (the link has the error). */
void mynd_metrics_error(mynd_link *link, const mynd_error *error) __attribute__((cold));
void mynd_metrics_loss(mynd_link *link) __attribute__((cold));
void mynd_metrics_no_connect(mynd_link *link) __attribute__((cold));

#endif
