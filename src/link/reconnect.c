/*
 * Reconnecting sessions without state (mynd.reconnect): makes the second connection of a link, from the
 * stored facts of the first.
 *
 * After the login the server is asked to report changes of the session; reports after rows need
 * DEPRECATE_EOF, which is negotiated for these links alone. A link does not reconnect if its server or proxy
 * lacks one of the two, or if its init commands do more than set variables.
 *
 * Always true: the new session begins as the old one did, with the same server, character set and status, or
 * it is discarded. While the link connects again, the lost session is set aside; it is restored if there is
 * no new one.
 * Not here: when a link reconnects (../command/replayable.c).
 */
#include "internal.h"

#include "../wire/sql.h"

/* login of the link, and its session's state just after the login */
typedef struct beginning {
	mynd_connect with;
	char *version;
	uint64_t negotiated;
	uint16_t status;
	uint8_t collation;
	size_t memory_len;
	char memory[]; /* memory of the strings of both; wiped before it is freed */
} beginning;

/* --- what the server reports --- */

/* MySQL and MariaDB know all of these variables. */
const char mynd_reconnect_reports[] =
    "SET SESSION session_track_schema=ON,SESSION session_track_state_change=ON,"
    "SESSION session_track_system_variables='autocommit,character_set_client,character_set_connection,"
    "character_set_results,collation_connection,time_zone,sql_mode,sql_select_limit'";

/* `id`: the last insert id of the lost session; 0: none. */
static int ask_for_reports(mynd_link *link, uint64_t id)
{
	char sql[sizeof mynd_reconnect_reports + 64];
	int len = id == 0 ? snprintf(sql, sizeof sql, "%s", mynd_reconnect_reports)
	                  : snprintf(sql, sizeof sql, "%s,last_insert_id=%" PRIu64, mynd_reconnect_reports, id);
	return mynd_link_run_text(link, sql, (size_t) len);
}

static bool is_wanted(const mynd_link *link)
{
	uint64_t needed = MYND_CAP_SESSION_TRACK | MYND_CAP_DEPRECATE_EOF;
	return link->channel.settings.ints[MYND_SET_RECONNECT] != 0 &&
	       (mynd_session_server(link->channel.session)->negotiated & needed) == needed &&
	       !mynd_channel_is_filtered(&link->channel);
}

/*
 * Returns true if the init commands, which each login sends, leave the same state in the new session as in
 * the old one.
 */
static bool has_plain_init_commands(const mynd_link *link)
{
	for (const mynd_init_command *c = link->channel.settings.init_commands; c != NULL; c = c->next) {
		mynd_slice sql = {(const uint8_t *) c->sql, c->len};
		if (mynd_sql_in_prologue(sql) == MYND_SQL_PROLOGUE_NOT) {
			return false;
		}
	}
	return true;
}

int mynd_reconnect_prepare(mynd_link *link, uint64_t insert_id, bool *can_reconnect)
{
	*can_reconnect = false;
	if (!is_wanted(link) || !has_plain_init_commands(link)) {
		return MYND_OK;
	}
	*can_reconnect = ask_for_reports(link, insert_id) == MYND_OK;
	if (mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		return MYND_BAD;
	}
	mynd_error_clear(&link->channel.error);
	mynd_diagnostics_clear(link);
	if (*can_reconnect) { /* the query has only switched reports on */
		mynd_state_begin(link, link->state.used);
		mynd_state_set_schema_unknown(link, false);
	}
	return MYND_OK;
}

/* --- the beginning --- */

static size_t length(const char *text)
{
	return text == NULL ? 0 : strlen(text);
}

