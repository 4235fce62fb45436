/*
 * Runs prepared statements: execute, a second execute if the server does not have the statement any more,
 * long data, reset.
 *
 * Always true: no command is sent with an id that the server may have given to another statement since
 * (`statement_version`). An execute is sent again only if it is certain that the server did not have its
 * statement; the error alone does not prove that. The types of the parameters are sent only if the server has
 * not stored the same ones. Not here: the life of a statement and prepare (statement.c), reading from cursors
 * (cursor.c).
 */
#include "predicted_ids.h"
#include "../command/effects.h"
#include "../command/prepared_before.h"

#include <inttypes.h>

/* The server's error numbers (MariaDB knowledge base, "MariaDB Error Codes"). */
enum {
	UNKNOWN_STATEMENT = 1243, /* ER_UNKNOWN_STMT_HANDLER */
	NEEDS_PREPARE = 1615      /* ER_NEED_REPREPARE */
};

/* What an execute of the program was called with. */
typedef struct execution {
	const mynd_parameter *parameters;
	uint32_t count;
	const mynd_cursor_setting *cursor; /* NULL: none */
} execution;

/* --- before a command --- */

int mynd_statement_drop(mynd_statement *s)
{
	mynd_link *link = s->link;
	if (mynd_statement_is_alive(s) && mynd_link_refuse_in_call(link)) {
		return MYND_BAD;
	}
	if (s->cursor == MYND_CURSOR_WAITS) {
		s->cursor = MYND_CURSOR_TAKEN;
	}
	if (!mynd_statement_has_reply(s)) {
		return MYND_OK;
	}
	if (!mynd_reply_is_awaited(link) && !mynd_reply_is_unread(link)) {
		return MYND_OK;
	}
	mynd_link_cut_active(link);
	if (mynd_link_drain(link) != MYND_OK && mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		return MYND_BAD;
	}
	mynd_error_clear(&link->channel.error); /* an error in a discarded result is not reported */
	return MYND_OK;
}

int mynd_statement_unknown(mynd_statement *s, const char *command)
{
	return mynd_error_set(&s->link->channel.error, MYND_CAUSE_SERVER, UNKNOWN_STATEMENT, NULL,
	    "Unknown prepared statement handler (%u) given to %s", s->id, command);
}

/*
 * Begins an execute while replies to commands that were sent ahead are unread. *sent: the execute is the next
 * of them.
 */
static zend_never_inline int begin_ahead(mynd_statement *s, const execution *e, bool *sent)
{
	mynd_link *link = s->link;
	bool may_be_ahead = e->count == s->parameters && s->refusal == NULL && !s->long_data &&
	                    (e->cursor == NULL || e->cursor->type == MYND_CURSOR_NONE);
	return may_be_ahead ? mynd_presend_begin_execute(link, &s->facts, e->parameters, e->count, sent)
	                    : mynd_presend_drop(link);
}

static int begin(mynd_statement *s, const execution *e, bool *sent)
{
	int rc = mynd_link_begin_or_presend(s->link);
	return EXPECTED(rc != MYND_MORE) ? rc : begin_ahead(s, e, sent);
}

/*
 * As mynd_statement_begin, for an execute whose reply is read now. Does not send a deferred prepare of this
 * statement, but returns MYND_MORE, after begin. *sent: the execute was sent ahead.
 */
static int begin_execute(mynd_statement *s, const execution *e, bool *sent)
{
	mynd_link *link = s->link;
	*sent = false;
	if (!mynd_statement_is_alive(s)) {
		return MYND_BAD;
	}
	if (UNEXPECTED(link->prepared->deferred > s->deferred)) {
		mynd_statements_make_way_for_execute(s);
	}
	if (mynd_statement_drop(s) != MYND_OK || begin(s, e, sent) != MYND_OK) {
		return MYND_BAD;
	}
	if (EXPECTED(s->statement_version == link->state.statement_version) || *sent) {
		return MYND_OK;
	}
	return s->statement_version == MYND_STATEMENT_VERSION_NONE
	           ? MYND_MORE
	           : mynd_statement_unknown(s, "mysqld_stmt_execute");
}

