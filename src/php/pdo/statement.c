/*
 * A PDOStatement: execute, fetch, further row sets, and freeing it.
 *
 * Always true: `row` has the values of the current row that were not given to the program yet. If `moving` is
 * set, a value is moved to the program; if the program asks for it again, the value is read from the stored
 * row again.
 *
 * Not here: prepare (prepare.c), bound values (parameters.c, emulate.c), columns (columns.c).
 */
#include "pdo.h"

#include "startup.h"

/* --- rows --- */

static void drop_values(mynd_pdo_statement *self)
{
	for (uint32_t i = 0; self->left > 0 && i < self->row_size; i++) {
		if (!Z_ISUNDEF(self->row[i])) {
			self->left--;
			zval_ptr_dtor_nogc(&self->row[i]);
			ZVAL_UNDEF(&self->row[i]);
		}
	}
	self->left = 0;
}

static void drop_row(mynd_pdo_statement *self)
{
	drop_values(self);
	if (self->row != NULL) {
		efree(self->row);
		self->row = NULL;
	}
	self->row_size = 0;
	self->has_row = self->has_failed = false;
}

/* Frees the result; reads an unbuffered result to its end. */
static void close_result(mynd_pdo_statement *self)
{
	mynd_result *result = self->result;
	drop_row(self);
	if (result != NULL) {
		self->result = NULL;
		mynd_result_free(result, true);
	}
}

/*
 * Returns true if PDO knows the same number of columns by other names; the table may have been altered since
 * the previous execute. Names that PDO changes (adds a table, converts the case) always count as others.
 */
static bool are_renamed(const pdo_stmt_t *stmt, const mynd_columns *columns)
{
	uint32_t count = mynd_columns_count(columns);
	if (stmt->columns == NULL || (uint32_t) stmt->column_count != count) {
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		zend_string *known = stmt->columns[i].name;
		if (known == NULL || !zend_string_equals(known, mynd_columns_name(columns, i))) {
			return true;
		}
	}
	return false;
}

/*
 * Describes the columns again. PDO's core does that only if their number changes, and not before the first
 * row.
 */
static void describe_anew(pdo_stmt_t *stmt)
{
	int count = stmt->column_count;
	mynd_pdo.php_pdo_stmt_set_column_count(stmt, 0);
	mynd_pdo.php_pdo_stmt_set_column_count(stmt, count);
	mynd_pdo_describe_now(stmt);
}

/*
 * Gives the statement the result. Allocates the row first: if the allocation ends the request, shutdown
 * functions may still fetch, and must not find a result without a row.
 */
static void take_result(pdo_stmt_t *stmt, mynd_result *result)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	uint32_t count = mynd_columns_count(mynd_result_columns(result));
	self->row = safe_emalloc(count, sizeof *self->row, sizeof *self->row);
	self->row_size = count;
	for (uint32_t i = 0; i < count; i++) {
		ZVAL_UNDEF(&self->row[i]);
	}
	self->result = result;
	if (are_renamed(stmt, mynd_result_columns(result))) {
		describe_anew(stmt);
	} else {
		mynd_pdo.php_pdo_stmt_set_column_count(stmt, (int) count);
	}
}

/*
 * Refuses with 2014 if another call uses the result that would be closed now, or another result of the link.
 * Where fibers take turns, another fiber's call matters only if it reads this very result.
 */
static bool refuse_in_call(pdo_stmt_t *stmt)
{
	const mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	mynd_link *link = self->link;
	bool is_read = self->result != NULL && mynd_result_is_being_read(self->result);
	if (EXPECTED(!(is_read ? mynd_link_refuse_in_call(link) : mynd_link_refuse_at_once(link)))) {
		return false;
	}
	mynd_pdo_statement_failed(stmt, mynd_link_error(link));
	return true;
}

/* --- replies --- */

/*
 * Takes the current reply of the link, which belongs to this statement. Returns false on failure: the
 * statement has the error.
 */
