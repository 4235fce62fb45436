/*
 * Checks the part of a session's state that a reset does not change and that no reply reports: queries after
 * the reset compare it with the state after a login.
 *
 * This state is the active role and the session's user, which a query may have changed, or a function, a
 * trigger or a view that it used; and the profiles of SHOW PROFILES (a reset on MariaDB keeps them, tried;
 * @@profiling is 0 then). When the first link of a pool connects, the pool asks for this state and stores it.
 * After a reset two queries are sent; the numbers of rows that they return show whether the state is as after
 * the login. The queries cost the server more than the reset does, so they are sent only
 *
 * - if a query of this session may have changed the state: one with the words ROLE or PROFIL, one that is not
 *   understood, or one whose tables are not known to be base tables (traces.c);
 * - after the first use of a login (because of init_connect and default roles), and if the last check is as
 *   old as a login may be (because SET GLOBAL profiling takes effect in a session with its next reset).
 *
 * The first of the queries also gives FOUND_ROWS(), which a reset does not change, its value after a login: 1
 * on MariaDB, 0 on MySQL (tried). If this query was not sent, and a program asks for FOUND_ROWS() before its
 * first SELECT, another query that gives it this value is sent first.
 *
 * Always true: if the pool has stored the state of a login, a program gets a link only when the queries that
 * had to be sent after its reset were answered as expected.
 * Not here: when the queries are sent, and what happens to the link (reset.c, acquire.c).
 */
#include "internal.h"

#define MYSQL_WITH_ROLES 80000
#define PASSWORD_EXPIRED 1820 /* ER_MUST_CHANGE_PASSWORD: the server refuses all queries */
#define LONGEST          2048 /* hexadecimal digits of role and user */

#define WHO          "CONCAT_WS('-',HEX(CURRENT_ROLE()),HEX(CURRENT_USER()))"
#define WHO_OF_OLD   "HEX(CURRENT_USER())"
#define HAS_PROFILES "EXISTS(SELECT 1 FROM information_schema.PROFILING)"
#define HAS_TRACE    "@@optimizer_trace_offset" /* its value is not used, only whether it exists */

static const char *who(const mynd_server *server)
{
	return server->mariadb || server->version_number >= MYSQL_WITH_ROLES ? WHO : WHO_OF_OLD;
}

/*
 * SQL conditions: a reset gives the session the character sets that it has now, and optimizer_trace is off,
 * whose traces a reset on MySQL keeps (tried). If a session alone switches it on, traces.c finds that in its
 * queries.
 */
#define IS_BARE "@@collation_database=@@GLOBAL.collation_server"
#define IS_BARE_TOO                                                                                          \
	IS_BARE " AND @@character_set_client=@@GLOBAL.character_set_client AND "                                 \
	        "@@character_set_results<=>@@GLOBAL.character_set_results AND "                                  \
	        "@@collation_connection=@@GLOBAL.collation_connection AND "                                      \
	        "@@GLOBAL.optimizer_trace LIKE 'enabled=off%'"

/*
 * SQL conditions for sessions that are handed on without a reset (hand_on.c): the server keeps neither
 * profiles nor traces of queries, unless a session has switched them on.
 */
#define IS_QUIET "@@GLOBAL.profiling=0 AND @@GLOBAL.optimizer_trace LIKE 'enabled=off%'"
#define IS_QUIET_OF_MARIADB                                                                                  \
	"@@GLOBAL.profiling=0 AND NOT EXISTS(SELECT 1 FROM information_schema.GLOBAL_VARIABLES WHERE "           \
	"VARIABLE_NAME='OPTIMIZER_TRACE' AND VARIABLE_VALUE LIKE 'enabled=on%')"

static const char *is_quiet(const mynd_server *server)
{
	return server->mariadb ? IS_QUIET_OF_MARIADB : IS_QUIET;
}

static const char *is_bare(const mynd_server *server)
{
	return server->mariadb ? IS_BARE : IS_BARE_TOO;
}

/* --- learning --- */

static bool is_plain(const char *text, size_t len)
{
	return len > 0 && len <= LONGEST && strspn(text, "0123456789ABCDEF-") == len;
}

/*
 * Makes the first of the queries that are sent after a reset: on MariaDB it returns a row if the state is as
 * after a login, on MySQL if it is not.
 */
