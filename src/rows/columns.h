/*
 * What the files of this room share about a result's columns: the struct itself, the row templates, how cells
 * are converted. Nobody outside src/rows includes this.
 *
 * Always true: `kinds[i]` says how column i becomes a PHP value under the present setting of `native`; the
 * way is WAY_PLAIN exactly when all of them are KIND_TEXT in text rows. A template is built when its shape is
 * first asked for and stays until the columns go; it depends on names alone.
 */
#ifndef MYND_ROWS_COLUMNS_H
#define MYND_ROWS_COLUMNS_H

#include "rows.h"
#include "../wire/binary.h"

/* How a cell becomes a PHP value. A cell of a text row that does not read as its number stays text. */
typedef enum mynd_kind {
	KIND_TEXT,
	KIND_INT, /* decimal text to an integer */
	KIND_FLOAT,
	KIND_BIT,      /* big-endian bytes to an integer, or to text above PHP_INT_MAX */
	KIND_BIT_TEXT, /* the same as decimal text, always */
	/* Binary rows only: numbers of fixed width, then what becomes text. */
	KIND_I8,
	KIND_U8,
	KIND_I16,
	KIND_U16,
	KIND_I32,
	KIND_U32,
	KIND_I64,
	KIND_U64,
	KIND_SINGLE,
	KIND_DOUBLE,
	KIND_PADDED, /* an integer with ZEROFILL, or a YEAR: decimal text of the column's length */
	KIND_DATE,
	KIND_DATETIME,
	KIND_TIME
} mynd_kind;

/* How the cells of a row go into their places, if none of them is hidden or twice there. */
typedef enum mynd_way { WAY_PLAIN, WAY_NUMBERS, WAY_BINARY } mynd_way;

#define MYND_NOWHERE UINT32_MAX

/* What every row of one shape has in common. */
typedef struct mynd_template {
	HashTable head;    /* copied into each row; its data pointer is not used */
	void *data;        /* hash part and buckets with keys, copied into each row; NULL: a packed array */
	size_t data_size;  /* what a row allocates */
	size_t data_used;  /* what a row copies */
	bool straight;     /* cell i goes into place i and nowhere else */
	bool counted_keys; /* not all keys are interned: each row holds references to them */
	uint32_t *places;  /* two a cell, or MYND_NOWHERE; NULL if straight */
} mynd_template;

typedef struct mynd_definition { /* texts are offsets into mynd_columns.texts */
	zend_string
	    *name; /* interned where the engine does that in mid-request; with opcache it often does not */
	uint32_t org_name, table, org_table, schema, catalog;
	uint32_t length;
	uint16_t charset, flags;
	uint8_t type, decimals;
} mynd_definition;

/* The type that counts for statistics: servers send ENUM and SET columns as strings with a flag. */
uint8_t mynd_definition_counts_as(const mynd_definition *definition);

/* What was handed out since the last fold. */
typedef struct mynd_handed {
	uint64_t rows;
	uint64_t bytes;    /* of all values */
	uint64_t shared;   /* cells handed out by reference */
	uint64_t uncopied; /* neither: numbers, text that is made (dates), values that a later column hides */
} mynd_handed;

#define MYND_RECENT          16
#define MYND_SHARING_COLUMNS 64 /* columns behind these never share */

/* Strings that stand in rows of the list that is being filled, found by what they look like (text.h). */
typedef struct mynd_repeats {
	uint32_t credit; /* 0: not worth a look */
	zend_string *recent[MYND_RECENT];
} mynd_repeats;

/* Where memory was asked for ahead of its use (pages.c). */
typedef struct mynd_pages {
	uintptr_t from, to;
	bool useless;
} mynd_pages;

/* `block` of `size` bytes is the newest of rows that take about `filled` bytes by now. */
void mynd_pages_at(mynd_pages *pages, const void *block, size_t size, size_t filled);

/* The whole block will be filled soon. */
void mynd_pages_whole(void *block, size_t size);

/*
 * Where the engine's next blocks will probably be, so that they are in the cache in time: it hands out those
 * of one size one behind the other, upwards, or downwards after a large list was freed. Nothing but time
 * depends on it.
 */
typedef struct mynd_ahead {
	uintptr_t last;   /* the newest row of the list */
	intptr_t strings; /* how far ahead strings are fetched, and which way; 0: nothing is known */
} mynd_ahead;

