/*
 * Splitting a payload into frames ("MySQL Packets").
 *
 * Always true: a payload whose last frame is full is followed by an empty one.
 */
#include "frame.h"

/* Copies the payload's bytes [from, from + len), which may lie across head and body. The room is reserved. */
static void put_part(mynd_buffer *b, mynd_slice head, mynd_slice body, size_t from, size_t len)
{
	if (from < head.len) {
		size_t of_head = head.len - from < len ? head.len - from : len;
		mynd_buffer_put_bytes(b, head.ptr + from, of_head);
		from += of_head;
		len -= of_head;
	}
	if (len > 0) {
		mynd_buffer_put_bytes(b, body.ptr + (from - head.len), len);
	}
}

int mynd_frame_write(mynd_buffer *b, uint8_t *sequence, mynd_slice head, mynd_slice body)
{
	/* Neither sum may wrap: no payload is longer than the maximum, and the headers are a small part of it. */
	if (head.len > b->max || body.len > b->max - head.len || b->max > SIZE_MAX / 2) {
		b->failed = true;
		return MYND_BAD;
	}
	size_t left = head.len + body.len, at = 0, part;
	if (mynd_buffer_reserve(b, mynd_frame_wire_size(left)) != MYND_OK) {
		return MYND_BAD;
	}
	do {
		part = left < MYND_FRAME_MAX ? left : MYND_FRAME_MAX;
		mynd_buffer_put_int(b, 3, part);
		mynd_buffer_put_int(b, 1, (*sequence)++);
		put_part(b, head, body, at, part);
		at += part;
		left -= part;
	} while (part == MYND_FRAME_MAX);
	return MYND_OK;
}
