/*
 * Mynd\pipeline() with stop_on_error: decides which commands may be under way at once, and makes the outcomes
 * of commands that have not run.
 *
 * A server runs every command that it has received, also after a command has failed. And an error may end the
 * transaction (1213): the next command would then run outside the transaction. So inside a transaction, and
 * where a transaction may begin or end, a command is sent only after the previous command has succeeded.
 * Always true:
 * - Several commands are under way only if the last reply said that no transaction is open and autocommit is
 *   on, nothing else has used the connection since, and by their first words none of the commands can change
 *   that.
 * - All commands use one connection. After a reconnect no command is sent.
 * - A command that is held when another one has failed is never sent.
 */
#include "pipeline.h"

#include "../../client/intercept.h"
#include "../../wire/sql.h"

static zend_class_entry *not_run_ce;

void pipeline_order_startup(zend_class_entry *not_run)
{
	not_run_ce = not_run;
}

/*
 * With PDO a query may contain several statements: all are checked. Returns true if there are interceptors,
 * because they may replace the query.
 */
static bool may_change_transaction(const pipeline *p, zend_string *sql, bool is_text)
{
	mynd_slice text = {(const uint8_t *) ZSTR_VAL(sql), ZSTR_LEN(sql)};
	return mynd_links_are_intercepted() || mynd_sql_may_change_transaction(text, p->is_pdo && is_text);
}

static bool has_been_used(const pipeline *p)
{
	return p->order.serial != mynd_link_command(p->link) ||
	       p->order.number != mynd_queue_last_number(p->link);
}

bool pipeline_may_send(const pipeline *p, zend_string *sql, bool is_text)
{
	return !p->order.stop || p->count == 0 ||
	       (!p->order.alone && !has_been_used(p) && !may_change_transaction(p, sql, is_text));
}

int pipeline_note_sent(pipeline *p, zend_string *sql, bool is_text)
{
	pipeline_order *o = &p->order;
	if (!o->stop) {
		return MYND_OK;
	}
	uint32_t connection_number = mynd_link_connection_number(p->link);
	if (o->begun && o->connection_number != connection_number) {
		return mynd_link_refuse(p->link, MYND_ERR_GONE_AWAY);
	}
	if (p->count == 0 || has_been_used(p)) {
		o->alone = !o->autocommit || has_been_used(p) || may_change_transaction(p, sql, is_text);
	}
	o->begun = true;
	o->connection_number = connection_number;
	return MYND_OK;
}

void pipeline_note_queued(pipeline *p)
{
	p->order.serial = mynd_link_command(p->link);
	p->order.number = mynd_queue_last_number(p->link);
}

void pipeline_note_reply(pipeline *p)
{
	const mynd_server *server = mynd_link_server(p->link);
	p->order.autocommit = server != NULL && !mynd_server_has_transaction(server);
	p->order.serial = mynd_link_command(p->link);
}

void pipeline_stop(pipeline *p)
{
	p->order.stopped = p->over = true;
}

bool pipeline_has_not_run(const pipeline *p, int rc)
{
	return p->order.stopped && rc != MYND_OK && mynd_link_error(p->link)->cause != MYND_CAUSE_SERVER &&
	       !mynd_link_is_open(p->link) && !mynd_link_may_have_run(p->link);
}

void pipeline_make_not_run(bool sent, zval *out)
{
	object_init_ex(out, not_run_ce);
	ZVAL_BOOL(OBJ_PROP_NUM(Z_OBJ_P(out), 0), sent);
}

/* Private: a program cannot make a NotRun itself. */
ZEND_METHOD(Mynd_NotRun, __construct)
{
}
