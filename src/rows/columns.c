/*
 * Column metadata of a result: stored packed as it arrived, and turned into field objects only on request.
 *
 * Always true: one block holds the definitions, the arrays beside them and the first texts; if there are more
 * texts, a second block holds all of them. Names are zend_strings from the beginning; the other texts become
 * zend_strings when a field is first requested. Not here: decoding of definition packets (wire/column.h), row
 * templates (template.c).
 */
#include "columns.h"

/* value of `org_name` if the original name equals the name, and is not stored again */
#define SAME_AS_NAME UINT32_MAX
/* Offset 0 holds an empty text; it also stands for texts beyond 4 GiB. */
#define EMPTY_TEXT 0

#define TEXTS_HERE 96 /* bytes of texts in the block of the definitions */

static uint8_t *texts_here(const mynd_columns *columns)
{
	return columns->widths + columns->count;
}

mynd_columns *mynd_columns_new(uint32_t count, mynd_rows_counts *counts)
{
	size_t each = sizeof(mynd_definition) + sizeof(uint64_t) + 3;
	mynd_columns *columns = safe_emalloc(count, each, sizeof(mynd_columns) + TEXTS_HERE);
	memset(columns, 0, sizeof(mynd_columns));
	columns->refcount = 1;
	columns->count = count;
	columns->counts = counts;
	columns->nulls = (uint64_t *) (columns->column + count);
	columns->kinds = (uint8_t *) (columns->nulls + count);
	columns->types = columns->kinds + count;
	columns->widths = columns->types + count;
	memset(columns->column, 0, (size_t) count * each);
	columns->texts_cap = TEXTS_HERE;
	columns->texts = texts_here(columns);
	columns->texts_len = sizeof(uint32_t);
	memset(columns->texts, 0, sizeof(uint32_t));
	return columns;
}

static mynd_slice text_at(const mynd_columns *columns, uint32_t offset)
{
	uint32_t len;
	memcpy(&len, columns->texts + offset, sizeof len);
	return (mynd_slice){columns->texts + offset + sizeof len, len};
}

