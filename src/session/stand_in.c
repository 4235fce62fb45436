/*
 * A stand-in for a server (stand_in.h).
 *
 * Always true: only the beginning of a packet is stored, except of a prepare, whose query is parsed. Each
 * command to which a server would reply gets exactly one reply. The stand-in offers no TLS, no compression,
 * and of MariaDB's own capabilities bulk executes alone, and never looks at a password. Not here: sockets
 * (src/net/inprocess_peer.c).
 */
#include "stand_in.h"

#include "../wire/column.h"
#include "../wire/frame.h"
#include "../wire/placeholders.h"
#include "internal.h"

#include <stdlib.h>

#define BEGINNING    16 /* bytes of a packet that are always stored: a login up to its collation */
#define COLLATION_AT 8  /* in a login ("Protocol::HandshakeResponse41") */
#define SCRAMBLE     "answered.in.process!" /* challenge of 20 bytes, to which the answer is not read */
#define THREAD_ID    1
#define NOT_HERE     1105 /* ER_UNKNOWN_ERROR */
#define MOST         ((size_t) 1 << 30)

#define BULK_SINCE 100600 /* MariaDB 10.6, the first that has what the session wants for bulk executes */

#define CAPABILITIES                                                                                         \
	(MYND_CAP_LONG_PASSWORD | MYND_CAP_FOUND_ROWS | MYND_CAP_LONG_FLAG | MYND_CAP_CONNECT_WITH_DB |          \
	    MYND_CAP_NO_SCHEMA | MYND_CAP_IGNORE_SPACE | MYND_CAP_PROTOCOL_41 | MYND_CAP_INTERACTIVE |           \
	    MYND_CAP_TRANSACTIONS | MYND_CAP_SECURE_CONNECTION | MYND_CAP_MULTI_STATEMENTS |                     \
	    MYND_CAP_MULTI_RESULTS | MYND_CAP_PS_MULTI_RESULTS | MYND_CAP_PLUGIN_AUTH | MYND_CAP_CONNECT_ATTRS)

struct mynd_stand_in {
	uint8_t header[MYND_FRAME_HEADER];
	unsigned header_len; /* MYND_FRAME_HEADER: in the middle of a frame */
	uint32_t left;       /* bytes of the frame that have not arrived */
	bool continues;      /* the packet continues in another frame */
	uint8_t sequence;    /* number of the next packet out */
	mynd_buffer in;      /* the stored part of the packet */
	mynd_buffer out;
	size_t sent; /* bytes of `out` that were sent */
	bool logged_in;
	uint8_t collation;
	uint16_t status;
	uint32_t statements;
	mynd_buffer columns; /* columns of the next prepare */
	uint32_t column_count;
	char version[MYND_STAND_IN_VERSION_MAX + 1];
};

/* --- packets out --- */

static void put_packet(mynd_stand_in *s, mynd_slice payload)
{
	mynd_frame_write(&s->out, &s->sequence, payload, (mynd_slice){NULL, 0});
}

static void put(mynd_stand_in *s, const mynd_buffer *packet)
{
	put_packet(s, (mynd_slice){packet->ptr, packet->len});
}

static bool is_mariadb(const mynd_stand_in *s)
{
	return strstr(s->version, "MariaDB") != NULL;
}

/*
 * What the server of this version offers; MariaDB's own capabilities are valid without LONG_PASSWORD alone.
 */
static uint64_t capabilities_of(const mynd_stand_in *s)
{
	bool has_bulk = is_mariadb(s) && mynd_session_version_number(s->version) >= BULK_SINCE;
	return has_bulk
	           ? (CAPABILITIES & ~MYND_CAP_LONG_PASSWORD) | MYND_CAP_MARIADB_CACHED | MYND_CAP_MARIADB_BULK
	           : CAPABILITIES;
}

