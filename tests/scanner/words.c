/*
 * What the reader of SQL words makes of texts: a program that answers a line with a line, until its input
 * ends.
 *
 *   SEVERAL WIDE TEXT
 *
 * SEVERAL is 1 where the server takes several statements in a text, WIDE where characters of several bytes
 * may contain ASCII bytes; TEXT is in hexadecimal. The answer: 1 if the text may alter the session, what
 * outlives a reset, what it has to do with its session, and the number of placeholders, "?" if that is not
 * certain.
 */
#include <stdio.h>
#include <stdlib.h>
#include "wire/sql.h"

static void answer(const char *line)
{
	bool several = line[0] == '1', wide = line[2] == '1';
	size_t len = 0, room = strlen(line) / 2 + 1;
	uint8_t *text = malloc(room);
	unsigned byte;
	for (const char *hex = line + 4; sscanf(hex, "%2x", &byte) == 1; hex += 2) {
		text[len++] = (uint8_t) byte;
	}
	uint8_t *exact = malloc(len); /* in a block of its size */
	if (len > 0) {
		memcpy(exact, text, len);
	}
	mynd_slice sql = {exact, len};
	uint32_t count;
	printf("%d %u %u ", mynd_sql_may_alter_session(sql, several), mynd_sql_outlives_reset(sql, several),
	    mynd_sql_session_use(sql, false, wide));
	if (mynd_sql_count_placeholders(sql, &count)) {
		printf("%u\n", count);
	} else {
		printf("?\n");
	}
	free(exact);
	free(text);
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, stdin) > 2) {
		answer(line);
		fflush(stdout);
	}
	free(line);
	return 0;
}
