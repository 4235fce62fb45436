/*
 * Resets a session to its state right after the login: chooses the commands, sends them, and reads their
 * replies.
 *
 * COM_RESET_CONNECTION clears transactions, locks, temporary tables, variables and prepared statements. It
 * does not change the default database, the multi-statements option, the active role and more
 * (reset_check.c). The character set becomes that of the handshake on MariaDB, and the server's default on
 * MySQL. The variables for the default database's character set become the server's default on both, until
 * the database is selected once more (tried on both; "COM_RESET_CONNECTION" in the manuals). If a reset alone
 * gives the character sets of the login, no commands restore them, unless the queries of reset_check.c are
 * sent too. A reset of all variables also undoes the effects of the login's flags IGNORE_SPACE and
 * INTERACTIVE ("mysql_real_connect()" in the manuals); on MariaDB a change of user undoes them, too (tried).
 * The commands that restore what a reset does not restore are sent in the same write as the reset if the
 * server is known to accept that, and otherwise one by one when the link is acquired.
 *
 * Init commands that set session variables to constants are sent with the reset, up to the first init command
 * that does more. This first one and all after it run when a program connects, because they may take locks,
 * change rows or begin snapshots, which must not happen without a program.
 *
 * Always true: `resetting` is set from mynd_reset_begin() until mynd_reset_drain() returns MYND_OK; only then
 * is the link given to a program.
 * Not here: which program gets a link, and when a link is closed (acquire.c, release.c, idle.c).
 */
#include "internal.h"

#include "../statement/predicted_ids.h"
#include "../wire/sql.h"

/*
 * Steps in the order in which they are sent. STEP_QUESTION is a query: it makes MySQL discard warnings that
 * the sql_mode of STEP_FLAGS may cause, and compares the state that the steps before it have restored.
 */
enum {
	STEP_FLAGS = 1,
	STEP_OPTION = 2,
	STEP_SCHEMA = 4,
	STEP_NAMES = 8,
	STEP_PROFILES = MYND_STEP_PROFILES,
	STEP_TABLES = MYND_STEP_TABLES,
	STEP_QUESTION = MYND_STEP_QUESTION,
	STEP_REPORTS = 128,
	STEP_ROLE = 256 /* never in a parcel */
};
#define QUESTIONS (STEP_PROFILES | STEP_TABLES | STEP_QUESTION)
_Static_assert(MYND_STEPS_ALL == 2 * STEP_REPORTS - 1, "each bit of todo is a step");

/* The first versions with the command ("COM_RESET_CONNECTION" in the manuals). */
#define FIRST_MYSQL   50703
#define FIRST_MARIADB 100204

#define UNKNOWN_COMMAND 1047 /* ER_UNKNOWN_COM_ERROR */

/* --- the snapshot --- */

static bool has_reset(const mynd_server *server)
{
	return server->version_number >= (server->mariadb ? FIRST_MARIADB : FIRST_MYSQL);
}

static mynd_slice slice(const char *text, size_t len)
{
	return (mynd_slice){(const uint8_t *) text, text == NULL ? 0 : len};
}

static mynd_snapshot *snapshot_new(const mynd_connect *with, const char *schema)
{
	size_t schema_len = schema == NULL ? 0 : strlen(schema);
	mynd_snapshot *snapshot = pecalloc(1, sizeof *snapshot + schema_len + with->database_len + 2, 1);
	char *at = snapshot->memory;
	snapshot->schema = mynd_put_text(&at, schema, schema_len);
	snapshot->database =
	    with->database_len == 0 ? NULL : mynd_put_text(&at, with->database, with->database_len);
	return snapshot;
}

void mynd_reset_note_as(
    mynd_link *link, const mynd_connect *with, const char *schema, uint16_t collation, bool multi_statements)
{
	mynd_reset_forget(link);
	link->pooled->snapshot = snapshot_new(with, schema);
	link->pooled->snapshot->collation = collation;
	link->pooled->snapshot->multi_statements = multi_statements;
	mynd_state_set_user_changed(link, false);
	link->pooled->resetting = false;
}

void mynd_reset_note(mynd_link *link, const mynd_connect *with)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	mynd_reset_note_as(link, with, server->schema, server->collation, link->state.multi_statements);
}

