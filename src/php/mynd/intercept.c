/*
 * Mynd\intercept(), and the methods of the objects passed to interceptors: Mynd\Command, Mynd\Next,
 * Mynd\Reply.
 */
#include "callable.h"
#include "intercept.h"

#include "../mysqli/mysqli.h"

#include "../../hooks/captured_result.h"

#define VERSION_MAX 100 /* longest version that withoutServer() accepts, in bytes */

typedef struct interception_object {
	zend_ulong number;
	zend_object std;
} interception_object;

static zend_class_entry *interception_ce;
static zend_object_handlers interception_handlers;

static interception_object *interception_of(zend_object *object)
{
	return (interception_object *) ((char *) object - offsetof(interception_object, std));
}

static zend_object *interception_create(zend_class_entry *ce)
{
	interception_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &interception_handlers;
	self->number = 0;
	return &self->std;
}

void mynd_interception_startup(zend_class_entry *ce)
{
	interception_ce = ce;
	ce->create_object = interception_create;
	memcpy(&interception_handlers, &std_object_handlers, sizeof interception_handlers);
	interception_handlers.offset = offsetof(interception_object, std);
	interception_handlers.clone_obj = NULL;
}

ZEND_FUNCTION(Mynd_intercept)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_FUNC(call, cache)
	ZEND_PARSE_PARAMETERS_END();
	zend_release_fcall_info_cache(&cache);
	if (mynd_refuses_hooks()) {
		RETURN_THROWS();
	}
	object_init_ex(return_value, interception_ce);
	interception_of(Z_OBJ_P(return_value))->number = mynd_interceptors_add(&call.function_name);
}

static void add_session(void *numbers, uint64_t number)
{
	add_next_index_long(numbers, (zend_long) number);
}

ZEND_FUNCTION(Mynd_open_sessions)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	mynd_links_each_session(add_session, return_value);
}

/* Private: a program cannot make an Interception itself. */
ZEND_METHOD(Mynd_Interception, __construct)
{
}

ZEND_METHOD(Mynd_Interception, remove)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(mynd_interceptors_remove(interception_of(Z_OBJ_P(ZEND_THIS))->number));
}

/* --- Command --- */

ZEND_METHOD(Mynd_Command, __construct)
{
}

/* Returns the command, if it has not ended. Returns NULL if it threw. */
static mynd_command_object *command_of(zval *object)
{
	mynd_command_object *self = mynd_command_object_of(Z_OBJ_P(object));
	if (self->chain == NULL || mynd_chain_is_over(self->chain)) {
		zend_throw_error(NULL, "Mynd\\Command: the command is over");
		return NULL;
	}
	return self;
}

ZEND_METHOD(Mynd_Command, withSql)
{
	zend_string *sql;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_STR(sql)
	ZEND_PARSE_PARAMETERS_END();
	mynd_command_object *self = command_of(ZEND_THIS);
	if (self == NULL) {
		RETURN_THROWS();
	}
	const mynd_call *call = self->chain->call;
	if (call->facts == NULL || call->statement != NULL) {
		zend_value_error("Mynd\\Command::withSql(): a command of this kind %s",
		    call->statement == NULL ? "has no text" : "runs what was prepared before");
		RETURN_THROWS();
	}
	if (ZSTR_LEN(sql) == 0) {
		zend_argument_value_error(1, MYSQLI_NOT_EMPTY);
		RETURN_THROWS();
	}
	mynd_command_object *copy = mynd_command_object_copy(self);
	if (copy->sql != NULL) {
		zend_string_release(copy->sql);
	}
	copy->sql = zend_string_copy(sql);
	RETURN_OBJ(&copy->std);
}

