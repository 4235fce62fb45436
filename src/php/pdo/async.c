/*
 * Asynchronous statements: execute() only sends, and the reply is taken when the program asks for it.
 *
 * A statement is waiting from its execute until its reply is taken: by a fetch, nextRowset(),
 * getColumnMeta(), closeCursor(), its next execute, Mynd\reap(), or by the next command of the handle that is
 * not asynchronous. Such a command first takes the replies of all waiting statements, and stores their rows.
 * If a reply is an error, its statement stores the error (`late`), and the statement's next call raises it.
 *
 * Always true: a waiting statement is in its handle's list `waiting`, a statement with a `late` error in the
 * list `failed`, and both point to the handle. If the object of a waiting statement is freed, the statement
 * stays in the list as an orphan. If the object of a statement with a `late` error is freed, the next command
 * of the handle fails with the error, so that the error is not lost.
 */
#include "pdo.h"

#include "startup.h"

static zend_class_entry *statement_ce;

static const void *owner_of(const mynd_pdo_statement *self)
{
	return self->statement != NULL ? (const void *) self->statement : self;
}

/* --- the list --- */

static void wait_for_reply(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	mynd_pdo_statement **last = &mynd_pdo_handle_of(stmt->dbh)->waiting;
	while (*last != NULL) {
		last = &(*last)->next_waiting;
	}
	*last = self;
	self->next_waiting = NULL;
	self->stmt = stmt;
	self->waits_for = mynd_pdo_handle_of(stmt->dbh);
}

static void stop_waiting(mynd_pdo_statement *self)
{
	mynd_pdo_statement **at = &self->waits_for->waiting;
	while (*at != self) {
		at = &(*at)->next_waiting;
	}
	*at = self->next_waiting;
	self->waits_for = NULL;
}

/* --- errors that another command has received --- */

static mynd_error *copy_error(const mynd_error *error)
{
	mynd_error *copy = malloc(sizeof *copy);
	if (copy != NULL) {
		*copy = *error;
	}
	return copy;
}

static void keep_late(mynd_pdo_handle *handle, mynd_pdo_statement *self, const mynd_error *error)
{
	mynd_pdo_statement **last = &handle->failed;
	mynd_pdo_forget_late(self);
	self->late_reported = false;
	self->late = copy_error(error);
	if (self->late == NULL) {
		return;
	}
	while (*last != NULL) {
		last = &(*last)->next_failed;
	}
	*last = self;
	self->next_failed = NULL;
	self->failed_in = handle;
}

void mynd_pdo_forget_late(mynd_pdo_statement *self)
{
	if (self->failed_in != NULL) {
		mynd_pdo_statement **at = &self->failed_in->failed;
		while (*at != self) {
			at = &(*at)->next_failed;
		}
		*at = self->next_failed;
		self->failed_in = NULL;
	}
	free(self->late);
	self->late = NULL;
	self->late_reported = false;
}

/*
 * Called when the statement's object is freed. An error that the program has not seen is stored in the
 * handle, whose next command raises it.
 */
static void leave_late(mynd_pdo_statement *self)
{
	mynd_pdo_handle *handle = self->failed_in;
	if (handle != NULL && handle->left == NULL && !self->late_reported) {
		handle->left = self->late;
		self->late = NULL;
	}
	mynd_pdo_forget_late(self);
}

/* Returns false if the statement has a `late` error, which now becomes its current error. */
static bool resolve_late(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (EXPECTED(self->late == NULL)) {
		return true;
	}
	mynd_pdo_statement_failed(stmt, self->late);
	mynd_pdo_forget_late(self);
	return false;
}

static int raise_left(mynd_pdo_handle *handle, mynd_error *error)
{
	*error = *handle->left;
	free(handle->left);
	handle->left = NULL;
	return MYND_BAD;
}

bool mynd_pdo_refuse_commit(pdo_dbh_t *dbh)
{
	mynd_pdo_statement *self = mynd_pdo_handle_of(dbh)->failed;
	while (self != NULL && self->late_reported) {
		self = self->next_failed;
	}
	if (self == NULL) {
		return false;
	}
	self->late_reported = true;
	mynd_pdo_handle_failed(dbh, self->late);
	return true;
}

