/*
 * The PDO face as the rest of the module sees it. Nothing of PDO's own headers, which a PHP without PDO does
 * not have.
 */
#ifndef MYND_PHP_PDO_STARTUP_H
#define MYND_PHP_PDO_STARTUP_H

#include "php.h"
#include "../../client/client.h"

#ifndef MYND_WITHOUT_PDO

/* The driver is registered with PDO, which has started. FAILURE: this PDO is not one we know. */
zend_result mynd_pdo_startup(void);
void mynd_pdo_shutdown(void);

/* The link behind a PDO object of ours; NULL: it is none. */
mynd_link *mynd_pdo_link_of(zend_object *object);

/*
 * The PDOException that a PDO object of ours throws for its link's error, whatever its error mode is; not
 * thrown.
 */
void mynd_pdo_exception_of(zend_object *object, const mynd_error *error, zval *out);

/*
 * A text with names for placeholders becomes one with question marks; `names` has the name of each, with its
 * colon. Both are the caller's (request memory); count 0: there are no names, and the text is the same.
 * MYND_MORE: both kinds are in it. MYND_BAD: the link's error.
 */
typedef struct mynd_pdo_named {
	zend_string *text;
	zend_string **names;
	uint32_t count, different; /* names; a name may stand in several places */
} mynd_pdo_named;
int mynd_pdo_name_placeholders(zend_object *object, zend_string *sql, mynd_pdo_named *named);

/* A PDOStatement of ours. */
bool mynd_pdo_is_statement(zend_object *object);
/*
 * The link of a statement of ours that has an outstanding reply, whose it is, and what was executed if that
 * is native; else NULL.
 */
mynd_link *mynd_pdo_outstanding(zend_object *object, const void **owner, mynd_statement **statement);
/* Takes the reply. False: the error was raised by PDO's mode. *outstanding false: there was none. */
bool mynd_pdo_reap(zend_object *object, bool *outstanding);

#else

static inline mynd_link *mynd_pdo_link_of(zend_object *object)
{
	(void) object;
	return NULL;
}

typedef struct mynd_pdo_named {
	zend_string *text;
	zend_string **names;
	uint32_t count, different; /* names; a name may stand in several places */
} mynd_pdo_named;

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

#endif

#endif
