/*
 * Sends a read before the program asks for it, and reads its reply (mynd.prefetch).
 *
 * The server gives a read up after MYND_READ_AHEAD_LONGEST_MS, and, on MariaDB, where it would wait for a
 * lock. A read of a prepared statement is sent as a statement of the driver's own, with the limits in its
 * text: prepare and execute in one write, under the id that the server will give it. The program's statement
 * gets the reply to the execute; if its prepare was deferred, it remains so. Only where prepares are deferred
 * (mynd.round_trips = fewer), and not yet on MySQL, which uses up ids by itself.
 *
 * Always true: a statement of the driver's own is closed under the id that its prepare has returned, and only
 * in the session that has returned it. The reply to an execute that has named another id is not used; such an
 * execute may have run another read of the same write, the program's for example, whose types of parameters
 * are then sent again.
 * Not here: which reads are sent, and when their replies are used (prefetch.c).
 */
#include "internal.h"

#include "../statement/predicted_ids.h"

#define TOO_MANY_QUERIES 1226 /* MAX_QUERIES_PER_HOUR, ER_USER_LIMIT_REACHED */

static mynd_slice text_of(const mynd_known_query *q)
{
	return (mynd_slice){(const uint8_t *) q->text, q->len};
}

/* --- sending --- */

static int queue(mynd_link *link, mynd_command command, uint32_t owner, unsigned *count)
{
	command.owner = owner;
	if (mynd_session_send(link->channel.session, &command, &link->channel.error) != MYND_OK) {
		return MYND_BAD;
	}
	++*count;
	mynd_replayable_count(link->replayable);
	if (command.com != MYND_COM_STMT_EXECUTE) {
		mynd_traces_note_own(link);
	}
	return MYND_OK;
}

/*
 * Queues the query with this text: by itself, or as a statement that will get this id, with its values. If
 * that fails, *count is the number of commands that were queued nevertheless.
 */
static int queue_as(
    mynd_link *link, const mynd_known_query *q, mynd_slice text, uint32_t id, uint32_t owner, unsigned *count)
{
	*count = 0;
	if (!q->is_prepared) {
		return queue(link, mynd_command_text(MYND_COM_QUERY, text), owner, count);
	}
	mynd_command execute =
	    mynd_command_execute(id, MYND_CURSOR_NONE, q->parameters, q->parameter_count, true);
	return queue(link, mynd_command_text(MYND_COM_STMT_PREPARE, text), owner, count) == MYND_OK
	           ? queue(link, execute, owner, count)
	           : MYND_BAD;
}

/* Returns the query's text with limits of its time, malloc'ed; NULL: the server has none, or no memory. */
static char *make_limited(const mynd_link *link, const mynd_known_query *q, size_t *len)
{
	static const char set[] = "SET STATEMENT max_statement_time=%d.%03d,lock_wait_timeout=0 FOR ";
	static const char hint[] = " /*+ MAX_EXECUTION_TIME(%d) */";
	const int most = MYND_READ_AHEAD_LONGEST_MS;
	char limit[sizeof set + 32], *text;
	bool mariadb = mynd_session_server(link->channel.session)->mariadb;
	size_t at = mariadb ? 0 : q->hint_at;
	int added = mariadb ? snprintf(limit, sizeof limit, set, most / 1000, most % 1000)
	                    : snprintf(limit, sizeof limit, hint, most);
	*len = q->len + (size_t) added;
	if ((!mariadb && at == 0) || (text = malloc(*len)) == NULL) {
		return NULL;
	}
	memcpy(text, q->text, at);
	memcpy(text + at, limit, (size_t) added);
	memcpy(text + at + added, q->text + at, q->len - at);
	return text;
}

int mynd_read_ahead_queue(mynd_link *link, mynd_read_ahead *read, unsigned prepares)
{
	const mynd_known_query *q = read->query;
	size_t len;
	unsigned count;
	read->id = q->is_prepared && mynd_wants_fewer_trips(link) ? mynd_predicted_ids_after(link, prepares) : 0;
	read->prepared = 0;
	read->is_read = false;
	read->version = link->state.statement_version;
	char *text = q->is_prepared && read->id == 0 ? NULL : make_limited(link, q, &len);
	if (text == NULL) {
		return MYND_MORE;
	}
	int rc = queue_as(link, q, (mynd_slice){(const uint8_t *) text, len}, read->id, MYND_FOR_PRESEND, &count);
	free(text);
	if (rc != MYND_OK) { /* a prepare without its execute cannot be taken back */
		return count > 0 ? mynd_channel_lose(&link->channel, &link->channel.error) : MYND_BAD;
	}
	mynd_known_query_addref(read->query);
	return MYND_OK;
}

