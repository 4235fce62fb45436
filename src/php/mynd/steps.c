/*
 * Generators over steps that are done in C.
 *
 * Always true: the closure is compiled once a request, when the first Generator is made. No step runs before
 * the program asks the Generator for a value.
 */
#include "steps.h"

#include "line.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

static zend_class_entry *steps_ce;
static zend_object_handlers steps_handlers;

static mynd_steps *steps_of(const zend_object *object)
{
	return (mynd_steps *) ((char *) object - offsetof(mynd_steps, std));
}

void *mynd_steps_context(const zend_object *object, const mynd_steps_kind *kind)
{
	return object->handlers == &steps_handlers && steps_of(object)->kind == kind ? steps_of(object)->context
	                                                                             : NULL;
}

/* --- the object --- */

static zend_object *steps_create(zend_class_entry *ce)
{
	mynd_steps *steps = zend_object_alloc(sizeof *steps, ce);
	zend_object_std_init(&steps->std, ce);
	object_properties_init(&steps->std, ce);
	steps->std.handlers = &steps_handlers;
	steps->over = true;
	return &steps->std;
}

/* Clears key and value, and only then runs their destructors. */
static void clear(mynd_steps *steps)
{
	zval key, value;
	ZVAL_COPY_VALUE(&key, &steps->key);
	ZVAL_COPY_VALUE(&value, &steps->value);
	ZVAL_UNDEF(&steps->key);
	ZVAL_UNDEF(&steps->value);
	zval_ptr_dtor(&key);
	zval_ptr_dtor(&value);
}

/* Frees the engine's part first, so that no destructor can get the object from a weak reference. */
static void steps_free(zend_object *object)
{
	mynd_steps *steps = steps_of(object);
	zend_object_std_dtor(object);
	clear(steps);
	if (steps->context != NULL) {
		steps->kind->free(steps->context);
		steps->context = NULL;
	}
}

static HashTable *steps_values(zend_object *object, zval **table, int *count)
{
	mynd_steps *steps = steps_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	zend_get_gc_buffer_add_zval(buffer, &steps->key);
	zend_get_gc_buffer_add_zval(buffer, &steps->value);
	if (steps->context != NULL) {
		steps->kind->list_values(steps->context, buffer);
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return NULL;
}

/* --- its iterator --- */

static mynd_steps *steps_behind(zend_object_iterator *iterator)
{
	return steps_of(Z_OBJ(iterator->data));
}

static void iterator_free(zend_object_iterator *iterator)
{
	zval_ptr_dtor(&iterator->data);
}

static void step(zend_object_iterator *iterator)
{
	mynd_steps *steps = steps_behind(iterator);
	/*
	 * A running Generator reports this error itself. So a program gets here only with an object taken from a
	 * backtrace.
	 */
	if (steps->running) {
		zend_throw_error(NULL, "Cannot resume an already running generator");
		return;
	}
	steps->running = true;
	clear(steps);
	steps->over = steps->over || steps->kind->next(steps) != MYND_OK;
	steps->running = false;
}

static int iterator_valid(zend_object_iterator *iterator)
{
	return steps_behind(iterator)->over ? FAILURE : SUCCESS;
}

static zval *iterator_value(zend_object_iterator *iterator)
{
	return &steps_behind(iterator)->value;
}

static void iterator_key(zend_object_iterator *iterator, zval *key)
{
	ZVAL_COPY(key, &steps_behind(iterator)->key);
}

static HashTable *iterator_values(zend_object_iterator *iterator, zval **table, int *count)
{
	*table = &iterator->data;
	*count = 1;
	return NULL;
}

static const zend_object_iterator_funcs iterator_functions = {
    .get_gc = iterator_values,
    .dtor = iterator_free,
    .valid = iterator_valid,
    .get_current_data = iterator_value,
    .get_current_key = iterator_key,
    .move_forward = step,
    .rewind = step,
};

/* Returns the object's only iterator, for its Generator. */
static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	zend_object_iterator *iterator = emalloc(sizeof *iterator);
	zend_iterator_init(iterator);
	ZVAL_OBJ_COPY(&iterator->data, Z_OBJ_P(object));
	iterator->funcs = &iterator_functions;
	return iterator;
}

/* --- the Generator --- */

/*
 * The code is a loop and not `yield from`. With `yield from`, the Generator does not count as running while
 * the engine takes the next pair from the iterator. If code of the program resumed the Generator then, the
 * frames would form a circle, in which a backtrace never ends.
 */
static bool compile(zval *closure)
{
	static const char code[] =
	    "static function ($steps) { foreach ($steps as $key => $value) { yield $key => $value; } }";
	return mynd_line_compile(code, sizeof code - 1, closure);
}

mynd_steps *mynd_steps_new(const mynd_steps_kind *kind, void *context)
{
	zval object;
	object_init_ex(&object, steps_ce);
	mynd_steps *steps = steps_of(Z_OBJ(object));
	steps->kind = kind;
	steps->context = context;
	steps->over = false;
	return steps;
}