void mynd_reset_forget(mynd_link *link)
{
	free(link->pooled->snapshot);
	link->pooled->snapshot = NULL;
}

/* --- the default database --- */

/*
 * Returns true if the default database differs from the snapshot's. Some proxies report no database after a
 * login, but report it when it is selected: then the database that the program asked for is compared.
 */
bool mynd_reset_has_other_schema(const mynd_link *link)
{
	const mynd_snapshot *snapshot = link->pooled->snapshot;
	const char *now = mynd_session_server(link->channel.session)->schema, *then = snapshot->schema;
	then = then == NULL && now != NULL ? snapshot->database : then;
	return now == NULL || then == NULL ? now != then : strcmp(now, then) != 0;
}

static bool schema_may_differ(const mynd_link *link)
{
	return (link->state.survives_reset & MYND_SQL_SCHEMA) || mynd_reset_has_other_schema(link);
}

/* --- commands --- */

static bool must_lose_schema(const mynd_link *link)
{
	return link->pooled->snapshot->database == NULL &&
	       (link->pooled->keeps_schema || schema_may_differ(link));
}

/*
 * Returns true if the present default database may stay selected: if the prologue selects one, and no init
 * command runs before that.
 */
static bool may_keep_schema(const mynd_link *link)
{
	return mynd_prologue_selects_schema(link) && link->channel.settings.init_commands == NULL;
}

/* Only a change of user can remove the default database of a session. */
static bool needs_change_user(const mynd_link *link)
{
	return !has_reset(mynd_session_server(link->channel.session)) || link->pooled->pool->by_change_user ||
	       (must_lose_schema(link) && !may_keep_schema(link));
}

static bool has_flags(const mynd_link *link)
{
	uint64_t negotiated = mynd_session_server(link->channel.session)->negotiated;
	return (negotiated & (MYND_CAP_IGNORE_SPACE | MYND_CAP_INTERACTIVE)) != 0;
}

static unsigned questions(const mynd_link *link)
{
	const mynd_pool *pool = link->pooled->pool;
	if (pool->check_query == NULL || (!mynd_traces_may_be_left(link) && !has_flags(link))) {
		return 0;
	}
	return STEP_QUESTION | (pool->profiles ? STEP_PROFILES : 0) |
	       (mynd_traces_ask_for_tables(link) ? STEP_TABLES : 0);
}

static unsigned steps_after(const mynd_link *link, bool change_user)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	unsigned steps = questions(link);
	if (link->state.multi_statements != link->pooled->snapshot->multi_statements) {
		steps |= STEP_OPTION;
	}
	bool bare = link->pooled->pool->bare && (steps & STEP_QUESTION) == 0;
	if (!change_user && link->pooled->snapshot->database != NULL && (!bare || schema_may_differ(link))) {
		steps |= STEP_SCHEMA;
	}
	if (!change_user && (server->mariadb ? server->collation != link->pooled->snapshot->collation : !bare)) {
		steps |= STEP_NAMES;
	}
	if (has_flags(link)) {
		steps |= STEP_FLAGS;
	}
	if (mynd_link_reconnects(link)) {
		steps |= STEP_REPORTS;
	}
	if (link->pooled->asks_role) {
		steps |= STEP_ROLE;
	}
	return steps;
}

static int queue_change_user(mynd_link *link)
{
	const mynd_snapshot *snapshot = link->pooled->snapshot;
	const mynd_connect *login = &link->login->with;
	link->pooled->changes_user_since = mynd_pools_now();
	return mynd_session_change_user(link->channel.session, slice(login->user, login->user_len),
	    slice(login->password, login->password_len),
	    slice(snapshot->database, snapshot->database == NULL ? 0 : strlen(snapshot->database)),
	    (uint8_t) snapshot->collation, MYND_FOR_RESET, &link->channel.error);
}

static int queue(mynd_link *link, mynd_command command)
{
	if (command.com == MYND_COM_QUERY) {
		mynd_traces_note_own(link);
	}
	command.owner = MYND_FOR_RESET;
	return mynd_session_send(link->channel.session, &command, &link->channel.error);
}

