/*
 * The mapped file may be cut off by its owner, or by root: what is touched beyond its end then would end the
 * process by SIGBUS. Here the process gets memory of its own in its place, and counts there, for nobody.
 */
#ifndef MYND_BOARD_GUARD_H
#define MYND_BOARD_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* One mapping of the process at a time. */
void mynd_board_guard(void *at, size_t size);
void mynd_board_unguard(void); /* before it is unmapped */
bool mynd_board_was_cut(void);

#endif
