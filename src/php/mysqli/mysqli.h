/*
 * Declarations that the files of mysqli share: its objects, its classes, how functions get their arguments
 * and report errors.
 *
 * A function of mysqli does little itself: it reads PHP's arguments, calls one function of client/ or of a
 * lower room, and turns the outcome into PHP's conventions. A method is the same function under another name
 * (see the aliases in the stub).
 *
 * Always true: a warning or an exception can run code of the program, which may close the very link that the
 * report is about. So a function reports last, and does not touch the object's link after the report. A wait
 * can also run code of the program, in other fibers. So a function that may wait counts a reference to the
 * link or the statement that it works on, and reads the object's fields again after the wait. The engine has
 * a reference to each object of a call.
 */
#ifndef MYND_PHP_MYSQLI_MYSQLI_H
#define MYND_PHP_MYSQLI_MYSQLI_H

#include "../mynd.h"

/* The constants that the C code needs (stubs/mysqli/constants.stub.php has all). */
enum {
	MYSQLI_STORE_RESULT = 0,
	MYSQLI_USE_RESULT = 1,
	MYSQLI_ASYNC = 8,
	MYSQLI_STORE_RESULT_COPY_DATA = 16,

	MYSQLI_REPORT_ERROR = 1,
	MYSQLI_REPORT_STRICT = 2,
	MYSQLI_REPORT_INDEX = 4,

	MYSQLI_OPT_CONNECT_TIMEOUT = 0,
	MYSQLI_OPT_COMPRESS = 1, /* PHP has a constant for this option from 8.6 on, and none for the next one */
	MYSQLI_OPT_NAMED_PIPE = 2,
	MYSQLI_INIT_COMMAND = 3,
	MYSQLI_READ_DEFAULT_FILE = 4,
	MYSQLI_READ_DEFAULT_GROUP = 5,
	MYSQLI_SET_CHARSET_NAME = 7,
	MYSQLI_OPT_LOCAL_INFILE = 8,
	MYSQLI_OPT_PROTOCOL = 9, /* PHP has no constant for this option */
	MYSQLI_OPT_READ_TIMEOUT = 11,
	MYSQLI_OPT_SSL_VERIFY_SERVER_CERT = 21,
	MYSQLI_SERVER_PUBLIC_KEY = 35,
	MYSQLI_OPT_CAN_HANDLE_EXPIRED_PASSWORDS = 37,
	MYSQLI_OPT_LOAD_DATA_LOCAL_DIR = 43,
	MYSQLI_OPT_INT_AND_FLOAT_NATIVE = 201,
	MYSQLI_OPT_NET_CMD_BUFFER_SIZE = 202,
	MYSQLI_OPT_NET_READ_BUFFER_SIZE = 203,

	MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT = 64,
	MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT = 1 << 30,

	MYSQLI_TRANS_START_WITH_CONSISTENT_SNAPSHOT = 1,
	MYSQLI_TRANS_START_READ_WRITE = 2,
	MYSQLI_TRANS_START_READ_ONLY = 4,
	MYSQLI_TRANS_COR_AND_CHAIN = 1,
	MYSQLI_TRANS_COR_AND_NO_CHAIN = 2,
	MYSQLI_TRANS_COR_RELEASE = 4,
	MYSQLI_TRANS_COR_NO_RELEASE = 8
};

#if PHP_VERSION_ID >= 80400
#define MYSQLI_NOT_EMPTY "must not be empty"
#else
#define MYSQLI_NOT_EMPTY "cannot be empty"
#endif

/* --- objects --- */

/* The state of an object. Each state allows everything that the states before it allow. */
typedef enum mysqli_state {
	MYSQLI_CLOSED,      /* closed, or made without its constructor */
	MYSQLI_INITIALIZED, /* settings can be changed */
	MYSQLI_CONNECTED    /* has logged in, even if the connection is lost by now */
} mysqli_state;

typedef struct mysqli_link_object {
	mynd_link *link; /* one reference; NULL: closed */
	bool connected;
	bool hollow;           /* initialised, then closed by a failed connect; errors: "not fully initialized" */
	bool tls_wanted;       /* ssl_set() has set a value */
	bool multi_statements; /* the server accepts several statements in one query */
	bool takes_turns;      /* fibers take turns on the link, as long as it is connected */
	zend_object std;
} mysqli_link_object;

typedef struct mysqli_result_object {
	mynd_result *result; /* NULL: closed */
	uint32_t field;      /* index of the column that fetch_field() returns next */
	zend_object std;
} mysqli_result_object;

static inline mysqli_link_object *mysqli_link_object_of(const zend_object *object)
{
	return (mysqli_link_object *) ((char *) object - offsetof(mysqli_link_object, std));
}