/* Sends the statement's deferred prepare, or reports the error if it was refused before. */
static int begin_late(mynd_statement *s)
{
	if (!s->deferred) {
		return mynd_statement_execute_deferred(s, NULL, 0, NULL); /* the prepare was refused */
	}
	return mynd_statement_send_prepare_begun(s);
}

int mynd_statement_begin(mynd_statement *s, const char *command, bool async)
{
	mynd_link *link = s->link;
	if (!mynd_statement_is_alive(s)) {
		return MYND_BAD;
	}
	mynd_statements_make_way(link, async ? MYND_BEFORE_CHANGE : MYND_BEFORE_ANY);
	if (mynd_statement_drop(s) != MYND_OK || mynd_link_begin(link, async) != MYND_OK) {
		return MYND_BAD;
	}
	if (s->statement_version == MYND_STATEMENT_VERSION_NONE &&
	    (begin_late(s) != MYND_OK || mynd_link_begin(link, async) != MYND_OK)) {
		return MYND_BAD;
	}
	return s->statement_version == link->state.statement_version ? MYND_OK
	                                                             : mynd_statement_unknown(s, command);
}

/* --- execute --- */

static bool has_types(const mynd_statement *s, const mynd_parameter *parameters)
{
	if (!s->bound || s->types_version != s->link->state.session_version) {
		return false;
	}
	for (uint32_t i = 0; i < s->parameters; i++) {
		if (s->types[i] != parameters[i].type) {
			return false;
		}
	}
	return true;
}

/* Allocates the memory for a type and a bit for each parameter. */
static bool make_types(mynd_statement *s)
{
	if (s->types == NULL) {
		s->types = calloc(1, s->parameters + (size_t) (s->parameters + 7) / 8);
	}
	return s->types != NULL;
}

static uint8_t *long_bits(const mynd_statement *s)
{
	return s->types + s->parameters;
}

void mynd_statement_remember_types(mynd_statement *s, const mynd_parameter *parameters)
{
	s->bound = s->parameters > 0 && make_types(s);
	s->types_version = s->link->state.session_version;
	for (uint32_t i = 0; s->bound && i < s->parameters; i++) {
		s->types[i] = parameters[i].type;
	}
}

void mynd_statements_forget_types(mynd_link *link)
{
	for (mynd_statement *s = link->prepared == NULL ? NULL : link->prepared->first; s != NULL; s = s->next) {
		s->bound = false;
	}
}

static void forget_long_data(mynd_statement *s)
{
	if (s->long_data) {
		memset(long_bits(s), 0, (size_t) (s->parameters + 7) / 8);
		s->long_data = false;
	}
}

void mynd_statement_was_sent(mynd_statement *s)
{
	forget_long_data(s);
	s->serial = mynd_link_command(s->link);
	s->executions++;
	s->cursor_number++;
	s->cursor = MYND_CURSOR_CLOSED;
}

int mynd_statement_queue_execute(
    mynd_statement *s, uint32_t id, const mynd_parameter *parameters, uint32_t count, uint8_t cursor)
{
	mynd_link *link = s->link;
	if (count != s->parameters) { /* `count` may be stale: never read more parameters than it says */
		return mynd_error_client(&link->channel.error, MYND_CAUSE_MISUSE, MYND_ERR_NO_DATA);
	}
	bool bind = !has_types(s, parameters);
	mynd_command command = mynd_command_execute(id, cursor, parameters, s->parameters, bind);
	command.barrier = s->local;
	command.facts = &s->facts;
	mynd_link_attach_attributes(link, &command);
	mynd_link_forget_rows(link);
	mynd_statement_note_use(s);
	if (s->local) {
		mynd_link_keep_file_text(link, s->text, s->len);
	}
	if (mynd_link_put(link, &command) != MYND_OK) {
		return MYND_BAD;
	}
	if (bind) {
		mynd_statement_remember_types(s, parameters);
		if (s->prepared && s->parameters > 0) {
			mynd_predicted_ids_note_types(s, parameters);
		}
	}
	mynd_statement_was_sent(s);
	mynd_reply_expect_execute(link, cursor != MYND_CURSOR_NONE);
	return MYND_OK;
}

