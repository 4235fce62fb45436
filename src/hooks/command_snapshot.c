/*
 * A chain's copy of its command's properties: the SQL, the values, and facts of the link, from the beginning
 * of the call.
 *
 * Always true: during the call the SQL is copied only when a program reads it, facts of the link when a
 * program reads one of them, and everything when a program reads the values, or before the link gets another
 * session. When the call ends and there are still objects of the command, everything is copied. The rows of a
 * bulk execute, which may be many, are copied only when a program reads them.
 */
#include "intercept.h"

#include "../statement/bulk.h"

#include "zend_enum.h"

static zend_class_entry *indicator_ce;

void mynd_snapshot_startup(zend_class_entry *indicator)
{
	indicator_ce = indicator;
}

static zend_string *copy_text(const char *text, size_t len)
{
	return text == NULL ? NULL : zend_string_init(text, len, 0);
}

zend_string *mynd_chain_sql(mynd_chain *chain)
{
	if (chain->sql == NULL && !mynd_chain_is_over(chain)) {
		mynd_slice sql = mynd_call_sql(chain->call);
		chain->sql = copy_text((const char *) sql.ptr, sql.len);
	}
	return chain->sql;
}

static void value_of(const mynd_parameter *parameter, zval *out)
{
	switch (parameter->kind) {
	case MYND_PARAMETER_INTEGER:
	case MYND_PARAMETER_TINY:
		ZVAL_LONG(out, (zend_long) parameter->integer);
		break;
	case MYND_PARAMETER_REAL:
		ZVAL_DOUBLE(out, parameter->real);
		break;
	case MYND_PARAMETER_BYTES:
		ZVAL_STRINGL(out, (const char *) parameter->bytes.ptr, parameter->bytes.len);
		break;
	default:
		ZVAL_NULL(out);
	}
}

static void freeze_params(mynd_chain *chain)
{
	const mynd_call *call = chain->call;
	if (call->kind != MYND_CALL_EXECUTE) {
		return;
	}
	array_init_size(&chain->params, call->count);
	for (uint32_t i = 0; i < call->count; i++) {
		zval value;
		value_of(&call->parameters[i], &value);
		zend_hash_next_index_insert_new(Z_ARRVAL(chain->params), &value);
	}
}

static void gathered_value(mynd_indicator indicator, mynd_slice value, zval *out)
{
	switch (indicator) {
	case MYND_INDICATOR_VALUE:
		ZVAL_STRINGL(out, (const char *) value.ptr, value.len);
		break;
	case MYND_INDICATOR_DEFAULT:
		ZVAL_OBJ_COPY(out, zend_enum_get_case_cstr(indicator_ce, "Default"));
		break;
	case MYND_INDICATOR_IGNORE:
		ZVAL_OBJ_COPY(out, zend_enum_get_case_cstr(indicator_ce, "Ignore"));
		break;
	default:
		ZVAL_NULL(out);
	}
}

/* Reads a row of `count` values. Returns false if there is none. */
static bool gathered_row(mynd_cursor *rows, uint32_t count, zval *out)
{
	mynd_indicator indicator;
	mynd_slice bytes;
	zval value;
	array_init_size(out, count);
	for (uint32_t i = 0; i < count; i++) {
		if (mynd_bulk_take(rows, &indicator, &bytes) != MYND_OK) {
			zval_ptr_dtor(out);
			return false;
		}
		gathered_value(indicator, bytes, &value);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(out), &value);
	}
	return count > 0;
}

void mynd_chain_read_rows(mynd_chain *chain)
{
	if (Z_TYPE(chain->params) != IS_UNDEF || mynd_chain_is_over(chain) ||
	    chain->call->kind != MYND_CALL_BULK_EXECUTE || chain->call->has_run) {
		return;
	}
	mynd_statement *s = chain->call->statement;
	mynd_slice bytes = mynd_statement_gathered_rows(s, chain->call->bytes);
	mynd_cursor rows = mynd_cursor_over(bytes.ptr, bytes.len);
	zval row;
	array_init(&chain->params);
	while (gathered_row(&rows, mynd_statement_parameter_count(s), &row)) {
		zend_hash_next_index_insert_new(Z_ARRVAL(chain->params), &row);
	}
}

void mynd_chain_freeze_link(mynd_chain *chain)
{
	if (chain->has_link || mynd_chain_is_over(chain)) {
		return;
	}
	chain->has_link = true;
	static const mynd_connect nothing;
	const mynd_call *call = chain->call;
	const mynd_connect *with = call->kind == MYND_CALL_CONNECT ? call->with : mynd_link_login(chain->link);
	const char *charset = mynd_link_get_string(chain->link, MYND_SET_CHARSET_NAME);
	const char *extension = mynd_link_get_string(chain->link, MYND_SET_EXTENSION);
	if (with == NULL) {
		with = &nothing;
	}
	const mynd_connect *who = call->kind == MYND_CALL_CHANGE_USER ? call->with : with;
	bool local = mynd_connect_is_local(with);
	chain->host = with->host_len > 0 ? copy_text(with->host, with->host_len) : copy_text("localhost", 9);
	chain->port = local ? 0 : with->port == 0 ? 3306 : with->port;
	chain->socket = local && with->socket != NULL ? copy_text(with->socket, strlen(with->socket)) : NULL;
	chain->user = who->user != NULL ? copy_text(who->user, who->user_len) : ZSTR_EMPTY_ALLOC();
	if (call->charset != NULL) {
		charset = call->charset->name;
	} else if (mynd_link_server(chain->link) != NULL) {
		charset = mynd_link_charset(chain->link)->name;
	}
	chain->charset = charset == NULL ? NULL : copy_text(charset, strlen(charset));
	chain->extension = extension == NULL ? ZSTR_EMPTY_ALLOC() : copy_text(extension, strlen(extension));
}

void mynd_chain_freeze(mynd_chain *chain)
{
	if (!chain->frozen && !mynd_chain_is_over(chain)) {
		chain->frozen = true;
		mynd_chain_sql(chain);
		freeze_params(chain);
		mynd_chain_freeze_link(chain);
	}
}
