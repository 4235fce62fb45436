/*
 * What each fiber sees of a link that it shares: the outcome of its own last command.
 *
 * Always true: nobody has a view who is seated. A view goes with its fiber, and with the connection. Without
 * memory a view is not kept, and its fiber sees what it saw before its first command: nothing.
 */
#include "internal.h"

static const mynd_view nothing = {.error = {.sqlstate = "00000"}};

static void free_view(zval *value)
{
	mynd_view *view = Z_PTR_P(value);
	free(view->info);
	free(view);
}

void mynd_views_init(mynd_turns *turns)
{
	zend_hash_init(&turns->views, 8, NULL, free_view, true);
}

/* The bits that are the same in all addresses come last. */
static zend_ulong key_of(const void *taker)
{
	zend_ulong address = (zend_ulong) (uintptr_t) taker;
	return address >> 4 | address << (8 * sizeof address - 4);
}

void mynd_views_forget(mynd_turns *turns, const void *taker)
{
	zend_hash_index_del(&turns->views, key_of(taker));
	if (turns->seated == taker) {
		turns->seated = NULL;
	}
}

void mynd_views_end(mynd_turns *turns)
{
	zend_hash_destroy(&turns->views);
}

static mynd_view *find(const mynd_turns *turns, const void *taker)
{
	return zend_hash_index_find_ptr(&turns->views, key_of(taker));
}

static mynd_view *make(mynd_turns *turns, const void *taker)
{
	mynd_view *view = find(turns, taker);
	if (view == NULL) {
		view = malloc(sizeof *view);
		if (view != NULL) {
			*view = nothing;
			zend_hash_index_add_new_ptr(&turns->views, key_of(taker), view);
		}
	}
	return view;
}

/* --- seats --- */

static void stand_up(mynd_link *link)
{
	mynd_turns *turns = link->turns;
	mynd_reply *reply = &link->reply;
	mynd_view *view = turns->seated == NULL ? NULL : make(turns, turns->seated);
	if (view == NULL) {
		return;
	}
	view->affected_rows = reply->affected_rows;
	view->insert_id = reply->insert_id;
	view->warnings = reply->warnings;
	view->field_count = reply->field_count;
	view->error = link->channel.error;
	view->info = reply->info;
	view->info_len = reply->info_len;
	view->info_capacity = reply->info_capacity;
	reply->info = NULL;
	reply->info_capacity = 0;
}

static void sit_down(mynd_link *link, const void *taker)
{
	mynd_turns *turns = link->turns;
	mynd_reply *reply = &link->reply;
	mynd_view *own = find(turns, taker);
	const mynd_view *view = own != NULL ? own : &nothing;
	reply->affected_rows = view->affected_rows;
	reply->insert_id = view->insert_id;
	reply->warnings = view->warnings;
	reply->field_count = view->field_count;
	reply->info_len = view->info_len;
	link->channel.error = view->error;
	if (own != NULL) {
		free(reply->info);
		reply->info = own->info;
		reply->info_capacity = own->info_capacity;
		own->info = NULL;
		zend_hash_index_del(&turns->views, key_of(taker));
	}
	turns->seated = taker;
}

void mynd_turns_sit(mynd_link *link)
{
	const void *taker = mynd_taker();
	if (link->turns->seated != taker) {
		stand_up(link);
		sit_down(link, taker);
	}
}

/* --- seeing --- */

const mynd_view *mynd_turns_view(const mynd_link *link)
{
	const void *taker = mynd_taker();
	if (link->turns->seated == taker) {
		return NULL;
	}
	const mynd_view *view = find(link->turns, taker);
	return view != NULL ? view : &nothing;
}

void mynd_turns_set_error(mynd_link *link, const mynd_error *error)
{
	const void *taker = mynd_taker();
	mynd_view *view = link->turns == NULL || link->turns->seated == taker ? NULL : make(link->turns, taker);
	if (view == NULL) {
		mynd_channel_set_error(&link->channel, error);
	} else if (error == NULL) {
		mynd_error_clear(&view->error);
	} else {
		view->error = *error;
		view->affected_rows = (uint64_t) -1;
	}
}
