/*
 * Filters between a channel and its transport: they see what is read after decryption and before
 * decompression, and what is written after compression and before encryption. What they are is the business
 * of whoever installs them (src/hooks); this is what a channel needs of them.
 */
#ifndef MYND_CHANNEL_FILTER_H
#define MYND_CHANNEL_FILTER_H

#include "php.h"
#include "../wire/buffer.h"
#include "../wire/error.h"

typedef enum mynd_filter_way { MYND_FILTER_READ, MYND_FILTER_WRITE } mynd_filter_way;

typedef struct mynd_filter_pass {
	mynd_filter_way way;
	mynd_slice bytes; /* may be none: what do filters hold back? */
	bool last;        /* nothing follows: filters give what they have */
	mynd_buffer *to;  /* what comes out is appended */
} mynd_filter_pass;

typedef struct mynd_filtering {
	bool (*wanted)(void); /* links that connect now have filters */
	/*
	 * The filters of a link that is about to connect; *chain NULL: it has none. Runs code of the program, as
	 * pass does. MYND_BAD: *error says why; an exception may be pending.
	 */
	int (*open)(void **chain, mynd_error *error);
	bool (*has)(const void *chain, mynd_filter_way way);
	/* MYND_BAD: a filter has failed, the chain is of no more use. An exception may be pending. */
	int (*pass)(void *chain, const mynd_filter_pass *pass, mynd_error *error);
	/* The link needs them no more. Runs no code of the program; that is for settle, or later. */
	void (*close)(void *chain);
	void (*settle)(void);
} mynd_filtering;

/*
 * From now on channels of this thread that connect have these filters, and no connection is kept for another
 * request. NULL: no more.
 */
void mynd_channels_filter(const mynd_filtering *by);

bool mynd_channels_are_filtered(void); /* those that connect now */
/* What is left to be done of channels that were closed. Runs code of the program. */
void mynd_channels_settle_filters(void);

#endif
