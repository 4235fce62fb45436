/*
 * A link's reports to the scoreboard (metrics.h).
 *
 * The totals of a record are the counts of one link plus a base, so that a reply costs a load, an addition
 * and a store for each counter. When another link of the worker reports, the last counts of the former link
 * are stored in that link, and the base is computed anew for the other link.
 */
#include "internal.h"

#include "SAPI.h"

#include "../wire/digest.h"

/* Error numbers of the server, see class_of(). */
#define LOCK_WAIT_TIMEOUT 1205
#define DEADLOCK          1213

/* Pairs of a counter of the scoreboard and the link's count for it: X(counter, count). */
#define REPORTED(X, counts)                                                                                  \
	X(MYND_BOARD_commands, (counts)->session.commands)                                                       \
	X(MYND_BOARD_rows, (counts)->session.rows_received_text + (counts)->session.rows_received_prepared)      \
	X(MYND_BOARD_bytes_received, (counts)->session.bytes_received)                                           \
	X(MYND_BOARD_bytes_sent, (counts)->session.bytes_sent)                                                   \
	X(MYND_BOARD_waits, (counts)->net.waits)                                                                 \
	X(MYND_BOARD_wait_nanoseconds, (counts)->net.wait_nanoseconds)
#define REPORTED_LATE(X, counts)                                                                             \
	X(MYND_BOARD_rows_dropped, count_dropped(counts))                                                        \
	X(MYND_BOARD_command_buffer_too_small, (counts)->session.command_buffer_too_small)                       \
	X(MYND_BOARD_prepares, (counts)->session.com[MYND_COM_STMT_PREPARE])                                     \
	X(MYND_BOARD_prepared_for_once, (counts)->prepared_never_executed + (counts)->prepared_once_executed)

static uint64_t less(uint64_t from, uint64_t what)
{
	return from > what ? from - what : 0;
}

/*
 * Counts rows that were skipped, or whose store was freed before they were fetched. The latter are the
 * difference of two counts, so each second fetch of the same row hides one row that was never fetched.
 */
static uint64_t count_dropped(const mynd_link_counts *counts)
{
	return counts->rows_skipped_text + counts->rows_skipped_prepared +
	       less(counts->rows_buffered_text, counts->rows_fetched_buffered_text) +
	       less(counts->rows_buffered_prepared, counts->rows_fetched_buffered_prepared);
}

/* Makes `link` the link whose counts are in the worker's totals. Returns as report_counts() does. */
static zend_never_inline bool switch_to(mynd_board_worker *worker, mynd_link *link)
{
	if (mynd_channel_is_foreign(&link->channel) || worker->record == NULL) {
		link->metrics.worker = NULL;
		return false;
	}
	const uint64_t *totals = worker->record->totals.counters;
	for (unsigned i = 0; i < MYND_BOARD_COUNTERS_OF_REPLY; i++) {
		if (worker->of != NULL) {
			worker->of->metrics.counters[i] = totals[i] - worker->base[i];
		}
		worker->base[i] = totals[i] - link->metrics.counters[i];
	}
	worker->of = link;
	return true;
}

static zend_always_inline bool turn_to(mynd_board_worker *worker, mynd_link *link)
{
	return EXPECTED(worker->of == link) || switch_to(worker, link);
}

/* Reports the link's counts. Returns false if this link is not to be reported. */
static zend_always_inline bool report_counts(mynd_board_worker *worker, mynd_link *link)
{
	if (!turn_to(worker, link)) {
		return false;
	}
	const mynd_link_counts *counts = &link->channel.counts;
	uint64_t *restrict totals = worker->record->totals.counters;
	const uint64_t *restrict base = worker->base;
#define MYND_X(counter, value) totals[counter] = base[counter] + (value);
	REPORTED(MYND_X, counts)
#undef MYND_X
	return true;
}

static mynd_metrics_before counted(const mynd_link *link)
{
	const mynd_link_counts *counts = &link->channel.counts;
	return (mynd_metrics_before){counts->session.rows_received_text + counts->session.rows_received_prepared,
	    counts->session.bytes_received, counts->net.wait_nanoseconds};
}

static zend_never_inline void report(mynd_link *link)
{
	mynd_metrics *metrics = &link->metrics;
	mynd_metrics_before now = counted(link);
	const mynd_session *session = link->channel.session;
	const mynd_server *server = session == NULL ? NULL : mynd_session_server(session);
	mynd_replied replied = {
	    .sums = {.ahead = metrics->ahead,
	        .rows = now.rows - metrics->before.rows,
	        .bytes = now.bytes - metrics->before.bytes,
	        .waited = now.waited - metrics->before.waited,
	        .round_trips = !metrics->ahead && metrics->writes != link->channel.counts.net.writes},
	    .connection = server == NULL ? 0 : server->thread_id,
	    .error = metrics->error,
	};
	metrics->before = now;
	metrics->writes = link->channel.counts.net.writes;
	metrics->error = 0;
	metrics->ahead = false;
	if (mynd_link_is_resetting(link) || mynd_channel_is_foreign(&link->channel)) {
		return;
	}
	if (metrics->sample.entry == 0) {
		mynd_report_ask_named(&metrics->sample, "(a command without text)");
		metrics->sample.at -= (int64_t) replied.sums.waited;
	}
	mynd_report_replied(&metrics->sample, &replied);
	metrics->sample.waits = false;
}