/* --- ends --- */

void mynd_pdo_forget_waiting(mynd_pdo_handle *handle)
{
	mynd_pdo_statement *self;
	while (handle->failed != NULL) {
		mynd_pdo_forget_late(handle->failed);
	}
	free(handle->left);
	handle->left = NULL;
	while ((self = handle->waiting) != NULL) {
		stop_waiting(self);
		mynd_link_abandon(self->link, owner_of(self));
		if (self->stmt == NULL) {
			mynd_pdo_statement_free(self);
		}
	}
}

bool mynd_pdo_orphan(mynd_pdo_statement *self)
{
	leave_late(self);
	if (self->waits_for == NULL) {
		return false;
	}
	self->stmt = NULL;
	return true;
}

/* --- execute --- */

bool mynd_pdo_send_text(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	zend_string *sql = zend_string_copy(stmt->active_query_string);
	int rc = mynd_link_text_async(self->link, self, ZSTR_VAL(sql), ZSTR_LEN(sql));
	zend_string_release(sql);
	return mynd_pdo_sent(stmt, rc, mynd_link_error(self->link));
}

/*
 * PDO's core must not describe the columns now: none are known yet, and it would not ask again. PDO's core
 * describes them only after a first execute, so `executed` is set before this execute ends, and makes it look
 * like a later one.
 */
bool mynd_pdo_sent(pdo_stmt_t *stmt, int rc, const mynd_error *error)
{
	if (rc != MYND_OK) {
		mynd_pdo_statement_failed(stmt, error);
		return false;
	}
	mynd_pdo.php_pdo_stmt_set_column_count(stmt, 0);
	stmt->row_count = 0;
	stmt->executed = 1;
	wait_for_reply(stmt);
	return true;
}

/* --- taking replies --- */

static int reap(mynd_pdo_statement *self)
{
	bool use;
	stop_waiting(self);
	int rc = self->statement != NULL ? mynd_statement_reap(self->statement)
	                                 : mynd_link_reap(self->link, self, &use);
	return rc == MYND_MORE ? mynd_link_refuse(self->link, MYND_ERR_GONE_AWAY) : rc;
}

/*
 * Makes room for the arguments of the program's function (PDO::FETCH_FUNC). Before PHP 8.5, PDO's core
 * allocates the arguments before it knows how many columns there are.
 */
static void make_room_for_arguments(pdo_stmt_t *stmt)
{
#if PHP_VERSION_ID < 80500
	zend_fcall_info *call = &stmt->fetch.func.fci;
	size_t count = (size_t) stmt->column_count;
	if (stmt->fetch.func.values != NULL && call->size != 0 && count > 0) {
		stmt->fetch.func.values = safe_erealloc(stmt->fetch.func.values, count, sizeof(zval), 0);
		call->params = safe_erealloc(call->params, count, sizeof(zval), 0);
		call->param_count = (uint32_t) count;
	}
#else
	(void) stmt;
#endif
}

bool mynd_pdo_resolve(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (self->waits_for == NULL) {
		return resolve_late(stmt);
	}
	mynd_link *link = self->link; /* during the wait the statement may get another link */
	mynd_link_addref(link);
	int rc = reap(self);
	bool done = mynd_pdo_take_outcome(stmt, rc, true);
	mynd_link_release(link);
	make_room_for_arguments(stmt);
	if (done) { /* a PDORow of the previous result reads `columns` if column_count is not 0 */
		mynd_pdo_describe_now(stmt);
	}
	return done;
}

/* Takes and discards the reply of an orphan. */
static int resolve_orphan(mynd_pdo_statement *self)
{
	int rc = reap(self);
	if (rc == MYND_OK) {
		rc = mynd_link_drain(self->link);
	}
	return rc;
}

/*
 * Takes the statement's reply before another command. Returns MYND_BAD if code of the program has thrown
 * meanwhile.
 */
