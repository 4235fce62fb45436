/*
 * Connecting: the data source, the options of the constructor, persistent handles.
 *
 * Options are converted to strings and numbers before anything else happens, because converting may run code
 * of the program.
 */
#include "pdo.h"

#include "fopen_wrappers.h"
#include "zend_exceptions.h"

#define STANDARD_CONNECT_TIMEOUT 30 /* seconds, if the constructor gets an array of options, as in stock */

/* --- the data source --- */

enum {
	DSN_CHARSET,
	DSN_DBNAME,
	DSN_HOST,
	DSN_PORT,
	DSN_SOCKET,
	DSN_USER,
	DSN_PASSWORD,
	DSN_BALANCE,
	DSN_TARGET,
	DSN_COUNT
};

static void parse_source(const pdo_dbh_t *dbh, struct pdo_data_src_parser parsed[DSN_COUNT])
{
	static const char *const names[DSN_COUNT] = {
	    "charset", "dbname", "host", "port", "unix_socket", "user", "password", "balance", "target"};
	for (int i = 0; i < DSN_COUNT; i++) {
		parsed[i] = (struct pdo_data_src_parser){.optname = names[i]};
	}
	parsed[DSN_DBNAME].optval = "";
	parsed[DSN_HOST].optval = "localhost";
	parsed[DSN_PORT].optval = "3306";
	parsed[DSN_SOCKET].optval = mynd_settings()->pdo_default_socket;
	mynd_pdo.php_pdo_parse_data_source(dbh->data_source, dbh->data_source_len, parsed, DSN_COUNT);
}

static void free_source(struct pdo_data_src_parser parsed[DSN_COUNT])
{
	for (int i = 0; i < DSN_COUNT; i++) {
		if (parsed[i].freeme) {
			efree(parsed[i].optval);
		}
	}
}

/* Gives the handle the data source's user and password if the constructor had none, as in stock. */
static void take_credentials(pdo_dbh_t *dbh, const struct pdo_data_src_parser parsed[DSN_COUNT])
{
	if (dbh->username == NULL && parsed[DSN_USER].optval != NULL) {
		dbh->username = pestrdup(parsed[DSN_USER].optval, dbh->is_persistent);
	}
	if (dbh->password == NULL && parsed[DSN_PASSWORD].optval != NULL) {
		dbh->password = pestrdup(parsed[DSN_PASSWORD].optval, dbh->is_persistent);
	}
}

/* --- options --- */

typedef struct request {
	uint64_t flags;
	bool tls;
} request;

static bool option_bool(zval *options, unsigned option, bool standard)
{
	return pdo_attr_lval(options, option, standard) != 0;
}

/*
 * Sets an option that is a string. Sets *was_set to true if the option is given, even as an empty string,
 * null or false. Returns false if converting the value threw.
 */
static bool set_text(
    mynd_link *link, zval *options, unsigned option, mynd_string_setting setting, bool *was_set)
{
	zend_string *value = pdo_attr_strval(options, option, NULL);
	if (value != NULL) {
		mynd_link_set_string(link, setting, ZSTR_VAL(value));
		*was_set = true;
		zend_string_release(value);
	}
	return !EG(exception);
}

/*
 * Sets the options for TLS. Each of the SSL options here asks for TLS, whatever its value: an empty path
 * means no file.
 */
static bool set_tls(mynd_link *link, zval *options, request *request)
{
	bool given = false;
	if (!set_text(link, options, MYND_PDO_SSL_KEY, MYND_SET_TLS_KEY, &given) ||
	    !set_text(link, options, MYND_PDO_SSL_CERT, MYND_SET_TLS_CERT, &given) ||
	    !set_text(link, options, MYND_PDO_SSL_CA, MYND_SET_TLS_CA, &given) ||
	    !set_text(link, options, MYND_PDO_SSL_CAPATH, MYND_SET_TLS_CAPATH, &given) ||
	    !set_text(link, options, MYND_PDO_SSL_CIPHER, MYND_SET_TLS_CIPHER, &given)) {
		return false;
	}
	request->tls = given || option_bool(options, MYND_PDO_TLS, false);
	zend_long verify = pdo_attr_lval(options, MYND_PDO_SSL_VERIFY_SERVER_CERT, -1);
	bool trusts = verify == -1 ? !request->tls : verify == 0;
	mynd_link_set_int(link, MYND_SET_TLS_VERIFY_CHAIN, !trusts);
	mynd_link_set_int(link, MYND_SET_TLS_VERIFY_HOST, !trusts);
	return true;
}

