/*
 * What the lexer makes of texts: a program that answers a line with a line, until its input ends.
 *
 *   MODES WIDE TEXT
 *
 * MODES is a sum: 1 NO_BACKSLASH_ESCAPES. WIDE is 1 where characters of several bytes may contain ASCII
 * bytes; TEXT is in hexadecimal. The answer is the text with its comments and quoted parts made plain
 * (lexer_texts.h), "?" if the lexer is unsure. The answer to "table" is all texts of the table, in one line.
 */
#include <stdio.h>
#include <stdlib.h>
#include "../unit/lexer_texts.h"

static void put_hex(const void *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		printf("%02x", ((const uint8_t *) bytes)[i]);
	}
}

static void put_table(void)
{
	for (size_t i = 0; i < lexer_text_count; i++) {
		put_hex(lexer_texts[i].text, strlen(lexer_texts[i].text));
		putchar(i + 1 < lexer_text_count ? ' ' : '\n');
	}
}

static void answer(const char *line)
{
	bool no_backslash = ((line[0] - '0') & 1) != 0, wide = line[2] == '1';
	size_t len = 0, room = strlen(line) / 2 + 1;
	uint8_t *text = malloc(room);
	char *to = malloc(LEXER_ROOM(room));
	unsigned byte;
	for (const char *hex = line + 4; sscanf(hex, "%2x", &byte) == 1; hex += 2) {
		text[len++] = (uint8_t) byte;
	}
	long parts = lexer_parts((mynd_slice){text, len}, no_backslash, wide, to);
	if (parts < 0) {
		putchar('?');
	} else {
		put_hex(to, (size_t) parts);
	}
	putchar('\n');
	free(text);
	free(to);
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, stdin) > 4) {
		if (strcmp(line, "table\n") == 0) {
			put_table();
		} else {
			answer(line);
		}
		fflush(stdout);
	}
	free(line);
	return 0;
}
