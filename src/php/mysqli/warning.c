/*
 * The class mysqli_warning: the server's warnings, read once with SHOW WARNINGS, and iterated with next().
 *
 * The object owns the rows as PHP values, so it needs neither the connection nor a result afterwards.
 */
#include "mysqli.h"

#include "../../client/client.h"

zend_class_entry *mysqli_warning_ce;
mysqli_class mysqli_warning_class;

typedef struct warning_object {
	HashTable *rows;   /* rows of SHOW WARNINGS: level, code, message; NULL: none */
	uint32_t position; /* index of the current row; without meaning if `rows` is NULL */
	zend_object std;
} warning_object;

static warning_object *of(const zend_object *object)
{
	return (warning_object *) ((char *) object - offsetof(warning_object, std));
}

static mysqli_state state(const zend_object *object)
{
	return of(object)->rows == NULL ? MYSQLI_CLOSED : MYSQLI_CONNECTED;
}

static zval *cell(zend_object *object, zend_ulong column)
{
	zval *row = zend_hash_index_find(of(object)->rows, of(object)->position);
	return row != NULL && Z_TYPE_P(row) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(row), column) : NULL;
}

static bool read_message(zend_object *object, zval *out, bool quiet)
{
	zval *message = cell(object, 2);
	if (message == NULL || Z_TYPE_P(message) != IS_STRING) {
		ZVAL_EMPTY_STRING(out);
	} else {
		ZVAL_COPY(out, message);
	}
	return true;
}

/* A constant, as in stock: the server sends no SQLSTATE with a warning. */
static bool read_sqlstate(zend_object *object, zval *out, bool quiet)
{
	ZVAL_STRING(out, "HY000");
	return true;
}

static bool read_errno(zend_object *object, zval *out, bool quiet)
{
	zval *code = cell(object, 1);
	ZVAL_LONG(out, code == NULL ? 0 : zval_get_long(code));
	return true;
}

static const mysqli_property properties[] = {
    {ZEND_STRL("message"), MYSQLI_CONNECTED, false, read_message, NULL},
    {ZEND_STRL("sqlstate"), MYSQLI_CONNECTED, false, read_sqlstate, NULL},
    {ZEND_STRL("errno"), MYSQLI_CONNECTED, false, read_errno, NULL},
    {0},
};

static zend_object *create(zend_class_entry *ce)
{
	warning_object *self = zend_object_alloc(sizeof *self, ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &mysqli_warning_class.handlers;
	return &self->std;
}

static void destroy(zend_object *object)
{
	if (of(object)->rows != NULL) {
		zend_array_release(of(object)->rows);
	}
	zend_object_std_dtor(object);
}

void mysqli_warning_startup(zend_class_entry *ce)
{
	mysqli_warning_ce = ce;
	mysqli_class_init(&mysqli_warning_class, properties, state);
	mysqli_warning_class.handlers.offset = offsetof(warning_object, std);
	mysqli_warning_class.handlers.free_obj = destroy;
	mysqli_own_objects(ce, &mysqli_warning_class, create);
}

PHP_METHOD(mysqli_warning, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE(); /* private: get_warnings() makes the objects */
}

PHP_METHOD(mysqli_warning, next)
{
	ZEND_PARSE_PARAMETERS_NONE();
	warning_object *self = of(Z_OBJ_P(ZEND_THIS));
	if (self->rows == NULL || self->position + 1 >= zend_hash_num_elements(self->rows)) {
		RETURN_FALSE;
	}
	self->position++;
	RETURN_TRUE;
}

/* Reads all rows of SHOW WARNINGS into `out`. Returns false if the query failed or had no rows. */
static bool fetch_warnings(mynd_link *link, zval *out)
{
	if (mynd_link_query(link, ZEND_STRL("SHOW WARNINGS"), true) != MYND_OK || !mynd_link_has_result(link)) {
		return false;
	}
	mynd_result *result = mynd_link_store(link);
	if (result == NULL) {
		return false;
	}
	bool fetched = !EG(exception) && mynd_result_fetch_all(result, MYND_SHAPE_NUM, out) == MYND_OK;
	mynd_result_free(result, true);
	if (fetched && zend_hash_num_elements(Z_ARRVAL_P(out)) == 0) {
		zval_ptr_dtor(out);
		return false;
	}
	return fetched;
}

/* Returns false after a failure and does not report it, as in stock. */
void mysqli_warnings_of(zval *return_value, mynd_link *link, unsigned count)
{
	zval rows;
	if (count == 0 || !fetch_warnings(link, &rows)) {
		RETURN_FALSE;
	}
	object_init_ex(return_value, mysqli_warning_ce);
	of(Z_OBJ_P(return_value))->rows = Z_ARR(rows);
}

PHP_FUNCTION(mysqli_get_warnings)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	mynd_link_send_prepare(link);
	mysqli_warnings_of(return_value, link, mynd_link_warning_count(link));
	mynd_link_release(link);
}