/* "Protocol::HandshakeV10" */
static void greet(mynd_stand_in *s)
{
	uint64_t capabilities = capabilities_of(s);
	uint8_t room[256];
	mynd_buffer b = mynd_buffer_over((mynd_span){room, sizeof room});
	mynd_buffer_put_int(&b, 1, 10);
	mynd_buffer_put_cstring(&b, mynd_slice_of(s->version));
	mynd_buffer_put_int(&b, 4, THREAD_ID);
	mynd_buffer_put_bytes(&b, SCRAMBLE, 8);
	mynd_buffer_put_zeros(&b, 1);
	mynd_buffer_put_int(&b, 2, capabilities & 0xFFFF);
	mynd_buffer_put_int(&b, 1, s->collation);
	mynd_buffer_put_int(&b, 2, s->status);
	mynd_buffer_put_int(&b, 2, (capabilities >> 16) & 0xFFFF);
	mynd_buffer_put_int(&b, 1, sizeof SCRAMBLE);
	mynd_buffer_put_zeros(&b, 6);
	mynd_buffer_put_int(&b, 4, capabilities >> 32);
	mynd_buffer_put_bytes(&b, &SCRAMBLE[8], sizeof SCRAMBLE - 8);
	mynd_buffer_put_cstring(&b, mynd_slice_of("mysql_native_password"));
	s->sequence = 0;
	put(s, &b);
}

/* Writes an "OK_Packet" that reports no changes. */
static void put_ok(mynd_stand_in *s)
{
	uint8_t room[16];
	mynd_buffer b = mynd_buffer_over((mynd_span){room, sizeof room});
	mynd_buffer_put_zeros(&b, 3);
	mynd_buffer_put_int(&b, 2, s->status);
	mynd_buffer_put_zeros(&b, 2);
	put(s, &b);
}

static void put_eof(mynd_stand_in *s)
{
	uint8_t room[8];
	mynd_buffer b = mynd_buffer_over((mynd_span){room, sizeof room});
	mynd_buffer_put_int(&b, 1, 0xFE);
	mynd_buffer_put_int(&b, 2, 0);
	mynd_buffer_put_int(&b, 2, s->status);
	put(s, &b);
}

static void refuse(mynd_stand_in *s)
{
	static const char why[] =
	    "No server is here: the interceptor that began this connection without a server has not answered";
	uint8_t room[16 + sizeof why];
	mynd_buffer b = mynd_buffer_over((mynd_span){room, sizeof room});
	mynd_buffer_put_int(&b, 1, 0xFF);
	mynd_buffer_put_int(&b, 2, NOT_HERE);
	mynd_buffer_put_bytes(&b, "#HY000", 6);
	mynd_buffer_put_bytes(&b, why, sizeof why - 1);
	put(s, &b);
}

/* --- a prepare --- */

static uint16_t count_parameters(const mynd_stand_in *s, mynd_slice sql)
{
	const char *version = s->version;
	mynd_sql_dialect dialect = {.charset = mynd_charset_by_id(s->collation),
	    .no_backslash = (s->status & MYND_STATUS_NO_BACKSLASH_ESCAPES) != 0,
	    .mariadb = is_mariadb(s),
	    .version = (uint32_t) mynd_session_version_number(version)};
	dialect.ansi_quotes = dialect.mariadb && (s->status & MYND_STATUS_ANSI_QUOTES) != 0;
	mynd_placeholder_scan scan = mynd_placeholders_of(sql, &dialect);
	mynd_placeholder found;
	uint16_t count = 0;
	while (count < UINT16_MAX && mynd_placeholder_next(&scan, &found)) {
		count += found.kind == MYND_PLACEHOLDER_POSITION;
	}
	return count;
}

static void put_parameters(mynd_stand_in *s, uint16_t count)
{
	const mynd_column parameter = {.catalog = mynd_slice_of("def"),
	    .name = mynd_slice_of("?"),
	    .charset = 63,
	    .type = MYND_TYPE_VAR_STRING,
	    .flags = MYND_FLAG_BINARY};
	uint8_t room[64];
	for (uint16_t i = 0; i < count; i++) {
		mynd_buffer b = mynd_buffer_over((mynd_span){room, sizeof room});
		mynd_column_encode(&b, &parameter);
		put(s, &b);
	}
	if (count > 0) {
		put_eof(s);
	}
}

