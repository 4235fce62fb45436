/*
 * PDO::prepare(). An emulated statement is made without the server. A native statement is prepared by the
 * server, with names turned into positions, and the names are reported to PDO's core. As in stock the
 * handle's attribute decides which kind is made. For an asynchronous statement, whose prepare would wait, an
 * option of prepare() may decide instead.
 */
#include "pdo.h"
#include "startup.h"

static void release_name(zval *name)
{
	zend_string_release(Z_PTR_P(name));
}

/* Gives PDO's core a table of the names by position, in which it finds the position of a bound name. */
static void map_names(pdo_stmt_t *stmt, const mynd_pdo_placeholders *found)
{
	ALLOC_HASHTABLE(stmt->bound_param_map);
	zend_hash_init(stmt->bound_param_map, found->values, NULL, release_name, false);
	for (uint32_t i = 0; i < found->count; i++) {
		if (found->list[i].kind == MYND_PLACEHOLDER_NAME) {
			zend_string *name =
			    zend_string_init((const char *) found->list[i].text.ptr, found->list[i].text.len, false);
			zend_hash_next_index_insert_ptr(stmt->bound_param_map, name);
		}
	}
}

static zend_string *names_to_marks(const zend_string *sql, const mynd_pdo_placeholders *found)
{
	zend_string *text = zend_string_alloc(ZSTR_LEN(sql), false);
	const uint8_t *from = (const uint8_t *) ZSTR_VAL(sql);
	char *to = ZSTR_VAL(text);
	for (uint32_t i = 0; i < found->count; i++) {
		const mynd_placeholder *p = &found->list[i];
		if (p->kind == MYND_PLACEHOLDER_NAME) {
			memcpy(to, from, (size_t) (p->text.ptr - from));
			to += p->text.ptr - from;
			*to++ = '?';
			from = p->text.ptr + p->text.len;
		}
	}
	size_t rest = ZSTR_LEN(sql) - (size_t) ((const char *) from - ZSTR_VAL(sql));
	memcpy(to, from, rest);
	to += rest;
	*to = '\0';
	return zend_string_truncate(text, (size_t) (to - ZSTR_VAL(text)), false);
}

static bool is_listed(const mynd_pdo_named *named, const zend_string *name)
{
	for (uint32_t i = 0; i < named->count; i++) {
		if (zend_string_equals(named->names[i], name)) {
			return true;
		}
	}
	return false;
}

static void list_names(mynd_pdo_named *to, const mynd_pdo_placeholders *found)
{
	to->names = safe_emalloc(found->values, sizeof *to->names, 0);
	for (uint32_t i = 0; i < found->count; i++) {
		const mynd_placeholder *p = &found->list[i];
		if (p->kind == MYND_PLACEHOLDER_NAME) {
			zend_string *name = zend_string_init((const char *) p->text.ptr, p->text.len, false);
			to->different += !is_listed(to, name);
			to->names[to->count++] = name;
		}
	}
}

int mynd_pdo_name_placeholders(zend_object *object, zend_string *sql, mynd_pdo_named *named)
{
	mynd_pdo_placeholders found;
	*named = (mynd_pdo_named){.text = NULL};
	int rc = mynd_pdo_find_placeholders(mynd_pdo_link_of(object), sql, &found);
	if (rc != MYND_OK) {
		return rc;
	}
	if (found.names) {
		named->text = names_to_marks(sql, &found);
		list_names(named, &found);
	} else {
		named->text = zend_string_copy(sql);
	}
	mynd_pdo_free_placeholders(&found);
	return MYND_OK;
}

/* Returns true in a call of PDO::query(), which also executes the statement. */
static bool is_in_query(void)
{
	const zend_execute_data *call = EG(current_execute_data);
	const zend_function *called = call == NULL ? NULL : call->func;
	return called != NULL && called->type == ZEND_INTERNAL_FUNCTION &&
	       zend_string_equals_literal(called->common.function_name, "query");
}

/*
 * Prepares the query. Leaves the statement an emulated one if servers cannot prepare the query, or if it need
 * not be prepared. Returns false on failure: the handle has the error.
 */
static bool prepare_text(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	self->as_text = mynd_statement_may_stay_text(self->link, ZSTR_VAL(sql), ZSTR_LEN(sql));
	if (self->as_text) {
		return true;
	}
	self->statement = mynd_statement_borrow_deferred(self->link, ZSTR_VAL(sql), ZSTR_LEN(sql), is_in_query());
	if (self->statement != NULL) {
		return true;
	}
	const mynd_error *error = mynd_link_error(self->link);
	if (error->code == MYND_PDO_NOT_PREPARED && error->cause == MYND_CAUSE_SERVER) {
		return true;
	}
	mynd_pdo_handle_failed(dbh, error);
	return false;
}

static bool prepare_native(pdo_dbh_t *dbh, zend_string *sql, pdo_stmt_t *stmt)
{
	mynd_pdo_placeholders found;
	int rc = mynd_pdo_find_placeholders(mynd_pdo_handle_of(dbh)->link, sql, &found);
	if (rc == MYND_BAD) {
		mynd_pdo_handle_failed(dbh, mynd_link_error(mynd_pdo_handle_of(dbh)->link));
		return false;
	}
	if (rc == MYND_MORE) {
		mynd_pdo.pdo_raise_impl_error(dbh, stmt, "HY093", MYND_PDO_MIXED);
		memcpy(dbh->error_code, stmt->error_code, sizeof dbh->error_code);
		return false;
	}
	zend_string *text = found.names ? names_to_marks(sql, &found) : zend_string_copy(sql);
	bool prepared = prepare_text(dbh, stmt, text);
	if (prepared && found.names && mynd_pdo_statement_of(stmt)->statement != NULL) {
		map_names(stmt, &found);
	}
	zend_string_release(text);
	mynd_pdo_free_placeholders(&found);
	return prepared;
}

bool mynd_pdo_prepare(pdo_dbh_t *dbh, zend_string *sql, pdo_stmt_t *stmt, zval *options)
{
	mynd_pdo_handle *handle = mynd_pdo_handle_of(dbh);
	mynd_pdo_statement *self = ecalloc(1, sizeof *self);
	self->link = handle->link;
	mynd_link_addref(self->link);
	stmt->driver_data = self;
	stmt->methods = &mynd_pdo_statement_methods;
	/* With NONE, PDO's core would look for placeholders itself. */
	stmt->supports_placeholders = PDO_PLACEHOLDER_POSITIONAL;
	self->async = pdo_attr_lval(options, MYND_PDO_ASYNC, 0) != 0;
	self->is_outcome = handle->for_outcome;
	handle->for_outcome = false;
	bool emulate = handle->emulate;
	if (self->async) {
		emulate = pdo_attr_lval(options, PDO_ATTR_EMULATE_PREPARES, emulate) != 0;
	}
	if (self->is_outcome || emulate) {
		return true;
	}
	mynd_link *link = mynd_pdo_begin(dbh);
	if (link == NULL) {
		return false;
	}
	bool prepared = prepare_native(dbh, sql, stmt);
	mynd_pdo_end(link);
	return prepared;
}
