/*
 * The role of a server: whether it takes writes. It is asked about while a link connects, if the connect
 * wants a primary or a replica, and when a link of a pool is reused whose server was not asked a moment ago.
 *
 * A server takes writes if its read_only is off: replicas have it on, as have the secondaries of a group on
 * MySQL. A node of Galera that is not ready (wsrep_ready, without a quorum for example) refuses every
 * statement with a table (1047) and has no role, although it lets clients in.
 *
 * The answer is a number of rows: none of a replica, one of a primary, more of a node that is not ready.
 * Where the node of a cluster wants them, the primary's row has the server's GTIDs.
 */
#include "internal.h"

enum {
	UNKNOWN_COMMAND = 1047,  /* what a node of Galera says that is not ready (ER_UNKNOWN_COM_ERROR) */
	UNKNOWN_VARIABLE = 1193, /* of a MariaDB that was built without Galera */
	PASSWORD_EXPIRED = 1820  /* the session may do nothing but set a new one */
};

#define BELIEVED (1 * MYND_SECOND)

#define GTIDS_MOST 4096 /* bytes; longer ones are not known */

/* NULL: the server makes none. */
#define GTIDS                                                                                                \
	"IF(@@GLOBAL.log_bin,CONCAT_WS(';',@@GLOBAL.gtid_binlog_pos,@@GLOBAL.gtid_binlog_state,"                 \
	"@@GLOBAL.gtid_slave_pos),NULL)"
#define GTIDS_OF_MYSQL                                                                                       \
	"IF(@@GLOBAL.gtid_mode LIKE 'ON%',CONCAT_WS(';',@@GLOBAL.gtid_executed,@@GLOBAL.gtid_executed),NULL)"

#define TAKES_WRITES(what) "SELECT " what " FROM DUAL WHERE CONCAT(@@GLOBAL.read_only) IN('0','OFF')"
#define LIMIT              " LIMIT 3" /* so that the query does not depend on sql_select_limit */
/*
 * A row if a node of Galera is not ready. The variable comes first: where it is off, no status is collected.
 * A derived table would be refused by such a node (1047, tried).
 */
#define IS_NOT_READY                                                                                         \
	" UNION ALL SELECT 1 FROM information_schema.GLOBAL_STATUS WHERE @@GLOBAL.wsrep_on AND "                 \
	"VARIABLE_NAME='wsrep_ready' AND VARIABLE_VALUE='OFF'"

bool mynd_role_asks_gtids(const mynd_link *link)
{
	return link->role.node != NULL && link->role.node->tells_gtids && !link->role.has_no_gtids;
}

static void forget_gtids(mynd_link *link)
{
	free(link->role.gtids);
	link->role.gtids = NULL;
}

mynd_slice mynd_role_question(mynd_link *link)
{
	forget_gtids(link);
	link->role.asked_at = mynd_now(); /* the answer is not older than that */
	bool is_mariadb = mynd_session_server(link->channel.session)->mariadb;
	if (mynd_role_asks_gtids(link)) {
		return mynd_slice_of(is_mariadb ? TAKES_WRITES(GTIDS) LIMIT : TAKES_WRITES(GTIDS_OF_MYSQL) LIMIT);
	}
	bool may_be_galera = is_mariadb && !link->role.has_no_galera;
	return mynd_slice_of(
	    may_be_galera ? TAKES_WRITES("1") IS_NOT_READY IS_NOT_READY LIMIT : TAKES_WRITES("1") LIMIT);
}

void mynd_role_forget(mynd_link *link)
{
	link->role.is = MYND_ROLE_ANY;
	link->role.asked_at = 0;
	link->role.has_no_galera = link->role.has_no_gtids = false;
	link->role.node = NULL;
	link->role.has_moved = false;
	forget_gtids(link);
}

void mynd_role_note_gtids(mynd_link *link, const char *text, size_t len)
{
	if (link->role.gtids == NULL && len <= GTIDS_MOST) {
		link->role.gtids = pestrndup(text, len, 1);
	}
}

const char *mynd_role_gtids(const mynd_link *link)
{
	return link->role.gtids;
}

void mynd_role_note(mynd_link *link, uint64_t rows)
{
	link->role.is = rows == 0 ? MYND_ROLE_REPLICA : rows == 1 ? MYND_ROLE_PRIMARY : MYND_ROLE_NONE;
}

bool mynd_role_note_error(mynd_link *link, unsigned code)
{
	bool is_unknown = code == UNKNOWN_VARIABLE, asked_gtids = mynd_role_asks_gtids(link);
	bool asks_too_much = is_unknown && (asked_gtids || !link->role.has_no_galera);
	link->role.is = code == UNKNOWN_COMMAND ? MYND_ROLE_NONE : MYND_ROLE_ANY;
	link->role.has_no_gtids |= is_unknown && asked_gtids;
	link->role.has_no_galera |= is_unknown && !asked_gtids;
	return asks_too_much;
}