static void put_columns(mynd_stand_in *s)
{
	mynd_cursor c = mynd_cursor_over(s->columns.ptr, s->columns.len);
	for (uint32_t i = 0; i < s->column_count; i++) {
		mynd_column column;
		const uint8_t *from = c.pos;
		if (mynd_column_take(&c, &column) == MYND_OK) { /* always true: the definitions were checked */
			put_packet(s, (mynd_slice){from, (size_t) (c.pos - from)});
		}
	}
	if (s->column_count > 0) {
		put_eof(s);
	}
}

/* "COM_STMT_PREPARE_OK" */
static void prepare(mynd_stand_in *s, mynd_slice sql)
{
	uint8_t room[16];
	mynd_buffer b = mynd_buffer_over((mynd_span){room, sizeof room});
	uint16_t parameters = count_parameters(s, sql);
	mynd_buffer_put_int(&b, 1, 0);
	mynd_buffer_put_int(&b, 4, ++s->statements);
	mynd_buffer_put_int(&b, 2, s->column_count);
	mynd_buffer_put_int(&b, 2, parameters);
	mynd_buffer_put_zeros(&b, 3);
	put(s, &b);
	put_parameters(s, parameters);
	put_columns(s);
	mynd_buffer_reset(&s->columns);
	s->column_count = 0;
}

/* --- packets in --- */

static bool begins_with(mynd_slice packet, const char *text)
{
	size_t len = strlen(text);
	return packet.len >= len && memcmp(packet.ptr, text, len) == 0;
}

static void answer_command(mynd_stand_in *s, mynd_slice packet)
{
	switch (packet.len > 0 ? packet.ptr[0] : MYND_COM_QUIT) {
	case MYND_COM_QUIT:
	case MYND_COM_STMT_CLOSE:
	case MYND_COM_STMT_SEND_LONG_DATA:
		break;
	case MYND_COM_STMT_PREPARE:
		prepare(s, (mynd_slice){packet.ptr + 1, packet.len - 1});
		break;
	case MYND_COM_STMT_RESET:
	case MYND_COM_RESET_CONNECTION:
	case MYND_COM_CHANGE_USER:
	case MYND_COM_INIT_DB:
	case MYND_COM_PING:
		put_ok(s);
		break;
	case MYND_COM_SET_OPTION:
		put_eof(s);
		break;
	case MYND_COM_QUERY:
		if (begins_with(packet, "\x03SET NAMES ")) { /* the driver's own query, of set_charset() */
			put_ok(s);
			break;
		}
		refuse(s);
		break;
	default:
		refuse(s);
	}
}

static void answer(mynd_stand_in *s)
{
	mynd_slice packet = {s->in.ptr, s->in.len};
	if (s->logged_in) {
		answer_command(s, packet);
		return;
	}
	s->logged_in = true;
	s->collation = packet.len > COLLATION_AT ? packet.ptr[COLLATION_AT] : s->collation;
	put_ok(s);
}

/* Returns how many of these n > 0 bytes are to be stored. */
static size_t kept_of(const mynd_stand_in *s, const uint8_t *bytes, size_t n)
{
	uint8_t first = s->in.len > 0 ? s->in.ptr[0] : *bytes;
	if (s->logged_in && first == MYND_COM_STMT_PREPARE) {
		return n;
	}
	size_t room = s->in.len < BEGINNING ? BEGINNING - s->in.len : 0;
	return n < room ? n : room;
}

