/*
 * Runs a command with the changes that interceptors have made: other SQL, other values, another address,
 * query attributes.
 *
 * Always true: after the run the call describes the program's own command again.
 */
#include "intercept.h"

#include "captured_result.h"

/* Makes a parameter from an interceptor's value. Does not copy a string's bytes. */
static mynd_parameter parameter_of(zval *value)
{
	switch (Z_TYPE_P(value)) {
	case IS_NULL:
		return (mynd_parameter){.kind = MYND_PARAMETER_NULL, .type = MYND_TYPE_VAR_STRING};
	case IS_DOUBLE:
		return (mynd_parameter){
		    .kind = MYND_PARAMETER_REAL, .type = MYND_TYPE_DOUBLE, .real = Z_DVAL_P(value)};
	case IS_STRING:
		return (mynd_parameter){.kind = MYND_PARAMETER_BYTES,
		    .type = MYND_TYPE_VAR_STRING,
		    .bytes = {(const uint8_t *) Z_STRVAL_P(value), Z_STRLEN_P(value)}};
	default:
		return (mynd_parameter){.kind = MYND_PARAMETER_INTEGER,
		    .type = MYND_TYPE_LONGLONG,
		    .integer = Z_TYPE_P(value) == IS_LONG ? Z_LVAL_P(value) : Z_TYPE_P(value) == IS_TRUE};
	}
}

/* Returns the parameters, in request memory. */
static mynd_parameter *parameters_of(HashTable *values)
{
	mynd_parameter *parameters = safe_emalloc(MAX(zend_hash_num_elements(values), 1), sizeof *parameters, 0);
	zval *value;
	uint32_t i = 0;
	ZEND_HASH_FOREACH_VAL (values, value) {
		parameters[i++] = parameter_of(value);
	}
	ZEND_HASH_FOREACH_END();
	return parameters;
}

static int set_query_attributes(mynd_link *link, HashTable *values)
{
	mynd_query_attribute *attributes = safe_emalloc(zend_hash_num_elements(values), sizeof *attributes, 0);
	zend_string *name;
	zval *value;
	uint16_t count = 0;
	ZEND_HASH_FOREACH_STR_KEY_VAL (values, name, value) {
		attributes[count++] =
		    (mynd_query_attribute){{(const uint8_t *) ZSTR_VAL(name), ZSTR_LEN(name)}, parameter_of(value)};
	}
	ZEND_HASH_FOREACH_END();
	int rc = mynd_link_set_query_attributes(link, attributes, count);
	efree(attributes);
	return rc;
}

/* Sets the query attributes on the link, runs the command, and removes them. */
static int run_with_attributes(mynd_call *call, HashTable *attributes)
{
	if (attributes == NULL) {
		return mynd_call_run(call);
	}
	if (set_query_attributes(call->link, attributes) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = mynd_call_run(call);
	mynd_link_set_query_attributes(call->link, NULL, 0);
	return rc;
}

/* Returns the login with the command's changes. A changed string that is NULL means: none. */
static mynd_connect login_of(const mynd_connect *original, const mynd_command_object *command)
{
	mynd_connect with = *original;
	if (command->has_address) {
		with.host = ZSTR_VAL(command->host);
		with.host_len = ZSTR_LEN(command->host);
		with.port = command->port;
		with.socket = command->socket == NULL ? NULL : ZSTR_VAL(command->socket);
	}
	if (command->has_user) {
		with.user = ZSTR_VAL(command->user);
		with.user_len = ZSTR_LEN(command->user);
		with.password = command->password == NULL ? NULL : ZSTR_VAL(command->password);
		with.password_len = command->password == NULL ? 0 : ZSTR_LEN(command->password);
	}
	if (command->has_database) {
		with.database = command->database == NULL ? NULL : ZSTR_VAL(command->database);
		with.database_len = command->database == NULL ? 0 : ZSTR_LEN(command->database);
	}
	if (command->without_pool) {
		with.persistent = false;
	}
	if (command->version != NULL) {
		with.without_server = ZSTR_VAL(command->version);
		with.collation_without_server = command->collation;
	}
	return with;
}

/*
 * Sets the columns of the statement that is prepared without a server. The captured bytes were checked
 * before, so this fails only if there is no memory: returns MYND_BAD.
 */
static int announce_columns(mynd_call *call, zend_string *captured)
{
	mynd_captured_result capture;
	mynd_buffer definitions;
	const char *why;
	if (!mynd_replay_rows(captured, &capture, &why)) {
		return MYND_BAD;
	}
	mynd_buffer_init(&definitions, UINT32_MAX);
	for (uint32_t i = 0; i < mynd_columns_count(capture.columns); i++) {
		mynd_column definition;
		mynd_columns_definition(capture.columns, i, &definition);
		mynd_column_encode(&definitions, &definition);
	}
	int rc = mynd_call_announce_columns(
	    call, mynd_columns_count(capture.columns), (mynd_slice){definitions.ptr, definitions.len});
	mynd_buffer_free(&definitions);
	mynd_store_free(capture.store);
	mynd_columns_release(capture.columns);
	return rc;
}

static int run_changed(mynd_call *call, const mynd_command_object *command)
{
	mynd_call original = *call;
	mynd_parameter *parameters = NULL;
	mynd_text_facts changed;
	mynd_connect with;
	if (call->with != NULL) {
		with = login_of(call->with, command);
		call->with = &with;
	}
	if (command->sql != NULL) {
		changed = mynd_text_facts_of(
		    (mynd_slice){(const uint8_t *) ZSTR_VAL(command->sql), ZSTR_LEN(command->sql)});
		call->facts = &changed;
	}
	if (!Z_ISUNDEF(command->params)) {
		parameters = parameters_of(Z_ARRVAL(command->params));
		call->parameters = parameters;
		call->count = zend_hash_num_elements(Z_ARRVAL(command->params));
	}
	if (command->columns != NULL && announce_columns(call, command->columns) != MYND_OK) {
		return mynd_link_refuse(call->link, MYND_ERR_OUT_OF_MEMORY);
	}
	int rc = run_with_attributes(call, command->query_attributes);
	call->facts = original.facts;
	call->parameters = original.parameters;
	call->count = original.count;
	call->with = original.with;
	if (parameters != NULL) {
		efree(parameters);
	}
	if (rc != MYND_OK && call->needed != NULL &&
	    mynd_link_error(call->link)->cause ==
	        MYND_CAUSE_WRONG_COUNT) { /* an interceptor has caused the wrong count, not the program */
		mynd_link_refuse(call->link, MYND_ERR_NO_DATA);
	}
	return rc;
}

static bool is_changed(const mynd_command_object *command)
{
	return command->sql != NULL || !Z_ISUNDEF(command->params) || command->query_attributes != NULL ||
	       command->without_pool || command->has_address || command->has_user || command->has_database ||
	       command->version != NULL || command->columns != NULL;
}

int mynd_command_run(mynd_call *call, const mynd_command_object *command)
{
	return UNEXPECTED(is_changed(command)) ? run_changed(call, command) : mynd_call_run(call);
}
