/*
 * The rows of Mynd\execute_many(): turns the program's rows into strings, and manages the queue of their
 * keys.
 *
 * All values are sent as strings, like the values of execute($values): a number needs no type of its own, and
 * rows of different types can follow one another. A float is sent with all its digits, whatever the setting
 * "precision"; false is sent as 0.
 *
 * The program's code runs between rows: its iterator, and __toString() of its values.
 */
#include "many.h"

#include "values.h"
#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

#define FIRST_ROOM    64
#define FEWEST_DIGITS (-1) /* as many digits as distinguish the float from all others */

static zend_class_entry *indicator_ce;

void many_rows_startup(zend_class_entry *indicator)
{
	indicator_ce = indicator;
}

/* --- keys --- */

static zval *place(const many_keys *keys, uint32_t at)
{
	return &keys->ring[(keys->first + at) & (keys->room - 1)];
}

static void grow(many_keys *keys)
{
	uint32_t room = keys->room == 0 ? FIRST_ROOM : 2 * keys->room;
	zval *ring = safe_emalloc(room, sizeof *ring, 0);
	for (uint32_t i = 0; i < keys->count; i++) {
		ZVAL_COPY_VALUE(&ring[i], place(keys, i));
	}
	if (keys->ring != NULL) {
		efree(keys->ring);
	}
	keys->ring = ring;
	keys->room = room;
	keys->first = 0;
}

static void put_key(many_keys *keys, zval *key)
{
	if (keys->count == keys->room) {
		grow(keys);
	}
	ZVAL_COPY_VALUE(place(keys, keys->count), key);
	keys->count++;
}

const zval *many_key(const many *m, uint32_t at)
{
	return place(&m->keys, at);
}

void many_rows_done(many *m, uint32_t count)
{
	many_keys *keys = &m->keys;
	m->done += count;
	m->sent -= count;
	while (count-- > 0) {
		zval key;
		ZVAL_COPY_VALUE(&key, place(keys, 0)); /* the key's destructor may be code of the program */
		keys->first = (keys->first + 1) & (keys->room - 1);
		keys->count--;
		zval_ptr_dtor(&key);
	}
}

void many_rows_free(many *m)
{
	m->sent = m->keys.count;
	many_rows_done(m, m->keys.count);
	if (m->keys.ring != NULL) {
		efree(m->keys.ring);
	}
	if (m->values != NULL) {
		many_forget_row(m);
		efree(m->values);
	}
	if (m->named.text != NULL) {
		mynd_named_free(&m->named);
	}
}

/* --- values --- */

static mynd_slice slice(const char *text, size_t len)
{
	return (mynd_slice){(const uint8_t *) text, len};
}

static void hold(many_value *to, zend_string *text)
{
	to->held = text;
	to->text = slice(ZSTR_VAL(text), ZSTR_LEN(text));
}

static void take_integer(many_value *to, zend_long value)
{
	char *end = to->digits + sizeof to->digits - 1;
	char *begin = zend_print_long_to_buf(end, value);
	to->text = slice(begin, (size_t) (end - begin));
}

static void take_double(many_value *to, double value)
{
	smart_str text = {0};
	smart_str_append_double(&text, value, FEWEST_DIGITS, false);
	smart_str_0(&text);
	hold(to, text.s);
}

static mynd_indicator indicator_of(const zval *indicator)
{
	const zval *name = zend_enum_fetch_case_name(Z_OBJ_P(indicator));
	return zend_string_equals_literal(Z_STR_P(name), "Default") ? MYND_INDICATOR_DEFAULT
	                                                            : MYND_INDICATOR_IGNORE;
}

/* Returns false if it threw. */
static bool take_indicator(many *m, many_value *to, const zval *indicator)
{
	to->mark = indicator_of(indicator);
	m->marked = true;
	if (!m->may_bulk) {
		zend_value_error("Mynd\\execute_many(): indicators need a server and a statement that run in bulk");
	}
	return m->may_bulk;
}

static bool take_other(many_value *to, zval *value)
{
	zend_string *text = zval_try_get_string(value);
	if (text == NULL) {
		return false;
	}
	hold(to, text);
	return !EG(exception);
}

