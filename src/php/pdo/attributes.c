/*
 * The attributes of a handle. PDO's core handles some attributes itself. An attribute that is not here either
 * is unknown.
 */
#include "pdo.h"

/* --- writing --- */

bool mynd_pdo_set_autocommit(pdo_dbh_t *dbh)
{
	zend_long affected;
	const char *sql = dbh->auto_commit ? "SET AUTOCOMMIT=1" : "SET AUTOCOMMIT=0";
	return mynd_pdo_run(dbh, sql, strlen(sql), &affected) == MYND_OK;
}

static bool autocommit(pdo_dbh_t *dbh, bool on)
{
	if (dbh->auto_commit == on) {
		return true;
	}
	dbh->auto_commit = on;
	return mynd_pdo_set_autocommit(dbh);
}

static bool set_bool(pdo_dbh_t *dbh, zend_long attribute, bool value)
{
	mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	switch (attribute) {
	case PDO_ATTR_AUTOCOMMIT:
		return autocommit(dbh, value);
	case MYND_PDO_USE_BUFFERED_QUERY:
		self->buffered = value;
		return true;
	case MYND_PDO_DIRECT_QUERY:
	case PDO_ATTR_EMULATE_PREPARES:
		self->emulate = value;
		return true;
	case PDO_ATTR_FETCH_TABLE_NAMES:
		self->table_names = value;
		return true;
	default: /* PDO_ATTR_STRINGIFY_FETCHES */
		mynd_link_set_int(self->link, MYND_SET_NATIVE_NUMBERS, !value);
		return true;
	}
}

static bool set_long(mynd_pdo_handle *self, zend_long attribute, zend_long value)
{
	if (attribute == PDO_ATTR_DEFAULT_STR_PARAM) {
		self->national = value == PDO_PARAM_STR_NATL;
		return true;
	}
	if (value < 0) {
		zend_value_error("PDO::MYND_ATTR_READ_TIMEOUT must be greater than or equal to 0");
		return false;
	}
	mynd_link_set_int(self->link, MYND_SET_READ_TIMEOUT, value);
	return true;
}

bool mynd_pdo_set_attribute(pdo_dbh_t *dbh, zend_long attribute, zval *value)
{
	bool on;
	zend_long number;
	switch (attribute) {
	case PDO_ATTR_AUTOCOMMIT:
	case MYND_PDO_USE_BUFFERED_QUERY:
	case MYND_PDO_DIRECT_QUERY:
	case PDO_ATTR_EMULATE_PREPARES:
	case PDO_ATTR_FETCH_TABLE_NAMES:
	case PDO_ATTR_STRINGIFY_FETCHES:
		return mynd_pdo.pdo_get_bool_param(&on, value) && set_bool(dbh, attribute, on);
	case PDO_ATTR_DEFAULT_STR_PARAM:
	case MYND_PDO_READ_TIMEOUT:
		return mynd_pdo.pdo_get_long_param(&number, value) &&
		       set_long(mynd_pdo_handle_of(dbh), attribute, number);
	default:
		return false;
	}
}

/* --- reading --- */

static void answer_switch(zval *out, bool value)
{
#if PHP_VERSION_ID >= 80400
	ZVAL_BOOL(out, value);
#else
	ZVAL_LONG(out, value);
#endif
}

static void answer_text(zval *out, const char *text)
{
	if (text != NULL) {
		ZVAL_STRING(out, text);
	} else {
		ZVAL_NULL(out);
	}
}

/* Asks the server for its statistics. */
static int answer_statistics(pdo_dbh_t *dbh, zval *out)
{
	mynd_link *link = mynd_pdo_begin(dbh);
	if (link == NULL) {
		return -1;
	}
	zend_string *text = mynd_link_statistics(link);
	if (text != NULL) {
		ZVAL_STR(out, text);
	} else {
		mynd_pdo_handle_failed(dbh, mynd_link_error(link));
	}
	mynd_pdo_end(link);
	return text != NULL ? 1 : -1;
}

static bool read_switch(const pdo_dbh_t *dbh, zend_long attribute, bool *value)
{
	const mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	switch (attribute) {
	case PDO_ATTR_AUTOCOMMIT:
		*value = dbh->auto_commit;
		return true;
	case MYND_PDO_USE_BUFFERED_QUERY:
		*value = self->buffered;
		return true;
	case PDO_ATTR_EMULATE_PREPARES:
	case MYND_PDO_DIRECT_QUERY:
		*value = self->emulate;
		return true;
#if PHP_VERSION_ID >= 80400
	case PDO_ATTR_FETCH_TABLE_NAMES:
		*value = self->table_names;
		return true;
#endif
	default:
		return false;
	}
}

/* Returns 1 if the attribute was read, 0 if there is no such attribute, -1 if reading failed. */
int mynd_pdo_get_attribute(pdo_dbh_t *dbh, zend_long attribute, zval *out)
{
	const mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	const mynd_server *server = mynd_link_server(self->link);
	bool value;
	if (read_switch(dbh, attribute, &value)) {
		answer_switch(out, value);
		return 1;
	}
	switch (attribute) {
	case PDO_ATTR_CLIENT_VERSION:
		ZVAL_STRING(out, mynd_client_info());
		return 1;
	case PDO_ATTR_SERVER_VERSION:
		answer_text(out, server != NULL ? server->version : NULL);
		return 1;
	case PDO_ATTR_CONNECTION_STATUS:
		answer_text(out, mynd_link_host_info(self->link));
		return 1;
	case PDO_ATTR_SERVER_INFO:
		return answer_statistics(dbh, out);
	case PDO_ATTR_DEFAULT_STR_PARAM:
		ZVAL_LONG(out, self->national ? PDO_PARAM_STR_NATL : PDO_PARAM_STR_CHAR);
		return 1;
	case MYND_PDO_LOCAL_INFILE:
		ZVAL_BOOL(out, self->local_infile);
		return 1;
	case MYND_PDO_LOCAL_INFILE_DIRECTORY:
		answer_text(out, mynd_link_get_string(self->link, MYND_SET_LOCAL_INFILE_DIRECTORY));
		return 1;
	case MYND_PDO_RECONNECT:
		ZVAL_BOOL(out, mynd_link_get_int(self->link, MYND_SET_RECONNECT) != 0);
		return 1;
	case MYND_PDO_PREFETCH:
		ZVAL_LONG(out, mynd_link_get_int(self->link, MYND_SET_PREFETCH) / 1000);
		return 1;
	case MYND_PDO_READ_TIMEOUT:
		ZVAL_LONG(out, mynd_link_get_int(self->link, MYND_SET_READ_TIMEOUT));
		return 1;
	default:
		return 0;
	}
}