static int resolve_for_other(mynd_pdo_handle *handle, pdo_stmt_t *stmt, mynd_error *error)
{
	int rc = MYND_OK;
	GC_ADDREF(&stmt->std);
	if (!mynd_pdo_resolve(stmt)) {
		mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
		*error = *mynd_pdo_error_of(self);
		if (EG(exception)) {
			rc = MYND_BAD;
		} else if (self->waits_for == NULL) {
			keep_late(handle, self, error);
		}
	}
	OBJ_RELEASE(&stmt->std);
	return rc;
}

/*
 * Takes no replies while another fiber has the turn on the link: they are that fiber's, and the command of
 * this fiber waits in line for its turn.
 */
int mynd_pdo_resolve_all(pdo_dbh_t *dbh, mynd_error *error)
{
	mynd_pdo_handle *handle = mynd_pdo_handle_of(dbh);
	int rc = MYND_OK;
	if (UNEXPECTED(handle->views != NULL)) {
		mynd_pdo_views_drop_left(handle);
	}
	if (UNEXPECTED(handle->waiting != NULL) && mynd_link_is_held_by_other(handle->link)) {
		return MYND_OK;
	}
	while (rc == MYND_OK && handle->waiting != NULL && !mynd_link_more_results(handle->link)) {
		mynd_pdo_statement *self = handle->waiting;
		if (self->stmt == NULL) {
			rc = resolve_orphan(self);
			*error = *mynd_link_error(self->link);
			mynd_pdo_statement_free(self);
		} else {
			rc = resolve_for_other(handle, self->stmt, error);
		}
	}
	return rc == MYND_OK && UNEXPECTED(handle->left != NULL) ? raise_left(handle, error) : rc;
}

bool mynd_pdo_resolve_for_handle(pdo_dbh_t *dbh)
{
	mynd_error error;
	if (mynd_pdo_resolve_all(dbh, &error) == MYND_OK) {
		return true;
	}
	mynd_pdo_handle_failed(dbh, &error);
	return false;
}

/*
 * Takes the replies after it has got the turn: a fiber that had the turn before may have ended without taking
 * its replies.
 */
mynd_link *mynd_pdo_begin(pdo_dbh_t *dbh)
{
	mynd_link *link = mynd_pdo_handle_of(dbh)->link;
	mynd_link_addref(link);
	if (mynd_link_begin_turn(link) != MYND_OK) {
		mynd_pdo_handle_failed(dbh, mynd_link_error(link));
	} else if (mynd_pdo_resolve_for_handle(dbh)) {
		return link;
	} else {
		mynd_link_end_turn(link);
	}
	mynd_link_release(link);
	return NULL;
}

void mynd_pdo_end(mynd_link *link)
{
	mynd_link_end_turn(link);
	mynd_link_release(link);
}

/* --- for the functions of Mynd --- */

void mynd_pdo_async_startup(void)
{
	statement_ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdostatement"));
}

/* Returns NULL if the object is no PDO object of mynd, or its constructor has not succeeded. */
static pdo_dbh_t *handle_behind(zend_object *object)
{
	return mynd_pdo_link_of(object) != NULL ? php_pdo_dbh_fetch_inner(object) : NULL;
}

/* Returns NULL if the object is no PDOStatement of mynd. */
static pdo_stmt_t *statement_behind(zend_object *object)
{
	if (statement_ce == NULL || !instanceof_function(object->ce, statement_ce)) {
		return NULL;
	}
	pdo_stmt_t *stmt = php_pdo_stmt_fetch_object(object);
	return stmt->dbh != NULL && stmt->methods == &mynd_pdo_statement_methods && stmt->driver_data != NULL
	           ? stmt
	           : NULL;
}

bool mynd_pdo_is_statement(zend_object *object)
{
	return statement_behind(object) != NULL;
}

