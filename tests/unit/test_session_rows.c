/*
 * Rows that are not in the read buffer as a whole: large cells, full frames, what does not fit, what is
 * dropped.
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include "wire/frame.h"

static const char head_lines[] = "> 0 03 SELECT 1\n"
                                 "COLUMNS #1 3\n"
                                 "COLUMN #1 a\n"
                                 "COLUMN #1 b\n"
                                 "COLUMN #1 c\n"
                                 "COLUMNS_END #1 status=2\n";

static void expect_rows(script *s, const char *rows)
{
	static char lines[8192];
	snprintf(lines, sizeof lines, "%s%s", head_lines, rows);
	script_expect(s, lines);
}

static void ask(script *s)
{
	script_query(s, "SELECT 1");
	script_columns(s, 3);
	script_feed(s);
}

/*
 * Rows around the limits of a 1024-byte buffer: small cells, large cells, both, lengths of one, three and
 * four bytes.
 */
static void mixed_rows(script *s)
{
	script_query(s, "SELECT 1");
	script_columns(s, 3);
	script_row(s, "@255a|NULL|@256b");
	script_row(s, "@1012c||x");
	script_row(s, "@1100d|NULL|tail");
	script_row(s, "NULL|@250e|@1300f");
	script_row(s, "1|2|3");
	script_eof(s, 2);
	script_feed(s);
}

static const char mixed_lines[] = "ROW #1 255*a|NULL|256*b\n"
                                  "ROW #1 1012*c||x\n"
                                  "ROW #1 1100*d|NULL|tail\n"
                                  "ROW #1 NULL|250*e|1300*f\n"
                                  "ROW #1 1|2|3\n"
                                  "END #1 affected=0 id=0 status=2 warnings=0  last\n";

static void test_mixed_rows(void **state)
{
	(void) state;
	static char lines[4096];
	snprintf(lines, sizeof lines, "%s%s", head_lines, mixed_lines);
	script_every_way(mixed_rows, EOF_CAPS, lines);
}

/* A large cell is received where it belongs: of 100,000 bytes all but the first buffer's come straight. */
static void test_large_cell_is_not_copied(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	ask(&s);
	script_row(&s, "1|@100000y|2");
	script_eof(&s, 2);
	script_feed(&s);
	expect_rows(&s, "ROW #1 1|100000*y|2\nEND #1 affected=0 id=0 status=2 warnings=0  last\n");
	assert_int_equal(s.values_made, 1);
	assert_true(s.direct_bytes >= 100000 - 1024 && s.direct_bytes <= 100000);
	script_close(&s);
}

/* Across frames too: between two of them only the header goes through the buffer. */
static void test_large_cell_of_several_frames_is_not_copied(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1u << 20}, EOF_CAPS);
	ask(&s);
	script_row(&s, "1|2|@50000000y");
	script_feed(&s);
	expect_rows(&s, "ROW #1 1|2|50000000*y\n");
	assert_true(s.direct_bytes >= 50000000 - (1u << 20));
	assert_int_equal(s.counts.row_bytes, 2 + 2 + 9 + 50000000 + 3 * MYND_FRAME_HEADER);
	assert_int_equal(s.counts.packets_received, 1 + 1 + 1 + 3 + 1 + 3);
	script_close(&s);
}

/* A row that fits the buffer, and lacks little, is waited for there: no value is made. */
static void test_row_that_fits_is_waited_for(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 32768, .chunk = 8000}, EOF_CAPS);
	ask(&s);
	script_row(&s, "1|@20000y|2");
	script_feed(&s);
	expect_rows(&s, "ROW #1 1|20000*y|2\n");
	assert_int_equal(s.values_made, 0);
	script_close(&s);
}

/* The same row, but 16 KB and more are still to come when it is first seen. */
static void test_row_that_lacks_much_is_not(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 32768, .chunk = 1000}, EOF_CAPS);
	ask(&s);
	script_row(&s, "1|@20000y|2");
	script_feed(&s);
	expect_rows(&s, "ROW #1 1|20000*y|2\n");
	assert_int_equal(s.values_made, 1);
	script_close(&s);
}

/* --- full frames --- */

