/* The commands of a session whose replies are due: how many, whose they are, and how many may be sent. */
#ifndef MYND_SESSION_PENDING_H
#define MYND_SESSION_PENDING_H

#include <stdint.h>

typedef struct mynd_session mynd_session;

/* returns the number of commands whose reply is not over */
unsigned mynd_session_pending(const mynd_session *s);
/*
 * Return how many pending commands have this owner (mynd_command), and the owner of the first pending
 * command; 0: none is pending. They work for a dead session, too.
 */
unsigned mynd_session_pending_of(const mynd_session *s, uint32_t owner);
uint32_t mynd_session_owner(const mynd_session *s);
/* Gives the first `most` pending commands another owner, which all further events of their replies have. */
void mynd_session_pass_on(mynd_session *s, unsigned most, uint32_t owner);
/*
 * Returns how many of the pending commands were sent to their last byte. The server may have run those, but
 * none of the later ones. Works for a dead session, too.
 */
unsigned mynd_session_pending_sent(const mynd_session *s);
/* Returns how many bytes of commands may be sent now (barriers, window) but were not sent yet. */
uint64_t mynd_session_unsent(const mynd_session *s);
/*
 * Sets the window: of the commands whose reply is not over, output() offers the first `commands` ones, of
 * `bytes` bytes together, or one of any length. At first there is no limit. Bytes offered are not taken back.
 */
void mynd_session_set_window(mynd_session *s, unsigned commands, uint64_t bytes);
unsigned mynd_session_window(const mynd_session *s); /* returns the window's number of commands */
/* returns how many bytes wait for a reply because of the window */
uint64_t mynd_session_held(const mynd_session *s);

#endif
