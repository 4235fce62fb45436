/*
 * The calls of zlib and zstd. A compressed payload of the protocol is a zlib stream (RFC 1950) or a zstd
 * frame (RFC 8878).
 *
 * Always true: `which` says which of the members `zlib` and `zstd` is in use.
 */
#include "packer.h"

#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* log2 of the largest window: no payload has 2^24 bytes or more */
#define ZSTD_WINDOW_LOG_MAX 24

/* --- packing --- */

struct mynd_packer {
	mynd_compression which;
	z_stream zlib;
	ZSTD_CCtx *zstd;
};

mynd_packer *mynd_packer_new(mynd_compression which)
{
	mynd_packer *p = calloc(1, sizeof *p);
	if (p == NULL) {
		return NULL;
	}
	p->which = which;
	if (which == MYND_COMPRESSION_ZSTD) {
		p->zstd = ZSTD_createCCtx();
		if (p->zstd != NULL) {
			return p;
		}
	} else if (deflateInit(&p->zlib, Z_DEFAULT_COMPRESSION) == Z_OK) {
		return p;
	}
	free(p);
	return NULL;
}

void mynd_packer_free(mynd_packer *p)
{
	if (p == NULL) {
		return;
	}
	if (p->which == MYND_COMPRESSION_ZSTD) {
		ZSTD_freeCCtx(p->zstd);
	} else {
		deflateEnd(&p->zlib);
	}
	free(p);
}

static bool pack_zstd(mynd_packer *p, mynd_slice from, mynd_span to, size_t *n)
{
	size_t len = ZSTD_compressCCtx(p->zstd, to.ptr, to.len, from.ptr, from.len, MYND_ZSTD_LEVEL);
	*n = len;
	return !ZSTD_isError(len);
}

bool mynd_pack(mynd_packer *p, mynd_slice from, mynd_span to, size_t *n)
{
	z_stream *z = &p->zlib;
	if (from.len > UINT32_MAX || to.len > UINT32_MAX) {
		return false;
	}
	if (p->which == MYND_COMPRESSION_ZSTD) {
		return pack_zstd(p, from, to, n);
	}
	if (deflateReset(z) != Z_OK) {
		return false;
	}
	z->next_in = (Bytef *) (uintptr_t) from.ptr; /* zlib does not write there */
	z->avail_in = (uInt) from.len;
	z->next_out = to.ptr;
	z->avail_out = (uInt) to.len;
	int rc = deflate(z, Z_FINISH);
	*n = to.len - z->avail_out;
	return rc == Z_STREAM_END;
}

/* --- unpacking --- */

struct mynd_unpacker {
	mynd_compression which;
	z_stream zlib;
	ZSTD_DCtx *zstd;
};

static bool open_zstd(mynd_unpacker *u)
{
	u->zstd = ZSTD_createDCtx();
	if (u->zstd == NULL) {
		return false;
	}
	return !ZSTD_isError(ZSTD_DCtx_setParameter(u->zstd, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG_MAX));
}

mynd_unpacker *mynd_unpacker_new(mynd_compression which)
{
	mynd_unpacker *u = calloc(1, sizeof *u);
	if (u == NULL) {
		return NULL;
	}
	u->which = which;
	if (which == MYND_COMPRESSION_ZSTD ? open_zstd(u) : inflateInit(&u->zlib) == Z_OK) {
		return u;
	}
	ZSTD_freeDCtx(u->zstd);
	free(u);
	return NULL;
}

void mynd_unpacker_free(mynd_unpacker *u)
{
	if (u == NULL) {
		return;
	}
	if (u->which == MYND_COMPRESSION_ZSTD) {
		ZSTD_freeDCtx(u->zstd);
	} else {
		inflateEnd(&u->zlib);
	}
	free(u);
}

void mynd_unpacker_reset(mynd_unpacker *u)
{
	if (u->which == MYND_COMPRESSION_ZSTD) {
		ZSTD_DCtx_reset(u->zstd, ZSTD_reset_session_only);
	} else {
		inflateReset(&u->zlib);
	}
}

size_t mynd_unpacker_memory(const mynd_unpacker *u)
{
	return u->which == MYND_COMPRESSION_ZSTD ? ZSTD_sizeof_DCtx(u->zstd) : (size_t) 40 * 1024;
}

static int unpack_zstd(mynd_unpacker *u, mynd_slice *from, mynd_span *to, mynd_error *error)
{
	ZSTD_inBuffer in = {from->ptr, from->len, 0};
	ZSTD_outBuffer out = {to->ptr, to->len, 0};
	size_t rc = ZSTD_decompressStream(u->zstd, &out, &in);
	*from = (mynd_slice){from->ptr + in.pos, from->len - in.pos};
	*to = (mynd_span){to->ptr + out.pos, to->len - out.pos};
	if (!ZSTD_isError(rc)) {
		return rc == 0 ? MYND_OK : MYND_MORE;
	}
	if (ZSTD_getErrorCode(rc) == ZSTD_error_memory_allocation) {
		return mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	return mynd_error_malformed(error, "a broken zstd stream");
}

static int unpack_zlib(mynd_unpacker *u, mynd_slice *from, mynd_span *to, bool whole, mynd_error *error)
{
	z_stream *z = &u->zlib;
	uInt in = from->len < UINT32_MAX ? (uInt) from->len : UINT32_MAX;
	uInt room = to->len < UINT32_MAX ? (uInt) to->len : UINT32_MAX;
	z->next_in = (Bytef *) (uintptr_t) from->ptr;
	z->avail_in = in;
	z->next_out = to->ptr;
	z->avail_out = room;
	int rc = inflate(z, whole ? Z_FINISH : Z_NO_FLUSH);
	*from = (mynd_slice){from->ptr + (in - z->avail_in), from->len - (in - z->avail_in)};
	*to = (mynd_span){to->ptr + (room - z->avail_out), to->len - (room - z->avail_out)};
	switch (rc) {
	case Z_STREAM_END:
		return MYND_OK;
	case Z_OK:
	case Z_BUF_ERROR: /* zlib had no bytes or no space */
		return MYND_MORE;
	case Z_MEM_ERROR:
		return mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	default: /* among others: the stream needs a dictionary, which the protocol does not have */
		return mynd_error_malformed(error, "a broken zlib stream");
	}
}

int mynd_unpack(mynd_unpacker *u, mynd_slice *from, mynd_span *to, bool whole, mynd_error *error)
{
	return u->which == MYND_COMPRESSION_ZSTD ? unpack_zstd(u, from, to, error)
	                                         : unpack_zlib(u, from, to, whole, error);
}
