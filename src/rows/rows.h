/*
 * Turns the cells of rows into PHP values: metadata of columns, row templates, the store of a buffered
 * result, the allocator of large cells.
 *
 * All memory is request memory. Nothing here reads sockets or knows a link. Any allocation may longjmp out of
 * the request; only request memory is then left to be freed, and the engine frees it.
 */
#ifndef MYND_ROWS_ROWS_H
#define MYND_ROWS_ROWS_H

#include "php.h"
#include "../wire/column.h"
#include "../wire/row.h"
#include "../wire/writer.h"

/* Bytes: a cell of this length or more may be a zend_string of its own in a store (store_add.c). */
#define MYND_LARGE_CELL 256

/*
 * Column types that servers send differ in their lowest five bits, so these bits number the slots in which
 * cells are counted. A link's counts are added to the totals when the link is freed.
 */
#define MYND_TYPE_SLOTS      32
#define MYND_TYPE_SLOT(type) ((type) % MYND_TYPE_SLOTS)

typedef struct mynd_rows_counts {          /* each member is a uint64_t */
	uint64_t text_bytes, binary_bytes;     /* bytes of values handed to the program */
	uint64_t copy_on_write_saved;          /* cells whose strings were shared with the program */
	uint64_t copy_on_write_performed;      /* cells copied for the program */
	uint64_t allocations, allocated_bytes; /* store chunks, large cells */
	uint64_t frees, freed_bytes;
	uint64_t text_null, binary_null; /* NULLs handed to the program; other cells by MYND_TYPE_SLOT: */
	uint64_t text_by_type[MYND_TYPE_SLOTS], binary_by_type[MYND_TYPE_SLOTS];
} mynd_rows_counts;

/* Restarts the count of new column names, of which a request interns a limited number. */
void mynd_rows_request_startup(void);

/* --- large cells and memory --- */

/*
 * Returns an allocator: alloc returns a zend_string of request memory with the closing NUL set, or NULL if it
 * does not fit memory_limit.
 */
mynd_allocator mynd_rows_allocator(mynd_rows_counts *counts);
/* Releases what that allocator has returned. */
void mynd_large_release(mynd_rows_counts *counts, void *large);

/* As emalloc, but returns NULL where emalloc raises memory_limit's fatal error. Freed with efree. */
void *mynd_try_emalloc(size_t size);

/*
 * Returns false if `size` bytes certainly do not fit memory_limit. Returns true if they fit, provided that
 * the engine finds space for them in one piece.
 */
bool mynd_memory_has(size_t size);

/*
 * Between lift and put_back memory_limit does not apply, and no code of the program may run. lift returns
 * false and does nothing if more than the limit is already allocated, because the engine is then about to
 * raise its error. put_back returns false if the allocated memory does not fit the limit, which then stays
 * lifted: the caller frees what it allocated and calls put_back again.
 */
bool mynd_limit_lift(size_t *limit);
bool mynd_limit_put_back(size_t limit);

/* --- columns --- */

typedef struct mynd_columns mynd_columns; /* reference-counted */

/* A column as mysqli's field objects show it; the mynd_columns own the strings. */
typedef struct mynd_field {
	zend_string *name, *org_name, *table, *org_table, *schema, *catalog;
	zend_ulong length;
	uint16_t charset, flags; /* flags with MYND_FLAG_NUM set as in stock */
	uint8_t type, decimals;
} mynd_field;

mynd_columns *mynd_columns_new(uint32_t count, mynd_rows_counts *counts);
/* adds a copy of the definition; called in the order of the columns */
void mynd_columns_add(mynd_columns *columns, const mynd_column *definition);
mynd_columns *mynd_columns_addref(mynd_columns *columns);
void mynd_columns_release(mynd_columns *columns);
uint32_t mynd_columns_count(const mynd_columns *columns);
zend_string *mynd_columns_name(const mynd_columns *columns, uint32_t i); /* owned by the columns */
/* Return a part of the definition, without decoding the whole field. */
zend_ulong mynd_columns_length(const mynd_columns *columns, uint32_t i);
uint8_t mynd_columns_decimals(const mynd_columns *columns, uint32_t i);
const mynd_field *mynd_columns_field(mynd_columns *columns, uint32_t i); /* decoded on the first request */

/* Sets whether integer and float columns become numbers (MYSQLI_OPT_INT_AND_FLOAT_NATIVE). Default off. */
void mynd_columns_native(mynd_columns *columns, bool native);
bool mynd_columns_are_native(const mynd_columns *columns);

/* Makes these the columns of binary rows. Called before the first definition is added. */
void mynd_columns_binary(mynd_columns *columns);
/* Returns the types of the columns, for a fetch from a cursor; they live as long as the columns. */
const uint8_t *mynd_columns_types(const mynd_columns *columns);

bool mynd_columns_are_binary(const mynd_columns *columns);
/*
 * Sets *definition to what mynd_columns_add was given (its flags with MYND_FLAG_NUM set as in stock); its
 * texts live as long as the columns. i < count.
 */
void mynd_columns_definition(const mynd_columns *columns, uint32_t i, mynd_column *definition);

/*
 * Adds what was counted since the last call to the `counts` of mynd_columns_new: cells by type are computed
 * here, from the number of rows.
 */
