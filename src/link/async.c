/*
 * The queue of a link: commands that are under way, and their replies until somebody takes them.
 *
 * Always true: the list holds the commands whose reply nobody has taken, in the order in which they were sent. The answered (and, once the
 * link is lost, the lost) ones come first; of the others only the first may have begun. The current reply of the link, if it is not
 * over, stands before them all on the wire.
 * Not here: how a reply is stored (outcome.c), waiting for many links (poll.c).
 */
#include "internal.h"

/* --- the list --- */

static void pending_free(mynd_pending *p)
{
	mynd_statement *statement = p->statement;
	const mynd_intercepting *by = mynd_interceptors();
	if (UNEXPECTED(p->waiting != NULL) && by != NULL) {
		by->dropped(p->waiting);
	}
	mynd_outcomes_free(p->first);
	free(p->file_text);
	free(p);
	if (statement != NULL) {
		mynd_statement_close(statement, false);
	}
}

static bool is_unanswered(const mynd_pending *p)
{
	return p->state == MYND_PENDING_AWAITED || p->state == MYND_PENDING_BEGUN;
}

/* Interceptors' answers may stand among those that are awaited. */
static mynd_pending *first_unanswered(mynd_pending *p)
{
	while (p != NULL && !is_unanswered(p)) {
		p = p->next;
	}
	return p;
}

void mynd_pending_is_answered(mynd_link *link, mynd_pending *p)
{
	p->state = MYND_PENDING_ANSWERED;
	link->unanswered = first_unanswered(p->next);
}

static void append(mynd_link *link, mynd_pending *p)
{
	mynd_link_changed(link);
	if (link->last_pending == NULL) {
		link->first_pending = p;
	} else {
		link->last_pending->next = p;
	}
	link->last_pending = p;
	if (link->unanswered == NULL) {
		link->unanswered = first_unanswered(p);
	}
}

static void take_out(mynd_link *link, mynd_pending *p)
{
	mynd_pending *before = NULL;
	mynd_link_changed(link);
	for (mynd_pending *q = link->first_pending; q != p; q = q->next) {
		before = q;
	}
	if (before == NULL) {
		link->first_pending = p->next;
	} else {
		before->next = p->next;
	}
	if (link->last_pending == p) {
		link->last_pending = before;
	}
	if (link->unanswered == p) {
		link->unanswered = first_unanswered(p->next);
	}
	p->next = NULL;
}

mynd_pending *mynd_pending_unanswered(const mynd_link *link)
{
	return link->unanswered;
}

mynd_pending *mynd_pending_of(const mynd_link *link, const void *owner)
{
	mynd_pending *p = link->first_pending;
	while (p != NULL && (p->abandoned || (owner != MYND_OWNER_ANY && p->owner != owner))) {
		p = p->next;
	}
	return p;
}

uint64_t mynd_link_next_outstanding(const mynd_link *link, const void *owner)
{
	const mynd_pending *p = mynd_pending_of(link, owner);
	return p == NULL ? 0 : p->number;
}

bool mynd_link_has_outstanding(const mynd_link *link, const void *owner)
{
	return mynd_pending_of(link, owner) != NULL;
}

/* --- the link ends --- */

void mynd_pending_end(mynd_link *link)
{
	if (link->absorbing != NULL && link->absorbing->last != NULL) { /* left by a longjmp */
		mynd_outcomes_forget(link->absorbing->last);
	}
	link->absorbing = NULL;
	while (link->first_pending != NULL) {
		mynd_pending *p = link->first_pending;
		take_out(link, p);
		pending_free(p);
	}
}

void mynd_pending_nobody_waits(mynd_link *link)
{
	const mynd_intercepting *by = mynd_interceptors();
	for (mynd_pending *p = link->first_pending; p != NULL; p = p->next) {
		void *waiting = p->waiting;
		p->waiting = NULL;
		if (waiting != NULL && by != NULL) {
			by->dropped(waiting);
		}
	}
}

void mynd_pending_forget(mynd_link *link)
{
	for (mynd_pending *p = link->first_pending; p != NULL; p = p->next) {
		mynd_outcomes_forget(p->first);
		p->waiting = NULL;
	}
	mynd_outcomes_forget(link->further);
	link->stored = NULL;
}

