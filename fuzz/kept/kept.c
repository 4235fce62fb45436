/*
 * Results as bytes and back: bytes that may be anybody's, with a checksum that is right, and bytes of results
 * of every shape, changed here and there. What is accepted can be read to its end, and gives the same bytes
 * again and again; what is not says why and leaves nothing. Memory follows what is there, never what a number
 * promises.
 */
#include "../rows/rows.h"

#include "hooks/captured_result.h"
#include "ext/hash/php_hash.h"

enum {
	BUDGET = 1 << 14,
	BUDGET_SELDOM = 1 << 18,
	CHANGES = 8,
	CHECKSUM = 8,
	MEMORY_A_BYTE = 32,
	MEMORY_ANYWAY = 1 << 16
};

/* --- functions of a link that captured_result.c calls --- */

struct mynd_result {
	mynd_captured_result kept;
};

static mynd_rows_counts counts;

mynd_rows_counts *mynd_counts_without_link(bool native)
{
	return &counts;
}

mynd_result *mynd_result_of_store(mynd_columns *columns, mynd_store *store, bool native, unsigned warnings)
{
	mynd_result *r = emalloc(sizeof *r);
	mynd_columns_native(columns, native);
	r->kept = (mynd_captured_result){columns, store, native, warnings};
	return r;
}

mynd_store *mynd_result_store(mynd_result *r)
{
	return r->kept.store;
}

mynd_columns *mynd_result_columns(mynd_result *r)
{
	return r->kept.columns;
}

bool mynd_result_is_native(const mynd_result *r)
{
	return r->kept.native;
}

unsigned mynd_result_warnings(const mynd_result *r)
{
	return r->kept.warnings;
}

const char *mynd_result_fault(const mynd_result *r)
{
	return NULL;
}

static void result_free(mynd_result *r)
{
	mynd_store_free(r->kept.store);
	mynd_columns_release(r->kept.columns);
	efree(r);
}

/* --- --- */

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	fuzz_php_start();
	return 0;
}

static void put_checksum(zend_string *bytes)
{
	zend_string *name = zend_string_init("xxh64", 5, 0);
	const php_hash_ops *ops = php_hash_fetch_ops(name);
	void *context = php_hash_alloc_context(ops);
	size_t len = ZSTR_LEN(bytes) - CHECKSUM;
	ops->hash_init(context, NULL);
	ops->hash_update(context, (const unsigned char *) ZSTR_VAL(bytes), len);
	ops->hash_final((unsigned char *) ZSTR_VAL(bytes) + len, context);
	efree(context);
	zend_string_release(name);
}

/* With room for a checksum; in a block of exactly its size. */
static zend_string *string_of(mynd_slice content, bool right)
{
	zend_string *bytes = zend_string_alloc(content.len + CHECKSUM, 0);
	memcpy(ZSTR_VAL(bytes), content.ptr, content.len);
	memset(ZSTR_VAL(bytes) + content.len, 0, CHECKSUM + 1);
	if (right) {
		put_checksum(bytes);
	}
	return bytes;
}

/* Everything that is there, in one way each. */
static uint64_t read_result(mynd_result *r)
{
	uint64_t hash = FUZZ_HASH_START;
	uint32_t count = mynd_columns_count(r->kept.columns);
	zval *values = malloc(count * sizeof *values);
	mynd_row row;
	for (uint32_t i = 0; i < count; i++) {
		const mynd_field *field = mynd_columns_field(r->kept.columns, i);
		hash = fuzz_hash(hash, ZSTR_VAL(field->org_name), ZSTR_LEN(field->org_name));
	}
	mynd_store_seek(r->kept.store, 0);
	while (mynd_store_next(r->kept.store, &row)) {
		if (mynd_row_values(r->kept.columns, &row, true, values) != MYND_OK) {
			fuzz_fail("a row that was accepted cannot be read");
		}
		for (uint32_t i = 0; i < count; i++) {
			zval *value = &values[i];
			hash = Z_TYPE_P(value) == IS_STRING
			           ? fuzz_hash(hash, Z_STRVAL_P(value), Z_STRLEN_P(value))
			           : fuzz_hash(hash, &value->value, Z_TYPE_P(value) == IS_NULL ? 0 : sizeof value->value);
			zval_ptr_dtor_nogc(value);
		}
		zval whole;
		mynd_row_build(r->kept.columns, &row, true, MYND_SHAPE_BOTH, &whole);
		zval_ptr_dtor(&whole);
	}
	free(values);
	return hash;
}

static zend_string *capture(mynd_result *r)
{
	const char *why = NULL;
	uint64_t position = mynd_store_position(r->kept.store);
	zend_string *bytes = mynd_capture(r, &why);
	if (bytes == NULL) {
		fuzz_fail("a result is not captured: %s", why == NULL ? "nobody says why" : why);
	}
	if (mynd_store_position(r->kept.store) != position) {
		fuzz_fail("capture has moved the position");
	}
	return bytes;
}

