/*
 * The compressed protocol: frames from the server, well-formed ones and others, unpacked; and our own, packed
 * and unpacked again.
 *
 *   1 byte: bit 0 zstd, bit 1 only what we pack ourselves; 1 byte numbering; 2 bytes random
 *   then frames: 1 byte kind, 2 bytes length, 2 bytes `extra`, so many bytes
 *
 * The same bytes are unpacked whole and in random pieces, into small room and into large: what comes out is
 * the same, up to where one way has found out earlier that the frames are broken. What is announced is not
 * what is allocated.
 */
#include "fuzz.h"

#include "wire/compressed.h"

typedef enum frame_kind {
	FRAME_PACKED,      /* the bytes, packed well */
	FRAME_STORED,      /* the bytes as they are */
	FRAME_REPEATED,    /* the bytes, `extra` times, packed well */
	FRAME_WRONG_PLAIN, /* packed well; it announces `extra` bytes */
	FRAME_WRONG_BYTES, /* packed well; a byte of it is another */
	FRAME_CUT,         /* packed well; `extra` bytes are missing at its end */
	FRAME_RAW_STREAM,  /* the bytes as a packed payload; it announces `extra` bytes */
	FRAME_RAW,         /* the bytes, header and all */
	FRAME_KINDS
} frame_kind;

#define PLAIN_MAX  (1u << 18)
#define MEMORY_MAX (64u << 20)

typedef struct stream {
	mynd_compression which;
	mynd_packer *packer;
	fuzz_pile bytes;
	uint8_t number;
} stream;

/* --- frames --- */

static void add_header(stream *s, size_t packed, size_t plain)
{
	uint8_t header[MYND_COMPRESSED_HEADER] = {(uint8_t) packed, (uint8_t) (packed >> 8),
	    (uint8_t) (packed >> 16), s->number++, (uint8_t) plain, (uint8_t) (plain >> 8),
	    (uint8_t) (plain >> 16)};
	fuzz_add(&s->bytes, header, sizeof header);
}

static void add_packed(stream *s, mynd_slice plain, frame_kind kind, unsigned extra)
{
	size_t room = plain.len + plain.len / 2 + 1024, n = 0;
	uint8_t *packed = malloc(room);
	if (plain.len > 0 && mynd_pack(s->packer, plain, (mynd_span){packed, room}, &n)) {
		if (kind == FRAME_WRONG_BYTES) {
			packed[extra % n] ^= (uint8_t) (1 + extra / n);
		} else if (kind == FRAME_CUT) {
			n -= extra % n;
		}
		add_header(s, n, kind == FRAME_WRONG_PLAIN ? extra : plain.len);
		fuzz_add(&s->bytes, packed, n);
	}
	free(packed);
}

static void add_repeated(stream *s, mynd_slice bytes, unsigned times)
{
	fuzz_pile plain = {0};
	while (bytes.len > 0 && times-- > 0 && plain.len + bytes.len <= PLAIN_MAX) {
		fuzz_add(&plain, bytes.ptr, bytes.len);
	}
	add_packed(s, (mynd_slice){plain.ptr, plain.len}, FRAME_PACKED, 0);
	fuzz_clear(&plain);
}

static void add_frame(stream *s, mynd_cursor *c)
{
	frame_kind kind = (frame_kind) (fuzz_int(c, 1) % FRAME_KINDS);
	size_t len = (size_t) fuzz_int(c, 2);
	unsigned extra = (unsigned) fuzz_int(c, 2);
	mynd_slice bytes = fuzz_bytes(c, len);
	switch (kind) {
	case FRAME_STORED:
		add_header(s, bytes.len, 0);
		fuzz_add(&s->bytes, bytes.ptr, bytes.len);
		break;
	case FRAME_REPEATED:
		add_repeated(s, bytes, extra);
		break;
	case FRAME_RAW_STREAM:
		add_header(s, bytes.len, extra);
		fuzz_add(&s->bytes, bytes.ptr, bytes.len);
		break;
	case FRAME_RAW:
		fuzz_add(&s->bytes, bytes.ptr, bytes.len);
		break;
	default:
		add_packed(s, bytes, kind, extra);
		break;
	}
}

/* --- unpacking --- */

typedef struct unpacked {
	fuzz_pile plain;
	bool broken;
	uint8_t due;
} unpacked;

typedef struct way {
	bool pieces;
	uint32_t random;
	mynd_numbering numbering;
} way;

static size_t some(way *w, size_t most)
{
	return w->pieces && most > 1
	           ? 1 + fuzz_below(&w->random, (uint32_t) (fuzz_below(&w->random, 2) ? most : 1 + most / 9))
	           : most;
}

