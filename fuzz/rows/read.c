/*
 * Everything that can be read of the store, in every way, against what the flat rows say.
 */
#include "rows.h"

#include "rows/store.h"

typedef struct reading {
	scene *s;
	zval *values, *expected;
	zend_ulong *lengths, *lengths_expected;
	uint8_t ways; /* bits: what is done beyond the values of each row */
} reading;

static bool are_equal(const zval *a, const zval *b);

/* With their keys, in their order. */
static bool are_equal_arrays(HashTable *a, HashTable *b)
{
	HashPosition at, of_b;
	if (zend_hash_num_elements(a) != zend_hash_num_elements(b)) {
		return false;
	}
	zend_hash_internal_pointer_reset_ex(b, &of_b);
	for (zend_hash_internal_pointer_reset_ex(a, &at); zend_hash_has_more_elements_ex(a, &at) == SUCCESS;
	     zend_hash_move_forward_ex(a, &at), zend_hash_move_forward_ex(b, &of_b)) {
		zval key, key_b;
		zend_hash_get_current_key_zval_ex(a, &key, &at);
		zend_hash_get_current_key_zval_ex(b, &key_b, &of_b);
		bool same = are_equal(&key, &key_b) &&
		            are_equal(zend_hash_get_current_data_ex(a, &at), zend_hash_get_current_data_ex(b, &of_b));
		zval_ptr_dtor(&key);
		zval_ptr_dtor(&key_b);
		if (!same) {
			return false;
		}
	}
	return true;
}

static bool are_equal(const zval *a, const zval *b)
{
	if (Z_TYPE_P(a) != Z_TYPE_P(b)) {
		return false;
	}
	switch (Z_TYPE_P(a)) {
	case IS_STRING:
		return Z_STRLEN_P(a) == Z_STRLEN_P(b) && memcmp(Z_STRVAL_P(a), Z_STRVAL_P(b), Z_STRLEN_P(a) + 1) == 0;
	case IS_DOUBLE:
		return memcmp(&Z_DVAL_P(a), &Z_DVAL_P(b), sizeof(double)) == 0;
	case IS_LONG:
		return Z_LVAL_P(a) == Z_LVAL_P(b);
	case IS_ARRAY:
		return are_equal_arrays(Z_ARRVAL_P(a), Z_ARRVAL_P(b));
	case IS_NULL:
	case IS_FALSE:
	case IS_TRUE:
		return true;
	default:
		fuzz_fail("a value of type %d", Z_TYPE_P(a));
	}
}

static void must_equal(
    const zval *value, const zval *expected, const char *way, uint64_t row, uint32_t column)
{
	if (value == NULL || !are_equal(value, expected)) {
		fuzz_fail("%s: row %llu, column %u: another value (type %d, not %d)", way, (unsigned long long) row,
		    column, value == NULL ? -1 : (int) Z_TYPE_P(value), (int) Z_TYPE_P(expected));
	}
}

static void drop_values(const scene *s, zval *values)
{
	for (uint32_t i = 0; i < s->count; i++) {
		zval_ptr_dtor_nogc(&values[i]);
	}
}

/* A text is what stands there, unless it is to become a number. */
static void check_texts(const scene *s, flat_row row, const zval *values, uint64_t at)
{
	flat_cell cell;
	flat_reader r = flat_open(s, row);
	while (!s->binary && flat_next(&r, &cell)) {
		const zval *value = &values[r.at - 1];
		bool same = cell.body == NULL ? Z_TYPE_P(value) == IS_NULL
		            : Z_TYPE_P(value) == IS_STRING
		                ? Z_STRLEN_P(value) == cell.len && memcmp(Z_STRVAL_P(value), cell.body, cell.len) == 0
		                : s->native;
		if (!same && s->types[r.at - 1] != MYND_TYPE_BIT) {
			fuzz_fail("row %llu, column %u: not what was sent", (unsigned long long) at, r.at - 1);
		}
	}
}

/* --- one row --- */

