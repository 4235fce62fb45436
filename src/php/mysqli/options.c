/*
 * The settings of a connection: options(), ssl_set().
 *
 * For an unknown option, options() returns false and does nothing else. A value is converted to the type of
 * its option. All options can be set before the connect. Options that an open connection can follow (read
 * timeout, native numbers) take effect at once.
 */
#include "mysqli.h"

#define COMMAND_BUFFER_MIN 4096
#define BUFFER_MAX         (1 << 30)

static bool set_charset_name(mynd_link *link, zend_string *name)
{
	mynd_slice slice = {(const uint8_t *) ZSTR_VAL(name), ZSTR_LEN(name)};
	if (mynd_charset_by_name(slice) == NULL) {
		mynd_link_refuse(link, MYND_ERR_UNKNOWN_CHARSET);
		return false;
	}
	mynd_link_set_string(link, MYND_SET_CHARSET_NAME, ZSTR_VAL(name));
	return true;
}

/* Returns false if the option is refused; the link's error says why. */
static bool set_string_option(mynd_link *link, zend_long option, zend_string *value)
{
	switch (option) {
	case MYSQLI_INIT_COMMAND:
		mynd_link_add_init_command(link, ZSTR_VAL(value), ZSTR_LEN(value));
		return true;
	case MYSQLI_SET_CHARSET_NAME:
		return set_charset_name(link, value);
	case MYSQLI_SERVER_PUBLIC_KEY:
		mynd_link_set_string(link, MYND_SET_PUBLIC_KEY, ZSTR_VAL(value));
		return true;
	case MYSQLI_OPT_LOAD_DATA_LOCAL_DIR:
		mynd_link_set_string(
		    link, MYND_SET_LOCAL_INFILE_DIRECTORY, ZSTR_LEN(value) == 0 ? NULL : ZSTR_VAL(value));
		return true;
	default: /* option files: accepted, but neither stock nor mynd reads them */
		return true;
	}
}

static zend_long within(zend_long value, zend_long least, zend_long most)
{
	return value < least ? least : value > most ? most : value;
}

/* Sets one of the constants from 1 up to `count`. Returns false if the value is none of them. */
static bool set_word(mynd_link *link, mynd_int_setting which, zend_long value, int count)
{
	if (value < 1 || value >= count) {
		return false;
	}
	mynd_link_set_int(link, which, value);
	return true;
}

/* Returns false if the option does not accept this value. */
static bool set_int_option(mynd_link *link, zend_long option, zend_long value)
{
	switch (option) {
	case MYSQLI_OPT_CONNECT_TIMEOUT:
		mynd_link_set_int(link, MYND_SET_CONNECT_TIMEOUT, value);
		return true;
	case MYSQLI_OPT_READ_TIMEOUT:
		mynd_link_set_int(link, MYND_SET_READ_TIMEOUT, value);
		return true;
	case MYSQLI_OPT_INT_AND_FLOAT_NATIVE:
		mynd_link_set_int(link, MYND_SET_NATIVE_NUMBERS, value != 0);
		return true;
	case MYSQLI_OPT_CAN_HANDLE_EXPIRED_PASSWORDS:
		mynd_link_set_int(link, MYND_SET_EXPIRED_PASSWORDS, value != 0);
		return true;
	case MYND_OPT_RECONNECT:
		mynd_link_set_int(link, MYND_SET_RECONNECT, value != 0);
		return true;
	case MYND_OPT_PREFETCH:
		mynd_link_set_prefetch(link, value);
		return true;
	case MYND_OPT_BALANCE:
		return set_word(link, MYND_SET_BALANCE, value, MYND_BALANCE_COUNT);
	case MYND_OPT_TARGET:
		return set_word(link, MYND_SET_TARGET, value, MYND_TARGET_COUNT);
	case MYSQLI_OPT_COMPRESS: /* as in stock, compression cannot be turned off again */
		mynd_link_set_int(link, MYND_SET_COMPRESS, 1);
		return true;
	/* the option can only forbid files before the connect, which applies php.ini */
	case MYSQLI_OPT_LOCAL_INFILE:
		mynd_link_set_int(link, MYND_SET_REFUSE_INFILE, value == 0);
		mynd_link_set_int(link, MYND_SET_LOCAL_INFILE, value != 0 && mysqli_infile_may_be_allowed());
		return true;
	case MYSQLI_OPT_NET_CMD_BUFFER_SIZE:
		if (value < COMMAND_BUFFER_MIN) {
			return false;
		}
		mynd_link_set_int(link, MYND_SET_COMMAND_BUFFER, within(value, COMMAND_BUFFER_MIN, BUFFER_MAX));
		return true;
	case MYSQLI_OPT_NET_READ_BUFFER_SIZE:
		mynd_link_set_int(link, MYND_SET_READ_BUFFER, within(value, 1, BUFFER_MAX));
		return true;
	default: /* other options: accepted, as in stock, but without effect */
		return true;
	}
}

