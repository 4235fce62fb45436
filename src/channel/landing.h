/*
 * Receiving rows straight into a store (landing.c). A part of channel.h, which includes it.
 */
#ifndef MYND_CHANNEL_LANDING_H
#define MYND_CHANNEL_LANDING_H

/* From now on rows may be received straight into the store. */
void mynd_channel_land_in(mynd_channel *channel, mynd_store *store);
/* Called before an arrived row is added: a row that did not land in place ends this for the chunk. */
void mynd_channel_check_landing(mynd_channel *channel, const mynd_row *row);
void mynd_channel_end_landing(mynd_channel *channel);
/* The same where a fatal error has left the store in its middle: it is not touched. */
void mynd_channel_drop_landing(mynd_channel *channel);

#endif