static void check_shape(reading *r, const mynd_row *row, mynd_shape shape, uint64_t at)
{
	scene *s = r->s;
	zval built, *value;
	if (mynd_row_build(s->columns, row, true, shape, &built) != MYND_OK) {
		fuzz_fail("row %llu cannot be built", (unsigned long long) at);
	}
	for (uint32_t i = 0; i < s->count; i++) {
		if (shape == MYND_SHAPE_NUM) {
			must_equal(zend_hash_index_find(Z_ARRVAL(built), i), &r->expected[i], "by number", at, i);
			continue;
		}
		zend_string *name = mynd_columns_name(s->columns, i);
		uint32_t last = i;
		for (uint32_t j = i + 1; j < s->count && s->count < 64; j++) {
			last = zend_string_equals(mynd_columns_name(s->columns, j), name) ? j : last;
		}
		value = zend_symtable_find(Z_ARRVAL(built), name);
		if (value == NULL) {
			fuzz_fail("row %llu has no %s", (unsigned long long) at, ZSTR_VAL(name));
		}
		if (shape == MYND_SHAPE_ASSOC && s->count < 64) {
			must_equal(value, &r->expected[last], "by name", at, i);
		}
	}
	zval_ptr_dtor(&built);
}

static void check_row(reading *r, const mynd_row *row, uint64_t at)
{
	scene *s = r->s;
	flat_row flat = s->rows[at];
	mynd_row plain = {flat.data, flat.len, false};
	if (mynd_row_values(s->judge, &plain, false, r->expected) != MYND_OK ||
	    mynd_row_values(s->columns, row, true, r->values) != MYND_OK) {
		fuzz_fail("row %llu cannot be read", (unsigned long long) at);
	}
	check_texts(s, flat, r->expected, at);
	for (uint32_t i = 0; i < s->count; i++) {
		must_equal(&r->values[i], &r->expected[i], "values", at, i);
	}
	if (mynd_row_lengths(s->columns, row, r->lengths) != MYND_OK ||
	    mynd_row_lengths(s->judge, &plain, r->lengths_expected) != MYND_OK ||
	    memcmp(r->lengths, r->lengths_expected, s->count * sizeof *r->lengths) != 0) {
		fuzz_fail("row %llu has other lengths", (unsigned long long) at);
	}
	if (r->ways & 1) {
		check_shape(r, row, (mynd_shape) (1 + at % MYND_SHAPES), at);
	}
	if (r->ways & 2) {
		zval one;
		uint32_t column = (uint32_t) (at * 7 % s->count);
		mynd_row_column(s->columns, row, true, column, &one);
		must_equal(&one, &r->expected[column], "one column", at, column);
		zval_ptr_dtor_nogc(&one);
	}
	drop_values(s, r->values);
	drop_values(s, r->expected);
}

/* --- the store --- */

static void check_store(reading *r, mynd_store *store, const char *what)
{
	mynd_row row;
	uint64_t count = mynd_store_count(store);
	fuzz_tell("reading: %s, %llu rows", what, (unsigned long long) count);
	if (count != r->s->row_count) {
		fuzz_fail("%s: %llu rows, not %zu", what, (unsigned long long) count, r->s->row_count);
	}
	mynd_store_seek(store, 0);
	for (uint64_t i = 0; i < count; i++) {
		if (mynd_store_position(store) != i || !mynd_store_next(store, &row)) {
			fuzz_fail("%s: row %llu is not there", what, (unsigned long long) i);
		}
		check_row(r, &row, i);
	}
	if (mynd_store_next(store, &row)) {
		fuzz_fail("%s: a row behind the last", what);
	}
}

static void check_seeks(reading *r)
{
	scene *s = r->s;
	for (unsigned i = 0; i < 8 && s->row_count > 0; i++) {
		mynd_row row;
		uint64_t at = fuzz_int(&s->input, 2) % (s->row_count + 1);
		mynd_store_seek(s->store, at);
		if (mynd_store_next(s->store, &row) != (at < s->row_count)) {
			fuzz_fail("row %llu cannot be sought", (unsigned long long) at);
		}
		if (at < s->row_count) {
			check_row(r, &row, at);
		}
	}
}

/* As fetch_all does it, from the store or as the rows come. */
static void check_list(reading *r, bool kept, mynd_shape shape)
{
	scene *s = r->s;
	zval list;
	array_init(&list);
	mynd_store_seek(s->store, 0);
	for (uint64_t i = 0; i < s->row_count; i++) {
		mynd_row row = {s->rows[i].data, s->rows[i].len, false};
		if (kept && !mynd_store_next(s->store, &row)) {
			fuzz_fail("row %llu is not there", (unsigned long long) i);
		}
		if (mynd_row_append(s->columns, &row, kept, shape, &list) != MYND_OK) {
			fuzz_fail("row %llu cannot be appended", (unsigned long long) i);
		}
	}
	for (uint64_t i = 0; i < s->row_count; i++) {
		zval one, *in_list = zend_hash_index_find(Z_ARRVAL(list), i);
		mynd_row plain = {s->rows[i].data, s->rows[i].len, false};
		mynd_row_build(s->judge, &plain, false, shape, &one);
		if (in_list == NULL || !are_equal(in_list, &one)) {
			fuzz_fail("row %llu of the list is another", (unsigned long long) i);
		}
		zval_ptr_dtor(&one);
	}
	zval_ptr_dtor(&list);
}

