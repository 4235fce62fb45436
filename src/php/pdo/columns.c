/* Describes a result's columns to PDO: name and size for every result, the rest for getColumnMeta(). */
#include "pdo.h"

/* Describes all columns when PDO's core asks for the first. */
int mynd_pdo_describe(pdo_stmt_t *stmt, int column)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (self->result == NULL || column >= stmt->column_count) {
		return 0;
	}
	if (stmt->columns[0].name != NULL) {
		return 1;
	}
	mynd_columns *columns = mynd_result_columns(self->result);
	bool with_tables = mynd_pdo_handle_of(stmt->dbh)->table_names;
	for (int i = 0; i < stmt->column_count; i++) {
		struct pdo_column_data *data = &stmt->columns[i];
		zend_string *name = mynd_columns_name(columns, (uint32_t) i);
		if (with_tables) {
			const mynd_field *field = mynd_columns_field(columns, (uint32_t) i);
			data->name = zend_strpprintf(0, "%s.%s", ZSTR_VAL(field->table), ZSTR_VAL(name));
		} else {
			data->name = zend_string_copy(name);
		}
		data->maxlen = mynd_columns_length(columns, (uint32_t) i);
		data->precision = mynd_columns_decimals(columns, (uint32_t) i);
	}
	return 1;
}

/* Sets the column numbers of variables that the program has bound to columns by name. */
static void place_bound(pdo_stmt_t *stmt)
{
	for (int i = 0; stmt->bound_columns != NULL && i < stmt->column_count; i++) {
		struct pdo_bound_param_data *bound = zend_hash_find_ptr(stmt->bound_columns, stmt->columns[i].name);
		if (bound != NULL) {
			bound->paramno = i;
		}
	}
}

void mynd_pdo_describe_now(pdo_stmt_t *stmt)
{
	if (stmt->columns != NULL || stmt->column_count == 0) {
		return;
	}
	stmt->columns = ecalloc((size_t) stmt->column_count, sizeof *stmt->columns);
	mynd_pdo_describe(stmt, 0);
	for (int i = 0; i < stmt->column_count; i++) {
		zend_string *name = stmt->columns[i].name;
		if (stmt->dbh->desired_case == PDO_CASE_LOWER) {
			stmt->columns[i].name = zend_string_tolower(name);
			zend_string_release(name);
		} else if (stmt->dbh->desired_case == PDO_CASE_UPPER) {
			stmt->columns[i].name = zend_string_toupper(name);
			zend_string_release(name);
		}
	}
	place_bound(stmt);
}

/* --- getColumnMeta --- */

/* Returns stock's name of the type, or NULL if it has none. */
static const char *name_of_type(uint8_t type)
{
	switch (type) {
	case MYND_TYPE_STRING:
		return "STRING";
	case MYND_TYPE_VAR_STRING:
		return "VAR_STRING";
	case MYND_TYPE_TINY:
		return "TINY";
	case MYND_TYPE_BIT:
		return "BIT";
	case MYND_TYPE_SHORT:
		return "SHORT";
	case MYND_TYPE_LONG:
		return "LONG";
	case MYND_TYPE_LONGLONG:
		return "LONGLONG";
	case MYND_TYPE_INT24:
		return "INT24";
	case MYND_TYPE_FLOAT:
		return "FLOAT";
	case MYND_TYPE_DOUBLE:
		return "DOUBLE";
	case MYND_TYPE_DECIMAL:
		return "DECIMAL";
	case MYND_TYPE_NEWDECIMAL:
		return "NEWDECIMAL";
	case MYND_TYPE_GEOMETRY:
		return "GEOMETRY";
	case MYND_TYPE_TIMESTAMP:
		return "TIMESTAMP";
	case MYND_TYPE_YEAR:
		return "YEAR";
	case MYND_TYPE_SET:
		return "SET";
	case MYND_TYPE_ENUM:
		return "ENUM";
	case MYND_TYPE_DATE:
		return "DATE";
	case MYND_TYPE_NEWDATE:
		return "NEWDATE";
	case MYND_TYPE_TIME:
		return "TIME";
	case MYND_TYPE_DATETIME:
		return "DATETIME";
	case MYND_TYPE_TINY_BLOB:
		return "TINY_BLOB";
	case MYND_TYPE_MEDIUM_BLOB:
		return "MEDIUM_BLOB";
	case MYND_TYPE_LONG_BLOB:
		return "LONG_BLOB";
	case MYND_TYPE_BLOB:
		return "BLOB";
	case MYND_TYPE_NULL:
		return "NULL";
	case MYND_TYPE_JSON:
		return "JSON";
	case MYND_TYPE_VECTOR:
		return "VECTOR";
	default:
		return NULL;
	}
}

static enum pdo_param_type type_as_parameter(uint8_t type)
{
	switch (type) {
	case MYND_TYPE_BIT:
	case MYND_TYPE_YEAR:
	case MYND_TYPE_TINY:
	case MYND_TYPE_SHORT:
	case MYND_TYPE_INT24:
	case MYND_TYPE_LONG:
	case MYND_TYPE_LONGLONG:
		return PDO_PARAM_INT;
	default:
		return PDO_PARAM_STR;
	}
}

static void list_flags(uint16_t flags, zval *out)
{
	static const struct {
		uint16_t flag;
		const char *name;
	} names[] = {{MYND_FLAG_NOT_NULL, "not_null"}, {MYND_FLAG_PRIMARY_KEY, "primary_key"},
	    {MYND_FLAG_MULTIPLE_KEY, "multiple_key"}, {MYND_FLAG_UNIQUE_KEY, "unique_key"},
	    {MYND_FLAG_BLOB, "blob"}};
	array_init(out);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (flags & names[i].flag) {
			add_next_index_string(out, names[i].name);
		}
	}
}

int mynd_pdo_column_meta(pdo_stmt_t *stmt, zend_long column, zval *out)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (!mynd_pdo_resolve(stmt) || self->result == NULL || column >= stmt->column_count) {
		return FAILURE;
	}
	mynd_pdo_describe_now(stmt);
	const mynd_field *field = mynd_columns_field(mynd_result_columns(self->result), (uint32_t) column);
	const char *type = name_of_type(field->type);
	zval flags;
	array_init(out);
	if (type != NULL) {
		add_assoc_string(out, "native_type", type);
	}
	add_assoc_long(out, "pdo_type", type_as_parameter(field->type));
	list_flags(field->flags, &flags);
	add_assoc_zval(out, "flags", &flags);
	add_assoc_str(out, "table", zend_string_copy(field->table));
	return SUCCESS;
}
