/*
 * Deferred prepares (mynd.round_trips = fewer): a prepare is not sent when the program prepares the
 * statement, but in one write with the first execute.
 *
 * Always true: a statement with a deferred prepare has the statement_version MYND_STATEMENT_VERSION_NONE,
 * which no link has, so no command is sent with its id. The server prepares the statement with the session
 * state that the session had at the program's prepare: before a command that may change this state, the
 * deferred prepare is sent. Before a command that asks for the diagnostics of the program's last command, the
 * deferred prepare is sent if it was that last command. An older one stays deferred, because a prepare makes
 * the server forget its warnings, for which the command may ask: MySQL always, MariaDB if the query uses
 * tables (tried). For the same reason no prepare is deferred while the server may have warnings of earlier
 * commands. The prepare of a statement with `alone` set is sent before any other command, because the program
 * can ask for its columns at any time; a link has at most one such deferred statement. While replies are
 * outstanding no prepare is deferred.
 */
#include "predicted_ids.h"

#include "../command/prepared_before.h"
#include "../wire/sql.h"

/* --- which --- */

/*
 * Returns true if the prepare may be deferred. The prepare must be sent at once in these cases:
 * - The server may have warnings: a late prepare might clear them before a query asks for them.
 * - The query may change the session: the prepare alone may have effects already.
 * - The query asks for diagnostics: the execute would get those of the late prepare.
 * - The query may ask for a file, the number of its parameters is uncertain, or no id can be predicted:
 *   prepare and execute could not go in one write.
 * - The query is new, unless the same call of the program executes it: its error has to come where the
 *   program expects that of a prepare.
 */
static bool choose_late(mynd_link *link, mynd_text_facts *text, bool runs, uint32_t *parameters)
{
	mynd_command prepare = mynd_command_text(MYND_COM_STMT_PREPARE, text->sql);
	if (mynd_session_server(link->channel.session)->may_have_warnings) {
		return false;
	}
	if (mynd_command_is_barrier(&prepare) || mynd_text_ask(text, MYND_TEXT_ALTERS | MYND_TEXT_ASKS_LAST) ||
	    !mynd_sql_count_placeholders(text->sql, parameters) || *parameters > UINT16_MAX ||
	    mynd_prepared_of(link) == NULL) {
		return false;
	}
	mynd_pipelining_note_use(link);
	return mynd_pipelining_saves_trips(link) && mynd_predicted_ids_next(link) != 0 &&
	       (runs || mynd_prepared_before(mynd_prepared_before_hash(link, text->sql)));
}

bool mynd_statement_is_better_as_text(const mynd_link *link, mynd_slice sql)
{
	return mynd_wants_fewer_trips(link) && mynd_sql_only_sets(sql) && mynd_link_is_idle(link) &&
	       !mynd_channel_is_foreign(&link->channel);
}

/* --- making --- */

/* Returns the number of the link's commands that have a reply. */
static uint64_t count_commands(const mynd_link *link)
{
	const mynd_session_counts *counts = &link->channel.counts.session;
	return counts->commands - counts->com[MYND_COM_STMT_CLOSE] - counts->com[MYND_COM_STMT_SEND_LONG_DATA];
}

/* `behind`: number of the link's commands before the program's prepare; NOT_LAST: others came after it. */
#define NOT_LAST UINT64_MAX

static void set_deferred(mynd_statement *s, uint64_t behind)
{
	s->link->prepared->deferred += !s->deferred;
	s->deferred = true;
	s->deferred_after = behind;
	s->statement_version = MYND_STATEMENT_VERSION_NONE;
}

void mynd_statement_end_deferral(mynd_statement *s)
{
	s->link->prepared->deferred -= s->deferred;
	s->deferred = false;
}

/* Called after mynd_link_begin. Sets the number of affected rows to unknown, as a prepare does. */
static mynd_statement *make_deferred(
    mynd_link *link, const mynd_text_facts *text, uint32_t parameters, bool lent)
{
	mynd_statement *s = mynd_statement_new(link, text, false);
	if (s == NULL) {
		return NULL;
	}
	mynd_state_note_survives_reset(link, &s->facts);
	mynd_link_forget_rows(link);
	s->parameters = (uint16_t) parameters;
	s->cache_version = link->state.session_version;
	s->lent = lent;
	s->alone = !lent;
	link->prepared->lent += lent;
	set_deferred(s, count_commands(link));
	return s;
}

