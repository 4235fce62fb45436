/*
 * Interceptors: code of the program around each command of its connections. Declared here: the request's list
 * of them, the path of a command through it, and the objects that interceptors get: Mynd\Command, Mynd\Next,
 * Mynd\Reply.
 *
 * All state here belongs to the request. Nothing here knows mysqli or PDO; the methods of the classes are in
 * src/php/mynd/intercept.c.
 */
#ifndef MYND_HOOKS_INTERCEPT_H
#define MYND_HOOKS_INTERCEPT_H

#include "../client/intercept.h"
#include "../command/watch.h"

/* --- the list (intercept.c) --- */

/* Registers an interceptor (copies); returns a number for remove, never 0. */
zend_ulong mynd_interceptors_add(zval *callable);
/* Removes an interceptor: it is not called any more. Returns false if it was removed before. */
bool mynd_interceptors_remove(zend_ulong number);
zend_ulong mynd_interceptors_last(void); /* number of the one registered last; 0: none yet */
void mynd_interceptors_request_shutdown(void);

/* --- one command on its way (intercept.c) --- */

typedef struct mynd_interceptor_list mynd_interceptor_list;
typedef struct _zend_fiber mynd_fiber;

typedef struct mynd_chain mynd_chain;
struct mynd_chain {
	uint32_t references;
	mynd_call *call;              /* NULL: the call is over */
	mynd_link *link;              /* a reference */
	const mynd_fiber *fiber;      /* the fiber in which the call runs */
	const mynd_fiber *stands_for; /* `fiber`, or the one on whose behalf it runs */
	unsigned runs;
	bool running; /* the command runs now */
	int rc;       /* of the last run */
	mynd_interceptor_list *list;
	/* As they were when the command came: */
	mynd_call_kind kind;
	bool async, in_transaction;
	uint32_t thread_id;
	uint64_t session;
	zend_string *database; /* NULL: there is none, or it is not certain */
	/*
	 * Copies of the call's properties, made when they are first read during the call, or when the call ends.
	 */
	bool frozen;
	zend_string *sql;
	zval params;
	zend_string *host, *socket, *user, *charset, *face;
	zend_long port;
	mynd_chain *previous, *next; /* the thread's list of chains that are not over */
	/* fiber in which each interceptor of the list runs; NOT_RUNNING: it does not run now */
	const mynd_fiber *runs_in[];
};

/*
 * Returns true if the call's memory can no longer be read: the call is over, or a fatal error may have reused
 * its memory, which was on the stack.
 */
static inline bool mynd_chain_is_over(const mynd_chain *chain)
{
	return chain->call == NULL || CG(unclean_shutdown);
}

void mynd_chain_release(mynd_chain *chain);

/* --- the snapshot of a command that observers get (command_snapshot.c) --- */

/* Copies what is known of the call into the chain. */
void mynd_chain_freeze(mynd_chain *chain);
zend_string *mynd_chain_sql(mynd_chain *chain); /* NULL: there is none */

/* --- Mynd\Command (command.c) --- */

#define MYND_QUERY_ATTRIBUTES_MAX 1000

