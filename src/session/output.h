/* Output that waits to be sent; used only in src/session/. output.c says what always holds. */
#ifndef MYND_SESSION_OUTPUT_H
#define MYND_SESSION_OUTPUT_H

#include "session.h"
#include "../wire/buffer.h"

/* A piece of output: an ordinary command buffer, or a temporary buffer for one longer command. */
typedef struct mynd_segment {
	struct mynd_segment *next;
	mynd_buffer bytes;
	size_t sent;
	bool secret; /* contains an answer of the authentication */
} mynd_segment;

typedef struct mynd_output {
	mynd_segment *first, *last;
	mynd_segment *cached;              /* an empty command buffer */
	uint64_t queued, sent;             /* bytes of commands, since login */
	uint64_t limit;                    /* end of the bytes that barrier and window permit; UINT64_MAX: all */
	uint64_t packet_begin, packet_end; /* bounds of the command being sent; only if compressed */
	mynd_buffer dialogue; /* bytes that belong to the head's reply, and so are sent before all commands */
	size_t dialogue_sent;
} mynd_output;

void mynd_output_init(mynd_output *out);
void mynd_output_free(mynd_output *out);

/*
 * Returns the last segment, or a new one, with room for a command of `wire` bytes. Returns NULL if out of
 * memory. Sets *temporary if the command is longer than a command buffer.
 */
mynd_segment *mynd_output_room(mynd_output *out, size_t command_buffer, size_t wire, bool *temporary);

/*
 * Queues a packet within the head's reply, numbered from s->sequence: it is sent before all commands. Returns
 * MYND_BAD if out of memory.
 */
int mynd_session_say(mynd_session *s, mynd_slice payload);

#endif
