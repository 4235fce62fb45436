/*
 * Captured results: makes bytes of a buffered result, which a program can store, and a result of such bytes.
 *
 * The bytes have a version and a checksum; their form is no part of the API. Bytes that are replayed are
 * checked as strictly as packets of a server, because anybody may have changed them. Nothing here knows
 * mysqli or PDO, whose code makes an object of the result.
 */
#ifndef MYND_HOOKS_CAPTURED_RESULT_H
#define MYND_HOOKS_CAPTURED_RESULT_H

#include "../client/client.h"

/* The parts of a captured or replayed result. */
typedef struct mynd_captured_result {
	mynd_columns *columns;
	mynd_store *store;
	bool native; /* numbers in text rows become PHP numbers */
	unsigned warnings;
} mynd_captured_result;

/*
 * As mynd_capture and mynd_replay, for a result's parts. The caller owns the parts that replay makes; replay
 * returns false if the bytes are no result; *why (static) says what is wrong.
 */
zend_string *mynd_capture_rows(const mynd_captured_result *capture, const char **why);
bool mynd_replay_rows(zend_string *bytes, mynd_captured_result *capture, const char **why);

/*
 * Returns the result's bytes, which the caller owns; the result's position does not change. Returns NULL if
 * the result cannot be captured; *why (static) says why. If the bytes do not fit memory_limit, the engine
 * raises its fatal error.
 */
zend_string *mynd_capture(mynd_result *result, const char **why);

/*
 * Returns a buffered result of the bytes, which the caller owns. It references the bytes and does not copy
 * them, and has no link: its rows are counted only in the totals. Returns NULL if the bytes are no result;
 * *why (static) says what is wrong.
 */
mynd_result *mynd_replay(zend_string *bytes, const char **why);

#endif
