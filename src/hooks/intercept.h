/*
 * Interceptors: code of the program around each command of its links. The request's list of them, one
 * command's way through it, and the objects that they get: Mynd\Command, Mynd\Next, Mynd\Reply.
 *
 * All of it is the request's. Nothing here knows mysqli or PDO; the methods of the classes stand in
 * src/php/mynd/intercept.c.
 */
#ifndef MYND_HOOKS_INTERCEPT_H
#define MYND_HOOKS_INTERCEPT_H

#include "../client/intercept.h"

/* --- the list (intercept.c) --- */

/* Registers it (copies); a number for remove, never 0. */
zend_ulong mynd_interceptors_add(zval *callable);
/* It is called no more. False: it was removed before. */
bool mynd_interceptors_remove(zend_ulong number);
void mynd_interceptors_request_shutdown(void);

/* --- one command on its way (intercept.c) --- */

typedef struct mynd_interceptor_list mynd_interceptor_list;
typedef struct _zend_fiber mynd_fiber;

typedef struct mynd_chain mynd_chain;
struct mynd_chain {
	uint32_t references;
	mynd_call *call;         /* NULL: it is over */
	mynd_link *link;         /* a reference */
	const mynd_fiber *fiber; /* that it all happens in */
	unsigned runs;
	bool running; /* now */
	int rc;       /* of the last one */
	mynd_interceptor_list *list;
	/* of the moment when the command came */
	mynd_call_kind kind;
	bool async, in_transaction;
	uint32_t thread_id;
	uint64_t session;
	zend_string *database; /* NULL: none, or it is not certain */
	/* what can be read of the call while it lasts, once somebody has asked for it, or it is over */
	bool frozen;
	zend_string *sql;
	zval params;
	zend_string *host, *socket, *user, *charset, *face;
	zend_long port;
	mynd_chain *previous, *next; /* the thread's list of those that are not over */
	const mynd_fiber *runs_in[]; /* by place in the list, with one of its own for those that do not run now */
};

/*
 * Nothing of the call can be read any more: after a fatal error its memory, which was on the stack, is
 * anybody's.
 */
static inline bool mynd_chain_is_over(const mynd_chain *chain)
{
	return chain->call == NULL || CG(unclean_shutdown);
}

void mynd_chain_release(mynd_chain *chain);

/* --- what is told of it (told.c) --- */

/* What is told of the call becomes the chain's own. */
void mynd_chain_freeze(mynd_chain *chain);
zend_string *mynd_chain_sql(mynd_chain *chain); /* NULL: there is none */

/* --- Mynd\Command (command.c) --- */

#define MYND_QUERY_ATTRIBUTES_MAX 1000

typedef struct mynd_command_object {
	mynd_chain *chain;           /* a reference */
	zend_string *sql;            /* rewritten; NULL: as it came */
	zval params;                 /* the same; IS_UNDEF */
	HashTable *attributes;       /* NULL: none */
	HashTable *query_attributes; /* the same; by name, numbers, strings and null */
	/* Connect, ChangeUser, ChangeDatabase: NULL or false where it is as it came */
	zend_string *host, *socket, *user, *password, *database;
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
zend_string *mynd_command_sql(const mynd_command_object *self); /* as it stands now; NULL: none */
/* The innermost act: the call with what the command has changed, as mynd_call_run (changed.c). */
int mynd_command_run(mynd_call *call, const mynd_command_object *command);

/* --- Mynd\Next (intercept.c) --- */

/* Goes on behind place `at` of the list. NULL: thrown. */
zend_object *mynd_next_call(zend_object *next, zend_object *command);

/* --- Mynd\Reply (reply.c) --- */

typedef enum mynd_reply_sort {
	MYND_REPLY_OF_RUN, /* what the innermost act has brought, or will bring */
	MYND_REPLY_ANSWER,
	MYND_REPLY_LATER /* an answer that is to be made */
} mynd_reply_sort;

typedef struct mynd_reply_object mynd_reply_object;
struct mynd_reply_object {
	mynd_reply_sort sort;
	mynd_chain *chain; /* OF_RUN: a reference */
	unsigned run;      /* of the chain's */
	mynd_link
	    *link; /* OF_RUN, settled: a reference, and what the link has to be at for its rows to be there */
	uint64_t command;
	uint32_t epoch;
	bool pending, is_waited_for;
	unsigned code;
	char sqlstate[6];
	zend_string *error, *info; /* NULL: "", none */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	uint32_t field_count;
	bool more_results;
	zend_string *bytes; /* an answer's rows; NULL: it has none */
	bool binary;
	mynd_columns *columns; /* and the store: of the bytes, where they are at hand; else NULL */
	mynd_store *store;
	zval make;           /* LATER */
	mynd_call_kind kind; /* and of the command that it is the answer to, once it waits */
	zval *told;          /* of then(), pending; NULL: none */
	uint32_t told_count;
	mynd_reply_object *next_dropped;
	zend_object std;
};

static inline mynd_reply_object *mynd_reply_object_of(const zend_object *object)
{
	return (mynd_reply_object *) ((char *) object - offsetof(mynd_reply_object, std));
}

extern zend_class_entry *mynd_reply_ce;
/* What a run has brought, with this outcome. */
mynd_reply_object *mynd_reply_of_run(mynd_chain *chain, int rc);
/* The outcome of a pending one, from the link. */
void mynd_reply_settle(mynd_reply_object *self, mynd_link *link, int rc);
/* then(): at once if it is there. May throw. */
void mynd_reply_then(mynd_reply_object *self, zval *callable);
/* Calls those who asked, and forgets them. */
void mynd_reply_tell(mynd_reply_object *self);
/*
 * A settled reply as an answer; lasts as long as the reply, but for its rows, which are given away. False:
 * thrown.
 */
bool mynd_reply_answer(mynd_reply_object *self, mynd_answer *answer);
/* LATER: makes it, and becomes what was made. False: thrown. */
bool mynd_reply_make(mynd_reply_object *self);
/* NULL: thrown. */
mynd_reply_object *mynd_reply_with_rows(zend_string *bytes);
mynd_reply_object *mynd_reply_new(mynd_reply_sort sort);
zend_string *mynd_reply_capture(mynd_reply_object *self); /* NULL: there are no rows, or it was thrown */
/* One that nobody will take is released where code of the program may run. */
void mynd_reply_drop(mynd_reply_object *self);
void mynd_replies_bury(void);
/* From its first interceptor on. */
void mynd_replies_request_startup(void);
/*
 * All destructors have been called: from here on what is dropped is released at once. After a fatal error the
 * engine frees all.
 */
void mynd_replies_request_shutdown(void);

void mynd_command_class_startup(zend_class_entry *ce);
void mynd_reply_class_startup(zend_class_entry *ce);
void mynd_intercept_startup(
    zend_class_entry *command, zend_class_entry *next, zend_class_entry *reply, zend_class_entry *kind);

/* Properties that are made when somebody asks: for both classes. `make` fills in the place of that number. */
typedef void (*mynd_make_property)(zend_object *object, uint32_t number, zval *place);
typedef struct mynd_lazy_class {
	zend_object_handlers handlers; /* first */
	mynd_make_property make;
} mynd_lazy_class;
void mynd_lazy_class_init(mynd_lazy_class *class, size_t offset, mynd_make_property make);
void mynd_lazy_count(zval *out, uint64_t value); /* an integer, or a string where it does not fit */
zend_class_entry *mynd_kind_class(void);

#endif
