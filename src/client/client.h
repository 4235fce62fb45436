/*
 * The commands that a program can give: mysqli, PDO and Mynd's own functions call what is declared here. Each
 * command goes to the interceptors first, if there are any (intercept.h), and then to the room that runs it.
 * Commands of the driver's own (init commands, the reset of a pool's connections, cancelling) do not come
 * here.
 *
 * ../command/link.h says how errors are reported and who may call when.
 */
#ifndef MYND_CLIENT_CLIENT_H
#define MYND_CLIENT_CLIENT_H

#include "../link/poll.h"
#include "../pool/pool.h"
#include "../statement/bulk.h"

/* --- connect --- */

/*
 * Connects the link with its settings, or returns an idle link of the pool in *link. An ordinary link that is
 * connected is closed first; a persistent one must not be connected. An idle link takes over the settings
 * that are no part of the pool's key (time limits, for example). *link is then a different link: the caller
 * gets a reference to that link, and still has its reference to the link that it passed. An idle link whose
 * connection is lost is silently replaced by a new one. Other idle links are closed first if the limits
 * require that. May wait.
 */
mynd_opened mynd_pool_connect(mynd_link **link, const mynd_connect *with);

/* --- queries --- */

/*
 * Sends the query and reads the beginning of the reply: OK, or a result set to be taken with store or use.
 * `stores`: the caller will store the result set. If there are interceptors, its rows are then stored before
 * they see the reply, and an error among the rows is an error of this function.
 */
int mynd_link_query(mynd_link *link, const char *sql, size_t len, bool stores);

/*
 * Prepares the statement (or takes it from the cache) and runs it. This takes one round trip if
 * mynd.pipelining allows it, the server is MariaDB, and the statement's placeholders can be counted for
 * certain and are as many as the values; otherwise two, or one for a statement in the cache. The result set,
 * if there is one, is taken with mynd_link_store or mynd_link_use. Returns MYND_BAD with
 * MYND_CAUSE_WRONG_COUNT if the statement needs another number of values than `count`; *needed is that
 * number.
 */
int mynd_link_execute_query(mynd_link *link, const char *sql, size_t len, const mynd_parameter *parameters,
    uint32_t count, uint32_t *needed);

/* --- statements --- */

/*
 * Returns the statement, which the caller owns, or NULL on error. affected_rows is unknown afterwards;
 * insert_id and info do not change.
 */
mynd_statement *mynd_statement_prepare(mynd_link *link, const char *sql, size_t len);

/*
 * As mynd_statement_prepare, but if the cache has a statement for this SQL, it is lent and nothing is sent.
 * The caller returns it with mynd_statement_give_back.
 */
mynd_statement *mynd_statement_borrow(mynd_link *link, const char *sql, size_t len);
/*
 * As prepare and borrow, but with mynd.round_trips = fewer the prepare may be sent with the first execute. If
 * the prepare fails, the execute fails with the prepare's error. If there are interceptors, the prepare is
 * sent at once.
 */
mynd_statement *mynd_statement_prepare_deferred(mynd_link *link, const char *sql, size_t len);
/* `runs`: the same call of the program executes the statement. */
mynd_statement *mynd_statement_borrow_deferred(mynd_link *link, const char *sql, size_t len, bool runs);
/*
 * Sends the prepare of a statement if it is deferred (mynd_statement_is_deferred). Returns MYND_BAD on an
 * error: it is set on the link, and every later execute fails with it. May wait.
 */
int mynd_statement_send_prepare(mynd_statement *statement);
/*
 * Sends the deferred prepare of the statement that was prepared last, because the program is about to read
 * values of its last command (the number of warnings, for example) that may depend on the prepare.
 */
void mynd_link_send_prepare(mynd_link *link);
/*
 * Returns true if, with mynd.round_trips = fewer, this statement need not be prepared, because it has the
 * same effect as a query.
 */
bool mynd_statement_may_stay_text(const mynd_link *link, const char *sql, size_t len);
/*
 * Runs the statement with `count` parameters. Error 2031 if the statement has another number of parameters.
 * `cursor` may be NULL. Unread rows of the statement's own last result are discarded first (fetching from
 * that result then fails with 2014); unread rows of another command are error 2014. The outcome is in the
 * link: affected rows, insert id, or a result set to be taken with store or use. If the server has forgotten
 * the statement (error 1243, also to a COM_STMT_RESET), it is prepared and run again, once, unless long data
 * was sent. A statement from before a change of user or a reset is error 1243, and nothing is sent. `stores`
 * as in mynd_link_query.
 */
int mynd_statement_execute(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor, bool stores);

/* --- commands whose replies are taken later, see ../command/queue.h --- */

/*
 * Queues a query and writes it. After a barrier (a command that may ask for a file, for example) it is
 * written only when the barrier's reply has been read. The link reads replies while it writes. `use` is
 * stored for the caller that takes the reply. Returns MYND_BAD if there will be no reply: 2014 if a result is
 * not read to its end.
 */
int mynd_link_query_async(mynd_link *link, const char *sql, size_t len, bool use);

/* As mynd_link_query_async, for the given owner. */
int mynd_link_text_async(mynd_link *link, const void *owner, const char *sql, size_t len);

/*
 * Queues and writes an execute without a cursor, as mynd_link_query_async does. The statement takes the
 * reply, which is always buffered.
 */
int mynd_statement_execute_async(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count);

/*
 * Queues a query or an execute for the given owner without writing it. Queued commands are written by
 * mynd_link_write, as much as the socket takes now, or while a reply is waited for.
 */
int mynd_link_queue_text(mynd_link *link, const void *owner, const char *sql, size_t len);
int mynd_statement_queue(
    mynd_statement *statement, const void *owner, const mynd_parameter *parameters, uint32_t count);
/*
 * Sends the first `rows` of the gathered rows, which are the first `bytes`; the rows after them stay
 * gathered, and are the first rows of the next command. Otherwise as mynd_statement_execute_async. Error 2008
 * if a value could not be stored.
 */
int mynd_statement_send_gathered(mynd_statement *statement, const void *owner, uint32_t rows, size_t bytes);

/*
 * Returns the length of the longest command that the server accepts (max_allowed_packet); 0 on error. Asks
 * the server for it once in a connection, by a query that interceptors see.
 */
size_t mynd_link_find_longest_command(mynd_link *link);

/*
 * Takes the owner's next reply and waits for it if necessary. *use is the value that was passed with the
 * command. Returns MYND_MORE if no reply is outstanding. Error 2014 if a result is not read to its end.
 */
int mynd_link_reap(mynd_link *link, const void *owner, bool *use);
/*
 * Takes a statement's next reply, as mynd_link_reap. Error 2006 if its connection is lost or closed; its
 * replies are discarded then.
 */
int mynd_statement_reap(mynd_statement *statement);

/* --- other commands --- */

int mynd_link_select_db(mynd_link *link, const char *name, size_t len);
int mynd_link_ping(mynd_link *link);
int mynd_link_kill(mynd_link *link, uint32_t thread_id);
int mynd_link_refresh(mynd_link *link, uint8_t options);
int mynd_link_debug(mynd_link *link);
int mynd_link_set_multi_statements(mynd_link *link, bool on);
zend_string *mynd_link_statistics(mynd_link *link); /* returns NULL on an error; the caller owns the string */
/* Sends SET NAMES; escaping uses the character set afterwards. */
int mynd_link_set_charset(mynd_link *link, const mynd_charset *charset);
int mynd_link_change_user(mynd_link *link, const char *user, size_t user_len, const char *password,
    size_t password_len, const char *database, size_t database_len);

#endif
