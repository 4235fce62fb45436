/*
 * The limits of time of a channel's commands (deadline.c). A part of channel.h, which includes it.
 */
#ifndef MYND_CHANNEL_LIMITS_H
#define MYND_CHANNEL_LIMITS_H

/* Sets the deadline of all commands, in seconds from now; <= 0: no deadline. */
void mynd_channel_set_deadline(mynd_channel *channel, double seconds);
mynd_limits mynd_channel_find_limits(const mynd_channel *channel);
/*
 * Returns the limits of commands and waits of the fiber that runs: those of the connection, or of the fiber's
 * scope.
 */
static inline mynd_limits mynd_channel_limits(const mynd_channel *channel)
{
	bool plain = mynd_scopes_open == 0 && mynd_deadline_is_none(channel->extended_until);
	return EXPECTED(plain) ? channel->own_limits : mynd_channel_find_limits(channel);
}
/*
 * Lets the commands of a call, such as a ROLLBACK, go on for a second more, if the limits leave less.
 * mynd_channel_end_extension ends that; a call that is left by a longjmp need not.
 */
void mynd_channel_extend(mynd_channel *channel);
void mynd_channel_end_extension(mynd_channel *channel);
/* Called before a command begins. Returns MYND_BAD if the deadline has passed; the error is 1317. */
int mynd_channel_check_deadline(mynd_channel *channel);
/* Returns false, with *error, if the deadline has passed; does not change the channel. */
bool mynd_channel_look_for_time(const mynd_channel *channel, mynd_error *error);

#endif
