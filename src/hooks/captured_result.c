/*
 * Makes bytes of a result, and a result of bytes. The form of the bytes, version 1, integers little-endian:
 *
 *     4 bytes "mynd"     1 the version     1 flags     2 warnings of the command
 *     4 number of columns     4 bytes of their definitions     8 number of rows
 *     the definitions, as servers write them (wire/column.h), one after another
 *     the rows, each after its length (rows/captured_rows.c)
 *     8 bytes XXH64 of all before it, as PHP's hash() writes it
 *
 * Always true: bytes are accepted as a result only if every byte was checked: the checksum, the definitions,
 * every cell of every row, and that nothing follows. The checksum finds accidental changes only, because
 * anybody can compute one; the checks after it expect any bytes.
 * Not here: the rows themselves (rows/captured_rows.c).
 */
#include "captured_result.h"

#include "ext/hash/php_hash.h"

#define MAGIC     "mynd"
#define VERSION   1
#define HEAD      24
#define CHECKSUM  8
#define ALGORITHM "xxh64"

enum { FLAG_BINARY = 1, FLAG_NATIVE = 2, FLAGS_KNOWN = FLAG_BINARY | FLAG_NATIVE };

static void checksum_of(mynd_slice bytes, uint8_t sum[CHECKSUM])
{
	zend_string *name = zend_string_init(ALGORITHM, sizeof ALGORITHM - 1, 0);
	const php_hash_ops *ops =
	    php_hash_fetch_ops(name); /* PHP has xxh64 since 8.1, and cannot be built without ext/hash */
	void *context = php_hash_alloc_context(ops);
	ops->hash_init(context, NULL);
	ops->hash_update(context, bytes.ptr, bytes.len);
	ops->hash_final(sum, context);
	efree(context);
	zend_string_release(name);
}

/* --- to bytes --- */

/* Returns the size of all definitions, or 0 if they do not fit the format. */
static size_t size_of_definitions(const mynd_columns *columns)
{
	size_t size = 0;
	for (uint32_t i = 0; i < mynd_columns_count(columns); i++) {
		mynd_column definition;
		mynd_columns_definition(columns, i, &definition);
		size += mynd_column_size(&definition);
	}
	return size > UINT32_MAX ? 0 : size;
}

static void write_head(mynd_buffer *to, const mynd_captured_result *capture, size_t definitions_size)
{
	uint8_t flags =
	    (mynd_columns_are_binary(capture->columns) ? FLAG_BINARY : 0) | (capture->native ? FLAG_NATIVE : 0);
	mynd_buffer_put_bytes(to, MAGIC, sizeof MAGIC - 1);
	mynd_buffer_put_int(to, 1, VERSION);
	mynd_buffer_put_int(to, 1, flags);
	mynd_buffer_put_int(to, 2, MIN(capture->warnings, UINT16_MAX));
	mynd_buffer_put_int(to, 4, mynd_columns_count(capture->columns));
	mynd_buffer_put_int(to, 4, definitions_size);
	mynd_buffer_put_int(to, 8, mynd_store_count(capture->store));
}

static void write_definitions(mynd_buffer *to, const mynd_columns *columns)
{
	for (uint32_t i = 0; i < mynd_columns_count(columns); i++) {
		mynd_column definition;
		mynd_columns_definition(columns, i, &definition);
		mynd_column_encode(to, &definition);
	}
}

zend_string *mynd_capture(mynd_result *result, const char **why)
{
	mynd_store *store = mynd_result_store(result);
	if (store == NULL) {
		*why = "only a buffered result can be captured, not one that is read from the connection";
		return NULL;
	}
	if (mynd_result_fault(result) != NULL) {
		*why = "a result that broke off cannot be captured";
		return NULL;
	}
	return mynd_capture_rows(&(mynd_captured_result){mynd_result_columns(result), store,
	                             mynd_result_is_native(result), mynd_result_warnings(result)},
	    why);
}

zend_string *mynd_capture_rows(const mynd_captured_result *capture, const char **why)
{
	const mynd_store *store = capture->store;
	size_t definitions = size_of_definitions(capture->columns);
	size_t rows = mynd_store_size_as_bytes(store);
	if (definitions == 0 || rows > ZSTR_MAX_LEN - HEAD - CHECKSUM - definitions) {
		*why = "a result with a row of over 2 GiB cannot be captured";
		return NULL;
	}
	size_t before_rows = HEAD + definitions;
	zend_string *bytes = zend_string_alloc(before_rows + rows + CHECKSUM, 0);
	uint8_t *start = (uint8_t *) ZSTR_VAL(bytes);
	mynd_buffer to = mynd_buffer_over((mynd_span){start, before_rows});
	write_head(&to, capture, definitions);
	write_definitions(&to, capture->columns);
	ZEND_ASSERT(!to.failed && to.len == before_rows);
	mynd_writer row_writer = mynd_writer_over(start + before_rows, rows);
	if (mynd_store_write_bytes(store, &row_writer) != MYND_OK || mynd_writer_room(&row_writer) > 0) {
		zend_string_free(bytes); /* a defect of mynd: the rows have another size than was computed */
		*why = "its rows are not as long as they were";
		return NULL;
	}
	checksum_of((mynd_slice){start, before_rows + rows}, row_writer.pos);
	ZSTR_VAL(bytes)[ZSTR_LEN(bytes)] = '\0';
	return bytes;
}

