/* Declarations that the files of src/link/ share, and that the room of pools needs of a connection. */
#ifndef MYND_LINK_INTERNAL_H
#define MYND_LINK_INTERNAL_H

#include "connect.h"
#include "poll.h"
#include "../channel/process.h"
#include "../session/handover.h"
#include "../statement/internal.h"

/* The login parameters: how the link was connected, and so how a second connection to its server is made. */
typedef struct mynd_login_parameters {
	mynd_connect with; /* the connect's arguments, without the database */
	bool refused;      /* the server refused a second connection with this login (alive.c) */
	size_t memory_len;
	char memory[]; /* memory of the strings in `with`; wiped before it is freed */
} mynd_login_parameters;

/* Copies a text and a closing zero to *at, and moves *at past them. NULL stays NULL. */
static inline char *mynd_put_text(char **at, const char *text, size_t len)
{
	char *copy = *at;
	if (text == NULL) {
		return NULL;
	}
	memcpy(copy, text, len);
	copy[len] = '\0';
	*at += len + 1;
	return copy;
}

/* --- link.c --- */

/*
 * Frees the session, the transport and the data of the reply. Sends nothing, and does not change the error.
 */
void mynd_link_take_down(mynd_link *link);
/*
 * Ends the program's use of a connection: its results and statements can no longer use it, as after a close.
 */
void mynd_link_end_use(mynd_link *link);
/*
 * As mynd_link_end_use, where the session goes to another program as it is: the cached statements stay, and
 * those that the program still has are closed.
 */
void mynd_link_hand_on(mynd_link *link);

/* --- connect.c --- */

/*
 * Connects a link whose connection was put aside (mynd_channel_put_aside) again, as mynd_link_connect does.
 * `insert_id`: the session's last insert id; 0: none. After a failure the caller frees what was built.
 */
int mynd_link_connect_again(mynd_link *link, const mynd_connect *with, uint64_t insert_id);

/* --- role.c --- */

/* Returns true if a link that is reused has to ask its server whether it takes writes. */
bool mynd_role_is_asked(const mynd_link *link, const mynd_connect *with);
/* Notes which node the server is, and what role it must have when the link is connected again. */
void mynd_role_want(mynd_link *link, const mynd_connect *with);
/* Asks the server of a link that has just logged in, if its role counts. Fails if that is another. */
int mynd_role_check(mynd_link *link, const mynd_connect *with);
/* Returns true if the question is about the server's GTIDs, too. */
bool mynd_role_asks_gtids(const mynd_link *link);
/* Called when a link becomes idle in its pool: it is no longer one to a node of a cluster. */
void mynd_role_leave_node(mynd_link *link);
/*
 * Asks the server of an idle link, which was one of the wanted role. Returns true if it is not any more; the
 * link's error then says what it is.
 */
bool mynd_role_ask_whether_lost(mynd_link *link);
/* Returns the question's text, and forgets what the last answer said of GTIDs. */
mynd_slice mynd_role_question(mynd_link *link);
/*
 * Notes the answer: a row; the number of rows, or an error. Returns true if another question may be answered.
 */
void mynd_role_note_gtids(mynd_link *link, const char *text, size_t len);
void mynd_role_note(mynd_link *link, uint64_t rows);
bool mynd_role_note_error(mynd_link *link, unsigned code);
/*
 * Called with the answer: tells the node of a cluster, which may not believe it. Returns MYND_BAD, with the
 * link's error, if the server has not the role that the connect wants.
 */
int mynd_role_refuse_other(mynd_link *link, const mynd_connect *with);
void mynd_role_forget(mynd_link *link); /* called when the link is connected to a server, or freed */
/*
 * Returns what the server has said of its GTIDs, NULL: nothing: for MariaDB gtid_binlog_pos,
 * gtid_binlog_state and gtid_slave_pos, for MySQL gtid_executed twice.
 */
const char *mynd_role_gtids(const mynd_link *link);
#define MYND_GTIDS_SEPARATOR ';'

/* --- patience.c --- */

