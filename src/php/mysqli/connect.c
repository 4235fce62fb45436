/*
 * Connecting and closing: mysqli_init, the constructor, connect, real_connect, close.
 *
 * Always true: the error of a failed connect is stored for mysqli_connect_errno() before it is reported. If
 * the constructor or connect() fails, the object is closed. If real_connect() fails, the object stays
 * initialised and can try again.
 */
#include "mysqli.h"

#include "fopen_wrappers.h"

typedef struct arguments {
	char *host, *user, *password, *database, *socket;
	size_t host_len, user_len, password_len, database_len, socket_len;
	zend_long port, flags;
	bool port_is_null, persistent;
	zval defaults; /* copies of php.ini's values, which the program may change during a wait */
} arguments;

static void or_default(arguments *a, char **value, size_t *len, const char *standard)
{
	if (*value == NULL && standard != NULL) {
		zend_string *copy = zend_string_init(standard, strlen(standard), 0);
		add_next_index_str(&a->defaults, copy);
		*value = ZSTR_VAL(copy);
		*len = ZSTR_LEN(copy);
	}
}

/* "p:host" asks for a persistent connection. "p:" alone is a host name. */
static void strip_persistent(arguments *a)
{
	if (a->host_len > 2 && (a->host[0] == 'p' || a->host[0] == 'P') && a->host[1] == ':') {
		a->host += 2;
		a->host_len -= 2;
		a->persistent = true;
	}
}

static void fill_in(arguments *a)
{
	const zend_mynd_globals *settings = mynd_settings();
	array_init(&a->defaults);
	or_default(a, &a->host, &a->host_len, settings->default_host);
	or_default(a, &a->user, &a->user_len, settings->default_user);
	or_default(a, &a->password, &a->password_len, settings->default_pw);
	if (a->socket_len == 0) {
		a->socket = NULL;
	}
	or_default(a, &a->socket, &a->socket_len, settings->default_socket);
	if (a->port_is_null || a->port == 0) {
		a->port = settings->default_port;
	}
	if (a->host != NULL) {
		strip_persistent(a);
	}
}

/*
 * Decides whether the server's certificate is checked. A flag of real_connect() decides, if one is set.
 * Otherwise, as in stock, the certificate is checked if ssl_set() was given a value, and not if the program
 * only asked for TLS with a flag.
 */
static void decide_trust(mysqli_link_object *self, zend_long flags)
{
	bool verify = self->tls_wanted;
	if (flags & MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT) {
		verify = true;
	} else if (flags & MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT) {
		verify = false;
	}
	mynd_link_set_int(self->link, MYND_SET_TLS_VERIFY_CHAIN, verify);
	mynd_link_set_int(self->link, MYND_SET_TLS_VERIFY_HOST, verify);
}

/*
 * Returns the flags that are capabilities of the protocol. Ignores the flag for several statements in one
 * query, because only multi_query() may send them, and flags without a meaning.
 */
static uint64_t protocol_flags(zend_long flags)
{
	return (uint64_t) flags & (MYND_CAP_FOUND_ROWS | MYND_CAP_NO_SCHEMA | MYND_CAP_IGNORE_SPACE |
	                              MYND_CAP_INTERACTIVE | MYND_CAP_EXPIRED_PASSWORDS | MYND_CAP_COMPRESS);
}

/* Sets *downgraded to whether the program asked for a persistent connection and gets an ordinary one. */
static mynd_opened connect_link(mynd_link **link, const arguments *a, bool tls, bool *downgraded)
{
	mynd_connect with = {
	    .host = a->host,
	    .host_len = a->host_len,
	    .user = a->user,
	    .user_len = a->user_len,
	    .password = a->password,
	    .password_len = a->password_len,
	    .database = a->database,
	    .database_len = a->database_len,
	    .port = a->port,
	    .socket = a->socket,
	    .client_flags = protocol_flags(a->flags),
	    .tls = tls || (a->flags & (zend_long) MYND_CAP_SSL),
	};
	*downgraded = mynd_decide_persistent(&with, a->persistent);
	return mynd_pool_connect(link, &with);
}

/*
 * Applies php.ini's settings for LOAD DATA LOCAL INFILE to the link: the permission, unless the program has
 * switched it off, and the directory. If the directory is outside open_basedir, warns and sets none.
 */
