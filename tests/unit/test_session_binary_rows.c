/*
 * Binary rows that are not in the read buffer as a whole: large cells, full frames, wide NULL bitmaps, what
 * is broken, what does not fit, what is dropped.
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include "wire/binary.h"
#include "wire/frame.h"

static void ask(script *s, const char *types)
{
	script_execute(s, 1, MYND_CURSOR_NONE);
	script_typed_columns(s, types);
	script_feed(s);
	script_forget(s);
}

/* --- rows around the limits of a 1024-byte buffer --- */

static void mixed_rows(script *s)
{
	const char *types = "tsqsDfv";
	script_execute(s, 1, MYND_CURSOR_NONE);
	script_typed_columns(s, types);
	script_binary_row(s, types, "1|@255a|2|NULL|\5|3|@256b");
	script_binary_row(s, types, "NULL|@1000c|NULL||\5\6\7|NULL|x");
	script_binary_row(s, types, "4|@1100d|5|NULL|NULL|6|tail");
	script_binary_row(s, types, "NULL|NULL|NULL|@250e|NULL|7|@1300f");
	script_binary_row(s, types, "NULL|@1100g|NULL|NULL|NULL|NULL|NULL");
	script_binary_row(s, types, "1|2|3|4|5|6|7");
	script_binary_row(s, types, "NULL|NULL|NULL|NULL|NULL|NULL|NULL");
	script_eof(s, 2);
	script_feed(s);
}

#define MIXED_HEAD                                                                                           \
	"> 0 17 010000000001000000\n"                                                                            \
	"COLUMNS #1 7\nCOLUMN #1 a\nCOLUMN #1 b\nCOLUMN #1 c\nCOLUMN #1 d\nCOLUMN #1 e\nCOLUMN #1 f\n"           \
	"COLUMN #1 g\nCOLUMNS_END #1 status=2\n"

static void test_mixed_rows(void **state)
{
	(void) state;
	script_every_way(mixed_rows, EOF_CAPS,
	    MIXED_HEAD "ROW #1 1|255*a|2|NULL|05|3|256*b\n"
	               "ROW #1 NULL|1000*c|NULL||050607|NULL|x\n"
	               "ROW #1 4|1100*d|5|NULL|NULL|6|tail\n"
	               "ROW #1 NULL|NULL|NULL|250*e|NULL|7|1300*f\n"
	               "ROW #1 NULL|1100*g|NULL|NULL|NULL|NULL|NULL\n"
	               "ROW #1 1|2|3|4|5|6|7\n"
	               "ROW #1 NULL|NULL|NULL|NULL|NULL|NULL|NULL\n"
	               "END #1 affected=0 id=0 status=2 warnings=0  last\n");
}

/* A fetch: its types came with the command, and its sender has dropped them. */
static void fetched_rows(script *s)
{
	script_fetch(s, 9, 2, "isq");
	script_binary_row(s, "isq", "1|@3000x|2");
	script_binary_row(s, "isq", "NULL|@5000y|NULL");
	script_eof(s, MYND_STATUS_LAST_ROW_SENT);
	script_feed(s);
	script_note(s, "rows %d", (int) s->counts.rows_received_prepared);
}

static void test_fetched_rows(void **state)
{
	(void) state;
	script_every_way(fetched_rows, NOEOF_CAPS,
	    "> 0 1c 0900000002000000\n"
	    "ROW #1 1|3000*x|2\n"
	    "ROW #1 NULL|5000*y|NULL\n"
	    "END #1 affected=0 id=0 status=80 warnings=0  last\n"
	    "rows 2\n");
}

