/* What a program leaves unread when its connection ends. */
#ifndef MYND_LINK_FINISH_H
#define MYND_LINK_FINISH_H

#include "internal.h"

/*
 * Something of the program's is outstanding, and the connection is to end: what may write is read to its end;
 * the link is idle then, or lost, or, where a wait is not allowed, unconnected, and its session goes on by
 * itself. True: it certainly writes nothing, and was left as it is.
 */
bool mynd_link_finish(mynd_link *link);
/* The answer is no longer good: the link is closed, or nothing is outstanding any more. */
void mynd_link_finished(mynd_link *link);
bool mynd_links_have_aside(void);  /* sessions of this thread that go on by themselves */
void mynd_links_go_on_aside(void); /* reads on what was left to itself; may wait where that is allowed */
void mynd_link_leave_aside(mynd_link *link); /* such a link is closed now */
/* The link is idle and about to end: asks what the names are that were not known when rows were left. */
void mynd_link_look_up_names(mynd_link *link);
/* What is outstanding certainly writes nothing, by what is known. */
bool mynd_link_leaves_nothing(mynd_link *link);

#endif
