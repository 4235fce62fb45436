/*
 * PDO's driver as the rest of the module sees it. It includes none of PDO's headers, which a PHP without PDO
 * does not have.
 */
#ifndef MYND_PHP_PDO_STARTUP_H
#define MYND_PHP_PDO_STARTUP_H

#include "php.h"
#include "zend_fibers.h"
#include "../../client/client.h"

#ifndef MYND_WITHOUT_PDO

/* Registers the driver with PDO, which has started. FAILURE: this version of PDO is not known. */
zend_result mynd_pdo_startup(void);
void mynd_pdo_shutdown(void);

/*
 * The engine switches from one fiber to another; a fiber has ended (views.c). They run no code of the
 * program.
 */
void mynd_pdo_fiber_switches(zend_fiber_context *from, zend_fiber_context *to);
void mynd_pdo_fiber_ended(const zend_fiber_context *fiber);

/* The link of a PDO object; NULL: the object is none of mynd's. */
mynd_link *mynd_pdo_link_of(zend_object *object);

/*
 * If it is a PDO object with a persistent connection that waits in no call, that goes back into its pool. The
 * object and its statements are left as after a loss: each command is error 2006.
 */
void mynd_pdo_hand_back(zend_object *object);
/* The same of an object of mynd's, whatever its connection is, and in a call too. */
void mynd_pdo_give_up(zend_object *object);

/*
 * Makes the PDOException that a PDO object of mynd throws for its link's error, whatever its error mode is.
 * Does not throw it.
 */
void mynd_pdo_exception_of(zend_object *object, const mynd_error *error, zval *out);

/*
 * A text with names for placeholders becomes a text with question marks. `names` has the name of each, with
 * its colon. The caller owns both (request memory). count 0: there are no names, and the text is unchanged.
 * MYND_MORE: the text has both kinds. MYND_BAD: the link's error.
 */
typedef struct mynd_pdo_named {
	zend_string *text;
	zend_string **names;
	uint32_t count, different; /* of names; a name may occur more than once */
} mynd_pdo_named;
int mynd_pdo_name_placeholders(zend_object *object, zend_string *sql, mynd_pdo_named *named);

/* The object is a PDOStatement of mynd. */
bool mynd_pdo_is_statement(zend_object *object);
/*
 * The link of a statement of mynd that has an outstanding reply, the owner of that reply, and the native
 * statement that was executed, if it is native. NULL: it has none.
 */
mynd_link *mynd_pdo_outstanding(zend_object *object, const void **owner, mynd_statement **statement);
/*
 * Takes the reply. False: the error was raised by PDO's error mode. *outstanding false: there was no reply to
 * take.
 */
bool mynd_pdo_reap(zend_object *object, bool *outstanding);

/*
 * The same for a PDO object of mynd: takes the reply of the statement that waits longest, which becomes
 * `out`; true: that statement is gone, or false as above. Outstanding are those of its statements.
 */
bool mynd_pdo_has_waiting(zend_object *object);
void mynd_pdo_reap_next(zend_object *object, zval *out, bool *outstanding);

/* The link of a PDO object or a PDOStatement of mynd; NULL: the object is neither. */
mynd_link *mynd_pdo_link_behind(zend_object *object);
/* The error becomes that of the PDO object or PDOStatement, and is raised by the error mode. */
void mynd_pdo_report(zend_object *object, const mynd_error *error);

/*
 * A statement that stands for the outcome of a command: it has the text and the rows, and cannot be executed.
 * Takes the result over.
 */
void mynd_pdo_statement_of_result(zend_object *object, zend_string *sql, mynd_result *result, zval *out);
/* For a command that waits for the server: takes the replies of all statements that wait, see async.c. */
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
	uint32_t count, different; /* names; a name may stand in several places */
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
