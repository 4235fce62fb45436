/* Channels whose packets are written into a log that people read (src/wirelog/). */
#ifndef MYND_CHANNEL_WIRE_LOG_H
#define MYND_CHANNEL_WIRE_LOG_H

#include "channel.h"

/* Gives each connection from now on a log, a file in this folder, of at most `most` bytes; NULL: no logs. */
void mynd_channels_log_wires(const char *folder, uint64_t most);

/*
 * Logs the channel's packets from here on into a file, until the connection or its use by the program ends.
 * With NULL, ends such a log; if there is a folder for logs, a new log in it follows. Returns MYND_BAD on
 * failure; errno says why; EBUSY: a packet is under way, or a result is being read.
 */
int mynd_channel_log_wire(mynd_channel *channel, const char *file, uint64_t most);
/* Names the first log of the process that could not be written, in PHP's error log. */
void mynd_channels_tell_unwritten(void);
/* Ends the log that the program asked for, because its use of the connection has ended. */
void mynd_channel_end_program_log(mynd_channel *channel);

void mynd_channel_tell_failure(const mynd_channel *channel) __attribute__((cold));
/* Writes the channel's last_failure into its log, if it has one. */
static inline void mynd_channel_log_failure(const mynd_channel *channel)
{
	if (channel->wire_log != NULL) {
		mynd_channel_tell_failure(channel);
	}
}

/* --- for this room --- */

void mynd_channel_open_log(mynd_channel *channel);
/* opens a log for a connection that has logged in before */
void mynd_channel_join_log(mynd_channel *channel);
void mynd_channel_close_log(mynd_channel *channel);
/* Closes the channel with `close` but keeps its log, for the connection that replaces it. */
void mynd_channel_keep_log(mynd_channel *channel, void (*close)(mynd_channel *channel, bool abandon));
/*
 * Called when compression begins: drops the log's bytes of an unfinished packet, because they are compressed.
 */
void mynd_channel_log_compression(const mynd_channel *channel) __attribute__((cold));
void mynd_channel_log_said(const mynd_channel *channel, mynd_slice bytes) __attribute__((cold));
void mynd_channel_log_heard(const mynd_channel *channel, mynd_slice bytes) __attribute__((cold));

#endif