static void set_infile(mynd_link *link)
{
	const zend_mynd_globals *settings = mynd_settings();
	const char *directory = settings->local_infile_directory;
	bool refused = mynd_link_get_int(link, MYND_SET_REFUSE_INFILE) != 0;
	mynd_link_set_int(link, MYND_SET_LOCAL_INFILE, settings->allow_local_infile && !refused);
	if (directory != NULL && *directory != '\0' && !php_check_open_basedir(directory)) {
		mynd_link_set_string(link, MYND_SET_LOCAL_INFILE_DIRECTORY, directory);
	}
}

/*
 * Prepares a new connect: a persistent link goes back to its pool, and the object gets a new link with the
 * same settings.
 */
static void give_up_connection(mysqli_link_object *self)
{
	mynd_link *link = self->link;
	self->connected = false;
	if (mynd_link_is_persistent(link)) {
		self->link = mynd_link_new_like(link);
		mynd_pool_let_go(link, MYND_CLOSE_IMPLICIT);
	}
}

/*
 * Returns true, and reports 2014, if another call on the link waits or runs this code: a connect would take
 * that call's connection away.
 */
static bool refuse_in_call(mysqli_link_object *self)
{
	if (!mynd_link_refuse_in_call(self->link)) {
		return false;
	}
	const mynd_error *error = mynd_link_error(self->link);
	mysqli_connect_failed(error->code, error->message);
	mysqli_report_connect(self->link);
	return true;
}

/*
 * Stores the outcome of a connect before code of the program can run. `before` was the object's link when the
 * connect began. If the object still has `before`, `link` replaces it; another fiber may have closed the
 * object meanwhile.
 */
static void take_outcome(
    mysqli_link_object *self, mynd_link *before, mynd_link *link, mynd_opened opened, bool keep)
{
	const mynd_error *error = mynd_link_error(link);
	if (opened == MYND_OPEN_FAILED) {
		mysqli_connect_failed(error->code, error->message);
		mynd_log_connect_failure(link);
	}
	if (self->link != before) {
		mynd_pool_let_go(link, MYND_CLOSE_IMPLICIT);
		return;
	}
	self->link = link;
	self->connected = opened == MYND_OPENED;
	self->multi_statements = false;
	self->takes_turns = self->connected && mynd_follow_turns(link);
	mynd_link_release(before);
	if (!self->connected && !(keep && opened == MYND_OPEN_FAILED)) {
		mysqli_link_shut(self, MYND_CLOSE_IMPLICIT);
	}
}

static void report_outcome(mynd_link *link, mynd_opened opened, bool downgraded)
{
	if (downgraded && !EG(exception)) {
		php_error_docref(NULL, E_WARNING, "Persistent connections are disabled. Downgrading to normal");
	}
	if (EG(exception)) {
		return;
	}
	switch (opened) {
	case MYND_OPENED:
		set_infile(link);
		break;
	case MYND_OPEN_FAILED:
		mysqli_report_connect(link);
		break;
	default:
		mynd_warn_too_many(link, opened);
	}
}

/*
 * Connects `self`, which has a link, and reports a failure. `keep` is for real_connect(): an object that
 * cannot connect stays initialised. If there are too many links, the object is closed in any case.
 */
static bool establish(mysqli_link_object *self, arguments *a, bool keep)
{
	if (refuse_in_call(self)) {
		return false;
	}
	fill_in(a);
	give_up_connection(self);
	mysqli_connect_failed(0, NULL);
	bool downgraded;
	decide_trust(self, a->flags);
	mynd_link *before = self->link, *link = before;
	mynd_link_addref(before);
	mynd_opened opened = connect_link(&link, a, self->tls_wanted, &downgraded);
	if (link == before) {
		mynd_link_addref(link);
	}
	mynd_link_addref(link);
	take_outcome(self, before, link, opened, keep);
	report_outcome(link, opened, downgraded);
	mynd_link_release(link);
	mynd_link_release(before);
	zval_ptr_dtor(&a->defaults);
	return opened == MYND_OPENED;
}

/* Parses the six arguments that the constructor, connect() and mysqli_connect() share. */
static bool parse(INTERNAL_FUNCTION_PARAMETERS, arguments *a)
{
	memset(a, 0, sizeof *a);
	return zend_parse_parameters(ZEND_NUM_ARGS(), "|s!s!s!s!l!s!", &a->host, &a->host_len, &a->user,
	           &a->user_len, &a->password, &a->password_len, &a->database, &a->database_len, &a->port,
	           &a->port_is_null, &a->socket, &a->socket_len) == SUCCESS;
}

