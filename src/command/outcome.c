/*
 * Replies that are read before the program asks for them: stored here, and made the link's current reply when
 * they are taken.
 *
 * An outcome, its error and its info are malloc'ed; a result set's columns and rows are request memory.
 * Always true: `absorbing` is set while an event is being stored, so that after a longjmp out of an
 * allocation the unfinished outcome is forgotten and not freed.
 * Not here: to which command an outcome belongs, and when it is read (queue.c).
 */
#include "internal.h"

/* --- life --- */

static void release_rows(mynd_outcome *o)
{
	mynd_columns *columns = o->columns;
	mynd_store *store = o->store;
	o->columns = NULL;
	o->store = NULL;
	if (store != NULL) {
		mynd_store_free(store);
	}
	if (columns != NULL) {
		mynd_columns_release(columns);
	}
}

static void release_texts(mynd_outcome *o)
{
	free(o->error);
	o->error = NULL;
	mynd_diagnostics_free(&o->diagnostics);
}

mynd_outcome *mynd_outcomes_drop(mynd_outcome *o, bool to_ok)
{
	bool goes_on = true;
	while (o != NULL && goes_on) {
		mynd_outcome *next = o->next;
		goes_on = o->columns != NULL || !to_ok;
		release_rows(o);
		release_texts(o);
		free(o);
		o = next;
	}
	return o;
}

void mynd_outcomes_free(mynd_outcome *o)
{
	mynd_outcomes_drop(o, false);
}

void mynd_outcomes_forget(mynd_outcome *o)
{
	for (; o != NULL; o = o->next) {
		o->columns = NULL;
		o->store = NULL;
	}
}

static mynd_outcome *outcome_new(mynd_pending *p)
{
	mynd_outcome *o = calloc(1, sizeof *o);
	if (o == NULL) {
		return NULL;
	}
	if (p->last == NULL) {
		p->first = o;
	} else {
		p->last->next = o;
	}
	p->last = o;
	return o;
}

/* Copies an error; the copy has only as much memory as its message needs. */
static mynd_error *copy_error(const mynd_error *error)
{
	size_t size = offsetof(mynd_error, message) + strlen(error->message) + 1;
	mynd_error *copy = malloc(size);
	if (copy != NULL) {
		memcpy(copy, error, size);
	}
	return copy;
}

/* --- being read --- */

/*
 * Makes the outcome an error, whatever it was before. If there is no memory for a copy of the error, the
 * program gets error 2008 instead.
 */
static void fail(mynd_outcome *o, const mynd_error *error)
{
	release_rows(o);
	release_texts(o);
	o->failed = true;
	o->error = copy_error(error);
}

int mynd_outcome_fail(mynd_pending *p, const mynd_error *error)
{
	mynd_outcome *o = p->at == MYND_AT_REPLY ? outcome_new(p) : p->last;
	p->at = MYND_AT_REPLY;
	if (o == NULL) {
		return MYND_BAD;
	}
	fail(o, error);
	return MYND_OK;
}

/* Fails a reply that does not fit memory_limit, and drops the rest of it. */
static int too_large(mynd_link *link, mynd_pending *p)
{
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	mynd_session_discard_rows(link->channel.session);
	p->discard_rest = true;
	return mynd_outcome_fail(p, &error);
}

int mynd_outcome_ok(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	mynd_outcome *o = outcome_new(p);
	if (o == NULL) {
		return MYND_BAD;
	}
	mynd_diagnostics_set_ok(&o->diagnostics, &event->ok);
	o->status = event->ok.status;
	return MYND_OK;
}

static int begin_columns(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	mynd_outcome *o = outcome_new(p);
	if (o == NULL) {
		return MYND_BAD;
	}
	o->diagnostics.field_count = event->column_count;
	o->diagnostics.affected_rows = (uint64_t) -1;
	o->columns = mynd_columns_new(event->column_count, &link->channel.counts.rows);
	p->at = MYND_AT_DEFINITIONS;
	if (p->binary) {
		mynd_columns_binary(o->columns);
	}
	return MYND_OK;
}

/*
 * Stores a definition with the memory limit lifted: definitions are of moderate size, but there may be many,
 * and they must not cause the engine's fatal error. If they exceed the limit, the reply fails with 2008.
 */
int mynd_outcome_definition(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	size_t limit;
	int rc = MYND_OK;
	bool lifted = mynd_limit_lift(&limit);
	if (event->kind == MYND_EVENT_COLUMNS) {
		rc = begin_columns(link, p, event);
	} else if (event->kind == MYND_EVENT_COLUMN) {
		mynd_columns_add(p->last->columns, &event->column);
	} else {
		p->last->store = mynd_store_new(p->last->columns);
		p->last->diagnostics.warnings = event->ok.warnings;
		p->at = MYND_AT_ROWS;
	}
	if (lifted && !mynd_limit_put_back(limit)) {
		rc = too_large(link, p);
		mynd_limit_put_back(limit);
	}
	return rc;
}

int mynd_outcome_row(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	int rc = mynd_store_add(p->last->store, &event->row);
	if (rc == MYND_MORE) {
		return too_large(link, p);
	}
	return rc == MYND_OK ? MYND_OK : mynd_channel_fail_malformed(&link->channel, MYND_NOT_A_ROW);
}

