/*
 * zlib and zstd behind one interface: a packed stream is made in one call, and unpacked piece by piece.
 *
 * Always true: whatever window a zstd stream announces, no more than 16 MB of address space are allocated for
 * it, and its pages are touched only as bytes are unpacked. An unpacker that has returned MYND_BAD can be
 * used again after a reset. Not here: the frames around the streams (compressed.h).
 */
#ifndef MYND_WIRE_PACKER_H
#define MYND_WIRE_PACKER_H

#include "cursor.h"

typedef enum mynd_compression {
	MYND_COMPRESSION_NONE,
	MYND_COMPRESSION_ZLIB,
	MYND_COMPRESSION_ZSTD,
	MYND_COMPRESSION_COUNT
} mynd_compression;

#define MYND_ZSTD_LEVEL 3 /* used for packing, and requested from the server: zstd's own default */

typedef struct mynd_packer mynd_packer;

mynd_packer *mynd_packer_new(mynd_compression which); /* returns NULL without memory */
void mynd_packer_free(mynd_packer *p);                /* frees the packer; does nothing with NULL */
/*
 * Packs all of `from` as one stream of *n bytes into `to`. Returns false if the stream does not fit or there
 * is no memory.
 */
bool mynd_pack(mynd_packer *p, mynd_slice from, mynd_span to, size_t *n);

typedef struct mynd_unpacker mynd_unpacker;

mynd_unpacker *mynd_unpacker_new(mynd_compression which); /* returns NULL without memory */
void mynd_unpacker_free(mynd_unpacker *u);                /* frees the unpacker; does nothing with NULL */
void mynd_unpacker_reset(mynd_unpacker *u);               /* the next byte begins a stream */
size_t mynd_unpacker_memory(const mynd_unpacker *u);      /* approximate size in bytes */

/*
 * Unpacks bytes from *from into *to and advances both. Returns MYND_OK if the stream has ended (bytes that
 * remain in *from do not belong to it), MYND_MORE if it has not ended and *from or *to is used up, MYND_BAD
 * if it is invalid or there is no memory. `whole` promises that *from contains the rest of the stream and
 * that its unpacked bytes fit *to, which saves a copy; if that is not true, the function returns MYND_MORE.
 */
int mynd_unpack(mynd_unpacker *u, mynd_slice *from, mynd_span *to, bool whole, mynd_error *error);

#endif
