/*
 * The decoders of src/wire over arbitrary packets, whole and cut at every place, and what is written for
 * servers, read again.
 *
 *   1 byte which decoder, 8 bytes capabilities, the packet
 *
 * What was decoded lies within the packet; a packet that is none has stock's error 2027, one of servers that
 * are too old 2054.
 */
#include <stdio.h>
#include "fuzz.h"
#include "wire/binary.h"
#include "wire/column.h"
#include "wire/frame.h"
#include "wire/handshake.h"
#include "wire/infile.h"
#include "wire/reply.h"
#include "wire/statement.h"

#define CUTS_MAX 400 /* a longer packet is cut at so many places */

/* --- what holds of every decoder --- */

static void check_inside(mynd_slice packet, mynd_slice part)
{
	if (part.len > 0 && (part.ptr < packet.ptr || part.ptr + part.len > packet.ptr + packet.len)) {
		fuzz_fail("a slice is not in the packet");
	}
}

/* Answers whether it is whole. */
static bool check_answer(int rc, const mynd_error *error)
{
	if (rc == MYND_OK) {
		return true;
	}
	bool malformed = (error->cause == MYND_CAUSE_MALFORMED || error->cause == MYND_CAUSE_SHORT_OK ||
	                     error->cause == MYND_CAUSE_ODD_PREPARED) &&
	                 error->code == MYND_ERR_MALFORMED_PACKET;
	bool refused =
	    error->cause == MYND_CAUSE_REFUSED && error->code == MYND_ERR_NOT_IMPLEMENTED; /* too old */
	if (rc != MYND_BAD || (!malformed && !refused) || strcmp(error->sqlstate, "HY000") != 0 ||
	    memchr(error->message, 0, sizeof error->message) == NULL) {
		fuzz_fail("a decoder answers %d, error %u", rc, error->code);
	}
	return false;
}

/* --- decoders --- */

static void greeting(mynd_slice packet, uint64_t capabilities)
{
	mynd_greeting g;
	mynd_error error;
	(void) capabilities;
	if (check_answer(mynd_greeting_decode(packet, &g, &error), &error)) {
		check_inside(packet, g.server_version);
		check_inside(packet, g.auth_method);
		if (g.scramble_len > sizeof g.scramble || (g.capabilities >> 32 != 0 && (g.capabilities & 1))) {
			fuzz_fail("a greeting that cannot be");
		}
	}
}

static void auth_switch(mynd_slice packet, uint64_t capabilities)
{
	mynd_auth_switch change;
	mynd_error error;
	(void) capabilities;
	if (packet.len > 0 && packet.ptr[0] == 0xFE &&
	    check_answer(mynd_auth_switch_decode(packet, &change, &error), &error)) {
		check_inside(packet, change.method);
		check_inside(packet, change.challenge);
	}
}

static void tracked(mynd_slice packet, mynd_slice state)
{
	mynd_track_reader reader;
	mynd_track change;
	mynd_error error;
	int rc;
	size_t count = 0;
	mynd_track_start(&reader, state);
	while ((rc = mynd_track_next(&reader, &change, &error)) == MYND_OK) {
		check_inside(packet, change.name);
		check_inside(packet, change.value);
		if (++count > state.len) {
			fuzz_fail("more changes than bytes");
		}
	}
	if (rc != MYND_MORE) {
		check_answer(rc, &error);
	}
}

static void ok(mynd_slice packet, uint64_t capabilities)
{
	mynd_ok ok;
	mynd_error error;
	if (check_answer(mynd_ok_decode(packet, capabilities, &ok, &error), &error)) {
		check_inside(packet, ok.info);
		check_inside(packet, ok.session_state);
		tracked(packet, ok.session_state);
	}
	tracked(packet, packet);
}

static void eof(mynd_slice packet, uint64_t capabilities)
{
	mynd_ok ok;
	mynd_error error;
	(void) capabilities;
	if (check_answer(mynd_eof_decode(packet, &ok, &error), &error) && packet.len != 5) {
		fuzz_fail("an EOF of %zu bytes", packet.len);
	}
}

