/*
 * Commands that are sent before the program asks for them (presend.c). Only internal.h includes this file.
 */
#ifndef MYND_COMMAND_PRESEND_H
#define MYND_COMMAND_PRESEND_H

/*
 * Hooks of the room of pools, which sends commands before the program asks for them, and learns from the
 * program's commands which ones to send. The replies of commands that were sent ahead stay unread in the
 * session, in the order of sending; no call is under way for them.
 */
typedef struct mynd_presend {
	/*
	 * Called before a command of the program runs. `command` NULL: a command of a kind that is never sent
	 * ahead. Returns MYND_OK if the command was sent ahead, and its reply is the next to arrive. Returns
	 * MYND_MORE if the command is to be sent now: the replies of commands that were sent ahead were all read,
	 * and the session is as if nothing had been sent ahead. Returns MYND_BAD if the link is lost; the command
	 * was not sent.
	 */
	int (*next)(mynd_link *link, const mynd_command *command);
	void (*failed)(mynd_link *link); /* called if the reply to a command sent ahead was an error */
	/*
	 * Called for each query, and each selection of the default database, of the program, whether it is sent
	 * now or was sent ahead. `command` NULL: one that must not be sent ahead (asynchronous, or failed).
	 */
	void (*learn)(mynd_link *link, const mynd_command *command);
	/*
	 * Called before a command is put into the session: may queue *count commands whose replies are dropped.
	 * Returns MYND_BAD if that failed. NULL: nothing is to be queued.
	 */
	int (*before)(mynd_link *link, unsigned *count);
	bool waits_for_execute; /* a prepare that is deferred leaves the replies unread: its execute may be one */
} mynd_presend;

/*
 * As mynd_link_begin, for this command, after mynd_link_begin_or_presend has returned MYND_MORE. *sent: the
 * command was sent already, and mynd_presend_read reads its reply.
 */
int mynd_presend_next(mynd_link *link, const mynd_command *command, bool *sent) __attribute__((cold));
/* As mynd_presend_next, for a query. */
int mynd_presend_begin_text(mynd_link *link, mynd_slice sql, bool *sent) __attribute__((cold));
/*
 * As mynd_presend_next, for an execute of this query with these values. If it was sent ahead, the reply is
 * prepared for rows of an execute.
 */
int mynd_presend_begin_execute(mynd_link *link, mynd_text_facts *text, const mynd_parameter *parameters,
    uint32_t count, bool *sent) __attribute__((cold));
/* As mynd_link_begin, for a command that is never sent ahead. */
int mynd_presend_drop(mynd_link *link) __attribute__((cold));
/* Reads the reply to the command that was sent ahead, as mynd_link_read_reply does. */
int mynd_presend_read(mynd_link *link);
/*
 * Reads the next reply to its end and drops it. *error: the number of the server's error; 0: none. Returns
 * MYND_BAD if the link is lost, or if the server asks for a file: the reply is then half read.
 */
int mynd_presend_drop_reply(mynd_link *link, unsigned *error);
/* As mynd_presend_drop_reply, for a prepare. *id: of its statement; 0: the server has made none. */
int mynd_presend_drop_prepared(mynd_link *link, uint32_t *id, unsigned *error);
/* Calls `presend->learn` for a command of the program, or with NULL, if the pool is learning. */
static inline void mynd_presend_learn(mynd_link *link, const mynd_command *command)
{
	if (UNEXPECTED(link->learning)) {
		link->presend->learn(link, command);
	}
}

/* Calls mynd_presend.before ahead of mynd_link_put, for a caller that the queued commands would surprise. */
int mynd_link_put_before_now(mynd_link *link);
static inline int mynd_link_put_before(mynd_link *link)
{
	return link->presend != NULL && link->presend->before != NULL ? mynd_link_put_before_now(link) : MYND_OK;
}

#endif
