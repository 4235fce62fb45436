/*
 * Result sets of every shape, made of a seed: whatever the size of the read buffer and of the pieces that
 * arrive, also where rows are received to where they are to lie (mynd_session_move_to), each cell has the
 * bytes that its place says, and the events are the same.
 *
 *     test_session_shapes                                         some cases, for the suite `unit`
 *     test_session_shapes SECONDS RUN|case=SEED NOTE              as tests/shapes/cases.inc
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "wire/binary.h"
#include "wire/frame.h"

#define COLUMNS_MOST 4096
#define FEW_CASES    40
#define PARTS        4 /* blocks that rows are received to */

/* --- chance --- */

typedef struct dice {
	uint64_t state;
} dice;

static uint32_t roll(dice *d)
{
	d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t) (d->state >> 33);
}

static size_t below(dice *d, size_t n)
{
	return roll(d) % n;
}

static bool chance(dice *d, unsigned percent)
{
	return below(d, 100) < percent;
}

#define PICK(d, ...)                                                                                         \
	((const size_t[]){__VA_ARGS__}[below((d), sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t))])

/* --- the shape --- */

typedef struct shape {
	uint64_t seed;
	bool binary, no_eof;
	unsigned columns, rows;
	size_t sizes[5], size_count;
	unsigned null_every, long_every; /* 0: never; a length in more bytes than it needs */
	size_t buffer;
	uint8_t types[COLUMNS_MOST];
} shape;

static size_t choose_size(dice *d, unsigned profile)
{
	switch (profile) {
	case 0:
		return below(d, 12);
	case 1:
		return 249 + below(d, 9);
	case 2:
		return 510 + below(d, 5);
	case 3:
		return 100 + below(d, 150);
	case 4:
		return 65530 + below(d, 12);
	case 5:
		return 256 + below(d, 9000);
	default:
		return choose_size(d, (unsigned) below(d, 6));
	}
}

static shape choose(uint64_t seed)
{
	static const uint8_t types[] = {MYND_TYPE_VAR_STRING, MYND_TYPE_VAR_STRING, MYND_TYPE_BLOB,
	    MYND_TYPE_TINY, MYND_TYPE_SHORT, MYND_TYPE_INT24, MYND_TYPE_LONGLONG, MYND_TYPE_DOUBLE,
	    MYND_TYPE_STRING};
	dice d = {seed};
	shape sh = {.seed = seed, .binary = chance(&d, 45), .no_eof = chance(&d, 40)};
	unsigned profile = (unsigned) below(&d, 9);
	sh.columns = (unsigned) PICK(&d, 1, 2, 3, 7, 30, 62, 63, 64, 126, 254, 500, 1000, COLUMNS_MOST);
	sh.size_count = 1 + below(&d, 5);
	size_t usual = 0;
	for (size_t i = 0; i < sh.size_count; i++) {
		sh.sizes[i] = choose_size(&d, chance(&d, 70) ? profile : (unsigned) below(&d, 7));
		if (sh.sizes[i] * sh.columns > 2u << 20) {
			sh.sizes[i] = below(&d, 300);
		}
		usual += sh.sizes[i];
	}
	size_t fit = (1u << 20) / (usual / sh.size_count * sh.columns + sh.columns) + 1;
	sh.rows = (unsigned) (1 + below(&d, fit < 300 ? fit : 300));
	sh.null_every = (unsigned) PICK(&d, 0, 0, 1, 2, 3, 7);
	sh.long_every = (unsigned) PICK(&d, 0, 0, 0, 1, 2, 5);
	sh.buffer = PICK(&d, 1024, 1025, 2048, 4096, 8192, 16384, 32768, 65536, 1u << 20, 5u << 20);
	for (unsigned c = 0; c < sh.columns; c++) {
		sh.types[c] = types[below(&d, chance(&d, 50) ? 3 : sizeof types)];
	}
	return sh;
}

