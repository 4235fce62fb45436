/*
 * Mynd\pipeline(): sends the commands of an iterable (the source), many at a time, and yields their outcomes
 * in order.
 *
 * Always true: at most PIPELINE_WINDOW commands and about WINDOW_BYTES of them are under way, so memory does
 * not grow with the number of commands. Before the source is asked for a command, queued commands are
 * written, as far as the socket takes them, and outcomes that have arrived are yielded. (If the source is an
 * array, several commands are gathered for a write.)
 *
 * With mynd.source_fibers the source has a fiber of its own (source_fiber.h). While that fiber is suspended,
 * the pipeline waits for a reply and for the source's answer at the same time, and yields outcomes as they
 * arrive.
 *
 * The program's code runs when the next command is asked for and when values are turned into parameters. If
 * it closes the connection, the outcomes are error 2006. If it reconnects, the outcomes of the commands sent
 * before are 2006, and later commands run on the new connection.
 */
#include "pipeline.h"

#include <errno.h>

#include "zend_exceptions.h"
#include "../../client/intercept.h"

#define WINDOW_BYTES (1u << 20)
#define REFILL_BELOW (PIPELINE_WINDOW / 2)
#define WRITE_BYTES  16384                 /* bytes gathered for a write, if the source is an array */
#define WRITE_SOON   (MYND_SECOND / 1000)  /* after this time, fewer bytes are written, too */
#define LOOK_EVERY   (MYND_SECOND / 10000) /* time between two reads of the socket */
#define GATHER_FROM  32 /* with this many commands under way, replies may gather before they are read */

/* --- filling the window --- */

/*
 * Ends the source, and stores the program's exception until all outcomes of earlier commands were yielded.
 * exit() is not delayed.
 */
static void keep_failure(pipeline *p)
{
	p->over = true;
	p->failure = mynd_source_failure();
}

/* Makes a fiber for the source, if the source may have one and has none. Returns false if it threw. */
static bool begin_source_fiber(pipeline *p)
{
	if (p->source_fiber != NULL || !mynd_source_fiber_may_begin(&p->source)) {
		return true;
	}
	p->set = p->set != NULL ? p->set : mynd_set_new();
	if (p->set == NULL) {
		return true; /* no descriptor is free: the source is asked directly */
	}
	p->source_fiber = mynd_source_fiber_begin(&p->source, p->set);
	return p->source_fiber != NULL;
}

/* As mynd_source_next, but returns MYND_WAIT_BLOCK if the source is suspended. */
static int ask_source(pipeline *p, zval *key, zval *command)
{
	if (!begin_source_fiber(p)) {
		return MYND_BAD;
	}
	return p->source_fiber == NULL ? mynd_source_next(&p->source, key, command)
	                               : mynd_source_fiber_next(p->source_fiber, key, command, &p->failure);
}

/* Returns true if the source was asked, has not answered, and its answer is still wanted. */
static bool is_source_away(const pipeline *p)
{
	return p->source_fiber != NULL && !p->over && mynd_source_fiber_is_away(p->source_fiber);
}

static void write_now(pipeline *p, int64_t now)
{
	mynd_link_write(p->link);
	p->unwritten = 0;
	p->written = now;
}

/* Takes the next command from the source. */
static void take_in(pipeline *p)
{
	zval key, command;
	ZVAL_UNDEF(&key);
	int rc = ask_source(p, &key, &command);
	if (rc == MYND_OK) {
		rc = pipeline_send(p, &key, &command) ? MYND_OK : MYND_BAD;
		zval_ptr_dtor(&command);
	}
	if (rc == MYND_BAD && p->failure == NULL) {
		keep_failure(p);
	}
	p->over |= rc != MYND_OK && rc != MYND_WAIT_BLOCK;
}

static bool is_window_full(const pipeline *p)
{
	return p->count == PIPELINE_WINDOW || p->bytes >= WINDOW_BYTES || mynd_link_is_full(p->link) ||
	       p->order.alone;
}

/* Returns true if the source may be asked for a command. */
static bool has_room(const pipeline *p)
{
	return !p->over && !is_source_away(p) && !p->no_command && p->held.sql == NULL &&
	       (p->count == 0 || !is_window_full(p));
}

/*
 * Writes queued commands before the source is asked, because the program's code may be slow to make the next
 * command. Commands of an array are gathered.
 */
static void write_before_asking(pipeline *p, int64_t now)
{
	bool is_array = Z_TYPE(p->source.iterable) == IS_ARRAY;
	if (p->unwritten > 0 && (!is_array || p->unwritten >= WRITE_BYTES || now - p->written > WRITE_SOON)) {
		write_now(p, now);
	}
}

