/*
 * The scripted conversation; see script.h.
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include "wire/binary.h"
#include "wire/frame.h"

typedef struct value {
	size_t len;
	uint8_t body[];
} value;

static void *value_alloc(void *context, size_t len, uint8_t **body)
{
	script *s = context;
	if (++s->values_made == s->refuse_at) {
		return NULL;
	}
	value *v = malloc(sizeof *v + len);
	assert_non_null(v);
	v->len = len;
	*body = v->body;
	s->values_live++;
	return v;
}

static void value_release(void *context, void *v)
{
	script *s = context;
	assert_true(s->values_live > 0);
	s->values_live--;
	free(v);
}

const uint8_t *script_value(void *v, size_t len)
{
	assert_int_equal(((value *) v)->len, len);
	return ((value *) v)->body;
}

void script_release(script *s, void *v)
{
	value_release(s, v);
}

/* --- lines --- */

void script_note(script *s, const char *format, ...)
{
	char line[2048];
	va_list args;
	va_start(args, format);
	int len = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	assert_true(len >= 0);
	size_t used = strlen(line);
	if (s->trace_len + used + 2 > s->trace_cap) {
		s->trace_cap = (s->trace_len + used + 2) * 2;
		s->trace = realloc(s->trace, s->trace_cap);
		assert_non_null(s->trace);
	}
	memcpy(s->trace + s->trace_len, line, used);
	s->trace_len += used;
	s->trace[s->trace_len++] = '\n';
	s->trace[s->trace_len] = '\0';
}

void script_forget(script *s)
{
	s->trace_len = 0;
	if (s->trace != NULL) {
		s->trace[0] = '\0';
	}
}

void script_expect(script *s, const char *lines)
{
	const char *got = s->trace == NULL ? "" : s->trace;
	if (strcmp(got, lines) != 0) {
		fail_msg("chunk %zu cut %zu buffer %zu:\n--- got\n%s--- expected\n%s", s->way.chunk, s->way.cut,
		    s->way.buffer, got, lines);
	}
	script_forget(s);
}

static unsigned checksum(const uint8_t *ptr, size_t len)
{
	uint32_t sum = 2166136261u;
	for (size_t i = 0; i < len; i++) {
		sum = (sum ^ ptr[i]) * 16777619u;
	}
	return sum;
}

static bool all_equal(const uint8_t *ptr, size_t len)
{
	return len > 0 && memcmp(ptr, ptr + 1, len - 1) == 0;
}

static bool all_printable(const uint8_t *ptr, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (ptr[i] < 0x20 || ptr[i] >= 0x7F) {
			return false;
		}
	}
	return true;
}

/*
 * Short text as it is, short bytes in hexadecimal, 300*x for many equal ones, others by length and checksum.
 */
static void describe(char *to, size_t room, const uint8_t *ptr, size_t len)
{
	if (len <= 40 && all_printable(ptr, len)) {
		snprintf(to, room, "%.*s", (int) len, len > 0 ? (const char *) ptr : "");
	} else if (len <= 16) {
		for (size_t i = 0; i < len; i++) {
			snprintf(to + 2 * i, room - 2 * i, "%02x", ptr[i]);
		}
	} else if (all_equal(ptr, len)) {
		snprintf(to, room, "%zu*%c", len, ptr[0]);
	} else {
		snprintf(to, room, "<%zu:%08x>", len, checksum(ptr, len));
	}
}

/* --- events --- */

/* A row's cells, one after another. `at` counts them; MYND_MORE: there are no more. */
typedef struct row_reader {
	const script *s;
	mynd_cursor c;
	const uint8_t *nulls; /* of a binary row */
	bool has_large;
	unsigned at;
} row_reader;

static bool open_row(row_reader *reader, const script *s, const mynd_row *row)
{
	mynd_slice bytes = {row->data, row->len};
	*reader = (row_reader){s, mynd_cursor_over(row->data, row->len), NULL, row->has_large, 0};
	return !s->binary || mynd_binary_open(bytes, s->type_count, &reader->nulls, &reader->c) == MYND_OK;
}

static int next_cell(row_reader *reader, mynd_cell *cell)
{
	unsigned at = reader->at++;
	if (!reader->s->binary) {
		return mynd_cursor_left(&reader->c) == 0 ? MYND_MORE
		                                         : mynd_cell_next(&reader->c, reader->has_large, cell);
	}
	if (at == reader->s->type_count) {
		return mynd_cursor_left(&reader->c) == 0 ? MYND_MORE : MYND_BAD;
	}
	if (at > reader->s->type_count) {
		return MYND_MORE;
	}
	if (mynd_binary_is_null(reader->nulls, at)) {
		*cell = (mynd_cell){NULL, 0, NULL};
		return MYND_OK;
	}
	return mynd_binary_next(&reader->c, mynd_binary_width(reader->s->types[at]), reader->has_large, cell);
}