/* Checks that the array is a list of scalar values and null. Returns false if it threw. */
static bool are_values(HashTable *values)
{
	zval *value;
	if (!zend_array_is_list(values)) {
		zend_argument_value_error(1, "must be a list array");
		return false;
	}
	ZEND_HASH_FOREACH_VAL (values, value) {
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) > IS_STRING) {
			zend_argument_type_error(
			    1, "must be a list of scalar values and null, %s in it", zend_zval_type_name(value));
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* Copies the values without their references, through which the program could change them in the meantime. */
static HashTable *copy_values(HashTable *values)
{
	HashTable *copy = zend_new_array(zend_hash_num_elements(values));
	zval *value, held;
	ZEND_HASH_FOREACH_VAL (values, value) {
		ZVAL_COPY_DEREF(&held, value);
		zend_hash_next_index_insert_new(copy, &held);
	}
	ZEND_HASH_FOREACH_END();
	return copy;
}

ZEND_METHOD(Mynd_Command, withParams)
{
	HashTable *values;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_ARRAY_HT(values)
	ZEND_PARSE_PARAMETERS_END();
	mynd_command_object *self = command_of(ZEND_THIS);
	if (self == NULL) {
		RETURN_THROWS();
	}
	const mynd_call *call = self->chain->call;
	if (call->kind != MYND_CALL_EXECUTE) {
		zend_value_error("Mynd\\Command::withParams(): a command of this kind has no parameters");
		RETURN_THROWS();
	}
	if (!are_values(values)) {
		RETURN_THROWS();
	}
	uint32_t present = zend_hash_num_elements(values);
	if (call->statement != NULL && present != mynd_statement_parameter_count(call->statement)) {
		zend_argument_value_error(1,
		    "must have as many values as parameters, %" PRIu32 " needed, %" PRIu32 " present",
		    mynd_statement_parameter_count(call->statement), present);
		RETURN_THROWS();
	}
	mynd_command_object *copy = mynd_command_object_copy(self);
	zval_ptr_dtor(&copy->params);
	ZVAL_ARR(&copy->params, copy_values(values));
	RETURN_OBJ(&copy->std);
}

/*
 * Returns a copy of the command. Returns NULL if it threw, also if the command's kind is not in the mask
 * `kinds`.
 */
static mynd_command_object *copy_if(zval *object, unsigned kinds, const char *method)
{
	const mynd_command_object *self = command_of(object);
	if (self == NULL) {
		return NULL;
	}
	if (!(kinds & (1u << self->chain->kind))) {
		zend_value_error("Mynd\\Command::%s(): not with a command of this kind", method);
		return NULL;
	}
	return mynd_command_object_copy(self);
}

static void replace(zend_string **text, zend_string *by)
{
	if (*text != NULL) {
		zend_string_release(*text);
	}
	*text = by == NULL ? NULL : zend_string_copy(by);
}

ZEND_METHOD(Mynd_Command, withDatabase)
{
	zend_string *database;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_STR_OR_NULL(database)
	ZEND_PARSE_PARAMETERS_END();
	bool none = database == NULL || ZSTR_LEN(database) == 0;
	mynd_command_object *copy = copy_if(ZEND_THIS,
	    1u << MYND_CALL_CONNECT | 1u << MYND_CALL_CHANGE_USER | (none ? 0 : 1u << MYND_CALL_CHANGE_DATABASE),
	    "withDatabase");
	if (copy == NULL) {
		RETURN_THROWS();
	}
	copy->has_database = true;
	replace(&copy->database, none ? NULL : database);
	RETURN_OBJ(&copy->std);
}

ZEND_METHOD(Mynd_Command, withAddress)
{
	zend_string *host, *socket = NULL;
	zend_long port = 0;
	ZEND_PARSE_PARAMETERS_START(1, 3)
	Z_PARAM_STR(host)
	Z_PARAM_OPTIONAL
	Z_PARAM_LONG(port)
	Z_PARAM_PATH_STR_OR_NULL(socket)
	ZEND_PARSE_PARAMETERS_END();
	mynd_command_object *copy = copy_if(ZEND_THIS, 1u << MYND_CALL_CONNECT, "withAddress");
	if (copy == NULL) {
		RETURN_THROWS();
	}
	copy->has_address = true;
	copy->port = port;
	replace(&copy->host, host);
	replace(&copy->socket, socket);
	RETURN_OBJ(&copy->std);
}

ZEND_METHOD(Mynd_Command, withUser)
{
	zend_string *user, *password = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_STR(user)
	Z_PARAM_OPTIONAL
	Z_PARAM_STR_OR_NULL(password)
	ZEND_PARSE_PARAMETERS_END();
	mynd_command_object *copy =
	    copy_if(ZEND_THIS, 1u << MYND_CALL_CONNECT | 1u << MYND_CALL_CHANGE_USER, "withUser");
	if (copy == NULL) {
		RETURN_THROWS();
	}
	copy->has_user = true;
	replace(&copy->user, user);
	replace(&copy->password, password);
	RETURN_OBJ(&copy->std);
}

ZEND_METHOD(Mynd_Command, withoutPool)
{
	ZEND_PARSE_PARAMETERS_NONE();
	mynd_command_object *copy = copy_if(ZEND_THIS, 1u << MYND_CALL_CONNECT, "withoutPool");
	if (copy == NULL) {
		RETURN_THROWS();
	}
	copy->without_pool = true;
	RETURN_OBJ(&copy->std);
}

ZEND_METHOD(Mynd_Command, withoutServer)
{
	zend_string *version, *collation = NULL;
	const mynd_charset *charset = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_PATH_STR(version)
	Z_PARAM_OPTIONAL
	Z_PARAM_STR_OR_NULL(collation)
	ZEND_PARSE_PARAMETERS_END();
	if (ZSTR_LEN(version) == 0 || ZSTR_LEN(version) > VERSION_MAX) {
		zend_argument_value_error(1, "must have between 1 and %d bytes", VERSION_MAX);
		RETURN_THROWS();
	}
	if (collation != NULL) {
		charset = mynd_charset_by_collation(
		    (mynd_slice){(const uint8_t *) ZSTR_VAL(collation), ZSTR_LEN(collation)});
		if (charset == NULL || charset->id > UINT8_MAX) {
			zend_argument_value_error(2, "must be a collation that a greeting can name (number up to 255)");
			RETURN_THROWS();
		}
	}
	mynd_command_object *copy = copy_if(ZEND_THIS, 1u << MYND_CALL_CONNECT, "withoutServer");
	if (copy == NULL) {
		RETURN_THROWS();
	}
	replace(&copy->version, version);
	copy->collation = charset == NULL ? 0 : (uint8_t) charset->id;
	RETURN_OBJ(&copy->std);
}

/* Checks that the bytes are a captured result. Returns false if it threw. */
static bool check_captured(zend_string *bytes)
{
	mynd_captured_result capture;
	const char *why;
	if (!mynd_replay_rows(bytes, &capture, &why)) {
		zend_argument_value_error(1, "must be what Mynd\\capture() returned: %s", why);
		return false;
	}
	mynd_store_free(capture.store);
	mynd_columns_release(capture.columns);
	return true;
}

ZEND_METHOD(Mynd_Command, withColumns)
{
	zend_string *captured;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_STR(captured)
	ZEND_PARSE_PARAMETERS_END();
	if (!check_captured(captured)) {
		RETURN_THROWS();
	}
	mynd_command_object *copy = copy_if(ZEND_THIS, 1u << MYND_CALL_PREPARE, "withColumns");
	if (copy == NULL) {
		RETURN_THROWS();
	}
	replace(&copy->columns, captured);
	RETURN_OBJ(&copy->std);
}

ZEND_METHOD(Mynd_Command, attribute)
{
	zend_string *name;
	zval *standard = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_STR(name)
	Z_PARAM_OPTIONAL
	Z_PARAM_ZVAL(standard)
	ZEND_PARSE_PARAMETERS_END();
	const mynd_command_object *self = mynd_command_object_of(Z_OBJ_P(ZEND_THIS));
	zval *value = self->attributes == NULL ? NULL : zend_hash_find(self->attributes, name);
	if (value != NULL) {
		RETURN_COPY(value);
	}
	if (standard != NULL) {
		RETURN_COPY(standard);
	}
}

/* Puts a value into one of the object's tables. Creates the table if *table is NULL. */
static void put(HashTable **table, zend_string *name, zval *value)
{
	if (*table == NULL) {
		*table = zend_new_array(4);
	}
	Z_TRY_ADDREF_P(value);
	zend_hash_update(*table, name, value);
}

ZEND_METHOD(Mynd_Command, withAttribute)
{
	zend_string *name;
	zval *value;
	ZEND_PARSE_PARAMETERS_START(2, 2)
	Z_PARAM_STR(name)
	Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	mynd_command_object *self = command_of(ZEND_THIS);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_command_object *copy = mynd_command_object_copy(self);
	put(&copy->attributes, name, value);
	RETURN_OBJ(&copy->std);
}

ZEND_METHOD(Mynd_Command, withQueryAttribute)
{
	zend_string *name;
	zval *value;
	ZEND_PARSE_PARAMETERS_START(2, 2)
	Z_PARAM_STR(name)
	Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	if (Z_TYPE_P(value) > IS_STRING || Z_TYPE_P(value) == IS_FALSE || Z_TYPE_P(value) == IS_TRUE) {
		zend_argument_type_error(
		    2, "must be of type string|int|float|null, %s given", zend_zval_type_name(value));
		RETURN_THROWS();
	}
	if (ZSTR_LEN(name) == 0) {
		zend_argument_value_error(1, MYSQLI_NOT_EMPTY);
		RETURN_THROWS();
	}
	mynd_command_object *self = command_of(ZEND_THIS);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (self->query_attributes != NULL &&
	    zend_hash_num_elements(self->query_attributes) == MYND_QUERY_ATTRIBUTES_MAX) {
		zend_value_error("Mynd\\Command::withQueryAttribute(): a command has %d attributes at most",
		    MYND_QUERY_ATTRIBUTES_MAX);
		RETURN_THROWS();
	}
	mynd_command_object *copy = mynd_command_object_copy(self);
	put(&copy->query_attributes, name, value);
	RETURN_OBJ(&copy->std);
}

/* --- Next --- */

ZEND_METHOD(Mynd_Next, __construct)
{
}

ZEND_METHOD(Mynd_Next, __invoke)
{
	zend_object *command;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_OBJ_OF_CLASS(command, mynd_command_ce)
	ZEND_PARSE_PARAMETERS_END();
	zend_object *reply = mynd_next_call(Z_OBJ_P(ZEND_THIS), command);
	if (reply == NULL) {
		RETURN_THROWS();
	}
	RETURN_OBJ(reply);
}

/* --- Reply --- */

ZEND_METHOD(Mynd_Reply, __construct)
{
}

/* Returns the captured bytes of a buffered result. Returns NULL if it threw. */
static zend_string *bytes_of_result(zval *rows)
{
	const char *why;
	if (Z_OBJ_P(rows)->handlers != &mysqli_result_class.handlers) {
		zend_argument_type_error(
		    1, "must be a result of mynd or a string, %s given", zend_zval_type_name(rows));
		return NULL;
	}
	mysqli_result_object *result = mysqli_result_live(rows);
	zend_string *bytes = result == NULL ? NULL : mynd_capture(result->result, &why);
	if (result != NULL && bytes == NULL) {
		zend_throw_error(NULL, "Mynd\\Reply::result(): %s", why);
	}
	return bytes;
}

ZEND_METHOD(Mynd_Reply, result)
{
	zval *rows;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_ZVAL(rows)
	ZEND_PARSE_PARAMETERS_END();
	if (Z_TYPE_P(rows) != IS_STRING && Z_TYPE_P(rows) != IS_OBJECT) {
		zend_argument_type_error(
		    1, "must be of type mysqli_result|string, %s given", zend_zval_type_name(rows));
		RETURN_THROWS();
	}
	zend_string *bytes =
	    Z_TYPE_P(rows) == IS_STRING ? zend_string_copy(Z_STR_P(rows)) : bytes_of_result(rows);
	if (bytes == NULL) {
		RETURN_THROWS();
	}
	mynd_reply_object *reply = mynd_reply_with_rows(bytes);
	zend_string_release(bytes);
	if (reply == NULL) {
		RETURN_THROWS();
	}
	RETURN_OBJ(&reply->std);
}

/* Reads a count from a string, or from a number if `text` is NULL. Returns false if it threw. */
static bool count_of(zend_string *text, zend_long number, uint32_t arg, uint64_t *count)
{
	if (text == NULL) {
		*count = (uint64_t) number; /* -1: unknown */
		return true;
	}
	char *end;
	errno = 0;
	*count = strtoull(ZSTR_VAL(text), &end, 10);
	if (ZSTR_LEN(text) == 0 || ZSTR_VAL(text)[0] < '0' || ZSTR_VAL(text)[0] > '9' ||
	    end != ZSTR_VAL(text) + ZSTR_LEN(text) || errno != 0) {
		zend_argument_value_error(arg, "must be a number");
		return false;
	}
	return true;
}

ZEND_METHOD(Mynd_Reply, done)
{
	zend_string *rows_text = NULL, *id_text = NULL, *info = NULL;
	zend_long rows = 0, id = 0, warnings = 0;
	uint64_t affected_rows, insert_id;
	ZEND_PARSE_PARAMETERS_START(0, 4)
	Z_PARAM_OPTIONAL
	Z_PARAM_STR_OR_LONG(rows_text, rows)
	Z_PARAM_STR_OR_LONG(id_text, id)
	Z_PARAM_LONG(warnings)
	Z_PARAM_STR_OR_NULL(info)
	ZEND_PARSE_PARAMETERS_END();
	if (!count_of(rows_text, rows, 1, &affected_rows) || !count_of(id_text, id, 2, &insert_id)) {
		RETURN_THROWS();
	}
	if (warnings < 0 || warnings > UINT16_MAX) {
		zend_argument_value_error(3, "must be between 0 and 65535");
		RETURN_THROWS();
	}
	mynd_reply_object *reply = mynd_reply_new(MYND_REPLY_ANSWER);
	reply->affected_rows = affected_rows;
	reply->insert_id = insert_id;
	reply->warnings = (unsigned) warnings;
	reply->info = info == NULL || ZSTR_LEN(info) == 0 ? NULL : zend_string_copy(info);
	RETURN_OBJ(&reply->std);
}

static bool is_state(const zend_string *state)
{
	for (size_t i = 0; i < ZSTR_LEN(state); i++) {
		char c = ZSTR_VAL(state)[i];
		if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'))) {
			return false;
		}
	}
	return ZSTR_LEN(state) == 5;
}