/* Returns true if the next outcome can be taken without a wait. */
static bool has_come(const pipeline *p)
{
	const pipeline_sent *next = &p->ring[p->first];
	return p->count > 0 &&
	       (next->error != NULL || next->connection_number != mynd_link_connection_number(p->link) ||
	           mynd_link_look_for_reply(p->link, p));
}

/*
 * As has_come, but reads the socket first. Returns false without a look if the last look was less than
 * LOOK_EVERY ago, as with quick sources.
 */
static bool look_for_outcome(pipeline *p, int64_t now)
{
	if (p->count == 0 || now - p->looked < LOOK_EVERY) {
		return false;
	}
	p->looked = now;
	mynd_link_read_here(p->link);
	return has_come(p);
}

/*
 * Takes commands until the window is full, the source has no more for now, the socket and the queue in memory
 * are full, or an outcome has arrived: the program gets this outcome before the source is asked again.
 */
static void fill(pipeline *p)
{
	int64_t now = mynd_now();
	p->written = now;
	while (has_room(p)) {
		write_before_asking(p, now);
		if (look_for_outcome(p, now)) {
			break;
		}
		take_in(p);
		now = mynd_now();
	}
	if (p->unwritten > 0) {
		write_now(p, now);
	}
}

/* --- steps --- */

/* Returns MYND_MORE if the link was closed after the command was sent. */
static int take_reply(pipeline *p, uint32_t connection_number)
{
	bool use;
	if (connection_number != mynd_link_connection_number(p->link)) {
		return MYND_MORE;
	}
	if (p->count >= GATHER_FROM) {
		mynd_link_gather(p->link, p, p->count);
	}
	return mynd_link_reap(p->link, p, &use);
}

/* Releases `last`. Destructors may run code of the program. */
static void forget_last(pipeline *p)
{
	pipeline_sent last = p->last;
	p->last = (pipeline_sent){.bytes = 0};
	ZVAL_UNDEF(&p->last.key);
	pipeline_release(&last);
}

/* Makes the outcome of a reply, after a reap that returned `rc`. Code of the program may run and throw. */
static void make_outcome(pipeline *p, zend_string *sql, int rc, mynd_steps *steps)
{
	if (rc == MYND_MORE) {
		rc = mynd_link_refuse(p->link, MYND_ERR_GONE_AWAY);
	}
	mynd_outcome_of(p->link, p->is_pdo ? Z_OBJ(p->object) : NULL, sql, rc, &steps->value, &p->more);
}

static void make_error(const pipeline *p, const mynd_error *error, zval *out)
{
	mynd_exception_of(p->is_pdo ? Z_OBJ(p->object) : NULL, error, out);
}

/*
 * Called when an outcome was made. If it is an exception, a pipeline with stop_on_error stops. If no further
 * replies follow, the command has ended.
 */
static void end_outcome(pipeline *p, const mynd_steps *steps)
{
	if (p->order.stop && Z_TYPE(steps->value) == IS_OBJECT &&
	    instanceof_function(Z_OBJCE(steps->value), zend_ce_exception)) {
		pipeline_stop(p);
	}
	if (!p->more) {
		pipeline_note_reply(p);
		forget_last(p);
	}
}

/* Makes the outcome of a sent command: a NotRun if the command was lost after the stop and has not run. */
static void make_failed(pipeline *p, const pipeline_sent *s, int rc, mynd_steps *steps)
{
	if (rc == MYND_MORE) {
		rc = mynd_link_refuse(p->link, MYND_ERR_GONE_AWAY);
	}
	if (pipeline_has_not_run(p, rc)) {
		pipeline_make_not_run(true, &steps->value);
	} else {
		make_outcome(p, s->sql, rc, steps);
	}
}

static void yield_next(pipeline *p, mynd_steps *steps)
{
	pipeline_sent s = p->ring[p->first];
	p->first = (p->first + 1) % PIPELINE_WINDOW;
	p->count--;
	p->bytes -= s.bytes;
	p->last = s;
	p->no_command = false;
	ZVAL_COPY(&steps->key, &s.key);
	if (s.error != NULL) {
		make_error(p, s.error, &steps->value);
	} else {
		int rc = take_reply(p, s.connection_number);
		if (s.statement != NULL) {
			mynd_statement_was_run(s.statement, rc == MYND_OK ? MYND_OK : MYND_BAD);
		}
		make_failed(p, &s, rc, steps);
	}
	end_outcome(p, steps);
}

