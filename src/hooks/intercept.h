/*
 * Interceptors: code of the program around each command of its connections. Declared here: the request's list
 * of interceptors, the path of a command through this list (a chain), and the objects that interceptors get:
 * Mynd\Command, Mynd\Next, Mynd\Reply.
 *
 * All state here belongs to the request. Nothing here knows mysqli or PDO; the methods of the classes are in
 * src/php/mynd/intercept.c.
 */
#ifndef MYND_HOOKS_INTERCEPT_H
#define MYND_HOOKS_INTERCEPT_H

#include "../client/intercept.h"
#include "../command/watch.h"

/* --- the list (intercept.c) --- */

/* Registers an interceptor (a copy of the callable). Returns a number for remove, never 0. */
zend_ulong mynd_interceptors_add(zval *callable);
/* Removes an interceptor: it is not called any more. Returns false if it was removed before. */
bool mynd_interceptors_remove(zend_ulong number);
zend_ulong mynd_interceptors_last(void); /* number of the interceptor registered last; 0: none yet */
void mynd_interceptors_request_shutdown(void);

/* --- one command on its way (intercept.c) --- */

typedef struct mynd_interceptor_list mynd_interceptor_list;
typedef struct _zend_fiber mynd_fiber;

typedef struct mynd_chain mynd_chain;
struct mynd_chain {
	uint32_t references;
	uint32_t commands;            /* how many of these are of command objects */
	mynd_call *call;              /* NULL: the call is over */
	mynd_link *link;              /* a reference */
	const mynd_fiber *fiber;      /* the fiber in which the call runs; NULL: the main program */
	const mynd_fiber *stands_for; /* `fiber`, or the fiber on whose behalf `fiber` runs (inner_fiber.h) */
	unsigned runs;
	bool running; /* the command runs now */
	int rc;       /* outcome of the last run */
	mynd_interceptor_list *list;
	/* Values from the beginning of the call: */
	mynd_call_kind kind;
	bool async, in_transaction;
	uint32_t thread_id;
	uint32_t rows; /* BulkExecute: how many rows are sent */
	uint64_t session;
	zend_string *database; /* default database; NULL: there is none, or it is not certain */
	/*
	 * Copies of the call's properties. `sql` is copied when it is read. `has_link`: host to extension were
	 * copied, when one of them was read. `frozen`: all were copied, when the values were read, before the
	 * link got another session, or when the call ended.
	 */
	bool has_link, frozen;
	zend_string *sql;
	zval params;
	zend_string *host, *socket, *user, *charset, *extension;
	zend_long port;
	mynd_chain *previous, *next; /* the thread's list of chains that are not over */
	/*
	 * element i: the fiber in which interceptor i runs for this chain; NOT_RUNNING: the interceptor does not
	 * run
	 */
	const mynd_fiber *runs_in[];
};

/*
 * Returns true if `call` must not be read any more: the call is over, or there was a fatal error, after which
 * its memory, which was on the stack, may have been reused.
 */
static inline bool mynd_chain_is_over(const mynd_chain *chain)
{
	return chain->call == NULL || CG(unclean_shutdown);
}

void mynd_chain_release(mynd_chain *chain);

/* --- the copy of a command for objects that outlive the call (command_snapshot.c) --- */

/* Copies the properties of the call into the chain. */
void mynd_chain_freeze(mynd_chain *chain);
const mynd_server *mynd_chain_server(const mynd_chain *chain); /* NULL: no server, or not connected */
/* Copies the rows of a bulk execute into the chain, if it is one that has not run yet. */
void mynd_chain_read_rows(mynd_chain *chain);
/* Copies those that the link has: its address, user, character set, extension. */
void mynd_chain_freeze_link(mynd_chain *chain);
zend_string *mynd_chain_sql(mynd_chain *chain); /* NULL: there is none */
void mynd_snapshot_startup(zend_class_entry *indicator);

/* --- Mynd\Command (command.c) --- */

#define MYND_QUERY_ATTRIBUTES_MAX 1000

