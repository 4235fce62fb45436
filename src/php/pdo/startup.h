/*
 * The functions of PDO's driver that the rest of the module calls. Includes none of PDO's headers, because a
 * PHP without PDO does not have them.
 */
#ifndef MYND_PHP_PDO_STARTUP_H
#define MYND_PHP_PDO_STARTUP_H

#include "php.h"
#include "zend_fibers.h"
#include "../../client/client.h"

#ifndef MYND_WITHOUT_PDO

/*
 * Registers the driver with PDO, which has started. Returns FAILURE if this version of PDO is not supported.
 */
zend_result mynd_pdo_startup(void);
void mynd_pdo_shutdown(void);

/*
 * Called when the engine switches from one fiber to another, and when a fiber has ended (views.c). Neither
 * function runs code of the program.
 */
void mynd_pdo_fiber_switches(zend_fiber_context *from, zend_fiber_context *to);
void mynd_pdo_fiber_ended(const zend_fiber_context *fiber);

/* Returns the link of a PDO object, or NULL if the object is none of mynd's. */
mynd_link *mynd_pdo_link_of(zend_object *object);

/*
 * Puts the connection of a PDO object back into its pool if it is persistent and not in a call. The object
 * and its statements are then as after a loss: each command is error 2006.
 */
void mynd_pdo_hand_back(zend_object *object);
/* As mynd_pdo_hand_back, for an object of mynd with any connection, even in a call. */
void mynd_pdo_give_up(zend_object *object);

/*
 * Makes the PDOException that a PDO object of mynd throws for its link's error, whatever the error mode is.
 * Does not throw it.
 */
void mynd_pdo_exception_of(zend_object *object, const mynd_error *error, zval *out);

/*
 * Replaces the names of placeholders in a query by question marks. `names` has the name of each placeholder,
 * with its colon. The caller owns text and names (request memory). If count is 0, the query has no named
 * placeholders, and is unchanged. Returns MYND_MORE if the query has names and question marks, MYND_BAD with
 * the link's error if the server could not be asked for its sql_mode.
 */
typedef struct mynd_pdo_named {
	zend_string *text;
	zend_string **names;
	uint32_t count, different; /* number of names, and of different names */
} mynd_pdo_named;
int mynd_pdo_name_placeholders(zend_object *object, zend_string *sql, mynd_pdo_named *named);

/* Returns true if the object is a PDOStatement of mynd. */
bool mynd_pdo_is_statement(zend_object *object);
/*
 * Returns the link of a PDOStatement of mynd with an outstanding reply, or NULL if it has none. Sets *owner
 * to the owner of the reply, and *statement to the native statement that was executed (NULL: emulated).
 */
mynd_link *mynd_pdo_outstanding(zend_object *object, const void **owner, mynd_statement **statement);
/*
 * Takes the reply of a PDOStatement. Returns false on failure: the error was raised by PDO's error mode. Sets
 * *outstanding to false if there was no reply to take.
 */
bool mynd_pdo_reap(zend_object *object, bool *outstanding);

/*
 * Returns true if a PDO object of mynd has statements with outstanding replies. mynd_pdo_reap_next takes the
 * first reply, as mynd_pdo_reap does, and sets *out to its PDOStatement, to true if that was freed, or to
 * false after an error.
 */
bool mynd_pdo_has_waiting(zend_object *object);
void mynd_pdo_reap_next(zend_object *object, zval *out, bool *outstanding);

/* Returns the link of a PDO object or a PDOStatement of mynd, or NULL if the object is neither. */
mynd_link *mynd_pdo_link_behind(zend_object *object);
/* Sets the error of the PDO object or PDOStatement, and raises it by the error mode. */
void mynd_pdo_report(zend_object *object, const mynd_error *error);

/*
 * Makes a PDOStatement for the outcome of a pipeline's command. The PDOStatement has the query and the rows,
 * and cannot be executed. Takes over the result.
 */
void mynd_pdo_statement_of_result(zend_object *object, zend_string *sql, mynd_result *result, zval *out);
/*
 * Called before a command that waits for the server: takes all outstanding replies of statements (async.c).
 */
int mynd_pdo_resolve_statements(zend_object *object, mynd_error *error);

#else

static inline mynd_link *mynd_pdo_link_of(zend_object *object)
{
	(void) object;
	return NULL;
}

static inline void mynd_pdo_hand_back(zend_object *object)
{
	(void) object;
}

static inline void mynd_pdo_give_up(zend_object *object)
{
	(void) object;
}

typedef struct mynd_pdo_named {
	zend_string *text;
	zend_string **names;
	uint32_t count, different; /* number of names, and of different names */
} mynd_pdo_named;

static inline void mynd_pdo_fiber_switches(zend_fiber_context *from, zend_fiber_context *to)
{
	(void) from, (void) to;
}

static inline void mynd_pdo_fiber_ended(const zend_fiber_context *fiber)
{
	(void) fiber;
}

static inline int mynd_pdo_name_placeholders(zend_object *object, zend_string *sql, mynd_pdo_named *named)
{
	(void) object, (void) sql, (void) named;
	return MYND_BAD;
}

static inline void mynd_pdo_exception_of(zend_object *object, const mynd_error *error, zval *out)
{
	(void) object, (void) error;
	ZVAL_NULL(out);
}

static inline bool mynd_pdo_is_statement(zend_object *object)
{
	(void) object;
	return false;
}

static inline mynd_link *mynd_pdo_outstanding(
    zend_object *object, const void **owner, mynd_statement **statement)
{
	(void) object, (void) owner, (void) statement;
	return NULL;
}

static inline bool mynd_pdo_reap(zend_object *object, bool *outstanding)
{
	(void) object;
	*outstanding = false;
	return false;
}

static inline bool mynd_pdo_has_waiting(zend_object *object)
{
	(void) object;
	return false;
}

static inline void mynd_pdo_reap_next(zend_object *object, zval *out, bool *outstanding)
{
	(void) object, (void) out;
	*outstanding = false;
}

static inline mynd_link *mynd_pdo_link_behind(zend_object *object)
{
	(void) object;
	return NULL;
}

static inline void mynd_pdo_report(zend_object *object, const mynd_error *error)
{
	(void) object, (void) error;
}

static inline void mynd_pdo_statement_of_result(
    zend_object *object, zend_string *sql, mynd_result *result, zval *out)
{
	(void) object, (void) sql, (void) result;
	ZVAL_NULL(out);
}

static inline int mynd_pdo_resolve_statements(zend_object *object, mynd_error *error)
{
	(void) object, (void) error;
	return MYND_OK;
}

#endif

#endif