static bool take_value(many *m, many_value *to, zval *value)
{
	ZVAL_DEREF(value);
	to->mark = MYND_INDICATOR_VALUE;
	switch (Z_TYPE_P(value)) {
	case IS_NULL:
		to->mark = MYND_INDICATOR_NULL;
		return true;
	case IS_STRING:
		hold(to, zend_string_copy(Z_STR_P(value)));
		return true;
	case IS_LONG:
		take_integer(to, Z_LVAL_P(value));
		return true;
	case IS_FALSE:
	case IS_TRUE:
		take_integer(to, Z_TYPE_P(value) == IS_TRUE);
		return true;
	case IS_DOUBLE:
		take_double(to, Z_DVAL_P(value));
		return true;
	case IS_OBJECT:
		if (Z_OBJCE_P(value) == indicator_ce) {
			return take_indicator(m, to, value);
		}
		return take_other(to, value);
	default:
		return take_other(to, value);
	}
}

void many_forget_row(many *m)
{
	for (uint32_t i = 0; i < m->columns; i++) {
		if (m->values[i].held != NULL) {
			zend_string_release(m->values[i].held);
			m->values[i].held = NULL;
		}
	}
	m->at_hand = false;
}

/* --- rows --- */

/* Returns false if it threw. */
static bool check_named_row(const many *m, const zval *row)
{
	uint32_t names = m->named.different;
	if (Z_TYPE_P(row) != IS_ARRAY) {
		zend_type_error("Mynd\\execute_many(): a row must be an array of values by name, %s given",
		    zend_zval_type_name(row));
		return false;
	}
	for (uint32_t i = 0; i < m->columns; i++) {
		if (mynd_named_value(Z_ARRVAL_P(row), m->named.names[i]) == NULL) {
			zend_value_error("Mynd\\execute_many(): a row must have a value for each name, none for %s",
			    ZSTR_VAL(m->named.names[i]));
			return false;
		}
	}
	if (zend_hash_num_elements(Z_ARRVAL_P(row)) != names) {
		zend_value_error("Mynd\\execute_many(): a row must have as many values as names, %" PRIu32
		                 " needed, %" PRIu32 " present",
		    names, zend_hash_num_elements(Z_ARRVAL_P(row)));
		return false;
	}
	return true;
}

/* Returns false if it threw. */
static bool check_row(const many *m, const zval *row)
{
	if (m->named.count > 0) {
		return check_named_row(m, row);
	}
	if (Z_TYPE_P(row) != IS_ARRAY || !zend_array_is_list(Z_ARRVAL_P(row))) {
		zend_type_error("Mynd\\execute_many(): a row must be a list of values, %s given",
		    Z_TYPE_P(row) == IS_ARRAY ? "an array with other keys" : zend_zval_type_name(row));
		return false;
	}
	if (zend_hash_num_elements(Z_ARRVAL_P(row)) != m->columns) {
		zend_value_error("Mynd\\execute_many(): a row must have as many values as parameters, %" PRIu32
		                 " needed, %" PRIu32 " present",
		    m->columns, zend_hash_num_elements(Z_ARRVAL_P(row)));
		return false;
	}
	return true;
}

static bool take_values(many *m, HashTable *row)
{
	many_value *to = m->values;
	zval *value;
	ZEND_HASH_FOREACH_VAL (row, value) {
		if (!take_value(m, to++, value)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool take_named_values(many *m, HashTable *row)
{
	for (uint32_t i = 0; i < m->columns; i++) {
		if (!take_value(m, &m->values[i], mynd_named_value(row, m->named.names[i]))) {
			return false;
		}
	}
	return true;
}

bool many_next_row(many *m)
{
	zval key, row;
	ZVAL_UNDEF(&key);
	if (m->at_hand || m->over) {
		return m->at_hand;
	}
	int rc = mynd_source_next(&m->source, &key, &row);
	if (rc == MYND_OK) {
		bool (*take)(many *, HashTable *) = m->named.count > 0 ? take_named_values : take_values;
		rc = check_row(m, &row) && take(m, Z_ARRVAL(row)) ? MYND_OK : MYND_BAD;
		zval_ptr_dtor(&row);
		if (rc == MYND_OK) {
			put_key(&m->keys, &key);
			return m->at_hand = true;
		}
		many_forget_row(m);
	}
	zval_ptr_dtor(&key);
	m->over = true;
	if (rc == MYND_BAD) {
		m->failure = mynd_source_failure();
	}
	return false;
}