mynd_statement *mynd_statement_make_deferred(mynd_link *link, mynd_text_facts *text, unsigned how)
{
	uint32_t parameters;
	bool lent = (how & MYND_PREPARE_LENT) != 0;
	if (!mynd_wants_fewer_trips(link) || (lent && mynd_cache_has(link, text->sql)) ||
	    !choose_late(link, text, (how & MYND_PREPARE_RUNS) != 0, &parameters)) {
		return NULL;
	}
	return make_deferred(link, text, parameters, lent);
}

bool mynd_statement_is_deferred(const mynd_statement *s)
{
	return s->deferred;
}

/* --- sending --- */

/*
 * Returns true if the statement was prepared in the present session, and not under an earlier
 * statement_version.
 */
static bool is_of_now(const mynd_statement *s)
{
	return s->prepared && s->statement_version == s->link->state.statement_version &&
	       mynd_statement_is_alive(s);
}

static bool has_more_than_a_text(const mynd_link *link)
{
	const mynd_statement *s = link->prepared == NULL ? NULL : link->prepared->first;
	while (s != NULL && (!is_of_now(s) || (s->cursor == MYND_CURSOR_CLOSED && !s->long_data))) {
		s = s->next;
	}
	return s != NULL;
}

/* Cached statements, which no program has, are discarded and not prepared again. */
bool mynd_statements_begin_again(mynd_link *link)
{
	if (has_more_than_a_text(link)) {
		return false;
	}
	mynd_statement *s = link->prepared == NULL ? NULL : link->prepared->first;
	for (; s != NULL; s = s->next) {
		if (mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE) { /* it may go on, without them */
			mynd_statement_close_on_server(s, false);
		}
		if (is_of_now(s) && !s->cached) {
			s->prepared = s->bound = s->alone = false;
			set_deferred(s, NOT_LAST);
		}
		if (s->deferred) { /* the error came from the old session, or from its loss */
			mynd_statement_forget_refusal(s);
		}
	}
	mynd_state_new_statement_version(link);
	mynd_cache_drop(link);
	mynd_predicted_ids_forget(link);
	return true;
}

void mynd_statement_forget_refusal(mynd_statement *s)
{
	free(s->refusal);
	s->refusal = NULL;
}

static void keep_refusal(mynd_statement *s)
{
	if (s->refusal == NULL) {
		s->refusal = malloc(sizeof *s->refusal);
	}
	if (s->refusal != NULL) {
		*s->refusal = s->link->channel.error;
	}
}

