/*
 * A PHP extension that feeds rows into src/rows, so that PHP programs can test it: functions over one set of
 * columns and one store, both in globals. Never shipped.
 *
 * Rows are given as lists of strings and NULLs, or as the packed bytes themselves.
 */
#include "rows_test.h"
#include "rows/columns.h"
#include "zend_strtod.h"

rows_globals rows_all;
#define all rows_all

/* --- allocations that fail when they are told to; the linker puts these before the room's own --- */

zend_long rows_fail_at = -1;

static bool fails_now(void)
{
	return rows_fail_at >= 0 && rows_fail_at-- == 0;
}

void *__real_mynd_try_emalloc(size_t size);
void *__wrap_mynd_try_emalloc(size_t size)
{
	return fails_now() ? NULL : __real_mynd_try_emalloc(size);
}

zend_string *__real_mynd_large_new(mynd_rows_counts *counts, size_t len);
zend_string *__wrap_mynd_large_new(mynd_rows_counts *counts, size_t len)
{
	return fails_now() ? NULL : __real_mynd_large_new(counts, len);
}

/* --- packing --- */

static void append_prefix(smart_str *to, size_t len)
{
	unsigned width = len < 0xFB ? 1 : len <= 0xFFFF ? 2 : len <= 0xFFFFFF ? 3 : 8;
	if (width > 1) {
		smart_str_appendc(to, (char) (width == 2 ? 0xFC : width == 3 ? 0xFD : 0xFE));
	}
	for (unsigned i = 0; i < width; i++) {
		smart_str_appendc(to, (char) (len >> (8 * i)));
	}
}

static void append_large(smart_str *to, const zend_string *cell, mynd_rows_counts *counts)
{
	mynd_allocator allocator = mynd_rows_allocator(counts);
	uint8_t *body, marker[MYND_CELL_LARGE_BYTES];
	void *large = allocator.alloc(allocator.context, ZSTR_LEN(cell), &body);
	if (large == NULL) {
		zend_error_noreturn(E_ERROR, "a large cell for the test does not fit");
	}
	memcpy(body, ZSTR_VAL(cell), ZSTR_LEN(cell));
	mynd_cell_write_large(marker, large, ZSTR_LEN(cell));
	smart_str_appendl(to, (char *) marker, sizeof marker);
}

/* The bitmap of a binary row and the byte before it. */
static void append_nulls(HashTable *cells, smart_str *to)
{
	uint32_t count = zend_hash_num_elements(cells), i = 2;
	char nulls[8200] = {0};
	zval *cell;
	ZEND_HASH_FOREACH_VAL (cells, cell) {
		nulls[1 + i / 8] |= (char) ((Z_TYPE_P(cell) == IS_NULL) << (i % 8));
		i++;
	}
	ZEND_HASH_FOREACH_END();
	smart_str_appendl(to, nulls, 1 + (count + 9) / 8);
}

static void pack_binary(HashTable *cells, const uint8_t *types, zend_long large, mynd_rows_counts *counts,
    smart_str *to, bool *has_large)
{
	zval *cell;
	append_nulls(cells, to);
	ZEND_HASH_FOREACH_VAL (cells, cell) {
		uint8_t type = *types++;
		if (Z_TYPE_P(cell) == IS_NULL) {
			continue;
		}
		if (mynd_binary_width(type) == 0 && Z_STRLEN_P(cell) >= (size_t) large) {
			append_large(to, Z_STR_P(cell), counts);
			*has_large = true;
			continue;
		}
		if (mynd_binary_width(type) == 0) {
			append_prefix(to, Z_STRLEN_P(cell));
		}
		smart_str_append(to, Z_STR_P(cell));
	}
	ZEND_HASH_FOREACH_END();
}