static int queue_text(mynd_link *link, mynd_com com, const char *text, size_t len)
{
	return queue(link, mynd_command_text(com, slice(text, len)));
}

/*
 * Returns true if a SET NAMES must not name the collation. MariaDB 11.3 and later use the collation that
 * character_set_collations names instead of a character set's default collation, in a handshake as in a SET
 * NAMES without a collation. On MySQL a SET NAMES without a collation may choose another collation than the
 * handshake did.
 */
static bool is_named_alone(const mynd_link *link, const mynd_charset *charset)
{
	const mynd_charset *first = mynd_charset_by_name(slice(charset->name, strlen(charset->name)));
	return mynd_session_server(link->channel.session)->mariadb && first != NULL && first->id == charset->id;
}

/*
 * On MySQL also sets a variable of optimizer_trace: that makes it discard its traces, which a reset keeps
 * (tried).
 */
static int queue_names(mynd_link *link)
{
	const mynd_charset *charset = mynd_charset_by_id(link->pooled->snapshot->collation);
	char sql[192];
	if (charset == NULL) {
		return MYND_BAD;
	}
	bool alone = is_named_alone(link, charset);
	int len = snprintf(sql, sizeof sql, "SET NAMES %s%s%s%s", charset->name, alone ? "" : " COLLATE ",
	    alone ? "" : charset->collation,
	    link->pooled->pool->forgets_traces ? ",optimizer_trace_offset=DEFAULT" : "");
	return queue_text(link, MYND_COM_QUERY, sql, (size_t) len);
}

/* Sets the variables that the login's flags IGNORE_SPACE and INTERACTIVE had set. */
static int queue_flags(mynd_link *link)
{
	uint64_t flags = mynd_session_server(link->channel.session)->negotiated;
	bool space = (flags & MYND_CAP_IGNORE_SPACE) != 0, interactive = (flags & MYND_CAP_INTERACTIVE) != 0;
	char sql[192];
	int len =
	    snprintf(sql, sizeof sql, "SET %s%s%s", space ? "sql_mode=CONCAT(@@sql_mode,',IGNORE_SPACE')" : "",
	        space && interactive ? "," : "", interactive ? "wait_timeout=@@interactive_timeout" : "");
	return queue_text(link, MYND_COM_QUERY, sql, (size_t) len);
}

static bool has_todo(const mynd_link *link)
{
	return link->pooled->todo != 0 || link->pooled->todo_init != link->pooled->init_later;
}

mynd_init_command *mynd_reset_init_later(const mynd_link *link)
{
	mynd_init_command *c = link->channel.settings.init_commands;
	while (c != NULL && mynd_sql_sets_constants(slice(c->sql, c->len))) {
		c = c->next;
	}
	return c;
}

static int queue_init_command(mynd_link *link)
{
	const mynd_init_command *command = link->pooled->todo_init;
	link->pooled->todo_init = command->next;
	link->channel.counts.init_commands++;
	mynd_command text = mynd_command_text(MYND_COM_QUERY, slice(command->sql, command->len));
	text.owner = MYND_FOR_RESET;
	return mynd_link_put(link, &text);
}

/* Asks whether the server takes writes. */
static int queue_role(mynd_link *link)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, mynd_role_question(link));
	command.owner = MYND_FOR_ROLE;
	mynd_traces_note_own(link);
	return mynd_session_send(link->channel.session, &command, &link->channel.error);
}

/* Queues the command of the lowest step in `todo`, or else the next init command. */
static int queue_step(mynd_link *link)
{
	unsigned step = link->pooled->todo & -link->pooled->todo;
	link->pooled->todo &= ~step;
	switch (step) {
	case STEP_QUESTION:
		return mynd_reset_check_queue(link, MYND_FOR_STATE);
	case STEP_PROFILES:
		return mynd_reset_check_queue(link, MYND_FOR_PROFILES);
	case STEP_TABLES:
		return mynd_traces_queue(link);
	case STEP_OPTION:
		return queue(link, mynd_command_set_option(link->pooled->snapshot->multi_statements ? 0 : 1));
	case STEP_SCHEMA:
		return queue_text(link, MYND_COM_INIT_DB, link->pooled->snapshot->database,
		    strlen(link->pooled->snapshot->database));
	case STEP_NAMES:
		return queue_names(link);
	case STEP_FLAGS:
		return queue_flags(link);
	case STEP_REPORTS:
		return queue_text(link, MYND_COM_QUERY, mynd_reconnect_reports, strlen(mynd_reconnect_reports));
	case STEP_ROLE:
		return queue_role(link);
	default:
		return queue_init_command(link);
	}
}

