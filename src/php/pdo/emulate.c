/*
 * Emulated statements: puts the values into the query, each as a literal, with escapes so that no byte of the
 * value can end the literal.
 *
 * First all values are copied. Then they are turned into strings, which may run code of the program. Only
 * then is the query built.
 */
#include "pdo.h"

/* Literal that replaces a placeholder. */
typedef struct literal {
	zval value;
	enum pdo_param_type type;
	zend_string *text; /* NULL: not made yet */
	bool quoted;
} literal;

typedef struct emulation {
	pdo_stmt_t *stmt;
	const zend_string *sql;
	mynd_pdo_placeholders found;
	literal *literals; /* an element for each placeholder; not used for an escaped question mark */
} emulation;

/* --- bound values --- */

static bool refuse(const emulation *e, const char *why)
{
	mynd_pdo_statement_refuse(e->stmt, "HY093", why);
	return false;
}

static struct pdo_bound_param_data *bound_to(
    const emulation *e, const mynd_placeholder *placeholder, zend_ulong position)
{
	HashTable *bound = mynd_pdo_bound(e->stmt);
	return placeholder->kind == MYND_PLACEHOLDER_NAME
	           ? zend_hash_str_find_ptr(bound, (const char *) placeholder->text.ptr, placeholder->text.len)
	           : zend_hash_index_find_ptr(bound, position);
}

/*
 * Returns true if there are as many values as placeholders. Placeholders with the same name need only one
 * value.
 */
static bool count_is_right(const emulation *e)
{
	uint32_t bound = zend_hash_num_elements(mynd_pdo_bound(e->stmt));
	if (e->found.values == bound) {
		return true;
	}
	if (e->found.positions || e->found.values < bound) {
		return false;
	}
	for (uint32_t i = 0; i < e->found.count; i++) {
		if (e->found.list[i].kind == MYND_PLACEHOLDER_NAME && bound_to(e, &e->found.list[i], 0) == NULL) {
			return false;
		}
	}
	return true;
}

/*
 * Copies the bound values. If a quoted string in the query has no end, perhaps not all placeholders were
 * found, and the number of values is not checked: the server refuses such a query.
 */
static bool take_over(emulation *e)
{
	zend_ulong position = 0;
	if (!e->found.unclosed && !count_is_right(e)) {
		return refuse(e, "number of bound variables does not match number of tokens");
	}
	for (uint32_t i = 0; i < e->found.count; i++) {
		if (e->found.list[i].kind == MYND_PLACEHOLDER_ESCAPED) {
			continue;
		}
		struct pdo_bound_param_data *bound = bound_to(e, &e->found.list[i], position++);
		if (bound == NULL && e->found.unclosed) {
			ZVAL_NULL(&e->literals[i].value);
			continue;
		}
		if (bound == NULL) {
			return refuse(e, "parameter was not defined");
		}
		ZVAL_COPY_DEREF(&e->literals[i].value, &bound->parameter);
		e->literals[i].type = bound->param_type;
	}
	return true;
}

/* --- literals --- */

static bool read_stream(emulation *e, literal *l)
{
	bool held;
	php_stream *stream = mynd_pdo_stream_hold(e->stmt, &l->value, &held);
	if (stream == NULL) {
		return false;
	}
	l->text = mynd_pdo_read_stream(stream);
	mynd_pdo_stream_let_go(&l->value, held);
	l->quoted = true;
	return !EG(exception);
}

/*
 * Turns a value into the string that stock writes for its type. Returns false on failure: the statement has
 * the error, or an exception was thrown.
 */
static bool make_text(emulation *e, literal *l)
{
	if (l->type == PDO_PARAM_LOB && Z_TYPE(l->value) == IS_RESOURCE) {
		return read_stream(e, l);
	}
	switch (Z_TYPE(l->value) == IS_NULL ? PDO_PARAM_NULL : l->type) {
	case PDO_PARAM_NULL:
		l->text = ZSTR_KNOWN(ZEND_STR_NULL);
		return true;
	case PDO_PARAM_BOOL:
		l->text = ZSTR_CHAR(zend_is_true(&l->value) ? '1' : '0');
		return true;
	case PDO_PARAM_INT:
		l->text = zend_long_to_str(zval_get_long(&l->value));
		return true;
	default:
		l->text = zval_try_get_string(&l->value);
		l->quoted = true;
		if (l->text == NULL || EG(exception)) {
			memcpy(e->stmt->error_code, e->stmt->dbh->error_code, sizeof e->stmt->error_code);
			return false;
		}
		return true;
	}
}

