/*
 * Runs a statement that the server does not have: sends prepare and execute in one write if that is allowed
 * (pipelining_allowed.c, predicted_ids.c), and one after the other if not.
 *
 * Always true: prepare and execute are sent together only if the number of the query's placeholders is
 * certain, because MariaDB accepts an execute with more values than the query has parameters, and stores
 * wrong values then (tried). If the prepare fails, the error of the execute is discarded and the prepare is
 * sent again alone: the program gets the reply to this second prepare. If the execute named an id that the
 * new statement did not get, it has run nothing and is sent again.
 */
#include "predicted_ids.h"

#include "../wire/sql.h"

static mynd_slice text_of(const mynd_statement *s)
{
	return (mynd_slice){(const uint8_t *) s->text, s->len};
}

static bool was_lost(const mynd_link *link)
{
	return mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD;
}

/*
 * Returns true if the server has refused the prepare. Nothing has run, but SHOW WARNINGS would now report the
 * error of the execute, which had no statement (1243). After a second prepare, sent alone, it reports the
 * error of the prepare.
 */
static bool was_refused(const mynd_link *link)
{
	return link->channel.error.cause == MYND_CAUSE_SERVER;
}

/*
 * Returns true if the server has closed the connection already: the loss would otherwise be blamed on
 * pipelining.
 */
static bool has_ended(const mynd_link *link)
{
	return mynd_wants_fewer_trips(link) && mynd_net_look_for_end(link->channel.net);
}

/* Returns the id with which prepare and execute may be sent in one write; 0 if they may not. */
static uint32_t choose_id(mynd_link *link, mynd_statement *s, uint32_t count)
{
	uint32_t placeholders;
	bool certain = !s->local && count <= UINT16_MAX &&
	               mynd_sql_count_placeholders(text_of(s), &placeholders) && placeholders == count;
	if (certain) {
		mynd_pipelining_note_use(link);
	}
	uint32_t id = certain ? mynd_predicted_ids_next(link) : 0;
	if (id != 0 && id != MYND_STATEMENT_LAST && mynd_text_ask(&s->facts, MYND_TEXT_ASKS_LAST)) {
		return 0; /* a wrong id causes an error, about which the query asks */
	}
	return id != 0 && !has_ended(link) ? id : 0;
}

/*
 * Reads the reply to the execute after a failed prepare: it must be an error, too. The prepare's error
 * remains the link's error, that of the execute is discarded.
 */
static int drop_execute(mynd_link *link)
{
	mynd_diagnostics_area aside;
	mynd_diagnostics_set_aside(link, &aside);
	int rc = mynd_link_read_reply(link);
	if (was_lost(link)) {
		return MYND_BAD;
	}
	if (rc == MYND_OK || link->channel.error.cause != MYND_CAUSE_SERVER) {
		mynd_link_clear_reply(link);
		return mynd_channel_fail_malformed(&link->channel, "a statement ran that could not be prepared");
	}
	mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_ERROR);
	return MYND_BAD;
}

/*
 * Sends the queued prepare alone, because there was no memory for the execute. That is the link's error then,
 * unless the prepare fails.
 */
static int send_prepare_alone(mynd_statement *s)
{
	mynd_diagnostics_area aside;
	mynd_diagnostics_set_aside(s->link, &aside);
	if (mynd_statement_read_prepared(s) == MYND_OK) {
		mynd_diagnostics_put_back(s->link, &aside, MYND_ASIDE_ERROR);
	}
	return MYND_BAD;
}

