/*
 * Runs queries that are prepared and run with values in one call, and caches statements for that.
 *
 * The cache is a short list in the order of last use, searched by query and `shape`. When it is full, the
 * least recently used statement is closed.
 * Always true: since a cached statement was prepared, no query or command of this link has changed the
 * session's state: the statement is closed before a command is sent that may change it. A cached statement is
 * in use only while its link is in a call, so two calls never use the same statement.
 */
#include "internal.h"

#include "../wire/sql.h"

#define CACHED_TEXT_MAX 32768 /* bytes; longer queries are rarely repeated exactly */

#define TOO_MANY_STATEMENTS 1461 /* ER_MAX_PREPARED_STMT_COUNT_REACHED */

/* --- the list --- */

/* Returns a cached statement, and moves it to the front of the list; NULL if there is none. */
static mynd_statement *find(mynd_link *link, const char *sql, size_t len, uint64_t shape)
{
	for (unsigned i = 0; i < link->prepared->cache_count; i++) {
		mynd_statement *s = link->prepared->cache[i];
		if (s->len == len && s->shape == shape && memcmp(s->text, sql, len) == 0) {
			memmove(&link->prepared->cache[1], &link->prepared->cache[0], i * sizeof *link->prepared->cache);
			link->prepared->cache[0] = s;
			return s;
		}
	}
	return NULL;
}

/* Adds the statement. The cache must not be full: see mynd_cache_make_room. */
static void put(mynd_link *link, mynd_statement *s)
{
	memmove(&link->prepared->cache[1], &link->prepared->cache[0],
	    link->prepared->cache_count * sizeof *link->prepared->cache);
	link->prepared->cache[0] = s;
	link->prepared->cache_count++;
}

static void take_out(mynd_link *link, const mynd_statement *s)
{
	for (unsigned i = 0; i < link->prepared->cache_count; i++) {
		if (link->prepared->cache[i] == s) {
			link->prepared->cache_count--;
			memmove(&link->prepared->cache[i], &link->prepared->cache[i + 1],
			    (link->prepared->cache_count - i) * sizeof *link->prepared->cache);
			return;
		}
	}
}

/* The closes that this function queues are sent with the next command. */
void mynd_cache_make_room(mynd_link *link)
{
	if (link->prepared->cache_count == MYND_CACHED_STATEMENTS) {
		mynd_statement_retire(link->prepared->cache[--link->prepared->cache_count], false);
	}
}

/*
 * Forgets the predicted id (predicted_ids.c) if queries may have prepared statements in SQL, which use up
 * ids.
 */
static void refresh_ids(mynd_link *link)
{
	if (link->prepared->sql_prepares != link->state.sql_prepares) {
		link->prepared->sql_prepares = link->state.sql_prepares;
		link->prepared->next_id = 0;
	}
}

/*
 * Does nothing during another call on the link: that call may be running a cached statement. Commands that
 * would change the session are refused meanwhile.
 */
void mynd_cache_refresh(mynd_link *link)
{
	mynd_prepared_state *state = link->prepared;
	if (EXPECTED(state->session_version == link->state.session_version) || link->channel.in_call) {
		return;
	}
	state->session_version = link->state.session_version;
	refresh_ids(link);
	while (state->cache_count > 0) {
		mynd_statement_retire(state->cache[--state->cache_count], false);
	}
}

void mynd_cache_drop(mynd_link *link)
{
	mynd_prepared_state *state = link->prepared;
	mynd_state_changed(link);
	if (state == NULL) {
		return;
	}
	refresh_ids(link);
	state->session_version = link->state.session_version;
	state->last_open = false;
	while (state->cache_count > 0) {
		mynd_statement *s = state->cache[--state->cache_count];
		s->prepared = false;
		mynd_statement_retire(s, false);
	}
}

void mynd_prepared_end_use(mynd_link *link)
{
	mynd_cache_drop(link);
	if (link->prepared != NULL) {
		link->prepared->cache_off = false;
		link->prepared->longest_command = 0;
	}
}