typedef struct mynd_command_object {
	mynd_chain *chain;           /* a reference */
	zend_string *sql;            /* new SQL; NULL: unchanged */
	zval params;                 /* new values; IS_UNDEF: unchanged */
	HashTable *attributes;       /* NULL: none */
	HashTable *query_attributes; /* NULL: none; by name, with numbers, strings and null */
	/* For Connect, ChangeUser, ChangeDatabase: NULL or false if unchanged */
	zend_string *host, *socket, *user, *password, *database;
	zend_string *version; /* Connect without a server: the version that the stand-in reports; else NULL */
	uint8_t collation;    /* number of the collation that the stand-in reports; 0: the usual one */
	zend_string *columns; /* Prepare: a captured result with the statement's columns */
	zend_long port;
	bool has_address, has_user, has_database;
	bool without_pool; /* Connect: opens a connection that no pool has had, or will have */
	zend_object std;
} mynd_command_object;

static inline mynd_command_object *mynd_command_object_of(const zend_object *object)
{
	return (mynd_command_object *) ((char *) object - offsetof(mynd_command_object, std));
}

extern zend_class_entry *mynd_command_ce;
mynd_command_object *mynd_command_object_new(mynd_chain *chain);
mynd_command_object *mynd_command_object_copy(const mynd_command_object *from);
/*
 * Runs the call's command with the changes that the command object has, after all interceptors have passed it
 * on. Returns as mynd_call_run does (rewritten_command.c).
 */
int mynd_command_run(mynd_call *call, const mynd_command_object *command);

/* --- Mynd\Next (intercept.c) --- */

/*
 * Passes the command to the interceptors that come after Next's position in the list. Returns the reply, or
 * NULL if an exception was thrown.
 */
zend_object *mynd_next_call(zend_object *next, zend_object *command);

/* --- Mynd\Reply (reply.c) --- */

typedef enum mynd_reply_sort {
	MYND_REPLY_OF_RUN, /* the outcome of a run of the command, perhaps still pending */
	MYND_REPLY_ANSWER,
	MYND_REPLY_LATER /* an answer that a callable makes when it is needed */
} mynd_reply_sort;

typedef struct mynd_reply_object mynd_reply_object;
struct mynd_reply_object {
	mynd_reply_sort sort;
	mynd_chain *chain; /* chain of a reply that is OF_RUN; a reference */
	unsigned run;      /* number of the run among those of the chain */
	mynd_link
	    /* a reference of a resolved OF_RUN; the link has the rows as long as its last command is `command` */
	    *link;
	uint64_t command;
	uint32_t connection_number;
	bool pending, is_waited_for;
	bool over; /* the server's reply was read to its end, or never will be */
	mynd_error
	    *failure; /* room for the error that ends a watched reply (../command/watch.h); code 0 until then */
	unsigned code;
	char sqlstate[6];
	zend_string *error, *info; /* NULL: the program gets "" as error, null as info */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	uint32_t field_count;
	uint16_t status;
	bool has_status; /* an answer has set `status` */
	bool more_results;
	zend_string *bytes; /* captured rows of an answer; NULL: none */
	bool binary;
	mynd_columns *columns; /* decoded from `bytes`; NULL: not decoded yet, or given away */
	mynd_store *store;
	mynd_reply_object *further; /* the next result of an answer, which owns it; NULL: none */
	zval make;                  /* LATER: the callable that makes the answer */
	/* kind of the command that a LATER reply answers; set when the reply is waited for */
	mynd_call_kind kind;
	zval *then; /* callables given to then() while the reply is pending; NULL: none */
	uint32_t then_count;
	zval *ends; /* callables given to atEnd() before `over` is set; NULL: none */
	uint32_t ends_count;
	mynd_reply_object *next_ended; /* the list of ended replies whose end the program does not know yet */
	mynd_reply_object *next_dropped;
	zend_object std;
};

static inline mynd_reply_object *mynd_reply_object_of(const zend_object *object)
{
	return (mynd_reply_object *) ((char *) object - offsetof(mynd_reply_object, std));
}