/* Numbers of fixed width are shown as integers. */
static void describe_cell(const row_reader *reader, char *to, size_t room, const mynd_cell *cell)
{
	uint64_t number = 0;
	mynd_cursor c = mynd_cursor_over(cell->ptr, cell->len);
	if (reader->s->binary && mynd_binary_width(reader->s->types[reader->at - 1]) > 0) {
		assert_int_equal(mynd_cursor_int(&c, (unsigned) cell->len, &number), MYND_OK);
		snprintf(to, room, "%llu", (unsigned long long) number);
	} else {
		describe(to, room, cell->ptr, cell->len);
	}
}

static void note_row(script *s, const mynd_row *row, uint32_t owner)
{
	char line[1024], one[64];
	size_t used = 0, cells = 0;
	row_reader reader;
	mynd_cell cell;
	int rc;
	line[0] = '\0';
	if (!open_row(&reader, s, row)) {
		script_note(s, "ROW #%u (broken)", owner);
		return;
	}
	while ((rc = next_cell(&reader, &cell)) != MYND_MORE) {
		if (rc == MYND_BAD) {
			snprintf(one, sizeof one, "(broken)");
			reader.c.pos = reader.c.end;
			reader.at = UINT32_MAX;
		} else if (cell.large != NULL) {
			value *v = cell.large;
			assert_int_equal(v->len, cell.len);
			describe(one, sizeof one, v->body, v->len);
			value_release(s, v);
		} else if (mynd_cell_is_null(&cell)) {
			snprintf(one, sizeof one, "NULL");
		} else {
			describe_cell(&reader, one, sizeof one, &cell);
		}
		if (used < sizeof line) {
			used += (size_t) snprintf(line + used, sizeof line - used, "%s%s", cells > 0 ? "|" : "", one);
		}
		cells++;
	}
	script_note(s, "ROW #%u %s", owner, line);
}

static void note_ok(script *s, const char *name, const mynd_event *event)
{
	char info[64];
	describe(info, sizeof info, event->ok.info.ptr, event->ok.info.len);
	script_note(s, "%s #%u affected=%llu id=%llu status=%x warnings=%u %s%s", name, event->owner,
	    (unsigned long long) event->ok.affected_rows, (unsigned long long) event->ok.insert_id,
	    event->ok.status, event->ok.warnings, info, event->last ? " last" : "");
}

static void note_error(script *s, const char *name, const mynd_event *event)
{
	script_note(s, "%s #%u %u %s %s%s", name, event->owner, event->server_error->code,
	    event->server_error->sqlstate, event->server_error->message, event->last ? " last" : "");
}

static void answer_infile(script *s)
{
	mynd_error error;
	size_t half = s->infile.len / 2;
	mynd_slice pieces[] = {{s->infile.ptr, half}, {s->infile.ptr + half, s->infile.len - half}, {NULL, 0}};
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(mynd_session_infile(s->session, pieces[i], &error), MYND_OK);
	}
}

static void note_event(script *s, const mynd_event *event)
{
	char text[64];
	switch (event->kind) {
	case MYND_EVENT_TLS:
		script_note(s, "TLS");
		script_output(s);
		mynd_session_tls_started(s->session, NULL);
		break;
	case MYND_EVENT_READY:
		note_ok(s, "READY", event);
		break;
	case MYND_EVENT_OK:
		note_ok(s, "OK", event);
		break;
	case MYND_EVENT_PREPARED:
		script_note(s, "PREPARED #%u id=%u columns=%u parameters=%u warnings=%u%s", event->owner,
		    event->prepared.id, event->prepared.columns, event->prepared.parameters, event->prepared.warnings,
		    event->last ? " last" : "");
		s->type_count = 0;
		break;
	case MYND_EVENT_COLUMNS:
		s->type_count = 0;
		script_note(s, "COLUMNS #%u %u", event->owner, event->column_count);
		break;
	case MYND_EVENT_COLUMN:
		describe(text, sizeof text, event->column.name.ptr, event->column.name.len);
		script_note(s, "COLUMN #%u %s", event->owner, text);
		if (s->type_count < sizeof s->types) {
			s->types[s->type_count++] = event->column.type;
		}
		break;
	case MYND_EVENT_COLUMNS_END:
		script_note(
		    s, "COLUMNS_END #%u status=%x%s", event->owner, event->ok.status, event->last ? " last" : "");
		break;
	case MYND_EVENT_ROW:
		note_row(s, &event->row, event->owner);
		if (++s->rows == s->drop_rows_at) {
			mynd_session_discard_rows(s->session);
		}
		break;
	case MYND_EVENT_END:
		note_ok(s, "END", event);
		break;
	case MYND_EVENT_ERROR:
		note_error(s, "ERROR", event);
		break;
	case MYND_EVENT_REFUSED:
		note_error(s, "REFUSED", event);
		break;
	case MYND_EVENT_DROPPED:
		script_note(s, "DROPPED #%u%s", event->owner, event->last ? " last" : "");
		break;
	case MYND_EVENT_INFILE:
		describe(text, sizeof text, event->text.ptr, event->text.len);
		script_note(s, "INFILE #%u %s", event->owner, text);
		answer_infile(s);
		break;
	case MYND_EVENT_TEXT:
		describe(text, sizeof text, event->text.ptr, event->text.len);
		script_note(s, "TEXT #%u %s%s", event->owner, text, event->last ? " last" : "");
		break;
	}
}

