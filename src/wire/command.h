/*
 * The commands that a client sends in the command phase. A command's payload is its code, a small head, and a
 * body that the caller owns (the query).
 */
#ifndef MYND_WIRE_COMMAND_H
#define MYND_WIRE_COMMAND_H

#include "buffer.h"
#include "protocol.h"

typedef struct mynd_command {
	mynd_com com;
	uint8_t head[24]; /* fixed arguments before the body */
	uint8_t head_len;
	mynd_slice body; /* not used after mynd_session_send returns, nor are the pointers below */
	/* Parameters of an execute (statement.h). With `bind` their types are sent, too. */
	const struct mynd_parameter *parameters;
	uint16_t parameter_count;
	bool bind;
	/*
	 * The command is a barrier (mynd_command_is_barrier), whatever `com` is: an execute of a query with the
	 * word LOCAL.
	 */
	bool barrier;
	/* Owner of the reply: a number of the caller's, which each event of the reply has; 0: the program */
	uint32_t owner;
	/* Query attributes of a query or an execute (statement.h); sent if they were negotiated. */
	const struct mynd_query_attribute *attributes;
	uint16_t attribute_count;
	const uint8_t *types; /* types of the columns, for a fetch */
	uint32_t columns;
	struct mynd_text_facts *facts; /* facts about the query in `body`; NULL: none */
} mynd_command;

mynd_command mynd_command_simple(mynd_com com); /* quit, statistics, ping, debug, reset connection */
mynd_command mynd_command_text(mynd_com com, mynd_slice text); /* query, init db, prepare */
mynd_command mynd_command_kill(uint32_t thread_id);
mynd_command mynd_command_refresh(uint8_t options);
mynd_command mynd_command_set_option(uint16_t option); /* 0: multi-statements on, 1: off */

/*
 * Returns true for a barrier, a command after which nothing may be sent until its reply was read:
 * change-user, quit, a query that contains the word LOCAL in any case (docs/ARCHITECTURE.md, "The queue"),
 * and commands with `barrier` set.
 */
bool mynd_command_is_barrier(const mynd_command *command);

/* Returns true for commands to which the server never replies: quit, statement close, long data. */
bool mynd_command_is_silent(mynd_com com);

#endif
