/*
 * Sessions without state survive (mynd.reconnect): what is known of a session, so that a command which finds
 * its connection lost can be sent on a new one. See replayable.c.
 */
#ifndef MYND_COMMAND_REPLAYABLE_H
#define MYND_COMMAND_REPLAYABLE_H

#include "diagnostics.h"
#include "../wire/text_facts.h"

typedef struct mynd_replayable {
	/*
	 * Of the room of links: connects again, makes the session what it was when it began, with this last
	 * insert id, and has statements prepared again when they are run. It may wait. MYND_BAD: the link is as
	 * lost as before, or something is open in its session that cannot be had again.
	 */
	int (*reconnect)(mynd_link *link, uint64_t insert_id);
	void *parameters; /* of the room of links: how the link was connected */
	/*
	 * How many commands the session would have sent if all had been of known forms. A command that nobody
	 * counts makes the numbers differ, and so the session has state.
	 */
	uint64_t commands;
	uint32_t changes;   /* reported when the session began */
	bool has_state;     /* by the words of a text */
	bool was_open;      /* when the command that is under way began */
	bool reconnected;   /* for that command, which is once at most */
	uint64_t insert_id; /* the last one that was not 0 */
	/* While the link connects again: the text of its diagnostics. */
	mynd_info info;
	mynd_channel_aside aside;
} mynd_replayable;

/* The session is as after its login: nothing of the program's has run on it. */
void mynd_replayable_start(mynd_link *link);
/*
 * The text is sent now, as a query or in a prepare or an execute. `ahead`: it was sent before the session
 * began, with the reset.
 */
void mynd_replayable_note(mynd_link *link, mynd_text_facts *text, bool ahead);
/* A command is sent that leaves nothing in the session. */
static inline void mynd_replayable_count(mynd_replayable *replayable)
{
	if (UNEXPECTED(replayable != NULL)) {
		replayable->commands++;
	}
}
/* The session has state for good, until it is reset. */
static inline void mynd_replayable_end(mynd_replayable *replayable)
{
	if (UNEXPECTED(replayable != NULL)) {
		replayable->has_state = true;
	}
}

/*
 * Before a command of the program that runs this text, or prepares it (NULL: a ping): looks whether the
 * server has closed the connection, and connects again if the session has no state. May wait. MYND_BAD: the
 * connection is lost, nothing was sent, and the link's error says so.
 */
int mynd_replayable_look(mynd_link *link, mynd_text_facts *text);
/*
 * That command has failed. True: it has not run, the connection that it was lost with had a session without
 * state, and there is a new one, on which it is to be sent again.
 */
bool mynd_replayable_repeats(mynd_link *link, mynd_text_facts *text);

#endif