void mynd_prepared_hand_on(mynd_link *link)
{
	if (link->prepared == NULL) {
		return;
	}
	mynd_cache_refresh(link);
	for (mynd_statement *s = link->prepared->first; s != NULL; s = s->next) {
		if (s->cached) {
			mynd_statement_release_columns(s);
			s->serial = 0;
			s->connection_number = link->connection_number + 1;
		} else {
			mynd_statement_close_on_server(s, true);
		}
	}
	link->prepared->cache_off = false;
	link->prepared->longest_command = 0;
}

bool mynd_cache_gave_way(mynd_link *link)
{
	const mynd_error *error = &link->channel.error;
	if (error->cause != MYND_CAUSE_SERVER || error->code != TOO_MANY_STATEMENTS) {
		return false;
	}
	link->prepared->cache_off = true;
	if (link->prepared->cache_count == 0) {
		return false;
	}
	mynd_state_changed(link);
	mynd_cache_refresh(link);
	return mynd_link_begin(link, false) == MYND_OK;
}

/* --- values --- */

bool mynd_cache_remembers_values(const mynd_link *link)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	return !server->mariadb && server->version_number >= 80022;
}

uint64_t mynd_cache_shape(const mynd_link *link, const mynd_parameter *parameters, uint32_t count)
{
	uint64_t shape = count + UINT64_C(1);
	if (count == 0 || !mynd_cache_remembers_values(link)) {
		return 0;
	}
	for (uint32_t i = 0; i < count; i++) {
		bool text = parameters[i].kind == MYND_PARAMETER_BYTES;
		uint32_t looks = text ? mynd_sql_value_shape(parameters[i].bytes) : 0;
		shape =
		    (shape ^ parameters[i].kind ^ ((uint64_t) parameters[i].type << 8) ^ ((uint64_t) looks << 16)) *
		    UINT64_C(0x9E3779B97F4A7C15);
		shape ^= shape >> 32;
	}
	return shape | 1;
}

/* --- lending --- */

bool mynd_cache_has(mynd_link *link, mynd_slice sql)
{
	if (link->prepared == NULL) {
		return false;
	}
	mynd_cache_refresh(link);
	return find(link, (const char *) sql.ptr, sql.len, 0) != NULL;
}

mynd_statement *mynd_cache_lend(mynd_link *link, mynd_slice sql)
{
	mynd_statement *s = NULL;
	if (link->prepared != NULL) {
		mynd_cache_refresh(link);
		s = find(link, (const char *) sql.ptr, sql.len, 0);
	}
	if (s != NULL) {
		take_out(link, s);
		s->cached = false;
		mynd_link_addref(link);
		mynd_link_forget_rows(link);
	}
	return s;
}

/*
 * Returns true if the server remembers no types of values for the statement, or only those that `shape` says.
 */
static bool knows_one_shape(const mynd_statement *s)
{
	return s->parameters == 0 || !mynd_cache_remembers_values(s->link) ||
	       (s->shape != 0 && s->executions == 1);
}

/*
 * Returns true if the caller has the only reference to the statement, and a prepare now would give the same
 * one.
 */
static bool may_be_kept(const mynd_statement *s)
{
	const mynd_link *link = s->link;
	return s->references == 1 && s->lent && s->prepared && !s->is_doubtful && !s->alters &&
	       mynd_statement_is_alive(s) && s->statement_version == link->state.statement_version &&
	       s->cache_version == link->state.session_version && !s->long_data && !link->prepared->cache_off &&
	       !link->channel.in_call && s->len <= CACHED_TEXT_MAX && !mynd_channel_is_foreign(&link->channel) &&
	       mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD && knows_one_shape(s);
}

void mynd_statement_give_back(mynd_statement *s)
{
	mynd_link *link = s->link;
	mynd_cache_refresh(link);
	if (!may_be_kept(s) || find(link, s->text, s->len, s->shape) != NULL) {
		mynd_statement_close(s, false);
		return;
	}
	mynd_statement_leave_reply(s);
	mynd_statement_release_columns(s);
	mynd_cache_make_room(link);
	s->serial = 0;
	s->lent = false;
	s->cached = true;
	link->prepared->lent--;
	put(link, s);
	mynd_link_release(link);
}

