/*
 * zlib and zstd behind one face: a stream of packed bytes is made in one go, and unpacked piece by piece.
 *
 * Always true: nothing is allocated because of what a stream announces of itself beyond 16 MB of address
 * space (zstd's window); memory is touched only as bytes come out. An unpacker that has answered MYND_BAD can
 * be used again after a reset.
 * Not here: the frames around the streams (compressed.h).
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

#define MYND_ZSTD_LEVEL 3 /* what we pack with, and what we ask of the server: zstd's own default */

typedef struct mynd_packer mynd_packer;

mynd_packer *mynd_packer_new(mynd_compression which); /* NULL: no memory */
void mynd_packer_free(mynd_packer *p);                /* NULL: nothing */
/* All of `from` as one stream into `to`: *n bytes. False: it does not fit, or there is no memory. */
bool mynd_pack(mynd_packer *p, mynd_slice from, mynd_span to, size_t *n);

typedef struct mynd_unpacker mynd_unpacker;

mynd_unpacker *mynd_unpacker_new(mynd_compression which); /* NULL: no memory */
void mynd_unpacker_free(mynd_unpacker *u);                /* NULL: nothing */
void mynd_unpacker_reset(mynd_unpacker *u);               /* the next byte begins a stream */
size_t mynd_unpacker_memory(const mynd_unpacker *u);      /* what it holds, about */

/*
 * Takes bytes off *from and puts bytes into *to; both move on. MYND_OK: the stream is over (what is left of
 * *from is not its). MYND_MORE: it is not, and there is nothing more to take or no more room. MYND_BAD:
 * broken, or no memory. `whole`: the rest of the stream is in *from and its bytes have room in *to (saves a
 * copy; if not so, MYND_MORE).
 */
int mynd_unpack(mynd_unpacker *u, mynd_slice *from, mynd_span *to, bool whole, mynd_error *error);

#endif
