/*
 * A scripted conversation with a session: what the server says is built packet by packet, fed in one of
 * several ways, and everything that happens becomes a line of text.
 *
 * Always true: the lines do not depend on the way of feeding. Large cells come from a malloc'ing allocator
 * that counts what lives and can refuse; the script takes over the cells of each row and releases them.
 */
#ifndef MYND_TEST_SCRIPT_H
#define MYND_TEST_SCRIPT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "session/session.h"

typedef struct script_way {
	size_t chunk;  /* at most so many bytes a commit; 0: as many as are wanted */
	size_t cut;    /* a commit ends at this offset of the conversation; 0: nowhere */
	size_t buffer; /* of the read buffer; 0: 4096 */
} script_way;

typedef struct script {
	mynd_session *session;
	mynd_session_options options;
	mynd_session_counts counts;
	uint8_t *memory; /* the read buffer */
	script_way way;
	size_t fed;
	mynd_buffer pending; /* what the server says next */
	uint8_t sequence;    /* of the server's next packet */
	char *trace;
	size_t trace_len, trace_cap;
	unsigned values_live, values_made;
	unsigned refuse_at;    /* the allocation that is refused, counted from 1; 0: none */
	size_t direct_bytes;   /* received straight into large cells */
	bool deaf;             /* output is not taken */
	mynd_buffer said;      /* the bytes of the last output */
	size_t noted;          /* how much of them is lines */
	mynd_slice infile;     /* what is answered to INFILE */
	unsigned drop_rows_at; /* rows are discarded after so many ROW events, counted from 1; 0: never */
	unsigned rows;
	uint8_t types[8192]; /* of the columns of the last result */
	unsigned type_count;
	uint32_t sent; /* commands, each of whose owner is its number */
	bool binary;   /* rows are: set by script_execute and script_fetch, cleared by script_query */
} script;

/*
 * Opens a session that wants `capabilities`; further options may be set in s->options between prepare and
 * start.
 */
void script_prepare(script *s, const script_way *way, uint64_t capabilities);
void script_start(script *s);
void script_close(script *s); /* checks that no value is left */

/* --- the server speaks --- */
void script_packet(script *s, const void *payload, size_t len);
void script_greeting(script *s, const char *version, uint64_t capabilities, const char *method);
void script_ok(script *s, unsigned affected, unsigned id, unsigned status, const char *info);
void script_tracked_ok(script *s, unsigned status, const char *schema);
void script_eof(script *s, unsigned status);
void script_err(script *s, unsigned code, const char *state_and_text);
void script_auth_switch(script *s, const char *method, const char *challenge);
void script_count(script *s, unsigned columns);
void script_column(script *s, const char *name);
void script_column_of(script *s, const char *name, uint8_t type);
/* Columns a, b, c ..., with the EOF after them unless it is deprecated. */
void script_columns(script *s, unsigned columns);
/* Cells separated by '|'; NULL for NULL, @123x for 123 letters x. */
void script_row(script *s, const char *cells);
mynd_slice script_cells(mynd_buffer *b, const char *cells);
/* The same with a type each, as "xyz" of script_binary_row; the definitions alone, and what ends them. */
void script_typed_columns(script *s, const char *types);
void script_definitions(script *s, const char *types);
/*
 * A binary row. `types` has a letter a column: t(iny), w (SHORT), i (LONG), q (LONGLONG), f(loat), d(ouble),
 * s (VAR_STRING), v(ECTOR), D(ATETIME). Cells as in script_row; those of numbers are numbers, those of dates
 * strings.
 */
void script_binary_row(script *s, const char *types, const char *cells);
mynd_slice script_binary_cells(mynd_buffer *b, const char *types, const char *cells);
uint8_t script_type_of(char letter);
/* The first packet of a prepare's reply. */
void script_prepared(script *s, unsigned id, unsigned columns, unsigned parameters, unsigned warnings);
/* Says it. `sequence` is that of the first packet. */
void script_feed(script *s);
void script_pull(script *s); /* events without new bytes */

/* --- the client speaks --- */
uint32_t script_send(script *s, const mynd_command *command);
uint32_t script_query(script *s, const char *sql);
uint32_t script_prepare_statement(script *s, const char *sql);
uint32_t script_execute(script *s, unsigned id, unsigned cursor); /* without parameters */
uint32_t script_fetch(script *s, unsigned id, unsigned rows, const char *types);
void script_output(script *s); /* takes what is to be sent, as lines */

/*
 * For tests that take rows by themselves: the bytes of a large cell, which is so long; and who has the row
 * releases it.
 */
const uint8_t *script_value(void *value, size_t len);
void script_release(script *s, void *value);

/* --- what happened --- */
void script_note(script *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void script_expect(script *s, const char *lines); /* the lines since the last call */
void script_forget(script *s);

/*
 * A session that is logged in; the lines of the login are forgotten. Server: MariaDB, all capabilities but
 * bit 0.
 */
#define SCRIPT_CAPABILITIES                                                                                  \
	(MYND_CAP_PROTOCOL_41 | MYND_CAP_SECURE_CONNECTION | MYND_CAP_PLUGIN_AUTH | MYND_CAP_MULTI_RESULTS |     \
	    MYND_CAP_MULTI_STATEMENTS | MYND_CAP_LOCAL_FILES)
#define SCRIPT_SERVER_CAPABILITIES 0xFFFFFFFEu
#define EOF_CAPS                   SCRIPT_CAPABILITIES /* packets of their own end definitions and rows */
#define NOEOF_CAPS                 (SCRIPT_CAPABILITIES | MYND_CAP_DEPRECATE_EOF)
void script_log_in(script *s, const script_way *way, uint64_t capabilities);
void script_finish_login(script *s); /* after script_prepare */

/*
 * Runs the conversation whole, byte by byte, by threes, with a big buffer, and cut at every offset; each time
 * its lines must be these.
 */
void script_every_way(void (*conversation)(script *s), uint64_t capabilities, const char *lines);
/*
 * With EOF packets and without. %d in the lines (once): the status at the end of the definitions, 2 or none.
 */
void script_both_ends(void (*conversation)(script *s), const char *lines);

#endif
