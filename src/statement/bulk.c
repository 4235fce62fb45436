/*
 * Bulk executes: rows are collected in the statement and sent together.
 *
 * Always true: unless it is empty, `gathered` contains the types of the values and then whole rows, the last
 * of which may still be incomplete.
 */
#include "internal.h"

#define KEPT (1u << 20) /* bytes; a larger buffer is freed after its command was sent */

bool mynd_link_has_bulk(const mynd_link *link)
{
	const mynd_server *server = mynd_link_server(link);
	return server != NULL && (server->negotiated & MYND_CAP_MARIADB_BULK);
}

/* --- gathering --- */

static void begin(mynd_statement *s)
{
	if (s->gathered.len == 0) {
		mynd_bulk_begin(&s->gathered, s->parameters);
	}
}

void mynd_statement_gather(mynd_statement *s, mynd_slice value)
{
	begin(s);
	mynd_bulk_put(&s->gathered, value);
}

void mynd_statement_gather_mark(mynd_statement *s, mynd_indicator mark)
{
	begin(s);
	mynd_bulk_mark(&s->gathered, mark);
}

size_t mynd_statement_gathered(const mynd_statement *s)
{
	return s->gathered.len;
}

/*
 * Moves the rows after the first `sent` bytes to the front, after the types. Replaces a buffer larger than
 * KEPT.
 */
void mynd_statement_drop_gathered(mynd_statement *s, size_t sent)
{
	mynd_buffer rest = s->gathered;
	mynd_buffer_init(&s->gathered, rest.max);
	if (rest.cap <= KEPT) {
		s->gathered = rest;
		mynd_buffer_reset(&s->gathered);
	}
	if (sent < rest.len) {
		size_t types = 2 * (size_t) s->parameters;
		begin(s);
		if (s->gathered.ptr == rest.ptr) {
			memmove(rest.ptr + types, rest.ptr + sent, rest.len - sent);
			s->gathered.len += rest.len - sent;
		} else {
			mynd_buffer_put_bytes(&s->gathered, rest.ptr + sent, rest.len - sent);
		}
	}
	if (s->gathered.ptr != rest.ptr) {
		free(rest.ptr);
	}
}

mynd_slice mynd_statement_gathered_rows(const mynd_statement *s, size_t bytes)
{
	size_t types = 2 * (size_t) s->parameters;
	return bytes < types ? (mynd_slice){NULL, 0} : (mynd_slice){s->gathered.ptr + types, bytes - types};
}

/* --- sending --- */

static int queue(mynd_statement *s, const void *owner, size_t bytes)
{
	mynd_link *link = s->link;
	mynd_pending *p = mynd_pending_new(link, owner, (mynd_slice){(const uint8_t *) s->text, s->len});
	if (p == NULL) {
		return MYND_BAD;
	}
	mynd_command command = mynd_command_bulk(s->id, (mynd_slice){s->gathered.ptr, bytes});
	command.barrier = s->local;
	if (s->gathered.failed || mynd_link_put(link, &command) != MYND_OK) {
		mynd_pending_free(link, p);
		return mynd_pending_no_memory(link);
	}
	mynd_statement_drop_gathered(s, bytes);
	mynd_statement_was_sent(s);
	s->bound = false; /* the server has stored the types of the bulk execute */
	mynd_statement_queued(s, p);
	return MYND_OK;
}

int mynd_statement_send_gathered_now(mynd_statement *s, const void *owner, size_t bytes)
{
	if (mynd_statement_begin(s, "mysqld_stmt_bulk_execute", true) != MYND_OK) {
		return MYND_BAD;
	}
	return queue(s, owner, bytes) == MYND_OK ? mynd_pending_send_last(s->link) : MYND_BAD;
}

/* --- how long a command may be --- */

size_t mynd_link_longest_command(const mynd_link *link)
{
	return link->prepared->longest_command;
}

void mynd_link_set_longest_command(mynd_link *link, size_t bytes)
{
	link->prepared->longest_command = bytes;
}
