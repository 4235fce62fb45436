/* Replies that a program has left unread when its connection ends. */
#ifndef MYND_LINK_FINISH_H
#define MYND_LINK_FINISH_H

#include "internal.h"

/*
 * Prepares the end of a connection on which replies to the program are outstanding. If a command may write,
 * reads the replies to their end and returns false: the link is then idle or lost. Where a wait is not
 * allowed, it is unconnected instead, and its session moves to another link, which is set aside until its
 * replies can be read (finish.c). Returns true, and does not change the link, if the commands certainly write
 * nothing, or if there is one command alone, which was sent and which the server carries out after the close,
 * as for stock.
 */
bool mynd_link_finish(mynd_link *link);
/*
 * Forgets what mynd_link_finish has returned, because the link is closed, or no reply is outstanding any
 * more.
 */
void mynd_link_finished(mynd_link *link);
bool mynd_links_have_aside(void); /* returns true if links of this thread are set aside */
/* reads the replies of links that are set aside; waits only where a wait is allowed */
void mynd_links_go_on_aside(void);
void mynd_link_leave_aside(mynd_link *link); /* called when a link that is set aside closes */
/*
 * Asks the server which names are views, if that was not known when the last query's rows were discarded;
 * later requests use the answer. The link is idle and about to be closed.
 */
void mynd_link_look_up_names(mynd_link *link);
/* Returns true if it is known, without asking the server, that the outstanding commands write nothing. */
bool mynd_link_leaves_nothing(mynd_link *link);

#endif
