/*
 * Facts about a connection: functions and properties of the class mysqli. Nothing here sends anything to the
 * server, except a deferred prepare.
 */
#include "mysqli.h"

#include "../../client/client.h"
#include "../../stats/stats.h"

static mynd_link *link_of(zend_object *object)
{
	return mysqli_link_object_of(object)->link;
}

/*
 * Returns the link, with a reference. First sends the deferred prepare of the statement that was prepared
 * last, if it is still to be sent: the caller may read values of its reply. May wait.
 */
static mynd_link *hold_behind_prepare(zend_object *object)
{
	mynd_link *link = mysqli_hold(mysqli_link_object_of(object));
	mynd_link_send_prepare(link);
	return link;
}

/* --- properties --- */

static bool read_affected_rows(zend_object *object, zval *out, bool quiet)
{
	mysqli_count(out, mynd_link_affected_rows(link_of(object)));
	return true;
}

/* connect_errno and connect_error: the error of the request's last attempt to connect, with any object. */
static bool read_connect_errno(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, MYND_G(connect_errno));
	return true;
}

static bool read_connect_error(zend_object *object, zval *out, bool quiet)
{
	if (MYND_G(connect_error) == NULL) {
		ZVAL_NULL(out);
	} else {
		ZVAL_STRING(out, MYND_G(connect_error));
	}
	return true;
}

static bool read_errno(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, mynd_link_error(link_of(object))->code);
	return true;
}

static bool read_error(zend_object *object, zval *out, bool quiet)
{
	ZVAL_STRING(out, mynd_link_error(link_of(object))->message);
	return true;
}

static bool read_error_list(zend_object *object, zval *out, bool quiet)
{
	mysqli_error_list_of(mynd_link_error(link_of(object)), out);
	return true;
}

static bool read_sqlstate(zend_object *object, zval *out, bool quiet)
{
	ZVAL_STRING(out, mynd_link_error(link_of(object))->sqlstate);
	return true;
}

static bool read_field_count(zend_object *object, zval *out, bool quiet)
{
	mynd_link *link = hold_behind_prepare(object);
	ZVAL_LONG(out, mynd_link_field_count(link));
	mynd_link_release(link);
	return true;
}

static bool read_host_info(zend_object *object, zval *out, bool quiet)
{
	const char *info = mynd_link_host_info(link_of(object));
	ZVAL_STRING(out, info != NULL ? info : "");
	return true;
}

static bool read_info(zend_object *object, zval *out, bool quiet)
{
	size_t len;
	const char *info = mynd_link_info(link_of(object), &len);
	if (info == NULL) {
		ZVAL_NULL(out);
	} else {
		ZVAL_STRINGL(out, info, len);
	}
	return true;
}

static bool read_insert_id(zend_object *object, zval *out, bool quiet)
{
	mysqli_unsigned(out, mynd_link_insert_id(link_of(object)));
	return true;
}

/* server_info and the next three: values that the server sent at login. Empty or 0 without a connection. */
static bool read_server_info(zend_object *object, zval *out, bool quiet)
{
	const mynd_server *server = mynd_link_server(link_of(object));
	ZVAL_STRING(out, server != NULL && server->version != NULL ? server->version : "");
	return true;
}

static bool read_server_version(zend_object *object, zval *out, bool quiet)
{
	const mynd_server *server = mynd_link_server(link_of(object));
	ZVAL_LONG(out, server != NULL ? (zend_long) server->version_number : 0);
	return true;
}

static bool read_protocol_version(zend_object *object, zval *out, bool quiet)
{
	const mynd_server *server = mynd_link_server(link_of(object));
	ZVAL_LONG(out, server != NULL ? server->protocol : 0);
	return true;
}

static bool read_thread_id(zend_object *object, zval *out, bool quiet)
{
	const mynd_server *server = mynd_link_server(link_of(object));
	ZVAL_LONG(out, server != NULL ? server->thread_id : 0);
	return true;
}

static bool read_warning_count(zend_object *object, zval *out, bool quiet)
{
	mynd_link *link = hold_behind_prepare(object);
	ZVAL_LONG(out, mynd_link_warning_count(link));
	mynd_link_release(link);
	return true;
}

