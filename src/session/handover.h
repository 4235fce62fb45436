/* Continues a session in another process (handover.c). */
#ifndef MYND_SESSION_HANDOVER_H
#define MYND_SESSION_HANDOVER_H

#include "session.h"
#include "../wire/writer.h"

/*
 * Returns true if all output was sent, no byte is unread, no reply has begun, only commands that handover.c
 * permits are pending, and neither TLS nor compression is used.
 */
bool mynd_session_may_be_handed_over(const mynd_session *s);
/*
 * Writes the state that the other process needs. Returns MYND_BAD if `to` has no room for it, or if the
 * session may not be handed over.
 */
int mynd_session_hand_over(const mynd_session *s, mynd_writer *to);
/*
 * Continues a session of another process in `s`, a new session with the same options, user and password.
 * Commands of that process may be pending. Returns MYND_BAD if `from` contains no valid state of such a
 * session; `s` can only be freed then.
 */
int mynd_session_take_over(mynd_session *s, mynd_cursor *from);

#endif
