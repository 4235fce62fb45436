/*
 * Mynd\pipeline(): sends the commands of an iterable, many at a time, and yields their outcomes in order.
 *
 * Always true: `ring` holds, in order, the commands whose outcome was not yielded. Those without an error of
 * their own are outstanding on the link, and the pipeline owns their replies. At most WINDOW commands and
 * about WINDOW_BYTES of them are under way, and nothing is queued that the socket did not take, so memory
 * does not grow with the number of commands.
 *
 * The program's code runs when the next command is asked for and when values are turned into parameters. It
 * may close the connection: the outcomes are then 2006. It may also connect anew: what was sent before has no
 * reply on the new connection, what is sent after that has one.
 */
#include "steps.h"

#include <time.h>

#include "zend_exceptions.h"
#include "../../client/intercept.h"

#define WINDOW       1024
#define WINDOW_BYTES (1u << 20)
#define REFILL_BELOW (WINDOW / 2)
#define WRITE_BYTES  16384 /* gathered before a write, if commands come quickly */
#define WRITE_SOON   1e-3  /* seconds after which a write does not wait for more */
#define GATHER_FROM  32    /* commands under way; with as many, replies may gather before they are read */
#define STATEMENTS   16

typedef struct sent {
	zval key;
	mynd_statement *statement; /* the statement of an execute; NULL: the command is a text */
	mynd_error *error;         /* why it could not be sent; NULL: it was sent */
	uint32_t epoch;            /* the link's when it was sent */
	size_t bytes;
} sent;

typedef struct prepared {
	zend_string *sql;
	mynd_statement *statement; /* NULL: the place is free */
} prepared;

typedef struct pipeline {
	zval object; /* the program's link, which this reference keeps alive */
	mynd_link *link;
	mynd_source source;
	bool over;            /* the source has ended */
	zend_object *failure; /* what the source has thrown; it is thrown when all outcomes were yielded */
	sent ring[WINDOW];
	unsigned first, count;
	size_t bytes;                    /* of the commands in the ring */
	prepared statements[STATEMENTS]; /* the statement used last comes first */
	uint32_t round;                  /* of the session, when they were prepared */
	struct {
		zval key;
		zend_string *sql; /* NULL: there is none */
		zval values;
	} held; /* a command that is prepared when nothing is under way */
	size_t unwritten;
	double written; /* time of the last write, in seconds */
	zval last_key;  /* the key of the last outcome, if its command has further replies */
	uint32_t last_epoch;
	bool more;
} pipeline;

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* --- statements: borrowed from the link's cache while the pipeline uses them --- */

static void forget_statement(prepared *place)
{
	if (place->statement != NULL) {
		mynd_statement_give_back(place->statement);
		zend_string_release(place->sql);
		place->statement = NULL;
	}
}

static void forget_statements(pipeline *p)
{
	for (unsigned i = 0; i < STATEMENTS; i++) {
		forget_statement(&p->statements[i]);
	}
}

/* Something has changed the session since they were prepared: default database, sql_mode, character set. */
static bool are_stale(const pipeline *p)
{
	return p->round != mynd_link_session_round(p->link);
}

static void to_front(pipeline *p, unsigned i)
{
	prepared found = p->statements[i];
	memmove(&p->statements[1], &p->statements[0], i * sizeof found);
	p->statements[0] = found;
}

static mynd_statement *find_statement(pipeline *p, zend_string *sql)
{
	if (are_stale(p)) {
		forget_statements(p);
	}
	for (unsigned i = 0; i < STATEMENTS && p->statements[i].statement != NULL; i++) {
		if (zend_string_equals(p->statements[i].sql, sql)) {
			to_front(p, i);
			return p->statements[0].statement;
		}
	}
	return NULL;
}