/* Sends both in one write. Sets *prepared if the prepare succeeded: an error is then the execute's. */
static int run_together(mynd_statement *s, uint32_t id, const mynd_parameter *parameters, uint32_t count,
    uint8_t cursor, bool *prepared)
{
	mynd_link *link = s->link;
	mynd_command prepare = mynd_command_text(MYND_COM_STMT_PREPARE, text_of(s));
	prepare.facts = &s->facts;
	*prepared = false;
	mynd_statement_note_use(s);
	if (mynd_link_put(link, &prepare) != MYND_OK) {
		return MYND_BAD;
	}
	s->parameters = (uint16_t) count;
	if (mynd_statement_queue_execute(s, id, parameters, count, cursor) != MYND_OK) {
		return send_prepare_alone(s);
	}
	if (s->cached) { /* after the execute: the server closes a statement while the replies are on their way */
		mynd_cache_make_room(link);
	}
	if (mynd_statement_read_prepared(s) !=
	    MYND_OK) { /* reading also writes: the socket may not have taken both commands at once */
		return was_lost(link) ? MYND_BAD : drop_execute(link);
	}
	if (s->parameters != count) {
		return mynd_channel_fail_malformed(&link->channel, "another number of parameters than the text has");
	}
	*prepared = true;
	mynd_statement_remember_types(s, parameters);
	if (count > 0) {
		mynd_predicted_ids_note_types(s, parameters);
	}
	mynd_link_forget_rows(link);
	return mynd_statement_read_executed(s);
}

/* Prepares the statement, then runs it, in two round trips. */
static int run_one_by_one(mynd_statement *s, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor, uint32_t *needed)
{
	mynd_link *link = s->link;
	if (s->cached) {
		mynd_cache_make_room(link);
	}
	int rc = mynd_statement_prepare_begun(s);
	if (rc != MYND_OK && mynd_cache_gave_way(link)) {
		rc = mynd_statement_prepare_begun(s);
	}
	if (rc != MYND_OK) {
		return MYND_BAD;
	}
	if (s->parameters != count) {
		*needed = s->parameters;
		return mynd_error_client(&link->channel.error, MYND_CAUSE_WRONG_COUNT, MYND_ERR_NO_DATA);
	}
	return mynd_link_begin(link, false) == MYND_OK
	           ? mynd_statement_execute_begun(s, parameters, count, cursor)
	           : MYND_BAD;
}

/*
 * Returns true if the execute failed because the server had no statement with the id that it named. If that
 * was MYND_STATEMENT_LAST, asks the server.
 */
static bool find_missed(const mynd_statement *s, uint32_t id)
{
	if (id == MYND_STATEMENT_LAST) {
		return mynd_statement_find_lost(s->link, id);
	}
	return s->id != id && s->link->channel.error.cause == MYND_CAUSE_SERVER;
}

int mynd_statement_run_new(mynd_statement *s, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor, uint32_t *needed)
{
	mynd_link *link = s->link;
	if (mynd_link_put_before(link) != MYND_OK) { /* it may use up an id */
		return MYND_BAD;
	}
	uint32_t id = choose_id(link, s, count);
	bool prepared;
	if (id == 0) {
		return run_one_by_one(s, parameters, count, cursor, needed);
	}
	s->bound = false; /* the server does not store the types of an execute after a refused prepare */
	s->prefetch = cursor == NULL ? 0 : cursor->prefetch;
	mynd_metrics_text(link, text_of(s), true);
	int rc =
	    run_together(s, id, parameters, count, cursor == NULL ? MYND_CURSOR_NONE : cursor->type, &prepared);
	if (rc != MYND_OK && was_lost(link)) {
		mynd_pipelining_lost(link);
		return MYND_BAD;
	}
	if (!prepared && was_refused(link)) {
		mynd_cache_gave_way(link);
		return mynd_link_begin(link, false) == MYND_OK ? run_one_by_one(s, parameters, count, cursor, needed)
		                                               : MYND_BAD;
	}
	if (!prepared) {
		return MYND_BAD;
	}
	if (rc == MYND_OK || !find_missed(s, id)) {
		mynd_predicted_ids_guessed(link, true);
		return rc;
	}
	mynd_predicted_ids_guessed(link, false);
	if (id == MYND_STATEMENT_LAST) {
		mynd_pipelining_failed(link); /* the server or proxy does not know the id LAST */
	}
	s->executions = 0;
	s->is_doubtful = false;
	return mynd_link_begin(link, false) == MYND_OK
	           ? mynd_statement_execute_begun(s, parameters, count, cursor)
	           : MYND_BAD;
}