extern zend_class_entry *mynd_reply_ce;
/* Makes the reply of a run with this outcome. */
mynd_reply_object *mynd_reply_of_run(mynd_chain *chain, int rc);
/* Sets the outcome of a pending reply from the link. */
void mynd_reply_resolve(mynd_reply_object *self, mynd_link *link, int rc);
/* then(): calls the callable at once if the reply is resolved, or else stores it. May throw. */
void mynd_reply_then(mynd_reply_object *self, zval *callable);
/* atEnd(): calls the callable at once if the reply is over, or else stores it. May throw. */
void mynd_reply_at_end(mynd_reply_object *self, zval *callable);
/*
 * Watches the rest of the server's reply, which is still to be read from the link, so that its end is
 * reported to this object. Does nothing if the object has no other reference and no callable waits for the
 * end.
 */
void mynd_reply_watch_rest(mynd_reply_object *self, mynd_link *link);
/* Reports to the program the ends of replies that were read since the last call. Runs code of the program. */
void mynd_replies_tell_ended(void);
/* Calls and releases the callables of then(), and those of atEnd() if the reply is over. */
void mynd_reply_tell(mynd_reply_object *self);
/*
 * Fills in *answer from a resolved reply. The texts in it belong to the reply, the rows to the caller.
 * Returns false if an exception was thrown.
 */
bool mynd_reply_answer(mynd_reply_object *self, mynd_answer *answer);
/*
 * Calls `make` of a LATER reply, which becomes the answer that was returned. False: an exception was thrown.
 */
bool mynd_reply_make(mynd_reply_object *self);
/* Returns a copy of an answer, with this status, or NULL if the reply is no answer. */
mynd_reply_object *mynd_reply_with_status(const mynd_reply_object *self, uint16_t status);
/* Returns an answer of several results: copies of these `count` answers, at least one, in this order. */
mynd_reply_object *mynd_reply_of_results(zval *answers, uint32_t count);
/*
 * Reads all results of the reply and returns each as an answer, in an array that the caller owns. Returns
 * NULL if there is no reply yet, or its rows are gone.
 */
HashTable *mynd_reply_capture_results(mynd_reply_object *self);
/* Returns an answer with the rows of these bytes, or NULL if an exception was thrown. */
mynd_reply_object *mynd_reply_with_rows(zend_string *bytes);
mynd_reply_object *mynd_reply_new(mynd_reply_sort sort);
/* Returns the reply's rows as bytes, or NULL if there are none, or an exception was thrown. */
zend_string *mynd_reply_capture(mynd_reply_object *self);
/* Puts a reply that will not be taken on a list, to be released by mynd_replies_bury(). */
void mynd_reply_drop(mynd_reply_object *self);
void mynd_replies_bury(void);
/* Called for the request's first interceptor. */
void mynd_replies_request_startup(void);
/*
 * Called after all destructors have run: from now on mynd_reply_drop() releases replies at once. After a
 * fatal error nothing is released: the engine frees all of the request's memory.
 */
void mynd_replies_request_shutdown(void);

void mynd_command_class_startup(zend_class_entry *ce);
void mynd_reply_class_startup(zend_class_entry *ce);
void mynd_intercept_startup(zend_class_entry *command, zend_class_entry *next, zend_class_entry *reply,
    zend_class_entry *kind, zend_class_entry *indicator);

/*
 * Properties that are made when they are first read, for Mynd\Command and Mynd\Reply. `make` stores the value
 * of the property with this number in *place.
 */
typedef void (*mynd_make_property)(zend_object *object, uint32_t number, zval *place);
/* The name that a property had in an earlier version, which can be read until 1.0, with a deprecation. */
typedef struct mynd_former_name {
	const char *name, *today;
} mynd_former_name;
typedef struct mynd_lazy_class {
	zend_object_handlers handlers; /* first member, because the engine's handlers are cast to this struct */
	mynd_make_property make;
	const mynd_former_name *former; /* ends with an entry whose name is NULL */
} mynd_lazy_class;
void mynd_lazy_class_init(
    mynd_lazy_class *class, size_t offset, mynd_make_property make, const mynd_former_name *former);
/* Sets the properties of a new object of such a class: none has been made yet. */
static inline void mynd_lazy_object_init(zend_object *object)
{
	memcpy(object->properties_table, object->ce->default_properties_table,
	    sizeof(zval) * object->ce->default_properties_count);
}
/* sets `out` to an integer, or to a string if the value does not fit */
void mynd_lazy_count(zval *out, uint64_t value);
zend_class_entry *mynd_kind_class(void);

#endif