/* The statement has just been prepared. */
static void keep_statement(pipeline *p, zend_string *sql, mynd_statement *statement)
{
	if (are_stale(p)) {
		forget_statements(p);
		p->round = mynd_link_session_round(p->link);
	}
	forget_statement(&p->statements[STATEMENTS - 1]);
	to_front(p, STATEMENTS - 1);
	p->statements[0] = (prepared){zend_string_copy(sql), statement};
}

/* --- the ring --- */

/* Takes over `key`. */
static void put(pipeline *p, zval *key, mynd_statement *statement, size_t bytes, int rc)
{
	sent *s = &p->ring[(p->first + p->count++) % WINDOW];
	ZVAL_COPY_VALUE(&s->key, key);
	s->statement = statement;
	s->error = NULL;
	s->epoch = mynd_link_epoch(p->link);
	s->bytes = bytes;
	p->bytes += bytes;
	p->unwritten += bytes;
	if (statement != NULL) {
		mynd_statement_addref(statement);
	}
	if (rc != MYND_OK) {
		s->error = emalloc(sizeof *s->error);
		*s->error = *mynd_link_error(p->link);
	}
}

static void release(sent *s)
{
	zval_ptr_dtor(&s->key);
	if (s->statement != NULL) {
		mynd_statement_close(s->statement, false);
	}
	if (s->error != NULL) {
		efree(s->error);
	}
}

/* --- sending --- */

/* Takes over `key`, also if an interceptor has thrown. False: thrown. */
static bool put_unless_thrown(pipeline *p, zval *key, mynd_statement *statement, size_t bytes, int rc)
{
	if (EG(exception)) {
		zval_ptr_dtor(key);
		return false;
	}
	put(p, key, statement, bytes, rc);
	return true;
}

/* A text with several statements is allowed in multi_query() only. */
static bool send_text(pipeline *p, zval *key, zend_string *sql)
{
	int rc = mysqli_end_multi_statements(p->link, Z_OBJ(p->object));
	if (rc == MYND_OK) {
		rc = mynd_link_queue_text(p->link, p, ZSTR_VAL(sql), ZSTR_LEN(sql));
	}
	return put_unless_thrown(p, key, NULL, ZSTR_LEN(sql), rc);
}

static size_t bytes_of(const mysqli_arguments *arguments)
{
	size_t bytes = 0;
	for (uint32_t i = 0; i < arguments->count; i++) {
		bytes += arguments->held[i] == NULL ? 1 : ZSTR_LEN(arguments->held[i]);
	}
	return bytes;
}

/*
 * False: thrown. If an interceptor has given the text, the program's values are not to blame, and another
 * interceptor may change the values of the execute. What then still does not fit, the execute itself refuses
 * (2031).
 */
static bool check_values(const mynd_statement *statement, zend_string *sql, HashTable *values)
{
	uint32_t wanted = mynd_statement_parameter_count(statement), present = zend_hash_num_elements(values);
	if (present == wanted || !mynd_statement_has_text(statement, ZSTR_VAL(sql), ZSTR_LEN(sql))) {
		return true;
	}
	zend_value_error("Mynd\\pipeline(): a command must have as many values as parameters, %" PRIu32
	                 " needed, %" PRIu32 " present",
	    wanted, present);
	return false;
}

/* May run code of the program. False: thrown. */
static bool make_arguments(mysqli_arguments *arguments, HashTable *values)
{
	mysqli_binding *binding = mysqli_binding_of_values(values);
	bool made = mysqli_arguments_make(arguments, binding);
	mysqli_binding_release(binding);
	return made;
}

static bool queue_execute(
    pipeline *p, zval *key, mynd_statement *statement, const mysqli_arguments *arguments)
{
	int rc = mynd_statement_queue(statement, p, arguments->parameters, arguments->count);
	return put_unless_thrown(p, key, statement, bytes_of(arguments), rc);
}

/* The command will be prepared and sent when nothing is under way. Takes over all arguments. */
static void hold_back(pipeline *p, zval *key, zend_string *sql, zval *values)
{
	ZVAL_COPY_VALUE(&p->held.key, key);
	p->held.sql = sql;
	ZVAL_COPY_VALUE(&p->held.values, values);
}

