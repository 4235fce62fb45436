/*
 * The compressed protocol: packets travel in frames of their own, each with a header and a packed or plain
 * payload ("Compression", "Compressed Packet Header"). Bytes in, bytes out; no I/O.
 *
 * The header: 3 bytes length of what follows, 1 byte number, 3 bytes length of the unpacked payload (0: the
 * payload is stored unpacked). A payload is any part of the stream of packets, so packets may be cut and
 * joined anywhere. A frame that is sent holds bytes of one command only: servers hang if it holds two.
 *
 * Numbers: each command begins with number 0, and all frames after it, of both sides, count on from there.
 * The numbers of the packets inside are independent: servers set them to the frame's whenever they flush.
 */
#ifndef MYND_WIRE_COMPRESSED_H
#define MYND_WIRE_COMPRESSED_H

#include "buffer.h"
#include "packer.h"

#define MYND_COMPRESSED_HEADER 7
#define MYND_COMPRESSED_CHUNK  (256u * 1024) /* the most bytes of a command in one frame */
#define MYND_COMPRESSED_LEAST  50            /* shorter payloads are stored unpacked, as by all clients */

/* How many frames a command of `len` bytes, headers included, takes. */
static inline size_t mynd_compressed_frames(size_t len)
{
	return len / MYND_COMPRESSED_CHUNK + (len % MYND_COMPRESSED_CHUNK != 0);
}

/*
 * Appends `chunk` to `to` as a frame, packed if that makes it shorter; *number is the frame's, and afterwards
 * the next one's. `packer` NULL: unpacked. A chunk has 1 to MYND_COMPRESSED_CHUNK bytes. MYND_BAD: no memory,
 * nothing is appended.
 */
int mynd_compress(mynd_packer *packer, uint8_t *number, mynd_slice chunk, mynd_buffer *to);

/* Which number the next frame from the server may have. */
typedef enum mynd_numbering {
	MYND_NUMBER_DUE,         /* the one that is due */
	MYND_NUMBER_DUE_OR_ZERO, /* also 0: what a server sends last on an idle connection */
	/* any number: it says how much the server had read of what we sent when it began to answer */
	MYND_NUMBER_ANY
} mynd_numbering;

typedef struct mynd_decompressor mynd_decompressor;

mynd_decompressor *mynd_decompressor_new(mynd_compression which); /* NULL: no memory */
void mynd_decompressor_free(mynd_decompressor *d);                /* NULL: does nothing */
size_t mynd_decompressor_memory(const mynd_decompressor *d);      /* about how many bytes it holds */
/* It is between two frames and has nothing of the next one: another connection can use it. */
bool mynd_decompressor_is_empty(const mynd_decompressor *d);
bool mynd_decompressor_has_bytes(const mynd_decompressor *d); /* that were not processed yet */

/*
 * Where the next bytes from the server go, and the note that n of them are there. Never empty after read()
 * has returned MYND_MORE.
 */
mynd_span mynd_decompressor_want(mynd_decompressor *d);
void mynd_decompressor_commit(mynd_decompressor *d, size_t n);

/*
 * Unpacks what is here into `to`: *n bytes, at least one. MYND_MORE: feed it. MYND_BAD: the frames are
 * invalid, or no memory; only free is allowed then. *number is the expected one; `numbering` applies to the
 * first frame that this call begins, and the others have to follow it or wait. The last byte of a frame is
 * given out only when the whole frame was found valid, so that what ends with it is complete.
 */
int mynd_decompressor_read(mynd_decompressor *d, uint8_t *number, mynd_numbering numbering, mynd_span to,
    size_t *n, mynd_error *error);

/*
 * After MYND_MORE: a stored payload can be received directly into `to`, as much of it as the returned span
 * has space for; passed() says how much it was. Empty: use want().
 */
mynd_span mynd_decompressor_direct(const mynd_decompressor *d, mynd_span to);
void mynd_decompressor_passed(mynd_decompressor *d, size_t n);

#endif
