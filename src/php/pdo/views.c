/*
 * The errors of a handle on which fibers take turns: each fiber reads the errors of its own last command.
 *
 * PDO's core stores a part of a handle's errors in its own struct (an SQLSTATE, the statement with which
 * query() has failed), and reads this part without calling the driver. So the errors are exchanged when the
 * engine switches from one fiber to another.
 *
 * Always true: the struct and the handle have the errors of the running fiber; the errors of other fibers are
 * in the handle's list `views`. Only mynd_pdo_views_drop_left and mynd_pdo_views_end may run code of the
 * program, by freeing the statement of an error. So when a fiber ends, its errors are only marked, and freed
 * later.
 */
#include "pdo.h"

#include "startup.h"
#include "../../command/inner_fiber.h"

struct mynd_pdo_view {
	mynd_pdo_view *next;
	const zend_fiber_context *fiber; /* NULL: the fiber has ended */
	pdo_error_type state;
	mynd_pdo_error error;
	pdo_stmt_t *statement; /* statement of a query() that failed; NULL: none */
#if PHP_VERSION_ID >= 80500
	zend_object *object;
#else
	zval object;
#endif
};

ZEND_TLS mynd_pdo_handle *first_handle;

void mynd_pdo_views_begin(pdo_dbh_t *dbh)
{
	mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	self->dbh = dbh;
	self->next_handle = first_handle;
	first_handle = self;
}

static bool has_error(const mynd_pdo_handle *self)
{
	return self->error.code != 0 || self->error.message != NULL || self->dbh->query_stmt != NULL ||
	       memcmp(self->dbh->error_code, PDO_ERR_NONE, sizeof PDO_ERR_NONE) != 0;
}

/* Adds a view for the fiber. Returns NULL if there is no memory: the errors then stay in the handle. */
static mynd_pdo_view *view_for(mynd_pdo_handle *self, const zend_fiber_context *fiber)
{
	mynd_pdo_view *view = calloc(1, sizeof *view);
	if (view != NULL) {
		view->fiber = fiber;
		view->next = self->views;
		self->views = view;
	}
	return view;
}

/* Moves the handle's errors to a view. The handle is then as before its first command. */
static void put_away(mynd_pdo_handle *self, const zend_fiber_context *fiber)
{
	pdo_dbh_t *dbh = self->dbh;
	mynd_pdo_view *view = view_for(self, fiber);
	if (view == NULL) {
		return;
	}
	memcpy(view->state, dbh->error_code, sizeof view->state);
	memcpy(dbh->error_code, PDO_ERR_NONE, sizeof PDO_ERR_NONE);
	view->error = self->error;
	self->error = (mynd_pdo_error){0, NULL};
	view->statement = dbh->query_stmt;
	dbh->query_stmt = NULL;
#if PHP_VERSION_ID >= 80500
	view->object = dbh->query_stmt_obj;
	dbh->query_stmt_obj = NULL;
#else
	ZVAL_COPY_VALUE(&view->object, &dbh->query_stmt_zval);
	ZVAL_UNDEF(&dbh->query_stmt_zval);
#endif
}

static void bring_back(mynd_pdo_handle *self, const zend_fiber_context *fiber)
{
	pdo_dbh_t *dbh = self->dbh;
	mynd_pdo_view **at = &self->views, *view;
	while (*at != NULL && (*at)->fiber != fiber) {
		at = &(*at)->next;
	}
	view = *at;
	if (view == NULL) {
		return;
	}
	*at = view->next;
	memcpy(dbh->error_code, view->state, sizeof view->state);
	self->error = view->error;
	dbh->query_stmt = view->statement;
#if PHP_VERSION_ID >= 80500
	dbh->query_stmt_obj = view->object;
#else
	ZVAL_COPY_VALUE(&dbh->query_stmt_zval, &view->object);
#endif
	free(view);
}

void mynd_pdo_fiber_switches(zend_fiber_context *before, zend_fiber_context *after)
{
	const zend_fiber_context *from = mynd_fiber_stood_for(before), *to = mynd_fiber_stood_for(after);
	if (from == to) {
		return;
	}
	for (mynd_pdo_handle *self = first_handle; self != NULL; self = self->next_handle) {
		if (has_error(self)) {
			put_away(self, from);
		}
		if (self->views != NULL) {
			bring_back(self, to);
		}
	}
}

void mynd_pdo_fiber_ended(const zend_fiber_context *fiber)
{
	for (mynd_pdo_handle *self = first_handle; self != NULL; self = self->next_handle) {
		for (mynd_pdo_view *view = self->views; view != NULL; view = view->next) {
			view->fiber = view->fiber == fiber ? NULL : view->fiber;
		}
	}
}

static void free_view(mynd_pdo_view *view)
{
	mynd_pdo_error_clear(&view->error);
	if (view->statement != NULL) {
#if PHP_VERSION_ID >= 80500
		zend_object *object = view->object;
		free(view);
		OBJ_RELEASE(object);
#else
		zval object;
		ZVAL_COPY_VALUE(&object, &view->object);
		free(view);
		zval_ptr_dtor(&object);
#endif
	} else {
		free(view);
	}
}

void mynd_pdo_views_drop_left(mynd_pdo_handle *self)
{
	mynd_pdo_view **at = &self->views;
	while (*at != NULL) {
		mynd_pdo_view *view = *at;
		if (view->fiber != NULL) {
			at = &view->next;
		} else {
			*at = view->next;
			free_view(view);
			at = &self->views; /* code of the program may have run */
		}
	}
}

void mynd_pdo_views_end(mynd_pdo_handle *self)
{
	mynd_pdo_handle **at = &first_handle;
	while (*at != NULL && *at != self) {
		at = &(*at)->next_handle;
	}
	if (*at == self) {
		*at = self->next_handle;
	}
	while (self->views != NULL) {
		mynd_pdo_view *view = self->views;
		self->views = view->next;
		free_view(view);
	}
}
