/*
 * Interceptors of a link's commands: code of the program that is called around each command that the program
 * gives. What they are is the business of whoever installs them (src/hooks); this is what the link tells
 * them, and what it takes from them.
 *
 * An entry point of the room that stands for a command of the program describes it in a mynd_call and gives
 * that to `around`, whose innermost act is to run it. Commands of the driver's own (init commands, the reset
 * of persistent links, cancelling) do not come here.
 */
#ifndef MYND_CLIENT_INTERCEPT_H
#define MYND_CLIENT_INTERCEPT_H

#include "client.h"
#include "../command/answer.h"

typedef enum mynd_call_kind { /* in the order of Mynd\Kind */
	MYND_CALL_QUERY,
	MYND_CALL_PREPARE,
	MYND_CALL_EXECUTE,
	MYND_CALL_BULK_EXECUTE,
	MYND_CALL_CONNECT,
	MYND_CALL_CHANGE_DATABASE,
	MYND_CALL_CHANGE_USER,
	MYND_CALL_SET_CHARSET,
	MYND_CALL_PING,
	MYND_CALL_KILL,
	MYND_CALL_REFRESH,
	MYND_CALL_STATISTICS,
	MYND_CALL_DEBUG,
	MYND_CALL_SET_OPTION
} mynd_call_kind;

/* A command that is about to be run. It lasts as long as the call of `around`; the link is held meanwhile. */
typedef struct mynd_call mynd_call;
struct mynd_call {
	mynd_call_kind kind;
	bool async; /* run only queues it: the reply comes to `settled` */
	mynd_link *link;
	mynd_slice sql;                   /* ptr NULL: a kind without one */
	const mynd_parameter *parameters; /* of an execute */
	uint32_t count;
	mynd_statement *statement;   /* that is run; NULL: none is prepared yet */
	int (*run)(mynd_call *call); /* runs it as it is now: as mynd_link_query, or mynd_link_query_async */
	bool intercepted;            /* it went to the interceptors */
	bool has_run;                /* at least once, the last time as number `command` */
	uint64_t command;
	const void *owner; /* of an asynchronous one */
	bool use, only_queued;
	const mynd_cursor_setting *cursor;
	uint32_t *needed;
	size_t bytes;                /* of rows that go together */
	const mynd_connect *with;    /* of Connect; ChangeUser: user, password, database; ChangeDatabase: that */
	const mynd_charset *charset; /* SetCharset */
	uint32_t number;
	/* By run; the caller's. */
	mynd_statement *prepared;
	zend_string *text;
	void (*undo)(mynd_call *call); /* what run has brought is not wanted; NULL: that takes nothing special */
	mynd_link **slot;              /* Connect: where the link is, once it is another one */
	int opened;                    /* mynd_opened */
};

typedef struct mynd_intercepting {
	/* As call->run; with MYND_BAD an exception may be pending. Runs code of the program. */
	int (*around)(mynd_call *call);
	/*
	 * The reply that `waiting` stands for was taken, with this outcome; answers what becomes of it. Runs code
	 * of the program.
	 */
	int (*settled)(void *waiting, mynd_link *link, int rc);
	/*
	 * A reply that was put off is taken: the answer is made, by code of the program. MYND_BAD: an exception
	 * is pending.
	 */
	int (*answer)(void *waiting, mynd_answer *answer);
	/* Nobody will take the reply. Runs no code of the program. */
	void (*dropped)(void *waiting);
} mynd_intercepting;

/* From now on commands of this thread's links come to `by`. NULL: no more. */
void mynd_links_intercept(const mynd_intercepting *by);

/*
 * From now on `act` is called before a link of this thread connects for the program, from a pool too; the
 * link is in a call. Runs code of the program. MYND_BAD: the link stays unconnected and *error says why; an
 * exception may be pending. NULL: no more.
 */
void mynd_links_before_connect(int (*act)(mynd_error *error));

/* --- for `around` --- */

/* Around code of the program: the link is in a call, and whoever uses it is told of $next. Not nested. */
void mynd_call_enter_program(mynd_link *link);
void mynd_call_leave_program(mynd_link *link);
bool mynd_call_is_in_program(const mynd_link *link);
/* Runs it; what an earlier run has brought is given up. The link is not in a call. */
int mynd_call_run(mynd_call *call);
/*
 * Instead of the reply that `run` has brought, if it was called, the answer becomes the link's reply. As
 * `run`.
 */
int mynd_call_answer(mynd_call *call, mynd_answer *answer);
/* The same, but that the answer is made when the reply is taken. Of an asynchronous call. */
int mynd_call_answer_later(mynd_call *call, void *waiting);
/* Who is told when the reply to the asynchronous call, which was queued, is taken. */
void mynd_call_await(mynd_call *call, void *waiting);
/* An exception: nobody takes what `run` has brought. MYND_BAD. */
int mynd_call_give_up(mynd_call *call);
/*
 * The rows that wait on the link are stored, and wait on. MYND_MORE: none wait, or more results follow.
 * MYND_BAD: the link's error says why they cannot be had.
 */
int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store);
/* MYND_BAD: the link was to be closed meanwhile, and is lost. */
int mynd_link_closed_meanwhile(mynd_link *link);
/* What of a link interceptors see. */
const mynd_connect *mynd_link_login(const mynd_link *link); /* how it was connected; NULL: it is not */
const char *mynd_link_database(const mynd_link *link);      /* for certain; NULL: none, or it is not known */
uint32_t mynd_link_epoch(const mynd_link *link);
/* Of the session: another one with each connect, hand-over by a pool, and change of user. Never 0. */
uint64_t mynd_link_session_number(mynd_link *link);
/* Of the link as it stands now: a connect, or a change of user, that has run has begun another one. */
uint64_t mynd_call_session_number(const mynd_call *call);
/* Calls `each` with every text that runs first in the link's sessions. */
void mynd_link_each_init_command(
    const mynd_link *link, void (*each)(void *context, mynd_slice sql), void *context);

#endif
