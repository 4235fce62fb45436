/*
 * Mynd\execute_many(): runs one statement with the values of each row of an iterable (the source).
 *
 * MariaDB takes many rows of an INSERT or REPLACE in one command (a bulk execute). The next batch is built
 * while the server runs the previous batch, and is sent when the previous reply has arrived. So no rows after
 * a failed batch have been sent. In all other cases each row is an execute of its own, and many executes are
 * sent before the first reply is read: rows after the failed row may have run. Either way memory does not
 * grow with the number of rows.
 *
 * An UPDATE or DELETE is only a fifth faster in bulk, and after an error it would not be known which row has
 * failed (many_failure.c). So UPDATE and DELETE run row by row until a row contains an indicator (for DEFAULT
 * or "leave the column unchanged"), which only a bulk execute can carry.
 *
 * The program's code runs when it is asked for the next row. If it throws, the rows before still run. If it
 * closes the connection, or uses the connection for other commands, the next command of execute_many() fails
 * with 2006 or 2014.
 */
#include "many.h"

#include "values.h"
#include "zend_exceptions.h"

#define BATCH_BYTES (512u << 10)
#define BATCH_ROWS  16384
#define ANY_LENGTH  1000 /* every server accepts commands of this length */
#define HEADER      64   /* more bytes than a command has before its rows */

#define WINDOW      512
#define WRITE_BYTES 16384 /* bytes gathered before a write, if the rows come from an array */
#define GATHER_FROM 32    /* with this many executes under way, replies may gather before they are read */

void mynd_many_startup(zend_class_entry *indicator, zend_class_entry *failed_row)
{
	many_rows_startup(indicator);
	many_failure_startup(failed_row);
}

/* --- replies --- */

/*
 * Reads and discards the result set of a statement that changes rows (RETURNING), and counts its rows as
 * affected.
 */
static int count_result(many *m)
{
	if (m->changes == MYND_SQL_CHANGES_NOTHING) {
		return MYND_OK;
	}
	mynd_result *result = mynd_link_store(m->link);
	if (result == NULL) {
		return MYND_BAD;
	}
	m->affected += mynd_result_rows(result);
	mynd_result_free(result, false);
	return MYND_OK;
}

/* Takes the reply to the first command under way. Returns MYND_BAD, with the link's error, if it failed. */
static int take_reply(many *m)
{
	bool use;
	int rc = mynd_link_reap(m->link, m, &use);
	if (rc == MYND_MORE) { /* the program's code has closed the link */
		return mynd_link_refuse(m->link, MYND_ERR_GONE_AWAY);
	}
	mynd_statement_was_run(m->statement, rc);
	if (rc == MYND_OK && mynd_link_has_result(m->link)) {
		rc = count_result(m);
	} else if (rc == MYND_OK) {
		m->affected += mynd_link_affected_rows(m->link);
	}
	return rc == MYND_OK ? mynd_link_drain(m->link) : rc;
}

/* --- bulk --- */

static void gather_row(many *m)
{
	for (uint32_t i = 0; i < m->columns; i++) {
		const many_value *value = &m->values[i];
		if (value->mark == MYND_INDICATOR_VALUE) {
			mynd_statement_gather(m->statement, value->text);
		} else {
			mynd_statement_gather_mark(m->statement, value->mark);
		}
	}
	many_forget_row(m);
}

/* The rows sent together, and how many of the gathered bytes belong to them. */
typedef struct batch {
	uint32_t rows;
	size_t bytes;
} batch;

/* Returns the greatest length of a batch. Returns 0 if it threw. */
static size_t longest_batch(many *m)
{
	size_t longest = mynd_link_find_longest_command(m->link);
	if (longest == 0) {
		many_throw(m, 0);
		return 0;
	}
	longest -= longest < HEADER ? longest : HEADER;
	return longest < BATCH_BYTES ? longest : BATCH_BYTES;
}

/*
 * Gathers rows until the batch is full or the source has ended. A row that does not fit is the first of the
 * next batch. Returns MYND_BAD if it threw.
 */
static int gather_batch(many *m, batch *next)
{
	size_t longest = ANY_LENGTH;
	next->rows = m->keys.count - m->sent - m->at_hand;
	next->bytes = mynd_statement_gathered(m->statement);
	while (next->rows < BATCH_ROWS && next->bytes < longest && many_next_row(m)) {
		gather_row(m);
		size_t bytes = mynd_statement_gathered(m->statement);
		if (bytes >= longest && longest == ANY_LENGTH && (longest = longest_batch(m)) == 0) {
			return MYND_BAD;
		}
		if (bytes > longest && next->rows > 0) {
			return MYND_OK;
		}
		next->bytes = bytes;
		next->rows++;
	}
	return EG(exception) ? MYND_BAD : MYND_OK;
}

