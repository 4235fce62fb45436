/*
 * Opens and closes the logs of channels: of all channels if mynd.wire_log names a folder, and of a single
 * channel if the program asks for its log (Mynd\wire_log).
 *
 * Always true: a forked process writes into no log of its parent. A log in the folder stays open while its
 * connection is in a pool; a log that a program asked for is closed.
 */
#include "internal.h"
#include "wire_log.h"

#include <errno.h>
#include <stdatomic.h>
#include <unistd.h>

#include "../wirelog/wirelog.h"

#define MOST_TRIES 1000 /* file names to try: earlier processes with the same pid may have left files */

/* Numbers of the client's own errors; a server can send the same numbers. */
#define CLIENT_ERRORS     2000
#define CLIENT_ERRORS_END 3000

static const char *folder; /* set while PHP starts */
static uint64_t most_bytes;
static atomic_uint last_number;

void mynd_channels_log_wires(const char *into, uint64_t most)
{
	folder = into;
	most_bytes = most;
}

/* --- a log that cannot be written --- */

/*
 * State of the first log of the process that could not be written. The failure is reported later, at a moment
 * when it does no harm if PHP's allocator ends the request.
 */
enum { ALL_WRITTEN, NOTING, NOTED, REPORTED };
static struct {
	atomic_int state; /* a value of the enum above */
	char path[MAXPATHLEN];
	int why;
} unwritten;

static void note_unwritten(const char *path, int why)
{
	int state = ALL_WRITTEN;
	if (atomic_compare_exchange_strong(&unwritten.state, &state, NOTING)) {
		snprintf(unwritten.path, sizeof unwritten.path, "%s", path);
		unwritten.why = why;
		atomic_store(&unwritten.state, NOTED);
	}
}

void mynd_channels_tell_unwritten(void)
{
	int state = NOTED;
	if (EXPECTED(atomic_load(&unwritten.state) != NOTED) ||
	    !atomic_compare_exchange_strong(&unwritten.state, &state, REPORTED)) {
		return;
	}
	char message[MAXPATHLEN + 128];
	snprintf(message, sizeof message, "mynd: the wire log \"%s\" cannot be written: %s", unwritten.path,
	    strerror(unwritten.why));
	php_log_err(message);
}

/* --- a log for each channel --- */

static mynd_wirelog *open_in_folder(void)
{
	char path[MAXPATHLEN];
	for (int tries = 0; tries < MOST_TRIES; tries++) {
		int len = snprintf(
		    path, sizeof path, "%s/%d-%u.log", folder, (int) getpid(), atomic_fetch_add(&last_number, 1) + 1);
		if (len < 0 || (size_t) len >= sizeof path) {
			errno = ENAMETOOLONG;
			return NULL;
		}
		mynd_wirelog *log = mynd_wirelog_to_file(path, true, most_bytes, note_unwritten);
		if (log != NULL || errno != EEXIST) {
			return log;
		}
	}
	return NULL;
}

static void tell_once(int why)
{
	static atomic_bool reported;
	char message[MAXPATHLEN + 128];
	if (!atomic_exchange(&reported, true)) {
		snprintf(
		    message, sizeof message, "mynd.wire_log = \"%s\" cannot be written: %s", folder, strerror(why));
		php_log_err(message);
	}
}

static void open_log_of_all(mynd_channel *c)
{
	if (folder == NULL) {
		return;
	}
	c->wire_log = open_in_folder();
	if (c->wire_log == NULL) {
		tell_once(errno);
	}
}

void mynd_channel_open_log(mynd_channel *c)
{
	mynd_channels_tell_unwritten();
	if (c->wire_log != NULL) { /* the log of the connection that this one replaces */
		mynd_wirelog_begin_again(c->wire_log);
	} else {
		open_log_of_all(c);
	}
}

void mynd_channel_join_log(mynd_channel *c)
{
	if (c->wire_log != NULL) {
		mynd_wirelog_join(
		    c->wire_log, mynd_session_server(c->session)->negotiated, mynd_session_pending(c->session));
	}
}

void mynd_channel_close_log(mynd_channel *c)
{
	if (c->wire_log != NULL) {
		mynd_wirelog_free(c->wire_log, mynd_channel_is_foreign(c));
		c->wire_log = NULL;
		c->wire_log_of_program = false;
	}
}

/* Returns true if the next byte in each direction is the first of a packet. */
static bool is_between_packets(const mynd_channel *c)
{
	mynd_phase phase = mynd_session_phase(c->session);
	return (phase == MYND_PHASE_IDLE || phase == MYND_PHASE_WAITING) &&
	       !mynd_session_has_unread(c->session) && mynd_session_output(c->session).len == 0;
}

int mynd_channel_log_wire(mynd_channel *c, const char *file, uint64_t most)
{
	mynd_channels_tell_unwritten();
	if (file == NULL) {
		mynd_channel_end_program_log(c);
		return MYND_OK;
	}
	if (!is_between_packets(c)) {
		errno = EBUSY;
		return MYND_BAD;
	}
	mynd_wirelog *log = mynd_wirelog_to_file(file, false, most, note_unwritten);
	if (log == NULL) {
		return MYND_BAD;
	}
	mynd_channel_close_log(c);
	c->wire_log = log;
	c->wire_log_of_program = true;
	mynd_channel_join_log(c);
	return MYND_OK;
}

void mynd_channel_end_program_log(mynd_channel *c)
{
	if (!c->wire_log_of_program) {
		return;
	}
	mynd_channel_close_log(c);
	if (is_between_packets(c)) {
		open_log_of_all(c);
		mynd_channel_join_log(c);
	}
}

void mynd_channel_keep_log(mynd_channel *c, void (*close)(mynd_channel *channel, bool abandon))
{
	if (mynd_channel_is_foreign(c)) {
		mynd_channel_close_log(c);
	}
	struct mynd_wirelog *log = c->wire_log;
	bool of_program = c->wire_log_of_program;
	c->wire_log = NULL;
	close(c, false);
	c->wire_log = log;
	c->wire_log_of_program = of_program;
}

/* Writes only texts of the client's own errors: a server's message may repeat parts of the query. */
void mynd_channel_tell_failure(const mynd_channel *c)
{
	char text[MYND_MESSAGE_SIZE + 128];
	const mynd_error *why = &c->last_failure;
	if (mynd_channel_is_foreign(c)) {
		return;
	}
	bool is_of_client =
	    why->cause != MYND_CAUSE_SERVER && why->code >= CLIENT_ERRORS && why->code < CLIENT_ERRORS_END;
	snprintf(text, sizeof text, "failure: error %u%s%s, after %llu bytes from the server", why->code,
	    is_of_client ? ", " : "", is_of_client ? why->message : "", (unsigned long long) why->offset);
	mynd_wirelog_note(c->wire_log, text);
}

void mynd_channel_log_said(const mynd_channel *c, mynd_slice bytes)
{
	mynd_wirelog_said(c->wire_log, bytes);
}

void mynd_channel_log_compression(const mynd_channel *c)
{
	mynd_wirelog_drop_heard(c->wire_log);
}

void mynd_channel_log_heard(const mynd_channel *c, mynd_slice bytes)
{
	mynd_wirelog_heard(c->wire_log, bytes);
}