/*
 * One cell such that the packet has `payload` bytes: its length takes four bytes below 16 MB and nine above.
 */
static void big_packet(script *s, size_t payload)
{
	char spec[64];
	size_t cell = payload - 2 - (payload - 6 <= 0xFFFFFF ? 4 : 9);
	snprintf(spec, sizeof spec, "1|@%zuz|", cell);
	ask(s);
	script_row(s, spec);
	script_row(s, "4|5|6");
	script_eof(s, 2);
	script_feed(s);
}

static void expect_big(script *s, size_t payload)
{
	char lines[256];
	big_packet(s, payload);
	assert_int_equal(s->values_live, 0);
	snprintf(lines, sizeof lines,
	    "ROW #1 1|%zu*z|\nROW #1 4|5|6\nEND #1 affected=0 id=0 status=2 warnings=0  last\n",
	    payload - 2 - (payload - 6 <= 0xFFFFFF ? 4 : 9));
	expect_rows(s, lines);
	assert_int_equal(s->counts.rows_received_text, 2);
	assert_int_equal(s->counts.row_packets, 2);
}

static void test_full_frames(void **state)
{
	(void) state;
	const size_t extra[] = {0, 1, 2, 3, 1000, MYND_FRAME_MAX, MYND_FRAME_MAX + 1, 2 * MYND_FRAME_MAX + 500};
	for (size_t i = 0; i < sizeof extra / sizeof *extra; i++) {
		script s;
		script_log_in(&s, &(script_way){.buffer = 32768}, EOF_CAPS);
		expect_big(&s, MYND_FRAME_MAX - 1 + extra[i]);
		script_close(&s);
	}
}

/* The buffer holds all of it, frames and all; the result is the same. */
static void test_full_frames_in_the_buffer(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 40u << 20}, EOF_CAPS);
	expect_big(&s, 2 * MYND_FRAME_MAX + 500);
	script_close(&s);
}

/* Cells and their lengths cut by the end of a frame at every place. */
static void test_frame_ends_in_a_length(void **state)
{
	(void) state;
	for (size_t before = 0; before < 12; before++) {
		script s;
		char spec[128];
		script_log_in(&s, &(script_way){.buffer = 4096}, EOF_CAPS);
		ask(&s);
		snprintf(spec, sizeof spec, "@%zup|@300q|@70000r", MYND_FRAME_MAX - 4 - before);
		script_row(&s, spec);
		script_feed(&s);
		snprintf(spec, sizeof spec, "ROW #1 %zu*p|300*q|70000*r\n", MYND_FRAME_MAX - 4 - before);
		expect_rows(&s, spec);
		script_close(&s);
	}
}

/* A first cell of 16 MB makes a row that begins with 0xFE, with and without EOF packets. */
static void test_row_that_begins_like_an_eof(void **state)
{
	(void) state;
	const uint64_t capabilities[] = {EOF_CAPS, NOEOF_CAPS};
	for (int i = 0; i < 2; i++) {
		script s;
		script_log_in(&s, &(script_way){.buffer = 32768}, capabilities[i]);
		ask(&s);
		script_forget(&s);
		script_row(&s, "@16777216f|2|3");
		script_eof(&s, 2);
		script_feed(&s);
		script_expect(&s, "ROW #1 16777216*f|2|3\nEND #1 affected=0 id=0 status=2 warnings=0  last\n");
		script_close(&s);
	}
}

/* The empty frame after a full one is missing: what follows is out of order, or no row. */
static void test_missing_tail(void **state)
{
	(void) state;
	script s;
	mynd_buffer row;
	char spec[64];
	script_log_in(&s, &(script_way){.buffer = 32768}, EOF_CAPS);
	ask(&s);
	snprintf(spec, sizeof spec, "1|2|@%dz", MYND_FRAME_MAX - 8);
	mynd_slice cells = script_cells(&row, spec);
	assert_int_equal(cells.len, MYND_FRAME_MAX);
	script_packet(&s, cells.ptr, cells.len);
	mynd_buffer_free(&row);
	s.pending.len -= MYND_FRAME_HEADER;
	s.sequence--;
	script_eof(&s, 2);
	script_feed(&s);
	expect_rows(&s, "BAD 2027 Malformed packet: a row of more cells than columns\n");
	script_close(&s);
}