int mynd_outcome_end(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	mynd_store_finish(p->last->store);
	p->last->diagnostics.warnings = event->ok.warnings;
	p->last->status = event->ok.status;
	p->at = MYND_AT_REPLY;
	return MYND_OK;
}

static int no_memory(mynd_link *link)
{
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	return mynd_channel_lose(&link->channel, &error);
}

int mynd_outcome_take(mynd_link *link, mynd_pending *p, const mynd_event *event)
{
	if (UNEXPECTED(p->at == MYND_AT_DROPPED)) {
		p->at = event->last && --p->to_drop == 0 ? MYND_AT_REPLY : MYND_AT_DROPPED;
		return mynd_drop_event(link, event);
	}
	p->state = MYND_PENDING_BEGUN;
	p->over = event->last;
	link->queue.absorbing = p;
	int rc = p->discard_rest ? mynd_drop_unwanted(link, event) : mynd_store_event(link, p, event);
	link->queue.absorbing = NULL;
	if (rc != MYND_OK) {
		return mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD ? MYND_BAD : no_memory(link);
	}
	if (p->over) {
		mynd_pending_complete(link, p);
		link->queue.stored++;
		if (UNEXPECTED(link->metrics.on)) {
			if (!p->is_rest) { /* the reply began with the current result */
				mynd_metrics_sent_at(link, p->sent_at, &p->sample);
			}
			mynd_metrics_end(link);
		}
		mynd_channel_rest(&link->channel);
	}
	return MYND_OK;
}

/* --- made by others --- */

ZEND_TLS uint64_t answers;

uint64_t mynd_answers_made(void)
{
	return answers;
}

void mynd_answer_drop(mynd_answer *answer)
{
	mynd_answer *first = answer, *next;
	for (; answer != NULL; answer = next) {
		mynd_outcome rows = {.columns = answer->columns, .store = answer->store};
		next = answer->next;
		release_rows(&rows);
		if (answer != first) {
			efree(answer);
		}
	}
	first->next = NULL;
	first->columns = NULL;
	first->store = NULL;
}

/* Makes the outcome of one result. Returns NULL if there is no memory. */
static mynd_outcome *outcome_of(mynd_answer *answer)
{
	mynd_outcome *o = calloc(1, sizeof *o);
	if (o == NULL) {
		return NULL;
	}
	o->columns = answer->columns;
	o->store = answer->store;
	answer->columns = NULL;
	answer->store = NULL;
	o->has_status = answer->has_status;
	o->status = answer->status;
	if (answer->failed) {
		fail(o, &answer->error);
		return o;
	}
	o->diagnostics.affected_rows = o->columns != NULL ? (uint64_t) -1 : answer->affected_rows;
	o->diagnostics.insert_id = answer->insert_id;
	o->diagnostics.warnings = answer->warnings;
	o->diagnostics.field_count = o->columns != NULL ? mynd_columns_count(o->columns) : 0;
	mynd_diagnostics_set_info(&o->diagnostics, answer->info);
	return o;
}

mynd_outcome *mynd_outcome_of_answer(mynd_answer *answer)
{
	mynd_outcome *first = NULL, **end = &first;
	answers++;
	for (mynd_answer *result = answer; result != NULL; result = result->next) {
		*end = outcome_of(result);
		if (*end == NULL) {
			mynd_outcomes_free(first);
			first = NULL;
			break;
		}
		end = &(*end)->next;
	}
	mynd_answer_drop(answer);
	return first;
}

/* --- being taken --- */

static int load_error(mynd_link *link, const mynd_outcome *o)
{
	if (o->error == NULL) {
		mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	} else {
		mynd_error_copy(&link->channel.error, o->error);
	}
	mynd_diagnostics_fail(link, link->channel.error.cause == MYND_CAUSE_REFUSED);
	return MYND_BAD;
}

static int load(mynd_link *link, mynd_outcome *o)
{
	if (o->failed) {
		return load_error(link, o);
	}
	link->reply.keeps_id = false;
	mynd_diagnostics before = link->diagnostics;
	link->diagnostics = o->diagnostics;
	o->diagnostics = before;
	link->reply.columns = o->columns;
	link->reply.store = o->store;
	o->columns = NULL;
	o->store = NULL;
	return MYND_OK;
}

int mynd_outcome_load(mynd_link *link, mynd_outcome *o)
{
	mynd_link_clear_reply(link);
	link->reply.further = o->next;
	link->reply.more_results = o->next != NULL;
	o->next = NULL;
	if (UNEXPECTED(o->has_status)) {
		mynd_channel_report_status(&link->channel, o->status);
	}
	int rc = load(link, o);
	mynd_outcomes_free(o);
	return rc;
}

int mynd_outcome_answer(mynd_link *link, mynd_outcome *o, mynd_outcome_of of)
{
	mynd_reply *reply = &link->reply;
	mynd_diagnostics_area aside;
	mynd_diagnostics_set_aside(link, &aside);
	reply->binary = of == MYND_OUTCOME_OF_EXECUTE;
	/* as in stock: only the error of a query changes the insert id */
	reply->keeps_id = of != MYND_OUTCOME_OF_TEXT;
	reply->cursor_asked = reply->cursor_open = false;
	reply->discard_further = MYND_DISCARD_NONE;
	int rc = mynd_outcome_load(link, o);
	if (of == MYND_OUTCOME_OF_OTHER && rc == MYND_OK) {
		mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_AFFECTED_ROWS | MYND_ASIDE_INSERT_ID);
	}
	return rc;
}