/* --- bytes --- */

static zend_string *bytes_of(const mynd_store *store)
{
	size_t size = mynd_store_size_as_bytes(store);
	zend_string *bytes = zend_string_alloc(size, 0);
#ifdef MYND_WIRE_WRITER_H
	mynd_writer to = mynd_writer_over((uint8_t *) ZSTR_VAL(bytes), size);
	bool all = mynd_store_write_bytes(store, &to) == MYND_OK && mynd_writer_room(&to) == 0;
#else
	bool all =
	    mynd_store_write_bytes(store, (uint8_t *) ZSTR_VAL(bytes)) == (uint8_t *) ZSTR_VAL(bytes) + size;
#endif
	if (!all) {
		fuzz_fail("rows as bytes are not as long as they were said to be");
	}
	ZSTR_VAL(bytes)[size] = '\0';
	return bytes;
}

static void check_bytes(reading *r)
{
	mynd_store *copy;
	zend_string *bytes = bytes_of(r->s->store);
	mynd_slice rows = {(const uint8_t *) ZSTR_VAL(bytes), ZSTR_LEN(bytes)};
	if (mynd_store_of_bytes(r->s->columns, bytes, rows, &copy) != MYND_OK) {
		fuzz_fail("the rows' own bytes are refused");
	}
	zend_string_release(bytes);
	check_store(r, copy, "from bytes");
	zend_string *again = bytes_of(copy);
	mynd_store_free(copy);
	bytes = bytes_of(r->s->store);
	if (!zend_string_equals(again, bytes)) {
		fuzz_fail("bytes of bytes are others");
	}
	zend_string_release(again);
	zend_string_release(bytes);
}

/* --- all --- */

static void check_fields(const scene *s)
{
	for (uint32_t i = 0; i < s->count; i++) {
		const mynd_field *field = mynd_columns_field(s->columns, i);
		if (!zend_string_equals(field->name, mynd_columns_name(s->columns, i)) ||
		    field->type != s->types[i]) {
			fuzz_fail("column %u is another", i);
		}
	}
	if (mynd_columns_field(s->columns, s->count) != NULL) {
		fuzz_fail("a column behind the last");
	}
}

/* Values that a program has outlive the store. */
static void check_outliving(reading *r)
{
	scene *s = r->s;
	mynd_row row;
	uint64_t at = fuzz_int(&s->input, 1) % s->row_count;
	mynd_row plain = {s->rows[at].data, s->rows[at].len, false};
	mynd_store_seek(s->store, at);
	mynd_store_next(s->store, &row);
	mynd_row_values(s->columns, &row, true, r->values);
	mynd_store_free(s->store);
	s->store = NULL;
	mynd_row_values(s->judge, &plain, false, r->expected);
	for (uint32_t i = 0; i < s->count; i++) {
		must_equal(&r->values[i], &r->expected[i], "outliving", at, i);
	}
	drop_values(s, r->values);
	drop_values(s, r->expected);
}

void read_all(scene *s)
{
	size_t size = s->count * sizeof(zval);
	reading r = {s, malloc(size), malloc(size), malloc(s->count * sizeof(zend_ulong)),
	    malloc(s->count * sizeof(zend_ulong)), (uint8_t) fuzz_int(&s->input, 1)};
	check_store(&r, s->store, "the store");
	check_seeks(&r);
	if (r.ways & 4) {
		check_list(&r, r.ways & 8, (mynd_shape) (1 + (r.ways >> 4 & 3)));
	}
	if (r.ways & 0x40) {
		check_bytes(&r);
	}
	if (r.ways & 0x80) {
		check_fields(s);
	}
	if (s->row_count > 0) {
		check_outliving(&r);
	}
	free(r.values);
	free(r.expected);
	free(r.lengths);
	free(r.lengths_expected);
}
