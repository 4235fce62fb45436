/*
 * Values for a native statement: turns the bound values into parameters, and sends streams in pieces.
 *
 * First all values are copied, because turning a value into a string, or reading a stream, may run code of
 * the program, which may bind other values.
 */
#include "pdo.h"

#define PIECE 65536 /* bytes of a stream that are sent in one command */

static void set_state(pdo_stmt_t *stmt, const char *state)
{
	snprintf(stmt->error_code, sizeof stmt->error_code, "%s", state);
}

/*
 * Called when the program binds a parameter. Refuses a number that the native statement has no parameter for.
 * Execute checks everything else.
 */
int mynd_pdo_parameter_event(
    pdo_stmt_t *stmt, struct pdo_bound_param_data *parameter, enum pdo_param_event event)
{
	if (event != PDO_PARAM_EVT_ALLOC || !parameter->is_param) {
		return 1;
	}
	const mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (self->statement == NULL && !self->as_text) {
		return 1;
	}
	uint32_t count = self->as_text ? 0 : mynd_statement_parameter_count(self->statement);
	if (parameter->paramno < 0 || parameter->paramno >= count) {
		set_state(stmt, "HY093");
		return 0;
	}
	return 1;
}

/* --- copying the values --- */

HashTable *mynd_pdo_bound(const pdo_stmt_t *stmt)
{
	HashTable *held = mynd_pdo_statement_of(stmt)->bound;
	return UNEXPECTED(held != NULL) ? held : stmt->bound_params;
}

static void free_bound(zval *entry)
{
	struct pdo_bound_param_data *bound = Z_PTR_P(entry);
	zval_ptr_dtor(&bound->parameter);
	efree(bound);
}

static HashTable *new_bound(uint32_t count)
{
	HashTable *held = emalloc(sizeof *held);
	zend_hash_init(held, count, NULL, free_bound, false);
	return held;
}

/* Adds an entry under the name, or under the number if `name` is NULL. */
static struct pdo_bound_param_data *add_bound(HashTable *held, zend_string *name, zend_ulong number)
{
	struct pdo_bound_param_data *bound = ecalloc(1, sizeof *bound);
	return name != NULL ? zend_hash_add_new_ptr(held, name, bound)
	                    : zend_hash_index_add_new_ptr(held, number, bound);
}

HashTable *mynd_pdo_hold_bound(const pdo_stmt_t *stmt)
{
	struct pdo_bound_param_data *bound;
	zend_string *name;
	zend_ulong number;
	if (stmt->bound_params == NULL) {
		return NULL;
	}
	HashTable *held = new_bound(zend_hash_num_elements(stmt->bound_params));
	ZEND_HASH_FOREACH_KEY_PTR(stmt->bound_params, number, name, bound)
	{
		struct pdo_bound_param_data *copy = add_bound(held, name, number);
		copy->paramno = bound->paramno;
		copy->param_type = bound->param_type;
		ZVAL_COPY_DEREF(&copy->parameter, &bound->parameter);
	}
	ZEND_HASH_FOREACH_END();
	return held;
}

HashTable *mynd_pdo_values_as_bound(const pdo_stmt_t *stmt, const mynd_pdo_values *values)
{
	HashTable *names = stmt->bound_param_map;
	HashTable *held = values->count == 0 ? NULL : new_bound(values->count);
	for (uint32_t i = 0; i < values->count; i++) {
		zend_string *name = names == NULL ? NULL : zend_hash_index_find_ptr(names, i);
		struct pdo_bound_param_data *bound = add_bound(held, name, i);
		bound->paramno = i;
		bound->param_type = values->values[i].type;
		ZVAL_COPY(&bound->parameter, &values->values[i].value);
	}
	return held;
}

static bool take_over(pdo_stmt_t *stmt, mynd_pdo_values *values)
{
	struct pdo_bound_param_data *bound;
	HashTable *all = mynd_pdo_bound(stmt);
	uint32_t taken = 0;
	if (all == NULL) {
		return values->count == 0;
	}
	ZEND_HASH_FOREACH_PTR(all, bound)
	{
		if (bound->paramno >= 0 && bound->paramno < values->count &&
		    Z_ISUNDEF(values->values[bound->paramno].value)) {
			mynd_pdo_value *to = &values->values[bound->paramno];
			ZVAL_COPY_DEREF(&to->value, &bound->parameter);
			to->type = bound->param_type;
			taken++;
		}
	}
	ZEND_HASH_FOREACH_END();
	return taken == values->count;
}

/*
 * Encodes a value. As in stock the value decides which type is sent to the server, not the type that the
 * program has asked for. Returns false if the value cannot be a parameter.
 */
