/*
 * The parts of a result's columns that the files of src/rows share: the struct itself, the row templates, the
 * conversion of cells. No other folder includes this header.
 *
 * Always true: `kinds[i]` says how column i becomes a PHP value under the current setting of `native`; `way`
 * is WAY_PLAIN if and only if rows are text rows and all columns are KIND_TEXT. A template is built when its
 * shape is first requested, and lives as long as the columns; it depends only on the columns' names.
 */
#ifndef MYND_ROWS_COLUMNS_H
#define MYND_ROWS_COLUMNS_H

#include "rows.h"
#include "../wire/binary.h"

/* How a cell becomes a PHP value. A cell of a text row that is not a valid number stays text. */
typedef enum mynd_kind {
	KIND_TEXT,
	KIND_INT, /* decimal text to an integer */
	KIND_FLOAT,
	KIND_BIT,      /* big-endian bytes to an integer, or to text above PHP_INT_MAX */
	KIND_BIT_TEXT, /* big-endian bytes to decimal text */
	/* Binary rows only: first numbers, whose width is fixed, then dates and times. */
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

/* Which loop sets the values of a row, if no column is hidden or repeated. */
typedef enum mynd_way { WAY_PLAIN, WAY_NUMBERS, WAY_BINARY } mynd_way;

#define MYND_NOWHERE UINT32_MAX

/* The parts that all rows of one shape have in common. */
typedef struct mynd_template {
	HashTable head;    /* copied into each row; its data pointer is not used */
	void *data;        /* hash part and buckets with keys, copied into each row; NULL: a packed array */
	size_t data_size;  /* bytes that a row allocates */
	size_t data_used;  /* bytes that a row copies */
	bool straight;     /* cell i goes into element i of the array and nowhere else */
	bool counted_keys; /* not all keys are interned: each row holds references to them */
	uint32_t *places;  /* two for each cell: indexes of elements, or MYND_NOWHERE; NULL if straight */
} mynd_template;

typedef struct mynd_definition { /* texts are offsets into mynd_columns.texts */
	/*
	 * Interned if the engine allows that in the middle of a request (with opcache it often does not), and if
	 * the request has not interned too many new names (columns.c).
	 */
	zend_string *name;
	uint32_t org_name, table, org_table, schema, catalog;
	uint32_t length;
	uint16_t charset, flags;
	uint8_t type, decimals;
} mynd_definition;

/*
 * Returns the type under which statistics count the column: servers send ENUM and SET columns as strings with
 * a flag.
 */
uint8_t mynd_definition_counts_as(const mynd_definition *definition);

/* Counts of the values handed to the program since the last fold. */
typedef struct mynd_handed {
	uint64_t rows;
	uint64_t bytes;  /* bytes of all values */
	uint64_t shared; /* cells whose strings were shared */
	/* values neither copied nor shared: numbers, generated text (dates), values that a later column hides */
	uint64_t uncopied;
} mynd_handed;

#define MYND_RECENT          16
#define MYND_SHARING_COLUMNS 64 /* columns after the first 64 never share strings */

/* Recent strings of one column in the list that is being filled, found by a hash of their bytes (text.h). */
typedef struct mynd_repeats {
	uint32_t credit; /* 0: the column is not searched */
	zend_string *recent[MYND_RECENT];
} mynd_repeats;

/* Memory whose pages were requested ahead of its use (pages.c). */
typedef struct mynd_pages {
	uintptr_t from, to;
	bool useless;
} mynd_pages;

/*
 * Called when `block`, of `size` bytes, is the newest row of a list of about `filled` bytes: if that pays,
 * requests the pages after it.
 */
void mynd_pages_at(mynd_pages *pages, const void *block, size_t size, size_t filled);

/* Requests the pages of a block that will soon be filled completely. */
void mynd_pages_whole(void *block, size_t size);

/*
 * Guess of where the engine's next blocks will be, to fetch them into the cache in time: the engine hands out
 * blocks of one size one after another, upwards, or downwards after a large list was freed. A wrong guess
 * costs only time.
 */
typedef struct mynd_lookahead {
	uintptr_t last;   /* the newest row of the list */
	intptr_t strings; /* distance at which strings are prefetched, signed by direction; 0: unknown */
} mynd_lookahead;

#define MYND_LOOKAHEAD_ROWS    4
#define MYND_LOOKAHEAD_STRINGS 128
#define MYND_LOOKAHEAD_STEP    4096 /* rows that lie farther apart give no hint */
#define MYND_LOOKAHEAD_BLOCK   1024 /* in larger blocks the processor itself predicts the next access */

/* Prefetches for writing; the address may be invalid. */
static zend_always_inline void mynd_prefetch(const void *from, intptr_t distance)
{
	__builtin_prefetch((const void *) ((uintptr_t) from + (uintptr_t) distance), 1);
}

struct mynd_columns {
	uint32_t refcount, count, added;
	bool native, binary;
	uint8_t way;      /* mynd_way */
	uint64_t sharing; /* bit i: column i has credit (text.h) */
	mynd_rows_counts *counts;
	mynd_handed handed;
	mynd_template *templates[MYND_SHAPES]; /* indexed by shape - 1 */
	mynd_field *fields; /* NULL: none was requested yet; a field without a name is not decoded yet */
	uint8_t *texts;     /* texts, each a 32-bit length and the bytes */
	uint32_t texts_len, texts_cap;
	uint64_t *nulls; /* number of NULLs by column, since the last fold */
	uint8_t *kinds;  /* mynd_kind by column */
	uint8_t *types;  /* mynd_type by column */
	uint8_t *widths; /* bytes of a cell of a binary row, by column; 0: a length precedes the cell */
	mynd_pages pages;
	mynd_lookahead lookahead;
	mynd_repeats *repeats;    /* recent strings by column; NULL until a list is filled */
	mynd_definition column[]; /* followed by nulls, kinds, types and widths, in the same block */
};

const mynd_template *mynd_template_new(mynd_columns *columns, mynd_shape shape);

/* Returns the template of a shape, built if need be; it lives as long as the columns. */
static inline const mynd_template *mynd_template_get(mynd_columns *columns, mynd_shape shape)
{
	const mynd_template *template = columns->templates[shape - 1];
	return EXPECTED(template != NULL) ? template : mynd_template_new(columns, shape);
}

void mynd_template_free(mynd_template *template);

/* Returns the place of value `i`: values are a zval apart in a packed array, a bucket apart in a hash. */
static zend_always_inline zval *mynd_value_at(zval *first, size_t i, bool packed)
{
	return packed ? first + i : &((Bucket *) first)[i].val;
}

/* Returns the kind of a column of text rows with this type and flags. */
mynd_kind mynd_number_kind(uint8_t type, uint16_t flags, bool native);

/*
 * Turns a cell that is not NULL into a value. `kind`: KIND_INT to KIND_BIT_TEXT. Returns false if the cell
 * stays text.
 */
bool mynd_number_build(mynd_kind kind, const uint8_t *ptr, size_t len, zval *out);

/*
 * Returns the value of a FLOAT as in stock: the double of its decimal text, which has `decimals` digits after
 * the point or, if `decimals` is MYND_DECIMALS_NONE or more, 6 digits in all.
 */
double mynd_single_value(float single, uint8_t decimals);
#define MYND_DECIMALS_NONE 31

/* Returns the kind of a column of binary rows. */
mynd_kind mynd_binary_kind(uint8_t type, uint16_t flags);

typedef struct mynd_cells mynd_cells;

/*
 * Fills a binary row's values into `first`, a zval apart if packed, otherwise a bucket apart. `cells` were
 * opened, and nothing was read from them. Sharing and counting are as in fill_text (build.c).
 */
void mynd_binary_fill(
    mynd_columns *columns, mynd_cells *cells, bool kept, zval *first, bool packed, uint64_t sharing);

/*
 * Checks a binary row. Returns MYND_MORE if it is valid and has cells that are large or have MYND_LARGE_CELL
 * bytes or more.
 */
int mynd_binary_check(const mynd_columns *columns, const mynd_row *row);

/* Sets `out` to the value of a cell that mynd_cells_next has accepted, of a kind of binary rows. */
void mynd_binary_build(const mynd_columns *columns, uint32_t i, const mynd_cell *cell, zval *out);

/* Returns how many bytes the engine's allocator uses for an allocation of `size` bytes. */
size_t mynd_block_size(size_t size);

/* Returns a string with its closing NUL and no content yet; NULL if it does not fit memory_limit. */
zend_string *mynd_large_new(mynd_rows_counts *counts, size_t len);

#endif