static void err(mynd_slice packet, uint64_t capabilities)
{
	mynd_error server_error, error;
	if (check_answer(mynd_err_decode(packet, capabilities, &server_error, &error), &error) &&
	    (server_error.cause != MYND_CAUSE_SERVER || server_error.code == 0 || server_error.code >= 65535 ||
	        strlen(server_error.sqlstate) != 5)) {
		fuzz_fail("an error of the server that cannot be: %u", server_error.code);
	}
}

static void reply(mynd_slice packet, uint64_t capabilities)
{
	mynd_reply_kind kind;
	uint32_t count;
	mynd_error error;
	(void) capabilities;
	if (check_answer(mynd_reply_kind_decode(packet, &kind, &count, &error), &error) &&
	    (kind == MYND_REPLY_COLUMNS) != (count >= 1 && count <= 65535)) {
		fuzz_fail("%u columns", count);
	}
}

static void check_column(mynd_slice packet, const mynd_column *column)
{
	const mynd_slice parts[] = {column->catalog, column->schema, column->table, column->org_table,
	    column->name, column->org_name, column->type_name, column->format_name};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		check_inside(packet, parts[i]);
	}
}

static bool same(mynd_slice a, mynd_slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* What was read is written, and reads as it was. */
static void write_column(const mynd_column *column)
{
	mynd_buffer b;
	mynd_column again;
	mynd_buffer_init(&b, 1u << 20);
	mynd_column_encode(&b, column);
	mynd_cursor c = mynd_cursor_over(b.ptr, b.len);
	if (b.len != mynd_column_size(column) || b.len < MYND_COLUMN_LEAST ||
	    mynd_column_take(&c, &again) != MYND_OK || mynd_cursor_left(&c) > 0) {
		fuzz_fail("a definition that was written is none");
	}
	if (!same(again.name, column->name) || !same(again.org_name, column->org_name) ||
	    !same(again.schema, column->schema) || !same(again.table, column->table) ||
	    again.type != column->type || again.flags != column->flags || again.length != column->length ||
	    again.charset != column->charset || again.decimals != column->decimals) {
		fuzz_fail("a definition that was written is another");
	}
	mynd_buffer_free(&b);
}

static void column(mynd_slice packet, uint64_t capabilities)
{
	mynd_column column;
	mynd_error error;
	if (check_answer(mynd_column_decode(packet, capabilities, &column, &error), &error)) {
		check_column(packet, &column);
		write_column(&column);
	}
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	while (mynd_column_take(&c, &column) == MYND_OK) {
		check_column(packet, &column);
	}
}

static void prepared(mynd_slice packet, uint64_t capabilities)
{
	mynd_prepared prepared;
	mynd_error error;
	(void) capabilities;
	check_answer(mynd_prepared_decode(packet, &prepared, &error), &error);
}

static void text_row(mynd_slice packet, uint64_t capabilities)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	mynd_cell cell;
	(void) capabilities;
	while (mynd_cell_next(&c, false, &cell) == MYND_OK) {
		check_inside(packet, (mynd_slice){cell.ptr, cell.len});
		if (cell.large != NULL) {
			fuzz_fail("a large cell comes from the server");
		}
	}
}

/* The types come from the capabilities, over and over. */
static void binary_row(mynd_slice packet, uint64_t capabilities)
{
	const uint8_t *nulls;
	mynd_cursor c;
	mynd_cell cell;
	uint32_t columns = (uint32_t) (capabilities & 0xFF);
	if (mynd_binary_open(packet, columns, &nulls, &c) != MYND_OK) {
		return;
	}
	for (uint32_t i = 0; i < columns; i++) {
		unsigned width = mynd_binary_width((uint8_t) (capabilities >> (8 + i % 7 * 8)));
		if (!mynd_binary_is_null(nulls, i)) {
			if (mynd_binary_next(&c, width, false, &cell) != MYND_OK) {
				return;
			}
			check_inside(packet, (mynd_slice){cell.ptr, cell.len});
			if (cell.large != NULL || cell.ptr == NULL || (width > 0 && cell.len != width)) {
				fuzz_fail("a binary cell of %zu bytes", cell.len);
			}
		}
	}
}

/* --- what we say --- */

