/*
 * The text of an errno. This is a file of its own, because with _GNU_SOURCE glibc declares another strerror_r
 * than POSIX and musl.
 */
#undef _GNU_SOURCE
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "private.h"

const char *mynd_net_errno_text(int number, char *room, size_t size)
{
	if (strerror_r(number, room, size) != 0) {
		snprintf(room, size, "error %d", number);
	}
	return room;
}
