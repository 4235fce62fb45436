/*
 * Interceptors: code of the program that is called around each command that the program gives. src/hooks
 * implements them; here is what the driver tells them and what it takes from them.
 *
 * A function of this room that runs a command of the program describes the command in a mynd_call and passes
 * it to `around`, which runs the interceptors and, inside them, the command. Commands of the driver's own
 * (init commands, the reset of persistent connections, cancelling) do not come here.
 */
#ifndef MYND_CLIENT_INTERCEPT_H
#define MYND_CLIENT_INTERCEPT_H

#include "client.h"
#include "../command/answer.h"
#include "../wire/text_facts.h"

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

/* A command that is about to run. It lasts as long as the call of `around`, during which the link is held. */
typedef struct mynd_call mynd_call;
struct mynd_call {
	mynd_call_kind kind;
	bool stores; /* the caller stores its first result: `around` sees all of that */
	bool async;  /* `run` only queues it; its reply goes to `resolved` */
	mynd_link *link;
	mynd_text_facts *facts;           /* of its text; NULL: this kind has none */
	const mynd_parameter *parameters; /* of an execute */
	uint32_t count;
	mynd_statement *statement; /* the one to be run; NULL: none is prepared yet */
	/* Runs the command as it is described now, as mynd_link_query or mynd_link_query_async does. */
	int (*run)(mynd_call *call);
	bool intercepted; /* the interceptors were called for it */
	bool has_run;     /* at least once; `command` is the number of the last time */
	uint64_t command;
	const void *owner; /* of an asynchronous command */
	bool use, only_queued;
	const mynd_cursor_setting *cursor;
	uint32_t *needed;
	size_t bytes; /* of the rows that are sent together */
	/* Of Connect; for ChangeUser: user, password, database; for ChangeDatabase: the database. */
	const mynd_connect *with;
	const mynd_charset *charset; /* SetCharset */
	uint32_t number;
	/* Set by `run`; the caller owns them. */
	mynd_statement *prepared;
	zend_string *text;
	void (*undo)(mynd_call *call); /* discards what `run` has brought; NULL: nothing special to do */
	mynd_link **slot;              /* Connect: where the link is put if another one is used */
	int opened;                    /* mynd_opened */
};

static inline mynd_slice mynd_call_sql(const mynd_call *call)
{
	return call->facts == NULL ? (mynd_slice){NULL, 0} : call->facts->sql;
}

typedef struct mynd_intercepting {
	/*
	 * Runs the command, as call->run. After MYND_BAD an exception may be pending. Runs code of the program.
	 */
	int (*around)(mynd_call *call);
	/*
	 * The reply that `waiting` stands for was taken, with this outcome. Returns the outcome that the program
	 * gets. Runs code of the program.
	 */
	int (*resolved)(void *waiting, mynd_link *link, int rc);
	/*
	 * The reply of a call that was answered later is being taken: code of the program makes the answer now.
	 * MYND_BAD: an exception is pending.
	 */
	int (*answer)(void *waiting, mynd_answer *answer);
	/* The reply will never be taken. Runs no code of the program. */
	void (*dropped)(void *waiting);
} mynd_intercepting;

/* From now on commands of this thread's links go to `by`. NULL: interception ends. */
void mynd_links_intercept(const mynd_intercepting *by);
bool mynd_links_are_intercepted(void); /* commands may reach the server as others than the program gave */

/*
 * From now on `act` is called before a link of this thread connects for the program, also from a pool; a call
 * on the link is under way meanwhile. Runs code of the program. MYND_BAD: the link stays unconnected and
 * *error says why; an exception may be pending. NULL: nothing is called any more.
 */
void mynd_links_before_connect(int (*act)(mynd_error *error));

/* --- for `around` --- */

/*
 * Stand before and after code of the program: meanwhile a call on the link is under way, and the error for
 * other calls on it names $next. They do not nest.
 */
void mynd_call_enter_program(mynd_link *link);
void mynd_call_leave_program(mynd_link *link);
/* That code runs in the fiber that asks, and no command of the link waits within it. */
bool mynd_call_is_in_program(const mynd_link *link);
/*
 * Runs the command and discards what an earlier run has brought. No other call on the link may be under way.
 */
int mynd_call_run(mynd_call *call);
/*
 * Makes the answer the link's reply; the reply that `run` may have brought is discarded. Returns as `run`
 * does.
 */
int mynd_call_answer(mynd_call *call, mynd_answer *answer);
/* The same for an asynchronous call; the answer is made when the reply is taken. */
int mynd_call_answer_later(mynd_call *call, void *waiting);
/* Where there is no server: the statement of this prepare has these columns (mynd_stand_in_columns). */
int mynd_call_announce_columns(mynd_call *call, uint32_t count, mynd_slice definitions);
/* The asynchronous call was queued: `waiting` is told when its reply is taken. */
void mynd_call_await(mynd_call *call, void *waiting);
/* An exception was thrown: what `run` has brought is discarded. Returns MYND_BAD. */
int mynd_call_give_up(mynd_call *call);
/*
 * Stores the rows that wait on the link; they go on waiting. MYND_MORE: no rows wait, or more results follow.
 * MYND_BAD: the link's error says why they cannot be had.
 */
int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store);
/* MYND_BAD: the link was marked to be closed meanwhile, and is lost. */
int mynd_link_closed_meanwhile(mynd_link *link);
/* What interceptors see of a link. */
const mynd_connect *mynd_link_login(const mynd_link *link); /* how it was connected; NULL: unconnected */
/* NULL: there is none, or it is not known for certain */
const char *mynd_link_database(const mynd_link *link);
uint32_t mynd_link_connection_number(const mynd_link *link);
/*
 * The number of the session, never 0. Each connect, each hand-over by a pool and each change of user begins a
 * session with a new number.
 */
uint64_t mynd_link_session_number(mynd_link *link);
/*
 * The session number of the link as it stands now: a connect or a change of user that has run has changed it.
 */
uint64_t mynd_call_session_number(const mynd_call *call);
/* Calls `each` with the number of each session of the thread that has one and is open. */
void mynd_links_each_session(void (*each)(void *context, uint64_t number), void *context);
/* Calls `each` with every init command of the link. */
void mynd_link_each_init_command(
    const mynd_link *link, void (*each)(void *context, mynd_slice sql), void *context);

#endif
