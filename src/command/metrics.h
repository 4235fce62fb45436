/*
 * Reports of a link to the scoreboard (src/board/) and to the request's report (report.h): its counters, the
 * time that each reply took, and errors.
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
	bool on, reports; /* `on`: there is a scoreboard or a report; `reports`: there is a report */
	bool ahead;       /* the reply that is being read is to a command that was sent ahead */
	unsigned error;   /* number of the server's error in the reply that is being read; 0: none */
	mynd_report_sample sample;
	mynd_metrics_before before;
	/* this worker's record; NULL: there is no scoreboard, or no record for this worker */
	mynd_board_worker *worker;
	uint64_t wait_nanoseconds; /* the link's waits up to the begin of the current command */
	uint64_t writes;           /* the link's writes up to the end of the last reply */
	/*
	 * The counts that were reported last. The first MYND_BOARD_COUNTERS_OF_REPLY of them are valid only while
	 * the worker's record contains the counts of another link.
	 */
	uint64_t counters[MYND_BOARD_COUNTERS_OF_LINK];
	mynd_slice text; /* the running query, in the caller's memory; empty: unknown */
} mynd_metrics;

void mynd_metrics_startup(void); /* called once the process has opened the scoreboard, or has none */
void mynd_metrics_begin_request(void);
/* called when a request ends: the SAPI's request information is not read any more */
void mynd_metrics_end_request(void);
/*
 * Called when a connection begins: the thread takes its record in the scoreboard, and the link's metrics
 * start anew, because the link may have been connected in another process before. `connects` is false if the
 * link takes over a connection of another process.
 */
void mynd_metrics_join(mynd_link *link, bool connects);
void mynd_metrics_begin(mynd_link *link);                 /* called when the login has succeeded */
void mynd_metrics_safety(mynd_link *link, bool verified); /* counts connections without verified TLS */
void mynd_metrics_close(mynd_link *link);                 /* called when the connection ends */
void mynd_metrics_free(mynd_link *link);
/* Treats the current values of the link's counters as reported, because the counters were set back. */
void mynd_metrics_rebase(mynd_link *link);
/*
 * Called when a reply has ended, if `on`. The time that the link has waited since the command began counts as
 * the reply's time.
 */
void mynd_metrics_end(mynd_link *link);
/*
 * Called when the reply to a queued command is read: the reply's time began at `sent_at`. Moves `sample` into
 * the link.
 */
void mynd_metrics_sent_at(mynd_link *link, int64_t sent_at, mynd_report_sample *sample);
/* The slow path of mynd_metrics_text(), where there is a scoreboard or a report. */
void mynd_metrics_sample_text(mynd_link *link, mynd_slice text, bool asks) __attribute__((cold, noinline));
/* Reports all counters of the link, also those that change without a reply. */
void mynd_metrics_counters(mynd_link *link);
/* Called when the server has sent this error; the connection was lost; a connect has failed. */
void mynd_metrics_error(mynd_link *link, const mynd_error *error) __attribute__((cold));
void mynd_metrics_loss(mynd_link *link) __attribute__((cold));
void mynd_metrics_no_connect(mynd_link *link) __attribute__((cold));

#endif