static bool make_texts(emulation *e)
{
	for (uint32_t i = 0; i < e->found.count; i++) {
		if (e->found.list[i].kind != MYND_PLACEHOLDER_ESCAPED && !make_text(e, &e->literals[i])) {
			return false;
		}
		if (EG(exception)) {
			return false;
		}
	}
	return true;
}

/* --- building the query --- */

static char *write_literal(const emulation *e, const literal *l, char *to)
{
	if (l->quoted) {
		return to + mynd_pdo_quote_into(e->stmt->dbh, l->text, l->type, to);
	}
	memcpy(to, ZSTR_VAL(l->text), ZSTR_LEN(l->text));
	return to + ZSTR_LEN(l->text);
}

static size_t room_for(const emulation *e)
{
	size_t room = ZSTR_LEN(e->sql);
	for (uint32_t i = 0; i < e->found.count; i++) {
		const literal *l = &e->literals[i];
		if (l->text != NULL) {
			room =
			    zend_safe_address_guarded(l->quoted ? 2 : 1, ZSTR_LEN(l->text), room + MYND_PDO_QUOTES_MAX);
		}
	}
	return room;
}

/* Builds the query. If nothing was bound, the placeholders are not replaced. */
static zend_string *put_together(const emulation *e)
{
	zend_string *text = zend_string_alloc(room_for(e), false);
	const uint8_t *from = (const uint8_t *) ZSTR_VAL(e->sql);
	char *to = ZSTR_VAL(text);
	for (uint32_t i = 0; i < e->found.count; i++) {
		const mynd_placeholder *p = &e->found.list[i];
		memcpy(to, from, (size_t) (p->text.ptr - from));
		to += p->text.ptr - from;
		from = p->text.ptr + p->text.len;
		if (p->kind == MYND_PLACEHOLDER_ESCAPED) {
			*to++ = '?';
		} else if (e->literals[i].text != NULL) {
			to = write_literal(e, &e->literals[i], to);
		} else {
			memcpy(to, p->text.ptr, p->text.len);
			to += p->text.len;
		}
	}
	size_t rest = ZSTR_LEN(e->sql) - (size_t) ((const char *) from - ZSTR_VAL(e->sql));
	memcpy(to, from, rest);
	to += rest;
	*to = '\0';
	return zend_string_truncate(text, (size_t) (to - ZSTR_VAL(text)), false);
}

static void free_emulation(emulation *e)
{
	for (uint32_t i = 0; e->literals != NULL && i < e->found.count; i++) {
		zval_ptr_dtor(&e->literals[i].value);
		if (e->literals[i].text != NULL) {
			zend_string_release(e->literals[i].text);
		}
	}
	if (e->literals != NULL) {
		efree(e->literals);
	}
	mynd_pdo_free_placeholders(&e->found);
}

static void set_text(pdo_stmt_t *stmt, zend_string *text)
{
	if (stmt->active_query_string != NULL) {
		zend_string_release(stmt->active_query_string);
	}
	stmt->active_query_string = text;
}

static bool emulate(emulation *e)
{
	HashTable *bound = mynd_pdo_bound(e->stmt);
	if (e->found.count == 0) {
		if (!e->found.unclosed && bound != NULL && zend_hash_num_elements(bound) > 0) {
			return refuse(e, "number of bound variables does not match number of tokens");
		}
		set_text(e->stmt, zend_string_copy(e->stmt->query_string));
		return true;
	}
	e->literals = ecalloc(e->found.count, sizeof *e->literals);
	for (uint32_t i = 0; i < e->found.count; i++) {
		ZVAL_UNDEF(&e->literals[i].value);
	}
	if (bound != NULL && !(take_over(e) && make_texts(e))) {
		return false;
	}
	set_text(e->stmt, put_together(e));
	return true;
}

bool mynd_pdo_emulate(pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (!self->has_run && stmt->active_query_string != NULL) { /* PDO::query() sends the query as it is */
		return true;
	}
	emulation e = {.stmt = stmt, .sql = stmt->query_string};
	int rc = mynd_pdo_find_placeholders(self->link, e.sql, &e.found);
	if (rc == MYND_BAD) {
		mynd_pdo_statement_failed(stmt, mynd_link_error(self->link));
		return false;
	}
	if (rc == MYND_MORE) {
		return refuse(&e, MYND_PDO_MIXED);
	}
	bool made = emulate(&e);
	free_emulation(&e);
	return made;
}
