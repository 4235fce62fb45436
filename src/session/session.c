/*
 * Creates, ends and frees sessions, and returns facts of their state.
 *
 * Always true: the texts of the options are copied; a dead session keeps its first error. A session that dies
 * releases its large cells, so that a dead session owns no memory of the allocator. Not here: bytes (input.c,
 * output.c), commands (queue.c), events (next.c).
 */
#include "internal.h"

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define CLIENT_INTERACTION_TIMEOUT 4031 /* ER_CLIENT_INTERACTION_TIMEOUT */

/* Copies `from` to *to and moves *to past it; returns the copy. */
static mynd_slice copy_to(uint8_t **to, mynd_slice from)
{
	mynd_slice copy = {*to, from.len};
	if (from.len > 0) {
		memcpy(*to, from.ptr, from.len);
	}
	*to += from.len;
	return copy;
}

/* Copies the attributes, in the form in which they are sent, and the public key into one block of memory. */
static bool copy_texts(mynd_session *s, const mynd_session_options *o)
{
	size_t attributes = mynd_login_attributes_size(o->attributes, o->attribute_count);
	s->texts = malloc(attributes + o->public_key.len + 1);
	if (s->texts == NULL) {
		return false;
	}
	uint8_t *at = (uint8_t *) s->texts + attributes;
	mynd_login_attributes_write(o->attributes, o->attribute_count, s->texts);
	s->attributes = (mynd_slice){s->texts, attributes};
	s->options.public_key = copy_to(&at, o->public_key);
	s->options.attributes = NULL;
	s->options.attribute_count = 0;
	return true;
}

static bool fill(mynd_session *s, const mynd_session_options *o)
{
	s->options = *o;
	s->options.user = s->options.password = s->options.database = (mynd_slice){NULL, 0};
	if (s->options.large_cell < MYND_LARGE_CELL_MIN) {
		s->options.large_cell = MYND_LARGE_CELL_MIN;
	}
	s->identity = mynd_identity_new(o->user, o->password, o->database);
	if (s->identity == NULL || !copy_texts(s, o)) {
		return false;
	}
	s->identity->collation = o->collation;
	return true;
}

mynd_session *mynd_session_new(const mynd_session_options *options)
{
	mynd_session *s = malloc(sizeof *s);
	if (s == NULL) {
		return NULL;
	}
	/* the large arrays from server_error on need no zeros */
	memset(s, 0, offsetof(mynd_session, server_error));
	s->detail[0] = '\0';
	s->no_buffer[0] = 0;
	s->state = STATE_GREETING;
	s->buffer = s->no_buffer;
	s->counts = options->counts;
	mynd_output_init(&s->out);
	s->window.commands = UINT_MAX;
	s->window.bytes = UINT64_MAX;
	mynd_buffer_init(&s->spill, MYND_FRAME_MAX);
	mynd_buffer_init(&s->row.packed, MYND_PACKED_MAX);
	mynd_buffer_init(&s->types_seen, MYND_COLUMNS_MAX);
	mynd_error_clear(&s->error);
	mynd_error_clear(&s->server_error);
	if (!fill(s, options)) {
		mynd_session_free(s, false);
		return NULL;
	}
	return s;
}

void mynd_session_move(mynd_session *s, mynd_session_counts *counts, const mynd_allocator *allocator)
{
	s->counts = s->options.counts = counts;
	s->options.allocator = *allocator;
	mynd_session_choose_row_counter(s);
}

uint8_t *mynd_session_free(mynd_session *s, bool abandon)
{
	uint8_t *lent = s->cap > 0 ? s->buffer : NULL;
	if (!abandon) {
		mynd_session_release_big_row(s);
	}
	while (s->head != NULL) {
		mynd_entry *entry = s->head;
		s->head = entry->next;
		mynd_session_entry_free(entry);
	}
	free(s->cached_entry);
	mynd_output_free(&s->out);
	mynd_buffer_free(&s->spill);
	mynd_buffer_free(&s->row.packed);
	mynd_buffer_free(&s->types_seen);
	mynd_identity_free(s->identity);
	free(s->texts);
	free(s->greeting_method);
	free(s->version);
	free(s->schema);
	free(s);
	return lent;
}

