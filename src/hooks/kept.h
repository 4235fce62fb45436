/*
 * Results that are kept outside the driver: bytes of a buffered result, and a result of such bytes.
 *
 * Bytes are versioned, carry a checksum and are otherwise opaque. What comes back is believed as little as a
 * server: it may have lain where anybody writes. Nothing here knows mysqli or PDO: a face wraps the result.
 */
#ifndef MYND_HOOKS_KEPT_H
#define MYND_HOOKS_KEPT_H

#include "../client/client.h"

/* The parts of such a result. */
typedef struct mynd_kept {
	mynd_columns *columns;
	mynd_store *store;
	bool native; /* numbers of text rows become numbers */
	unsigned warnings;
} mynd_kept;

/* As those below, of a result's parts. replay: they are the caller's, false: *why (static). */
zend_string *mynd_capture_rows(const mynd_kept *kept, const char **why);
bool mynd_replay_rows(zend_string *bytes, mynd_kept *kept, const char **why);

/*
 * The result's bytes, the caller's; its position stays. NULL: *why it has none (static). Past memory_limit it
 * is the engine's fatal error.
 */
zend_string *mynd_capture(mynd_result *result, const char **why);

/*
 * A buffered result of the bytes, which it holds on to and does not copy; the caller's. NULL: *why they are
 * none (static). It has no link: its rows are counted in the totals alone.
 */
mynd_result *mynd_replay(zend_string *bytes, const char **why);

#endif
