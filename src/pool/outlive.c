/*
 * Connections of a host "p:..." whose connection object is freed before their statements or their unbuffered
 * result. As with stock, the statements and the result can still be used; the connection goes back into its
 * pool when the last of them is freed.
 *
 * Always true: until then the connection has its place (places.c). But the next connect with its key, or a
 * connect for which there is no place, releases it; its statements and its result then report a lost
 * connection.
 */
#include "internal.h"

#include "../wire/checked.h"

static bool is_used(const mynd_link *link)
{
	return link->users > 0 || mynd_link_is_reading(link);
}

static bool may_go_on(const mynd_link *link)
{
	return mynd_pool_takes_back(link) && link->pooled->place.taken && !link->pooled->place.or_ordinary &&
	       !mynd_pooled_is_lost(link) && is_used(link);
}

void mynd_pool_let_go_last(mynd_link *link, mynd_close_reason reason)
{
	if (EXPECTED(!may_go_on(link))) {
		mynd_pool_let_go(link, reason);
		return;
	}
	link->pooled->outlived = true;
	link->pooled->left = reason;
	mynd_thread_pools.outlived++;
}

void mynd_pool_end_outlived(mynd_link *link)
{
	mynd_thread_pools.outlived -= link->pooled->outlived;
	link->pooled->outlived = false;
}

void mynd_pool_add_user(mynd_link *link)
{
	link->users++;
}

void mynd_pool_drop_user(mynd_link *link)
{
	MYND_ASSERT(link->users > 0);
	link->users--;
}

mynd_link *mynd_pool_outlived(mynd_link *link)
{
	return link->pooled != NULL && link->pooled->outlived ? link : NULL;
}

static void let_go(mynd_link *link)
{
	mynd_pool_end_outlived(link);
	mynd_pool_let_go(link, link->pooled->left);
}

void mynd_pool_look_for_users(mynd_link *link)
{
	if (mynd_pool_outlived(link) != NULL && !link->channel.in_call && !is_used(link)) {
		let_go(link);
	}
}

bool mynd_pool_outlived_gives_way(const mynd_pool *pool)
{
	mynd_link *link = mynd_thread_pools.outlived == 0 ? NULL : mynd_links_first();
	while (link != NULL && (mynd_pool_outlived(link) == NULL || link->channel.in_call ||
	                           (pool != NULL && link->pooled->pool != pool))) {
		link = link->next;
	}
	if (link == NULL) {
		return false;
	}
	let_go(link);
	return true;
}
