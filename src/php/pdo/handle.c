/*
 * A PDO object: exec, quote, transactions, lastInsertId, and freeing it.
 *
 * Not here: connecting (connect.c), attributes (attributes.c), prepare (prepare.c).
 */
#include "pdo.h"

/* --- queries --- */

int mynd_pdo_run(pdo_dbh_t *dbh, const char *sql, size_t len, zend_long *affected)
{
	mynd_link *link = mynd_pdo_begin(dbh);
	*affected = 0;
	if (link == NULL) {
		return MYND_BAD;
	}
	int rc = mynd_link_query(link, sql, len, false);
	uint64_t rows = mynd_link_affected_rows(link);
	if (rc == MYND_OK && (mynd_link_has_result(link) || mynd_link_more_results(link))) {
		rc = mynd_link_drain(link);
	}
	*affected = rc != MYND_OK || rows == (uint64_t) -1 ? 0 : (zend_long) rows;
	if (rc != MYND_OK) {
		mynd_pdo_handle_failed(dbh, mynd_link_error(link));
	}
	mynd_pdo_end(link);
	return rc;
}

/* Runs a query, and reads and discards all its result sets. */
static zend_long handle_exec(pdo_dbh_t *dbh, const zend_string *sql)
{
	zend_long affected;
	return mynd_pdo_run(dbh, ZSTR_VAL(sql), ZSTR_LEN(sql), &affected) == MYND_OK ? affected : -1;
}

static bool run_simple(pdo_dbh_t *dbh, const char *sql)
{
	zend_long affected;
	return mynd_pdo_run(dbh, sql, strlen(sql), &affected) == MYND_OK;
}

/* --- quoting --- */

/*
 * Returns the prefix of a quoted string: "N" or "", by PDO::PARAM_STR_NATL and the handle's default; from PHP
 * 8.4 on "_binary" for PDO::PARAM_LOB.
 */
static const char *introducer(const mynd_pdo_handle *self, enum pdo_param_type type)
{
	bool national = self->national;
	if ((type & PDO_PARAM_STR_NATL) == PDO_PARAM_STR_NATL) {
		national = true;
	}
	if ((type & PDO_PARAM_STR_CHAR) == PDO_PARAM_STR_CHAR) {
		national = false;
	}
#if PHP_VERSION_ID >= 80400
	if (PDO_PARAM_TYPE(type) == PDO_PARAM_LOB) {
		return "_binary";
	}
#endif
	return national ? "N" : "";
}

size_t mynd_pdo_quote_into(pdo_dbh_t *dbh, const zend_string *text, enum pdo_param_type type, char *to)
{
	const mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	bool no_backslash = mynd_link_has_no_backslash(self->link);
	const char *before = introducer(self, type);
	size_t len = strlen(before);
	memcpy(to, before, len);
	to[len++] = '\'';
	len += mynd_escape(mynd_link_charset(self->link), no_backslash,
	    (mynd_slice){(const uint8_t *) ZSTR_VAL(text), ZSTR_LEN(text)}, (uint8_t *) to + len);
	to[len++] = '\'';
	return len;
}

static zend_string *handle_quote(pdo_dbh_t *dbh, const zend_string *text, enum pdo_param_type type)
{
	zend_string *quoted = zend_string_safe_alloc(2, ZSTR_LEN(text), MYND_PDO_QUOTES_MAX, false);
	size_t len = mynd_pdo_quote_into(dbh, text, type, ZSTR_VAL(quoted));
	ZSTR_VAL(quoted)[len] = '\0';
	return zend_string_truncate(quoted, len, false);
}

/* --- transactions --- */

static bool handle_begin(pdo_dbh_t *dbh)
{
	return run_simple(dbh, "START TRANSACTION");
}

/* Refuses the commit if an asynchronous statement has failed and the program has not seen the error. */
static bool begin_commit(pdo_dbh_t *dbh)
{
	mynd_link *link = mynd_pdo_begin(dbh);
	if (link == NULL) {
		return false;
	}
	bool refused = mynd_pdo_refuse_commit(dbh);
	mynd_pdo_end(link);
	return !refused;
}

static bool handle_commit(pdo_dbh_t *dbh)
{
	const mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	bool is_quiet = EXPECTED(self->waiting == NULL && self->failed == NULL);
	return (is_quiet || begin_commit(dbh)) && run_simple(dbh, "COMMIT");
}

/*
 * Rolls back. PDO's core calls this also when it frees a handle in a transaction. In that case no code of the
 * program runs here.
 */
static bool handle_rollback(pdo_dbh_t *dbh)
{
	if (!mynd_pdo_is_in_rollback()) {
		mynd_link_roll_back_left(mynd_pdo_handle_of(dbh)->link);
		return true;
	}
	return run_simple(dbh, "ROLLBACK");
}

static bool handle_in_transaction(pdo_dbh_t *dbh)
{
	return mynd_link_is_in_transaction(mynd_pdo_handle_of(dbh)->link);
}

static zend_string *handle_last_id(pdo_dbh_t *dbh, const zend_string *name)
{
	(void) name;
	return mynd_pdo_resolve_for_handle(dbh)
	           ? zend_u64_to_str(mynd_link_insert_id(mynd_pdo_handle_of(dbh)->link))
	           : NULL;
}

/* --- freeing --- */

/*
 * Returns SUCCESS if a persistent handle is alive. Does not ask the server, because mynd's pools store and
 * reset the connections.
 */
static zend_result check_handle(pdo_dbh_t *dbh)
{
	return mynd_link_is_open(mynd_pdo_handle_of(dbh)->link) ? SUCCESS : FAILURE;
}

/*
 * Called when the object of a persistent handle is freed. PDO's core would leave the handle in its list,
 * where nobody finds it again (make_unique in connect.c). So this function removes the handle from the list,
 * with the list's reference. PDO's core frees the handle when this function returns.
 */
static void handle_object_freed(pdo_dbh_t *dbh)
{
	const char *id = dbh->persistent_id;
	if (id == NULL) {
		return;
	}
	zend_resource *entry = zend_hash_str_find_ptr(&EG(persistent_list), id, dbh->persistent_id_len);
	if (entry == NULL || entry->ptr != dbh) {
		return;
	}
	entry->type = -1; /* prevents the list's destructor from touching the handle */
	zend_hash_str_del(&EG(persistent_list), id, dbh->persistent_id_len);
	dbh->refcount--;
}

static void handle_close(pdo_dbh_t *dbh)
{
	mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	if (self == NULL) {
		return;
	}
	dbh->driver_data = NULL;
	mynd_pdo_views_end(self);
	mynd_pdo_forget_waiting(self);
	mynd_link_probe_later(self->link);
	mynd_pool_let_go(self->link, MYND_CLOSE_IMPLICIT);
	mynd_pdo_error_clear(&self->error);
	free(self);
}

/* --- the table --- */

const struct pdo_dbh_methods mynd_pdo_handle_methods = {
    .closer = handle_close,
    .preparer = mynd_pdo_prepare,
    .doer = handle_exec,
    .quoter = handle_quote,
    .begin = handle_begin,
    .commit = handle_commit,
    .rollback = handle_rollback,
    .set_attribute = mynd_pdo_set_attribute,
    .last_id = handle_last_id,
    .fetch_err = mynd_pdo_fetch_error,
    .get_attribute = mynd_pdo_get_attribute,
    .check_liveness = check_handle,
    .persistent_shutdown = handle_object_freed,
    .in_transaction = handle_in_transaction,
};
