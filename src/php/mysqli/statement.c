/*
 * Prepared statements: how their objects begin and end, prepare, attributes, errors.
 *
 * Not here: bound variables (bind.c), running (statement_run.c), results (statement_fetch.c),
 * properties (statement_info.c).
 */
#include "statement.h"
#include "../../client/client.h"

zend_class_entry *mysqli_statement_ce;
mysqli_class mysqli_statement_class;

/* --- errors --- */

void mysqli_statement_clear_error(mysqli_statement_object *self)
{
	if (self->error != NULL) {
		efree(self->error);
		self->error = NULL;
	}
}

void mysqli_statement_set_error(mysqli_statement_object *self, const mynd_error *error)
{
	if (error->code == 0) {
		mysqli_statement_clear_error(self);
		return;
	}
	if (self->error == NULL) {
		self->error = emalloc(sizeof *self->error);
	}
	*self->error = *error;
}

void mysqli_statement_refuse(mysqli_statement_object *self, unsigned client_error)
{
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_MISUSE, client_error);
	mysqli_statement_set_error(self, &error);
}

void mysqli_statement_report(mysqli_statement_object *self)
{
	if (self->error != NULL) {
		mysqli_report_error(self->error);
	}
}

void mysqli_statement_failed(mysqli_statement_object *self)
{
	if (self->link == NULL) {
		if (!EG(exception)) {
			zend_throw_error(NULL, "%s object is already closed", ZSTR_VAL(self->std.ce->name));
		}
		return;
	}
	const mynd_error *error =
	    self->statement == NULL ? mynd_link_error(self->link) : mynd_statement_error(self->statement);
	mysqli_statement_set_error(self, error);
	mysqli_report_beside(self->link, error);
}

/* --- held for a call --- */

mysqli_held mysqli_statement_hold(const mysqli_statement_object *self)
{
	mysqli_held held = {self->link, self->statement};
	mynd_link_addref(held.link);
	if (held.statement != NULL) {
		mynd_statement_addref(held.statement);
	}
	return held;
}

/* Releases a reference. A persistent link whose last user has gone goes back into its pool. */
static void release_link(mynd_link *link)
{
	mynd_link *outlived = mynd_pool_outlived(link);
	mynd_link_release(link);
	if (UNEXPECTED(outlived != NULL)) {
		mynd_pool_look_for_users(outlived);
	}
}

void mysqli_statement_let_go(mysqli_held *held)
{
	if (held->statement != NULL) {
		mynd_statement_close(held->statement, false);
	}
	release_link(held->link);
}

bool mysqli_statement_refuses(mysqli_statement_object *self)
{
	bool lost = self->statement != NULL && mynd_statement_link(self->statement) == NULL;
	if (lost || !mynd_link_refuse_at_once(self->link)) {
		return false;
	}
	mysqli_statement_failed(self);
	return true;
}

/* --- the object of a call --- */

mysqli_statement_object *mysqli_statement_in(zval *self, mysqli_state needed)
{
	zend_object *object = Z_OBJ_P(self);
	mysqli_statement_object *statement = mysqli_statement_object_of(object);
	if (EXPECTED(statement->link != NULL && (statement->was_prepared || needed == MYSQLI_INITIALIZED))) {
		return statement;
	}
	zend_throw_error(NULL, "%s object is %s", ZSTR_VAL(object->ce->name),
	    statement->link == NULL ? "already closed" : "not fully initialized");
	return NULL;
}

mysqli_statement_object *mysqli_statement_alone(INTERNAL_FUNCTION_PARAMETERS, mysqli_state needed)
{
	zval *self = mysqli_only_object(execute_data, &mysqli_statement_class);
	if (self == NULL && zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O", &self,
	                        mysqli_statement_ce) == FAILURE) {
		return NULL;
	}
	return mysqli_statement_in(self, needed);
}

/* --- life --- */

