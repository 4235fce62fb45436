/* Replies that a program leaves unread when its connection ends. */
#ifndef MYND_LINK_FINISH_H
#define MYND_LINK_FINISH_H

#include "internal.h"

/*
 * Prepares the end of a connection on which replies to the program are outstanding. Reads replies of commands
 * that may write to their end: the link is then idle, or lost, or, where a wait is not allowed, unconnected,
 * and its session goes on by itself. Returns true if the commands certainly write nothing, or if the only one
 * was sent and the server carries it out, as for stock; the link is not changed then.
 */
bool mynd_link_finish(mynd_link *link);
/* Discards the answer of mynd_link_finish: the link is closed, or nothing is outstanding any more. */
void mynd_link_finished(mynd_link *link);
bool mynd_links_have_aside(void);  /* true: sessions of this thread go on by themselves */
void mynd_links_go_on_aside(void); /* reads replies of such sessions; may wait where that is allowed */
void mynd_link_leave_aside(mynd_link *link); /* called when a link of such a session closes */
/*
 * Asks the server what the names are that were not known when rows were discarded. The link is idle and about
 * to end.
 */
void mynd_link_look_up_names(mynd_link *link);
/* Returns true if it is known, without asking the server, that the outstanding commands write nothing. */
bool mynd_link_leaves_nothing(mynd_link *link);

#endif
