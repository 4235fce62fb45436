/*
 * What the files of the target `rows` share: one result, as the input describes it, beside what must come out
 * of it.
 *
 * Always true: every row that the store has taken is in `rows`, flat: with all its cells in place, in a block
 * of exactly its size. `judge` are the same columns once more, for reading flat rows: what it makes of them
 * is what the store's must be equal to.
 */
#ifndef MYND_FUZZ_ROWS_H
#define MYND_FUZZ_ROWS_H

#include "embed.h"
#include "rows/rows.h"

typedef struct flat_row {
	uint8_t *data;
	size_t len;
} flat_row;

typedef struct scene {
	mynd_cursor input;
	bool binary, native;
	uint32_t count; /* of columns */
	uint8_t *types;
	mynd_rows_counts counts, judge_counts;
	mynd_columns *columns, *judge;
	mynd_store *store;
	flat_row *rows;
	size_t row_count, row_cap, budget; /* bytes that may still be made */
	/* A part of the store: frames lie from `unread` on, to `filled`. NULL: there is none */
	uint8_t *part, *part_end, *unread, *filled;
} scene;

/* --- cells.c: flat rows, read without the driver --- */

typedef struct flat_cell {
	const uint8_t *start, *body; /* body NULL: NULL */
	size_t len;
} flat_cell;

typedef struct flat_reader {
	const scene *scene;
	mynd_cursor rest;
	const uint8_t *nulls;
	uint32_t at;
	bool bad;
} flat_reader;

flat_reader flat_open(const scene *s, flat_row row);
bool flat_next(flat_reader *reader, flat_cell *cell); /* false: all columns have been read, or it is bad */
bool flat_is_row(const scene *s, flat_row row);

/*
 * The row as the session gives it: cells of `large` bytes and more are somewhere else. The caller frees its
 * data.
 */
mynd_row flat_pack(scene *s, flat_row row, size_t large);

/* --- make.c: columns and rows out of the input --- */

void make_columns(scene *s);
bool make_row(scene *s, flat_row *row); /* false: the budget is used up */

/* --- fill.c: rows into the store, as a link puts them there --- */

void fill_store(scene *s);

/* --- read.c --- */

void read_all(scene *s);

#endif