void mynd_metrics_end(mynd_link *link)
{
	mynd_metrics *metrics = &link->metrics;
	uint64_t writes = metrics->writes;
	bool ahead = metrics->ahead; /* what was written meanwhile was no command that waits for a reply */
	if (UNEXPECTED(metrics->reports)) {
		report(link);
	}
	if (UNEXPECTED(metrics->worker == NULL) || !report_counts(metrics->worker, link)) {
		return;
	}
	const mynd_net_counts *net = &link->channel.counts.net;
	mynd_board_totals *totals = &metrics->worker->record->totals;
	totals->counters[MYND_BOARD_round_trips] += !ahead && writes != net->writes;
	metrics->writes = net->writes;
	mynd_board_time(totals, net->wait_nanoseconds - metrics->wait_nanoseconds);
	metrics->wait_nanoseconds = net->wait_nanoseconds;
}

/*
 * Reports those counters of the link that have grown since the last report. (A counter may have shrunk if
 * results are read after their connection was released.)
 */
static void report_late(mynd_link *link)
{
#define MYND_X(counter, value)                                                                               \
	if ((value) > link->metrics.counters[counter]) {                                                         \
		mynd_board_add(counter, (value) -link->metrics.counters[counter]);                                   \
		link->metrics.counters[counter] = (value);                                                           \
	}
	REPORTED_LATE(MYND_X, &link->channel.counts)
#undef MYND_X
}

void mynd_metrics_counters(mynd_link *link)
{
	if (link->metrics.worker != NULL && report_counts(link->metrics.worker, link)) {
		report_late(link);
	}
}

void mynd_metrics_sample_text(mynd_link *link, mynd_slice text, bool asks)
{
	link->metrics.text = text;
	if (link->metrics.reports) {
		mynd_report_ask(&link->metrics.sample, text, asks);
	}
}

void mynd_metrics_sent_at(mynd_link *link, int64_t sent_at, mynd_report_sample *sample)
{
	mynd_report_sample_forget(&link->metrics.sample);
	link->metrics.sample = *sample;
	*sample = (mynd_report_sample){0};
	int64_t since = sent_at == 0 ? 0 : mynd_board_now() - sent_at;
	link->metrics.wait_nanoseconds = link->channel.counts.net.wait_nanoseconds - (uint64_t) since;
}

/* --- the link's life --- */

void mynd_metrics_rebase(mynd_link *link)
{
	mynd_metrics *metrics = &link->metrics;
	if (metrics->worker != NULL && metrics->worker->of == link) {
		metrics->worker->of = NULL;
	}
#define MYND_X(counter, value) metrics->counters[counter] = (value);
	REPORTED(MYND_X, &link->channel.counts)
	REPORTED_LATE(MYND_X, &link->channel.counts)
#undef MYND_X
	metrics->wait_nanoseconds = link->channel.counts.net.wait_nanoseconds;
	metrics->writes = link->channel.counts.net.writes;
	metrics->before = counted(link);
}

void mynd_metrics_close(mynd_link *link)
{
	if (link->metrics.sample.waits) {
		report(link); /* the connection's last reply was not read to its end */
	}
}

void mynd_metrics_free(mynd_link *link)
{
	mynd_metrics_counters(link);
	if (link->metrics.worker != NULL && link->metrics.worker->of == link) {
		link->metrics.worker->of = NULL;
	}
	link->metrics.worker = NULL;
	link->metrics.on = link->metrics.reports = false;
	mynd_report_sample_forget(&link->metrics.sample);
	mynd_metrics_forget_text(link);
}

void mynd_metrics_join(mynd_link *link, bool connects)
{
	if (mynd_board_is_open()) {
		mynd_board_join();
	}
	if (mynd_board_is_open() || mynd_report_is_on()) {
		mynd_metrics_free(link);
		mynd_metrics_rebase(link);
	}
	if (connects) {
		mynd_report_ask_named(&link->metrics.sample, "(connect)");
	}
}

void mynd_metrics_begin(mynd_link *link)
{
	mynd_metrics *metrics = &link->metrics;
	metrics->worker = mynd_board_joined();
	metrics->reports = mynd_report_is_on();
	metrics->on = metrics->worker != NULL || metrics->reports;
	if (metrics->sample.entry != 0) {
		report(link);
	}
	metrics->before = counted(link);
	metrics->wait_nanoseconds = link->channel.counts.net.wait_nanoseconds;
	metrics->writes = link->channel.counts.net.writes;
}