ZEND_METHOD(Mynd_Reply, failed)
{
	zend_long code;
	zend_string *error, *state = NULL;
	ZEND_PARSE_PARAMETERS_START(2, 3)
	Z_PARAM_LONG(code)
	Z_PARAM_STR(error)
	Z_PARAM_OPTIONAL
	Z_PARAM_STR(state)
	ZEND_PARSE_PARAMETERS_END();
	if (code < 1 || code > UINT16_MAX) {
		zend_argument_value_error(1, "must be between 1 and 65535");
		RETURN_THROWS();
	}
	if (state != NULL && !is_state(state)) {
		zend_argument_value_error(3, "must be five digits and capital letters");
		RETURN_THROWS();
	}
	mynd_reply_object *reply = mynd_reply_new(MYND_REPLY_ANSWER);
	reply->code = (unsigned) code;
	reply->error = zend_string_copy(error);
	reply->affected_rows = (uint64_t) -1;
	memcpy(reply->sqlstate, state == NULL ? "HY000" : ZSTR_VAL(state), sizeof reply->sqlstate);
	RETURN_OBJ(&reply->std);
}

/* Checks that the argument is one result, after which another one may come. Returns false if it threw. */
static bool check_one_result(zval *argument, uint32_t number, bool last)
{
	const char *why = NULL;
	if (Z_TYPE_P(argument) != IS_OBJECT || Z_OBJCE_P(argument) != mynd_reply_ce) {
		zend_argument_type_error(
		    number, "must be of type Mynd\\Reply, %s given", zend_zval_type_name(argument));
		return false;
	}
	const mynd_reply_object *reply = mynd_reply_object_of(Z_OBJ_P(argument));
	if (reply->sort != MYND_REPLY_ANSWER) {
		why = "must be an answer of result(), done() or failed()";
	} else if (reply->further != NULL) {
		why = "must be one result";
	} else if (reply->code != 0 && !last) {
		why = "must be the last result, because it is an error";
	}
	if (why != NULL) {
		zend_argument_value_error(number, "%s", why);
	}
	return why == NULL;
}