static int report_refusal(mynd_statement *s)
{
	if (s->refusal == NULL) {
		return mynd_error_client(&s->link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	s->link->channel.error = *s->refusal;
	return MYND_BAD;
}

int mynd_statement_send_prepare_begun(mynd_statement *s)
{
	mynd_link *link = s->link;
	int rc = mynd_statement_prepare_begun(s);
	if (rc != MYND_OK && mynd_cache_gave_way(link)) {
		rc = mynd_statement_prepare_begun(s);
	}
	if (rc != MYND_OK) {
		mynd_statement_end_deferral(s);
		s->statement_version = MYND_STATEMENT_VERSION_NONE;
		keep_refusal(s);
	}
	return rc;
}

int mynd_statement_send_prepare_now(mynd_statement *s)
{
	if (!s->deferred || !mynd_statement_is_alive(s)) {
		return MYND_OK;
	}
	if (s->refusal != NULL) {
		return report_refusal(s);
	}
	return mynd_link_begin(s->link, false) == MYND_OK ? mynd_statement_send_prepare_begun(s)
	                                                  : mynd_link_refused(s->link);
}

/* Returns true if the cache had a statement for this query and shape of values: `s` has it now. */
static bool take_kept(mynd_statement *s, const mynd_parameter *parameters, uint32_t count)
{
	uint64_t shape = s->lent && count == s->parameters ? mynd_cache_shape(s->link, parameters, count) : 0;
	s->shape = shape;
	return shape != 0 && mynd_cache_adopt(s, shape);
}

int mynd_statement_execute_deferred(
    mynd_statement *s, const mynd_parameter *parameters, uint32_t count, const mynd_cursor_setting *cursor)
{
	uint32_t needed;
	if (!s->deferred) {
		return report_refusal(s);
	}
	if (count != s->parameters) {
		return mynd_error_client(&s->link->channel.error, MYND_CAUSE_MISUSE, MYND_ERR_NO_DATA);
	}
	if (take_kept(s, parameters, count)) {
		return mynd_statement_execute_begun(s, parameters, count, cursor);
	}
	int rc = mynd_statement_run_new(s, parameters, count, cursor, &needed);
	if (rc != MYND_OK && !s->prepared) { /* the next execute tries again */
		set_deferred(s, NOT_LAST);
		keep_refusal(s);
	}
	return rc;
}

/* --- other commands --- */

/* Returns true if the prepare has to be sent before a command of this kind. `behind`: commands so far. */
static bool has_to_be_sent(const mynd_statement *s, mynd_before before, uint64_t behind)
{
	return before == MYND_BEFORE_CHANGE || (s->alone && s->refusal == NULL) ||
	       (before == MYND_BEFORE_QUESTION && s->deferred_after == behind);
}

/*
 * Returns the oldest statement whose prepare has to be sent, except `executed`, whose prepare is sent with
 * its execute; NULL if there is none.
 */
static mynd_statement *find_deferred(
    const mynd_link *link, mynd_before before, uint64_t behind, const mynd_statement *executed)
{
	mynd_statement *found = NULL;
	for (mynd_statement *s = link->prepared->first; s != NULL; s = s->next) {
		if (s->deferred && s != executed && has_to_be_sent(s, before, behind) && mynd_statement_is_alive(s)) {
			found = s;
		}
	}
	return found;
}

static void make_way(mynd_link *link, mynd_before before, const mynd_statement *executed)
{
	mynd_statement *s;
	uint64_t behind = count_commands(link);
	mynd_link_addref(link);
	while (link->prepared->deferred > 0 && (s = find_deferred(link, before, behind, executed)) != NULL &&
	       mynd_link_begin(link, false) == MYND_OK) {
		mynd_diagnostics_area aside;
		bool was_prepared = !s->alone; /* the program has prepared it earlier */
		mynd_diagnostics_set_aside(link, &aside);
		mynd_statement_addref(s);
		if (s->refusal != NULL) { /* not prepared again: the next command may change the session */
			mynd_statement_end_deferral(s);
		} else {
			mynd_statement_send_prepare_begun(s);
		}
		if (was_prepared) {
			mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_FIELD_COUNT);
		}
		mynd_statement_close(s, false);
	}
	mynd_link_release(link);
}

void mynd_statements_make_way_now(mynd_link *link, mynd_before before)
{
	make_way(link, before, NULL);
}

static mynd_before before_text(mynd_text_facts *text, bool alters)
{
	return alters                                     ? MYND_BEFORE_CHANGE
	       : mynd_text_ask(text, MYND_TEXT_ASKS_LAST) ? MYND_BEFORE_QUESTION
	                                                  : MYND_BEFORE_ANY;
}

void mynd_statements_make_way_for(mynd_link *link, mynd_text_facts *text)
{
	if (UNEXPECTED(link->prepared != NULL && link->prepared->deferred > 0)) {
		bool alters = mynd_text_asks(text, MYND_TEXT_ALTERS, link->state.multi_statements);
		mynd_statements_make_way_now(link, before_text(text, alters));
	}
}

void mynd_statements_make_way_for_execute(mynd_statement *s)
{
	make_way(s->link, before_text(&s->facts, s->alters), s);
}

mynd_statement *mynd_statement_deferred_last(const mynd_link *link)
{
	return link->prepared == NULL || link->prepared->deferred == 0
	           ? NULL
	           : find_deferred(link, MYND_BEFORE_ANY, 0, NULL);
}