static mynd_result *replay(zend_string *bytes)
{
	const char *why = NULL;
	fuzz_php_peak();
	mynd_result *r = mynd_replay(bytes, &why);
	size_t took = fuzz_php_peak();
	fuzz_tell("%zu bytes: %s; %zu bytes of memory", ZSTR_LEN(bytes), r != NULL ? "accepted" : why, took);
	if (took > ZSTR_LEN(bytes) * MEMORY_A_BYTE + MEMORY_ANYWAY) {
		fuzz_fail("%zu bytes took %zu bytes of memory", ZSTR_LEN(bytes), took);
	}
	if (r == NULL && why == NULL) {
		fuzz_fail("nobody says why bytes were refused");
	}
	return r;
}

/* The result's bytes, bytes of those, and once more. */
static void go_round(mynd_result *r)
{
	uint64_t hash = read_result(r);
	zend_string *first = capture(r);
	result_free(r);
	r = replay(first);
	if (r == NULL || read_result(r) != hash) {
		fuzz_fail("a result that was captured comes back %s", r == NULL ? "as none" : "as another");
	}
	zend_string *second = capture(r);
	if (!zend_string_equals(first, second)) {
		fuzz_fail("the bytes of a result that came back are others");
	}
	zend_string_release(first); /* the result holds them */
	if (read_result(r) != hash) {
		fuzz_fail("a result is another when it is read again");
	}
	zend_string_release(second);
	result_free(r);
}

static void try_bytes(zend_string *bytes)
{
	mynd_result *r = replay(bytes);
	zend_string_release(bytes);
	if (r != NULL) {
		go_round(r);
	}
}

/* --- changed --- */

static void change(mynd_cursor *input, zend_string **bytes)
{
	size_t len = ZSTR_LEN(*bytes) - CHECKSUM, at;
	mynd_slice content = {(const uint8_t *) ZSTR_VAL(*bytes), len};
	uint8_t *copy = malloc(len + 256);
	uint8_t how = (uint8_t) fuzz_int(input, 1);
	memcpy(copy, content.ptr, len);
	at = fuzz_int(input, 2);
	at = len == 0 ? 0 : (how & 4 ? at % len : at % 32 % len);
	mynd_slice given = fuzz_bytes(input, how >> 4);
	switch (how & 3) {
	case 0: /* other bytes */
		given.len = given.len > len - at ? len - at : given.len;
		memcpy(copy + at, given.ptr, given.len);
		break;
	case 1: /* more */
		memmove(copy + at + given.len, copy + at, len - at);
		memcpy(copy + at, given.ptr, given.len);
		len += given.len;
		break;
	case 2: /* less */
		given.len = (how >> 4) > len - at ? len - at : how >> 4;
		memmove(copy + at, copy + at + given.len, len - at - given.len);
		len -= given.len;
		break;
	default: /* one more, or one less */
		if (at < len) {
			copy[at] += how & 8 ? 1 : -1;
		}
	}
	zend_string_release(*bytes);
	*bytes = string_of((mynd_slice){copy, len}, true);
	free(copy);
}

static void make_result(scene *s, mynd_cursor changes)
{
	const char *why;
	make_columns(s);
	s->store = mynd_store_new(s->columns);
	fill_store(s);
	mynd_store_finish(s->store);
	zend_string *bytes =
	    mynd_capture_rows(&(mynd_captured_result){s->columns, s->store, s->native, s->count}, &why);
	if (bytes == NULL) {
		fuzz_fail("a result is not captured: %s", why);
	}
	mynd_store_free(s->store);
	mynd_result *r = replay(bytes);
	if (r == NULL || mynd_store_count(r->kept.store) != s->row_count ||
	    r->kept.warnings != (s->count > UINT16_MAX ? UINT16_MAX : s->count)) {
		fuzz_fail("a result that was captured is not replayed");
	}
	go_round(r);
	for (unsigned i = 0; i < CHANGES && mynd_cursor_left(&changes) > 0; i++) {
		change(&changes, &bytes);
		try_bytes(zend_string_copy(bytes));
	}
	zend_string_release(bytes);
}

static void play(mynd_cursor input)
{
	scene s = {.input = input};
	uint8_t mode = (uint8_t) fuzz_int(&s.input, 1);
	s.binary = mode & 1;
	s.native = mode & 2;
	s.budget = mode >> 3 == 31 ? BUDGET_SELDOM : BUDGET;
	if (mode & 4) {
		mynd_slice content = {s.input.pos, (size_t) (s.input.end - s.input.pos)};
		try_bytes(string_of(content, !(mode & 8)));
		return;
	}
	/* The bytes to change things by come first: a result is made of the rest. */
	mynd_slice changes = fuzz_bytes(&s.input, fuzz_int(&s.input, 1));
	make_result(&s, (mynd_cursor){changes.ptr, changes.ptr + changes.len});
	mynd_columns_release(s.columns);
	mynd_columns_release(s.judge);
	for (size_t i = 0; i < s.row_count; i++) {
		free(s.rows[i].data);
	}
	free(s.rows);
	free(s.types);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	mynd_slice copy = fuzz_copy((mynd_slice){data, size});
	fuzz_php_input_begins();
	play((mynd_cursor){copy.ptr, copy.ptr + copy.len});
	fuzz_php_input_ends();
	free((void *) copy.ptr);
	return 0;
}
