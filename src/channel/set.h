/*
 * The fields of a channel that higher rooms set: they do it through these alone (tools/lint-writers).
 */
#ifndef MYND_CHANNEL_SET_H
#define MYND_CHANNEL_SET_H

#include "channel.h"

/* This process connects the channel, or takes its connection over. */
void mynd_channel_belong_here(mynd_channel *channel);
/* What is of the connection, but for session and transport, goes over to another channel. */
void mynd_channel_succeed(mynd_channel *channel, mynd_channel *before);

/* The channel gets the deadlines of another one. */
static inline void mynd_channel_copy_deadline(mynd_channel *channel, const mynd_channel *from)
{
	channel->deadline = from->deadline;
	channel->cancel_at = from->cancel_at;
}

/* What runs ends by then, and is not cancelled before. */
static inline void mynd_channel_end_by(mynd_channel *channel, mynd_deadline deadline)
{
	channel->deadline = channel->cancel_at = deadline;
}

/* A login, or a reset that is waited for, ends by then; MYND_NO_DEADLINE: it is over. */
static inline void mynd_channel_limit_login(mynd_channel *channel, mynd_deadline deadline)
{
	channel->login_deadline = deadline;
}

/* It is in a set of descriptors now. */
static inline void mynd_channel_note_set(mynd_channel *channel)
{
	channel->watched = true;
}

/* A set found the socket readable. */
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
