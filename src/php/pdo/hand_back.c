/*
 * Releases the persistent connection of a PDO object while the program still has the object.
 *
 * Always true: afterwards neither the handle nor any of its statements refers to the link that the pool has.
 * The handle and its statements have another link, which was never connected.
 */
#include "pdo.h"
#include "startup.h"

/*
 * Gives all statements on the link `from` the link `to`. Searches all objects, because no list has a link's
 * statements.
 */
static void change_link_of_statements(mynd_link *from, mynd_link *to)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (!IS_OBJ_VALID(object) || !mynd_pdo_is_statement(object)) {
			continue;
		}
		mynd_pdo_statement *self = mynd_pdo_statement_of(php_pdo_stmt_fetch_object(object));
		if (self->link == from) {
			mynd_link_addref(to);
			self->link = to;
			self->command = 0;
			mynd_link_release(from);
		}
	}
}

void mynd_pdo_hand_back(zend_object *object)
{
	mynd_link *link = mynd_pdo_link_of(object);
	if (link != NULL && mynd_pool_takes_back(link)) {
		mynd_pdo_give_up(object);
	}
}

void mynd_pdo_give_up(zend_object *object)
{
	mynd_link *link = mynd_pdo_link_of(object);
	mynd_pdo_handle *self = mynd_pdo_handle_of(php_pdo_dbh_fetch_inner(object));
	mynd_pdo_forget_waiting(self);
	self->link = mynd_link_new_after(link);
	change_link_of_statements(link, self->link);
	mynd_pool_let_go(link, MYND_CLOSE_IMPLICIT);
}