#define MYND_AHEAD_ROWS    4
#define MYND_AHEAD_STRINGS 128
#define MYND_AHEAD_STEP    4096 /* rows that lie farther apart tell nothing */
#define MYND_AHEAD_BLOCK   1024 /* in larger blocks the processor sees by itself what comes next */

/* The address may be one of nothing. */
static zend_always_inline void mynd_prefetch(const void *from, intptr_t distance)
{
	__builtin_prefetch((const void *) ((uintptr_t) from + (uintptr_t) distance), 1);
}

struct mynd_columns {
	uint32_t refcount, count, added;
	bool native, binary;
	uint8_t way;      /* mynd_way */
	uint64_t sharing; /* bit i: column i has credit */
	mynd_rows_counts *counts;
	mynd_handed handed;
	mynd_template *templates[MYND_SHAPES]; /* by shape - 1 */
	mynd_field *fields; /* NULL until one is asked for; a field without a name is not decoded yet */
	uint8_t *texts;     /* each a 32-bit length and the bytes */
	uint32_t texts_len, texts_cap;
	uint64_t *nulls; /* by column, since the last fold */
	uint8_t *kinds;  /* mynd_kind by column */
	uint8_t *types;  /* mynd_type by column */
	uint8_t *widths; /* by column, of cells of binary rows; 0: a length stands before the cell */
	mynd_pages pages;
	mynd_ahead ahead;
	mynd_repeats *repeats;    /* by column; NULL until a list is filled */
	mynd_definition column[]; /* then nulls, kinds, types and widths, in the same block */
};

const mynd_template *mynd_template_new(mynd_columns *columns, mynd_shape shape);

/* The template of a shape, built if need be; lives as long as the columns. */
static inline const mynd_template *mynd_template_get(mynd_columns *columns, mynd_shape shape)
{
	const mynd_template *template = columns->templates[shape - 1];
	return EXPECTED(template != NULL) ? template : mynd_template_new(columns, shape);
}

void mynd_template_free(mynd_template *template);

/* Values lie a zval apart in a packed array, a bucket apart in a hash. */
static zend_always_inline zval *mynd_value_at(zval *first, size_t i, bool packed)
{
	return packed ? first + i : &((Bucket *) first)[i].val;
}

/* The kind of a column of this type and flags. */
mynd_kind mynd_number_kind(uint8_t type, uint16_t flags, bool native);

/*
 * Turns a cell that is not NULL into a value of its kind, one of text rows or KIND_BIT. False: it is to stay
 * text.
 */
bool mynd_number_build(mynd_kind kind, const uint8_t *ptr, size_t len, zval *out);

/*
 * The value of a FLOAT as stock has it: the double of its decimal text, which has 6 digits, or as many behind
 * the point as the column (DECIMALS_NONE and above: not told).
 */
double mynd_single_value(float single, uint8_t decimals);
#define MYND_DECIMALS_NONE 31

/* The kind of a column of binary rows. */
mynd_kind mynd_binary_kind(uint8_t type, uint16_t flags);

typedef struct mynd_cells mynd_cells;

/*
 * Fills a binary row's values into `first`, a zval apart if packed, else a bucket apart; `cells` were opened
 * and nothing of them was read. As fill_text in build.c.
 */
void mynd_binary_fill(
    mynd_columns *columns, mynd_cells *cells, bool kept, zval *first, bool packed, uint64_t sharing);

/*
 * Checks a binary row. MYND_MORE: it is one, and has cells that lie elsewhere or have MYND_LARGE_CELL bytes
 * or more.
 */
int mynd_binary_check(const mynd_columns *columns, const mynd_row *row);

/* Sets `out` to the value of a cell of a kind of binary rows, which mynd_cells_next let pass. */
void mynd_binary_build(const mynd_columns *columns, uint32_t i, const mynd_cell *cell, zval *out);

/* Bytes of memory that the engine takes for a request of `size` bytes. */
size_t mynd_block_size(size_t size);

/* A string with its closing NUL and no content yet; NULL: it cannot fit memory_limit. */
zend_string *mynd_large_new(mynd_rows_counts *counts, size_t len);
void mynd_large_release(mynd_rows_counts *counts, void *large);

#endif
