/*
 * Owners of commands: who gets the reply. A part of internal.h, which includes this file.
 *
 * Always true: the commands that are pending for a reset come before all others, and those that were sent
 * ahead of the program after all others.
 */
#ifndef MYND_COMMAND_OWNER_H
#define MYND_COMMAND_OWNER_H

/* `owner` of a command; 0 is the program. */
typedef enum mynd_owner {
	MYND_FOR_PROGRAM,  /* also a command of the driver's own, if its caller waits for the reply */
	MYND_FOR_PRESEND,  /* sent before the program asks for it; then it becomes the program's */
	MYND_FOR_NOBODY,   /* was sent so, and not asked for: its reply is discarded by the next reset */
	MYND_FOR_RESET,    /* a step of a reset. So are the next three: */
	MYND_FOR_STATE,    /* the query for the session's user and role (../pool/reset_check.c) */
	MYND_FOR_PROFILES, /* the query for its profiles */
	MYND_FOR_TABLES    /* the query for the kinds of tables (../pool/traces.c) */
} mynd_owner;

/* Returns true if replies to a reset are due. */
static inline bool mynd_link_is_resetting(const mynd_link *link)
{
	return link->channel.session != NULL && mynd_session_owner(link->channel.session) > MYND_FOR_PRESEND;
}

/* Returns true if the last replies due are to commands that were sent ahead, and none is to a reset. */
static inline bool mynd_link_has_presends(const mynd_link *link)
{
	return link->channel.session != NULL &&
	       mynd_session_last_owner(link->channel.session) == MYND_FOR_PRESEND &&
	       !mynd_link_is_resetting(link);
}

/* Returns true if the outstanding replies are to commands of the driver's own. */
static inline bool mynd_link_is_by_itself(const mynd_link *link)
{
	return mynd_link_is_resetting(link) || mynd_link_has_presends(link);
}

#endif
