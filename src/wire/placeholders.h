/*
 * The placeholders of PDO in a query: `?`, `:name`, and `??` for a literal question mark.
 *
 * The query is read as the server's lexer reads it, so that both agree about what is a string, a name or a
 * comment, whatever bytes the query has. No memory is allocated. Where servers differ in ways that the driver
 * cannot know, the scan ends, and no placeholder after that position is reported. So a value is only put
 * where the server reads it as exactly one value.
 *
 * Not here: escaping of the values (charset.h).
 */
#ifndef MYND_WIRE_PLACEHOLDERS_H
#define MYND_WIRE_PLACEHOLDERS_H

#include "charset.h"

/* The settings that decide how a server reads a query. */
typedef struct mynd_sql_dialect {
	/* character set of the query (character_set_client); NULL: a single-byte set */
	const mynd_charset *charset;
	bool no_backslash; /* server status NO_BACKSLASH_ESCAPES */
	/*
	 * sql_mode ANSI_QUOTES: double quotes enclose names, not strings. MariaDB reports the mode, MySQL does
	 * not (stock assumes that the mode is off).
	 */
	bool ansi_quotes;
	bool mariadb;
	/* 101106 is 10.11.6. 0: unknown; then the scan ends at an executable comment with a version. */
	uint32_t version;
} mynd_sql_dialect;

typedef enum mynd_placeholder_kind {
	MYND_PLACEHOLDER_POSITION, /* `?` */
	MYND_PLACEHOLDER_NAME,     /* `:name`; the colon is part of `text` */
	MYND_PLACEHOLDER_ESCAPED   /* `??` */
} mynd_placeholder_kind;

typedef struct mynd_placeholder {
	mynd_placeholder_kind kind;
	mynd_slice text; /* points into the query, which must live longer */
} mynd_placeholder;

/* The state of a scan between two calls. The query and the dialect must live longer. */
typedef struct mynd_placeholder_scan {
	mynd_cursor c;
	const uint8_t *start;
	const mynd_sql_dialect *dialect;
	uint8_t before;     /* the kind of token that the previous byte belongs to */
	bool in_executable; /* the cursor is in an executable comment */
	bool wide;          /* characters of several bytes may contain ASCII bytes */
	bool single_byte;
	bool semicolon; /* a semicolon stands before the cursor */
	/* the scan ended before the query's end: there may be placeholders that were not reported */
	bool ended_early;
	bool unclosed; /* a string, a quoted name or a comment has no end, so servers refuse the query */
} mynd_placeholder_scan;

mynd_placeholder_scan mynd_placeholders_of(mynd_slice sql, const mynd_sql_dialect *dialect);

/* Returns false if there is no further placeholder. */
bool mynd_placeholder_next(mynd_placeholder_scan *scan, mynd_placeholder *found);

#endif
