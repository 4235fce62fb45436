/*
 * A link: a connection as its users see it, with its state, its current reply, and the commands under way.
 *
 * Errors: functions return MYND_OK or MYND_BAD, and mynd_link_error() returns the reason; nothing here warns
 * or throws. A lost link and a timeout are both error 2006, as in stock; the error's `cause` tells them
 * apart.
 *
 * Who may call when: a command on a link with an unread reply is refused with 2014 ("Commands out of sync").
 * While a call (of another fiber) waits on the link, every other call is refused with 2014. Closing the link,
 * or freeing its results and statements, then only sets a flag, and the waiting call acts on the flag. The
 * caller of a function that may wait holds a reference of its own meanwhile (to the link, and to the
 * statement if the call is about one), and checks their state again afterwards. After a wait that failed an
 * exception may be pending: then nothing more is sent. In a process that was forked after the connect every
 * command, and every read that needs the socket, fails with error 2006.
 *
 * Connecting and closing: ../link/connect.h. Commands of the program: ../client/client.h.
 */
#ifndef MYND_COMMAND_LINK_H
#define MYND_COMMAND_LINK_H

#include "../channel/channel.h"
#include "../wire/charset.h"
#include "../wire/statement.h"

typedef struct mynd_link mynd_link;
typedef struct mynd_result mynd_result;

/* Whether a server takes writes. */
typedef enum mynd_role {
	MYND_ROLE_ANY, /* of a connect: every role will do; of a server: not known */
	MYND_ROLE_PRIMARY,
	MYND_ROLE_REPLICA,
	MYND_ROLE_NONE /* a node that lets clients in, but runs no statements */
} mynd_role;

struct mynd_connect; /* ../link/connect.h */

/* Which nodes of a cluster a connect has tried; cleared memory: none. */
typedef struct mynd_node_round {
	uint32_t tried;               /* a bit for each */
	const struct mynd_node *last; /* the one that was chosen last; NULL: none */
	int64_t began;                /* the attempt to connect to that one */
	int64_t attempt_ends_at;      /* mynd_connect.* */
} mynd_node_round;

/* A node of a cluster, as a link that is connected to it knows it. It lives as long as the process. */
typedef struct mynd_node {
	bool tells_gtids; /* its server is asked for its GTIDs together with its role */
	/* Called when a command of the link has failed on the node's server, or its connection is lost. */
	void (*on_failure)(mynd_link *link, const mynd_error *error);
	/*
	 * Called when the link's server has said its role. Returns MYND_BAD, with the link's error, if the
	 * cluster does not believe that it is the primary.
	 */
	int (*on_role)(mynd_link *link);
	/*
	 * Chooses the node that the link is connected to next, in the place of this one, which may be the first
	 * to be chosen: sets the host and limits of *to. The link's error is then that of the node that was
	 * chosen before. Returns false if each node has been chosen once; then *to is not changed.
	 */
	bool (*choose_next)(
	    const struct mynd_node *from, mynd_link *link, mynd_node_round *round, struct mynd_connect *to);
} mynd_node;

/* --- life --- */

void mynd_link_addref(mynd_link *link);
/*
 * Releases a reference. Releasing the last one closes the link (MYND_CLOSE_IMPLICIT) and frees it. Never runs
 * PHP code; waits only where ../link/finish.c does.
 */
void mynd_link_release(mynd_link *link);

/* --- settings, see ../channel/settings.h. Strings are copied --- */

void mynd_link_set_string(mynd_link *link, mynd_string_setting which, const char *value);
const char *mynd_link_get_string(const mynd_link *link, mynd_string_setting which);
void mynd_link_set_int(mynd_link *link, mynd_int_setting which, zend_long value);
zend_long mynd_link_get_int(const mynd_link *link, mynd_int_setting which);
void mynd_link_add_init_command(mynd_link *link, const char *sql, size_t len);

/* --- queries of the driver's own --- */

/* Sends the query and reads the beginning of the reply: OK, or a result set to be taken with store or use. */
int mynd_link_run_text(mynd_link *link, const char *sql, size_t len);

/*
 * Sets MySQL's query attributes: they are sent with every query and every execute until others are set. The
 * caller sets them before a command and sets none (0) after it; a queued command keeps those that it was
 * queued with. The attributes are copied. Links that connect while there are interceptors negotiate query
 * attributes, if the server has them (MySQL 8.0.26); on other links nothing happens and MYND_OK is returned.
 * Returns MYND_BAD if there is no memory; no attributes are set then. The attributes are discarded when the
 * program's use of the connection ends.
 */
