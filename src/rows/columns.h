/*
 * What the files of this room share about a result's columns: the struct itself, the row templates, how cells are
 * converted. Nobody outside src/rows includes this.
 *
 * Always true: `kinds[i]` says how column i becomes a PHP value under the present setting of `native`; `plain` is set
 * exactly when all of them are KIND_TEXT. A template is built when its shape is first asked for and stays until the
 * columns go; it depends on names alone.
 */
#ifndef MYND_ROWS_COLUMNS_H
#define MYND_ROWS_COLUMNS_H

#include "rows.h"

/* How a cell of a text row becomes a PHP value. A cell that does not read as its number stays text. */
typedef enum mynd_kind {
	KIND_TEXT,
	KIND_INT,
	KIND_FLOAT,
	KIND_BIT,     /* big-endian bytes to an integer, or to text above PHP_INT_MAX */
	KIND_BIT_TEXT /* the same as decimal text, always */
} mynd_kind;

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
	uint64_t bytes;  /* of all values */
	uint64_t shared; /* cells handed out by reference */
	uint64_t
	    uncopied; /* cells neither shared nor copied: numbers, values that a later column of the name hides */
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

struct mynd_columns {
	uint32_t refcount, count, added;
	bool native, plain;
	uint64_t sharing; /* bit i: column i has credit */
	mynd_rows_counts *counts;
	mynd_handed handed;
	mynd_template *templates[3]; /* by shape - 1 */
	mynd_field *fields;          /* NULL until one is asked for; a field without a name is not decoded yet */
	uint8_t *texts;              /* each a 32-bit length and the bytes */
	uint32_t texts_len, texts_cap;
	uint64_t *nulls; /* by column, since the last fold */
	uint8_t *kinds;  /* mynd_kind by column */
	mynd_pages pages;
	mynd_repeats *repeats;    /* by column; NULL until a list is filled */
	mynd_definition column[]; /* then nulls and kinds, in the same block */
};

const mynd_template *mynd_template_new(mynd_columns *columns, mynd_shape shape);

/* The template of a shape, built if need be; lives as long as the columns. */
static inline const mynd_template *mynd_template_get(mynd_columns *columns, mynd_shape shape)
{
	const mynd_template *template = columns->templates[shape - 1];
	return EXPECTED(template != NULL) ? template : mynd_template_new(columns, shape);
}

void mynd_template_free(mynd_template *template);

/* The kind of a column of this type and flags. */
mynd_kind mynd_number_kind(uint8_t type, uint16_t flags, bool native);

/* Turns a cell that is not NULL into a value of its kind. False: it is to stay text. */
bool mynd_number_build(mynd_kind kind, const uint8_t *ptr, size_t len, zval *out);

/* Bytes of memory that the engine takes for a request of `size` bytes. */
size_t mynd_block_size(size_t size);

/* A string with its closing NUL and no content yet; NULL: it cannot fit memory_limit. */
zend_string *mynd_large_new(mynd_rows_counts *counts, size_t len);
void mynd_large_release(mynd_rows_counts *counts, void *large);

/* Releases the large cells from the cursor to the end of its span, or to the first byte that is no cell. */
void mynd_cells_drop(mynd_rows_counts *counts, mynd_cursor *c, bool has_large);

#endif
