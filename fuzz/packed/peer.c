/*
 * The other end of a compressed connection: a strict server, as the protocol's manual describes it.
 *
 * Always true: what it says is told by `random` alone. What it hears must be frames whose numbers count on,
 * with bytes of one command each, and a change of user is never packed.
 */
#include "packed.h"

#include <zlib.h>
#include <zstd.h>

#define HEADER     7
#define CHUNK_MOST (256u * 1024)

void peer_begin(peer *p, mynd_compression which)
{
	p->which = which;
	p->number = 0;
	p->has_spoken = true;
}

void peer_end(peer *p)
{
	fuzz_clear(&p->frames);
	fuzz_clear(&p->heard);
	fuzz_clear(&p->held);
}

/* --- what the server says --- */

static size_t pack(const peer *p, mynd_slice plain, uint8_t *to, size_t room)
{
	if (p->which == MYND_COMPRESSION_ZSTD) {
		size_t n = ZSTD_compress(to, room, plain.ptr, plain.len, 1);
		return ZSTD_isError(n) ? 0 : n;
	}
	uLongf n = room;
	return compress2(to, &n, plain.ptr, plain.len, 1) == Z_OK ? n : 0;
}

typedef enum defect {
	DEFECT_NONE,
	DEFECT_NUMBER,
	DEFECT_PLAIN,  /* it announces another length */
	DEFECT_BYTE,   /* one is another */
	DEFECT_CUT,    /* some are missing at its end */
	DEFECT_BEHIND, /* there are some behind the stream */
	DEFECT_EMPTY,
	DEFECT_RAW, /* the bytes alone */
	DEFECTS
} defect;

static void break_frame(peer *p, defect what, uint8_t *packed, size_t *len, size_t *plain)
{
	p->broken = true;
	switch (what) {
	case DEFECT_NUMBER:
		p->number = (uint8_t) (p->number + 1 + fuzz_below(&p->random, 255));
		break;
	case DEFECT_PLAIN:
		*plain = fuzz_below(&p->random, fuzz_below(&p->random, 2) ? 1u << 24 : 200);
		break;
	case DEFECT_BYTE:
		packed[fuzz_below(&p->random, (uint32_t) *len)] ^= (uint8_t) (1 + fuzz_below(&p->random, 255));
		break;
	case DEFECT_CUT:
		*len -= fuzz_below(&p->random, (uint32_t) *len);
		break;
	case DEFECT_BEHIND:
		packed[(*len)++] = (uint8_t) p->random;
		break;
	case DEFECT_EMPTY:
		*len = 0;
		break;
	default:
		break;
	}
}

static void put_frame(peer *p, mynd_slice plain, fuzz_pile *to)
{
	size_t room = plain.len + plain.len / 2 + 1024, announced = plain.len, len = 0;
	uint8_t *packed = malloc(room);
	defect what = p->hostile && fuzz_below(&p->random, 8) == 0
	                  ? (defect) (1 + fuzz_below(&p->random, DEFECTS - 1))
	                  : DEFECT_NONE;
	if (fuzz_below(&p->random, 4) > 0) {
		len = pack(p, plain, packed, room);
	}
	if (len == 0) {
		memcpy(packed, plain.ptr, plain.len);
		len = plain.len;
		announced = 0;
	}
	if (what != DEFECT_NONE) {
		break_frame(p, what, packed, &len, &announced);
	}
	uint8_t header[HEADER] = {(uint8_t) len, (uint8_t) (len >> 8), (uint8_t) (len >> 16), p->number++,
	    (uint8_t) announced, (uint8_t) (announced >> 8), (uint8_t) (announced >> 16)};
	if (what != DEFECT_RAW) {
		fuzz_add(to, header, HEADER);
	}
	fuzz_add(to, packed, len);
	free(packed);
	p->has_spoken = true;
	p->ahead |= p->is_called;
}

