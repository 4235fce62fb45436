/*
 * Owners of commands: for whom the reply to a command is. Only internal.h includes this file.
 *
 * Always true: in a session's queue the commands of NOBODY come first, then those of a reset, then the
 * program's, then those that were sent ahead.
 */
#ifndef MYND_COMMAND_OWNER_H
#define MYND_COMMAND_OWNER_H

/* Values of mynd_command.owner. */
typedef enum mynd_owner {
	MYND_FOR_PROGRAM, /* the program's commands, and those of the driver's own that are not listed below */
	MYND_FOR_PRESEND, /* sent ahead of the program, which becomes the owner when it asks for the command */
	/* A reset reads the replies to all of the following commands. */
	MYND_FOR_NOBODY,   /* sent ahead, and not asked for until the reset: the reply is discarded */
	MYND_FOR_RESET,    /* a step of the reset, except the following four */
	MYND_FOR_STATE,    /* the query for the session's user and role (../pool/reset_check.c) */
	MYND_FOR_PROFILES, /* the query for the session's profiles (../pool/reset_check.c) */
	MYND_FOR_TABLES,   /* the query for the kinds of tables (../pool/traces.c) */
	MYND_FOR_ROLE      /* the question whether the server takes writes (../link/role.c) */
} mynd_owner;

/* Returns true if replies that a reset reads are outstanding. */
static inline bool mynd_link_is_resetting(const mynd_link *link)
{
	return link->channel.session != NULL && mynd_session_owner(link->channel.session) > MYND_FOR_PRESEND;
}

/* Returns true if all replies that are outstanding are to commands that were sent ahead. */
static inline bool mynd_link_has_presends(const mynd_link *link)
{
	return link->presend != NULL && link->channel.session != NULL &&
	       mynd_session_owner(link->channel.session) == MYND_FOR_PRESEND;
}

/*
 * Returns true if replies to commands that were sent ahead are outstanding, no others are, and none of them
 * is half read. Unlike mynd_link_has_presends, also if `presend` is not set.
 */
static inline bool mynd_link_waits_for_presends(const mynd_link *link)
{
	return mynd_session_phase(link->channel.session) == MYND_PHASE_WAITING &&
	       mynd_session_owner(link->channel.session) == MYND_FOR_PRESEND;
}

/* Returns true if replies to commands of the driver's own are outstanding: of a reset, or sent ahead. */
static inline bool mynd_link_is_by_itself(const mynd_link *link)
{
	return mynd_link_is_resetting(link) || mynd_link_has_presends(link);
}

/* Returns true if a lost connection is replaced, as far as the session has no state (mynd.reconnect). */
static inline bool mynd_link_reconnects(const mynd_link *link)
{
	return UNEXPECTED(link->replayable != NULL) && link->replayable->reconnect != NULL;
}

#endif
