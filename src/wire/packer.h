/*
 * zlib and zstd with one interface: a packed stream is made in one call, and unpacked piece by piece.
 *
 * Always true: whatever a stream announces about itself, no more than 16 MB of address space are allocated
 * for that (zstd's window); memory is touched only as bytes come out. An unpacker that has returned MYND_BAD
 * can be used again after a reset. Not here: the frames around the streams (compressed.h).
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

#define MYND_ZSTD_LEVEL 3 /* used for packing, and asked of the server: zstd's own default */

typedef struct mynd_packer mynd_packer;

mynd_packer *mynd_packer_new(mynd_compression which); /* NULL: no memory */
void mynd_packer_free(mynd_packer *p);                /* NULL: does nothing */
/* Packs all of `from` as one stream into `to`: *n bytes. False: it does not fit, or there is no memory. */
bool mynd_pack(mynd_packer *p, mynd_slice from, mynd_span to, size_t *n);

typedef struct mynd_unpacker mynd_unpacker;

mynd_unpacker *mynd_unpacker_new(mynd_compression which); /* NULL: no memory */
void mynd_unpacker_free(mynd_unpacker *u);                /* NULL: does nothing */
void mynd_unpacker_reset(mynd_unpacker *u);               /* the next byte begins a stream */
size_t mynd_unpacker_memory(const mynd_unpacker *u);      /* about how many bytes it holds */

/*
 * Takes bytes from *from and puts bytes into *to; both move on. MYND_OK: the stream is over (what is left of
 * *from does not belong to it). MYND_MORE: it is not over, and there are no more bytes to take or there is no
 * more space. MYND_BAD: invalid, or no memory. `whole`: the rest of the stream is in *from and its bytes fit
 * *to (this saves a copy; if it is not true, MYND_MORE).
 */
int mynd_unpack(mynd_unpacker *u, mynd_slice *from, mynd_span *to, bool whole, mynd_error *error);

#endif