void rows_pack(HashTable *cells, const uint8_t *types, zend_long large, mynd_rows_counts *counts,
    smart_str *to, bool *has_large)
{
	zval *cell;
	*has_large = false;
	if (types != NULL) {
		pack_binary(cells, types, large, counts, to, has_large);
		return;
	}
	ZEND_HASH_FOREACH_VAL (cells, cell) {
		if (Z_TYPE_P(cell) == IS_NULL) {
			smart_str_appendc(to, (char) MYND_CELL_NULL);
		} else if (Z_STRLEN_P(cell) >= (size_t) large) {
			append_large(to, Z_STR_P(cell), counts);
			*has_large = true;
		} else {
			append_prefix(to, Z_STRLEN_P(cell));
			smart_str_append(to, Z_STR_P(cell));
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* The row of an argument; its bytes are exactly as long as they must be, so that a read past them is seen. */
static mynd_row row_of(zval *cells, zend_long large, const zend_string *tail)
{
	mynd_row row = {0};
	smart_str packed = {0};
	if (Z_TYPE_P(cells) == IS_STRING) {
		smart_str_append(&packed, Z_STR_P(cells));
	} else {
		rows_pack(Z_ARRVAL_P(cells), all.types, large, &all.counts, &packed, &row.has_large);
	}
	if (tail != NULL) {
		smart_str_append(&packed, tail);
	}
	row.len = packed.s ? ZSTR_LEN(packed.s) : 0;
	uint8_t *bytes = emalloc(row.len ? row.len : 1);
	if (row.len > 0) {
		memcpy(bytes, ZSTR_VAL(packed.s), row.len);
	}
	row.data = bytes;
	smart_str_free(&packed);
	return row;
}

static void row_free(mynd_row *row)
{
	efree((void *) row->data);
}

/* --- columns --- */

static mynd_slice slice_of(HashTable *definition, const char *key)
{
	zval *value = zend_hash_str_find(definition, key, strlen(key));
	return value ? (mynd_slice){(uint8_t *) Z_STRVAL_P(value), Z_STRLEN_P(value)} : (mynd_slice){0};
}

static zend_long long_of(HashTable *definition, const char *key, zend_long otherwise)
{
	zval *value = zend_hash_str_find(definition, key, strlen(key));
	return value ? Z_LVAL_P(value) : otherwise;
}

void rows_free_all(void)
{
	if (all.store != NULL) {
		mynd_store_free(all.store);
		all.store = NULL;
	}
	if (all.columns != NULL) {
		mynd_columns_release(all.columns);
		all.columns = NULL;
		all.types = NULL;
	}
}

/* rows_columns(array $definitions, bool $binary = false): each has name, type, flags ... */
static PHP_FUNCTION(rows_columns)
{
	HashTable *definitions;
	zval *definition;
	bool binary = false;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_ARRAY_HT(definitions)
	Z_PARAM_OPTIONAL
	Z_PARAM_BOOL(binary)
	ZEND_PARSE_PARAMETERS_END();
	rows_free_all();
	all.columns = mynd_columns_new(zend_hash_num_elements(definitions), &all.counts);
	if (binary) {
		mynd_columns_binary(all.columns);
		all.types = mynd_columns_types(all.columns);
	}
	ZEND_HASH_FOREACH_VAL (definitions, definition) {
		HashTable *d = Z_ARRVAL_P(definition);
		mynd_column column = {
		    .catalog = slice_of(d, "catalog"),
		    .schema = slice_of(d, "schema"),
		    .table = slice_of(d, "table"),
		    .org_table = slice_of(d, "org_table"),
		    .name = slice_of(d, "name"),
		    .org_name = slice_of(d, "org_name"),
		    .charset = (uint16_t) long_of(d, "charset", 45),
		    .length = (uint32_t) long_of(d, "length", 0),
		    .type = (uint8_t) long_of(d, "type", MYND_TYPE_VAR_STRING),
		    .flags = (uint16_t) long_of(d, "flags", 0),
		    .decimals = (uint8_t) long_of(d, "decimals", 0),
		};
		mynd_columns_add(all.columns, &column);
	}
	ZEND_HASH_FOREACH_END();
}

static PHP_FUNCTION(rows_native)
{
	bool native;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_BOOL(native)
	ZEND_PARSE_PARAMETERS_END();
	mynd_columns_native(all.columns, native);
}

static PHP_FUNCTION(rows_field)
{
	zend_long i;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(i)
	ZEND_PARSE_PARAMETERS_END();
	const mynd_field *field = mynd_columns_field(all.columns, (uint32_t) i);
	if (field == NULL) {
		RETURN_NULL();
	}
	array_init(return_value);
	add_assoc_str(return_value, "name", zend_string_copy(field->name));
	add_assoc_str(return_value, "org_name", zend_string_copy(field->org_name));
	add_assoc_str(return_value, "table", zend_string_copy(field->table));
	add_assoc_str(return_value, "org_table", zend_string_copy(field->org_table));
	add_assoc_str(return_value, "schema", zend_string_copy(field->schema));
	add_assoc_str(return_value, "catalog", zend_string_copy(field->catalog));
	add_assoc_long(return_value, "length", (zend_long) field->length);
	add_assoc_long(return_value, "charset", field->charset);
	add_assoc_long(return_value, "flags", field->flags);
	add_assoc_long(return_value, "type", field->type);
	add_assoc_long(return_value, "decimals", field->decimals);
}

/* The types from 245 on stand behind the small ones. */
static unsigned type_of_slot(unsigned slot)
{
	return slot >= MYND_TYPE_SLOT(MYND_TYPE_JSON) ? slot - MYND_TYPE_SLOT(MYND_TYPE_JSON) + MYND_TYPE_JSON
	                                              : slot;
}

/* rows_counts(): the counts since the last call; those by type as "text_<type>". */
static PHP_FUNCTION(rows_counts)
{
	char key[32];
	if (all.columns != NULL) {
		mynd_columns_fold(all.columns);
	}
	array_init(return_value);
	for (unsigned slot = 0; slot < MYND_TYPE_SLOTS; slot++) {
		if (all.counts.text_by_type[slot] != 0) {
			snprintf(key, sizeof key, "text_%u", type_of_slot(slot));
			add_assoc_long(return_value, key, (zend_long) all.counts.text_by_type[slot]);
		}
	}
	for (unsigned slot = 0; slot < MYND_TYPE_SLOTS; slot++) {
		if (all.counts.binary_by_type[slot] != 0) {
			snprintf(key, sizeof key, "binary_%u", type_of_slot(slot));
			add_assoc_long(return_value, key, (zend_long) all.counts.binary_by_type[slot]);
		}
	}
	if (all.types != NULL) {
		add_assoc_long(return_value, "binary_null", (zend_long) all.counts.binary_null);
		add_assoc_long(return_value, "binary_bytes", (zend_long) all.counts.binary_bytes);
	}
	add_assoc_long(return_value, "null", (zend_long) all.counts.text_null);
	add_assoc_long(return_value, "bytes", (zend_long) all.counts.text_bytes);
	add_assoc_long(return_value, "saved", (zend_long) all.counts.copy_on_write_saved);
	add_assoc_long(return_value, "performed", (zend_long) all.counts.copy_on_write_performed);
	add_assoc_long(return_value, "allocations", (zend_long) all.counts.allocations);
	add_assoc_long(return_value, "allocated_bytes", (zend_long) all.counts.allocated_bytes);
	add_assoc_long(return_value, "frees", (zend_long) all.counts.frees);
	add_assoc_long(return_value, "freed_bytes", (zend_long) all.counts.freed_bytes);
	memset(&all.counts, 0, sizeof all.counts);
}

static PHP_FUNCTION(rows_free)
{
	rows_free_all();
}

/* --- rows --- */

typedef struct row_arguments {
	mynd_row row;
	zend_long number; /* a shape or a column */
} row_arguments;

/* ($cells, $number = 1, $large = PHP_INT_MAX, $tail = ''): false and an exception if they are none */
static bool row_arguments_of(zend_execute_data *execute_data, row_arguments *arguments)
{
	zval *cells;
	zend_long number = MYND_SHAPE_ASSOC, large = ZEND_LONG_MAX;
	zend_string *tail = NULL;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "z|llS", &cells, &number, &large, &tail) != SUCCESS) {
		return false;
	}
	arguments->row = row_of(cells, large, tail);
	arguments->number = number;
	return true;
}

static PHP_FUNCTION(rows_build)
{
	row_arguments a;
	if (!row_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	int rc = mynd_row_build(all.columns, &a.row, false, (mynd_shape) a.number, return_value);
	row_free(&a.row);
	if (rc != MYND_OK) {
		ZEND_ASSERT(Z_TYPE_P(return_value) == IS_UNDEF);
		RETURN_FALSE;
	}
}

static PHP_FUNCTION(rows_column)
{
	row_arguments a;
	if (!row_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	int rc = mynd_row_column(all.columns, &a.row, false, (uint32_t) a.number, return_value);
	row_free(&a.row);
	if (rc != MYND_OK) {
		RETURN_FALSE;
	}
}

/* rows_values($cells, 0, $large, $tail): the values, as a list that the test makes */
static PHP_FUNCTION(rows_values)
{
	row_arguments a;
	if (!row_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	uint32_t count = mynd_columns_count(all.columns);
	zval *values = safe_emalloc(count, sizeof *values, 0);
	int rc = mynd_row_values(all.columns, &a.row, false, values);
	row_free(&a.row);
	array_init(return_value);
	for (uint32_t i = 0; rc == MYND_OK && i < count; i++) {
		add_next_index_zval(return_value, &values[i]);
	}
	efree(values);
	if (rc != MYND_OK) {
		zval_ptr_dtor(return_value);
		RETURN_FALSE;
	}
}

/* rows_single(float $value, int $decimals): the value of a FLOAT; and as the engine prints and reads it */
static PHP_FUNCTION(rows_single)
{
	double value;
	zend_long decimals;
	char text[512];
	ZEND_PARSE_PARAMETERS_START(2, 2)
	Z_PARAM_DOUBLE(value)
	Z_PARAM_LONG(decimals)
	ZEND_PARSE_PARAMETERS_END();
	if (decimals >= 31) {
		zend_gcvt((float) value, 6, '.', 'e', text);
	} else {
		snprintf(text, sizeof text, "%.*F", (int) decimals, (float) value);
	}
	array_init(return_value);
	add_next_index_double(return_value, mynd_single_value((float) value, (uint8_t) decimals));
	add_next_index_double(return_value, zend_strtod(text, NULL));
}

/*
 * rows_singles($from, $step, $count, $decimals): of so many floats, by their bits, the first whose value is
 * another; or null
 */
static PHP_FUNCTION(rows_singles)
{
	zend_long from, step, count, decimals;
	char text[512];
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "llll", &from, &step, &count, &decimals) != SUCCESS) {
		RETURN_THROWS();
	}
	for (zend_long i = 0; i < count; i++) {
		uint32_t bits = (uint32_t) (from + i * step);
		float single;
		memcpy(&single, &bits, sizeof single);
		if (!zend_finite(single)) {
			continue;
		}
		if (decimals >= 31) {
			zend_gcvt(single, 6, '.', 'e', text);
		} else {
			snprintf(text, sizeof text, "%.*F", (int) decimals, single);
		}
		double is = mynd_single_value(single, (uint8_t) decimals), should = zend_strtod(text, NULL);
		if (memcmp(&is, &should, sizeof is) != 0) {
			RETURN_LONG(bits);
		}
	}
}

static PHP_FUNCTION(rows_lengths)
{
	row_arguments a;
	if (!row_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	uint32_t count = mynd_columns_count(all.columns);
	zend_ulong *lengths = safe_emalloc(count, sizeof *lengths, 0);
	int rc = mynd_row_lengths(all.columns, &a.row, lengths);
	mynd_row_drop(all.columns, &a.row);
	row_free(&a.row);
	array_init(return_value);
	for (uint32_t i = 0; rc == MYND_OK && i < count; i++) {
		add_next_index_long(return_value, (zend_long) lengths[i]);
	}
	efree(lengths);
}

static PHP_FUNCTION(rows_check)
{
	row_arguments a;
	if (!row_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	int rc = mynd_row_check(all.columns, &a.row);
	mynd_row_drop(all.columns, &a.row);
	row_free(&a.row);
	RETURN_BOOL(rc == MYND_OK);
}

/* rows_fault($cells, 0, $large, $tail): why it is no row, in stock's words */
static PHP_FUNCTION(rows_fault)
{
	row_arguments a;
	if (!row_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	const char *fault = mynd_row_fault(all.columns, &a.row);
	mynd_row_drop(all.columns, &a.row);
	row_free(&a.row);
	RETURN_STRING(fault);
}

/*
 * rows_list(array $rows, $shape, $large, $go_on): a list built by mynd_row_append; false if a row was none,
 * unless it goes on
 */
static PHP_FUNCTION(rows_list)
{
	zval *cells;
	HashTable *rows;
	zend_long shape, large = ZEND_LONG_MAX;
	bool go_on = false;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "hl|lb", &rows, &shape, &large, &go_on) != SUCCESS) {
		RETURN_THROWS();
	}
	array_init(return_value);
	zend_hash_real_init_packed(Z_ARRVAL_P(return_value));
	ZEND_HASH_FOREACH_VAL (rows, cells) {
		mynd_row row = row_of(cells, large, NULL);
		int rc = mynd_row_append(all.columns, &row, false, (mynd_shape) shape, return_value);
		row_free(&row);
		if (rc != MYND_OK && !go_on) {
			zval_ptr_dtor(return_value);
			RETURN_FALSE;
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* --- memory --- */

/* rows_try($size): whether it fits; the memory is freed again */
static PHP_FUNCTION(rows_try)
{
	zend_long size;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(size)
	ZEND_PARSE_PARAMETERS_END();
	void *ptr = mynd_try_emalloc((size_t) size);
	if (ptr != NULL) {
		efree(ptr);
	}
	RETURN_BOOL(ptr != NULL);
}

/* rows_large($len): an allocator's string filled with "x", or null */
static PHP_FUNCTION(rows_large)
{
	zend_long len;
	uint8_t *body;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(len)
	ZEND_PARSE_PARAMETERS_END();
	mynd_allocator allocator = mynd_rows_allocator(&all.counts);
	void *large = allocator.alloc(allocator.context, (size_t) len, &body);
	if (large == NULL) {
		RETURN_NULL();
	}
	memset(body, 'x', (size_t) len);
	RETURN_STR(large);
}

/* --- the store --- */

static PHP_FUNCTION(store_new)
{
	if (all.store != NULL) {
		mynd_store_free(all.store);
	}
	all.store = mynd_store_new(all.columns);
}

/* store_add($cells, $times = 1, $large, $tail): "ok", "more" or "bad" */
static PHP_FUNCTION(store_add)
{
	row_arguments a;
	if (!row_arguments_of(execute_data, &a)) {
		RETURN_THROWS();
	}
	int rc = MYND_OK;
	for (zend_long i = 0; rc == MYND_OK && i < a.number; i++) {
		rc = mynd_store_add(all.store, &a.row);
	}
	if (rc == MYND_MORE && !a.row.has_large && mynd_store_add(all.store, &a.row) != MYND_MORE) {
		rc = -2; /* what did not fit does not fit a moment later */
	}
	row_free(&a.row);
	RETURN_STRING(rc == MYND_OK ? "ok" : rc == MYND_MORE ? "more" : rc == MYND_BAD ? "bad" : "odd");
}

/* store_add_failing($cells, $large, $n): adds a row, and its allocation number $n (from 0) answers NULL */
static PHP_FUNCTION(store_add_failing)
{
	zval *cells;
	zend_long large, n;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "zll", &cells, &large, &n) != SUCCESS) {
		RETURN_THROWS();
	}
	mynd_row row = row_of(cells, large, NULL);
	rows_fail_at = n;
	int rc = mynd_store_add(all.store, &row);
	rows_fail_at = -1;
	row_free(&row);
	RETURN_STRING(rc == MYND_OK ? "ok" : rc == MYND_MORE ? "more" : "bad");
}

/* store_finish($n = -1): the allocation number $n answers NULL */
static PHP_FUNCTION(store_finish)
{
	zend_long n = -1;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "|l", &n) != SUCCESS) {
		RETURN_THROWS();
	}
	rows_fail_at = n;
	mynd_store_finish(all.store);
	rows_fail_at = -1;
}

static PHP_FUNCTION(store_count)
{
	RETURN_LONG((zend_long) mynd_store_count(all.store));
}

static PHP_FUNCTION(store_position)
{
	RETURN_LONG((zend_long) mynd_store_position(all.store));
}

static PHP_FUNCTION(store_seek)
{
	zend_long position;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(position)
	ZEND_PARSE_PARAMETERS_END();
	mynd_store_seek(all.store, (uint64_t) position);
}

/* store_fetch($shape = 1): the next row, or null */
static PHP_FUNCTION(store_fetch)
{
	zend_long shape = MYND_SHAPE_ASSOC;
	mynd_row row;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "|l", &shape) != SUCCESS) {
		RETURN_THROWS();
	}
	if (!mynd_store_next(all.store, &row)) {
		RETURN_NULL();
	}
	if (mynd_row_build(all.columns, &row, true, (mynd_shape) shape, return_value) != MYND_OK) {
		RETURN_FALSE;
	}
}