static bool set_files(mynd_pdo_handle *self, zval *options)
{
	self->local_infile = option_bool(options, MYND_PDO_LOCAL_INFILE, false);
	mynd_link_set_int(self->link, MYND_SET_LOCAL_INFILE, self->local_infile);
	zend_string *directory = pdo_attr_strval(options, MYND_PDO_LOCAL_INFILE_DIRECTORY, NULL);
	if (directory != NULL) {
		if (ZSTR_LEN(directory) > 0 && !EG(exception) && !php_check_open_basedir(ZSTR_VAL(directory))) {
			mynd_link_set_string(self->link, MYND_SET_LOCAL_INFILE_DIRECTORY, ZSTR_VAL(directory));
		}
		zend_string_release(directory);
	}
	return !EG(exception);
}

static bool set_texts(mynd_link *link, zval *options)
{
	bool unused = false;
	zend_string *command = pdo_attr_strval(options, MYND_PDO_INIT_COMMAND, NULL);
	if (command != NULL) {
		mynd_link_add_init_command(link, ZSTR_VAL(command), ZSTR_LEN(command));
		zend_string_release(command);
	}
	return !EG(exception) &&
	       set_text(link, options, MYND_PDO_SERVER_PUBLIC_KEY, MYND_SET_PUBLIC_KEY, &unused);
}

/* Returns false if an exception was thrown. */
static bool set_options(mynd_pdo_handle *self, zval *options, request *request)
{
	mynd_link *link = self->link;
	bool emulate = option_bool(options, MYND_PDO_DIRECT_QUERY, true);
	self->buffered = option_bool(options, MYND_PDO_USE_BUFFERED_QUERY, true);
	self->emulate = option_bool(options, PDO_ATTR_EMULATE_PREPARES, emulate);
	self->national = pdo_attr_lval(options, PDO_ATTR_DEFAULT_STR_PARAM, 0) == PDO_PARAM_STR_NATL;
	request->flags |= option_bool(options, MYND_PDO_MULTI_STATEMENTS, true) ? MYND_CAP_MULTI_STATEMENTS : 0;
	request->flags |= option_bool(options, MYND_PDO_FOUND_ROWS, false) ? MYND_CAP_FOUND_ROWS : 0;
	request->flags |= option_bool(options, MYND_PDO_IGNORE_SPACE, false) ? MYND_CAP_IGNORE_SPACE : 0;
	request->flags |= option_bool(options, MYND_PDO_COMPRESS, false) ? MYND_CAP_COMPRESS : 0;
	if (options == NULL) {
		return true;
	}
	mynd_link_set_int(
	    link, MYND_SET_CONNECT_TIMEOUT, pdo_attr_lval(options, PDO_ATTR_TIMEOUT, STANDARD_CONNECT_TIMEOUT));
	zend_long reconnect = pdo_attr_lval(options, MYND_PDO_RECONNECT, -1);
	if (reconnect >= 0) {
		mynd_link_set_int(link, MYND_SET_RECONNECT, reconnect != 0);
	}
	zend_long prefetch = pdo_attr_lval(options, MYND_PDO_PREFETCH, -1);
	if (prefetch >= 0) {
		mynd_link_set_prefetch(link, prefetch);
	}
	zend_long read_timeout = pdo_attr_lval(options, MYND_PDO_READ_TIMEOUT, -1);
	if (read_timeout >= 0) {
		mynd_link_set_int(link, MYND_SET_READ_TIMEOUT, read_timeout);
	}
	return set_files(self, options) && set_texts(link, options) && set_tls(link, options, request);
}

