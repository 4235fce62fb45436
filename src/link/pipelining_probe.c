/*
 * Tests whether a server's address answers several commands of one write correctly (mynd.pipelining = auto).
 *
 * The trial: up to 64 statements in one write of up to 256 KiB, short ones and long ones, each of which asks
 * for a value that no other one has. If all of them are answered, each with its own value, the verdict is
 * yes, and that many commands and bytes may be under way at once (MYND_PIPELINING_COMMANDS, _BYTES). If a
 * statement gets the answer of another one, the verdict is no, for this address in this process. After a lost
 * connection, an error, or no answer in time, the next trial is the last: if it fails, too, the verdict is
 * no. Neither the server that was asked nor the reason is stored.
 *
 * The occasions, and the connection that is used:
 * - The program queues a command while a reply is due (a pipeline, asynchronous queries, bulk executes), and
 *   there is no verdict: over a separate connection with the same login, because the program's connection has
 *   session state, and replies under way. The trial costs a connect and a round trip, once in a process.
 *   Where no such connection can be opened, commands are sent one at a time for now.
 * - mynd.round_trips = fewer, and the process has had sixteen prepares that could have been sent with their
 *   execute: over a separate connection, too, because the worker of a job queue may not close its connection
 *   for hours.
 * - An ordinary connection is closed that could have used pipelining (for a prepare that could have been sent
 *   with its execute): over that connection, whose loss does no harm then. At the end of a worker's request
 *   it stays open a little longer for the trial.
 * - A persistent connection is handed back, and its reset is several commands: over that connection, before
 *   the reset; if the trial fails the connection is closed.
 *
 * A program that writes one command at a time causes no trial.
 *
 * A unix socket is no proof of a server: proxies listen on them, too, so they are tried like all other
 * addresses. No trial can detect a proxy that mixes answers up only sometimes, or only those of writes.
 *
 * Always true: no program's reply is read here, and a connection that has failed the trial runs nothing more.
 */
#include "internal.h"

#include <errno.h>

#include "SAPI.h"

#include "spare.h"
#include "../net/wait.h"

#define PROBE_SECONDS 0.25
#define ASK_SECONDS   2.0
#define PAUSE_SECONDS 10 /* seconds before another try, after a separate connection could not be opened */

/* --- the trial --- */

/*
 * Lengths of the statements' padding: the first SHORT_ONES are short, so that many of them are in one piece
 * of what is written; the others have these lengths in turn, so that a piece ends within a statement.
 */
static const unsigned lengths[] = {16384, 300, 30000, 1400, 12000, 4000};

#define SHORT_ONES 40
#define SHORT_MOST 24
#define LENGTHS    (sizeof lengths / sizeof *lengths)
#define LONGEST    30000
#define BESIDES    64 /* more than a statement has besides its padding */

_Static_assert(
    (MYND_PIPELINING_COMMANDS - SHORT_ONES) / LENGTHS * (16384 + 300 + 30000 + 1400 + 12000 + 4000) +
            SHORT_ONES * SHORT_MOST + MYND_PIPELINING_COMMANDS * BESIDES <=
        MYND_PIPELINING_BYTES,
    "all of them fit the window");

static unsigned length_of(unsigned i)
{
	return i < SHORT_ONES ? i % SHORT_MOST : lengths[(i - SHORT_ONES) % LENGTHS];
}

/* Returns a value that differs from statement to statement, and from one trial to another. */
static uint64_t value_of(uint64_t first, unsigned i)
{
	return first + (uint64_t) i * 7919;
}

static int queue_statement(mynd_link *link, char *text, uint64_t value, unsigned length)
{
	mynd_error ignored;
	size_t len = (size_t) sprintf(text, "SELECT %" PRIu64 " AS v,LENGTH('", value);
	memset(text + len, 'x', length);
	len += length;
	len += (size_t) sprintf(text + len, "') AS l");
	mynd_slice sql = {(const uint8_t *) text, len};
	mynd_command command = mynd_command_text(MYND_COM_QUERY, sql);
	return mynd_session_send(link->channel.session, &command, &ignored);
}

