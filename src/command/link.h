/*
 * A link: a connection as its users see it. Below: its state, its current reply, the commands that are under
 * way.
 *
 * Errors: functions return MYND_OK or MYND_BAD and leave the reason in mynd_link_error(); nothing here warns
 * or throws. Lost and timed-out links are 2006 as stock has it; the cause stays in the error.
 *
 * Who may call when: a command on a link with an unread reply is refused with 2014 ("Commands out of sync"),
 * and so is any call while another one waits on the same link (another fiber's). To close it, or to free its
 * results and statements, leaves a mark then, and the one that waits does it. The caller of anything that may
 * wait holds a reference of its own (to the link; to the statement, too, if it is about one) meanwhile, and
 * looks again afterwards. A wait that has failed may have left an exception: then nothing is sent any more.
 * In a process that was forked after the connect every command, and every read that needs the socket, is
 * 2006.
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

/* --- life --- */

void mynd_link_addref(mynd_link *link);
void mynd_link_release(
    mynd_link *link); /* the last one closes (implicitly) and frees; never waits, never runs PHP code */

/* --- settings, see ../channel/settings.h. Strings are copied --- */

void mynd_link_set_string(mynd_link *link, mynd_string_setting which, const char *value);
const char *mynd_link_get_string(const mynd_link *link, mynd_string_setting which);
void mynd_link_set_int(mynd_link *link, mynd_int_setting which, zend_long value);
zend_long mynd_link_get_int(const mynd_link *link, mynd_int_setting which);
void mynd_link_add_init_command(mynd_link *link, const char *sql, size_t len);

/* --- texts of the driver's own --- */

/*
 * Sends, and reads the beginning of the reply: OK, or a result set that waits to be taken with store or use.
 */
int mynd_link_run_text(mynd_link *link, const char *sql, size_t len);

/*
 * MySQL's query attributes: they go along with every text and every execute from now on, until others are
 * set. Whoever runs a command sets them before, and none (0) behind it; commands that are queued have them
 * already. Copied. They are negotiated by links that connect while there are interceptors, where the server
 * has them (MySQL 8.0.26); elsewhere nothing happens, and that is MYND_OK. MYND_BAD: no memory, and there are
 * none. They go with the connection's use.
 */
int mynd_link_set_query_attributes(mynd_link *link, const mynd_query_attribute *attributes, uint16_t count);

/* --- results --- */

bool mynd_link_has_result(const mynd_link *link); /* the current reply has columns that nobody took yet */
bool mynd_link_is_at_statement(const mynd_link *link); /* the current reply is to an execute */
bool mynd_link_more_results(const mynd_link *link);    /* a further reply follows the current one */
/*
 * On to the next reply. MYND_MORE: there is none. 2014 if the current result was not taken or is not read to
 * its end.
 */
int mynd_link_next_result(mynd_link *link);
/* Reads and drops everything up to the end of the last reply. */
int mynd_link_drain(mynd_link *link);

/* A number that the last command has among all of the link's. */
uint64_t mynd_link_command(const mynd_link *link);
/*
 * What nobody took of the reply to that command, nobody will: a result set, further results. Dropped by the
 * next command, which is not refused for it; nothing if the link is at another command. Never waits.
 */
void mynd_link_leave_reply(mynd_link *link, uint64_t command);

/* NULL: error (2014 if there is no result; 2008 if it cannot fit; the server's error among the rows ...). */
mynd_result *mynd_link_store(mynd_link *link);
mynd_result *mynd_link_use(mynd_link *link);

/* --- what is known --- */

const mynd_error *mynd_link_error(const mynd_link *link); /* of the last call; code 0: none. Never NULL */
const mynd_error *mynd_link_last_failure(
    const mynd_link *link); /* the last loss or protocol break; code 0: none */
void mynd_link_set_error(mynd_link *link, const mynd_error *error); /* NULL clears */
int mynd_link_refuse(mynd_link *link, unsigned client_error)
    __attribute__((cold)); /* sets a client error with stock's text; MYND_BAD */
const mynd_server *mynd_link_server(const mynd_link *link); /* NULL: unconnected */
const char *mynd_link_host_info(const mynd_link *link);  /* "Localhost via UNIX socket"; NULL: unconnected */
uint64_t mynd_link_affected_rows(const mynd_link *link); /* (uint64_t) -1: unknown or failed */
uint64_t mynd_link_insert_id(const mynd_link *link);
unsigned mynd_link_warning_count(const mynd_link *link);
uint32_t mynd_link_field_count(const mynd_link *link);          /* of the last reply; 0: no result set */
const char *mynd_link_info(const mynd_link *link, size_t *len); /* NULL: none */
const mynd_charset *mynd_link_charset(const mynd_link *link);   /* what escaping goes by; never NULL */
int mynd_link_descriptor(const mynd_link *link);                /* of its socket; -1: there is none */
bool mynd_link_is_idle(const mynd_link *link);                  /* a command may be sent */
bool mynd_link_is_in_call(const mynd_link *link); /* a call on it waits, or runs code of the program */
/*
 * For what needs no command: true if such a call is under way; then the link's error is 2014, and says why.
 */
bool mynd_link_refuse_in_call(mynd_link *link);
zend_string *mynd_link_escape(mynd_link *link, const char *from, size_t len); /* the caller's */

/* The escaped text between what stands before and behind it, quotes or _binary'...'. The caller's. */
zend_string *mynd_link_quote(
    mynd_link *link, const char *before, const char *from, size_t len, const char *behind);

/* --- state of the session --- */

/*
 * Whoever keeps prepared statements by their texts drops them when the session may have changed: then this
 * number is another one. It counts from the first prepared statement on.
 */
uint32_t mynd_link_session_round(const mynd_link *link);

bool mynd_link_is_open(const mynd_link *link);      /* connected, and not lost */
bool mynd_link_is_connected(const mynd_link *link); /* logged in, not closed; a lost link still counts */

/* What stock says beside an error, as a warning of its own; NULL: nothing. Cleared by the next command. */
const char *mynd_link_remark(const mynd_link *link);
const char *mynd_link_remark_about(const mynd_link *link); /* the file that it is about; NULL: none */

#endif
