/* What the files of src/link/ share, and what the room of pools needs of a connection. */
#ifndef MYND_LINK_INTERNAL_H
#define MYND_LINK_INTERNAL_H

#include "connect.h"
#include "poll.h"
#include "../channel/process.h"
#include "../session/handover.h"
#include "../statement/internal.h"

/* The login parameters: how the link was connected, and so how a second connection to its server is made. */
typedef struct mynd_login_parameters {
	mynd_connect with; /* its database is left out */
	size_t memory_len;
	char memory[]; /* the strings of `with`; wiped before it is freed */
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

/* Frees the session, the transport and what belongs to the reply; nothing is sent. The error stays. */
void mynd_link_take_down(mynd_link *link);
/* The program's use of a connection is over: its results and statements are cut off, as by a close. */
void mynd_link_end_use(mynd_link *link);

/* --- connect.c --- */

/*
 * Connects a link that was put aside (mynd_channel_put_aside) again, as mynd_link_connect does. `insert_id`:
 * the session's last insert id; 0: none. After a failure what was built is still there.
 */
int mynd_link_connect_again(mynd_link *link, const mynd_connect *with, uint64_t insert_id);

/* --- reconnect.c --- */

extern const char mynd_reconnect_reports[]; /* the text that asks a server for reports of changes */
/*
 * A login has succeeded and nothing has run: where mynd.reconnect is on, asks the server to report what
 * changes. MYND_BAD: lost.
 */
int mynd_reconnect_prepare(mynd_link *link, uint64_t insert_id, bool *can_reconnect);
/* The link is connected, and its init commands have run. */
void mynd_reconnect_make(mynd_link *link, const mynd_connect *with);
void mynd_reconnect_forget(mynd_link *link);
/* For another process: what the session was when it began. The link that takes over survives as this one. */
int mynd_reconnect_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_reconnect_take_over(mynd_link *link, const mynd_connect *with, mynd_cursor *from);
/* --- connect.c: parts of a connect, in which nothing waits --- */

/*
 * Opens a session that has said nothing yet over a descriptor of another process, which is closed on failure.
 */
int mynd_link_open_over(mynd_link *link, const mynd_connect *with, int fd);
void mynd_link_describe(mynd_link *link, const mynd_connect *with);

/* --- handover.c: a connection that another process has made --- */

/* Writes what the other process has to know of it. MYND_BAD: it cannot be handed over. */
int mynd_link_hand_over(const mynd_link *link, mynd_writer *to);
/*
 * In the place of a connect, on an unconnected link. The descriptor is the link's from now on, and is closed
 * on failure. MYND_BAD: the link is unconnected. Never waits.
 */
int mynd_link_take_over(mynd_link *link, const mynd_connect *with, int fd, mynd_cursor *from);

/* --- registry.c --- */

void mynd_links_start(void); /* once, when the process starts */
void mynd_link_list(mynd_link *link);
void mynd_link_unlist(mynd_link *link); /* its counts stay */
mynd_link *mynd_links_first(void);      /* of the thread */
/* Frees the links that only results hold which were freed while they were being read, and those results. */
void mynd_links_free_left(void);
/*
 * Between begin and end of a sweep request memory is forgotten and not freed, for the engine frees it next.
 */
void mynd_links_begin_sweep(void);
void mynd_links_end_sweep(void);
bool mynd_links_are_swept(void);
void mynd_link_forget_request(mynd_link *link);

/* --- login.c: the login parameters --- */

mynd_login_parameters *mynd_login_copy(const mynd_connect *with); /* malloc'ed */
void mynd_login_free(mynd_login_parameters *login);               /* wiped before; NULL: there are none */

void mynd_login_note(mynd_link *link, const mynd_connect *with);
void mynd_login_forget(mynd_link *link);

/* --- change_user.c --- */

/* As mynd_link_change_user, without interceptors. */
int mynd_link_change_user_now(mynd_link *link, const mynd_connect *with);

/* --- cancel.c, kill.c: hooks of the channel --- */

bool mynd_link_on_timeout(mynd_channel *channel);
void mynd_link_on_lost(mynd_channel *channel);

#endif
