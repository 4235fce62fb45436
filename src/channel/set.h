/*
 * Setters of a channel's fields for higher rooms, which write them through these alone (tools/lint-writers).
 */
#ifndef MYND_CHANNEL_SET_H
#define MYND_CHANNEL_SET_H

#include "channel.h"

/* Marks the channel as connected, or taken over, by this process. */
void mynd_channel_belong_here(mynd_channel *channel);
/* Moves the connection's state, except session and transport, from `before` to `channel`. */
void mynd_channel_succeed(mynd_channel *channel, mynd_channel *before);

/* Copies the limits of another channel. */
static inline void mynd_channel_copy_limits(mynd_channel *channel, const mynd_channel *from)
{
	channel->own_limits = from->own_limits;
	channel->extended_until = from->extended_until;
	channel->follows_scopes = from->follows_scopes;
}

/* Makes the scopes of the fiber that runs limit the channel. */
static inline void mynd_channel_follow_scopes(mynd_channel *channel)
{
	channel->follows_scopes = true;
}

/* Ends the limits of the program's use. */
static inline void mynd_channel_end_limits(mynd_channel *channel)
{
	channel->own_limits = (mynd_limits){.cancel_at = MYND_NO_DEADLINE, .end = MYND_NO_DEADLINE};
	channel->follows_scopes = false;
}

/* Notes how many seconds the connect has taken. */
static inline void mynd_channel_note_login(mynd_channel *channel, double seconds)
{
	channel->login_seconds = seconds;
}

/* Sets the deadline of running commands, which are not cancelled before it. */
static inline void mynd_channel_end_by(mynd_channel *channel, mynd_deadline deadline)
{
	channel->own_limits = (mynd_limits){.cancel_at = deadline, .end = deadline};
}

/* Sets the deadline of a login, or of a reset that is waited for; MYND_NO_DEADLINE: it has ended. */
static inline void mynd_channel_limit_login(mynd_channel *channel, mynd_deadline deadline)
{
	channel->login_deadline = deadline;
}

/* Has a connect end, as failed, when `events` have come on `fd` before the server's first bytes. */
static inline void mynd_channel_give_up_for(mynd_channel *channel, int fd, int events)
{
	channel->give_up_for = fd;
	channel->give_up_events = events;
}

/* Notes that the channel is in a set (net/set.h). */
static inline void mynd_channel_note_set(mynd_channel *channel)
{
	channel->watched = true;
}

/* Notes that a set found the socket readable. */
static inline void mynd_channel_note_readable(mynd_channel *channel)
{
	channel->readable = true;
}

static inline void mynd_channel_note_failure(mynd_channel *channel, const mynd_error *error)
{
	channel->last_failure = *error;
}

static inline void mynd_channel_forget_failure(mynd_channel *channel)
{
	mynd_error_clear(&channel->last_failure);
}

#endif