/* A large cell is received where it belongs, across frames too. */
static void test_large_cells_are_not_copied(void **state)
{
	(void) state;
	const size_t sizes[] = {100000, 50000000};
	for (size_t i = 0; i < 2; i++) {
		script s;
		char spec[64], line[128];
		script_log_in(&s, &(script_way){.buffer = 4096}, EOF_CAPS);
		ask(&s, "isd");
		snprintf(spec, sizeof spec, "1|@%zuy|2", sizes[i]);
		script_binary_row(&s, "isd", spec);
		script_feed(&s);
		snprintf(line, sizeof line, "ROW #1 1|%zu*y|2\n", sizes[i]);
		script_expect(&s, line);
		assert_int_equal(s.values_made, 1);
		assert_true(s.direct_bytes >= sizes[i] - 4096 && s.direct_bytes <= sizes[i]);
		script_close(&s);
	}
}

/* The ends of frames in the bitmap, in numbers, in lengths. */
static void test_frame_ends_anywhere(void **state)
{
	(void) state;
	for (size_t before = 0; before < 24; before++) {
		script s;
		char spec[128], line[128];
		size_t first = MYND_FRAME_MAX - 3 - 4 - before;
		script_log_in(&s, &(script_way){.buffer = 4096}, EOF_CAPS);
		ask(&s, "sqsis");
		snprintf(spec, sizeof spec, "@%zup|72623859790382856|@300q|NULL|@70000r", first);
		script_binary_row(&s, "sqsis", spec);
		script_binary_row(&s, "sqsis", "a|1|b|2|c");
		script_feed(&s);
		snprintf(line, sizeof line, "ROW #1 %zu*p|72623859790382856|300*q|NULL|70000*r\nROW #1 a|1|b|2|c\n",
		    first);
		script_expect(&s, line);
		script_close(&s);
	}
}

/* Payloads of 2^24-1 bytes, one less, one more, and multiples. */
static void test_full_frames(void **state)
{
	(void) state;
	const size_t payloads[] = {MYND_FRAME_MAX - 1, MYND_FRAME_MAX, MYND_FRAME_MAX + 1,
	    2 * (size_t) MYND_FRAME_MAX, 2 * (size_t) MYND_FRAME_MAX + 500};
	for (size_t i = 0; i < sizeof payloads / sizeof *payloads; i++) {
		script s;
		char spec[64], line[128];
		size_t len = payloads[i] - 2 - 4 - (payloads[i] - 10 <= 0xFFFFFF ? 4 : 9);
		script_log_in(&s, &(script_way){.buffer = 32768}, EOF_CAPS);
		ask(&s, "is");
		snprintf(spec, sizeof spec, "7|@%zuz", len);
		script_binary_row(&s, "is", spec);
		script_binary_row(&s, "is", "8|x");
		script_eof(&s, 2);
		script_feed(&s);
		snprintf(line, sizeof line,
		    "ROW #1 7|%zu*z\nROW #1 8|x\nEND #1 affected=0 id=0 status=2 warnings=0  last\n", len);
		script_expect(&s, line);
		assert_int_equal(s.counts.rows_received_prepared, 2);
		assert_int_equal(s.counts.row_packets, 2);
		script_close(&s);
	}
}

/* So many columns that not even the bitmap is in the buffer; every 5th is a number, every 7th a string. */
static void wide(script *s, unsigned columns)
{
	char *types = calloc(1, columns + 1), *cells = malloc(columns * 8), *at = cells;
	assert_non_null(types);
	assert_non_null(cells);
	for (unsigned i = 0; i < columns; i++) {
		types[i] = i % 5 == 0 ? 'i' : 's';
		at += sprintf(at, "%s%s", i > 0 ? "|" : "", i % 5 == 0 ? "9" : i % 7 == 0 ? "@300w" : "NULL");
	}
	script_fetch(s, 1, 1, types);
	script_binary_row(s, types, cells);
	script_eof(s, 2);
	script_feed(s);
	free(types);
	free(cells);
}

static void test_wide_rows(void **state)
{
	(void) state;
	const size_t chunks[] = {0, 1, 1000};
	for (size_t i = 0; i < 3; i++) {
		script s;
		script_log_in(&s, &(script_way){.buffer = 1024, .chunk = chunks[i]}, EOF_CAPS);
		wide(&s, 8192);
		assert_null(strstr(s.trace, "broken"));
		assert_non_null(strstr(s.trace, "ROW #1 9|NULL|NULL|NULL|NULL|9|NULL|300*w|NULL|NULL|9|"));
		assert_non_null(strstr(s.trace, "END #1"));
		assert_int_equal(s.values_live, 0);
		assert_int_equal(
		    s.counts.row_bytes, MYND_FRAME_HEADER + 1 + 8201 / 8 + 4 * ((8192 + 4) / 5) + 303 * (1171 - 235));
		script_close(&s);
	}
}