static void test_frame_number_in_a_row(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 32768}, EOF_CAPS);
	ask(&s);
	script_row(&s, "1|2|@16777300z");
	uint8_t *second = s.pending.ptr + MYND_FRAME_HEADER + MYND_FRAME_MAX;
	second[3]++;
	script_feed(&s);
	expect_rows(&s, "BAD 2027 Packets out of order. Expected 7 received 8. Packet size=98\n");
	assert_int_equal(s.values_live, 0);
	script_close(&s);
}

/* --- rows that are none --- */

/* The bytes of a row, then `filler` letters and `empty` cells. */
static void expect_broken(const char *row, size_t len, size_t filler, unsigned empty, const char *line)
{
	script s;
	mynd_buffer b;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	ask(&s);
	mynd_buffer_init(&b, 1u << 20);
	mynd_buffer_put_bytes(&b, row, len);
	for (size_t i = 0; i < filler; i++) {
		mynd_buffer_put_int(&b, 1, 'z');
	}
	mynd_buffer_put_zeros(&b, empty);
	script_packet(&s, b.ptr, b.len);
	mynd_buffer_free(&b);
	script_feed(&s);
	expect_rows(&s, line);
	assert_int_equal(s.values_live, 0);
	script_close(&s);
}

static void test_broken_rows(void **state)
{
	(void) state;
	const char *cut = "BAD 2027 Malformed packet: a cell goes beyond the end of its row\n";
	const char *length = "BAD 2027 Malformed packet: a cell's length in a row\n";
	expect_broken("", 0, 0, 0, "BAD 2027 Malformed packet: an empty packet among the rows\n");
	expect_broken("\xFD\xD0\x07\x00", 4, 1999, 0, cut);
	expect_broken("\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 9, 2000, 0, cut);
	expect_broken("\1x\xFF", 3, 2000, 0, length);
	expect_broken(
	    "\1x\xFD\xD0\x07\x00", 6, 2000, 0, "BAD 2027 Malformed packet: a row of fewer cells than columns\n");
	expect_broken(
	    "\1x\xFD\xD0\x07\x00", 6, 2000, 2, "BAD 2027 Malformed packet: a row of more cells than columns\n");
	expect_broken("\1x\xFD\xD0\x07\x00", 6, 2000, 1, "ROW #1 x|2000*z|\n");
}

/* The receiver of a row found it broken. */
static void test_receiver_reports(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){0}, EOF_CAPS);
	ask(&s);
	script_row(&s, "1|2");
	script_feed(&s);
	assert_int_equal(mynd_session_malformed(s.session, "a row of fewer cells than columns"), MYND_BAD);
	script_pull(&s);
	expect_rows(&s, "ROW #1 1|2\nBAD 2027 Malformed packet: a row of fewer cells than columns\n");
	script_close(&s);
}

/* --- what does not fit --- */

/* The n-th allocation is refused: 2008, the rest of the reply is swallowed, the next command works. */
static void refuse(unsigned n, const script_way *way, const char *rows)
{
	script s;
	script_log_in(&s, way, EOF_CAPS);
	s.refuse_at = n;
	ask(&s);
	script_row(&s, "1|@5000g|@6000h");
	script_row(&s, "@7000i|2|3");
	script_eof(&s, MYND_STATUS_MORE_RESULTS);
	script_columns(&s, 1);
	script_row(&s, "@8000j");
	script_eof(&s, 2);
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	assert_int_equal(mynd_session_pending(s.session), 0);
	assert_int_equal(s.values_live, 0);
	s.refuse_at = 0;
	script_query(&s, "DO 1");
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	expect_rows(&s, rows);
	script_close(&s);
}

static void test_refused_allocations(void **state)
{
	(void) state;
	const script_way ways[] = {
	    {.buffer = 1024}, {.buffer = 1024, .chunk = 1}, {.buffer = 4000, .chunk = 777}};
	for (size_t i = 0; i < 3; i++) {
		const char *end = "DROPPED #1 last\n> 0 03 DO 1\nOK #2 affected=0 id=0 status=2 warnings=0  last\n";
		char lines[512];
		snprintf(lines, sizeof lines, "REFUSED #1 2008 HY000 Out of memory\n%s", end);
		refuse(1, &ways[i], lines);
		refuse(2, &ways[i], lines);
		snprintf(lines, sizeof lines, "ROW #1 1|5000*g|6000*h\nREFUSED #1 2008 HY000 Out of memory\n%s", end);
		refuse(3, &ways[i], lines);
	}
}

