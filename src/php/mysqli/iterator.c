/*
 * foreach over a result: rows as associative arrays, numbered from 0.
 *
 * Each loop over a buffered result begins with the first row. A loop over an unbuffered result begins at the
 * current position, so the result can be read to its end once. The iterator has a reference to the
 * mysqli_result object, but the body of the loop may free the object's result.
 */
#include "mysqli.h"

#include "zend_interfaces.h"

typedef struct result_iterator {
	zend_object_iterator intern; /* data: the mysqli_result object */
	zval row;                    /* IS_UNDEF: no row */
	zend_long position;
} result_iterator;

static result_iterator *of(zend_object_iterator *iterator)
{
	return (result_iterator *) iterator;
}

static void drop_row(result_iterator *it)
{
	zval_ptr_dtor(&it->row);
	ZVAL_UNDEF(&it->row);
}

static void next_row(result_iterator *it, mysqli_result_object *self)
{
	drop_row(it);
	mynd_result *result = self->result;
	int rc = mynd_result_fetch(result, MYND_SHAPE_ASSOC, &it->row);
	if (rc == MYND_OK) {
		it->position++;
	} else if (rc == MYND_BAD) {
		mysqli_report_error(mynd_result_error(result));
	}
}

static void destroy(zend_object_iterator *iterator)
{
	drop_row(of(iterator));
	zval_ptr_dtor(&iterator->data);
}

static int check_valid(zend_object_iterator *iterator)
{
	return Z_ISUNDEF(of(iterator)->row) ? FAILURE : SUCCESS;
}

/* Returns null if there is no row: a program that calls the iterator itself may ask after the end. */
static zval *current(zend_object_iterator *iterator)
{
	result_iterator *it = of(iterator);
	return Z_ISUNDEF(it->row) ? &EG(uninitialized_zval) : &it->row;
}

static void key(zend_object_iterator *iterator, zval *out)
{
	ZVAL_LONG(out, of(iterator)->position);
}

static void move_forward(zend_object_iterator *iterator)
{
	mysqli_result_object *self = mysqli_result_live(&iterator->data);
	if (self != NULL) {
		next_row(of(iterator), self);
	} else {
		drop_row(of(iterator));
	}
}

static void warn_read_once(void)
{
#if PHP_VERSION_ID >= 80300
	zend_error(E_WARNING, "Data fetched with MYSQLI_USE_RESULT can be iterated only once");
#else
	php_error_docref(NULL, E_WARNING, "Data fetched with MYSQLI_USE_RESULT can be iterated only once");
#endif
}

static void rewind_iterator(zend_object_iterator *iterator)
{
	result_iterator *it = of(iterator);
	mysqli_result_object *self = mysqli_result_live(&iterator->data);
	drop_row(it);
	it->position = -1;
	if (self == NULL) {
		return;
	}
	if (mynd_result_is_buffered(self->result)) {
		mynd_result_seek(self->result, 0);
	} else if (mynd_result_at_end(self->result)) {
		warn_read_once();
		return;
	}
	next_row(it, self);
}

/* A row has plain values only, so just the object can be part of a cycle. */
static HashTable *cycles(zend_object_iterator *iterator, zval **table, int *n)
{
	*table = &iterator->data;
	*n = 1;
	return NULL;
}

static const zend_object_iterator_funcs functions = {
    destroy, check_valid, current, key, move_forward, rewind_iterator, NULL, cycles};

zend_object_iterator *mysqli_result_get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	if (by_ref) {
		zend_throw_error(NULL, "An iterator cannot be used with foreach by reference");
		return NULL;
	}
	result_iterator *it = emalloc(sizeof *it);
	zend_iterator_init(&it->intern);
	ZVAL_OBJ_COPY(&it->intern.data, Z_OBJ_P(object));
	it->intern.funcs = &functions;
	ZVAL_UNDEF(&it->row);
	it->position = 0;
	return &it->intern;
}

PHP_METHOD(mysqli_result, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_create_internal_iterator_zval(return_value, ZEND_THIS);
}
