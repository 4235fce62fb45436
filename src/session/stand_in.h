/*
 * A stand-in for a server on connections without one: it greets, accepts every login, and replies to the
 * commands that the driver itself sends. Interceptors answer the program's queries; a query that reaches the
 * stand-in gets an error.
 *
 * The stand-in is a state machine without I/O for the server's side of the protocol, as the session is for
 * the client's.
 */
#ifndef MYND_SESSION_STAND_IN_H
#define MYND_SESSION_STAND_IN_H

#include "../wire/buffer.h"

#define MYND_STAND_IN_VERSION_MAX 100

typedef struct mynd_stand_in mynd_stand_in;

#define MYND_STAND_IN_COLLATION 45 /* utf8mb4_general_ci, as in most servers' greetings */

/*
 * `version` and `collation` are reported in the greeting; the version is copied up to the maximum. Returns
 * NULL if out of memory.
 */
mynd_stand_in *mynd_stand_in_new(mynd_slice version, uint8_t collation);
void mynd_stand_in_free(mynd_stand_in *s);

/* Takes bytes from the client. Returns MYND_BAD if out of memory; no further reply is possible then. */
int mynd_stand_in_feed(mynd_stand_in *s, mynd_slice bytes);
/* Returns the bytes to be sent to the client; sent() notes that n of them were. */
mynd_slice mynd_stand_in_output(const mynd_stand_in *s);
void mynd_stand_in_sent(mynd_stand_in *s, size_t n);

/*
 * Sets the columns of the next statement to be prepared. `definitions` (copied): one after another, each as
 * mynd_column_encode writes it. Returns MYND_BAD if out of memory, or if they are not valid.
 */
int mynd_stand_in_columns(mynd_stand_in *s, uint32_t count, mynd_slice definitions);
/* Sets the status that the next replies report (MYND_STATUS_*). */
void mynd_stand_in_set_status(mynd_stand_in *s, uint16_t status);

#endif
