/*
 * Receiving into a store: a result that turns out to be large is read directly into the free space of the
 * store's chunk, so that the store finds its rows in place. This is called landing. If a row was not received
 * in place, no further rows are received directly into the store's present chunk.
 */
#include "internal.h"

#define PART_LEAST 1024 /* a chunk with less free space is not worth a read */

/*
 * Returns the size of the read buffer. When receiving into a part of the store ends, the bytes in that part
 * that were not yet processed are moved to the read buffer, so they must fit.
 */
static size_t own_size(const mynd_channel *c)
{
	const uint8_t *aside = c->landing.aside;
	return mynd_read_buffer_size(aside != NULL ? aside : mynd_session_buffer(c->session));
}

static zend_never_inline void end_part(mynd_channel *c)
{
	uint8_t *own = c->landing.aside;
	size_t size = own_size(c);
	c->landing.aside = NULL;
	mynd_session_move_to(c->session, own, size, size, false);
	mynd_store_part_over(c->landing.store);
}

static zend_always_inline void leave(mynd_channel *c)
{
	if (c->landing.aside != NULL) {
		end_part(c);
	}
}

void mynd_channel_make_landing(mynd_channel *c)
{
	mynd_session *s = c->session;
	if (c->landing.aside != NULL && mynd_session_room(s) >= PART_LEAST) {
		return;
	}
	size_t size = own_size(c);
	mynd_span part = mynd_store_part(c->landing.store, size);
	if (part.len == 0) {
		leave(c);
		return;
	}
	uint8_t *before = mynd_session_move_to(s, part.ptr, part.len, size, true);
	if (c->landing.aside == NULL) {
		c->landing.aside = before;
	}
	c->landing.part = part;
	mynd_store_trim(c->landing.store);
}

static bool is_in_store(const mynd_channel *c, const mynd_row *row)
{
	return (size_t) (row->data - c->landing.part.ptr) < c->landing.part.len;
}

void mynd_channel_land_in(mynd_channel *c, mynd_store *store)
{
	c->landing.store = store;
}

void mynd_channel_check_landing(mynd_channel *c, const mynd_row *row)
{
	if (UNEXPECTED(c->landing.aside != NULL && !is_in_store(c, row))) {
		leave(c);
	}
}

void mynd_channel_end_landing(mynd_channel *c)
{
	leave(c);
	c->landing.store = NULL;
}

void mynd_channel_drop_landing(mynd_channel *c)
{
	uint8_t *own = c->landing.aside;
	if (own != NULL) {
		size_t size = own_size(c);
		c->landing.aside = NULL;
		mynd_session_move_to(c->session, own, size, size, false);
	}
	c->landing.store = NULL;
}
