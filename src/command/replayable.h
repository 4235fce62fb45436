/*
 * Sessions without state survive a lost connection (mynd.reconnect): facts of a session that allow a command
 * which finds its connection lost to be sent on a new one. See replayable.c.
 */
#ifndef MYND_COMMAND_REPLAYABLE_H
#define MYND_COMMAND_REPLAYABLE_H

#include "diagnostics.h"
#include "../wire/text_facts.h"

typedef struct mynd_replayable {
	/*
	 * Set by the room of links: connects again, makes the session what it was when it began, with this last
	 * insert id, and has statements prepared again when they are run. May wait. Returns MYND_BAD if the link
	 * is as lost as before, or something is open in its session that cannot be restored.
	 */
	int (*reconnect)(mynd_link *link, uint64_t insert_id);
	void *parameters; /* set by the room of links: how the link was connected */
	/*
	 * The session's count of commands as it would be if all had been of known forms. A command that nobody
	 * counts here makes the two numbers differ, and so the session has state.
	 */
	uint64_t commands;
	uint32_t changes;   /* the number reported when the session began */
	bool has_state;     /* a query may have left some, by its words */
	bool was_open;      /* the link was open when the command under way began */
	bool reconnected;   /* for that command (at most once) */
	uint64_t insert_id; /* the last insert id that was not 0 */
	/* While the link connects again: the info of its diagnostics. */
	mynd_info info;
	mynd_channel_aside aside;
} mynd_replayable;

/* Starts anew with a session that is as after its login: no command of the program has run on it. */
void mynd_replayable_start(mynd_link *link);
/*
 * Notes a query that is sent now, by itself or in a prepare or an execute. `presend`: it was sent before the
 * session began, with the reset.
 */
void mynd_replayable_note(mynd_link *link, mynd_text_facts *text, bool presend);
/* Counts a command, sent now, that leaves nothing in the session. */
static inline void mynd_replayable_count(mynd_replayable *replayable)
{
	if (UNEXPECTED(replayable != NULL)) {
		replayable->commands++;
	}
}
/* Notes that the session has state, until it is reset. */
static inline void mynd_replayable_end(mynd_replayable *replayable)
{
	if (UNEXPECTED(replayable != NULL)) {
		replayable->has_state = true;
	}
}

/*
 * Before a command of the program that runs or prepares this query (NULL: a ping): looks whether the server
 * has closed the connection, and connects again if the session has no state. May wait. Returns MYND_BAD if
 * the connection is lost; nothing was sent, and the link's error says so.
 */
int mynd_replayable_look(mynd_link *link, mynd_text_facts *text);
/*
 * After that command has failed: returns true if it has not run, the lost connection had a session without
 * state, and there is a new connection, on which the command is to be sent again.
 */
bool mynd_replayable_repeats(mynd_link *link, mynd_text_facts *text);

#endif