ZEND_METHOD(Mynd_Reply, results)
{
	zval *replies;
	uint32_t count;
	ZEND_PARSE_PARAMETERS_START(1, -1)
	Z_PARAM_VARIADIC('+', replies, count)
	ZEND_PARSE_PARAMETERS_END();
	for (uint32_t i = 0; i < count; i++) {
		if (!check_one_result(&replies[i], i + 1, i + 1 == count)) {
			RETURN_THROWS();
		}
	}
	RETURN_OBJ(&mynd_reply_of_results(replies, count)->std);
}

ZEND_METHOD(Mynd_Reply, withStatus)
{
	zend_long status;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(status)
	ZEND_PARSE_PARAMETERS_END();
	if (status < 0 || status > UINT16_MAX) {
		zend_argument_value_error(1, "must be between 0 and 65535");
		RETURN_THROWS();
	}
	mynd_reply_object *reply =
	    mynd_reply_with_status(mynd_reply_object_of(Z_OBJ_P(ZEND_THIS)), (uint16_t) status);
	if (reply == NULL) {
		zend_value_error("Mynd\\Reply::withStatus(): only an answer of result(), done() or failed() has one");
		RETURN_THROWS();
	}
	RETURN_OBJ(&reply->std);
}

ZEND_METHOD(Mynd_Reply, later)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_FUNC(call, cache)
	ZEND_PARSE_PARAMETERS_END();
	mynd_reply_object *reply = mynd_reply_new(MYND_REPLY_LATER);
	mynd_keep_callable(&reply->make, &call, &cache);
	RETURN_OBJ(&reply->std);
}

