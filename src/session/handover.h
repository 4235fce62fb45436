/* A session goes on in another process (handover.c). */
#ifndef MYND_SESSION_HANDOVER_H
#define MYND_SESSION_HANDOVER_H

#include "session.h"
#include "../wire/writer.h"

/* Returns true if nothing is to be sent, unread or begun, and the socket carries the plain protocol. */
bool mynd_session_may_be_handed_over(const mynd_session *s);
/* Writes the state that the other process needs. MYND_BAD: no room for it, or no handover is allowed. */
int mynd_session_hand_over(const mynd_session *s, mynd_writer *to);
/*
 * Continues a session of another process in `s`, a new session with the same options, user and password.
 * Replies may be due. Returns MYND_BAD if `from` holds no such session; `s` can only be freed then.
 */
int mynd_session_take_over(mynd_session *s, mynd_cursor *from);

#endif
