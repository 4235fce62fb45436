/*
 * Packs a persistent connection into a parcel for another process, and unpacks it there. A parcel is the
 * connection's descriptor, with the state that the other process needs.
 *
 *     head   mark and form, the maker's number, length, the pool's key, times, a serial number, flags
 *     body   link and session, what the pool knows of logins, the reset, the prologue
 *
 * Always true: the head is checked first, and a parcel with a wrong length, form or maker's number is
 * refused. The body is read only by a program that connects with the same key. No password is in a parcel. If
 * unpacking fails, the link for which it was done is unconnected. Nothing here waits.
 * Not here: which parcels are sent and received (shared.c).
 */
#include "internal.h"

#define MARK 0x646e796du /* "mynd" */
#define FORM 4

enum { HEAD_RESETTING = 1, HEAD_MAY_SAY_GOODBYE = 2 };
enum { POOL_BY_CHANGE_USER = 1, POOL_KNOWS = 2, POOL_KNOWS_MORE = 4, POOL_CAN_ASK = 8, POOL_BARE = 16 };

#define CLOCK_LATE 5 /* seconds; more than the clocks of two processors can differ by */

/* --- writing --- */

/* During a change of user the server would take a COM_QUIT for an authentication response. */
static bool may_say_goodbye(const mynd_link *link)
{
	return !link->pooled->resetting || !link->pooled->changes_user;
}

static int write_head(const mynd_link *link, mynd_writer *to)
{
	unsigned due =
	    (link->pooled->resetting ? HEAD_RESETTING : 0) | (may_say_goodbye(link) ? HEAD_MAY_SAY_GOODBYE : 0);
	return mynd_writer_bytes(to, link->pooled->pool->key, MYND_POOL_KEY) |
	       mynd_writer_int(to, 8, (uint64_t) mynd_pools_now()) |
	       mynd_writer_int(to, 8, (uint64_t) link->pooled->expires) |
	       mynd_writer_int(to, 8, mynd_mailbox_next_serial()) | mynd_writer_int(to, 1, due);
}

static int write_pool(const mynd_pool *pool, mynd_writer *to)
{
	unsigned flags = (pool->by_change_user ? POOL_BY_CHANGE_USER : 0) |
	                 (pool->knows_login_state ? POOL_KNOWS : 0) | (pool->check_more ? POOL_KNOWS_MORE : 0) |
	                 (pool->login_state == NULL ? 0 : POOL_CAN_ASK) | (pool->bare ? POOL_BARE : 0);
	const char *login_state = pool->login_state == NULL ? "" : pool->login_state;
	return mynd_writer_int(to, 1, flags) | mynd_writer_lenenc_bytes(to, login_state, strlen(login_state));
}

int mynd_parcel_pack(mynd_link *link, mynd_parcel *parcel)
{
	mynd_writer to = mynd_writer_over(parcel->bytes, sizeof parcel->bytes);
	mynd_writer length;
	int rc = mynd_writer_int(&to, 4, MARK) | mynd_writer_int(&to, 1, FORM) |
	         mynd_writer_int(&to, 8, mynd_mailbox_build());
	length = to;
	rc |= mynd_writer_int(&to, 2, 0) | write_head(link, &to) | mynd_link_hand_over(link, &to) |
	      write_pool(link->pooled->pool, &to) | mynd_reset_hand_over(link, &to) |
	      mynd_prologue_hand_over(link, &to);
	if (rc != 0) {
		return MYND_BAD;
	}
	parcel->len = (size_t) (to.pos - parcel->bytes);
	parcel->fd = mynd_net_descriptor(link->channel.net);
	return mynd_writer_int(&length, 2, parcel->len);
}

/* --- reading --- */

