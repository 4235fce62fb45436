/*
 * A peer that stands in for a server: it greets, lets everybody in, and answers what the driver sends of its
 * own accord. A program's queries are to be answered by interceptors; one that reaches the stand-in gets an
 * error.
 *
 * Bytes in, bytes out, no I/O: the server's side of the conversation, as the session is the client's.
 */
#ifndef MYND_SESSION_STAND_IN_H
#define MYND_SESSION_STAND_IN_H

#include "../wire/buffer.h"

#define MYND_STAND_IN_VERSION_MAX 100

typedef struct mynd_stand_in mynd_stand_in;

/* `version` is reported in the greeting; it is copied up to the maximum. Returns NULL if out of memory. */
mynd_stand_in *mynd_stand_in_new(mynd_slice version);
void mynd_stand_in_free(mynd_stand_in *s);

/* Takes bytes from the client. Returns MYND_BAD if out of memory; no further reply is possible then. */
int mynd_stand_in_feed(mynd_stand_in *s, mynd_slice bytes);
/* Returns the bytes to be sent to the client; sent() notes that n of them were. */
mynd_slice mynd_stand_in_output(const mynd_stand_in *s);
void mynd_stand_in_sent(mynd_stand_in *s, size_t n);

/*
 * Sets the columns of the next statement to be prepared, as mynd_column_encode writes them, one after
 * another; copied. Returns MYND_BAD if out of memory, or if `definitions` is not valid.
 */
int mynd_stand_in_columns(mynd_stand_in *s, uint32_t count, mynd_slice definitions);
/* Sets the status that the next replies report (MYND_STATUS_*). */
void mynd_stand_in_set_status(mynd_stand_in *s, uint16_t status);

#endif
