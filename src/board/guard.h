/*
 * The mapped file may be truncated by its owner, or by root: an access beyond its new end would end the
 * process by SIGBUS. The guard then maps private memory of the process in place of the file, and the process
 * counts there, where nobody reads the numbers.
 */
#ifndef MYND_BOARD_GUARD_H
#define MYND_BOARD_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Guards one mapping of the process at a time. */
void mynd_board_guard(void *at, size_t size);
void mynd_board_unguard(void); /* called before the file is unmapped */
bool mynd_board_was_cut(void);

#endif