static bool take_reply(pdo_stmt_t *stmt, bool buffered)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	mynd_link *link = self->link;
	self->command = mynd_link_command(link);
	self->had_rows = self->statement != NULL && mynd_link_has_result(link);
	if (!mynd_link_has_result(link)) {
		if (self->statement != NULL) {
			mynd_pdo.php_pdo_stmt_set_column_count(stmt, 0);
		}
		stmt->row_count = (zend_long) mynd_link_affected_rows(link);
		return true;
	}
	if (!buffered && self->statement == NULL && stmt->active_query_string != NULL) {
		mynd_link_keep_select(link, ZSTR_VAL(stmt->active_query_string), ZSTR_LEN(stmt->active_query_string));
	}
	mynd_result *result = buffered ? mynd_link_store(link) : mynd_link_use(link);
	if (result == NULL) {
		self->had_rows = false;
		mynd_pdo_statement_failed(stmt, mynd_link_error(link));
		return false;
	}
	take_result(stmt, result);
	if (buffered || self->statement == NULL) {
		stmt->row_count = buffered ? (zend_long) mynd_result_rows(result) : 0;
	}
	mynd_pdo_warn(link);
	return true;
}

const mynd_error *mynd_pdo_error_of(const mynd_pdo_statement *self)
{
	return self->statement != NULL ? mynd_statement_error(self->statement) : mynd_link_error(self->link);
}

bool mynd_pdo_take_outcome(pdo_stmt_t *stmt, int rc, bool store)
{
	if (rc != MYND_OK) {
		mynd_pdo_statement_failed(stmt, mynd_pdo_error_of(mynd_pdo_statement_of(stmt)));
		return false;
	}
	return take_reply(stmt, store || mynd_pdo_handle_of(stmt->dbh)->buffered);
}

void mynd_pdo_statement_give_result(pdo_stmt_t *stmt, mynd_result *result)
{
	take_result(stmt, result);
	stmt->row_count = (zend_long) mynd_result_rows(result);
	stmt->executed = 1;
	mynd_pdo_statement_of(stmt)->has_run = true;
	mynd_pdo_describe_now(stmt);
}

/* --- execute --- */

/*
 * Takes the statement's outstanding reply, if code of the program that this execute has run has executed the
 * statement, too: a statement can wait for one reply only.
 */
static bool resolve_own(pdo_stmt_t *stmt)
{
	return EXPECTED(mynd_pdo_statement_of(stmt)->waits_for == NULL) || mynd_pdo_resolve(stmt);
}

/*
 * Runs active_query_string. Code of the program may have run when this string was made, so the checks are
 * repeated.
 */
static bool run_made_text(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (refuse_in_call(stmt) || !resolve_own(stmt)) {
		return false;
	}
	close_result(self);
	if (self->async) {
		return mynd_pdo_send_text(stmt);
	}
	zend_string *sql = zend_string_copy(stmt->active_query_string);
	int rc =
	    mynd_link_query(self->link, ZSTR_VAL(sql), ZSTR_LEN(sql), mynd_pdo_handle_of(stmt->dbh)->buffered);
	zend_string_release(sql);
	return mynd_pdo_take_outcome(stmt, rc, false);
}

static bool run_text(pdo_stmt_t *stmt)
{
	return mynd_pdo_emulate(stmt) && run_made_text(stmt);
}

/* Sends streams, which may run code of the program; the statement may be emulated afterwards. */
static bool send_values(pdo_stmt_t *stmt, mynd_pdo_values *values)
{
	bool sent = mynd_pdo_values_send(stmt, values);
	if (refuse_in_call(stmt)) {
		return false;
	}
	sent = sent && resolve_own(stmt);
	close_result(mynd_pdo_statement_of(stmt));
	return sent;
}

/*
 * Runs a statement that the server cannot prepare as an emulated one; prepare() makes such statements
 * emulated, too. Values that were bound by name are found by name. The values are those that were copied
 * before, even if code of the program has bound others since.
 */
static bool run_emulated(pdo_stmt_t *stmt, const mynd_pdo_values *values)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	HashTable *outer = self->bound, *bound = mynd_pdo_values_as_bound(stmt, values);
	self->bound = bound != NULL ? bound : outer;
	bool made = mynd_pdo_emulate(stmt);
	self->bound = outer;
	if (bound != NULL) {
		zend_array_destroy(bound);
	}
	return made && run_made_text(stmt);
}

/*
 * Returns true if the server refused the deferred prepare, sent with the execute, because it cannot prepare
 * the query.
 */
static bool cannot_be_prepared(const mynd_pdo_statement *self)
{
	const mynd_error *error = mynd_statement_error(self->statement);
	return error->code == MYND_PDO_NOT_PREPARED && error->cause == MYND_CAUSE_SERVER &&
	       mynd_statement_is_deferred(self->statement);
}

