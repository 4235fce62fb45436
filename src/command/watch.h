/*
 * Whoever is told how a reply has ended: an interceptor's reply, which was handed out when only the beginning
 * of the server's was there.
 *
 * Always true: the end is noted where it is met, also where objects are freed, and nothing runs there but
 * `ended`. The program hears of it (`tell`) where its code may run: in a call that reads, or with the next
 * command that it gives.
 */
#ifndef MYND_COMMAND_WATCH_H
#define MYND_COMMAND_WATCH_H

#include "link.h"

typedef struct mynd_watcher {
	/*
	 * All of the reply was read, or what is left of it never will be. `error`: what it, or a later result of
	 * it, was instead of rows; NULL: nothing. Runs no code of the program, and allocates nothing.
	 */
	void (*ended)(void *watch, const mynd_error *error);
	void (*tell)(void); /* runs code of the program, which is told of all that has ended */
} mynd_watcher;

/* Nothing of the current reply is left to be read, of which the program could get an error. */
bool mynd_reply_is_over(const mynd_link *link);
/* `watch` is told of the current reply's end, once. The watcher is a constant. */
void mynd_reply_watch(mynd_link *link, void *watch, const mynd_watcher *watcher);
/* The end of a reply that has a watch was met. */
void mynd_reply_end_watch_now(mynd_link *link, const mynd_error *error) __attribute__((cold));
/* A watched reply has ended, and no call of the link is under way: the program is told. */
void mynd_link_tell_watch_now(mynd_link *link) __attribute__((cold));

#endif