/* What comes after the refusal is swallowed whatever it is: an error, and a file that is wanted. */
static void test_refusal_swallows(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	s.refuse_at = 1;
	ask(&s);
	script_row(&s, "1|@5000g|@6000h");
	script_err(&s, 1317, "#70100interrupted");
	script_feed(&s);
	expect_rows(&s, "REFUSED #1 2008 HY000 Out of memory\nDROPPED #1 last\n");
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_query(&s, "CALL p; LOAD DATA LOCAL INFILE 'x'");
	s.refuse_at = 2;
	script_columns(&s, 1);
	script_row(&s, "@5000g");
	script_eof(&s, MYND_STATUS_MORE_RESULTS);
	script_packet(&s, "\xFBx", 2);
	script_feed(&s);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_READING);
	s.sequence++;
	script_ok(&s, 0, 0, 2, NULL);
	script_feed(&s);
	script_expect(&s, "> 0 03 CALL p; LOAD DATA LOCAL INFILE 'x'\n"
	                  "COLUMNS #2 1\n"
	                  "COLUMN #2 a\n"
	                  "COLUMNS_END #2 status=2\n"
	                  "REFUSED #2 2008 HY000 Out of memory\n"
	                  "> 7 empty\n"
	                  "DROPPED #2 last\n");
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_close(&s);
}

/* Over 1 GiB: refused before the allocator is asked, in a row whose end is not known yet. */
static void test_cell_over_the_maximum(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 32768}, EOF_CAPS);
	ask(&s);
	script_row(&s, "@16777300z|1|2");
	memcpy(s.pending.ptr + MYND_FRAME_HEADER, "\xFE\x01\x00\x00\x40\x00\x00\x00\x00", 9);
	script_eof(&s, 2);
	script_feed(&s);
	expect_rows(&s, "REFUSED #1 2008 HY000 Out of memory\nDROPPED #1 last\n");
	assert_int_equal(s.values_made, 0);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_close(&s);
}

/* --- rows nobody wants --- */

static void dropped_rows(script *s)
{
	s->drop_rows_at = 2;
	mixed_rows(s);
	script_query(s, "SELECT 2");
	script_columns(s, 1);
	script_row(s, "again");
	script_eof(s, 2);
	script_feed(s);
	script_note(s, "received %d", (int) s->counts.rows_received_text);
}

static void test_dropped_rows(void **state)
{
	(void) state;
	static char lines[4096];
	snprintf(lines, sizeof lines,
	    "%sROW #1 255*a|NULL|256*b\n"
	    "ROW #1 1012*c||x\n"
	    "END #1 affected=0 id=0 status=2 warnings=0  last\n"
	    "> 0 03 SELECT 2\n"
	    "COLUMNS #2 1\n"
	    "COLUMN #2 a\n"
	    "COLUMNS_END #2 status=2\n"
	    "ROW #2 again\n"
	    "END #2 affected=0 id=0 status=2 warnings=0  last\n"
	    "received 6\n",
	    head_lines);
	script_every_way(dropped_rows, EOF_CAPS, lines);
}

/* Given up in the middle of a large cell: its value goes, the rest is skipped, full frames too. */
static void test_dropped_in_a_large_cell(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	ask(&s);
	script_row(&s, "1|@20000000y|2");
	mynd_buffer rest = s.pending;
	size_t half = 9000000;
	mynd_buffer_init(&s.pending, rest.max);
	mynd_buffer_put_bytes(&s.pending, rest.ptr, half);
	script_feed(&s);
	assert_int_equal(s.values_live, 1);
	mynd_session_discard_rows(s.session);
	assert_int_equal(s.values_live, 0);
	mynd_buffer_put_bytes(&s.pending, rest.ptr + half, rest.len - half);
	mynd_buffer_free(&rest);
	script_eof(&s, 2);
	script_feed(&s);
	expect_rows(&s, "END #1 affected=0 id=0 status=2 warnings=0  last\n");
	assert_int_equal(s.counts.row_packets, 1);
	script_close(&s);
}