/* The end of the last frame may come with the next ones. */
void peer_say(peer *p, mynd_slice plain, fuzz_pile *wire)
{
	while (plain.len > 0) {
		uint32_t most = (uint32_t) (plain.len < CHUNK_MOST ? plain.len : CHUNK_MOST);
		size_t len = fuzz_below(&p->random, 3) > 0 ? most : 1 + fuzz_below(&p->random, most);
		put_frame(p, (mynd_slice){plain.ptr, len}, &p->held);
		plain = (mynd_slice){plain.ptr + len, plain.len - len};
	}
	size_t stays = fuzz_below(&p->random, 8) == 0 && p->held.len > 0
	                   ? fuzz_below(&p->random, (uint32_t) p->held.len)
	                   : 0;
	fuzz_add(wire, p->held.ptr, p->held.len - stays);
	fuzz_drop(&p->held, p->held.len - stays);
}

/* --- what it hears --- */

static void unpack(peer *p, mynd_slice packed, size_t plain)
{
	uint8_t *to = fuzz_add(&p->heard, NULL, plain);
	if (p->which == MYND_COMPRESSION_ZSTD) {
		size_t n = ZSTD_decompress(to, plain, packed.ptr, packed.len);
		if (n != plain) {
			fuzz_fail("a frame of ours cannot be unpacked by zstd");
		}
		return;
	}
	uLongf n = plain;
	if (uncompress(to, &n, packed.ptr, packed.len) != Z_OK || n != plain) {
		fuzz_fail("a frame of ours cannot be unpacked by zlib");
	}
}

/* `from`: where this frame's bytes begin in what was heard. Tells whether a command begins with them. */
static bool check_packets(peer *p, size_t from, bool is_packed)
{
	bool begins = false;
	while (p->packet_left <= p->heard.len - p->parsed) {
		p->parsed += p->packet_left;
		p->packet_left = 0;
		if (p->heard.len - p->parsed < 4) {
			if (p->heard.len > p->parsed) {
				fuzz_fail("a frame ends within a packet's header");
			}
			return begins;
		}
		const uint8_t *at = p->heard.ptr + p->parsed;
		if (at[3] == 0 && p->parsed > from) {
			fuzz_fail("two commands lie in a frame");
		}
		begins |= at[3] == 0;
		if (begins && is_packed && p->heard.len - p->parsed > 4 && at[4] == MYND_COM_CHANGE_USER) {
			fuzz_fail("a change of user is packed");
		}
		p->packet_left = 4 + ((size_t) at[0] | (size_t) at[1] << 8 | (size_t) at[2] << 16);
	}
	return begins;
}

/*
 * What the client has not read when it answers, and what is said before its command has come, it reads later:
 * its next answer goes on from there.
 */
static void check_number(peer *p, uint8_t number, bool begins)
{
	bool any = p->broken || p->unread || p->ahead || (p->has_spoken && p->several);
	if (begins ? number != 0 : number != p->number && !any) {
		fuzz_fail("a frame of ours has number %u, %u is due", number, begins ? 0 : p->number);
	}
	p->unread = (p->unread && !begins) || p->ahead;
	p->number = (uint8_t) (number + 1);
	p->has_spoken = false;
}

static size_t hear_frame(peer *p)
{
	const uint8_t *at = p->frames.ptr;
	if (p->frames.len < HEADER) {
		return 0;
	}
	size_t len = (size_t) at[0] | (size_t) at[1] << 8 | (size_t) at[2] << 16;
	size_t plain = (size_t) at[4] | (size_t) at[5] << 8 | (size_t) at[6] << 16, from = p->heard.len;
	if (p->frames.len - HEADER < len) {
		return 0;
	}
	if (len == 0 || plain > CHUNK_MOST || (plain == 0 && len > CHUNK_MOST) || (plain != 0 && len >= plain)) {
		fuzz_fail("a frame of ours has %zu bytes for %zu", len, plain);
	}
	if (plain == 0) {
		fuzz_add(&p->heard, at + HEADER, len);
	} else {
		unpack(p, (mynd_slice){at + HEADER, len}, plain);
	}
	check_number(p, at[3], check_packets(p, from, plain != 0));
	return HEADER + len;
}

void peer_hear(peer *p, mynd_slice bytes)
{
	size_t n;
	fuzz_add(&p->frames, bytes.ptr, bytes.len);
	while ((n = hear_frame(p)) > 0) {
		fuzz_drop(&p->frames, n);
	}
	if (p->frames.len == 0 && p->packet_left <= p->heard.len - p->parsed) {
		p->is_called = p->ahead = false;
	}
}