/* Yields a NotRun for the held command, which is never sent because another command has failed. */
static void yield_held(pipeline *p, mynd_steps *steps)
{
	ZVAL_COPY(&steps->key, &p->held.key);
	pipeline_make_not_run(false, &steps->value);
	pipeline_forget_held(p);
}

/* Yields a further reply to the same command (CALL) under its key. */
static void yield_further(pipeline *p, mynd_steps *steps)
{
	int rc = p->last.connection_number == mynd_link_connection_number(p->link)
	             ? mynd_link_next_result(p->link)
	             : MYND_MORE;
	ZVAL_COPY(&steps->key, &p->last.key);
	make_outcome(p, p->last.sql, rc, steps);
	end_outcome(p, steps);
}

/* --- while the source is suspended --- */

/*
 * Returns MYND_OK if a reply or the source's answer may have arrived, MYND_MORE if the time limit has passed,
 * MYND_BAD if it threw, MYND_WAIT_BLOCK if the program's waiter does not wait.
 */
static int wait_for_either(pipeline *p)
{
	int ready;
	mynd_deadline deadline = MYND_NO_DEADLINE;
	int rc = MYND_OK;
	if (p->count > 0) {
		deadline = mynd_link_reply_deadline(p->link);
		rc = mynd_link_watch(p->link, p->set, p);
	} else {
		mynd_link_unwatch(p->link, p->set);
	}
	rc = rc == MYND_OK ? mynd_set_wait_suspended(p->set, deadline) : rc;
	while (rc == MYND_OK && mynd_set_next(p->set, &ready) != NULL) {
		mynd_link_found(p->link, ready);
	}
	if (rc == MYND_BAD && !EG(exception)) {
		zend_throw_error(NULL, "Mynd\\pipeline(): cannot wait: %s", strerror(errno));
	}
	return EG(exception) ? MYND_BAD : rc;
}

static void refuse_to_wait(pipeline *p)
{
	zend_throw_error(
	    NULL, "Mynd\\pipeline(): the commands' source is suspended, and this call cannot wait for it");
	keep_failure(p);
}

/*
 * Waits until the next outcome has arrived or the source has answered. Returns MYND_OK if the caller is to
 * check both again, MYND_MORE if it is to take the next outcome (and to wait for it if necessary), MYND_BAD
 * if it threw.
 */
static int wait_for_source(pipeline *p)
{
	if (p->count > 0 && has_come(p)) {
		return MYND_MORE;
	}
	int rc = mynd_wait_blocks() ? MYND_WAIT_BLOCK : wait_for_either(p);
	if (rc == MYND_WAIT_BLOCK && p->count > 0) {
		return MYND_MORE;
	}
	if (rc == MYND_WAIT_BLOCK) { /* during a blocking wait nothing could resume the source */
		refuse_to_wait(p);
		return MYND_OK;
	}
	return rc;
}

/*
 * Takes the source's answer if it came after the pipeline has stopped: yields a NotRun for a command, or
 * stores the source's exception. Returns true if it has yielded.
 */
static bool yield_untaken(pipeline *p, mynd_steps *steps)
{
	zval key, command;
	if (!p->order.stopped || p->failure != NULL || p->source_fiber == NULL ||
	    !mynd_source_fiber_has_answered(p->source_fiber) ||
	    mynd_source_fiber_next(p->source_fiber, &key, &command, &p->failure) != MYND_OK) {
		return false;
	}
	bool is_one = Z_TYPE(command) != IS_NULL;
	zval_ptr_dtor(&command);
	if (is_one) {
		ZVAL_COPY_VALUE(&steps->key, &key);
		pipeline_make_not_run(false, &steps->value);
	} else {
		zval_ptr_dtor(&key);
	}
	return is_one;
}

static int throw_failure(pipeline *p)
{
	zend_object *failure = p->failure;
	p->failure = NULL;
	zend_throw_exception_internal(failure);
	return MYND_BAD;
}

