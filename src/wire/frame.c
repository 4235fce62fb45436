/*
 * Splits payloads into frames ("MySQL Packets").
 *
 * Always true: if the last bytes of a payload fill a frame, an empty frame follows it.
 */
#include "frame.h"

/* Writes the header of the next frame, for which space is reserved. */
static void begin_frame(mynd_packet_writer *packet)
{
	packet->frame_left = packet->left < MYND_FRAME_MAX ? packet->left : MYND_FRAME_MAX;
	packet->full = packet->frame_left == MYND_FRAME_MAX;
	packet->left -= packet->frame_left;
	mynd_buffer_put_int(packet->buffer, 3, packet->frame_left);
	mynd_buffer_put_int(packet->buffer, 1, (*packet->sequence)++);
}

int mynd_packet_begin(mynd_packet_writer *packet, mynd_buffer *b, uint8_t *sequence, size_t len)
{
	/*
	 * The size with headers cannot overflow: `len` is at most half of SIZE_MAX, and headers add little to it.
	 */
	if (len > b->max || b->max > SIZE_MAX / 2) {
		b->failed = true;
		return MYND_BAD;
	}
	if (mynd_buffer_reserve(b, mynd_frame_wire_size(len)) != MYND_OK) {
		return MYND_BAD;
	}
	*packet = (mynd_packet_writer){.buffer = b, .sequence = sequence, .left = len};
	begin_frame(packet);
	return MYND_OK;
}

void mynd_packet_put(mynd_packet_writer *packet, const void *ptr, size_t len)
{
	const uint8_t *from = ptr;
	while (len > 0) {
		size_t part = len < packet->frame_left ? len : packet->frame_left;
		if (part == 0) { /* the payload is longer than announced: no space is reserved for the rest */
			packet->buffer->failed = true;
			return;
		}
		mynd_buffer_put_bytes(packet->buffer, from, part);
		from += part;
		len -= part;
		packet->frame_left -= part;
		if (packet->frame_left == 0 && packet->full) {
			begin_frame(packet);
		}
	}
}

static void put_slice(uint8_t **to, mynd_slice from)
{
	if (from.len == 1) { /* for example the code of a command */
		*(*to)++ = *from.ptr;
	} else if (from.len > 0) {
		memcpy(*to, from.ptr, from.len);
		*to += from.len;
	}
}

/* Writes a packet of one frame, as nearly all are. */
static int write_single(mynd_buffer *b, uint8_t *sequence, mynd_slice head, mynd_slice body)
{
	uint32_t len = (uint32_t) (head.len + body.len);
	if (mynd_buffer_reserve(b, MYND_FRAME_HEADER + len) != MYND_OK) {
		return MYND_BAD;
	}
	uint8_t *to = b->ptr + b->len;
	*to++ = (uint8_t) len;
	*to++ = (uint8_t) (len >> 8);
	*to++ = (uint8_t) (len >> 16);
	*to++ = (*sequence)++;
	put_slice(&to, head);
	put_slice(&to, body);
	b->len += MYND_FRAME_HEADER + len;
	return MYND_OK;
}

int mynd_frame_write(mynd_buffer *b, uint8_t *sequence, mynd_slice head, mynd_slice body)
{
	mynd_packet_writer packet;
	if (head.len > b->max || body.len > b->max - head.len) {
		b->failed = true;
		return MYND_BAD;
	}
	if (head.len + body.len < MYND_FRAME_MAX) {
		return write_single(b, sequence, head, body);
	}
	if (mynd_packet_begin(&packet, b, sequence, head.len + body.len) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_packet_put(&packet, head.ptr, head.len);
	mynd_packet_put(&packet, body.ptr, body.len);
	return MYND_OK;
}
