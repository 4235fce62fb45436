/*
 * Receiving rows straight into a store (landing.c). A part of channel.h, which includes it.
 */
#ifndef MYND_CHANNEL_LANDING_H
#define MYND_CHANNEL_LANDING_H

/* Lets rows be received straight into the store from now on. */
void mynd_channel_land_in(mynd_channel *channel, mynd_store *store);
/*
 * Called before an arrived row is added to the store. If the row was not received there, no further rows are
 * received directly into the store's present chunk.
 */
void mynd_channel_check_landing(mynd_channel *channel, const mynd_row *row);
void mynd_channel_end_landing(mynd_channel *channel);
/*
 * As mynd_channel_end_landing, after a fatal error has interrupted filling the store: does not touch the
 * store.
 */
void mynd_channel_drop_landing(mynd_channel *channel);

#endif