static int pipeline_next(mynd_steps *steps)
{
	pipeline *p = steps->context;
	if (p->more) {
		yield_further(p, steps);
		return EG(exception) ? MYND_BAD : MYND_OK;
	}
	for (;;) {
		if (!has_come(p) && p->count < REFILL_BELOW) {
			fill(p);
		}
		if (EG(exception)) {
			return MYND_BAD;
		}
		int rc = is_source_away(p) ? wait_for_source(p) : MYND_MORE;
		if (rc == MYND_BAD) {
			return MYND_BAD;
		}
		if (rc == MYND_OK) {
			continue;
		}
		if (p->count > 0) {
			yield_next(p, steps);
			/* an interceptor's callback for the reply may have thrown */
			return EG(exception) ? MYND_BAD : MYND_OK;
		}
		p->no_command = false;
		if (p->held.sql != NULL && p->order.stopped) {
			yield_held(p, steps);
			return MYND_OK;
		}
		if (p->held.sql != NULL) {
			if (!pipeline_send_held(p)) {
				keep_failure(p);
			}
		} else if (yield_untaken(p, steps)) {
			return EG(exception) ? MYND_BAD : MYND_OK;
		} else if (p->failure != NULL) {
			return throw_failure(p);
		} else if (p->over) {
			return MYND_MORE;
		}
	}
}

static void pipeline_free(void *context)
{
	pipeline *p = context;
	mynd_link_abandon(p->link, p);
	while (p->count > 0) {
		pipeline_release(&p->ring[p->first]);
		p->first = (p->first + 1) % PIPELINE_WINDOW;
		p->count--;
	}
	pipeline_forget_statements(p);
	pipeline_forget_held(p);
	if (p->failure != NULL) {
		OBJ_RELEASE(p->failure);
	}
	forget_last(p);
	if (p->source_fiber != NULL) {
		mynd_source_fiber_leave(p->source_fiber);
	}
	mynd_source_close(&p->source);
	mynd_set_free(p->set);
	mynd_link_release(p->link);
	zval_ptr_dtor(&p->object);
	efree(p);
}

static void pipeline_list_values(void *context, zend_get_gc_buffer *buffer)
{
	pipeline *p = context;
	zend_get_gc_buffer_add_zval(buffer, &p->object);
	mynd_source_list_values(&p->source, buffer);
	if (p->source_fiber != NULL) {
		mynd_source_fiber_list_values(p->source_fiber, buffer);
	}
	for (unsigned i = 0; i < p->count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &p->ring[(p->first + i) % PIPELINE_WINDOW].key);
	}
	zend_get_gc_buffer_add_zval(buffer, &p->last.key);
	if (p->held.sql != NULL) {
		zend_get_gc_buffer_add_zval(buffer, &p->held.key);
		zend_get_gc_buffer_add_zval(buffer, &p->held.values);
	}
	if (p->failure != NULL) {
		zend_get_gc_buffer_add_obj(buffer, p->failure);
	}
}

static const mynd_steps_kind pipeline_kind = {pipeline_next, pipeline_free, pipeline_list_values};

void mynd_pipeline_change_link(const zend_object *object, mynd_link *from, mynd_link *to)
{
	pipeline *p = mynd_steps_context(object, &pipeline_kind);
	if (p == NULL || p->link != from) {
		return;
	}
	uint32_t before = mynd_link_connection_number(to) - 1;
	for (unsigned i = 0; i < p->count; i++) {
		p->ring[(p->first + i) % PIPELINE_WINDOW].connection_number = before;
	}
	p->last.connection_number = p->order.connection_number = before;
	p->session_version = mynd_link_session_version(to) - 1;
	if (p->set != NULL) { /* no outcome needs a wait (all are 2006), and replies on `from` are for others */
		mynd_link_unwatch(from, p->set);
		mynd_set_wake(p->set);
	}
	mynd_link_addref(to);
	p->link = to;
	mynd_link_release(from);
}

ZEND_FUNCTION(Mynd_pipeline)
{
	zend_object *object;
	zval *commands;
	bool stop = false;
	ZEND_PARSE_PARAMETERS_START(2, 3)
	Z_PARAM_OBJ(object)
	Z_PARAM_ITERABLE(commands)
	Z_PARAM_OPTIONAL
	Z_PARAM_BOOL(stop)
	ZEND_PARSE_PARAMETERS_END();
	zend_object *pdo;
	mynd_link *link = mynd_connection_link_of(object, &pdo);
	if (link == NULL) {
		RETURN_THROWS();
	}
	pipeline *p = emalloc(sizeof *p);
	memset(p, 0, offsetof(pipeline, ring));
	memset(&p->first, 0, sizeof *p - offsetof(pipeline, first));
	ZVAL_OBJ_COPY(&p->object, object);
	p->is_pdo = pdo != NULL;
	p->order.stop = stop;
	p->link = link;
	mynd_link_addref(link);
	p->session_version = mynd_link_session_version(link);
	mynd_source_open(&p->source, commands);
	mynd_steps_generate(return_value, &pipeline_kind, p);
}