static int queue_statements(mynd_link *link, uint64_t first)
{
	char *text = malloc(LONGEST + BESIDES);
	int rc = text == NULL ? MYND_BAD : MYND_OK;
	for (unsigned i = 0; rc == MYND_OK && i < MYND_PIPELINING_COMMANDS; i++) {
		rc = queue_statement(link, text, value_of(first, i), length_of(i));
	}
	free(text);
	return rc;
}

static bool has_value(const mynd_row *row, uint64_t value)
{
	char expected[24];
	mynd_cell cell;
	size_t len = (size_t) snprintf(expected, sizeof expected, "%" PRIu64, value);
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	return mynd_cell_next(&c, row->has_large, &cell) == MYND_OK && cell.ptr != NULL && cell.len == len &&
	       memcmp(cell.ptr, expected, len) == 0;
}

static mynd_trial read_answer(mynd_link *link, uint64_t value)
{
	mynd_event event;
	unsigned right = 0, wrong = 0;
	do {
		if (mynd_channel_pump(&link->channel, &event) != MYND_OK || event.kind == MYND_EVENT_ERROR ||
		    event.kind == MYND_EVENT_INFILE) {
			return MYND_TRIAL_LOST;
		}
		if (event.kind == MYND_EVENT_ROW) {
			bool is_right = has_value(&event.row, value);
			right += is_right;
			wrong += !is_right;
		}
	} while (!event.last);
	return right == 1 && wrong == 0 ? MYND_TRIAL_RIGHT : MYND_TRIAL_WRONG;
}

/* Makes the trial on an idle link without a user. If it fails, the link must not be used any more. */
static mynd_trial try_on(mynd_link *link)
{
	uint64_t first = (uint64_t) mynd_now() & 0xFFFFFFFFFFFF;
	mynd_trial outcome = MYND_TRIAL_RIGHT;
	mynd_pipelining_open(link);
	if (queue_statements(link, first) != MYND_OK || mynd_channel_flush(&link->channel) != MYND_OK) {
		return MYND_TRIAL_LOST;
	}
	for (unsigned i = 0; outcome == MYND_TRIAL_RIGHT && i < MYND_PIPELINING_COMMANDS; i++) {
		outcome = read_answer(link, value_of(first, i));
	}
	return outcome;
}

/* --- a link that is about to be closed, or handed back --- */

bool mynd_serves_requests(void)
{
	static const char *const alone[] = {"cli", "phpdbg", "embed"};
	for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
		if (strcmp(sapi_module.name, alone[i]) == 0) {
			return false;
		}
	}
	return true;
}

bool mynd_is_last_request(void)
{
	return (EG(flags) & EG_FLAGS_IN_SHUTDOWN) && !mynd_serves_requests();
}

static bool look_whether_worth_it(mynd_link *link)
{
	return link->channel.session != NULL && !mynd_channel_is_filtered(&link->channel) &&
	       mynd_pipelining_is_unknown(link) && mynd_pipelining_may_be_useful(link) &&
	       mynd_link_is_idle(link) && !mynd_channel_is_foreign(&link->channel) &&
	       mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE &&
	       !mynd_net_look_for_end(link->channel.net);
}