/* The common code of then() and atEnd(). */
static void tell(INTERNAL_FUNCTION_PARAMETERS, void (*when)(mynd_reply_object *self, zval *callable))
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_FUNC(call, cache)
	ZEND_PARSE_PARAMETERS_END();
	zval callback;
	zend_object *self = Z_OBJ_P(ZEND_THIS);
	mynd_keep_callable(&callback, &call, &cache);
	when(mynd_reply_object_of(self), &callback);
	zval_ptr_dtor(&callback);
	if (EG(exception)) {
		RETURN_THROWS();
	}
	RETURN_OBJ_COPY(self);
}

ZEND_METHOD(Mynd_Reply, then)
{
	tell(INTERNAL_FUNCTION_PARAM_PASSTHRU, mynd_reply_then);
}

ZEND_METHOD(Mynd_Reply, atEnd)
{
	tell(INTERNAL_FUNCTION_PARAM_PASSTHRU, mynd_reply_at_end);
}

ZEND_METHOD(Mynd_Reply, captureResults)
{
	ZEND_PARSE_PARAMETERS_NONE();
	HashTable *answers = mynd_reply_capture_results(mynd_reply_object_of(Z_OBJ_P(ZEND_THIS)));
	if (answers != NULL) {
		RETURN_ARR(answers);
	}
}

ZEND_METHOD(Mynd_Reply, capture)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_string *bytes = mynd_reply_capture(mynd_reply_object_of(Z_OBJ_P(ZEND_THIS)));
	if (bytes != NULL) {
		RETURN_STR(bytes);
	}
}
