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
#include "lines.h"
#include "wire/sql.h"
#include "wire/text_facts.h"

static void answer(char *line)
{
	bool several = line[0] == '1', wide = line[2] == '1';
	bytes text = unhex(line + 4);
	uint8_t *exact = malloc(text.len); /* in a block of its size */
	if (text.len > 0) {
		memcpy(exact, text.ptr, text.len);
	}
	mynd_slice sql = {exact, text.len};
	uint32_t count;
	mynd_text_facts facts = mynd_text_facts_of(sql);
	printf("%d %u %u ", mynd_text_asks(&facts, MYND_TEXT_ALTERS, several),
	    mynd_text_survives_reset(&facts, several), mynd_text_session_use(&facts, false, wide));
	if (mynd_sql_count_placeholders(sql, &count)) {
		printf("%u\n", count);
	} else {
		printf("?\n");
	}
	free(exact);
	free(text.ptr);
}

int main(void)
{
	return answer_lines(answer, 3);
}