static bool run_with(pdo_stmt_t *stmt, const mynd_pdo_values *values)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	mynd_statement *statement = self->statement;
	if (!stmt->executed || stmt->column_count > 0) {
		mynd_statement_leave_others(statement);
	}
	if (self->async) {
		int rc = mynd_statement_execute_async(statement, values->parameters, values->count);
		return mynd_pdo_sent(stmt, rc, mynd_statement_error(statement));
	}
	int rc = mynd_statement_execute(
	    statement, values->parameters, values->count, NULL, mynd_pdo_handle_of(stmt->dbh)->buffered);
	if (UNEXPECTED(rc != MYND_OK && cannot_be_prepared(self))) {
		self->statement = NULL;
		mynd_statement_give_back(statement);
		return run_emulated(stmt, values);
	}
	return mynd_pdo_take_outcome(stmt, rc, false);
}

static bool run_prepared(pdo_stmt_t *stmt)
{
	mynd_pdo_values values;
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (UNEXPECTED(self->has_pieces)) {
		return mynd_pdo_statement_out_of_sync(stmt);
	}
	if (!mynd_pdo_values_bind(stmt, &values)) {
		return false;
	}
	bool done = send_values(stmt, &values);
	if (done) {
		bool is_native = EXPECTED(self->statement != NULL);
		done = is_native ? run_with(stmt, &values) : run_emulated(stmt, &values);
	}
	self->has_pieces = false;
	mynd_pdo_values_free(&values);
	return done;
}

/*
 * Takes the statement's outstanding reply, and those of all other statements unless this execute is
 * asynchronous.
 */
static bool resolve_before(pdo_stmt_t *stmt)
{
	mynd_error error;
	if (mynd_pdo_statement_of(stmt)->async) {
		return mynd_pdo_resolve(stmt);
	}
	if (mynd_pdo_resolve_all(stmt->dbh, &error) == MYND_OK) {
		return true;
	}
	mynd_pdo_statement_failed(stmt, &error);
	return false;
}

static int execute(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (UNEXPECTED(self->is_outcome)) {
		mynd_pdo_statement_refuse(
		    stmt, "HY000", "A PDOStatement of Mynd\\pipeline() or Mynd\\Pool cannot be executed");
		return 0;
	}
	if (refuse_in_call(stmt) || !resolve_before(stmt)) {
		return 0;
	}
	close_result(self);
	bool done = self->statement != NULL ? run_prepared(stmt) : run_text(stmt);
	self->has_run = true;
	return done;
}

/*
 * Executes in the fiber's turn. If the turn must be waited for, copies the bound values first, because
 * another fiber may bind others during the wait.
 */
static int execute_in_turn(pdo_stmt_t *stmt, mynd_link *link)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	HashTable *outer = self->bound, *bound = NULL;
	if (UNEXPECTED(mynd_link_is_held_by_other(link))) {
		bound = mynd_pdo_hold_bound(stmt);
	}
	int done = 0;
	if (mynd_link_begin_turn(link) == MYND_OK) {
		self->bound = bound;
		done = execute(stmt);
		self->bound = outer;
		mynd_link_end_turn(link);
	} else {
		mynd_pdo_statement_failed(stmt, mynd_link_error(link));
	}
	if (UNEXPECTED(bound != NULL)) {
		zend_array_destroy(bound);
	}
	return done;
}

/*
 * Calls a function that may wait. If another fiber releases the connection meanwhile, the statement gets
 * another link, which does not have the error with which the wait ended. Then the error (2006) is set here.
 */
static int with_link(pdo_stmt_t *stmt, int (*act)(pdo_stmt_t *stmt, mynd_link *link))
{
	mynd_link *link = mynd_pdo_statement_of(stmt)->link;
	mynd_link_addref(link);
	int done = act(stmt, link);
	if (UNEXPECTED(!done && mynd_pdo_statement_of(stmt)->link != link)) {
		mynd_error error;
		mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		mynd_pdo_statement_failed(stmt, &error);
	}
	mynd_link_release(link);
	return done;
}

/* Executes the statement, which has the state of one execute only, even if several fibers execute it. */
static int statement_execute(pdo_stmt_t *stmt)
{
	mynd_pdo_statement_of(stmt)->closed = false;
	return with_link(stmt, execute_in_turn);
}

