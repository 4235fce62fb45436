/*
 * Interceptors: code of the program that is called around each command that the program gives. src/hooks
 * implements them; this header declares what the driver passes to them and takes from them.
 *
 * A function of this room that runs a command of the program describes the command in a mynd_call and passes
 * it to `around`, which runs the interceptors and, inside them, the command. Commands of the driver's own
 * (init commands, the reset of persistent connections, cancels) are not passed to it.
 */
#ifndef MYND_CLIENT_INTERCEPT_H
#define MYND_CLIENT_INTERCEPT_H

#include "client.h"
#include "../command/answer.h"
#include "../wire/text_facts.h"

typedef enum mynd_call_kind { /* kinds in the order of Mynd\Kind */
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

/*
 * A command that is about to run. The struct lasts as long as the call of `around`, during which the link is
 * held.
 */
typedef struct mynd_call mynd_call;
struct mynd_call {
	mynd_call_kind kind;
	bool stores; /* the caller stores the command's first result, of which `around` sees all rows */
	bool async;  /* `run` only queues the command, whose reply goes to `resolved` */
	mynd_link *link;
	mynd_text_facts *facts;           /* facts of the command's SQL; NULL: a kind without SQL */
	const mynd_parameter *parameters; /* parameters of an execute */
	uint32_t count;
	mynd_statement *statement; /* the statement to be run; NULL: none is prepared yet */
	/* Runs the command with the call's present values, as mynd_link_query or mynd_link_query_async does. */
	int (*run)(mynd_call *call);
	bool intercepted; /* the interceptors were called for the command */
	bool has_run;     /* `run` was called; `command` is the number of the last command that `run` has sent */
	uint64_t command;
	const void *owner; /* owner of an asynchronous command */
	bool use, only_queued;
	const mynd_cursor_setting *cursor;
	uint32_t *needed;
	uint32_t rows; /* BulkExecute: number of rows that are sent together */
	size_t bytes;  /* size of these rows */
	/* login of a Connect; of ChangeUser: user, password, database; of ChangeDatabase: the database */
	const mynd_connect *with;
	const mynd_charset *charset; /* character set of SetCharset */
	uint32_t number;
	/* Results of `run`, owned by the caller. */
	mynd_statement *prepared;
	zend_string *text;
	void (*undo)(mynd_call *call); /* discards what `run` produced; NULL: nothing special to do */
	mynd_link **slot;              /* Connect: where the link is put if another one is used */
	int opened;                    /* mynd_opened */
};

static inline mynd_slice mynd_call_sql(const mynd_call *call)
{
	return call->facts == NULL ? (mynd_slice){NULL, 0} : call->facts->sql;
}

typedef struct mynd_intercepting {
	/*
	 * Runs the command, and returns as call->run. After MYND_BAD an exception may be pending. Runs code of
	 * the program.
	 */
	int (*around)(mynd_call *call);
	/*
	 * Called when the reply that `waiting` waits for was taken. `rc`: whether that succeeded, as
	 * mynd_link_reap returns. Returns the value that mynd_link_reap then returns, if no exception is pending
	 * and the program has not closed the link. Runs code of the program.
	 */
	int (*resolved)(void *waiting, mynd_link *link, int rc);
	/*
	 * Called when the reply of a call that an interceptor answers later is being taken: code of the program
	 * makes the answer now. Returns MYND_BAD if an exception is pending.
	 */
	int (*answer)(void *waiting, mynd_answer *answer);
	/* Called if the reply will never be taken. Runs no code of the program. */
	void (*dropped)(void *waiting);
} mynd_intercepting;

/* Passes commands of this thread's links to `by` from now on. NULL: interception ends. */
void mynd_links_intercept(const mynd_intercepting *by);
bool mynd_links_are_intercepted(void); /* returns true if interceptors may change commands */

/*
 * Has `act` called, from now on, before a link of this thread connects for the program, also from a pool; a
 * call on the link is under way meanwhile. `act` runs code of the program. It returns MYND_BAD, and sets
 * *error, if the link must not be connected; an exception may be pending. `act` NULL: nothing is called any
 * more.
 */
void mynd_links_before_connect(int (*act)(mynd_error *error));

/* --- for `around` --- */

/*
 * Called before and after code of the program runs: meanwhile a call on the link is under way, and the error
 * for other calls on the link names $next. These calls do not nest.
 */
void mynd_call_enter_program(mynd_link *link);
void mynd_call_leave_program(mynd_link *link);
/*
 * Returns true if the calling fiber is between mynd_call_enter_program and mynd_call_leave_program, and no
 * command of the link waits within that code.
 */
bool mynd_call_is_in_program(const mynd_link *link);
/* Runs the command and discards what an earlier run produced. No other call on the link may be under way. */
int mynd_call_run(mynd_call *call);
/* Makes the answer the link's reply; a reply of an earlier `run` is discarded. Returns as `run` does. */
int mynd_call_answer(mynd_call *call, mynd_answer *answer);
/* As mynd_call_answer, for an asynchronous call; the answer is made when the reply is taken. */
int mynd_call_answer_later(mynd_call *call, void *waiting);
/*
 * Sets the columns that the statement of this prepare has, where there is no server (mynd_stand_in_columns).
 */
int mynd_call_announce_columns(mynd_call *call, uint32_t count, mynd_slice definitions);
/* Has `waiting` informed when the reply of the queued asynchronous call is taken. */
void mynd_call_await(mynd_call *call, void *waiting);
/* Discards what `run` produced, after an exception was thrown. Returns MYND_BAD. */
int mynd_call_give_up(mynd_call *call);
/*
 * Stores the rows that the program has not taken yet, and can still take. Returns MYND_MORE if there are
 * none, or more results follow, MYND_BAD if the rows cannot be read; the link's error says why.
 */
int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store);
/*
 * Reads all results of the current reply, stores them, and calls `each` for every one in turn. The program
 * can take them as before; `result` and its rows last as long as the call of `each`. Returns MYND_MORE if
 * rows are gone, or are fetched from a cursor, MYND_BAD if the rows of the first result cannot be read; the
 * link's error says why. `each` does not run code of the program.
 */
int mynd_link_each_result(
    mynd_link *link, void (*each)(void *context, const mynd_answer *result), void *context);
/* Returns MYND_BAD if the link was marked to be closed meanwhile, and is lost. */
int mynd_link_closed_meanwhile(mynd_link *link);
/* --- what interceptors see of a link --- */
/* parameters of the link's login; NULL: unconnected */
const mynd_connect *mynd_link_login(const mynd_link *link);
/* Returns the default database; NULL if there is none, or it is not known for certain. */
const char *mynd_link_database(const mynd_link *link);
uint32_t mynd_link_connection_number(const mynd_link *link);
/*
 * Returns the number of the session, never 0. Each connect, each hand-over by a pool and each change of user
 * begins a session with a new number.
 */
uint64_t mynd_link_session_number(mynd_link *link);
/*
 * Returns the current session number of the call's link: if the call is a connect or a change of user and has
 * run, that is the new number.
 */
uint64_t mynd_call_session_number(const mynd_call *call);
/* Calls `each` with the number of each open session of the thread that has a number. */
void mynd_links_each_session(void (*each)(void *context, uint64_t number), void *context);
/* Calls `each` with every init command of the link. */
void mynd_link_each_init_command(
    const mynd_link *link, void (*each)(void *context, mynd_slice sql), void *context);

#endif