static mysqli_state statement_state(const zend_object *object)
{
	const mysqli_statement_object *self = mysqli_statement_object_of(object);
	if (self->link == NULL) {
		return MYSQLI_CLOSED;
	}
	return self->was_prepared ? MYSQLI_CONNECTED : MYSQLI_INITIALIZED;
}

/* Frees the prepared statement and all that belongs to it, except for bound variables. Never waits. */
static void forget_statement(mysqli_statement_object *self, bool explicit_close)
{
	mynd_statement *statement = self->statement;
	bool was_without_columns = self->phase == MYSQLI_EXECUTED; /* the last execute had no result set */
	self->statement = NULL;
	self->phase = MYSQLI_UNPREPARED;
	if (self->result != NULL) {
		mynd_result_abandon(self->result);
		self->result = NULL;
	}
	if (statement != NULL) {
		mynd_statement_abandon(statement);
		if (!was_without_columns) {
			mynd_statement_leave_others(statement);
		}
		mynd_statement_close(statement, explicit_close);
	}
	if (self->sql != NULL) {
		zend_string_release(self->sql);
		self->sql = NULL;
	}
	self->affected_rows = self->insert_id = 0;
	self->warnings = 0;
	self->cursor = (mynd_cursor_setting){0};
	self->update_max_length = self->has_cursor = self->lacks_metadata = false;
}

/* Unbinds all variables, and only then releases them, because that may run destructors. */
static void unbind(mysqli_statement_object *self)
{
	mysqli_binding *parameters = self->parameters, *columns = self->columns;
	self->parameters = self->columns = NULL;
	mysqli_binding_release(parameters);
	mysqli_binding_release(columns);
}

/* Ends the object's use of the link, and releases its reference. */
static void end_use(mynd_link *link)
{
	mynd_pool_drop_user(link);
	release_link(link);
}

/* Closes the object. As in stock, also clears the link's error. */
static void shut(mysqli_statement_object *self, bool explicit_close)
{
	mynd_link *link = self->link;
	if (link == NULL) {
		return;
	}
	forget_statement(self, explicit_close);
	mysqli_statement_clear_error(self);
	self->link = NULL;
	self->was_prepared = false;
	mynd_link_set_error(link, NULL);
	end_use(link);
	unbind(self);
}

/*
 * Frees the engine's part first, so that destructors of bound values cannot get the object from a weak
 * reference.
 */
static void statement_free(zend_object *object)
{
	zend_object_std_dtor(object);
	shut(mysqli_statement_object_of(object), false);
}

static zend_object *statement_create(zend_class_entry *ce)
{
	mysqli_statement_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &mysqli_statement_class.handlers;
	return &self->std;
}

static void add_bound(zend_get_gc_buffer *buffer, mysqli_binding *binding)
{
	for (uint32_t i = 0; binding != NULL && i < binding->count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &binding->bound[i].variable);
	}
}