/* Returns false if there is no such character set: an exception was thrown. */
static bool set_charset(mynd_link *link, const char *name)
{
	if (name == NULL) {
		return true;
	}
	if (mynd_charset_by_name((mynd_slice){(const uint8_t *) name, strlen(name)}) == NULL ||
	    strcasecmp(name, "utf8mb3") == 0) {
		mynd_link_refuse(link, MYND_ERR_UNKNOWN_CHARSET);
		mynd_pdo_throw_connect(link);
		return false;
	}
	mynd_link_set_string(link, MYND_SET_CHARSET_NAME, name);
	return true;
}

/*
 * Sets a setting to the place of the word in `words`, from 1 up to `count`. Returns false if it is none: an
 * exception was thrown.
 */
static bool set_word(mynd_link *link, mynd_int_setting which, const struct pdo_data_src_parser *option,
    const char *const *words, int count)
{
	char all[64] = "";
	if (option->optval == NULL) {
		return true;
	}
	for (int i = 1; i < count; i++) {
		if (strcmp(option->optval, words[i]) == 0) {
			mynd_link_set_int(link, which, i);
			return true;
		}
		strlcat(all, i == 1 ? "" : i < count - 1 ? ", " : " or ", sizeof all);
		strlcat(all, words[i], sizeof all);
	}
	zend_throw_exception_ex(mynd_pdo.php_pdo_get_exception(), 0,
	    "%s=%.64s of the data source: it has to be %s", option->optname, option->optval, all);
	return false;
}

static bool set_hosts(mynd_link *link, const struct pdo_data_src_parser parsed[DSN_COUNT])
{
	return set_word(link, MYND_SET_BALANCE, &parsed[DSN_BALANCE], mynd_balance_words, MYND_BALANCE_COUNT) &&
	       set_word(link, MYND_SET_TARGET, &parsed[DSN_TARGET], mynd_target_words, MYND_TARGET_COUNT);
}

/* --- the link --- */

/*
 * Gives a persistent handle an id of its own. PDO's core lists persistent handles by data source, user and
 * password, and gives one handle to as many objects as ask for it. A handle with an id of its own is never
 * found there, so for each new object PDO's core calls the driver, which takes a connection from mynd's
 * pools.
 */
static void make_unique(pdo_dbh_t *dbh)
{
	static __thread uint64_t number;
	char id[64];
	if (!dbh->is_persistent) {
		return;
	}
	int len = snprintf(id, sizeof id, "mynd:%" PRIu64 ":%p", ++number, (void *) dbh);
	pefree((char *) dbh->persistent_id, 1);
	dbh->persistent_id = pestrdup(id, 1);
	dbh->persistent_id_len = (size_t) len;
}

static void warn_and_throw_too_many(const mynd_link *link, mynd_opened refused)
{
	mynd_warn_too_many(link, refused);
	if (!EG(exception)) {
		zend_throw_exception(mynd_pdo.php_pdo_get_exception(), "Too many open links", 0);
	}
}

/* Returns false if an exception was thrown. */
static bool open_link(mynd_pdo_handle *self, const mynd_connect *with)
{
	mynd_link *before = self->link, *link = before;
	mynd_opened opened = mynd_pool_connect(&link, with);
	if (link != before) {
		self->link = link;
		mynd_link_release(before);
	}
	if (opened == MYND_OPENED) {
		return true;
	}
	if (EG(exception)) {
		return false;
	}
	if (opened == MYND_OPEN_FAILED) {
		mynd_log_connect_failure(link);
		mynd_pdo_throw_connect(link);
	} else {
		warn_and_throw_too_many(link, opened);
	}
	return false;
}