static bool encode(const mynd_pdo_value *value, mynd_parameter *out)
{
	const zval *v = &value->value;
	if (PDO_PARAM_TYPE(value->type) == PDO_PARAM_NULL || Z_TYPE_P(v) == IS_NULL) {
		*out = (mynd_parameter){.kind = MYND_PARAMETER_NULL, .type = MYND_TYPE_NULL};
		return true;
	}
	if (PDO_PARAM_TYPE(value->type) == PDO_PARAM_STMT) {
		return false;
	}
	switch (Z_TYPE_P(v)) {
	case IS_STRING:
		*out = (mynd_parameter){.kind = MYND_PARAMETER_BYTES,
		    .type = MYND_TYPE_VAR_STRING,
		    .bytes = {(const uint8_t *) Z_STRVAL_P(v), Z_STRLEN_P(v)}};
		return true;
	case IS_LONG:
		*out = (mynd_parameter){
		    .kind = MYND_PARAMETER_INTEGER, .type = MYND_TYPE_LONGLONG, .integer = Z_LVAL_P(v)};
		return true;
	case IS_FALSE:
	case IS_TRUE:
		*out = (mynd_parameter){
		    .kind = MYND_PARAMETER_TINY, .type = MYND_TYPE_TINY, .integer = Z_TYPE_P(v) == IS_TRUE};
		return true;
	case IS_DOUBLE:
		*out = (mynd_parameter){.kind = MYND_PARAMETER_REAL, .type = MYND_TYPE_DOUBLE, .real = Z_DVAL_P(v)};
		return true;
	case IS_RESOURCE: /* a stream, which is sent in pieces */
		*out = (mynd_parameter){.kind = MYND_PARAMETER_BYTES, .type = MYND_TYPE_VAR_STRING};
		return PDO_PARAM_TYPE(value->type) == PDO_PARAM_LOB;
	default:
		return false;
	}
}

/* Encodes the values that were bound. */
static bool encode_all(mynd_pdo_values *values)
{
	for (uint32_t i = 0; i < values->count; i++) {
		if (!Z_ISUNDEF(values->values[i].value) && !encode(&values->values[i], &values->parameters[i])) {
			return false;
		}
	}
	return true;
}

bool mynd_pdo_values_bind(pdo_stmt_t *stmt, mynd_pdo_values *values)
{
	uint32_t count = mynd_statement_parameter_count(mynd_pdo_statement_of(stmt)->statement);
	values->count = count;
	values->values = safe_emalloc(count, sizeof *values->values + sizeof *values->parameters, 1);
	values->parameters = (mynd_parameter *) (values->values + count);
	for (uint32_t i = 0; i < count; i++) {
		ZVAL_UNDEF(&values->values[i].value);
	}
	bool complete = take_over(stmt, values);
	bool encoded = encode_all(values); /* as in stock, checked before missing values */
	if (encoded && !complete) {
		set_state(stmt, "HY093");
	}
	if (encoded && complete) {
		return true;
	}
	mynd_pdo_values_free(values);
	return false;
}

void mynd_pdo_values_free(mynd_pdo_values *values)
{
	for (uint32_t i = 0; i < values->count; i++) {
		zval_ptr_dtor(&values->values[i].value);
	}
	efree(values->values);
}

/* --- streams --- */

/* Returns NULL if the value is no stream, or a closed stream. */
static php_stream *stream_behind(zval *value)
{
	return zend_fetch_resource2(Z_RES_P(value), NULL, php_file_le_stream(), php_file_le_pstream());
}

php_stream *mynd_pdo_stream_hold(pdo_stmt_t *stmt, zval *value, bool *held)
{
	php_stream *stream = stream_behind(value);
	if (stream == NULL) {
		mynd_pdo_statement_refuse(stmt, "HY105", "Expected a stream resource");
		return NULL;
	}
	*held = !(stream->flags & PHP_STREAM_FLAG_NO_FCLOSE);
	stream->flags |= PHP_STREAM_FLAG_NO_FCLOSE;
	return stream;
}

void mynd_pdo_stream_let_go(zval *value, bool held)
{
	php_stream *stream = stream_behind(value);
	if (stream != NULL && held) {
		stream->flags &= ~PHP_STREAM_FLAG_NO_FCLOSE;
	}
}

zend_string *mynd_pdo_read_stream(php_stream *stream)
{
	zend_string *all = php_stream_copy_to_mem(stream, PHP_STREAM_COPY_ALL, false);
	return all != NULL ? all : ZSTR_EMPTY_ALLOC(); /* an empty stream gives NULL */
}

/* Reads up to the end of the stream, but at most one piece. */
static zend_string *read_piece(php_stream *stream)
{
	zend_string *piece = zend_string_alloc(PIECE, false);
	size_t len = 0;
	ssize_t n;
	while (len < PIECE && !EG(exception) &&
	       (n = php_stream_read(stream, ZSTR_VAL(piece) + len, PIECE - len)) > 0) {
		len += (size_t) n;
	}
	ZSTR_VAL(piece)[len] = '\0';
	return zend_string_truncate(piece, len, false);
}

/*
 * Replaces the stream in the bound variable by the string, as in stock, so that the statement can run again.
 */
