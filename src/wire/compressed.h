/*
 * The compressed protocol: packets travel in frames of their own, each with a header and a packed or plain
 * payload ("Compression", "Compressed Packet Header"). Bytes in, bytes out; no I/O.
 *
 * The header: 3 bytes length of the payload, 1 byte number, 3 bytes length of the unpacked payload (0: the
 * payload is stored unpacked). A payload is any part of the stream of packets, so packets may be cut and
 * joined anywhere. A frame that mynd sends has bytes of one command only: servers hang if a frame has bytes
 * of two commands.
 *
 * Numbers: the first frame of each command has number 0, and the numbers of all frames after it, from both
 * sides, continue from there. The packets in the frames have their own numbers, but servers set these to the
 * frame's number whenever they flush.
 */
#ifndef MYND_WIRE_COMPRESSED_H
#define MYND_WIRE_COMPRESSED_H

#include "buffer.h"
#include "packer.h"

#define MYND_COMPRESSED_HEADER 7
#define MYND_COMPRESSED_CHUNK  (256u * 1024) /* maximum of a command's bytes in one frame */
#define MYND_COMPRESSED_LEAST  50            /* shorter payloads are stored unpacked, as all clients do */

/* Returns the number of frames that a command of `len` bytes, headers included, takes. */
static inline size_t mynd_compressed_frames(size_t len)
{
	return len / MYND_COMPRESSED_CHUNK + (len % MYND_COMPRESSED_CHUNK != 0);
}

/*
 * Appends `chunk` to `to` as a frame, packed if that makes it shorter, never packed if `packer` is NULL.
 * *number is this frame's number; it is increased for the next frame. A chunk has 1 to MYND_COMPRESSED_CHUNK
 * bytes. Returns MYND_BAD, with nothing appended, if there is no memory.
 */
int mynd_compress(mynd_packer *packer, uint8_t *number, mynd_slice chunk, mynd_buffer *to);

/* The numbers that the next frame from the server may have. */
typedef enum mynd_numbering {
	MYND_NUMBER_DUE, /* the expected number */
	/* the expected number, or 0, as a server's last message on an idle connection has */
	MYND_NUMBER_DUE_OR_ZERO,
	/* unknown: the number depends on how much of our data the server had read when it began its reply */
	MYND_NUMBER_ANY
} mynd_numbering;

typedef struct mynd_decompressor mynd_decompressor;

mynd_decompressor *mynd_decompressor_new(mynd_compression which); /* returns NULL without memory */
void mynd_decompressor_free(mynd_decompressor *d); /* frees the decompressor; does nothing with NULL */
size_t mynd_decompressor_memory(const mynd_decompressor *d); /* approximate size in bytes */
/*
 * Returns true if the decompressor is between two frames and has no bytes of the next one, so that another
 * connection can use it.
 */
bool mynd_decompressor_is_empty(const mynd_decompressor *d);
bool mynd_decompressor_has_bytes(const mynd_decompressor *d); /* returns true if any are unprocessed */

/*
 * want() returns the memory for the next bytes from the server; it is never empty after read() has returned
 * MYND_MORE. Call commit() after n bytes have arrived there.
 */
mynd_span mynd_decompressor_want(mynd_decompressor *d);
void mynd_decompressor_commit(mynd_decompressor *d, size_t n);

/*
 * Unpacks the received bytes into `to`: *n bytes, at least one. Returns MYND_MORE if more bytes must be
 * received first, MYND_BAD if the frames are invalid or there is no memory: then the decompressor can only be
 * freed. *number is the expected number of the next frame. `numbering` applies to the first frame that begins
 * in this call; a further frame is read only if it has the expected number. The last byte of a frame is
 * written only when the whole frame was found valid, so a packet that ends with it is complete.
 */
int mynd_decompressor_read(mynd_decompressor *d, uint8_t *number, mynd_numbering numbering, mynd_span to,
    size_t *n, mynd_error *error);

/*
 * After MYND_MORE, direct() returns the part of `to` into which bytes of a stored payload can be received
 * without a copy, or an empty span if want() has to be used. Call passed() after n bytes have arrived there.
 */
mynd_span mynd_decompressor_direct(const mynd_decompressor *d, mynd_span to);
void mynd_decompressor_passed(mynd_decompressor *d, size_t n);

#endif