static void note(FILE *to, const shape *sh)
{
	fprintf(to, "%s rows: %u of %u columns, cells of", sh->binary ? "binary" : "text", sh->rows, sh->columns);
	for (size_t i = 0; i < sh->size_count; i++) {
		fprintf(to, " %zu", sh->sizes[i]);
	}
	fprintf(to, " bytes, NULL every %u, long lengths every %u, read buffer %zu%s\n", sh->null_every,
	    sh->long_every, sh->buffer, sh->no_eof ? ", no EOF packets" : "");
}

/* --- its cells --- */

static bool is_null(const shape *sh, unsigned row, unsigned column)
{
	return sh->null_every > 0 && (row * 3 + column) % sh->null_every == 0;
}

static size_t cell_size(const shape *sh, unsigned row, unsigned column)
{
	unsigned width = sh->binary ? mynd_binary_width(sh->types[column]) : 0;
	return width > 0 ? width : sh->sizes[(row + column * 3) % sh->size_count];
}

/* The bytes of a cell: those of a text that no other cell has, again and again. */
static void cell_text(const shape *sh, unsigned row, unsigned column, char text[64])
{
	snprintf(text, 64, "%u.%u;%llx;", row, column, (unsigned long long) (sh->seed & 0xFFFFFF));
}

static void write_cell(mynd_buffer *b, const shape *sh, unsigned row, unsigned column)
{
	char text[64];
	size_t len = cell_size(sh, row, column), used;
	cell_text(sh, row, column, text);
	for (size_t at = 0; at < len; at += used) {
		used = strlen(text) < len - at ? strlen(text) : len - at;
		mynd_buffer_put_bytes(b, (uint8_t *) text, used);
	}
}

static bool is_cell(const shape *sh, unsigned row, unsigned column, const uint8_t *ptr, size_t len)
{
	char text[64];
	size_t period, at;
	cell_text(sh, row, column, text);
	period = strlen(text);
	if (len != cell_size(sh, row, column)) {
		return false;
	}
	for (at = 0; at + period <= len; at += period) {
		if (memcmp(ptr + at, text, period) != 0) {
			return false;
		}
	}
	return len == at || memcmp(ptr + at, text, len - at) == 0;
}

/* A text row that began with 0xFE would be no row. */
static void write_length(mynd_buffer *b, const shape *sh, unsigned row, unsigned column, size_t len)
{
	bool is_long = sh->long_every > 0 && (row + column) % sh->long_every == 0;
	unsigned form = is_long ? 1 + (row + column) % 3 : 0;
	form = column == 0 && !sh->binary && form == 3 ? 2 : form;
	if (form == 0) {
		mynd_buffer_put_lenenc(b, len);
	} else {
		unsigned width = form == 1 && len > 0xFFFF ? 3 : form == 1 ? 2 : form == 2 ? 3 : 8;
		mynd_buffer_put_int(b, 1, width == 2 ? 0xFC : width == 3 ? 0xFD : 0xFE);
		mynd_buffer_put_int(b, width, len);
	}
}

static void write_row(mynd_buffer *b, const shape *sh, unsigned row)
{
	if (sh->binary) {
		mynd_buffer_put_zeros(b, 1 + mynd_binary_bitmap_size(sh->columns));
		for (unsigned c = 0; c < sh->columns; c++) {
			b->ptr[1 + (c + 2) / 8] |= (uint8_t) (is_null(sh, row, c) << ((c + 2) % 8));
		}
	}
	for (unsigned c = 0; c < sh->columns; c++) {
		if (!is_null(sh, row, c)) {
			if (!sh->binary || mynd_binary_width(sh->types[c]) == 0) {
				write_length(b, sh, row, c, cell_size(sh, row, c));
			}
			write_cell(b, sh, row, c);
		} else if (!sh->binary) {
			mynd_buffer_put_int(b, 1, MYND_CELL_NULL);
		}
	}
}

/* The whole reply, into what the script's server says next. */
static void write_reply(script *s, const shape *sh)
{
	mynd_buffer b;
	script_count(s, sh->columns);
	for (unsigned c = 0; c < sh->columns; c++) {
		char name[16];
		snprintf(name, sizeof name, "c%u", c);
		script_column_of(s, name, sh->types[c]);
	}
	if (!sh->no_eof) {
		script_eof(s, 2);
	}
	mynd_buffer_init(&b, 64u << 20);
	for (unsigned row = 0; row < sh->rows; row++) {
		mynd_buffer_reset(&b);
		write_row(&b, sh, row);
		script_packet(s, b.ptr, b.len);
	}
	mynd_buffer_free(&b);
	script_eof(s, 2);
}