/* --- further row sets --- */

/*
 * Takes the next result. Returns MYND_MORE if there is none. As in stock, an emulated statement takes the
 * next result of the link's last query even if another emulated statement has run that query.
 */
static int next_reply(mynd_pdo_statement *self)
{
	if (self->statement != NULL) {
		return mynd_statement_next_result(self->statement);
	}
	if (UNEXPECTED(self->is_outcome)) { /* the pipeline yields further results */
		return MYND_MORE;
	}
	bool rows_come_first = mynd_link_is_reading(self->link) && !mynd_link_is_in_call(self->link);
	if (mynd_link_is_at_statement(self->link) || rows_come_first) {
		return MYND_MORE;
	}
	return mynd_link_next_result(self->link);
}

/*
 * Closes the result, and reads unread rows. Returns false if an error arrived instead of these; as in stock
 * only if the rows are binary.
 */
static bool close_result_reported(pdo_stmt_t *stmt, mynd_link *link)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	bool is_to_be_told =
	    self->statement != NULL && self->result != NULL && !mynd_result_is_buffered(self->result);
	if (!is_to_be_told) {
		close_result(self);
		return true;
	}
	mynd_link_set_error(link, NULL);
	close_result(self);
	return mynd_link_error(link)->code == 0;
}

static int take_next_rowset(pdo_stmt_t *stmt, mynd_link *link)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (refuse_in_call(stmt) || !mynd_pdo_resolve(stmt)) {
		return 0;
	}
	int rc = close_result_reported(stmt, link) ? next_reply(self) : MYND_BAD;
	self->closed |= rc != MYND_OK;
	self->had_rows &= rc != MYND_BAD;
	if (rc == MYND_MORE) {
		mynd_pdo_statement_succeeded(stmt);
		return 0;
	}
	return mynd_pdo_take_outcome(stmt, rc, self->async);
}

static int statement_next_rowset(pdo_stmt_t *stmt)
{
	return with_link(stmt, take_next_rowset);
}

/*
 * Returns true if unread rows of another statement come before the further results. As in stock,
 * closeCursor() discards also further results of other statements, unless such rows come before them.
 */
static bool others_are_read(const mynd_pdo_statement *self)
{
	return self->command != mynd_link_command(self->link) && mynd_link_is_reading(self->link);
}

static int close_cursor(pdo_stmt_t *stmt, mynd_link *link)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (refuse_in_call(stmt) || !mynd_pdo_resolve(stmt)) {
		return 0;
	}
	if (!close_result_reported(stmt, link)) {
		mynd_pdo_statement_failed(stmt, mynd_link_error(link));
		return 0;
	}
	if (!mynd_link_more_results(link)) {
		return 1;
	}
	if (others_are_read(self)) {
		return 0;
	}
	if (mynd_link_drain(link) != MYND_OK) {
		mynd_pdo_statement_failed(stmt, mynd_link_error(link));
		return 0;
	}
	return 1;
}

static int statement_close_cursor(pdo_stmt_t *stmt)
{
	mynd_pdo_statement_of(stmt)->closed = true;
	return mynd_pdo_is_in_execute() ? 1 : with_link(stmt, close_cursor);
}

/* --- fetch --- */

/*
 * Refuses a row for which PDO's core has no columns. While this fiber waited for the row, another has called
 * nextRowset(): the driver has refused that call, but PDO's core discards the columns before it calls the
 * driver.
 */
static int refuse_without_columns(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	drop_values(self);
	self->has_row = false;
	return mynd_pdo_statement_out_of_sync(stmt);
}

static int end_of_rows(pdo_stmt_t *stmt, int rc)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	self->has_failed = false;
	if (rc == MYND_BAD) {
		mynd_pdo_statement_failed(stmt, mynd_result_error(self->result));
	} else {
		mynd_pdo_statement_succeeded(stmt);
	}
	return 0;
}