int mynd_link_set_query_attributes(mynd_link *link, const mynd_query_attribute *attributes, uint16_t count);

/* --- results --- */

/* Returns true if the current reply has columns that were not taken yet. */
bool mynd_link_has_result(const mynd_link *link);
bool mynd_link_is_reading(const mynd_link *link); /* returns true if an unbuffered result is being read */
/* Returns true if the current reply answers an execute, whose statement takes its results. */
bool mynd_link_is_at_statement(const mynd_link *link);
/* Returns true if mynd_link_take_next_result() has taken a result of the current reply. */
bool mynd_link_has_taken_result(const mynd_link *link);
/* returns true if a further reply follows the current one */
bool mynd_link_more_results(const mynd_link *link);
/*
 * As mynd_link_more_results, but also returns true if the further results are discarded, or another fiber's.
 */
bool mynd_link_has_further(const mynd_link *link);
/*
 * As mynd_link_more_results, but may be called before the rows are read. With mynd.reconnect (DEPRECATE_EOF)
 * only the packet after the rows reports whether more results follow; so rows that were not taken yet are
 * stored first, and can still be taken. If they cannot be stored, the link has the error.
 */
bool mynd_link_look_for_more_results(mynd_link *link);
/*
 * Moves on to the next reply. Returns MYND_MORE if there is none. Error 2014 if the current result was not
 * taken or is not read to its end.
 */
int mynd_link_next_result(mynd_link *link);
/*
 * As mynd_link_next_result, but the result belongs to the connection, even if a statement has run the
 * command.
 */
int mynd_link_take_next_result(mynd_link *link);
/* Reads and drops the current reply and all further ones. */
int mynd_link_drain(mynd_link *link);

/* Returns the number of the last command among all commands of the link. */
uint64_t mynd_link_command(const mynd_link *link);
/*
 * Discards the parts of the reply to the command with this number (a result set, further results) that were
 * not taken. They are read to their end now, or, where a destructor may not wait (leave.c), by the next
 * command, which is not refused because of them. Nothing happens if the link's last command is another one.
 */
void mynd_link_leave_reply(mynd_link *link, uint64_t command);
/*
 * Copies the query of an unbuffered result, so that code that discards its rows can check whether the query
 * writes nothing.
 */
void mynd_link_keep_select(mynd_link *link, const char *sql, size_t len);
/*
 * Discards further results of the current reply, if its current result is read and it has no owner. They are
 * read as mynd_link_leave_reply reads them. With `to_ok` the first result without rows is the last that is
 * discarded, and the program can take those after it; an error among them becomes the link's, in place of the
 * one before. Where a destructor may not wait, all are discarded.
 * Nothing happens while a call or another fiber uses the link, or an asynchronous query is outstanding.
 */
void mynd_link_leave_further(mynd_link *link, bool to_ok);

/*
 * Rolls back the transaction that is open when the program's use of the link ends, and waits for the reply,
 * so that the transaction's locks are released by then. Does nothing where a destructor may not wait: the
 * server rolls back at the end of the session.
 */
void mynd_link_roll_back_left(mynd_link *link);
/*
 * Rolls back the open transaction at once, or to a savepoint (NULL: all of it), without interceptors. If that
 * fails, if the transaction cannot be ended so (XA), or if a reply has not arrived as a whole, the connection
 * is lost instead.
 */
void mynd_link_roll_back(mynd_link *link, const char *savepoint);
/*
 * Discards all replies that were not taken or not read to their end, and those to commands under way: nobody
 * can read them any more, and later commands are not refused because of them.
 */
void mynd_link_drop_replies(mynd_link *link);

/*
 * Return NULL if there is no result to be taken (the error's code is then 0), or on an error: 2014 (another
 * call is under way), 2008 (the result does not fit memory_limit), or the server's error among the rows.
 */
mynd_result *mynd_link_store(mynd_link *link);
mynd_result *mynd_link_use(mynd_link *link);

/* --- what is known --- */

/* error of the last call; code 0: none. Never NULL */
const mynd_error *mynd_link_error(const mynd_link *link);
const mynd_error *mynd_link_last_failure(
    const mynd_link *link); /* error of the last loss or protocol error; code 0: none */