static int queue_steps(mynd_link *link)
{
	bool together = mynd_pipelining_is_borne(link) && has_todo(link);
	while (together && has_todo(link)) {
		if (queue_step(link) != MYND_OK) {
			return MYND_BAD;
		}
	}
	link->pooled->together = together;
	return MYND_OK;
}

static bool has_more(const mynd_link *link)
{
	return link->pooled->steps_later || has_todo(link);
}

/*
 * Called when all queued commands were answered: queues all steps if they had to wait for a change of user
 * and can go together, else the next one.
 */
static int queue_more(mynd_link *link)
{
	bool all = link->pooled->steps_later;
	link->pooled->steps_later = false;
	if (all && queue_steps(link) != MYND_OK) {
		return MYND_BAD;
	}
	return (all && link->pooled->together) || !has_todo(link) ? MYND_OK : queue_step(link);
}

/* Begins a reset that has these steps to do after its first command. */
static void begin(mynd_pooled *pooled, unsigned todo, bool change_user, bool id_alone)
{
	pooled->todo = todo;
	pooled->changes_user = pooled->steps_later = change_user;
	pooled->resets_id = id_alone;
	pooled->together = false;
	pooled->reset_check = MYND_RESET_CHECK_PASSED;
	pooled->resetting = true;
}

/*
 * Queues a reset, and the steps after it. A change of user must be the last command in the queue: a server
 * that refuses it may continue as the old user (MariaDB does, tried) and would run the commands after it. So
 * the steps after a change of user are queued only when the server has answered it with OK. `prologue`: the
 * owner of the prologue's commands, if these are queued, too.
 */
static int queue_reset(mynd_link *link, bool change_user, mynd_owner prologue)
{
	link->pooled->keeps_schema = !change_user && must_lose_schema(link);
	link->pooled->todo_init = link->channel.settings.init_commands;
	link->pooled->init_later = mynd_reset_init_later(link);
	begin(link->pooled, steps_after(link, change_user), change_user, false);
	if (change_user) {
		mynd_predicted_ids_forget(link);
	}
	int rc =
	    change_user ? queue_change_user(link) : queue(link, mynd_command_simple(MYND_COM_RESET_CONNECTION));
	bool asks = (link->pooled->todo & STEP_QUESTION) != 0;
	mynd_traces_reset(link, asks);
	mynd_state_doubt_found_rows(link, !asks || link->pooled->asks_role || mynd_prologue_is_sent(link));
	link->pooled->asks_role = false;
	link->pooled->pool->info.asked += asks;
	if (rc != MYND_OK || (!change_user && queue_steps(link) != MYND_OK)) {
		return MYND_BAD;
	}
	/* a limit for the replies' length: endless results would keep the next program waiting */
	mynd_channel_bound_reads(&link->channel, MYND_DRAIN_BOUND);
	/* the prologue comes last */
	return change_user || has_todo(link) ? MYND_OK : mynd_prologue_queue(link, prologue);
}

static int push(mynd_link *link)
{
	mynd_channel_push(&link->channel);
	return mynd_channel_look_for_output(&link->channel) ? MYND_BAD : MYND_OK;
}

/*
 * Chooses the prologue to send after the reset: none if init commands have to wait for a program, because a
 * prologue must run after all init commands.
 */
static void prepare_ahead(mynd_link *link)
{
	if (mynd_reset_init_later(link) == NULL) {
		mynd_prologue_prepare(link);
	} else {
		mynd_prologue_drop(link);
	}
}