void mynd_metrics_safety(mynd_link *link, bool verified)
{
	const mynd_net *net = link->channel.net;
	if (link->metrics.worker == NULL || mynd_net_is_local(net)) {
		return;
	}
	if (!mynd_net_is_tls(net)) {
		mynd_board_count(MYND_BOARD_connects_in_clear);
	} else if (!verified) {
		mynd_board_count(MYND_BOARD_connects_unverified);
	}
}

/* --- errors --- */

static mynd_board_error class_of(unsigned code)
{
	switch (code) {
	case LOCK_WAIT_TIMEOUT:
	case DEADLOCK:
	case 3572: /* NOWAIT */
		return MYND_BOARD_ERROR_lock;
	case 1064:
	case 1149:
		return MYND_BOARD_ERROR_syntax;
	case 1048: /* a column that cannot be NULL */
	case 1062: /* a duplicate key, in three forms */
	case 1169:
	case 1586:
	case 1216: /* foreign keys */
	case 1217:
	case 1451:
	case 1452:
	case 3819: /* a check, of MySQL and of MariaDB */
	case 4025:
		return MYND_BOARD_ERROR_constraint;
	case 1317: /* a command that was killed, and two time limits of the server */
	case 1969:
	case 3024:
		return MYND_BOARD_ERROR_timed_out;
	case 1040: /* too many connections: of all users, of this user */
	case 1203:
	case 1226:
	case 1044: /* refusals: of a database, a password, a host */
	case 1045:
	case 1129:
	case 1130:
	case 1698:
		return MYND_BOARD_ERROR_refused;
	default:
		return MYND_BOARD_ERROR_other;
	}
}

/* Returns true if an error counts as the program's: it does not if the driver is resetting the session. */
static bool is_of_program(const mynd_link *link)
{
	return link->metrics.worker != NULL && !mynd_link_is_resetting(link) &&
	       !mynd_channel_is_foreign(&link->channel);
}

void mynd_metrics_error(mynd_link *link, const mynd_error *error)
{
	link->metrics.error = error->code;
	if (is_of_program(link) && link->login != NULL) {
		mynd_board_count_error(class_of(error->code));
	}
	if (UNEXPECTED(link->role.node != NULL)) {
		link->role.node->on_failure(link, error);
	}
}

/* Reports a command that has failed without a reply. */
static void report_failure(mynd_link *link)
{
	if (link->metrics.sample.entry != 0) {
		link->metrics.error = link->channel.error.code;
		report(link);
		mynd_report_sample_forget(&link->metrics.sample);
	}
}

void mynd_metrics_loss(mynd_link *link)
{
	report_failure(link);
	if (is_of_program(link) && link->login != NULL) {
		bool in_time = link->channel.error.cause != MYND_CAUSE_TIMED_OUT;
		mynd_board_count_error(in_time ? MYND_BOARD_ERROR_lost : MYND_BOARD_ERROR_timed_out);
	}
}

void mynd_metrics_no_connect(mynd_link *link)
{
	report_failure(link);
	mynd_cause cause = link->channel.error.cause;
	if (mynd_board_joined() != NULL) {
		mynd_board_count(MYND_BOARD_connects_failed);
		mynd_board_count_error(cause == MYND_CAUSE_SERVER      ? MYND_BOARD_ERROR_refused
		                       : cause == MYND_CAUSE_TIMED_OUT ? MYND_BOARD_ERROR_timed_out
		                                                       : MYND_BOARD_ERROR_unreachable);
	}
}

/* --- the running command --- */

static mynd_board_doing doing_of(const mynd_link *link)
{
	if (link->metrics.worker == NULL || link->channel.session == NULL) {
		return MYND_BOARD_CONNECT;
	}
	return mynd_session_phase(link->channel.session) == MYND_PHASE_READING ? MYND_BOARD_ROWS
	                                                                       : MYND_BOARD_REPLY;
}

/* False between requests: the SAPI's strings may be freed then, but the end of the process can still wait. */
static __thread bool in_request;

void mynd_metrics_begin_request(void)
{
	in_request = true;
}

void mynd_metrics_end_request(void)
{
	in_request = false;
}

/* Called when a wait of a link has lasted for MYND_NET_LONG (`begins`), and when that wait has ended. */
static void on_long_wait(const mynd_net_counts *counts, bool begins)
{
	const mynd_link *link =
	    (const mynd_link *) ((const char *) counts - offsetof(mynd_link, channel.counts.net));
	if (!begins) {
		mynd_board_run_nothing();
	} else if (mynd_board_joined() != NULL) {
		char digest[MYND_BOARD_DIGEST];
		size_t len = mynd_sql_digest(link->metrics.text, digest, sizeof digest);
		const char *script = in_request ? SG(request_info).path_translated : NULL;
		mynd_board_run(doing_of(link), mynd_board_now() - MYND_NET_LONG, digest, len, script);
	}
}

void mynd_metrics_startup(void)
{
	mynd_net_watch_waits(mynd_board_is_open() ? on_long_wait : NULL);
}