/* Connects an object in any state: for connect(), and for the constructor. */
static void connect_self(zval *return_value, mysqli_link_object *self, arguments *a)
{
	bool hollow = self->hollow || (self->link != NULL && !self->connected);
	if (self->link == NULL) {
		mysqli_link_open(self);
	}
	self->hollow = hollow; /* errors, also during the report, then say "not fully initialized" */
	RETVAL_BOOL(establish(self, a, false));
	if (Z_TYPE_P(return_value) == IS_TRUE) {
		self->hollow = false;
	}
}

PHP_METHOD(mysqli, __construct)
{
	arguments a;
	if (!parse(INTERNAL_FUNCTION_PARAM_PASSTHRU, &a)) {
		RETURN_THROWS();
	}
	mysqli_link_object *self = mysqli_link_object_of(Z_OBJ_P(ZEND_THIS));
	if (ZEND_NUM_ARGS() > 0) {
		connect_self(return_value, self, &a);
	} else if (self->link == NULL) {
		mysqli_link_open(self);
	}
}

PHP_METHOD(mysqli, connect)
{
	arguments a;
	if (!parse(INTERNAL_FUNCTION_PARAM_PASSTHRU, &a)) {
		RETURN_THROWS();
	}
	connect_self(return_value, mysqli_link_object_of(Z_OBJ_P(ZEND_THIS)), &a);
}

PHP_FUNCTION(mysqli_connect)
{
	arguments a;
	if (!parse(INTERNAL_FUNCTION_PARAM_PASSTHRU, &a)) {
		RETURN_THROWS();
	}
	object_init_ex(return_value, mysqli_link_ce);
	mysqli_link_object *self = mysqli_link_object_of(Z_OBJ_P(return_value));
	mysqli_link_open(self);
	if (!establish(self, &a, false)) {
		zval_ptr_dtor(return_value);
		RETVAL_FALSE;
	}
}

PHP_FUNCTION(mysqli_real_connect)
{
	arguments a = {0};
	zval *object;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O|s!s!s!s!l!s!l", &object,
	        mysqli_link_ce, &a.host, &a.host_len, &a.user, &a.user_len, &a.password, &a.password_len,
	        &a.database, &a.database_len, &a.port, &a.port_is_null, &a.socket, &a.socket_len,
	        &a.flags) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_link_object *self = mysqli_link_in(object, MYSQLI_INITIALIZED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	RETVAL_BOOL(establish(self, &a, true));
}

PHP_FUNCTION(mysqli_init)
{
	ZEND_PARSE_PARAMETERS_NONE();
	object_init_ex(return_value, mysqli_link_ce);
	mysqli_link_open(mysqli_link_object_of(Z_OBJ_P(return_value)));
}

/* Gives a closed object a new link; does nothing to any other object. */
PHP_METHOD(mysqli, init)
{
	ZEND_PARSE_PARAMETERS_NONE();
	mysqli_link_object *self = mysqli_link_object_of(Z_OBJ_P(ZEND_THIS));
	if (self->link == NULL) {
		mysqli_link_open(self);
	}
}

PHP_FUNCTION(mysqli_close)
{
	zval *object;
	if (zend_parse_method_parameters(
	        ZEND_NUM_ARGS(), mysqli_this(execute_data), "O", &object, mysqli_link_ce) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_link_object *self = mysqli_link_in(object, MYSQLI_INITIALIZED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (self->connected) {
		mynd_link *link = self->link;
		mynd_link_addref(link);
		mynd_link_probe(link);
		mynd_link_release(link);
	}
	mysqli_link_shut(self, MYND_CLOSE_EXPLICIT);
	RETURN_TRUE;
}

PHP_FUNCTION(mysqli_connect_errno)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(MYND_G(connect_errno));
}

PHP_FUNCTION(mysqli_connect_error)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (MYND_G(connect_error) == NULL) {
		RETURN_NULL();
	}
	RETURN_STRING(MYND_G(connect_error));
}

PHP_FUNCTION(mysqli_get_links_stats)
{
	ZEND_PARSE_PARAMETERS_NONE();
	mynd_pool_numbers n = mynd_pools_count();
	array_init_size(return_value, 3);
	add_assoc_long_ex(return_value, ZEND_STRL("total"), n.in_use);
	add_assoc_long_ex(return_value, ZEND_STRL("active_plinks"), n.persistent);
	add_assoc_long_ex(return_value, ZEND_STRL("cached_plinks"), n.idle);
}
