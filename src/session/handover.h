/* A session goes on in another process (handover.c). */
#ifndef MYND_SESSION_HANDOVER_H
#define MYND_SESSION_HANDOVER_H

#include "session.h"
#include "../wire/writer.h"

/* Nothing is to be sent, unread or begun, and the bytes on the socket are those of the protocol. */
bool mynd_session_may_be_handed_over(const mynd_session *s);
/* Writes what the other process has to know. MYND_BAD: there is no room for it, or it may not be. */
int mynd_session_hand_over(const mynd_session *s, mynd_writer *to);
/*
 * In the other process: a new session, with the options, user and password of the other one, goes on in its
 * place. Replies may be due. MYND_BAD: that is no such session, and this one can only be freed.
 */
int mynd_session_take_over(mynd_session *s, mynd_cursor *from);

#endif