/* Takes over `key`, also if it fails. False: thrown. */
static bool send_execute(pipeline *p, zval *key, zend_string *sql, mynd_statement *statement, zval *values)
{
	mysqli_arguments arguments;
	mynd_statement_addref(statement);
	bool sent =
	    check_values(statement, sql, Z_ARRVAL_P(values)) && make_arguments(&arguments, Z_ARRVAL_P(values));
	if (!sent) {
		zval_ptr_dtor(key);
	} else if (are_stale(p)) { /* by the code that has just run */
		Z_TRY_ADDREF_P(values);
		hold_back(p, key, zend_string_copy(sql), values);
		mysqli_arguments_free(&arguments);
	} else {
		sent = queue_execute(p, key, statement, &arguments);
		mysqli_arguments_free(&arguments);
	}
	mynd_statement_close(statement, false);
	return sent;
}

/*
 * Prepares and sends the command that was held back; none of the program's code comes in between. False:
 * thrown.
 */
static bool prepare_and_send(pipeline *p, zval *key, zend_string *sql, HashTable *values)
{
	mysqli_arguments arguments;
	if (!make_arguments(&arguments, values)) {
		zval_ptr_dtor(key);
		return false;
	}
	mynd_statement *statement = mynd_statement_borrow(p->link, ZSTR_VAL(sql), ZSTR_LEN(sql));
	bool sent = true;
	if (statement == NULL) {
		sent = put_unless_thrown(p, key, NULL, 0, MYND_BAD);
	} else {
		keep_statement(p, sql, statement);
		if (check_values(statement, sql, values)) {
			sent = queue_execute(p, key, statement, &arguments);
		} else {
			zval_ptr_dtor(key);
			sent = false;
		}
	}
	mysqli_arguments_free(&arguments);
	return sent;
}

static bool send_held(pipeline *p)
{
	zval key, values;
	zend_string *sql = p->held.sql;
	ZVAL_COPY_VALUE(&key, &p->held.key);
	ZVAL_COPY_VALUE(&values, &p->held.values);
	p->held.sql = NULL;
	bool sent = prepare_and_send(p, &key, sql, Z_ARRVAL(values));
	zend_string_release(sql);
	zval_ptr_dtor(&values);
	return sent;
}

/*
 * Sends the command now if its statement is prepared; else holds it back. Takes over all arguments. False:
 * thrown.
 */
static bool send_or_hold(pipeline *p, zval *key, zend_string *sql, zval *values)
{
	mynd_statement *statement = find_statement(p, sql);
	if (statement == NULL) {
		hold_back(p, key, sql, values);
		return true;
	}
	bool sent = send_execute(p, key, sql, statement, values);
	zend_string_release(sql);
	zval_ptr_dtor(values);
	return sent;
}

/*
 * Sends [sql, values]. Takes over `key`. Both elements may be references that the program's code assigns to,
 * so their values are held. False: thrown.
 */
static bool send_pair(pipeline *p, zval *key, HashTable *pair)
{
	zval *sql = zend_hash_index_find_deref(pair, 0), *values = zend_hash_index_find_deref(pair, 1);
	if (zend_hash_num_elements(pair) != 2 || sql == NULL || Z_TYPE_P(sql) != IS_STRING || values == NULL ||
	    Z_TYPE_P(values) != IS_ARRAY || !zend_array_is_list(Z_ARRVAL_P(values))) {
		zend_type_error("Mynd\\pipeline(): a command must be a string or [string, list of values]");
		zval_ptr_dtor(key);
		return false;
	}
	zval held;
	ZVAL_COPY(&held, values);
	return send_or_hold(p, key, zend_string_copy(Z_STR_P(sql)), &held);
}