static inline mysqli_result_object *mysqli_result_object_of(const zend_object *object)
{
	return (mysqli_result_object *) ((char *) object - offsetof(mysqli_result_object, std));
}

extern zend_class_entry *mysqli_link_ce, *mysqli_result_ce, *mysqli_driver_ce, *mysqli_warning_ce,
    *mysqli_exception_ce;

/* Gives the object a new link with the settings of php.ini. */
void mysqli_link_open(mysqli_link_object *self);
/* Releases the object's link. Never waits, never runs PHP code. */
void mysqli_link_shut(mysqli_link_object *self, mynd_close_reason reason);
/* Returns a mysqli object's connection to its pool if it is persistent and no call on it waits. */
void mysqli_link_hand_back(zend_object *object);
/*
 * As mysqli_link_hand_back, but for every connection, and during a call on it, too: the connection is then
 * closed, and the call finds it lost.
 */
void mysqli_link_give_up(zend_object *object);

/*
 * Returns the object's link, with a reference for a call that may wait. The link exists until the caller
 * releases it, whatever happens to the object.
 */
static inline mynd_link *mysqli_hold(const mysqli_link_object *self)
{
	mynd_link_addref(self->link);
	return self->link;
}

/* --- properties (properties.c) --- */

typedef struct mysqli_property {
	const char *name;
	size_t len;
	mysqli_state needs;
	bool vague_when_closed; /* the error for a closed object is "not allowed yet", not "already closed" */
	/*
	 * Reads the value into `out`. Returns false if there is none, or if an exception was thrown. `quiet`:
	 * raises no diagnostics (for isset(), var_dump()).
	 */
	bool (*read)(zend_object *object, zval *out, bool quiet);
	void (*write)(zend_object *object, zval *value); /* NULL: read-only */
} mysqli_property;

/* A class whose declared properties stay uninitialised: their values come from `properties`. */
typedef struct mysqli_class {
	zend_object_handlers handlers;     /* first member, because an object's `handlers` is cast to its class */
	const mysqli_property *properties; /* properties in the order of var_dump(); the last has the name NULL */
	mysqli_state (*state)(const zend_object *object);
} mysqli_class;

/* Read the properties that both mysqli and mysqli_driver have (driver.c). */
bool mysqli_read_client_info(zend_object *object, zval *out, bool quiet);
bool mysqli_read_client_version(zend_object *object, zval *out, bool quiet);

/* Makes `create` the only function that creates objects of the class. */
void mysqli_own_objects(
    zend_class_entry *ce, mysqli_class *class, zend_object *(*create)(zend_class_entry *) );

/* Fills the handlers except for free_obj and the offset, which the caller sets. */
void mysqli_class_init(
    mysqli_class *class, const mysqli_property *properties, mysqli_state (*state)(const zend_object *object));

extern mysqli_class mysqli_link_class, mysqli_result_class, mysqli_driver_class, mysqli_warning_class;
extern const mysqli_property mysqli_link_properties[], mysqli_result_properties[];

void mysqli_objects_startup(void); /* sets up the classes of links and results */
void mysqli_infile_startup(void);  /* called after the settings are registered */
/* Returns true if the program may allow LOAD DATA LOCAL INFILE by an option after the connect. */
bool mysqli_infile_may_be_allowed(void);
/*
 * Set up a class whose objects have a struct or handlers of their own. Called once, after the class is
 * registered.
 */
void mysqli_driver_startup(zend_class_entry *ce);
void mysqli_warning_startup(zend_class_entry *ce);
void mysqli_statement_startup(zend_class_entry *ce);

/* --- arguments --- */

/* Returns a method's $this, or NULL for a function, as zend_parse_method_parameters takes it. */
static inline zval *mysqli_this(zend_execute_data *call)
{
	return Z_TYPE(call->This) == IS_OBJECT ? &call->This : NULL;
}

/* Returns an argument's number in this call: in a method it is one less than in the function. */
static inline uint32_t mysqli_arg(zend_execute_data *call, uint32_t of_function)
{
	return Z_TYPE(call->This) == IS_OBJECT ? of_function - 1 : of_function;
}

/*
 * Returns the object of a call that passes nothing else: of a method without arguments, or of a function with
 * one argument of the class. Returns NULL for any other call, which the engine's slower parser has to check.
 * Functions that programs call for each row use this.
 */
zval *mysqli_only_object(zend_execute_data *call, const mysqli_class *class);

/*
 * Returns the object of a method call that passes one string, and the string in `*text`. Returns NULL for any
 * other call, which the engine's parser has to parse. Every query calls this.
 */
