/*
 * Packets for the tests of src/wire: from hexadecimal, in memory of exactly their size, cut and lengthened.
 *
 * Always true: a packet lies in a block of its own, so that AddressSanitizer sees a read one byte too far.
 */
#ifndef WIRE_PACKET_H
#define WIRE_PACKET_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "wire/buffer.h"

/* The caller frees ptr. Spaces between the digits are ignored. */
mynd_slice packet_from_hex(const char *hex);
mynd_slice packet_copy(const void *ptr, size_t len);
void packet_free(mynd_slice packet);

/*
 * Decodes the packet and checks that every slice of the result lies inside it. Answers what the decoder
 * answered; *error is the decoder's.
 */
typedef int (*packet_decoder)(mynd_slice packet, mynd_error *error);

/*
 * Gives the decoder every true prefix of the packet. Those of the lengths in `legal` (ended by SIZE_MAX) and
 * above `legal_from` are whole packets too; all others must be malformed.
 */
void packet_cut_everywhere(mynd_slice whole, packet_decoder decode, const size_t *legal, size_t legal_from);

/* Gives the decoder the packet with one to eight bytes after it; each must be answered with `expected`. */
void packet_lengthen(mynd_slice whole, packet_decoder decode, int expected);

/*
 * Gives the decoder the packet with each byte in turn replaced by each of some nasty values: it may answer
 * anything.
 */
void packet_corrupt(mynd_slice whole, packet_decoder decode);

void assert_inside(mynd_slice packet, mynd_slice part);
void assert_slice(mynd_slice slice, const char *text);
void assert_malformed(const mynd_error *error);

/* A small generator, so that a failure can be repeated. */
uint32_t test_random(uint32_t *state);

#endif