/* The properties, in the order of var_dump(). */
const mysqli_property mysqli_link_properties[] = {
    {ZEND_STRL("affected_rows"), MYSQLI_CONNECTED, true, read_affected_rows, NULL},
    {ZEND_STRL("client_info"), MYSQLI_CLOSED, false, mysqli_read_client_info, NULL},
    {ZEND_STRL("client_version"), MYSQLI_CLOSED, false, mysqli_read_client_version, NULL},
    {ZEND_STRL("connect_errno"), MYSQLI_CLOSED, false, read_connect_errno, NULL},
    {ZEND_STRL("connect_error"), MYSQLI_CLOSED, false, read_connect_error, NULL},
    {ZEND_STRL("errno"), MYSQLI_INITIALIZED, false, read_errno, NULL},
    {ZEND_STRL("error"), MYSQLI_INITIALIZED, false, read_error, NULL},
    {ZEND_STRL("error_list"), MYSQLI_CONNECTED, true, read_error_list, NULL},
    {ZEND_STRL("field_count"), MYSQLI_CONNECTED, false, read_field_count, NULL},
    {ZEND_STRL("host_info"), MYSQLI_CONNECTED, false, read_host_info, NULL},
    {ZEND_STRL("info"), MYSQLI_CONNECTED, false, read_info, NULL},
    {ZEND_STRL("insert_id"), MYSQLI_CONNECTED, false, read_insert_id, NULL},
    {ZEND_STRL("server_info"), MYSQLI_CONNECTED, false, read_server_info, NULL},
    {ZEND_STRL("server_version"), MYSQLI_CONNECTED, false, read_server_version, NULL},
    {ZEND_STRL("sqlstate"), MYSQLI_CONNECTED, false, read_sqlstate, NULL},
    {ZEND_STRL("protocol_version"), MYSQLI_CONNECTED, false, read_protocol_version, NULL},
    {ZEND_STRL("thread_id"), MYSQLI_CONNECTED, false, read_thread_id, NULL},
    {ZEND_STRL("warning_count"), MYSQLI_CONNECTED, false, read_warning_count, NULL},
    {0},
};

/* --- functions with these values, for connected objects only --- */

static void value_of_link(INTERNAL_FUNCTION_PARAMETERS, bool (*read)(zend_object *, zval *, bool))
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	read(&self->std, return_value, false);
}

PHP_FUNCTION(mysqli_affected_rows)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_affected_rows);
}

PHP_FUNCTION(mysqli_errno)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_errno);
}

PHP_FUNCTION(mysqli_error)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_error);
}

PHP_FUNCTION(mysqli_error_list)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_error_list);
}

PHP_FUNCTION(mysqli_sqlstate)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_sqlstate);
}

PHP_FUNCTION(mysqli_field_count)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_field_count);
}

PHP_FUNCTION(mysqli_get_host_info)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_host_info);
}

PHP_FUNCTION(mysqli_info)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_info);
}

PHP_FUNCTION(mysqli_insert_id)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_insert_id);
}

PHP_FUNCTION(mysqli_get_server_info)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_server_info);
}

PHP_FUNCTION(mysqli_get_server_version)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_server_version);
}

PHP_FUNCTION(mysqli_get_proto_info)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_protocol_version);
}

PHP_FUNCTION(mysqli_thread_id)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_thread_id);
}

PHP_FUNCTION(mysqli_warning_count)
{
	value_of_link(INTERNAL_FUNCTION_PARAM_PASSTHRU, read_warning_count);
}

/* --- the client itself --- */

PHP_FUNCTION(mysqli_get_client_info)
{
	zval *object = NULL;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "|O!", &object, mysqli_link_ce) == FAILURE) {
		RETURN_THROWS();
	}
	if (object != NULL) {
		php_error_docref(NULL, E_DEPRECATED, "Passing connection object as an argument is deprecated");
	}
	RETURN_STRING(mynd_client_info());
}

PHP_METHOD(mysqli, get_client_info)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_STRING(mynd_client_info());
}

PHP_FUNCTION(mysqli_get_client_version)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(mynd_client_version());
}

/* The method accepts an object in any state. */
PHP_FUNCTION(mysqli_thread_safe)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_TRUE;
}

/* Stock's debug builds would write a trace. mynd accepts the options and writes none. */
PHP_FUNCTION(mysqli_debug)
{
	char *options;
	size_t len;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_STRING(options, len)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_TRUE;
}

/* --- statistics --- */

static mynd_stats_options stats_options(void)
{
	const zend_mynd_globals *settings = mynd_settings();
	return (mynd_stats_options){settings->collect_statistics, settings->collect_memory_statistics};
}

PHP_FUNCTION(mysqli_get_client_stats)
{
	ZEND_PARSE_PARAMETERS_NONE();
	mynd_stats_of_client(return_value, stats_options());
}

PHP_FUNCTION(mysqli_get_connection_stats)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_stats_of_link(return_value, self->link, stats_options());
}
