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

/* Short text as it is, short bytes in hexadecimal, 300*x for many equal ones, others by length and checksum. */
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

static void note_row(script *s, const mynd_row *row, mynd_ticket ticket)
{
	char line[1024], one[64];
	size_t used = 0, cells = 0;
	row_reader reader;
	mynd_cell cell;
	int rc;
	line[0] = '\0';
	if (!open_row(&reader, s, row)) {
		script_note(s, "ROW #%u (broken)", ticket);
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
	script_note(s, "ROW #%u %s", ticket, line);
}

static void note_ok(script *s, const char *name, const mynd_event *event)
{
	char info[64];
	describe(info, sizeof info, event->ok.info.ptr, event->ok.info.len);
	script_note(s, "%s #%u affected=%llu id=%llu status=%x warnings=%u %s%s", name, event->ticket,
	    (unsigned long long) event->ok.affected_rows, (unsigned long long) event->ok.insert_id,
	    event->ok.status, event->ok.warnings, info, event->last ? " last" : "");
}

static void note_error(script *s, const char *name, const mynd_event *event)
{
	script_note(s, "%s #%u %u %s %s%s", name, event->ticket, event->server_error->code,
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
		mynd_session_tls_started(s->session);
		break;
	case MYND_EVENT_READY:
		note_ok(s, "READY", event);
		break;
	case MYND_EVENT_OK:
		note_ok(s, "OK", event);
		break;
	case MYND_EVENT_PREPARED:
		script_note(s, "PREPARED #%u id=%u columns=%u parameters=%u warnings=%u%s", event->ticket,
		    event->prepared.id, event->prepared.columns, event->prepared.parameters, event->prepared.warnings,
		    event->last ? " last" : "");
		s->type_count = 0;
		break;
	case MYND_EVENT_COLUMNS:
		s->type_count = 0;
		script_note(s, "COLUMNS #%u %u", event->ticket, event->column_count);
		break;
	case MYND_EVENT_COLUMN:
		describe(text, sizeof text, event->column.name.ptr, event->column.name.len);
		script_note(s, "COLUMN #%u %s", event->ticket, text);
		if (s->type_count < sizeof s->types) {
			s->types[s->type_count++] = event->column.type;
		}
		break;
	case MYND_EVENT_COLUMNS_END:
		script_note(
		    s, "COLUMNS_END #%u status=%x%s", event->ticket, event->ok.status, event->last ? " last" : "");
		break;
	case MYND_EVENT_ROW:
		note_row(s, &event->row, event->ticket);
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
		script_note(s, "DROPPED #%u%s", event->ticket, event->last ? " last" : "");
		break;
	case MYND_EVENT_INFILE:
		describe(text, sizeof text, event->text.ptr, event->text.len);
		script_note(s, "INFILE #%u %s", event->ticket, text);
		answer_infile(s);
		break;
	case MYND_EVENT_TEXT:
		describe(text, sizeof text, event->text.ptr, event->text.len);
		script_note(s, "TEXT #%u %s%s", event->ticket, text, event->last ? " last" : "");
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

mynd_ticket script_send(script *s, const mynd_command *command)
{
	mynd_ticket ticket = 0;
	mynd_error error;
	if (mynd_session_send(s->session, command, &ticket, &error) != MYND_OK) {
		script_note(s, "cannot send: %u %s", error.code, error.message);
		return 0;
	}
	if (!s->deaf) {
		script_output(s);
	}
	return ticket;
}

mynd_ticket script_query(script *s, const char *sql)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, mynd_slice_of(sql));
	s->sequence = 1;
	s->binary = false;
	return script_send(s, &command);
}

mynd_ticket script_prepare_statement(script *s, const char *sql)
{
	mynd_command command = mynd_command_text(MYND_COM_STMT_PREPARE, mynd_slice_of(sql));
	s->sequence = 1;
	return script_send(s, &command);
}

mynd_ticket script_execute(script *s, unsigned id, unsigned cursor)
{
	mynd_command command = mynd_command_execute(id, (uint8_t) cursor, NULL, 0, false);
	s->sequence = 1;
	s->binary = true;
	return script_send(s, &command);
}

static uint8_t type_of(char letter)
{
	static const char letters[] = "twiqfdsvD";
	static const uint8_t types[] = {MYND_TYPE_TINY, MYND_TYPE_SHORT, MYND_TYPE_LONG, MYND_TYPE_LONGLONG,
	    MYND_TYPE_FLOAT, MYND_TYPE_DOUBLE, MYND_TYPE_VAR_STRING, MYND_TYPE_VECTOR, MYND_TYPE_DATETIME};
	const char *at = strchr(letters, letter);
	assert_non_null(at);
	return types[at - letters];
}

mynd_ticket script_fetch(script *s, unsigned id, unsigned rows, const char *types)
{
	size_t columns = strlen(types);
	uint8_t *copy = malloc(columns + 1); /* not kept by the session */
	assert_non_null(copy);
	assert_true(columns <= sizeof s->types);
	for (size_t i = 0; i < columns; i++) {
		copy[i] = s->types[i] = type_of(types[i]);
	}
	s->type_count = (unsigned) columns;
	mynd_command command = mynd_command_fetch(id, rows, copy, (uint32_t) columns);
	s->sequence = 1;
	s->binary = true;
	mynd_ticket ticket = script_send(s, &command);
	free(copy);
	return ticket;
}

/* --- the server's packets --- */

void script_packet(script *s, const void *payload, size_t len)
{
	mynd_frame_write(&s->pending, &s->sequence, (mynd_slice){payload, len}, (mynd_slice){NULL, 0});
	assert_false(s->pending.failed);
}

static void finish_packet(script *s, mynd_buffer *b)
{
	assert_false(b->failed);
	script_packet(s, b->ptr, b->len);
	mynd_buffer_free(b);
}

void script_greeting(script *s, const char *version, uint64_t capabilities, const char *method)
{
	mynd_buffer b;
	mynd_buffer_init(&b, 4096);
	mynd_buffer_put_int(&b, 1, 10);
	mynd_buffer_put_cstring(&b, mynd_slice_of(version));
	mynd_buffer_put_int(&b, 4, 77);
	mynd_buffer_put_bytes(&b, "abcdefgh", 9);
	mynd_buffer_put_int(&b, 2, capabilities & 0xFFFF);
	mynd_buffer_put_int(&b, 1, 45);
	mynd_buffer_put_int(&b, 2, 2);
	mynd_buffer_put_int(&b, 2, capabilities >> 16 & 0xFFFF);
	mynd_buffer_put_int(&b, 1, 21);
	mynd_buffer_put_zeros(&b, 6);
	mynd_buffer_put_int(&b, 4, capabilities >> 32);
	mynd_buffer_put_bytes(&b, "ijklmnopqrst", 13);
	if (method != NULL) {
		mynd_buffer_put_cstring(&b, mynd_slice_of(method));
	}
	finish_packet(s, &b);
}

static void put_ok(mynd_buffer *b, unsigned header, unsigned affected, unsigned id, unsigned status)
{
	mynd_buffer_put_int(b, 1, header);
	mynd_buffer_put_lenenc(b, affected);
	mynd_buffer_put_lenenc(b, id);
	mynd_buffer_put_int(b, 2, status);
	mynd_buffer_put_int(b, 2, 0);
}

void script_ok(script *s, unsigned affected, unsigned id, unsigned status, const char *info)
{
	mynd_buffer b;
	mynd_buffer_init(&b, 1u << 20);
	put_ok(&b, 0, affected, id, status);
	if (info != NULL) {
		mynd_buffer_put_lenenc_bytes(&b, mynd_slice_of(info));
	}
	finish_packet(s, &b);
}

void script_tracked_ok(script *s, unsigned status, const char *schema)
{
	mynd_buffer b, change;
	size_t len = strlen(schema);
	mynd_buffer_init(&b, 4096);
	mynd_buffer_init(&change, 4096);
	mynd_buffer_put_int(&change, 1, MYND_TRACK_SCHEMA);
	mynd_buffer_put_int(&change, 1, len + 1);
	mynd_buffer_put_lenenc_bytes(&change, mynd_slice_of(schema));
	put_ok(&b, 0, 0, 0, status | MYND_STATUS_SESSION_CHANGED);
	mynd_buffer_put_lenenc_bytes(&b, mynd_slice_of(""));
	mynd_buffer_put_lenenc_bytes(&b, (mynd_slice){change.ptr, change.len});
	mynd_buffer_free(&change);
	finish_packet(s, &b);
}

void script_eof(script *s, unsigned status)
{
	mynd_buffer b;
	mynd_buffer_init(&b, 64);
	if (mynd_session_server(s->session)->negotiated & MYND_CAP_DEPRECATE_EOF) {
		put_ok(&b, 0xFE, 0, 0, status);
	} else {
		mynd_buffer_put_int(&b, 1, 0xFE);
		mynd_buffer_put_int(&b, 2, 0);
		mynd_buffer_put_int(&b, 2, status);
	}
	finish_packet(s, &b);
}

void script_err(script *s, unsigned code, const char *state_and_text)
{
	mynd_buffer b;
	mynd_buffer_init(&b, 1u << 20);
	mynd_buffer_put_int(&b, 1, 0xFF);
	mynd_buffer_put_int(&b, 2, code);
	mynd_buffer_put_bytes(&b, state_and_text, strlen(state_and_text));
	finish_packet(s, &b);
}

void script_auth_switch(script *s, const char *method, const char *challenge)
{
	mynd_buffer b;
	mynd_buffer_init(&b, 256);
	mynd_buffer_put_int(&b, 1, 0xFE);
	mynd_buffer_put_cstring(&b, mynd_slice_of(method));
	mynd_buffer_put_cstring(&b, mynd_slice_of(challenge));
	finish_packet(s, &b);
}

void script_count(script *s, unsigned columns)
{
	mynd_buffer b;
	mynd_buffer_init(&b, 16);
	mynd_buffer_put_lenenc(&b, columns);
	finish_packet(s, &b);
}

static void put_column(script *s, const char *name, uint8_t type)
{
	mynd_buffer b;
	const char *const strings[] = {"def", "db", "t", "t", name, name};
	mynd_buffer_init(&b, 1u << 20);
	for (size_t i = 0; i < 6; i++) {
		mynd_buffer_put_lenenc_bytes(&b, mynd_slice_of(strings[i]));
	}
	mynd_buffer_put_int(&b, 1, 12);
	mynd_buffer_put_int(&b, 2, 45);
	mynd_buffer_put_int(&b, 4, 255);
	mynd_buffer_put_int(&b, 1, type);
	mynd_buffer_put_int(&b, 2, 0);
	mynd_buffer_put_int(&b, 1, 0);
	mynd_buffer_put_zeros(&b, 2);
	finish_packet(s, &b);
}

void script_column(script *s, const char *name)
{
	put_column(s, name, MYND_TYPE_VAR_STRING);
}

static void end_columns(script *s)
{
	if (!(mynd_session_server(s->session)->negotiated & MYND_CAP_DEPRECATE_EOF)) {
		script_eof(s, 2);
	}
}

void script_columns(script *s, unsigned columns)
{
	script_count(s, columns);
	for (unsigned i = 0; i < columns; i++) {
		char name[2] = {(char) ('a' + i % 26), 0};
		script_column(s, name);
	}
	end_columns(s);
}

void script_definitions(script *s, const char *types)
{
	for (size_t i = 0; types[i] != '\0'; i++) {
		put_column(s, (const char[]){(char) ('a' + i % 26), 0}, type_of(types[i]));
	}
	end_columns(s);
}

void script_typed_columns(script *s, const char *types)
{
	script_count(s, (unsigned) strlen(types));
	script_definitions(s, types);
}

void script_prepared(script *s, unsigned id, unsigned columns, unsigned parameters, unsigned warnings)
{
	mynd_buffer b;
	mynd_buffer_init(&b, 64);
	mynd_buffer_put_int(&b, 1, 0);
	mynd_buffer_put_int(&b, 4, id);
	mynd_buffer_put_int(&b, 2, columns);
	mynd_buffer_put_int(&b, 2, parameters);
	mynd_buffer_put_int(&b, 1, 0);
	mynd_buffer_put_int(&b, 2, warnings);
	finish_packet(s, &b);
}

static void put_letters(mynd_buffer *b, const char *spec)
{
	char *letter;
	size_t len = strtoul(spec, &letter, 10);
	mynd_buffer_put_lenenc(b, len);
	assert_int_equal(mynd_buffer_reserve(b, len), MYND_OK);
	memset(b->ptr + b->len, *letter, len);
	b->len += len;
}

/* Takes one cell off the list; NULL when that was the last. */
static const char *take_cell(const char *cells, mynd_slice *cell)
{
	const char *bar = strchr(cells, '|');
	*cell = (mynd_slice){(const uint8_t *) cells, bar == NULL ? strlen(cells) : (size_t) (bar - cells)};
	return bar == NULL ? NULL : bar + 1;
}

static bool is_null(mynd_slice cell)
{
	return cell.len == 4 && memcmp(cell.ptr, "NULL", 4) == 0;
}

static void put_string(mynd_buffer *b, mynd_slice cell)
{
	if (cell.len > 0 && cell.ptr[0] == '@') {
		put_letters(b, (const char *) cell.ptr + 1);
	} else {
		mynd_buffer_put_lenenc_bytes(b, cell);
	}
}

mynd_slice script_cells(mynd_buffer *b, const char *cells)
{
	mynd_buffer_init(b, 1u << 27);
	while (cells != NULL) {
		mynd_slice cell;
		cells = take_cell(cells, &cell);
		if (is_null(cell)) {
			mynd_buffer_put_int(b, 1, MYND_CELL_NULL);
		} else {
			put_string(b, cell);
		}
	}
	assert_false(b->failed);
	return (mynd_slice){b->ptr, b->len};
}

mynd_slice script_binary_cells(mynd_buffer *b, const char *types, const char *cells)
{
	size_t columns = strlen(types), bitmap = mynd_binary_bitmap_size((uint32_t) columns);
	mynd_buffer_init(b, 1u << 27);
	mynd_buffer_put_zeros(b, 1 + bitmap);
	for (size_t i = 0; cells != NULL; i++) {
		mynd_slice cell;
		assert_true(i < columns);
		unsigned width = mynd_binary_width(type_of(types[i]));
		cells = take_cell(cells, &cell);
		if (is_null(cell)) {
			b->ptr[1 + (i + 2) / 8] |= (uint8_t) (1 << (i + 2) % 8);
		} else if (width > 0) {
			mynd_buffer_put_int(b, width, strtoull((const char *) cell.ptr, NULL, 10));
		} else {
			put_string(b, cell);
		}
	}
	assert_false(b->failed);
	return (mynd_slice){b->ptr, b->len};
}

void script_binary_row(script *s, const char *types, const char *cells)
{
	mynd_buffer b;
	script_binary_cells(&b, types, cells);
	finish_packet(s, &b);
}

void script_row(script *s, const char *cells)
{
	mynd_buffer b;
	script_cells(&b, cells);
	finish_packet(s, &b);
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
