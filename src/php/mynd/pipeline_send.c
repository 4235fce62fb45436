/*
 * Mynd\pipeline(): sends the commands. A query without values is queued as it is; one with values is prepared
 * once and executed.
 *
 * The program's code runs when values are turned into parameters. It may close the connection, or change the
 * session so that prepared statements are stale. A stale statement is prepared again, when no command is
 * under way.
 */
#include "pipeline.h"

#include "../../client/intercept.h"
#include "values.h"

#define NAME "Mynd\\pipeline()" /* as error messages name the function */

/* --- statements: borrowed from the link's cache while the pipeline uses them --- */

static void forget_statement(pipeline_prepared *place)
{
	if (place->statement != NULL) {
		mynd_statement_give_back(place->statement);
		zend_string_release(place->sql);
		mynd_named_free(&place->named);
		place->statement = NULL;
	}
}

void pipeline_forget_statements(pipeline *p)
{
	for (unsigned i = 0; i < PIPELINE_STATEMENTS; i++) {
		forget_statement(&p->statements[i]);
	}
}

/*
 * Returns true if default database, sql_mode or character set may have changed since the statements were
 * prepared.
 */
static bool are_stale(const pipeline *p)
{
	return p->session_version != mynd_link_session_version(p->link);
}

static void to_front(pipeline *p, unsigned i)
{
	pipeline_prepared found = p->statements[i];
	memmove(&p->statements[1], &p->statements[0], i * sizeof found);
	p->statements[0] = found;
}

/* Returns NULL if the query is not prepared. */
static pipeline_prepared *find_statement(pipeline *p, zend_string *sql)
{
	if (are_stale(p)) {
		pipeline_forget_statements(p);
	}
	for (unsigned i = 0; i < PIPELINE_STATEMENTS && p->statements[i].statement != NULL; i++) {
		if (zend_string_equals(p->statements[i].sql, sql)) {
			to_front(p, i);
			return &p->statements[0];
		}
	}
	return NULL;
}

/* Stores a statement that has just been prepared. Takes over `statement` and `named`. */
static pipeline_prepared *keep_statement(
    pipeline *p, zend_string *sql, const mynd_pdo_named *named, mynd_statement *statement)
{
	if (are_stale(p)) {
		pipeline_forget_statements(p);
		p->session_version = mynd_link_session_version(p->link);
	}
	forget_statement(&p->statements[PIPELINE_STATEMENTS - 1]);
	to_front(p, PIPELINE_STATEMENTS - 1);
	p->statements[0] = (pipeline_prepared){zend_string_copy(sql), *named, statement};
	return &p->statements[0];
}

/* --- the ring --- */

/*
 * Adds a command to the ring. Takes over `key`. `error`: why the command could not be sent; NULL: it was
 * sent.
 */
static void put(pipeline *p, zval *key, zend_string *sql, mynd_statement *statement, size_t bytes,
    const mynd_error *error)
{
	pipeline_sent *s = &p->ring[(p->first + p->count++) % PIPELINE_WINDOW];
	ZVAL_COPY_VALUE(&s->key, key);
	s->sql = p->is_pdo ? zend_string_copy(sql) : NULL;
	s->statement = statement;
	s->error = NULL;
	s->connection_number = mynd_link_connection_number(p->link);
	s->bytes = bytes;
	p->bytes += bytes;
	p->unwritten += bytes;
	if (statement != NULL) {
		mynd_statement_addref(statement);
	}
	if (error != NULL) {
		s->error = emalloc(sizeof *s->error);
		*s->error = *error;
	}
}

void pipeline_release(pipeline_sent *s)
{
	zval_ptr_dtor(&s->key);
	if (s->sql != NULL) {
		zend_string_release(s->sql);
	}
	if (s->statement != NULL) {
		mynd_statement_close(s->statement, false);
	}
	if (s->error != NULL) {
		efree(s->error);
	}
}

/*
 * Adds a command to the ring, unless an interceptor has thrown: returns false then. Takes over `key` in both
 * cases.
 */
