/*
 * Makes and reads frames of the compressed protocol.
 *
 * Always true of a decompressor: 0 <= start <= end <= the input's size; in the middle of a frame,
 * `packed_left` of its bytes are still to be taken from the input, and `plain_left` bytes are still to be
 * returned. The lengths in a header never decide how much memory is allocated. A payload that unpacks to more
 * or fewer bytes than its header announces, or has bytes after the compressed stream, is malformed.
 */
#include "compressed.h"

#include <stdio.h>
#include <stdlib.h>

#define INPUT_SIZE (32 * 1024)
/* a shorter rest of a stored payload is received into the input, together with the bytes after it */
#define DIRECT_LEAST (16 * 1024)

/* --- compression --- */

static void put_header(uint8_t *to, size_t packed, uint8_t number, size_t plain)
{
	for (unsigned i = 0; i < 3; i++) {
		to[i] = (uint8_t) (packed >> (8 * i));
		to[4 + i] = (uint8_t) (plain >> (8 * i));
	}
	to[3] = number;
}

int mynd_compress(mynd_packer *packer, uint8_t *number, mynd_slice chunk, mynd_buffer *to)
{
	size_t packed = chunk.len;
	if (mynd_buffer_reserve(to, MYND_COMPRESSED_HEADER + chunk.len) != MYND_OK) {
		return MYND_BAD;
	}
	uint8_t *header = to->ptr + to->len, *body = header + MYND_COMPRESSED_HEADER;
	bool shrunk = packer != NULL && chunk.len >= MYND_COMPRESSED_LEAST &&
	              mynd_pack(packer, chunk, (mynd_span){body, chunk.len - 1}, &packed);
	if (!shrunk) {
		packed = chunk.len;
		memcpy(body, chunk.ptr, chunk.len);
	}
	put_header(header, packed, (*number)++, shrunk ? chunk.len : 0);
	to->len += MYND_COMPRESSED_HEADER + packed;
	return MYND_OK;
}

/* --- decompression --- */

struct mynd_decompressor {
	mynd_unpacker *unpacker;
	bool stored;
	uint32_t packed_left, plain_left; /* bytes to come of the current frame; both 0: between frames */
	uint8_t last[2];                  /* space for the frame's last byte, and for one byte too many */
	uint8_t last_len;
	size_t start, end;
	uint8_t input[INPUT_SIZE];
};

mynd_decompressor *mynd_decompressor_new(mynd_compression which)
{
	mynd_decompressor *d = malloc(sizeof *d);
	if (d == NULL) {
		return NULL;
	}
	d->unpacker = mynd_unpacker_new(which);
	if (d->unpacker == NULL) {
		free(d);
		return NULL;
	}
	d->stored = false;
	d->packed_left = d->plain_left = 0;
	d->start = d->end = 0;
	return d;
}

void mynd_decompressor_free(mynd_decompressor *d)
{
	if (d != NULL) {
		mynd_unpacker_free(d->unpacker);
		free(d);
	}
}

size_t mynd_decompressor_memory(const mynd_decompressor *d)
{
	return sizeof *d + mynd_unpacker_memory(d->unpacker);
}

bool mynd_decompressor_has_bytes(const mynd_decompressor *d)
{
	return d->end > d->start;
}

bool mynd_decompressor_is_empty(const mynd_decompressor *d)
{
	return d->plain_left == 0 && !mynd_decompressor_has_bytes(d);
}

mynd_span mynd_decompressor_want(mynd_decompressor *d)
{
	if (d->start > 0) {
		memmove(d->input, d->input + d->start, d->end - d->start);
		d->end -= d->start;
		d->start = 0;
	}
	return (mynd_span){d->input + d->end, INPUT_SIZE - d->end};
}

void mynd_decompressor_commit(mynd_decompressor *d, size_t n)
{
	d->end += n;
}

/* Returns the received bytes of the current frame. */
static mynd_slice here(const mynd_decompressor *d)
{
	size_t len = d->end - d->start;
	return (mynd_slice){d->input + d->start, len < d->packed_left ? len : d->packed_left};
}

static void consume(mynd_decompressor *d, size_t n)
{
	d->start += n;
	d->packed_left -= (uint32_t) n;
}

/* --- headers --- */

static int refuse_number(uint8_t due, uint8_t number, size_t len, mynd_error *error)
{
	char what[96];
	snprintf(what, sizeof what, "compressed frames out of order, expected %u received %u, size %zu", due,
	    number, len);
	return mynd_error_malformed(error, what);
}

static bool is_number_allowed(uint8_t due, uint8_t number, mynd_numbering numbering)
{
	return number == due || numbering == MYND_NUMBER_ANY ||
	       (numbering == MYND_NUMBER_DUE_OR_ZERO && number == 0);
}

/*
 * Reads the next frame's header. With `go_on`, returns MYND_MORE if the frame's number is not *due: the frame
 * stays in the input for the next call, which may allow other numbers.
 */
static int read_header(
    mynd_decompressor *d, uint8_t *due, mynd_numbering numbering, bool go_on, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(d->input + d->start, d->end - d->start);
	uint64_t packed, plain;
	uint8_t number;
	if (mynd_cursor_int(&c, 3, &packed) != MYND_OK || mynd_cursor_u8(&c, &number) != MYND_OK ||
	    mynd_cursor_int(&c, 3, &plain) != MYND_OK) {
		return MYND_MORE;
	}
	if (go_on && number != *due) {
		return MYND_MORE;
	}
	if (!is_number_allowed(*due, number, numbering)) {
		return refuse_number(*due, number, (size_t) packed, error);
	}
	if (packed == 0) {
		return mynd_error_malformed(error, "an empty compressed frame");
	}
	*due = (uint8_t) (number + 1);
	d->start += MYND_COMPRESSED_HEADER;
	d->stored = plain == 0;
	d->packed_left = (uint32_t) packed;
	d->plain_left = (uint32_t) (d->stored ? packed : plain);
	d->last_len = 0;
	if (!d->stored) {
		mynd_unpacker_reset(d->unpacker);
	}
	return MYND_OK;
}

