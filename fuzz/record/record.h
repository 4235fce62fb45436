/*
 * What the files that record inputs share.
 */
#ifndef MYND_FUZZ_RECORD_H
#define MYND_FUZZ_RECORD_H

#include "../session.h"

/* Writes an input of that target into its folder of MYND_RECORD, named by its bytes. */
void record_write(const char *target, mynd_slice input);
void put_slice(mynd_buffer *b, mynd_slice slice);

/* --- record_more.c: of one session at a time --- */

void record_begin(const mynd_session *s, const mynd_session_options *options);
void record_packet(const mynd_session *s, mynd_slice payload); /* from the server */
void record_end(const mynd_session *s);

#endif
