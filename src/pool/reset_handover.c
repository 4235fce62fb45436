/*
 * The reset's part of a parcel (handover.c): the snapshot of the login's state, and the steps of the reset
 * that are not finished.
 *
 * Always true: this part contains no user and no password; the process that takes over the connection has
 * them from the program that connects.
 * Not here: the reset itself (reset.c).
 */
#include "internal.h"

enum {
	IS_MULTI = 1,
	HAS_SCHEMA = 2,
	IS_RESETTING = 4,
	WENT_TOGETHER = 8,
	KEEPS_SCHEMA = 16,
	STEPS_LATER = 32
};

static unsigned init_commands_left(const mynd_init_command *c)
{
	unsigned left = 0;
	for (; c != NULL; c = c->next) {
		left++;
	}
	return left;
}

int mynd_reset_hand_over(const mynd_link *link, mynd_writer *to)
{
	const mynd_pooled *pooled = link->pooled;
	const mynd_snapshot *snapshot = pooled->snapshot;
	const char *schema = snapshot->schema == NULL ? "" : snapshot->schema;
	unsigned flags = (snapshot->multi_statements ? IS_MULTI : 0) |
	                 (snapshot->schema == NULL ? 0 : HAS_SCHEMA) | (pooled->resetting ? IS_RESETTING : 0) |
	                 (pooled->together ? WENT_TOGETHER : 0) | (pooled->keeps_schema ? KEEPS_SCHEMA : 0) |
	                 (pooled->steps_later ? STEPS_LATER : 0);
	return mynd_writer_int(to, 1, flags) | mynd_writer_int(to, 2, snapshot->collation) |
	       mynd_writer_lenenc_bytes(to, schema, strlen(schema)) | mynd_writer_int(to, 2, pooled->todo) |
	       mynd_writer_int(
	           to, 2, init_commands_left(pooled->todo_init) - init_commands_left(pooled->init_later)) |
	       mynd_writer_int(to, 1, (uint64_t) pooled->reset_check) |
	       mynd_writer_int(to, 1, mynd_traces_may_be_left(link)) |
	       mynd_writer_int(to, 8, (uint64_t) pooled->traces.asked) |
	       mynd_writer_int(to, 8, (uint64_t) pooled->logged_in);
}

/*
 * Reads the position in the init commands. Both processes have the same ones, because these are part of the
 * key.
 */
static int read_init_commands(mynd_link *link, mynd_cursor *from)
{
	uint16_t left;
	link->pooled->todo_init = link->channel.settings.init_commands;
	link->pooled->init_later = mynd_reset_init_later(link);
	unsigned all = init_commands_left(link->pooled->todo_init) - init_commands_left(link->pooled->init_later);
	if (mynd_cursor_u16(from, &left) != MYND_OK || left > all) {
		return MYND_BAD;
	}
	for (; left < all; all--) {
		link->pooled->todo_init = link->pooled->todo_init->next;
	}
	return MYND_OK;
}

/*
 * The parcel does not contain the tables that a sent query asks about (traces.c): this process discards the
 * reply.
 */
static int read_traces(mynd_link *link, mynd_cursor *from)
{
	uint8_t left;
	uint64_t asked;
	if (mynd_cursor_u8(from, &left) != MYND_OK || mynd_cursor_int(from, 8, &asked) != MYND_OK ||
	    asked > INT64_MAX) {
		return MYND_BAD;
	}
	mynd_traces_take_over(link, left != 0, (int64_t) asked);
	return MYND_OK;
}

static int read_todo(mynd_link *link, mynd_cursor *from)
{
	mynd_pooled *pooled = link->pooled;
	uint16_t todo;
	uint8_t reset_check;
	if (mynd_cursor_u16(from, &todo) != MYND_OK || todo > MYND_STEPS_ALL ||
	    read_init_commands(link, from) != MYND_OK || mynd_cursor_u8(from, &reset_check) != MYND_OK ||
	    read_traces(link, from) != MYND_OK) {
		return MYND_BAD;
	}
	pooled->todo = todo & ~(unsigned) MYND_STEP_TABLES;
	bool is_asked = reset_check == MYND_RESET_CHECK_PENDING && pooled->resetting;
	pooled->reset_check = is_asked ? MYND_RESET_CHECK_PENDING : MYND_RESET_CHECK_PASSED;
	bool has_todo = todo != 0 || pooled->todo_init != pooled->init_later;
	return (reset_check == MYND_RESET_CHECK_PASSED || is_asked) && (pooled->resetting || !has_todo) &&
	               (!(todo & (MYND_STEP_QUESTION | MYND_STEP_PROFILES)) || pooled->pool->check_query != NULL)
	           ? MYND_OK
	           : MYND_BAD;
}

static int read_login(mynd_link *link, mynd_cursor *from)
{
	uint64_t logged_in;
	if (mynd_cursor_int(from, 8, &logged_in) != MYND_OK || logged_in > INT64_MAX) {
		return MYND_BAD;
	}
	link->pooled->logged_in = (int64_t) logged_in;
	link->pooled->changes_user = false; /* so that the reset's end does not change logged_in */
	return MYND_OK;
}

int mynd_reset_take_over(mynd_link *link, const mynd_connect *with, mynd_cursor *from)
{
	uint8_t flags;
	uint16_t collation;
	mynd_slice schema;
	char text[1024];
	if (mynd_cursor_u8(from, &flags) != MYND_OK || mynd_cursor_u16(from, &collation) != MYND_OK ||
	    mynd_cursor_lenenc_bytes(from, &schema) != MYND_OK || schema.len >= sizeof text ||
	    mynd_charset_by_id(collation) == NULL) {
		return MYND_BAD;
	}
	memcpy(text, schema.ptr, schema.len);
	text[schema.len] = '\0';
	mynd_reset_note_as(link, with, flags & HAS_SCHEMA ? text : NULL, collation, (flags & IS_MULTI) != 0);
	link->pooled->resetting = (flags & IS_RESETTING) != 0;
	link->pooled->together = (flags & WENT_TOGETHER) != 0;
	link->pooled->keeps_schema = (flags & KEEPS_SCHEMA) != 0;
	link->pooled->steps_later = (flags & STEPS_LATER) != 0;
	return read_todo(link, from) == MYND_OK ? read_login(link, from) : MYND_BAD;
}
