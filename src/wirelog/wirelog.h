/*
 * A log for people: each packet of a connection, in both directions, decoded, one line for each.
 *
 *     0.000213 < 0     95  greeting: 10.11.6-MariaDB, connection 33, method mysql_native_password
 *     0.000507 > 0      9  query "SELECT 1"
 *
 * The columns: seconds from the beginning of the log to the packet's last byte; > to the server, < from it;
 * the packet's sequence number; its length without headers; its contents.
 *
 * The log only observes: it reads the bytes that pass, before compression and TLS, and knows nothing of the
 * session, so it also shows packets of a server that the session refuses. A packet that cannot be decoded is
 * shown by its length, and by its first bytes unless they may contain a secret.
 *
 * Always true: no password, no proof of one and no key is written. If a query contains a word about passwords
 * (mynd_speaks_of_secrets has the words), its values, parameters and cells are not written either; nor are
 * cells of columns whose names contain such a word, nor the contents of files. A line has at most
 * MYND_WIRELOG_LINE bytes, a file at most `most`.
 * Not here: which connections have a log (src/channel/wire_log.c).
 */
#ifndef MYND_WIRELOG_WIRELOG_H
#define MYND_WIRELOG_WIRELOG_H

#include "../wire/cursor.h"

#define MYND_WIRELOG_LINE 2048 /* bytes, with the newline */

typedef struct mynd_wirelog mynd_wirelog;

/* Receives the log's lines, each with its newline. */
typedef void (*mynd_wirelog_sink)(void *context, const char *line, size_t len);

/* Returns NULL if there is no memory. */
mynd_wirelog *mynd_wirelog_new(mynd_wirelog_sink sink, void *context);

/*
 * Called for the first line that could not be written since one was written. `why` is an errno. The callback
 * may not end the request.
 */
typedef void (*mynd_wirelog_failed)(const char *path, int why);

/*
 * Logs into a file of at most `most` bytes, for its owner alone (mode 0600). An existing file is continued,
 * or refused if `fresh` is set. Lines for which the disk has no room are discarded, and counted in the next
 * line that is written. Returns NULL, with errno, if the log cannot be opened.
 */
mynd_wirelog *mynd_wirelog_to_file(const char *path, bool fresh, uint64_t most, mynd_wirelog_failed failed);
/*
 * Returns MYND_OK if the opened file may be a log: a character device, or a file of this process' user with
 * no other name, whose mode has none of the `forbidden` bits. Otherwise returns MYND_BAD and sets errno.
 */
int mynd_log_file_check(int fd, unsigned forbidden);

/* Called when another connection replaces the one that was logged: continues the log with it. */
void mynd_wirelog_begin_again(mynd_wirelog *log);

/*
 * Lets the log begin in the middle of a connection: after a login with these capabilities, while the replies
 * to `pending` commands are due.
 */
void mynd_wirelog_join(mynd_wirelog *log, uint64_t capabilities, unsigned pending);

/*
 * Discards the bytes heard after the last whole packet: they are compressed, so no packet can be read from
 * them.
 */
void mynd_wirelog_drop_heard(mynd_wirelog *log);

void mynd_wirelog_said(mynd_wirelog *log, mynd_slice bytes);  /* logs bytes that were sent to the server */
void mynd_wirelog_heard(mynd_wirelog *log, mynd_slice bytes); /* logs bytes that came from the server */
void mynd_wirelog_note(mynd_wirelog *log, const char *text);  /* logs a line that is not a packet */

/*
 * `log` may be NULL. `silent` (in a forked child, whose parent has the file, too): nothing more is written.
 */
void mynd_wirelog_free(mynd_wirelog *log, bool silent);

#endif