static beginning *note(const mynd_link *link, const mynd_connect *with)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	size_t socket_len = length(with->socket), version_len = length(server->version);
	size_t len = with->host_len + with->user_len + with->password_len + with->database_len + socket_len +
	             version_len + 6;
	beginning *b = pemalloc(sizeof *b + len, 1);
	char *at = b->memory;
	b->memory_len = len;
	b->with = *with;
	b->with.ends_at = NULL; /* the limits of that connect */
	b->with.attempt_ends_at = NULL;
	b->with.answer_seconds = b->with.attempt_seconds = 0;
	b->with.host = mynd_put_text(&at, with->host, with->host_len);
	b->with.user = mynd_put_text(&at, with->user, with->user_len);
	b->with.password = mynd_put_text(&at, with->password, with->password_len);
	b->with.database = mynd_put_text(&at, with->database, with->database_len);
	b->with.socket = mynd_put_text(&at, with->socket, socket_len);
	b->version = mynd_put_text(&at, server->version, version_len);
	b->negotiated = server->negotiated;
	b->status = server->status;
	b->collation = server->collation;
	return b;
}

/* The other flags are of the last reply. */
#define OF_SESSION                                                                                           \
	(MYND_STATUS_IN_TRANS | MYND_STATUS_AUTOCOMMIT | MYND_STATUS_NO_BACKSLASH_ESCAPES |                      \
	    MYND_STATUS_IN_TRANS_READONLY | MYND_STATUS_ANSI_QUOTES)

static bool is_as_before(const mynd_link *link, const beginning *b)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	return strcmp(server->version, b->version) == 0 && server->negotiated == b->negotiated &&
	       ((server->status ^ b->status) & OF_SESSION) == 0 && server->collation == b->collation;
}

/* --- again --- */

/*
 * Discards the new session and restores the old one. A new session that differs from the old one is closed
 * with a quit.
 */