/* Hands over what is wanted, straight into the room where that may be. Answers how many bytes were taken. */
static size_t feed(mynd_decompressor *d, mynd_slice bytes, way *w, unpacked *to, mynd_span room)
{
	mynd_span direct = mynd_decompressor_direct(d, room);
	mynd_span into = direct.len > 0 ? direct : mynd_decompressor_want(d);
	if (into.len == 0) {
		fuzz_fail("nothing is wanted");
	}
	size_t n = some(w, into.len < bytes.len ? into.len : bytes.len);
	memcpy(into.ptr, bytes.ptr, n);
	if (direct.len > 0) {
		mynd_decompressor_passed(d, n);
		fuzz_add(&to->plain, into.ptr, n);
	} else {
		mynd_decompressor_commit(d, n);
	}
	return n;
}

#define ROOM 65536

static void unpack_all(mynd_decompressor *d, mynd_slice bytes, way w, unpacked *to)
{
	mynd_error error = {0};
	size_t n;
	for (bool goes_on = true; goes_on;) {
		mynd_span span = {NULL, some(&w, ROOM)};
		span.ptr = malloc(span.len); /* of exactly that size */
		int rc = mynd_decompressor_read(d, &to->due, w.numbering, span, &n, &error);
		if (rc == MYND_OK && (n == 0 || n > span.len)) {
			fuzz_fail("%zu bytes into room for %zu", n, span.len);
		}
		goes_on = rc == MYND_OK || (rc == MYND_MORE && bytes.len > 0);
		to->broken = rc == MYND_BAD;
		if (rc == MYND_OK) {
			fuzz_add(&to->plain, span.ptr, n);
		} else if (goes_on) {
			size_t fed = feed(d, bytes, &w, to, span);
			bytes = (mynd_slice){bytes.ptr + fed, bytes.len - fed};
		}
		free(span.ptr);
	}
	if (to->broken && error.code == 0) {
		fuzz_fail("broken, and no error");
	}
}

static unpacked unpack(const stream *s, const way *w)
{
	unpacked to = {0};
	mynd_decompressor *d = mynd_decompressor_new(s->which);
	unpack_all(d, (mynd_slice){s->bytes.ptr, s->bytes.len}, *w, &to);
	if (mynd_decompressor_memory(d) > MEMORY_MAX) {
		fuzz_fail("%zu bytes of memory", mynd_decompressor_memory(d));
	}
	mynd_decompressor_free(d);
	return to;
}

static void compare(const unpacked *a, const unpacked *b)
{
	size_t least = a->plain.len < b->plain.len ? a->plain.len : b->plain.len;
	if (least > 0 && memcmp(a->plain.ptr, b->plain.ptr, least) != 0) {
		fuzz_fail("other bytes come out of pieces");
	}
	if (a->broken != b->broken) {
		fuzz_fail("broken %s", a->broken ? "whole, not in pieces" : "in pieces, not whole");
	}
	if (!a->broken && (a->plain.len != b->plain.len || a->due != b->due)) {
		fuzz_fail("%zu bytes come out, %zu of pieces", a->plain.len, b->plain.len);
	}
}

/* --- our own frames --- */

static void add_own(stream *s, mynd_cursor *c, fuzz_pile *said)
{
	mynd_buffer to;
	size_t len = 1 + (size_t) fuzz_int(c, 2);
	mynd_slice chunk = fuzz_bytes(c, len);
	mynd_buffer_init(&to, 1u << 24);
	if (chunk.len > 0) {
		if (mynd_compress(chunk.len % 5 == 0 ? NULL : s->packer, &s->number, chunk, &to) != MYND_OK) {
			fuzz_fail("it is not packed");
		}
		fuzz_add(said, chunk.ptr, chunk.len);
		fuzz_add(&s->bytes, to.ptr, to.len);
	}
	mynd_buffer_free(&to);
}

static void check_own(const fuzz_pile *said, const unpacked *back)
{
	if (back->broken || said->len != back->plain.len ||
	    (said->len > 0 && memcmp(said->ptr, back->plain.ptr, said->len) != 0)) {
		fuzz_fail("what we have packed is not what we have said");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	mynd_cursor c = mynd_cursor_over(data, size);
	uint8_t flags = (uint8_t) fuzz_int(&c, 1);
	mynd_numbering numbering = (mynd_numbering) (fuzz_int(&c, 1) % (MYND_NUMBER_ANY + 1));
	uint32_t random = (uint32_t) fuzz_int(&c, 2);
	bool own = (flags & 2) != 0;
	stream s = {.which = flags & 1 ? MYND_COMPRESSION_ZSTD : MYND_COMPRESSION_ZLIB};
	fuzz_pile said = {0};
	fuzz_memory_start(0);
	s.packer = mynd_packer_new(s.which);
	while (mynd_cursor_left(&c) > 0) {
		if (own) {
			add_own(&s, &c, &said);
		} else {
			add_frame(&s, &c);
		}
	}
	unpacked whole = unpack(&s, &(way){false, random, numbering});
	unpacked pieces = unpack(&s, &(way){true, random, numbering});
	compare(&whole, &pieces);
	if (own) {
		check_own(&said, &whole);
	}
	mynd_packer_free(s.packer);
	fuzz_memory_end();
	fuzz_clear(&whole.plain);
	fuzz_clear(&pieces.plain);
	fuzz_clear(&s.bytes);
	fuzz_clear(&said);
	return 0;
}
