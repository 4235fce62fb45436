/*
 * Framing: a packet is one or more frames of a 3-byte length, a sequence number and a payload; a payload of
 * 2^24-1 bytes is followed by a further frame, perhaps an empty one ("MySQL Packets").
 *
 * Not here: which sequence number comes next, and joining the frames of a packet (session).
 */
#ifndef MYND_WIRE_FRAME_H
#define MYND_WIRE_FRAME_H

#include "buffer.h"

#define MYND_FRAME_HEADER 4
#define MYND_FRAME_MAX    0xFFFFFF /* payload of a full frame, after which another frame follows */

typedef struct mynd_frame {
	uint32_t len;
	uint8_t sequence;
} mynd_frame;

/* Reads a frame's header. Returns MYND_MORE, and does not move `c`, if there are fewer than four bytes. */
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
 * Returns the number of bytes that a payload of `len` takes when it is sent, with headers and an empty last
 * frame if one is needed.
 */
static inline size_t mynd_frame_wire_size(size_t len)
{
	return len + MYND_FRAME_HEADER * (len / MYND_FRAME_MAX + 1);
}

/*
 * Appends the payload head + body as one packet, split into frames that are numbered from *sequence on; sets
 * *sequence to the next number. Reserves the space for the whole packet first, so that a failed buffer
 * contains no part of it.
 */
int mynd_frame_write(mynd_buffer *b, uint8_t *sequence, mynd_slice head, mynd_slice body);

/*
 * The state of a packet whose payload is written piece by piece. begin reserves space for all `len` bytes of
 * the payload, with headers, so that put cannot fail; after puts of exactly `len` bytes the packet is
 * complete.
 */
typedef struct mynd_packet_writer {
	mynd_buffer *buffer;
	uint8_t *sequence;
	size_t left;       /* bytes of the payload after this frame */
	size_t frame_left; /* bytes of this frame to come */
	bool full;         /* the frame is full, so another follows */
} mynd_packet_writer;

int mynd_packet_begin(mynd_packet_writer *packet, mynd_buffer *b, uint8_t *sequence, size_t len);
void mynd_packet_put(mynd_packet_writer *packet, const void *ptr, size_t len);

#endif