static PHP_FUNCTION(store_column)
{
	zend_long i;
	mynd_row row;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(i)
	ZEND_PARSE_PARAMETERS_END();
	if (!mynd_store_next(all.store, &row)) {
		RETURN_FALSE;
	}
	mynd_row_column(all.columns, &row, true, (uint32_t) i, return_value);
}

static PHP_FUNCTION(store_all)
{
	zend_long shape = MYND_SHAPE_ASSOC;
	mynd_row row;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "|l", &shape) != SUCCESS) {
		RETURN_THROWS();
	}
	array_init_size(return_value, (uint32_t) mynd_store_count(all.store));
	zend_hash_real_init_packed(Z_ARRVAL_P(return_value));
	while (mynd_store_next(all.store, &row)) {
		mynd_row_append(all.columns, &row, true, (mynd_shape) shape, return_value);
	}
}

/* The store's rows as bytes, as they are kept outside (kept.c). NULL: they cannot be. */
static zend_string *rows_as_bytes(void)
{
	size_t size = mynd_store_size_as_bytes(all.store);
	if (size == SIZE_MAX) {
		return NULL;
	}
	zend_string *bytes = zend_string_alloc(size, 0);
	mynd_writer writer = mynd_writer_over((uint8_t *) ZSTR_VAL(bytes), size);
	ZSTR_VAL(bytes)[size] = '\0';
	if (mynd_store_write_bytes(all.store, &writer) != MYND_OK || mynd_writer_room(&writer) > 0) {
		php_error_docref(NULL, E_WARNING, "rows take not as many bytes as was said");
	}
	return bytes;
}