static bool put_unless_thrown(
    pipeline *p, zval *key, zend_string *sql, mynd_statement *statement, size_t bytes, int rc)
{
	if (EG(exception)) {
		zval_ptr_dtor(key);
		return false;
	}
	put(p, key, sql, statement, bytes, rc == MYND_OK ? NULL : mynd_link_error(p->link));
	pipeline_note_queued(p);
	return true;
}

/* --- values --- */

static size_t bytes_of(const mysqli_arguments *arguments)
{
	size_t bytes = 0;
	for (uint32_t i = 0; i < arguments->count; i++) {
		bytes += arguments->held[i] == NULL ? 1 : ZSTR_LEN(arguments->held[i]);
	}
	return bytes;
}

/*
 * Checks that there are as many values as parameters. Returns false if it threw. Does not check if an
 * interceptor has replaced the query: the program's values were right for its own query, and another
 * interceptor may change the values of the execute. If their number is still wrong then, the execute itself
 * fails (2031).
 */
static bool check_count(const mynd_statement *statement, const zend_string *sql, HashTable *values)
{
	uint32_t wanted = mynd_statement_parameter_count(statement), present = zend_hash_num_elements(values);
	return present == wanted || !mynd_statement_has_text(statement, ZSTR_VAL(sql), ZSTR_LEN(sql)) ||
	       mynd_values_refuse_count(NAME, wanted, present);
}

/* --- sending --- */

/*
 * Sends a query. With mysqli, only multi_query() may send several statements in a query, so the option that
 * allows them is switched off first.
 */
static bool send_text(pipeline *p, zval *key, zend_string *sql)
{
	int rc = mynd_link_begin_turn(p->link);
	if (rc != MYND_OK) {
		return put_unless_thrown(p, key, sql, NULL, ZSTR_LEN(sql), rc);
	}
	rc = p->is_pdo ? MYND_OK : mysqli_end_multi_statements(p->link, Z_OBJ(p->object));
	rc = rc == MYND_OK ? pipeline_note_sent(p, sql, true) : rc;
	if (rc == MYND_OK) {
		rc = mynd_link_queue_text(p->link, p, ZSTR_VAL(sql), ZSTR_LEN(sql));
	}
	mynd_link_end_turn(p->link);
	return put_unless_thrown(p, key, sql, NULL, ZSTR_LEN(sql), rc);
}

static bool queue_execute(
    pipeline *p, zval *key, zend_string *sql, mynd_statement *statement, const mysqli_arguments *arguments)
{
	int rc = pipeline_note_sent(p, sql, false);
	if (rc == MYND_OK) {
		rc = mynd_statement_queue(statement, p, arguments->parameters, arguments->count);
	}
	return put_unless_thrown(p, key, sql, statement, bytes_of(arguments), rc);
}

/*
 * Stores a command that is to be sent when no command is under way. Takes over all arguments. If `values` is
 * UNDEF, the command is a query without values.
 */
static void hold_back(pipeline *p, zval *key, zend_string *sql, zval *values)
{
	ZVAL_COPY_VALUE(&p->held.key, key);
	p->held.sql = sql;
	ZVAL_COPY_VALUE(&p->held.values, values);
}

/*
 * Queues the execute; or stores the command in `held` if the statement is stale by now, because code of the
 * program has run since it was found. Takes over `key`, even if this fails. Returns false if it threw.
 */
static bool execute_or_hold(pipeline *p, zval *key, zend_string *sql, mynd_statement *statement,
    const mysqli_arguments *arguments, zval *values)
{
	if (!are_stale(p)) {
		return queue_execute(p, key, sql, statement, arguments);
	}
	Z_TRY_ADDREF_P(values);
	hold_back(p, key, zend_string_copy(sql), values);
	return true;
}