void mynd_columns_fold(mynd_columns *columns);

/* --- rows --- */

typedef enum mynd_shape {
	MYND_SHAPE_ASSOC = 1,
	MYND_SHAPE_NUM = 2,
	MYND_SHAPE_BOTH = 3, /* a value by its index, then by its name, as in mysqli */
	/* a value by its name, then by its index unless a column has that name, as in PDO */
	MYND_SHAPE_BOTH_NAMES = 4,
	MYND_SHAPES = 4
} mynd_shape;

/*
 * Builds a PHP array of the row in `out` (uninitialised before). Takes over the row's large cells (cells that
 * are zend_strings of their own), even on failure. `kept`: the row stays in a store; its large cells are then
 * shared and not taken over. Returns MYND_BAD with `out` IS_UNDEF if the row does not match the columns.
 */
int mynd_row_build(mynd_columns *columns, const mynd_row *row, bool kept, mynd_shape shape, zval *out);

/*
 * Builds the row as mynd_row_build does, and appends it to the list `rows`. Only this function may fill the
 * list, always with these columns and this shape, and may fill no other list of these columns meanwhile; the
 * program must not see the list before it is complete. Under these conditions a text can share the string of
 * an equal text earlier in its column. If it returns MYND_BAD, nothing was appended, and further rows can be
 * appended.
 */
int mynd_row_append(mynd_columns *columns, const mynd_row *row, bool kept, mynd_shape shape, zval *rows);

/* As mynd_row_build, for the value of one column. */
int mynd_row_column(mynd_columns *columns, const mynd_row *row, bool kept, uint32_t i, zval *out);

/*
 * As mynd_row_build, but writes the values of all columns into values[count] (uninitialised before). If it
 * returns MYND_BAD, none is set.
 */
int mynd_row_values(mynd_columns *columns, const mynd_row *row, bool kept, zval *values);

/*
 * Writes the byte lengths of the values into lengths[count]: 0 for NULL and for a native number, as in stock.
 * The bytes of large cells are not read: their length is in the row.
 */
int mynd_row_lengths(const mynd_columns *columns, const mynd_row *row, zend_ulong *lengths);

/* Returns MYND_OK if the row has exactly as many cells as there are columns, and nothing after them. */
int mynd_row_check(const mynd_columns *columns, const mynd_row *row);

/* Returns stock's text for the reason why the row does not match the columns (mynd_row_check); a constant. */
const char *mynd_row_fault(const mynd_columns *columns, const mynd_row *row);

/* Releases the large cells of a row that is not wanted. */
void mynd_row_drop(const mynd_columns *columns, const mynd_row *row);

/* --- the store of a buffered result --- */

/* Rows are added, then finish is called once, then rows are read. */
typedef struct mynd_store mynd_store;

mynd_store *mynd_store_new(mynd_columns *columns); /* adds a reference to the columns */
void mynd_store_free(mynd_store *store);

/*
 * Adds a row: checks it, copies its small cells, takes over its large ones, and makes large cells of other
 * cells that are long enough. Returns MYND_MORE if the row does not fit memory_limit (nothing was added, its
 * large cells are released), MYND_BAD if it does not match the columns.
 */
int mynd_store_add(mynd_store *store, const mynd_row *row);
void mynd_store_finish(mynd_store *store); /* no more rows: releases reserved memory */

/*
 * Begins a part: returns space at the end of a store that is already large, in which the caller receives
 * bytes from the server (frames of text rows, one after another). A row that is added from this space is not
 * copied; until mynd_store_part_over no row may be added from elsewhere. The space has at least twice `least`
 * bytes. The previous part ends, but its bytes after its last row may be read until mynd_store_trim. Returns
 * an empty span if the store is too small for this, or there is no memory.
 */
mynd_span mynd_store_part(mynd_store *store, size_t least);
void mynd_store_part_over(mynd_store *store);
void mynd_store_trim(mynd_store *store); /* releases the unused end of the previous part */
uint64_t mynd_store_count(const mynd_store *store);

void mynd_store_seek(mynd_store *store, uint64_t position); /* position == count: after the last row */
uint64_t mynd_store_position(const mynd_store *store);

/*
 * Returns the row at the position and moves one step on. Returns false after the last row. `row` lives as
 * long as the store.
 */
bool mynd_store_next(mynd_store *store, mynd_row *row);

/* --- rows as bytes (captured_rows.c) --- */

/*
 * Returns how many bytes mynd_store_write_bytes writes for the rows of a finished store; SIZE_MAX if a row is
 * too long.
 */
size_t mynd_store_size_as_bytes(const mynd_store *store);
/* Writes the rows; does not change the store's position. Returns MYND_BAD if there was too little space. */
int mynd_store_write_bytes(const mynd_store *store, mynd_writer *to);

/*
 * Makes a store of the rows in `rows`, a part of `bytes`. Rows are checked, but not copied: the store holds a
 * reference to `bytes`, and one to the columns, all of which must have been added. Returns MYND_BAD if the
 * rows do not match the columns, MYND_MORE if the store does not fit memory_limit. In both cases *store is
 * NULL.
 */
int mynd_store_of_bytes(mynd_columns *columns, zend_string *bytes, mynd_slice rows, mynd_store **store);

#endif
