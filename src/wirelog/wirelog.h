/*
 * A log that people read: each packet of a connection, both ways, decoded, a line each.
 *
 *     0.000213 < 0     95  greeting: 10.11.6-MariaDB, connection 33, method mysql_native_password
 *     0.000507 > 0      9  query "SELECT 1"
 *
 * The columns: seconds since the log began, when the packet's last byte passed; > to the server, < from it;
 * the packet's number; its bytes without headers; what it says.
 *
 * It looks on: it takes the bytes that pass, before compression and TLS, and knows nothing of the session,
 * so it shows what a server has sent also where the session refuses it. Bytes that are no packet that it
 * knows are told by their number.
 *
 * Always true: no password, no proof of one and no key is written. Values of a text that speaks of passwords
 * (words.c has the words), cells and parameters of such a text, cells of columns with such a name, and files
 * are not either. A line has at most MYND_WIRELOG_LINE bytes, a file at most as many as was said.
 * Not here: which connections have a log (src/channel/wire_log.c).
 */
#ifndef MYND_WIRELOG_WIRELOG_H
#define MYND_WIRELOG_WIRELOG_H

#include "../wire/cursor.h"

#define MYND_WIRELOG_LINE 2048 /* bytes, with its end */

typedef struct mynd_wirelog mynd_wirelog;

/* Where its lines go, with their ends. */
typedef void (*mynd_wirelog_sink)(void *context, const char *line, size_t len);

/* NULL: no memory. */
mynd_wirelog *mynd_wirelog_new(mynd_wirelog_sink sink, void *context);

/* A line could not be written, and the one before it could: why is an errno. It may not end the request. */
typedef void (*mynd_wirelog_failed)(const char *path, int why);

/*
 * Into a file of at most `most` bytes, for its owner alone (mode 0600). One that exists is continued; a new
 * one is asked for by `fresh`. Lines for which a disk has no room are left out, and counted in the next one
 * that has. NULL: errno says why.
 */
mynd_wirelog *mynd_wirelog_to_file(const char *path, bool fresh, uint64_t most, mynd_wirelog_failed failed);
/*
 * Whether what was opened is a place for a log: a device, or a file of this process' user with no other name,
 * whose mode has none of the forbidden bits. MYND_BAD: errno says why not.
 */
int mynd_log_file_check(int fd, unsigned forbidden);

/* Another connection follows, in the place of the one before. */
void mynd_wirelog_begin_again(mynd_wirelog *log);

/*
 * It begins in the middle of a connection, with these capabilities; the replies to so many commands are yet
 * to come.
 */
void mynd_wirelog_join(mynd_wirelog *log, uint64_t capabilities, unsigned pending);

/* What was heard behind the last whole packet was no part of one: it is compressed. */
void mynd_wirelog_drop_heard(mynd_wirelog *log);

void mynd_wirelog_said(mynd_wirelog *log, mynd_slice bytes);  /* to the server */
void mynd_wirelog_heard(mynd_wirelog *log, mynd_slice bytes); /* from it */
void mynd_wirelog_note(mynd_wirelog *log, const char *text);  /* what is no packet */

/* NULL: nothing. `silent`: the file is another process' too, and nothing more is written. */
void mynd_wirelog_free(mynd_wirelog *log, bool silent);

#endif
