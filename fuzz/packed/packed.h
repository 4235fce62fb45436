/*
 * What the files of the target `packed` share: a talk of the target `session`, over a channel that packs and
 * unpacks. The server's bytes go into frames of a peer, and what the channel writes is unpacked by that peer,
 * with zlib and zstd themselves, and compared with what the session has said.
 *
 * This target takes session_values.c and has functions of its own in place of session_run.c: run.c has the
 * channel and its transport, peer.c the other end.
 */
#ifndef MYND_FUZZ_PACKED_H
#define MYND_FUZZ_PACKED_H

#include "php.h"
#include "../session.h"
#include "channel/internal.h"

typedef struct peer {
	mynd_compression which; /* NONE: bytes are plain yet */
	uint32_t random;        /* how the server's bytes are cut and packed: the same in both runs */
	bool hostile;           /* frames may be broken */
	bool broken;            /* one was: from there on nothing is known of what comes out */
	bool several;           /* several commands were under way: numbers may be those of any of them */
	bool unread;            /* the client has answered without having read all that was said */
	bool is_called;         /* the client has sent what has not come here as a whole */
	bool ahead;             /* it has spoken before it heard that */
	uint8_t number;         /* of the next frame, of either side */
	bool has_spoken;        /* the last frame was the server's */
	fuzz_pile frames;       /* from the client, not whole yet */
	fuzz_pile heard;        /* out of those that were */
	size_t parsed;          /* so much of that is whole packets, or parts of one that is known */
	size_t packet_left;     /* bytes of the packet that `parsed` lies in */
	fuzz_pile held;         /* of the last frame, for the next time */
} peer;

void peer_begin(peer *p, mynd_compression which);
void peer_say(peer *p, mynd_slice plain, fuzz_pile *wire);
void peer_hear(peer *p, mynd_slice bytes);
void peer_end(peer *p);

#endif
