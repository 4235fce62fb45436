/*
 * Framing: a packet is one or more frames of a 3-byte length, a sequence number and a payload; a payload of
 * 2^24-1 bytes is followed by a further frame, perhaps an empty one ("MySQL Packets").
 *
 * Not here: the session keeps the sequence number and gathers frames.
 */
#ifndef MYND_WIRE_FRAME_H
#define MYND_WIRE_FRAME_H

#include "buffer.h"

#define MYND_FRAME_HEADER 4
#define MYND_FRAME_MAX    0xFFFFFF /* the payload of a full frame; another frame follows */

typedef struct mynd_frame {
	uint32_t len;
	uint8_t sequence;
} mynd_frame;

/* MYND_MORE if there are fewer than four bytes; `c` is then not moved. */
static inline int mynd_frame_read(mynd_cursor *c, mynd_frame *frame)
{
	if (mynd_cursor_left(c) < MYND_FRAME_HEADER) {
		return MYND_MORE;
	}
	frame->len = (uint32_t) c->pos[0] | (uint32_t) c->pos[1] << 8 | (uint32_t) c->pos[2] << 16;
	frame->sequence = c->pos[3];
	c->pos += MYND_FRAME_HEADER;
	return MYND_OK;
}

/*
 * How many bytes a payload of `len` takes when it is sent, with headers and an empty last frame if one is
 * needed.
 */
static inline size_t mynd_frame_wire_size(size_t len)
{
	return len + MYND_FRAME_HEADER * (len / MYND_FRAME_MAX + 1);
}

/*
 * Appends the payload head + body as one packet, split into frames that are numbered from *sequence on;
 * leaves the next number there. Reserves the space for all of it first, so that a failed buffer contains
 * nothing of it.
 */
int mynd_frame_write(mynd_buffer *b, uint8_t *sequence, mynd_slice head, mynd_slice body);

/*
 * The same for a payload that is produced while it is written. begin reserves space for all `len` bytes of
 * it, with headers, so that put cannot fail; puts of exactly `len` bytes follow, and the packet is complete.
 */
typedef struct mynd_packet_writer {
	mynd_buffer *buffer;
	uint8_t *sequence;
	size_t left;       /* of the payload, after this frame */
	size_t frame_left; /* of this frame */
	bool full;         /* this is a full frame, and another follows */
} mynd_packet_writer;

int mynd_packet_begin(mynd_packet_writer *packet, mynd_buffer *b, uint8_t *sequence, size_t len);
void mynd_packet_put(mynd_packet_writer *packet, const void *ptr, size_t len);

#endif