/* Sets the error; NULL clears it. */
void mynd_link_set_error(mynd_link *link, const mynd_error *error);
/* Sets a client error with stock's message. Returns MYND_BAD. */
int mynd_link_refuse(mynd_link *link, unsigned client_error) __attribute__((cold));
const mynd_server *mynd_link_server(const mynd_link *link); /* NULL: unconnected */
/* such as "Localhost via UNIX socket"; NULL: unconnected */
const char *mynd_link_host_info(const mynd_link *link);
uint64_t mynd_link_affected_rows(const mynd_link *link); /* (uint64_t) -1: unknown or failed */
uint64_t mynd_link_insert_id(const mynd_link *link);
unsigned mynd_link_warning_count(const mynd_link *link);
/* number of columns of the last reply; 0: no result set */
uint32_t mynd_link_field_count(const mynd_link *link);
const char *mynd_link_info(const mynd_link *link, size_t *len); /* NULL: none */
/* the character set that escaping uses; never NULL */
const mynd_charset *mynd_link_charset(const mynd_link *link);
int mynd_link_descriptor(const mynd_link *link); /* the socket's descriptor; -1: none */
bool mynd_link_is_idle(const mynd_link *link);   /* returns true if a command may be sent */
/* Returns true if a call on the link is waiting, or is running code of the program. */
bool mynd_link_is_in_call(const mynd_link *link);
/*
 * Returns true if another call on the link is under way; the link's error is then 2014. For functions that
 * send no command.
 */
bool mynd_link_refuse_in_call(mynd_link *link);
/* returns the escaped string, which the caller owns */
zend_string *mynd_link_escape(mynd_link *link, const char *from, size_t len);
/* returns true if escaping doubles quotes and nothing else */
bool mynd_link_has_no_backslash(const mynd_link *link);

/*
 * Returns the escaped string between `before` and `after`, such as quotes or _binary'...'. The caller owns
 * it.
 */
zend_string *mynd_link_quote(
    mynd_link *link, const char *before, const char *from, size_t len, const char *after);

/* --- state of the session --- */

/*
 * Returns the session version, which changes when state that prepared statements depend on may have changed;
 * code that caches prepared statements by their SQL then drops them. Changes are counted from the link's
 * first prepared statement on.
 */
uint32_t mynd_link_session_version(const mynd_link *link);

bool mynd_link_is_open(const mynd_link *link); /* returns true if connected, and not lost */
/* returns true if logged in, not closed; a lost link counts */
bool mynd_link_is_connected(const mynd_link *link);

/* Returns the warning that stock raises besides a connect error; NULL: none. The next command clears it. */
const char *mynd_link_connect_warning(const mynd_link *link);
void mynd_link_forget_connect_warning(mynd_link *link); /* clears the warning after it was raised */
const char *mynd_link_connect_warning_about(
    const mynd_link *link); /* the file that the warning is about; NULL: none */

/* --- fibers take turns (turns.h) --- */

/* Makes fibers take turns on the link until it is closed. */
void mynd_link_begin_turns(mynd_link *link);
bool mynd_link_takes_turns(const mynd_link *link);
bool mynd_link_has_line(const mynd_link *link); /* returns true if a fiber waits for the link */
/*
 * Begin and end a series of commands between which no other fiber's command may run. Series nest. Beginning
 * may wait; it returns MYND_BAD if the turn is refused: the error says why, and mynd_link_end_turn must not
 * be called. Both do nothing on a link on which fibers do not take turns.
 */
int mynd_link_begin_turn(mynd_link *link);
void mynd_link_end_turn(mynd_link *link);
/* Returns true if another fiber holds the link, so that the calling fiber's next command waits in line. */
bool mynd_link_is_held_by_other(const mynd_link *link);
/*
 * As mynd_link_refuse_in_call, for a command that goes through the gate. Returns false if another fiber holds
 * the link, because the command can then wait in line at the gate.
 */
bool mynd_link_refuse_at_once(mynd_link *link);
/*
 * Returns true if the server reports an open transaction and, with turns, the calling fiber holds the link.
 */
bool mynd_link_is_in_transaction(const mynd_link *link);
/*
 * Ends the turns of a fiber that has ended. Never waits, runs no code of the program. `fiber` is its context
 * (zend_fiber_context).
 */
void mynd_turns_fiber_ended(const void *fiber);
/* Frees the waiters of this thread at the end of a request. */
void mynd_turns_sweep(void);

#endif