/* Lists the bound variables, which can be part of a cycle. */
static HashTable *statement_get_gc(zend_object *object, zval **table, int *count)
{
	mysqli_statement_object *self = mysqli_statement_object_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	add_bound(buffer, self->parameters);
	add_bound(buffer, self->columns);
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

void mysqli_statement_startup(zend_class_entry *ce)
{
	mysqli_statement_ce = ce;
	mysqli_class_init(&mysqli_statement_class, mysqli_statement_properties, statement_state);
	mysqli_statement_class.handlers.offset = offsetof(mysqli_statement_object, std);
	mysqli_statement_class.handlers.free_obj = statement_free;
	mysqli_statement_class.handlers.get_gc = statement_get_gc;
	mysqli_own_objects(ce, &mysqli_statement_class, statement_create);
}

/* Makes the closed object an initialised one, with this link. */
static void open_on(mysqli_statement_object *self, mynd_link *link)
{
	self->link = link;
	mynd_link_addref(link);
	mynd_pool_add_user(link);
}

/* --- prepare --- */

/*
 * Stores the statement in the object. If another fiber has closed the object, or prepared another statement
 * in it, closes the statement instead and returns false.
 */
static bool take_prepared(mysqli_statement_object *self, mynd_link *link, mynd_statement *statement)
{
	if (statement != NULL && (self->link != link || self->statement != NULL)) {
		mynd_statement_close(statement, false);
		return false;
	}
	self->statement = statement;
	return statement != NULL;
}

/* Returns false if the prepare failed; the failure was not reported yet. Waits. */
static bool prepare(mysqli_statement_object *self, zend_string *sql)
{
	mynd_link *link = self->link;
	bool prepared = false;
	mynd_link_addref(link);
	mysqli_statement_drop_results(self);
	if (self->link == link) {
		forget_statement(self, false);
		prepared =
		    take_prepared(self, link, mynd_statement_prepare_deferred(link, ZSTR_VAL(sql), ZSTR_LEN(sql)));
	}
	release_link(link);
	if (!prepared) {
		return false;
	}
	mysqli_statement_clear_error(self);
	self->phase = MYSQLI_PREPARED;
	self->sql = zend_string_copy(sql);
	self->warnings = mynd_statement_warning_count(self->statement);
	self->was_prepared = true;
	unbind(self); /* last: destructors may have bound variables that do not fit this statement */
	return true;
}

PHP_FUNCTION(mysqli_prepare)
{
	zval *object;
	zend_string *sql;
	if (zend_parse_method_parameters(
	        ZEND_NUM_ARGS(), mysqli_this(execute_data), "OS", &object, mysqli_link_ce, &sql) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_link_object *from = mysqli_link_in(object, MYSQLI_CONNECTED);
	if (from == NULL) {
		RETURN_THROWS();
	}
	object_init_ex(return_value, mysqli_statement_ce);
	mysqli_statement_object *self = mysqli_statement_object_of(Z_OBJ_P(return_value));
	open_on(self, from->link);
	if (!prepare(self, sql)) {
		mynd_link *link = self->link;
		self->link = NULL; /* this function owns the reference from now on; the link still has the error */
		zval_ptr_dtor(return_value);
		RETVAL_FALSE;
		mysqli_report_link(link);
		end_use(link);
	}
}

PHP_FUNCTION(mysqli_stmt_init)
{
	mysqli_link_object *from = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (from == NULL) {
		RETURN_THROWS();
	}
	object_init_ex(return_value, mysqli_statement_ce);
	open_on(mysqli_statement_object_of(Z_OBJ_P(return_value)), from->link);
}

/* If the statement cannot be prepared, the object is initialised and has the error. */
PHP_METHOD(mysqli_stmt, __construct)
{
	zval *object;
	zend_string *sql = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_OBJECT_OF_CLASS(object, mysqli_link_ce)
	Z_PARAM_OPTIONAL
	Z_PARAM_STR_OR_NULL(sql)
	ZEND_PARSE_PARAMETERS_END();
	mysqli_statement_object *self = mysqli_statement_object_of(Z_OBJ_P(ZEND_THIS));
	shut(self, false);
	mysqli_link_object *from = mysqli_link_in(object, MYSQLI_CONNECTED);
	if (from == NULL) {
		RETURN_THROWS();
	}
	if (self->link == NULL) { /* a destructor may have opened the object anew */
		open_on(self, from->link);
	}
	if (sql != NULL && !prepare(self, sql)) {
		mysqli_statement_failed(self);
		RETURN_FALSE;
	}
}

PHP_FUNCTION(mysqli_stmt_prepare)
{
	zval *object;
	zend_string *sql;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "OS", &object,
	        mysqli_statement_ce, &sql) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_INITIALIZED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	RETVAL_FALSE;
	if (mysqli_statement_refuses(self)) {
		return;
	}
	unbind(self);
	if (!(self = mysqli_statement_in(object, MYSQLI_INITIALIZED))) {
		RETURN_THROWS();
	}
	RETVAL_BOOL(prepare(self, sql));
	if (Z_TYPE_P(return_value) == IS_FALSE) {
		mysqli_statement_failed(self);
	}
}

PHP_FUNCTION(mysqli_stmt_close)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mysqli_statement_drop_results(self);
	shut(self, true);
	RETURN_TRUE;
}

