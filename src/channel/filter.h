/*
 * Filters between a channel and its transport. Filters see input after decryption and before decompression,
 * and output after compression and before encryption. src/hooks implements them; this header declares the
 * functions that a channel calls.
 */
#ifndef MYND_CHANNEL_FILTER_H
#define MYND_CHANNEL_FILTER_H

#include "php.h"
#include "../wire/buffer.h"
#include "../wire/error.h"

typedef enum mynd_filter_way { MYND_FILTER_READ, MYND_FILTER_WRITE } mynd_filter_way;

typedef struct mynd_filter_pass {
	mynd_filter_way way;
	mynd_slice bytes; /* input; empty input asks for bytes that the filters hold back */
	bool last;        /* no bytes follow: the filters give out all that they hold */
	mynd_buffer *to;  /* the output is appended here */
} mynd_filter_pass;

typedef struct mynd_filtering {
	bool (*wanted)(void); /* returns true if links that connect now get filters */
	/*
	 * Opens the filters of a link that is about to connect; *chain NULL: none. Runs code of the program, as
	 * pass does. Returns MYND_BAD on failure: *error says why; an exception may be pending.
	 */
	int (*open)(void **chain, mynd_error *error);
	bool (*has)(const void *chain, mynd_filter_way way);
	/*
	 * Returns MYND_BAD if a filter has failed: the chain cannot be used any more. An exception may be
	 * pending.
	 */
	int (*pass)(void *chain, const mynd_filter_pass *pass, mynd_error *error);
	/* Closes the filters of a link, but runs no code of the program: `finish` runs their last code later. */
	void (*close)(void *chain);
	void (*finish)(void);
} mynd_filtering;

/*
 * Sets the filters of channels of this thread that connect from now on; meanwhile no connection is kept for
 * another request. With NULL, later channels have no filters, and connections may be kept again.
 */
void mynd_channels_filter(const mynd_filtering *by);

bool mynd_channels_are_filtered(void); /* returns true if channels that connect now get filters */
/* Finishes the filters of channels that were closed. Runs code of the program. */
void mynd_channels_finish_filters(void);

#endif
