/*
 * Commands other than queries: ping, stat, kill, refresh, debug information, databases, users, character
 * sets.
 */
#include "mysqli.h"

PHP_FUNCTION(mysqli_ping)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	mysqli_answer(return_value, link, mynd_link_ping(link));
}

/*
 * Returns false after an error and does not report it, as in stock; the properties errno and error have it.
 */
static void answer_in_silence(zval *return_value, mynd_link *link, int rc)
{
	RETVAL_BOOL(rc == MYND_OK);
	mynd_link_release(link);
}

PHP_FUNCTION(mysqli_dump_debug_info)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	answer_in_silence(return_value, link, mynd_link_debug(link));
}

/* Returns false after an error of the command and does not report it, as in stock. */
PHP_FUNCTION(mysqli_stat)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	if (mynd_link_refuse_at_once(link)) {
		mysqli_answer(return_value, link, MYND_BAD);
		return;
	}
	zend_string *statistics = mynd_link_statistics(link);
	mynd_link_release(link);
	if (statistics == NULL) {
		RETURN_FALSE;
	}
	RETURN_STR(statistics);
}

/* Parses an object, which must have the state `needed`, and a number. Returns NULL if an error was thrown. */
static mysqli_link_object *link_and_number(
    INTERNAL_FUNCTION_PARAMETERS, mysqli_state needed, zend_long *number)
{
	zval *object;
	if (zend_parse_method_parameters(
	        ZEND_NUM_ARGS(), mysqli_this(execute_data), "Ol", &object, mysqli_link_ce, number) == FAILURE) {
		return NULL;
	}
	return mysqli_link_in(object, needed);
}

PHP_FUNCTION(mysqli_kill)
{
	zend_long id;
	mysqli_link_object *self = link_and_number(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED, &id);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (id <= 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), "must be greater than 0");
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	const mynd_server *server = mynd_link_server(link);
	bool own = server != NULL && server->thread_id == (uint32_t) id;
	int rc = mynd_link_kill(link, (uint32_t) id);
	/* if we kill our own connection, any error means success, unless the driver refused the call */
	if (own && rc != MYND_OK && !mynd_error_is_out_of_sync(mynd_link_error(link))) {
		mynd_link_set_error(link, NULL);
		rc = MYND_OK;
	}
	mysqli_answer(return_value, link, rc);
}

/* Returns false without a connection and reports nothing, as in stock. */
PHP_FUNCTION(mysqli_refresh)
{
	zend_long options;
	mysqli_link_object *self =
	    link_and_number(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_INITIALIZED, &options);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (!self->connected) {
		RETURN_FALSE;
	}
	mynd_link *link = mysqli_hold(self);
	answer_in_silence(return_value, link, mynd_link_refresh(link, (uint8_t) options));
}

PHP_FUNCTION(mysqli_select_db)
{
	char *name;
	size_t len;
	mysqli_link_object *self = mysqli_link_and_text(INTERNAL_FUNCTION_PARAM_PASSTHRU, &name, &len);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	mysqli_answer(return_value, link, mynd_link_select_db(link, name, len));
}

PHP_FUNCTION(mysqli_change_user)
{
	zval *object;
	char *user, *password, *database;
	size_t user_len, password_len, database_len;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Osss!", &object,
	        mysqli_link_ce, &user, &user_len, &password, &password_len, &database,
	        &database_len) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_link_object *self = mysqli_link_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	mysqli_answer(return_value, link,
	    mynd_link_change_user(link, user, user_len, password, password_len, database, database_len));
}

/* --- character sets --- */

PHP_FUNCTION(mysqli_set_charset)
{
	char *name;
	size_t len;
	mysqli_link_object *self = mysqli_link_and_text(INTERNAL_FUNCTION_PARAM_PASSTHRU, &name, &len);
	if (self == NULL) {
		RETURN_THROWS();
	}
	const mynd_charset *charset = mynd_charset_by_name((mynd_slice){(const uint8_t *) name, len});
	mynd_link *link = mysqli_hold(self);
	int rc;
	if (charset != NULL) {
		rc = mynd_link_set_charset(link, charset);
	} else {
		mynd_error error;
		rc = mynd_error_set(&error, MYND_CAUSE_MISUSE, MYND_ERR_UNKNOWN_CHARSET, NULL, "%s",
		    "Invalid character set was provided");
		mynd_link_set_error(link, &error);
	}
	mysqli_answer(return_value, link, rc);
}

PHP_FUNCTION(mysqli_character_set_name)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	RETURN_STRING(mynd_link_charset(self->link)->name);
}

PHP_FUNCTION(mysqli_get_charset)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	const mynd_charset *charset = mynd_link_charset(self->link);
	object_init(return_value);
	add_property_string(return_value, "charset", charset->name);
	add_property_string(return_value, "collation", charset->collation);
	add_property_string(return_value, "dir", "");
	add_property_long(return_value, "min_length", charset->min_length);
	add_property_long(return_value, "max_length", charset->max_length);
	add_property_long(return_value, "number", charset->id);
	add_property_long(return_value, "state", 1);
	add_property_string(return_value, "comment", charset->comment);
}

/*
 * Parses a connected object and the string to escape or quote. Returns the link, or NULL if an error was
 * thrown.
 */
static mynd_link *text_and_link(zend_execute_data *execute_data, char **from, size_t *len)
{
	zval *object;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Os", &object,
	        mysqli_link_ce, from, len) == FAILURE) {
		return NULL;
	}
	mysqli_link_object *self = mysqli_link_in(object, MYSQLI_CONNECTED);
	return self ? self->link : NULL;
}

PHP_FUNCTION(mysqli_real_escape_string)
{
	char *from;
	size_t len;
	mynd_link *link = text_and_link(execute_data, &from, &len);
	if (link == NULL) {
		RETURN_THROWS();
	}
	RETURN_STR(mynd_link_escape(link, from, len));
}

#if PHP_VERSION_ID >= 80600
PHP_FUNCTION(mysqli_quote_string)
{
	char *from;
	size_t len;
	mynd_link *link = text_and_link(execute_data, &from, &len);
	if (link == NULL) {
		RETURN_THROWS();
	}
	RETURN_STR(mynd_link_quote(link, "'", from, len, "'"));
}
#endif