int mynd_read_ahead_repeat(mynd_link *link, const mynd_known_query *q, uint32_t id, unsigned *count)
{
	int rc = queue_as(link, q, text_of(q), id, MYND_FOR_PROGRAM, count);
	if (rc != MYND_OK || !q->is_prepared) {
		return rc;
	}
	mynd_predicted_ids_prepared(link, &id);
	return mynd_statement_send_close(link, id, &link->channel.error);
}

/* --- replies --- */

/*
 * Forgets the changes that were reported since there were `before`: SET STATEMENT, which limits a read,
 * counts as one. No read that is sent ahead changes the session.
 */
static void excuse(mynd_link *link, uint32_t before)
{
	mynd_replayable_excuse(link->replayable, mynd_session_server(link->channel.session)->changes - before);
}

/*
 * Reads the next reply and drops it. *id: of the statement, if it is the reply to a prepare. Ends prefetching
 * for this login if the server counts its commands, and these are now too many.
 */
static int drop_reply(mynd_link *link, uint32_t *id)
{
	unsigned error;
	if (mynd_presend_drop_prepared(link, id, &error) != MYND_OK) {
		return mynd_link_is_open(link) ? mynd_channel_fail_malformed(&link->channel, "unexpected reply")
		                               : MYND_BAD;
	}
	if (error == TOO_MANY_QUERIES) {
		link->pooled->pool->no_prefetch = true;
	}
	return MYND_OK;
}

/*
 * Reads the reply to the prepare of the read's statement, if it is one: the reply to the execute comes next.
 */
static int read_prepared(mynd_link *link, mynd_read_ahead *read)
{
	if (read->id == 0) {
		return MYND_OK;
	}
	uint32_t id;
	if (drop_reply(link, &id) != MYND_OK) {
		return MYND_BAD;
	}
	read->prepared = id;
	read->is_read = true;
	mynd_predicted_ids_prepared(link, id == 0 ? NULL : &id);
	if (id != read->id) {
		mynd_statements_forget_types(link);
	}
	return MYND_OK;
}

/* Makes the program the owner of the next replies, which are those to these reads. */
static void own_replies(mynd_link *link, const mynd_read_ahead *reads, unsigned count)
{
	unsigned replies = count;
	for (unsigned i = 0; i < count; i++) {
		replies += reads[i].id != 0;
	}
	mynd_session_pass_on(link->channel.session, replies, MYND_FOR_PROGRAM);
}

int mynd_read_ahead_drop(mynd_link *link, mynd_read_ahead *reads, unsigned count)
{
	if (count == 0) {
		return MYND_OK;
	}
	uint32_t changes = mynd_session_server(link->channel.session)->changes, none;
	int rc = MYND_OK;
	own_replies(link, reads, count);
	mynd_channel_bound_reads(&link->channel, MYND_DRAIN_BOUND);
	for (unsigned i = 0; i < count && rc == MYND_OK; i++) {
		rc = read_prepared(link, &reads[i]) == MYND_OK ? drop_reply(link, &none) : MYND_BAD;
	}
	mynd_channel_bound_reads(&link->channel, MYND_READS_UNBOUND);
	if (rc == MYND_OK) {
		excuse(link, changes);
	}
	return rc;
}

int mynd_read_ahead_store(mynd_link *link, mynd_read_ahead *read)
{
	uint32_t changes = mynd_session_server(link->channel.session)->changes, none;
	int rc;
	own_replies(link, read, 1);
	if (read_prepared(link, read) != MYND_OK) {
		return MYND_BAD;
	}
	if (read->id == read->prepared) {
		rc = mynd_queue_read_ahead(link, text_of(read->query), read->id != 0);
	} else {
		rc = drop_reply(link, &none) == MYND_OK ? MYND_MORE : MYND_BAD;
	}
	if (rc != MYND_BAD) {
		excuse(link, changes);
	}
	return rc;
}

/* Where the close fails, or the reply is left to a reset, the statement exists until that reset. */
void mynd_read_ahead_end(mynd_link *link, mynd_read_ahead *read)
{
	mynd_error ignored;
	mynd_known_query_release(read->query);
	if (read->id != 0 && !read->is_read) { /* it uses up an id all the same */
		mynd_predicted_ids_prepared(link, NULL);
	}
	if (read->prepared != 0 && read->version == link->state.statement_version &&
	    link->channel.session != NULL && mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD &&
	    !mynd_channel_is_foreign(&link->channel)) {
		mynd_statement_send_close(link, read->prepared, &ignored);
	}
}