void mynd_patience_forget(mynd_link *link); /* called when the link is freed */

/* --- reconnect.c --- */

extern const char mynd_reconnect_reports[]; /* the SQL that asks a server for reports of changes */
/*
 * Called after a login, before any command: where mynd.reconnect is on, asks the server to report changes of
 * the session. Returns MYND_BAD if the connection is lost.
 */
int mynd_reconnect_prepare(mynd_link *link, uint64_t insert_id, bool *can_reconnect);
/* Called when the link is connected and its init commands have run. */
void mynd_reconnect_make(mynd_link *link, const mynd_connect *with);
/*
 * Begins to note whether the session has state (../command/replayable.h), although the link does not
 * reconnect. Called for a session in the state after its login.
 */
void mynd_reconnect_judge(mynd_link *link);
void mynd_reconnect_forget(mynd_link *link);
/*
 * Writes, for another process, the facts of the session's beginning that a reconnect needs, so that the link
 * that takes the session over can reconnect as this one can.
 */
int mynd_reconnect_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_reconnect_take_over(mynd_link *link, const mynd_connect *with, mynd_cursor *from);
/* --- connect.c: parts of a connect, in which nothing waits --- */

/*
 * Opens a session over a descriptor that another process has sent, and closes the descriptor on failure. The
 * new session has sent nothing yet.
 */
int mynd_link_open_over(mynd_link *link, const mynd_connect *with, int fd);
void mynd_link_describe(mynd_link *link, const mynd_connect *with);

/* --- handover.c: a connection that another process has made --- */

/*
 * Writes the facts of the link that the other process needs. Returns MYND_BAD if the link cannot be handed
 * over.
 */
int mynd_link_hand_over(const mynd_link *link, mynd_writer *to);
/*
 * Takes a connection over, on an unconnected link, instead of connecting. Takes over the descriptor, and
 * closes it on failure. Returns MYND_BAD if that fails; the link is unconnected then. Never waits.
 */
int mynd_link_take_over(mynd_link *link, const mynd_connect *with, int fd, mynd_cursor *from);

/* --- registry.c --- */

void mynd_links_start(void); /* called once, when the process starts */
void mynd_link_list(mynd_link *link);
void mynd_link_unlist(mynd_link *link); /* adds the link's counts to the sums */
mynd_link *mynd_links_first(void);      /* the thread's first link */
/*
 * Returns a number that grows when the thread makes a link, and when it frees one by more than the number of
 * its commands, so that its sum with the numbers of commands of all links never becomes less.
 */
uint64_t mynd_links_changes(void);
/*
 * Destroys results that were freed while a call was reading them, and frees their link, if nothing else
 * refers to that link.
 */
void mynd_links_free_left(void);
/*
 * Between begin and end of a sweep, request memory is not freed, and pointers to it are cleared, because the
 * engine frees all of it next.
 */
void mynd_links_begin_sweep(void);
void mynd_links_end_sweep(void);
bool mynd_links_are_swept(void);
void mynd_link_forget_request(mynd_link *link);

/* --- login.c: the login parameters --- */

mynd_login_parameters *mynd_login_copy(const mynd_connect *with); /* malloc'ed */
/* wipes the parameters before it frees them; does nothing with NULL */
void mynd_login_free(mynd_login_parameters *login);

void mynd_login_note(mynd_link *link, const mynd_connect *with);
void mynd_login_forget(mynd_link *link);
/* notes that a second connection with this login was refused */
void mynd_login_note_refused(mynd_link *link);

/* --- change_user.c --- */

/* As mynd_link_change_user, without interceptors. */
int mynd_link_change_user_now(mynd_link *link, const mynd_connect *with);

/* --- alive.c: the callback of mynd_net_on_silence --- */

int mynd_link_on_silence(const mynd_net_counts *counts, int fd, int events, mynd_deadline deadline);

/* --- cancel.c, kill.c: hooks of the channel --- */

bool mynd_link_on_timeout(mynd_channel *channel);
void mynd_link_on_lost(mynd_channel *channel);

#endif