bool mynd_role_is_asked(const mynd_link *link, const mynd_connect *with)
{
	/* of such a node it counts what the cluster says of it */
	bool is_judged = with->node != NULL && with->node->tells_gtids;
	return with->role != MYND_ROLE_ANY && with->role_known_at == 0 &&
	       (is_judged || link->role.is != with->role || link->role.asked_at <= with->role_doubted_at ||
	           mynd_now() - link->role.asked_at >= BELIEVED);
}

void mynd_role_want(mynd_link *link, const mynd_connect *with)
{
	link->role.wanted = with->keeps_role ? with->role : MYND_ROLE_ANY;
	link->role.node = with->node;
	if (with->role != MYND_ROLE_ANY && with->role_known_at != 0) {
		link->role.is = with->role;
		link->role.asked_at = with->role_known_at;
	}
}

int mynd_role_refuse_other(mynd_link *link, const mynd_connect *with)
{
	static const char *const is[] = {
	    [MYND_ROLE_ANY] = "has no role that is known",
	    [MYND_ROLE_PRIMARY] = "takes writes",
	    [MYND_ROLE_REPLICA] = "is read-only",
	    [MYND_ROLE_NONE] = "is not ready (wsrep_ready is OFF)",
	};
	if (with->role == MYND_ROLE_ANY) {
		return MYND_OK;
	}
	if (link->role.node != NULL) {
		int rc = link->role.node->on_role(link);
		forget_gtids(link);
		if (rc != MYND_OK) {
			return MYND_BAD;
		}
	}
	if (with->role == link->role.is) {
		return MYND_OK;
	}
	return mynd_error_set(&link->channel.error, MYND_CAUSE_OTHER_ROLE, MYND_ERR_CONNECTION, NULL,
	    "The server %s, and a %s is asked for", is[link->role.is],
	    with->role == MYND_ROLE_PRIMARY ? "primary" : "replica");
}

/* Takes the GTIDs out of the answer, if it has any. Returns false if the connection is lost. */
static bool take_gtids(mynd_link *link)
{
	zval row, *cell;
	if (!mynd_role_asks_gtids(link) || !mynd_link_has_result(link)) {
		return true;
	}
	mynd_result *result = mynd_link_store(link);
	if (result != NULL && mynd_result_fetch(result, MYND_SHAPE_NUM, &row) == MYND_OK) {
		cell = zend_hash_index_find(Z_ARRVAL(row), 0);
		if (cell != NULL && Z_TYPE_P(cell) == IS_STRING) {
			mynd_role_note_gtids(link, Z_STRVAL_P(cell), Z_STRLEN_P(cell));
		}
		zval_ptr_dtor(&row);
	}
	if (result != NULL) {
		mynd_result_free(result, true);
	}
	return result != NULL;
}

/* Asks, and notes the answer. */
static int ask(mynd_link *link)
{
	const uint64_t *rows = &link->channel.counts.session.rows_received_text;
	uint64_t before = *rows;
	mynd_slice sql = mynd_role_question(link);
	if (mynd_link_run_text(link, (const char *) sql.ptr, sql.len) != MYND_OK || !take_gtids(link) ||
	    mynd_link_drain(link) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_role_note(link, *rows - before);
	return MYND_OK;
}

void mynd_role_leave_node(mynd_link *link)
{
	link->role.node = NULL;
	forget_gtids(link);
}

/*
 * Asks, once more if the server does not know what the question names. Returns true if the role is known
 * then. `in_use`: in a session of the program, in which the question leaves nothing.
 */
static bool find_out(mynd_link *link, bool in_use)
{
	for (bool again = true; again;) {
		if (in_use) {
			mynd_replayable_count(link->replayable);
		}
		if (ask(link) == MYND_OK) {
			return true;
		}
		again = mynd_role_note_error(link, link->channel.error.code);
		if (again) {
			mynd_error_clear(&link->channel.error);
		}
	}
	return link->role.is == MYND_ROLE_NONE;
}

bool mynd_role_ask_whether_lost(mynd_link *link)
{
	mynd_connect with = {.role = link->role.wanted};
	return find_out(link, true) && mynd_role_refuse_other(link, &with) != MYND_OK;
}

int mynd_role_check(mynd_link *link, const mynd_connect *with)
{
	mynd_role_want(link, with);
	if (EXPECTED(with->role == MYND_ROLE_ANY || with->role_known_at != 0)) {
		return MYND_OK;
	}
	bool is_known = find_out(link, false);
	bool may_set_password = !is_known && link->channel.error.code == PASSWORD_EXPIRED;
	if (!may_set_password && (!is_known || mynd_role_refuse_other(link, with) != MYND_OK)) {
		return MYND_BAD;
	}
	mynd_error_clear(&link->channel.error);
	mynd_channel_forget_failure(&link->channel);
	mynd_link_clear_reply(link);
	mynd_diagnostics_clear(link);
	return MYND_OK;
}
