/*
 * Splits both directions into packets, and records which replies are due. The first KEPT bytes of a packet
 * (more than is shown of any packet) are stored, and logged when the packet is complete.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "internal.h"
#include "../wire/statement.h"

#define QUEUE_MOST (1 << 20)

/* --- the queue --- */

static void begin_reply(mynd_wirelog *log)
{
	const due_reply *what = mynd_wirelog_head(log);
	log->stage = STAGE_FIRST;
	log->rows = 0;
	if (what == NULL) {
		return;
	}
	if (what->com == MYND_COM_CHANGE_USER || what->com == MYND_COM_RESET_CONNECTION) {
		memset(log->statements, 0, sizeof log->statements); /* ids of statements may start again */
		log->last_prepared = 0;
	}
	if (what->com == MYND_COM_CHANGE_USER) {
		log->stage = STAGE_LOGIN;
	} else if (what->com == MYND_COM_STMT_FETCH) {
		const statement *s = mynd_wirelog_statement(log, what->statement);
		log->stage = STAGE_ROWS;
		log->is_binary = true;
		log->columns = s == NULL ? 0 : s->column_count;
		if (s != NULL) {
			memcpy(log->types, s->columns, sizeof log->types);
		}
	}
}

due_reply *mynd_wirelog_head(mynd_wirelog *log)
{
	return log->queue_len > 0 ? log->queue + log->queue_first : NULL;
}

due_reply *mynd_wirelog_last_due(mynd_wirelog *log)
{
	return log->queue_len > 0 ? log->queue + log->queue_first + log->queue_len - 1 : NULL;
}

static bool make_room(mynd_wirelog *log)
{
	if (log->queue_first > log->queue_cap / 2) {
		memmove(log->queue, log->queue + log->queue_first, log->queue_len * sizeof *log->queue);
		log->queue_first = 0;
		return true;
	}
	size_t cap = log->queue_cap > 0 ? 2 * log->queue_cap : 16;
	due_reply *queue = cap > QUEUE_MOST ? NULL : realloc(log->queue, cap * sizeof *queue);
	if (queue == NULL) {
		return false;
	}
	log->queue = queue;
	log->queue_cap = cap;
	return true;
}

void mynd_wirelog_expect(mynd_wirelog *log, due_reply what)
{
	if (log->queue_first + log->queue_len == log->queue_cap && !make_room(log)) {
		log->lost_count = true;
		return;
	}
	log->queue[log->queue_first + log->queue_len++] = what;
	if (log->queue_len == 1) {
		begin_reply(log);
	}
}

void mynd_wirelog_answered(mynd_wirelog *log)
{
	if (log->queue_len > 0) {
		log->queue_len--;
		log->queue_first = log->queue_len > 0 ? log->queue_first + 1 : 0;
	}
	begin_reply(log);
}

/* --- statements --- */

statement *mynd_wirelog_statement(mynd_wirelog *log, uint32_t id)
{
	if (id == MYND_STATEMENT_LAST) {
		id = log->last_prepared;
	}
	statement *s = &log->statements[id % STATEMENTS];
	return id != 0 && s->id == id ? s : NULL;
}

statement *mynd_wirelog_new_statement(mynd_wirelog *log, uint32_t id)
{
	statement *s = &log->statements[id % STATEMENTS];
	*s = (statement){.id = id};
	return s;
}

/* --- lines --- */

static int64_t now(void)
{
	struct timespec at;
	clock_gettime(CLOCK_MONOTONIC, &at);
	return (int64_t) at.tv_sec * 1000000000 + at.tv_nsec;
}

static void begin_line(mynd_wirelog *log, line *to)
{
	to->len = 0;
	mynd_say(to, "%12.6f ", (double) (now() - log->began) / 1e9);
}

static void end_line(mynd_wirelog *log, line *to)
{
	if (to->len > sizeof to->bytes - 5) { /* the line was cut */
		to->len = sizeof to->bytes - 5;
		while ((to->bytes[to->len] & 0xC0) == 0x80) { /* do not cut inside a character */
			to->len--;
		}
		mynd_say(to, "...");
	}
	to->bytes[to->len++] = '\n';
	log->sink(log->context, to->bytes, to->len);
}

static void tell(mynd_wirelog *log, way *w)
{
	line to;
	packet p = {{w->kept, w->kept_len}, w->len};
	bool from_server = w == &log->from_server;
	begin_line(log, &to);
	mynd_say(&to, "%c %3u %8llu  ", from_server ? '<' : '>', w->number, (unsigned long long) w->len);
	if (log->lost_count) {
		mynd_say(&to, "(not decoded)");
	} else if (from_server) {
		mynd_wirelog_tell_server(log, &p, &to);
	} else {
		mynd_wirelog_tell_client(log, &p, w->number, &to);
	}
	end_line(log, &to);
	explicit_bzero(w->kept, w->kept_len); /* the packet may have contained a password */
}

