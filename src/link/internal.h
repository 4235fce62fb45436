/*
 * What the files of src/link/ share, and the room of pools needs of a connection.
 */
#ifndef MYND_LINK_INTERNAL_H
#define MYND_LINK_INTERNAL_H

#include "connect.h"
#include "poll.h"
#include "../channel/process.h"
#include "../statement/internal.h"

/* How the link was connected: what a second connection to the same server takes. */
typedef struct mynd_login_parameters {
	mynd_connect with; /* without a database */
	size_t memory_len;
	char memory[]; /* its texts; wiped before it is freed */
} mynd_login_parameters;

/* A text's copy, with a zero after it, to where *at points, which moves on. NULL stays NULL. */
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

/* Session and transport go, and what belongs to the reply; nothing is said to the server. The error stays. */
void mynd_link_take_down(mynd_link *link);
/*
 * The program's use of a connection is over: its results and statements are cut off from it, as by a close.
 */
void mynd_link_end_use(mynd_link *link);

/* --- registry.c --- */

void mynd_links_start(void); /* once, when the process starts */
void mynd_link_list(mynd_link *link);
void mynd_link_unlist(mynd_link *link); /* its counts stay */
mynd_link *mynd_links_first(void);      /* of the thread */
void mynd_links_count_dead(const mynd_link *link);
/*
 * Links that nothing else holds any more than results which were freed while they were read go, and these
 * with them.
 */
void mynd_links_free_left(void);
/* From begin to end of a sweep request memory is forgotten rather than freed, for it goes next. */
void mynd_links_begin_sweep(void);
void mynd_links_end_sweep(void);
bool mynd_links_are_swept(void);
void mynd_link_forget_request(mynd_link *link);

/* --- login.c: the login parameters --- */

void mynd_login_note(mynd_link *link, const mynd_connect *with);
void mynd_login_forget(mynd_link *link);

/* --- change_user.c --- */

/* As mynd_link_change_user, to no interceptor. */
int mynd_link_change_user_now(mynd_link *link, const mynd_connect *with);

/* --- cancel.c --- */

bool mynd_link_on_timeout(mynd_channel *channel); /* a hook of the channel */

#endif