static char *make_query(const mynd_server *server, const char *login_state, bool bare, bool quiet)
{
	char *sql;
	bool mariadb = server->mariadb;
	const char *is = mariadb ? "=" : "<>", *and = mariadb ? " AND " : " OR NOT (", *end = mariadb ? "" : ")";
	int rc = asprintf(&sql, "SELECT 1 FROM DUAL WHERE %s%s'%s'%s%s%s%s%s%s", who(server), is, login_state,
	    bare ? and : "", bare ? is_bare(server) : "", bare ? end : "", quiet ? and : "",
	    quiet ? is_quiet(server) : "", quiet ? end : "");
	return rc >= 0 ? sql : NULL;
}

static bool keep(mynd_pool *pool, const mynd_server *server, const char *login_state, bool more, bool bare)
{
	pool->check_query = make_query(server, login_state, bare, pool->is_quiet);
	pool->bare = bare;
	pool->login_state = strdup(login_state);
	pool->check_more = more;
	pool->profiles = more && server->mariadb;
	pool->forgets_traces = more && !server->mariadb;
	return pool->check_query != NULL && pool->login_state != NULL;
}

static void learn_from(mynd_link *link, mynd_result *result, bool more)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	mynd_pool *pool = link->pooled->place.pool;
	zval row, *cell, *bare, *quiet;
	if (mynd_result_fetch(result, MYND_SHAPE_NUM, &row) != MYND_OK) {
		return;
	}
	cell = zend_hash_index_find(Z_ARRVAL(row), 0);
	bare = zend_hash_index_find(Z_ARRVAL(row), 2);
	quiet = zend_hash_index_find(Z_ARRVAL(row), 3);
	pool->is_quiet = quiet != NULL && zval_get_long(quiet) == 1;
	if (cell != NULL && Z_TYPE_P(cell) == IS_STRING && is_plain(Z_STRVAL_P(cell), Z_STRLEN_P(cell)) &&
	    pool->check_query == NULL) {
		keep(pool, server, Z_STRVAL_P(cell), more, more && bare != NULL && zval_get_long(bare) == 1);
	}
	zval_ptr_dtor(&row);
}

/*
 * Asks the server for the state of a login and stores the answer in the pool. `more`: also about profiles or
 * traces; `quiet`: also whether the server is quiet. After an error reply the pool stores nothing. Returns
 * MYND_BAD if the link is lost.
 */
static int ask(mynd_link *link, bool more, bool quiet)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	char sql[960];
	int len = snprintf(sql, sizeof sql, "SELECT %s%s%s%s%s%s%s", who(server), more ? "," : "",
	    !more             ? ""
	    : server->mariadb ? HAS_PROFILES
	                      : HAS_TRACE,
	    more ? "," : "", more ? is_bare(server) : "", quiet ? "," : "", quiet ? is_quiet(server) : "");
	if (mynd_link_run_text(link, sql, (size_t) len) == MYND_OK && mynd_link_has_result(link)) {
		mynd_result *result = mynd_link_store(link);
		if (result != NULL) {
			learn_from(link, result, more);
			mynd_result_free(result, true);
		}
	}
	if (mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD) {
		mynd_link_drain(link);
	}
	return mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD ? MYND_BAD : MYND_OK;
}

/* Returns true if the pool hands sessions on (hand_on.c): it has to know whether the server is quiet. */
static bool asks_if_quiet(const mynd_pool *pool)
{
	return pool->group != NULL && pool->group->settings.reset == MYND_RESET_IF_NEEDED;
}

int mynd_reset_check_learn(mynd_link *link)
{
	mynd_pool *pool = link->pooled->place.pool;
	if (pool == NULL || pool->knows_login_state) {
		return MYND_OK;
	}
	if ((asks_if_quiet(pool) && ask(link, true, true) != MYND_OK) ||
	    (pool->check_query == NULL && ask(link, true, false) != MYND_OK) ||
	    (pool->check_query == NULL && ask(link, false, false) != MYND_OK)) {
		return MYND_BAD;
	}
	bool refused = link->channel.error.code == PASSWORD_EXPIRED;
	mynd_error_clear(&link->channel.error);
	mynd_channel_forget_failure(&link->channel);
	mynd_link_clear_reply(link);
	mynd_diagnostics_clear(link);
	pool->knows_login_state = !refused;
	return MYND_OK;
}

void mynd_reset_check_forget(mynd_pool *pool)
{
	free(pool->check_query);
	free(pool->login_state);
	mynd_traces_forget_texts(pool);
	pool->check_query = pool->login_state = NULL;
	pool->knows_login_state = pool->check_more = pool->bare = false;
	pool->profiles = pool->forgets_traces = pool->is_quiet = false;
}