/* --- rows that are none --- */

/*
 * A row of types "sis": the bytes, then `filler` letters, then `tail`. Whole rows are for the receiver to
 * judge: shown as (broken).
 */
static void expect_broken(
    const char *row, size_t len, size_t filler, const char *tail, size_t tail_len, const char *line)
{
	const size_t chunks[] = {0, 1};
	for (size_t i = 0; i < 2; i++) {
		script s;
		mynd_buffer b;
		script_log_in(&s, &(script_way){.buffer = 1024, .chunk = chunks[i]}, EOF_CAPS);
		ask(&s, "sis");
		mynd_buffer_init(&b, 1u << 20);
		mynd_buffer_put_bytes(&b, row, len);
		for (size_t n = 0; n < filler; n++) {
			mynd_buffer_put_int(&b, 1, 'z');
		}
		mynd_buffer_put_bytes(&b, tail, tail_len);
		script_packet(&s, b.ptr, b.len);
		mynd_buffer_free(&b);
		script_feed(&s);
		script_expect(&s, line);
		assert_int_equal(s.values_live, 0);
		script_close(&s);
	}
}

#define BROKEN(row, filler, tail, line)                                                                      \
	expect_broken(row, sizeof(row) - 1, filler, tail, sizeof(tail) - 1, line)

static void test_broken_rows(void **state)
{
	(void) state;
	static const char cut[] = "BAD 2027 Malformed packet: a cell goes beyond the end of its row\n";
	static const char length[] = "BAD 2027 Malformed packet: a cell's length in a row\n";
	static const char fewer[] = "BAD 2027 Malformed packet: a row of fewer cells than columns\n";
	static const char more[] = "BAD 2027 Malformed packet: a row of more cells than columns\n";
	static const char first[] = "BAD 2027 Malformed packet: a binary row that begins otherwise\n";
	BROKEN("", 0, "", "BAD 2027 Malformed packet: an empty packet among the rows\n");
	BROKEN("\0\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0\1x", "ROW #1 2000*z|1|x\n");
	BROKEN("\1\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0\1x", first);
	BROKEN("\xFB\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0\1x", first);
	BROKEN("\xFE\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0\1x", first);
	BROKEN("\0\0\xFD\xD0\x07\x00", 1999, "", cut);
	BROKEN("\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 2000, "", cut);
	BROKEN("\0\0\xFB", 2000, "", length);
	BROKEN("\0\0\xFF", 2000, "", length);
	BROKEN("\0\0\xFD\xD0\x07\x00", 2000, "", fewer);
	BROKEN("\0\0\xFD\xD0\x07\x00", 2000, "\1\0\0", fewer);
	BROKEN("\0\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0", fewer);
	BROKEN("\0\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0\xFB", length);
	BROKEN("\0\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0\xFC\1", fewer);
	BROKEN("\0\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0\1", cut);
	BROKEN("\0\0\xFD\xD0\x07\x00", 2000, "\1\0\0\0\1xy", more);
	BROKEN("\0\x10\xFD\xD0\x07\x00", 2000, "\1\0\0\0\1x", more);
	BROKEN("\0\x10\xFD\xD0\x07\x00", 2000, "\1\0\0\0", "ROW #1 2000*z|1|NULL\n");
	BROKEN("\0\x18\xFD\xD0\x07\x00", 2000, "", "ROW #1 2000*z|NULL|NULL\n");
	BROKEN("\0\x18\xFD\xD0\x07\x00", 2000, "\0", more);
	/* bits of no column are nobody's */
	BROKEN("\0\xE3\xFD\xD0\x07\x00", 2000, "\1\0\0\0\1x", "ROW #1 2000*z|1|x\n");
	BROKEN("\0\x1C", 2000, "", more);
}

/* A row that is here as a whole is for its receiver to judge. */
static void test_whole_broken_rows(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	ask(&s, "si");
	script_packet(&s, "\0", 1);
	script_packet(&s, "\0\0\xFBxxxx", 7);
	script_packet(&s, "\0\0\2ab\1\0\0", 8);
	script_packet(&s, "\5\0", 2);
	script_packet(&s, "\xFC\0", 2);
	script_feed(&s);
	assert_int_equal(mynd_session_malformed(s.session, "a row of fewer cells than columns"), MYND_BAD);
	script_expect(&s, "ROW #1 (broken)\nROW #1 (broken)\nROW #1 ab|(broken)\nROW #1 (broken)\n"
	                  "ROW #1 (broken)\n");
	script_close(&s);
}

/* Bytes that only mynd may write: a marker from the server is no cell. */
static void test_marker_from_the_server(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	ask(&s, "s");
	script_packet(&s, "\0\0\xFF\1\0\0\0\0\0\0\0\1\2\3\4\5\6\7\1", 19);
	script_feed(&s);
	script_expect(&s, "ROW #1 (broken)\n");
	script_close(&s);
}

/* --- what does not fit --- */

static void refuse(unsigned n, const script_way *way, const char *rows)
{
	script s;
	script_log_in(&s, way, EOF_CAPS);
	s.refuse_at = n;
	ask(&s, "isqs");
	script_binary_row(&s, "isqs", "1|@5000g|2|@6000h");
	script_binary_row(&s, "isqs", "NULL|@7000i|3|4");
	script_eof(&s, MYND_STATUS_MORE_RESULTS);
	script_typed_columns(&s, "s");
	script_binary_row(&s, "s", "@8000j");
	script_eof(&s, 2);
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	assert_int_equal(s.values_live, 0);
	s.refuse_at = 0;
	script_execute(&s, 1, MYND_CURSOR_NONE);
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, rows);
	assert_int_equal(s.counts.rows_received_prepared, 3);
	script_close(&s);
}

