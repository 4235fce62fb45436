/*
 * A log for people: each packet of a connection, in both directions, decoded, one line for each.
 *
 *     0.000213 < 0     95  greeting: 10.11.6-MariaDB, connection 33, method mysql_native_password
 *     0.000507 > 0      9  query "SELECT 1"
 *
 * The columns: seconds since the log began, when the packet's last byte passed; > to the server, < from it;
 * the packet's number; its bytes without headers; its contents.
 *
 * The log only observes: it takes the bytes that pass, before compression and TLS, and knows nothing of the
 * session, so it also shows packets of a server that the session refuses. Bytes that are no known packet are
 * reported by their number.
 *
 * Always true: no password, no proof of one and no key is written. Values of a text that speaks of passwords
 * (words.c has the words), cells and parameters of such a text, cells of columns with such a name, and files
 * are not written either. A line has at most MYND_WIRELOG_LINE bytes, a file at most `most`.
 * Not here: which connections have a log (src/channel/wire_log.c).
 */
#ifndef MYND_WIRELOG_WIRELOG_H
#define MYND_WIRELOG_WIRELOG_H

#include "../wire/cursor.h"

#define MYND_WIRELOG_LINE 2048 /* bytes, with its end */

typedef struct mynd_wirelog mynd_wirelog;

/* Receives the log's lines, each with its newline. */
typedef void (*mynd_wirelog_sink)(void *context, const char *line, size_t len);

/* Returns NULL if there is no memory. */
mynd_wirelog *mynd_wirelog_new(mynd_wirelog_sink sink, void *context);

/*
 * Called for a line that could not be written, after one that could. `why` is an errno. The callback may not
 * end the request.
 */
typedef void (*mynd_wirelog_failed)(const char *path, int why);

/*
 * Logs into a file of at most `most` bytes, for its owner alone (mode 0600). An existing file is continued,
 * or refused if `fresh` is set. Lines for which the disk has no room are discarded, and counted in the next
 * line that is written. Returns NULL and sets errno if that fails.
 */
mynd_wirelog *mynd_wirelog_to_file(const char *path, bool fresh, uint64_t most, mynd_wirelog_failed failed);
/*
 * Checks that the opened file may be a log: a device, or a file of this process' user with no other name,
 * whose mode has none of the forbidden bits. Returns MYND_BAD and sets errno if not.
 */
int mynd_log_file_check(int fd, unsigned forbidden);

/* Begins another connection in place of the previous one. */
void mynd_wirelog_begin_again(mynd_wirelog *log);

/*
 * Begins in the middle of a connection with these capabilities; the replies to `pending` commands are due.
 */
void mynd_wirelog_join(mynd_wirelog *log, uint64_t capabilities, unsigned pending);

/* Discards the bytes heard after the last whole packet: they are compressed, and no part of a packet. */
void mynd_wirelog_drop_heard(mynd_wirelog *log);

void mynd_wirelog_said(mynd_wirelog *log, mynd_slice bytes);  /* to the server */
void mynd_wirelog_heard(mynd_wirelog *log, mynd_slice bytes); /* from the server */
void mynd_wirelog_note(mynd_wirelog *log, const char *text);  /* a line that is no packet */

/* NULL is allowed. `silent`: another process has the file, too; nothing more is written. */
void mynd_wirelog_free(mynd_wirelog *log, bool silent);

#endif