/* Takes over `key`. False: thrown. */
static bool send_command(pipeline *p, zval *key, zval *command)
{
	if (Z_TYPE_P(command) == IS_STRING) {
		return send_text(p, key, Z_STR_P(command));
	}
	if (Z_TYPE_P(command) == IS_ARRAY) {
		return send_pair(p, key, Z_ARRVAL_P(command));
	}
	zend_type_error("Mynd\\pipeline(): a command must be a string or [string, list of values], %s given",
	    zend_zval_type_name(command));
	zval_ptr_dtor(key);
	return false;
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
		rc = send_command(p, &key, &command) ? MYND_OK : MYND_BAD;
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
	return !p->over && p->held.sql == NULL && p->count < WINDOW && (p->bytes < WINDOW_BYTES || p->count == 0);
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
		if (mynd_link_look_for_output(p->link) || (late && mynd_link_look_for_reply(p->link, p))) {
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

static void yield_next(pipeline *p, mynd_steps *steps)
{
	sent s = p->ring[p->first];
	p->first = (p->first + 1) % WINDOW;
	p->count--;
	p->bytes -= s.bytes;
	ZVAL_COPY(&steps->key, &s.key);
	if (s.error != NULL) {
		mynd_exception_of(s.error, &steps->value);
	} else {
		int rc = take_reply(p, s.epoch);
		if (rc == MYND_MORE) {
			rc = mynd_link_refuse(p->link, MYND_ERR_GONE_AWAY);
		}
		if (s.statement != NULL) {
			mynd_statement_was_run(s.statement, rc);
		}
		mynd_outcome_of(p->link, rc, &steps->value);
		p->more = rc == MYND_OK && mynd_link_more_results(p->link);
		if (p->more) {
			ZVAL_COPY(&p->last_key, &s.key);
			p->last_epoch = s.epoch;
		}
	}
	release(&s);
}

/* Yields a further reply to the same command (CALL) under its key. */
static void yield_further(pipeline *p, mynd_steps *steps)
{
	int rc = p->last_epoch == mynd_link_epoch(p->link) ? mynd_link_next_result(p->link) : MYND_MORE;
	if (rc == MYND_MORE) {
		rc = mynd_link_refuse(p->link, MYND_ERR_GONE_AWAY);
	}
	ZVAL_COPY(&steps->key, &p->last_key);
	mynd_outcome_of(p->link, rc, &steps->value);
	p->more = rc == MYND_OK && mynd_link_more_results(p->link);
	if (!p->more) {
		zval_ptr_dtor(&p->last_key);
		ZVAL_UNDEF(&p->last_key);
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
		return MYND_OK;
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
			if (!send_held(p)) {
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
		release(&p->ring[p->first]);
		p->first = (p->first + 1) % WINDOW;
		p->count--;
	}
	forget_statements(p);
	if (p->held.sql != NULL) {
		zval_ptr_dtor(&p->held.key);
		zend_string_release(p->held.sql);
		zval_ptr_dtor(&p->held.values);
	}
	if (p->failure != NULL) {
		OBJ_RELEASE(p->failure);
	}
	zval_ptr_dtor(&p->last_key);
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
		zend_get_gc_buffer_add_zval(buffer, &p->ring[(p->first + i) % WINDOW].key);
	}
	zend_get_gc_buffer_add_zval(buffer, &p->last_key);
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
	mynd_link *link = mynd_connected_link_of(object, 1);
	if (link == NULL) {
		RETURN_THROWS();
	}
	pipeline *p = emalloc(sizeof *p);
	memset(p, 0, offsetof(pipeline, ring));
	memset(&p->first, 0, sizeof *p - offsetof(pipeline, first));
	ZVAL_OBJ_COPY(&p->object, object);
	p->link = link;
	mynd_link_addref(link);
	p->round = mynd_link_session_round(link);
	mynd_source_open(&p->source, commands);
	mynd_steps_generate(return_value, &pipeline_kind, p);
}