typedef struct mynd_command_object {
	mynd_chain *chain;           /* a reference */
	zend_string *sql;            /* rewritten; NULL: unchanged */
	zval params;                 /* rewritten; IS_UNDEF: unchanged */
	HashTable *attributes;       /* NULL: none */
	HashTable *query_attributes; /* NULL: none; by name, with numbers, strings and null */
	/* For Connect, ChangeUser, ChangeDatabase: NULL or false where unchanged */
	zend_string *host, *socket, *user, *password, *database;
	zend_string *version; /* of Connect: no server is to be used; the version that its stand-in reports */
	zend_string *columns; /* of Prepare: a captured result that has its columns */
	zend_long port;
	bool has_address, has_user, has_database;
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
 * Runs the call with the changes of the command object, inside all interceptors. Returns as mynd_call_run
 * does (rewritten_command.c).
 */
int mynd_command_run(mynd_call *call, const mynd_command_object *command);

/* --- Mynd\Next (intercept.c) --- */

/*
 * Passes the command to the interceptors after Next's place in the list. Returns NULL if an exception was
 * thrown.
 */
zend_object *mynd_next_call(zend_object *next, zend_object *command);

/* --- Mynd\Reply (reply.c) --- */

typedef enum mynd_reply_sort {
	MYND_REPLY_OF_RUN, /* what a run of the command produced or will produce */
	MYND_REPLY_ANSWER,
	MYND_REPLY_LATER /* an answer that is still to be made */
} mynd_reply_sort;

typedef struct mynd_reply_object mynd_reply_object;
struct mynd_reply_object {
	mynd_reply_sort sort;
	mynd_chain *chain; /* of OF_RUN: a reference */
	unsigned run;      /* which run of the chain */
	mynd_link
	    *link; /* of a resolved OF_RUN: a reference; the rows can be read while the link is at `command` */
	uint64_t command;
	uint32_t connection_number;
	bool pending, is_waited_for;
	bool over; /* it was read to its end, or never will be */
	mynd_error
	    *failure; /* while it is watched: room for the error that ends it, whose code is 0 until then */
	unsigned code;
	char sqlstate[6];
	zend_string *error, *info; /* NULL: the program gets "" as error, null as info */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	uint32_t field_count;
	uint16_t status;
	bool has_status; /* of an answer */
	bool more_results;
	zend_string *bytes; /* the rows of an answer; NULL: it has none */
	bool binary;
	mynd_columns *columns; /* columns and store: decoded from `bytes`, or NULL */
	mynd_store *store;
	zval make;           /* of LATER: the callable that makes the answer */
	mynd_call_kind kind; /* of LATER: kind of the command that it answers, once the reply is waited for */
	zval *then;          /* the callables that then() was given, while pending; NULL: none */
	uint32_t then_count;
	zval *ends; /* callables that atEnd() was given, until it is over; NULL: none */
	uint32_t ends_count;
	mynd_reply_object *next_ended; /* the thread's list of replies whose end was not reported yet */
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
/* then(): calls it at once if the reply is resolved. May throw. */
void mynd_reply_then(mynd_reply_object *self, zval *callable);
/* atEnd(): calls it at once if the reply is over. May throw. */
void mynd_reply_at_end(mynd_reply_object *self, zval *callable);
/*
 * Watches the rest of the reply, which is still to be read from the link: its end will be reported, if
 * anything holds the reply or waits for its end.
 */
void mynd_reply_watch_rest(mynd_reply_object *self, mynd_link *link);
/* Reports the ends of replies that were met since the last call. Runs code of the program. */
void mynd_replies_tell_ended(void);
/* Calls the callables that wait for the reply, and for its end if it is over, and releases them. */
void mynd_reply_tell(mynd_reply_object *self);
/*
 * Describes a resolved reply as an answer. The answer lasts as long as the reply, except for its rows, which
 * the caller owns. Returns false if an exception was thrown.
 */
bool mynd_reply_answer(mynd_reply_object *self, mynd_answer *answer);
/* Turns a LATER reply into the answer that `make` returns. Returns false if an exception was thrown. */
bool mynd_reply_make(mynd_reply_object *self);
/* Returns a copy of an answer, with this status, or NULL if the reply is no answer. */
mynd_reply_object *mynd_reply_with_status(const mynd_reply_object *self, uint16_t status);
/* Returns an answer with the rows of these bytes, or NULL if an exception was thrown. */
mynd_reply_object *mynd_reply_with_rows(zend_string *bytes);
mynd_reply_object *mynd_reply_new(mynd_reply_sort sort);
/* Returns the reply's rows as bytes, or NULL if there are none, or an exception was thrown. */
zend_string *mynd_reply_capture(mynd_reply_object *self);
/* Has a reply that will not be taken released where code of the program may run. */
void mynd_reply_drop(mynd_reply_object *self);
void mynd_replies_bury(void);
/* Called for the request's first interceptor. */
void mynd_replies_request_startup(void);
/*
 * Called after all destructors: replies that are dropped from now on are released at once. After a fatal
 * error the engine frees everything.
 */
void mynd_replies_request_shutdown(void);

void mynd_command_class_startup(zend_class_entry *ce);
void mynd_reply_class_startup(zend_class_entry *ce);
void mynd_intercept_startup(
    zend_class_entry *command, zend_class_entry *next, zend_class_entry *reply, zend_class_entry *kind);

/*
 * Properties that are made when they are first read, for both classes. `make` fills in the property with that
 * number.
 */
typedef void (*mynd_make_property)(zend_object *object, uint32_t number, zval *place);
typedef struct mynd_lazy_class {
	zend_object_handlers handlers; /* first */
	mynd_make_property make;
} mynd_lazy_class;
void mynd_lazy_class_init(mynd_lazy_class *class, size_t offset, mynd_make_property make);
void mynd_lazy_count(zval *out, uint64_t value); /* an integer, or a string where it does not fit */
zend_class_entry *mynd_kind_class(void);

#endif