int mynd_session_die(mynd_session *s, const mynd_error *error)
{
	if (s->state == STATE_DEAD) {
		return MYND_BAD;
	}
	if (error != &s->error) {
		s->error = *error;
	}
	s->error.offset = s->received;
	s->state = STATE_DEAD;
	s->start = s->end = 0;
	s->wanted = 0;
	s->gathering = false;
	mynd_session_release_big_row(s);
	return MYND_BAD;
}

int mynd_session_die_malformed(mynd_session *s, const char *what)
{
	mynd_error error;
	mynd_error_malformed(&error, what);
	return mynd_session_die(s, &error);
}

int mynd_session_die_memory(mynd_session *s)
{
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	return mynd_session_die(s, &error);
}

void mynd_session_set_detail(mynd_session *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(s->detail, sizeof s->detail, format, args);
	va_end(args);
}

int mynd_session_malformed(mynd_session *s, const char *what)
{
	return mynd_session_die_malformed(s, what);
}

int mynd_session_lost(mynd_session *s, const mynd_error *error)
{
	return mynd_session_die(s, error);
}

void mynd_session_set_status(mynd_session *s, uint16_t status)
{
	s->server.status = status;
}

void mynd_session_forget_schema(mynd_session *s)
{
	free(s->schema);
	s->server.schema = s->schema = NULL;
}

void mynd_session_forget_warnings(mynd_session *s)
{
	s->server.may_have_warnings = false;
}

unsigned mynd_session_pending(const mynd_session *s)
{
	return s->pending;
}

unsigned mynd_session_pending_of(const mynd_session *s, uint32_t owner)
{
	unsigned count = 0;
	for (const mynd_entry *entry = s->head; entry != NULL; entry = entry->next) {
		count += entry->owner == owner;
	}
	return count;
}

uint32_t mynd_session_owner(const mynd_session *s)
{
	return s->owner;
}

void mynd_session_pass_on(mynd_session *s, unsigned most, uint32_t owner)
{
	for (mynd_entry *entry = s->head; entry != NULL && most > 0; entry = entry->next, most--) {
		entry->owner = owner;
	}
	s->owner = s->head == NULL ? 0 : s->head->owner;
}

unsigned mynd_session_pending_sent(const mynd_session *s)
{
	unsigned count = 0;
	for (const mynd_entry *entry = s->head; entry != NULL && s->out.sent >= entry->end; entry = entry->next) {
		count++;
	}
	return count;
}

uint64_t mynd_session_unsent(const mynd_session *s)
{
	uint64_t end = s->out.queued < s->out.limit ? s->out.queued : s->out.limit;
	return end > s->out.sent ? end - s->out.sent : 0;
}

uint64_t mynd_session_held(const mynd_session *s)
{
	uint64_t from = s->out.limit > s->out.sent ? s->out.limit : s->out.sent;
	return s->out.queued > from && s->ahead.last != NULL && !s->ahead.last->barrier ? s->out.queued - from
	                                                                                : 0;
}

mynd_phase mynd_session_phase(const mynd_session *s)
{
	if (s->state == STATE_DEAD) {
		return MYND_PHASE_DEAD;
	}
	if (!s->logged_in) {
		return MYND_PHASE_LOGIN;
	}
	if (s->head == NULL) {
		return MYND_PHASE_IDLE;
	}
	return s->begun ? MYND_PHASE_READING : MYND_PHASE_WAITING;
}

bool mynd_session_wants_file(const mynd_session *s)
{
	return s->state == STATE_INFILE;
}

mynd_compression mynd_session_compression(const mynd_session *s)
{
	return s->compression;
}

const mynd_server *mynd_session_server(const mynd_session *s)
{
	return &s->server;
}

const mynd_error *mynd_session_error(const mynd_session *s)
{
	return &s->error;
}

const mynd_error *mynd_session_last_words(const mynd_session *s)
{
	return s->has_last_words ? &s->server_error : NULL;
}

bool mynd_session_was_idle_too_long(const mynd_session *s)
{
	return s->state == STATE_DEAD && s->has_last_words && s->last_words_begin == 0 &&
	       s->server_error.code == CLIENT_INTERACTION_TIMEOUT;
}

const char *mynd_session_detail(const mynd_session *s)
{
	return s->detail;
}