/* Takes over `key`, even if this fails. Returns false if it threw. */
static bool send_execute(
    pipeline *p, zval *key, zend_string *sql, const pipeline_prepared *prepared, zval *values)
{
	mysqli_arguments arguments;
	mynd_statement *statement = prepared->statement;
	HashTable *list = mynd_values_list(NAME, &prepared->named, Z_ARRVAL_P(values));
	mynd_statement_addref(statement);
	bool sent = list != NULL && check_count(statement, prepared->named.text, list) &&
	            mynd_values_to_arguments(list, &arguments);
	if (sent) {
		sent = execute_or_hold(p, key, sql, statement, &arguments, values);
		mysqli_arguments_free(&arguments);
	} else {
		zval_ptr_dtor(key);
	}
	if (list != NULL) {
		zend_array_release(list);
	}
	mynd_statement_close(statement, false);
	return sent;
}

/* --- preparing --- */

/*
 * Reads the query. With PDO, its placeholders may have names, and replies that PDOStatements wait for are
 * taken first, as in PDO::prepare(). Returns MYND_BAD and sets *error if a reply cannot be taken or the query
 * cannot be read, MYND_MORE if it threw.
 */
static int read_text(pipeline *p, zend_string *sql, mynd_pdo_named *named, mynd_error *error)
{
	zend_object *pdo = p->is_pdo ? Z_OBJ(p->object) : NULL;
	if (pdo != NULL && mynd_pdo_resolve_statements(pdo, error) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = mynd_named_read(NAME, pdo, sql, named);
	if (rc == MYND_BAD) {
		*error = *mynd_link_error(p->link);
	}
	return rc;
}

/* Takes over `named`. Returns NULL, with the link's error, if it failed. */
static const pipeline_prepared *prepare(pipeline *p, zend_string *sql, mynd_pdo_named *named)
{
	mynd_statement *statement = mynd_statement_borrow(p->link, ZSTR_VAL(named->text), ZSTR_LEN(named->text));
	if (statement == NULL) {
		mynd_named_free(named);
		return NULL;
	}
	return keep_statement(p, sql, named, statement);
}

/* Runs no code of the program. Takes over `named` and `key`. Returns false if it threw. */
static bool prepare_and_queue(pipeline *p, zval *key, zend_string *sql, mynd_pdo_named *named,
    HashTable *list, const mysqli_arguments *arguments)
{
	const pipeline_prepared *prepared = prepare(p, sql, named);
	if (prepared == NULL) {
		return put_unless_thrown(p, key, sql, NULL, 0, MYND_BAD);
	}
	if (!check_count(prepared->statement, prepared->named.text, list)) {
		zval_ptr_dtor(key);
		return false;
	}
	return queue_execute(p, key, sql, prepared->statement, arguments);
}

/*
 * Converts the values before the prepare, because this may run code of the program that changes the session;
 * no such code runs between prepare and execute. Takes over `key`. Returns false if it threw.
 */
static bool prepare_and_send(pipeline *p, zval *key, zend_string *sql, HashTable *values)
{
	mynd_pdo_named named;
	mysqli_arguments arguments;
	mynd_error error;
	int rc = read_text(p, sql, &named, &error);
	if (rc == MYND_BAD && !EG(exception)) {
		put(p, key, sql, NULL, 0, &error);
		return true;
	}
	HashTable *list = rc == MYND_OK ? mynd_values_list(NAME, &named, values) : NULL;
	bool sent = list != NULL && mynd_values_to_arguments(list, &arguments);
	if (sent) {
		sent = prepare_and_queue(p, key, sql, &named, list, &arguments);
		mysqli_arguments_free(&arguments);
	} else {
		zval_ptr_dtor(key);
		if (rc == MYND_OK) {
			mynd_named_free(&named);
		}
	}
	if (list != NULL) {
		zend_array_release(list);
	}
	return sent;
}

bool pipeline_send_held(pipeline *p)
{
	zval key, values;
	zend_string *sql = p->held.sql;
	ZVAL_COPY_VALUE(&key, &p->held.key);
	ZVAL_COPY_VALUE(&values, &p->held.values);
	p->held.sql = NULL;
	bool sent;
	const pipeline_prepared *prepared;
	if (Z_ISUNDEF(values)) {
		sent = send_text(p, &key, sql);
	} else if ((prepared = find_statement(p, sql)) != NULL) {
		sent = send_execute(p, &key, sql, prepared, &values);
	} else {
		sent = prepare_and_send(p, &key, sql, Z_ARRVAL(values));
	}
	zend_string_release(sql);
	zval_ptr_dtor(&values);
	return sent;
}

void pipeline_forget_held(pipeline *p)
{
	if (p->held.sql != NULL) {
		zval_ptr_dtor(&p->held.key);
		zend_string_release(p->held.sql);
		zval_ptr_dtor(&p->held.values);
		p->held.sql = NULL;
	}
}

/* --- commands of the program --- */

/*
 * Sends the command if its statement is prepared and may be sent; else stores it in `held`. Takes over all
 * arguments. Returns false if it threw.
 */
static bool send_or_hold(pipeline *p, zval *key, zend_string *sql, zval *values)
{
	const pipeline_prepared *prepared = find_statement(p, sql);
	if (prepared == NULL || !pipeline_may_send(p, sql, false)) {
		hold_back(p, key, sql, values);
		return true;
	}
	bool sent = send_execute(p, key, sql, prepared, values);
	zend_string_release(sql);
	zval_ptr_dtor(values);
	return sent;
}

static bool is_pair(const pipeline *p, HashTable *pair, const zval *sql, const zval *values)
{
	return zend_hash_num_elements(pair) == 2 && sql != NULL && Z_TYPE_P(sql) == IS_STRING && values != NULL &&
	       Z_TYPE_P(values) == IS_ARRAY && (p->is_pdo || zend_array_is_list(Z_ARRVAL_P(values)));
}

/*
 * Sends [sql, values]. Takes over `key`. Both elements may be PHP references, whose values the program's code
 * may replace meanwhile. So this function counts its own references to the values. Returns false if it threw.
 */
static bool send_pair(pipeline *p, zval *key, HashTable *pair)
{
	zval *sql = zend_hash_index_find_deref(pair, 0), *values = zend_hash_index_find_deref(pair, 1);
	if (!is_pair(p, pair, sql, values)) {
		zend_type_error("Mynd\\pipeline(): a command must be a string or [string, list of values]");
		zval_ptr_dtor(key);
		return false;
	}
	zval held;
	ZVAL_COPY(&held, values);
	return send_or_hold(p, key, zend_string_copy(Z_STR_P(sql)), &held);
}

/*
 * Returns true if multi_query()'s option must be switched off before a query, while commands are under way.
 * Switching it off takes a command, whose reply must be read first.
 */
static bool needs_resolving(const pipeline *p)
{
	return p->count > 0 && !p->is_pdo && mysqli_allows_multi_statements(Z_OBJ(p->object));
}

static bool send_text_or_hold(pipeline *p, zval *key, zend_string *sql)
{
	zval none = {0}; /* initialized, because the whole value is copied */
	if (pipeline_may_send(p, sql, true) && !needs_resolving(p)) {
		return send_text(p, key, sql);
	}
	ZVAL_UNDEF(&none);
	hold_back(p, key, zend_string_copy(sql), &none);
	return true;
}

bool pipeline_send(pipeline *p, zval *key, zval *command)
{
	if (Z_TYPE_P(command) == IS_STRING) {
		return send_text_or_hold(p, key, Z_STR_P(command));
	}
	if (Z_TYPE_P(command) == IS_NULL) {
		p->no_command = true;
		zval_ptr_dtor(key);
		return true;
	}
	if (Z_TYPE_P(command) == IS_ARRAY) {
		return send_pair(p, key, Z_ARRVAL_P(command));
	}
	zend_type_error("Mynd\\pipeline(): a command must be a string or [string, list of values], %s given",
	    zend_zval_type_name(command));
	zval_ptr_dtor(key);
	return false;
}