static void frames(mynd_slice packet, uint64_t capabilities)
{
	mynd_buffer b;
	uint8_t sequence = (uint8_t) capabilities;
	mynd_buffer_init(&b, 1u << 20);
	mynd_slice head = {packet.ptr, packet.len / 3},
	           body = {packet.ptr + packet.len / 3, packet.len - packet.len / 3};
	mynd_frame_write(&b, &sequence, packet.len > 0 ? head : packet, packet.len > 0 ? body : packet);
	mynd_cursor c = mynd_cursor_over(b.ptr, b.len);
	mynd_frame frame;
	mynd_slice payload;
	if (mynd_frame_read(&c, &frame) != MYND_OK || mynd_cursor_bytes(&c, frame.len, &payload) != MYND_OK ||
	    mynd_cursor_left(&c) > 0 || !same(payload, packet) || sequence != (uint8_t) (capabilities + 1)) {
		fuzz_fail("a frame that was written is another");
	}
	mynd_buffer_free(&b);
}

static void login(mynd_slice packet, uint64_t capabilities)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	mynd_login l = {.capabilities = capabilities, .max_packet = 1u << 24, .collation = 45};
	mynd_slice *texts[] = {&l.user, &l.database, &l.auth_method, &l.auth_response};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		*texts[i] = fuzz_bytes(&c, (size_t) fuzz_int(&c, 2) % 300);
	}
	mynd_attribute attributes[] = {{l.user, l.database}, {mynd_cursor_rest(&c), l.auth_response}};
	size_t len = mynd_login_attributes_size(attributes, 2);
	uint8_t *written = malloc(len);
	mynd_login_attributes_write(attributes, 2, written);
	l.attributes = (mynd_slice){written, len};
	mynd_buffer b;
	mynd_error error;
	mynd_buffer_init(&b, 1u << 24);
	int rc = capabilities & 2 ? mynd_login_encode(&l, &b, &error) : mynd_change_user_encode(&l, &b, &error);
	if (rc == MYND_OK ? b.failed : error.code == 0) {
		fuzz_fail("a login that is not written");
	}
	mynd_buffer_reset(&b);
	mynd_tls_request_encode(&l, &b);
	if (b.len != 32) {
		fuzz_fail("a request for TLS of %zu bytes", b.len);
	}
	mynd_buffer_free(&b);
	free(written);
}

/* A name that stands in the text as a string was asked for. */
static void file(mynd_slice packet, uint64_t capabilities)
{
	size_t len = (size_t) capabilities % 40;
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	mynd_slice name = fuzz_bytes(&c, len), sql = mynd_cursor_rest(&c);
	mynd_infile_is_asked(sql, name);
	char text[128];
	bool plain = name.len > 0;
	for (size_t i = 0; i < name.len; i++) {
		plain =
		    plain && name.ptr[i] >= ' ' && name.ptr[i] != '\'' && name.ptr[i] != '\\' && name.ptr[i] < 0x7F;
	}
	int n = snprintf(text, sizeof text, "LOAD DATA LOCAL INFILE '%.*s' INTO TABLE t", (int) name.len,
	    name.len > 0 ? (const char *) name.ptr : "");
	if (plain && !mynd_infile_is_asked((mynd_slice){(const uint8_t *) text, (size_t) n}, name)) {
		fuzz_fail("a file that was asked for is not");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const decoders[])(mynd_slice packet, uint64_t capabilities) = {greeting, auth_switch, ok,
	    eof, err, reply, column, prepared, text_row, binary_row, frames, login, file};
	mynd_cursor c = mynd_cursor_over(data, size);
	size_t which = (size_t) fuzz_int(&c, 1) % (sizeof decoders / sizeof *decoders);
	uint64_t capabilities = fuzz_int(&c, 8);
	mynd_slice packet = mynd_cursor_rest(&c);
	fuzz_memory_start(0);
	for (size_t len = packet.len > CUTS_MAX ? packet.len - CUTS_MAX : 0; len <= packet.len; len++) {
		mynd_slice cut = fuzz_copy((mynd_slice){packet.ptr, len});
		decoders[which](cut, capabilities);
		free((void *) cut.ptr);
	}
	fuzz_memory_end();
	return 0;
}