/* Fetches the next row: results of this driver can only be read forward. */
static int statement_fetch(pdo_stmt_t *stmt, enum pdo_fetch_orientation orientation, zend_long offset)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	(void) orientation;
	(void) offset;
	if (UNEXPECTED(self->result == NULL && !(mynd_pdo_resolve(stmt) && self->result != NULL))) {
		return 0;
	}
	if (self->left > 0) {
		drop_values(self);
	}
	int rc = UNEXPECTED(self->has_failed) ? MYND_BAD : mynd_result_fetch_values(self->result, self->row);
	self->has_row = rc == MYND_OK;
	if (UNEXPECTED(rc != MYND_OK)) {
		return end_of_rows(stmt, rc);
	}
	self->left = self->row_size;
	self->moving = mynd_result_can_repeat(self->result);
	return EXPECTED((uint32_t) stmt->column_count == self->row_size) ? 1 : refuse_without_columns(stmt);
}

static int statement_get_column(pdo_stmt_t *stmt, int column, zval *out, enum pdo_param_type *type)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	(void) type;
	if (UNEXPECTED(!self->has_row || (uint32_t) column >= self->row_size)) {
		return 0;
	}
	zval *value = &self->row[column];
	if (EXPECTED(self->moving && !Z_ISUNDEF_P(value))) {
		ZVAL_COPY_VALUE(out, value);
		ZVAL_UNDEF(value);
		self->left--;
	} else if (!Z_ISUNDEF_P(value)) {
		ZVAL_COPY(out, value);
	} else {
		mynd_result_repeat(self->result, (uint32_t) column, out);
	}
	return 1;
}

/* --- attributes --- */

/*
 * Returns PDO_ATTR_EMULATE_PREPARES, too. PDO's core would derive it from `supports_placeholders`, which says
 * the same for emulated and native statements here.
 */
static int statement_get_attribute(pdo_stmt_t *stmt, zend_long attribute, zval *out)
{
	switch (attribute) {
	case PDO_ATTR_EMULATE_PREPARES:
		ZVAL_BOOL(out, mynd_pdo_statement_of(stmt)->statement == NULL);
		return 1;
	case MYND_PDO_ASYNC:
		ZVAL_BOOL(out, mynd_pdo_statement_of(stmt)->async);
		return 1;
	default:
		return 0;
	}
}

/* --- freeing --- */

void mynd_pdo_statement_free(mynd_pdo_statement *self)
{
	drop_row(self);
	if (self->result != NULL) {
		mynd_result_abandon(self->result);
	}
	if (self->statement != NULL) {
		mynd_statement_give_back(self->statement);
	} else if (self->command != 0 && !self->closed) {
		mynd_link_leave_reply(self->link, self->command);
	}
	mynd_pdo_forget_late(self);
	mynd_pdo_error_clear(&self->error);
	mynd_link_release(self->link);
	efree(self);
}

/* Returns NULL if the handle was freed before the statement, or is being freed. */
static mynd_link *link_of_handle(const pdo_stmt_t *stmt)
{
	const zval *handle = &stmt->database_object_handle;
	if (Z_ISUNDEF_P(handle) || !IS_OBJ_VALID(EG(objects_store).object_buckets[Z_OBJ_HANDLE_P(handle)]) ||
	    (OBJ_FLAGS(Z_OBJ_P(handle)) & IS_OBJ_FREE_CALLED)) {
		return NULL;
	}
	return mynd_pdo_link_of(Z_OBJ_P(handle));
}

/*
 * Called when a statement is freed. Discards all further results on the handle, also those of other
 * statements, as in stock: programs that assign each new statement to the same variable call procedures
 * without closeCursor().
 */
static void leave_further(const pdo_stmt_t *stmt)
{
	mynd_link *link = link_of_handle(stmt);
	if (link != NULL) {
		mynd_link_leave_further(link, false);
	}
}

static int statement_object_freed(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	stmt->driver_data = NULL;
	if (self == NULL) {
		return 1;
	}
	bool leaves = self->closed && !self->had_rows;
	if (!mynd_pdo_orphan(self)) {
		mynd_pdo_statement_free(self);
	}
	if (!leaves) {
		leave_further(stmt);
	}
	return 1;
}

/* --- the table --- */

const struct pdo_stmt_methods mynd_pdo_statement_methods = {
    .dtor = statement_object_freed,
    .executer = statement_execute,
    .fetcher = statement_fetch,
    .describer = mynd_pdo_describe,
    .get_col = statement_get_column,
    .param_hook = mynd_pdo_parameter_event,
    .get_attribute = statement_get_attribute,
    .get_column_meta = mynd_pdo_column_meta,
    .next_rowset = statement_next_rowset,
    .cursor_closer = statement_close_cursor,
};