/* --- reading it --- */

typedef struct reading {
	script *s;
	const shape *sh;
	dice dice;
	size_t piece;         /* at most so many bytes a commit; 0: as many as are wanted */
	bool parts;           /* rows are received to where they are to lie */
	uint8_t *part[PARTS]; /* the last ones */
	unsigned part_count;
	unsigned columns, rows;
	bool over;
} reading;

static void check_row(reading *r, const mynd_row *row)
{
	mynd_slice bytes = {row->data, row->len};
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	const uint8_t *nulls = NULL;
	if (r->sh->binary) {
		assert_int_equal(mynd_binary_open(bytes, r->sh->columns, &nulls, &c), MYND_OK);
	}
	for (unsigned i = 0; i < r->sh->columns; i++) {
		mynd_cell cell = {0};
		bool null = r->sh->binary && mynd_binary_is_null(nulls, i);
		unsigned width = r->sh->binary ? mynd_binary_width(r->sh->types[i]) : 0;
		if (!null) {
			int rc = r->sh->binary ? mynd_binary_next(&c, width, row->has_large, &cell)
			                       : mynd_cell_next(&c, row->has_large, &cell);
			assert_int_equal(rc, MYND_OK);
		}
		if (mynd_cell_is_null(&cell) != is_null(r->sh, r->rows, i)) {
			fail_msg("row %u, column %u is%s NULL", r->rows, i, mynd_cell_is_null(&cell) ? "" : " not");
		}
		const uint8_t *ptr = cell.large != NULL ? script_value(cell.large, cell.len) : cell.ptr;
		if (!mynd_cell_is_null(&cell) && !is_cell(r->sh, r->rows, i, ptr, cell.len)) {
			fail_msg("row %u, column %u has other bytes (%zu, of %zu)", r->rows, i, cell.len,
			    cell_size(r->sh, r->rows, i));
		}
		if (cell.large != NULL) {
			script_release(r->s, cell.large);
		}
	}
	assert_int_equal(mynd_cursor_left(&c), 0);
	r->rows++;
}

static void take_event(reading *r, const mynd_event *event)
{
	assert_false(r->over);
	switch (event->kind) {
	case MYND_EVENT_COLUMNS:
		assert_int_equal(event->column_count, r->sh->columns);
		break;
	case MYND_EVENT_COLUMN:
		assert_int_equal(event->column.type, r->sh->types[r->columns++]);
		break;
	case MYND_EVENT_COLUMNS_END:
		assert_int_equal(r->columns, r->sh->columns);
		break;
	case MYND_EVENT_ROW:
		check_row(r, &event->row);
		break;
	default:
		assert_int_equal(event->kind, MYND_EVENT_END);
		r->over = true;
		break;
	}
	assert_int_equal(event->last, r->over);
}

/*
 * As a link does whose result has grown large: the rows of one block may be read as long as the next is not
 * done with.
 */
static void move_to_part(reading *r)
{
	size_t room = mynd_session_room(r->s->session);
	if (!r->parts || r->rows == 0 || (r->part_count > 0 && room >= 1024)) {
		return;
	}
	size_t size = 2 * r->sh->buffer + below(&r->dice, 3000);
	uint8_t *part = malloc(size);
	assert_non_null(part);
	assert_non_null(mynd_session_move_to(r->s->session, part, size, r->sh->buffer, true));
	unsigned at = r->part_count++ % PARTS;
	free(r->part[at]);
	r->part[at] = part;
}

static void move_back(reading *r)
{
	if (r->part_count > 0) {
		mynd_session_move_to(r->s->session, r->s->memory, r->sh->buffer, r->sh->buffer, false);
	}
	for (unsigned i = 0; i < PARTS; i++) {
		free(r->part[i]);
	}
}