/* --- from bytes --- */

typedef struct head {
	uint8_t flags;
	uint16_t warnings;
	uint32_t columns, definitions_size;
	uint64_t rows;
} head;

static const char *read_version(mynd_cursor *c)
{
	mynd_slice magic = {NULL, 0};
	uint8_t version = 0;
	mynd_cursor_bytes(c, sizeof MAGIC - 1, &magic);
	mynd_cursor_u8(c, &version);
	if (memcmp(magic.ptr, MAGIC, magic.len) != 0) {
		return "they do not begin like it";
	}
	if (version != VERSION) {
		return "they are of another version";
	}
	return NULL;
}

/*
 * Removes the checksum from the end. Checks the version first, because another version may have another
 * checksum.
 */
static const char *check_whole(mynd_cursor *c)
{
	uint8_t sum[CHECKSUM];
	mynd_cursor beginning = *c;
	if (mynd_cursor_left(c) < HEAD + CHECKSUM) {
		return "they are too short";
	}
	const char *why = read_version(&beginning);
	if (why != NULL) {
		return why;
	}
	mynd_slice content = {c->pos, mynd_cursor_left(c) - CHECKSUM};
	checksum_of(content, sum);
	if (memcmp(sum, content.ptr + content.len, CHECKSUM) != 0) {
		return "the checksum does not match";
	}
	*c = mynd_cursor_over(content.ptr, content.len);
	mynd_cursor_skip(c, sizeof MAGIC);
	return NULL;
}

/*
 * Reads the counts. Refuses a number of columns that is impossible because each definition has a minimum
 * size.
 */
static const char *read_counts(mynd_cursor *c, head *h)
{
	mynd_cursor_u8(c, &h->flags);
	mynd_cursor_u16(c, &h->warnings);
	mynd_cursor_u32(c, &h->columns);
	mynd_cursor_u32(c, &h->definitions_size);
	mynd_cursor_int(c, 8, &h->rows);
	if (h->flags & ~FLAGS_KNOWN) {
		return "they have unknown flags";
	}
	if (h->columns == 0 || h->definitions_size > mynd_cursor_left(c) ||
	    h->columns > h->definitions_size / MYND_COLUMN_LEAST) {
		return "the number of columns is impossible";
	}
	return NULL;
}

/* Returns the columns, or NULL if they are not complete or bytes follow the last one. */
static mynd_columns *read_columns(mynd_slice definitions, const head *h)
{
	bool native = (h->flags & FLAG_NATIVE) != 0;
	mynd_columns *columns = mynd_columns_new(h->columns, mynd_counts_without_link(native));
	mynd_cursor c = mynd_cursor_over(definitions.ptr, definitions.len);
	if (h->flags & FLAG_BINARY) {
		mynd_columns_binary(columns);
	}
	for (uint32_t i = 0; i < h->columns; i++) {
		mynd_column definition;
		if (mynd_column_take(&c, &definition) != MYND_OK) {
			mynd_columns_release(columns);
			return NULL;
		}
		mynd_columns_add(columns, &definition);
	}
	if (mynd_cursor_left(&c) > 0) {
		mynd_columns_release(columns);
		return NULL;
	}
	return columns;
}

static mynd_store *read_rows(
    mynd_columns *columns, zend_string *bytes, mynd_slice rows, const head *h, const char **why)
{
	mynd_store *store;
	int rc = mynd_store_of_bytes(columns, bytes, rows, &store);
	if (rc == MYND_OK && mynd_store_count(store) == h->rows) {
		return store;
	}
	*why = rc == MYND_MORE ? "there is no memory for it" : "a row is malformed";
	if (rc == MYND_OK) {
		*why = "the number of rows does not match";
		mynd_store_free(store);
	}
	return NULL;
}

bool mynd_replay_rows(zend_string *bytes, mynd_captured_result *capture, const char **why)
{
	head h = {0};
	mynd_slice definitions;
	mynd_cursor c = mynd_cursor_over((const uint8_t *) ZSTR_VAL(bytes), ZSTR_LEN(bytes));
	if ((*why = check_whole(&c)) != NULL || (*why = read_counts(&c, &h)) != NULL) {
		return false;
	}
	mynd_cursor_bytes(&c, h.definitions_size, &definitions);
	mynd_columns *columns = read_columns(definitions, &h);
	if (columns == NULL) {
		*why = "a column is malformed";
		return false;
	}
	mynd_store *store = read_rows(columns, bytes, mynd_cursor_rest(&c), &h, why);
	if (store == NULL) {
		mynd_columns_release(columns);
		return false;
	}
	*capture = (mynd_captured_result){columns, store, (h.flags & FLAG_NATIVE) != 0, h.warnings};
	return true;
}

mynd_result *mynd_replay(zend_string *bytes, const char **why)
{
	mynd_captured_result capture;
	return mynd_replay_rows(bytes, &capture, why)
	           ? mynd_result_of_store(capture.columns, capture.store, capture.native, capture.warnings)
	           : NULL;
}