/* The store becomes one of these bytes, if they are rows. */
static int take_bytes(zend_string *bytes)
{
	mynd_store *replayed;
	mynd_slice rows = {(uint8_t *) ZSTR_VAL(bytes), ZSTR_LEN(bytes)};
	int rc = mynd_store_of_bytes(all.columns, bytes, rows, &replayed);
	if (rc == MYND_OK) {
		if (all.store != NULL) {
			mynd_store_free(all.store);
		}
		all.store = replayed;
	}
	return rc;
}

/* store_replay(): the store becomes one of its rows as bytes. False: it cannot. */
static PHP_FUNCTION(store_replay)
{
	zend_string *bytes = rows_as_bytes();
	if (bytes == NULL) {
		RETURN_FALSE;
	}
	int rc = take_bytes(bytes);
	zend_string_release(bytes);
	RETURN_BOOL(rc == MYND_OK);
}

static PHP_FUNCTION(store_bytes)
{
	zend_string *bytes = rows_as_bytes();
	if (bytes == NULL) {
		RETURN_FALSE;
	}
	RETURN_STR(bytes);
}

/* store_take($bytes, $n = -1): "ok", "more" or "bad"; its allocation number $n answers NULL */
static PHP_FUNCTION(store_take)
{
	zend_string *bytes;
	zend_long n = -1;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "S|l", &bytes, &n) != SUCCESS) {
		RETURN_THROWS();
	}
	rows_fail_at = n;
	int rc = take_bytes(bytes);
	rows_fail_at = -1;
	RETURN_STRING(rc == MYND_OK ? "ok" : rc == MYND_MORE ? "more" : "bad");
}

