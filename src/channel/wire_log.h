/* Channels whose packets are written into a log that people read (src/wirelog/). */
#ifndef MYND_CHANNEL_WIRE_LOG_H
#define MYND_CHANNEL_WIRE_LOG_H

#include "channel.h"

/* Each connection from now on has a log, a file in this folder, of at most so many bytes; NULL: none has. */
void mynd_channels_log_wires(const char *folder, uint64_t most);

/*
 * The channel's packets from here on, into a file; it ends with the connection or its use by the program.
 * NULL: a log that was asked for so ends, and that of the folder goes on. MYND_BAD: errno says why; EBUSY: a
 * packet is under way, or a result is being read.
 */
int mynd_channel_log_wire(mynd_channel *channel, const char *file, uint64_t most);
/* Names the first log of the process that could not be written, in PHP's error log. */
void mynd_channels_tell_unwritten(void);
/* The program's use of the connection is over, and with it the log that it has asked for. */
void mynd_channel_end_program_log(mynd_channel *channel);

void mynd_channel_tell_failure(const mynd_channel *channel) __attribute__((cold));
/* What the channel's last_failure says is noted in its log, if it has one. */
static inline void mynd_channel_log_failure(const mynd_channel *channel)
{
	if (channel->wire_log != NULL) {
		mynd_channel_tell_failure(channel);
	}
}

/* --- for this room --- */

void mynd_channel_open_log(mynd_channel *channel);
void mynd_channel_join_log(mynd_channel *channel); /* another process has connected it */
void mynd_channel_close_log(mynd_channel *channel);
/* Another connection will come in this one's place, into the same log. */
void mynd_channel_keep_log(mynd_channel *channel, void (*close)(mynd_channel *channel, bool abandon));
/* From here on bytes are compressed below the log: those that it has of the next packet are. */
void mynd_channel_log_compression(const mynd_channel *channel) __attribute__((cold));
void mynd_channel_log_said(const mynd_channel *channel, mynd_slice bytes) __attribute__((cold));
void mynd_channel_log_heard(const mynd_channel *channel, mynd_slice bytes) __attribute__((cold));

#endif
