/*
 * The role of a server: whether it takes writes. It is asked about while a link connects, if the connect
 * wants a primary or a replica, and when a link of a pool is reused whose server was not asked a moment ago.
 *
 * A server takes writes if its read_only is off: replicas have it on, as have the secondaries of a group on
 * MySQL. A node of Galera that is not ready (wsrep_ready, without a quorum for example) refuses every
 * statement with a table (1047) and has no role, although it lets clients in.
 *
 * Always true: the answer is a number of rows, so that it can be read among the replies to a reset, where
 * rows are only counted: none of a replica, one of a primary, more of a node that is not ready.
 */
#include "internal.h"

enum {
	UNKNOWN_COMMAND = 1047,  /* what a node of Galera says that is not ready (ER_UNKNOWN_COM_ERROR) */
	UNKNOWN_VARIABLE = 1193, /* of a MariaDB that was built without Galera */
	PASSWORD_EXPIRED = 1820  /* the session may do nothing but set a new one */
};

#define BELIEVED (1 * MYND_SECOND)

/* With a limit of its own the query does not depend on sql_select_limit. */
#define TAKES_WRITES "SELECT 1 FROM DUAL WHERE CONCAT(@@GLOBAL.read_only) IN('0','OFF')"
#define LIMIT        " LIMIT 3"
/*
 * A row if a node of Galera is not ready. The variable comes first: where it is off, no status is collected.
 * A derived table would be refused by such a node (1047, tried).
 */
#define IS_NOT_READY                                                                                         \
	" UNION ALL SELECT 1 FROM information_schema.GLOBAL_STATUS WHERE @@GLOBAL.wsrep_on AND "                 \
	"VARIABLE_NAME='wsrep_ready' AND VARIABLE_VALUE='OFF'"

mynd_slice mynd_role_question(const mynd_link *link)
{
	bool may_be_galera = mynd_session_server(link->channel.session)->mariadb && !link->role.has_no_galera;
	return mynd_slice_of(may_be_galera ? TAKES_WRITES IS_NOT_READY IS_NOT_READY LIMIT : TAKES_WRITES LIMIT);
}

void mynd_role_forget(mynd_link *link)
{
	link->role.is = MYND_ROLE_ANY;
	link->role.asked_at = 0;
	link->role.has_no_galera = false;
}

void mynd_role_note(mynd_link *link, uint64_t rows)
{
	link->role.asked_at = mynd_now();
	link->role.is = rows == 0 ? MYND_ROLE_REPLICA : rows == 1 ? MYND_ROLE_PRIMARY : MYND_ROLE_NONE;
}

bool mynd_role_note_error(mynd_link *link, unsigned code)
{
	bool asks_too_much = code == UNKNOWN_VARIABLE && !link->role.has_no_galera;
	link->role.asked_at = mynd_now();
	link->role.is = code == UNKNOWN_COMMAND ? MYND_ROLE_NONE : MYND_ROLE_ANY;
	link->role.has_no_galera |= asks_too_much;
	return asks_too_much;
}

bool mynd_role_is_asked(const mynd_link *link, const mynd_connect *with)
{
	return with->role != MYND_ROLE_ANY &&
	       (link->role.is != with->role || mynd_now() - link->role.asked_at >= BELIEVED);
}

void mynd_role_want(mynd_link *link, const mynd_connect *with)
{
	link->role.wanted = with->keeps_role ? with->role : MYND_ROLE_ANY;
}

int mynd_role_refuse_other(mynd_link *link, const mynd_connect *with)
{
	static const char *const is[] = {
	    [MYND_ROLE_ANY] = "has no role that is known",
	    [MYND_ROLE_PRIMARY] = "takes writes",
	    [MYND_ROLE_REPLICA] = "is read-only",
	    [MYND_ROLE_NONE] = "is not ready (wsrep_ready is OFF)",
	};
	if (with->role == MYND_ROLE_ANY || with->role == link->role.is) {
		return MYND_OK;
	}
	return mynd_error_set(&link->channel.error, MYND_CAUSE_OTHER_ROLE, MYND_ERR_CONNECTION, NULL,
	    "The server %s, and a %s is asked for", is[link->role.is],
	    with->role == MYND_ROLE_PRIMARY ? "primary" : "replica");
}

/* Asks, and notes the answer. */
static int ask(mynd_link *link)
{
	const uint64_t *rows = &link->channel.counts.session.rows_received_text;
	uint64_t before = *rows;
	mynd_slice sql = mynd_role_question(link);
	if (mynd_link_run_text(link, (const char *) sql.ptr, sql.len) != MYND_OK ||
	    mynd_link_drain(link) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_role_note(link, *rows - before);
	return MYND_OK;
}

int mynd_role_check(mynd_link *link, const mynd_connect *with)
{
	mynd_role_want(link, with);
	if (EXPECTED(with->role == MYND_ROLE_ANY)) {
		return MYND_OK;
	}
	int rc = ask(link);
	if (rc != MYND_OK && mynd_role_note_error(link, link->channel.error.code)) {
		mynd_error_clear(&link->channel.error);
		rc = ask(link);
	}
	bool is_known = rc == MYND_OK || link->role.is == MYND_ROLE_NONE;
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