/* Takes bytes of the header; the frame begins when the header is complete. */
static void take_header(mynd_stand_in *s, mynd_slice *bytes)
{
	mynd_frame frame;
	while (s->header_len < MYND_FRAME_HEADER && bytes->len > 0) {
		s->header[s->header_len++] = *bytes->ptr++;
		bytes->len--;
	}
	mynd_cursor c = mynd_cursor_over(s->header, s->header_len);
	if (mynd_frame_read(&c, &frame) == MYND_OK) {
		s->left = frame.len;
		s->continues = frame.len == MYND_FRAME_MAX;
		s->sequence = (uint8_t) (frame.sequence + 1);
	}
}

static void take_payload(mynd_stand_in *s, mynd_slice *bytes)
{
	size_t n = bytes->len < s->left ? bytes->len : s->left;
	if (n > 0) {
		mynd_buffer_put_bytes(&s->in, bytes->ptr, kept_of(s, bytes->ptr, n));
	}
	bytes->ptr += n;
	bytes->len -= n;
	s->left -= (uint32_t) n;
	if (s->left > 0) {
		return;
	}
	s->header_len = 0;
	if (!s->continues) {
		answer(s);
		mynd_buffer_reset(&s->in);
	}
}

int mynd_stand_in_feed(mynd_stand_in *s, mynd_slice bytes)
{
	while (bytes.len > 0 && !s->in.failed && !s->out.failed) {
		if (s->header_len < MYND_FRAME_HEADER) {
			take_header(s, &bytes);
		}
		if (s->header_len == MYND_FRAME_HEADER) { /* an empty frame ends at once */
			take_payload(s, &bytes);
		}
	}
	return s->in.failed || s->out.failed ? MYND_BAD : MYND_OK;
}

mynd_slice mynd_stand_in_output(const mynd_stand_in *s)
{
	return (mynd_slice){s->out.ptr + s->sent, s->out.len - s->sent};
}

void mynd_stand_in_sent(mynd_stand_in *s, size_t n)
{
	s->sent += n;
	if (s->sent == s->out.len) {
		mynd_buffer_reset(&s->out);
		s->sent = 0;
	}
}

/* --- settings by the owner --- */

int mynd_stand_in_columns(mynd_stand_in *s, uint32_t count, mynd_slice definitions)
{
	mynd_cursor c = mynd_cursor_over(definitions.ptr, definitions.len);
	mynd_buffer_reset(&s->columns);
	s->column_count = 0;
	for (uint32_t i = 0; i < count; i++) {
		mynd_column column;
		if (mynd_column_take(&c, &column) != MYND_OK) {
			return MYND_BAD;
		}
	}
	if (count > UINT16_MAX || mynd_cursor_left(&c) > 0) {
		return MYND_BAD;
	}
	mynd_buffer_put_bytes(&s->columns, definitions.ptr, definitions.len);
	s->column_count = s->columns.failed ? 0 : count;
	return s->columns.failed ? MYND_BAD : MYND_OK;
}

void mynd_stand_in_set_status(mynd_stand_in *s, uint16_t status)
{
	s->status = status;
}

/* --- life --- */

mynd_stand_in *mynd_stand_in_new(mynd_slice version, uint8_t collation)
{
	mynd_stand_in *s = calloc(1, sizeof *s);
	if (s == NULL) {
		return NULL;
	}
	size_t len = version.len < MYND_STAND_IN_VERSION_MAX ? version.len : MYND_STAND_IN_VERSION_MAX;
	memcpy(s->version, version.ptr, len);
	s->status = MYND_STATUS_AUTOCOMMIT;
	s->collation = collation;
	mynd_buffer_init(&s->in, MOST);
	mynd_buffer_init(&s->out, MOST);
	mynd_buffer_init(&s->columns, MOST);
	greet(s);
	if (s->out.failed) {
		mynd_stand_in_free(s);
		return NULL;
	}
	return s;
}

void mynd_stand_in_free(mynd_stand_in *s)
{
	mynd_buffer_free(&s->in);
	mynd_buffer_free(&s->out);
	mynd_buffer_free(&s->columns);
	free(s);
}