static void give_up(mynd_link *link)
{
	if (link->channel.error.code == 0) {
		mynd_error_client(&link->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	} else {
		mynd_channel_note_failure(&link->channel, &link->channel.error);
	}
	if (mynd_link_is_open(link) && mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE) {
		mynd_channel_say_goodbye(&link->channel, false);
	}
	mynd_link_clear_connect_warning(link); /* the program did not ask for this connect */
	mynd_channel_close(&link->channel, mynd_links_are_swept());
	mynd_channel_put_back(&link->channel, &link->replayable->aside);
}

/* Connects once. After a failure the link is as it was before, but for its error. */
static int try(mynd_link *link, const mynd_connect *with, uint64_t insert_id)
{
	const beginning *b = link->replayable->parameters;
	mynd_error_clear(&link->channel.error);
	mynd_channel_put_aside(&link->channel, &link->replayable->aside);
	if (mynd_link_connect_again(link, with, insert_id) == MYND_OK && is_as_before(link, b)) {
		mynd_channel_free_aside(&link->replayable->aside, false);
		return MYND_OK;
	}
	give_up(link);
	return MYND_BAD;
}

static void free_beginning(beginning *b)
{
	explicit_bzero(b->memory, b->memory_len);
	free(b);
}

/* Notes that the link is connected to another node: a spare connection, and the next reconnect, go there. */
static void note_move(mynd_link *link, const mynd_connect *with)
{
	beginning *before = link->replayable->parameters;
	link->replayable->parameters = note(link, with);
	mynd_login_note(link, with);
	free_beginning(before);
	link->role.has_moved = true;
}

/* Tries the nodes of the link's cluster, each once. *may_help: one may be what is wanted a little later. */
static int try_nodes(
    mynd_link *link, const mynd_connect *with, uint64_t insert_id, unsigned breaks, bool *may_help)
{
	mynd_node_round tried = {0};
	const mynd_node *home = with->node;
	mynd_connect to = *with;
	while (!mynd_connect_is_ended(link, breaks) && home->choose_next(home, link, &tried, &to)) {
		if (try(link, &to, insert_id) == MYND_OK) {
			if (to.node != home) {
				note_move(link, &to);
			}
			return MYND_OK;
		}
		*may_help |= mynd_patience_may_help(&link->channel.error);
	}
	return MYND_BAD;
}

/* What a link is known by, which a connect to another node changes. */
typedef struct identity {
	char *host_info;
	uint64_t address, account;
	const mynd_charset *charset;
	bool has_moved;
} identity;

static identity take_identity(mynd_link *link)
{
	identity is = {link->host_info, link->address, link->account, link->charset, link->role.has_moved};
	link->host_info = NULL;
	return is;
}

static void give_identity(mynd_link *link, const identity *is, bool again)
{
	link->role.has_moved |= is->has_moved; /* its pool is still that of the first node */
	if (!again) {
		free(is->host_info);
		return;
	}
	free(link->host_info);
	link->host_info = is->host_info;
	link->address = is->address;
	link->account = is->account;
	mynd_link_note_charset(link, is->charset);
}

/* Connects to the link's server, or if that was the primary of a cluster to the node that is the primary. */
static int try_all(mynd_link *link, const mynd_connect *with, uint64_t insert_id)
{
	mynd_patience patience = mynd_patience_begin(link);
	identity is = take_identity(link);
	unsigned breaks = link->channel.breaks;
	bool may_help, moves = with->node != NULL && with->role == MYND_ROLE_PRIMARY;
	int rc;
	do {
		may_help = false;
		if (moves) {
			rc = try_nodes(link, with, insert_id, breaks, &may_help);
		} else {
			rc = try(link, with, insert_id);
			may_help = rc != MYND_OK && mynd_patience_may_help(&link->channel.error);
		}
	} while (may_help && rc != MYND_OK && mynd_patience_pause(link, &patience));
	give_identity(link, &is, rc != MYND_OK);
	if (rc != MYND_OK) {
		mynd_role_want(link, with);
	}
	return rc;
}

/*
 * Connects the link again. The caller has a reference: a close meanwhile only sets a flag, and the connect
 * fails.
 */
static int reconnect(mynd_link *link, uint64_t insert_id, bool elsewhere)
{
	const beginning *b = link->replayable->parameters;
	mynd_connect with = b->with;
	if (elsewhere && (link->role.wanted != MYND_ROLE_PRIMARY || !mynd_role_ask_whether_lost(link))) {
		return MYND_BAD;
	}
	mynd_presend_learn(link, NULL);
	if (!mynd_statements_begin_again(link)) {
		return MYND_BAD;
	}
	with.role = link->role.wanted;
	with.keeps_role = true;
	with.node = link->role.node;
	with.role_known_at = 0;
	return try_all(link, &with, insert_id);
}

/* --- life --- */

void mynd_reconnect_make(mynd_link *link, const mynd_connect *with)
{
	mynd_replayable *replayable = pecalloc(1, sizeof *replayable, 1);
	replayable->reconnect = reconnect;
	replayable->parameters = note(link, with);
	link->replayable = replayable;
	mynd_replayable_start(link);
}

void mynd_reconnect_judge(mynd_link *link)
{
	if (link->replayable == NULL) {
		link->replayable = pecalloc(1, sizeof *link->replayable, 1);
		mynd_replayable_start(link);
	}
}

int mynd_reconnect_hand_over(const mynd_link *link, mynd_writer *to)
{
	const beginning *b = link->replayable == NULL ? NULL : link->replayable->parameters;
	return mynd_writer_int(to, 1, b != NULL) | mynd_writer_int(to, 2, b == NULL ? 0 : b->status) |
	       mynd_writer_int(to, 1, b == NULL ? 0 : b->collation);
}

int mynd_reconnect_take_over(mynd_link *link, const mynd_connect *with, mynd_cursor *from)
{
	uint8_t reconnects, collation;
	uint16_t status;
	if (mynd_cursor_u8(from, &reconnects) != MYND_OK || mynd_cursor_u16(from, &status) != MYND_OK ||
	    mynd_cursor_u8(from, &collation) != MYND_OK || reconnects > 1 || (reconnects && !is_wanted(link))) {
		return MYND_BAD;
	}
	if (reconnects) {
		mynd_reconnect_make(link, with);
		beginning *b = link->replayable->parameters;
		b->status = status;
		b->collation = collation;
	}
	return MYND_OK;
}

void mynd_reconnect_forget(mynd_link *link)
{
	mynd_replayable *replayable = link->replayable;
	if (replayable == NULL) {
		return;
	}
	beginning *b = replayable->parameters;
	link->replayable = NULL;
	mynd_channel_free_aside(&replayable->aside, mynd_links_are_swept());
	if (b != NULL) {
		free_beginning(b);
	}
	free(replayable->info.text);
	free(replayable);
}