mynd_link *mynd_pdo_outstanding(zend_object *object, const void **owner, mynd_statement **statement)
{
	pdo_stmt_t *stmt = statement_behind(object);
	mynd_pdo_statement *self = stmt != NULL ? mynd_pdo_statement_of(stmt) : NULL;
	if (self == NULL || self->waits_for == NULL || !mynd_link_has_outstanding(self->link, owner_of(self))) {
		return NULL;
	}
	*owner = owner_of(self);
	*statement = self->statement;
	return self->link;
}

bool mynd_pdo_reap(zend_object *object, bool *outstanding)
{
	pdo_stmt_t *stmt = statement_behind(object);
	*outstanding =
	    mynd_pdo_statement_of(stmt)->waits_for != NULL || mynd_pdo_statement_of(stmt)->late != NULL;
	if (!*outstanding) {
		return false;
	}
	GC_ADDREF(object);
	mynd_pdo_statement_succeeded(stmt);
	bool done = mynd_pdo_resolve(stmt);
	if (!done) {
		mynd_pdo.pdo_handle_error(stmt->dbh, stmt);
	}
	OBJ_RELEASE(object);
	return done;
}

bool mynd_pdo_has_waiting(zend_object *object)
{
	const pdo_dbh_t *dbh = handle_behind(object);
	return dbh != NULL && mynd_pdo_handle_of(dbh)->waiting != NULL;
}

/*
 * Takes the reply of a statement whose object was freed. An error becomes the handle's error, and is raised.
 */
static void reap_orphan(pdo_dbh_t *dbh, mynd_pdo_statement *self, zval *out)
{
	int rc = resolve_orphan(self);
	mynd_error error = *mynd_link_error(self->link);
	mynd_pdo_statement_free(self);
	ZVAL_BOOL(out, rc == MYND_OK);
	if (rc != MYND_OK) {
		mynd_pdo_handle_failed(dbh, &error);
		mynd_pdo.pdo_handle_error(dbh, NULL);
	}
}

void mynd_pdo_reap_next(zend_object *object, zval *out, bool *outstanding)
{
	pdo_dbh_t *dbh = handle_behind(object);
	mynd_pdo_statement *self = mynd_pdo_handle_of(dbh)->waiting;
	*outstanding = self != NULL;
	if (self == NULL) {
		return;
	}
	GC_ADDREF(object);
	if (self->stmt == NULL) {
		reap_orphan(dbh, self, out);
	} else {
		zend_object *statement = &self->stmt->std;
		bool ignored;
		ZVAL_OBJ_COPY(out, statement);
		if (!mynd_pdo_reap(statement, &ignored)) {
			zval_ptr_dtor(out);
			ZVAL_FALSE(out);
		}
	}
	OBJ_RELEASE(object);
}

int mynd_pdo_resolve_statements(zend_object *object, mynd_error *error)
{
	return mynd_pdo_has_waiting(object) ? mynd_pdo_resolve_all(handle_behind(object), error) : MYND_OK;
}

mynd_link *mynd_pdo_link_behind(zend_object *object)
{
	const pdo_stmt_t *stmt = statement_behind(object);
	return stmt != NULL ? mynd_pdo_statement_of(stmt)->link : mynd_pdo_link_of(object);
}

void mynd_pdo_report(zend_object *object, const mynd_error *error)
{
	pdo_stmt_t *stmt = statement_behind(object);
	pdo_dbh_t *dbh = stmt != NULL ? stmt->dbh : php_pdo_dbh_fetch_inner(object);
	if (stmt != NULL) {
		mynd_pdo_statement_failed(stmt, error);
	} else {
		mynd_pdo_handle_failed(dbh, error);
	}
	mynd_pdo.pdo_handle_error(dbh, stmt);
}

mynd_link *mynd_pdo_link_of(zend_object *object)
{
	if (mynd_pdo.php_pdo_get_dbh_ce == NULL ||
	    !instanceof_function(object->ce, mynd_pdo.php_pdo_get_dbh_ce())) {
		return NULL;
	}
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);
	return dbh->methods == &mynd_pdo_handle_methods && dbh->driver_data != NULL
	           ? mynd_pdo_handle_of(dbh)->link
	           : NULL;
}
