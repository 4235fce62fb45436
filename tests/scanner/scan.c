/*
 * What the scanner of placeholders makes of texts: a program that answers a line with a line, until its input
 * ends.
 *
 *   CHARSET MODES MARIADB VERSION TEXT QUOTED...
 *
 * MODES is a sum: 1 NO_BACKSLASH_ESCAPES, 2 ANSI_QUOTES. TEXT and the values are in hexadecimal, an empty one
 * being "-". A value stands behind "'" if it is to be quoted, after "=" if it is put as it is. The answer:
 * how many placeholders there are, 1 if the scanner ended early, and the text with each placeholder replaced,
 * once for each value.
 */
#include "lines.h"
#include "wire/placeholders.h"

/* What is put in place of each placeholder. */
static bytes replacement(const mynd_sql_dialect *dialect, const char *value)
{
	bytes raw = unhex(value + 1);
	if (*value == '=') {
		return raw;
	}
	bytes quoted = {malloc(2 * raw.len + 3), 0};
	quoted.ptr[0] = '\'';
	size_t len =
	    mynd_escape(dialect->charset, dialect->no_backslash, (mynd_slice){raw.ptr, raw.len}, quoted.ptr + 1);
	quoted.ptr[len + 1] = '\'';
	quoted.len = len + 2;
	free(raw.ptr);
	return quoted;
}

static void put_replaced(mynd_slice text, const mynd_sql_dialect *dialect, const char *value)
{
	mynd_placeholder_scan scan = mynd_placeholders_of(text, dialect);
	bytes to = replacement(dialect, value);
	mynd_placeholder found;
	const uint8_t *rest = text.ptr;
	putchar(' ');
	while (mynd_placeholder_next(&scan, &found)) {
		put_hex(rest, (size_t) (found.text.ptr - rest));
		put_hex(to.ptr, to.len);
		rest = found.text.ptr + found.text.len;
	}
	put_hex(rest, (size_t) (text.ptr + text.len - rest));
	free(to.ptr);
}

static void answer(char *line)
{
	const char *name = strtok(line, " \n");
	int modes = atoi(strtok(NULL, " \n"));
	bool mariadb = atoi(strtok(NULL, " \n")) != 0;
	uint32_t version = (uint32_t) atoi(strtok(NULL, " \n"));
	mynd_sql_dialect dialect = {
	    mynd_charset_by_name(mynd_slice_of(name)), (modes & 1) != 0, (modes & 2) != 0, mariadb, version};
	bytes text = unhex(strtok(NULL, " \n"));
	mynd_slice sql = {text.ptr, text.len};
	mynd_placeholder_scan scan = mynd_placeholders_of(sql, &dialect);
	mynd_placeholder found;
	unsigned count = 0;
	while (mynd_placeholder_next(&scan, &found)) {
		count++;
	}
	printf("%u %d", count, scan.ended_early);
	for (char *value; (value = strtok(NULL, " \n")) != NULL;) {
		put_replaced(sql, &dialect, value);
	}
	putchar('\n');
	free(text.ptr);
}

int main(void)
{
	return answer_lines(answer, 1);
}