/* Events until there are none. False: the session is dead. */
static bool pull(script *s)
{
	mynd_event event;
	int rc;
	while ((rc = mynd_session_next(s->session, &event)) == MYND_OK) {
		note_event(s, &event);
	}
	if (rc == MYND_BAD) {
		const mynd_error *error = mynd_session_error(s->session);
		assert_int_equal(mynd_session_phase(s->session), MYND_PHASE_DEAD);
		assert_int_equal(mynd_session_want(s->session).len, 0);
		script_note(s, "BAD %u %s", error->code, error->message);
		return false;
	}
	return true;
}

void script_pull(script *s)
{
	pull(s);
	if (!s->deaf) {
		script_output(s);
	}
}

static size_t portion(const script *s, size_t wanted, size_t left)
{
	size_t n = wanted < left ? wanted : left;
	if (s->way.chunk > 0 && n > s->way.chunk) {
		n = s->way.chunk;
	}
	if (s->fed < s->way.cut && s->fed + n > s->way.cut) {
		n = s->way.cut - s->fed;
	}
	return n;
}

static bool in_buffer(const script *s, const uint8_t *ptr)
{
	return ptr >= s->memory && ptr <= s->memory + s->way.buffer;
}

void script_feed(script *s)
{
	size_t at = 0;
	bool alive = mynd_session_phase(s->session) != MYND_PHASE_DEAD;
	assert_false(s->pending.failed);
	while (alive && at < s->pending.len) {
		mynd_span span = mynd_session_want(s->session);
		size_t n = portion(s, span.len, s->pending.len - at);
		assert_true(n > 0); /* after MORE there is room */
		memcpy(span.ptr, s->pending.ptr + at, n);
		s->direct_bytes += in_buffer(s, span.ptr) ? 0 : n;
		at += n;
		s->fed += n;
		assert_int_equal(mynd_session_commit(s->session, n), MYND_OK);
		alive = pull(s);
	}
	mynd_buffer_reset(&s->pending);
	if (alive && !s->deaf) {
		script_output(s);
	}
}

/* --- output --- */

static void note_packet(script *s, const uint8_t *ptr, size_t len, unsigned sequence)
{
	char text[64];
	if (len == 0) {
		script_note(s, "> %u empty", sequence);
		return;
	}
	describe(text, sizeof text, ptr + 1, len - 1);
	script_note(s, "> %u %02x %s", sequence, ptr[0], text);
}

/* Once what was said is whole packets, they become lines. */
static void note_said(script *s)
{
	mynd_cursor c = mynd_cursor_over(s->said.ptr + s->noted, s->said.len - s->noted);
	mynd_frame frame;
	mynd_slice payload;
	while (mynd_frame_read(&c, &frame) == MYND_OK && mynd_cursor_bytes(&c, frame.len, &payload) == MYND_OK) {
		note_packet(s, payload.ptr, payload.len, frame.sequence);
		s->noted = (size_t) (c.pos - s->said.ptr);
	}
}

void script_output(script *s)
{
	mynd_slice out = mynd_session_output(s->session);
	if (out.len > 0) {
		mynd_buffer_reset(&s->said);
		s->noted = 0;
	}
	while ((out = mynd_session_output(s->session)).len > 0) {
		size_t n = s->way.chunk > 0 && out.len > s->way.chunk ? s->way.chunk : out.len;
		mynd_buffer_put_bytes(&s->said, out.ptr, n);
		mynd_session_sent(s->session, n);
		note_said(s);
	}
}

uint32_t script_send(script *s, const mynd_command *command)
{
	mynd_command owned = *command;
	mynd_error error;
	owned.owner = s->sent + 1;
	if (mynd_session_send(s->session, &owned, &error) != MYND_OK) {
		script_note(s, "cannot send: %u %s", error.code, error.message);
		return 0;
	}
	if (!s->deaf) {
		script_output(s);
	}
	return ++s->sent;
}

uint32_t script_query(script *s, const char *sql)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, mynd_slice_of(sql));
	s->sequence = 1;
	s->binary = false;
	return script_send(s, &command);
}

