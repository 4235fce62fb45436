/*
 * Sessions without state: the facts that decide whether a session has state of the program's. A command that
 * finds such a session's connection lost may be sent on a new connection (mynd.reconnect), and a pool hands
 * such a session on without a reset (../pool/hand_on.c). See replayable.c.
 */
#ifndef MYND_COMMAND_REPLAYABLE_H
#define MYND_COMMAND_REPLAYABLE_H

#include "diagnostics.h"
#include "../wire/text_facts.h"

typedef struct mynd_replayable {
	/*
	 * Set by the room of links: connects again, gives the new session the state that the lost one had at its
	 * beginning, with this last insert id, and has statements prepared again when they are run. May wait.
	 * Returns MYND_BAD if there is no new connection, also because something was open in the session that
	 * cannot be restored; the link stays lost. NULL: the facts are only for the pool, and a lost connection
	 * is not replaced. `elsewhere`: the connection is not lost, but its server has refused a command as one
	 * does that is not the primary any more; if it says so itself, connects to another node of its cluster.
	 */
	int (*reconnect)(mynd_link *link, uint64_t insert_id, bool elsewhere);
	void *parameters; /* set by the room of links: how the link was connected */
	/*
	 * Number that the session's own count of commands would have if all commands had been of known forms:
	 * each place that sends such a command counts it here. If the two numbers differ, the session has state.
	 */
	uint64_t commands;
	/* the server's numbers of reported changes and of errors when the session began */
	uint32_t changes, errors;
	bool has_state;     /* a query may have left state, as far as its words say */
	bool has_more;      /* as has_state, and not only variables that were set to constants */
	bool has_inserted;  /* a query may have changed LAST_INSERT_ID() */
	bool was_open;      /* the link was open when the command under way began */
	bool may_move;      /* and its session had no state, and its node is one of a cluster */
	bool reconnected;   /* the link has reconnected for the command under way (at most once) */
	uint64_t insert_id; /* the last insert id that was not 0 */
	/* The info of the link's diagnostics area, while the link connects again. */
	mynd_info info;
	mynd_channel_aside aside;
} mynd_replayable;

/*
 * Sets these facts for a session that is in the state after its login: no command of the program has run on
 * it.
 */
void mynd_replayable_start(mynd_link *link);
/*
 * Notes a query that is sent now, by itself or in a prepare or an execute. `presend`: it was sent ahead, with
 * the reset that began the session.
 */
void mynd_replayable_note(mynd_link *link, mynd_text_facts *text, bool presend);
/*
 * Makes the state that the session has now its own: only what is left from now on counts. Does nothing if a
 * query may have left more than variables, or if the link connects again when it is lost.
 */
void mynd_replayable_accept(mynd_link *link);
/* Counts a command, sent now, that leaves no state in the session. */
static inline void mynd_replayable_count(mynd_replayable *replayable)
{
	if (UNEXPECTED(replayable != NULL)) {
		replayable->commands++;
	}
}
/* Notes that so many of the changes that the server has reported were the driver's own, and are undone. */
static inline void mynd_replayable_excuse(mynd_replayable *replayable, uint32_t changes)
{
	if (UNEXPECTED(replayable != NULL)) {
		replayable->changes += changes;
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
 * Returns true if the session certainly has no state of the program's, nor results of its last command that a
 * later one could ask for: no error, and no warning. Only FOUND_ROWS(), and LAST_INSERT_ID() if
 * has_inserted is set, may differ from those of a new session.
 */
bool mynd_replayable_is_as_new(const mynd_link *link);

/*
 * Returns true if a server has refused a statement because it takes no writes: it has run nothing of it. A
 * program can give an error of its own the same number.
 */
bool mynd_error_refuses_writes(const mynd_error *error);

/*
 * Before a command of the program that runs or prepares this query (NULL: a ping): checks whether the server
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