/* Inline, like read_executed(), because each execute calls both functions. */
static zend_always_inline void take_columns(mynd_statement *s)
{
	mynd_link *link = s->link;
	if (!mynd_link_has_result(link) || s->cached) {
		return;
	}
	mynd_statement_release_columns(s);
	if (mynd_reply_has_cursor(link)) {
		s->columns = mynd_reply_take_columns(link);
		s->cursor = MYND_CURSOR_WAITS;
		mynd_channel_rest(&link->channel);
	} else {
		s->columns = mynd_reply_share_columns(link);
	}
}

void mynd_statement_take_columns(mynd_statement *s)
{
	take_columns(s);
}

void mynd_statement_note_change(mynd_statement *s)
{
	if (s->alters) {
		mynd_effects_forget();
		if (UNEXPECTED(mynd_effects_are_watched())) {
			mynd_prepared_before_alters(s->link, &s->facts, false);
			mynd_effects_note_text(&s->facts, false);
		}
		mynd_state_changed(s->link);
		mynd_state_add_sql_prepares(s->link, s->prepares);
	}
}

void mynd_statement_note_failure(mynd_statement *s)
{
	const mynd_error *error = &s->link->channel.error;
	s->bound = false;
	s->is_doubtful |= error->cause == MYND_CAUSE_SERVER &&
	                  (error->code == UNKNOWN_STATEMENT || error->code == NEEDS_PREPARE);
}

static zend_always_inline int read_executed(mynd_statement *s)
{
	mynd_link *link = s->link;
	mynd_statement_note_change(s);
	if (mynd_link_read_reply(link) != MYND_OK) {
		mynd_statement_note_failure(s);
		return MYND_BAD;
	}
	take_columns(s);
	return MYND_OK;
}

int mynd_statement_read_executed(mynd_statement *s)
{
	return read_executed(s);
}

static int run(mynd_statement *s, const mynd_parameter *parameters, uint32_t count, uint8_t cursor)
{
	mynd_metrics_text(s->link, (mynd_slice){(const uint8_t *) s->text, s->len}, true);
	if (mynd_statement_queue_execute(s, s->id, parameters, count, cursor) != MYND_OK ||
	    mynd_channel_flush(&s->link->channel) != MYND_OK) {
		return MYND_BAD;
	}
	return read_executed(s);
}

/*
 * Prepares the statement again, under a new id, because the server does not have it any more. Returns
 * MYND_BAD with the link's error if that failed, or if the number of parameters is another one now. The
 * statement then has its old id and parameters, so that values or variables bound to it still match.
 */
static int prepare_again(mynd_statement *s)
{
	mynd_link *link = s->link;
	mynd_diagnostics_area aside;
	uint32_t id = s->id;
	uint16_t parameters = s->parameters;
	mynd_diagnostics_set_aside(link, &aside);
	if (mynd_link_begin(link, false) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = mynd_statement_prepare_begun(s);
	if (rc == MYND_OK && s->parameters != parameters) {
		mynd_statement_send_close(link, s->id, &link->channel.error);
		mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_ERROR);
		rc = MYND_BAD;
	}
	if (rc != MYND_OK) {
		s->id = id;
		s->prepared = s->is_doubtful = true;
		s->parameters = parameters;
		return MYND_BAD;
	}
	return mynd_link_begin(link, false);
}

static bool says_unknown(const mynd_link *link)
{
	return link->channel.error.cause == MYND_CAUSE_SERVER && link->channel.error.code == UNKNOWN_STATEMENT;
}

/*
 * The error of the execute alone proves nothing: with SIGNAL, routines and triggers can fail with any number
 * and message after they have changed something. So this resets the statement: a reset runs no such code, and
 * fails with this error only if the server does not have the statement.
 */
bool mynd_statement_find_lost(mynd_link *link, uint32_t id)
{
	if (!says_unknown(link)) {
		return false;
	}
	mynd_diagnostics_area aside;
	mynd_command reset = mynd_command_statement_reset(id);
	bool lost = false;
	mynd_diagnostics_set_aside(link, &aside);
	if (mynd_link_begin(link, false) == MYND_OK) {
		mynd_replayable_count(link->replayable);
		lost = mynd_link_run_aside_begun(link, &reset) != MYND_OK && says_unknown(link);
	}
	mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_ERROR);
	return lost;
}