static bool knows_the_same(const mynd_pool *pool, bool can_ask, mynd_slice login_state, bool more)
{
	if (!can_ask || pool->login_state == NULL) {
		return !can_ask && pool->login_state == NULL;
	}
	return pool->check_more == more && strlen(pool->login_state) == login_state.len &&
	       memcmp(pool->login_state, login_state.ptr, login_state.len) == 0;
}

int mynd_reset_check_take_over(
    const mynd_link *link, mynd_pool *pool, bool can_ask, mynd_slice login_state, bool more, bool bare)
{
	char text[LONGEST + 1];
	if (pool->knows_login_state) {
		return knows_the_same(pool, can_ask, login_state, more) ? MYND_OK : MYND_BAD;
	}
	if (can_ask) {
		if (login_state.len > LONGEST) {
			return MYND_BAD;
		}
		memcpy(text, login_state.ptr, login_state.len);
		text[login_state.len] = '\0';
		if (!is_plain(text, login_state.len) ||
		    !keep(pool, mynd_session_server(link->channel.session), text, more, bare)) {
			mynd_reset_check_forget(pool);
			return MYND_BAD;
		}
	}
	pool->knows_login_state = true;
	return MYND_OK;
}

/* --- asking --- */

static mynd_slice question(const mynd_pool *pool, mynd_owner owner)
{
	const char *sql = owner == MYND_FOR_STATE ? pool->check_query : "SHOW PROFILES";
	return (mynd_slice){(const uint8_t *) sql, strlen(sql)};
}

int mynd_reset_check_queue(mynd_link *link, mynd_owner owner)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, question(link->pooled->pool, owner));
	command.owner = owner;
	if (link->pooled->reset_check != MYND_RESET_CHECK_FAILED) { /* an earlier query's failure stays */
		link->pooled->reset_check = MYND_RESET_CHECK_PENDING;
	}
	mynd_traces_note_own(link);
	return mynd_session_send(link->channel.session, &command, &link->channel.error);
}

/* Returns true if another reply to one of these queries is outstanding. */
static bool is_due(const mynd_link *link)
{
	const mynd_session *session = link->channel.session;
	return mynd_session_pending_of(session, MYND_FOR_STATE) > 0 ||
	       mynd_session_pending_of(session, MYND_FOR_PROFILES) > 0;
}

static uint64_t expected_rows(const mynd_link *link, uint32_t owner)
{
	return owner == MYND_FOR_STATE && mynd_session_server(link->channel.session)->mariadb ? 1 : 0;
}

void mynd_reset_check_take(mynd_link *link, const mynd_event *event)
{
	mynd_pooled *pooled = link->pooled;
	if (event->owner != MYND_FOR_STATE && event->owner != MYND_FOR_PROFILES) {
		return;
	}
	uint64_t rows = link->channel.counts.session.rows_received_text;
	if (event->kind == MYND_EVENT_COLUMNS_END) {
		pooled->check_rows = rows;
	} else if (event->kind == MYND_EVENT_END) {
		if (rows - pooled->check_rows != expected_rows(link, event->owner)) {
			pooled->reset_check = MYND_RESET_CHECK_FAILED;
		} else if (!is_due(link) && pooled->reset_check == MYND_RESET_CHECK_PENDING) {
			pooled->reset_check = MYND_RESET_CHECK_PASSED;
		}
	}
}

/* --- FOUND_ROWS() --- */

bool mynd_reset_check_doubts_found_rows(const mynd_link *link)
{
	const mynd_traces *traces = &link->pooled->traces;
	return link->state.found_doubted &&
	       !(traces->selected && link->channel.counts.session.result_sets > traces->results);
}

int mynd_reset_check_set_found_rows(mynd_link *link)
{
	bool mariadb = mynd_session_server(link->channel.session)->mariadb;
	const char *sql = mariadb ? "SELECT 1" : "SELECT 1 FROM DUAL WHERE 0";
	mynd_diagnostics_area aside;
	mynd_state_doubt_found_rows(link, false);
	mynd_diagnostics_set_aside(link, &aside);
	if (mynd_link_run_text(link, sql, strlen(sql)) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_link_drain(link);
	mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_COUNTS | MYND_ASIDE_INFO);
	return mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD ? MYND_BAD : MYND_OK;
}