static PHP_FUNCTION(store_free)
{
	mynd_store_free(all.store);
	all.store = NULL;
}

/* --- the module --- */

ZEND_BEGIN_ARG_INFO_EX(any_arguments, 0, 0, 0)
ZEND_ARG_VARIADIC_INFO(0, arguments)
ZEND_END_ARG_INFO()

/* clang-format off */
static const zend_function_entry functions[] = {
	PHP_FE(rows_columns, any_arguments)
	PHP_FE(rows_native, any_arguments)
	PHP_FE(rows_field, any_arguments)
	PHP_FE(rows_counts, any_arguments)
	PHP_FE(rows_free, any_arguments)
	PHP_FE(rows_build, any_arguments)
	PHP_FE(rows_column, any_arguments)
	PHP_FE(rows_values, any_arguments)
	PHP_FE(rows_single, any_arguments)
	PHP_FE(rows_singles, any_arguments)
	PHP_FE(rows_lengths, any_arguments)
	PHP_FE(rows_check, any_arguments)
	PHP_FE(rows_fault, any_arguments)
	PHP_FE(rows_list, any_arguments)
	PHP_FE(rows_try, any_arguments)
	PHP_FE(rows_large, any_arguments)
	PHP_FE(rows_bench, any_arguments)
	PHP_FE(store_new, any_arguments)
	PHP_FE(store_add, any_arguments)
	PHP_FE(store_add_failing, any_arguments)
	PHP_FE(store_finish, any_arguments)
	PHP_FE(store_count, any_arguments)
	PHP_FE(store_position, any_arguments)
	PHP_FE(store_seek, any_arguments)
	PHP_FE(store_fetch, any_arguments)
	PHP_FE(store_column, any_arguments)
	PHP_FE(store_all, any_arguments)
	PHP_FE(store_replay, any_arguments)
	PHP_FE(store_bytes, any_arguments)
	PHP_FE(store_take, any_arguments)
	PHP_FE(store_free, any_arguments)
	PHP_FE(session_read, any_arguments)
	PHP_FE_END
};
/* clang-format on */

/* After a bailout all request memory is gone, so nothing may point there any more. */
static PHP_RSHUTDOWN_FUNCTION(rowstest)
{
	if (!CG(unclean_shutdown)) {
		rows_free_all();
	}
	return SUCCESS;
}

zend_module_entry rowstest_module_entry = {STANDARD_MODULE_HEADER, "rowstest", functions, NULL, NULL, NULL,
    PHP_RSHUTDOWN(rowstest), NULL, "0", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(rowstest)