int mynd_reset_begin_insert_id(mynd_link *link)
{
	static const char sql[] = "SET LAST_INSERT_ID=0";
	link->pooled->keeps_schema = false;
	link->pooled->todo_init = link->pooled->init_later = NULL;
	begin(link->pooled, 0, false, true);
	if (queue_text(link, MYND_COM_QUERY, sql, sizeof sql - 1) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_channel_bound_reads(&link->channel, MYND_DRAIN_BOUND);
	return push(link);
}

int mynd_reset_begin(mynd_link *link)
{
	prepare_ahead(link);
	mynd_state_new_statement_version(link);
	return queue_reset(link, needs_change_user(link), MYND_FOR_PRESEND) == MYND_OK ? push(link) : MYND_BAD;
}

/*
 * Role, user and profiles need no check: the reset before this was answered, so they are as new, and the
 * change of user keeps them, or sets them as a new login would.
 */
int mynd_reset_begin_login(mynd_link *link)
{
	if (mynd_session_phase(link->channel.session) != MYND_PHASE_IDLE && !mynd_prologue_leave_unread(link)) {
		return MYND_BAD;
	}
	mynd_traces before = link->pooled->traces;
	prepare_ahead(link);
	mynd_state_new_statement_version(link);
	if (queue_reset(link, true, MYND_FOR_PRESEND) != MYND_OK) {
		return MYND_BAD;
	}
	if (link->pooled->todo & STEP_QUESTION) { /* the next reset sends these queries instead */
		link->pooled->todo &= ~(unsigned) QUESTIONS;
		link->pooled->pool->info.asked--;
		link->pooled->traces.left = true;
		link->pooled->traces.asked = before.asked;
	}
	return push(link);
}

int mynd_reset_presend(mynd_link *link)
{
	return mynd_prologue_queue(link, MYND_FOR_PRESEND) == MYND_OK ? push(link) : MYND_BAD;
}

/* --- replies --- */

/* Takes the only cell of a row that answers the question about the role: the server's GTIDs. */
static int take_gtids(mynd_link *link, const mynd_row *row)
{
	mynd_cursor at = mynd_cursor_over(row->data, row->len);
	mynd_cell cell;
	if (mynd_cell_next(&at, row->has_large, &cell) != MYND_OK) {
		return MYND_BAD;
	}
	if (cell.large != NULL) {
		mynd_role_note_gtids(link, ZSTR_VAL((zend_string *) cell.large), cell.len);
		mynd_large_release(&link->channel.counts.rows, cell.large);
	} else if (cell.ptr != NULL) {
		mynd_role_note_gtids(link, (const char *) cell.ptr, cell.len);
	}
	return MYND_OK;
}

/* Takes the answer to the question about the role: its rows are counted. */
static int take_role(mynd_link *link, const mynd_event *event)
{
	uint64_t rows = link->channel.counts.session.rows_received_text;
	switch (event->kind) {
	case MYND_EVENT_ERROR:
		link->pooled->asks_role = mynd_role_note_error(link, event->server_error->code);
		break;
	case MYND_EVENT_COLUMNS_END:
		link->pooled->check_rows = rows;
		if (mynd_role_asks_gtids(link)) {
			return MYND_OK; /* the rows are wanted */
		}
		break;
	case MYND_EVENT_ROW:
		return take_gtids(link, &event->row);
	case MYND_EVENT_END:
		mynd_role_note(link, rows - link->pooled->check_rows);
		break;
	default:
		break;
	}
	return mynd_drop_event(link, event);
}

static int take_event(mynd_link *link, const mynd_event *event)
{
	if (event->owner == MYND_FOR_NOBODY) {
		return mynd_drop_event(link, event);
	}
	if (event->owner == MYND_FOR_ROLE) {
		return take_role(link, event);
	}
	mynd_reset_check_take(link, event);
	if (mynd_traces_take(link, event)) {
		return MYND_OK;
	}
	switch (event->kind) {
	case MYND_EVENT_ERROR:
		if (event->server_error->code == UNKNOWN_COMMAND) {
			mynd_pool_note_no_reset(link);
		}
		mynd_channel_note_failure(&link->channel, event->server_error);
		return MYND_BAD;
	case MYND_EVENT_REFUSED:
	case MYND_EVENT_INFILE:
		return MYND_BAD;
	default:
		return mynd_drop_event(link, event);
	}
}

/* Ends a reset of the last insert id alone. */
static int finish_insert_id(mynd_link *link)
{
	link->pooled->resetting = link->pooled->resets_id = false;
	mynd_session_forget_warnings(link->channel.session);
	mynd_channel_bound_reads(&link->channel, MYND_READS_UNBOUND);
	mynd_traces_drained(link);
	mynd_replayable_start(link);
	return MYND_OK;
}

/*
 * Ends a reset whose replies have all arrived. Returns MYND_BAD if a check has failed, or the default
 * database, where it is reported, is not the login's.
 */
static int finish(mynd_link *link)
{
	if (link->pooled->resets_id) {
		return finish_insert_id(link);
	}
	if (link->pooled->keeps_schema) {
		mynd_session_forget_schema(link->channel.session);
	}
	if ((link->channel.settings.init_commands == NULL && mynd_reset_has_other_schema(link)) ||
	    link->pooled->reset_check != MYND_RESET_CHECK_PASSED) {
		return MYND_BAD;
	}
	const mynd_charset *charset = mynd_charset_by_id(link->pooled->snapshot->collation);
	mynd_link_note_charset(link, charset != NULL ? charset : link->charset);
	mynd_state_set_multi_statements(link, link->pooled->snapshot->multi_statements);
	mynd_session_forget_warnings(link->channel.session);
	link->pooled->together = link->pooled->steps_later = false;
	link->pooled->resetting = false;
	if (link->pooled->changes_user) {
		link->pooled->logged_in = link->pooled->changes_user_since;
	}
	link->pooled->has_begun = false;
	mynd_state_begin(link, false);
	mynd_state_set_schema_unknown(link, false);
	mynd_channel_bound_reads(&link->channel, MYND_READS_UNBOUND);
	mynd_traces_drained(link);
	if (link->replayable != NULL) {
		mynd_replayable_start(link);
	}
	return MYND_OK;
}

/* Returns true if only replies to the prologue are outstanding. */
static bool is_over(const mynd_link *link)
{
	return !mynd_link_is_resetting(link) && !has_todo(link) &&
	       mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD;
}

static int drain(mynd_link *link, bool wait)
{
	mynd_event event;
	for (;;) {
		if (is_over(link)) {
			return finish(link);
		}
		int rc =
		    wait ? mynd_channel_pump(&link->channel, &event) : mynd_channel_pump_now(&link->channel, &event);
		if (rc == MYND_OK) {
			rc = take_event(link, &event);
		} else if (rc == MYND_MORE && mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE) {
			/* MYND_BAD: no step is left, so nothing more can arrive, or there are unexpected bytes */
			bool next = has_more(link) && !mynd_session_has_unread(link->channel.session);
			rc = next ? queue_more(link) : MYND_BAD;
		} else {
			return rc;
		}
		if (rc != MYND_OK) {
			return MYND_BAD;
		}
	}
}

int mynd_reset_drain(mynd_link *link, bool wait)
{
	int rc = drain(link, wait);
	if (rc != MYND_BAD) {
		mynd_channel_rest_early(&link->channel);
	}
	return rc;
}

/*
 * The init commands are sent in one write only if the server was seen to accept that. Afterwards the session
 * counts as used, even if the program does not use it.
 */
int mynd_reset_run_init(mynd_link *link)
{
	link->pooled->todo_init = mynd_reset_init_later(link);
	link->pooled->init_later = NULL;
	link->pooled->resetting = true;
	link->pooled->changes_user = link->pooled->together = false;
	if (mynd_pipelining_saves_trips(link) && queue_steps(link) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = mynd_reset_drain(link, true);
	mynd_state_use(link);
	return rc;
}

void mynd_reset_give_up(mynd_link *link)
{
	if (link->pooled->resetting && link->channel.session != NULL) {
		mynd_session_pass_on(link->channel.session, UINT_MAX, MYND_FOR_PROGRAM);
	}
	link->pooled->resetting = false;
}

int mynd_reset_again(mynd_link *link)
{
	bool change_user = needs_change_user(link);
	link->pooled->pool->info.changes_of_user += change_user;
	return queue_reset(link, change_user, MYND_FOR_PROGRAM) == MYND_OK ? mynd_reset_drain(link, true)
	                                                                   : MYND_BAD;
}