uint32_t script_prepare_statement(script *s, const char *sql)
{
	mynd_command command = mynd_command_text(MYND_COM_STMT_PREPARE, mynd_slice_of(sql));
	s->sequence = 1;
	return script_send(s, &command);
}

uint32_t script_execute(script *s, unsigned id, unsigned cursor)
{
	mynd_command command = mynd_command_execute(id, (uint8_t) cursor, NULL, 0, false);
	s->sequence = 1;
	s->binary = true;
	return script_send(s, &command);
}

uint32_t script_fetch(script *s, unsigned id, unsigned rows, const char *types)
{
	size_t columns = strlen(types);
	uint8_t *copy = malloc(columns + 1); /* not kept by the session */
	assert_non_null(copy);
	assert_true(columns <= sizeof s->types);
	for (size_t i = 0; i < columns; i++) {
		copy[i] = s->types[i] = script_type_of(types[i]);
	}
	s->type_count = (unsigned) columns;
	mynd_command command = mynd_command_fetch(id, rows, copy, (uint32_t) columns);
	s->sequence = 1;
	s->binary = true;
	uint32_t number = script_send(s, &command);
	free(copy);
	return number;
}

/* --- life --- */

void script_prepare(script *s, const script_way *way, uint64_t capabilities)
{
	*s = (script){.way = *way};
	if (s->way.buffer == 0) {
		s->way.buffer = 4096;
	}
	mynd_buffer_init(&s->pending, 1u << 28);
	mynd_buffer_init(&s->said, 1u << 28);
	s->options = (mynd_session_options){
	    .user = mynd_slice_of("root"),
	    .password = mynd_slice_of("secret"),
	    .capabilities = capabilities,
	    .max_packet = 1u << 30,
	    .command_buffer = 4096,
	    .large_cell = 256,
	    .allocator = {s, value_alloc, value_release},
	};
}

void script_start(script *s)
{
	s->options.counts = &s->counts;
	s->session = mynd_session_new(&s->options);
	assert_non_null(s->session);
	s->memory = malloc(s->way.buffer + 1);
	assert_non_null(s->memory);
	assert_int_equal(mynd_session_want(s->session).len, 0);
	mynd_session_lend_buffer(s->session, s->memory, s->way.buffer);
}

void script_close(script *s)
{
	uint8_t *lent = mynd_session_free(s->session, false);
	assert_true(lent == NULL || lent == s->memory);
	assert_int_equal(s->values_live, 0);
	free(s->memory);
	free(s->trace);
	mynd_buffer_free(&s->pending);
	mynd_buffer_free(&s->said);
}

void script_finish_login(script *s)
{
	script_start(s);
	script_greeting(s, "5.5.5-10.11.6-MariaDB", SCRIPT_SERVER_CAPABILITIES, "mysql_native_password");
	script_feed(s);
	s->sequence = 2;
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
	assert_int_equal(mynd_session_phase(s->session), MYND_PHASE_IDLE);
	script_forget(s);
	s->fed = 0;
}

void script_log_in(script *s, const script_way *way, uint64_t capabilities)
{
	script_prepare(s, way, capabilities);
	script_finish_login(s);
}

static size_t run_one_way(
    void (*conversation)(script *s), uint64_t capabilities, const script_way *way, const char *lines)
{
	script s;
	script_log_in(&s, way, capabilities);
	conversation(&s);
	script_expect(&s, lines);
	size_t fed = s.fed;
	script_close(&s);
	return fed;
}

void script_every_way(void (*conversation)(script *s), uint64_t capabilities, const char *lines)
{
	size_t total = run_one_way(conversation, capabilities, &(script_way){0}, lines);
	run_one_way(conversation, capabilities, &(script_way){.buffer = 1u << 20}, lines);
	run_one_way(conversation, capabilities, &(script_way){.buffer = 1024}, lines);
	run_one_way(conversation, capabilities, &(script_way){.chunk = 1}, lines);
	run_one_way(conversation, capabilities, &(script_way){.chunk = 1, .buffer = 1024}, lines);
	run_one_way(conversation, capabilities, &(script_way){.chunk = 3, .buffer = 1024}, lines);
	for (size_t cut = 1; cut < total; cut++) {
		run_one_way(conversation, capabilities, &(script_way){.cut = cut, .buffer = 1024}, lines);
	}
}

void script_both_ends(void (*conversation)(script *s), const char *lines)
{
	char expected[1024];
	int len = snprintf(expected, sizeof expected, lines, 2);
	assert_true(len > 0 && (size_t) len < sizeof expected);
	script_every_way(conversation, EOF_CAPS, expected);
	snprintf(expected, sizeof expected, lines, 0);
	script_every_way(conversation, NOEOF_CAPS, expected);
}
