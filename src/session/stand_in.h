/*
 * A peer that stands in for a server: it greets, lets everybody in, and answers what the driver sends of its
 * own accord. What a program asks is to be answered by interceptors; what comes here all the same is an
 * error.
 *
 * Bytes in, bytes out, no I/O: the server's side of the conversation, as the session is the client's.
 */
#ifndef MYND_SESSION_STAND_IN_H
#define MYND_SESSION_STAND_IN_H

#include "../wire/buffer.h"

#define MYND_STAND_IN_VERSION_MAX 100

typedef struct mynd_stand_in mynd_stand_in;

/* `version`: what it calls itself; copied, as far as it is no longer than the maximum. NULL: no memory. */
mynd_stand_in *mynd_stand_in_new(mynd_slice version);
void mynd_stand_in_free(mynd_stand_in *s);

/* Takes what the client has sent. MYND_BAD: no memory; nothing more can be said. */
int mynd_stand_in_feed(mynd_stand_in *s, mynd_slice bytes);
/* What is to be sent to the client, and the note that n bytes of it were. */
mynd_slice mynd_stand_in_output(const mynd_stand_in *s);
void mynd_stand_in_sent(mynd_stand_in *s, size_t n);

/*
 * The next statement to be prepared has these columns, as mynd_column_encode writes them, one after another;
 * copied. MYND_BAD: no memory, or they are no definitions.
 */
int mynd_stand_in_columns(mynd_stand_in *s, uint32_t count, mynd_slice definitions);
/* The status that its next replies report (MYND_STATUS_*). */
void mynd_stand_in_set_status(mynd_stand_in *s, uint16_t status);

#endif