static int take_batch_in_turn(many *m)
{
	uint32_t rows = m->sent;
	if (take_reply(m) != MYND_OK) {
		if (mynd_link_error(m->link)->cause == MYND_CAUSE_LOST && !mynd_link_may_have_run(m->link)) {
			m->sent = 0;
		}
		many_throw_of_batch(m, rows);
		return MYND_BAD;
	}
	many_rows_done(m, rows);
	return MYND_OK;
}

/*
 * Takes a batch's reply. The fiber's turn on the link lasts until the server has also been asked which row
 * has failed, so no other fiber's command can run in between.
 */
static int take_batch(many *m)
{
	bool has_turn = mynd_link_begin_turn(m->link) == MYND_OK;
	int rc = take_batch_in_turn(m);
	if (has_turn) {
		mynd_link_end_turn(m->link);
	}
	return rc;
}

static int send_batch(many *m, const batch *next)
{
	int rc = mynd_statement_send_gathered(m->statement, m, next->rows, next->bytes);
	if (rc == MYND_OK || mynd_link_may_have_run(m->link)) {
		m->sent = next->rows;
	}
	if (rc != MYND_OK) {
		many_throw(m, next->rows);
	}
	return rc;
}

/* Returns MYND_BAD if it threw. */
static int run_bulk(many *m)
{
	batch next;
	for (;;) {
		if (gather_batch(m, &next) != MYND_OK || (m->sent > 0 && take_batch(m) != MYND_OK)) {
			return MYND_BAD;
		}
		if (next.rows == 0) {
			return MYND_OK;
		}
		if (send_batch(m, &next) != MYND_OK) {
			return MYND_BAD;
		}
	}
}

/* --- executes --- */

static void to_parameters(const many *m, mynd_parameter *to, size_t *bytes)
{
	for (uint32_t i = 0; i < m->columns; i++) {
		const many_value *value = &m->values[i];
		bool is_null = value->mark == MYND_INDICATOR_NULL;
		to[i].kind = is_null ? MYND_PARAMETER_NULL : MYND_PARAMETER_BYTES;
		to[i].type = MYND_TYPE_VAR_STRING;
		to[i].bytes = value->text;
		*bytes += is_null ? 1 : value->text.len + 1;
	}
}

static int take_one(many *m)
{
	if (m->sent >= GATHER_FROM) {
		mynd_link_gather(m->link, m, (unsigned) m->sent);
	}
	if (take_reply(m) != MYND_OK) {
		bool lost = mynd_link_error(m->link)->cause != MYND_CAUSE_SERVER;
		many_throw(m, lost ? m->sent : 1);
		return MYND_BAD;
	}
	many_rows_done(m, 1);
	return MYND_OK;
}

/*
 * Called when a row could not be sent, with the link's error. Takes the replies to the rows before, and
 * throws the error of the first that has failed, or else the error of the unsent row.
 */
static int throw_unsent(many *m)
{
	mynd_error error = *mynd_link_error(m->link);
	while (m->sent > 0) {
		if (take_one(m) != MYND_OK) {
			return MYND_BAD;
		}
	}
	mynd_link_set_error(m->link, &error);
	many_throw(m, 1);
	return MYND_BAD;
}

/* Writes the queued commands. Returns true if the socket takes no more for now. */
static bool write_queued(many *m)
{
	mynd_link_write(m->link);
	return mynd_link_look_for_output(m->link);
}

/*
 * Sends rows until the window is full, the source has ended, or the socket is full. If the program's code
 * makes the rows, it may be slow, so queued commands are written before each call of it. Rows of an array are
 * gathered. Returns MYND_BAD if it threw.
 */
static int fill(many *m, mynd_parameter *parameters)
{
	const size_t gathered = Z_TYPE(m->source.iterable) == IS_ARRAY ? WRITE_BYTES : 0;
	size_t unwritten = 0;
	/* with no reply due, unwritten bytes belong to commands that interceptors have abandoned */
	bool is_full = m->sent > 0 && mynd_link_look_for_output(m->link);
	while (!is_full && m->sent < WINDOW && many_next_row(m) && !m->marked) {
		to_parameters(m, parameters, &unwritten);
		int rc = mynd_statement_queue(m->statement, m, parameters, m->columns);
		many_forget_row(m);
		if (rc != MYND_OK) {
			return throw_unsent(m);
		}
		m->sent++;
		unwritten += HEADER;
		if (unwritten >= gathered) {
			is_full = write_queued(m);
			unwritten = 0;
		}
	}
	mynd_link_write(m->link);
	return EG(exception) ? MYND_BAD : MYND_OK;
}