static void read_reply(reading *r, mynd_slice bytes)
{
	mynd_event event;
	size_t at = 0;
	int rc;
	for (;;) {
		while ((rc = mynd_session_next(r->s->session, &event)) == MYND_OK) {
			take_event(r, &event);
		}
		if (rc == MYND_BAD) {
			fail_msg("after %u rows: %s", r->rows, mynd_session_error(r->s->session)->message);
		}
		if (at == bytes.len) {
			break;
		}
		move_to_part(r);
		mynd_span span = mynd_session_want(r->s->session);
		size_t left = bytes.len - at, n = span.len < left ? span.len : left;
		size_t most = r->piece > 0 ? 1 + below(&r->dice, r->piece) : n;
		n = n < most ? n : most;
		assert_true(n > 0);
		memcpy(span.ptr, bytes.ptr + at, n);
		at += n;
		assert_int_equal(mynd_session_commit(r->s->session, n), MYND_OK);
	}
	assert_true(r->over);
	assert_int_equal(r->rows, r->sh->rows);
}

static void read_one_way(const shape *sh, size_t buffer, size_t piece, bool parts, uint64_t seed)
{
	script s;
	shape here = *sh;
	here.buffer = buffer;
	script_log_in(&s, &(script_way){.buffer = buffer}, sh->no_eof ? NOEOF_CAPS : EOF_CAPS);
	if (sh->binary) {
		script_execute(&s, 1, 0);
	} else {
		script_query(&s, "SELECT 1");
	}
	write_reply(&s, sh);
	reading r = {.s = &s, .sh = &here, .dice = {seed}, .piece = piece, .parts = parts};
	read_reply(&r, (mynd_slice){s.pending.ptr, s.pending.len});
	move_back(&r);
	assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_IDLE);
	script_close(&s);
}

static void run_case(uint64_t seed, FILE *to)
{
	shape sh = choose(seed);
	dice d = {seed ^ 0x5EED};
	if (to != NULL) {
		note(to, &sh);
	}
	bool small = sh.rows * (uint64_t) sh.columns < 300;
	read_one_way(&sh, 8u << 20, 0, false, seed);
	read_one_way(&sh, sh.buffer, 0, false, seed);
	read_one_way(&sh, sh.buffer, small ? 3 : 500, chance(&d, 50), seed);
	read_one_way(&sh, sh.buffer, PICK(&d, 0, 3000, 20000, 100000), true, seed);
}

/* --- programs --- */

static uint64_t mixed(uint64_t run, uint64_t n)
{
	uint64_t z = run * UINT64_C(0x9E3779B97F4A7C15) + n * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 30)) * UINT64_C(0x94D049BB133111EB);
	return (z ^ (z >> 31)) >> 24;
}

/* A note of the case at hand, for one that ends the process. */
static void note_case(const char *name, uint64_t seed)
{
	FILE *to = fopen(name, "w");
	shape sh = choose(seed);
	assert_non_null(to);
	fprintf(to, "--seed session-%llu\n", (unsigned long long) seed);
	note(to, &sh);
	fclose(to);
}

static const char *wanted_run = "1", *note_name;
static double wanted_seconds;
static unsigned wanted_cases = FEW_CASES; /* 0: as many as the time allows */

static void test_cases(void **state)
{
	(void) state;
	struct timespec now, begun;
	bool one = strncmp(wanted_run, "case=", 5) == 0;
	uint64_t run = strtoull(one ? wanted_run + 5 : wanted_run, NULL, 10);
	unsigned n = 0;
	clock_gettime(CLOCK_MONOTONIC, &begun);
	do {
		uint64_t seed = one ? run : mixed(run, n);
		if (note_name != NULL) {
			note_case(note_name, seed);
		}
		run_case(seed, NULL);
		n++;
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (!one &&
	         (wanted_cases > 0 ? n < wanted_cases : (double) (now.tv_sec - begun.tv_sec) < wanted_seconds));
	if (note_name != NULL) {
		printf("done: %u cases\n", n);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
	if (argc > 3) {
		wanted_seconds = atof(argv[1]);
		wanted_cases =
		    strchr(argv[1], 'x') != NULL ? (unsigned) wanted_seconds : 0; /* "200x" is so many cases */
		wanted_run = argv[2];
		note_name = argv[3];
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
