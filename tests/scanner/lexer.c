/*
 * What the lexer makes of texts: a program that answers a line with a line, until its input ends.
 *
 *   MODES WIDE TEXT
 *
 * MODES is a sum: 1 NO_BACKSLASH_ESCAPES. WIDE is 1 where characters of several bytes may contain ASCII
 * bytes; TEXT is in hexadecimal. The answer is the text with its comments and quoted parts made plain
 * (lexer_texts.h), "?" if the lexer is unsure. The answer to "table" is all texts of the table, in one line.
 */
#include "lines.h"
#include "../unit/lexer_texts.h"

static void put_table(void)
{
	for (size_t i = 0; i < lexer_text_count; i++) {
		put_hex((const uint8_t *) lexer_texts[i].text, strlen(lexer_texts[i].text));
		putchar(i + 1 < lexer_text_count ? ' ' : '\n');
	}
}

static void answer(char *line)
{
	if (strcmp(line, "table\n") == 0) {
		put_table();
		return;
	}
	bool no_backslash = ((line[0] - '0') & 1) != 0, wide = line[2] == '1';
	bytes text = unhex(line + 4);
	char *to = malloc(LEXER_ROOM(text.len + 1));
	long parts = lexer_parts((mynd_slice){text.ptr, text.len}, no_backslash, wide, to);
	if (parts < 0) {
		putchar('?');
	} else {
		put_hex((const uint8_t *) to, (size_t) parts);
	}
	putchar('\n');
	free(text.ptr);
	free(to);
}

int main(void)
{
	return answer_lines(answer, 5);
}