int mynd_statement_execute_begun(
    mynd_statement *s, const mynd_parameter *parameters, uint32_t count, const mynd_cursor_setting *cursor)
{
	uint8_t type = cursor == NULL ? MYND_CURSOR_NONE : cursor->type;
	bool long_data = s->long_data;
	s->prefetch = cursor == NULL ? 0 : cursor->prefetch;
	mynd_statement_note_change(s);
	int rc = run(s, parameters, count, type);
	if (rc != MYND_OK && !long_data && mynd_statement_find_lost(s->link, s->id)) {
		rc = prepare_again(s) == MYND_OK ? run(s, parameters, count, type) : MYND_BAD;
	}
	return rc;
}

/* Takes the reply to an execute that was sent ahead, by a statement of the driver's own. */
static zend_never_inline int take_ahead(mynd_statement *s)
{
	mynd_statement_was_sent(s);
	s->alone = false; /* its columns are known now */
	if (mynd_presend_read(s->link) != MYND_OK) {
		return MYND_BAD;
	}
	take_columns(s);
	return MYND_OK;
}

int mynd_statement_execute_now(
    mynd_statement *s, const mynd_parameter *parameters, uint32_t count, const mynd_cursor_setting *cursor)
{
	if (mynd_statement_finish_long_data(s, parameters, count) != MYND_OK) {
		return MYND_BAD;
	}
	bool sent;
	int rc = begin_execute(s, &(execution){parameters, count, cursor}, &sent);
	if (EXPECTED(rc == MYND_OK)) {
		return UNEXPECTED(sent) ? take_ahead(s) : mynd_statement_execute_begun(s, parameters, count, cursor);
	}
	if (rc == MYND_MORE) {
		return mynd_statement_execute_deferred(s, parameters, count, cursor);
	}
	return mynd_statement_is_alive(s) ? mynd_link_refused(s->link) : MYND_BAD;
}

/* --- long data, reset --- */

static int send_long_data(mynd_statement *s, uint16_t parameter, const char *piece, size_t len)
{
	if (mynd_statement_begin(s, "mysqld_stmt_send_long_data", false) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_link *link = s->link;
	if (parameter >= s->parameters || !make_types(s)) {
		return mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	mynd_command command =
	    mynd_command_long_data(s->id, parameter, (mynd_slice){(const uint8_t *) piece, len});
	if (mynd_session_send(link->channel.session, &command, &link->channel.error) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_replayable_count(link->replayable);
	s->long_data = true;
	long_bits(s)[parameter / 8] |= (uint8_t) (1 << (parameter % 8));
	return mynd_channel_flush(&link->channel);
}

int mynd_statement_long_data(mynd_statement *s, uint16_t parameter, const char *piece, size_t len)
{
	if (mynd_link_begin_turn(s->link) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = send_long_data(s, parameter, piece, len);
	mynd_link_end_turn(s->link);
	return rc;
}

/* Resets the statement if long data was sent for a parameter which an interceptor has then given a value. */
int mynd_statement_finish_long_data(mynd_statement *s, const mynd_parameter *parameters, uint32_t count)
{
	bool in_the_way = false;
	for (uint32_t i = 0; s->long_data && i < count; i++) {
		in_the_way |=
		    mynd_statement_has_long_data(s, (uint16_t) i) && parameters[i].kind != MYND_PARAMETER_LONG;
	}
	return in_the_way ? mynd_statement_reset(s) : MYND_OK;
}

bool mynd_statement_has_long_data(const mynd_statement *s, uint16_t parameter)
{
	return s->long_data && parameter < s->parameters &&
	       ((long_bits(s)[parameter / 8] >> (parameter % 8)) & 1);
}

static int reset(mynd_statement *s)
{
	if (mynd_statement_begin(s, "mysqld_stmt_reset", false) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_command command = mynd_command_statement_reset(s->id);
	mynd_replayable_count(s->link->replayable);
	int rc = mynd_link_run_aside_begun(s->link, &command);
	if (rc == MYND_OK) {
		forget_long_data(s);
		s->cursor = MYND_CURSOR_CLOSED;
		s->cursor_number++;
	}
	return rc;
}

int mynd_statement_reset(mynd_statement *s)
{
	if (!mynd_statement_is_alive(s) || mynd_link_begin_turn(s->link) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = reset(s);
	mynd_link_end_turn(s->link);
	return rc;
}