void mynd_pending_lost(mynd_link *link)
{
	unsigned sent = mynd_session_pending_sent(link->session);
	unsigned total = mynd_session_pending(link->session), unanswered = 0;
	mynd_pending *first = mynd_pending_unanswered(link);
	mynd_link_changed(link);
	for (const mynd_pending *p = first; p != NULL; p = first_unanswered(p->next)) {
		unanswered++;
	}
	unsigned before = total > unanswered ? total - unanswered : 0; /* the current reply */
	link->may_have_run = before > 0 && sent > 0;
	for (mynd_pending *p = first; p != NULL; p = first_unanswered(p->next)) {
		before++;
		if (p == first && p->state == MYND_PENDING_BEGUN) {
			mynd_outcome_fail(p, &link->error);
		}
		p->state = MYND_PENDING_LOST;
		p->may_have_run = sent >= before;
	}
	link->unanswered = NULL;
}

/* --- sending --- */

static bool is_busy(const mynd_link *link)
{
	return link->absorbing != NULL || link->columns != NULL || link->active != NULL ||
	       (link->more_results && !link->ownerless);
}

static bool has_taker(const mynd_link *link)
{
	return mynd_pending_of(link, MYND_OWNER_ANY) != NULL;
}

int mynd_async_begin(mynd_link *link)
{
	if (mynd_link_refuses(link)) {
		return MYND_BAD;
	}
	if (!has_taker(link)) {
		return mynd_link_begin(link);
	}
	link->remark[0] = '\0';
	link->may_have_run = false;
	mynd_error_clear(&link->error);
	if (mynd_link_is_foreign(link) || mynd_session_phase(link->session) == MYND_PHASE_DEAD) {
		return mynd_link_refuse(link, MYND_ERR_GONE_AWAY);
	}
	if (link->write_broken) { /* what was answered before can still be taken */
		mynd_error_client(&link->error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		link->last_failure = link->error;
		return MYND_BAD;
	}
	if (is_busy(link)) {
		return mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	return mynd_link_check_deadline(link) == MYND_OK ? mynd_link_drop_leftovers(link) : MYND_BAD;
}

int mynd_pending_absorb(mynd_link *link, const mynd_pending *until)
{
	mynd_event event;
	mynd_pending *p;
	while ((p = mynd_pending_unanswered(link)) != NULL && p != until && !p->barrier) {
		int rc = mynd_session_next(link->session, &event);
		if (rc == MYND_MORE) {
			return MYND_OK;
		}
		if (rc == MYND_BAD) {
			return mynd_link_lost(link, mynd_session_error(link->session));
		}
		if (mynd_outcome_take(link, p, &event) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/* Writes all that may be written now. What comes meanwhile is stored, so that the server can go on. */
static int flush(mynd_link *link)
{
	for (;;) {
		uint64_t before = link->counts.session.bytes_received;
		int rc = mynd_link_write_some(link);
		if (rc != MYND_MORE) {
			return rc;
		}
		if (link->counts.session.bytes_received != before && mynd_pending_absorb(link, NULL) != MYND_OK) {
			return MYND_BAD;
		}
	}
}

int mynd_pending_no_memory(mynd_link *link)
{
	link->affected_rows = (uint64_t) -1;
	return mynd_error_client(&link->error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
}

mynd_pending *mynd_pending_new(mynd_link *link, const void *owner)
{
	mynd_pending *p = calloc(1, sizeof *p);
	if (p == NULL) {
		mynd_pending_no_memory(link);
		return NULL;
	}
	p->owner = owner;
	p->number = ++link->last_number;
	return p;
}

/* The command is in the session's queue. */
static void queued(mynd_link *link, mynd_pending *p)
{
	if (p->barrier) {
		p->file_text = link->file_text;
		p->file_text_len = link->file_text_len;
		link->file_text = NULL;
	}
	link->affected_rows = (uint64_t) -1;
	append(link, p);
}

int mynd_pending_send_last(mynd_link *link)
{
	int rc = flush(link);
	mynd_pending *p = link->last_pending;
	if (rc != MYND_OK && p != NULL && p->state == MYND_PENDING_LOST) {
		link->may_have_run = p->may_have_run;
		take_out(link, p);
		pending_free(p);
	}
	return rc;
}

static int queue_text(mynd_link *link, mynd_slice sql, const void *owner, bool use)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, sql);
	mynd_link_attach_attributes(link, &command);
	mynd_pending *p = mynd_pending_new(link, owner);
	if (p == NULL) {
		return MYND_BAD;
	}
	p->use = use;
	p->barrier = mynd_command_is_barrier(&command);
	if (mynd_session_send(link->session, &command, NULL, &link->error) != MYND_OK) {
		link->affected_rows = (uint64_t) -1;
		free(p);
		return MYND_BAD;
	}
	mynd_link_keep_file_text(link, (const char *) sql.ptr, sql.len);
	queued(link, p);
	return MYND_OK;
}

static int begin_text(mynd_link *link, mynd_slice text)
{
	if (mynd_async_begin(link) != MYND_OK) {
		if (!link->in_call) {
			link->affected_rows = (uint64_t) -1;
		}
		return MYND_BAD;
	}
	mynd_cache_before_text(link, text);
	mynd_reset_watch(link, text);
	return MYND_OK;
}

static int run_text(mynd_call *call)
{
	mynd_link *link = call->link;
	if (begin_text(link, call->sql) != MYND_OK ||
	    queue_text(link, call->sql, call->owner, call->use) != MYND_OK) {
		return MYND_BAD;
	}
	return call->only_queued ? MYND_OK : mynd_pending_send_last(link);
}

static int give_text(mynd_link *link, const void *owner, mynd_slice text, bool use, bool only_queued)
{
	mynd_call call = {.kind = MYND_CALL_QUERY,
	    .async = true,
	    .link = link,
	    .sql = text,
	    .owner = owner,
	    .use = use,
	    .only_queued = only_queued,
	    .run = run_text};
	return mynd_is_intercepted(link) ? mynd_intercept(&call) : run_text(&call);
}

int mynd_link_query_async(mynd_link *link, const char *sql, size_t len, bool use)
{
	return give_text(link, NULL, (mynd_slice){(const uint8_t *) sql, len}, use, false);
}

int mynd_link_text_async(mynd_link *link, const void *owner, const char *sql, size_t len)
{
	return give_text(link, owner, (mynd_slice){(const uint8_t *) sql, len}, false, false);
}

int mynd_link_queue_text(mynd_link *link, const void *owner, const char *sql, size_t len)
{
	return give_text(link, owner, (mynd_slice){(const uint8_t *) sql, len}, false, true);
}

void mynd_pending_queued(mynd_statement *s, mynd_pending *p)
{
	s->serial = 0; /* until its reply is taken nothing on the link is its business */
	mynd_statement_addref(s);
	p->statement = s;
	p->barrier = s->local;
	queued(s->link, p);
}

void mynd_pending_answered(mynd_link *link, mynd_statement *s, mynd_pending *p)
{
	p->state = MYND_PENDING_ANSWERED;
	link->affected_rows = (uint64_t) -1;
	if (s != NULL) {
		s->serial = 0;
		mynd_statement_addref(s);
		p->statement = s;
	}
	append(link, p);
}

static int queue_execute(
    mynd_statement *s, const void *owner, const mynd_parameter *parameters, uint32_t count)
{
	mynd_link *link = s->link;
	mynd_pending *p = mynd_pending_new(link, owner);
	if (p == NULL) {
		return MYND_BAD;
	}
	if (s->alters) {
		mynd_link_forget_statements(link);
	}
	if (mynd_statement_queue_execute(s, s->id, parameters, count, MYND_CURSOR_NONE) != MYND_OK) {
		free(p);
		return MYND_BAD;
	}
	mynd_pending_queued(s, p);
	return MYND_OK;
}

static int run_execute(mynd_call *call)
{
	mynd_statement *s = call->statement;
	mynd_link *link = call->link;
	if (mynd_statement_settle_long_data(s, call->parameters, call->count) != MYND_OK ||
	    mynd_statement_begin(s, "mysqld_stmt_execute", true) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_link_addref(link);
	int rc = queue_execute(s, call->owner, call->parameters, call->count);
	if (rc == MYND_OK && !call->only_queued) {
		rc = mynd_pending_send_last(link);
	}
	mynd_link_release(link);
	return rc;
}

static int give_execute(
    mynd_statement *s, const void *owner, const mynd_parameter *parameters, uint32_t count, bool only_queued)
{
	mynd_call call = {.kind = MYND_CALL_EXECUTE,
	    .async = true,
	    .link = s->link,
	    .sql = {(const uint8_t *) s->text, s->len},
	    .parameters = parameters,
	    .count = count,
	    .statement = s,
	    .owner = owner,
	    .only_queued = only_queued,
	    .run = run_execute};
	return mynd_is_intercepted(s->link) && mynd_statement_is_alive(s) ? mynd_intercept(&call)
	                                                                  : run_execute(&call);
}

int mynd_statement_queue(
    mynd_statement *s, const void *owner, const mynd_parameter *parameters, uint32_t count)
{
	return give_execute(s, owner, parameters, count, true);
}

int mynd_statement_execute_async(mynd_statement *s, const mynd_parameter *parameters, uint32_t count)
{
	return give_execute(s, s, parameters, count, false);
}

void mynd_link_write(mynd_link *link)
{
	if (link->session != NULL && !link->in_call && !mynd_link_is_foreign(link)) {
		mynd_link_push(link);
	}
}

bool mynd_link_is_writing(mynd_link *link)
{
	return link->session != NULL && mynd_link_has_output(link);
}

/* --- taking --- */

/* Waits until the reply has arrived as a whole, and those before it. If the link is lost, all of them say so when they are taken. */
static void settle(mynd_link *link, const mynd_pending *p)
{
	mynd_event event;
	while (is_unanswered(p)) {
		mynd_pending *next = mynd_pending_unanswered(link);
		if (mynd_link_pump(link, &event) != MYND_OK) {
			return;
		}
		mynd_outcome_take(link, next, &event);
	}
}

/* All that stand before it. */
static void settle_before(mynd_link *link, const mynd_pending *p)
{
	mynd_pending *next = mynd_pending_unanswered(link);
	while (next != NULL && next != p && is_unanswered(p)) {
		settle(link, next);
		next = mynd_pending_unanswered(link);
	}
}

static void drop_abandoned(mynd_link *link)
{
	mynd_pending *p;
	while ((p = link->first_pending) != NULL && p->abandoned && !is_unanswered(p)) {
		take_out(link, p);
		pending_free(p);
	}
}

static int lost(mynd_link *link, const mynd_pending *p)
{
	link->may_have_run = p->may_have_run;
	link->affected_rows = (uint64_t) -1;
	link->insert_id = 0;
	return mynd_error_client(&link->error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
}

/* An answer that is made now, by an interceptor's code. */
static int take_late(mynd_link *link, mynd_pending *p, void *waiting)
{
	const mynd_intercepting *by = mynd_interceptors();
	mynd_answer answer = {0};
	link->binary = p->statement != NULL;
	mynd_call_enter_program(link);
	int rc = by->answer(waiting, &answer);
	mynd_call_leave_program(link);
	mynd_outcome *outcome = rc == MYND_OK ? mynd_outcome_of_answer(&answer) : NULL;
	pending_free(p);
	if (rc != MYND_OK) {
		return mynd_intercept_thrown(link);
	}
	return outcome == NULL ? mynd_pending_no_memory(link) : mynd_outcome_load(link, outcome);
}

/* It is off the list. */
static int take_stored(mynd_link *link, mynd_pending *p)
{
	mynd_outcome *first = p->first;
	int rc;
	link->binary = p->statement != NULL;
	if (p->state == MYND_PENDING_LOST) {
		link->may_have_run = p->may_have_run;
	}
	if (first != NULL) {
		p->first = p->last = NULL;
		rc = mynd_outcome_load(link, first);
	} else {
		rc = lost(link, p);
	}
	pending_free(p);
	return rc;
}

/* The next reply on the wire: from here on all is as with a synchronous command. */
static int take_from_wire(mynd_link *link, mynd_pending *p)
{
	link->binary = p->statement != NULL;
	link->file_text = p->file_text;
	link->file_text_len = p->file_text_len;
	p->file_text = NULL;
	pending_free(p);
	return mynd_link_read_reply(link);
}

static int take(mynd_link *link, mynd_pending *p)
{
	bool from_wire = p->state == MYND_PENDING_AWAITED;
	if (!from_wire) {
		settle(link, p);
	}
	bool late = p->waiting != NULL && p->state == MYND_PENDING_ANSWERED && p->first == NULL;
	void *waiting = mynd_interceptors() == NULL ? NULL : p->waiting;
	p->waiting = NULL;
	take_out(link, p);
	mynd_link_clear_reply(link);
	mynd_link_keep_file_text(link, NULL, 0);
	link->serial++;
	link->taker = p->owner;
	link->cursor_asked = link->cursor_open = link->ownerless = false;
	int rc;
	if (UNEXPECTED(late && waiting != NULL)) {
		rc = take_late(link, p, waiting);
	} else {
		rc = from_wire ? take_from_wire(link, p) : take_stored(link, p);
	}
	drop_abandoned(link);
	if (link->unanswered != NULL && mynd_link_has_output(link)) { /* it was a barrier */
		mynd_link_push(link);
	}
	return UNEXPECTED(waiting != NULL) ? mynd_intercept_settled(link, waiting, rc) : rc;
}

int mynd_link_reap(mynd_link *link, const void *owner, bool *use)
{
	if (mynd_link_refuses(link)) {
		return MYND_BAD;
	}
	mynd_pending *p = mynd_pending_of(link, owner);
	link->remark[0] = '\0';
	if (p == NULL && (link->session == NULL || !is_busy(link))) {
		return MYND_MORE;
	}
	mynd_error_clear(&link->error);
	if (p == NULL || is_busy(link)) {
		return mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (mynd_link_is_foreign(link)) {
		return mynd_link_refuse(link, MYND_ERR_GONE_AWAY);
	}
	*use = p->use;
	mynd_link_drop_leftovers(link); /* where that fails all are lost, which is told below */
	settle_before(link, p);
	return take(link, p);
}

void mynd_statement_was_run(mynd_statement *s, int rc)
{
	if (s->alters) {
		s->link->next_id = 0;
	}
	if (rc != MYND_OK) {
		s->bound = false;
	}
}

bool mynd_statement_is_outstanding(const mynd_statement *s)
{
	return mynd_pending_of(s->link, s) != NULL;
}

int mynd_statement_reap(mynd_statement *s)
{
	mynd_link *link = s->link;
	uint64_t insert_id = link->insert_id;
	bool use;
	if (!mynd_statement_is_alive(s)) {
		return MYND_BAD;
	}
	int rc = mynd_link_reap(link, s, &use);
	if (rc == MYND_MORE) {
		return rc;
	}
	mynd_statement_was_run(s, rc);
	if (rc != MYND_OK) {
		link->insert_id = insert_id; /* as with execute */
		return rc;
	}
	s->serial = link->serial;
	mynd_statement_take_columns(s);
	return MYND_OK;
}

/* --- giving up --- */

void mynd_pending_abandon(mynd_link *link, mynd_pending *p)
{
	p->abandoned = p->dropped = true;
	mynd_link_changed(link);
	drop_abandoned(link);
}

void mynd_link_abandon(mynd_link *link, const void *owner)
{
	for (mynd_pending *p = link->first_pending; p != NULL; p = p->next) {
		if (p->owner == owner) {
			p->abandoned = p->dropped = true;
			mynd_link_changed(link);
		}
	}
	if (link->taker == owner && link->more_results) {
		link->ownerless = true;
	}
	drop_abandoned(link);
}

void mynd_statement_abandon(mynd_statement *s)
{
	mynd_link_abandon(s->link, s);
}

int mynd_pending_drop(mynd_link *link)
{
	mynd_pending *p;
	if (has_taker(link)) {
		return mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	while ((p = link->first_pending) != NULL) {
		mynd_link_bound_reads(link, true);
		settle(link, p);
		mynd_link_bound_reads(link, false);
		drop_abandoned(link);
	}
	if (mynd_session_phase(link->session) == MYND_PHASE_DEAD) {
		return MYND_BAD;
	}
	mynd_error_clear(&link->error);
	return MYND_OK;
}

bool mynd_link_may_have_run(const mynd_link *link)
{
	return link->may_have_run;
}