/*
 * Raises a warning that stays a warning: PDO's core turns other warnings during a constructor into
 * exceptions. Returns false if an error handler of the program threw.
 */
static bool warn_of_downgrade(void)
{
	zend_error_handling saved;
	zend_replace_error_handling(EH_NORMAL, NULL, &saved);
	php_error_docref(NULL, E_WARNING, "Persistent connections are disabled. Downgrading to normal");
	zend_restore_error_handling(&saved);
	return EG(exception) == NULL;
}

static bool connect_to(
    pdo_dbh_t *dbh, const struct pdo_data_src_parser parsed[DSN_COUNT], const request *request)
{
	const char *host = parsed[DSN_HOST].optval, *database = parsed[DSN_DBNAME].optval;
	mynd_connect with = {
	    .host = host,
	    .host_len = host != NULL ? strlen(host) : 0,
	    .user = dbh->username,
	    .user_len = dbh->username != NULL ? strlen(dbh->username) : 0,
	    .password = dbh->password,
	    .password_len = dbh->password != NULL ? strlen(dbh->password) : 0,
	    .database = database,
	    .database_len = database != NULL ? strlen(database) : 0,
	    .port = parsed[DSN_PORT].optval != NULL ? atoi(parsed[DSN_PORT].optval) : 0,
	    .socket = parsed[DSN_SOCKET].optval,
	    .client_flags = request->flags,
	    .tls = request->tls,
	};
	if (mynd_decide_persistent(&with, dbh->is_persistent) && !warn_of_downgrade()) {
		return false;
	}
	return open_link(mynd_pdo_handle_of(dbh), &with);
}

static bool connect_with(pdo_dbh_t *dbh, zval *options)
{
	mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	struct pdo_data_src_parser parsed[DSN_COUNT];
	request request = {0};
	bool stringify = pdo_attr_lval(options, PDO_ATTR_STRINGIFY_FETCHES, dbh->stringify) != 0;
	parse_source(dbh, parsed);
	mynd_link_set_int(self->link, MYND_SET_NATIVE_NUMBERS, !stringify);
	bool connected = set_options(self, options, &request) &&
	                 set_charset(self->link, parsed[DSN_CHARSET].optval) && set_hosts(self->link, parsed);
	if (connected) {
		take_credentials(dbh, parsed);
		connected = connect_to(dbh, parsed, &request);
	}
	free_source(parsed);
	return connected;
}

/* Returns 1 if connected, 0 if an exception was thrown. */
static int connect_handle(pdo_dbh_t *dbh, zval *options)
{
	mynd_pdo_handle *self = calloc(1, sizeof *self);
	if (self == NULL) {
		zend_throw_exception(mynd_pdo.php_pdo_get_exception(), "Out of memory", MYND_ERR_OUT_OF_MEMORY);
		return 0;
	}
	self->link = mynd_link_open("pdo_mysql");
	dbh->driver_data = self;
	/* PDO's core does not call the driver for these events: parameters are checked when a statement runs. */
	dbh->skip_param_evt = 1 << PDO_PARAM_EVT_FREE | 1 << PDO_PARAM_EVT_EXEC_PRE |
	                      1 << PDO_PARAM_EVT_EXEC_POST | 1 << PDO_PARAM_EVT_FETCH_PRE |
	                      1 << PDO_PARAM_EVT_FETCH_POST | 1 << PDO_PARAM_EVT_NORMALIZE;
	dbh->alloc_own_columns = 1;
	dbh->max_escaped_char_length = 2;
	make_unique(dbh);
	bool connected = connect_with(dbh, options);
	dbh->methods = &mynd_pdo_handle_methods;
	connected = connected && (dbh->auto_commit || mynd_pdo_set_autocommit(dbh));
	if (connected && mynd_follow_turns(self->link)) {
		mynd_pdo_views_begin(dbh);
	}
	return connected;
}

const pdo_driver_t mynd_pdo_driver = {
    PDO_DRIVER_HEADER(mysql),
    connect_handle,
};
