/*
 * Programs that answer each line of their input with a line, until it ends; bytes in the lines are in
 * hexadecimal.
 */
#ifndef MYND_SCANNER_LINES_H
#define MYND_SCANNER_LINES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
	uint8_t *ptr; /* malloc'ed */
	size_t len;
} bytes;

/* Up to the first character that is no digit. */
static inline bytes unhex(const char *hex)
{
	bytes b = {malloc(strlen(hex) / 2 + 1), 0};
	unsigned byte;
	for (; sscanf(hex, "%2x", &byte) == 1; hex += 2) {
		b.ptr[b.len++] = (uint8_t) byte;
	}
	return b;
}

static inline void put_hex(const uint8_t *ptr, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		printf("%02x", ptr[i]);
	}
}

static inline int answer_lines(void (*answer)(char *line), ssize_t shortest)
{
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, stdin) >= shortest) {
		answer(line);
		fflush(stdout);
	}
	free(line);
	return 0;
}

#endif
