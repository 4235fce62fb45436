/*
 * The compressed protocol: packets travel in frames of their own, each a header and a packed or plain payload
 * ("Compression", "Compressed Packet Header"). Bytes in, bytes out; no I/O.
 *
 * The header: 3 bytes length of what follows, 1 byte number, 3 bytes length of the payload once unpacked (0:
 * it is stored as it is). A payload is any stretch of the stream of packets, so that packets may be cut and
 * gathered at will. Going out, a frame holds bytes of one command only: servers hang on two.
 *
 * Numbers: each command begins with number 0, and all frames from then on, of both sides, count on. The
 * numbers of the packets inside are another matter: servers set them to the frame's whenever they flush.
 */
#ifndef MYND_WIRE_COMPRESSED_H
#define MYND_WIRE_COMPRESSED_H

#include "buffer.h"
#include "packer.h"

#define MYND_COMPRESSED_HEADER 7
#define MYND_COMPRESSED_CHUNK  (256u * 1024) /* bytes of a command that one frame takes */
#define MYND_COMPRESSED_LEAST  50            /* shorter payloads are stored, as all clients do */

/* How many frames a command of `len` bytes, headers included, takes. */
static inline size_t mynd_compressed_frames(size_t len)
{
	return len / MYND_COMPRESSED_CHUNK + (len % MYND_COMPRESSED_CHUNK != 0);
}

/*
 * Appends `chunk` as a frame to `to`, packed if that makes it shorter; *number is its own, and the next one's
 * afterwards. `packer` NULL: as it is. A chunk has 1 to MYND_COMPRESSED_CHUNK bytes. MYND_BAD: no memory,
 * nothing is appended.
 */
int mynd_compress(mynd_packer *packer, uint8_t *number, mynd_slice chunk, mynd_buffer *to);

/* What the number of the next frame from the server may be. */
typedef enum mynd_numbering {
	MYND_NUMBER_DUE,         /* the one that is due */
	MYND_NUMBER_DUE_OR_ZERO, /* 0 as well: servers' last words on an idle link */
	/* whatever it is: it says how much the server had read of what we sent when it began to answer */
	MYND_NUMBER_ANY
} mynd_numbering;

typedef struct mynd_decompressor mynd_decompressor;

mynd_decompressor *mynd_decompressor_new(mynd_compression which); /* NULL: no memory */
void mynd_decompressor_free(mynd_decompressor *d);                /* NULL: nothing */
size_t mynd_decompressor_memory(const mynd_decompressor *d);      /* what it holds, about */
/* Between two frames, and nothing of the next one is here: it can serve another link. */
bool mynd_decompressor_is_empty(const mynd_decompressor *d);
bool mynd_decompressor_has_bytes(const mynd_decompressor *d); /* that were not looked at yet */

/*
 * Where the next bytes from the server go, and that n of them are there. Never empty after read() has
 * answered MYND_MORE.
 */
mynd_span mynd_decompressor_want(mynd_decompressor *d);
void mynd_decompressor_commit(mynd_decompressor *d, size_t n);

/*
 * Unpacks into `to` what is here: *n bytes, at least one. MYND_MORE: feed it. MYND_BAD: the frames are
 * broken, or no memory; only free is allowed then. *number is the one that is due; `numbering` is asked of
 * the first frame that this call begins, others have to follow it or wait. The last byte of a frame is given
 * out only when all of the frame was found in order, so that what ends with it is whole.
 */
int mynd_decompressor_read(mynd_decompressor *d, uint8_t *number, mynd_numbering numbering, mynd_span to,
    size_t *n, mynd_error *error);

/*
 * After MYND_MORE: a stored payload can be received straight into `to`, as much of it as the answer has room;
 * passed() says how much it was. Empty: use want().
 */
mynd_span mynd_decompressor_direct(const mynd_decompressor *d, mynd_span to);
void mynd_decompressor_passed(mynd_decompressor *d, size_t n);

#endif
