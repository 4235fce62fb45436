/*
 * Output that waits to be sent, for the files of src/session/ alone. Its invariants are in output.c.
 */
#ifndef MYND_SESSION_OUTPUT_H
#define MYND_SESSION_OUTPUT_H

#include "session.h"
#include "../wire/buffer.h"

/* A piece of output: the command buffer, or a temporary one for a command that is longer than that. */
typedef struct mynd_segment {
	struct mynd_segment *next;
	mynd_buffer bytes;
	size_t sent;
	bool secret; /* has a login's answer in it */
} mynd_segment;

typedef struct mynd_output {
	mynd_segment *first, *last;
	mynd_segment *cached;  /* an empty command buffer */
	uint64_t queued, sent; /* bytes of commands, since login */
	uint64_t limit;        /* the end of the first unfinished barrier; UINT64_MAX: there is none */
	uint64_t packet_begin, packet_end; /* of the command that is being sent; known where the link packs */
	mynd_buffer dialogue;              /* is sent before all commands, because it belongs to the head */
	size_t dialogue_sent;
} mynd_output;

void mynd_output_init(mynd_output *out);
void mynd_output_free(mynd_output *out);

/*
 * Returns a segment with room for `wire` more bytes at the end of the stream, NULL if there is no memory.
 * Sets *temporary if they do not fit a command buffer.
 */
mynd_segment *mynd_output_room(mynd_output *out, size_t command_buffer, size_t wire, bool *temporary);

/* Queues a payload to be sent before all commands, numbered from s->sequence. MYND_BAD: no memory. */
int mynd_session_say(mynd_session *s, mynd_slice payload);

#endif