typedef enum option_type { OPTION_UNKNOWN, OPTION_INT, OPTION_STRING } option_type;

static option_type type_of_option(zend_long option)
{
	switch (option) {
	case MYSQLI_INIT_COMMAND:
	case MYSQLI_SET_CHARSET_NAME:
	case MYSQLI_READ_DEFAULT_FILE:
	case MYSQLI_READ_DEFAULT_GROUP:
	case MYSQLI_SERVER_PUBLIC_KEY:
	case MYSQLI_OPT_LOAD_DATA_LOCAL_DIR:
		return OPTION_STRING;
	case MYSQLI_OPT_CONNECT_TIMEOUT:
	case MYSQLI_OPT_NAMED_PIPE:
	case MYSQLI_OPT_LOCAL_INFILE:
	case MYSQLI_OPT_READ_TIMEOUT:
	case MYSQLI_OPT_CAN_HANDLE_EXPIRED_PASSWORDS:
	case MYSQLI_OPT_INT_AND_FLOAT_NATIVE:
	case MYSQLI_OPT_NET_CMD_BUFFER_SIZE:
	case MYSQLI_OPT_NET_READ_BUFFER_SIZE:
	case MYND_OPT_RECONNECT:
	case MYND_OPT_PREFETCH:
	case MYND_OPT_BALANCE:
	case MYND_OPT_TARGET:
#if PHP_VERSION_ID >= 80400
	case MYSQLI_OPT_COMPRESS:
	case MYSQLI_OPT_PROTOCOL:
	case MYSQLI_OPT_SSL_VERIFY_SERVER_CERT:
#endif
		return OPTION_INT;
	default:
		return OPTION_UNKNOWN;
	}
}

/*
 * Converts the value before it looks up the link: converting to a string or an integer may run code of the
 * program (__toString, an error handler).
 */
PHP_FUNCTION(mysqli_options)
{
	zval *object, *value;
	zend_long option;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Olz", &object,
	        mysqli_link_ce, &option, &value) == FAILURE) {
		RETURN_THROWS();
	}
	option_type type = type_of_option(option);
	zend_string *string = type == OPTION_STRING ? zval_try_get_string(value) : NULL;
	zend_long number = type == OPTION_INT ? zval_get_long(value) : 0;
	mysqli_link_object *self = EG(exception) ? NULL : mysqli_link_in(object, MYSQLI_INITIALIZED);
	if (self == NULL) {
		if (string != NULL) {
			zend_string_release(string);
		}
		RETURN_THROWS();
	}
	if (string != NULL) {
		RETVAL_BOOL(set_string_option(self->link, option, string));
		zend_string_release(string);
		if (Z_TYPE_P(return_value) == IS_FALSE) {
			mysqli_report_link(self->link);
		}
	} else {
		RETVAL_BOOL(type == OPTION_INT && set_int_option(self->link, option, number));
	}
}

PHP_FUNCTION(mysqli_ssl_set)
{
	static const mynd_string_setting settings[] = {
	    MYND_SET_TLS_KEY, MYND_SET_TLS_CERT, MYND_SET_TLS_CA, MYND_SET_TLS_CAPATH, MYND_SET_TLS_CIPHER};
	zval *object;
	char *values[5];
	size_t lengths[5];
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Os!s!s!s!s!", &object,
	        mysqli_link_ce, &values[0], &lengths[0], &values[1], &lengths[1], &values[2], &lengths[2],
	        &values[3], &lengths[3], &values[4], &lengths[4]) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_link_object *self = mysqli_link_in(object, MYSQLI_INITIALIZED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
		if (values[i] != NULL && lengths[i] > 0) {
			mynd_link_set_string(self->link, settings[i], values[i]);
			self->tls_wanted = true;
		}
	}
	RETURN_TRUE;
}
