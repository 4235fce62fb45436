/*
 * Views: the diagnostics area that each fiber sees of a link that it shares, with the outcome of its own last
 * command.
 *
 * Always true: the current owner has no view. A view is freed when its fiber ends, and with the connection.
 * If there is no memory for a view, its fiber sees an empty diagnostics area, as before its first command.
 */
#include "internal.h"

static const mynd_diagnostics_area nothing = {.error = {.sqlstate = "00000"}};

static void free_view(zval *value)
{
	mynd_diagnostics_area *view = Z_PTR_P(value);
	mynd_diagnostics_free(&view->diagnostics);
	free(view);
}

void mynd_views_init(mynd_turns *turns)
{
	zend_hash_init(&turns->views, 8, NULL, free_view, true);
}

/* Returns the address with the bits that are the same in all addresses rotated to the top. */
static zend_ulong key_of(const void *owner)
{
	zend_ulong address = (zend_ulong) (uintptr_t) owner;
	return address >> 4 | address << (8 * sizeof address - 4);
}

void mynd_views_forget(mynd_turns *turns, const void *owner)
{
	zend_hash_index_del(&turns->views, key_of(owner));
	if (turns->current == owner) {
		turns->current = NULL;
	}
}

void mynd_views_end(mynd_turns *turns)
{
	zend_hash_destroy(&turns->views);
}

static mynd_diagnostics_area *find(const mynd_turns *turns, const void *owner)
{
	return zend_hash_index_find_ptr(&turns->views, key_of(owner));
}

static mynd_diagnostics_area *make(mynd_turns *turns, const void *owner)
{
	mynd_diagnostics_area *view = find(turns, owner);
	if (view == NULL) {
		view = malloc(sizeof *view);
		if (view != NULL) {
			*view = nothing;
			zend_hash_index_add_new_ptr(&turns->views, key_of(owner), view);
		}
	}
	return view;
}

/* --- exchanging areas --- */

/* Stores the current owner's area as its view; without an owner or memory, clears the area on the link. */
static void store_view(mynd_link *link)
{
	const void *owner = link->turns->current;
	mynd_diagnostics_area *view = owner == NULL ? NULL : make(link->turns, owner);
	if (view != NULL) {
		mynd_diagnostics_swap(link, view);
	} else {
		mynd_diagnostics_clear(link);
		mynd_error_clear(&link->channel.error);
	}
}

static void load_view(mynd_link *link, const void *owner)
{
	mynd_turns *turns = link->turns;
	mynd_diagnostics_area *own = find(turns, owner);
	if (own != NULL) {
		mynd_diagnostics_swap(link, own);
		zend_hash_index_del(&turns->views, key_of(owner));
	}
	turns->current = owner;
}

void mynd_turns_load_view(mynd_link *link)
{
	const void *owner = mynd_current_owner();
	if (link->turns->current != owner) {
		store_view(link);
		load_view(link, owner);
	}
}

/* --- reading --- */

const mynd_diagnostics_area *mynd_turns_view(const mynd_link *link)
{
	const void *owner = mynd_current_owner();
	if (link->turns->current == owner) {
		return NULL;
	}
	const mynd_diagnostics_area *view = find(link->turns, owner);
	return view != NULL ? view : &nothing;
}

void mynd_turns_set_error(mynd_link *link, const mynd_error *error)
{
	const void *owner = mynd_current_owner();
	mynd_diagnostics_area *view =
	    link->turns == NULL || link->turns->current == owner ? NULL : make(link->turns, owner);
	if (view == NULL) {
		mynd_channel_set_error(&link->channel, error);
	} else if (error == NULL) {
		mynd_error_clear(&view->error);
	} else {
		view->error = *error;
		view->diagnostics.affected_rows = (uint64_t) -1;
	}
}