/* --- payloads: each function returns as many bytes as it can --- */

static size_t copy_stored(mynd_decompressor *d, mynd_span to)
{
	mynd_slice from = here(d);
	size_t n = from.len < to.len ? from.len : to.len;
	memcpy(to.ptr, from.ptr, n);
	consume(d, n);
	d->plain_left -= (uint32_t) n;
	return n;
}

/*
 * Returns MYND_BAD if the result `rc` of unpacking contradicts the lengths in the frame's header, otherwise
 * `rc`. A stream that has not ended is too short if all packed bytes are used and space is left. If no space
 * is left, zstd may still have bytes to return.
 */
static int check_end(const mynd_decompressor *d, int rc, size_t plain_left, mynd_span room, mynd_error *error)
{
	if (rc == MYND_BAD) {
		return MYND_BAD;
	}
	bool over = rc == MYND_OK, starved = d->packed_left == 0 && room.len > 0;
	if (over ? plain_left > 0 : starved) {
		return mynd_error_malformed(error, "a compressed frame is shorter than it says");
	}
	if (over && d->packed_left > 0) {
		return mynd_error_malformed(error, "bytes after the stream of a compressed frame");
	}
	return rc;
}

static int unpack(mynd_decompressor *d, mynd_span *to, bool whole, mynd_error *error)
{
	mynd_slice from = here(d);
	size_t before = from.len;
	int rc = mynd_unpack(d->unpacker, &from, to, whole, error);
	consume(d, before - from.len);
	return rc;
}

/* Unpacks the rest of the frame, which was received completely and for which there is space. */
static int unpack_rest(mynd_decompressor *d, mynd_span to, size_t *n, mynd_error *error)
{
	mynd_span room = {to.ptr, d->plain_left};
	int rc = unpack(d, &room, true, error);
	if (rc == MYND_MORE) { /* the stream has more bytes than announced, or has no end */
		return mynd_error_malformed(error, "a compressed frame is not as long as it says");
	}
	rc = check_end(d, rc, room.len, room, error);
	*n = d->plain_left;
	d->plain_left = 0;
	return rc;
}

/* Unpacks as many bytes of the frame as there is space for, but never its last byte. */
static int unpack_some(mynd_decompressor *d, mynd_span to, size_t *n, mynd_error *error)
{
	size_t most = d->plain_left - 1;
	mynd_span room = {to.ptr, to.len < most ? to.len : most};
	size_t before = room.len;
	int rc = unpack(d, &room, false, error);
	*n = before - room.len;
	d->plain_left -= (uint32_t) *n;
	return check_end(d, rc, d->plain_left, room, error);
}

/* Unpacks the frame's last byte, after which the stream must end. */
static int unpack_last(mynd_decompressor *d, mynd_span to, size_t *n, mynd_error *error)
{
	mynd_span room = {d->last + d->last_len, sizeof d->last - d->last_len};
	int rc = unpack(d, &room, false, error);
	d->last_len = (uint8_t) (sizeof d->last - room.len);
	if (d->last_len > 1) {
		return mynd_error_malformed(error, "a compressed frame is longer than it says");
	}
	rc = check_end(d, rc, 1u - d->last_len, room, error);
	if (rc == MYND_OK) {
		to.ptr[0] = d->last[0];
		*n = 1;
		d->plain_left = 0;
	}
	return rc;
}

static int read_payload(mynd_decompressor *d, mynd_span to, size_t *n, mynd_error *error)
{
	*n = 0;
	if (d->stored) {
		*n = copy_stored(d, to);
		return MYND_OK;
	}
	if (d->last_len == 0 && here(d).len == d->packed_left && to.len >= d->plain_left) {
		return unpack_rest(d, to, n, error);
	}
	return d->plain_left > 1 ? unpack_some(d, to, n, error) : unpack_last(d, to, n, error);
}

int mynd_decompressor_read(mynd_decompressor *d, uint8_t *number, mynd_numbering numbering, mynd_span to,
    size_t *n, mynd_error *error)
{
	*n = 0;
	for (;;) {
		size_t got = 0, looked_at = d->start;
		int rc = MYND_OK;
		if (d->plain_left == 0) {
			rc = read_header(d, number, numbering, *n > 0, error);
			if (rc == MYND_OK && *n > 0 && to.len < d->plain_left) {
				return MYND_OK; /* the next call has more space, perhaps for the whole frame */
			}
		}
		if (rc == MYND_OK) {
			rc = read_payload(d, to, &got, error);
		}
		if (rc == MYND_BAD) {
			return MYND_BAD;
		}
		*n += got;
		to = (mynd_span){to.ptr + got, to.len - got};
		if (to.len == 0 || (got == 0 && d->start == looked_at)) {
			return *n > 0 ? MYND_OK : MYND_MORE;
		}
	}
}

/* --- stored payloads that are received without a copy --- */

mynd_span mynd_decompressor_direct(const mynd_decompressor *d, mynd_span to)
{
	size_t len = d->packed_left < to.len ? d->packed_left : to.len;
	bool worth_a_read = d->stored && len >= DIRECT_LEAST && !mynd_decompressor_has_bytes(d);
	return worth_a_read ? (mynd_span){to.ptr, len} : (mynd_span){NULL, 0};
}

void mynd_decompressor_passed(mynd_decompressor *d, size_t n)
{
	d->packed_left -= (uint32_t) n;
	d->plain_left -= (uint32_t) n;
}
