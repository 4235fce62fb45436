/*
 * A watch reports the end of a server's reply to the interceptors' object for that reply, which the program
 * got when only the beginning of the reply had arrived.
 *
 * Always true: the end is reported where it is read, also where objects are freed, and only `ended` is called
 * there. The program is notified (`tell`) where its code may run: in a call that reads, or with the next
 * command that it sends.
 */
#ifndef MYND_COMMAND_WATCH_H
#define MYND_COMMAND_WATCH_H

#include "link.h"

typedef struct mynd_watcher {
	/*
	 * Called when all of the reply was read, or what is left of it will never be read. `error`: the error of
	 * the reply or of a later result of it; NULL: none. Runs no code of the program, and allocates nothing.
	 */
	void (*ended)(void *watch, const mynd_error *error);
	void (*tell)(void); /* notifies the program of all watches that have ended; runs its code */
} mynd_watcher;

/* Returns true if nothing of the current reply is unread that could contain an error for the program. */
bool mynd_reply_is_over(const mynd_link *link);
/* Has `watch` notified of the current reply's end, once. `watcher` must be a constant. */
void mynd_reply_watch(mynd_link *link, void *watch, const mynd_watcher *watcher);
/* Ends the watch of a reply whose end was read. */
void mynd_reply_end_watch_now(mynd_link *link, const mynd_error *error) __attribute__((cold));
/* Notifies the program that a watched reply has ended, if no call of the link is under way. */
void mynd_link_tell_watch_now(mynd_link *link) __attribute__((cold));

#endif