/* Dropped from the first row on, and only in the result that was current. */
static void test_dropped_before_the_rows(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	script_query(&s, "SELECT 1");
	mynd_session_discard_rows(s.session);
	script_columns(&s, 3);
	script_row(&s, "1|2|@16777216k");
	script_eof(&s, MYND_STATUS_MORE_RESULTS);
	script_columns(&s, 1);
	script_row(&s, "kept");
	script_eof(&s, 2);
	script_feed(&s);
	expect_rows(&s, "END #1 affected=0 id=0 status=8 warnings=0 \n"
	                "COLUMNS #1 1\n"
	                "COLUMN #1 a\n"
	                "COLUMNS_END #1 status=2\n"
	                "ROW #1 kept\n"
	                "END #1 affected=0 id=0 status=2 warnings=0  last\n");
	assert_int_equal(s.values_made, 0);
	script_close(&s);
}

/* --- life --- */

/* A session that goes with half a large cell: released, or abandoned with the request's memory. */
static void test_freed_in_a_large_cell(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	ask(&s);
	script_row(&s, "@600u|@60000v|2");
	s.pending.len -= 50000;
	script_feed(&s);
	assert_int_equal(s.values_live, 2);
	script_close(&s);
}

static void test_lost_in_a_large_cell(void **state)
{
	(void) state;
	script s;
	mynd_error error;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	ask(&s);
	script_row(&s, "@600u|@60000v|2");
	s.pending.len -= 50000;
	script_feed(&s);
	mynd_error_client(&error, MYND_CAUSE_TIMED_OUT, MYND_ERR_GONE_AWAY);
	assert_int_equal(mynd_session_lost(s.session, &error), MYND_BAD);
	assert_int_equal(s.values_live, 0);
	assert_int_equal(mynd_session_error(s.session)->cause, MYND_CAUSE_TIMED_OUT);
	mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	mynd_session_lost(s.session, &error);
	assert_int_equal(mynd_session_error(s.session)->cause, MYND_CAUSE_TIMED_OUT);
	script_close(&s);
}

static void test_buffer_is_lent(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	assert_non_null(mynd_session_buffer(s.session));
	assert_ptr_equal(mynd_session_take_buffer(s.session), s.memory);
	assert_null(mynd_session_buffer(s.session));
	assert_null(mynd_session_take_buffer(s.session));
	assert_int_equal(mynd_session_want(s.session).len, 0);
	mynd_session_lend_buffer(s.session, s.memory, 1024);
	script_query(&s, "DO 1");
	script_ok(&s, 0, 0, 2, NULL);
	mynd_span span = mynd_session_want(s.session);
	assert_int_equal(span.len, 1024);
	memcpy(span.ptr, s.pending.ptr, 5);
	assert_int_equal(mynd_session_commit(s.session, 5), MYND_OK);
	assert_null(mynd_session_take_buffer(s.session));
	script_close(&s);
}

/*
 * Rows are received to where they stay: one after the other in kept memory, the unread part of one moves on
 * with the session.
 */