/* Returns true if no more rows follow that can be sent as executes. */
static bool is_last(const many *m)
{
	return m->over || (m->at_hand && m->marked);
}

/* Runs rows up to the end, or up to a row with an indicator. */
static int run_executes(many *m, mynd_parameter *parameters)
{
	do {
		if (fill(m, parameters) != MYND_OK) {
			return MYND_BAD;
		}
		while (m->sent > WINDOW / 2 || (m->sent > 0 && (is_last(m) || mynd_link_look_for_output(m->link)))) {
			if (take_one(m) != MYND_OK) {
				return MYND_BAD;
			}
		}
	} while (m->sent > 0 || !is_last(m));
	return MYND_OK;
}

/* --- the call --- */

static int run_rows(many *m)
{
	int rc = MYND_OK;
	if (!m->may_bulk || m->changes < MYND_SQL_INSERTS) {
		mynd_parameter *parameters = safe_emalloc(m->columns, sizeof *parameters, 1);
		rc = run_executes(m, parameters);
		efree(parameters);
	}
	return rc == MYND_OK && !m->over ? run_bulk(m) : rc;
}

static void run(many *m)
{
	m->columns = mynd_statement_parameter_count(m->statement);
	m->may_bulk = m->columns > 0 && m->changes >= MYND_SQL_CHANGES && mynd_link_has_bulk(m->link);
	m->values = safe_emalloc(m->columns, sizeof *m->values, 1);
	for (uint32_t i = 0; i < m->columns; i++) {
		m->values[i].held = NULL;
	}
	if (run_rows(m) == MYND_OK && m->failure != NULL) {
		zend_object *failure = m->failure;
		m->failure = NULL;
		zend_throw_exception_internal(failure);
	}
}

static void end(many *m)
{
	mynd_link_abandon(m->link, m);
	many_rows_free(m);
	if (m->failure != NULL) {
		OBJ_RELEASE(m->failure);
	}
	if (m->statement != NULL) {
		mynd_statement_close(m->statement, false);
	}
	mynd_source_close(&m->source);
	mynd_link_release(m->link);
}

/* Reads the query; with PDO, its placeholders may have names. Returns false if it threw. */
static bool read_text(many *m, zend_string *sql)
{
	int rc = mynd_named_read("Mynd\\execute_many()", m->pdo, sql, &m->named);
	if (rc == MYND_BAD) {
		many_throw(m, 0);
	}
	return rc == MYND_OK;
}

/*
 * Prepares the query. Returns false if it threw, also if the server has counted other placeholders than mynd.
 */
static bool prepare(many *m)
{
	const zend_string *text = m->named.text;
	m->changes = mynd_sql_changes((mynd_slice){(const uint8_t *) ZSTR_VAL(text), ZSTR_LEN(text)});
	m->statement = mynd_statement_prepare(m->link, ZSTR_VAL(text), ZSTR_LEN(text));
	if (m->statement == NULL) {
		many_throw(m, 0);
		return false;
	}
	if (m->named.count > 0 && mynd_statement_parameter_count(m->statement) != m->named.count) {
		zend_value_error("Mynd\\execute_many(): the server finds other placeholders in the text");
		return false;
	}
	return true;
}

ZEND_FUNCTION(Mynd_execute_many)
{
	zend_object *object;
	zend_string *sql;
	zval *source;
	ZEND_PARSE_PARAMETERS_START(3, 3)
	Z_PARAM_OBJ(object)
	Z_PARAM_STR(sql)
	Z_PARAM_ITERABLE(source)
	ZEND_PARSE_PARAMETERS_END();
	zend_object *pdo;
	mynd_link *link = mynd_connection_link_of(object, &pdo);
	if (link == NULL) {
		RETURN_THROWS();
	}
	many m = {.link = link, .pdo = pdo};
	mynd_link_addref(link);
	mynd_source_open(&m.source, source);
	if (read_text(&m, sql) && prepare(&m)) {
		run(&m);
	}
	if (!EG(exception)) {
		RETVAL_LONG((zend_long) m.affected);
	}
	end(&m);
}