static void test_refused_allocations(void **state)
{
	(void) state;
	const script_way ways[] = {
	    {.buffer = 1024}, {.buffer = 1024, .chunk = 1}, {.buffer = 4000, .chunk = 777}};
	for (size_t i = 0; i < 3; i++) {
		const char *end =
		    "DROPPED #1 last\n> 0 17 010000000001000000\nOK #2 affected=0 id=0 status=2 warnings=0  last\n";
		char lines[512];
		snprintf(lines, sizeof lines, "REFUSED #1 2008 HY000 Out of memory\n%s", end);
		refuse(1, &ways[i], lines);
		refuse(2, &ways[i], lines);
		snprintf(
		    lines, sizeof lines, "ROW #1 1|5000*g|2|6000*h\nREFUSED #1 2008 HY000 Out of memory\n%s", end);
		refuse(3, &ways[i], lines);
	}
}

static void test_cell_over_the_maximum(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 32768}, EOF_CAPS);
	ask(&s, "s");
	script_binary_row(&s, "s", "@16777300z");
	memcpy(s.pending.ptr + MYND_FRAME_HEADER + 2, "\xFE\x01\x00\x00\x40\x00\x00\x00\x00", 9);
	script_eof(&s, 2);
	script_feed(&s);
	script_expect(&s, "REFUSED #1 2008 HY000 Out of memory\nDROPPED #1 last\n");
	assert_int_equal(s.values_made, 0);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_close(&s);
}

/* --- rows nobody wants --- */

static void dropped_rows(script *s)
{
	s->drop_rows_at = 2;
	mixed_rows(s);
	script_execute(s, 2, MYND_CURSOR_NONE);
	script_typed_columns(s, "s");
	script_binary_row(s, "s", "again");
	script_eof(s, 2);
	script_feed(s);
	script_note(s, "received %d", (int) s->counts.rows_received_prepared);
}