static void test_buffer_is_kept(void **state)
{
	(void) state;
	script s;
	uint8_t kept[2][1536];
	mynd_event event;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	ask(&s);
	assert_ptr_equal(mynd_session_move_to(s.session, kept[0], sizeof kept[0], 1024, true), s.memory);
	mynd_buffer_reset(&s.pending);
	script_row(&s, "@200a|@100b|c");
	script_row(&s, "@200d|@100e|f");
	script_row(&s, "@200g|@100h|i");
	script_row(&s, "@200j|@100k|l");
	script_row(&s, "@200m|@100n|o");
	script_eof(&s, 2);
	const uint8_t *from = s.pending.ptr;
	size_t frame = 4 + 1 + 200 + 1 + 100 + 1 + 1;

	mynd_span span = mynd_session_want(s.session);
	assert_ptr_equal(span.ptr, kept[0]);
	assert_int_equal(span.len, 1024); /* no more may be unread, though there is room */
	memcpy(span.ptr, from, 1024);
	assert_int_equal(mynd_session_commit(s.session, 1024), MYND_OK);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(mynd_session_next(s.session, &event), MYND_OK);
		assert_ptr_equal(event.row.data, kept[0] + i * frame + 4);
	}
	assert_int_equal(mynd_session_next(s.session, &event), MYND_MORE);
	span = mynd_session_want(s.session);
	assert_ptr_equal(span.ptr, kept[0] + 1024);
	assert_int_equal(span.len, sizeof kept[0] - 1024);
	memcpy(span.ptr, from + 1024, 12);
	assert_int_equal(mynd_session_commit(s.session, 12), MYND_OK);
	assert_int_equal(mynd_session_room(s.session), sizeof kept[0] - 1036);
	assert_memory_equal(kept[0], from, 1036); /* nothing has moved */

	assert_null(mynd_session_move_to(s.session, kept[1], 100, 1024, true)); /* 1036 - 3 * 308 are unread */
	assert_ptr_equal(mynd_session_move_to(s.session, kept[1], sizeof kept[1], 1024, true), kept[0]);
	span = mynd_session_want(s.session);
	assert_ptr_equal(span.ptr, kept[1] + 1036 - 3 * frame);
	size_t rest = s.pending.len - 1036;
	memcpy(span.ptr, from + 1036, rest);
	assert_int_equal(mynd_session_commit(s.session, rest), MYND_OK);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_OK);
	assert_ptr_equal(event.row.data, kept[1] + 4);
	assert_int_equal(event.row.len, frame - 4);
	assert_memory_equal(event.row.data, from + 3 * frame + 4, frame - 4);

	assert_ptr_equal(mynd_session_move_to(s.session, s.memory, 1024, 1024, false), kept[1]);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_OK);
	assert_ptr_equal(event.row.data, s.memory + 4);
	assert_int_equal(mynd_session_next(s.session, &event), MYND_OK);
	assert_int_equal(event.kind, MYND_EVENT_END);
	assert_ptr_equal(mynd_session_take_buffer(s.session), s.memory);
	mynd_session_lend_buffer(s.session, s.memory, 1024);
	mynd_buffer_reset(&s.pending);
	script_close(&s);
}

static void test_commit_of_too_much(void **state)
{
	(void) state;
	script s;
	script_log_in(&s, &(script_way){.buffer = 1024}, EOF_CAPS);
	mynd_span span = mynd_session_want(s.session);
	assert_int_equal(mynd_session_commit(s.session, span.len + 1), MYND_BAD);
	assert_int_equal(mynd_session_error(s.session)->cause, MYND_CAUSE_MISUSE);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_mixed_rows),
	    cmocka_unit_test(test_large_cell_is_not_copied),
	    cmocka_unit_test(test_large_cell_of_several_frames_is_not_copied),
	    cmocka_unit_test(test_row_that_fits_is_waited_for),
	    cmocka_unit_test(test_row_that_lacks_much_is_not),
	    cmocka_unit_test(test_full_frames),
	    cmocka_unit_test(test_full_frames_in_the_buffer),
	    cmocka_unit_test(test_frame_ends_in_a_length),
	    cmocka_unit_test(test_row_that_begins_like_an_eof),
	    cmocka_unit_test(test_missing_tail),
	    cmocka_unit_test(test_frame_number_in_a_row),
	    cmocka_unit_test(test_broken_rows),
	    cmocka_unit_test(test_receiver_reports),
	    cmocka_unit_test(test_refused_allocations),
	    cmocka_unit_test(test_refusal_swallows),
	    cmocka_unit_test(test_cell_over_the_maximum),
	    cmocka_unit_test(test_dropped_rows),
	    cmocka_unit_test(test_dropped_in_a_large_cell),
	    cmocka_unit_test(test_dropped_before_the_rows),
	    cmocka_unit_test(test_freed_in_a_large_cell),
	    cmocka_unit_test(test_lost_in_a_large_cell),
	    cmocka_unit_test(test_buffer_is_lent),
	    cmocka_unit_test(test_buffer_is_kept),
	    cmocka_unit_test(test_commit_of_too_much),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