void mynd_steps_generate(zval *return_value, const mynd_steps_kind *kind, void *context)
{
	zval object;
	ZVAL_OBJ(&object, &mynd_steps_new(kind, context)->std);
	if (Z_TYPE(MYND_G(generator)) != IS_UNDEF || compile(&MYND_G(generator))) {
		call_user_function(NULL, NULL, &MYND_G(generator), return_value, 1, &object);
	}
	zval_ptr_dtor(&object);
}

void mynd_steps_request_shutdown(void)
{
	zval_ptr_dtor(&MYND_G(generator));
	ZVAL_UNDEF(&MYND_G(generator));
	zval_ptr_dtor(&MYND_G(source_program));
	ZVAL_UNDEF(&MYND_G(source_program));
}

void mynd_steps_startup(zend_class_entry *ce)
{
	steps_ce = ce;
	steps_ce->create_object = steps_create;
	steps_ce->get_iterator = get_iterator;
	memcpy(&steps_handlers, &std_object_handlers, sizeof steps_handlers);
	steps_handlers.offset = offsetof(mynd_steps, std);
	steps_handlers.free_obj = steps_free;
	steps_handlers.get_gc = steps_values;
	steps_handlers.clone_obj = NULL;
}

/* --- an iterable of the program's --- */

void mynd_source_open(mynd_source *source, zval *iterable)
{
	*source = (mynd_source){0};
	ZVAL_COPY(&source->iterable, iterable);
}

void mynd_source_close(mynd_source *source)
{
	if (source->iterator != NULL) {
		zend_iterator_dtor(source->iterator);
		source->iterator = NULL;
	}
	zval_ptr_dtor(&source->iterable);
	ZVAL_UNDEF(&source->iterable);
}

void mynd_source_list_values(mynd_source *source, zend_get_gc_buffer *buffer)
{
	zend_get_gc_buffer_add_zval(buffer, &source->iterable);
	if (source->iterator != NULL) {
		zend_get_gc_buffer_add_obj(buffer, &source->iterator->std);
	}
}

static int next_of_array(mynd_source *source, zval *key, zval *value)
{
	HashTable *array = Z_ARRVAL(source->iterable);
	if (source->begun) {
		zend_hash_move_forward_ex(array, &source->position);
	}
	source->begun = true;
	zval *element = zend_hash_get_current_data_ex(array, &source->position);
	if (element == NULL) {
		return MYND_MORE;
	}
	zend_hash_get_current_key_zval_ex(array, key, &source->position);
	ZVAL_COPY_DEREF(value, element);
	return MYND_OK;
}

static bool begin_iterator(mynd_source *source)
{
	zend_class_entry *ce = Z_OBJCE(source->iterable);
	zend_object_iterator *iterator = source->iterator = ce->get_iterator(ce, &source->iterable, 0);
	source->begun = true;
	if (iterator == NULL && !EG(exception)) {
		zend_throw_error(NULL, "%s did not give an iterator", ZSTR_VAL(ce->name));
	}
	if (EG(exception)) {
		return false;
	}
	iterator->index = 0;
	if (iterator->funcs->rewind != NULL) {
		iterator->funcs->rewind(iterator);
	}
	return !EG(exception);
}

static bool move_iterator(mynd_source *source)
{
	source->iterator->index++;
	source->iterator->funcs->move_forward(source->iterator);
	return !EG(exception);
}

static int next_of_iterator(mynd_source *source, zval *key, zval *value)
{
	if (!(source->begun ? move_iterator(source) : begin_iterator(source))) {
		return MYND_BAD;
	}
	zend_object_iterator *iterator = source->iterator;
	if (iterator->funcs->valid(iterator) == FAILURE) {
		return EG(exception) ? MYND_BAD : MYND_MORE;
	}
	zval *element = iterator->funcs->get_current_data(iterator);
	if (element == NULL || EG(exception)) {
		return EG(exception) ? MYND_BAD : MYND_MORE; /* the engine's own loops, too, end at a missing value */
	}
	ZVAL_COPY_DEREF(value, element);
	if (iterator->funcs->get_current_key != NULL) {
		iterator->funcs->get_current_key(iterator, key);
	} else {
		ZVAL_LONG(key, (zend_long) iterator->index);
	}
	if (EG(exception)) {
		zval_ptr_dtor(value);
		return MYND_BAD;
	}
	return MYND_OK;
}

int mynd_source_next(mynd_source *source, zval *key, zval *value)
{
	return Z_TYPE(source->iterable) == IS_ARRAY ? next_of_array(source, key, value)
	                                            : next_of_iterator(source, key, value);
}

zend_object *mynd_source_failure(void)
{
	zend_object *failure = EG(exception);
	if (zend_is_unwind_exit(failure) || zend_is_graceful_exit(failure)) {
		return NULL;
	}
	GC_ADDREF(failure);
	zend_clear_exception();
	return failure;
}

/* Private: a program cannot make a Steps itself. */
ZEND_METHOD(Mynd_Steps, __construct)
{
}