static void test_dropped_rows(void **state)
{
	(void) state;
	script_every_way(dropped_rows, EOF_CAPS,
	    MIXED_HEAD "ROW #1 1|255*a|2|NULL|05|3|256*b\n"
	               "ROW #1 NULL|1000*c|NULL||050607|NULL|x\n"
	               "END #1 affected=0 id=0 status=2 warnings=0  last\n"
	               "> 0 17 020000000001000000\n"
	               "COLUMNS #2 1\nCOLUMN #2 a\nCOLUMNS_END #2 status=2\n"
	               "ROW #2 again\n"
	               "END #2 affected=0 id=0 status=2 warnings=0  last\n"
	               "received 8\n");
}

/* --- rows that are given up in the middle, at every byte --- */

enum give_up { BY_FREE, BY_DISCARD, BY_LOSS };

/* Two large cells among others; the row breaks off after `len` bytes. */
static size_t give_up(size_t len, enum give_up how)
{
	static const char types[] = "tsqsissq";
	script s;
	mynd_error error;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	ask(&s, types);
	script_binary_row(&s, types, "1|@600u|NULL|NULL|3|abcd|@700v|4");
	mynd_buffer row = s.pending;
	len = len < row.len ? len : row.len;
	mynd_buffer_init(&s.pending, row.max);
	mynd_buffer_put_bytes(&s.pending, row.ptr, len);
	script_feed(&s);
	if (how == BY_LOSS) {
		mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		mynd_session_lost(s.session, &error);
		assert_int_equal(s.values_live, 0);
	} else if (how == BY_DISCARD) {
		mynd_session_discard_rows(s.session);
		assert_int_equal(s.values_live, 0);
		mynd_buffer_put_bytes(&s.pending, row.ptr + len, row.len - len);
		s.sequence = (uint8_t) (row.ptr[3] + 1);
		script_eof(&s, 2);
		script_feed(&s);
		assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
		assert_int_equal(s.counts.rows_received_prepared, 1);
	}
	mynd_buffer_free(&row);
	len = s.values_made;
	script_close(&s);
	return len;
}

static void test_given_up_at_every_byte(void **state)
{
	(void) state;
	size_t seen[3] = {0};
	for (size_t len = 0; len < 1400; len++) {
		for (int how = BY_FREE; how <= BY_LOSS; how++) {
			seen[give_up(len, (enum give_up) how)]++;
		}
	}
	assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* Random bytes where a row is due: it may come out as anything, but for a crash, a leak or a hang. */
static void test_noise(void **state)
{
	(void) state;
	uint32_t seed = 2463534242u;
	for (int i = 0; i < 3000; i++) {
		script s;
		uint8_t noise[2000];
		script_log_in(&s, &(script_way){.buffer = 1024, .chunk = (size_t) i % 3 * 40}, EOF_CAPS);
		ask(&s, "stqsissD");
		for (size_t n = 0; n < sizeof noise; n++) {
			seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5;
			noise[n] = (uint8_t) (seed % 3 == 0 ? seed >> 8 : seed % 7);
		}
		noise[0] = MYND_BINARY_ROW;
		script_packet(&s, noise, 1 + seed % sizeof noise);
		script_feed(&s);
		script_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_mixed_rows),
	    cmocka_unit_test(test_fetched_rows),
	    cmocka_unit_test(test_large_cells_are_not_copied),
	    cmocka_unit_test(test_frame_ends_anywhere),
	    cmocka_unit_test(test_full_frames),
	    cmocka_unit_test(test_wide_rows),
	    cmocka_unit_test(test_broken_rows),
	    cmocka_unit_test(test_whole_broken_rows),
	    cmocka_unit_test(test_marker_from_the_server),
	    cmocka_unit_test(test_refused_allocations),
	    cmocka_unit_test(test_cell_over_the_maximum),
	    cmocka_unit_test(test_dropped_rows),
	    cmocka_unit_test(test_given_up_at_every_byte),
	    cmocka_unit_test(test_noise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
