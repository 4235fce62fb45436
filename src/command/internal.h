/*
 * The struct of a link, and what the rooms from here on up share of a command and its reply (with reply.h,
 * pending.h and reading.h, which come with this header alone).
 *
 * Always true of a link: what its reply and its queue hold of results, and what statements know of their
 * columns, is request memory and is NULL when the link is idle between requests. While a call waits nothing
 * of the session, the reply and the results that are being read is touched but by that call: others are
 * refused, or leave a mark (`close_wanted`, `unread`, `abandoned`, `freed`). A bailout may leave any
 * allocation of request memory: whatever was built hangs on the link by then, and the session still is in the
 * middle of a reply, so that all that can be done with the link afterwards is to close it.
 */
#ifndef MYND_COMMAND_INTERNAL_H
#define MYND_COMMAND_INTERNAL_H

#include "pending.h"
#include "reading.h"
#include "reply.h"

/* What is known of the session at the server, beyond what the server tells: see state.c. */
typedef struct mynd_session_state {
	uint32_t era; /* +1 with each change-user and reset: the server has forgotten what was prepared before */
	uint32_t round;        /* +1 with all that may change what statements remember */
	unsigned outlives;     /* MYND_SQL_*, of the texts that were sent since the session was as new */
	bool multi_statements; /* a text may hold several */
	bool schema_unsure;    /* a text may have switched off what tells us of the default database */
	bool used;             /* a command was sent since the session was as new */
	bool user_changed;     /* by the program */
} mynd_session_state;

struct mynd_link {
	mynd_channel channel; /* first: its hooks find the link */
	uint32_t references;
	uint32_t epoch; /* +1 with each connect and close: results of an earlier life are cut off */
	bool
	    /* replies to a reset's commands are due, or commands are left to be sent. The pool writes it */
	    resetting;
	bool persistent; /* it belongs to a pool. The pool writes it */
	mynd_reply reply;
	mynd_queue queue;
	mynd_session_state state;
	const mynd_charset *charset;
	struct mynd_prepared_state *prepared; /* of the room of statements; NULL: there were none */
	struct mynd_login_parameters *login;  /* of the room of links: how it was connected; NULL: unconnected */
	struct mynd_pooled *pooled;           /* of the room of pools; NULL: it knows nothing of the link */
	void (*free_pooled)(mynd_link *link); /* gives that up */
	void (*destroy)(mynd_link *link);     /* the last reference has gone */

	/* the room of links */
	mynd_link *previous, *next; /* the thread's list */
	char *host_info;
	uint64_t address;      /* where the server is, a hash; 0: nowhere */
	double login_seconds;  /* that the last connect took */
	bool parked;           /* freed, but for the sweep, which learns from it first (learn.c) */
	bool remark_is_of_key; /* the file that was to have the server's public key */
	struct {
		uint64_t round; /* the last poll that was about it, and its place there */
		size_t place;
		mynd_deadline
		    gather_until; /* replies are left on the socket, see mynd_link_gather; may be long ago */
	} poll;
	uint64_t session_number; /* as interceptors know it; 0: they do not. And what it was given for: */
	uint32_t session_epoch, session_era;
	char remark[512];
};

static inline mynd_link *mynd_link_of_channel(mynd_channel *channel)
{
	return (mynd_link *) channel;
}

/* --- queue.c --- */

/*
 * A command may be sent: clears the last reply, drops what was given up. `async`: replies may be outstanding.
 * MYND_BAD: refused, or lost.
 */
int mynd_link_begin(mynd_link *link, bool async);

/* --- state.c --- */

/* The text really goes out now: whatever goes by the session's state is told what it may change. */
void mynd_state_note_text(mynd_link *link, mynd_slice sql);
/* Of a text that is prepared: only what outlives a reset. */
void mynd_state_note_outlives(mynd_link *link, mynd_slice sql);
/* What statements remember may have changed. */
void mynd_state_changed(mynd_link *link);
void mynd_state_new_era(mynd_link *link);

/* --- attributes.c --- */

static inline void mynd_link_attach_attributes(const mynd_link *link, mynd_command *command)
{
	command->attributes = link->queue.attributes;
	command->attribute_count = link->queue.attribute_count;
}
void mynd_link_drop_attributes(mynd_link *link);

/* --- infile.c --- */

/*
 * The text runs next: it is kept, until another does, if it may ask for a file and files may be sent. NULL:
 * forgets the last.
 */
void mynd_link_keep_file_text(mynd_link *link, const char *sql, size_t len);
/*
 * The server wants the file of this name (in the session's buffer): sends it, or says no. *answer is what the
 * server says to that; what went wrong here makes an error of it, for which there is room in *error.
 * MYND_BAD: the link is lost.
 */
int mynd_link_give_file(mynd_link *link, mynd_slice name, mynd_event *answer, mynd_error *error);
/* The same in a reply that was given up: an empty file. */
int mynd_link_refuse_file(mynd_link *link);

#endif