static bool same_text(mynd_slice a, mynd_slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static void grow_texts(mynd_columns *columns, uint64_t need)
{
	uint64_t cap = MIN(MAX(need, (uint64_t) columns->texts_cap * 2), UINT32_MAX);
	if (columns->texts == texts_here(columns)) {
		uint8_t *texts = emalloc(cap);
		columns->texts = memcpy(texts, columns->texts, columns->texts_len);
	} else {
		columns->texts = erealloc2(columns->texts, cap, columns->texts_len);
	}
	columns->texts_cap = (uint32_t) cap;
}

static uint32_t put_some_text(mynd_columns *columns, mynd_slice text, uint32_t guess)
{
	if (same_text(text, text_at(columns, guess))) {
		return guess;
	}
	uint64_t need = (uint64_t) columns->texts_len + sizeof(uint32_t) + text.len;
	if (need > UINT32_MAX) {
		return EMPTY_TEXT;
	}
	if (need > columns->texts_cap) {
		grow_texts(columns, need);
	}
	uint32_t offset = columns->texts_len;
	uint32_t len = (uint32_t) text.len;
	memcpy(columns->texts + offset, &len, sizeof len);
	memcpy(columns->texts + offset + sizeof len, text.ptr, text.len);
	columns->texts_len = (uint32_t) need;
	return offset;
}

/* Returns the offset of `text`, which is stored unless it equals the text at offset `guess`. */
static inline uint32_t put_text(mynd_columns *columns, mynd_slice text, uint32_t guess)
{
	return text.len == 0 ? EMPTY_TEXT : put_some_text(columns, text, guess);
}

/*
 * Returns true if libmysql would set MYND_FLAG_NUM: integers, floats, YEAR, NULL, the old DECIMAL, and
 * TIMESTAMP with MySQL 4.0's widths.
 */
static bool is_num(uint8_t type, uint32_t length)
{
	if (type == MYND_TYPE_TIMESTAMP) {
		return length == 14 || length == 8;
	}
	return type <= MYND_TYPE_INT24 || type == MYND_TYPE_YEAR;
}

static inline void set_kind(mynd_columns *columns, uint32_t i)
{
	const mynd_definition *column = &columns->column[i];
	if (columns->binary) {
		columns->kinds[i] = mynd_binary_kind(column->type, column->flags);
		return;
	}
	columns->kinds[i] = mynd_number_kind(column->type, column->flags, columns->native);
	if (columns->kinds[i] != KIND_TEXT) {
		columns->way = WAY_NUMBERS;
	}
}

/*
 * Rows that have an interned name as a key need not count references to it. But the engine frees no interned
 * string before the request ends, and a server names a column without an alias by its expression, such as
 * GET_LOCK('order 7', 0): interned names could fill the memory. So a request interns only a limited number of
 * names that are not interned already, by its program or an earlier result.
 */
#define MOST_NEW_NAMES 1000

ZEND_TLS unsigned new_names;

void mynd_rows_request_startup(void)
{
	new_names = 0;
}

static zend_string *column_name(mynd_slice text)
{
	zend_string *name = zend_string_init_existing_interned((const char *) text.ptr, text.len, false);
	if (ZSTR_IS_INTERNED(name) || new_names == MOST_NEW_NAMES) {
		return name;
	}
	name = zend_new_interned_string(name);
	new_names = ZSTR_IS_INTERNED(name) ? new_names + 1 : MOST_NEW_NAMES; /* with opcache no name is added */
	return name;
}

void mynd_columns_add(mynd_columns *columns, const mynd_column *definition)
{
	if (columns->added == columns->count) {
		return;
	}
	static const mynd_definition first;
	uint32_t i = columns->added;
	mynd_definition *column = &columns->column[i];
	const mynd_definition *above = i ? column - 1 : &first;
	column->name = column_name(definition->name);
	column->catalog = put_text(columns, definition->catalog, above->catalog);
	column->schema = put_text(columns, definition->schema, above->schema);
	column->table = put_text(columns, definition->table, above->table);
	column->org_table = put_text(columns, definition->org_table, column->table);
	column->org_name = same_text(definition->org_name, definition->name)
	                       ? SAME_AS_NAME
	                       : put_text(columns, definition->org_name, EMPTY_TEXT);
	column->length = definition->length;
	column->charset = definition->charset;
	column->flags = definition->flags | (is_num(definition->type, definition->length) ? MYND_FLAG_NUM : 0);
	column->type = definition->type;
	column->decimals = definition->decimals;
	columns->types[i] = definition->type;
	columns->widths[i] = (uint8_t) mynd_binary_width(definition->type);
	set_kind(columns, i);
	columns->added++;
}

mynd_columns *mynd_columns_addref(mynd_columns *columns)
{
	columns->refcount++;
	return columns;
}

static void free_fields(mynd_columns *columns)
{
	for (uint32_t i = 0; i < columns->count; i++) {
		mynd_field *field = &columns->fields[i];
		if (field->name != NULL) {
			zend_string_release(field->org_name);
			zend_string_release(field->table);
			zend_string_release(field->org_table);
			zend_string_release(field->schema);
			zend_string_release(field->catalog);
		}
	}
	efree(columns->fields);
}

void mynd_columns_release(mynd_columns *columns)
{
	if (--columns->refcount > 0) {
		return;
	}
	mynd_columns_fold(columns);
	for (unsigned i = 0; i < MYND_SHAPES; i++) {
		if (columns->templates[i] != NULL) {
			mynd_template_free(columns->templates[i]);
		}
	}
	if (columns->fields != NULL) {
		free_fields(columns);
	}
	if (columns->repeats != NULL) {
		efree(columns->repeats);
	}
	for (uint32_t i = 0; i < columns->added; i++) {
		zend_string_release(columns->column[i].name);
	}
	if (columns->texts != texts_here(columns)) {
		efree(columns->texts);
	}
	efree(columns);
}

uint32_t mynd_columns_count(const mynd_columns *columns)
{
	return columns->count;
}

zend_string *mynd_columns_name(const mynd_columns *columns, uint32_t i)
{
	return i < columns->added ? columns->column[i].name : ZSTR_EMPTY_ALLOC();
}

zend_ulong mynd_columns_length(const mynd_columns *columns, uint32_t i)
{
	return i < columns->added ? columns->column[i].length : 0;
}

uint8_t mynd_columns_decimals(const mynd_columns *columns, uint32_t i)
{
	return i < columns->added ? columns->column[i].decimals : 0;
}

/* Returns the text as a string with a reference of its own; shares `above` if it has the same text. */
static zend_string *string_of(
    const mynd_columns *columns, uint32_t offset, uint32_t offset_above, zend_string *above)
{
	if (above != NULL && offset == offset_above) {
		return zend_string_copy(above);
	}
	mynd_slice text = text_at(columns, offset);
	return zend_string_init_fast((const char *) text.ptr, text.len);
}

const mynd_field *mynd_columns_field(mynd_columns *columns, uint32_t i)
{
	if (i >= columns->added) {
		return NULL;
	}
	if (columns->fields == NULL) {
		columns->fields = ecalloc(columns->count, sizeof(mynd_field));
	}
	mynd_field *field = &columns->fields[i];
	if (field->name != NULL) {
		return field;
	}
	static const mynd_field no_field;
	const mynd_definition *column = &columns->column[i];
	const mynd_definition *above = i ? column - 1 : column;
	const mynd_field *shown = i ? field - 1 : &no_field;
	field->catalog = string_of(columns, column->catalog, above->catalog, shown->catalog);
	field->schema = string_of(columns, column->schema, above->schema, shown->schema);
	field->table = string_of(columns, column->table, above->table, shown->table);
	field->org_table = string_of(columns, column->org_table, column->table, field->table);
	field->org_name = column->org_name == SAME_AS_NAME ? zend_string_copy(column->name)
	                                                   : string_of(columns, column->org_name, 0, NULL);
	field->length = column->length;
	field->charset = column->charset;
	field->flags = column->flags;
	field->type = column->type;
	field->decimals = column->decimals;
	field->name = column->name;
	return field;
}

void mynd_columns_native(mynd_columns *columns, bool native)
{
	columns->native = native;
	if (columns->binary) {
		return;
	}
	columns->way = WAY_PLAIN;
	for (uint32_t i = 0; i < columns->added; i++) {
		set_kind(columns, i);
	}
}

bool mynd_columns_are_native(const mynd_columns *columns)
{
	return columns->native;
}

void mynd_columns_binary(mynd_columns *columns)
{
	columns->binary = true;
	columns->way = WAY_BINARY;
}

const uint8_t *mynd_columns_types(const mynd_columns *columns)
{
	return columns->types;
}

bool mynd_columns_are_binary(const mynd_columns *columns)
{
	return columns->binary;
}

void mynd_columns_definition(const mynd_columns *columns, uint32_t i, mynd_column *definition)
{
	const mynd_definition *column = &columns->column[i];
	mynd_slice name = {(const uint8_t *) ZSTR_VAL(column->name), ZSTR_LEN(column->name)};
	*definition = (mynd_column){
	    .catalog = text_at(columns, column->catalog),
	    .schema = text_at(columns, column->schema),
	    .table = text_at(columns, column->table),
	    .org_table = text_at(columns, column->org_table),
	    .name = name,
	    .org_name = column->org_name == SAME_AS_NAME ? name : text_at(columns, column->org_name),
	    .charset = column->charset,
	    .length = column->length,
	    .type = column->type,
	    .flags = column->flags,
	    .decimals = column->decimals,
	};
}

uint8_t mynd_definition_counts_as(const mynd_definition *definition)
{
	return definition->flags & MYND_FLAG_ENUM  ? MYND_TYPE_ENUM
	       : definition->flags & MYND_FLAG_SET ? MYND_TYPE_SET
	                                           : definition->type;
}

void mynd_columns_fold(mynd_columns *columns)
{
	mynd_handed *handed = &columns->handed;
	if (handed->rows == 0) {
		return;
	}
	mynd_rows_counts *counts = columns->counts;
	uint64_t *by_type = columns->binary ? counts->binary_by_type : counts->text_by_type;
	uint64_t nulls = 0;
	for (uint32_t i = 0; i < columns->count; i++) {
		/* If the request ended in the middle of a row, its NULLs were counted, but not the row. */
		uint64_t null = MIN(columns->nulls[i], handed->rows);
		by_type[MYND_TYPE_SLOT(mynd_definition_counts_as(&columns->column[i]))] += handed->rows - null;
		nulls += null;
		columns->nulls[i] = 0;
	}
	*(columns->binary ? &counts->binary_null : &counts->text_null) += nulls;
	*(columns->binary ? &counts->binary_bytes : &counts->text_bytes) += handed->bytes;
	counts->copy_on_write_saved += handed->shared;
	counts->copy_on_write_performed +=
	    handed->rows * columns->count - nulls - handed->shared - handed->uncopied;
	memset(handed, 0, sizeof *handed);
}