/* --- attributes --- */

#if PHP_VERSION_ID >= 80400
#define ATTRIBUTES "either MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH or MYSQLI_STMT_ATTR_CURSOR_TYPE"
#else
#define ATTRIBUTES                                                                                           \
	"one of MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH, MYSQLI_STMT_ATTR_PREFETCH_ROWS, or STMT_ATTR_CURSOR_TYPE"
#endif

static bool is_attribute(zend_long attribute)
{
	return attribute == MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH || attribute == MYSQLI_STMT_ATTR_CURSOR_TYPE ||
	       (attribute == MYSQLI_STMT_ATTR_PREFETCH_ROWS && PHP_VERSION_ID < 80400);
}

static bool is_cursor_type(zend_long type)
{
	return type == MYND_CURSOR_NONE || type == MYND_CURSOR_READ_ONLY ||
	       (PHP_VERSION_ID < 80400 &&
	           (type == MYSQLI_CURSOR_TYPE_FOR_UPDATE || type == MYSQLI_CURSOR_TYPE_SCROLLABLE));
}

/* Returns false if an error was thrown. `arg` is the number of the value's argument. */
static bool check_attribute(zend_long attribute, zend_long value, uint32_t arg)
{
	switch (attribute) {
	case MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH:
		if (value != 0 && value != 1) {
			zend_argument_value_error(arg, "must be 0 or 1 for attribute MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH");
			return false;
		}
		return true;
	case MYSQLI_STMT_ATTR_CURSOR_TYPE:
		if (!is_cursor_type(value)) {
			zend_argument_value_error(arg, "must be one of the MYSQLI_CURSOR_TYPE_* constants for attribute "
			                               "MYSQLI_STMT_ATTR_CURSOR_TYPE");
			return false;
		}
		return true;
	default:
		if (value < 1) {
			zend_argument_value_error(
			    arg, "must be greater than 0 for attribute MYSQLI_STMT_ATTR_PREFETCH_ROWS");
			return false;
		}
		return true;
	}
}

PHP_FUNCTION(mysqli_stmt_attr_set)
{
	zval *object;
	zend_long attribute, value;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Oll", &object,
	        mysqli_statement_ce, &attribute, &value) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (!is_attribute(attribute)) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), "must be " ATTRIBUTES);
		RETURN_THROWS();
	}
	if (!check_attribute(attribute, value, mysqli_arg(execute_data, 3))) {
		RETURN_THROWS();
	}
	if (attribute == MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH) { /* as in stock, only stored */
		self->update_max_length = value != 0;
	} else if (attribute == MYSQLI_STMT_ATTR_PREFETCH_ROWS) {
		self->cursor.prefetch = (uint32_t) MIN(value, UINT32_MAX);
	} else if (value <= MYND_CURSOR_READ_ONLY) {
		self->cursor.type = (uint8_t) value;
	} else {
		mynd_error error;
		mynd_error_set(&error, MYND_CAUSE_MISUSE, MYND_ERR_NOT_IMPLEMENTED, NULL, "%s", "Not implemented");
		mysqli_statement_set_error(self, &error);
		RETVAL_FALSE;
		mysqli_statement_report(self);
		return;
	}
	RETURN_TRUE;
}

PHP_FUNCTION(mysqli_stmt_attr_get)
{
	zval *object;
	zend_long attribute;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Ol", &object,
	        mysqli_statement_ce, &attribute) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	switch (is_attribute(attribute) ? attribute : -1) {
	case MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH:
		RETURN_LONG(self->update_max_length);
	case MYSQLI_STMT_ATTR_CURSOR_TYPE:
		RETURN_LONG(self->cursor.type);
	case MYSQLI_STMT_ATTR_PREFETCH_ROWS:
		RETURN_LONG(self->cursor.prefetch == 0 ? 1 : self->cursor.prefetch);
	default:
		zend_argument_value_error(mysqli_arg(execute_data, 2), "must be " ATTRIBUTES);
		RETURN_THROWS();
	}
}