/* --- packets --- */

static size_t take_header(way *w, const uint8_t *bytes, size_t len)
{
	size_t n = sizeof w->header - w->header_len;
	n = n < len ? n : len;
	memcpy(w->header + w->header_len, bytes, n);
	w->header_len += (unsigned) n;
	if (w->header_len == sizeof w->header) {
		w->left = (uint32_t) w->header[0] | (uint32_t) w->header[1] << 8 | (uint32_t) w->header[2] << 16;
		if (w->frames++ == 0) {
			w->number = w->header[3];
			w->len = 0;
			w->kept_len = 0;
		}
	}
	return n;
}

static size_t take_body(way *w, const uint8_t *bytes, size_t len)
{
	size_t n = w->left < len ? w->left : len;
	size_t room = sizeof w->kept - w->kept_len;
	size_t kept = n < room ? n : room;
	memcpy(w->kept + w->kept_len, bytes, kept);
	w->kept_len += kept;
	w->len += n;
	w->left -= (uint32_t) n;
	return n;
}

static void feed(mynd_wirelog *log, way *w, mynd_slice bytes)
{
	static const uint8_t full[3] = {0xFF, 0xFF, 0xFF};
	while (bytes.len > 0) {
		size_t n = w->header_len < sizeof w->header ? take_header(w, bytes.ptr, bytes.len)
		                                            : take_body(w, bytes.ptr, bytes.len);
		bytes.ptr += n;
		bytes.len -= n;
		if (w->header_len == sizeof w->header && w->left == 0) {
			w->header_len = 0;
			if (memcmp(w->header, full, sizeof full) != 0) {
				tell(log, w);
				w->frames = 0;
			}
		}
	}
}

void mynd_wirelog_said(mynd_wirelog *log, mynd_slice bytes)
{
	feed(log, &log->to_server, bytes);
}

void mynd_wirelog_heard(mynd_wirelog *log, mynd_slice bytes)
{
	feed(log, &log->from_server, bytes);
}

void mynd_wirelog_note(mynd_wirelog *log, const char *text)
{
	line to;
	begin_line(log, &to);
	mynd_say(&to, "-               %s", text);
	end_line(log, &to);
}

/* --- life --- */

mynd_wirelog *mynd_wirelog_new(mynd_wirelog_sink sink, void *context)
{
	mynd_wirelog *log = calloc(1, sizeof *log);
	if (log != NULL) {
		log->sink = sink;
		log->context = context;
		log->began = now();
		mynd_wirelog_expect(log, (due_reply){0});
		log->stage = STAGE_GREETING;
	}
	return log;
}

static void tell_rest(mynd_wirelog *log, const way *w, const char *whose)
{
	char text[128];
	if (w->frames > 0 || w->header_len > 0) {
		snprintf(text, sizeof text, "a packet %s is not whole, %llu bytes of it are here", whose,
		    (unsigned long long) (w->frames > 0 ? w->len : 0));
		mynd_wirelog_note(log, text);
	}
}

void mynd_wirelog_begin_again(mynd_wirelog *log)
{
	tell_rest(log, &log->to_server, "to the server");
	tell_rest(log, &log->from_server, "from the server");
	mynd_wirelog_note(log, "another connection");
	explicit_bzero(&log->to_server, sizeof log->to_server);
	explicit_bzero(&log->from_server, sizeof log->from_server);
	memset(log->statements, 0, sizeof log->statements);
	log->capabilities = 0;
	log->last_prepared = 0;
	log->queue_first = log->queue_len = 0;
	log->lost_count = false;
	mynd_wirelog_expect(log, (due_reply){0});
	log->stage = STAGE_GREETING;
}

void mynd_wirelog_drop_heard(mynd_wirelog *log)
{
	explicit_bzero(&log->from_server, sizeof log->from_server);
}

void mynd_wirelog_join(mynd_wirelog *log, uint64_t capabilities, unsigned pending)
{
	log->capabilities = capabilities;
	log->queue_first = log->queue_len = 0;
	for (unsigned i = 0; i < pending; i++) {
		mynd_wirelog_expect(log, (due_reply){.secret = true});
	}
	begin_reply(log);
}

void mynd_wirelog_free(mynd_wirelog *log, bool silent)
{
	if (log == NULL) {
		return;
	}
	if (!silent) {
		tell_rest(log, &log->to_server, "to the server");
		tell_rest(log, &log->from_server, "from the server");
		mynd_wirelog_note(log, "the end");
	}
	if (log->free_context != NULL) {
		log->free_context(log->context);
	}
	free(log->queue);
	explicit_bzero(log, sizeof *log);
	free(log);
}