static void lose(mynd_link *link, int sys_errno)
{
	mynd_error gone;
	if (link->channel.session != NULL && mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD) {
		mynd_error_client(&gone, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		gone.sys_errno = sys_errno;
		mynd_channel_lose(&link->channel, &gone);
	}
}

/*
 * Makes the trial on a link, and restores the errors and counters of the link that the program can read,
 * except for the counters of the network.
 */
static bool learn(mynd_link *link)
{
	mynd_error last_failure = link->channel.last_failure;
	mynd_link_counts counts = link->channel.counts;
	mynd_channel_limit_login(&link->channel, mynd_deadline_in(PROBE_SECONDS));
	mynd_trial outcome = mynd_link_begin(link, false) == MYND_OK ? try_on(link) : MYND_TRIAL_NONE;
	mynd_pipelining_tried(link, outcome);
	if (outcome != MYND_TRIAL_RIGHT) { /* replies that are still due have no reader */
		lose(link, 0);
	}
	mynd_channel_limit_login(&link->channel, MYND_NO_DEADLINE);
	counts.net = link->channel.counts.net;
	link->channel.counts = counts;
	mynd_metrics_rebase(link);
	mynd_channel_note_failure(&link->channel, &last_failure);
	mynd_error_clear(&link->channel.error);
	return outcome == MYND_TRIAL_RIGHT;
}

void mynd_link_probe(mynd_link *link)
{
	if (!link->persistent && look_whether_worth_it(link)) {
		learn(link);
	}
}

/* In a process' last request no trial is made: nobody would use its verdict. */
bool mynd_link_probe_before_reset(mynd_link *link)
{
	if (!mynd_wait_blocks() || mynd_is_last_request() || !look_whether_worth_it(link)) {
		return true;
	}
	mynd_wait_begin_alone();
	bool is_right = learn(link);
	mynd_wait_end_alone();
	return is_right;
}

void mynd_link_probe_parked(mynd_link *link)
{
	if (link->parked) {
		link->parked = false;
		mynd_link_probe(link);
	}
}

void mynd_link_probe_later(mynd_link *link)
{
	/* the verdict helps later requests of this process, if there are any */
	if ((EG(flags) & EG_FLAGS_IN_SHUTDOWN) && !link->parked && !link->persistent && mynd_serves_requests() &&
	    look_whether_worth_it(link)) {
		link->parked = true;
		mynd_link_addref(link);
	}
}

/* --- a connection of the trial's own --- */

ZEND_TLS uint64_t had_none;       /* the last address for which no connection could be opened */
ZEND_TLS int64_t had_none_before; /* time before which the address `had_none` is not tried again */

static bool may_have_one(const mynd_link *link)
{
	return link->login != NULL && link->channel.net != NULL && !link->is_spare && !link->channel.in_call &&
	       !mynd_channel_is_foreign(&link->channel) && !mynd_channels_are_filtered() && !EG(exception) &&
	       (link->address != had_none || mynd_now() >= had_none_before);
}

/* Makes the trial over a connection that is not the program's: only its bytes are counted. */
static mynd_trial try_over(mynd_link *link, mynd_spare *s)
{
	mynd_deadline end = mynd_deadline_in(ASK_SECONDS);
	mynd_trial outcome = MYND_TRIAL_NONE;
	if (mynd_spare_connect(s, end) == MYND_OK && s->link->address == link->address) {
		mynd_channel_limit_login(&s->link->channel, end);
		outcome = try_on(s->link);
		mynd_channel_limit_login(&s->link->channel, MYND_NO_DEADLINE);
	}
	if (outcome == MYND_TRIAL_NONE) {
		had_none = link->address;
		had_none_before = mynd_now() + PAUSE_SECONDS * MYND_SECOND;
	}
	mynd_link_counts none = {.net = s->link->channel.counts.net};
	s->link->channel.counts = none;
	return outcome;
}

/* Makes the trial over another connection. The link is held, and no other call may use it meanwhile. */
static void try_aside(mynd_link *link)
{
	mynd_spare *s = mynd_spare_once(link);
	mynd_link_addref(link);
	mynd_channel_enter(&link->channel);
	mynd_pipelining_tried(link, try_over(link, s));
	mynd_channel_leave(&link->channel);
	mynd_spare_end(s);
	mynd_channel_check_closed(&link->channel);
	if (EG(exception)) { /* an exception after a wait closes the link */
		lose(link, ECANCELED);
	}
	mynd_link_release(link);
}

void mynd_link_probe_in_use(mynd_link *link)
{
	if (UNEXPECTED(mynd_pipelining_begins_trial(link)) && may_have_one(link)) {
		try_aside(link);
	}
}

void mynd_link_write_several(mynd_link *link)
{
	if (link->channel.session == NULL || mynd_session_pending(link->channel.session) == 0 ||
	    mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		return;
	}
	if (UNEXPECTED(mynd_pipelining_is_unknown(link)) && may_have_one(link)) {
		try_aside(link);
	}
	if (link->channel.session != NULL && mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD) {
		mynd_pipelining_is_borne(link);
	}
}
