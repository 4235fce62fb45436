/*
 * The commands of a program: what the faces call. Each goes to the interceptors first, if there are any
 * (intercept.h), and then to the room that runs it. Commands of the driver's own (init commands, the reset of
 * a pool's connections, cancelling) do not come here.
 *
 * Errors and who may call when: ../command/link.h.
 */
#ifndef MYND_CLIENT_CLIENT_H
#define MYND_CLIENT_CLIENT_H

#include "../link/poll.h"
#include "../pool/pool.h"
#include "../statement/bulk.h"

/* --- connect --- */

/*
 * Connects a program's link, which has its settings (an ordinary one that is connected is closed first; no
 * persistent one); or answers with an idle one, which takes its settings over as far as they are no part of
 * the key (time limits, say): *link is then another link, with a reference of its own for the caller, who
 * still has the first one. An idle link that died is replaced by a new one without a word. To stay within
 * limits idle links are closed first. May wait.
 */
mynd_opened mynd_pool_connect(mynd_link **link, const mynd_connect *with);

/* --- texts --- */

/*
 * Sends, and reads the beginning of the reply: OK, or a result set that waits to be taken with store or use.
 */
int mynd_link_query(mynd_link *link, const char *sql, size_t len);

/*
 * Prepares (or takes from the cache) and runs. One round trip where mynd.pipelining allows it, the server is
 * MariaDB, and the text's placeholders can be counted for certain and are as many as the values; else two, or
 * one for a text that is in the cache. The result set, if there is one, is taken with mynd_link_store or
 * mynd_link_use. MYND_BAD with MYND_CAUSE_WRONG_COUNT: `count` is not what the text needs; *needed tells what
 * is.
 */
int mynd_link_execute_query(mynd_link *link, const char *sql, size_t len, const mynd_parameter *parameters,
    uint32_t count, uint32_t *needed);

/* --- statements --- */

/* NULL: error. The statement is the caller's. affected_rows is then unknown, insert_id and info stay. */
mynd_statement *mynd_statement_prepare(mynd_link *link, const char *sql, size_t len);

/*
 * The same, but a statement that the cache keeps for this text is lent instead, and nothing is sent. To be
 * given back with mynd_statement_give_back.
 */
mynd_statement *mynd_statement_borrow(mynd_link *link, const char *sql, size_t len);
/*
 * Runs it with `count` parameters, which must be as many as it has (else 2031); `cursor` may be NULL. What is
 * unread of its own last result is dropped first (that result then answers 2014); that of another command is
 * 2014. The outcome is the link's: affected rows, insert id, or a result set that waits for store or use. A
 * statement that the server forgot or invalidated by itself (1243, 1615) is prepared and run again, once,
 * unless long data was sent. One from before a change-user or reset is 1243, and nothing is sent.
 */
int mynd_statement_execute(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count,
    const mynd_cursor_setting *cursor);

/* --- commands whose replies are taken later, see ../command/queue.h --- */

/*
 * Queues a text, and writes it unless a barrier stands before it (then it is written when that one's reply
 * has been read). While it writes, the link reads. `use` is for whoever takes the reply. MYND_BAD: there is
 * no reply to be taken; 2014 if a result is not read to its end.
 */
int mynd_link_query_async(mynd_link *link, const char *sql, size_t len, bool use);

/* The same, for an owner of his own. */
int mynd_link_text_async(mynd_link *link, const void *owner, const char *sql, size_t len);

/*
 * The same of an execute, which has no cursor; the reply is the statement's to take, unbuffered ones there
 * are none.
 */
int mynd_statement_execute_async(mynd_statement *statement, const mynd_parameter *parameters, uint32_t count);

/*
 * Queues only, for an owner of his own. What is queued goes out with mynd_link_write, as much as the socket
 * takes now, or while a reply is waited for.
 */
int mynd_link_queue_text(mynd_link *link, const void *owner, const char *sql, size_t len);
int mynd_statement_queue(
    mynd_statement *statement, const void *owner, const mynd_parameter *parameters, uint32_t count);
/*
 * Sends the first `bytes` of it, where a row ends; the rows behind them stay, and are the next command's
 * first. As mynd_statement_execute_async otherwise. 2008 if a value could not be kept.
 */
int mynd_statement_send_gathered(mynd_statement *statement, const void *owner, size_t bytes);

/*
 * Takes the owner's next reply, waiting for it. *use is what was said to the command. MYND_MORE: none is
 * outstanding. 2014 if a result is not read to its end.
 */
int mynd_link_reap(mynd_link *link, const void *owner, bool *use);
/* The same of a statement's next reply. 2006 if its connection is gone, and all replies with it. */
int mynd_statement_reap(mynd_statement *statement);

/* --- other commands --- */

int mynd_link_select_db(mynd_link *link, const char *name, size_t len);
int mynd_link_ping(mynd_link *link);
int mynd_link_kill(mynd_link *link, uint32_t thread_id);
int mynd_link_refresh(mynd_link *link, uint8_t options);
int mynd_link_debug(mynd_link *link);
int mynd_link_set_multi_statements(mynd_link *link, bool on);
zend_string *mynd_link_statistics(mynd_link *link); /* the caller's; NULL: error */
int mynd_link_set_charset(
    mynd_link *link, const mynd_charset *charset); /* SET NAMES; known to escaping afterwards */
int mynd_link_change_user(mynd_link *link, const char *user, size_t user_len, const char *password,
    size_t password_len, const char *database, size_t database_len);

#endif