/* Moves the server's statement, with its id and the types that it has stored, from `from` to `s`. */
static void take_over(mynd_statement *s, mynd_statement *from)
{
	mynd_statement_end_deferral(s);
	mynd_statement_forget_refusal(s);
	s->id = from->id;
	s->statement_version = from->statement_version;
	s->warnings = from->warnings;
	s->types = from->types;
	s->bound = from->bound;
	s->types_version = from->types_version;
	s->prepared = true;
	from->types = NULL;
	from->prepared = false;
}

bool mynd_cache_adopt(mynd_statement *s, uint64_t shape)
{
	mynd_link *link = s->link;
	mynd_cache_refresh(link);
	mynd_statement *kept = find(link, s->text, s->len, shape);
	if (kept == NULL || kept->parameters != s->parameters) {
		return false;
	}
	take_out(link, kept);
	take_over(s, kept);
	mynd_statement_retire(kept, false);
	return true;
}

/* --- running a query --- */

/*
 * Reports a wrong number of values. Sets the number of fields as a prepare does: to the program it looks as
 * if this call had prepared the statement.
 */
static int wrong_count(mynd_statement *s, uint32_t *needed)
{
	*needed = s->parameters;
	mynd_diagnostics_set_field_count(s->link, s->fields);
	return mynd_error_client(&s->link->channel.error, MYND_CAUSE_WRONG_COUNT, MYND_ERR_NO_DATA);
}

/* Caches or closes a statement that was made for a query. */
static void keep_or_retire(mynd_statement *s)
{
	mynd_link *link = s->link;
	bool keep = s->prepared && !s->is_doubtful && !s->alters && !link->prepared->cache_off &&
	            s->len <= CACHED_TEXT_MAX && mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD;
	if (keep && link->prepared->session_version == link->state.session_version &&
	    link->prepared->cache_count < MYND_CACHED_STATEMENTS) {
		put(link, s);
	} else {
		mynd_statement_retire(s, true);
	}
}

static int run_cached(mynd_statement *s, const mynd_parameter *parameters, uint32_t count, uint32_t *needed)
{
	mynd_link *link = s->link;
	if (s->parameters != count) {
		return wrong_count(s, needed);
	}
	int rc = mynd_statement_execute_begun(s, parameters, count, NULL);
	if (s->is_doubtful) {
		take_out(link, s);
		mynd_statement_retire(s, true);
	}
	return rc;
}

static int run_text(mynd_link *link, const mynd_text_facts *text, uint64_t shape,
    const mynd_parameter *parameters, uint32_t count, uint32_t *needed)
{
	mynd_statement *s = mynd_statement_new(link, text, true);
	if (s == NULL) {
		return MYND_BAD;
	}
	s->shape = shape;
	mynd_state_note_survives_reset(link, &s->facts);
	mynd_statement_note_change(s);
	int rc = mynd_statement_run_new(s, parameters, count, NULL, needed);
	keep_or_retire(s);
	return rc;
}

/*
 * Results after the first (CALL) are discarded as in stock: the program has no statement with which to take
 * them.
 */
int mynd_link_execute_query_now(mynd_link *link, mynd_text_facts *text, const mynd_parameter *parameters,
    uint32_t count, uint32_t *needed)
{
	bool sent = false;
	*needed = count;
	mynd_statements_make_way_for(link, text);
	int begun = mynd_link_begin_or_presend(link);
	if (UNEXPECTED(begun == MYND_MORE)) {
		begun = mynd_presend_begin_execute(link, text, parameters, count, &sent);
	}
	if (begun != MYND_OK) {
		return mynd_link_refused(link);
	}
	if (UNEXPECTED(sent)) {
		return mynd_presend_read(link);
	}
	mynd_link_forget_rows(link);
	if (mynd_prepared_of(link) == NULL) {
		return MYND_BAD;
	}
	uint64_t shape = mynd_cache_shape(link, parameters, count);
	mynd_cache_refresh(link);
	mynd_statement *s = find(link, (const char *) text->sql.ptr, text->sql.len, shape);
	int rc = s != NULL ? run_cached(s, parameters, count, needed)
	                   : run_text(link, text, shape, parameters, count, needed);
	if (rc == MYND_OK) {
		mynd_link_drop_all_but_first(link);
	}
	return rc;
}
