/*
 * What the server of a scripted conversation says; see script.h.
 */
#include "script.h"

#include <stdlib.h>
#include "wire/binary.h"
#include "wire/frame.h"

uint8_t script_type_of(char letter)
{
	static const char letters[] = "twiqfdsvD";
	static const uint8_t types[] = {MYND_TYPE_TINY, MYND_TYPE_SHORT, MYND_TYPE_LONG, MYND_TYPE_LONGLONG,
	    MYND_TYPE_FLOAT, MYND_TYPE_DOUBLE, MYND_TYPE_VAR_STRING, MYND_TYPE_VECTOR, MYND_TYPE_DATETIME};
	const char *at = strchr(letters, letter);
	assert_non_null(at);
	return types[at - letters];
}

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

void script_column_of(script *s, const char *name, uint8_t type)
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
	script_column_of(s, name, MYND_TYPE_VAR_STRING);
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
		script_column_of(s, (const char[]){(char) ('a' + i % 26), 0}, script_type_of(types[i]));
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
		unsigned width = mynd_binary_width(script_type_of(types[i]));
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
