/*
 * Filters between a channel and its transport. They see what is read after decryption and before
 * decompression, and what is written after compression and before encryption. src/hooks implements them; here
 * is what a channel needs of them.
 */
#ifndef MYND_CHANNEL_FILTER_H
#define MYND_CHANNEL_FILTER_H

#include "php.h"
#include "../wire/buffer.h"
#include "../wire/error.h"

typedef enum mynd_filter_way { MYND_FILTER_READ, MYND_FILTER_WRITE } mynd_filter_way;

typedef struct mynd_filter_pass {
	mynd_filter_way way;
	mynd_slice bytes; /* may be empty: asks for what the filters hold back */
	bool last;        /* nothing follows: the filters give out what they hold */
	mynd_buffer *to;  /* the output is appended here */
} mynd_filter_pass;

typedef struct mynd_filtering {
	bool (*wanted)(void); /* links that connect now get filters */
	/*
	 * Opens the filters of a link that is about to connect; *chain NULL: it has none. Runs code of the
	 * program, as pass does. MYND_BAD: *error says why; an exception may be pending.
	 */
	int (*open)(void **chain, mynd_error *error);
	bool (*has)(const void *chain, mynd_filter_way way);
	/* MYND_BAD: a filter has failed and the chain cannot be used any more. An exception may be pending. */
	int (*pass)(void *chain, const mynd_filter_pass *pass, mynd_error *error);
	/* The link no longer needs them. Runs no code of the program; `finish` does that later. */
	void (*close)(void *chain);
	void (*finish)(void);
} mynd_filtering;

/*
 * From now on channels of this thread that connect get these filters, and no connection is kept for another
 * request. NULL: this ends.
 */
void mynd_channels_filter(const mynd_filtering *by);

bool mynd_channels_are_filtered(void); /* channels that connect now get filters */
/* Finishes the filters of channels that were closed. Runs code of the program. */
void mynd_channels_finish_filters(void);

#endif
