/*
 * Mynd\pipeline(): sends the commands of an iterable, many at a time, and yields their outcomes in order.
 *
 * Always true: at most PIPELINE_WINDOW commands and about WINDOW_BYTES of them are under way, and nothing is
 * queued that the socket did not take, so memory does not grow with the number of commands.
 *
 * The program's code runs when the next command is asked for and when values are turned into parameters. It
 * may close the connection: the outcomes are then 2006. It may also connect anew: what was sent before has no
 * reply on the new connection, what is sent after that has one.
 */
#include "pipeline.h"

#include <time.h>

#include "zend_exceptions.h"
#include "../../client/intercept.h"

#define WINDOW_BYTES (1u << 20)
#define REFILL_BELOW (PIPELINE_WINDOW / 2)
#define WRITE_BYTES  16384 /* gathered before a write, if commands come quickly */
#define WRITE_SOON   1e-3  /* seconds after which a write does not wait for more */
#define GATHER_FROM  32    /* commands under way; with as many, replies may gather before they are read */

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* --- filling the window --- */

/*
 * An exception of the program waits until all outcomes of earlier commands were yielded. exit() does not
 * wait.
 */
static void keep_failure(pipeline *p)
{
	p->over = true;
	p->failure = mynd_source_failure();
}

static void write_now(pipeline *p, double now)
{
	mynd_link_write(p->link);
	p->unwritten = 0;
	p->written = now;
}

/* Takes the next command from the source into the window. False: no more come for now. */
static bool take_in(pipeline *p)
{
	zval key, command;
	ZVAL_UNDEF(&key);
	int rc = mynd_source_next(&p->source, &key, &command);
	if (rc == MYND_OK) {
		rc = pipeline_send(p, &key, &command) ? MYND_OK : MYND_BAD;
		zval_ptr_dtor(&command);
	}
	if (rc == MYND_BAD) {
		keep_failure(p);
	}
	p->over |= rc != MYND_OK;
	return rc == MYND_OK && p->held.sql == NULL;
}

static bool has_room(const pipeline *p)
{
	return !p->over && p->held.sql == NULL && p->count < PIPELINE_WINDOW &&
	       (p->bytes < WINDOW_BYTES || p->count == 0);
}

/*
 * Takes commands until the window is full, the source has ended, or the socket is full. A slow source does
 * not delay outcomes that are here already.
 */
static void fill(pipeline *p)
{
	p->written = seconds();
	while (has_room(p) && take_in(p)) {
		double now = seconds();
		bool late = now - p->written > WRITE_SOON;
		if (!late && p->unwritten < WRITE_BYTES) {
			continue;
		}
		write_now(p, now);
		if (mynd_link_is_full(p->link) || (late && mynd_link_look_for_reply(p->link, p))) {
			return;
		}
	}
	write_now(p, p->written);
}

/* --- steps --- */

/* MYND_MORE: the link was closed. */
static int take_reply(pipeline *p, uint32_t epoch)
{
	bool use;
	if (epoch != mynd_link_epoch(p->link)) {
		return MYND_MORE;
	}
	if (p->count >= GATHER_FROM) {
		mynd_link_gather(p->link, p, p->count);
	}
	return mynd_link_reap(p->link, p, &use);
}

/* Its destructors may run code of the program. */
static void forget_last(pipeline *p)
{
	pipeline_sent last = p->last;
	p->last = (pipeline_sent){.bytes = 0};
	ZVAL_UNDEF(&p->last.key);
	pipeline_release(&last);
}

/* Makes the outcome of a reply, after `rc`. It may run code of the program, which may throw. */
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

static void yield_next(pipeline *p, mynd_steps *steps)
{
	pipeline_sent s = p->ring[p->first];
	p->first = (p->first + 1) % PIPELINE_WINDOW;
	p->count--;
	p->bytes -= s.bytes;
	p->last = s;
	ZVAL_COPY(&steps->key, &s.key);
	if (s.error != NULL) {
		make_error(p, s.error, &steps->value);
	} else {
		int rc = take_reply(p, s.epoch);
		if (s.statement != NULL) {
			mynd_statement_was_run(s.statement, rc == MYND_OK ? MYND_OK : MYND_BAD);
		}
		make_outcome(p, s.sql, rc, steps);
	}
	if (!p->more) {
		forget_last(p);
	}
}

/* Yields a further reply to the same command (CALL) under its key. */
static void yield_further(pipeline *p, mynd_steps *steps)
{
	int rc = p->last.epoch == mynd_link_epoch(p->link) ? mynd_link_next_result(p->link) : MYND_MORE;
	ZVAL_COPY(&steps->key, &p->last.key);
	make_outcome(p, p->last.sql, rc, steps);
	if (!p->more) {
		forget_last(p);
	}
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
		if (p->count < REFILL_BELOW) {
			fill(p);
		}
		if (EG(exception)) {
			return MYND_BAD;
		}
		if (p->count > 0) {
			yield_next(p, steps);
			/* an interceptor that heard of the reply may have thrown */
			return EG(exception) ? MYND_BAD : MYND_OK;
		}
		if (p->held.sql != NULL) {
			if (!pipeline_send_held(p)) {
				keep_failure(p);
			}
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
	mynd_source_close(&p->source);
	mynd_link_release(p->link);
	zval_ptr_dtor(&p->object);
	efree(p);
}

static void pipeline_list_values(void *context, zend_get_gc_buffer *buffer)
{
	pipeline *p = context;
	zend_get_gc_buffer_add_zval(buffer, &p->object);
	mynd_source_list_values(&p->source, buffer);
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

ZEND_FUNCTION(Mynd_pipeline)
{
	zend_object *object;
	zval *commands;
	ZEND_PARSE_PARAMETERS_START(2, 2)
	Z_PARAM_OBJ(object)
	Z_PARAM_ITERABLE(commands)
	ZEND_PARSE_PARAMETERS_END();
	mynd_link *link = mynd_pdo_link_of(object);
	bool is_pdo = link != NULL;
	if (link == NULL && (link = mynd_connected_link_of(object, 1)) == NULL) {
		RETURN_THROWS();
	}
	pipeline *p = emalloc(sizeof *p);
	memset(p, 0, offsetof(pipeline, ring));
	memset(&p->first, 0, sizeof *p - offsetof(pipeline, first));
	ZVAL_OBJ_COPY(&p->object, object);
	p->is_pdo = is_pdo;
	p->link = link;
	mynd_link_addref(link);
	p->round = mynd_link_session_round(link);
	mynd_source_open(&p->source, commands);
	mynd_steps_generate(return_value, &pipeline_kind, p);
}