static inline zval *mysqli_object_and_text(zend_execute_data *call, char **text, size_t *len)
{
	if (Z_TYPE(call->This) != IS_OBJECT || ZEND_CALL_NUM_ARGS(call) != 1 ||
	    Z_TYPE_P(ZEND_CALL_ARG(call, 1)) != IS_STRING) {
		return NULL;
	}
	*text = Z_STRVAL_P(ZEND_CALL_ARG(call, 1));
	*len = Z_STRLEN_P(ZEND_CALL_ARG(call, 1));
	return &call->This;
}

/* Return the object in `self`. Return NULL if its state is lower than needed; an Error was thrown then. */
mysqli_link_object *mysqli_link_in(zval *self, mysqli_state needed);
mysqli_result_object *mysqli_result_live(zval *self);

/* Parses all arguments of a call, a connected object and a string. Returns NULL if an error was thrown. */
mysqli_link_object *mysqli_link_and_text(INTERNAL_FUNCTION_PARAMETERS, char **text, size_t *len);

/* Parse all arguments of a call that takes its object only. Return NULL if an error was thrown. */
mysqli_link_object *mysqli_link_alone(INTERNAL_FUNCTION_PARAMETERS);
mysqli_result_object *mysqli_result_alone(INTERNAL_FUNCTION_PARAMETERS);

/* --- errors (errors.c) --- */

/*
 * Reports a failure of the link as the report mode says: its connect warning as a warning, its error as a
 * warning, as an exception, or not at all.
 */
void mysqli_report_link(mynd_link *link);
/* As mysqli_report_link, for an error that is not the link's own, such as a statement's. */
void mysqli_report_beside(mynd_link *link, const mynd_error *error);
/*
 * Reports a failed connect, whatever the report mode. Reads the link's error and connect warning before any
 * code of the program runs.
 */
void mysqli_report_connect(mynd_link *link);
/*
 * Reports a failed fetch if the report mode has MYSQLI_REPORT_ERROR. Of a malformed row it only warns,
 * whatever the report mode, as stock does. For functions that return false after such a row and null at the
 * end of the rows: the program can distinguish the two.
 */
void mysqli_report_result(const mynd_result *result);
/* Reports an error if the report mode has MYSQLI_REPORT_ERROR. */
void mysqli_report_error(const mynd_error *error);
/* Reports a query that was answered without a good index, if the report mode has MYSQLI_REPORT_INDEX. */
void mysqli_report_index(mynd_link *link, const char *sql, size_t len);
/*
 * Sets `return_value` to true if `rc` is MYND_OK. Otherwise sets it to false and reports the failure.
 * Releases the link, which the caller held for the call.
 */
void mysqli_answer(zval *return_value, mynd_link *link, int rc);
void mysqli_error_list_of(const mynd_error *error, zval *out);
/* Stores the error for mysqli_connect_errno(); `code` 0: none. */
void mysqli_connect_failed(unsigned code, const char *message);

/* --- values --- */

/* Sets `out` to a number as mysqli returns it: an integer, or a decimal string from PHP_INT_MAX on. */
void mysqli_unsigned(zval *out, uint64_t value);
/* As mysqli_unsigned, for a count of rows. The highest number means unknown or failed, and becomes -1. */
void mysqli_count(zval *out, uint64_t value);
/*
 * Reports missing indexes before the program gets the result. Returns the result. Returns NULL if the report
 * throws; the result is freed then.
 */
mynd_result *mysqli_result_with_index(mynd_link *link, mynd_result *result, const char *sql, size_t len);
/* Sets `return_value` to a mysqli_result, which takes over `result`, or to false if `result` is NULL. */
void mysqli_answer_result(zval *return_value, mynd_result *result);
/* Sets `return_value` to a mysqli_warning with the server's last `count` warnings, or to false. */
void mysqli_warnings_of(zval *return_value, mynd_link *link, unsigned count);
/* Sets `out` to a mysqli_result, which takes over `result`. */
void mysqli_result_wrap(zval *out, mynd_result *result);
/*
 * Frees the result of an object. Then releases the result's connection if its mysqli object was freed before,
 * and nothing else uses it.
 */
void mysqli_result_end(mynd_result *result, bool explicit_free);
/* Runs a query that mynd itself has made, and discards its result sets, if it has any. */
int mysqli_run(mynd_link *link, const char *sql, size_t len);

/* Returns true if the server still accepts several statements in one query, after a multi_query(). */
bool mysqli_allows_multi_statements(zend_object *object);
/*
 * Switches several statements in one query off again, before any query but multi_query(). `link` is the
 * object's link, to which the caller has a reference.
 */
int mysqli_end_multi_statements(mynd_link *link, zend_object *object);
zend_object_iterator *mysqli_result_get_iterator(zend_class_entry *ce, zval *object, int by_ref);

/* Marks functions and methods with #[\Deprecated] in PHP 8.4 and later (deprecated.c). */
void mysqli_mark_deprecated(void);

#endif