int mynd_parcel_read_head(const mynd_parcel *parcel, mynd_parcel_head *head)
{
	mynd_cursor from = mynd_cursor_over(parcel->bytes, parcel->len);
	uint64_t mark, build, since, expires;
	uint16_t len;
	uint8_t form, due;
	mynd_slice key;
	if (mynd_cursor_int(&from, 4, &mark) != MYND_OK || mark != MARK ||
	    mynd_cursor_u8(&from, &form) != MYND_OK || form != FORM ||
	    mynd_cursor_int(&from, 8, &build) != MYND_OK || build != mynd_mailbox_build() ||
	    mynd_cursor_u16(&from, &len) != MYND_OK || len != parcel->len ||
	    mynd_cursor_bytes(&from, MYND_POOL_KEY, &key) != MYND_OK ||
	    mynd_cursor_int(&from, 8, &since) != MYND_OK || mynd_cursor_int(&from, 8, &expires) != MYND_OK ||
	    mynd_cursor_int(&from, 8, &head->serial) != MYND_OK || mynd_cursor_u8(&from, &due) != MYND_OK) {
		return MYND_BAD;
	}
	memcpy(head->key, key.ptr, MYND_POOL_KEY);
	head->idle_since = (int64_t) since;
	head->expires = (int64_t) expires;
	head->resetting = (due & HEAD_RESETTING) != 0;
	head->may_say_goodbye = (due & HEAD_MAY_SAY_GOODBYE) != 0;
	head->body = mynd_cursor_rest(&from);
	return head->idle_since >= 0 && head->idle_since <= mynd_pools_now() + CLOCK_LATE ? MYND_OK : MYND_BAD;
}

static int read_pool(mynd_link *link, mynd_pool *pool, mynd_cursor *from)
{
	uint8_t flags;
	mynd_slice login_state;
	if (mynd_cursor_u8(from, &flags) != MYND_OK || mynd_cursor_lenenc_bytes(from, &login_state) != MYND_OK ||
	    !(flags & POOL_KNOWS)) {
		return MYND_BAD;
	}
	pool->by_change_user |= (flags & POOL_BY_CHANGE_USER) != 0;
	return mynd_reset_check_take_over(link, pool, (flags & POOL_CAN_ASK) != 0, login_state,
	    (flags & POOL_KNOWS_MORE) != 0, (flags & POOL_BARE) != 0);
}

/*
 * Returns true if the parts of the parcel agree on the outstanding replies. If they did not, replies would be
 * attributed to the wrong commands.
 */
static bool is_consistent(const mynd_link *link, const mynd_parcel_head *head)
{
	const mynd_session *session = link->channel.session;
	unsigned ahead = mynd_session_pending_of(session, MYND_FOR_PRESEND);
	return link->pooled->resetting == head->resetting && mynd_link_is_resetting(link) == head->resetting &&
	       (ahead == 0 || mynd_prologue_has_commands(link, ahead)) &&
	       (head->resetting || mynd_session_pending(session) == ahead);
}

static int read_body(mynd_link *link, mynd_pool *pool, const mynd_connect *with, mynd_cursor *from)
{
	if (read_pool(link, pool, from) != MYND_OK || mynd_reset_take_over(link, with, from) != MYND_OK) {
		return MYND_BAD;
	}
	return mynd_prologue_take_over(link, from) == MYND_OK && mynd_cursor_left(from) == 0 ? MYND_OK : MYND_BAD;
}

int mynd_parcel_unpack(mynd_parcel *parcel, const mynd_parcel_head *head, mynd_link *link, mynd_pool *pool,
    const mynd_connect *with)
{
	mynd_cursor from = mynd_cursor_over(head->body.ptr, head->body.len);
	int fd = parcel->fd;
	parcel->fd = -1;
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
	mynd_metrics_join(link, false);
	mynd_channel_belong_here(&link->channel);
	if (mynd_link_take_over(link, with, fd, &from) != MYND_OK) {
		mynd_parcel_undo(link);
		return MYND_BAD;
	}
	link->pooled->pool = pool;
	link->pooled->expires = head->expires;
	if (read_body(link, pool, with, &from) != MYND_OK || !is_consistent(link, head)) {
		mynd_parcel_undo(link);
		return MYND_BAD;
	}
	if (link->pooled->resetting) {
		mynd_channel_bound_reads(&link->channel, MYND_DRAIN_BOUND);
	}
	return MYND_OK;
}

void mynd_parcel_undo(mynd_link *link)
{
	mynd_link_take_down(link);
	mynd_pooled_leave(link);
	mynd_state_begin(link, false);
	mynd_state_set_user_changed(link, false);
	mynd_link_note_charset(link, mynd_charset_by_id(8));
}