static void put_text_in_place(pdo_stmt_t *stmt, uint32_t number, const zval *stream, zend_string *text)
{
	struct pdo_bound_param_data *bound;
	if (stmt->bound_params == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(stmt->bound_params, bound)
	{
		zval *place = &bound->parameter;
		ZVAL_DEREF(place);
		if (bound->paramno == number && Z_TYPE_P(place) == IS_RESOURCE && Z_RES_P(place) == Z_RES_P(stream)) {
			zval_ptr_dtor(place);
			ZVAL_STR_COPY(place, text);
			return;
		}
	}
	ZEND_HASH_FOREACH_END();
}

/*
 * Returns false if code of the program has executed the statement meanwhile, and so made it an emulated one.
 */
static bool is_native(const pdo_stmt_t *stmt)
{
	return mynd_pdo_statement_of(stmt)->statement != NULL;
}

/* Returns false on failure: the statement has the error. */
static bool send_piece(pdo_stmt_t *stmt, uint16_t number, const zend_string *piece)
{
	mynd_statement *statement = mynd_pdo_statement_of(stmt)->statement;
	if (statement == NULL) { /* the earlier pieces belong to the native statement */
		return mynd_pdo_statement_out_of_sync(stmt);
	}
	int rc = mynd_statement_long_data(statement, number, ZSTR_VAL(piece), ZSTR_LEN(piece));
	if (rc != MYND_OK) {
		mynd_pdo_statement_failed(stmt, mynd_statement_error(statement));
	}
	mynd_pdo_statement_of(stmt)->has_pieces = true;
	return rc == MYND_OK;
}

/*
 * Sends the stream piece by piece. `piece` is the first, which was read already, and is released here.
 * Sending may wait. If meanwhile the stream is closed, or the statement becomes an emulated one, sending ends
 * with an error. Returns false on failure: the statement has the error.
 */
static bool send_pieces(pdo_stmt_t *stmt, uint16_t number, zval *value, zend_string *piece)
{
	php_stream *stream = stream_behind(value);
	bool sent = true;
	while (sent && stream != NULL && !EG(exception) && ZSTR_LEN(piece) > 0) {
		sent = send_piece(stmt, number, piece);
		zend_string_release(piece);
		stream = stream_behind(value);
		piece = sent && stream != NULL ? read_piece(stream) : zend_empty_string;
	}
	zend_string_release(piece);
	if (sent && stream == NULL && !EG(exception)) {
		mynd_pdo_statement_refuse(stmt, "HY105", "Expected a stream resource");
		sent = false;
	}
	return sent;
}

/* Replaces the stream by the string, in the values and in the bound variable. */
static void take_text(pdo_stmt_t *stmt, mynd_pdo_values *values, uint32_t number, zend_string *text)
{
	zval stream, *value = &values->values[number].value;
	put_text_in_place(stmt, number, value, text);
	ZVAL_COPY_VALUE(&stream, value);
	ZVAL_STR(value, text);
	encode(&values->values[number], &values->parameters[number]);
	zval_ptr_dtor(&stream);
}

/* Returns `piece` together with the rest of the stream; releases `piece`. */
static zend_string *read_rest(php_stream *stream, zend_string *piece)
{
	zend_string *rest = mynd_pdo_read_stream(stream);
	zend_string *all = zend_string_concat2(ZSTR_VAL(piece), ZSTR_LEN(piece), ZSTR_VAL(rest), ZSTR_LEN(rest));
	zend_string_release(piece);
	zend_string_release(rest);
	return all;
}

/*
 * Sends a stream in pieces. A short stream becomes a string instead, and so does every stream of an
 * asynchronous or an emulated execute. Returns false on failure: the statement has the error, or an exception
 * was thrown.
 */
static bool send_stream(pdo_stmt_t *stmt, mynd_pdo_values *values, uint32_t number)
{
	zval *value = &values->values[number].value;
	bool held, done = true;
	php_stream *stream = mynd_pdo_stream_hold(stmt, value, &held);
	if (stream == NULL) {
		return false;
	}
	bool whole = mynd_pdo_statement_of(stmt)->async;
	zend_string *piece = whole ? mynd_pdo_read_stream(stream) : read_piece(stream);
	if (UNEXPECTED(!is_native(stmt)) && !EG(exception)) {
		piece = read_rest(stream, piece);
	}
	bool is_text = whole || !is_native(stmt) || ZSTR_LEN(piece) < PIECE;
	if (!is_text) {
		done = send_pieces(stmt, (uint16_t) number, value, piece);
		values->parameters[number].kind = MYND_PARAMETER_LONG;
	}
	mynd_pdo_stream_let_go(value, held);
	if (is_text) {
		take_text(stmt, values, number, piece);
	}
	return done && !EG(exception);
}

static bool has_pieces(const mynd_pdo_values *values)
{
	uint32_t i = 0;
	while (i < values->count && values->parameters[i].kind != MYND_PARAMETER_LONG) {
		i++;
	}
	return i < values->count;
}

bool mynd_pdo_values_send(pdo_stmt_t *stmt, mynd_pdo_values *values)
{
	for (uint32_t i = 0; i < values->count; i++) {
		if (Z_TYPE(values->values[i].value) == IS_RESOURCE &&
		    values->parameters[i].kind != MYND_PARAMETER_NULL && !send_stream(stmt, values, i)) {
			return false;
		}
	}
	if (UNEXPECTED(!is_native(stmt)) && has_pieces(values)) {
		return mynd_pdo_statement_out_of_sync(stmt);
	}
	return true;
}
